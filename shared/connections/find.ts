/** A connection by its id, for whoever may see it. */
import { type ConnectionRow, findConnection } from '#db/queries/connections'
import type { VerbContext } from '#shared/evidence/verb-context'
import { connectionNotFound } from '#shared/kernel/errors/connections'
import { isUuid } from '#shared/kernel/schema/formats'

/** @throws CONNECTION_NOT_FOUND of another organisation's too, and from the moment on in which it was deleted. */
export async function requireConnection(
  { actor, read }: Pick<VerbContext, 'actor' | 'read'>,
  connectionId: string,
): Promise<ConnectionRow> {
  const found = isUuid(connectionId) ? await read((sql) => findConnection(sql, actor.orgId, connectionId)) : undefined
  if (!found) throw connectionNotFound(connectionId)
  return found
}
