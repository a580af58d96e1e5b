/** What the dimensions look at: a text read once as it is and once masked; what costs time is read when it is asked for. */
import type {
  Act,
  DateExpression,
  PrivacyFinding,
  Span,
  TextClaim,
  TextFormat,
  UntrustedInstruction,
} from '#db/documents/meaning'
import type { AnalyzeRequest } from '#shared/contracts/content'
import { actsIn } from '#shared/language/acts/index'
import { claimsIn } from '#shared/language/claims'
import { datesIn } from '#shared/language/dates/index'
import { entitiesIn } from '#shared/language/entities/index'
import { instructionsIn } from '#shared/language/instructions'
import { privacyIn } from '#shared/language/privacy/index'
import { readText } from '#shared/language/read-text'
import { spanOf } from '#shared/language/span'
import type { Range, ReadingContext, ReadText } from '#shared/language/text'
import { type Mention, maskOf, mentionsIn } from '#workers/analyze-content/harmony/identity/mask'
import { type RuleWord, ruleWordsOf } from '#workers/analyze-content/harmony/rule-words'

/** What is asked of a text, beside the text itself. */
export type AskedOfText = Omit<AnalyzeRequest, 'content' | 'dimensions' | 'thresholds' | 'provider'>

export type HarmonyReading = {
  asked: AskedOfText
  format: TextFormat
  context: ReadingContext
  /** As it came in: for what names people, and for personal data. */
  text: ReadText
  words: readonly RuleWord[]
  mentions: readonly Mention[]
  /** With every word for who people are exchanged for one: for everything else. */
  masked: ReadText
  maskedWords: readonly RuleWord[]
  /** Verbatim, of a place of the text or of the masked one. */
  span: (range: Range) => Span
  maskedSpan: (range: Range) => Span
  /** Of the masked text, as acts and claims are. */
  dates: readonly DateExpression[]
  acts: readonly Act[]
  claims: readonly TextClaim[]
  privacy: readonly PrivacyFinding[]
  instructions: readonly UntrustedInstruction[]
}

/** The masked text is read as the language that the text is in, so that exchanging a word exchanges nothing else. */
export function readingOf(content: string, asked: AskedOfText, context: ReadingContext): HarmonyReading {
  const format = asked.content_type ?? 'text'
  const text = readText({ content, format, ...(asked.language === undefined ? {} : { language: asked.language }) })
  const words = ruleWordsOf(text)
  const mentions = mentionsIn(words)
  const mask = maskOf(text, words, mentions)
  const span = (range: Range) => spanOf(text, range)
  const masked = once(() => readText({ content: mask.content, format, language: text.language.code }))
  const maskedWords = once(() => ruleWordsOf(masked()))
  const dates = once(() => datesIn(masked(), context))
  const acts = once(() => {
    const people = entitiesIn(masked(), context).filter(({ type }) => type === 'person')
    return actsIn(masked(), context, { dates: dates(), people })
  })
  const claims = once(() => claimsIn(masked()))
  const privacy = once(() => privacyIn(text))
  const instructions = once(() => instructionsIn(text))
  return {
    asked,
    format,
    context,
    text,
    words,
    mentions,
    span,
    maskedSpan: (range) => span(mask.original(range)),
    get masked() {
      return masked()
    },
    get maskedWords() {
      return maskedWords()
    },
    get dates() {
      return dates()
    },
    get acts() {
      return acts()
    },
    get claims() {
      return claims()
    },
    get privacy() {
      return privacy()
    },
    get instructions() {
      return instructions()
    },
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
