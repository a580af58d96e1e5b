/** What is done with plans, whichever protocol asks for it. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { actorOf, type Call, type Caller, type Idempotency } from '#api/http/endpoint'
import { sizeOf } from '#api/http/store'
import { type StepView, stepsOfPlan } from '#db/queries/plans-read'
import type { TaskRow } from '#db/queries/tasks'
import type { PlannedBy } from '#shared/agents/plan'
import type { Submission } from '#shared/agents/submit'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { StepRequest } from '#shared/contracts/tasks'
import type { Area } from '#shared/kernel/areas'
import { type Issue, ServiceError } from '#shared/kernel/errors'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import { taskAlreadyEnded, wrongStepState } from '#shared/kernel/errors/tasks'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { doersOf } from '#shared/plans/assignees'
import { checkPlan } from '#shared/plans/check'
import { answerPlan, cancelPlan } from '#shared/plans/human-input'
import { orchestrator, submitPlan } from '#shared/plans/submit'

/** Steps as they are asked for. */
export type AskedPlan = Pick<Submission, 'priority' | 'deadline' | 'timeoutSeconds' | 'parents' | 'override'> & {
  steps: readonly StepRequest[]
  plannedBy: PlannedBy
  goal?: string | undefined
  /** How faults of the steps are told, whose paths begin with /steps. */
  told: (issues: Issue[]) => Issue[]
}

type Asking = {
  requestId: string
  idempotency: Idempotency | undefined
  concern: Call['concern']
  writing: Call['writing']
}
type Decided = { decision: 'release' | 'reject'; reason: string; governance: GovernanceRecord }

/** @throws SCOPE_REQUIRED */
export function assertMayOverride(caller: Caller, override: string | null): void {
  if (override !== null && !caller.scopes.includes('governance:override'))
    throw scopeRequired('the scope governance:override')
}

/** A step comes with its node, its edges, its job and its evidence: a hundred are much. */
const rowsOf = (steps: number) => 4 * steps

/** @param door the area through which it is asked for. */
export function openPlanWork({ desk, signer, governance, config, seal, read }: AppContext, door: Area) {
  const tools = {
    read,
    signer,
    governance,
    sendBatch: desk.sendBatch,
    forJobs: { seal, allow: config.egressAllow },
    limits: config,
  }
  const base = config.basePaths.C

  /** @throws INVALID_REQUEST with every fault of the plan, SCOPE_REQUIRED, RATE_LIMIT_EXCEEDED, GOVERNANCE_DENIED, AGENT_SUSPENDED, GOVERNANCE_HALT. */
  async function submit(
    caller: Caller,
    { requestId, idempotency, concern, writing }: Asking,
    asked: AskedPlan,
  ): Promise<TaskRow> {
    const { orgId } = caller
    const { plannedBy, goal, priority, deadline, timeoutSeconds, parents, override } = asked
    assertMayOverride(caller, override)
    const steps = asked.steps.map((step) => withTimeout(step, timeoutSeconds))
    const checked = checkPlan(steps, await read((sql) => doersOf(sql, orgId, steps)), { ...tools.forJobs, orgId })
    if (checked.issues.length > 0) throw refusal(asked.told(checked.issues))
    const agents = new Set([orchestrator.name, ...checked.steps.map(({ agent }) => agent.name)])
    concern({ subjects: [...agents].map((id) => ({ type: 'agent', id })) })
    const taskId = idempotency ? uuidFrom(idempotency.seed, 'task') : randomUUID()
    const made = { ids: { task_id: taskId }, lookAt: `${base}/tasks/${taskId}` }
    return submitPlan(
      { ...tools, writer: writing(made, sizeOf(rowsOf(steps.length))) },
      {
        steps: checked.steps,
        plannedBy,
        asked: { ...(goal === undefined ? {} : { goal }), steps },
        priority,
        deadline,
        parents,
        override,
        by: { ...caller, requestId, door },
        taskId,
        identity: idempotency && { keyDigest: idempotency.keyDigest },
      },
    ).catch((error: unknown) => {
      throw toldOf(error, asked.told)
    })
  }

  /** @throws STATE_CONFLICT when nothing waits for this, INVALID_REQUEST when it is not said what it is for. */
  async function waitingFor(row: TaskRow, input: Meant): Promise<StepView> {
    return stepFor(row, await read((sql) => stepsOfPlan(sql, row.id)), input)
  }

  const writingOf = (call: Call, { id, steps_total: steps }: Pick<TaskRow, 'id' | 'steps_total'>) =>
    call.writing({ ids: { task_id: id }, lookAt: `${base}/tasks/${id}` }, sizeOf(rowsOf(steps)))

  return {
    submit,
    waitingFor,
    /** Nothing, when it has ended. */
    cancel: (plan: Pick<TaskRow, 'id' | 'steps_total'>, call: Call) =>
      cancelPlan(writingOf(call, plan), tools, plan.id, actorOf(call)),
    /** @throws STATE_CONFLICT, INVALID_REQUEST for an answer that is none of the choices. */
    answer: (row: TaskRow, call: Call, step: string, said: { answer: string } | Decided) =>
      answerPlan(writingOf(call, row), tools, row.id, { ...said, step, by: actorOf(call) }),
  }
}

