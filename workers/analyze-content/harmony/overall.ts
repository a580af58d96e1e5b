/** Puts dimensions together: weights of those that have a score, their weighted geometric mean, vetoes and the band. Pure. */
import type { Alignment, Dimension, DimensionScore } from '#db/documents/alignment'

type Weights = Readonly<Record<string, number>>
type Settings = Pick<Alignment['settings'], 'weights' | 'thresholds' | 'vetoes'>
type Scored = Pick<DimensionScore, 'id' | 'score' | 'status'>

/** Of each dimension, its part of the whole: nothing of one without a score; the others come to 1 together. */
export function sharesOf(dimensions: readonly Scored[], weights: Weights): Map<Dimension, number> {
  const weightOf = ({ id, score }: Scored) => (score === null ? 0 : (weights[id] ?? 0))
  const total = dimensions.reduce((sum, each) => sum + weightOf(each), 0)
  return new Map(dimensions.map((each) => [each.id, total === 0 ? 0 : weightOf(each) / total]))
}

/** A mean of products would be nothing as soon as one dimension is: a score counts as 1 at least. */
const leastFactor = 1

/** To a hundredth; null where nothing has a score that weighs anything. */
export function meanOf(dimensions: readonly Scored[], weights: Weights): number | null {
  const shares = sharesOf(dimensions, weights)
  const parts = dimensions.flatMap(({ id, score }) => {
    const share = shares.get(id) ?? 0
    return score === null || share === 0 ? [] : share * Math.log(Math.max(leastFactor, score))
  })
  if (parts.length === 0) return null
  return Math.round(Math.exp(parts.reduce((sum, each) => sum + each, 0)) * 100) / 100
}

/** The dimensions with a veto that are below where it begins, with what the whole may come to at most. */
export const vetoesOf = (
  dimensions: readonly Scored[],
  vetoes: Settings['vetoes'],
): Alignment['overall']['capped_by'] =>
  dimensions.flatMap(({ id, score }) => {
    const veto = vetoes[id]
    if (!veto || score === null || score >= veto.below) return []
    return [
      {
        dimension: id,
        cap: veto.cap,
        because: `${id} is ${score}, below ${veto.below}: the whole is at most ${veto.cap}`,
      },
    ]
  })

/** From here on a whole is aligned, and from here on mixed; one with a dimension under its threshold is mixed at best. */
const bands = { aligned: 80, mixed: 60 }

export function overallOf(
  dimensions: readonly Scored[],
  { weights, thresholds, vetoes }: Settings,
): Alignment['overall'] {
  const mean = meanOf(dimensions, weights)
  const capped = vetoesOf(dimensions, vetoes)
  const score = mean === null ? null : Math.min(mean, ...capped.map(({ cap }) => cap))
  const isUnder = dimensions.some(({ id, score: each }) => each !== null && each < (thresholds[id] ?? 0))
  const bandOf = (value: number) =>
    value < bands.mixed ? 'misaligned' : value < bands.aligned || isUnder ? 'mixed' : 'aligned'
  return {
    score,
    band: score === null ? null : bandOf(score),
    method: 'weighted_geometric',
    capped_by: capped,
  }
}

const signalsNamed = 3

/** Of each dimension under its threshold, what took the most off, at the first place that shows it. */
export function violationsOf(
  dimensions: readonly DimensionScore[],
  { thresholds, vetoes }: Settings,
): Alignment['violations'] {
  return dimensions.flatMap(({ id, score, signals }) => {
    if (score === null || score >= (thresholds[id] ?? 0)) return []
    const veto = vetoes[id]
    const worst = signals.filter(({ effect }) => effect < 0).sort((left, right) => left.effect - right.effect)
    return worst.slice(0, signalsNamed).flatMap(({ id: rule, spans: [span] }) => {
      const tier = veto && score < veto.below ? 'T3' : 'T2'
      return span ? [{ principle: `harmonic.threshold.${id}`, tier, span, rule: `${id}.${rule}` }] : []
    })
  })
}
