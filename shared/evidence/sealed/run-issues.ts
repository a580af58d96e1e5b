/**
 * Which rules the pages of a run break: a run says what all rows that count them come to, put right as its pages end, so that
 * none can be changed, put in, taken away or put back unseen.
 */
import type { Sql } from '#db/client'
import type { KeyPlace } from '#db/queries/pieces'
import {
  type CountedRun,
  countedRuns,
  type RunIssueRow,
  type RunRow,
  runsBehind,
  writeIssueSums,
} from '#db/queries/runs'
import { addToSum, isSameSum, joinSums, maskedSum, noSum, type SealSum } from '#shared/evidence/seal-sums'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

/** Rows without seals of their own, under a sum in their run. */
export const countedIssues = { table: 'scan_run_issues', generation: 8 } as const

type Place = Pick<RunRow, 'run_id' | 'done'>

/** As many of its pages have ended: with each it is another sum. */
const masked = (sealer: Sealer, sum: Uint8Array, { run_id, done }: Place): SealSum =>
  maskedSum(sealer, sum, countedIssues.table, `${done} ${run_id}`)

const put = (sum: SealSum, sealer: Sealer, { run_id, type, pages, issues }: RunIssueRow): void =>
  addToSum(sum, sealer, countedIssues.table, JSON.stringify([run_id, type, pages, issues]))

/** Of a run of which no page has ended. */
export const noIssues = (sealer: Sealer, place: Place): SealSum => masked(sealer, noSum(), place)

/** What is put in and taken out where these rows have come to be, each by so much more than it was. */
export function movedIssues(sealer: Sealer, rows: readonly { now: RunIssueRow; more: RunIssueRow }[]): SealSum {
  const sum = noSum()
  for (const { now, more } of rows) {
    put(sum, sealer, now)
    const before = { ...now, pages: now.pages - more.pages, issues: now.issues - more.issues }
    if (before.pages > 0) put(sum, sealer, before)
  }
  return sum
}

/** What a run says of all of them then; nothing where it has said nothing: it is counted when all of it is sealed. */
export function issuesAfter(sealer: Sealer, before: RunRow, after: Place, moved: SealSum = noSum()): SealSum | null {
  if (before.issue_sum === null) return null
  const sum = masked(sealer, before.issue_sum, before)
  joinSums(sum, moved)
  return masked(sealer, sum, after)
}

/** Whether these are all that a run counts, as they were counted. */
export const areCounted = (sealer: Sealer, run: CountedRun): boolean =>
  run.issue_sum !== null && isSameSum(run.issue_sum, sumOf(sealer, run))

/** The same as far as that is asked for. */
export const mayBeTold = (sealer: Sealer, run: CountedRun): boolean =>
  !isAskedFor(sealer, countedIssues) || areCounted(sealer, run)

/** @throws EVIDENCE_MISMATCH where they are not those that a run counts. @returns the same runs. */
export function requireCounted(sealer: Sealer, runs: readonly CountedRun[]): readonly CountedRun[] {
  if (!runs.every((run) => mayBeTold(sealer, run))) throw evidenceMismatch(countedIssues.table, null)
  return runs
}

/** Says of so many runs behind one what their rows come to, where they do not say it; each is held meanwhile. */
export async function countIssues(
  sql: Sql,
  sealer: Sealer,
  [after]: KeyPlace = [],
  limit: number,
): Promise<KeyPlace | undefined> {
  const ids = await runsBehind(sql, after, limit)
  await sql.begin(async (tx) => {
    const runs = await countedRuns(tx, ids, { isHeld: true })
    const sums = runs
      .filter((run) => !areCounted(sealer, run))
      .map((run) => ({ run_id: run.run_id, issue_sum: sumOf(sealer, run) }))
    await writeIssueSums(tx, sums)
  })
  const last = ids.length < limit ? undefined : ids.at(-1)
  return last === undefined ? undefined : [last]
}

function sumOf(sealer: Sealer, run: CountedRun): SealSum {
  const sum = noSum()
  for (const row of run.issues) put(sum, sealer, { ...row, run_id: run.run_id })
  return masked(sealer, sum, run)
}
