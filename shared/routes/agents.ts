/** Routes of agents: ours, those elsewhere and their registration, and A2A. */
import { Type as t } from '@sinclair/typebox'
import { AgentList, AgentRecord, AgentRegistration, evidenceExtension, Suspension } from '#shared/contracts/agents'
import { agentExample, cardExample } from '#shared/routes/examples/agents'
import { route } from '#shared/routes/route'

const ours = { name: 'One of our agents.' }
const elsewhere = { name: 'An agent that the organisation has registered.' }
const registrationExample = { card_url: 'https://agents.example.com/.well-known/agent-card.json' }
const record = { schema: AgentRecord, example: agentExample }

export const agentRoutes = {
  listAgents: route({
    area: 'B',
    method: 'GET',
    path: '/agents',
    operationId: 'listAgents',
    summary: 'List agents',
    description: 'Ours, and those elsewhere that the organisation has registered.',
    auth: 'key',
    answers: {
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
  }),
  getAgent: route({
    area: 'B',
    method: 'GET',
    path: '/agents/:name',
    operationId: 'getAgent',
    summary: 'One agent',
    description: 'With how its tasks fare, those of the caller’s organisation, and its A2A 1.0 card.',
    auth: 'key',
    params: { name: 'From GET /agents.' },
    answers: { 200: { description: 'The agent.', schema: AgentRecord, example: agentExample } },
    errors: ['AGENT_NOT_FOUND'],
  }),
  registerAgent: route({
    area: 'B',
    method: 'POST',
    path: '/agents',
    operationId: 'registerAgent',
    summary: 'Register an agent elsewhere',
    description: 'By its A2A 1.0 card. Its skills become task types; tasks for it are sent over A2A.',
    auth: 'governance:write',
    isGoverned: true,
    body: { kind: 'json', schema: AgentRegistration, example: registrationExample },
    answers: { 201: { description: 'Registered.', ...record, headers: { Location: 'The agent.' } } },
    errors: ['ADDRESS_REFUSED', 'AGENT_FAILED', 'STATE_CONFLICT', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
  }),
  suspendAgent: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/suspend',
    operationId: 'suspendAgent',
    summary: 'Let an agent elsewhere take no tasks',
    description: 'For an agent elsewhere whose answers are not to be used. Its tasks so far stay as they are.',
    auth: 'governance:write',
    isGoverned: true,
    params: elsewhere,
    body: { kind: 'json', schema: Suspension, example: { reason: 'answers nonsense' } },
    answers: { 200: { description: 'Suspended.', ...record } },
    errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_HALT'],
  }),
  acceptAgent: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/accept',
    operationId: 'acceptAgent',
    summary: 'Let an agent elsewhere take tasks again, as its card is now',
    description:
      'Ends a suspension. Where a changed card had suspended it, the card is accepted as it is now and the violation resolved.',
    auth: 'governance:write',
    isGoverned: true,
    params: elsewhere,
    answers: { 200: { description: 'Accepted.', ...record } },
    errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_HALT'],
  }),
  refreshAgent: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/refresh',
    operationId: 'refreshAgent',
    summary: 'Ask an agent elsewhere for its card again',
    description:
      'Another card is noted; one with other skills, keys, addresses or version suspends the agent until it is accepted.',
    auth: 'governance:write',
    isGoverned: true,
    params: elsewhere,
    answers: { 200: { description: 'As it is now.', ...record } },
    errors: ['AGENT_NOT_FOUND', 'STATE_CONFLICT', 'AGENT_FAILED', 'GOVERNANCE_HALT'],
  }),
  getAgentCard: route({
    area: 'B',
    method: 'GET',
    path: '/agents/:name/.well-known/agent-card.json',
    operationId: 'getAgentCard',
    summary: 'The A2A 1.0 card of one of our agents',
    description: 'Where and how it is spoken to, and its skills: the task types that it does.',
    auth: 'key',
    params: ours,
    answers: {
      200: { description: 'The card.', schema: t.Record(t.String(), t.Unknown()), example: cardExample },
    },
    errors: ['AGENT_NOT_FOUND'],
  }),
  callAgent: route({
    area: 'B',
    method: 'POST',
    path: '/agents/:name/a2a',
    operationId: 'callAgent',
    summary: 'Speak A2A 1.0 (JSON-RPC) to one of our agents',
    description:
      'SendMessage with a data part {type, payload}, GetTask, CancelTask. Task.metadata carries the evidence under ' +
      `${evidenceExtension}. A failure of the task or the call is told in JSON-RPC, with HTTP 200.`,
    auth: 'key',
    params: ours,
    body: {
      kind: 'json',
      schema: t.Record(t.String(), t.Unknown()),
      example: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20' } },
    },
    answers: {
      200: {
        description: 'A JSON-RPC response.',
        schema: t.Record(t.String(), t.Unknown()),
        example: { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no task' } },
      },
    },
    errors: ['AGENT_NOT_FOUND'],
  }),
}
