/** task_steps as they are looked at: a plan's steps, one of them, the step that a job is done for. */

import type { Reader } from '#db/client'
import { findTask, type TaskRow } from '#db/queries/tasks'
import type { AsText } from '#db/tables/columns'
import type { taskSteps } from '#db/tables/task-steps'

type Step = typeof taskSteps.$inferSelect
export type StepView = AsText<
  Pick<
    Step,
    | 'ord'
    | 'id'
    | 'type'
    | 'agent'
    | 'state'
    | 'needs'
    | 'dependents'
    | 'attempt'
    | 'job_id'
    | 'head'
    | 'made'
    | 'result_digest'
    | 'reason'
    | 'error'
    | 'tier'
    | 'started_at'
    | 'completed_at'
  >,
  'head' | 'made'
> & { on_error: string; max_attempts: number }

/** A plan that was erased keeps its steps, but not what they were asked. */
const viewColumns = (sql: Reader) => sql`
  ord, id, type, agent, state, needs, dependents, coalesce(spec ->> 'on_error', 'fail') as on_error,
  coalesce((spec ->> 'max_attempts')::int, 1) as max_attempts, attempt, job_id, encode(head, 'hex') as head,
  encode(made, 'hex') as made, result_digest, reason, error, tier, started_at, completed_at`

/** The steps of a plan, in the order in which they were given. */
export async function stepsOfPlan(sql: Reader, taskId: string): Promise<StepView[]> {
  return sql<StepView[]>`select ${viewColumns(sql)} from task_steps where task_id = ${taskId} order by ord`
}

/** What a step was asked and what came of it; null where there is no such thing, or it was erased. */
export type StepContent = Pick<Step, 'input' | 'result'> & { payload: unknown }

export async function findStepContent(sql: Reader, taskId: string, ord: number): Promise<StepContent | undefined> {
  const [row] = await sql<StepContent[]>`
    select spec -> 'payload' as payload, input, result from task_steps where task_id = ${taskId} and ord = ${ord}`
  return row
}

export type StepResult = Pick<Step, 'id' | 'result'> & { is_told: boolean }

// What is read again and again is not to be without end.
const toldBytes = 1024 * 1024

/**
 * What came of the steps that none needs, those that were completed, in order; none before the task is. Beyond 1 MiB
 * together it is not told.
 */
export const resultsOfPlan = (sql: Reader, taskId: string) => sql<StepResult[]>`
  select id, case when bytes <= ${toldBytes} then result end as result, coalesce(bytes <= ${toldBytes}, false) as is_told
  from (
    select s.ord, s.id, s.result, sum(octet_length(s.result::text)) over () as bytes
    from task_steps s join tasks t on t.id = s.task_id
    where s.task_id = ${taskId} and s.dependents = '{}' and s.state = 'completed' and t.status = 'completed') s
  order by ord`

/** A plan with its steps, and what came of those that none needs. @param sql sees all of it as it was at one moment. */
export async function readPlan(
  sql: Reader,
  orgId: string,
  taskId: string,
): Promise<{ row: TaskRow; steps: StepView[]; results: StepResult[] } | undefined> {
  const [row, steps, results] = await Promise.all([
    findTask(sql, orgId, taskId),
    stepsOfPlan(sql, taskId),
    resultsOfPlan(sql, taskId),
  ])
  return row && { row, steps, results }
}

type StepOfJob = Pick<Step, 'task_id' | 'id' | 'state'> & Pick<TaskRow, 'steps_total'>

/** The step that a job is done for; undefined when it is none of a plan. */
export async function stepOfJob(sql: Reader, jobId: string): Promise<StepOfJob | undefined> {
  const [row] = await sql<StepOfJob[]>`
    select s.task_id, s.id, s.state, t.steps_total from task_steps s join tasks t on t.id = s.task_id
    where s.job_id = ${jobId}`
  return row
}
