/** Which of the detection set may be looked at while something is tuned. By digest of the names: nobody chose. */
import { createHash } from 'node:crypto'
import { allChanges, allNoise, type ChangeKind, type Kind } from '#bench/detection/kinds'
import { allPages } from '#bench/detection/pages'

/** Drawn a second time, since figures of the first draw's other half had been read. */
const digestOf = (name: string) => createHash('sha256').update(`detection, second draw: ${name}`).digest('hex')
/** √½ of each, so that half of the pairs of a page and a kind are seen, and the other half has new pages or new kinds. */
const part = Math.SQRT1_2

function seenOf(names: readonly string[]): Set<string> {
  const sorted = names.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1))
  return new Set(sorted.slice(0, Math.round(names.length * part)))
}

/** What came with the second draw: nothing was ever tuned on these pages, kinds of noise and scale, and nothing may be. */
const newPages: readonly string[] = ['gazette', 'timetable']
const newNoise: readonly Kind[] = ['hinting', 'caret-wide', 'jpeg-small', 'webp', 'recoded']
export const newScale = 1.25
/** Known by its kind since, and tuned on photographs drawn for that: on pages that were there before it is new no more. */
const knownSince: readonly Kind[] = ['recoded']

export const isNew = (page: string, kind: Kind, scale: number): boolean =>
  newPages.includes(page) || (newNoise.includes(kind) && !knownSince.includes(kind)) || scale === newScale

const seenPages = seenOf(allPages.map(({ name }) => name).filter((name) => !newPages.includes(name)))
const seenChanges = seenOf(allChanges)
const seenNoise = seenOf(allNoise.filter((kind) => !newNoise.includes(kind)))

/** Whether anything of the page may be seen. */
export const isSeenPage = (page: string): boolean => seenPages.has(page)

/** The kinds of change that may be seen, and those that may not. */
export const changesOfHalf = (isOfSeen: boolean): ChangeKind[] =>
  allChanges.filter((kind) => seenChanges.has(kind) === isOfSeen)

/** Whether the page under this change or noise is of the seen half: both the page and the kind must be, and the scale is not the new one. */
export const isSeen = (page: string, kind: Kind, scale = 1): boolean =>
  scale !== newScale && seenPages.has(page) && (seenChanges.has(kind) || seenNoise.has(kind) || kind === 'none')
