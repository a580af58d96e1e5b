/** What only tests ask of the statistics: alpha of plain ratings, and one number of a seeded stream at a time. */
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
