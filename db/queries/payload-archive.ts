/** task_payloads: what old tasks were asked, on its way to the bucket. */

import type { Reader, Tx } from '#db/client'
import { payloadColumns, type StoredPayload } from '#db/queries/tasks'

/** @param digest as the node says it, of salt and text. */
export type PayloadHere = StoredPayload & { digest: string }

/** Of tasks that ended before a moment, one kibibyte or more each, behind a task. */
export async function oldPayloadsHere(
  sql: Reader,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<PayloadHere[]> {
  return sql<PayloadHere[]>`
    select ${payloadColumns(sql)}, n.body::json -> 'payload' ->> 'digest' as digest
    from task_payloads t join tasks k on k.id = t.task_id join edg_nodes n on n.id = t.node_id
    where t.text is not null and octet_length(t.text) >= 1024 and t.task_id > ${after} and k.completed_at < ${before}
    order by t.task_id limit ${limit}`
}

/** Names an object as the place of a payload that is still here. @returns whether it was; otherwise the object departs. */
export async function placePayload(
  tx: Tx,
  { node_id, place, place_key, seal }: Pick<StoredPayload, 'node_id' | 'place' | 'place_key' | 'seal'>,
): Promise<boolean> {
  const placed = await tx`
    update task_payloads
    set text = null, place = ${place}, place_key = ${place_key && Buffer.from(place_key)}, seal = ${seal && Buffer.from(seal)}
    where node_id = decode(${node_id}, 'hex') and text is not null returning 1`
  if (placed.length > 0) await tx`delete from departing_objects where place = ${place}`
  return placed.length > 0
}
