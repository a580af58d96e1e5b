/** A connection as it is answered. */
import type { ConnectionRow } from '#db/queries/connections'
import type { Connection } from '#shared/contracts/connections'

/** Of one that is there: no other is shown. */
export const presentConnection = (row: ConnectionRow): Connection => ({
  id: row.connection_id,
  kind: row.kind,
  label: row.label,
  config: JSON.parse(row.config ?? '{}'),
  state: row.state === 'deleted' ? 'paused' : row.state,
  error:
    row.error_code === null
      ? null
      : { code: row.error_code, message: row.error_message ?? '', retry_at: row.retry_at?.toISOString() ?? null },
  failures: row.failures,
  items: row.items,
  synced_at: row.synced_at?.toISOString() ?? null,
  next_sync_at: row.next_sync_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
