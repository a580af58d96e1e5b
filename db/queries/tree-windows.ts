/** Of how many traces trees of systems are, and how many their systems had by then. */
import type { Reader, Tx } from '#db/client'

export type TreeWindow = {
  job_id: string
  org_id: string
  system_source: string
  /** Of a comparison: the second system. Null of a tree. */
  compared_with: string | null
  profile: string
  snapshot: string | null
  node_id: string
  body: Uint8Array<ArrayBuffer>
  /** Traces of the system, and of the second one, that came in long before it was ordered and made, as many as a tree is of at most. */
  settled: number
  settled_with: number
}

export type ComparedColumn = 'system_source' | 'compared_with'

/** What was not stored by then was stored later: by the clock of who ordered the tree, and of who made it. */
const settledBy = (sql: Reader) => sql`least(t.generated_at, o.created_at) - interval '5 minutes'`

/** Of which column's system, and those alone that were stored between two moments, where they are given. */
export type ComparedWindow = { of: ComparedColumn; most: number; from?: string | undefined; to?: string | undefined }

const settledTraces = (sql: Reader, { of, most, from, to }: ComparedWindow): ReturnType<Tx> => sql`
  select x.attribution_token from traces x
  where x.org_id = t.org_id and x.system_source = t.${sql(of)} and x.created_at < ${settledBy(sql)}
    ${from === undefined ? sql`` : sql`and x.created_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and x.created_at < ${to}`}
  order by x.created_at desc limit ${most}`

/** The next trees along their jobs, those of systems and comparisons of two among them. @returns from where to go on; nowhere when this was the end. */
export async function treeWindows(
  sql: Reader,
  after: string | undefined,
  { limit, most }: { limit: number; most: number },
): Promise<{ windows: TreeWindow[]; last: string | undefined }> {
  const rows = await sql<(Omit<TreeWindow, 'body'> & { body: TreeWindow['body'] | null })[]>`
    with piece as materialized (
      select job_id from trees ${after === undefined ? sql`` : sql`where job_id > ${after}::uuid`} order by job_id limit ${limit})
    select t.job_id, t.org_id, t.system_source, t.compared_with, t.profile, t.snapshot, encode(t.node_id, 'hex') as node_id,
      case when o.job_id is not null then t.body end as body, case when o.job_id is null then 0 else (
        select count(*)::int from (${settledTraces(sql, { of: 'system_source', most })}) x) end as settled,
      case when o.job_id is null or t.compared_with is null then 0 else (
        select count(*)::int from (${settledTraces(sql, { of: 'compared_with', most })}) x) end as settled_with
    from piece p join trees t on t.job_id = p.job_id
    left join job_outcomes o on o.job_id = t.job_id and t.trace_id is null
    order by t.job_id`
  const windows = rows.flatMap(({ body, ...row }) => (body === null ? [] : [{ ...row, body }]))
  return { windows, last: rows.length < limit ? undefined : rows.at(-1)?.job_id }
}

/**
 * How many of those traces were stored by their own nodes' word, too, by then, and are before the tree in the log: what a clock says
 * that is wrong the others do not.
 */
export async function surelySettled(sql: Reader, jobId: string, settled: ComparedWindow): Promise<number> {
  const [row] = await sql<{ traces: number }[]>`
    select count(*)::int as traces
    from trees t join job_outcomes o on o.job_id = t.job_id
    join edg_leaves made on made.node_id = t.node_id
    cross join lateral (${settledTraces(sql, settled)}) x
    join edg_nodes n on n.id = decode(x.attribution_token, 'hex')
    join edg_leaves l on l.node_id = n.id
    where t.job_id = ${jobId} and l.leaf < made.leaf
      and (n.body::json ->> 'timestamp')::timestamptz < ${settledBy(sql)}`
  return row?.traces ?? 0
}

