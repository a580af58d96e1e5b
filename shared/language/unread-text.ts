/** A text on its way to be read: what nobody reads is blanked in a copy of its units, segments are begun one after another. */
import type { Hidden, Range, SegmentType, TextSegment } from '#shared/language/text'

/** Deeper quotes, lists and elements are counted as this deep. */
export const deepest = 100

/** Stands where a word goes on although a unit of it is nobody's to read; becomes a space in `plain`. It is the soft hyphen. */
export const joiner = 0xad
const space = 0x20

export type UnreadText = {
  content: string
  /** A copy of the content's units. */
  units: Uint16Array
  begun: { type: SegmentType; start: number; depth: number }[]
  hidden: Hidden[]
  notes: Map<string, string>
}

export function unreadText(content: string): UnreadText {
  const units = new Uint16Array(content.length)
  for (let at = 0; at < content.length; at++) units[at] = content.charCodeAt(at)
  return { content, units, begun: [], hidden: [], notes: new Map() }
}

/** From here on, up to where the next begins. What begins where another did takes its place. */
export function beginSegment(draft: UnreadText, type: SegmentType, start: number, depth = 0): void {
  if (depth > deepest) note(draft, `depth of more than ${deepest}`, 'deeper quotes are counted as that deep')
  const segment = { type, start, depth: Math.min(depth, deepest) }
  if (draft.begun.at(-1)?.start === start) draft.begun.pop()
  draft.begun.push(segment)
}

export const note = (draft: UnreadText, what: string, because: string): void => {
  draft.notes.set(what, because)
}

/** Nobody reads it. */
export const blank = (draft: UnreadText, start: number, end: number): void => {
  draft.units.fill(space, start, end)
}

/** Nobody reads it, and a word before it goes on after it. */
export const join = (draft: UnreadText, start: number, end: number): void => {
  draft.units.fill(joiner, start, end)
}

/** Nobody sees it, while a machine does. */
export function hide(draft: UnreadText, range: Range, how: Hidden['how']): void {
  if (range.end <= range.start) return
  draft.hidden.push({ start: range.start, end: range.end, how })
}

/** Writes the character that a reference or an escape stands for over it. */
export function replace(draft: UnreadText, start: number, end: number, by: string): void {
  const fits = by.slice(0, end - start)
  for (let at = 0; at < fits.length; at++) draft.units[start + at] = fits.charCodeAt(at)
  join(draft, start + fits.length, end)
}

/** The segments that were begun: together the whole content, none of them empty. */
export function segmentsOf(draft: UnreadText): TextSegment[] {
  const { begun, content } = draft
  if (content.length > 0 && begun[0]?.start !== 0) begun.unshift({ type: 'paragraph', start: 0, depth: 0 })
  return begun
    .map(({ type, start, depth }, index) => ({ type, start, end: begun[index + 1]?.start ?? content.length, depth }))
    .filter(({ start, end }) => start < end)
}

/** As a string, which no call's arguments are too many for. */
export function textOfUnits(units: Uint16Array): string {
  const parts: string[] = []
  for (let at = 0; at < units.length; at += 8192) parts.push(String.fromCharCode(...units.subarray(at, at + 8192)))
  return parts.join('')
}
