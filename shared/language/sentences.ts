/** Where sentences end: in English by stops, abbreviations and capitals, in other languages by ICU's rules. */
import { beforeNumbers, starters, titles } from '#shared/language/abbreviations'
import type { SegmentType } from '#shared/language/text'
import type { Word } from '#shared/language/words'

/** No sentence is longer in units or words, so that whoever looks at pairs of its words takes bounded time. */
export const longestSentence = 2000
const mostWords = 400

/** Whether a sentence from one word on, with so many, has no place for the next. */
export const isTooLong = (first: Word, next: Word, count: number) =>
  next.end - first.start > longestSentence || count >= mostWords

/** Words from this index up to but without the other. */
export type WordRange = { from: number; to: number }

/** A segment's words, and how long its longest line is: where it is wrapped, if it is. */
type Prose = WordRange & { text: string; words: readonly Word[]; type: SegmentType; longestLine: number }

export function englishSentences(
  text: string,
  words: readonly Word[],
  range: WordRange,
  type: SegmentType,
): WordRange[] {
  const prose = { ...range, text, words, type, longestLine: longestLineOf(words, range) }
  return cut(prose, (from, at) => stopsBefore(prose, from, at))
}

/** @param segmenter of sentences, of the text's language */
export function otherSentences(
  text: string,
  words: readonly Word[],
  range: WordRange,
  type: SegmentType,
  segmenter: Intl.Segmenter,
): WordRange[] {
  const prose = { ...range, text, words, type, longestLine: longestLineOf(words, range) }
  const found: WordRange[] = []
  for (const run of cut(prose, () => false)) {
    const start = wordAt(words, run.from).start
    // A line's end inside a sentence would be one of its ends.
    const piece = text.slice(start, wordAt(words, run.to - 1).end).replace(/[\n\r\f\v\u0085\u2028\u2029]/g, ' ')
    let from = run.from
    for (const { index, segment } of segmenter.segment(piece)) {
      let to = from
      while (to < run.to && wordAt(words, to).start < start + index + segment.length) to++
      if (to > from) found.push({ from, to })
      from = to
    }
    if (from < run.to) found.push({ from, to: run.to })
  }
  return found
}

/** There is one: indexes come from the range of the words. */
const wordAt = (words: readonly Word[], index: number): Word => words[index] as Word

/** Cuts where lines end that were meant to, where a sentence would be too long, and where `stops` says so. */
function cut(prose: Prose, stops: (from: number, at: number) => boolean): WordRange[] {
  const { words, to } = prose
  const found: WordRange[] = []
  let from = prose.from
  let lineStart = from < to ? wordAt(words, from).start : 0
  for (let at = from + 1; at < to; at++) {
    const word = wordAt(words, at)
    const before = wordAt(words, at - 1)
    const isLineEnd = word.isOnNewLine && isMeantLineEnd(prose, before.end - lineStart, at)
    if (isLineEnd || isTooLong(wordAt(words, from), word, at - from) || stops(from, at)) {
      found.push({ from, to: at })
      from = at
    }
    if (word.isOnNewLine) lineStart = word.start
  }
  if (from < to) found.push({ from, to })
  return found
}

// ---- lines ----

function longestLineOf(words: readonly Word[], { from, to }: WordRange): number {
  let longest = 0
  let start = from < to ? wordAt(words, from).start : 0
  for (let at = from; at < to; at++) {
    const word = wordAt(words, at)
    if (word.isOnNewLine) start = word.start
    longest = Math.max(longest, word.end - start)
  }
  return longest
}

/** Nobody wraps lines that are this short, or this long. */
const shortestWrap = 45
const longestWrap = 100

/** Words that no line of its own ends with. */
const unfinished =
  /^(?:,|the|a|an|of|and|or|to|for|in|on|at|by|with|from|as|is|are|was|be|that|which|your|our|my|their|his|her|its|this|these|will|would|can|should)$/i

/** A line's end was meant as one where the next word would have fitted, or the line is no line of wrapped text. */
function isMeantLineEnd({ type, text, words, longestLine }: Prose, length: number, at: number): boolean {
  if (type === 'heading') return false
  if (type === 'signature' || type === 'greeting') return true
  const next = wordAt(words, at)
  const before = wordAt(words, at - 1)
  if (/\p{Ll}/u.test(text[next.start] ?? '') || unfinished.test(text.slice(before.start, before.end))) return false
  if (length < shortestWrap || length > longestWrap) return true
  return length + 1 + next.end - next.start <= longestLine
}

// ---- stops of English ----

const closing = /^[)\]}"'”’»]+$/
const stop = /^[.!?…。！？]+$/

const first = (text: string, word: Word) => String.fromCodePoint(text.codePointAt(word.start) ?? 0x20)
const textOf = (text: string, word: Word) => text.slice(word.start, word.end)
const isCloser = (text: string, word: Word) =>
  word.kind === 'punctuation' && !word.isSpaced && !word.isOnNewLine && closing.test(textOf(text, word))
