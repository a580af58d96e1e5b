/** Whether a step is to be done: comparisons of what came of others. Pure. */

import type { CameOf } from '#shared/agents/plan'
import { readReference, referredTo, type StepReference } from '#shared/agents/references'
import type { Condition } from '#shared/contracts/tasks'

type Comparison = Extract<Condition, { $ref: string }>

/** What is not there equals nothing, and is neither lesser nor greater. */
export function holds(condition: Condition, cameOf: (step: string) => CameOf | undefined): boolean {
  if ('all' in condition) return condition.all.every((each) => holds(each, cameOf))
  if ('any' in condition) return condition.any.some((each) => holds(each, cameOf))
  if ('not' in condition) return !holds(condition.not, cameOf)
  const referred = readReference(condition.$ref)
  return compares(condition, referred && referredTo(referred, cameOf))
}

/** Every reference in a condition, in order. */
export const referencesInCondition = (condition: Condition): StepReference[] =>
  comparisonsIn(condition).flatMap(({ at, $ref }) => {
    const referred = readReference($ref)
    return referred ? [{ ...referred, at }] : []
  })

/** Where a condition's references are none, by JSON pointer. */
export const malformedInCondition = (condition: Condition): string[] =>
  comparisonsIn(condition)
    .filter(({ $ref }) => !readReference($ref))
    .map(({ at }) => at)

function compares(comparison: Comparison, value: unknown): boolean {
  const { eq, ne, in: among, exists } = comparison
  if (exists !== undefined && (value !== undefined) !== exists) return false
  if (eq !== undefined && !isSame(value, eq)) return false
  if (ne !== undefined && isSame(value, ne)) return false
  if (among !== undefined && !among.some((each) => isSame(value, each))) return false
  return (['lt', 'lte', 'gt', 'gte'] as const).every((how) => {
    const bound = comparison[how]
    return bound === undefined || isOrdered(how, value, bound)
  })
}

function isOrdered(how: 'lt' | 'lte' | 'gt' | 'gte', value: unknown, bound: number | string): boolean {
  if (typeof value !== typeof bound || (typeof value !== 'number' && typeof value !== 'string')) return false
  if (how === 'lt') return value < bound
  if (how === 'lte') return value <= bound
  return how === 'gt' ? value > bound : value >= bound
}

/** Two values of JSON; the order of members does not matter. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && Bun.deepEquals(a, b, true))

function comparisonsIn(condition: Condition, at = ''): { at: string; $ref: string }[] {
  if ('all' in condition) return condition.all.flatMap((each, index) => comparisonsIn(each, `${at}/all/${index}`))
  if ('any' in condition) return condition.any.flatMap((each, index) => comparisonsIn(each, `${at}/any/${index}`))
  if ('not' in condition) return comparisonsIn(condition.not, `${at}/not`)
  return [{ at, $ref: condition.$ref }]
}
