/** What is pasted into fields that one logs in by, whoever hears of it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const boxes = (legend: string, script: string, label = 'Digit', count = 6) =>
  `<body><main><h1>Log in</h1><form id="form" action="/in" method="post"><fieldset id="set"><legend>${legend}</legend>${Array.from({ length: count }, (_, at) => `<input id="d${at}" maxlength="1" inputmode="numeric" autocomplete="off" aria-label="${label} ${at + 1} of ${count}">`).join(' ')}</fieldset><button>Go</button></form></main><script>${script}</script></body>`

const field = (inside: string, script: string) =>
  `<body><main><h1>Log in</h1><form id="form" action="/in" method="post"><p>${inside}</p><button>Go</button></form></main><script>${script}</script></body>`

const refuse = (who: string) => `${who}.addEventListener('paste', (event) => event.preventDefault())`
const code = 'Six-digit code from your message'
const password = '<label for="x">Password</label> <input id="x" type="password" autocomplete="current-password">'

const broken: Readonly<Record<string, [string, string]>> = {
  'the group of the boxes': [boxes(code, refuse('set')), '#d0'],
  'the form, in Spanish': [boxes('Código de seis cifras que le enviamos', refuse('form'), 'Cifra'), '#d0'],
  'the document, in German': [boxes('Code aus der SMS', refuse('document'), 'Ziffer', 4), '#d0'],
  'the window, in Polish': [boxes('Kod z wiadomości', refuse('window'), 'Cyfra'), '#d0'],
  'the document, around a password': [field(password, refuse('document')), '#x'],
  'the form, around one field for a code': [
    field('<label for="x">Login code</label> <input id="x" autocomplete="one-time-code">', refuse('form')),
    '#x',
  ],
  'a handler that calls another': [
    field(
      password,
      `const no = { stop(event) { event.preventDefault() } }; form.addEventListener('paste', (event) => no.stop(event))`,
    ),
    '#x',
  ],
  'whoever asks before it is put in': [
    field(
      password,
      `form.addEventListener('beforeinput', (event) => { if (event.inputType !== 'insertText') event.preventDefault() })`,
    ),
    '#x',
  ],
  'whoever takes it out at once': [
    field(
      password,
      `let last = ''; x.oninput = (event) => { if (event.inputType.startsWith('insertFrom')) x.value = last; last = x.value }`,
    ),
    '#x',
  ],
  'a handler that says so': [
    field(
      `${password}<span id="say" role="alert"></span>`,
      `form.addEventListener('paste', (event) => { event.preventDefault(); say.textContent = 'Please type it' })`,
    ),
    '#x',
  ],
}

test.each(Object.keys(broken))('what is pasted is thrown away by %s', async (way) => {
  const [html, place] = broken[way] ?? ['', '']

  expect((await lab.check(html)).of('paste-blocked')).toEqual([`violation ${place}`])
})

const spread = `const all = [...set.querySelectorAll('input')]; set.addEventListener('paste', (event) => { event.preventDefault(); [...event.clipboardData.getData('text')].forEach((sign, at) => { if (all[at]) all[at].value = sign }) })`

const right: Readonly<Record<string, string>> = {
  'it is spread over the boxes': boxes(code, spread),
  'it is spread a moment later': boxes(
    code,
    `set.addEventListener('paste', (event) => { event.preventDefault(); const text = event.clipboardData.getData('text'); setTimeout(() => { d0.value = text[0] }, 10) })`,
  ),
  'it is put in without spaces': field(
    password,
    `x.addEventListener('paste', (event) => { event.preventDefault(); x.value = event.clipboardData.getData('text').trim() })`,
  ),
  'it is refused in a field for something else': field(
    '<label for="x">Garden</label> <input id="x">',
    `x.addEventListener('beforeinput', (event) => { if (event.inputType === 'insertFromPaste') event.preventDefault() })`,
  ),
  'it is counted as it is put in': field(
    password,
    `x.addEventListener('beforeinput', (event) => { if (event.inputType === 'insertFromPaste') form.dataset.pasted = 1 })`,
  ),
  'it is put in without what is no figure': field(
    '<label for="x">Login code</label> <input id="x" autocomplete="one-time-code">',
    `x.addEventListener('input', (event) => { x.value = x.value.replace(/[^0-9]/g, ''); form.dataset.by = event.inputType })`,
  ),
  'it is spread when it has been put in': boxes(
    code,
    `const all = [...set.querySelectorAll('input')]; set.addEventListener('input', (event) => { if (event.inputType === 'insertFromPaste') [...(event.data ?? event.target.value)].forEach((sign, at) => { if (all[at]) all[at].value = sign }) })`,
  ),
  'it is only counted': boxes(code, `set.addEventListener('paste', () => { document.body.dataset.pasted = 1 })`),
  'the clipboard is asked': boxes(
    code,
    `set.addEventListener('paste', async (event) => { event.preventDefault(); d0.value = await navigator.clipboard.readText() })`,
  ),
  'the boxes are for something else': boxes('Your answer, letter by letter', refuse('set'), 'Letter'),
  'the field is for something else': field('<label for="x">Garden</label> <input id="x">', refuse('form')),
}

test.each(Object.keys(right))('nothing is told where %s', async (way) => {
  let left = ''
  const { of } = await lab.check(right[way] ?? '', {
    after: async (page) => {
      left = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value).join(''))
    },
  })

  expect(of('paste-blocked')).toEqual([])
  expect(left).toBe('')
})
