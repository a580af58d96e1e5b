/** A plan that was checked: steps by their places, each knowing what it needs and what needs it. */

import type { StepState } from '#shared/contracts/step-states'
import type { Condition } from '#shared/contracts/tasks'
import type { StoredError } from '#shared/kernel/errors'

export type OnError = 'fail' | 'skip' | 'continue'

/** What the store keeps of a step as it was planned. */
export type StepSpec = {
  /** With its references. */
  payload: Record<string, unknown>
  when: Condition | null
  on_error: OnError
  timeout_s: number | null
  max_attempts: number
  /** Of a type of ours, as whoever took the plan in knew it. */
  version?: number
}

export type PlannedStep = {
  ord: number
  id: string
  type: string
  agent: { name: string; kind: 'builtin' | 'external' }
  spec: StepSpec
  needs: readonly number[]
  dependents: readonly number[]
}

/** Who made a plan. */
export type PlannedBy = { planner: 'caller' | 'rules' } | { planner: 'model'; model: string; promptDigest: string }

/** What came of a step, as references and conditions see it. */
export type CameOf = {
  state: StepState
  /** Undefined where there is none. */
  result: unknown
  error: StoredError | null
  /** The evidence node of what it made, else the one that says its state. */
  node: string
}
