/** The documents that a briefing, a scan of signals and a preparation of a meeting come to. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Attendee, Occurrence, SourceSpan } from '#db/documents/item'
import { Signal, SignalFactor } from '#db/documents/signal'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  t.Union(names.map((name) => t.Literal<Names[number]>(name)))
const Moment = t.String({ format: 'date-time' })

export const adapterStatuses = ['ok', 'stale', 'partial', 'failed', 'disabled'] as const
/** Why a connection could not be read. */
export const adapterFailures = [
  'ADDRESS_REFUSED',
  'UNREACHABLE',
  'CERTIFICATE',
  'TIMEOUT',
  'CREDENTIALS',
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED',
  'UPSTREAM',
  'MALFORMED',
  'TOO_LARGE',
  'TRUNCATED',
  'SECRET_UNREADABLE',
  'NOT_SYNCED_YET',
] as const
export type AdapterFailureCode = (typeof adapterFailures)[number]

/** How a connection stands: never left out, whatever it is. */
export const AdapterState = t.Object({
  connection_id: t.String({ format: 'uuid' }),
  kind: t.String(),
  label: t.String(),
  status: oneOf(adapterStatuses),
  fetched_at: nullable(Moment),
  age_s: nullable(t.Integer({ minimum: 0 })),
  items: t.Integer({ minimum: 0 }),
  latency_ms: nullable(t.Integer({ minimum: 0 })),
  error: nullable(t.Object({ code: oneOf(adapterFailures), message: t.String(), retry_at: nullable(Moment) })),
})
export type AdapterState = Static<typeof AdapterState>

export const BriefedEvent = t.Object({
  signal_id: t.String(),
  event_id: t.String({ description: 'What POST /meeting-prep takes: the item and the occurrence.' }),
  uid: t.String(),
  occurrence: Occurrence,
  title: t.String(),
  location: nullable(t.String()),
  calendar: t.String(),
  connection_id: t.String({ format: 'uuid' }),
  attendees: t.Integer({ minimum: 0 }),
  conference_url: nullable(t.String()),
})
export type BriefedEvent = Static<typeof BriefedEvent>

export const Commitment = t.Object({
  signal_id: t.String(),
  text: t.String({ description: 'The characters that say it.' }),
  span: SourceSpan,
  who: nullable(t.String()),
  to_whom: nullable(t.String()),
  said_at: Moment,
  due: nullable(t.Object({ at: t.String(), grain: t.String(), span: SourceSpan })),
  overdue: t.Boolean(),
  confidence: t.Number({ minimum: 0, maximum: 1 }),
})
export type Commitment = Static<typeof Commitment>

export const sectionKeys = [
  'act_now',
  'today',
  'waiting_on_me',
  'waiting_on_others',
  'meetings',
  'changed_since_last',
  'noise_folded',
] as const
export type SectionKey = (typeof sectionKeys)[number]

export const BriefingSection = t.Object({
  key: oneOf(sectionKeys),
  title: t.String(),
  items: t.Array(Signal),
  total: t.Integer({ minimum: 0 }),
  truncated: t.Boolean(),
})
export type BriefingSection = Static<typeof BriefingSection>

const Completeness = t.Object({
  score: t.Number({ minimum: 0, maximum: 1, description: '1 only where every connection is `ok` within its window.' }),
  missing: t.Array(t.String()),
})

/** By what an answer can be made again. The answer says its node here too, as `node_id`: first, and not digested. */
const Reproduction = t.Object({
  input_hashes: t.Array(t.String(), { description: 'SHA-256 of every input as it was, in the order of the inputs.' }),
  considered: t.Object({ count: t.Integer({ minimum: 0 }), digest: t.String() }),
  rules_version: t.String(),
  reproducible: t.Literal(true),
})

