/**
 * A peer's API process: `bun bench/peers/api.ts PEER`, started by the benches. The same app behind the same doors; only
 * what sends a job and waits for it, or what stores a trace, is the peer's.
 */
import { addRoute, makeApp } from '#api/app'
import { openAuth } from '#api/http/auth'
import { openKeyClaims } from '#api/http/idempotency'
import { listen } from '#api/http/listener'
import { openRateLimit } from '#api/http/rate-limit'
import { type Doors, serveWith } from '#api/http/request'
import { openStore } from '#api/http/store'
import { openStreams } from '#api/http/streams'
import { watchCrews } from '#api/http/worker-presence'
import { traceHeaders } from '#api/traces/index'
import { tracesEndpoints } from '#api/traces/traces'
import { openBossSender } from '#bench/peers/boss'
import { openFloorSender } from '#bench/peers/floor'
import { openGraphileSender } from '#bench/peers/graphile'
import { openPeerClient, waitOnlyClient } from '#bench/peers/replies'
import { openWork } from '#bench/peers/work'
import { openDb, openSql, type Sql, writerOf } from '#db/client'
import { openAdmissions } from '#shared/agents/admission'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import { openGovernance } from '#shared/governance/governance'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import { openMetrics } from '#shared/kernel/metrics'
import { Standstills } from '#shared/kernel/standstills'
import type { QueueClient } from '#shared/queue/client'
import { openTracePages } from '#shared/traces/pages'
import { openRecorder, type Recorder } from '#shared/traces/record'

const settings = readConfig(process.env)
const url = settings.databaseUrl
process.on('SIGTERM', () => process.exit(0))
// What went wrong is counted by status; a peer that stalls would fill the screen.
const log = openLog('peer', 'fatal')
const name = 'assay-bench-api'
const { sql } = openDb({ url, name, poolSize: settings.apiPoolSize, statementTimeoutMs: 15_000 })
const config = await unlock(settings, sql)
const counters = openSql({ url, name, poolSize: 2, synchronousCommit: false, statementTimeoutMs: 5000 })
const store = openStore(name, config)
const signer = openSigner(config.signingKey)
await registerKey(sql, signer)
const governance = await openGovernance({ sql, signer, config, log })

/** No queue: the tree is computed and saved in the request, one transaction a call. */
async function openDirectClient(): Promise<QueueClient> {
  const { perform, settle } = await openWork(settings, config.apiPoolSize)
  return waitOnlyClient(async (id, envelope) => {
    const performed = await perform({ id, envelope })
    await settle([performed])
    return { reply: performed.reply }
  })
}

const clients: Record<string, () => Promise<QueueClient>> = {
  graphile: async () => openPeerClient(sql, signer, await openGraphileSender(url)),
  boss: async () => openPeerClient(sql, signer, await openBossSender(url)),
  floor: async () => openPeerClient(sql, signer, await openFloorSender(url)),
  direct: openDirectClient,
  'single-rows': async () => waitOnlyClient(() => Promise.resolve('late')),
}
const open = clients[process.argv[2] ?? '']
if (!open) throw new Error(`there is no peer ${process.argv[2]}`)

const drain = { isLeaving: false, gate: undefined, inFlight: 0 }
const doors: Doors = {
  log,
  metrics: openMetrics(`peer:${process.pid}`),
  authenticate: openAuth(store.read, sql, signer, log),
  rateLimit: openRateLimit(counters, config, log),
  writes: store.writes,
  claimKey: openKeyClaims(store.batches, signer),
  onBehalfOf: store.onBehalfOf,
  streams: openStreams(store, signer, config.streamsPerKey, log),
  answered: { note: () => undefined },
  drain,
}
const seal = openSeal(config.sealingKey)
const { read, readAtOnce, readLong } = store
const recorder = openRecorder(store.batches, signer, 0)
const crews = watchCrews(read, log)
const queue = await open()
const admit = openAdmissions(store.batches, { governance, sendBatch: queue.sendBatch, limits: config })
const standstills = new Standstills()
const app = makeApp(
  {
    config,
    read,
    readAtOnce,
    readLong,
    recorder,
    admit,
    queue,
    crews,
    signer,
    governance,
    standstills,
    seal,
    log,
    drain,
  },
  doors,
)

const shards = 16
/** One statement a trace. Its counters go round all of their rows, or one row's lock would let one through at a time. */
function openSingleRecorder(pool: Sql): Recorder {
  const recorders = Array.from({ length: shards }, (_, shard) => openRecorder(writerOf(pool), signer, shard))
  let turn = 0
  return {
    recordAll: () => Promise.reject(new Error('this peer stores one at a time')),
    async recordOne(prepared) {
      const [recorded] = (await recorders[turn++ % shards]?.recordAll([prepared])) ?? []
      if (!recorded) throw new Error('nothing was recorded')
      return recorded
    },
  }
}
const room = { recorder: openSingleRecorder(sql), pages: openTracePages(signer), signer, governance, read }
for (const endpoint of tracesEndpoints(room)) {
  if (endpoint.route.method !== 'POST') continue
  const serve = serveWith(
    { ...doors, governance },
    { area: 'A', name: 'traces', basePath: '', endpoints: [] },
    endpoint,
    traceHeaders,
  )
  addRoute(app, 'POST', `/single${endpoint.route.path}`, serve)
}

await listen(app, { hostname: config.host, port: config.port, drain, log })
