/** The page of a briefing: read by our own engines in both schemes, narrow, on paper, and with hostile words in it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parse } from 'parse5'
import type { Browser, Page } from 'puppeteer'
import { briefingHtml, briefingPagePolicy } from '#api/briefings/formats/html'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { anEmptyBriefing, aWholeBriefing } from '#test/shared/briefing/briefed'
import { openChromium } from '#test/support/chromium'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import { examine } from '#workers/scan-page/run-engines'

const briefing = aWholeBriefing()
const pages: Record<string, string> = { '/whole': briefingHtml(briefing), '/empty': briefingHtml(anEmptyBriefing()) }
const standard = readStandard('WCAG 2.2 AAA') as Standard

let browser: Browser
let page: Page
let engines: Engines
let server: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    fetch: (request) =>
      new Response(pages[new URL(request.url).pathname] ?? '', {
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': briefingPagePolicy },
      }),
  })
  ;[engines, browser] = await Promise.all([openEngines(), openChromium()])
  page = await browser.newPage()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop(true)
})

const open = (path: string) => page.goto(new URL(path, server.url).href)

test.each([
  ['/whole', 'light'],
  ['/whole', 'dark'],
  ['/empty', 'light'],
])(
  'our engines find nothing in %s, %s',
  async (path, scheme) => {
    await page.setViewport({ width: 1280, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await open(path)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })

    const { findings } = await examine({ page, engines, standard })

    expect(findings.map(({ rule, target, message }) => ({ rule, target, message }))).toEqual([])
  },
  60_000,
)

test('at 320 pixels nothing has to be scrolled sideways', async () => {
  await page.setViewport({ width: 320, height: 700 })
  await open('/whole')

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('on paper every reason is to be read', async () => {
  await page.setViewport({ width: 1280, height: 900 })
  await open('/whole')
  await page.emulateMediaType('print')

  const heights = await page.evaluate(() =>
    [...document.querySelectorAll('details table')].map((table) => table.getBoundingClientRect().height),
  )
  await page.emulateMediaType('screen')
  expect(heights.length).toBeGreaterThan(3)
  expect(heights.filter((height) => height < 10)).toEqual([])
})

test('no word of others is markup, an address or a script of it', async () => {
  const attempts: string[] = []
  page.on('dialog', (dialog) => {
    attempts.push(dialog.message())
    void dialog.dismiss()
  })
  await open('/whole')

  const found = await page.evaluate(() => ({
    active: document.querySelectorAll('script, img, iframe, object, embed, form, [onerror], [onmouseover]').length,
    links: [...document.querySelectorAll('a')]
      .filter((link) => !link.getAttribute('href')?.startsWith('#'))
      .map((link) => [new URL(link.href).protocol, link.rel]),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    missing: [...document.querySelectorAll('a[href^="#"]')].filter(
      (link) => document.getElementById(decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '')) === null,
    ).length,
  }))
  expect(attempts).toEqual([])
  expect(found.active).toBe(0)
  expect(found.links.length).toBeGreaterThan(1)
  for (const link of found.links) expect(link).toEqual(['https:', 'noopener noreferrer'])
  expect(new Set(found.ids).size).toBe(found.ids.length)
  expect(found.missing).toBe(0)
})

test('what could not be read stands above the headline, and every signal says why', () => {
  const whole = pages['/whole'] ?? ''
  const places = ['Not up to date', 'RATE_LIMITED', briefing.headline, 'id="schedule"', 'id="act_now"']
  const found = places.map((text) => whole.indexOf(text))

  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  const shown = briefing.sections.flatMap(({ key, items }) => (key.includes('me') && key !== 'meetings' ? items : []))
  for (const { id } of shown) expect(whole).toContain(id)
  expect(whole.match(/<details>/g)?.length ?? 0).toBeGreaterThanOrEqual(
    briefing.sections
      .filter(({ key }) => !['meetings', 'changed_since_last'].includes(key))
      .flatMap(({ items }) => items).length,
  )
})

test('it is HTML without an error, and the same bytes each time', () => {
  const errors: string[] = []
  for (const text of Object.values(pages))
    parse(text, { onParseError: ({ code }) => errors.push(code), sourceCodeLocationInfo: true })

  expect(errors).toEqual([])
  expect(briefingHtml(aWholeBriefing())).toBe(pages['/whole'] ?? '')
})
