/** What opens a page behind a login lies nowhere in clear, whichever door it came through, and still opens the page. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSeal } from '#shared/kernel/encryption'
import { type Service, startService } from '#test/support/service'
import { tablesWith as tablesOf } from '#test/support/tables'

const secret = 'hunter2-never-in-clear'
const payload = { url: 'https://example.com/', headers: { 'x-token': secret } }
let service: Service

beforeAll(async () => {
  // Nobody scans: what is looked at is what waits.
  service = await startService({ job: 'run-task' })
})
afterAll(() => service.stop())

const tablesWith = (text: string) => tablesOf(service.database.sql, text)

/** What the job of a step or a task would send to the page. */
async function sentTo(jobId: string | null | undefined): Promise<unknown> {
  const [job] = await service.database.sql<{ data: { payload: { sealedAccess: string } } }[]>`
    select data from pgboss.job where id = ${jobId ?? ''}`
  const { open } = openSeal({ path: `${service.dataDir}/keys/sealing.key` })
  return JSON.parse(open(job?.data.payload.sealedAccess ?? '', 'org_test'))
}

test('a step keeps its headers sealed until its job is made, also one that waits for another', async () => {
  const steps = [
    { id: 'now', type: 'accessibility.scan', payload },
    { id: 'ask', type: 'person.ask', payload: { question: 'Also the other?' } },
    { id: 'later', type: 'accessibility.scan', payload, needs: ['ask'] },
  ]
  const { body } = await service.call('POST /tasks', { body: { steps } })
  const { id } = body as { id: string }
  expect(await tablesWith(secret)).toEqual([])
  expect((await service.call(`POST /tasks/${id}/input`, { body: { answer: 'yes' } })).status).toBe(200)
  expect(await tablesWith(secret)).toEqual([])
  for (const step of ['now', 'later']) {
    const seen = (await service.call(`GET /tasks/${id}/steps/${step}`)).body as { job_id: string }
    expect(seen).toMatchObject({
      payload: { url: payload.url, headers: { $sealed: true } },
      input: { headers: { $sealed: true } },
    })
    expect(await sentTo(seen.job_id)).toEqual({ headers: payload.headers })
  }
})

test('so does a task of an agent', async () => {
  const { body } = await service.call('POST /v1/agents/accessibility-auditor/task', {
    body: { task: { type: 'accessibility.scan', payload } },
  })
  const { links, edg_node: node } = body as { links: { job: string }; edg_node: string }
  expect(await tablesWith(secret)).toEqual([])
  expect(await sentTo(links.job.split('/').at(-1))).toEqual({ headers: payload.headers })
  const verified = await service.call('POST /v1/edg/verify', { body: { hash: node } })
  expect((verified.body as { checks: { id: string; status: string }[] }).checks).toContainEqual(
    expect.objectContaining({ id: 'V8', status: 'pass' }),
  )
})

test('what only looks sealed is refused when the step is to be done', async () => {
  const { body } = await service.call('POST /tasks', {
    body: {
      steps: [
        { id: 'ask', type: 'person.ask', payload: { question: 'Which?' } },
        {
          id: 'scan',
          type: 'accessibility.scan',
          payload: { url: payload.url, headers: { $sealed: { $ref: 'steps.ask.result#/answer' } } },
          needs: ['ask'],
        },
      ],
    },
  })
  const { id } = body as { id: string }
  await service.call(`POST /tasks/${id}/input`, { body: { answer: 'bm90aGluZw==' } })
  const seen = (await service.call(`GET /tasks/${id}`)).body
  expect(seen).toMatchObject({ status: 'failed', error: { code: 'INVALID_REQUEST', details: { step: 'scan' } } })
})
