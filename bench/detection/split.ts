/** Which of the detection set may be looked at while something is tuned. By digest of the names: nobody chose. */
import { createHash } from 'node:crypto'
import { allChanges, allNoise, type ChangeKind, type Kind } from '#bench/detection/kinds'
import { allPages } from '#bench/detection/pages'

const digestOf = (name: string) => createHash('sha256').update(`detection ${name}`).digest('hex')
/** √½ of each, so that half of the pairs of a page and a kind are seen, and the other half has new pages or new kinds. */
const part = Math.SQRT1_2

function seenOf(names: readonly string[]): Set<string> {
  const sorted = names.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1))
  return new Set(sorted.slice(0, Math.round(names.length * part)))
}

const seenPages = seenOf(allPages.map(({ name }) => name))
const seenChanges = seenOf(allChanges)
const seenNoise = seenOf(allNoise)

/** The kinds of change that may be seen, and those that may not. */
export const changesOfHalf = (isOfSeen: boolean): ChangeKind[] =>
  allChanges.filter((kind) => seenChanges.has(kind) === isOfSeen)

/** Whether the page under this change or noise is of the seen half: both the page and the kind must be. */
export const isSeen = (page: string, kind: Kind): boolean =>
  seenPages.has(page) && (seenChanges.has(kind) || seenNoise.has(kind) || kind === 'none')
