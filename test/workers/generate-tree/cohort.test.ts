/** A system's history in numbers: the published cohort, honesty about too little, and repeatability. */
import { describe, expect, test } from 'bun:test'
import { aTrace, traces } from '#test/workers/generate-tree/makers'
import { percentileAmong, summarizeCohort, summarizeRows } from '#workers/generate-tree/cohort'
import type { CohortRow } from '#workers/generate-tree/cohort-rows'
import { defaultProfile, findProfile } from '#workers/generate-tree/profiles'
import vectors from '../../vectors/aria-vectors.json'

const row = (index: number, odd: Partial<CohortRow> = {}): CohortRow => ({
  traceId: `SVC-${index}-1`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  timestamp: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  testCategory: 'model',
  risk: 5,
  annotatorRisk: 5,
  perceptionRisk: null,
  categoryRisks: [5, 5, 5, 5, null],
  contributions: [1, 1, 1, 2, 0],
  itemRisks: [],
  coverage: 1,
  riskScore: 50,
  riskLevel: 'MEDIUM',
  confidence: 0.5,
  isCompliant: true,
  isDeclared: true,
  isConsistent: true,
  isCritical: false,
  isUnacceptable: false,
  pattern: 13,
  flags: [],
  processingTimeMs: null,
  session: null,
  inputDigest: null,
  correct: null,
  ...odd,
})

/** The last version whose intervals are Student's t and bootstraps. */
const older = findProfile('trace-v1', '1.1.0') ?? defaultProfile

const mixed = (count: number) =>
  traces(count, (index) => ({
    risk_score: (index * 37) % 101,
    risk_level: (['LOW', 'MEDIUM', 'HIGH'] as const)[index % 3] ?? 'LOW',
    testing_mode: (['model', 'red_team', 'field'] as const)[index % 3] ?? 'model',
    flags: index % 4 === 0 ? ['bias'] : [],
    processing_time_ms: 100 * (index + 1),
  }))

describe('the published cohort of eight', () => {
  const { rho, raters_level, compliant, V, V95, wilson_compliance, alpha_ordinal, n_required_pm5 } = vectors.cohort
  const rows = rho.map((risk, index) =>
    row(index, {
      risk,
      isCompliant: index < compliant,
      pattern: (raters_level[index] ?? []).reduce((pattern, rating) => pattern * 3 + rating, 0),
    }),
  )
  const { reliability } = summarizeRows(rows, older)

  test('has the published mean, interval, rate, agreement and needed count', () => {
    expect(reliability).toMatchObject({ n: 8, status: 'ok', mean_validity: V, n_required_for_pm5: n_required_pm5 })
    expect(reliability.interval).toEqual({ level: 0.95, lo: V95[0] ?? 0, hi: V95[1] ?? 0, method: 'student_t' })
    expect(reliability.compliance_rate).toMatchObject({ k: 7, n: 8, rate: 0.875 })
    expect(reliability.compliance_rate.lo).toBeCloseTo(wilson_compliance[0] ?? 9, 4)
    expect(reliability.compliance_rate.hi).toBeCloseTo(wilson_compliance[1] ?? 9, 4)
    expect(reliability.agreement).toMatchObject({ reading: 'tentative', units: 8 })
    expect(reliability.agreement.value).toBeCloseTo(alpha_ordinal, 4)
  })

  test('is too small for a bootstrap, and says so by null', () => {
    expect(reliability.bootstrap).toBeNull()
    expect(reliability.agreement.ci).toBeNull()
  })

  test('is reliable as far as its four parts are', () => {
    const precision = 1 - (V95[1] ?? 0) / 100 + (V95[0] ?? 0) / 100
    const expected = 100 * (0.4 * precision + 0.3 * alpha_ordinal + 0.2 * 1 + 0.1 * 1)

    expect(reliability.reliability_score).toBeCloseTo(expected, 1)
  })
})

