/** A mail's source: its headers, its parts as their types say, and what no reader sees of it. */

import { readHtml } from '#shared/language/html'
import { readLines } from '#shared/language/lines'
import type { Range } from '#shared/language/text'
import { beginSegment, blank, note, replace, type UnreadText } from '#shared/language/unread-text'

type Field = { value: string; start: number; end: number }
type Head = { end: number; fields: Map<string, Field> }

const deepestPart = 10
const fieldStart = /^([A-Za-z][A-Za-z0-9-]{0,60})[ \t]*:/
/** Of a folded value as much is read; the rest is skipped. */
const longestValue = 2000

export function readMail(draft: UnreadText): void {
  const whole = { start: 0, end: draft.content.length }
  const start = draft.content.startsWith('From ') ? lineAfter(draft.content, 0, whole.end) : 0
  const head = headOf(draft.content, { start, end: whole.end })
  if (head === undefined) {
    readLines(draft, whole, { isMarkdown: false, isLetter: true })
    return
  }
  beginSegment(draft, 'header', 0)
  const subject = head.fields.get('subject')
  if (subject && subject.value.trim() !== '') {
    beginSegment(draft, 'heading', subject.start)
    beginSegment(draft, 'header', subject.end)
  }
  readPart(draft, head, { start: head.end, end: whole.end }, 0)
}

/** Header fields up to the first blank line; undefined where the text begins with none. */
function headOf(content: string, { start, end }: Range): Head | undefined {
  const fields = new Map<string, Field>()
  let at = start
  let last: Field | undefined
  while (at < end) {
    const next = lineAfter(content, at, end)
    const line = content.slice(at, Math.min(next, at + longestValue)).trimEnd()
    if (line === '') return fields.size === 0 && at === start ? undefined : { end: next, fields }
    const name = fieldStart.exec(line)
    if (name) {
      const from = at + name[0].length
      last = { value: content.slice(from, Math.min(next, from + longestValue)).trim(), start: from, end: next }
      const key = (name[1] ?? '').toLowerCase()
      if (!fields.has(key)) fields.set(key, last)
    } else if (/^[ \t]/.test(line) && last !== undefined) {
      if (last.value.length < longestValue) last.value += ` ${line.trim()}`
      last.end = next
    } else return undefined
    at = next
  }
  return fields.size === 0 ? undefined : { end, fields }
}

function readPart(draft: UnreadText, { fields }: Head, range: Range, level: number): void {
  if (range.start >= range.end) return
  const type = (fields.get('content-type')?.value ?? 'text/plain').toLowerCase()
  const encoding = (fields.get('content-transfer-encoding')?.value ?? '').toLowerCase()
  const isAttached = /^attachment/i.test(fields.get('content-disposition')?.value ?? '')
  const boundary = boundaryOf(fields.get('content-type')?.value ?? '')
  if (type.startsWith('multipart/') && boundary !== undefined) {
    if (level < deepestPart) readParts(draft, boundary, range, level, type.startsWith('multipart/alternative'))
    else skip(draft, range, `parts of a mail nested more than ${deepestPart} deep`, 'that deep nothing is read')
  } else if (!type.startsWith('text/') || isAttached) {
    skip(
      draft,
      range,
      `a part of type ${type.split(/[;\s]/)[0]?.slice(0, 60)}`,
      'parts of text are read, no attachments',
    )
  } else if (encoding === 'base64') {
    skip(draft, range, 'a part in base64', 'its characters do not stand in the content: hand over the decoded text')
  } else {
    if (type.startsWith('text/html')) readHtml(draft, range)
    else readLines(draft, range, { isMarkdown: false, isLetter: true })
    if (encoding === 'quoted-printable') resolveQuotedPrintable(draft, range)
  }
}

function skip(draft: UnreadText, range: Range, what: string, because: string): void {
  beginSegment(draft, 'markup', range.start)
  blank(draft, range.start, range.end)
  note(draft, what, because)
}

/** At most 70 characters. Source: RFC 2046, 5.1.1. */
function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  return found?.[1] ?? found?.[2]
}

function readParts(draft: UnreadText, boundary: string, range: Range, level: number, isAlternative: boolean): void {
  const marks = boundaryLines(draft.content, boundary, range)
  let hasText = false
  let from = range.start
  for (const [index, mark] of marks.entries()) {
    if (index === 0 && from < mark.start) beginSegment(draft, 'markup', from)
    beginSegment(draft, 'markup', mark.start)
    const end = marks[index + 1]?.start ?? range.end
    from = mark.end
    if (mark.isLast || from >= end) break
    const head = headOf(draft.content, { start: from, end }) ?? { end: from, fields: new Map<string, Field>() }
    if (head.end > from) beginSegment(draft, 'header', from)
    const isText = !/^\s*(?!text\/plain)\S/i.test(head.fields.get('content-type')?.value ?? '')
    if (isAlternative && hasText && !isText)
      skip(draft, { start: head.end, end }, 'the HTML of a mail that has its text as well', 'both say the same')
    else readPart(draft, head, { start: head.end, end }, level + 1)
    hasText ||= isText
  }
  if (marks.length === 0) readLines(draft, range, { isMarkdown: false, isLetter: true })
}

function boundaryLines(content: string, boundary: string, { start, end }: Range): (Range & { isLast: boolean })[] {
  const mark = `--${boundary}`
  const found: (Range & { isLast: boolean })[] = []
  for (let at = content.indexOf(mark, start); at >= 0 && at < end; at = content.indexOf(mark, at + mark.length)) {
    if (at > start && content[at - 1] !== '\n') continue
    const next = lineAfter(content, at, end)
    const rest = content.slice(at + mark.length, Math.min(next, at + mark.length + 10)).trimEnd()
    if (rest !== '' && rest !== '--') continue
    found.push({ start: at, end: next, isLast: rest === '--' })
    if (rest === '--') break
  }
  return found
}

function lineAfter(content: string, at: number, end: number): number {
  const next = content.indexOf('\n', at)
  return next < 0 || next >= end ? end : next + 1
}

const encoded = /(?:=[0-9A-Fa-f]{2}){1,4}|=[ \t]{0,10}\r?\n/g
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** "=C3=A9" is "é"; a lone "=" at a line's end says that the line goes on. */
function resolveQuotedPrintable(draft: UnreadText, range: Range): void {
  encoded.lastIndex = range.start
  for (let found = encoded.exec(draft.content); found !== null; found = encoded.exec(draft.content)) {
    const start = found.index
    if (start >= range.end) break
    if (/^=[ \t\r\n]/.test(found[0])) {
      replace(draft, start, start + found[0].length, '')
      continue
    }
    const length = characterLength(Number.parseInt(found[0].slice(1, 3), 16))
    const bytes = Uint8Array.from(found[0].match(/[0-9A-Fa-f]{2}/g)?.slice(0, length) ?? [], (byte) =>
      Number.parseInt(byte, 16),
    )
    replace(draft, start, start + bytes.length * 3, decoded(bytes))
    encoded.lastIndex = start + bytes.length * 3
  }
}

/** How many bytes a character of UTF-8 has that begins with this one. */
const characterLength = (first: number) => (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)

/** What is not UTF-8 is read as Latin 1, which older mails are in. */
function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return String.fromCharCode(...bytes)
  }
}
