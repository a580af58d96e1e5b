/** Signed notes: the facts of Go's sumdb/note tests (golang/mod, BSD), checkpoints, cosignatures and proofs as text. */
import { expect, test } from 'bun:test'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { signerOf } from '#shared/evidence/signing'
import { formatCheckpoint, formatLogProof, parseCheckpoint, parseLogProof } from '#shared/tlog/checkpoint'
import { leafHash } from '#shared/tlog/merkle'
import { cosigner, noteSigner, openNote, readVerifier, signatureLine, signNote } from '#shared/tlog/signed-note'

const peterKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const enochKey = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const peterLine =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const enochLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'

/** The key of those tests: an Ed25519 seed behind its algorithm byte. */
const peter = noteSigner('PeterNeumann', signerOf(seedKey('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz')))

function seedKey(data: string) {
  const seed = Buffer.from(data, 'base64').subarray(1)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}

const aKey = () => signerOf(generateKeyPairSync('ed25519').privateKey)
const split = (line: string, at: number, between: string) => line.slice(0, at) + between + line.slice(at)

test('a note is signed byte for byte as Go signs it', () => {
  expect(peter.verifier.key).toBe(peterKey)
  expect(signNote(text, [peter])).toBe(`${text}\n${peterLine}`)
})

test('a verifier key is read only whole and unchanged', () => {
  const changed = [...peterKey].map(
    (letter, at) => peterKey.slice(0, at) + String.fromCharCode(letter.charCodeAt(0) + 1) + peterKey.slice(at + 1),
  )
  const cut = [...peterKey].flatMap((_, at) => [peterKey.slice(0, at), peterKey.slice(at + 1)])
  const otherwise = [
    'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
    'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ]

  expect(readVerifier(peterKey)).toMatchObject({ name: 'PeterNeumann', keyHash: 'c74f20a3', key: peterKey })
  for (const bad of [...changed, ...cut, ...otherwise]) expect(() => readVerifier(bad)).toThrow()
})

test('signatures of keys that are known are verified, others are told apart', () => {
  const note = `${text}\n${peterLine}${enochLine}`

  expect(openNote(note, [readVerifier(peterKey)])).toMatchObject({
    text,
    signed: [{ name: 'PeterNeumann', keyHash: 'c74f20a3', line: peterLine }],
    unknown: [{ name: 'EnochRoot', keyHash: 'af0cfe78', line: enochLine }],
  })
  expect(openNote(note, [readVerifier(peterKey), readVerifier(enochKey)]).signed.length).toBe(2)
  expect(() => openNote(note, [])).toThrow('no verifiable signatures')
})

test('a signature that stands twice counts once', () => {
  const other = split(enochLine, 60, 'ABCD')
  const note = `${text}\n${peterLine}${peterLine}${enochLine}${enochLine}${other}`

  const { signed, unknown } = openNote(note, [readVerifier(peterKey)])

  expect(signed.map(({ line }) => line)).toEqual([peterLine])
  expect(unknown.map(({ line }) => line)).toEqual([enochLine, other])
})

test('a wrong signature of a known key refuses the note', () => {
  const wrong = `${text}\n${split(peterLine, 60, 'ABCD')}`

  expect(() => openNote(wrong, [readVerifier(peterKey)])).toThrow('invalid signature for key PeterNeumann+c74f20a3')
  expect(() => openNote(`x${text}\n${peterLine}`, [readVerifier(peterKey)])).toThrow('invalid signature')
  const twice = [readVerifier(enochKey), readVerifier(peterKey), readVerifier(enochKey)]
  expect(() => openNote(`${text}\n${enochLine}`, twice)).toThrow('ambiguous key EnochRoot+af0cfe78')
})

test.each([
  ['no signatures', text],
  ['an empty block of signatures', `${text}\n`],
  ['no newline at the end', `${text}\n${peterLine.slice(0, -1)}`],
  ['a control character', `\x01${text}\n${peterLine}`],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.of(0xff), Buffer.from(`${text}\n${peterLine}`)])],
  ['a name with a space', `${text}\n${peterLine.replace('PeterNeumann', 'Bad Name')}`],
  ['a line that is no signature', `${text}\n${peterLine}Unexpected line.\n`],
  ['too many signatures', `${text}\n${peterLine.repeat(101)}`],
])('a note with %s is malformed', (_, note) => {
  expect(() => openNote(note, [readVerifier(peterKey)])).toThrow('malformed note')
})

test('a text that can be no note’s is not signed', () => {
  expect(() => signNote('abc', [peter])).toThrow('malformed note')
  expect(() => noteSigner('bad name', aKey())).toThrow()
  expect(() => noteSigner('a+b', aKey())).toThrow()
})

test('a cosignature says when, holds for its note alone, and its time cannot be changed', () => {
  const witness = cosigner('witness.example/w1', aKey(), () => new Date(1_679_315_147_000))
  const line = signatureLine(witness, text)
  const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64')
  const later = Buffer.from(bytes)
  later.writeBigUInt64BE(1_679_315_148n, 4)

  expect(bytes.readBigUInt64BE(4)).toBe(1_679_315_147n)
  expect(openNote(`${text}\n${line}`, [readVerifier(witness.verifier.key)]).signed.length).toBe(1)
  for (const bad of [`x${text}\n${line}`, `${text}\n— witness.example/w1 ${later.toString('base64')}\n`])
    expect(() => openNote(bad, [readVerifier(witness.verifier.key)])).toThrow('invalid signature')
})

test('a checkpoint reads back as it was written, lines of the log’s own included', () => {
  const checkpoint = { origin: 'example.com/log', size: 20_852_163, root: leafHash('00') }

  expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint)
  expect(parseCheckpoint(`${formatCheckpoint(checkpoint)}more\n`)).toEqual(checkpoint)
})

test.each([
  ['no origin', (good: string) => good.slice(good.indexOf('\n'))],
  ['a size with a leading zero', (good: string) => good.replace('\n5\n', '\n05\n')],
  ['a negative size', (good: string) => good.replace('\n5\n', '\n-5\n')],
  ['a short root', (good: string) => good.replace(/.{4}\n$/, '\n')],
  ['an empty line', (good: string) => `${good}\n`],
  ['no newline at the end', (good: string) => good.slice(0, -1)],
])('a checkpoint with %s is malformed', (_, spoil) => {
  expect(() => parseCheckpoint(spoil(formatCheckpoint({ origin: 'log', size: 5, root: leafHash('00') })))).toThrow()
})

test('a proof reads back as it was written', () => {
  const checkpoint = signNote(formatCheckpoint({ origin: 'PeterNeumann', size: 5, root: leafHash('00') }), [peter])
  const proof = { index: 3, hashes: [leafHash('01'), leafHash('02')], checkpoint }

  expect(parseLogProof(formatLogProof(proof))).toEqual(proof)
  expect(parseLogProof(formatLogProof({ ...proof, hashes: [] }))).toEqual({ ...proof, hashes: [] })
  expect(parseLogProof(formatLogProof(proof).replace('index', 'extra aGk=\nindex'))).toEqual(proof)
  expect(() => parseLogProof(formatLogProof(proof).replace('index 3', 'index 03'))).toThrow()
  expect(() => parseLogProof(formatLogProof(proof).replace('@v1', '@v2'))).toThrow()
})
