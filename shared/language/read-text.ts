/** Reads a text once for every extractor: its language, segments, sentences and words, each with its place in it. */
import type { TextFormat } from '#db/documents/meaning'
import { type DetectedLanguage, languageOf } from '#shared/language/detect'
import { englishTagger } from '#shared/language/english'
import { readHtml } from '#shared/language/html'
import { hideInvisible } from '#shared/language/invisible'
import { readLines } from '#shared/language/lines'
import { readMail } from '#shared/language/mail'
import { blankInline } from '#shared/language/markdown'
import {
  englishSentences,
  isTooLong,
  longestSentence,
  otherSentences,
  type WordRange,
} from '#shared/language/sentences'
import type { ReadingNote, ReadText, SegmentType, TextSegment, TextSentence, TextToken } from '#shared/language/text'
import { appendTokens } from '#shared/language/tokens'
import { segmentsOf, textOfUnits, type UnreadText, unreadText } from '#shared/language/unread-text'
import { longestWord, type Word, wordsIn } from '#shared/language/words'

export type ReadRequest = {
  content: string
  format?: TextFormat /** ISO 639; else it is detected. */
  language?: string
}

/**
 * Time and memory are linear in the content's length, whatever it says.
 * @param request any string: not even well-formed UTF-16 is asked for
 */
export function readText({ content, format = 'text', language }: ReadRequest): ReadText {
  const draft = unreadText(content)
  hideInvisible(draft)
  readFormat[format](draft)
  const segments = segmentsOf(draft)
  const joined = textOfUnits(draft.units)
  const plain = joined.replaceAll('\u00ad', ' ')
  const detected = language === undefined ? languageOf(plain, segments.filter(isProse)) : told(language)
  const isEnglish = detected.code === 'en'
  const { sentences, tokens, notes } = sentencesOf(joined, segments, detected.code)
  return {
    content,
    format,
    plain,
    language: detected,
    isEnglish,
    segments,
    sentences,
    tokens,
    hidden: draft.hidden.sort((one, other) => one.start - other.start || one.end - other.end),
    notes: [...[...draft.notes].map(([what, because]) => ({ what, because })), ...notes],
  }
}

const readFormat: Record<TextFormat, (draft: UnreadText) => void> = {
  text: (draft) => readLines(draft, whole(draft), { isMarkdown: false, isLetter: true }),
  markdown: (draft) => {
    readLines(draft, whole(draft), { isMarkdown: true, isLetter: false })
    for (const segment of segmentsOf(draft)) if (isProse(segment)) blankInline(draft, segment)
  },
  html: (draft) => readHtml(draft, whole(draft)),
  email: (draft) => readMail(draft),
}

const whole = ({ content }: UnreadText) => ({ start: 0, end: content.length })

const unread: ReadonlySet<SegmentType> = new Set(['code', 'markup', 'header'])
const isProse = ({ type }: TextSegment) => !unread.has(type)

/** Three letters that mean English, too. Source: ISO 639-2. */
const told = (language: string): DetectedLanguage => ({
  code: language === 'eng' ? 'en' : language,
  confidence: 1,
  reliable: true,
})

function sentencesOf(text: string, segments: readonly TextSegment[], language: string) {
  const isEnglish = language === 'en'
  const segmenter = isEnglish ? undefined : segmenterOf(language)
  const words: Word[] = []
  const found: (WordRange & { segment: number })[] = []
  for (const [segment, range] of segments.entries()) {
    if (!isProse(range)) continue
    const from = words.length
    wordsIn(text, range, words)
    const inSegment = { from, to: words.length }
    const ranges = segmenter
      ? otherSentences(text, words, inSegment, range.type, segmenter)
      : englishSentences(text, words, inSegment, range.type)
    for (const each of ranges) found.push({ ...each, segment })
  }
  const tokens: TextToken[] = []
  const tokenRanges = appendTokens(text, words, found, isEnglish ? englishTagger() : undefined, tokens)
  const sentences = found.map(({ from, to, segment }, index): TextSentence => {
    const start = words[from]?.start ?? 0
    return { start, end: words[to - 1]?.end ?? start, segment, tokens: tokenRanges[index] ?? { from: 0, to: 0 } }
  })
  return { sentences, tokens, notes: cutsOf(words, found) }
}

/** What was too long to be read in one piece. */
function cutsOf(words: readonly Word[], found: readonly (WordRange & { segment: number })[]): ReadingNote[] {
  const isCut = found.some(({ from, segment }, index) => {
    const [first, next, following] = [words[from], found[index + 1], words[found[index + 1]?.from ?? -1]]
    return next?.segment === segment && first && following && isTooLong(first, following, next.from - from)
  })
  return [
    ...(words.some(({ start, end, kind }) => kind === 'word' && end - start >= longestWord - 1)
      ? [{ what: `words of ${longestWord} characters and more`, because: 'they are read as several' }]
      : []),
    ...(isCut
      ? [{ what: `sentences of more than ${longestSentence} characters`, because: 'they are read as several' }]
      : []),
  ]
}

/** ICU knows rules of its own for few languages, and falls back for all others. */
function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    return new Intl.Segmenter('en', { granularity: 'sentence' })
  }
}
