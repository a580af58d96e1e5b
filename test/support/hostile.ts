/** Pages that do what pages should not, one per path, for those who must survive them. */
import type { Socket, TCPSocketListener } from 'bun'
import { selfSigned } from '#test/support/certificate'

/** How a scan of it ends: refused for this reason, with a report, or either way as long as it ends. */
type Ending = { reason: string[] } | 'report' | 'any'

/** Each kind of hostile page, and how its scan is to end. */
export const hostileKinds: Record<string, Ending> = {
  'loop-before-load': { reason: ['timeout'] },
  'loop-after-load': { reason: ['timeout'] },
  'memory-bomb': { reason: ['crashed', 'timeout'] },
  'many-elements': { reason: ['timeout'] },
  'endless-stream': { reason: ['timeout'] },
  'never-answers': { reason: ['timeout'] },
  'redirect-loop': { reason: ['too_many_redirects'] },
  popups: 'report',
  dialogs: 'report',
  beforeunload: 'report',
  'self-navigation': { reason: ['unstable', 'timeout'] },
  download: { reason: ['not_html'] },
  'renderer-crash': { reason: ['crashed', 'timeout'] },
  'huge-response': { reason: ['too_large', 'timeout'] },
  'broken-certificate': { reason: ['certificate'] },
  'half-open': { reason: ['timeout'] },
  workers: 'any',
  setters: 'any',
  mutate: 'any',
  // An older build of the browser crashes, a newer one refuses the page its memory.
  crash: 'any',
  bigtitle: 'any',
  'loop-in-frame': 'any',
}

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`
const scripted = (script: string) => page(`<script>${script}</script>`)

const pages: Record<string, () => string> = {
  'loop-before-load': () => scripted('for (;;) {}'),
  'loop-after-load': () => scripted('addEventListener("load", () => setTimeout(() => { for (;;) {} }, 10))'),
  'memory-bomb': () =>
    scripted(
      'const held = []; setInterval(() => { for (let i = 0; i < 200; i++) held.push(new Array(1e6).fill(i + 0.5)) }, 1)',
    ),
  'many-elements': () => page(`<p>${'<a href="#"><i><b>x</b></i></a>'.repeat(200_000)}</p>`),
  popups: () => scripted('for (let i = 0; i < 50; i++) open("/plain?" + i)'),
  dialogs: () =>
    scripted('alert(1); confirm(2); prompt(3); addEventListener("load", () => setTimeout(() => alert(4), 20))'),
  beforeunload: () =>
    scripted('addEventListener("beforeunload", (event) => { event.preventDefault(); return "stay" })'),
  'self-navigation': () => scripted('setInterval(() => { location.href = "/self-navigation?" + Math.random() }, 15)'),
  'renderer-crash': () =>
    scripted('const held = []; for (;;) { const b = new Uint8Array(1 << 28); b.fill(1); held.push(b) }'),
  workers: () =>
    scripted(
      'const busy = URL.createObjectURL(new Blob(["for (;;) {}"])); for (let i = 0; i < 40; i++) new Worker(busy)',
    ),
  setters: () =>
    scripted(
      `const slow = () => { const end = performance.now() + 20; while (performance.now() < end); }
       for (const owner of [Node, Element, HTMLElement, Document])
         for (const [name, each] of Object.entries(Object.getOwnPropertyDescriptors(owner.prototype)))
           if (each.get && each.configurable)
             Object.defineProperty(owner.prototype, name, { ...each, get() { slow(); return each.get.call(this) } })
       for (const name of ['then', 'length', 'value'])
         Object.defineProperty(Object.prototype, name, { configurable: true, set() { slow() }, get() { slow() } })`,
    ),
  mutate: () =>
    scripted(
      `const change = () => { for (let i = 0; i < 2000; i++) { const p = document.createElement('p'); p.innerHTML = '<a href=x><img>' + i + '</a>'; document.body.append(p) }
       while (document.body.childElementCount > 4000) document.body.lastElementChild.remove() }
       new MutationObserver(change).observe(document, { subtree: true, childList: true }); setInterval(change, 1)`,
    ),
  crash: () =>
    scripted('const held = []; for (let n = 0; ; n++) held.push(new ArrayBuffer(2 ** 30), "x".repeat(2 ** 28) + n)'),
  bigtitle: () => page('', `<script>document.title = 'long '.repeat(20_000_000)</script>`),
  'loop-in-frame': () => page('<iframe srcdoc="<script>for (;;) {}</script>"></iframe>'),
  plain: () => page('<p>Nothing odd here.</p>'),
}

export type HostileSite = {
  /** The address of a kind of page, or of `plain`. */
  urlOf: (kind: string) => string
  ports: number[]
  stop: () => void
}

export function openHostileSite(): HostileSite {
  const web = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 120,
    fetch: (request) => answer(new URL(request.url).pathname.slice(1)),
  })
  const tls = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: selfSigned, fetch: () => html(page('')) })
  const silent: TCPSocketListener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const halfOpen: TCPSocketListener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket: Socket) =>
        void socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n<!doctype html><p>',
        ),
    },
  })
  const servers = { 'broken-certificate': tls, 'never-answers': silent, 'half-open': halfOpen }
  return {
    urlOf(kind) {
      const own = Object.entries(servers).find(([name]) => name === kind)?.[1]
      const scheme = kind === 'broken-certificate' ? 'https' : 'http'
      return `${scheme}://127.0.0.1:${(own ?? web).port}/${kind}`
    },
    ports: [web, tls, silent, halfOpen].map((server) => server.port ?? 0),
    stop() {
      void web.stop(true)
      void tls.stop(true)
      silent.stop(true)
      halfOpen.stop(true)
    },
  }
}

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })

function answer(kind: string): Response {
  if (kind === 'redirect-loop') return Response.redirect('/redirect-loop', 302)
  if (kind === 'download')
    return new Response('x'.repeat(1000), {
      headers: { 'content-disposition': 'attachment; filename=a.zip', 'content-type': 'application/zip' },
    })
  if (kind === 'endless-stream')
    return new Response(stream('<p>more</p>', 50), { headers: { 'content-type': 'text/html' } })
  if (kind === 'huge-response')
    return new Response(stream(`<p>${'huge '.repeat(200_000)}</p>`, 0), { headers: { 'content-type': 'text/html' } })
  const make = pages[kind]
  return make ? html(make()) : new Response('no such page', { status: 404 })
}

/** The same chunk again and again, until nobody reads any more. */
function stream(chunk: string, pauseMs: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(chunk)
  let isFirst = true
  return new ReadableStream({
    async pull(controller) {
      if (isFirst)
        controller.enqueue(new TextEncoder().encode('<!doctype html><html lang="en"><title>A page</title><body>'))
      isFirst = false
      if (pauseMs > 0) await Bun.sleep(pauseMs)
      controller.enqueue(bytes)
    },
  })
}
