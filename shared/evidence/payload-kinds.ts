/** Where payloads of nodes lie: how each kind of them is found, what goes when it is erased, and how long it is kept. */
import type { Reader, Tx } from '#db/client'
import type { AnnotationSaid } from '#db/queries/annotations'
import { feedbackPayloads } from '#db/queries/feedback'
import {
  analysisPayloads,
  annotationPayloads,
  briefingPayloads,
  deleteAnalysis,
  deleteBriefing,
  deleteScan,
  deleteTaskPayloads,
  deleteTree,
  deleteTreesOf,
  deleteVerification,
  designPayloads,
  scanPayloads,
  taskPayloads,
  treePayloads,
} from '#db/queries/payloads'
import { findTraces } from '#db/queries/traces'
import type { TraceRow } from '#db/tables/traces'
import type { NodeBody } from '#shared/contracts/node'
import { outcomesWalked } from '#shared/evidence/retention-marks'
import { takeAnnotations } from '#shared/evidence/sealed/annotations'
import { eraseFeedback } from '#shared/evidence/sealed/feedback'
import { sealedTraces, takeWords } from '#shared/evidence/sealed/traces'
import { isAsWritten } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'

/** A payload as it was digested: the very text, and the salt. */
export type Payload = { salt: Uint8Array; text: string }

/** One that lies in the bucket: the object's name, and what opens it. */
export type AwayPayload = { salt: Uint8Array; place: string; placeKey: Uint8Array }

/** A node as far as its payload is looked for by it. */
export type NodeOfPayload = {
  id: string
  body: Pick<NodeBody, 'kind' | 'stream' | 'subject' | 'payload' | 'org' | 'timestamp' | 'governance' | 'result'>
}

/** Of a payload that is kept: what its row says beside it, by names of our own. */
export type KeptColumns = Readonly<Record<string, string | number | boolean | null>>
export type KeptPayload = Payload & { key: string; columns?: KeptColumns } & SealedRow
/** A row that stays when its payload is taken. */
type BlankRow = { key: string; isBlank: true } & SealedRow
/** Where the row that keeps a payload is sealed for itself: in which table, and whether it is as it was written, for who has the key. */
export type SealedRow = { sealed?: RowSeal | undefined }
type RowSeal = { table: string; isAsWritten: (sealer: Pick<Sealer, 'seal' | 'sealing'>) => boolean }

type Found = KeptPayload | BlankRow | (AwayPayload & { key: string })

export type PayloadKind = {
  /** What the store has it under. Undefined of a forged node, which may say what the store cannot be asked for. */
  keyOf: (node: NodeOfPayload) => string | undefined
  /** Those that are there and were not erased, and rows that stayed. */
  find: (sql: Reader, keys: readonly string[]) => Promise<Found[]>
  /** What of its row the node says too. */
  said?: (node: NodeOfPayload) => Readonly<Record<string, unknown>>
  /** Takes one away, and all that repeats it. @returns the nodes whose payloads were there to be taken. */
  erase: (tx: Tx, key: string, nodeId: string, signer: Signer) => Promise<string[]>
  /** The setting that says for how many days. */
  kept: keyof Config['keptDays']
}

const afterColon = (stream: string) => stream.slice(stream.indexOf(':') + 1)

/** Of the job, or the request, that the stream is called after. */
function idOfStream({ body }: NodeOfPayload): string | undefined {
  const id = afterColon(body.stream)
  return isUuid(id) ? id : undefined
}

/** Of bytes that are no packed text, which somebody has put there, no text. */
function unpacked(packed: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder().decode(Bun.zstdDecompressSync(packed))
  } catch {
    return ''
  }
}

const own = (nodeId: string, isTaken: boolean) => (isTaken ? [nodeId] : [])

/**
 * What traces say in words, and with it the trees that repeat it and what people said of it.
 * @returns the nodes whose payloads were taken.
 */
export const takeTraces = async (tx: Tx, traceIds: readonly string[], signer: Signer): Promise<string[]> => [
  ...(await deleteTreesOf(tx, traceIds)),
  ...(await takeWords(tx, traceIds, signer)),
  // Whoever annotates holds the trace: what comes after this finds it erased.
  ...(await takeAnnotations(tx, { traceIds }, signer)),
]

