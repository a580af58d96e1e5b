/** Nodes that one process may go by before the ledger has looked at them: of this service's own key, or of one that it took the place of. */
import type { KeyObject } from 'node:crypto'
import type { Reader } from '#db/client'
import { firstNodeText } from '#db/queries/evidence'
import { type SignedRow, signedTexts } from '#db/queries/log'
import type { NodeBody } from '#shared/contracts/node'
import { isSignedBy, type Signer } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { publicKeyOf } from '#shared/tlog/ed25519'

/** What a node says, if it is whole and signed by who may; else undefined. */
export type ProveNode = (node: SignedRow) => Promise<NodeBody | undefined>

/**
 * A key that takes others' place names the nodes that registered them, and a node's id is the digest of its text: so our own key
 * vouches for each without anything else in the store being believed.
 */
export function openNodeProof(sql: Reader, signer: Signer): ProveNode {
  const keys = new Map<string, KeyObject | Uint8Array>([[signer.kid, signer.publicKey]])
  let isEarlierKnown = false

  async function readEarlier(): Promise<void> {
    isEarlierKnown = true
    const text = await firstNodeText(sql, `key:${signer.kid}`)
    const [own] = text === undefined ? [] : await signedTexts(sql, [Buffer.from(sha256Hex(text), 'hex')])
    if (!own || own.body !== text || !isSignedBy(text, own.signature, signer.publicKey)) return
    const { parents }: NodeBody = JSON.parse(text)
    const before = parents.map(({ hash }) => Buffer.from(hash, 'hex'))
    for (const { id, body } of await signedTexts(sql, before)) {
      const said: NodeBody = JSON.parse(body)
      if (sha256Hex(body) === id && said.kind === 'key.registered')
        keys.set(said.subject.id, publicKeyOf(Buffer.from(String(said.result?.['public_key']), 'base64')))
    }
  }

  return async ({ id, body, signature, kid }) => {
    if (!keys.has(kid) && !isEarlierKnown) await readEarlier()
    const key = keys.get(kid)
    return key && sha256Hex(body) === id && isSignedBy(body, signature, key) ? JSON.parse(body) : undefined
  }
}
