/** What a server may show that wants to be believed, and what its readers kept: each proof settles its own node, and no other. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Sql } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { proveInclusion } from '#shared/evidence/log'
import type { SignedNode } from '#shared/evidence/node'
import { formatCheckpoint, formatLogProof } from '#shared/tlog/checkpoint'
import { noteSigner, signNote } from '#shared/tlog/signed-note'
import { aSigner, aStore, origin, type Store } from '#test/support/store'
import { disarm } from '#test/tampering/tampering'

type World = { store: Store; sql: Sql; trace: SignedNode; tree: SignedNode; other: SignedNode }

/** Traces and a tree, all in the log; guards taken away, as an owner of the database can. */
async function aWorld(): Promise<World> {
  const store = await aStore()
  const trace = await store.trace()
  const tree = await store.tree(trace)
  const other = await store.trace('other')
  await store.sequence(3)
  await disarm(store)
  return { store, sql: store.sql, trace, tree, other }
}

const bytes = (hex: string) => hexBytes(hex)

async function remove(sql: Sql, node: SignedNode): Promise<void> {
  await sql`delete from edg_edges where child = ${bytes(node.id)}::text::bytea`
  await sql`delete from edg_nodes where id = ${bytes(node.id)}::text::bytea`
}

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.store.database.drop())

test('a proof of another node is no proof of this one', async () => {
  const proof = await proveInclusion(world.sql, world.tree.id)
  if (!proof) throw new Error('not in the log')
  const text = formatLogProof({ index: proof.leaf, hashes: proof.hashes, checkpoint: proof.checkpoint })

  const found = await world.store.verify({ hash: world.other.id, mode: 'node', proof: text })

  expect(found.first_failure).toMatchObject({ check: 'V9', hash: world.other.id })
})

test('two contents under one id cannot both be right, whatever their proofs say', async () => {
  const material = {
    body: world.trace.text.replace('assay-api', 'assay-apj'),
    signature: world.trace.signature,
    kid: world.trace.kid,
  }

  const found = await world.store.verify({ hash: world.trace.id, mode: 'node', material })

  expect(found.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(['V1', 'V5'])
})

test('a node that was taken away is proved by what its owner kept', async () => {
  const { store, sql, other } = world
  const proof = await proveInclusion(sql, other.id)
  if (!proof) throw new Error('not in the log')
  await remove(sql, other)
  const kept = formatLogProof({ index: proof.leaf, hashes: proof.hashes, checkpoint: proof.checkpoint })

  const found = await store.verify({
    hash: other.id,
    mode: 'node',
    material: { body: other.text, signature: other.signature, kid: other.kid },
    proof: kept,
  })

  expect(found).toMatchObject({ verdict: 'valid', first_failure: null })
})

test('a checkpoint that the log never signed settles nothing', async () => {
  const stranger = signNote(formatCheckpoint({ origin, size: 3, root: new Uint8Array(32) }), [
    noteSigner(origin, aSigner()),
  ])

  const found = await world.store.verify({ hash: world.trace.id, mode: 'node', checkpoints: [stranger] })

  expect(found.verdict).toBe('indeterminate')
})
