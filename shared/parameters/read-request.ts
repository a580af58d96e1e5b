/** Reads what a calibration is asked for: every fault of it at once, and the parameters by their places. Pure. */
import { nearestStep, type ParameterSpace, valueAt } from '#shared/calibration/grid'
import type { Wishes } from '#shared/calibration/step'
import type { CalibrateRequest } from '#shared/contracts/calibrations'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'

export type ReadCalibration = {
  /** Of each parameter that may change the value that is requested, if any is. */
  wishes: Wishes
  /** The values that the caller takes for those that hold, by name. */
  current: ReadonlyMap<string, number>
}

/** What a rollback may be asked for beside its token. */
const besideToken = ['rollback_token', 'dry_run', 'version']
const told = 10

/** @throws INVALID_REQUEST naming every fault. */
export function readCalibration(request: CalibrateRequest, space: ParameterSpace): ReadCalibration {
  const places = new Map(space.grids.map(({ name }, at) => [name, at]))
  const named: readonly Named[] = request.parameters ?? space.grids.map(({ name }) => ({ name }))
  const issues = [...tokenIssues(request), ...nameIssues(named, places), ...observationIssues(request, named, places)]
  if (issues.length > 0) throw invalidRequest(issues)
  return {
    wishes: new Map(named.map(({ name, requested }) => [places.get(name) ?? -1, requested])),
    current: new Map(named.flatMap(({ name, current }) => (current === undefined ? [] : [[name, current] as const]))),
  }
}

type Named = { name: string; current?: number | undefined; requested?: number | undefined }

const tokenIssues = (request: CalibrateRequest): Issue[] =>
  request.rollback_token === undefined
    ? []
    : Object.keys(request)
        .filter((name) => !besideToken.includes(name))
        .map((name) => ({
          path: `/${name}`,
          message: 'stands beside a rollback_token',
          expected: `of a rollback nothing but ${besideToken.join(', ')}`,
        }))

function nameIssues(named: readonly Named[], places: ReadonlyMap<string, number>): Issue[] {
  return named.flatMap(({ name }, at) => {
    const first = named.findIndex((each) => each.name === name)
    const path = `/parameters/${at}/name`
    if (!places.has(name)) return [{ path, ...unknown(name, places) }]
    return first < at ? [{ path, message: `${name} stands there twice`, expected: 'each parameter once' }] : []
  })
}

const unknown = (name: string, places: ReadonlyMap<string, number>) => ({
  message: `${name} is no parameter of the constitution in force`,
  expected: `one of ${listed([...places.keys()])}`,
})

const listed = (names: readonly string[]): string =>
  names.length <= told ? names.join(', ') : `${names.slice(0, told).join(', ')} and ${names.length - told} more`

function observationIssues(
  { objective, observations = [] }: CalibrateRequest,
  named: readonly Named[],
  places: ReadonlyMap<string, number>,
): Issue[] {
  if (observations.length > 0 && !objective)
    return [
      {
        path: '/objective',
        message: 'is missing: observations say what was measured, not what is better',
        expected: 'a metric with its direction',
      },
    ]
  return observations.flatMap(({ parameters }, at) => {
    const path = `/observations/${at}/parameters`
    const foreign = Object.keys(parameters).filter((name) => !places.has(name))
    const missing = named.map(({ name }) => name).filter((name) => !Object.hasOwn(parameters, name))
    return [
      ...foreign.map((name) => ({ path: `${path}/${name}`, ...unknown(name, places) })),
      ...(missing.length > 0
        ? [{ path, message: `lacks ${listed(missing)}`, expected: 'a value of every parameter that is tuned' }]
        : []),
    ]
  })
}

/** Of the parameters whose `current` does not hold, what they are. */
export function notHeld(
  { current }: ReadCalibration,
  space: ParameterSpace,
  held: Readonly<Record<string, number>>,
): Record<string, number> {
  const wrong = space.grids.flatMap((grid) => {
    const [taken, is] = [current.get(grid.name), held[grid.name]]
    const isSame = taken === undefined || taken === is || (is !== undefined && isRounded(grid, taken, is))
    return isSame || is === undefined ? [] : [[grid.name, is] as const]
  })
  return Object.fromEntries(wrong)
}

/** A value that somebody's sum of floats came to within a thousandth of a step. */
const isRounded = (grid: ParameterSpace['grids'][number], taken: number, is: number): boolean =>
  Math.abs(taken - is) <= grid.bounds.step / 1000 && valueAt(grid, nearestStep(grid, taken)) === is
