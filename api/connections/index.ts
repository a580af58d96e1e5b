/** Connections: made and tested, listed, given another secret, read on request, deleted. */
import { createEndpoint } from '#api/connections/create'
import { presentConnection } from '#api/connections/present'
import { testEndpoint } from '#api/connections/test'
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { connectionsOf } from '#db/queries/connections'
import { deleteConnection } from '#shared/connections/delete-connection'
import { requireConnection } from '#shared/connections/find'
import { replaceSecret } from '#shared/connections/replace-secret'
import { requestSync } from '#shared/connections/request-sync'
import { requireProvenConnections } from '#shared/evidence/sealed/connections'
import { connectionRoutes } from '#shared/routes/connections'

export function connectionEndpoints(room: AppContext): Endpoint[] {
  const base = room.config.basePaths.C
  return [
    createEndpoint(room),
    bind(connectionRoutes.listConnections, async (call) => {
      const rows = await room.read((sql) => connectionsOf(sql, callerOf(call).orgId))
      requireProvenConnections(room.signer, rows)
      return json(200, { connections: rows.map(presentConnection), total: rows.length })
    }),
    bind(connectionRoutes.getConnection, async (call) => {
      const row = await requireConnection(verbContext(room, call, 'C'), call.params.connection_id)
      return { ...json(200, presentConnection(row)), nodeId: row.head }
    }),
    testEndpoint(room),
    bind(connectionRoutes.replaceSecret, async (call) => {
      const ctx = verbContext(room, call, 'C')
      const row = await replaceSecret(ctx, call.params.connection_id, call.body.secret, new Date())
      return { ...json(200, presentConnection(row)), nodeId: row.head }
    }),
    bind(connectionRoutes.syncConnection, async (call) => {
      const row = await requestSync(verbContext(room, call, 'C'), call.params.connection_id)
      const headers = { Location: `${base}/connections/${row.connection_id}` }
      return { ...json(202, presentConnection(row), headers), nodeId: row.head }
    }),
    bind(connectionRoutes.deleteConnection, async (call) => {
      const nodeId = await deleteConnection(verbContext(room, call, 'C'), call.params.connection_id, new Date())
      return { status: 204, nodeId }
    }),
  ]
}
