/** Asks for a sync of one connection on a caller's behalf. */
import type { ConnectionRow } from '#db/queries/connections'
import { askForSync } from '#shared/connections/ask'
import { requireConnection } from '#shared/connections/find'
import type { ConnectionContext } from '#shared/connections/permit'
import { newIdFor } from '#shared/evidence/verb-context'

/** The connection as it stands then: one that is to be left alone is not asked. @throws CONNECTION_NOT_FOUND */
export async function requestSync(ctx: ConnectionContext, connectionId: string): Promise<ConnectionRow> {
  const { actor, tools } = ctx
  const { connection_id: id } = await requireConnection(ctx, connectionId)
  const asking = {
    sendBatch: tools.sendBatch,
    sealer: tools.signer,
    everyMs: tools.limits.connections.syncEverySeconds * 1000,
    sender: actor,
    jobIdOf: () => newIdFor(actor, 'sync'),
  }
  await ctx.writing({ kind: 'connection', id }).begin((tx) => askForSync(tx, asking, id))
  return requireConnection(ctx, id)
}
