/** What our checks find by measuring: listeners, hover rules, contrast on pictures, smaller windows, wider spacing. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

test('a control that answers to clicks alone is told of, whatever else looks like one is not', async () => {
  const { of } = await lab.check(`<body><style>.p { cursor: pointer }</style>
    <div id="bad" class="p">Open the shop</div>
    <span id="inline" class="p" onclick="this.dataset.x = 1">Add</span>
    <div id="card" class="p"><a href="/shop">Shop</a> of the week</div>
    <label id="label" class="p">Newsletter <input type="checkbox"></label>
    <button id="button">Send <span id="within" class="p">now</span></button>
    <div id="stopper" class="p">Plain</div>
    <p id="tracked">Only counted</p>
    <div id="delegate"><span class="p">Delegated</span></div>
    <div id="backdrop" class="p" style="position:fixed;inset:0;z-index:-1">dim</div>
    <script>
      const act = () => { document.title += '!' }
      for (const id of ['bad', 'card', 'label', 'button', 'within', 'tracked', 'delegate', 'backdrop'])
        document.getElementById(id).addEventListener('click', act)
      document.getElementById('stopper').addEventListener('click', (event) => { event.stopPropagation() })
    </script>`)

  expect(of('mouse-only-control').sort()).toEqual(['violation #bad', 'violation #inline'])
})

test('the keyboard reaches what is inside of an element of the page’s own, or around its slot', async () => {
  const element = (name: string, options: string, inside: string) =>
    `customElements.define('${name}', class extends HTMLElement { constructor() { super(); this.attachShadow(${options}).innerHTML = '<style>:host { cursor: pointer }</style>${inside}' } })`
  const { of } = await lab.check(`<body><style>.p { cursor: pointer }</style>
    <open-button id="open">Open the shop</open-button> <closed-button id="closed">Close the shop</closed-button>
    <slot-button><span id="slotted" class="p">Rent the shop</span></slot-button> <no-button id="bare" class="p">Sell the shop</no-button>
    <div><p><span id="renamed" class="p">Holidays</span> <button>Rename Holidays</button></p></div>
    <script>${element('open-button', "{ mode: 'open' }", '<button><slot></slot></button>')}
      ${element('closed-button', "{ mode: 'closed' }", '<button><slot></slot></button>')}
      ${element('slot-button', "{ mode: 'open' }", '<button><slot></slot></button>')}
      for (const id of ['open', 'closed', 'slotted', 'bare', 'renamed'])
        document.getElementById(id).addEventListener('click', () => { document.title += '!' })
    </script>`)

  expect(of('mouse-only-control').sort()).toEqual(['review #closed', 'violation #bare'])
})

test('a focusable control that hears no key is told of, one whose keys are heard is not', async () => {
  const deaf = await lab.check(`<body><div id="deaf" role="button" tabindex="0" onclick="this.dataset.x = 1">Add</div>
    <div id="keyed" role="button" tabindex="0" onclick="this.dataset.x = 1" onkeydown="this.dataset.x = 2">Add more</div>`)
  const heardAbove = await lab.check(`<body><div role="button" tabindex="0" onclick="this.dataset.x = 1">Add</div>
    <script>document.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.target.click() })</script>`)

  expect(deaf.of('control-without-keys')).toEqual(['violation #deaf'])
  expect(heardAbove.of('control-without-keys')).toEqual([])
})

test('a menu that only the mouse opens is told of; one that opens on focus or by a button is not', async () => {
  const menu = (id: string, extra = '') =>
    `<div id="${id}" class="menu"><span${extra}>Shop</span><ul id="${id}-list"><li><a href="/1">Seeds</a></li></ul></div>`
  const { of } = await lab.check(`<body><style>
    ul { display: none }
    #bad:hover ul, #good:hover ul, #js:hover ul { display: block }
    #good:focus-within ul#good-list { display: block }
    </style>${menu('bad')}${menu('good')}<div id="js" class="menu"><button aria-expanded="false">Shop</button><ul><li><a href="/1">Seeds</a></li></ul></div>`)
  const focusable = await lab.check(
    `<body><style>ul { display: none } .menu:hover ul, .menu:focus-within ul { display: block }</style>${menu('both')}`,
  )

  expect(of('hover-only-content')).toEqual(['violation #bad-list'])
  expect(focusable.of('hover-only-content')).toEqual([])
})

test('what the mouse brings out is tried: a rule that does not show it, or a focus that does, is no loss', async () => {
  const menu =
    '<div id="m" class="menu"><span tabindex="0">Shop</span><ul id="l"><li><a href="/1">Seeds</a></li></ul></div>'
  const overruled = await lab.check(
    `<body><style>#l { display: none !important } .menu:hover ul { display: block }</style>${menu}`,
  )
  const byFocus = await lab.check(
    `<body><style>#l { display: none } .menu:hover ul { display: block } .menu:has(:focus) ul { display: block }</style>${menu}`,
  )

  expect(overruled.of('hover-only-content')).toEqual([])
  expect(byFocus.of('hover-only-content')).toEqual([])
})

test('a control for the mouse alone is found where the mouse brings it out', async () => {
  const row = (control: string) => `<body><style>.tools { visibility: hidden }
    .row:hover .tools, .row:focus-within .tools { visibility: visible }</style>
    <div class="row" id="row"><a href="/rose">Rose</a> <span class="tools">${control}</span></div>
    <script>document.getElementById('edit').addEventListener('click', () => { document.title += '!' })</script>`
  const bad = await lab.check(row('<span id="edit" style="cursor: pointer">Edit</span>'))
  const good = await lab.check(row('<button type="button" id="edit">Edit</button>'))

  expect(bad.of('mouse-only-control')).toEqual(['violation #edit'])
  expect(bad.findings.find(({ rule }) => rule === 'mouse-only-control')?.state).toBe('with the mouse over #row')
  expect(good.of('mouse-only-control')).toEqual([])
})

test('text on a gradient is measured: light on light is told of, light on dark is not', async () => {
  const { of, findings } = await lab.check(`<body><style>
    .ground { padding: 20px } .light { background: linear-gradient(#fff, #eee) } .dark { background: linear-gradient(#111, #333) }
    .split { background: linear-gradient(to right, #000 50%, #fff 50%); width: 300px }
    p { margin: 0; font: 16px sans-serif }</style>
    <div class="ground light"><p id="pale" style="color:#bbb">Pale words on a light ground</p></div>
    <div class="ground dark"><p id="clear" style="color:#fff">White words on a dark ground</p></div>
    <div class="ground split"><p id="half" style="color:#fff">White words that run over both</p></div>`)

  // No engine looked here, and pixels alone make no error.
  expect(of('color-contrast').sort()).toEqual(['review #half', 'review #pale'])
  expect(findings.find((each) => each.rule === 'color-contrast')?.message).toMatch(/\d\.\d:1/)
})

test('text cut off at 200 % or when spaced out is told of, a box that grows is not', async () => {
  const words = 'Once upon a midnight dreary, while I pondered, weak and weary, over many a volume of forgotten lore. '
  const { of } = await lab.check(`<body><style>p { margin: 0; font: 16px/1.2 sans-serif }</style>
    <div id="share" style="height: 12vh; overflow: hidden"><p>${words.repeat(2)}</p><p>${words}</p></div>
    <div id="grows" style="min-height: 20px; overflow: hidden"><p>${words}</p></div>
    <div id="tight" style="width: 260px; overflow: hidden"><p>Once upon a midnight dreary, while I pondered, weak and weary</p></div>
    <script>tight.style.height = tight.scrollHeight + 'px' // whatever the fonts of this machine</script>
    <div id="dots" style="width: 100px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${words}</div>`)

  expect(of('zoom-clipped')).toEqual(['violation #share'])
  expect(of('text-spacing-clipped')).toContain('violation #tight')
  expect(of('text-spacing-clipped').join()).not.toContain('#grows')
  expect(of('text-spacing-clipped').join()).not.toContain('#dots')
})

test('a page wider than a narrow window is told of, one with a wide table or scroller is not', async () => {
  const wide = await lab.check(
    '<body><div id="wide" style="width: 900px">These words need a window that is wide, as they stand in a column that never yields to it, however narrow it gets.</div>',
  )
  const table = await lab.check(
    '<body><p>A table:</p><table style="width: 900px"><tr><td>one</td><td>two</td></tr></table>',
  )
  const scroller = await lab.check(
    '<body><div style="overflow-x: auto"><div style="width: 900px">These words scroll in a box of their own</div></div>',
  )

  expect(wide.of('reflow')).toEqual(['violation #wide'])
  expect(table.of('reflow')).toEqual([])
  expect(scroller.of('reflow')).toEqual([])
})

test('where lines begin at the right, a page that goes on to the left is too wide', async () => {
  const words = 'هذه الكلمات تحتاج إلى نافذة عريضة، فهي في عمود لا يضيق أبدا مهما ضاقت النافذة على من يقرأ.'
  const inArabic = (body: string, attributes = 'dir="rtl"') =>
    lab.check(`<html lang="ar" ${attributes}><title>ت</title><body style="margin: 0">${body}`)
  const wide = `<div id="wide" style="width: 900px">${words}</div>`
  const beside = (where: string) =>
    `<div style="display: flex; width: 900px"><p style="width: 300px">${words}</p><p id="beside" style="margin-inline-start: 60px; ${where}">${words}</p></div>`
  const pages = {
    wide: await inArabic(wide),
    'by its body': await inArabic(`${wide}<script>document.body.dir = "rtl"</script>`, ''),
    beside: await inArabic(beside('width: 280px')),
    'fits the window': await inArabic(`<p>${words}</p>`),
    'waits at the right, where nothing scrolls to': await inArabic(
      `<p>${words}</p><p style="position: absolute; right: -999px; width: 300px">${words}</p>`,
    ),
  }

  expect(Object.entries(pages).map(([which, { of }]) => [which, ...of('reflow')])).toEqual([
    ['wide', 'violation #wide'],
    ['by its body', 'violation #wide'],
    ['beside', 'violation #beside'],
    ['fits the window'],
    ['waits at the right, where nothing scrolls to'],
  ])
})

test('the name of an icon makes no page too wide, the same word as text does', async () => {
  const page = (attributes: string) =>
    `<body style="margin: 0"><p style="width: 700px"><span style="display: inline-block; width: 290px">Garden plans</span><span id="last" ${attributes}>notifications_active</span></p>`
  const icon = await lab.check(page('class="material-icons"'))
  const word = await lab.check(page(''))

  expect(icon.of('reflow')).toEqual([])
  expect(word.of('reflow')).toEqual(['violation #last'])
})

test('what slides into its place in a smaller window is measured where it comes to stand', async () => {
  const words = 'Once upon a midnight dreary, while I pondered, weak and weary, over many a volume of forgotten lore. '
  const page = (when: string) => `<body style="margin: 0"><style>p { margin: 0; font: 16px/1.2 sans-serif }
    #side { width: 700px; transition: width 30s } #box { height: 60px; overflow: hidden; transition: height 30s }
    @media (max-width: ${when}) { #side { width: 100% } #box { height: 600px } }</style>
    <div id="box"><p>${words.repeat(3)}</p></div><div id="side"><p id="words">${words}</p></div>`
  const yields = await lab.check(page('700px'))
  const stays = await lab.check(page('1px'))

  expect([...yields.of('reflow'), ...yields.of('zoom-clipped')]).toEqual([])
  expect(stays.of('reflow').join()).toMatch('violation')
  expect(stays.of('zoom-clipped').join()).toMatch('#box')
})

test('text that changes by itself is told of', async () => {
  const ticking = await lab.check(`<body><p>Visitors now: <span id="count">1</span></p>
    <script>let n = 1; setInterval(() => { document.getElementById('count').textContent = String(n += 1) }, 20)</script>`)

  expect(ticking.of('text-changes-by-itself')).toEqual(['review #count'])
})

test('a figure that counts up once as its page comes is at rest soon; one that goes on is told of', async () => {
  const counts = (until: number) =>
    `<body><p><span id="x">0</span> tools repaired</p><script>let at = 0; const steps = setInterval(() => { at += 7; x.textContent = at.toLocaleString('en'); if (at >= ${until}) clearInterval(steps) }, 40)</script>`

  expect((await lab.check(counts(420))).of('text-changes-by-itself')).toEqual([])
  expect((await lab.check(counts(1e9))).of('text-changes-by-itself')).toEqual(['review #x'])
})

test('a page that listens to movement of the device is for a person', async () => {
  const { of } = await lab.check(`<body><p>Shake</p><script>window.addEventListener('devicemotion', () => {})</script>`)

  expect(of('device-motion')).toEqual(['review html'])
})

test('what shaking does needs a switch that turns it off as well as a button', async () => {
  const page = (controls: string) =>
    `<body><main><p>Shake to undo</p>${controls}<script>window.addEventListener('devicemotion', () => {})</script></main>`
  const of = async (controls: string) => (await lab.check(page(controls))).of('device-motion')
  const turnedOff = '<label><input type="checkbox"> Do not undo by shaking</label>'

  expect(await of(`<button>Undo</button>${turnedOff}`)).toEqual([])
  expect(await of('<button>Undo</button><button role="switch" aria-checked="true">Undo by movement</button>')).toEqual(
    [],
  )
  expect(await of('<button>Undo</button>')).toEqual(['review html'])
  expect(await of(turnedOff)).toEqual(['review html'])
  expect(await of('<button>Undo</button><label><input type="checkbox"> Tell me by mail</label>')).toEqual([
    'review html',
  ])
})

test('what the mouse brings out stays while the mouse goes onto it', async () => {
  const page = (style: string) =>
    `<body><style>.box { display: none; position: absolute; left: 0 } .tip { position: relative; display: inline-block } .tip:focus-within .box { display: block } ${style}</style>
     <p><span class="tip"><button aria-describedby="x">Net</button><span id="x" class="box" role="tooltip">Without the tax</span></span></p>`
  const of = async (style: string) => (await lab.check(page(style))).of('hover-content-lost')

  expect(await of('.tip button:hover + .box { display: block }')).toEqual(['review #x'])
  expect(await of('.box { top: 60px } .tip:hover .box { display: block }')).toEqual(['review #x'])
  expect(await of('.tip:hover .box { display: block; pointer-events: none }')).toEqual(['review #x'])
  const long = page('.tip:hover .box { display: block; pointer-events: none }').replace(
    'the tax',
    'the tax of the buyer’s country',
  )
  expect((await lab.check(long)).of('hover-content-lost')).toEqual(['practice #x'])
  expect(await of('.box { top: 100% } .tip:hover .box { display: block }')).toEqual([])
  expect(await of('.tip button:hover + .box, .box:hover { display: block }')).toEqual([])
  expect(
    await of('.box { top: 60px } .box::before { content: ""; position: absolute } .tip:hover .box { display: block }'),
  ).toEqual([])
})

test('words that a script makes come and go are an error, those that it shows once are not', async () => {
  const page = (script: string, more = '') =>
    `<body><p id="x">Flood warning</p>${more}<script>{ const x = document.getElementById('x'); ${script} }</script>`
  const blink =
    "setInterval(() => { x.style.visibility = x.style.visibility === 'hidden' ? 'visible' : 'hidden' }, 250)"
  const of = async (html: string) => (await lab.check(html)).of('text-blinks')

  const ending = `let n = 0; const i = ${blink.replace('{ x', '{ if (++n > 7) clearInterval(i); x')}`

  expect(await of(page(blink))).toEqual(['violation #x'])
  expect(await of(page(ending))).toEqual([])
  expect(await of(page(blink, '<button>Stop</button>'))).toEqual([])
  expect(await of(page('x.hidden = true; setTimeout(() => { x.hidden = false }, 200)'))).toEqual([])
  // To and fro between two colours is blinking, too.
  expect(await of(page("let at = 0; setInterval(() => { x.style.color = at++ % 2 ? 'red' : 'blue' }, 200)"))).toEqual([
    'violation #x',
  ])
})

test('words that change every second are waited for where a script has a timer', async () => {
  const page = (script: string) => `<body><p id="x">The dome is open</p><script>${script}</script>`
  const news =
    "{ const all = ['The dome is open', 'New maps of the sea']; let at = 0; STEP(() => { x.textContent = all[++at % 2] }, 1200) }"

  const turning = await lab.check(page(news.replace('STEP', 'setInterval')))
  const still = await lab.check(page(news.replace('STEP', '((act) => act)')))

  expect(turning.of('text-changes-by-itself')).toEqual(['practice #x'])
  expect(still.of('text-changes-by-itself')).toEqual([])
  const figure = await lab.check(
    page("let at = 0; setInterval(() => { x.textContent = 'The dome is open ' + ++at }, 1200)"),
  )
  const called = await lab.check(
    page("let at = 0; setInterval(() => { x.textContent = 'The dome is open ' + ++at }, 1200)").replace(
      '<p',
      '<p class="news-ticker"',
    ),
  )
  expect(figure.of('text-changes-by-itself')).toEqual(['review #x'])
  expect(called.of('text-changes-by-itself')).toEqual(['practice #x'])
})
