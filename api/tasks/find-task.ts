/** The task that a request is about. */

import type { AppContext } from '#api/http/context'
import { type Call, callerOf } from '#api/http/endpoint'
import { findTask, type TaskRow } from '#db/queries/tasks'
import { taskNotFound } from '#shared/kernel/errors/tasks'
import { isUuid } from '#shared/kernel/schema/formats'

/** @throws TASK_NOT_FOUND also for one that is somebody else's. */
export async function taskOf({ read }: Pick<AppContext, 'read'>, call: Call): Promise<TaskRow> {
  const id = call.params['task_id'] ?? ''
  const row = isUuid(id) ? await read((sql) => findTask(sql, callerOf(call).orgId, id)) : undefined
  if (!row) throw taskNotFound(id)
  call.concern({ nodeId: row.head, subjects: [{ type: 'agent', id: row.agent }] })
  return row
}
