/** How runs of scans move, each row sealed anew by whoever moves it: pages are added, pages end, and with the last one the run. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/client'
import {
  addressesOfRun,
  countedRuns,
  type EndedPage,
  endedPage,
  findRun,
  insertRunPages,
  lockRuns,
  nextOpenPages,
  openPages,
  type PageToAdd,
  type RunIssueRow,
  type RunPageRow,
  type RunRow,
  writeEndedPages,
  writeRuns,
} from '#db/queries/runs'
import { noteDeletedRun } from '#shared/evidence/run-nodes'
import type { SealSum } from '#shared/evidence/seal-sums'
import { issuesAfter, mayBeTold, movedIssues, noIssues } from '#shared/evidence/sealed/run-issues'
import { sealedRunPages, sealedRuns } from '#shared/evidence/sealed/runs'
import { isAsWritten, sealAnew, sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { sha256Bytes } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'

/** So many of the rules that were broken are told of a run. */
export const topIssuesShown = 10

export type AddedPage = PageToAdd & Pick<RunPageRow, 'page'>

/**
 * Adds pages to a run that is open and is the caller's to change: inserted or locked in this transaction. Leaves out
 * addresses that the run has and what is beyond its limit; answers what was added, with its place.
 */
export async function addRunPages(
  tx: Tx,
  sealer: Sealer,
  runId: string,
  pages: readonly PageToAdd[],
): Promise<AddedPage[]> {
  const run = await findRun(tx, runId)
  if (!run || run.finished_at !== null) return []
  const known = new Set(
    await addressesOfRun(
      tx,
      runId,
      pages.map(({ url }) => url),
    ),
  )
  const byUrl = new Map(pages.toReversed().map((page) => [page.url, page]))
  const fresh = [...byUrl.values()].toReversed().filter(({ url }) => !known.has(url))
  const added = fresh.slice(0, Math.max(0, run.page_limit - run.total)).map((page, n) => {
    const row = {
      ...nothingYet,
      ...page,
      run_id: runId,
      page: run.total + n,
      url_digest: sha256Bytes(Buffer.from(page.url)),
    }
    return { ...row, seal: sealOf(sealer, sealedRunPages, row) }
  })
  await insertRunPages(tx, added)
  await moveRuns(tx, sealer, [{ before: run, after: { ...run, total: run.total + added.length, state: 'running' } }])
  return added.map(({ page, url, depth, job_id }) => ({ page, url, depth, job_id }))
}

const nothingYet = {
  state: 'queued',
  score: null,
  compliance: null,
  issue_count: null,
  error: null,
  findings_sha256: null,
} as const

/** Seals a run that was made in this transaction, as it is then. */
export async function sealNewRun(tx: Tx, sealer: Sealer, run: RunRow): Promise<RunRow> {
  const sealed = { ...run, issue_sum: noIssues(sealer, run), seal: sealOf(sealer, sealedRuns, run) }
  await writeRuns(tx, [sealed])
  return sealed
}

/** Notes pages that have ended, once each, and with the last one the end of their run. The runs are locked. */
export async function endPages(tx: Tx, sealer: Sealer, ended: readonly EndedPage[]): Promise<void> {
  if (ended.length === 0) return
  const open = await openPages(tx, ended)
  if (open.length === 0) return
  const endOf = new Map(ended.map((page) => [page.job_id, page]))
  const moved = open.flatMap((before) => {
    const end = endOf.get(before.job_id)
    if (!end) return []
    const { state, score, compliance, issue_count, findings_sha256, issues } = end
    // As it comes back from the store.
    const error = end.error === null ? null : JSON.parse(JSON.stringify(end.error))
    const after: RunPageRow = { ...before, state, score, compliance, issue_count, error, findings_sha256 }
    return [
      { run_id: before.run_id, page: { ...after, seal: sealAnew(sealer, sealedRunPages, before, after) }, issues },
    ]
  })
  const counted = await writeEndedPages(
    tx,
    moved.map(({ page }) => page),
    moved.map(({ run_id, issues }) => ({ run_id, issues })),
  )
  const more = addedIssues(moved)
  const movesOf = Map.groupBy(
    counted.flatMap((now) => ({ now, more: more.get(placeOf(now)) ?? { ...now, pages: 0, issues: 0 } })),
    ({ now }) => now.run_id,
  )
  const runs = await lockRuns(
    tx,
    moved.map(({ run_id }) => run_id),
  )
  await moveRuns(
    tx,
    sealer,
    runs.map((before) => {
      const pages = moved.filter(({ run_id }) => run_id === before.run_id).map(({ page }) => page)
      return {
        before,
        after: withEnded(before, pages),
        issues: movedIssues(sealer, movesOf.get(before.run_id) ?? []),
      }
    }),
  )
}

const placeOf = ({ run_id, type }: Pick<RunIssueRow, 'run_id' | 'type'>) => `${run_id} ${type}`

