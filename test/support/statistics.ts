/** What only tests ask of the statistics: alpha of plain ratings, one number of a seeded stream at a time, samples. */
import type { SampleSums } from '#workers/generate-tree/bounds'
import { addCoincidences, alphaOf, type MeasurementLevel, seededDraws } from '#workers/generate-tree/statistics'

/**
 * Krippendorff's alpha over units of ratings; units with fewer than two ratings do not count.
 * 1 when all ratings are equal; null when no unit can be compared.
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | null)[])[],
  level: MeasurementLevel,
): number | null {
  const rated = units.map((unit) => unit.filter((rating) => rating !== null)).filter((unit) => unit.length >= 2)
  const values = [...new Set(rated.flat())].sort((a, b) => a - b)
  const rankOf = new Map(values.map((value, rank) => [value, rank]))
  const size = values.length
  const coincidences = new Float64Array(size * size)
  for (const unit of rated)
    addCoincidences(
      coincidences,
      size,
      unit.map((rating) => rankOf.get(rating) ?? 0),
    )
  return alphaOf(coincidences, values, level)
}

/** The same stream, one number at a time. */
export function seededIndices(seed: number): (bound: number) => number {
  const draw = seededDraws(seed)
  const one = new Int32Array(1)
  return (bound) => {
    draw(one, bound)
    return one[0] ?? 0
  }
}

/** A sample of clusters of values. */
export function sampleOf(clusters: readonly (readonly number[])[]): SampleSums {
  const sums = new Float64Array(clusters.length)
  const sizes = new Float64Array(clusters.length)
  clusters.forEach((cluster, index) => {
    let sum = 0
    for (const value of cluster) sum += value
    sums[index] = sum
    sizes[index] = cluster.length
  })
  return { sums, sizes }
}
