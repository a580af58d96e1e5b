/**
 * The moves of a step between its states. The database holds the same table.
 *
 *                     an attempt broke, or its job was lost
 *                  ┌───────────────────────────────┐
 *                  v        a worker begins it     │
 *   blocked ────> ready ───────────────────────> working ────> completed
 *    │ │   all that it needs has ended             │
 *    │ │                                           v  its result waits for a release
 *    │ └── a person does it ─────────────> input-required ───> completed
 *    └──── its condition, a need or a reference says no ─────> skipped
 *
 * From each of these it may fail too, or be canceled together with its task.
 */
import type { stepStates } from '#db/documents/states'

export type StepState = (typeof stepStates)[number]

const moves: Readonly<Record<StepState, readonly StepState[]>> = {
  blocked: ['ready', 'input-required', 'skipped', 'failed', 'canceled'],
  ready: ['working', 'failed', 'canceled'],
  working: ['ready', 'input-required', 'completed', 'failed', 'canceled'],
  'input-required': ['completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
  skipped: [],
}

export const mayStepMove = (from: StepState, to: StepState): boolean => moves[from].includes(to)

/** Whether nothing follows any more. */
export const isStepOver = (state: StepState): boolean => moves[state].length === 0
