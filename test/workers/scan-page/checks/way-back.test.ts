/** The way back: pages that put themselves into the history again and again, and those that use it rightly. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const page = (script: string) =>
  `<body><main><h1>Market</h1><p id="p">The fountain flows again.</p></main><script>${script}</script></body>`

const broken: Readonly<Record<string, string>> = {
  'at each popstate': `history.pushState(null, '', location.href); addEventListener('popstate', () => history.pushState(null, '', location.href))`,
  'by the handler of the window': `history.pushState({}, ''); window.onpopstate = function () { history.pushState({}, '') }`,
  'with a hash': `history.pushState(null, '', '#stay'); window.onpopstate = () => { history.pushState(null, '', '#stay') }`,
  'a moment later': `history.pushState(null, ''); addEventListener('popstate', () => setTimeout(() => history.pushState(null, ''), 10))`,
  'once loaded, from a list': `addEventListener('load', () => { for (let i = 0; i < 5; i += 1) history.pushState(null, '', '') }); addEventListener('popstate', () => { history.pushState(null, '', '') })`,
  'with an offer': `history.pushState(null, ''); addEventListener('popstate', () => { history.pushState(null, ''); p.textContent = 'Wait: ten percent off' })`,
}

test.each(Object.keys(broken))('a page that makes itself an entry %s keeps those who go back', async (way) => {
  expect((await lab.check(page(broken[way] ?? ''))).of('back-leads-nowhere')).toEqual(['practice html'])
})

const right: Readonly<Record<string, string>> = {
  'renders what was gone back to': `history.replaceState({ at: 1 }, ''); history.pushState({ at: 2 }, ''); addEventListener('popstate', (event) => { p.textContent = 'Page ' + event.state?.at })`,
  'notes at load where it is': `history.replaceState(null, ''); addEventListener('popstate', () => history.replaceState(null, ''))`,
  'asks once whether to stay': `history.pushState(null, ''); let asked = false; addEventListener('popstate', () => { if (!asked) history.pushState(null, ''); asked = true })`,
  'pushes what is chosen': `addEventListener('click', () => history.pushState(null, '', '?chosen')); addEventListener('popstate', () => { p.textContent = location.search })`,
  'goes on to another view': `history.pushState(null, '', '?view=2'); addEventListener('popstate', () => history.pushState(null, '', '/elsewhere'))`,
  'has nothing to do with it': `p.textContent = 'Open until six'`,
}

test.each(Object.keys(right))('a page that %s is not told of', async (way) => {
  expect((await lab.check(page(right[way] ?? ''))).of('back-leads-nowhere')).toEqual([])
})
