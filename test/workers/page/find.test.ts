/** Which browser is taken, and in which manner. */
import { afterAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { whileLocked } from '#shared/kernel/process/lock'
import { until } from '#test/support/until'
import type { BrowserSettings } from '#workers/page/browser'
import { BrowserPool } from '#workers/page/browser-pool'
import { headlessShellBuild, unpackBrowser } from '#workers/page/bundle'
import { type FindSettings, findBrowser, forgetBrowser } from '#workers/page/find'
import { keepBrowser } from '#workers/page/kept-browser'
import { mannersToTry } from '#workers/page/launch'
import { browserPlace, isRoot } from '#workers/page/place'
import { BrowserUnavailable } from '#workers/page/unavailable'

const home = mkdtempSync(join(tmpdir(), 'assay-f-'))
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** One that starts: whatever this machine has. */
const real = await findBrowser({ dataDir: join(home, 'real'), sandbox: 'auto' })

/** How often a program is started to be found: once in each manner that is safer than what this machine allows. */
const triesToFind = 1 + mannersToTry('auto').findIndex((manner) => Bun.deepEquals(manner, real.manner))

let made = 0
function aProgram(script: string): string {
  made += 1
  const path = join(home, `program-${made}`)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
/** The real one under another name. */
const aBrowserProgram = () =>
  aProgram(
    `${Object.entries(real.env)
      .map(([name, value]) => `export ${name}='${value}'`)
      .join('\n')}\nexec '${real.path}' "$@"`,
  )

let dirs = 0
const find = (settings: Partial<FindSettings> = {}) => {
  dirs += 1
  return findBrowser({
    dataDir: join(home, `d${dirs}`),
    sandbox: 'auto',
    candidates: [],
    cacheDir: join(home, 'none'),
    bring: [],
    ...settings,
  })
}
const failureOf = async (finding: Promise<unknown>) => {
  const error = await finding.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BrowserUnavailable)
  return error instanceof Error ? error.message : ''
}

test('a configured browser is taken before any other', async () => {
  const path = aBrowserProgram()

  expect(await find({ path, candidates: [real.path] })).toMatchObject({
    path,
    source: 'configured',
    manner: real.manner,
  })
}, 60_000)

test('a configured browser that does not start is said so, and no other is taken', async () => {
  const talker = aProgram('[ "$1" = --version ] && echo Chromium 156; echo "no such thing" >&2; exit 1')
  const silent = aProgram('exit 0')

  expect(await failureOf(find({ path: talker, candidates: [real.path] }))).toContain(`${talker} does not start`)
  expect(await failureOf(find({ path: silent, candidates: [real.path] }))).toContain('ended at once')
  expect(await failureOf(find({ path: join(home, 'absent'), candidates: [real.path] }))).toContain('no such file')
}, 60_000)

test('of the system’s programs the first that opens a page is taken', async () => {
  const broken = aProgram('echo Chromium 156')
  const good = aBrowserProgram()

  expect(await find({ candidates: [broken, join(home, 'absent'), good, real.path] })).toMatchObject({
    path: good,
    source: 'system',
  })
}, 60_000)

test('what puppeteer has downloaded comes after the system’s', async () => {
  const cacheDir = join(home, 'cache')
  const folder = process.platform === 'darwin' ? 'mac' : 'linux'
  const directory = join(
    cacheDir,
    'chrome-headless-shell',
    `${folder}-${headlessShellBuild}`,
    'chrome-headless-shell-linux64',
  )
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'chrome-headless-shell')
  writeFileSync(path, `#!/bin/sh\nexec '${aBrowserProgram()}' "$@"\n`)
  chmodSync(path, 0o755)

  expect(await find({ cacheDir })).toMatchObject({ path, source: 'cached' })
  expect(await find({ cacheDir, candidates: [real.path] })).toMatchObject({ path: real.path, source: 'system' })
}, 60_000)

test('without any, the operator reads what to install and what was tried', async () => {
  const broken = aProgram('echo "cannot open display" >&2; exit 3')

  const message = await failureOf(find({ candidates: [broken] }))

  expect(message).toContain('apt-get install chromium-headless-shell')
  expect(message).toContain('BROWSER_PATH')
  expect(message).toContain('cannot open display')
}, 60_000)

test('a decision is remembered until what it rests on changes', async () => {
  const count = join(home, 'starts')
  const path = aProgram(`echo x >> '${count}'; exec '${aBrowserProgram()}' "$@"`)
  writeFileSync(count, '')
  chmodSync(count, 0o666)
  const settings = { dataDir: join(home, 'kept'), candidates: [path] }
  const starts = async () => (await Bun.file(count).text()).length / 2

  const first = await find(settings)
  const again = await find(settings)
  expect(again).toEqual(first)
  expect(await starts()).toBe(triesToFind)

  utimesSync(path, new Date(), new Date(Date.now() - 60_000))
  await find(settings)
  expect(await starts()).toBe(2 * triesToFind)

  await find({ ...settings, candidates: [path, real.path] })
  expect(await starts()).toBe(3 * triesToFind)

  forgetBrowser(settings.dataDir)
  await find({ ...settings, candidates: [path, real.path] })
  expect(await starts()).toBe(4 * triesToFind)
}, 60_000)

