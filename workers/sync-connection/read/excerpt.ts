/** What is new in a text: its own words, without quotes, greetings and signatures. Pure. */
import { excerptLimit } from '#db/documents/item'
import type { ReadText, TextSegment } from '#shared/language/text'
import { cutWell } from '#workers/sync-connection/read/acts'
import { isNew, type ReadProse } from '#workers/sync-connection/read/prose'

export type Excerpt = { excerpt: string; excerpt_offsets: [number, number] | null }

/** A run of characters that nobody sees ends it, be it as short as this. */
const unseenRun = 3

/** The first that is new, in one piece, as it stands in the content. */
export function excerptOf({ text, taken }: ReadProse): Excerpt {
  const first = text.segments.findIndex((segment) => isNew(segment) && hasText(text, segment))
  const segment = text.segments[first]
  if (segment === undefined) return { excerpt: '', excerpt_offsets: null }
  let end = segment.end
  for (let at = first + 1; at < text.segments.length && end - segment.start < 2 * excerptLimit; at++) {
    const next = text.segments[at]
    if (next === undefined || !(isNew(next) || next.type === 'greeting')) break
    end = next.end
  }
  const start = firstSeen(text, segment.start, end)
  for (const range of [...taken, ...unseen(text)]) if (range.start >= start && range.start < end) end = range.start
  const piece = cutWell(text.content.slice(start, end), excerptLimit).trimEnd()
  return piece === ''
    ? { excerpt: '', excerpt_offsets: null }
    : { excerpt: piece, excerpt_offsets: [start, start + piece.length] }
}

const unseen = ({ hidden }: ReadText) =>
  hidden.filter(({ how, start, end }) => how !== 'characters' || end - start >= unseenRun)

const hasText = ({ plain }: ReadText, { start, end }: TextSegment) => plain.slice(start, end).trim() !== ''

/** What is blank in `plain` is not seen: space, markup, what was taken out. */
function firstSeen({ plain }: ReadText, start: number, end: number): number {
  for (let at = start; at < end; at++) if (plain.charCodeAt(at) > 0x20 && plain.charCodeAt(at) !== 0xa0) return at
  return start
}
