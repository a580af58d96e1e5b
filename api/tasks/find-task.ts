/** The task that a request is about. */

import type { AppContext } from '#api/http/context'
import type { Call } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { planResult } from '#api/tasks/present'
import type { TaskRow } from '#db/queries/tasks'
import { requireTask } from '#shared/tasks/find-task'
import { readWholePlan } from '#shared/tasks/read-task'

/** @throws TASK_NOT_FOUND also for one that is somebody else's. */
export const taskOf = (room: AppContext, call: Call<unknown, unknown, { task_id: string }>): Promise<TaskRow> =>
  requireTask(verbContext(room, call, 'C'), { taskId: call.params.task_id })

/** What came of a plan stands with its steps. */
export async function withPlanResult(
  { readAtOnce, signer, config }: Pick<AppContext, 'readAtOnce' | 'signer' | 'config'>,
  row: TaskRow,
): Promise<TaskRow> {
  if (row.steps_total === 0 || row.status !== 'completed' || row.is_erased) return row
  const { results } = await readAtOnce((sql) => readWholePlan(sql, signer, row))
  return { ...row, result: JSON.stringify(planResult(row.id, results, config.basePaths.C)) }
}
