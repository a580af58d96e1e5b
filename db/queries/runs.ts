/**
 * scan_runs and its pages: made whole, moved on as pages end, called off, compared.
 *
 * Whoever changes a run writes job_outcomes first and locks the run's row then. In that order two never wait for each other.
 */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { KeyPlace, TableWalk } from '#db/queries/pieces'
import { isToBeDone } from '#db/queries/queue'
import type { scanRunIssues, scanRunPages, scanRuns } from '#db/tables/runs'
import type { scanFindings } from '#db/tables/scans'

type Run = typeof scanRuns.$inferSelect
type RunPage = typeof scanRunPages.$inferSelect
export type RunRow = Omit<Run, 'sealed_access'>

export type RunToStore = Pick<
  Run,
  | 'run_id'
  | 'org_id'
  | 'key_id'
  | 'request_id'
  | 'request'
  | 'sealed_access'
  | 'access_sha256'
  | 'is_seeking'
  | 'page_limit'
>

/** Writes a run without pages, and without a seal until it has them. False when it was there already. */
export async function insertRun(tx: Tx, run: RunToStore): Promise<boolean> {
  const rows = await tx`
    insert into scan_runs (run_id, org_id, key_id, request_id, request, sealed_access, access_sha256, state, is_seeking,
      page_limit, total, created_at)
    values (${run.run_id}, ${run.org_id}, ${run.key_id}, ${run.request_id}, ${JSON.stringify(run.request)}::text::json,
      ${run.sealed_access}, ${hexOf(run.access_sha256)}::text::bytea, 'queued', ${run.is_seeking}, ${run.page_limit}, 0, now())
    on conflict (run_id) do nothing returning run_id`
  return rows.length > 0
}

const hexOf = (bytes: Uint8Array | null) => (bytes === null ? null : hexBytes(bytes))

export type PageToAdd = Pick<RunPage, 'url' | 'depth' | 'job_id'>

/** Which of these addresses a run has pages of. */
export async function addressesOfRun(sql: Reader, runId: string, urls: readonly string[]): Promise<string[]> {
  const rows = await sql<Pick<RunPage, 'url'>[]>`
    select p.url from unnest(${urls as string[]}::text[]) as r(url)
    join scan_run_pages p on p.run_id = ${runId} and p.url_digest = sha256(convert_to(r.url, 'UTF8'))`
  return rows.map(({ url }) => url)
}

/** Adds pages to a run that the caller has locked or made in this transaction. */
export async function insertRunPages(tx: Tx, pages: readonly RunPage[]): Promise<void> {
  const records = pages.map(({ run_id, page, url, url_digest, depth, job_id, state, seal }) => ({
    ...{ run_id, page, url, depth, job_id, state },
    url_digest: hexBytes(url_digest),
    seal: hexOf(seal),
  }))
  await tx`
    insert into scan_run_pages (run_id, page, url, url_digest, depth, job_id, state, seal)
    select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
      run_id uuid, page int, url text, url_digest bytea, depth smallint, job_id uuid, state text, seal bytea)`
}

export async function findRun(sql: Reader, runId: string): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow[]>`select ${runColumns(sql)} from scan_runs t where run_id = ${runId}`
  return row
}

/** Of the table `t`, without what opens its pages: that may be half a megabyte, and a page's job alone needs it. */
export const runColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.run_id, t.org_id, t.key_id, t.request_id, t.request, t.access_sha256, t.state, t.is_seeking, t.page_limit, t.total, t.done,
  t.failed, t.scored, t.score_sum, t.score_worst, t.top_issues, t.issue_sum, t.is_departing, t.created_at, t.finished_at, t.seal`

/** With what opens the pages of a run, sealed; null where nothing does, or the run has ended. */
export async function findRunWithAccess(sql: Reader, runId: string): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`select ${runColumns(sql)}, t.sealed_access from scan_runs t where t.run_id = ${runId}`
  return row
}

export async function listRuns(
  sql: Reader,
  { orgId, before, limit }: { orgId: string; before: { createdAt: string; runId: string } | undefined; limit: number },
): Promise<RunRow[]> {
  return sql<RunRow[]>`
    select ${runColumns(sql)} from scan_runs t where org_id = ${orgId} and not is_departing
      ${before ? sql`and (created_at, run_id) < (${before.createdAt}::timestamptz, ${before.runId}::uuid)` : sql``}
    order by created_at desc, run_id desc limit ${limit}`
}

/** Lets no other transaction add to an organisation's queue until this one has ended. */
export async function lockQueueOf(tx: Tx, orgId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`scan-runs of ${orgId}`}, 0))`
}

