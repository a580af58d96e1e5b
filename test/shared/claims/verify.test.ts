/** A claim's export recomputes byte for byte; whatever was changed in it is found, and the first of it named. */
import { beforeAll, expect, test } from 'bun:test'
import { exportClaim } from '#shared/claims/export'
import { verifyClaim } from '#shared/claims/verify'
import { sealEnvelope } from '#shared/evidence/dsse'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, inclusionProof, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, noteVerifier, signNote } from '#shared/tlog/signed-note'
import { growEdge, hashReader } from '#shared/tlog/tiles'
import { inTotoType } from '#shared/verification/statements'
import {
  claimExport,
  claimNode,
  claimSource,
  claimTerms,
  keysOf,
  timeOf,
  tracePart,
  traceRecord,
} from '#test/support/claims'
import { aSigner, origin } from '#test/support/store'
import { validityScoreOf } from '#workers/generate-tree/validity'

/** Whatever a line holds. */
type Json = { [name: string]: unknown }
const inside = (value: Json, name: string | number): Json => value[name] as Json

const signer = aSigner()
const key = noteVerifier(origin, signer.publicKey)
/** Risks of 60 and more against "at most 30": refuted after a while, then closed. */
const records = Array.from({ length: 60 }, (_, at) => traceRecord(11 + 3 * at, { risk_score: 60 + (at % 7) }))
let good: string[]
let turnAt: number

beforeAll(async () => {
  good = await claimExport(claimSource({ signer }, records), signer)
  turnAt = good.findIndex((line) => line.startsWith('{"line":"turn"'))
})

const verify = (lines: readonly string[], by: typeof key | null = key) =>
  verifyClaim(
    lines.map((line) => Buffer.from(line)),
    by ?? undefined,
    validityScoreOf,
  )
const edited = (line = '', change: (value: Json) => void): string => {
  const value = JSON.parse(line)
  change(value)
  return canonicalJson(value)
}
const withLine = (at: number, change: (value: Json) => void): string[] =>
  good.map((line, place) => (place === at ? edited(line, change) : line))
/** Sealed anew, so that only what the lines say among themselves tells. */
function resealed(lines: readonly string[], by: Signer = signer): string[] {
  const before = lines.slice(0, -1)
  const statement = JSON.parse(Buffer.from(JSON.parse(lines.at(-1) ?? '').envelope.payload, 'base64').toString())
  statement.predicate.lines = before.length
  statement.predicate.keys = keysOf(by, signer)
  statement.subject[0].digest.sha256 = sha256Hex(before.map((line) => `${line}\n`).join(''))
  return [...before, canonicalJson({ line: 'seal', envelope: sealEnvelope(inTotoType, canonicalJson(statement), by) })]
}
const firstOf = async (lines: readonly string[]) => (await verify(lines)).first_difference

test('what the service exported recomputes, and says what the service said', async () => {
  const found = await verify(good)

  expect(found).toMatchObject({ verdict: 'valid', first_difference: null, withheld: 0 })
  expect(found.standing).toMatchObject({ n: 60, missing: 0, verdict: 'refuted', since: { n: turnAt - 1 } })
  expect(await verify(good, null)).toMatchObject({ verdict: 'indeterminate', first_difference: null })
})

test.each([
  [
    'validity under a profile',
    { measure: { kind: 'validity_score', profile: 'trace-v1@1.1.0' }, direction: 'at_least' },
  ],
  ['non-compliance', { measure: { kind: 'non_compliant' }, threshold: 0.1 }],
  ['flags', { measure: { kind: 'flagged', flag: 'Jail Break' }, threshold: 0.1, population: { flag: 'pii' } }],
  ['a share of high risks', { measure: { kind: 'risk_reaches', score: 62 }, threshold: 0.25 }],
] as const)('a claim about %s recomputes too', async (_, odd) => {
  const some = records.map((record, at) => ({
    ...record,
    flags: at % 3 === 0 ? null : at % 3 === 1 ? ['pii', 'jail-break'] : ['PII'],
    constitutional_compliance: at % 4 !== 0,
    compliance_declared: at % 4 === 0 || at % 5 === 0,
  }))
  const terms = claimTerms({
    ...odd,
    measure: { ...odd.measure },
    population: 'population' in odd ? odd.population : {},
  })

  const found = await verify(await claimExport(claimSource({ signer, terms, isClosed: false }, some), signer))

  expect(found).toMatchObject({ verdict: 'valid', first_difference: null })
  expect((found.standing?.n ?? 0) + (found.standing?.missing ?? 0)).toBe('population' in odd ? 40 : 60)
})