/** Places of steps that a key may not have done, as they are told of. */
function toldOf(error: unknown, told: AskedPlan['told']): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'SCOPE_REQUIRED') return error
  // Sound: the maker of such errors takes nothing else.
  const issues = told((error.details['issues'] ?? []) as Issue[])
  return new ServiceError(error.code, error.message, { details: { ...error.details, path: issues[0]?.path, issues } })
}

/** What holds for each attempt of the whole holds for each of a step that says nothing else. */
const withTimeout = (step: StepRequest, timeoutSeconds: number | null): StepRequest =>
  timeoutSeconds === null || step.timeout_s !== undefined ? step : { ...step, timeout_s: timeoutSeconds }

function refusal(issues: Issue[]) {
  const [first] = issues
  const one = `${first?.path} ${first?.message}`
  return invalidRequest(issues, issues.length === 1 ? one : `${issues.length} faults, the first: ${one}`)
}

/** Which step an input names, and what it answers; a decision answers nothing. */
type Meant = { step?: string | undefined; answer?: string | undefined }

const isQuestion = ({ type }: StepView) => type === 'person.ask'

/** The step that an input is meant for. */
function stepFor(row: TaskRow, steps: readonly StepView[], { step: named, answer }: Meant): StepView {
  const waiting = steps.filter(({ state }) => state === 'input-required')
  const fitting = waiting.filter((step) => isQuestion(step) === (answer !== undefined))
  const ids = (some: readonly StepView[]) => some.map(({ id }) => id).join(', ')
  if (named !== undefined) {
    const step = steps.find(({ id }) => id === named)
    if (!step) throw refusal([{ path: '/step', message: 'is no step of this task', expected: ids(waiting) || 'none' }])
    if (step.state !== 'input-required') throw wrongStepState(row.id, step.id, step.state)
    return fitting.includes(step) ? step : misfit(answer, step)
  }
  const [first, ...more] = fitting
  if (first && more.length === 0) return first
  if (first) throw refusal([{ path: '/step', message: `is missing: ${ids(fitting)} wait`, expected: 'one of them' }])
  if (waiting[0]) return misfit(answer, waiting[0])
  throw taskAlreadyEnded(row.id, row.status)
}

function misfit(answer: string | undefined, { id }: StepView): never {
  throw refusal([
    answer === undefined
      ? { path: '/decision', message: `is not what step ${id} asks for`, expected: 'an answer' }
      : { path: '/answer', message: `is not what step ${id} asks for`, expected: 'a decision with its reason' },
  ])
}
