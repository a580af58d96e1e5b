/** job_outcomes, job_results and job_claims: how jobs ended and what they came to, and who does those that have not. */

import type { Reader, Sql, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { type CausedNode, nodeCtes } from '#db/queries/nodes'
import { isLedgerWith } from '#db/queries/processes'
import { jobProgress } from '#db/queries/queue'
import { isSilent } from '#db/queries/sessions'
import type { AsText, Packed } from '#db/tables/columns'
import type { jobClaims, jobOutcomes, jobResults } from '#db/tables/jobs'

export type OutcomeRow = typeof jobOutcomes.$inferSelect
export type JobResultRow = typeof jobResults.$inferSelect

export type OutcomeToStore = AsText<Omit<OutcomeRow, 'error' | 'seal'>, 'created_at' | 'started_at' | 'finished_at'> & {
  error: unknown
}
type SealedOutcome = OutcomeToStore & { seal: Uint8Array }

/** Nodes of jobs that came to nothing, each caused by its job, and the word of a ledger that knows of them; null where every one does. */
export type EndNodes = { nodes: readonly CausedNode[]; word: string | null }

/**
 * Writes outcomes and lets go of the jobs' claims; answers the jobs whose outcome this is, leaving out those that had ended before.
 * A node is appended with its outcome where no ledger runs that does not say the word, and none of this job was appended before.
 */
export async function insertOutcomes(
  tx: Tx,
  outcomes: readonly SealedOutcome[],
  { failed, canceled }: { failed: EndNodes; canceled: EndNodes },
): Promise<Set<string>> {
  const records = outcomes.map((outcome) => ({ ...outcome, seal: hexBytes(outcome.seal) }))
  const rows = await tx<{ job_id: string }[]>`
    with released as (delete from job_claims where job_id = any(${outcomes.map((outcome) => outcome.job_id)}::uuid[])),
    ended as (
      insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, error, attempt, created_at, started_at,
        finished_at, seal)
      select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
        job_id uuid, job text, org_id text, key_id text, request_id text, state text, error json, attempt int,
        created_at timestamptz, started_at timestamptz, finished_at timestamptz, seal bytea)
      order by job_id
      on conflict (job_id) do nothing
      returning job_id)
    ${endCtes(tx, 'failures', failed)} ${endCtes(tx, 'cancellations', canceled)}
    select job_id from ended`
  return new Set(rows.map((row) => row.job_id))
}

const endCtes = (tx: Tx, name: string, { nodes, word }: EndNodes) =>
  nodes.length > 0 ? tx`, ${nodeCtes(tx, nodes, { name, only: isFirstEnd(tx, word) })}` : tx``

const isFirstEnd = (tx: Tx, word: string | null) => tx`
  cause in (select job_id::text from ended) and ${word === null ? tx`true` : isLedgerWith(tx, word)}
  and (select true from edg_nodes e where e.stream = 'job:' || cause and e.pos = 0 limit 1) is null`

/** Whether a node, by the time that it says itself, is of less than so many days. */
export const isFreshNode = (sql: Reader, days: number) =>
  sql`(n.body::json ->> 'timestamp')::timestamptz > now() - make_interval(days => ${days}::int)`

/**
 * Of these jobs those of which a node of an organisation, at most so many days old, says that they failed or were canceled, and no row how. Each is
 * looked up by itself: a plan that was made while there was little would go through all nodes for any of them.
 */
export async function missedEnds(
  sql: Reader,
  jobIds: readonly string[],
  days: number,
): Promise<{ job_id: string; org_id: string; node: string }[]> {
  return sql<{ job_id: string; org_id: string; node: string }[]>`
    select asked.id::text as job_id, n.org_id, encode(n.id, 'hex') as node
    from unnest(${jobIds as string[]}::uuid[]) as asked(id)
    cross join lateral (
      select id, org_id, body from edg_nodes where stream = 'job:' || asked.id and pos = 0 limit 1) n
    where (select true from job_outcomes o where o.job_id = asked.id limit 1) is null and ${isFreshNode(sql, days)}`
}

/**
 * Of a job that came to something of an organisation, at most so many days ago, and of which no row says how it ended: what it came
 * to, with its node where it has one. @param streams those that a result may begin, without the job's id.
 */
export async function missedSuccess(
  sql: Reader,
  jobId: string,
  orgId: string,
  { streams, days }: { streams: readonly string[]; days: number },
): Promise<{ node: string | null } | undefined> {
  const [row] = await sql<{ node: string | null }[]>`
    select made.node from (
      select encode(n.id, 'hex') as node from unnest(${streams as string[]}::text[]) as s(stream)
      cross join lateral (
        select id, org_id, body from edg_nodes where stream = s.stream || ${jobId}::text::uuid and pos = 0 limit 1) n
      where n.org_id = ${orgId} and ${isFreshNode(sql, days)}
      union all
      select null from job_results r where r.job_id = ${jobId} and r.org_id = ${orgId}
        and r.created_at > now() - make_interval(days => ${days}::int)) made
    where (select true from job_outcomes o where o.job_id = ${jobId} limit 1) is null limit 1`
  return row
}

/** Appends nodes that say that jobs were promised, each caused by its job, but for those of which one is there. */
export async function insertPromises(tx: Tx, nodes: readonly CausedNode[]): Promise<number> {
  const only = tx`(select true from edg_nodes e where e.stream = 'promise:' || cause and e.pos = 0 limit 1) is null`
  const [row] = await tx<{ appended: number }[]>`
    with ${nodeCtes(tx, nodes, { only })} select count(*)::int as appended from nodes`
  return row?.appended ?? 0
}

/** Whether a job is gone: in no queue of these, and nothing says how it ended. @param id a column of the query that this stands in. */
export const isJobMissed = (sql: Reader, names: readonly string[], id: string) => sql`
  ((select true from job_outcomes o where o.job_id = ${sql(id)} limit 1) is null
    and not exists (${jobProgress(sql, names, id)}))`

/** The node, in hex, that says that a job was promised to an organisation at most so many days ago, if the job is gone. */
export async function missedPromise(
  sql: Reader,
  names: readonly string[],
  { jobId, orgId, days }: { jobId: string; orgId: string; days: number },
): Promise<string | undefined> {
  const [row] = await sql<{ node: string }[]>`
    select encode(n.id, 'hex') as node from (select ${jobId}::text::uuid as id) asked
    cross join lateral (
      select id, org_id, body from edg_nodes where stream = 'promise:' || asked.id and pos = 0 limit 1) n
    where n.org_id = ${orgId} and ${isFreshNode(sql, days)} and ${isJobMissed(sql, names, 'asked.id')}`
  return row?.node
}

/** That a job was promised, as its node says it. */
export type PromiseNode = Omit<EndNode, 'state'>

/** So many of those before one by their places in the order of insertion; and whether the job of each, one in the log, is missed. */
export async function promisesBefore(
  sql: Reader,
  names: readonly string[],
  before: number | undefined,
  { limit, days }: { limit: number; days: number },
): Promise<PromiseNode[]> {
  return sql<PromiseNode[]>`
    select job_id, org_id, node, stream, pos, ins, is_fresh,
      is_fresh and (select true from edg_leaves e where e.node_id = p.id limit 1) is not null and
        ${isJobMissed(sql, names, 'p.asked')} as is_missed
    from (
      select n.id, substr(n.stream, 9) as job_id, n.org_id, encode(n.id, 'hex') as node, n.stream, n.pos, n.ins,
        ${isFreshNode(sql, days)} as is_fresh,
        -- What a hand has called a stream may name nothing that can be asked for.
        case when n.stream ~ '^promise:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(n.stream, 9)::uuid end as asked
      from edg_nodes n where n.kind = 'job.promised' and n.ins < ${before ?? Number.MAX_SAFE_INTEGER}
      order by n.ins desc limit ${limit}) p
    order by ins desc`
}

/** That a job came to nothing, as its node says it. */
export type EndNode = {
  state: 'failed' | 'canceled'
  job_id: string
  org_id: string
  node: string
  stream: string
  pos: number
  ins: number
  is_fresh: boolean
  is_missed: boolean
}

/** So many of those before one by their places in the order of insertion, those in the log; and whether the row of each is missed. */
export async function endsBefore(
  sql: Reader,
  before: number | undefined,
  { limit, days }: { limit: number; days: number },
): Promise<EndNode[]> {
  return sql<EndNode[]>`
    select substr(n.kind, 5) as state, substr(n.stream, 5) as job_id, n.org_id, encode(n.id, 'hex') as node, n.stream, n.pos, n.ins,
      ${isFreshNode(sql, days)} as is_fresh,
      exists (select from edg_leaves e where e.node_id = n.id) and not exists (
        select from job_outcomes o where o.job_id::text = substr(n.stream, 5) and o.state = substr(n.kind, 5)
          and o.finished_at = (n.body::json ->> 'timestamp')::timestamptz) as is_missed
    from edg_nodes n where n.kind in ('job.failed', 'job.canceled') and n.ins < ${before ?? Number.MAX_SAFE_INTEGER}
    order by n.ins desc limit ${limit}`
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
