/** task_steps, and the tasks they are of: taken in, locked, read, moved on with their evidence nodes in one statement. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import type { TaskHead } from '#db/queries/tasks'
import type { AsText } from '#db/tables/columns'
import type { taskSteps } from '#db/tables/task-steps'
import type { tasks } from '#db/tables/tasks'

type Step = typeof taskSteps.$inferSelect
type StepState = Step['state']

export type StepRow = Pick<
  Step,
  | 'task_id'
  | 'ord'
  | 'id'
  | 'type'
  | 'agent'
  | 'state'
  | 'needs'
  | 'dependents'
  | 'waiting'
  | 'spec'
  | 'attempt'
  | 'job_id'
  | 'lease'
  | 'reason'
>

export type PlanHead = TaskHead &
  Pick<typeof tasks.$inferSelect, 'steps_total' | 'steps_open' | 'steps_held' | 'priority' | 'is_overridden'>

/**
 * Locks tasks until the end of the transaction, in one order whoever asks. What stands beside them is read by a statement of
 * its own: one that waited for a lock sees the locked row as it is now, and everything else as it was before.
 */
export async function lockPlans(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`select 1 from tasks where id = any(${ids as string[]}::uuid[]) order by id for no key update`
}

/** Tasks as their next nodes need them; those that are not there are left out. */
export async function planHeads(tx: Reader, ids: readonly string[]): Promise<PlanHead[]> {
  return tx<PlanHead[]>`
    select t.id, t.job_id, t.org_id, t.key_id, t.request_id, t.agent, t.type, t.status, encode(t.head, 'hex') as head,
      t.version, t.tier, n.height, n.body::json ->> 'timestamp' as head_at,
      coalesce(t.deadline < now(), false) as is_overdue, t.steps_total, t.steps_open, t.steps_held, t.priority,
      t.is_overridden
    from tasks t join edg_nodes n on n.id = t.head where t.id = any(${ids as string[]}::uuid[]) order by t.id`
}

const stepColumns = (tx: Reader) => tx`
  s.task_id, s.ord, s.id, s.type, s.agent, s.state, s.needs, s.dependents, s.waiting, s.spec, s.attempt, s.job_id,
  s.lease, s.reason`

/** The steps that these jobs are done for, and those that wait for them. */
export async function stepsOfJobs(
  tx: Reader,
  taskIds: readonly string[],
  jobIds: readonly string[],
): Promise<StepRow[]> {
  return tx<StepRow[]>`
    with own as (
      select task_id, ord, dependents from task_steps
      where job_id = any(${jobIds as string[]}::uuid[]) and task_id = any(${taskIds as string[]}::uuid[]))
    select ${stepColumns(tx)} from (
      select task_id, ord from own union select task_id, unnest(dependents) from own) o
    join task_steps s using (task_id, ord)`
}

export async function stepsAt(tx: Reader, taskId: string, ords: readonly number[]): Promise<StepRow[]> {
  return tx<StepRow[]>`
    select ${stepColumns(tx)} from task_steps s
    where s.task_id = ${taskId} and s.ord = any(${ords as number[]}::smallint[]) order by s.ord`
}

export type StepOutcome = Pick<Step, 'id' | 'state' | 'result' | 'error'> & {
  /** The node of what it made, else the one that says how it stands. */
  node: string
}

export async function outcomesOfSteps(tx: Reader, taskId: string, ids: readonly string[]): Promise<StepOutcome[]> {
  return tx<StepOutcome[]>`
    select id, state, result, error, encode(coalesce(made, head), 'hex') as node from task_steps
    where task_id = ${taskId} and id = any(${ids as string[]}::text[])`
}

type DigestOfStep = { id: string; result_digest: string }

/** What the results of a task's steps come to, in order. */
export async function digestsOfSteps(tx: Reader, taskId: string): Promise<DigestOfStep[]> {
  return tx<DigestOfStep[]>`
    select id, result_digest from task_steps where task_id = ${taskId} and state = 'completed' order by ord`
}

/** What a step was given, as JSON; undefined once it was erased. */
export async function findStepInput(sql: Reader, taskId: string, ord: number): Promise<unknown> {
  const [row] = await sql<Pick<Step, 'input'>[]>`
    select input from task_steps where task_id = ${taskId} and ord = ${ord} and input is not null`
  return row?.input
}

