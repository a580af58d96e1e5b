/** Routes of annotations: what people say of a trace. */
import {
  PersonAnnotation,
  PersonAnnotationInput,
  PersonAnnotationList,
  PersonAnnotationListQuery,
} from '#shared/contracts/annotations'
import { annotationExample, annotationInputExample } from '#shared/routes/examples/annotations'
import { route } from '#shared/routes/route'

const params = { trace_id: 'The id that POST /traces answered.' }

export const annotationRoutes = {
  createAnnotation: route({
    area: 'A',
    method: 'POST',
    path: '/traces/:trace_id/annotations',
    operationId: 'createAnnotation',
    summary: 'Say what a person thinks of a trace',
    description:
      'Kept beside all that was said of the trace before; trees from now on show it beside the automated annotation and say how far raters agree, and it changes no score. The same rater’s next annotation supersedes the one before, which is kept. POST /edg/{hash}/erase with its attribution_token takes rater and comment; answers stay.',
    auth: 'key',
    isGoverned: true,
    params,
    body: { kind: 'json', schema: PersonAnnotationInput, example: annotationInputExample },
    answers: {
      201: {
        description: 'The annotation.',
        schema: PersonAnnotation,
        example: annotationExample,
        headers: { Location: 'The annotations of the trace.' },
      },
    },
    errors: ['TRACE_NOT_FOUND', 'STATE_CONFLICT', 'NO_WORKER'],
  }),
  listAnnotations: route({
    area: 'A',
    method: 'GET',
    path: '/traces/:trace_id/annotations',
    operationId: 'listAnnotations',
    summary: 'List what people said of a trace, newest first',
    description: 'All of it, what was superseded or erased too.',
    auth: 'key',
    params,
    query: PersonAnnotationListQuery,
    answers: {
      200: {
        description: 'A page of annotations.',
        schema: PersonAnnotationList,
        example: { annotations: [annotationExample], total: 1, next_cursor: null },
      },
    },
    errors: ['TRACE_NOT_FOUND'],
  }),
}
