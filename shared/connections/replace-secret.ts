/** Gives a connection another secret: what was held against the one before is forgotten, and it is synced at once. */
import { type ConnectionRow, findConnection, lockConnection, noteSyncs, storeSecret } from '#db/queries/connections'
import { nextNode } from '#shared/connections/connection-node'
import { requireConnection } from '#shared/connections/find'
import { type ConnectionContext, connectionAgent, permitConnection } from '#shared/connections/permit'
import { openSecret, sealSecret } from '#shared/connections/secrets'
import { connectionTerms } from '#shared/contracts/connections'
import { requestOf } from '#shared/evidence/actor'
import { changeConnections, requireProvenConnections } from '#shared/evidence/sealed/connections'
import { noteTurned } from '#shared/evidence/sealed/items'
import { newIdFor } from '#shared/evidence/verb-context'
import { syncConnection } from '#shared/jobs/sync-connection'
import { canonicalJson } from '#shared/kernel/canonical'
import { connectionNotFound } from '#shared/kernel/errors/connections'
import { invalidRequest } from '#shared/kernel/errors/request'
import { faultsOf } from '#shared/kernel/schema/faults'
import { callPriority } from '#shared/queue/send'

/** The connection, also when it has that secret already: then nothing is done. @throws INVALID_REQUEST, CONNECTION_NOT_FOUND, GOVERNANCE_DENIED */
export async function replaceSecret(
  ctx: ConnectionContext,
  connectionId: string,
  secret: unknown,
  now: Date,
): Promise<ConnectionRow> {
  const { actor, tools } = ctx
  const { seal } = tools.forJobs
  const found = await requireConnection(ctx, connectionId)
  const issues = faultsOf(connectionTerms[found.kind].secret, secret, '/secret')
  if (issues.length > 0) throw invalidRequest(issues)
  const writer = ctx.writing({ kind: 'connection', id: connectionId })
  const config: unknown = JSON.parse(found.config ?? '{}')
  const governance = await permitConnection(ctx, writer, 'connection.change', {
    id: connectionId,
    kind: found.kind,
    config,
  })
  return writer.begin(async (tx) => {
    const row = await lockConnection(tx, actor.orgId, connectionId)
    if (!row || row.deleted_at !== null || row.secret === null) throw connectionNotFound(connectionId)
    requireProvenConnections(tools.signer, [row])
    const before = openSecret(seal, row, row.secret)
    if (before === undefined || canonicalJson(before) !== canonicalJson(secret)) {
      const said = { agent: connectionAgent, at: now, governance, request: requestOf(actor), state: 'new' }
      const about = { ...row, secret_version: row.secret_version + 1 }
      const node = await nextNode(tx, tools.signer, 'connection.changed', about, said)
      const at = now.toISOString()
      const jobId = newIdFor(actor, 'sync')
      const job = { id: jobId, payload: { of: 'sync' as const, connectionId }, priority: callPriority }
      const next = new Date(now.getTime() + tools.limits.connections.syncEverySeconds * 1000).toISOString()
      await changeConnections(tx, tools.signer, [connectionId], async () => {
        await storeSecret(tx, connectionId, { ...sealSecret(seal, row, secret), at }, node)
        await noteSyncs(tx, [{ connection_id: connectionId, sync_job: jobId, next_sync_at: next }])
      })
      await noteTurned(tx, tools.signer, actor.orgId, at)
      await tools.sendBatch(tx, syncConnection, [job], actor)
    }
    const changed = await findConnection(tx, actor.orgId, connectionId)
    if (!changed) throw connectionNotFound(connectionId)
    return changed
  })
}
