/** Whether an analysis adds up, by nothing but what it says itself; with the content, whether its spans are verbatim. Pure. */
import type { Alignment, DimensionScore } from '#db/documents/alignment'
import type { Span } from '#db/documents/meaning'
import { canonicalJson } from '#shared/kernel/canonical'
import { meanOf, overallOf, sharesOf, violationsOf } from '#workers/analyze-content/harmony/overall'
import { scoreOf } from '#workers/analyze-content/harmony/signal'

/** @param content what was analysed; without it spans are only held against their own lengths. @returns every fault, in words. */
export function alignmentFaults(alignment: Alignment, content?: string): string[] {
  const { dimensions, overall, settings, violations } = alignment
  const shares = sharesOf(dimensions, settings.weights)
  const asHeld = overallOf(dimensions, settings)
  return [
    ...dimensions.flatMap((each) => dimensionFaults(each, shares.get(each.id) ?? 0)),
    ...(canonicalJson(asHeld) === canonicalJson(overall)
      ? []
      : [`the whole is ${overall.score} (${overall.band}); its dimensions come to ${asHeld.score} (${asHeld.band})`]),
    ...(overall.score === null && meanOf(dimensions, settings.weights) !== null ? ['has scores and no whole'] : []),
    ...(canonicalJson(violationsOf(dimensions, settings)) === canonicalJson(violations)
      ? []
      : ['its violations are not those of its scores and thresholds']),
    ...spansOf(alignment).flatMap((span) => spanFaults(span, alignment.coverage.characters, content)),
  ]
}

function dimensionFaults(
  { id, score, weight, status, signals, counterfactual }: DimensionScore,
  share: number,
): string[] {
  const faults: string[] = []
  if ((status === 'scored') !== (score !== null)) faults.push(`${id} is ${status} with a score of ${score}`)
  if (score === null && signals.length > 0) faults.push(`${id} has signals and no score`)
  if (score !== null && scoreOf(signals) !== score)
    faults.push(`${id} is ${score}; its signals come to ${scoreOf(signals)}`)
  if (weight !== share) faults.push(`${id} weighs ${weight}; of those with a score it is ${share}`)
  if (counterfactual !== null && (score === null || counterfactual.gain <= 0 || score + counterfactual.gain > 100))
    faults.push(`${id} cannot gain ${counterfactual.gain}`)
  return faults
}

const spansOf = ({
  dimensions,
  values,
  violations,
  recommendations,
  untrusted_instructions: untrusted,
}: Alignment): Span[] => [
  ...dimensions.flatMap(({ signals, counterfactual }) => [
    ...signals.flatMap(({ spans }) => spans),
    ...(counterfactual ? [counterfactual.remove] : []),
  ]),
  ...values.flatMap(({ span }) => span ?? []),
  ...[...violations, ...recommendations, ...untrusted].map(({ span }) => span),
]

function spanFaults({ start, end, text }: Span, characters: number, content: string | undefined): string[] {
  const isVerbatim = content === undefined ? text.length === end - start : content.slice(start, end) === text
  return isVerbatim && start <= end && end <= characters ? [] : [`${start} to ${end} is not where its characters stand`]
}
