/** task_steps, and the tasks they are of: taken in, locked, read, moved on with their evidence nodes in one statement. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import { bytesOrNull, newTaskCtes, type StoredTask } from '#db/queries/tasks'
import type { AsText } from '#db/tables/columns'
import type { taskSteps } from '#db/tables/task-steps'

type Step = typeof taskSteps.$inferSelect

/** A step's row as it is sealed: all of it but what is large, which it has the digests of. */
export type StoredStep = AsText<Omit<Step, 'spec' | 'input' | 'result'>, 'head' | 'made'>

export type StepRow = StoredStep & {
  /** JSON text. */
  spec: string | null
}

/**
 * Locks tasks until the end of the transaction, in one order whoever asks. What stands beside them is read by a statement of
 * its own: one that waited for a lock sees the locked row as it is now, and everything else as it was before.
 */
export async function lockPlans(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`select 1 from tasks where id = any(${ids as string[]}::uuid[]) order by id for no key update`
}

export const stepRowColumns = (tx: Reader): ReturnType<Tx> => tx`
  t.task_id, t.ord, t.id, t.type, t.agent, t.state, encode(t.head, 'hex') as head, t.needs, t.dependents, t.waiting,
  coalesce(t.on_error, t.spec ->> 'on_error') as on_error,
  coalesce(t.max_attempts, (t.spec ->> 'max_attempts')::smallint) as max_attempts, t.attempt, t.job_id, t.lease,
  t.reason, t.result_digest, encode(t.made, 'hex') as made, t.error, t.tier, t.started_at, t.completed_at, t.seal,
  coalesce(t.spec_sum, sha256(convert_to(t.spec::text, 'UTF8'))) as spec_sum,
  coalesce(t.input_sum, sha256(convert_to(t.input::text, 'UTF8'))) as input_sum,
  coalesce(t.result_sum, sha256(convert_to(t.result::text, 'UTF8'))) as result_sum`
const stepColumns = (tx: Reader) => tx`${stepRowColumns(tx)}, t.spec::text as spec`

/** A plan of no more steps is read whole when it is to be moved. */
const fewSteps = 32

/** The steps that these jobs are done for and those that wait for them; all of plans that have few. */
export async function stepsToHold(
  tx: Reader,
  taskIds: readonly string[],
  jobIds: readonly string[],
): Promise<StepRow[]> {
  return tx<StepRow[]>`
    with own as (
      select task_id, ord, dependents from task_steps
      where job_id = any(${jobIds as string[]}::uuid[]) and task_id = any(${taskIds as string[]}::uuid[]))
    select ${stepColumns(tx)} from (
      select task_id, ord from own union select task_id, unnest(dependents) from own
      union select s.task_id, s.ord from tasks p join task_steps s on s.task_id = p.id
        where p.id = any(${taskIds as string[]}::uuid[]) and p.steps_total <= ${fewSteps}) o
    join task_steps t using (task_id, ord)`
}

export async function stepsAt(tx: Reader, taskId: string, ords: readonly number[]): Promise<StepRow[]> {
  return tx<StepRow[]>`
    select ${stepColumns(tx)} from task_steps t
    where t.task_id = ${taskId} and t.ord = any(${ords as number[]}::smallint[]) order by t.ord`
}

/** Those of a plan that have not ended. */
export async function openSteps(tx: Reader, taskId: string): Promise<StoredStep[]> {
  return tx<StoredStep[]>`
    select ${stepRowColumns(tx)} from task_steps t
    where t.task_id = ${taskId} and t.state in ('blocked', 'ready', 'working', 'input-required') order by t.ord`
}

export type StepWithResult = StoredStep & {
  /** JSON text. */
  result: string | null
}

export async function resultsOfSteps(tx: Reader, taskId: string, ids: readonly string[]): Promise<StepWithResult[]> {
  return tx<StepWithResult[]>`
    select ${stepRowColumns(tx)}, t.result::text as result from task_steps t
    where t.task_id = ${taskId} and t.id = any(${ids as string[]}::text[])`
}