test('a trace that was erased is counted as withheld, and what it was worth still stands', async () => {
  const source = claimSource({ signer }, records)
  const lines = await claimExport(
    { ...source, traces: source.traces.map((trace, at) => (at % 2 ? trace : { ...trace, record: null, salt: null })) },
    signer,
  )

  expect(await verify(lines)).toMatchObject({ verdict: 'valid', withheld: 30, standing: { n: 60 } })
})

test('a trace taken out is missed at the line after it', async () => {
  expect(await firstOf(resealed(good.toSpliced(5, 1)))).toMatchObject({
    line: 6,
    detail: expect.stringContaining('taken out'),
  })
})

test('a trace that was moved is found where it now stands', async () => {
  const [fifth = '', sixth = ''] = good.slice(5, 7)

  expect(await firstOf(resealed(good.toSpliced(5, 2, sixth, fifth)))).toMatchObject({ line: 6 })
})

test('traces that changed their places in the log, each with its line, are found', async () => {
  const [fifth, sixth] = [JSON.parse(good[5] ?? ''), JSON.parse(good[6] ?? '')]
  const lines = good.toSpliced(
    5,
    2,
    canonicalJson({ ...sixth, leaf: fifth.leaf }),
    canonicalJson({ ...fifth, leaf: sixth.leaf }),
  )

  expect(await firstOf(resealed(lines))).toMatchObject({ line: 6, detail: expect.stringContaining('moved') })
})

test('a value that was edited is not what its record measures', async () => {
  const lines = withLine(4, (line) => Object.assign(line, { units: 100 }))

  expect(await firstOf(resealed(lines))).toEqual({
    line: 5,
    detail: 'the trace at leaf 22 measures 6300, the line says 100',
  })
})

test('a record that was edited is not the one that was signed', async () => {
  const lines = withLine(4, (line) =>
    Object.assign(line, { record: String(line['record']).replace('"risk_score":63', '"risk_score":1'), units: 100 }),
  )

  expect(await firstOf(resealed(lines))).toMatchObject({ line: 5, detail: expect.stringContaining('not the one') })
})

test('a value of an erased trace that was edited breaks the digests', async () => {
  const source = claimSource({ signer }, records)
  const lines = await claimExport(
    { ...source, traces: source.traces.map((trace) => ({ ...trace, record: null, salt: null })) },
    signer,
  )
  const line = edited(lines[4], (value) => Object.assign(value, { units: 100 }))

  expect(await firstOf(resealed(lines.toSpliced(4, 1, line)))).toMatchObject({ line: 5 })
})

test('a claim that was edited is not the one that was registered', async () => {
  const lines = withLine(0, (line) => Object.assign(inside(line, 'terms'), { threshold: 70 }))

  expect(await firstOf(resealed(lines))).toMatchObject({ line: 1, detail: expect.stringContaining('terms_digest') })
})

test('a registration later than its traces is found, in the log’s order and by the clock', async () => {
  const later = claimNode(
    { signer },
    'claim.registered',
    100,
    JSON.parse(JSON.parse(good[0] ?? '').registration.body).result,
  )
  const inLog = withLine(0, (line) => Object.assign(line, { registration: later }))
  const backdated = withLine(0, (line) => Object.assign(line, { registration: { ...later, leaf: 10 } }))

  expect(await firstOf(resealed(inLog))).toMatchObject({ line: 2, detail: expect.stringContaining('older than') })
  expect(await firstOf(resealed(backdated))).toMatchObject({
    line: 2,
    detail: expect.stringContaining('before the claim'),
  })
})

