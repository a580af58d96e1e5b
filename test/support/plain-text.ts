/** A text as it is read that has nothing to be read out of it: one paragraph, or the segments that are given. */
import type { TextFormat } from '#db/documents/meaning'
import type { ReadText, SegmentType } from '#shared/language/text'

type Given = {
  format?: TextFormat
  language?: string
  segments?: readonly (readonly [type: SegmentType, text: string])[]
}

export function plainText(content: string, { format = 'text', language = 'en', segments }: Given = {}): ReadText {
  let at = 0
  const made = (segments ?? [['paragraph', content] as const]).map(([type, text]) => {
    const start = at
    at += text.length
    return { type, start, end: at, depth: 0 }
  })
  return {
    content,
    format,
    plain: content,
    language: { code: language, confidence: 1, reliable: true },
    isEnglish: language === 'en',
    segments: made,
    sentences: [],
    tokens: [],
    hidden: [],
    notes: [],
  }
}

/** Of segments: their texts one after another. */
export const segmentedText = (...segments: readonly (readonly [type: SegmentType, text: string])[]): ReadText =>
  plainText(segments.map(([, text]) => text).join(''), { segments, format: 'email' })

/** Texts that make patterns with nested repetition take time by the square of their length or worse. */
export const hostileTexts = (length: number): string[] =>
  [
    'a',
    '1',
    '1 ',
    '1-',
    '1.',
    '(1)',
    '+1 ',
    '0 ',
    'a@',
    '@a',
    '@',
    '.',
    'a.',
    'a.a@',
    '::',
    'a:',
    '1:',
    'www.',
    '://',
    'http://',
    'https://a.b/?',
    'A ',
    'Aa ',
    'Aa of ',
    "A'",
    '#1',
    'A-1',
    'a/b#',
    'ignore ',
    'ignore all previous ',
    'system: ',
    'do not tell the ',
    'send all ',
    'the user ',
    '<',
    '<a ',
    'alt="',
    '![',
    '](',
    '{"name":',
    '\u200b',
    '\u202e',
    'i g n o r e ',
    '"',
    "'",
    '$1',
    '$1,111',
    '1,111',
    '1 km ',
    '%',
    'GB29',
    'GB29 ',
    'xn--',
    '-----BEGIN PRIVATE KEY-----',
    'eyJ',
    'password=',
    'Mr ',
    'Dear ',
    'Anna ',
    'v1',
    'v1.',
    'U+',
    'QUJD',
    'é',
    '𝐀',
    '\n',
    ' ',
    '\t',
  ].map((piece) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length))
