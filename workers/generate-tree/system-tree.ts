/** Builds the measurement tree over all traces of a system: the maximum over testing levels, means below. Pure. */
import type { FullTree, SystemTree } from '#db/documents/tree'
import { mean, rounded } from '#workers/generate-tree/aggregate'
import {
  type CohortRow,
  clustersOf,
  inOrder,
  present,
  rateOf,
  riskIntervalOf,
  rowsOf,
  seedOf,
  summarizeRows,
  testCategories,
  traceSetDigest,
} from '#workers/generate-tree/cohort'
import { categories } from '#workers/generate-tree/flags'
import { gradeOf, verdictOf } from '#workers/generate-tree/interpretation'
import { type PersonAnnotation, peopleOf } from '#workers/generate-tree/people'
import type { Profile } from '#workers/generate-tree/profiles'
import { resampleTop } from '#workers/generate-tree/resampling'
import { percentileInterval } from '#workers/generate-tree/statistics'
import type { TestCategory, TreeTrace } from '#workers/generate-tree/trace'
import { systemTreeDigest } from '#workers/generate-tree/tree-digest'

export type SystemTreeInput = {
  systemSource: string
  traces: readonly TreeTrace[]
  /** How many others of the system say nothing any more. */
  erased?: number
  profile: Profile
  storeVersion: string
  treeSpecVersion: string
  /** What people said of traces of the system; superseded annotations among it. */
  people?: readonly PersonAnnotation[]
}

/**
 * The tree of a system. Every node below level 2 is the mean, over the traces that have it, of the same node of their own
 * trees; level 2 is the maximum over the testing levels (NIST ARIA 0.1, aligned), with its bootstrap interval and the
 * bootstrap estimate of how much a maximum overstates. Caps hold for single traces: here they are counted.
 * All given traces count, not only the profile's window; their order says nothing.
 */
export function buildSystemTree(input: SystemTreeInput): SystemTree {
  const { profile } = input
  const rows = inOrder(rowsOf(input.traces, profile))
  const cohort = summarizeRows(rows, profile)
  const levels = testCategories.map((category) => levelOf(category, rows))
  const driver = driverOf(levels)
  const validity = validityOf(rows, driver, cohort.systemRisks.overall.max_bias, profile)
  const ranked = driver === null ? [] : rankedOf(driver)
  const [field = null, model = null, redTeam = null] = levels.map((level) => level && testingLevelOf(level))
  const [fieldMeans = null, modelMeans = null, redTeamMeans = null] = levels.map(
    (level) => level && annotationsOf(level),
  )

  const tree: SystemTree = {
    level_1: {
      interpretation: interpretationOf(rows, levels, driver, validity, ranked, profile, input.erased ?? 0),
      summary: {
        coverage: cohort.reliability.mean_coverage,
        n: rows.length,
        profile: profile.name,
        profile_digest: profile.digest,
        standard: 'NIST ARIA 0.1 (aligned)',
        system_source: input.systemSource,
        tree_digest: '',
      },
    },
    level_2: {
      reliability: cohort.reliability,
      risks: { ranked, system: cohort.systemRisks },
      validity,
    },
    level_3: { driver: driver?.category ?? null, field, model, red_team: redTeam },
    level_4: {
      field: fieldMeans,
      model: modelMeans,
      ...(profile.people && peopleOf(input.people ?? [], rows.map(automatedOf), profile.people)),
      red_team: redTeamMeans,
    },
    level_5: {
      aggregated_measurements: cohort.collation,
      flag_summary: { cohort_top: cohort.topFlags },
      temporal_metrics: cohort.timing,
    },
    level_6: {
      system_telemetry: {
        store_version: input.storeVersion,
        system_source: input.systemSource,
        tree_spec_version: input.treeSpecVersion,
      },
      telemetry: { digest: traceSetDigest(rows), traces: rows.length },
    },
  }
  tree.level_1.summary.tree_digest = systemTreeDigest(tree)
  return tree
}

const automatedOf = ({ traceId, session, categoryRisks }: CohortRow) => ({ traceId, session, risks: categoryRisks })

/** The traces of one testing level and their mean risk. */
type Level = { category: TestCategory; rows: CohortRow[]; risk: number }
type Validity = SystemTree['level_2']['validity']
type Ranked = FullTree['level_2']['risks']['ranked']

function levelOf(category: TestCategory, rows: readonly CohortRow[]): Level | null {
  const own = rows.filter((row) => row.testCategory === category)
  const risks = present(own.map((row) => row.risk))
  return risks.length > 0 ? { category, rows: own, risk: mean(risks) } : null
}

function driverOf(levels: readonly (Level | null)[]): Level | null {
  return present(levels).reduce<Level | null>((top, level) => (top && top.risk >= level.risk ? top : level), null)
}