type Payload = { salt: Uint8Array; text: string }
export type NewPlan = AsText<
  Pick<
    typeof tasks.$inferSelect,
    | 'id'
    | 'job_id'
    | 'org_id'
    | 'key_id'
    | 'request_id'
    | 'agent'
    | 'type'
    | 'status'
    | 'tier'
    | 'created_at'
    | 'deadline'
    | 'steps_total'
    | 'steps_open'
    | 'steps_held'
    | 'priority'
    | 'is_overridden'
  >,
  'created_at' | 'deadline'
>
export type NewStep = Omit<StepRow, 'task_id'> & { head: string; input: unknown; tier: string; error: unknown }

const arrayText = (numbers: readonly number[]) => `{${numbers.join(',')}}`

/** Stores a plan with its nodes, its payload and its steps. False when a task of that id was there already. */
export async function insertPlan(
  tx: Tx,
  plan: NewPlan,
  nodes: readonly NodeToAppend[],
  payload: Payload,
  steps: readonly NewStep[],
): Promise<boolean> {
  const first = nodes[0]
  const last = nodes.at(-1)
  if (!first || !last) throw new Error('a plan begins with a node')
  const task = {
    ...plan,
    head: hexBytes(last.id),
    version: last.body.pos,
    first: hexBytes(first.id),
    salt: hexBytes(payload.salt),
    payload: payload.text,
  }
  const rows = await tx`
    with input as materialized (
      select * from json_to_record(${JSON.stringify(task)}::json) as r(
        id uuid, job_id uuid, org_id text, key_id text, request_id text, agent text, type text, status text, tier text,
        created_at timestamptz, deadline timestamptz, steps_total smallint, steps_open smallint, steps_held smallint,
        priority smallint, is_overridden boolean, head bytea, version int, first bytea, salt bytea, payload text)
    ), stored as (
      insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at,
        updated_at, started_at, deadline, steps_total, steps_open, steps_held, priority, is_overridden)
      select id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at, now(),
        case when status <> 'submitted' then now() end, deadline, steps_total, steps_open, steps_held, priority,
        is_overridden
      from input on conflict (id) do nothing returning id
    ), ${nodeCtes(
      tx,
      nodes.map((node) => ({ node })),
      { only: tx`exists (select 1 from stored)` },
    )}, payloads as (
      insert into task_payloads (node_id, task_id, org_id, salt, text)
      select first, id, org_id, salt, payload from input where exists (select 1 from stored)
    ), steps as (
      insert into task_steps (task_id, ord, id, type, agent, state, head, needs, dependents, waiting, spec, attempt,
        job_id, input, tier, started_at)
      select i.id, s.ord, s.id, s.type, s.agent, s.state, s.head, s.needs::smallint[], s.dependents::smallint[], s.waiting,
        s.spec, 0, s.job_id, s.input, s.tier, case when s.state = 'input-required' then now() end
      from input i, json_to_recordset(${JSON.stringify(
        steps.map((step) => ({
          ...step,
          head: hexBytes(step.head),
          needs: arrayText(step.needs),
          dependents: arrayText(step.dependents),
        })),
      )}::json) as s(
        ord smallint, id text, type text, agent text, state text, head bytea, needs text, dependents text,
        waiting smallint, spec json, job_id uuid, input json, tier text)
      where exists (select 1 from stored)
    )
    select id from stored`
  return rows.length > 0
}

export type PlanUpdate = Pick<typeof tasks.$inferSelect, 'id' | 'status' | 'tier'> & {
  open: number
  held: number
  error: string | null
  result_digest: string | null
  /** The head that the nodes follow. */
  after: { head: string; version: number }
  nodes: readonly NodeToAppend[]
  /** The node of the end that takes all open steps with it. */
  endedBy: string | null
  steps: readonly StepUpdate[]
}

export type StepUpdate = {
  ord: number
  state: StepState
  /** Null leaves what is there, here and below. */
  head: string | null
  waiting: number
  attempt: number
  job_id: string | null
  lease: number | null
  reason: string | null
  /** JSON texts. */
  input: string | null
  result: string | null
  error: string | null
  result_digest: string | null
  made: string | null
  tier: string | null
  is_started: boolean
  is_ended: boolean
}

/**
 * Moves locked plans and their steps on, each with its nodes. Answers the jobs of steps that an end took along beside
 * those that were told.
 * @throws Error when a head is not the one that the nodes follow: somebody moved it without the lock.
 */
