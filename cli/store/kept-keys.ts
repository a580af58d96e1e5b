/** The three keys that an installation keeps, where each lies, and whether it lies as the settings say. */
import { existsSync } from 'node:fs'
import { signingKeys } from '#shared/evidence/signing'
import { readConfig, readWitnessConfig, witnessKeyIn } from '#shared/kernel/config'
import { sealingKeys } from '#shared/kernel/encryption'
import { type KeyLocation, readSecret } from '#shared/kernel/key-file'
import { openKms } from '#shared/kernel/kms/address'
import { findWrapped, isWrappedText, type KeyKind, type KeySource, unwrapKey } from '#shared/kernel/kms/wrapped-key'
import { witnessDirIn } from '#shared/tlog/witness-dir'

export const keptKeyNames = ['signing', 'sealing', 'witness'] as const
type KeptKeyName = (typeof keptKeyNames)[number]

export type KeptKey = {
  name: KeptKeyName
  /** The setting that names the KMS. */
  setting: `${Uppercase<KeptKeyName>}_KEY_URL`
  kind: KeyKind
  source: KeySource
}

/** A database is named in any case: none of them lies in one. */
export function keptKeys(env: Record<string, string | undefined>, dataDir: string): KeptKey[] {
  const { signingKey, sealingKey } = readConfig({
    ...env,
    DATABASE_URL: env['DATABASE_URL'] || 'any',
    DATA_DIR: dataDir,
  })
  const witness = readWitnessConfig(env, dataDir)
  const witnessKey = witnessKeyIn(witness.dir ?? witnessDirIn(dataDir), witness)
  const witnesses = { ...signingKeys, what: "the witness's key" }
  return [
    { name: 'signing', setting: 'SIGNING_KEY_URL', kind: signingKeys, source: signingKey },
    { name: 'sealing', setting: 'SEALING_KEY_URL', kind: sealingKeys, source: sealingKey },
    { name: 'witness', setting: 'WITNESS_KEY_URL', kind: witnesses, source: witnessKey },
  ]
}

/** The key's text where it lies plain. */
export function findPlain(at: KeyLocation): string | undefined {
  if ('text' in at) return isWrappedText(at.text) ? undefined : at.text
  return existsSync(at.path) ? readSecret(at.path) : undefined
}

/** `fault` is what keeps processes from starting, or leaves a key open to whoever has the disk. */
export type KeyStanding = { text: string; fault: string | undefined }

const lookMs = 5000

export async function standingOf(key: KeptKey): Promise<KeyStanding> {
  const { setting, kind, source } = key
  const { at, place, kms: settings } = source
  let text = `in ${place}`
  try {
    const [plain, wrapped] = [findPlain(at), findWrapped(at, place)]
    const kms = settings && openKms({ ...settings, waitMs: Math.min(settings.waitMs, lookMs) })
    if (wrapped) {
      const by = `wrapped by ${wrapped.address}${kms ? `, version ${kms.versionOf(wrapped.wrapped)} of its key` : ''}`
      text = `${wrapped.name}, ${by}`
      if (!kms) return { text, fault: `${setting} is not set: nothing opens it` }
      await unwrapKey(kind, kms, wrapped)
      const isPlainToo = plain !== undefined
      return {
        text,
        fault: isPlainToo ? `it lies plain in ${place} as well: script/assay kms wrap ends that` : undefined,
      }
    }
    if (plain === undefined) return { text: 'there is none yet: a first start makes it', fault: undefined }
    text = `${kind.nameOf(plain)}, plain in ${place}`
    return { text, fault: kms && `${setting} says that a KMS wraps it: script/assay kms wrap` }
  } catch (error) {
    return { text, fault: error instanceof Error ? error.message : String(error) }
  }
}
