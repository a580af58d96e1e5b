/** The document that is kept of a mail, an event or a thing of source hosting: what a briefing is made from. The text itself is not in it. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const oneOf = <const Names extends readonly string[]>(names: Names, description?: string) =>
  t.Union(
    names.map((name) => t.Literal<Names[number]>(name)),
    description === undefined ? {} : { description },
  )

/** The longest excerpt that is kept of a text, in UTF-16 units. */
export const excerptLimit = 500

export const sources = ['mail', 'source_hosting', 'calendar'] as const
export type Source = (typeof sources)[number]

/**
 * `source.slice(start, end) === text`, of the field as the source has it, in UTF-16 units. `hidden`: what nobody sees of it;
 * `people`: the names that it comes with, one a line; `invitation`: text/calendar that a mail brought, its lines unfolded.
 */
export const SourceSpan = t.Object({
  field: oneOf(['subject', 'body', 'title', 'description', 'location', 'hidden', 'people', 'invitation']),
  start: t.Integer({ minimum: 0 }),
  end: t.Integer({ minimum: 0 }),
  text: t.String(),
})
export type SourceSpan = Static<typeof SourceSpan>

/** An address is in lower case. */
export const SourcePerson = t.Object({
  name: nullable(t.String()),
  address: nullable(t.String()),
  handle: nullable(t.String({ description: 'As its source calls it, without an @.' })),
})
export type SourcePerson = Static<typeof SourcePerson>

/** What a text asks, promises or wants to know: found when it was read, kept with the characters that say it. */
export const ItemAct = t.Object({
  act: oneOf(['request', 'commitment', 'question', 'decision', 'proposal', 'approval', 'refusal', 'deadline']),
  owner: oneOf(['me', 'them', 'unknown'], 'Who is to do it, seen from whose connection it is.'),
  /** Its name, where `owner` is not `me`. */
  who: nullable(t.String()),
  span: SourceSpan,
  due: nullable(t.Object({ at: t.String(), grain: t.String(), span: SourceSpan })),
  confidence: t.Number({ minimum: 0, maximum: 1 }),
})
export type ItemAct = Static<typeof ItemAct>

/** What every item says. */
const common = {
  /** SHA-256 over organisation, connection and key, in hex: the same thing has the same id, for ever. */
  id: t.String({ pattern: '^[0-9a-f]{64}$' }),
  connection_id: t.String({ format: 'uuid' }),
  /** Its name at its source, stable over full resyncs. */
  key: t.String(),
  title: t.String({ description: 'As the source has it, at most 500 characters.' }),
  excerpt: t.String({ maxLength: excerptLimit, description: 'What is new in it, without quotes.' }),
  /** Where the excerpt stands in the text; null where the text is none that has places. */
  excerpt_offsets: nullable(t.Tuple([t.Integer({ minimum: 0 }), t.Integer({ minimum: 0 })])),
  url: nullable(t.String()),
  thread_key: t.String(),
  /** Other names of the same thing at other sources, as `github:owner/repository#12`: what is folded is folded by these. */
  about: t.Array(t.String()),
  from: nullable(SourcePerson),
  /** ISO 8601, in UTC: when it last changed at its source. */
  at: t.String(),
  acts: t.Array(ItemAct),
  untrusted_instructions: t.Array(t.Intersect([SourceSpan, t.Object({ reason: t.String() })])),
  /** SHA-256 of the text that was read, under the connection's own salt. */
  text_digest: t.String(),
  /**
   * What is learned of it goes by these, digests under the connection's own salt: of who sent it (`p…`), of the list, repository
   * or calendar that it came by (`l…`), of its subject's words (`w…`).
   */
  learning_keys: t.Array(t.String({ pattern: '^[plw][0-9a-f]{12}$' }), { maxItems: 22 }),
}

