/** Looks over the queues, for who has the key: each job that has not ended is what was ordered, and none was ended by a hand. */
import { type QueuePlace, queueTables, type StandingJob, standingJobs, strayQueues } from '#db/queries/queue'
import { isEnvelope } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import { standingFault } from '#shared/jobs/standing'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const jobsAtOnce = 1000

const queued = (sealer: Sealer): RowLook => ({
  name: 'jobs in queues',
  async page(sql, after) {
    const from: QueuePlace | undefined = after === undefined ? undefined : JSON.parse(after)
    const rows = await standingJobs(sql, from, jobsAtOnce)
    const faults = rows.flatMap((job) => {
      const fault = job.has_ended || !isOurs(job) ? undefined : standingFault(sealer, job)
      return fault === undefined ? [] : [faultOf(job, fault)]
    })
    const end = rows.length < jobsAtOnce ? undefined : rows.at(-1)
    return { faults, last: end && JSON.stringify({ name: end.name, id: end.id }), rows: rows.length }
  },
})

/** How often each tries a job, and for how long, every process that starts says anew. */
const queues: RowLook = {
  name: 'queues',
  async page(sql) {
    const rows = await strayQueues(sql, jobNames)
    const faults = rows.map(
      ({ name, column }): RowFault => ({
        ...{ table: queueTables.queue, key: name, org: null, node: null, stream: null, pos: null, ins: null },
        fault:
          column === 'name'
            ? `the queue ${name} is not there, and jobs of it are`
            : `the queue ${name} has another ${column} than it was made with`,
      }),
    )
    return { faults, last: undefined, rows: jobNames.length }
  },
}

/** Others may have queues of their own there: whose jobs have no seal are theirs. */
const isOurs = ({ name, data }: StandingJob): boolean =>
  jobNames.some((own) => own === name) || (isEnvelope(data) && data.seal !== undefined)

const faultOf = ({ id, name }: StandingJob, why: string): RowFault => ({
  ...{ table: queueTables.job, key: id, node: null, stream: null, pos: null, ins: null },
  // Of what stands in a queue nobody knows for whom it is.
  org: null,
  fault: `job ${id} of ${name} is not as it was sent: ${why}`,
})

export const queueLooks = (sealer: Sealer): readonly RowLook[] => [
  queues,
  ...(asksForSeals(sealer) ? [queued(sealer)] : []),
]
