/**
 * Do the intervals of trees hold what they say? Systems drawn from populations whose truth is known, through the served functions.
 * `bun bench/coverage.ts [systems] [share k/n of the populations] [sizes, by commas]`: coverage of each 95 % interval, and of each proven bound.
 */

import { type CohortRow, rowsOf } from '#workers/generate-tree/cohort-rows'
import { defaultProfile as profile } from '#workers/generate-tree/profiles'
import { addCoincidences, alphaOf } from '#workers/generate-tree/statistics'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import type { TestCategory, TreeTrace } from '#workers/generate-tree/trace'

type Draw = (random: Random) => number
/** One testing level of a population: its share of the traces, its risk scores, how often they are catastrophic, its sessions. */
type Part = {
  level: TestCategory
  share: number
  score: Draw
  catastrophes?: number
  session?: { least: number; most: number; alike: number }
}
type Population = { name: string; parts: readonly Part[]; sizes?: readonly number[] }
/** What a cell counts of one interval or bound. */
type Count = { given: number; held: number; asked: number; reason: string | null }

/** A seeded stream (sfc32): uniform, normal, gamma (Marsaglia and Tsang) and beta numbers. */
class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number) {
    this.a = seed | 0
    this.b = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
    this.c = Math.imul(seed ^ 0xc2b2ae35, 0x27d4eb2f)
    for (let step = 0; step < 12; step += 1) this.uniform()
  }

  uniform(): number {
    const sum = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return ((sum >>> 0) + 0.5) / 2 ** 32
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform())
  }

  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * this.uniform() ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = this.normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(this.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }

  beta(a: number, b: number): number {
    const one = this.gamma(a)
    return one / (one + this.gamma(b))
  }
}

const usual = [10, 20, 50, 200]
const alsoLarge = [...usual, 1000]
const large = new Set(['uniform', 'two humps', '5 % catastrophes', '8 % catastrophes', 'sessions of 1 to 9, skewed'])
/** Of a cell's systems, from which share on it counts as one in which an interval is given. */
const givenFrom = 0.2

const beta =
  (a: number, b: number, from = 0, to = 100): Draw =>
  (random) =>
    from + (to - from) * random.beta(a, b)
const either =
  (share: number, one: Draw, other: Draw): Draw =>
  (random) =>
    random.uniform() < share ? one(random) : other(random)
const alone = (name: string, score: Draw, odd: Partial<Part> = {}): Population => ({
  name,
  parts: [{ level: 'model', share: 1, score, ...odd }],
  ...(large.has(name) && { sizes: alsoLarge }),
})
const three = (name: string, scores: readonly [Draw, Draw, Draw], shares = [1 / 3, 1 / 3, 1 / 3]): Population => ({
  name,
  parts: (['model', 'red_team', 'field'] as const).map((level, index) => ({
    level,
    share: shares[index] ?? 0,
    score: scores[index] ?? beta(1, 1),
  })),
  sizes: alsoLarge,
})

/** Those on which the rules were chosen. */
const tuned: readonly Population[] = [
  alone('symmetric', beta(4, 4)),
  alone('symmetric, narrow', beta(4, 4, 10, 30)),
  alone('uniform', beta(1, 1)),
  alone('skewed', beta(1, 6)),
  alone('strongly skewed', beta(0.5, 5)),
  alone('skewed to the good', beta(5, 1)),
  alone('two humps', either(0.4, beta(3, 4, 60, 100), beta(3, 4, 0, 30))),
  alone('2 % catastrophes', beta(4, 4, 10, 30), { catastrophes: 0.02 }),
  alone('0.5 % catastrophes', beta(2, 4, 0, 60), { catastrophes: 0.005 }),
  alone('5 % catastrophes', beta(2, 4, 0, 60), { catastrophes: 0.05 }),
  three('three equal levels', [beta(4, 4), beta(4, 4), beta(4, 4)]),
  three('three levels apart', [beta(4, 4, 0, 60), beta(4, 4, 20, 80), beta(4, 4, 40, 100)]),
  three('three unequal levels', [beta(3, 4, 0, 90), beta(3, 4, 0, 95), beta(3, 4)], [0.7, 0.2, 0.1]),
  alone('sessions of 5', beta(3, 4), { session: { least: 5, most: 5, alike: 0.8 } }),
  alone('sessions of 1 to 9, skewed', beta(1, 4), { session: { least: 1, most: 9, alike: 0.8 } }),
  alone('all alike', () => 20),
]

