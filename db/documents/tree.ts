/** The measurement tree of one trace as stored and served: six levels. */

import { type Static, Type as t } from '@sinclair/typebox'
import { riskLevels } from '#db/documents/states'
import {
  CategoryName,
  CohortFlags,
  Collation,
  Digest,
  interpretationWith,
  orNull,
  peopleMembers,
  Ranked,
  Reliability,
  RiskValue,
  Score,
  Share,
  SystemRisks,
  TestingLevelName,
  TreeStatus,
  Trend,
} from '#db/documents/tree-parts'

const Level = t.Union(riskLevels.map((level) => t.Literal(level)))

const Gate = t.Object({
  cap: Score,
  id: t.Union([t.Literal('constitutional_compliance'), t.Literal('critical_flag')]),
  rationale: t.String(),
  triggered: t.Boolean(),
})

const Item = t.Object({
  id: t.String(),
  input: t.Optional(
    t.Record(t.String(), t.Unknown(), {
      description: 'what the rule read, texts only as counts; absent for no_evidence',
    }),
  ),
  reason: t.Optional(
    t.Union([t.Literal('no_evidence'), t.Literal('inapplicable')], { description: 'why there is no value' }),
  ),
  rule: t.String(),
  value: orNull(RiskValue),
  weight: t.Number({ minimum: 0 }),
})

export const AnnotationNode = t.Object({
  annotator: t.Object({ id: t.String(), kind: t.Literal('CODE'), version: t.String() }),
  aria_family: t.String({ description: 'family of the ARIA annotation schema that the category stands in' }),
  confidence: t.Number({ description: 'as the sender declared it' }),
  coverage: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'weight of the items with evidence over the weight of all',
  }),
  floor: orNull(t.String({ description: 'what lifted the risk, where something did' })),
  interval: t.Tuple([Score, Score], { description: 'score with missing items at worst and at best' }),
  items: t.Array(Item),
  label: t.Union([t.Literal('passed'), t.Literal('concern'), t.Literal('failed'), t.Literal('cantTell')], {
    description: 'EARL outcomes, and ours between passed and failed; cantTell: no evidence',
  }),
  rationale: t.String(),
  risk: orNull(RiskValue),
  score: orNull(Score),
})

const Annotations = t.Object({
  appropriateness: AnnotationNode,
  factuality: AnnotationNode,
  response_quality: AnnotationNode,
  safety: AnnotationNode,
  user_experience: AnnotationNode,
})

/** Level 1: what the score means, and what it is a score of. */
export const Level1 = t.Object(
  {
    interpretation: interpretationWith(
      t.Literal('missing_data_bounds'),
      'validity_score with missing evidence at worst and at best; no statement of probability',
    ),
    summary: t.Object({
      coverage: Share,
      in_cohort: t.Boolean({ description: 'whether the measured trace is one of the n_cohort traces' }),
      n_cohort: t.Integer({ minimum: 0 }),
      profile: t.String(),
      profile_digest: Digest,
      risk_level: Level,
      risk_score: t.Number(),
      standard: t.Literal('NIST ARIA 0.1 (aligned)'),
      system_source: t.String(),
      test_category: TestingLevelName,
      trace_id: t.String(),
      tree_digest: t.String({
        description:
          'SHA-256 over the RFC 8785 form of all six levels without this member, level_6.telemetry being {digest}: the same for every depth and with or without raw data',
        pattern: '^sha256:[0-9a-f]{64}$',
      }),
    }),
  },
  { description: 'Interpret & Contextualize' },
)

export const Level2 = t.Object(
  {
    reliability: Reliability,
    risks: t.Object({ ranked: Ranked, system: SystemRisks, trace: t.Object({ risk: orNull(RiskValue) }) }),
    validity: t.Object({
      aggregation: t.Literal('max(testing levels)'),
      construct: t.Literal('validity'),
      gates: t.Array(Gate),
      interval: t.Tuple([Score, Score]),
      interval_kind: t.Literal('missing_data_bounds'),
      risk: orNull(RiskValue),
      uncapped: orNull(Score),
      validity_score: orNull(Score),
      worst_case_score: orNull(t.Number({ description: 'score of the worst category that counts' })),
    }),
  },
  { description: 'Risks: Validity & Reliability' },
)

