/** Whether a trace's three raters say the same: the sender's level, the score's, and what the flags come to. Pure. */
import type { Reliability } from '#db/documents/tree-parts'
import type { Sampled } from '#workers/generate-tree/bounds'
import type { CohortRow } from '#workers/generate-tree/cohort-rows'
import { tQuantile } from '#workers/generate-tree/distributions'
import type { SystemRules } from '#workers/generate-tree/profiles'
import { patternCount } from '#workers/generate-tree/resampling'
import { addCoincidences, alphaOf, jackknifeError } from '#workers/generate-tree/statistics'

export function patternCountsOf(rows: readonly CohortRow[]): Int32Array {
  const counts = new Int32Array(patternCount)
  for (const { pattern } of rows) counts[pattern] = (counts[pattern] ?? 0) + 1
  return counts
}

/** Ordinal alpha of the three raters, from how often each pattern of ratings occurs: coincidences add up over units. */
export function alphaOfPatterns(counts: Int32Array): number | null {
  const coincidences = new Float64Array(9)
  for (let pattern = 0; pattern < patternCount; pattern += 1) {
    const count = counts[pattern] ?? 0
    if (count === 0) continue
    const own = patternCoincidences[pattern]
    for (let cell = 0; cell < 9; cell += 1) coincidences[cell] = (coincidences[cell] ?? 0) + count * (own?.[cell] ?? 0)
  }
  return alphaOf(coincidences, levelRanks, 'ordinal')
}

/**
 * Jackknife interval of alpha, sessions left out whole; its quantile is that of 97 %, which held 95 % where it was tried.
 * None where few traces differ, or few are rated other than most: then a single one more would decide.
 */
export function sampledAlpha(rows: readonly CohortRow[], alpha: number | null, rules: SystemRules): Sampled {
  const places = new Map<string, number>()
  const clusters: number[][] = []
  for (const { pattern, session } of rows) {
    const known = session === null ? undefined : places.get(session)
    if (known !== undefined) clusters[known]?.push(pattern)
    else {
      if (session !== null) places.set(session, clusters.length)
      clusters.push([pattern])
    }
  }
  const name = clusters.length < rows.length ? 'sessions' : 'traces'
  const needed = rules.interval.from_clusters
  if (alpha === null || clusters.length < needed)
    return { interval: null, reason: `${clusters.length} ${name}, ${needed} are needed` }

  const counts = patternCountsOf(rows)
  const ratings = new Int32Array(3)
  let differing = 0
  for (const cluster of clusters) if (cluster.some((pattern) => !unanimous.has(pattern))) differing += 1
  for (let pattern = 0; pattern < patternCount; pattern += 1)
    for (const rank of ranksOf(pattern)) ratings[rank] = (ratings[rank] ?? 0) + (counts[pattern] ?? 0)
  const others = Math.floor((3 * rows.length - Math.max(...ratings)) / 3)
  const least = rules.agreement_from_clusters
  if (differing < least)
    return {
      interval: null,
      reason: `raters differ in ${differing} of ${clusters.length} ${name}, ${least} are needed`,
    }
  if (others < least)
    return {
      interval: null,
      reason: `${others} of ${rows.length} traces are rated other than most, ${least} are needed`,
    }

  const without = new Map<string, number>()
  const values = clusters.map((cluster) => {
    const key = cluster.length === 1 ? String(cluster[0]) : ''
    const known = key === '' ? undefined : without.get(key)
    if (known !== undefined) return known
    for (const pattern of cluster) counts[pattern] = (counts[pattern] ?? 0) - 1
    const value = alphaOfPatterns(counts) ?? alpha
    for (const pattern of cluster) counts[pattern] = (counts[pattern] ?? 0) + 1
    if (key !== '') without.set(key, value)
    return value
  })
  const half = tQuantile(0.985, clusters.length - 1) * jackknifeError(values)
  return { interval: { lo: Math.max(-1, alpha - half), hi: Math.min(1, alpha + half) }, reason: null }
}

export function readingOf(alpha: number | null): Reliability['agreement']['reading'] {
  if (alpha === null) return 'insufficient_data'
  if (alpha >= 0.8) return 'reliable'
  return alpha >= 0.667 ? 'tentative' : 'unreliable'
}

const levelRanks = [0, 1, 2]

function ranksOf(pattern: number): [number, number, number] {
  return [Math.floor(pattern / 9), Math.floor(pattern / 3) % 3, pattern % 3]
}

const patternCoincidences = Array.from({ length: patternCount }, (_, pattern) => {
  const matrix = new Float64Array(9)
  addCoincidences(matrix, 3, ranksOf(pattern))
  return matrix
})

/** Patterns in which all three raters say the same. */
const unanimous = new Set([0, 13, 26])
