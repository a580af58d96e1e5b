/** Holds what a model points to against the content: what does not stand there word for word is dropped, and counted. Pure. */
import type { Span } from '#db/documents/meaning'

/** What one answer came to: how many places it named, and how many of them are nowhere. */
export type Dropped = { named: number; nowhere: number }

/**
 * Where it says; else, if its characters stand in the content just once, there; else undefined.
 * @param within what it must lie in
 */
export function verbatimSpan(
  content: string,
  { start, end, text }: Span,
  within?: Omit<Span, 'text'>,
): Span | undefined {
  const from = within?.start ?? 0
  const to = within?.end ?? content.length
  if (text === '') return undefined
  if (start >= from && end <= to && content.slice(start, end) === text) return { start, end, text }
  const found = content.indexOf(text, from)
  if (found < 0 || found + text.length > to) return undefined
  const again = content.indexOf(text, found + 1)
  if (again >= 0 && again + text.length <= to) return undefined
  return { start: found, end: found + text.length, text }
}

/** Keeps what `keep` makes of each, and counts what it makes nothing of. */
export function keptOf<From, To>(all: readonly From[], dropped: Dropped, keep: (each: From) => To | undefined): To[] {
  return all.flatMap((each) => {
    dropped.named += 1
    const kept = keep(each)
    if (kept !== undefined) return [kept]
    dropped.nowhere += 1
    return []
  })
}

/** The range that holds a place; ranges are in order and do not overlap. */
export function indexAt(ranges: readonly Omit<Span, 'text'>[], place: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return (ranges[low - 1]?.end ?? 0) > place ? low - 1 : -1
}