/**
 * Pages of an organisation's runs and of its tasks that have not ended. A crawl counts with all the pages it may come to.
 */
export async function queuedPages(tx: Reader, orgId: string): Promise<number> {
  // Each status is looked up by itself: before Postgres 17 no index is asked for several at once.
  const open = (agent: string, type: string) => tx`
    unnest(array['submitted', 'working', 'input-required', 'auth-required']) as o(status)
    cross join lateral (
      select id from tasks where org_id = ${orgId} and agent = ${agent} and type = ${type} and status = o.status offset 0) t`
  const [row] = await tx<{ queued: number }[]>`
    select (
      select coalesce(sum(case when request->>'of' = 'crawl' then page_limit else total end - done), 0)
      from scan_runs where org_id = ${orgId} and finished_at is null
    )::bigint + (
      select count(*) from ${open('orchestrator', 'plan.execute')} join task_steps s on s.task_id = t.id
      where s.agent = ${scanner} and s.type = ${scanType} and s.state in ('blocked', 'ready', 'working')
    ) + (
      select count(*) from ${open(scanner, scanType)}
    ) as queued`
  return row?.queued ?? 0
}

/** Tasks of which each is one page, and who does them. */
const scanType = 'accessibility.scan'
const scanner = 'accessibility-auditor'

export type EndedPage = Pick<RunPage, 'run_id' | 'job_id' | 'score' | 'compliance' | 'issue_count'> & {
  state: Exclude<RunPage['state'], 'queued'>
  error: unknown
  /** How often each rule was broken. */
  issues: Record<string, number>
  /** Of what was kept of its findings. */
  findings_sha256: Uint8Array | null
}

/** A page that ends without a scan. */
export const endedPage = (runId: string, jobId: string, state: 'failed' | 'canceled', error: unknown): EndedPage => ({
  run_id: runId,
  job_id: jobId,
  state,
  score: null,
  compliance: null,
  issue_count: null,
  error,
  issues: {},
  findings_sha256: null,
})

/** Locks runs in one order. Everything that changes a run comes through here. */
export async function lockRuns(tx: Tx, runIds: readonly string[]): Promise<RunRow[]> {
  return tx<RunRow[]>`
    select ${runColumns(tx)} from scan_runs t where run_id = any(${[...new Set(runIds)].sort()}::uuid[]) order by run_id for update`
}

