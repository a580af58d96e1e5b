/**
 * A Gaussian process over the unit cube: from what was measured, what is expected elsewhere, and how surely. Pure.
 * Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), algorithm 2.1; the variance profiled out.
 */

/** A measurement: where, what, and of how many it is the mean. */
export type Sample = { at: Float64Array; value: number; count: number }

export type Prediction = { mean: number; deviation: number }

export type GaussianProcess = {
  samples: readonly Sample[]
  /** Inverse squares of the length in each direction. */
  sharpness: Float64Array
  /** The lower triangle of the covariance's root, row after row. */
  root: Float64Array
  /** The covariance's inverse times the centred values. */
  weights: Float64Array
  variance: number
  centre: number
}

/** Lengths tried, as shares of the cube's diagonal, and noise of one measurement as a share of the variance. */
const lengths = [0.05, 0.1, 0.15, 0.22, 0.32, 0.5, 0.8]
const noises = [1e-6, 1e-3, 3e-2, 0.2]
/** Work that a length for each direction may cost, in products: some milliseconds. */
const refiningAtMost = 1.5e7

/**
 * The process whose lengths and noise make the samples likeliest (a length that is far from a third of the diagonal counts as less
 * likely before anything is known). @param samples with finite values, of which some differ.
 */
export function fitProcess(samples: readonly Sample[], dimensions: number): GaussianProcess {
  const values = Float64Array.from(samples, ({ value }) => value)
  const centre = values.reduce((sum, value) => sum + value, 0) / samples.length
  const centred = values.map((value) => value - centre)
  const diagonal = Math.sqrt(dimensions)
  const fit = (shape: Shape, noise: number) => fitWith(samples, centred, shape, noise, diagonal)
  const alike = new Float64Array(dimensions).fill(1)
  const plain = apartOf(samples, alike)
  let best: Fitted | undefined
  for (const length of lengths) {
    const scale = 1 / (length * diagonal) ** 2
    for (const noise of noises)
      best = likelier(best, fit({ sharpness: alike.map(() => scale), apart: plain, scale }, noise))
  }
  let left = Math.floor(refiningAtMost / (samples.length ** 3 / 6 + samples.length ** 2 * dimensions))
  for (const factor of dimensions === 1 ? [] : [4, 2, 1.4])
    for (let at = 0; at < dimensions && left > 0; at += 1)
      for (const times of [factor, 1 / factor]) {
        if (!best) break
        const sharpness = best.sharpness.slice()
        sharpness[at] = (sharpness[at] ?? 0) * times
        left -= 1
        const tried = likelier(best, fit({ sharpness, apart: apartOf(samples, sharpness), scale: 1 }, best.noise))
        if (tried === best) continue
        best = tried
        break
      }
  if (!best) throw new Error('no process fits the samples')
  const { sharpness, root, weights, variance } = best
  return { samples, sharpness, root, weights, variance, centre }
}

type Fitted = Pick<GaussianProcess, 'sharpness' | 'root' | 'weights' | 'variance'> & {
  noise: number
  likelihood: number
}

/** How far the samples are apart, times `scale`, is what `sharpness` makes of their squared distances. */
type Shape = { sharpness: Float64Array; apart: Float64Array; scale: number }

/** Of each two samples their squared distance, the lower triangle row after row. */
function apartOf(samples: readonly Sample[], sharpness: Float64Array): Float64Array {
  const count = samples.length
  const apart = new Float64Array(count * count)
  for (const [row, { at }] of samples.entries())
    for (let column = 0; column < row; column += 1)
      apart[row * count + column] = squaredDistance(at, samples[column]?.at ?? at, sharpness)
  return apart
}

const likelier = (best: Fitted | undefined, fitted: Fitted | undefined): Fitted | undefined =>
  fitted && (!best || fitted.likelihood > best.likelihood + 1e-9) ? fitted : best

/** Undefined where the covariance is none to the precision of numbers. */
function fitWith(
  samples: readonly Sample[],
  centred: Float64Array,
  { sharpness, apart, scale }: Shape,
  noise: number,
  diagonal: number,
): Fitted | undefined {
  const count = samples.length
  const root = new Float64Array(count * count)
  for (const [row, { count: measured }] of samples.entries()) {
    for (let column = 0; column < row; column += 1)
      root[row * count + column] = Math.exp(-0.5 * scale * (apart[row * count + column] ?? 0))
    root[row * count + row] = 1 + noise / measured + 1e-9
  }
  if (!takeRoot(root, count)) return undefined
  const weights = solveUpper(root, solveLower(root, centred, count), count)
  const variance = Math.max(1e-12, dot(weights, centred) / count)
  let logRoot = 0
  for (let row = 0; row < count; row += 1) logRoot += Math.log(root[row * count + row] ?? 1)
  let doubt = 0
  for (const each of sharpness) doubt += Math.log(1 / Math.sqrt(each) / diagonal / 0.3) ** 2
  const likelihood = -0.5 * count * Math.log(variance) - logRoot - (0.5 * doubt) / Math.max(1, sharpness.length / 4)
  return Number.isFinite(likelihood) ? { sharpness, root, weights, variance, noise, likelihood } : undefined
}

/** What is expected at a place, of the same unit as the values. */
export function predict(process: GaussianProcess, at: Float64Array): Prediction {
  const { samples, sharpness, root, weights, variance, centre } = process
  const count = samples.length
  const near = Float64Array.from(samples, (sample) => Math.exp(-0.5 * squaredDistance(at, sample.at, sharpness)))
  const known = solveLower(root, near, count)
  const open = Math.max(0, 1 - dot(known, known))
  return { mean: centre + dot(near, weights), deviation: Math.sqrt(variance * open) }
}

function squaredDistance(one: Float64Array, other: Float64Array, sharpness: Float64Array): number {
  let sum = 0
  for (let at = 0; at < sharpness.length; at += 1) {
    const apart = (one[at] ?? 0) - (other[at] ?? 0)
    sum += apart * apart * (sharpness[at] ?? 0)
  }
  return sum
}

/** Cholesky's, in place. False where there is none. */
function takeRoot(matrix: Float64Array, count: number): boolean {
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * count + column] ?? 0
      for (let at = 0; at < column; at += 1) sum -= (matrix[row * count + at] ?? 0) * (matrix[column * count + at] ?? 0)
      if (row === column) {
        if (!(sum > 0)) return false
        matrix[row * count + row] = Math.sqrt(sum)
      } else matrix[row * count + column] = sum / (matrix[column * count + column] ?? 1)
    }
  return true
}

function solveLower(root: Float64Array, values: Float64Array, count: number): Float64Array {
  const solved = new Float64Array(count)
  for (let row = 0; row < count; row += 1) {
    let sum = values[row] ?? 0
    for (let at = 0; at < row; at += 1) sum -= (root[row * count + at] ?? 0) * (solved[at] ?? 0)
    solved[row] = sum / (root[row * count + row] ?? 1)
  }
  return solved
}

function solveUpper(root: Float64Array, values: Float64Array, count: number): Float64Array {
  const solved = new Float64Array(count)
  for (let row = count - 1; row >= 0; row -= 1) {
    let sum = values[row] ?? 0
    for (let at = row + 1; at < count; at += 1) sum -= (root[at * count + row] ?? 0) * (solved[at] ?? 0)
    solved[row] = sum / (root[row * count + row] ?? 1)
  }
  return solved
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
