/** tasks, task_payloads, job_results: a task's row, each change of it in one statement with its evidence node. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { jobResults } from '#db/tables/jobs'
import type { payloadsOfTasks, tasks } from '#db/tables/tasks'

type Task = typeof tasks.$inferSelect
type TaskStatus = Task['status']

export type TaskRow = AsText<Omit<Task, 'priority' | 'is_overridden'>, 'head'> & {
  /** The node that records its submission. */
  first: string
  /** What it was asked and what came of it is no longer kept. */
  is_erased: boolean
}

type NewTask = AsText<
  Pick<
    Task,
    'id' | 'job_id' | 'org_id' | 'key_id' | 'request_id' | 'agent' | 'type' | 'tier' | 'created_at' | 'deadline'
  >,
  'created_at' | 'deadline'
>

/** Stores a task with its first node and its payload, in one statement. False when a task of that id was there already. */
export async function insertTask(
  tx: Tx,
  task: NewTask,
  node: NodeToAppend,
  payload: { salt: Uint8Array; text: string },
): Promise<boolean> {
  const record = {
    ...task,
    head: hexBytes(node.id),
    version: node.body.pos,
    salt: hexBytes(payload.salt),
    payload: payload.text,
  }
  const rows = await tx`
    with input as materialized (
      select * from json_to_record(${JSON.stringify(record)}::json) as r(
        id uuid, job_id uuid, org_id text, key_id text, request_id text, agent text, type text, tier text,
        created_at timestamptz, deadline timestamptz, head bytea, version int, salt bytea, payload text)
    ), stored as (
      insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at,
        updated_at, deadline)
      select id, job_id, org_id, key_id, request_id, agent, type, 'submitted', head, version, tier, created_at, created_at,
        deadline
      -- The job is the same too when the request is, so either may be met first.
      from input on conflict do nothing returning id
    ), ${nodeCtes(tx, [{ node }], { only: tx`exists (select 1 from stored)` })}, payloads as (
      insert into task_payloads (node_id, task_id, org_id, salt, text)
      select head, id, org_id, salt, payload from input where id in (select id from stored)
    )
    select id from stored`
  return rows.length > 0
}

export type TaskMove = {
  id: string
  status: TaskStatus
  node: NodeToAppend
  /** JSON text; null leaves what is there. */
  result: string | null
  result_digest: string | null
  error: string | null
  tier: string
}

/**
 * Moves tasks, each with its node, if their heads are still those that the nodes follow. Answers which have moved: the
 * others have been moved by somebody else and have to be read again.
 */
export async function moveTasks(tx: Tx, moves: readonly TaskMove[]): Promise<Set<string>> {
  // In one order, whoever moves several: each is found by its id, one after the other.
  const inOrder = moves.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const records = inOrder.map(({ node: { id, body }, ...move }) => ({
    ...move,
    head: hexBytes(id),
    version: body.pos,
    prev: body.prev && hexBytes(body.prev),
  }))
  const rows = await tx<{ id: string }[]>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
        id uuid, status text, result text, result_digest text, error text, tier text, head bytea, version int,
        prev bytea)
    ), moved as (
      update tasks t set
        status = i.status, head = i.head, version = i.version, tier = i.tier,
        result = coalesce(i.result::json, t.result), result_digest = coalesce(i.result_digest, t.result_digest),
        error = coalesce(i.error::json, t.error), updated_at = now(),
        started_at = case when i.status = 'working' then coalesce(t.started_at, now()) else t.started_at end,
        completed_at = case when i.status in ('completed', 'failed', 'canceled', 'rejected') then now() end
      from input i where t.id = i.id and t.version = i.version - 1 and t.head = i.prev
      returning t.id
    ), ${nodeCtes(
      tx,
      inOrder.map(({ id, node }) => ({ node, cause: id })),
      { only: tx`cause in (select id::text from moved)` },
    )}
    select id from moved`
  return new Set(rows.map((row) => row.id))
}

/** A task as its next node needs it. */
export type TaskHead = Pick<
  TaskRow,
  'id' | 'job_id' | 'org_id' | 'key_id' | 'request_id' | 'agent' | 'type' | 'status' | 'head' | 'version' | 'tier'
> & { height: number; head_at: string; is_overdue: boolean }

export async function findTaskHeads(tx: Reader, ids: readonly string[]): Promise<TaskHead[]> {
  return tx<TaskHead[]>`
    select t.id, t.job_id, t.org_id, t.key_id, t.request_id, t.agent, t.type, t.status, encode(t.head, 'hex') as head,
      t.version, t.tier, n.height, n.body::json ->> 'timestamp' as head_at, coalesce(t.deadline < now(), false) as is_overdue
    from tasks t join edg_nodes n on n.id = t.head
    where t.id = any(${ids as string[]}::uuid[])`
}

export async function findTask(sql: Reader, orgId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    select t.id, job_id, t.org_id, key_id, request_id, agent, type, status, encode(head, 'hex') as head,
      encode(n.id, 'hex') as first, version, tier, result, result_digest, error, created_at, updated_at, started_at,
      completed_at, deadline, steps_total, steps_open, steps_held,
      not exists (select from task_payloads p where p.task_id = t.id) as is_erased
    from tasks t join edg_nodes n on n.stream = 'task:' || t.id::text and n.pos = 0
    where t.id = any(${[id]}::uuid[]) and t.org_id = ${orgId}`
  return row
}

