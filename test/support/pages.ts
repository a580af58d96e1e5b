/** Pages to scan: a web server of the test's own, whose pages may change between scans. */

export type Pages = {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** What a service is to be started with, so that it may visit. */
  env: { EGRESS_ALLOW: string }
  /** Path to HTML; a function is called with the request. */
  pages: Map<string, string | ((request: Request) => Response | Promise<Response>)>
  stop: () => Promise<void>
}

/** A page without a fault of its own around this body. */
export const aPage = (body: string, title = 'A page'): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><main><h1>${title}</h1>\n${body}\n</main></body>\n</html>\n`

export function servePages(
  pages: Record<string, string | ((request: Request) => Response | Promise<Response>)> = {},
): Pages {
  const known: Pages['pages'] = new Map(Object.entries(pages))
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const page = known.get(new URL(request.url).pathname)
      if (typeof page === 'function') return page(request)
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return page === undefined ? new Response('none', { status: 404, headers }) : new Response(page, { headers })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    env: { EGRESS_ALLOW: `127.0.0.1/32:${server.port}` },
    pages: known,
    stop: () => server.stop(true),
  }
}
