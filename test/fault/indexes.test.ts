/** An index that a superuser has had pass a row over, and that is again as it was made: who goes by it does not find the row, who verifies is told. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type postgres from 'postgres'
import type { Reader } from '#db/client'
import { indexLooks } from '#shared/verification/index-looks'
import type { RowLook } from '#shared/verification/row-looks'
import { fillEveryTable } from '#test/support/filled-rows'
import { aStore, org, type Store } from '#test/support/store'
import { type OwnServer, ownServer } from '#test/support/superuser'
import { Rounds } from '#workers/ledger/rounds'

setDefaultTimeout(120_000)
let server: OwnServer
let store: Store
beforeAll(async () => {
  server = await ownServer()
  store = await aStore(undefined, server.database)
})
afterAll(() => server.stop())

const turned = (how: 'off' | 'on', index: string) =>
  `update pg_index set indisready = ${how === 'on'} where indexrelid = 'public.${index}'::regclass`

/** Traces as a list shows them. */
async function listed(): Promise<string[]> {
  const rows = await store.sql<{ id: string }[]>`
    select trace_id as id from traces where org_id = ${org} order by created_at desc limit 100`
  return rows.map(({ id }) => id)
}

test('a trace that no list shows is named by full verification, with the index', async () => {
  await store.trace()
  await store.sequence()
  expect((await store.verify()).checks.filter(({ status }) => status === 'fail')).toEqual([])

  await server.superuser.unsafe(turned('off', 'traces_by_instant'))
  const hidden = await store.trace()
  await server.superuser.unsafe(turned('on', 'traces_by_instant'))
  await store.trace()
  await store.sequence()
  const { verdict, first_failure, checks } = await store.verify()
  const shown = await listed()
  await server.superuser`reindex index traces_by_instant`

  const { id } = hidden.body.subject
  expect({ shown: shown.length, isShown: shown.includes(id) }).toEqual({ shown: 2, isShown: false })
  expect(verdict).toBe('invalid')
  expect(first_failure).toMatchObject({ check: 'V12', row: { table: 'traces', key: id } })
  expect(checks.find(({ id: check }) => check === 'V12')?.detail).toContain('the index traces_by_instant of traces')
})

test('the look that never ends names it as well', async () => {
  const { sql, signer } = store
  await server.superuser.unsafe(turned('off', 'traces_of_system_by_instant'))
  const hidden = await store.trace()
  await server.superuser.unsafe(turned('on', 'traces_of_system_by_instant'))
  await store.sequence()
  const rounds = new Rounds({ sql, signer, anchors: [signer.publicKey] }, signer)
  const found: unknown[] = []
  let step: Awaited<ReturnType<Rounds['step']>>
  do {
    step = await rounds.step()
    if (step?.outcome.first_failure) found.push(step.outcome.first_failure)
  } while (step && !step.round)
  await server.superuser`reindex index traces_of_system_by_instant`

  expect(found).toEqual([
    expect.objectContaining({ check: 'V12', row: { table: 'traces', key: hidden.body.subject.id } }),
  ])
  expect(step?.round?.failed).toMatchObject({ check: 'V12' })
})

type Tamper = (tx: postgres.TransactionSql) => Promise<unknown>

/** What is named of indexes while this was done, as the index and its table; nothing of it stays. @param only of this table. */
async function namedAfter(tamper: Tamper, only?: string): Promise<Set<string>> {
  const named = new Set<string>()
  const act = async (tx: postgres.TransactionSql) => {
    await tx`set local session_replication_role = 'replica'`
    await tamper(tx)
    // Sound: what it reads is read the same.
    for (const { faults, unheld } of await pagesOf(tx as unknown as Reader, only)) {
      for (const { fault } of faults) named.add(/^the index (\w+ of \w+) /.exec(fault)?.[1] ?? fault)
      if (unheld !== undefined) named.add(unheld)
    }
    throw new RolledBack()
  }
  await server.superuser.begin(act).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return named
}

async function pagesOf(sql: Reader, only: string | undefined) {
  const [look] = indexLooks
  const pages: Awaited<ReturnType<RowLook['page']>>[] = []
  let last = only === undefined ? undefined : JSON.stringify({ table: only, block: 0 })
  do {
    const page = await look?.page(sql, last, 1000)
    if (page) pages.push(page)
    last = page?.last
  } while (last !== undefined && (only === undefined || JSON.parse(last).table === only))
  return pages
}

class RolledBack extends Error {}

/** Every row of a table is put where no other lay. */
const rewritten = (table: string) => `
  create temp table kept on commit drop as select * from ${table};
  delete from ${table};
  insert into ${table} overriding system value select * from kept;
  drop table kept`

