/** What each child adds to a summary, in risk units, adding up to it: linear, by argmax, or by exact Shapley values. Pure. */
import { type Aggregation, aggregate } from '#test/support/measurement-tree/aggregation'
import { largest } from '#workers/generate-tree/aggregate'

/** More children than this make exact Shapley values too dear: 2^n evaluations. */
const shapleyLimit = 10

/**
 * Contributions of `values` to their summary against a baseline of no risk. Means share by weight, a maximum goes to its
 * argmax (in equal parts where several are), Hurwicz to both; everything else by Shapley, null above `shapleyLimit`.
 */
export function childContributions(
  aggregation: Aggregation,
  values: readonly number[],
  weights?: readonly number[],
): number[] | null {
  const n = values.length
  switch (aggregation.fn) {
    case 'mean':
      return values.map((value) => value / n)
    case 'weighted_mean': {
      const given = weights ?? aggregation.weights
      const all = values.reduce((sum, _, index) => sum + (given[index] ?? 0), 0)
      return values.map((value, index) => (value * (given[index] ?? 0)) / all)
    }
    case 'max':
      return ofLargest(values)
    case 'hurwicz': {
      const ofMaximum = ofLargest(values)
      return values.map((value, index) => aggregation.a * (ofMaximum[index] ?? 0) + ((1 - aggregation.a) * value) / n)
    }
    case 'count_rate':
      return values.map((value) => aggregate(aggregation, [value]) / n)
    default:
      return n <= shapleyLimit ? shapley(values, (subset) => aggregate(aggregation, subset)) : null
  }
}

/** Exact Shapley values of a summary whose absent children are at 0. */
export function shapley(values: readonly number[], summary: (values: readonly number[]) => number): number[] {
  const n = values.length
  const worth = Array.from({ length: 1 << n }, (_, set) =>
    summary(values.map((value, index) => ((set >> index) & 1 ? value : 0))),
  )
  return values.map((_, index) => {
    let share = 0
    for (let set = 0; set < worth.length; set += 1) {
      if ((set >> index) & 1) continue
      const gain = (worth[set | (1 << index)] ?? 0) - (worth[set] ?? 0)
      share += orderings(bits(set), n) * gain
    }
    return share
  })
}

function ofLargest(values: readonly number[]): number[] {
  const top = largest(values)
  const holders = values.filter((value) => value === top).length
  return values.map((value) => (value === top ? top / holders : 0))
}

/** Share of the orderings of n children in which exactly a given set of `before` precedes one: s! (n - s - 1)! / n!. */
function orderings(before: number, n: number): number {
  let share = 1 / n
  for (let step = 1; step <= before; step += 1) share *= step / (n - step)
  return share
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1
  return count
}
