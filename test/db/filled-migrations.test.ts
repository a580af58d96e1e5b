/**
 * A database of every state that the migrations ever had, filled, comes up to date with nothing lost: every table of each state is
 * given a row, and all of them are there at the end with what they said. A migration may add to a row; one that takes something
 * from it, or changes what it says, has to be named here.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate, ownTables } from '#db/migrate'
import { emptyDatabase, type TestDatabase } from '#test/support/database'
import { type FilledRow, fillEveryTable, rowsOf } from '#test/support/filled-rows'

const ours = resolve(import.meta.dir, '../../db/migrations')
type Journal = { entries: { idx: number; tag: string }[] }
const journal: Journal = JSON.parse(readFileSync(join(ours, 'meta/_journal.json'), 'utf8'))

/** Where a row of the state that a migration led to is not as it was: nothing yet. */
const changed: Readonly<Record<string, readonly string[]>> = {}

let database: TestDatabase
let folder: string
const filled: { tag: string; rows: Map<string, FilledRow> }[] = []
beforeAll(async () => {
  database = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'))
  cpSync(ours, folder, { recursive: true })
  for (const { idx, tag } of journal.entries) {
    const entries = journal.entries.filter((entry) => entry.idx <= idx)
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrate(database.url, { folder })
    filled.push({ tag, rows: await fillEveryTable(database.sql, idx) })
  }
}, 60_000)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

test('every table of every state was filled', () => {
  const last = filled.at(-1)?.rows ?? new Map()

  expect(filled).toHaveLength(journal.entries.length)
  expect([...ownTables()].filter((table) => !last.has(table))).toEqual(['constitutions'])
  expect(filled.find(({ rows }) => rows.has('constitutions'))?.tag).toBe('0003_governance')
})

test.each(journal.entries)('$tag: every row says what it said', async ({ idx, tag }) => {
  const lost: string[] = []
  for (const [table, was] of filled[idx]?.rows ?? []) {
    const names = Object.keys(was).filter((name) => !changed[tag]?.includes(`${table}.${name}`))
    const isThere = (await rowsOf(database.sql, table)).some((row) =>
      names.every((name) => Bun.deepEquals(row[name], was[name])),
    )
    if (!isThere) lost.push(table)
  }

  expect(lost).toEqual([])
})
