/** Routes of measurement trees: made of a trace or of a system, and met again. */
import { Type as t } from '@sinclair/typebox'
import {
  GenerateRequest,
  GenerateResponse,
  SystemTreeQuery,
  SystemTreeResponse,
  TreeQuery,
} from '#shared/contracts/trees'
import { systemTreeExample } from '#shared/routes/examples/system-tree'
import { traceIdExample } from '#shared/routes/examples/traces'
import { treeExample, treeFileExamples } from '#shared/routes/examples/trees'
import { reviewHeaders, treeHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

export const treeRoutes = {
  generateTree: route({
    area: 'A',
    method: 'POST',
    path: '/generate',
    operationId: 'generateTree',
    summary: 'Generate the measurement tree of a stored trace',
    description:
      'Six levels over one stored trace, aligned with NIST ARIA 0.1: what depth leaves out is absent, what it leaves in is the same for every depth.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    body: {
      kind: 'json',
      schema: GenerateRequest,
      example: { trace_id: traceIdExample, options: { include_raw: true, depth: 1 } },
    },
    answers: {
      200: {
        description: 'The tree, levels 1 to depth. A grave one is not held for a person: X-Human-Review says so.',
        schema: GenerateResponse,
        example: treeExample,
        headers: reviewHeaders,
      },
    },
    errors: ['TRACE_NOT_FOUND'],
  }),
  getSystemTree: route({
    area: 'A',
    method: 'GET',
    path: '/systems/:system_source/tree',
    operationId: 'getSystemTree',
    summary: 'The measurement tree over all traces of a system',
    description:
      'Asked again while no trace and no annotation was added, it is the same tree, answered at once whatever Prefer says. X-Job-Id names it for GET /trees/{job_id}. html and svg as there.',
    auth: 'key',
    isGoverned: true,
    isJob: true,
    params: { system_source: 'The system, percent-encoded.' },
    query: SystemTreeQuery,
    answers: {
      200: {
        description: 'The tree. One of a system with a grave trace is not held for a person: X-Human-Review says so.',
        schema: SystemTreeResponse,
        example: systemTreeExample,
        headers: { ...treeHeaders, ...reviewHeaders },
        alsoAs: treeFileExamples,
      },
      304: {
        description: 'Not changed: If-None-Match holds its ETag.',
        headers: { ...treeHeaders, ...reviewHeaders },
      },
    },
    errors: ['SYSTEM_NOT_FOUND'],
  }),
  getTree: route({
    area: 'A',
    method: 'GET',
    path: '/trees/:job_id',
    operationId: 'getTree',
    summary: 'A measurement tree that was made, as JSON, as a page or as a picture',
    description:
      'Any tree of the organisation, as long as its trace is not erased, and not one that a task still holds for a person. X-Job-Id of the call that made it names it. html is one file to read and to print, without script: verdict, score and interval, what drives it, what would lift it, what is missing, what changed since the last tree of the system, the six levels with their intervals as bars. svg is the same as a picture.',
    auth: 'key',
    params: { job_id: 'The job that made it.' },
    query: TreeQuery,
    answers: {
      200: {
        description: 'The tree as it was answered.',
        schema: t.Union([GenerateResponse, SystemTreeResponse]),
        example: systemTreeExample,
        headers: { ...treeHeaders, ...reviewHeaders },
        alsoAs: treeFileExamples,
      },
      304: { description: 'Not changed: If-None-Match holds its ETag.', headers: { ...treeHeaders, ...reviewHeaders } },
    },
    errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT'],
  }),
}
