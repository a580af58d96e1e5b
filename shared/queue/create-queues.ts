/** Makes the queues be what the contracts say. Idempotent; every process does it when it starts. */
import type { PgBoss } from 'pg-boss'
import { jobs } from '#shared/jobs/index'

export async function prepareQueues(boss: PgBoss): Promise<void> {
  for (const { name, attempts } of Object.values(jobs)) {
    const settings = {
      retryLimit: attempts.limit - 1,
      retryDelay: attempts.delaySeconds,
      expireInSeconds: attempts.expireInSeconds,
      // Never by pg-boss, which does it in one statement, however much there is: maintenance does, piece by piece.
      deleteAfterSeconds: 0,
      notify: true,
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
    else await boss.createQueue(name, settings)
  }
}