describe('too little to say', () => {
  test('one trace has a mean, and neither interval nor reliability', () => {
    expect(summarizeCohort([aTrace()], defaultProfile).reliability).toMatchObject({
      n: 1,
      status: 'insufficient_data',
      mean_validity: 57.98,
      interval: null,
      bootstrap: null,
      reliability_score: null,
      n_required_for_pm5: null,
    })
  })

  test('no trace at all gives nulls and zeros, never a made-up number', () => {
    const { collation, n, reliability, systemRisks, timing, topFlags } = summarizeCohort([], defaultProfile)

    expect(n).toBe(0)
    expect(reliability).toMatchObject({ mean_validity: null, mean_coverage: null, status: 'insufficient_data' })
    expect(reliability.compliance_rate).toMatchObject({ k: 0, n: 0, rate: null, lo: null, hi: null })
    expect(reliability.agreement).toMatchObject({ value: null, reading: 'insufficient_data' })
    expect(systemRisks.overall).toEqual({ aggregation: 'max', max_bias: null, risk: null })
    expect(collation).toMatchObject({ item_table: [], window: { from: null, n: 0, to: null } })
    expect([timing.cohort_p50, timing.trend, topFlags]).toEqual([null, null, []])
  })
})

test('the window keeps the newest, and the order it is given in says nothing', () => {
  const profile = { ...defaultProfile, cohort: { ...defaultProfile.cohort, window: 20 } }
  const history = mixed(30)

  const cohort = summarizeCohort(history, profile)

  expect(cohort.n).toBe(20)
  expect(cohort.traceIds.has('SVC-9-1700000000000')).toBe(false)
  expect(cohort.collation.window.to).toBe(history.at(-1)?.created_at ?? '')
  expect(summarizeCohort(history.toReversed(), profile)).toEqual(cohort)
})

test('equal traces are not resampled early, whatever their value', () => {
  const three = (risk_score: number, confidence: number) =>
    summarizeCohort(
      traces(3, () => ({ risk_score, confidence })),
      older,
    ).reliability

  for (const [score, confidence] of [
    [33, 0.7],
    [50, 0.5],
    [73.3, 0.1],
  ] as const) {
    expect(three(score, confidence)).toMatchObject({ bootstrap: null, agreement: { ci: null } })
  }
})

test('same traces, same bootstrap', () => {
  const { reliability } = summarizeCohort(mixed(60), older)

  expect(reliability.bootstrap).toEqual(summarizeCohort(mixed(60), older).reliability.bootstrap)
  expect(reliability.bootstrap?.lo).toBeLessThan(reliability.mean_validity ?? 0)
  expect(reliability.bootstrap?.hi).toBeGreaterThan(reliability.mean_validity ?? 100)
  expect(reliability.agreement.ci?.[0]).toBeLessThan(reliability.agreement.value ?? -9)
})

test('the bootstrap knows the spread that the t interval knows', () => {
  const { bootstrap, interval } = summarizeCohort(mixed(400), older).reliability

  expect(Math.abs((bootstrap?.lo ?? 0) - (interval?.lo ?? 99))).toBeLessThan(0.3)
  expect(Math.abs((bootstrap?.hi ?? 0) - (interval?.hi ?? 99))).toBeLessThan(0.3)
})

test('traces of one session count together: the interval widens', () => {
  const rows = Array.from({ length: 40 }, (_, index) => row(index, { risk: 2 + Math.floor(index / 10) * 2 }))
  const inSessions = rows.map((one, index) => ({ ...one, session: `s${Math.floor(index / 10)}` }))

  const plain = summarizeRows(rows, older).reliability
  const clustered = summarizeRows(inSessions, older).reliability

  expect([plain.interval?.method, clustered.interval?.method]).toEqual(['student_t', 'cluster_t'])
  expect(clustered.interval?.lo).toBeLessThan((plain.interval?.lo ?? 0) - 10)
  expect(clustered.bootstrap?.lo).toBeLessThan((plain.bootstrap?.lo ?? 0) - 5)
})

