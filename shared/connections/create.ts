/** Makes connections: judged and permitted first, tested by a worker next, written last, with the node that says so and the first sync. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#db/client'
import {
  type ConnectionRow,
  connectionsOf,
  countConnections,
  findConnection,
  heldConnection,
  insertConnection,
  noteSyncs,
  type Standing,
} from '#db/queries/connections'
import { connectionFacts } from '#shared/connections/connection-node'
import { type ConnectionContext, connectionAgent, permitConnection } from '#shared/connections/permit'
import { placeFaults } from '#shared/connections/places'
import { type SealedFor, sealSecret } from '#shared/connections/secrets'
import { afterFailure } from '#shared/connections/standing'
import type { ConnectionTested, CreateConnection } from '#shared/contracts/connections'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { changeConnections, requireProvenConnections } from '#shared/evidence/sealed/connections'
import { noteTurned } from '#shared/evidence/sealed/items'
import { newIdFor } from '#shared/evidence/verb-context'
import { syncConnection } from '#shared/jobs/sync-connection'
import { canonicalJson } from '#shared/kernel/canonical'
import { connectionNotFound, tooManyConnections } from '#shared/kernel/errors/connections'
import { invalidRequest } from '#shared/kernel/errors/request'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { toldPriority } from '#shared/queue/send'

/** A connection that may be made: nothing of it is in the store yet. */
export type ConnectionDraft = Pick<CreateConnection, 'kind' | 'label'> & {
  id: string
  /** RFC 8785 text. */
  config: string
  sealed: SealedFor
  governance: GovernanceRecord
}

/** @throws INVALID_REQUEST for where it leads, GOVERNANCE_DENIED, STATE_CONFLICT where there are too many, NO_WORKER. */
export async function draftConnection(
  ctx: ConnectionContext,
  { kind, label, config, secret }: CreateConnection,
): Promise<ConnectionDraft> {
  const { actor, tools } = ctx
  const { adapterAllow, connections } = tools.limits
  await requireKnownToLedger(ctx.read, 'connections')
  const issues = placeFaults(kind, config, adapterAllow)
  if (issues.length > 0) throw invalidRequest(issues)
  const id = newIdFor(actor, 'connection')
  const writer = ctx.writing({ kind: 'connection', id })
  const governance = await permitConnection(ctx, writer, 'connection.create', { id, kind, config })
  const others = await ctx.read((sql) => connectionsOf(sql, actor.orgId))
  if (others.filter(({ connection_id }) => connection_id !== id).length >= connections.perOrganisation)
    throw tooManyConnections(connections.perOrganisation)
  const sealed = sealSecret(tools.forJobs.seal, { org_id: actor.orgId, connection_id: id, kind }, secret)
  return { id, kind, label, config: canonicalJson(config), sealed, governance }
}

/**
 * The connection, also when the same request made it before.
 * @param tested what a worker said of it; undefined where none did in time.
 * @throws STATE_CONFLICT where there are too many, EVIDENCE_MISMATCH
 */
export async function createConnection(
  ctx: ConnectionContext,
  draft: ConnectionDraft,
  tested: ConnectionTested | undefined,
  now: Date,
): Promise<ConnectionRow> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const { perOrganisation } = tools.limits.connections
  return ctx.writing({ kind: 'connection', id: draft.id }).begin(async (tx) => {
    const others = await countConnections(tx, orgId)
    const before = await heldConnection(tx, orgId, draft.id)
    if (!before) {
      if (others >= perOrganisation) throw tooManyConnections(perOrganisation)
      const standing = firstStanding(draft.id, tested, now)
      const about = {
        connection_id: draft.id,
        org_id: orgId,
        kind: draft.kind,
        config: draft.config,
        salt: randomBytes(16),
        secret_version: 1,
      }
      const node = nodeOfKind(tools.signer, {
        kind: 'connection.created',
        id: draft.id,
        orgId,
        agent: connectionAgent,
        at: now,
        result: connectionFacts(about, standing.state),
        governance: draft.governance,
        request: requestOf(actor),
      })
      const { secret, sealedBy: sealed_by } = draft.sealed
      const created_at = node.body.timestamp
      const row = { ...about, ...standing, key_id: actor.keyId, label: draft.label, secret, sealed_by, created_at }
      await changeConnections(tx, tools.signer, [draft.id], async () => {
        await insertConnection(tx, row, node)
        if (standing.state === 'new') await sendFirstSync(ctx, tx, draft.id, now)
      })
      await noteTurned(tx, tools.signer, orgId, created_at)
    }
    const made = await findConnection(tx, orgId, draft.id)
    if (!made) throw connectionNotFound(draft.id)
    requireProvenConnections(tools.signer, [made])
    return made
  })
}

/** It is `new` until it was synced, unless it is known already that it cannot be. */
function firstStanding(id: string, tested: ConnectionTested | undefined, now: Date): Standing {
  if (tested?.error) {
    const { code, message, retry_at } = tested.error
    const retryAt = retry_at === null ? null : new Date(retry_at)
    return afterFailure({ connection_id: id, state: 'new', failures: 0 }, { code, message, retryAt }, now)
  }
  return {
    state: 'new',
    error_code: null,
    error_message: null,
    retry_at: null,
    failures: 0,
    opened_until: null,
    next_sync_at: now.toISOString(),
  }
}

async function sendFirstSync(
  { actor, tools }: ConnectionContext,
  tx: Tx,
  connectionId: string,
  now: Date,
): Promise<void> {
  const jobId = uuidFrom(connectionId, 'first sync')
  const job = { id: jobId, payload: { of: 'sync' as const, connectionId }, priority: toldPriority }
  await tools.sendBatch(tx, syncConnection, [job], actor)
  const next_sync_at = new Date(now.getTime() + tools.limits.connections.syncEverySeconds * 1000).toISOString()
  await noteSyncs(tx, [{ connection_id: connectionId, sync_job: jobId, next_sync_at }])
}
