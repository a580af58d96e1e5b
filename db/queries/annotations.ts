/** trace_annotations and annotated_systems: what people say of traces, in the order in which it came. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { annotatedSystems, traceAnnotations } from '#db/tables/annotations'
import type { TraceRow } from '#db/tables/traces'

type Annotation = typeof traceAnnotations.$inferSelect

export type AnnotationRow = Pick<
  Annotation,
  | 'annotation_id'
  | 'trace_id'
  | 'ord'
  | 'org_id'
  | 'rater_id'
  | 'rater'
  | 'comment'
  | 'answers'
  | 'created_at'
  | 'payload_salt'
  | 'system_source'
  | 'status'
  | 'version'
  | 'seal'
> & {
  /** Its node's id, hex. */
  node_id: string
  /** The same rater's next one of the trace. */
  superseded_by: string | null
}

/** What was said, and of what. */
export type AnnotationSaid = Pick<AnnotationRow, 'annotation_id' | 'trace_id' | 'rater' | 'answers' | 'comment'>

const columns = (sql: Reader) => sql`
  annotation_id, trace_id, ord, org_id, system_source, rater_id, rater, comment, answers, status, version, created_at,
  encode(head, 'hex') as node_id, payload_salt, seal, lead(annotation_id) over (partition by trace_id, rater_id order by ord) as superseded_by`

/** Of the table `t`. */
const ownColumns = (sql: Reader) => sql`
  t.annotation_id, t.trace_id, t.ord, t.org_id, t.system_source, t.rater_id, t.rater, t.comment, t.answers, t.status, t.version,
  t.created_at, encode(t.head, 'hex') as node_id, t.payload_salt, t.seal`

/** One with what came of it; `org_id` is the trace's. */
export async function findAnnotation(sql: Reader, annotationId: string): Promise<AnnotationRow | undefined> {
  const [row] = await sql<AnnotationRow[]>`
    select * from (
      select ${columns(sql)} from trace_annotations
      where trace_id = (select trace_id from trace_annotations where annotation_id = ${annotationId})) a
    where annotation_id = ${annotationId}`
  return row
}

