/** Nothing is signed by what somebody has made of a row for a moment, to put it back afterwards, and no register is emptied by a row of his. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lastFullVerify, notePass } from '#shared/evidence/passes'
import { moveByHand } from '#shared/governance/life'
import { reportFinding } from '#shared/governance/violations'
import { annotateTrace } from '#shared/traces/annotate'
import { aStore, org, type Store } from '#test/support/store'
import { contextOn } from '#test/support/verbs'

let store: Store
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())

test('a halt does not end because its violation is said to have been seen before the last full verification', async () => {
  const hourAgo = new Date(Date.now() - 3600_000)
  await notePass(store.sql, store.signer, { nodes: 1, ok: true, first_failure: null, duration_ms: 1 }, hourAgo)
  const finding = {
    article: 'A-02',
    tier: 'T5',
    subject: { type: 'store', id: 'mine' },
    message: 'm',
    evidence: [],
  } as const
  const { id } = await store.sql.begin((tx) => reportFinding(tx, store.signer, { ...finding, orgId: org }))
  const request = { key_id: 'k', trace: 't' }
  const settle = () =>
    store.sql.begin((tx) =>
      moveByHand(
        tx,
        store.signer,
        { id, orgId: org, keyId: 'k', to: 'resolved', reason: 'mended', request },
        { at: hourAgo, ok: true },
      ),
    )
  await expect(settle()).rejects.toMatchObject({ code: 'STATE_CONFLICT' })

  await store.sql`update violations set last_seen_at = last_seen_at - interval '1 day' where id = ${id}`
  await expect(settle()).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('an annotation says of no other system than the one that its trace came in with', async () => {
  const trace = await store.trace()
  const traceId = trace.body.subject.id
  const annotate = () =>
    annotateTrace(contextOn(store.sql, { signer: store.signer }, { orgId: org }), {
      traceId,
      input: { rater: 'Anna', answers: { safety: 3 } },
    })
  const [row] = await store.sql<
    { system_source: string }[]
  >`select system_source from traces where trace_id = ${traceId}`
  await store.sql`update traces set system_source = 'another' where trace_id = ${traceId}`
  await expect(annotate()).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })

  await store.sql`update traces set system_source = ${row?.system_source ?? ''} where trace_id = ${traceId}`
  expect((await annotate()).system_source).toBe(row?.system_source ?? '')
})

test('a pass that somebody puts far behind all others takes none of them away, nor does one of no time', async () => {
  const { sql, signer } = store
  const pass = { ok: true, first_failure: null, duration_ms: 1 }
  await notePass(sql, signer, { ...pass, nodes: 7 })
  await sql`
    insert into integrity_passes (pass, at, nodes, ok, duration_ms) overriding system value
    values (9000000000000000000, now(), 1, true, 1), (8999999999999999999, 'infinity', 1, true, 1)`
  expect(await lastFullVerify(sql, signer)).toMatchObject({ nodes: 7 })

  await notePass(sql, signer, { ...pass, nodes: 8 })

  expect(await lastFullVerify(sql, signer)).toMatchObject({ nodes: 8 })
  expect(await sql`select from integrity_passes where nodes = 7`).toHaveLength(1)
})
