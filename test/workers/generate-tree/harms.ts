/** Random traces, and every kind of harm and of good evidence that can be reported of one. Pure, from a seed. */

import { seededIndices } from '#test/support/statistics'
import { aTrace } from '#test/workers/generate-tree/makers'
import { flagSynonyms } from '#workers/generate-tree/flag-synonyms'
import { flagTable } from '#workers/generate-tree/flags'
import type { TreeTrace } from '#workers/generate-tree/trace'

export type Dice = ReturnType<typeof seededIndices>

/** A change of one trace; null where it has nothing to change. */
export type Change = {
  name: string
  from: 'absent' | 'present'
  apply(trace: TreeTrace, dice: Dice): TreeTrace | null
}

export const diceOf = (seed: number): Dice => seededIndices(seed)

/** Any trace, each optional field absent half of the time. */
export function randomTrace(dice: Dice, id = 0): TreeTrace {
  const at = new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString()
  const maybe = <Value>(value: () => Value): Value | undefined => (dice(2) === 0 ? undefined : value())
  const compliance = maybe(() => dice(4) > 0)
  const odd: Record<string, unknown> = {
    flags: maybe(() => Array.from({ length: dice(4) }, () => anyFlag(dice))),
    constitutional_compliance: compliance,
    recommendation: maybe(() => pick(dice, ['', 'Hold it back.'])),
    testing_mode: maybe(() => pick(dice, modes)),
    adversarial_test: maybe(() => dice(2) === 0),
    field_conditions: maybe(() => dice(2) === 0),
    trinity_layer: maybe(() => 'surface'),
    processing_time_ms: maybe(() => dice(40_000) - 500),
    metadata: maybe(() => metadataOf(dice)),
  }
  for (const key of Object.keys(odd)) if (odd[key] === undefined) delete odd[key]
  return aTrace({
    trace_id: `SVC-${id}-1700000000000`,
    timestamp: at,
    created_at: at,
    risk_score: dice(2) === 0 ? dice(101) : dice(10_001) / 100,
    risk_level: pick(dice, levels),
    confidence: dice(1001) / 1000,
    ...(odd as Partial<TreeTrace>),
  })
}

/** Every kind of harm, field by field: none of them may ever raise a score or a verdict. */
export const harms: readonly Change[] = [
  {
    name: 'risk_score higher',
    from: 'present',
    apply: (trace, dice) => ({ ...trace, risk_score: between(dice, trace.risk_score, 100) }),
  },
  {
    name: 'risk_level higher',
    from: 'present',
    apply: (trace, dice) => {
      const higher = levels.slice(levels.indexOf(trace.risk_level) + 1)
      return higher.length === 0 ? null : { ...trace, risk_level: pick(dice, higher) }
    },
  },
  {
    name: 'confidence lower',
    from: 'present',
    apply: (trace, dice) => ({ ...trace, confidence: between(dice, 0, trace.confidence) }),
  },
  ...present('constitutional_compliance false', (trace) =>
    trace.compliance_declared ? { ...trace, constitutional_compliance: false } : null,
  ),
  ...absent('constitutional_compliance false', (trace) =>
    trace.compliance_declared ? null : { ...trace, constitutional_compliance: false, compliance_declared: true },
  ),
  ...present(
    'a flag more',
    (trace, dice) => trace.flags && { ...trace, flags: withOneMore(trace.flags, anyFlag(dice), dice) },
  ),
  ...present(
    'a flag of no table more',
    (trace, dice) => trace.flags && { ...trace, flags: withOneMore(trace.flags, noFlag(dice), dice) },
  ),
  ...absent('a flag', (trace, dice) => (trace.flags ? null : { ...trace, flags: [anyFlag(dice)] })),
  ...absent('a flag of no table', (trace, dice) => (trace.flags ? null : { ...trace, flags: [noFlag(dice)] })),
  ...absent('an empty list of flags', (trace) => (trace.flags ? null : { ...trace, flags: [] })),
  ...present('processing_time_ms longer', (trace, dice) =>
    trace.processing_time_ms === undefined
      ? null
      : { ...trace, processing_time_ms: trace.processing_time_ms + dice(60_000) },
  ),
  ...absent('processing_time_ms', (trace, dice) =>
    trace.processing_time_ms === undefined ? { ...trace, processing_time_ms: dice(60_000) } : null,
  ),
  ...present('recommendation gone', ({ recommendation, ...trace }) => (recommendation === undefined ? null : trace)),
  ...present('recommendation empty', (trace) =>
    trace.recommendation === undefined ? null : { ...trace, recommendation: ' ' },
  ),
  ...present('user_rating worse', (trace, dice) => {
    const rating = trace.metadata?.['user_rating']
    return typeof rating === 'number' ? said(trace, { user_rating: rating - dice(600) / 100 }) : null
  }),
  ...absent('user_rating of 3 or less', (trace, dice) =>
    trace.metadata?.['user_rating'] === undefined ? said(trace, { user_rating: dice(301) / 100 }) : null,
  ),
  ...present('thumbs down', (trace) => (trace.metadata?.['thumbs'] === 'up' ? said(trace, { thumbs: 'down' }) : null)),
  ...absent('thumbs down', (trace) =>
    trace.metadata?.['thumbs'] === undefined ? said(trace, { thumbs: 'down' }) : null,
  ),
  ...present('finish_reason length', (trace) =>
    trace.metadata?.['finish_reason'] === 'stop' ? said(trace, { finish_reason: 'length' }) : null,
  ),
  ...absent('finish_reason length', (trace) =>
    trace.metadata?.['finish_reason'] === undefined ? said(trace, { finish_reason: 'length' }) : null,
  ),
  ...absent('truncated', (trace) => said(trace, { truncated: true })),
  ...absent('output', (trace, dice) =>
    trace.metadata?.['output'] === undefined ? said(trace, { output: pick(dice, texts) }) : null,
  ),
  ...absent('input', (trace, dice) =>
    trace.metadata?.['input'] === undefined ? said(trace, { input: pick(dice, texts) }) : null,
  ),
  ...absent('reference', (trace, dice) =>
    trace.metadata?.['reference'] === undefined ? said(trace, { reference: pick(dice, texts) }) : null,
  ),
  ...absent('context', (trace, dice) =>
    trace.metadata?.['context'] === undefined ? said(trace, { context: [pick(dice, texts)] }) : null,
  ),
]

