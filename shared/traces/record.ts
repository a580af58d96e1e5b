/** Takes traces in: gives each its id and its signed evidence node, and stores many in one statement. */
import { isOutcomeUnknown, isStoreAway, type Tx, type Writer } from '#db/client'
import type { ViolationToOpen } from '#db/queries/governance'
import { insertTraces, nodesOfTraces, type TraceToStore } from '#db/queries/traces'
import type { TraceInput } from '#shared/contracts/traces'
import type { SignedNode } from '#shared/evidence/node'
import { sealedTraces } from '#shared/evidence/sealed/traces'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { type RecordingTools, recordResult } from '#shared/governance/results'
import { breachFingerprint, countOpened, violationOf } from '#shared/governance/violations'
import { batcher } from '#shared/kernel/batcher'
import { canonicalJson } from '#shared/kernel/canonical'
import { ServiceError } from '#shared/kernel/errors'
import type { Patience } from '#shared/kernel/line'
import { openPace } from '#shared/kernel/pace'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { Standstills } from '#shared/kernel/standstills'

export type PreparedTrace = {
  trace: TraceToStore
  node: SignedNode
  shown: readonly ShownViolation[]
  /** Whether its id is nobody's yet: it is not the one of a request that is sent again. */
  isNew: boolean
}

/** A violation that a trace shows, as it would be opened. Signing it is most of what such a trace costs. */
type ShownViolation = { fingerprint: string; open: (times: number) => ViolationToOpen }

/** Where a trace comes from: who sends it, under which request, and when it happened if the sender's format says so. */
export type Origin = {
  keyId: string
  orgId: string
  requestId: string
  /** What an Idempotency-Key of it stands for. */
  idempotency?: { seed: string; keyDigest: string; claimedAt: Date } | undefined
  /** ISO 8601. */
  happenedAt?: string | undefined
  /** What a trace is known by where the sender's format says so: sent again, it is the same trace. */
  identity?: { uuid: string; unixMs: number } | undefined
}

/** A trace as its node was signed for: the row's own columns, nulls included. */
export type TraceRecord = Omit<
  TraceToStore,
  'org_id' | 'attribution_token' | 'payload_salt' | 'governance_tier' | 'created_at' | 'seal'
>

/**
 * The RFC 8785 text of a trace's record, which its node's payload digest covers: the row's own columns, nulls included,
 * so that whoever holds the row and its salt can recompute it. Its members stand in order already; metadata's may not.
 */
export const recordText = (record: TraceRecord): string =>
  record.metadata === null ? JSON.stringify(record) : canonicalJson(record)

/**
 * Gives a trace its identity, its node and the violations that it shows. @param purpose tells apart the traces of one
 * idempotent request. @throws GOVERNANCE_DENIED when the constitution lets no such trace in.
 */
export function prepareTrace(
  input: TraceInput,
  origin: Origin,
  purpose: string,
  tools: RecordingTools,
  now: Date,
): PreparedTrace {
  const { uuid, unixMs } = origin.identity ?? identityUnder(origin.idempotency, purpose, now)
  const traceId = `SVC-${uuid.replaceAll('-', '')}-${unixMs}`
  const record: TraceRecord = {
    adversarial_test: input.adversarial_test ?? null,
    compliance_declared: input.constitutional_compliance !== undefined,
    confidence: input.confidence,
    constitutional_compliance: input.constitutional_compliance ?? true,
    field_conditions: input.field_conditions ?? null,
    flags: input.flags ?? null,
    metadata: input.metadata ?? null,
    processing_time_ms: input.processing_time_ms ?? null,
    recommendation: input.recommendation ?? null,
    risk_level: input.risk_level,
    risk_score: input.risk_score,
    system_source: input.system_source ?? 'unknown',
    testing_mode: input.testing_mode ?? null,
    timestamp: origin.happenedAt ?? now.toISOString(),
    trace_id: traceId,
    trinity_layer: input.trinity_layer ?? null,
  }
  const { keyId, orgId, requestId, idempotency } = origin
  const { node, salt, decision, findings } = recordResult(
    tools,
    { keyId, orgId, requestId, keyDigest: idempotency?.keyDigest },
    {
      kind: 'trace.recorded',
      id: traceId,
      agent: 'assay-api',
      at: now,
      facts: factsOf(record),
      text: recordText(record),
      violated: { type: 'system', id: record.system_source },
    },
  )
  const shown = findings.map((finding) => ({
    fingerprint: breachFingerprint(finding.orgId, finding.article, finding.subject),
    open: (times: number) => ({
      ...violationOf(finding, finding.terms, [{ id: node.id, height: 0 }], tools.signer, now, times),
      cause: traceId,
    }),
  }))
  const row = {
    ...record,
    org_id: orgId,
    attribution_token: node.id,
    payload_salt: salt,
    governance_tier: decision.tier,
    timestamp: new Date(record.timestamp),
    // As its node says it, so that the row can be held to that.
    created_at: now,
  }
  const created_at = now.toISOString()
  const seal = sealOf(tools.signer, sealedTraces, row)
  const isNew = origin.identity === undefined && idempotency === undefined
  return { trace: { ...row, timestamp: record.timestamp, created_at, seal }, node, shown, isNew }
}

/**
 * Traces as they are stored together. Of a violation that several of them show one is opened, and the others are counted: the first
 * opens it, where all of them are surely stored, and else each has it ready, for whichever is. Each is signed.
 */
