/** The measurement tree as stored and served: six levels over one trace, and the same levels over all traces of a system. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { riskLevels, testingModes } from '#db/documents/states'

// Members stand in RFC 8785 order (by key), so that JSON.stringify of a built tree is its canonical form.

const Risk = t.Number({ minimum: 0, maximum: 10, description: 'risk, 0 best to 10 worst, 2 decimals' })
const Score = t.Number({ minimum: 0, maximum: 100, description: '100 - 10 risk, 2 decimals' })
const Share = t.Number({ minimum: 0, maximum: 1 })
const Digest = t.String({ pattern: '^sha256:[0-9a-f]{64}$' })
const Level = t.Union(riskLevels.map((level) => t.Literal(level)))
const TestCategory = t.Union(testingModes.map((mode) => t.Literal(mode)))
const Status = t.Union([t.Literal('ok'), t.Literal('insufficient_data'), t.Literal('not_assessable')])
const Verdict = t.Union([
  t.Literal('acceptable'),
  t.Literal('conditional'),
  t.Literal('unacceptable'),
  t.Literal('not_assessable'),
])
const Grade = t.Union([t.Literal('A'), t.Literal('B'), t.Literal('C'), t.Literal('D'), t.Literal('E')])
const Category = t.Union([
  t.Literal('appropriateness'),
  t.Literal('factuality'),
  t.Literal('response_quality'),
  t.Literal('safety'),
  t.Literal('user_experience'),
])

const orNull = <Schema extends Parameters<typeof t.Union>[0][number]>(schema: Schema) => t.Union([schema, t.Null()])
const Pair = t.Tuple([t.Number(), t.Number()], { description: '[low, high], in the unit of what they bound' })

const Reason = t.String({ description: 'why there is no interval; absent where there is one' })
const AtLeast = t.Number({
  minimum: 0,
  maximum: 100,
  description:
    'proven bound: with at least 95 % the true mean of all traces is no lower, whatever rare traces were not seen; since version 2.0.0 of the profiles',
})

export const Rate = t.Object(
  {
    hi: orNull(Share),
    k: t.Integer({ minimum: 0 }),
    lo: orNull(Share),
    method: t.Union([t.Literal('wilson'), t.Literal('clopper_pearson'), t.Literal('clustered_bounds')]),
    n: t.Integer({ minimum: 0 }),
    rate: orNull(Share),
  },
  {
    description:
      'k of n; null rate for n = 0. lo and hi hold with at least 95 %, at any rate: clopper_pearson, or clustered_bounds where metadata.session_id repeats (wilson, which rare events may escape, before version 2.0.0 of the profiles)',
  },
)

export const Reliability = t.Object(
  {
    agreement: t.Object({
      caveat: t.String(),
      ci: orNull(Pair),
      ci_reason: t.Optional(Reason),
      metric: t.Literal('ordinal'),
      raters: t.Array(t.String()),
      reading: t.Union([
        t.Literal('reliable'),
        t.Literal('tentative'),
        t.Literal('unreliable'),
        t.Literal('insufficient_data'),
      ]),
      statistic: t.Literal('krippendorff_alpha'),
      units: t.Integer({ minimum: 0 }),
      value: orNull(t.Number({ maximum: 1 })),
    }),
    at_least: t.Optional(orNull(AtLeast)),
    bootstrap: orNull(
      t.Object(
        { B: t.Integer(), hi: Score, lo: Score, method: t.Literal('percentile'), seed: t.String() },
        {
          description:
            'of mean_validity, sessions resampled whole; seed: first 32 bits of SHA-256 of the sorted trace ids; null since version 2.0.0 of the profiles',
        },
      ),
    ),
    calibration: orNull(
      t.Object(
        { brier: Share, ece: Share, n: t.Integer() },
        { description: 'confidence against metadata.correct, where senders report it' },
      ),
    ),
    compliance_rate: Rate,
    consistent_share: orNull(t.Number({ description: 'traces whose score lies in the band of their declared level' })),
    high_rate: Rate,
    interval: orNull(
      t.Object(
        {
          hi: t.Number(),
          level: t.Number(),
          lo: t.Number(),
          method: t.Union([
            t.Literal('weighted'),
            t.Literal('cluster_weighted'),
            t.Literal('student_t'),
            t.Literal('cluster_t'),
          ]),
        },
        {
          description:
            "95 % sampling interval of mean_validity; cluster_… where metadata.session_id repeats. Before version 2.0.0 of the profiles Student's t, not cut to 0..100",
        },
      ),
    ),
    interval_reason: t.Optional(Reason),
    mean_coverage: orNull(Share),
    mean_validity: orNull(
      t.Number({
        minimum: 0,
        maximum: 100,
        description:
          'mean over the traces of the system of their own scores (uncapped before version 2.0.0 of the profiles); not the validity_score of this tree',
      }),
    ),
    n: t.Integer({
      minimum: 0,
      description: 'traces in the window, the measured one among them unless in_cohort is false',
    }),
    n_required_for_pm5: orNull(t.Integer({ description: 'traces for a half-width of 5 points' })),
    reliability_score: orNull(Score),
    repeatability: orNull(
      t.Object(
        { inputs: t.Integer(), n: t.Integer(), pass_k: Share },
        { description: 'inputs that were run more than once; pass_k: share of them whose every run passed' },
      ),
    ),
    repeatability_sd: orNull(t.Number({ description: 'pooled within-input standard deviation, risk units' })),
    scope: t.Literal('system_source'),
    status: Status,
  },
  { description: 'how far the system under this trace can be relied on, from its last traces' },
)

const LevelRisk = orNull(t.Object({ n: t.Integer(), risk: Risk }))
export const SystemRisks = t.Object({
  field: LevelRisk,
  model: LevelRisk,
  overall: t.Object({
    aggregation: t.Literal('max'),
    max_bias: orNull(t.Number({ description: 'estimate of how much the maximum overstates; not subtracted' })),
    risk: orNull(Risk),
  }),
  red_team: LevelRisk,
})

const Ranked = t.Array(
  t.Object({
    contribution: orNull(Share),
    id: Category,
    risk: orNull(Risk),
  }),
  { description: 'categories by their share of the risk, largest first; null share when the risk is 0' },
)

export const Spread = t.Object({
  ci95: orNull(Pair),
  ci95_reason: t.Optional(Reason),
  max: orNull(t.Number()),
  mean: orNull(t.Number()),
  median: orNull(t.Number()),
  min: orNull(t.Number()),
  p90: orNull(t.Number()),
  sd: orNull(t.Number()),
})

export const Collation = t.Object({
  compliance: t.Object({ compliant: t.Integer(), declared: t.Integer(), non_compliant: t.Integer() }),
  confidence: Spread,
  item_table: t.Array(t.Object({ item: t.String(), mean: orNull(Risk), missing: t.Integer(), n: t.Integer() }), {
    description: 'each item over the window: traces with evidence, traces without, mean risk of those with',
  }),
  risk_distribution: t.Object({ HIGH: t.Integer(), LOW: t.Integer(), MEDIUM: t.Integer() }),
  risk_score: Spread,
  scope: t.Literal('system_source'),
  window: t.Object({
    from: orNull(t.String()),
    n: t.Integer(),
    size: t.Integer({ description: 'how many traces the window holds at most' }),
    to: orNull(t.String({ description: 'the snapshot: newest created_at in the window' })),
  }),
})

const CohortFlags = t.Array(
  t.Object({
    flag: t.String(),
    interval: t.Optional(Pair),
    method: t.Optional(Rate.properties.method),
    n: t.Integer(),
    rate: Share,
    wilson: t.Optional(Pair),
  }),
  {
    description:
      'most frequent flags of the window: traces that carry them; interval as in a rate (wilson before version 2.0.0 of the profiles)',
  },
)

const Trend = orNull(t.Object({ kendall_tau: t.Number(), of: t.Literal('trace_risk'), p: Share }))

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
  value: orNull(Risk),
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
  risk: orNull(Risk),
  score: orNull(Score),
})

const Annotations = t.Object({
  appropriateness: AnnotationNode,
  factuality: AnnotationNode,
  response_quality: AnnotationNode,
  safety: AnnotationNode,
  user_experience: AnnotationNode,
})

const AlphaOfPeople = t.Object({
  ci: orNull(t.Tuple([t.Number({ minimum: -1, maximum: 1 }), t.Number({ minimum: -1, maximum: 1 })])),
  ci_kind: t.Literal('jackknife_t', { description: '95 %, over traces, those of a session together' }),
  metric: t.Literal('interval'),
  reading: t.Union([
    t.Literal('reliable'),
    t.Literal('tentative'),
    t.Literal('unreliable'),
    t.Literal('insufficient_data'),
  ]),
  reason: orNull(t.String({ description: 'why there is no value, or no interval' })),
  statistic: t.Literal('krippendorff_alpha'),
  units: t.Integer({ description: 'categories of traces that two or more answered by a number' }),
  value: orNull(t.Number({ maximum: 1 })),
})

const PeopleOfCategory = t.Object({
  gap: orNull(t.Number({ minimum: -10, maximum: 10, description: 'people minus automation, mean over the answers' })),
  max: orNull(Risk),
  mean: orNull(Risk),
  min: orNull(Risk),
  n: t.Integer({ description: 'answers that are numbers: yes is 10, no is 0' }),
  not_applicable: t.Integer(),
  unable: t.Integer(),
})

export const People = t.Object(
  {
    agreement: t.Object({ with_automation: AlphaOfPeople, within: AlphaOfPeople }),
    annotations: t.Integer({ description: 'in force: the last of each rater and trace' }),
    by_category: t.Object({
      appropriateness: PeopleOfCategory,
      factuality: PeopleOfCategory,
      response_quality: PeopleOfCategory,
      safety: PeopleOfCategory,
      user_experience: PeopleOfCategory,
    }),
    digest: t.String({
      description: 'SHA-256 of the sorted ids of the nodes of those in force, joined by line feeds',
      pattern: '^sha256:[0-9a-f]{64}$',
    }),
    gap: t.Object(
      { absolute: orNull(Risk), mean: orNull(t.Number({ minimum: -10, maximum: 10 })), n: t.Integer() },
      { description: 'people minus automation, over answers to what automation has a risk of' },
    ),
    raters: t.Integer(),
    superseded: t.Integer(),
    traces: t.Integer(),
  },
  { description: 'what people said, beside the automated annotations: it changes no score' },
)
export type People = Static<typeof People>

const LevelRater = t.Object({
  annotations: t.Integer(),
  id: t.String({ description: 'svc-auto, or a rater_id' }),
  kind: t.Union([t.Literal('CODE'), t.Literal('HUMAN')]),
  weighs: t.Boolean({ description: 'whether scores rest on it' }),
})
export type LevelRater = Static<typeof LevelRater>

/** Trees of profiles before 2.0.0 have neither. */
const peopleMembers = {
  people: t.Optional(orNull(People)),
  raters: t.Optional(t.Array(LevelRater, { description: 'whom the level rests on; of people those who said most' })),
}