test('rows of another claim are not of this one', async () => {
  const other = await claimExport(claimSource({ signer, id: 'claim-2' }, records), signer)

  expect(await firstOf(resealed([good[0] ?? '', ...other.slice(1)]))).toMatchObject({ line: 2 })
  expect(await firstOf([...good.slice(0, -1), other.at(-1) ?? ''])).toMatchObject({
    line: good.length,
    detail: 'the seal is of the claim claim-2',
  })
})

test('a trace that is none of the population is found', async () => {
  const source = claimSource({ signer }, records)
  const strange = tracePart(16, traceRecord(16, { system_source: 'another', risk_score: 61 }), 6100)
  const lines = await claimExport({ ...source, traces: source.traces.with(1, strange) }, signer)

  expect(await firstOf(lines)).toEqual({ line: 3, detail: 'the trace at leaf 16 is not of the population' })
})

test('who takes a trace out and recomputes all that follows contradicts what was signed then', async () => {
  const whole = claimSource({ signer }, records)
  const less = claimSource({ signer }, records.toSpliced(3, 1))
  const forged = await claimExport(
    {
      ...less,
      closed: whole.closed,
      turns: less.turns.map(({ leaf }) => ({ leaf, node: whole.turns[0]?.node ?? whole.registration })),
    },
    signer,
  )

  expect(await firstOf(forged)).toMatchObject({ detail: expect.stringContaining('the node of the turn says digest') })
})

test('a turn that nobody signed, one that never came, and one taken out are found', async () => {
  const early = good.toSpliced(turnAt, 1).toSpliced(turnAt - 1, 0, good[turnAt] ?? '')

  expect(await firstOf(resealed(good.toSpliced(turnAt, 1)))).toMatchObject({
    line: turnAt + 1,
    detail: 'the verdict is refuted from here on, and no node says so',
  })
  expect(await firstOf(resealed(early))).toMatchObject({ line: turnAt, detail: expect.stringContaining('did not') })
})

test('a turn that another log has told, and which was lost since, must only come to the same', async () => {
  const source = claimSource({ signer }, records)
  const facts = JSON.parse(source.turns[0]?.node.body ?? '').result
  const told = (more: object) => {
    const node = claimNode({ signer }, 'claim.turned', 50, { ...facts, digest: sha256Hex('other'), leaf: 3, ...more })
    return claimExport({ ...source, turns: source.turns.map(({ leaf }) => ({ leaf, node })) }, signer)
  }

  expect(await verify(await told({ origin: 'a log that is lost' }))).toMatchObject({ verdict: 'valid' })
  expect(await firstOf(await told({ origin }))).toMatchObject({ line: turnAt + 1 })
  expect(await firstOf(await told({ origin: 'a log that is lost', verdict: 'holding' }))).toMatchObject({
    line: turnAt + 1,
    detail: 'the node of the turn says verdict "holding", recomputed it is "refuted"',
  })
})

test('a state, a point or a bound that was edited is named', async () => {
  const at = good.length - 2
  const change = (member: string, value: unknown) => withLine(at, (line) => Object.assign(inside(line, member), value))

  expect(await firstOf(resealed(change('state', { n: 61 })))).toEqual({
    line: at + 1,
    detail: 'the state says n 61, recomputed it is 60',
  })
  expect(await firstOf(resealed(change('point', { upper: 31 })))).toMatchObject({
    line: at + 1,
    detail: expect.stringContaining('what it says says upper 31'),
  })
  const series = withLine(at, (line) => Object.assign(inside(inside(line, 'series'), 4), { lower: 0.01 }))
  expect(await firstOf(resealed(series))).toMatchObject({
    line: at + 1,
    detail: expect.stringContaining('the series at n = 5 says lower 0.01'),
  })
})

