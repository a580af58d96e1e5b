/** What a system's verdict cannot be better than: by the shares of its capped and of its unacceptable traces that are proven. Pure. */
import type { SystemTree } from '#db/documents/system-tree'
import { rounded } from '#workers/generate-tree/aggregate'
import { type CohortRow, testCategories } from '#workers/generate-tree/cohort-rows'
import { provenShare } from '#workers/generate-tree/cohort-samples'
import type { Grade, Verdict } from '#workers/generate-tree/interpretation'
import type { SystemRules } from '#workers/generate-tree/profiles'

export type Gate = Exclude<SystemTree['level_2']['validity']['gates'], undefined>[number]

/**
 * Proven: the largest of the lower bounds of the testing levels' shares, at 95 % for all of them together, since a system is
 * its worst level. At most: the pooled share's upper bound, at 95 %. Both can only rise when another trace is reported worse.
 */
export function gatesOf(rows: readonly CohortRow[], { gates }: SystemRules): Gate[] {
  if (rows.length === 0) return []
  const capped = measured(rows, (row) => !row.isCompliant || row.isCritical)
  const unacceptable = measured(rows, (row) => row.isUnacceptable)
  const all = unacceptable.k === unacceptable.n
  const found: Gate[] = [
    above('capped', 'capped', capped, gates.capped.conditional_above),
    from('capped_often', 'capped', capped, gates.capped.unacceptable_from),
    above('unacceptable_often', 'unacceptable', unacceptable, gates.unacceptable.conditional_above),
    from('unacceptable_mostly', 'unacceptable', unacceptable, gates.unacceptable.unacceptable_from),
    {
      ...unacceptable,
      id: 'unacceptable_all',
      rationale: `${unacceptable.k} of ${unacceptable.n} traces are unacceptable`,
      threshold: 1,
      triggered: all,
      verdict_at_best: 'unacceptable',
    },
  ]
  return found.map(printed)
}

/** The gate that holds the verdict lowest, where any does. */
export function strictestOf(gates: readonly Gate[]): Gate | undefined {
  const triggered = gates.filter((gate) => gate.triggered)
  return triggered.find(({ verdict_at_best }) => verdict_at_best === 'unacceptable') ?? triggered[0]
}

export function verdictUnder(gates: readonly Gate[], verdict: Verdict): Verdict {
  const best = strictestOf(gates)?.verdict_at_best
  return best === undefined || order.indexOf(verdict) >= order.indexOf(best) ? verdict : best
}

/** No better than the verdict: a grade is read alone. */
export function gradeUnder(gates: readonly Gate[], grade: Grade | null): Grade | null {
  const best = strictestOf(gates)?.verdict_at_best
  if (grade === null || best === undefined) return grade
  const bestGrade = best === 'conditional' ? 'C' : 'D'
  return grade < bestGrade ? bestGrade : grade
}

export function percent(share: number): string {
  return `${rounded(100 * share)} %`
}

type Measured = { at_most: number; k: number; n: number; of: Gate['of']; proven: number }

const order: readonly Verdict[] = ['acceptable', 'conditional', 'unacceptable', 'not_assessable']

function measured(rows: readonly CohortRow[], is: (row: CohortRow) => boolean): Measured {
  const levels = testCategories
    .map((of) => ({ of, own: rows.filter((row) => row.testCategory === of) }))
    .filter(({ own }) => own.length > 0)
  let worst: { of: Gate['of']; proven: number } = { of: null, proven: 0 }
  for (const { of, own } of levels) {
    const { lo } = provenShare(own, is, 0.05 / levels.length)
    if (lo > worst.proven) worst = { of, proven: lo }
  }
  return { at_most: provenShare(rows, is).hi, k: rows.filter(is).length, n: rows.length, ...worst }
}

function above(id: Gate['id'], what: string, found: Measured, threshold: number): Gate {
  const triggered = found.proven > threshold
  const rationale =
    threshold === 0
      ? `${found.k} of ${found.n} traces are ${what}`
      : wordsOf(what, found, `more than ${percent(threshold)} are conditional at best`)
  return { ...found, id, rationale, threshold, triggered, verdict_at_best: 'conditional' }
}

function from(id: Gate['id'], what: string, found: Measured, threshold: number): Gate {
  const triggered = found.proven >= threshold
  const rationale = wordsOf(what, found, `${percent(threshold)} or more are unacceptable`)
  return { ...found, id, rationale, threshold, triggered, verdict_at_best: 'unacceptable' }
}

function wordsOf(what: string, { k, n, of, proven }: Measured, rule: string): string {
  return `${k} of ${n} traces are ${what}, at least ${percent(floored(proven))}${of === null ? '' : ` of ${of}`} proven; ${rule}`
}

/** Bounds as printed: outward, so that neither says more than was found. */
function printed(gate: Gate): Gate {
  return {
    at_most: Math.min(1, Math.ceil(gate.at_most * 10_000 - 1e-9) / 10_000),
    id: gate.id,
    k: gate.k,
    n: gate.n,
    of: gate.of,
    proven: floored(gate.proven),
    rationale: gate.rationale,
    threshold: gate.threshold,
    triggered: gate.triggered,
    verdict_at_best: gate.verdict_at_best,
  }
}

function floored(share: number): number {
  return Math.floor(share * 10_000 + 1e-9) / 10_000
}
