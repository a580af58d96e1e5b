/** Migrations go one by one: what was done stays done, and a busy table is waited for without holding up anybody. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { until } from '#test/support/until'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Migrations that come after all that the database has. */
function write(texts: readonly string[]): void {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = texts.map((_, idx) => ({ idx, version: '7', when: 9_000_000_000_000 + idx, tag: `000${idx}_next` }))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  texts.forEach((text, idx) => {
    writeFileSync(join(folder, `000${idx}_next.sql`), text)
  })
}

const tables = async () =>
  (
    await database.sql<{ name: string }[]>`
      select relname as name from pg_class where relname like 'next\_%' and relkind = 'r' order by 1`
  ).map(({ name }) => name)

test('a migration that fails leaves those before it done, and the next start goes on from there', async () => {
  write(['create table next_one (id int)', 'create table next_two (id int); select 1 / 0'])

  await expect(migrate(database.url, { folder })).rejects.toThrow('division by zero')
  expect(await tables()).toEqual(['next_one'])
  write(['create table next_one (id int)', 'create table next_two (id int)'])
  await migrate(database.url, { folder })
  await migrate(database.url, { folder })

  expect(await tables()).toEqual(['next_one', 'next_two'])
})

test('a migration behind a long reader holds up nobody for longer than two seconds, and is done when the table is free', async () => {
  const { sql } = database
  write(['alter table traces add next_column int'])
  const reader = await sql.reserve()
  await reader`begin`
  await reader`select count(*) from traces`
  let isDone = false
  const migrating = migrate(database.url, { folder }).then(() => {
    isDone = true
  })

  await until(
    async () => (await sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`).length > 0,
    {
      what: 'the migration to wait',
    },
  )
  const startedAt = performance.now()
  await sql`select count(*) from traces`
  const waitedMs = performance.now() - startedAt
  expect(isDone).toBe(false)
  await reader`commit`
  reader.release()
  await migrating

  expect(waitedMs).toBeLessThan(3500)
  expect(await sql`select next_column from traces`).toEqual([] as never)
})

test('a table that stays busy ends the migration with an error, and changes nothing', async () => {
  const { sql } = database
  write(['create table next_one (id int); alter table traces add next_column int'])
  const reader = await sql.reserve()
  await reader`begin`
  await reader`select count(*) from traces`

  await expect(migrate(database.url, { folder, patienceMs: 1 })).rejects.toThrow('lock timeout')

  await reader`rollback`
  reader.release()
  expect(await tables()).toEqual([])
})

describe('an index that is built beside the work', () => {
  const building = [
    '-- concurrently\ndrop index concurrently if exists next_index',
    'create index concurrently next_index on traces (system_source)',
  ].join('\n--> statement-breakpoint\n')
  const isValid = async () =>
    (
      await database.sql<{ valid: boolean }[]>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('next_index')`
    )[0]?.valid

  test('waits for a long reader while others write', async () => {
    const { sql } = database
    write([building])
    const reader = await sql.reserve()
    await reader`begin isolation level repeatable read`
    await reader`select count(*) from traces`
    const migrating = migrate(database.url, { folder })

    await until(async () => (await isValid()) === false, { what: 'the index to be begun' })
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = 100`
      await tx`lock table traces in row exclusive mode`
    })
    expect(await isValid()).toBe(false)
    await reader`commit`
    reader.release()
    await migrating

    expect(await isValid()).toBe(true)
  })

  test('is built once where several begin at once', async () => {
    write([building])

    await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })))

    expect(await isValid()).toBe(true)
  })

  test('is begun anew where the last attempt was cut off', async () => {
    const { sql } = database
    write([building])
    await sql`insert into systems (org_id, system_source) values ('o', 'a'), ('o', 'b')`
    await sql.unsafe('create unique index concurrently next_index on systems (org_id)').catch(() => undefined)
    expect(await isValid()).toBe(false)

    await migrate(database.url, { folder })

    expect(await isValid()).toBe(true)
  })
})
