/** The held browser, with a real Chromium: visits end in time, and what dies is replaced. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'bun'
import pino from 'pino'
import { readEgressAllow } from '#shared/kernel/addresses'
import { selfSigned } from '#test/support/certificate'
import { shareBrowser } from '#test/support/chromium'
import { until } from '#test/support/until'
import { type BrowserSettings, openBrowser } from '#workers/page/browser'
import type { BrowserPool } from '#workers/page/browser-pool'
import { noteStopped } from '#workers/page/empty'
import { findBrowser } from '#workers/page/find'
import { browserPlace } from '#workers/page/place'
import { membersOf, processesWith } from '#workers/page/processes'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { VisitFailed, type VisitOptions } from '#workers/page/visit'

const dataDir = mkdtempSync(join(tmpdir(), 'assay-b-'))
// Open to the browser's user, so that all of it lies here.
chmodSync(dataDir, 0o755)
const opened: BrowserPool[] = []
let site: Server<undefined>
const answers: Record<string, { body?: string; headers?: Record<string, string> }> = {}

const pages: Record<string, string> = {
  '/': '<h1>plain</h1>',
  '/loop': '<script>for (;;) {}</script>',
  '/late-loop': '<script>addEventListener("load", () => setTimeout(() => { for (;;) {} }, 10))</script>',
  '/dialogs':
    '<script>alert(1); confirm(2); prompt(3); onbeforeunload = (e) => { e.preventDefault(); return "x" }</script>',
  '/popups': '<script>for (let i = 0; i < 20; i++) open("/?" + i)</script>',
  '/worker': '<script>navigator.serviceWorker.register("/sw.js")</script>',
}

beforeAll(async () => {
  await shareBrowser(dataDir)
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/told/')) {
        told.set(pathname.slice('/told/'.length), await request.json())
        return new Response()
      }
      if (pathname === '/auth') {
        const isIn = request.headers.has('authorization')
        if (isIn) told.set('auth', '')
        return new Response('', { status: isIn ? 200 : 401, headers: { 'www-authenticate': 'Basic realm="x"' } })
      }
      const odd = answers[pathname]
      if (odd)
        return new Response(`<!doctype html>${odd.body ?? ''}`, {
          headers: { 'content-type': 'text/html', ...odd.headers },
        })
      if (pathname === '/download') {
        return new Response('x'.repeat(1000), {
          headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=x.bin' },
        })
      }
      if (pathname === '/sw.js') {
        const script =
          'self.oninstall = () => skipWaiting(); self.onactivate = (e) => e.waitUntil(clients.claim()); self.onfetch = (e) => e.respondWith(new Response("from the service worker"))'
        return new Response(script, { headers: { 'content-type': 'text/javascript' } })
      }
      const body = pages[pathname]
      return new Response(`<!doctype html><title>t</title>${body ?? ''}`, {
        status: body ? 200 : 404,
        headers: { 'content-type': 'text/html' },
      })
    },
  })
})
afterEach(async () => {
  for (const browser of opened.splice(0)) await browser.close()
})
afterAll(async () => {
  await site.stop(true)
  rmSync(dataDir, { recursive: true, force: true })
})

async function aBrowser(
  settings: Partial<BrowserSettings> = {},
  log = pino({ level: 'silent' }),
): Promise<BrowserPool> {
  const egress = { allow: readEgressAllow(`127.0.0.1:${site.port}`) }
  const browser = await openBrowser({
    settings: { dataDir, sandbox: 'auto', egress, ...settings },
    log,
  })
  opened.push(browser)
  return browser
}

const options = (more: Partial<VisitOptions> = {}): VisitOptions => ({
  deadlineMs: 20_000,
  signal: new AbortController().signal,
  viewport: { width: 1000, height: 700 },
  colorScheme: 'light',
  reducedMotion: false,
  ...more,
})

const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
const statusAt = (browser: BrowserPool, path = '/') =>
  browser.visit(options(), async ({ page, within }) => (await within(page.goto(at(path))))?.status())

const profiles = () => join(browserPlace(dataDir), 'profiles')
const browserProcesses = () => processesWith(`--user-data-dir=${profiles()}`)
const killBrowser = () => {
  for (const pid of browserProcesses()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Went with the ones before.
    }
  }
}

async function failureOf(visiting: Promise<unknown>): Promise<string> {
  const startedAt = performance.now()
  const error = await visiting.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(performance.now() - startedAt).toBeLessThan(8000)
  expect(error).toBeInstanceOf(VisitFailed)
  return error instanceof VisitFailed ? error.reason : 'none'
}

test('a visit sees the page as it was asked to', async () => {
  const browser = await aBrowser()
  const look = () => [
    innerWidth,
    innerHeight,
    matchMedia('(prefers-color-scheme: dark)').matches,
    matchMedia('(prefers-reduced-motion: reduce)').matches,
    document.querySelector('h1')?.textContent,
  ]

  const dark = await browser.visit(
    options({ colorScheme: 'dark', reducedMotion: true, viewport: { width: 320, height: 480 } }),
    async ({ page }) => {
      await page.goto(at('/'))
      return page.evaluate(look)
    },
  )
  const light = await browser.visit(options(), async ({ page }) => {
    await page.goto(at('/'))
    return page.evaluate(look)
  })

  expect(dark).toEqual([320, 480, true, true, 'plain'])
  expect(light).toEqual([1000, 700, false, false, 'plain'])
  expect(browser.about.product).toMatch(/Chrom/)
  expect(browser.about.sandbox).toMatch(/^(on|off: .+)$/)
}, 60_000)

test('visits at the same time share nothing: neither cookies nor what they were refused', async () => {
  const browser = await aBrowser({ spares: 2 })
  const visit = (host: string) =>
    browser.visit(options(), async ({ page, egress }) => {
      await page.goto(at('/'))
      await page.evaluate((name: string) => {
        // biome-ignore lint/suspicious/noDocumentCookie: what a page does, not what we do.
        document.cookie = `who=${name}`
        return fetch(`http://${name}/`).catch(() => 0)
      }, host)
      return { cookie: await page.evaluate(() => document.cookie), denied: egress.denied.map((one) => one.host) }
    })

  const [one, other] = await Promise.all([visit('10.0.0.1'), visit('10.0.0.2')])

  expect(one).toEqual({ cookie: 'who=10.0.0.1', denied: ['10.0.0.1'] })
  expect(other).toEqual({ cookie: 'who=10.0.0.2', denied: ['10.0.0.2'] })
}, 60_000)

test('visits of one series follow one another in one emptied context, each with its own record', async () => {
  const browser = await aBrowser({ spares: 0 })
  const leave = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what a page does.
    document.cookie = 'left=1'
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    window.name = 'left'
    addEventListener('pagehide', () => navigator.sendBeacon('http://10.0.0.1/gone'))
  }
  const look = () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    name: window.name,
  })
  const visit = (series: string | undefined) =>
    browser.visit(options({ series }), async ({ page, egress, within }) => {
      const context = page.browserContext().id
      await within(page.goto(at('/')))
      const seen = await within(page.evaluate(look))
      await within(page.evaluate(leave))
      return { context, seen, requests: egress.requests, denied: egress.denied.length }
    })

  const first = await visit('run 1')
  await untilKept(browser)
  const second = await visit('run 1')
  const other = await visit('run 2')
  const alone = await visit(undefined)

  const nothing = { cookie: '', local: 0, session: 0, name: '' }
  expect([first, second, other, alone].map(({ seen }) => seen)).toEqual([nothing, nothing, nothing, nothing])
  expect(second).toMatchObject({ context: first.context, denied: 0 })
  expect(other.context).not.toBe(first.context)
  expect(alone.context).not.toBe(first.context)
})

test('a place whose clock was moved on, and stands still since, is not kept', async () => {
  const browser = await aBrowser({ spares: 0 })
  const visit = (isMoved: boolean) =>
    browser.visit(options({ series: 'run' }), async ({ page, within }) => {
      await within(page.goto(at('/')))
      if (isMoved) {
        const client = await page.createCDPSession()
        const { promise: isOver, resolve } = Promise.withResolvers<void>()
        client.once('Emulation.virtualTimeBudgetExpired', () => resolve())
        await client.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: 10 })
        await isOver
        await client.detach()
        noteStopped(page)
        return undefined
      }
      return within(page.evaluate(() => new Promise((done) => setTimeout(() => done('time passes'), 10))))
    })

  await visit(true)
  await until(() => browser.stats().contexts === browser.stats().kept, {
    what: 'the place to be put away',
    everyMs: 10,
  })

  expect(await visit(false)).toBe('time passes')
})

/** A place is emptied behind its visit. */
const untilKept = (browser: BrowserPool) =>
  until(() => browser.stats().kept > 0, { what: 'the place to be emptied', everyMs: 10 })