/** Nodes of the first release name no organisation. */
const ownSaid = (id: string, { org, timestamp }: NodeOfPayload['body']) => ({
  node: id,
  org,
  created_at: Date.parse(timestamp),
})

const ownColumns = ({ org_id, at, node }: { org_id: string; at: Date; node: string }) => ({
  org: org_id,
  node,
  created_at: at.getTime(),
})

/** What made something of each kind is called in its row. */
const operations: Readonly<Record<string, string>> = {
  'semiotic.decoded': 'decode',
  'analysis.harmonic': 'analyze',
  'attunement.calibrated': 'calibrate',
  'briefing.compiled': 'briefing',
  'signals.scanned': 'signals',
  'meeting.prepared': 'meeting',
}

const decidedSaid = ({ id, body }: NodeOfPayload) => ({
  ...ownSaid(id, body),
  operation: operations[body.kind],
  tier: body.governance?.tier,
})

/** Of rows that a release before has written, the store's clock said when: so much later than their nodes, in milliseconds. */
const writtenWithin = 60_000

/** What a row says otherwise than the node that stands behind it; undefined where it is sound. */
export function columnAstray(said: Readonly<Record<string, unknown>>, columns: KeptColumns): string | undefined {
  return Object.keys(columns).find((name) => {
    const [is, was] = [columns[name], said[name]]
    if (was === undefined || is === was) return false
    const isLater = typeof is === 'number' && typeof was === 'number' && is > was && is <= was + writtenWithin
    return name !== 'created_at' || !isLater
  })
}

/** Columns of a trace that its node digests: as nodes were made of them, which is not to change. In their order in that text. */
const recorded = [
  'adversarial_test',
  'compliance_declared',
  'confidence',
  'constitutional_compliance',
  'field_conditions',
  'flags',
  'metadata',
  'processing_time_ms',
  'recommendation',
  'risk_level',
  'risk_score',
  'system_source',
  'testing_mode',
  'timestamp',
  'trace_id',
  'trinity_layer',
] as const satisfies readonly (keyof TraceRow)[]

/** The owner, the salt, and what came after. */
type Unrecorded = 'org_id' | 'attribution_token' | 'payload_salt' | 'governance_tier' | 'created_at' | 'seal'
// Of a column that is new, it is to be said here whether nodes digest it.
true satisfies [Exclude<keyof TraceRow, (typeof recorded)[number] | Unrecorded>] extends [never] ? true : never

/**
 * The RFC 8785 text of a trace's record, from its row: by name, whatever columns a later release has given it. Empty where
 * somebody has made a figure or a time of it that no such text can say: of no node is that the digest.
 */
function traceText(row: TraceRow): string {
  if (!isRealTime(row.timestamp)) return ''
  const record: Record<string, unknown> = {}
  for (const name of recorded) {
    const value = row[name]
    if (typeof value === 'number' && !Number.isFinite(value)) return ''
    record[name] = value instanceof Date ? value.toISOString() : value
  }
  return canonicalJson(record)
}

/** Postgres has times that are none: before and after all others. */
const isRealTime = (time: Date): boolean => !Number.isNaN(time.getTime())

/** The RFC 8785 text that an annotation's node digests. */
export const annotationText = ({ annotation_id, trace_id, rater, answers, comment }: AnnotationSaid): string =>
  canonicalJson({ annotation_id, answers, comment, rater, trace_id })

/** A trace's row stays when it is erased, and so does an annotation's: without a salt. */
const isKept = ({ payload_salt }: { payload_salt: Uint8Array }) => payload_salt.length > 0

export const tracePayload: PayloadKind = {
  keyOf: ({ body }) => (body.subject.id.includes('\0') ? undefined : body.subject.id),
  find: async (sql, traceIds) =>
    (await findTraces(sql, traceIds)).map((row): Found => {
      const sealed: RowSeal = {
        table: sealedTraces.table,
        isAsWritten: (sealer) => isAsWritten(sealer, sealedTraces, row),
      }
      if (!isKept(row)) return { key: row.trace_id, isBlank: true, sealed }
      return {
        key: row.trace_id,
        salt: row.payload_salt,
        text: traceText(row),
        columns: {
          org: row.org_id,
          node: row.attribution_token,
          tier: row.governance_tier,
          created_at: row.created_at.getTime(),
        },
        sealed,
      }
    }),
  said: ({ id, body }) => ({ ...ownSaid(id, body), tier: body.governance?.tier ?? null }),
  erase: (tx, traceId, _nodeId, signer) => takeTraces(tx, [traceId], signer),
  kept: 'traces',
}

