/** The Merkle tree of RFC 6962 and 9162: hashes, compact ranges, proofs and their verification. Pure. */

export type Hash = Uint8Array

/** A perfect subtree: its root covers leaves `index · 2^level` up to, but not with, `(index + 1) · 2^level`. */
export type HashPlace = { level: number; index: number }

/** Roots of perfect subtrees, in the order asked for. */
export type ReadHashes = (places: readonly HashPlace[]) => Promise<Hash[]>

/** Left border of a tree: the roots of its perfect subtrees, greatest first. */
export type Frontier = { size: number; hashes: Hash[] }

const leafPrefix = Uint8Array.of(0)

function sha256(data: Uint8Array): Hash {
  const made = new Uint8Array(32)
  Bun.SHA256.hash(data, made)
  return made
}

/** @param data a node's id: lower-case hex, or its 32 raw bytes. */
export const leafHash = (data: string | Uint8Array): Hash =>
  sha256(Buffer.concat([leafPrefix, typeof data === 'string' ? Buffer.from(data, 'hex') : data]))

/** A prefix and two hashes: written over with each, for a walk through the log makes one for each of its leaves. */
const inner = new Uint8Array(65)
inner[0] = 1

export function innerHash(left: Hash, right: Hash): Hash {
  if (left.length !== 32 || right.length !== 32) return sha256(Buffer.concat([inner.subarray(0, 1), left, right]))
  inner.set(left, 1)
  inner.set(right, 33)
  return sha256(inner)
}

export const emptyFrontier: Frontier = { size: 0, hashes: [] }

/** The frontier with these leaf hashes after it. */
export function append(frontier: Frontier, leaves: Iterable<Hash>): Frontier {
  const hashes = [...frontier.hashes]
  let size = frontier.size
  for (const leaf of leaves) {
    hashes.push(leaf)
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hashes.push(joinLast(hashes))
    size++
  }
  return { size, hashes }
}

/** The root of all leaves so far; SHA-256 of nothing for an empty tree. */
export const rootOf = ({ hashes }: Frontier): Hash => (hashes.length === 0 ? sha256(new Uint8Array()) : fold(hashes))

/** @param read knows every perfect subtree below `size`. */
export const frontierAt = async (size: number, read: ReadHashes): Promise<Frontier> => ({
  size,
  hashes: await read(placesOf(0, size)),
})

/** Hashes that lead from the leaf at `index` to the root of a tree of `size` leaves, the leaf's sibling first. */
export async function inclusionProof(index: number, size: number, read: ReadHashes): Promise<Hash[]> {
  return readRanges(siblingsOf(index, size), read)
}

/** The same of many leaves of one tree: what their paths share is read once. In the order asked for. */
export async function inclusionProofs(indexes: readonly number[], size: number, read: ReadHashes): Promise<Hash[][]> {
  const ranges = indexes.map((index) => siblingsOf(index, size))
  const shared = new Map(ranges.flat().map((range) => [range.join(), range]))
  const hashes = await readRanges([...shared.values()], read)
  const known = new Map([...shared.keys()].map((name, at) => [name, hashes[at]]))
  return ranges.map((siblings) => siblings.flatMap((range) => known.get(range.join()) ?? []))
}

/** The ranges that stand beside the leaf's way to the root, the leaf's sibling first. */
function siblingsOf(index: number, size: number): Range[] {
  if (!isCount(index) || !isCount(size) || index >= size) throw new RangeError(`no leaf ${index} in a tree of ${size}`)
  const siblings: Range[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + greatestPower(end - start - 1)
    siblings.unshift(index < middle ? [middle, end] : [start, middle])
    if (index < middle) end = middle
    else start = middle
  }
  return siblings
}

