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
