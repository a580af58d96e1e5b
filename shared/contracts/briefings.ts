/** Wire shapes of briefings, scans of signals, preparations of meetings, and of what people say of signals. */
import { type Static, type TObject, type TSchema, Type as t } from '@sinclair/typebox'
import { Briefing, MeetingPrep, SignalList, sectionKeys } from '#db/documents/briefing'
import { sources } from '#db/documents/item'
import { signalKinds } from '#db/documents/signal'
import { feedbackVerdicts } from '#db/documents/states'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const oneOf = <const Names extends readonly string[]>(names: Names, description?: string) =>
  t.Union(
    names.map((name) => t.Literal<Names[number]>(name)),
    description === undefined ? {} : { description },
  )

/** Seconds. */
const maxAgeLimit = 86_400
/** Hours: two weeks. */
const windowLimit = 336
/** Of a section. */
const itemsLimit = 200
/** An invitation as it came, in characters. */
const invitationLimit = 500_000

/** What a request means that does not say. */
export const assumed = {
  tz: 'UTC',
  max_age: 120,
  max_items: 10,
  limit: 50,
  explain: 'full',
  lookback_days: 90,
  depth: 'full',
} as const

const zone = {
  format: 'timezone',
  maxLength: 64,
  default: assumed.tz,
  title: 'the name of a time zone, as Europe/Zurich',
}
const MaxAge = t.Integer({
  minimum: 0,
  maximum: maxAgeLimit,
  default: assumed.max_age,
  description: 'Connections that were read longer ago, in seconds, are read again first, as far as that is quick.',
})
const Tz = t.String({ ...zone, description: 'Whose days and hours are meant.' })

const briefingFormats = ['json', 'html', 'text', 'ics'] as const
export type BriefingFormat = (typeof briefingFormats)[number]
const Format = t.Union(
  briefingFormats.map((each) => t.Literal(each)),
  { default: 'json', description: 'html is one file without script; ics the schedule; text for a terminal.' },
)

const sectionsPattern = `^(${sectionKeys.join('|')})(,(${sectionKeys.join('|')}))*$`

const day = { format: 'date', description: 'A day in `tz`; else today.' } as const

const asked = {
  date: t.Optional(t.String({ ...day, title: 'a day, as 2026-05-20' })),
  tz: Tz,
  window_hours: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: windowLimit,
      description: 'So many hours from now, or from the beginning of a `date`; else the day, as long as it is.',
    }),
  ),
  sections: t.Optional(
    t.String({
      pattern: sectionsPattern,
      maxLength: 200,
      title: `names of ${sectionKeys.join(', ')}, with commas between`,
      description: 'Those that are wanted, with commas between; else all.',
    }),
  ),
  max_items: t.Integer({
    minimum: 1,
    maximum: itemsLimit,
    default: assumed.max_items,
    description: 'Of each section, so many are shown.',
  }),
  max_age: MaxAge,
}

/** What a task says of it: what it leaves out is as `assumed` has it. */
export const BriefingAsked = t.Partial(t.Object(asked), closed)
export type BriefingAsked = Static<typeof BriefingAsked>

export const BriefingQuery = t.Object({
  ...asked,
  // Its window, in any zone, has to lie in years that a date-time can say. Payloads of earlier releases are still understood.
  date: t.Optional(
    t.String({ ...day, pattern: '^(?!0001|9999)', title: 'a day of the years 2 to 9998, as 2026-05-20' }),
  ),
  if_changed_since: t.Optional(
    t.String({
      format: 'date-time',
      description:
        'As `generated_at` of a briefing has it: 304 where nothing was brought, and nothing said of signals, since.',
    }),
  ),
  format: Format,
})

export const SavedBriefingQuery = t.Object({ format: Format })

const ofSignals = {
  source: t.Optional(oneOf(sources, 'Only those that come of it.')),
  kind: t.Optional(oneOf(signalKinds, 'Only those of one kind.')),
  min_score: t.Optional(t.Integer({ minimum: 0, maximum: 100, description: 'Only those that weigh so much.' })),
  since: t.Optional(t.String({ format: 'date-time', description: 'Only what changed then or later.' })),
  limit: t.Integer({ minimum: 1, maximum: 200, default: assumed.limit, description: 'Of a page.' }),
  cursor: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 500,
      description:
        'The `next_cursor` of the page before. All pages are of the moment at which the first was asked for.',
    }),
  ),
  explain: t.Union([t.Literal('full'), t.Literal('short')], {
    default: assumed.explain,
    description: 'short: without the characters that factors rest on.',
  }),
  tz: Tz,
  max_age: MaxAge,
}
export const SignalsQuery = t.Object(ofSignals)
export const SignalsAsked = t.Partial(t.Object(ofSignals), closed)
export type SignalsAsked = Static<typeof SignalsAsked>

