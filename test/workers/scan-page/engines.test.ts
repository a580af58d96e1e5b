/** What the engines say of small pages, and what becomes of them when a page or an engine misbehaves. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'puppeteer'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { openChromium } from '#test/support/chromium'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { worldOf } from '#workers/page/isolated-world'
import { planAccesslint, runAccesslint } from '#workers/scan-page/engines/accesslint'
import { planAxe } from '#workers/scan-page/engines/axe'
import { brakeOf, isOutOfTime, within } from '#workers/scan-page/engines/budget'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import type { Finding } from '#workers/scan-page/finding'
import { examine } from '#workers/scan-page/run-engines'

let browser: Browser
let engines: Engines
let site: Pages

beforeAll(async () => {
  browser = await openChromium()
  engines = await openEngines()
  site = servePages()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const standardNamed = (name: string): Standard => {
  const found = readStandard(name)
  if (!found) throw new Error(`no standard ${name}`)
  return found
}
const aa = standardNamed('WCAG 2.1 AA')

type Order = Partial<Omit<Parameters<typeof examine>[0], 'page'>>
type Served = string | ((request: Request) => Response)

async function onPage<Result>(served: Served, look: (page: Page) => Promise<Result>, path = '/'): Promise<Result> {
  site.pages.set(path, served)
  const page = await browser.newPage()
  try {
    await page.goto(`${site.url}${path}`)
    return await look(page)
  } finally {
    await page.close()
  }
}

const examined = (served: Served, order: Order = {}) =>
  onPage(served, (page) => examine({ page, engines, standard: aa, ...order }))

const by = (findings: readonly Finding[], engine: Finding['engine'], rule: string) =>
  findings.filter((finding) => finding.engine === engine && finding.rule === rule)

test('a violation says what is wrong, where, by which criterion and what to do', async () => {
  const { findings, engines: runs, criteria } = await examined(aPage('<img src="data:," id="logo">'))

  expect(by(findings, 'axe-core', 'image-alt')).toEqual([
    {
      engine: 'axe-core',
      rule: 'image-alt',
      verdict: 'violation',
      impact: 'critical',
      criteria: ['1.1.1'],
      target: ['#logo'],
      kept: expect.any(Number),
      message: expect.stringContaining('Element does not have an alt attribute'),
      recommendation: 'Images must have alternative text.',
      helpUrl: expect.stringMatching(/^https:\/\/dequeuniversity\.com\/rules\/axe\/4\.14\/image-alt/),
      confidence: 'high',
    },
  ])
  expect(by(findings, 'accesslint', 'text-alternatives/img-alt')).toEqual([
    expect.objectContaining({ verdict: 'violation', criteria: ['1.1.1'], confidence: 'high' }),
  ])
  expect(runs.map(({ name, version, state }) => [name, version, state])).toEqual([
    ['axe-core', '4.14.1', 'ran'],
    ['accesslint', '0.21.0', 'ran'],
    ['assay', expect.any(String), 'ran'],
  ])
  expect(criteria).toContain('1.1.1')
  expect(criteria.every((id) => aa.criteria.some((criterion) => criterion.id === id))).toBe(true)
})

test('a page without a fault comes to no violation', async () => {
  const { findings } = await examined(aPage('<p>Nothing is wrong with these words.</p>'))

  expect(findings.filter((finding) => finding.verdict === 'violation')).toEqual([])
})

test('letters are drawn in a document that is no HTML as in any other, and its texts are left to a person', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml" width="600" height="200"><title>A drawing</title>
<text x="10" y="40">Words that are drawn</text><foreignObject x="0" y="60" width="600" height="100">
<h:p id="pale" style="color:#ccc;background:#fff">Pale words that are set</h:p></foreignObject></svg>`
  const { engines: runs, findings } = await examined(
    () => new Response(drawing, { headers: { 'content-type': 'image/svg+xml' } }),
  )

  expect(runs.find(({ name }) => name === 'axe-core')?.reason).not.toContain('getContext')
  expect(by(findings, 'axe-core', 'color-contrast').map(({ target }) => String(target))).toContain('#pale')
})

test('a check that breaks on one element leaves that to a person, and its rule goes on', async () => {
  const breaking = `${engines.source}
{ const check = axe._audit.checks['has-alt'], { evaluate } = check
  check.evaluate = function (node, ...more) {
    if (node.id === 'odd') throw new TypeError('Reduce of empty array with no initial value')
    return evaluate.call(this, node, ...more) } }`
  const { engines: runs, findings } = await examined(aPage('<img id="odd" src="data:,"><img id="even" src="data:,">'), {
    engines: { ...engines, source: breaking },
  })

  expect(
    by(findings, 'axe-core', 'image-alt')
      .map(({ verdict, target }) => `${verdict} ${target}`)
      .toSorted(),
  ).toEqual(['review #odd', 'violation #even'])
  expect(runs.find(({ name }) => name === 'axe-core')?.reason).toBe(
    'rules that broke on this page: image-alt (Reduce of empty array with no initial value)',
  )
})

test('best practice that is surely broken is told as such; what axe leaves open is for review', async () => {
  const image = `<div style="background: linear-gradient(90deg, #fff, #000); width: 300px">Words that run from white into black</div>`
  const { findings } = await examined(aPage(`<h4>Skipped levels</h4>${image}`))

  expect(by(findings, 'axe-core', 'heading-order')).toEqual([
    expect.objectContaining({ verdict: 'practice', confidence: 'high' }),
  ])
  expect(by(findings, 'axe-core', 'color-contrast')).toEqual([
    expect.objectContaining({ verdict: 'review', confidence: 'medium', criteria: ['1.4.3'] }),
  ])
})

test('frames are entered, those within frames and those of other origins too, and the way to them is told', async () => {
  const other = site.url.replace('127.0.0.1', 'localhost')
  site.pages.set('/inner', '<!doctype html><title>Inner</title><p>in</p><button id="nameless"></button>')
  site.pages.set('/outer', '<!doctype html><title>Outer</title><iframe id="deep" title="Deep" src="/inner"></iframe>')
  const { findings } = await examined(
    aPage(
      `<iframe id="near" title="Near" src="/outer"></iframe><iframe id="far" title="Far" src="${other}/inner"></iframe>`,
    ),
  )

  for (const rule of [
    { engine: 'axe-core' as const, name: 'button-name' },
    { engine: 'accesslint' as const, name: 'labels-and-names/button-name' },
  ]) {
    const targets = by(findings, rule.engine, rule.name).map(({ target }) => target.join(' '))
    expect(targets.toSorted()).toEqual(['#far #nameless', '#near #deep #nameless'])
  }
})

test('the browser’s own page in a frame that did not load is examined by nobody, and the frame is named', async () => {
  const { findings, engines: runs } = await examined(
    aPage('<iframe title="A map" src="http://nowhere.invalid/map?key=1"></iframe><img src="data:,">'),
  )

  expect(findings.filter(({ target }) => target.length > 1)).toEqual([])
  expect(by(findings, 'axe-core', 'image-alt')).toHaveLength(1)
  expect(runs[0]).toMatchObject({
    state: 'ran',
    reason: 'frames not entered: iframe: http://nowhere.invalid/map did not load',
  })
})

test('what stands in a shadow root is reached through its hosts', async () => {
  const inShadow = `<div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<input id="inside">'
  </script>`
  const { findings } = await examined(aPage(inShadow))

  expect(by(findings, 'axe-core', 'label').map(({ target }) => target)).toEqual([[['#host', '#inside']]])
})

test('a page that broke its own prototypes and forbids every script is examined like any other', async () => {
  const script = `for (const name of ['map', 'filter', 'forEach', 'push', 'slice']) Array.prototype[name] = null
    Element.prototype.getAttribute = () => 'tricked'; document.querySelectorAll = null
    Object.defineProperty(window, 'axe', { value: null }); JSON.parse = null; Promise.prototype.then = null`
  const html = aPage(`<img src="data:," id="logo">`).replace('<head>', `<head><script>${script}</script>`)
  const served = () =>
    new Response(html, {
      headers: {
        'content-type': 'text/html',
        'content-security-policy': `default-src 'none'; script-src 'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'; require-trusted-types-for 'script'`,
      },
    })

  const { findings } = await examined(served)

  expect(by(findings, 'axe-core', 'image-alt')).toHaveLength(1)
  expect(by(findings, 'accesslint', 'text-alternatives/img-alt')).toHaveLength(1)
})

test('only a deep scan asks IBM, whose findings are for review', async () => {
  const html = aPage('<img src="data:," id="logo">')

  const shallow = await examined(html)
  const deep = await examined(html, { deep: true })

  expect(shallow.engines.map(({ name }) => name)).not.toContain('ibm-equal-access')
  expect(deep.engines).toContainEqual(expect.objectContaining({ name: 'ibm-equal-access', state: 'ran' }))
  expect(by(deep.findings, 'ibm-equal-access', 'img_alt_valid')).toEqual([
    expect.objectContaining({ verdict: 'review', impact: 'serious', criteria: ['1.1.1'], target: ['#logo'] }),
  ])
})

test('an engine that does not come to an end is stopped and listed, and the others still run', async () => {
  const endless = { ...engines, deepSource: () => 'for (;;);' }

  const { engines: runs, findings } = await examined(aPage('<img src="data:,">'), {
    engines: endless,
    deep: true,
    budgetMs: 6000,
  })

  expect(runs.map(({ name, state }) => [name, state])).toEqual([
    ['axe-core', 'ran'],
    ['accesslint', 'ran'],
    ['ibm-equal-access', 'out of time'],
    ['assay', 'ran'],
  ])
  expect(by(findings, 'axe-core', 'image-alt')).toHaveLength(1)
})

test('an engine that breaks is listed with its reason, and the others still run', async () => {
  const broken = { ...engines, deepSource: () => 'throw new Error("torn archive")' }

  const { engines: runs } = await examined(aPage('<p>Words</p>'), { engines: broken, deep: true })

  expect(runs.find(({ name }) => name === 'ibm-equal-access')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('torn archive'),
  })
  expect(runs.find(({ name }) => name === 'assay')).toMatchObject({ state: 'ran' })
})

test('an engine of which a rule breaks on a page says that it failed, where, and why', async () => {
  const torn = `;axe.configure({ checks: [{ id: 'has-alt', evaluate() { throw new Error('torn check') } }] })
    ;AccessLint.rules.find(({ id }) => id === 'text-alternatives/img-alt').run = () => { throw new Error('torn rule') };0`

  const { engines: runs, findings } = await examined(aPage('<img src="data:,"><button></button>'), {
    engines: { ...engines, source: `${engines.source}${torn}` },
  })

  expect(runs.slice(0, 2)).toEqual([
    expect.objectContaining({
      name: 'axe-core',
      state: 'failed',
      reason: 'rules that broke on this page: image-alt (torn check)',
    }),
    expect.objectContaining({
      name: 'accesslint',
      state: 'failed',
      reason: 'rules that broke on this page: text-alternatives/img-alt (torn rule)',
    }),
  ])
  expect(by(findings, 'axe-core', 'button-name')).toHaveLength(1)
  expect(by(findings, 'accesslint', 'labels-and-names/button-name')).toHaveLength(1)
})

test('each engine counts the elements that it does not list', async () => {
  const { findings } = await examined(aPage('<img src="data:,">'.repeat(1100)), { deep: true, budgetMs: 60_000 })

  const count = (engine: Finding['engine'], rule: string) => {
    const found = by(findings, engine, rule)
    return [found.length, found.reduce((sum, { count: each = 1 }) => sum + each, 0)]
  }
  expect([
    count('axe-core', 'image-alt'),
    count('accesslint', 'text-alternatives/img-alt'),
    count('ibm-equal-access', 'img_alt_valid'),
  ]).toEqual([
    [1000, 1100],
    [1000, 1100],
    [1000, 1100],
  ])
}, 60_000)

test('AccessLint keeps what it found when its time is over', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => `<p><a href="#${index}"><b>${index}</b></a></p>`).join('')

  const run = await onPage(aPage(many), async (page) => {
    await worldOf(page.mainFrame()).evaluate(engines.source)
    const frames = [{ frame: page.mainFrame(), path: [] }]
    return runAccesslint({ frames, engines, standard: aa, isWanted: () => true, budgetMs: 1 })
  })

  expect(run.isComplete).toBe(false)
})

test('without axe there is no examination', async () => {
  const broken = { ...engines, source: 'throw new Error("no axe")' }

  await expect(examined(aPage(''), { engines: broken })).rejects.toThrow('no axe')
})

test('a frame that hangs does not keep the page from being examined', async () => {
  const other = site.url.replace('127.0.0.1', 'localhost')
  site.pages.set(
    '/stuck',
    '<!doctype html><title>Stuck</title><script>setTimeout(() => { for (;;); }, 50)</script><p>stuck</p>',
  )

  const { engines: runs, findings } = await examined(
    aPage(`<img src="data:,"><iframe id="far" title="Far" src="${other}/stuck"></iframe>`),
    { budgetMs: 10_000 },
  )

  expect(runs[0]).toMatchObject({ name: 'axe-core', state: 'ran', reason: expect.stringContaining('#far') })
  expect(by(findings, 'axe-core', 'image-alt')).toHaveLength(1)
})

test('a page that was given the engines ahead comes to the same', async () => {
  const html = aPage('<img src="data:,">')

  const cold = await examined(html)
  const warm = await onPage(html, async (page) => {
    await engines.warm(page)
    return examine({ page, engines, standard: aa })
  })

  expect(warm.findings).toEqual(cold.findings)
})

test('rules can be named alone or left out, for every engine by the same name', async () => {
  const html = aPage('<p style="color:#bbb">Faint words</p><img src="data:,">')

  const alone = await examined(html, { rules: { include: ['color-contrast'] } })
  const without = await examined(html, { rules: { exclude: ['color-contrast'] } })

  expect(new Set(alone.findings.map(({ rule }) => rule))).toEqual(
    new Set(['color-contrast', 'distinguishable/color-contrast']),
  )
  expect(without.findings.filter(({ rule }) => rule.endsWith('color-contrast'))).toEqual([])
  expect(by(without.findings, 'axe-core', 'image-alt')).toHaveLength(1)
})

test('a standard brings its own rules and no stricter ones', () => {
  const axe = (name: string) => planAxe(engines.rules.axe, standardNamed(name)).map((rule) => rule.id)
  const lint = (name: string) => planAccesslint(engines.rules.accesslint, standardNamed(name)).map((rule) => rule.id)

  expect(axe('WCAG 2.1 AA')).not.toContain('target-size')
  expect(axe('WCAG 2.2 AA')).toContain('target-size')
  expect(axe('WCAG 2.2 AA')).not.toContain('color-contrast-enhanced')
  expect(axe('WCAG 2.2 AAA')).toContain('color-contrast-enhanced')
  expect(axe('WCAG 2.0 A')).not.toContain('color-contrast')
  expect(lint('WCAG 2.0 A')).not.toContain('distinguishable/color-contrast')
  expect(lint('WCAG 2.2 AAA')).toContain('distinguishable/color-contrast-enhanced')
  // After more than 20 hours a page may go on to another by 2.2.1.
  expect(lint('WCAG 2.2 AA')).toContain('enough-time/meta-refresh')
  expect(lint('WCAG 2.2 AA')).not.toContain('enough-time/meta-refresh-no-exception')
  expect(lint('WCAG 2.2 AAA')).toContain('enough-time/meta-refresh-no-exception')
})

test('a contrast failure of one sign alone is for a person to judge', async () => {
  const { findings } = await examined(aPage('<button style="color:#bbb;background:#fff" aria-label="Close">X</button>'))

  const verdicts = [
    ...by(findings, 'axe-core', 'color-contrast'),
    ...by(findings, 'accesslint', 'distinguishable/color-contrast'),
  ]
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['review', 'review'])
})

test('a contrast failure of text in a shadow root is one, though its host has no text of its own', async () => {
  const { findings } = await examined(
    aPage(`<p id="host" style="color:#bbb;background:#fff"></p><script>
      document.getElementById('host').attachShadow({ mode: 'open' }).textContent = 'Some words'
    </script>`),
  )

  expect(by(findings, 'axe-core', 'color-contrast').map(({ verdict }) => verdict)).toEqual(['violation'])
})

test('a frame behind an open modal dialog is not taken for one that keyboards cannot reach', async () => {
  const frame = (attributes: string) =>
    `<iframe id="frame" title="Links" ${attributes} srcdoc="<title>in</title><a href='/'>Home</a>"></iframe>`
  const dialog = '<dialog id="dialog" aria-label="Ask"><button>Yes</button></dialog><script>dialog.showModal()</script>'

  const open = await examined(aPage(frame('tabindex="-1"')))
  const behind = await examined(aPage(`${frame('tabindex="-1"')}${dialog}`))

  const violations = (findings: Finding[]) => by(findings, 'axe-core', 'frame-focusable-content').length
  expect([violations(open.findings), violations(behind.findings)]).toEqual([1, 0])
})

test('a price is no heading, a heading that is not shown is not empty, and a label may be for listeners alone', async () => {
  const style =
    '<style>.big{font-size:2rem;font-weight:700}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}</style>'
  const body = (title: string, heading: string, field: string) =>
    `${style}<main><h1>Plans</h1><p class="big">${title}</p><p>100 GB for one person, with encryption</p>${heading}<p><label for="hex">Colour</label><input id="hex">${field}</p></main>`
  const rules = /^(?:p-as-heading|empty-heading|form-field-multiple-labels)$/
  const said = async (html: string) => {
    const { findings } = await examined(aPage(html))
    return [...new Set(findings.map(({ rule }) => rule.slice(rule.lastIndexOf('/') + 1)))]
      .filter((rule) => rules.test(rule))
      .sort()
  }

  expect(await said(body('Our plan for families', '<h2></h2>', '<label for="hex">as six signs</label>'))).toEqual([
    'empty-heading',
    'form-field-multiple-labels',
    'p-as-heading',
  ])
  expect(
    await said(body('£4 a month', '<dialog><h2></h2></dialog>', '<label class="sr" for="hex">as six signs</label>')),
  ).toEqual([])
})

test('a brake frees a page from an endless script', async () => {
  const answer = await onPage(aPage(''), async (page) => {
    const brake = await brakeOf(page)
    const world = worldOf(page.mainFrame())
    const late = await within(world.evaluate('for (;;);'), 200).catch(isOutOfTime)
    await brake.pull()
    return [late, await within(world.evaluate('1 + 1'), 2000)]
  })

  expect(answer).toEqual([true, 2])
})

test('axe is asked once more of what opens, and says in which state', async () => {
  const html = aPage(`<button type="button" id="more" aria-expanded="false" aria-controls="panel">More</button>
    <div id="panel" hidden><img src="data:," id="hidden"></div>
    <script>document.getElementById('more').onclick = () => { const panel = document.getElementById('panel'); panel.hidden = !panel.hidden }</script>`)
  const { findings, engines: runs } = await examined(html)
  const untouched = await examined(html, { explore: false })

  expect(by(findings, 'axe-core', 'image-alt')).toMatchObject([
    { target: ['#hidden'], state: 'after pressing button#more', verdict: 'violation' },
  ])
  expect(runs.find(({ name }) => name === 'assay')).toMatchObject({ state: 'ran', reason: null })
  expect(by(untouched.findings, 'axe-core', 'image-alt')).toEqual([])
})

test('a separator with a value is a widget, and a link that is a sign alone is no part of the text around it', async () => {
  const body = (value: string, link: string) =>
    `<main><h1>Notes</h1><div role="separator" tabindex="0" aria-label="Width of the list"${value}></div>
    <p>Read what the others wrote about it <a href="/next" aria-label="Next note" style="color:#222;text-decoration:none">${link}</a> and tell them what you think of it.</p></main>`
  const rules = /^(?:focus-order-semantics|link-in-text-block)$/
  const said = async (html: string) =>
    [...new Set((await examined(aPage(html))).findings.map(({ rule }) => rule))]
      .filter((rule) => rules.test(rule))
      .sort()

  expect(await said(body('', 'next note'))).toEqual(['focus-order-semantics', 'link-in-text-block'])
  expect(await said(body(' aria-valuenow="30"', '→'))).toEqual([])
})

test('letters of a field that are clear are drawn elsewhere, and a table whose rows are still to come lacks none', async () => {
  const body = (color: string, rows: string) =>
    `<main><h1>Code</h1><label for="c">Code of six digits</label><input id="c" style="color:${color};background:#fff" value="12"><table id="t"><thead><tr><th>Mo</th><th>Tu</th></tr></thead><tbody>${rows}</tbody></table></main>`
  const rules = /^(?:color-contrast|th-has-data-cells)$/
  const said = async (html: string) => {
    const { findings } = await examined(aPage(html))
    return [...new Set(findings.map(({ rule }) => rule.slice(rule.lastIndexOf('/') + 1)))]
      .filter((rule) => rules.test(rule))
      .sort()
  }

  expect(await said(body('#fefefe', '<tr></tr>'))).toEqual(['color-contrast', 'th-has-data-cells'])
  expect(await said(body('transparent', ''))).toEqual([])
})

test('roles of publications and heads of grids are judged by who knows them', async () => {
  const body = (role: string, grid: string) =>
    `<main><h1>Essay</h1><p>It is said so.<a id="r" href="#n" role="${role}">1</a></p><p id="n">Where it is said.</p><table ${grid} aria-label="Plants"><thead><tr><th tabindex="0">Name</th><th>Height</th></tr></thead><tbody><tr><td>Ash</td><td>20 m</td></tr></tbody></table></main>`
  const rules = /^(?:aria-allowed-role|aria-roles|focus-order)$/
  const said = async (html: string) => {
    const { findings } = await examined(aPage(html))
    return [
      ...new Set(
        findings
          .filter(({ engine }) => engine === 'accesslint')
          .map(({ rule }) => rule.slice(rule.lastIndexOf('/') + 1)),
      ),
    ]
      .filter((rule) => rules.test(rule))
      .sort()
  }

  expect(await said(body('tabpanel', ''))).toEqual(['aria-allowed-role', 'focus-order'])
  expect(await said(body('doc-noteref', 'role="grid"'))).toEqual([])
})

test('a film that never has sound needs no captions, and the state seen in a switch is no label', async () => {
  const body = (film: string, state: string) =>
    `<main><h1>Boats</h1><video src="/v.mp4" width="300" autoplay ${film}></video><span id="l">Warnings</span><button role="switch" aria-checked="false" aria-labelledby="l">${state}</button></main>`
  const rules = /^(?:video-captions?|label-content-(?:name-)?mismatch)$/
  const said = async (html: string) => {
    const { findings } = await examined(aPage(html))
    return [...new Set(findings.map(({ rule }) => rule.slice(rule.lastIndexOf('/') + 1)))].filter((rule) =>
      rules.test(rule),
    )
  }

  expect(await said(body('controls', 'Storm and rain'))).toContain('video-caption')
  expect(await said(body('controls', 'Storm and rain'))).toContain('label-content-name-mismatch')
  expect(await said(body('muted loop', '<span aria-hidden="true">Off</span>'))).toEqual([])
})
