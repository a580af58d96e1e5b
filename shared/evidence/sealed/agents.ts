/** Seals of agents elsewhere, but for what is noted of their cards when those are asked for: when that was, and what was wrong. */
import type { Reader } from '#db/client'
import { type AgentRow, type AgentToStore, findAgent } from '#db/queries/agents'
import { requireThere } from '#shared/evidence/missing-rows'
import { isAsWritten, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedAgents: SealedTable<Omit<AgentToStore, 'seal'>> = {
  table: 'agents',
  generation: 3,
  columns: [
    ...([
      'org_id',
      'name',
      'status',
      'head',
      'version',
      'card_url',
      'card',
      'card_digest',
      'signature_verified',
    ] as const),
    ...(['keys', 'reason', 'fetched_at', 'registered_at', 'updated_at'] as const),
  ],
  nodeOf: ({ head }) => head,
}

export const sealAgent = (sealer: Sealer, agent: Omit<AgentToStore, 'seal'>): AgentToStore => ({
  ...agent,
  seal: sealOf(sealer, sealedAgents, agent),
})

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. */
export function requireProvenAgents(sealer: Sealer, rows: readonly AgentRow[]): void {
  for (const row of rows)
    if (row.is_overtaken || !isAsWritten(sealer, sealedAgents, row))
      throw evidenceMismatch(sealedAgents.table, row.head)
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** An agent of an organisation's; undefined where there is none. @throws EVIDENCE_MISMATCH also where it is gone. */
export async function findProvenAgent(
  { read, signer }: Asking,
  orgId: string,
  name: string,
): Promise<AgentRow | undefined> {
  const find = () => read((sql) => findAgent(sql, orgId, name))
  const row = await requireThere(read, { table: sealedAgents.table, orgId, streams: [`agent:${orgId}/${name}`], find })
  if (row) requireProvenAgents(signer, [row])
  return row
}
