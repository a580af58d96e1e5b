/** Wire shapes of area A's measurement trees. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Comparison } from '#db/documents/comparison'
import { SystemTree } from '#db/documents/system-tree'
import { Tree } from '#db/documents/tree'
import { SystemSource, TraceId } from '#shared/contracts/traces'

export const GenerateRequest = t.Object(
  {
    trace_id: TraceId,
    options: t.Optional(
      t.Object(
        {
          include_raw: t.Optional(
            t.Boolean({ default: true, description: 'Whether level 6 holds the raw telemetry.' }),
          ),
          depth: t.Optional(t.Integer({ minimum: 1, maximum: 6, default: 6, description: 'Levels 1 to depth.' })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type GenerateRequest = Static<typeof GenerateRequest>

export const GenerateResponse = t.Object({
  corix_tree: Tree,
  metadata: t.Object({
    trace_id: TraceId,
    generated_at: t.String({ format: 'date-time' }),
    validity_score: t.Number({ minimum: 0, maximum: 100 }),
    schema_version: t.String(),
  }),
})

export const SystemList = t.Object({
  systems: t.Array(
    t.Object({
      system_source: SystemSource,
      traces: t.Integer(),
      risk_distribution: t.Object({ LOW: t.Integer(), MEDIUM: t.Integer(), HIGH: t.Integer() }),
      average_risk_score: t.Number(),
      compliant_count: t.Integer(),
      last_trace_at: t.String({ format: 'date-time' }),
    }),
  ),
  total: t.Integer(),
  next_cursor: t.Union([t.String(), t.Null()]),
})

export const SystemTreeResponse = t.Object({
  corix_tree: SystemTree,
  metadata: t.Object({
    system_source: SystemSource,
    generated_at: t.String({ format: 'date-time' }),
    validity_score: t.Union([t.Number({ minimum: 0, maximum: 100 }), t.Null()]),
    schema_version: t.String(),
  }),
})

/** The version of each profile that is served: a tree made by another is another tree. */
export const servedProfiles = { 'trace-v1': '2.0.0', 'aria-0.1': '2.0.0' } as const

export const treeFormats = ['json', 'html', 'svg'] as const
export type TreeFormat = (typeof treeFormats)[number]
const format = t.Optional(
  t.Union(
    treeFormats.map((each) => t.Literal(each)),
    {
      description:
        'As it was answered, as a page to read and to print, or as a picture. Without it Accept says: text/html, image/svg+xml, else json.',
    },
  ),
)

export const SystemTreeQuery = t.Object(
  {
    format,
    profile: t.Union([t.Literal('trace-v1'), t.Literal('aria-0.1')], {
      default: 'trace-v1',
      description: 'The constants of the formulas.',
    }),
  },
  { additionalProperties: false },
)

const moment = (description: string) => t.Optional(t.String({ format: 'date-time', description }))

export const ComparisonQuery = t.Object(
  {
    a: t.String({ maxLength: 512, description: 'One system.' }),
    b: t.String({
      maxLength: 512,
      description: 'Another one; or the same, with moments that part its traces into two.',
    }),
    a_from: moment('Of a, traces stored at or after.'),
    a_to: moment('Of a, traces stored before.'),
    b_from: moment('Of b, traces stored at or after.'),
    b_to: moment('Of b, traces stored before.'),
    profile: SystemTreeQuery.properties.profile,
  },
  { additionalProperties: false },
)
export type ComparisonQuery = Static<typeof ComparisonQuery>

export const ComparisonResponse = t.Object({
  comparison: Comparison,
  metadata: t.Object({
    a: SystemSource,
    b: SystemSource,
    generated_at: t.String({ format: 'date-time' }),
    schema_version: t.String(),
  }),
})

export const SystemListQuery = t.Object(
  {
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 4096, description: 'next_cursor of the page before.' })),
  },
  { additionalProperties: false },
)

export const TreeQuery = t.Object({ format }, { additionalProperties: false })
