/** Widgets that are worked by arrow keys: what the keys do, and what is told of it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)

/** Moves the focus among what fits, and Tab’s stop with it. */
const roving = `const rove = (event, parts) => { const all = [...event.currentTarget.querySelectorAll(parts)].filter((each) => each.checkVisibility())
  const at = all.indexOf(document.activeElement), to = /Down|Right/.test(event.key) ? at + 1 : /Up|Left/.test(event.key) ? at - 1 : at
  if (to === at) return; const next = all[(to + all.length) % all.length]; for (const each of all) each.tabIndex = -1
  next.tabIndex = 0; next.focus(); event.preventDefault() };`

test('a value that the arrow keys change is told as it was before', async () => {
  const slider = (start: number, told: string, keys = '') =>
    `<div style="position:relative;width:200px;height:20px"><div id="x" role="slider" tabindex="0" aria-label="Hours" aria-valuemin="1" aria-valuemax="8" aria-valuenow="${start}" style="position:absolute;width:20px;height:20px;left:${start * 20}px;background:navy"></div></div><p id="o">${start} h</p>
     <script>let now = ${start}; x.onkeydown = ({ key }) => { ${keys} if (key === 'ArrowRight') now = Math.min(8, now + 1); if (key === 'ArrowLeft') now = Math.max(1, now - 1)
       x.style.left = now * 20 + 'px'; o.textContent = now + ' h'; ${told} }</script>`
  const counter = (told: string) =>
    `<span id="x" role="spinbutton" tabindex="0" aria-label="Guests" aria-valuenow="2">2</span>
     <script>let now = 2; x.onkeydown = ({ key }) => { if (key === 'ArrowUp') now += 1; if (key === 'ArrowDown') now -= 1; x.textContent = now; ${told} }</script>`

  expect(await found('state-not-updated', slider(2, ''))).toEqual(['violation #x'])
  expect(await found('state-not-updated', counter(''))).toEqual(['violation #x'])
  expect(await found('state-not-updated', slider(2, "x.setAttribute('aria-valuenow', now)"))).toEqual([])
  expect(await found('state-not-updated', slider(8, "x.setAttribute('aria-valuenow', now)"))).toEqual([])
  expect(await found('state-not-updated', slider(2, "x.setAttribute('aria-valuetext', now + ' hours')"))).toEqual([])
  expect(await found('state-not-updated', counter("x.setAttribute('aria-valuenow', now)"))).toEqual([])
  // A key that it does nothing at.
  expect(await found('state-not-updated', slider(2, '', "if (key !== 'Home') return;"))).toEqual([])
})

test('a slider hears keys, and none of the arrows', async () => {
  const slider = (keys: string) =>
    `<div id="x" role="slider" tabindex="0" aria-label="Hours" aria-valuemin="1" aria-valuemax="8" aria-valuenow="2" style="width:20px;height:20px;background:navy"></div>
     <script>x.onkeydown = ({ key }) => { if (${keys}) x.setAttribute('aria-valuenow', '5') }</script>`

  expect(await found('parts-without-arrows', slider("key === 'Enter'"))).toEqual(['violation #x'])
  expect(await found('parts-without-arrows', slider("key === 'ArrowUp'"))).toEqual([])
  expect(await found('parts-without-arrows', slider("key === 'ArrowLeft'"))).toEqual([])
  expect(
    await found('parts-without-arrows', slider("key === 'Enter'").replace('<div id', '<div aria-disabled="true" id')),
  ).toEqual([])
})

