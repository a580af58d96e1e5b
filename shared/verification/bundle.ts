/** Verifies an exported chain with nothing but its own text and, for trust, a key from elsewhere. Pure. */
import type { NodeBody } from '#shared/contracts/node'
import { DsseEnvelope, fromBase64, openEnvelope } from '#shared/evidence/dsse'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { compiledLater } from '#shared/kernel/schema/compiled-later'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, leafHash, rootOf, verifyInclusion } from '#shared/tlog/merkle'
import { openNote, readVerifier, type Verifier } from '#shared/tlog/signed-note'
import { judgeText, type KnownParent, lineFault, parentFault, signatureFault } from '#shared/verification/checks'
import { type Findings, type Outcome, openFindings, type Spot } from '#shared/verification/findings'
import { keyringOf, rawKeyOf } from '#shared/verification/keyring'
import { openReplay } from '#shared/verification/replay'
import {
  inTotoType,
  isAsSealed,
  type Manifest,
  ManifestStatement,
  NodeStatement,
  type PlaceInLog,
  payloadDigestOf,
} from '#shared/verification/statements'

const isEnvelope = compiledLater(DsseEnvelope)
const isNodeStatement = compiledLater(NodeStatement)
const isManifestStatement = compiledLater(ManifestStatement)

/** A line that says a node. @param at its number, from 0. */
type Line = {
  at: number
  id: string
  body: string
  signature: Uint8Array
  kid: string
  /** Undefined in bundles that have proofs in their manifest. */
  log: PlaceInLog | null | undefined
  /** The digest of the payload as the line's own subject has it. */
  payload: string | undefined
}
type Proof = PlaceInLog & { hash: string }
type Judged = Line & { node: NodeBody }

export type BundleVerification = Outcome & { checked_nodes: number; head: string | null }

/**
 * @param verifier the log's key, known from elsewhere; without it, whose bundle it is stays open.
 * @param witnesses keys known from elsewhere, each of which must have cosigned.
 */
