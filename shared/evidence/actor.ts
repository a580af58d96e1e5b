/** Who does something, as its evidence names them. */
import type { NodeBody } from '#shared/contracts/node'

/** `keyDigest`: of the Idempotency-Key it is done under, if any. */
export type Actor = { keyId: string; requestId: string; keyDigest?: string | undefined }

export const requestOf = ({ keyId, requestId, keyDigest }: Actor): NodeBody['request'] => ({
  key_id: keyId,
  trace: requestId,
  ...(keyDigest === undefined ? {} : { idempotency_key_digest: keyDigest }),
})