test('a menu that is opened has entries that no key gets to', async () => {
  const menu = (entries: string, script: string, more = '') =>
    `<button type="button" id="b" aria-haspopup="menu" aria-expanded="false" aria-controls="m" ${more}>Account</button><ul role="menu" id="m" aria-label="Account" hidden>${entries}</ul>
     <script>${roving} const open = (is) => { m.hidden = !is; b.setAttribute('aria-expanded', is) }; b.onclick = () => open(m.hidden);
       document.onkeydown = ({ key }) => { if (key === 'Escape') open(false) }; ${script}</script>`
  const entries = (tabindex: string) =>
    ['Profile', 'Letters', 'Help'].map((name) => `<li role="menuitem" ${tabindex} id="${name}">${name}</li>`).join('')
  const passed = entries('tabindex="-1"')
  const focusing = 'b.addEventListener("click", () => m.hidden || m.children[0].focus());'

  expect(await found('parts-without-arrows', menu(passed, focusing))).toEqual(['violation #Letters'])
  expect(await found('parts-without-arrows', menu(passed, ''))).toEqual(['violation #Profile'])
  const keyed = 'm.onkeydown = (event) => rove(event, "li");'
  expect(await found('parts-without-arrows', menu(passed, `${focusing}${keyed}`))).toEqual([])
  expect(
    await found(
      'parts-without-arrows',
      menu(passed, `b.onkeydown = ({ key }) => { if (key === 'ArrowDown') m.children[0].focus() }; ${keyed}`),
    ),
  ).toEqual([])
  expect(await found('parts-without-arrows', menu(entries('tabindex="0"'), ''))).toEqual([])
})

test('a grid of cells that Tab passes over hears no key', async () => {
  const grid = (cells: readonly string[], script: string) =>
    `<table id="t" role="grid" aria-label="Days">${[0, 2].map((at) => `<tr>${cells.slice(at, at + 2).join('')}</tr>`).join('')}</table>
     <script>${roving} t.onclick = () => { t.dataset.pressed = 'yes' }; ${script}</script>`
  const cell = (at: number) => `<td role="gridcell" id="c${at}" tabindex="${at === 0 ? 0 : -1}">${at + 1}</td>`
  const cells = [0, 1, 2, 3].map(cell)
  const buttons = cells.map((each) => each.replace(/ tabindex="[-\d]+">(\d)/, '><button type="button">$1</button>'))

  expect(await found('parts-without-arrows', grid(cells, ''))).toEqual(['violation #c1'])
  expect(await found('parts-without-arrows', grid(cells, 't.onkeydown = (event) => rove(event, "td")'))).toEqual([])
  expect(await found('parts-without-arrows', grid(buttons, ''))).toEqual([])
  expect(await found('parts-without-arrows', grid(cells, '').replace('role="grid"', ''))).toEqual([])
})

const boats = (told: string, first = '') =>
  `<style>.on{background:navy;color:white}</style><div id="x" role="listbox" tabindex="0" aria-label="Boats" ${first}>${['Punt', 'Canoe', 'Raft'].map((name, at) => `<div role="option" id="o${at}" class="${at === 0 ? 'on' : ''}" aria-selected="${at === 0}">${name}</div>`).join('')}</div>
   <script>let at = 0; x.onkeydown = (event) => { const to = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : at
     if (to === at || to < 0 || to > 2) return; at = to; event.preventDefault(); [...x.children].forEach((each, index) => each.classList.toggle('on', index === at)); ${told} }</script>`

test('what is said to be active is nowhere on the page', async () => {
  const rule = 'active-descendant-missing'

  expect(await found(rule, boats("x.setAttribute('aria-activedescendant', 'option-' + at)"))).toEqual(['violation #x'])
  expect(await found(rule, boats("x.setAttribute('aria-activedescendant', 'o' + at)"))).toEqual([])
  expect(await found(rule, boats('', 'aria-activedescendant=""'))).toEqual([])
  expect(await found(rule, boats("setTimeout(() => x.setAttribute('aria-activedescendant', 'o' + at), 10)"))).toEqual(
    [],
  )
})

