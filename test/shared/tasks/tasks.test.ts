/** Tasks without HTTP and without workers: given, called off, asked of people, held for a review; each with its evidence. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { moveAll } from '#shared/agents/transitions'
import type { Requester, Written } from '#shared/evidence/verb-context'
import { answerTask } from '#shared/tasks/answer-task'
import { cancelJob, cancelTask } from '#shared/tasks/cancel-task'
import { createTask } from '#shared/tasks/create-task'
import { reviewTask } from '#shared/tasks/review-task'
import { submitTask } from '#shared/tasks/submit-task'
import { openVerbs } from '#test/support/verbs'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

const reviewer: Partial<Requester> = { keyId: 'ak_reviewer', scopes: ['governance:write'] }
const options = { priority: 1, deadline: null, timeoutSeconds: null, parents: [], override: null, at: '/payload' }
const summary = { ...options, agent: 'risk-assessor', type: 'stats.summarize', payload: {} }

const context = (odd: Partial<Requester> = {}, written: Written[] = []) => {
  const ctx = verbs.context(odd, written)
  const planGoal = () => Promise.reject(new Error('no goal is planned here'))
  return { ...ctx, tools: { ...ctx.tools, planGoal } }
}
const question = (odd: Partial<Requester> = {}) =>
  createTask(context(odd), { type: 'person.ask', payload: { question: 'Go on?', choices: ['yes', 'no'] } })

const statesOf = async (taskId: string) =>
  (await verbs.nodesOf(`task:${taskId}`)).map(({ result }) => result?.['state'])

/** A task whose result an article holds, as a worker would have left it. */
async function held() {
  const task = await submitTask(verbs.context(), summary)
  const { signer } = verbs.context().tools
  for (const to of ['working', 'input-required'] as const)
    await verbs.sql.begin((tx) => moveAll(tx, [{ taskId: task.id, to, resultDigest: 'sha256:00' }], signer))
  return task
}

test('a task is taken in with its node and its job, and the same request meets it again', async () => {
  const again = { seed: randomUUID(), keyDigest: `sha256:${'0'.repeat(64)}` }
  const written: Written[] = []

  const task = await submitTask(verbs.context(again, written), summary)
  const same = await submitTask(verbs.context({ ...again, isAgain: true }), summary)

  expect(task).toMatchObject({ status: 'submitted', agent: 'risk-assessor', key_id: 'ak_test' })
  expect(same).toEqual(task)
  expect(written).toEqual([{ kind: 'task', id: task.id, agent: 'risk-assessor' }])
  expect(await statesOf(task.id)).toEqual(['submitted'])
  expect((await verbs.queued()).filter((id) => id === task.job_id)).toHaveLength(1)
})

