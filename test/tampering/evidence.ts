/** What can be done to nodes, edges and the log over them. */
import type { Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { noteSigner, signNote } from '#shared/tlog/signed-note'
import type { Answer } from '#test/support/service'
import { aSigner } from '#test/support/store'
import type { Filled } from '#test/tampering/filled'
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Named, Tampering } from '#test/tampering/tampering'

type Node = { id: string; ins: number; stream: string; pos: number; body: string; leaf: number }

/** The first node of a kind, or at a place of a stream. */
async function nodeOf(tx: Tx, by: { kind: string } | { stream: string; pos: number }): Promise<Node> {
  const [row] = await tx<Node[]>`
    select encode(n.id, 'hex') as id, n.ins, n.stream, n.pos, n.body, l.leaf
    from edg_nodes n join edg_leaves l on l.node_id = n.id
    where ${'kind' in by ? tx`n.kind = ${by.kind}` : tx`n.stream = ${by.stream} and n.pos = ${by.pos}`} order by n.ins limit 1`
  if (!row) throw new Error(`no node ${JSON.stringify(by)}`)
  return row
}

const bytes = (tx: Tx, hex: string) => tx`${hexBytes(hex)}::text::bytea`

/** Changes the node of a trace. */
const ofTrace =
  (check: Named['check'], change: (tx: Tx, node: Node, store: Filled) => Promise<unknown>): Tampering['act'] =>
  async (tx, store) => {
    const node = await nodeOf(tx, { stream: `trace:${store.things.trace}`, pos: 0 })
    await change(tx, node, store)
    return { check, hash: node.id }
  }

/** Changes the second node of a plan, which has one before it and one behind it. */
const ofMiddle =
  (check: Named['check'], change: (tx: Tx, node: Node, store: Filled) => Promise<unknown>): Tampering['act'] =>
  async (tx, store) => {
    const node = await nodeOf(tx, { stream: `task:${store.things.plan}`, pos: 1 })
    await change(tx, node, store)
    return { check, hash: node.id }
  }

async function remove(tx: Tx, { id }: Pick<Node, 'id'>): Promise<void> {
  await tx`delete from edg_edges where child = ${bytes(tx, id)}`
  await tx`delete from edg_nodes where id = ${bytes(tx, id)}`
}

async function insert(tx: Tx, { id, body, text, signature, kid, orgId }: SignedNode): Promise<void> {
  await tx`
    insert into edg_nodes (id, org_id, stream, pos, height, kind, prev, body, signature, kid)
    values (${bytes(tx, id)}, ${orgId}, ${body.stream}, ${body.pos}, ${body.height}, ${body.kind},
      ${body.prev === null ? null : bytes(tx, body.prev)}, ${text}, ${Buffer.from(signature)}, ${kid})`
  for (const [ord, { rel, hash }] of body.parents.entries())
    await tx`insert into edg_edges values (${bytes(tx, id)}, ${ord}, ${rel}, ${bytes(tx, hash)})`
}

const forgedTrace = (by = aSigner()): SignedNode =>
  makeNode(
    {
      kind: 'trace.recorded',
      stream: 'trace:forged',
      agent: 'assay-api',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id: 'forged' },
    },
    'org_test',
    by,
    '1.0.0',
  )

/** A node of another body, which fits it or does not. */
async function rewritten(tx: Tx, node: Node, odd: object, { fits }: { fits: boolean }): Promise<string> {
  const text = canonicalJson({ ...JSON.parse(node.body), ...odd })
  const id = fits ? sha256Hex(text) : node.id
  await tx`update edg_nodes set body = ${text}, id = ${bytes(tx, id)} where id = ${bytes(tx, node.id)}`
  return id
}

const newest = async (tx: Tx): Promise<{ origin: string; size: number; root: Uint8Array; note: string }> => {
  const [row] = await tx<
    { origin: string; size: number; root: Uint8Array; note: string }[]
  >`select origin, size, root, note from edg_checkpoints order by size desc limit 1`
  if (!row) throw new Error('no checkpoint')
  return row
}

