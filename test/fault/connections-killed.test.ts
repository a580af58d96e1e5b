/** Somebody kills what syncs a connection, while it reads and while it saves: nothing is lost, and nothing comes twice. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type CalendarFeed, serveCalendar } from '#test/support/calendar-feed'
import { assertEvidence } from '#test/support/evidence'
import { patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let feed: CalendarFeed
beforeAll(async () => {
  feed = serveCalendar({ events: 50 })
  service = await startService({
    workers: 0,
    env: { ...unlimited, ...patient, ADAPTER_ALLOW: feed.allow, WAIT_MS_SYNC_CONNECTION: '50' },
  })
}, 60_000)
afterAll(async () => {
  await service.stop()
  feed.stop()
})

const calendar = () => ({ kind: 'ics', label: 'Team', config: { url: feed.url }, secret: {} })
const countOf = async () => {
  const [count] = await service.database.sql<{ items: number; counted: number; nodes: number }[]>`
    select (select count(*)::int from source_items where document is not null) as items,
      (select sum(items)::int from connections) as counted,
      (select count(*)::int from edg_nodes where kind = 'connection.synced') as nodes`
  return count
}

test('a worker killed while it reads, and one killed while it saves, cost a sync nothing but time', async () => {
  const { sql } = service.database
  const { body } = await service.call('POST /connections', { body: calendar() })
  const { id } = body as { id: string }
  const letGo = feed.hold()
  const reading = await service.startWorker('sync-connection')
  const asked = feed.requests()
  await until(() => feed.requests() > asked, { what: 'the calendar to be asked', everyMs: 5 })

  reading.kill('SIGKILL')
  letGo()

  const gate = Promise.withResolvers<void>()
  const isShut = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx`lock table source_items in exclusive mode`
    isShut.resolve()
    await gate.promise
  })
  await isShut.promise
  const saving = await service.startWorker('sync-connection')
  await until(
    async () => {
      const rows = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%source_items%'`
      return rows.length > 0
    },
    { what: 'the sync to be saved', everyMs: 20, timeoutMs: 60_000 },
  )

  saving.kill('SIGKILL')
  gate.resolve()
  await holding
  await service.startWorker('sync-connection')

  await until(async () => (await countOf())?.items === 50, { what: 'all of it to be there', timeoutMs: 60_000 })
  expect(await countOf()).toEqual({ items: 50, counted: 50, nodes: 1 })
  const shown = await service.call(`GET /connections/${id}`)
  expect(shown.body).toMatchObject({ state: 'ok', items: 50, failures: 0 })
  await assertEvidence(sql, { isLogged: false })
}, 120_000)

test('a worker killed while it erases what a deleted connection brought leaves the rest to another', async () => {
  const { sql } = service.database
  const { body } = await service.call('GET /connections')
  const [{ id } = { id: '' }] = (body as { connections: { id: string }[] }).connections
  for (const worker of service.workers) worker.kill('SIGKILL')

  const gone = await service.call(`DELETE /connections/${id}`)
  const [before] = await sql<{ items: number }[]>`
    select count(*)::int as items from source_items where document is not null`
  await service.startWorker('sync-connection')

  expect([gone.status, before?.items]).toEqual([204, 50])
  await until(async () => (await countOf())?.items === 0, { what: 'all of it to be erased' })
  await assertEvidence(sql, { isLogged: false })
}, 60_000)
