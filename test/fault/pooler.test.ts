/** A pooler between Assay and Postgres is refused, in a sentence, before anything is begun. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assertOwnSessions } from '#db/own-session'
import { bareEnv } from '#test/support/bare-env'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { openPooler, type PoolerKind } from '#test/support/pooler'
import { openStoreProxy } from '#test/support/store-proxy'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const kinds: [PoolerKind, boolean, RegExp][] = [
  ['keeps settings', false, /hands each transaction to whichever session is free .*address of Postgres itself/],
  ['keeps settings', true, /hands each transaction to whichever session is free .*address of Postgres itself/],
  ['drops settings', false, /drops the settings of a session .*address of Postgres itself/],
  [
    'refuses settings',
    false,
    /takes no settings of a session \(unsupported startup parameter.*address of Postgres itself/,
  ],
]

test.each(kinds)('that %s, rotating: %p', async (kind, isRotating, sentence) => {
  const pooler = openPooler(database.url, kind, isRotating)

  const refused = await assertOwnSessions(pooler.url).catch((error: Error) => error.message)
  pooler.stop()

  expect(refused).toMatch(sentence)
})

test('Postgres itself is not refused, nor what hands bytes on to it', async () => {
  const proxy = await openStoreProxy(database.url)

  await assertOwnSessions(database.url)
  await assertOwnSessions(proxy.url)
  proxy.stop()
})

const root = resolve(import.meta.dir, '../..')
const transactionMode = /hands each transaction to whichever session is free/

test.each([
  ['the API', ['api/main.ts']],
  ['a worker', ['workers/main.ts', 'generate-tree']],
  ['the ledger', ['workers/ledger/main.ts']],
  ['doctor', ['cli/main.ts', 'doctor']],
])(
  '%s says so and ends',
  async (_, args) => {
    const pooler = openPooler(database.url, 'keeps settings')

    const ended = Bun.spawn([process.execPath, ...args], {
      cwd: root,
      env: { ...bareEnv, DATABASE_URL: pooler.url, DATA_DIR: dataDir, PORT: '0' },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = await Promise.all([new Response(ended.stdout).text(), new Response(ended.stderr).text()])
    const code = await ended.exited
    pooler.stop()

    expect(said.join('')).toMatch(transactionMode)
    expect(code).not.toBe(0)
  },
  30_000,
)
