/** Bounds of a mean on a closed scale, of which rare traces may not have been seen: proven ones, and sampling intervals. Pure. */
import { betaQuantile, normalBelow, normalQuantile } from '#workers/generate-tree/distributions'
import type { Interval } from '#workers/generate-tree/statistics'

/** What was seen, by cluster (a session, or a trace without one): what its values add up to, and how many they are. */
export type SampleSums = { readonly sums: Float64Array; readonly sizes: Float64Array }

/** When a sampling interval is given, and how far its bounds lean toward traces that were not seen. */
export type IntervalRules = {
  /** Clusters that it needs. */
  readonly from_clusters: number
  /** How far one more cluster at the far end of the scale may move the mean, in its standard errors. */
  readonly reach: number
  /** Weight of the unseen cluster at the end of the scale, beside 1 of each seen one. */
  readonly lean: number
}

/** A sampling interval, or why there is none. */
export type Sampled = { interval: Interval; reason: null } | { interval: null; reason: string }

/**
 * Upper bound of the mean of values from 0 to `top`: below it with a chance of at most `error`, whatever their distribution.
 * Clusters are weighed at random (Bayesian bootstrap) beside one unseen cluster at `top` that weighs `lean`; the bound is the
 * quantile of the weighed mean. With lean 1 it is Gaffke's bound: for values that are 0 or `top` it is Clopper and Pearson's.
 * It never falls when a value rises. The quantile by saddlepoint: exact to about a hundredth of the tail, on the safe side.
 * Source: Learned-Miller and Thomas, arXiv 1905.06208; Lugannani and Rice 1980, in Barndorff-Nielsen's form.
 */
export function upperBound(sample: SampleSums, top: number, { error, lean }: { error: number; lean: number }): number {
  const { sums, sizes } = sample
  const count = sums.length
  if (count === 0) return top
  const { sum, size } = totalsOf(sample)
  if (sum >= top * size) return top
  const unseen = size / count
  const wanted = normalQuantile(1 - error)

  let tilt = 0
  /** How many standard errors (signed root, adjusted) a weighed mean of `mean` lies above what was seen. */
  const distanceOf = (mean: number): number => {
    const last = (top - mean) * unseen
    let largest = last
    for (let place = 0; place < count; place += 1)
      largest = Math.max(largest, (sums[place] ?? 0) - mean * (sizes[place] ?? 0))
    let low = 0
    let high = 1 / largest
    if (!(tilt > low && tilt < high)) tilt = high / 2
    let curvature = 0
    for (let step = 0; step < 100; step += 1) {
      const pull = last / (1 - tilt * last)
      let slope = lean * pull
      curvature = lean * pull * pull
      for (let place = 0; place < count; place += 1) {
        const gap = (sums[place] ?? 0) - mean * (sizes[place] ?? 0)
        const tilted = gap / (1 - tilt * gap)
        slope += tilted
        curvature += tilted * tilted
      }
      if (slope > 0) high = tilt
      else low = tilt
      const newton = tilt - slope / curvature
      const next = newton > low && newton < high ? newton : (low + high) / 2
      const isSettled = Math.abs(next - tilt) < 1e-10 * tilt
      tilt = next
      if (isSettled) break
    }
    let twice = 2 * lean * Math.log(1 - tilt * last)
    for (let place = 0; place < count; place += 1)
      twice += 2 * Math.log(1 - tilt * ((sums[place] ?? 0) - mean * (sizes[place] ?? 0)))
    const root = Math.sqrt(Math.max(0, twice))
    return root < 1e-4 ? root : root + Math.log((tilt * Math.sqrt(curvature)) / root) / root
  }

  return crossing(distanceOf, wanted, (sum + lean * unseen * top) / (size + lean * unseen), top)
}

/** The same from below. */
export function lowerBound(sample: SampleSums, top: number, options: { error: number; lean: number }): number {
  return top - upperBound(mirrored(sample, top), top, options)
}

/** Clopper and Pearson's interval of a rate k/n: at least `1 - error`, whatever the rate. Null for n = 0. */
export function clopperPearson(k: number, n: number, error = 0.05): Interval | null {
  if (n === 0) return null
  return {
    lo: k === 0 ? 0 : betaQuantile(error / 2, k, n - k + 1),
    hi: k === n ? 1 : betaQuantile(1 - error / 2, k + 1, n - k),
  }
}

/** Two-sided bounds of a mean that hold with at least 95 % from two clusters on, whatever was not seen: wide where few were. */
export function heldMean(sample: SampleSums, top: number): Interval | null {
  return heldTop([sample], top)
}

/** The same of the largest of several means: its lower bounds share their error. */
export function heldTop(samples: readonly SampleSums[], top: number): Interval | null {
  if (samples.length === 0 || samples.some(({ sums }) => sums.length < 2)) return null
  const shared = { error: 0.025 / samples.length, lean: 1 }
  return {
    lo: Math.max(...samples.map((sample) => lowerBound(sample, top, shared))),
    hi: Math.max(...samples.map((sample) => upperBound(sample, top, { error: 0.025, lean: 1 }))),
  }
}

/**
 * 95 % interval of a mean on the scale from 0 to `top`, or why there is none: too few clusters, or so little spread beside
 * the room above and below it that traces not yet seen could move the mean further than what was seen lets one tell.
 */
