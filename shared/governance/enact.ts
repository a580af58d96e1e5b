/** Puts a constitution in force: its text, the state row and the node in one transaction, one after the other. */
import type { Sql } from '#db/client'
import { isForeignKey } from '#db/queries/evidence'
import { heightsOf, insertEnactment, lockConstitution } from '#db/queries/governance'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { registerKey, serviceOrg } from '#shared/evidence/signing-keys'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { enactedConstitution } from '#shared/governance/enacted'
import { readConstitutionFile } from '#shared/governance/file'

type Enacting = {
  /** How many of its signers had signed it. */
  signatures: number
  /** What it amends; only its previous one unless said. */
  amends?: readonly string[]
  /** Only if none was ever enacted: what a first start does, however many processes start together. */
  isFirstOnly?: boolean
}

/** @returns what became of it: `stale` when it amends another than the one in force. */
export async function enact(
  sql: Sql,
  signer: Signer,
  { hash, text, document, articles }: Compiled,
  { signatures, amends = document.previous === null ? [] : [document.previous], isFirstOnly = false }: Enacting,
): Promise<'enacted' | 'in force already' | 'stale'> {
  return sql.begin(async (tx) => {
    await lockConstitution(tx)
    const now = await enactedConstitution(tx)
    if (now && (isFirstOnly || now.hash === hash)) return 'in force already'
    if (now && document.previous !== null && !amends.includes(now.hash)) return 'stale'
    const [head] = now ? await heightsOf(tx, [now.head]) : []
    const node = nodeOfKind(signer, {
      kind: 'constitution.enacted',
      id: hash,
      orgId: serviceOrg,
      agent: 'assay-governance',
      at: new Date(),
      after: now && head ? { ...head, pos: now.version } : undefined,
      result: {
        state: 'enacted',
        constitution: hash,
        version: document.version,
        articles: articles.length,
        signatures,
      },
    })
    await insertEnactment(tx, { hash, text, signatures, at: node.body.timestamp, node })
    return 'enacted'
  })
}

/**
 * The constitution in force, for somebody who decides beside the service's processes and signs with their key; where none
 * was ever enacted, the file's, which is put in force as a process would. Words where there is none, or the key is another.
 */
export async function constitutionToDecideBy(sql: Sql, signer: Signer, path: string): Promise<Compiled | string> {
  if (await isForeignKey(sql, signer.kid))
    return `${signer.kid} is not a signing key of this service: say EVIDENCE_SIGNING_KEY or DATA_DIR as its processes have it`
  await registerKey(sql, signer)
  if (!(await enactedConstitution(sql))) {
    const file = readConstitutionFile(path)
    if (!file.compiled) return file.fault
    await enact(sql, signer, file.compiled, { signatures: file.signatures, isFirstOnly: true })
  }
  const enacted = await enactedConstitution(sql)
  const { compiled } = compileConstitution(enacted?.body ?? '', { isAnalysed: false, isInForce: true })
  return compiled ?? 'the constitution in force cannot be read: it was enacted by another version'
}
