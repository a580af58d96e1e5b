/** Mounts everything under its base path. Listens to nothing, so tests can call it. */

import { Elysia } from 'elysia'
import { mountAgents } from '#api/agents/index'
import { addressOf } from '#api/http/address'
import type { AppContext } from '#api/http/context'
import type { Endpoint, Mount } from '#api/http/endpoint'
import { type AreaHeaders, type Doors, type Serve, serveWith } from '#api/http/request'
import type { HttpRequest, WireRequest } from '#api/http/wire'
import { mountJobs } from '#api/jobs/index'
import { describeApi } from '#api/openapi'
import { mountScanning, scanningHeaders } from '#api/scans/index'
import { mountService } from '#api/service/index'
import { mountOrchestration, orchestrationHeaders } from '#api/tasks/index'
import { mountTraces, traceHeaders } from '#api/traces/index'
import { methodNotAllowed, notFound } from '#shared/kernel/errors/request'
import { restOf } from '#shared/routes/route'

const noHeaders: AreaHeaders = () => ({})

/** One line per area: what it mounts, and the headers of all its answers. */
const areas = {
  A: { mount: mountTraces, headers: () => traceHeaders },
  B: { mount: mountAgents, headers: () => noHeaders },
  C: { mount: mountOrchestration, headers: orchestrationHeaders },
  D: { mount: mountScanning, headers: () => scanningHeaders },
} as const

export function makeApp(room: AppContext, open: Doors) {
  const doors = { ...open, governance: room.governance }
  const areaMounts = room.config.areas.map((name) => ({
    mount: areas[name].mount(room),
    headers: areas[name].headers(room),
  }))
  const beside: { mount: Mount; headers: AreaHeaders }[] = [
    { mount: mountJobs(room), headers: noHeaders },
    { mount: mountService(room, () => describeApi(all.map(({ mount }) => mount))), headers: noHeaders },
  ]
  const all = [...areaMounts, ...beside]
  // Elysia would look for the path behind the 11th character of the URL and so miss it behind a host as short as `api`.
  const app = new Elysia({ strictPath: false, normalize: false, handler: { standardHostname: false } })

  for (const { mount, headers } of all) {
    for (const [path, endpoints] of Map.groupBy(mount.endpoints, ({ route }) => route.path)) {
      for (const endpoint of endpoints)
        addRoute(app, endpoint.route.method, mount.basePath + path, serveWith(doors, mount, endpoint, headers))
      const allowed = endpoints.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
      const refusal = refusing(mount, path, (request) => methodNotAllowed(request.method, allowed))
      addRoute(app, 'ALL', mount.basePath + path, serveWith(doors, mount, refusal, headers))
    }
  }
  const isNowhere = (request: HttpRequest) => notFound(addressOf(request).pathname)
  const lost = areaMounts.map(({ mount, headers }) => ({
    mount,
    serve: serveWith(doors, mount, refusing(mount, '*', isNowhere), headers),
  }))
  const beyond: Mount = { name: 'service', basePath: '', endpoints: [] }
  const elsewhere = serveWith(doors, beyond, refusing(beyond, '*', isNowhere), noHeaders)
  addRoute(app, 'ALL', '/*', (request, params) => {
    const pathname = URL.parse(request.url)?.pathname ?? '/'
    return (nearest(lost, pathname)?.serve ?? elsewhere)(request, params)
  })
  return app
}

/**
 * Whom a path belongs to that nobody has: the area with the longest base path it is under. Where areas share a base path,
 * the one whose own paths begin as it does (`/api/…` is area D's), else the first of them.
 */
function nearest<Lost extends { mount: Mount }>(lost: Lost[], pathname: string): Lost | undefined {
  const under = lost
    .filter(({ mount }) => pathname.startsWith(`${mount.basePath}/`))
    .toSorted((a, b) => b.mount.basePath.length - a.mount.basePath.length)
  const [first] = under
  const [, word] = pathname.slice(first?.mount.basePath.length).split('/')
  const closest = under.filter(({ mount }) => mount.basePath.length === first?.mount.basePath.length)
  return closest.find(({ mount }) => mount.endpoints.some(({ route }) => route.path.split('/')[1] === word)) ?? first
}

/**
 * A route that only refuses, but passes the same doors' way out as any other. Area D asks for a key even there: every
 * answer of it tells the caller's limit.
 */
const refusing = (mount: Mount, path: string, refusal: (request: HttpRequest) => Error): Endpoint => ({
  route: {
    method: 'GET',
    path,
    operationId: 'refuse',
    summary: 'refuses',
    description: 'refuses',
    auth: mount.area === 'D' ? 'key' : 'none',
    answers: {},
  },
  handler: ({ request }) => {
    throw refusal(request)
  },
})

/**
 * Registers a route. Elysia only finds it: our doors read the body, after the key and the limit were checked, with the
 * checks that a store of evidence needs, and the answer goes back through the request, which came off our own listener.
 */
export function addRoute(app: Elysia, method: string, path: string, serve: Serve): void {
  const rest = restOf(path)
  app.route(
    method,
    (rest === undefined ? path : path.replace(/:[^/]+$/, '*')) || '/',
    async ({ request, params = {} }) => {
      const asked = request as unknown as WireRequest
      await asked.answer(await serve(asked, rest === undefined ? params : withRest(params, rest)))
    },
    // A path without parameters comes with no params at all.
    { parse: 'none' },
  )
}

/** What is left of a path, which the router has under a star, by its name. */
const withRest = ({ '*': left = '', ...params }: Record<string, string>, name: string): Record<string, string> => ({
  ...params,
  [name]: left,
})
