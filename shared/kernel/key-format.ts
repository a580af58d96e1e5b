/** API keys: `asy_<env>_<lookup>_<secret>`. The lookup part finds the key, the secret proves it; only its SHA-256 is kept. */
import { createHash, randomBytes } from 'node:crypto'

/** A word that says where a key is for. */
export const keyEnvPattern = /^[a-z]{1,16}$/

/** A key's parts: its word, the part that finds it, the part that proves it. */
export const keyPattern = new RegExp(
  `^asy_(?<env>${keyEnvPattern.source.slice(1, -1)})_(?<lookup>[a-z0-9]{12})_(?<secret>[A-Za-z0-9_-]{43})$`,
)

export const keyScopes = ['operator', 'governance:write', 'governance:override'] as const
export type KeyScope = (typeof keyScopes)[number]

export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A new key with 256 bits of secret. `text` is shown once and never stored. */
export function makeKey(env: string): { text: string; id: string; lookup: string; secretSha256: Buffer } {
  const lookup = randomBytes(6).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  return {
    text: `asy_${env}_${lookup}_${secret}`,
    id: `key_${randomBytes(8).toString('hex')}`,
    lookup,
    secretSha256: secretDigest(secret),
  }
}
