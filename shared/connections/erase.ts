/**
 * Takes away what deleted connections brought, and every briefing, scan of signals and preparation that shows any of it: a piece at a
 * time, each with the nodes that say so, until nothing is left. Nodes, chains and proofs stay as they are.
 */
import type { Sql, Tx } from '#db/client'
import { takeBriefingsShowing } from '#db/queries/briefings'
import { connectionsToErase, lockConnection, noteErased } from '#db/queries/connections'
import { itemsOfConnection } from '#db/queries/source-items'
import { noteErasures } from '#shared/evidence/erasure'
import { changeConnections } from '#shared/evidence/sealed/connections'
import { eraseFeedbackOn } from '#shared/evidence/sealed/feedback'
import { loseItems } from '#shared/evidence/sealed/items'
import type { Signer } from '#shared/evidence/signing'

/** Each erasure is a node that is signed. */
const briefingsAtOnce = 100
const itemsAtOnce = 500
const connectionsAtOnce = 100

const why = { reason: 'its connection was deleted', request: null, governance: null }

/** A piece, in the caller's transaction. @returns whether nothing is left. */
export async function eraseDeleted(
  tx: Tx,
  { orgId, connectionId, at }: { orgId: string; connectionId: string; at: Date },
  signer: Signer,
): Promise<boolean> {
  const row = await lockConnection(tx, orgId, connectionId)
  if (!row || row.deleted_at === null || row.erased_at !== null) return true
  const when = at.toISOString()
  const { nodes, isOver } = await takeBriefingsShowing(tx, { orgId, connectionId, limit: briefingsAtOnce })
  const itemIds = await loseItems(
    tx,
    signer,
    { orgId, at: when },
    itemsOfConnection({ orgId, connectionId }, itemsAtOnce),
  )
  const feedback = itemIds.length > 0 ? await eraseFeedbackOn(tx, signer, { orgId, itemIds }) : []
  await noteErasures(tx, [...nodes, ...feedback], why, signer)
  if (!isOver || itemIds.length === itemsAtOnce) return false
  await changeConnections(tx, signer, [connectionId], () => noteErased(tx, connectionId, when))
  return true
}

/** Of every deleted connection, what its job has left. */
export async function* eraseAllDeleted(sql: Sql, signer: Signer): AsyncGenerator<void, void> {
  for (;;) {
    const rows = await connectionsToErase(sql, connectionsAtOnce)
    for (const { connection_id: connectionId, org_id: orgId } of rows) {
      let isOver = false
      while (!isOver) {
        isOver = await sql.begin((tx) => eraseDeleted(tx, { orgId, connectionId, at: new Date() }, signer))
        yield
      }
    }
    if (rows.length < connectionsAtOnce) return
  }
}
