/** The comparison of two systems' trees as stored and served: a difference for each level, with its interval or the reason why there is none. */
import { type Static, Type as t } from '@sinclair/typebox'

// Members stand in RFC 8785 order (by key), so that JSON.stringify of a built comparison is its canonical form.

const orNull = <Schema extends Parameters<typeof t.Union>[0][number]>(schema: Schema) => t.Union([schema, t.Null()])
const Digest = t.String({ pattern: '^sha256:[0-9a-f]{64}$' })
const Score = t.Number({ minimum: 0, maximum: 100 })
const Points = t.Number({ minimum: -100, maximum: 100 })
const Moment = orNull(t.String({ format: 'date-time' }))

export const ComparedScore = t.Object(
  {
    interval: orNull(
      t.Tuple([Score, Score], { description: '95 % interval of the score, of the kind that the difference names' }),
    ),
    missing: t.Integer({ description: 'traces of this level that say nothing of it' }),
    n: t.Integer({ description: 'traces that it is the score of' }),
    score: orNull(Score),
  },
  { description: 'of one system: 0 worst to 100 best' },
)

export const Difference = t.Object(
  {
    a: ComparedScore,
    b: ComparedScore,
    difference: orNull(Points),
    finding: t.Union(
      [t.Literal('a_better'), t.Literal('b_better'), t.Literal('not_told_apart'), t.Literal('not_compared')],
      { description: 'a side is better where the whole interval lies on its side of 0' },
    ),
    interval: orNull(t.Tuple([Points, Points], { description: '95 % interval of the difference' })),
    interval_kind: orNull(
      t.Union([t.Literal('sampling_interval'), t.Literal('proven_bounds')], {
        description:
          'sampling_interval: of both scores, as in their trees; proven_bounds: where a side has none, of what holds whatever was not seen, at least 95 %, wide for few traces',
      }),
    ),
    reason: orNull(t.String({ description: 'why there is no difference, no interval, or none by sampling' })),
  },
  { description: 'the score of b less that of a, in points: above 0 b is better' },
)
export type Difference = Static<typeof Difference>

export const LevelDifference = t.Object(
  {
    annotators: Difference,
    categories: t.Object({
      appropriateness: Difference,
      factuality: Difference,
      response_quality: Difference,
      safety: Difference,
      user_experience: Difference,
    }),
    overall: Difference,
    perception: Difference,
  },
  { description: 'one testing level: its own score, that of its annotators and of its users, and the five categories' },
)

export const ComparedSystem = t.Object({
  asked_from: t.Optional(
    orNull(
      t.String({ format: 'date-time', description: 'from when on it was asked for; missing where that was not kept' }),
    ),
  ),
  asked_to: t.Optional(orNull(t.String({ format: 'date-time', description: 'the same of up to when' }))),
  from: Moment,
  grade: orNull(t.String()),
  n: t.Integer(),
  sessions: t.Integer({ description: 'metadata.session_id that differ; traces of one count together' }),
  system_source: t.String(),
  testing_levels: t.Array(t.String()),
  to: Moment,
  tree_digest: Digest,
  validity_interval: orNull(t.Tuple([Score, Score])),
  validity_score: orNull(Score),
  verdict: t.String(),
})

export const Comparison = t.Object({
  a: ComparedSystem,
  b: ComparedSystem,
  differs: t.Object(
    {
      inputs_in_common: t.Integer({ description: 'inputs that both were given' }),
      sessions_in_common: t.Integer(),
      testing_levels: t.Array(t.String(), { description: 'levels that only one of them was tested at' }),
      windows: t.Union([t.Literal('overlap'), t.Literal('apart')], { description: 'the times of their traces' }),
    },
    { description: 'what may be behind a difference but the systems themselves' },
  ),
  limitations: t.Array(t.String()),
  overall: Difference,
  summary: t.Object({
    comparison_digest: Digest,
    confidence_level: t.Number(),
    method: t.Literal('mover', {
      description: 'the distances of both intervals from their scores, added in squares (Zou and Donner 2008)',
    }),
    profile: t.String(),
    profile_digest: Digest,
    standard: t.Literal('NIST ARIA 0.1 (aligned)'),
    statement: t.String(),
  }),
  testing_levels: t.Object({
    field: orNull(LevelDifference),
    model: orNull(LevelDifference),
    red_team: orNull(LevelDifference),
  }),
})
export type Comparison = Static<typeof Comparison>
