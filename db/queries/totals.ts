/** Totals of traces beside what they count, some systems at a time, and a system of many traces in pieces. */
import type { Reader } from '#db/client'

export type SystemPlace = { org_id: string; system_source: string }
const beforeAllSystems: SystemPlace = { org_id: '', system_source: '' }

/** Sums as text, which is exact; `last` in ISO 8601, null of none. */
export type TraceSums = {
  traces: number
  low: number
  medium: number
  high: number
  compliant: number
  risk_sum: string
  timed: number
  time_sum: string
  last: string | null
}

const counted = (sql: Reader) => sql`
  count(*) as traces, count(*) filter (where risk_level = 'LOW') as low,
  count(*) filter (where risk_level = 'MEDIUM') as medium, count(*) filter (where risk_level = 'HIGH') as high,
  count(*) filter (where constitutional_compliance) as compliant, coalesce(sum(risk_score::numeric), 0) as risk_sum,
  count(processing_time_ms) as timed, coalesce(sum(processing_time_ms::numeric), 0) as time_sum, max(created_at) as last`

/** What is counted of these systems, whether there is nothing of them or much. */
const totalled = (sql: Reader) => sql`
  coalesce(sum(traces), 0)::bigint as traces, coalesce(sum(low), 0)::bigint as low, coalesce(sum(medium), 0)::bigint as medium,
  coalesce(sum(high), 0)::bigint as high, coalesce(sum(compliant), 0)::bigint as compliant,
  coalesce(sum(risk_sum), 0) as risk_sum, coalesce(sum(timed), 0)::bigint as timed, coalesce(sum(time_sum), 0) as time_sum,
  max(last_trace_at) as last`

/** A system, whether its totals are what they count; `is_large` where it has more traces than were counted. */
export type HeldSystem = SystemPlace & { is_held: boolean; is_large: boolean; looked: number }

/** The next systems, of those that have traces or totals, each in one look with its totals. @param most traces counted of each. */
export const heldSystems = (
  sql: Reader,
  { org_id, system_source } = beforeAllSystems,
  { limit, most }: { limit: number; most: number },
): Promise<HeldSystem[]> => sql<HeldSystem[]>`
  with recursive traced as (
    (select org_id, system_source, 1 as n from traces
     where (org_id, system_source) > (${org_id}, ${system_source}) order by org_id, system_source limit 1)
    union all
    select t.org_id, t.system_source, f.n + 1 from traced f cross join lateral (
      select org_id, system_source from traces where (org_id, system_source) > (f.org_id, f.system_source)
      order by org_id, system_source limit 1) t
    where f.n < ${limit}),
  known as (
    select org_id, system_source from traced
    union (select distinct org_id, system_source from (
      select org_id, system_source from system_totals where (org_id, system_source) > (${org_id}, ${system_source})
      order by org_id, system_source limit ${16 * limit}) w)
    union (select org_id, system_source from systems where (org_id, system_source) > (${org_id}, ${system_source})
      order by org_id, system_source limit ${limit})
    order by 1, 2 limit ${limit})
  select k.org_id, k.system_source, c.traces > ${most} as is_large, least(c.traces, ${most})::int as looked,
    c.traces > 0 and row(c.*) is not distinct from row(w.*)
      and exists (select from systems s where s.org_id = k.org_id and s.system_source = k.system_source) as is_held
  from known k
  cross join lateral (select ${counted(sql)} from (
    select * from traces t where t.org_id = k.org_id and t.system_source = k.system_source limit ${most + 1}) few) c
  cross join lateral (select ${totalled(sql)} from system_totals w
    where w.org_id = k.org_id and w.system_source = k.system_source) w
  order by 1, 2`

/** Of a system of many traces: those counted so far, newest first, and from where it goes on. */
export type CountedPart = { until: string; at: string; trace_id: string; sums: TraceSums }

/** A moment before which nothing is stored any more. */
export async function settledMoment(sql: Reader): Promise<string> {
  const [row] = await sql<{ at: Date }[]>`select date_trunc('milliseconds', now()) - interval '5 minutes' as at`
  return (row?.at ?? new Date(0)).toISOString()
}

/** What was counted and some more traces, and the last of those; `more` is how many they are. */
export async function countMore(
  sql: Reader,
  { org_id, system_source }: SystemPlace,
  { until, at, trace_id, sums }: CountedPart,
  limit: number,
): Promise<{ part: CountedPart; more: number }> {
  const [row] = await sql<
    (Omit<TraceSums, 'last'> & { last: Date | null; at: Date | null; trace_id: string | null; more: number })[]
  >`
    with few as materialized (
      select * from traces where org_id = ${org_id} and system_source = ${system_source}
        and (created_at, trace_id) < (${at}::text::timestamptz, ${trace_id})
      order by created_at desc, trace_id desc limit ${limit})
    select c.traces as more, c.traces + ${sums.traces}::int8 as traces, c.low + ${sums.low}::int8 as low,
      c.medium + ${sums.medium}::int8 as medium, c.high + ${sums.high}::int8 as high,
      c.compliant + ${sums.compliant}::int8 as compliant, (c.risk_sum + ${sums.risk_sum}::text::numeric)::text as risk_sum,
      c.timed + ${sums.timed}::int8 as timed, (c.time_sum + ${sums.time_sum}::text::numeric)::text as time_sum,
      greatest(c.last, ${sums.last}::text::timestamptz) as last, l.created_at as at, l.trace_id
    from (select ${counted(sql)} from few) c
    left join lateral (select created_at, trace_id from few order by created_at, trace_id limit 1) l on true`
  if (!row) throw new Error('an aggregate answered nothing')
  const { more, at: next, trace_id: id, last, ...counts } = row
  const part = {
    until,
    at: next?.toISOString() ?? at,
    trace_id: id ?? trace_id,
    sums: { ...counts, last: last?.toISOString() ?? null },
  }
  return { part, more }
}

