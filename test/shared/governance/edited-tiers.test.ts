/** A tier that nobody knows is as grave as can be, wherever a row says one: whoever edits a row opens nothing by it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { presentViolation } from '#api/governance/violations'
import { presentTask } from '#api/tasks/present-task'
import { complianceOf } from '#api/traces/compliance'
import { activeAmong, activeViolations, findViolation } from '#db/queries/governance'
import { findTask } from '#db/queries/tasks'
import { listViolations } from '#db/queries/violation-lists'
import { openHalts } from '#db/queries/watched-violations'
import { readTier } from '#shared/contracts/decision'
import { moveByHand } from '#shared/governance/life'
import { aStore, type Store } from '#test/support/store'

const org = 'org_test'
const unknown = ['', 'A', 'T', 'T00', 'T1x', 'T2 ', 'T33', 'T4.5', 'T9', 't0', 'Z', 'null']

let store: Store
beforeAll(async () => {
  store = await aStore()
  await store.trace()
  // What somebody has to take away who edits a row.
  await store.sql`alter table violations drop constraint violations_tier_check`
})
afterAll(() => store.database.drop())

/** The only violation that there is. */
async function aViolationOf(tier: string): Promise<string> {
  const id = `vio_${randomUUID().replaceAll('-', '')}`
  await store.sql`delete from violations`
  await store.sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    values (${id}, ${org}, 'open', (select id from edg_nodes order by ins desc limit 1), 0, ${id}, 'A-05', 't', ${tier}, 'system', 's', 'm', '{}',
      'c', '{}', now(), now(), 1)`
  return id
}

describe.each(unknown)('a violation of tier "%s"', (tier) => {
  test('halts, is listed among the gravest and says so', async () => {
    const id = await aViolationOf(tier)

    const halts = await openHalts(store.sql)
    const filter = { orgIds: [org], minTier: 'T5', statuses: ['open'], article: undefined, agent: undefined }
    const { rows } = await listViolations(store.sql, filter, { limit: 10, offset: 0 })
    const [count] = await activeViolations(store.sql, [org])

    expect(halts.map((halt) => halt.id)).toEqual([id])
    expect(rows.map((row) => presentViolation(row))).toMatchObject([{ id, tier: 'T5' }])
    expect(readTier(count?.tier ?? 'T0')).toBe('T5')
  })

  test.each(['waived', 'resolved'] as const)('is not %s by hand', async (to) => {
    const id = await aViolationOf(tier)
    const move = { id, orgId: org, keyId: 'k', to, reason: 'edited', until: '2030-01-01T00:00:00.000Z' }
    const request = { key_id: 'k', trace: 't' }

    await expect(moveByHand(store.sql, store.signer, { ...move, request }, undefined)).rejects.toThrow('T5')

    expect(await findViolation(store.sql, id, [org])).toMatchObject({ status: 'open' })
  })
})

test('of more violations than are told, one of a tier that nobody knows comes first', async () => {
  const id = await aViolationOf('A')
  await store.sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select 'vio_' || n, ${org}, 'open', head, 0, n::text, article, title, 'T4', subject_type, subject_id, message, evidence,
      constitution, blocks, now(), now(), 1
    from violations cross join generate_series(1, 150) n`
  const some = [id, ...Array.from({ length: 150 }, (_, at) => String(at + 1))]

  const told = await activeAmong(
    store.sql,
    some.map((fingerprint) => ({ orgId: org, fingerprint })),
  )

  expect(told).toHaveLength(100)
  expect(told[0]?.id).toBe(id)
})

test.each(['T0', 'T1', 'T2', 'T3', 'T4'])('a violation of tier %s halts nothing', async (tier) => {
  await aViolationOf(tier)

  expect(await openHalts(store.sql)).toEqual([])
})

test('a task whose row was edited is shown as of the gravest tier', async () => {
  const [first] = await store.task()
  const id = first?.body.subject.id ?? ''
  await store.sql`update tasks set tier = 'harmless' where id = ${id}`

  const row = await findTask(store.sql, org, id)

  expect(row && presentTask(row, [], '')).toMatchObject({ governance_tier: 'T5' })
})

test('a trace whose row was edited is a violation', async () => {
  const governance = { withoutClearance: async () => new Set<string>() }
  const judged = { org_id: org, system_source: 's', constitutional_compliance: true }
  // Sound: nothing else of them is asked for.
  const tools = { governance, read: undefined } as unknown as Parameters<typeof complianceOf>[1]

  expect(await complianceOf({ ...judged, governance_tier: 'A' }, tools)).toBe('violation')
  expect(await complianceOf({ ...judged, governance_tier: 'T2' }, tools)).toBe('indeterminate')
  expect(await complianceOf({ ...judged, governance_tier: null }, tools)).toBe('indeterminate')
})
