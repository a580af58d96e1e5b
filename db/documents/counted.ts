/** How far anything is counted while somebody waits: the same in answers and in what is promised of them. */

/** Nobody counts further. */
export const countedAtMost = 20_000
/** The same in words. */
export const countedWords = countedAtMost.toLocaleString('en')
