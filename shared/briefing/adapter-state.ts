/** How connections stand, as every briefing says it, and whose they are. Pure: the clock comes by argument. */
import type { AdapterState } from '#db/documents/briefing'
import type { SourcePerson } from '#db/documents/item'
import type { ConnectionRow } from '#db/queries/connections'

/** As far as it is asked here. */
export type StandingRow = Pick<
  ConnectionRow,
  | 'connection_id'
  | 'kind'
  | 'label'
  | 'state'
  | 'error_code'
  | 'error_message'
  | 'retry_at'
  | 'missing'
  | 'latency_ms'
  | 'synced_at'
  | 'items'
>

/**
 * Every one of them, whatever it is. `ok`: read since `since`. `partial`: read then, but not all of it. `stale`: what is stored is
 * older than that, or could not be read the last time. `failed`: it could not be read, and nothing is stored.
 */
export const adapterStatesOf = (rows: readonly StandingRow[], at: Date, since: Date): AdapterState[] =>
  rows.map((row) => {
    const { synced_at } = row
    const ageMs = synced_at === null ? null : Math.max(0, at.getTime() - synced_at.getTime())
    return {
      connection_id: row.connection_id,
      kind: row.kind,
      label: row.label,
      status: statusOf(row, since),
      fetched_at: synced_at?.toISOString() ?? null,
      age_s: ageMs === null ? null : Math.floor(ageMs / 1000),
      items: row.items,
      latency_ms: row.latency_ms,
      error: errorOf(row),
    }
  })

function statusOf(row: StandingRow, since: Date): AdapterState['status'] {
  if (row.synced_at === null) return 'failed'
  if (row.error_code !== null || row.synced_at < since) return 'stale'
  return row.missing === '[]' ? 'ok' : 'partial'
}

function errorOf(row: StandingRow): AdapterState['error'] {
  if (row.error_code !== null)
    return { code: row.error_code, message: row.error_message ?? '', retry_at: row.retry_at?.toISOString() ?? null }
  if (row.synced_at === null) return { code: 'NOT_SYNCED_YET', message: 'it has not been read yet', retry_at: null }
  if (row.missing === '[]') return null
  // Sound: written as a list of words by who syncs.
  const parts = JSON.parse(row.missing) as string[]
  const message = `not all of it could be read: ${parts.join('; ')}`.slice(0, 500)
  return { code: 'TRUNCATED', message, retry_at: null }
}

/** Whose connections they are, as far as their settings say it: each address once. */
export function peopleOf(rows: readonly Pick<ConnectionRow, 'config'>[]): SourcePerson[] {
  const addresses = rows.flatMap(({ config }) => {
    // Sound: configs were checked by the schema of their kind.
    const { user, aliases = [] } = JSON.parse(config ?? '{}') as { user?: string; aliases?: string[] }
    return [...(user?.includes('@') ? [user] : []), ...aliases]
  })
  return [...new Set(addresses.map((address) => address.toLowerCase()))].map((address) => ({
    name: null,
    address,
    handle: null,
  }))
}
