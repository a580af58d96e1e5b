/** tasks, task_payloads: a task's row, each change of it in one statement with its evidence node. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { payloadsOfTasks, tasks } from '#db/tables/tasks'

type Task = typeof tasks.$inferSelect

/** A task's row as it is sealed: all of it but the result, which it has the digest of. */
export type StoredTask = AsText<Omit<Task, 'result'>, 'head'>

export type TaskRow = StoredTask & {
  /** JSON text. */
  result: string | null
  /** The node that records its submission. */
  first: string
  /** What it was asked and what came of it is no longer kept. */
  is_erased: boolean
}

/** What a task was asked, as it is stored and sealed. */
export type StoredPayload = AsText<typeof payloadsOfTasks.$inferSelect, 'node_id'>
export type NewPayload = Pick<StoredPayload, 'salt' | 'seal'> & { text: string }

export const payloadColumns = (sql: Reader): ReturnType<Tx> => sql`
  encode(t.node_id, 'hex') as node_id, t.task_id, t.org_id, t.salt, t.text, t.place, t.place_key, t.seal`

/** Of rows that are older than the column, the result is digested as it is read. */
export const taskColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.id, t.job_id, t.org_id, t.key_id, t.request_id, t.agent, t.type, t.status, encode(t.head, 'hex') as head, t.version,
  t.tier, t.result_digest, t.error, t.created_at, t.updated_at, t.started_at, t.completed_at, t.deadline, t.steps_total,
  t.steps_open, t.steps_held, t.priority, t.is_overridden, t.seal,
  coalesce(t.result_sum, sha256(convert_to(t.result::text, 'UTF8'))) as result_sum`

/** A row as a statement takes it in, within JSON. */
const taskRecord = (task: StoredTask) => ({
  ...task,
  head: hexBytes(task.head),
  error: task.error === null ? null : JSON.stringify(task.error),
  seal: bytesOrNull(task.seal),
  result_sum: bytesOrNull(task.result_sum),
})
export const bytesOrNull = (bytes: Uint8Array | null): string | null => bytes && hexBytes(bytes)

const recordColumns = (sql: Tx) => sql`
  id uuid, job_id uuid, org_id text, key_id text, request_id text, agent text, type text, status text, head bytea,
  version int, tier text, result_digest text, error text, created_at timestamptz, updated_at timestamptz,
  started_at timestamptz, completed_at timestamptz, deadline timestamptz, steps_total smallint, steps_open smallint,
  steps_held smallint, priority smallint, is_overridden boolean, seal bytea, result_sum bytea`

/** A task that is to be stored. */
type TaskToStore = {
  task: StoredTask
  payload: NewPayload
  /** The first of them records its submission. */
  nodes: readonly NodeToAppend[]
}

/**
 * The parts of a statement that store tasks with their nodes and what they were asked: those of which nobody has the id or the
 * job, in the order of their ids, whoever stores several.
 */
export function newTaskCtes(tx: Tx, tasks: readonly TaskToStore[]) {
  const records = tasks.map(({ task, payload: { salt, text, seal }, nodes: [first] }) => {
    if (!first) throw new Error('a task begins with a node')
    return {
      ...taskRecord(task),
      first: hexBytes(first.id),
      salt: hexBytes(salt),
      payload: text,
      payload_seal: bytesOrNull(seal),
    }
  })
  const nodes = tasks.flatMap(({ task, nodes }) => nodes.map((node) => ({ node, cause: task.id })))
  return tx`
    input as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
        ${recordColumns(tx)}, first bytea, salt bytea, payload text, payload_seal bytea)
    ), stored as (
      insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at,
        updated_at, started_at, deadline, steps_total, steps_open, steps_held, priority, is_overridden, seal)
      select id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at, updated_at,
        started_at, deadline, steps_total, steps_open, steps_held, priority, is_overridden, seal
      -- The job is the same too when the request is, so either may be met first.
      from input order by id on conflict do nothing returning id
    ), payloads as (
      insert into task_payloads (node_id, task_id, org_id, salt, text, seal)
      select first, id, org_id, salt, payload, payload_seal from input where id in (select id from stored)
    ), ${nodeCtes(tx, nodes, { only: tx`cause in (select id::text from stored)` })}`
}

export type TaskMove = {
  /** The row as it will be. */
  to: StoredTask
  node: NodeToAppend
  /** JSON text; null leaves what is there. */
  result: string | null
  /** The seal that the row has had. */
  was: Uint8Array | null
}

/**
 * Moves tasks, each with its node, if their rows are still those that the nodes follow. Answers which have moved: the
 * others have been moved by somebody else and have to be read again.
 */
export async function moveTasks(tx: Tx, moves: readonly TaskMove[]): Promise<Set<string>> {
  // In one order, whoever moves several: each is found by its id, one after the other.
  const inOrder = moves.toSorted((one, other) => (one.to.id < other.to.id ? -1 : 1))
  const records = inOrder.map(({ to, node: { body }, result, was }) => ({
    ...taskRecord(to),
    result,
    prev: body.prev && hexBytes(body.prev),
    was: bytesOrNull(was),
  }))
  const rows = await tx<{ id: string }[]>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
        ${recordColumns(tx)}, result text, prev bytea, was bytea)
    ), moved as (
      update tasks t set
        status = i.status, head = i.head, version = i.version, tier = i.tier, result = coalesce(i.result::json, t.result),
        result_digest = i.result_digest, error = i.error::json, updated_at = i.updated_at, started_at = i.started_at,
        completed_at = i.completed_at, seal = i.seal, result_sum = i.result_sum
      from input i
      where t.id = i.id and t.version = i.version - 1 and t.head = i.prev and t.seal is not distinct from i.was
      returning t.id
    ), ${nodeCtes(
      tx,
      inOrder.map(({ to, node }) => ({ node, cause: to.id })),
      { only: tx`cause in (select id::text from moved)` },
    )}
    select id from moved`
  return new Set(rows.map((row) => row.id))
}

