/** What is written in the statement that writes traces, for traces that were filled in without it. */
import type { Sql } from '#db/client'

/** Sixteen rows a system, as sixteen processes would leave them. */
export async function addTraceCounters(sql: Sql): Promise<void> {
  const sums = sql`
    count(*), count(*) filter (where risk_level = 'LOW'), count(*) filter (where risk_level = 'MEDIUM'),
    count(*) filter (where risk_level = 'HIGH'), count(*) filter (where constitutional_compliance),
    sum(risk_score::numeric), count(processing_time_ms), coalesce(sum(processing_time_ms::numeric), 0)`
  await sql`insert into systems select distinct org_id, system_source, now() from traces`
  await sql`
    insert into system_totals
    select org_id, system_source, hashtext(trace_id) & 15, ${sums}, max(created_at) from traces group by 1, 2, 3`
  await sql`
    insert into trace_totals
    select org_id, shard, case when shard = min(shard) over (partition by org_id)
      then (select count(*) from systems s where s.org_id = t.org_id) else 0 end, ${sums}
    from (select *, hashtext(trace_id) & 15 as shard from traces) t group by 1, 2`
}
