/**
 * Who and what a text names: people, organisations, places, addresses, amounts, references. No certainty is made up: every rule
 * has a confidence of its own and is named in `method`. Not in code and markup; in headers people and addresses alone, for
 * there a mail says who writes to whom. Names of people, bodies and places need Latin letters with capitals; in German, where
 * all nouns have them, a name needs more than a capital anyway. Pure, linear in the text's length.
 */
import type { Entity } from '#db/documents/meaning'
import { moneyIn, percentagesIn } from '#shared/language/entities/amounts'
import { type NameRow, nameRowsIn } from '#shared/language/entities/name-rows'
import type { EntityType, NamedPart } from '#shared/language/entities/named-part'
import { organisationsIn } from '#shared/language/entities/organisations'
import { greetedIn, knownIn, namedInHeader, peopleIn, signedIn } from '#shared/language/entities/people'
import { placeAt, placeMention } from '#shared/language/entities/places'
import { handlesIn, idsIn, issuesIn, versionsIn } from '#shared/language/entities/references'
import { emailsIn, urlsIn } from '#shared/language/privacy/contacts'
import { phonesIn } from '#shared/language/privacy/phones'
import type { PrivateFind } from '#shared/language/privacy/private-find'
import { measuresIn } from '#shared/language/quantities'
import { isInOneSegment, segmentAt } from '#shared/language/segment-at'
import { spanOf } from '#shared/language/span'
import type { ReadingContext, ReadText } from '#shared/language/text'

/** What is found in two ways is told as what comes first; of two rules for the same, the surer one. */
const precedence: readonly EntityType[] = [
  'url',
  'email',
  'issue_ref',
  'handle',
  'phone',
  'money',
  'percent',
  'version',
  'id',
  'quantity',
  'person',
  'organisation',
  'place',
]

/** By start, none over another. `normalised`: E.164, ISO 4217 with a number, ISO 3166, a number's digits, the known person's name. */
export function entitiesIn(text: ReadText, context: Pick<ReadingContext, 'knownPeople'>): Entity[] {
  const { plain, language } = text
  const rows = nameRowsIn(plain)
  const found = [
    ...urlsIn(plain).map((item) => contact('url', item)),
    ...emailsIn(plain).map((item) => contact('email', item)),
    ...phonesIn(plain).map((item) => contact('phone', item)),
    ...issuesIn(plain),
    ...handlesIn(plain),
    ...moneyIn(plain, language.code),
    ...percentagesIn(plain, language.code),
    ...versionsIn(plain),
    ...idsIn(plain),
    ...measuresIn(text).map(
      ({ start, end, value, unit }): NamedPart => ({
        type: 'quantity',
        start,
        end,
        normalised: `${value} ${unit}`,
        confidence: 0.9,
        method: 'unit',
      }),
    ),
    ...knownIn(rows, context.knownPeople),
    ...namesIn(text, rows),
    ...bySegment(text),
  ]
  return chosen(
    found.filter((mention) => isRead(text, mention)),
    plain.length,
  ).map(({ start, end, ...rest }) => ({
    type: rest.type,
    span: spanOf(text, { start, end }),
    value: plain.slice(start, end),
    normalised: rest.normalised,
    confidence: rest.confidence,
    method: rest.method,
  }))
}

const contact = (type: EntityType, { start, end, validated, normalised }: PrivateFind): NamedPart => ({
  type,
  start,
  end,
  normalised,
  confidence: validated ? 0.98 : 0.7,
  method: validated ? 'registry' : 'shape',
})

function namesIn({ plain }: ReadText, rows: readonly NameRow[]): NamedPart[] {
  return rows.flatMap((row) => {
    const words = row.words.map(({ text }) => text)
    const places: NamedPart[] = []
    for (let at = 0; at < words.length; at++) {
      const place = placeAt(words, at)
      const last = row.words[at + (place?.words ?? 1) - 1]
      if (place === undefined || last === undefined) continue
      places.push(placeMention(row.words[at]?.start ?? row.start, last.end, place.code, place.confidence))
      at += place.words - 1
    }
    return [...organisationsIn(plain, row), ...peopleIn(plain, row), ...places]
  })
}

function bySegment({ plain, segments }: ReadText): NamedPart[] {
  return segments.flatMap((segment) => {
    if (segment.type === 'header') return namedInHeader(plain, segment)
    if (segment.type === 'signature') return signedIn(plain, segment)
    return segment.type === 'greeting' || segment.type === 'paragraph' || segment.type === 'quote'
      ? greetedIn(plain, segment)
      : []
  })
}

function isRead(text: ReadText, mention: NamedPart): boolean {
  const type = segmentAt(text, mention.start)?.type
  if (type === 'code' || type === 'markup' || !isInOneSegment(text, mention)) return false
  return type !== 'header' || mention.type === 'email' || mention.method === 'header'
}

/** A name with a legal form is a body's whatever given name is in it; else by precedence, confidence, length. */
function chosen(mentions: readonly NamedPart[], length: number): NamedPart[] {
  const rank = (mention: NamedPart) =>
    mention.method === 'legal form' || mention.method === 'kind of body'
      ? precedence.indexOf('person') - 0.5
      : precedence.indexOf(mention.type)
  const taken = new Uint8Array(length)
  return [...mentions]
    .sort((a, b) => rank(a) - rank(b) || b.confidence - a.confidence || a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (end <= start || taken.subarray(start, end).includes(1)) return false
      taken.fill(1, start, end)
      return true
    })
    .sort((a, b) => a.start - b.start || a.end - b.end)
}
