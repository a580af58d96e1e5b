/** Words that are there for some alone: tooltips, names of dialogs, names in another language, messages that come with their region. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body>${html}`)
const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)

test('a dialog of HTML’s own comes out without a name', async () => {
  const dialog = (more: string, heading = '<h2 id="h">Rules on the water</h2>') =>
    `<dialog open id="x" ${more}>${heading}<p>Everybody wears a vest.</p><button>Close</button></dialog>`
  const rule = 'dialog-without-name'

  expect(await seen(rule, dialog(''))).toEqual(['practice #x'])
  expect(await seen(rule, dialog('aria-labelledby="gone"'))).toEqual(['practice #x'])
  expect(await seen(rule, dialog('aria-labelledby="h"'))).toEqual([])
  expect(await seen(rule, dialog('aria-label="Rules"'))).toEqual([])
  expect(await seen(rule, dialog('').replace(' open', ''))).toEqual([])
  expect(
    await found(
      rule,
      `<button type="button" id="b">Rules</button>${dialog('').replace(' open', '')}<script>b.onclick = () => x.showModal(); x.onclick = () => x.close()</script>`,
    ),
  ).toEqual(['practice #x'])
})

test('a style draws words while the mouse is over something', async () => {
  const rule = 'tip-by-hover-alone'
  const tip = (
    style: string,
    host = '<span id="x" class="q" data-tip="You get it back when the boat is dry">why?</span>',
  ) => `<style>${style}</style><p>A deposit of ten pounds, ${host}</p>`
  const drawn = '.q:hover::after{content:attr(data-tip);position:absolute}'
  const faded = '.q::after{content:"You get it back when the boat is dry";opacity:0}.q:hover::after{opacity:1}'

  expect(await seen(rule, tip(drawn))).toEqual(['practice #x'])
  expect(await seen(rule, tip(faded))).toEqual(['practice #x'])
  expect(await seen(rule, tip(`${drawn}.q:focus::after{content:attr(data-tip)}`))).toEqual([])
  expect(await seen(rule, tip('.q:hover::after{content:" ▸"}'))).toEqual([])
  expect(await seen(rule, tip('.q::after{content:"You get it back when dry"}.q:hover::after{opacity:.9}'))).toEqual([])
  const button = '<button class="q" data-tip="Print this page" aria-label="Print this page">⎙</button>'
  expect(await seen(rule, tip(drawn, button))).toEqual([])
  expect(await seen(rule, tip('@media (max-width:10px){.q:hover::after{content:attr(data-tip)}}'))).toEqual([])
})

test('a tooltip is tied to nothing', async () => {
  const field = (more: string, tip = 'role="tooltip"') =>
    `<label for="d">Deposit</label> <input id="d"> <button type="button" id="x" aria-label="Help" ${more}>?</button><span ${tip} id="t" hidden style="position:absolute">You get it back when the boat is dry.</span>
     <script>const show = (is) => { t.hidden = !is }; x.onmouseenter = x.onfocus = () => show(true); x.onmouseleave = x.onblur = () => show(false)</script>`
  const rule = 'tooltip-not-tied'

  expect(await found(rule, field(''))).toEqual(['practice #x'])
  expect(await found(rule, field('aria-describedby="t"'))).toEqual([])
  expect(await found(rule, field('aria-labelledby="t"'))).toEqual([])
  expect(await found(rule, field('', 'role="status"'))).toEqual([])
  expect(await found(rule, field('aria-description="You get it back when the boat is dry."'))).toEqual([])
})

test('a message comes together with the region that is to say it', async () => {
  const page = (put: string, region = '') =>
    `<button type="button" id="b">Weather now</button>${region}<div id="m"></div><script>b.onclick = () => { ${put} }</script>`
  const message = 'It is dry on the lake today.'
  const rule = 'status-not-announced'

  expect(await found(rule, page(`m.innerHTML = '<p role="status">${message}</p>'`))).toEqual(['practice #m'])
  expect(await found(rule, page(`m.innerHTML = '<p role="alert">${message}</p>'`))).toEqual([])
  expect(await found(rule, page(`s.textContent = '${message}'`, '<p role="status" id="s"></p>'))).toEqual([])
  expect(
    await found(rule, page(`s.innerHTML = '<p role="status">${message}</p>'`, '<div aria-live="polite" id="s"></div>')),
  ).toEqual([])
})

test('the names of controls are in the language of who wrote them', async () => {
  const button = (name: string, lang = 'en') =>
    `<div lang="${lang}"><button id="x" aria-label="${name}">×</button></div>`
  const rule = 'name-in-other-language'

  expect(await seen(rule, button('Fenster schließen'))).toEqual(['practice #x'])
  expect(await seen(rule, button('Page suivante', 'de'))).toEqual(['practice #x'])
  expect(await seen(rule, button('Cerrar menú', 'fr'))).toEqual(['practice #x'])
  expect(await seen(rule, button('Close menu', 'de'))).toEqual(['practice #x'])
  expect(await seen(rule, button('Fenster schließen', 'de-AT'))).toEqual([])
  expect(await seen(rule, button('Menu', 'fr'))).toEqual([])
  expect(await seen(rule, button('Retour', 'fr-CA'))).toEqual([])
  expect(await seen(rule, button('Café de la Page', 'en'))).toEqual([])
  expect(await seen(rule, button('Anterior', 'pt'))).toEqual([])
})

test('a window is opened by a statement that nothing waits for', async () => {
  const page = (script: string) => `<h1>Boats</h1><script>${script}</script>`
  const rule = 'window-opened-on-load'

  expect(await seen(rule, page("const ad = window.open('/advert')"))).toEqual(['practice body'])
  expect(await seen(rule, page("document.title = 'Boats'; window.open('/advert', '_blank')"))).toEqual([
    'practice body',
  ])
  expect(await seen(rule, page("function show() { window.open('/advert') }"))).toEqual([])
  expect(await seen(rule, page("const show = () => window.open('/advert')"))).toEqual([])
  expect(await seen(rule, page("if (asked) window.open('/advert')"))).toEqual([])
  expect(await seen(rule, page("b.onclick = () =>\n window.open('/advert')"))).toEqual([])
})

test('words that hear clicks of their own look like nothing that is pressed', async () => {
  const page = (html: string) =>
    `${html}<p id="o">Nothing chosen</p><script>x.addEventListener('click', () => { o.textContent = 'Chosen' })</script>`
  const rule = 'mouse-only-control'

  expect(await found(rule, page('<div id="x">Canoe ▾</div>'))).toEqual(['review #x'])
  expect(await found(rule, page('<button id="x" type="button">Canoe</button>'))).toEqual([])
  // What holds others may hear clicks for them, and of a text, who knows.
  expect(await found(rule, page('<div id="x"><a href="/a">Canoe</a> <a href="/b">Punt</a></div>'))).toEqual([])
  expect(await found(rule, page('<p id="x">Everybody wears a vest on the water, children too.</p>'))).toEqual([])
  expect(await found(rule, page('<label id="x">Vest <input type="checkbox"></label>'))).toEqual([])
})
