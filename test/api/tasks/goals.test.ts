/** Goals that a model plans: asked by a worker, judged as a caller's plan is, told as the goal's own. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { TaskCreated, TaskDetail } from '#shared/contracts/tasks'
import { faultPaths } from '#test/contract/shapes'
import { type Service, startService } from '#test/support/service'

let service: Service
let asked = 0
let answer = (): Response => new Response(null, { status: 500 })
const model = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch() {
    asked += 1
    return answer()
  },
})
const planning = (steps: unknown) =>
  Response.json({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'some-model',
    choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify({ steps }) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  })
const two = [
  { id: 'figures', type: 'stats.summarize' },
  { id: 'newest', type: 'trace.query', needs: ['figures'], payload: { limit: 1 } },
]

beforeAll(async () => {
  const env = { PLANNER_URL: `http://127.0.0.1:${model.port}/v1`, PLANNER_MODEL: 'some-model' }
  service = await startService({ job: 'run-task', env })
})
beforeEach(() => {
  asked = 0
})
afterAll(async () => {
  await service.stop()
  await model.stop(true)
})

const submit = (goal: string, headers: Record<string, string> = {}) =>
  service.call('POST /tasks', { body: { goal }, headers })

test('a plan of a model is done, and its evidence names the model', async () => {
  answer = () => planning(two)

  const made = await submit('whatever you think', { prefer: 'wait=20' })
  const { id, status } = made.body as TaskCreated
  const task = (await service.call(`GET /tasks/${id}`)).body as TaskDetail

  expect([made.status, status]).toEqual([201, 'completed'])
  expect(task.steps.map((step) => step.id)).toEqual(['figures', 'newest'])
  expect(task.evidence_chain.nodes.find(({ kind }) => kind === 'task.planned')?.result).toMatchObject({
    planner: 'model',
    model: 'some-model',
    prompt_digest: expect.stringMatching(/^sha256:/),
  })
})

test('under the same Idempotency-Key the model is asked once', async () => {
  answer = () => planning(two)
  const headers = { 'idempotency-key': randomUUID() }

  const answers = await Promise.all([submit('the same', headers), submit('the same', headers)])
  answers.push(await submit('the same', headers))

  expect(new Set(answers.map(({ body }) => (body as TaskCreated).id)).size).toBe(1)
  expect(asked).toBe(1)
})

test('a larger plan than rides with a job’s ending is taken too', async () => {
  const steps = Array.from({ length: 50 }, (_, at) => ({
    id: `ask-${at}`,
    type: 'person.ask',
    payload: { question: `${at} ${'x'.repeat(500)}` },
  }))
  answer = () => planning(steps)

  const made = await submit('ask everybody')

  expect(made).toMatchObject({ status: 201, body: { status: 'input-required' } })
})

test.each([
  ['does not fit', [{ id: 'a', type: 'nothing' }]],
  ['may not be visited', [{ id: 'a', type: 'accessibility.scan', payload: { url: 'http://169.254.169.254/' } }]],
  ['goes in a circle', [{ id: 'a', type: 'stats.summarize', needs: ['a'] }]],
])('a plan that %s is the goal’s fault, and nothing is written', async (_, steps) => {
  const count = () => service.database.sql`select count(*)::int as n from tasks`
  const before = await count()
  answer = () => planning(steps)

  const refused = await submit('do harm to http://169.254.169.254/')

  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
  expect(new Set(faultPaths(refused))).toEqual(new Set(['/goal']))
  expect(refused.text).toContain('/steps/0/')
  expect(await count()).toEqual(before)
})

test('a model that fails is told of', async () => {
  answer = () => new Response(null, { status: 500 })

  expect(await submit('anything')).toMatchObject({ status: 502, body: { error: { code: 'AGENT_FAILED' } } })
})
