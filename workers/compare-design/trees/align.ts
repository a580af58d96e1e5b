/** Lays two sequences of numbers side by side: what is the same in both, in order where it can be. Pure. */

export type Aligned = readonly [before: number, after: number]

/** Cells of a table that are worth an exact answer. */
const tableSize = 40_000

/**
 * Pairs of places with equal numbers, each place at most once, sorted by the first; those out of order come with it.
 * The longest common subsequence where that is affordable; else what stands once on both sides leads the rest.
 */
export function alignEqual(before: readonly number[], after: readonly number[]): Aligned[] {
  const pairs: Aligned[] = []
  const waiting: [number, number, number, number][] = [[0, before.length, 0, after.length]]
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    let [from, to, start, end] = range
    while (from < to && start < end && before[from] === after[start]) pairs.push([from++, start++])
    while (from < to && start < end && before[to - 1] === after[end - 1]) pairs.push([--to, --end])
    const cells = (to - from) * (end - start)
    if (cells === 0) continue
    if (cells <= tableSize) {
      for (const pair of longestCommon(before, from, to, after, start, end)) pairs.push(pair)
      continue
    }
    const anchors = inOrder(onceInBoth(before, from, to, after, start, end))
    if (anchors.length === 0) {
      for (const pair of inOrder(nthToNth(before, from, to, after, start, end))) pairs.push(pair)
      continue
    }
    for (const [at, other] of [...anchors, [to, end] as const]) {
      if (at > from && other > start) waiting.push([from, at, start, other])
      if (at < to) pairs.push([at, other])
      from = at + 1
      start = other + 1
    }
  }
  return [...pairs, ...leftOver(before, after, pairs)].sort(([one], [other]) => one - other)
}

/** The longest run of pairs, sorted by the first, whose second rises as well. */
export function inOrder(pairs: readonly Aligned[]): Aligned[] {
  const sorted = [...pairs].sort(([one], [other]) => one - other)
  const tails: number[] = []
  const earlier = new Int32Array(sorted.length).fill(-1)
  for (const [at, [, value]] of sorted.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[tails[middle] ?? -1]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    earlier[at] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = at
  }
  const run: Aligned[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = earlier[at] ?? -1) {
    const pair = sorted[at]
    if (pair) run.push(pair)
  }
  return run.reverse()
}

type Range = [before: readonly number[], from: number, to: number, after: readonly number[], start: number, end: number]

function longestCommon(...[before, from, to, after, start, end]: Range): Aligned[] {
  const width = end - start + 1
  const lengths = new Uint16Array((to - from + 1) * width)
  for (let at = to - 1; at >= from; at--)
    for (let other = end - 1; other >= start; other--) {
      const cell = (at - from) * width + other - start
      lengths[cell] =
        before[at] === after[other]
          ? (lengths[cell + width + 1] ?? 0) + 1
          : Math.max(lengths[cell + width] ?? 0, lengths[cell + 1] ?? 0)
    }
  const pairs: Aligned[] = []
  let at = from
  let other = start
  while (at < to && other < end) {
    const cell = (at - from) * width + other - start
    if (before[at] === after[other]) pairs.push([at++, other++])
    else if ((lengths[cell + width] ?? 0) >= (lengths[cell + 1] ?? 0)) at++
    else other++
  }
  return pairs
}

function onceInBoth(...[before, from, to, after, start, end]: Range): Aligned[] {
  const ones = placesOf(before, from, to)
  const others = placesOf(after, start, end)
  const pairs: Aligned[] = []
  for (const [value, places] of ones) {
    const there = others.get(value)
    if (places.length === 1 && there?.length === 1) pairs.push([places[0] ?? 0, there[0] ?? 0])
  }
  return pairs
}

function nthToNth(...[before, from, to, after, start, end]: Range): Aligned[] {
  const others = placesOf(after, start, end)
  const pairs: Aligned[] = []
  for (const [value, places] of placesOf(before, from, to)) {
    const there = others.get(value) ?? []
    for (let nth = 0; nth < Math.min(places.length, there.length); nth++)
      pairs.push([places[nth] ?? 0, there[nth] ?? 0])
  }
  return pairs
}

/** What is equal and not yet paired, the first with the first: moved. */
function leftOver(before: readonly number[], after: readonly number[], pairs: readonly Aligned[]): Aligned[] {
  if (pairs.length === Math.min(before.length, after.length)) return []
  const taken = new Set(pairs.map(([at]) => at))
  const takenThere = new Set(pairs.map(([, other]) => other))
  const free = before.map((_, at) => at).filter((at) => !taken.has(at))
  const freeThere = after.map((_, at) => at).filter((at) => !takenThere.has(at))
  const values = free.map((at) => before[at] ?? -1)
  const valuesThere = freeThere.map((at) => after[at] ?? -1)
  return nthToNth(values, 0, values.length, valuesThere, 0, valuesThere.length).map(
    ([at, other]) => [free[at] ?? 0, freeThere[other] ?? 0] as const,
  )
}

function placesOf(values: readonly number[], from: number, to: number): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (let at = from; at < to; at++) {
    const value = values[at] ?? -1
    const list = places.get(value)
    if (list) list.push(at)
    else places.set(value, [at])
  }
  return places
}