/** A task as its next node needs it. */
export type TaskHead = StoredTask & {
  height: number
  head_at: string
  is_overdue: boolean
  /** Whether its stream goes no further than the row says. */
  is_newest: boolean
  /** Of what it was asked; null once that was erased. */
  salt: Uint8Array | null
}

/** Those that are not there are left out. */
export async function findTaskHeads(tx: Reader, ids: readonly string[]): Promise<TaskHead[]> {
  return tx<TaskHead[]>`
    select ${taskColumns(tx)}, n.height, n.body::json ->> 'timestamp' as head_at,
      coalesce(t.deadline < now(), false) as is_overdue,
      not exists (select from edg_nodes m where m.stream = 'task:' || t.id::text and m.pos > t.version) as is_newest,
      (select salt from task_payloads p where p.task_id = t.id) as salt
    from tasks t join edg_nodes n on n.id = t.head
    where t.id = any(${ids as string[]}::uuid[]) order by t.id`
}

export async function findTask(sql: Reader, orgId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await findTasks(sql, [{ orgId, id }])
  return row
}

/** Each of these, if it is its organisation's. */
export async function findTasks(sql: Reader, asked: readonly { orgId: string; id: string }[]): Promise<TaskRow[]> {
  const orgOf = new Map(asked.map(({ orgId, id }) => [id, orgId]))
  const rows = await sql<TaskRow[]>`
    select ${taskColumns(sql)}, t.result::text as result, encode(n.id, 'hex') as first,
      not exists (select from task_payloads p where p.task_id = t.id) as is_erased
    from tasks t join edg_nodes n on n.stream = 'task:' || t.id::text and n.pos = 0
    where t.id = any(${[...orgOf.keys()]}::uuid[]) and t.org_id = any(${[...new Set(orgOf.values())]}::text[])`
  return rows.filter((row) => row.org_id === orgOf.get(row.id))
}

/** Whether evidence of an organisation speaks of a task. */
export async function isTaskKnown(sql: Reader, orgId: string, id: string): Promise<boolean> {
  const rows = await sql`select 1 from edg_nodes where stream = ${`task:${id}`} and org_id = ${orgId} limit 1`
  return rows.length > 0
}

/** How far tasks have come: the place of their newest node. */
export async function standings(
  sql: Reader,
  ids: readonly string[],
): Promise<Pick<Task, 'id' | 'status' | 'version'>[]> {
  return sql<Pick<Task, 'id' | 'status' | 'version'>[]>`
    select id, status, version from tasks where id = any(${ids as string[]}::uuid[])`
}

/** Which task a job is done for, and which step of it where it has several; more than one is somebody's forgery. */
export async function tasksOfJob(sql: Reader, jobId: string): Promise<{ task_id: string; ord: number | null }[]> {
  return sql<{ task_id: string; ord: number | null }[]>`
    select id as task_id, null::smallint as ord from tasks where job_id = ${jobId}
    union all select task_id, ord from task_steps where job_id = ${jobId}`
}

/** What a task was asked; undefined once it was erased. */
export async function findTaskPayload(sql: Reader, id: string): Promise<StoredPayload | undefined> {
  const [row] = await sql<StoredPayload[]>`
    select ${payloadColumns(sql)} from task_payloads t where t.task_id = ${id}`
  return row
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
