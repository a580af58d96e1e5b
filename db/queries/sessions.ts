/** Sessions of ours that nobody is behind any more, as Postgres sees them: a machine that is gone, a process that is frozen. */
import type { Reader, Tx } from '#db/client'

/** Every connection of ours says something every two seconds, or Postgres is at work for it. */
export const silentAfterSeconds = 7

/** Of a row of pg_stat_activity: it waits for its client, and has for long. Sessions of another role show nothing of themselves and are never silent. */
export const isSilent = (sql: Reader, afterSeconds = silentAfterSeconds) => sql`
  coalesce((state <> 'active' or wait_event_type = 'Client')
    and state_change < clock_timestamp() - make_interval(secs => ${afterSeconds}), false)`

/** Ends the session that holds an advisory lock, if it is silent. A process that was only frozen finds its connection closed. */
export async function endSilentHolder(sql: Tx, lockId: number, afterSeconds?: number): Promise<boolean> {
  const rows = await sql`
    select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and (l.classid::bigint << 32 | l.objid::bigint) = ${lockId}
      and l.objsubid = 1 and a.datname = current_database() and ${isSilent(sql, afterSeconds)}`
  return rows.length > 0
}

/** Ends the silent sessions of these names, and with them what they hold. */
export async function endSilentSessions(sql: Tx, names: readonly string[]): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = any(${[...names]}::text[]) and ${isSilent(sql)}`
}
