/** edg_nodes and edg_keys: what is read of them, and the keys that are made known. */

import type { Reader, Tx } from '#db/client'
import type { edgKeys, edgNodes } from '#db/tables/evidence'

type NodeRow = typeof edgNodes.$inferSelect

export const hexBytes = (bytes: Uint8Array | string): string =>
  `\\x${typeof bytes === 'string' ? bytes : bytes.toHex()}`

/** The body of the node that a stream begins with. */
export async function firstNodeText(sql: Reader, stream: string): Promise<string | undefined> {
  const [row] = await sql<Pick<NodeRow, 'body'>[]>`select body from edg_nodes where stream = ${stream} and pos = 0`
  return row?.body
}

/** The same, as it was signed. */
export async function signedNodesOf(
  sql: Reader,
  stream: string,
): Promise<(Pick<NodeRow, 'body' | 'signature'> & { id: string })[]> {
  return sql`select encode(id, 'hex') as id, body, signature from edg_nodes where stream = ${stream} order by pos`
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
