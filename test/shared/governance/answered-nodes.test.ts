/** A node that a caller was told of, and that is taken away before the log has it, is told as a violation that halts. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refuseNode } from '#db/queries/refused'
import { AnsweredNodes, openAnsweredNodes } from '#shared/governance/answered-nodes'
import { reportFinding } from '#shared/governance/violations'
import { openLog } from '#shared/kernel/logger'
import { verify } from '#shared/verification/verify'
import { aStore, type Store } from '#test/support/store'

let store: Store
let nodes: AnsweredNodes
beforeEach(async () => {
  store = await aStore()
  nodes = new AnsweredNodes({ ...store, log: openLog('test', 'silent') })
})
afterEach(() => store.database.drop())

const told = () =>
  store.sql<{ subject_id: string }[]>`
    select article, tier, subject_type, subject_id from violations order by subject_id`

/** With the row that it is of and what counts it, by an owner of the database. */
async function takenAway(id: string): Promise<void> {
  await store.sql.unsafe(`
    alter table edg_edges disable trigger user; alter table edg_nodes disable trigger user;
    delete from systems; delete from system_totals; delete from trace_totals; delete from traces where attribution_token = '${id}'; delete from edg_edges where child = '\\x${id}';
    delete from edg_nodes where id = '\\x${id}';
    alter table edg_edges enable trigger user; alter table edg_nodes enable trigger user`)
}

test('one that is gone is named once, where no verification misses it', async () => {
  const gone = await store.trace()
  nodes.note(gone.id)

  await takenAway(gone.id)
  await store.sequence()
  await nodes.look()
  expect([...(await told())]).toEqual([])
  await nodes.look()
  await nodes.look()

  expect(await told()).toMatchObject([{ article: 'A-02', tier: 'T5', subject_type: 'node', subject_id: gone.id }])
  const { sql, signer } = store
  const found = await verify({ sql, anchors: [signer.publicKey], signer }, { hash: null, mode: 'full', orgIds: null })
  expect([found?.verdict, found?.first_failure]).toEqual(['valid', null])
})

test('one that waits for its place is looked at until it has it', async () => {
  const { id } = await store.trace()
  nodes.note(id)
  await nodes.look()
  await nodes.look()
  expect([...(await told())]).toEqual([])

  await takenAway(id)
  await nodes.look()
  await nodes.look()

  expect(await told()).toMatchObject([{ subject_id: id }])
})

test('what a log lacks that was set back is the ledger’s to tell', async () => {
  const { id } = await store.trace()
  nodes.note(id)
  await takenAway(id)
  await nodes.look()
  const subject = { type: 'store', id: 'log' }
  const about = {
    orgId: 'org_service',
    article: 'A-02',
    tier: 'T5' as const,
    subject,
    message: 'it was set back',
    evidence: [],
  }
  await store.sql.begin((tx) => reportFinding(tx, store.signer, about))

  await nodes.look()
  await nodes.look()

  expect(await told()).toMatchObject([{ subject_id: 'log' }])
})

test('none is missed that was refused, or has its place', async () => {
  const [refused, placed] = [await store.trace(), await store.trace()]
  for (const { id } of [refused, placed]) nodes.note(id)

  await store.sql.begin((tx) => refuseNode(tx, { id: refused.id, why: 'nobody signed it' }))
  await store.sequence()
  await nodes.look()

  expect([...(await told())]).toEqual([])
})

test('one that is gone when the process that told of it ends is named by that', async () => {
  const { id } = await store.trace()
  const ending = openAnsweredNodes({ ...store, log: openLog('test', 'silent') })
  ending.note(id)
  await takenAway(id)

  await ending.stop()

  expect(await told()).toMatchObject([{ article: 'A-02', tier: 'T5', subject_id: id }])
})

test('one that waits for its place when that process ends is let be', async () => {
  const ending = openAnsweredNodes({ ...store, log: openLog('test', 'silent') })
  ending.note((await store.trace()).id)

  await ending.stop()

  expect([...(await told())]).toEqual([])
})