/** Of the table `t`. */
export const pageColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.run_id, t.page, t.url, t.url_digest, t.depth, t.job_id, t.state, t.score, t.compliance, t.issue_count, t.error,
  t.findings_sha256, t.seal`

/** Of these jobs' pages those that have not ended. Their runs are locked. */
export async function openPages(tx: Tx, jobs: readonly Pick<RunPage, 'run_id' | 'job_id'>[]): Promise<RunPage[]> {
  return tx<RunPage[]>`
    select ${pageColumns(tx)}
    from unnest(${jobs.map(({ run_id }) => run_id)}::uuid[], ${jobs.map(({ job_id }) => job_id)}::uuid[]) as j(run_id, job_id)
    join scan_run_pages t using (run_id, job_id) where t.state = 'queued'`
}

/** The next pages of a run, locked, that have not ended. */
export async function nextOpenPages(tx: Tx, runId: string, limit: number): Promise<RunPage[]> {
  return tx<RunPage[]>`
    select ${pageColumns(tx)} from scan_run_pages t where run_id = ${runId} and state = 'queued' order by page limit ${limit}`
}

/** Writes what became of pages, and of each how often it broke each rule. @returns the rows that count those, as they are then. */
export async function writeEndedPages(
  tx: Tx,
  pages: readonly RunPage[],
  issues: readonly { run_id: string; issues: Record<string, number> }[],
): Promise<RunIssueRow[]> {
  const records = pages.map(
    ({ run_id, page, state, score, compliance, issue_count, error, findings_sha256, seal }) => ({
      ...{ run_id, page, state, score, compliance, issue_count, error },
      findings_sha256: hexOf(findings_sha256),
      seal: hexOf(seal),
    }),
  )
  return tx<RunIssueRow[]>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as r(run_id uuid, page int, state text,
        score smallint, compliance text, issue_count int, error json, findings_sha256 bytea, seal bytea)),
    changed as (
      update scan_run_pages p set state = i.state, score = i.score, compliance = i.compliance,
        issue_count = i.issue_count, error = i.error, findings_sha256 = i.findings_sha256, seal = i.seal
      from input i where p.run_id = i.run_id and p.page = i.page)
    insert into scan_run_issues (run_id, type, pages, issues)
    select i.run_id, e.key, count(*), sum(e.value::int)
    from json_to_recordset(${JSON.stringify(issues)}::json) as i(run_id uuid, issues json), json_each_text(i.issues) e
    group by i.run_id, e.key order by i.run_id, e.key
    on conflict (run_id, type) do update
      set pages = scan_run_issues.pages + excluded.pages, issues = scan_run_issues.issues + excluded.issues
    returning run_id, type, pages, issues`
}

/** Writes what moves of runs, which are locked; with its end, what opens the pages of one is forgotten. */
export async function writeRuns(tx: Tx, runs: readonly RunRow[]): Promise<void> {
  const records = runs.map((run) => ({
    ...run,
    request: undefined,
    access_sha256: undefined,
    issue_sum: hexOf(run.issue_sum),
    seal: hexOf(run.seal),
  }))
  await tx`
    update scan_runs t set state = r.state, is_seeking = r.is_seeking, total = r.total, done = r.done, failed = r.failed,
      scored = r.scored, score_sum = r.score_sum, score_worst = r.score_worst, top_issues = r.top_issues,
      issue_sum = r.issue_sum, is_departing = r.is_departing, finished_at = r.finished_at, seal = r.seal,
      sealed_access = case when r.finished_at is null then t.sealed_access end
    from json_to_recordset(${JSON.stringify(records)}::json) as r(run_id uuid, state text, is_seeking boolean, total int,
      done int, failed int, scored int, score_sum bigint, score_worst smallint, top_issues json, issue_sum bytea,
      is_departing boolean, finished_at timestamptz, seal bytea)
    where t.run_id = r.run_id`
}

/** The page that a job is of, where it was canceled, and its run. */
export async function findCanceledPage(
  sql: Reader,
  jobId: string,
): Promise<{ page: RunPage; run: RunRow } | undefined> {
  const [page] = await sql<RunPage[]>`
    select ${pageColumns(sql)} from scan_run_pages t where job_id = ${jobId} and state = 'canceled'`
  const run = page && (await findRun(sql, page.run_id))
  return run && { page, run }
}

/** The jobs of a run's pages that have not ended. */
export async function openPageJobs(tx: Reader, runId: string): Promise<string[]> {
  const rows = await tx<Pick<RunPage, 'job_id'>[]>`
    select job_id from scan_run_pages where run_id = ${runId} and state = 'queued'`
  return rows.map((row) => row.job_id)
}

export type RunIssueRow = typeof scanRunIssues.$inferSelect