export function sampledMean(
  sample: SampleSums,
  top: number,
  rules: IntervalRules,
  name: ClusterName = 'traces',
): Sampled {
  const reason = reasonAgainst(sample, top, rules, name)
  if (reason !== null) return { interval: null, reason }
  const options = { error: 0.025, lean: rules.lean }
  return {
    interval: { lo: lowerBound(sample, top, options), hi: upperBound(sample, top, options) },
    reason: null,
  }
}

/**
 * 95 % interval of the largest of several means. A mean whose proven bound stays below another's lower bound cannot be the
 * largest and is left out. The largest upper bound needs no correction; the lower bounds share their error, for any of them
 * may come out too high.
 */
export function sampledTop(
  samples: readonly { id: string; name: ClusterName; sample: SampleSums }[],
  top: number,
  rules: IntervalRules,
): Sampled {
  const widest = { error: 0.025, lean: 1 }
  const floor = samples.length < 2 ? 0 : Math.max(...samples.map(({ sample }) => lowerBound(sample, top, widest)))
  const candidates =
    samples.length < 2 ? samples : samples.filter(({ sample }) => upperBound(sample, top, widest) >= floor)
  for (const { id, name, sample } of candidates) {
    const reason = reasonAgainst(sample, top, rules, name)
    if (reason !== null) return { interval: null, reason: `${id}: ${reason}` }
  }
  const { lean } = rules
  const shared = candidates.length > 1 ? 0.045 / candidates.length : 0.025
  return {
    interval: {
      lo: Math.max(...candidates.map(({ sample }) => lowerBound(sample, top, { error: shared, lean }))),
      hi: Math.max(...candidates.map(({ sample }) => upperBound(sample, top, { error: 0.025, lean }))),
    },
    reason: null,
  }
}

/** How much the largest of several means overstates on average, were each normal around what was seen. */
export function biasOfTop(means: readonly { mean: number; error: number }[]): number {
  const top = Math.max(...means.map(({ mean }) => mean))
  const widest = Math.max(...means.map(({ error }) => error))
  if (means.length < 2 || widest === 0) return 0
  const from = Math.min(...means.map(({ mean }) => mean)) - 6 * widest
  const to = top + 6 * widest
  const steps = 1200
  const step = (to - from) / steps
  let expected = from
  for (let place = 0; place < steps; place += 1) {
    const at = from + (place + 0.5) * step
    let below = 1
    for (const { mean, error } of means) below *= error === 0 ? (at >= mean ? 1 : 0) : normalBelow((at - mean) / error)
    expected += (1 - below) * step
  }
  return Math.max(0, expected - top)
}

export type ClusterName = 'traces' | 'sessions'

function totalsOf({ sums, sizes }: SampleSums): { sum: number; size: number } {
  let sum = 0
  let size = 0
  for (let place = 0; place < sums.length; place += 1) {
    sum += sums[place] ?? 0
    size += sizes[place] ?? 0
  }
  return { sum, size }
}

function mirrored({ sums, sizes }: SampleSums, top: number): SampleSums {
  return { sums: sums.map((sum, place) => top * (sizes[place] ?? 0) - sum), sizes }
}

/** Where a function that rises from below `wanted` at `from` to above it at `to` reaches it (Illinois' regula falsi). */
function crossing(rising: (at: number) => number, wanted: number, from: number, to: number): number {
  let low = from
  let high = from + (to - from) * (1 - 1e-9)
  let below = -wanted
  let above = rising(high) - wanted
  if (above <= 0) return to
  let kept = 0
  for (let step = 0; step < 100 && high - low > 1e-9 * to; step += 1) {
    const chord = (below * high - above * low) / (below - above)
    const at = step < 3 || !(chord > low && chord < high) ? (low + high) / 2 : chord
    const over = rising(at) - wanted
    if (Math.abs(over) < 1e-8) return at
    if (over < 0) {
      low = at
      below = over
      if (kept === -1) above /= 2
      kept = -1
    } else {
      high = at
      above = over
      if (kept === 1) below /= 2
      kept = 1
    }
  }
  return high
}

function reasonAgainst(sample: SampleSums, top: number, rules: IntervalRules, name: ClusterName): string | null {
  const count = sample.sums.length
  if (count < rules.from_clusters) return `${counted(count, name)}, ${rules.from_clusters} are needed`
  const { sum, size } = totalsOf(sample)
  const mean = sum / size
  let squares = 0
  for (let place = 0; place < count; place += 1)
    squares += ((sample.sums[place] ?? 0) - mean * (sample.sizes[place] ?? 0)) ** 2
  const error = Math.sqrt((count / (count - 1)) * squares) / size
  const room = Math.max(mean, top - mean)
  // Equal values differ by the rounding of their sum.
  if (error <= 1e-9 * top) return `no spread in ${count} ${name}: nothing to tell from`
  const reach = room / (count * error)
  if (reach <= rules.reach) return null
  const needed = Math.ceil(count * (reach / rules.reach) ** 2)
  return `rare ${name} not seen could move the mean further than ${count} tell; about ${needed} are needed`
}

function counted(count: number, name: ClusterName): string {
  return `${count} ${count === 1 ? name.slice(0, -1) : name}`
}
