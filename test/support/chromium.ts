/** A plain browser, for tests that look at pages without the service around them: the one that the product finds. */
import { copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { BrowserUnavailable, findBrowser } from '#workers/browser/find'
import { browserPlace } from '#workers/browser/place'

/** Where tests keep what was found, or had to be unpacked, for one another. */
const dataDir = join(tmpdir(), `assay-test-${process.geteuid?.() ?? 'user'}`)

type Sandbox = 'auto' | 'off'
let sandbox: Promise<Sandbox> | undefined

/** What BROWSER_SANDBOX must be for a browser to start here: on a machine that allows no sandbox, `off`. */
export function sandboxHere(): Promise<Sandbox> {
  sandbox ??= findSandbox()
  return sandbox
}

async function findSandbox(): Promise<Sandbox> {
  try {
    await findBrowser({ dataDir, sandbox: 'auto' })
    return 'auto'
  } catch (error) {
    if (!(error instanceof BrowserUnavailable)) throw error
    await findBrowser({ dataDir, sandbox: 'off' })
    return 'off'
  }
}

/** Tells a service's data directory which browser was found, so that it need not be unpacked and tried once per service. */
export async function shareBrowser(serviceDataDir: string): Promise<{ BROWSER_SANDBOX: Sandbox }> {
  const found = await sandboxHere()
  copyFileSync(join(browserPlace(dataDir), 'found.json'), join(browserPlace(serviceDataDir), 'found.json'))
  return { BROWSER_SANDBOX: found }
}

export async function openChromium(args: readonly string[] = []): Promise<Browser> {
  const { path, env, manner } = await findBrowser({ dataDir, sandbox: await sandboxHere() })
  // Of root's own browser Chromium refuses it, however safely the product would start it as nobody.
  const isSandboxed = manner.isSandboxed && process.geteuid?.() !== 0
  return puppeteer.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    // As the product has it: frames of other sites apart from the page.
    args: [...(isSandboxed ? [] : ['--no-sandbox']), '--site-per-process', ...args],
  })
}
