/** Agents, ours and those elsewhere. */
import { ServiceError } from '#shared/kernel/errors'

export const agentNotFound = (name: string) =>
  new ServiceError('AGENT_NOT_FOUND', `no agent ${name}`, { details: { name } })

export const agentSuspended = (name: string, reason: string) =>
  new ServiceError('AGENT_SUSPENDED', `agent ${name} does not take tasks: ${reason}`, { details: { name, reason } })

/** What an agent elsewhere did instead of its task, as `details.reason`. */
export type AgentFailure =
  | 'unreachable'
  | 'address'
  | 'redirect'
  | 'http_status'
  | 'too_large'
  | 'malformed'
  | 'timeout'
  | 'card'
  | 'refused'
  | 'needs_input'

export const agentFailed = (name: string, reason: AgentFailure, message: string, more: Record<string, unknown> = {}) =>
  new ServiceError('AGENT_FAILED', `agent ${name}: ${message}`, { details: { name, reason, ...more } })

export const agentNameTaken = (name: string) =>
  new ServiceError('STATE_CONFLICT', `there is an agent ${name} already`, { details: { name } })

export const agentStateConflict = (name: string, why: string) =>
  new ServiceError('STATE_CONFLICT', `agent ${name} ${why}`, { details: { name } })

/** @param agent absent where none was named. */
export const unsupportedTaskType = (type: string, allowed: readonly string[], agent?: string) =>
  new ServiceError(
    'UNSUPPORTED_TASK_TYPE',
    agent === undefined
      ? `"${type}" is not a task type of any agent here; they do: ${allowed.join(', ')}`
      : `"${type}" is not a task type of ${agent}; it does: ${allowed.join(', ')}`,
    { details: { type, allowed } },
  )
