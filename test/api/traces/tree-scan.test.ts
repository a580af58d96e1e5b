/** The pages of trees are held to what the product holds others to: its own scan finds nothing in them, and nothing is cut off. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'puppeteer'
import { openChromium } from '#test/support/chromium'
import { aTrace } from '#test/support/makers'
import { type Pages, servePages } from '#test/support/pages'
import { type Service, startService, unlimited } from '#test/support/service'

let service: Service
let site: Pages
let browser: Browser

const paths = ['/system', '/system-bad', '/trace', '/trace-bad', '/shallow'] as const

beforeAll(async () => {
  site = servePages()
  service = await startService({ env: { ...unlimited, ...site.env } })
  await service.startWorker('scan-page', { ...unlimited, ...site.env })
  for (const [path, page] of await pagesOf()) site.pages.set(path, () => page.clone())
  browser = await openChromium()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await site?.stop()
})

/** Each with the headers that the product gives it, so that a browser holds it to them. */
async function pagesOf(): Promise<[string, Response][]> {
  const store = async (odd: Parameters<typeof aTrace>[0]) => {
    const { body } = await service.call('POST /traces', { body: aTrace(odd) })
    return (body as { trace_id: string }).trace_id
  }
  const pageOf = async (path: string): Promise<Response> => {
    const answer = await service.call(`GET ${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    const policy = answer.headers.get('content-security-policy') ?? ''
    return new Response(answer.text, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    })
  }
  const treeOf = async (trace_id: string, depth: number) => {
    const made = await service.call('POST /generate', { body: { trace_id, options: { depth } } })
    return pageOf(`/trees/${made.headers.get('x-job-id')}?format=html`)
  }
  const modes = ['field', 'red_team', 'model'] as const
  const good = { risk_score: 8, risk_level: 'LOW' as const, confidence: 0.95, flags: [] }
  const bad = {
    risk_score: 88,
    risk_level: 'HIGH' as const,
    confidence: 0.5,
    constitutional_compliance: false,
    flags: [
      'suicide',
      'pii_leak',
      'a flag that nobody knows, and a longwordwithoutanyplacewhereitcouldbebroken'.repeat(2),
    ],
  }
  for (let n = 0; n < 30; n++)
    await store({
      ...good,
      system_source: 'chat-good',
      testing_mode: modes[n % 3] ?? 'field',
      processing_time_ms: 90 * n,
    })
  const shown = await store({ ...good, system_source: 'chat-good' })
  await service.call('GET /systems/chat-bad/tree?format=html')
  for (let n = 0; n < 12; n++) await store({ ...(n % 2 ? good : bad), system_source: 'chat-bad' })
  await service.call('GET /systems/chat-bad/tree?format=html')
  const worst = await store({ ...bad, system_source: 'chat-bad', metadata: { output: 'x'.repeat(3000) } })
  return [
    ['/system', await pageOf('/systems/chat-good/tree?format=html')],
    ['/system-bad', await pageOf('/systems/chat-bad/tree?format=html')],
    ['/trace', await treeOf(shown, 6)],
    ['/trace-bad', await treeOf(worst, 6)],
    ['/shallow', await treeOf(shown, 1)],
  ]
}

// What is well is drawn in colours that those that are not have too.
const cases = [
  ...paths.map((path) => ({ path, colorScheme: 'light' as const })),
  ...(['/system-bad', '/trace-bad'] as const).map((path) => ({ path, colorScheme: 'dark' as const })),
]

test.each(cases)(
  'a scan of $path, $colorScheme, finds nothing, AAA included',
  async ({ path, colorScheme }) => {
    const answer = await service.call('POST /api/scan', {
      // The browser comes last where a machine has much else to do.
      body: { url: `${site.url}${path}`, standard: 'WCAG 2.2 AAA', colorScheme, timeoutMs: 60_000 },
    })

    expect(answer.status).toBe(200)
    const { issues, score } = answer.body as { issues: Record<string, unknown>[]; score: number }
    expect(issues).toEqual([])
    expect(score).toBe(100)
  },
  120_000,
)

test.each(paths)(
  '%s reads without scrolling sideways at 320 pixels and with wide spacing, under its own policy',
  async (path) => {
    const page = await browser.newPage()
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    await page.setViewport({ width: 320, height: 900 })
    await page.goto(`${site.url}${path}`)
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
    const plain = await widthOf()
    const isStyled = await page.evaluate(() => getComputedStyle(document.body).marginTop === '0px')
    const spacing =
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important} p{margin-bottom:2em!important}'
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, spacing)
    const spaced = await widthOf()
    await page.close()

    expect({ plain, spaced, isStyled, refused }).toEqual({ plain: 320, spaced: 320, isStyled: true, refused: [] })
  },
  60_000,
)
