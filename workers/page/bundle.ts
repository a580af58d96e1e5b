/** Browsers that we bring ourselves: one unpacked from a package, one downloaded. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Browser, getInstalledBrowsers } from '@puppeteer/browsers'
import { whileLocked } from '#shared/kernel/process/lock'

export type Brought = { path: string; env: Record<string, string> }

const unpackTimeoutMs = 120_000
const downloadTimeoutMs = 60_000

/** What puppeteer 25.16 is made for; a test keeps them equal. */
export const headlessShellBuild = '156.0.8078.47'

/**
 * The Chromium of @sparticuz/chromium, unpacked once below `place`; linux-x64 alone. It brings the libraries that a bare
 * system lacks. Of several processes that start at once one unpacks and the others wait for it.
 * @throws Error where the package is missing or does not unpack.
 */
export async function unpackBrowser(place: string): Promise<Brought> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('there is none for this machine')
  const entry = Bun.resolveSync('@sparticuz/chromium', import.meta.dir)
  const { version } = await Bun.file(join(entry, '../../package.json')).json()
  const home = join(place, `unpacked-${version}`)
  if (!existsSync(home)) {
    await whileLocked(join(place, 'unpacking.lock'), unpackTimeoutMs, async () => {
      if (existsSync(home)) return
      removeUnfinished(place)
      await unpack(entry, mkdtempSync(join(place, unfinished)), home)
    })
  }
  return {
    path: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  }
}

const unfinished = 'unpacking-'

function removeUnfinished(place: string): void {
  for (const name of readdirSync(place)) {
    if (name.startsWith(unfinished) && !name.includes('.lock'))
      rmSync(join(place, name), { recursive: true, force: true })
  }
}

async function unpack(entry: string, directory: string, home: string): Promise<void> {
  // In a process of its own: the package is steered by the environment, which it also changes when it is imported.
  // Only what it takes for Lambda gets the libraries.
  const script = 'const { default: c } = await import(process.argv.at(-1)); await c.executablePath()'
  await runScript(script, [entry], { TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }, unpackTimeoutMs)
  // The package's own file names /tmp/fonts, where nothing is.
  writeFileSync(join(directory, 'fonts', 'fonts.conf'), fontsConf(join(home, 'fonts')))
  for (const name of ['', 'chromium']) chmodSync(join(directory, name), 0o755)
  renameSync(directory, home)
}

const fontsConf = (fonts: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** What puppeteer has downloaded before, the newest first. */
export async function cachedBrowsers(cacheDir: string): Promise<string[]> {
  if (!existsSync(cacheDir)) return []
  const installed = await getInstalledBrowsers({ cacheDir })
  return installed
    .filter(({ browser }) => [Browser.CHROMEHEADLESSSHELL, Browser.CHROME, Browser.CHROMIUM].includes(browser))
    .sort((a, b) => b.buildId.localeCompare(a.buildId, 'en', { numeric: true }))
    .map(({ executablePath }) => executablePath)
}

/** Downloads the headless shell that puppeteer is made for. @throws Error where the network does not allow it in time. */
export async function downloadBrowser(place: string): Promise<Brought> {
  const cacheDir = join(place, 'downloaded')
  mkdirSync(cacheDir, { recursive: true, mode: 0o755 })
  const script = `
    const [entry, cacheDir, buildId] = process.argv.slice(-3)
    const { install } = await import(entry)
    const { executablePath } = await install({ cacheDir, buildId, browser: 'chrome-headless-shell' })
    console.log(executablePath)`
  const entry = Bun.resolveSync('@puppeteer/browsers', import.meta.dir)
  const said = await whileLocked(join(place, 'downloading.lock'), downloadTimeoutMs, () =>
    runScript(script, [entry, cacheDir, headlessShellBuild], {}, downloadTimeoutMs),
  )
  return { path: said.trim().split('\n').at(-1) ?? '', env: {} }
}

async function runScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  timeoutMs: number,
): Promise<string> {
  const child = Bun.spawn([process.execPath, '-e', script, '--', ...args], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', ...env },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const [said, complained, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (child.signalCode) throw new Error(`not done within ${timeoutMs / 1000} s`)
  if (code !== 0) throw new Error(lastLine(complained) ?? `exit code ${code}`)
  return said
}

const lastLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => /error/i.test(line))
