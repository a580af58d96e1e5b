/** Runs beside what they count and keep: their pages, what their scans found, and which rules were broken most. */
import type { Reader } from '#db/client'
import { isJobMissed } from '#db/queries/jobs'

/** Of all that is kept of the findings `f` of one scan, in their order. */
const findingsDigest = (sql: Reader) => sql`
  sha256(convert_to(string_agg(concat_ws(E'\n', f.ord, encode(f.url_digest, 'hex'), encode(f.fingerprint, 'hex'),
    encode(f.content_fingerprint, 'hex'), f.severity, octet_length(f.type), f.type, octet_length(f.element), f.element, ''),
    '' order by f.ord), 'UTF8'))`
const ofNothing = (sql: Reader) => sql`sha256('')`

/** Whether a scan's report was erased. */
const isErased = (sql: Reader, scan: string) => sql`
  exists (
    select from edg_nodes n join edg_nodes e on e.stream = 'erasure:' || encode(n.id, 'hex') and e.pos = 0
    where n.stream = 'scan:' || ${sql(scan)} and n.pos = 0)`

/**
 * Scans of runs of which other findings are kept than their pages say, as `run/scan`; with those that belong to no page. What was
 * erased has none.
 */
export async function strayFindings(
  sql: Reader,
  runIds: readonly string[],
): Promise<{ run_id: string; scan_id: string }[]> {
  const rows = await sql<{ run_id: string | null; scan_id: string | null }[]>`
    with held as (
      select f.run_id, f.scan_id, ${findingsDigest(sql)} as digest from scan_findings f
      where f.run_id = any(${runIds as string[]}::uuid[]) group by f.run_id, f.scan_id),
    pages as (
      select run_id, job_id as scan_id, coalesce(findings_sha256, ${ofNothing(sql)}) as digest from scan_run_pages
      where run_id = any(${runIds as string[]}::uuid[]))
    select run_id, scan_id from pages full join held using (run_id, scan_id)
    where case when held.digest is null
      then pages.digest <> ${ofNothing(sql)} and not ${isErased(sql, 'scan_id')}
      else pages.digest is distinct from held.digest or (
        not exists (select from scans c where c.job_id = scan_id) and ${isErased(sql, 'scan_id')}) end
    order by 1, 2 limit 100`
  // One of both sides has them.
  return rows.flatMap(({ run_id, scan_id }) => (run_id === null || scan_id === null ? [] : [{ run_id, scan_id }]))
}

/** Says of so many pages behind one what is kept of their findings, where nothing says it. */
export async function digestFindings(
  sql: Reader,
  after: { run_id: string; page: number } | undefined,
  limit: number,
): Promise<void> {
  await sql`
    with piece as materialized (
      select run_id, page from scan_run_pages
      where ${after ? sql`(run_id, page) > (${after.run_id}::text::uuid, ${after.page}::int)` : sql`true`}
      order by run_id, page limit ${limit})
    update scan_run_pages p set findings_sha256 = coalesce((
      select ${findingsDigest(sql)} from scan_findings f where f.run_id = p.run_id and f.scan_id = p.job_id), ${ofNothing(sql)})
    from piece where p.run_id = piece.run_id and p.page = piece.page and p.state = 'succeeded' and p.findings_sha256 is null`
}

/** The rules that the most pages of the run `t` break, the most frequent first. */
const topOf = (sql: Reader, limit: number) => sql`(
  select json_agg(json_build_object('type', type, 'pages', pages, 'issues', issues)) from (
    select type, pages, issues from scan_run_issues where run_id = t.run_id
    order by pages desc, issues desc, type limit ${limit}) i)`

/** Says of so many runs behind one what opens their pages, and, where they have ended, which rules were broken most. */
export async function digestRuns(
  sql: Reader,
  after: string | undefined,
  { limit, top }: { limit: number; top: number },
): Promise<void> {
  await sql`
    with piece as materialized (
      select run_id from scan_runs where ${after ? sql`run_id > ${after}::text::uuid` : sql`true`} order by run_id limit ${limit})
    update scan_runs t set access_sha256 = coalesce(access_sha256, sha256(convert_to(sealed_access, 'UTF8'))),
      top_issues = coalesce(top_issues, case when finished_at is not null then coalesce(${topOf(sql, top)}, '[]') end)
    from piece where t.run_id = piece.run_id and t.seal is null`
}

