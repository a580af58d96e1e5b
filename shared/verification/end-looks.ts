/** Looks over jobs that failed or were canceled: of each whose node is younger than rows are kept, how it ended is there, as it was then. */

import { endsBefore } from '#db/queries/jobs'
import { endsMissedDays } from '#shared/evidence/job-ends'
import { sealedOutcomes } from '#shared/evidence/sealed/jobs'
import type { RowLook } from '#shared/verification/row-looks'

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

export const endLooks: readonly RowLook[] = [ends]
