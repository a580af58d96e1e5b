/** Agents elsewhere: registered by their A2A card, suspended, accepted, asked for their card again. */
import type { AgentRecords } from '#api/agents/agent-records'
import type { AppContext } from '#api/http/context'
import { bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { acceptAgent, refreshCard, registerAgent, suspendAgent } from '#shared/agents/registration'
import { agentRoutes } from '#shared/routes/agents'

export function registrationEndpoints(room: AppContext, records: AgentRecords): Endpoint[] {
  const { config } = room

  async function told(call: Call, name: string) {
    const record = await records.one(callerOf(call), name, call.request)
    return { ...json(200, record), nodeId: record.node ?? undefined }
  }

  return [
    bind(agentRoutes.registerAgent, async (call) => {
      const name = await registerAgent(verbContext(room, call, 'B'), call.body)
      const headers = { Location: `${config.basePaths.B}/agents/${name}` }
      return { ...(await told(call, name)), status: 201, headers }
    }),
    bind(agentRoutes.suspendAgent, async (call) => {
      const { reason } = call.body
      await suspendAgent(verbContext(room, call, 'B'), { name: call.params.name, reason })
      return told(call, call.params.name)
    }),
    bind(agentRoutes.acceptAgent, async (call) => {
      await acceptAgent(verbContext(room, call, 'B'), call.params.name)
      return told(call, call.params.name)
    }),
    bind(agentRoutes.refreshAgent, async (call) => {
      await refreshCard(verbContext(room, call, 'B'), call.params.name)
      return told(call, call.params.name)
    }),
  ]
}