test('a maximum over equal testing levels overstates, and the estimate says by how much', () => {
  const rows = Array.from({ length: 90 }, (_, index) =>
    row(index, {
      testCategory: (['model', 'red_team', 'field'] as const)[index % 3] ?? 'model',
      risk: 5 + (Math.floor(index / 3) % 2 === 0 ? 2 : -2),
    }),
  )

  const { overall } = summarizeRows(rows, defaultProfile).systemRisks

  // Standard error 2 / √30 each; the largest of three normals lies 0.846 of it above: 0.309.
  expect(overall.max_bias).toBeCloseTo(0.31, 1)
  expect(
    summarizeRows(
      rows.filter((one) => one.testCategory === 'model'),
      defaultProfile,
    ).systemRisks.overall,
  ).toEqual({
    aggregation: 'max',
    max_bias: 0,
    risk: 5,
  })
})

test('equal inputs tell how far a system repeats itself', () => {
  const risks = [1, 3, 6, 6, 9]
  const inputs = ['a', 'a', 'b', 'b', null]
  const rows = risks.map((risk, index) => row(index, { risk, inputDigest: inputs[index] ?? null }))

  const { reliability } = summarizeRows(rows, defaultProfile)

  expect(reliability.repeatability).toEqual({ inputs: 2, n: 4, pass_k: 0.5 })
  expect(reliability.repeatability_sd).toBe(1)
})

test('calibration speaks only where the senders say what came true', () => {
  const rows = [row(0, { confidence: 0.9, correct: true }), row(1, { confidence: 0.9, correct: false }), row(2)]

  expect(summarizeRows(rows, defaultProfile).reliability.calibration).toEqual({ brier: 0.41, ece: 0.4, n: 2 })
})

test('collation: missing evidence is counted, not averaged in', () => {
  const { collation, topFlags } = summarizeCohort(
    [
      aTrace({ trace_id: 'SVC-a-1', flags: ['bias', 'Bias'], confidence: 1 }),
      aTrace({ trace_id: 'SVC-b-1', confidence: 0 }),
    ],
    defaultProfile,
  )

  const table = Object.fromEntries(collation.item_table.map(({ item, ...counts }) => [item, counts]))
  expect(collation.item_table).toHaveLength(19)
  expect(table['factuality.uncertainty']).toEqual({ mean: 5, missing: 0, n: 2 })
  expect(table['appropriateness.appropriateness_flags']).toEqual({ mean: 6, missing: 1, n: 1 })
  expect(table['user_experience.latency']).toEqual({ mean: null, missing: 2, n: 0 })
  expect(topFlags).toEqual([{ flag: 'bias', interval: [0.0126, 0.9874], method: 'clopper_pearson', n: 1, rate: 0.5 }])
})

test('a percentile is a mid-rank', () => {
  expect([5, 10, 15, 40].map((value) => percentileAmong([10, 10, 20, 30], value))).toEqual([0, 0.25, 0.5, 1])
  expect(percentileAmong([], 3)).toBeNull()
})

