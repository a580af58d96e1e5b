/** Agents elsewhere: registered by their A2A card, suspended, accepted, asked for their card again. */
import { agentExample } from '#api/agents/agent-example'
import type { AgentRecords } from '#api/agents/agent-records'
import type { AppContext } from '#api/http/context'
import { type Answer, type Call, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { acceptAgent, refreshCard, registerAgent, suspendAgent } from '#shared/agents/registration'
import { AgentRecord, AgentRegistration, Suspension } from '#shared/contracts/agents'

const params = { name: 'An agent that the organisation has registered.' }
const example = { card_url: 'https://agents.example.com/.well-known/agent-card.json' }

export function registrationEndpoints(room: AppContext, records: AgentRecords): Endpoint[] {
  const { config } = room
  const answers = (description: string) => ({ description, schema: AgentRecord, example: agentExample })
  const nameIn = (call: Call) => call.params['name'] ?? ''

  async function told(call: Call, name: string): Promise<Answer> {
    const record = await records.one(callerOf(call), name, call.request)
    return { ...json(200, record), nodeId: record.node ?? undefined }
  }

  return [
    endpoint({
      method: 'POST',
      path: '/agents',
      operationId: 'registerAgent',
      summary: 'Register an agent elsewhere',
      description: 'By its A2A 1.0 card. Its skills become task types; tasks for it are sent over A2A.',
      auth: 'governance:write',
      isGoverned: true,
      body: { kind: 'json', schema: AgentRegistration, example },
      responses: { 201: { ...answers('Registered.'), headers: { Location: 'The agent.' } } },
      errors: ['ADDRESS_REFUSED', 'AGENT_FAILED', 'STATE_CONFLICT', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        const name = await registerAgent(verbContext(room, call, 'B'), call.body)
        const headers = { Location: `${config.basePaths.B}/agents/${name}` }
        return { ...(await told(call, name)), status: 201, headers }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/suspend',
      operationId: 'suspendAgent',
      summary: 'Let an agent elsewhere take no tasks',
      description: 'For an agent elsewhere whose answers are not to be used. Its tasks so far stay as they are.',
      auth: 'governance:write',
      isGoverned: true,
      params,
      body: { kind: 'json', schema: Suspension, example: { reason: 'answers nonsense' } },
      responses: { 200: answers('Suspended.') },
      errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        const { reason } = call.body
        await suspendAgent(verbContext(room, call, 'B'), { name: nameIn(call), reason })
        return told(call, nameIn(call))
      },
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/accept',
      operationId: 'acceptAgent',
      summary: 'Let an agent elsewhere take tasks again, as its card is now',
      description:
        'Ends a suspension. Where a changed card had suspended it, the card is accepted as it is now and the violation resolved.',
      auth: 'governance:write',
      isGoverned: true,
      params,
      responses: { 200: answers('Accepted.') },
      errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        await acceptAgent(verbContext(room, call, 'B'), nameIn(call))
        return told(call, nameIn(call))
      },
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/refresh',
      operationId: 'refreshAgent',
      summary: 'Ask an agent elsewhere for its card again',
      description:
        'Another card is noted; one with other skills, keys, addresses or version suspends the agent until it is accepted.',
      auth: 'governance:write',
      isGoverned: true,
      params,
      responses: { 200: answers('As it is now.') },
      errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'AGENT_FAILED', 'GOVERNANCE_HALT'],
      async handler(call): Promise<Answer> {
        await refreshCard(verbContext(room, call, 'B'), nameIn(call))
        return told(call, nameIn(call))
      },
    }),
  ]
}
