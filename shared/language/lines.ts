/** Plain text and Markdown by their lines: quotes, items, headings, code, greetings and signatures begin segments. */

import { isGreeting, isSignOff } from '#shared/language/letters'
import type { Range, SegmentType } from '#shared/language/text'
import { beginSegment, blank, type UnreadText } from '#shared/language/unread-text'

export type LineStyle = { isMarkdown: boolean /** Greetings and signatures are looked for. */; isLetter: boolean }

/** A line without its end; `text` is from behind the marks of quotes on. */
type Line = Range & { next: number; depth: number; text: number }

/** What is open: the segment that the next line may go on in. */
type Reading = {
  draft: UnreadText
  style: LineStyle
  lines: Line[]
  type: SegmentType | undefined
  depth: number
  /** Depth of what a mail quotes without marks, below a line that says so. */
  below: number
  isSigned: boolean
  isAfterBlank: boolean
  /** Where the range begins, until its first segment has begun: blank lines before it belong to it. */
  first: number
}

/** Longer ones are read as lines of prose without a look at what they begin with. */
const shortLine = 200

/** Reads a range of the content by its lines. Linear in its length. */
export function readLines(draft: UnreadText, range: Range, style: LineStyle, depth = 0): void {
  const reading: Reading = {
    draft,
    style,
    lines: linesOf(draft, range, style),
    type: undefined,
    depth,
    below: depth,
    isSigned: false,
    isAfterBlank: true,
    first: range.start,
  }
  for (let index = 0; index < reading.lines.length; index++) index = readLine(reading, index)
  if (reading.first >= 0 && range.start < range.end) beginSegment(draft, 'paragraph', range.start, depth)
}

/** Reads the line, and as many after it as belong to it alone; the index of the last. */
function readLine(reading: Reading, index: number): number {
  const { draft, style } = reading
  const line = lineAt(reading, index)
  const depth = line.depth + reading.below
  if (depth !== reading.depth) {
    reading.type = undefined
    reading.depth = depth
    reading.isSigned = false
    reading.isAfterBlank = true
  }
  if (isBlankLine(draft.content, line)) {
    // What follows a blank line is a paragraph of its own; a signature and an item's further lines stay what they are.
    if (reading.type !== 'signature') reading.type = undefined
    reading.isAfterBlank = true
    return index
  }
  const last = style.isMarkdown ? readMarkdownLine(reading, index) : readTextLine(reading, index)
  reading.isAfterBlank = false
  return last ?? readProse(reading, index)
}

/** Begins a segment at a line, as a quote where it stands in one. */
function beginAt(reading: Reading, line: Line, type: SegmentType): void {
  const start = reading.first >= 0 ? reading.first : line.start
  beginSegment(reading.draft, isQuoted(reading, type) ? 'quote' : type, start, reading.depth)
  reading.first = -1
  reading.type = type
}

const isQuoted = ({ depth }: Reading, type: SegmentType) =>
  depth > 0 && (type === 'paragraph' || type === 'list_item' || type === 'heading')

function readProse(reading: Reading, index: number): number {
  const line = lineAt(reading, index)
  const marker = markerOf(reading, line)
  if (marker > 0 && mayBeginItem(reading, index)) {
    blank(reading.draft, line.text, line.text + marker)
    beginAt(reading, line, 'list_item')
    return index
  }
  const goesOn =
    reading.type === 'paragraph' ||
    reading.type === 'signature' ||
    (reading.type === 'list_item' && (reading.style.isMarkdown || isIndented(reading.draft.content, line)))
  if (!goesOn) beginAt(reading, line, 'paragraph')
  return index
}

// ---- plain text ----

