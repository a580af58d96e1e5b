/** Examples of briefings: composed of three items by what composes every one, so that they are as real as those. */
import type { Static } from '@sinclair/typebox'
import type { AdapterState } from '#db/documents/briefing'
import type { EventFacts, HostingFacts, ItemDocument, MailFacts } from '#db/documents/item'
import { composeBriefing, composeSignals } from '#shared/briefing/compose'
import { historyOf, type RankContext } from '#shared/briefing/context'
import { eventIdOf } from '#shared/briefing/event-id'
import { findEvent } from '#shared/briefing/find-event'
import { briefingIcs } from '#shared/briefing/formats/ics'
import { briefingText } from '#shared/briefing/formats/text'
import { defaultWorkingHours } from '#shared/briefing/input'
import { prepareMeeting } from '#shared/briefing/meeting'
import { selectBriefing, selectSignals } from '#shared/briefing/select'
import { selectMeeting } from '#shared/briefing/select-meeting'
import { defaultWeights } from '#shared/briefing/weights'
import type {
  BriefingAnswer,
  BriefingReplay,
  FeedbackAnswer,
  MeetingAnswer,
  SignalsAnswer,
} from '#shared/contracts/briefings'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

const node_id = '252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111'
const [mailbox, forge, calendar] = [
  '7d1f1c1e-4a50-4f57-9b57-0f6d5a3f8f01',
  '7d1f1c1e-4a50-4f57-9b57-0f6d5a3f8f02',
  '7d1f1c1e-4a50-4f57-9b57-0f6d5a3f8f03',
]
const at = '2026-05-20T06:30:00.000Z'
const timezone = 'Europe/Zurich'
const tenant = 'org_example'
const id = '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20'

const anna = { name: 'Anna Meier', address: 'anna.meier@example.com', handle: null }
const me = { name: 'Bo Berg', address: 'bo@example.com', handle: null }
const common = {
  untrusted_instructions: [],
  excerpt_offsets: null,
  text_digest: `sha256:${sha256Hex('example')}`,
  url: null,
}

const subject = 'Draft of the contract'
const sentence = 'Could you send me the draft by Friday?'
const mail: MailFacts = {
  ...common,
  source: 'mail',
  id: sha256Hex('a mail'),
  connection_id: mailbox,
  key: 'message:1@example.com',
  title: subject,
  excerpt: sentence,
  excerpt_offsets: [0, sentence.length],
  thread_key: 'message:1@example.com',
  about: [],
  learning_keys: ['p0123456789ab'],
  from: anna,
  at: '2026-05-19T15:12:00.000Z',
  acts: [
    {
      act: 'request',
      owner: 'me',
      who: null,
      span: { field: 'body', start: 0, end: sentence.length, text: sentence },
      due: {
        at: '2026-05-22',
        grain: 'day',
        span: { field: 'body', start: 28, end: 37, text: 'by Friday' },
      },
      confidence: 0.92,
    },
  ],
  message_id: '1@example.com',
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
  subject_words: ['draft', 'contract'],
  characters: sentence.length,
}

const pull: HostingFacts = {
  ...common,
  source: 'source_hosting',
  id: sha256Hex('a pull request'),
  connection_id: forge,
  key: 'github:example/contracts#12',
  title: 'Say who signs first',
  excerpt: 'Moves the signatures to the first page.',
  url: 'https://git.example.com/example/contracts/pull/12',
  thread_key: 'github:example/contracts#12',
  about: ['github:example/contracts#12'],
  learning_keys: ['l0123456789ab'],
  from: { name: null, address: null, handle: 'carla' },
  at: '2026-05-19T09:00:00.000Z',
  acts: [],
  repository: 'example/contracts',
  number: 12,
  what: 'pull_request',
  state: 'open',
  reasons: ['review_requested'],
  labels: [],
  is_mine: false,
  is_blocking: true,
  is_unread: true,
  is_by_bot: false,
  created_at: '2026-05-18T09:00:00.000Z',
  waiting_since: '2026-05-19T09:00:00.000Z',
}

