/** The end of a page: one that moves away whenever it is reached, and those that stay. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const page = (script: string, foot = '<footer id="x"><a href="/imprint">Imprint</a></footer>') =>
  `<body><main><h1>News</h1><div id="feed"></div><p id="end"></p></main>${foot}<script>
  const feed = document.getElementById('feed'), end = document.getElementById('end')
  const add = (count = 4) => { for (let i = 0; i < count; i += 1) feed.insertAdjacentHTML('beforeend', '<article style="height:200px"><h2>A story</h2><p>Of the valley.</p></article>') }
  add(); ${script}</script></body>`
const of = async (html: string) => (await lab.check(html)).of('infinite-scroll')

test('an end before which more is put in each time it is reached is told of', async () => {
  const broken = [
    "addEventListener('scroll', () => { if (end.getBoundingClientRect().top < innerHeight + 600) add() })",
    'new IntersectionObserver(([entry]) => { if (entry.isIntersecting) setTimeout(add, 60) }).observe(end)',
    "document.addEventListener('scroll', () => fetch('/0').then(() => add()))",
  ]
  for (const script of broken) expect(await of(page(script))).toEqual(['practice #x'])
})

test('an end that comes to rest, or at which nothing stands, is not', async () => {
  const once = "let left = 2; addEventListener('scroll', () => { if (left > 0) { left -= 1; add() } })"
  const endless = "addEventListener('scroll', () => add())"
  const right = [
    page(once),
    page("addEventListener('scroll', () => { document.title = 'At ' + scrollY })"),
    page(endless, ''),
    page(endless, '<footer>Written by hand</footer>'),
    page(''),
  ]
  for (const each of right) expect(await of(each)).toEqual([])
})
