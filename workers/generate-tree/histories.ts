/** The history of each system, summarised once and kept while it holds. */
import type { Sql } from '#db/client'
import { newestTracesOfSystem } from '#db/queries/traces'
import { requireProvenTraces } from '#shared/evidence/sealed/traces'
import { weighedCache } from '#shared/kernel/cache'
import type { Sealer } from '#shared/kernel/sealer'
import { type CohortSummary, summarizeCohort } from '#workers/generate-tree/cohort'
import type { Profile } from '#workers/generate-tree/profiles'
import { isErased, treeTraceOf } from '#workers/generate-tree/record'

export type Histories = {
  /** @param size how many traces the system has by now. */
  of: (orgId: string, systemSource: string, size: number) => Promise<CohortSummary>
}

/** Traces of a system that its history reaches back. */
const historyLength = 1000
/** Of all systems together: what is summed up of any history takes some sixteen kilobytes, and each of its traces a tenth of one. */
const kilobytesKept = 20_000
const kilobytesOfAny = 16
const tracesInAKilobyte = 10

// A history that grows with every call would be summarised for every call. So a summary may also be used for a while
// after it was outgrown: twenty times what it cost, at most a second. Each tree says which snapshot it used.
const costShare = 20
const longestMs = 1000

const weightOf = (size: number) => kilobytesOfAny + Math.ceil(Math.min(size, historyLength) / tracesInAKilobyte)

type Kept = { size: number; madeAt: number; costMs: number; summary: Promise<CohortSummary> }

/** @throws EVIDENCE_MISMATCH where a trace is not as it came in: nothing is measured by it. */
export function openHistories(sql: Sql, signer: Sealer, profile: Profile): Histories {
  const kept = weighedCache<Kept>(kilobytesKept, ({ size }) => weightOf(size))

  function summarise(id: string, orgId: string, systemSource: string, size: number): Promise<CohortSummary> {
    const entry: Kept = { size, madeAt: performance.now(), costMs: 0, summary: Promise.resolve().then(make) }
    async function make(): Promise<CohortSummary> {
      const newest = await newestTracesOfSystem(sql, orgId, systemSource, historyLength)
      requireProvenTraces(signer, newest)
      const rows = newest.filter((row) => !isErased(row))
      const startedAt = performance.now()
      const summary = summarizeCohort(rows.map(treeTraceOf), profile)
      entry.madeAt = performance.now()
      entry.costMs = entry.madeAt - startedAt
      return summary
    }
    entry.summary.catch(() => kept.delete(id))
    kept.set(id, entry)
    return entry.summary
  }

  return {
    async of(orgId, systemSource, size) {
      const id = JSON.stringify([orgId, systemSource])
      const known = kept.get(id)
      if (known) {
        const summary = await known.summary
        const isFresh = performance.now() - known.madeAt < Math.min(longestMs, costShare * known.costMs)
        if (known.size === size || isFresh) return summary
        const newer = kept.get(id)
        if (newer && newer !== known) return newer.summary
      }
      return summarise(id, orgId, systemSource, size)
    },
  }
}
