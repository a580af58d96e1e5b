/** Constitutions as the nodes say that put them in force: a text is what its hash says, and beside it stands what its node says. */
import type { Reader } from '#db/client'
import { type ConstitutionRow, findConstitution, findConstitutionInForce } from '#db/queries/governance'
import type { NodeBody } from '#shared/contracts/node'
import { requireThere } from '#shared/evidence/missing-rows'
import { sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

export type Enacted = Pick<ConstitutionRow, 'hash' | 'body' | 'head' | 'version'> & {
  /** How many of its signers had signed it, and when it was put in force: as its node says. */
  signatures: number
  enactedAt: string
}

/** The constitution in force. @throws EVIDENCE_MISMATCH unless the newest enactment is of it. */
export async function enactedConstitution(sql: Reader): Promise<Enacted | undefined> {
  const row = await requireThere((look) => look(sql), {
    ...{ table: 'constitutions', orgId: null, streams: ['constitution'] },
    find: () => findConstitutionInForce(sql),
  })
  return row && asSaid('constitutions', row)
}

/** A constitution that is, or was, in force, as it was put in force first. @throws EVIDENCE_MISMATCH */
export async function constitutionByHash(sql: Reader, hash: string): Promise<Enacted | undefined> {
  const row = await findConstitution(sql, hash)
  return row && asSaid('constitution_texts', row)
}

function asSaid(table: string, { said, ...row }: ConstitutionRow): Enacted {
  const { hash, body, head, version } = row
  if (said === null || sha256Hex(said) !== head) throw evidenceMismatch(table, head)
  const { kind, pos, timestamp, result }: NodeBody = JSON.parse(said)
  const isOfIt = kind === 'constitution.enacted' && pos === version && result?.['constitution'] === hash
  if (!isOfIt || sha256Hex(body) !== hash) throw evidenceMismatch(table, head)
  return { ...row, signatures: Number(result['signatures'] ?? 0), enactedAt: timestamp }
}
