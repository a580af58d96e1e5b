/** What a dimension would be without one of the places that lower it: really taken out, really scored again. */
import type { AlignmentSignal, DimensionScore } from '#db/documents/alignment'
import type { Span } from '#db/documents/meaning'

/** Characters that may be read again for one analysis, so that its time is bounded whatever it says. */
export type Budget = { characters: number }

/** @returns whether so much may still be read; what is taken is gone. */
export function spend(budget: Budget, characters: number): boolean {
  if (budget.characters < characters) return false
  budget.characters -= characters
  return true
}

const triesOfDimension = 4

/** The first places of the signals that lower the most, and of the largest one its others. */
function candidatesOf(signals: readonly AlignmentSignal[]): { span: Span; id: string }[] {
  const lowering = signals
    .filter(({ effect, spans }) => effect < 0 && spans.length > 0)
    .sort((left, right) => left.effect - right.effect)
  const firsts = lowering.flatMap(({ id, spans: [span] }) => (span ? [{ id, span }] : []))
  const others = lowering.slice(0, 1).flatMap(({ id, spans }) => spans.slice(1).map((span) => ({ id, span })))
  const seen = new Set<string>()
  return [...firsts, ...others]
    .filter(({ span }) => {
      const place = `${span.start} ${span.end}`
      const isNew = span.end > span.start && !seen.has(place)
      seen.add(place)
      return isNew
    })
    .slice(0, triesOfDimension)
}

/**
 * The removal that gains the most; null where none gains, or nothing may be read any more.
 * @param scoreWithout what the dimension scores in another content; null where it has no score there
 */
export function counterfactualOf(
  content: string,
  { score, signals }: Pick<DimensionScore, 'score' | 'signals'>,
  scoreWithout: (content: string) => number | null,
  budget: Budget,
): { found: DimensionScore['counterfactual']; isCutShort: boolean } {
  if (score === null) return { found: null, isCutShort: false }
  let found: DimensionScore['counterfactual'] = null
  for (const { span, id } of candidatesOf(signals)) {
    if (!spend(budget, content.length)) return { found, isCutShort: true }
    const without = scoreWithout(content.slice(0, span.start) + content.slice(span.end))
    const gain = without === null ? 0 : without - score
    if (gain > (found?.gain ?? 0))
      found = { remove: span, gain, because: `${id.replaceAll('_', ' ')}: without it the score is ${without}` }
  }
  return { found, isCutShort: false }
}
