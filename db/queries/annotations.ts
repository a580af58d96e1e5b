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
> & {
  /** Its node's id, hex. */
  node_id: string
  /** The same rater's next one of the trace. */
  superseded_by: string | null
}

/** What was said, and of what. */
export type AnnotationSaid = Pick<AnnotationRow, 'annotation_id' | 'trace_id' | 'rater' | 'answers' | 'comment'>

const columns = (sql: Reader) => sql`
  annotation_id, trace_id, ord, org_id, rater_id, rater, comment, answers, created_at, encode(head, 'hex') as node_id,
  payload_salt, lead(annotation_id) over (partition by trace_id, rater_id order by ord) as superseded_by`

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

export async function countAnnotations(sql: Reader, traceId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from trace_annotations where trace_id = ${traceId}`
  return row?.total ?? 0
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
> & { rater: string }

/** Writes an annotation with its node, and counts it; the trace must be held. */
export async function insertAnnotation(tx: Tx, annotation: AnnotationToStore, node: NodeToAppend): Promise<void> {
  const { annotation_id, trace_id, ord, org_id, system_source, rater_id, rater, comment, answers } = annotation
  await appendNodes(tx, [node])
  await tx`
    insert into trace_annotations (annotation_id, trace_id, ord, org_id, system_source, rater_id, rater, comment, answers,
      head, payload_salt)
    values (${annotation_id}, ${trace_id}, ${ord}, ${org_id}, ${system_source}, ${rater_id}, ${rater}, ${comment},
      ${JSON.stringify(answers)}::text::jsonb, ${hexBytes(node.id)}::text::bytea,
      ${hexBytes(annotation.payload_salt)}::text::bytea)`
  await tx`
    insert into annotated_systems as s (org_id, system_source, annotations) values (${org_id}, ${system_source}, 1)
    on conflict (org_id, system_source) do update set annotations = s.annotations + 1`
}

/** What a tree takes of an annotation. */
export type AnnotationOfTree = Pick<AnnotationRow, 'trace_id' | 'rater_id' | 'ord' | 'answers' | 'node_id'>

/** All of a trace's, each with how high its node stands. */
export async function annotationsOfTraceForTree(
  sql: Reader,
  traceId: string,
): Promise<(AnnotationOfTree & { height: number })[]> {
  return sql<(AnnotationOfTree & { height: number })[]>`
    select a.trace_id, a.rater_id, a.ord, a.answers, encode(a.head, 'hex') as node_id, n.height
    from trace_annotations a join edg_nodes n on n.id = a.head where a.trace_id = ${traceId} order by a.ord`
}

/** A system's, the newest `limit` of them. */
export async function annotationsOfSystem(
  sql: Reader,
  orgId: string,
  systemSource: string,
  limit: number,
): Promise<AnnotationOfTree[]> {
  return sql<AnnotationOfTree[]>`
    select trace_id, rater_id, ord, answers, encode(head, 'hex') as node_id from trace_annotations
    where org_id = ${orgId} and system_source = ${systemSource}
    order by created_at desc, trace_id desc limit ${limit}`
}

/** How often a system was annotated: it changes whenever what its tree shows of people does. */
export async function countAnnotationsOfSystem(sql: Reader, orgId: string, systemSource: string): Promise<number> {
  const [row] = await sql<Pick<typeof annotatedSystems.$inferSelect, 'annotations'>[]>`
    select annotations from annotated_systems where org_id = ${orgId} and system_source = ${systemSource}`
  return row?.annotations ?? 0
}

/** Takes who annotated these traces and their comments; answers stay. @returns the nodes of those that had something to take. */
export async function blankAnnotationsOf(tx: Tx, traceIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ node: string }[]>`
    update trace_annotations set rater = null, comment = null, payload_salt = ''
    where trace_id = any(${traceIds as string[]}::text[]) and payload_salt <> '' returning encode(head, 'hex') as node`
  return rows.map(({ node }) => node)
}

/** The same of one. @returns whether there was something to take. */
export async function blankAnnotation(tx: Tx, annotationId: string): Promise<boolean> {
  const { count } = await tx`
    update trace_annotations set rater = null, comment = null, payload_salt = ''
    where annotation_id = ${annotationId} and payload_salt <> ''`
  return count > 0
}
