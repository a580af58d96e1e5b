/** Routes of traces: sent one by one, in batches or as spans; listed, read, exported. */
import { countedWords } from '#db/documents/counted'
import { ExportResponse, otlpTypes } from '#shared/contracts/otlp'
import {
  batchMaxItems,
  Trace,
  TraceBatchQuery,
  TraceBatchResult,
  TraceCreated,
  TraceExportQuery,
  TraceInput,
  TraceList,
  TraceListQuery,
} from '#shared/contracts/traces'
import {
  spansExample,
  storedTraceExample,
  traceExample,
  traceIdExample,
  tracesCsvExample,
} from '#shared/routes/examples/traces'
import { cachingHeaders, fileHeaders, keptByNobody } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const bulkBytes = 16 * 1024 * 1024

const refusedItemExample = {
  code: 'INVALID_REQUEST',
  message: '/risk_score is missing',
  details: { issues: [{ path: '/risk_score', message: 'is missing', expected: 'a number from 0 to 100' }] },
}

export const traceRoutes = {
  createTrace: route({
    area: 'A',
    method: 'POST',
    path: '/traces',
    operationId: 'createTrace',
    summary: 'Store a trace',
    description:
      'What is answered is on disk and in the evidence. Under the same Idempotency-Key it is the same trace.',
    auth: 'key',
    isGoverned: true,
    body: { kind: 'json', schema: TraceInput, example: traceExample },
    answers: {
      201: {
        description: 'Stored, on disk.',
        schema: TraceCreated,
        example: { trace_id: traceIdExample, message: 'trace stored' },
        headers: { Location: 'The trace.' },
      },
    },
  }),
  listTraces: route({
    area: 'A',
    method: 'GET',
    path: '/traces',
    operationId: 'listTraces',
    summary: 'List traces, newest first',
    description: `Page by limit and offset, or by cursor: a cursor is not moved by traces that arrive meanwhile. total counts all matches; with flag, from or to, up to ${countedWords} of them.`,
    auth: 'key',
    query: TraceListQuery,
    answers: {
      200: {
        description: 'A page of traces.',
        schema: TraceList,
        example: { traces: [storedTraceExample], total: 1, limit: 100, offset: 0, next_cursor: null },
        headers: { Link: 'The pages beside this one, where there are some: rel="next", rel="prev" and so on.' },
      },
    },
  }),
  getTrace: route({
    area: 'A',
    method: 'GET',
    path: '/traces/:trace_id',
    operationId: 'getTrace',
    summary: 'One trace',
    description: 'As it was stored, with its id, its evidence node and the times at which it happened and was stored.',
    auth: 'key',
    params: { trace_id: 'The id that POST /traces answered.' },
    answers: {
      200: {
        description: 'The trace. It changes when its words are erased, and its ETag with it.',
        schema: Trace,
        example: storedTraceExample,
        headers: cachingHeaders,
      },
      304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
    },
    errors: ['TRACE_NOT_FOUND'],
  }),
  createTraces: route({
    area: 'A',
    method: 'POST',
    path: '/traces/batch',
    operationId: 'createTraces',
    summary: 'Store up to 10,000 traces',
    description:
      'NDJSON (a trace a line, blank lines do not count) or a JSON array. Every item has its own outcome, by its place from 0; ' +
      'what is refused does not keep the others out. With atomic=true all are stored or none. ' +
      'When the store goes away halfway, the items that are not stored say STORE_UNAVAILABLE, those it did not answer for OUTCOME_UNKNOWN: ' +
      'the same request under the same Idempotency-Key then stores exactly those that are missing.',
    auth: 'key',
    isGoverned: true,
    query: TraceBatchQuery,
    body: {
      kind: 'bytes',
      types: { 'application/x-ndjson': `${JSON.stringify(traceExample)}\n`, 'application/json': [traceExample] },
      limitBytes: bulkBytes,
      isGzipTaken: true,
      description: `At most ${batchMaxItems} traces, each as POST /traces takes it. At most 16 MiB, also after unpacking (Content-Encoding: gzip).`,
    },
    answers: {
      200: {
        description: 'Some items were refused.',
        schema: TraceBatchResult,
        example: {
          results: [
            { index: 0, trace_id: traceIdExample },
            { index: 1, error: refusedItemExample },
          ],
          stored: 1,
          refused: 1,
        },
      },
      201: {
        description: 'All are stored, on disk.',
        schema: TraceBatchResult,
        example: { results: [{ index: 0, trace_id: traceIdExample }], stored: 1, refused: 0 },
      },
    },
  }),
  exportTraces: route({
    area: 'A',
    method: 'GET',
    path: '/traces/export',
    operationId: 'exportTraces',
    summary: 'Export all matching traces',
    description:
      'Newest first, in the order of GET /traces; traces that arrive meanwhile are not in it. NDJSON has a trace a line, as GET /traces/{trace_id} gives it. ' +
      'CSV (RFC 4180, CRLF) has a header row; arrays and objects are JSON text in their cell, what was not given is an empty cell, and an empty text is "". ' +
      "A text cell that starts with = + - @ or a tab is prefixed with ' so that no spreadsheet runs it as a formula. " +
      'A transfer that ends without the final chunk is cut off: ask again.',
    auth: 'key',
    query: TraceExportQuery,
    answers: {
      200: {
        description: 'The traces: application/x-ndjson, or text/csv for format=csv.',
        type: 'application/x-ndjson',
        example: `${JSON.stringify(storedTraceExample)}\n`,
        alsoAs: { 'text/csv': tracesCsvExample },
        headers: { ...fileHeaders, ...keptByNobody },
      },
    },
  }),
  ingestSpans: route({
    area: 'A',
    method: 'POST',
    path: '/otlp/v1/traces',
    operationId: 'ingestSpans',
    summary: 'Store the traces that OpenTelemetry spans carry',
    description:
      'OTLP/HTTP (ExportTraceServiceRequest), answered in the encoding of the request. A span becomes a trace if it carries ' +
      'assay.risk_score (0 to 100), assay.risk_level (LOW, MEDIUM, HIGH) and assay.confidence (0 to 1) as attributes, ' +
      'or as gen_ai.evaluation.result events named assay.risk (score.value and score.label) and assay.confidence (score.value). ' +
      'Other fields of a trace come from assay.<field>; system_source otherwise from service.name, processing_time_ms from the duration, ' +
      'timestamp from the end; gen_ai.* attributes and the ids go to metadata. Every span that does not become a trace is counted in ' +
      'partialSuccess.rejectedSpans, and errorMessage says why: filter in the collector what is not meant for here. ' +
      'A span that is sent again is stored once. Faults of the request as a whole have the error body of every other endpoint, ' +
      'also for protobuf; 429, 503 and 504 may be retried.',
    auth: 'key',
    isGoverned: true,
    body: {
      kind: 'bytes',
      types: { [otlpTypes.json]: spansExample, [otlpTypes.protobuf]: null },
      limitBytes: bulkBytes,
      isGzipTaken: true,
      description: `An ExportTraceServiceRequest with at most ${batchMaxItems} spans that become traces. At most 16 MiB, also after unpacking (Content-Encoding: gzip).`,
    },
    answers: {
      200: {
        description: 'What became a trace is stored, on disk. An empty answer: every span did.',
        schema: ExportResponse,
        example: { partialSuccess: { rejectedSpans: '3', errorMessage: '3 spans: carries no risk assessment' } },
        alsoAs: { [otlpTypes.protobuf]: null },
      },
    },
  }),
}
