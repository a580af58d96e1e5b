/** Idempotency-Key: the same key and request meet the same work, for 24 hours; every id under it comes from one seed. */

import { createHash, randomUUID } from 'node:crypto'
import { addressOf } from '#api/http/address'
import type { Caller, Idempotency } from '#api/http/endpoint'
import type { Writes } from '#api/http/store'
import type { HttpRequest } from '#api/http/wire'
import { isOutcomeUnknown } from '#db/client'
import { claimIdempotencyKey, releaseIdempotencyKey } from '#db/queries/idempotency'
import { idempotencyConflict, invalidRequest } from '#shared/kernel/errors/request'
import { storeUnavailable } from '#shared/kernel/errors/service'

const shape = /^[\x21-\x7e]{1,255}$/

/** @throws IDEMPOTENCY_CONFLICT for another request under the same key, INVALID_REQUEST for a key that is none. */
export async function claimIdempotency(
  writes: Writes,
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
  const wish = { keyId: caller.keyId, idempotencyKey, requestDigest, seed: randomUUID() }
  const how = { size: 'small', isBegun: false } as const
  const claim = await writes
    .begin((tx) => claimIdempotencyKey(tx, wish), how)
    .catch((error) => {
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
    release: () => writes.begin((tx) => releaseIdempotencyKey(tx, caller.keyId, idempotencyKey, claim.seed), how),
  }
}
