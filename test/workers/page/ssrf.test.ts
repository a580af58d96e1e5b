/** Nothing inside is reached, whatever a page tries; and without our guard the same pages reach it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'bun'
import pino from 'pino'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { isVisitable, judgeUrl, readEgressAllow } from '#shared/kernel/addresses'
import { selfSigned } from '#test/support/certificate'
import { shareBrowser } from '#test/support/chromium'
import { type Canary, startCanary } from '#test/workers/page/canary'
import { type NameServer, startNameServer } from '#test/workers/page/name-server'
import { insideHosts, insideNames, metadataHosts, page, plainWays, secureWays } from '#test/workers/page/vectors'
import { openBrowser } from '#workers/page/browser'
import type { BrowserPool } from '#workers/page/browser-pool'
import { findBrowser } from '#workers/page/find'
import type { Visit } from '#workers/page/visit'

const own = Object.values(networkInterfaces())
  .flatMap((interfaces) => interfaces ?? [])
  .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
  .map(({ address }) => address)
const hosts = insideHosts(own)
// Each way with these; the first one also for the run without a guard.
const fewHosts = ['127.0.0.1', 'inside.test', '[::ffff:7f00:1]', 'localhost']
const waysOfAll = ['img', 'iframe', 'fetch', 'websocket', 'worker-fetch']

const dataDir = mkdtempSync(join(tmpdir(), 'assay-ssrf-'))
// Open to the browser's user, so that all of it lies here.
chmodSync(dataDir, 0o755)
const secret = join(dataDir, 'secret.txt')
const pages = new Map<string, string>()
const vectors = new Set<string>()

let canary: Canary
/** One per way, since most of them say nothing that a canary understands. */
const secureCanaries = new Map<string, Canary>()
let rebound: Canary
let dns: NameServer
let site: Server<undefined>
let secureSite: Server<undefined>
let attacker: Server<undefined>
let browser: BrowserPool

