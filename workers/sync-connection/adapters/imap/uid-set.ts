/** Sets of UIDs as IMAP writes them: `1:5,9`. Pure. */

/** In any order and more than once, if need be. */
export function packUids(uids: readonly number[]): string {
  const sorted = [...new Set(uids)].sort((one, other) => one - other)
  const runs: string[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1
    runs.push(end === at ? `${sorted[at]}` : `${sorted[at]}:${sorted[end]}`)
    at = end + 1
  }
  return runs.join(',')
}

/** Ascending. What is no set is an empty one; beyond `limit` the highest are given. */
export function unpackUids(set: string, limit: number): number[] {
  const runs = rangesIn(set)
  const uids: number[] = []
  for (let at = runs.length - 1; at >= 0 && uids.length < limit; at -= 1) {
    const [from, to] = runs[at] ?? [1, 0]
    for (let uid = to; uid >= from && uids.length < limit; uid -= 1) uids.push(uid)
  }
  return uids.reverse()
}

/** Without writing out what a server says in a word: `1:4294967295` is one range. */
export function uidsWithin(uids: Iterable<number>, sets: readonly string[]): number[] {
  const runs = sets.flatMap(rangesIn).sort(([one], [other]) => one - other)
  const found: number[] = []
  let at = 0
  let reach = 0
  for (const uid of [...uids].sort((one, other) => one - other)) {
    for (; at < runs.length && (runs[at]?.[0] ?? 0) <= uid; at += 1) reach = Math.max(reach, runs[at]?.[1] ?? 0)
    if (uid <= reach) found.push(uid)
  }
  return found
}

function rangesIn(set: string): [number, number][] {
  const ranges: [number, number][] = []
  for (const part of set.split(',')) {
    const [, first, last] = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(part) ?? []
    if (first === undefined) continue
    const [one, other] = [Number(first), Number(last ?? first)]
    ranges.push([Math.min(one, other), Math.max(one, other)])
  }
  return ranges
}
