/** traces and their counters: store many at once, find, page, stream. */

import { plannedAnew, type Reader, type Tx } from '#db/client'
import { countedAtMost } from '#db/documents/counted'
import { countFound } from '#db/queries/counted'
import { hexBytes } from '#db/queries/evidence'
import { type ViolationToOpen, violationCtes } from '#db/queries/governance'
import { type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import { erasedNode, type SaidErased } from '#db/queries/said-erased'
import type { AsText, OrNulls } from '#db/tables/columns'
import type { systemTotals, totalsOfTraces } from '#db/tables/totals'
import type { TraceRow } from '#db/tables/traces'

export type TraceToStore = AsText<TraceRow, 'timestamp' | 'created_at'>
/** By their ids: the traces, and the violations that were opened and counted; others were there already, or were opened several times. */
export type StoredTraces = { stored: string[]; opened: string[] }

/**
 * Stores traces, their evidence nodes, their counters and the violations that they show in one statement; each stands or
 * falls with the others. A trace_id that exists already is left as it is and does not come back. Violations that are there already are
 * not counted: whoever calls this does.
 * @param shard which of the counters' rows this process adds to, 0 … 15.
 */
export async function insertTraces(
  sql: Tx,
  traces: readonly { trace: TraceToStore; node: NodeToAppend; violations: readonly ViolationToOpen[] }[],
  shard: number,
): Promise<StoredTraces> {
  const records = traces.map(({ trace }) => ({
    ...trace,
    payload_salt: hexBytes(trace.payload_salt),
    seal: trace.seal && hexBytes(trace.seal),
  }))
  const violations = traces.flatMap((each) => each.violations)
  // A violation's node names the trace's as its parent and must come after it: the count waits for them all to be there.
  const isStored = sql`cause in (select trace_id from stored) and (select count(*) from nodes) > 0`
  const [row] = await sql<{ stored: string[] | null; opened: string[] | null }[]>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as r(
        trace_id text, org_id text, risk_score float8, risk_level text, confidence float8, system_source text,
        flags text[], recommendation text, constitutional_compliance boolean, compliance_declared boolean,
        trinity_layer text, testing_mode text, adversarial_test boolean, field_conditions boolean,
        processing_time_ms bigint, metadata jsonb, attribution_token text, payload_salt bytea,
        governance_tier text, "timestamp" timestamptz, created_at timestamptz, seal bytea)
    ), stored as (
      insert into traces (
        trace_id, org_id, risk_score, risk_level, confidence, system_source, flags, recommendation,
        constitutional_compliance, compliance_declared, trinity_layer, testing_mode, adversarial_test,
        field_conditions, processing_time_ms, metadata, attribution_token, payload_salt, governance_tier, "timestamp",
        created_at, seal)
      select
        trace_id, org_id, risk_score, risk_level, confidence, system_source, flags, recommendation,
        constitutional_compliance, compliance_declared, trinity_layer, testing_mode, adversarial_test,
        field_conditions, processing_time_ms, metadata, attribution_token, payload_salt, governance_tier, "timestamp",
        created_at, seal
      from input
      on conflict (trace_id) do nothing
      returning trace_id, org_id, system_source, risk_level, risk_score, constitutional_compliance,
        processing_time_ms, created_at
    ), ${nodeCtes(
      sql,
      traces.map(({ trace, node }) => ({ node, cause: trace.trace_id })),
      { only: sql`cause in (select trace_id from stored)` },
    )}, sums as materialized (
      select org_id, system_source, count(*) as traces,
        count(*) filter (where risk_level = 'LOW') as low,
        count(*) filter (where risk_level = 'MEDIUM') as medium,
        count(*) filter (where risk_level = 'HIGH') as high,
        count(*) filter (where constitutional_compliance) as compliant,
        sum(risk_score::numeric) as risk_sum,
        count(processing_time_ms) as timed,
        coalesce(sum(processing_time_ms::numeric), 0) as time_sum,
        max(created_at) as last_trace_at
      from stored group by org_id, system_source
    ), new_systems as (
      insert into systems (org_id, system_source)
      select org_id, system_source from sums order by 1, 2
      on conflict do nothing returning org_id
    ), per_system as (
      insert into system_totals as w (org_id, system_source, shard, traces, low, medium, high, compliant, risk_sum,
        timed, time_sum, last_trace_at)
      select org_id, system_source, ${shard}::smallint, traces, low, medium, high, compliant, risk_sum, timed,
        time_sum, last_trace_at
      from sums order by org_id, system_source
      on conflict (org_id, system_source, shard) do update set
        traces = w.traces + excluded.traces, low = w.low + excluded.low, medium = w.medium + excluded.medium,
        high = w.high + excluded.high, compliant = w.compliant + excluded.compliant,
        risk_sum = w.risk_sum + excluded.risk_sum, timed = w.timed + excluded.timed,
        time_sum = w.time_sum + excluded.time_sum,
        last_trace_at = greatest(w.last_trace_at, excluded.last_trace_at)
    ), overall as (
      insert into trace_totals as w (org_id, shard, systems, traces, low, medium, high, compliant, risk_sum, timed,
        time_sum)
      select org_id, ${shard}::smallint, (select count(*) from new_systems n where n.org_id = sums.org_id),
        sum(traces), sum(low), sum(medium), sum(high), sum(compliant), sum(risk_sum), sum(timed), sum(time_sum)
      from sums group by org_id order by org_id
      on conflict (org_id, shard) do update set
        systems = w.systems + excluded.systems, traces = w.traces + excluded.traces, low = w.low + excluded.low,
        medium = w.medium + excluded.medium, high = w.high + excluded.high,
        compliant = w.compliant + excluded.compliant, risk_sum = w.risk_sum + excluded.risk_sum,
        timed = w.timed + excluded.timed, time_sum = w.time_sum + excluded.time_sum
    )
    ${violations.length > 0 ? sql`, ${violationCtes(sql, violations, isStored)}` : sql``}
    select (select array_agg(trace_id) from stored) as stored,
      ${violations.length > 0 ? sql`(select array_agg(id) from opened where is_counted)` : null}::text[] as opened`
  return { stored: row?.stored ?? [], opened: row?.opened ?? [] }
}

export async function findTraces(sql: Reader, traceIds: readonly string[]): Promise<TraceRow[]> {
  return sql<TraceRow[]>`select * from traces where trace_id = any(${traceIds as string[]}::text[])`
}

/** A trace for whoever asks for it. One whose words were erased has no salt. */
export async function findTraceShown(sql: Reader, traceId: string): Promise<(TraceRow & SaidErased) | undefined> {
  const [row] = await sql<ShownTrace[]>`select ${shownColumns(sql)} from traces t where t.trace_id = ${traceId}`
  return row
}

/** A trace as it is shown, or measured by. */
export type ShownTrace = TraceRow & SaidErased

/** Of the table `t`: about a microsecond a row more than the row alone. */
const shownColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.*, case when t.payload_salt <> '' then ${erasedNode(sql, 't.attribution_token')} end as erased_node`

/** The nodes that recorded these traces, in hex, by their ids. */
export async function nodesOfTraces(sql: Reader, traceIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ trace_id: string; node: string }[]>`
    select substr(stream, 7) as trace_id, encode(id, 'hex') as node from edg_nodes
    where stream = any(${traceIds.map((id) => `trace:${id}`)}::text[]) and pos = 0`
  return new Map(rows.map(({ trace_id, node }) => [trace_id, node]))
}

