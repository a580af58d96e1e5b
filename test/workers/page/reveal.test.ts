/** Parts of a page that fade in when they are scrolled to are there before it is looked at; other pages are left where they are. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openPageBrowser } from '#test/support/page-browser'
import { type Pages, servePages } from '#test/support/pages'
import type { BrowserPool } from '#workers/page/browser-pool'
import { revealAll } from '#workers/page/reveal'

let site: Pages
let browser: BrowserPool

beforeAll(async () => {
  site = servePages()
  browser = await openPageBrowser(site.env.EGRESS_ALLOW)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await site.stop()
})

const far = '<div style="height:2500px"></div>'
const counting = 'addEventListener("scroll", () => { window.scrolled = true });'

/** What the page says of itself once it was gone through, and whether it was. */
function reveal(html: string, ask: string): Promise<{ isGoneThrough: boolean; said: unknown }> {
  site.pages.set('/a', `<!doctype html><html lang="en"><title>A</title><body>${html}`)
  return browser.visit(
    {
      deadlineMs: 20_000,
      signal: new AbortController().signal,
      viewport: { width: 1000, height: 700 },
      colorScheme: 'light',
      reducedMotion: false,
    },
    async (visit) => {
      await visit.page.goto(`${site.url}/a`)
      const isGoneThrough = await revealAll(visit)
      return { isGoneThrough, said: await visit.page.evaluate(ask) }
    },
  )
}

const fading = `<style>.in{opacity:0;transform:translateY(40px);transition:all .5s}.in.is-in{opacity:1;transform:none}</style>${far}<p class="in" id="x">Made by hand.</p>${far}<p class="in" id="y">And to last.</p>
<script>const seen = new IntersectionObserver((all) => { for (const each of all) if (each.isIntersecting) each.target.classList.add('is-in') })
for (const each of document.querySelectorAll('.in')) seen.observe(each)</script>`

test('what fades in is there, wherever on the page, and the page is at its top again', async () => {
  const { isGoneThrough, said } = await reveal(
    fading,
    `[...document.querySelectorAll('.in')].map((each) => getComputedStyle(each).opacity).concat(scrollY)`,
  )

  expect(isGoneThrough).toBe(true)
  expect(said).toEqual(['1', '1', 0])
})

test('so it is in a component', async () => {
  const { said } = await reveal(
    `${far}<x-part></x-part><script>const root = document.querySelector('x-part').attachShadow({ mode: 'open' })
     root.innerHTML = '<p style="opacity:0">Made by hand.</p>'; const p = root.querySelector('p')
     new IntersectionObserver(([each]) => { if (each.isIntersecting) p.style.opacity = 1 }).observe(p)</script>`,
    `document.querySelector('x-part').shadowRoot.querySelector('p').style.opacity`,
  )

  expect(said).toBe('1')
})

test('a page on which all is to be seen is not moved', async () => {
  const whole = await reveal(`${far}<p>Made by hand.</p><script>${counting}</script>`, 'window.scrolled === true')
  const hidden = await reveal(
    `<p style="opacity:0">Above.</p>${far}<p hidden>Made by hand.</p><script>${counting}</script>`,
    'window.scrolled === true',
  )

  expect([whole, hidden]).toEqual([
    { isGoneThrough: false, said: false },
    { isGoneThrough: false, said: false },
  ])
})

test('whatever a form calls its fields', async () => {
  const names = ['checkVisibility', 'getBoundingClientRect', 'textContent', 'shadowRoot', 'childNodes']
  const { isGoneThrough } = await reveal(
    `${far}<form style="opacity:0">${names.map((name) => `<input name="${name}">`).join('')}<p>Made by hand.</p></form><script></script>`,
    '0',
  )

  expect(isGoneThrough).toBe(true)
})
