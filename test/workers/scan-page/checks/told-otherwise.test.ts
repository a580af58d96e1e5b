/** States that a press changes, told twice over or of another part. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body><main>${html}</main>`)
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

test('what is said to be open is hidden from the start, and what is said to be closed is there', async () => {
  const part = (state: string, more = '', inside = 'Twelve pounds an hour.') =>
    `<h2><button id="x" aria-expanded="${state}" aria-controls="p">Prices</button></h2><div id="p" ${more}><p>${inside}</p></div>`
  const rule = 'state-told-wrong'

  expect(await seen(rule, part('true', 'hidden'))).toEqual(['practice #x'])
  expect(await seen(rule, part('false'))).toEqual(['practice #x'])
  expect(await seen(rule, part('true'))).toEqual([])
  expect(await seen(rule, part('false', 'hidden'))).toEqual([])
  // Some of it is shown in any case, or it waits beside the window.
  expect(await seen(rule, part('false', '', 'Twelve pounds<span hidden> an hour, on all days</span>.'))).toEqual([])
  expect(await seen(rule, part('false', 'style="height:10px;overflow:hidden"'))).toEqual([])
  expect(await seen(rule, part('false', 'style="position:fixed;left:-400px;width:300px"'))).toEqual([])
})

test('the panel of another tab is shown, or none is told of as one', async () => {
  const tabs = (
    first: string,
    second: string,
    role = 'role="tabpanel"',
    controls = (at: number) => `aria-controls="p${at}"`,
  ) =>
    `<div role="tablist" id="l" aria-label="Boats"><button role="tab" id="x" aria-selected="true" ${controls(1)}>Punt</button><button role="tab" aria-selected="false" ${controls(2)}>Canoe</button></div>
     <div ${role} id="p1" ${first}>Punts for four.</div><div ${role} id="p2" ${second}>Canoes for two.</div>`

  expect(await seen('state-told-wrong', tabs('hidden', ''))).toEqual(['practice #x'])
  expect(await seen('state-told-wrong', tabs('', 'hidden'))).toEqual([])
  expect(await seen('state-told-wrong', tabs('hidden', 'hidden'))).toEqual([])
  expect(
    await seen(
      'tabs-without-panel',
      tabs('', 'hidden', '', () => ''),
    ),
  ).toEqual(['practice #l'])
  expect(
    await seen(
      'tabs-without-panel',
      tabs('', 'hidden', 'role="tabpanel"', () => ''),
    ),
  ).toEqual([])
  expect(await seen('tabs-without-panel', tabs('', 'hidden', ''))).toEqual([])
  expect(
    await seen(
      'tabs-without-panel',
      '<div role="tablist"><a role="tab" href="/a">A</a><a role="tab" href="/b">B</a></div>',
    ),
  ).toEqual([])
})

test('two are the one that is chosen', async () => {
  const radios = (second: string) =>
    `<div role="radiogroup"><span role="radio" tabindex="0" aria-checked="true">Punt</span> <span role="radio" id="x" tabindex="-1" aria-checked="${second}">Canoe</span></div>`
  const pages = (second: string, address = '/prices') =>
    `<nav><ul><li><a href="/boats" aria-current="page">Boats</a></li><li><a id="x" href="${address}" ${second}>Prices</a></li></ul></nav>`
  const list = (more: string) =>
    `<ul role="listbox" ${more}><li role="option" aria-selected="true">Punt</li><li role="option" id="x" aria-selected="true">Canoe</li></ul>`

  expect(await seen('chosen-twice', radios('true'))).toEqual(['practice #x'])
  expect(await seen('chosen-twice', pages('aria-current="page"'))).toEqual(['practice #x'])
  expect(await seen('chosen-twice', list(''))).toEqual(['practice #x'])
  expect(await seen('chosen-twice', radios('false'))).toEqual([])
  expect(await seen('chosen-twice', pages('aria-current="true"'))).toEqual([])
  expect(await seen('chosen-twice', pages('aria-current="page"', '/boats'))).toEqual([])
  expect(await seen('chosen-twice', list('aria-multiselectable="true"'))).toEqual([])
})

test('a menu is promised, and another thing opens', async () => {
  const page = (promise: string, role = '', entry = '') =>
    `<button type="button" id="x" ${promise} aria-expanded="false">Boats</button><ul id="m" ${role} hidden>${['Canoes', 'Punts'].map((name) => `<li ${entry}><a href="/${name}">${name}</a></li>`).join('')}</ul>
     <script>x.onclick = () => { m.hidden = !m.hidden; x.setAttribute('aria-expanded', !m.hidden) }</script>`
  const rule = 'popup-of-other-kind'

  expect(await found(rule, page('aria-haspopup="true"'))).toEqual(['practice #x'])
  expect(await found(rule, page('aria-haspopup="dialog"'))).toEqual(['practice #x'])
  expect(await found(rule, page(''))).toEqual([])
  expect(await found(rule, page('aria-haspopup="false"'))).toEqual([])
  expect(await found(rule, page('aria-haspopup="menu"', 'role="menu" aria-label="Boats"', 'role="none"'))).toEqual([])
  expect(await found(rule, page('aria-haspopup="dialog"', 'role="dialog" aria-label="Boats"'))).toEqual([])
})
