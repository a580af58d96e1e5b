/** An event that was handed in with the request, as an item among those that were read: it is data, and is kept nowhere else. Pure. */
import { type EventFacts, excerptLimit } from '#db/documents/item'
import type { KeptItem } from '#shared/briefing/input'
import { type CalendarEvent, CalendarUnreadable, calendarEvents } from '#shared/calendar/events'
import { hasAgenda } from '#shared/calendar/meeting'
import { canonicalJson, saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'
import { invalidRequest } from '#shared/kernel/errors/request'
import { withoutSecrets } from '#shared/kernel/secrets'
import { wellFormed } from '#shared/kernel/well-formed'
import { instructionsIn } from '#shared/language/instructions'
import { readText } from '#shared/language/read-text'

/** Not a connection: what was handed in came over none. */
const handedIn = '00000000-0000-0000-0000-000000000000'
const titleLimit = 500
const dayMs = 86_400_000
/** Occurrences are looked for a year back and ahead. */
const expandedDays = 366

/** Whose it is, under which addresses they are known, when it came, and what its text is digested under. */
type About = { orgId: string; me: readonly string[]; at: Date; salt: Uint8Array }
export type Invitation = { kept: KeptItem; secrets: number }

/** @throws INVALID_REQUEST for what is no calendar, or has no event that is near enough. */
export function invitationOf(ics: string, { orgId, me, at, salt }: About): Invitation {
  const [event] = eventsIn(ics, me, at)
  if (!event) throw unreadable('has no event within a year of today')
  const { value, found } = withoutSecrets(wellFormed(factsOf(event, orgId, salt)))
  const kept = { item: value, digest: sha256Hex(canonicalJson(value)), first_seen: at.toISOString() }
  return { kept, secrets: found.length }
}

function eventsIn(ics: string, me: readonly string[], at: Date): readonly CalendarEvent[] {
  const from = new Date(at.getTime() - expandedDays * dayMs)
  const to = new Date(at.getTime() + expandedDays * dayMs)
  try {
    return calendarEvents(ics, { calendar: 'invitation', from, to, at, me }).events
  } catch (error) {
    if (error instanceof CalendarUnreadable) throw unreadable('cannot be read as a calendar')
    throw error
  }
}

const unreadable = (message: string) =>
  invalidRequest([
    { path: '/ics', message, expected: 'an invitation as RFC 5545 has it, with a VEVENT that begins within a year' },
  ])

function factsOf(event: CalendarEvent, orgId: string, salt: Uint8Array): EventFacts {
  const { title, text, hiddenText, url, at, uid, calendar, sequence, location, timezone, organizer } = event
  const said = text.slice(0, excerptLimit).toWellFormed()
  return {
    source: 'calendar',
    id: sha256Hex(`${orgId}\n${handedIn}\n${uid}`),
    connection_id: handedIn,
    key: uid,
    title: title.slice(0, titleLimit).toWellFormed(),
    excerpt: said,
    excerpt_offsets: said === '' ? null : [0, said.length],
    url,
    thread_key: uid,
    about: [],
    learning_keys: [],
    from: organizer,
    at: at.toISOString(),
    acts: [],
    untrusted_instructions: flagged(title, text, hiddenText),
    text_digest: saltedTextDigest(salt, text).digest,
    uid,
    calendar,
    sequence,
    location,
    timezone,
    organizer,
    attendees: event.attendees,
    has_agenda: hasAgenda(text),
    conference_url: event.conference_url,
    rule_text: event.rule_text,
    occurrences: event.occurrences,
    expanded: event.expanded,
    changes: [],
  }
}

/** What in it tells a machine what to do, hidden or not: it is shown, and nothing is done by it. */
function flagged(title: string, text: string, hidden: string): EventFacts['untrusted_instructions'] {
  const fields = [
    ['title', title],
    ['description', text],
    ['hidden', hidden],
  ] as const
  return fields.flatMap(([field, content]) =>
    content === '' ? [] : instructionsIn(readText({ content })).map(({ span, reason }) => ({ field, ...span, reason })),
  )
}
