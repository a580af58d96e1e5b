/** Finds a browser that starts here, in the safest manner it starts in, and remembers which. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SandboxSetting } from '#shared/kernel/config'
import { type Brought, cachedBrowsers, downloadBrowser, unpackBrowser } from '#workers/page/bundle'
import { type Launched, type LaunchManner, launchBrowser, mannersToTry, type Program } from '#workers/page/launch'
import { browserPlace, isRoot } from '#workers/page/place'
import { BrowserUnavailable } from '#workers/page/unavailable'

export type FindSettings = {
  dataDir: string
  /** Used instead of any other; if it does not start, nothing else is tried. */
  path?: string | undefined
  sandbox: SandboxSetting
  /** Programs of the system, the preferred first. */
  candidates?: readonly string[]
  /** Where puppeteer keeps what it downloaded. */
  cacheDir?: string
  /** What may be brought along when the machine has none. */
  bring?: readonly ('unpacked' | 'downloaded')[]
}

export type FoundBrowser = Program & {
  source: 'configured' | 'system' | 'cached' | 'unpacked' | 'downloaded'
  product: string
  /** `on`, or `off: ` and why. */
  sandbox: string
}

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const systemPrograms = () => [
  ...names.map((name) => Bun.which(name)).filter((path) => path !== null),
  ...macPrograms.filter((path) => existsSync(path)),
]

// Once per machine, and on a busy one a browser that is only slow must not be taken for one that does not start.
const longestStartMs = 60_000

// Nothing listens there: a probe opens no page of the network.
const nowhere = 'http://127.0.0.1:9'

/** @throws BrowserUnavailable */
export async function findBrowser(settings: FindSettings): Promise<FoundBrowser> {
  const place = browserPlace(settings.dataDir)
  const candidates = settings.path ? [settings.path] : [...(settings.candidates ?? systemPrograms())]
  const basis = basisOf(settings, candidates)
  const known = recall(place, basis)
  if (known) return known

  const found = settings.path
    ? await configured(settings.path, settings, place)
    : await firstThatStarts(candidates, settings, place)
  remember(place, basis, found)
  return found
}

/** Forgets what was found: it does not start any more. */
export function forgetBrowser(dataDir: string): void {
  const path = noteIn(browserPlace(dataDir))
  if (existsSync(path)) renameSync(path, `${path}.old`)
}

async function configured(path: string, { sandbox }: FindSettings, place: string): Promise<FoundBrowser> {
  const tried = await tryOut({ path, env: {} }, sandbox, place)
  if (tried.ok) return { ...tried.found, source: 'configured' }
  if (tried.wants === 'sandbox') throw noSandbox([`${path}: ${tried.why}`])
  throw new BrowserUnavailable(`the configured browser ${path} does not start: ${tried.why}`)
}

