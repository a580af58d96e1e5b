/** idempotency_keys: what a caller's key stands for, for 24 hours. */

import type { Tx } from '#db/client'
import type { idempotencyKeys } from '#db/tables/limits'

export type IdempotencyClaim = Pick<typeof idempotencyKeys.$inferSelect, 'request_digest' | 'seed' | 'claimed_at'> & {
  is_new: boolean
}

/** Takes the key for this request, or answers what it already stands for. A claim older than 24 hours is taken over. */
export async function claimIdempotencyKey(
  sql: Tx,
  claim: { keyId: string; idempotencyKey: string; requestDigest: Uint8Array; seed: string },
): Promise<IdempotencyClaim> {
  const [row] = await sql<IdempotencyClaim[]>`
    insert into idempotency_keys as k (key_id, idempotency_key, request_digest, seed, claimed_at)
    values (${claim.keyId}, ${claim.idempotencyKey}, ${Buffer.from(claim.requestDigest)}, ${claim.seed},
            date_trunc('milliseconds', now()))
    on conflict (key_id, idempotency_key) do update set
      request_digest = case when k.claimed_at < now() - interval '24 hours' then excluded.request_digest else k.request_digest end,
      seed = case when k.claimed_at < now() - interval '24 hours' then excluded.seed else k.seed end,
      claimed_at = case when k.claimed_at < now() - interval '24 hours' then excluded.claimed_at else k.claimed_at end
    returning request_digest, seed, claimed_at, seed = ${claim.seed} as is_new`
  if (!row) throw new Error('an idempotency claim answered nothing')
  return row
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
