/** Tasks of agents: give one, see how it fares, call it off, release or reject what waits for a person. */

import type { AppContext } from '#api/http/context'
import { bind, type Call, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { withPlanResult } from '#api/tasks/find-task'
import { presentAccepted, presentTask } from '#api/tasks/present-task'
import { type TaskRow, taskNodes } from '#db/queries/tasks'
import { priorities } from '#shared/contracts/agents'
import { agentTaskRoutes } from '#shared/routes/agent-tasks'
import { cancelTask } from '#shared/tasks/cancel-task'
import { requireTask } from '#shared/tasks/find-task'
import { requireLine } from '#shared/tasks/read-task'
import { reviewTask } from '#shared/tasks/review-task'
import { submitTask } from '#shared/tasks/submit-task'

export function agentTaskEndpoints(room: AppContext): Endpoint[] {
  const { config } = room
  const base = config.basePaths.B
  const contextOf = (call: Call) => verbContext(room, call, 'B')
  const named = ({ params: { name, task_id: taskId } }: Call<unknown, unknown, { name: string; task_id: string }>) => ({
    agent: name,
    taskId,
  })

  async function told(found: TaskRow) {
    const row = await withPlanResult(room, found)
    const nodes = await room.read((sql) => taskNodes(sql, row.id))
    requireLine(nodes, 0, null, row)
    return { ...json(200, presentTask(row, nodes, base)), nodeId: row.head }
  }

  return [
    bind(agentTaskRoutes.submitAgentTask, async (call) => {
      const { task, priority = 'normal', deadline, timeout_s: timeoutSeconds = null, context, override } = call.body
      const row = await submitTask(contextOf(call), {
        agent: call.params.name,
        ...task,
        at: '/task/payload',
        priority: priorities[priority],
        deadline: deadline === undefined ? null : new Date(deadline).toISOString(),
        timeoutSeconds,
        parents: context?.parents ?? [],
        override: override?.reason ?? null,
      })
      const accepted = presentAccepted(row, base)
      return { ...json(202, accepted, { Location: accepted.links.self }), nodeId: row.first }
    }),
    bind(agentTaskRoutes.getAgentTask, async (call) => told(await requireTask(contextOf(call), named(call)))),
    bind(agentTaskRoutes.cancelAgentTask, async (call) => told(await cancelTask(contextOf(call), named(call)))),
    bind(agentTaskRoutes.approveAgentTask, async (call) =>
      told(await reviewTask(contextOf(call), { ...named(call), ...call.body })),
    ),
  ]
}
