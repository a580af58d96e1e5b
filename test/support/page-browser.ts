/** The browser that workers have, for tests that load pages by it without the service around them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readEgressAllow } from '#shared/kernel/addresses'
import { shareBrowser } from '#test/support/chromium'
import { openBrowser } from '#workers/page/browser'
import type { BrowserPool } from '#workers/page/browser-pool'

/** @param allowed which private addresses it may reach, as an operator allows them. */
export async function openPageBrowser(allowed = ''): Promise<BrowserPool> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-p-'))
  // Also for whoever the browser runs as.
  chmodSync(dataDir, 0o755)
  await shareBrowser(dataDir)
  const browser = await openBrowser({
    settings: { dataDir, sandbox: 'auto', egress: { allow: readEgressAllow(allowed) } },
    log: pino({ level: 'silent' }),
  })
  const close = browser.close.bind(browser)
  return Object.assign(browser, {
    close: () => close().finally(() => rmSync(dataDir, { recursive: true, force: true })),
  })
}