type TracedRow = ShownTrace & { system_size: number; is_annotated: boolean }

/**
 * Traces, each with how many its system has, a number that changes whenever the system's history does, and whether people
 * have said anything of it.
 */
export async function findTracesWithSystemSize(sql: Reader, traceIds: readonly string[]): Promise<TracedRow[]> {
  return sql<TracedRow[]>`
    select ${shownColumns(sql)}, (select coalesce(sum(w.traces), 0)::bigint from system_totals w
      where w.org_id = t.org_id and w.system_source = t.system_source) as system_size,
      exists (select from trace_annotations a where a.trace_id = t.trace_id) as is_annotated
    from traces t where trace_id = any(${traceIds as string[]}::text[])`
}

/** Which organisation each of these traces belongs to; the unknown are left out. */
export async function findTraceOwners(sql: Reader, traceIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<Pick<TraceRow, 'trace_id' | 'org_id'>[]>`
    select trace_id, org_id from traces where trace_id = any(${traceIds as string[]}::text[])`
  return new Map(rows.map((row) => [row.trace_id, row.org_id]))
}

/** The last `limit` traces of a system, of those stored in the window if one is given, oldest first. */
export async function newestTracesOfSystem(
  sql: Reader,
  orgId: string,
  systemSource: string,
  limit: number,
  window: Pick<TraceFilter, 'from' | 'to'> = {},
): Promise<ShownTrace[]> {
  const rows = await sql<ShownTrace[]>`
    select ${shownColumns(sql)} from traces t where ${matching(sql, orgId, { system_source: systemSource, ...window })}
    order by created_at desc, trace_id desc limit ${limit}`
  return rows.reverse()
}

