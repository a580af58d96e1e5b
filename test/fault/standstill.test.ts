/** Batches that do not move are named by /readyz, whichever process they are of, and no more once they move. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService()
})
let asking: NodeJS.Timeout | undefined
let asked: Promise<unknown>[] = []
// What was asked is answered before the service ends.
afterEach(async () => {
  clearInterval(asking)
  await Promise.all(asked)
  asked = []
}, 60_000)
afterAll(() => service.stop())

type Readiness = { missing: { what: string; why: string }[] }
const lackOf = async (name: string) =>
  ((await service.call('GET /readyz', { key: null })).body as Readiness).missing.find(({ what }) => what === name)?.why
const ask = { steps: [{ id: 'ask', type: 'person.ask', payload: { question: 'go on?' } }] }
const store = () => service.call('POST /traces', { body: aTrace() })

async function hold(table: string): Promise<() => Promise<void>> {
  const held = await service.database.sql.reserve()
  await held`begin`
  await held.unsafe(`lock table ${table} in share mode`)
  return async () => {
    await held`rollback`
    held.release()
  }
}

test.each([
  ['traces', 'traces', store],
  ['tasks', 'tasks', () => service.call('POST /tasks', { body: ask })],
  [
    'idempotency_keys',
    'keys of requests',
    () => service.call('POST /tasks', { body: ask, headers: { 'idempotency-key': crypto.randomUUID() } }),
  ],
  [
    'job_outcomes',
    'outcomes of generate-tree',
    async () => {
      const { trace_id } = (await store()).body as { trace_id: string }
      await service.call('POST /generate', { body: { trace_id }, headers: { prefer: 'respond-async' } })
    },
  ],
])(
  'nothing can be written to %s: %s',
  async (table, name, ask) => {
    expect(await lackOf(name)).toBeUndefined()
    const release = await hold(table)

    asking = setInterval(() => void asked.push(ask()), 500)
    const why = await until(() => lackOf(name), { what: 'the standstill to be told', timeoutMs: 20_000, everyMs: 200 })
    await release()
    await until(async () => (await lackOf(name)) === undefined, { what: 'it to move', timeoutMs: 20_000, everyMs: 200 })

    expect(why).toMatch(/^stands still: nothing of it has been written for \d+ s$/)
  },
  60_000,
)

test('a disk that takes no more rows is named, by a process that cannot report it', async () => {
  const { sql } = service.database
  await sql.unsafe(`
    create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_space before insert on traces for each statement execute function no_space()`)

  const { status, body } = await store()
  const why = await lackOf('store')
  await sql`drop function no_space cascade`

  expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: 'STORE_UNAVAILABLE' } } })
  expect(why).toBe('its disk is full, and takes no more rows')
  expect((await store()).status).toBe(201)
})
