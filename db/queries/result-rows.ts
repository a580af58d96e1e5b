/** What results' rows are held to: their nodes, and what totals count. */
import type { Reader, Tx } from '#db/client'
import { list } from '#db/fragments'
import { jobProgress } from '#db/queries/queue'

/** The node, in hex, that one of these streams begins with, of an organisation, if no node says that what it is about was erased, or went by age. */
export async function nodeOfStreams(
  sql: Reader,
  orgId: string | null,
  streams: readonly string[],
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select encode(n.id, 'hex') as id from edg_nodes n
    where n.stream = any(${streams as string[]}::text[]) and n.pos = 0 and (${orgId}::text is null or n.org_id = ${orgId}) and not exists (
      select from edg_nodes e where e.stream = 'erasure:' || encode(n.id, 'hex') and e.pos = 0)
      and not exists (select from edg_nodes d where d.stream = n.stream and d.kind = 'run.deleted')
    limit 1`
  return row?.id
}

/** Whether nothing says how the job ended that a row of at most so many days is of. What it came to is written with that. */
const isEndMissed = (sql: Reader, job: string, at: string, days: number) => sql`
  (${sql(at)} > now() - make_interval(days => ${days}::int)
    and (select true from job_outcomes o where o.job_id = ${sql(job)} limit 1) is null)`

/** What is kept of a job that came to something, or an order of one that is open, and beside it nothing of that job. */
export type UnendedJob = { job_id: string; org_id: string }

/** Whether no task that the job was done for has been erased since. */
const isOfNoErased = (sql: Reader, job: string) => sql`
  (not exists (select from tasks k where k.job_id = ${sql(job)}
      and not exists (select from task_payloads p where p.task_id = k.id))
    and not exists (select from task_steps s where s.job_id = ${sql(job)}
      and not exists (select from task_payloads p where p.task_id = s.task_id)))`

/** The types of jobs of which some keep what they came to by itself, and the streams that the others begin. */
export type ResultKeepers = { names: readonly string[]; streams: readonly string[] }

/**
 * Whether a job that was done keeps what it came to by itself: one that a task or a caller was promised, and that began no stream.
 * What else such jobs do, of their own accord, comes to nothing that is told. Each node is looked up by itself: a plan that was made
 * while there was little would go through all of them.
 */
const isKept = (sql: Reader, { names, streams }: ResultKeepers, outcome: string) => {
  const [job, id] = [sql(`${outcome}.job`), sql(`${outcome}.job_id`)]
  return sql`
    (${job} = any(${names as string[]}::text[])
      -- As jobs of tasks have, and no other.
      and (substr(${id}::text, 15, 1) = '7'
        or (select true from edg_nodes n where n.stream = 'promise:' || ${id} and n.pos = 0 limit 1))
      and not exists (
        select from unnest(${streams as string[]}::text[]) as s(stream)
        cross join lateral (select from edg_nodes n where n.stream = s.stream || ${id} and n.pos = 0 limit 1) n))`
}

/** Whether a job was done at most so many days ago, and what it came to, which has no place of its own, is gone although nobody erased it. */
export async function isResultMissed(
  sql: Reader,
  jobId: string,
  { keepers, days }: { keepers: ResultKeepers; days: number },
): Promise<boolean> {
  const [row] = await sql<{ is_missed: boolean }[]>`
    select true as is_missed from job_outcomes o
    where o.job_id = ${jobId} and o.state = 'succeeded' and o.finished_at > now() - make_interval(days => ${days}::int)
      and not exists (select from job_results r where r.job_id = o.job_id) and ${isKept(sql, keepers, 'o')}
      and ${isOfNoErased(sql, 'o.job_id')}`
  return row?.is_missed ?? false
}

/** Looks at so many of what jobs came to that has no place of its own: of which jobs nothing says that they ended. */
export async function resultsWithoutEnd(
  sql: Reader,
  after: string | undefined,
  { limit, days }: { limit: number; days: number },
): Promise<{ rows: UnendedJob[]; last: string | undefined; looked: number }> {
  const [page] = await sql<Page<UnendedJob>[]>`
    with page as materialized (
      select job_id, org_id, created_at from job_results
      where ${after ? sql`job_id > ${after}::text::uuid` : sql`true`} order by job_id limit ${limit})
    select (select json_agg(json_build_object('job_id', job_id, 'org_id', org_id)) from page p
        where ${isEndMissed(sql, 'p.job_id', 'p.created_at', days)}) as rows,
      (select max(job_id::text) from page) as last, (select count(*)::int from page) as looked`
  return pageOf(page, limit)
}

/**
 * Looks at so many jobs that were done: of which nothing is kept of what they came to, which has no place of its own. What was erased
 * has no payload.
 */
export async function endsWithoutResult(
  sql: Reader,
  keepers: ResultKeepers,
  after: string | undefined,
  { limit, days }: { limit: number; days: number },
): Promise<{ rows: UnendedJob[]; last: string | undefined; looked: number }> {
  const [page] = await sql<Page<UnendedJob>[]>`
    with page as materialized (
      select job_id, org_id, job, state, finished_at from job_outcomes
      where ${after ? sql`job_id > ${after}::text::uuid` : sql`true`} order by job_id limit ${limit}),
    bare as materialized (
      select job_id, org_id from page p
      where state = 'succeeded' and finished_at > now() - make_interval(days => ${days}::int)
        and (select true from job_results r where r.job_id = p.job_id limit 1) is null and ${isKept(sql, keepers, 'p')}
      limit 100)
    select (select json_agg(json_build_object('job_id', job_id, 'org_id', org_id)) from bare b
        where ${isOfNoErased(sql, 'b.job_id')}) as rows,
      (select max(job_id::text) from page) as last, (select count(*)::int from page) as looked`
  return pageOf(page, limit)
}

/** Looks at so many of what jobs came to that has no place of its own: of which the task had ended before it was erased, and it with it. */
export async function resultsOfErased(
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<{ rows: UnendedJob[]; last: string | undefined; looked: number }> {
  // Each is looked up by itself: a plan that was made while there was little would go through all tasks, and all nodes for each.
  const erasedSince = (task: string, head: string) => sql`
    (select true from edg_nodes h
      cross join lateral (select id from edg_nodes where stream = 'task:' || ${sql(task)} and pos = 0 limit 1) f
      cross join lateral (
        select ins from edg_nodes where stream = 'erasure:' || encode(f.id, 'hex') and pos = 0 limit 1) e
      where h.id = ${sql(head)} and h.ins < e.ins limit 1)`
  const [page] = await sql<Page<UnendedJob>[]>`
    with page as materialized (
      select job_id, org_id from job_results
      where ${after ? sql`job_id > ${after}::text::uuid` : sql`true`} order by job_id limit ${limit})
    select (select json_agg(json_build_object('job_id', job_id, 'org_id', org_id)) from page p
        where (select true from tasks k where k.job_id = p.job_id and k.completed_at is not null
            and ${erasedSince('k.id', 'k.head')} limit 1)
          or (select true from task_steps s where s.job_id = p.job_id and s.completed_at is not null
            and ${erasedSince('s.task_id', 's.head')} limit 1)) as rows,
      (select max(job_id::text) from page) as last, (select count(*)::int from page) as looked`
  return pageOf(page, limit)
}

/** A task that one job does, beside that job. */
export type LeftTask = { id: string; job_id: string; org_id: string; node: string; lacks: 'job' | 'outcome' }

/** Looks at so many tasks: of those that are open, whose job neither waits nor runs, and of those that are done, whose job has not ended. */
export async function leftTasks(
  sql: Reader,
  names: readonly string[],
  after: string | undefined,
  { limit, days }: { limit: number; days: number },
): Promise<{ rows: LeftTask[]; last: string | undefined; looked: number }> {
  const [page] = await sql<Page<LeftTask>[]>`
    with page as materialized (
      select id, job_id, org_id, head, status, steps_total, completed_at from tasks
      where ${after ? sql`id > ${after}::text::uuid` : sql`true`} order by id limit ${limit}),
    unended as materialized (
      select * from page p
      where steps_total = 0 and (status in ('submitted', 'working', 'input-required', 'auth-required')
          or status = 'completed' and completed_at > now() - make_interval(days => ${days}::int))
        and (select true from job_outcomes o where o.job_id = p.job_id limit 1) is null),
    left_over as (
      select id, job_id, org_id, encode(head, 'hex') as node,
        case when status = 'completed' then 'outcome' else 'job' end as lacks
      from unended u where status = 'completed' or not exists (
        -- One that the queue itself gave up ends its task in its own time.
        select from (${jobProgress(sql, names, 'u.job_id')}) j
        where j.state in ('created', 'retry', 'active') or j.state = 'failed' and j.is_spent)
      limit 100)
    select (select json_agg(left_over) from left_over) as rows, (select max(id::text) from page) as last,
      (select count(*)::int from page) as looked`
  return pageOf(page, limit)
}

type Page<Row> = { rows: Row[] | null; last: string | null; looked: number }
function pageOf<Row>(page: Page<Row> | undefined, limit: number) {
  const looked = page?.looked ?? 0
  return { rows: page?.rows ?? [], last: looked < limit ? undefined : (page?.last ?? undefined), looked }
}

/** Tables of results: the key of each, the node that a row names, and what the stream of that may be called. */
const resultTables = {
  // What somebody has put there may be no hash.
  traces: {
    key: (sql: Reader) => sql`t.trace_id`,
    node: (sql: Reader) => sql`
      case when octet_length(t.attribution_token) = 64 and t.attribution_token !~ '[^0-9a-f]'
        then decode(t.attribution_token, 'hex') end`,
    streams: ['trace:'],
    type: 'text',
  },
  trees: { key: byJob, node: byNode, streams: ['tree:'], type: 'uuid' },
  scans: { key: byJob, node: byNode, streams: ['scan:'], type: 'uuid' },
  design_verifications: { key: byJob, node: byNode, streams: ['design:'], type: 'uuid' },
  analyses: { key: byJob, node: byNode, streams: ['semiotic:', 'analysis:', 'attunement:'], type: 'uuid' },
  briefings: { key: byJob, node: byNode, streams: ['briefing:', 'signals:', 'meeting:'], type: 'uuid' },
} as const
export type ResultTable = keyof typeof resultTables
// Sound: they are the record's own names.
export const resultTableNames = Object.keys(resultTables) as ResultTable[]

/** Of what jobs came to: each row by its job. */
export type JobResultTable = Exclude<ResultTable, 'traces'>

/** The column that says when a row of such a table was made. */
export const madeAt = (table: ResultTable): 'generated_at' | 'created_at' =>
  table === 'trees' ? 'generated_at' : 'created_at'

function byJob(sql: Reader) {
  return sql`t.job_id`
}
function byNode(sql: Reader) {
  return sql`t.node_id`
}

/** A row behind which no node of its own stands, or of which nothing says that its job has ended. */
export type StrayResult = { key: string; org_id: string; stream: string; lacks: 'node' | 'outcome' }

/**
 * Looks at so many rows behind a key. @param days how old a row may be whose job is asked how it ended.
 * @returns the last key; undefined where there is none behind it.
 */
export async function strayResults(
  sql: Reader,
  table: ResultTable,
  after: string | undefined,
  { limit, days }: { limit: number; days: number },
): Promise<{ rows: StrayResult[]; last: string | undefined; looked: number }> {
  const { key, node, streams, type } = resultTables[table]
  const isUnended = type === 'uuid' ? isEndMissed(sql, 'p.key', 'p.made_at', days) : sql`false`
  const begin = after === undefined ? sql`true` : sql`${key(sql)} > ${after}::text::${sql.unsafe(type)}`
  const own = streams.map((stream): ReturnType<Tx> => sql`${stream}::text || p.key`)
  const [page] = await sql<Page<StrayResult>[]>`
    with page as materialized (
      select ${key(sql)} as key, t.org_id, ${node(sql)} as node, t.${sql(madeAt(table))} as made_at from ${sql(table)} t
      where ${begin} order by ${key(sql)} limit ${limit}),
    held as (
      select p.*, n.stream, (n.stream in (${list(sql, own)})) is not true as is_stray
      from page p left join lateral (select n.stream from edg_nodes n where n.id = p.node limit 1) n on true),
    stray as (
      select p.key::text, p.org_id, case when is_stray then ${streams[0]}::text || p.key else p.stream end as stream,
        case when is_stray then 'node' else 'outcome' end as lacks
      from held p where is_stray or ${isUnended} limit 100)
    select (select json_agg(stray) from stray) as rows, (select max(key::text) from page) as last,
      (select count(*)::int from page) as looked`
  return pageOf(page, limit)
}
