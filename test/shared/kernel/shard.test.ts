/** Processes that share a number, as every first one of a container does, share no row of the counters. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { openGovernance } from '#shared/governance/governance'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { drawShard } from '#shared/kernel/shard'
import { freshDatabase, type TestDatabase } from '#test/support/database'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
})
afterAll(() => database.drop())

test('counts of articles by many of one number stand in more rows than one', async () => {
  const config = readConfig({ DATABASE_URL: database.url })
  const log = openLog('test', 'silent')
  for (let process = 0; process < 12; process++) {
    const governance = await openGovernance({ sql: database.sql, signer, config, log })
    governance.decide('trace.record', 'post', {})
    await governance.close()
  }

  const [row] = await database.sql<{ shards: number }[]>`
    select count(distinct shard)::int as shards from article_counts where article = 'A-05'`
  expect(row?.shards).toBeGreaterThan(1)
})

test('a shard is one of sixteen, and all of them are drawn', () => {
  const drawn = new Set(Array.from({ length: 1000 }, drawShard))

  expect([...drawn].sort((one, other) => one - other)).toEqual(Array.from({ length: 16 }, (_, shard) => shard))
})
