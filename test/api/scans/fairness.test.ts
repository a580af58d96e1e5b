/** A thousand steps that scan, of one organisation, beside single scans of another, with a real browser. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

const seats = 2
let service: Service
let pages: Pages
setDefaultTimeout(120_000)
beforeAll(async () => {
  const slowly = async () => {
    await Bun.sleep(500)
    return new Response(aPage('<img src="a.png">'), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
  pages = servePages({ '/theirs': slowly, '/own': slowly })
  service = await startService({ job: 'scan-page', env: { ...unlimited, ...pages.env, SEATS: String(seats) } })
})
afterAll(async () => {
  await service.stop()
  await pages.stop()
})

test('no step goes before a scan that somebody waits for', async () => {
  const key = (await service.issueKey({ org: 'org_single' })).key
  const others = (await service.issueKey({ org: 'org_thousand' })).key
  const jobs: string[] = []
  async function scan(): Promise<void> {
    const answer = await service.call('POST /api/scan', { body: { url: `${pages.url}/own` }, key })
    expect(answer.status).toBe(200)
    jobs.push(answer.headers.get('x-scan-id') ?? '')
  }
  // The first one also starts the browser.
  await scan()
  const steps = Array.from({ length: 1000 }, (_, at) => ({
    id: `s${at}`,
    type: 'accessibility.scan',
    payload: { url: `${pages.url}/theirs` },
  }))
  expect((await service.call('POST /tasks', { body: { steps }, key: others })).status).toBe(201)
  const stepsBegun = () =>
    service.database.sql<{ begun: Date }[]>`
      select started_at as begun from task_steps where state in ('working', 'completed') and started_at is not null`
  await until(async () => (await stepsBegun()).length >= 4, { what: 'steps to be done', timeoutMs: 30_000 })

  for (let round = 0; round < 5; round += 1) await scan()

  const begun = (await stepsBegun()).map((row) => row.begun.getTime())
  const own = await service.database.sql<{ created_at: Date; started_at: Date }[]>`
    select created_at, started_at from job_outcomes where job_id = any(${jobs.slice(1)}::uuid[])`
  const overtaken = own.map(
    ({ created_at, started_at }) => begun.filter((at) => at > created_at.getTime() && at < started_at.getTime()).length,
  )
  expect(own).toHaveLength(5)
  // They may have been on their way already.
  expect(Math.max(...overtaken)).toBeLessThanOrEqual(seats)
})
