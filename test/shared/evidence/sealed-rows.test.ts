/** Seals of rows: made by who has the key alone, and of no other row. */

import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { requireSealed, type SealedTable, sealOf, sealState } from '#shared/evidence/sealed-rows'
import { signerOf } from '#shared/evidence/signing'

const pair = generateKeyPairSync('ed25519')
const signer = signerOf(pair.privateKey)
type Row = {
  id: string
  node: string
  at: Date | null
  bytes: Uint8Array
  tags: string[]
  said: unknown
  score: number
}
const table: SealedTable<Row> = {
  table: 'things',
  columns: ['id', 'node', 'at', 'bytes', 'tags', 'said', 'score'],
  nodeOf: ({ node }) => node,
}
const row: Row = {
  id: 'a',
  node: '00'.repeat(32),
  at: new Date(1_700_000_000_000),
  bytes: new Uint8Array([1, 2]),
  tags: ['x', 'y'],
  said: { b: 1, a: [null, 'é'] },
  score: 0.1,
}
const seal = sealOf(signer, table, row)

test('16 bytes, the same for the same row and key, whatever order the members of a document came in', () => {
  expect(seal).toHaveLength(16)
  expect(sealOf(signerOf(pair.privateKey), table, { ...row, said: { a: [null, 'é'], b: 1 } })).toEqual(seal)
  expect(sealState(signer, table, { ...row, seal })).toBe('sealed')
})

describe('astray', () => {
  const changes: Partial<Row>[] = [
    { id: 'b' },
    { node: '01'.repeat(32) },
    { at: null },
    { at: new Date(1_700_000_000_001) },
    { bytes: new Uint8Array([1, 2, 0]) },
    { bytes: '0102' as never },
    { tags: ['x,y'] },
    { tags: ['y', 'x'] },
    { said: { b: 1, a: [null] } },
    { said: null },
    { score: 0.10000000000000002 },
  ]
  test.each(changes)('with %j', (change) => {
    const changed = { ...row, ...change, seal }

    expect(sealState(signer, table, changed)).toBe('astray')
    expect(() => requireSealed(signer, table, [{ ...row, seal }, changed])).toThrow(
      expect.objectContaining({ code: 'EVIDENCE_MISMATCH', details: { table: 'things', node: changed.node } }),
    )
  })

  test('under another key, and of another table', () => {
    const other = signerOf(generateKeyPairSync('ed25519').privateKey)

    expect(sealState(other, table, { ...row, seal })).toBe('astray')
    expect(sealState(signer, { ...table, table: 'others' }, { ...row, seal })).toBe('astray')
  })
})

test('a row without a seal is told apart from one that is astray', () => {
  expect(sealState(signer, table, { ...row, seal: null })).toBe('unsealed')
})

test('while what is older is let through nothing is asked, and afterwards a row without a seal is no better than one astray', () => {
  const old = signerOf(pair.privateKey)
  const rows = [{ ...row, seal: null }]

  expect(() => requireSealed(old, table, rows)).toThrow(expect.objectContaining({ code: 'EVIDENCE_MISMATCH' }))
  old.sealing.generation = 0
  expect(() => requireSealed(old, table, rows)).not.toThrow()
})