const nodes: readonly Tampering[] = [
  {
    what: 'a node dated back',
    table: 'edg_nodes',
    columns: ['body'],
    act: ofTrace('V1', (tx, node) => rewritten(tx, node, { timestamp: '2020-01-01T00:00:00.000Z' }, { fits: false })),
    door: { opens: ({ service, things }) => service.call(`GET /v1/edg/${things.traceNode}`) },
  },
  {
    what: 'a node dated back, and said to have come before all others',
    table: 'edg_nodes',
    columns: ['body', 'ins'],
    act: ofTrace('V1', async (tx, node) => {
      await tx`update edg_nodes set ins = -1 where id = ${bytes(tx, node.id)}`
      return rewritten(tx, node, { timestamp: '2020-01-01T00:00:00.000Z' }, { fits: false })
    }),
  },
  {
    what: 'a node’s text written with other spaces',
    table: 'edg_nodes',
    columns: ['body'],
    act: ofTrace('V1', (tx, { id, body }) => tx`update edg_nodes set body = ${` ${body}`} where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a node’s text that is nothing',
    table: 'edg_nodes',
    columns: ['body'],
    act: ofTrace('V1', (tx, { id }) => tx`update edg_nodes set body = 'nothing' where id = ${bytes(tx, id)}`),
    door: { opens: ({ service, things }) => service.call(`GET /v1/edg/${things.traceNode}`) },
  },
  {
    what: 'a node dated back, its id and its leaf made to fit',
    table: 'edg_nodes',
    columns: ['id', 'body'],
    async act(tx, { things }) {
      const node = await nodeOf(tx, { stream: `trace:${things.trace}`, pos: 0 })
      const hash = await rewritten(tx, node, { timestamp: '2020-01-01T00:00:00.000Z' }, { fits: true })
      await tx`update edg_leaves set node_id = ${bytes(tx, hash)} where leaf = ${node.leaf}`
      return { check: 'V5', hash }
    },
  },
  {
    what: 'a node given to another organisation',
    table: 'edg_nodes',
    columns: ['org_id'],
    act: ofTrace('V4', (tx, { id }) => tx`update edg_nodes set org_id = 'org_thief' where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a node moved to another stream',
    table: 'edg_nodes',
    columns: ['stream'],
    act: ofTrace('V4', (tx, { id }) => tx`update edg_nodes set stream = 'trace:other' where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a node moved to the end of its stream',
    table: 'edg_nodes',
    columns: ['pos'],
    act: ofMiddle('V4', (tx, { id }) => tx`update edg_nodes set pos = 900 where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a node’s height raised',
    table: 'edg_nodes',
    columns: ['height'],
    act: ofTrace('V4', (tx, { id }) => tx`update edg_nodes set height = 9 where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a node said to be of another kind',
    table: 'edg_nodes',
    columns: ['kind'],
    act: ofTrace('V4', (tx, { id }) => tx`update edg_nodes set kind = 'scan.completed' where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a signature of zeros',
    table: 'edg_nodes',
    columns: ['signature'],
    act: ofTrace(
      'V5',
      (tx, { id }) => tx`update edg_nodes set signature = ${Buffer.alloc(64)} where id = ${bytes(tx, id)}`,
    ),
  },
  {
    what: 'the signature of another node',
    table: 'edg_nodes',
    columns: ['signature'],
    act: ofTrace(
      'V5',
      (tx, { id }) => tx`
        update edg_nodes set signature = (select signature from edg_nodes where kind = 'task.planned' limit 1)
        where id = ${bytes(tx, id)}`,
    ),
  },
  {
    what: 'a node said to be signed by another key',
    table: 'edg_nodes',
    columns: ['kid'],
    act: ofTrace('V5', (tx, { id }) => tx`update edg_nodes set kid = 'feedfeedfeedfeed' where id = ${bytes(tx, id)}`),
  },
  {
    what: 'a node put behind the one that comes after it',
    table: 'edg_nodes',
    columns: ['ins'],
    async act(tx, { things }) {
      const node = await nodeOf(tx, { stream: `task:${things.plan}`, pos: 1 })
      const child = await nodeOf(tx, { stream: `task:${things.plan}`, pos: 2 })
      await tx`update edg_nodes set ins = 1000000 where id = ${bytes(tx, node.id)}`
      return { check: 'V6', hash: child.id }
    },
  },
  {
    what: 'a node deleted in the middle of a stream',
    table: 'edg_nodes',
    columns: '*',
    act: ofMiddle('V9', remove),
    door: {
      opens: async ({ service, things, sql }) => {
        const hash = await leafWithoutNode(sql)
        return service.call('POST /v1/edg/verify', { body: { hash: hash ?? things.traceNode } })
      },
      status: 200,
    },
  },
  {
    what: 'a node deleted with its leaf',
    table: 'edg_leaves',
    columns: '*',
    act: ofMiddle('V9', async (tx, node) => {
      await tx`delete from edg_leaves where leaf = ${node.leaf}`
      await remove(tx, node)
    }),
  },
  {
    what: 'a trace deleted, its node with it',
    table: 'edg_nodes',
    columns: '*',
    act: ofTrace('V9', async (tx, node, { things }) => {
      await remove(tx, node)
      await tx`delete from traces where trace_id = ${things.trace}`
    }),
  },
  {
    what: 'the last node of a task deleted, and its row set back',
    table: 'edg_nodes',
    columns: '*',
    async act(tx, { things }) {
      const [last] = await tx<Node[]>`
        select encode(id, 'hex') as id, pos from edg_nodes where stream = ${`task:${things.task}`} order by pos desc limit 1`
      if (!last) throw new Error('no node')
      const before = await nodeOf(tx, { stream: `task:${things.task}`, pos: last.pos - 1 })
      await remove(tx, last)
      await tx`
        update tasks set status = 'working', version = ${before.pos}, head = ${bytes(tx, before.id)}, completed_at = null,
          result = null, result_digest = null, updated_at = ${String(JSON.parse(before.body).timestamp)}
        where id = ${things.task}`
      return { check: 'V9', hash: last.id }
    },
  },
  {
    what: 'a whole stream deleted with the row of its state',
    table: 'edg_nodes',
    columns: '*',
    async act(tx, { things }) {
      const first = await nodeOf(tx, { stream: `task:${things.task}`, pos: 0 })
      await tx`delete from edg_edges where child in (select id from edg_nodes where stream = ${first.stream})`
      await tx`delete from edg_nodes where stream = ${first.stream}`
      await tx`delete from task_payloads where task_id = ${things.task}`
      await tx`delete from tasks where id = ${things.task}`
      return { check: 'V9', hash: first.id }
    },
  },
  {
    what: 'a well-formed node by nobody, put at the end',
    table: 'edg_nodes',
    columns: '*',
    async act(tx) {
      const forged = forgedTrace()
      await insert(tx, forged)
      return { check: 'V5', hash: forged.id }
    },
  },
  {
    what: 'a node by the service’s own key with a signature of nothing',
    table: 'edg_nodes',
    columns: '*',
    async act(tx, { signer }) {
      const forged = { ...forgedTrace(signer), signature: Buffer.alloc(64, 7) }
      await insert(tx, forged)
      return { check: 'V5', hash: forged.id }
    },
  },
]

const leafWithoutNode = async (sql: Filled['sql']): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`
    select encode(node_id, 'hex') as id from edg_leaves l
    where not exists (select from edg_nodes n where n.id = l.node_id) limit 1`
  return row?.id
}

/** The tree's node has its trace's as a parent, in another stream. */
const ofTree =
  (check: Named['check'], change: (tx: Tx, node: Node, store: Filled) => Promise<unknown>): Tampering['act'] =>
  async (tx, store) => {
    const node = await nodeOf(tx, { stream: `tree:${store.things.tree}`, pos: 0 })
    await change(tx, node, store)
    return { check, hash: node.id }
  }

/** The chain of the tree, which must not be said to be complete; nor valid. */
async function incompleteChain({ service, sql, things }: Filled): Promise<Answer> {
  const [node] = await sql<{ id: string }[]>`
    select encode(id, 'hex') as id from edg_nodes where stream = ${`tree:${things.tree}`}`
  const chain = await service.call(`GET /v1/edg/chain/${node?.id}?limit=1000`)
  const verified = await service.call('POST /v1/edg/verify', { body: { hash: node?.id, mode: 'chain' } })
  const isTold = (chain.body as { complete: boolean }).complete || (verified.body as { valid: boolean }).valid
  return { ...chain, status: isTold ? 500 : chain.status }
}

const edges: readonly Tampering[] = [
  {
    what: 'an edge led to another parent',
    table: 'edg_edges',
    columns: ['parent'],
    act: ofTree(
      'V4',
      (tx, { id }, { things }) => tx`
        update edg_edges set parent = (select id from edg_nodes where stream = ${`trace:${things.harmfulTrace}`})
        where child = ${bytes(tx, id)}`,
    ),
  },
  {
    what: 'an edge said to be of another relation',
    table: 'edg_edges',
    columns: ['rel'],
    act: ofTree('V4', (tx, { id }) => tx`update edg_edges set rel = 'supersedes' where child = ${bytes(tx, id)}`),
  },
  {
    what: 'an edge given another place',
    table: 'edg_edges',
    columns: ['ord'],
    async act(tx) {
      const [row] = await tx<{ id: string }[]>`
        select encode(n.id, 'hex') as id from edg_nodes n
        where (select count(*) from edg_edges e where e.child = n.id) > 1 order by n.ins limit 1`
      if (!row) throw new Error('no node has two parents')
      await tx`update edg_edges set ord = ord + 100 where child = ${bytes(tx, row.id)} and ord = 0`
      return { check: 'V4', hash: row.id }
    },
  },
  {
    what: 'an edge given to another child',
    table: 'edg_edges',
    columns: ['child'],
    act: ofTree(
      'V4',
      (tx, { id }) => tx`
        update edg_edges set child = (select id from edg_nodes where stream = 'trace:x' or kind = 'trace.recorded' order by ins desc limit 1)
        where child = ${bytes(tx, id)}`,
    ),
  },
  {
    what: 'an edge taken away',
    table: 'edg_edges',
    columns: '*',
    act: ofTree('V4', (tx, { id }) => tx`delete from edg_edges where child = ${bytes(tx, id)}`),
  },
  {
    what: 'an edge put in',
    table: 'edg_edges',
    columns: '*',
    act: ofTrace(
      'V4',
      (tx, { id }) => tx`
        insert into edg_edges select ${bytes(tx, id)}, 0, 'input', id from edg_nodes order by ins limit 1`,
    ),
  },
  {
    what: 'an edge put in from what is no node',
    table: 'edg_edges',
    columns: '*',
    async act(tx) {
      const child = Buffer.alloc(32, 7)
      await tx`insert into edg_edges select ${child}, 0, 'input', id from edg_nodes order by ins limit 1`
      return { check: 'V12', hash: null, row: { table: 'edg_edges', key: `${child.toString('hex')}/0` } }
    },
  },
  {
    what: 'a crossing taken away, so that a chain ends too soon',
    table: 'edg_crossings',
    columns: '*',
    act: ofTree('V6', (tx, { stream }) => tx`delete from edg_crossings where stream = ${stream}`),
    door: { opens: incompleteChain, status: 200 },
  },
  {
    what: 'a crossing led to another stream',
    table: 'edg_crossings',
    columns: ['parent_stream'],
    act: ofTree(
      'V6',
      (tx, { stream }, { things }) => tx`
        update edg_crossings set parent_stream = ${`trace:${things.harmfulTrace}`} where stream = ${stream}`,
    ),
  },
  {
    what: 'a crossing put in, so that a chain has what is none of it',
    table: 'edg_crossings',
    columns: '*',
    act: ofTrace(
      'V6',
      (tx, { stream }, { things }) => tx`
        insert into edg_crossings values (${stream}, 0, ${`trace:${things.harmfulTrace}`}, 0)`,
    ),
  },
]

const log: readonly Tampering[] = [
  {
    what: 'two leaves that have changed places',
    table: 'edg_leaves',
    columns: ['leaf'],
    async act(tx, { things }) {
      const [a, b] = [
        await nodeOf(tx, { stream: `trace:${things.trace}`, pos: 0 }),
        await nodeOf(tx, { stream: `tree:${things.tree}`, pos: 0 }),
      ]
      await tx`update edg_leaves set leaf = 1000000 where leaf = ${a.leaf}`
      await tx`update edg_leaves set leaf = ${a.leaf} where leaf = ${b.leaf}`
      await tx`update edg_leaves set leaf = ${b.leaf} where leaf = 1000000`
      return { hash: a.id, check: 'V9' }
    },
  },
  {
    what: 'a leaf that holds another node',
    table: 'edg_leaves',
    columns: ['node_id'],
    async act(tx, { things }) {
      const [a, b] = [
        await nodeOf(tx, { stream: `trace:${things.trace}`, pos: 0 }),
        await nodeOf(tx, { stream: `tree:${things.tree}`, pos: 0 }),
      ]
      await tx`update edg_leaves set node_id = ${bytes(tx, b.id)} where leaf = ${a.leaf}`
      return { check: 'V9', hash: a.id }
    },
  },
  {
    what: 'a leaf taken away',
    table: 'edg_leaves',
    columns: '*',
    act: ofTrace('V9', (tx, { leaf }) => tx`delete from edg_leaves where leaf = ${leaf}`),
  },
  {
    what: 'a leaf put behind the newest checkpoint',
    table: 'edg_leaves',
    columns: '*',
    async act(tx, { things }) {
      await tx`
        insert into edg_leaves select (select max(leaf) + 1 from edg_leaves), id from edg_nodes
        where stream = ${`trace:${things.trace}`}`
      return { check: 'V9' }
    },
  },
  {
    what: 'a hash in a tile',
    table: 'edg_tiles',
    columns: ['hashes'],
    async act(tx) {
      await tx`
        update edg_tiles set hashes = overlay(hashes placing ${Buffer.alloc(32)} from 1) where level = 0 and idx = 0`
      const [first] = await tx<{ id: string }[]>`select encode(node_id, 'hex') as id from edg_leaves where leaf = 0`
      return { check: 'V9', hash: first?.id ?? '' }
    },
  },
  {
    what: 'a tile taken away',
    table: 'edg_tiles',
    columns: '*',
    async act(tx) {
      await tx`delete from edg_tiles where level = 0 and idx = 0`
      return { check: 'V9' }
    },
  },
  {
    what: 'a tile put under another number',
    table: 'edg_tiles',
    columns: ['idx'],
    async act(tx) {
      await tx`update edg_tiles set idx = 77 where level = 0 and idx = 0`
      return { check: 'V9' }
    },
  },
  {
    what: 'a tile put on another level',
    table: 'edg_tiles',
    columns: ['level'],
    async act(tx) {
      await tx`update edg_tiles set level = 5 where level = 0 and idx = 0`
      return { check: 'V9' }
    },
  },
  {
    what: 'a tile of nothing put in',
    table: 'edg_tiles',
    columns: '*',
    async act(tx) {
      await tx`insert into edg_tiles values (3, 9, ${Buffer.alloc(32)})`
      return { check: 'V9' }
    },
  },
  {
    what: 'the root of a checkpoint in its row',
    table: 'edg_checkpoints',
    columns: ['root'],
    async act(tx) {
      await tx`
        update edg_checkpoints set root = ${Buffer.alloc(32)} where size = (select min(size) from edg_checkpoints)`
      return { check: 'V10' }
    },
  },
  {
    what: 'a checkpoint signed by a stranger',
    table: 'edg_checkpoints',
    columns: ['note'],
    async act(tx) {
      const { origin, size, root } = await newest(tx)
      const note = signNote(formatCheckpoint({ origin, size, root }), [noteSigner(origin, aSigner())])
      await tx`update edg_checkpoints set note = ${note} where size = ${size}`
      return { check: 'V10' }
    },
  },
  {
    what: 'a checkpoint that is said to be made in years',
    table: 'edg_checkpoints',
    columns: ['created_at'],
    async act(tx) {
      const { origin, size } = await newest(tx)
      await tx`update edg_checkpoints set created_at = now() + interval '3 years' where size = ${size}`
      return { check: 'V10', row: { table: 'edg_checkpoints', key: `${origin} ${size}` } }
    },
  },
  {
    what: 'a checkpoint that is said to be of more leaves than there are',
    table: 'edg_checkpoints',
    columns: ['size'],
    async act(tx) {
      await tx`
        update edg_checkpoints set size = size + 1000000000000 where size = (select max(size) from edg_checkpoints)`
      return { check: 'V9' }
    },
  },
  {
    what: 'the first checkpoint, which was kept in files, taken away with what witnesses said of it',
    table: 'edg_checkpoints',
    columns: '*',
    async act(tx) {
      const [row] = await tx<{ origin: string; size: number }[]>`
        delete from edg_checkpoints where size = (select min(size) from edg_checkpoints where is_milestone) returning origin, size`
      await tx`delete from edg_cosignatures where size = ${row?.size ?? 0}`
      return { check: 'V10', row: { table: 'edg_checkpoints', key: `${row?.origin} ${row?.size}` } }
    },
  },
  {
    what: 'the first checkpoint said to be of another log',
    table: 'edg_checkpoints',
    columns: ['origin'],
    async act(tx) {
      await tx`
        update edg_checkpoints set origin = 'elsewhere' where size = (select min(size) from edg_checkpoints where is_milestone)`
      return { check: 'V10' }
    },
  },
  {
    what: 'the log set back by its last nodes, with all that says so',
    table: 'edg_checkpoints',
    columns: '*',
    async act(tx) {
      const size = await setBack(tx)
      await tx`delete from edg_cosignatures where size > ${size}`
      return { check: 'V10' }
    },
    door: {
      opens: async ({ service, things }) => {
        const answer = await service.call('POST /v1/edg/verify', { body: { hash: things.traceNode } })
        const { verdict, valid } = answer.body as { verdict: string; valid: boolean }
        return { ...answer, status: verdict === 'invalid' && !valid ? 200 : 500 }
      },
      status: 200,
    },
  },
  {
    what: 'all that witnesses cosigned taken away',
    table: 'edg_cosignatures',
    columns: '*',
    async act(tx) {
      await tx`delete from edg_cosignatures`
      return { check: 'V11' }
    },
  },
  {
    what: 'what was cosigned last taken away, and nothing before it',
    table: 'edg_cosignatures',
    columns: '*',
    async act(tx) {
      const [row] = await tx<{ key: string }[]>`
        delete from edg_cosignatures where size = (select max(size) from edg_cosignatures) returning origin || ' ' || size as key`
      return { check: 'V11', row: { table: 'edg_cosignatures', key: row?.key ?? '' } }
    },
  },
  {
    what: 'what was cosigned of a milestone taken away, and nothing else',
    table: 'edg_cosignatures',
    columns: '*',
    async act(tx) {
      const [row] = await tx<{ key: string }[]>`
        delete from edg_cosignatures s using edg_checkpoints c
        where c.origin = s.origin and c.size = s.size and c.is_milestone
        returning s.origin || ' ' || s.size || ' ' || s.witness as key`
      return { check: 'V11', row: { table: 'edg_cosignatures', key: row?.key ?? '' } }
    },
  },
  {
    what: 'a cosignature said to be of another checkpoint',
    table: 'edg_cosignatures',
    columns: ['size'],
    async act(tx) {
      await tx`delete from edg_cosignatures where size = (select min(size) from edg_checkpoints)`
      await tx`
        update edg_cosignatures set size = (select min(size) from edg_checkpoints)
        where size = (select max(size) from edg_cosignatures)`
      return { check: 'V11' }
    },
  },
  {
    what: 'a cosignature said to be of another log',
    table: 'edg_cosignatures',
    columns: ['origin'],
    async act(tx) {
      await tx`update edg_cosignatures set origin = 'elsewhere' where size = (select max(size) from edg_cosignatures)`
      return { check: 'V11' }
    },
  },
  {
    what: 'a cosignature said to be another witness’s',
    table: 'edg_cosignatures',
    columns: ['witness'],
    async act(tx) {
      await tx`update edg_cosignatures set witness = 'sigsum' where size = (select max(size) from edg_cosignatures)`
      return { check: 'V11' }
    },
  },
  {
    what: 'a cosignature of nothing',
    table: 'edg_cosignatures',
    columns: ['line'],
    async act(tx) {
      await tx`
        update edg_cosignatures set line = '— ' || witness || ' ' || encode(decode(repeat('00', 76), 'hex'), 'base64') || E'\n'
        where size = (select max(size) from edg_cosignatures)`
      return { check: 'V11' }
    },
  },
]

/** To where it was some nodes ago. @returns its size. */
async function setBack(tx: Tx): Promise<number> {
  const [before] = await tx<{ size: number }[]>`select size from edg_checkpoints order by size desc offset 1 limit 1`
  const size = before?.size ?? 0
  const gone = await tx<{ id: string; stream: string }[]>`
    select encode(n.id, 'hex') as id, n.stream from edg_leaves l join edg_nodes n on n.id = l.node_id where leaf >= ${size}`
  for (const node of gone) await remove(tx, node)
  await tx`delete from edg_crossings c where not exists (select from edg_nodes n where n.stream = c.stream and n.pos = c.pos)`
  await tx`delete from edg_leaves where leaf >= ${size}`
  await tx`delete from edg_checkpoints where size > ${size}`
  await tx`delete from edg_tiles where level > 0 and not ${size >= 256}`
  await tx`delete from edg_tiles where level = 0 and idx > ${size}::bigint / 256`
  await tx`
    update edg_tiles set hashes = substring(hashes for (${size}::bigint % 256 * 32)::int)
    where level = 0 and idx = ${size}::bigint / 256`
  return size
}

const keys: readonly Tampering[] = [
  {
    what: 'the public key of the service replaced by another',
    table: 'edg_keys',
    columns: ['public_key'],
    async act(tx, { signer }) {
      await tx`update edg_keys set public_key = ${Buffer.from(aSigner().publicKey)} where kid = ${signer.kid}`
      return { check: 'V5' }
    },
  },
  {
    what: 'the service’s key under another name',
    table: 'edg_keys',
    columns: ['kid'],
    async act(tx, { signer }) {
      await tx`update edg_keys set kid = 'feedfeedfeedfeed' where kid = ${signer.kid}`
      return { check: 'V5' }
    },
  },
  {
    what: 'a stranger’s key put among the service’s',
    table: 'edg_keys',
    columns: '*',
    async act(tx) {
      const thief = aSigner()
      await tx`insert into edg_keys (kid, public_key) values (${thief.kid}, ${Buffer.from(thief.publicKey)})`
      return { check: 'V5' }
    },
  },
  {
    what: 'a sound node put aside as if it were forged',
    table: 'edg_refused',
    columns: '*',
    act: ofTrace(
      'V9',
      (tx, { id }) => tx`
        insert into edg_refused (id, ins, org_id, stream, pos, height, kind, body, signature, kid, why)
        select id, ins, org_id, stream, pos, height, kind, body, signature, kid, 'a lie' from edg_nodes
        where id = ${bytes(tx, id)}`,
    ),
  },
  {
    what: 'the log said to have begun for another reason',
    table: 'edg_logs',
    columns: ['reason'],
    async act(tx) {
      await tx`update edg_logs set reason = 'a mistake'`
      return { check: 'V10' }
    },
  },
  {
    what: 'the log said to have begun by another node',
    table: 'edg_logs',
    columns: ['node_id'],
    async act(tx) {
      await tx`update edg_logs set node_id = (select id from edg_nodes where kind = 'trace.recorded' limit 1)`
      return { check: 'V10', row: { table: 'edg_logs', key: '1' } }
    },
  },
  {
    what: 'the log dated back',
    table: 'edg_logs',
    columns: ['started_at'],
    async act(tx) {
      await tx`update edg_logs set started_at = started_at - interval '1 year'`
      return { check: 'V10', row: { table: 'edg_logs', key: '1' } }
    },
  },
  {
    what: 'the log under another name',
    table: 'edg_logs',
    columns: ['origin'],
    async act(tx) {
      await tx`update edg_logs set origin = 'elsewhere'`
      return { check: 'V10', row: { table: 'edg_logs', key: '1' } }
    },
  },
  {
    what: 'a log put in that never began',
    table: 'edg_logs',
    columns: '*',
    async act(tx, { things }) {
      await tx`insert into edg_logs (epoch, origin, node_id, reason) values (2, 'elsewhere', ${bytes(tx, things.traceNode)}, 'none')`
      return { check: 'V10' }
    },
  },
  {
    what: 'a node that was put aside, written otherwise',
    table: 'edg_refused',
    columns: ['id', 'body'],
    async act(tx, { things }) {
      await tx`update edg_refused set body = '{}'`
      return { check: 'V1', hash: things.refused }
    },
  },
  ...(['org_id', 'stream', 'pos', 'height', 'kind'] as const).map(
    (column): Tampering => ({
      what: `a node that was put aside, its ${column} another`,
      table: 'edg_refused',
      columns: [column],
      async act(tx, { things }) {
        const other = column === 'pos' || column === 'height' ? 7 : 'other'
        await tx`update edg_refused set ${tx({ [column]: other })}`
        return { check: 'V4', hash: things.refused }
      },
    }),
  ),
  {
    what: 'a node that was put aside, for another reason',
    table: 'edg_refused',
    columns: ['why'],
    async act(tx, { things }) {
      await tx`update edg_refused set why = 'it was late'`
      return { check: 'V5', hash: things.refused }
    },
  },
  {
    what: 'a node that was put aside, taken away',
    table: 'edg_refused',
    columns: '*',
    async act(tx, { things }) {
      await tx`delete from edg_refused`
      return { check: 'V12', hash: null, row: { table: 'edg_refused', key: things.refused } }
    },
  },
  {
    what: 'a node that nobody put aside, beside one that was',
    table: 'edg_refused',
    columns: '*',
    async act(tx, { things }) {
      const [row] = await tx<{ body: string }[]>`select body from edg_refused where id = ${bytes(tx, things.refused)}`
      const body = JSON.stringify({ ...JSON.parse(row?.body ?? '{}'), timestamp: '2020-01-01T00:00:00.000Z' })
      await tx`
        insert into edg_refused (id, ins, org_id, stream, pos, height, kind, body, signature, kid, why)
        select sha256(convert_to(${body}, 'UTF8')), ins, org_id, stream, pos, height, kind, ${body}, signature, kid, why from edg_refused`
      return { check: 'V12', hash: null, row: { table: 'edg_refused', key: '' } }
    },
  },
  {
    what: 'the log said to be of another epoch',
    table: 'edg_logs',
    columns: ['epoch'],
    async act(tx) {
      await tx`update edg_logs set epoch = 7`
      return { check: 'V10' }
    },
  },
]

const archive: TamperedRow = { table: 'log_archives', where: () => 'true', key: 'origin' }

/** How far the log was copied into a bucket: by what is not so pieces would lack there for good, or go. */
const archives: readonly Tampering[] = [
  ...columnsOf(archive, {
    origin: ["'elsewhere'", { key: "'elsewhere'" }],
    tiles: 'tiles + 1',
    checkpoint: '7',
    archived_at: "archived_at + interval '1 day'",
    seal: 'null',
  }),
  tampered(
    archive,
    '*',
    'one more',
    () => "insert into log_archives (origin, tiles, archived_at) values ('elsewhere', 5, now())",
    { key: "'elsewhere'" },
  ),
]

export const evidenceTamperings: readonly Tampering[] = [...nodes, ...edges, ...log, ...keys, ...archives]
