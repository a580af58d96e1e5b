/** What is counted of components on a page, and what is too much to count. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { KnownComponent } from '#shared/components/known'
import { openPageBrowser } from '#test/support/page-browser'
import type { BrowserPool } from '#workers/page/browser-pool'
import { componentsOn } from '#workers/scan-page/components'

let browser: BrowserPool

beforeAll(async () => {
  browser = await openPageBrowser()
}, 60_000)
afterAll(async () => {
  await browser?.close()
})

const button: KnownComponent = {
  ...{ id: 'button', library: 'ui', name: 'Button', category: 'x' },
  ...{ tagName: 'x-button', classPrefix: 'btn', isDeprecated: false },
}

const countOn = (body: string) =>
  browser.visit(
    {
      ...{ deadlineMs: 30_000, signal: new AbortController().signal, viewport: { width: 800, height: 600 } },
      ...{ colorScheme: 'light' as const, reducedMotion: false, series: undefined },
    },
    async ({ page }) => {
      await page.setContent(body)
      return componentsOn(page, [button])
    },
  )

test('each instance counts, and what is a part of one does not', async () => {
  const page =
    '<x-button>A</x-button><p data-component="Button">B</p><div class="row btn--big"><i><b class="btn__icon">C</b></i></div><p class="btnx">D</p>'
  expect(await countOn(page)).toEqual([{ id: 'button', library: 'ui', instances: 3 }])
  expect(await countOn('<p>None</p>')).toEqual([])
}, 60_000)

test('as many as are gathered count, and of a page with one more none is', async () => {
  expect(await countOn('<i class=btn></i>'.repeat(20_000))).toEqual([
    { id: 'button', library: 'ui', instances: 20_000 },
  ])
  expect(await countOn('<i class=btn></i>'.repeat(20_001))).toBeNull()
}, 60_000)