function readTextLine(reading: Reading, index: number): number | undefined {
  const { draft, style } = reading
  const line = lineAt(reading, index)
  const text = shortText(draft.content, line)
  if (style.isLetter) {
    if (originalMessage.test(text)) return quoteBelow(reading, index)
    const introduced = introductionEnd(reading, index)
    if (introduced !== undefined) {
      beginAt(reading, line, 'header')
      reading.type = undefined
      reading.isSigned = false
      return introduced
    }
  }
  if (reading.isSigned) return index
  if (isRule(text)) {
    if (style.isLetter && text.length >= 20 && isHeaderLine(draft.content, reading.lines[index + 1]))
      return quoteBelow(reading, index)
    if (reading.type !== undefined && isUnderline(text) && isLoneLine(reading, index - 1))
      return underline(reading, index)
    blank(draft, line.text, line.end)
    return index
  }
  if (style.isLetter) {
    if (/^-- ?$/.test(draft.content.slice(line.text, Math.min(line.end, line.text + 4)))) return sign(reading, index)
    if (reading.type === undefined && isGreeting(text)) {
      beginAt(reading, line, 'greeting')
      reading.type = undefined
      return index
    }
    // A letter that is nothing but thanks is no signature.
    if (reading.first < 0 && isSignOff(text) && isLastOf(reading, index)) return sign(reading, index)
  }
  if (fence.test(text)) return readFence(reading, index)
  if (reading.isAfterBlank && isCapitals(text) && isLoneLine(reading, index)) {
    beginAt(reading, line, 'heading')
    return index
  }
  return undefined
}

const originalMessage =
  /^-{2,}\s*(?:original message|forwarded message|original appointment|urspr[uü]ngliche nachricht|message d'origine|mensaje original|messaggio originale|forwarded by\b.{0,120}?)\s*-{2,}$|^begin forwarded message:$/i

/** From here on somebody else's message: its header lines, and the rest one deeper. */
function quoteBelow(reading: Reading, index: number): number {
  const { draft } = reading
  const line = lineAt(reading, index)
  reading.below++
  reading.depth++
  reading.isSigned = false
  beginAt(reading, line, 'header')
  let last = index
  while (last + 1 < reading.lines.length) {
    const next = reading.lines[last + 1]
    if (
      !isHeaderLine(draft.content, next) &&
      !(last === index && next !== undefined && isBlankLine(draft.content, next))
    )
      break
    last++
  }
  reading.type = undefined
  reading.isAfterBlank = true
  return last
}

const headerLine =
  /^\*?(?:from|to|cc|bcc|sent|date|subject|von|an|gesendet|betreff|datum|de|à|envoyé|objet|para|asunto|fecha|enviado|reply-to|importance|attachments?)\*?\s*:/i
const isHeaderLine = (content: string, line: Line | undefined) =>
  line !== undefined && headerLine.test(content.slice(line.text, Math.min(line.end, line.text + 40)))

/** "On Monday, Anna wrote:" on one line or two, above a quote: where it ends. */
function introductionEnd(reading: Reading, index: number): number | undefined {
  const { content } = reading.draft
  const line = lineAt(reading, index)
  const first = shortText(content, line)
  if (!/^(?:on|am|le|el|il|op)\s/i.test(first)) return undefined
  for (let last = index; last <= index + 1; last++) {
    const at = reading.lines[last]
    if (at === undefined || at.depth !== line.depth) return undefined
    const both = last === index ? first : `${first} ${shortText(content, at)}`
    if (!/\d/.test(both) || !/(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef)\s*:$/i.test(both)) continue
    // A sentence may say so, too: a quote is to follow, over no more than two blank lines.
    const quoted = reading.lines.slice(last + 1, last + 4).find((each) => !isBlankLine(content, each))
    return quoted !== undefined && quoted.depth > line.depth ? last : undefined
  }
  return undefined
}

function sign(reading: Reading, index: number): number {
  beginAt(reading, lineAt(reading, index), 'signature')
  reading.isSigned = true
  return index
}

/** Below "Best regards," stand a few short lines, and then nothing more at that depth. */
function isLastOf(reading: Reading, index: number): boolean {
  const { content } = reading.draft
  const { depth } = lineAt(reading, index)
  let written = 0
  for (let next = index + 1; next < reading.lines.length && next <= index + 24; next++) {
    const line = reading.lines[next]
    if (line === undefined || line.depth !== depth) return true
    if (isBlankLine(content, line)) continue
    const text = shortText(content, line)
    if (originalMessage.test(text) || isRule(text)) return true
    if (++written > 8 || line.end - line.text > 72 || /[a-z][.?!]$/.test(text)) return false
  }
  return index + 24 >= reading.lines.length
}

/** A line above a row of = or - is a heading. */
function underline(reading: Reading, index: number): number {
  const line = lineAt(reading, index)
  const begun = reading.draft.begun.at(-1)
  if (begun && !isQuoted(reading, 'heading')) begun.type = 'heading'
  blank(reading.draft, line.text, line.end)
  reading.type = undefined
  return index
}

const isRule = (text: string) => text.length >= 3 && /^(?:[-=_*~#]\s?)+$/.test(text)
const isUnderline = (text: string) => /^(?:=+|-+)$/.test(text)
const isCapitals = (text: string) =>
  text.length <= 80 && /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text) && !/[.!?,;]$/.test(text)

/** Whether it is the only line of its paragraph so far, and no sentence. */
function isLoneLine(reading: Reading, index: number): boolean {
  const { content } = reading.draft
  const line = reading.lines[index]
  if (line === undefined || line.end - line.text > 80 || isBlankLine(content, line)) return false
  const before = reading.lines[index - 1]
  if (before !== undefined && before.depth === line.depth && !isBlankLine(content, before)) return false
  const after = reading.lines[index + 1]
  return (
    after === undefined ||
    after.depth !== line.depth ||
    isBlankLine(content, after) ||
    isRule(shortText(content, after))
  )
}

// ---- Markdown ----

function readMarkdownLine(reading: Reading, index: number): number | undefined {
  const { draft } = reading
  const line = lineAt(reading, index)
  const text = shortText(draft.content, line)
  if (fence.test(text)) return readFence(reading, index)
  if (index === 0 && text === '---') return readFrontMatter(reading)
  const heading = /^#{1,6}(?:\s|$)/.exec(text)
  if (heading) {
    blank(draft, line.text, contentStart(draft.content, line) + heading[0].length)
    blankTrailing(draft, line, '#')
    beginAt(reading, line, 'heading')
    reading.type = undefined
    return index
  }
  if (isUnderline(text) && reading.type === 'paragraph' && isLoneLine(reading, index - 1))
    return underline(reading, index)
  if (isRule(text) || /^\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/.test(text)) {
    blank(draft, line.text, line.end)
    if (isRule(text)) reading.type = undefined
    return index
  }
  if (/^\[[^\]\n]{1,100}\]:\s/.test(text)) {
    blank(draft, line.text, line.end)
    beginAt(reading, line, 'markup')
    reading.type = undefined
    return index
  }
  const isCode =
    reading.isAfterBlank && reading.type === undefined && /^(?: {4}|\t)/.test(lineStart(draft.content, line))
  if (isCode && markerOf(reading, line) === 0) {
    beginAt(reading, line, 'code')
    reading.type = 'code'
    return index
  }
  if (reading.type === 'code' && /^(?: {4}|\t)/.test(lineStart(draft.content, line))) return index
  if (text.startsWith('|') && text.endsWith('|')) blankBars(draft, line)
  return undefined
}

const fence = /^(?:`{3,}[^`]*|~{3,}[^~]*)$/

