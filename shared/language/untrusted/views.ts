/**
 * A text in the ways a model may come to read it and a person does not: letters folded to plain ones, hidden parts, texts of
 * attributes, what is encoded, spelt with digits or spaces, or turned around. Each knows where its letters stand. Pure, linear.
 */
import type { Range, ReadText } from '#shared/language/text'

export type View = {
  /** Folded: lower case, no accents, look-alikes as the letters that they look like. */
  view: string
  /** Where in the content a part of the view is. */
  rangeOf: (part: Range) => Range
  how: 'visible' | 'hidden' | 'encoded'
  /** The source itself, in which marks alone are looked for. */
  isSource?: true
}

/** Cyrillic and Greek letters, and what Latin ones they pass for; lower case. */
const lookAlikes: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  ғ: 'f',
  ɡ: 'g',
  һ: 'h',
  н: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  и: 'u',
  ѵ: 'v',
  ѡ: 'w',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 's',
  æ: 'a',
  œ: 'o',
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u2032': "'",
  '\u00b4': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '.',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

const foldedUnits = new Uint16Array(0x10000)
/** One unit for one unit, so that a view stays as long as its text wherever it can. */
function foldedUnit(unit: number): number {
  const known = foldedUnits[unit] ?? 0
  if (known !== 0) return known
  const letter = String.fromCharCode(unit)
  const small = letter.normalize('NFKD').toLowerCase()
  const folded = lookAlikes[letter.toLowerCase()] ?? lookAlikes[small[0] ?? ''] ?? small
  const code = folded.charCodeAt(0) || unit
  foldedUnits[unit] = code
  return code
}

/** Letters that are written as two units. */
const hasPairs = /[\ud835\ud83c]/
const asciiOnly = /^[\0-\x7f]*$/
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })
const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00

const widthAt = (source: string, at: number) => (isHighSurrogate(source.charCodeAt(at)) ? 2 : 1)

/** The text folded, without the units that `isSkipped`; ranges count from `offset`. */
function folded(source: string, offset: number, how: View['how'], isSkipped?: (index: number) => boolean): View {
  if (isSkipped === undefined && asciiOnly.test(source))
    return {
      view: source.toLowerCase(),
      rangeOf: ({ start, end }) => ({ start: offset + start, end: offset + end }),
      how,
    }
  if (isSkipped === undefined && !hasPairs.test(source)) {
    const view = source
      .replace(/[^\0-\x7f]/g, (letter) => String.fromCharCode(foldedUnit(letter.charCodeAt(0))))
      .toLowerCase()
    if (view.length === source.length)
      return { view, rangeOf: ({ start, end }) => ({ start: offset + start, end: offset + end }), how }
  }
  const units = new Uint16Array(source.length)
  const places = new Int32Array(source.length + 1)
  let length = 0
  for (let at = 0; at < source.length; at++) {
    if (isSkipped?.(at)) continue
    let unit = source.charCodeAt(at)
    places[length] = at
    if (isHighSurrogate(unit) && at + 1 < source.length) {
      // Mathematical and enclosed letters are written as pairs.
      const plain = source
        .slice(at, at + 2)
        .normalize('NFKD')
        .toLowerCase()
      if (plain.length === 1) {
        unit = plain.charCodeAt(0)
        at++
      }
    } else unit = foldedUnit(unit)
    units[length++] = unit
  }
  places[length] = source.length
  const view = decoder.decode(units.subarray(0, length))
  // A part ends where its last letter does: what was skipped behind it is not of it.
  const endOf = (end: number) => (end === 0 ? 0 : (places[end - 1] ?? 0) + widthAt(source, places[end - 1] ?? 0))
  return {
    view,
    rangeOf: ({ start, end }) => ({ start: offset + (places[start] ?? source.length), end: offset + endOf(end) }),
    how,
  }
}

/** Every letter of it stands at one range of the content: what was decoded has no places of its own. */
const whole = (decoded: string, start: number, end: number, how: View['how']): View => ({
  view: folded(decoded, 0, how).view,
  rangeOf: () => ({ start, end }),
  how,
})

