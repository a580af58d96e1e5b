/** Our agents as others call them: their A2A 1.0 cards, and JSON-RPC that any A2A client speaks. */

import { A2A_VERSION_HEADER } from '@a2a-js/sdk'
import { addressOf } from '#api/http/address'
import type { AppContext } from '#api/http/context'
import { bind, type Call, type Endpoint, json } from '#api/http/endpoint'
import { cardJson, cardOf } from '#shared/agents/card'
import { type BuiltInAgent, findBuiltIn } from '#shared/agents/catalogue'
import { agentNotFound } from '#shared/kernel/errors/agents'
import { agentRoutes } from '#shared/routes/agents'

export function a2aEndpoints(room: AppContext): Endpoint[] {
  const { config } = room

  /** @throws AGENT_NOT_FOUND also for agents elsewhere: they are called where they are. */
  function agentOf({ params: { name } }: Call<unknown, unknown, { name: string }>): BuiltInAgent {
    const agent = findBuiltIn(name)
    if (!agent) throw agentNotFound(name)
    return agent
  }
  const cardFor = (agent: BuiltInAgent, call: Call) =>
    cardOf(agent, `${addressOf(call.request).origin}${config.basePaths.B}/agents/${agent.name}/a2a`)

  return [
    bind(agentRoutes.getAgentCard, (call) => json(200, cardJson(cardFor(agentOf(call), call)))),
    bind(agentRoutes.callAgent, async (call) => {
      const agent = agentOf(call)
      // What speaks the protocol is brought in with the first call.
      const { JsonRpcTransportHandler, ServerCallContext, validateVersion } = await import('@a2a-js/sdk/server')
      const { a2aHandler } = await import('#api/agents/a2a-handler')
      const requestedVersion = call.request.headers.get(A2A_VERSION_HEADER) ?? '1.0'
      const context = new ServerCallContext({ requestedVersion })
      try {
        validateVersion(requestedVersion, cardFor(agent, call))
      } catch (error) {
        const id = call.body['id'] ?? null
        return json(200, { jsonrpc: '2.0', id, error: JsonRpcTransportHandler.mapToJSONRPCError(error) })
      }
      const handler = a2aHandler(room, { agent, call, card: () => cardFor(agent, call) })
      const answer = await new JsonRpcTransportHandler(handler).handle(call.body, context)
      // Nothing is streamed: whatever asks for a stream is refused.
      if (Symbol.asyncIterator in answer) throw new Error('an agent of ours answers with a stream')
      return json(200, { ...answer })
    }),
  ]
}
