/** Words, numbers, addresses and marks with their places: one pass, no look back, whatever the text says. */
import { beforeNumbers, others, titles } from '#shared/language/abbreviations'
import type { Range } from '#shared/language/text'
import { kindOfCharacter, kindOfUnit, unitKinds } from '#shared/language/units'

export type WordKind = 'word' | 'number' | 'punctuation' | 'symbol' | 'address' | 'handle'
export type Word = Range & {
  kind: WordKind
  /** A line ends between the word before and this one. */
  isOnNewLine: boolean
  isSpaced: boolean
}

/** A longer word is read as several, an address as one. */
export const longestWord = 200
const longestAddress = 2048

const { space, line, letter, mark, digit, unspaced, punctuation, symbol, surrogate } = unitKinds
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** `nextAt`: where the next "@" stands, looked for once. */
type Scan = { text: string; end: number; nextAt: number }

/**
 * Appends the words of a range.
 * @param text the content with joiners where a word goes on across what nobody reads
 */
export function wordsIn(text: string, range: Range, words: Word[]): void {
  const scan: Scan = { text, end: range.end, nextAt: -1 }
  let isOnNewLine = false
  let isSpaced = true
  let at = range.start
  while (at < range.end) {
    const unit = text.charCodeAt(at)
    const kind = kindOfUnit(unit)
    if (kind === space || kind === line || kind === unitKinds.other || unit === 0xad) {
      if (kind === line) isOnNewLine = true
      if (unit !== 0xad) isSpaced = true
      at++
      continue
    }
    const first = words.length
    at = readWord(scan, at, kind, isSpaced, words)
    const word = words[first]
    if (word) {
      word.isOnNewLine = isOnNewLine
      word.isSpaced = isSpaced
    }
    isOnNewLine = false
    isSpaced = false
  }
}

function push(words: Word[], start: number, end: number, kind: WordKind): number {
  words.push({ start, end, kind, isOnNewLine: false, isSpaced: false })
  return end
}

/** Appends what begins here, which may be several words; where the next begins. */
function readWord(scan: Scan, at: number, kind: number, isSpaced: boolean, words: Word[]): number {
  const { text } = scan
  if (kind === letter || kind === digit || kind === surrogate) {
    const address = addressEnd(scan, at)
    if (address > at) return push(words, at, address, 'address')
  }
  if (kind === letter) return readLetters(scan, at, words)
  if (kind === digit) return readNumber(scan, at, words)
  if (kind === unspaced) return readUnspaced(scan, at, words)
  if (kind === mark)
    return push(words, at, withinGrapheme(scan, at + 1), /\p{N}/u.test(text[at] ?? '') ? 'number' : 'symbol')
  if (kind === surrogate) return readSurrogate(scan, at, words)
  const unit = text[at] ?? ''
  if (isSpaced || isOpening(text[at - 1])) {
    const end = faceEnd(scan, at)
    if (end > at) return push(words, at, end, 'symbol')
    if ((unit === '@' || unit === '#') && kindAt(scan, at + 1) === letter) {
      return push(words, at, trimmed(text, at, handleEnd(scan, at + 1)), 'handle')
    }
  }
  if ((unit === "'" || unit === '’') && isSpaced) {
    const end = clippedEnd(scan, at)
    if (end > at) return push(words, at, end, 'word')
  }
  return readMarks(scan, at, kind, words)
}

const kindAt = (scan: Scan, at: number) => (at < scan.end ? kindOfUnit(scan.text.charCodeAt(at)) : 0)

/** Letters, marks and digits in a row, at most as many as a word has. */
function runEnd(scan: Scan, from: number): number {
  const limit = Math.min(scan.end, from + longestWord)
  let at = from
  while (at < limit) {
    const kind = kindOfUnit(scan.text.charCodeAt(at))
    if (kind === letter || kind === digit || kind === mark) at++
    else if (kind === surrogate && isWordPair(scan, at)) at += 2
    else break
  }
  return Math.min(at, scan.end)
}

const isWordPair = (scan: Scan, at: number) => {
  const kind = kindOfCharacter(String.fromCodePoint(scan.text.codePointAt(at) ?? 0))
  return at + 1 < scan.end && (kind === letter || kind === digit || kind === mark)
}

/** Not between the two units of one character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}

/** Joiners at the end stand behind the word, not in it. */
function trimmed(text: string, start: number, end: number): number {
  let last = end
  while (last > start + 1 && text.charCodeAt(last - 1) === 0xad) last--
  return last
}

// ---- words ----

function readLetters(scan: Scan, start: number, words: Word[]): number {
  const { text } = scan
  let end = runEnd(scan, start)
  let piece = start
  let pieces = 1
  while (end - start < longestWord && pieces < 8) {
    const next = linkEnd(scan, piece, end)
    if (next === 0) break
    piece = next
    end = runEnd(scan, next)
    pieces++
  }
  end = trimmed(text, start, whole(text, Math.min(end, start + longestWord)))
  if (text[end] === '.' && end < scan.end && takesStop(scan, start, end)) end++
  return push(words, start, end, 'word')
}

