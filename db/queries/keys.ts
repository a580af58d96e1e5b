/** api_keys: find, store, list, revoke. Secrets arrive hashed. */

import type { Reader, Sql, Tx } from '#db/client'
import type { apiKeys } from '#db/tables/keys'

export type KeyRow = typeof apiKeys.$inferSelect

export type NewKey = Omit<KeyRow, 'revoked_at' | 'last_used_at'>

/** A key with the text of the node that its row names, and the node that follows it where one does; nulls where there is none. */
export type StoredKey = KeyRow & {
  head_body: string | null
  /** Hex. */
  next: string | null
  next_body: string | null
  next_signature: Uint8Array | null
  next_kid: string | null
  /** Now, by the database's clock. */
  is_usable: boolean
}

const isUsable = (sql: Reader) => sql`
  ((k.revoked_at is null or k.revoked_at > now()) and (k.expires_at is null or k.expires_at > now()))`
const withNodes = (sql: Reader) => sql`
  select k.*, ${isUsable(sql)} as is_usable, h.body as head_body, encode(n.id, 'hex') as next, n.body as next_body, n.signature as next_signature,
    n.kid as next_kid
  from api_keys k
  left join lateral (select body from edg_nodes where id = k.head) h on true
  left join lateral (
    select id, body, signature, kid from edg_nodes
    where stream = 'apikey:' || k.id and pos = coalesce(k.version + 1, 0) limit 1) n on true`
/** The key with this lookup part, and whether it may be used now by the database's clock. */
export async function keyOfLookup(sql: Reader, lookup: string): Promise<StoredKey | undefined> {
  const [row] = await sql<StoredKey[]>`${withNodes(sql)} where k.lookup = ${lookup}`
  return row
}

/** Those of these keys that may be used now, by the database's clock. */
export async function usableKeys(sql: Reader, ids: readonly string[]): Promise<StoredKey[]> {
  return sql<StoredKey[]>`${withNodes(sql)} where k.id = any(${ids as string[]}::text[]) and ${isUsable(sql)}`
}

/** Those of these keys that were ever issued, usable or not. */
export async function issuedKeys(sql: Reader, ids: readonly string[]): Promise<StoredKey[]> {
  return sql<StoredKey[]>`${withNodes(sql)} where k.id = any(${ids as string[]}::text[])`
}

export async function findKey(sql: Reader, id: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`select * from api_keys where id = ${id}`
  return row
}

/** The same, locked until the end of the transaction. */
export async function lockKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx<KeyRow[]>`select * from api_keys where id = ${id} for update`
  return row
}

export async function insertKey(sql: Tx, key: NewKey): Promise<void> {
  await sql`
    insert into api_keys (id, lookup, secret_sha256, name, org_id, areas, scopes, tier, created_at, expires_at, rotated_from,
      env, actor, head, version, seal)
    values (${key.id}, ${key.lookup}, ${Buffer.from(key.secret_sha256)}, ${key.name}, ${key.org_id}, ${key.areas},
      ${key.scopes}, ${key.tier}, ${key.created_at}, ${key.expires_at}, ${key.rotated_from}, ${key.env}, ${key.actor},
      ${key.head && Buffer.from(key.head)}, ${key.version}, ${key.seal && Buffer.from(key.seal)})`
}

export type KeyMove = Pick<
  KeyRow,
  'areas' | 'scopes' | 'tier' | 'expires_at' | 'revoked_at' | 'head' | 'version' | 'seal'
>

/** Changes a locked key, as its node says. */
export async function moveKey(tx: Tx, id: string, to: KeyMove): Promise<void> {
  await tx`
    update api_keys set areas = ${to.areas}, scopes = ${to.scopes}, tier = ${to.tier}, expires_at = ${to.expires_at},
      revoked_at = ${to.revoked_at}, head = ${to.head && Buffer.from(to.head)}, version = ${to.version},
      seal = ${to.seal && Buffer.from(to.seal)}
    where id = ${id}`
}

/** The database's clock, as exact as nodes have it. */
export async function timeOf(tx: Reader): Promise<Date> {
  const [row] = await tx<{ now: Date }[]>`select date_trunc('milliseconds', now()) as now`
  if (!row) throw new Error('the database has no clock')
  return row.now
}

export async function listKeys(sql: Reader): Promise<StoredKey[]> {
  return sql<StoredKey[]>`${withNodes(sql)} order by k.created_at, k.id`
}

/** Notes that a key is in use, at most once a minute. */
export async function touchKey(sql: Sql, id: string): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
