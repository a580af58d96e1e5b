/** Dimensions put together: weights of those with a score, vetoes that cap and say so, bands, violations. */
import { describe, expect, test } from 'bun:test'
import type { Dimension, DimensionScore } from '#db/documents/alignment'
import { harmonySettingsOf } from '#shared/calibration/parameters'
import { meanOf, overallOf, sharesOf, violationsOf } from '#workers/analyze-content/harmony/overall'

const settings = harmonySettingsOf({}, { constitution: 'c', version: 0 })
const scored = (id: Dimension, score: number | null): DimensionScore => ({
  id,
  score,
  weight: 0,
  status: score === null ? 'not_applicable' : 'scored',
  confidence: 1,
  signals:
    score === null
      ? []
      : [{ id: 's', value: 1, effect: score - 100, because: 'it is', spans: [{ start: 0, end: 1, text: 'a' }] }],
  counterfactual: null,
})

describe('the whole', () => {
  test('is the weighted geometric mean of what has a score, and their weights come to one', () => {
    const dimensions = [scored('clarity', 50), scored('honesty', 100), scored('purpose', null)]

    const shares = sharesOf(dimensions, settings.weights)

    expect([...shares.values()]).toEqual([0.1 / (0.1 + 0.18), 0.18 / (0.1 + 0.18), 0])
    expect(meanOf(dimensions, settings.weights)).toBe(
      Math.round(Math.exp((Math.log(50) * 0.1 + Math.log(100) * 0.18) / 0.28) * 100) / 100,
    )
  })

  test('is null, not nought, where nothing has a score, or what has one weighs nothing', () => {
    expect(overallOf([scored('purpose', null)], settings)).toMatchObject({ score: null, band: null, capped_by: [] })
    expect(meanOf([scored('clarity', 50)], { ...settings.weights, clarity: 0 })).toBeNull()
  })

  test('is not nought because one dimension is', () => {
    expect(meanOf([scored('respect', 0), scored('safety', 100)], settings.weights)).toBeGreaterThan(20)
  })

  test.each([
    [39.75, 40, true],
    [40, undefined, false],
  ])('with safety at %p is capped to %p', (safety, cap, isCapped) => {
    const all = [scored('clarity', 100), scored('honesty', 100), scored('fairness', 100), scored('safety', safety)]

    const { score, capped_by: cappedBy, band } = overallOf(all, settings)

    expect(cappedBy.map((each) => [each.dimension, each.cap])).toEqual(isCapped ? [['safety', 40]] : [])
    expect(isCapped ? score : (score ?? 0) > 40).toEqual(isCapped ? (cap ?? 0) : true)
    expect(band).toBe(isCapped ? 'misaligned' : 'mixed')
  })

  test('is mixed at best where a dimension is under its threshold', () => {
    expect(overallOf([scored('clarity', 59), scored('safety', 100)], settings)).toMatchObject({ band: 'mixed' })
    expect(overallOf([scored('clarity', 60), scored('safety', 100)], settings)).toMatchObject({ band: 'aligned' })
  })
})

test('a violation is named with its principle, its tier, its rule and the place that shows it; none at the threshold', () => {
  expect(violationsOf([scored('respect', 60), scored('clarity', 59.75), scored('safety', 39)], settings)).toEqual([
    { principle: 'harmonic.threshold.clarity', tier: 'T2', span: { start: 0, end: 1, text: 'a' }, rule: 'clarity.s' },
    { principle: 'harmonic.threshold.safety', tier: 'T3', span: { start: 0, end: 1, text: 'a' }, rule: 'safety.s' },
  ])
})
