/** An organisation whose own rows are held up: what it asks for waits, and what others ask for does not. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aTrace } from '#test/support/makers'
import { patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

const minute = { timeout: 60_000 }

let service: Service
let stuckKey: string
beforeAll(async () => {
  service = await startService({ workers: 0, env: { ...patient, ...unlimited } })
  stuckKey = (await service.issueKey({ org: 'org_stuck' })).key
  for (const key of [stuckKey, service.key])
    expect((await service.call('POST /traces', { body: aTrace(), key })).status).toBe(201)
})
afterAll(() => service.stop())

/** As a long transaction of the organisation's would: its counters are held. @returns how to let go. */
async function holdCounters(): Promise<() => Promise<void>> {
  const holder = await service.database.sql.reserve()
  await holder`begin`
  await holder`select from trace_totals where org_id = 'org_stuck' for update`
  return async () => {
    await holder`commit`
    holder.release()
  }
}

const untilHeldUp = (statements: number) =>
  until(
    async () => {
      const [row] = await service.database.sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return row?.waiting === statements
    },
    { what: `${statements} statements to be held up` },
  )

const ofStuck = (path: string, body: unknown) => service.call(`POST ${path}`, { body, key: stuckKey })

test(
  'single traces of one that are held up hold up no other’s',
  async () => {
    const letGo = await holdCounters()
    const stuck = [ofStuck('/traces', aTrace())]
    await untilHeldUp(1)
    for (let n = 0; n < 20; n += 1) stuck.push(ofStuck('/traces', aTrace()))

    for (let n = 0; n < 5; n += 1) expect((await service.call('POST /traces', { body: aTrace() })).status).toBe(201)

    expect(await Promise.race([...stuck, Promise.resolve('none has ended')])).toBe('none has ended')
    await letGo()
    expect((await Promise.all(stuck)).map(({ status }) => status)).toEqual(Array(21).fill(201))
  },
  minute,
)

test(
  'a batch of one that is held up takes no single trace of another along',
  async () => {
    const letGo = await holdCounters()
    const batch = ofStuck('/traces/batch', [aTrace(), aTrace()])
    await untilHeldUp(1)

    // They come together, and would be stored together.
    const both = [ofStuck('/traces', aTrace()), service.call('POST /traces', { body: aTrace() })]

    expect((await both[1])?.status).toBe(201)
    await letGo()
    expect([(await batch).status, (await both[0])?.status]).toEqual([201, 201])
  },
  minute,
)
