/** Questions that say how long they wait: by the database's clock, whether a worker runs or not, and nothing counts that comes later. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sealAnew } from '#test/support/sealed'
import { type Service, startService, untilTaken } from '#test/support/service'
import { until } from '#test/support/until'

type Detail = {
  task_id: string
  status: string
  error: { code: string; message: string; details: Record<string, unknown> } | null
  steps: { id: string; state: string; reason: string | null; error: { code: string } | null }[]
}
let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

async function submit(body: unknown): Promise<string> {
  const answer = await service.call('POST /tasks', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return (answer.body as Detail).task_id
}
const see = async (id: string) => (await service.call(`GET /tasks/${id}`)).body as Detail
const answerTo = (id: string) => service.call(`POST /tasks/${id}/input`, { body: { answer: 'yes' } })
const untilStatus = (id: string, status: string) =>
  until(async () => (await see(id)).status === status, { what: () => `task ${id} to be ${status}` })
/** As if it had been asked that long ago, by the clock that counts. */
async function askedBefore(id: string, seconds: number): Promise<void> {
  const { sql } = service.database
  await sql`update task_steps set started_at = started_at - make_interval(secs => ${seconds}) where task_id = ${id}`
  await sealAnew(sql, service.signer, 'task_steps')
}
const ask = (more: object = {}) => ({
  id: 'ask',
  type: 'person.ask',
  payload: { question: 'Go on?' },
  timeout_s: 60,
  ...more,
})

test('an answer that comes too late is 409 although nobody has noticed yet, and the question is given up by it', async () => {
  const [late, inTime] = [await submit({ steps: [ask()] }), await submit({ steps: [ask()] })]
  await askedBefore(late, 61)
  await askedBefore(inTime, 50)

  const answers = [await answerTo(late), await answerTo(late), await answerTo(inTime)]

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 200])
  expect(answers[0]?.body).toMatchObject({
    error: { code: 'STATE_CONFLICT', message: expect.stringContaining('time') },
  })
  expect(await see(late)).toMatchObject({
    status: 'failed',
    error: { code: 'DEADLINE_EXCEEDED', details: { step: 'ask' } },
    steps: [{ state: 'failed', error: { code: 'DEADLINE_EXCEEDED' } }],
  })
  expect((await see(inTime)).status).toBe('completed')
})

test('of a hundred late answers at once none counts, and one node says that it failed', async () => {
  const id = await submit({ type: 'person.ask', payload: { question: 'Go on?' }, timeout_s: 60 })
  await askedBefore(id, 61)

  const answers = await Promise.all(Array.from({ length: 100 }, () => untilTaken(() => answerTo(id))))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]))
  const [{ failed } = { failed: 0 }] = await service.database.sql<{ failed: number }[]>`
    select count(*)::int as failed from edg_nodes
    where stream = ${`task:${id}`} and kind = 'step.state' and body::json -> 'result' ->> 'state' = 'failed'`
  expect(failed).toBe(1)
})

test('what a worker finds when it comes back goes as on_error says', async () => {
  const after = { id: 'after', type: 'stats.summarize', payload: {}, needs: ['ask'] }
  const ids = {
    fail: await submit({ steps: [ask(), after] }),
    skip: await submit({ steps: [ask({ on_error: 'skip' }), after] }),
    continue: await submit({ steps: [ask({ on_error: 'continue' }), after] }),
    patient: await submit({ steps: [ask({ timeout_s: undefined }), after] }),
  }
  for (const id of Object.values(ids)) await askedBefore(id, 61)

  await service.startWorker('run-task')
  await Promise.all([
    untilStatus(ids.fail, 'failed'),
    untilStatus(ids.skip, 'completed'),
    untilStatus(ids.continue, 'completed'),
  ])

  const statesOf = async (id: string) => (await see(id)).steps.map(({ state, reason }) => reason ?? state)
  expect(await statesOf(ids.fail)).toEqual(['failed', 'canceled'])
  expect(await statesOf(ids.skip)).toEqual(['failed', 'need'])
  expect(await statesOf(ids.continue)).toEqual(['failed', 'completed'])
  expect(await statesOf(ids.patient)).toEqual(['input-required', 'blocked'])
})

test('the time begins when the question is asked, and is over a second or little more after it', async () => {
  const id = await submit({
    steps: [{ id: 'first', type: 'stats.summarize', payload: {} }, ask({ needs: ['first'], timeout_s: 1 })],
  })

  await untilStatus(id, 'failed')

  const [row] = await service.database.sql<{ waited: number }[]>`
    select extract(epoch from completed_at - started_at)::float8 as waited from task_steps where task_id = ${id} and id = 'ask'`
  expect(row?.waited).toBeGreaterThanOrEqual(1)
  expect((await answerTo(id)).status).toBe(409)
})
