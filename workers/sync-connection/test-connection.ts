/** Tests whether one gets in over a connection, there already or not, and notes what came of it. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/client'
import { heldConnection, lockConnection, type Standing, storeTried } from '#db/queries/connections'
import { askForSync } from '#shared/connections/ask'
import { syncedNode } from '#shared/connections/connection-node'
import { afterSuccess, tried } from '#shared/connections/standing'
import type { ConnectionTested } from '#shared/contracts/connections'
import { changeConnections, requireProvenConnections } from '#shared/evidence/sealed/connections'
import type { PayloadOf } from '#shared/jobs/contract'
import { type syncConnection, testedReply } from '#shared/jobs/sync-connection'
import { connectionNotFound } from '#shared/kernel/errors/connections'
import { keepResults } from '#shared/queue/results'
import type { JobAttempt } from '#workers/runtime/worker'
import { type Reachable, reach, tryWithin } from '#workers/sync-connection/reach'
import { type SyncTools, saidBy, saveFailure, tellIfTurned } from '#workers/sync-connection/sync'

export type TestPayload = Extract<PayloadOf<typeof syncConnection>, { of: 'test' }>

const testSeconds = 10

export type MadeTest = {
  of: 'test'
  connectionId: string
  kind: Reachable['kind']
  startedAt: Date
  endedAt: Date
  tested: ConnectionTested
  /** Of the secret that was tried; undefined of a connection that is not there yet. */
  secretVersion: number | undefined
}

/** @throws CONNECTION_NOT_FOUND, EVIDENCE_MISMATCH */
export async function runTest(
  tools: SyncTools,
  { connectionId, draft }: TestPayload,
  job: Pick<JobAttempt, 'orgId' | 'signal'>,
): Promise<MadeTest> {
  const startedAt = new Date()
  const { row, secretVersion } = await rowOf(tools, connectionId, draft, job.orgId)
  const came = await tryWithin(testSeconds, job.signal, async (signal) => {
    const { adapter, open, policy } = await reach(row, tools)
    await adapter.test(open, { policy, signal, at: startedAt, backDays: tools.keptDays, limit: 1 })
  })
  const endedAt = new Date()
  const failure = 'failure' in came ? came.failure : undefined
  const error = failure
    ? { code: failure.code, message: failure.message.slice(0, 500), retry_at: failure.retryAt?.toISOString() ?? null }
    : null
  const latency_ms = Math.max(0, endedAt.getTime() - startedAt.getTime())
  const tested = { reachable: error === null, error, latency_ms }
  return { of: 'test', connectionId, kind: row.kind, startedAt, endedAt, tested, secretVersion }
}

async function rowOf(
  { sql, signer }: SyncTools,
  connectionId: string,
  draft: TestPayload['draft'],
  orgId: string,
): Promise<{ row: Reachable; secretVersion: number | undefined }> {
  if (draft) {
    const { kind, config, sealed: secret } = draft
    return { row: { org_id: orgId, connection_id: connectionId, kind, config, secret }, secretVersion: undefined }
  }
  const held = await heldConnection(sql, orgId, connectionId)
  if (!held) throw connectionNotFound(connectionId)
  requireProvenConnections(signer, [held])
  if (held.config === null || held.secret === null) throw connectionNotFound(connectionId)
  const { config, secret } = held
  return { row: { ...held, config, secret }, secretVersion: held.secret_version }
}

/** What came of it, for whoever asks for the job; and how the connection stands from now on. One that works again is synced at once. */
export async function saveTest(tx: Tx, tools: SyncTools, job: JobAttempt, made: MadeTest): Promise<void> {
  const { connectionId, startedAt, endedAt, tested } = made
  await keepResults(tx, tools.signer, [{ job_id: job.id, org_id: job.orgId, text: testedReply(tested) }])
  if (made.secretVersion === undefined) return
  const row = await lockConnection(tx, job.orgId, connectionId)
  if (!row || row.deleted_at !== null || row.secret_version !== made.secretVersion) return
  if (tested.error) {
    const { code, message, retry_at } = tested.error
    const retryAt = retry_at === null ? null : new Date(retry_at)
    return saveFailure(tx, tools.signer, row, { code, message, retryAt }, { startedAt, endedAt })
  }
  if (row.state !== 'failing' && row.state !== 'paused') return
  const after: Standing = {
    ...afterSuccess(row, { at: endedAt, everyMs: tools.everyMs }),
    next_sync_at: endedAt.toISOString(),
  }
  const { sendBatch, everyMs, signer } = tools
  const node = await syncedNode(tx, signer, row, { ...saidBy(endedAt), after, brought: 0, gone: 0 })
  const standing = tried(after, startedAt, endedAt)
  await changeConnections(tx, signer, [connectionId], () => storeTried(tx, connectionId, standing, node))
  await tellIfTurned(tx, signer, { row, after, at: endedAt })
  const asking = { sendBatch, sealer: signer, everyMs, at: endedAt, sender: job, jobIdOf: randomUUID }
  await askForSync(tx, asking, connectionId)
}