/** How far tasks have come: the place of their newest node. */
export async function standings(
  sql: Reader,
  ids: readonly string[],
): Promise<Pick<Task, 'id' | 'status' | 'version'>[]> {
  return sql<Pick<Task, 'id' | 'status' | 'version'>[]>`
    select id, status, version from tasks where id = any(${ids as string[]}::uuid[])`
}

/** How the task stands, or the step of one, that a job is done for. */
export async function stateOfTaskJob(sql: Reader, jobId: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`
    select status as state from tasks where job_id = ${jobId}
    union all select state from task_steps where job_id = ${jobId}`
  return row?.state
}

/** What a task was asked, as JSON text; undefined once it was erased. */
export async function findTaskPayload(sql: Reader, id: string): Promise<string | undefined> {
  const [row] = await sql<
    Pick<typeof payloadsOfTasks.$inferSelect, 'text'>[]
  >`select text from task_payloads where task_id = ${id}`
  return row?.text
}

/** Whether somebody has moved a task under an Idempotency-Key. */
export async function isMovedUnder(
  sql: Reader,
  id: string,
  by: { keyId: string; keyDigest: string },
): Promise<boolean> {
  const rows = await sql`
    select 1 from edg_nodes where stream = ${`task:${id}`} and kind in ('task.state', 'step.state')
      and body::json -> 'request' ->> 'idempotency_key_digest' = ${by.keyDigest}
      and body::json -> 'request' ->> 'key_id' = ${by.keyId} limit 1`
  return rows.length > 0
}

/** The nodes of a task's stream, oldest first. */
export async function taskNodes(sql: Reader, id: string): Promise<{ hash: string; body: string }[]> {
  return sql<{ hash: string; body: string }[]>`
    select encode(id, 'hex') as hash, body from edg_nodes where stream = ${`task:${id}`} order by pos limit 100`
}

/** The nodes of a task's stream after a place, oldest first. */
export async function taskNodesAfter(
  sql: Reader,
  id: string,
  pos: number,
  limit: number,
): Promise<{ pos: number; hash: string; body: string }[]> {
  return sql<{ pos: number; hash: string; body: string }[]>`
    select pos, encode(id, 'hex') as hash, body from edg_nodes
    where stream = ${`task:${id}`} and pos > ${pos} order by pos limit ${limit}`
}

export async function insertJobResults(
  tx: Tx,
  results: readonly { job_id: string; org_id: string; text: string }[],
): Promise<void> {
  const records = results.map(({ text, ...of }) => ({
    ...of,
    body: Buffer.from(Bun.zstdCompressSync(text, { level: 1 })).toString('base64'),
  }))
  await tx`
    insert into job_results (job_id, org_id, body)
    select job_id, org_id, decode(body, 'base64')
    from json_to_recordset(${JSON.stringify(records)}::json) as r(job_id uuid, org_id text, body text)`
}

/** What a run-task job came to, as JSON text. */
export async function findJobResult(sql: Reader, jobId: string): Promise<string | undefined> {
  const [row] = await sql<
    Pick<typeof jobResults.$inferSelect, 'body'>[]
  >`select body from job_results where job_id = ${jobId}`
  return row && new TextDecoder().decode(Bun.zstdDecompressSync(row.body))
}

/** Which of these nodes an organisation may read, with their heights. */
export async function readableNodes(
  tx: Reader,
  orgIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; height: number }[]>`
    select encode(id, 'hex') as id, height from edg_nodes
    where id = any(${ids.map(hexBytes)}::text[]::bytea[]) and org_id = any(${orgIds as string[]}::text[])`
  return new Map(rows.map((row) => [row.id, row.height]))
}
