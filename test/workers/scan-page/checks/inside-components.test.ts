/** What stands in the shadow root of a component is judged as what stands on the page: ids, animations and styles end at its edge. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const inside = (html: string) =>
  `<body><main><x-part><template shadowrootmode="open">${html}</template></x-part></main>`
const host = 'body > main > x-part'

test('a message is tied to its field by an id of the component', async () => {
  const form = (tie: string) =>
    inside(
      `<form><label for="mail">Mail</label><input id="mail" aria-invalid="true"${tie}><p class="error" id="why">An address has a name before its @.</p></form>`,
    )

  expect(await lab.see('error-not-tied-to-field', form(''))).toEqual([`practice ${host} >>> #why`])
  expect(await lab.see('error-not-tied-to-field', form(' aria-describedby="why"'))).toEqual([])
  // Ids of the page do not reach into it.
  expect(
    await lab.see(
      'error-not-tied-to-field',
      `${form(' aria-describedby="elsewhere"')}<p id="elsewhere">Elsewhere.</p>`,
    ),
  ).toEqual([`practice ${host} >>> #why`])
})

test('words that a style moves for ever', async () => {
  const words = (style: string) =>
    inside(
      `<style>@keyframes go{to{transform:translateX(300px)}}p{${style}}</style><p id="x">The ferry leaves at ten today.</p>`,
    )

  expect(await lab.see('moving-text', words('animation:go 9s linear infinite'))).toEqual([`violation ${host} >>> #x`])
  expect(await lab.see('moving-text', words('animation:go 2s linear 1'))).toEqual([])
})

test('words that are cut off when they are spaced out', async () => {
  const box = (style: string) =>
    inside(
      `<style>div{width:210px;font:16px/20px sans-serif;${style}}</style><div id="x">The ferry leaves at ten today, as it did all this year.</div>`,
    )
  const cut = async (style: string) => (await lab.check(box(style))).of('text-spacing-clipped')

  expect(await cut('height:40px;overflow:hidden')).toEqual([`violation ${host} >>> #x`])
  expect(await cut('min-height:40px;overflow:hidden')).toEqual([])
})