export const Briefing = t.Object({
  id: t.String({ format: 'uuid' }),
  tenant: t.String(),
  generated_at: Moment,
  timezone: t.String(),
  window: t.Object({ from: Moment, to: Moment }),
  locale: t.String(),
  headline: t.String({
    description: 'Made of the facts below, by templates: every number in it can be counted again.',
  }),
  sections: t.Array(BriefingSection),
  schedule: t.Object({
    events: t.Array(BriefedEvent),
    conflicts: t.Array(
      t.Object({
        a: t.String(),
        b: t.String(),
        overlap_minutes: t.Integer({ minimum: 0 }),
        kind: oneOf(['hard', 'travel', 'tentative']),
      }),
    ),
    free_slots: t.Array(
      t.Object({
        start: Moment,
        end: Moment,
        minutes: t.Integer({ minimum: 0 }),
        quality: oneOf(['focus', 'good', 'short']),
      }),
    ),
    focus_minutes: t.Integer({ minimum: 0 }),
  }),
  commitments: t.Object({ mine: t.Array(Commitment), theirs: t.Array(Commitment) }),
  adapters: t.Array(AdapterState),
  completeness: Completeness,
  diff: t.Object({
    previous_id: nullable(t.String({ format: 'uuid' })),
    added: t.Array(t.String()),
    resolved: t.Array(t.String()),
    moved: t.Array(t.Object({ id: t.String(), from: t.String(), to: t.String() })),
  }),
  evidence: Reproduction,
})
export type Briefing = Static<typeof Briefing>

export const SignalList = t.Object({
  signals: t.Array(Signal),
  total: t.Integer({ minimum: 0 }),
  next_cursor: nullable(t.String()),
  adapters: t.Array(AdapterState),
  completeness: Completeness,
  evidence: Reproduction,
})
export type SignalList = Static<typeof SignalList>

/** Something that has to do with a meeting, and why. */
export const MeetingReference = t.Object({
  id: t.String(),
  title: t.String(),
  url: nullable(t.String()),
  score: t.Integer({ minimum: 0, maximum: 100 }),
  why: t.Array(SignalFactor),
  last_activity: Moment,
})
export type MeetingReference = Static<typeof MeetingReference>

export const MeetingPrep = t.Object({
  id: t.String({ format: 'uuid' }),
  generated_at: Moment,
  event: t.Composite([
    BriefedEvent,
    t.Object({
      series: nullable(
        t.Object({
          rule_text: t.String(),
          instance_no: nullable(t.Integer({ minimum: 1 })),
          previous: t.Array(t.Object({ start: t.String(), summary: t.String(), url: nullable(t.String()) })),
        }),
      ),
    }),
  ]),
  attendees: t.Array(
    t.Composite([
      Attendee.properties.person,
      t.Object({
        role: Attendee.properties.role,
        partstat: Attendee.properties.partstat,
        history: t.Object({
          mails_90d: t.Integer({ minimum: 0 }),
          last_contact: nullable(Moment),
          meetings_together: t.Integer({ minimum: 0 }),
          open_threads: t.Integer({ minimum: 0 }),
          shared_prs: t.Integer({ minimum: 0 }),
        }),
        unknown: t.Boolean(),
        external: t.Boolean(),
      }),
    ]),
  ),
  related: t.Object({
    mail_threads: t.Array(MeetingReference),
    issues: t.Array(MeetingReference),
    pull_requests: t.Array(MeetingReference),
    documents: t.Array(MeetingReference),
  }),
  open_questions: t.Array(
    t.Object({
      text: t.String(),
      asked_by: nullable(t.String()),
      asked_at: Moment,
      answered: t.Literal(false),
      span: SourceSpan,
      ref: t.String(),
    }),
  ),
  commitments: t.Array(Commitment),
  decisions: t.Array(t.Object({ text: t.String(), at: Moment, span: SourceSpan, ref: t.String() })),
  changed_since_scheduled: t.Array(
    t.Object({ field: t.String(), from: nullable(t.String()), to: nullable(t.String()), at: Moment }),
  ),
  suggested_agenda: t.Array(
    t.Object({ title: t.String(), minutes: t.Integer({ minimum: 1 }), why: t.String(), refs: t.Array(t.String()) }),
  ),
  gaps: t.Array(t.String()),
  safety: Signal.properties.safety,
  adapters: t.Array(AdapterState),
  completeness: Completeness,
  evidence: Reproduction,
})
export type MeetingPrep = Static<typeof MeetingPrep>
