/** Somebody kills what analyses a text, while it reads and while it saves: it comes to its one result all the same. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { assertEvidence } from '#test/support/evidence'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0, env: { ...unlimited, WAIT_MS_ANALYZE_CONTENT: '60000' } })
}, 60_000)
afterAll(() => service.stop())

const decode = (content: string) => service.call('POST /semiotic/decode', { body: { content } })
const countOf = async () => {
  const [count] = await service.database.sql<{ analyses: number; nodes: number; outcomes: number }[]>`
    select (select count(*)::int from analyses) as analyses,
      (select count(*)::int from edg_nodes where kind = 'semiotic.decoded') as nodes,
      (select count(*)::int from job_outcomes where job = 'analyze-content') as outcomes`
  return count
}

test('a worker killed while it reads, and one killed while it saves, cost a text nothing but time', async () => {
  const { sql } = service.database
  const reading = await service.startWorker('analyze-content')
  const long = decode('Anna sends the report to Bo by Friday. '.repeat(25_000))
  await until(async () => (await sql`select 1 from job_claims`).length > 0, {
    what: 'the text to be begun',
    everyMs: 5,
  })

  reading.kill('SIGKILL')
  const saving = await service.startWorker('analyze-content')

  expect((await long).status).toBe(200)
  expect(await countOf()).toEqual({ analyses: 1, nodes: 1, outcomes: 1 })

  const gate = Promise.withResolvers<void>()
  const isShut = Promise.withResolvers<void>()
  // What is written last waits, with all that was written before it.
  const holding = sql.begin(async (tx) => {
    await tx`lock table analyses in exclusive mode`
    isShut.resolve()
    await gate.promise
  })
  await isShut.promise
  const asked = decode('Could you send it by Friday?')
  await until(
    async () => {
      const rows = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into analyses%'`
      return rows.length > 0
    },
    { what: 'the analysis to be saved', everyMs: 20 },
  )

  saving.kill('SIGKILL')
  gate.resolve()
  await holding
  await service.startWorker('analyze-content')

  expect((await asked).status).toBe(200)
  expect(await countOf()).toEqual({ analyses: 2, nodes: 2, outcomes: 2 })
  await assertEvidence(sql, { isLogged: false })
}, 90_000)
