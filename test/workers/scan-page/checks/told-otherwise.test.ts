/** States that a press changes, told twice over or of another part. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)

test('a button is called otherwise and pressed at once', async () => {
  const button = (name: string, act: string, more = 'aria-pressed="false"') =>
    `<button type="button" id="x" ${more}>${name}</button><script>let on = false; x.onclick = () => { on = !on; ${act} }</script>`
  const pressed = "x.setAttribute('aria-pressed', on);"
  const rule = 'state-told-twice'

  expect(await found(rule, button('Mute', `${pressed} x.textContent = on ? 'Unmute' : 'Mute'`))).toEqual([
    'practice #x',
  ])
  expect(await found(rule, button('Mute', pressed))).toEqual([])
  expect(await found(rule, button('Mute', "x.textContent = on ? 'Unmute' : 'Mute'", ''))).toEqual([])
  expect(await found(rule, button('Like 12', `${pressed} x.textContent = on ? 'Like 13' : 'Like 12'`))).toEqual([])
})

test('rows are put in order of a column, and another is said to be the one', async () => {
  const table = (told: string, act = '') =>
    `<table><thead><tr>${['Boat', 'Price'].map((name, at) => `<th scope="col" id="x${at}" ${at === 0 ? 'aria-sort="ascending"' : ''}><button type="button">${name}</button></th>`).join('')}</tr></thead>
     <tbody id="t"><tr><td>Canoe</td><td>12</td></tr><tr><td>Kayak</td><td>9</td></tr><tr><td>Punt</td><td>20</td></tr></tbody></table>
     <script>const heads = [x0, x1]; heads.forEach((head, at) => { head.firstChild.onclick = () => { ${act} const text = (row) => row.cells[at].textContent
       t.append(...[...t.rows].sort((one, other) => text(one).localeCompare(text(other), 'en', { numeric: true }))); ${told} } })</script>`
  const moved =
    "for (const each of heads) each.removeAttribute('aria-sort'); head.setAttribute('aria-sort', 'ascending')"

  expect(await found('state-not-updated', table(''))).toEqual(['practice #x0'])
  expect(await found('state-not-updated', table(moved))).toEqual([])
  expect(await found('state-not-updated', table('').replace('aria-sort="ascending"', ''))).toEqual([])
  // A press that seeks out, or does nothing to the rows.
  expect(await found('state-not-updated', table('', 't.deleteRow(0); return;'))).toEqual([])
  expect(await found('state-not-updated', table('', 'document.title = at; return;'))).toEqual([])
})
