/** Who does which task type: the agents that this service is, and those that the organisation has registered. */
import type { Reader } from '#db/client'
import { type AgentRow, listAgents } from '#db/queries/agents'
import { skillsOf } from '#shared/agents/card'
import { builtInAgents, findBuiltIn, taskTypeOf } from '#shared/agents/catalogue'
import { requireProvenAgents } from '#shared/evidence/sealed/agents'
import type { Sealer } from '#shared/kernel/sealer'
import type { Doers } from '#shared/plans/check'

const ours = new Map(builtInAgents.flatMap(({ name, types }) => types.map((type) => [type.type, { name, type }])))

/** What a step may be of; a plan is none. */
const stepTypes = [...ours.values()].flatMap(({ type: { type, by } }) => (by === 'plan' ? [] : [type]))

/** The agents that this service is, and no others. */
export const builtInDoers: Doers = doersBeside(new Map())

/** Also those of the organisation that are elsewhere: they must be named, so they are read where a step names one. */
export async function doersOf(
  { sql, signer }: { sql: Reader; signer: Sealer },
  orgId: string,
  steps: readonly { agent?: string | undefined }[],
): Promise<Doers> {
  if (steps.every(({ agent }) => agent === undefined || findBuiltIn(agent))) return builtInDoers
  const rows = await listAgents(sql, orgId)
  requireProvenAgents(signer, rows)
  return doersBeside(new Map(rows.map((row) => [row.name, row])))
}

function doersBeside(elsewhere: ReadonlyMap<string, AgentRow>): Doers {
  const skills = new Map<string, readonly string[]>()

  function skillsOfAgent({ name, card }: AgentRow): readonly string[] {
    const known = skills.get(name) ?? skillsOf(card).map(({ id }) => id)
    skills.set(name, known)
    return known
  }

  return {
    find(type, agent) {
      const row = agent === undefined ? undefined : elsewhere.get(agent)
      if (row) {
        const allowed = skillsOfAgent(row)
        if (!allowed.includes(type)) return fault('type', `is not a task type of ${row.name}`, allowed)
        if (row.status === 'suspended')
          return fault('agent', `does not take tasks: ${row.reason ?? 'it was suspended'}`, ['an agent that does'])
        return { agent: { name: row.name, kind: 'external' }, type: taskTypeOf({ agent: row.name, type }) }
      }
      const builtIn = agent === undefined ? undefined : findBuiltIn(agent)
      if (agent !== undefined && !builtIn)
        return fault(
          'agent',
          `there is no agent ${agent}`,
          [...builtInAgents, ...elsewhere.values()].map(({ name }) => name),
        )
      const doer = ours.get(type)
      if (doer && (agent === undefined || agent === doer.name))
        return { agent: { name: doer.name, kind: 'builtin' }, type: doer.type }
      return builtIn
        ? fault(
            'type',
            `is not a task type of ${builtIn.name}`,
            builtIn.types.map((each) => each.type),
          )
        : fault('type', 'is not a task type of any agent here; an agent elsewhere must be named', stepTypes)
    },
  }
}

const namedAtMost = 50

const fault = (of: 'type' | 'agent', message: string, fitting: readonly string[]) => ({
  of,
  fault: message,
  expected: fitting.length === 1 ? String(fitting[0]) : `one of ${fitting.slice(0, namedAtMost).join(', ')}`,
})