/** Up to the line that closes it, or to where the quote that it stands in ends. */
function readFence(reading: Reading, index: number): number {
  const { content } = reading.draft
  const line = lineAt(reading, index)
  const mark = shortText(content, line).slice(0, 3)
  beginAt(reading, line, 'code')
  reading.type = undefined
  let last = index
  while (last + 1 < reading.lines.length) {
    const next = lineAt(reading, last + 1)
    if (next.depth !== line.depth) break
    last++
    const at = contentStart(content, next)
    if (content.startsWith(mark, at) && /^[`~]{3,}\s*$/.test(content.slice(at, Math.min(next.end, at + shortLine))))
      break
  }
  reading.isAfterBlank = true
  return last
}

function readFrontMatter(reading: Reading): number | undefined {
  const { content } = reading.draft
  const end = reading.lines.findIndex(
    (line, index) => index > 0 && content.slice(line.start, line.end).trimEnd() === '---',
  )
  if (end < 0 || end > 100) return undefined
  beginAt(reading, lineAt(reading, 0), 'markup')
  reading.type = undefined
  reading.isAfterBlank = true
  return end
}

function blankTrailing(draft: UnreadText, line: Line, mark: string): void {
  let end = line.end
  while (end > line.text && (draft.content[end - 1] === mark || draft.content[end - 1] === ' ')) end--
  blank(draft, end, line.end)
}

/** Cells of a table's row read as parts of one line. */
function blankBars(draft: UnreadText, line: Line): void {
  for (
    let at = draft.content.indexOf('|', line.text);
    at >= 0 && at < line.end;
    at = draft.content.indexOf('|', at + 1)
  )
    blank(draft, at, at + 1)
}

// ---- lines ----

/** There is one: indexes come from the list itself. */
const lineAt = (reading: Reading, index: number): Line => reading.lines[index] as Line

const isBlankLine = (content: string, line: Line) => contentStart(content, line) >= line.end

function contentStart(content: string, line: Line): number {
  let at = line.text
  while (at < line.end && isSpace(content.charCodeAt(at))) at++
  return at
}

const isSpace = (unit: number) => unit === 0x20 || unit === 0x9 || unit === 0xa0 || unit === 0xc || unit === 0xb

/** The line without the space around it; of a long one its beginning, which no mark is read from. */
function shortText(content: string, line: Line): string {
  const start = contentStart(content, line)
  return line.end - start > shortLine
    ? content.slice(start, start + shortLine)
    : content.slice(start, line.end).trimEnd()
}

const lineStart = (content: string, line: Line) => content.slice(line.text, Math.min(line.end, line.text + 4))
const isIndented = (content: string, line: Line) => /^(?: {2}|\t)/.test(lineStart(content, line))

/** "5. Mai" is a date, "(71) 4233-6306" a telephone number. */
const bullet =
  /^[\s]{0,80}(?:[-*+•·‣▪●○◦]|\(\d{1,3}\)(?![ \t]*\d)|\d{1,3}[.)](?!\s(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[kc]t|nov|de[zc]))|\(?[a-z]\)|[ivx]{1,4}\))(?:[ \t]+\[[ xX]\])?[ \t]+(?=\S)/i

/** How long the mark of an item is that a line begins with, with the space around it. */
function markerOf(reading: Reading, line: Line): number {
  const start = reading.draft.content.slice(line.text, Math.min(line.end, line.text + 100))
  return bullet.exec(start)?.[0].length ?? 0
}

/** A line of prose may begin with a number, or a dash, because the one before it was full. */
function mayBeginItem(reading: Reading, index: number): boolean {
  const { content } = reading.draft
  const before = reading.lines[index - 1]
  if (reading.type !== 'paragraph' || before === undefined) return true
  const start = content.slice(lineAt(reading, index).text, lineAt(reading, index).text + 100).trimStart()
  return /^(?:[-*+•·‣▪●○◦]|\(?1[.)]|\(?a\))/.test(start) || /[.:;!?]$/.test(shortText(content, before))
}

function linesOf(draft: UnreadText, range: Range, style: LineStyle): Line[] {
  const { content } = draft
  const lines: Line[] = []
  let start = range.start
  while (start < range.end) {
    const { end, next } = lineEnd(content, start, range.end)
    const quote = quoteMarks(content, start, end, style)
    if (quote.depth > 0) {
      blank(draft, start, quote.text)
    }
    lines.push({ start, end, next, depth: quote.depth, text: quote.text })
    start = next
  }
  return lines
}

function lineEnd(content: string, start: number, limit: number): { end: number; next: number } {
  for (let at = start; at < limit; at++) {
    const unit = content.charCodeAt(at)
    if (unit === 0xa || unit === 0x2028 || unit === 0x2029 || unit === 0x85) return { end: at, next: at + 1 }
    if (unit === 0xd) return { end: at, next: at + (content.charCodeAt(at + 1) === 0xa && at + 1 < limit ? 2 : 1) }
  }
  return { end: limit, next: limit }
}

/** How many > a line begins with, and where what they mark begins. */
function quoteMarks(content: string, start: number, end: number, style: LineStyle): { depth: number; text: number } {
  let at = start
  let text = start
  let depth = 0
  let spaces = 0
  for (; at < end; at++) {
    const unit = content.charCodeAt(at)
    if (unit === 0x3e) {
      depth++
      spaces = 0
      text = at + 1
    } else if (unit === 0x20 && ++spaces <= (depth === 0 ? (style.isMarkdown ? 3 : 1) : 2)) continue
    else break
  }
  if (depth === 0) return { depth: 0, text: start }
  // "> 50 %" and ">50" at a line's start say how much, outside of mails.
  const next = content.charCodeAt(text)
  const isNumber = !style.isLetter && !style.isMarkdown && next >= 0x30 && next <= 0x39
  if (isNumber) return { depth: 0, text: start }
  return { depth, text: content.charCodeAt(text) === 0x20 && text < end ? text + 1 : text }
}