/** Where a word goes on behind an apostrophe, a hyphen, a point or the like at `end`; 0: it ends there. */
function linkEnd(scan: Scan, piece: number, end: number): number {
  const { text } = scan
  const link = text[end] ?? ''
  if (!"'’-\u2010\u2011_&.".includes(link) || link === '') return 0
  let behind = end + 1
  while (text.charCodeAt(behind) === 0xad) behind++
  const next = kindAt(scan, behind)
  if (next !== letter && next !== digit) return 0
  if (link === "'" || link === '’') return next === letter ? behind : 0
  if (link === '&') return isCapital(text[end - 1]) && isCapital(text[behind]) ? behind : 0
  // "U.S", "node.js", "v1.2"; not "end.Next".
  if (link === '.') return end - piece === 1 || next === digit || /\p{Ll}/u.test(text[behind] ?? '') ? behind : 0
  return behind
}

const isCapital = (unit: string | undefined) => unit !== undefined && /\p{Lu}/u.test(unit)

/** Whether the full stop behind a word is a part of it. */
function takesStop(scan: Scan, start: number, end: number): boolean {
  const { text } = scan
  if (end - start > 8) return false
  const word = text.slice(start, end)
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return true
  const lower = word.toLowerCase()
  let next = end + 1
  while (next < scan.end && kindAt(scan, next) === space) next++
  const follows = kindAt(scan, next)
  if (next === end + 1 && (follows === letter || follows === digit))
    return titles.has(lower) || beforeNumbers.has(lower)
  if (titles.has(lower)) return /^\p{Lu}/u.test(word) || follows === letter
  if (beforeNumbers.has(lower)) return follows === digit
  // An initial: somebody's name follows.
  if (word.length === 1) return /\p{Lu}/u.test(word) && follows === letter && /\p{Lu}/u.test(text[next] ?? '')
  return others.has(lower)
}

