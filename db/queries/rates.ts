/**
 * rate_windows: requests counted per key, area and minute, by the database's clock. Less than nothing was taken by nobody: where a row says so,
 * it counts as nothing.
 */

import type { Reader, Sql, Tx } from '#db/client'
import type { rateWindows } from '#db/tables/limits'

export type Window = typeof rateWindows.$inferSelect & { ms_left: number }

/** Adds to several windows at once; answers each window's count after the addition, in the order asked. */
export async function countRequests(
  sql: Sql,
  counts: { keyId: string; area: string; requests: number }[],
): Promise<Window[]> {
  const rows = await sql<Window[]>`
    with input as (
      select key_id, area, requests from unnest(
        ${counts.map((count) => count.keyId)}::text[],
        ${counts.map((count) => count.area)}::text[],
        ${counts.map((count) => count.requests)}::bigint[]) as u(key_id, area, requests)
    ), clock as materialized (select extract(epoch from clock_timestamp()) as now)
    insert into rate_windows as w (key_id, area, minute, used)
    select key_id, area, floor(clock.now / 60)::bigint, requests from input, clock order by 1, 2
    on conflict (key_id, area, minute) do update set used = greatest(w.used, 0) + excluded.used
    returning key_id, area, minute, used, floor(60000 - mod((select now from clock) * 1000, 60000))::int as ms_left`
  const byWindow = new Map(rows.map((row) => [`${row.area} ${row.key_id}`, row]))
  return counts.map((count) => {
    const row = byWindow.get(`${count.area} ${count.keyId}`)
    if (!row) throw new Error('a counted window did not come back')
    return row
  })
}

type WindowOf = { keyId: string; area: string }
/** How much of a window has been taken, and how long it is open. */
export type WindowUse = { used: number; msLeft: number }

/** Of several windows, in the order asked. Locks nothing. */
export async function usesOf(tx: Reader, windows: readonly WindowOf[]): Promise<WindowUse[]> {
  return tx<WindowUse[]>`
    with clock as materialized (select extract(epoch from clock_timestamp()) as now)
    select greatest(w.used, 0) as used, floor(60000 - mod(now * 1000, 60000))::int as "msLeft"
    from clock, unnest(${windows.map(({ keyId }) => keyId)}::text[], ${windows.map(({ area }) => area)}::text[])
      with ordinality as u(key_id, area, place)
    left join rate_windows w on w.key_id = u.key_id and w.area = u.area
      and w.minute = (select floor(now / 60)::bigint from clock)
    order by place`
}

/** @property usedAtMost how much may have been taken before. */
export type RequestsToTake = WindowOf & { requests: number; usedAtMost: number }

/** Adds to several windows at once, in one order whoever does. False where one had less room: then this must not be kept. */
export async function takeRequests(tx: Tx, takings: readonly RequestsToTake[]): Promise<boolean> {
  const rows = await tx`
    with input as materialized (
      select * from unnest(
        ${takings.map(({ keyId }) => keyId)}::text[], ${takings.map(({ area }) => area)}::text[],
        ${takings.map(({ requests }) => requests)}::bigint[], ${takings.map(({ usedAtMost }) => usedAtMost)}::bigint[])
        as u(key_id, area, requests, used_at_most)
    ), clock as materialized (select floor(extract(epoch from clock_timestamp()) / 60)::bigint as minute)
    insert into rate_windows as w (key_id, area, minute, used)
    select key_id, area, minute, requests from input, clock where used_at_most >= 0 order by 1, 2
    on conflict (key_id, area, minute) do update set used = greatest(w.used, 0) + excluded.used
      where w.used <= (
        select used_at_most from input i where i.key_id = excluded.key_id and i.area = excluded.area)
    returning 1`
  return rows.length === takings.length
}

/** Gives back what was taken in advance and not used, if its window is still open. */
export async function returnRequests(sql: Sql, keyId: string, area: string, minute: number, requests: number) {
  await sql`
    update rate_windows set used = greatest(0, used - ${requests})
    where key_id = ${keyId} and area = ${area} and minute = ${minute}`
}
