/** Asks for syncs: of one connection, of all of an organisation that were not read for a while, of those that are due. */
import { randomUUID } from 'node:crypto'
import type { Sql, Tx } from '#db/client'
import { noteAsked, noteSyncs, type Syncable, takeAskable, takeDue, takeStale } from '#db/queries/connections'
import { untilNextMs } from '#shared/connections/standing'
import { changeConnections } from '#shared/evidence/sealed/connections'
import { syncConnection } from '#shared/jobs/sync-connection'
import type { Sealer } from '#shared/kernel/sealer'
import { callPriority, type SendBatch, type Sender, toldPriority } from '#shared/queue/send'

type Sending = {
  sendBatch: SendBatch
  sealer: Sealer
  at: Date
  everyMs: number
  priority: number
  /** On whose behalf; its owner's, where it is not said. */
  sender?: Sender
  jobIdOf?: () => string
}

/** Sends those a sync of which is not under way already; each is due again some time later. The caller holds them. */
async function send(tx: Tx, rows: readonly Syncable[], sending: Sending): Promise<void> {
  const { sendBatch, sealer, at, everyMs, priority, sender, jobIdOf = randomUUID } = sending
  if (rows.length === 0) return
  const sent = rows.map((row) => ({ row, jobId: row.is_syncing ? null : jobIdOf() }))
  const jobs = sent.flatMap(({ row, jobId }) => {
    const payload = { of: 'sync' as const, connectionId: row.connection_id }
    return jobId === null ? [] : [{ id: jobId, payload, priority, by: sender ?? ownerOf(row) }]
  })
  const [first] = jobs
  if (first) await sendBatch(tx, syncConnection, jobs, first.by)
  const noted = sent.map(({ row: { connection_id }, jobId }) => ({
    connection_id,
    sync_job: jobId,
    next_sync_at: new Date(at.getTime() + untilNextMs(connection_id, everyMs)).toISOString(),
  }))
  const ids = noted.map(({ connection_id }) => connection_id)
  await changeConnections(tx, sealer, ids, () => noteSyncs(tx, noted))
}

const ownerOf = ({ org_id, key_id }: Syncable): Sender => ({
  requestId: randomUUID().replaceAll('-', ''),
  orgId: org_id,
  keyId: key_id,
})

type AskTools = Pick<Sending, 'sendBatch' | 'sealer' | 'everyMs'> & { sql: Pick<Sql, 'begin'>; at?: Date }

/**
 * Of an organisation's connections that were last synced before then, those that may be asked: a refused login, an open circuit and
 * a wish to be left alone are respected. @returns the ids of those that are being synced from now on, or were already.
 */
export async function askForSyncs(
  { sql, at = new Date(), ...tools }: AskTools,
  orgId: string,
  olderThan: Date,
  sender: Sender,
): Promise<string[]> {
  return sql.begin(async (tx) => {
    const rows = await takeStale(tx, { orgId, olderThan: olderThan.toISOString(), at: at.toISOString() })
    await send(tx, rows, { ...tools, at, priority: callPriority, sender })
    return rows.map(({ connection_id }) => connection_id)
  })
}

/** One of them; a sync that is under way is followed by another. @returns whether it is asked: some are left alone. */
export async function askForSync(
  tx: Tx,
  { at = new Date(), ...tools }: Omit<AskTools, 'sql'> & Pick<Sending, 'sender' | 'jobIdOf'>,
  connectionId: string,
): Promise<boolean> {
  const row = await takeAskable(tx, connectionId, at.toISOString())
  if (!row) return false
  await changeConnections(tx, tools.sealer, [connectionId], async () => {
    if (row.is_syncing) await noteAsked(tx, connectionId, at.toISOString())
    await send(tx, [row], { ...tools, at, priority: callPriority })
  })
  return true
}

/** Those that are due, at most so many. @returns how many were looked at. */
export async function sendDue({ sql, at = new Date(), ...tools }: AskTools, limit: number): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await takeDue(tx, at.toISOString(), limit)
    await send(tx, rows, { ...tools, at, priority: toldPriority })
    return rows.length
  })
}
