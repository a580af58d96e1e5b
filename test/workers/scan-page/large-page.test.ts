/** A page that takes longer than there is: what ended in time is told, and what did not is named. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { openPageBrowser } from '#test/support/page-browser'
import { aPage, type Pages, servePages } from '#test/support/pages'
import type { BrowserPool } from '#workers/page/browser-pool'
import type { Engines } from '#workers/scan-page/engines/engines'
import { bringEngines } from '#workers/scan-page/engines/frames'
import { openEngines } from '#workers/scan-page/engines/index'
import { foundOn } from '#workers/scan-page/report'
import { closingMs, seePage, type VisitedPage } from '#workers/scan-page/visit-page'

let site: Pages
let browser: BrowserPool
let engines: Engines

beforeAll(async () => {
  site = servePages()
  browser = await openPageBrowser(site.env.EGRESS_ALLOW)
  engines = await openEngines()
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await site.stop()
})

const standardName = 'WCAG 2.1 AA'
const standard = standardNamed(standardName)

/** A rule of axe's that takes a while with each paragraph, however fast the machine. */
const slowRule = `
;axe.configure({
  checks: [{ id: 'slow', evaluate: 'function () { const until = performance.now() + 100; while (performance.now() < until); return true }' }],
  rules: [{ id: 'slow', selector: 'p', any: ['slow'], tags: ['wcag2a', 'wcag111'] }],
});0`

function withSlowRule(): Engines {
  const source = engines.source + slowRule
  const rule = { id: 'slow', tags: ['wcag2a', 'wcag111'], help: 'Slow', helpUrl: 'https://example.org/', actIds: [] }
  const warm: Engines['warm'] = (page) => bringEngines(page.mainFrame(), source)
  return { ...engines, source, warm, rules: { ...engines.rules, axe: [...engines.rules.axe, rule] } }
}

/** As a scan's worker sees it. @throws whatever ends the visit. */
function see(url: string, { timeoutMs, engines }: { timeoutMs: number; engines: Engines }): Promise<VisitedPage> {
  const deadline = performance.now() + timeoutMs
  return browser.visit(
    {
      deadlineMs: timeoutMs,
      signal: new AbortController().signal,
      viewport: { width: 1000, height: 700 },
      colorScheme: 'light',
      reducedMotion: false,
    },
    (visit) =>
      seePage(visit, {
        payload: {
          of: 'page',
          url,
          standard: standardName,
          includeWarnings: true,
          look: { timeoutMs },
          screenshot: false,
          sealedAccess: null,
          run: null,
        },
        access: {},
        standard,
        engines,
        deadline,
      }),
  )
}

test('a page too large for its time is answered with what ended, each finding with its place', async () => {
  const paragraphs = Array.from({ length: 2500 }, (_, at) => `<p>Paragraph ${at} of many.</p>`).join('\n')
  site.pages.set('/', aPage(`<img id="logo" src="data:,">\n${paragraphs}`))
  const timeoutMs = 20_000

  const seen = await see(`${site.url}/`, { timeoutMs, engines: withSlowRule() })

  const [axe, ...others] = seen.examination.engines
  expect(axe).toMatchObject({ name: 'axe-core', state: 'out of time', reason: expect.stringContaining('slow') })
  expect(others.map(({ name }) => name)).toEqual(['accesslint', 'assay'])
  const { issues } = foundOn(seen, { url: `${site.url}/`, standard })
  expect(issues.find(({ type }) => type === 'image-alt')).toMatchObject({
    severity: 'critical',
    element: '#logo',
    location: expect.stringMatching(/^\d+:\d+$/),
  })
}, 60_000)

test('what is kept back for the end grows with what a look at the page takes, and never takes most of the time', () => {
  expect(closingMs(0, 30_000)).toBe(1000)
  expect(closingMs(200, 30_000)).toBe(3400)
  expect(closingMs(2000, 30_000)).toBe(10_500)
  expect(closingMs(500, 2000)).toBe(1000)
})

function standardNamed(name: string): Standard {
  const found = readStandard(name)
  if (!found) throw new Error(`no standard ${name}`)
  return found
}
