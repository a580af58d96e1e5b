/** Makes this process's signing key known to the database, once per key, with the node that says so; in a new store, seals too. */
import type { Sql } from '#db/client'
import { insertEvidenceKey, registrations } from '#db/queries/evidence'
import { streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { headOfRow, type SignedNode, type StreamHead } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { newestSeals } from '#shared/kernel/sealer'

/** The organisation that evidence about the service itself belongs to. */
export const serviceOrg = 'org_service'

/** The node that says that whatever has no seal of this key is refused from here on, up to the newest generation of seals. */
export const sealingNode = (signer: Signer, at: Date, after?: StreamHead): SignedNode =>
  nodeOfKind(signer, {
    kind: 'sealing.begun',
    id: signer.kid,
    orgId: serviceOrg,
    agent: 'assay',
    at,
    after,
    result: { state: 'begun', generation: newestSeals },
  })

/**
 * A key that comes after others vouches for them: whoever trusts it, from outside of the store, then trusts what they
 * signed. So all processes of a service sign with one key, and a new one takes the place of the old one everywhere at once.
 */
export async function registerKey(sql: Sql, signer: Signer): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await insertEvidenceKey(tx, signer.kid, signer.publicKey))) return
    const before = await registrations(tx)
    const node = nodeOfKind(signer, {
      kind: 'key.registered',
      id: signer.kid,
      orgId: serviceOrg,
      agent: 'assay',
      at: new Date(),
      inputs: before.map((parent) => ({ rel: 'supersedes', ...parent })),
      result: { algorithm: 'Ed25519', public_key: Buffer.from(signer.publicKey).toString('base64') },
    })
    // Before the first key there was nothing that could be older than its seals.
    await appendNodes(tx, before.length === 0 ? [node, sealingNode(signer, new Date())] : [node])
  })
}

/**
 * Takes a key's word back from here on: what it signs later is no evidence. The present key says so, so it is the one before
 * it that is revoked. @returns the node's id; undefined where no such key is registered, or it is revoked already.
 */
export async function revokeSigningKey(
  sql: Sql,
  signer: Signer,
  kid: string,
  reason: string,
): Promise<string | undefined> {
  return sql.begin(async (tx) => {
    const head = await streamHead(tx, `key:${kid}`)
    if (!head || head.pos > 0) return undefined
    const node = nodeOfKind(signer, {
      kind: 'key.revoked',
      id: kid,
      orgId: serviceOrg,
      agent: 'assay',
      at: new Date(),
      after: headOfRow(head),
      result: { reason },
    })
    await appendNodes(tx, [node])
    return node.id
  })
}
