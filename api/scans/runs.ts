/** Runs: many pages scanned as one, from a list, a sitemap or a crawl; how they fare, what they found, what has changed. */

import { Type as t } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import { pageCursor, placeCursor, readPageCursor, readPlaceCursor } from '#api/http/cursor'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { keptByNobody } from '#api/http/etag'
import { verbContext } from '#api/http/verb-context'
import type { HttpRequest } from '#api/http/wire'
import { runBodies, runBody, runOf } from '#api/scans/find-run'
import type { PageOutcome } from '#api/scans/formats/about'
import { comparisonExample, presentOutcome, presentResult, runExample } from '#api/scans/present-run'
import { reportExample, reportExamples } from '#api/scans/report-example'
import { reportFile, reportHeaders } from '#api/scans/report-file'
import { readReport } from '#api/scans/scan'
import { streamText } from '#api/scans/stream'
import { ScanReport } from '#db/documents/scan-report'
import { listRunPages, listRuns, type RunRow } from '#db/queries/runs'
import { runReports } from '#db/queries/scans'
import {
  PageQuery,
  ReportQuery,
  Run,
  RunComparison,
  RunList,
  RunRequest,
  type RunResult,
  RunResults,
} from '#shared/contracts/scans'
import type { RunSettings } from '#shared/jobs/scan-page'
import { cancelScanRun } from '#shared/scans/cancel-run'
import { compareScanRuns } from '#shared/scans/comparison'
import { submitRun } from '#shared/scans/submit-run'

const bodyBytes = 16 * 1024 * 1024
const resultsAtOnce = 1000
const reportsAtOnce = 50

const params = { runId: 'From POST /api/scan-runs.' }
const resultExample: RunResult = {
  url: 'https://example.com/',
  scanId: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  state: 'succeeded',
  score: 87,
  compliance: 'fail',
  issueCount: 1,
  error: null,
}