const isFace = (text: string, word: Word) =>
  word.kind === 'symbol' && word.end - word.start >= 2 && !/^[$€£%+=<>|~^]+$/.test(textOf(text, word))

/** Whether a sentence that goes from one word on ends before another. */
function stopsBefore({ text, words }: Prose, from: number, at: number): boolean {
  const next = wordAt(words, at)
  if (isCloser(text, next)) return false
  let last = at - 1
  while (last > from && (isCloser(text, wordAt(words, last)) || isFace(text, wordAt(words, last)))) last--
  const word = wordAt(words, last)
  const hasFace = last < at - 1 && isFace(text, wordAt(words, at - 1))
  const isStopped = word.kind === 'punctuation' && stop.test(textOf(text, word))
  // A face behind a stop looks back on the sentence before it.
  if (isFace(text, next) && !next.isOnNewLine && (isStopped || hasFace)) return false
  if (isStopped) return stopEnds(text, words, from, last, at)
  if (word.kind === 'word' && text[word.end - 1] === '.') return abbreviationEnds(text, word, next)
  return (hasFace && isCapitalised(text, next)) || isLostLineEnd(text, words, from, at)
}

const rule = /^[-=_*~#<>]{5,}$|^>>$/
const stampedDay = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/
const stampedTime = /^\d{1,2}:\d{2}(?::\d{2})?$/

/** Mails are passed on without the ends of their lines: rules, stamps of day and time, and addresses stood in lines of their own. */
function isLostLineEnd(text: string, words: readonly Word[], from: number, at: number): boolean {
  const next = wordAt(words, at)
  const before = wordAt(words, at - 1)
  if (before.kind === 'address' && next.kind === 'address' && next.isSpaced) return true
  if (before.kind === 'punctuation' || before.kind === 'symbol') return rule.test(textOf(text, before))
  if (next.kind === 'punctuation' || next.kind === 'symbol')
    return next.end - next.start >= 5 && rule.test(textOf(text, next))
  if (next.kind === 'number' && isStamp(text, words, at)) return at - from <= 8 && isNameOnly(text, words, from, at)
  if (before.kind !== 'number' && before.end - before.start > 4) return false
  const isHalf = /^[ap]\.?m\.?$/i.test(textOf(text, before))
  const day = at - (isHalf ? 3 : 2)
  return day >= from && isStamp(text, words, day) && !/^(?:[ap]\.?m\.?|on|to|and|or|at)$/i.test(textOf(text, next))
}

const isStamp = (text: string, words: readonly Word[], at: number): boolean => {
  const [day, time] = [words[at], words[at + 1]]
  if (day?.kind !== 'number' || time?.kind !== 'number') return false
  return stampedDay.test(textOf(text, day)) && stampedTime.test(textOf(text, time))
}

function isNameOnly(text: string, words: readonly Word[], from: number, at: number): boolean {
  for (let index = from; index < at; index++) {
    const word = wordAt(words, index)
    if (word.kind === 'word' && !isCapitalised(text, word)) return false
  }
  return true
}

const isCapitalised = (text: string, word: Word) => /[\p{Lu}\p{Lt}]/u.test(first(text, word))
const isLower = (text: string, word: Word) => /\p{Ll}/u.test(first(text, word))

function stopEnds(text: string, words: readonly Word[], from: number, last: number, at: number): boolean {
  const mark = textOf(text, wordAt(words, last))
  const next = wordAt(words, at)
  const before = last > from ? wordAt(words, last - 1) : undefined
  const hasClosers = last < at - 1
  if (/[!?！？。]/.test(mark)) {
    if (isLower(text, next) && (hasClosers || (before !== undefined && /^yahoo$/i.test(textOf(text, before)))))
      return false
    return next.isSpaced || next.isOnNewLine || next.kind === 'word'
  }
  if (mark.length > 1 || mark === '…') return isCapitalised(text, next) || (next.isSpaced && next.kind !== 'word')
  if (before === undefined) return false
  // "1. First of all": the number of an item.
  if (before.kind === 'number' && last - 1 === from && before.end - before.start <= 3) return false
  if (!next.isSpaced && !next.isOnNewLine)
    return before.kind === 'word' && before.end - before.start > 1 && isLower(text, before) && isCapitalised(text, next)
  if (/^[.,)]/.test(textOf(text, next))) return false
  if (!isLower(text, next)) return true
  // Whoever writes no capitals ends sentences all the same; a form without a vowel is a short one.
  return !hasClosers && before.kind === 'word' && /[aeiouy]/i.test(textOf(text, before))
}

/** A short form that may stand inside a sentence as well as end it. */
function abbreviationEnds(text: string, word: Word, next: Word): boolean {
  if (!isCapitalised(text, next)) return false
  const form = text.slice(word.start, word.end - 1).toLowerCase()
  if (titles.has(form) || beforeNumbers.has(form)) return false
  return starters.has(textOf(text, next).toLowerCase()) && (form.length > 1 || !/^(?:a|the)$/i.test(textOf(text, next)))
}