/** Of each rule of a run, by its place, how many pages break it more, and how often. */
function addedIssues(moved: readonly Pick<EndedPage, 'run_id' | 'issues'>[]): Map<string, RunIssueRow> {
  const added = new Map<string, RunIssueRow>()
  for (const { run_id, issues: broken } of moved)
    for (const [type, times] of Object.entries(broken)) {
      const { pages, issues } = added.get(placeOf({ run_id, type })) ?? { pages: 0, issues: 0 }
      added.set(placeOf({ run_id, type }), { run_id, type, pages: pages + 1, issues: issues + times })
    }
  return added
}

function withEnded(run: RunRow, pages: readonly RunPageRow[]): RunRow {
  const scores = pages.flatMap(({ score }) => score ?? [])
  return {
    ...run,
    done: run.done + pages.length,
    failed: run.failed + pages.filter(({ state }) => state === 'failed').length,
    scored: run.scored + scores.length,
    score_sum: run.score_sum + scores.reduce((sum, score) => sum + score, 0),
    score_worst: [run.score_worst ?? [], scores]
      .flat()
      .reduce<number | null>((least, score) => Math.min(least ?? score, score), null),
  }
}

/** Nobody reads the run's sitemap any more: it is listed as a page that ended so. Nothing where its pages are known. The caller sends no job. */
export async function giveUpSeeking(
  tx: Tx,
  sealer: Sealer,
  runId: string,
  { url, state, error }: Pick<PageToAdd, 'url'> & Pick<EndedPage, 'error'> & { state: 'failed' | 'canceled' },
): Promise<void> {
  const [locked] = await lockRuns(tx, [runId])
  if (!locked?.is_seeking || locked.finished_at) return
  const [added] = await addRunPages(tx, sealer, runId, [{ url, depth: 0, job_id: randomUUID() }])
  if (added) await endPages(tx, sealer, [endedPage(runId, added.job_id, state, error)])
  await endSeeking(tx, sealer, runId)
}

/** The run's pages are all known now. */
export async function endSeeking(tx: Tx, sealer: Sealer, runId: string): Promise<void> {
  const run = await findRun(tx, runId)
  if (run) await moveRuns(tx, sealer, [{ before: run, after: { ...run, is_seeking: false } }])
}

const canceledAtOnce = 5000

/** Ends a run that is open; its open pages are canceled. The run is locked. */
export async function cancelRun(tx: Tx, sealer: Sealer, run: RunRow): Promise<void> {
  let canceled = 0
  for (let isMore = true; isMore; ) {
    const open = await nextOpenPages(tx, run.run_id, canceledAtOnce)
    const pages = open.map((before) => {
      const after: RunPageRow = { ...before, state: 'canceled' }
      return { ...after, seal: sealAnew(sealer, sealedRunPages, before, after) }
    })
    if (pages.length > 0) await writeEndedPages(tx, pages, [])
    canceled += pages.length
    isMore = open.length === canceledAtOnce
  }
  const after = { ...run, state: 'canceled' as const, is_seeking: false, done: run.done + canceled }
  await moveRuns(tx, sealer, [{ before: run, after: { ...after, finished_at: new Date() } }])
}

/**
 * From here on a run is shown no more: what belongs to it is being deleted, after so many days. Of one that somebody has changed it
 * is not known how old it is: it stays, and verification names it. @returns whether it departs.
 */
export async function departRun(tx: Tx, signer: Signer, runId: string, keptDays: number): Promise<boolean> {
  const [run] = await lockRuns(tx, [runId])
  if (!run || !isAsWritten(signer, sealedRuns, run)) return false
  if (run.is_departing) return true
  await noteDeletedRun(tx, signer, run, keptDays)
  await moveRuns(tx, signer, [{ before: run, after: { ...run, is_departing: true } }])
  return true
}

type Move = {
  before: RunRow
  after: RunRow /** What is put in and taken out of what its pages break. */
  issues?: SealSum
}

/**
 * Writes runs as they have become; those of which nothing is left to do end, with what the most of their pages broke: where that is
 * not as it was counted, the run is sealed no better than it was.
 */
async function moveRuns(tx: Tx, sealer: Sealer, moves: readonly Move[]): Promise<void> {
  const at = new Date()
  const ended = moves.map(({ before, after, issues }) => {
    const isOver = after.finished_at === null && !after.is_seeking && after.done === after.total
    const told: RunRow = { ...after, issue_sum: issuesAfter(sealer, before, after, issues) }
    return { before, after: isOver ? { ...told, state: 'succeeded' as const, finished_at: at } : told }
  })
  const over = ended.filter(({ before, after }) => before.finished_at === null && after.finished_at !== null)
  const ids = over.map(({ after }) => after.run_id)
  const counted = new Map((ids.length > 0 ? await countedRuns(tx, ids) : []).map((run) => [run.run_id, run]))
  await writeRuns(
    tx,
    ended.map(({ before, after }) => {
      const found = counted.get(after.run_id)
      if (!found) return { ...after, seal: sealAnew(sealer, sealedRuns, before, after) }
      const told: RunRow = { ...after, top_issues: found.issues.slice(0, topIssuesShown) }
      const isTrue = mayBeTold(sealer, { ...found, done: after.done, issue_sum: after.issue_sum })
      return { ...told, seal: isTrue ? sealAnew(sealer, sealedRuns, before, told) : before.seal }
    }),
  )
}
