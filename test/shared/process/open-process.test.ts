/** A process is opened with what all have, and closes it behind whatever its own part did. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnv } from '#test/support/bare-env'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { until } from '#test/support/until'

let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'assay-process-'))
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

/** Runs until it says it is ready, is told to end, and gives what was known of it before and what came of it. */
async function aProcess(more: string, env: Record<string, string> = {}) {
  const script = `
    const { readConfig } = await import('#shared/kernel/config')
    const { openProcess } = await import('#shared/process/open-process')
    const { log, sql, onStop } = await openProcess('maintenance', readConfig(process.env), { pool: { poolSize: 2 } })
    onStop('own', async () => log.info({ one: (await sql\`select 1 as one\`)[0].one }, 'own part stopped'))
    ${more}
    log.info('ready')`
  const child = Bun.spawn([process.execPath, '-e', script], {
    env: { ...bareEnv, DATABASE_URL: database.url, DATA_DIR: dataDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  let known: unknown
  for await (const chunk of child.stdout) {
    output += new TextDecoder().decode(chunk)
    if (known !== undefined || !output.includes('"ready"')) continue
    known = await until(
      async () => {
        const now = await counts()
        return now?.['reports'] === 1 && now
      },
      { what: 'its report' },
    )
    child.kill('SIGTERM')
  }
  return { code: await child.exited, output, known, left: await counts() }
}
const counts = async () =>
  (
    await database.sql`
      select (select count(*)::int from process_reports where role = 'maintenance') as reports,
        (select count(*)::int > 0 from pg_stat_activity where application_name like 'assay-maintenance:%') as is_connected`
  )[0]

test('it reports itself, and at its end its own part still has the store; then nothing of it is left', async () => {
  const { code, output, known, left } = await aProcess('')

  expect(known).toEqual({ reports: 1, is_connected: true })
  expect(output).toContain('own part stopped')
  expect([code, left]).toEqual([0, { reports: 0, is_connected: false }])
}, 30_000)

test.each([
  ['throws', `onStop('bad', () => { throw new Error('not that') })`],
  ['hangs', `onStop('bad', () => new Promise(() => undefined), 300)`],
])(
  'a part that %s while it stops keeps nothing from being closed',
  async (_, bad) => {
    const { code, output, left } = await aProcess(bad)

    expect(output).toContain('could not be stopped in order')
    expect(output).toContain('own part stopped')
    expect([code, left]).toEqual([1, { reports: 0, is_connected: false }])
  },
  30_000,
)

test('without a store it says so, and ends', async () => {
  const { code, output, known } = await aProcess('', { DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' })

  expect([code, known]).toEqual([1, undefined])
  expect(output).not.toContain('own part stopped')
}, 30_000)
