/** Who does maintenance: the one session that holds its lock, until it ends. */
import type { Reader, Tx } from '#db/client'
import { endSilentHolder } from '#db/queries/sessions'

// API processes of the release before take a lock of this name for each of their own sweeps. So none of them begins one while
// a process of ours leads, and none of ours leads while one of theirs is at it.
const lock = (sql: Reader) => sql`hashtext('assay upkeep')`

/** The number of this session where it leads from now on; undefined while another one does. */
export async function tryLeadMaintenance(connection: Tx): Promise<number | undefined> {
  const [row] = await connection<{ session: number; leads: boolean }[]>`
    select pg_backend_pid() as session, pg_try_advisory_lock(${lock(connection)}) as leads`
  return row?.leads ? row.session : undefined
}

/** Ends the session of a leader that says nothing any more. */
export async function deposeSilentMaintenance(connection: Tx): Promise<boolean> {
  const [row] = await connection<{ id: number }[]>`select ${lock(connection)}::bigint as id`
  return row !== undefined && (await endSilentHolder(connection, row.id))
}

export async function stopLeadingMaintenance(connection: Tx): Promise<void> {
  await connection`select pg_advisory_unlock(${lock(connection)})`
}

export async function sessionOf(connection: Tx): Promise<number | undefined> {
  const [row] = await connection<{ session: number }[]>`select pg_backend_pid() as session`
  return row?.session
}
