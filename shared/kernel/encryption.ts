/** Seals secrets that must lie in the store for a while: AES-256-GCM under the installation's own key. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readKeyFile } from '#shared/kernel/key-file'

export type Seal = {
  /** @param context what the secret belongs to; it opens under no other. */
  seal: (text: string, context: string) => string
  /** @throws Error when it was sealed under another key or context, or was changed. */
  open: (sealed: string, context: string) => string
}

const ivBytes = 12
const tagBytes = 16

/** Opens the sealing key; a missing file is made, mode 0600, once, however many processes start together. */
export function openSeal(source: { base64: string } | { path: string }): Seal {
  const text = 'base64' in source ? source.base64 : readKeyFile(source.path, () => randomBytes(32).toString('base64'))
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('the sealing key is not 32 bytes in base64')
  return {
    seal(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
