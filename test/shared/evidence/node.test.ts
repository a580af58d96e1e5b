/** Evidence nodes: canonical text, address, signature. */
import { expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { makeNode } from '#shared/evidence/node'
import { isSignedBy, signerOf } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const hex = fc.string({ minLength: 64, maxLength: 64, unit: fc.constantFrom(...'0123456789abcdef') })
const text = fc.string({ unit: 'grapheme' })
const draft = fc.record({
  kind: fc.constantFrom('trace.recorded' as const, 'tree.generated' as const),
  stream: text,
  pos: fc.nat(),
  height: fc.nat(),
  prev: fc.option(hex),
  parents: fc.array(fc.record({ rel: fc.constantFrom('uses' as const, 'input' as const), hash: hex }), {
    maxLength: 5,
  }),
  agent: text,
  timestamp: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
  subject: fc.record({ type: text, id: text }),
  payload: fc.option(fc.record({ size: fc.nat(), digest: text, media_type: text })),
  result: fc.option(
    fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,12}$/),
      fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
    ),
  ),
  request: fc.option(
    fc.oneof(
      fc.record({ trace: text, key_id: text }),
      fc.record({ trace: text, key_id: text, idempotency_key_digest: text }),
    ),
  ),
})

test('a node’s text is the RFC 8785 text of its body, its id that text’s SHA-256, and its signature the signer’s', () => {
  fc.assert(
    fc.property(draft, (drawn) => {
      const node = makeNode(drawn, 'org_test', signer, '1.0.0')

      expect(node.text).toBe(canonicalJson(node.body))
      expect(node.id).toBe(sha256Hex(node.text))
      expect(isSignedBy(node.text, node.signature, signer.publicKey)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a changed byte breaks the signature', () => {
  const node = makeNode(
    {
      kind: 'trace.recorded',
      stream: 's',
      agent: 'a',
      timestamp: '2026-01-01T00:00:00.000Z',
      subject: { type: 'trace', id: '1' },
    },
    'org_test',
    signer,
    '1.0.0',
  )

  expect(isSignedBy(node.text.replace('"s"', '"t"'), node.signature, signer.publicKey)).toBe(false)
})

test('the order in which parents are given does not matter', () => {
  const base = {
    kind: 'trace.recorded' as const,
    stream: 's',
    agent: 'a',
    timestamp: '2026-01-01T00:00:00.000Z',
    subject: { type: 'trace', id: '1' },
  }
  const parents = ['b', 'a', 'c'].map((letter) => ({ rel: 'input' as const, hash: letter.repeat(64) }))

  const one = makeNode({ ...base, parents }, 'org_test', signer, '1.0.0')
  const other = makeNode({ ...base, parents: parents.toReversed() }, 'org_test', signer, '1.0.0')

  expect(one.id).toBe(other.id)
})

test('a key tells its own signature by making it again, of no other text and by no other key', async () => {
  const other = signerOf(generateKeyPairSync('ed25519').privateKey)
  const told = await Promise.all([
    signer.isOwnSoon('{"a":"é"}', signer.sign('{"a":"é"}')),
    signer.isOwnSoon('{"a":"e"}', signer.sign('{"a":"é"}')),
    signer.isOwnSoon('{"a":"é"}', other.sign('{"a":"é"}')),
    signer.isOwnSoon('{"a":"é"}', signer.sign('{"a":"é"}').subarray(1)),
  ])

  expect(told).toEqual([true, false, false, false])
})