/** What each document told of what it found, in the order of their names. */
const told = new Map<string, unknown>()
const lines = () => [...told].sort(([a], [b]) => (a < b ? -1 : 1))

/** Tells what it finds, then leaves all there is to leave, `late` also when it is told to go. */
const leaving = (name: string, then = '') => `<script>
onmessage = ({ data }) => parent.postMessage(data, '*')
;(async () => {
  const names = async (all) => { const found = []; for await (const each of all) found.push(each); return found }
  const root = await navigator.storage.getDirectory()
  const saw = {
    local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name), files: await names(root.keys()),
    buckets: await navigator.storageBuckets.keys(), name: window.name, history: parent === window && history.length, referrer: document.referrer,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }
  for (const permission of ['geolocation', 'notifications', 'persistent-storage'])
    saw[permission] = (await navigator.permissions.query({ name: permission })).state
  await fetch('/told/${name}', { method: 'POST', body: JSON.stringify(saw) })
  const leave = (key) => { localStorage.setItem(key, '1'); sessionStorage.setItem(key, '1') }
  leave('left')
  setInterval(() => leave('late'), 1)
  addEventListener('pagehide', () => leave('gone'))
  document.cookie = 'left=1'
  document.cookie = 'apart=1; SameSite=None; Secure; Partitioned'
  await caches.open('left')
  await new Promise((done) => { indexedDB.open('left').onsuccess = done })
  await root.getFileHandle('left', { create: true })
  await navigator.storageBuckets.open('left')
  navigator.storage.persist()
  Notification.requestPermission()
  navigator.geolocation.getCurrentPosition(() => 0, () => 0)
  window.name = 'left'
  history.pushState(0, '', '?on')
  ${then}
  await fetch('/told/done-${name}', { method: 'POST', body: '"left"' })
})()
</script>`

