/** How large what shows the focus is, measured in pictures of pages that mark it in ways of their own. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'
import { focusShown } from '#workers/scan-page/checks/focus-pixels'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const shelf = (
  css: string,
  inside = '<a href="/g" id="a">Gardens and orchards</a> <a href="/s">Ships and harbours</a>',
) =>
  `<body style="background: #fff"><style>.shelf a, .shelf button, .shelf input { display: block; padding: 12px; margin: 12px; border: 1px solid #555; width: 240px; background: #fff; color: #222 } ${css}</style>
  <main><h1>Shelves</h1><div class="shelf">${inside}</div></main></body>`

const small: Readonly<Record<string, string>> = {
  'a dotted line of one pixel': 'a:focus-visible { outline: 1px dotted #1d2a24; outline-offset: 3px }',
  'a dashed line of one pixel': 'a:focus { outline: 1px dashed #000 }',
  'a line below': 'a:focus { outline: none; box-shadow: 0 2px 0 #003 }',
  'words that are underlined': 'a { text-decoration: none } a:focus { outline: none; text-decoration: underline }',
  'a border of one pixel in another colour':
    '.shelf a { border-color: #ddd } .shelf a:focus { outline: none; border-color: #000 }',
  'a glow that is hardly to be seen': 'a:focus { outline: 0; box-shadow: 0 0 0 4px #bcd }',
  'a ground that is hardly another': '.shelf a:focus { outline: 0; background: #e4e4f4 }',
  'a thin line that comes slowly': 'a { transition: outline-color 3s } a:focus { outline: 1px dotted #000 }',
  'a dot beside the words':
    'a { position: relative } a:focus { outline: 0 } a:focus::before { content: ""; position: absolute; left: 2px; top: 18px; width: 6px; height: 6px; background: #000 }',
}

test.each(Object.keys(small))('%s is too small, and is told of to who asks for AAA', async (way) => {
  const html = shelf(small[way] ?? '')
  const { of, findings } = await lab.check(html)
  const asked = await lab.check(html, { standard: 'WCAG 2.2 AA' })

  expect(of('focus-area-small')).toEqual(['violation #a'])
  expect(findings.find(({ rule }) => rule === 'focus-area-small')?.message).toMatch(/, and 1 more like it,/)
  expect(asked.of('focus-area-small')).toEqual([])
})

const enough: Readonly<Record<string, string>> = {
  'the browser’s own ring': '',
  'the browser’s own ring in another colour': 'a:focus { outline-color: #c00 }',
  'a ring of two pixels': 'a:focus { outline: 2px solid #003 }',
  'a full ring whose colour is for others to tell of': 'a:focus { outline: 4px solid #bcd }',
  'a full line of one pixel, which some take for enough': 'a:focus { outline: #00f solid 1px }',
  'a ring within': 'a:focus { outline: 2px solid #003; outline-offset: -3px }',
  'a dashed ring of four pixels': 'a:focus { outline: 4px dashed #003 }',
  'a ring by a shadow': 'a:focus { outline: none; box-shadow: 0 0 0 3px #003 }',
  'a ring that two colours make': 'a:focus { outline: 2px solid #fff; box-shadow: 0 0 0 4px #000 }',
  'round ends': '.shelf a { border-radius: 99px } a:focus { outline: none; box-shadow: 0 0 0 2px #003 }',
  'a border that is thicker': '.shelf a:focus { outline: 0; border: 3px solid #003; padding: 10px }',
  'a dark ground': '.shelf a:focus { outline: 0; background: #003; color: #fff }',
  'a bar at the side': '.shelf a:focus { outline: 0; box-shadow: inset 16px 0 0 #003, inset -16px 0 0 #003 }',
  'a mark of what is around': 'a:focus { outline: 1px dotted #000 } .shelf:focus-within { box-shadow: 0 0 0 4px #000 }',
}

test.each(Object.keys(enough))('%s is nothing to tell of', async (way) => {
  const { of } = await lab.check(shelf(enough[way] ?? ''))

  expect(of('focus-area-small')).toEqual([])
})

test('fields and buttons are measured, too; what nothing shows is another matter', async () => {
  const inside = '<button id="b">Lend</button><label for="f">Title</label><input id="f">'
  const thin = await lab.check(shelf('button:focus, input:focus { outline: 1px dotted #000 }', inside))
  const none = await lab.check(shelf('button:focus { outline: none }', inside))

  expect(thin.of('focus-area-small')).toEqual(['violation #b', 'violation #f'])
  expect(none.of('focus-area-small')).toEqual([])
  expect(none.of('focus-not-visible')).toEqual(['violation #b'])
})

test('pixels count where the mark reaches 3:1, those it covers in part with them', () => {
  const row = (...greys: number[]) => ({
    width: greys.length,
    height: 1,
    data: Uint8Array.from(greys.flatMap((grey) => [grey, grey, grey, 255])),
  })

  expect(focusShown(row(255, 255, 255, 255), row(255, 0, 200, 240))).toEqual({ area: 2, contrast: 21 })
  expect(focusShown(row(255, 255), row(200, 255))?.area).toBe(0)
  expect(focusShown(row(255, 255), row(255))).toBeNull()
})
