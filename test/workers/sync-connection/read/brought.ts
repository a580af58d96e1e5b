/** Makers of what adapters bring: whole and valid, with whatever a test wants otherwise. */
import type { Occurrence } from '#db/documents/item'
import type { SourceEvent, SourceHosting, SourceMail } from '#workers/sync-connection/adapters/source-item'
import type { ReadAbout } from '#workers/sync-connection/read/about'

export const person = (name: string | null, address: string | null, handle: string | null = null) => ({
  name,
  address,
  handle,
})
export const me = person('Mara Lind', 'mara@example.org', 'maral')
export const anna = person('Anna Weber', 'anna@example.com')
export const tom = person('Tom Reed', 'tom@example.com')

/** A Tuesday. */
export const at = new Date('2026-03-03T09:00:00Z')

export const readAbout = (odd: Partial<ReadAbout> = {}): ReadAbout => ({
  orgId: 'org-1',
  connectionId: '00000000-0000-4000-8000-000000000001',
  salt: new Uint8Array(16).fill(7),
  me: [me, person(null, 'lind@example.net')],
  timezone: 'Europe/Zurich',
  at,
  ...odd,
})

export const aMail = (odd: Partial<SourceMail> = {}): SourceMail => ({
  source: 'mail',
  key: 'mail-1',
  folder: 'INBOX',
  messageId: 'one@example.com',
  inReplyTo: null,
  references: [],
  from: anna,
  to: [me],
  cc: [],
  subject: 'Budget for the spring fair',
  at,
  zone: '+01:00',
  isOutgoing: false,
  isSeen: false,
  isFlagged: false,
  isAnswered: false,
  headers: {},
  text: 'Hi Mara,\n\nCould you send me the budget by Friday?\n\nBest regards,\nAnna\n',
  hiddenText: '',
  invitations: [],
  ...odd,
})

export const aThing = (odd: Partial<SourceHosting> = {}): SourceHosting => ({
  source: 'source_hosting',
  key: 'acme/site#12',
  about: 'github:acme/site#12',
  url: 'https://github.com/acme/site/pull/12',
  title: 'Load fonts earlier',
  text: 'The fonts block the first paint.\n\n- preload both\n- measure again\n\nCould you look at the header, @maral?',
  hiddenText: '',
  author: person('Jo Park', null, 'jopark'),
  at,
  repository: 'acme/site',
  number: 12,
  what: 'pull_request',
  state: 'open',
  reasons: ['review_requested'],
  labels: [],
  is_mine: false,
  is_blocking: true,
  is_unread: true,
  is_by_bot: false,
  created_at: '2026-03-01T09:00:00.000Z',
  waiting_since: '2026-03-02T09:00:00.000Z',
  ...odd,
})

export const anOccurrence = (odd: Partial<Occurrence> = {}): Occurrence => ({
  id: '2026-03-03T10:00:00.000Z',
  start: '2026-03-03T10:00:00.000Z',
  end: '2026-03-03T11:00:00.000Z',
  all_day: false,
  floating: false,
  status: 'confirmed',
  is_busy: true,
  my_partstat: 'accepted',
  ...odd,
})

export const anEvent = (odd: Partial<SourceEvent> = {}): SourceEvent => ({
  source: 'calendar',
  key: 'work/uid-1',
  title: 'Planning of the spring fair',
  text: 'Agenda\n- stands and their prices\n- who brings what\n\nPlease bring the list of stands.',
  hiddenText: '',
  url: null,
  at,
  uid: 'uid-1@example.com',
  calendar: 'Work',
  sequence: 0,
  location: 'Room 4',
  timezone: 'Europe/Zurich',
  organizer: anna,
  attendees: [
    { person: anna, role: 'organizer', partstat: 'accepted', is_me: false },
    { person: me, role: 'required', partstat: 'accepted', is_me: true },
    { person: tom, role: 'optional', partstat: 'tentative', is_me: false },
  ],
  conference_url: null,
  rule_text: null,
  occurrences: [anOccurrence()],
  expanded: { from: '2026-02-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
  ...odd,
})

export const anInvitation = (description = 'We plan the fair.'): string =>
  [
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:uid-1@example.com',
    'DTSTART:20260303T100000Z',
    'DTEND:20260303T110000Z',
    'SUMMARY:Planning of the spring fair',
    `DESCRIPTION:${description.replaceAll('\n', '\\n').replaceAll(',', '\\,')}`,
    'ATTENDEE;CN=Mara Lind;PARTSTAT=NEEDS-ACTION:mailto:mara@example.org',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    // Folded as they are sent.
    .flatMap((line) => line.match(/^.{1,75}|.{1,74}/g) ?? [])
    .map((part, index, parts) =>
      index > 0 && !/^[A-Z-]+[;:]/.test(part) && parts[index - 1] !== '' ? ` ${part}` : part,
    )
    .join('\r\n')
