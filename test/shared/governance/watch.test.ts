/** Violations as a process watches them: one organisation's 40,000 cost nobody else anything, and every answer stays right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { openSql, type Reader, type Sql } from '#db/client'
import { findViolation } from '#db/queries/governance'
import { scopesHeldTo } from '#shared/contracts/scopes'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { move, reportFinding } from '#shared/governance/violations'
import { openViolationWatch, systemsKept } from '#shared/governance/watch'
import { openLog } from '#shared/kernel/logger'
import { freshDatabase, type TestDatabase } from '#test/support/database'

// Thousands of rows are copied here, which no process has written: as in a store in which nothing has to be sealed yet.
const signer = { ...signerOf(generateKeyPairSync('ed25519').privateKey), sealing: { generation: 0 } }
const log = openLog('test', 'silent')
const noisySystems = 40_000
setDefaultTimeout(120_000)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
})
afterAll(() => database.drop())

/** Counts the rows that come back through it. */
function counting(sql: Sql): { sql: Reader; rows: () => number } {
  let rows = 0
  const counted = new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as (...args: unknown[]) => unknown, self, args)
      const isQuery = Array.isArray((args[0] as { raw?: unknown }).raw)
      if (!isQuery) return made
      return new Proxy(made as object, {
        get(query, name) {
          if (name !== 'then') return Reflect.get(query, name, query)
          return (done: (value: unknown) => unknown, failed: (error: unknown) => unknown) =>
            (query as Promise<readonly unknown[]>).then((found) => {
              for (const row of found) rows += sizeOf(row)
              return done(found)
            }, failed)
        },
      })
    },
  })
  return { sql: counted, rows: () => rows }
}
/** A row with a list in it is as many as the list has. */
const sizeOf = (row: unknown) =>
  Object.values(row as object).reduce((sum: number, value) => sum + (Array.isArray(value) ? value.length : 0), 1)

const read = <T>(look: (sql: Reader) => Promise<T>) => look(database.sql)

/** Systems of an organisation without clearance, by all of its rows. */
async function reference(orgId: string): Promise<Set<string>> {
  const rows = await database.sql<{ subject_id: string; blocks: string[] }[]>`
    select subject_id, blocks from violations
    where org_id = ${orgId} and subject_type = 'system' and status in ('open', 'acknowledged')`
  return new Set(
    rows
      .filter(({ subject_id: id, blocks }) => scopesHeldTo({ type: 'system', id }, blocks).includes('clearance'))
      .map(({ subject_id: id }) => id),
  )
}

const report = (orgId: string, id: string) =>
  reportFinding(database.sql, signer, {
    orgId,
    article: 'A-05',
    tier: 'T3',
    subject: { type: 'system', id },
    message: 'a test says so',
    evidence: [],
  })

/** As many as a batch would open, each copied from one that was opened truly. */
async function openMany(orgId: string, from: number, to: number): Promise<void> {
  const { id } = await report(orgId, `model ${from}`)
  await database.sql`update violations set blocks = '{clearance}' where id = ${id}`
  await database.sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select v.id || n, org_id, status, head, version, fingerprint || n, article, title, tier, subject_type, 'system ' || n,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences
    from violations v, generate_series(${from}::int, ${to}::int - 1) n where v.id = ${id}`
}

const block = (id: string) => database.sql`update violations set blocks = '{clearance}' where id = ${id}`

test('of 40,000 systems in twenty batches none is kept, nobody else reads them, and every answer is that of all rows', async () => {
  const other = await report('org_quiet', 'its own')
  await block(other.id)
  const { sql, rows } = counting(database.sql)
  const watch = openViolationWatch({ sql, signer, log })
  await watch.look()
  const perBatch = noisySystems / 20
  const costs: number[] = []
  for (let batch = 0; batch < 20; batch++) {
    await openMany('org_noisy', batch * perBatch, (batch + 1) * perBatch)
    const before = rows()
    await watch.look()
    costs.push(rows() - before)

    const asked = ['system 0', `system ${(batch + 1) * perBatch - 1}`, `system ${(batch + 1) * perBatch}`, `model 0`]
    const held = await reference('org_noisy')
    expect([...(await watch.systemsHeldTo('org_noisy', 'clearance', asked, read))].sort()).toEqual(
      asked.filter((id) => held.has(id)).sort(),
    )
    const beforeOther = rows()
    expect([...(await watch.systemsHeldTo('org_quiet', 'clearance', ['its own', 'system 0'], read))]).toEqual([
      'its own',
    ])
    expect(rows() - beforeOther).toBe(0)
  }

  expect((await reference('org_noisy')).size).toBeGreaterThan(noisySystems)
  expect(Math.min(...costs)).toBeGreaterThan(0)
  expect(Math.max(...costs)).toBeLessThanOrEqual(10)
  expect(watch.kept()).toBe(1)
  // A process that starts now reads as little.
  const late = counting(database.sql)
  const begun = openViolationWatch({ sql: late.sql, signer, log })
  await begun.look()
  expect(late.rows()).toBeLessThanOrEqual(10)
  expect(begun.kept()).toBe(1)
})

test('a look at what has changed goes by the index, however many violations there are', async () => {
  const plan = async (since: string) => {
    const rows = await database.sql.unsafe(
      `explain (analyze, buffers, format json) select distinct org_id from violations
       where changed_in >= '${since}'::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`,
    )
    return (rows[0] as unknown as { 'QUERY PLAN': { Plan: object }[] })['QUERY PLAN'][0]?.Plan
  }
  const [now] = await database.sql<{ at: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as at`
  await report('org_quiet', 'one more')

  const text = JSON.stringify(await plan(now?.at ?? '0'))

  expect(text).toContain('violations_changed')
  expect(
    Math.max(...[...text.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows))),
  ).toBeLessThanOrEqual(2)
})

