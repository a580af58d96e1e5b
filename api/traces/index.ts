/** Area A: traces in, measurement trees out. Mounts its endpoints and puts its five headers on every answer. */

import type { AppContext } from '#api/http/context'
import type { Answer, Mount } from '#api/http/endpoint'
import type { AreaHeaders } from '#api/http/request'
import { aboutEndpoints } from '#api/traces/about'
import { annotationsEndpoints } from '#api/traces/annotations'
import { batchEndpoints } from '#api/traces/batch'
import { claimsEndpoints } from '#api/traces/claims'
import { compareEndpoints } from '#api/traces/compare'
import { exportEndpoints } from '#api/traces/export'
import { generateEndpoints } from '#api/traces/generate'
import { otlpEndpoints } from '#api/traces/otlp'
import { statsEndpoints } from '#api/traces/stats'
import { systemsEndpoints } from '#api/traces/systems'
import { tracesEndpoints } from '#api/traces/traces'
import { treesEndpoints } from '#api/traces/trees'
import type { Concern } from '#shared/evidence/verb-context'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { versions } from '#shared/kernel/version'
import { openTracePages } from '#shared/traces/pages'

export function mountTraces(room: AppContext): Mount {
  const pages = openTracePages(room.signer)
  return {
    area: 'A',
    name: 'traces',
    basePath: room.config.basePaths.A,
    endpoints: [
      ...aboutEndpoints(room),
      ...tracesEndpoints({ ...room, pages }),
      ...annotationsEndpoints(room),
      ...batchEndpoints(room),
      ...exportEndpoints(room),
      ...otlpEndpoints(room),
      ...generateEndpoints(room),
      ...treesEndpoints(room),
      ...systemsEndpoints(room),
      ...compareEndpoints(room),
      ...statsEndpoints(room),
      ...claimsEndpoints(room),
    ],
  }
}

/** Where no evidence node stands behind an answer, its attribution is a digest that anyone can recompute from the answer. */
export const traceHeaders: AreaHeaders = (answer, { requestId, route, content, concern }) => ({
  ...complianceHeaders(answer, concern),
  'X-Telemetry-Store-Version': versions.telemetryStore,
  'X-Tree-Spec-Version': versions.treeSpec,
  'X-Service-Attribution': answer.nodeId ?? attributionOf({ requestId, route, status: answer.status, content }),
})

/** A request that the constitution refused is about something that breaks it. */
function complianceHeaders({ compliance }: Answer, { tier }: Concern): Record<string, string> {
  if (typeof compliance === 'object')
    return { 'X-Constitutional-Compliance': 'verified', 'X-Constitutional-Checks': compliance.checks.join(', ') }
  return { 'X-Constitutional-Compliance': compliance ?? (tier >= 'T3' ? 'violation' : 'indeterminate') }
}

/** SHA-256 over the RFC 8785 text of what the answer itself shows. A streamed body is not covered: its digest is null. */
function attributionOf(about: { requestId: string; route: string; status: number; content: string | null }): string {
  return sha256Hex(
    canonicalJson({
      edg: 'attribution/v1',
      service: 'assay',
      version: versions.api,
      route: about.route,
      status: about.status,
      trace: about.requestId,
      body_sha256: about.content === null ? null : sha256Hex(about.content),
    }),
  )
}
