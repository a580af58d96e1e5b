/** The API process: configuration, store, desk, app, then listening, then an orderly end. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { makeApp } from '#api/app'
import { openAuth } from '#api/http/auth'
import { listen } from '#api/http/listener'
import { openRateLimit } from '#api/http/rate-limit'
import type { Drain } from '#api/http/request'
import { openStore, patienceOf, writeBoundsOf } from '#api/http/store'
import { openStreams } from '#api/http/streams'
import { watchCrews } from '#api/http/worker-presence'
import { startUpkeep } from '#api/upkeep'
import { openDb, openSql } from '#db/client'
import { assertOwnSessions } from '#db/own-session'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { openGovernance } from '#shared/governance/governance'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import { openMetrics, startReporting } from '#shared/kernel/metrics'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { endInOrder } from '#shared/kernel/process/shutdown'
import { drawShard } from '#shared/kernel/shard'
import { Standstills } from '#shared/kernel/standstills'
import { openBoss } from '#shared/queue/boss'
import { openDesk } from '#shared/queue/client'
import { prepareQueues } from '#shared/queue/create-queues'
import { openRecorder } from '#shared/traces/record'

const config = readConfig(process.env)
endWithSupervisor(process.env)
const log = openLog('api', config.logLevel)
const processId = randomUUID()
const name = `assay-api:${processId}`
await assertOwnSessions(config.databaseUrl)
// What is not done for a request: settings, upkeep, endings of jobs.
const { sql, close } = openDb({ url: config.databaseUrl, name, poolSize: 4, statementTimeoutMs: 15_000 })
const store = openStore(`${name}:requests`, config)
// Limits are counted without waiting for the disk: after a crash of the store a window starts anew anyway.
const counters = openSql({
  url: config.databaseUrl,
  name: `${name}:requests`,
  poolSize: 2,
  synchronousCommit: false,
  statementTimeoutMs: 5000,
  isTakenBack: true,
})

const boss = await openBoss(sql, { upkeep: false, onError: (error) => log.warn({ err: error }, 'queue error') })
await prepareQueues(boss)
await boss.stop({ graceful: false, close: false })
const signer = openSigner(config.signingKey)
await registerKey(sql, signer)
const governance = await openGovernance({ sql, signer, config, log })
const bounds = writeBoundsOf(config)
const patience = patienceOf(config)
const standstills = new Standstills()
const desk = await openDesk({
  url: config.databaseUrl,
  sql,
  processId,
  log,
  read: store.read,
  bounds,
  patience,
  standstills,
})
const crews = watchCrews(store.read, log)
const metrics = openMetrics(`api:${process.pid}`)
const reporting = startReporting(
  sql,
  log,
  metrics,
  {
    process_id: processId,
    role: 'api',
    jobs: [],
    host: hostname(),
    pid: process.pid,
  },
  standstills,
)
const rateLimit = openRateLimit(counters, config, log, standstills)
const streams = openStreams(store.read, config.streamsPerKey, log)
const upkeep = startUpkeep({ sql, log, keptDays: config.keptDays, signer })

const drain: Drain = { isLeaving: false, gate: undefined, inFlight: 0 }
const app = makeApp(
  {
    config,
    read: store.read,
    readAtOnce: store.readAtOnce,
    readLong: store.readLong,
    recorder: openRecorder(store.batches, drawShard(), patience, standstills),
    desk,
    crews,
    signer,
    governance,
    seal: openSeal(config.sealingKey),
    log,
    drain,
  },
  { log, metrics, authenticate: openAuth(store.read, sql, log), rateLimit, writes: store.writes, streams, drain },
)
const listener = await listen(app, {
  hostname: config.host,
  port: config.port,
  isShared: config.reusePort,
  drain,
  log,
})
log.info({ port: listener.port, areas: config.areas }, 'api listening')

const leavingMs = 1000
const heldMs = 100

/**
 * First /readyz says no, for those who send us traffic. Then nothing new is accepted, and what runs is finished.
 *
 * Connections that are idle when we stop listening are closed, and a client may be writing its next request on one at
 * that moment. So answers are held back for a little before: a client that is waiting is not idle. Each held answer then
 * asks its connection to close.
 */
async function stop(): Promise<void> {
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
  await upkeep.stop()
  await streams.close()
  await crews.close()
  await rateLimit.close()
  await desk.close()
  await reporting.stop()
  await governance.close()
  await Promise.all([counters.end({ timeout: 5 }), store.close(), close()])
  log.info('api stopped')
  process.exit(process.exitCode ?? 0)
}
endInOrder(log, stop)
