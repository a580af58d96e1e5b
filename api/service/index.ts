/** What operators and developers ask of the service itself: alive, ready, metrics, the API's description and its pages. */
import { Type as t } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import { type Answer, type Endpoint, endpoint, json, type Mount } from '#api/http/endpoint'
import { docsAsset, docsPage } from '#api/service/docs'
import type { Reader } from '#db/client'
import { knownMigrations } from '#db/migrate'
import { missingGuards } from '#db/queries/evidence'
import { queueDepths } from '#db/queries/jobs'
import { type LogPulse, ledgerSilentSeconds, logPulse } from '#db/queries/log'
import { appliedMigrations, connectionCounts, workersAndNotes } from '#db/queries/processes'
import { Live, Ready } from '#shared/contracts/about'
import { areasOfJob, jobNames } from '#shared/jobs/index'
import { notFound } from '#shared/kernel/errors/request'
import { exposition, storeGauges } from '#shared/kernel/metrics'

/** @param describe the OpenAPI document of everything that is mounted, this included. */
export function mountService(room: AppContext, describe: () => unknown): Mount {
  return { name: 'service', basePath: '', endpoints: serviceEndpoints(room, describe) }
}

const noWorkers: Awaited<ReturnType<typeof workersAndNotes>> = { workers: new Map(), notes: { has: {}, lacks: {} } }

const waitingAtMostSeconds = 10

/** Why the log does not go on, if it does not: a ledger that is stopped says nothing of it itself. */
function stoppedLedger(pulse: LogPulse | undefined): string | undefined {
  if (!pulse) return undefined
  const { ledgers, waiting_seconds: waiting } = pulse
  if (ledgers === 0) return `no process writes the evidence log: none has spoken for ${ledgerSilentSeconds} s`
  if (waiting <= waitingAtMostSeconds) return undefined
  return `the evidence log stands still: its oldest entry to come has waited for ${Math.round(waiting)} s`
}

