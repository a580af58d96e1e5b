/** A filled store is one that the service could have made: it verifies, and every list there is answers on it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { measureLists, whatIsAsked } from '#bench/fill/lists'
import { filledOrgs, fillStore } from '#bench/fill/store'
import { openSigner } from '#shared/evidence/signing'
import { verify } from '#shared/verification/verify'
import { type Service, startService, unlimited } from '#test/support/service'

let service: Service

beforeAll(async () => {
  service = await startService({ workers: 0, env: { ...unlimited, RATE_LIMIT_B_ENTERPRISE: '100000' } })
  const { database, dataDir } = service
  await fillStore({ url: database.url, dataDir, scale: 0.0005 }, () => undefined)
}, 60_000)
afterAll(() => service.stop())

test('every node of it is sound, in the log, and what the rows say', async () => {
  const { sql } = service.database
  const signer = openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` })

  let verification: Awaited<ReturnType<typeof verify>>
  const isBack = 'what was filled in without nodes is put back'
  await sql
    .begin(async (tx) => {
      for (const table of ['design_verifications', 'analyses', 'briefings']) await tx`delete from ${tx(table)}`
      verification = await verify({ sql: tx, anchors: [signer.publicKey] }, { hash: null, mode: 'full', orgIds: null })
      throw new Error(isBack)
    })
    .catch((error: Error) => expect(error.message).toBe(isBack))

  expect(verification).toMatchObject({ verdict: 'valid', first_failure: null })
  expect(verification?.checked_nodes).toBeGreaterThan(1500)
})

test('every list with each of its filters answers on it', async () => {
  const { key } = await service.issueKey({ org: filledOrgs[0], scopes: ['operator'] })

  const rows = await measureLists({ url: service.urls[0] ?? '', key, sql: service.database.sql }, 1)

  expect(rows.length).toBeGreaterThan(60)
})

test('a list, or a filter of one, that nobody asks is named', () => {
  const parameters = ['limit', 'colour'].map((name) => ({ name, in: 'query' }))
  const description = { paths: { '/things': { get: { parameters } } }, components: {} }

  expect(() => whatIsAsked(description, {})).toThrow('GET /things is not asked with limit, colour')
  expect(() => whatIsAsked(description, { '/things': ['limit=1'] })).toThrow('not asked with colour')
  expect(whatIsAsked(description, { '/things': ['', 'limit=1&colour=red'] })).toHaveLength(2)
})
