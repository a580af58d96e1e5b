/**
 * Tells nodes that nobody has signed who may: of a key that nobody has registered, or with a signature that is not its key's.
 * Who can write into the store can put one there; it is no evidence, and is given no place in the log.
 */
import type { KeyObject } from 'node:crypto'
import type { Reader } from '#db/client'
import { findEvidenceKey } from '#db/queries/evidence'
import { signedTexts } from '#db/queries/log'
import { isSignedSoon } from '#shared/evidence/signing'
import { publicKeyOf } from '#shared/tlog/ed25519'
import { type NodeText, notSigned } from '#shared/verification/checks'
import { kidOf } from '#shared/verification/keyring'

/** What is said of them where they are left out of what is looked at. */
export const notEvidence = 'nodes that nobody has signed who may have no place in the log and get none'

export type Forgeries = {
  /** Those of these nodes that are forged, each with why. */
  among: (nodes: readonly NodeText[]) => Promise<Map<string, string>>
  /** The same of nodes that are stored, by their ids. */
  amongStored: (ids: readonly Uint8Array[]) => Promise<Map<string, string>>
}

const notRegistered = (kid: string) => `nobody has registered the key ${kid}`

/** Whether a node may have been put aside for what is said of it: a key may have been registered since. */
export const isReason = ({ kid, why }: { kid: string; why: string }): boolean =>
  why === notSigned || why === notRegistered(kid)

/** Texts in memory at once. */
const textsAtOnce = 1000

export function openForgeries(sql: Reader): Forgeries {
  const keys = new Map<string, KeyObject>()

  async function keyOf(kid: string): Promise<KeyObject | undefined> {
    const known = keys.get(kid)
    if (known) return known
    const raw = await findEvidenceKey(sql, kid)
    if (!raw || kidOf(raw) !== kid) return undefined
    const key = publicKeyOf(raw)
    keys.set(kid, key)
    return key
  }

  async function among(nodes: readonly NodeText[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const keyFor = new Map<string, KeyObject | undefined>()
    for (const kid of new Set(nodes.map((node) => node.kid))) keyFor.set(kid, await keyOf(kid))
    // On threads of their own.
    await Promise.all(
      nodes.map(async ({ id, body, signature, kid }) => {
        const key = keyFor.get(kid)
        if (!key) found.set(id, notRegistered(kid))
        else if (!(await isSignedSoon(body, signature, key))) found.set(id, notSigned)
      }),
    )
    return found
  }

  return {
    among,
    async amongStored(ids) {
      const found = new Map<string, string>()
      for (let at = 0; at < ids.length; at += textsAtOnce) {
        const texts = await signedTexts(sql, ids.slice(at, at + textsAtOnce))
        for (const [id, why] of await among(texts)) found.set(id, why)
      }
      return found
    },
  }
}
