/** How runs of scans move, each row sealed anew by whoever moves it: pages are added, pages end, and with the last one the run. */
import type { Tx } from '#db/client'
import {
  addressesOfRun,
  type EndedPage,
  findRun,
  insertRunPages,
  lockRuns,
  nextOpenPages,
  openPages,
  type PageToAdd,
  type RunPageRow,
  type RunRow,
  topRunIssues,
  writeEndedPages,
  writeRuns,
} from '#db/queries/runs'
import { sealedRunPages, sealedRuns } from '#shared/evidence/sealed/runs'
import { sealAnew, sealOf } from '#shared/evidence/sealed-rows'
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
  const sealed = { ...run, seal: sealOf(sealer, sealedRuns, run) }
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
  await writeEndedPages(
    tx,
    moved.map(({ page }) => page),
    moved.map(({ run_id, issues }) => ({ run_id, issues })),
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
      return { before, after: withEnded(before, pages) }
    }),
  )
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

/** From here on a run is shown no more: what belongs to it is being deleted. */
export async function departRun(tx: Tx, sealer: Sealer, runId: string): Promise<void> {
  const [run] = await lockRuns(tx, [runId])
  if (run && !run.is_departing) await moveRuns(tx, sealer, [{ before: run, after: { ...run, is_departing: true } }])
}

/** Writes runs as they have become; those of which nothing is left to do end, with what the most of their pages broke. */
async function moveRuns(tx: Tx, sealer: Sealer, moves: readonly { before: RunRow; after: RunRow }[]): Promise<void> {
  const at = new Date()
  const ended = moves.map(({ before, after }) => {
    const isOver = after.finished_at === null && !after.is_seeking && after.done === after.total
    return { before, after: isOver ? { ...after, state: 'succeeded' as const, finished_at: at } : after }
  })
  const over = ended.filter(({ before, after }) => before.finished_at === null && after.finished_at !== null)
  const ids = over.map(({ after }) => after.run_id)
  const issues = Map.groupBy(ids.length > 0 ? await topRunIssues(tx, ids, topIssuesShown) : [], ({ run_id }) => run_id)
  await writeRuns(
    tx,
    ended.map(({ before, after }) => {
      const top = ids.includes(after.run_id)
        ? (issues.get(after.run_id) ?? []).map(({ type, pages, issues }) => ({ type, pages, issues }))
        : after.top_issues
      const told = { ...after, top_issues: top }
      return { ...told, seal: sealAnew(sealer, sealedRuns, before, told) }
    }),
  )
}
