/** sync-connection's worker: reads connections piece by piece, tests them, erases what deleted ones brought; sends what is due, and waits for what is new. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/client'
import { lockConnection, lockConnections } from '#db/queries/connections'
import { eraseDeleted } from '#shared/connections/erase'
import { brokenSync } from '#shared/connections/standing'
import type { PayloadOf } from '#shared/jobs/contract'
import { restPriority, syncConnection, testedReply } from '#shared/jobs/sync-connection'
import { openSeal } from '#shared/kernel/encryption'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { type Done, defineWorker, type Failure, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'
import { Adapters, watchableKinds } from '#workers/sync-connection/adapters/index'
import { openSyncMetrics } from '#workers/sync-connection/metrics'
import { startSchedule } from '#workers/sync-connection/schedule'
import { runSync, type SyncedPiece, type SyncTools, saveFailure, saveSync } from '#workers/sync-connection/sync'
import { type MadeTest, runTest, saveTest } from '#workers/sync-connection/test-connection'
import { Watches } from '#workers/sync-connection/watch'

type Payload = PayloadOf<typeof syncConnection>
type Result = SyncedPiece | MadeTest | { of: 'erase'; connectionId: string } | { of: 'nothing' }

export const worker = defineWorker(syncConnection, (tools: WorkerTools) => {
  const { db, signer, config, log, sendBatch } = tools
  const { sql } = db
  const { syncEverySeconds, itemsKeptDays, watchesPerProcess } = config.connections
  const adapters = new Adapters()
  const own: SyncTools = {
    sql,
    signer,
    sendBatch,
    seal: openSeal(config.sealingKey),
    allow: config.adapterAllow,
    adapterOf: adapters.of,
    everyMs: syncEverySeconds * 1000,
    keptDays: itemsKeptDays,
  }
  const watching = { ...own, log, processId: randomUUID(), limit: watchesPerProcess, kinds: watchableKinds }
  const watches = new Watches(watching)
  const schedule = startSchedule({ sql, sealer: signer, sendBatch, everyMs: own.everyMs, log })
  const observe = openSyncMetrics(tools.registry, () => watches.size)

  async function saveOne(tx: Tx, { job, result }: Done<Result>): Promise<void> {
    if (result.of === 'nothing') return
    if (result.of === 'test') return saveTest(tx, own, job, result)
    if (result.of === 'erase') return saveErasure(tx, job, result.connectionId)
    const saved = await saveSync(tx, own, job, result)
    const { kind, startedAt, endedAt, connectionId } = result
    const about = { connection_id: connectionId, kind, ms: endedAt.getTime() - startedAt.getTime() }
    if (!saved) return job.log.info(about, 'a sync was dropped: its connection has changed meanwhile')
    observe({ kind, ...saved, seconds: about.ms / 1000 })
    if (saved.failure === undefined) job.log.info({ ...about, ...saved }, 'connection synced')
    else job.log.warn({ ...about, code: saved.failure }, 'connection could not be read')
  }

  async function saveErasure(tx: Tx, job: JobAttempt, connectionId: string): Promise<void> {
    const isOver = await eraseDeleted(tx, { orgId: job.orgId, connectionId, at: new Date() }, signer)
    if (isOver) return
    const next = {
      id: uuidFrom(job.id, 'next'),
      payload: { of: 'erase' as const, connectionId },
      priority: restPriority,
    }
    await sendBatch(tx, syncConnection, [next], job)
  }

  return {
    // Each waits for another machine, or for the store.
    concurrency: 8,
    // For tests and for syncs that a briefing waits for: all others may be first syncs.
    reserved: 8,
    async run(payload: Payload, job: JobAttempt): Promise<Result> {
      if (payload.of === 'test') return runTest(own, payload, job)
      if (payload.of === 'erase') return payload
      return (await runSync(own, payload.connectionId, job)) ?? { of: 'nothing' }
    },
    hold: (tx, payloads) =>
      lockConnections(
        tx,
        payloads.map(({ connectionId }) => connectionId),
      ),
    async save(tx, done) {
      // In the same order whoever saves: each holds what its organisation has.
      for (const each of inOrder(done, ({ job }) => job.orgId)) await saveOne(tx, each)
    },
    async onDiscarded(tx, failures) {
      for (const { id, orgId, payload } of inOrder<Failure<Payload>>(failures, (each) => each.orgId)) {
        if (payload.of !== 'sync') continue
        const row = await lockConnection(tx, orgId, payload.connectionId)
        const at = new Date()
        if (row && row.sync_job === id && row.deleted_at === null)
          await saveFailure(tx, signer, row, brokenSync(id), { startedAt: at, endedAt: at })
      }
    },
    reply: (result) => (result.of === 'test' ? testedReply(result.tested) : undefined),
    async close() {
      await schedule.stop()
      await watches.stop()
      await adapters.close()
    },
  }
})

const inOrder = <Each>(all: readonly Each[], nameOf: (each: Each) => string): Each[] =>
  all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
