/** A connection by its id, for whoever may see it. */
import type { ConnectionRow } from '#db/queries/connections'
import { findProvenConnection } from '#shared/evidence/sealed/connections'
import type { VerbContext } from '#shared/evidence/verb-context'
import { connectionNotFound } from '#shared/kernel/errors/connections'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'

/** @throws CONNECTION_NOT_FOUND of another organisation's too, and from the moment on in which it was deleted; EVIDENCE_MISMATCH. */
export async function requireConnection(
  { actor, read, tools }: Pick<VerbContext<{ signer: Sealer }>, 'actor' | 'read' | 'tools'>,
  connectionId: string,
): Promise<ConnectionRow> {
  const found = isUuid(connectionId)
    ? await findProvenConnection({ read, signer: tools.signer }, actor.orgId, connectionId)
    : undefined
  if (!found) throw connectionNotFound(connectionId)
  return found
}
