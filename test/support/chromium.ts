/** A plain browser, for tests that look at pages without the service around them: the one that the product finds. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { findBrowser } from '#workers/browser/find'

/** Where tests keep what was found, or had to be unpacked, for one another. */
const dataDir = join(tmpdir(), `assay-test-${process.geteuid?.() ?? 'user'}`)

export async function openChromium(args: readonly string[] = []): Promise<Browser> {
  const { path, env } = await findBrowser({ dataDir, sandbox: 'auto' })
  return puppeteer.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: [...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })
}
