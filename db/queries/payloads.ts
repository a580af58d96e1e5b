/** Payloads of evidence nodes, where each kind keeps them: traces, annotations, trees, scans, design verifications, analyses of content, briefings, what tasks were asked. */

import type { Reader, Tx } from '#db/client'
import type { AnnotationRow, AnnotationSaid } from '#db/queries/annotations'
import { hexBytes } from '#db/queries/evidence'
import type { GraphRow } from '#db/queries/graph'
import type { KeyPlace } from '#db/queries/pieces'
import { type JobResultTable, madeAt } from '#db/queries/result-rows'
import type { payloadsOfTasks } from '#db/tables/tasks'
import type { TraceRow } from '#db/tables/traces'

type TaskPayload = typeof payloadsOfTasks.$inferSelect

/** A payload under its key, as its text lies in the store. @see payload-kinds.ts in shared/evidence for what it means. */
type KeyedPayload<Text> = { key: string; salt: Uint8Array } & Text
type PackedPayload = KeyedPayload<{ packed: Uint8Array<ArrayBuffer> }>
/** With whose it is, when it was made, and the node that its row names, in hex. */
type OwnedPayload = PackedPayload & { org_id: string; at: Date; node: string }

export const annotationPayloads = (
  sql: Reader,
  annotationIds: readonly string[],
): Promise<(AnnotationSaid & Pick<AnnotationRow, 'payload_salt'>)[]> => sql`
  select annotation_id, trace_id, rater, answers, comment, payload_salt from trace_annotations
  where annotation_id = any(${annotationIds as string[]}::uuid[])`

export const treePayloads = (
  sql: Reader,
  jobIds: readonly string[],
): Promise<(OwnedPayload & { profile: string; tree_digest: string })[]> => sql`
  select job_id::text as key, payload_salt as salt, body as packed, org_id, generated_at as at, encode(node_id, 'hex') as node,
    profile, tree_digest from trees
  where job_id = any(${jobIds as string[]}::uuid[])`

export const scanPayloads = (
  sql: Reader,
  jobIds: readonly string[],
): Promise<(OwnedPayload & { score: number; compliance: string; standard: string })[]> => sql`
  select job_id::text as key, payload_salt as salt, report as packed, org_id, created_at as at, encode(node_id, 'hex') as node,
    score, compliance, standard from scans
  where job_id = any(${jobIds as string[]}::uuid[])`

export const designPayloads = (
  sql: Reader,
  jobIds: readonly string[],
): Promise<
  (OwnedPayload & { page_id: string; branch: string; approved: boolean; violations: number; artifact: string })[]
> => sql`
  select job_id::text as key, payload_salt as salt, report as packed, org_id, created_at as at, encode(node_id, 'hex') as node,
    page_id, branch, approved, violations, artifact from design_verifications
  where job_id = any(${jobIds as string[]}::uuid[])`

export const analysisPayloads = (
  sql: Reader,
  jobIds: readonly string[],
): Promise<(OwnedPayload & { operation: string; tier: string })[]> => sql`
  select job_id::text as key, payload_salt as salt, document as packed, org_id, created_at as at,
    encode(node_id, 'hex') as node, operation, tier from analyses
  where job_id = any(${jobIds as string[]}::uuid[])`

export const briefingPayloads = (
  sql: Reader,
  jobIds: readonly string[],
): Promise<(OwnedPayload & { operation: string; tier: string; inputs: Uint8Array<ArrayBuffer> })[]> => sql`
  select job_id::text as key, payload_salt as salt, document as packed, org_id, created_at as at,
    encode(node_id, 'hex') as node, operation, tier, inputs from briefings
  where job_id = any(${jobIds as string[]}::uuid[])`

/** Each as its text, or as where it lies in the bucket and what opens it there. */
export const taskPayloads = (
  sql: Reader,
  nodeIds: readonly string[],
): Promise<KeyedPayload<Pick<TaskPayload, 'text' | 'place' | 'place_key'>>[]> => sql`
  select encode(node_id, 'hex') as key, salt, text, place, place_key from task_payloads
  where node_id = any(array(select decode(id, 'hex') from unnest(${nodeIds as string[]}::text[]) as i(id)))`

