/** Parameters in whole steps, where no rounding decides: what a point of the grid stands for, and whether it keeps the constraints. Pure. */
import type { ParameterBounds } from '#db/documents/calibration'

/** A parameter in whole steps above its minimum: at step k it is (first + k × stride) / scale, which is exact. */
export type ParameterGrid = {
  name: string
  bounds: ParameterBounds
  first: number
  stride: number
  scale: number
  /** The steps from its minimum to its maximum. */
  last: number
  /** Steps that one calibration changes at most, and those that the changes of a day add up to at most. */
  reach: number
  daily: number
  /** Where nothing was calibrated. */
  initial: number
}

/** Σ factor × steps lies from `low` to `high`: whole numbers, or infinite where there is no bound. */
export type JointConstraint = {
  id: string
  terms: readonly { at: number; factor: number }[]
  low: number
  high: number
  /** One of the sum is stride / scale of the constraint's own. */
  stride: number
  scale: number
  principle: string
}

/** Parameters in the order of their names. */
export type ParameterSpace = {
  grids: readonly ParameterGrid[]
  joints: readonly JointConstraint[]
  /** Ways to go on the grid, alone or two at once so that a constraint stays as it is. */
  moves: readonly GridMove[]
}

/** So many steps of one parameter or two, as often as one likes; and what that adds to the sums of constraints. */
export type GridMove = {
  parts: readonly { at: number; by: number }[]
  shifts: readonly { joint: number; by: number }[]
}

/** Of each parameter of a space its step. */
export type GridPoint = readonly number[]

export const sumOf = ({ terms }: Pick<JointConstraint, 'terms'>, point: GridPoint): number =>
  terms.reduce((sum, { at, factor }) => sum + factor * (point[at] ?? 0), 0)

export const keepsJoints = ({ joints }: Pick<ParameterSpace, 'joints'>, point: GridPoint): boolean =>
  joints.every((joint) => {
    const sum = sumOf(joint, point)
    return sum >= joint.low && sum <= joint.high
  })

/** The value at a step. */
export const valueAt = ({ first, stride, scale }: Pick<ParameterGrid, 'first' | 'stride' | 'scale'>, step: number) =>
  (first + step * stride) / scale

/** The step whose value is the nearest. @param value finite. */
export function nearestStep({ first, stride, scale, last, bounds }: ParameterGrid, value: number): number {
  if (value <= bounds.min) return 0
  if (value >= bounds.max) return last
  return Math.min(last, Math.max(0, Math.round((value * scale - first) / stride)))
}

export const initialPoint = ({ grids }: Pick<ParameterSpace, 'grids'>): GridPoint => grids.map(({ initial }) => initial)

/** Of each parameter its value. */
export const valuesOf = ({ grids }: Pick<ParameterSpace, 'grids'>, point: GridPoint): Record<string, number> =>
  Object.fromEntries(grids.map((grid, at) => [grid.name, valueAt(grid, point[at] ?? 0)]))

/** How a point keeps each constraint; `slack`: how far it is from the nearer bound of it. */
export const checkedJoints = ({ joints }: Pick<ParameterSpace, 'joints'>, point: GridPoint) =>
  joints.map((joint) => {
    const sum = sumOf(joint, point)
    const slack = Math.min(sum - joint.low, joint.high - sum)
    return { id: joint.id, ok: slack >= 0, slack: (slack * joint.stride) / joint.scale }
  })
