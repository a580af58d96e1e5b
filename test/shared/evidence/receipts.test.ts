/** COSE receipts: published vectors, their bytes, their size, and every bit of them. Pure. */
import { describe, expect, spyOn, test } from 'bun:test'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isSign1By, readSign1 } from '#shared/evidence/cose'
import { makeReceipt, provenBy, readReceipt } from '#shared/evidence/receipts'
import { signerOf } from '#shared/evidence/signing'
import { leafHash, rootByInclusion } from '#shared/tlog/merkle'

type Vectors = {
  sign1: Record<'public_key' | 'secret_key' | 'to_be_signed' | 'cbor', string>
  statements: (Record<'id' | 'statement' | 'receipt' | 'issuer_key' | 'log_key' | 'leaf_entry', string> & {
    reconstructed_root: string | null
    statement_signature_valid: boolean
    receipt_valid: boolean
  })[]
}
const vectors: Vectors = JSON.parse(readFileSync('test/fixtures/cose/vectors.json', 'utf8'))

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const ed25519 = (secret: string) =>
  signerOf(
    createPrivateKey({
      key: Buffer.concat([bytes('302e020100300506032b657004220420'), bytes(secret)]),
      format: 'der',
      type: 'pkcs8',
    }),
  )
const signer = ed25519('11'.repeat(32))

/** A path of a tree of this size, made up: what it leads to is the root. */
function proofOf(size: number, leaf: number, origin = `assay-${signer.kid}`) {
  const entry = new Bun.CryptoHasher('sha256').update(`${size} ${leaf}`).digest()
  const hashes: Uint8Array[] = []
  for (;;) {
    const root = rootByInclusion(leaf, size, leafHash(entry), hashes)
    if (root) return { entry, proven: { origin, size, leaf, hashes, root } }
    hashes.push(new Bun.CryptoHasher('sha256').update(`sibling ${hashes.length}`).digest())
  }
}

describe('published vectors', () => {
  test('the COSE working group’s EdDSA message is verified, and signed alike', () => {
    const { cbor, public_key, secret_key, to_be_signed } = vectors.sign1
    const message = readSign1(bytes(cbor))
    const own = ed25519(secret_key)

    expect(isSign1By(bytes(public_key), message, message.payload ?? bytes(''))).toBe(true)
    expect(isSign1By(bytes(public_key), message, bytes('00'))).toBe(false)
    expect(Buffer.from(own.publicKey).toString('hex')).toBe(public_key)
    expect(Buffer.compare(own.signBytes(bytes(to_be_signed)), message.signature)).toBe(0)
  })

  for (const vector of vectors.statements)
    test(`SCITT: ${vector.id}`, () => {
      const statement = readSign1(bytes(vector.statement))
      const receipt = readSign1(bytes(vector.receipt))
      const root = () => {
        try {
          return provenBy(receipt, bytes(vector.leaf_entry)).root
        } catch {
          return undefined
        }
      }
      const led = root()
      const isReceipt = led !== undefined && isSign1By(bytes(vector.log_key), receipt, led)

      expect(isSign1By(bytes(vector.issuer_key), statement, statement.payload ?? bytes(''))).toBe(
        vector.statement_signature_valid,
      )
      expect(isReceipt).toBe(vector.receipt_valid)
      if (vector.reconstructed_root) expect(Buffer.from(led ?? []).toString('hex')).toBe(vector.reconstructed_root)
    })
})

test('a receipt says its log, its place and who signed it, in the same bytes each time', () => {
  const { entry, proven } = proofOf(1000, 641)

  const receipt = makeReceipt(proven, signer)
  const { isBy, ...read } = readReceipt(receipt, entry)

  expect(read).toEqual({ kid: signer.kid, origin: proven.origin, size: 1000, leaf: 641 })
  expect(isBy(signer.publicKey)).toBe(true)
  expect(isBy(ed25519('22'.repeat(32)).publicKey)).toBe(false)
  expect(makeReceipt(proven, signer)).toEqual(receipt)
})

test('a receipt of a log of one leaf has an empty path', () => {
  const { entry, proven } = proofOf(1, 0)

  expect(readReceipt(makeReceipt(proven, signer), entry).isBy(signer.publicKey)).toBe(true)
})

test('a receipt of a log of ten million leaves has at most a kilobyte, and costs one signature', () => {
  const longest = proofOf(10_000_000, 1_234_567, 'x'.repeat(60))
  const sign = spyOn(signer, 'signBytes')
  const receipt = makeReceipt(longest.proven, signer)
  const signatures = sign.mock.calls.length
  sign.mockRestore()

  expect(longest.proven.hashes.length).toBe(24)
  expect(receipt.length).toBeLessThanOrEqual(1024)
  expect(signatures).toBe(1)
})

test('a receipt in which any single bit is another is refused', () => {
  // A leaf and a size of which single bits lead to other trees with the same path.
  const { entry, proven } = proofOf(6, 2)
  const receipt = makeReceipt(proven, signer)
  const isAccepted = (each: Uint8Array, of: Uint8Array = entry) => {
    try {
      return readReceipt(each, of).isBy(signer.publicKey)
    } catch {
      return false
    }
  }
  const accepted: number[] = []
  for (let bit = 0; bit < receipt.length * 8; bit += 1) {
    const changed = Uint8Array.from(receipt)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    if (isAccepted(changed)) accepted.push(bit)
  }

  expect(isAccepted(receipt)).toBe(true)
  expect(accepted).toEqual([])
  for (let bit = 0; bit < 256; bit += 1) {
    const other = Uint8Array.from(entry)
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(isAccepted(receipt, other)).toBe(false)
  }
  for (const more of [new Uint8Array(), receipt.subarray(0, -1), Buffer.concat([receipt, Uint8Array.of(0)])])
    expect(isAccepted(more)).toBe(false)
})
