/** Recomputes a claim from its export with nothing but the file and, for trust, a key from elsewhere. Names the first difference. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { isClaimed, measured, type ScoreOf, termFaults } from '#shared/claims/claim'
import { type ExportedNode, ExportLine, registrationFacts, SealStatement, stateFacts } from '#shared/claims/export'
import {
  begin,
  type Judge,
  judgeOf,
  observe,
  type Point,
  pointOf,
  type SequenceState,
  sequenceMethod,
} from '#shared/claims/sequence'
import { isKept } from '#shared/contracts/claim-series'
import type { ClaimTerms } from '#shared/contracts/claims'
import { NodeBody } from '#shared/contracts/node'
import { TraceInput } from '#shared/contracts/traces'
import { type DsseEnvelope, fromBase64, openEnvelope } from '#shared/evidence/dsse'
import { isSignedBy } from '#shared/evidence/signing'
import { canonicalJson, saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'
import { compiledLater } from '#shared/kernel/schema/compiled-later'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { leafHash, verifyInclusion } from '#shared/tlog/merkle'
import { openNote, type Verifier } from '#shared/tlog/signed-note'
import type { TraceRecord } from '#shared/traces/record'
import { kidOf } from '#shared/verification/keyring'
import { inTotoType } from '#shared/verification/statements'

const isLine = compiledLater(ExportLine)
const isSeal = compiledLater(SealStatement)
/** What is read of a node, and of a trace's record: what a forger signed need have no shape at all. */
const { org, payload, result, subject, timestamp } = NodeBody.properties
const ReadBody = t.Object({ kind: t.String(), org, payload, result, subject, timestamp })
type ReadBody = Static<typeof ReadBody>
const isNode = compiledLater(ReadBody)
const { properties: sent } = TraceInput
const orNull = (schema: TSchema) => t.Union([schema, t.Null()])
const RecordShape = t.Unsafe<TraceRecord>(
  t.Object(
    {
      adversarial_test: orNull(t.Boolean()),
      compliance_declared: t.Boolean(),
      confidence: sent.confidence,
      constitutional_compliance: t.Boolean(),
      field_conditions: orNull(t.Boolean()),
      flags: orNull(t.Array(t.String())),
      metadata: orNull(t.Record(t.String(), t.Unknown())),
      processing_time_ms: orNull(t.Integer()),
      recommendation: orNull(t.String()),
      risk_level: sent.risk_level,
      risk_score: sent.risk_score,
      system_source: t.String(),
      testing_mode: orNull(sent.testing_mode),
      timestamp: t.String({ format: 'date-time' }),
      trace_id: t.String(),
      trinity_layer: orNull(t.String()),
    },
    { additionalProperties: false },
  ),
)
const isRecordOfTrace = compiledLater(RecordShape)

export type ClaimVerification = {
  /** `indeterminate`: nothing is wrong in itself, but no key said whose it is. */
  verdict: 'valid' | 'invalid' | 'indeterminate'
  /** The first line, from 1, that is not what the lines before it make it. */
  first_difference: { line: number; detail: string } | null
  claim: { claim_id: string; registered_at: string; terms: ClaimTerms } | null
  /** As recomputed, up to the first difference. */
  standing: (Point & { missing: number; verdict: SequenceState['verdict']; since: SequenceState['since'] }) | null
  /** Traces whose records were erased: their values are taken from the sequence, which is bound by what was signed. */
  withheld: number
  /** Nodes that are proved to be in the log. */
  proved: number
}

type Of<Name extends ExportLine['line']> = Extract<ExportLine, { line: Name }>

/**
 * @param lines the file's, without their ends, in order.
 * @param verifier the log's key, known from elsewhere.
 * @param scoreOf the validity score of a trace's record under a profile.
 */
export async function verifyClaim(
  lines: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  verifier: Verifier | undefined,
  scoreOf: ScoreOf,
): Promise<ClaimVerification> {
  const reading = new Reading(verifier, scoreOf)
  let at = 0
  let detail: string | undefined
  try {
    for await (const line of lines) {
      at += 1
      reading.take(line)
    }
    at += 1
    reading.end()
  } catch (error) {
    if (!(error instanceof Difference)) throw error
    detail = error.message
  }
  return {
    verdict: detail !== undefined ? 'invalid' : verifier ? 'valid' : 'indeterminate',
    first_difference: detail === undefined ? null : { line: at, detail },
    ...reading.outcome(),
  }
}

