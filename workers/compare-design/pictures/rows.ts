/** Finds the rows of one picture again in another, wherever they moved to: unique rows vote, runs grow around them. Pure. */
import { areBytesEqual } from '#workers/compare-design/pictures/pixels'

/** What is asked of two pictures: their rows as bytes. */
export type RowPair = {
  beforeRows: number
  afterRows: number
  before: (y: number) => Uint8Array
  after: (y: number) => Uint8Array
}

/** Of a run that moved otherwise than its neighbours, so many rows at least: fewer are alike by chance. */
const shortestRun = 3

/**
 * For each row of the later picture the row of the earlier one that has the same bytes, -1 where none has. What is found keeps
 * its order: a later row's match never stands above an earlier row's.
 */
export function matchRows(pair: RowPair): Int32Array {
  const match = new Int32Array(pair.afterRows).fill(-1)
  const areEqual = (y: number, b: number) => areBytesEqual(pair.after(y), pair.before(b))
  let start = 0
  const shorter = Math.min(pair.beforeRows, pair.afterRows)
  while (start < shorter && areEqual(start, start)) {
    match[start] = start
    start += 1
  }
  let afterEnd = pair.afterRows
  let beforeEnd = pair.beforeRows
  while (afterEnd > start && beforeEnd > start && areEqual(afterEnd - 1, beforeEnd - 1)) {
    afterEnd -= 1
    beforeEnd -= 1
    match[afterEnd] = beforeEnd
  }
  if (afterEnd > start && beforeEnd > start)
    growRuns(match, anchorsOf(pair, start, afterEnd, beforeEnd), { start, afterEnd, beforeEnd, areEqual })
  return match
}

type Anchor = { after: number; before: number }

/** Rows that each picture has once, as far as they stand in the same order in both. */
function anchorsOf(pair: RowPair, start: number, afterEnd: number, beforeEnd: number): Anchor[] {
  const seenAfter = uniqueRows(pair.after, start, afterEnd)
  const seenBefore = uniqueRows(pair.before, start, beforeEnd)
  const common: Anchor[] = []
  for (const [hash, after] of seenAfter) {
    const before = seenBefore.get(hash)
    if (after >= 0 && before !== undefined && before >= 0 && areBytesEqual(pair.after(after), pair.before(before)))
      common.push({ after, before })
  }
  return longestRising(common.sort((a, b) => a.after - b.after))
}

/** Where each hash stands; -1 where it stands twice. */
function uniqueRows(row: (y: number) => Uint8Array, from: number, to: number): Map<number, number> {
  const seen = new Map<number, number>()
  for (let y = from; y < to; y += 1) {
    const hash = Bun.hash.xxHash32(row(y))
    seen.set(hash, seen.has(hash) ? -1 : y)
  }
  return seen
}

/** The longest part of them whose earlier rows rise too. */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  const tails: number[] = []
  const previous = new Int32Array(anchors.length).fill(-1)
  for (const [index, { before }] of anchors.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((anchors[tails[middle] ?? 0]?.before ?? 0) < before) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = index
  }
  const rising: Anchor[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const anchor = anchors[index]
    if (anchor) rising.push(anchor)
  }
  return rising.reverse()
}

type Middle = { start: number; afterEnd: number; beforeEnd: number; areEqual: (y: number, b: number) => boolean }

/** Grows each anchor up and down as long as rows are the same; runs too short to say anything are dropped again. */
function growRuns(
  match: Int32Array,
  anchors: readonly Anchor[],
  { start, afterEnd, beforeEnd, areEqual }: Middle,
): void {
  let [afterFloor, beforeFloor] = [start, start]
  // Where the rows above ended: the next run that goes on from there moved by as much, and may be as short as it likes.
  let shift = 0
  for (const [index, anchor] of anchors.entries()) {
    if (anchor.after < afterFloor || anchor.before < beforeFloor) continue
    let [top, topBefore] = [anchor.after, anchor.before]
    while (top > afterFloor && topBefore > beforeFloor && areEqual(top - 1, topBefore - 1)) {
      top -= 1
      topBefore -= 1
    }
    const next = anchors[index + 1]
    let [end, endBefore] = [anchor.after + 1, anchor.before + 1]
    const isInReach = () =>
      end < afterEnd && endBefore < beforeEnd && (!next || (end <= next.after && endBefore <= next.before))
    while (isInReach() && areEqual(end, endBefore)) {
      end += 1
      endBefore += 1
    }
    if (end - top < shortestRun && top - topBefore !== shift) continue
    for (let y = top; y < end; y += 1) match[y] = topBefore + (y - top)
    ;[afterFloor, beforeFloor, shift] = [end, endBefore, top - topBefore]
  }
  matchInPlace(match, start, afterEnd, beforeEnd, areEqual)
}

/** Between runs, rows that stay where the run above them or below them put their neighbours: blank ones, most of all. */
function matchInPlace(
  match: Int32Array,
  start: number,
  afterEnd: number,
  beforeEnd: number,
  areEqual: (y: number, b: number) => boolean,
): void {
  let y = start
  while (y < afterEnd) {
    if ((match[y] ?? -1) >= 0) {
      y += 1
      continue
    }
    let end = y
    while (end < afterEnd && (match[end] ?? -1) < 0) end += 1
    const from = y === 0 ? 0 : (match[y - 1] ?? -1) + 1
    const to = end < afterEnd ? (match[end] ?? 0) : beforeEnd
    if (to - from === end - y)
      for (let at = y; at < end; at += 1) if (areEqual(at, from + at - y)) match[at] = from + at - y
    y = end
  }
}