/** A run that is not what it counts, and of it what. */
export type RunFault = {
  run_id: string
  org_id: string
  fault: 'gone' | 'pages' | 'unsaid' | 'sought' | 'counts' | 'issues'
}

/** Whether a run went by age, and was not ordered again since. */
const hasGone = (sql: Reader, run: string) => sql`
  coalesce((select n.kind = 'run.deleted' from edg_nodes n where n.stream = 'run:' || ${sql(run)} order by n.pos desc limit 1), false)`

/** Whether a run that is not being deleted is one that went by age. */
export async function isGoneRun(sql: Reader, runId: string): Promise<boolean> {
  const [row] = await sql<{ is_gone: boolean }[]>`
    select not r.is_departing and ${hasGone(sql, 'r.run_id')} as is_gone from scan_runs r where r.run_id = ${runId}`
  return row?.is_gone ?? false
}

/** Looks at so many runs behind one. Those that are being deleted are left out. */
export async function strayRuns(
  sql: Reader,
  after: string | undefined,
  { limit, top }: { limit: number; top: number },
): Promise<{ runIds: string[]; faults: RunFault[] }> {
  const rows = await sql<{ run_id: string; org_id: string; is_departing: boolean; fault: RunFault['fault'] | null }[]>`
    select t.run_id, t.org_id, t.is_departing, case
      when ${hasGone(sql, 't.run_id')} then 'gone'
      when c.pages <> t.total or c.pages <> c.places then 'pages'
      when c.is_unsaid then 'unsaid'
      when (c.done, c.failed, c.scored, c.score_sum) <> (t.done, t.failed, t.scored, t.score_sum)
        or c.score_worst is distinct from t.score_worst then 'counts'
      when t.top_issues is not null and t.top_issues::jsonb <> coalesce(${topOf(sql, top)}, '[]')::jsonb then 'issues'
      end as fault
    from (select * from scan_runs r where ${after ? sql`r.run_id > ${after}::text::uuid` : sql`true`} order by run_id limit ${limit}) t,
      lateral (
        select count(*) as pages, coalesce(max(page) + 1, 0) as places, count(*) filter (where state <> 'queued') as done,
          count(*) filter (where state = 'failed') as failed, count(score) as scored, coalesce(sum(score), 0) as score_sum,
          min(score) as score_worst,
          -- A scan ends its page as it is kept, and a job as it is called off.
          coalesce(bool_or(state = 'queued' and ((
              select true from edg_nodes where stream = 'scan:' || p.job_id and pos = 0 limit 1) is not null
            or (select true from edg_nodes where stream = 'job:' || p.job_id and pos = 0 and kind = 'job.canceled' limit 1)
              is not null)), false) as is_unsaid
        from scan_run_pages p where p.run_id = t.run_id) c
    order by t.run_id`
  return {
    runIds: rows.map(({ run_id }) => run_id),
    faults: rows.flatMap(({ run_id, org_id, is_departing, fault }) =>
      fault === null || is_departing ? [] : [{ run_id, org_id, fault }],
    ),
  }
}

/** Of these runs those that are said to look for their pages yet. */
export const seekingAmong = (sql: Reader, runIds: readonly string[]) => sql<Pick<RunFault, 'run_id' | 'org_id'>[]>`
  select run_id, org_id from scan_runs
  where run_id = any(${runIds as string[]}::uuid[]) and is_seeking and not is_departing order by run_id`

/**
 * Of what open runs wait for, of those that were ordered within so many days, the jobs that are gone: of their pages, and of these that look for
 * pages. A hundred are told.
 */
