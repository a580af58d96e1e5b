/**
 * How often the interval of people's agreement holds the truth: nominal 95 %, over raters of many kinds.
 * `script/bench agreement [--systems 1000]`: a minute. The rules were chosen by the first half of the populations; the
 * second half was looked at once. Prints Markdown.
 */
import { figure, markdownTable, numberOptions } from '#bench/report'
import { alphaInterval, alphaOfSums, type Sums, sumsOf } from '#workers/generate-tree/people'
import { defaultProfile } from '#workers/generate-tree/profiles'

const options = numberOptions(process.argv.slice(2), { systems: 1000 })
const sizes = [10, 20, 30, 50, 200]
const traces = 60_000

/** Repeatable. Source: mulberry32. */
function randomsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
let random = randomsFrom(1)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const onScale = (risk: number) => Math.min(10, Math.max(0, Math.round(risk)))
const times = <Of>(count: number, make: (at: number) => Of) => Array.from({ length: count }, (_, at) => make(at))

/** The answers of a trace, by category. */
type Trace = () => number[][]
const binary =
  (rate: number, error: number, raters = 2, categories = 5): Trace =>
  () =>
    times(categories, () => {
      const truth = random() < rate
      return times(raters, () => ((random() < error ? !truth : truth) ? 10 : 0))
    })
const scale =
  ({ noise = 1, raters = 2, between = 1, bias = 0, away = 0, categories = 5 }): Trace =>
  () => {
    const own = normal() * between
    return times(categories, () => {
      const truth = 4 + own + 2 * normal()
      const all = times(raters, (rater) => onScale(truth + bias * rater + noise * normal()))
      return all.filter(() => random() >= away)
    })
  }
const skewed =
  (noise: number, raters: number): Trace =>
  () =>
    times(5, () => {
      const truth = -2 * Math.log(1 - random())
      return times(raters, () => onScale(truth + noise * normal()))
    })
const mixed: Trace = () => [...binary(0.3, 0.1, 3, 2)(), ...scale({ raters: 3, categories: 3 })()]
/** Most traces are alike; in some everybody is at odds. */
const torn =
  (share: number): Trace =>
  () => {
    const isTorn = random() < share
    return times(5, () => {
      const truth = onScale(3 + 2 * normal())
      return times(3, () => (isTorn ? onScale(10 * random()) : truth))
    })
  }

const chosenBy: [string, Trace][] = [
  ['yes/no, half yes, 10 % wrong', binary(0.5, 0.1)],
  ['yes/no, 20 % yes, 5 % wrong, three raters', binary(0.2, 0.05, 3)],
  ['yes/no, 5 % yes, 2 % wrong', binary(0.05, 0.02)],
  ['yes/no, 1 % yes, 0.5 % wrong', binary(0.01, 0.005)],
  ['yes/no, by chance', binary(0.5, 0.5)],
  ['0–10', scale({})],
  ['0–10, noisy, three raters with biases', scale({ noise: 2, raters: 3, bias: 0.7 })],
  ['0–10, exact, five raters often away', scale({ noise: 0.5, raters: 5, between: 2, away: 0.4 })],
  ['0–10, skewed', skewed(1, 2)],
  ['both kinds, three raters', mixed],
  ['one category, 0–10', scale({ categories: 1 })],
  ['one category, yes/no, 30 % yes', binary(0.3, 0.1, 2, 1)],
]
const unseen: [string, Trace][] = [
  ['yes/no, 10 % yes, 10 % wrong', binary(0.1, 0.1)],
  ['yes/no, 3 % yes, 1 % wrong, four raters', binary(0.03, 0.01, 4)],
  ['one category, yes/no, half yes, 20 % wrong', binary(0.5, 0.2, 2, 1)],
  ['0–10, alike within a trace', scale({ between: 4, noise: 0.7 })],
  ['0–10, by chance', () => times(5, () => times(2, () => Math.floor(11 * random())))],
  ['0–10, three raters mostly away', scale({ raters: 3, away: 0.6 })],
  ['0–10, four raters far apart', scale({ raters: 4, bias: 2 })],
  ['skewed, noisy, three raters', skewed(2, 3)],
  ['a tenth of the traces torn', torn(0.1)],
  ['a third of the traces torn', torn(0.33)],
]

function sample(trace: Trace, count: number): Sums[] {
  return sumsOf(times(count, (at) => trace().map((risks) => ({ cluster: `${at}`, risks }))).flat())
}

/** @returns also how many of all systems were told an interval that does not hold alpha, in %: the most of any cell. */
function row(
  [what, trace]: [string, Trace],
  rules: NonNullable<typeof defaultProfile.people>,
): { cells: string[]; misled: number } {
  random = randomsFrom(12_345)
  const truth = alphaOfSums(sample(trace, traces)) ?? Number.NaN
  let misled = 0
  const cells = sizes.map((size) => {
    let [given, held] = [0, 0]
    for (let system = 0; system < options.systems; system += 1) {
      const interval = alphaInterval(sample(trace, size), rules)
      if (typeof interval === 'string') continue
      given += 1
      if (interval.lo <= truth && truth <= interval.hi) held += 1
    }
    misled = Math.max(misled, (100 * (given - held)) / options.systems)
    return given === 0 ? 'none' : `${figure((100 * held) / given)} of ${figure((100 * given) / options.systems)}`
  })
  return { cells: [what, truth.toFixed(3), ...cells], misled }
}

const { people } = defaultProfile
if (!people) throw new Error('the served profile reads no people')
console.log(`## Agreement: coverage of nominal 95 %, ${options.systems} systems a cell\n`)
console.log('Of those that were given an interval, how many hold alpha, and how many were given one; in %, by traces.')
for (const [half, populations] of Object.entries({ 'the rules were chosen by': chosenBy, 'looked at once': unseen })) {
  const rows = populations.map((population) => row(population, people))
  const table = rows.map(({ cells }) => cells)
  console.log(`\n### Populations ${half}\n\n${markdownTable(['', 'alpha', ...sizes.map(String)], table)}`)
  const most = Math.max(...rows.map(({ misled }) => misled))
  console.log(`\nOf all systems of a cell at most ${figure(most)} % were told an interval that does not hold alpha.`)
}
process.exit(0)
