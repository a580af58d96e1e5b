/** Full verification goes on over rows that nobody can read, and names what was erased and is there again, which nobody is shown. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Reader, writerOf } from '#db/client'
import { findNode } from '#db/queries/graph'
import {
  findTracesWithSystemSize,
  newestTracesOfSystem,
  pageAfter,
  pageAtOffset,
  pageFromOldest,
} from '#db/queries/traces'
import { erasePayload } from '#shared/evidence/erasure'
import { findProvenTrace, requireProvenTraces } from '#shared/evidence/sealed/traces'
import { findProvenTree } from '#shared/evidence/sealed/trees'
import { ServiceError } from '#shared/kernel/errors'
import { verify } from '#shared/verification/verify'
import { aStore, org, type Store } from '#test/support/store'

let store: Store
beforeEach(async () => {
  store = await aStore()
})
afterEach(() => store.database.drop())

const missed = /^V8 the payload of [0-9a-f]{64} is there, and was erased/

const failures = async (): Promise<string[]> => {
  const { sql, signer } = store
  const found = await verify({ sql, anchors: [signer.publicKey], signer }, { hash: null, mode: 'full', orgIds: null })
  if (!found) throw new Error('nothing was verified')
  return found.checks.filter(({ status }) => status === 'fail').map(({ id, detail }) => `${id} ${detail}`)
}

test.each([`"timestamp" = 'infinity'`, `risk_score = 'NaN'`])(
  'a trace of which somebody says %s keeps nothing else from being found',
  async (said) => {
    const [unread, gone] = [await store.trace(), await store.trace()]
    await store.sequence()
    expect(await failures()).toEqual([])

    await store.sql.unsafe(`update traces set ${said} where trace_id = '${unread.body.subject.id}'`)
    await store.sql`delete from traces where trace_id = ${gone.body.subject.id}`

    expect(await failures()).toContain('V8 the payload has another digest; 2 in all')
  },
)

test('what was erased is missed, and refused, when it is there again, with its own seal', async () => {
  const trace = await store.trace('words of a person')
  const jobId = String((await store.tree(trace)).body.result?.['job_id'])
  await store.trace('words of another')
  await store.sql.unsafe(
    'create schema kept; create table kept.traces as select * from traces; create table kept.trees as select * from trees',
  )
  const row = await findNode(store.sql, trace.id, null)
  if (!row) throw new Error('the trace has no node')
  await erasePayload(writerOf(store.sql), row, { reason: 'asked for', request: null, governance: null }, store.signer)
  await store.sequence()
  expect(await failures()).toEqual([])

  const asking = { read: <T>(look: (sql: Reader) => Promise<T>) => look(store.sql), signer: store.signer }
  expect(await findProvenTrace(asking, org, trace.body.subject.id)).toMatchObject({ flags: null })
  expect(await findProvenTree(asking, null, jobId)).toBeUndefined()

  await store.sql.unsafe('insert into trees select * from kept.trees')
  await expect(findProvenTree(asking, null, jobId)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  expect(await failures()).toContainEqual(expect.stringMatching(missed))
  await store.sql.unsafe('delete from trees; delete from traces; insert into traces select * from kept.traces')
  await expect(findProvenTrace(asking, org, trace.body.subject.id)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  const lists = [
    ...[0, 1].map((offset) => pageAtOffset(store.sql, org, {}, { offset, limit: 10 }).then(({ rows }) => rows)),
    pageFromOldest(store.sql, org, {}, { offset: 0, limit: 10 }).then(({ rows }) => rows),
    pageAfter(store.sql, org, {}, { created_at: '9999-12-31', trace_id: '' }, 10),
    newestTracesOfSystem(store.sql, org, 'chat-eu', 10),
    findTracesWithSystemSize(store.sql, [trace.body.subject.id]),
  ]
  const isRefused = (await Promise.all(lists)).map((rows) => {
    try {
      requireProvenTraces(store.signer, rows)
      return false
    } catch (error) {
      return error instanceof ServiceError && error.code === 'EVIDENCE_MISMATCH'
    }
  })
  expect(isRefused).toEqual([true, true, true, true, true, true])
  expect(await failures()).toContainEqual(expect.stringMatching(missed))
})
