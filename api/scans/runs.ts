/** Runs: many pages scanned as one, from a list, a sitemap or a crawl; how they fare, what they found, what has changed. */

import type { AppContext } from '#api/http/context'
import { pageCursor, placeCursor, readPageCursor, readPlaceCursor } from '#api/http/cursor'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { streamText } from '#api/http/stream-text'
import { verbContext } from '#api/http/verb-context'
import type { HttpRequest } from '#api/http/wire'
import { runBodies, runBody, runOf } from '#api/scans/find-run'
import type { PageOutcome } from '#api/scans/formats/about'
import { presentOutcome, presentResult } from '#api/scans/present-run'
import { reportFile } from '#api/scans/report-file'
import { readReport } from '#api/scans/scan'
import { listRuns, type RunRow } from '#db/queries/runs'
import { provenRunPages } from '#shared/evidence/sealed/runs'
import { provenScansOf } from '#shared/evidence/sealed/scans'
import type { RunSettings } from '#shared/jobs/scan-page'
import { runRoutes } from '#shared/routes/runs'
import { cancelScanRun } from '#shared/scans/cancel-run'
import { compareScanRuns } from '#shared/scans/comparison'
import { submitRun } from '#shared/scans/submit-run'

const resultsAtOnce = 1000
const reportsAtOnce = 50

export function runsEndpoints(room: AppContext): Endpoint[] {
  const { read, readLong, log, config } = room

  async function* resultLines(run: RunRow): AsyncGenerator<string> {
    let after = -1
    for (;;) {
      const rows = await provenRunPages(room, run, after, resultsAtOnce)
      yield rows.map((row) => `${JSON.stringify(presentResult(row))}\n`).join('')
      const last = rows.at(-1)
      if (!last || rows.length < resultsAtOnce) return
      after = last.page
    }
  }

  async function* outcomesOf(run: RunRow): AsyncGenerator<PageOutcome> {
    let after = -1
    for (;;) {
      const rows = await provenRunPages({ read: readLong, signer: room.signer }, run, after, reportsAtOnce)
      const scanned = rows.filter(({ state }) => state === 'succeeded').map(({ job_id }) => job_id)
      const scans = await readLong((sql) => provenScansOf(sql, room.signer, scanned))
      for (const row of rows) {
        const scan = scans.get(row.job_id)
        yield presentOutcome(row, scan && readReport(scan.report))
      }
      const last = rows.at(-1)
      if (!last || rows.length < reportsAtOnce) return
      after = last.page
    }
  }

  return [
    bind(runRoutes.createScanRun, async (call) => {
      const row = await submitRun(verbContext(room, call, 'D'), call.body)
      return json(202, await runBody(room, row), { Location: `${config.basePaths.D}/api/scan-runs/${row.run_id}` })
    }),
    bind(runRoutes.listScanRuns, async (call) => {
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
    }),
    bind(runRoutes.getScanRun, async (call) => json(200, await runBody(room, await runOf(room, call)))),
    bind(runRoutes.listScanRunResults, async (call) => {
      const { limit, cursor } = call.query
      const after = readPageCursor(cursor)
      const run = await runOf(room, call)
      if (isNdjsonWanted(call.request)) {
        const content = await streamText(resultLines(run), { log, requestId: call.requestId, what: 'results' })
        return {
          status: 200,
          raw: { content, type: 'application/x-ndjson; charset=utf-8' },
          headers: { Vary: 'Accept', 'Cache-Control': 'private, no-store' },
        }
      }
      const rows = await provenRunPages(room, run, after, limit + 1)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const body = { results: shown.map(presentResult), nextCursor: last ? pageCursor(last.page) : null }
      return json(200, body, { Vary: 'Accept' })
    }),
    bind(runRoutes.getScanRunReport, async (call) => {
      const { format = 'json' } = call.query
      const run = await runOf(room, call)
      const file = reportFile(format, `scan-run-${run.run_id}`)
      const about = { standard: settingsOf(run).standard, createdAt: run.created_at.toISOString() }
      const pieces = file.render(outcomesOf(run), { title: `Run ${run.run_id}`, run: about })
      const content = await streamText(pieces, { log, requestId: call.requestId, what: `run as ${format}` })
      const headers = { ...file.headers, 'Cache-Control': 'private, no-store' }
      return { status: 200, raw: { content, type: file.type }, headers }
    }),
    bind(runRoutes.cancelScanRun, async (call) => {
      const run = await cancelScanRun(verbContext(room, call, 'D'), call.params.runId)
      return json(200, await runBody(room, run))
    }),
    bind(runRoutes.compareScanRuns, async (call) => {
      const { runId, other } = call.params
      return json(
        200,
        await readLong((sql) => compareScanRuns({ sql, signer: room.signer }, callerOf(call).orgId, runId, other)),
      )
    }),
  ]
}

/** Written by POST /api/scan-runs and by nobody else. */
const settingsOf = (run: RunRow) => run.request as RunSettings

const isNdjsonWanted = (request: HttpRequest) =>
  (request.headers.get('accept') ?? '')
    .split(',')
    .some((range) => range.split(';')[0]?.trim().toLowerCase() === 'application/x-ndjson')
