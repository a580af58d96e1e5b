/** Secrets of connections as they lie in the store: sealed for one organisation, one connection and its kind, and for no other. */
import type { HeldConnection } from '#db/queries/connections'
import type { RotatingSeal, Seal } from '#shared/kernel/encryption'

export type SecretOwner = Pick<HeldConnection, 'org_id' | 'connection_id' | 'kind'>

const contextFor = ({ org_id, connection_id, kind }: SecretOwner) => `${org_id}|${connection_id}|${kind}`

export type SealedFor = { secret: string; sealedBy: string }

export const sealSecret = (seal: RotatingSeal, owner: SecretOwner, secret: unknown): SealedFor => ({
  secret: seal.seal(JSON.stringify(secret), contextFor(owner)),
  sealedBy: seal.keyId,
})

/** Undefined where it does not open: it is another's, its key is gone, or it was changed. */
export function openSecret(seal: Seal, owner: SecretOwner, sealed: string): unknown {
  try {
    return JSON.parse(seal.open(sealed, contextFor(owner)))
  } catch {
    return undefined
  }
}
