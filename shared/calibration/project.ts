/** The feasible point nearest to what is wished for. Feasibility is decided in whole numbers alone; floats only choose among feasible points. Pure. */
import { type GridMove, type GridPoint, keepsJoints, type ParameterSpace, sumOf } from '#shared/calibration/grid'
import { rangeOf } from '#shared/calibration/moves'

/** Of each parameter the least and the greatest step that it may take. */
export type GridBox = { low: readonly number[]; high: readonly number[] }

export const clampTo = ({ low, high }: GridBox, point: GridPoint): number[] =>
  point.map((step, at) => Math.min(high[at] ?? step, Math.max(low[at] ?? step, step)))

/** What the distance of a parameter counts that gives way. */
const yieldingShare = 1e-4
/** More than any descent takes: each round comes nearer, and what is reached by then is feasible, too. */
const roundsAtMost = 10_000

/**
 * A point inside the box and the constraints that no move brings nearer to the target, by the squares of the distances as shares of
 * each parameter's range. Where a constraint asks for a sum of equal steps, none is nearer at all.
 * @param from a point that keeps the constraints, inside the box: at worst it is the answer.
 * @param yielding places whose distance hardly counts: they give way to the others.
 */
export function nearestFeasible(
  space: ParameterSpace,
  { from, target, box, yielding }: { from: GridPoint; target: GridPoint; box: GridBox; yielding?: ReadonlySet<number> },
): GridPoint {
  const wished = clampTo(box, target)
  if (keepsJoints(space, wished)) return wished
  const free = space.moves.filter(({ parts }) => parts.every(({ at }) => (box.low[at] ?? 0) < (box.high[at] ?? 0)))
  const weights = space.grids.map(({ last }, at) => (yielding?.has(at) ? yieldingShare : 1) / Math.max(1, last) ** 2)
  const point = [...from]
  const sums = space.joints.map((joint) => sumOf(joint, point))
  for (let round = 0; round < roundsAtMost; round += 1) {
    let best: { move: GridMove; times: number } | undefined
    let most = 0
    for (const move of free) {
      const { slope, curve } = descentAlong(move, point, wished, weights)
      const ideal = -slope / curve
      if (!(Math.abs(ideal) >= 0.5)) continue
      const { least, most: furthest } = rangeOf(move, { point, sums, ...box, joints: space.joints })
      const times = Math.min(furthest, Math.max(least, Math.round(ideal)))
      const nearer = times * (2 * ideal - times)
      // As many steps past the ideal as before it are no nearer.
      if (nearer > 1e-6 && nearer * curve > most) {
        most = nearer * curve
        best = { move, times }
      }
    }
    if (!best) break
    for (const { at, by } of best.move.parts) point[at] = (point[at] ?? 0) + by * best.times
    for (const { joint, by } of best.move.shifts) sums[joint] = (sums[joint] ?? 0) + by * best.times
  }
  return point
}

/** How the squared distance to a target changes along a move: half its slope where the point is, and how it bends. */
function descentAlong({ parts }: GridMove, point: GridPoint, target: GridPoint, weights: readonly number[]) {
  let [slope, curve] = [0, 0]
  for (const { at, by } of parts) {
    const weight = weights[at] ?? 0
    slope += weight * by * ((point[at] ?? 0) - (target[at] ?? 0))
    curve += weight * by * by
  }
  return { slope, curve }
}