test('a submission that names no agent is given to the one of ours that does it; a faulty one is not taken in', async () => {
  const task = await createTask(context(), { type: 'stats.summarize', payload: {} })
  const faulty = () => createTask(context(), { type: 'tree.compare', payload: {} })
  const beyondItsKey = () => createTask(context({ areas: ['C'] }), { type: 'stats.summarize', payload: {} })

  expect(task.agent).toBe('risk-assessor')
  await expect(faulty()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  await expect(beyondItsKey()).rejects.toMatchObject({ code: 'SCOPE_REQUIRED', details: { path: '/type' } })
})

test('what a refusal is about is told before the refusal', async () => {
  const heard: unknown[] = []
  const ctx = { ...context({ areas: ['C'] }), concern: (about: object) => heard.push(about) }

  await createTask(ctx, { type: 'stats.summarize', payload: {} }).catch(() => undefined)

  expect(heard).toEqual([{ subjects: [{ type: 'agent', id: 'risk-assessor' }] }])
})

test('a task that is called off takes its job along, and twice is as good as once', async () => {
  const task = await submitTask(verbs.context(), summary)

  const canceled = await cancelTask(verbs.context(), { taskId: task.id })
  const again = await cancelTask(verbs.context(), { taskId: task.id, agent: 'risk-assessor' })

  expect(canceled.status).toBe('canceled')
  expect(again).toEqual(canceled)
  expect(await statesOf(task.id)).toEqual(['submitted', 'canceled'])
  expect(await verbs.queued()).not.toContain(task.job_id)
})

test('a job that is called off takes its task along', async () => {
  const task = await submitTask(verbs.context(), summary)

  const job = await cancelJob(verbs.context(), task.job_id)

  expect(job).toMatchObject({ job_id: task.job_id, state: 'canceled' })
  expect(await statesOf(task.id)).toEqual(['submitted', 'canceled'])
})

test('a plan is called off as a whole with the job of one of its steps', async () => {
  const steps = ['a', 'b'].map((id) => ({ id, type: 'stats.summarize' }))
  const plan = await createTask(context(), { steps })
  const [step] = await verbs.sql<{ job_id: string }[]>`
    select job_id from task_steps where task_id = ${plan.id} and id = 'a'`

  const job = await cancelJob(verbs.context(), step?.job_id ?? '')

  const rows = await verbs.sql<{ state: string }[]>`select state from task_steps where task_id = ${plan.id}`
  expect(job.state).toBe('canceled')
  expect(rows.map(({ state }) => state)).toEqual(['canceled', 'canceled'])
})

test('nobody calls off what is another organisation’s, another key’s or another agent’s', async () => {
  const task = await submitTask(verbs.context(), summary)
  const refused = (odd: Partial<Requester>) => cancelTask(verbs.context(odd), { taskId: task.id })

  await expect(refused({ orgId: 'org_other' })).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
  await expect(cancelTask(verbs.context(), { taskId: task.id, agent: 'orchestrator' })).rejects.toMatchObject({
    code: 'TASK_NOT_FOUND',
  })
  await expect(cancelJob(verbs.context({ keyId: 'ak_other' }), task.job_id)).rejects.toMatchObject({
    code: 'JOB_NOT_FOUND',
  })
  expect(await statesOf(task.id)).toEqual(['submitted'])
})

test('a question is answered by one of its choices, once under one request', async () => {
  const asked = await question()
  const request = { seed: randomUUID(), keyDigest: `sha256:${'1'.repeat(64)}` }
  const answer = (odd: Partial<Requester>, text: string) =>
    answerTask(verbs.context(odd), { taskId: asked.id, input: { answer: text } })

  await expect(answer({}, 'maybe')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  const answered = await answer(request, 'yes')
  const again = await answer({ ...request, isAgain: true }, 'yes')
  const late = answer({}, 'no')

  expect(answered.status).toBe('completed')
  expect(again).toEqual(answered)
  await expect(late).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
})

test.each([
  [{}, ''],
  [{ answer: 'yes', decision: 'release' as const, reason: 'x' }, '/answer'],
  [{ decision: 'release' as const }, '/reason'],
  [{ answer: 'yes', reason: 'x' }, '/reason'],
  [{ answer: 'yes', step: 'other' }, '/step'],
])('an input of %p is refused at %p', async (input, path) => {
  const asked = await question()

  const refused = answerTask(verbs.context(), { taskId: asked.id, input })

  await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { issues: [{ path }] } })
})

test('a held result is released by another key with the scope, and not by its submitter', async () => {
  const task = await held()
  const input = { decision: 'release' as const, reason: 'looked at' }

  const withoutScope = answerTask(verbs.context({ keyId: 'ak_other' }), { taskId: task.id, input })
  await expect(withoutScope).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
  const own = answerTask(verbs.context({ scopes: ['governance:write'] }), { taskId: task.id, input })
  await expect(own).rejects.toMatchObject({ code: 'GOVERNANCE_DENIED' })
  const released = await answerTask(verbs.context(reviewer), { taskId: task.id, input })

  expect(released.status).toBe('completed')
  const [last] = (await verbs.nodesOf(`task:${task.id}`)).slice(-1)
  expect(last).toMatchObject({ result: { state: 'completed', reviewed: true }, request: { key_id: 'ak_reviewer' } })
})

test('a held result is rejected with its reason, and then no longer decided on', async () => {
  const task = await held()
  const review = { taskId: task.id, agent: 'risk-assessor', decision: 'reject' as const, reason: 'too bold' }

  const rejected = await reviewTask(verbs.context(reviewer), review)
  const again = reviewTask(verbs.context(reviewer), review)

  expect(rejected.status).toBe('rejected')
  await expect(again).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
  expect((await verbs.nodesOf(`task:${task.id}`)).at(-1)?.result).toMatchObject({ reason: 'too bold' })
})
