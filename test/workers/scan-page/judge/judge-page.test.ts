/** What of a real page a judge is given, and what becomes of what it says. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { PNG } from 'pngjs'
import type { Browser } from 'puppeteer'
import { readStandard } from '#shared/accessibility/standards'
import { openChromium } from '#test/support/chromium'
import { type Pages, servePages } from '#test/support/pages'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import type { JudgedItem, PageJudge } from '#workers/scan-page/judge/judge'
import { examine } from '#workers/scan-page/run-engines'

setDefaultTimeout(60_000)

let browser: Browser
let engines: Engines
let site: Pages
beforeAll(async () => {
  browser = await openChromium()
  engines = await openEngines()
  site = servePages()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const red = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="red"/></svg>')}`
const page = `<!doctype html><html lang="en"><head><title>Untitled</title></head><body><main>
  <h1>Prices</h1><p>The garden is open every day.</p><h2>Opening hours</h2><p>From nine to six.</p>
  <img id="red" src="${red}" width="800" height="400" alt="A dog"><img src="${red}" width="9" height="9" alt="Dot">
  <img src="${red}" width="90" height="90" alt=""><p>Read <a id="more" href="/more">more</a> about it.</p>
  <label>Name <input id="name"></label></main></body></html>`

async function examined(judge?: PageJudge) {
  const standard = readStandard('WCAG 2.2 AA')
  if (!standard) throw new Error('no standard')
  site.pages.set('/', page)
  const tab = await browser.newPage()
  try {
    await tab.goto(`${site.url}/`)
    return await examine({ page: tab, engines, standard, judge })
  } finally {
    await tab.close()
  }
}

const judgeThat = (ask: PageJudge['ask'], seesPictures = true): PageJudge => ({
  model: 'some-model',
  seesPictures,
  ask,
})
const run = { name: 'judge', version: 'some-model', state: 'ran', ms: 1, reason: null } as const

test('a judge is given the title, headings with what follows, links, labels and large pictures as they are painted', async () => {
  let given: readonly JudgedItem[] = []
  await examined(
    judgeThat(async (items) => {
      given = items
      return { findings: [], run }
    }),
  )

  expect(given.map(({ kind, place, text, context }) => [kind, place, text, context])).toEqual([
    ['picture', '#red', 'A dog', expect.any(String)],
    ['title', expect.stringContaining('title'), 'Untitled', expect.stringContaining('The garden is open')],
    ['heading', expect.stringContaining('h1'), 'Prices', 'The garden is open every day.'],
    ['heading', expect.stringContaining('h2'), 'Opening hours', expect.stringContaining('From nine to six.')],
    ['label', '#name', 'Name', 'text'],
    ['link', '#more', 'more', 'Read more about it.'],
  ])
  const [picture] = given
  const { width, height, data } = PNG.sync.read(Buffer.from(picture?.picture ?? []))
  const middle = (128 * width + 256) * 4
  expect([width, height, ...data.subarray(middle, middle + 3)]).toEqual([512, 256, 255, 0, 0])
})

test('to a model that takes none, no picture is given', async () => {
  let given: readonly JudgedItem[] = []
  await examined(
    judgeThat(async (items) => {
      given = items
      return { findings: [], run }
    }, false),
  )

  expect(given.some(({ picture }) => picture !== undefined)).toBeFalse()
})

test('a judge stands among the engines, and one that fails takes nothing with it', async () => {
  const { engines: runs, findings } = await examined(
    judgeThat(async () => {
      throw new Error('gone')
    }),
  )

  expect(runs.at(-1)).toMatchObject({ name: 'judge', version: 'some-model', state: 'failed', reason: 'gone' })
  expect(findings.some(({ rule }) => rule.startsWith('judged-'))).toBeFalse()
  expect(runs.filter(({ state }) => state === 'ran').map(({ name }) => name)).toContain('axe-core')
})

test('where the operator named no model nobody judges', async () => {
  expect((await examined()).engines.map(({ name }) => name)).not.toContain('judge')
})