function validityOf(
  rows: readonly CohortRow[],
  driver: Level | null,
  maxBias: number | null,
  profile: Profile,
): Validity {
  return {
    aggregation: 'max(testing levels)',
    capped: {
      constitutional_compliance: rateOf(rows.filter((row) => !row.isCompliant).length, rows.length),
      critical_flag: rateOf(rows.filter((row) => row.isCritical).length, rows.length),
    },
    construct: 'validity',
    interval: intervalOf(rows, profile),
    interval_kind: 'bootstrap_percentile',
    max_bias: maxBias,
    risk: driver && rounded(driver.risk),
    validity_score: driver && rounded(100 - 10 * driver.risk),
  }
}

/** Sessions resampled whole within each testing level, the maximum taken anew each time. */
function intervalOf(rows: readonly CohortRow[], profile: Profile): [number, number] | null {
  const { bootstrap_from_n, bootstrap_replicates } = profile.cohort
  const strata = testCategories
    .map((category) => clustersOf(rows.filter((row) => row.testCategory === category)))
    .filter((clusters) => clusters.length > 0)
  if (strata.flat(2).length < bootstrap_from_n) return null

  const { lo, hi } = percentileInterval(resampleTop(strata, bootstrap_replicates, seedOf(rows).seed))
  return [rounded(100 - 10 * hi), rounded(100 - 10 * lo)]
}

function interpretationOf(
  rows: readonly CohortRow[],
  levels: readonly (Level | null)[],
  driver: Level | null,
  validity: Validity,
  ranked: Ranked,
  profile: Profile,
  erased: number,
): SystemTree['level_1']['interpretation'] {
  const { interval, validity_score } = validity
  const path = driver === null ? [] : [driver.category, ...ranked.slice(0, 1).map(({ id }) => id)]
  return {
    driver_path: path,
    grade: gradeOf(validity_score, profile),
    limitations: limitationsOf(rows, levels, interval, erased),
    statement:
      driver === null
        ? 'Not assessable: no traces.'
        : `Validity ${validity_score} of 100 over ${rows.length} traces${interval === null ? '' : ` (95 % interval ${interval[0]} to ${interval[1]})`}; driven by ${path.join(' > ')}.`,
    validity_interval: interval,
    validity_interval_kind: validity.interval_kind,
    validity_score,
    verdict: verdictOf(validity_score, false, profile),
  }
}

function limitationsOf(
  rows: readonly CohortRow[],
  levels: readonly (Level | null)[],
  interval: [number, number] | null,
  erased: number,
): string[] {
  const limitations = ['characterises this system; not a ranking']
  const absent = testCategories.filter((_, index) => levels[index] === null)
  if (absent.length > 0) limitations.push(`no traces of ${absent.join(', ')}`)
  if (interval === null) limitations.push(`${rows.length} traces: no interval`)
  if (rows.some((row) => !row.isDeclared)) limitations.push('constitutional_compliance partly true by default')
  if (erased > 0) limitations.push(`${erased} erased traces are not measured`)
  return limitations
}

function testingLevelOf({ rows, risk }: Level): Exclude<SystemTree['level_3']['field'], null> {
  const interval = riskIntervalOf(clustersOf(rows))
  const gaps = rows.flatMap(({ annotatorRisk, perceptionRisk }) =>
    annotatorRisk === null || perceptionRisk === null ? [] : [annotatorRisk - perceptionRisk],
  )
  return {
    annotator_minus_perception: gaps.length > 0 ? rounded(mean(gaps)) : null,
    annotator_risk: meanRiskOf(rows.map((row) => row.annotatorRisk)),
    interval: interval && [rounded(interval.lo), rounded(interval.hi)],
    n: rows.length,
    perception_risk: meanRiskOf(rows.map((row) => row.perceptionRisk)),
    risk: rounded(risk),
  }
}

function annotationsOf({ rows }: Level): Exclude<SystemTree['level_4']['field'], null> {
  const [appropriateness, factuality, responseQuality, safety, userExperience] = categories.map((_, index) =>
    meanRiskOf(rows.map((row) => row.categoryRisks[index] ?? null)),
  )
  return {
    appropriateness: appropriateness ?? noRisk,
    factuality: factuality ?? noRisk,
    response_quality: responseQuality ?? noRisk,
    safety: safety ?? noRisk,
    user_experience: userExperience ?? noRisk,
  }
}

/** Mean contribution of each category to the risk of the driving level's traces, as a share of it. */
function rankedOf({ rows, risk }: Level): Ranked {
  return categories
    .map((id, index) => {
      const own = meanRiskOf(rows.map((row) => row.categoryRisks[index] ?? null)).mean
      const contribution = mean(rows.map((row) => row.contributions[index] ?? 0))
      return { contribution: risk === 0 ? null : rounded(contribution / risk), id, risk: own }
    })
    .sort((a, b) => (b.contribution ?? 0) - (a.contribution ?? 0) || (a.id < b.id ? -1 : 1))
}

function meanRiskOf(risks: readonly (number | null)[]): { mean: number | null; missing: number; n: number } {
  const known = present(risks)
  return { mean: known.length > 0 ? rounded(mean(known)) : null, missing: risks.length - known.length, n: known.length }
}

const noRisk = { mean: null, missing: 0, n: 0 }
