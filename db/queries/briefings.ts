/** briefings: what was made of mails, events and things of source hosting, as it was answered, with all that it was made of. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { deleteTaskPayloads, tasksRestingOn } from '#db/queries/payloads'
import { lockPlans } from '#db/queries/plans'
import { erasedNode, type SaidErased } from '#db/queries/said-erased'
import type { briefings } from '#db/tables/briefings'
import type { AsText } from '#db/tables/columns'

type BriefingRow = typeof briefings.$inferSelect
/** With its texts packed, and its node's id in hex. */
export type BriefingToStore = AsText<BriefingRow, 'created_at' | 'node_id'>

export async function insertBriefing(tx: Tx, row: BriefingToStore): Promise<void> {
  await tx`
    insert into briefings (job_id, org_id, operation, tier, created_at, node_id, payload_salt, document, inputs, connections,
      seal)
    values (${row.job_id}, ${row.org_id}, ${row.operation}, ${row.tier}, ${row.created_at},
      ${hexBytes(row.node_id)}::text::bytea, ${hexBytes(row.payload_salt)}::text::bytea, ${Buffer.from(row.document)},
      ${Buffer.from(row.inputs)}, ${row.connections}::uuid[], ${row.seal && Buffer.from(row.seal)})`
}

/** All of it but what is packed: of that the digests. */
export type BriefingAbout = AsText<Omit<BriefingRow, 'document' | 'inputs'>, 'node_id'> & {
  document_sha256: Uint8Array
  inputs_sha256: Uint8Array
}
export type StoredBriefing = BriefingAbout & Pick<BriefingRow, 'document'>

/** Of the table `t`. */
export const briefingColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.job_id, t.org_id, t.operation, t.tier, t.created_at, encode(t.node_id, 'hex') as node_id, t.payload_salt, t.connections,
  t.seal, sha256(t.document) as document_sha256, sha256(t.inputs) as inputs_sha256`

/** By its job, of whoever may ask for that. */
export async function briefingOfJob(sql: Reader, jobId: string): Promise<(StoredBriefing & SaidErased) | undefined> {
  const [row] = await sql<(StoredBriefing & SaidErased)[]>`
    select ${briefingColumns(sql)}, t.document, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from briefings t where t.job_id = ${jobId}`
  return row
}

export type BriefingToReplay = AsText<
  Pick<BriefingRow, 'operation' | 'node_id' | 'payload_salt' | 'document' | 'inputs'>,
  'node_id'
> & {
  /** The body of its node; null where that is not there. */
  said: string | null
}

/** One of an organisation, with all that it was made of and what its node says. */
export async function briefingToReplay(
  sql: Reader,
  orgId: string,
  jobId: string,
): Promise<BriefingToReplay | undefined> {
  const [row] = await sql<BriefingToReplay[]>`
    select b.operation, encode(b.node_id, 'hex') as node_id, b.payload_salt, b.document, b.inputs, n.body as said
    from briefings b left join edg_nodes n on n.id = b.node_id where b.org_id = ${orgId} and b.job_id = ${jobId}`
  return row
}

/** The newest briefing of an organisation. */
export async function newestBriefing(
  sql: Reader,
  orgId: string,
): Promise<(BriefingAbout & Pick<BriefingRow, 'inputs'>) | undefined> {
  const [row] = await sql<(BriefingAbout & Pick<BriefingRow, 'inputs'>)[]>`
    select ${briefingColumns(sql)}, t.inputs from briefings t where t.org_id = ${orgId} and t.operation = 'briefing'
    order by t.created_at desc, t.job_id desc limit 1`
  return row
}

/** Which that is. */
export async function newestBriefingId(sql: Reader, orgId: string): Promise<string | undefined> {
  const [row] = await sql<Pick<BriefingRow, 'job_id'>[]>`
    select job_id from briefings where org_id = ${orgId} and operation = 'briefing'
    order by created_at desc, job_id desc limit 1`
  return row?.job_id
}

/** What shows anything of a connection, by its job: at most so many, from one on. */
export const briefingsShowing = (
  sql: Reader,
  {
    orgId,
    connectionId,
    after,
    limit,
  }: { orgId: string; connectionId: string; after: string | undefined; limit: number },
): Promise<{ id: string }[]> => sql`
  select job_id::text as id from briefings where connections @> array[${connectionId}]::uuid[] and org_id = ${orgId}
    and ${after === undefined ? sql`true` : sql`job_id > ${after}::text::uuid`}
  order by job_id limit ${limit}`

/**
 * Takes some, and what tasks repeat of them. @param walked as of tasks' payloads.
 * @returns the nodes whose payloads were taken, in hex.
 */
export async function takeBriefings(tx: Tx, jobIds: readonly string[], walked: string | undefined): Promise<string[]> {
  const rows = await tx<{ node: string; stream: string }[]>`
    delete from briefings b using edg_nodes n
    where b.job_id = any(${jobIds as string[]}::uuid[]) and n.id = b.node_id
    returning encode(b.node_id, 'hex') as node, n.stream`
  const resting = await tasksRestingOn(
    tx,
    rows.map(({ stream }) => stream),
  )
  // Whoever settles late holds them in this order.
  await lockPlans(tx, resting.map(({ task_id }) => task_id).sort())
  const ofTasks = await deleteTaskPayloads(
    tx,
    resting.map(({ node }) => node),
    walked,
  )
  return [...rows.map(({ node }) => node), ...ofTasks]
}

/** A JSON text as it is stored: zstd at its fastest. */
export const packBriefing = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }))

/** The JSON text again, byte for byte as it was digested. */
export const unpackBriefing = async (packed: Uint8Array<ArrayBuffer>): Promise<string> =>
  new TextDecoder().decode(await Bun.zstdDecompress(packed))
