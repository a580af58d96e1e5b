/** Tiles: whatever the steps in which they grew, hashes read from them make the tree's proofs. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  append,
  consistencyProof,
  emptyFrontier,
  frontierAt,
  inclusionProof,
  leafHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '#shared/tlog/merkle'
import { type Edge, edgeNames, growEdge, hashReader, type Tile, tilePath } from '#shared/tlog/tiles'

const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)))

function storeOf(steps: readonly number[]) {
  const leaves = leavesOf(steps.reduce((sum, step) => sum + step, 0))
  const stored = new Map<string, Tile>()
  let [edge, at]: [Edge, number] = [[], 0]
  for (const step of steps) {
    const grown = growEdge(edge, leaves.slice(at, at + step))
    for (const tile of grown.touched) if (tile.hashes.length > 0) stored.set(`${tile.level}/${tile.index}`, tile)
    edge = grown.edge
    at += step
  }
  const read = hashReader(async (names) =>
    names.flatMap(({ level, index }) => {
      const tile = stored.get(`${level}/${index}`)
      return tile ? [tile] : []
    }),
  )
  return { leaves, stored, edge, read }
}

test('tiles grown in any steps give the root and every proof', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      async (steps, one, other) => {
        const { leaves, read } = storeOf(steps)
        const size = leaves.length
        const index = one % size
        const size1 = 1 + (other % size)
        const root = rootOf(append(emptyFrontier, leaves))

        expect(rootOf(await frontierAt(size, read))).toEqual(root)
        const leaf = leaves[index] ?? leafHash('')
        expect(verifyInclusion(index, size, leaf, await inclusionProof(index, size, read), root)).toBe(true)
        const root1 = rootOf(append(emptyFrontier, leaves.slice(0, size1)))
        expect(verifyConsistency(size1, size, await consistencyProof(size1, size, read), root1, root)).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('tiles are the same whether leaves came one by one or at once, through three levels', () => {
  const many = storeOf([65_536 + 300])
  const few = storeOf([65_535, 1, 255, 1, 44])

  expect(few.stored).toEqual(many.stored)
  expect(few.edge).toEqual(many.edge)
  expect(edgeNames(65_836)).toEqual(many.edge.map(({ level, index }) => ({ level, index })))
  expect([...many.stored.values()].filter(({ level }) => level === 2).map(({ hashes }) => hashes.length)).toEqual([32])
})

test('a tile’s path groups its number in threes, as C2SP has it', () => {
  expect(tilePath({ level: 0, index: 0 })).toBe('tile/0/000')
  expect(tilePath({ level: 1, index: 999 })).toBe('tile/1/999')
  expect(tilePath({ level: 0, index: 1_234_067 })).toBe('tile/0/x001/x234/067')
})

test('a tile that is missing or cut short is said to be, not guessed', () => {
  const short = hashReader(async () => [{ level: 0, index: 0, hashes: new Uint8Array(32) }])

  expect(hashReader(async () => [])([{ level: 0, index: 0 }])).rejects.toThrow('lacks tile 0/0')
  expect(short([{ level: 1, index: 0 }])).rejects.toThrow('cut short')
})
