/**
 * Do the intervals of differences hold? Pairs of systems with known truth, compared as GET /systems/compare compares them.
 * `script/bench compare [--systems 1000] [--seed 1]`: ten minutes. Prints Markdown; ends with 1 where a cell holds less than 93 % of
 * the truths, by sampling, or less than 95 % by proven bounds. Names the cells by sampling that hold more than 98 %.
 */
import { markdownTable, numberOptions } from '#bench/report'
import { heldTop, sampledMean, sampledTop } from '#workers/generate-tree/bounds'
import { differenceOf, type Estimate } from '#workers/generate-tree/comparison'
import { defaultProfile } from '#workers/generate-tree/profiles'
import type { Interval } from '#workers/generate-tree/statistics'

const options = numberOptions(process.argv.slice(2), { systems: 1000, seed: 1 })
const counts = [10, 20, 50, 200, 500, 1000]
/** Served where fewer pairs than this have it: too few to say how often it holds. */
const judgedFrom = 100
const rules = defaultProfile.system?.interval
if (!rules) throw new Error(`${defaultProfile.name} gives no intervals`)

type Draw = () => number
/** Risks of one level, by session; the traces that are asked for, or a few more where a session is whole. */
type Level = { mean: number; draw: (n: number) => number[][] }
type Population = { name: string; levels: Level[] }

const uniform = seeded(options.seed)
const normal: Draw = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
const clamp = (risk: number) => Math.min(10, Math.max(0, risk))
const alone = (mean: number, draw: Draw): Level => ({ mean, draw: (n) => Array.from({ length: n }, () => [draw()]) })
/** The mean of a draw that has no closed form, to some thousandths of a point. */
const meanOf = (draw: Draw) => {
  const other = 2_000_000
  let sum = 0
  for (let at = 0; at < other; at += 1) sum += draw()
  return sum / other
}
const drawn = (draw: Draw) => alone(meanOf(draw), draw)
const around =
  (mean: number, sd: number): Draw =>
  () =>
    clamp(mean + sd * normal())
const rare =
  (share: number): Draw =>
  () =>
    uniform() < share ? 9.75 : clamp(2 + normal())

/** Sessions of like traces, so many in each. */
function inSessions(mean: number, sizeOf: () => number): Level {
  return {
    mean,
    draw(n) {
      const sessions: number[][] = []
      for (let traces = 0; traces < n; ) {
        const level = mean + 0.8 * normal()
        const own = Array.from({ length: sizeOf() }, () => clamp(level + 0.6 * normal()))
        sessions.push(own)
        traces += own.length
      }
      return sessions
    },
  }
}

const populations: Population[] = [
  { name: 'symmetric', levels: [drawn(around(5, 1.2))] },
  { name: 'uniform', levels: [alone(5, () => 10 * uniform())] },
  { name: 'skewed', levels: [alone(10 / 3, () => 10 * uniform() ** 2)] },
  { name: 'very skewed', levels: [alone(2, () => 10 * uniform() ** 4)] },
  { name: 'good or bad', levels: [alone(4.4, () => (uniform() < 0.6 ? 2 : 8))] },
  { name: 'near the best', levels: [drawn(around(0.5, 0.5))] },
  { name: '2 % catastrophes', levels: [drawn(rare(0.02))] },
  { name: '0.5 % catastrophes', levels: [drawn(rare(0.005))] },
  { name: 'sessions of 5', levels: [inSessions(5, () => 5)] },
  { name: 'sessions of 1 to 8', levels: [inSessions(5, () => 1 + Math.floor(8 * uniform()))] },
  { name: 'three equal levels', levels: [0, 1, 2].map(() => drawn(around(4, 1.2))) },
  { name: 'three levels apart', levels: [3, 4, 5].map((mean) => drawn(around(mean, 1.2))) },
]

const scoreOf = (mean: number, interval: Interval | null): Estimate => ({
  score: 100 - 10 * mean,
  interval: interval && [100 - 10 * interval.hi, 100 - 10 * interval.lo],
})

