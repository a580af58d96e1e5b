/** The signing key for commands that can do without: none is made for them, and a KMS that is away keeps nobody from a backup. */
import { existsSync } from 'node:fs'
import { openSigner, type Signer, signingKeys } from '#shared/evidence/signing'
import { wrappedPathOf } from '#shared/kernel/key-file'
import { isKeyUnavailable } from '#shared/kernel/kms/kms'
import { type KeySource, openKey } from '#shared/kernel/kms/wrapped-key'

/** The key that signs here, or why it is not to be had. */
export async function signerAtHand(
  source: KeySource,
): Promise<{ signer: Signer; why?: undefined } | { signer: undefined; why: string }> {
  const { at } = source
  const isNowhere = 'path' in at && !existsSync(at.path) && !existsSync(wrappedPathOf(at.path))
  if (isNowhere) return { signer: undefined, why: 'the signing key is not at hand' }
  try {
    return { signer: openSigner(await openKey(signingKeys, source, () => false)) }
  } catch (error) {
    if (!isKeyUnavailable(error)) throw error
    return { signer: undefined, why: error.message }
  }
}
