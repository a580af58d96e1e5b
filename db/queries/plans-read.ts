/** task_steps as they are looked at: a plan's steps, one of them, the step that a job is done for. */

import type { Reader } from '#db/client'
import { type StepWithResult, type StoredStep, stepRowColumns, stepRows } from '#db/queries/plans'
import { findTask, type TaskRow } from '#db/queries/tasks'

/** What a step was asked and what came of it, as JSON texts; null where there is no such thing, or it was erased. */
export type StepContent = { spec: string | null; input: string | null; result: string | null }

export async function findStepContent(sql: Reader, taskId: string, ord: number): Promise<StepContent | undefined> {
  const [row] = await sql<StepContent[]>`
    select spec::text as spec, input::text as input, result::text as result from task_steps
    where task_id = ${taskId} and ord = ${ord}`
  return row
}

export type StepResult = StepWithResult & { is_told: boolean }

// What is read again and again is not to be without end.
const toldBytes = 1024 * 1024

/**
 * What came of the steps that none needs, those that were completed, in order; none before the task is. Beyond 1 MiB
 * together it is not told.
 */
export const resultsOfPlan = (sql: Reader, taskId: string) => sql<StepResult[]>`
  select ${stepRowColumns(sql)}, case when told.bytes <= ${toldBytes} then t.result::text end as result,
    coalesce(told.bytes <= ${toldBytes}, false) as is_told
  from (
    select s.task_id, s.ord, sum(octet_length(s.result::text)) over () as bytes
    from task_steps s join tasks t on t.id = s.task_id
    where s.task_id = ${taskId} and s.dependents = '{}' and s.state = 'completed' and t.status = 'completed') told
  join task_steps t using (task_id, ord) order by t.ord`

/** A plan with its steps, and what came of those that none needs. @param sql sees all of it as it was at one moment. */
export async function readPlan(
  sql: Reader,
  orgId: string,
  taskId: string,
): Promise<{ row: TaskRow; steps: StoredStep[]; results: StepResult[] } | undefined> {
  const [row, steps, results] = await Promise.all([
    findTask(sql, orgId, taskId),
    stepRows(sql, taskId),
    resultsOfPlan(sql, taskId),
  ])
  return row && { row, steps, results }
}

type StepOfJob = Pick<StoredStep, 'task_id' | 'id' | 'state'> & Pick<TaskRow, 'steps_total'>

/** The step that a job is done for; undefined when it is none of a plan. */
export async function stepOfJob(sql: Reader, jobId: string): Promise<StepOfJob | undefined> {
  const [row] = await sql<StepOfJob[]>`
    select s.task_id, s.id, s.state, t.steps_total from task_steps s join tasks t on t.id = s.task_id
    where s.job_id = ${jobId}`
  return row
}
