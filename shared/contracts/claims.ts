/** Wire shapes of claims: what is registered, where its sequence stands, and what it said on the way. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import '#shared/contracts/formats'
import { ClaimTerms, Population } from '#shared/claims/claim'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema, more = {}) => t.Union([schema, t.Null()], more)
const Time = t.String({ format: 'date-time' })
const { measure, direction, threshold, level, session_size } = ClaimTerms.properties
const Verdict = t.Union([t.Literal('undecided'), t.Literal('holding'), t.Literal('refuted')], {
  description:
    'holding: the bounds allow nothing but what is claimed. refuted: they allow nothing of it, for good. undecided: neither.',
})
const Status = t.Union([t.Literal('open'), t.Literal('closing'), t.Literal('closed')], {
  description: 'closing: no new trace counts, the last ones are being counted.',
})

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
