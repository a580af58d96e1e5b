/**
 * Takes away what deleted connections brought, and every briefing, scan of signals and preparation that shows any of it: a piece at a
 * time, each with the nodes that say so, until nothing is left. Nodes, chains and proofs stay as they are.
 */
import type { Sql, Tx } from '#db/client'
import { briefingsShowing, takeBriefings } from '#db/queries/briefings'
import { connectionsToErase, lockConnection, noteErased } from '#db/queries/connections'
import type { StoredRow } from '#db/queries/sealed'
import { itemsOfConnection } from '#db/queries/source-items'
import { noteErasures } from '#shared/evidence/erasure'
import { outcomesWalked } from '#shared/evidence/retention-marks'
import { changeConnections, requireProvenConnections } from '#shared/evidence/sealed/connections'
import { eraseFeedbackOn } from '#shared/evidence/sealed/feedback'
import { loseItems } from '#shared/evidence/sealed/items'
import { sealedRowsOf } from '#shared/evidence/sealed-tables'
import { soundRows } from '#shared/evidence/sealed-walks'
import type { Signer } from '#shared/evidence/signing'
import { isMismatch } from '#shared/kernel/errors/evidence'
import type { Log } from '#shared/kernel/logger'

/** Each erasure is a node that is signed. */
const briefingsAtOnce = 100
const itemsAtOnce = 500
const connectionsAtOnce = 100

const why = { reason: 'its connection was deleted', request: null, governance: null }

/**
 * A piece, in the caller's transaction. @returns whether nothing is left.
 * @throws EVIDENCE_MISMATCH where somebody has changed its row: whether it was deleted is not known then.
 */
export async function eraseDeleted(
  tx: Tx,
  { orgId, connectionId, at }: { orgId: string; connectionId: string; at: Date },
  signer: Signer,
): Promise<boolean> {
  const row = await lockConnection(tx, orgId, connectionId)
  if (!row || row.deleted_at === null || row.erased_at !== null) return true
  requireProvenConnections(signer, [row])
  const when = at.toISOString()
  const { nodes, isOver } = await takeShowing(tx, { orgId, connectionId, limit: briefingsAtOnce }, signer)
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

/**
 * Takes what shows anything of a connection, and what tasks repeat of it: at most so many. What somebody has changed may show
 * something else: it stays, and verification names it. @returns the nodes whose payloads were taken, in hex, and whether nothing is left.
 */
export async function takeShowing(
  tx: Tx,
  { orgId, connectionId, limit }: { orgId: string; connectionId: string; limit: number },
  signer: Signer,
): Promise<{ nodes: string[]; isOver: boolean }> {
  const showsIt = ({ connections }: StoredRow) => Array.isArray(connections) && connections.includes(connectionId)
  const sound: string[] = []
  let after: string | undefined
  let isOver = false
  while (!isOver && sound.length < limit) {
    const found = await briefingsShowing(tx, { orgId, connectionId, after, limit: limit - sound.length })
    const own = await soundRows(tx, signer, sealedRowsOf('briefings'), found, showsIt)
    sound.push(...own.map(({ id }) => id))
    isOver = found.length === 0
    after = found.at(-1)?.id
  }
  return { nodes: await takeBriefings(tx, sound, await outcomesWalked(tx, signer)), isOver }
}

/** Of every deleted connection, what its job has left. One whose row somebody has changed is left as it is. */
export async function* eraseAllDeleted(sql: Sql, signer: Signer, log: Log): AsyncGenerator<void, void> {
  let after: string | undefined
  do {
    const rows = await connectionsToErase(sql, after, connectionsAtOnce)
    for (const { connection_id: connectionId, org_id: orgId } of rows) {
      let isOver = false
      while (!isOver) {
        const erase = (tx: Tx) => eraseDeleted(tx, { orgId, connectionId, at: new Date() }, signer)
        isOver = await sql.begin(erase).catch((error: unknown) => {
          if (!isMismatch(error)) throw error
          log.warn({ err: error, connection: connectionId }, 'a deleted connection is not erased: its row was changed')
          return true
        })
        yield
      }
    }
    after = rows.length < connectionsAtOnce ? undefined : rows.at(-1)?.connection_id
  } while (after !== undefined)
}
