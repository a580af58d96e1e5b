/** Our agents as others call them: their A2A 1.0 cards, and JSON-RPC that any A2A client speaks. */

import { A2A_VERSION_HEADER } from '@a2a-js/sdk'
import { JsonRpcTransportHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server'
import { Type as t } from '@sinclair/typebox'
import { a2aHandler } from '#api/agents/a2a-handler'
import { cardExample } from '#api/agents/agent-example'
import { addressOf } from '#api/http/address'
import type { AppContext } from '#api/http/context'
import { type Answer, type Call, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { cardJson, cardOf, evidenceExtension } from '#shared/agents/card'
import { type BuiltInAgent, findBuiltIn } from '#shared/agents/catalogue'
import { agentNotFound } from '#shared/kernel/errors/agents'

const params = { name: 'One of our agents.' }

export function a2aEndpoints(room: AppContext): Endpoint[] {
  const { config } = room

  /** @throws AGENT_NOT_FOUND also for agents elsewhere: they are called where they are. */
  function agentOf(call: Call): BuiltInAgent {
    const { name = '' } = call.params
    const agent = findBuiltIn(name)
    if (!agent) throw agentNotFound(name)
    return agent
  }
  const cardFor = (agent: BuiltInAgent, call: Call) =>
    cardOf(agent, `${addressOf(call.request).origin}${config.basePaths.B}/agents/${agent.name}/a2a`)

  return [
    endpoint({
      method: 'GET',
      path: '/agents/:name/.well-known/agent-card.json',
      operationId: 'getAgentCard',
      summary: 'The A2A 1.0 card of one of our agents',
      description: 'Where and how it is spoken to, and its skills: the task types that it does.',
      auth: 'key',
      params,
      responses: {
        200: { description: 'The card.', schema: t.Record(t.String(), t.Unknown()), example: cardExample },
      },
      errors: ['AGENT_NOT_FOUND'],
      handler: (call): Answer => json(200, cardJson(cardFor(agentOf(call), call))),
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/a2a',
      operationId: 'callAgent',
      summary: 'Speak A2A 1.0 (JSON-RPC) to one of our agents',
      description:
        'SendMessage with a data part {type, payload}, GetTask, CancelTask. Task.metadata carries the evidence under ' +
        `${evidenceExtension}. A failure of the task or the call is told in JSON-RPC, with HTTP 200.`,
      auth: 'key',
      params,
      body: {
        kind: 'json',
        schema: t.Record(t.String(), t.Unknown()),
        example: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20' } },
      },
      responses: {
        200: {
          description: 'A JSON-RPC response.',
          schema: t.Record(t.String(), t.Unknown()),
          example: { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no task' } },
        },
      },
      errors: ['AGENT_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const agent = agentOf(call)
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
        return json(200, answer)
      },
    }),
  ]
}
