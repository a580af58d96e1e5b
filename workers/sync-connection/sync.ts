/** One piece of a sync: asks the adapter what is new, reads it, writes it with how the connection stands then. */
import type { Sql, Tx } from '#db/client'
import {
  type HeldConnection,
  heldConnection,
  lockConnection,
  type Standing,
  storeSynced,
  storeTried,
} from '#db/queries/connections'
import { itemsOfEarlierRounds, someItems } from '#db/queries/source-items'
import { peopleOf } from '#shared/briefing/adapter-state'
import { syncedNode } from '#shared/connections/connection-node'
import { itemIdOf } from '#shared/connections/item-id'
import { afterFailure, afterSuccess, mayBeTried, type SyncFailure, tried } from '#shared/connections/standing'
import { changeConnections, requireProvenConnections } from '#shared/evidence/sealed/connections'
import { bringItems, loseItems, noteTurned, requireProvenHead } from '#shared/evidence/sealed/items'
import type { Signer } from '#shared/evidence/signing'
import { restPriority, syncConnection } from '#shared/jobs/sync-connection'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { callPriority, type SendBatch } from '#shared/queue/send'
import type { JobAttempt } from '#workers/runtime/worker'
import type { SyncDelta, SyncState } from '#workers/sync-connection/adapters/adapter'
import { type ReachTools, reach, tryWithin } from '#workers/sync-connection/reach'
import type { ReadDelta } from '#workers/sync-connection/read-delta'

export const syncAgent = 'assay-sync-connection'

/** Items that one piece brings at most. */
const itemsAtOnce = 200
const pieceSeconds = 60
/** Words about parts that could not be read. */
const missingAtMost = 20

export type SyncTools = ReachTools & {
  sql: Sql
  signer: Signer
  sendBatch: SendBatch
  everyMs: number
  keptDays: number
}

/** What a piece came to, beside what the row says: it is saved on the row that it was read from, or not at all. */
export type SyncedPiece = {
  of: 'sync'
  connectionId: string
  kind: HeldConnection['kind']
  startedAt: Date
  endedAt: Date
  syncVersion: number
  /** What was asked for before it began. */
  askedAt: Date | null
  came: { failure: SyncFailure } | { value: { delta: Omit<SyncDelta, 'items'>; read: ReadDelta } }
}

/**
 * Undefined where nobody is to be asked: it was deleted, another job has it, or it wants to be left alone.
 * @throws EVIDENCE_MISMATCH where it is not as it was written: nobody is asked with its secret, wherever it leads now.
 */
export async function runSync(
  tools: SyncTools,
  connectionId: string,
  job: Pick<JobAttempt, 'id' | 'orgId' | 'signal'>,
): Promise<SyncedPiece | undefined> {
  const startedAt = new Date()
  const row = await heldConnection(tools.sql, job.orgId, connectionId)
  if (!row || row.sync_job !== job.id || !mayBeTried(row, startedAt)) return undefined
  requireProvenConnections(tools.signer, [row])
  await requireProvenHead(tools.sql, tools.signer, job.orgId)
  const { config, secret } = row
  if (config === null || secret === null) return undefined
  const came = await tryWithin(pieceSeconds, job.signal, async (signal) => {
    const { adapter, open, policy } = await reach({ ...row, config, secret }, tools)
    const { items, ...delta } = await adapter.sync(open, stateOf(row), {
      policy,
      signal,
      at: startedAt,
      backDays: tools.keptDays,
      limit: itemsAtOnce,
    })
    const about = {
      orgId: job.orgId,
      connectionId,
      salt: row.salt,
      me: peopleOf([{ config }]),
      at: startedAt,
      keptDays: tools.keptDays,
    }
    // What reads a language takes a second and 100 MB: a process that has read nothing yet does without.
    const { readDelta } = await import('#workers/sync-connection/read-delta')
    return { delta, read: await readDelta(tools, items, about, signal) }
  })
  return {
    of: 'sync',
    connectionId,
    kind: row.kind,
    startedAt,
    endedAt: new Date(),
    syncVersion: row.sync_version,
    askedAt: row.asked_at,
    came,
  }
}

/** Sound: written by the same adapter. */
const stateOf = ({ sync_state }: HeldConnection): SyncState => (sync_state === null ? null : JSON.parse(sync_state))

export type SavedPiece = { brought: number; gone: number; failure: string | undefined }

