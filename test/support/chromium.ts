/** A plain browser, for tests that look at pages without the service around them: the one that the product finds. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { findBrowser } from '#workers/browser/find'

/** Where tests keep what was found, or had to be unpacked, for one another. */
const dataDir = join(tmpdir(), `assay-test-${process.geteuid?.() ?? 'user'}`)

export async function openChromium(args: readonly string[] = []): Promise<Browser> {
  const { path, env, manner } = await findBrowser({ dataDir, sandbox: 'auto' })
  // Of root's own browser Chromium refuses it, however safely the product would start it as nobody.
  const isSandboxed = manner.isSandboxed && process.geteuid?.() !== 0
  return puppeteer.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    // As the product has it: frames of other sites apart from the page.
    args: [...(isSandboxed ? [] : ['--no-sandbox']), '--site-per-process', ...args],
  })
}
