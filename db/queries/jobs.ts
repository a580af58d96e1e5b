/** job_outcomes, job_results and job_claims: how jobs ended and what they came to, and who does those that have not. */

import type { Reader, Sql, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { isSilent } from '#db/queries/sessions'
import type { AsText, Packed } from '#db/tables/columns'
import type { jobClaims, jobOutcomes, jobResults } from '#db/tables/jobs'

export type OutcomeRow = typeof jobOutcomes.$inferSelect
export type JobResultRow = typeof jobResults.$inferSelect

export type OutcomeToStore = AsText<Omit<OutcomeRow, 'error' | 'seal'>, 'created_at' | 'started_at' | 'finished_at'> & {
  error: unknown
}
type SealedOutcome = OutcomeToStore & { seal: Uint8Array }

/** Writes outcomes and lets go of the jobs' claims; answers the jobs whose outcome this is, leaving out those that had ended before. */
export async function insertOutcomes(tx: Tx, outcomes: readonly SealedOutcome[]): Promise<Set<string>> {
  const records = outcomes.map((outcome) => ({ ...outcome, seal: hexBytes(outcome.seal) }))
  const rows = await tx<{ job_id: string }[]>`
    with released as (delete from job_claims where job_id = any(${outcomes.map((outcome) => outcome.job_id)}::uuid[]))
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, error, attempt, created_at, started_at,
      finished_at, seal)
    select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, job text, org_id text, key_id text, request_id text, state text, error json, attempt int,
      created_at timestamptz, started_at timestamptz, finished_at timestamptz, seal bytea)
    order by job_id
    on conflict (job_id) do nothing
    returning job_id`
  return new Set(rows.map((row) => row.job_id))
}

export async function findOutcomes(sql: Reader, jobIds: readonly string[]): Promise<OutcomeRow[]> {
  return sql<OutcomeRow[]>`select * from job_outcomes where job_id = any(${jobIds as string[]}::uuid[])`
}

/** The JSON text of what a job came to. */
export const packResult = (text: string): Packed<unknown> => new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }))

export async function insertJobResults(
  tx: Tx,
  results: readonly (Omit<JobResultRow, 'seal'> & { seal: Uint8Array })[],
): Promise<void> {
  const records = results.map(({ body, seal, ...of }) => ({ ...of, body: hexBytes(body), seal: hexBytes(seal) }))
  await tx`
    insert into job_results (job_id, org_id, body, created_at, seal)
    select job_id, org_id, body, created_at, seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, org_id text, body bytea, created_at timestamptz, seal bytea)`
}

/** What a job came to that has no place of its own. */
export async function findJobResult(sql: Reader, jobId: string): Promise<JobResultRow | undefined> {
  const [row] = await sql<JobResultRow[]>`select * from job_results where job_id = ${jobId}`
  return row
}

/** Lets go of jobs, but for those of which another delivery has been claimed meanwhile. */
export async function deleteClaims(tx: Tx, jobs: readonly { id: string; retryCount: number }[]): Promise<void> {
  await tx`
    delete from job_claims c
    using unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ retryCount }) => retryCount)}::int[]) as u(id, attempt)
    where c.job_id = u.id and c.attempt = u.attempt`
}

export async function noteProgress(sql: Sql, jobId: string, done: number, total: number): Promise<void> {
  await sql`update job_claims set done = ${done}, total = ${total} where job_id = ${jobId}`
}

export type LostClaim = Pick<typeof jobClaims.$inferSelect, 'job_id' | 'worker_id' | 'attempt'>

/** What every connection of a worker carries as its application name. */
export const workerName = (workerId: string): string => `assay-worker:${workerId}`

/** Claims on a job type whose worker has no connection to the database any more, or none that says anything. */
export async function lostClaims(sql: Reader, job: string): Promise<LostClaim[]> {
  return sql<LostClaim[]>`
    select job_id, worker_id, attempt from job_claims
    where job = ${job} and not exists (
      select 1 from pg_stat_activity
      where application_name = ${workerName('')}::text || job_claims.worker_id::text and not ${isSilent(sql)})`
}
