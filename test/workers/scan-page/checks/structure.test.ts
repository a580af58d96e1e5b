/** How a page is built: its landmarks, headings, lists and what lies over it, each failure beside what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body>${html}`)
const found = async (rule: string, html: string) => (await lab.check(`<body>${html}`)).of(rule)

const text = 'We hire out boats and canoes from April until the end of October, by the hour or by the day.'
const links = (names: readonly string[] = ['Boats', 'Prices', 'Weather']) =>
  names.map((name) => `<a href="/${name.toLowerCase()}">${name}</a>`)
const list = (entries: readonly string[], more = '') =>
  `<ul ${more}>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`

test('a page that begins without a doctype is shown as pages of old', async () => {
  const page = (doctype: string) =>
    `${doctype}<html lang="en"><head><title>Boats</title></head><body><h1>Boats</h1></body></html>`
  const of = async (doctype: string) => (await lab.check(page(doctype))).of('doctype-missing')

  expect(await of('')).toEqual(['practice html'])
  expect(await of('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">')).toEqual(['practice html'])
  expect(await of('<!doctype html>')).toEqual([])
  expect(await of('<!-- Boats --><!DOCTYPE html SYSTEM "about:legacy-compat">')).toEqual([])
  expect(
    await of(
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    ),
  ).toEqual([])
})

test('headings follow one another with nothing under any', async () => {
  const page = (parts: string) => `<main><h1>Boats</h1><p>${text}</p>${parts}</main>`
  const names = ['Canoes', 'Kayaks', 'Punts']
  const all = (put: (name: string, at: number) => string) => page(names.map(put).join(''))

  expect(
    await seen(
      'heading-over-nothing',
      all((name, at) => `<h2 id="x${at}">${name}</h2>`),
    ),
  ).toEqual(['practice #x0'])
  expect(
    await seen(
      'heading-over-nothing',
      all((name) => `<h2>${name}</h2><p>For two.</p>`),
    ),
  ).toEqual([])
  // A title of two lines, what folds out, links of a list, and what stands beside one another.
  expect(await seen('heading-over-nothing', page('<h2>Canoes</h2><h2>and kayaks</h2><p>For two.</p>'))).toEqual([])
  expect(
    await seen(
      'heading-over-nothing',
      all((name) => `<h2><button>${name}</button></h2><div hidden>For two.</div>`),
    ),
  ).toEqual([])
  expect(
    await seen(
      'heading-over-nothing',
      all((name) => `<h2>${name}</h2><div hidden>For two.</div>`),
    ),
  ).toEqual([])
  expect(
    await seen(
      'heading-over-nothing',
      all((name) => `<h2><a href="/x">${name}</a></h2>`),
    ),
  ).toEqual([])
  expect(
    await seen(
      'heading-over-nothing',
      all((name, at) => `<h${at + 2}>${name}</h${at + 2}>`),
    ),
  ).toEqual([])
  expect(
    await seen(
      'heading-over-nothing',
      page(`<div style="display:flex">${names.map((each) => `<h2>${each}</h2>`).join('')}</div>`),
    ),
  ).toEqual([])
})

test('a list is written as many lists of one entry', async () => {
  const names = ['Canoes', 'Kayaks', 'Punts']
  const one = (name: string, at: number) => list([name], `id="x${at}"`)

  expect(await seen('list-in-pieces', names.map(one).join(''))).toEqual(['practice #x0'])
  expect(await seen('list-in-pieces', list(names))).toEqual([])
  expect(await seen('list-in-pieces', names.slice(1).map(one).join(''))).toEqual([])
  expect(
    await seen('list-in-pieces', names.map((name, at) => `<h3>${name}</h3>${one('For two', at)}`).join('')),
  ).toEqual([])
  expect(await seen('list-in-pieces', names.map((name) => list([name], 'role="presentation"')).join(''))).toEqual([])
})

test('the main part holds the head and the foot of the page', async () => {
  const head = `<header><a href="/">Tarn</a><nav>${links().join(' ')}</nav></header>`
  const foot = '<footer><a href="/imprint">Imprint</a></footer>'
  const body = `<h1>Boats</h1><p>${text}</p>`

  expect(await seen('main-around-all', `<main id="x">${head}${body}${foot}</main>`)).toEqual(['practice #x'])
  expect(await seen('main-around-all', `${head}<main>${body}</main>${foot}`)).toEqual([])
  expect(await seen('main-around-all', `<main><article>${head}${body}${foot}</article></main>`)).toEqual([])
  // A navigation of this page's own, and the head of an application beside it.
  expect(await seen('main-around-all', `<main><nav>${links().join(' ')}</nav>${body}${foot}</main>`)).toEqual([])
  expect(await seen('main-around-all', `<a href="/">Tarn</a><main>${head}${body}${foot}</main>`)).toEqual([])
})

test('what is marked as navigation leads nowhere', async () => {
  expect(await seen('navigation-without-links', `<nav id="x"><h2>News</h2><p>${text}</p></nav>`)).toEqual([
    'practice #x',
  ])
  expect(await seen('navigation-without-links', `<section><h2>News</h2><p>${text}</p></section>`)).toEqual([])
  expect(await seen('navigation-without-links', `<nav><p>${text}</p>${list(links())}</nav>`)).toEqual([])
  expect(await seen('navigation-without-links', `<nav><p>${text}</p><button>Menu</button></nav>`)).toEqual([])
  expect(await seen('navigation-without-links', '<nav>You are here: Boats</nav>')).toEqual([])
})

test('links to the other pages stand ahead of the content, and nothing is marked as navigation', async () => {
  const rule = 'navigation-by-looks'
  const page = (head: string, more = '') =>
    `<header><a href="/">Tarn</a>${head}</header><main><h1>Boats</h1><p>${text}</p>${more}</main>`

  expect(await found(rule, page(list(links(), 'id="x"')))).toEqual(['practice #x'])
  expect(await found(rule, `<div id="x">${links().join(' ')}</div><h1>Boats</h1><p>${text}</p>`)).toEqual([
    'practice #x',
  ])
  expect(await found(rule, page(`<nav>${list(links())}</nav>`))).toEqual([])
  expect(await found(rule, page(`<div role="navigation">${list(links())}</div>`))).toEqual([])
  // Two links, others to other sites, and a list within the content.
  expect(await found(rule, page(list(links(['Boats', 'Prices']))))).toEqual([])
  expect(
    await found(rule, page(list(links().map((each) => each.replace('"/', '"https://elsewhere.example/'))))),
  ).toEqual([])
  expect(await found(rule, page('', list(links())))).toEqual([])
})

test('what lies over the page from the start is no dialog to anybody but the eye', async () => {
  const rule = 'overlay-without-role'
  const page = (over: string, behind = `<header><nav>${links().join(' ')}</nav></header><main><h1>Boats</h1></main>`) =>
    `${behind}${over}`
  const over = (more = '', inside = '<p>We count visitors.</p><button>Refuse</button>') =>
    `<div id="x" style="position:fixed;inset:0;background:#0008"><div ${more} style="background:white;margin:80px">${inside}</div></div>`

  expect(await seen(rule, page(over()))).toEqual(['practice #x'])
  expect(await seen(rule, page(over('role="dialog" aria-modal="true" aria-label="Cookies"')))).toEqual([])
  // An application that is held by such a box, a picture that shows that it is loading, and what the page has made inert.
  expect(await seen(rule, page(over('', `<nav>${links().join(' ')}</nav><button>Menu</button>`), ''))).toEqual([])
  expect(await seen(rule, page(over('', '<p>Loading</p>')))).toEqual([])
  expect(
    await seen(rule, page(over(), `<div inert><nav>${links().join(' ')}</nav><main><h1>Boats</h1></main></div>`)),
  ).toEqual([])
})

test('a value lies beyond the limits that are told with it', async () => {
  const meter = (told: string, role = 'meter') => `<div id="x" role="${role}" aria-label="Places" ${told}>taken</div>`

  expect(await seen('value-beyond-limits', meter('aria-valuenow="140"'))).toEqual(['practice #x'])
  expect(
    await seen('value-beyond-limits', meter('aria-valuenow="0" aria-valuemin="1" aria-valuemax="9"', 'slider')),
  ).toEqual(['practice #x'])
  expect(await seen('value-beyond-limits', meter('aria-valuenow="140" aria-valuemax="200"'))).toEqual([])
  expect(await seen('value-beyond-limits', meter('aria-valuenow="140"', 'spinbutton'))).toEqual([])
  expect(await seen('value-beyond-limits', meter('aria-valuenow="100" aria-valuemin="0"'))).toEqual([])
  expect(await seen('value-beyond-limits', meter('aria-valuenow=""'))).toEqual([])
})

test('what is folded to a line has links that take the focus all the same', async () => {
  const part = (style: string, more = '') =>
    `<style>#p{overflow:hidden;${style}}${more}</style><p><a href="/new">New prices</a></p><div id="p"><p><a id="x" href="/old">All old prices</a></p></div>`

  expect(await found('focus-not-visible', part('max-height:0'))).toEqual(['violation #x'])
  expect(await found('focus-not-visible', part('width:0;white-space:nowrap'))).toEqual(['violation #x'])
  expect(await found('focus-not-visible', part('max-height:0;visibility:hidden'))).toEqual([])
  expect(await found('focus-not-visible', part('height:0', '#p:focus-within{height:auto}'))).toEqual([])
  expect(await found('focus-not-visible', part('max-height:20em'))).toEqual([])
})

test('a live region that is switched off or hidden says nothing', async () => {
  const page = (region: string) =>
    `<button type="button" id="b">Weather now</button>${region}<script>b.onclick = () => { m.textContent = 'It is dry on the lake today.' }</script>`

  expect(await found('status-not-announced', page('<p id="m" role="status" aria-live="off"></p>'))).toEqual([
    'practice #m',
  ])
  expect(
    await found('status-not-announced', page('<div aria-hidden="true"><p id="m" aria-live="polite"></p></div>')),
  ).toEqual(['practice #m'])
  expect(await found('status-not-announced', page('<p id="m" role="status"></p>'))).toEqual([])
  expect(await found('status-not-announced', page('<p id="m" aria-live="assertive"></p>'))).toEqual([])
  expect(await found('status-not-announced', page('<p id="m" role="timer" aria-live="off"></p>'))).toEqual([])
})

test('a button leaves with a message of two words', async () => {
  const page = (after: string) =>
    `<button type="button" id="b">Fold up</button><div id="m" role="status"></div><script>b.onclick = () => { m.innerHTML = 'Folded. <button type="button">Undo</button>'; ${after} }</script>`

  expect(await found('control-leaves', page("setTimeout(() => { m.innerHTML = '' }, 3000)"))).toHaveLength(1)
  expect(await found('control-leaves', page(''))).toEqual([])
  expect(
    await found(
      'control-leaves',
      page("setTimeout(() => { m.contains(document.activeElement) || (m.innerHTML = '') }, 3000)"),
    ),
  ).toEqual([])
})

test('a link past the navigation is pressed, and the next Tab goes into the navigation', async () => {
  const page = (target: string, script = '', name = 'Skip to content') =>
    `<a id="x" href="#content">${name}</a>${target === 'first' ? '<div id="content"></div>' : ''}<div ${target === 'all' ? 'id="content"' : ''}>
     <header><nav aria-label="Main">${links().join(' ')}</nav></header><main ${target === 'main' ? 'id="content"' : ''}><h1>Boats</h1><p>${text} <a href="/book">Book</a></p></main></div>${script}`
  const rule = 'skip-link-leads-nowhere'
  const kept = (more = '') =>
    `<script>x.onclick = (event) => { event.preventDefault(); document.querySelector('main').scrollIntoView(); ${more} }</script>`

  expect(await found(rule, page('first'))).toEqual(['practice #x'])
  expect(await found(rule, page('all', '', 'Zum Inhalt springen'))).toEqual(['practice #x'])
  expect(await found(rule, page('main', kept()))).toEqual(['practice #x'])
  expect(await found(rule, page('main'))).toEqual([])
  expect(await found(rule, page('main', kept('content.tabIndex = -1; content.focus()')))).toEqual([])
  // Nothing to come past but one link, and nothing at all.
  expect(await found(rule, page('first').replace(/<nav.*<\/nav>/, '<a href="/">Tarn</a>'))).toEqual([])
  expect(await found(rule, page('first').replace(/<header>.*<\/header>/, ''))).toEqual([])
  expect(await found(rule, page('first').replace('Skip to content', 'How to get here'))).toEqual([])
})

test('bars that stay leave a third of the window to who has zoomed in', async () => {
  const long = `<p>${text}</p>`.repeat(20)
  const page = (style: string, more = '', foot = '<a href="/imprint">Imprint</a>') =>
    `<style>header{background:#eee;${style}}footer{background:#ddd;${more}}</style><header id="x"><a href="/">Tarn</a></header><main><h1>Boats</h1>${long}</main><footer>${foot}</footer>`
  const rule = 'bars-cover-when-narrow'
  const low = 'position:fixed;bottom:0;left:0;right:0;height:90px'

  expect(await found(rule, page('position:sticky;top:0;height:100px', low))).toEqual(['practice #x'])
  expect(await found(rule, page('position:fixed;top:0;left:0;right:0;height:180px'))).toEqual(['practice #x'])
  expect(await found(rule, page('height:180px', 'height:90px'))).toEqual([])
  expect(await found(rule, page('position:sticky;top:0;height:60px', low))).toEqual([])
  // It goes away with the page in a low window, and what asks something can be answered.
  expect(
    await found(rule, page('position:sticky;top:0;height:200px}@media (max-height:30em){header{position:static}')),
  ).toEqual([])
  expect(await found(rule, page('', low.replace('90px', '200px'), 'Cookies? <button>No</button>'))).toEqual([])
})
