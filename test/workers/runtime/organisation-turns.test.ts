/** Whose job is next when more wait than there are places: organisations take turns, over the queue's own tables. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { openSql } from '#db/client'
import type { Signer } from '#shared/evidence/signing'
import { openBoss } from '#shared/queue/boss'
import { callPriority, envelope, insertJobs } from '#shared/queue/send'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'
import { aContract } from '#test/workers/runtime/makers'
import { openRuntimeStore, type RuntimeStore } from '#workers/runtime/store'

const contract = aContract({ name: 'test-turns' })
const far = -(2 ** 31)

let database: TestDatabase
let boss: PgBoss
let signer: Signer
let store: RuntimeStore
beforeAll(async () => {
  database = await freshDatabase()
  const { sql } = database
  boss = await openBoss(sql, { upkeep: false, onError: console.error })
  await boss.createQueue(contract.name, { notify: true })
  signer = aSigner()
  store = openRuntimeStore({ boss, contract, sql, hasty: sql, signer, workerId: randomUUID() })
})
afterAll(async () => {
  await boss.stop({ graceful: false, close: false })
  await database.drop()
})
afterEach(async () => {
  await database.sql`delete from pgboss.job where name = ${contract.name}`
})

async function send(orgId: string, count: number, priority = 0): Promise<void> {
  const jobs = Array.from({ length: count }, () => ({
    id: randomUUID(),
    data: envelope(contract, {}, { requestId: 'r', orgId, keyId: 'k' }),
    priority,
  }))
  await insertJobs({ boss, sealer: signer }, contract, jobs, database.sql)
}

/** Whose jobs are claimed, and where the turns have come to. */
async function take(limit: number, after: string, minPriority = far) {
  const { claimed, last } = await store.claimInTurns(limit, { minPriority, after })
  return { whose: claimed.map(({ data }) => data.orgId), last, claimed }
}

describe('while more wait than there are places', () => {
  test('one of another organisation does not wait for a thousand', async () => {
    await send('org_a', 1000)
    await send('org_b', 1)

    expect((await take(1, '')).whose).toEqual(['org_a'])
    expect((await take(1, 'org_a')).whose).toEqual(['org_b'])
    expect((await take(1, 'org_b')).whose).toEqual(['org_a'])
  })

  test('the places that are free are shared, and what one does not need others have', async () => {
    await send('org_a', 100)
    await send('org_b', 100)
    await send('org_c', 1)

    const { whose, last } = await take(9, 'org_a')

    expect(whose.toSorted()).toEqual([...Array(3).fill('org_a'), ...Array(3).fill('org_b'), 'org_c'])
    expect(last).toBe('org_a')
    expect((await take(9, last)).whose.filter((org) => org === 'org_b')).toHaveLength(5)
  })

  test('turns go round', async () => {
    for (const org of ['org_a', 'org_b', 'org_c']) await send(org, 3)
    const order: string[] = []
    for (let last = 'org_b', n = 0; n < 9; n += 1) {
      const taken = await take(1, last)
      order.push(...taken.whose)
      last = taken.last
    }

    expect(order.join(' ')).toBe(`org_c org_a org_b ${'org_c org_a org_b '.repeat(2)}`.trim())
    expect(await take(1, 'org_b')).toMatchObject({ whose: [], last: 'org_b' })
  })

  test('what somebody waits for is first, whosever it is, and an organisation’s own go by priority', async () => {
    await send('org_a', 2, -5)
    await send('org_a', 1, -1)
    await send('org_b', 2, callPriority)
    await send('org_c', 1, 100)

    expect((await take(8, '')).whose.toSorted()).toEqual(['org_b', 'org_b', 'org_c'])
    const { claimed } = await take(1, '')
    const [first] = await database.sql<{ priority: number }[]>`
      select priority from pgboss.job where id = ${claimed[0]?.id ?? ''}`
    expect(first?.priority).toBe(-1)
    expect((await take(8, '', callPriority)).whose).toEqual([])
  })

  test('two that claim at the same time get different jobs', async () => {
    await send('org_a', 20)
    await send('org_b', 20)

    const both = await Promise.all([take(8, ''), take(8, '')])

    expect(new Set(both.flatMap(({ claimed }) => claimed.map(({ id }) => id))).size).toBe(16)
  })

  test('what an earlier release sent, which named no organisation, has its turn', async () => {
    await send('org_a', 10)
    await send('org_old', 1)
    await database.sql`update pgboss.job set group_id = null where data ->> 'orgId' = 'org_old'`

    expect((await take(1, 'org_a')).whose).toEqual(['org_old'])
  })

  test('more organisations than one claim looks at have their turns with the next', async () => {
    for (let n = 0; n < 130; n += 1) await send(`org_${1000 + n}`, 1)

    const first = await take(200, '')
    const second = await take(200, first.last)

    expect([first.whose.length, second.whose.length]).toEqual([100, 30])
  })

  test('a claim that is full says whether others stand in the line, and one that is not says that it is none', async () => {
    await send('org_a', 8)
    const alone = await store.claim(4, {})
    await send('org_b', 1)
    const beside = await store.claim(4, {})
    const rest = await store.claim(4, {})

    const told = [alone, beside, rest].map((claimed) => claimed.map(({ isShared }) => isShared))
    expect(told).toEqual([Array(4).fill(false), Array(4).fill(true), [false]])
  })

  test('a claim is an attempt like any other', async () => {
    await send('org_a', 1)
    const { claimed } = await take(1, '')
    const [one] = claimed
    await database.sql`update pgboss.job set state = 'retry', start_after = now() where id = ${one?.id ?? ''}`

    const again = await take(1, '')

    expect(claimed).toMatchObject([{ retryCount: 0, isEnded: false, isMade: false }])
    expect(again.claimed).toMatchObject([{ id: one?.id, retryCount: 1 }])
    expect(await database.sql`select attempt from job_claims where job_id = ${one?.id ?? ''}`).toMatchObject([
      { attempt: 1 },
    ])
  })

  test('a claim reads what it takes and one job of each organisation, however many wait', async () => {
    // A queue and a connection of its own: without entries of what other tests have deleted, and plans made before it was filled.
    const many = aContract({ name: 'test-many' })
    await boss.createQueue(many.name, { notify: false })
    await database.sql`
      insert into pgboss.job (id, name, priority, group_id, data)
      select gen_random_uuid(), ${many.name}, -n, 'org_' || n % 3, '{"orgId": "x"}' from generate_series(1, 30000) n`
    await database.sql`analyze pgboss.job_common`
    const own = openSql({ url: database.url, name: 'test', poolSize: 1 })
    const read = await own.begin(async (tx) => {
      const tools = { boss, contract: many, sql: database.sql, hasty: tx as never, signer, workerId: randomUUID() }
      expect((await openRuntimeStore(tools).claimInTurns(4, { after: '' })).claimed).toHaveLength(4)
      const [row] = await tx<{ read: number }[]>`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as read
        from pg_index where indrelid = 'pgboss.job_common'::regclass`
      return row?.read ?? 0
    })
    await own.end()

    expect(read).toBeLessThan(60)
  })
})
