/** The moves of a task between its states: A2A 1.0's. The database holds the same table. */
import type { taskStatuses } from '#db/documents/states'

export type TaskStatus = (typeof taskStatuses)[number]

const moves: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  submitted: ['working', 'rejected', 'canceled', 'failed'],
  working: ['completed', 'failed', 'canceled', 'input-required', 'auth-required'],
  'input-required': ['working', 'canceled', 'failed', 'rejected'],
  'auth-required': ['working', 'canceled', 'failed', 'rejected'],
  completed: [],
  failed: [],
  canceled: [],
  rejected: [],
}

export const mayMove = (from: TaskStatus, to: TaskStatus): boolean => moves[from].includes(to)

/** Whether nothing follows any more. */
export const isTerminal = (status: TaskStatus): boolean => moves[status].length === 0
