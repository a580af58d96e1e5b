/** Every job's worker, one lazy line each: a process loads only those it opens. */
import type { JobName, Jobs } from '#shared/jobs/index'
import type { JobWorker } from '#workers/runtime/worker'

export const jobWorkers: { [Name in JobName]: () => Promise<{ worker: JobWorker<Jobs[Name]> }> } = {
  'generate-tree': () => import('#workers/generate-tree/index'),
  'run-task': () => import('#workers/run-task/index'),
  'scan-page': () => import('#workers/scan-page/index'),
}
