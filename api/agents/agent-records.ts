/** What is told of agents: what they are, and, looked at anew each time, how they are. */

import { blocksOn, builtInState, externalState, lookAtAgents } from '#api/agents/agent-state'
import { addressOf } from '#api/http/address'
import type { AppContext } from '#api/http/context'
import type { Caller } from '#api/http/endpoint'
import type { HttpRequest } from '#api/http/wire'
import { type AgentRow, listAgents } from '#db/queries/agents'
import { type AgentStats, agentStats } from '#db/queries/task-lists'
import { cardDigest, cardJson, cardOf, interfaceOf, type readCard } from '#shared/agents/card'
import { type BuiltInAgent, builtInAgents, findBuiltIn } from '#shared/agents/catalogue'
import type { TaskType } from '#shared/agents/task-type'
import type { AgentRecord, AgentSummary } from '#shared/contracts/agents'
import { gravest, readTier } from '#shared/contracts/decision'
import { findProvenAgent, requireProvenAgents } from '#shared/evidence/sealed/agents'
import { attemptSeconds } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import { agentNotFound } from '#shared/kernel/errors/agents'
import { standaloneSchemaOf } from '#shared/kernel/schema/json-schema'

export type AgentRecords = ReturnType<typeof openAgentRecords>

type Told = Pick<AppContext, 'read' | 'signer' | 'governance' | 'config'>

export const openAgentRecords = (told: Told) => ({
  async list({ orgId }: Caller): Promise<AgentSummary[]> {
    const { read, governance } = told
    const rows = await read((sql) => listAgents(sql, orgId))
    requireProvenAgents(told.signer, rows)
    const judging = { governance, orgId, look: await lookAtAgents(read, orgId) }
    return [
      ...builtInAgents.map((agent) => builtInState(judging, agent).summary),
      ...rows.map((row) => externalState(judging, row).summary),
    ]
  },

  /** @throws AGENT_NOT_FOUND */
  async one({ orgId }: Caller, name: string, request: HttpRequest): Promise<AgentRecord> {
    const { read, governance } = told
    const [look, stats] = await Promise.all([lookAtAgents(read, orgId), read((sql) => agentStats(sql, orgId, name))])
    const judging = { governance, orgId, look }
    const agent = findBuiltIn(name)
    if (agent) {
      const { summary, faults } = builtInState(judging, agent)
      return { ...common(told, orgId, { summary, faults, stats }), ...builtInRecord(told, agent, request) }
    }
    const row = await findProvenAgent(told, orgId, name)
    if (!row) throw agentNotFound(name)
    const { summary, card, faults } = externalState(judging, row)
    return { ...common(told, orgId, { summary, faults, stats }), ...externalRecord(row, card) }
  },
})

const common = (
  { governance }: Told,
  orgId: string,
  { summary, faults, stats }: { summary: AgentSummary; faults: readonly string[]; stats: AgentStats },
) => ({
  ...summary,
  stats: presentStats(stats),
  health: {
    state:
      summary.status === 'offline' ? ('down' as const) : faults.length > 0 ? ('degraded' as const) : ('ok' as const),
    last_check_at: new Date().toISOString(),
    detail: faults.length > 0 ? faults.join('; ') : null,
  },
  governance: governanceOf(governance, orgId, summary.name),
})

function governanceOf(governance: Told['governance'], orgId: string, name: string): AgentRecord['governance'] {
  const blocks = blocksOn({ governance, orgId }, name)
  return {
    tier: gravest([governance.floor(), ...blocks.map(({ tier }) => readTier(tier))]),
    active_violations: blocks.length,
    suspended_scopes: [...new Set(blocks.flatMap((violation) => violation.blocks))].sort(),
  }
}

function builtInRecord({ config, signer }: Told, agent: BuiltInAgent, request: HttpRequest) {
  const url = `${addressOf(request).origin}${config.basePaths.B}/agents/${agent.name}/a2a`
  const card = cardOf(agent, url)
  return {
    task_types: agent.types.map(presentType),
    skills: skillsOf(cardJson(card)),
    endpoint: { url, protocol: 'a2a' as const, protocol_binding: 'JSONRPC', protocol_version: '1.0' },
    key: { kid: signer.kid, alg: 'Ed25519' as const, public_key: Buffer.from(signer.publicKey).toString('base64') },
    card: { digest: cardDigest(card), signature_verified: null, fetched_at: null },
    registered_at: null,
    updated_at: null,
    node: null,
    agent_card: cardJson(card),
  }
}

function externalRecord(row: AgentRow, card: ReturnType<typeof readCard>) {
  const spoken = interfaceOf(card)
  return {
    task_types: card.skills.map(({ id, description }) => ({
      type: id,
      description,
      area: 'B' as const,
      scope: null,
      input_schema: {},
      output_schema: {},
      side_effects: 'external' as const,
      idempotent: false,
      timeout_s: runTask.attempts.expireInSeconds,
      max_attempts: runTask.attempts.limit,
    })),
    skills: skillsOf(cardJson(card)),
    endpoint: spoken
      ? {
          url: spoken.url,
          protocol: 'a2a' as const,
          protocol_binding: spoken.protocolBinding,
          protocol_version: spoken.protocolVersion,
        }
      : null,
    key: null,
    card: {
      digest: row.card_digest,
      signature_verified: row.signature_verified,
      fetched_at: row.fetched_at.toISOString(),
    },
    registered_at: row.registered_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    node: row.head,
    agent_card: cardJson(card),
  }
}

const skillsOf = (card: Record<string, unknown>) => card['skills'] as AgentRecord['skills']

const presentStats = ({ last_task_at, ...stats }: AgentStats): AgentRecord['stats'] => ({
  ...stats,
  last_task_at: last_task_at?.toISOString() ?? null,
})

const presentType = (taskType: TaskType) => {
  const { type, description, area, scope = null, payload, output, sideEffects, isIdempotent, contract } = taskType
  return {
    type,
    description,
    area,
    scope,
    input_schema: standaloneSchemaOf(payload),
    output_schema: standaloneSchemaOf(output),
    side_effects: sideEffects,
    idempotent: isIdempotent,
    timeout_s: attemptSeconds(contract, { type }),
    max_attempts: contract.attempts.limit,
  }
}