/** Whether a system's totals are these sums and what came after, in one look. */
export async function isHeldWith(
  sql: Reader,
  { org_id, system_source }: SystemPlace,
  { until, sums }: Pick<CountedPart, 'until' | 'sums'>,
): Promise<boolean> {
  const [row] = await sql<{ is_held: boolean }[]>`
    select w.traces = c.traces + ${sums.traces}::int8 and w.low = c.low + ${sums.low}::int8 and w.medium = c.medium + ${sums.medium}
      and w.high = c.high + ${sums.high}::int8 and w.compliant = c.compliant + ${sums.compliant}
      and w.risk_sum = c.risk_sum + ${sums.risk_sum}::text::numeric and w.timed = c.timed + ${sums.timed}
      and w.time_sum = c.time_sum + ${sums.time_sum}::text::numeric
      and w.last is not distinct from greatest(c.last, ${sums.last}::text::timestamptz)
      and exists (select from systems s where s.org_id = ${org_id} and s.system_source = ${system_source}) as is_held
    from (select ${counted(sql)} from traces where org_id = ${org_id} and system_source = ${system_source}
      and created_at >= ${until}::text::timestamptz) c,
    lateral (select ${totalled(sql)} from system_totals
      where org_id = ${org_id} and system_source = ${system_source}) w`
  return row?.is_held ?? false
}

/** The next organisations that have totals, and whether those are the sums of their systems', each in one look. */
export const heldOrganisations = (
  sql: Reader,
  after: string,
  limit: number,
): Promise<{ org_id: string; is_held: boolean }[]> => sql`
  with recursive known as (
    (select org_id, 1 as n from (
      (select org_id from trace_totals where org_id > ${after} order by 1 limit 1)
      union all (select org_id from system_totals where org_id > ${after} order by 1 limit 1)) a order by 1 limit 1)
    union all
    select b.org_id, k.n + 1 from known k cross join lateral (
      select org_id from (
        (select org_id from trace_totals where org_id > k.org_id order by 1 limit 1)
        union all (select org_id from system_totals where org_id > k.org_id order by 1 limit 1)) c order by 1 limit 1) b
    where k.n < ${limit})
  select k.org_id, row(a.*) is not distinct from row(b.*) as is_held from known k
  cross join lateral (
    select coalesce(sum(traces), 0)::bigint as traces, coalesce(sum(low), 0)::bigint as low,
      coalesce(sum(medium), 0)::bigint as medium, coalesce(sum(high), 0)::bigint as high,
      coalesce(sum(compliant), 0)::bigint as compliant, coalesce(sum(risk_sum), 0) as risk_sum,
      coalesce(sum(timed), 0)::bigint as timed, coalesce(sum(time_sum), 0) as time_sum,
      coalesce(sum(systems), 0)::bigint as systems
    from trace_totals w where w.org_id = k.org_id) a
  cross join lateral (
    select coalesce(sum(traces), 0)::bigint as traces, coalesce(sum(low), 0)::bigint as low,
      coalesce(sum(medium), 0)::bigint as medium, coalesce(sum(high), 0)::bigint as high,
      coalesce(sum(compliant), 0)::bigint as compliant, coalesce(sum(risk_sum), 0) as risk_sum,
      coalesce(sum(timed), 0)::bigint as timed, coalesce(sum(time_sum), 0) as time_sum,
      (select count(*) from systems s where s.org_id = k.org_id) as systems
    from system_totals w where w.org_id = k.org_id) b
  order by 1`

/** The next systems that were annotated, and whether they were as often as is counted, each in one look. */
export const heldAnnotations = (
  sql: Reader,
  { org_id, system_source } = beforeAllSystems,
  limit: number,
): Promise<(SystemPlace & { is_held: boolean })[]> => sql`
  with recursive annotated as (
    (select org_id, system_source, 1 as n from trace_annotations
     where (org_id, system_source) > (${org_id}, ${system_source}) order by org_id, system_source limit 1)
    union all
    select t.org_id, t.system_source, f.n + 1 from annotated f cross join lateral (
      select org_id, system_source from trace_annotations where (org_id, system_source) > (f.org_id, f.system_source)
      order by org_id, system_source limit 1) t
    where f.n < ${limit}),
  known as (
    select org_id, system_source from annotated
    union (select org_id, system_source from annotated_systems where (org_id, system_source) > (${org_id}, ${system_source})
      order by org_id, system_source limit ${limit})
    order by 1, 2 limit ${limit})
  select k.org_id, k.system_source, coalesce((select annotations from annotated_systems s
      where s.org_id = k.org_id and s.system_source = k.system_source), 0) = (
    select count(*) from trace_annotations a where a.org_id = k.org_id and a.system_source = k.system_source) as is_held
  from known k order by 1, 2`
