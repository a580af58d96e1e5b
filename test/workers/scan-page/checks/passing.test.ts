/** What pages do by themselves in more time than anybody watches them: turns, ends, dialogs; and pages that rightly do so. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)
/** Whatever a script alone made likely before. */
const sure = async (rule: string, html: string) =>
  (await found(rule, html)).filter((each) => !each.startsWith('review'))

test('boats that take turns every nine seconds', async () => {
  const turns = (act: string, button = '') =>
    `<h2>Boats</h2>${button}<div id="row"><article>The canoe holds three people and a tent.</article><article style="display:none">The dinghy has a sail of red cloth.</article><article style="display:none">The ferry leaves when it is full.</article></div><script>
const all = [...document.querySelectorAll('article')]
let at = 0
const turn = () => { all[at].style.display = 'none'; at = (at + 1) % 3; all[at].style.display = '' }
${act}</script>`
  const rule = 'text-changes-by-itself'

  expect(await sure(rule, turns('setInterval(turn, 9000)'))).toHaveLength(1)
  expect(
    await found(
      rule,
      turns('const every = 7 * 1000\nconst go = () => { turn(); setTimeout(go, every) }\nsetTimeout(go, every)'),
    ),
  ).toHaveLength(1)
  expect(
    await found(rule, turns('b.onclick = () => setInterval(turn, 9000)', '<button id="b">Start</button>')),
  ).toEqual([])
  expect(
    await found(
      rule,
      turns(
        'let timer = setInterval(turn, 9000)\nb.addEventListener("click", () => { clearInterval(timer) })',
        '<button id="b">Hold the boats</button>'.replace('Hold', 'Pause'),
      ),
    ),
  ).toEqual([])
})

test('what is to be filled in goes away after a while', async () => {
  const page = (script: string, more = '') =>
    `<div id="x"><form><label>Name <input name="n"></label> <label>Town <input name="t"></label><button>Book</button></form>${more}</div><script>const form = document.querySelector('form')
${script}</script>`
  const rule = 'time-limit-by-script'

  expect(await found(rule, page('setTimeout(() => { form.hidden = true }, 45_000)'))).toEqual(['practice #x'])
  expect(
    await found(rule, page('setTimeout(() => { for (const field of form.elements) field.disabled = true }, 12000)')),
  ).toHaveLength(1)
  expect(
    await found(
      rule,
      page(
        "let left = 90\nsetInterval(() => { left -= 1\nif (left === 0) x.innerHTML = '<p>The table was given to others.</p>' }, 1000)",
      ),
    ),
  ).toHaveLength(1)
  // Asked before, and put off by a press.
  expect(
    await found(
      rule,
      page(
        'let end\nconst begin = () => { end = setTimeout(() => { form.hidden = true }, 45000) }\nbegin()\nsetTimeout(() => { ask.showModal() }, 20000)\nmore.onclick = () => { clearTimeout(end); begin(); ask.close() }',
        '<dialog id="ask" aria-label="Time"><p>Your time is nearly over.</p><button id="more">Give me more time</button></dialog>',
      ),
    ),
  ).toEqual([])
  expect(await found(rule, page("setTimeout(() => { document.title = 'Still here' }, 45000)"))).toEqual([])
  expect(await found(rule, page('setInterval(() => { form.replaceWith(form.cloneNode(true)) }, 5000)'))).toEqual([])
})

test('a dialog comes up by itself', async () => {
  const page = (script: string, attributes = '') =>
    `<p>About herons and how they fish.</p><button id="b">Give your view</button><dialog id="x" aria-label="Your view" ${attributes}><p>Did you like it?</p><button>Yes</button></dialog><script>
b.addEventListener('click', () => x.showModal())
${script}</script>`
  const rule = 'dialog-after-time'

  expect(await sure(rule, page('setTimeout(() => x.open || x.showModal(), 15000)'))).toEqual(['practice #x'])
  expect(await sure(rule, page('const ask = () => x.show()\nsetTimeout(ask, 20 * 1000)'))).toEqual(['practice #x'])
  expect(await found(rule, page(''))).toEqual([])
  expect(await found(rule, page('b.addEventListener("focus", () => setTimeout(() => x.showModal(), 15000))'))).toEqual(
    [],
  )
})

test('a page that has nothing to wait for keeps its clock', async () => {
  let ticks = 0
  await lab.check('<body><main><h1>Herons</h1><script>b = 0</script></main>', {
    after: async (page) => {
      ticks = Number(await page.evaluate('new Promise((done) => setTimeout(() => done(1), 5))'))
    },
  })

  expect(ticks).toBe(1)
})
