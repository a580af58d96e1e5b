/** Looks over jobs that failed: of each whose node is younger than rows are kept, how it did is there, as it was then. */

import { failuresBefore } from '#db/queries/jobs'
import { failuresMissedDays } from '#shared/evidence/failures'
import { sealedOutcomes } from '#shared/evidence/sealed/jobs'
import type { RowLook } from '#shared/verification/row-looks'

const failuresAtOnce = 1000

/** From the newest on, until they are older than that: what is older is not read, however much there is. */
const failures: RowLook = {
  name: 'jobs that failed',
  async page(sql, after) {
    const before = after === undefined ? undefined : Number(after)
    const rows = await failuresBefore(sql, before, { limit: failuresAtOnce, days: failuresMissedDays })
    const faults = rows
      .filter((row) => row.is_fresh && row.is_missed)
      .map(({ job_id, org_id, node, stream, pos }) => ({
        ...{ table: sealedOutcomes.table, org: org_id, key: job_id, node, stream, pos, ins: null },
        fault: `job ${job_id} failed, and how it did is not there`,
      }))
    const last = rows.at(-1)
    const isMore = rows.length === failuresAtOnce && last?.is_fresh
    return { faults, last: isMore ? String(last.ins) : undefined, rows: rows.length }
  },
}

export const failureLooks: readonly RowLook[] = [failures]