/** Starts in no sandbox, as on a machine without user namespaces. */
const aProgramWithoutSandbox = () =>
  aProgram(`for word in "$@"; do [ "$word" = --no-sandbox ] && exec '${aBrowserProgram()}' "$@"; done
    echo "[1:2:0101/1:FATAL:zygote_host_impl_linux.cc] No usable sandbox! If this is a Debian system" >&2; exit 1`)

test('where the machine allows no sandbox a browser runs without, and says why', async () => {
  const must = await find({ candidates: [aProgramWithoutSandbox()] })

  expect(must.sandbox).toMatch(/^off: .*No usable sandbox! It needs user namespaces, which are not allowed here$/)
  // Root does not lend its powers to a browser without a sandbox.
  expect(must.manner).toEqual({ isSandboxed: false, asNobody: isRoot() })
}, 60_000)

test('where a sandbox is required, none runs without, and it is said what would allow one', async () => {
  const path = aProgramWithoutSandbox()
  for (const settings of [{ candidates: [path] }, { path }]) {
    const message = await failureOf(find({ ...settings, sandbox: 'required' }))
    expect(message).toContain('No usable sandbox!')
    expect(message).toContain('user namespaces')
    expect(message).not.toContain('apt-get install')
  }
}, 60_000)

test('told to, a browser runs without its sandbox', async () => {
  const told = await find({ candidates: [aProgramWithoutSandbox()], sandbox: 'off' })

  expect(told).toMatchObject({ sandbox: 'off: configured so', manner: { isSandboxed: false } })
  // Root does not lend its powers to a browser without a sandbox either.
  expect(told.manner.asNobody).toBe(isRoot())
}, 60_000)

test('a data directory that is closed to others sends root’s browser elsewhere', () => {
  const closed = mkdtempSync(join(home, 'closed-'))

  const place = browserPlace(join(closed, 'data'))

  expect(place.startsWith(closed)).toBe(process.geteuid?.() !== 0)
  if (!place.startsWith(closed)) rmSync(place, { recursive: true })
})

const canUnpack = process.platform === 'linux' && process.arch === 'x64'

test.if(canUnpack)(
  'of two processes that unpack at once one does and both have it',
  async () => {
    const place = browserPlace(join(home, 'race'))
    mkdirSync(join(place, 'unpacking-of-one-that-died'))
    const script = `const { unpackBrowser } = await import('#workers/page/bundle'); console.log((await unpackBrowser('${place}')).path)`
    const start = () => Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })

    const both = [start(), start()]
    const paths = await Promise.all(both.map(async (one) => (await new Response(one.stdout).text()).trim()))
    const brought = await unpackBrowser(place)

    expect(paths).toEqual([brought.path, brought.path])
    expect(existsSync(brought.path)).toBe(true)
    expect(
      readdirSync(place)
        .filter((name) => name.startsWith('unpack'))
        .sort(),
    ).toEqual(['unpacked-153.0.0', 'unpacking.lock'])
    const found = await findBrowser({
      dataDir: join(home, 'race'),
      sandbox: 'auto',
      candidates: [],
      cacheDir: join(home, 'none'),
      bring: ['unpacked'],
    })
    expect(found).toMatchObject({ source: 'unpacked', path: brought.path })
  },
  120_000,
)

test('a lock is held by one, and let go by the dead', async () => {
  const path = join(home, 'a.lock')
  const script = `const { whileLocked } = await import('#shared/kernel/process/lock'); await whileLocked('${path}', 1000, async () => { console.log('held'); await Bun.sleep(60000) })`
  const holder = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  await holder.stdout.getReader().read()

  expect(await whileLocked(path, 100, async () => 'got it').catch((error: Error) => error.message)).toContain(
    'another process',
  )
  holder.kill('SIGKILL')
  expect(await whileLocked(path, 2000, async () => 'got it')).toBe('got it')
})

test('the build that may be downloaded is the one that puppeteer is made for', async () => {
  const { PUPPETEER_REVISIONS } = await import(
    Bun.resolveSync('puppeteer-core/internal/revisions.js', Bun.resolveSync('puppeteer', import.meta.dir))
  )

  expect(headlessShellBuild).toBe(PUPPETEER_REVISIONS['chrome-headless-shell'])
})

test('a worker that has none looks again, and says which it has found', async () => {
  const path = join(home, 'comes-later')
  const told: object[] = []
  const settings: BrowserSettings = { dataDir: join(home, 'later'), sandbox: 'auto', path, egress: { allow: [] } }
  const log = pino({ level: 'silent' })
  const kept = await keepBrowser({
    settings,
    log,
    note: (news) => told.push(news),
    without: 'scans are off',
    againMs: 200,
  })
  const before = kept.now()
  writeFileSync(path, `#!/bin/sh\nexec '${aBrowserProgram()}' "$@"\n`, { mode: 0o755 })
  const after = await until(() => !(kept.now() instanceof BrowserUnavailable) && kept.now(), {
    what: 'the browser to be found',
    timeoutMs: 30_000,
  })
  await kept.close()

  expect(before).toBeInstanceOf(BrowserUnavailable)
  expect(after).toBeInstanceOf(BrowserPool)
  expect(told[0]).toEqual({ lacks: { browser: expect.stringContaining('comes-later') } })
  expect(told.at(-1)).toEqual({ has: { browser: expect.stringContaining('sandbox') } })
}, 60_000)