export const Level3 = t.Object(
  {
    aggregation: t.Optional(
      t.String({
        description:
          'since profiles 2.0.0: shares of how far users had it worse and, where one answered, better than the annotators; the better never of what the annotators find unacceptable',
      }),
    ),
    annotator_minus_perception: orNull(t.Number({ minimum: -10, maximum: 10 })),
    annotator_risk: orNull(RiskValue),
    basis: t.Union([
      t.Literal('testing_mode'),
      t.Literal('adversarial_test'),
      t.Literal('field_conditions'),
      t.Literal('default'),
    ]),
    conflicts: t.Array(t.String()),
    perception_risk: orNull(RiskValue),
    risk: orNull(RiskValue),
    test_category: TestingLevelName,
    trinity_layer: t.String({ description: '"unspecified" when the trace names none' }),
  },
  { description: 'Testing Level' },
)

export const Level4 = t.Object(
  {
    aggregation: t.Optional(
      t.Literal('noisy_or(weight * risk)', {
        description:
          'since profiles 2.0.0: how the items of a category add up, 10 (1 - product of (1 - weight risk / 10)), declared_risk and declared_level as one item, their weighted mean; the floor is the least. Nothing missing adds anything',
      }),
    ),
    annotations: Annotations,
    annotator_responses: t.Object({ aggregation: t.String(), risk: orNull(RiskValue) }),
    ...peopleMembers,
    user_perception: t.Object({ risk: orNull(RiskValue), status: TreeStatus }),
  },
  { description: 'Annotator Responses & User Perception' },
)

export const Level5 = t.Object(
  {
    aggregated_measurements: Collation,
    flag_summary: t.Object({
      cohort_top: CohortFlags,
      count: t.Integer({ minimum: 0 }),
      this_trace: t.Array(
        t.Object({ category: CategoryName, flag: t.String(), mapped: t.Boolean(), severity: t.Number() }),
      ),
      unmapped: t.Array(t.String()),
    }),
    temporal_metrics: t.Object({
      cohort_p50: orNull(t.Number({ description: 'processing time, ms' })),
      cohort_p95: orNull(t.Number({ description: 'processing time, ms' })),
      percentile_in_cohort: orNull(
        t.Number({ minimum: 0, maximum: 1, description: 'mid-rank of processing_time_ms among those of the window' }),
      ),
      processing_time_ms: orNull(t.Number()),
      timestamp: t.String(),
      trend: Trend,
    }),
  },
  { description: 'Response Collation' },
)

const Telemetry = t.Union([
  t.Object({ digest: Digest, included: t.Literal(true), record: t.Record(t.String(), t.Unknown()) }),
  t.Object({ digest: Digest, included: t.Literal(false) }),
])

export const Level6 = t.Object(
  {
    constitutional_compliance: t.Object({
      attribution_token: t.String(),
      source: t.Union([t.Literal('declared'), t.Literal('default')]),
      value: t.Boolean(),
    }),
    system_telemetry: t.Object({
      created_at: t.String(),
      processing_time_ms: orNull(t.Number()),
      store_version: t.String(),
      system_source: t.String(),
      testing_mode: orNull(TestingLevelName),
      tree_spec_version: t.String(),
    }),
    telemetry: Telemetry,
  },
  { description: 'Raw Data' },
)

/** The measurement tree of one trace. Levels below the asked depth are absent; what a level says does not depend on depth. */
export const Tree = t.Object({
  level_1: Level1,
  level_2: t.Optional(Level2),
  level_3: t.Optional(Level3),
  level_4: t.Optional(Level4),
  level_5: t.Optional(Level5),
  level_6: t.Optional(Level6),
})
export type Tree = Static<typeof Tree>

/** A tree with all its levels: what a tree_digest is over. */
export const FullTree = t.Required(Tree)
export type FullTree = Static<typeof FullTree>
