/** Agents: who they are, how they fare, what they do. */
import { a2aEndpoints } from '#api/agents/a2a'
import { agentExample } from '#api/agents/agent-example'
import { openAgentRecords } from '#api/agents/agent-records'
import { registrationEndpoints } from '#api/agents/registration'
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { agentTaskEndpoints } from '#api/tasks/agent-tasks'
import { AgentList, AgentRecord } from '#shared/contracts/agents'

export function agentEndpoints(room: AppContext): Endpoint[] {
  const records = openAgentRecords(room)
  return [
    endpoint({
      method: 'GET',
      path: '/agents',
      operationId: 'listAgents',
      summary: 'List agents',
      description: 'Ours, and those elsewhere that the organisation has registered.',
      auth: 'key',
      responses: {
        200: {
          description: 'All of them.',
          schema: AgentList,
          example: {
            agents: [
              {
                name: 'risk-assessor',
                display_name: 'Risk assessor',
                description: 'Takes telemetry in, finds it again, sums it up and assesses the risk that it shows.',
                version: '1.0.0',
                kind: 'builtin',
                status: 'available',
                task_types: ['risk.assess', 'trace.query', 'stats.summarize', 'trace.record'],
              },
            ],
            total: 1,
          },
        },
      },
      async handler(call): Promise<Answer> {
        const agents = await records.list(callerOf(call))
        return json(200, { agents, total: agents.length })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/agents/:name',
      operationId: 'getAgent',
      summary: 'One agent',
      description: 'With how its tasks fare, those of the caller’s organisation, and its A2A 1.0 card.',
      auth: 'key',
      params: { name: 'From GET /agents.' },
      responses: { 200: { description: 'The agent.', schema: AgentRecord, example: agentExample } },
      errors: ['AGENT_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        return json(200, await records.one(callerOf(call), call.params['name'] ?? '', call.request))
      },
    }),
    ...agentTaskEndpoints(room),
    ...registrationEndpoints(room, records),
    ...a2aEndpoints(room),
  ]
}