beforeAll(async () => {
  writeFileSync(secret, 'the secret of a file')
  canary = await startCanary()
  for (const way of Object.keys(secureWays)) secureCanaries.set(way, await startCanary())
  dns = await startNameServer()
  for (const [name, addresses] of Object.entries(insideNames)) dns.answer(name, addresses)
  for (const name of ['site.test', 'test.invalid']) dns.answer(name, ['127.0.0.1'])
  site = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: serve })
  secureSite = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: selfSigned, fetch: serve })
  // The attacker's own server stands where we may go; the same port inside is where the name turns to.
  attacker = Bun.serve({ port: 0, hostname: '127.0.0.3', fetch: serve })
  rebound = await startCanary(['127.0.0.1'], attacker.port)
  dns.answer('turn.test', (nth) => [nth === 0 ? '127.0.0.3' : '127.0.0.1'])
  dns.answer('rebind.test', (nth) => [nth === 0 ? '127.0.0.3' : '127.0.0.1'])
  for (let nth = 0; nth < 10; nth++)
    dns.answer(`flip${nth}.test`, (asked) => [asked % 2 === nth % 2 ? '127.0.0.3' : '127.0.0.1'])
  await shareBrowser(dataDir)
  browser = await openBrowser({
    settings: {
      dataDir,
      sandbox: 'auto',
      egress: {
        allow: readEgressAllow(`127.0.0.1:${site.port},127.0.0.1:${secureSite.port},127.0.0.3:${attacker.port}`),
        dnsServers: [dns.address],
      },
      limits: { requests: 5000, connections: 1000 },
      // The fixture's certificate alone.
      extraFlags: [`--ignore-certificate-errors-spki-list=${certificateHash()}`],
    },
    log: pino({ level: 'silent' }),
  })
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await Promise.all([site.stop(true), secureSite.stop(true), attacker.stop(true), canary.close(), rebound.close()])
  await Promise.all([...secureCanaries.values()].map((one) => one.close()))
  dns.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const certificateHash = () =>
  createHash('sha256')
    .update(new X509Certificate(selfSigned.cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')

function serve(request: Request): Response {
  const url = new URL(request.url)
  const body = (text: string, type: string, headers = {}) =>
    new Response(text, { headers: { 'content-type': type, connection: 'close', ...headers } })
  if (url.pathname === '/redirect') {
    return new Response(null, {
      status: Number(url.searchParams.get('status')),
      // A header is ASCII; the browser unfolds the rest.
      headers: { location: (url.searchParams.get('to') ?? '').replace(/[^ -~]/gu, encodeURIComponent) },
    })
  }
  if (url.pathname === '/worker.js') return body(decodeURIComponent(url.search.slice(1)), 'text/javascript')
  if (url.pathname === '/reporting') {
    const to = url.searchParams.get('to') ?? ''
    return body(page(['<img src="/blocked">']), 'text/html', {
      'content-security-policy': `img-src 'none'; report-uri ${to}`,
      'reporting-endpoints': `main="${to}"`,
      link: `<${to}>; rel=preload; as=image`,
      refresh: `5;url=${to}`,
    })
  }
  const known = pages.get(url.pathname)
  return known ? body(known, 'text/html') : new Response('no', { status: 404 })
}

/** Makes a page of these pieces and gives its path. */
function put(pieces: readonly string[]): string {
  const path = `/page/${pages.size}`
  pages.set(path, page(pieces))
  return path
}

const target = (host: string, way: string) => {
  vectors.add(`${way} ${host}`)
  return { url: `http://${host}:${canary.tcpPort}/${way}`, ws: `ws://${host}:${canary.tcpPort}/${way}` }
}

const options = {
  deadlineMs: 100_000,
  signal: new AbortController().signal,
  viewport: { width: 1280, height: 900 },
  colorScheme: 'light' as const,
  reducedMotion: false,
}

/** Opens a page until the whole of it was read: what is on it may keep it from ever saying that it was. @returns its status */
async function openAndRead(tab: Page, url: string): Promise<number | undefined> {
  const response = await tab.goto(url, { waitUntil: [], timeout: options.deadlineMs })
  await tab.waitForFunction(() => document.readyState !== 'loading', { polling: 50, timeout: options.deadlineMs })
  return response?.status()
}

/** Opens a page of the fixture and gives it time to try; gives what was refused. */
async function tryOut(url: string, more: (visit: Visit) => Promise<void> = async () => undefined): Promise<number> {
  return browser.visit(options, async (visit) => {
    const { page: tab, egress } = visit
    expect(await visit.within(openAndRead(tab, url))).toBe(200)
    await Promise.race([tab.waitForNetworkIdle({ idleTime: 300 }).catch(() => undefined), Bun.sleep(2500)])
    await more(visit)
    expect(isVisitable(tab.url())).toBe(true)
    return egress.denied.reduce((sum, { count }) => sum + count, 0)
  })
}

const batches = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size))

/** The pages of all plain ways, a few ways on each. */
const plainPages = (targets: readonly string[]) =>
  batches(Object.entries(plainWays), 18).map((ways) =>
    put(ways.flatMap(([way, piece]) => targets.map((host) => piece(target(host, way))))),
  )

const securePieces = (host: string) =>
  Object.entries(secureWays).map(([way, piece]) => {
    vectors.add(`${way} ${host}`)
    const { tcpPort = 0, udpPort = 0 } = secureCanaries.get(way) ?? {}
    return piece({ host, tcpPort, udpPort, path: `/${way}` })
  })

/** The secure ways that reached inside. */
const secureHits = () => [...secureCanaries].filter(([, { hits }]) => hits.length > 0).map(([way]) => way)

