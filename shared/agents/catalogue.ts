/** The agents that this service is, and what each of them does. Nothing is listed that does not work. */
import { Type as t } from '@sinclair/typebox'
import { readMade } from '#shared/agents/run-task-type'
import type { TaskType } from '#shared/agents/task-type'
import { accessibilityTypes } from '#shared/agents/types/accessibility'
import { briefingTypes } from '#shared/agents/types/briefings'
import { alignmentTypes, calibrationTypes, decodingTypes } from '#shared/agents/types/content'
import { designTypes } from '#shared/agents/types/designs'
import { evidenceTypes } from '#shared/agents/types/evidence'
import { governanceTypes } from '#shared/agents/types/governance'
import { planTypes } from '#shared/agents/types/plans'
import { traceTypes } from '#shared/agents/types/traces'
import { treeTypes } from '#shared/agents/types/trees'
import { runTask } from '#shared/jobs/run-task'

export type BuiltInAgent = {
  name: string
  displayName: string
  description: string
  types: readonly TaskType[]
}

export const builtInAgents: readonly BuiltInAgent[] = [
  {
    name: 'risk-assessor',
    displayName: 'Risk assessor',
    description: 'Takes telemetry in, finds it again, sums it up and assesses the risk that it shows.',
    types: traceTypes,
  },
  {
    name: 'tree-generator',
    displayName: 'Tree generator',
    description: 'Makes measurement trees of stored telemetry and compares them.',
    types: treeTypes,
  },
  {
    name: 'accessibility-auditor',
    displayName: 'Accessibility auditor',
    description: 'Examines web pages for accessibility and says what has changed.',
    types: accessibilityTypes,
  },
  {
    name: 'design-verifier',
    displayName: 'Design verifier',
    description: 'Holds snapshots of pages to how they are to look, and to the design system.',
    types: designTypes,
  },
  {
    name: 'semiotic-decoder',
    displayName: 'Semiotic decoder',
    description: 'Extracts what texts say: who asks, promises and claims what, by when, and where it stands.',
    types: decodingTypes,
  },
  {
    name: 'harmonic-analyst',
    displayName: 'Harmonic analyst',
    description: 'Scores how texts stand to dimensions of alignment, and says what each score is made of.',
    types: alignmentTypes,
  },
  {
    name: 'attunement-calibrator',
    displayName: 'Attunement calibrator',
    description: 'Tunes the parameters that weigh an alignment, within the bounds that the constitution names.',
    types: calibrationTypes,
  },
  {
    name: 'briefing-aggregator',
    displayName: 'Briefing aggregator',
    description: 'Says what mail, source hosting and calendars want of the day, in which order and why.',
    types: briefingTypes,
  },
  {
    name: 'evidence-auditor',
    displayName: 'Evidence auditor',
    description: 'Verifies the evidence of what was done, and exports it so that anybody can.',
    types: evidenceTypes,
  },
  {
    name: 'governance-warden',
    displayName: 'Governance warden',
    description: 'Says what the constitution decides, and what an amendment would have changed.',
    types: governanceTypes,
  },
  {
    name: 'orchestrator',
    displayName: 'Orchestrator',
    description: 'Makes plans of goals, leads plans of many steps through others’ hands, and asks people.',
    types: planTypes,
  },
]

export const findBuiltIn = (name: string): BuiltInAgent | undefined =>
  builtInAgents.find((agent) => agent.name === name)

/** What an agent elsewhere is asked for by a skill of its own, whatever that is. */
const askedElsewhere = (agent: string, type: string): TaskType => ({
  type,
  // Agents are asked in area B.
  area: 'B',
  description: 'A skill of an agent elsewhere.',
  payload: t.Object({}),
  output: t.Unknown(),
  sideEffects: 'external',
  isIdempotent: false,
  contract: runTask,
  toJob: (_, { taskId, step }) => ({ of: 'task', taskId, type, agent, ...(step === undefined ? {} : { step }) }),
  read: readMade,
  essence: (result) => result,
  riskOf: () => undefined,
})

/** What a task is, whosever it is. */
export const taskTypeOf = ({ agent, type }: { agent: string; type: string }): TaskType =>
  findBuiltIn(agent)?.types.find((each) => each.type === type) ?? askedElsewhere(agent, type)

/**
 * Whether this release knows a type as well as whoever took the work in.
 * @param version what goes with work of ours; releases before there were versions sent none.
 */
export function isKnownType({ agent, type, version }: { agent: string; type: string; version?: number }): boolean {
  const ours = findBuiltIn(agent)
  if (!ours) return version === undefined
  const known = ours.types.find((each) => each.type === type)
  return known !== undefined && (version ?? 1) <= (known.version ?? 1)
}