/** A run with all that counts which rules its pages break, in one look: the rule that the most of them break first. */
export type CountedRun = Pick<Run, 'run_id' | 'org_id' | 'done' | 'issue_sum' | 'is_departing'> & {
  issues: Omit<RunIssueRow, 'run_id'>[]
}

const countedColumns = (sql: Reader) => sql`
  t.run_id, t.org_id, t.done, t.issue_sum, t.is_departing, coalesce((
    select json_agg(json_build_object('type', type, 'pages', pages, 'issues', issues)
      order by pages desc, issues desc, type) from scan_run_issues where run_id = t.run_id), '[]') as issues`

export async function countedRuns(
  sql: Reader,
  runIds: readonly string[],
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<CountedRun[]> {
  if (isHeld)
    await sql`select 1 from scan_runs where run_id = any(${[...runIds].sort()}::uuid[]) order by run_id for update`
  return sql<CountedRun[]>`
    select ${countedColumns(sql)} from scan_runs t where run_id = any(${runIds as string[]}::uuid[]) order by run_id`
}

/** The next runs behind one. */
export async function runsBehind(sql: Reader, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await sql<Pick<Run, 'run_id'>[]>`
    select run_id from scan_runs where ${after ? sql`run_id > ${after}::text::uuid` : sql`true`} order by run_id limit ${limit}`
  return rows.map((row) => row.run_id)
}

export async function writeIssueSums(
  tx: Tx,
  sums: readonly { run_id: string; issue_sum: Uint8Array }[],
): Promise<void> {
  if (sums.length === 0) return
  await tx`
    update scan_runs t set issue_sum = r.issue_sum
    from unnest(${sums.map(({ run_id }) => run_id)}::uuid[], ${sums.map(({ issue_sum }) => hexBytes(issue_sum))}::text[]::bytea[])
      as r(run_id, issue_sum)
    where t.run_id = r.run_id`
}

export type RunPageRow = RunPage

export async function listRunPages(sql: Reader, runId: string, after: number, limit: number): Promise<RunPageRow[]> {
  return sql<RunPageRow[]>`
    select ${pageColumns(sql)} from scan_run_pages t
    where run_id = ${runId} and page > ${after} order by page limit ${limit}`
}

export type ComparedRow = Pick<typeof scanFindings.$inferSelect, 'type' | 'severity' | 'element'> & {
  change: 'new' | 'fixed' | 'persisting' | 'moved'
  url: string
  /** In hex. */
  fingerprint: string
  from_url: string | null
  from_element: string | null
  /** How many there are of this change, shown or not. */
  total: number
}

/**
 * What became of `base`'s findings in `other`: the same fingerprint on the same address persists, the same markup
 * elsewhere has moved, the rest is fixed or new. Only pages that both runs have seen are compared.
 * @param limit of each change.
 */
export async function compareRuns(sql: Reader, base: string, other: string, limit: number): Promise<ComparedRow[]> {
  return sql<ComparedRow[]>`
    with seen as (
      select url_digest from scan_run_pages where run_id = ${base} and state = 'succeeded'
      intersect select url_digest from scan_run_pages where run_id = ${other} and state = 'succeeded'),
    -- Equal findings on one page are told apart by their number.
    numbered as (
      select f.*, row_number() over (partition by run_id, url_digest, fingerprint order by ord) as nth
      from scan_findings f
      where run_id = any(${[base, other]}::uuid[]) and url_digest in (select url_digest from seen)),
    a as (select * from numbered where run_id = ${base}),
    b as (select * from numbered where run_id = ${other}),
    kept as (
      select b.scan_id, b.ord, a.scan_id as a_scan, a.ord as a_ord
      from a join b using (url_digest, fingerprint, nth)),
    gone as (
      select a.*, row_number() over (partition by content_fingerprint order by url_digest, ord) as again
      from a where not exists (select 1 from kept where a_scan = a.scan_id and a_ord = a.ord)),
    come as (
      select b.*, row_number() over (partition by content_fingerprint order by url_digest, ord) as again
      from b where not exists (select 1 from kept where kept.scan_id = b.scan_id and kept.ord = b.ord)),
    moved as (
      select come.scan_id, come.ord, gone.scan_id as a_scan, gone.ord as a_ord, gone.element as from_element
      from come join gone using (content_fingerprint, again)),
    told as (
      select 'new' as change, come.*, null::uuid as a_scan, null::text as from_element from come
        where not exists (select 1 from moved m where m.scan_id = come.scan_id and m.ord = come.ord)
      union all select 'fixed', gone.*, null, null from gone
        where not exists (select 1 from moved m where m.a_scan = gone.scan_id and m.a_ord = gone.ord)
      union all select 'persisting', b.*, null, null, null from b join kept using (scan_id, ord)
      union all select 'moved', come.*, m.a_scan, m.from_element from come join moved m using (scan_id, ord)),
    placed as (
      select told.*, s.url, o.url as from_url, count(*) over (partition by change)::int as total,
        row_number() over (partition by change order by s.url, told.ord) as place
      from told join scans s on s.job_id = told.scan_id left join scans o on o.job_id = told.a_scan)
    select change, url, type, severity, element, encode(fingerprint, 'hex') as fingerprint, from_url, from_element, total
    from placed where place <= ${limit} order by change, place`
}

/** The run that ended first behind a place, if that was so many days ago, and its place. */
export async function findOldRun(
  sql: Reader,
  keptDays: number,
  [at, id]: KeyPlace = ['-infinity', '00000000-0000-0000-0000-000000000000'],
): Promise<{ run_id: string; at: string } | undefined> {
  const [old] = await sql<{ run_id: string; at: string }[]>`
    select run_id::text as run_id, finished_at::text as at from scan_runs
    where finished_at < now() - make_interval(days => ${keptDays})
      and (finished_at, run_id) > (${at ?? ''}::text::timestamptz, ${id ?? ''}::text::uuid)
    order by finished_at, run_id limit 1`
  return old
}

/** What belongs to a run but for its scans, in the order in which it is deleted: first the rest, then the run itself. */
export const walksOfRun = (runId: string): TableWalk[] => {
  const among: TableWalk['among'] = (sql) => sql`t.run_id = ${runId}`
  return [
    { table: 'scan_findings', keys: { run_id: 'uuid', scan_id: 'uuid', ord: 'integer' }, among },
    { table: 'scan_run_issues', keys: { run_id: 'uuid', type: 'text' }, among },
    { table: 'scan_run_pages', keys: { run_id: 'uuid', page: 'integer' }, among },
    // The last, so that what a failure leaves behind is found again.
    { table: 'scan_runs', keys: { run_id: 'uuid' }, among },
  ]
}

export type StrayPage = Pick<RunPage, 'run_id' | 'job_id'> &
  Pick<Run, 'org_id' | 'key_id' | 'request_id' | 'created_at'>

/**
 * Open pages of runs whose job is no longer in the queue: somebody deleted it there, or it was given up without telling us.
 */
export async function strayPages(sql: Reader, job: string): Promise<StrayPage[]> {
  return sql<StrayPage[]>`
    select p.run_id, p.job_id, r.org_id, r.key_id, r.request_id, r.created_at
    from scan_runs r join scan_run_pages p on p.run_id = r.run_id and p.state = 'queued'
    where r.finished_at is null and r.created_at < now() - interval '1 minute'
      and not ${isToBeDone(sql, job, 'p.job_id')}
    order by p.run_id, p.page limit 10000`
}

/** Runs whose pages have been looked for long enough to ask whether somebody still does. */
export async function seekingRuns(sql: Reader): Promise<string[]> {
  const rows = await sql<Pick<Run, 'run_id'>[]>`
    select run_id from scan_runs
    where finished_at is null and is_seeking and created_at < now() - interval '1 minute' order by run_id limit 1000`
  return rows.map((row) => row.run_id)
}
