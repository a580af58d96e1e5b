/** api_keys: find, store, list, revoke. Secrets arrive hashed. */
import type { Sql, Tx } from '#db/client'

export type KeyRow = {
  id: string
  lookup: string
  secret_sha256: Uint8Array
  name: string
  org_id: string
  areas: string[]
  scopes: string[]
  tier: 'standard' | 'enterprise'
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  rotated_from: string | null
  last_used_at: Date | null
  /** The word in its text; null of keys that are older than its keeping. */
  env: string | null
}

export type NewKey = Pick<
  KeyRow,
  'id' | 'lookup' | 'secret_sha256' | 'name' | 'org_id' | 'areas' | 'scopes' | 'tier' | 'expires_at' | 'rotated_from'
> &
  Partial<Pick<KeyRow, 'env'>>

/** The key with this lookup part, if it may be used now by the database's clock. */
export async function findUsableKey(sql: Sql, lookup: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select * from api_keys
    where lookup = ${lookup}
      and (revoked_at is null or revoked_at > now()) and (expires_at is null or expires_at > now())`
  return row
}

/** Those of these keys that may be used now, by the database's clock. */
export async function usableKeys(
  sql: Tx,
  ids: readonly string[],
): Promise<Pick<KeyRow, 'id' | 'areas' | 'scopes' | 'tier'>[]> {
  return sql<KeyRow[]>`
    select id, areas, scopes, tier from api_keys
    where id = any(${ids as string[]}::text[])
      and (revoked_at is null or revoked_at > now()) and (expires_at is null or expires_at > now())`
}

export async function findKey(sql: Tx, id: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`select * from api_keys where id = ${id}`
  return row
}

export async function insertKey(sql: Tx, key: NewKey): Promise<void> {
  await sql`
    insert into api_keys (id, lookup, secret_sha256, name, org_id, areas, scopes, tier, expires_at, rotated_from,
      env)
    values (${key.id}, ${key.lookup}, ${Buffer.from(key.secret_sha256)}, ${key.name}, ${key.org_id}, ${key.areas},
            ${key.scopes}, ${key.tier}, ${key.expires_at}, ${key.rotated_from}, ${key.env ?? null})`
}

export async function listKeys(sql: Sql): Promise<KeyRow[]> {
  return sql<KeyRow[]>`select * from api_keys order by created_at, id`
}

/** Ends a key after `overlapSeconds`. False when there is no such key, or it has ended already. */
export async function revokeKey(sql: Tx, id: string, overlapSeconds = 0): Promise<boolean> {
  const rows = await sql`
    update api_keys set revoked_at = now() + make_interval(secs => ${overlapSeconds})
    where id = ${id} and (revoked_at is null or revoked_at > now())
    returning id`
  return rows.length > 0
}

/** Notes that a key is in use, at most once a minute. */
export async function touchKey(sql: Sql, id: string): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
