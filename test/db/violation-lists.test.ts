/** Lists of violations read as much as they show, however many were resolved. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { countedAtMost } from '#db/documents/counted'
import { listViolations, type ViolationFilter } from '#db/queries/violation-lists'
import { openHalts } from '#db/queries/watched-violations'
import { rowsRead } from '#test/support/rows-read'
import { aStore, type Store } from '#test/support/store'

let store: Store
const org = 'org_many'
const active: ViolationFilter = {
  orgIds: [org, 'assay'],
  minTier: 'T3',
  statuses: ['open', 'acknowledged'],
  article: undefined,
  agent: undefined,
}

async function addViolations(
  count: number,
  { article = 'A-05', tier = 'T3', status = 'resolved', agent = null as string | null, orgId = org } = {},
) {
  await store.sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      agent, message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select 'vio_' || gen_random_uuid(), ${orgId}, ${status}::text, (select id from edg_nodes limit 1), 0, gen_random_uuid()::text,
      ${article}, 't', ${tier}, 'system', 's', ${agent}::text, 'm', '{}', 'c', '{}', at, at, 1
    from (select now() - n * interval '1 second' as at from generate_series(1, ${count}::int) n) made`
}

beforeAll(async () => {
  store = await aStore()
  await store.trace()
  await addViolations(20_000)
  await addViolations(5000, { article: 'A-07', tier: 'T2', agent: 'a' })
  await addViolations(4, { article: 'A-07', tier: 'T2', agent: 'b' })
  await addViolations(30, { status: 'open' })
  await addViolations(3, { status: 'acknowledged', article: 'A-09', agent: 'b' })
  await addViolations(2, { status: 'open', article: 'A-01', tier: 'T4', orgId: 'assay' })
  await addViolations(4000, { status: 'open', orgId: 'org_other' })
  await store.sql`vacuum analyze violations`
})
afterAll(() => store.database.drop())

const filters: [string, Partial<ViolationFilter>, rowsCounted: number][] = [
  ['what is active', {}, 35],
  ['what is waived', { statuses: ['waived'] }, 0],
  ['of an article that none breaks', { article: 'A-11' }, 0],
  ['of an agent that few have', { statuses: ['resolved'], minTier: 'T1', agent: 'b' }, 4],
  ['of an agent that there is not', { statuses: ['resolved', 'open'], minTier: 'T1', agent: '' }, 0],
  ['of an article and an agent', { statuses: ['acknowledged'], article: 'A-09', agent: 'b' }, 3],
  ['of a tier that few have', { minTier: 'T4' }, 2],
  ['what is resolved', { statuses: ['resolved'] }, 20_000],
  ['all', { statuses: ['open', 'acknowledged', 'waived', 'resolved'], minTier: 'T1' }, countedAtMost],
]

describe('a list of violations', () => {
  test.each(filters)('%s: reads the page and counts by index alone', async (_, filter, counted) => {
    const { result, rows } = await rowsRead(store.sql, ['violations'], (tx) =>
      listViolations(tx, { ...active, ...filter }, { limit: 20, offset: 0 }),
    )

    expect(result.total).toBe(counted)
    expect(rows).toBeLessThan(counted + 500)
  })

  test.each(filters)('%s: has in pages what a plain look has, in the same order', async (_, filter) => {
    const { sql } = store
    const { orgIds, statuses, minTier, article, agent } = { ...active, ...filter }
    const plain = await sql<{ id: string }[]>`
      select id from violations where org_id = any(${orgIds as string[]}) and status = any(${statuses as string[]})
        and tier >= ${minTier} ${article === undefined ? sql`` : sql`and article = ${article}`}
        ${agent === undefined ? sql`` : sql`and agent = ${agent}`}
      order by detected_at desc, id desc limit 45`

    const pages = await Promise.all(
      [0, 15, 30].map((offset) => listViolations(sql, { ...active, ...filter }, { limit: 15, offset })),
    )

    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(plain.map(({ id }) => id))
  })
})

test('what halts is found without a look at what does not, however much is active and however often it was asked for', async () => {
  const { result, rows, blocks } = await rowsRead(store.sql, ['violations'], async (tx) => {
    // As Postgres plans a statement that it has met some times: for any values, not for these.
    await tx`set local plan_cache_mode = force_generic_plan`
    return openHalts(tx)
  })

  expect(result).toEqual([])
  expect(rows).toBeLessThan(10)
  expect(blocks).toBeLessThan(60)
})
