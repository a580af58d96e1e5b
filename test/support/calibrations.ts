/** Constitutions that declare any parameters and constraints, and wishes of anybody, from a stream of numbers. */
import type { ParameterBounds, ParameterConstraint } from '#db/documents/calibration'
import { type GridPoint, initialPoint, type ParameterSpace, valueAt, valuesOf } from '#shared/calibration/grid'
import { type CalibrationFaults, judgeCalibration } from '#shared/calibration/judge'
import { shuffled } from '#shared/calibration/random'
import { compileSpace } from '#shared/calibration/space'
import { stepTowards, type Wishes } from '#shared/calibration/step'

export type DeclaredParameters = {
  parameters: Record<string, ParameterBounds>
  constraints: ParameterConstraint[]
}

export const aBound = (odd: Partial<ParameterBounds> = {}): ParameterBounds => ({
  min: 0,
  max: 1,
  step: 0.01,
  max_delta: 0.05,
  max_daily_delta: 0.1,
  initial: 0.5,
  principle: 'A-06',
  description: 'For a test.',
  ...odd,
})

export const aSum = (names: readonly string[], total: number, odd: Partial<ParameterConstraint> = {}) => ({
  id: 'sum',
  coefficients: Object.fromEntries(names.map((name) => [name, 1])),
  min: total,
  max: total,
  principle: 'A-06',
  ...odd,
})

/** @throws Error with every fault. */
export function spaceOf(declared: DeclaredParameters): ParameterSpace {
  const { space, faults } = compileSpace(declared)
  if (!space) throw new Error(faults.map(({ place, message }) => `${place} ${message}`).join('; '))
  return space
}

const steps = [0.001, 0.01, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 5, 7]
const coefficients = [1, 1, 1, 1, -1, 2, 0.5, -3, 0.01]
const inMillionths = (value: number) => Math.round(value * 1e6) / 1e6

/** Sound by how it is made: bounds, grids and constraints lie around its initial values. */
export function anyDeclared(random: () => number): DeclaredParameters {
  const below = (count: number) => Math.floor(random() * count)
  const names = Array.from({ length: 1 + below(7) }, (_, at) => `p${at}`)
  const isOfOneStep = random() < 0.5
  const sharedStep = steps[below(steps.length)] ?? 1
  const parameters = Object.fromEntries(
    names.map((name) => {
      const step = isOfOneStep ? sharedStep : (steps[below(steps.length)] ?? 1)
      const last = random() < 0.05 ? 0 : 1 + below(random() < 0.2 ? 2000 : 100)
      const min = inMillionths((below(41) - 20) * step)
      const reach = 1 + below(last + 3)
      return [
        name,
        aBound({
          min,
          step,
          max: inMillionths(min + last * step),
          initial: inMillionths(min + below(last + 1) * step),
          max_delta: inMillionths((reach + (random() < 0.3 ? 0.5 : 0)) * step),
          max_daily_delta: inMillionths((reach + 1 + below(2 * last + 3)) * step),
        }),
      ]
    }),
  )
  const constraints = Array.from({ length: below(3) }, (_, at) => anyConstraint(`c${at}`, parameters, random))
  return { parameters, constraints }
}

function anyConstraint(
  id: string,
  parameters: Record<string, ParameterBounds>,
  random: () => number,
): ParameterConstraint {
  const names = Object.keys(parameters)
  const chosen = shuffled(names.length, random).slice(0, 1 + Math.floor(random() * names.length))
  const isPlain = random() < 0.6
  const terms = chosen.map((at): [string, number] => [
    names[at] ?? '',
    isPlain ? 1 : (coefficients[Math.floor(random() * coefficients.length)] ?? 1),
  ])
  const sum = inMillionths(
    terms.reduce((total, [name, factor]) => total + factor * (parameters[name]?.initial ?? 0), 0),
  )
  const room = () => inMillionths(Math.floor(random() * 20) * 0.25)
  const isEqual = random() < 0.5
  return {
    id,
    coefficients: Object.fromEntries(terms),
    min: isEqual ? sum : random() < 0.7 ? inMillionths(sum - room()) : null,
    max: isEqual || random() < 0.7 ? inMillionths(sum + (isEqual ? 0 : room())) : inMillionths(sum + 1000),
    principle: 'A-06',
  }
}

const odd = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  -5e-324,
  -0,
  0.1 + 0.2,
]

/** Of some parameters a wish: on the grid, beside it, outside, or nothing that makes sense; of others that they may give way. */
export function anyWishes({ grids }: ParameterSpace, random: () => number): Wishes {
  const chosen = shuffled(grids.length, random).slice(0, 1 + Math.floor(random() * grids.length))
  return new Map(
    chosen.map((at): [number, number | undefined] => {
      const grid = grids[at]
      if (!grid || random() < 0.15) return [at, undefined]
      const dice = random()
      if (dice < 0.1) return [at, odd[Math.floor(random() * odd.length)]]
      if (dice < 0.5) return [at, valueAt(grid, Math.floor(random() * (grid.last + 1)))]
      const { min, max } = grid.bounds
      return [at, min + (random() * 1.4 - 0.2) * (max - min)]
    }),
  )
}

/** A life of calibrations, day after day, each on what the one before made. */
export type CalibrationLife = { held: GridPoint; usedToday: Record<string, number> }
export const newLife = (space: ParameterSpace): CalibrationLife => ({ held: initialPoint(space), usedToday: {} })

/** One more of it, judged by the values that are told alone. */
export function liveOn(
  declared: DeclaredParameters,
  space: ParameterSpace,
  life: CalibrationLife,
  random: () => number,
): { life: CalibrationLife; faults: CalibrationFaults } {
  const usedToday = random() < 0.2 ? {} : life.usedToday
  const limits = { usedToday, ...(random() < 0.1 ? { maxSteps: 1 + Math.floor(random() * 5) } : {}) }
  const { applied } = stepTowards(space, { held: life.held, wishes: anyWishes(space, random), limits })
  const [before, after] = [valuesOf(space, life.held), valuesOf(space, applied)]
  const faults = judgeCalibration({ ...declared, before, after, usedToday })
  const used = { ...usedToday }
  for (const [name, value] of Object.entries(after))
    if (value !== before[name]) used[name] = inMillionths((used[name] ?? 0) + Math.abs(value - (before[name] ?? 0)))
  return { life: { held: applied, usedToday: used }, faults }
}
