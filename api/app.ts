/** Mounts everything under its base path. Listens to nothing, so tests can call it. */
import { Elysia } from 'elysia'
import { addressOf } from '#api/doors/address'
import type { Endpoint, Mount } from '#api/doors/endpoint'
import { type AreaHeaders, type Doors, type Serve, serveWith } from '#api/doors/request'
import { mountJobs } from '#api/jobs/index'
import { describeApi } from '#api/openapi'
import type { Room } from '#api/room'
import { mountService } from '#api/service/index'
import { mountTraces, traceHeaders } from '#api/traces/index'
import { methodNotAllowed, notFound } from '#shared/errors'

const noHeaders: AreaHeaders = () => ({})

/** One line per area: what it mounts, and the headers of all its answers. */
const areas = { A: { mount: mountTraces, headers: traceHeaders } } as const

export function makeApp(room: Room, doors: Doors) {
  const areaMounts = room.config.areas.map((name) => ({ mount: areas[name].mount(room), headers: areas[name].headers }))
  const beside: { mount: Mount; headers: AreaHeaders }[] = [
    { mount: mountJobs(room), headers: noHeaders },
    { mount: mountService(room, () => describeApi(all.map(({ mount }) => mount))), headers: noHeaders },
  ]
  const all = [...areaMounts, ...beside]
  // Elysia would look for the path behind the 11th character of the URL and so miss it behind a host as short as `api`.
  const app = new Elysia({ strictPath: false, normalize: false, handler: { standardHostname: false } })

  for (const { mount, headers } of all) {
    for (const [path, endpoints] of Map.groupBy(mount.endpoints, (endpoint) => endpoint.path)) {
      for (const endpoint of endpoints)
        route(app, endpoint.method, mount.basePath + path, serveWith(doors, mount, endpoint, headers))
      const allowed = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const refusal = refusing(path, (request) => methodNotAllowed(request.method, allowed))
      route(app, 'ALL', mount.basePath + path, serveWith(doors, mount, refusal, headers))
    }
  }
  // A path that nobody has belongs to the area whose base path it is under, the longest first.
  const byLength = areaMounts.toSorted((a, b) => b.mount.basePath.length - a.mount.basePath.length)
  const nowhere = refusing('*', (request) => notFound(addressOf(request).pathname))
  const lost = byLength.map(({ mount, headers }) => ({
    basePath: mount.basePath,
    serve: serveWith(doors, mount, nowhere, headers),
  }))
  const elsewhere = serveWith(doors, { name: 'service', basePath: '', endpoints: [] }, nowhere, noHeaders)
  route(app, 'ALL', '/*', (request, params, setIdleTimeout) => {
    const pathname = URL.parse(request.url)?.pathname ?? request.url
    const serve =
      lost.find(({ basePath }) => basePath === '' || pathname.startsWith(`${basePath}/`))?.serve ?? elsewhere
    return serve(request, params, setIdleTimeout)
  })
  return app
}

/** A route that only refuses, but passes the same doors' way out as any other. */
const refusing = (path: string, refusal: (request: Request) => Error): Endpoint => ({
  method: 'GET',
  path,
  summary: 'refuses',
  auth: 'none',
  responses: {},
  handler: ({ request }) => {
    throw refusal(request)
  },
})

/**
 * Registers a route whose body Elysia leaves alone. Our doors read it, after the key and the limit were checked, with
 * the checks that a store of evidence needs; Elysia would parse it for anybody, coerce "5" to 5 and answer 422.
 */
function route(app: Elysia, method: string, path: string, serve: Serve): void {
  app.route(
    method,
    path || '/',
    // A path without parameters comes with no params at all.
    ({ request, params = {}, server }) => serve(request, params, (seconds) => server?.timeout(request, seconds)),
    { parse: 'none' },
  )
}
