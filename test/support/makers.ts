/** Makers: a whole valid thing, and the one odd field. */
import type { TraceInput } from '#shared/contracts/traces'

export const aTrace = (odd: Partial<TraceInput> = {}): TraceInput => ({
  risk_score: 34,
  risk_level: 'MEDIUM',
  confidence: 0.82,
  system_source: 'chat-eu',
  ...odd,
})