/** Which of these nodes a payload.erased node speaks of. */
export async function erasedAmong(sql: Reader, nodeIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select substr(stream, 9) as id from edg_nodes
    where stream = any(${nodeIds.map((id) => `erasure:${id}`)}::text[]) and kind = 'payload.erased' and pos = 0`
  return new Set(rows.map(({ id }) => id))
}

/** What these nodes say, of those that are there. */
export const textsOfNodes = (sql: Reader, nodeIds: readonly string[]): Promise<Pick<GraphRow, 'id' | 'body'>[]> => sql`
  select i.id, n.body from unnest(${nodeIds as string[]}::text[]) as i(id) join edg_nodes n on n.id = decode(i.id, 'hex')`

/** Those of these traces that say something in words, held until the transaction ends. */
export const lockSpeakingTraces = (tx: Tx, traceIds: readonly string[]): Promise<TraceRow[]> => tx<TraceRow[]>`
  select * from traces where trace_id = any(${traceIds as string[]}::text[]) and payload_salt <> ''
  order by trace_id for update`

/**
 * Takes what held traces say in words, and their salts; their figures stay, for they are in the counters, and so do their rows,
 * whose places in the lists others count by. @param traces each with its seal from then on.
 */
export async function blankTraces(tx: Tx, traces: readonly Pick<TraceRow, 'trace_id' | 'seal'>[]): Promise<void> {
  const seals = traces.map(({ seal }) => seal && hexBytes(seal))
  await tx`
    update traces t set flags = null, recommendation = null, trinity_layer = null, metadata = null, payload_salt = '',
      seal = s.seal
    from unnest(${traces.map(({ trace_id }) => trace_id)}::text[], ${seals}::text[]::bytea[]) as s(trace_id, seal)
    where t.trace_id = s.trace_id`
}

/** Of a node under such a name: that its text is the one that its id is the digest of. */
const isWhole = (sql: Reader, name: 'n' | 'r'): ReturnType<Tx> =>
  sql`sha256(convert_to(${sql(name)}.body, 'UTF8')) = ${sql(name)}.id`

/** Where nodes of one stream rest on nodes of another, `c`, with the node `n` that does and the node `r` that it rests on. */
const crossings = (sql: Reader): ReturnType<Tx> => sql`
  edg_crossings c join edg_nodes n on n.stream = c.stream and n.pos = c.pos
  join edg_nodes r on r.stream = c.parent_stream and r.pos = c.parent_pos`

/** That their own texts say so too. */
const isSaidByNodes = (sql: Reader): ReturnType<Tx> => sql`
  (${isWhole(sql, 'n')} and n.body::json ->> 'stream' = c.stream and position(encode(r.id, 'hex') in n.body) > 0
    and ${isWhole(sql, 'r')} and r.body::json ->> 'stream' = c.parent_stream)`

/** Deletes the trees of traces: they repeat what those say, as their nodes say themselves. @returns their nodes. */
export async function deleteTreesOf(tx: Tx, traceIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ node: string }[]>`
    delete from trees where job_id in (
      select r.job_id from traces t
      join edg_edges e on e.parent = decode(t.attribution_token, 'hex') and e.rel = 'input'
      join edg_nodes n on n.id = e.child and n.kind = 'tree.generated'
      join trees r on r.job_id = split_part(n.stream, ':', 2)::uuid and r.trace_id = t.trace_id and r.node_id = n.id
        and ${isWhole(tx, 'n')} and n.body::json -> 'subject' ->> 'id' = t.trace_id
      where t.trace_id = any(${traceIds as string[]}::text[]))
    returning encode(node_id, 'hex') as node`
  return rows.map(({ node }) => node)
}

export async function deleteTree(tx: Tx, jobId: string): Promise<boolean> {
  const { count } = await tx`delete from trees where job_id = ${jobId}`
  return count > 0
}

/** A scan with its picture and what comparing runs kept of it. */
export async function deleteScan(tx: Tx, jobId: string): Promise<boolean> {
  await tx`
    delete from scan_findings where scan_id = ${jobId} and run_id = (select run_id from scans where job_id = ${jobId})`
  const { count } = await tx`delete from scans where job_id = ${jobId}`
  return count > 0
}

export async function deleteVerification(tx: Tx, jobId: string): Promise<boolean> {
  const { count } = await tx`delete from design_verifications where job_id = ${jobId}`
  return count > 0
}

export async function deleteAnalysis(tx: Tx, jobId: string): Promise<boolean> {
  const { count } = await tx`delete from analyses where job_id = ${jobId}`
  return count > 0
}

/** With all that it was made of. */
export async function deleteBriefing(tx: Tx, jobId: string): Promise<boolean> {
  const { count } = await tx`delete from briefings where job_id = ${jobId}`
  return count > 0
}

/**
 * What tasks were asked, and what came of them, by the nodes of their submission. How their jobs ended goes with it where it
 * has been kept for the task alone. What their rows say goes with the note of it.
 * @param walked how far, by when they ended, jobs of that age have gone already; undefined, none has.
 * @returns the nodes of those that had something to take.
 */
export async function deleteTaskPayloads(
  tx: Tx,
  nodeIds: readonly string[],
  walked: string | undefined,
): Promise<string[]> {
  const rows = await tx<{ node: string }[]>`
    with gone as (
      delete from task_payloads
      where node_id = any(array(select decode(id, 'hex') from unnest(${nodeIds as string[]}::text[]) as i(id)))
      returning task_id, encode(node_id, 'hex') as node),
    jobs as materialized (
      select t.job_id from tasks t join gone on t.id = gone.task_id
      union all
      select s.job_id from task_steps s join gone using (task_id) where s.job_id is not null),
    results as (delete from job_results where job_id in (select job_id from jobs)),
    outcomes as (
      delete from job_outcomes where job_id in (select job_id from jobs)
        and finished_at <= ${walked ?? null}::text::timestamptz)
    select node from gone`
  return rows.map(({ node }) => node)
}

/** The tasks that have made one of these streams' things, or were given it, by the nodes of their submission. */
export const tasksRestingOn = (
  sql: Reader,
  streams: readonly string[],
): Promise<{ task_id: string; node: string }[]> => sql`
  select distinct p.task_id::text as task_id, encode(p.node_id, 'hex') as node
  from ${crossings(sql)} join task_payloads p on c.stream = 'task:' || p.task_id
  where c.parent_stream = any(${streams as string[]}::text[]) and ${isSaidByNodes(sql)}`

/** The organisations that have rows in a table whose index begins with them. */
export async function organisationsIn(
  sql: Reader,
  table:
    | 'tasks'
    | 'traces'
    | 'trees'
    | 'scans'
    | 'design_verifications'
    | 'analyses'
    | 'briefings'
    | 'signal_feedback'
    | 'item_heads',
): Promise<string[]> {
  const rows = await sql<Pick<TraceRow, 'org_id'>[]>`
    with recursive found as (
      (select org_id from ${sql(table)} order by org_id limit 1)
      union all
      select (select t.org_id from ${sql(table)} t where t.org_id > found.org_id order by t.org_id limit 1)
      from found where found.org_id is not null)
    select org_id from found where org_id is not null`
  return rows.map(({ org_id }) => org_id)
}

/** What is looked for: of an organisation, from a place on, older than a time. */
export type Aged = { orgId: string; before: Date; after: KeyPlace | undefined; limit: number }
/** `id` is its row's. */
export type AgedRow = { at: string; id: string; node: string; is_due: boolean }

const beforeAll: KeyPlace = ['-infinity', '']

/** Traces by when they were stored; due are those that still say something. */
export async function agedTraces(sql: Reader, { orgId, before, after = beforeAll, limit }: Aged): Promise<AgedRow[]> {
  return sql<AgedRow[]>`
    select created_at::text as at, trace_id as id, attribution_token as node, payload_salt <> '' as is_due from traces
    where org_id = ${orgId} and created_at < ${before}
      and (created_at, trace_id) > (${after[0] ?? ''}::text::timestamptz, ${after[1] ?? ''})
    order by created_at, trace_id limit ${limit}`
}

/**
 * Tasks by when they ended; due are those that still say something and, where it is given, rest on a node of such a stream:
 * have made it, or were given it. `node` is that of the submission.
 */
export async function agedTasks(
  sql: Reader,
  { orgId, before, after = beforeAll, limit, restsOn }: Aged & { restsOn: string | null },
): Promise<AgedRow[]> {
  return sql<AgedRow[]>`
    select t.completed_at::text as at, t.id::text as id, coalesce(encode(p.node_id, 'hex'), '') as node,
      p.node_id is not null and (${restsOn}::text is null or exists (
        select from ${crossings(sql)}
        where c.stream = 'task:' || t.id and starts_with(c.parent_stream, ${restsOn}::text) and ${isSaidByNodes(sql)}
      )) as is_due
    from tasks t left join task_payloads p on p.task_id = t.id
    where t.org_id = ${orgId} and t.completed_at < ${before}
      and (t.completed_at, t.id) > (${after[0] ?? ''}::text::timestamptz, ${after[1] || firstUuid}::text::uuid)
    order by t.completed_at, t.id limit ${limit}`
}

const firstUuid = '00000000-0000-0000-0000-000000000000'

/** What jobs came to, by when; due is what is no part of a whole that goes at once. */
export async function agedResults(
  sql: Reader,
  table: JobResultTable,
  { orgId, before, after = beforeAll, limit }: Aged,
): Promise<AgedRow[]> {
  const made = sql`t.${sql(madeAt(table))}`
  return sql<AgedRow[]>`
    select ${made}::text as at, t.job_id::text as id, encode(t.node_id, 'hex') as node,
      ${table === 'scans' ? sql`t.run_id is null` : sql`true`} as is_due
    from ${sql(table)} t
    where t.org_id = ${orgId} and ${made} < ${before}
      and (${made}, t.job_id) > (${after[0] ?? ''}::text::timestamptz, ${after[1] || firstUuid}::text::uuid)
    order by ${made}, t.job_id limit ${limit}`
}

/** @returns the nodes of those that were there. */
export async function deleteResults(tx: Tx, table: JobResultTable, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return []
  const rows = await tx<{ node: string }[]>`
    delete from ${tx(table)} where job_id = any(${jobIds as string[]}::uuid[]) returning encode(node_id, 'hex') as node`
  return rows.map(({ node }) => node)
}

/** The scans that some pages of a run name and that name the run, by their jobs, and the last of those pages. */
export async function scansOfPages(
  sql: Reader,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ scans: { id: string }[]; last: number | undefined }> {
  const pages = await sql<{ page: number; scan: string | null }[]>`
    select p.page, s.job_id::text as scan from (
      select page, job_id from scan_run_pages where run_id = ${runId} and page > ${after} order by page limit ${limit}) p
    left join scans s on s.job_id = p.job_id and s.run_id = ${runId}
    order by p.page`
  return {
    scans: pages.flatMap(({ scan }) => (scan === null ? [] : [{ id: scan }])),
    last: pages.length < limit ? undefined : pages.at(-1)?.page,
  }
}

/** The node that says that this node's payload was erased. */
export async function findErasure(sql: Reader, nodeId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select encode(id, 'hex') as id from edg_nodes
    where stream = ${`erasure:${nodeId}`} and kind = 'payload.erased' and pos = 0`
  return row?.id
}

/** What the payload.erased nodes of these nodes are made from. */
export async function erasable(
  sql: Reader,
  nodeIds: readonly string[],
): Promise<(Pick<GraphRow, 'id' | 'org_id' | 'height' | 'stream'> & { digest: string })[]> {
  return sql`
    select encode(n.id, 'hex') as id, n.org_id, n.height, n.stream, n.body::json -> 'payload' ->> 'digest' as digest
    from unnest(${nodeIds as string[]}::text[]) as i(id) join edg_nodes n on n.id = decode(i.id, 'hex')
    where not exists (select 1 from edg_nodes e where e.stream = 'erasure:' || i.id)`
}
