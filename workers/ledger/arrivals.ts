/**
 * Which insertions have not been seen yet. A node's number is given before its transaction commits, so a lower number may
 * appear after a higher one: each gap stays open until no transaction that could fill it is left. Pure.
 */

export type Arrivals = {
  /** Everything up to here is sequenced, but for the holes. */
  ins: number
  holes: ReadonlyMap<number, Hole>
}

/** @param xmax no transaction at or above it had begun when the hole was seen, and `at` (ms) when that was. */
type Hole = { xmax: bigint; at: number }

export type ArrivalsLook = {
  /** Numbers of the nodes that were seen, ascending. */
  seen: readonly number[]
  /** Every transaction below it had ended before this look. */
  xmin: bigint
  xmax: bigint
  /** Milliseconds of any steady clock. */
  at: number
}

/** Between a number's being drawn and its transaction's having an id lies a moment that no snapshot shows. */
const settleMs = 1000

/** Up to here every node was seen, or never will be. New holes are always greater than those there are. */
export function completeUpTo({ ins, holes }: Arrivals): number {
  const [first] = holes.keys()
  return first === undefined ? ins : first - 1
}

/** Nobody fills more: a sequence that jumped does not make a million holes. */
const holesInRow = 10_000

/** What is still awaited after a look at everything above `ins` and at the holes. */
export function afterLook({ ins, holes }: Arrivals, { seen, xmin, xmax, at }: ArrivalsLook): Arrivals {
  const open = new Map(holes)
  let last = ins
  for (const number of seen) {
    open.delete(number)
    if (number <= last) continue
    for (let hole = Math.max(last + 1, number - holesInRow); hole < number; hole++) open.set(hole, { xmax, at })
    last = number
  }
  for (const [number, hole] of open) if (xmin >= hole.xmax && at - hole.at >= settleMs) open.delete(number)
  return { ins: last, holes: open }
}
