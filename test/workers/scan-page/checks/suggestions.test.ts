/** Suggestions below fields: what comes out for the likely beginnings of words, and whether keys get to it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(90_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

type Made = {
  /** Of the field. */
  attributes?: string
  list?: string
  /** What one suggestion is. */
  option?: (name: string) => string
  names?: readonly string[]
  fewest?: number
  /** How the suggestions are come by. */
  find?: (names: string) => string
  take?: string
  keys?: string
  language?: string
  style?: string
}

const branches = ['Castle Hill', 'Mill Lane', 'Northgate', 'Old Town', 'Millbrook']

/** A form with a field that completes names of branches. */
const completing = ({
  attributes = 'autocomplete="off"',
  list = '<ul id="list" hidden></ul>',
  option = (name) => `<li>${name}</li>`,
  names = branches,
  fewest = 2,
  find = (each) => `show(${each})`,
  take = 'field.value = name; chosen.value = name; close()',
  keys = '',
  language = 'en',
  style = '',
}: Made) => `<!doctype html><html lang="${language}"><head><title>Books</title><style>
  .box { position: relative; width: 300px } #list { position: absolute; left: 0; top: 100%; margin: 0; padding: 0; background: #fff; border: 1px solid #555 } #list [hidden], #list[hidden] { display: none } #list > * { display: block; padding: 8px } ${style}</style></head>
  <body><main><h1>Books</h1><form action="/reserve" onsubmit="return false"><p><label for="field">Branch</label></p>
  <div class="box"><input id="field" ${attributes}>${list}</div><input type="hidden" name="branch" id="chosen"><p><button>Reserve</button></p></form></main>
  <script>
  const field = document.getElementById('field'), list = document.getElementById('list'), chosen = document.getElementById('chosen')
  const write = ${option.toString()}
  let at = -1
  const names = ${JSON.stringify(names)}
  const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase()
  const close = () => { list.hidden = true; list.innerHTML = ''; at = -1; field.removeAttribute('aria-activedescendant') }
  const take = (name) => { ${take} }
  const show = (found) => { list.innerHTML = found.map(write).join(''); list.hidden = found.length === 0; at = -1 }
  field.addEventListener('input', () => {
    const sought = fold(field.value.trim())
    if (sought.length < ${fewest}) return close()
    ${find('names.filter((name) => fold(name).startsWith(sought))')}
  })
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => { const on = event.target.closest('#list > *'); if (on) take(on.textContent) })
  ${keys}
  </script></body></html>`

const byArrows = (mark: string) => `field.addEventListener('keydown', (event) => {
  if (list.hidden) return
  if (event.key === 'Enter' && at >= 0) { event.preventDefault(); take(list.children[at].textContent) }
  if (!/^Arrow(Down|Up)$/.test(event.key)) return
  event.preventDefault()
  at = (at + (event.key === 'ArrowDown' ? 1 : -1) + list.children.length) % list.children.length
  const on = list.children[at]
  ${mark}
})`

const combobox = 'role="combobox" aria-autocomplete="list" aria-controls="list" autocomplete="off"'

const broken: Readonly<Record<string, [Made, string]>> = {
  'a combobox that fills a hidden field': [
    {
      attributes: combobox,
      list: '<ul id="list" role="listbox" aria-label="Branches" hidden></ul>',
      style: '#list { position: static }',
    },
    'violation',
  ],
  'a list that waits for three letters, with its names in the script': [
    { fewest: 3, names: ['Quarry Bank', 'Xanten Road', 'Quayside', 'Vyne Street'] },
    'violation',
  ],
  'what is written out is as good as what is clicked': [{ take: 'field.value = name; close()' }, 'practice'],
  'a list that comes when somebody has stopped to write': [
    { find: (each) => `clearTimeout(window.late); window.late = setTimeout(() => show(${each}), 250)` },
    'violation',
  ],
  'names in another language, in boxes of no kind': [
    {
      language: 'de',
      names: ['Bergstraße', 'Schloßplatz', 'Marktplatz', 'Altstadt'],
      list: '<div id="list" class="vorschlaege" hidden></div>',
      option: (name) => `<div class="v" data-value="${name}">${name}</div>`,
    },
    'violation',
  ],
  'keys that do something else': [
    { keys: `field.addEventListener('keydown', (event) => { if (event.key === 'Escape') close() })` },
    'violation',
  ],
  'buttons that the Tab key leaves out, and that go when the field is left': [
    {
      option: (name) => `<button type="button" tabindex="-1">${name}</button>`,
      keys: `field.addEventListener('blur', close)`,
    },
    'violation',
  ],
}