/** Hashes that show a tree of `size1` leaves to be the beginning of one of `size2`. Nothing is consistent with no leaves. */
export async function consistencyProof(size1: number, size2: number, read: ReadHashes): Promise<Hash[]> {
  if (!isCount(size1) || !isCount(size2) || size1 < 1 || size1 > size2) {
    throw new RangeError(`no consistency of ${size1} with ${size2}`)
  }
  const ranges: Range[] = []
  let [start, end] = [0, size2]
  while (size1 !== end) {
    const middle = start + greatestPower(end - start - 1)
    ranges.unshift(size1 <= middle ? [middle, end] : [start, middle])
    if (size1 <= middle) end = middle
    else start = middle
  }
  // Whoever asks knows the root of a beginning that is a whole subtree.
  return readRanges(start === 0 ? ranges : [[start, end], ...ranges], read)
}

/** Whether a leaf stands at `index` in the tree of `size` leaves with this root. RFC 9162, 2.1.3.2. */
export function verifyInclusion(index: number, size: number, leaf: Hash, proof: readonly Hash[], root: Hash): boolean {
  const led = rootByInclusion(index, size, leaf, proof)
  return led !== undefined && isHash(root) && isSame(led, root)
}

/** The root that a proof leads to from the leaf at `index`; undefined for a path that such a tree does not have. */
export function rootByInclusion(index: number, size: number, leaf: Hash, proof: readonly Hash[]): Hash | undefined {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, ...proof])) return undefined
  let [place, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      hash = innerHash(sibling, hash)
      for (; place % 2 === 0 && place !== 0; place /= 2) last = half(last)
    } else hash = innerHash(hash, sibling)
    place = half(place)
    last = half(last)
  }
  return last === 0 ? hash : undefined
}

/** Whether the tree with root1 is the beginning of the one with root2. RFC 9162, 2.1.4.2; false from an empty tree. */
export function verifyConsistency(
  size1: number,
  size2: number,
  proof: readonly Hash[],
  root1: Hash,
  root2: Hash,
): boolean {
  if (!isCount(size1) || !isCount(size2) || size1 < 1 || size1 > size2 || !proof.every(isHash)) return false
  if (size1 === size2) return proof.length === 0 && isSame(root1, root2)
  const isWhole = greatestPower(size1) === size1
  const [first, ...rest] = isWhole ? [root1, ...proof] : proof
  if (!first) return false
  let [place, last] = [size1 - 1, size2 - 1]
  for (; place % 2 === 1; place = half(place)) last = half(last)
  let [old, now] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      old = innerHash(hash, old)
      now = innerHash(hash, now)
      for (; place % 2 === 0 && place !== 0; place /= 2) last = half(last)
    } else now = innerHash(now, hash)
    place = half(place)
    last = half(last)
  }
  return last === 0 && isSame(old, root1) && isSame(now, root2)
}

export const isSame = (a: Hash, b: Hash): boolean => Buffer.compare(a, b) === 0

type Range = [start: number, end: number]

/** One hash per range, read in one go. */
async function readRanges(ranges: readonly Range[], read: ReadHashes): Promise<Hash[]> {
  const places = ranges.map(([start, end]) => placesOf(start, end))
  const hashes = await read(places.flat())
  return places.map(({ length }) => fold(hashes.splice(0, length)))
}

/** The perfect subtrees of a range that starts where one of them may, greatest first. */
function placesOf(start: number, end: number): HashPlace[] {
  const places: HashPlace[] = []
  for (let at = start; at < end; ) {
    const width = greatestPower(end - at)
    places.push({ level: Math.log2(width), index: at / width })
    at += width
  }
  return places
}

function fold(hashes: readonly Hash[]): Hash {
  return hashes.reduceRight((right, left) => innerHash(left, right))
}

function joinLast(hashes: Hash[]): Hash {
  const [left, right] = hashes.splice(-2)
  if (!left || !right) throw new Error('a frontier lacks a hash')
  return innerHash(left, right)
}

/** The greatest power of two that is not above `count`. No logarithm, which errs beyond 2^48, and no bits: they end at 2^31. */
function greatestPower(count: number): number {
  let power = 1
  while (power * 2 <= count) power *= 2
  return power
}

const half = (count: number): number => Math.floor(count / 2)

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

const isHash = (hash: Hash): boolean => hash.length === 32

const areHashes = (hashes: readonly Hash[]): boolean => hashes.every(isHash)
