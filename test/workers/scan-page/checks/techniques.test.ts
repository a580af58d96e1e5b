/** Failures that the techniques of WCAG name, as products have them today, each beside what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body>${html}`)
const found = async (rule: string, html: string) => (await lab.check(`<body>${html}`)).of(rule)

test('headings that follow one another in the source, with what belongs to each between them for the eye', async () => {
  const pairs = [
    ['May I borrow it?', 'No, never.'],
    ['May I copy it?', 'Yes, at the desk.'],
  ]
  const lines = pairs.map(([question, answer], at) => [
    `<h3 style="grid-row:${at * 2 + 1}">${question}</h3>`,
    `<p style="grid-row:${at * 2 + 2}">${answer}</p>`,
  ])
  const grid = (parts: readonly (string | undefined)[]) => `<div id="x" style="display:grid">${parts.join('')}</div>`

  expect(await seen('order-by-style', grid([0, 1].flatMap((part) => lines.map((line) => line[part]))))).toEqual([
    'practice #x',
  ])
  expect(await seen('order-by-style', grid(lines.flat()))).toEqual([])
  // A title, and its second line.
  expect(
    await seen(
      'order-by-style',
      '<div style="display:grid"><h2 style="grid-row:1">Maps of the coast</h2><h3 style="grid-row:2">From 1700 on</h3><p style="grid-row:3">They are in the map room.</p></div>',
    ),
  ).toEqual([])
})

test('a line that an enlarged page shows half of is cut off, however much room its box has left below', async () => {
  const notice = (style: string) =>
    `<style>body{margin:0;font:16px/25px monospace}#x{box-sizing:border-box;padding:10px;${style};background:#fff4d3}p{margin:0}</style>
     <main><div id="x"><p>Bins are collected a day later this week; put them out on your new day, and not before seven.</p></div></main>`

  expect(await found('zoom-clipped', notice('height:45px;overflow:hidden'))).toEqual(['violation #x'])
  expect(await found('zoom-clipped', notice('min-height:45px;overflow:hidden'))).toEqual([])
  expect(await found('zoom-clipped', notice('height:70px;overflow:hidden'))).toEqual([])
})

test('a field says what it is for in a sentence, and its purpose is another', async () => {
  const field = (label: string, purpose: string) =>
    seen('autocomplete-mismatch', `<label for="x">${label}</label><input id="x" autocomplete="${purpose}">`)

  expect(await field('Your first name', 'family-name')).toEqual(['violation #x'])
  expect(await field('Your postcode, for example WM1 2AB', 'tel')).toEqual(['violation #x'])
  expect(await field('Ihr Nachname (wie im Ausweis)', 'given-name')).toEqual(['violation #x'])
  expect(await field('Your first name', 'given-name')).toEqual([])
  expect(await field('First name, last name', 'name')).toEqual([])
  expect(await field('Phone, email or username', 'email')).toEqual([])
})

test('prices and sentences are headings for the size that headings have', async () => {
  const card = (price: string, praise: string) =>
    `<main><h2>Of the week</h2><div><h3>Armchair</h3>${price}${praise}</div><div><h3>Bench</h3><p>Oak.</p></div></main>`
  const sentence = 'Grandfather sleeps in it after dinner, and the cat all day.'

  expect(await seen('heading-for-its-size', card('<h4 id="x">640 €</h4>', `<h5>${sentence}</h5>`))).toEqual([
    'practice #x',
  ])
  expect(await seen('heading-for-its-size', card('<p>640 €</p>', `<p>${sentence}</p>`))).toEqual([])
  // What is told under a question, or under a title of two lines.
  expect(await seen('heading-for-its-size', card(`<h4>${sentence}</h4><p>So it was made.</p>`, ''))).toEqual([])
  expect(
    await seen('heading-for-its-size', `<main><h1>Chairs</h1><h2>${sentence}</h2><p>Since 1911.</p></main>`),
  ).toEqual([])
})

test('a picture that is written into the page is exchanged, and its alternative names the one before', async () => {
  const drawn = (color: string) =>
    `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='90' height='90'%3E%3Cpath fill='${color}' d='M9 9h70v70H9z'/%3E%3C/svg%3E`
  const chooser = (more: string) =>
    `<main><img id="x" src="${drawn('green')}" alt="Armchair in moss"><p><button type="button" data-p="${drawn('green')}">Moss</button><button type="button" data-p="${drawn('red')}">Rust</button></p></main>
     <script>for (const b of document.querySelectorAll('button')) b.onclick = () => { x.src = b.dataset.p; ${more} }</script>`

  expect(await found('alt-not-updated', chooser(''))).toEqual(['practice #x'])
  expect(await found('alt-not-updated', chooser("x.alt = 'Armchair in ' + b.textContent.toLowerCase()"))).toEqual([])
  // It keeps the place of what comes.
  expect(
    await found('alt-not-updated', chooser('').replaceAll('Moss</', 'Larger</').replaceAll('Rust</', 'Smaller</')),
  ).toEqual([])
})

test('which fields lack something is told by their red alone, also where an attribute tells it to others', async () => {
  const form = (said: string, mark = '') =>
    `<style>input{border:1px solid #555}.lacks input{border-color:#8b0000}${mark}</style>
     <form novalidate action="/x"><p id="state" role="alert"></p>${['Name', 'Town']
       .map(
         (name) =>
           `<p class="field"><label for="${name}">Your ${name.toLowerCase()}</label><br><input id="${name}" aria-required="true"></p>`,
       )
       .join('')}<button>Continue</button></form>
     <script>document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault()
       const lacking = []
       for (const field of document.querySelectorAll('.field')) { const input = field.querySelector('input'), lacks = input.value === ''
         field.classList.toggle('lacks', lacks); input.setAttribute('aria-invalid', String(lacks)); if (lacks) lacking.push(field.textContent.trim()) }
       state.textContent = ${said} })</script>`

  expect(await found('error-by-colour-alone', form("'Please fill in what is red.'"))).toEqual(['practice #Name'])
  expect(await found('error-by-colour-alone', form("'Still missing: ' + lacking.join(', ')"))).toEqual([])
  // A mark of another shape stands beside each.
  expect(
    await found(
      'error-by-colour-alone',
      form("'Please fill in what is marked.'", '.lacks label::after{content:" – missing"}'),
    ),
  ).toEqual([])
})

test('a page is replaced by the demand to turn the device', async () => {
  const page = (
    style: string,
    other = '<div class="turn"><p>Ruotate il telefono: si vede solo in orizzontale.</p></div>',
  ) =>
    `<style>.turn{display:none}@media (orientation:portrait){${style}}</style>${other}<main><h1>La visita</h1><p>La prima sala raccoglie i piatti da parata.</p></main>`

  expect(await seen('orientation-asked-for', page('body>*{display:none}body>.turn{display:grid}'))).toEqual([
    'practice body',
  ])
  // Another layout of the same page, and a hint above all of it.
  expect(await seen('orientation-asked-for', page('.turn{display:block}'))).toEqual([])
  expect(
    await seen('orientation-asked-for', page('aside{display:none}', '<aside><p>Aperto ogni giorno.</p></aside>')),
  ).toEqual([])
})

test('the last figure of a code sends the form, which nothing says before', async () => {
  const form = (script: string, hint = '') =>
    `<form action="/next"><label for="x">The six digits that you were sent</label>${hint}<input id="x" inputmode="numeric" autocomplete="one-time-code"><button>Go on</button></form>
     <script>x.addEventListener('input', () => { ${script} })</script>`

  expect(await found('change-of-context-on-input', form('if (x.value.length === 6) x.form.requestSubmit()'))).toEqual([
    'violation #x',
  ])
  expect(
    await found(
      'change-of-context-on-input',
      form('if (x.value.length === 6) x.form.requestSubmit()', '<p>With the sixth digit, the next page opens.</p>'),
    ),
  ).toEqual([])
  // The page keeps the form, and tells in place what came of it.
  expect(
    await found(
      'change-of-context-on-input',
      form(`x.form.requestSubmit()`).replace('<script>', '<script>x.form.onsubmit = () => false;'),
    ),
  ).toEqual([])
})

test('a button acts when the pointer goes down, and heeds those clicks alone that keys make', async () => {
  const button = (script: string) =>
    `<main><button type="button" id="x">Remind them</button><p role="status" id="said"></p></main>
     <script>const send = () => { said.textContent = 'It is on its way.' }; ${script}</script>`

  expect(
    await found(
      'acts-on-press',
      button(
        "x.addEventListener('pointerdown', send); x.addEventListener('click', (event) => { if (event.detail === 0) send() })",
      ),
    ),
  ).toEqual(['practice #x'])
  expect(await found('acts-on-press', button("x.addEventListener('click', send)"))).toEqual([])
  expect(
    await found(
      'acts-on-press',
      button("x.addEventListener('pointerdown', () => x.classList.add('down')); x.addEventListener('click', send)"),
    ),
  ).toEqual([])
})

test('the title stays that of the first view, whichever link is tried first', async () => {
  const page = (more: string) =>
    `<!doctype html><html lang="en"><head><title>Health – Console</title></head><body><main><h1 tabindex="-1">Health</h1><nav aria-label="Views"><a href="?v=Health" aria-current="page">Health</a> <a href="?v=Usage">Usage</a></nav><p>All is well.</p></main>
     <script>for (const a of document.querySelectorAll('a')) a.onclick = (event) => { event.preventDefault(); history.pushState(null, '', a.href); const h = document.querySelector('h1'); h.textContent = a.textContent; h.focus(); ${more} }</script>`
  const kept = async (html: string) => (await lab.check(html)).of('title-stays')

  expect(await kept(page(''))).toEqual(['violation head > title'])
  expect(await kept(page('').replaceAll(' aria-current="page"', ''))).toEqual(['violation head > title'])
  expect(await kept(page("document.title = a.textContent + ' – Console'"))).toEqual([])
})

test('leaving a field that was filled in leads away', async () => {
  const form = (script: string) =>
    `<form action="/find"><label for="x">Postcode</label><input id="x"><button>Find</button></form><script>document.querySelector('form').addEventListener('focusout', ({ target }) => { ${script} })</script>`

  expect(
    await found('change-of-context-on-leaving', form("if (target.value.trim()) location.assign('/find')")),
  ).toEqual(['violation #x'])
  expect(await found('change-of-context-on-leaving', form('target.value = target.value.trim()'))).toEqual([])
})

test('which way the pointer has gone turns it, and nothing near can be pressed instead', async () => {
  const slides = (more: string, script = '') =>
    `<main><section><x-slides><template shadowrootmode="open"><div id="x" role="group" aria-label="Works" tabindex="0" style="height:90px"><p aria-live="polite">A plate.</p></div>${more}</template></x-slides></section></main>
     <script>{ const root = document.querySelector('x-slides').shadowRoot, x = root.querySelector('#x'), words = x.querySelector('p'); let from
     const turn = (step) => { words.textContent = step > 0 ? 'A jar.' : 'A plate.' }
     x.addEventListener('keydown', ({ key }) => { if (key === 'ArrowRight') turn(1); if (key === 'ArrowLeft') turn(-1) })
     x.addEventListener('pointerdown', ({ clientX }) => { from = clientX })
     x.addEventListener('pointerup', ({ clientX }) => { if (Math.abs(clientX - from) > 40) turn(from - clientX) }); ${script} }</script>`

  expect(await found('gesture-alone', slides(''))).toEqual(['practice body > main > section > x-slides >>> #x'])
  expect(
    await found(
      'gesture-alone',
      slides('<button type="button">Next</button>', "root.querySelector('button').onclick = () => turn(1)"),
    ),
  ).toEqual([])
})
