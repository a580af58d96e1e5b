/** What a text asks and promises, seen from whose connection it is: mine, theirs, or nobody's to tell. Pure. */
import type { ItemAct, SourcePerson } from '#db/documents/item'
import type { Act, DateExpression, Span } from '#db/documents/meaning'
import type { FieldName } from '#workers/sync-connection/read/fields'

type Owner = ItemAct['owner']

/** Who speaks in a text, and who is spoken to. */
export type Roles = {
  sender: Owner
  senderName: string | null
  recipient: Owner
  recipientName: string | null
  /** Words and handles that whose connection it is goes by, in lower case. */
  myNames: ReadonlySet<string>
  /** Words of the names of all whom the text may mean, in lower case: whoever else is named is somebody, and promises nothing. */
  knownNames: ReadonlySet<string>
}

/** Less sure ones are not kept. */
const sureEnough = 0.5
const mostActs = 40
/** A text's characters that say it are kept up to here. */
const longestSpan = 400

/** The surest of a text, in its order. */
export function itemActs(field: FieldName, acts: readonly Act[], roles: Roles): ItemAct[] {
  const kept = acts
    .filter(({ act, confidence, span }) => act !== 'information' && confidence >= sureEnough && span.text.trim() !== '')
    .filter((act) => isOfSomebody(act, roles))
    .toSorted((a, b) => b.confidence - a.confidence || a.span.start - b.span.start)
    .slice(0, mostActs)
  return kept.toSorted((a, b) => a.span.start - b.span.start).flatMap((act) => itemAct(field, act, roles))
}

/** "Access to free stuff" is nobody's promise, though its grammar is one's: who promises is known, or says so. */
const isOfSomebody = ({ act, owner }: Act, { knownNames }: Roles): boolean =>
  act !== 'commitment' || owner.kind !== 'named' || wordsOf(owner.name).some((word) => knownNames.has(word))

const wordsOf = (name: string | null): string[] => (name ?? '').toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? []

function itemAct(field: FieldName, { act, owner, span, deadline, confidence }: Act, roles: Roles): ItemAct[] {
  if (act === 'information') return []
  return [
    {
      act,
      ...ownerOf(owner, roles),
      span: placed(field, span),
      due: dueOf(field, deadline),
      confidence: Math.round(confidence * 1000) / 1000,
    },
  ]
}

const placed = (field: FieldName, { start, text }: Span): ItemAct['span'] => {
  const kept = cutWell(text, longestSpan)
  return { field, start, end: start + kept.length, text: kept }
}

/** Up to so many units, and no half of a pair. */
export function cutWell(text: string, limit: number): string {
  if (text.length <= limit) return text
  const unit = text.charCodeAt(limit - 1)
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit)
}

const dayMs = 86_400_000

/** Of a time that goes on until another, its end: until midnight is due on the day before. */
function dueOf(field: FieldName, deadline: DateExpression | null): ItemAct['due'] {
  const said = deadline?.end ?? deadline?.start ?? null
  if (deadline === null || said === null) return null
  const instant = Date.parse(said)
  if (Number.isNaN(instant)) return null
  const span = placed(field, deadline.span)
  if (deadline.end === null) return { at: new Date(instant).toISOString(), grain: deadline.grain, span }
  const isMidnight = /T00:00:00/.test(said)
  return isMidnight
    ? { at: new Date(instant - dayMs).toISOString(), grain: 'day', span }
    : { at: new Date(instant).toISOString(), grain: 'minute', span }
}

function ownerOf({ kind, name }: Act['owner'], roles: Roles): Pick<ItemAct, 'owner' | 'who'> {
  switch (kind) {
    case 'sender':
      return { owner: roles.sender, who: roles.sender === 'me' ? null : roles.senderName }
    case 'recipient':
      return { owner: roles.recipient, who: roles.recipient === 'me' ? null : roles.recipientName }
    case 'named': {
      if (wordsOf(name).some((word) => roles.myNames.has(word))) return { owner: 'me', who: null }
      return name === null ? { owner: 'unknown', who: null } : { owner: 'them', who: cutWell(name, 200) }
    }
    default:
      return { owner: 'unknown', who: null }
  }
}

/** Short words of a name tell nobody apart: "de", "van". */
export function wordsOfNames(people: readonly SourcePerson[]): Set<string> {
  const words = new Set<string>()
  for (const { name, handle } of people) {
    for (const word of (name ?? '').toLowerCase().match(/[\p{L}\p{N}-]{3,}/gu) ?? []) words.add(word)
    if (handle !== null) words.add(handle.toLowerCase())
  }
  return words
}

/** Names of people that a text may call by name; a text that somebody put in place of a name is none. */
export const namesToKnow = (people: readonly (SourcePerson | null)[]): string[] => [
  ...new Set(
    people.flatMap((person) => {
      const name = person?.name?.trim() ?? ''
      return /^[\p{L}\p{M}'’. -]{2,60}$/u.test(name) ? [name] : []
    }),
  ),
]

export const displayName = (person: SourcePerson | null | undefined): string | null => {
  const name = person?.name ?? person?.handle ?? person?.address ?? null
  return name === null ? null : cutWell(name, 200)
}
