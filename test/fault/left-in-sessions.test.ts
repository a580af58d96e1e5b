/** What somebody has left in the sessions of a process, after it was undone everywhere else, deceives no verification. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openStore } from '#api/http/store'
import { openSql, type Reader, type Sql } from '#db/client'
import { readConfig } from '#shared/kernel/config'
import type { VerificationOutcome } from '#shared/verification/verify'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { openCapabilities } from '#workers/run-task/capabilities'

setDefaultTimeout(60_000)
let service: Service
/** Of a worker, of one session. */
let sql: Sql
beforeAll(async () => {
  service = await startService({ workers: 0, env: { WITNESSES: 'none' } })
  await service.startLedger()
  sql = openSql({ url: service.database.url, name: 'assay-test', poolSize: 1 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await service.stop()
})

/** As a worker does it that was asked for the store as a whole. */
async function verified(): Promise<VerificationOutcome> {
  const { dataDir, database } = service
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, WITNESSES: 'none' })
  // Sound: verifying takes no more of a worker's tools than these.
  const capabilities = openCapabilities({ db: { sql }, signer: service.signer, config } as never)
  const job = { orgId: 'org_test', signal: new AbortController().signal, progress: () => undefined }
  const work = await capabilities['evidence.verify']?.({ mode: 'full' } as never, job as never)
  return work?.result as VerificationOutcome
}

/** Whatever was prepared in a session reads a copy of a table from then on. */
const readingACopy = (table: string) => `
  do $$
  declare
    r record;
  begin
    for r in select name, statement, parameter_types::text[] as types from pg_prepared_statements where statement ~ '\\m${table}\\M' loop
      begin
        execute format('deallocate %I', r.name);
        execute format('prepare %I%s as %s', r.name,
          case when r.types = '{}' then '' else '(' || array_to_string(r.types, ',') || ')' end,
          regexp_replace(r.statement, '\\m(from|join) ${table}\\M', '\\1 copied.${table}', 'g'));
      exception when others then
        null;
      end;
    end loop;
  end $$`

test('what was prepared in a session before reads other rows than there are', async () => {
  await service.call('POST /traces/batch', { body: Array.from({ length: 5 }, () => aTrace()) })
  await untilLogged(sql)
  await assertEvidence(sql)
  expect((await verified()).verdict).toBe('valid')

  await service.database.sql.unsafe(`
    create schema copied;
    create table copied.traces as select * from traces`)
  await sql.unsafe(readingACopy('traces')).simple()
  await service.database.sql.unsafe(`
    alter table traces disable trigger user;
    delete from traces where trace_id = (select min(trace_id) from traces);
    alter table traces enable trigger user`)

  expect((await verified()).verdict).toBe('invalid')
})

test('what requests read by it is read for as long as such a session lives, and no longer', async () => {
  const { database, dataDir } = service
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, API_POOL_SIZE: '1' })
  const store = openStore('assay-test:requests', config, () => 2)
  const look = (reading: Reader) => reading<{ n: number }[]>`select count(*)::int as n from agents`
  const before = await store.read(look)
  await database.sql.unsafe(
    'create schema if not exists copied; create table copied.agents as select 1 from generate_series(1, 7)',
  )

  await store.read((reading) => reading.unsafe(readingACopy('agents')).simple())
  const deceived = await store.read(look)
  await Bun.sleep(3000)
  const after = await store.read(look)

  await store.close()
  expect([before, deceived, after].map(([row]) => row?.n)).toEqual([0, 7, 0])
})