export function verifyBundle(
  text: string,
  verifier: Verifier | undefined,
  witnesses: readonly Verifier[] = [],
): BundleVerification {
  const found = openFindings()
  const lines = text.split('\n').filter((line) => line !== '')
  const manifest = readManifest(lines.at(-1) ?? '')
  if (!manifest) {
    found.fail('V2', undefined, 'the last line is no manifest: the bundle is cut short or damaged')
    return { ...found.outcome(), checked_nodes: 0, head: null }
  }
  const nodes = lines.slice(0, -1).flatMap((line, at) => readNode(line, at, manifest, found) ?? [])
  const proofs: Proof[] = [
    ...(manifest.proofs ?? []),
    ...nodes.flatMap(({ id, log }) => (log ? [{ hash: id, ...log }] : [])),
  ]
  const leaves = new Map(proofs.map(({ hash, index }) => [hash, index]))
  const placeOf = ({ id }: { id: string }) => leaves.get(id) ?? Number.POSITIVE_INFINITY
  const anchors = verifier
    ? [rawKeyOf(verifier)]
    : manifest.keys.flatMap(({ public_key }) => fromBase64(public_key) ?? [])
  const keyring = keyringOf(
    nodes.map((node) => ({ ...node, at: leaves.get(node.id) ?? 0 })),
    anchors.filter((raw) => raw.length === 32),
  )
  const isSealed = openEnvelope(manifest.envelope, {
    keys: new Map([...keyring].map(([kid, { raw }]) => [kid, raw])),
    threshold: 1,
    payloadTypes: [inTotoType],
  })
  const isNamed = keyring.has(manifest.envelope.signatures[0]?.keyid ?? '')
  if (!isSealed || !isNamed) found.fail('V5', undefined, 'the manifest is signed by nobody who is trusted')

  const replay = openReplay((hash) => manifest.constitutions.find((each) => each.hash === hash)?.text)
  const known = new Map<string, Judged>()
  const places = new Map<string, number>()
  const named = new Set(manifest.subjects)
  for (const line of nodes) {
    const spot: Spot = { id: line.id, stream: null, pos: null, at: line.at }
    const { faults, body } = judgeText(line)
    for (const { check, detail } of faults) found.fail(check, { ...spot, ...placeIn(body) }, detail)
    if (!body) continue
    const where = { ...spot, ...placeIn(body) }
    const parents = body.parents.map(({ rel, hash }): KnownParent => {
      const parent = known.get(hash)?.node
      return { rel, hash, place: parent, leaf: leaves.get(hash) }
    })
    const signature = signatureFault(line, body.agent.key, keyring, placeOf(line))
    if (signature) found.fail('V5', where, signature)
    const parent = parentFault(body, parents, line.log ? line.log.index : undefined)
    if (parent) found.fail('V6', where, parent)
    const name = `${body.pos} ${body.stream}`
    places.set(name, (places.get(name) ?? 0) + 1)
    const onLine = lineFault(body, parents, places.get(name) ?? 1)
    if (onLine) found.fail('V7', where, onLine)
    const replayed = body.governance && replay(body.governance)
    if (replayed) found.fail('V13', where, replayed)
    else if (body.governance) found.note('V13')
    if (line.log !== undefined && line.payload !== payloadDigestOf(body))
      found.fail('V8', where, 'the line is about another payload than its node')
    known.set(line.id, { ...line, node: body })
    named.delete(line.id)
  }
  for (const id of named)
    found.fail(
      'V6',
      { id, stream: null, pos: null, at: manifest.subjects.indexOf(id) - 0.5 },
      'the manifest names it, the bundle lacks it',
    )
  for (const check of ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'] as const) found.note(check)
  found.skip('V8', 'payloads are not in a bundle, their salted digests are')
  found.skip('V12', 'rows of state are not in a bundle')
  checkChain(manifest, known, found)
  checkProofs(manifest, proofs, known, verifier, found)
  checkWitnesses(manifest, witnesses, found)
  return { ...found.outcome(), checked_nodes: nodes.length, head: manifest.head }
}

const placeIn = (body: NodeBody | undefined) => ({ stream: body?.stream ?? null, pos: body?.pos ?? null })

type ReadManifest = Manifest & { subjects: string[]; envelope: DsseEnvelope }

function readStatement(line: string): { envelope: DsseEnvelope; text: string; value: unknown } | undefined {
  try {
    const envelope: unknown = JSON.parse(line)
    if (!isEnvelope.Check(envelope) || !isAsSealed(line, envelope)) return undefined
    const text = fromBase64(envelope.payload)?.toString('utf8') ?? ''
    return { envelope, text, value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function readManifest(line: string): ReadManifest | undefined {
  const read = readStatement(line)
  if (!read || !isManifestStatement.Check(read.value)) return undefined
  const { subject, predicate } = read.value
  return { ...predicate, subjects: subject.map(({ digest }) => digest.sha256), envelope: read.envelope }
}

/** A line as its node; undefined, and a failure at the node that should be there, for what is none. */
function readNode(line: string, at: number, manifest: ReadManifest, found: Findings): Line | undefined {
  const spot = { id: manifest.subjects[at] ?? null, stream: null, pos: null, at }
  if (manifest.lines[at] !== sha256Hex(line))
    found.fail('V4', spot, `line ${at + 1} is not the one that the manifest names`)
  const read = readStatement(line)
  if (!read || !isNodeStatement.Check(read.value)) {
    found.fail('V2', spot, `line ${at + 1} is no statement about a node`)
    return undefined
  }
  const { subject, predicate } = read.value
  const { kid, sig } = predicate.signature
  const id = subject[0]?.digest.sha256 ?? ''
  if (id !== spot.id) found.fail('V4', spot, `line ${at + 1} is about ${id}`)
  const body = canonicalOf(predicate.node)
  const payload = subject[1]?.digest.sha256
  return { at, id, body, signature: fromBase64(sig) ?? new Uint8Array(), kid, log: predicate.log, payload }
}

function canonicalOf(value: object): string {
  try {
    return canonicalJson(value)
  } catch {
    return JSON.stringify(value)
  }
}

/** V6 of the whole: everything but what stands aside is the head or an ancestor of it, and the digest is theirs. */
function checkChain(manifest: ReadManifest, known: ReadonlyMap<string, Judged>, found: Findings): void {
  const reached = new Set<string>()
  for (const waiting = [manifest.head]; waiting.length > 0; ) {
    const id = waiting.pop() ?? ''
    const node = known.get(id)
    if (!node || reached.has(id)) continue
    reached.add(id)
    waiting.push(...node.node.parents.map(({ hash }) => hash))
  }
  const aside = new Set(manifest.aside)
  const chain = manifest.subjects.filter((id) => !aside.has(id))
  // Where a node is missing, what lies behind it is not reached either.
  const astray = found.spotted === 0 ? chain.find((id) => !reached.has(id)) : undefined
  if (astray)
    found.fail(
      'V6',
      { id: astray, ...placeIn(known.get(astray)?.node), at: known.get(astray)?.at ?? 0 },
      'it is no ancestor of the head',
    )
  const digest = Buffer.from(
    rootOf(
      append(
        emptyFrontier,
        chain.map((id) => leafHash(id)),
      ),
    ),
  ).toString('hex')
  if (digest !== manifest.chain_digest)
    found.fail('V6', undefined, 'the chain has another digest than the manifest says')
}

/** V9 and V10. */
function checkProofs(
  { head, aside, checkpoint }: ReadManifest,
  proofs: readonly Proof[],
  known: ReadonlyMap<string, Judged>,
  verifier: Verifier | undefined,
  found: Findings,
): void {
  if (checkpoint === null) {
    found.wait('V9', 'it was exported before any checkpoint covered it')
    if (!verifier) found.skip('V10', 'no key was given: whose it is stays open', true)
    return
  }
  const note = readNote(checkpoint, verifier)
  if (typeof note === 'string') {
    found.fail('V10', undefined, `the checkpoint: ${note}`)
    return
  }
  if (verifier) found.note('V10', `the checkpoint of ${note.size} is signed by ${verifier.name}`)
  else found.skip('V10', 'no key was given: whose it is stays open', true)
  for (const { hash, index, hashes } of proofs) {
    const path = hashes.map((each) => fromBase64(each) ?? new Uint8Array())
    const spot = { id: hash, ...placeIn(known.get(hash)?.node), at: known.get(hash)?.at ?? 0 }
    if (verifyInclusion(index, note.size, leafHash(hash), path, note.root)) found.note('V9', `in a log of ${note.size}`)
    else found.fail('V9', spot, 'the path does not lead to the root')
  }
  const proved = new Set(proofs.map(({ hash }) => hash))
  // What stands aside may be younger than the checkpoint; an ancestor of the head is older than the head.
  for (const [id, { log, at, node }] of known)
    if (log === null && !aside.includes(id)) found.fail('V9', { id, ...placeIn(node), at }, 'there is no proof of it')
  if (!proved.has(head))
    found.fail(
      'V9',
      { id: head, stream: null, pos: null, at: known.get(head)?.at ?? 0 },
      'there is no proof of the head',
    )
}

/** V11: by keys that were brought along, or else by those that the bundle names. */
function checkWitnesses(manifest: ReadManifest, asked: readonly Verifier[], found: Findings): void {
  const { status, detail } = witnessedBy(manifest, asked)
  if (status === 'fail') found.fail('V11', undefined, detail)
  else if (status === 'pending') found.wait('V11', detail)
  else if (status === 'skip') found.skip('V11', detail)
  else found.note('V11', detail)
}

type Witnessed = { status: 'pass' | 'fail' | 'pending' | 'skip'; detail: string }

function witnessedBy({ checkpoint, witnesses }: ReadManifest, asked: readonly Verifier[]): Witnessed {
  if (witnesses === undefined && asked.length === 0)
    return { status: 'skip', detail: 'cosignatures come along, for whoever has the witnesses’ keys' }
  const named = readWitnessKeys(witnesses ?? [])
  if (typeof named === 'string') return { status: 'fail', detail: named }
  const verifiers = asked.length > 0 ? asked : named
  if (verifiers.length === 0) return { status: 'skip', detail: 'this log has no witnesses' }
  if (checkpoint === null) return { status: 'pending', detail: 'no checkpoint covers it yet' }
  const signed = cosignersOf(checkpoint, verifiers)
  if (typeof signed === 'string') return { status: 'fail', detail: signed }
  const lacking = asked.filter(({ name }) => !signed.includes(name)).map(({ name }) => name)
  if (lacking.length > 0) return { status: 'fail', detail: `not cosigned by ${lacking.join(', ')}` }
  if (signed.length === 0) return { status: 'pending', detail: 'not cosigned by a witness yet' }
  const whose = asked.length > 0 ? '' : ', by the keys that the bundle names'
  return { status: 'pass', detail: `cosigned by ${signed.join(', ')}${whose}` }
}

function readWitnessKeys(keys: readonly string[]): Verifier[] | string {
  try {
    return keys.map(readVerifier)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Names of those who cosigned a note; else why one that stands under it is none of theirs. */
function cosignersOf(note: string, verifiers: readonly Verifier[]): string[] | string {
  const named = verifiers.filter(({ name }) => note.includes(`\n— ${name} `))
  if (named.length === 0) return []
  try {
    return openNote(note, named).signed.map(({ name }) => name)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function readNote(note: string, verifier: Verifier | undefined) {
  try {
    const text = verifier ? openNote(note, [verifier]).text : note.slice(0, note.lastIndexOf('\n\n') + 1)
    return parseCheckpoint(text)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
