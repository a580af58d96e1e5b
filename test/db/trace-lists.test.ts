/** Filters of traces that no counter knows are counted up to a bound, and every trace behind it is reached all the same. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql } from '#db/client'
import { countedAtMost } from '#db/documents/counted'
import { bookmarksAfter } from '#db/queries/traces'
import type { TraceFilterQuery } from '#shared/contracts/traces'
import { openTracePages } from '#shared/traces/pages'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { rowsRead } from '#test/support/rows-read'
import { aSigner } from '#test/support/store'

/** These traces are older than seals. */
const signer = { ...aSigner(), sealing: { generation: 0 } }
let database: TestDatabase
const more = 20_000
const tied = 9000
const from = '2026-01-01T00:00:00.000Z'
const query = { limit: 10, offset: 0, from }

beforeAll(async () => {
  database = await freshDatabase()
  await database.sql`
    insert into traces (trace_id, org_id, risk_score, risk_level, confidence, compliance_declared, attribution_token,
      payload_salt, "timestamp", created_at)
    select 'SVC-' || n || '-1', 'org_many', 1, 'LOW', 1, true, 't', '', at, at
    from (select n, ${from}::timestamptz + n * interval '1 second' as at
      from generate_series(1, ${countedAtMost + more}::int) n) made`
  await database.sql`
    insert into traces (trace_id, org_id, risk_score, risk_level, confidence, compliance_declared, attribution_token,
      payload_salt, flags, "timestamp", created_at)
    select 'SVC-f' || n || '-1', 'org_flagged', 1, 'LOW', 1, true, 't', '',
      case when n % 1000 = 0 then array['often', 'seldom'] else array['often'] end, at, at
    from (select n, ${from}::timestamptz + n * interval '1 second' as at
      from generate_series(1, ${3 * countedAtMost}::int) n) made`
  // Seven or none an instant, as traces come in together, of three systems and two levels.
  await database.sql`
    insert into traces (trace_id, org_id, system_source, risk_score, risk_level, confidence, compliance_declared, attribution_token,
      payload_salt, "timestamp", created_at)
    select 'SVC-' || md5(n::text) || '-1', 'org_tied', 's' || n % 3, 1, case when n % 2 = 0 then 'LOW' else 'HIGH' end, 1, true, 't',
      '', at, at
    from (select n, ${from}::timestamptz + (n / 7) * interval '2 milliseconds' as at
      from generate_series(1, ${tied}::int) n) made`
  await database.sql`
    insert into trace_totals (org_id, shard, systems, traces, low, medium, high, compliant, risk_sum, timed, time_sum)
    select org_id, 0, 3, count(*), count(*) filter (where risk_level = 'LOW'), 0, count(*) filter (where risk_level = 'HIGH'), 0, 0, 0, 0
    from traces where org_id = 'org_tied' group by 1`
  await database.sql`
    insert into system_totals (org_id, system_source, shard, traces, low, medium, high, compliant, risk_sum, timed, time_sum, last_trace_at)
    select org_id, system_source, 0, count(*), 0, 0, 0, 0, 0, 0, 0, max(created_at)
    from traces where org_id = 'org_tied' group by 1, 2`
  await database.sql`vacuum analyze traces`
})
afterAll(() => database.drop())

test('counting ends where nobody counts further', async () => {
  const pages = openTracePages(signer)

  const { result, rows } = await rowsRead(database.sql, ['traces'], (tx) => pages.page(tx, 'org_many', query))

  expect(result.total).toBe(countedAtMost)
  expect(rows).toBeLessThan(countedAtMost + 1000)
})

