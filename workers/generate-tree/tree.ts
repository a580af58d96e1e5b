/** Builds the six-level measurement tree of one trace beside its system's history. Pure. */
import type { FullTree, Tree } from '#db/documents/tree'
import { orNull, rounded } from '#workers/generate-tree/aggregate'
import { type Annotation, annotate } from '#workers/generate-tree/annotate'
import { type CohortSummary, percentileAmong } from '#workers/generate-tree/cohort'
import { sha256 } from '#workers/generate-tree/digest'
import { contributionsOf } from '#workers/generate-tree/drivers'
import { categories } from '#workers/generate-tree/flags'
import { scoreOf } from '#workers/generate-tree/interpretation'
import type { CountedAnnotation } from '#workers/generate-tree/people'
import type { Profile } from '#workers/generate-tree/profiles'
import { isCompliantByDefault, type TreeTrace, telemetryRecordOf } from '#workers/generate-tree/trace'
import { recordDigest } from '#workers/generate-tree/tree-digest'
import { interpretationOf, summaryOf, type Validity } from '#workers/generate-tree/tree-level-1'
import { level4Of } from '#workers/generate-tree/tree-level-4'
import { treeText } from '#workers/generate-tree/tree-text'

export type TreeInput = {
  trace: TreeTrace
  /** Summary of the window of the trace's system; n counts its traces, the measured one among them unless in_cohort is false. */
  cohort: CohortSummary
  profile: Profile
  storeVersion: string
  treeSpecVersion: string
  /** What people said of the trace; superseded annotations among it. */
  people?: readonly CountedAnnotation[]
}

/**
 * The tree of a trace: always all six levels, telemetry included, digest filled in.
 * Same trace, cohort and profile: same bytes. Source of the levels: NIST ARIA 0.1 (aligned); the weights are the profile's.
 *
 * Its members stand in RFC 8785 order, so that its plain JSON text is the canonical form and the digest costs no sorting.
 * Parts that the cohort gives are shared between trees: present them, never change them.
 */
export function buildTree({ trace, cohort, profile, storeVersion, treeSpecVersion, people }: TreeInput): FullTree {
  if (cohort.profileDigest !== profile.digest) throw new Error(`cohort was not summarised under ${profile.name}`)
  const annotation = annotate(trace, profile)
  const validity = validityOf(trace, annotation, profile)
  const record = telemetryRecordOf(trace)
  // Metadata has any keys in any order; a record without it is in order already.
  const telemetryDigest = trace.metadata === undefined ? sha256(JSON.stringify(record)) : recordDigest(record)

  const interpretation = interpretationOf(trace, annotation, validity, cohort, profile)
  const summary = summaryOf(trace, annotation, cohort, profile)
  const level_2 = {
    reliability: cohort.reliability,
    risks: {
      ranked: rankedOf(annotation, profile),
      system: cohort.systemRisks,
      trace: { risk: orNull(annotation.overall.risk) },
    },
    validity,
  }
  const level_3 = level3Of(trace, annotation, profile)
  const level_4 = level4Of(trace, annotation, profile, people ?? [])
  const level_5 = level5Of(trace, annotation, cohort)
  const provenance = provenanceOf(trace, storeVersion, treeSpecVersion)

  const signed = {
    level_1: { interpretation, summary },
    level_2,
    level_3,
    level_4,
    level_5,
    level_6: { ...provenance, telemetry: { digest: telemetryDigest } },
  }
  const tree_digest = sha256(treeText(signed, cohort))
  return {
    level_1: { interpretation, summary: { ...summary, tree_digest } },
    level_2,
    level_3,
    level_4,
    level_5,
    level_6: { ...provenance, telemetry: { digest: telemetryDigest, included: true, record } },
  }
}

/** A tree as it is answered: levels 1 to `depth`; without raw data, level 6 keeps only the record's digest. */
export function presentTree(
  tree: Tree,
  { depth, includeRaw }: { depth: 1 | 2 | 3 | 4 | 5 | 6; includeRaw: boolean },
): Tree {
  const { level_1, level_2, level_3, level_4, level_5, level_6 } = tree
  return {
    level_1,
    ...(depth >= 2 && level_2 && { level_2 }),
    ...(depth >= 3 && level_3 && { level_3 }),
    ...(depth >= 4 && level_4 && { level_4 }),
    ...(depth >= 5 && level_5 && { level_5 }),
    ...(depth >= 6 && level_6 && { level_6: includeRaw ? level_6 : withoutRecord(level_6) }),
  }
}

function withoutRecord(level: FullTree['level_6']): FullTree['level_6'] {
  return { ...level, telemetry: { digest: level.telemetry.digest, included: false } }
}

