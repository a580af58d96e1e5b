/** Calls tasks off, and jobs, whatever they are done for: final at once, with the evidence of it. */
import { stepOfJob } from '#db/queries/plans-read'
import type { TaskRow } from '#db/queries/tasks'
import { taskTypeOf } from '#shared/agents/catalogue'
import type { TaskContext } from '#shared/agents/submit'
import { taskOfContext } from '#shared/agents/task-of-job'
import { moveAll, type Transition } from '#shared/agents/transitions'
import type { Job } from '#shared/contracts/jobs'
import { isTerminal } from '#shared/contracts/task-states'
import type { VerbContext } from '#shared/evidence/verb-context'
import type { JobContract } from '#shared/jobs/contract'
import { contextOf } from '#shared/jobs/envelope'
import { isJobName, jobs } from '#shared/jobs/index'
import { jobAlreadyEnded } from '#shared/kernel/errors/jobs'
import { taskAlreadyEnded } from '#shared/kernel/errors/tasks'
import { cancelPlan } from '#shared/plans/human-input'
import type { QueueClient } from '#shared/queue/client'
import { type FoundJob, requireJob } from '#shared/queue/find-job'
import { type NamedTask, requireTask, taskNow, writingPlan, writingTask } from '#shared/tasks/find-task'

type CancelContext = TaskContext & VerbContext<{ cancelJob: QueueClient['cancel'] }>

/** The task, canceled: also when it was before. @throws TASK_NOT_FOUND, STATE_CONFLICT when it has ended in another way. */
export async function cancelTask(ctx: CancelContext, named: NamedTask): Promise<TaskRow> {
  const row = await requireTask(ctx, named)
  if (row.steps_total > 0) await cancelPlan(writingPlan(ctx, row), ctx.tools, row.id, ctx.actor)
  else if (!isTerminal(row.status)) await cancelWithJob(ctx, row)
  const now = await taskNow(ctx, row)
  if (now.status !== 'canceled') throw taskAlreadyEnded(row.id, now.status)
  return now
}

async function cancelWithJob(ctx: CancelContext, row: TaskRow): Promise<void> {
  const { signer, cancelJob: cancel } = ctx.tools
  const move: Transition = { taskId: row.id, to: 'canceled', facts: { job_id: row.job_id }, by: ctx.actor }
  const sent = {
    payload: undefined,
    requestId: row.request_id,
    orgId: row.org_id,
    keyId: row.key_id,
    sentAt: row.created_at.toISOString(),
  }
  const writing = writingTask(ctx, row)
  const { name } = taskTypeOf(row).contract
  const isJobCanceled = await cancel(writing, name, row.job_id, sent, (tx) => moveAll(tx, [move], signer))
  // Its job has ended: it waits for a person, or has ended this moment.
  if (!isJobCanceled) await writing.begin((tx) => moveAll(tx, [move], signer))
}

/**
 * The job, canceled: also when it was before. One that is done for a task takes it along; a plan is not done without one of its
 * steps: it is called off as a whole.
 * @throws JOB_NOT_FOUND, STATE_CONFLICT when it has ended in another way.
 */
export async function cancelJob(ctx: CancelContext, jobId: string): Promise<Job> {
  const found = await requireJob(ctx, jobId)
  if (found.job.state === 'canceled') return found.job
  const isCanceled = (found.job.state === 'queued' || found.job.state === 'running') && (await cancelFound(ctx, found))
  const { job: now } = await requireJob(ctx, jobId)
  if (!isCanceled && now.state !== 'canceled') throw jobAlreadyEnded(jobId, now.state)
  return now
}

async function cancelFound(ctx: CancelContext, { job, name, envelope }: FoundJob): Promise<boolean> {
  const { signer, cancelJob: cancel } = ctx.tools
  const { job_id: jobId } = job
  const step = await ctx.read((sql) => stepOfJob(sql, jobId))
  if (step) {
    const plan = { id: step.task_id, steps_total: step.steps_total }
    await cancelPlan(writingPlan(ctx, plan), ctx.tools, plan.id, ctx.actor)
    return false
  }
  const contract: JobContract | undefined = isJobName(name) ? jobs[name] : undefined
  const context = contextOf(envelope)
  return cancel(ctx.writing({ kind: 'job', id: jobId }), name, jobId, envelope, async (tx) => {
    if (context !== undefined) {
      const { id: taskId } = taskOfContext(context)
      await moveAll(tx, [{ taskId, to: 'canceled', facts: { job_id: jobId } }], signer)
    }
    if (contract?.check.Check(envelope.payload)) await contract.whenCanceled?.(tx, jobId, envelope.payload)
  })
}
