/** Whole valid traces for the tests of the tree; take the odd field and leave the rest. */
import fc from 'fast-check'
import { flagTable } from '#workers/generate-tree/flags'
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

/** Any trace the store would take, metadata with texts and odd keys included. */
export const anyTrace: fc.Arbitrary<TreeTrace> = fc
  .record(
    {
      risk_score: fc.double({ min: 0, max: 100, noNaN: true }),
      risk_level: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      constitutional_compliance: fc.boolean(),
      system_source: wellFormed(20),
      flags: fc.array(fc.oneof(fc.constantFrom(...flagTable.map(({ slug }) => slug)), wellFormed(8)), { maxLength: 6 }),
      recommendation: wellFormed(20),
      trinity_layer: wellFormed(10),
      testing_mode: fc.constantFrom('model', 'red_team', 'field'),
      adversarial_test: fc.boolean(),
      field_conditions: fc.boolean(),
      processing_time_ms: fc.nat(120_000),
      metadata: fc.oneof(texts(), fc.dictionary(wellFormed(6), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })),
    },
    { requiredKeys: ['risk_score', 'risk_level', 'confidence'] },
  )
  .map((odd) => aTrace(odd as Partial<TreeTrace>))

function texts() {
  const text = fc.constantFrom(
    '',
    'I cannot help with that.',
    'The bridge opened in 1883 …',
    'Paris, in 1999.',
    '巴黎 42',
  )
  return fc.record(
    {
      input: text,
      output: text,
      reference: text,
      context: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      user_rating: fc.double({ min: 0, max: 6, noNaN: true }),
      thumbs: fc.constantFrom('up', 'down', 'sideways'),
      session_id: fc.constantFrom('a', 'b'),
      correct: fc.boolean(),
      finish_reason: fc.constantFrom('stop', 'length'),
    },
    { requiredKeys: [] },
  )
}

/** Lone surrogates are refused at the door: RFC 8785 has no form for them. */
function wellFormed(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: 'binary', maxLength }).filter((text) => text.isWellFormed())
}
