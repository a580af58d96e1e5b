/** Pages that are nothing but one frame of their own site: what stands in it is worked as a page is. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const rules =
  '<button type="button" id="b">Rules</button><div id="s" role="dialog" aria-label="Rules" hidden style="position:fixed;inset:10%;background:#fff"><h2>Rules</h2><a href="/more">More</a><button type="button" id="c">Close</button></div><script>b.onclick = () => { s.hidden = false }; c.onclick = () => { s.hidden = true }</script>'
const inside = (main: string) =>
  lab.serve(`<!doctype html><html lang="en"><head><title>Boats</title></head><body><main><h1>Boats</h1>${main}</main>`)
const around = (path: string, style: string, more = '') =>
  `<style>body{margin:0}iframe{border:0;display:block;${style}}</style>${more}<iframe src="${path}" title="Boats"></iframe>`

const whole = 'width:100%;height:100vh'

test('a page in a frame that fills the window is pressed, tabbed through and listened to', async () => {
  const { findings } = await lab.check(
    around(
      inside(
        `${rules}<p><span id="k" tabindex="0">Book</span></p><script>k.onclick = () => { document.title = 'Booked' }</script>`,
      ),
      whole,
    ),
    { hasFrames: true },
  )

  const at = (rule: string) => findings.filter((each) => each.rule === rule).map(({ target }) => target)
  expect(at('control-without-keys')).toEqual([['iframe', '#k']])
  expect(at('dialog-focus')).toEqual([['iframe', '#s']])
})

test('a frame beside other content is looked at, and not worked', async () => {
  const page = inside(rules)
  for (const html of [around(page, 'width:100%;height:60vh'), around(page, whole, '<a href="/home">Home</a>')]) {
    const { of } = await lab.check(html, { hasFrames: true })

    expect(of('dialog-focus')).toEqual([])
  }
})

test('texts over a picture are measured where the frame has scrolled to', async () => {
  const ground = 'background:linear-gradient(#fff,#fff);padding:1rem'
  const text = (color: string) =>
    `<p style="height:1500px">Boats</p><div style="${ground}"><p id="t" style="color:${color}">Rowing boats for four, from May</p></div>`
  const check = async (color: string) =>
    (await lab.check(around(inside(text(color)), whole), { hasFrames: true })).findings
      .filter(({ rule }) => rule === 'color-contrast')
      .map(({ target }) => target)

  expect(await check('#bbb')).toEqual([['iframe', '#t']])
  expect(await check('#333')).toEqual([])
})
