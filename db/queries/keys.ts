/** api_keys: find, store, list, revoke. Secrets arrive hashed. */

import type { Reader, Sql, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { apiKeys } from '#db/tables/keys'

export type KeyRow = typeof apiKeys.$inferSelect

export type NewKey = Pick<
  KeyRow,
  'id' | 'lookup' | 'secret_sha256' | 'name' | 'org_id' | 'areas' | 'scopes' | 'tier' | 'expires_at' | 'rotated_from'
> &
  Partial<Pick<KeyRow, 'env'>>

/** The key with this lookup part, if it may be used now by the database's clock. */
export async function findUsableKey(sql: Reader, lookup: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select * from api_keys
    where lookup = ${lookup}
      and (revoked_at is null or revoked_at > now()) and (expires_at is null or expires_at > now())`
  return row
}

/** Those of these keys that may be used now, by the database's clock. */
export async function usableKeys(
  sql: Reader,
  ids: readonly string[],
): Promise<Pick<KeyRow, 'id' | 'areas' | 'scopes' | 'tier'>[]> {
  return sql<Pick<KeyRow, 'id' | 'areas' | 'scopes' | 'tier'>[]>`
    select id, areas, scopes, tier from api_keys
    where id = any(${ids as string[]}::text[])
      and (revoked_at is null or revoked_at > now()) and (expires_at is null or expires_at > now())`
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

/** @param head the node that says so. */
export async function insertKey(sql: Tx, key: NewKey, head?: string): Promise<void> {
  await sql`
    insert into api_keys (id, lookup, secret_sha256, name, org_id, areas, scopes, tier, expires_at, rotated_from,
      env, head, version)
    values (${key.id}, ${key.lookup}, ${Buffer.from(key.secret_sha256)}, ${key.name}, ${key.org_id}, ${key.areas},
            ${key.scopes}, ${key.tier}, ${key.expires_at}, ${key.rotated_from}, ${key.env ?? null},
            ${head === undefined ? null : hexBytes(head)}::text::bytea, ${head === undefined ? null : 0})`
}

export type KeyMove = Pick<KeyRow, 'areas' | 'scopes' | 'tier' | 'expires_at' | 'revoked_at'> & {
  head: string
  version: number
}

/** Changes a locked key, as its node says. */
export async function moveKey(tx: Tx, id: string, to: KeyMove): Promise<void> {
  await tx`
    update api_keys set areas = ${to.areas}, scopes = ${to.scopes}, tier = ${to.tier}, expires_at = ${to.expires_at},
      revoked_at = ${to.revoked_at}, head = ${hexBytes(to.head)}::text::bytea, version = ${to.version}
    where id = ${id}`
}

/** The database's clock, as exact as nodes have it. */
export async function timeOf(tx: Reader): Promise<Date> {
  const [row] = await tx<{ now: Date }[]>`select date_trunc('milliseconds', now()) as now`
  if (!row) throw new Error('the database has no clock')
  return row.now
}

export async function listKeys(sql: Reader): Promise<KeyRow[]> {
  return sql<KeyRow[]>`select * from api_keys order by created_at, id`
}

/** Notes that a key is in use, at most once a minute. */
export async function touchKey(sql: Sql, id: string): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
