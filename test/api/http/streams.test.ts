/** Answers that go on: they end with their key, whatever they tell, and one key has only so many. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { alterKey, revokeKey } from '#test/support/keys'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const limit = 4
let service: Service

beforeAll(async () => {
  service = await startService({
    workers: 0,
    env: { STREAMS_PER_KEY: String(limit), RATE_LIMIT_JOBS_STANDARD: '5', EGRESS_ALLOW: '' },
  })
})
afterAll(() => service.stop())

type Stream = {
  status: number
  text: () => string
  ended: Promise<{ at: number; isWhole: boolean }>
  leave: () => void
}

async function follow(path: string, key: string, headers: Record<string, string> = {}): Promise<Stream> {
  const leave = new AbortController()
  const response = await fetch(`${service.urls[0]}${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: leave.signal,
  })
  let text = ''
  const ended = (async () => {
    try {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
      return { at: performance.now(), isWhole: true }
    } catch {
      return { at: performance.now(), isWhole: false }
    }
  })()
  return { status: response.status, text: () => text, ended, leave: () => leave.abort() }
}

async function aTask(key: string): Promise<string> {
  const body = { type: 'trace.query', payload: {} }
  const made = await service.call('POST /tasks', { key, body })
  expect([made.status, made.text]).toMatchObject([201, expect.any(String)])
  return (made.body as { task_id: string }).task_id
}
async function aRun(key: string): Promise<string> {
  const made = await service.call('POST /api/scan-runs', { key, body: { urls: ['https://example.com/'] } })
  expect(made.status).toBe(202)
  return (made.body as { runId: string }).runId
}

describe('a stream of events', () => {
  const kinds: [string, (key: string) => Promise<string>][] = [
    ['of a task', async (key) => `/tasks/${await aTask(key)}/events`],
    ['of a run of scans', async (key) => `/api/scan-runs/${await aRun(key)}/events`],
  ]
  for (const [name, pathOf] of kinds) {
    test(`${name} ends within a second of its key's being revoked, and says why; another key's goes on`, async () => {
      const [ours, others] = [await service.issueKey(), await service.issueKey()]
      const path = await pathOf(ours.key)
      const [stream, other] = [await follow(path, ours.key), await follow(path, others.key)]
      await until(() => [stream, other].every(({ text }) => text().includes('\nevent: ')), { what: 'both to begin' })

      const revokedAt = performance.now()
      await revokeKey(service.database.sql, service.signer, ours.id)
      const { at, isWhole } = await stream.ended

      expect(at - revokedAt).toBeLessThan(1000)
      expect(isWhole).toBeTrue()
      const last = stream.text().trimEnd().split('\n\n').at(-1) ?? ''
      const [event, data = ''] = last.split('\n')
      expect(event).toBe('event: error')
      expect(JSON.parse(data.slice('data: '.length))).toMatchObject({ error: { code: 'INVALID_API_KEY' } })
      expect(stream.text()).not.toContain('event: end')
      await until(async () => (await service.call('GET /stats', { key: ours.key })).status === 401, {
        what: 'the key to be refused',
      })
      expect(await Promise.race([other.ended, Bun.sleep(600)])).toBeUndefined()
      other.leave()
    })
  }

  test('ends when its key expires, and when it loses its area', async () => {
    const expiring = await service.issueKey({ expires: new Date(Date.now() + 2500) })
    const narrowed = await service.issueKey()
    const streams = [
      await follow(`/tasks/${await aTask(expiring.key)}/events`, expiring.key),
      await follow(`/tasks/${await aTask(narrowed.key)}/events`, narrowed.key),
    ]
    await alterKey(service.database.sql, service.signer, narrowed.id, { areas: ['A'] })

    await Promise.all(streams.map(({ ended }) => ended))
    for (const { text } of streams) expect(text()).toContain('event: error')
  })
})

test('an export that is read slowly is cut off when its key is revoked, and never looks whole', async () => {
  const { key, id } = await service.issueKey()
  const recommendation = 'x'.repeat(5000)
  const batch = Array.from({ length: 3000 }, () => aTrace({ system_source: 'exported', recommendation }))
  expect((await service.call('POST /traces/batch', { body: batch })).status).toBe(201)
  const response = await fetch(`${service.urls[0]}/traces/export?system_source=exported`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const reader = response.body?.getReader()
  await reader?.read()

  await revokeKey(service.database.sql, service.signer, id)
  await Bun.sleep(1000)
  let isWhole = true
  try {
    while (!(await reader?.read())?.done);
  } catch {
    isWhole = false
  }

  expect(isWhole).toBeFalse()
})

describe('one key', () => {
  test('has only so many streams open, of whatever kind, and another key has its own', async () => {
    const [ours, others] = [await service.issueKey(), await service.issueKey()]
    const [task, run] = [`/tasks/${await aTask(ours.key)}/events`, `/api/scan-runs/${await aRun(ours.key)}/events`]
    const open = await Promise.all([task, run, task, run].map((path) => follow(path, ours.key)))
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])

    const [more, other] = [await service.call(`GET ${task}`, { key: ours.key }), await follow(task, others.key)]

    expect(more).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit } } } })
    expect(more.headers.get('retry-after')).toBe('5')
    expect(other.status).toBe(200)
    open[0]?.leave()
    const again = await until(
      async () => {
        const next = await follow(task, ours.key)
        if (next.status !== 200) next.leave()
        return next.status === 200 && next
      },
      { what: 'the place of one that left to be free' },
    )
    for (const stream of [...open, other, again]) stream.leave()
  })

  test('asks for jobs only so often, by a limit of their own', async () => {
    const { key } = await service.issueKey({ tier: 'standard' })
    const ask = () => service.call(`GET /jobs/${crypto.randomUUID()}`, { key })

    const answers = await Promise.all(Array.from({ length: 8 }, ask))

    // The minute may turn meanwhile.
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(5)
    const refused =
      answers.find(({ status }) => status === 429) ??
      (await until(
        async () => {
          const answer = await ask()
          return answer.status === 429 && answer
        },
        { what: 'the limit' },
      ))
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('5')
    expect((await service.call('GET /stats', { key })).status).toBe(200)
  })
})
