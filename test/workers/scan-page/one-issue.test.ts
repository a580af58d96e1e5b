/** Each problem of a page is told once, of the right element, and as an error only where that can be trusted. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'puppeteer'
import type { ReportIssue } from '#db/documents/scan-report'
import { isViolation } from '#db/documents/scan-report'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { openChromium } from '#test/support/chromium'
import { aPage, type Pages, servePages } from '#test/support/pages'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import { openLocator } from '#workers/scan-page/locate'
import { mergeFindings } from '#workers/scan-page/merge'
import { examine } from '#workers/scan-page/run-engines'
import { subjectsOf } from '#workers/scan-page/subjects'

let browser: Browser
let engines: Engines
let site: Pages
const standard = readStandard('WCAG 2.2 AA') as Standard

beforeAll(async () => {
  browser = await openChromium()
  engines = await openEngines()
  site = servePages()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function issuesOn(
  html: string,
  order: { deep?: boolean; rules?: { include: string[] } } = {},
): Promise<ReportIssue[]> {
  site.pages.set('/', html)
  const page = await browser.newPage()
  try {
    await page.goto(`${site.url}/`)
    const { findings } = await examine({ page, engines, standard, ...order })
    const subjects = await subjectsOf(page, findings)
    const locate = openLocator({ page: html, pageType: 'text/html', frames: new Map() }, subjects.frames)
    return mergeFindings(findings, { page: `${site.url}/`, standard, subjectOf: subjects.of, locate }).issues
  } finally {
    await page.close()
  }
}

const errorsIn = (issues: readonly ReportIssue[]) => issues.filter(({ severity }) => isViolation(severity))

test('of two elements with one id, the one that is wrong is told, with its own line', async () => {
  const html = aPage('<button id="a">Good name</button>\n<p>Words</p>\n<button id="a"></button>')

  const errors = errorsIn(await issuesOn(html, { deep: true }))

  expect(errors).toMatchObject([
    {
      type: 'button-name',
      location: '7:1',
      html: '<button id="a"></button>',
      engines: ['axe-core', 'accesslint', 'ibm-equal-access'],
    },
  ])
  expect(errors[0]?.element).not.toBe('#a')
})

test('of two elements with one id in a shadow root, too', async () => {
  const html = aPage(`<div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML =
      '<p><button id="a">Good name</button></p><button id="a"></button>'
  </script>`)

  const errors = errorsIn(await issuesOn(html))

  expect(errors).toMatchObject([{ type: 'button-name', html: '<button id="a"></button>' }])
  expect(errors[0]?.element).toStartWith('#host >>> ')
})

test('a link that is a button without a name is one problem', async () => {
  const issues = await issuesOn(aPage('<a href="#x" role="button"><i></i></a>'), { deep: true })

  expect(errorsIn(issues)).toHaveLength(1)
  expect(issues.filter(({ message }) => /\bname|text/i.test(message))).toHaveLength(1)
})

test('an invalid role is one problem, by whichever rules', async () => {
  const issues = await issuesOn(aPage('<nav role="banana" aria-label="Fruit"><a href="/">Home</a></nav>'), {
    deep: true,
  })

  expect(issues.filter(({ type }) => /role/.test(type))).toHaveLength(1)
})

const disputed = {
  'a submit button that says that it is a button':
    '<form><input type="submit" value="Send the form" role="button"></form>',
  'a hidden picture by its new name':
    '<span role="image" aria-hidden="true">x</span><svg role="image" aria-hidden="true" width="20" height="20"><circle r="5" cx="10" cy="10"/></svg>',
  'a spin button that is a text field': '<input role="spinbutton" aria-label="Copies" value="3">',
  'a long text in a field that scrolls': `<div><textarea aria-label="Sample" style="height:40px">${'line\n'.repeat(60)}</textarea></div>`,
  'a banner inside an article': '<article><header role="banner">Hello header</header></article>',
}

test.each(Object.entries(disputed))('what one engine alone objects to is no error: %s', async (_, body) => {
  expect(errorsIn(await issuesOn(aPage(body)))).toEqual([])
})

test('a field that scrolls, and an alert beside the landmarks, are told of by nobody', async () => {
  const issues = await issuesOn(
    aPage(`<main><h1>Words</h1><p>Words that are read</p>
<textarea aria-label="Sample" style="height:40px">${'line\n'.repeat(60)}</textarea></main>
<div role="alert"><p>The words were kept.</p></div>`),
  )

  expect(issues.filter(({ type }) => /scrollable|region/.test(type))).toEqual([])
})

test('what axe was not asked for is left to the engine that was', async () => {
  const two =
    '<!doctype html><html lang="en"><head><title>Words</title></head><body><header>One</header><header>Two</header><main><h1>Words</h1></main></body></html>'
  const banners = (issues: readonly ReportIssue[]) =>
    issues.filter(({ type }) => type.includes('no-duplicate-banner')).map(({ engines }) => engines.join())

  expect(banners(await issuesOn(two))).toEqual(['axe-core'])
  expect(banners(await issuesOn(two, { rules: { include: ['no-duplicate-banner'] } }))).toEqual(['accesslint'])
})

test('a name that differs from what is seen in signs that nobody speaks holds it', async () => {
  const issues = await issuesOn(
    aPage(`<button aria-label="Sign up">Sign-up!</button>
<button aria-label="Close" style="font-family:'Material Icons'">close_fullscreen</button>
<button id="wrong" aria-label="Send">Buy now</button>`),
    { deep: true },
  )

  expect(issues.filter(({ criteria }) => criteria.includes('2.5.3')).map(({ element }) => element)).toEqual(['#wrong'])
})

const pale = 'style="color:#999;background:#fff'
const contrastErrors = (issues: readonly ReportIssue[]) =>
  errorsIn(issues.filter(({ criteria }) => criteria.includes('1.4.3'))).map(({ element }) => element)

test.each([
  ['by its font', `<i ${pale};font-family:'Material Symbols Rounded'">dashboard</i>`],
  ['by its class, where the font did not come', `<i class="material-symbols-rounded" ${pale}">view_in_ar</i>`],
  ['by a sign that no standard knows', `<i ${pale}">\ue8b6\ue8b7</i>`],
])('an icon that a font draws in the place of its name is not held to the limit of texts: %s', async (_, icon) => {
  expect(contrastErrors(await issuesOn(aPage(`<p>${icon}</p><p id="wrong" ${pale}">Words</p>`)))).toEqual(['#wrong'])
})

test.each([
  ['words in a class of icons', `<i id="wrong" class="material-icons" ${pale}">Read more</i>`],
  ['a font for signs as the last resort', `<i id="wrong" ${pale};font-family:Arial,'Segoe UI Symbol'">dashboard</i>`],
])('but %s is a text', async (_, text) => {
  expect(contrastErrors(await issuesOn(aPage(`<p>${text}</p>`)))).toEqual(['#wrong'])
})

test('a button that is called disabled and cannot be pressed is for a person, one that can be pressed an error', async () => {
  const issues = await issuesOn(
    aPage(`<button class="disabled" ${pale};pointer-events:none">Save</button>
<button id="wrong" class="disabled" ${pale}">Send</button>`),
  )

  expect(contrastErrors(issues)).toEqual(['#wrong'])
})

test('of a field that is empty under its label it is reckoned how what is written will stand out', async () => {
  const field = (id: string, style: string) =>
    `<div style="position:relative"><label for="${id}" style="position:absolute;left:8px;top:8px">City ${id}</label><input id="${id}" style="padding:24px 8px 4px;${style}"></div>`
  const issues = await issuesOn(
    aPage(`${field('dark', 'color:#222;background:#fff')}${field('pale', 'color:#999;background:#fff')}`),
  )

  const said = issues.flatMap(({ criteria, element }) => (criteria.includes('1.4.3') ? [element] : []))
  expect(said).not.toContain('#dark')
  expect(said).toContain('#pale')
})

test('what is faint for now is for a person: of several slides those that are not the current one, and what fades', async () => {
  const words = '<p>Words that are read when it is their turn</p>'
  const issues = await issuesOn(
    aPage(`<style>.slide, .panel { opacity: 0.3 } .slide.current { opacity: 1 } .panel { transition: opacity 0.2s }
.still { opacity: 0.3 } a { display: inline-block; color: #000; opacity: 0.3; transition: opacity 0.2s }</style>
<div><section class="slide current">${words}</section><section class="slide">${words}</section></div>
<div class="panel">${words}</div>
<div class="panel"><div style="background: linear-gradient(#fff, #eee)">${words}</div></div>
<div class="still"><p id="wrong">Words that are faint whenever they are read</p></div>
<p><a id="link" href="/there">A link that is faint until it is pointed at</a></p>`),
  )

  expect(contrastErrors(issues).toSorted()).toEqual(['#link', '#wrong'])
})

test('a body that scrolls needs nothing in it that takes the focus, a box does', async () => {
  const body = `<main><h1>Words</h1>${'<p>Words that are read</p>'.repeat(100)}</main>`
  const page = (style: string, inner: string) =>
    `<!doctype html><html lang="en"><head><title>Words of a page</title><style>${style}</style></head><body>${inner}</body></html>`
  const scrolling = async (html: string) =>
    (await issuesOn(html)).filter(({ type }) => type === 'scrollable-region-focusable').map(({ severity }) => severity)

  expect(await scrolling(page('html{overflow:hidden;height:100%}body{overflow:auto;height:100%}', body))).toEqual([])
  expect(await scrolling(page('div{overflow:auto;height:9rem}', `<div>${body}</div>`))).toEqual(['serious'])
})

test('what axe had no time for is named, and what it found before is kept', async () => {
  const slow = `;axe.configure({ checks: [{ id: 'color-contrast', evaluate() {
    for (const until = performance.now() + 300; performance.now() < until;);
    return false
  } }] });0`
  site.pages.set('/', aPage(`<img src="data:,">${'<p>Words that are read</p>'.repeat(60)}`))
  const page = await browser.newPage()
  await page.goto(`${site.url}/`)

  const { findings, engines: runs } = await examine({
    page,
    engines: { ...engines, source: `${engines.source}${slow}` },
    standard,
    budgetMs: 12_000,
  })
  await page.close()

  expect(runs[0]).toMatchObject({
    name: 'axe-core',
    state: 'out of time',
    reason: expect.stringContaining('color-contrast'),
  })
  expect(findings.filter(({ engine, rule }) => engine === 'axe-core' && rule === 'image-alt')).toHaveLength(1)
  expect(findings.some(({ engine, rule }) => engine === 'axe-core' && rule === 'color-contrast')).toBe(true)
  expect(runs.slice(1).map(({ state }) => state)).toEqual(['ran', 'ran'])
})

test('of an element whose last check axe had no time for, nothing is said', async () => {
  // The first check of a link says no, the second that its line tells it from the words around.
  const slow = `;axe.configure({ checks: [{ id: 'link-in-text-block', evaluate() {
    for (const until = performance.now() + 400; performance.now() < until;);
    return false
  } }] });0`
  const link = '<a href="/there" style="color:#00f">Words of a link</a>'
  site.pages.set('/', aPage(`<p>Words that are read before ${link} and behind it</p>`.repeat(30)))
  const page = await browser.newPage()
  await page.goto(`${site.url}/`)

  const { findings, engines: runs } = await examine({
    page,
    engines: { ...engines, source: `${engines.source}${slow}` },
    standard,
    budgetMs: 12_000,
  })
  await page.close()

  expect(runs[0]?.reason).toContain('link-in-text-block')
  expect(findings.filter(({ engine, rule }) => engine === 'axe-core' && rule === 'link-in-text-block')).toEqual([])
})
