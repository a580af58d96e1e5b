/** Scores a text in dimensions: nothing under five words, nothing that does not hold for its language. Pure. */
import type { Dimension, DimensionScore } from '#db/documents/alignment'
import type { ReadingContext } from '#shared/language/text'
import type { DimensionMeasure, Measured } from '#workers/analyze-content/harmony/measured'
import { type AskedOfText, type HarmonyReading, readingOf } from '#workers/analyze-content/harmony/reading'
import { held, scoreOf } from '#workers/analyze-content/harmony/signal'

/** Fewer say too little to be scored. */
const wordsNeeded = 5

export type MeasureOutcome = {
  measure: DimensionMeasure
  measured: Measured | { status: 'insufficient_text'; because: string }
}
export type Scores = ReadonlyMap<Dimension, number | null>

export function outcomeOf(measure: DimensionMeasure, reading: HarmonyReading): MeasureOutcome {
  if (reading.words.length < wordsNeeded)
    return {
      measure,
      measured: { status: 'insufficient_text', because: `${reading.words.length} words; ${wordsNeeded} are needed` },
    }
  if (measure.needsEnglish && !reading.text.isEnglish)
    return {
      measure,
      measured: {
        status: 'not_applicable',
        because: `its rules are of English; the text is in ${reading.text.language.code}`,
      },
    }
  return { measure, measured: measure.measure(reading) }
}

/** Without its weight, which is a matter of all. */
export function dimensionOf({ measure: { id }, measured }: MeasureOutcome): DimensionScore {
  if (measured.status !== 'scored')
    return { id, score: null, weight: 0, status: measured.status, confidence: 0, signals: [], counterfactual: null }
  const signals = held(measured.signals)
  return {
    id,
    score: scoreOf(signals),
    weight: 0,
    status: 'scored',
    confidence: measured.confidence,
    signals,
    counterfactual: null,
  }
}

/** Of each of the dimensions in this content; null where it has no score. */
export function scoresIn(
  content: string,
  of: readonly DimensionMeasure[],
  asked: AskedOfText,
  context: ReadingContext,
): Scores {
  const reading = readingOf(content, asked, context)
  return new Map(of.map((measure) => [measure.id, dimensionOf(outcomeOf(measure, reading)).score]))
}