test('an organisation is kept up to its bound, looked up beyond it, and kept again once it has fewer', async () => {
  const watch = openViolationWatch({ sql: database.sql, signer, log })
  await openMany('org_edge', 0, systemsKept - 1)
  await watch.look()
  const kept = watch.kept()
  const { id } = await report('org_edge', 'one too many')
  await block(id)
  await watch.look()

  const isHeld = async (system: string) =>
    (await watch.systemsHeldTo('org_edge', 'clearance', [system], read)).has(system)
  expect(kept).toBeGreaterThanOrEqual(systemsKept)
  // Those that were kept stay until a node lifts them.
  expect(watch.kept()).toBe(kept)
  expect([await isHeld('system 0'), await isHeld('one too many'), await isHeld('another')]).toEqual([true, true, false])

  const row = await findViolation(database.sql, id, ['org_edge'])
  if (!row) throw new Error('the violation is gone')
  await move(database.sql, signer, row, {
    status: 'resolved',
    resolution: { by: 'a test', how: 'manual', reason: 'it is' },
  })
  // Asked before the next look, it is right already.
  expect(await isHeld('one too many')).toBe(false)
  await watch.look()
  expect(watch.kept()).toBe(kept)
  expect([await isHeld('system 0'), await isHeld('one too many')]).toEqual([true, false])
})

test('of an organisation that has come to have too many, those that were kept are read by their rows, and none is complained of', async () => {
  const complaints: object[] = []
  const { sql, rows } = counting(database.sql)
  const looking = openViolationWatch({
    sql,
    signer,
    log: { error: (what: object) => void complaints.push(what) } as never,
    readAllEveryMs: 0,
  })
  for (let n = 0; n < 20; n += 1) await block((await report('org_crowd', `kept ${n}`)).id)
  await looking.look()
  const kept = looking.kept()
  const readByLook = async () => {
    const before = rows()
    await looking.look()
    return rows() - before
  }
  const uncrowded = await readByLook()
  await openMany('org_crowd', 0, systemsKept)
  complaints.length = 0
  await looking.look()

  // Their rows as before, and no node of any.
  expect(Math.abs((await readByLook()) - uncrowded)).toBeLessThan(10)
  expect(complaints).toEqual([])
  expect(looking.kept()).toBe(kept)
  expect([...(await looking.systemsHeldTo('org_crowd', 'clearance', ['kept 7', 'none'], read))]).toEqual(['kept 7'])
})

test('what commits after later changes were seen is seen all the same, whatever the order', async () => {
  const pool = openSql({ url: database.url, name: 'late', poolSize: 4 })
  const watch = openViolationWatch({ sql: database.sql, signer, log })
  await watch.look()
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const begun = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const late = [0, 1, 2].map((n) =>
    pool.begin(async (tx) => {
      const { id } = await reportFinding(tx, signer, {
        orgId: `org_late_${n}`,
        article: 'A-05',
        tier: 'T3',
        subject: { type: 'system', id: 'late' },
        message: 'late',
        evidence: [],
      })
      await tx`update violations set blocks = '{clearance}' where id = ${id}`
      begun[n]?.resolve()
      await gates[n]?.promise
    }),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  const isHeld = async (n: number) =>
    (await watch.systemsHeldTo(`org_late_${n}`, 'clearance', ['late'], read)).size === 1

  for (const n of [2, 0, 1]) {
    // Others come and go meanwhile.
    await report('org_between', `between ${n}`)
    await watch.look()
    expect(await isHeld(n)).toBe(false)
    gates[n]?.resolve()
    await late[n]
    await watch.look()
    expect(await isHeld(n)).toBe(true)
  }
  await pool.end()
})
