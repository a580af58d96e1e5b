/**
 * Deletes connections. From the commit on nobody finds it: its label, its settings and its secret are gone, and no sync is saved any
 * more. What it brought, and what shows any of that, goes in pieces after it, by a job; maintenance finds what was left.
 */
import { randomUUID } from 'node:crypto'
import { endConnection, heldConnection, lockConnection } from '#db/queries/connections'
import { nextNode } from '#shared/connections/connection-node'
import { type ConnectionContext, connectionAgent, permitConnection } from '#shared/connections/permit'
import { requestOf } from '#shared/evidence/actor'
import { changeConnections } from '#shared/evidence/sealed/connections'
import { noteTurned } from '#shared/evidence/sealed/items'
import { syncConnection } from '#shared/jobs/sync-connection'
import { connectionNotFound } from '#shared/kernel/errors/connections'
import { isUuid } from '#shared/kernel/schema/formats'
import { toldPriority } from '#shared/queue/send'

/** @returns the node that says so, also when the same request did it before. @throws CONNECTION_NOT_FOUND, GOVERNANCE_DENIED */
export async function deleteConnection(ctx: ConnectionContext, connectionId: string, now: Date): Promise<string> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const found = isUuid(connectionId) ? await ctx.read((sql) => heldConnection(sql, orgId, connectionId)) : undefined
  if (!found) throw connectionNotFound(connectionId)
  if (found.deleted_at !== null) return doneBefore(ctx, found)
  const writer = ctx.writing({ kind: 'connection', id: connectionId })
  const config: unknown = JSON.parse(found.config ?? '{}')
  const about = { id: connectionId, kind: found.kind, config }
  const governance = await permitConnection(ctx, writer, 'connection.delete', about)
  return writer.begin(async (tx) => {
    const row = await lockConnection(tx, orgId, connectionId)
    if (!row) throw connectionNotFound(connectionId)
    if (row.deleted_at !== null) return doneBefore(ctx, row)
    const said = { agent: connectionAgent, at: now, governance, request: requestOf(actor), state: 'deleted' }
    const node = await nextNode(tx, tools.signer, 'connection.deleted', { ...row, config: null }, said)
    const at = now.toISOString()
    await changeConnections(tx, tools.signer, [connectionId], () => endConnection(tx, connectionId, at, node))
    await noteTurned(tx, tools.signer, orgId, at)
    const job = { id: randomUUID(), payload: { of: 'erase' as const, connectionId }, priority: toldPriority }
    await tools.sendBatch(tx, syncConnection, [job], actor)
    return node.id
  })
}

/** Only the same request is told again that it was done: to any other there is no such connection. */
function doneBefore({ actor }: ConnectionContext, row: { connection_id: string; head: string }): string {
  if (!actor.isAgain) throw connectionNotFound(row.connection_id)
  return row.head
}
