/** What changed of an event since it was first brought: by its field, from what to what, and when that was seen. */
import type { EventFacts, Occurrence } from '#db/documents/item'

type Compared = Pick<
  EventFacts,
  'title' | 'location' | 'conference_url' | 'organizer' | 'attendees' | 'rule_text' | 'occurrences' | 'expanded'
>
type Changes = EventFacts['changes']

const changesAtMost = 20

/** All that is kept, oldest first: what was known of `previous`, and what it has become. Nothing has changed of what is new. */
export function changesBetween(previous: (Compared & { changes: Changes }) | null, next: Compared, at: Date): Changes {
  if (!previous) return []
  const found = [...fieldChanges(previous, next), ...timeChanges(previous, next), ...peopleChanges(previous, next)]
  const seen = at.toISOString()
  return [...previous.changes, ...found.map((change) => ({ ...change, at: seen }))].slice(-changesAtMost)
}

type Change = Omit<Changes[number], 'at'>

function changed(field: string, from: string | null, to: string | null): Change[] {
  return from === to ? [] : [{ field, from, to }]
}

const personShown = (person: EventFacts['organizer']) => person?.address ?? person?.name ?? null

const fieldChanges = (previous: Compared, next: Compared): Change[] => [
  ...changed('title', previous.title, next.title),
  ...changed('location', previous.location, next.location),
  ...changed('conference_url', previous.conference_url, next.conference_url),
  ...changed('organizer', personShown(previous.organizer), personShown(next.organizer)),
]

/** Occurrences are compared where both times that were expanded have them; a rule that changed makes others of all. */
function timeChanges(previous: Compared, next: Compared): Change[] {
  const rule = changed('rule', previous.rule_text, next.rule_text)
  if (rule.length > 0) return rule
  const [before, ...moreBefore] = previous.occurrences
  const [after, ...moreAfter] = next.occurrences
  // What does not recur is known by when it begins, and is the same when it begins at another time.
  if (next.rule_text === null && before && after && moreBefore.length === 0 && moreAfter.length === 0)
    return occurrenceChanges(before, after)
  const from = max(previous.expanded.from, next.expanded.from)
  const to = min(previous.expanded.to, next.expanded.to)
  const isInBoth = ({ start }: Occurrence) => from < start && start < to
  const known = new Map(previous.occurrences.map((one) => [one.id, one]))
  const current = new Map(next.occurrences.map((one) => [one.id, one]))
  return [
    ...previous.occurrences
      .filter((one) => isInBoth(one) && !current.has(one.id))
      .map(({ start }) => ({ field: 'occurrence', from: start, to: null })),
    ...next.occurrences.flatMap((one) => {
      const other = known.get(one.id)
      if (other) return occurrenceChanges(other, one)
      return isInBoth(one) ? [{ field: 'occurrence', from: null, to: one.start }] : []
    }),
  ]
}

const max = (a: string, b: string) => (a > b ? a : b)
const min = (a: string, b: string) => (a < b ? a : b)

const occurrenceChanges = (before: Occurrence, after: Occurrence): Change[] => [
  ...changed('start', before.start, after.start),
  // An end that only went along says nothing new.
  ...(before.start === after.start ? changed('end', before.end, after.end) : []),
  ...changed('status', before.status, after.status),
]

function peopleChanges(previous: Compared, next: Compared): Change[] {
  const shown = ({ attendees }: Compared) =>
    new Set(attendees.flatMap(({ person, role }) => (role === 'resource' ? [] : (personShown(person) ?? []))))
  const before = shown(previous)
  const after = shown(next)
  return [
    ...[...before].filter((one) => !after.has(one)).map((one) => ({ field: 'attendee', from: one, to: null })),
    ...[...after].filter((one) => !before.has(one)).map((one) => ({ field: 'attendee', from: null, to: one })),
  ]
}