test('the arrow keys mark one part after the other, for the eye alone', async () => {
  const chosen = '[...x.children].forEach((each, index) => each.setAttribute("aria-selected", index === at))'

  expect(await found('state-not-told', boats(''))).toEqual(['practice #x'])
  expect(await found('state-not-told', boats(chosen))).toEqual([])
  expect(await found('state-not-told', boats("x.setAttribute('aria-activedescendant', 'o' + at)"))).toEqual([])
  expect(await found('state-not-told', boats('x.children[at].tabIndex = -1; x.children[at].focus()'))).toEqual([])
})

test('what a press unfolds or chooses in a tree and among radio buttons is told as before', async () => {
  const tree = (told: string) =>
    `<ul role="tree" id="t" aria-label="Places"><li role="treeitem" id="x" tabindex="0" aria-expanded="false"><span>Norham</span><ul role="group" id="g" hidden><li role="treeitem" tabindex="-1">Pier</li><li role="treeitem" tabindex="-1">Mill</li></ul></li><li role="treeitem" tabindex="-1">Tarn</li></ul>
     <script>${roving} x.onclick = () => { g.hidden = !g.hidden; ${told} }; t.onkeydown = (event) => rove(event, '[role=treeitem]')</script>`
  const radios = (told: string, mark = "other.classList.toggle('on', other === each)") =>
    `<style>.on{background:navy;color:white}</style><div role="radiogroup" id="r" aria-label="Boats">${['Punt', 'Canoe'].map((name, at) => `<div role="radio" id="${name}" class="${at === 0 ? 'on' : ''}" tabindex="${at === 0 ? 0 : -1}" aria-checked="${at === 0}">${name}</div>`).join('')}</div>
     <script>${roving} const all = [...r.children]; for (const each of all) each.onclick = () => { for (const other of all) { ${mark}; ${told} } }
       r.onkeydown = (event) => { rove(event, 'div'); document.activeElement.click() }</script>`

  expect(await found('state-not-updated', tree(''))).toEqual(['violation #x'])
  expect(await found('state-not-updated', tree("x.setAttribute('aria-expanded', !g.hidden)"))).toEqual([])
  expect(await found('state-not-updated', radios(''))).toEqual(['violation #Canoe'])
  expect(await found('state-not-updated', radios("other.setAttribute('aria-checked', other === each)"))).toEqual([])
  // Nothing is seen of a press that does not choose.
  expect(await found('state-not-updated', radios('', ''))).toEqual([])
})

test('the list of a combobox is out, and the field says still that it is not', async () => {
  const towns = (told: string, role = 'role="combobox"') =>
    `<label for="x">Town</label><input id="x" ${role} aria-expanded="false" aria-controls="l" aria-autocomplete="list"><ul role="listbox" id="l" aria-label="Towns" hidden></ul>
     <script>x.oninput = () => { const fit = ['Norham', 'Norwich', 'Berwick', 'Alnwick', 'Stirling', 'Melrose'].filter((each) => x.value !== '' && each.toLowerCase().startsWith(x.value.toLowerCase()))
       l.innerHTML = fit.map((each, at) => '<li role="option" id="o' + at + '" aria-selected="false">' + each + '</li>').join(''); l.hidden = fit.length === 0; ${told} }
       x.onkeydown = (event) => { if (event.key === 'ArrowDown' && !l.hidden) x.setAttribute('aria-activedescendant', 'o0') }</script>`

  expect(await found('state-not-updated', towns(''))).toEqual(['violation #x'])
  expect(await found('state-not-updated', towns("x.setAttribute('aria-expanded', !l.hidden)"))).toEqual([])
  expect(await found('state-not-updated', towns('', '').replace('aria-expanded="false"', ''))).toEqual([])
  const loading = "l.hidden = false; l.innerHTML = '<li role=option>Loading what begins with ' + x.value + ' …</li>'"
  expect(await found('state-not-updated', towns(loading))).toEqual([])
  expect(await found('active-descendant-missing', towns(''))).toEqual([])
  expect(await found('active-descendant-missing', towns('').replace("'o0'", "'o-0'"))).toEqual(['violation #x'])
})
