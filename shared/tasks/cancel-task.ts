/** Calls tasks off, and jobs, whatever they are done for: final at once, with the evidence of it. */
import type { Tx } from '#db/client'
import { stepOfJob } from '#db/queries/plans-read'
import type { TaskRow } from '#db/queries/tasks'
import { taskTypeOf } from '#shared/agents/catalogue'
import type { TaskContext } from '#shared/agents/submit'
import { taskOfContext } from '#shared/agents/task-of-job'
import { moveAll, type Transition } from '#shared/agents/transitions'
import type { Job } from '#shared/contracts/jobs'
import { isTerminal } from '#shared/contracts/task-states'
import type { Signer } from '#shared/evidence/signing'
import type { JobContract } from '#shared/jobs/contract'
import { contextOf, type Envelope } from '#shared/jobs/envelope'
import { isJobName, jobs } from '#shared/jobs/index'
import { jobAlreadyEnded } from '#shared/kernel/errors/jobs'
import { taskAlreadyEnded } from '#shared/kernel/errors/tasks'
import { cancelPlan } from '#shared/plans/human-input'
import { endJobs } from '#shared/queue/end-jobs'
import { type FoundJob, requireJob } from '#shared/queue/find-job'
import { type NamedTask, requireTask, taskNow, writingPlan, writingTask } from '#shared/tasks/find-task'

/** The task, canceled: also when it was before. @throws TASK_NOT_FOUND, STATE_CONFLICT when it has ended in another way. */
export async function cancelTask(ctx: TaskContext, named: NamedTask): Promise<TaskRow> {
  const row = await requireTask(ctx, named)
  if (row.steps_total > 0) await cancelPlan(writingPlan(ctx, row), ctx.tools, row.id, ctx.actor)
  else if (!isTerminal(row.status)) await cancelWithJob(ctx, row)
  const now = await taskNow(ctx, row)
  if (now.status !== 'canceled') throw taskAlreadyEnded(row.id, now.status)
  return now
}

/** Its job may have ended before: then it waits for a person, or has ended this moment. */
async function cancelWithJob(ctx: TaskContext, row: TaskRow): Promise<void> {
  const move: Transition = { taskId: row.id, to: 'canceled', facts: { job_id: row.job_id }, by: ctx.actor }
  const owner = { ...row, job: taskTypeOf(row).contract.name }
  await writingTask(ctx, row).begin((tx) =>
    endJobs(tx, ctx.tools.signer, [row.job_id], 'canceled', null, {
      owner,
      also: async () => {
        await moveAll(tx, [move], ctx.tools.signer)
        return []
      },
    }),
  )
}

/**
 * The job, canceled: also when it was before. One that is done for a task takes it along; a plan is not done without one of its
 * steps: it is called off as a whole.
 * @throws JOB_NOT_FOUND, STATE_CONFLICT when it has ended in another way.
 */
export async function cancelJob(ctx: TaskContext, jobId: string): Promise<Job> {
  const found = await requireJob(ctx, jobId)
  if (found.job.state === 'canceled') return found.job
  const isCanceled = (found.job.state === 'queued' || found.job.state === 'running') && (await cancelFound(ctx, found))
  const { job: now } = await requireJob(ctx, jobId)
  if (!isCanceled && now.state !== 'canceled') throw jobAlreadyEnded(jobId, now.state)
  return now
}

async function cancelFound(ctx: TaskContext, { job, name, envelope }: FoundJob): Promise<boolean> {
  const { job_id: jobId } = job
  const step = await ctx.read((sql) => stepOfJob(sql, jobId))
  if (step) {
    const plan = { id: step.task_id, steps_total: step.steps_total }
    await cancelPlan(writingPlan(ctx, plan), ctx.tools, plan.id, ctx.actor)
    return false
  }
  const owner = {
    job: name,
    org_id: envelope.orgId,
    key_id: envelope.keyId,
    request_id: envelope.requestId,
    created_at: new Date(envelope.sentAt),
  }
  const ended = await ctx.writing({ kind: 'job', id: jobId }).begin((tx) =>
    endJobs(tx, ctx.tools.signer, [jobId], 'canceled', null, {
      owner,
      also: async (ended) => {
        if (ended.has(jobId)) await noteCanceled(tx, ctx.tools.signer, { jobId, name, envelope })
        return []
      },
    }),
  )
  return ended.has(jobId)
}

/** What else ends with a job: the task that it is done for, and what its type says. */
async function noteCanceled(
  tx: Tx,
  signer: Signer,
  { jobId, name, envelope }: { jobId: string; name: string; envelope: Envelope },
): Promise<void> {
  const context = contextOf(envelope)
  if (context !== undefined) {
    const { id: taskId } = taskOfContext(context)
    await moveAll(tx, [{ taskId, to: 'canceled', facts: { job_id: jobId } }], signer)
  }
  const contract: JobContract | undefined = isJobName(name) ? jobs[name] : undefined
  if (contract?.check.Check(envelope.payload)) await contract.whenCanceled?.(tx, signer, jobId, envelope.payload)
}
