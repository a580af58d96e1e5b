/** Keys that lie wrapped by a KMS: one line of four words, in a file or a setting, that is no secret without the KMS. */
import { existsSync } from 'node:fs'
import { type KeyLocation, readSecret, wrappedPathOf, writeOnce } from '#shared/kernel/key-file'
import { type KmsSettings, openKms } from '#shared/kernel/kms/address'
import { type Kms, keyUnavailable } from '#shared/kernel/kms/kms'

/** What a kind of key is, for whoever keeps one and uses none. */
export type KeyKind = {
  /** In a sentence: `the signing key`. */
  what: string
  make: () => string
  /** A word that names a key and tells nothing of it. @throws where the text is no such key. */
  nameOf: (text: string) => string
}

/** A key as settings name it. */
export type KeySource = {
  at: KeyLocation
  /** The setting or the file, for sentences. */
  place: string
  /** What wraps it; undefined where it lies plain. */
  kms: KmsSettings | undefined
}

export type WrappedKey = { address: string; name: string; wrapped: string }

const format = 'assay-wrapped-key/1'

export const isWrappedText = (text: string): boolean => text.trimStart().startsWith(`${format} `)

export const formatWrapped = ({ address, name, wrapped }: WrappedKey): string =>
  `${format} ${address} ${name} ${wrapped}\n`

/** @throws KeyUnavailable naming the place, where it is no such line. */
export function parseWrapped(text: string, place: string): WrappedKey {
  const [said, address, name, wrapped, ...more] = text.trim().split(/\s+/)
  if (said !== format || !address || !name || !wrapped || more.length > 0)
    throw keyUnavailable(`${place} is no wrapped key: ${format}, an address, a name and what is wrapped`)
  return { address, name, wrapped }
}

/** What lies there, if anything does. @throws KeyUnavailable where it is a file that others may read, or no wrapped key. */
export function findWrapped(at: KeyLocation, place: string): WrappedKey | undefined {
  if ('text' in at) return isWrappedText(at.text) ? parseWrapped(at.text, place) : undefined
  const path = wrappedPathOf(at.path)
  return existsSync(path) ? parseWrapped(readSecret(path), path) : undefined
}

/** Its text, asked of the KMS. @throws KeyUnavailable where the KMS does not give the key that was wrapped. */
export async function unwrapKey({ what, nameOf }: KeyKind, kms: Kms, key: WrappedKey): Promise<string> {
  if (key.address !== kms.address)
    throw keyUnavailable(
      `${what} is wrapped by ${key.address}, and the settings name ${kms.address}: script/assay kms rewrap moves it`,
    )
  const text = await kms.unwrap(key.wrapped)
  const name = nameIn(text, nameOf)
  if (name === key.name) return text
  throw keyUnavailable(`${kms.address} gives ${name ?? 'no key'} for ${what} ${key.name}: that is not what was wrapped`)
}

function nameIn(text: string, nameOf: KeyKind['nameOf']): string | undefined {
  try {
    return nameOf(text)
  } catch {
    // Whatever it is: what it says of itself might show some of it.
    return undefined
  }
}

/** Wraps a key, and proves that it opens again before anybody relies on that. */
export async function wrapKey(kind: KeyKind, kms: Kms, text: string): Promise<WrappedKey> {
  const key = { address: kms.address, name: kind.nameOf(text), wrapped: await kms.wrap(text) }
  await unwrapKey(kind, kms, key)
  return key
}

/**
 * The key of a place, for whoever uses it: as it lies where it lies plain, else in memory alone. A wrapped one that is not there is
 * made, once, however many processes start together. @param mayMake whether a new one takes no other's place.
 */
export async function openKey(
  kind: KeyKind,
  { at, place, kms: settings }: KeySource,
  mayMake: () => boolean | Promise<boolean>,
): Promise<KeyLocation> {
  if (settings) return { text: await openWrapped(kind, openKms(settings), { at, place, mayMake }) }
  if ('text' in at && isWrappedText(at.text))
    throw keyUnavailable(`${place} holds a wrapped key, and no setting names the KMS that opens it`)
  return at
}

async function openWrapped(
  kind: KeyKind,
  kms: Kms,
  { at, place, mayMake }: { at: KeyLocation; place: string; mayMake: () => boolean | Promise<boolean> },
): Promise<string> {
  const found = findWrapped(at, place)
  if (found) return unwrapKey(kind, kms, found)
  if ('text' in at || existsSync(at.path))
    throw keyUnavailable(
      `${kind.what} lies plain in ${place}, and the settings say that a KMS wraps it: script/assay kms wrap`,
    )
  const path = wrappedPathOf(at.path)
  if (!(await mayMake())) {
    // Another process may have made it, and signed, since we looked.
    const late = findWrapped(at, place)
    if (late) return unwrapKey(kind, kms, late)
    throw keyUnavailable(
      `there is no ${path}, and a new key cannot go on where another has signed: put it back, from a backup of the keys say`,
    )
  }
  const text = kind.make()
  const made = await wrapKey(kind, kms, text)
  writeOnce(path, formatWrapped(made))
  const kept = findWrapped(at, place)
  if (kept === undefined) throw new Error(`${path} was taken away again`)
  // Another process may have been the first.
  return kept.wrapped === made.wrapped ? text : unwrapKey(kind, kms, kept)
}
