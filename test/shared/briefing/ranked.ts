/** Makers of items as they are kept, and of what they are ranked by. */
import type { EventFacts, HostingFacts, ItemAct, ItemDocument, MailFacts, Occurrence } from '#db/documents/item'
import { historyOf, type RankContext } from '#shared/briefing/context'
import { defaultWeights } from '#shared/briefing/weights'

/** A Tuesday. */
export const now = new Date('2026-03-03T09:00:00Z')
export const origin = { adapter: 'imap', first_seen: '2026-03-03T08:00:00.000Z' }
export const window = { from: now, to: new Date(now.getTime() + 86_400_000) }

const common = {
  connection_id: '00000000-0000-4000-8000-000000000001',
  title: 'Budget for the spring fair',
  excerpt: 'Could you send me the budget by Friday?',
  excerpt_offsets: [0, 39] as [number, number],
  url: null,
  about: [],
  from: { name: 'Anna Weber', address: 'anna@example.com', handle: null },
  at: '2026-03-03T08:00:00.000Z',
  acts: [],
  untrusted_instructions: [],
  text_digest: '0'.repeat(64),
  learning_keys: ['p000000000001', 'l000000000001', 'w000000000001', 'w000000000002'],
}

export const idOf = (n: number): string => n.toString(16).padStart(64, '0')

export const aKeptMail = (odd: Partial<MailFacts> = {}): MailFacts => ({
  ...common,
  id: idOf(1),
  key: 'mail-1',
  thread_key: 'one@example.com',
  source: 'mail',
  message_id: 'one@example.com',
  folder: 'INBOX',
  addressed: 'to_alone',
  to: [{ name: 'Mara Lind', address: 'mara@example.org', handle: null }],
  cc: [],
  is_outgoing: false,
  is_seen: false,
  is_flagged: false,
  is_answered: false,
  is_reply: false,
  is_bulk: false,
  is_automatic: false,
  subject_words: ['budget', 'spring', 'fair'],
  characters: 200,
  ...odd,
})

export const anAct = (odd: Partial<ItemAct> = {}): ItemAct => ({
  act: 'request',
  owner: 'me',
  who: null,
  span: { field: 'body', start: 0, end: 39, text: 'Could you send me the budget by Friday?' },
  due: {
    at: '2026-03-05T23:00:00.000Z',
    grain: 'day',
    span: { field: 'body', start: 29, end: 38, text: 'by Friday' },
  },
  confidence: 0.9,
  ...odd,
})

export const aKeptThing = (odd: Partial<HostingFacts> = {}): HostingFacts => ({
  ...common,
  id: idOf(2),
  key: 'acme/site#12',
  title: 'Load fonts earlier',
  thread_key: 'github:acme/site#12',
  about: ['github:acme/site#12'],
  from: { name: null, address: null, handle: 'jopark' },
  source: 'source_hosting',
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
  waiting_since: '2026-03-01T09:00:00.000Z',
  ...odd,
})

export const aTime = (odd: Partial<Occurrence> = {}): Occurrence => ({
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

export const aKeptEvent = (odd: Partial<EventFacts> = {}): EventFacts => ({
  ...common,
  id: idOf(3),
  key: 'work/uid-1',
  title: 'Planning of the fair',
  thread_key: 'ical:uid-1',
  about: ['ical:uid-1'],
  source: 'calendar',
  uid: 'uid-1',
  calendar: 'Work',
  sequence: 0,
  location: null,
  timezone: 'Europe/Zurich',
  organizer: { name: 'Anna Weber', address: 'anna@example.com', handle: null },
  attendees: [],
  has_agenda: true,
  conference_url: null,
  rule_text: null,
  occurrences: [aTime()],
  expanded: { from: '2026-02-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
  changes: [],
  ...odd,
})

export const contextOver = (items: readonly ItemDocument[], odd: Partial<RankContext> = {}): RankContext => ({
  at: now,
  timezone: 'Europe/Zurich',
  weights: defaultWeights,
  history: historyOf(items, odd.at ?? now, 'Europe/Zurich'),
  states: new Map(),
  ...odd,
})
