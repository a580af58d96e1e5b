/** Keys in tests, beside the command line and without its evidence. */
import type { Sql } from '#db/client'

/** Ends a key after `overlapSeconds`. */
export async function revokeKey(sql: Sql, id: string, overlapSeconds = 0): Promise<void> {
  await sql`update api_keys set revoked_at = now() + make_interval(secs => ${overlapSeconds}) where id = ${id}`
}
