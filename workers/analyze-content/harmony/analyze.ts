/** Holds a text to eight dimensions of alignment, each a sum of signals with the characters that show them. Pure. */
import type { Alignment } from '#db/documents/alignment'
import type { HarmonySettings } from '#shared/calibration/parameters'
import type { AnalyzeRequest } from '#shared/contracts/content'
import { embeddedEngine } from '#workers/analyze-content/engine'
import { checkAsked, effectiveThresholds } from '#workers/analyze-content/harmony/asked'
import { type Budget, counterfactualOf } from '#workers/analyze-content/harmony/counterfactual'
import { measures } from '#workers/analyze-content/harmony/dimensions/index'
import type { DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { overallOf, sharesOf, violationsOf } from '#workers/analyze-content/harmony/overall'
import { type HarmonyReading, readingOf } from '#workers/analyze-content/harmony/reading'
import {
  dimensionOf,
  type MeasureOutcome,
  outcomeOf,
  type Scores,
  scoresIn,
} from '#workers/analyze-content/harmony/score'
import { checkSwaps } from '#workers/analyze-content/harmony/swap-check'
import { alignmentFaults } from '#workers/analyze-content/harmony/verify-alignment'
import { readingContextOf } from '#workers/analyze-content/reading-context'

/** Characters read again for what-ifs, and for exchanges: a second or two of a processor each. */
const budgets = { counterfactuals: 300_000, swaps: 300_000 }
const recommendationsLimit = 200
const instructionsLimit = 1000

/**
 * @param at when the call came in, unless the request says what "tomorrow" is counted from
 * @throws INVALID_REQUEST naming thresholds that are laxer than the settings' or of no dimension, and values with the same id
 */
export function analyze(request: AnalyzeRequest, at: Date, settings: HarmonySettings): Alignment {
  checkAsked(request, settings)
  const thresholds = effectiveThresholds(request, settings)
  const { content, dimensions: wanted, ...rest } = request
  const context = readingContextOf(request, at)
  const chosen = measures.filter(({ id }) => wanted === undefined || wanted.includes(id))
  const reading = readingOf(content, rest, context)
  const outcomes = chosen.map((measure) => outcomeOf(measure, reading))
  const read = (changed: string, ids: readonly DimensionMeasure[]): Scores => scoresIn(changed, ids, rest, context)
  const skipped: Alignment['coverage']['skipped'] = outcomes.flatMap(({ measure: { id }, measured }) =>
    measured.status === 'scored' ? [] : [{ what: id, because: measured.because }],
  )

  const budget: Budget = { characters: budgets.counterfactuals }
  const scored = outcomes.map((outcome) => dimensionOf(outcome))
  // The lowest first: that is where somebody looks for what would help.
  const byScore = [...scored].sort((left, right) => (left.score ?? 101) - (right.score ?? 101))
  for (const dimension of byScore) {
    const measure = chosen.filter(({ id }) => id === dimension.id)
    const { found, isCutShort } = counterfactualOf(
      content,
      dimension,
      (without) => read(without, measure).get(dimension.id) ?? null,
      budget,
    )
    dimension.counterfactual = found
    if (isCutShort)
      skipped.push({
        what: `counterfactual of ${dimension.id}`,
        because: 'the text is too long to be scored again so often',
      })
  }

  const neutral = chosen.filter(({ id }) => id !== 'fairness')
  const swapped = checkSwaps(
    content,
    reading.mentions,
    new Map(scored.filter(({ id }) => id !== 'fairness').map(({ id, score }) => [id, score])),
    (changed) => read(changed, neutral),
    { characters: budgets.swaps },
  )
  if (swapped.isCutShort)
    skipped.push({ what: 'fairness_check', because: 'the text is too long to be exchanged in so often' })

  const heldTo = { weights: settings.weights, thresholds, vetoes: settings.vetoes }
  const shares = sharesOf(scored, settings.weights)
  const dimensions = scored.map((each) => ({ ...each, weight: shares.get(each.id) ?? 0 }))
  const instructions = reading.instructions
  if (instructions.length > instructionsLimit)
    skipped.push({
      what: 'untrusted_instructions',
      because: `${instructions.length - instructionsLimit} more than are listed`,
    })
  const alignment: Alignment = {
    language: reading.text.language,
    overall: overallOf(dimensions, heldTo),
    dimensions,
    values: outcomes.flatMap(({ measured }) => (measured.status === 'scored' ? [...(measured.values ?? [])] : [])),
    violations: violationsOf(dimensions, heldTo),
    recommendations: recommendationsOf(outcomes),
    fairness_check: { swaps: swapped.swaps, swap_delta_max: swapped.swap_delta_max },
    settings: { constitution: settings.constitution, version: settings.version, ...heldTo },
    untrusted_instructions: instructions.slice(0, instructionsLimit),
    coverage: { characters: content.length, analysed: analysedIn(reading), skipped },
    engine: embeddedEngine(),
  }
  const [fault] = alignmentFaults(alignment, content)
  if (fault !== undefined) throw new Error(`an analysis does not add up: ${fault}`)
  return alignment
}

function recommendationsOf(outcomes: readonly MeasureOutcome[]): Alignment['recommendations'] {
  const all = outcomes.flatMap(({ measured }) => (measured.status === 'scored' ? [...measured.recommendations] : []))
  return all
    .sort((left, right) => left.span.start - right.span.start || left.span.end - right.span.end)
    .slice(0, recommendationsLimit)
}

const analysedIn = ({ text }: HarmonyReading) => text.sentences.reduce((sum, { start, end }) => sum + end - start, 0)
