/** Annotations: what people say of a trace, kept beside what was measured of it. */
import type { AppContext } from '#api/http/context'
import { pageCursor, readPageCursor } from '#api/http/cursor'
import { bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { complianceOf, complianceOfStored } from '#api/traces/compliance'
import { type AnnotationRow, countAnnotations, listAnnotations } from '#db/queries/annotations'
import type { TraceRow } from '#db/tables/traces'
import type { PersonAnnotation } from '#shared/contracts/annotations'
import { requireWholeAnnotations, sealedAnnotations } from '#shared/evidence/sealed/annotations'
import { findProvenTrace } from '#shared/evidence/sealed/traces'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { annotationRoutes } from '#shared/routes/annotations'
import { annotateTrace } from '#shared/traces/annotate'

type CallOfTrace = Call<unknown, unknown, { trace_id: string }>

export function annotationsEndpoints(room: AppContext): Endpoint[] {
  const { read, config } = room

  /** @throws TRACE_NOT_FOUND also for a trace that is somebody else's. */
  async function traceOf(call: CallOfTrace): Promise<TraceRow> {
    const row = await findProvenTrace(room, callerOf(call).orgId, traceIdOf(call))
    if (!row) throw traceNotFound(call.params.trace_id)
    return row
  }

  return [
    bind(annotationRoutes.createAnnotation, async (call) => {
      const trace = await traceOf(call)
      const row = await annotateTrace(verbContext(room, call, 'A'), { traceId: trace.trace_id, input: call.body })
      return {
        ...json(201, presentAnnotation(row), {
          Location: `${config.basePaths.A}/traces/${trace.trace_id}/annotations`,
        }),
        nodeId: row.node_id,
        compliance: await complianceOfStored([trace], room),
      }
    }),
    bind(annotationRoutes.listAnnotations, async (call) => {
      const { limit, cursor } = call.query
      const before = cursor === undefined ? undefined : readPageCursor(cursor)
      const trace = await traceOf(call)
      const { trace_id: traceId, attribution_token: nodeId } = trace
      const [rows, { total, said }] = await read((sql) =>
        Promise.all([listAnnotations(sql, traceId, { before, limit }), countAnnotations(sql, { traceId, nodeId })]),
      )
      requireWholeAnnotations(room.signer, rows)
      // Each has a node that says so.
      if (total !== said && isAskedFor(room.signer, sealedAnnotations))
        throw evidenceMismatch(sealedAnnotations.table, null)
      const last = rows.at(-1)
      const page = {
        annotations: rows.map(presentAnnotation),
        total,
        next_cursor: last && last.ord > 0 && rows.length === limit ? pageCursor(last.ord) : null,
      }
      return { ...json(200, page), nodeId: trace.attribution_token, compliance: await complianceOf(trace, room) }
    }),
  ]
}

/** Whatever a path may hold, as the store can be asked for it. */
const traceIdOf = ({ params }: CallOfTrace) => params.trace_id.replaceAll('\0', '').toWellFormed()

const presentAnnotation = (row: AnnotationRow): PersonAnnotation => ({
  annotation_id: row.annotation_id,
  trace_id: row.trace_id,
  rater_id: row.rater_id,
  ...(row.rater === null ? {} : { rater: row.rater }),
  answers: row.answers,
  ...(row.comment === null ? {} : { comment: row.comment }),
  erased: row.payload_salt.length === 0,
  superseded_by: row.superseded_by,
  attribution_token: row.node_id,
  created_at: row.created_at.toISOString(),
})
