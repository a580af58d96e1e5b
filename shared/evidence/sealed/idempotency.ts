/** What callers' Idempotency-Keys stand for: a request is answered by what was made under its key before. */
import type { IdempotencyRow } from '#db/queries/idempotency'
import type { SealedTable } from '#shared/evidence/sealed-rows'

export const sealedIdempotencyKeys: SealedTable<IdempotencyRow> = {
  table: 'idempotency_keys',
  generation: 14,
  columns: ['key_id', 'idempotency_key', 'request_digest', 'seed'],
  nodeOf: () => null,
}
