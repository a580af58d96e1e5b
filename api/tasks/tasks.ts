/** Tasks: one type, steps that need one another, or a goal that is planned; how they fare, one by one and in a list. */

import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { applied, readPreference } from '#api/http/preference'
import { verbContext } from '#api/http/verb-context'
import {
  createdExample,
  detailExample,
  stepDetailExample,
  submissionExample,
  summaryExample,
} from '#api/tasks/examples'
import { taskOf } from '#api/tasks/find-task'
import { openGoals } from '#api/tasks/goals'
import { presentCreated, presentStep, presentStepDetail, presentSummary } from '#api/tasks/present'
import type { ShowTask } from '#api/tasks/task-detail'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import type { TaskWatch } from '#api/tasks/watch'
import { findStepContent, stepsOfPlan } from '#db/queries/plans-read'
import { listTasks } from '#db/queries/task-lists'
import { findTask } from '#db/queries/tasks'
import {
  TaskCreated,
  TaskDetail,
  TaskList,
  TaskListQuery,
  TaskQuery,
  TaskStepDetail,
  TaskSubmission,
} from '#shared/contracts/tasks'
import { stepNotFound } from '#shared/kernel/errors/tasks'
import { createTask, type PlanGoal } from '#shared/tasks/create-task'

const longestWaitSeconds = 30
const params = { task_id: 'From POST /tasks.' }

export function taskEndpoints(room: AppContext & { watch: TaskWatch; show: ShowTask }): Endpoint[] {
  const { read, config, watch } = room
  const base = config.basePaths.C
  const goals = openGoals(room)

  return [
    endpoint({
      method: 'POST',
      path: '/tasks',
      operationId: 'createTask',
      summary: 'Submit a task for constitutional orchestration',
      description:
        'One of: task (or type with payload), which one agent does; steps that need one another, whose payloads and conditions may refer to what came of others as {"$ref": "steps.ID.result#/pointer"}; a goal in words, of which a planner makes steps. The task and its first evidence node exist when this answers; it is done as soon as workers are free. The key needs the area and scope of each type that is asked for, and each counts as one request of its area (a step that scans as a page queued, too): else 403 with the place, or 429 with nothing begun. Under the same Idempotency-Key it is the same task.',
      auth: 'key',
      isGoverned: true,
      prefer: `wait=N: answers when the task has ended or waits for a person, after N seconds at most, ${longestWaitSeconds} at the longest. respond-async: at once, as without it.`,
      body: { kind: 'json', schema: TaskSubmission, example: submissionExample },
      responses: {
        201: {
          description: 'The task was made.',
          schema: TaskCreated,
          example: createdExample,
          headers: { Location: 'The task.', 'Preference-Applied': 'What of Prefer was heeded.' },
        },
      },
      errors: [
        'TRACE_NOT_FOUND',
        'AGENT_NOT_FOUND',
        'UNSUPPORTED_TASK_TYPE',
        'ADDRESS_REFUSED',
        'SCOPE_REQUIRED',
        'AGENT_SUSPENDED',
        'GOVERNANCE_DENIED',
        'GOVERNANCE_HALT',
        'AGENT_FAILED',
        'JOB_TIMEOUT',
        'JOB_FAILED',
      ],
      async handler(call): Promise<Answer> {
        const preference = readPreference(call.request.headers.get('prefer'), longestWaitSeconds)
        const planGoal: PlanGoal = (goal, traceId) => goals.plan(call, goal, traceId)
        const ctx = verbContext(room, call, 'C')
        const row = await createTask({ ...ctx, tools: { ...ctx.tools, planGoal } }, call.body)
        const created = presentCreated(row)
        call.concern({ tier: created.governance_tier, subjects: [{ type: 'agent', id: row.agent }] })
        const headers = { Location: `${base}/tasks/${row.id}`, ...applied(preference) }
        if (!preference || preference.waitSeconds === 0) return { ...json(201, created, headers), nodeId: row.first }
        await watch.rested(row, preference.waitSeconds * 1000, call.request.signal)
        const now = (await read((sql) => findTask(sql, row.org_id, row.id))) ?? row
        const violations = await violatedBy(room, row.org_id, [{ type: 'task', id: row.id }])
        call.concern({ tier: tierOfViolations(violations) })
        return { ...json(201, presentCreated(now), headers), nodeId: row.first }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tasks',
      operationId: 'listTasks',
      summary: 'List tasks, newest first',
      description: 'All of the organisation, also those given to agents one by one.',
      auth: 'key',
      query: TaskListQuery,
      responses: {
        200: {
          description: 'A page of tasks.',
          schema: TaskList,
          example: { tasks: [summaryExample], next_cursor: null },
        },
      },
      async handler(call): Promise<Answer> {
        const { status, agent, type, limit, cursor } = call.query
        const filter = { orgId: callerOf(call).orgId, statuses: status?.split(','), agent, type }
        const before = readPlaceCursor(cursor)
        const rows = await read((sql) => listTasks(sql, filter, { before, limit: limit + 1 }))
        const shown = rows.slice(0, limit)
        const last = rows.length > limit ? shown.at(-1) : undefined
        return json(200, {
          tasks: shown.map((row) => presentSummary(row, base)),
          next_cursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.id }) : null,
        })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/tasks/:task_id',
      operationId: 'getTask',
      summary: 'Task status, result and full evidence chain',
      description:
        'Any task of the organisation. The chain is the newest node with all its ancestors, in pages; next_cursor goes on with the same chain, whatever the task has done meanwhile.',
      auth: 'key',
      params,
      query: TaskQuery,
      responses: { 200: { description: 'The task.', schema: TaskDetail, example: detailExample } },
      errors: ['TASK_NOT_FOUND'],
      handler: async (call) => room.show(call, await taskOf(room, call), call.query),
    }),
    endpoint({
      method: 'GET',
      path: '/tasks/:task_id/steps/:step_id',
      operationId: 'getTaskStep',
      summary: 'One step: what it was given and what came of it',
      description: 'A payload as it was planned, its input with what other steps came to put in, and its result.',
      auth: 'key',
      params: { ...params, step_id: 'The name it was given in the plan.' },
      responses: { 200: { description: 'The step.', schema: TaskStepDetail, example: stepDetailExample } },
      errors: ['TASK_NOT_FOUND', 'STEP_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const row = await taskOf(room, call)
        const { step_id: stepId = '' } = call.params
        const steps = await read((sql) => stepsOfPlan(sql, row.id))
        const step = steps.find(({ id }) => id === stepId)
        const content = step && (await read((sql) => findStepContent(sql, row.id, step.ord)))
        if (!content) throw stepNotFound(row.id, stepId)
        const subjects = [{ type: 'agent', id: step.agent }]
        const violations = await violatedBy(room, row.org_id, [{ type: 'task', id: row.id }])
        call.concern({ nodeId: step.head, tier: tierOfViolations(violations), subjects })
        return json(200, presentStepDetail(row.id, presentStep(row.id, step, steps, base), content))
      },
    }),
  ]
}
