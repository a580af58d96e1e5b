/** Locations against the truth, on pages that make it hard to tell. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'puppeteer'
import { openChromium } from '#test/support/chromium'
import { numberTags, type Source, sources, type Tally, tallyOf } from '#test/workers/scan-page/pages'
import { compareLocations, openLocator } from '#workers/scan-page/locate'
import { subjectsOf } from '#workers/scan-page/subjects'

let browser: Browser
let page: Page
let server: ReturnType<typeof Bun.serve>
const served = new Map<string, string>()

beforeAll(async () => {
  for (const source of sources()) served.set(`/${encodeURIComponent(source.name)}`, numberTags(source.text))
  server = Bun.serve({
    port: 0,
    fetch(request) {
      const text = served.get(new URL(request.url).pathname)
      return new Response(text ?? '', {
        status: text === undefined ? 404 : 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      })
    },
  })
  browser = await openChromium()
  page = await browser.newPage()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop(true)
})

const open = (name: string, text: string) => {
  served.set(`/${name}`, text)
  return page.goto(`${server.url}${name}`)
}

async function tallies(isWanted: (source: Source) => boolean): Promise<Tally[]> {
  const all: Tally[] = []
  for (const source of sources().filter(isWanted)) {
    const name = encodeURIComponent(source.name)
    all.push(await tallyOf(page, `${server.url}${name}`, source, served.get(`/${name}`) ?? ''))
  }
  return all
}

const isDoubtful = (source: Source) => source.name.startsWith('doubt-')

test('at least 99 of 100 elements of the source are located exactly, and none wrongly', async () => {
  const all = await tallies((source) => !isDoubtful(source))

  const sum = (read: (tally: Tally) => number) => all.reduce((total, tally) => total + read(tally), 0)
  const fromSource = sum((tally) => tally.fromSource)
  expect(all.flatMap((tally) => tally.wrong)).toEqual([])
  expect(all.length).toBeGreaterThanOrEqual(40)
  expect(sum((tally) => tally.exact) / fromSource).toBeGreaterThanOrEqual(0.99)
}, 120_000)

test('where a script has made twins of what was served, no place is better than a wrong one', async () => {
  const all = await tallies(isDoubtful)

  expect(all.flatMap((tally) => tally.wrong)).toEqual([])
  expect(all.every((tally) => tally.generated > 0)).toBe(true)
}, 60_000)

test('an element in a frame is located in the source of the frame, or else where the frame is held', async () => {
  await open('frame-in', '<p>x</p>\n<img>')
  await open('frame-out', '<!doctype html>\n<h1>x</h1><iframe id="f" src="/frame-in"></iframe>')

  const target = ['#f', 'img']
  const subjects = await subjectsOf(page, [{ target }])
  const subject = subjects.of({ target })
  const pageSource = served.get('/frame-out') ?? null
  const inner = `${server.url}frame-in`
  const known = openLocator({ page: pageSource, frames: new Map([[inner, '<p>x</p>\n<img>']]) }, subjects.frames)
  const unknown = openLocator({ page: pageSource, frames: new Map() }, subjects.frames)

  expect(subject).toMatchObject({ selector: '#f >>> img', frameUrl: inner, html: '<img>' })
  expect(known(subject)).toBe(`${inner}#2:1`)
  expect(unknown(subject)).toBe('2:11')
})

test('two selectors of one element are one subject, and one that matches nothing is kept', async () => {
  await open('two', '<title>t</title><p id="a">x</p>')

  const targets = [['#a'], ['p'], ['#gone'], ['#a', 'b'], [':::'], [['#a', 'b']]]
  const subjects = await subjectsOf(
    page,
    targets.map((target) => ({ target })),
  )

  expect(new Set(targets.map((target) => subjects.of({ target }).key)).size).toBe(4)
  expect(subjects.of({ target: ['#gone'] })).toMatchObject({ selector: '#gone', node: null, box: null, html: '' })
  expect(openLocator({ page: '<p>', frames: new Map() }, subjects.frames)(subjects.of({ target: ['#gone'] }))).toBe(
    '1:1 (generated)',
  )
})

test('what was found before the page was acted on is told of as it was then, and what has come since has no place among it', async () => {
  const text = '<!doctype html>\n<title>t</title>\n<main>\n<p class="calm">x</p>\n<p>y</p></main>'
  await open('acted', text)
  const locate = (subjects: Awaited<ReturnType<typeof subjectsOf>>, selector: string) =>
    openLocator({ page: text, frames: new Map() }, subjects.frames)(subjects.of({ target: [selector] }))

  const [first, second] = [{ target: ['main > p:nth-of-type(1)'] }, { target: ['main > p:nth-of-type(2)'] }]
  await subjectsOf(page, [first])
  await page.evaluate(() => {
    const [calm] = document.querySelectorAll('p')
    calm?.setAttribute('class', 'alarmed')
    calm?.after(document.createElement('p'))
  })
  const subjects = await subjectsOf(page, [first, second])

  expect(subjects.of(first).html).toBe('<p class="calm">x</p>')
  expect(locate(subjects, 'main > p:nth-of-type(1)')).toBe('4:1')
  expect(subjects.of(second).html).toBe('<p></p>')
  expect(locate(subjects, 'main > p:nth-of-type(2)')).toBe('3:1 (generated)')
})

test('markup is shown squeezed, short, and without secrets', async () => {
  await open(
    'markup',
    `<form><input type=password value=hunter2>  \n\n <input type=hidden name=csrf value=s3cret>${'<p>text</p>'.repeat(90)}</form>`,
  )

  const subjects = await subjectsOf(page, [{ target: ['form'] }])

  const { html } = subjects.of({ target: ['form'] })
  expect(html).toStartWith(
    '<form><input type="password" value="…"> <input type="hidden" name="csrf" value="…"><p>text</p>',
  )
  expect(html.length).toBe(300)
})

test('locations are ordered as the source is read, frames after the page', () => {
  const ordered = ['1:1 (generated)', '2:3', '2:10', '10:1', 'http://a/#1:2', 'http://a/#1:20']

  expect(ordered.toReversed().sort(compareLocations)).toEqual(ordered)
})

test('a place stays the same when something else is put on the page', async () => {
  const list =
    '<ul class="menu"><li><a href="/a"></a></li><li><a href="/b"></a></li></ul><p>Text <img src="/i.png"></p>'
  const targets = [['a[href="/b"]'], ['img[src="/i.png"]'], ['ul']]
  const placesOn = async (name: string, text: string) => {
    await open(name, text)
    const subjects = await subjectsOf(
      page,
      targets.map((target) => ({ target })),
    )
    return targets.map((target) => subjects.of({ target }).place)
  }

  const before = await placesOn('before', `<title>t</title><body><main>${list}</main>`)
  const after = await placesOn(
    'after',
    `<title>t 2</title><body class="x"><div class="banner"><p>Sale</p><img src="/x.png"></div><main><h2>New</h2>${list.replace('Text', 'Other')}<ul><li>1</li></ul></main>`,
  )

  expect(after).toEqual(before)
  expect(new Set(before).size).toBe(3)
})
