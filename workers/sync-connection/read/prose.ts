/**
 * Reads a text of an item: what commands a machine in it is found first and taken out, as spaces; what it asks and promises is
 * read of the rest, so that such a text changes nothing but the warning. Secrets are taken out in the same way. Pure.
 */

import type { ItemDocument } from '#db/documents/item'
import type { Act, TextFormat, UntrustedInstruction } from '#db/documents/meaning'
import { secretsIn } from '#shared/kernel/secrets'
import { actsIn } from '#shared/language/acts/index'
import { datesIn } from '#shared/language/dates/index'
import { instructionsIn } from '#shared/language/instructions'
import { hideInvisible } from '#shared/language/invisible'
import { readText } from '#shared/language/read-text'
import { segmentAt } from '#shared/language/segment-at'
import type { Range, ReadingContext, ReadText, TextSegment } from '#shared/language/text'
import { unreadText } from '#shared/language/unread-text'
import type { FieldName } from '#workers/sync-connection/read/fields'

export type Untrusted = ItemDocument['untrusted_instructions'][number]

export type ReadProse = {
  /** Without what was taken out; as long as the content, its places are the content's. */
  text: ReadText
  /** What was taken out, in order: no span and no excerpt has any of it. Quotes and signatures are among it. */
  taken: readonly Range[]
  /** How many characters of it are new and seen; spaces count none. */
  characters: number
  untrusted: Untrusted[]
}

export type Prose = {
  field: FieldName
  content: string
  format: TextFormat
  language?: string
  /** Nothing is asked or promised in it: no grammar is looked for. */
  isLabel?: boolean
}

/** No language's: sentences and words alone, which takes a seventh of the time. */
const noLanguage = 'und'
/** Of a longer text, what stands at its beginning and at its end is read for what it asks. */
const longText = 10_000
const headRead = 7000
const tailRead = 2000

export function readProse({ field, content, format, language, isLabel = false }: Prose): ReadProse {
  const whole = readText({ content, format, language: noLanguage })
  const instructions = instructionsIn(whole)
  const taken = joined([
    ...secretsIn(content).map(({ start, end }) => ({ start, end })),
    ...instructions.map(({ span }) => reachOf(whole, span)),
    ...whole.segments.filter(isAside).map(({ start, end }) => ({ start, end })),
  ])
  const characters = newCharacters(whole, taken)
  const untrusted = spansOf(field, content, instructions)
  if (isLabel) {
    const text =
      taken.length === 0 ? whole : readText({ content: blanked(content, taken), format, language: noLanguage })
    return { text, taken, characters, untrusted }
  }
  const told = language === undefined ? {} : { language }
  const middle = content.length > longText ? [{ start: headRead, end: content.length - tailRead }] : []
  const left = joined([...taken, ...middle])
  return { text: readText({ content: blanked(content, left), format, ...told }), taken: left, characters, untrusted }
}

/** Somebody else's words, or nobody's. */
const isAside = ({ type, depth }: TextSegment): boolean =>
  depth > 0 || type === 'quote' || type === 'signature' || type === 'header'

function newCharacters({ plain, segments }: ReadText, taken: readonly Range[]): number {
  let count = 0
  let next = 0
  for (const segment of segments) {
    if (!isNew(segment)) continue
    for (let at = segment.start; at < segment.end; at++) {
      while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1
      if ((taken[next]?.start ?? Number.POSITIVE_INFINITY) <= at) continue
      const unit = plain.charCodeAt(at)
      if (unit > 0x20 && unit !== 0xa0) count += 1
    }
  }
  return count
}

const own: ReadonlySet<TextSegment['type']> = new Set(['heading', 'paragraph', 'list_item', 'code'])

/** What whoever wrote it says here for the first time. */
export const isNew = ({ type, depth }: TextSegment): boolean => own.has(type) && depth === 0

/** A command and what follows it in its paragraph, which seldom is of anybody else. */
function reachOf(text: ReadText, { start, end }: Range): Range {
  const segment = segmentAt(text, Math.max(start, end - 1))
  const isMarkup = segment === undefined || segment.type === 'markup' || segment.type === 'header'
  return { start, end: isMarkup ? end : Math.max(end, segment.end) }
}

/** In their order, those that overlap as one. */
function joined(ranges: readonly Range[]): Range[] {
  const kept: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else kept.push({ ...range })
  }
  return kept
}

/** Lines stay lines. */
function blanked(content: string, ranges: readonly Range[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of ranges) {
    parts.push(content.slice(from, start), content.slice(start, end).replaceAll(/[^\n]/g, ' '))
    from = end
  }
  return parts.join('') + content.slice(from)
}

/** What commands and a secret beside one another: the characters of the secret are not told. */
function spansOf(field: FieldName, content: string, instructions: readonly UntrustedInstruction[]): Untrusted[] {
  return instructions.flatMap(({ span, reason }) => {
    const secret = secretsIn(content.slice(span.start, span.end))[0]
    const end = secret === undefined ? span.end : span.start + secret.start
    const at = { start: span.start, end: Math.max(end, span.start) }
    return [{ field, ...at, text: content.slice(at.start, at.end), reason }]
  })
}

/** A title is too short for its language to be told: it is that of the text below it, where that is sure. */
export const languageBelow = ({ text: { language } }: ReadProse): Pick<Prose, 'language'> =>
  language.reliable ? { language: language.code } : {}

/** Commands in a text that no person sees as text: as little as in what is hidden is enough. */
export function hiddenInstructions(field: FieldName, content: string, reason: string): Untrusted[] {
  if (content.length < 8) return []
  const draft = unreadText(content)
  hideInvisible(draft)
  const all = { start: 0, end: content.length }
  const unseen: ReadText = {
    content,
    format: 'text',
    plain: ' '.repeat(content.length),
    language: { code: 'und', confidence: 0, reliable: false },
    isEnglish: false,
    segments: [{ ...all, type: 'paragraph', depth: 0 }],
    sentences: [],
    tokens: [],
    hidden: [{ ...all, how: 'element' }, ...draft.hidden],
    notes: [],
  }
  return spansOf(field, content, instructionsIn(unseen)).map((each) => ({ ...each, reason }))
}

/** What a text asks, promises and decides, where nothing was taken out. */
export function actsOf({ text, taken }: ReadProse, context: ReadingContext): Act[] {
  if (!text.isEnglish) return []
  const dates = datesIn(text, context)
  return actsIn(text, context, { dates, people: [] }).filter(
    ({ span, quoted }) => !quoted && !taken.some((range) => span.start < range.end && range.start < span.end),
  )
}
