/** A text that was read once, as every extractor is given it: what is markup, where sentences and words are, which language it is. */
import type { TextFormat } from '#db/documents/meaning'

/** From `start` up to but without `end`, in UTF-16 units of the content. */
export type Range = { start: number; end: number }

/** The universal parts of speech; X where the language is not one that is tagged. */
export type PartOfSpeech =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X'

export type TextToken = Range & {
  /** In lower case, curly quotes straightened; what rules look words up by. */
  norm: string
  /** Dictionary form in lower case; `norm` where none is known. */
  lemma: string
  pos: PartOfSpeech
}

export type SegmentType =
  | 'heading'
  | 'paragraph'
  | 'list_item'
  | 'quote'
  | 'signature'
  | 'code'
  | 'greeting'
  | 'header'
  | 'markup'
/** Segments follow one another without a gap: together they are the content. */
export type TextSegment = Range & { type: SegmentType /** How deep a quote is; 0 outside. */; depth: number }

export type TextSentence = Range & {
  /** Index into the segments: no sentence crosses the border of one. */
  segment: number
  /** The tokens of it: from this index up to but without the other. */
  tokens: { from: number; to: number }
}

/** What is in the source and not in what a person sees: of hidden elements, comments, characters without width. */
export type Hidden = Range & { how: 'element' | 'comment' | 'characters' }

export type ReadingNote = { what: string; because: string }

export type ReadText = {
  /** Exactly what came in; every span of an answer is a slice of it. */
  content: string
  format: TextFormat
  /**
   * As long as the content, unit by unit: what nobody reads (tags, invisible and direction characters) is spaces, a character
   * reference its character and spaces. Rules read this; spans are cut out of `content`.
   */
  plain: string
  language: { code: string; confidence: number; reliable: boolean }
  /** Whether words and sentences were found by the English model; else sentences are of Intl.Segmenter and tokens all X. */
  isEnglish: boolean
  segments: readonly TextSegment[]
  sentences: readonly TextSentence[]
  tokens: readonly TextToken[]
  /** By start; what stands in one may overlap another. It is spaces in `plain`. */
  hidden: readonly Hidden[]
  /** What was left out, cut or not counted further while reading, in words for whoever asked. */
  notes: readonly ReadingNote[]
}

/** What a reading depends on beside the text: no extractor looks at a clock or a process's time zone. */
export type ReadingContext = {
  /** What "tomorrow" is counted from. */
  referenceTime: Date
  /** IANA, as "Europe/Zurich". */
  timezone: string
  /** Names that the caller told us are people. */
  knownPeople: readonly string[]
}