const clipped = /['’](?:em|til|tis|twas|cause|bout|round|n|\d0s)(?![\p{L}\p{N}])/iuy

function clippedEnd(scan: Scan, at: number): number {
  clipped.lastIndex = at
  return clipped.test(scan.text) && clipped.lastIndex <= scan.end ? clipped.lastIndex : at
}

// ---- numbers ----

function digitsEnd(scan: Scan, from: number): number {
  const limit = Math.min(scan.end, from + longestWord)
  let at = from
  while (at < limit && (kindAt(scan, at) === digit || kindAt(scan, at) === mark)) at++
  return at
}

/** "1,000.50", "10:30", "2024-05-03", "4th", "1990s"; of "5pm" and "10km" the number, and its unit behind it. */
function readNumber(scan: Scan, start: number, words: Word[]): number {
  const { text } = scan
  let end = trimmed(text, start, digitsEnd(scan, start))
  while (
    end - start < 64 &&
    /[.,:/\-’']/.test(text[end] ?? '') &&
    kindAt(scan, end + 1) === digit &&
    end + 1 < scan.end
  )
    end = trimmed(text, start, digitsEnd(scan, end + 1))
  const letters = runEnd(scan, end)
  if (letters > end) {
    const behind = text.slice(end, letters).replaceAll('\u00ad', '')
    if (/^(?:st|nd|rd|th|s)$/i.test(behind)) return push(words, start, trimmed(text, start, letters), 'number')
    if (/\d/.test(behind))
      return push(words, start, trimmed(text, start, whole(text, Math.min(letters, start + longestWord))), 'word')
  }
  return push(words, start, end, 'number')
}

// ---- addresses, handles ----

const scheme = /(?:https?|ftps?):\/\/|www\.|mailto:/iy
const domain = /[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/iy
const local = /[a-z0-9._%+-]{1,64}(?=@)/iy

function addressEnd(scan: Scan, at: number): number {
  const { text } = scan
  const unit = text.charCodeAt(at) | 0x20
  if (unit === 0x68 || unit === 0x66 || unit === 0x77 || unit === 0x6d) {
    scheme.lastIndex = at
    if (scheme.test(text)) return urlEnd(scan, at, scheme.lastIndex)
  }
  if (scan.nextAt < at) {
    const next = text.indexOf('@', at)
    scan.nextAt = next < 0 ? Number.POSITIVE_INFINITY : next
  }
  if (scan.nextAt - at > 64 || scan.nextAt >= scan.end) return at
  local.lastIndex = at
  if (!local.test(text) || local.lastIndex !== scan.nextAt) return at
  domain.lastIndex = scan.nextAt + 1
  if (!domain.test(text) || domain.lastIndex > scan.end) return at
  return domain.lastIndex
}

/** Up to a space or a mark that no address holds; marks of the sentence behind it are not of it. */
function urlEnd(scan: Scan, start: number, from: number): number {
  const { text } = scan
  const limit = Math.min(scan.end, start + longestAddress)
  let end = from
  while (end < limit) {
    const unit = text.charCodeAt(end)
    const kind = kindOfUnit(unit)
    if (
      kind === space ||
      kind === line ||
      kind === unspaced ||
      unit === 0x22 ||
      unit === 0x3c ||
      unit === 0x3e ||
      unit === 0xad
    )
      break
    end++
  }
  end = whole(text, end)
  const address = text.slice(start, end)
  let unopened = address.split(')').length - address.split('(').length
  while (end > from && /[.,;:!?'"”’»*_\])}|]/.test(text[end - 1] ?? '')) {
    // "(see https://a.com/b_(c))": the last one closes what stands around the address.
    if (text[end - 1] === ')' && --unopened < 0) break
    end--
  }
  return end > from ? end : start
}

function handleEnd(scan: Scan, from: number): number {
  let end = runEnd(scan, from)
  while (end - from < longestWord && unitAt(scan, end) === '_') end = runEnd(scan, end + 1)
  return whole(scan.text, Math.min(end, from + longestWord))
}

const unitAt = (scan: Scan, at: number) => (at < scan.end ? scan.text[at] : undefined)

// ---- the rest ----

/** ":-)" between spaces. */
const face =
  /(?:[:;=][-'^o]?(?:[)(/\\|*3\][>]+|[DPpOoSs](?![\p{L}\p{N}]))|<\/?3+|\([-^]?[:;](?!\w))(?=$|[\s.,!?)"\u00ad])/uy

function faceEnd(scan: Scan, at: number): number {
  const unit = scan.text[at]
  if (unit !== ':' && unit !== ';' && unit !== '=' && unit !== '<' && unit !== '(') return at
  face.lastIndex = at
  return face.test(scan.text) && face.lastIndex <= Math.min(scan.end, at + 20) ? face.lastIndex : at
}

const isOpening = (unit: string | undefined) => unit === undefined || /[\s("'“‘[{\u00ad]/.test(unit)

/** The same mark again and again is one: "...", "--", "?!". */
function readMarks(scan: Scan, at: number, kind: number, words: Word[]): number {
  const { text } = scan
  const unit = text[at] ?? ''
  let end = at + 1
  if ('.-=*_~#+<>|!?'.includes(unit)) {
    const isShout = unit === '!' || unit === '?'
    while (
      end < scan.end &&
      end - at < 64 &&
      (text[end] === unit || (isShout && (text[end] === '!' || text[end] === '?')))
    )
      end++
  }
  end = withinGrapheme(scan, end)
  return push(words, at, end, kind === symbol ? 'symbol' : 'punctuation')
}

/** Marks that change how the character before them is drawn belong to it. */
function withinGrapheme(scan: Scan, from: number): number {
  const limit = Math.min(scan.end, from + longestWord)
  let at = from
  while (at < limit && kindAt(scan, at) === mark && scan.text.charCodeAt(at) !== 0xad) at++
  return at
}

function readSurrogate(scan: Scan, at: number, words: Word[]): number {
  const point = scan.text.codePointAt(at) ?? 0
  if (point <= 0xffff || at + 1 >= scan.end) return push(words, at, at + 1, 'symbol')
  const kind = kindOfCharacter(String.fromCodePoint(point))
  if (kind === letter) return readLetters(scan, at, words)
  if (kind === unspaced) return readUnspaced(scan, at, words)
  return push(words, at, pictureEnd(scan, at), kind === punctuation ? 'punctuation' : 'symbol')
}

/** An emoji with what is joined to it: skin, sex, a family, a flag's second letter. */
function pictureEnd(scan: Scan, from: number): number {
  const { text } = scan
  const limit = Math.min(scan.end, from + 64)
  let at = from + 2
  if (isRegional(text.codePointAt(from)) && isRegional(text.codePointAt(at)) && at + 2 <= scan.end) return at + 2
  while (at < limit) {
    const point = text.codePointAt(at) ?? 0
    if (point === 0xfe0f || point === 0x20e3 || (point >= 0x300 && point <= 0x36f)) at++
    else if ((point >= 0x1f3fb && point <= 0x1f3ff) || (point >= 0xe0020 && point <= 0xe007f)) at += 2
    else if (point === 0x200d && at + 1 < limit) at += 1 + ((text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1)
    else break
  }
  return Math.min(at, scan.end)
}

const isRegional = (point: number | undefined) => point !== undefined && point >= 0x1f1e6 && point <= 0x1f1ff

/** Chinese, Japanese, Thai and the like, by ICU's lists of words. */
function readUnspaced(scan: Scan, start: number, words: Word[]): number {
  const limit = Math.min(scan.end, start + 1000)
  let end = start
  while (end < limit) {
    const kind = kindAt(scan, end)
    if (kind === unspaced || kind === mark) end++
    else if (kind === surrogate && kindOfCharacter(String.fromCodePoint(scan.text.codePointAt(end) ?? 0)) === unspaced)
      end += 2
    else break
  }
  end = Math.min(end, scan.end)
  for (const { segment, index } of segmenter.segment(scan.text.slice(start, end))) {
    push(words, start + index, start + index + segment.length, 'word')
  }
  return end
}
