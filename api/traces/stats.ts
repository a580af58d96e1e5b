/** Statistics over an organisation's traces. */
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import { Stats } from '#shared/contracts/traces'
import { summarizeTraces } from '#shared/traces/summary'

export const statsEndpoints = ({ read }: { read: Read }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/stats',
    operationId: 'getStatistics',
    summary: 'Statistics over all traces',
    description: 'Over all traces of the organisation of the key. Averages and counts are 0 in an empty store.',
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
      return json(200, await read((sql) => summarizeTraces(sql, callerOf(call).orgId)))
    },
  }),
]