test.each(Object.keys(broken))('for the mouse alone: %s', async (way) => {
  const [made, verdict] = broken[way] ?? [{}, '']
  const { of, findings } = await lab.check(completing(made))

  expect(of('suggestions-for-mouse')).toEqual([`${verdict} #list`])
  expect(findings.find(({ rule }) => rule === 'suggestions-for-mouse')?.message).toMatch(
    /neither the arrow keys nor Tab nor Enter/,
  )
})

test('suggestions that a server is asked for are waited for', async () => {
  const path = lab.serve('Castle Hill,Camden Road,Mill Lane')
  const { of } = await lab.check(
    completing({
      attributes: combobox,
      find: () =>
        `fetch('${path}').then((answer) => answer.text()).then((text) => setTimeout(() => show(text.split(',').filter((name) => fold(name).startsWith(sought))), 50))`,
    }),
  )

  expect(of('suggestions-for-mouse')).toEqual(['violation #list'])
})

const right: Readonly<Record<string, Made>> = {
  'aria-activedescendant': {
    attributes: combobox,
    keys: byArrows(`on.id = 'o' + at; field.setAttribute('aria-activedescendant', on.id)`),
  },
  'aria-selected': { keys: byArrows(`on.setAttribute('aria-selected', 'true')`) },
  'a class': { keys: byArrows(`for (const each of list.children) each.classList.toggle('on', each === on)`) },
  'the focus': { option: (name) => `<li tabindex="-1">${name}</li>`, keys: byArrows('on.focus()') },
  'the value of the field': { keys: byArrows('field.value = on.textContent') },
  'the Tab key': { option: (name) => `<li><button type="button">${name}</button></li>` },
  'Tab, which takes the first': {
    keys: `field.addEventListener('keydown', (event) => { if (event.key === 'Tab' && !list.hidden) take(list.children[0].textContent) })`,
  },
  'Enter, which takes the first': {
    keys: `field.addEventListener('keydown', (event) => { if (event.key === 'Enter' && !list.hidden) take(list.children[0].textContent) })`,
  },
  'a key heard of by its number, at the document': {
    keys: `document.addEventListener('keydown', (event) => { if (event.keyCode === 40 && !list.hidden) list.children[0].classList.add('on') })`,
  },
  'nothing, as a click takes nothing either': { take: '' },
  'nothing, as what comes out is a remark on what is written': {
    option: () => '<li>Write a little more, please</li>',
    fewest: 1,
  },
}

test.each(Object.keys(right))('suggestions that are got to by %s are not told of', async (way) => {
  const { of } = await lab.check(completing(right[way] ?? {}))

  expect(of('suggestions-for-mouse')).toEqual([])
})

test('what was written and chosen for it is taken out again, and a list of the page that is filtered is no suggestion', async () => {
  let left = ''
  await lab.check(completing({}), {
    after: async (page) => {
      left = await page.evaluate(() =>
        ['field', 'chosen'].map((id) => (document.getElementById(id) as HTMLInputElement).value).join('|'),
      )
    },
  })
  const filtered = await lab.check(
    `<body><main><h1>Books</h1><p><label for="f">Filter</label> <input id="f" autocomplete="off"></p><ul><li>Castle Hill</li><li>Mill Lane</li><li>Camden</li></ul></main>
    <script>f.addEventListener('input', () => { for (const each of document.querySelectorAll('li')) each.hidden = !each.textContent.toLowerCase().startsWith(f.value.toLowerCase()) })
    document.querySelector('ul').addEventListener('click', (event) => { f.value = event.target.textContent })</script>`,
  )

  expect(left).toBe('|')
  expect(filtered.of('suggestions-for-mouse')).toEqual([])
})

test('the one that the arrow keys have come to is marked for the eye alone', async () => {
  const list = '<ul id="list" role="listbox" aria-label="Branches" hidden></ul>'
  const option = (name: string) => `<li role="option" id="o-${name.length}">${name}</li>`
  const marked = async (mark: string, rest = '') => {
    const keys = byArrows(`for (const each of list.children) each.className = each === on ? 'on' : ''; ${mark}`)
    const page = completing({
      attributes: combobox,
      list: list + rest,
      option,
      keys,
      style: '.on { background: #cde }',
    })
    return (await lab.check(page)).of('suggestions-not-told')
  }

  expect(await marked('')).toEqual(['practice #field'])
  expect(await marked("field.setAttribute('aria-activedescendant', on.id)")).toEqual([])
  expect(await marked('field.value = on.textContent')).toEqual([])
  expect(await marked('on.tabIndex = -1; on.focus()')).toEqual([])
  expect(await marked('told.textContent = on.textContent', '<p id="told" role="status"></p>')).toEqual([])
})