describe('pages of one series see nothing of one another', () => {
  const start = async (browser: BrowserPool, path: string, host = 'localhost') => {
    told.clear()
    return browser.visit(options({ series: 'run' }), async ({ page, within }) => {
      const context = page.browserContext().id
      await within(page.goto(`http://${host}:${site.port}${path}`))
      await until(() => told.has('done-page') && told.has('done-frame'), {
        what: () => `all to be left: ${[...told.keys()]}`,
      })
      return { context, saw: lines() }
    })
  }

  test('not of what the page, its frames and the pages before it stored, nor of what still runs there', async () => {
    const browser = await aBrowser({ spares: 0 })
    // By a first page elsewhere, whose script goes on to the second, which holds a frame of the first's origin.
    pages['/hop'] = leaving('hop', `location.replace('http://127.0.0.1:${site.port}/page')`)
    pages['/page'] = `${leaving('page')}<iframe src="http://localhost:${site.port}/frame"></iframe>`
    pages['/frame'] = leaving('frame')

    const first = await start(browser, '/hop')
    await untilKept(browser)
    const second = await start(browser, '/hop')
    await untilKept(browser)
    const third = await start(browser, '/page', '127.0.0.1')

    expect([second.context, third.context]).toEqual([first.context, first.context])
    expect(first.saw.map(([name]) => name)).toContainValues(['hop', 'page', 'frame'])
    expect(second.saw).toEqual(first.saw)
    const nothing = { local: {}, session: {}, cookie: '', caches: [], databases: [], files: [], buckets: [], name: '' }
    expect(Object.fromEntries(third.saw)).toMatchObject({ page: nothing, frame: nothing })
  }, 60_000)

  test('and a context that cannot be emptied of something is closed', async () => {
    const browser = await aBrowser({ spares: 0 })
    const script = (text: string) => ({ body: `<script>${text}</script>` })
    const odd = {
      'a service worker': script(`navigator.serviceWorker.register('/sw.js')`),
      'a worker': script(`new Worker('data:text/javascript,setInterval(() => 0, 10)')`),
      'a shared worker': script(`new SharedWorker('data:text/javascript,0')`),
      'headers asked for': { headers: { 'accept-ch': 'sec-ch-ua-platform-version' } },
      'a host for https alone': { headers: { 'strict-transport-security': 'max-age=1000' } },
      'a password': script(`const x = new XMLHttpRequest(); x.open('GET', '/auth', true, 'me', 'mine'); x.send()`),
    }

    told.clear()
    for (const [name, answer] of Object.entries(odd)) {
      answers['/odd'] = answer
      await browser.visit(options({ series: 'run' }), async ({ page, within }) => {
        await within(page.goto(at('/odd')))
        await until(() => name !== 'a password' || told.has('auth'), { what: 'the password to be taken' })
        await Bun.sleep(100)
      })
      await until(() => browser.stats().contexts === 0, { what: `the context with ${name} to be closed` })
    }
  }, 60_000)
})

