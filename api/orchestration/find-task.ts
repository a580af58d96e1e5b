/** The task that a request is about. */
import { type Call, callerOf } from '#api/doors/endpoint'
import type { Room } from '#api/room'
import { findTask, type TaskRow } from '#db/queries/tasks'
import { isUuid } from '#shared/contracts/formats'
import { taskNotFound } from '#shared/errors'

/** @throws TASK_NOT_FOUND also for one that is somebody else's. */
export async function taskOf({ read }: Pick<Room, 'read'>, call: Call): Promise<TaskRow> {
  const id = call.params['task_id'] ?? ''
  const row = isUuid(id) ? await read((sql) => findTask(sql, callerOf(call).orgId, id)) : undefined
  if (!row) throw taskNotFound(id)
  call.concern({ nodeId: row.head, subjects: [{ type: 'agent', id: row.agent }] })
  return row
}
