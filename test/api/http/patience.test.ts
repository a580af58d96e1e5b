/** How long a connection may stand still: not while it waits for its answer, but before, after, and when its reader stops. */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApp } from '#api/app'
import { openAuth } from '#api/http/auth'
import { openKeyClaims } from '#api/http/idempotency'
import { listen } from '#api/http/listener'
import { openRateLimit } from '#api/http/rate-limit'
import { openStore, patienceOf, writeBoundsOf } from '#api/http/store'
import { openStreams } from '#api/http/streams'
import { watchCrews } from '#api/http/worker-presence'
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
import { openBoss } from '#shared/queue/boss'
import { openQueueClient } from '#shared/queue/client'
import { prepareQueues } from '#shared/queue/create-queues'
import { openRecorder } from '#shared/traces/record'
import { freshDatabase } from '#test/support/database'
import { storeKey } from '#test/support/keys'
import { aTrace } from '#test/support/makers'
import { until } from '#test/support/until'

const idleMs = 1000
const waitMs = 7000

let url: string
let key: string
let stop: () => Promise<void>
const drain = { isLeaving: false, gate: undefined, inFlight: 0 }

beforeAll(async () => {
  const database = await freshDatabase()
  const { sql } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, WAIT_MS_GENERATE_TREE: String(waitMs) }
  const config = await unlock(readConfig(env), sql)
  const log = openLog('api', 'silent')
  const store = openStore('assay-test', config)
  const boss = await openBoss(sql, { upkeep: false, onError: () => undefined })
  await prepareQueues(boss)
  await boss.stop({ graceful: false, close: false })
  const signer = openSigner(config.signingKey)
  const seal = openSeal(config.sealingKey)
  await registerKey(sql, signer)
  const governance = await openGovernance({ sql, signer, config, log })
  const patience = patienceOf(config)
  const queue = await openQueueClient({
    url: config.databaseUrl,
    sql,
    sealer: signer,
    processId: randomUUID(),
    log,
    read: store.read,
    bounds: writeBoundsOf(config),
    patience,
  })
  const rateLimit = openRateLimit(sql, config, log)
  const streams = openStreams(store, signer, config.streamsPerKey, log)
  const crews = watchCrews(store.read, log)
  const app = makeApp(
    {
      config,
      read: store.read,
      readAtOnce: store.readAtOnce,
      readLong: store.readLong,
      recorder: openRecorder(store.batches, signer, 0, patience),
      admit: openAdmissions(store.batches, { governance, sendBatch: queue.sendBatch, limits: config }, patience),
      queue,
      crews,
      signer,
      governance,
      standstills: new Standstills(),
      seal,
      log,
      drain,
    },
    {
      log,
      metrics: openMetrics('api:test'),
      authenticate: openAuth(store.read, sql, signer, log),
      rateLimit,
      writes: store.writes,
      claimKey: openKeyClaims(store.batches, signer, patience),
      onBehalfOf: store.onBehalfOf,
      streams,
      answered: { note: () => undefined },
      drain,
    },
  )
  const listener = await listen(app, { hostname: '127.0.0.1', port: 0, idleMs, drain, log })

  url = `http://127.0.0.1:${listener.port}`
  key = (await storeKey(sql, signer, { org_id: 'org_test', areas: ['A'], scopes: [], tier: 'enterprise' })).key
  stop = async () => {
    listener.stopListening()
    listener.cut()
    await streams.close()
    await crews.close()
    await rateLimit.close()
    await queue.close()
    await store.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
afterAll(() => stop())

test('a call that waits for its job is answered when its limit passes, not cut off before', async () => {
  const authorization = `Bearer ${key}`
  const headers = { authorization, 'content-type': 'application/json' }
  const stored = await fetch(`${url}/traces`, { method: 'POST', headers, body: JSON.stringify(aTrace()) })
  expect(stored.status).toBe(201)

  const answer = await fetch(`${url}/systems/chat-eu/tree`, { headers: { authorization } })

  expect([answer.status, await answer.json()]).toMatchObject([504, { error: { code: 'JOB_TIMEOUT' } }])
})

/** Writes to a connection by hand; what came back, and when it was closed by the other end. */
async function talk(...parts: string[]): Promise<{ text: () => string; closed: Promise<void>; socket: Socket }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('data', (chunk) => received.push(chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve())
  await new Promise<void>((done) => socket.once('connect', () => done()))
  for (const part of parts) socket.write(part)
  return { text: () => Buffer.concat(received).toString('utf8'), closed, socket }
}

const asking = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n${more}\r\n`

describe('a connection', () => {
  test('on which nothing more is asked after a job’s answer is closed', async () => {
    const { text, closed } = await talk(asking('/systems/chat-eu/tree', 'prefer: wait=2\r\n'))

    await closed
    expect(text()).toStartWith('HTTP/1.1 202')
  })

  test('on which the next request is only begun after a job’s answer is closed', async () => {
    const { text, closed, socket } = await talk(asking('/systems/chat-eu/tree', 'prefer: wait=2\r\n'))
    await until(() => text().includes('HTTP/1.1 202'), { what: 'the first answer' })
    socket.write('GET /livez HT')

    await closed
    expect(text()).not.toContain('HTTP/1.1 200')
  })

  test('whose body stands still is closed, its length told or not', async () => {
    const head = `POST /traces HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`
    const told = await talk(`${head}content-length: 100\r\n\r\n{"a`)
    const chunked = await talk(`${head}transfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n`)

    await Promise.all([told.closed, chunked.closed])
    for (const { text } of [told, chunked]) expect(text()).toStartWith('HTTP/1.1 400')
  })

  test('that has never said anything is closed', async () => {
    const { closed } = await talk()

    await closed
  })

  test('whose reader takes nothing is closed, and what it was sent is let go', async () => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(asking('/openapi.json').repeat(90))
    await until(() => drain.inFlight > 0, { what: 'the answers to begin' })

    await until(() => drain.inFlight === 0, { what: 'the reader to be given up', timeoutMs: 15_000 })
    socket.destroy()
  })
})
