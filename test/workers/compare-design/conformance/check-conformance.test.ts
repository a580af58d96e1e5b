/** Pages held against a design system: what is right is left alone, and what departs from it is named once, with what mends it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'puppeteer'
import type { DesignFinding } from '#db/documents/design-report'
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { KnownComponent } from '#shared/components/known'
import { srgb, tokensOf } from '#test/shared/design-system/makers'
import { openChromium } from '#test/support/chromium'
import { designTokens, openRenderer, pageOf, rightPages } from '#test/workers/compare-design/conformance/pages'
import { checkConformance } from '#workers/compare-design/conformance/check-conformance'

let browser: Browser
let render: (html: string) => Promise<RenderedTree>

beforeAll(async () => {
  browser = await openChromium()
  render = await openRenderer(browser)
})
afterAll(() => browser.close())

type Asked = Parameters<typeof checkConformance>[1]
const asked: Asked = { tokens: designTokens, components: null, policy: {}, ignored: [] }
const findingsIn = async (html: string, odd: Partial<Asked> = {}) =>
  checkConformance(await render(html), { ...asked, ...odd }).findings
const withCss = (page: string, css: string) => (rightPages[page] ?? '').replace('</style>', `${css}</style>`)
const short = ({ type, property, token, elements }: DesignFinding) => [type, property, token, elements]

test.each(Object.keys(rightPages))('a page that is made of the design system gives nothing: %s', async (name) => {
  expect(await findingsIn(rightPages[name] ?? '')).toEqual([])
})

test.each([
  ['.cta { background: #2b68ee }', ['color-off-palette', 'background-color', 'color.action.primary', 2], 'minor'],
  ['.cta { background: #2c3e50 }', ['color-off-palette', 'background-color', 'color.muted', 2], 'moderate'],
  ['body { color: #333333 }', ['color-off-palette', 'color', 'color.text', 1], 'moderate'],
  [
    'a { text-decoration-color: #ff0000 }',
    ['color-off-palette', 'text-decoration-color', 'color.danger', 4],
    'moderate',
  ],
  ['article { border-color: #cbd5e1 }', ['color-off-palette', 'border-color', 'color.line', 3], 'moderate'],
  [
    'article { background: rgb(37 99 235 / 0.1) }',
    ['color-off-palette', 'background-color', 'color.action.primary', 3],
    'minor',
  ],
  [
    '.cta { background: #0d9488; font-size: 2rem; line-height: 1.25 }',
    ['deprecated-token', 'background-color', 'color.old', 2],
    'moderate',
  ],
  ['.muted { color: #94a3b8 }', ['contrast', 'color', 'color.action.primary', 4], 'serious'],
  ['.muted { opacity: 0.5 }', ['contrast', 'color', 'color.muted', 4], 'serious'],
  ['article { padding: 13px }', ['spacing-off-grid', 'padding', 'space.3', 3], 'minor'],
  ['article { padding-left: 13px }', ['spacing-off-grid', 'padding-left', 'space.3', 3], 'minor'],
  ['.cards { gap: 20px }', ['spacing-off-grid', 'gap', 'space.4', 1], 'minor'],
  ['article { border-radius: 6px }', ['radius-off-token', 'border-radius', 'radius.md', 3], 'minor'],
  [
    'article { box-shadow: 0 2px 2px rgb(15 23 42 / 0.1) }',
    ['shadow-off-token', 'box-shadow', 'shadow.low', 3],
    'minor',
  ],
  ['article { border-width: 3px }', ['border-off-token', 'border-width', 'border.width.thick', 3], 'minor'],
  ['h1 { font-size: 30px }', ['typography-off-scale', 'font-size', 'font.size.xl', 1], 'moderate'],
  ['h3 { font-weight: 600 }', ['typography-off-scale', 'font-weight', 'font.weight.bold', 3], 'moderate'],
  ['.lead { line-height: 1.6 }', ['typography-off-scale', 'line-height', 'leading.normal', 1], 'moderate'],
  ['.tag { letter-spacing: 1px }', ['typography-off-scale', 'letter-spacing', 'font.tracking.wide', 3], 'moderate'],
  ['body { font-family: Verdana, sans-serif }', ['font-family-unknown', 'font-family', 'font.sans', 1], 'serious'],
  ['.tag { height: 1rem; overflow: hidden }', ['overflow', 'overflow-y', null, 3], 'serious'],
  ['.lead { margin-top: -2rem }', ['overlap', null, null, 1], 'serious'],
  [
    '.bar li a { line-height: 1.25; font-size: .875rem; padding: 0 } .bar ul { display: block }',
    ['target-size', null, null, 3],
    'moderate',
  ],
  ['a { color: rgb(0, 0, 238) }', ['unstyled-default', null, null, 4], 'minor'],
] as const)('one rule is one finding: %s', async (css, expected, severity) => {
  const findings = await findingsIn(withCss('landing', css))

  expect(findings.map(short)).toEqual([[...expected]])
  expect(findings[0]?.severity).toBe(severity)
})

test('a finding says what is seen, how far it is from which token, and the line that mends it', async () => {
  const [finding] = await findingsIn(withCss('landing', '.cta { background: #1e40af }'))

  expect(finding).toMatchObject({
    element: 'header > button',
    violation: 'background-color is rgb(30, 64, 175), which is no colour of the design system.',
    recommendation: 'Use {color.action.strong} (#1d4ed8), 6.6 away: background-color: #1d4ed8;',
    before: null,
    after: 'rgb(30, 64, 175)',
    source: 'design-system',
    box: { width: expect.any(Number) },
  })
})

test('what is inherited is told of the element that sets it, and values that nobody sees are not told', async () => {
  expect(
    (await findingsIn(withCss('article', 'main { font-size: 17px; color: #222222 }'))).map(({ element, property }) => [
      element,
      property,
    ]),
  ).toEqual([
    ['main', 'color'],
    ['main', 'font-size'],
  ])
  expect(await findingsIn(withCss('form', '[hidden] { padding: 9px } .sr { color: #987654; font-size: 3px }'))).toEqual(
    [],
  )
  expect(await findingsIn(withCss('landing', 'svg { color: #987654; padding: 3px }'))).toEqual([])
})

test('a page without a style sheet is one finding of what is left to the browser', async () => {
  const findings = await findingsIn(
    `<!doctype html><h1>Title</h1><p>Words <a href="#">link</a> <small>x</small></p><pre>let x</pre><input value="a"> <button>Go</button>
     <select><option>a</option></select><ul><li>one</li></ul><fieldset><legend>l</legend>x</fieldset><hr><table><tr><td>a</td></tr></table><mark>m</mark>`,
  )

  expect(findings.map(({ type }) => type)).toEqual(['unstyled-default'])
  expect(findings[0]).toMatchObject({ severity: 'minor', violation: expect.stringContaining('a color rgb(0, 0, 238)') })
})

test('what the token file says nothing of is not looked at', async () => {
  const wild = pageOf(
    '<p class="x">Words <b>bold</b></p>',
    '.x { color: #123; padding: 7px; font: 900 17px/2 Papyrus; border: 5px dotted #456; border-radius: 3px; box-shadow: 1px 1px #000 }',
  )

  expect(await findingsIn(wild, { tokens: null })).toEqual([])
  expect(await findingsIn(wild, { tokens: tokensOf({}) })).toEqual([])
  const palette = tokensOf({ ink: { $type: 'color', $value: srgb('#000000') } })
  expect(new Set((await findingsIn(wild, { tokens: palette })).map(({ type }) => type))).toEqual(
    new Set(['color-off-palette']),
  )
})

test('contrast is judged through layers that let light through, and left open on pictures and gradients', async () => {
  const judged = async (body: string) => {
    const { findings, notes } = checkConformance(await render(pageOf(body)), { ...asked, tokens: null })
    return [findings.map(({ violation }) => /on (\S+) has/.exec(violation)?.[1]), notes.map(({ code }) => code)]
  }

  expect(
    await judged(
      '<div style="background:#000"><div style="background:rgb(255 255 255/.5);color:#767676">Words</div></div>',
    ),
  ).toEqual([['#808080'], []])
  expect(await judged('<div style="background:#000;opacity:.5"><p style="color:#fff">Words</p></div>')).toEqual([
    ['#808080'],
    [],
  ])
  expect(await judged('<div style="background:linear-gradient(#000,#fff);color:#777">Words</div>')).toEqual([
    [],
    ['contrast-unknown'],
  ])
  expect(
    await judged(
      '<div style="background:linear-gradient(#000,#fff)"><p style="background:#fff;color:#999">Words</p></div>',
    ),
  ).toEqual([['#ffffff'], []])
  expect(
    await judged(
      '<div style="position:relative;height:40px"><div style="position:absolute;inset:0;background:#000"></div><p style="position:relative;color:#555">Words</p></div>',
    ),
  ).toEqual([['#000000'], []])
  expect(await judged('<p style="color:#fff">Words</p>')).toEqual([[], []])
  expect(await judged('<p style="color:#888;font-size:24px">Large words</p><p style="color:#888">…</p>')).toEqual([
    [],
    [],
  ])
  expect(
    await judged(
      '<button disabled style="color:#bbb">Not now</button><label for="x" style="color:#bbb">Name</label><input id="x" disabled>',
    ),
  ).toEqual([[], []])
})

test('small targets have room, are in sentences or are the browser’s own, or are named', async () => {
  const targets = async (body: string, css = '') =>
    (await findingsIn(pageOf(body, css), { tokens: null })).map(({ type, elements }) => [type, elements])
  const dots = '<button class="dot"></button>'.repeat(3)
  const dot = '.dot { width: 16px; height: 16px; padding: 0; vertical-align: top }'

  expect(await targets(dots, `${dot} .dot { margin-right: 2px }`)).toEqual([['target-size', 3]])
  expect(await targets(dots, `${dot} .dot { margin-right: 8px }`)).toEqual([])
  expect(
    await targets('<p style="line-height:1">Words with <a href="#">one</a> <a href="#">two</a> in them.</p>'),
  ).toEqual([])
  expect(await targets('<input type="checkbox" style="all:revert"><input type="checkbox" style="all:revert">')).toEqual(
    [],
  )
  expect(
    await targets(
      '<label style="display:block;line-height:1"><input type="checkbox" style="width:12px;height:12px"> A label that is long enough to be pressed</label>',
    ),
  ).toEqual([])
})

test('ignored regions are left out with all that is in them', async () => {
  const page = withCss('landing', 'article { padding: 13px }')

  expect(await findingsIn(page, { ignored: [{ selector: '.cards', reason: 'later' }] })).toEqual([])
  expect(await findingsIn(page, { ignored: [{ selector: 'article:first-of-type', reason: 'later' }] })).toMatchObject([
    { elements: 2 },
  ])
})

const component = (odd: Partial<KnownComponent>): KnownComponent => ({
  id: 'button',
  library: 'acme',
  name: 'Button',
  category: 'forms',
  tagName: null,
  classPrefix: null,
  isDeprecated: false,
  ...odd,
})

test('components that the library has not, gave up or does not reach are named; what is not of it is left alone', async () => {
  const components = [
    component({ classPrefix: 'ds-button' }),
    component({ id: 'card', name: 'Card', classPrefix: 'ds-card' }),
    component({ id: 'old', name: 'Old tabs', tagName: 'acme-tabs', isDeprecated: true }),
  ]
  const page = pageOf(
    `<button class="ds-button ds-button--small">Fine</button><div class="ds-card"><h2 class="ds-card__title">Fine</h2></div>
     <acme-tabs>Old</acme-tabs><acme-tabs>Old</acme-tabs><acme-list>New</acme-list><other-thing>Other</other-thing>
     <div class="ds-carousel">x</div><div class="ds-carousel__item">y</div><div class="grid">z</div><div data-component="Wizard">w</div>
     <button class="ds-button" style="all:revert">Detached</button>`,
  )

  const found = (await findingsIn(page, { tokens: null, components })).map(({ type, after, elements }) => [
    type,
    after,
    elements,
  ])
  expect(found.toSorted()).toEqual([
    ['deprecated-component', 'Old tabs', 2],
    ['detached-class', 'Button', 1],
    ['unknown-component', 'Wizard', 1],
    ['unknown-component', 'acme-list', 1],
    ['unknown-component', 'ds-carousel', 2],
  ])
  expect(await findingsIn(page, { tokens: null, components: [] })).toEqual([])
})

test('parts that stand beside each other stand on the columns, where a policy names them', async () => {
  const page = pageOf(
    '<div class="row"><section>One</section><section>Two <div class="in"><b>in a card</b><b>beside</b></div></section></div>',
    '.row { display: flex; padding: 0 32px; gap: 24px } section { width: 580px; border: 1px solid #e2e8f0 } .in { display: flex; gap: 11px } .in b { width: 200px }',
  )
  const grid = { columns: 12, gutter: 24, margin: 32 }

  expect((await findingsIn(page, { tokens: null, policy: { grid } })).map(({ violation }) => violation)).toEqual([
    'The left edge is at 636px; the nearest of 12 columns begins at 652px.',
  ])
  expect(await findingsIn(page.replace('580px', '596px'), { tokens: null, policy: { grid } })).toEqual([])
  expect(await findingsIn(page, { tokens: null })).toEqual([])
})

test('the same page gives the same findings', async () => {
  const tree = await render(withCss('landing', 'article { padding: 13px; color: #345678 } .lead { margin-top: -2rem }'))
  const once = JSON.stringify(checkConformance(tree, asked))

  expect(JSON.stringify(checkConformance(structuredClone(tree), asked))).toBe(once)
})