describe('behind the guard', () => {
  test('no way that a page has leads inside', async () => {
    const paths = plainPages(fewHosts)

    const denied = await Promise.all(paths.map((path) => tryOut(`http://site.test:${site.port}${path}`)))

    expect(canary.hits).toEqual([])
    // Each page was refused plenty, so its pieces did try.
    for (const count of denied) expect(count).toBeGreaterThan(20)
  }, 120_000)

  test('no spelling of a host leads inside', async () => {
    const path = put(waysOfAll.flatMap((way) => hosts.map((host) => plainWays[way]?.(target(host, way)) ?? '')))

    const denied = await tryOut(`http://site.test:${site.port}${path}`)

    expect(canary.hits).toEqual([])
    expect(denied).toBeGreaterThan(100)
  }, 120_000)

  test('what answers nowhere here is refused all the same', async () => {
    const path = put(
      ['img', 'fetch'].flatMap((way) =>
        metadataHosts.map(
          (host) => plainWays[way]?.({ ...target(host, way), url: `http://${host}/latest/meta-data` }) ?? '',
        ),
      ),
    )

    expect(await tryOut(`http://site.test:${site.port}${path}`)).toBeGreaterThanOrEqual(metadataHosts.length)
  }, 120_000)

  test('a secure page has no more ways: WebTransport, WebRTC, service workers', async () => {
    const path = put(['127.0.0.1', 'inside.test', '[::1]'].flatMap(securePieces))

    const denied = await tryOut(`https://test.invalid:${secureSite.port}${path}`, async ({ page: tab }) => {
      expect(await tab.evaluate(() => isSecureContext && typeof WebTransport === 'function')).toBe(true)
      await Bun.sleep(1500)
    })

    expect(canary.hits).toEqual([])
    expect(secureHits()).toEqual([])
    expect(denied).toBeGreaterThan(3)
  }, 120_000)

  test('no navigation ends inside, neither straight nor by way of a redirect', async () => {
    await browser.visit(options, async ({ page: tab, egress, within }) => {
      const go = async (url: string, vector: string) => {
        vectors.add(vector)
        const response = await within(tab.goto(url, { waitUntil: 'domcontentloaded' })).catch(() => null)
        // A status is the proxy's refusal; none is a tunnel refused.
        expect([url, response?.status() ?? 403]).toEqual([url, 403])
      }
      for (const host of hosts) {
        await go(`http://${host}:${canary.tcpPort}/navigation`, `navigation ${host}`)
      }
      for (const [nth, host] of hosts.entries()) {
        const to = encodeURIComponent(`http://${host}:${canary.tcpPort}/redirected`)
        const status = [301, 302, 303, 307, 308][nth % 5]
        await go(`http://site.test:${site.port}/redirect?status=${status}&to=${to}`, `redirected ${status} ${host}`)
      }
      for (const host of fewHosts) await go(`https://${host}:${canary.tcpPort}/`, `secure navigation ${host}`)
      expect(egress.denied.length).toBeGreaterThan(20)
    })

    expect(canary.hits).toEqual([])
  }, 120_000)

  test('neither headers that report nor headers that preload lead inside', async () => {
    vectors.add('report-uri').add('reporting-endpoints').add('link header').add('refresh header')
    const to = encodeURIComponent(`http://127.0.0.1:${canary.tcpPort}/reported`)

    await tryOut(`http://site.test:${site.port}/reporting?to=${to}`)

    expect(canary.hits).toEqual([])
  }, 120_000)

  test('a name that turns inside while the page is open does not take it along', async () => {
    const again = `for (let i = 0; i < 10; i++) setTimeout(() => fetch('/again?' + i).catch(() => 0), i * 20)`
    const path = put([`<script>${again}</script>`, '<img src="/picture">', '<iframe src="/frame"></iframe>'])
    const flips = put(
      Array.from(
        { length: 10 },
        (_, nth) =>
          `<img src="http://flip${nth}.test:${attacker.port}/x"><iframe src="http://flip${nth}.test:${attacker.port}/y"></iframe>`,
      ),
    )
    for (let nth = 0; nth < 10; nth++) vectors.add(`rebinding flip${nth}`)
    vectors.add('rebinding fetch').add('rebinding second visit').add('rebinding redirect')

    await tryOut(`http://rebind.test:${attacker.port}${path}`)
    const second = browser.visit(options, async ({ page: tab, egress }) => {
      const response = await tab.goto(`http://rebind.test:${attacker.port}${path}`)
      return [response?.status(), egress.denied[0]?.reason]
    })
    expect(await second).toEqual([403, 'address'])
    await tryOut(`http://site.test:${site.port}${flips}`)
    await tryOut(`http://site.test:${site.port}${flips}`)
    const to = encodeURIComponent(`http://turn.test:${attacker.port}${path}`)
    await tryOut(`http://turn.test:${attacker.port}/redirect?status=302&to=${to}`)

    expect(dns.asked.get('rebind.test')).toBe(2)
    expect(rebound.hits).toEqual([])
    expect(canary.hits).toEqual([])
  }, 120_000)

  test('other schemes open nothing of this machine', async () => {
    const urls = [
      `file://${secret}`,
      `view-source:file://${secret}`,
      'chrome://version',
      'chrome://net-internals',
      'devtools://devtools/bundled/inspector.html',
      'about:about',
      `filesystem:file://${secret}`,
      `ftp://127.0.0.1:${canary.tcpPort}/`,
      `view-source:http://127.0.0.1:${canary.tcpPort}/`,
      'javascript:location="file:///etc/passwd"',
    ]
    for (const url of urls) {
      for (const way of ['goto gate', 'frame', 'fetch', 'open', 'location', 'embed', 'worker'])
        vectors.add(`${way} ${url}`)
      expect([url, isVisitable(url), judgeUrl(url, []).ok]).toEqual([url, false, false])
    }
    const quoted = (url: string) => JSON.stringify(url).replaceAll('"', "'")
    const tries = (url: string) => `
      <iframe src="${url.replaceAll('"', '&quot;')}"></iframe><embed src="${url.replaceAll('"', '&quot;')}"><object data="${url.replaceAll('"', '&quot;')}"></object>
      <script>try { open(${JSON.stringify(url)}) } catch {} try { new Worker(${JSON.stringify(url)}) } catch {}
      fetch(${JSON.stringify(url)}).then((r) => r.text()).then((t) => document.body.append('LE' + 'AK ' + t)).catch(() => 0)</script>
      <iframe srcdoc="<script>location = ${quoted(url.replaceAll('"', ''))}</script>"></iframe>`
    const path = put(urls.map(tries))

    await tryOut(`http://site.test:${site.port}${path}`, async ({ page: tab }) => {
      const texts = await Promise.all(
        tab
          .frames()
          .map((frame) =>
            Promise.race([
              frame.evaluate(() => document.documentElement.textContent),
              Bun.sleep(1000).then(() => ''),
            ]).catch(() => ''),
          ),
      )
      expect(texts.join()).not.toContain('secret of a file')
      expect(texts.join()).not.toContain('LEAK')
      expect(tab.url()).toStartWith('http://site.test')
    })
    expect(canary.hits).toEqual([])
  }, 120_000)

  test('the vectors are many', () => {
    expect(vectors.size).toBeGreaterThanOrEqual(200)
  })
})

