/** How area C shows tasks and their steps. */

import type { StepWithResult, StoredStep } from '#db/queries/plans'
import type { StepContent } from '#db/queries/plans-read'
import type { StoredTask, TaskRow } from '#db/queries/tasks'
import { hideSealed } from '#shared/agents/sealed'
import { readTier } from '#shared/contracts/decision'
import { isTerminal } from '#shared/contracts/task-states'
import type { TaskCreated, TaskDetail, TaskStep, TaskStepDetail, TaskSummary } from '#shared/contracts/tasks'
import type { StoredError } from '#shared/kernel/errors'

export const presentCreated = (row: TaskRow): TaskCreated => ({
  id: row.id,
  task_id: row.id,
  status: row.status,
  edg_node: row.first,
  evidence: { node: row.first },
  governance_tier: readTier(row.tier),
  created_at: row.created_at.toISOString(),
})

/** What of a task its summary shows. */
type ListedTask = Pick<
  StoredTask,
  | 'id'
  | 'agent'
  | 'type'
  | 'status'
  | 'head'
  | 'tier'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'
  | 'steps_total'
  | 'steps_open'
>
/** What of a step is shown. */
type StepView = Omit<StoredStep, 'task_id' | 'waiting' | 'lease' | 'seal' | 'spec_sum' | 'input_sum' | 'result_sum'>
type StepResult = Pick<StepWithResult, 'id' | 'result'> & { is_told: boolean }

type Links = TaskSummary['links']

/** @param base the base path of area C. */
const linksOf = ({ id, head }: Pick<TaskRow, 'id' | 'head'>, base: string): Links => ({
  self: `${base}/tasks/${id}`,
  events: `${base}/tasks/${id}/events`,
  cancel: `${base}/tasks/${id}/cancel`,
  evidence: `${base}/edg/${head}`,
})

type Counted = Pick<TaskRow, 'status' | 'steps_total' | 'steps_open'>

/** Of a task without steps it is the task itself that is done or not. */
export const progressOf = ({ status, steps_total: total, steps_open: open }: Counted): TaskSummary['progress'] =>
  total > 0 ? { done: total - open, total } : { done: isTerminal(status) ? 1 : 0, total: 1 }

export const presentSummary = (row: ListedTask, base: string): TaskSummary => ({
  id: row.id,
  task_id: row.id,
  type: row.type,
  agent: row.agent,
  status: row.status,
  progress: progressOf(row),
  governance_tier: readTier(row.tier),
  edg_node: row.head,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  links: linksOf(row, base),
})

/** @param all the steps of its plan, in order. */
export function presentStep(taskId: string, step: StepView, all: readonly StepView[], base: string): TaskStep {
  // Of a result that waits for a person, or was refused by one, nothing is told.
  const isDone = step.state === 'completed'
  return {
    id: step.id,
    type: step.type,
    agent: step.agent,
    state: step.state,
    needs: step.needs.flatMap((ord) => all[ord]?.id ?? []),
    on_error: step.on_error ?? 'fail',
    attempt: step.attempt,
    max_attempts: step.max_attempts ?? 1,
    job_id: step.job_id,
    node: step.head,
    made: isDone ? step.made : null,
    result_digest: isDone ? step.result_digest : null,
    reason: step.reason,
    // Written by whoever moved it, and by nobody else.
    error: step.error as StoredError | null,
    governance_tier: readTier(step.tier),
    started_at: step.started_at?.toISOString() ?? null,
    completed_at: step.completed_at?.toISOString() ?? null,
    links: { self: `${base}/tasks/${taskId}/steps/${step.id}` },
  }
}

export const presentStepDetail = (taskId: string, step: TaskStep, content: StepContent): TaskStepDetail => ({
  ...step,
  task_id: taskId,
  payload: hideSealed(parsed(content.spec)?.['payload'] ?? null),
  input: hideSealed(parsed(content.input)),
  result: step.state === 'completed' ? parsed(content.result) : null,
})

// Sound: what a step is asked is an object, and of what came of it nothing is looked at.
const parsed = (text: string | null): Record<string, unknown> | null => (text === null ? null : JSON.parse(text))

/** What came of a plan. What is too large to be told stands with the steps. */
export const planResult = (taskId: string, results: readonly StepResult[], base: string): Record<string, unknown> =>
  Object.fromEntries(
    results.map(({ id, result, is_told }) => [
      id,
      is_told ? parsed(result) : { url: `${base}/tasks/${taskId}/steps/${id}` },
    ]),
  )

/** A task with what was read along with it, so that nothing of it contradicts the rest. */
export type WholeTask = { row: TaskRow; steps: readonly StepView[]; result: unknown; attempt: number }

export function presentDetail(
  { row, steps, result, attempt }: WholeTask,
  governance: TaskDetail['governance'],
  base: string,
): Omit<TaskDetail, 'evidence_chain'> {
  const summary = presentSummary(row, base)
  const { id, task_id, type, agent, status, progress, created_at, updated_at, completed_at, links } = summary
  return {
    id,
    task_id,
    type,
    agent,
    status,
    status_message: statusMessage(row, steps),
    progress,
    result,
    result_digest: status === 'completed' ? row.result_digest : null,
    erased: row.is_erased,
    // Written by whoever moved it, and by nobody else.
    error: row.error as StoredError | null,
    attempt,
    created_at,
    updated_at,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at,
    deadline: row.deadline?.toISOString() ?? null,
    governance,
    links,
    steps: steps.map((step) => presentStep(id, step, steps, base)),
  }
}

/** What of a task a reader wants to know first, in plain words; null where its status says it all. */
export function statusMessage(row: TaskRow, steps: readonly StepView[]): string | null {
  const idsIn = (...states: StepView['state'][]) =>
    steps.filter(({ state }) => states.includes(state)).map(({ id }) => id)
  if (row.status === 'submitted') return 'waits for a worker'
  if (row.status === 'failed') return (row.error as StoredError | null)?.message ?? null
  if (row.status === 'input-required')
    return steps.length === 0 ? 'its result waits to be released or rejected' : waitsFor(steps)
  if (row.status === 'working' && steps.length > 0) {
    const { done, total } = progressOf(row)
    const atWork = idsIn('working')
    const doing = atWork.length > 0 ? `, at work on ${listed(atWork)}` : ', waits for a worker'
    return `${done} of ${total} steps are done${doing}`
  }
  if (row.status === 'completed') {
    const told = [
      ['failed', idsIn('failed')],
      ['skipped', idsIn('skipped')],
    ] as const
    const parts = told.flatMap(([word, ids]) => (ids.length > 0 ? [`${listed(ids)} ${word}`] : []))
    return parts.length > 0 ? parts.join('; ') : null
  }
  return null
}

function waitsFor(steps: readonly StepView[]): string {
  const held = steps.filter(({ state }) => state === 'input-required')
  const asked = held.filter(({ type }) => type === 'person.ask').map(({ id }) => id)
  const results = held.filter(({ type }) => type !== 'person.ask').map(({ id }) => id)
  const parts = [
    ...(asked.length > 0 ? [`an answer to ${listed(asked)}`] : []),
    ...(results.length > 0 ? [`the result of ${listed(results)} to be released or rejected`] : []),
  ]
  return `waits for ${parts.join(', and for ')}`
}

const listedAtMost = 5

/** "step a", "steps a, b and 3 more". */
function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, listedAtMost).join(', ')
  const more = ids.length > listedAtMost ? ` and ${ids.length - listedAtMost} more` : ''
  return `${ids.length === 1 ? 'step' : 'steps'} ${shown}${more}`
}
