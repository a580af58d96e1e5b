/** Chains: what they hold, against a plain walk along the edges, and that no page ever changes. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findNode } from '#db/queries/graph'
import { chainOf, chainToDepth, groupsOfChain, pageOfChain } from '#shared/evidence/chain'
import { following, headOf, type SignedNode } from '#shared/evidence/node'
import { aStore, type Store } from '#test/support/store'

let store: Store
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())

/** A graph of a few streams that refer to one another at random. @param hops per node: its stream, and earlier nodes it names. */
async function aGraph(
  hops: readonly { stream: number; inputs: readonly number[] }[],
  name: string,
): Promise<SignedNode[]> {
  const nodes: SignedNode[] = []
  const heads = new Map<number, SignedNode>()
  for (const { stream, inputs } of hops) {
    const head = heads.get(stream)
    const parents = [...new Set(inputs.map((at) => nodes[at % Math.max(1, nodes.length)]))].filter(
      (node) => node !== undefined,
    )
    const heights = parents.map(({ body }) => body.height)
    const node = await store.node({
      kind: 'genesis',
      stream: `log:${name}/${stream}`,
      ...(head
        ? following(headOf(head), new Date(), heights)
        : { timestamp: new Date().toISOString(), height: 1 + Math.max(-1, ...heights) }),
      parents: parents.filter((parent) => parent !== head).map(({ id }) => ({ rel: 'input', hash: id })),
      agent: 'assay',
      subject: { type: 'log', id: name },
      result: {},
    })
    heads.set(stream, node)
    nodes.push(node)
  }
  return nodes
}

/** A node and its ancestors, by the bodies alone. */
function ancestorsOf(head: SignedNode, nodes: readonly SignedNode[]): SignedNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const found = new Set<string>()
  for (const waiting = [head.id]; waiting.length > 0; ) {
    const id = waiting.pop() ?? ''
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(byId.get(id)?.body.parents.map(({ hash }) => hash) ?? []))
  }
  return nodes.filter(({ id }) => found.has(id))
}

const rowOf = async ({ id }: SignedNode) => {
  const row = await findNode(store.sql, id, null)
  if (!row) throw new Error(`no node ${id}`)
  return row
}

async function idsOf(head: SignedNode, order: 'asc' | 'desc', groupSize: number): Promise<string[]> {
  const ids: string[] = []
  const chain = await chainOf(store.sql, await rowOf(head), null)
  for await (const rows of groupsOfChain((look) => look(store.sql), chain, { order, kinds: undefined, groupSize }))
    ids.push(...rows.map(({ id }) => id))
  expect(chain.total).toBe(ids.length)
  return ids
}

test('a chain is the node and all its ancestors, each once, whatever the graph and however it is paged', async () => {
  const hop = fc.record({ stream: fc.nat(4), inputs: fc.array(fc.nat(30), { maxLength: 3 }) })
  let graph = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(hop, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 30 }),
      async (hops, groupSize) => {
        graph += 1
        const nodes = await aGraph(hops, `g${graph}`)
        const head = nodes.at(-1)
        if (!head) return
        const expected = ancestorsOf(head, nodes).map(({ id }) => id)

        expect(await idsOf(head, 'asc', groupSize)).toEqual(expected)
        expect(await idsOf(head, 'desc', groupSize)).toEqual(expected.toReversed())
      },
    ),
    { numRuns: 15 },
  )
})

test('pages stay as they are while the streams grow', async () => {
  const nodes = await aGraph(
    Array.from({ length: 20 }, (_, at) => ({ stream: at % 2, inputs: [at] })),
    'growing',
  )
  const head = nodes.at(-1) as SignedNode
  const chain = await chainOf(store.sql, await rowOf(head), null)
  const page = () => pageOfChain(store.sql, chain, { order: 'desc', after: undefined, limit: 7, kinds: undefined })
  const before = await page()
  await store.node({
    kind: 'genesis',
    stream: head.body.stream,
    ...following(headOf(head), new Date()),
    agent: 'assay',
    subject: head.body.subject,
    result: {},
  })

  expect((await page()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(await chainOf(store.sql, await rowOf(head), null)).toEqual(chain)
})

test('a depth counts edges', async () => {
  const nodes = await aGraph(
    Array.from({ length: 6 }, () => ({ stream: 0, inputs: [] })),
    'deep',
  )

  expect((await chainToDepth(store.sql, await rowOf(nodes.at(-1) as SignedNode), 2, ['org_test'])).total).toBe(3)
})

test('a parent that the short cut lost is noticed when the chain is verified', async () => {
  const own = await aStore()
  try {
    const tree = await own.tree(await own.trace())
    await own.sql`alter table edg_crossings disable trigger user`
    await own.sql`delete from edg_crossings`

    expect((await own.verify({ hash: tree.id, mode: 'chain' })).first_failure).toMatchObject({
      check: 'V6',
      hash: tree.id,
    })
  } finally {
    await own.database.drop()
  }
})
