/** Every job type has a folder with its worker. */
import { expect, test } from 'bun:test'
import { type JobName, jobNames, jobs } from '#shared/jobs/index'
import { loadWorker } from '#workers/job-workers'

test.each(jobNames)('the folder of %s has the worker of that very contract', async (name: JobName) => {
  const worker = await loadWorker(name)

  expect(worker.contract as unknown).toBe(jobs[name])
})