test('an export that was cut short, goes on after its seal, or is sealed by somebody else is found', async () => {
  const forged = resealed(good, aSigner())

  expect(await firstOf(good.slice(0, -1))).toMatchObject({ detail: expect.stringContaining('cut short') })
  expect(await firstOf([...good, good[1] ?? ''])).toMatchObject({ detail: 'there is more after the seal' })
  expect(await firstOf(forged)).toMatchObject({ detail: 'the seal is signed by nobody who is trusted' })
  expect(await verify(forged, null)).toMatchObject({ verdict: 'indeterminate' })
  expect(await firstOf([])).toMatchObject({ line: 1 })
})

test('nodes are proved to be in the log, at the places that the lines say', async () => {
  const source = claimSource({ signer }, records)
  const size = 256
  const leaves = Array.from({ length: size }, (_, at) => leafHash(sha256Hex(`leaf ${at}`)))
  const nodes = [source.registration, ...source.turns.map(({ node }) => node), source.closed, source.traces[7]]
  const places = nodes.flatMap((node) => (node ? [{ hash: 'id' in node ? node.id : node.node, index: node.leaf }] : []))
  for (const { hash, index } of places) leaves[index] = leafHash(hash)
  const checkpoint = signNote(formatCheckpoint({ origin, size, root: rootOf(append(emptyFrontier, leaves)) }), [
    noteSigner(origin, signer),
  ])
  const read = hashReader(async () => growEdge([], leaves).touched)
  const proofs = await Promise.all(
    places.map(async (place) => ({
      ...place,
      hashes: (await inclusionProof(place.index, size, read)).map((hash) => Buffer.from(hash).toString('base64')),
    })),
  )
  const sealedWith = async (sealed: Parameters<typeof exportClaim>[1]) =>
    verify((await Array.fromAsync(exportClaim(source, sealed, signer))).map((line) => line.slice(0, -1)))

  const keys = keysOf(signer)
  const elsewhere = proofs.map((proof, at) => (at === 3 ? { ...proof, index: proof.index + 1 } : proof))
  const swapped = proofs.map((proof, at) => ({ ...proof, hashes: proofs[at === 0 ? 1 : at]?.hashes ?? [] }))
  const stranger = signNote(checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1), [noteSigner(origin, aSigner())])
  expect(await sealedWith({ keys, checkpoint, proofs })).toMatchObject({ verdict: 'valid', proved: 4 })
  for (const [sealed, detail] of [
    [{ keys, checkpoint, proofs: elsewhere }, 'stands at leaf'],
    [{ keys, checkpoint, proofs: swapped }, 'not proved'],
    [{ keys, checkpoint: stranger, proofs }, 'the checkpoint: '],
    [{ keys: [], checkpoint, proofs }, 'is not signed by'],
  ] as const)
    expect(await sealedWith({ ...sealed, keys: [...sealed.keys], proofs: [...sealed.proofs] })).toMatchObject({
      verdict: 'invalid',
      first_difference: { detail: expect.stringContaining(detail) },
    })
})

test('a byte changed anywhere before the seal is found', async () => {
  const whole = Buffer.from(`${good.join('\n')}\n`)
  const until = whole.lastIndexOf('{"envelope"')
  for (let at = 7; at < until; at += Math.floor(until / 60)) {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 1
    const lines = copy.toString('latin1').replace(/\n$/, '').split('\n')
    const { verdict } = await verifyClaim(
      lines.map((line) => Buffer.from(line, 'latin1')),
      key,
      validityScoreOf,
    )
    expect([at, verdict]).toEqual([at, 'invalid'])
  }
})

test('no line of a forger’s own shape ends in anything but a difference', async () => {
  const bad = (body: string) => ({ ...JSON.parse(good[1] ?? ''), body, node: sha256Hex(body) })
  const lines = ['null', '[]', '{}', '{"kind":"trace.recorded"}', 'no JSON'].map((body) => canonicalJson(bad(body)))
  for (const line of [...lines, '', '[]', '{"line":"trace"}', '\ud800'])
    expect(await verify([good[0] ?? '', line])).toMatchObject({ verdict: 'invalid', first_difference: { line: 2 } })
  expect(timeOf(10)).toBe(JSON.parse(JSON.parse(good[0] ?? '').registration.body).timestamp)
})
