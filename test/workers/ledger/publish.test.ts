/** The graph names the log's state: now and then, and never because it did so before. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql } from '#db/client'
import { appendNodes } from '#db/queries/nodes'
import { makeNode } from '#shared/evidence/node'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { openLog } from '#shared/kernel/logger'
import { openLogFiles } from '#shared/tlog/files'
import { beginFirstLog } from '#shared/verification/epochs'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { until } from '#test/support/until'
import { startLedger } from '#workers/ledger/ledger'
import { openWitnesses } from '#workers/ledger/witnesses'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const log = openLog('test', 'silent')
const dataDir = mkdtempSync(join(tmpdir(), 'assay-publish-'))

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const aNode = (id: string) =>
  makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${id}`,
      agent: 'test',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id },
    },
    'org_test',
    signer,
    '1.0.0',
  )

test('a checkpoint becomes a node when the log grew by something else than itself', async () => {
  const { sql } = database
  const leading = openSql({ url: database.url, name: 'assay-test-ledger', poolSize: 1 })
  const files = openLogFiles(join(dataDir, 'log'))
  const witnesses = openWitnesses({ sql, log, files, find: () => [] })
  const ledger = startLedger({
    sql,
    leading,
    signer,
    base: 'log.example',
    dataDir,
    files,
    witnesses,
    log,
    onChange: () => undefined,
    publishMs: 50,
  })
  const published = () => sql<{ size: number }[]>`
    select (body::json->'result'->>'size')::int as size from edg_nodes where kind = 'checkpoint.published' order by ins`

  await until(async () => (await published()).length === 1, { what: 'the first one' })
  await untilLogged(sql)
  const { length: leaves } = await sql`select 1 from edg_leaves`
  // Many times longer than it takes to be published, and nothing else happens.
  await Bun.sleep(1000)
  expect((await sql`select 1 from edg_leaves`).length).toBe(leaves)
  await appendNodes(sql, [aNode('something-else')])
  await until(async () => (await published()).length === 2, { what: 'the second one' })

  await untilLogged(sql)
  await assertEvidence(sql)
  await ledger.stop()
  await witnesses.stop()
  await leading.end({ timeout: 1 })
})

test('a log begins once, whoever asks', async () => {
  const begun = await Promise.all([1, 2, 3].map(() => beginFirstLog(database.sql, signer, 'log.example')))

  expect(begun.map(({ epoch, origin }) => [epoch, origin])).toEqual([1, 2, 3].map(() => [1, 'log.example']))
  expect((await database.sql`select 1 from edg_logs`).length).toBe(1)
})
