/** Compiles what a constitution declares of parameters and constraints: everything that can be wrong with it is found here. Pure. */
import type { ParameterBounds, ParameterConstraint } from '#db/documents/calibration'
import { decimalPlacesOf, inMillionths, millionths, scaleOf, wholeAt, wholesBelow } from '#shared/calibration/decimals'
import { type JointConstraint, type ParameterGrid, type ParameterSpace, sumOf } from '#shared/calibration/grid'
import { greatestDivisor, movesOf } from '#shared/calibration/moves'

/** What keeps a declaration from being a space. */
export type SpaceFault = { place: string; message: string }

const tooFar = 'has numbers too far apart to be exact'
/** Steps of one parameter at most. */
const stepsAtMost = 1_000_000

type Declared = {
  parameters: Readonly<Record<string, ParameterBounds>>
  constraints: readonly ParameterConstraint[]
}

/** The space that is declared, or everything that is wrong with it. Its initial values keep what it says. */
export function compileSpace({
  parameters,
  constraints,
}: Declared): { space: ParameterSpace; faults?: undefined } | { faults: SpaceFault[]; space?: undefined } {
  const names = Object.keys(parameters).sort()
  const faults: SpaceFault[] = []
  const grids = names.flatMap((name) => {
    const bounds = parameters[name]
    const made = bounds && gridOf(name, bounds)
    if (!made || typeof made === 'string') {
      faults.push({ place: `parameters/${name}`, message: made ?? 'has no bounds' })
      return []
    }
    return [made]
  })
  if (faults.length > 0) return { faults }
  const at = new Map(names.map((name, index) => [name, index]))
  const joints = constraints.flatMap((constraint, index) => {
    const isRepeated = constraints.findIndex(({ id }) => id === constraint.id) !== index
    const made = isRepeated ? 'is declared twice' : jointOf(constraint, grids, at)
    if (typeof made !== 'string') return [made]
    faults.push({ place: `constraints/${constraint.id}`, message: made })
    return []
  })
  if (faults.length > 0) return { faults }
  return { space: { grids, joints, moves: movesOf(grids.length, joints) } }
}

/** The grid, or what is wrong with it. */
function gridOf(name: string, bounds: ParameterBounds): ParameterGrid | string {
  const { min, max, step, max_delta, max_daily_delta, initial } = bounds
  const places = [min, max, step, max_delta, max_daily_delta, initial].map(decimalPlacesOf)
  if (places.includes(undefined)) return 'has a number of more than six decimal places, or one too large to be exact'
  const scale = scaleOf(Math.max(...places.map((each) => each ?? 0)))
  const whole = (value: number) => wholeAt(value, scale) ?? Number.NaN
  const [first, stride] = [whole(min), whole(step)]
  const last = (whole(max) - first) / stride
  const start = (whole(initial) - first) / stride
  const reach = Math.floor(whole(max_delta) / stride)
  const daily = Math.floor(whole(max_daily_delta) / stride)
  if ([first, stride, last, start, reach, daily].some(Number.isNaN)) return tooFar
  if (max < min) return `has a maximum of ${max} below its minimum of ${min}`
  if (!Number.isInteger(last)) return `has a maximum of ${max} that is no whole number of steps of ${step} above ${min}`
  if (last > stepsAtMost) return `has more than ${stepsAtMost} steps`
  if (initial < min || initial > max) return `begins at ${initial}, outside of ${min} to ${max}`
  if (!Number.isInteger(start)) return `begins at ${initial}, which is not on its grid of ${step} from ${min}`
  if (reach < 1) return `has a max_delta of ${max_delta}, which is less than one step`
  if (daily < reach) return `has a max_daily_delta of ${max_daily_delta}, which is less than its max_delta`
  return { name, bounds, first, stride, scale, last, reach, daily, initial: start }
}

/** The constraint in whole numbers, or what is wrong with it. */
function jointOf(
  { id, coefficients, min, max, principle }: ParameterConstraint,
  grids: readonly ParameterGrid[],
  indexOf: ReadonlyMap<string, number>,
): JointConstraint | string {
  const names = Object.keys(coefficients).sort()
  const unknown = names.filter((name) => !indexOf.has(name))
  if (unknown.length > 0) return `names what is no parameter: ${unknown.join(', ')}`
  if (names.length === 0) return 'names no parameter'
  if (min === null && max === null) return 'asks for nothing: it has neither min nor max'
  const bounds = [min, max].map((each) => (each === null ? 0 : decimalPlacesOf(each)))
  const factors = names.map((name) => decimalPlacesOf(coefficients[name] ?? 0))
  if ([...bounds, ...factors].includes(undefined))
    return 'has a number of more than six decimal places, or one too large to be exact'
  if (names.some((name) => coefficients[name] === 0)) return 'has a coefficient of 0'
  const finest = scaleOf(Math.max(...factors.map((each) => each ?? 0)))
  const parts = names.map((name) => {
    const at = indexOf.get(name) ?? -1
    return { at, grid: grids[at], coefficient: wholeAt(coefficients[name] ?? 0, finest) ?? Number.NaN }
  })
  const perStep = (grid: ParameterGrid | undefined) => millionths / (grid?.scale ?? 1)
  const terms = parts.map(({ at, grid, coefficient }) => ({
    at,
    factor: coefficient * (grid?.stride ?? 0) * perStep(grid),
    first: coefficient * (grid?.first ?? 0) * perStep(grid),
    span: grid?.last ?? 0,
  }))
  const offset = terms.reduce((sum, { first }) => sum + first, 0)
  const [least, most] = [min, max].map((each) => (each === null ? 0 : (inMillionths(each) ?? Number.NaN) * finest))
  const size = terms.reduce((sum, term) => sum + Math.abs(term.factor) * term.span + Math.abs(term.first), 0)
  if (!(size + Math.abs(least ?? 0) + Math.abs(most ?? 0) < 2 ** 52)) return tooFar
  const shared = terms.reduce((divisor, { factor }) => greatestDivisor(divisor, Math.abs(factor)), 0)
  const low = min === null ? Number.NEGATIVE_INFINITY : Math.ceil(((least ?? 0) - offset) / shared)
  const high = max === null ? Number.POSITIVE_INFINITY : Math.floor(((most ?? 0) - offset) / shared)
  if (size / shared >= wholesBelow) return tooFar
  if (low > high) return `cannot be kept: no values on their grids add up to ${min === max ? min : `${min} to ${max}`}`
  const joint = {
    id,
    terms: terms.map(({ at, factor }) => ({ at, factor: factor / shared })),
    low,
    high,
    stride: shared,
    scale: finest * millionths,
    principle,
  }
  const start = sumOf(
    joint,
    grids.map(({ initial }) => initial),
  )
  return start < low || start > high ? 'is broken by the initial values' : joint
}
