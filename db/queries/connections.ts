/** connections: how they stand, who may sync and watch them, and what becomes of their secrets. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import { isOpenJob } from '#db/queries/queue'
import type { AsText } from '#db/tables/columns'
import type { connections } from '#db/tables/connections'

type Connection = typeof connections.$inferSelect

/** The queue of syncs. */
const queue = 'sync-connection'

/** A connection as it is sealed: of its secret no more than what it comes to. `head` and `secret_sha256` are hex. */
export type StoredConnection = Omit<AsText<Connection, 'head'>, 'secret' | 'watched_by' | 'watched_until'> & {
  secret_sha256: string | null
}

/** Of the table `t`. */
export const connectionColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.connection_id, t.org_id, t.key_id, t.kind, t.label, t.config, encode(sha256(convert_to(t.secret, 'UTF8')), 'hex') as secret_sha256,
  t.sealed_by, t.secret_version, t.salt, t.state, t.error_code, t.error_message, t.retry_at, t.failures, t.opened_until, t.missing,
  t.sync_state, t.sync_version, t.round, t.is_resetting, t.sync_job, t.asked_at, t.tried_at, t.latency_ms, t.synced_at,
  t.next_sync_at, t.items, t.item_seq, t.created_at, t.deleted_at, t.erased_at, encode(t.head, 'hex') as head, t.version, t.seal`

/** Whether a node follows the one that its row names. */
type Overtaken = { is_overtaken: boolean }
const overtaken = (sql: Reader) => sql`
  exists (select from edg_nodes m where m.stream = 'connection:' || t.connection_id and m.pos = t.version + 1) as is_overtaken`

/** A connection as it may be shown: never with its secret. */
export type ConnectionRow = StoredConnection &
  Overtaken & {
    /** Of its newest node; 0 where that is not there, and then the row is not as it was written. */
    head_height: number
    /** A sync of it waits or runs. */
    is_syncing: boolean
  }

const shown = (sql: Reader) => sql`
  ${connectionColumns(sql)}, ${overtaken(sql)}, coalesce(n.height, 0) as head_height,
  ${isOpenJob(sql, queue, 't.sync_job')} as is_syncing
  from connections t left join edg_nodes n on n.id = t.head`

/** An organisation's, oldest first; not those that were deleted. */
export async function connectionsOf(sql: Reader, orgId: string): Promise<ConnectionRow[]> {
  return sql<ConnectionRow[]>`
    select ${shown(sql)} where t.org_id = ${orgId} and t.deleted_at is null order by t.created_at, t.connection_id`
}

export async function findConnection(
  sql: Reader,
  orgId: string,
  connectionId: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await sql<ConnectionRow[]>`
    select ${shown(sql)} where t.connection_id = ${connectionId} and t.org_id = ${orgId} and t.deleted_at is null`
  return row
}

/** A whole row, its secret sealed as it lies, for whoever holds or syncs it. */
export type HeldConnection = StoredConnection & Overtaken & Pick<Connection, 'secret'>

const held = (sql: Reader) => sql`select ${connectionColumns(sql)}, t.secret, ${overtaken(sql)} from connections t`

/** Deleted ones too. */
export async function heldConnection(
  sql: Reader,
  orgId: string,
  connectionId: string,
): Promise<HeldConnection | undefined> {
  const [row] = await sql<HeldConnection[]>`
    ${held(sql)} where t.connection_id = ${connectionId} and t.org_id = ${orgId}`
  return row
}

/** The same, held until the transaction ends. Whoever holds several takes them by organisation and id. */
export async function lockConnection(tx: Tx, orgId: string, connectionId: string): Promise<HeldConnection | undefined> {
  const [row] = await tx<HeldConnection[]>`
    ${held(tx)} where t.connection_id = ${connectionId} and t.org_id = ${orgId} for update of t`
  return row
}

/** Several at once, of whichever organisations, in the order in which everybody takes them. */
export async function lockConnections(tx: Tx, connectionIds: readonly string[]): Promise<void> {
  await tx`
    select from connections where connection_id = any(${connectionIds as string[]}::uuid[])
    order by connection_id for update`
}

/** Whoever adds to an organisation's connections holds these, and is told how many there are. */
export async function countConnections(tx: Tx, orgId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay connections of ' || ${orgId}, 0))`
  const [row] = await tx<{ connections: number }[]>`
    select count(*)::int as connections from connections where org_id = ${orgId} and deleted_at is null`
  return row?.connections ?? 0
}

