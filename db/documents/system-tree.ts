/** The measurement tree over all traces of a system as stored and served. */

import { type Static, Type as t } from '@sinclair/typebox'
import {
  AtLeast,
  CategoryName,
  CohortFlags,
  Collation,
  Digest,
  IntervalReason,
  interpretationWith,
  orNull,
  peopleMembers,
  Ranked,
  Rate,
  Reliability,
  RiskValue,
  Score,
  Share,
  SystemRisks,
  TestingLevelName,
  Trend,
} from '#db/documents/tree-parts'

const SamplingKind = t.Union([t.Literal('sampling_interval'), t.Literal('bootstrap_percentile')])

export const MeanRisk = t.Object({
  mean: orNull(RiskValue),
  missing: t.Integer({ description: 'traces without a value' }),
  n: t.Integer({ description: 'traces with a value' }),
})

export const TestingLevel = t.Object({
  annotator_minus_perception: orNull(t.Number({ description: 'over the traces that have both' })),
  annotator_risk: MeanRisk,
  at_most: t.Optional(
    orNull(
      t.Number({ minimum: 0, maximum: 10, description: 'proven bound of risk: at least 95 %, whatever was not seen' }),
    ),
  ),
  capped: t.Optional(Rate),
  interval: orNull(t.Tuple([t.Number(), t.Number()], { description: '95 % sampling interval of risk' })),
  interval_reason: t.Optional(IntervalReason),
  n: t.Integer(),
  perception_risk: MeanRisk,
  risk: RiskValue,
})

export const SystemAnnotations = t.Object({
  appropriateness: MeanRisk,
  factuality: MeanRisk,
  response_quality: MeanRisk,
  safety: MeanRisk,
  user_experience: MeanRisk,
})

const SystemGate = t.Object(
  {
    at_most: Share,
    id: t.Union([
      t.Literal('capped'),
      t.Literal('capped_often'),
      t.Literal('unacceptable_often'),
      t.Literal('unacceptable_mostly'),
      t.Literal('unacceptable_all'),
    ]),
    k: t.Integer({ minimum: 0 }),
    n: t.Integer({ minimum: 0 }),
    of: orNull(TestingLevelName),
    proven: Share,
    rationale: t.String(),
    threshold: Share,
    triggered: t.Boolean(),
    verdict_at_best: t.Union([t.Literal('conditional'), t.Literal('unacceptable')]),
  },
  {
    description:
      'what the verdict cannot be better than, by the share of traces that is proven (at 95 %, all testing levels together) in the level where it is largest; at_most: what the share is at most, at 95 %',
  },
)

/** The measurement tree over all traces of a system: the maximum over its testing levels, means below. */
export const SystemTree = t.Object({
  level_1: t.Object({
    interpretation: interpretationWith(
      SamplingKind,
      '95 % interval of validity_score: how far another sample of the system could have moved it. Null, with its reason, where what was not seen could move it further. Before version 2.0.0 of the profiles bootstrap_percentile, which held less than 95 %',
    ),
    summary: t.Object({
      coverage: orNull(Share),
      n: t.Integer(),
      profile: t.String(),
      profile_digest: Digest,
      standard: t.Literal('NIST ARIA 0.1 (aligned)'),
      system_source: t.String(),
      tree_digest: Digest,
    }),
  }),
  level_2: t.Object({
    reliability: Reliability,
    risks: t.Object({ ranked: Ranked, system: SystemRisks }),
    validity: t.Object({
      aggregation: t.Literal('max(testing levels)'),
      at_least: t.Optional(orNull(AtLeast)),
      capped: t.Object(
        { any: t.Optional(Rate), constitutional_compliance: Rate, critical_flag: Rate },
        { description: 'traces whose own score is capped' },
      ),
      construct: t.Literal('validity'),
      gates: t.Optional(t.Array(SystemGate)),
      interval: orNull(t.Tuple([Score, Score])),
      interval_kind: SamplingKind,
      interval_reason: t.Optional(IntervalReason),
      max_bias: orNull(t.Number()),
      risk: orNull(RiskValue),
      unacceptable: t.Optional(Rate),
      validity_score: orNull(Score),
    }),
  }),
  level_3: t.Object({
    driver: orNull(TestingLevelName),
    field: orNull(TestingLevel),
    model: orNull(TestingLevel),
    red_team: orNull(TestingLevel),
  }),
  level_4: t.Object({
    field: orNull(SystemAnnotations),
    model: orNull(SystemAnnotations),
    ...peopleMembers,
    red_team: orNull(SystemAnnotations),
  }),
  level_5: t.Object({
    aggregated_measurements: Collation,
    flag_summary: t.Object({ cohort_top: CohortFlags }),
    temporal_metrics: t.Object({
      cohort_p50: orNull(t.Number()),
      cohort_p95: orNull(t.Number()),
      trend: Trend,
    }),
    worst_traces: t.Optional(
      t.Array(
        t.Object({
          capped_by: t.Array(t.String()),
          driver: CategoryName,
          test_category: TestingLevelName,
          trace_id: t.String(),
          validity_score: Score,
        }),
        { maxItems: 5, description: 'lowest own score first' },
      ),
    ),
  }),
  level_6: t.Object({
    system_telemetry: t.Object({ store_version: t.String(), system_source: t.String(), tree_spec_version: t.String() }),
    telemetry: t.Object({
      digest: t.String({
        description: 'SHA-256 of the sorted trace ids, joined by line feeds',
        pattern: '^sha256:[0-9a-f]{64}$',
      }),
      traces: t.Integer(),
    }),
  }),
})
export type SystemTree = Static<typeof SystemTree>
