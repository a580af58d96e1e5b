/** What is told of agents: what they are, and, looked at anew each time, how they are. */

import { addressOf } from '#api/http/address'
import type { AppContext } from '#api/http/context'
import type { Caller } from '#api/http/endpoint'
import type { HttpRequest } from '#api/http/wire'
import type { ProcessNotes } from '#db/documents/process-notes'
import { type AgentRow, findAgent, listAgents } from '#db/queries/agents'
import { workersAndNotes } from '#db/queries/processes'
import { type AgentStats, agentStats, waitedSeconds } from '#db/queries/task-lists'
import { cardDigest, cardJson, cardOf, interfaceOf, readCard } from '#shared/agents/card'
import { type BuiltInAgent, builtInAgents, findBuiltIn } from '#shared/agents/catalogue'
import type { TaskType } from '#shared/agents/task-type'
import type { AgentRecord, AgentState, AgentSummary } from '#shared/contracts/agents'
import { gravest, readTier } from '#shared/contracts/decision'
import { attemptSeconds, type JobContract } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import { agentNotFound } from '#shared/kernel/errors/agents'
import { standaloneSchemaOf } from '#shared/kernel/schema/json-schema'
import { versions } from '#shared/kernel/version'

/** An open task that waits longer than this finds its agent busy. */
const busyAfterSeconds = 2

/** `waited`: how long the longest has waited of each agent's tasks, in seconds. */
type Seen = { workers: Map<string, number>; notes: ProcessNotes; waited: Map<string, number> }

export type AgentRecords = ReturnType<typeof openAgentRecords>

export function openAgentRecords({
  read,
  signer,
  governance,
  config,
}: Pick<AppContext, 'read' | 'signer' | 'governance' | 'config'>) {
  const blocksOn = (orgId: string, name: string) => governance.blocked(orgId, ['tasks', 'side_effects'], name)

  /** What keeps an agent from working as it should. */
  function faultsOf(jobs: readonly JobContract[], { workers, notes }: Seen): string[] {
    return [...new Set(jobs)].flatMap(({ name, needs }) => {
      if (!workers.get(name)) return [`no worker of ${name} is alive`]
      return needs.flatMap((need) => {
        const lacks = notes.lacks[need]
        return lacks ? [`no ${need}: ${lacks}`] : []
      })
    })
  }

  function stateOf(about: {
    isSuspended: boolean
    jobs: readonly JobContract[]
    faults: readonly string[]
    waited: number
  }): AgentState {
    if (about.isSuspended) return 'suspended'
    if (about.faults.length > 0) return about.faults.length >= new Set(about.jobs).size ? 'offline' : 'degraded'
    return about.waited > busyAfterSeconds ? 'busy' : 'available'
  }

  async function look(orgId: string): Promise<Seen> {
    const [processes, waited] = await read((sql) => Promise.all([workersAndNotes(sql), waitedSeconds(sql, orgId)]))
    return { ...processes, waited }
  }

  const isSuspended = (orgId: string, name: string) =>
    blocksOn(orgId, name).some(({ blocks }) => blocks.includes('tasks'))

  function builtIn(orgId: string, agent: BuiltInAgent, seen: Seen) {
    const jobs = agent.types.map(({ contract }) => contract)
    const faults = faultsOf(jobs, seen)
    const waited = seen.waited.get(agent.name) ?? 0
    const status = stateOf({ isSuspended: isSuspended(orgId, agent.name), jobs, faults, waited })
    const summary: AgentSummary = {
      name: agent.name,
      display_name: agent.displayName,
      description: agent.description,
      version: versions.api,
      kind: 'builtin',
      status,
      task_types: agent.types.map(({ type }) => type),
    }
    return { summary, faults }
  }

  function external(orgId: string, row: AgentRow, seen: Seen) {
    const card = readCard(row.card)
    const jobs = [runTask]
    const faults = faultsOf(jobs, seen)
    const waited = seen.waited.get(row.name) ?? 0
    const isStopped = row.status === 'suspended' || isSuspended(orgId, row.name)
    const found = stateOf({ isSuspended: isStopped, jobs, faults, waited })
    const summary: AgentSummary = {
      name: row.name,
      display_name: card.name,
      description: card.description,
      version: card.version,
      kind: 'external',
      status: row.fault && (found === 'available' || found === 'busy') ? 'degraded' : found,
      task_types: card.skills.map(({ id }) => id),
    }
    return { summary, card, faults: row.fault ? [...faults, row.fault] : faults }
  }

  function governanceOf(orgId: string, name: string): AgentRecord['governance'] {
    const blocks = blocksOn(orgId, name)
    return {
      tier: gravest([governance.floor(), ...blocks.map(({ tier }) => readTier(tier))]),
      active_violations: blocks.length,
      suspended_scopes: [...new Set(blocks.flatMap((violation) => violation.blocks))].sort(),
    }
  }

  const common = (orgId: string, summary: AgentSummary, faults: readonly string[], stats: AgentStats) => ({
    ...summary,
    stats: presentStats(stats),
    health: {
      state:
        summary.status === 'offline' ? ('down' as const) : faults.length > 0 ? ('degraded' as const) : ('ok' as const),
      last_check_at: new Date().toISOString(),
      detail: faults.length > 0 ? faults.join('; ') : null,
    },
    governance: governanceOf(orgId, summary.name),
  })

  return {
    async list({ orgId }: Caller): Promise<AgentSummary[]> {
      const rows = await read((sql) => listAgents(sql, orgId))
      const seen = await look(orgId)
      return [
        ...builtInAgents.map((agent) => builtIn(orgId, agent, seen).summary),
        ...rows.map((row) => external(orgId, row, seen).summary),
      ]
    },

    /** @throws AGENT_NOT_FOUND */
    async one({ orgId }: Caller, name: string, request: HttpRequest): Promise<AgentRecord> {
      const [seen, stats] = await Promise.all([look(orgId), read((sql) => agentStats(sql, orgId, name))])
      const agent = findBuiltIn(name)
      if (agent) {
        const { summary, faults } = builtIn(orgId, agent, seen)
        const url = `${addressOf(request).origin}${config.basePaths.B}/agents/${name}/a2a`
        const card = cardOf(agent, url)
        return {
          ...common(orgId, summary, faults, stats),
          task_types: agent.types.map(presentType),
          skills: skillsOf(cardJson(card)),
          endpoint: { url, protocol: 'a2a', protocol_binding: 'JSONRPC', protocol_version: '1.0' },
          key: { kid: signer.kid, alg: 'Ed25519', public_key: Buffer.from(signer.publicKey).toString('base64') },
          card: { digest: cardDigest(card), signature_verified: null, fetched_at: null },
          registered_at: null,
          updated_at: null,
          node: null,
          agent_card: cardJson(card),
        }
      }
      const row = await read((sql) => findAgent(sql, orgId, name))
      if (!row) throw agentNotFound(name)
      const { summary, card, faults } = external(orgId, row, seen)
      const spoken = interfaceOf(card)
      return {
        ...common(orgId, summary, faults, stats),
        task_types: card.skills.map(({ id, description }) => ({
          type: id,
          description,
          area: 'B',
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
              protocol: 'a2a',
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
    },
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