export function viewsOf(text: ReadText): View[] {
  const visible = visibleView(text)
  return [
    visible,
    ...withoutDigits(visible),
    ...spelledViews(visible),
    ...(text.content !== text.plain && /[<#[{]/.test(text.content)
      ? [{ ...folded(text.content, 0, 'visible'), isSource: true as const }]
      : []),
    ...hiddenViews(text),
    ...attributeViews(text),
    ...encodedViews(text.content),
    ...reversedViews(text.content),
  ]
}

/** As people read it, words put together again that characters without width take apart. */
function visibleView(text: ReadText): View {
  const ranges = text.hidden.filter(({ how }) => how === 'characters')
  if (ranges.length === 0) return folded(text.plain, 0, 'visible')
  let next = 0
  return folded(text.plain, 0, 'visible', (index) => {
    while (next < ranges.length && (ranges[next]?.end ?? 0) <= index) next++
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= index
  })
}

/** Words that instructions are made of, of which one at least is spelt so. */
const spelledWords =
  /^(?:ignor|disregard|forget|previous|prior|above|instruct|rules?$|guidelin|system|prompt|reveal|overrid|bypass|pretend|assistant|restrict|secret|password|user$|admin|jailbreak|model)/
const aroundSpelled = 240
const longestWord = 24
/** Three such words in so many characters. */
const spelledRow = 40

const digitLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const inLetters = (text: string) =>
  text.replace(/[013457@$](?=[a-z])|(?<=[a-z])[013457@$]{1,24}/g, (digits) =>
    [...digits].map((digit) => digitLetters[digit] ?? digit).join(''),
  )

/** "1gn0re": what stands around words of letters and digits, with letters alone. */
function withoutDigits({ view, rangeOf, how }: View): View[] {
  const views: View[] = []
  const recent: number[] = []
  let looked = 0
  let wordEnd = 0
  for (const { index } of view.matchAll(/[a-z][013457@$]|[013457@$][a-z]/g)) {
    if (index < wordEnd) continue
    let start = index
    while (start > wordEnd && index - start < longestWord && /[a-z0-9@$]/.test(view[start - 1] ?? '')) start--
    wordEnd = index + 1
    while (wordEnd < view.length && wordEnd - index < longestWord && /[a-z0-9@$]/.test(view[wordEnd] ?? '')) wordEnd++
    recent.push(start)
    const isRow = start - (recent.at(-3) ?? Number.NEGATIVE_INFINITY) < spelledRow
    if (start < looked || !(isRow || spelledWords.test(inLetters(view.slice(start, wordEnd))))) continue
    const from = Math.max(looked, start - aroundSpelled)
    const to = Math.min(view.length, wordEnd + aroundSpelled)
    looked = to
    views.push({
      view: inLetters(view.slice(from, to)),
      rangeOf: (part) => rangeOf({ start: from + part.start, end: from + part.end }),
      how,
    })
  }
  return views
}

/** "i g n o r e  a l l": letters apart, put together; words are two spaces apart or not at all. */
function spelledViews({ view, rangeOf, how }: View): View[] {
  const views: View[] = []
  for (const { 0: run, index } of view.matchAll(/[a-z](?<![a-z0-9].)(?:(?:[ ._*-]{1,3})[a-z](?![a-z0-9])){9,400}/g)) {
    const letters = [...run.matchAll(/[a-z]/g)]
    const joined = letters
      .map(({ 0: letter, index: at }, n) => (n > 0 && at - (letters[n - 1]?.index ?? 0) > 2 ? ` ${letter}` : letter))
      .join('')
    const range = rangeOf({ start: index, end: index + run.length })
    views.push({ view: joined, rangeOf: () => range, how })
  }
  return views
}

const references: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&amp;': '&',
  '&apos;': "'",
  '&#39;': "'",
}

/** What is in the source and nobody sees; tags in it are spaces. Tag characters and selectors are read as what they spell. */
function hiddenViews({ content, hidden }: ReadText): View[] {
  const views: View[] = []
  for (const { start, end, how } of hidden) {
    const source = content.slice(start, end)
    if (how === 'characters') {
      const spelled = smuggled(source)
      if (spelled.length > 7) views.push(whole(spelled, start, end, 'hidden'))
    } else if (source.length > 15) {
      const words = source
        .replace(/<!--|-->|<\/?[a-z][^<>]{0,400}>/gi, (tag) => ' '.repeat(tag.length))
        .replace(/&(?:lt|gt|quot|amp|apos|nbsp|#39|#34);/g, (name) => (references[name] ?? ' ').padEnd(name.length))
      views.push(folded(words, start, 'hidden'))
    }
  }
  return views
}

/** Tags spell ASCII (U+E0020 is a space); variation selectors 1 to 256 are bytes. */
function smuggled(source: string): string {
  let spelled = ''
  const bytes: number[] = []
  for (const letter of source) {
    const code = letter.codePointAt(0) ?? 0
    if (code >= 0xe0020 && code <= 0xe007e) spelled += String.fromCharCode(code - 0xe0000)
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00)
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16)
  }
  return spelled + (bytes.length > 7 ? Buffer.from(bytes).toString('utf8') : '')
}

const attributes =
  /\b(?:alt|title|aria-label|content|placeholder|summary|value)\s{0,2}=\s{0,2}(?:"([^"]{12,2000})"|'([^']{12,2000})')/gi

function attributeViews({ content, format }: ReadText): View[] {
  if (format === 'text' || !content.includes('<')) return []
  return [...content.matchAll(attributes)].map(({ 0: match, 1: double, 2: single, index }) => {
    const value = double ?? single ?? ''
    return folded(value, index + match.length - 1 - value.length, 'hidden')
  })
}

const encodings = /[A-Za-z0-9+/_-](?<![A-Za-z0-9+/_-].)[A-Za-z0-9+/_-]{23,}={0,2}/g
const longestDecoded = 64 * 1024
const isPrintable = (decoded: string) => {
  const head = decoded.slice(0, 400)
  const odd = head.match(/[^\t\n\r\x20-\x7e\u00a0-\u024f\u2000-\u206f]/g)?.length ?? 0
  return odd <= head.length * 0.05 && head.includes(' ')
}

/** Base64 and hexadecimal that is text. */
function encodedViews(content: string): View[] {
  const views: View[] = []
  for (const { 0: run, index } of content.matchAll(encodings)) {
    const head = run.slice(0, longestDecoded)
    const isHex = head.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(head)
    const decoded = Buffer.from(head, isHex ? 'hex' : 'base64').toString('utf8')
    if (isPrintable(decoded)) views.push(whole(decoded, index, index + run.length, 'encoded'))
  }
  return views
}

/** What a right-to-left override turns around, read the other way. */
function reversedViews(content: string): View[] {
  if (!content.includes('\u202e')) return []
  return [...content.matchAll(/\u202e([^\u202c\n]{8,2000})/g)].map(({ 0: match, 1: run = '', index }) =>
    whole([...run].reverse().join(''), index, index + match.length, 'hidden'),
  )
}
