/** Small servers of GitLab's and Gitea's API: a state that tests change, and the routes that adapters ask. Each answer has a tag. */
import { createHash } from 'node:crypto'
import type { Server } from 'bun'

type Json = Record<string, unknown>
/** By path under the API, without its query; or how it answers the query. */
export type ForgeState = Record<string, Json | Json[] | ((query: URLSearchParams) => Json | Json[])>

export type ForgeServer = {
  url: string
  state: ForgeState
  /** Every request, as `GET /user 200`. */
  requests: string[]
  stop: () => Promise<void>
}

/** @param token as it comes in `authorization`, with its scheme. */
export function startForge(root: '/api/v4' | '/api/v1', token: string, state: ForgeState): ForgeServer {
  const requests: string[] = []

  function answered(request: Request, path: string, query: URLSearchParams): Response {
    if (request.headers.get('authorization') !== token) return Response.json({ message: 'no' }, { status: 401 })
    const held = state[path]
    if (held === undefined) return Response.json({ message: 'Not Found' }, { status: 404 })
    const value = typeof held === 'function' ? held(query) : held
    if (!Array.isArray(value)) return tagged(request, value)
    const size = Number(query.get('per_page') ?? query.get('limit') ?? 20)
    const page = Number(query.get('page') ?? 1)
    const link = page * size < value.length ? { link: `<https://elsewhere.test/?page=${page + 1}>; rel="next"` } : {}
    return tagged(request, value.slice((page - 1) * size, page * size), link)
  }

  const server: Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const path = pathname.slice(root.length)
      const answer = answered(request, path, searchParams)
      requests.push(`${request.method} ${path} ${answer.status}`)
      return answer
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, state, requests, stop: () => server.stop(true) }
}

function tagged(request: Request, value: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(value)
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
  return new Response(text, { headers: { 'content-type': 'application/json', etag, ...headers } })
}