export function runsEndpoints(room: AppContext): Endpoint[] {
  const { read, readLong, log, config } = room

  async function* resultLines(runId: string): AsyncGenerator<string> {
    let after = -1
    for (;;) {
      const rows = await read((sql) => listRunPages(sql, runId, after, resultsAtOnce))
      yield rows.map((row) => `${JSON.stringify(presentResult(row))}\n`).join('')
      const last = rows.at(-1)
      if (!last || rows.length < resultsAtOnce) return
      after = last.page
    }
  }

  async function* outcomesOf(runId: string): AsyncGenerator<PageOutcome> {
    let after = -1
    for (;;) {
      const rows = await readLong((sql) => runReports(sql, runId, after, reportsAtOnce))
      for (const row of rows) yield presentOutcome(row, readReport)
      const last = rows.at(-1)
      if (!last || rows.length < reportsAtOnce) return
      after = last.page
    }
  }

  return [
    endpoint({
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
        limitBytes: bodyBytes,
        example: { urls: ['https://example.com/', 'https://example.com/about'], standard: 'WCAG 2.2 AA' },
      },
      responses: {
        202: {
          description: 'The run.',
          schema: Run,
          example: { ...runExample, state: 'queued' },
          headers: { Location: 'The run.' },
        },
      },
      errors: ['ADDRESS_REFUSED', 'RATE_LIMIT_EXCEEDED'],
      async handler(call): Promise<Answer> {
        const row = await submitRun(verbContext(room, call, 'D'), call.body)
        return json(202, await runBody(room, row), { Location: `${config.basePaths.D}/api/scan-runs/${row.run_id}` })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/scan-runs',
      operationId: 'listScanRuns',
      summary: 'List runs, newest first',
      description: 'Those of the organisation of the key, with their progress.',
      auth: 'key',
      query: PageQuery,
      responses: {
        200: { description: 'A page of runs.', schema: RunList, example: { runs: [runExample], nextCursor: null } },
      },
      async handler(call): Promise<Answer> {
        const { limit, cursor } = call.query
        const place = readPlaceCursor(cursor)
        const before = place && { createdAt: place.createdAt, runId: place.id }
        const rows = await read((sql) => listRuns(sql, { orgId: callerOf(call).orgId, before, limit: limit + 1 }))
        const shown = rows.slice(0, limit)
        const last = rows.length > limit ? shown.at(-1) : undefined
        return json(200, {
          runs: await runBodies(room, shown),
          nextCursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.run_id }) : null,
        })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/scan-runs/:runId',
      operationId: 'getScanRun',
      summary: 'How a run fares',
      description: 'Its progress, its scores so far, and the rules that most of its pages break.',
      auth: 'key',
      params,
      responses: { 200: { description: 'The run.', schema: Run, example: runExample } },
      errors: ['RUN_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        return json(200, await runBody(room, await runOf(room, call)))
      },
    }),
    endpoint({
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
      responses: {
        200: {
          description: 'A page of results.',
          schema: RunResults,
          example: { results: [resultExample], nextCursor: null },
          alsoAs: { 'application/x-ndjson': `${JSON.stringify(resultExample)}\n` },
          headers: { Vary: 'Accept', 'Cache-Control': 'no-store, of a stream.' },
        },
      },
      errors: ['RUN_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const { limit, cursor } = call.query
        const after = readPageCursor(cursor)
        const { run_id: runId } = await runOf(room, call)
        if (isNdjsonWanted(call.request)) {
          const content = await streamText(resultLines(runId), { log, requestId: call.requestId, what: 'results' })
          return {
            status: 200,
            raw: { content, type: 'application/x-ndjson; charset=utf-8' },
            headers: { Vary: 'Accept', 'Cache-Control': 'private, no-store' },
          }
        }
        const rows = await read((sql) => listRunPages(sql, runId, after, limit + 1))
        const shown = rows.slice(0, limit)
        const last = rows.length > limit ? shown.at(-1) : undefined
        const body = { results: shown.map(presentResult), nextCursor: last ? pageCursor(last.page) : null }
        return json(200, body, { Vary: 'Accept' })
      },
    }),
    endpoint({
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
      responses: {
        200: {
          description: 'The file.',
          schema: t.Array(ScanReport),
          example: [reportExample],
          alsoAs: reportExamples,
          headers: { ...reportHeaders, ...keptByNobody },
        },
      },
      errors: ['RUN_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const { format = 'json' } = call.query
        const run = await runOf(room, call)
        const file = reportFile(format, `scan-run-${run.run_id}`)
        const about = { standard: settingsOf(run).standard, createdAt: run.created_at.toISOString() }
        const pieces = file.render(outcomesOf(run.run_id), { title: `Run ${run.run_id}`, run: about })
        const content = await streamText(pieces, { log, requestId: call.requestId, what: `run as ${format}` })
        const headers = { ...file.headers, 'Cache-Control': 'private, no-store' }
        return { status: 200, raw: { content, type: file.type }, headers }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/scan-runs/:runId/cancel',
      operationId: 'cancelScanRun',
      summary: 'Call a run off',
      description:
        'Pages that are done stay; queued ones are taken out, running ones stopped. Once more changes nothing.',
      auth: 'key',
      params,
      responses: {
        200: { description: 'The run, canceled.', schema: Run, example: { ...runExample, state: 'canceled' } },
      },
      errors: ['RUN_NOT_FOUND', 'STATE_CONFLICT'],
      async handler(call): Promise<Answer> {
        const run = await cancelScanRun(verbContext(room, call, 'D'), call.params['runId'] ?? '')
        return json(200, await runBody(room, run))
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/scan-runs/:runId/compare/:other',
      operationId: 'compareScanRuns',
      summary: 'What has changed from one run to another',
      description:
        'Of the pages that both runs have scanned: issues that other has and runId has not (new), the reverse (fixed), those in both ' +
        '(persisting), and those whose markup stands elsewhere now (moved). Warnings and waived issues are left out.',
      auth: 'key',
      params: { runId: 'The earlier run.', other: 'The later run.' },
      responses: { 200: { description: 'The comparison.', schema: RunComparison, example: comparisonExample } },
      errors: ['RUN_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const { runId = '', other = '' } = call.params
        return json(200, await readLong((sql) => compareScanRuns(sql, callerOf(call).orgId, runId, other)))
      },
    }),
  ]
}

/** Written by POST /api/scan-runs and by nobody else. */
const settingsOf = (run: RunRow) => run.request as RunSettings

const isNdjsonWanted = (request: HttpRequest) =>
  (request.headers.get('accept') ?? '')
    .split(',')
    .some((range) => range.split(';')[0]?.trim().toLowerCase() === 'application/x-ndjson')