test('what a page by https says of its host keeps no context from the next page by https', async () => {
  const secure = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: selfSigned,
    fetch: () =>
      new Response('<p>x', { headers: { 'strict-transport-security': 'max-age=9', 'content-type': 'text/html' } }),
  })
  const { publicKey } = new X509Certificate(selfSigned.cert)
  const spki = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const browser = await aBrowser({
    egress: { allow: readEgressAllow(`127.0.0.1:${secure.port}`) },
    extraFlags: [`--ignore-certificate-errors-spki-list=${spki}`],
    spares: 0,
  })
  const contextOf = () =>
    browser.visit(options({ series: 'run' }), async ({ page, within }) => {
      await within(page.goto(`https://127.0.0.1:${secure.port}/`))
      return page.browserContext().id
    })

  const first = await contextOf()
  await untilKept(browser)

  expect(await contextOf()).toBe(first)
  await secure.stop(true)
}, 60_000)

test('a browser that is well is used however often its successor does not start', async () => {
  const { path, env } = await findBrowser({ dataDir, sandbox: 'auto' })
  const program = join(dataDir, 'program')
  const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`)
  writeFileSync(program, `#!/bin/sh\n${exports.join('')}exec '${path}' "$@"\n`, { mode: 0o755 })
  const said: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => said.push(line) })
  const browser = await aBrowser({ path: program, exchange: { visits: 1 }, spares: 0 }, log)
  writeFileSync(program, '#!/bin/sh\nexit 1\n')

  const isResting = async () => {
    expect(await statusAt(browser)).toBe(200)
    return said.some((line) => line.includes('browser rests'))
  }
  await until(isResting, { what: 'the exchange to be given up', everyMs: 50, timeoutMs: 30_000 })

  expect(await statusAt(browser)).toBe(200)
  expect(browser.stats()).toMatchObject({ crashes: 0 })
}, 60_000)

test('an endless loop ends at the deadline, and the next visit works', async () => {
  const browser = await aBrowser()

  for (const path of ['/loop', '/late-loop']) {
    const looping = browser.visit(options({ deadlineMs: 1500 }), async ({ page }) => {
      await page.goto(at(path))
      await Bun.sleep(100)
      return page.evaluate('1')
    })
    expect(await failureOf(looping)).toBe('deadline')
  }

  expect(await statusAt(browser)).toBe(200)
  await until(() => browser.stats().contexts <= 1, { what: 'the looping contexts to be closed' })
}, 60_000)

test('a step that takes too long fails alone', async () => {
  const browser = await aBrowser()

  const answer = await browser.visit(options(), async ({ page, within }) => {
    const failed = await within(new Promise(() => undefined), 100).catch((error: VisitFailed) => error.reason)
    return [failed, await within(page.evaluate('1'))]
  })

  expect(answer).toEqual(['deadline', 1])
}, 60_000)

test('a page that crashes fails its visit at once, and no other', async () => {
  const browser = await aBrowser()
  const other = browser.visit(options(), async ({ page }) => {
    await page.goto(at('/'))
    await Bun.sleep(1000)
    return page.evaluate('1')
  })

  const crashing = browser.visit(options(), async ({ page }) => {
    await page.goto('chrome://crash').catch(() => undefined)
    return page.evaluate('1')
  })

  expect(await failureOf(crashing)).toBe('crashed')
  expect(await other).toBe(1)
  expect(browser.stats()).toMatchObject({ pageCrashes: 1, crashes: 0 })
}, 60_000)

test('a browser that is killed fails its visits, and the next visit has a new one', async () => {
  const browser = await aBrowser()
  let isThere = false
  const visiting = browser.visit(options(), async ({ page, within }) => {
    await page.goto(at('/'))
    isThere = true
    return within(page.evaluate('new Promise(() => 0)'))
  })
  const verdict = failureOf(visiting)
  await until(() => isThere, { what: 'the visit to be under way' })

  killBrowser()

  expect(await verdict).toBe('browser_killed')
  expect(await statusAt(browser)).toBe(200)
  expect(browser.stats()).toMatchObject({ crashes: 1, restarts: 1 })
}, 60_000)

test('after five crashes in a minute visits fail at once, for a while', async () => {
  const browser = await aBrowser({ spares: 0 })

  for (let nth = 1; nth <= 5; nth++) {
    expect(await statusAt(browser)).toBe(200)
    killBrowser()
    await until(() => browser.stats().crashes === nth, { what: `crash ${nth}` })
  }
  const startedAt = performance.now()
  const error = await statusAt(browser).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(BrowserUnavailable)
  expect(performance.now() - startedAt).toBeLessThan(500)
}, 60_000)

