/** The systems that traces are about, with their counts. */
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import { listSystems, traceTotals } from '#db/queries/traces'
import { systemRoutes } from '#shared/routes/systems'

export const systemsEndpoints = ({ read }: { read: Read }): Endpoint[] => [
  bind(systemRoutes.listSystems, async (call) => {
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
  }),
]
