/** Which keys may have signed evidence: those that a trusted key vouches for, up to where they were revoked. */

import type { NodeBody } from '#shared/contracts/node'
import { isSignedBy } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { publicKeyOf } from '#shared/tlog/ed25519'
import type { Verifier } from '#shared/tlog/signed-note'
import { judgeText, type Keyring, type KnownKey, type NodeText } from '#shared/verification/checks'

/** A node of some key's line. @param at its place in the order of nodes. */
export type KeyNode = NodeText & { at: number }

type Claim = { node: KeyNode; body: NodeBody; kid: string; raw: Buffer }

/**
 * A row in a table is nobody's word: whoever can write to the store can write one. So trust begins with keys from outside
 * the store. A trusted key vouches for another by having signed its key.registered node, or by naming that node among the
 * parents of its own. @param anchors raw public keys.
 */
export function keyringOf(nodes: readonly KeyNode[], anchors: readonly Uint8Array[]): Keyring {
  const claims = nodes.flatMap((node) => claimOf(node) ?? [])
  const trusted = new Map<string, KnownKey>()
  const trust = (raw: Uint8Array) => {
    const kid = kidOf(raw)
    const at = claims.filter((claim) => claim.kid === kid).map(({ node }) => node.at)
    const places = { registeredAt: Math.min(...at), revokedAt: Number.POSITIVE_INFINITY }
    trusted.set(kid, { raw, publicKey: publicKeyOf(raw), ...places })
  }
  for (const raw of anchors) trust(raw)
  const isVouchedFor = ({ node, kid }: Claim) => {
    const signer = trusted.get(node.kid)
    if (node.kid !== kid && signer && isSignedBy(node.body, node.signature, signer.publicKey)) return true
    return claims.some((other) => isOwnWord(other) && other.body.parents.some(({ hash }) => hash === node.id))
  }
  /** The registration of a trusted key, signed by that key. */
  const isOwnWord = ({ node, kid }: Claim) => {
    const key = trusted.get(kid)
    return key !== undefined && node.kid === kid && isSignedBy(node.body, node.signature, key.publicKey)
  }
  for (let before = -1; before !== trusted.size; ) {
    before = trusted.size
    for (const claim of claims) if (!trusted.has(claim.kid) && isVouchedFor(claim)) trust(claim.raw)
  }
  for (const node of nodes) revoke(node, trusted)
  return trusted
}

/** First 16 hex digits of the SHA-256 of the raw public key. */
export const kidOf = (raw: Uint8Array): string => sha256Hex(raw).slice(0, 16)

/** The raw public key in a verifier key: name, hash, then base64 of an algorithm's byte and the key. */
export const rawKeyOf = ({ key, name, keyHash }: Verifier): Uint8Array =>
  Buffer.from(key.slice(name.length + keyHash.length + 2), 'base64').subarray(1)

function claimOf(node: KeyNode): Claim | undefined {
  const { faults, body } = judgeText(node)
  if (!body || faults.length > 0 || body.kind !== 'key.registered' || body.pos !== 0) return undefined
  const raw = Buffer.from(String(body.result?.['public_key']), 'base64')
  const kid = kidOf(raw)
  return raw.length === 32 && body.subject.id === kid && body.stream === `key:${kid}`
    ? { node, body, kid, raw }
    : undefined
}

function revoke(node: KeyNode, trusted: Map<string, KnownKey>): void {
  const { faults, body } = judgeText(node)
  const by = trusted.get(node.kid)
  if (!body || faults.length > 0 || body.kind !== 'key.revoked' || !by) return
  const key = trusted.get(body.subject.id)
  if (!key || body.stream !== `key:${body.subject.id}` || !isSignedBy(node.body, node.signature, by.publicKey)) return
  key.revokedAt = Math.min(node.at, key.revokedAt)
}
