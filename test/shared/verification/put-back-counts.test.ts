/** What is counted of a violation, put back as it once was, seal and all, says less than a node: it is named, and shown to nobody. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { ViolationRow } from '#db/queries/governance'
import { requireSaidCounts } from '#shared/evidence/said-counts'
import { isProvenViolation } from '#shared/evidence/sealed/violations'
import { move, reportFinding, sayCounts } from '#shared/governance/violations'
import { verify } from '#shared/verification/verify'
import { aStore, type Store } from '#test/support/store'
import { sayNewCounts } from '#workers/ledger/said-counts'

let store: Store
beforeEach(async () => {
  store = await aStore()
})
afterEach(() => store.database.drop())

const finding = {
  ...{ orgId: 'org_test', article: 'A-05', tier: 'T3' as const, subject: { type: 'system', id: 'chat-eu' } },
  ...{ message: 'it says so itself', evidence: [] },
}

async function seen(times: number): Promise<ViolationRow> {
  for (let at = 0; at < times; at += 1) await store.sql.begin((tx) => reportFinding(tx, store.signer, finding))
  return violation()
}

async function violation(): Promise<ViolationRow> {
  const [row] = await store.sql<ViolationRow[]>`select *, encode(head, 'hex') as head from violations`
  if (!row) throw new Error('there is no violation')
  return row
}

const putBack = ({ occurrences, passes, last_seen_at: at, evidence, counted_seal: seal }: ViolationRow) => store.sql`
  update violations set occurrences = ${occurrences}, passes = ${passes}, last_seen_at = ${at}, evidence = ${evidence},
    counted_seal = ${seal}`

async function failures(): Promise<string[]> {
  const { sql, signer } = store
  await store.sequence()
  const found = await verify({ sql, anchors: [signer.publicKey], signer }, { hash: null, mode: 'full', orgIds: null })
  if (!found) throw new Error('nothing was verified')
  return found.checks.filter(({ status }) => status === 'fail').map(({ id, detail }) => `${id} ${detail}`)
}

const said = async (): Promise<(number | undefined)[]> =>
  (await store.sql<{ body: string }[]>`select body from edg_nodes where stream like 'violation:%' order by pos`).map(
    ({ body }) => JSON.parse(body).result.occurrences,
  )

/** As though its newest node had been made so long ago. */
const sayLater = async (ms: number) => {
  const now = Date.now
  Date.now = () => now() + ms
  await sayNewCounts(store.sql, store.signer).finally(() => {
    Date.now = now
  })
}

test('what was counted when it was moved is missed when it is put back', async () => {
  const before = await seen(2)
  const row = await seen(1)
  await store.sql.begin((tx) =>
    move(tx, store.signer, row, { status: 'acknowledged', acknowledged: { by: 'one', reason: 'seen' } }),
  )
  expect(await failures()).toEqual([])

  await putBack(before)

  const { id } = row
  expect(await failures()).toEqual([
    `V12 the row of violation:${id} counts fewer occurrences than its newest node says`,
  ])
  expect(isProvenViolation(store.signer, await violation())).toBe(true)
  await expect(requireSaidCounts(store.sql, [await violation()])).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('so is what was counted without a move, once it was twice as much, and of what a hand has counted nothing is said', async () => {
  const before = await seen(1)
  await seen(2)
  await sayNewCounts(store.sql, store.signer)
  expect(await failures()).toEqual([])
  expect(await said()).toEqual([undefined, 3])

  await putBack(before)
  expect(await failures()).toHaveLength(1)
  await store.sql`update violations set occurrences = 1000`
  await store.sql.begin(async (tx) => sayCounts(tx, store.signer, await violation()))

  expect(await said()).toEqual([undefined, 3, 3])
})

test('what is seen now and then is said an hour later', async () => {
  await seen(2)
  await sayNewCounts(store.sql, store.signer)
  await seen(1)

  await sayLater(3_500_000)
  expect(await said()).toEqual([undefined, 2])
  await sayLater(3_700_000)

  expect(await said()).toEqual([undefined, 2, 3])
  await sayLater(7_400_000)
  expect(await said()).toEqual([undefined, 2, 3])
})

test('saying it leaves a waiver, and how often it was kept, as they are', async () => {
  const row = await seen(2)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const waiver = { by: 'one', reason: 'a test system', until }
  await store.sql.begin((tx) => move(tx, store.signer, row, { status: 'waived', waiver }))
  const waived = await seen(3)

  await sayNewCounts(store.sql, store.signer)

  expect(await failures()).toEqual([])
  const { version, head, seal, counted_seal: _c, changed_in: _i, ...now } = await violation()
  expect(now).toEqual(expect.objectContaining({ status: 'waived', waiver: waived.waiver, occurrences: 5 }))
  expect([version, now.waived_until?.toISOString()]).toEqual([2, until])
})
