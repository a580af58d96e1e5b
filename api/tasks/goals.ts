/** Steps of a goal that is said in words: by rules here, by a model in a worker. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { type Call, callerOf } from '#api/http/endpoint'
import { needCrew } from '#api/http/job-call'
import type { PlannedBy } from '#shared/agents/plan'
import type { StepRequest } from '#shared/contracts/tasks'
import { waitMsOf } from '#shared/jobs/contract'
import { readRunReply, runTask } from '#shared/jobs/run-task'
import { jobTimeout } from '#shared/kernel/errors/jobs'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { goalIssues, type Proposal, rulePlanner } from '#shared/plans/planner'
import { resultOfJob, whyWithoutResult } from '#shared/queue/results'
import type { PlannedGoal } from '#shared/tasks/create-task'

export function openGoals({ queue, crews, config, read, signer }: AppContext) {
  const waitMs = waitMsOf(config, runTask)

  /** What a worker made of a goal. @throws NO_WORKER; JOB_TIMEOUT: the job goes on, and is met again under the same Idempotency-Key. */
  async function askWorker(call: Call, goal: string, traceId: string | undefined): Promise<Proposal> {
    const { orgId, keyId } = callerOf(call)
    const payload = { goal, ...(traceId === undefined ? {} : { trace_id: traceId }) }
    const jobId = call.idempotency ? uuidFrom(call.idempotency.seed, 'plan.propose') : randomUUID()
    const asked = await queue.enqueueAndWait(
      runTask,
      { of: 'call', type: 'plan.propose', payload },
      {
        requestId: call.requestId,
        orgId,
        keyId,
        jobId,
        isMetAgain: call.idempotency !== undefined,
        writing: call.writing({ ids: { job_id: jobId }, lookAt: `/jobs/${jobId}` }),
        waitMs,
        allow: () => needCrew(call, crews, runTask.name),
        signal: call.request.signal,
      },
    )
    if (asked.state !== 'succeeded') throw jobTimeout(asked.jobId, waitMs)
    const text = asked.reply === undefined ? await read((sql) => resultOfJob(sql, signer, asked.jobId)) : undefined
    if (asked.reply === undefined && text === undefined) throw await read((sql) => whyWithoutResult(sql, asked.jobId))
    // Made by run-task's room, as the type says.
    const made = (text === undefined ? readRunReply(asked.reply ?? '').result : JSON.parse(text)) as Made
    return { steps: made.steps, plannedBy: plannedBy(made) }
  }

  return {
    /** @throws INVALID_REQUEST with the path /goal where it comes to no plan, AGENT_FAILED where the model cannot be asked. */
    async plan(call: Call, goal: string, traceId: string | undefined): Promise<PlannedGoal> {
      const propose = config.planner
        ? askWorker(call, goal, traceId)
        : rulePlanner.propose(goal, { traceId }, call.request.signal)
      return { ...(await propose), goal, told: goalIssues }
    },
  }
}

type Made = {
  steps: StepRequest[]
  planned_by: { planner: 'rules' | 'model'; model?: string; prompt_digest?: string }
}

const plannedBy = ({ planned_by: { planner, model = '', prompt_digest: promptDigest = '' } }: Made): PlannedBy =>
  planner === 'model' ? { planner, model, promptDigest } : { planner }