/** All steps of a plan, in order, without what is large. */
export async function stepRows(tx: Reader, taskId: string): Promise<StoredStep[]> {
  return tx<StoredStep[]>`select ${stepRowColumns(tx)} from task_steps t where t.task_id = ${taskId} order by t.ord`
}

export type StepWithInput = StoredStep & {
  /** JSON text. */
  input: string
}

/** Steps with what they were given; those of which that was erased are left out. */
export async function findStepInputs(
  sql: Reader,
  places: readonly { taskId: string; ord: number }[],
): Promise<StepWithInput[]> {
  return sql<StepWithInput[]>`
    select ${stepRowColumns(sql)}, t.input::text as input
    from unnest(${places.map(({ taskId }) => taskId)}::uuid[], ${places.map(({ ord }) => ord)}::smallint[]) as a(task_id, ord)
    join task_steps t on t.task_id = a.task_id and t.ord = a.ord
    where t.input is not null`
}

export type NewStep = StoredStep & {
  /** JSON texts. */
  spec: string | null
  input: string | null
}

const arrayText = (numbers: readonly number[]) => `{${numbers.join(',')}}`

/** A row as a statement takes it in, within JSON. */
const stepRecord = ({ head, made, error, needs, dependents, ...step }: StoredStep) => ({
  ...step,
  head: hexBytes(head),
  made: made === null ? null : hexBytes(made),
  error: error === null ? null : JSON.stringify(error),
  needs: arrayText(needs),
  dependents: arrayText(dependents),
  seal: bytesOrNull(step.seal),
  spec_sum: bytesOrNull(step.spec_sum),
  input_sum: bytesOrNull(step.input_sum),
  result_sum: bytesOrNull(step.result_sum),
})

const recordColumns = (tx: Tx) => tx`
  task_id uuid, ord smallint, id text, type text, agent text, state text, head bytea, needs text, dependents text,
  waiting smallint, on_error text, max_attempts smallint, attempt smallint, job_id uuid, lease int, reason text, result_digest text, made bytea, error text,
  tier text, started_at timestamptz, completed_at timestamptz, seal bytea, spec_sum bytea, input_sum bytea,
  result_sum bytea`

/** A task with its steps, where it has any. */
export type NewTask = Parameters<typeof newTaskCtes>[1][number] & { steps: readonly NewStep[] }

/** Stores tasks with their nodes, their payloads and their steps. Answers the ids of those that were not there already. */
export async function insertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<Set<string>> {
  const records = tasks.flatMap(({ steps }) =>
    steps.map(({ spec, input, ...step }) => ({ ...stepRecord(step), spec, input })),
  )
  const steps =
    records.length === 0
      ? tx``
      : tx`, steps as (
      insert into task_steps (task_id, ord, id, type, agent, state, head, needs, dependents, waiting, spec, on_error,
        max_attempts, attempt, job_id, reason, input, tier, started_at, completed_at, seal, spec_sum, input_sum)
      select task_id, ord, id, type, agent, state, head, needs::smallint[], dependents::smallint[], waiting, spec::json,
        on_error, max_attempts, attempt, job_id, reason, input::json, tier, started_at, completed_at, seal, spec_sum,
        input_sum
      from json_to_recordset(${JSON.stringify(records)}::json) as s(${recordColumns(tx)}, spec text, input text)
      where task_id in (select id from stored)
    )`
  const rows = await tx<{ id: string }[]>`with ${newTaskCtes(tx, tasks)}${steps} select id from stored`
  return new Set(rows.map(({ id }) => id))
}

export type PlanUpdate = {
  /** The row as it will be. */
  to: StoredTask
  /** The head that the nodes follow. */
  after: { head: string; version: number }
  nodes: readonly NodeToAppend[]
  steps: readonly StepUpdate[]
}

