/** pg-boss as its documentation has it: send() per call, work() with ten at once, woken by NOTIFY; and tuned by its own options. */
import { PgBoss } from 'pg-boss'
import type { PeerJob, Send } from '#bench/peers/replies'
import type { Work } from '#bench/peers/work'

const queue = 'bench-generate-tree'

async function openBoss(url: string, useListenNotify: boolean): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, useListenNotify })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(queue, { notify: true })
  return boss
}

export async function openBossSender(url: string): Promise<Send> {
  const boss = await openBoss(url, false)
  return (job) => boss.send(queue, job)
}

/**
 * At its default of 30 s between looks a wake-up that finds more jobs than pollers leaves the rest lying: calls then time
 * out. So it looks every half second, which is the least it allows.
 * @param isBatched one poller that takes fifty at a time, worked on together and saved in one transaction.
 */
export async function startBossWorker(url: string, work: Work, isBatched: boolean): Promise<void> {
  const boss = await openBoss(url, true)
  const options = {
    ...(isBatched ? { batchSize: 50, burstWhenBatchFull: true } : { localConcurrency: 10 }),
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 0.5,
  }
  await boss.work<PeerJob>(queue, options, async (jobs) => {
    await work.settle(await Promise.all(jobs.map(({ data }) => work.perform(data))))
  })
}
