/**
 * Looks over jobs: of each that came to something, or to nothing, how it ended is there, as it was then, as long as rows are kept; and what
 * it came to; and of each that a task waits for the job itself.
 */

import { endsBefore, promisesBefore } from '#db/queries/jobs'
import { queueTables } from '#db/queries/queue'
import { endsWithoutResult, leftTasks, resultsOfErased, resultsWithoutEnd } from '#db/queries/result-rows'
import { endsMissedDays } from '#shared/evidence/job-ends'
import { promisesMissedDays } from '#shared/evidence/job-promises'
import { sealedOutcomes, sealedResults } from '#shared/evidence/sealed/jobs'
import { jobNames, resultKeepers } from '#shared/jobs/index'
import { asksForEnds } from '#shared/jobs/standing'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const endsAtOnce = 1000

const told = { failed: 'failed, and how it did', canceled: 'was canceled, and that it was' } as const

/** From the newest on, until they are older than that: what is older is not read, however much there is. */
const ends: RowLook = {
  name: 'jobs that failed or were canceled',
  async page(sql, after) {
    const before = after === undefined ? undefined : Number(after)
    const rows = await endsBefore(sql, before, { limit: endsAtOnce, days: endsMissedDays })
    const faults = rows
      .filter((row) => row.is_fresh && row.is_missed)
      .map(({ job_id, org_id, node, stream, pos, state }) => ({
        ...{ table: sealedOutcomes.table, org: org_id, key: job_id, node, stream, pos, ins: null },
        fault: `job ${job_id} ${told[state]} is not there`,
      }))
    const last = rows.at(-1)
    const isMore = rows.length === endsAtOnce && last?.is_fresh
    return { faults, last: isMore ? String(last.ins) : undefined, rows: rows.length }
  },
}

/** As of those that came to nothing. */
const promises: RowLook = {
  name: 'jobs that were promised',
  async page(sql, after) {
    const before = after === undefined ? undefined : Number(after)
    const rows = await promisesBefore(sql, jobNames, before, { limit: endsAtOnce, days: promisesMissedDays })
    const faults = rows
      .filter((row) => row.is_missed)
      .map(({ job_id, org_id, node, stream, pos }) => ({
        ...{ table: queueTables.job, org: org_id, key: job_id, node, stream, pos, ins: null },
        fault: `job ${job_id} was promised, and is neither in its queue nor has it ended`,
      }))
    const last = rows.at(-1)
    const isMore = rows.length === endsAtOnce && last?.is_fresh
    return { faults, last: isMore ? String(last.ins) : undefined, rows: rows.length }
  },
}

const faultOf = (table: string, key: string, org: string, fault: string): RowFault => ({
  ...{ table, key, org, fault },
  ...{ node: null, stream: null, pos: null, ins: null },
})

const unended: RowLook = {
  name: 'ends of jobs that came to something',
  async page(sql, after, limit) {
    const { rows, last, looked } = await resultsWithoutEnd(sql, after, { limit, days: endsMissedDays })
    const faults = rows.map(({ job_id: id, org_id: org }) =>
      faultOf(sealedOutcomes.table, id, org, `job ${id} came to something, and how it ended is not there`),
    )
    return { faults, last, rows: looked }
  },
}

const unkept: RowLook = {
  name: 'results of jobs that were done',
  async page(sql, after, limit) {
    const { rows, last, looked } = await endsWithoutResult(sql, resultKeepers, after, { limit, days: endsMissedDays })
    const faults = rows.map(({ job_id: id, org_id: org }) =>
      faultOf(sealedResults.table, id, org, `job ${id} was done, and what it came to is not there`),
    )
    return { faults, last, rows: looked }
  },
}

const erased: RowLook = {
  name: 'results of tasks that were erased',
  async page(sql, after, limit) {
    const { rows, last, looked } = await resultsOfErased(sql, after, limit)
    const faults = rows.map(({ job_id: id, org_id: org }) =>
      faultOf(sealedResults.table, id, org, `what job ${id} came to is there, and its task was erased`),
    )
    return { faults, last, rows: looked }
  },
}

const leftBehind: RowLook = {
  name: 'jobs of tasks',
  async page(sql, after, limit) {
    const { rows, last, looked } = await leftTasks(sql, jobNames, after, { limit, days: endsMissedDays })
    const faults = rows.map(({ id, job_id: job, org_id: org, node, lacks }) => ({
      ...(lacks === 'outcome'
        ? faultOf(sealedOutcomes.table, job, org, `job ${job} has done task ${id}, and how it ended is not there`)
        : faultOf(queueTables.job, job, org, `task ${id} waits for job ${job}, which is not in its queue`)),
      ...{ node, stream: `task:${id}` },
    }))
    return { faults, last, rows: looked }
  },
}

/** What succeeded is asked for where its end has been kept as long. */
export const endLooks = (sealer: Sealer | undefined): readonly RowLook[] => [
  ends,
  // After those that ended otherwise than they say.
  ...(sealer && asksForEnds(sealer) ? [unended, unkept, leftBehind] : []),
  erased,
  promises,
]
