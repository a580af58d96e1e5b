/** Reads an event: what it is about, what it asks, and what changed since it was first brought. Pure. */
import type { EventFacts, ItemDocument } from '#db/documents/item'
import { changesBetween } from '#shared/calendar/changes'
import { aboutEvent } from '#shared/calendar/events'
import { hasAgenda } from '#shared/calendar/meeting'
import type { SourceEvent } from '#workers/sync-connection/adapters/source-item'
import { isMe, type ReadAbout, readingOf } from '#workers/sync-connection/read/about'
import { displayName, itemActs, type Roles, wordsOfNames } from '#workers/sync-connection/read/acts'
import { commonOf } from '#workers/sync-connection/read/common'
import { excerptOf } from '#workers/sync-connection/read/excerpt'
import { fieldText } from '#workers/sync-connection/read/fields'
import { actsOf, readProse, type Untrusted } from '#workers/sync-connection/read/prose'
import { subjectWords } from '#workers/sync-connection/read/subject'

export type EventPast = {
  /** What was kept of it before. */
  previous: ItemDocument | null
  /** What was found in names. */
  untrusted: readonly Untrusted[]
}

export function readEventItem(event: SourceEvent, about: ReadAbout, { previous, untrusted }: EventPast): EventFacts {
  const titleText = fieldText(event, 'title')
  const content = fieldText(event, 'description')
  const format = /<(?:p|br|div|a|ul|li|b|span|html)\b[^>]{0,500}>/i.test(content) ? 'html' : 'text'
  const body = readProse({ field: 'description', content, format })
  const title = readProse({ field: 'title', content: titleText, format: 'text', isLabel: true })
  const location = readProse({
    field: 'location',
    content: fieldText(event, 'location'),
    format: 'text',
    isLabel: true,
  })
  const people = event.attendees.slice(0, 50).map(({ person }) => person)
  const context = readingOf(about, event.at, [event.organizer, ...people, ...about.me])
  const { uid, organizer, occurrences } = event
  const read = {
    ...commonOf(event, about, {
      title: titleText,
      parts: [title, body, location],
      learnedFrom: {
        person: organizer?.address ?? null,
        list: event.calendar,
        words: subjectWords(title.text.plain),
      },
      untrusted,
    }),
    ...excerptOf(body),
    url: event.url,
    thread_key: aboutEvent(uid),
    about: [aboutEvent(uid)],
    from: organizer,
    acts: itemActs('description', actsOf(body, context), rolesOf(event, about)),
    source: 'calendar' as const,
    uid,
    calendar: event.calendar,
    sequence: event.sequence,
    location: event.location,
    timezone: event.timezone,
    organizer,
    attendees: event.attendees,
    // Without what was taken out of it.
    has_agenda: hasAgenda(body.text.plain),
    conference_url: event.conference_url,
    rule_text: event.rule_text,
    occurrences,
    expanded: event.expanded,
  }
  const before = previous?.source === 'calendar' ? previous : null
  return { ...read, changes: changesBetween(before, read, about.at) }
}

function rolesOf({ organizer, attendees }: SourceEvent, { me }: ReadAbout): Roles {
  const isMine = isMe(organizer, me)
  const isInvited = !isMine && attendees.some(({ is_me: isThem }) => isThem)
  return {
    sender: isMine ? 'me' : 'them',
    senderName: displayName(organizer),
    recipient: isMine ? 'them' : isInvited ? 'me' : 'unknown',
    recipientName: null,
    myNames: wordsOfNames(me),
    knownNames: wordsOfNames([
      ...(organizer === null ? [] : [organizer]),
      ...attendees.map(({ person }) => person),
      ...me,
    ]),
  }
}
