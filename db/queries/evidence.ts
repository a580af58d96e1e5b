/** edg_nodes, edg_edges, edg_keys: append and read. What does not fit, the database refuses by itself. */

import type { Reader, Tx } from '#db/client'
import type { edgKeys, edgNodes } from '#db/tables/evidence'

export type NodeToAppend = {
  /** Lower-case hex. */
  id: string
  orgId: string
  body: {
    stream: string
    pos: number
    height: number
    kind: string
    prev: string | null
    parents: { rel: string; hash: string }[]
  }
  text: string
  signature: Uint8Array
  kid: string
}

type NodeRow = typeof edgNodes.$inferSelect

export const hexBytes = (bytes: Uint8Array | string): string =>
  `\\x${typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('hex')}`

/** A node as a row of a JSON recordset; byte strings in Postgres's hex form. */
export const nodeRecord = (node: NodeToAppend) => ({
  node_id: hexBytes(node.id),
  org_id: node.orgId,
  stream: node.body.stream,
  pos: node.body.pos,
  height: node.body.height,
  kind: node.body.kind,
  prev: node.body.prev === null ? null : hexBytes(node.body.prev),
  node_body: node.text,
  signature: hexBytes(node.signature),
  kid: node.kid,
})

/** Appends nodes and their edges in the caller's transaction. */
export async function appendNodes(tx: Tx, nodes: readonly NodeToAppend[]): Promise<void> {
  if (nodes.length === 0) return
  const edges = nodes.flatMap((node) =>
    node.body.parents.map((parent, ord) => ({
      child: hexBytes(node.id),
      ord,
      rel: parent.rel,
      parent: hexBytes(parent.hash),
    })),
  )
  await tx`
    with nodes as (
      insert into edg_nodes (id, org_id, stream, pos, height, kind, prev, body, signature, kid)
      select node_id, org_id, stream, pos, height, kind, prev, node_body, signature, kid
      from json_to_recordset(${JSON.stringify(nodes.map(nodeRecord))}::json) as n(
        node_id bytea, org_id text, stream text, pos int, height int, kind text, prev bytea, node_body text,
        signature bytea, kid text)
    )
    insert into edg_edges (child, ord, rel, parent)
    select child, ord, rel, parent from json_to_recordset(${JSON.stringify(edges)}::json)
      as e(child bytea, ord smallint, rel text, parent bytea)`
}

/** The body of the node that a stream begins with. */
export async function firstNodeText(sql: Reader, stream: string): Promise<string | undefined> {
  const [row] = await sql<Pick<NodeRow, 'body'>[]>`select body from edg_nodes where stream = ${stream} and pos = 0`
  return row?.body
}

export async function newestNode(sql: Reader): Promise<NodeRow | undefined> {
  const [row] = await sql<NodeRow[]>`select * from edg_nodes order by ins desc limit 1`
  return row
}

export async function findEvidenceKey(sql: Reader, kid: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<
    Pick<typeof edgKeys.$inferSelect, 'public_key'>[]
  >`select public_key from edg_keys where kid = ${kid}`
  return row?.public_key
}

/** Makes a public key known, once. True when it was new. */
export async function insertEvidenceKey(tx: Tx, kid: string, publicKey: Uint8Array): Promise<boolean> {
  const rows = await tx`
    insert into edg_keys (kid, public_key) values (${kid}, ${Buffer.from(publicKey)})
    on conflict (kid) do nothing returning kid`
  return rows.length > 0
}

/** Whether others have signed here, and this key is none of them. */
export async function isForeignKey(sql: Reader, kid: string): Promise<boolean> {
  const [row] = await sql<{ is_foreign: boolean }[]>`
    select count(*) > 0 and not coalesce(bool_or(kid = ${kid}), false) as is_foreign from edg_keys`
  return row?.is_foreign ?? false
}

/** The nodes that registered the newest 64 keys. */
export async function registrations(sql: Reader): Promise<{ hash: string; height: number }[]> {
  return sql<{ hash: string; height: number }[]>`
    select encode(n.id, 'hex') as hash, n.height from edg_keys k
    join edg_nodes n on n.stream = 'key:' || k.kid and n.pos = 0 order by n.ins desc limit 64`
}

/** The guards the database should have on evidence; each missing one is named. */
export async function missingGuards(sql: Reader): Promise<string[]> {
  const rows = await sql<{ guard: string }[]>`
    select guard from unnest(${evidenceGuards}::text[]) as g(guard)
    where not exists (select 1 from pg_trigger where tgname = guard and tgenabled = 'O')
      and not exists (select 1 from pg_constraint where conname = guard and convalidated)`
  return rows.map((row) => row.guard)
}

const evidenceGuards = [
  'edg_nodes_append_only',
  'edg_nodes_no_delete',
  'edg_edges_append_only',
  'edg_edges_no_delete',
  'edg_keys_append_only',
  'edg_refused_append_only',
  'constitution_texts_append_only',
  'edg_nodes_address',
  'edg_nodes_projection',
  'edg_nodes_first',
]