export async function movePlans(tx: Tx, plans: readonly PlanUpdate[]): Promise<string[]> {
  const tasks = plans.map(({ nodes, steps: _, after, endedBy, ...plan }) => ({
    ...plan,
    after_head: hexBytes(after.head),
    after_version: after.version,
    head: hexBytes(nodes.at(-1)?.id ?? after.head),
    version: nodes.at(-1)?.body.pos ?? after.version,
    ended_by: endedBy === null ? null : hexBytes(endedBy),
  }))
  const nodes = plans.flatMap(({ id, nodes }) => nodes.map((node) => ({ node, cause: id })))
  const steps = plans.flatMap((plan) =>
    plan.steps.map((step) => ({
      task_id: plan.id,
      ...step,
      head: step.head === null ? null : hexBytes(step.head),
      made: step.made === null ? null : hexBytes(step.made),
    })),
  )
  const rows = await tx<{ moved: number; job_id: string | null }[]>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(tasks)}::json) as r(
        id uuid, status text, tier text, open smallint, held smallint, error text, result_digest text,
        after_head bytea, after_version int, head bytea, version int, ended_by bytea)
    ), moved as (
      update tasks t set
        status = i.status, head = i.head, version = i.version, tier = i.tier, steps_open = i.open, steps_held = i.held,
        error = coalesce(i.error::json, t.error), result_digest = coalesce(i.result_digest, t.result_digest),
        updated_at = now(),
        started_at = case when i.status in ('working', 'input-required', 'completed') then coalesce(t.started_at, now())
          else t.started_at end,
        completed_at = case when i.status in ('completed', 'failed', 'canceled', 'rejected') then now() end
      from input i where t.id = i.id and t.version = i.after_version and t.head = i.after_head
      returning t.id
    ), ${nodeCtes(tx, nodes, { only: tx`cause in (select id::text from moved)` })}, changes as materialized (
      select * from json_to_recordset(${JSON.stringify(steps)}::json) as c(
        task_id uuid, ord smallint, state text, head bytea, waiting smallint, attempt smallint, job_id uuid, lease int,
        reason text, input text, result text, error text, result_digest text, made bytea, tier text,
        is_started boolean, is_ended boolean)
    ), changed as (
      update task_steps s set
        state = c.state, head = coalesce(c.head, s.head), waiting = c.waiting, attempt = c.attempt, job_id = c.job_id,
        lease = c.lease, reason = c.reason, input = coalesce(c.input::json, s.input),
        result = coalesce(c.result::json, s.result), error = coalesce(c.error::json, s.error),
        result_digest = coalesce(c.result_digest, s.result_digest), made = coalesce(c.made, s.made),
        tier = coalesce(c.tier, s.tier),
        started_at = case when c.is_started then coalesce(s.started_at, now()) else s.started_at end,
        completed_at = case when c.is_ended then now() else s.completed_at end
      from changes c where s.task_id = c.task_id and s.ord = c.ord and c.task_id in (select id from moved)
    ), open as (
      select s.task_id, s.ord, s.job_id, s.state, i.ended_by from input i join task_steps s on s.task_id = i.id
      where i.ended_by is not null and s.state in ('blocked', 'ready', 'working', 'input-required')
        and not exists (select 1 from changes c where c.task_id = s.task_id and c.ord = s.ord)
    ), canceled as (
      update task_steps s set state = 'canceled', head = o.ended_by, completed_at = now()
      from open o where s.task_id = o.task_id and s.ord = o.ord
    )
    select (select count(*) from moved)::int as moved, o.job_id
    from (select 1) one left join open o on o.state in ('ready', 'working')`
  if (rows[0]?.moved !== plans.length) throw new Error('a plan was moved by somebody who had not locked it')
  return rows.flatMap(({ job_id }) => job_id ?? [])
}

export type HeldStep = AsText<Pick<Step, 'ord' | 'type' | 'state' | 'input' | 'result_digest' | 'made'>, 'made'> & {
  /** The text of the node that says how it stands. */
  body: string
  /** Whether a question has waited for longer than it may, by the database's clock. */
  is_unanswered: boolean
}

/** Of the step `s`: it asks a person, who had as long as it says and has not answered. */
export const isUnanswered = (tx: Reader) => tx`
  coalesce(s.state = 'input-required' and s.type = 'person.ask' and s.job_id is null
    and s.started_at < now() - make_interval(secs => (s.spec ->> 'timeout_s')::float8), false)`

/** A step by its name, as a person who answers it needs it. */
export async function findHeldStep(tx: Reader, taskId: string, stepId: string): Promise<HeldStep | undefined> {
  const [row] = await tx<HeldStep[]>`
    select s.ord, s.type, s.state, s.input, s.result_digest, encode(s.made, 'hex') as made, n.body,
      ${isUnanswered(tx)} as is_unanswered
    from task_steps s join edg_nodes n on n.id = s.head where s.task_id = ${taskId} and s.id = ${stepId}`
  return row
}
