/** Finds the rows of one picture again in another, wherever they moved to: unique rows vote, runs grow around them. Pure. */

/** Rows of bytes, one behind the other, with nothing between them. */
export type ByteRows = { bytes: Uint8Array; rowBytes: number; count: number }

/** What is asked of two pictures. */
export type RowPair = {
  before: ByteRows
  after: ByteRows
  /** `hashesOf(before)`, where they are known. */
  beforeHashes?: Uint32Array | undefined
}

/** Of a run that moved otherwise than its neighbours, so many rows at least: fewer are alike by chance. */
const shortestRun = 3
/** Rows that are compared in one go. */
const stepRows = 64

/** A number for each row: different ones mean different rows. */
export function hashesOf({ bytes, rowBytes, count }: ByteRows): Uint32Array {
  const hashes = new Uint32Array(count)
  for (let y = 0; y < count; y += 1) hashes[y] = Bun.hash.xxHash32(bytes.subarray(y * rowBytes, (y + 1) * rowBytes))
  return hashes
}

/**
 * For each row of the later picture the row of the earlier one that has the same bytes, -1 where none has. What is found keeps
 * its order: a later row's match never stands above an earlier row's.
 */
export function matchRows(pair: RowPair): Int32Array {
  const { before, after } = pair
  const match = new Int32Array(after.count).fill(-1)
  const comparer = rowComparer(before, after)
  const start = comparer.runDown(0, 0, Math.min(before.count, after.count))
  const shorter = Math.min(before.count, after.count) - start
  const tail = comparer.runUp(after.count, before.count, shorter)
  for (let y = 0; y < start; y += 1) match[y] = y
  for (let y = 1; y <= tail; y += 1) match[after.count - y] = before.count - y
  const middle = { start, afterEnd: after.count - tail, beforeEnd: before.count - tail, comparer }
  if (middle.afterEnd > start && middle.beforeEnd > start) growRuns(match, anchorsOf(pair, middle), middle)
  return match
}

type RowComparer = {
  areEqual: (y: number, b: number) => boolean
  /** How many rows from there on are the same, at most so many. */
  runDown: (y: number, b: number, most: number) => number
  /** The same of the rows above. */
  runUp: (y: number, b: number, most: number) => number
}

function rowComparer(before: ByteRows, after: ByteRows): RowComparer {
  const bufferOf = ({ bytes }: ByteRows) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [ours, theirs, length] = [bufferOf(after), bufferOf(before), after.rowBytes]
  const areSame = (y: number, b: number, rows: number) =>
    ours.compare(theirs, b * length, (b + rows) * length, y * length, (y + rows) * length) === 0
  const run = (most: number, areNextSame: (done: number, rows: number) => boolean) => {
    let done = 0
    for (let step = stepRows; done < most && step > 0; ) {
      const rows = Math.min(step, most - done)
      if (areNextSame(done, rows)) done += rows
      else step = rows >> 1
    }
    return done
  }
  return {
    areEqual: (y, b) => areSame(y, b, 1),
    runDown: (y, b, most) => run(most, (done, rows) => areSame(y + done, b + done, rows)),
    runUp: (y, b, most) => run(most, (done, rows) => areSame(y - done - rows, b - done - rows, rows)),
  }
}

type Anchor = { after: number; before: number }

type Middle = { start: number; afterEnd: number; beforeEnd: number; comparer: RowComparer }

/** Rows that each picture has once, as far as they stand in the same order in both. */
function anchorsOf(pair: RowPair, { start, afterEnd, beforeEnd, comparer }: Middle): Anchor[] {
  const seenAfter = uniqueRows(hashesOf(part(pair.after, start, afterEnd)), start, 0, afterEnd - start)
  const seenBefore = pair.beforeHashes
    ? uniqueRows(pair.beforeHashes, 0, start, beforeEnd)
    : uniqueRows(hashesOf(part(pair.before, start, beforeEnd)), start, 0, beforeEnd - start)
  const common: Anchor[] = []
  for (const [hash, after] of seenAfter) {
    const before = seenBefore.get(hash)
    if (after >= 0 && before !== undefined && before >= 0 && comparer.areEqual(after, before))
      common.push({ after, before })
  }
  return longestRising(common.sort((a, b) => a.after - b.after))
}

const part = ({ bytes, rowBytes }: ByteRows, from: number, to: number): ByteRows => ({
  bytes: bytes.subarray(from * rowBytes, to * rowBytes),
  rowBytes,
  count: to - from,
})

/** Where each hash stands; -1 where it stands twice. @param first the row that the first hash is of. */
function uniqueRows(hashes: Uint32Array, first: number, from: number, to: number): Map<number, number> {
  const seen = new Map<number, number>()
  for (let at = from; at < to; at += 1) {
    const hash = hashes[at] ?? 0
    seen.set(hash, seen.has(hash) ? -1 : first + at)
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

/** Grows each anchor up and down as long as rows are the same; runs too short to say anything are dropped again. */
function growRuns(match: Int32Array, anchors: readonly Anchor[], middle: Middle): void {
  const { start, afterEnd, beforeEnd, comparer } = middle
  let [afterFloor, beforeFloor] = [start, start]
  // Where the rows above ended: the next run that goes on from there moved by as much, and may be as short as it likes.
  let shift = 0
  for (const [index, anchor] of anchors.entries()) {
    if (anchor.after < afterFloor || anchor.before < beforeFloor) continue
    const up = comparer.runUp(
      anchor.after,
      anchor.before,
      Math.min(anchor.after - afterFloor, anchor.before - beforeFloor),
    )
    // A run that reaches the next anchor at another distance would take what is that one's.
    const other = anchors.find((each, at) => at > index && each.after - each.before !== anchor.after - anchor.before)
    const down = comparer.runDown(
      anchor.after,
      anchor.before,
      Math.min(
        afterEnd - anchor.after,
        beforeEnd - anchor.before,
        ...(other ? [other.after - anchor.after, other.before - anchor.before] : []),
      ),
    )
    const [top, topBefore] = [anchor.after - up, anchor.before - up]
    if (up + down < shortestRun && top - topBefore !== shift) continue
    for (let y = 0; y < up + down; y += 1) match[top + y] = topBefore + y
    ;[afterFloor, beforeFloor, shift] = [anchor.after + down, anchor.before + down, top - topBefore]
  }
  matchInPlace(match, start, afterEnd, beforeEnd, comparer.areEqual)
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