async function firstThatStarts(
  candidates: readonly string[],
  settings: FindSettings,
  place: string,
): Promise<FoundBrowser> {
  const reasons: string[] = []
  /** Of programs that would start, were it not for their sandbox. */
  const unsafe: string[] = []
  const attempt = async (source: FoundBrowser['source'], what: string, bring: () => Promise<Brought>) => {
    try {
      const tried = await tryOut(await bring(), settings.sandbox, place)
      if (tried.ok) return { ...tried.found, source }
      ;(tried.wants === 'sandbox' ? unsafe : reasons).push(`${what}: ${tried.why}`)
    } catch (error) {
      reasons.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
    return undefined
  }
  const here = (path: string) => async () => ({ path, env: {} })
  for (const path of candidates) {
    const found = await attempt('system', path, here(path))
    if (found) return found
  }
  for (const path of await cachedBrowsers(settings.cacheDir ?? join(homedir(), '.cache', 'puppeteer')).catch(
    () => [],
  )) {
    const found = await attempt('cached', path, here(path))
    if (found) return found
  }
  const bring = settings.bring ?? ['unpacked', 'downloaded']
  const found =
    (bring.includes('unpacked') && (await attempt('unpacked', '@sparticuz/chromium', () => unpackBrowser(place)))) ||
    (bring.includes('downloaded') &&
      unsafe.length === 0 &&
      (await attempt('downloaded', 'a download', () => downloadBrowser(place))))
  if (found) return found
  if (unsafe.length > 0) throw noSandbox(unsafe)
  throw new BrowserUnavailable(
    [
      'no browser starts on this machine. Install one, for instance: apt-get install chromium-headless-shell',
      '(or chromium), or name one in BROWSER_PATH. Tried:',
      ...(reasons.length > 0 ? reasons : ['nothing was found']).map((reason) => `  ${reason}`),
    ].join('\n'),
  )
}

const noSandbox = (reasons: readonly string[]) =>
  new BrowserUnavailable(
    [
      'this machine allows the browser no sandbox, and BROWSER_SANDBOX=required asks for one. Allow unprivileged',
      'user namespaces (a sysctl, or in a container its seccomp profile), or accept it with BROWSER_SANDBOX=auto. Tried:',
      ...reasons.map((reason) => `  ${reason}`),
    ].join('\n'),
  )

type Tried =
  | { ok: true; found: Omit<FoundBrowser, 'source'> }
  /** `sandbox`: without one it would start. */
  | { ok: false; why: string; wants?: 'sandbox' }

/** A version it can print, a page it may not be able to open: only a page tells. */
async function tryOut({ path, env }: Brought, sandbox: SandboxSetting, place: string): Promise<Tried> {
  if (!existsSync(path)) return { ok: false, why: 'there is no such file' }
  const reasons: string[] = []
  for (const manner of mannersToTry(sandbox)) {
    const tried = await opensPage({ path, manner, env }, place)
    if (tried.ok) {
      const { product } = tried
      return { ok: true, found: { path, manner, env, product, sandbox: describe(manner, sandbox, reasons) } }
    }
    reasons.push(tried.why)
  }
  const why = reasons.at(-1) ?? 'it does not start'
  // Only its own empty page is opened: whether it may visit others is the operator's to say.
  const bare = { path, env, manner: { isSandboxed: false, asNobody: isRoot() } }
  const isUnsafe = sandbox === 'required' && (await opensPage(bare, place)).ok
  return { ok: false, why, ...(isUnsafe && { wants: 'sandbox' }) }
}

async function opensPage(
  program: Program,
  place: string,
): Promise<{ ok: true; product: string } | { ok: false; why: string }> {
  let launched: Launched | undefined
  try {
    launched = await launchBrowser(program, { place, proxyUrl: nowhere, timeoutMs: longestStartMs })
    const page = await launched.browser.newPage()
    const late = Bun.sleep(longestStartMs).then(() => {
      throw new Error('it opens no page')
    })
    await Promise.race([page.evaluate('1'), late])
    return { ok: true, product: launched.product }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  } finally {
    await launched?.close()
  }
}

function describe(manner: LaunchManner, sandbox: SandboxSetting, reasons: readonly string[]): string {
  if (manner.isSandboxed) return 'on'
  return sandbox === 'off' ? 'off: configured so' : `off: ${reasons[0] ?? 'it does not start with it'}`
}

/** What the decision rests on; when any of it changes, it is made anew. */
function basisOf({ path, sandbox }: FindSettings, candidates: readonly string[]): string {
  const seen = candidates.map((candidate) => [candidate, changedAt(candidate)])
  return JSON.stringify({ path: path ?? null, manners: mannersToTry(sandbox), seen, user: process.geteuid?.() ?? null })
}

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null

type Note = { basis: string; changedAt: number | null; found: FoundBrowser }

const noteIn = (place: string) => join(place, 'found.json')

function recall(place: string, basis: string): FoundBrowser | undefined {
  try {
    // Written by `remember`, in a directory of ours.
    const note = JSON.parse(readFileSync(noteIn(place), 'utf8')) as Note
    const isSame = note.basis === basis && note.changedAt !== null && note.changedAt === changedAt(note.found.path)
    return isSame ? note.found : undefined
  } catch {
    return undefined
  }
}

function remember(place: string, basis: string, found: FoundBrowser): void {
  const note: Note = { basis, changedAt: changedAt(found.path), found }
  mkdirSync(place, { recursive: true })
  const path = noteIn(place)
  // Renamed into place: another process may be reading.
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(note), { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}