export const annotationPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, annotationIds) =>
    (await annotationPayloads(sql, annotationIds))
      .filter(isKept)
      .map((row) => ({ key: row.annotation_id, salt: row.payload_salt, text: annotationText(row) })),
  erase: (tx, annotationId, _nodeId, signer) => takeAnnotations(tx, { annotationId }, signer),
  kept: 'traces',
}

export const treePayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await treePayloads(sql, jobIds)).map(({ key, salt, packed, ...row }) => ({
      key,
      salt,
      text: unpacked(packed),
      columns: { ...ownColumns(row), profile: row.profile, tree_digest: row.tree_digest },
    })),
  said: ({ id, body }) => ({
    ...ownSaid(id, body),
    profile: body.result?.['profile'],
    tree_digest: body.result?.['tree_digest'],
  }),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteTree(tx, jobId)),
  kept: 'trees',
}

export const scanPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await scanPayloads(sql, jobIds)).map(({ key, salt, packed, ...row }) => ({
      key,
      salt,
      text: unpacked(packed),
      columns: { ...ownColumns(row), score: row.score, compliance: row.compliance, standard: row.standard },
    })),
  said: ({ id, body }) => ({ ...body.result, ...ownSaid(id, body) }),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteScan(tx, jobId)),
  kept: 'scans',
}

export const designPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await designPayloads(sql, jobIds)).map(({ key, salt, packed, ...row }) => ({
      key,
      salt,
      text: unpacked(packed),
      columns: {
        ...ownColumns(row),
        page_id: row.page_id,
        branch: row.branch,
        approved: row.approved,
        violations: row.violations,
        artifact: row.artifact,
      },
    })),
  said: ({ id, body }) => ({ ...body.result, ...ownSaid(id, body) }),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteVerification(tx, jobId)),
  kept: 'designs',
}

export const analysisPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await analysisPayloads(sql, jobIds)).map(({ key, salt, packed, ...row }) => ({
      key,
      salt,
      text: unpacked(packed),
      columns: { ...ownColumns(row), operation: row.operation, tier: row.tier },
    })),
  said: decidedSaid,
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteAnalysis(tx, jobId)),
  kept: 'analyses',
}

export const briefingPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await briefingPayloads(sql, jobIds)).map(({ key, salt, packed, ...row }) => ({
      key,
      salt,
      text: unpacked(packed),
      columns: {
        ...ownColumns(row),
        operation: row.operation,
        tier: row.tier,
        inputs: sha256Hex(unpacked(row.inputs)),
      },
    })),
  said: ({ id, body }) => ({ ...decidedSaid({ id, body }), inputs: body.result?.['inputs'] }),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteBriefing(tx, jobId)),
  kept: 'briefings',
}

/** By what is learned of feedback; that it was given stays. */
export const feedbackPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, feedbackIds) =>
    (await feedbackPayloads(sql, feedbackIds)).map(({ feedback_id, features, payload_salt }) => ({
      key: feedback_id,
      salt: payload_salt,
      text: features,
    })),
  erase: async (tx, feedbackId, nodeId, signer) => own(nodeId, await eraseFeedback(tx, signer, feedbackId)),
  kept: 'feedback',
}

/** What a task was asked. */
export const taskPayload: PayloadKind = {
  keyOf: ({ id }) => id,
  find: async (sql, nodeIds) =>
    (await taskPayloads(sql, nodeIds)).flatMap(({ key, salt, text, place, place_key: placeKey }): Found[] => {
      if (text !== null) return [{ key, salt, text }]
      return place !== null && placeKey !== null ? [{ key, salt, place, placeKey }] : []
    }),
  erase: async (tx, nodeId, _nodeId, signer) => deleteTaskPayloads(tx, [nodeId], await outcomesWalked(tx, signer)),
  kept: 'tasks',
}
