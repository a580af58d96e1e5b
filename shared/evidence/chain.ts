/** The chain of a node: the node and all its ancestors, found once and paged for ever, since ancestors never change. */
import type { Reader } from '#db/client'
import {
  allCrossingsFrom,
  crossingsFrom,
  type GraphRow,
  type PageOfChain,
  pageOfReach,
  pageOfSet,
  parentsOf,
  type Reach,
} from '#db/queries/graph'

/** How far a chain reaches: up to a place in each of some streams; or, cut off at a depth, so many nodes by their places. */
export type FoundChain = { total: number } & ({ reach: Reach[] } | { ins: number[] })

type Head = Pick<GraphRow, 'stream' | 'pos' | 'ins'>

// Beyond so many hops from stream to stream one recursive statement is cheaper than one for each hop.
const hopsInTurn = 1000

/**
 * A node and its ancestors, as far as these organisations may see them; null sees all. A stream is a line in which each node has its
 * predecessor as a parent, so a place in a stream stands for everything before it, and only hops between streams are walked.
 */
export async function chainOf(
  sql: Reader,
  { stream, pos }: Head,
  orgIds: readonly string[] | null,
): Promise<FoundChain> {
  const tops = new Map([[stream, pos]])
  let spans = [{ stream, low: -1, top: pos }]
  for (let hops = 0; spans.length > 0; hops += 1) {
    const far = hops >= hopsInTurn
    const met = await (far ? allCrossingsFrom(sql, spans, orgIds) : crossingsFrom(sql, spans, orgIds))
    spans = met.flatMap(({ stream, top }) => {
      const low = tops.get(stream) ?? -1
      if (top <= low) return []
      tops.set(stream, top)
      return [{ stream, low, top }]
    })
    if (far) break
  }
  const reach = [...tops].map(([stream, top]) => ({ stream, top }))
  return { reach, total: reach.reduce((sum, { top }) => sum + top + 1, 0) }
}

/** A node and its ancestors up to so many edges away. */
export async function chainToDepth(
  sql: Reader,
  { ins }: Head,
  maxDepth: number,
  orgIds: readonly string[],
): Promise<FoundChain> {
  const found = new Set([ins])
  let level = [ins]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    level = (await parentsOf(sql, level, orgIds)).filter((parent) => !found.has(parent))
    for (const parent of level) found.add(parent)
  }
  return { ins: [...found], total: found.size }
}

export const pageOfChain = (sql: Reader, chain: FoundChain, page: PageOfChain): Promise<GraphRow[]> =>
  'reach' in chain ? pageOfReach(sql, chain.reach, page) : pageOfSet(sql, chain.ins, page)

/** All of a chain in groups, so that no more than one group is held at a time. */
export async function* groupsOfChain(
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>,
  chain: FoundChain,
  { order, kinds, groupSize = 2000 }: Pick<PageOfChain, 'order' | 'kinds'> & { groupSize?: number },
): AsyncGenerator<GraphRow[]> {
  let after: number | undefined
  for (;;) {
    const rows = await read((sql) => pageOfChain(sql, chain, { order, kinds, after, limit: groupSize }))
    if (rows.length > 0) yield rows
    if (rows.length < groupSize) return
    after = rows.at(-1)?.ins
  }
}
