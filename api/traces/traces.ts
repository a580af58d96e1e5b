/** Traces: take one in, list them, return one. */

import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { cachingHeaders, isKnown } from '#api/http/etag'
import type { Read } from '#api/http/store'
import { complianceOf } from '#api/traces/compliance'
import { traceOrigin } from '#api/traces/origin'
import { countedWords } from '#db/queries/counted'
import { findTraces } from '#db/queries/traces'
import { Trace, TraceCreated, TraceInput, TraceList, TraceListQuery } from '#shared/contracts/traces'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { presentPage, type TracePages } from '#shared/traces/pages'
import { presentTrace } from '#shared/traces/present'
import { prepareTrace, type Recorder, type Recording } from '#shared/traces/record'

export const traceExample = {
  risk_score: 34,
  risk_level: 'MEDIUM',
  confidence: 0.82,
  system_source: 'chat-eu',
  flags: ['hallucination'],
  constitutional_compliance: true,
  testing_mode: 'field',
  processing_time_ms: 1240,
} satisfies TraceInput
export const traceIdExample = 'SVC-0b5c1f2e9d7a4c3f8e6b2a1d4c5f6e7a-1779235200000'

export const storedTraceExample: Trace = {
  ...traceExample,
  trace_id: traceIdExample,
  attribution_token: '9f2c6d1b0a8e4f7c5d3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5',
  timestamp: '2026-05-20T00:00:00.000Z',
  created_at: '2026-05-20T00:00:00.003Z',
}

export function tracesEndpoints(room: Recording & { recorder: Recorder; pages: TracePages; read: Read }): Endpoint[] {
  const { recorder, pages, read } = room
  return [
    endpoint({
      method: 'POST',
      path: '/traces',
      operationId: 'createTrace',
      summary: 'Store a trace',
      description:
        'What is answered is on disk and in the evidence. Under the same Idempotency-Key it is the same trace.',
      auth: 'key',
      isGoverned: true,
      body: { kind: 'json', schema: TraceInput, example: traceExample },
      responses: {
        201: {
          description: 'Stored, on disk.',
          schema: TraceCreated,
          example: { trace_id: traceIdExample, message: 'trace stored' },
          headers: { Location: 'The trace.' },
        },
      },
      async handler(call): Promise<Answer> {
        const prepared = prepareTrace(call.body, traceOrigin(call), 'trace', room, new Date())
        const { trace_id: traceId } = prepared.trace
        const location = `${call.path.replace(/\/$/, '')}/${traceId}`
        const writing = call.writing({ ids: { trace_id: traceId }, lookAt: location })
        const recorded = await writing.noting(() => recorder.recordOne(prepared))
        return {
          ...json(201, { trace_id: recorded.trace_id, message: 'trace stored' }),
          headers: { Location: location },
          nodeId: recorded.nodeId,
          compliance: await complianceOf(prepared.trace, room),
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/traces',
      operationId: 'listTraces',
      summary: 'List traces, newest first',
      description: `Page by limit and offset, or by cursor: a cursor is not moved by traces that arrive meanwhile. total counts all matches; with flag, from or to, up to ${countedWords} of them.`,
      auth: 'key',
      query: TraceListQuery,
      responses: {
        200: {
          description: 'A page of traces.',
          schema: TraceList,
          example: { traces: [storedTraceExample], total: 1, limit: 100, offset: 0, next_cursor: null },
          headers: { Link: 'The pages beside this one, where there are some: rel="next", rel="prev" and so on.' },
        },
      },
      async handler(call): Promise<Answer> {
        const page = await read((sql) => pages.page(sql, callerOf(call).orgId, call.query))
        const { limit, offset } = call.query
        const link = linkHeader(call.request.url, call.path, {
          limit,
          offset,
          nextCursor: page.nextCursor,
        })
        return json(200, presentPage(page, call.query), link ? { Link: link } : {})
      },
    }),
    endpoint({
      method: 'GET',
      path: '/traces/:trace_id',
      operationId: 'getTrace',
      summary: 'One trace',
      description:
        'As it was stored, with its id, its evidence node and the times at which it happened and was stored.',
      auth: 'key',
      params: { trace_id: 'The id that POST /traces answered.' },
      responses: {
        200: {
          description: 'The trace. It changes when its words are erased, and its ETag with it.',
          schema: Trace,
          example: storedTraceExample,
          headers: cachingHeaders,
        },
        304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
      },
      errors: ['TRACE_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const traceId = call.params['trace_id'] ?? ''
        const [row] = await read((sql) =>
          findTraces(sql, [traceId.replaceAll(String.fromCharCode(0), '').toWellFormed()]),
        )
        if (!row || row.org_id !== callerOf(call).orgId) throw traceNotFound(traceId)
        // Erased, it is another representation; so nobody may keep the one before without asking.
        const isErased = row.payload_salt.length === 0
        const etag = `"${row.attribution_token}${isErased ? '-erased' : ''}"`
        const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
        const about = { nodeId: row.attribution_token, compliance: await complianceOf(row, room) }
        return isKnown(call.request, etag)
          ? { status: 304, headers, ...about }
          : { ...json(200, presentTrace(row), headers), ...about }
      },
    }),
  ]
}

function linkHeader(
  url: string,
  path: string,
  page: { limit: number; offset: number; nextCursor: string | null },
): string {
  const search = new URL(url, 'http://localhost').searchParams
  const link = (rel: string, change: Record<string, string | null>) => {
    const changed = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) value === null ? changed.delete(name) : changed.set(name, value)
    return `<${path}?${changed}>; rel="${rel}"`
  }
  const links: string[] = []
  if (search.has('cursor')) {
    if (page.nextCursor) links.push(link('next', { cursor: page.nextCursor }))
    return links.join(', ')
  }
  if (page.nextCursor) links.push(link('next', { offset: String(page.offset + page.limit) }))
  if (page.offset > 0) links.push(link('prev', { offset: String(Math.max(0, page.offset - page.limit)) }))
  return links.join(', ')
}
