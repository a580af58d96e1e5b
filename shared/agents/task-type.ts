/** What a task type is: everything that is promised about one thing that an agent does. */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Subject } from '#shared/governance/violations'
import type { JobContract, PayloadOf } from '#shared/jobs/contract'
import type { EgressAllow } from '#shared/kernel/addresses'
import type { Area } from '#shared/kernel/areas'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Seal } from '#shared/kernel/encryption'
import type { KeyScope } from '#shared/kernel/key-format'
import type { FoundSecret } from '#shared/kernel/secrets'

/** What turning a task's payload into a job's may need. */
export type ForJobs = {
  seal: Seal
  allow: EgressAllow
  orgId: string
  taskId: string /** Its place, of a step of a plan. */
  step?: number
}

export type SideEffects = 'none' | 'read' | 'write' | 'external'

/** What a job came to, as its worker told: the answer, the node that stands behind it, and what secrets the worker took out of it. */
export type TaskTypeResult = { result: unknown; nodeId: string | undefined; found?: readonly FoundSecret[] | undefined }

/** What decides how far a result may be released. */
export type Risk = { risk_level: string; risk_score: number; confidence: number }

/** What the key of whoever asks for it needs, as it would for the same by a call of its own. */
type Needs = {
  /** It counts as one request of that area. */
  area: Area
  scope?: KeyScope
  /** It counts among the pages that its organisation has queued, and takes its turn as the pages of runs do. */
  isPage?: boolean
}

export type TaskType = Needs & {
  type: string
  /** Raised by one with every change of what its payload may hold or means; none where an agent elsewhere does it. */
  version?: number
  description: string
  payload: TObject
  output: TSchema
  sideEffects: SideEffects
  isIdempotent: boolean
  /** Members of the payload that lie in the store only sealed. */
  secrets?: readonly string[]
  /** Who does what is no job: the steps of a plan, or a person who is asked. */
  by?: 'plan' | 'person'
  /** The job whose worker does it. */
  contract: JobContract
  /** @throws INVALID_REQUEST with paths from the payload's root, ADDRESS_REFUSED. */
  toJob: (payload: unknown, tools: ForJobs) => unknown
  /** Reads what the worker told along with the job's ending. */
  read: (reply: string) => TaskTypeResult
  /** The part of a result that is the same through every door: no ids and no times of the doing. */
  essence: (result: unknown) => unknown
  riskOf: (result: unknown) => Risk | undefined
}

/** Ties payload, result and job of a task type together; types of all shapes then stand in one list. */
export function taskType<Payload extends TObject, Output extends TSchema, Contract extends JobContract>(
  spec: Needs & {
    type: string
    version?: number
    description: string
    payload: Payload
    output: Output
    sideEffects: SideEffects
    isIdempotent: boolean
    secrets?: readonly string[]
    by?: NonNullable<TaskType['by']>
    contract: Contract
    toJob: (payload: Static<Payload>, tools: ForJobs) => PayloadOf<Contract>
    read: (reply: string) => TaskTypeResult
    essence?: (result: Static<Output>) => unknown
    riskOf?: (result: Static<Output>) => Risk | undefined
  },
): TaskType {
  const { essence = (result) => result, riskOf = () => undefined, ...rest } = spec
  // Sound: a payload was checked against the type's schema, and a result was made by the type's own worker.
  return { version: 1, ...rest, essence, riskOf } as TaskType
}

/** What goes with work of a type, so that a process of an earlier release can tell whether it knows that. */
export const versionOf = ({ version }: Pick<TaskType, 'version'>) => (version === undefined ? {} : { version })

/** What two results of the same work have in common: SHA-256 of the RFC 8785 text of the essence. */
export const resultDigest = (of: Pick<TaskType, 'essence'>, result: unknown): string =>
  `sha256:${sha256Hex(canonicalJson(of.essence(result)))}`

/** What is said of a task type of an agent, whichever task it shows in. */
export const taskTypeSubject = ({ agent, type }: { agent: string; type: string }): Subject => ({
  type: 'task_type',
  id: `${agent}/${type}`,
})
