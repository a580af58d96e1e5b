/** DSSE envelopes, against the nine vectors of secure-systems-lab/dsse (testvectors/vectors.json, commit 82043ad), typed anew as facts. */
import { describe, expect, test } from 'bun:test'
import { type DsseEnvelope, openEnvelope, preAuthenticationEncoding, sealEnvelope } from '#shared/evidence/dsse'
import { aSigner } from '#test/support/store'

// RFC 8032's first two test keys.
const keys = {
  A: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  B: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
}
const inToto = 'application/vnd.in-toto+json'
const statement = 'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ=='
const byA = '2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA=='
const byB = 'c1+67/aT0yqEpwx8PsVY3MLHsj9D0CZ014/Fv/QlG59P+9CobUZ7xECJ/V3USG0Ob9CiE5LjReEZUzNF2l7eBw=='
const paeOfStatement =
  '445353457631203238206170706c69636174696f6e2f766e642e696e2d746f746f2b6a736f6e203433207b225f74797065223a2268747470733a2f2f696e2d746f746f2e696f2f53746174656d656e742f7631227d'

type Vector = {
  id: string
  envelope: DsseEnvelope
  trusts: (keyof typeof keys)[]
  threshold?: number
  types?: string[]
  pae: string
  isAccepted: boolean
}
const signed = (payload: string, ...signatures: DsseEnvelope['signatures']): DsseEnvelope => ({
  payload,
  payloadType: inToto,
  signatures,
})

const vectors: Vector[] = [
  {
    id: 'single-signature',
    envelope: signed(statement, { sig: byA, keyid: 'A' }),
    trusts: ['A'],
    pae: paeOfStatement,
    isAccepted: true,
  },
  {
    id: 'url-safe-base64',
    envelope: signed('-_-_Pj8=', {
      sig: 'P-_KHICeR7tI6S_YyejJTRtrXhcQyQ2LYPaL8h90KjC9qN8HU_svOQ6TuDOT1HIrsGW886DbWNWcCmX5twLrAw==',
      keyid: 'A',
    }),
    trusts: ['A'],
    pae: '445353457631203238206170706c69636174696f6e2f766e642e696e2d746f746f2b6a736f6e203520fbffbf3e3f',
    isAccepted: true,
  },
  {
    id: 'payload-type-swapped',
    envelope: { ...signed(statement, { sig: byA, keyid: 'A' }), payloadType: 'application/vnd.example.other+json' },
    trusts: ['A'],
    types: [inToto, 'application/vnd.example.other+json'],
    // Of what was signed; the envelope claims another type.
    pae: paeOfStatement,
    isAccepted: false,
  },
  {
    id: 'non-ascii-payload-type',
    envelope: {
      payload: statement,
      payloadType: 'application/vnd.exämple+json',
      signatures: [
        { sig: 'xmSk/ug66ysT7ayhkCIjhAq42zgZXSsEWuzUaNL7w2eGAdF/NU6/fRXPtmfN+5DNSAs5/i2lUnHjbbjPsu0tAw==', keyid: 'A' },
      ],
    },
    trusts: ['A'],
    types: ['application/vnd.exämple+json'],
    pae: '445353457631203239206170706c69636174696f6e2f766e642e6578c3a46d706c652b6a736f6e203433207b225f74797065223a2268747470733a2f2f696e2d746f746f2e696f2f53746174656d656e742f7631227d',
    isAccepted: true,
  },
  {
    id: 'empty-payload',
    envelope: signed('', {
      sig: 'gSggCAaTLTYyRH6FIDBem6meyIynsYy8RTHVzwx9tnTb7Bg/1jMWnuVgI/gffqmbsC2VX5/jHfkkDqsj7CDbDg==',
      keyid: 'A',
    }),
    trusts: ['A'],
    pae: '445353457631203238206170706c69636174696f6e2f766e642e696e2d746f746f2b6a736f6e203020',
    isAccepted: true,
  },
  {
    id: 'empty-payload-type',
    envelope: {
      payload: statement,
      payloadType: '',
      signatures: [
        { sig: 'iC3q/+3Rm0+lpAJRueDmDh15PnwCfxKmS0NAfKsbv+zgulXQC/WM9trc+j1XEqlwDIg/vf/uNfebeD6sxInrDg==', keyid: 'A' },
      ],
    },
    trusts: ['A'],
    pae: '445353457631203020203433207b225f74797065223a2268747470733a2f2f696e2d746f746f2e696f2f53746174656d656e742f7631227d',
    isAccepted: false,
  },
  {
    id: 'threshold-two-distinct-keys',
    envelope: signed(statement, { sig: byA, keyid: 'A' }, { sig: byB, keyid: 'B' }),
    trusts: ['A', 'B'],
    threshold: 2,
    pae: paeOfStatement,
    isAccepted: true,
  },
  {
    id: 'threshold-two-one-key-twice',
    envelope: signed(statement, { sig: byA, keyid: 'A' }, { sig: byA, keyid: 'A' }),
    trusts: ['A', 'B'],
    threshold: 2,
    pae: paeOfStatement,
    isAccepted: false,
  },
  {
    id: 'threshold-two-without-keyids',
    envelope: signed(statement, { sig: byA }, { sig: byB }),
    trusts: ['A', 'B'],
    threshold: 2,
    pae: paeOfStatement,
    isAccepted: true,
  },
]

describe('the vectors', () => {
  for (const { id, envelope, trusts, threshold = 1, types = [inToto], pae, isAccepted } of vectors)
    test(id, () => {
      const trusted = new Map(trusts.map((name) => [name, Buffer.from(keys[name], 'hex')]))
      const signedType = id === 'payload-type-swapped' ? inToto : envelope.payloadType

      const opened = openEnvelope(envelope, { keys: trusted, threshold, payloadTypes: types })

      expect(preAuthenticationEncoding(signedType, Buffer.from(envelope.payload, 'base64')).toString('hex')).toBe(pae)
      expect(opened !== undefined).toBe(isAccepted)
    })
})

const trust = (signer: { kid: string; publicKey: Uint8Array }, payloadTypes = ['text/x']) => ({
  keys: new Map([[signer.kid, signer.publicKey]]),
  threshold: 1,
  payloadTypes,
})

test('what is sealed opens, byte for byte, and to nobody’s key but the right one', () => {
  const [signer, stranger] = [aSigner(), aSigner()]
  const sealed = sealEnvelope('text/x', 'ü {"a":1}', signer)

  expect(openEnvelope(sealed, trust(signer))?.toString()).toBe('ü {"a":1}')
  expect(openEnvelope(sealed, trust(stranger))).toBeUndefined()
  expect(openEnvelope(sealed, { ...trust(signer), threshold: 0 })).toBeUndefined()
})

test('a signature under the id of another trusted key is not that key’s', () => {
  const [signer, other] = [aSigner(), aSigner()]
  const sealed = sealEnvelope('text/x', 'a', { ...signer, kid: other.kid })
  const keys = new Map([signer, other].map(({ kid, publicKey }) => [kid, publicKey]))

  expect(openEnvelope(sealed, { keys, threshold: 1, payloadTypes: ['text/x'] })).toBeUndefined()
})

test('what is no base64 opens nothing', () => {
  const signer = aSigner()
  const sealed = sealEnvelope('text/x', 'abc', signer)

  expect(openEnvelope({ ...sealed, payload: 'YW Jj' }, trust(signer))).toBeUndefined()
  expect(openEnvelope({ ...sealed, signatures: [{ sig: '!' }] }, trust(signer))).toBeUndefined()
})
