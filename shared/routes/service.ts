/** Routes by which operators and tools ask of the service itself. */
import { Type as t } from '@sinclair/typebox'
import { Live, Ready } from '#shared/contracts/about'
import { route } from '#shared/routes/route'

export const serviceRoutes = {
  getLiveness: route({
    method: 'GET',
    path: '/livez',
    operationId: 'getLiveness',
    summary: 'Whether the process lives',
    description: 'For whoever restarts processes. It asks nothing of the store.',
    auth: 'none',
    answers: { 200: { description: 'It does.', schema: Live, example: { status: 'ok' } } },
  }),
  getReadiness: route({
    method: 'GET',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether calls can be answered, and what is missing',
    description: 'degraded: this process serves, but something beside it is missing, such as a worker for a job type.',
    auth: 'none',
    answers: {
      200: {
        description: 'Ready or degraded.',
        schema: Ready,
        example: {
          status: 'ready',
          missing: [],
          workers: { 'generate-tree': 1, 'scan-page': 1 },
          uses: { browser: 'Chrome/156.0.8078.79, sandbox on' },
        },
      },
      503: {
        description: 'Unavailable; missing says why.',
        schema: Ready,
        example: {
          status: 'unavailable',
          missing: [{ what: 'store', why: 'the database does not answer' }],
          workers: {},
        },
      },
    },
  }),
  getMetrics: route({
    method: 'GET',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Prometheus metrics of every process',
    description:
      'Requests by route and status, jobs by queue and state, waiting and running times, connections, and what each process uses.',
    auth: 'operator',
    answers: {
      200: {
        description: 'Text exposition format.',
        type: 'text/plain',
        example: 'assay_jobs{job="generate-tree",state="created"} 0\n',
      },
    },
  }),
  getOpenApiDocument: route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    summary: 'This API as OpenAPI 3.1',
    description:
      'Of everything that is mounted here, under its base paths. It changes with a release or a setting only.',
    auth: 'none',
    answers: {
      200: {
        description: 'The document.',
        schema: t.Record(t.String(), t.Unknown()),
        example: { openapi: '3.1.0', info: { title: 'Assay' }, paths: {} },
      },
    },
  }),
  getReference: route({
    method: 'GET',
    path: '/docs',
    operationId: 'getReference',
    summary: 'This API as a page',
    description: 'Swagger UI over /openapi.json, out of this service alone: no file comes from elsewhere.',
    auth: 'none',
    answers: {
      200: {
        description: 'A rendered reference; works offline.',
        type: 'text/html',
        example: '<!doctype html>\n<html lang="en">…</html>\n',
        headers: { 'Content-Security-Policy': 'Lets nothing in from elsewhere.' },
      },
      308: {
        description: 'With a slash after it: the same without, which the page finds its files from.',
        headers: { Location: '../docs' },
      },
    },
  }),
  getReferenceFile: route({
    method: 'GET',
    path: '/docs/:asset',
    operationId: 'getReferenceFile',
    summary: 'An asset of the page',
    description: 'Scripts, styles and the icon that the page at /docs loads; nothing else.',
    auth: 'none',
    params: { asset: 'A file of the page.' },
    answers: {
      200: {
        description: 'The file.',
        type: 'text/javascript',
        example: 'SwaggerUIBundle({});\n',
        alsoAs: { 'text/css': 'body {}\n', 'image/png': null },
        headers: { 'Cache-Control': 'public, max-age=86400' },
      },
    },
    errors: ['NOT_FOUND'],
  }),
}
