/** Payloads of evidence nodes, where each kind keeps them: traces, trees, scans, what tasks were asked. */
import type { Reader, Tx } from '#db/client'
import type { TraceRow } from '#db/tables/traces'

/** The salt and the text of a payload as it lies in the store. @see payloads.ts in shared/evidence for what it means. */
export type PayloadRow = { key: string; salt: Uint8Array } & (
  | { packed: Uint8Array<ArrayBuffer> }
  | { text: string }
  | { trace: TraceRow }
)

export async function tracePayloads(sql: Reader, traceIds: readonly string[]): Promise<PayloadRow[]> {
  const rows = await sql<TraceRow[]>`select * from traces where trace_id = any(${traceIds as string[]}::text[])`
  return rows.map((trace) => ({ key: trace.trace_id, salt: trace.payload_salt, trace }))
}

export const treePayloads = (sql: Reader, jobIds: readonly string[]): Promise<PayloadRow[]> => sql`
  select job_id::text as key, payload_salt as salt, body as packed from trees
  where job_id = any(${jobIds as string[]}::uuid[])`

export const scanPayloads = (sql: Reader, jobIds: readonly string[]): Promise<PayloadRow[]> => sql`
  select job_id::text as key, payload_salt as salt, report as packed from scans
  where job_id = any(${jobIds as string[]}::uuid[])`

export const taskPayloads = (sql: Reader, nodeIds: readonly string[]): Promise<PayloadRow[]> => sql`
  select encode(node_id, 'hex') as key, salt, text from task_payloads
  where node_id = any(array(select decode(id, 'hex') from unnest(${nodeIds as string[]}::text[]) as i(id)))`

/** Which of these nodes a payload.erased node speaks of. */
export async function erasedAmong(sql: Reader, nodeIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select substr(stream, 9) as id from edg_nodes
    where stream = any(${nodeIds.map((id) => `erasure:${id}`)}::text[]) and kind = 'payload.erased' and pos = 0`
  return new Set(rows.map(({ id }) => id))
}

/**
 * Takes what a trace says in words, and its salt; its figures stay, for they are in the counters, and so does its row, whose
 * place in the lists others count by. True when there was something to take.
 */
export async function blankTrace(tx: Tx, traceId: string): Promise<boolean> {
  const { count } = await tx`
    update traces set flags = null, recommendation = null, trinity_layer = null, metadata = null, payload_salt = ''
    where trace_id = ${traceId} and payload_salt <> ''`
  return count > 0
}

/** The nodes and jobs of a trace's trees: they repeat what it says. */
export async function treesOfTrace(tx: Reader, traceId: string): Promise<{ id: string; jobId: string }[]> {
  return tx<{ id: string; jobId: string }[]>`
    select encode(r.node_id, 'hex') as id, r.job_id as "jobId" from traces t
    join edg_edges e on e.parent = decode(t.attribution_token, 'hex') and e.rel = 'input'
    join edg_nodes n on n.id = e.child and n.kind = 'tree.generated'
    join trees r on r.job_id = split_part(n.stream, ':', 2)::uuid and r.trace_id = t.trace_id
    where t.trace_id = ${traceId}`
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

/** What a task was asked, and what came of it. */
export async function deleteTaskPayload(tx: Tx, nodeId: string): Promise<boolean> {
  const rows = await tx`
    with gone as (delete from task_payloads where node_id = decode(${nodeId}, 'hex') returning task_id),
    emptied as (
      update tasks t set result = null, error = null from gone where t.id = gone.task_id returning t.job_id),
    steps as (
      update task_steps s set spec = null, input = null, result = null, error = null
      from gone where s.task_id = gone.task_id returning s.job_id),
    results as (
      delete from job_results where job_id in (select job_id from emptied union all select job_id from steps))
    select task_id from gone`
  return rows.length > 0
}

/** The node that says that this node's payload was erased. */
export async function findErasure(sql: Reader, nodeId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select encode(id, 'hex') as id from edg_nodes
    where stream = ${`erasure:${nodeId}`} and kind = 'payload.erased' and pos = 0`
  return row?.id
}

/** Deletes a stretch of the scans of one run, or of those of none that are old enough. @returns their nodes. */
export async function deleteScansOlder(
  tx: Tx,
  { runId, keptDays, limit }: { runId: string | null; keptDays: number; limit: number },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from scans where ctid = any(array(
      select ctid from scans
      where ${runId === null ? tx`run_id is null and created_at < now() - make_interval(days => ${keptDays})` : tx`run_id = ${runId}`}
      limit ${limit}))
    returning encode(node_id, 'hex') as id`
  return rows.map(({ id }) => id)
}

/** What the payload.erased nodes of these nodes are made from. */
export async function erasable(
  sql: Reader,
  nodeIds: readonly string[],
): Promise<{ id: string; org_id: string; height: number; digest: string }[]> {
  return sql`
    select encode(n.id, 'hex') as id, n.org_id, n.height, n.body::json -> 'payload' ->> 'digest' as digest
    from unnest(${nodeIds as string[]}::text[]) as i(id) join edg_nodes n on n.id = decode(i.id, 'hex')
    where not exists (select 1 from edg_nodes e where e.stream = 'erasure:' || i.id)`
}
