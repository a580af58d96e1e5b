/** What people do to tasks: call them off, answer what is asked, release or reject what is held. */

import type { AppContext } from '#api/http/context'
import { type Answer, type Call, type Endpoint, endpoint } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { detailExample } from '#api/tasks/examples'
import type { ShowTask } from '#api/tasks/task-detail'
import { TaskDetail, TaskInput } from '#shared/contracts/tasks'
import { answerTask } from '#shared/tasks/answer-task'
import { cancelTask } from '#shared/tasks/cancel-task'

const params = { task_id: 'From POST /tasks.' }

export function taskMoveEndpoints(room: AppContext & { show: ShowTask }): Endpoint[] {
  const contextOf = (call: Call) => verbContext(room, call, 'C')
  const taskIdIn = (call: Call) => call.params['task_id'] ?? ''
  return [
    endpoint({
      method: 'POST',
      path: '/tasks/:task_id/cancel',
      operationId: 'cancelTask',
      summary: 'Call a task off',
      description:
        'Final at once: what waits is taken out, what is done is told to stop, and nothing that comes later counts. A task that was called off before is answered as it is.',
      auth: 'key',
      params,
      responses: {
        200: {
          description: 'The task, canceled.',
          schema: TaskDetail,
          example: { ...detailExample, status: 'canceled', result: null, result_digest: null },
        },
      },
      errors: ['TASK_NOT_FOUND', 'STATE_CONFLICT'],
      async handler(call): Promise<Answer> {
        return room.show(call, await cancelTask(contextOf(call), { taskId: taskIdIn(call) }))
      },
    }),
    endpoint({
      method: 'POST',
      path: '/tasks/:task_id/input',
      operationId: 'answerTask',
      summary: 'Answer a question, release or reject a held result',
      description:
        'A task in input-required waits for a person. A question, of a step of the type person.ask, takes an answer from any key of the organisation. A result that an article holds takes a decision, from a key with governance:write that is not the submitter’s: released, the task goes on; rejected, the step has failed.',
      auth: 'key',
      isGoverned: true,
      params,
      body: { kind: 'json', schema: TaskInput, example: { step: 'review', answer: 'yes' } },
      responses: { 200: { description: 'The task as it goes on.', schema: TaskDetail, example: detailExample } },
      errors: ['TASK_NOT_FOUND', 'STATE_CONFLICT', 'SCOPE_REQUIRED', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        return room.show(call, await answerTask(contextOf(call), { taskId: taskIdIn(call), input: call.body }))
      },
    }),
  ]
}