test('a visit that is called off ends at once, also before it began', async () => {
  const browser = await aBrowser()
  const hanging = (signal: AbortSignal) =>
    browser.visit(options({ signal }), ({ page }) => page.evaluate('new Promise(() => 0)'))

  expect(await failureOf(hanging(AbortSignal.timeout(200)))).toBe('aborted')
  expect(await failureOf(hanging(AbortSignal.abort()))).toBe('aborted')
  expect(await statusAt(browser)).toBe(200)
}, 60_000)

test('what the visitor throws itself is passed on as it is', async () => {
  const browser = await aBrowser()
  const mine = new Error('mine')

  expect(await browser.visit(options(), () => Promise.reject(mine)).catch((error: unknown) => error)).toBe(mine)
}, 60_000)

test('dialogs, popups, downloads and service workers hold nothing up', async () => {
  const browser = await aBrowser()

  const left = await browser.visit(options({ deadlineMs: 15_000 }), async ({ page, within }) => {
    await within(page.goto(at('/dialogs')))
    await within(page.goto(at('/popups')))
    await until(async () => (await page.browserContext().pages()).length === 1, { what: 'the popups to be closed' })
    const downloaded = await within(page.goto(at('/download'))).catch((error: Error) => error.message)
    await within(page.goto(at('/worker')))
    await Bun.sleep(300)
    const response = await within(page.goto(at('/')))
    return { downloaded, body: await response?.text() }
  })

  expect(left.downloaded).toMatch(/ERR_ABORTED/)
  expect(left.body).toContain('plain')
}, 60_000)

test('an old browser is exchanged without disturbing who is in it', async () => {
  const browser = await aBrowser({ exchange: { visits: 3 }, spares: 1 })
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>()
  let [first] = [0]
  const long = browser.visit(options(), async ({ page }) => {
    await page.goto(at('/'))
    first = page.browser().process()?.pid ?? browserProcesses().length
    await hold
    return page.evaluate('"still here"')
  })
  await until(() => first > 0, { what: 'the long visit to begin' })

  for (let nth = 0; nth < 5; nth++) expect(await statusAt(browser)).toBe(200)
  await until(() => browser.stats().restarts >= 1, { what: 'the exchange' })
  expect(await statusAt(browser)).toBe(200)
  letGo()

  expect(await long).toBe('still here')
  expect(browser.stats().crashes).toBe(0)
  await until(() => readdirSync(profiles()).length === 1, { what: 'the old browser to be gone' })
}, 60_000)

test('closing leaves neither processes nor profiles', async () => {
  const browser = await aBrowser({ spares: 2 })
  await statusAt(browser)

  await browser.close()

  await until(() => browserProcesses().length === 0, { what: 'the processes to be gone', timeoutMs: 2000 })
  expect(readdirSync(profiles())).toEqual([])
  expect(await statusAt(browser).catch((error: unknown) => error)).toBeInstanceOf(BrowserUnavailable)
}, 60_000)

test('the browser never sees our environment', async () => {
  await aBrowser()
  const [pid] = browserProcesses()

  const environment = await Bun.file(`/proc/${pid}/environ`).text()

  expect(environment).toContain('LANG=')
  expect(environment).not.toContain('DATABASE_URL')
}, 60_000)

test('every process of the browser lets those go first that answer calls', async () => {
  const browser = await aBrowser()
  await statusAt(browser)

  const priorities = browserProcesses().flatMap(membersOf).flatMap(priorityOf)

  expect(priorities.length).toBeGreaterThan(1)
  expect(new Set(priorities)).toEqual(new Set([Math.min(19, getPriority() + 10)]))
}, 60_000)

test.skipIf(!existsSync('/proc/self/autogroup'))(
  'and so does its session as a whole, without which that counts for nothing between sessions',
  async () => {
    const browser = await aBrowser()
    await statusAt(browser)

    const groups = browserProcesses().flatMap(membersOf).flatMap(sessionPriorityOf)

    expect(groups.length).toBeGreaterThan(1)
    expect(new Set(groups)).toEqual(new Set([3]))
  },
  60_000,
)

/** As in `/autogroup-12 nice 10`. None of a process that has ended meanwhile. */
function sessionPriorityOf(pid: number): number[] {
  try {
    return [Number(readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ').at(-1))]
  } catch {
    return []
  }
}

/** None of a process that has ended meanwhile. */
function priorityOf(pid: number): number[] {
  try {
    return [getPriority(pid)]
  } catch {
    return []
  }
}