/** @param kind what the interval says: how far missing evidence could move the score, or how far the sample could. */
const interpretationWith = <Kind extends TSchema>(kind: Kind, meaning: string) =>
  t.Object({
    contradictions: t.Optional(
      t.Array(t.String(), {
        description: 'what a trace says in two ways; the graver has counted. Since profiles 2.0.0',
      }),
    ),
    driver_path: t.Array(t.String(), { description: 'from the root, always to the child that contributes most' }),
    grade: orNull(Grade),
    limitations: t.Array(t.String()),
    statement: t.String(),
    validity_at_least: t.Optional(orNull(AtLeast)),
    validity_interval: orNull(t.Tuple([Score, Score], { description: meaning })),
    // Trees made before it was said here say it in level 2 alone.
    validity_interval_kind: t.Optional(kind),
    validity_interval_reason: t.Optional(Reason),
    validity_score: orNull(Score),
    verdict: Verdict,
  })
const SamplingKind = t.Union([t.Literal('sampling_interval'), t.Literal('bootstrap_percentile')])

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
      test_category: TestCategory,
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
    risks: t.Object({ ranked: Ranked, system: SystemRisks, trace: t.Object({ risk: orNull(Risk) }) }),
    validity: t.Object({
      aggregation: t.Literal('max(testing levels)'),
      construct: t.Literal('validity'),
      gates: t.Array(Gate),
      interval: t.Tuple([Score, Score]),
      interval_kind: t.Literal('missing_data_bounds'),
      risk: orNull(Risk),
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
    annotator_risk: orNull(Risk),
    basis: t.Union([
      t.Literal('testing_mode'),
      t.Literal('adversarial_test'),
      t.Literal('field_conditions'),
      t.Literal('default'),
    ]),
    conflicts: t.Array(t.String()),
    perception_risk: orNull(Risk),
    risk: orNull(Risk),
    test_category: TestCategory,
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
    annotator_responses: t.Object({ aggregation: t.String(), risk: orNull(Risk) }),
    ...peopleMembers,
    user_perception: t.Object({ risk: orNull(Risk), status: Status }),
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
        t.Object({ category: Category, flag: t.String(), mapped: t.Boolean(), severity: t.Number() }),
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
      testing_mode: orNull(TestCategory),
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

export const MeanRisk = t.Object({
  mean: orNull(Risk),
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
  interval_reason: t.Optional(Reason),
  n: t.Integer(),
  perception_risk: MeanRisk,
  risk: Risk,
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
    of: orNull(TestCategory),
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
      interval_reason: t.Optional(Reason),
      max_bias: orNull(t.Number()),
      risk: orNull(Risk),
      unacceptable: t.Optional(Rate),
      validity_score: orNull(Score),
    }),
  }),
  level_3: t.Object({
    driver: orNull(TestCategory),
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
          driver: Category,
          test_category: TestCategory,
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
