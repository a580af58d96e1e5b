/** What measuring a dimension comes to, and what a dimension is. */
import type { AlignmentSignal, Dimension } from '#db/documents/alignment'
import type { Span } from '#db/documents/meaning'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'

export type Recommendation = {
  span: Span
  issue: string /** Null where no rule has one. */
  replacement: string | null
}
export type ValueSupport = { id: string; support: number; contradicted: boolean; span: Span | null }

export type Measured =
  | {
      status: 'scored'
      /** How far the rules are to be trusted with such a text, 0 to 1. */
      confidence: number
      signals: readonly AlignmentSignal[]
      recommendations: readonly Recommendation[]
      values?: readonly ValueSupport[]
    }
  | { status: 'not_applicable'; because: string }

export type DimensionMeasure = {
  id: Dimension
  /** Its rules are of English words; on other languages it is not applicable. */
  needsEnglish: boolean
  measure: (reading: HarmonyReading) => Measured
}

/** Of a dimension whose rules are right for `sure` of long texts; less where there is little text to go by. */
export const confidenceOf = (sure: number, words: number): number =>
  Math.round(sure * Math.min(1, 0.5 + words / 200) * 100) / 100
