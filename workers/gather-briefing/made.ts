/** What a gathering came to: the document, what it was composed of, and its record. */

import type { Briefing, SignalList } from '#db/documents/briefing'
import { type BriefingToStore, packBriefing } from '#db/queries/briefings'
import type { ConnectionRow } from '#db/queries/connections'
import type { ComposeInput, KeptItem } from '#shared/briefing/input'
import { answerText } from '#shared/briefing/replay'
import { weightsHash } from '#shared/briefing/weights'
import type { SaidOf } from '#shared/evidence/kinds'
import type { InputNode } from '#shared/evidence/node-of-kind'
import { sealBriefing } from '#shared/evidence/sealed/documents'
import { type RecordedResult, type RecordingTools, type Result, recordResult } from '#shared/governance/results'
import type { ToldBriefing } from '#shared/jobs/gather-briefing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'
import { type BriefingDocument, instructionsShown } from '#workers/gather-briefing/obeyed'
import type { JobAttempt } from '#workers/runtime/worker'

export const briefingAgent = 'assay-gather-briefing'

export type MadeBriefing = {
  operation: BriefingToStore['operation']
  at: Date
  text: string
  inputs: string
  /** Of which it shows something. */
  connections: string[]
  recorded: RecordedResult
}

type Asking = Pick<JobAttempt, 'id' | 'orgId' | 'keyId' | 'requestId'>

/** What is composed, by the operation, with the document that it comes to. */
export type GatheredBriefing = {
  input: ComposeInput
  at: Date
  rows: readonly ConnectionRow[]
  /** Found among what is shown, and taken out of it. */
  secrets: number
}

/** Nodes that one may rest on: a node has no more than 64 parents. */
const parentsAtMost = 48

/** @throws GOVERNANCE_DENIED */
export function recordBriefing(
  tools: RecordingTools,
  job: Asking,
  { input, at, rows, secrets }: GatheredBriefing,
): MadeBriefing {
  const text = answerText(input)
  // Sound: composing makes of an input what its operation says.
  const document = JSON.parse(text) as BriefingDocument
  const inputs = canonicalJson(input)
  const shown = connectionsShown(input, rows)
  const { found, followed } = instructionsShown(
    document,
    input.items.map(({ item }) => item),
  )
  const about = { type: subjects[input.operation], id: job.id }
  const said = {
    id: job.id,
    agent: briefingAgent,
    at,
    inputs: nodesOf(rows, shown),
    text,
    facts: { secrets_found: secrets, instructions_found: found, instructions_followed: followed.length },
    violated: about,
    told: ({ uses, message }: { uses: readonly string[]; message: string }) =>
      uses.includes('instructions_followed') ? `${message}: of ${followed.slice(0, 10).join(', ')}` : message,
  }
  const facts = {
    job_id: job.id,
    inputs: sha256Hex(inputs),
    considered: input.considered.count,
    shown: input.items.length,
    adapters: input.adapters.length,
    adapters_ok: input.adapters.filter(({ status }) => status === 'ok').length,
    completeness: document.completeness.score,
    instructions_found: found,
    weights: weightsHash(input.weights),
    rules_version: input.rules_version,
  }
  const made = { operation: input.operation, at, text, inputs, connections: shown }
  return { ...made, recorded: recordedOf(tools, job, { document, said, facts }) }
}

const subjects = { briefing: 'briefing', signals: 'signals', meeting: 'meeting' } as const satisfies Record<
  ComposeInput['operation'],
  string
>

type Saying = {
  document: BriefingDocument
  said: Omit<Result<'briefing.compiled'>, 'kind' | 'result'>
  facts: Omit<SaidOf<'briefing.compiled'>, 'sections' | 'conflicts'>
}

function recordedOf(tools: RecordingTools, job: Asking, { document, said, facts }: Saying): RecordedResult {
  if (isBriefing(document)) {
    const result = { ...facts, sections: document.sections.length, conflicts: document.schedule.conflicts.length }
    return recordResult(tools, job, { ...said, kind: 'briefing.compiled', result })
  }
  if (isSignals(document))
    return recordResult(tools, job, { ...said, kind: 'signals.scanned', result: { ...facts, total: document.total } })
  const result = { ...facts, attendees: document.attendees.length }
  return recordResult(tools, job, { ...said, kind: 'meeting.prepared', result })
}

const isBriefing = (document: BriefingDocument): document is Briefing => 'sections' in document
const isSignals = (document: BriefingDocument): document is SignalList => 'signals' in document

/** Those that anything comes of which it shows or rests on: it goes with any of them. What was handed in came over none. */
const connectionsShown = (input: ComposeInput, rows: readonly ConnectionRow[]): string[] => {
  const shown = new Set(input.items.map(({ item }: KeptItem) => item.connection_id))
  return rows
    .map(({ connection_id }) => connection_id)
    .filter((id) => shown.has(id))
    .sort()
}

/** The connections' newest nodes: each says what was brought, and how it stands. */
const nodesOf = (rows: readonly ConnectionRow[], shown: readonly string[]): InputNode[] =>
  rows
    .filter(({ connection_id }) => shown.includes(connection_id))
    .slice(0, parentsAtMost)
    .map(({ head, head_height }) => ({ hash: head, height: head_height }))

/** What whoever waits is told. */
export const toldBriefing = ({ text, recorded }: Pick<MadeBriefing, 'text' | 'recorded'>): ToldBriefing => ({
  nodeId: recorded.node.id,
  tier: recorded.decision.tier,
  text,
})

export const briefingRowOf = (
  signer: Sealer,
  job: Asking,
  { operation, at, text, inputs, connections, recorded }: MadeBriefing,
): BriefingToStore =>
  sealBriefing(signer, {
    job_id: job.id,
    org_id: job.orgId,
    operation,
    tier: recorded.decision.tier,
    created_at: at.toISOString(),
    node_id: recorded.node.id,
    payload_salt: recorded.salt,
    document: packBriefing(text),
    inputs: packBriefing(inputs),
    connections,
  })
