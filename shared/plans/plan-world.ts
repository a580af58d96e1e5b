/** What the engine of plans sees and what it answers: a plan's task and steps, what happens to them, what is decided. */
import type { CameOf, StepSpec } from '#shared/agents/plan'
import type { GovernanceRecord, Tier } from '#shared/contracts/decision'
import type { StepState } from '#shared/contracts/step-states'
import type { TaskStatus } from '#shared/contracts/task-states'
import type { Actor } from '#shared/evidence/actor'
import type { StoredError } from '#shared/kernel/errors'

export type PlanTask = { id: string; status: TaskStatus; total: number; open: number; held: number }

/** A step as it stands. */
export type PlanStep = {
  ord: number
  id: string
  type: string
  agent: string
  state: StepState
  needs: readonly number[]
  dependents: readonly number[]
  /** How many of the needed steps have not ended. */
  waiting: number
  /** Attempts that were begun and not forgiven. */
  attempt: number
  jobId: string | null
  /** Which delivery of the job speaks for the step; null before the first. */
  lease: number | null
  reason: SkipReason | null
  spec: StepSpec
}

export type SkipReason = 'when' | 'need' | 'reference'

/** What a step came to. */
export type StepMade = {
  /** JSON text; absent where it is there already. */
  result?: string | undefined
  digest: string
  /** The evidence node of what was made. */
  made: string | null
}

/** What a step came to that was done where it came to its turn. */
export type StepDone = StepMade & {
  /** What let it begin. */
  leave: GovernanceRecord
  /** What let its result out. */
  release: GovernanceRecord
}

/** One delivery of a step's job. Nobody speaks for a step but the newest of its newest job. */
export type StepDelivery = { ord: number; jobId: string; lease: number }

export type PlanEvent =
  /** The plan was taken in: what needs nothing begins. */
  | { of: 'begin' }
  | ({ of: 'start'; governance?: GovernanceRecord | undefined } & StepDelivery)
  /** The attempt broke; the queue delivers the job again. One that is forgiven costs nothing. */
  | ({ of: 'again'; code: string; isForgiven?: boolean } & StepDelivery)
  | ({ of: 'completed' | 'held'; governance?: GovernanceRecord | undefined } & StepMade & StepDelivery)
  | ({ of: 'failed'; error: StoredError; governance?: GovernanceRecord | undefined } & StepDelivery)
  /** The job is lost, or stuck: another one takes its place. With an error, nobody knows how to do it. */
  | { of: 'lost'; ord: number; jobId: string; error?: StoredError }
  /** A person has answered, or released what was held. */
  | ({ of: 'answered'; ord: number; facts: MoveFacts; by: Actor; governance?: GovernanceRecord | undefined } & StepMade)
  | {
      of: 'rejected'
      ord: number
      error: StoredError
      facts: MoveFacts
      by: Actor
      governance?: GovernanceRecord | undefined
    }
  /** Nobody has answered a question in the time that it gave. */
  | { of: 'unanswered'; ord: number }
  | { of: 'cancel'; by: Actor }
  /** Something of it was changed in the store: nothing of it is gone by any more. */
  | { of: 'tampered'; error: StoredError }
  | { of: 'expire' }

export type MoveFacts = Record<string, string | number | boolean>

/** One move: one evidence node. */
export type PlanMove = {
  /** Absent: the task's own. */
  step?: StepChange
  /** What a task has ended in. */
  error?: StoredError
  to: string
  facts: MoveFacts
  /** Evidence nodes that it rests on. */
  inputs: readonly string[]
  governance?: GovernanceRecord | undefined
  by?: Actor | undefined
}

/** What is to be written of a step. */
export type StepChange = PlanStep & {
  /** The node that says how it stands; undefined leaves it. */
  head?: string
  input?: unknown
  result?: string | undefined
  digest?: string
  made?: string | null
  error?: StoredError
  tier?: Tier | undefined
  isStarted?: boolean
  /** The node that says that it was started. */
  startedBy?: string
  isEnded?: boolean
}

export type Sending = { step: PlanStep; jobId: string; job: unknown }

export type Decision = {
  task: PlanTask
  error?: StoredError
  /** Of a task that is completed: what all of its results come to. */
  digest?: string
  changes: StepChange[]
  sendings: Sending[]
  /** The node of the end that took all open steps with it, whether they are among the changes or not. */
  endedBy?: string
  /** Jobs of ours that nobody needs any more, of steps among the changes. */
  stops: string[]
  /** Events that came too late or spoke for nobody. */
  stale: PlanEvent[]
}

export type PlanWorld = {
  task: PlanTask
  steps: (ords: readonly number[]) => Promise<readonly PlanStep[]>
  /** What came of steps, by their ids, those that this decision has not moved. */
  came: (ids: readonly string[]) => Promise<ReadonlyMap<string, CameOf>>
  /** Whether this process knows what a step is to do; one of a later release may be known to others alone. */
  knows: (step: PlanStep) => boolean
  /** The job of a step's resolved payload; undefined where a person does it. @throws ServiceError when the payload does not fit. */
  prepare: (step: PlanStep, input: unknown) => unknown
  /** Does a step that can be done here; undefined where its job is to do it. */
  doAtOnce?: ((step: PlanStep, input: unknown) => Promise<StepDone | undefined>) | undefined
  newJobId: (step: PlanStep) => string
  /** What the results of all steps come to, those that changed as they are now. */
  digest: (changes: readonly StepChange[]) => Promise<string>
  /** Makes the evidence node of a move; answers its id. */
  record: (move: PlanMove, status: TaskStatus) => string
}
