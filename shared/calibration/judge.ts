/** Judges a calibration by its values alone, as they are told: an account of its own beside what made them. Pure. */
import type { ParameterBounds, ParameterConstraint } from '#db/documents/calibration'
import { decimalPlacesOf, inMillionths, scaleOf, wholeAt } from '#shared/calibration/decimals'

/** What there is to be broken, and how many parameters or constraints break it; all 0 of a sound calibration. */
export type CalibrationFaults = {
  /** Parameters that hold another value than before. */
  changed: number
  /** Outside of their bounds, off their grid, or without a value. */
  out_of_bounds: number
  /** Changed by more than one calibration, or the calibrations of a day, may. */
  over_step: number
  broken_constraints: number
}

type Judged = {
  parameters: Readonly<Record<string, ParameterBounds>>
  constraints: readonly ParameterConstraint[]
  before: Readonly<Record<string, number>>
  after: Readonly<Record<string, number>>
  /** Of each parameter what the changes of the day before this one add up to. */
  usedToday: Readonly<Record<string, number>>
}

const told = (value: number | undefined) => (value === undefined ? undefined : inMillionths(value))

export function judgeCalibration({ parameters, constraints, before, after, usedToday }: Judged): CalibrationFaults {
  const faults = { changed: 0, out_of_bounds: 0, over_step: 0, broken_constraints: 0 }
  for (const name of Object.keys(after)) if (!Object.hasOwn(parameters, name)) faults.out_of_bounds += 1
  for (const [name, { min, max, step, max_delta, max_daily_delta }] of Object.entries(parameters)) {
    const value = told(after[name]) ?? Number.NaN
    const [least, most, one] = [min, max, step].map(inMillionths)
    if (!(value >= Number(least) && value <= Number(most) && (value - Number(least)) % Number(one) === 0))
      faults.out_of_bounds += 1
    if (after[name] === before[name]) continue
    faults.changed += 1
    const change = Math.abs(value - (told(before[name]) ?? Number.NaN))
    const day = change + (inMillionths(usedToday[name] ?? 0) ?? Number.NaN)
    if (!(change <= Number(inMillionths(max_delta)) && day <= Number(inMillionths(max_daily_delta))))
      faults.over_step += 1
  }
  for (const constraint of constraints) if (!isKept(constraint, after)) faults.broken_constraints += 1
  return faults
}

/** Summed up in whole parts of millionths, as fine as the coefficients are. */
function isKept({ coefficients, min, max }: ParameterConstraint, after: Readonly<Record<string, number>>): boolean {
  const finest = scaleOf(Math.max(0, ...Object.values(coefficients).map((each) => decimalPlacesOf(each) ?? 0)))
  let sum = 0
  for (const [name, coefficient] of Object.entries(coefficients)) {
    const [value, factor] = [told(after[name]), wholeAt(coefficient, finest)]
    if (value === undefined || factor === undefined) return false
    sum += value * factor
  }
  const bound = (value: number) => (inMillionths(value) ?? Number.NaN) * finest
  return (min === null || sum >= bound(min)) && (max === null || sum <= bound(max))
}
