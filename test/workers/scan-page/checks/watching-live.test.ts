/** What a page says by itself while nobody touches it: in live regions, and after some seconds. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)

test('a live region counts the seconds', async () => {
  const counter = (
    more: string,
    unit = 'seconds left',
    script = 'setInterval(() => { t.textContent = --left }, 800)',
  ) =>
    `<p id="x" ${more}>Your boat is kept for you: <span id="t">60</span> ${unit}.</p><script>let left = 60; ${script}</script>`
  const rule = 'live-region-chatters'

  expect(await found(rule, counter('role="alert"'))).toEqual(['practice #x'])
  expect(await found(rule, counter('aria-live="polite"'))).toEqual(['practice #x'])
  expect(await found(rule, counter(''))).toEqual([])
  expect(await found(rule, counter('role="timer"'))).toEqual([])
  expect(await found(rule, counter('role="status" aria-live="off"'))).toEqual([])
  expect(await found(rule, counter('role="status"', '% are loaded'))).toEqual([])
  // Said once.
  expect(
    await found(rule, counter('role="status"', 'left', 'setTimeout(() => { t.textContent = --left }, 800)')),
  ).toEqual([])
})

test('news take turns every few seconds', async () => {
  const news = (script: string, more = '') =>
    `<h2>News</h2><p id="x">The pier is open again.</p>${more}<script>const all = ['The pier is open again.', 'Canoes have come from Norway.', 'Closed on Monday.']; let at = 0; const next = () => { x.textContent = all[++at % 3] }; ${script}</script>`
  const rule = 'text-changes-by-itself'

  expect(await found(rule, news('setInterval(() => { next() }, 3000)'))).toEqual(['practice #x'])
  expect(
    await found(rule, news('b.onclick = () => setInterval(() => { next() }, 3000)', '<button id="b">Next</button>')),
  ).toEqual([])
  expect(
    await found(
      rule,
      news(
        'let timer = setInterval(() => { next() }, 3000); b.onclick = () => clearInterval(timer)',
        '<button id="b">Pause</button>',
      ),
    ),
  ).toEqual([])
  expect(
    await found(rule, news('setInterval(() => { x.dataset.seen = Date.now(); x.textContent = all[0] }, 3000)')),
  ).toEqual([])
})
