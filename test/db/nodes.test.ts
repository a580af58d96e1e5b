/** Nodes are appended with their edges, in the order in which they are given, and only those whose cause counts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { appendNodes, nodeCtes } from '#db/queries/nodes'
import { following, headOf, makeNode, type SignedNode } from '#shared/evidence/node'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { freshDatabase, type TestDatabase } from '#test/support/database'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
})
afterAll(() => database.drop())

const about = (id: string) => ({ stream: `task:${id}`, agent: 'orchestrator', subject: { type: 'task', id } })
const timestamp = '2026-05-01T10:00:00.000Z'

const firstOf = (id: string): SignedNode =>
  makeNode(
    { ...about(id), kind: 'task.submitted', timestamp, result: { state: 'submitted' } },
    'org_a',
    signer,
    '1.0.0',
  )
const nextOf = (id: string, before: SignedNode, inputs: readonly SignedNode[]): SignedNode =>
  makeNode(
    {
      ...about(id),
      ...following(headOf(before), new Date()),
      kind: 'task.state',
      parents: inputs.map((node) => ({ rel: 'input' as const, hash: node.id })),
      result: { state: 'working' },
    },
    'org_a',
    signer,
    '1.0.0',
  )

const stored = async (ids: readonly string[]) => [
  ...(await database.sql<{ id: string; parents: string[] }[]>`
  select encode(n.id, 'hex') as id,
    array(select e.rel || ' ' || encode(e.parent, 'hex') from edg_edges e where e.child = n.id order by ord) as parents
  from edg_nodes n where encode(n.id, 'hex') = any(${ids as string[]}::text[]) order by n.ins`),
]

test('nodes come one behind the other as they are given, each with its edges in their order', async () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  const [first, other] = [firstOf(one), firstOf(two)]
  const next = nextOf(one, first, [other])
  const given = [other, first, next]

  await database.sql.begin((tx) => appendNodes(tx, given))

  expect(await stored(given.map(({ id }) => id))).toEqual([
    { id: other.id, parents: [] },
    { id: first.id, parents: [] },
    { id: next.id, parents: [`input ${other.id}`, `prev ${first.id}`] },
  ])
})

test('of a larger statement only those nodes and edges are appended whose cause has come about', async () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  const [first, other] = [firstOf(one), firstOf(two)]
  await database.sql.begin((tx) => appendNodes(tx, [first, other]))
  const [next, unwanted] = [nextOf(one, first, []), nextOf(two, other, [])]
  const moves = [
    { node: next, cause: one },
    { node: unwanted, cause: two },
  ]

  const [row] = await database.sql.begin(
    (tx) => tx<{ appended: number }[]>`
      with moved as (select ${one}::text as id),
      ${nodeCtes(tx, moves, { only: tx`cause in (select id from moved)` })}
      select count(*)::int as appended from nodes`,
  )

  expect(row).toEqual({ appended: 1 })
  expect(await stored([next.id, unwanted.id])).toEqual([{ id: next.id, parents: [`prev ${first.id}`] }])
  const edges = await database.sql`select 1 from edg_edges where child = decode(${unwanted.id}, 'hex')`
  expect(edges.length).toBe(0)
})
