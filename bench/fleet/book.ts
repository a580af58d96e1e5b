/** What callers were told of each write, and what the store has of it in the end. */
import type { Sql } from '#db/client'

const kinds = ['trace', 'batch', 'tree', 'task', 'scan', 'run'] as const
export type Kind = (typeof kinds)[number]

/** Done; taken in and going on; come to its end without a page; nothing was or will be done; nobody knows. */
export type Said = 'done' | 'taken' | 'unreachable' | 'nothing' | 'unknown'

export type Write = {
  org: string
  kind: Kind
  /** Stands in what is written, so that it is found whatever the caller was told. */
  mark: string
  /** Its Idempotency-Key. */
  key: string
  path: string
  body: unknown
  /** Things that it makes: items of a batch, pages of a run. */
  parts: number
  /** Never sent again: what there is must be what its one answer said. */
  isOnce: boolean
  said: Said
  /** What callers were told it is called, by any of its answers. */
  ids: Set<string>
  answers: number
}

export type Reckoning = {
  rows: { kind: Kind; sent: number; done: number; none: number; unknown: number; found: number; again: number }[]
  /** What is not as an answer said, is there twice, or was taken in and did not come to its end. */
  differences: string[]
}

/** Holds every write against the store. Everything must have settled before. */
export async function reckon(sql: Sql, writes: readonly Write[]): Promise<Reckoning> {
  const there = await findAll(sql)
  const differences = await unfinished(sql)
  for (const write of writes) {
    const { kind, mark, said, isOnce, ids, parts } = write
    const found = there.get(`${kind} ${mark}`) ?? []
    const wrong = (what: string) =>
      differences.push(`${kind} ${mark} of ${write.org}: said ${said} after ${write.answers} answers, ${what}`)
    const units = new Set(found.map(({ id }) => id))
    const pieces = found.reduce((sum, { pieces }) => sum + pieces, 0)
    if (!isOnce && said !== 'done' && said !== 'unreachable') wrong('and it was never done')
    if ((said === 'done' || said === 'taken') && pieces !== parts) wrong(`there are ${pieces} of ${parts}`)
    if ((said === 'nothing' || said === 'unreachable') && pieces > 0) wrong(`there are ${pieces}`)
    if (pieces > parts) wrong(`there are ${pieces} of ${parts}: doubled`)
    if (kind !== 'batch')
      for (const id of ids) if (pieces > 0 && !units.has(id)) wrong(`told of ${id}, which is not there`)
  }
  // Whoever was not answered may have asked for one of them.
  const told = writes.filter(
    ({ kind, said }) => kind === 'scan' && (said === 'unreachable' || said === 'unknown'),
  ).length
  const unreachable = await unreachableScans(sql)
  if (unreachable > told) differences.push(`${unreachable} scans met no page, and ${told} callers can know of it`)
  const rows = kinds.map((kind) => {
    const own = writes.filter((write) => write.kind === kind)
    const count = (said: Said) => own.filter((write) => write.said === said).length
    return {
      kind,
      sent: own.length,
      done: count('done') + count('taken'),
      none: count('nothing') + count('unreachable'),
      unknown: count('unknown'),
      found: own.filter(({ mark }) => there.has(`${kind} ${mark}`)).length,
      again: own.reduce((sum, { answers }) => sum + answers - 1, 0),
    }
  })
  return { rows, differences }
}

/** A scan whose machine had no network met no page, for good: that is its end. */
async function unreachableScans(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from job_outcomes where state = 'failed' and error ->> 'code' = 'PAGE_UNREACHABLE'`
  return row?.count ?? 0
}

type Found = { id: string; pieces: number }

/** By kind and mark. */
async function findAll(sql: Sql): Promise<Map<string, Found[]>> {
  const rows = await sql<(Found & { place: string })[]>`
    select 'trace ' || (metadata ->> 'mark') as place, trace_id as id, 1 as pieces from traces
      where metadata ? 'mark' and not metadata ? 'item'
    union all
    select 'batch ' || (metadata ->> 'mark'), metadata ->> 'mark', count(*)::int from traces
      where metadata ? 'item' group by 1, 2
    union all
    select 'tree ' || trace_id, job_id::text, 1 from trees where trace_id is not null
    union all
    select 'task ' || s.id, s.task_id::text, 1 from task_steps s where s.ord = 0
    union all
    select 'scan ' || substring(url from 'mark=(.*)$'), job_id::text, 1 from scans where run_id is null
    union all
    select 'run ' || substring(url from 'mark=(.*)-'), run_id::text, count(*)::int from scans
      where run_id is not null group by 1, 2`
  return Map.groupBy(rows, ({ place }) => place)
}

/** What was taken in and did not end, ended badly, or had its effect more or less often than once. */
async function unfinished(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'task ' || id || ' is ' || status || coalesce(': ' || (error ->> 'code'), '') as what
      from tasks where status <> 'completed'
    union all
    select 'run ' || run_id || ' is ' || state || ' with ' || failed || ' failed pages' from scan_runs
      where state <> 'succeeded' or failed > 0
    union all
    select 'job ' || job_id || ' of ' || job || ' is ' || state || coalesce(': ' || (error ->> 'code'), '')
      from job_outcomes where state = 'failed' and error ->> 'code' is distinct from 'PAGE_UNREACHABLE'
    union all
    select 'job ' || id || ' of ' || name || ' is ' || state from pgboss.job
      where state in ('created', 'retry', 'active') and name in ('generate-tree', 'scan-page', 'run-task')
    union all
    select 'step ' || s.id || ' has recorded ' || count(t.trace_id) || ' traces'
      from task_steps s left join traces t on t.metadata ->> 'step' = s.id
      where s.ord = 0 group by s.id having count(t.trace_id) <> 1`
  return rows.map(({ what }) => what)
}
