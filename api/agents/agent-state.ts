/** How agents are, looked at anew each time: suspended, offline, degraded, busy or available, and why. */
import type { AppContext } from '#api/http/context'
import type { ProcessNotes } from '#db/documents/process-notes'
import type { AgentRow } from '#db/queries/agents'
import { workersAndNotes } from '#db/queries/processes'
import { waitedSeconds } from '#db/queries/task-lists'
import { readCard } from '#shared/agents/card'
import type { BuiltInAgent } from '#shared/agents/catalogue'
import type { AgentState, AgentSummary } from '#shared/contracts/agents'
import type { Governance } from '#shared/governance/governance'
import type { JobContract } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import { versions } from '#shared/kernel/version'

/** An open task that waits longer than this finds its agent busy. */
const busyAfterSeconds = 2

/** `waited`: how long the longest has waited of each agent's tasks, in seconds. */
export type AgentsLook = { workers: Map<string, number>; notes: ProcessNotes; waited: Map<string, number> }

export async function lookAtAgents(read: AppContext['read'], orgId: string): Promise<AgentsLook> {
  const [processes, waited] = await read((sql) => Promise.all([workersAndNotes(sql), waitedSeconds(sql, orgId)]))
  return { ...processes, waited }
}

type Judging = { governance: Pick<Governance, 'blocked'>; orgId: string; look: AgentsLook }

export const blocksOn = ({ governance, orgId }: Omit<Judging, 'look'>, name: string) =>
  governance.blocked(orgId, ['tasks', 'side_effects'], name)

export function builtInState(judging: Judging, agent: BuiltInAgent): { summary: AgentSummary; faults: string[] } {
  const jobs = agent.types.map(({ contract }) => contract)
  const faults = faultsOf(jobs, judging.look)
  const waited = judging.look.waited.get(agent.name) ?? 0
  const status = stateOf({ isSuspended: isSuspended(judging, agent.name), jobs, faults, waited })
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

export function externalState(judging: Judging, row: AgentRow) {
  const card = readCard(row.card)
  const jobs = [runTask]
  const faults = faultsOf(jobs, judging.look)
  const waited = judging.look.waited.get(row.name) ?? 0
  const isStopped = row.status === 'suspended' || isSuspended(judging, row.name)
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

const isSuspended = (judging: Judging, name: string) =>
  blocksOn(judging, name).some(({ blocks }) => blocks.includes('tasks'))

/** What keeps an agent from working as it should. */
function faultsOf(jobs: readonly JobContract[], { workers, notes }: AgentsLook): string[] {
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
