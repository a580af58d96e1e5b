/** Traces: take one in, list them, return one. */

import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import type { Read } from '#api/http/store'
import { complianceOf, complianceOfStored } from '#api/traces/compliance'
import { traceOrigin } from '#api/traces/origin'
import { findProvenTrace } from '#shared/evidence/sealed/traces'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { traceRoutes } from '#shared/routes/traces'
import { presentPage, type TracePages } from '#shared/traces/pages'
import { presentTrace } from '#shared/traces/present'
import { prepareTrace, type Recorder } from '#shared/traces/record'

export function tracesEndpoints(
  room: Pick<AppContext, 'signer' | 'governance'> & { recorder: Recorder; pages: TracePages; read: Read },
): Endpoint[] {
  const { recorder, pages, read } = room
  return [
    bind(traceRoutes.createTrace, async (call) => {
      const prepared = prepareTrace(call.body, traceOrigin(call), 'trace', room, new Date())
      const { trace_id: traceId } = prepared.trace
      const location = `${call.path.replace(/\/$/, '')}/${traceId}`
      const writing = call.writing({ ids: { trace_id: traceId }, lookAt: location })
      const recorded = await writing.noting(() => recorder.recordOne(prepared))
      return {
        ...json(201, { trace_id: recorded.trace_id, message: 'trace stored' }),
        headers: { Location: location },
        nodeId: recorded.nodeId,
        compliance: await complianceOfStored([prepared.trace], room),
      }
    }),
    bind(traceRoutes.listTraces, async (call) => {
      const page = await read((sql) => pages.page(sql, callerOf(call).orgId, call.query))
      const { limit, offset } = call.query
      const link = linkHeader(call.request.url, call.path, {
        limit,
        offset,
        nextCursor: page.nextCursor,
      })
      return json(200, presentPage(page, call.query), link ? { Link: link } : {})
    }),
    bind(traceRoutes.getTrace, async (call) => {
      const traceId = call.params.trace_id
      const asked = traceId.replaceAll(String.fromCharCode(0), '').toWellFormed()
      const row = await findProvenTrace(room, callerOf(call).orgId, asked)
      if (!row) throw traceNotFound(traceId)
      // Erased, it is another representation; so nobody may keep the one before without asking.
      const isErased = row.payload_salt.length === 0
      const etag = `"${row.attribution_token}${isErased ? '-erased' : ''}"`
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      const about = { nodeId: row.attribution_token, compliance: await complianceOf(row, room) }
      return isKnown(call.request, etag)
        ? { status: 304, headers, ...about }
        : { ...json(200, presentTrace(row), headers), ...about }
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