describe('without the guard', () => {
  // What this browser does not do in such a page anyway; everything else must have been seen.
  const unseen = ['manifest', 'prerender', 'speculation-rules', 'preconnect', 'icon', 'ping', 'open', 'link-blank']

  test('the same pages reach inside: the test sees', async () => {
    const control = await launchUnguarded()
    canary.hits.length = 0
    const paths = plainPages(['127.0.0.1'])
    const secure = put(securePieces('127.0.0.1'))
    try {
      const origins = [
        ...paths.map((path) => `http://site.test:${site.port}${path}`),
        `https://test.invalid:${secureSite.port}${secure}`,
      ]
      for (const url of origins) {
        const tab = await control.newPage()
        await openAndRead(tab, url)
        await Promise.race([tab.waitForNetworkIdle({ idleTime: 500 }).catch(() => undefined), Bun.sleep(2500)])
      }
    } finally {
      await control.close()
    }

    const seen = new Set(canary.hits.map((hit) => hit.replace(/^\/([^/?]*).*$/, '$1')))
    const missed = Object.keys(plainWays).filter((way) => !seen.has(way) && !unseen.includes(way))
    expect(canary.hits.length).toBeGreaterThan(20)
    expect(missed).toEqual([])
    expect(secureHits().sort()).toEqual(Object.keys(secureWays).sort())
  }, 120_000)
})

/** The same program with nothing of ours: no proxy, and the fixture's names led straight to this machine. */
async function launchUnguarded(): Promise<Browser> {
  const found = await findBrowser({ dataDir, sandbox: 'auto' })
  return puppeteer.launch({
    executablePath: found.path,
    headless: 'shell',
    pipe: true,
    userDataDir: join(dataDir, 'unguarded'),
    env: { PATH: process.env['PATH'] ?? '', HOME: dataDir, ...found.env },
    args: [
      '--no-sandbox',
      '--host-resolver-rules=MAP *.test 127.0.0.1, MAP test.invalid 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${certificateHash()}`,
    ],
  })
}
