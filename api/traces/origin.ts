/** Where a request's traces come from. */
import { type Call, callerOf } from '#api/http/endpoint'
import type { Origin } from '#shared/traces/record'

export const traceOrigin = (call: Call, happenedAt?: string): Origin => {
  const { keyId, orgId } = callerOf(call)
  return { keyId, orgId, requestId: call.requestId, idempotency: call.idempotency, happenedAt }
}
