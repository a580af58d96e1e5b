/** Whole, valid items and what goes with them, from which a test takes the one odd field. */
import type { AdapterState } from '#db/documents/briefing'
import type {
  Attendee,
  EventFacts,
  HostingFacts,
  ItemAct,
  ItemDocument,
  MailFacts,
  Occurrence,
  SourcePerson,
} from '#db/documents/item'
import { historyOf, type RankContext } from '#shared/briefing/context'
import type { BriefingRequest, KeptItem, MeetingRequest, SignalsRequest } from '#shared/briefing/input'
import { defaultWorkingHours } from '#shared/briefing/input'
import { windowOf } from '#shared/briefing/moments'
import { defaultWeights } from '#shared/briefing/weights'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

/** A Monday, 08:00 in Berlin. */
export const now = '2026-11-23T07:00:00.000Z'
export const zone = 'Europe/Berlin'
export const work = '00000000-0000-4000-8000-000000000001'
export const code = '00000000-0000-4000-8000-000000000002'
export const days = '00000000-0000-4000-8000-000000000003'

export const person = (name: string, domain = 'example.org'): SourcePerson => ({
  name,
  address: `${name.toLowerCase().replace(/\W+/g, '.')}@${domain}`,
  handle: null,
})
export const me = person('Mira Me')
export const anna = person('Anna Adler')
export const ben = person('Ben Brook', 'elsewhere.net')

const common = (name: string, connectionId: string) => ({
  id: sha256Hex(name),
  connection_id: connectionId,
  key: name,
  title: name,
  excerpt: '',
  excerpt_offsets: null,
  url: null,
  thread_key: name,
  about: [],
  from: null,
  at: '2026-11-22T09:00:00.000Z',
  acts: [],
  untrusted_instructions: [],
  text_digest: sha256Hex(`text of ${name}`),
  learning_keys: [],
})

export const aMail = (name: string, odd: Partial<MailFacts> = {}): MailFacts => ({
  ...common(name, work),
  from: anna,
  source: 'mail',
  message_id: `<${name}@example.org>`,
  folder: 'INBOX',
  addressed: 'to_alone',
  to: [me],
  cc: [],
  is_outgoing: false,
  is_seen: false,
  is_flagged: false,
  is_answered: false,
  is_reply: false,
  is_bulk: false,
  is_automatic: false,
  subject_words: [],
  characters: 100,
  ...odd,
})

export const sentMail = (name: string, odd: Partial<MailFacts> = {}): MailFacts =>
  aMail(name, { from: me, to: [anna], is_outgoing: true, is_seen: true, addressed: 'not_named', ...odd })

export const aThing = (number: number, odd: Partial<HostingFacts> = {}): HostingFacts => ({
  ...common(`pull ${number}`, code),
  from: { name: null, address: null, handle: 'ben' },
  url: `https://code.example/acme/rocket/pull/${number}`,
  about: [`github:acme/rocket#${number}`],
  source: 'source_hosting',
  repository: 'acme/rocket',
  number,
  what: 'pull_request',
  state: 'open',
  reasons: ['review_requested'],
  labels: [],
  is_mine: false,
  is_blocking: true,
  is_unread: true,
  is_by_bot: false,
  created_at: '2026-11-20T09:00:00.000Z',
  waiting_since: '2026-11-21T09:00:00.000Z',
  ...odd,
})

export const anOccurrence = (start: string, end: string, odd: Partial<Occurrence> = {}): Occurrence => ({
  id: start,
  start,
  end,
  all_day: !start.includes('T'),
  floating: false,
  status: 'confirmed',
  is_busy: true,
  my_partstat: 'accepted',
  ...odd,
})

export const aGuest = (who: SourcePerson, odd: Partial<Attendee> = {}): Attendee => ({
  person: who,
  role: 'required',
  partstat: 'accepted',
  is_me: false,
  ...odd,
})

export const anEvent = (name: string, occurrences: Occurrence[], odd: Partial<EventFacts> = {}): EventFacts => ({
  ...common(name, days),
  source: 'calendar',
  uid: `${name}@calendar`,
  calendar: 'Work',
  sequence: 0,
  location: null,
  timezone: zone,
  organizer: anna,
  attendees: [aGuest(anna, { role: 'organizer' }), aGuest(me, { is_me: true })],
  has_agenda: true,
  conference_url: null,
  rule_text: null,
  occurrences,
  expanded: { from: '2026-10-01T00:00:00.000Z', to: '2027-03-01T00:00:00.000Z' },
  changes: [],
  ...odd,
})

/** An act whose characters stand in the body, at `start`. */
export const anAct = (act: ItemAct['act'], text: string, odd: Partial<ItemAct> & { start?: number } = {}): ItemAct => {
  const { start = 0, ...rest } = odd
  return {
    act,
    owner: 'me',
    who: null,
    span: { field: 'body', start, end: start + text.length, text },
    due: null,
    confidence: 0.9,
    ...rest,
  }
}

export const dueOn = (at: string, grain = 'day', text = 'by then'): NonNullable<ItemAct['due']> => ({
  at,
  grain,
  span: { field: 'body', start: 0, end: text.length, text },
})

export const kept = (item: ItemDocument): KeptItem => ({
  digest: sha256Hex(canonicalJson(item)),
  first_seen: item.at,
  item,
})

export const anAdapter = (odd: Partial<AdapterState> = {}): AdapterState => ({
  connection_id: work,
  kind: 'imap',
  label: 'Work mail',
  status: 'ok',
  fetched_at: '2026-11-23T06:59:00.000Z',
  age_s: 60,
  items: 3,
  latency_ms: 12,
  error: null,
  ...odd,
})

export const aBriefingRequest = (odd: Partial<BriefingRequest> = {}): BriefingRequest => {
  const at = odd.at ?? now
  const timezone = odd.timezone ?? zone
  const { from, to } = windowOf({ date: null, window_hours: null, timezone, at: new Date(at) })
  return {
    id: '00000000-0000-4000-8000-00000000000a',
    tenant: 'acme',
    at,
    timezone,
    locale: 'en',
    max_items: 10,
    sections: null,
    window: { from: from.toISOString(), to: to.toISOString() },
    working: defaultWorkingHours,
    ...odd,
  }
}

export const aSignalsRequest = (odd: Partial<SignalsRequest> = {}): SignalsRequest => ({
  id: '00000000-0000-4000-8000-00000000000b',
  tenant: 'acme',
  at: now,
  timezone: zone,
  after: null,
  explain: 'full',
  kind: null,
  limit: 50,
  min_score: null,
  since: null,
  source: null,
  ...odd,
})

export const aMeetingRequest = (eventId: string, odd: Partial<MeetingRequest> = {}): MeetingRequest => ({
  id: '00000000-0000-4000-8000-00000000000c',
  tenant: 'acme',
  at: now,
  timezone: zone,
  depth: 'full',
  event_id: eventId,
  kept_days: 30,
  lookback_days: 30,
  me: [me],
  ...odd,
})

export const aContext = (items: readonly ItemDocument[], odd: Partial<RankContext> = {}): RankContext => {
  const at = odd.at ?? new Date(now)
  const timezone = odd.timezone ?? zone
  return { at, timezone, weights: defaultWeights, history: historyOf(items, at, timezone), states: new Map(), ...odd }
}