const occurrence = {
  id: '2026-05-20T12:00:00Z',
  start: '2026-05-20T12:00:00Z',
  end: '2026-05-20T12:30:00Z',
  all_day: false,
  floating: false,
  status: 'confirmed' as const,
  is_busy: true,
  my_partstat: 'accepted' as const,
}
const meeting: EventFacts = {
  ...common,
  source: 'calendar',
  id: sha256Hex('an event'),
  connection_id: calendar,
  key: 'work/contract-review',
  title: 'Review of the contract',
  excerpt: 'The draft, and who signs first.',
  thread_key: 'contract-review@example.com',
  about: [],
  learning_keys: [],
  from: anna,
  at: '2026-05-18T08:00:00.000Z',
  acts: [],
  uid: 'contract-review@example.com',
  calendar: 'Work',
  sequence: 0,
  location: null,
  timezone,
  organizer: anna,
  attendees: [
    { person: anna, role: 'organizer', partstat: 'accepted', is_me: false },
    { person: me, role: 'required', partstat: 'accepted', is_me: true },
  ],
  has_agenda: true,
  conference_url: null,
  rule_text: null,
  occurrences: [occurrence],
  expanded: { from: '2026-04-20T00:00:00Z', to: '2026-08-20T00:00:00Z' },
  changes: [],
}

const items = [mail, pull, meeting].map((item: ItemDocument) => ({
  item,
  digest: sha256Hex(canonicalJson(item)),
  first_seen: item.at,
}))
const adapter = (connection_id: string, kind: string, label: string): AdapterState => ({
  connection_id,
  kind,
  label,
  status: 'ok',
  fetched_at: '2026-05-20T06:29:12.000Z',
  age_s: 48,
  items: 1,
  latency_ms: 84,
  error: null,
})
const adapters = [
  adapter(mailbox, 'imap', 'Work mail'),
  adapter(forge, 'github', 'Forge'),
  adapter(calendar, 'caldav', 'Work calendar'),
]
const context: RankContext = {
  at: new Date(at),
  timezone,
  weights: defaultWeights,
  history: historyOf([mail, pull, meeting], new Date(at), timezone),
  states: new Map(),
}
const asked = { at, id, tenant, timezone }

/** Each made as a whole service would make it. */
function compose() {
  const briefing = composeBriefing(
    selectBriefing(
      items,
      {
        ...asked,
        locale: 'en',
        max_items: 10,
        sections: null,
        window: { from: '2026-05-19T22:00:00.000Z', to: '2026-05-20T22:00:00.000Z' },
        working: defaultWorkingHours,
      },
      context,
      adapters,
      null,
    ),
  )
  const signals = composeSignals(
    selectSignals(
      items,
      { ...asked, after: null, explain: 'short', kind: null, limit: 1, min_score: null, since: null, source: null },
      context,
      adapters,
    ),
  )
  const event_id = eventIdOf(meeting.id, occurrence.id)
  const found = findEvent([meeting], { event_id }, { at: context.at.getTime(), timezone })
  if (found.kind !== 'found') throw new Error('the example has its event')
  const prepared = prepareMeeting(
    selectMeeting(
      items,
      found.timed,
      { ...asked, depth: 'full', event_id, kept_days: 30, lookback_days: 90, me: [me] },
      context,
      adapters,
    ),
  )
  return {
    briefing: { ...briefing, evidence: { node_id, ...briefing.evidence } } satisfies Static<typeof BriefingAnswer>,
    otherBriefings: {
      'text/html': '<!doctype html>\n<html lang="en">…</html>\n',
      'text/plain': briefingText(briefing, { width: 80 }),
      'text/calendar': briefingIcs(briefing),
    },
    signals: { ...signals, evidence: { node_id, ...signals.evidence } } satisfies Static<typeof SignalsAnswer>,
    meeting: { ...prepared, evidence: { node_id, ...prepared.evidence } } satisfies Static<typeof MeetingAnswer>,
  }
}

let composed: ReturnType<typeof compose> | undefined

/** Composed when first looked at, which is when the API is described: that takes longer than everything else of the routes. */
export function briefingExamples(): ReturnType<typeof compose> {
  composed ??= compose()
  return composed
}

export const replayExample: BriefingReplay = { id, identical: true, tampered: [] }

export const feedbackExample: FeedbackAnswer = {
  feedback_id: '0d0e8a60-6d0c-4a6e-8a0e-2f4d4e8f6a11',
  signal_id: mail.id,
  verdict: 'not_important',
  until: null,
  taken_back: false,
  changed: [{ weight: 'points.to_me', before: 16, after: 15.2 }],
  version: 1,
}
