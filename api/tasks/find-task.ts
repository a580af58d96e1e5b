/** The task that a request is about. */

import type { AppContext } from '#api/http/context'
import type { Call } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { planResult } from '#api/tasks/present'
import { resultsOfPlan } from '#db/queries/plans-read'
import type { TaskRow } from '#db/queries/tasks'
import { requireTask } from '#shared/tasks/find-task'

/** @throws TASK_NOT_FOUND also for one that is somebody else's. */
export const taskOf = (room: AppContext, call: Call<unknown, unknown, { task_id: string }>): Promise<TaskRow> =>
  requireTask(verbContext(room, call, 'C'), { taskId: call.params.task_id })

/** What came of a plan stands with its steps. */
export async function withPlanResult(
  { read, config }: Pick<AppContext, 'read' | 'config'>,
  row: TaskRow,
): Promise<TaskRow> {
  if (row.steps_total === 0 || row.status !== 'completed' || row.is_erased) return row
  return { ...row, result: planResult(row.id, await read((sql) => resultsOfPlan(sql, row.id)), config.basePaths.C) }
}
