/** What reports on whole pages name, written in many ways and languages, each with what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const all = (said: readonly (readonly string[])[], what: string) => said.map(() => [what])

test('cells that answer to the mouse alone are told of in a part that takes the focus to be scrolled, too', async () => {
  const days = (cell: (day: number) => string) =>
    `<table><caption>May</caption><tr>${[1, 2, 3].map(cell).join('')}</tr></table>`
  const plain = (day: number) => `<td class="d">${day}</td>`
  const script =
    "<style>.d{cursor:pointer}</style><script>for (const d of document.querySelectorAll('.d')) d.addEventListener('click', () => { s.textContent = 'Chosen: ' + d.textContent })</script><p role=\"status\" id=\"s\"></p>"
  const region = (inside: string, more = '') =>
    `<div role="region" aria-label="Days" tabindex="0" style="overflow:auto" ${more}>${inside}</div>${script}`
  const broken = await lab.checkEach('mouse-only-control', [
    region(days(plain)),
    `<div tabindex="0" style="overflow:auto">${days(plain)}</div>${script}`,
    `<div role="group" aria-label="Days" tabindex="0">${days(plain)}</div>${script}`,
    region('<div class="d">1 May</div><div class="d">2 May</div>'),
    region('<ul><li class="d">1 May</li><li class="d">2 May</li></ul>'),
    `<section tabindex="0" aria-label="Days" style="overflow:auto">${days(plain)}</section>${script}`,
  ])
  const right = await lab.checkEach('mouse-only-control', [
    region(days((day) => `<td class="d"><button type="button">${day}</button></td>`)),
    `<div role="grid" aria-label="Days" tabindex="0" onkeydown="s.textContent = event.key">${days(plain)}</div>${script}`,
    region(days(plain), 'onkeydown="s.textContent = event.key"'),
    `<div role="button" tabindex="0" onclick="s.textContent = 1" onkeydown="s.textContent = 2"><span class="d">1</span></div>${script}`,
    `<div role="listbox" aria-label="Days" tabindex="0" onkeydown="s.textContent = event.key"><div role="option" class="d">1</div></div>${script}`,
  ])

  expect(broken.map((said) => said.length > 0)).toEqual(broken.map(() => true))
  expect(right.flat()).toEqual([])
})

test('a tip that the box around its button brings out for the keyboard is held to what tips owe the mouse', async () => {
  const page = (area: string, more = '') =>
    `<style>.w{display:inline-block;position:relative}.t{position:absolute;left:0;top:100%;background:#222;color:#fff;padding:12px;width:240px;margin:0}.t[hidden]{display:none}</style><main><div class="w"><button type="button" aria-describedby="t">What is this?</button><p class="t" role="tooltip" id="t" hidden>The time until the first byte comes.</p></div><p>212 milliseconds are what the slowest of all requests took.</p></main><script>{
    const wrap = document.querySelector('.w'), tip = wrap.querySelector('.t'), area = ${area}
    const show = () => { tip.hidden = false }, hide = () => { tip.hidden = true }
    area.addEventListener('mouseenter', show); area.addEventListener('mouseleave', hide)
    wrap.addEventListener('focusin', show); wrap.addEventListener('focusout', hide); ${more} }</script>`
  const escaping = "document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') hide() })"
  const pages = [page("wrap.querySelector('button')"), page('wrap', escaping)]

  expect(await lab.checkEach('hover-content-lost', pages)).toEqual([['practice #t'], []])
  expect(await lab.checkEach('hover-content-stays', pages)).toEqual([['review #t'], []])
  expect((await lab.checkEach('hover-only-content', pages)).flat()).toEqual([])
})
