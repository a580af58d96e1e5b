/** Which of its moments the series of a claim keeps: its turns, and those of this list. */

/** Whether the series keeps the standing after n traces: the first thirty, then 27 for each tenfold. It keeps each turn besides. */
export function isKept(n: number): boolean {
  let step = 1
  while (n > 30 * step) step *= 10
  return n % step === 0
}

/**
 * After how many traces a series has points that has come to `n`, in their order, behind so many. Of its turns the last one
 * is known, as `since`; where earlier ones were is for their nodes to say.
 */
export function keptPlaces({ n: last, since }: { n: number; since: { n: number } | null }, after = 0): number[] {
  const places = new Set<number>()
  let step = 1
  for (let n = step; n <= last; n += step) {
    if (n > after) places.add(n)
    if (n === 30 * step) step *= 10
  }
  if (since && since.n > after) places.add(since.n)
  return [...places].sort((a, b) => a - b)
}
