/** Whole valid traces for the tests of the tree; take the odd field and leave the rest. */
import type { TreeTrace } from '#workers/generate-tree/trace'

export function aTrace(odd: Partial<TreeTrace> = {}): TreeTrace {
  return {
    trace_id: 'SVC-0f8a-1700000000000',
    risk_score: 50,
    risk_level: 'MEDIUM',
    confidence: 0.5,
    system_source: 'chat-eu',
    constitutional_compliance: true,
    compliance_declared: odd.constitutional_compliance !== undefined,
    attribution_token: 'a'.repeat(64),
    timestamp: '2026-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
    ...odd,
  }
}

/** Traces of one system, a minute apart, each with an id of its own. */
export function traces(count: number, odd: (index: number) => Partial<TreeTrace>): TreeTrace[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
    return aTrace({ trace_id: `SVC-${index}-1700000000000`, timestamp: at, created_at: at, ...odd(index) })
  })
}
