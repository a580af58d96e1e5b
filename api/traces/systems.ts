/** The systems that traces are about, with their counts. */
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import { listSystems, traceTotals } from '#db/queries/traces'
import { SystemList, SystemListQuery } from '#shared/contracts/trees'

export const systemsEndpoints = ({ read }: { read: Read }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/systems',
    operationId: 'listSystems',
    summary: 'List systems by name',
    description: 'Every AI system that a trace is about, with counts over its traces, in the order of the names.',
    auth: 'key',
    query: SystemListQuery,
    responses: {
      200: {
        description: 'A page of systems.',
        schema: SystemList,
        example: {
          systems: [
            {
              system_source: 'chat-eu',
              traces: 3,
              risk_distribution: { LOW: 1, MEDIUM: 1, HIGH: 1 },
              average_risk_score: 41.5,
              compliant_count: 2,
              last_trace_at: '2026-05-20T00:00:00.003Z',
            },
          ],
          total: 1,
          next_cursor: null,
        },
      },
    },
    async handler(call): Promise<Answer> {
      const { orgId } = callerOf(call)
      const { limit, cursor } = call.query
      const after =
        cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString('utf8').replaceAll('\0', '')
      const [rows, totals] = await read((sql) =>
        Promise.all([listSystems(sql, orgId, after, limit), traceTotals(sql, orgId)]),
      )
      const last = rows.at(-1)
      return json(200, {
        systems: rows.map((row) => ({
          system_source: row.system_source,
          traces: row.traces,
          risk_distribution: { LOW: row.low, MEDIUM: row.medium, HIGH: row.high },
          average_risk_score: row.risk_mean,
          compliant_count: row.compliant,
          last_trace_at: row.last_trace_at.toISOString(),
        })),
        total: totals.systems,
        next_cursor: last && rows.length === limit ? Buffer.from(last.system_source).toString('base64url') : null,
      })
    },
  }),
]
