/** graphile-worker as its documentation has it: addJob per call, run() with a task; and with its settings for throughput. */
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import type { PeerJob, Send } from '#bench/peers/replies'
import type { Work } from '#bench/peers/work'

const task = 'generate-tree'

const logger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') console.error(message)
})

export const graphileConnections = 25

export async function openGraphileSender(url: string): Promise<Send> {
  const utils = await makeWorkerUtils({ connectionString: url, logger })
  await utils.migrate()
  return (job) => utils.addJob(task, job)
}

/** @param isBatched with the configuration of its page on performance: local queue, batched completion, 24 at once. */
export async function startGraphileWorker(url: string, work: Work, isBatched: boolean): Promise<void> {
  await run({
    logger,
    noHandleSignals: true,
    crontab: '',
    taskList: {
      [task]: async (payload) => {
        // Sent by this file's sender, and by nobody else.
        await work.settle([await work.perform(payload as PeerJob)])
      },
    },
    ...(isBatched
      ? {
          preset: {
            worker: {
              connectionString: url,
              concurrentJobs: 24,
              maxPoolSize: graphileConnections,
              localQueue: { size: 500 },
              completeJobBatchDelay: 0,
              failJobBatchDelay: 0,
            },
          },
        }
      : { connectionString: url, concurrency: 10 }),
  })
}