class Difference extends Error {}
const differ = (detail: string): never => {
  throw new Difference(detail)
}

type Begun = { line: Of<'claim'>; judge: Judge; registeredAt: string; org: string | undefined }

/** What was read so far, and what must come next. */
class Reading {
  #claim: Begun | undefined
  #state: SequenceState | undefined
  /** The verdict has turned, and no node has said so yet. */
  #owesTurn = false
  #series: Point[] = []
  #closed: ExportedNode | undefined
  #isEnded = false
  #isSealed = false
  #withheld = 0
  #proved = 0
  #lines = 0
  readonly #whole = new Bun.CryptoHasher('sha256')
  /** Signed nodes, and nodes of traces, whose places proofs may speak of. */
  readonly #signed: ExportedNode[] = []
  readonly #leaves = new Map<string, number>()

  readonly #verifier: Verifier | undefined
  readonly #scoreOf: ScoreOf

  constructor(verifier: Verifier | undefined, scoreOf: ScoreOf) {
    this.#verifier = verifier
    this.#scoreOf = scoreOf
  }

  take(bytes: Uint8Array): void {
    if (this.#isSealed) differ('there is more after the seal')
    const line = lineOf(bytes)
    if (line.line === 'seal') this.#seal(line)
    else {
      this.#whole.update(bytes).update('\n')
      this.#lines += 1
      if (this.#isEnded) differ('only the seal comes after the end')
      if (this.#owesTurn && line.line !== 'turn')
        differ(`the verdict is ${this.#state?.verdict} from here on, and no node says so`)
      if (line.line === 'claim') this.#begin(line)
      else if (line.line === 'trace') this.#trace(line)
      else if (line.line === 'turn') this.#turn(line.node)
      else if (line.line === 'close') this.#close(line.node)
      else this.#end(line)
    }
  }

  end(): void {
    if (!this.#isSealed) differ('there is no seal: the export is cut short')
  }

  outcome(): Pick<ClaimVerification, 'claim' | 'standing' | 'withheld' | 'proved'> {
    const [claim, state] = [this.#claim, this.#state]
    if (!claim || !state) return { claim: null, standing: null, withheld: 0, proved: 0 }
    const { claim_id, terms } = claim.line
    const { missing, since, verdict } = state
    return {
      claim: { claim_id, registered_at: claim.registeredAt, terms },
      standing: { ...pointOf(claim.judge, state), missing, since, verdict },
      withheld: this.#withheld,
      proved: this.#proved,
    }
  }

  #begin(line: Of<'claim'>): void {
    if (this.#claim) differ('a second claim begins')
    if (line.method !== sequenceMethod) differ(`its method is ${line.method}; this one knows ${sequenceMethod}`)
    const { registration, terms } = line
    const body = this.#nodeOf(registration, 'claim.registered', line.claim_id)
    sameFacts('the node that registers it', body.result, registrationFacts(terms))
    // Its registration is as old as it says, so what `from` and `to` were held to then is held to again.
    const [fault] = termFaults(terms, new Date(body.timestamp))
    if (fault) differ(`${fault.path}: ${fault.message}; expected ${fault.expected}`)
    this.#claim = { line, judge: judgeOf(terms), registeredAt: body.timestamp, org: body.org }
    this.#state = begin(registration)
    this.#leaves.set(registration.id, registration.leaf)
  }

  #trace(line: Of<'trace'>): void {
    const { claim, state } = this.#begun()
    if (this.#closed) differ('a trace comes after the claim was closed')
    if (line.leaf <= state.leaf)
      differ(
        state.n + state.missing === 0
          ? `the trace at leaf ${line.leaf} is older than the claim, which stands at ${state.leaf}`
          : `the trace at leaf ${line.leaf} does not come after the one at ${state.leaf}`,
      )
    const trace = this.#recordOf(line, claim)
    if (trace) {
      const { terms } = claim.line
      if (!isClaimed(terms, claim.registeredAt, trace))
        differ(`the trace at leaf ${line.leaf} is not of the population`)
      const units = measured(terms.measure, trace, this.#scoreOf)
      if (units !== line.units)
        differ(
          `the trace at leaf ${line.leaf} measures ${units ?? 'nothing'}, the line says ${line.units ?? 'nothing'}`,
        )
    } else this.#withheld += 1
    const next = observe(claim.judge, state, line)
    if (next.digest !== line.digest)
      differ(
        `the digest at leaf ${line.leaf} is not that of the lines up to it: one was taken out, put in, moved or edited`,
      )
    this.#leaves.set(line.node, line.leaf)
    this.#owesTurn = next.verdict !== state.verdict
    if (next.n !== state.n && (this.#owesTurn || isKept(next.n)))
      this.#series.push(pointOf(claim.judge, next, this.#series.at(-1)))
    this.#state = next
  }

  /** The record of a line's trace, held to its node; undefined where it is withheld. */
  #recordOf(line: Of<'trace'>, { registeredAt, org }: Begun): TraceRecord | undefined {
    if (line.body === null) {
      if (line.record !== null) differ(`the record at leaf ${line.leaf} comes without its node`)
      return undefined
    }
    if (sha256Hex(line.body) !== line.node) differ(`the node at leaf ${line.leaf} has another digest than its id`)
    const body = bodyOf(line.body, 'trace.recorded')
    if (Date.parse(body.timestamp) < Date.parse(registeredAt))
      differ(`the trace at leaf ${line.leaf} was recorded at ${body.timestamp}, before the claim`)
    if (body.org !== org) differ(`the trace at leaf ${line.leaf} is another organisation’s`)
    if (line.record === null) return undefined
    const salt = fromBase64(line.salt ?? '') ?? new Uint8Array()
    if (saltedTextDigest(salt, line.record).digest !== body.payload?.digest)
      differ(`the record at leaf ${line.leaf} is not the one that its node was signed for`)
    const record = parsed(line.record)
    if (!isRecordOfTrace.Check(record)) return differ(`the record at leaf ${line.leaf} is none of a trace`)
    if (record.trace_id !== body.subject.id) differ(`the record at leaf ${line.leaf} is of ${record.trace_id}`)
    return record
  }

  #turn(node: ExportedNode): void {
    const { claim, state } = this.#begun()
    if (!this.#owesTurn) differ(`a node says that the verdict turned, but it did not`)
    const body = this.#nodeOf(node, 'claim.turned', claim.line.claim_id)
    // Under another log, which was lost since, leaves were others: only what it came to is the same.
    const isElsewhere = body.result?.['origin'] !== undefined && body.result['origin'] !== claim.line.origin
    sameFacts('the node of the turn', body.result, isElsewhere ? { verdict: state.verdict } : stateFacts(state))
    this.#owesTurn = false
  }

  #close(node: ExportedNode): void {
    const { claim, state } = this.#begun()
    if (this.#closed) differ('it is closed a second time')
    const body = this.#nodeOf(node, 'claim.closed', claim.line.claim_id)
    sameFacts('the node that closes it', body.result, stateFacts(state))
    if (node.leaf <= state.leaf) differ(`it was closed at leaf ${node.leaf}, before its last trace at ${state.leaf}`)
    this.#closed = node
  }

  #end(line: Of<'end'>): void {
    const { claim, state } = this.#begun()
    same('the state', line.state, state)
    same('what it says', line.point, pointOf(claim.judge, state, this.#series.at(-1)))
    for (const [at, point] of this.#series.entries())
      same(`the series at n = ${point.n}`, line.series[at] ?? null, point)
    if (line.series.length > this.#series.length)
      differ(`the series has ${line.series.length} points, not ${this.#series.length}`)
    this.#isEnded = true
  }

  #seal({ envelope }: Of<'seal'>): void {
    const { claim } = this.#begun()
    if (!this.#isEnded) differ('the seal comes before the end')
    const { subject, predicate } = statementOf(envelope)
    if (predicate.claim_id !== claim.line.claim_id) differ(`the seal is of the claim ${predicate.claim_id}`)
    if (predicate.lines !== this.#lines) differ(`the seal is over ${predicate.lines} lines, not ${this.#lines}`)
    if (subject[0]?.digest.sha256 !== this.#whole.digest('hex')) differ('the seal is over other bytes than these')
    const keys = new Map(
      predicate.keys.flatMap(({ public_key }) => {
        const raw = fromBase64(public_key)
        return raw?.length === 32 ? [[kidOf(raw), raw] as const] : []
      }),
    )
    const anchor = this.#verifier && rawKeyOf(this.#verifier)
    const trusted = anchor ? new Map([[kidOf(anchor), anchor]]) : keys
    if (!openEnvelope(envelope, { keys: trusted, threshold: 1, payloadTypes: [inTotoType] }))
      differ('the seal is signed by nobody who is trusted')
    for (const node of this.#signed) {
      const key = keys.get(node.kid)
      if (!key || !isSignedBy(node.body, fromBase64(node.signature) ?? new Uint8Array(), key))
        differ(`the node ${node.id} is not signed by ${node.kid}`)
    }
    this.#proofs(predicate)
    this.#isSealed = true
  }

  #proofs({ checkpoint, proofs }: Static<typeof SealStatement>['predicate']): void {
    if (checkpoint === null) return
    const note = noteOf(checkpoint, this.#verifier)
    for (const { hash, index, hashes } of proofs) {
      const leaf = this.#leaves.get(hash)
      if (leaf !== undefined && leaf !== index) differ(`the node ${hash} stands at leaf ${index}, not ${leaf}`)
      const path = hashes.map((each) => fromBase64(each) ?? new Uint8Array())
      if (!verifyInclusion(index, note.size, leafHash(hash), path, note.root))
        differ(`the node ${hash} is not proved to be in the log`)
      this.#proved += 1
    }
  }

  /** A node of the claim's own, its body; its signature is looked at with the seal's keys. */
  #nodeOf(node: ExportedNode, kind: string, claimId: string): ReadBody {
    if (sha256Hex(node.body) !== node.id) differ(`the node ${node.id} has another digest than its id`)
    const body = bodyOf(node.body, kind)
    if (body.subject.id !== claimId) differ(`the node ${node.id} is about ${body.subject.id}, not ${claimId}`)
    this.#signed.push(node)
    this.#leaves.set(node.id, node.leaf)
    return body
  }

  #begun() {
    const [claim, state] = [this.#claim, this.#state]
    return claim && state ? { claim, state } : differ('the first line is no claim')
  }
}

function lineOf(bytes: Uint8Array): ExportLine {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return differ('it is no UTF-8')
  }
  const value = parsed(text)
  if (!isLine.Check(value)) return differ('it is no line of a claim’s export')
  if (canonicalJson(value) !== text) differ('it is not its own canonical text')
  return value
}

function statementOf({ payload }: DsseEnvelope): Static<typeof SealStatement> {
  const statement = parsed(fromBase64(payload)?.toString('utf8') ?? '')
  return isSeal.Check(statement) ? statement : differ('the seal’s statement has another shape')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A node's body. @param text bound to its id before. */
function bodyOf(text: string, kind: string): ReadBody {
  const body = parsed(text)
  if (!isNode.Check(body)) return differ('a node’s body is none')
  return body.kind === kind ? body : differ(`a node is a ${body.kind}, no ${kind}`)
}

/** Holds what was said to what was recomputed, and names the first member that differs. */
function same(of: string, said: unknown, recomputed: unknown): void {
  if (canonicalJson(said) === canonicalJson(recomputed)) return
  if (isRecord(said) && isRecord(recomputed))
    for (const name of Object.keys(recomputed))
      if (canonicalJson(said[name] ?? null) !== canonicalJson(recomputed[name] ?? null))
        differ(
          `${of} says ${name} ${canonicalJson(said[name] ?? null)}, recomputed it is ${canonicalJson(recomputed[name] ?? null)}`,
        )
  differ(`${of} says ${canonicalJson(said)}, recomputed it is ${canonicalJson(recomputed)}`)
}

/** A node may say more than these. */
function sameFacts(of: string, said: ReadBody['result'], recomputed: Record<string, unknown>): void {
  same(of, Object.fromEntries(Object.keys(recomputed).map((name) => [name, said?.[name] ?? null])), recomputed)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The raw public key in a verifier key: name, hash, then base64 of an algorithm's byte and the key. */
const rawKeyOf = ({ key, name, keyHash }: Verifier): Uint8Array =>
  Buffer.from(key.slice(name.length + keyHash.length + 2), 'base64').subarray(1)

function noteOf(checkpoint: string, verifier: Verifier | undefined) {
  try {
    return parseCheckpoint(
      verifier ? openNote(checkpoint, [verifier]).text : checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1),
    )
  } catch (error) {
    return differ(`the checkpoint: ${error instanceof Error ? error.message : error}`)
  }
}
