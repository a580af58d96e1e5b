/** Wire shapes of claims: what is registered, where its sequence stands, and what it said on the way. */

import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { claimStatuses, claimVerdicts, riskLevels, testingModes } from '#db/documents/states'
import '#shared/kernel/schema/formats'

const closed = { additionalProperties: false }

const RiskLevel = t.Union(riskLevels.map((level) => t.Literal(level)))
const TestingMode = t.Union(testingModes.map((mode) => t.Literal(mode)))
const Flag = t.String({ minLength: 1, maxLength: 512 })

export const Population = t.Object(
  {
    system_source: t.Optional(t.String({ maxLength: 512, description: 'Only traces of this system.' })),
    risk_level: t.Optional(t.Union(RiskLevel.anyOf, { description: 'Only traces of this declared level.' })),
    testing_mode: t.Optional(t.Union(TestingMode.anyOf, { description: 'Only traces that say this testing mode.' })),
    flag: t.Optional(t.String({ ...Flag, description: 'Only traces that carry this flag, however it is spelled.' })),
    from: t.Optional(t.String({ format: 'date-time', description: 'Only traces that happened at or after.' })),
    to: t.Optional(t.String({ format: 'date-time', description: 'Only traces that happened before.' })),
  },
  { ...closed, description: 'Which traces it is about; all of the organisation’s where nothing is said.' },
)
export type Population = Static<typeof Population>

export const Measure = t.Union(
  [
    t.Object({ kind: t.Literal('risk_score') }, { ...closed, description: 'Mean risk_score, 0 to 100.' }),
    t.Object(
      {
        kind: t.Literal('validity_score'),
        profile: t.String({ pattern: '^[a-z0-9.-]+@[0-9]+\\.[0-9]+\\.[0-9]+$', maxLength: 64 }),
      },
      { ...closed, description: 'Mean validity_score of the traces’ trees under a profile of that version, 0 to 100.' },
    ),
    t.Object(
      { kind: t.Literal('risk_reaches'), score: t.Number({ exclusiveMinimum: 0, maximum: 100 }) },
      { ...closed, description: 'Share of traces whose risk_score is at least that, 0 to 1.' },
    ),
    t.Object(
      { kind: t.Literal('non_compliant') },
      { ...closed, description: 'Share of traces declared non-compliant among those that declare it, 0 to 1.' },
    ),
    t.Object(
      { kind: t.Literal('flagged'), flag: t.Optional(Flag) },
      {
        ...closed,
        description: 'Share of traces with that flag, or with any, among those with a list of flags, 0 to 1.',
      },
    ),
  ],
  { description: 'What is measured of each trace.' },
)
export type Measure = Static<typeof Measure>

export const ClaimTerms = t.Object(
  {
    population: Population,
    measure: Measure,
    direction: t.Union([t.Literal('at_most'), t.Literal('at_least')]),
    threshold: t.Number({
      description: 'In the measure’s unit, to 0.01 of 100 or 0.0001 of 1, between the ends of its range.',
    }),
    level: t.Number({
      minimum: 0.5,
      maximum: 0.9999,
      default: 0.95,
      description: 'How sure a bound is, at all times together.',
    }),
    session_size: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'How many traces may hang together, as those of one session do: each counts as so small a part of an observation. 1 unless said.',
      }),
    ),
  },
  closed,
)
export type ClaimTerms = Static<typeof ClaimTerms>

const nullable = <Schema extends TSchema>(schema: Schema, more = {}) => t.Union([schema, t.Null()], more)
const Time = t.String({ format: 'date-time' })
const { measure, direction, threshold, level, session_size } = ClaimTerms.properties
const Verdict = t.Union(
  claimVerdicts.map((verdict) => t.Literal(verdict)),
  {
    description:
      'holding: the bounds allow nothing but what is claimed. refuted: they allow nothing of it, for good. undecided: neither.',
  },
)
const Status = t.Union(
  claimStatuses.map((status) => t.Literal(status)),
  {
    description: 'closing: no new trace counts, the last ones are being counted.',
  },
)

export const ClaimInput = t.Object(
  {
    population: t.Optional(Population),
    measure,
    direction,
    threshold,
    level: t.Optional(level),
    session_size,
    name: t.Optional(
      t.String({ maxLength: 200, description: 'For people. Stays in the evidence for good: no personal data.' }),
    ),
  },
  closed,
)
export type ClaimInput = Static<typeof ClaimInput>

export const Claim = t.Object({
  claim_id: t.String({ format: 'uuid' }),
  name: t.String(),
  population: Population,
  measure,
  direction,
  threshold,
  level,
  session_size,
  status: Status,
  registered_at: Time,
  closed_at: nullable(Time),
  verdict: Verdict,
  since: t.Object(
    { at: Time, n: t.Integer({ minimum: 0 }) },
    {
      description:
        'When the trace came that turned the verdict, and which it was; the registration and 0 before the first turn.',
    },
  ),
  n: t.Integer({ minimum: 0, description: 'Traces that were counted.' }),
  missing: t.Integer({ minimum: 0, description: 'Traces of the population that say nothing of what is measured.' }),
  value: nullable(t.Number(), { description: 'The mean so far; null before the first trace.' }),
  lower: nullable(t.Number()),
  upper: nullable(
    t.Number({
      description: 'With lower: at all times together, the bounds hold the mean with the level’s probability.',
    }),
  ),
  method: t.String(),
  counted_to: nullable(t.Integer({ minimum: 0 }), {
    description:
      'The place in the evidence log of the last trace that was counted, or of the claim itself; null before that has one.',
  }),
  node: t.String({ pattern: '^[0-9a-f]{64}$', description: 'The newest evidence node of the claim.' }),
  fault: nullable(t.String(), { description: 'Why it is held to no more traces; null where nothing is wrong.' }),
})
export type Claim = Static<typeof Claim>

export const ClaimPoint = t.Object({
  n: t.Integer({ minimum: 1 }),
  at: Time,
  leaf: t.Integer({ minimum: 0, description: 'Its place in the evidence log.' }),
  value: t.Number(),
  lower: t.Number(),
  upper: t.Number(),
  verdict: Verdict,
})

export const ClaimDetail = t.Composite([
  Claim,
  t.Object({
    series: t.Array(ClaimPoint, {
      description:
        'What the sequence said after so many traces: all of the first, then ever fewer, and where its verdict turned.',
    }),
    next_cursor: nullable(t.String()),
  }),
])
export type ClaimDetail = Static<typeof ClaimDetail>

const cursor = t.Optional(t.String({ maxLength: 512, description: 'next_cursor of the page before.' }))

export const ClaimQuery = t.Object(
  {
    limit: t.Integer({
      minimum: 1,
      maximum: 1000,
      default: 500,
      description: 'How many points of the series at most.',
    }),
    cursor,
  },
  closed,
)

export const ClaimListQuery = t.Object(
  {
    status: t.Optional(t.Union(Status.anyOf, { description: 'Only claims of this status.' })),
    verdict: t.Optional(t.Union(Verdict.anyOf, { description: 'Only claims with this verdict.' })),
    limit: t.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many at most.' }),
    cursor,
  },
  closed,
)

export const ClaimList = t.Object({ claims: t.Array(Claim), next_cursor: nullable(t.String()) })
