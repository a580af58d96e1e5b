/** Seals secrets that must lie in the store for a while: AES-256-GCM under the installation's own keys, of which the newest seals and all open. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type KeyLocation, readKeyFile } from '#shared/kernel/key-file'
import type { KeyKind } from '#shared/kernel/kms/wrapped-key'

export type Seal = {
  /** @param context what the secret belongs to; it opens under no other. */
  seal: (text: string, context: string) => string
  /** @throws Error when it was sealed under no key that is there, or another context, or was changed. */
  open: (sealed: string, context: string) => string
}

/** With which of its keys it seals. */
export type RotatingSeal = Seal & { keyId: string }

const ivBytes = 12
const tagBytes = 16
/** Hex digits by which a sealed text names its key: nothing of a key can be told from them. */
const idDigits = 12

/** Each key behind its id; a key is named by what it is. */
function readKeys(text: string): [string, Buffer][] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const keys = words.map((word) => Buffer.from(word, 'base64'))
  if (keys.length === 0 || keys.some(({ length }) => length !== 32))
    throw new Error('the sealing key is not 32 bytes in base64, or several of those with commas between')
  return keys.map((key) => [idOf(key), key])
}

const idOf = (key: Buffer) =>
  createHash('sha256').update('assay sealing key').update(key).digest('hex').slice(0, idDigits)

/** What sealing keys are, for whoever keeps them: they are named by all of their ids, the newest first. */
export const sealingKeys: KeyKind = {
  what: 'the sealing key',
  make: () => randomBytes(32).toString('base64'),
  nameOf: (text) =>
    readKeys(text)
      .map(([id]) => id)
      .join(','),
}

/**
 * Opens the sealing keys, the newest first: it seals, all open. A missing file is made with one, mode 0600, once, however many
 * processes start together.
 */
export function openSeal(source: KeyLocation): RotatingSeal {
  const text = 'text' in source ? source.text : readKeyFile(source.path, sealingKeys.make)
  const keys = readKeys(text)
  const [newest] = keys
  if (!newest) throw new Error('there is no sealing key')
  const [keyId, newestKey] = newest
  return {
    keyId,
    seal: (text, context) => `${keyId}.${sealed(newestKey, text, context)}`,
    open(text, context) {
      const [id, rest] = text.includes('.') ? text.split('.', 2) : [undefined, text]
      // What was sealed before texts named their keys says nothing: it is tried with each.
      const fitting = keys.filter(([known]) => id === undefined || id === known)
      let failure: unknown = new Error('it was sealed under another key')
      for (const [, key] of fitting) {
        try {
          return opened(key, rest ?? '', context)
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
  }
}

function sealed(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')
}

function opened(key: Buffer, text: string, context: string): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}
