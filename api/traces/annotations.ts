/** Annotations: what people say of a trace, kept beside what was measured of it. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { pageCursor, readPageCursor } from '#api/http/cursor'
import { type Answer, actorOf, type Call, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { complianceOf } from '#api/traces/compliance'
import { traceIdExample } from '#api/traces/traces'
import { type AnnotationRow, countAnnotations, listAnnotations } from '#db/queries/annotations'
import { isLedgerWithout } from '#db/queries/processes'
import { findTraces } from '#db/queries/traces'
import type { TraceRow } from '#db/tables/traces'
import {
  PersonAnnotation,
  PersonAnnotationInput,
  PersonAnnotationList,
  PersonAnnotationListQuery,
} from '#shared/contracts/annotations'
import { annotationsNotUnderstood, traceNotFound } from '#shared/kernel/errors/traces'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { annotateTrace } from '#shared/traces/annotate'

const inputExample = {
  rater: 'R. Okafor',
  answers: { safety: 'no', factuality: 6.5, appropriateness: 'no', response_quality: 'unable', user_experience: 'n/a' },
  comment: 'The date of the recall is wrong.',
} satisfies PersonAnnotationInput

const example: PersonAnnotation = {
  ...inputExample,
  annotation_id: '6f1e6c0e-7d0e-4c52-9d0f-0e0f5b2f7a11',
  trace_id: traceIdExample,
  rater_id: 'b7d1c7a2-52c2-4a6e-8a55-2f0c1d9e4b60',
  erased: false,
  superseded_by: null,
  attribution_token: '4b7e0c9d1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4',
  created_at: '2026-05-20T00:10:00.000Z',
}
const params = { trace_id: 'The id that POST /traces answered.' }

export function annotationsEndpoints(room: AppContext): Endpoint[] {
  const { read, signer, config } = room

  /** @throws TRACE_NOT_FOUND also for a trace that is somebody else's. */
  async function traceOf(call: Call): Promise<TraceRow> {
    const traceId = traceIdOf(call)
    const [row] = await read((sql) => findTraces(sql, [traceId]))
    if (!row || row.org_id !== callerOf(call).orgId) throw traceNotFound(call.params['trace_id'] ?? '')
    return row
  }

  return [
    endpoint({
      method: 'POST',
      path: '/traces/:trace_id/annotations',
      operationId: 'createAnnotation',
      summary: 'Say what a person thinks of a trace',
      description:
        'Kept beside all that was said of the trace before; trees from now on show it beside the automated annotation and say how far raters agree, and it changes no score. The same rater’s next annotation supersedes the one before, which is kept. POST /edg/{hash}/erase with its attribution_token takes rater and comment; answers stay.',
      auth: 'key',
      isGoverned: true,
      params,
      body: { kind: 'json', schema: PersonAnnotationInput, example: inputExample },
      responses: {
        201: {
          description: 'The annotation.',
          schema: PersonAnnotation,
          example,
          headers: { Location: 'The annotations of the trace.' },
        },
      },
      errors: ['TRACE_NOT_FOUND', 'STATE_CONFLICT', 'NO_WORKER'],
      async handler(call): Promise<Answer> {
        const trace = await traceOf(call)
        // One of the release before would take the node of a kind that it does not know for a broken one.
        if (await read((sql) => isLedgerWithout(sql, 'annotations'))) throw annotationsNotUnderstood()
        const { orgId } = callerOf(call)
        const annotationId = call.idempotency ? uuidFrom(call.idempotency.seed, 'annotation') : randomUUID()
        const lookAt = `${config.basePaths.A}/traces/${trace.trace_id}/annotations`
        const writer = call.writing({ ids: { annotation_id: annotationId }, lookAt })
        const by = actorOf(call)
        const asked = { annotationId, traceId: trace.trace_id, orgId, input: call.body, by, now: new Date() }
        const row = await annotateTrace({ writer, signer }, asked)
        if (!row) throw traceNotFound(trace.trace_id)
        return {
          ...json(201, presentAnnotation(row), { Location: lookAt }),
          nodeId: row.node_id,
          compliance: await complianceOf(trace, room),
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/traces/:trace_id/annotations',
      operationId: 'listAnnotations',
      summary: 'List what people said of a trace, newest first',
      description: 'All of it, what was superseded or erased too.',
      auth: 'key',
      params,
      query: PersonAnnotationListQuery,
      responses: {
        200: {
          description: 'A page of annotations.',
          schema: PersonAnnotationList,
          example: { annotations: [example], total: 1, next_cursor: null },
        },
      },
      errors: ['TRACE_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const { limit, cursor } = call.query
        const before = cursor === undefined ? undefined : readPageCursor(cursor)
        const trace = await traceOf(call)
        const [rows, total] = await read((sql) =>
          Promise.all([listAnnotations(sql, trace.trace_id, { before, limit }), countAnnotations(sql, trace.trace_id)]),
        )
        const last = rows.at(-1)
        const page = {
          annotations: rows.map(presentAnnotation),
          total,
          next_cursor: last && last.ord > 0 && rows.length === limit ? pageCursor(last.ord) : null,
        }
        return { ...json(200, page), nodeId: trace.attribution_token, compliance: await complianceOf(trace, room) }
      },
    }),
  ]
}

/** Whatever a path may hold, as the store can be asked for it. */
const traceIdOf = (call: Call) => (call.params['trace_id'] ?? '').replaceAll('\0', '').toWellFormed()

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
