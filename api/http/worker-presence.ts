/** Whether any process does a type of job, so that nobody waits for a worker that is not there. */
import type { Store } from '#api/http/store'
import { workersAndNotes } from '#db/queries/processes'
import { type JobName, jobNames } from '#shared/jobs/index'
import { ServiceError } from '#shared/kernel/errors'
import type { Log } from '#shared/kernel/logger'

export type Crews = {
  /** False once nobody has done it for five seconds: as long as a worker may take that is started anew. */
  areThere: (job: JobName) => Promise<boolean>
  close: () => void
}

const everyMs = 1000
const patienceMs = 5000

const isStoreAway = (error: unknown) => error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE'

export function watchCrews(read: Store['read'], log: Log): Crews {
  const missingSince = new Map(jobNames.map((job) => [job, performance.now()]))
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
  const timer = setInterval(() => {
    lookOnce().catch((error) => {
      if (!isStoreAway(error)) log.error({ err: error }, 'cannot see who works')
    })
  }, everyMs)

  return {
    async areThere(job) {
      // Nobody is refused by an old look.
      if (isMissing(job)) await lookOnce()
      return !isMissing(job)
    },
    close: () => clearInterval(timer),
  }
}
