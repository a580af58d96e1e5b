/** Whether what was found of a chain is all of it: edges lead from node to node, but only the signed texts say who the parents are. */
import type { Reader } from '#db/client'
import { countEdges, type GraphRow, placesOf } from '#db/queries/graph'
import type { FoundChain } from '#shared/evidence/chain'
import { parentsIn } from '#shared/evidence/present'

/**
 * @param rows every node of the chain, or of it every one of some kinds.
 * @param orgIds whose nodes belong to the chain: where a parent is somebody else's, it ends.
 */
export async function isWholeChain(
  sql: Reader,
  chain: FoundChain,
  rows: readonly GraphRow[],
  { orgIds, isOfKinds }: { orgIds: readonly string[]; isOfKinds: boolean },
): Promise<boolean> {
  if (!isOfKinds && rows.length !== chain.total) return false
  const parents = rows.flatMap((row) => parentsIn(row).map(({ hash }) => hash))
  const ids = rows.map(({ id }) => id)
  // Cut off at a depth, it lacks parents by right; but each edge that there should be is there.
  if ('ins' in chain) return (await countEdges(sql, ids)) === parents.length
  const here = new Set(ids)
  const elsewhere = [...new Set(parents.filter((hash) => !here.has(hash)))]
  if (elsewhere.length === 0) return true
  const tops = new Map(chain.reach.map(({ stream, top }) => [stream, top]))
  const places = await placesOf(sql, elsewhere)
  return (
    places.length === elsewhere.length &&
    places.every(({ stream, pos, org_id }) => !orgIds.includes(org_id) || pos <= (tops.get(stream) ?? -1))
  )
}