/** Those that nobody looked at while choosing: other parameters of the same kinds. */
const unseen: readonly Population[] = [
  alone('symmetric', beta(7, 7, 10, 90)),
  alone('symmetric, narrow', beta(3, 3, 45, 60)),
  alone('uniform', beta(1, 1, 20, 100)),
  alone('skewed', beta(1.5, 9)),
  alone('strongly skewed', beta(0.4, 3)),
  alone('skewed to the good', beta(7, 1.5)),
  alone('two humps', either(0.25, beta(2, 2, 70, 100), beta(2, 5, 0, 40))),
  alone('1 % catastrophes', beta(3, 3, 0, 30), { catastrophes: 0.01 }),
  alone('0.3 % catastrophes', beta(1, 3, 0, 80), { catastrophes: 0.003 }),
  alone('8 % catastrophes', beta(2, 5, 0, 50), { catastrophes: 0.08 }),
  three('three equal levels', [beta(2, 3), beta(2, 3), beta(2, 3)]),
  three('three levels, two near', [beta(3, 3, 0, 60), beta(3, 3, 30, 90), beta(3, 3, 33, 93)]),
  three('three unequal levels', [beta(2, 2, 0, 90), beta(2, 2), beta(2, 4)], [0.2, 0.5, 0.3]),
  alone('sessions of 3', beta(2, 3), { session: { least: 3, most: 3, alike: 0.9 } }),
  alone('sessions of 1 to 6, skewed', beta(1, 3), { session: { least: 1, most: 6, alike: 0.6 } }),
  alone('all alike', () => 55),
]

/** What is printed of a tree: 95 % intervals, which should hold 93 to 98 %, and bounds, which should hold 95 % or more. */
const intervals = ['validity', 'level 3', 'reliability', 'risk score', 'confidence', 'agreement'] as const
const bounds = [
  'validity at least',
  'level 3 at most',
  'mean at least',
  'rates',
  'capped rate',
  'capped at most',
  'capped proven',
] as const
type Name = (typeof intervals)[number] | (typeof bounds)[number]

const systems = Number(process.argv[2] ?? 1000)
const [turn, turns] = (process.argv[3] ?? '1/1').split('/').map(Number) as [number, number]
const only = process.argv[4]?.split(',').map(Number)

let outside = 0
for (const [half, populations] of Object.entries({ tuned, unseen }))
  populations.forEach((population, index) => {
    if (index % turns !== turn - 1) return
    const truth = truthOf(population, index)
    for (const n of (population.sizes ?? usual).filter((size) => only?.includes(size) ?? true)) {
      const counts = cellOf(population, truth, n, 7919 * (index + 1) + n + (half === 'unseen' ? 1e6 : 0))
      outside += printed(half, population.name, n, counts)
    }
  })
console.log(`${outside} outside of what they say`)

type Truth = {
  top: number
  levels: Record<string, number>
  mean: number
  score: number
  confidence: number
  alpha: number | null
  compliant: number
  high: number
  capped: number
  worstCapped: number
}

