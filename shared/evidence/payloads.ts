/** Payloads of nodes as they were digested: the very text, and the salt. */
import type { Reader } from '#db/client'
import type { AnnotationSaid } from '#db/queries/annotations'
import {
  annotationPayloads,
  erasedAmong,
  type PayloadRow,
  scanPayloads,
  taskPayloads,
  tracePayloads,
  treePayloads,
} from '#db/queries/payloads'
import type { TraceRow } from '#db/tables/traces'
import type { NodeBody } from '#shared/contracts/node'
import { canonicalJson, saltedTextDigest } from '#shared/kernel/canonical'
import { isUuid } from '#shared/kernel/schema/formats'

export type Payload = { salt: Uint8Array; text: string }

/** What became of a payload: there, erased by a node that says so, or gone without one. */
export type PayloadState = { state: 'kept'; payload: Payload } | { state: 'erased' } | { state: 'missing' }

type NodeOfPayload = { id: string; body: Pick<NodeBody, 'kind' | 'stream' | 'subject' | 'payload'> }

const afterColon = (stream: string) => stream.slice(stream.indexOf(':') + 1)

// A forged node may say anything: what the store cannot be asked for, it does not have.
const isStorable = (key: string) => !key.includes('\0')
const isUuidOrHash = (key: string) => isUuid(key) || /^[0-9a-f]{64}$/.test(key)

/** Where a kind keeps its payloads, and under which key. */
function shelfOf({ id, body }: NodeOfPayload): { find: typeof tracePayloads; key: string } {
  if (body.kind === 'trace.recorded') return { find: tracePayloads, key: body.subject.id }
  if (body.kind === 'annotation.recorded') return { find: annotationPayloads, key: afterColon(body.stream) }
  if (body.kind === 'tree.generated') return { find: treePayloads, key: afterColon(body.stream) }
  if (body.kind === 'scan.completed') return { find: scanPayloads, key: afterColon(body.stream) }
  return { find: taskPayloads, key: id }
}

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

function textOf(row: PayloadRow): string {
  if ('text' in row) return row.text
  if ('annotation' in row) return annotationText(row.annotation)
  return 'trace' in row ? traceText(row.trace) : new TextDecoder().decode(Bun.zstdDecompressSync(row.packed))
}

/** The payloads of those nodes that have one, by the nodes' ids. */
export async function payloadsOf(sql: Reader, nodes: readonly NodeOfPayload[]): Promise<Map<string, PayloadState>> {
  const shelved = nodes.filter(({ body }) => body.payload !== null).map((node) => ({ id: node.id, ...shelfOf(node) }))
  const states = new Map<string, PayloadState>()
  for (const [find, group] of Map.groupBy(shelved, (each) => each.find)) {
    const askable = group.map(({ key }) => key).filter(find === tracePayloads ? isStorable : isUuidOrHash)
    const rows = new Map((await find(sql, askable)).map((row) => [row.key, row]))
    for (const { id, key } of group) {
      const row = rows.get(key)
      // A trace that was erased keeps its row, without a salt.
      states.set(
        id,
        row && row.salt.length > 0
          ? { state: 'kept', payload: { salt: row.salt, text: textOf(row) } }
          : { state: 'missing' },
      )
    }
  }
  const missing = [...states].flatMap(([id, { state }]) => (state === 'missing' ? [id] : []))
  if (missing.length > 0) for (const id of await erasedAmong(sql, missing)) states.set(id, { state: 'erased' })
  return states
}

/** Whether a payload is the one that a node speaks of. */
export const isPayloadOf = ({ salt, text }: Payload, payload: NonNullable<NodeBody['payload']>): boolean => {
  const { digest, size } = saltedTextDigest(salt, text)
  return digest === payload.digest && size === payload.size
}
