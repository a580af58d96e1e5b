/** Calls that wait for a job: Prefer, what a job says of itself, calling it off, and limits that pass. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Accepted, Job } from '#shared/contracts/jobs'
import { GenerateResponse } from '#shared/contracts/trees'
import { expectError, expectShape } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type CallOptions, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

type JobBody = { job_id: string; state: string; result_url: string | null }

const traceIdOf = (answer: Answer) => (answer.body as { trace_id: string }).trace_id
const jobIdOf = (answer: Answer) => (answer.body as JobBody).job_id
const errorOf = (answer: Answer) => (answer.body as { error: { code: string; details: Record<string, unknown> } }).error

/** Beside the areas an error has the same body, without the area's headers. */
function expectJobError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: errorOf(answer).code }).toEqual({ status, code })
}

async function aStoredTrace({ call }: Service, key?: string): Promise<string> {
  return traceIdOf(await call('POST /traces', { body: aTrace(), ...(key === undefined ? {} : { key }) }))
}

async function settled({ call }: Service, jobId: string, options: CallOptions = {}): Promise<Answer> {
  return until(
    async () => {
      const answer = await call(`GET /jobs/${jobId}`, options)
      return !['queued', 'running'].includes((answer.body as JobBody).state) && answer
    },
    { what: `job ${jobId} to end` },
  )
}

describe('with a worker', () => {
  let service: Service
  let call: Service['call']

  beforeAll(async () => {
    service = await startService()
    call = service.call
  })
  afterAll(() => service.stop())

  const generate = async (prefer: string) =>
    call('POST /generate', { body: { trace_id: await aStoredTrace(service) }, headers: { prefer } })

  test('respond-async is 202 with Location and Preference-Applied, and its job ends with the tree', async () => {
    const traceId = await aStoredTrace(service)
    const answer = await call('POST /generate', { body: { trace_id: traceId }, headers: { prefer: 'respond-async' } })

    expect(answer.status).toBe(202)
    expectShape(Accepted, answer.body)
    const location = answer.headers.get('location') ?? ''
    expect(location).toBe(`/jobs/${jobIdOf(answer)}`)
    expect(answer.headers.get('preference-applied')).toBe('respond-async')

    const job = await settled(service, jobIdOf(answer))
    expectShape(Job, job.body)
    expect(job.body).toMatchObject({
      kind: 'generate-tree',
      state: 'succeeded',
      result_url: `${location}/result`,
      error: null,
    })
    const { created_at: created, started_at: started, finished_at: finished } = job.body as Record<string, string>
    expect([created, started, finished]).toEqual([created, started, finished].toSorted())

    const result = await call(`GET ${location}/result`)
    expect(result.status).toBe(200)
    expectShape(GenerateResponse, result.body)
    expect(result.body).toMatchObject({ metadata: { trace_id: traceId } })
  })

  test('wait=10 waits, answers the tree and says so', async () => {
    const answer = await generate('wait=10')

    expect(answer.status).toBe(200)
    expectShape(GenerateResponse, answer.body)
    expect(answer.headers.get('preference-applied')).toBe('wait=10')
  })

  test('wait=0 waits for nothing', async () => {
    expect((await generate('wait=0')).status).toBe(202)
  })

  test('a wait of days is cut to the limit of the operation, and the tree comes all the same', async () => {
    expect((await generate('wait=999999')).status).toBe(200)
  })

  const ignored = ['', 'wait', 'wait=', 'wait=abc', 'wait=-1', 'wait=1.5', 'wait=99999999999', 'respond-asynchronously']
  const alsoIgnored = ['return=minimal', ',,;;==', 'handling=lenient', '"respond-async"', 'xwait=0', 'nonsense, more']
  for (const prefer of [...ignored, ...alsoIgnored]) {
    test(`a preference of ${JSON.stringify(prefer)} is passed over`, async () => {
      const answer = await generate(prefer)

      expect(answer.status).toBe(200)
      expect(answer.headers.get('preference-applied')).toBeNull()
    })
  }

  for (const prefer of ['Respond-Async', 'return=minimal, respond-async', 'respond-async; foo=bar']) {
    test(`${prefer} is respond-async too`, async () => {
      expect((await generate(prefer)).status).toBe(202)
    })
  }

  test('a call that names no preference tells its job, which is found by it', async () => {
    const tree = await call('POST /generate', { body: { trace_id: await aStoredTrace(service) } })
    const jobId = tree.headers.get('x-job-id') ?? 'none'

    const job = await call(`GET /jobs/${jobId}`)
    const result = await call(`GET /jobs/${jobId}/result`)

    expect(job.body).toMatchObject({ job_id: jobId, state: 'succeeded' })
    expect(result.text).toBe(tree.text)
  })

  test('a job that has ended cannot be called off', async () => {
    const tree = await call('POST /generate', { body: { trace_id: await aStoredTrace(service) } })
    const jobId = tree.headers.get('x-job-id')

    const answer = await call(`POST /jobs/${jobId}/cancel`)

    expectJobError(answer, 409, 'STATE_CONFLICT')
    expect(errorOf(answer).details).toEqual({ job_id: jobId, state: 'succeeded' })
    expect((await call(`GET /jobs/${jobId}/result`)).status).toBe(200)
  })

  test('a job is its own key’s and the operator’s, and for anyone else not there', async () => {
    const owner = await service.issueKey({ org: 'org_jobs' })
    const colleague = await service.issueKey({ org: 'org_jobs' })
    const operator = await service.issueKey({ org: 'org_jobs', scopes: ['operator'] })
    const stranger = await service.issueKey({ org: 'org_else', scopes: ['operator'] })
    const traceId = await aStoredTrace(service, owner.key)
    const tree = await call('POST /generate', { key: owner.key, body: { trace_id: traceId } })
    const path = `/jobs/${tree.headers.get('x-job-id')}`

    for (const [{ key }, seen] of [
      [owner, true],
      [operator, true],
      [colleague, false],
      [stranger, false],
    ] as const) {
      const [job, result] = [await call(`GET ${path}`, { key }), await call(`GET ${path}/result`, { key })]
      expect([job.status, result.status]).toEqual(seen ? [200, 200] : [404, 404])
      if (!seen) expectJobError(await call(`POST ${path}/cancel`, { key }), 404, 'JOB_NOT_FOUND')
    }
  })

  for (const id of [crypto.randomUUID(), 'none', '0', 'SVC-a-1', '00000000-0000-0000-0000-00000000000g']) {
    test(`there is no job ${id}`, async () => {
      for (const what of [`GET /jobs/${id}`, `GET /jobs/${id}/result`, `POST /jobs/${id}/cancel`])
        expectJobError(await call(what), 404, 'JOB_NOT_FOUND')
    })
  }

  test('jobs need a key', async () => {
    for (const what of ['GET /jobs/x', 'GET /jobs/x/result', 'POST /jobs/x/cancel'])
      expectJobError(await call(what, { key: null }), 401, 'INVALID_API_KEY')
  })

  test('a trace that is not there is 404 and costs no job', async () => {
    const answer = await call('POST /generate', {
      body: { trace_id: 'SVC-none-1' },
      headers: { prefer: 'respond-async' },
    })

    expectError(answer, 'TRACE_NOT_FOUND')
    const [row] = await service.database.sql<{ jobs: number }[]>`
      select count(*)::int as jobs from pgboss.job where data->>'requestId' = ${answer.headers.get('x-service-trace')}`
    expect(row?.jobs).toBe(0)
  })
})

