/** idempotency_keys: what a caller's key stands for, for 24 hours. */

import type { Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { idempotencyKeys } from '#db/tables/limits'

export type IdempotencyClaim = Pick<typeof idempotencyKeys.$inferSelect, 'request_digest' | 'seed' | 'claimed_at'> & {
  is_new: boolean
}

/** A request that wants to stand under a key. */
export type IdempotencyWish = { keyId: string; idempotencyKey: string; requestDigest: Uint8Array; seed: string }

/**
 * Takes keys for these requests, or answers what each already stands for: of several under one key, for the first. In one order,
 * whoever takes several. A claim older than 24 hours is taken over.
 */
export async function claimIdempotencyKeys(sql: Tx, wishes: readonly IdempotencyWish[]): Promise<IdempotencyClaim[]> {
  const placeOf = ({ keyId, idempotencyKey }: IdempotencyWish) => `${keyId} ${idempotencyKey}`
  const first = [...Map.groupBy(wishes, placeOf).values()].flatMap(([wish]) => wish ?? [])
  const records = first.map(({ requestDigest, ...wish }) => ({ ...wish, digest: hexBytes(requestDigest) }))
  const rows = await sql<(typeof idempotencyKeys.$inferSelect)[]>`
    insert into idempotency_keys as k (key_id, idempotency_key, request_digest, seed, claimed_at)
    select "keyId", "idempotencyKey", digest, seed, date_trunc('milliseconds', now())
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      "keyId" text, "idempotencyKey" text, digest bytea, seed uuid)
    order by 1, 2
    on conflict (key_id, idempotency_key) do update set
      request_digest = case when k.claimed_at < now() - interval '24 hours' then excluded.request_digest else k.request_digest end,
      seed = case when k.claimed_at < now() - interval '24 hours' then excluded.seed else k.seed end,
      claimed_at = case when k.claimed_at < now() - interval '24 hours' then excluded.claimed_at else k.claimed_at end
    returning key_id, idempotency_key, request_digest, seed, claimed_at`
  const claims = new Map(rows.map((row) => [`${row.key_id} ${row.idempotency_key}`, row]))
  return wishes.map((wish) => {
    const row = claims.get(placeOf(wish))
    if (!row) throw new Error('an idempotency claim answered nothing')
    return { ...row, is_new: row.seed === wish.seed }
  })
}

/** Lets go of a claim under which nothing was made: the key may be used for another request. */
export async function releaseIdempotencyKey(
  sql: Tx,
  keyId: string,
  idempotencyKey: string,
  seed: string,
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where key_id = ${keyId} and idempotency_key = ${idempotencyKey} and seed = ${seed}`
}