/** Those of them that are there still, and will be until the transaction ends. */
export async function holdConnections(tx: Tx, orgId: string, connectionIds: readonly string[]): Promise<string[]> {
  const rows = await tx<Pick<Connection, 'connection_id'>[]>`
    select connection_id from connections
    where connection_id = any(${connectionIds as string[]}::uuid[]) and org_id = ${orgId} and deleted_at is null
    order by connection_id for share`
  return rows.map(({ connection_id }) => connection_id)
}

/** How a connection stands after somebody tried to read it, or was told to. Times in ISO 8601. */
export type Standing = Pick<Connection, 'state' | 'error_code' | 'error_message' | 'failures'> & {
  retry_at: string | null
  opened_until: string | null
  next_sync_at: string | null
}

export type ConnectionToStore = Pick<Connection, 'connection_id' | 'org_id' | 'key_id' | 'kind' | 'label' | 'salt'> & {
  config: string
  secret: string
  sealed_by: string
  created_at: string
} & Standing

/** With the node that says so. */
export async function insertConnection(tx: Tx, row: ConnectionToStore, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into connections (connection_id, org_id, key_id, kind, label, config, secret, sealed_by, secret_version, salt,
      state, error_code, error_message, retry_at, failures, opened_until, missing, sync_version, round, is_resetting,
      next_sync_at, items, item_seq, created_at, head, version)
    values (${row.connection_id}, ${row.org_id}, ${row.key_id}, ${row.kind}, ${row.label}, ${row.config}, ${row.secret},
      ${row.sealed_by}, 1, ${hexBytes(row.salt)}::text::bytea, ${row.state}, ${row.error_code}, ${row.error_message},
      ${row.retry_at}, ${row.failures}, ${row.opened_until}, '[]', 0, 0, false, ${row.next_sync_at}, 0, 0,
      ${row.created_at}, ${hexBytes(node.id)}::text::bytea, ${node.body.pos})`
}

/** Another secret: what was held against the one before is forgotten. */
export async function storeSecret(
  tx: Tx,
  connectionId: string,
  { secret, sealedBy, at }: { secret: string; sealedBy: string; at: string },
  node: NodeToAppend,
): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    update connections set secret = ${secret}, sealed_by = ${sealedBy}, secret_version = secret_version + 1, state = 'new',
      error_code = null, error_message = null, retry_at = null, failures = 0, opened_until = null, next_sync_at = ${at},
      watched_by = null, watched_until = null, head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos}
    where connection_id = ${connectionId}`
}

