/** A call that waits for its job longer than a silent connection may live. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApp } from '#api/app'
import { openAuth } from '#api/doors/auth'
import { openRateLimit } from '#api/doors/rate-limit'
import { openWithin } from '#api/doors/store'
import { insertKey } from '#db/queries/keys'
import { readConfig } from '#shared/config'
import { registerKey } from '#shared/evidence/register'
import { openSigner } from '#shared/evidence/signing'
import { openGovernance } from '#shared/governance/governance'
import { makeKey } from '#shared/keys'
import { openLog } from '#shared/log'
import { openMetrics } from '#shared/metrics'
import { openBoss } from '#shared/queue/boss'
import { openDesk } from '#shared/queue/desk'
import { prepareQueues } from '#shared/queue/prepare'
import { openSeal } from '#shared/sealing'
import { freshDatabase } from '#test/support/database'
import { aTrace } from '#test/support/makers'

// Bun looks at idle connections every four seconds, so one of a second is cut within five.
const idleTimeoutSeconds = 1
const waitMs = 7000

let url: string
let key: string
let stop: () => Promise<void>

setDefaultTimeout(30_000)
beforeAll(async () => {
  const database = await freshDatabase()
  const { sql } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, WAIT_MS_GENERATE_TREE: String(waitMs) })
  const log = openLog('api', 'silent')
  const within = openWithin(config.storeDeadlineMs)
  const boss = await openBoss(sql, { upkeep: false, onError: () => undefined })
  await prepareQueues(boss)
  await boss.stop({ graceful: false, close: false })
  const signer = openSigner(config.signingKey)
  const seal = openSeal(config.sealingKey)
  await registerKey(sql, signer)
  const governance = await openGovernance({ sql, signer, config, log })
  const desk = await openDesk({ url: config.databaseUrl, sql, processId: randomUUID(), log, within })
  const rateLimit = openRateLimit(sql, config.rateLimits, log)
  const drain = { isLeaving: false, gate: undefined, inFlight: 0 }
  const app = makeApp(
    { config, sql, desk, signer, governance, seal, log, within, shard: 0, drain },
    { sql, log, metrics: openMetrics('api:test'), authenticate: openAuth(sql, log), rateLimit, within, drain },
  )
  app.listen({ hostname: '127.0.0.1', port: 0, idleTimeout: idleTimeoutSeconds })

  url = `http://127.0.0.1:${app.server?.port}`
  const made = makeKey('test')
  key = made.text
  await insertKey(sql, {
    id: made.id,
    lookup: made.lookup,
    secret_sha256: made.secretSha256,
    name: 'test',
    org_id: 'org_test',
    areas: ['A'],
    scopes: [],
    tier: 'enterprise',
    expires_at: null,
    rotated_from: null,
  })
  stop = async () => {
    await app.server?.stop(true)
    await rateLimit.close()
    await desk.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
afterAll(() => stop())

// A GET: Bun does not cut off a request that came with a body.
test('is answered when its limit passes, not cut off before', async () => {
  const authorization = `Bearer ${key}`
  const headers = { authorization, 'content-type': 'application/json' }
  const stored = await fetch(`${url}/traces`, { method: 'POST', headers, body: JSON.stringify(aTrace()) })
  expect(stored.status).toBe(201)

  const answer = await fetch(`${url}/systems/chat-eu/tree`, { headers: { authorization } })

  expect([answer.status, await answer.json()]).toMatchObject([504, { error: { code: 'JOB_TIMEOUT' } }])
})