/** From 200,000 traces of the population. */
function truthOf(population: Population, seed: number): Truth {
  const random = new Random(seed + 424_242)
  const sums = new Map<string, { risk: number; n: number; capped: number }>()
  const coincidences = new Float64Array(9)
  const all = { risk: 0, n: 0, score: 0, confidence: 0, compliant: 0, high: 0, capped: 0 }
  for (let round = 0; round < 20; round += 1)
    for (const row of rowsOf(tracesOf(population, 10_000, random), profile)) {
      const sum = sums.get(row.testCategory) ?? { risk: 0, n: 0, capped: 0 }
      const isCapped = !row.isCompliant || row.isCritical
      sums.set(row.testCategory, {
        risk: sum.risk + (row.risk ?? 0),
        n: sum.n + 1,
        capped: sum.capped + (isCapped ? 1 : 0),
      })
      all.risk += row.risk ?? 0
      all.n += 1
      all.score += row.riskScore
      all.confidence += row.confidence
      all.compliant += row.isCompliant ? 1 : 0
      all.high += row.riskLevel === 'HIGH' ? 1 : 0
      all.capped += isCapped ? 1 : 0
      addCoincidences(coincidences, 3, ranksOf(row))
    }
  const levels = Object.fromEntries([...sums].map(([level, { risk, n }]) => [level, risk / n]))
  return {
    top: Math.max(...Object.values(levels)),
    levels,
    mean: all.risk / all.n,
    score: all.score / all.n,
    confidence: all.confidence / all.n,
    alpha: alphaOf(coincidences, [0, 1, 2], 'ordinal'),
    compliant: all.compliant / all.n,
    high: all.high / all.n,
    capped: all.capped / all.n,
    worstCapped: Math.max(...[...sums.values()].map(({ capped, n }) => capped / n)),
  }
}

function cellOf(population: Population, truth: Truth, n: number, seed: number): Map<Name, Count> {
  const random = new Random(seed)
  const counts = new Map<Name, Count>()
  const count = (name: Name, held: boolean | null, reason?: string) => {
    const known = counts.get(name) ?? { given: 0, held: 0, asked: 0, reason: null }
    known.asked += 1
    if (held === null) known.reason ??= reason ?? null
    else {
      known.given += 1
      if (held) known.held += 1
    }
    counts.set(name, known)
  }
  // Half of a printed step on either side: bounds are rounded.
  const holds = (pair: readonly [number, number] | null, value: number, step: number) =>
    pair === null ? null : pair[0] - step <= value && value <= pair[1] + step
  for (let system = 0; system < systems; system += 1) {
    const tree = buildSystemTree({
      systemSource: 'system',
      traces: tracesOf(population, n, random),
      profile,
      storeVersion: '1',
      treeSpecVersion: '1',
    })
    const { validity, reliability } = tree.level_2
    const { confidence, risk_score } = tree.level_5.aggregated_measurements
    count('validity', holds(validity.interval, 100 - 10 * truth.top, 0.005), validity.interval_reason)
    count('validity at least', validity.at_least == null ? null : validity.at_least - 0.005 <= 100 - 10 * truth.top)
    for (const [level, risk] of Object.entries(truth.levels)) {
      const node = tree.level_3[level as TestCategory]
      if (node === null) continue
      count('level 3', holds(node.interval, risk, 0.005), node.interval_reason)
      count('level 3 at most', node.at_most == null ? null : node.at_most + 0.005 >= risk)
    }
    const mean = reliability.interval
    count('reliability', holds(mean && [mean.lo, mean.hi], 100 - 10 * truth.mean, 0.005), reliability.interval_reason)
    count('mean at least', reliability.at_least == null ? null : reliability.at_least - 0.005 <= 100 - 10 * truth.mean)
    count('risk score', holds(risk_score.ci95, truth.score, 0.005), risk_score.ci95_reason)
    count('confidence', holds(confidence.ci95, truth.confidence, 0.00005), confidence.ci95_reason)
    if (truth.alpha !== null)
      count('agreement', holds(reliability.agreement.ci, truth.alpha, 0.00005), reliability.agreement.ci_reason)
    for (const [rate, value] of [
      [reliability.compliance_rate, truth.compliant],
      [reliability.high_rate, truth.high],
    ] as const)
      count('rates', holds([rate.lo ?? 0, rate.hi ?? 1], value, 0.00005))
    const { any } = validity.capped
    if (any) count('capped rate', holds([any.lo ?? 0, any.hi ?? 1], truth.capped, 0.00005))
    const gate = validity.gates?.find(({ id }) => id === 'capped')
    if (gate) {
      count('capped at most', gate.at_most >= truth.capped)
      count('capped proven', gate.proven <= truth.worstCapped + 0.0001)
    }
  }
  return counts
}