export type TraceFilter = {
  system_source?: string | undefined
  risk_level?: string | undefined
  flag?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
export type PageKey = { created_at: string; trace_id: string }

const matching = (sql: Reader, orgId: string, filter: TraceFilter) => sql`
  org_id = ${orgId}
  ${filter.system_source === undefined ? sql`` : sql`and system_source = ${filter.system_source}`}
  ${filter.risk_level === undefined ? sql`` : sql`and risk_level = ${filter.risk_level}`}
  ${filter.flag === undefined ? sql`` : sql`and flags @> array[${filter.flag}]::text[] and flags <> '{}'`}
  ${filter.from === undefined ? sql`` : sql`and created_at >= ${filter.from}`}
  ${filter.to === undefined ? sql`` : sql`and created_at < ${filter.to}`}`

/** Whether the counters know how many traces match; the others are counted one by one, up to `countedAtMost`. */
export const isCounted = ({ flag, from, to }: TraceFilter): boolean =>
  flag === undefined && from === undefined && to === undefined

/** Some flags are of most traces and some of next to none. */
const asked = <Query extends PromiseLike<unknown>>({ flag }: TraceFilter, query: Query): Query =>
  flag === undefined ? query : plannedAnew(query)

/** How many traces match, as an expression. */
function totalOf(sql: Reader, orgId: string, filter: TraceFilter) {
  if (!isCounted(filter)) return countFound(sql, sql`select 1 from traces where ${matching(sql, orgId, filter)}`)
  const column = filter.risk_level === undefined ? sql`traces` : sql(filter.risk_level.toLowerCase())
  return filter.system_source === undefined
    ? sql`(select coalesce(sum(${column}), 0)::bigint from trace_totals where org_id = ${orgId})`
    : sql`(select coalesce(sum(${column}), 0)::bigint from system_totals
           where org_id = ${orgId} and system_source = ${filter.system_source})`
}

export async function countTraces(sql: Reader, orgId: string, filter: TraceFilter): Promise<number> {
  const [row] = await asked(filter, sql<{ total: number }[]>`select ${totalOf(sql, orgId, filter)} as total`)
  return row?.total ?? 0
}

/** The page after a key, newest first. */
export async function pageAfter(
  sql: Reader,
  orgId: string,
  filter: TraceFilter,
  after: PageKey,
  limit: number,
): Promise<ShownTrace[]> {
  return asked(
    filter,
    sql<ShownTrace[]>`
      select ${shownColumns(sql)} from traces t
      where ${matching(sql, orgId, filter)} and (created_at, trace_id) < (${after.created_at}, ${after.trace_id})
      order by created_at desc, trace_id desc limit ${limit}`,
  )
}

/** A place in the order of all an organisation's traces that no longer moves: the row `rank` places from the oldest. */
export type Bookmark = PageKey & { rank: number }

/** What a statement is made of. */
type Part = ReturnType<typeof matching>

/**
 * Where a page begins that lies so many traces from the newest, or from the oldest: the instant of the last of those, and how many of
 * them are of that instant. Instants are read from the index alone; which ids an instant has is not asked before that.
 */
const placeAfter = (sql: Reader, where: Part, end: 'newest' | 'oldest', skipped: Part) => sql`
  place as materialized (
    select at, ${skipped} - (select count(*) from traces where ${where} and ${end === 'newest' ? sql`created_at > at` : sql`created_at < at`}) as before
    from (
      select created_at as at from traces where ${where} order by created_at ${end === 'newest' ? sql`desc` : sql``}
      offset greatest(0, ${skipped} - 1) limit least(1, ${skipped})) last)`

/** A page by offset with the total, both of one snapshot, read from the newest on or from a bookmark. */
export async function pageAtOffset(
  sql: Reader,
  orgId: string,
  filter: TraceFilter,
  { offset, limit, bookmark }: { offset: number; limit: number; bookmark?: Bookmark | undefined },
): Promise<{ total: number; rows: ShownTrace[] }> {
  const where = matching(sql, orgId, filter)
  const isThere = sql`(${offset} < (select total from counted) or (select total from counted) = ${countedAtMost})`
  const newest = sql`
    select counted.total, page.* from counted left join lateral (
      select ${shownColumns(sql)} from traces t where ${where} and ${isThere} order by created_at desc, trace_id desc limit ${limit}) page on true
    order by page.created_at desc, page.trace_id desc`
  const fromNewest = sql`
    ${placeAfter(sql, where, 'newest', sql`${offset}::int`)}, page as materialized (
      select trace_id from traces where ${where} and ${isThere} and created_at <= (select at from place)
      order by created_at desc, trace_id desc offset (select before from place) limit ${limit})`
  const fromBookmark = (mark: Bookmark) => sql`
    page as materialized (
      select trace_id from traces
      where ${where} and (created_at, trace_id) <= (${mark.created_at}, ${mark.trace_id})
      order by created_at desc, trace_id desc
      offset (select greatest(0, ${mark.rank} - counted.total + 1 + ${offset}) from counted) limit ${limit})`
  // Keys are looked for alone: of what lies before them nothing else is read.
  const found = sql`
    , ${bookmark ? fromBookmark(bookmark) : fromNewest}
    select counted.total, ${shownColumns(sql)} from counted
    left join (page join traces t using (trace_id)) on true
    order by t.created_at desc, t.trace_id desc`
  const rows = await asked(
    filter,
    sql<PagedTrace[]>`
    with counted as materialized (select ${totalOf(sql, orgId, filter)} as total)
    ${bookmark || offset > 0 ? found : newest}`,
  )
  return pageOf(rows)
}

/** The page at the far end: offset counted from the newest, read from the oldest. */
export async function pageFromOldest(
  sql: Reader,
  orgId: string,
  filter: TraceFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: ShownTrace[] }> {
  const where = matching(sql, orgId, filter)
  const skipped = sql`(select greatest(0, counted.total - ${offset} - ${limit}) from counted)`
  const rows = await asked(
    filter,
    sql<PagedTrace[]>`
    with counted as materialized (select ${totalOf(sql, orgId, filter)} as total),
    ${placeAfter(sql, where, 'oldest', skipped)}, page as materialized (
      select trace_id from (
        select trace_id from traces where ${where} and created_at >= coalesce((select at from place), '-infinity')
        order by created_at, trace_id
        offset coalesce((select before from place), 0)
        limit (select greatest(0, least(${limit}, counted.total - ${offset})) from counted)
      ) nearest
      -- Says the page's size where the planner can read it: it would expect a tenth of the table.
      limit ${limit})
    select counted.total, ${shownColumns(sql)} from counted
    left join (page join traces t using (trace_id)) on true
    order by t.created_at desc, t.trace_id desc`,
  )
  return pageOf(rows)
}

/** The total rides on every row, and on one without a trace where the page is empty. */
type PagedTrace = OrNulls<ShownTrace> & { total: number }
const isTrace = (row: PagedTrace): row is ShownTrace & PagedTrace => row.trace_id !== null

function pageOf(rows: readonly PagedTrace[]): { total: number; rows: ShownTrace[] } {
  return { total: rows[0]?.total ?? 0, rows: rows.filter(isTrace) }
}

/** Every `step`th settled row after `from`, counted from the oldest. Settled: no insert can still land before it. */
export async function bookmarksAfter(
  sql: Reader,
  orgId: string,
  from: Bookmark | undefined,
  step: number,
): Promise<Bookmark[]> {
  // Instants are counted from the index alone; of those of the instant that a place falls into, its id is looked up.
  const rows = await sql<(Pick<TraceRow, 'created_at' | 'trace_id'> & { place: number })[]>`
    with kept as (
      select coalesce(max(n), 0) as n from (
        select row_number() over (order by trace_id) as n, trace_id from traces
        where org_id = ${orgId} and created_at = ${from?.created_at ?? null}::text::timestamptz) tied
      where trace_id <= ${from?.trace_id ?? ''})
    select numbered.n - kept.n as place, numbered.created_at, tied.trace_id
    from kept cross join (
      select created_at, row_number() over w as n, rank() over w as first
      from traces
      where org_id = ${orgId} and created_at < now() - interval '60 seconds'
        and created_at >= ${from?.created_at ?? '-infinity'}::text::timestamptz
      window w as (order by created_at)
    ) numbered
    cross join lateral (
      select trace_id from traces where org_id = ${orgId} and created_at = numbered.created_at
      order by trace_id offset numbered.n - numbered.first limit 1) tied
    where numbered.n > kept.n and (numbered.n - kept.n) % ${step} = 0 order by place`
  const base = from ? from.rank : -1
  return rows.map((row) => ({
    rank: base + row.place,
    created_at: row.created_at.toISOString(),
    trace_id: row.trace_id,
  }))
}

export type TotalsRow = Pick<
  typeof totalsOfTraces.$inferSelect,
  'traces' | 'systems' | 'low' | 'medium' | 'high' | 'compliant'
> & {
  risk_mean: number | null
  time_mean: number | null
}

export async function traceTotals(sql: Reader, orgId: string): Promise<TotalsRow> {
  const [row] = await sql<TotalsRow[]>`
    select coalesce(sum(traces), 0)::bigint as traces, coalesce(sum(systems), 0)::bigint as systems,
      coalesce(sum(low), 0)::bigint as low, coalesce(sum(medium), 0)::bigint as medium,
      coalesce(sum(high), 0)::bigint as high, coalesce(sum(compliant), 0)::bigint as compliant,
      (sum(risk_sum) / nullif(sum(traces), 0))::float8 as risk_mean,
      (sum(time_sum) / nullif(sum(timed), 0))::float8 as time_mean
    from trace_totals where org_id = ${orgId}`
  if (!row) throw new Error('an aggregate answered nothing')
  return row
}

export type SystemRow = Pick<
  typeof systemTotals.$inferSelect,
  'system_source' | 'traces' | 'low' | 'medium' | 'high' | 'compliant' | 'last_trace_at'
> & { risk_mean: number }

/** Systems by name, after a name; one page. */
export async function listSystems(sql: Reader, orgId: string, after: string | undefined, limit: number) {
  return sql<SystemRow[]>`
    select system_source, sum(traces)::bigint as traces, sum(low)::bigint as low, sum(medium)::bigint as medium,
      sum(high)::bigint as high, sum(compliant)::bigint as compliant,
      (sum(risk_sum) / sum(traces))::float8 as risk_mean, max(last_trace_at) as last_trace_at
    from system_totals where org_id = ${orgId} ${after === undefined ? sql`` : sql`and system_source > ${after}`}
    group by system_source order by system_source limit ${limit}`
}

/** How many traces each of these systems has: a number that changes whenever its history does. */
export async function systemSizes(
  sql: Reader,
  systems: readonly { orgId: string; systemSource: string }[],
): Promise<number[]> {
  const rows = await sql<{ place: number; traces: number }[]>`
    select place, coalesce(sum(w.traces), 0)::bigint as traces
    from unnest(${systems.map((s) => s.orgId)}::text[], ${systems.map((s) => s.systemSource)}::text[])
      with ordinality as u(org_id, system_source, place)
    left join system_totals w using (org_id, system_source)
    group by place order by place`
  return rows.map((row) => row.traces)
}