/** What is left of a deleted connection says nothing of where it led, nor of what it brought. */
export async function endConnection(tx: Tx, connectionId: string, at: string, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    update connections set label = '', config = null, secret = null, sealed_by = null, salt = '', state = 'deleted',
      error_code = null, error_message = null, retry_at = null, failures = 0, opened_until = null, missing = '[]',
      sync_state = null, sync_version = sync_version + 1, is_resetting = false, item_seq = 0, sync_job = null, asked_at = null,
      next_sync_at = null, watched_by = null, watched_until = null, deleted_at = ${at},
      head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos}
    where connection_id = ${connectionId}`
}

export type Tried = Standing & { tried_at: string; latency_ms: number }

/** How it stands once it was tried and nothing came of it. @param node where that is otherwise than before. */
export async function storeTried(
  tx: Tx,
  connectionId: string,
  tried: Tried,
  node: NodeToAppend | undefined,
): Promise<void> {
  await tx`
    update connections set state = ${tried.state}, error_code = ${tried.error_code},
      error_message = ${tried.error_message}, retry_at = ${tried.retry_at}, failures = ${tried.failures},
      opened_until = ${tried.opened_until}, next_sync_at = ${tried.next_sync_at}, tried_at = ${tried.tried_at},
      latency_ms = ${tried.latency_ms}
    where connection_id = ${connectionId}`
  await takeHead(tx, connectionId, node)
}

export type Synced = Tried & {
  sync_state: string | null
  round: number
  is_resetting: boolean
  /** JSON. */
  missing: string
  /** The job that goes on where this one stopped, if any. */
  sync_job: string | null
}

/** The same of a sync that was saved. A round that goes on has not come to its end: it is not synced yet. */
export async function storeSynced(
  tx: Tx,
  connectionId: string,
  synced: Synced,
  node: NodeToAppend | undefined,
): Promise<void> {
  await storeTried(tx, connectionId, synced, node)
  await tx`
    update connections set sync_state = ${synced.sync_state}, sync_version = sync_version + 1, round = ${synced.round},
      is_resetting = ${synced.is_resetting}, missing = ${synced.missing}, sync_job = ${synced.sync_job},
      synced_at = ${synced.tried_at},
      items = (select count(*)::int from source_items where connection_id = ${connectionId} and document is not null),
      item_seq = greatest(item_seq, (select seq from item_heads h where h.org_id = connections.org_id))
    where connection_id = ${connectionId}`
}

async function takeHead(tx: Tx, connectionId: string, node: NodeToAppend | undefined): Promise<void> {
  if (!node) return
  await appendNodes(tx, [node])
  await tx`
    update connections set head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos}
    where connection_id = ${connectionId}`
}

/** A connection that a sync may be sent for. */
export type Syncable = Pick<Connection, 'connection_id' | 'org_id' | 'key_id'> & {
  /** A sync of it waits or runs. */
  is_syncing: boolean
}

const syncable = (sql: Reader) => sql`
  connection_id, org_id, key_id, ${isOpenJob(sql, queue, 'connections.sync_job')} as is_syncing`

/** Those that are due, oldest first, held; what others hold is theirs. */
export async function takeDue(tx: Tx, at: string, limit: number): Promise<Syncable[]> {
  return tx<Syncable[]>`
    select ${syncable(tx)} from connections where deleted_at is null and next_sync_at <= ${at}
    order by next_sync_at, connection_id limit ${limit} for update skip locked`
}

const mayBeAsked = (sql: Reader, at: string) => sql`
  deleted_at is null and state <> 'paused' and (retry_at is null or retry_at <= ${at})
  and (opened_until is null or opened_until <= ${at})`

/** Those of an organisation that were synced before then and may be asked now, held. */
export async function takeStale(
  tx: Tx,
  { orgId, olderThan, at }: { orgId: string; olderThan: string; at: string },
): Promise<Syncable[]> {
  return tx<Syncable[]>`
    select ${syncable(tx)} from connections
    where org_id = ${orgId} and (synced_at is null or synced_at < ${olderThan}) and ${mayBeAsked(tx, at)}
    order by connection_id for update`
}

/** One that may be asked now, held. */
export async function takeAskable(tx: Tx, connectionId: string, at: string): Promise<Syncable | undefined> {
  const [row] = await tx<Syncable[]>`
    select ${syncable(tx)} from connections where connection_id = ${connectionId} and ${mayBeAsked(tx, at)} for update`
  return row
}

/** Notes which job syncs each from now on, where one was sent, and when each is due again. */
export async function noteSyncs(
  tx: Tx,
  sent: readonly { connection_id: string; sync_job: string | null; next_sync_at: string }[],
): Promise<void> {
  await tx`
    update connections c set sync_job = coalesce(r.sync_job, c.sync_job), next_sync_at = r.next_sync_at
    from json_to_recordset(${JSON.stringify(sent)}::json) as r(connection_id uuid, sync_job uuid, next_sync_at timestamptz)
    where c.connection_id = r.connection_id`
}

/** What has begun before it is followed by another. */
export async function noteAsked(tx: Tx, connectionId: string, at: string): Promise<void> {
  await tx`update connections set asked_at = ${at} where connection_id = ${connectionId}`
}

/** Who waits at a connection for what is new, and with which secret. */
export type WatchedConnection = Pick<Connection, 'connection_id' | 'org_id' | 'secret_version'>

/** Connections of these kinds that nobody waits at, nor says to for longer than anybody may: this process does from now on, for so long. */
export async function takeWatches(
  tx: Tx,
  kinds: readonly string[],
  { processId, seconds, limit }: { processId: string; seconds: number; limit: number },
): Promise<WatchedConnection[]> {
  return tx<WatchedConnection[]>`
    with free as (
      select connection_id from connections
      where kind = any(${kinds as string[]}::text[]) and state = 'ok' and deleted_at is null
        and (watched_until between now() and now() + 2 * make_interval(secs => ${seconds})) is not true
      limit ${limit} for update skip locked)
    update connections c set watched_by = ${processId}, watched_until = now() + make_interval(secs => ${seconds})
    from free where c.connection_id = free.connection_id
    returning c.connection_id, c.org_id, c.secret_version`
}

/** Says again that this process waits there. @returns those of which that is still so. */
export async function renewWatches(tx: Tx, processId: string, seconds: number): Promise<WatchedConnection[]> {
  return tx<WatchedConnection[]>`
    update connections set watched_until = now() + make_interval(secs => ${seconds})
    where watched_by = ${processId} and watched_until >= now() and state = 'ok' and deleted_at is null
    returning connection_id, org_id, secret_version`
}

export async function dropWatches(tx: Tx, processId: string, connectionIds: readonly string[]): Promise<void> {
  await tx`
    update connections set watched_by = null, watched_until = null
    where watched_by = ${processId} and connection_id = any(${connectionIds as string[]}::uuid[])`
}

export type SealedSecret = Pick<Connection, 'connection_id' | 'org_id' | 'kind'> & { secret: string }

/** Secrets that lie under another key than this one, those with greater ids than `after`. */
export async function secretsUnderOthers(
  sql: Reader,
  keyId: string,
  after: string,
  limit: number,
): Promise<SealedSecret[]> {
  return sql<SealedSecret[]>`
    select connection_id, org_id, kind, coalesce(secret, '') as secret from connections
    where secret is not null and (sealed_by < ${keyId} or sealed_by > ${keyId}) and connection_id > ${after}
    order by connection_id limit ${limit}`
}

/** Unless it is another by now. True when it was done. */
export async function reseal(
  tx: Tx,
  connectionId: string,
  { before, after, keyId }: { before: string; after: string; keyId: string },
): Promise<boolean> {
  const { count } = await tx`
    update connections set secret = ${after}, sealed_by = ${keyId}
    where connection_id = ${connectionId} and secret = ${before}`
  return count > 0
}

/** Deleted connections of which something may be left. */
export async function connectionsToErase(
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<Pick<Connection, 'connection_id' | 'org_id'>[]> {
  return sql<Pick<Connection, 'connection_id' | 'org_id'>[]>`
    select connection_id, org_id from connections where deleted_at is not null and erased_at is null
      and ${after === undefined ? sql`true` : sql`connection_id > ${after}`}
    order by connection_id limit ${limit}`
}

export async function noteErased(tx: Tx, connectionId: string, at: string): Promise<void> {
  await tx`
    update connections set erased_at = ${at}, items = 0 where connection_id = ${connectionId} and deleted_at is not null`
}
