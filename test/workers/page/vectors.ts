/** The ways in which a page can make its browser ask for an address, and the pages that try them all. */

/** Hosts that lead inside, in every spelling. The names are the test's own. */
export const insideHosts = (own: readonly string[]): string[] => [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.000.000.001',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '127%2e0%2e0%2e1',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '0x0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'inside.test',
  'inside.test.',
  '127.0.0.1.nip.test',
  'six.test',
  'mapped.test',
  'mixed.test',
  'zero.test',
  'alias.test',
  ...own.map((address) => (address.includes(':') ? `[${address}]` : address)),
]

export const insideNames: Record<string, string[]> = {
  'inside.test': ['127.0.0.1'],
  '127.0.0.1.nip.test': ['127.0.0.1'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'zero.test': ['0.0.0.0'],
  'alias.test': ['127.0.0.1', '127.0.0.2'],
}

/** What answers elsewhere, or nowhere: asked for all the same. */
export const metadataHosts = [
  '169.254.169.254',
  '[fd00:ec2::254]',
  '2852039166',
  '100.100.100.200',
  '168.63.129.16',
  '10.0.0.1',
  '192.168.0.1',
  '[fe80::1]',
]

type Target = { url: string; ws: string }

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const script = (code: string) => `<script>try { ${code} } catch {}</script>`
const text = (value: string) => JSON.stringify(value).replaceAll('<', '\\u003c')
const framed = (document: string) => `<iframe srcdoc="${html(document)}"></iframe>`
const worker = (code: string) => script(`new Worker(URL.createObjectURL(new Blob([${text(code)}])))`)
const styled = (css: string) => `<style>${css}</style>`

/** In a page of plain HTTP. Each gives a piece of it. */
export const plainWays: Record<string, (target: Target) => string> = {
  img: ({ url }) => `<img src="${url}">`,
  srcset: ({ url }) => `<img srcset="${url} 1x">`,
  picture: ({ url }) => `<picture><source srcset="${url}"><img></picture>`,
  'input-image': ({ url }) => `<input type="image" src="${url}">`,
  iframe: ({ url }) => `<iframe src="${url}"></iframe>`,
  embed: ({ url }) => `<embed src="${url}">`,
  object: ({ url }) => `<object data="${url}"></object>`,
  video: ({ url }) => `<video src="${url}" preload="auto"></video>`,
  poster: ({ url }) => `<video poster="${url}"></video>`,
  audio: ({ url }) => `<audio src="${url}" preload="auto"></audio>`,
  source: ({ url }) => `<video preload="auto"><source src="${url}"></video>`,
  track: ({ url }) =>
    `<video crossorigin><track default src="${url}" kind="captions"></video>${script(`document.querySelectorAll('track').forEach((t) => { t.track.mode = 'showing' })`)}`,
  script: ({ url }) => `<script src="${url}"></script>`,
  module: ({ url }) => `<script type="module" src="${url}"></script>`,
  stylesheet: ({ url }) => `<link rel="stylesheet" href="${url}">`,
  import: ({ url }) => styled(`@import url("${url}");`),
  background: ({ url }) => `<p style="background: url('${url}')">x</p>`,
  cursor: ({ url }) => `<p style="cursor: url('${url}'), auto">x</p>`,
  'list-style': ({ url }) => `<ul><li style="list-style-image: url('${url}')">x</li></ul>`,
  'border-image': ({ url }) => `<p style="border: 1px solid; border-image: url('${url}') 1">x</p>`,
  mask: ({ url }) => `<p style="mask-image: url('${url}')">x</p>`,
  content: ({ url }) => styled(`main::before { content: url("${url}") }`),
  font: ({ url }) =>
    `${styled(`@font-face { font-family: "${url}"; src: url("${url}") }`)}<p style="font-family: '${url}'">x</p>`,
  'svg-image': ({ url }) => `<svg><image href="${url}" width="9" height="9"/></svg>`,
  'svg-filter': ({ url }) =>
    `<svg><filter id="f"><feImage href="${url}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
  'body-background': ({ url }) => `<table background="${url}"><tr><td>x</td></tr></table>`,
  icon: ({ url }) => `<link rel="icon" href="${url}">`,
  manifest: ({ url }) => `<link rel="manifest" href="${url}">`,
  preload: ({ url }) => `<link rel="preload" as="image" href="${url}">`,
  modulepreload: ({ url }) => `<link rel="modulepreload" href="${url}">`,
  prefetch: ({ url }) => `<link rel="prefetch" href="${url}">`,
  preconnect: ({ url }) => `<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}">`,
  prerender: ({ url }) => `<link rel="prerender" href="${url}">`,
  'speculation-rules': ({ url }) =>
    `<script type="speculationrules">${JSON.stringify({ prefetch: [{ source: 'list', urls: [url], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: [url], eagerness: 'immediate' }] })}</script>`,
  'meta-refresh': ({ url }) => framed(`<meta http-equiv="refresh" content="0;url=${url}">`),
  'form-get': ({ url }) => framed(`<form action="${url}"></form><script>document.forms[0].submit()</script>`),
  'form-post': ({ url }) =>
    framed(
      `<form method="post" action="${url}"><input name="a" value="b"></form><script>document.forms[0].submit()</script>`,
    ),
  'frame-location': ({ url }) => framed(`<script>location.href = ${text(url)}</script>`),
  'javascript-url': ({ url }) => `<iframe src="${html(`javascript:location.replace(${text(url)})`)}"></iframe>`,
  'data-frame': ({ url }) => `<iframe src="${html(`data:text/html,<img src="${url}">`)}"></iframe>`,
  'blob-frame': ({ url }) =>
    script(
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['<img src="${url}">'], { type: 'text/html' })); document.body.append(f)`,
    ),
  'base-href': ({ url }) => framed(`<base href="${url}/"><img src="based">`),
  ping: ({ url }) =>
    script(
      `const a = document.createElement('a'); a.href = '#'; a.ping = ${text(url)}; document.body.append(a); a.click()`,
    ),
  open: ({ url }) => script(`open(${text(url)})`),
  'link-blank': ({ url }) =>
    script(
      `const a = document.createElement('a'); a.href = ${text(url)}; a.target = '_blank'; document.body.append(a); a.click()`,
    ),
  fetch: ({ url }) => script(`fetch(${text(url)}, { mode: 'no-cors' }).catch(() => 0)`),
  'fetch-cors': ({ url }) => script(`fetch(${text(url)}, { method: 'PUT', headers: { 'x-a': 'b' } }).catch(() => 0)`),
  keepalive: ({ url }) =>
    script(`fetch(${text(url)}, { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }).catch(() => 0)`),
  xhr: ({ url }) => script(`const x = new XMLHttpRequest(); x.open('GET', ${text(url)}); x.send()`),
  beacon: ({ url }) => script(`navigator.sendBeacon(${text(url)}, 'x')`),
  eventsource: ({ url }) => script(`new EventSource(${text(url)})`),
  websocket: ({ ws }) => script(`new WebSocket(${text(ws)})`),
  'dynamic-import': ({ url }) => script(`import(${text(url)}).catch(() => 0)`),
  fontface: ({ url }) => script(`new FontFace('f', 'url(' + ${text(url)} + ')').load().catch(() => 0)`),
  wasm: ({ url }) => script(`WebAssembly.compileStreaming(fetch(${text(url)})).catch(() => 0)`),
  'worker-fetch': ({ url }) => worker(`fetch(${text(url)}, { mode: 'no-cors' }).catch(() => 0)`),
  'worker-websocket': ({ ws }) => worker(`new WebSocket(${text(ws)})`),
  'worker-import': ({ url }) => worker(`importScripts(${text(url)})`),
  'worker-xhr': ({ url }) => worker(`const x = new XMLHttpRequest(); x.open('GET', ${text(url)}); x.send()`),
  'shared-worker': ({ url }) =>
    script(`new SharedWorker('/worker.js?' + encodeURIComponent(${text(`fetch(${text(url)}, { mode: 'no-cors' })`)}))`),
}
for (const status of [301, 302, 303, 307, 308]) {
  plainWays[`redirect-${status}`] = ({ url }) =>
    `<iframe src="/redirect?status=${status}&to=${encodeURIComponent(url)}"></iframe>`
  plainWays[`redirect-img-${status}`] = ({ url }) =>
    `<img src="/redirect?status=${status}&to=${encodeURIComponent(url)}">`
}

/** What only a secure page may do. Aimed by host and ports. */
export const secureWays: Record<
  string,
  (at: { host: string; tcpPort: number; udpPort: number; path: string }) => string
> = {
  webtransport: ({ host, udpPort, path }) =>
    script(
      `const t = new WebTransport('https://${host}:${udpPort}${path}'); t.ready.catch(() => 0); t.closed.catch(() => 0)`,
    ),
  'service-worker': ({ host, tcpPort, path }) =>
    script(
      `navigator.serviceWorker.register('/worker.js?' + encodeURIComponent(${text(`fetch('https://${host}:${tcpPort}${path}', { mode: 'no-cors' })`)})).catch(() => 0)`,
    ),
  'secure-websocket': ({ host, tcpPort, path }) => script(`new WebSocket('wss://${host}:${tcpPort}${path}')`),
  'secure-fetch': ({ host, tcpPort, path }) =>
    script(`fetch('https://${host}:${tcpPort}${path}', { mode: 'no-cors' }).catch(() => 0)`),
  'audio-worklet': ({ host, tcpPort, path }) =>
    script(`new AudioContext().audioWorklet.addModule('https://${host}:${tcpPort}${path}').catch(() => 0)`),
  stun: ({ host, udpPort }) => ice([{ urls: `stun:${host}:${udpPort}` }]),
  'turn-udp': ({ host, udpPort }) =>
    ice([{ urls: `turn:${host}:${udpPort}?transport=udp`, username: 'a', credential: 'b' }]),
  'turn-tcp': ({ host, tcpPort }) =>
    ice([{ urls: `turn:${host}:${tcpPort}?transport=tcp`, username: 'a', credential: 'b' }]),
  turns: ({ host, tcpPort }) =>
    ice([{ urls: `turns:${host}:${tcpPort}?transport=tcp`, username: 'a', credential: 'b' }]),
}

const ice = (servers: unknown) =>
  script(
    `const p = new RTCPeerConnection({ iceServers: ${JSON.stringify(servers)} }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o)).catch(() => 0); (window.peers ??= []).push(p)`,
  )

export const page = (pieces: readonly string[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fixture</title></head><body><main id="loaded">x</main>${pieces.join('\n')}</body></html>`