/** A system of so many traces, as it is scored; its true score beside it. */
function scored({ levels }: Population, n: number): { sampled: Estimate; held: Estimate; truth: number } {
  const samples = levels.map(({ draw }, at) => {
    const clusters = draw(Math.ceil(n / levels.length))
    const sums = Float64Array.from(clusters, (cluster) => cluster.reduce((sum, risk) => sum + risk, 0))
    const sizes = Float64Array.from(clusters, ({ length }) => length)
    const mean = sums.reduce((sum, one) => sum + one, 0) / sizes.reduce((sum, one) => sum + one, 0)
    return { id: `level ${at}`, name: 'traces' as const, sample: { sums, sizes }, mean }
  })
  const [only] = samples
  const sampled =
    samples.length === 1 && only
      ? sampledMean(only.sample, 10, rules as never)
      : sampledTop(samples, 10, rules as never)
  const top = Math.max(...samples.map(({ mean }) => mean))
  const held = heldTop(
    samples.map(({ sample }) => sample),
    10,
  )
  return {
    sampled: scoreOf(top, sampled.interval),
    held: scoreOf(top, held),
    truth: 100 - 10 * Math.max(...levels.map(({ mean }) => mean)),
  }
}

type Kind = 'sampling_interval' | 'proven_bounds'

/** Of so many pairs: how many have an interval of a kind, as it is served, and how many of those hold the truth. */
function coverageOf(
  kind: Kind,
  a: Population,
  b: Population,
  n: number,
  other: number,
): { given: number; held: number } {
  let [given, held] = [0, 0]
  for (let pair = 0; pair < options.systems; pair += 1) {
    const [one, another] = [scored(a, n), scored(b, other)]
    const isSampled = one.sampled.interval !== null && another.sampled.interval !== null
    if (isSampled !== (kind === 'sampling_interval')) continue
    const [left, right] = isSampled ? [one.sampled, another.sampled] : [one.held, another.held]
    const { interval } = differenceOf(left, right)
    if (interval === null) continue
    given += 1
    const truth = another.truth - one.truth
    if (interval[0] <= truth && truth <= interval[1]) held += 1
  }
  return { given, held }
}

const least = { sampling_interval: 0.93, proven_bounds: 0.95 }
const tooNarrow: string[] = []
const tooWide: string[] = []
function cellOf(what: string, kind: Kind, { given, held }: { given: number; held: number }): string {
  if (given < judgedFrom) return given === 0 ? '–' : `– (${given} given)`
  const share = held / given
  const told = `- ${what}, ${kind}: ${(100 * share).toFixed(1)} %`
  if (share < least[kind]) tooNarrow.push(told)
  if (kind === 'sampling_interval' && share > 0.98) tooWide.push(told)
  return `${(100 * share).toFixed(1)}${given < options.systems ? ` (${Math.round((100 * given) / options.systems)})` : ''}`
}

const [symmetric] = populations
if (!symmetric) throw new Error('no populations')
const pairs: [string, Population, Population, (n: number) => number][] = [
  ...populations.map((one): [string, Population, Population, (n: number) => number] => [
    `two of: ${one.name}`,
    one,
    one,
    (n) => n,
  ]),
  ...populations
    .slice(1)
    .map((one): [string, Population, Population, (n: number) => number] => [
      `symmetric, ${one.name}`,
      symmetric,
      one,
      (n) => n,
    ]),
  ['two of: skewed, four times as many in b', ...twice('skewed'), (n) => 4 * n],
  ['two of: sessions of 5, four times as many in b', ...twice('sessions of 5'), (n) => 4 * n],
]
function twice(name: string): [Population, Population] {
  const one = populations.find((population) => population.name === name)
  if (!one) throw new Error(`no population ${name}`)
  return [one, one]
}

console.log(
  `## Intervals of differences\n\n- \`script/bench compare --systems ${options.systems} --seed ${options.seed}\`: coverage of nominal 95 % in per cent, ${options.systems} pairs a cell; in brackets the share of pairs that have this kind of interval, where not all have; – where none has`,
)
for (const kind of ['sampling_interval', 'proven_bounds'] as const) {
  console.log(`\n### ${kind}\n`)
  console.log(
    markdownTable(
      ['traces of each', ...counts.map(String)],
      pairs.map(([name, a, b, other]) => [
        name,
        ...counts.map((n) => cellOf(`${name}, ${n}`, kind, coverageOf(kind, a, b, n, other(n)))),
      ]),
    ),
  )
}
console.log(`\nBelow what is promised:\n\n${tooNarrow.length > 0 ? tooNarrow.join('\n') : '- none'}`)
console.log(`\nBy sampling, above 98 %:\n\n${tooWide.length > 0 ? tooWide.join('\n') : '- none'}`)
if (tooNarrow.length > 0) process.exitCode = 1

/** sfc32: whole numbers of 32 bits from a seed, as shares of 1. */
function seeded(seed: number): Draw {
  let [a, b, c, counter] = [seed | 0, (seed ^ 0x9e3779b9) | 0, (seed ^ 0xc2b2ae35) | 0, 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let at = 0; at < 12; at += 1) next()
  return next
}
