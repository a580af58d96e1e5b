/** The API process: configuration, store, queue, app, then listening, then an orderly end. */
import { makeApp } from '#api/app'
import { openAuth } from '#api/http/auth'
import { openKeyClaims } from '#api/http/idempotency'
import { listen } from '#api/http/listener'
import { openRateLimit } from '#api/http/rate-limit'
import type { Drain } from '#api/http/request'
import { openStore, patienceOf, writeBoundsOf } from '#api/http/store'
import { openStreams } from '#api/http/streams'
import { watchCrews } from '#api/http/worker-presence'
import { openSql } from '#db/client'
import { openAdmissions } from '#shared/agents/admission'
import { openAnsweredNodes } from '#shared/governance/answered-nodes'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { onceAMinute } from '#shared/kernel/failures'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { drawShard } from '#shared/kernel/shard'
import { openProcess } from '#shared/process/open-process'
import { openBoss } from '#shared/queue/boss'
import { openQueueClient } from '#shared/queue/client'
import { prepareQueues } from '#shared/queue/create-queues'
import { notedRecorder } from '#shared/traces/noted-recorder'
import { openRecorder } from '#shared/traces/record'

/** How long /readyz says no before anything else is done. */
const leavingMs = 1000
const heldMs = 100

const settings = readConfig(process.env)
endWithSupervisor(process.env)
// What is not done for a request: settings, endings of jobs.
const pool = { poolSize: 4, statementTimeoutMs: 15_000 }
const self = await openProcess('api', settings, { pool })
const { config, id: processId, clientName, log, sql, signer, governance, metrics, standstills, onStop } = self
const store = openStore(`${clientName}:requests`, config)
// Limits are counted without waiting for the disk: after a crash of the store a window starts anew anyway.
const counters = openSql({
  url: config.databaseUrl,
  name: `${clientName}:requests`,
  poolSize: 2,
  synchronousCommit: false,
  statementTimeoutMs: 5000,
  isTakenBack: true,
})
onStop('store of requests', () => Promise.all([counters.end({ timeout: 5 }), store.close()]))

const boss = await openBoss(sql, {
  upkeep: false,
  onError: onceAMinute((error) => log.warn({ err: error }, 'queue error')),
})
await prepareQueues(boss)
await boss.stop({ graceful: false, close: false })
const bounds = writeBoundsOf(config)
const patience = patienceOf(config)
const answered = openAnsweredNodes({ sql, signer, log })
onStop('nodes that were answered', () => answered.stop())
const queue = await openQueueClient({
  url: config.databaseUrl,
  sql,
  sealer: signer,
  processId,
  log,
  read: store.read,
  bounds,
  patience,
  standstills,
  noteNode: answered.note,
})
onStop('queue', () => queue.close())
const crews = watchCrews(store.read, log)
onStop('worker presence', () => crews.close())
const rateLimit = openRateLimit(counters, config, log, standstills)
onStop('rate limits', () => rateLimit.close())
const streams = openStreams(store, signer, config.streamsPerKey, log)
onStop('streams', () => streams.close())

const drain: Drain = { isLeaving: false, gate: undefined, inFlight: 0 }
const app = makeApp(
  {
    config,
    read: store.read,
    readAtOnce: store.readAtOnce,
    readLong: store.readLong,
    recorder: notedRecorder(openRecorder(store.batches, signer, drawShard(), patience, standstills), answered.note),
    admit: openAdmissions(
      store.batches,
      { governance, sendBatch: queue.sendBatch, limits: config },
      patience,
      standstills,
    ),
    queue,
    crews,
    signer,
    governance,
    standstills,
    seal: openSeal(config.sealingKey),
    log,
    drain,
  },
  {
    log,
    metrics,
    authenticate: openAuth(store.read, sql, signer, log),
    rateLimit,
    writes: store.writes,
    claimKey: openKeyClaims(store.batches, signer, patience, standstills),
    onBehalfOf: store.onBehalfOf,
    streams,
    answered,
    drain,
  },
)
const listener = await listen(app, {
  hostname: config.host,
  port: config.port,
  isShared: config.reusePort,
  drain,
  log,
})
onStop('requests', drainRequests, config.drainMs + 10_000)
log.info({ port: listener.port, areas: config.areas }, 'api listening')

/**
 * First /readyz says no, for those who send us traffic. Then nothing new is accepted, and what runs is finished.
 *
 * Connections that are idle when we stop listening are closed, and a client may be writing its next request on one at
 * that moment. So answers are held back for a little before: a client that is waiting is not idle. Each held answer then
 * asks its connection to close.
 */
async function drainRequests(): Promise<void> {
  drain.isLeaving = true
  await Bun.sleep(leavingMs)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  drain.gate = gate
  await Bun.sleep(heldMs)
  listener.stopListening()
  open()
  const deadline = Date.now() + config.drainMs
  while (drain.inFlight > 0 && Date.now() < deadline) await Bun.sleep(20)
  // The last answers are still on their way out.
  await Bun.sleep(heldMs)
  listener.cut()
}
