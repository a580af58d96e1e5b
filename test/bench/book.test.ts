/** The benches' own judges: what is lost, doubled or half done is found; what grows is told from what does not. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { slopeOf } from '#bench/day/memory'
import { scheduleOf, timesOf } from '#bench/day/schedule'
import { reckon, type Said, type Write } from '#bench/fleet/book'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

async function store(id: string, metadata: object): Promise<void> {
  await database.sql`
    insert into traces (trace_id, org_id, risk_score, risk_level, confidence, compliance_declared, attribution_token,
      payload_salt, "timestamp", metadata)
    values (${id}, 'org', 1, 'LOW', 1, true, '', '', now(), ${JSON.stringify(metadata)}::text::jsonb)`
}

const aWrite = (
  mark: string,
  said: Said,
  { ids = [] as string[], ...odd }: Omit<Partial<Write>, 'ids'> & { ids?: string[] } = {},
) =>
  ({
    org: 'org',
    kind: 'trace',
    mark,
    key: mark,
    path: '/traces',
    body: {},
    parts: 1,
    isOnce: true,
    answers: 1,
    ...odd,
    said,
    ids: new Set(ids),
  }) satisfies Write

const judged = async (write: Write) =>
  (await reckon(database.sql, [write])).differences.map((each) => each.split(', ').slice(1).join(', '))

test('a write that is there once, as its answer said, is no difference', async () => {
  await store('SVC-once-1', { mark: 'once' })

  expect(await judged(aWrite('once', 'done', { ids: ['SVC-once-1'] }))).toEqual([])
  expect(await judged(aWrite('once', 'unknown'))).toEqual([])
  expect(await judged(aWrite('never', 'nothing'))).toEqual([])
})

test('what was said to be done and is not there is lost', async () => {
  expect(await judged(aWrite('lost', 'done', { ids: ['SVC-lost-1'] }))).toEqual(['there are 0 of 1'])
  expect(await judged(aWrite('lost', 'taken'))).toEqual(['there are 0 of 1'])
})

test('a scan that met no page has ended, for a caller who was told so, and for nobody else', async () => {
  const scan = (said: Said) => aWrite('away', said, { kind: 'scan', isOnce: false })
  await database.sql`
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, error, attempt, created_at, finished_at)
    values (gen_random_uuid(), 'scan-page', 'org', 'key', 'request', 'failed', ${JSON.stringify({ code: 'PAGE_UNREACHABLE' })}::text::json, 0, now(), now())`
  const { differences } = await reckon(database.sql, [scan('nothing')])

  expect(await judged(scan('unreachable'))).toEqual([])
  expect(differences).toContain('1 scans met no page, and 0 callers can know of it')
  expect(differences.some((each) => each.endsWith('and it was never done'))).toBe(true)
  await database.sql`delete from job_outcomes`
})

test('what was said not to be done and is there is found, and so is what is there twice', async () => {
  await store('SVC-behind-1', { mark: 'behind' })
  await store('SVC-twice-1', { mark: 'twice' })
  await store('SVC-twice-2', { mark: 'twice' })

  expect(await judged(aWrite('behind', 'nothing'))).toEqual(['there are 1'])
  expect(await judged(aWrite('twice', 'unknown'))).toEqual(['there are 2 of 1: doubled'])
})

test('another thing than the one that was told of is found', async () => {
  await store('SVC-other-1', { mark: 'other' })

  expect(await judged(aWrite('other', 'done', { ids: ['SVC-other-2'] }))).toEqual([
    'told of SVC-other-2, which is not there',
  ])
})

test('half a batch is found, and a write that was never done however often it was sent', async () => {
  for (const item of [0, 1]) await store(`SVC-batch-${item}`, { mark: 'batch', item })

  expect(await judged(aWrite('batch', 'done', { kind: 'batch', parts: 2 }))).toEqual([])
  expect(await judged(aWrite('batch', 'done', { kind: 'batch', parts: 3 }))).toEqual(['there are 2 of 3'])
  expect(await judged(aWrite('refused', 'nothing', { isOnce: false }))).toEqual(['and it was never done'])
})

test('a day goes wrong in the same way for the same seed, and in another for another', () => {
  const times = timesOf(3_600_000)

  expect(scheduleOf(times, 75_000, 7)).toEqual(scheduleOf(times, 75_000, 7))
  expect(scheduleOf(times, 75_000, 7)).not.toEqual(scheduleOf(times, 75_000, 8))
  expect(new Set(scheduleOf(times, 75_000, 7).map(({ what }) => what)).size).toBe(6)
})

test('a process that grows by 60 MB an hour is told from one that only swings', () => {
  const life = (mbAt: (hours: number) => number) => ({
    name: 'api',
    version: 'this',
    samples: Array.from({ length: 1000 }, (_, n) => ({ at: n * 3, mb: mbAt((n * 3) / 3600) + ((n * 7919) % 20) })),
  })
  const growing = slopeOf(
    life((hours) => 100 + 60 * hours),
    600,
  )
  const swinging = slopeOf(
    life((hours) => 100 + 10 * Math.sin(40 * hours)),
    600,
  )

  expect(growing?.mbPerHour).toBeCloseTo(60, -1)
  expect(growing?.low).toBeGreaterThan(50)
  expect(swinging?.low).toBeLessThan(0)
  expect(
    slopeOf(
      life(() => 100),
      2950,
    ),
  ).toBeUndefined()
})
