/** edg_nodes and edg_edges: the one place that writes them. What does not fit, the database refuses by itself. */
import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'

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

/** A node, and what it stands or falls with in a larger statement: the id of a trace, of a task. */
export type CausedNode = { node: NodeToAppend; cause?: string }

/** What transactions were to append, of which somebody wants to know. */
const heard = new WeakMap<Tx, Set<string>>()

/** @returns the ids of nodes that this transaction is told to append, as they come: where a condition does not hold one is not appended. */
export function hearNodes(tx: Tx): ReadonlySet<string> {
  const ids = new Set<string>()
  heard.set(tx, ids)
  return ids
}

/** Of these nodes those that are there. */
export async function nodesThere(sql: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ id: string }[]>`
    select encode(id, 'hex') as id from edg_nodes where id = any(${ids.map(hexBytes)}::text[]::bytea[])`
  return rows.map(({ id }) => id)
}

/**
 * The parts of a statement that append nodes with their edges, in the order in which they are given: parents come first.
 * The part of the given name has a row for each node that was appended.
 * @param only which of them count, as a condition that may ask for their `cause`.
 */
export function nodeCtes(sql: Tx, nodes: readonly CausedNode[], { name = 'nodes', only = sql`true` } = {}) {
  const ids = heard.get(sql)
  for (const { node } of nodes) ids?.add(node.id)
  const records = nodes.map(({ node, cause }, ord) => ({ ...nodeRecord(node), cause, ord }))
  const edges = nodes.flatMap(({ node, cause }) =>
    node.body.parents.map(({ rel, hash }, ord) => ({
      cause,
      child: hexBytes(node.id),
      ord,
      rel,
      parent: hexBytes(hash),
    })),
  )
  const appended = sql`
    ${sql(name)} as (
      insert into edg_nodes (id, org_id, stream, pos, height, kind, prev, body, signature, kid)
      select id, org_id, stream, pos, height, kind, prev, body, signature, kid
      from json_to_recordset(${JSON.stringify(records)}::json) as n(
        cause text, ord int, id bytea, org_id text, stream text, pos int, height int, kind text, prev bytea, body text,
        signature bytea, kid text)
      where ${only} order by ord
      returning 1
    )`
  // Without edges their table is left alone: a trigger looks at every statement that adds to it.
  if (edges.length === 0) return appended
  return sql`${appended}, ${sql(`${name}_edges`)} as (
      insert into edg_edges (child, ord, rel, parent)
      select child, ord, rel, parent
      from json_to_recordset(${JSON.stringify(edges)}::json) as e(
        cause text, child bytea, ord smallint, rel text, parent bytea)
      where ${only}
    )`
}

/** A node as a row of a JSON recordset; byte strings in Postgres's hex form. */
const nodeRecord = ({ id, orgId, body, text, signature, kid }: NodeToAppend) => ({
  id: hexBytes(id),
  org_id: orgId,
  stream: body.stream,
  pos: body.pos,
  height: body.height,
  kind: body.kind,
  prev: body.prev === null ? null : hexBytes(body.prev),
  body: text,
  signature: hexBytes(signature),
  kid,
})

/** Appends nodes and their edges in the caller's transaction. */
export async function appendNodes(tx: Tx, nodes: readonly NodeToAppend[]): Promise<void> {
  if (nodes.length === 0) return
  await tx`
    with ${nodeCtes(
      tx,
      nodes.map((node) => ({ node })),
    )}
    select 1`
}
