/** Violations against a real database: opened once, seen again, passed, moved by one of many. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { openViolations, type ViolationRow, type ViolationToOpen } from '#db/queries/governance'
import { isProvenViolation } from '#shared/evidence/sealed/violations'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import {
  countOpened,
  move,
  reportAll,
  reportFinding,
  reportPass,
  type ViolationFinding,
  violationOf,
} from '#shared/governance/violations'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
})
afterAll(() => database.drop())

const aFinding = (odd: Partial<ViolationFinding> = {}): ViolationFinding => ({
  orgId: 'org_a',
  article: 'A-05',
  tier: 'T3',
  subject: { type: 'system', id: crypto.randomUUID() },
  message: 'it says so itself',
  evidence: [],
  ...odd,
})

const report = (finding: ViolationFinding) => database.sql.begin((tx) => reportFinding(tx, signer, finding))
const open = (drafts: readonly ViolationToOpen[]) =>
  database.sql.begin(async (tx) => {
    await openViolations(tx, drafts)
    return countOpened(tx, signer, drafts)
  })

const terms = { constitution: '', title: 'T', blocks: [], slaHours: null, passesToResolve: null }
const pass = (finding: ViolationFinding) => database.sql.begin((tx) => reportPass(tx, signer, finding))
const step = (row: ViolationRow, to: Parameters<typeof move>[3]) =>
  database.sql.begin((tx) => move(tx, signer, row, to))

async function violation(id: string): Promise<ViolationRow> {
  const [row] = await database.sql<
    ViolationRow[]
  >`select *, encode(head, 'hex') as head from violations where id = ${id}`
  if (!row) throw new Error(`no violation ${id}`)
  return row
}

test('a finding opens one violation, and the same finding again only counts', async () => {
  const finding = aFinding()

  const first = await report(finding)
  const second = await report(finding)

  expect(first.isNew).toBe(true)
  expect(second).toEqual({ id: first.id, isNew: false, node: first.node })
  expect(await violation(first.id)).toMatchObject({ status: 'open', occurrences: 2, version: 0, head: first.node })
})

test('twenty processes that find the same at once open one violation and count twenty', async () => {
  const finding = aFinding()

  const reported = await Promise.all(Array.from({ length: 20 }, () => report(finding)))

  expect(new Set(reported.map(({ id }) => id)).size).toBe(1)
  expect(reported.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await violation(reported[0]?.id ?? '')).toMatchObject({ occurrences: 20 })
})

test('one that stands for several occurrences counts them all, opened or seen again', async () => {
  const finding = aFinding()
  const drawn = (times?: number) => violationOf(finding, terms, [], signer, new Date(), times)

  const [first] = await open([drawn(7), drawn()])
  const [again] = await open([drawn(4)])

  expect(again?.id).toBe(first?.id ?? '')
  expect(await violation(first?.id ?? '')).toMatchObject({ occurrences: 12 })
})

test('two who report the same in opposite orders wait for one another and for nothing else', async () => {
  const findings = Array.from({ length: 20 }, () => aFinding())
  const reportThem = (some: readonly ViolationFinding[]) => database.sql.begin((tx) => reportAll(tx, signer, some))
  await reportThem(findings)

  for (let times = 0; times < 5; times++) await Promise.all([reportThem(findings), reportThem(findings.toReversed())])

  const rows = await database.sql<{ occurrences: number }[]>`
    select occurrences from violations where subject_id = any(${findings.map(({ subject }) => subject.id)})`
  expect(rows.map(({ occurrences }) => occurrences)).toEqual(findings.map(() => 11))
})

test('two statements that open the same in opposite orders wait for one another and for nothing else', async () => {
  const findings = Array.from({ length: 300 }, () => aFinding())
  const openAll = (some: readonly ViolationFinding[]) =>
    open(some.map((finding) => violationOf(finding, terms, [], signer, new Date())))

  for (let times = 0; times < 10; times++) await Promise.all([openAll(findings), openAll(findings.toReversed())])

  const [row] = await database.sql<{ least: number }[]>`
    select min(occurrences) as least from violations where subject_id = any(${findings.map(({ subject }) => subject.id)})`
  expect(row?.least).toBe(20)
})

test('the same finding in another organisation is another violation', async () => {
  const finding = aFinding()

  const [one, other] = await Promise.all([report(finding), report({ ...finding, orgId: 'org_b' })])

  expect(one.id).not.toBe(other.id)
})

test('evidence that is there becomes a parent; evidence that is gone is still named', async () => {
  const [key] = await database.sql<
    { id: string }[]
  >`select encode(id, 'hex') as id from edg_nodes where kind = 'key.registered'`
  const gone = 'f'.repeat(64)

  const { id, node } = await report(aFinding({ evidence: [key?.id ?? '', gone] }))

  expect((await violation(id)).evidence).toEqual([key?.id ?? '', gone])
  const parents = await database.sql`
    select encode(parent, 'hex') as parent, rel from edg_edges where child = decode(${node}, 'hex')`
  expect([...parents]).toEqual([{ parent: key?.id ?? '', rel: 'input' }])
})

test('of two who move a violation at once one does, and its node is the head', async () => {
  const { id } = await report(aFinding())
  const row = await violation(id)

  const moves = await Promise.all([
    step(row, { status: 'acknowledged', acknowledged: { by: 'one', reason: 'seen' } }),
    step(row, { status: 'resolved', resolution: { by: 'two', how: 'manual', reason: 'done' } }),
  ])

  const winners = moves.filter((node) => node !== undefined)
  expect(winners).toHaveLength(1)
  const after = await violation(id)
  expect(after).toMatchObject({ version: 1, head: winners[0] ?? '' })
  const [head] = await database.sql<
    { body: string }[]
  >`select body from edg_nodes where id = decode(${after.head}, 'hex')`
  expect(JSON.parse(head?.body ?? '').result.state).toBe(after.status)
})

describe('what is counted of one', () => {
  test('is sealed as it is opened, seen again, passed and moved', async () => {
    const finding = aFinding({ evidence: ['a'.repeat(64)] })
    const { id } = await report(finding)
    const afterEach: boolean[] = []
    const look = async () => afterEach.push(isProvenViolation(signer, await violation(id)))
    await look()
    await report({ ...finding, evidence: ['b'.repeat(64)] })
    await look()
    await open([violationOf(finding, terms, [], signer, new Date(), 3)])
    await look()
    await pass(finding)
    await look()
    await step(await violation(id), { status: 'acknowledged', acknowledged: { by: 'one', reason: 'seen' } })
    await look()

    expect(afterEach).toEqual([true, true, true, true, true])
    expect(await violation(id)).toMatchObject({
      occurrences: 5,
      passes: 0,
      evidence: ['a'.repeat(64), 'b'.repeat(64)],
    })
  })

  test('that somebody has changed is counted on, and never sealed as true', async () => {
    const finding = aFinding()
    const { id } = await report(finding)
    await database.sql`update violations set occurrences = 70 where id = ${id}`

    await report(finding)
    await pass(finding)

    const row = await violation(id)
    expect([row.occurrences, isProvenViolation(signer, row)]).toEqual([71, false])
  })

  test('whoever says that it was kept often enough does not have it resolved by the next pass', async () => {
    const finding = aFinding()
    const { id } = await report(finding)
    await database.sql`update violations set passes = 1000 where id = ${id}`

    await pass(finding)

    expect((await violation(id)).status).toBe('open')
  })
})
