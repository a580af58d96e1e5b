/** rate_windows: requests counted per key, area and minute, by the database's clock. */

import type { Sql, Tx } from '#db/client'
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
    on conflict (key_id, area, minute) do update set used = w.used + excluded.used
    returning key_id, area, minute, used, floor(60000 - mod((select now from clock) * 1000, 60000))::int as ms_left`
  const byWindow = new Map(rows.map((row) => [`${row.area} ${row.key_id}`, row]))
  return counts.map((count) => {
    const row = byWindow.get(`${count.area} ${count.keyId}`)
    if (!row) throw new Error('a counted window did not come back')
    return row
  })
}

type Wanted = { keyId: string; area: string; requests: number; limit: number }
/** Whether a window has room for all that is wanted, and how long it is open. */
export type WindowRoom = { hasRoom: boolean; msLeft: number }

export async function roomFor(tx: Tx, { keyId, area, requests, limit }: Wanted): Promise<WindowRoom> {
  const [row] = await tx<{ has_room: boolean; ms_left: number }[]>`
    with clock as materialized (select extract(epoch from clock_timestamp()) as now)
    select coalesce(w.used, 0) + ${requests}::bigint <= ${limit}::bigint as has_room,
      floor(60000 - mod(now * 1000, 60000))::int as ms_left
    from clock left join rate_windows w
      on w.key_id = ${keyId} and w.area = ${area} and w.minute = floor(clock.now / 60)::bigint`
  return { hasRoom: row?.has_room ?? false, msLeft: row?.ms_left ?? 0 }
}

/** Adds so many at once if the window has room for all of them, else none. */
export async function takeRequests(tx: Tx, { keyId, area, requests, limit }: Wanted): Promise<WindowRoom> {
  const [row] = await tx<{ has_room: boolean; ms_left: number }[]>`
    with clock as materialized (select extract(epoch from clock_timestamp()) as now),
    taken as (
      insert into rate_windows as w (key_id, area, minute, used)
      select ${keyId}, ${area}, floor(clock.now / 60)::bigint, ${requests}::bigint from clock
      where ${requests}::bigint <= ${limit}::bigint
      on conflict (key_id, area, minute) do update set used = w.used + excluded.used
        where w.used + excluded.used <= ${limit}::bigint
      returning 1)
    select exists (select 1 from taken) as has_room, floor(60000 - mod(now * 1000, 60000))::int as ms_left from clock`
  return { hasRoom: row?.has_room ?? false, msLeft: row?.ms_left ?? 0 }
}

/** Gives back what was taken in advance and not used, if its window is still open. */
export async function returnRequests(sql: Sql, keyId: string, area: string, minute: number, requests: number) {
  await sql`
    update rate_windows set used = greatest(0, used - ${requests})
    where key_id = ${keyId} and area = ${area} and minute = ${minute}`
}
