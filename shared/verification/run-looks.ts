/** Looks over runs of scans: each counts the pages that it has, and what is kept of their findings is what they say of it, each that was ordered is there, and so are the jobs that it waits for. */

import type { Reader } from '#db/client'
import { queueTables } from '#db/queries/queue'
import {
  calledOff,
  goneJobs,
  ordersBehind,
  type RunFault,
  runsWithoutRow,
  seekingAmong,
  strayFindings,
  strayRuns,
} from '#db/queries/run-looks'
import { countedRuns, runsBehind } from '#db/queries/runs'
import { promisesMissedDays } from '#shared/evidence/job-promises'
import { topIssuesShown } from '#shared/evidence/run-life'
import { areCounted, countedIssues } from '#shared/evidence/sealed/run-issues'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import { scanPage, sitemapJobId } from '#shared/jobs/scan-page'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Some have a hundred thousand pages. */
const runsAtOnce = 20
const ordersAtOnce = 1000

const faultOf = (table: string, key: string, org: string | null, fault: string): RowFault => ({
  ...{ table, key, org, fault },
  ...{ node: null, stream: null, pos: null, ins: null },
})

const told: Record<RunFault['fault'], { table: string; says: string }> = {
  gone: { table: 'scan_runs', says: 'went by age, and is there' },
  pages: { table: 'scan_run_pages', says: 'has more pages, or fewer, than it counts' },
  unsaid: { table: 'scan_run_pages', says: 'has pages that are said to wait, and were scanned or called off' },
  sought: { table: 'scan_runs', says: 'is said to look for its pages, and was called off' },
  counts: { table: 'scan_runs', says: 'is not what its pages come to' },
  issues: { table: 'scan_run_issues', says: 'has other counts of what its pages broke than when it had ended' },
}

const runs: RowLook = {
  name: 'runs of scans',
  async page(sql, after) {
    const { runIds, faults } = await strayRuns(sql, after, { limit: runsAtOnce, top: topIssuesShown })
    const findings = await strayFindings(sql, runIds)
    const seeking = (await seekingAmong(sql, runIds)).map((run) => ({ ...run, job: sitemapJobId(run.run_id) }))
    const sought = await calledOffSeeking(sql, seeking)
    const gone = await goneJobs(sql, scanPage.name, { runIds, seeking, days: promisesMissedDays })
    return {
      faults: [
        ...[...faults, ...sought].map(({ run_id, org_id, fault }) =>
          faultOf(told[fault].table, run_id, org_id, `run ${run_id} ${told[fault].says}`),
        ),
        ...findings.map(({ run_id, scan_id }) =>
          faultOf(
            'scan_findings',
            `${run_id}/${scan_id}`,
            null,
            `other findings are kept of scan ${scan_id} than its page says`,
          ),
        ),
        ...gone.map(({ job_id, run_id, org_id }) =>
          faultOf(
            queueTables.job,
            job_id,
            org_id,
            `run ${run_id} waits for job ${job_id}, which is neither in its queue nor has it ended`,
          ),
        ),
      ],
      last: runIds.length < runsAtOnce ? undefined : runIds.at(-1),
      rows: runIds.length,
    }
  },
}

type SeekingRun = Pick<RunFault, 'run_id' | 'org_id'> & { job: string }

/** Those that are said to look for their pages, though the job that did was called off. */
async function calledOffSeeking(sql: Reader, runs: readonly SeekingRun[]): Promise<RunFault[]> {
  if (runs.length === 0) return []
  const off = await calledOff(
    sql,
    runs.map(({ job }) => job),
  )
  return runs.flatMap(({ run_id, org_id, job }) => (off.has(job) ? [{ run_id, org_id, fault: 'sought' as const }] : []))
}

const withoutRun: RowLook = {
  name: 'rows of runs that are not there',
  async page(sql, after) {
    const { runs: found, last } = await runsWithoutRow(sql, after, runsAtOnce)
    const faults = found.map(({ run_id, table }) =>
      faultOf(table, run_id, null, `${table} has rows of run ${run_id}, which is not there`),
    )
    return { faults, last, rows: runsAtOnce }
  },
}

const orders: RowLook = {
  name: 'runs that were ordered',
  async page(sql, after = '') {
    const rows = await ordersBehind(sql, after, ordersAtOnce)
    const faults = rows
      .filter(({ is_missed }) => is_missed)
      .map(({ run_id, org_id, node, stream, pos }) => ({
        ...faultOf('scan_runs', run_id, org_id, `run ${run_id} was ordered, and is not there`),
        ...{ node, stream, pos },
      }))
    return { faults, last: rows.length < ordersAtOnce ? undefined : rows.at(-1)?.stream, rows: rows.length }
  },
}

/** For who has the key: what counts which rules a run's pages break is what the run says. */
const issues = (sealer: Sealer): RowLook => ({
  name: 'what pages of runs break',
  async page(sql, after) {
    const runIds = await runsBehind(sql, after, runsAtOnce)
    const counted = await countedRuns(sql, runIds)
    const faults = counted
      .filter((run) => !run.is_departing && !areCounted(sealer, run))
      .map(({ run_id, org_id }) =>
        faultOf(
          countedIssues.table,
          run_id,
          org_id,
          `run ${run_id} has other counts of what its pages break than it says`,
        ),
      )
    return { faults, last: runIds.length < runsAtOnce ? undefined : runIds.at(-1), rows: runIds.length }
  },
})

/** The sums while rows of before them are still to be counted: none. */
export const runLooks = (sealer: Sealer | undefined): readonly RowLook[] => [
  runs,
  // After what is left of them.
  withoutRun,
  orders,
  ...(sealer && isAskedFor(sealer, countedIssues) ? [issues(sealer)] : []),
]
