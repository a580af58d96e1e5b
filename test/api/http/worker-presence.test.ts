/** Calls that wait for a worker, where no process does such work: told at once, with nothing sent. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectError } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const codeOf = (answer: Answer) => (answer.body as { error?: { code: string } }).error?.code

let service: Service
let call: Service['call']
let trace_id: string
let node: string

beforeAll(async () => {
  service = await startService({
    workers: 0,
    env: {
      WAIT_MS_GENERATE_TREE: '400',
      WAIT_MS_SCAN_PAGE: '400',
      WAIT_MS_RUN_TASK: '400',
      EGRESS_ALLOW: '127.0.0.1/32:1',
    },
  })
  call = service.call
  const stored = await call('POST /traces', { body: aTrace() })
  trace_id = (stored.body as { trace_id: string }).trace_id
  node = stored.headers.get('x-service-attribution') ?? ''
})
afterAll(() => service.stop())

const generate = (headers: Record<string, string> = {}) => call('POST /generate', { body: { trace_id }, headers })
const untilRefused = () =>
  until(async () => codeOf(await generate()) === 'NO_WORKER', { what: 'calls to be refused', timeoutMs: 30_000 })
const jobsSent = async () => {
  const [row] = await service.database.sql<{ jobs: number }[]>`select count(*)::int as jobs from pgboss.job`
  return row?.jobs
}

describe('where nobody does a type of job', () => {
  test('a call may wait a little, since a worker may be on its way; then it is refused with nothing sent', async () => {
    expectError(await generate(), 'JOB_TIMEOUT')
    await untilRefused()
    const before = await jobsSent()

    const answers = await Promise.all(Array.from({ length: 50 }, () => generate()))

    expect(new Set(answers.map((answer) => [answer.status, codeOf(answer)].join()))).toEqual(new Set(['503,NO_WORKER']))
    expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers[0]?.text).toContain('generate-tree')
    expect(await jobsSent()).toBe(before)
  })

  test('each call that would wait is, in its area’s way', async () => {
    await untilRefused()
    const governor = await service.issueKey({ scopes: ['governance:write'] })
    const constitution = await Bun.file('constitution/constitution.json').json()
    const refused = [
      await call('GET /systems/chat-eu/tree'),
      await call('POST /v1/edg/verify', { body: { hash: node, mode: 'full' } }),
      await call('POST /v1/governance/simulate', { body: { constitution }, key: governor.key }),
    ]
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(refused.map(() => [503, 'NO_WORKER']))
    const scan = await call('POST /api/scan', { body: { url: 'http://127.0.0.1:1/' } })
    expect([scan.status, codeOf(scan)]).toEqual([500, 'NO_WORKER'])
  })

  test('what asks not to wait is taken in, and so is a task', async () => {
    await untilRefused()
    for (const prefer of ['respond-async', 'wait=1']) expect((await generate({ prefer })).status).toBe(202)
    const task = { task: { type: 'tree.generate', payload: { trace_id } } }
    expect((await call('POST /v1/agents/tree-generator/task', { body: task })).status).toBe(202)
  })

  test('a refused call’s Idempotency-Key is free, and what was made under one is answered', async () => {
    await untilRefused()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expectError(await generate(headers), 'NO_WORKER')
    const worker = await service.startWorker()
    const made = await until(
      async () => {
        const answer = await generate(headers)
        return answer.status === 200 && answer
      },
      { what: 'a tree' },
    )
    worker.kill('SIGTERM')
    await worker.exited
    await untilRefused()

    const again = await generate(headers)

    expect([again.status, again.text]).toEqual([200, made.text])
  }, 60_000)
})

test('a worker that is there is met at the next call, and one that is started anew is missed by nobody', async () => {
  await untilRefused()
  let worker = await service.startWorker()
  expect(await until(async () => (await generate()).status === 200, { what: 'a tree' })).toBe(true)
  const patient = await service.startApi({ WAIT_MS_GENERATE_TREE: '20000' })
  for (let each = 0; each < 3; each++) {
    worker.kill('SIGTERM')
    await worker.exited
    const waiting = Array.from({ length: 5 }, () => call('POST /generate', { body: { trace_id }, api: patient }))
    worker = await service.startWorker()
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  }
  worker.kill('SIGKILL')
  await worker.exited
}, 60_000)