/** Level 2's score: 100 - 10 risk, under the caps of the gates that are triggered. */
function validityOf(trace: TreeTrace, annotation: Annotation, profile: Profile): Validity {
  const { overall, hasCriticalFlag } = annotation
  const isViolation = !trace.constitutional_compliance
  const { caps } = profile
  const cap = Math.min(isViolation ? caps.constitutional_compliance : 100, hasCriticalFlag ? caps.critical_flag : 100)
  const uncapped = overall.risk === null ? null : 100 - 10 * overall.risk
  return {
    aggregation: 'max(testing levels)',
    construct: 'validity',
    gates: [
      {
        cap: caps.constitutional_compliance,
        id: 'constitutional_compliance',
        rationale: `constitutional_compliance=${trace.constitutional_compliance}`,
        triggered: isViolation,
      },
      {
        cap: caps.critical_flag,
        id: 'critical_flag',
        rationale: hasCriticalFlag
          ? `a flag of severity ${profile.critical_severity} or more`
          : `no flag of severity ${profile.critical_severity} or more`,
        triggered: hasCriticalFlag,
      },
    ],
    interval: [scoreOf(overall.hi, cap), scoreOf(overall.lo, cap)],
    interval_kind: 'missing_data_bounds',
    risk: orNull(overall.risk),
    uncapped: uncapped === null ? null : rounded(uncapped),
    validity_score: uncapped === null ? null : rounded(Math.min(cap, uncapped)),
    worst_case_score: worstCaseOf(annotation, profile),
  }
}

/** Score of the worst category that counts; before 2.0.0 users' experience counted only where there were users. */
function worstCaseOf({ byCategory, perception }: Annotation, { rules }: Profile): number | null {
  let worst: number | null = null
  for (const category of categories) {
    if (category === 'user_experience' && perception === null && rules === undefined) continue
    const { risk } = byCategory[category]
    if (risk !== null && (worst === null || risk > worst)) worst = risk
  }
  return worst === null ? null : scoreOf(worst, 100)
}

function rankedOf(annotation: Annotation, profile: Profile): FullTree['level_2']['risks']['ranked'] {
  const { risk } = annotation.overall
  return contributionsOf(annotation, profile).map(({ category, contribution }) => ({
    contribution: risk === null || risk === 0 ? null : rounded(contribution / risk),
    id: category,
    risk: orNull(annotation.byCategory[category].risk),
  }))
}

function level3Of(trace: TreeTrace, annotation: Annotation, { rules }: Profile): FullTree['level_3'] {
  const { annotator, perception, overall } = annotation
  const perceptionRisk = perception?.risk ?? null
  return {
    ...(rules && {
      aggregation: `users(worse ${rules.users.worse}, better ${rules.users.better})`,
    }),
    annotator_minus_perception:
      annotator.risk === null || perceptionRisk === null ? null : rounded(annotator.risk - perceptionRisk),
    annotator_risk: orNull(annotator.risk),
    basis: annotation.basis,
    conflicts: annotation.conflicts,
    perception_risk: orNull(perceptionRisk),
    risk: orNull(overall.risk),
    test_category: annotation.testCategory,
    trinity_layer: trace.trinity_layer ?? 'unspecified',
  }
}

function level5Of(trace: TreeTrace, { flags }: Annotation, cohort: CohortSummary): FullTree['level_5'] {
  const { processing_time_ms } = trace
  return {
    aggregated_measurements: cohort.collation,
    flag_summary: {
      cohort_top: cohort.topFlags,
      count: flags?.length ?? 0,
      this_trace: flags ?? [],
      unmapped: flags?.filter((flag) => !flag.mapped).map(({ flag }) => flag) ?? [],
    },
    temporal_metrics: {
      cohort_p50: cohort.timing.cohort_p50,
      cohort_p95: cohort.timing.cohort_p95,
      percentile_in_cohort:
        processing_time_ms === undefined ? null : percentileOf(processing_time_ms, cohort.durations),
      processing_time_ms: processing_time_ms ?? null,
      timestamp: trace.timestamp,
      trend: cohort.timing.trend,
    },
  }
}

function percentileOf(processingTimeMs: number, durations: readonly number[]): number | null {
  const percentile = percentileAmong(durations, processingTimeMs)
  return percentile === null ? null : rounded(percentile, 4)
}

function provenanceOf(
  trace: TreeTrace,
  storeVersion: string,
  treeSpecVersion: string,
): Omit<FullTree['level_6'], 'telemetry'> {
  return {
    constitutional_compliance: {
      attribution_token: trace.attribution_token,
      source: isCompliantByDefault(trace) ? 'default' : 'declared',
      value: trace.constitutional_compliance,
    },
    system_telemetry: {
      created_at: trace.created_at,
      processing_time_ms: trace.processing_time_ms ?? null,
      store_version: storeVersion,
      system_source: trace.system_source,
      testing_mode: trace.testing_mode ?? null,
      tree_spec_version: treeSpecVersion,
    },
  }
}
