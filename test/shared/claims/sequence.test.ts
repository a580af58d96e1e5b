/** The confidence sequence of a claim: what it promises, and that it is the same to the byte. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { expOfNegative, ln } from '#shared/claims/exact'
import { begin, claimStanding, type Judge, judgeOf, observe, type SequenceState } from '#shared/claims/sequence'
import { betsOn, type Cells, cellsOfRange, counted, lnWealth, sumOf } from '#shared/claims/wealth'
import { isKept, keptPlaces } from '#shared/contracts/claim-series'
import type { ClaimTerms } from '#shared/contracts/claims'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { seededIndices } from '#test/support/statistics'

const registration = { id: sha256Hex('claim'), leaf: 7 }
const terms = (more: Partial<ClaimTerms> = {}): ClaimTerms => ({
  population: {},
  measure: { kind: 'risk_score' },
  direction: 'at_most',
  threshold: 30,
  level: 0.95,
  ...more,
})
const after = (judge: Judge, units: readonly (number | null)[], state = begin(registration)): SequenceState =>
  units.reduce<SequenceState>(
    (before, each) => observe(judge, before, { leaf: before.leaf + 1, node: sha256Hex(`${before.leaf}`), units: each }),
    state,
  )

test('logarithm and exponential agree with the platform’s to the last bits', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (x) => {
      expect(Math.abs(ln(x) - Math.log(x))).toBeLessThanOrEqual(1e-15 * Math.max(1, Math.abs(Math.log(x))))
    }),
    { numRuns: 5000 },
  )
  fc.assert(
    fc.property(fc.double({ min: -40, max: 0, noNaN: true }), (x) => {
      expect(Math.abs(expOfNegative(x) / Math.exp(x) - 1)).toBeLessThan(1e-14)
    }),
    { numRuns: 5000 },
  )
  expect([ln(1), expOfNegative(0), expOfNegative(-1e9)]).toEqual([0, 1, 0])
})

test('before any trace all is open', () => {
  expect(claimStanding(judgeOf(terms()), begin(registration))).toEqual({
    n: 0,
    missing: 0,
    value: null,
    lower: 0,
    upper: 100,
    verdict: 'undecided',
    since: null,
  })
})

test('what lies between two kept values is worth less than the observations themselves, never more', () => {
  const units = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 9999 }), (drawn, mean) => {
      const cells = drawn.reduce<Cells>(counted, [])
      let wealth = 0
      const { lnParts, lnFactors } = betsOn('above', mean)
      lnParts.forEach((lnPart, bet) => {
        // A bet's stake is read back from what it makes of the range's lower end.
        const stake = ((1 - Math.exp(lnFactors[bet * cellsOfRange] ?? 0)) * 10_000) / mean
        wealth += drawn.reduce((purse, each) => purse * (1 + (stake * (each - mean)) / 10_000), Math.exp(lnPart))
      })

      expect(sumOf(cells)).toBe(drawn.reduce((sum, each) => sum + each, 0))
      expect(lnWealth(cells, betsOn('above', mean), 1)).toBeLessThanOrEqual(Math.log(wealth) + 1e-9)
    }),
  )
})

test('the wealth is expected to stay what it is when the mean is the threshold', () => {
  // Every distribution over three values with that mean, one step: the mixture's factor is 1 on average.
  for (const mean of [1, 200, 3000, 5000, 9999]) {
    const at = (units: number) => {
      return Math.exp(lnWealth(counted([], units), betsOn('above', mean), 1))
    }
    expect((at(0) * (10_000 - mean) + at(10_000) * mean) / 10_000).toBeCloseTo(1, 9)
  }
})

test('a state that went through JSON goes on to the same bytes', () => {
  const judge = judgeOf(terms())
  const units = fc.array(fc.option(fc.integer({ min: 0, max: 10_000 })), { maxLength: 80 })
  fc.assert(
    fc.property(units, units, (first, second) => {
      const half = after(judge, first)
      const whole = after(judge, second, half)
      const again = after(judgeOf(terms()), second, JSON.parse(JSON.stringify(half)))

      expect(JSON.stringify(again)).toBe(JSON.stringify(whole))
      expect(canonicalJson(whole)).toBe(JSON.stringify(whole))
    }),
    { numRuns: 30 },
  )
})

test('bounds and verdict say the same: refuted is a lower bound at the threshold or above it', () => {
  const judge = judgeOf(terms())
  let state = begin(registration)
  for (let n = 1; state.verdict !== 'refuted'; n += 1) {
    const before = claimStanding(judge, state)
    expect(before.lower).toBeLessThan(30)
    state = after(judge, [n % 3 === 0 ? 1234 : 6789], state)
  }
  expect(claimStanding(judge, state).lower).toBeGreaterThanOrEqual(30)
  expect(state.since).toEqual({ leaf: state.leaf, n: state.n })
})

test('the other direction is the mirror image', () => {
  const units = Array.from({ length: 200 }, (_, at) => (at * 7919) % 4000)
  const most = after(judgeOf(terms()), units)
  const least = after(
    judgeOf(terms({ direction: 'at_least', threshold: 70 })),
    units.map((each) => 10_000 - each),
  )

  const [a, b] = [claimStanding(judgeOf(terms()), most), claimStanding(judgeOf(terms({ threshold: 70 })), least)]
  expect(b).toMatchObject({ n: a.n, verdict: 'holding', since: a.since })
  expect([b.lower, b.upper]).toEqual([100 - a.upper, 100 - a.lower].map((each) => expect.closeTo(each, 9)))
})

test('what is refuted stays refuted, what holds can still be refuted', () => {
  const judge = judgeOf(terms())
  const held = after(judge, Array(100).fill(1000))
  const refuted = after(judge, Array(2000).fill(9000), held)
  const later = after(judge, Array(20_000).fill(0), refuted)

  expect([held.verdict, refuted.verdict, later.verdict]).toEqual(['holding', 'refuted', 'refuted'])
  expect(later.since).toEqual(refuted.since)
  expect(claimStanding(judge, later).upper).toBeLessThan(30)
})

test('a trace without a value is counted, moves no bound, and stands in the digest', () => {
  const judge = judgeOf(terms())
  const some = after(judge, [3000, 4000])
  const more = after(judge, [null], some)

  expect(more).toEqual({ ...some, missing: 1, leaf: some.leaf + 1, digest: more.digest })
  expect(more.digest).not.toBe(some.digest)
})

test('a trace that does not come after the one before, or after the claim, is refused', () => {
  const judge = judgeOf(terms())
  const trace = { node: sha256Hex('trace'), units: 1 }

  expect(() => observe(judge, begin(registration), { ...trace, leaf: 7 })).toThrow(RangeError)
  expect(() => observe(judge, after(judge, [1]), { ...trace, leaf: 8 })).toThrow(RangeError)
})

test('the series keeps the first thirty, then 27 of each tenfold', () => {
  const kept = Array.from({ length: 3000 }, (_, at) => at + 1).filter(isKept)

  expect(kept.slice(28, 33)).toEqual([29, 30, 40, 50, 60])
  expect(kept.length).toBe(30 + 27 + 27)
  expect(kept.slice(-2)).toEqual([2900, 3000])
})

test('where its points must be is told of a state alone, behind any of them, with its last turn', () => {
  for (const n of [0, 1, 30, 31, 40, 299, 300, 301, 3000, 3001, 12_345]) {
    const all = Array.from({ length: n }, (_, at) => at + 1).filter(isKept)

    expect(keptPlaces({ n, since: null })).toEqual(all)
    expect(keptPlaces({ n, since: null }, 35)).toEqual(all.filter((each) => each > 35))
  }
  expect(keptPlaces({ n: 60, since: { n: 47 } }, 40)).toEqual([47, 50, 60])
  expect(keptPlaces({ n: 60, since: { n: 50 } }, 40)).toEqual([50, 60])
})

test('a guess of where the bounds are changes nothing of them', () => {
  const judge = judgeOf(terms())
  const units = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 60 })
  const share = fc.integer({ min: -1, max: 101 })
  fc.assert(
    fc.property(units, share, share, (drawn, lower, upper) => {
      const state = after(judge, drawn)

      expect(claimStanding(judge, state, { lower, upper })).toEqual(claimStanding(judge, state))
    }),
  )
})

test('a mean is told in as many digits as it has', () => {
  const judge = judgeOf(terms())

  const units = [...Array(11).fill(5372), ...Array(39).fill(5373)]
  expect(claimStanding(judge, after(judge, units)).value).toBe(53.7278)
  expect(claimStanding(judge, after(judge, [1, 0, 0])).value).toBe(0.0033)
})

test('no event in n traces leaves an upper bound that falls with n', () => {
  const judge = judgeOf(terms({ measure: { kind: 'non_compliant' }, threshold: 0.02 }))
  const upper = (n: number) => claimStanding(judge, after(judge, Array(n).fill(0))).upper

  expect(upper(1)).toBeGreaterThan(0.9)
  expect(upper(100)).toBeLessThan(0.1)
  expect(after(judge, Array(1000).fill(0)).verdict).toBe('holding')
})

test('traces that hang together by fives refute as few true claims as those that do not, whole or interleaved', () => {
  const judge = judgeOf(terms({ measure: { kind: 'non_compliant' }, threshold: 0.3, session_size: 5 }))
  const blind = judgeOf(terms({ measure: { kind: 'non_compliant' }, threshold: 0.3 }))
  const refuted = { whole: 0, interleaved: 0, blind: 0 }
  for (let stream = 0; stream < 200; stream += 1) {
    const draw = seededIndices(stream)
    const sessions = Array.from({ length: 60 }, () => (draw(10) < 3 ? 10_000 : 0))
    const whole = sessions.flatMap((units) => Array<number>(5).fill(units))
    const interleaved = sessions.flatMap((_, at) =>
      at % 10
        ? []
        : Array<number[]>(5)
            .fill(sessions.slice(at, at + 10))
            .flat(),
    )
    const isRefuted = (by: Judge, units: number[]) => (after(by, units).verdict === 'refuted' ? 1 : 0)
    refuted.whole += isRefuted(judge, whole)
    refuted.interleaved += isRefuted(judge, interleaved)
    refuted.blind += isRefuted(blind, whole)
  }

  expect(refuted.whole).toBeLessThan(5)
  expect(refuted.interleaved).toBeLessThan(5)
  expect(refuted.blind).toBeGreaterThan(20)
})

test('of true claims looked at after every trace, hardly one in forty is refuted, and no more leave the bounds than may', () => {
  const streams = 1000
  let [refuted, excluded] = [0, 0]
  for (const [at, rate] of [0.02, 0.3, 0.5, 0.9].entries()) {
    const judge = judgeOf(terms({ measure: { kind: 'non_compliant' }, threshold: rate }))
    for (let stream = 0; stream < streams / 4; stream += 1) {
      const draw = seededIndices(1000 * at + stream)
      let state = begin(registration)
      let wasExcluded = false
      for (let look = 0; look < 300 && state.verdict !== 'refuted'; look += 1) {
        const units = draw(10_000) < 10_000 * rate ? 10_000 : 0
        state = observe(judge, state, { leaf: state.leaf + 1, node: registration.id, units })
        wasExcluded ||= state.verdict !== 'undecided'
      }
      if (state.verdict === 'refuted') refuted += 1
      if (wasExcluded) excluded += 1
    }
  }

  expect(refuted / streams).toBeLessThan(0.025)
  expect(excluded / streams).toBeLessThan(0.05)
})
