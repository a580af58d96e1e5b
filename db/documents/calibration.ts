/** The document that a calibration comes to: what was asked of each parameter, what became of it, and within which bounds. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])

export const ParameterName = t.String({ pattern: '^[a-z][a-z0-9_.]{0,99}$' })
const Principle = t.String({ pattern: '^A-[0-9]{2,3}$', description: 'The article that it stands under.' })

/** What the constitution says of one parameter. */
export const ParameterBounds = t.Object(
  {
    min: t.Number(),
    max: t.Number(),
    step: t.Number({
      exclusiveMinimum: 0,
      description:
        'Values are min and whole steps above it; max is one of them. Six decimal places at most, as of all of these.',
    }),
    max_delta: t.Number({ exclusiveMinimum: 0, description: 'The most that one applied calibration changes.' }),
    max_daily_delta: t.Number({
      exclusiveMinimum: 0,
      description: 'The most that the changes of one UTC day add up to, each without its sign.',
    }),
    initial: t.Number({ description: 'Where nothing was calibrated.' }),
    principle: Principle,
    description: t.String({ maxLength: 1000 }),
  },
  { additionalProperties: false },
)
export type ParameterBounds = Static<typeof ParameterBounds>

/** Σ coefficient × parameter lies from `min` to `max`. */
export const ParameterConstraint = t.Object(
  {
    id: ParameterName,
    coefficients: t.Record(ParameterName, t.Number(), { maxProperties: 100, additionalProperties: false }),
    min: nullable(t.Number()),
    max: nullable(t.Number()),
    principle: Principle,
  },
  { additionalProperties: false },
)
export type ParameterConstraint = Static<typeof ParameterConstraint>

export const calibrationStatuses = ['accepted', 'clamped', 'step_limited', 'rejected', 'unchanged'] as const

export const CalibratedParameter = t.Object({
  name: t.String(),
  previous: nullable(t.Number()),
  requested: nullable(t.Number()),
  applied: nullable(t.Number({ description: 'What holds from now on; of a dry run, what would.' })),
  status: t.Union(calibrationStatuses.map((each) => t.Literal(each))),
  reasons: t.Array(t.String()),
  bounds: nullable(t.Pick(ParameterBounds, ['min', 'max', 'step', 'max_delta', 'max_daily_delta', 'principle'])),
})
export type CalibratedParameter = Static<typeof CalibratedParameter>

export const CheckedConstraint = t.Object({ id: t.String(), ok: t.Boolean(), slack: nullable(t.Number()) })

export const Calibration = t.Object({
  results: t.Array(CalibratedParameter),
  proposal: nullable(
    t.Object({
      parameters: t.Record(t.String(), t.Number()),
      expected_metric: nullable(t.Number()),
      uncertainty: nullable(t.Number({ description: 'One standard deviation.' })),
      method: t.Union([t.Literal('latin_hypercube'), t.Literal('gaussian_process')]),
    }),
  ),
  constraints: t.Array(CheckedConstraint),
  next_observation: nullable(t.Record(t.String(), t.Number(), { description: 'Where a measurement would tell most.' })),
  dry_run: t.Boolean(),
  version: t.Integer({ minimum: 0, description: 'Of the organisation’s parameters, after it.' }),
  rollback_token: nullable(
    t.String({
      description:
        'Brings back what was before, once, as long as what this calibration made holds. Null where nothing changed, and of a rollback.',
    }),
  ),
  constitution: t.String(),
})
export type Calibration = Static<typeof Calibration>

/** What holds for an organisation, as its row keeps it and its node digests it. */
export const HeldDocument = t.Object(
  {
    /** The hash of the constitution that it was made under. */
    constitution: t.String(),
    /** Of the UTC day of its newest change: what the changes of each parameter add up to, each without its sign. */
    day: t.String(),
    used: t.Record(t.String(), t.Number()),
    values: t.Record(t.String(), t.Number()),
  },
  { additionalProperties: false },
)
export type HeldDocument = Static<typeof HeldDocument>