function serviceEndpoints(room: AppContext, describe: () => unknown): Endpoint[] {
  const { read, log } = room
  let document: string | undefined

  async function missing(sql: Reader): Promise<{ what: string; why: string; isVital: boolean }[]> {
    const found: { what: string; why: string; isVital: boolean }[] = []
    const applied = await appliedMigrations(sql)
    const known = knownMigrations()
    if (applied < known) found.push({ what: 'migrations', why: `${applied} of ${known} are applied`, isVital: true })
    else {
      for (const guard of await missingGuards(sql)) {
        found.push({ what: 'evidence guard', why: `the database lacks ${guard}`, isVital: false })
      }
    }
    return found
  }

  return [
    endpoint({
      method: 'GET',
      path: '/livez',
      operationId: 'getLiveness',
      summary: 'Whether the process lives',
      description: 'For whoever restarts processes. It asks nothing of the store.',
      auth: 'none',
      responses: { 200: { description: 'It does.', schema: Live, example: { status: 'ok' } } },
      handler: () => json(200, { status: 'ok' }),
    }),
    endpoint({
      method: 'GET',
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Whether calls can be answered, and what is missing',
      description:
        'degraded: this process serves, but something beside it is missing, such as a worker for a job type.',
      auth: 'none',
      responses: {
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
      async handler(): Promise<Answer> {
        if (room.drain.isLeaving) {
          return json(503, {
            status: 'unavailable',
            missing: [{ what: 'process', why: 'it is stopping' }],
            workers: {},
          })
        }
        try {
          const { gaps, workers, notes, pulse } = await read((sql) =>
            (async () => {
              const gaps = await missing(sql)
              if (gaps.some((gap) => gap.isVital)) return { gaps, ...noWorkers, pulse: undefined }
              return { gaps, ...(await workersAndNotes(sql)), pulse: await logPulse(sql) }
            })(),
          )
          const counts = Object.fromEntries(jobNames.map((name) => [name, workers.get(name) ?? 0]))
          for (const name of jobNames) {
            const isAsked = areasOfJob[name].some((area) => room.config.areas.includes(area))
            if (isAsked && !workers.get(name))
              gaps.push({ what: 'worker', why: `no process does ${name}`, isVital: false })
          }
          const halt = room.governance.halt()
          if (halt) gaps.push({ what: 'writes', why: `halted, reads stay open: ${halt.reason}`, isVital: false })
          const stopped = stoppedLedger(pulse)
          const { ledger, ...others } = notes.has
          if (stopped && !notes.lacks['ledger']) gaps.push({ what: 'ledger', why: stopped, isVital: false })
          const uses = stopped || ledger === undefined ? others : notes.has
          for (const [what, why] of Object.entries(notes.lacks)) gaps.push({ what, why, isVital: false })
          const isVital = gaps.some((gap) => gap.isVital)
          return json(isVital ? 503 : 200, {
            status: isVital ? 'unavailable' : gaps.length > 0 ? 'degraded' : 'ready',
            missing: gaps.map(({ what, why }) => ({ what, why })),
            workers: counts,
            uses,
          })
        } catch (error) {
          log.warn({ err: error }, 'not ready')
          return json(
            503,
            { status: 'unavailable', missing: [{ what: 'store', why: 'the database does not answer' }], workers: {} },
            { 'Retry-After': '2' },
          )
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/metrics',
      operationId: 'getMetrics',
      summary: 'Prometheus metrics of every process',
      description:
        'Requests by route and status, jobs by queue and state, waiting and running times, connections, and what each process uses.',
      auth: 'operator',
      responses: {
        200: {
          description: 'Text exposition format.',
          type: 'text/plain',
          example: 'assay_jobs{job="generate-tree",state="created"} 0\n',
        },
      },
      async handler(): Promise<Answer> {
        const [processes, depths, connections, pulse] = await read((sql) =>
          Promise.all([exposition(sql), queueDepths(sql, jobNames), connectionCounts(sql), logPulse(sql)]),
        )
        const content = `${processes}\n${await storeGauges(jobNames, { depths, connections, pulse })}`
        return { status: 200, raw: { content, type: 'text/plain; version=0.0.4; charset=utf-8' } }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/openapi.json',
      operationId: 'getOpenApiDocument',
      summary: 'This API as OpenAPI 3.1',
      description:
        'Of everything that is mounted here, under its base paths. It changes with a release or a setting only.',
      auth: 'none',
      responses: {
        200: {
          description: 'The document.',
          schema: t.Record(t.String(), t.Unknown()),
          example: { openapi: '3.1.0', info: { title: 'Assay' }, paths: {} },
        },
      },
      handler(): Answer {
        document ??= JSON.stringify(describe())
        return { status: 200, raw: { content: document, type: 'application/json; charset=utf-8' } }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/docs',
      operationId: 'getReference',
      summary: 'This API as a page',
      description: 'Swagger UI over /openapi.json, out of this service alone: no file comes from elsewhere.',
      auth: 'none',
      responses: {
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
      handler: (call): Answer =>
        call.path.endsWith('/') ? { status: 308, headers: { Location: '../docs' } } : docsPage(),
    }),
    endpoint({
      method: 'GET',
      path: '/docs/:asset',
      operationId: 'getReferenceFile',
      summary: 'An asset of the page',
      description: 'Scripts, styles and the icon that the page at /docs loads; nothing else.',
      auth: 'none',
      params: { asset: 'A file of the page.' },
      responses: {
        200: {
          description: 'The file.',
          type: 'text/javascript',
          example: 'SwaggerUIBundle({});\n',
          alsoAs: { 'text/css': 'body {}\n', 'image/png': null },
          headers: { 'Cache-Control': 'public, max-age=86400' },
        },
      },
      errors: ['NOT_FOUND'],
      handler(call): Answer {
        const asset = docsAsset(call.params['asset'] ?? '')
        if (!asset) throw notFound(call.path)
        return asset
      },
    }),
  ]
}
