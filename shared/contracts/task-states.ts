/** The states of a task and the moves between them: A2A 1.0's, in kebab-case. The database holds the same table. */

const moves = {
  submitted: ['working', 'rejected', 'canceled', 'failed'],
  working: ['completed', 'failed', 'canceled', 'input-required', 'auth-required'],
  'input-required': ['working', 'canceled', 'failed', 'rejected'],
  'auth-required': ['working', 'canceled', 'failed', 'rejected'],
  completed: [],
  failed: [],
  canceled: [],
  rejected: [],
} as const satisfies Record<string, readonly string[]>

export type TaskStatus = keyof typeof moves
export const taskStatuses = Object.keys(moves) as TaskStatus[]

export const mayMove = (from: TaskStatus, to: TaskStatus): boolean =>
  (moves[from] as readonly TaskStatus[]).includes(to)

/** Whether nothing follows any more. */
export const isTerminal = (status: TaskStatus): boolean => moves[status].length === 0
