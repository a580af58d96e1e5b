/** Level 1 of a tree: what the score of a trace means, and what it does not. Pure. */
import type { FullTree } from '#db/documents/tree'
import { rounded } from '#workers/generate-tree/aggregate'
import type { Annotation } from '#workers/generate-tree/annotate'
import { contradictionOf, itemNames } from '#workers/generate-tree/annotation-items'
import type { CohortSummary } from '#workers/generate-tree/cohort'
import { driverPathOf } from '#workers/generate-tree/drivers'
import { categories } from '#workers/generate-tree/flags'
import { gradeOf, verdictOf } from '#workers/generate-tree/interpretation'
import type { Profile } from '#workers/generate-tree/profiles'
import { isCompliantByDefault, type TreeTrace } from '#workers/generate-tree/trace'

type Level1 = FullTree['level_1']
export type Validity = FullTree['level_2']['validity']

export function interpretationOf(
  trace: TreeTrace,
  annotation: Annotation,
  validity: Validity,
  cohort: CohortSummary,
  profile: Profile,
): Level1['interpretation'] {
  const { validity_score } = validity
  const triggered = validity.gates.filter((gate) => gate.triggered).map((gate) => gate.id)
  const path = driverPathOf(annotation, profile)
  const [lo, hi] = validity.interval
  const cap = triggered.length > 0 ? `; capped by ${triggered.join(' and ')}` : ''
  const contradictions = profile.rules && contradictionsOf(trace, annotation, profile)
  const contradicted = contradictions?.length
    ? `; what is said of it contradicts itself: ${contradictions.join(', ')}`
    : ''
  return {
    ...(contradictions && { contradictions }),
    driver_path: path,
    grade: gradeOf(validity_score, profile),
    limitations: limitationsOf(trace, annotation, cohort, profile),
    statement: `Validity ${validity_score ?? 'not assessable'} of 100 (${lo} to ${hi} with missing evidence at worst and best)${cap}${contradicted}; driven by ${path.join(' > ')}.`,
    validity_interval: validity.interval,
    validity_interval_kind: validity.interval_kind,
    validity_score,
    verdict: verdictOf(validity_score, triggered.length > 0, profile),
  }
}

function limitationsOf(trace: TreeTrace, annotation: Annotation, cohort: CohortSummary, profile: Profile): string[] {
  const { rules } = profile
  const limitations = ['single trace']
  const without = missingCount(annotation)
  if (without > 0) limitations.push(`${without} of ${itemNames.length} items without evidence`)
  if (isCompliantByDefault(trace)) limitations.push('constitutional_compliance not declared, true by default')
  if (rules !== undefined && annotation.flags === null) limitations.push('no list of flags: nothing is ruled out by it')
  if (contradictionOf(trace, profile) > 0) limitations.push(scoreAgainstLevel(trace))
  if (annotation.conflicts.length > 0) limitations.push('testing fields contradict each other')
  const unknown = annotation.flags?.filter((flag) => !flag.mapped).length ?? 0
  if (unknown > 0)
    limitations.push(
      rules === undefined
        ? 'flags outside the flag table'
        : `flags outside the flag table: ${unknown}, each counted with severity ${rules.unknown_flag.severity} or more`,
    )
  if (cohort.n < 2) limitations.push(`cohort of ${cohort.n}: no interval of the system`)
  return limitations
}

/** What a trace says of itself in two ways. The graver of the two has counted. */
function contradictionsOf(trace: TreeTrace, annotation: Annotation, profile: Profile): string[] {
  const contradictions = [...annotation.conflicts]
  if (contradictionOf(trace, profile) > 0) contradictions.unshift(scoreAgainstLevel(trace))
  if (annotation.hasCriticalFlag) {
    if (trace.risk_level === 'LOW') contradictions.push('risk_level LOW contradicts a critical flag')
    if (trace.compliance_declared && trace.constitutional_compliance)
      contradictions.push('constitutional_compliance true contradicts a critical flag')
  }
  const rating = trace.metadata?.['user_rating']
  const thumbs = trace.metadata?.['thumbs']
  if (
    typeof rating === 'number' &&
    ((thumbs === 'up' && rating < 3) || (thumbs === 'down' && rating > 3 && rating <= 5))
  )
    contradictions.push(`thumbs ${thumbs} contradicts user_rating ${rating}`)
  return contradictions
}

function scoreAgainstLevel({ risk_score, risk_level }: TreeTrace): string {
  return `risk_score ${risk_score} contradicts risk_level ${risk_level}`
}

export function summaryOf(
  trace: TreeTrace,
  annotation: Annotation,
  cohort: CohortSummary,
  profile: Profile,
): Omit<Level1['summary'], 'tree_digest'> {
  return {
    coverage: rounded(annotation.coverage),
    in_cohort: cohort.traceIds.has(trace.trace_id),
    n_cohort: cohort.n,
    profile: profile.name,
    profile_digest: profile.digest,
    risk_level: trace.risk_level,
    risk_score: trace.risk_score,
    standard: 'NIST ARIA 0.1 (aligned)',
    system_source: trace.system_source,
    test_category: annotation.testCategory,
    trace_id: trace.trace_id,
  }
}

function missingCount({ byCategory }: Annotation): number {
  let count = 0
  for (const category of categories) for (const { value } of byCategory[category].items) if (value === null) count += 1
  return count
}