const Uid = t.String({ minLength: 1, maxLength: 1000, description: 'UID of a calendar event.' })
const meetingTerms = {
  tz: t.Optional(Tz),
  lookback_days: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 365,
      default: assumed.lookback_days,
      description: 'How far back mails and things of source hosting are looked at.',
    }),
  ),
  depth: t.Optional(
    t.Union([t.Literal('full'), t.Literal('short')], {
      default: assumed.depth,
      description: 'full: with what merely has to do with it as well.',
    }),
  ),
  max_age: t.Optional(MaxAge),
}

/** An event, named in one of three ways: which, is told by its members. */
export const MeetingAsked = t.Object(
  {
    event_id: t.Optional(
      t.String({
        minLength: 64,
        maxLength: 200,
        description: 'As a briefing’s schedule has it. Nothing else names the event then.',
      }),
    ),
    uid: t.Optional(Uid),
    recurrence_id: t.Optional(
      t.String({
        minLength: 8,
        maxLength: 40,
        description: 'Of which occurrence, beside `uid`: its `occurrence.id`, or a time.',
      }),
    ),
    ics: t.Optional(
      t.String({
        minLength: 1,
        maxLength: invitationLimit,
        description: 'An invitation as it came. It is data: nothing in it is obeyed.',
      }),
    ),
    ...meetingTerms,
  },
  closed,
)
export type MeetingAsked = Static<typeof MeetingAsked>

/** An answer's evidence, its node first. */
const withNode = <Document extends TObject>(document: Document) =>
  t.Composite([
    t.Omit(document, ['evidence']),
    t.Object({
      evidence: t.Composite([
        t.Object({ node_id: t.String({ pattern: '^[0-9a-f]{64}$' }) }),
        document.properties['evidence'] as (typeof Briefing)['properties']['evidence'],
      ]),
    }),
  ])

export const BriefingAnswer = withNode(Briefing)
export const SignalsAnswer = withNode(SignalList)
export const MeetingAnswer = withNode(MeetingPrep)

export const BriefingReplay = t.Object({
  id: t.String({ format: 'uuid' }),
  identical: t.Boolean({
    description: 'Made again of what is stored, it is the same, byte for byte, and what its node says.',
  }),
  tampered: t.Array(t.String(), {
    description: 'What in the store is not as it was: inputs by their ids, `document`, `inputs`.',
  }),
})
export type BriefingReplay = Static<typeof BriefingReplay>

const FeedbackId = t.String({ format: 'uuid' })
const Verdict = t.Union(
  feedbackVerdicts.map((each) => t.Literal(each)),
  { description: 'important and not_important: ranking learns by them. done, snoozed, seen: what became of it.' },
)

export const FeedbackRequest = t.Union([
  t.Object(
    {
      verdict: Verdict,
      until: t.Optional(t.String({ format: 'date-time', description: 'Of what is snoozed, and needed there.' })),
    },
    closed,
  ),
  t.Object(
    { take_back: t.Unsafe<string>({ ...FeedbackId, description: 'The `feedback_id` that is no longer meant.' }) },
    closed,
  ),
])
export type FeedbackRequest = Static<typeof FeedbackRequest>

export const FeedbackAnswer = t.Object({
  feedback_id: FeedbackId,
  signal_id: t.String({ pattern: '^[0-9a-f]{64}$' }),
  verdict: Verdict,
  until: nullable(t.String({ format: 'date-time' })),
  taken_back: t.Boolean(),
  changed: t.Array(t.Object({ weight: t.String(), before: t.Number(), after: t.Number() }), {
    description: 'What weighs otherwise from now on; none moves by more than a tenth of its range a day.',
  }),
  version: t.Integer({ minimum: 0, description: 'How much feedback is in force.' }),
})
export type FeedbackAnswer = Static<typeof FeedbackAnswer>
