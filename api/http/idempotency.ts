/** Idempotency-Key: the same key and request meet the same work, for 24 hours; every id under it comes from one seed. */

import { createHash, randomUUID } from 'node:crypto'
import { addressOf } from '#api/http/address'
import type { Caller, Idempotency } from '#api/http/endpoint'
import type { Writes } from '#api/http/store'
import type { HttpRequest } from '#api/http/wire'
import { isOutcomeUnknown, isStoreAway, type Writer } from '#db/client'
import {
  claimIdempotencyKeys,
  type IdempotencyClaim,
  type IdempotencyRow,
  type IdempotencyWish,
  releaseIdempotencyKey,
} from '#db/queries/idempotency'
import { sealedIdempotencyKeys } from '#shared/evidence/sealed/idempotency'
import { requireSealed, sealOf } from '#shared/evidence/sealed-rows'
import { batcher } from '#shared/kernel/batcher'
import { idempotencyConflict, invalidRequest } from '#shared/kernel/errors/request'
import { storeUnavailable } from '#shared/kernel/errors/service'
import type { Patience } from '#shared/kernel/line'
import type { Sealer } from '#shared/kernel/sealer'
import { Standstills } from '#shared/kernel/standstills'

const shape = /^[\x21-\x7e]{1,255}$/

/** @throws EVIDENCE_MISMATCH where what the key stands for is not as it was written. */
export type ClaimKey = (wish: IdempotencyRow) => Promise<IdempotencyClaim>

/** Claims keys, those of requests that come together in one statement. @param patience how long one waits for its turn. */
export const openKeyClaims = (
  writer: Writer,
  sealer: Sealer,
  patience?: Patience,
  standstills: Standstills = new Standstills(),
): ClaimKey => {
  const claim = batcher<IdempotencyWish, IdempotencyClaim>(
    (wishes) => standstills.watch('keys of requests', () => writer.begin((tx) => claimIdempotencyKeys(tx, wishes))),
    {
      alone: (error) => !isStoreAway(error) && !isOutcomeUnknown(error),
      whose: ({ key_id }) => key_id,
      ...(patience ? { patience } : {}),
    },
  )
  return async (wish) => {
    const claimed = await claim({ ...wish, seal: sealOf(sealer, sealedIdempotencyKeys, wish) })
    if (!claimed.is_new) requireSealed(sealer, sealedIdempotencyKeys, [claimed])
    return claimed
  }
}

/** @throws IDEMPOTENCY_CONFLICT for another request under the same key, INVALID_REQUEST for a key that is none. */
export async function claimIdempotency(
  { writes, claimKey }: { writes: Writes; claimKey: ClaimKey },
  request: HttpRequest,
  caller: Caller,
  body: Uint8Array,
): Promise<Idempotency | undefined> {
  const idempotencyKey = request.headers.get('idempotency-key')
  if (idempotencyKey === null) return undefined
  if (!shape.test(idempotencyKey)) {
    const expected = '1 to 255 visible ASCII characters'
    throw invalidRequest([{ path: 'Idempotency-Key', message: `is not ${expected}`, expected }])
  }
  const url = addressOf(request)
  const requestDigest = createHash('sha256')
    .update(`${request.method} ${url.pathname}${url.search}\n`)
    .update(body)
    .digest()
  const seed = randomUUID()
  const wish = { key_id: caller.keyId, idempotency_key: idempotencyKey, request_digest: requestDigest, seed }
  const claim = await claimKey(wish).catch((error) => {
    // A claim that is kept after all makes nothing: whoever sends the request again goes on from it.
    throw isOutcomeUnknown(error) ? storeUnavailable(error) : error
  })
  if (!requestDigest.equals(claim.request_digest)) throw idempotencyConflict()
  return {
    seed: claim.seed,
    isNew: claim.is_new,
    claimedAt: claim.claimed_at,
    keyDigest: `sha256:${createHash('sha256').update(idempotencyKey).digest('hex')}`,
    isSpent: false,
    release: () =>
      writes.begin((tx) => releaseIdempotencyKey(tx, caller.keyId, idempotencyKey, claim.seed), {
        size: 'small',
        isBegun: false,
      }),
  }
}
