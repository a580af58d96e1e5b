/** A system's tree asked for again and again: it is met while it is there, and made anew whatever became of the last try. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { servedProfiles } from '#shared/contracts/trees'
import { snapshotOf } from '#shared/jobs/tree-snapshots'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'
import { profiles } from '#workers/generate-tree/profiles'

let service: Service
let worker: Service['workers'][number] | undefined
let ours: string
let others: string
let system: string
let count = 0

beforeAll(async () => {
  service = await startService({ workers: 0, env: { WAIT_MS_GENERATE_TREE: '3000' } })
  await service.pretendWorker('generate-tree')
  ours = (await service.issueKey({ areas: ['A'] })).key
  others = (await service.issueKey({ areas: ['A'] })).key
})
afterAll(() => service.stop())
beforeEach(async () => {
  count += 1
  system = `system-${count}`
  expect((await service.call('POST /traces', { body: aTrace({ system_source: system }) })).status).toBe(201)
})

const soon = { prefer: 'respond-async' }
const ask = (key: string, headers: Record<string, string> = {}) =>
  service.call(`GET /systems/${system}/tree`, { key, headers })
const jobIn = ({ body }: Answer) => (body as { job_id: string }).job_id
const stateOf = async (key: string, jobId: string) =>
  ((await service.call(`GET /jobs/${jobId}`, { key })).body as { state?: string }).state

/** While nobody makes trees. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  worker?.kill('SIGKILL')
  await worker?.exited
  worker = undefined
  return work()
}
async function withWorker(): Promise<void> {
  worker ??= await service.startWorker('generate-tree')
}

test('one that was canceled is made anew, for who canceled it and for the others', async () => {
  const jobId = await without(async () => jobIn(await ask(ours, soon)))
  expect((await service.call(`POST /jobs/${jobId}/cancel`, { key: ours })).status).toBe(200)
  const after = await ask(ours, soon)
  expect([after.status, await stateOf(ours, jobIn(after))]).toEqual([202, 'queued'])
  expect(jobIn(after)).not.toBe(jobId)

  await withWorker()
  const answers = [await ask(ours), await ask(others)]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.text).toBe(answers[0]?.text ?? '')
})

test('twenty that were canceled do not shut it', async () => {
  await without(async () => {
    for (let time = 0; time < 20; time++) {
      const jobId = jobIn(await ask(ours, soon))
      expect((await service.call(`POST /jobs/${jobId}/cancel`, { key: ours })).status).toBe(200)
    }
  })

  await withWorker()
  expect((await ask(ours)).status).toBe(200)
})

test('one that failed for good is made anew', async () => {
  const jobId = await without(async () => jobIn(await ask(ours, soon)))
  const { sql } = service.database
  await sql`update pgboss.job set state = 'failed', completed_on = now() where id = ${jobId}`
  await sql`
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, error, attempt, created_at, finished_at)
    values (${jobId}, 'generate-tree', 'org_test', 'k', 'r', 'failed', null, 2, now(), now())`

  await withWorker()
  expect((await ask(ours)).status).toBe(200)
})

test('one whose job is forgotten is still there, and answered at once', async () => {
  await withWorker()
  const made = await ask(ours)
  const { sql } = service.database
  await sql`delete from job_outcomes where job_id = ${made.headers.get('x-job-id')}`
  await sql`delete from pgboss.job where id = ${made.headers.get('x-job-id')}`

  const again = await without(async () => [await ask(ours), await ask(others, soon)])

  expect(again.map(({ status, text }) => [status, text])).toEqual([
    [200, made.text],
    [200, made.text],
  ])
})

test('one that is gone itself, its job forgotten or not, is made anew', async () => {
  await withWorker()
  for (const isForgotten of [false, true]) {
    const jobId = (await ask(ours)).headers.get('x-job-id')
    const { sql } = service.database
    await sql`delete from trees where job_id = ${jobId}`
    if (isForgotten) await sql`delete from job_outcomes where job_id = ${jobId}`
    if (isForgotten) await sql`delete from pgboss.job where id = ${jobId}`

    const again = await ask(ours)

    expect(again.status).toBe(200)
    expect(again.headers.get('x-job-id')).not.toBe(jobId)
  }
})

test('a 202 and a 504 name a job that their caller may see, and one key’s cancel leaves the other’s alone', async () => {
  const [first, second] = await without(async () => [await ask(ours, soon), await ask(others, soon)])
  if (!first || !second) throw new Error('not both answered')
  expect([first.status, second.status]).toEqual([202, 202])
  expect([await stateOf(ours, jobIn(first)), await stateOf(others, jobIn(second))]).toEqual(['queued', 'queued'])
  const late = await ask(others)
  expect(late).toMatchObject({
    status: 504,
    body: { error: { code: 'JOB_TIMEOUT', details: { job_id: jobIn(second) } } },
  })

  expect((await service.call(`POST /jobs/${jobIn(first)}/cancel`, { key: ours })).status).toBe(200)
  await withWorker()
  await until(async () => (await stateOf(others, jobIn(second))) === 'succeeded', { what: 'the other’s job' })
  const result = await service.call(`GET /jobs/${jobIn(second)}/result`, { key: others })
  const both = [await ask(ours, soon), await ask(others, soon)]

  expect(both.map(({ status, text }) => [status, text])).toEqual([
    [200, result.text],
    [200, result.text],
  ])
})

test('many who ask at once are all answered', async () => {
  await withWorker()

  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at % 2 ? ours : others)))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('by another version of its profile it is another tree, and what is served is the newest', () => {
  const of = { orgId: 'o', systemSource: 's', traces: 1, annotations: 0 }
  expect(snapshotOf({ ...of, profile: 'trace-v1@1.1.0' })).not.toBe(snapshotOf({ ...of, profile: 'trace-v1@2.0.0' }))

  for (const [id, version] of Object.entries(servedProfiles))
    expect([id, profiles.findLast((profile) => profile.id === id)?.version]).toEqual([id, version])
})
