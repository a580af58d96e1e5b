/** One calibration: from what holds as near to what is requested as bounds, grids, limits and constraints let it, and why no nearer. Pure. */
import type { CalibratedParameter } from '#db/documents/calibration'
import { wholeAt } from '#shared/calibration/decimals'
import { type GridPoint, nearestStep, type ParameterGrid, type ParameterSpace, valueAt } from '#shared/calibration/grid'
import { clampTo, type GridBox, nearestFeasible } from '#shared/calibration/project'

/** What is asked of parameters, by their places in the space. One without a value may give way; others stay where they are. */
export type Wishes = ReadonlyMap<number, number | undefined>

export type StepLimits = {
  /** Of each parameter what the changes of this day add up to already. */
  usedToday: Readonly<Record<string, number>>
  /** Grid steps that the request lets a parameter change. */
  maxSteps?: number | undefined
}

/** Steps that are left of a day's limit. What is used may be of another grid: it counts as whole steps of this one. */
export function stepsLeftToday(grid: ParameterGrid, usedToday: Readonly<Record<string, number>>): number {
  const used = usedToday[grid.name] ?? 0
  const whole = wholeAt(used, grid.scale) ?? Math.ceil(used * grid.scale)
  return Math.max(0, grid.daily - Math.ceil(whole / grid.stride))
}

/** Where one calibration may go from what holds. Parameters that are not among `free` stay. */
export function reachFrom(
  { grids }: Pick<ParameterSpace, 'grids'>,
  held: GridPoint,
  free: ReadonlySet<number>,
  { usedToday, maxSteps }: StepLimits,
): GridBox {
  const reaches = grids.map((grid, at) =>
    free.has(at) ? Math.min(grid.reach, maxSteps ?? grid.reach, stepsLeftToday(grid, usedToday)) : 0,
  )
  return {
    low: held.map((step, at) => Math.max(0, step - (reaches[at] ?? 0))),
    high: held.map((step, at) => Math.min(grids[at]?.last ?? 0, step + (reaches[at] ?? 0))),
  }
}

/** @param held what holds: it keeps bounds, grids and constraints. @returns what is to hold, and of each parameter of `wishes` what became of it. */
export function stepTowards(
  space: ParameterSpace,
  { held, wishes, limits }: { held: GridPoint; wishes: Wishes; limits: StepLimits },
): { applied: GridPoint; results: CalibratedParameter[] } {
  const free = new Set([...wishes].flatMap(([at, value]) => (isNoNumber(value) ? [] : [at])))
  const box = reachFrom(space, held, free, limits)
  const target = space.grids.map((grid, at) => {
    const value = wishes.get(at)
    return value === undefined || isNoNumber(value) ? (held[at] ?? 0) : nearestStep(grid, value)
  })
  const yielding = new Set([...wishes].flatMap(([at, value]) => (value === undefined ? [at] : [])))
  const applied = nearestFeasible(space, { from: held, target, box, yielding })
  const within = clampTo(box, target)
  const results = [...wishes.keys()].flatMap((at) => {
    const grid = space.grids[at]
    if (!grid) return []
    const steps = { held: held[at] ?? 0, target: target[at] ?? 0, within: within[at] ?? 0, applied: applied[at] ?? 0 }
    return [resultOf(space, { at, grid, requested: wishes.get(at), steps, limits })]
  })
  return { applied, results }
}

const isNoNumber = (value: number | undefined) => value !== undefined && !Number.isFinite(value)

type Stepped = {
  at: number
  grid: ParameterGrid
  requested: number | undefined
  /** In whole steps: what holds, the nearest to what is requested, that inside the limits, and what is to hold. */
  steps: { held: number; target: number; within: number; applied: number }
  limits: StepLimits
}

function resultOf(space: ParameterSpace, { at, grid, requested, steps, limits }: Stepped): CalibratedParameter {
  const reasons = [
    ...valueReasons(grid, requested, steps.target),
    ...limitReasons(grid, steps, limits),
    ...jointReasons(space, at, requested !== undefined, steps),
  ]
  const { min, max, step, max_delta, max_daily_delta, principle } = grid.bounds
  return {
    name: grid.name,
    previous: valueAt(grid, steps.held),
    // JSON knows no negative zero.
    requested: requested === undefined || isNoNumber(requested) ? null : requested + 0,
    applied: valueAt(grid, steps.applied),
    status: statusOf(requested, valueAt(grid, steps.applied), steps),
    reasons,
    bounds: { min, max, step, max_delta, max_daily_delta, principle },
  }
}

function statusOf(
  requested: number | undefined,
  value: number,
  steps: Stepped['steps'],
): CalibratedParameter['status'] {
  const { held, target, within, applied } = steps
  if (requested === undefined) return applied === held ? 'unchanged' : 'accepted'
  if (isNoNumber(requested)) return 'rejected'
  if (value === requested) return applied === held ? 'unchanged' : 'accepted'
  if (applied === held && within !== held) return 'rejected'
  return within === target ? 'clamped' : 'step_limited'
}

function valueReasons(grid: ParameterGrid, requested: number | undefined, target: number): string[] {
  const { min, max, step } = grid.bounds
  if (requested === undefined) return []
  if (isNoNumber(requested)) return ['what is requested is no finite number']
  if (requested < min) return [`${requested} is below its minimum of ${min}`]
  if (requested > max) return [`${requested} is above its maximum of ${max}`]
  const nearest = valueAt(grid, target)
  return nearest === requested
    ? []
    : [`${requested} is not on its grid of ${step} from ${min}: ${nearest} is the nearest`]
}

/** The limits that bind: of several the tightest. */
function limitReasons(
  grid: ParameterGrid,
  { target, within }: Stepped['steps'],
  { usedToday, maxSteps = grid.reach }: StepLimits,
): string[] {
  if (target === within) return []
  const { max_delta, max_daily_delta } = grid.bounds
  const left = stepsLeftToday(grid, usedToday)
  const tightest = Math.min(grid.reach, maxSteps, left)
  return [
    ...(grid.reach === tightest ? [`one calibration changes it by ${max_delta} at most`] : []),
    ...(maxSteps === tightest && maxSteps < grid.reach
      ? [`the request lets it change by ${maxSteps} steps at most`]
      : []),
    ...(left === tightest && left < grid.reach
      ? [`of the ${max_daily_delta} that a day may change it by, ${(left * grid.stride) / grid.scale} are left`]
      : []),
  ]
}

function jointReasons(
  { joints }: ParameterSpace,
  at: number,
  isRequested: boolean,
  { within, applied }: Stepped['steps'],
): string[] {
  if (within === applied) return []
  const binding = joints.filter(({ terms }) => terms.some((term) => term.at === at)).map(({ id }) => id)
  return isRequested
    ? [`${binding.join(' and ')}: it comes no nearer with the parameters that the request names`]
    : [`gave way, so that ${binding.join(' and ')} is kept`]
}
