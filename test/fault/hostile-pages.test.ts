/** Pages that do what pages should not: each scan ends in time and says how, and the next page is scanned as ever. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type HostileSite, hostileKinds, openHostileSite } from '#test/support/hostile'
import { type Service, startService } from '#test/support/service'

/** A page that may end by its time alone is given less of it; one that is to have a report has all that any page has. */
const timeoutOf = (kind: string) => {
  const ending = hostileKinds[kind]
  if (ending === 'report') return 30_000
  return typeof ending === 'object' && ending.reason.includes('timeout') ? 2500 : 4000
}

let site: HostileSite
let service: Service

beforeAll(async () => {
  site = openHostileSite()
  service = await startService({
    workers: 0,
    env: {
      EGRESS_ALLOW: site.ports.map((port) => `127.0.0.1/32:${port}`).join(','),
      RATE_LIMIT_D_ENTERPRISE: '1000000',
    },
  })
  await service.startWorker('scan-page')
}, 60_000)
afterAll(async () => {
  await service.stop()
  site.stop()
})

const scan = async (kind: string, timeoutMs?: number) => {
  const startedAt = performance.now()
  const body = { url: site.urlOf(kind), ...(timeoutMs && { timeoutMs }) }
  const answer = await service.call('POST /api/scan', { body })
  return { answer, ms: performance.now() - startedAt }
}

test.each(Object.entries(hostileKinds))('%s', async (kind, ending) => {
  const { answer, ms } = await scan(kind, timeoutOf(kind))
  const next = await scan('plain')

  // On a busy machine a page that is well takes its time too.
  expect(ms).toBeLessThan(timeoutOf(kind) + 2000 + 2 * next.ms)
  if (ending === 'report') expect(answer).toMatchObject({ status: 200, body: { compliance: expect.any(String) } })
  else if (ending === 'any') expect([200, 400]).toContain(answer.status)
  else {
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'PAGE_UNREACHABLE' } } })
    expect(ending.reason).toContain((answer.body as { error: { details: { reason: string } } }).error.details.reason)
  }
  expect(next.answer).toMatchObject({ status: 200, body: { score: expect.any(Number) } })
})