describe('of every index', () => {
  let indexes: { name: string; table: string; predicate: string | null }[]
  beforeAll(async () => {
    for (const round of [10, 11]) await fillEveryTable(server.database.sql, round)
    indexes = await server.superuser`
      select x.relname::text as name, c.relname::text as table, pg_get_expr(i.indpred, i.indrelid) as predicate
      from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'`
  })

  test('all rows are found that should be', async () => {
    expect(await namedAfter(async () => undefined)).toEqual(new Set())
    expect(await namedAfter((tx) => tx`analyze`)).toEqual(new Set())
  })

  test('what it passes over is named, and nothing else', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const { name, table, predicate } of indexes) {
      const [{ rows } = { rows: 0 }] = await server.superuser.unsafe<{ rows: number }[]>(
        `select count(*)::int as rows from ${table} where ${predicate ?? true}`,
      )
      if (rows === 0) continue
      tried++
      const named = await namedAfter(async (tx) => {
        await tx.unsafe(turned('off', name))
        await tx.unsafe(rewritten(table))
        await tx.unsafe(turned('on', name))
      }, table)
      if (named.size !== 1 || !named.has(`${name} of ${table}`)) wrong.push(`${name}: ${[...named].join(', ')}`)
    }

    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(130)
  })
})

test('nothing is named while rows come in, are moved and go', async () => {
  const { sql } = store
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await Promise.all([store.trace(), store.task(['working', 'completed'])])
      await sql`update process_reports set reported_at = now(), host = host || 'x'`
      await sql`delete from idempotency_keys`
      await server.superuser`vacuum traces, tasks`
    }
  })()
  const seen: unknown[] = []
  for (let times = 0; times < 20; times += 1)
    for (const { faults, unheld } of await pagesOf(sql, undefined)) seen.push(...faults, ...(unheld ? [unheld] : []))
  isOver = true
  await writing

  expect(seen).toEqual([])
})

describe('named as well is', () => {
  test('an index that a row came into by another order', async () => {
    const turnedAround = `update pg_index set indoption = '3 3 3' where indexrelid = 'traces_of_system_by_instant'::regclass`
    const named = await namedAfter(async (tx) => {
      await tx.unsafe(turnedAround)
      await tx.unsafe(rewritten('traces'))
      await tx.unsafe(turnedAround.replace('3 3 3', '0 0 0'))
    })

    expect(named).toEqual(new Set(['traces_of_system_by_instant of traces']))
  })

  test('one whose table was said to have none', async () => {
    const said = (has: boolean) => `update pg_class set relhasindex = ${has} where oid = 'violations'::regclass`
    const named = await namedAfter(async (tx) => {
      await tx.unsafe(said(false))
      await tx.unsafe(rewritten('violations'))
      await tx.unsafe(said(true))
    })

    expect(named).toContain('violations_pkey of violations')
    expect(named).toContain('violations_of_kind of violations')
  })

  test('one by which a row is there twice that it was to keep apart', async () => {
    const apart = (is: boolean) =>
      `update pg_index set indisunique = ${is} where indrelid = 'violations'::regclass and `
    const [unique] = await server.superuser<{ names: string[] }[]>`
      select array_agg(indexrelid::regclass::text) as names from pg_index where indrelid = 'violations'::regclass and indisunique`
    const names = `indexrelid::regclass::text = any('{${unique?.names.join()}}')`
    const named = await namedAfter(async (tx) => {
      await tx.unsafe(apart(false) + names)
      await tx.unsafe('insert into violations select * from violations limit 1')
      await tx.unsafe(apart(true) + names)
    }, 'violations')

    expect(named).toContain('violations_pkey of violations')
  })

  test('one in whose place another is read, since it is asked nothing', async () => {
    const named = await namedAfter((tx) =>
      tx.unsafe('drop index claims_newest; create index mine on claims using brin (org_id)'),
    )

    expect([...named].join()).toContain('mine of claims')
  })
})

test('a statement that somebody left in a session under the name of a look is none of ours', async () => {
  const seen: number[] = []
  await server.database.sql.begin(async (tx) => {
    const rows = async () => {
      const pages = await pagesOf(tx, 'violations')
      seen.push(pages.reduce((sum, page) => sum + page.rows, 0))
    }
    await rows()
    const left = await tx<{ name: string }[]>`
      select name from pg_prepared_statements where name like 'look_by_indexes_%'`
    for (const { name } of left) {
      const nothing = `select -1 as index, '{}'::text[] as key, null::text as org, false as is_passed_over, 0 as rows`
      await tx.unsafe(`deallocate ${name}; prepare ${name} (tid, tid) as ${nothing}`).simple()
    }
    expect(left.length).toBeGreaterThan(0)
    await rows()
  })

  expect(seen[0]).toBeGreaterThan(0)
  expect(seen[1]).toBe(seen[0] ?? Number.NaN)
})