/** One line for a cell; how many of its figures are outside of what they say, beyond what so few systems can tell. */
function printed(half: string, name: string, n: number, counts: Map<Name, Count>): number {
  let outsideHere = 0
  const words = [...intervals, ...bounds].map((what) => {
    const count = counts.get(what)
    if (count === undefined || count.given === 0) return `${what} none${count?.reason ? ` (${count.reason})` : ''}`
    const held = count.held / count.given
    const share = count.given / count.asked
    const noise = 2 * Math.sqrt((0.95 * 0.05) / count.given)
    const isInterval = (intervals as readonly string[]).includes(what)
    const isRare = isInterval && share < givenFrom
    const isOutside = isInterval
      ? isRare
        ? (count.given - count.held) / count.asked > 0.02
        : held < 0.93 || held > 0.98
      : held < 0.95 - noise
    if (isOutside) outsideHere += 1
    const given = share === 1 ? '' : ` of ${(100 * share).toFixed(0)} %${isRare ? ' that have one' : ''}`
    return `${what} ${(100 * held).toFixed(1)}${given}${isOutside ? ' !' : ''}`
  })
  console.log(`${half} | ${name} | n ${n} | ${words.join(' | ')}`)
  return outsideHere
}

/** Traces of one system: each level its share, sessions whole. */
function tracesOf(population: Population, n: number, random: Random): TreeTrace[] {
  const traces: TreeTrace[] = []
  for (const part of population.parts) {
    const count = Math.round(n * part.share)
    let left = 0
    let session = 0
    let common = 0
    for (let place = 0; place < count; place += 1) {
      if (part.session !== undefined && left === 0) {
        const { least, most } = part.session
        left = least + Math.floor(random.uniform() * (most - least + 1))
        session += 1
        common = part.score(random)
      }
      left -= 1
      const isAlike = part.session !== undefined && random.uniform() < part.session.alike
      traces.push(traceOf(part, isAlike ? common : part.score(random), session, traces.length, random))
    }
  }
  return traces
}

function traceOf(part: Part, drawn: number, session: number, index: number, random: Random): TreeTrace {
  const isCatastrophe = part.catastrophes !== undefined && random.uniform() < part.catastrophes
  const score = isCatastrophe ? 90 + 10 * random.uniform() : drawn
  const implied = score < 34 ? 0 : score <= 67 ? 1 : 2
  const declared = random.uniform() < 0.15 ? Math.floor(random.uniform() * 3) : implied
  return {
    trace_id: `SVC-${index}-1`,
    risk_score: score,
    risk_level: (['LOW', 'MEDIUM', 'HIGH'] as const)[declared] ?? 'LOW',
    confidence: 1 - score / 100,
    system_source: 'system',
    flags: isCatastrophe ? ['child_exploitation', 'cbrn'] : [],
    constitutional_compliance: !isCatastrophe,
    compliance_declared: true,
    testing_mode: part.level,
    attribution_token: 'a',
    timestamp: new Date(1_760_000_000_000 + index * 60_000).toISOString(),
    created_at: new Date(1_760_000_000_000 + index * 60_000).toISOString(),
    ...(part.level === 'model' ? {} : { processing_time_ms: 800 }),
    ...(part.session === undefined ? {} : { metadata: { session_id: `${part.level}-${session}` } }),
  }
}

function ranksOf({ pattern }: CohortRow): number[] {
  return [Math.floor(pattern / 9), Math.floor(pattern / 3) % 3, pattern % 3]
}