export async function goneJobs(
  sql: Reader,
  job: string,
  {
    runIds,
    seeking,
    days,
  }: { runIds: readonly string[]; seeking: readonly { run_id: string; job: string }[]; days: number },
): Promise<{ job_id: string; run_id: string; org_id: string }[]> {
  return sql<{ job_id: string; run_id: string; org_id: string }[]>`
    with open as (
      select run_id, org_id from scan_runs where run_id = any(${runIds as string[]}::uuid[])
        and finished_at is null and not is_departing and created_at > now() - make_interval(days => ${days}::int)),
    awaited as (
      select o.*, p.job_id from open o join scan_run_pages p on p.run_id = o.run_id and p.state = 'queued'
      union all
      select o.*, s.job_id from open o join unnest(${seeking.map(({ run_id }) => run_id)}::uuid[],
        ${seeking.map(({ job: id }) => id)}::uuid[]) as s(run_id, job_id) on s.run_id = o.run_id)
    select job_id, run_id, org_id from awaited where ${isJobMissed(sql, [job], 'awaited.job_id')} limit 100`
}

/** Of these jobs those that a node says were called off. */
export async function calledOff(sql: Reader, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select i.id from unnest(${jobIds as string[]}::text[]) as i(id)
    where (select true from edg_nodes where stream = 'job:' || i.id and pos = 0 and kind = 'job.canceled' limit 1) is not null`
  return new Set(rows.map(({ id }) => id))
}

/** That a run was ordered, as its node says it. */
export type OrderNode = {
  run_id: string
  org_id: string
  node: string
  stream: string
  pos: number
  is_missed: boolean
}

/** So many orders behind one, those that have their place in the log, and whether the run of each is missed: it is not there, and nothing says that it went by age. */
export async function ordersBehind(sql: Reader, after: string, limit: number): Promise<OrderNode[]> {
  return sql<OrderNode[]>`
    select substr(n.stream, 5) as run_id, n.org_id, encode(n.id, 'hex') as node, n.stream, n.pos,
      (select true from edg_leaves e where e.node_id = n.id limit 1) is not null
      and (select true from scan_runs r where r.run_id =
        -- What a hand has called a stream may name nothing that can be asked for.
        case when n.stream ~ '^run:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(n.stream, 5)::uuid end limit 1) is null
      and (select true from edg_nodes d where d.stream = n.stream and d.pos > n.pos limit 1) is null as is_missed
    from edg_nodes n where n.kind = 'run.submitted' and n.stream > ${after} order by n.stream limit ${limit}`
}

const runTables = ['scan_run_pages', 'scan_run_issues', 'scan_findings', 'scans'] as const
export type TableOfRuns = (typeof runTables)[number]

/** Runs behind one that these tables have rows of and scan_runs has not; so many are looked at. */
export async function runsWithoutRow(
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<{ runs: { run_id: string; table: TableOfRuns }[]; last: string | undefined }> {
  // From one run to the next along the table's key, however many rows each has.
  const named = runTables.map(
    (table) => sql<{ run_id: string; is_there: boolean }[]>`
      with recursive named as (
        (select run_id, 1 as n from ${sql(table)} where run_id is not null and ${after ? sql`run_id > ${after}::text::uuid` : sql`true`}
          order by run_id limit 1)
        union all
        select (select x.run_id from ${sql(table)} x where x.run_id > named.run_id order by x.run_id limit 1), n + 1
        from named where named.run_id is not null and n < ${limit})
      select run_id, exists (select from scan_runs r where r.run_id = named.run_id) as is_there
      from named where run_id is not null order by run_id`,
  )
  const found = await Promise.all(named)
  const lasts = found.flatMap((rows) => (rows.length < limit ? [] : [rows.at(-1)?.run_id ?? '']))
  const last = lasts.sort()[0]
  const runs = found.flatMap((rows, at) =>
    rows
      .filter(({ run_id, is_there }) => !is_there && (last === undefined || run_id <= last))
      .map(({ run_id }) => ({ run_id, table: runTables[at] ?? runTables[0] })),
  )
  return { runs, last }
}
