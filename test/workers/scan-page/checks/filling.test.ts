/** Forms and keys, tried on the page: error messages, choices that lead away, the walk by Tab, widgets worked by arrow keys. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const form = (inside: string) => `<body><h1>Membership</h1><form action="/join" method="post">${inside}</form>`

test('a field that is marked as wrong by its colour alone is told of, one with words or an attribute is not', async () => {
  const red = '<style>.field { border: 1px solid #767676 } .is-invalid { border: 2px solid #c00 }</style>'
  const { of } = await lab.check(
    form(`${red}<p><label for="a">Town</label> <input id="a" class="field is-invalid"></p>
      <p><label for="b">Street</label> <input id="b" class="field is-invalid" aria-invalid="true"></p>
      <p><label for="c">Post code</label> <input id="c" class="field is-invalid"> <span>Post code is required</span></p>
      <p><label for="d">Country</label> <input id="d" class="field"></p>`),
  )

  expect(of('error-by-colour-alone')).toEqual(['practice #a'])
})

test('an error message that is hidden from readers, tied to the wrong field or shared by two is told of', async () => {
  const { of } = await lab.check(
    form(`<p><label for="a">Town</label> <input id="a"> <span id="hidden" aria-hidden="true">The town is required</span></p>
      <p><label for="b">Street</label> <input id="b" aria-describedby="wrong"></p>
      <p><label for="c">Post code</label> <input id="c"> <span id="wrong" class="error">Post code must have five digits</span></p>
      <p><label for="d">Phone</label> <input id="d" aria-describedby="shared"> <label for="e">Mail</label> <input id="e" aria-describedby="shared">
        <span id="shared" class="error">This must not be left empty</span></p>`),
  )
  const repaired = await lab.check(
    form(`<p><label for="a">Town</label> <input id="a" aria-describedby="t"> <span id="t" class="error">The town is required</span></p>
      <p><label for="c">Post code</label> <input id="c" aria-describedby="p"> <span id="p" class="error">Post code must have five digits</span></p>
      <p><span aria-hidden="true">Required fields have a star: *</span></p>`),
  )

  expect(of('error-hidden-from-readers')).toEqual(['violation #hidden'])
  expect(of('error-tied-to-wrong-field')).toEqual(['review #wrong'])
  expect(of('error-shared-by-fields')).toEqual(['review #shared'])
  expect(repaired.findings.filter(({ rule }) => rule.startsWith('error-'))).toEqual([])
})

const checking = (message: string) =>
  `${form(
    `<p><label for="t">Town</label> <input id="t" required> <span id="m"></span></p><button id="send">Join</button>`,
  )}<script>document.forms[0].addEventListener('submit', (event) => { event.preventDefault(); ${message} })</script>`

test('a form is sent with nothing filled in, and its messages are looked at; nothing of it leaves the page', async () => {
  const silent = await lab.check(checking(`m.textContent = 'Town is required'; m.className = 'error'`))
  const told = await lab.check(
    checking(
      `m.textContent = 'Town is required'; m.className = 'error'; m.setAttribute('role', 'alert'); t.setAttribute('aria-describedby', 'm'); t.setAttribute('aria-invalid', 'true'); t.focus()`,
    ),
  )
  let path = ''
  const posting = await lab.check(
    form('<p><label for="t">Town</label> <input id="t" required></p><button>Join</button>'),
    {
      after: async (page) => {
        path = new URL(page.url()).pathname
      },
    },
  )

  const state = 'after sending body > form with nothing filled in'
  expect(
    silent.findings
      .filter((each) => each.state === state)
      .map(({ rule }) => rule)
      .sort(),
  ).toEqual(['error-not-announced', 'error-not-tied-to-field'])
  expect(told.findings.filter((each) => each.state === state)).toEqual([])
  expect(posting.findings.filter((each) => each.state === state)).toEqual([])
  expect(path).not.toBe('/join')
})

test('a choice that leads away unasked is told of; one that says so, changes the page or waits for a button is not', async () => {
  const select = (handler: string, label = 'Branch') =>
    `<body><form action="/go"><label for="s">${label}</label> <select id="s" onchange="${handler}"><option value="/n">North</option><option value="/s">South</option></select></form><p id="p"></p>`
  const away = await lab.check(select('location.href = this.value'))
  const sent = await lab.check(select('this.form.submit()'))
  const foretold = await lab.check(select('this.form.submit()', 'Branch (choosing one goes to its page)'))
  const inPage = await lab.check(select(`p.textContent = this.value; history.replaceState(null, '', '#' + this.value)`))
  const none = await lab.check(
    '<body><label for="s">Branch</label> <select id="s"><option>North</option><option>South</option></select>',
  )

  expect(away.of('change-of-context-on-input')).toEqual(['violation #s'])
  expect(sent.of('change-of-context-on-input')).toEqual(['violation #s'])
  for (const page of [foretold, inPage, none]) expect(page.of('change-of-context-on-input')).toEqual([])
})

test('a choice that was tried is taken back as a person would, so that the page takes back what it did', async () => {
  let left = ''
  await lab.check(
    `<body><p><label><input type="checkbox" id="dark"> Dark</label></p>
    <fieldset><legend>Size</legend><label><input type="radio" name="s" id="small" checked> Small</label> <label><input type="radio" name="s" id="large"> Large</label></fieldset>
    <p><label for="b">Branch</label> <select id="b"><option>North</option><option>South</option></select></p>
    <script>
    dark.addEventListener('change', () => { document.body.dataset.dark = dark.checked })
    for (const each of [small, large]) each.addEventListener('change', () => { document.body.dataset.size = each.id })
    b.addEventListener('change', () => { document.body.dataset.branch = b.value })
    </script>`,
    {
      after: async (page) => {
        left = await page.$eval('body', ({ dataset }) => JSON.stringify({ ...dataset }))
      },
    },
  )

  expect(JSON.parse(left)).toEqual({ dark: 'false', size: 'small', branch: 'North' })
})

test('an element that swallows Tab is a trap; an editor that Escape leaves is not one for sure', async () => {
  const holding = (script: string) =>
    `<body><a href="/1">Before</a> <div id="box" tabindex="0">Board</div> <a href="/2">After</a> <a href="/3">Later</a>
    <script>${script}</script>`
  const trap = await lab.check(
    holding(
      `window.addEventListener('keydown', (event) => { if (document.activeElement.id === 'box') event.preventDefault() })`,
    ),
  )
  const free = await lab.check(
    holding(`box.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault() })`),
  )

  expect(trap.of('keyboard-trap')).toEqual(['violation #box'])
  expect(free.of('keyboard-trap')).toEqual([])
})

test('an order of the focus that is turned round is told of; columns and lines in order are not', async () => {
  const row = (style: string, attributes = ['', '', '']) =>
    `<body><div style="${style}">${attributes.map((each, index) => `<button type="button" ${each}>Step ${index + 1}</button>`).join(' ')}</div>`
  const turned = await lab.check(row('display: flex; flex-direction: row-reverse; justify-content: flex-end'))
  const numbered = await lab.check(row('', ['tabindex="3"', 'tabindex="2"', 'tabindex="1"']))
  const plain = await lab.check(row('display: flex'))
  const columns = await lab.check(
    '<body><div style="columns: 2">' +
      [1, 2, 3, 4, 5, 6].map((n) => `<p><a href="/${n}">Step ${n}</a></p>`).join('') +
      '</div>',
  )

  expect(turned.of('focus-order')).toHaveLength(1)
  expect(numbered.of('focus-order')).toHaveLength(1)
  expect(plain.of('focus-order')).toEqual([])
  expect(columns.of('focus-order')).toEqual([])
})

test('parts of a widget that arrow keys reach are not for the mouse alone; without such keys they are', async () => {
  const toolbar = (
    keys: string,
  ) => `<body><div role="toolbar" aria-label="Text" id="bar"><button type="button">Bold</button>
    <div id="size" role="spinbutton" tabindex="-1" aria-label="Size" aria-valuenow="14" style="cursor: pointer">14 Point</div></div>
    <script>size.addEventListener('click', () => { document.title = 'x' }); ${keys}</script>`
  const roving = await lab.check(
    toolbar(`bar.addEventListener('keydown', (event) => { if (event.key === 'ArrowRight') size.focus() })`),
  )
  const deaf = await lab.check(toolbar(''))

  expect(roving.of('mouse-only-control')).toEqual([])
  expect(deaf.of('mouse-only-control')).toEqual(['violation #size'])
})

test('a search may show what it finds at each letter, and opens no window', async () => {
  const page = (act: string) =>
    `<body><form action="/search"><label for="x">Search the timetable</label> <input id="x" name="q"> <button>Search</button></form><script>x.addEventListener('input', () => { ${act} })</script>`
  const of = async (act: string) => (await lab.check(page(act))).of('change-of-context-on-input')

  expect(await of("window.open('/search')")).toEqual(['violation #x'])
  expect(await of("location.href = '/search?q=' + x.value")).toEqual([])
  expect(await of('document.title = x.value')).toEqual([])
})

test('pictures that are to be told apart before anybody is let in are found when they come after a first step', async () => {
  const page = (step: string) =>
    `<body><form id="f" action="/in"><label>E-mail <input type="email" autocomplete="username"></label><button>Go on</button></form><div id="s" role="status"></div><script>f.addEventListener('submit', (event) => { event.preventDefault(); s.innerHTML = \`${step}\` })</script>`
  const pictures = [1, 2, 3].map(
    (at) => `<label><input type="checkbox"><img src="/${at}.png" alt="Picture ${at}" width="90" height="60"></label>`,
  )
  const of = async (step: string) => (await lab.check(page(step))).of('test-to-log-in')

  expect(
    await of(
      `<form><fieldset id="x"><legend>Choose all pictures that show a boat</legend>${pictures.join('')}</fieldset><button>Sign in</button></form>`,
    ),
  ).toEqual(['review #x'])
  expect(await of('<p>We have sent you a message. Open the link in it.</p>')).toEqual([])
})
