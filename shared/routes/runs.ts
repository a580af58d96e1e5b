/** Routes of runs: many pages scanned as one. */
import { Type as t } from '@sinclair/typebox'
import {
  KeptReport,
  PageQuery,
  ReportQuery,
  Run,
  RunComparison,
  RunList,
  RunRequest,
  RunResults,
} from '#shared/contracts/scans'
import { eventText } from '#shared/kernel/event-text'
import { reportExample, reportExamples } from '#shared/routes/examples/reports'
import { runComparisonExample, runExample, runResultExample } from '#shared/routes/examples/runs'
import { keptByNobody, reportHeaders, streamHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const listBytes = 16 * 1024 * 1024
const params = { runId: 'From POST /api/scan-runs.' }

export const runRoutes = {
  createScanRun: route({
    area: 'D',
    method: 'POST',
    path: '/api/scan-runs',
    operationId: 'createScanRun',
    summary: 'Scan many pages',
    description:
      'The pages of a list, of a sitemap, or those found by following links from a start page on its own origin. Answers as soon as the run ' +
      'is kept; follow it at Location. The same address is scanned once. A run counts as one request; how many ' +
      'pages an organisation may have queued depends on its tier. robots.txt is heeded by crawls.',
    auth: 'key',
    isGoverned: true,
    body: {
      kind: 'json',
      schema: RunRequest,
      limitBytes: listBytes,
      example: { urls: ['https://example.com/', 'https://example.com/about'], standard: 'WCAG 2.2 AA' },
    },
    answers: {
      202: {
        description: 'The run.',
        schema: Run,
        example: { ...runExample, state: 'queued' },
        headers: { Location: 'The run.' },
      },
    },
    errors: ['ADDRESS_REFUSED', 'RATE_LIMIT_EXCEEDED'],
  }),
  listScanRuns: route({
    area: 'D',
    method: 'GET',
    path: '/api/scan-runs',
    operationId: 'listScanRuns',
    summary: 'List runs, newest first',
    description: 'Those of the organisation of the key, with their progress.',
    auth: 'key',
    query: PageQuery,
    answers: {
      200: { description: 'A page of runs.', schema: RunList, example: { runs: [runExample], nextCursor: null } },
    },
  }),
  getScanRun: route({
    area: 'D',
    method: 'GET',
    path: '/api/scan-runs/:runId',
    operationId: 'getScanRun',
    summary: 'How a run fares',
    description: 'Its progress, its scores so far, and the rules that most of its pages break.',
    auth: 'key',
    params,
    answers: { 200: { description: 'The run.', schema: Run, example: runExample } },
    errors: ['RUN_NOT_FOUND'],
  }),
  listScanRunResults: route({
    area: 'D',
    method: 'GET',
    path: '/api/scan-runs/:runId/results',
    operationId: 'listScanRunResults',
    summary: 'What became of each page of a run',
    description:
      'In the order of the pages. With Accept: application/x-ndjson all of them as one stream, a line each; limit and ' +
      'cursor are then not looked at.',
    auth: 'key',
    params,
    query: PageQuery,
    answers: {
      200: {
        description: 'A page of results.',
        schema: RunResults,
        example: { results: [runResultExample], nextCursor: null },
        alsoAs: { 'application/x-ndjson': `${JSON.stringify(runResultExample)}\n` },
        headers: { Vary: 'Accept', 'Cache-Control': 'no-store, of a stream.' },
      },
    },
    errors: ['RUN_NOT_FOUND'],
  }),
  getScanRunReport: route({
    area: 'D',
    method: 'GET',
    path: '/api/scan-runs/:runId/report',
    operationId: 'getScanRunReport',
    summary: 'The reports of a run as one file',
    description:
      'All its pages, in their order, in the formats that a single scan has. What was not scanned is named with the reason: in junit ' +
      'an error, in sarif a notification of an invocation that did not succeed, in earl cantTell (or untested, when nobody has tried yet), ' +
      'in csv a row, in html a list. json holds the reports alone; the results of the run name the other pages.',
    auth: 'key',
    params,
    query: ReportQuery,
    answers: {
      200: {
        description: 'The file.',
        schema: t.Array(KeptReport),
        example: [reportExample],
        alsoAs: reportExamples,
        headers: { ...reportHeaders, ...keptByNobody },
      },
    },
    errors: ['RUN_NOT_FOUND'],
  }),
  cancelScanRun: route({
    area: 'D',
    method: 'POST',
    path: '/api/scan-runs/:runId/cancel',
    operationId: 'cancelScanRun',
    summary: 'Call a run off',
    description:
      'Pages that are done stay; queued ones are taken out, running ones stopped. Once more changes nothing.',
    auth: 'key',
    params,
    answers: {
      200: { description: 'The run, canceled.', schema: Run, example: { ...runExample, state: 'canceled' } },
    },
    errors: ['RUN_NOT_FOUND', 'STATE_CONFLICT'],
  }),
  compareScanRuns: route({
    area: 'D',
    method: 'GET',
    path: '/api/scan-runs/:runId/compare/:other',
    operationId: 'compareScanRuns',
    summary: 'What has changed from one run to another',
    description:
      'Of the pages that both runs have scanned: issues that other has and runId has not (new), the reverse (fixed), those in both ' +
      '(persisting), and those whose markup stands elsewhere now (moved). Violations alone are compared: practice, warnings and waived issues are left out.',
    auth: 'key',
    params: { runId: 'The earlier run.', other: 'The later run.' },
    answers: { 200: { description: 'The comparison.', schema: RunComparison, example: runComparisonExample } },
    errors: ['RUN_NOT_FOUND'],
  }),
  streamScanRunEvents: route({
    area: 'D',
    method: 'GET',
    path: '/api/scan-runs/:runId/events',
    operationId: 'streamScanRunEvents',
    summary: 'Follow a run',
    description:
      'Server-sent events. progress: the run as GET /api/scan-runs/{runId} gives it, at once and whenever it has changed; its id is the ' +
      'count of pages that have ended. end: the same for the last time, then the stream closes. A stream that closes ' +
      'without end is to be opened again. Comments keep the connection awake. ' +
      'error: the key was revoked or has expired; the stream closes within a second of that.',
    auth: 'key',
    params,
    answers: {
      200: {
        description: 'The events.',
        type: 'text/event-stream',
        example: eventText({ event: 'progress', id: 1, data: JSON.stringify(runExample) }),
        headers: streamHeaders,
      },
    },
    errors: ['RUN_NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
  }),
}
