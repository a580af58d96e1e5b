/** What people do to tasks: call them off, answer what is asked, release or reject what is held. */

import type { AppContext } from '#api/http/context'
import { bind, type Call, type Endpoint } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import type { ShowTask } from '#api/tasks/task-detail'
import { taskRoutes } from '#shared/routes/tasks'
import { answerTask } from '#shared/tasks/answer-task'
import { cancelTask } from '#shared/tasks/cancel-task'

export function taskMoveEndpoints(room: AppContext & { show: ShowTask }): Endpoint[] {
  const contextOf = (call: Call) => verbContext(room, call, 'C')
  return [
    bind(taskRoutes.cancelTask, async (call) =>
      room.show(call, await cancelTask(contextOf(call), { taskId: call.params.task_id })),
    ),
    bind(taskRoutes.answerTask, async (call) =>
      room.show(call, await answerTask(contextOf(call), { taskId: call.params.task_id, input: call.body })),
    ),
  ]
}
