/** Seals of agents elsewhere: one over what each is, and one over what is noted of its card when that is asked for, of which there is no node. */
import type { Reader } from '#db/client'
import { type AgentNote, type AgentRow, type AgentToStore, findAgent } from '#db/queries/agents'
import { requireThere } from '#shared/evidence/missing-rows'
import { isAsWritten, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { rowsOf } from '#shared/evidence/sealed-walks'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

type Noted = 'fault' | 'checked_at' | 'noted_seal'

export const sealedAgents: SealedTable<Omit<AgentToStore, Noted | 'seal'>> = {
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

/** When its card was asked for last, and what was wrong with it then, as of one version of the agent. */
const sealedNotes: SealedTable<Omit<AgentNote, 'noted_seal'> & Pick<AgentToStore, 'head'>> = {
  table: 'agents',
  sealedIn: 'noted_seal',
  generation: 15,
  columns: ['org_id', 'name', 'version', 'fault', 'checked_at'],
  nodeOf: ({ head }) => head,
}

export const noteRows = rowsOf(
  sealedNotes,
  { org_id: 'text', name: 'text' },
  (sql) => sql`
    t.org_id, t.name, t.version, t.fault, t.checked_at, encode(t.head, 'hex') as head, t.noted_seal as seal`,
)

/** With both seals. */
export const sealAgent = (sealer: Sealer, agent: Omit<AgentToStore, 'seal' | 'noted_seal'>): AgentToStore => ({
  ...agent,
  ...{ seal: sealOf(sealer, sealedAgents, agent), noted_seal: sealOf(sealer, sealedNotes, agent) },
})

export const sealNote = (sealer: Sealer, note: Omit<AgentNote, 'noted_seal'>): AgentNote => ({
  ...note,
  noted_seal: sealOf(sealer, sealedNotes, { ...note, head: '' }),
})

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. */
export function requireProvenAgents(sealer: Sealer, rows: readonly AgentRow[]): void {
  for (const row of rows)
    if (row.is_overtaken || !isAsWritten(sealer, sealedAgents, row) || !isNoteAsWritten(sealer, row))
      throw evidenceMismatch(sealedAgents.table, row.head)
}

const isNoteAsWritten = (sealer: Sealer, row: AgentRow) =>
  isAsWritten(sealer, sealedNotes, { ...row, seal: row.noted_seal })

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
