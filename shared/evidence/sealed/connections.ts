/** Seals of connections: made with every change of how one stands, asked for wherever it is told, read or gone by. */
import type { Reader, Tx } from '#db/client'
import {
  type ConnectionRow,
  connectionColumns,
  findConnection,
  type HeldConnection,
  heldConnection,
  type StoredConnection,
} from '#db/queries/connections'
import { requireThere } from '#shared/evidence/missing-rows'
import { isAsWritten, type SealedTable } from '#shared/evidence/sealed-rows'
import { changeSealed, rowsOf } from '#shared/evidence/sealed-walks'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

/** Of its row all but who waits there, which is a lease of some seconds. */
const sealedConnections: SealedTable<Omit<StoredConnection, 'seal'>> = {
  table: 'connections',
  generation: 7,
  columns: [
    ...(['connection_id', 'org_id', 'key_id', 'kind', 'label', 'config', 'secret_sha256', 'sealed_by'] as const),
    ...(['secret_version', 'salt', 'state', 'error_code', 'error_message', 'retry_at', 'failures'] as const),
    ...(['opened_until', 'missing', 'sync_state', 'sync_version', 'round', 'is_resetting', 'sync_job'] as const),
    ...(['asked_at', 'tried_at', 'latency_ms', 'synced_at', 'next_sync_at', 'items', 'item_seq'] as const),
    ...(['created_at', 'deleted_at', 'erased_at', 'head', 'version'] as const),
  ],
  nodeOf: ({ head }) => head,
}

export const connectionRows = rowsOf(sealedConnections, { connection_id: 'uuid' }, connectionColumns)

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. @returns the same rows. */
export function requireProvenConnections<Rows extends readonly (ConnectionRow | HeldConnection)[]>(
  sealer: Sealer,
  rows: Rows,
): Rows {
  for (const row of rows)
    if (row.is_overtaken || !isAsWritten(sealer, sealedConnections, row))
      throw evidenceMismatch(sealedConnections.table, row.head)
  return rows
}

/** Has statements change how connections stand. @param ids of all that may be changed or made. */
export const changeConnections = <Result>(
  tx: Tx,
  sealer: Sealer,
  ids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> =>
  changeSealed(
    tx,
    sealer,
    connectionRows,
    ids.map((id) => [id]),
    change,
  )

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** A connection of an organisation's that is there. @throws EVIDENCE_MISMATCH also where its row is gone. */
export async function findProvenConnection(
  { read, signer }: Asking,
  orgId: string,
  connectionId: string,
): Promise<ConnectionRow | undefined> {
  const row = await read((sql) => findConnection(sql, orgId, connectionId))
  if (row) return requireProvenConnections(signer, [row])[0]
  // One that was deleted has a row as well, which says so.
  const streams = [`connection:${connectionId}`]
  const find = () => read((sql) => heldConnection(sql, orgId, connectionId))
  const held = await requireThere(read, { table: sealedConnections.table, orgId, streams, find })
  if (held) requireProvenConnections(signer, [held])
  return undefined
}
