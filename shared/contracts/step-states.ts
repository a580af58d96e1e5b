/** The states of a step and the moves between them. The database holds the same table. */

const moves = {
  blocked: ['ready', 'input-required', 'skipped', 'failed', 'canceled'],
  ready: ['working', 'failed', 'canceled'],
  working: ['ready', 'input-required', 'completed', 'failed', 'canceled'],
  'input-required': ['completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
  skipped: [],
} as const satisfies Record<string, readonly string[]>

export type StepState = keyof typeof moves
export const stepStates = Object.keys(moves) as StepState[]

export const mayStepMove = (from: StepState, to: StepState): boolean =>
  (moves[from] as readonly StepState[]).includes(to)

/** Whether nothing follows any more. */
export const isStepOver = (state: StepState): boolean => moves[state].length === 0
