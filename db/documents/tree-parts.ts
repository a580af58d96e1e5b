/** What the trees of a trace and of a system have in common: risks, shares, and what is said of a system's traces. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { testingModes } from '#db/documents/states'

// Members stand in RFC 8785 order (by key), so that JSON.stringify of a built tree is its canonical form.

export const RiskValue = t.Number({ minimum: 0, maximum: 10, description: 'risk, 0 best to 10 worst, 2 decimals' })
export const Score = t.Number({ minimum: 0, maximum: 100, description: '100 - 10 risk, 2 decimals' })
export const Share = t.Number({ minimum: 0, maximum: 1 })
export const Digest = t.String({ pattern: '^sha256:[0-9a-f]{64}$' })
export const TestingLevelName = t.Union(testingModes.map((mode) => t.Literal(mode)))
export const TreeStatus = t.Union([t.Literal('ok'), t.Literal('insufficient_data'), t.Literal('not_assessable')])

const Verdict = t.Union([
  t.Literal('acceptable'),
  t.Literal('conditional'),
  t.Literal('unacceptable'),
  t.Literal('not_assessable'),
])

const Grade = t.Union([t.Literal('A'), t.Literal('B'), t.Literal('C'), t.Literal('D'), t.Literal('E')])

export const CategoryName = t.Union([
  t.Literal('appropriateness'),
  t.Literal('factuality'),
  t.Literal('response_quality'),
  t.Literal('safety'),
  t.Literal('user_experience'),
])

export const orNull = <Schema extends Parameters<typeof t.Union>[0][number]>(schema: Schema) =>
  t.Union([schema, t.Null()])
const Pair = t.Tuple([t.Number(), t.Number()], { description: '[low, high], in the unit of what they bound' })
export const IntervalReason = t.String({ description: 'why there is no interval; absent where there is one' })

export const AtLeast = t.Number({
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
      ci_reason: t.Optional(IntervalReason),
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
    interval_reason: t.Optional(IntervalReason),
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
    status: TreeStatus,
  },
  { description: 'how far the system under this trace can be relied on, from its last traces' },
)
export type Reliability = Static<typeof Reliability>

const LevelRisk = orNull(t.Object({ n: t.Integer(), risk: RiskValue }))

export const SystemRisks = t.Object({
  field: LevelRisk,
  model: LevelRisk,
  overall: t.Object({
    aggregation: t.Literal('max'),
    max_bias: orNull(t.Number({ description: 'estimate of how much the maximum overstates; not subtracted' })),
    risk: orNull(RiskValue),
  }),
  red_team: LevelRisk,
})

export const Ranked = t.Array(
  t.Object({
    contribution: orNull(Share),
    id: CategoryName,
    risk: orNull(RiskValue),
  }),
  { description: 'categories by their share of the risk, largest first; null share when the risk is 0' },
)

export const Spread = t.Object({
  ci95: orNull(Pair),
  ci95_reason: t.Optional(IntervalReason),
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
  item_table: t.Array(t.Object({ item: t.String(), mean: orNull(RiskValue), missing: t.Integer(), n: t.Integer() }), {
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

export const CohortFlags = t.Array(
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

export const Trend = orNull(t.Object({ kendall_tau: t.Number(), of: t.Literal('trace_risk'), p: Share }))

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
  max: orNull(RiskValue),
  mean: orNull(RiskValue),
  min: orNull(RiskValue),
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
      { absolute: orNull(RiskValue), mean: orNull(t.Number({ minimum: -10, maximum: 10 })), n: t.Integer() },
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
export const peopleMembers = {
  people: t.Optional(orNull(People)),
  raters: t.Optional(t.Array(LevelRater, { description: 'whom the level rests on; of people those who said most' })),
}

/** @param kind what the interval says: how far missing evidence could move the score, or how far the sample could. */
export const interpretationWith = <Kind extends TSchema>(kind: Kind, meaning: string) =>
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
    validity_interval_reason: t.Optional(IntervalReason),
    validity_score: orNull(Score),
    verdict: Verdict,
  })
