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