export type StepUpdate = {
  /** The row as it will be. */
  to: StoredStep
  /** JSON texts; null leaves what is there. */
  input: string | null
  result: string | null
}

/**
 * Moves locked plans and their steps on, each with its nodes.
 * @throws Error when a head is not the one that the nodes follow: somebody moved it without the lock.
 */
export async function movePlans(tx: Tx, plans: readonly PlanUpdate[]): Promise<void> {
  const tasks = plans.map(({ to, after }) => ({
    id: to.id,
    status: to.status,
    tier: to.tier,
    open: to.steps_open,
    held: to.steps_held,
    error: to.error === null ? null : JSON.stringify(to.error),
    result_digest: to.result_digest,
    updated_at: to.updated_at,
    started_at: to.started_at,
    completed_at: to.completed_at,
    head: hexBytes(to.head),
    version: to.version,
    seal: bytesOrNull(to.seal),
    after_head: hexBytes(after.head),
    after_version: after.version,
  }))
  const nodes = plans.flatMap(({ to, nodes }) => nodes.map((node) => ({ node, cause: to.id })))
  const steps = plans.flatMap((plan) =>
    plan.steps.map(({ to, input, result }) => ({ ...stepRecord(to), input, result })),
  )
  const [row] = await tx<{ moved: number }[]>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(tasks)}::json) as r(
        id uuid, status text, tier text, open smallint, held smallint, error text, result_digest text,
        updated_at timestamptz, started_at timestamptz, completed_at timestamptz, head bytea, version int, seal bytea,
        after_head bytea, after_version int)
    ), moved as (
      update tasks t set
        status = i.status, head = i.head, version = i.version, tier = i.tier, steps_open = i.open, steps_held = i.held,
        error = i.error::json, result_digest = i.result_digest, updated_at = i.updated_at, started_at = i.started_at,
        completed_at = i.completed_at, seal = i.seal
      from input i where t.id = i.id and t.version = i.after_version and t.head = i.after_head
      returning t.id
    ), ${nodeCtes(tx, nodes, { only: tx`cause in (select id::text from moved)` })}, changed as (
      update task_steps s set
        state = c.state, head = c.head, waiting = c.waiting, attempt = c.attempt, job_id = c.job_id, lease = c.lease,
        reason = c.reason, input = coalesce(c.input::json, s.input), result = coalesce(c.result::json, s.result),
        error = c.error::json, result_digest = c.result_digest, made = c.made, tier = c.tier, started_at = c.started_at,
        completed_at = c.completed_at, seal = c.seal, input_sum = c.input_sum, result_sum = c.result_sum
      from json_to_recordset(${JSON.stringify(steps)}::json) as c(${recordColumns(tx)}, input text, result text)
      where s.task_id = c.task_id and s.ord = c.ord and c.task_id in (select id from moved)
    )
    select (select count(*) from moved)::int as moved`
  if (row?.moved !== plans.length) throw new Error('a plan was moved by somebody who had not locked it')
}

export type HeldStep = StoredStep & {
  /** JSON text. */
  input: string | null
  /** The text of the node that says how it stands. */
  body: string
  /** Whether a question has waited for longer than it may, by the database's clock. */
  is_unanswered: boolean
}

/** Of the step `t`: it asks a person, who had as long as it says and has not answered. */
export const isUnanswered = (tx: Reader) => tx`
  coalesce(t.state = 'input-required' and t.type = 'person.ask' and t.job_id is null
    and t.started_at < now() - make_interval(secs => (t.spec ->> 'timeout_s')::float8), false)`

/** A step by its name, as a person who answers it needs it. */
export async function findHeldStep(tx: Reader, taskId: string, stepId: string): Promise<HeldStep | undefined> {
  const [row] = await tx<HeldStep[]>`
    select ${stepRowColumns(tx)}, t.input::text as input, n.body, ${isUnanswered(tx)} as is_unanswered
    from task_steps t join edg_nodes n on n.id = t.head where t.task_id = ${taskId} and t.id = ${stepId}`
  return row
}
