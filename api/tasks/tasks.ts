/** Tasks: one type, steps that need one another, or a goal that is planned; how they fare, one by one and in a list. */

import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { applied, readPreference } from '#api/http/preference'
import { verbContext } from '#api/http/verb-context'
import { taskOf } from '#api/tasks/find-task'
import { openGoals } from '#api/tasks/goals'
import { presentCreated, presentStep, presentStepDetail, presentSummary } from '#api/tasks/present'
import type { ShowTask } from '#api/tasks/task-detail'
import { openTaskLooks } from '#api/tasks/task-looks'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import type { TaskWatch } from '#api/tasks/watch'
import { stepRows } from '#db/queries/plans'
import { findStepContent } from '#db/queries/plans-read'
import { listTasks } from '#db/queries/task-lists'
import { longestTaskWaitSeconds } from '#shared/contracts/tasks'
import { requireStepSealed, sealedTasks } from '#shared/evidence/sealed/tasks'
import { requireSealed } from '#shared/evidence/sealed-rows'
import { stepNotFound } from '#shared/kernel/errors/tasks'
import { taskRoutes } from '#shared/routes/tasks'
import { createTask, type PlanGoal } from '#shared/tasks/create-task'
import { requireSteps } from '#shared/tasks/read-task'

export function taskEndpoints(room: AppContext & { watch: TaskWatch; show: ShowTask }): Endpoint[] {
  const { read, config, watch, signer } = room
  const base = config.basePaths.C
  const goals = openGoals(room)
  const look = openTaskLooks(room)

  return [
    bind(taskRoutes.createTask, async (call) => {
      const preference = readPreference(call.request.headers.get('prefer'), longestTaskWaitSeconds)
      const planGoal: PlanGoal = (goal, traceId) => goals.plan(call, goal, traceId)
      const ctx = verbContext(room, call, 'C')
      const row = await createTask({ ...ctx, tools: { ...ctx.tools, planGoal } }, call.body)
      const created = presentCreated(row)
      call.concern({ tier: created.governance_tier, subjects: [{ type: 'agent', id: row.agent }] })
      const headers = { Location: `${base}/tasks/${row.id}`, ...applied(preference) }
      if (!preference || preference.waitSeconds === 0) return { ...json(201, created, headers), nodeId: row.first }
      await watch.rested(row, preference.waitSeconds * 1000, call.request.signal)
      const { row: now, tier } = await look(row)
      call.concern({ tier })
      return { ...json(201, presentCreated(now), headers), nodeId: row.first }
    }),
    bind(taskRoutes.listTasks, async (call) => {
      const { status, agent, type, limit, cursor } = call.query
      const filter = { orgId: callerOf(call).orgId, statuses: status?.split(','), agent, type }
      const before = readPlaceCursor(cursor)
      const rows = await read((sql) => listTasks(sql, filter, { before, limit: limit + 1 }))
      const shown = rows.slice(0, limit)
      requireSealed(signer, sealedTasks, shown)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return json(200, {
        tasks: shown.map((row) => presentSummary(row, base)),
        next_cursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.id }) : null,
      })
    }),
    bind(taskRoutes.getTask, async (call) => room.show(call, await taskOf(room, call), call.query)),
    bind(taskRoutes.getTaskStep, async (call) => {
      const row = await taskOf(room, call)
      const { step_id: stepId } = call.params
      const steps = await read((sql) => stepRows(sql, row.id))
      requireSteps(signer, row, steps)
      const step = steps.find(({ id }) => id === stepId)
      const content = step && (await read((sql) => findStepContent(sql, row.id, step.ord)))
      if (!content) throw stepNotFound(row.id, stepId)
      requireStepSealed(signer, step, content)
      const subjects = [{ type: 'agent', id: step.agent }]
      const violations = await violatedBy(room, row.org_id, [{ type: 'task', id: row.id }])
      call.concern({ nodeId: step.head, tier: tierOfViolations(violations), subjects })
      return json(200, presentStepDetail(row.id, presentStep(row.id, step, steps, base), content))
    }),
  ]
}
