/** Statistics over an organisation's traces, read from counters. */
import type { Reader } from '#db/client'
import { traceTotals } from '#db/queries/traces'
import type { Stats } from '#shared/contracts/traces'

export async function summarizeTraces(sql: Reader, orgId: string): Promise<Stats> {
  const totals = await traceTotals(sql, orgId)
  return {
    total_traces: totals.traces,
    unique_systems: totals.systems,
    average_risk_score: totals.risk_mean ?? 0,
    compliant_count: totals.compliant,
    non_compliant_count: totals.traces - totals.compliant,
    risk_distribution: { LOW: totals.low, MEDIUM: totals.medium, HIGH: totals.high },
    average_processing_time_ms: totals.time_mean ?? 0,
  }
}
