/** idempotency_keys: what a caller's key stands for, for 24 hours. */

import type { Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { idempotencyKeys } from '#db/tables/limits'

type StoredRow = typeof idempotencyKeys.$inferSelect
/** What is said as it is taken: when that was, the store says. */
export type IdempotencyRow = Omit<StoredRow, 'claimed_at' | 'seal'>
/** As it is read, with its seal. */
export type IdempotencyClaim = StoredRow & { is_new: boolean }

/** A request that wants to stand under a key, as it is going to be written. */
export type IdempotencyWish = IdempotencyRow & { seal: Uint8Array }

/**
 * Takes keys for these requests, or answers what each already stands for: of several under one key, for the first. In one order,
 * whoever takes several. A claim older than 24 hours is taken over.
 */
export async function claimIdempotencyKeys(sql: Tx, wishes: readonly IdempotencyWish[]): Promise<IdempotencyClaim[]> {
  const placeOf = ({ key_id, idempotency_key }: Pick<StoredRow, 'key_id' | 'idempotency_key'>) =>
    `${key_id} ${idempotency_key}`
  const first = [...Map.groupBy(wishes, placeOf).values()].flatMap(([wish]) => wish ?? [])
  const records = first.map(({ request_digest, seal, ...wish }) => ({
    ...wish,
    request_digest: hexBytes(request_digest),
    seal: hexBytes(seal),
  }))
  const rows = await sql<StoredRow[]>`
    insert into idempotency_keys as k (key_id, idempotency_key, request_digest, seed, claimed_at, seal)
    select key_id, idempotency_key, request_digest, seed, date_trunc('milliseconds', now()), seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      key_id text, idempotency_key text, request_digest bytea, seed uuid, seal bytea)
    order by 1, 2
    on conflict (key_id, idempotency_key) do update set
      request_digest = case when k.claimed_at < now() - interval '24 hours' then excluded.request_digest else k.request_digest end,
      seed = case when k.claimed_at < now() - interval '24 hours' then excluded.seed else k.seed end,
      claimed_at = case when k.claimed_at < now() - interval '24 hours' then excluded.claimed_at else k.claimed_at end,
      seal = case when k.claimed_at < now() - interval '24 hours' then excluded.seal else k.seal end
    returning key_id, idempotency_key, request_digest, seed, claimed_at, seal`
  const claims = new Map(rows.map((row) => [placeOf(row), row]))
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
