/** Reads every word for who people are as one and the same, so that nothing is scored by it, and leads places back. */
import type { Range, ReadText } from '#shared/language/text'
import {
  type IdentityKind,
  type IdentityTerm,
  identityTerms,
  peopleNouns,
} from '#workers/analyze-content/harmony/identity/terms'
import { type PhraseHit, phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'

/** A word for who somebody is, where it stands. */
export type Mention = PhraseHit<IdentityTerm> & { /** Surely about people. */ isOfPeople: boolean }

const find = phraseFinder(identityTerms)

const adjectivesAsPeople: ReadonlySet<IdentityKind> = new Set(['people', 'person'])

/** Names and countries only in capitals: a bill is paid, a turkey is eaten. */
export function mentionsIn(words: readonly RuleWord[]): Mention[] {
  const hits = find(words).filter(({ entry: { kind }, to }) => {
    const last = words[to - 1]?.raw ?? ''
    return (kind !== 'name' && kind !== 'place') || last.charAt(0) !== last.charAt(0).toLowerCase()
  })
  const starts = new Map(hits.map((hit) => [hit.from, hit]))
  return hits.map((hit) => {
    const next = words[hit.to]
    const nextHit = starts.get(hit.to)
    const isBeforePeople =
      next !== undefined &&
      next.sentence === words[hit.from]?.sentence &&
      (peopleNouns.has(next.norm) || (nextHit !== undefined && adjectivesAsPeople.has(nextHit.entry.kind)))
    return { ...hit, isOfPeople: !hit.entry.isAmbiguous || isBeforePeople }
  })
}

const standIns: Record<IdentityKind, string> = {
  adjective: 'local',
  person: 'person',
  people: 'people',
  name: 'Alex',
  place: 'Norland',
  belief: 'belief',
  he: 'he',
  his: 'his',
  himself: 'himself',
}

type Piece = Range & { by: string }
export type Masked = {
  content: string
  /** Where in what came in a place of the masked text is; what lies in an exchanged word is the whole of it. */
  original: (range: Range) => Range
}

/** @param read what came in, as it was read: only what people read is exchanged. */
export const maskOf = (read: ReadText, found: readonly RuleWord[], mentions = mentionsIn(found)): Masked =>
  exchanged(read.content, piecesOf(read, found, mentions))

/** One piece for what stands side by side: a young black woman is a person, and so is a widow. */
function piecesOf(read: ReadText, found: readonly RuleWord[], mentions: readonly Mention[]): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < mentions.length; at += 1) {
    const first = mentions[at]
    if (!first) break
    let last = first
    for (
      let next = mentions[at + 1];
      next && last.entry.kind === 'adjective' && next.from === last.to && isBeside(read, last, next);
      next = mentions[at + 1]
    ) {
      if (next.entry.kind !== 'adjective' && !adjectivesAsPeople.has(next.entry.kind)) break
      last = next
      at += 1
    }
    const article = found[first.from - 1]
    if (article?.norm === 'an' && article.sentence === found[first.from]?.sentence)
      pieces.push({ start: article.start, end: article.end, by: article.raw.slice(0, 1) })
    const by = standIns[last.entry.kind]
    pieces.push({
      start: first.start,
      end: last.end,
      by: like(read.plain.slice(first.start, last.end), by, first, found),
    })
  }
  return pieces
}

const isBeside = (read: ReadText, left: Range, right: Range) => /^[\s-]*$/.test(read.plain.slice(left.end, right.start))

/** Capital where a sentence begins, in capitals where it was. */
function like(written: string, by: string, { from }: Mention, found: readonly RuleWord[]): string {
  if (written.length > 3 && written === written.toUpperCase() && /\p{L}/u.test(written)) return by.toUpperCase()
  return found[from - 1]?.sentence === found[from]?.sentence ? by : by.charAt(0).toUpperCase() + by.slice(1)
}

/** @param pieces in order, none over another. */
export function exchanged(content: string, pieces: readonly Piece[]): Masked {
  const kept: string[] = []
  /** Of each piece, where it begins and ends in the new text. */
  const places: { from: number; to: number; piece: Piece }[] = []
  let at = 0
  let length = 0
  for (const piece of pieces) {
    const before = content.slice(at, piece.start)
    kept.push(before, piece.by)
    places.push({ from: length + before.length, to: length + before.length + piece.by.length, piece })
    length += before.length + piece.by.length
    at = piece.end
  }
  kept.push(content.slice(at))
  const lead = (place: number, side: 'start' | 'end') => {
    // The last piece that begins before the place, or on it where something starts there.
    let low = 0
    let high = places.length
    while (low < high) {
      const middle = (low + high) >> 1
      const from = places[middle]?.from ?? 0
      if (side === 'start' ? from <= place : from < place) low = middle + 1
      else high = middle
    }
    const last = places[low - 1]
    if (!last) return place
    const isInside = side === 'start' ? place < last.to : place <= last.to
    return isInside ? last.piece[side] : last.piece.end + (place - last.to)
  }
  return {
    content: kept.join(''),
    original: ({ start, end }) => ({ start: lead(start, 'start'), end: lead(end, 'end') }),
  }
}
