/** Statistics over an organisation's traces. */
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import { systemRoutes } from '#shared/routes/systems'
import { summarizeTraces } from '#shared/traces/summary'

export const statsEndpoints = ({ read }: { read: Read }): Endpoint[] => [
  bind(systemRoutes.getStatistics, async (call) => {
    return json(200, await read((sql) => summarizeTraces(sql, callerOf(call).orgId)))
  }),
]