/** How many traces and annotations the systems of a comparison have now, the second one's behind the first one's. */
export async function comparedSizes(sql: Reader, jobId: string): Promise<{ traces: number; annotations: number }[]> {
  return sql<{ traces: number; annotations: number }[]>`
    select coalesce((select sum(w.traces) from system_totals w
        where w.org_id = t.org_id and w.system_source = s.name), 0)::bigint as traces,
      coalesce((select a.annotations from annotated_systems a
        where a.org_id = t.org_id and a.system_source = s.name), 0)::bigint as annotations
    from trees t cross join lateral (values (1, t.system_source), (2, t.compared_with)) as s(nth, name)
    where t.job_id = ${jobId} order by s.nth`
}

/** What people had said of a system's traces, by then, that says something and is before the tree in the log. @param most that are counted */
export async function surelyAnnotated(sql: Reader, jobId: string, most: number): Promise<number> {
  const [row] = await sql<{ annotations: number }[]>`
    select count(*)::int as annotations from (
      select from trees t join job_outcomes o on o.job_id = t.job_id
      join edg_leaves made on made.node_id = t.node_id
      join trace_annotations a on a.org_id = t.org_id and a.system_source = t.system_source and a.created_at < ${settledBy(sql)}
      join traces x on x.trace_id = a.trace_id and x.payload_salt <> ''
      join edg_nodes n on n.id = a.head
      join edg_leaves l on l.node_id = n.id
      where t.job_id = ${jobId} and l.leaf < made.leaf
        and (n.body::json ->> 'timestamp')::timestamptz < ${settledBy(sql)}
      limit ${most}) said`
  return row?.annotations ?? 0
}

export type AnnotationsUpTo = { trace_id: string; ord: number }

/** A trace's tree that was made of no annotation that the trace had had for long, by the nodes of both. */
export type TreeWithout = {
  annotation_id: string
  trace_id: string
  org_id: string
  job_id: string
  node_id: string
  ins: number
}

/** Along what people said of traces: with the first tree that each lacks in. @returns from where to go on; nowhere when this was the end. */
export async function treesWithoutAnnotations(
  sql: Reader,
  after: AnnotationsUpTo | undefined,
  limit: number,
): Promise<{ trees: TreeWithout[]; last: AnnotationsUpTo | undefined; rows: number }> {
  const [seen] = await sql<{ trees: TreeWithout[]; last: AnnotationsUpTo | null; rows: number }[]>`
    with piece as materialized (
      select trace_id, ord, annotation_id, head from trace_annotations
      ${after === undefined ? sql`` : sql`where (trace_id, ord) > (${after.trace_id}, ${after.ord}::smallint)`}
      order by trace_id, ord limit ${limit})
    select (select count(*)::int from piece) as rows,
      (select json_build_object('trace_id', trace_id, 'ord', ord) from piece order by trace_id desc, ord desc limit 1) as last,
      coalesce((select json_agg(json_build_object('annotation_id', p.annotation_id, 'trace_id', p.trace_id, 'org_id', made.org_id,
          'job_id', made.job_id, 'node_id', encode(made.id, 'hex'), 'ins', made.ins))
        from piece p join traces x on x.trace_id = p.trace_id
        join edg_nodes s on s.id = p.head
        join edg_leaves sl on sl.node_id = s.id
        cross join lateral (
          select n.id, n.org_id, n.ins, n.body::json #>> '{result,job_id}' as job_id
          from edg_edges e join edg_nodes n on n.id = e.child join edg_leaves l on l.node_id = n.id
          where e.parent = decode(x.attribution_token, 'hex') and n.kind = 'tree.generated'
            and n.body::json #>> '{subject,type}' = 'trace' and l.leaf > sl.leaf
            and (n.body::json ->> 'timestamp')::timestamptz - interval '5 minutes' > (s.body::json ->> 'timestamp')::timestamptz
            and not exists (select from edg_edges b where b.child = n.id and b.parent = s.id)
          order by n.ins limit 1) made), '[]') as trees`
  const { trees, last, rows } = seen ?? { trees: [], last: null, rows: 0 }
  return { trees, last: rows < limit || last === null ? undefined : last, rows }
}
