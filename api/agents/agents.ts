/** Agents: who they are, how they fare, what they do. */
import { a2aEndpoints } from '#api/agents/a2a'
import { openAgentRecords } from '#api/agents/agent-records'
import { registrationEndpoints } from '#api/agents/registration'
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { agentTaskEndpoints } from '#api/tasks/agent-tasks'
import { agentRoutes } from '#shared/routes/agents'

export function agentEndpoints(room: AppContext): Endpoint[] {
  const records = openAgentRecords(room)
  return [
    bind(agentRoutes.listAgents, async (call) => {
      const agents = await records.list(callerOf(call))
      return json(200, { agents, total: agents.length })
    }),
    bind(agentRoutes.getAgent, async (call) =>
      json(200, await records.one(callerOf(call), call.params.name, call.request)),
    ),
    ...agentTaskEndpoints(room),
    ...registrationEndpoints(room, records),
    ...a2aEndpoints(room),
  ]
}
