/** The Merkle tree: the published vectors (transparency-dev/merkle, Apache-2.0), RFC 6962's constants, and any tree at all. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import fc from 'fast-check'
import {
  append,
  consistencyProof,
  emptyFrontier,
  frontierAt,
  type Hash,
  inclusionProof,
  innerHash,
  leafHash,
  type ReadHashes,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '#shared/tlog/merkle'

const hex = (hash: Hash) => Buffer.from(hash).toString('hex')
const hashOf = (base64: string): Hash => new Uint8Array(Buffer.from(base64, 'base64'))
const hashesOf = (proof: string[] | null): Hash[] => (proof ?? []).map(hashOf)

const folder = 'test/fixtures/merkle'
const vectors = <Vector>(kind: string): { name: string; vector: Vector }[] =>
  [...new Glob(`${kind}/**/*.json`).scanSync(folder)].map((name) => ({
    name,
    vector: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')),
  }))

/** The root by the definition of RFC 6962, 2.1: the tree cut at the greatest power of two. */
function definedRoot(leaves: readonly Hash[]): Hash {
  const [only] = leaves
  if (!only) return new Bun.CryptoHasher('sha256').digest()
  if (leaves.length === 1) return only
  let middle = 1
  while (middle * 2 < leaves.length) middle *= 2
  return innerHash(definedRoot(leaves.slice(0, middle)), definedRoot(leaves.slice(middle)))
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)))

const readerOf =
  (leaves: readonly Hash[]): ReadHashes =>
  async (places) =>
    places.map(({ level, index }) => definedRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)))

/** Every proof with one bit of one hash turned over, one left out, or one too many. */
function* spoilt(proof: readonly Hash[], at: number): Generator<Hash[]> {
  yield [...proof, leafHash('00')]
  for (const [place, hash] of proof.entries()) {
    const turned = Uint8Array.from(hash)
    const byte = at % 32
    turned[byte] = (turned[byte] ?? 0) ^ (1 << (at % 8))
    yield proof.with(place, turned)
    yield proof.toSpliced(place, 1)
  }
}

test('hashes are those that RFC 6962 implementations agree on', () => {
  expect(hex(rootOf(emptyFrontier))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hex(leafHash(Buffer.from('')))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(hex(leafHash(Buffer.from('L123456')))).toBe('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56')
  expect(hex(innerHash(Buffer.from('N123'), Buffer.from('N456')))).toBe(
    'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
  )
})

test('a node’s id is the same leaf as hex and as bytes', () => {
  const id = 'ab'.repeat(32)

  expect(leafHash(id)).toEqual(leafHash(Buffer.from(id, 'hex')))
})

test('every published inclusion proof is judged as published', () => {
  type Vector = {
    leafIdx: number
    treeSize: number
    root: string
    leafHash: string
    proof: string[] | null
    wantErr: boolean
  }
  const cases = vectors<Vector>('inclusion')

  const wrong = cases.filter(
    ({ vector: { leafIdx, treeSize, leafHash: leaf, proof, root, wantErr } }) =>
      verifyInclusion(leafIdx, treeSize, hashOf(leaf), hashesOf(proof), hashOf(root)) === wantErr,
  )

  expect(cases.length).toBeGreaterThanOrEqual(98)
  expect(wrong).toEqual([])
})

test('every published consistency proof is judged as published, and nothing is consistent with an empty tree', () => {
  type Vector = { size1: number; size2: number; root1: string; root2: string; proof: string[] | null; wantErr: boolean }
  const cases = vectors<Vector>('consistency')

  const wrong = cases.filter(
    ({ vector: { size1, size2, root1, root2, proof, wantErr } }) =>
      verifyConsistency(size1, size2, hashesOf(proof), hashOf(root1), hashOf(root2)) === wantErr,
  )

  expect(cases.length).toBeGreaterThanOrEqual(98)
  expect(wrong).toEqual([])
})

test('a frontier grown in any steps has the root of the definition', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }), (steps) => {
      const leaves = leavesOf(steps.reduce((sum, step) => sum + step, 0))

      let [frontier, at] = [emptyFrontier, 0]
      for (const step of steps) {
        frontier = append(frontier, leaves.slice(at, at + step))
        at += step
      }

      expect(hex(rootOf(frontier))).toBe(hex(definedRoot(leaves)))
      expect(frontier.size).toBe(leaves.length)
    }),
  )
})

test('a frontier read from stored hashes is the one that grew', async () => {
  for (const size of [0, 1, 2, 3, 7, 8, 21, 64, 100]) {
    const leaves = leavesOf(size)
    expect(await frontierAt(size, readerOf(leaves))).toEqual(append(emptyFrontier, leaves))
  }
})

test('every inclusion proof verifies; with anything changed it does not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.nat(), async (size, seed, bit) => {
      const leaves = leavesOf(size)
      const index = seed % size
      const [leaf = leafHash('')] = leaves.slice(index)
      const root = definedRoot(leaves)

      const proof = await inclusionProof(index, size, readerOf(leaves))

      expect(verifyInclusion(index, size, leaf, proof, root)).toBe(true)
      for (const bad of spoilt(proof, bit)) expect(verifyInclusion(index, size, leaf, bad, root)).toBe(false)
      expect(verifyInclusion(index, size, leafHash('00'), proof, root)).toBe(false)
      expect(verifyInclusion(index, size, leaf, proof, leafHash('00'))).toBe(false)
      for (let other = 0; other < size; other++)
        expect(verifyInclusion(other, size, leaf, proof, root)).toBe(other === index)
    }),
    { numRuns: 60 },
  )
})

test('every consistency proof verifies; with anything changed it does not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.nat(), async (size2, seed, bit) => {
      const leaves = leavesOf(size2)
      const size1 = 1 + (seed % size2)
      const [root1, root2] = [definedRoot(leaves.slice(0, size1)), definedRoot(leaves)]

      const proof = await consistencyProof(size1, size2, readerOf(leaves))

      expect(verifyConsistency(size1, size2, proof, root1, root2)).toBe(true)
      for (const bad of spoilt(proof, bit)) expect(verifyConsistency(size1, size2, bad, root1, root2)).toBe(false)
      expect(verifyConsistency(size1, size2, proof, leafHash('00'), root2)).toBe(false)
      expect(verifyConsistency(size1, size2, proof, root1, leafHash('00'))).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('there is no proof for a leaf that is not there, nor from no leaves', () => {
  expect(inclusionProof(5, 5, readerOf(leavesOf(5)))).rejects.toThrow(RangeError)
  expect(consistencyProof(0, 5, readerOf(leavesOf(5)))).rejects.toThrow(RangeError)
  expect(consistencyProof(6, 5, readerOf(leavesOf(5)))).rejects.toThrow(RangeError)
})
