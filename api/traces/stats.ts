/** Statistics over an organisation's traces, read from counters. */
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/doors/endpoint'
import type { Within } from '#api/doors/store'
import type { Sql } from '#db/client'
import { type TotalsRow, traceTotals } from '#db/queries/traces'
import { Stats } from '#shared/contracts/traces'

function presentStats(totals: TotalsRow): Stats {
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

export const statsEndpoints = ({ sql, within }: { sql: Sql; within: Within }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/stats',
    summary: 'Statistics over all traces',
    auth: 'key',
    responses: {
      200: {
        description: 'Counts and averages; 0 where there is nothing to average.',
        schema: Stats,
        example: {
          total_traces: 3,
          unique_systems: 1,
          average_risk_score: 41.5,
          compliant_count: 2,
          non_compliant_count: 1,
          risk_distribution: { LOW: 1, MEDIUM: 1, HIGH: 1 },
          average_processing_time_ms: 1240,
        },
      },
    },
    async handler(call): Promise<Answer> {
      return json(200, presentStats(await within(traceTotals(sql, callerOf(call).orgId))))
    },
  }),
]
