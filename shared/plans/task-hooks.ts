/** What follows for tasks from the jobs that are done for them: that one was started, what became of it. The hooks of tasks. */
import { isStoreAway, type Sql, type Tx, transaction } from '#db/client'
import { tasksOfJobs } from '#db/queries/task-jobs'
import { findTaskHeads } from '#db/queries/tasks'
import { findBuiltIn, isKnownType, taskTypeOf } from '#shared/agents/catalogue'
import { refusalsNow } from '#shared/agents/rights'
import { leaveOf, permit } from '#shared/agents/submit'
import { type TaskOfJob, taskOfContext } from '#shared/agents/task-of-job'
import { taskTypeSubject } from '#shared/agents/task-type'
import { moveAll, type Transition } from '#shared/agents/transitions'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { scopeNames } from '#shared/contracts/scopes'
import { isTerminal } from '#shared/contracts/task-states'
import { isAsWritten, requireTaskHead } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { deniedBy } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { type PassedArticle, reportAll, type ViolationFinding } from '#shared/governance/violations'
import { batcher } from '#shared/kernel/batcher'
import { ServiceError, storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { deadlineExceeded, taskTampered } from '#shared/kernel/errors/tasks'
import { placesOf, withoutSecrets } from '#shared/kernel/secrets'
import { type Advanced, advance, type Held, holdPlans, type PlanTools, speaks } from '#shared/plans/advance'
import { isDoneAtOnce, openDoAtOnce } from '#shared/plans/at-once'
import { type JudgedReply, judgeReply } from '#shared/plans/judgement'
import type { PlanEvent } from '#shared/plans/plan-world'
import type { Ending } from '#shared/queue/completions'
import type { HeldDeliveries, JobDelivery, JobHooks, JobTerms, KnownOfJob } from '#shared/queue/hooks'

/** A delivery of a job that is done for a task. */
type TaskDelivery = JobDelivery & { task: TaskOfJob }
type EndedTask = TaskDelivery & { ending: Ending; judged: JudgedStep | undefined }
/** @property leave of a step that is begun when it ends: what let it begin. */
type JudgedStep = JudgedReply & { leave: GovernanceRecord | undefined }

/** A result that is larger stays with its job. A step's is kept for what refers to it. */
const keptBytes = 65_536
const keptOfStepBytes = 1_048_576

export function openTaskHooks(tools: PlanTools & { sql: Sql; governance: Governance }): JobHooks {
  const { sql, signer, governance } = tools

  /** @throws DEADLINE_EXCEEDED when it is too late, SCOPE_REQUIRED when its key may no longer do this. */
  async function startTask(delivery: TaskDelivery): Promise<boolean> {
    const { task, attempt, orgId, keyId } = delivery
    const { id, agent } = task
    const [[head], [refusal]] = await Promise.all([
      findTaskHeads(sql, [id]),
      refusalsNow(sql, signer, [{ keyId, type: taskTypeOf(task) }]),
    ])
    if (head && !isAsWritten(() => requireTaskHead(signer, head))) throw taskTampered(id)
    if (!head || isTerminal(head.status)) return true
    if (refusal) throw refusal
    if (head.is_overdue) throw deadlineExceeded(id, 'was not started before its deadline')
    // What was permitted when it was taken in may have been blocked since.
    const isBlocked = governance.blocked(orgId, scopeNames, agent).length > 0
    if (isBlocked) await permitAgain({ sql, signer, governance }, delivery)
    await moveAll(sql, [{ taskId: id, to: 'working', facts: { attempt } }], signer)
    return true
  }

  const startStep = batcher<StepDelivery, boolean | ServiceError>((deliveries) => startSteps(tools, deliveries), {
    maxItems: 100,
    alone: (error) => !isStoreAway(error),
  })

  const mayStep = batcher<StepDelivery, GovernanceRecord | undefined>((deliveries) => leavesOf(tools, deliveries), {
    maxItems: 100,
    alone: (error) => !isStoreAway(error),
  })

  return {
    known: knownOfJobs,
    terms: (context) => termsOf(taskOfContext(context)),
    /** Moves the task, or its step, to `working`, unless it is there already, or goes through that when it ends. */
    async begin(given) {
      const delivery = ofTask(given)
      if (!isOfStep(delivery)) return startTask(delivery)
      const leave = isDoneAtOnce(delivery.task) ? await mayStep(delivery) : undefined
      if (leave) return { told: leave }
      const begun = await startStep(delivery)
      if (begun instanceof ServiceError) throw begun
      return begun
    },
    judge({ context }, reply, begun) {
      const judged = judgeReply(governance, taskOfContext(context), reply)
      const { record, breaches } = judged
      // Told by `begin` above, and by nobody else.
      const told: JudgedStep = { ...judged, leave: begun as GovernanceRecord | undefined }
      return { refusal: record.decision === 'deny' ? deniedBy(record, breaches) : undefined, told }
    },
    redact: (error) => withoutSecrets(error).value,
    hold: (tx, deliveries) => holdTasks(tx, tools, deliveries.map(ofTask)),
  }
}

/** By the rows of tasks and steps: what such a job itself says is nobody's word. */
async function knownOfJobs(tx: Tx, jobIds: readonly string[]): Promise<Map<string, KnownOfJob>> {
  const rows = await tasksOfJobs(tx, jobIds)
  return new Map(
    rows.map(({ id, job_id, org_id: orgId, key_id: keyId, request_id: requestId, agent, type, ord, state, lease }) => {
      const step = ord === null ? {} : { step: { ord, attempts: 1 } }
      const context: TaskOfJob = { id, agent, type, timeoutSeconds: null, isOverridden: false, ...step }
      // A step that is at work is spoken for by the delivery that began it.
      return [job_id, { context, orgId, keyId, requestId, lease: state === 'working' ? lease : null }]
    }),
  )
}

const ofTask = <Of extends JobDelivery>(delivery: Of): Of & TaskDelivery => ({
  ...delivery,
  task: taskOfContext(delivery.context),
})

function termsOf(task: TaskOfJob): JobTerms {
  const { id, type, step, timeoutSeconds: seconds } = task
  return {
    isKnown: isKnownType(task),
    logged: { task_id: id, type, ...(step ? { step: step.ord } : {}) },
    timeout: seconds ? { seconds, refusal: () => deadlineExceeded(id, `took longer than ${seconds} s`) } : undefined,
    attempts: step?.attempts,
  }
}

/** Locks the plans that a group of jobs belongs to. */
async function holdTasks(
  tx: Tx,
  tools: PlanTools & { governance: Governance },
  deliveries: readonly TaskDelivery[],
): Promise<HeldDeliveries> {
  const { signer, governance } = tools
  const ofSteps = deliveries.filter(isOfStep)
  const held = await holdPlans(
    tx,
    signer,
    [...new Set(ofSteps.map(({ task }) => task.id))],
    ofSteps.map(({ jobId }) => jobId),
  )
  return {
    counts(given, state) {
      const delivery = ofTask(given)
      if (!isOfStep(delivery)) return true
      const isSpoken = (of: PlanEvent['of']) => speaks(held, of, placeOf(delivery))
      return isSpoken(eventFor[state]) || (state !== 'again' && isDoneAtOnce(delivery.task) && isSpoken('start'))
    },
    /** Moves tasks to where their jobs' endings lead. */
    async end(given) {
      // Made by `judge` above, and by nobody else.
      const ended = given.map((each): EndedTask => ({ ...ofTask(each), judged: each.told as JudgedStep | undefined }))
      const [ofStep, ofSingle] = [ended.filter(isOfStep), ended.filter((each) => !isOfStep(each))]
      const moved = ofSingle.length > 0 ? await moveAll(tx, ofSingle.map(transitionOf), signer) : new Map()
      const events = ofStep.flatMap((each) => eventsOf(each).map((event) => ({ taskId: each.task.id, event })))
      const doAtOnce = openDoAtOnce(tx, tools)
      const advanced = events.length > 0 ? await advance(tx, { ...tools, doAtOnce }, held, byTask(events)) : new Map()
      const reports = ended.flatMap(({ task, orgId, judged }) => {
        const plan: Advanced | undefined = advanced.get(task.id)
        const node = task.step ? plan?.nodeOf(task.step.ord) : moved.get(task.id)?.node
        return node && judged ? reportsOf(governance, { ...task, orgId }, judged, node) : []
      })
      await reportAll(tx, signer, reports)
    },
    async retry(broken, code) {
      const events = broken
        .map(ofTask)
        .filter(isOfStep)
        .map(({ isForgiven, ...each }) => ({
          taskId: each.task.id,
          event: { of: 'again' as const, code, isForgiven, ...placeOf(each) },
        }))
      if (events.length > 0) await advance(tx, tools, held, byTask(events))
    },
  }
}

const byTask = (events: readonly { taskId: string; event: PlanEvent }[]): Map<string, PlanEvent[]> =>
  new Map(
    [...Map.groupBy(events, ({ taskId }) => taskId)].map(([taskId, group]) => [
      taskId,
      group.map(({ event }) => event),
    ]),
  )

type StepDelivery = TaskDelivery & { task: { step: NonNullable<TaskOfJob['step']> } }
const isOfStep = <Of extends TaskDelivery>(delivery: Of): delivery is Of & StepDelivery =>
  delivery.task.step !== undefined

const placeOf = ({ task, jobId, lease }: StepDelivery) => ({ taskId: task.id, ord: task.step.ord, jobId, lease })
const eventFor = { succeeded: 'completed', failed: 'failed', again: 'again' } as const

/** What lets steps that are done at once be done; undefined where more is to be said of one than that, as when its time is over. */
async function leavesOf(
  { sql, signer, governance }: PlanTools & { sql: Sql; governance: Governance },
  deliveries: readonly StepDelivery[],
): Promise<(GovernanceRecord | undefined)[]> {
  const [heads, refusals] = await Promise.all([
    findTaskHeads(sql, [...new Set(deliveries.map(({ task }) => task.id))]),
    refusalsNow(
      sql,
      signer,
      deliveries.map(({ keyId, task }) => ({ keyId, type: taskTypeOf(task) })),
    ),
  ])
  const headOf = new Map(heads.map((head) => [head.id, head]))
  return deliveries.map(({ task, orgId }, at) => {
    const head = headOf.get(task.id)
    const isUsual = head && !isTerminal(head.status) && !head.is_overdue && refusals[at] === undefined
    return isUsual && isAsWritten(() => requireTaskHead(signer, head))
      ? leaveOf(governance, { orgId, task })
      : undefined
  })
}

/** Begins steps, those of many plans at once. False for those that nobody waits for any more; what was refused for others. */
async function startSteps(
  { sql, ...tools }: PlanTools & { sql: Sql; governance: Governance },
  deliveries: readonly StepDelivery[],
): Promise<(boolean | ServiceError)[]> {
  const begun: (boolean | ServiceError)[] = []
  await transaction(sql, async (tx) => {
    const held = await holdPlans(
      tx,
      tools.signer,
      [...new Set(deliveries.map(({ task }) => task.id))],
      deliveries.map(({ jobId }) => jobId),
    )
    const refusals = await refusalsNow(
      tx,
      tools.signer,
      deliveries.map(({ keyId, task }) => ({ keyId, type: taskTypeOf(task) })),
    )
    const events = new Map<string, PlanEvent[]>()
    for (const [at, delivery] of deliveries.entries()) {
      const event = await startOf({ ...tools, sql: tx }, held, delivery, refusals[at])
      begun.push(event instanceof ServiceError ? event : event?.of === 'start')
      if (event === undefined || event instanceof ServiceError) continue
      events.set(delivery.task.id, [...(events.get(delivery.task.id) ?? []), event])
    }
    if (events.size > 0) await advance(tx, tools, held, events)
    return undefined
  })
  return begun
}

async function startOf(
  tools: { sql: Tx; signer: Signer; governance: Governance },
  held: Held,
  delivery: StepDelivery,
  refusal: ServiceError | undefined,
): Promise<PlanEvent | ServiceError | undefined> {
  const place = placeOf(delivery)
  if (held.get(place.taskId)?.isTampered) return taskTampered(place.taskId)
  if (!speaks(held, 'start', place)) return undefined
  if (held.get(place.taskId)?.head.is_overdue) return { of: 'expire' }
  if (refusal) return refusal
  try {
    return { of: 'start', ...place, governance: await permitAgain(tools, delivery) }
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** What was permitted when the task was taken in has to be so still. */
function permitAgain(tools: { sql: Tx; signer: Signer; governance: Governance }, delivery: TaskDelivery) {
  const { task, orgId, keyId, requestId } = delivery
  const { type, sideEffects } = taskTypeOf(task)
  return permit(
    { ...tools, writer: { begin: (act) => act(tools.sql) } },
    {
      agent: { name: task.agent, kind: findBuiltIn(task.agent) ? 'builtin' : 'external' },
      type: { type, sideEffects },
      override: task.isOverridden ? 'as the plan has it' : null,
      by: { orgId, keyId, requestId },
    },
  )
}

/** One that was only looked at when its attempt began is begun here. */
const eventsOf = (ended: EndedTask & StepDelivery): PlanEvent[] => {
  const leave = ended.judged?.leave
  return [...(leave ? [{ of: 'start' as const, ...placeOf(ended), governance: leave }] : []), eventOf(ended)]
}

function eventOf({ ending, judged, ...delivery }: EndedTask & StepDelivery): PlanEvent {
  const place = placeOf(delivery)
  const governance = judged?.record
  if (ending.state !== 'succeeded' || !judged) {
    const error = ending.error ?? storedError(jobFailed(delivery.jobId))
    if (error.code === 'JOB_TAMPERED') return { of: 'tampered', error }
    return { of: 'failed', ...place, error, governance }
  }
  const isLarge = Buffer.byteLength(judged.text) > keptOfStepBytes
  return {
    of: judged.record.decision === 'hold' ? 'held' : 'completed',
    ...place,
    governance,
    result: isLarge ? elsewhere(delivery.jobId) : judged.text,
    digest: judged.digest,
    made: judged.nodeId ?? null,
  }
}

/** Where a result is that is too large to be kept with its task. */
const elsewhere = (jobId: string) => JSON.stringify({ job_id: jobId, url: `/jobs/${jobId}/result` })

function transitionOf({ task, ending, attempt, judged }: EndedTask): Transition {
  const { id: taskId } = task
  const common = { taskId, governance: judged?.record }
  if (ending.state === 'canceled') return { ...common, to: 'canceled', facts: { job_id: ending.jobId } }
  if (ending.state === 'failed' || !judged) {
    const error = ending.error
    return { ...common, to: 'failed', facts: { code: error?.code ?? 'JOB_FAILED', attempt }, error: error ?? undefined }
  }
  const isLarge = Buffer.byteLength(judged.text) > keptBytes
  const held = judged.record.decision === 'hold'
  return {
    ...common,
    to: held ? 'input-required' : 'completed',
    facts: { result_digest: judged.digest, job_id: ending.jobId, attempt },
    inputs: judged.nodeId ? [judged.nodeId] : [],
    result: isLarge ? elsewhere(ending.jobId) : judged.text,
    resultDigest: judged.digest,
  }
}

/** A decision of tier T3 or worse is a violation of each article that was not kept; a better one counts as kept. */
function reportsOf(
  governance: Governance,
  task: { id: string; agent: string; type: string; orgId: string },
  { record, breaches, found }: JudgedReply,
  node: string,
): (ViolationFinding | PassedArticle)[] {
  const { orgId, agent, id: taskId } = task
  const ofAgent = { type: 'agent', id: agent }
  const passes = governance
    .blocked(orgId, ['tasks', 'side_effects'], agent)
    .filter(({ article }) => !record.articles.includes(article))
    .map(({ article }): PassedArticle => ({ orgId, article, subject: ofAgent }))
  const findings = breaches.map(({ article, tier, message, uses }): ViolationFinding => {
    const isSecret = uses.includes('secrets_found')
    return {
      orgId,
      article,
      tier,
      // A secret was taken out already, and whoever sends telemetry can put one in: the agent is not blamed for it.
      // What is held waits for a person to look at this very task.
      subject: isSecret ? taskTypeSubject(task) : record.decision === 'hold' ? { type: 'task', id: taskId } : ofAgent,
      message: isSecret ? `${message}: ${placesOf(found)}` : message,
      evidence: [node],
      agent,
      taskId,
      record,
    }
  })
  return [...passes, ...findings]
}