describe('without a worker', () => {
  let service: Service
  let call: Service['call']

  beforeAll(async () => {
    service = await startService({ workers: 0, env: { WAIT_MS_GENERATE_TREE: '300' } })
    await service.pretendWorker('generate-tree')
    call = service.call
  })
  afterAll(() => service.stop())

  const aQueuedJob = async () =>
    call('POST /generate', { body: { trace_id: await aStoredTrace(service) }, headers: { prefer: 'respond-async' } })
  const stateInQueue = async (jobId: string) => {
    const [row] = await service.database.sql<{ state: string }[]>`
      select state::text from pgboss.job where id = ${jobId}`
    return row?.state
  }

  test('a job waits, has no result yet, and says so', async () => {
    const jobId = jobIdOf(await aQueuedJob())

    const job = await call(`GET /jobs/${jobId}`)
    const result = await call(`GET /jobs/${jobId}/result`)

    expectShape(Job, job.body)
    expect(job.body).toMatchObject({
      state: 'queued',
      started_at: null,
      finished_at: null,
      result_url: null,
      error: null,
    })
    expectJobError(result, 409, 'STATE_CONFLICT')
  })

  test('a job that waits can be called off, once and for all', async () => {
    const jobId = jobIdOf(await aQueuedJob())

    const canceled = await call(`POST /jobs/${jobId}/cancel`)
    const again = await call(`POST /jobs/${jobId}/cancel`)

    expectShape(Job, canceled.body)
    expect([canceled.status, again.status]).toEqual([200, 200])
    expect(canceled.body).toMatchObject({ job_id: jobId, state: 'canceled', result_url: null })
    expect(again.body).toEqual(canceled.body)
    expect(await stateInQueue(jobId)).toBe('cancelled')
    expectJobError(await call(`GET /jobs/${jobId}/result`), 409, 'STATE_CONFLICT')
  })

  test('who waits for a job that is called off hears of it', async () => {
    const waitingKey = crypto.randomUUID()
    const body = { trace_id: await aStoredTrace(service) }
    const headers = { 'idempotency-key': waitingKey }
    const jobId = jobIdOf(await call('POST /generate', { body, headers: { ...headers, prefer: 'respond-async' } }))
    await call(`POST /jobs/${jobId}/cancel`)

    const waited = await call('POST /generate', { body, headers })

    expectError(waited, 'STATE_CONFLICT')
  })

  test('wait=N of less than the limit is 202 when it passes, not a failure', async () => {
    const startedAt = performance.now()
    const answer = await call('POST /generate', {
      body: { trace_id: await aStoredTrace(service) },
      headers: { prefer: 'wait=1, return=minimal' },
    })

    expect(answer.status).toBe(202)
    expectShape(Accepted, answer.body)
    expect(answer.headers.get('preference-applied')).toBe('wait=1')
    expect(answer.headers.get('location')).toBe(`/jobs/${jobIdOf(answer)}`)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300)
  })

  test('a limit that passes is 504 with the job that goes on; once a worker runs, the same key has its tree', async () => {
    const request = {
      body: { trace_id: await aStoredTrace(service) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }
    const timedOut = await call('POST /generate', request)

    expectError(timedOut, 'JOB_TIMEOUT')
    const jobId = String(errorOf(timedOut).details['job_id'])
    expect(timedOut.headers.get('location')).toBe(`/jobs/${jobId}`)
    expect((await call(`GET /jobs/${jobId}`)).body).toMatchObject({ state: 'queued' })

    const worker = await service.startWorker()
    await settled(service, jobId)
    const tree = await call('POST /generate', request)

    expect(tree.status).toBe(200)
    expectShape(GenerateResponse, tree.body)
    expect(tree.headers.get('x-job-id')).toBe(jobId)
    expect((await call(`GET /jobs/${jobId}/result`)).text).toBe(tree.text)
    worker.kill('SIGKILL')
    await worker.exited
  })

  const deleted = (jobId: string) => service.database.sql`delete from pgboss.job where id = ${jobId}`
  const promisesOf = async (jobId: string) => {
    const rows = await service.database.sql`select kind from edg_nodes where stream = ${`promise:${jobId}`}`
    return rows.length
  }

  test.each([
    ['202', { prefer: 'wait=1' }],
    ['504', {}],
  ])('a job of which a wait that was over said %s is missed where it is taken away', async (status, headers) => {
    const answer = await call('POST /generate', { body: { trace_id: await aStoredTrace(service) }, headers })
    expect(String(answer.status)).toBe(status)
    const { pathname } = new URL(answer.headers.get('location') ?? '', 'http://service')
    const jobId = pathname.slice('/jobs/'.length)
    expect(await promisesOf(jobId)).toBe(1)

    await deleted(jobId)

    expectJobError(await call(`GET ${pathname}`), 500, 'EVIDENCE_MISMATCH')
    expectJobError(await call(`GET ${pathname}/result`), 500, 'EVIDENCE_MISMATCH')
  })

  test('a job that is gone when the wait for it is over is put in again', async () => {
    const asked = call('POST /generate', {
      body: { trace_id: await aStoredTrace(service) },
      headers: { prefer: 'wait=1', 'idempotency-key': crypto.randomUUID() },
    })
    await until(async () => (await service.database.sql`delete from pgboss.job where state = 'created'`).count > 0, {
      what: 'a job to be taken away',
    })

    const jobId = jobIdOf(await asked)

    expect((await call(`GET /jobs/${jobId}`)).body).toMatchObject({ state: 'queued' })
  })

  async function hangUp(headers: Record<string, string>): Promise<string> {
    const patient = await service.startApi({ WAIT_MS_GENERATE_TREE: '60000' })
    const traceparent = `00-${crypto.randomUUID().replaceAll('-', '')}-b7ad6b7169203331-01`
    const controller = new AbortController()
    const request = fetch(`${service.urls[patient]}/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', traceparent, ...headers },
      body: JSON.stringify({ trace_id: await aStoredTrace(service) }),
      signal: controller.signal,
    })
    const [job] = await until(
      async () => {
        const rows = await service.database.sql<{ id: string }[]>`
          select id from pgboss.job where data->>'requestId' = ${traceparent.slice(3, 35)}`
        return rows.length > 0 && rows
      },
      { what: 'the job to be queued' },
    )
    controller.abort()
    await request.catch(() => undefined)
    return job?.id ?? 'none'
  }

  test('a client that hangs up takes back its job that nobody has started, and is promised nothing', async () => {
    const jobId = await hangUp({})

    await until(async () => (await stateInQueue(jobId)) === 'cancelled', { what: 'the job to be taken back' })
    expect((await call(`GET /jobs/${jobId}`)).body).toMatchObject({ state: 'canceled' })
    service.apis.at(-1)?.kill('SIGTERM')
    await service.apis.at(-1)?.exited
    expect(await promisesOf(jobId)).toBe(0)
  })

  test('a client that hangs up leaves alone a job that its Idempotency-Key may ask for again', async () => {
    const jobId = await hangUp({ 'idempotency-key': crypto.randomUUID() })

    // The process that saw the hang-up has answered it, or dropped it, before it says that it has stopped.
    service.apis.at(-1)?.kill('SIGTERM')
    await service.apis.at(-1)?.exited
    expect(await stateInQueue(jobId)).toBe('created')
  })
})
