/** Keys in tests, beside the command line and without its evidence: as those are that were issued before there was any. */
import type { Sql } from '#db/client'
import { insertKey, issuedKeys, type NewKey } from '#db/queries/keys'
import { keyTable } from '#shared/evidence/proven-keys'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { makeKey } from '#shared/kernel/key-format'

type Rights = Pick<NewKey, 'org_id' | 'areas' | 'scopes' | 'tier'> &
  Partial<Pick<NewKey, 'expires_at' | 'env' | 'actor'>>

/** Stores a key as it is once it was sealed. `text` is what its owner sends. */
export async function storeKey(
  sql: Sql,
  signer: Signer,
  { env = null, actor = null, expires_at = null, ...rights }: Rights,
): Promise<{ id: string; key: string }> {
  const { id, lookup, secretSha256, text } = makeKey(env ?? 'test')
  const row = {
    ...{ id, lookup, secret_sha256: secretSha256, name: 'test', created_at: new Date() },
    ...{ ...rights, env, actor, expires_at, rotated_from: null, revoked_at: null, head: null, version: null },
  }
  await insertKey(sql, { ...row, seal: sealOf(signer, keyTable, row) })
  return { id, key: text }
}

type Change = Partial<Pick<NewKey, 'areas' | 'expires_at' | 'env'> & { revoked_at: Date }>

/** Changes a stored key as one of our processes would. */
export async function alterKey(sql: Sql, signer: Signer, id: string, change: Change): Promise<void> {
  const [key] = await issuedKeys(sql, [id])
  if (!key) throw new Error(`there is no key ${id}`)
  const row = { ...key, ...change }
  await sql`
    update api_keys set areas = ${row.areas}, expires_at = ${row.expires_at}, revoked_at = ${row.revoked_at}, env = ${row.env},
      seal = ${Buffer.from(sealOf(signer, keyTable, row))}
    where id = ${id}`
}

/** Ends a key after `overlapSeconds`. */
export const revokeKey = (sql: Sql, signer: Signer, id: string, overlapSeconds = 0): Promise<void> =>
  alterKey(sql, signer, id, { revoked_at: new Date(Date.now() + overlapSeconds * 1000) })
