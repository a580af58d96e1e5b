/** Wire shapes that say what the service is and how it fares: health, schema, liveness, readiness, errors. */
import { Type as t } from '@sinclair/typebox'

export const Health = t.Object({
  status: t.String({ description: '`healthy`, or `degraded` when something below the API is away.' }),
  constitutional_compliance: t.Boolean({ description: "Whether the service's own evidence holds up right now." }),
  timestamp: t.String({ format: 'date-time' }),
  version: t.Object({ api: t.String(), telemetry_store: t.String(), tree_spec: t.String() }),
})

export const SchemaDescription = t.Object({
  schema_version: t.String(),
  tree_spec_version: t.String(),
  levels: t.Record(t.String(), t.Object({ name: t.String(), purpose: t.String() })),
})

/** The levels of a measurement tree, as the service describes them. */
export const treeLevels = {
  level_1: { name: 'Interpret & Contextualize', purpose: 'high-level summary with validity score' },
  level_2: { name: 'Risks — Validity & Reliability', purpose: 'risk assessment and reliability metrics' },
  level_3: { name: 'Testing Level', purpose: 'model / red team / field categorization' },
  level_4: { name: 'Annotator Responses & User Perception', purpose: 'five-category automated annotation' },
  level_5: { name: 'Response Collation', purpose: 'aggregated measurements and statistics' },
  level_6: { name: 'Raw Data', purpose: 'complete telemetry and provenance' },
}

export const Live = t.Object({ status: t.Literal('ok') })

export const Ready = t.Object({
  status: t.Union([t.Literal('ready'), t.Literal('degraded'), t.Literal('unavailable')]),
  missing: t.Array(t.Object({ what: t.String(), why: t.String() })),
  workers: t.Record(t.String(), t.Integer(), { description: 'Worker processes alive, by job type.' }),
  uses: t.Optional(
    t.Record(t.String(), t.String(), { description: 'What the processes found on their machine, e.g. the browser.' }),
  ),
})

/** What went wrong, by one of the codes of `shared/kernel/errors.ts`. */
export const Problem = t.Object({ code: t.String(), message: t.String(), details: t.Record(t.String(), t.Unknown()) })

export const ErrorBody = t.Object({ error: Problem })
