/** Nodes that are given no place in the log are missed by the look that never ends, however they are numbered. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { aStore, type Store } from '#test/support/store'
import { Rounds } from '#workers/ledger/rounds'

let store: Store
beforeEach(async () => {
  store = await aStore()
})
afterEach(() => store.database.drop())

/** Goes through all once. @returns what was found first in each slice that found something; undefined where it did not come to an end. */
async function round(): Promise<unknown[] | undefined> {
  const { sql, signer } = store
  const rounds = new Rounds({ sql, signer, anchors: [signer.publicKey] }, signer)
  const found: unknown[] = []
  for (let slice = 0; slice < 1000; slice += 1) {
    const step = await rounds.step()
    if (step?.outcome.first_failure) found.push(step.outcome.first_failure)
    if (step?.round) return found
  }
  return undefined
}

const older = () =>
  store.sql.unsafe(`
  alter table edg_checkpoints disable trigger user;
  update edg_checkpoints set created_at = created_at - interval '3 minutes';
  alter table edg_checkpoints enable trigger user`)

test('one that is numbered before all others has none, and is named', async () => {
  await store.trace()
  await store.sequence()
  await older()

  await store.sql`alter sequence edg_nodes_ins_seq minvalue -1000 restart with -500`
  const { id } = await store.trace()

  expect(await round()).toEqual([expect.objectContaining({ check: 'V9', hash: id })])
})

test('one that is numbered far behind all others keeps no round from its end', async () => {
  await store.trace()
  await store.sql`alter sequence edg_nodes_ins_seq restart with 4000000000000000`
  await store.trace()
  await store.sequence()
  await older()

  expect(await round()).toEqual([])
})
