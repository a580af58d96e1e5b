/** Whether any process does a type of job, so that nobody waits for a worker that is not there. */
import type { Store } from '#api/http/store'
import { workersAndNotes } from '#db/queries/processes'
import { type JobName, jobNames } from '#shared/jobs/index'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'

export type Crews = {
  /** False once nobody has done it for five seconds: as long as a worker may take that is started anew. */
  areThere: (job: JobName) => Promise<boolean>
  close: () => Promise<void>
}

const everyMs = 1000
const patienceMs = 5000

export function watchCrews(read: Store['read'], log: Log): Crews {
  /** From the first look that did not find them: before it, nobody is known to be missing. */
  const missingSince = new Map<JobName, number>()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const { workers } = await read(workersAndNotes)
    const now = performance.now()
    for (const job of jobNames) {
      if (workers.get(job)) missingSince.delete(job)
      else if (!missingSince.has(job)) missingSince.set(job, now)
    }
  }
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  const isMissing = (job: JobName) =>
    performance.now() - (missingSince.get(job) ?? Number.POSITIVE_INFINITY) > patienceMs
  const looks = every(everyMs, 'who works', lookOnce, { log })

  return {
    async areThere(job) {
      // Nobody is refused by an old look.
      if (isMissing(job)) await lookOnce()
      return !isMissing(job)
    },
    close: () => looks.stop(),
  }
}
