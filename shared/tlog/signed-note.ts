/** Signed notes (C2SP signed-note, as Go's sumdb/note has them) and witnesses' cosignatures on them (cosignature/v1). */
import { isSignatureOf, publicKeyOf } from '#shared/tlog/ed25519'

/** What a key signs: 0x01 the note itself, 0x04 the note with the time at which it was seen. */
const algorithms = { note: 1, cosignature: 4 } as const
type Algorithm = (typeof algorithms)[keyof typeof algorithms]

export type Verifier = {
  name: string
  /** 8 hex digits. */
  keyHash: string
  /** `name+hash+base64(algorithm ‖ public key)` */
  key: string
  isBy: (text: string, signature: Uint8Array) => boolean
}

export type NoteSigner = { verifier: Verifier; sign: (text: string) => Uint8Array }

type NoteSignature = { name: string; keyHash: string; signature: Uint8Array; line: string }

/** @param signed by keys that we know; `unknown` by others. */
export type OpenedNote = { text: string; signed: NoteSignature[]; unknown: NoteSignature[] }

type RawKey = { publicKey: Uint8Array; signBytes: (message: Uint8Array) => Uint8Array }

export const noteSigner = (name: string, { publicKey, signBytes }: RawKey): NoteSigner => ({
  verifier: noteVerifier(name, publicKey),
  sign: (text) => signBytes(Buffer.from(text)),
})

export const cosigner = (name: string, { publicKey, signBytes }: RawKey, now: () => Date): NoteSigner => ({
  verifier: verifierOf(name, algorithms.cosignature, publicKey),
  sign(text) {
    const seconds = Math.floor(now().getTime() / 1000)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    return Buffer.concat([time, signBytes(Buffer.from(cosigned(seconds, text)))])
  },
})

/** Verifies notes of this name by a raw public key. */
export const noteVerifier = (name: string, publicKey: Uint8Array): Verifier =>
  verifierOf(name, algorithms.note, publicKey)

/** @throws Error when the text is no verifier key of an algorithm that we know. */
export function readVerifier(key: string): Verifier {
  const [, name = '', keyHash, data = ''] = /^([^+]*)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? []
  const [algorithm, publicKey] = [Buffer.from(data, 'base64')[0], Buffer.from(data, 'base64').subarray(1)]
  const known = Object.values(algorithms).find((each) => each === algorithm)
  if (!isName(name) || known === undefined || publicKey.length !== 32 || !isBase64(data)) {
    throw new Error('malformed verifier key')
  }
  const verifier = verifierOf(name, known, publicKey)
  if (verifier.keyHash !== keyHash) throw new Error('the verifier key does not fit its hash')
  return verifier
}

/** The note with these signatures under it. @throws Error when the text can be no note's. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (!isText(text)) throw new Error('malformed note')
  return `${text}\n${signers.map((signer) => signatureLine(signer, text)).join('')}`
}

/** One line `— name base64(key hash ‖ signature)`, its newline included. */
export function signatureLine({ verifier, sign }: NoteSigner, text: string): string {
  const signature = Buffer.concat([Buffer.from(verifier.keyHash, 'hex'), sign(text)])
  return `— ${verifier.name} ${signature.toString('base64')}\n`
}

/**
 * Opens a note. A key that signed twice counts once.
 * @throws Error when the note is malformed, a known key's signature is wrong, or no known key signed.
 */
export function openNote(note: string | Uint8Array, verifiers: readonly Verifier[]): OpenedNote {
  const message = typeof note === 'string' ? note : utf8(note)
  const split = message.lastIndexOf('\n\n')
  const text = message.slice(0, split + 1)
  const rest = message.slice(split + 2)
  if (split < 0 || message.length > maxLength || !isText(text) || !rest.endsWith('\n')) throw malformed()
  const lines = rest.slice(0, -1).split('\n')
  if (lines.length > maxSignatures) throw malformed()
  const opened: OpenedNote = { text, signed: [], unknown: [] }
  for (const signature of lines.map(readSignature)) {
    const isTheirs = ({ name, keyHash }: { name: string; keyHash: string }) =>
      name === signature.name && keyHash === signature.keyHash
    const [verifier, another] = verifiers.filter(isTheirs)
    if (another) throw new Error(`ambiguous key ${signature.name}+${signature.keyHash}`)
    if (!verifier) {
      if (!opened.unknown.some(({ line }) => line === signature.line)) opened.unknown.push(signature)
    } else if (!opened.signed.some(isTheirs)) {
      if (!verifier.isBy(text, signature.signature)) {
        throw new Error(`invalid signature for key ${signature.name}+${signature.keyHash}`)
      }
      opened.signed.push(signature)
    }
  }
  if (opened.signed.length === 0) throw new Error('note has no verifiable signatures')
  return opened
}

const maxLength = 1_000_000
const maxSignatures = 100

function verifierOf(name: string, algorithm: Algorithm, publicKey: Uint8Array): Verifier {
  if (!isName(name)) throw new Error(`"${name}" cannot be a key's name`)
  const data = Buffer.concat([Buffer.of(algorithm), publicKey])
  const hash = new Bun.CryptoHasher('sha256').update(`${name}\n`).update(data).digest('hex')
  const keyHash = hash.slice(0, 8)
  const key = publicKeyOf(publicKey)
  return {
    name,
    keyHash,
    key: `${name}+${keyHash}+${data.toString('base64')}`,
    isBy(text, signature) {
      if (algorithm === algorithms.note) return isSignatureOf(key, Buffer.from(text), signature)
      if (signature.length !== 72) return false
      const bytes = Buffer.from(signature)
      return isSignatureOf(key, Buffer.from(cosigned(bytes.readBigUInt64BE(), text)), bytes.subarray(8))
    },
  }
}

const cosigned = (seconds: number | bigint, text: string): string => `cosignature/v1\ntime ${seconds}\n${text}`

function readSignature(line: string): NoteSignature {
  const [, name = '', data = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = Buffer.from(data, 'base64')
  if (!isName(name) || !isBase64(data) || bytes.length < 5) throw malformed()
  return { name, keyHash: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4), line: `${line}\n` }
}

const malformed = () => new Error('malformed note')

const isName = (name: string): boolean => name !== '' && !/[\s+]/u.test(name) && name.isWellFormed()

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note may not hold.
const isText = (text: string): boolean => text.endsWith('\n') && text.isWellFormed() && !/[\0-\x09\x0b-\x1f]/.test(text)

/** Buffer reads base64 leniently: what it read must be what was written. */
const isBase64 = (data: string): boolean => data !== '' && Buffer.from(data, 'base64').toString('base64') === data

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new Error('malformed note', { cause: error })
  }
}