export const MailFacts = t.Object({
  ...common,
  source: t.Literal('mail'),
  message_id: nullable(t.String()),
  folder: t.String(),
  /** How the mail reached whose connection it is. */
  addressed: oneOf(['to_alone', 'to', 'cc', 'list', 'not_named']),
  to: t.Array(SourcePerson),
  cc: t.Array(SourcePerson),
  is_outgoing: t.Boolean(),
  is_seen: t.Boolean(),
  is_flagged: t.Boolean(),
  is_answered: t.Boolean(),
  is_reply: t.Boolean(),
  is_bulk: t.Boolean({ description: 'List-Id, Precedence, List-Unsubscribe, Auto-Submitted.' }),
  is_automatic: t.Boolean(),
  subject_words: t.Array(t.String(), { description: 'Lower case, without re:, at most 20: what learning goes by.' }),
  characters: t.Integer({ minimum: 0, description: 'Of what is new in it.' }),
})
export type MailFacts = Static<typeof MailFacts>

export const HostingFacts = t.Object({
  ...common,
  source: t.Literal('source_hosting'),
  repository: t.String({ description: 'owner/name, as its source has it.' }),
  number: nullable(t.Integer()),
  what: oneOf(['pull_request', 'issue', 'check', 'alert', 'mention', 'release']),
  state: oneOf(['open', 'closed', 'merged', 'draft', 'failed', 'passed']),
  /** Why it came: what it wants of whose connection it is. */
  reasons: t.Array(
    oneOf([
      'review_requested',
      'changes_requested',
      'ci_failed_mine',
      'assigned',
      'mentioned',
      'author',
      'subscribed',
      'security',
      'stale',
      'comment',
    ]),
  ),
  labels: t.Array(t.String()),
  is_mine: t.Boolean(),
  is_blocking: t.Boolean({ description: 'Somebody waits for whose connection it is.' }),
  is_unread: t.Boolean(),
  is_by_bot: t.Boolean(),
  created_at: t.String(),
  /** Since when it wants that. */
  waiting_since: nullable(t.String()),
})
export type HostingFacts = Static<typeof HostingFacts>

export const Attendee = t.Object({
  person: SourcePerson,
  role: oneOf(['organizer', 'required', 'optional', 'chair', 'resource']),
  partstat: oneOf(['accepted', 'declined', 'tentative', 'needs_action', 'delegated', 'unknown']),
  is_me: t.Boolean(),
})
export type Attendee = Static<typeof Attendee>

export const Occurrence = t.Object({
  /** RECURRENCE-ID in UTC, or the start of what does not recur. */
  id: t.String(),
  /** ISO 8601 in UTC, or a date alone where it lasts whole days or floats. */
  start: t.String(),
  /** Exclusive. */
  end: t.String(),
  all_day: t.Boolean(),
  /** At the same hour in every zone: has no offset, and is meant in the zone of who reads it. */
  floating: t.Boolean(),
  status: oneOf(['confirmed', 'tentative', 'cancelled']),
  is_busy: t.Boolean({ description: 'TRANSP is not TRANSPARENT, it is not cancelled and was not declined.' }),
  /** Where this occurrence says otherwise than its series. */
  title: t.Optional(t.String()),
  location: t.Optional(nullable(t.String())),
  my_partstat: Attendee.properties.partstat,
})
export type Occurrence = Static<typeof Occurrence>

export const EventFacts = t.Object({
  ...common,
  source: t.Literal('calendar'),
  uid: t.String(),
  calendar: t.String(),
  sequence: t.Integer({ minimum: 0 }),
  location: nullable(t.String()),
  /** Of the first occurrence; an IANA name, or null where it floats or is UTC. */
  timezone: nullable(t.String()),
  organizer: nullable(SourcePerson),
  attendees: t.Array(Attendee),
  has_agenda: t.Boolean(),
  conference_url: nullable(t.String()),
  rule_text: nullable(t.String({ description: 'RRULE as it is served.' })),
  /** All of the time that was expanded, by start and id. */
  occurrences: t.Array(Occurrence),
  expanded: t.Object({ from: t.String(), to: t.String() }),
  /** What changed since it was first brought, at most 20, oldest first. */
  changes: t.Array(
    t.Object({ field: t.String(), from: nullable(t.String()), to: nullable(t.String()), at: t.String() }),
  ),
})
export type EventFacts = Static<typeof EventFacts>

export const ItemDocument = t.Union([MailFacts, HostingFacts, EventFacts])
export type ItemDocument = Static<typeof ItemDocument>
