/** The page of a design verification is held to what it is for: our own engines look at it, in both schemes, at 320 pixels, by keyboard. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'puppeteer'
import { designReportPolicy, renderDesignReport } from '#api/designs/report-page'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { aDesignIssue, aDesignReport, allPictures, noPictures } from '#test/api/designs/makers'
import { openChromium } from '#test/support/chromium'
import { openEngines } from '#workers/scan-page/engines/index'
import { examine } from '#workers/scan-page/run-engines'

let browser: Browser
let page: Page
let engines: Awaited<ReturnType<typeof openEngines>>
let server: ReturnType<typeof Bun.serve>
const complaints: string[] = []
const standard = readStandard('WCAG 2.2 AAA') as Standard

const issues = (['critical', 'serious', 'moderate', 'minor'] as const).map((severity, at) =>
  aDesignIssue({
    severity,
    elements: at + 1,
    box: { x: 100 * at, y: 80 * at, width: 90, height: 40 },
    ...(at === 3 ? { before: null, token: null, property: 'color', after: `${'long '.repeat(30)}` } : {}),
    ...(at === 2 ? { element: `main > ${'div > '.repeat(60)}a`, property: null, before: null, after: null } : {}),
  }),
)
const served: Record<string, string> = {
  '/whole': [...renderDesignReport(aDesignReport({ issues }), allPictures())].join(''),
  '/clean': [...renderDesignReport(aDesignReport({ issues: [], absorbed: [], notes: [] }), noPictures)].join(''),
}

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    fetch: (request) =>
      new Response(served[new URL(request.url).pathname] ?? '', {
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': designReportPolicy },
      }),
  })
  engines = await openEngines()
  browser = await openChromium()
  page = await browser.newPage()
  page.on('console', (message) => void complaints.push(message.text()))
  await page.setViewport({ width: 1280, height: 900 })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop(true)
})

const open = (path: string) => page.goto(new URL(path, server.url).href)

test.each([
  { path: '/whole', scheme: 'light' },
  { path: '/whole', scheme: 'dark' },
  { path: '/clean', scheme: 'light' },
])(
  'our engines find nothing in $path, $scheme, best practice and AAA included',
  async ({ path, scheme }) => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.setBypassCSP(true)
    await open(path)

    const { findings } = await examine({ page, engines, standard })

    expect(findings.map(({ rule, verdict, target, message }) => ({ rule, verdict, target, message }))).toEqual([])
  },
  60_000,
)

test('its own policy lets all of it be shown, and it reads without scrolling sideways at 320 pixels', async () => {
  await page.setBypassCSP(false)
  complaints.length = 0
  await page.setViewport({ width: 320, height: 900 })
  await open('/whole')

  const seen = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    card: getComputedStyle(document.querySelector('.verdict') as Element).borderTopWidth,
    pictures: [...document.querySelectorAll('.whole')].map((each) => Math.round(each.getBoundingClientRect().width)),
  }))
  await page.setViewport({ width: 1280, height: 900 })

  expect(complaints).toEqual([])
  expect(seen).toMatchObject({ width: 320, card: '1px' })
  for (const width of seen.pictures) expect(width).toBeGreaterThan(200)
}, 30_000)

test('the slider draws the baseline away by keyboard, and a number leads to its box', async () => {
  await open('/whole')
  const covered = () =>
    page.evaluate(() => {
      const [slide, curtain, held] = ['.slide', '.curtain', '.held .whole'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      )
      return slide && curtain && held
        ? { curtain: curtain.right - slide.left, held: held.left - slide.left }
        : undefined
    })
  const moved = () => page.$eval('.slide', (slide) => slide.scrollLeft)
  const before = await covered()
  // Until it has moved: a processor that is busy draws a press late, and may lose one that comes before the focus.
  for (let press = 0; press < 200 && (await moved()) <= 100; press += 1) {
    await page.focus('.slide')
    await page.keyboard.press('ArrowRight')
    await Bun.sleep(50)
  }
  const after = await covered()
  // A page is scrolled after its address is another; how much of the box is seen beside the middle is the browser's affair.
  const middle = () =>
    page.evaluate(() => {
      const box = document.querySelector(':target')?.getBoundingClientRect()
      return box ? (box.top + box.bottom) / 2 / window.innerHeight : undefined
    })
  const isInView = async () => {
    const at = await middle()
    return at !== undefined && at >= 0 && at <= 1
  }
  // As a person would, pressed again where nothing came of it: a busy browser drops a jump while another part still scrolls.
  for (let press = 0; press < 5 && !(await isInView()); press += 1) {
    await page.focus('#issue-2 a')
    await page.keyboard.press('Enter')
    for (let look = 0; look < 40 && !(await isInView()); look += 1) await Bun.sleep(50)
  }

  expect((before?.curtain ?? 0) - (after?.curtain ?? 0)).toBeGreaterThan(100)
  // The picture stays where it is; only what shows of it changes.
  expect(Math.abs((before?.held ?? 0) - (after?.held ?? 99))).toBeLessThan(1)
  expect(page.url()).toEndWith('#box-2')
  expect(await middle()).toBeWithin(0, 1.001)
}, 30_000)
