/** Brings values into a space: what was calibrated under an earlier constitution, or is brought back, may lie outside of this one's. Pure. */
import { type GridPoint, initialPoint, nearestStep, type ParameterSpace, valueAt } from '#shared/calibration/grid'
import { nearestFeasible } from '#shared/calibration/project'

/** A value that was brought to another. */
export type BroughtValue = { name: string; from: number; to: number }

/** The point nearest to the values; a parameter that has none is as it is at first, and a value that has no parameter is left out. */
export function bringInside(
  space: ParameterSpace,
  values: Readonly<Record<string, number>>,
): { point: GridPoint; brought: BroughtValue[] } {
  const from = initialPoint(space)
  const target = space.grids.map((grid, at) => {
    const value = values[grid.name]
    return value === undefined || !Number.isFinite(value) ? (from[at] ?? 0) : nearestStep(grid, value)
  })
  const box = { low: space.grids.map(() => 0), high: space.grids.map(({ last }) => last) }
  const point = nearestFeasible(space, { from, target, box })
  const brought = space.grids.flatMap((grid, at) => {
    const [was, is] = [values[grid.name], valueAt(grid, point[at] ?? 0)]
    return was === undefined || was === is ? [] : [{ name: grid.name, from: was, to: is }]
  })
  return { point, brought }
}
