/** Wire shapes of calibration: what is asked of parameters, what became of them, and what holds. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import {
  Calibration,
  CheckedConstraint,
  ParameterBounds,
  ParameterConstraint,
  ParameterName,
} from '#db/documents/calibration'

const closed = { additionalProperties: false }
/** Any number of JSON: what lies outside its bounds is clamped and said. */
const Value = t.Number()
const Values = t.Record(ParameterName, Value, { maxProperties: 100, additionalProperties: false })

export const CalibrateRequest = t.Object(
  {
    parameters: t.Optional(
      t.Array(t.Object({ name: ParameterName, current: t.Optional(Value), requested: t.Optional(Value) }, closed), {
        minItems: 1,
        maxItems: 100,
        description: 'Absent: all that the constitution names. `current`, where given, must be what holds.',
      }),
    ),
    objective: t.Optional(
      t.Object(
        {
          metric: t.String({ minLength: 1, maxLength: 100 }),
          direction: t.Union([t.Literal('minimize'), t.Literal('maximize')]),
          target: t.Optional(Value),
        },
        closed,
      ),
    ),
    observations: t.Optional(
      t.Array(
        t.Object(
          {
            parameters: Values,
            metric: Value,
            n: t.Optional(t.Integer({ minimum: 1 })),
            at: t.Optional(t.String({ format: 'date-time' })),
          },
          closed,
        ),
        { maxItems: 500 },
      ),
    ),
    max_steps: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Grid steps that a parameter may change, below its max_delta.',
      }),
    ),
    dry_run: t.Optional(t.Boolean({ default: false })),
    seed: t.Optional(t.Integer({ minimum: 0, maximum: 4_294_967_295, default: 0 })),
    version: t.Optional(
      t.Integer({ minimum: 0, description: 'Applied only where this is the version that holds; else 409.' }),
    ),
    rollback_token: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 200,
        description: 'Instead of everything else: brings back what was before.',
      }),
    ),
  },
  closed,
)
export type CalibrateRequest = Static<typeof CalibrateRequest>

export const CalibrateAnswer = t.Composite([
  Calibration,
  t.Object({ evidence: t.Object({ node: t.String({ pattern: '^[0-9a-f]{64}$' }) }) }),
])

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Hash = t.String({ pattern: '^[0-9a-f]{64}$' })
const At = t.String({ format: 'date-time' })

export const ParametersQuery = t.Object(
  {
    limit: t.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Versions of a page.' }),
    cursor: t.Optional(t.String({ maxLength: 200, description: 'The next_cursor of the page before.' })),
  },
  closed,
)

export const HeldParameter = t.Object({
  name: ParameterName,
  value: t.Number({ description: 'What holds.' }),
  calibrated: nullable(
    t.Number({
      description: 'What it was calibrated to where that is another: it lies outside of an amended constitution.',
    }),
  ),
  left_today: t.Number({ description: 'What the changes of this UTC day may still add up to.' }),
  bounds: ParameterBounds,
})

export const ParameterVersion = t.Object({
  version: t.Integer({ minimum: 1 }),
  changed: t.Array(t.Object({ name: ParameterName, from: nullable(t.Number()), to: t.Number() })),
  constitution: Hash,
  takes_back: nullable(t.Integer({ description: 'Of a rollback: the version that it took back.' })),
  taken_back_by: nullable(t.Integer()),
  job_id: t.String({ format: 'uuid' }),
  key_id: t.String(),
  changed_at: At,
  node: Hash,
  is_proven: t.Boolean({
    description: 'False where the row says something else than its evidence node: what it says is not told then.',
  }),
})

export const ParameterList = t.Object({
  version: t.Integer({ minimum: 0, description: 'That holds; 0 where nothing was calibrated.' }),
  changed_at: nullable(At),
  constitution: Hash,
  parameters: t.Array(HeldParameter),
  constraints: t.Array(t.Composite([ParameterConstraint, t.Pick(CheckedConstraint, ['ok', 'slack'])])),
  history: t.Array(ParameterVersion, { description: 'Newest first.' }),
  next_cursor: nullable(t.String()),
})
