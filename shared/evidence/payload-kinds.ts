/** Where payloads of nodes lie: how each kind of them is found, what goes when it is erased, and how long it is kept. */
import type { Reader, Tx } from '#db/client'
import { type AnnotationSaid, blankAnnotation, blankAnnotationsOf } from '#db/queries/annotations'
import {
  analysisPayloads,
  annotationPayloads,
  blankTraces,
  deleteAnalysis,
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
import { canonicalJson } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import { isUuid } from '#shared/kernel/schema/formats'

/** A payload as it was digested: the very text, and the salt. */
export type Payload = { salt: Uint8Array; text: string }

/** A node as far as its payload is looked for by it. */
export type NodeOfPayload = { id: string; body: Pick<NodeBody, 'kind' | 'stream' | 'subject' | 'payload'> }

export type PayloadKind = {
  /** What the store has it under. Undefined of a forged node, which may say what the store cannot be asked for. */
  keyOf: (node: NodeOfPayload) => string | undefined
  /** Those that are there and were not erased. */
  find: (sql: Reader, keys: readonly string[]) => Promise<(Payload & { key: string })[]>
  /** Takes one away, and all that repeats it. @returns the nodes whose payloads were there to be taken. */
  erase: (tx: Tx, key: string, nodeId: string) => Promise<string[]>
  /** The setting that says for how many days. */
  kept: keyof Config['keptDays']
}

const afterColon = (stream: string) => stream.slice(stream.indexOf(':') + 1)

/** Of the job, or the request, that the stream is called after. */
function idOfStream({ body }: NodeOfPayload): string | undefined {
  const id = afterColon(body.stream)
  return isUuid(id) ? id : undefined
}

const unpacked = (packed: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(Bun.zstdDecompressSync(packed))

const own = (nodeId: string, isTaken: boolean) => (isTaken ? [nodeId] : [])

/**
 * What traces say in words, and with it the trees that repeat it and what people said of it.
 * @returns the nodes whose payloads were taken.
 */
export const takeTraces = async (tx: Tx, traceIds: readonly string[]): Promise<string[]> => [
  ...(await deleteTreesOf(tx, traceIds)),
  ...(await blankTraces(tx, traceIds)),
  // Whoever annotates holds the trace: what comes after this finds it erased.
  ...(await blankAnnotationsOf(tx, traceIds)),
]

/** The RFC 8785 text of a trace's record, from its row: every column but the owner, the salt, and what came after. */
function traceText({
  org_id: _o,
  attribution_token: _a,
  payload_salt: _s,
  governance_tier: _g,
  created_at: _c,
  ...record
}: TraceRow): string {
  return canonicalJson({ ...record, timestamp: record.timestamp.toISOString() })
}

/** The RFC 8785 text that an annotation's node digests. */
export const annotationText = ({ annotation_id, trace_id, rater, answers, comment }: AnnotationSaid): string =>
  canonicalJson({ annotation_id, answers, comment, rater, trace_id })

/** A trace's row stays when it is erased, and so does an annotation's: without a salt. */
const isKept = ({ payload_salt }: { payload_salt: Uint8Array }) => payload_salt.length > 0

export const tracePayload: PayloadKind = {
  keyOf: ({ body }) => (body.subject.id.includes('\0') ? undefined : body.subject.id),
  find: async (sql, traceIds) =>
    (await findTraces(sql, traceIds))
      .filter(isKept)
      .map((row) => ({ key: row.trace_id, salt: row.payload_salt, text: traceText(row) })),
  erase: (tx, traceId) => takeTraces(tx, [traceId]),
  kept: 'traces',
}

export const annotationPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, annotationIds) =>
    (await annotationPayloads(sql, annotationIds))
      .filter(isKept)
      .map((row) => ({ key: row.annotation_id, salt: row.payload_salt, text: annotationText(row) })),
  erase: async (tx, annotationId, nodeId) => own(nodeId, await blankAnnotation(tx, annotationId)),
  kept: 'traces',
}

export const treePayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await treePayloads(sql, jobIds)).map(({ packed, ...row }) => ({ ...row, text: unpacked(packed) })),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteTree(tx, jobId)),
  kept: 'trees',
}

export const scanPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await scanPayloads(sql, jobIds)).map(({ packed, ...row }) => ({ ...row, text: unpacked(packed) })),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteScan(tx, jobId)),
  kept: 'scans',
}

export const designPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await designPayloads(sql, jobIds)).map(({ packed, ...row }) => ({ ...row, text: unpacked(packed) })),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteVerification(tx, jobId)),
  kept: 'designs',
}

export const analysisPayload: PayloadKind = {
  keyOf: idOfStream,
  find: async (sql, jobIds) =>
    (await analysisPayloads(sql, jobIds)).map(({ packed, ...row }) => ({ ...row, text: unpacked(packed) })),
  erase: async (tx, jobId, nodeId) => own(nodeId, await deleteAnalysis(tx, jobId)),
  kept: 'analyses',
}

/** What a task was asked. */
export const taskPayload: PayloadKind = {
  keyOf: ({ id }) => id,
  find: taskPayloads,
  erase: (tx, nodeId) => deleteTaskPayloads(tx, [nodeId]),
  kept: 'tasks',
}
