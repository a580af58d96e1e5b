/** Every migration since the tenth, beside somebody who reads for long: who writes waits no longer than one attempt may. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSql, type Sql } from '#db/client'
import { migrate } from '#db/migrate'
import { emptyDatabase, type TestDatabase } from '#test/support/database'

const ours = resolve(import.meta.dir, '../../db/migrations')
type Journal = { entries: { idx: number; tag: string }[] }
const journal: Journal = JSON.parse(readFileSync(join(ours, 'meta/_journal.json'), 'utf8'))
const since = journal.entries.filter(({ idx }) => idx >= 10)

/** Of one attempt: a fifth of what it is by default, since each migration is waited for. */
const lockTimeoutMs = 400

let database: TestDatabase
let writer: Sql
let folder: string
beforeAll(async () => {
  database = await emptyDatabase()
  writer = openSql({ url: database.url, name: 'assay-test-writer', poolSize: 1 })
  folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'))
  cpSync(ours, folder, { recursive: true })
  await migrate(database.url, { folder: upTo(9) })
})
afterAll(async () => {
  await writer.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** The folder, as a release had it. */
function upTo(idx: number): string {
  const entries = journal.entries.filter((entry) => entry.idx <= idx)
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

const tables = async () =>
  (
    await database.sql<{ name: string }[]>`
      select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`
  ).map(({ name }) => name)

test.each(since)(
  '$tag',
  async ({ idx, tag }) => {
    const names = await tables()
    const reader = await database.sql.reserve()
    await reader`begin isolation level repeatable read`
    for (const name of names) await reader.unsafe(`select 1 from ${name} limit 1`)
    let isDone = false
    const migrating = migrate(database.url, { folder: upTo(idx), lockTimeoutMs }).finally(() => {
      isDone = true
    })

    // Until it is done, or has been in the reader's way for longer than one attempt takes.
    let longestMs = 0
    const startedAt = performance.now()
    while (!isDone && performance.now() - startedAt < 1.5 * lockTimeoutMs) {
      for (const name of names) {
        const askedAt = performance.now()
        await writer.begin((tx) => tx.unsafe(`lock table ${name} in row exclusive mode`))
        longestMs = Math.max(longestMs, performance.now() - askedAt)
      }
    }
    await reader`commit`
    reader.release()
    await migrating

    expect(longestMs).toBeLessThan(lockTimeoutMs + 1500)
    const [last] = await database.sql<{ applied: number }[]>`select count(*)::int as applied from public.migrations`
    expect([tag, last?.applied]).toEqual([tag, idx + 1])
    const invalid = await database.sql`select 1 from pg_index where not indisvalid`
    expect(invalid).toHaveLength(0)
  },
  60_000,
)
