/** An analysis with what a model pointed to: places of the text, counted by our own points. Pure. */
import { type Static, Type as t } from '@sinclair/typebox'
import { type Alignment, DimensionName, type DimensionScore } from '#db/documents/alignment'
import { Span } from '#db/documents/meaning'
import { overallOf, violationsOf } from '#workers/analyze-content/harmony/overall'
import { held, lowering, scoreOf, times } from '#workers/analyze-content/harmony/signal'
import { findingKinds } from '#workers/analyze-content/provider/findings'
import { type Dropped, keptOf, verbatimSpan } from '#workers/analyze-content/provider/model-spans'

const closed = { additionalProperties: false }

export const ModelFindings = t.Object(
  {
    findings: t.Array(
      t.Object(
        {
          dimension: DimensionName,
          finding: t.Union(findingKinds.map(({ finding }) => t.Literal(finding))),
          span: Span,
        },
        closed,
      ),
      { maxItems: 200 },
    ),
  },
  closed,
)
export type ModelFindings = Static<typeof ModelFindings>

/** Of a kind, at most as much as two places count. */
const placesCounted = 2

/** Dimensions without a score get none; one that a model lowers has no what-if: the model was not asked again. */
export function judgedOf(
  content: string,
  alignment: Alignment,
  { findings }: ModelFindings,
): { alignment: Alignment; dropped: Dropped } {
  const dropped: Dropped = { named: 0, nowhere: 0 }
  const placed = keptOf(findings, dropped, ({ span, ...finding }) => {
    const found = verbatimSpan(content, span)
    return found && { ...finding, span: found }
  })
  const dimensions = alignment.dimensions.map((dimension) => lowered(dimension, placed))
  const { settings } = alignment
  return {
    alignment: {
      ...alignment,
      dimensions,
      overall: overallOf(dimensions, settings),
      violations: violationsOf(dimensions, settings),
    },
    dropped,
  }
}

function lowered(dimension: DimensionScore, placed: readonly ModelFindings['findings'][number][]): DimensionScore {
  if (dimension.score === null) return dimension
  const added = findingKinds
    .filter((kind) => kind.dimension === dimension.id)
    .flatMap(({ finding, points, words }) => {
      const spans = placed
        .filter((each) => each.dimension === dimension.id && each.finding === finding)
        .map(({ span }) => span)
        .sort((left, right) => left.start - right.start)
      return lowering(
        {
          id: `model_${finding}`,
          value: spans.length,
          points: points * spans.length,
          most: points * placesCounted,
          because: `a model finds ${times(spans.length, 'place')}: ${words}`,
        },
        spans,
      )
    })
  if (added.length === 0) return dimension
  const signals = held([...dimension.signals.filter(({ id }) => id !== 'held_at_zero'), ...added])
  return { ...dimension, signals, score: scoreOf(signals), counterfactual: null }
}
