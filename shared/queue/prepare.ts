/** Makes the queues be what the contracts say. Idempotent; every process does it when it starts. */
import type { PgBoss } from 'pg-boss'
import { jobs } from '#shared/jobs/index'

const weekSeconds = 7 * 24 * 3600

export async function prepareQueues(boss: PgBoss): Promise<void> {
  for (const { name, policy } of Object.values(jobs)) {
    const settings = {
      retryLimit: policy.retryLimit,
      retryDelay: policy.retryDelaySeconds,
      expireInSeconds: policy.expireInSeconds,
      deleteAfterSeconds: weekSeconds,
      notify: true,
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
    else await boss.createQueue(name, settings)
  }
}
