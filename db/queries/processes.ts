/** process_reports: what each running process last said of itself. */

import type { Reader, Sql } from '#db/client'
import type { ProcessNotes } from '#db/documents/process-notes'
import type { processReports } from '#db/tables/processes'

type Report = typeof processReports.$inferSelect
export type ProcessReport = Pick<Report, 'process_id' | 'role' | 'jobs' | 'host' | 'pid' | 'notes'> & {
  exposition: Uint8Array
}

const freshSeconds = 15
/**
 * Whether a process spoke in the last so many seconds. Each says so by the store's clock: what it is said to say at a time to come, a hand
 * has written, and would be a sign of life for ever.
 */
export const spokeLately = (sql: Reader, seconds = freshSeconds) => sql`
  (reported_at > now() - make_interval(secs => ${seconds}) and reported_at < clock_timestamp() + make_interval(secs => ${seconds}))`

/** Who has been silent for so long was killed, or its machine is gone. */
const silentMinutes = 10

export async function reportProcess(sql: Sql, report: ProcessReport): Promise<void> {
  await sql`
    insert into process_reports (process_id, role, jobs, host, pid, reported_at, exposition, notes)
    values (${report.process_id}, ${report.role}, ${report.jobs}, ${report.host}, ${report.pid}, now(),
            ${Buffer.from(report.exposition)}, ${JSON.stringify(report.notes)}::json)
    on conflict (process_id) do update
      set reported_at = excluded.reported_at, exposition = excluded.exposition, notes = excluded.notes`
}

export async function forgetProcess(sql: Sql, processId: string): Promise<void> {
  await sql`delete from process_reports where process_id = ${processId}`
}

/** Removes what processes said that were killed: they could not do it themselves; and what nobody can have said yet. */
export async function forgetSilentProcesses(sql: Sql): Promise<void> {
  await sql`
    delete from process_reports where not ${spokeLately(sql, silentMinutes * 60)}`
}

/** What the processes that spoke lately say of their figures, packed. */
export async function liveExpositions(sql: Reader): Promise<Uint8Array<ArrayBuffer>[]> {
  const rows = await sql<{ exposition: NonNullable<Report['exposition']> }[]>`
    select exposition from process_reports
    where ${spokeLately(sql)} and exposition is not null order by role, pid`
  return rows.map(({ exposition }) => exposition)
}

/** Live worker processes by job type, and what live processes say they have and lack. */
export async function workersAndNotes(sql: Reader): Promise<{ workers: Map<string, number>; notes: ProcessNotes }> {
  const rows = await sql<Pick<Report, 'jobs' | 'notes'>[]>`
    select jobs, notes from process_reports where ${spokeLately(sql)}`
  const workers = new Map<string, number>()
  const notes: ProcessNotes = { has: {}, lacks: {} }
  for (const row of rows) {
    for (const job of row.jobs) workers.set(job, (workers.get(job) ?? 0) + 1)
    Object.assign(notes.has, row.notes.has)
    Object.assign(notes.lacks, row.notes.lacks)
  }
  return { workers, notes }
}

/** That no ledger lives which does not say that it has this. */
export const isLedgerWith = (sql: Reader, word: string) => sql`
  not exists (select from process_reports where role = 'ledger' and notes -> 'has' ->> ${word}::text is null
    and ${spokeLately(sql)})`

/** Whether a ledger lives that does not say that it has this. */
export async function isLedgerWithout(sql: Reader, word: string): Promise<boolean> {
  const [row] = await sql<{ is_there: boolean }[]>`select not ${isLedgerWith(sql, word)} as is_there`
  return row?.is_there === true
}

/**
 * Whether a process of ours runs that does not say that it has this: by what it reports, or, where it reports nothing, by its
 * connections.
 */
export async function isProcessWithout(sql: Reader, word: string): Promise<boolean> {
  const [row] = await sql<{ is_there: boolean }[]>`
    select exists (select from process_reports where notes -> 'has' ->> ${word}::text is null
        and ${spokeLately(sql)})
      or exists (select from pg_stat_activity a
        where datname = current_database() and application_name ~ '^assay-(api|worker|ledger|maintenance):'
          and not exists (select from process_reports r where notes -> 'has' ->> ${word}::text is not null
            and r.process_id::text = substr(split_part(a.application_name, ':', 2), 1, 36))) as is_there`
  return row?.is_there === true
}

/** What the processes that spoke lately say under a word. */
export async function saidByProcesses(sql: Reader, word: string): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    select distinct notes -> 'has' ->> ${word}::text as said from process_reports
    where notes -> 'has' ->> ${word}::text is not null and ${spokeLately(sql)}`
  return rows.map(({ said }) => said)
}

export async function appliedMigrations(sql: Reader): Promise<number> {
  const [table] = await sql<{ found: string | null }[]>`select to_regclass('public.migrations')::text as found`
  if (!table?.found) return 0
  const [row] = await sql<{ applied: number }[]>`select count(*)::int as applied from public.migrations`
  return row?.applied ?? 0
}

export type ConnectionCount = { process: string; state: string; connections: number }

/** Our connections to the database, by kind of process and what they do. */
export async function connectionCounts(sql: Reader): Promise<ConnectionCount[]> {
  return sql<ConnectionCount[]>`
    select split_part(application_name, ':', 1) as process, coalesce(state, 'unknown') as state,
      count(*)::int as connections
    from pg_stat_activity
    where datname = current_database() and application_name like 'assay-%' group by 1, 2`
}
