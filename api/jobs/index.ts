/** Jobs, whatever their type: how one fares, what came of it, and calling it off. */

import { briefingPresenter } from '#api/briefings/index'
import { testedPresenter } from '#api/connections/test'
import { analysisPresenter } from '#api/content/index'
import { designPresenter } from '#api/designs/verify'
import type { AppContext } from '#api/http/context'
import { type AnswerTo, bind, type Call, type Endpoint, json, type Mount } from '#api/http/endpoint'
import { runPresenter } from '#api/http/job-call'
import { verbContext } from '#api/http/verb-context'
import { scanPresenter } from '#api/scans/scan'
import { treePresenter } from '#api/traces/generate'
import { isReleasedOfTask } from '#shared/agents/released'
import { generateTree } from '#shared/jobs/generate-tree'
import type { JobName } from '#shared/jobs/index'
import { fromStoredError } from '#shared/kernel/errors'
import { jobFailed, jobNotDone } from '#shared/kernel/errors/jobs'
import { withoutSecrets } from '#shared/kernel/secrets'
import { requireJob } from '#shared/queue/find-job'
import { jobRoutes } from '#shared/routes/jobs'
import { cancelJob } from '#shared/tasks/cancel-task'

type Presented = AnswerTo<typeof jobRoutes.getJobResult>

/** One line per job type: what a client gets who fetches a finished job's result. */
const presenters = (room: AppContext): Record<JobName, (jobId: string) => Promise<Presented>> => ({
  'generate-tree': treePresenter(room),
  'run-task': runPresenter(room),
  'scan-page': scanPresenter(room),
  'compare-design': designPresenter(room),
  'analyze-content': analysisPresenter(room),
  'sync-connection': testedPresenter(room),
  'gather-briefing': briefingPresenter(room),
})

export function mountJobs(room: AppContext): Mount {
  return { name: 'jobs', basePath: '', endpoints: jobEndpoints(room), limit: 'jobs' }
}

function jobEndpoints(room: AppContext): Endpoint[] {
  const present = presenters(room)
  const find = (call: Call<unknown, unknown, { job_id: string }>) =>
    requireJob(verbContext(room, call, undefined), call.params.job_id)

  return [
    bind(jobRoutes.getJob, async (call) => json(200, (await find(call)).job)),
    bind(jobRoutes.getJobResult, async (call) => {
      const jobId = call.params.job_id
      const { job, error, name } = await find(call)
      if (job.state === 'failed') throw error ? fromStoredError(error) : jobFailed(jobId)
      if (job.state !== 'succeeded') throw jobNotDone(jobId, job.state)
      const isOfTask = await room.read((sql) => isReleasedOfTask(sql, room.signer, job.job_id))
      const answer = await present[name as JobName](job.job_id)
      // A tree is stored as it was digested; what other rooms keep of a task has lost its secrets already.
      return isOfTask && name === generateTree.name ? secretless(answer) : answer
    }),
    bind(jobRoutes.cancelJob, async (call) =>
      json(200, await cancelJob(verbContext(room, call, undefined), call.params.job_id)),
    ),
  ]
}

/** A tree's answer as a task may tell it, which was released before. */
function secretless({ headers: _, ...answer }: Presented): Presented {
  if (!answer.raw || typeof answer.raw.content !== 'string') return answer
  const content = JSON.stringify(withoutSecrets(JSON.parse(answer.raw.content)).value)
  return { ...answer, raw: { ...answer.raw, content } }
}