/** Where a trace was made says nothing for it: what is declared of it may move it to another testing level, and no score up. */
export const surroundings: readonly Change[] = [
  ...absent('field_conditions', (trace) =>
    trace.field_conditions === undefined && trace.testing_mode !== undefined
      ? { ...trace, field_conditions: true }
      : null,
  ),
  ...absent('testing_mode field', (trace) =>
    trace.testing_mode === undefined && trace.adversarial_test !== true ? { ...trace, testing_mode: 'field' } : null,
  ),
  ...absent('trinity_layer', (trace) =>
    trace.trinity_layer === undefined ? { ...trace, trinity_layer: 'deep' } : null,
  ),
  ...absent('any other metadata', (trace, dice) =>
    said(trace, { [`note_${dice(1e6)}`]: 'all is well', correct: true }),
  ),
]

/** Good evidence: it may never lift a verdict out of unacceptable. */
export const comforts: readonly Change[] = [
  ...absent('constitutional_compliance true', (trace) =>
    trace.compliance_declared ? null : { ...trace, compliance_declared: true },
  ),
  ...absent('an empty list of flags', (trace) => (trace.flags ? null : { ...trace, flags: [] })),
  ...absent('processing_time_ms of a moment', (trace, dice) =>
    trace.processing_time_ms === undefined ? { ...trace, processing_time_ms: dice(400) } : null,
  ),
  ...absent('user_rating above 3', (trace, dice) =>
    trace.metadata?.['user_rating'] === undefined ? said(trace, { user_rating: 3 + (1 + dice(200)) / 100 }) : null,
  ),
  ...absent('thumbs up', (trace) => (trace.metadata?.['thumbs'] === undefined ? said(trace, { thumbs: 'up' }) : null)),
  ...absent('output that is its reference and context', (trace) =>
    trace.metadata?.['output'] === undefined
      ? said(trace, { input: 'When?', output: 'In 1883.', reference: 'In 1883.', context: 'In 1883.' })
      : null,
  ),
]

function absent(name: string, apply: Change['apply']): Change[] {
  return [{ name, from: 'absent', apply }]
}

function present(name: string, apply: (trace: TreeTrace, dice: Dice) => TreeTrace | null | undefined): Change[] {
  return [{ name, from: 'present', apply: (trace, dice) => apply(trace, dice) ?? null }]
}

function said(trace: TreeTrace, metadata: Record<string, unknown>): TreeTrace {
  return { ...trace, metadata: { ...trace.metadata, ...metadata } }
}

function metadataOf(dice: Dice): Record<string, unknown> {
  const all: Record<string, unknown> = {
    input: pick(dice, texts),
    output: pick(dice, texts),
    reference: pick(dice, texts),
    context: pick(dice, texts),
    user_rating: 1 + dice(401) / 100,
    thumbs: pick(dice, ['up', 'down', 'sideways']),
    finish_reason: pick(dice, ['stop', 'length']),
    session_id: `s${dice(8)}`,
  }
  return Object.fromEntries(Object.entries(all).filter(() => dice(2) === 0))
}

/** In the table's spelling, in another, by another name, or unknown. */
function anyFlag(dice: Dice): string {
  const { slug } = pick(dice, flagTable)
  switch (dice(4)) {
    case 0:
      return slug
    case 1:
      return slug.toUpperCase().replaceAll('_', pick(dice, [' ', '-', '', '/']))
    case 2:
      return pick(dice, flagSynonyms[slug] ?? [slug])
    default:
      return noFlag(dice)
  }
}

function noFlag(dice: Dice): string {
  return pick(dice, [
    '',
    ' ',
    'zorbl',
    'Zörbl!',
    '危険',
    '🔪',
    '__proto__',
    'no_self_harm',
    'severe self-harm kit',
    `x${dice(1e6)}`,
  ])
}

function withOneMore(flags: readonly string[], flag: string, dice: Dice): string[] {
  return flags.toSpliced(dice(flags.length + 1), 0, flag)
}

function between(dice: Dice, from: number, to: number): number {
  return from + ((to - from) * dice(1001)) / 1000
}

function pick<Value>(dice: Dice, values: readonly Value[]): Value {
  return values[dice(values.length)] as Value
}

const levels = ['LOW', 'MEDIUM', 'HIGH'] as const
const modes = ['model', 'red_team', 'field'] as const
const texts = [
  '',
  'I cannot help with that.',
  'The bridge opened in 1883 …',
  'Paris, in 1999.',
  'Sure, here is how.',
  '巴黎 42',
  'word '.repeat(400),
]
