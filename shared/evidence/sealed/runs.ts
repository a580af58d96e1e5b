/** Seals of runs of scans and of their pages, asked for wherever one is shown or gone on with. */
import type { Reader } from '#db/client'
import { isGoneRun, strayFindings } from '#db/queries/run-looks'
import {
  findCanceledPage,
  findRun,
  findRunWithAccess,
  listRunPages,
  type RunPageRow,
  type RunRow,
} from '#db/queries/runs'
import type { FindingToStore } from '#db/queries/scans'
import { requireThere } from '#shared/evidence/missing-rows'
import { isAskedFor, requireSealed, type SealedTable } from '#shared/evidence/sealed-rows'
import { sha256Bytes } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { runAlreadyEnded } from '#shared/kernel/errors/scans'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedRuns: SealedTable<Omit<RunRow, 'seal'>> = {
  table: 'scan_runs',
  generation: 2,
  columns: [
    ...(['run_id', 'org_id', 'key_id', 'request_id', 'request', 'access_sha256', 'state', 'is_seeking'] as const),
    ...(['page_limit', 'total', 'done', 'failed', 'scored', 'score_sum', 'score_worst', 'top_issues'] as const),
    ...(['is_departing', 'created_at', 'finished_at'] as const),
  ],
  // One says that it was ordered: what it has come to since, its scans'.
  nodeOf: () => null,
}

export const sealedRunPages: SealedTable<Omit<RunPageRow, 'seal'>> = {
  table: 'scan_run_pages',
  generation: 2,
  columns: [
    ...(['run_id', 'page', 'url', 'url_digest', 'depth', 'job_id', 'state', 'score', 'compliance'] as const),
    ...(['issue_count', 'error', 'findings_sha256'] as const),
  ],
  nodeOf: () => null,
}

/** @throws EVIDENCE_MISMATCH where one is not as it was written. */
export const requireProvenRuns = (sealer: Sealer, rows: readonly RunRow[]): void =>
  requireSealed(sealer, sealedRuns, rows)

/** The run whose page a job was, where the page was canceled. @throws EVIDENCE_MISMATCH where either is not as it was written. */
export async function runOfCanceledPage(sql: Reader, sealer: Sealer, jobId: string): Promise<RunRow | undefined> {
  const found = await findCanceledPage(sql, jobId)
  if (!found) return undefined
  requireSealed(sealer, sealedRunPages, [found.page])
  requireProvenRuns(sealer, [found.run])
  return found.run
}

/**
 * What opens the pages of a run; null where nothing does. @throws EVIDENCE_MISMATCH where it, or its run, is not as it was written;
 * STATE_CONFLICT where it has ended: none of its pages is looked at any more, whatever the queue says.
 */
export async function provenAccess(sql: Reader, sealer: Sealer, runId: string): Promise<string | null> {
  const run = await findRunWithAccess(sql, runId)
  if (!run) return null
  requireProvenRuns(sealer, [run])
  if (run.finished_at !== null) throw runAlreadyEnded(runId, run.state)
  const { sealed_access: access, access_sha256: digest } = run
  const isOwn = access === null || (digest !== null && Buffer.compare(sha256Bytes(Buffer.from(access)), digest) === 0)
  if (!isOwn && isAskedFor(sealer, sealedRuns)) throw evidenceMismatch(sealedRuns.table, null)
  return access
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** The run, of this organisation, that is not being deleted. @throws EVIDENCE_MISMATCH where it is not as it was written, or gone, or back. */
export async function findProvenRun(
  { read, signer }: Asking,
  orgId: string,
  runId: string,
): Promise<RunRow | undefined> {
  const find = () => read((sql) => findRun(sql, runId))
  const row = await requireThere(read, { table: sealedRuns.table, orgId, streams: [`run:${runId}`], find })
  if (row) requireProvenRuns(signer, [row])
  if (row?.org_id !== orgId || row.is_departing) return undefined
  // As it once was, with the seal that it had.
  if (await read((sql) => isGoneRun(sql, runId))) throw evidenceMismatch(sealedRuns.table, null)
  return row
}

/** The pages of a run behind one. @throws EVIDENCE_MISMATCH where one is not as it was written, or lacks. */
export async function provenRunPages(
  { read, signer }: Asking,
  { run_id, total }: Pick<RunRow, 'run_id' | 'total'>,
  after: number,
  limit: number,
): Promise<RunPageRow[]> {
  const rows = await read((sql) => listRunPages(sql, run_id, after, limit))
  requireSealed(signer, sealedRunPages, rows)
  const isWhole = rows.every(({ page }, at) => page === after + 1 + at)
  if (!isWhole || after + 1 + rows.length < Math.min(total, after + 1 + limit))
    throw evidenceMismatch(sealedRunPages.table, null)
  return rows
}

type Finding = Omit<FindingToStore, 'run_id' | 'scan_id'>

/** The digest of all that is kept of a scan's findings, in their order: as `findingsDigest` of the queries has it. */
export const digestOfFindings = (findings: readonly Finding[]): Uint8Array =>
  sha256Bytes(Buffer.from(findings.map(textOf).join('')))

const textOf = ({ ord, url_digest, fingerprint, content_fingerprint, severity, type, element }: Finding) =>
  [ord, url_digest, fingerprint, content_fingerprint, severity, sized(type), sized(element), ''].join('\n')
const sized = (text: string) => `${Buffer.byteLength(text)}\n${text}`

const pagesAtOnce = 5000

/**
 * Asks all that two runs are compared by: each run, its pages, and what was kept of their findings.
 * @throws EVIDENCE_MISMATCH where any is not as it was written.
 */
export async function requireComparable(sql: Reader, signer: Sealer, runs: readonly RunRow[]): Promise<void> {
  if (!isAskedFor(signer, sealedRuns)) return
  requireProvenRuns(signer, runs)
  const asking: Asking = { read: (look) => look(sql), signer }
  for (const run of runs)
    for (let after = -1; after + 1 < run.total; after += pagesAtOnce)
      await provenRunPages(asking, run, after, pagesAtOnce)
  const [stray] = await strayFindings(
    sql,
    runs.map(({ run_id }) => run_id),
  )
  if (stray) throw evidenceMismatch('scan_findings', null)
}
