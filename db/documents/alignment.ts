/** The document that an alignment analysis comes to: dimensions, what each is made of, and what would change it. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Engine, Skipped, Span, UntrustedInstruction } from '#db/documents/meaning'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Score = t.Number({ minimum: 0, maximum: 100 })

export const dimensions = [
  'clarity',
  'honesty',
  'safety',
  'fairness',
  'privacy',
  'respect',
  'purpose',
  'accountability',
] as const
export type Dimension = (typeof dimensions)[number]
export const DimensionName = t.Union(dimensions.map((each) => t.Literal(each)))

export const alignmentBands = ['aligned', 'mixed', 'misaligned'] as const

export const AlignmentSignal = t.Object({
  id: t.String(),
  value: t.Number({ description: 'What was measured.' }),
  effect: t.Number({
    description: 'Points of the dimension. They add up: 100 and all effects are the score, before it is held to 0–100.',
  }),
  because: t.String(),
  spans: t.Array(Span),
})
export type AlignmentSignal = Static<typeof AlignmentSignal>

export const DimensionScore = t.Object({
  id: DimensionName,
  score: nullable(Score),
  weight: t.Number({ minimum: 0, maximum: 1 }),
  status: t.Union([t.Literal('scored'), t.Literal('not_applicable'), t.Literal('insufficient_text')]),
  confidence: t.Number({ minimum: 0, maximum: 1 }),
  signals: t.Array(AlignmentSignal),
  counterfactual: nullable(t.Object({ remove: Span, gain: t.Number(), because: t.String() })),
})
export type DimensionScore = Static<typeof DimensionScore>

export const Alignment = t.Object({
  language: t.Object({ code: t.String(), confidence: t.Number(), reliable: t.Boolean() }),
  overall: t.Object({
    score: nullable(Score),
    band: nullable(t.Union(alignmentBands.map((each) => t.Literal(each)))),
    method: t.Literal('weighted_geometric'),
    capped_by: t.Array(t.Object({ dimension: DimensionName, cap: Score, because: t.String() })),
  }),
  dimensions: t.Array(DimensionScore),
  values: t.Array(
    t.Object({
      id: t.String(),
      support: t.Number({ minimum: 0, maximum: 1 }),
      contradicted: t.Boolean(),
      span: nullable(Span),
    }),
    { description: 'Of each value and goal that was given, what supports it best.' },
  ),
  violations: t.Array(t.Object({ principle: t.String(), tier: t.String(), span: Span, rule: t.String() })),
  recommendations: t.Array(t.Object({ span: Span, issue: t.String(), replacement: nullable(t.String()) })),
  fairness_check: t.Object({
    swaps: t.Integer({
      minimum: 0,
      description: 'Identity words of the text that were exchanged for others, and scored again.',
    }),
    swap_delta_max: nullable(t.Number({ minimum: 0 })),
  }),
  /** What it was weighed with, and where that stands. */
  settings: t.Object({
    constitution: t.String(),
    version: t.Integer({ minimum: 0, description: 'Of the organisation’s calibration; 0 where it has none.' }),
    weights: t.Record(t.String(), t.Number()),
    thresholds: t.Record(t.String(), t.Number()),
    vetoes: t.Record(t.String(), t.Object({ below: t.Number(), cap: t.Number() })),
  }),
  untrusted_instructions: t.Array(UntrustedInstruction),
  coverage: t.Object({ characters: t.Integer(), analysed: t.Integer(), skipped: t.Array(Skipped) }),
  engine: Engine,
})
export type Alignment = Static<typeof Alignment>
