/** A plain browser, for tests that look at pages without the service around them: the one that the product finds. */
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { hasBrowsers } from '#cli/dev/test-groups'
import { findBrowser } from '#workers/page/find'
import { keptScripts } from '#workers/page/kept-scripts'
import { browserPlace } from '#workers/page/place'

/** Where tests keep what was found, or had to be unpacked, for one another. */
const dataDir = join(tmpdir(), `assay-test-${process.geteuid?.() ?? 'user'}`)

/** @throws Error where tests run in groups and this is not the one of those that have a browser started. */
function found() {
  const group = process.env['TEST_GROUP']
  if (group !== undefined && !hasBrowsers(group))
    throw new Error(`a browser is started among ${group}: name the job that takes one in the test's own file`)
  return findBrowser({ dataDir, sandbox: 'auto' })
}

/** Where the browser that tests have came from. */
export const browserSource = async () => (await found()).source

/** Tells a service's data directory which browser was found, and what was made for its pages: neither is done once per service. */
export async function shareBrowser(serviceDataDir: string): Promise<void> {
  await found()
  mkdirSync(keptScripts(dataDir), { recursive: true, mode: 0o700 })
  if (!existsSync(keptScripts(serviceDataDir))) symlinkSync(keptScripts(dataDir), keptScripts(serviceDataDir))
  copyFileSync(join(browserPlace(dataDir), 'found.json'), join(browserPlace(serviceDataDir), 'found.json'))
}

export async function openChromium(args: readonly string[] = []): Promise<Browser> {
  const { path, env, manner } = await found()
  // Of root's own browser Chromium refuses it, however safely the product would start it as nobody.
  const isSandboxed = manner.isSandboxed && process.geteuid?.() !== 0
  return puppeteer.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    // As the product has it: frames of other sites apart from the page, and no renderer to spare.
    args: [
      ...(isSandboxed ? [] : ['--no-sandbox']),
      '--site-per-process',
      '--disable-features=SpareRendererForSitePerProcess',
      ...args,
    ],
  })
}