/** In one transaction with the outcome of its job. @returns undefined where the connection is another by now: then it is dropped. */
export async function saveSync(
  tx: Tx,
  tools: SyncTools,
  job: Pick<JobAttempt, 'id' | 'orgId' | 'keyId' | 'requestId'>,
  piece: SyncedPiece,
): Promise<SavedPiece | undefined> {
  const row = await lockConnection(tx, job.orgId, piece.connectionId)
  const isItsOwn = row?.sync_job === job.id && row.sync_version === piece.syncVersion
  if (!row || !isItsOwn || row.deleted_at !== null) return undefined
  if ('failure' in piece.came) {
    await saveFailure(tx, tools.signer, row, piece.came.failure, piece)
    return { brought: 0, gone: 0, failure: piece.came.failure.code }
  }
  return saveDelta(tx, tools, job, { row, piece, ...piece.came.value })
}

/** Notes that a connection could not be read. The caller holds it. */
export async function saveFailure(
  tx: Tx,
  signer: Signer,
  row: HeldConnection,
  failure: SyncFailure,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
): Promise<void> {
  const after = afterFailure(row, failure, endedAt)
  const node = await syncedNode(tx, signer, row, { ...saidBy(endedAt), after, brought: 0, gone: 0 })
  const { connection_id: id } = row
  await changeConnections(tx, signer, [id], () => storeTried(tx, id, tried(after, startedAt, endedAt), node))
  await tellIfTurned(tx, signer, { row, after, at: endedAt })
}

export const saidBy = (at: Date) => ({ agent: syncAgent, at, request: null })

export async function tellIfTurned(
  tx: Tx,
  signer: Signer,
  { row, after, at }: { row: HeldConnection; after: Standing; at: Date },
): Promise<void> {
  if (row.state !== after.state || row.error_code !== after.error_code)
    await noteTurned(tx, signer, row.org_id, at.toISOString())
}

type Arrived = {
  row: HeldConnection
  piece: SyncedPiece
  delta: Omit<SyncDelta, 'items'>
  read: ReadDelta
}

async function saveDelta(
  tx: Tx,
  { signer, sendBatch, everyMs }: SyncTools,
  job: Pick<JobAttempt, 'id' | 'orgId' | 'keyId' | 'requestId'>,
  { row, piece, delta, read }: Arrived,
): Promise<SavedPiece> {
  const { connection_id: connectionId, org_id: orgId } = row
  const { startedAt, endedAt } = piece
  const at = endedAt.toISOString()
  const place = { orgId, connectionId, at }
  const isResetting = row.is_resetting || delta.isReset
  const round = row.round + (delta.isReset && !row.is_resetting ? 1 : 0)
  const sync_state = delta.state === null ? null : JSON.stringify(delta.state)
  // What asks for more of the same without moving would do so for ever.
  const hasMore = delta.hasMore && (sync_state !== row.sync_state || read.items.length > 0)

  const brought = await bringItems(tx, signer, { ...place, round }, read.items)
  const goneIds = [...new Set(delta.gone.map((key) => itemIdOf(orgId, connectionId, key)))]
  let gone = (await loseItems(tx, signer, place, someItems(place, goneIds))).length
  if (isResetting && !hasMore) gone += (await loseItems(tx, signer, place, itemsOfEarlierRounds(place, round))).length

  const after = afterSuccess(row, { at: endedAt, everyMs, notBefore: delta.notBefore })
  const isAsked = row.asked_at?.getTime() !== piece.askedAt?.getTime()
  const mayGoOn = delta.notBefore === undefined || delta.notBefore <= endedAt
  const nextJob = (hasMore || isAsked) && mayGoOn ? uuidFrom(job.id, 'next') : null
  if (nextJob !== null) {
    const priority = isAsked ? callPriority : restPriority
    await sendBatch(tx, syncConnection, [{ id: nextJob, payload: { of: 'sync', connectionId }, priority }], job)
  }
  const missing = JSON.stringify(missingOf(delta, read, hasMore && (row.synced_at === null || isResetting)))
  const node = await syncedNode(tx, signer, row, { ...saidBy(endedAt), after, missing, brought, gone })
  const synced = {
    ...tried(after, startedAt, endedAt),
    sync_state,
    round,
    is_resetting: isResetting && hasMore,
    missing,
    sync_job: nextJob ?? row.sync_job,
  }
  await changeConnections(tx, signer, [connectionId], () => storeSynced(tx, connectionId, synced, node))
  if (brought + gone === 0) await tellIfTurned(tx, signer, { row, after, at: endedAt })
  return { brought, gone, failure: undefined }
}

const missingOf = ({ missing }: Pick<SyncDelta, 'missing'>, { tooLong }: ReadDelta, isUnfinished: boolean): string[] =>
  [
    ...(isUnfinished ? ['it is being read for the first time, and the rest is to come'] : []),
    ...(tooLong > 0 ? [`${tooLong} items that are too long to be kept`] : []),
    ...missing.map((part) => part.slice(0, 200)),
  ].slice(0, missingAtMost)
