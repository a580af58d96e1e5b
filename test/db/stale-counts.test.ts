/** What is asked for all the time reads what it needs and no more, whatever Postgres knows of how many rows there are. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { watchedOf, watchedSystems } from '#db/queries/watched-violations'
import { rowsRead } from '#test/support/rows-read'
import { aStore, org, type Store } from '#test/support/store'

const linked = 250

describe.each([
  ['never counted them', { early: 3000, isCounted: false, isCountedAgain: false }],
  ['counted them while there were few', { early: 10, isCounted: true, isCountedAgain: false }],
  ['counted them all', { early: 3000, isCounted: true, isCountedAgain: true }],
])('where Postgres %s', (_, { early, isCounted, isCountedAgain }) => {
  let store: Store
  /** One session that keeps its plans, as those of a service do. */
  let sql: Sql
  beforeAll(async () => {
    store = await aStore()
    await store.trace()
    sql = openSql({ url: store.database.url, name: 'assay-kept', poolSize: 1, isPlanFixed: true })
    await addViolations('early', early)
    await addNodes('early', early)
    if (isCounted) await store.sql`analyze`
    await Promise.all([ofSystems('early'), ofOrganisation(), link('early')])
    await addViolations('late', 6000)
    await addViolations('small', 3, 'org_small')
    await addNodes('late', 6000)
    if (isCountedAgain) await store.sql`analyze`
  })
  afterAll(async () => {
    await sql.end()
    await store.database.drop()
  })

  const addViolations = (name: string, count: number, orgId = org) => store.sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select 'vio_' || gen_random_uuid(), ${orgId}, 'open', (select id from edg_nodes limit 1), 0, gen_random_uuid()::text,
      'A-05', 't', 'T3', 'system', ${name}::text || n, 'm', '{}', 'c', '{tree.generate}', now(), now(), 1
    from generate_series(1, ${count}::int) n`

  /** Each in a stream of its own. */
  const addNodes = (name: string, count: number) => store.sql`
    insert into edg_nodes (id, org_id, stream, pos, height, kind, prev, body, signature, kid)
    select sha256(convert_to(body, 'UTF8')), ${org}, stream, 0, 0, 'test', null, body, decode(repeat('00', 64), 'hex'), 'k'
    from generate_series(1, ${count}::int) n cross join lateral (select 'test:' || ${name}::text || n as stream) s
      cross join lateral (
        select json_build_object('edg', 'node/v1', 'stream', stream, 'pos', 0, 'height', 0, 'kind', 'test', 'prev', null)::text
          as body) b`

  const ofSystems = (name: string) =>
    rowsRead(sql, ['violations'], (tx) => watchedSystems(tx, [org, 'assay'], [`${name}1`, `${name}2`, 'none']))

  const ofOrganisation = (orgId = org) => rowsRead(sql, ['violations'], (tx) => watchedOf(tx, [orgId], 100))

  /** Edges from the first of these nodes to others. */
  const link = async (name: string) => {
    const ids = await store.sql<{ id: string }[]>`
      select encode(id, 'hex') as id from edg_nodes where stream like ${`test:${name}%`} order by stream limit ${linked + 1}`
    const [child = '', ...parents] = ids.map(({ id }) => id)
    return rowsRead(
      sql,
      ['edg_nodes'],
      (tx) => tx`
        insert into edg_edges (child, ord, rel, parent)
        select decode(${child}, 'hex'), n, 'derived', decode(parent, 'hex')
        from unnest(${parents}::text[]) with ordinality as p(parent, n)`,
      'read write',
    )
  }

  test('what keeps a few systems from something is found by them', async () => {
    const { result, rows } = await ofSystems('late')

    expect(result.map(({ subject_id }) => subject_id).toSorted()).toEqual(['late1', 'late2'])
    expect(rows).toBeLessThan(20)
  })

  test('of an organisation with more of it than is kept, no more is read than is kept', async () => {
    const { result, rows } = await ofOrganisation()

    expect(result).toMatchObject([{ watched_org: org, is_crowded: true, id: null }])
    expect(rows).toBeLessThan(500)
  })

  test('of another organisation, what it has itself is read', async () => {
    const { result, rows } = await ofOrganisation('org_small')

    expect(result.map(({ subject_id }) => subject_id)).toEqual(['small1', 'small2', 'small3'])
    expect(rows).toBeLessThan(50)
  })

  test('where edges lead is found by their nodes', async () => {
    const { rows } = await link('late')

    const [crossings] = await store.sql`select count(*)::int as count from edg_crossings where stream like 'test:late%'`
    expect(crossings).toEqual({ count: linked })
    // Each edge’s two nodes, by index and in the table; its foreign keys as well.
    expect(rows).toBeLessThan(linked * 10)
  })
})
