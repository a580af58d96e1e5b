/** Wire shapes of area A's traces, and their limits. Every field has a column that holds its type: a test's types say so. */

import { type Static, Type as t } from '@sinclair/typebox'
import { riskLevels, testingModes } from '#db/documents/states'
import { Problem } from '#shared/contracts/about'

const RiskLevel = t.Union(riskLevels.map((level) => t.Literal(level)))
const TestingMode = t.Union(testingModes.map((mode) => t.Literal(mode)))

export const TraceId = t.String({
  pattern: '^SVC-[a-zA-Z0-9]+-[0-9]+$',
  maxLength: 128,
  description: 'SVC-<uuid>-<timestamp>',
})

/** A system's name and a flag are index keys, so they have a length; nothing else here has one but the body's own limit. */
export const SystemSource = t.String({ maxLength: 512, description: 'Which AI system the telemetry is about.' })

export const TraceInput = t.Object(
  {
    risk_score: t.Number({ minimum: 0, maximum: 100 }),
    risk_level: RiskLevel,
    confidence: t.Number({ minimum: 0, maximum: 1 }),
    system_source: t.Optional(t.String({ maxLength: 512, default: 'unknown' })),
    flags: t.Optional(t.Array(t.String({ maxLength: 512 }))),
    recommendation: t.Optional(t.String()),
    constitutional_compliance: t.Optional(t.Boolean({ default: true })),
    trinity_layer: t.Optional(t.String()),
    testing_mode: t.Optional(TestingMode),
    adversarial_test: t.Optional(t.Boolean()),
    field_conditions: t.Optional(t.Boolean()),
    processing_time_ms: t.Optional(t.Integer()),
    metadata: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'Free-form.' })),
  },
  { additionalProperties: false },
)
export type TraceInput = Static<typeof TraceInput>

export const Trace = t.Object({
  ...TraceInput.properties,
  trace_id: TraceId,
  system_source: SystemSource,
  constitutional_compliance: t.Boolean(),
  attribution_token: t.String({ description: 'SHA-256: the id of the evidence node that records the trace.' }),
  timestamp: t.String({ format: 'date-time' }),
  created_at: t.String({ format: 'date-time' }),
})
export type Trace = Static<typeof Trace>

export const TraceCreated = t.Object({ trace_id: TraceId, message: t.String() })

const listFilters = {
  system_source: t.Optional(t.String({ maxLength: 512, description: 'Only traces of this system.' })),
  risk_level: t.Optional(
    t.Union(RiskLevel.anyOf, { description: 'Only traces of this level, as their senders declared it.' }),
  ),
  flag: t.Optional(t.String({ description: 'Only traces that carry this flag.' })),
  from: t.Optional(t.String({ format: 'date-time', description: 'Stored at or after.' })),
  to: t.Optional(t.String({ format: 'date-time', description: 'Stored before.' })),
}

export const TraceListQuery = t.Object(
  {
    ...listFilters,
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    offset: t.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'How many of the newest to leave out.',
    }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'next_cursor of the page before; replaces offset.' })),
  },
  { additionalProperties: false },
)
export type TraceListQuery = Static<typeof TraceListQuery>

export const TraceList = t.Object({
  traces: t.Array(Trace),
  total: t.Integer({ description: 'All matches of the filter.' }),
  limit: t.Integer(),
  offset: t.Integer(),
  next_cursor: t.Union([t.String(), t.Null()]),
})
export type TraceList = Static<typeof TraceList>

export const TraceExportQuery = t.Object(
  {
    ...listFilters,
    format: t.Union([t.Literal('ndjson'), t.Literal('csv')], {
      default: 'ndjson',
      description: 'A trace a line, or a table.',
    }),
  },
  { additionalProperties: false },
)
export type TraceExportQuery = Static<typeof TraceExportQuery>
export type TraceFilterQuery = Pick<TraceListQuery, 'system_source' | 'risk_level' | 'flag' | 'from' | 'to'>

export const TraceBatchQuery = t.Object(
  { atomic: t.Boolean({ default: false, description: 'Store all or none.' }) },
  { additionalProperties: false },
)
export const batchMaxItems = 10_000
export const TraceBatchResult = t.Object({
  results: t.Array(
    t.Union([t.Object({ index: t.Integer(), trace_id: TraceId }), t.Object({ index: t.Integer(), error: Problem })]),
  ),
  stored: t.Integer(),
  refused: t.Integer(),
})
export type TraceBatchResult = Static<typeof TraceBatchResult>

export const Stats = t.Object({
  total_traces: t.Integer(),
  unique_systems: t.Integer(),
  average_risk_score: t.Number(),
  compliant_count: t.Integer(),
  non_compliant_count: t.Integer(),
  risk_distribution: t.Object({ LOW: t.Integer(), MEDIUM: t.Integer(), HIGH: t.Integer() }),
  average_processing_time_ms: t.Number({ description: 'Over the traces that have one.' }),
})
export type Stats = Static<typeof Stats>
