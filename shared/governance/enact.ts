/** Puts a constitution in force: its text, the state row and the node in one transaction, one after the other. */
import type { Sql } from '#db/client'
import { enactedConstitution, heightsOf, insertEnactment, lockConstitution } from '#db/queries/governance'
import { following, makeNode } from '#shared/evidence/node'
import { serviceOrg } from '#shared/evidence/register'
import type { Signer } from '#shared/evidence/signing'
import type { Compiled } from '#shared/governance/compile'
import { versions } from '#shared/version'

type Enacting = {
  /** How many of its signers had signed it. */
  signatures: number
  /** Only if none was ever enacted: what a first start does, however many processes start together. */
  isFirstOnly?: boolean
}

/** @returns what became of it: `stale` when it amends another than the one in force. */
export async function enact(
  sql: Sql,
  signer: Signer,
  { hash, text, document, articles }: Compiled,
  { signatures, isFirstOnly = false }: Enacting,
): Promise<'enacted' | 'in force already' | 'stale'> {
  return sql.begin(async (tx) => {
    await lockConstitution(tx)
    const now = await enactedConstitution(tx)
    if (now && (isFirstOnly || now.hash === hash)) return 'in force already'
    if (now && document.previous !== null && document.previous !== now.hash) return 'stale'
    const [head] = now ? await heightsOf(tx, [now.head]) : []
    const place =
      now && head ? following({ ...head, pos: now.version }, new Date()) : { timestamp: new Date().toISOString() }
    const node = makeNode(
      {
        kind: 'constitution.enacted',
        stream: 'constitution',
        ...place,
        agent: 'assay-governance',
        subject: { type: 'constitution', id: hash },
        result: {
          state: 'enacted',
          constitution: hash,
          version: document.version,
          articles: articles.length,
          signatures,
        },
      },
      serviceOrg,
      signer,
      versions.api,
    )
    await insertEnactment(tx, { hash, text, signatures, node })
    return 'enacted'
  })
}
