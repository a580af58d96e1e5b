/** What a submission asks for: one task, steps, or a goal. Pure. */
import { builtInAgents } from '#shared/agents/catalogue'
import type { StepRequest, TaskSubmission } from '#shared/contracts/tasks'
import type { Issue } from '#shared/kernel/errors'
import { unsupportedTaskType } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'

export type Wanted =
  /** `at`: where in the request its payload stands. */
  | { kind: 'task'; agent: string; type: string; payload: Record<string, unknown>; at: string }
  | { kind: 'steps'; steps: StepRequest[] }
  | { kind: 'goal'; goal: string }

const expected = 'exactly one of task, type with payload, steps and goal'
const forms = ['task', 'type', 'steps', 'goal'] as const

/** @throws INVALID_REQUEST unless it is exactly one of them, UNSUPPORTED_TASK_TYPE. */
export function wantedOf(body: TaskSubmission): Wanted {
  const issues = faultsIn(body)
  if (issues.length > 0) throw invalidRequest(issues)
  const { task, type, payload, agent, steps, goal } = body
  if (task) return { kind: 'task', ...task, agent: task.agent ?? doerOf(task.type), at: '/task/payload' }
  if (type !== undefined && payload)
    return { kind: 'task', type, payload, agent: agent ?? doerOf(type), at: '/payload' }
  if (steps) return { kind: 'steps', steps }
  return { kind: 'goal', goal: goal ?? '' }
}

function faultsIn(body: TaskSubmission): Issue[] {
  const isTyped = body.type !== undefined || body.payload !== undefined
  const [first, ...more] = forms.filter((form) => (form === 'type' ? isTyped : body[form] !== undefined))
  if (first === undefined) return [{ path: '', message: 'does not say what is to be done', expected }]
  const issues: Issue[] = more.map((form) => ({
    path: `/${form}`,
    message: `cannot be given together with ${first}`,
    expected,
  }))
  if (isTyped && body.type === undefined) issues.push({ path: '/type', message: 'is missing', expected: 'text' })
  if (isTyped && body.payload === undefined)
    issues.push({ path: '/payload', message: 'is missing', expected: 'an object' })
  if (body.agent !== undefined && !isTyped)
    issues.push({ path: '/agent', message: 'is not a member here', expected: 'no such member' })
  return issues
}

/** Which of ours does it; an agent elsewhere is always named. */
function doerOf(type: string): string {
  const agent = builtInAgents.find(({ types }) => types.some((each) => each.type === type))
  if (agent) return agent.name
  throw unsupportedTaskType(
    type,
    builtInAgents.flatMap(({ types }) => types.map((each) => each.type)),
  )
}