test('what lies behind is reached by offset and by cursor', async () => {
  const pages = openTracePages(signer)
  const look = (offset: number) => pages.page(database.sql, 'org_many', { ...query, offset })

  const [before, behind, last, beyond] = [
    await look(countedAtMost - 10),
    await look(countedAtMost + 5000),
    await look(countedAtMost + more - 5),
    await look(countedAtMost + more),
  ]
  const next = await pages.page(database.sql, 'org_many', { ...query, cursor: String(before.nextCursor) })

  expect(before.rows[0]?.trace_id).toBe(`SVC-${more + 10}-1`)
  expect(next.rows[0]?.trace_id).toBe(`SVC-${more}-1`)
  expect(behind.rows[0]?.trace_id).toBe(`SVC-${more - 5000}-1`)
  expect([last.rows.length, last.nextCursor, beyond.rows.length, beyond.nextCursor]).toEqual([5, null, 0, null])
})

test('a window that holds fewer is counted to the last, and its far end is the end', async () => {
  const pages = openTracePages(signer)
  const to = '2026-01-01T01:00:00.000Z'

  const { total, rows, nextCursor } = await pages.page(database.sql, 'org_many', { ...query, to, offset: 3590 })

  expect([total, rows.length, nextCursor]).toEqual([3599, 9, null])
})

test.each([
  ['often', 3 * countedAtMost],
  ['seldom', (3 * countedAtMost) / 1000],
])('a flag that occurs %s is read by the index that fits, however often it was asked for', async (flag, all) => {
  const total = Math.min(all, countedAtMost)
  const pages = openTracePages(signer)
  const sql = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })
  const asked = { limit: 10, offset: 0, flag }

  // Postgres takes one plan for all values once a statement was sent some times.
  for (let time = 0; time < 12; time += 1) await pages.page(sql, 'org_flagged', asked)
  const { result, rows, blocks } = await rowsRead(sql, ['traces'], (tx) => pages.page(tx, 'org_flagged', asked))
  await sql.end()

  expect([result.total, result.rows.length]).toEqual([total, 10])
  // Counted by the index of flags, which has all of them, and no further in the table; the page is not sorted out of them.
  expect(rows).toBeLessThan(all + total + 1000)
  expect(blocks).toBeLessThan(2500)
})

test.each<[string, TraceFilterQuery, number[]]>([
  ['all', {}, [0, 1, 6, 7, 8, 500, 2000, 2001, 3333, 4500, 5001, 6994, 6995, 8989, 8990, 8991, 9000]],
  ['of a system', { system_source: 's1' }, [0, 1, 2, 3, 1499, 1500, 2001, 2993, 3000]],
  ['of a level', { risk_level: 'HIGH' }, [0, 1, 3, 4, 2100, 2249, 2250, 4493, 4500]],
])('pages of traces that share their instants are those of plain SQL: %s', async (_what, filter, offsets) => {
  const pages = openTracePages(signer)
  const all = await database.sql<{ trace_id: string; system_source: string; risk_level: string }[]>`
    select trace_id, system_source, risk_level from traces where org_id = 'org_tied' order by created_at desc, trace_id desc`
  const ids = all
    .filter((row) => Object.entries(filter).every(([name, value]) => row[name as keyof typeof row] === value))
    .map(({ trace_id }) => trace_id)

  for (const offset of offsets) {
    const { rows, total } = await pages.page(database.sql, 'org_tied', { ...filter, limit: 10, offset })
    const page = ids.slice(offset, offset + 10)
    expect([offset, total, rows.map(({ trace_id }) => trace_id)]).toEqual([offset, ids.length, page])
  }
})

test('bookmarks are where counting leads, from the first and from one within an instant', async () => {
  const all = await database.sql<{ trace_id: string }[]>`
    select trace_id from traces where org_id = 'org_tied' order by created_at, trace_id`

  const marks = await bookmarksAfter(database.sql, 'org_tied', undefined, 1000)
  const again = await bookmarksAfter(database.sql, 'org_tied', marks[2], 1000)

  expect(marks.map(({ rank }) => rank)).toEqual([999, 1999, 2999, 3999, 4999, 5999, 6999, 7999, 8999])
  expect(marks.map(({ trace_id }) => trace_id)).toEqual(marks.map(({ rank }) => all[rank]?.trace_id ?? ''))
  expect(again).toEqual(marks.slice(3))
})