describe('since version 2.0.0', () => {
  const spread = (count: number, odd: (index: number) => Partial<CohortRow> = () => ({})) =>
    Array.from({ length: count }, (_, index) => row(index, { risk: (index * 37) % 11, ...odd(index) }))

  test('few traces have no interval and a reason, and all the same what is proven of them', () => {
    const { reliability, collation } = summarizeRows(spread(21), defaultProfile)

    expect(reliability).toMatchObject({
      agreement: { ci: null, ci_reason: '21 traces, 100 are needed' },
      bootstrap: null,
      interval: null,
      interval_reason: '21 traces, 100 are needed',
      status: 'ok',
    })
    expect(reliability.at_least).toBeLessThan(reliability.mean_validity ?? 0)
    expect(collation.confidence).toMatchObject({ ci95: null, ci95_reason: '21 traces, 100 are needed' })
  })

  test('many have one, inside the scale, and no reason', () => {
    const { reliability } = summarizeRows(spread(300), defaultProfile)

    expect(reliability.interval).toMatchObject({ level: 0.95, method: 'weighted' })
    expect(reliability.interval_reason).toBeUndefined()
    expect(reliability.interval?.lo).toBeLessThan(reliability.mean_validity ?? 0)
    expect(reliability.interval?.hi).toBeGreaterThan(reliability.mean_validity ?? 100)
    expect(reliability.at_least).toBeLessThan(reliability.mean_validity ?? 0)
  })

  test('a mean over testing levels that differ has none: their mix would decide', () => {
    const apart = spread(400, (index) => ({
      testCategory: index % 2 === 0 ? 'field' : 'model',
      risk: (index % 2 === 0 ? 0 : 5) + ((index * 37) % 11) / 2,
    }))
    const { reliability, collation } = summarizeRows(apart, defaultProfile)

    expect(reliability.interval).toBeNull()
    expect(reliability.interval_reason).toBe('the testing levels differ: a mean over all of them depends on their mix')
    expect(collation.risk_score.ci95_reason).toStartWith('no spread')
  })

  test('two traces, the best and the worst, give bounds on the scale instead of impossible ones', () => {
    const { reliability, collation } = summarizeRows(
      [row(0, { risk: 0, riskScore: 0, confidence: 0 }), row(1, { risk: 10, riskScore: 100, confidence: 1 })],
      defaultProfile,
    )

    expect([reliability.interval, collation.confidence.ci95, collation.risk_score.ci95]).toEqual([null, null, null])
    expect(reliability.at_least).toBeGreaterThanOrEqual(0)
  })

  test('two equal traces, or thirty of one session, prove next to nothing', () => {
    const equal = summarizeRows([row(0), row(1)], defaultProfile).reliability
    const session = summarizeRows(
      Array.from({ length: 30 }, (_, index) => row(index, { session: 'one' })),
      defaultProfile,
    ).reliability

    expect(equal).toMatchObject({ interval: null, status: 'ok' })
    expect(equal.at_least).toBeLessThan(20)
    expect(session).toMatchObject({
      at_least: null,
      interval: null,
      reliability_score: null,
      status: 'insufficient_data',
    })
  })

  test('a rate of none has an upper end, and sessions count as sessions', () => {
    const alone = summarizeRows(spread(50), defaultProfile).reliability.high_rate
    const together = summarizeRows(
      spread(50, (index) => ({ session: `s${Math.floor(index / 5)}` })),
      defaultProfile,
    ).reliability.high_rate

    expect(alone).toEqual({ hi: 0.0711, k: 0, lo: 0, method: 'clopper_pearson', n: 50, rate: 0 })
    expect(together).toMatchObject({ k: 0, lo: 0, method: 'clustered_bounds', n: 50 })
    expect(together.hi).toBeCloseTo(1 - 0.025 ** (1 / 10), 2)
  })

  test('agreement has an interval where enough differ and enough are rated other than most', () => {
    const patterns = [0, 0, 0, 0, 1, 13, 13, 4, 26, 26]
    const { agreement } = summarizeRows(
      spread(200, (index) => ({ pattern: patterns[index % 10] ?? 0 })),
      defaultProfile,
    ).reliability
    const allSame = summarizeRows(
      spread(200, () => ({ pattern: 0 })),
      defaultProfile,
    ).reliability.agreement

    expect(agreement.ci?.[0]).toBeLessThan(agreement.value ?? -9)
    expect(agreement.ci?.[1]).toBeGreaterThan(agreement.value ?? 9)
    expect(allSame).toMatchObject({ ci: null, ci_reason: 'raters differ in 0 of 200 traces, 10 are needed' })
  })

  test('neither the order of arrival nor new ids change a figure; the trend is by the own time of the traces', () => {
    const given = spread(120, (index) => ({ risk: index / 12, session: `s${index % 70}` }))
    const arrivedLater = given.map((one, index) => ({
      ...one,
      traceId: `SVC-new-${(index * 77) % 120}`,
      createdAt: new Date(Date.UTC(2026, 5, 1) + ((index * 53) % 120) * 60_000).toISOString(),
    }))
    const figuresOf = (rows: CohortRow[]) => {
      const { reliability, systemRisks, collation, topFlags, timing } = summarizeRows(rows, defaultProfile)
      return { reliability, systemRisks, topFlags, timing, collation: { ...collation, window: null } }
    }

    expect(figuresOf(arrivedLater)).toEqual(figuresOf(given))
    expect(figuresOf(arrivedLater.toReversed())).toEqual(figuresOf(given))
    expect(figuresOf(arrivedLater).timing.trend).toMatchObject({ kendall_tau: 1, p: 0 })
  })
})
