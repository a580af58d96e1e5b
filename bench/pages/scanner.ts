/** Scans pages as the product does, from the guarded browser to the merged issues, without the service around it. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Page } from 'puppeteer'
import type { EngineRun, ReportIssue } from '#db/documents/scan-report'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { readEgressAllow } from '#shared/kernel/addresses'
import { openBrowser } from '#workers/page/browser'
import { openEngines } from '#workers/scan-page/engines/index'
import { foundOn } from '#workers/scan-page/report'
import { seePage } from '#workers/scan-page/visit-page'

export type ScannedPage = { issues: ReportIssue[]; runs: EngineRun[]; elements: number; ms: number }

export type Scanner = {
  /** @param after is done in the page, once its issues are known. @throws what ended the visit. */
  scan: <After>(
    url: string,
    after?: (page: Page, issues: ReportIssue[]) => Promise<After>,
  ) => Promise<ScannedPage & { after: After | undefined }>
  close: () => Promise<void>
}

const pageMs = 45_000

/**
 * Everything there is to be looked for, unless said otherwise.
 * @param ports of this machine, where alone the browser may go.
 * @param series of which all visits are, if of any: they share tabs, which are emptied in between, as pages of a run do.
 */
export async function openScanner(
  ports: readonly number[],
  standard: Standard = standardNamed('WCAG 2.2 AAA'),
  series?: string,
): Promise<Scanner> {
  const [browser, engines] = await Promise.all([
    openBrowser({
      settings: {
        dataDir: join(tmpdir(), `assay-test-${process.geteuid?.() ?? 'user'}`),
        sandbox: 'auto',
        egress: { allow: readEgressAllow(ports.map((port) => `127.0.0.1/32:${port}`).join(',')) },
      },
      log: pino({ level: 'silent' }),
    }),
    openEngines(),
  ])
  return {
    async scan(url, after) {
      const startedAt = performance.now()
      return browser.visit(
        {
          deadlineMs: pageMs,
          signal: AbortSignal.timeout(pageMs + 5000),
          viewport: { width: 1280, height: 900 },
          colorScheme: 'light',
          reducedMotion: false,
          series,
        },
        async (visit) => {
          const seen = await seePage(visit, {
            payload: {
              of: 'page',
              url,
              standard: standard.name,
              includeWarnings: true,
              look: {},
              screenshot: false,
              sealedAccess: null,
              run: null,
            },
            access: {},
            standard,
            engines,
            deadline: startedAt + pageMs - 3000,
          })
          const { issues } = foundOn(seen, { url, standard })
          const ms = performance.now() - startedAt
          const done = await (after && visit.within(after(visit.page, issues)))
          return { issues, runs: seen.examination.engines, elements: seen.loaded.elements, ms, after: done }
        },
      )
    },
    close: () => browser.close(),
  }
}

export function standardNamed(name: string): Standard {
  const found = readStandard(name)
  if (!found) throw new Error(`no standard ${name}`)
  return found
}
