/** Every job's worker: what the folder of the job's name exports as `worker`. A process loads only those that it opens. */
import { type JobName, type Jobs, jobs } from '#shared/jobs/index'
import type { JobWorker } from '#workers/runtime/worker'

/** @throws Error where the folder is not there, or does another job. */
export async function loadWorker<Name extends JobName>(name: Name): Promise<JobWorker<Jobs[Name]>> {
  const { worker }: { worker?: JobWorker<Jobs[Name]> } = await import(`#workers/${name}/index`)
  if (worker?.contract !== jobs[name]) throw new Error(`workers/${name}/index.ts has no worker of ${name}`)
  return worker
}
