/** How long attempts at jobs may take. */
import { expect, test } from 'bun:test'
import { endlessAfterSeconds } from '#db/queries/queue'
import { builtInAgents } from '#shared/agents/catalogue'
import { attemptSeconds, type JobContract } from '#shared/jobs/contract'
import { jobs } from '#shared/jobs/index'

test('no attempt at a job or a task is given as long as verification takes for without end', () => {
  const ofJobs = Object.values<JobContract>(jobs).map((job) => attemptSeconds(job, {}))
  const ofTasks = builtInAgents.flatMap(({ types }) =>
    types.map(({ type, contract }) => attemptSeconds(contract, { type })),
  )

  expect(Math.max(...ofTasks)).toBeGreaterThan(Math.max(...ofJobs))
  expect(Math.max(...ofJobs, ...ofTasks) * 2).toBeLessThan(endlessAfterSeconds)
})
