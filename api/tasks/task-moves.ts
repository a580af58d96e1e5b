/** What people do to tasks: call them off, answer what is asked, release or reject what is held. */

import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint } from '#api/http/endpoint'
import { detailExample } from '#api/tasks/examples'
import { taskOf } from '#api/tasks/find-task'
import { openPlanWork } from '#api/tasks/plan-work'
import type { ShowTask } from '#api/tasks/task-detail'
import { openTaskWork } from '#api/tasks/task-work'
import { TaskDetail, TaskInput } from '#shared/contracts/tasks'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import { taskAlreadyEnded } from '#shared/kernel/errors/tasks'

const params = { task_id: 'From POST /tasks.' }

export function taskMoveEndpoints(room: AppContext & { show: ShowTask }): Endpoint[] {
  const work = openTaskWork(room, 'C')
  const plans = openPlanWork(room, 'C')
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
        return room.show(call, await work.cancel(await taskOf(room, call), call))
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
        const said = readInput(call.body)
        const row = await taskOf(room, call)
        if ('decision' in said && !callerOf(call).scopes.includes('governance:write'))
          throw scopeRequired('the scope governance:write')
        if (await work.isRepeated(row, call)) return room.show(call, row)
        if ('decision' in said) return room.show(call, await work.approve(row, call, said))
        if (row.steps_total === 0) throw asksNothing(row.id, row.status)
        const step = await plans.waitingFor(row, said)
        await plans.answer(row, call, step.id, said)
        return room.show(call, await work.again(row))
      },
    }),
  ]
}

type Said = { step?: string | undefined } & ({ decision: 'release' | 'reject'; reason: string } | { answer: string })

/** @throws INVALID_REQUEST unless it is an answer, or a decision with its reason. */
function readInput({ step, decision, answer, reason }: TaskInput): Said {
  const expected = 'answer, or decision with reason'
  const issues: Issue[] = []
  if (decision === undefined && answer === undefined) issues.push({ path: '', message: 'says nothing', expected })
  if (decision !== undefined && answer !== undefined)
    issues.push({ path: '/answer', message: 'stands beside decision', expected })
  if (decision !== undefined && reason === undefined)
    issues.push({ path: '/reason', message: 'is missing', expected: 'why it is decided so' })
  if (decision === undefined && reason !== undefined)
    issues.push({ path: '/reason', message: 'stands beside no decision', expected })
  const [first] = issues
  if (first) throw invalidRequest(issues, `${first.path || 'the body'} ${first.message}`)
  return decision === undefined ? { step, answer: answer ?? '' } : { step, decision, reason: reason ?? '' }
}

/** A task without steps never waits for an answer. */
const asksNothing = (taskId: string, status: string) =>
  status === 'input-required'
    ? invalidRequest([
        { path: '/answer', message: 'is not what the task asks for', expected: 'a decision with its reason' },
      ])
    : taskAlreadyEnded(taskId, status)
