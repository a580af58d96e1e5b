/** Postgres crashes while plans are begun, swept and timed out: each goes on from what is on the disk. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { openSql } from '#db/client'
import { migrate } from '#db/migrate'
import type { StepRequest } from '#shared/contracts/tasks'
import { type Elsewhere, holdNextCall, serveAgent } from '#test/support/elsewhere'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { untilPlansRest } from '#test/support/plan-evidence'
import { givePlan, openHalts, seePlan, untilPlan } from '#test/support/plan-faults'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let dataDir: string
let postgres: EmbeddedPostgres
let elsewhere: Elsewhere
let service: Service

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-crash-'))
  postgres = await startPostgres({ dataDir, isDurable: true })
  await migrate(postgres.url)
  elsewhere = serveAgent()
  const sql = openSql({ url: postgres.url, name: 'assay-test', poolSize: 2 })
  const database = { url: postgres.url, sql, drop: async () => undefined }
  service = await startService({ database, job: 'run-task', env: { ...elsewhere.env, WITNESSES: 'none' } })
  await service.startLedger()
  const warden = await service.issueKey({ scopes: ['governance:write'] })
  await service.call('POST /v1/agents', { body: { name: 'echo', card_url: elsewhere.cardUrl }, key: warden.key })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await service.database.sql.end({ timeout: 2 })
  await postgres.stop('immediate')
  elsewhere.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function crash(awayMs = 0): Promise<void> {
  await postgres.stop('immediate')
  await Bun.sleep(awayMs)
  postgres = await startPostgres({ dataDir, port: postgres.port, isDurable: true })
}
const jobOf = async (plan: string) => {
  const [row] = await service.database.sql<{ job_id: string }[]>`select job_id from task_steps where task_id = ${plan}`
  return row?.job_id
}
// Nobody who does it is there.
const waiting: StepRequest[] = [{ id: 'a', type: 'risk.assess', payload: { trace_id: 'SVC-none-1' } }]

test('Postgres crashes while a step begins, while one runs out of time for good, and while the sweeper fails a late task', async () => {
  const { sql } = service.database
  const halts = openHalts(postgres.url)
  // Before anybody is halted who may hold the table.
  const beginning = await halts.at({
    table: 'task_steps',
    when: 'before',
    of: 'update',
    where: `new.type = 'stats.summarize' and new.state = 'working'`,
  })
  const late = await givePlan(service, waiting, { more: { deadline: new Date(Date.now() + 500).toISOString() } })
  const sweeping = await halts.at({
    table: 'tasks',
    when: 'before',
    of: 'update',
    where: `new.id = '${late}' and new.status = 'failed'`,
  })
  const lasting = holdNextCall(elsewhere)
  const timed: StepRequest[] = [{ id: 'a', type: 'echo', agent: 'echo', payload: {}, timeout_s: 2, max_attempts: 1 }]
  await sweeping.reached()
  const tooLong = await givePlan(service, timed)
  await lasting.arrived
  const begun = await givePlan(service, [{ id: 'a', type: 'stats.summarize', max_attempts: 1 }])
  await beginning.reached()
  // The claim outlives the crash, so that nobody else begins it.
  await sql`checkpoint`

  await crash(2200)
  await halts.close()
  lasting.release()
  await untilPlansRest(sql)

  expect(await seePlan(sql, late)).toMatchObject({ status: 'failed', code: 'DEADLINE_EXCEEDED', nodes: 3 })
  expect(await seePlan(sql, tooLong)).toMatchObject({ status: 'failed', code: 'DEADLINE_EXCEEDED', nodes: 6 })
  expect(await seePlan(sql, begun)).toMatchObject({ status: 'completed', nodes: 6 })
}, 60_000)

test('Postgres crashes while the sweeper sends a lost job anew: it is sent once', async () => {
  const { sql } = service.database
  const id = await givePlan(service, waiting)
  const first = await jobOf(id)
  const halts = openHalts(postgres.url)
  const sending = await halts.at({
    table: 'pgboss.job',
    when: 'before',
    of: 'insert',
    where: `new.data -> 'task' ->> 'id' = '${id}'`,
  })
  await sql`delete from pgboss.job where id = ${first ?? ''}`
  await sending.reached()

  await crash()
  await until(async () => (await jobOf(id)) !== first, { what: 'the job to be sent anew', timeoutMs: 20_000 })
  await halts.close()

  const sent = await sql`select 1 from pgboss.job where data -> 'task' ->> 'id' = ${id}`
  expect(sent.length).toBe(1)
  await service.startWorker('generate-tree')
  expect(await untilPlan(sql, id, ({ status }) => status === 'failed')).toMatchObject({ code: 'TRACE_NOT_FOUND' })
  await untilLogged(sql)
  await assertEvidence(sql)
}, 60_000)