export async function storedTogether(prepared: readonly PreparedTrace[]): Promise<TogetherStored[]> {
  const pace = openPace(undefined)
  const showing = Map.groupBy(
    prepared.flatMap((by) => by.shown.map((violation) => ({ by, violation }))),
    ({ violation }) => violation.fingerprint,
  )
  const opened = new Map<PreparedTrace, ViolationToOpen[]>()
  for (const all of showing.values()) {
    const isSure = all.every(({ by }) => by.isNew)
    for (const { by, violation } of isSure ? all.slice(0, 1) : all) {
      const own = opened.get(by) ?? []
      own.push(violation.open(isSure ? all.length : 1))
      opened.set(by, own)
      await pace()
    }
  }
  return prepared.map((each) => ({ trace: each.trace, node: each.node, violations: opened.get(each) ?? [] }))
}

type TogetherStored = { trace: TraceToStore; node: SignedNode; violations: ViolationToOpen[] }

/** Stores traces with all that they show. @returns the ids of those that were not there before. */
export async function storeTraces(
  tx: Tx,
  signer: Signer,
  together: readonly TogetherStored[],
  shard: number,
): Promise<Set<string>> {
  const { stored: ids, opened } = await insertTraces(tx, together, shard)
  const stored = new Set(ids)
  const shown = together.flatMap(({ trace, violations }) => (stored.has(trace.trace_id) ? violations : []))
  await countOpened(tx, signer, shown, new Set(opened))
  return stored
}

/** As `prepareTrace`, for one of many: what the constitution refuses is told, not thrown. */
export function prepareOrRefuse(
  ...about: Parameters<typeof prepareTrace>
): { prepared: PreparedTrace; refusal?: undefined } | { refusal: ServiceError; prepared?: undefined } {
  try {
    return { prepared: prepareTrace(...about) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { refusal: error }
  }
}

const factsOf = (record: TraceRecord) => ({
  risk_level: record.risk_level,
  risk_score: record.risk_score,
  confidence: record.confidence,
  testing_mode: record.testing_mode ?? '',
  field_conditions: record.field_conditions ?? false,
  constitutional_compliance: record.constitutional_compliance,
})

const identityUnder = (idempotency: Origin['idempotency'], purpose: string, now: Date) =>
  idempotency
    ? { uuid: uuidFrom(idempotency.seed, purpose), unixMs: idempotency.claimedAt.getTime() }
    : // Ids that rise with time fill the pages of their indexes.
      { uuid: Bun.randomUUIDv7('hex', now), unixMs: now.getTime() }

type Recorded = {
  trace_id: string
  /** The node that records it. */
  nodeId: string
}

export type Recorder = {
  /** Stores one trace; those that come together go in one statement. Returns after the commit. */
  recordOne: (prepared: PreparedTrace) => Promise<Recorded>
  /** Stores all of them or, when this throws, none. */
  recordAll: (prepared: readonly PreparedTrace[], writer?: Writer) => Promise<Recorded[]>
}

/** Batches of traces that are stored at once. */
export const recordingsAtOnce = 3

/**
 * Traces of one organisation wait for one another: each adds to its counters. None waits for another organisation's.
 * @param writer has as many connections as there are recordings at once.
 * @param shard which of the counters' rows this process adds to, 0 … 15.
 * @param patience how long a trace waits for its turn.
 */
export function openRecorder(
  writer: Writer,
  signer: Signer,
  shard: number,
  patience?: Patience,
  standstills = new Standstills(),
): Recorder {
  /** Organisations of which many are being stored right now. */
  const storingMany = new Map<string, number>()

  async function store(prepared: readonly PreparedTrace[], through = writer): Promise<Recorded[]> {
    // Nobody waits for a turn of the event loop, nor for a connection, while hundreds are signed.
    const together = await storedTogether(prepared)
    return through.begin(async (tx) => {
      const stored = await storeTraces(tx, signer, together, shard)
      // A trace that was there already came in under the same Idempotency-Key before: its first node stands.
      const before = prepared.filter(({ trace }) => !stored.has(trace.trace_id)).map(({ trace }) => trace.trace_id)
      const nodes = before.length > 0 ? await nodesOfTraces(tx, before) : new Map<string, string>()
      return prepared.map(({ trace, node }) => ({
        trace_id: trace.trace_id,
        nodeId: nodes.get(trace.trace_id) ?? node.id,
      }))
    })
  }
  async function recordAll(prepared: readonly PreparedTrace[], through?: Writer): Promise<Recorded[]> {
    if (prepared.length === 0) return []
    const organisations = new Set(prepared.map(({ trace }) => trace.org_id))
    for (const each of organisations) storingMany.set(each, (storingMany.get(each) ?? 0) + 1)
    try {
      return await store(prepared, through)
    } finally {
      for (const each of organisations) {
        const others = (storingMany.get(each) ?? 1) - 1
        if (others > 0) storingMany.set(each, others)
        else storingMany.delete(each)
      }
    }
  }

  return {
    recordAll,
    recordOne: batcher((prepared: PreparedTrace[]) => standstills.watch('traces', () => store(prepared)), {
      maxItems: 500,
      alone: (error) => !isStoreAway(error) && !isOutcomeUnknown(error),
      whose: ({ trace }) => trace.org_id,
      atOnce: recordingsAtOnce,
      isApart: (orgId) => storingMany.has(orgId),
      ...(patience ? { patience } : {}),
    }),
  }
}
