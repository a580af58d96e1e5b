/** The analysis of articles: right where it is whole, and bounded, patient and truthful where it is not. */
import { expect, test } from 'bun:test'
import type { Article } from '#shared/contracts/constitution'
import { compileConstitution, compiling } from '#shared/governance/compile'
import { atPace, openPace } from '#shared/kernel/pace'
import { costlyConstitution, shipped } from '#test/support/hostile-constitution'

const warningsOf = (articles: Article[], partsAllowed?: number): string[] =>
  (compileConstitution(JSON.stringify({ ...shipped, articles }), { partsAllowed }).compiled?.warnings ?? []).map(
    ({ article, message }) => `${article} ${message}`,
  )

/** Linear congruential: the same articles each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

const [model] = costlyConstitution(1).articles as [Article]
const tiers = ['T2', 'T3'] as const

/** Broken where the score is in a range and the confidence below a threshold: which shadows which is told by the numbers. */
type Box = { from: number; to: number; confidence: number; tier: 'T2' | 'T3' }
const articleOf = ({ from, to, confidence, tier }: Box, at: number): Article => ({
  ...model,
  id: `A-${at + 10}`,
  tier,
  rule: `risk_score < ${from}.0 || risk_score > ${to}.0 || confidence > 0.${confidence}`,
  examples: {
    pass: [{ risk_score: from - 1, confidence: 0 }],
    fail: [{ risk_score: from, confidence: 0 }],
  },
})

test('finds the shadows that there are, and no others', () => {
  const next = numbersFrom(7)
  for (let round = 0; round < 20; round += 1) {
    const boxes = Array.from({ length: 6 }, (): Box => {
      const from = 1 + next(5)
      return { from, to: from + next(4), confidence: 1 + next(9), tier: tiers[next(2)] ?? 'T2' }
    })
    const isIn = (inner: Box, outer: Box) =>
      outer.from <= inner.from &&
      inner.to <= outer.to &&
      inner.confidence <= outer.confidence &&
      inner.tier <= outer.tier
    const shadowed = boxes.flatMap((box, at) => {
      const by = boxes.findIndex((other) => other !== box && isIn(box, other))
      return by < 0 ? [] : [`A-${at + 10} is shadowed: A-${by + 10} fails wherever it does, at no lesser tier`]
    })

    const warnings = warningsOf(boxes.map(articleOf))

    expect(warnings.filter((text) => text.includes('shadowed'))).toEqual(shadowed)
    expect(warnings.some((text) => text.includes('looked through'))).toBe(false)
  }
})

test('with nothing left to spend it names each article and counts the pairs that it did not look at', () => {
  const { articles } = costlyConstitution(12)

  const ofArticles = warningsOf(articles, 2_000_000)
  const ofPairs = warningsOf(articles, 50_000_000)

  expect(ofArticles.filter((text) => /^A-\d+ is not analysed/.test(text)).length).toBeGreaterThan(5)
  expect(ofPairs.some((text) => text.includes('is not analysed'))).toBe(false)
  expect(ofPairs.at(-1)).toMatch(/^null \d+ of 132 pairs were not looked through/)
})

test('a constitution of 500 articles in which every pair differs in one point is read within seconds', () => {
  const before = process.cpuUsage()

  const { compiled } = compileConstitution(JSON.stringify(costlyConstitution(500)))

  expect(compiled?.articles.length).toBe(500)
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15)
})

test('others go first every few milliseconds, and a signal ends it in the midst of a pair', async () => {
  const ending = new AbortController()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
    if (turns === 10) ending.abort(new Error('called off'))
  }, 1)
  const steps = compiling(JSON.stringify(costlyConstitution(40)), { partsAllowed: Number.MAX_SAFE_INTEGER })

  await expect(atPace(steps, openPace(ending.signal))).rejects.toThrow('called off')

  clearInterval(timer)
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('a rule that is nested, long or loops is refused before it is evaluated', () => {
  const faultOf = (rule: string) =>
    compileConstitution(JSON.stringify({ ...shipped, articles: [{ ...model, rule }] })).faults?.[0]?.message ?? ''

  for (const rule of [
    `${'('.repeat(900)}true${')'.repeat(900)}`,
    `${'!'.repeat(1990)}true`,
    `${'true ? '.repeat(120)}true${' : true'.repeat(120)}`,
    `risk_score in [${'1.0,'.repeat(400)}1.0]`,
    Array.from({ length: 200 }, () => 'true').join('||'),
  ])
    expect(faultOf(rule)).toStartWith('is not CEL that we take')
  expect(faultOf("risk_level.matches('(a+)+$')")).toContain('calls matches()')
  expect(faultOf('[1.0].all(x, x > 0.0)')).not.toBe('')
  expect(faultOf("'x'.contains('y'.repeat(10000000))")).not.toBe('')
})
