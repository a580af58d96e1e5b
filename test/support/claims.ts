/** Claims with traces, as a service would export them: what is verified offline, and what is tampered with. */
import { createHash } from 'node:crypto'
import { isClaimed, measured } from '#shared/claims/claim'
import { type ExportedNode, type ExportSource, exportClaim, registrationFacts, stateFacts } from '#shared/claims/export'
import { begin, judgeOf, observe, type Point, pointOf, type SequenceState } from '#shared/claims/sequence'
import { isKept } from '#shared/contracts/claim-series'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { NodeKind } from '#shared/contracts/node'
import { makeNode } from '#shared/evidence/node'
import type { Signer } from '#shared/evidence/signing'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { recordText, type TraceRecord } from '#shared/traces/record'
import { validityScoreOf } from '#workers/generate-tree/validity'

export const claimTerms = (odd: Partial<ClaimTerms> = {}): ClaimTerms => ({
  population: { system_source: 'support-bot' },
  measure: { kind: 'risk_score' },
  direction: 'at_most',
  threshold: 30,
  level: 0.95,
  ...odd,
})

export const traceRecord = (at: number, odd: Partial<TraceRecord> = {}): TraceRecord => ({
  adversarial_test: null,
  compliance_declared: true,
  confidence: 0.8,
  constitutional_compliance: true,
  field_conditions: null,
  flags: null,
  metadata: null,
  processing_time_ms: 900,
  recommendation: null,
  risk_level: 'LOW',
  risk_score: 20,
  system_source: 'support-bot',
  testing_mode: 'field',
  timestamp: timeOf(at),
  trace_id: `SVC-${at}-${at}`,
  trinity_layer: null,
  ...odd,
})

/** A moment per leaf, the claim's being that of leaf 10. */
export const timeOf = (leaf: number): string => new Date(Date.UTC(2026, 0, 1) + leaf * 1000).toISOString()

const unsigned: Pick<Signer, 'kid' | 'sign'> = { kid: 'nobody', sign: () => new Uint8Array(64) }

export type ClaimParts = { signer: Signer; terms?: ClaimTerms; id?: string; leaf?: number; isClosed?: boolean }

export function claimNode(
  { signer, id = 'claim-1' }: ClaimParts,
  kind: 'claim.registered' | 'claim.turned' | 'claim.closed',
  leaf: number,
  result: Record<string, string | number | boolean>,
): ExportedNode {
  const made = makeNode(
    {
      kind: kind as NodeKind,
      stream: `claim:${id}`,
      agent: 'assay-api',
      timestamp: timeOf(leaf),
      subject: { type: 'claim', id },
      result,
    },
    'org_test',
    signer,
    '1.0.0',
  )
  const signature = Buffer.from(made.signature).toString('base64')
  return { body: made.text, id: made.id, kid: made.kid, leaf, signature }
}

type Trace = ExportSource['traces'] extends AsyncIterable<infer One> | Iterable<infer Other> ? One & Other : never

/** A claim over these records, taken in at every third leaf after its own. */
export function claimSource(parts: ClaimParts, records: Iterable<TraceRecord>): ExportSource & { traces: Trace[] } {
  const { terms = claimTerms(), id = 'claim-1', leaf: place = 10 } = parts
  const registration = claimNode(parts, 'claim.registered', place, registrationFacts(terms))
  const judge = judgeOf(terms)
  const traces: Trace[] = []
  const turns: { leaf: number; node: ExportedNode }[] = []
  const series: Point[] = []
  let state: SequenceState = begin(registration)
  let leaf = place
  for (const record of records) {
    leaf += 3
    if (!isClaimed(terms, timeOf(place), record)) continue
    const trace = tracePart(leaf, record, measured(terms.measure, record, validityScoreOf))
    const next = observe(judge, state, trace)
    traces.push(trace)
    if (next.n !== state.n && (next.verdict !== state.verdict || isKept(next.n)))
      series.push(pointOf(judge, next, series.at(-1)))
    if (next.verdict !== state.verdict)
      turns.push({ leaf, node: claimNode(parts, 'claim.turned', leaf + 1, stateFacts(next)) })
    state = next
  }
  const closed = parts.isClosed === false ? null : claimNode(parts, 'claim.closed', leaf + 2, stateFacts(state))
  return {
    claim_id: id,
    terms,
    origin: 'assay.test/log',
    registration,
    traces,
    turns,
    closed,
    end: { point: pointOf(judge, state), series, state },
  }
}

export function tracePart(leaf: number, record: TraceRecord, units: number | null): Trace {
  const salt = createHash('sha256').update(record.trace_id).digest().subarray(0, 16)
  const text = recordText(record)
  const made = makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${record.trace_id}`,
      agent: 'assay-api',
      timestamp: timeOf(leaf),
      subject: { type: 'trace', id: record.trace_id },
      payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
    },
    'org_test',
    {
      ...unsigned,
      publicKey: new Uint8Array(32),
      signBytes: () => new Uint8Array(64),
      isOwnSoon: async () => false,
      seal: () => new Uint8Array(16),
      sealing: { generation: 1 },
    },
    '1.0.0',
  )
  return { body: made.text, leaf, node: made.id, record: text, salt: salt.toString('base64'), units }
}

export const keysOf = (...signers: Signer[]) =>
  signers.map(({ kid, publicKey }) => ({ kid, public_key: Buffer.from(publicKey).toString('base64') }))

/** The export's lines, without their ends. */
export async function claimExport(source: ExportSource, signer: Signer): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportClaim(source, { keys: keysOf(signer), checkpoint: null, proofs: [] }, signer))
    lines.push(line.slice(0, -1))
  return lines
}
