/** Pages whose names hide DOM properties from scripts: what is found on them is what is found without the names. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'puppeteer'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { openChromium } from '#test/support/chromium'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { builtInMethods } from '#workers/page/unshadow'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import { type Examination, examine } from '#workers/scan-page/run-engines'
import { subjectsOf } from '#workers/scan-page/subjects'

let browser: Browser
let engines: Engines
let site: Pages
/** As Chromium has them: of a form, of the document, and of a window what it inherits. */
let names: { form: string[]; document: string[]; window: string[] }

setDefaultTimeout(120_000)
beforeAll(async () => {
  browser = await openChromium()
  engines = await openEngines()
  site = servePages()
  names = await onPage('', (page) =>
    page.evaluate(() => {
      const chain = (object: object): string[] => {
        const parent = Object.getPrototypeOf(object)
        return parent ? [...Object.getOwnPropertyNames(parent), ...chain(parent)] : []
      }
      return {
        form: [...new Set(chain(document.createElement('form')))],
        document: [...new Set(chain(document))],
        window: [...new Set(chain(window))],
      }
    }),
  )
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const standard = readStandard('WCAG 2.1 AA') as Standard

async function onPage<Result>(html: string, look: (page: Page) => Promise<Result>): Promise<Result> {
  site.pages.set('/', html)
  const page = await browser.newPage()
  try {
    await page.setViewport({ width: 1280, height: 900 })
    await page.goto(site.url)
    return await look(page)
  } finally {
    await page.close()
  }
}

type Seen = { findings: string[] } & Pick<Examination, 'engines' | 'shadowed'>

const examined = (html: string, deep = false): Promise<Seen> =>
  onPage(html, async (page) => {
    const {
      findings,
      engines: runs,
      shadowed,
    } = await examine({
      page,
      engines,
      standard,
      deep,
      // What is found is the question here, and not by when.
      budgetMs: 110_000,
    })
    const subjects = await subjectsOf(page, findings)
    const told = findings.map((finding) => {
      const { engine, rule, verdict, target, message } = finding
      const { html: markup, place, node } = subjects.of(finding)
      const all = JSON.stringify([engine, rule, verdict, target, message, markup.split(' ')[0], place, node !== null])
      // The names themselves are told as they stand.
      return all.replace(/\b(name|id)=(\\*"?)[\w$-]+/g, '$1=$2…')
    })
    return { findings: told.sort(), engines: runs, shadowed }
  })

const states = ({ engines: runs }: Seen) => runs.map(({ name, state, reason }) => [name, state, reason])

/** What is wrong here, every engine sees. */
const faults = `<img src="data:,"><input type="text"><select></select><button type="button"></button>
  <p style="color:#ccc;background:#fff">Faint words</p><a href="/x"></a>
  <label>Name <input type="text" name="first"></label><span tabindex="0" onclick="act()">Open</span>`
const hidden = (attribute: 'name' | 'id', name: string) => `<input type="hidden" ${attribute}="${name}">`
const harmless = (count: number) => Array.from({ length: count }, (_, at) => `harmless-${at}`)

function inTens(all: readonly string[]): string[][] {
  const tens: string[][] = []
  for (let from = 0; from < all.length; from += 10) tens.push(all.slice(from, from + 10))
  return tens
}
/** Ten names in each form, and one form with them all. */
const forms = (attribute: 'name' | 'id', all: readonly string[]) =>
  aPage(
    [...inTens(all), ...(attribute === 'name' ? [all] : [])]
      .map((ten) => `<form action="/go">${ten.map((name) => hidden(attribute, name)).join('')}${faults}</form>`)
      .join('\n'),
  )

for (const attribute of ['name', 'id'] as const) {
  test(`no ${attribute} of a form’s control hides anything, whichever property of a form it is`, async () => {
    const plain = await examined(forms(attribute, harmless(names.form.length)))
    const shadowed = await examined(forms(attribute, names.form))

    expect(names.form.length).toBeGreaterThan(290)
    expect(states(shadowed)).toEqual(states(plain))
    expect(plain.findings.length).toBeGreaterThan(200)
    expect(shadowed.findings).toEqual(plain.findings)
    expect(plain.shadowed).toEqual([])
    expect(names.form.filter((each) => !shadowed.shadowed.includes(each))).toEqual([])
  })
}

test('no name of a control that is a method of the language hides anything, and no form or window has such a method', async () => {
  const methods = [...builtInMethods]
  const plain = await examined(forms('name', harmless(methods.length)))
  const shadowed = await examined(forms('name', methods))

  expect(methods.filter((name) => names.form.includes(name) || names.window.includes(name))).toEqual([])
  expect(states(shadowed)).toEqual(states(plain))
  expect(shadowed.findings).toEqual(plain.findings)
})

test('a deep scan’s third engine reads past them too', async () => {
  const form = (all: readonly string[]) =>
    aPage(`<form action="/go">${all.map((name) => hidden('name', name)).join('')}${faults}</form>`)

  const plain = await examined(form(harmless(names.form.length)), true)
  const shadowed = await examined(form(names.form), true)

  expect(states(shadowed)).toEqual(states(plain))
  expect(shadowed.findings).toEqual(plain.findings)
  expect(plain.findings.filter((each) => each.includes('ibm-equal-access')).length).toBeGreaterThan(5)
})

test('nothing that a page names hides what a document has', async () => {
  const body = (all: readonly string[]) =>
    aPage(
      all
        .map((name, at) => (at % 2 ? `<form name="${name}"></form>` : `<img src="data:," alt="" name="${name}">`))
        .join('') +
        ['body', 'documentElement', 'querySelectorAll', 'getElementById']
          .map((name, at) => `<iframe title="In" name="${all === names.document ? name : `frame-${at}`}"></iframe>`)
          .join('') +
        faults,
    )

  const plain = await examined(body(harmless(names.document.length)), true)
  const shadowed = await examined(body(names.document), true)

  expect(names.document).toContain('documentElement')
  expect(states(shadowed)).toEqual(states(plain))
  expect(shadowed.findings).toEqual(plain.findings)
})

test('nothing that a page names is taken for a global, whatever word of the engines it is', async () => {
  const words = new Set([...names.window, ...(engines.source.match(/(?<![\w$])[A-Za-z_$][\w$]{2,24}(?![\w$])/g) ?? [])])
  const more = `<div hidden>${[...words].map((name) => `<i id="${name}"></i>`).join('')}</div>
    <iframe title="In" name="process"></iframe><iframe title="Within" name="assayChecks"></iframe>`

  const plain = await examined(aPage(faults))
  const shadowed = await examined(aPage(`${faults}${more}`))

  expect(['AccessLint', 'module', 'addEventListener'].filter((each) => !words.has(each))).toEqual([])
  expect(states(shadowed)).toEqual(states(plain))
  expect(shadowed.findings).toEqual(plain.findings)
})

/** A booking form as there are many, and its kin: how a name can reach a form, or the document, by other ways. */
const around = (form: string, after = '') => aPage(`${form}${faults}</form>${after}`)
const hearing = `<p id="p">Hello</p><script>document.body.addEventListener('keydown', (event) => {
  if (event.key === 's') document.getElementById('p').textContent += '!'
})</script>`
const ways: Record<string, [shadowed: string, plain: string]> = {
  'a field named children': [
    around('<form><input type="number" aria-label="Children" name="children">'),
    around('<form><input type="number" aria-label="Children" name="kids">'),
  ],
  'two fields of one name': [
    around(`<form>${hidden('name', 'nodeType')}${hidden('name', 'nodeType')}`),
    around(`<form>${hidden('name', 'kind')}${hidden('name', 'kind')}`),
  ],
  'fields elsewhere that name their form': [
    around(
      '<form id="f">',
      `<input type="hidden" name="childNodes" form="f"><output name="matches" form="f"></output>`,
    ),
    around('<form id="f">', `<input type="hidden" name="one" form="f"><output name="other" form="f"></output>`),
  ],
  'pictures and objects in a form': [
    around('<form><img src="data:," alt="" name="parentNode"><object name="attributes"></object>'),
    around('<form><img src="data:," alt="" name="one"><object name="other"></object>'),
  ],
  'a name of the past, once asked for': [
    around(
      `<form>${hidden('name', 'nodeType')}`,
      `<script>const field = document.forms[0].nodeType; field.name = 'innocent'</script>`,
    ),
    around(`<form>${hidden('name', 'innocent')}`, '<script></script>'),
  ],
  'a picture named body, on which keys are heard': [
    aPage(`${hearing}${faults}<img src="data:," alt="" name="body">`),
    aPage(`${hearing}${faults}<img src="data:," alt="" name="logo">`),
  ],
  'a form in a shadow root': [
    aPage(
      `<div><template shadowrootmode="open"><form>${hidden('name', 'getRootNode')}${faults}</form></template></div>`,
    ),
    aPage(`<div><template shadowrootmode="open"><form>${hidden('name', 'plain')}${faults}</form></template></div>`),
  ],
  'a form in a frame': [
    aPage(
      `<iframe title="In" srcdoc="<title>in</title><form>${quoted(hidden('name', 'contains') + faults)}</form>"></iframe>`,
    ),
    aPage(
      `<iframe title="In" srcdoc="<title>in</title><form>${quoted(hidden('name', 'plain') + faults)}</form>"></iframe>`,
    ),
  ],
}
function quoted(html: string): string {
  return html.replaceAll('"', '&quot;')
}

for (const [way, [html, harmlessHtml]] of Object.entries(ways)) {
  test(`${way}: nothing is hidden, and the report says what was to be`, async () => {
    const plain = await examined(harmlessHtml)
    const shadowed = await examined(html)

    expect(states(shadowed)).toEqual(states(plain))
    expect(shadowed.findings).toEqual(plain.findings)
    expect(plain.findings.length).toBeGreaterThan(5)
    expect([plain.shadowed.length > 0, shadowed.shadowed.length > 0]).toEqual([false, html.includes('<form')])
  })
}

test('the page is left as it is: no name changes, and the report shows what it wrote', async () => {
  const form = `<form id="booking" name="children"><input name="nodeType" id="attributes"></form>
    <script>globalThis.changes = 0
      new MutationObserver((all) => { changes += all.length })
        .observe(document, { subtree: true, attributes: true, attributeFilter: ['id', 'name', 'form', 'for'] })
    </script>`
  const { markup, target, changes } = await onPage(aPage(form), async (page) => {
    const { findings } = await examine({ page, engines, standard })
    const subjects = await subjectsOf(page, findings)
    const label = findings.find(({ engine, rule }) => engine === 'axe-core' && rule === 'label')
    return {
      target: label?.target,
      markup: subjects.of(label ?? { target: [] }).html,
      changes: await page.evaluate('changes'),
    }
  })

  expect({ markup, target, changes }).toEqual({
    markup: '<input name="nodeType" id="attributes">',
    target: ['#attributes'],
    changes: 0,
  })
})