/** A trace's annotations, newest first, from the one before a place. */
export async function listAnnotations(
  sql: Reader,
  traceId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AnnotationRow[]> {
  return sql<AnnotationRow[]>`
    select * from (select ${columns(sql)} from trace_annotations where trace_id = ${traceId}) a
    ${before === undefined ? sql`` : sql`where ord < ${before}`}
    order by ord desc limit ${limit}`
}

/** How many a trace has, and how many nodes say that it has one. @param nodeId of the trace, in hex. */
export async function countAnnotations(
  sql: Reader,
  { traceId, nodeId }: { traceId: string; nodeId: string },
): Promise<{ total: number; said: number }> {
  const [row] = await sql<{ total: number; said: number }[]>`
    select (select count(*)::int from trace_annotations where trace_id = ${traceId}) as total,
      (select count(*)::int from edg_edges e join edg_nodes n on n.id = e.child
        where e.parent = ${hexBytes(nodeId)}::text::bytea and n.kind = 'annotation.recorded') as said`
  return row ?? { total: 0, said: 0 }
}

/** What stands where one is to be added. */
export type AnnotationPlace = {
  trace: Pick<Annotation, 'org_id' | 'system_source'> & { node_id: string; height: number; is_erased: boolean }
  /** How many the trace has. */
  ord: number
  /** Of a rater who is known by name; drawn anew of one who is not. */
  rater_id: string
  /** The rater's own that is in force, with its node. */
  before: (Pick<AnnotationRow, 'annotation_id' | 'node_id'> & { height: number }) | undefined
}

/**
 * Holds a trace until the end of the transaction: nobody else annotates or erases it meanwhile, and nobody else gives this
 * rater an id. Undefined where there is no such trace.
 */
export async function holdForAnnotation(
  tx: Tx,
  { traceId, orgId, rater }: { traceId: string; orgId: string; rater: string },
): Promise<AnnotationPlace | undefined> {
  // Its node is not part of the row that is locked.
  const [held] = await tx<Pick<TraceRow, 'attribution_token'>[]>`
    select attribution_token from traces where trace_id = ${traceId} and org_id = ${orgId} for no key update`
  if (!held) return undefined
  await tx`select pg_advisory_xact_lock(hashtextextended(${`rater ${JSON.stringify([orgId, rater])}`}, 0))`
  const [trace] = await tx<(AnnotationPlace['trace'] & { ord: number; rater_id: string })[]>`
    select t.org_id, t.system_source, t.attribution_token as node_id, n.height, t.payload_salt = '' as is_erased,
      (select count(*)::int from trace_annotations where trace_id = ${traceId}) as ord,
      coalesce((select rater_id from trace_annotations where org_id = ${orgId} and rater = ${rater} limit 1),
        gen_random_uuid()) as rater_id
    from traces t join edg_nodes n on n.id = decode(t.attribution_token, 'hex') where t.trace_id = ${traceId}`
  if (!trace) throw new Error(`trace ${traceId} has no node`)
  const { ord, rater_id, ...rest } = trace
  const [before] = await tx<NonNullable<AnnotationPlace['before']>[]>`
    select a.annotation_id, encode(a.head, 'hex') as node_id, n.height
    from trace_annotations a join edg_nodes n on n.id = a.head
    where a.trace_id = ${traceId} and a.rater_id = ${rater_id} order by a.ord desc limit 1`
  return { trace: rest, ord, rater_id, before }
}

export type AnnotationToStore = Pick<
  Annotation,
  | 'annotation_id'
  | 'trace_id'
  | 'ord'
  | 'org_id'
  | 'system_source'
  | 'rater_id'
  | 'comment'
  | 'answers'
  | 'payload_salt'
  | 'created_at'
  | 'seal'
> & { rater: string }

/** Writes an annotation with its node, and counts it; the trace must be held. */
export async function insertAnnotation(tx: Tx, annotation: AnnotationToStore, node: NodeToAppend): Promise<void> {
  const { annotation_id, trace_id, ord, org_id, system_source, rater_id, rater, comment, answers } = annotation
  await appendNodes(tx, [node])
  await tx`
    insert into trace_annotations (annotation_id, trace_id, ord, org_id, system_source, rater_id, rater, comment, answers,
      head, payload_salt, created_at, seal)
    values (${annotation_id}, ${trace_id}, ${ord}, ${org_id}, ${system_source}, ${rater_id}, ${rater}, ${comment},
      ${JSON.stringify(answers)}::text::jsonb, ${hexBytes(node.id)}::text::bytea,
      ${hexBytes(annotation.payload_salt)}::text::bytea, ${annotation.created_at},
      ${annotation.seal && hexBytes(annotation.seal)}::text::bytea)`
  await tx`
    insert into annotated_systems as s (org_id, system_source, annotations) values (${org_id}, ${system_source}, 1)
    on conflict (org_id, system_source) do update set annotations = s.annotations + 1`
}

/** What a tree takes of an annotation, as it lies there. */
export type AnnotationOfTree = Omit<AnnotationRow, 'superseded_by'>

/** All of a trace's, each with how high its node stands. */
export async function annotationsOfTraceForTree(
  sql: Reader,
  traceId: string,
): Promise<(AnnotationOfTree & { height: number })[]> {
  return sql<(AnnotationOfTree & { height: number })[]>`
    select ${ownColumns(sql)}, n.height
    from trace_annotations t join edg_nodes n on n.id = t.head where t.trace_id = ${traceId} order by t.ord`
}

/** A system's, the newest `limit` of them. */
export async function annotationsOfSystem(
  sql: Reader,
  orgId: string,
  systemSource: string,
  limit: number,
): Promise<AnnotationOfTree[]> {
  return sql<AnnotationOfTree[]>`
    select ${ownColumns(sql)} from trace_annotations t
    where org_id = ${orgId} and system_source = ${systemSource}
    order by created_at desc, trace_id desc limit ${limit}`
}

/** How often a system was annotated: it changes whenever what its tree shows of people does. */
export async function countAnnotationsOfSystem(sql: Reader, orgId: string, systemSource: string): Promise<number> {
  const [row] = await sql<Pick<typeof annotatedSystems.$inferSelect, 'annotations'>[]>`
    select annotations from annotated_systems where org_id = ${orgId} and system_source = ${systemSource}`
  return row?.annotations ?? 0
}

/** Those of traces that still say who annotated them, or of one by its id, held until the end of the transaction. */
export async function lockSpeakingAnnotations(
  tx: Tx,
  { traceIds = [], annotationId }: { traceIds?: readonly string[]; annotationId?: string },
): Promise<AnnotationOfTree[]> {
  return tx<AnnotationOfTree[]>`
    select ${ownColumns(tx)} from trace_annotations t
    where payload_salt <> '' and ${
      annotationId === undefined
        ? tx`trace_id = any(${traceIds as string[]}::text[])`
        : tx`annotation_id = ${annotationId}`
    }
    order by trace_id, ord for no key update`
}

/** Takes who annotated and their comments; answers stay. @param rows each with its seal from then on. */
export async function blankAnnotations(
  tx: Tx,
  rows: readonly Pick<Annotation, 'trace_id' | 'ord' | 'seal'>[],
): Promise<void> {
  if (rows.length === 0) return
  const records = rows.map(({ trace_id, ord, seal }) => ({ trace_id, ord, seal: seal && hexBytes(seal) }))
  await tx`
    update trace_annotations t set rater = null, comment = null, payload_salt = '', seal = r.seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(trace_id text, ord smallint, seal bytea)
    where t.trace_id = r.trace_id and t.ord = r.ord`
}
