/** The report is held to what it reports: our own engines look at it, in both schemes, and at 320 pixels. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'puppeteer'
import { renderReports } from '#api/scans/formats/index'
import { type ScanReport, severities } from '#db/documents/scan-report'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { aMissing, anIssue, aPracticeReport, aReport, scanned } from '#test/api/scans/formats/makers'
import { openChromium } from '#test/support/chromium'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import { examine } from '#workers/scan-page/run-engines'

let browser: Browser
let page: Page
let engines: Engines
let server: ReturnType<typeof Bun.serve>
const served = new Map<string, string>()
const standard = readStandard('WCAG 2.2 AAA') as Standard

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    fetch: (request) =>
      new Response(served.get(new URL(request.url).pathname) ?? '', {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      }),
  })
  engines = await openEngines()
  browser = await openChromium()
  page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  served.set('/one', await render(aReport({ issues: severeIssues(), totals: severeTotals })))
  served.set('/clean', await render(aReport({ issues: [], waived: [], score: 100, compliance: 'pass' })))
  served.set(
    '/run',
    await render(
      aReport(),
      aPracticeReport({ url: 'https://example.org/old' }),
      aReport({ url: 'https://example.org/other', score: 5 }),
    ),
  )
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop(true)
})

const severeTotals = { critical: 2, serious: 2, moderate: 2, minor: 2, practice: 2, warning: 2, waived: 1 }

const severeIssues = () =>
  severities.flatMap((severity, at) => [
    anIssue({ severity, type: `rule-${severity}`, message: 'One' }),
    anIssue({
      severity,
      type: `rule-${severity}`,
      message: 'Two. Fix one of these: Add a label; Add a title.',
      box: { x: 10, y: 900 * at, width: 900, height: 40 },
    }),
  ])

async function render(...reports: ScanReport[]): Promise<string> {
  const isRun = reports.length > 1
  async function* each() {
    yield* reports.map(scanned)
    if (isRun) yield aMissing()
  }
  // One grey pixel.
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
  const picture = { picture: new Uint8Array(Buffer.from(pixel, 'base64')), picture_type: 'image/png' }
  const run = { standard: 'WCAG 2.1 AA', createdAt: '2026-03-01T10:00:00.000Z' }
  let text = ''
  for await (const piece of renderReports(
    'html',
    each(),
    isRun ? { title: 'A run', run } : { title: 'A page', picture },
  ))
    text += piece
  return text
}

const cases = ['/one', '/clean', '/run'].flatMap((path) =>
  (['light', 'dark'] as const).map((scheme) => ({ path, scheme })),
)

test.each(cases)(
  'our engines find nothing in $path, $scheme, best practice and AAA included',
  async ({ path, scheme }) => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.goto(new URL(path, server.url).href)

    const { findings } = await examine({ page, engines, standard })

    expect(findings.map(({ rule, verdict, target, message }) => ({ rule, verdict, target, message }))).toEqual([])
  },
  60_000,
)

test.each(['/one', '/clean', '/run'])(
  '%s reads without scrolling sideways at 320 pixels and with wide spacing',
  async (path) => {
    await page.setViewport({ width: 320, height: 900 })
    await page.goto(new URL(path, server.url).href)
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
    const plain = await widthOf()
    await page.addStyleTag({
      content:
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important} p{margin-bottom:2em!important}',
    })
    const spaced = await widthOf()
    await page.setViewport({ width: 1280, height: 900 })

    expect({ plain, spaced }).toEqual({ plain: 320, spaced: 320 })
  },
  60_000,
)

test('an issue’s link shows its box on the picture, by keyboard alone', async () => {
  await page.goto(new URL('/one', server.url).href)
  await page.focus('#issue-2 a')
  await page.keyboard.press('Enter')

  const shown = await page.evaluate(() => {
    const box = document.querySelector(':target')?.getBoundingClientRect()
    return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight
  })
  expect(page.url()).toEndWith('#box-2')
  expect(shown).toBe(true)
})
