/** The validity score of one stored trace under a profile, as its tree's first level says it. Pure. */
import type { TraceRecord } from '#shared/traces/record'
import { rounded } from '#workers/generate-tree/aggregate'
import { annotate } from '#workers/generate-tree/annotate'
import { findProfile } from '#workers/generate-tree/profiles'
import { telemetryOf } from '#workers/generate-tree/record'

/**
 * 0 to 100, capped; null where the trace is not assessable.
 * @param profile `id@version`. @throws Error for one that there is not.
 */
export function validityScoreOf(record: TraceRecord, profile: string): number | null {
  const [id = '', version] = profile.split('@')
  const found = findProfile(id, version)
  if (!found) throw new Error(`there is no profile ${profile}`)
  // No item reads what the store added; buildTree's own score is held to this one by a test.
  const trace = { ...telemetryOf(record), attribution_token: '', created_at: record.timestamp }
  const { overall, hasCriticalFlag } = annotate(trace, found)
  if (overall.risk === null) return null
  const { caps } = found
  return rounded(
    Math.min(
      record.constitutional_compliance ? 100 : caps.constitutional_compliance,
      hasCriticalFlag ? caps.critical_flag : 100,
      100 - 10 * overall.risk,
    ),
  )
}
