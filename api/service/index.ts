/** What operators and developers ask of the service itself: alive, ready, metrics, the API's description and its pages. */
import type { AppContext } from '#api/http/context'
import { bind, type Endpoint, json, type Mount } from '#api/http/endpoint'
import { docsAsset, docsPage } from '#api/service/docs'
import { readiness } from '#api/service/readiness'
import { logPulse } from '#db/queries/log'
import { connectionCounts, workersAndNotes } from '#db/queries/processes'
import { queueDepths } from '#db/queries/queue'
import { jobNames } from '#shared/jobs/index'
import { notFound } from '#shared/kernel/errors/request'
import { Failures } from '#shared/kernel/failures'
import { exposition, storeGauges } from '#shared/kernel/metrics'
import { serviceRoutes } from '#shared/routes/service'

/** @param describe the OpenAPI document of everything that is mounted, this included. */
export function mountService(room: AppContext, describe: () => unknown): Mount {
  return { name: 'service', basePath: '', endpoints: serviceEndpoints(room, describe) }
}

function serviceEndpoints(room: AppContext, describe: () => unknown): Endpoint[] {
  let document: string | undefined
  const failures = new Failures((error) => room.log.warn({ err: error }, 'not ready, the database does not answer'))
  return [
    bind(serviceRoutes.getLiveness, () => json(200, { status: 'ok' })),
    bind(serviceRoutes.getReadiness, () => readiness(room, failures)),
    bind(serviceRoutes.getMetrics, async () => {
      const [processes, depths, connections, pulse, { notes }] = await room.read((sql) =>
        Promise.all([
          exposition(sql),
          queueDepths(sql, jobNames),
          connectionCounts(sql),
          logPulse(sql),
          workersAndNotes(sql),
        ]),
      )
      const maintained = 'maintenance' in notes.has
      const content = `${processes}\n${await storeGauges(jobNames, { depths, connections, pulse, maintained })}`
      return { status: 200, raw: { content, type: 'text/plain; version=0.0.4; charset=utf-8' } }
    }),
    bind(serviceRoutes.getOpenApiDocument, () => {
      document ??= JSON.stringify(describe())
      return { status: 200, raw: { content: document, type: 'application/json; charset=utf-8' } }
    }),
    bind(serviceRoutes.getReference, ({ path }) =>
      path.endsWith('/') ? { status: 308, headers: { Location: '../docs' } } : docsPage(),
    ),
    bind(serviceRoutes.getReferenceFile, ({ params, path }) => {
      const asset = docsAsset(params.asset)
      if (!asset) throw notFound(path)
      return asset
    }),
  ]
}
