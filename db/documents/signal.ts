/** The document of a signal: one thing that may want attention, why it stands where it stands, and where it came from. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { excerptLimit, SourcePerson, SourceSpan, sources } from '#db/documents/item'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  t.Union(names.map((name) => t.Literal<Names[number]>(name)))

export const signalKinds = [
  'mail.request',
  'mail.commitment_due',
  'mail.reply_awaited',
  'mail.thread_update',
  'mail.bulk',
  'review.requested',
  'review.changes_requested',
  'ci.failed_mine',
  'issue.assigned',
  'mention',
  'pr.stale',
  'security.alert',
  'event.upcoming',
  'event.conflict',
  'event.changed',
  'event.needs_response',
  'event.no_agenda',
] as const
export type SignalKind = (typeof signalKinds)[number]

export const bands = ['act_now', 'today', 'this_week', 'fyi', 'noise'] as const
export type PriorityBand = (typeof bands)[number]

export const signalStates = ['new', 'seen', 'snoozed', 'done'] as const
export type SignalState = (typeof signalStates)[number]

/** The points of all add up to the score, exactly. */
export const SignalFactor = t.Object({
  name: t.String(),
  points: t.Integer(),
  value: t.Union([t.Number(), t.String(), t.Boolean(), t.Null()]),
  because: t.String(),
  evidence: t.Optional(t.Array(SourceSpan)),
})
export type SignalFactor = Static<typeof SignalFactor>

export const Priority = t.Object({
  score: t.Integer({ minimum: 0, maximum: 100 }),
  band: oneOf(bands),
  factors: t.Array(SignalFactor, { description: 'What was cut off at 0 or 100 is a factor of its own, `limit`.' }),
  model: t.Object({ id: t.String(), version: t.String(), weights_hash: t.String() }),
})
export type Priority = Static<typeof Priority>

export const Signal = t.Object({
  id: t.String({ pattern: '^[0-9a-f]{64}$', description: 'The same thing has the same id, for ever.' }),
  source: oneOf(sources),
  adapter: t.String({ description: 'The kind of its connection.' }),
  connection_id: t.String({ format: 'uuid' }),
  kind: oneOf(signalKinds),
  title: t.String(),
  excerpt: t.String({ maxLength: excerptLimit }),
  excerpt_offsets: nullable(t.Tuple([t.Integer(), t.Integer()])),
  url: nullable(t.String()),
  thread_key: t.String(),
  who: t.Array(t.Composite([SourcePerson, t.Object({ relation: oneOf(['self', 'frequent', 'known', 'new', 'bot']) })])),
  when: t.String({ format: 'date-time' }),
  first_seen: t.String({ format: 'date-time' }),
  priority: Priority,
  due: t.Object({
    at: nullable(t.String()),
    text: nullable(t.String()),
    confidence: t.Number({ minimum: 0, maximum: 1 }),
    span: nullable(SourceSpan),
  }),
  action: t.Object({
    verb: oneOf(['reply', 'review', 'decide', 'attend', 'prepare', 'fix', 'read', 'none']),
    owner: oneOf(['me', 'them', 'unknown']),
    text: t.String({
      description: 'Made of what was found, by a template; never what the source tells somebody to do.',
    }),
  }),
  duplicates: t.Array(t.String(), {
    description: 'Ids of signals about the same thing that are folded into this one.',
  }),
  state: oneOf(signalStates),
  safety: t.Object({
    untrusted_instructions: t.Array(t.Intersect([SourceSpan, t.Object({ reason: t.String() })])),
  }),
})
export type Signal = Static<typeof Signal>
