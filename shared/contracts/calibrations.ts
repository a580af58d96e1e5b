/** Wire shapes of calibration: what is asked of parameters, what became of them, and what holds. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Calibration } from '#db/documents/calibration'

const closed = { additionalProperties: false }
const Name = t.String({ pattern: '^[a-z][a-z0-9_.]{0,99}$' })
/** Any number of JSON: what lies outside its bounds is clamped and said. */
const Value = t.Number()
const Values = t.Record(Name, Value)

export const CalibrateRequest = t.Object(
  {
    parameters: t.Optional(
      t.Array(t.Object({ name: Name, current: t.Optional(Value), requested: t.Optional(Value) }, closed), {
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
