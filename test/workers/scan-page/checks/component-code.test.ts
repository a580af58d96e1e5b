/** What today's component code gets wrong, written in several ways and languages, each with what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const all = (said: readonly (readonly string[])[], what: string) => said.map(() => [what])

test('links of the same words in a row tell nothing of each other, whatever their sentence says', async () => {
  const broken = [
    '<p>How it is put together and cared for is written <a href="/a">here</a>, <a href="/b">here</a> and <a href="/c">here</a>.</p>',
    '<p>Unsere Anleitungen zum Aufbauen gibt es <a lang="de" href="/a">hier</a> und <a lang="de" href="/b">hier</a> oder auch <a lang="de" href="/c">hier</a>.</p>',
    '<p>Past reports of the board: <a href="/2024">more</a> / <a href="/2023">more</a> / <a href="/2022">more</a></p>',
  ]
  const right = [
    '<p>How the shelf is put together stands <a href="/a">here</a>, how leather is cared for stands <a href="/b">here</a>.</p>',
    '<p>How it is put together stands <a href="/a">here</a> and <a href="/a">here</a>.</p>',
    '<ul><li>The shelf Lindau, put together: <a href="/a">more</a></li><li>The table Insel, oiled: <a href="/b">more</a></li></ul>',
  ]
  const told = async (page: string) =>
    (await lab.check(page)).findings
      .filter(({ rule, criteria }) => rule === 'link-text-generic' && criteria.includes('2.4.4'))
      .map(({ verdict }) => verdict)

  for (const page of broken) expect(await told(page)).toEqual(['violation', 'violation', 'violation'])
  for (const page of right) expect(await told(page)).toEqual([])
})

test('a form that says in any language what red stands for goes by colour alone', async () => {
  const page = (note: string) =>
    `<form><p>${note}</p><label for="x" id="l" style="color:#8c1010">Name</label><input id="x"><label for="y">Town</label><input id="y"></form>`
  const notes = [
    'الحقول ذات العناوين الحمراء إلزامية.',
    '赤い項目は必須です。',
    'Punaiset kentät ovat pakollisia.',
    'Kırmızı alanlar zorunludur.',
    'Красные поля обязательны.',
  ]

  const said = await lab.seeEach('required-by-color', notes.map(page))

  expect(said).toEqual(all(said, 'practice #l'))
})

test('a hint at a box comes out with the focus of what is in it as well: Escape is to take it away', async () => {
  const page = (
    more: string,
  ) => `<style>.w{position:relative;display:inline-block}.n{position:absolute;left:0;top:100%;width:17rem;background:#fff}.n[hidden]{display:none}</style>
<main><h1>Limits</h1><p><span class="w"><button type="button" id="b" aria-describedby="t">Quota</button><span class="n" id="t" role="tooltip" hidden>Six hundred calls a minute for each key. Calls over the quota wait and fail then.</span></span></p><p>The client counts its calls itself and slows down before the limit is reached.</p></main>
<script>{const b = document.getElementById('b'), t = document.getElementById('t')
const show = () => { t.hidden = false }, hide = () => { t.hidden = true }
b.parentElement.addEventListener('mouseenter', show)
b.parentElement.addEventListener('mouseleave', hide)
b.addEventListener('focus', show)
b.addEventListener('blur', hide)
${more}}</script>`
  const byEscape = "document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide() })"

  expect(await lab.checkEach('hover-content-stays', [page(''), page(byEscape)])).toEqual([['review #t'], []])
})

test('an outline in the colour of what is behind it shows nothing, and is not said to be taken away', async () => {
  const page = (color: string) =>
    `<style>a:focus-visible{outline:2px solid currentColor;outline-offset:3px}#x{display:inline-block;padding:12px 24px;background:#14453d;color:#fff}#x:focus-visible{outline-color:${color}}</style><main><h1>Teruel</h1><a id="x" href="/map">See the way step by step</a></main>`
  const told = async (color: string) =>
    (await lab.check(page(color))).findings
      .filter(({ rule }) => rule === 'focus-not-visible')
      .map(({ message }) => message)

  expect(await told('currentColor')).toEqual([
    'Nothing is to be seen when <a> “See the way step by step” has the keyboard’s focus: its outline cannot be told from what is behind it.',
  ])
  expect(await told('#14453d')).toEqual([])
})

test('a choice that leads away is foretold in other languages too, or an error', async () => {
  const page = (lang: string, note: string) =>
    `<html lang="${lang}"><head><title>X</title></head><body><form><p>${note}</p><label><input type="radio" name="t" value="n" id="x"> Normalna</label></form><script>document.getElementById('x').addEventListener('change', () => { location.href = '/elsewhere' })</script></body></html>`

  expect(
    await lab.checkEach('change-of-context-on-input', [
      page('pl', 'Taryfa'),
      page('pl', 'Wybór otwiera nową stronę.'),
      page('sv', 'Taxa'),
      page('sv', 'Valet öppnar en ny sida, den öppnas direkt.'),
      page('de', 'Die Auswahl öffnet eine neue Seite.'),
      page('ja', '選択するとページを移動します。'),
    ]),
  ).toEqual([['violation #x'], [], ['violation #x'], [], [], []])
})

test('check boxes of one question stand in its group, however they are called', async () => {
  const boxes = ['Cheese', 'Ham', 'Olives']
  const labels = boxes.map(
    (each, at) => `<label><input type="checkbox" name="${each}" ${at === 0 ? 'id="x"' : ''}> ${each}</label>`,
  )
  const form = (inner: string) => `<main><h1>Order</h1><form action="/o">${inner}<button>Send</button></form></main>`
  const broken = await lab.seeEach('choices-without-group', [
    form(`<p>Toppings</p>${labels.join('')}`),
    form(
      `<div>Which toppings do you want on the one of today?</div><div>${labels.map((each) => `<div>${each}</div>`).join('')}</div>`,
    ),
    form(`<label class="form-label">Belag:</label><ul>${labels.map((each) => `<li>${each}</li>`).join('')}</ul>`),
    form(
      `<div class="field"><span>Garnitures ?</span><div class="row">${labels.map((each) => `<div class="col">${each}</div>`).join('')}</div></div>`,
    ),
  ])
  const right = await lab.seeEach('choices-without-group', [
    form(`<fieldset><legend>Toppings</legend>${labels.join('')}</fieldset>`),
    form(`<p id="q">Toppings</p><div role="group" aria-labelledby="q">${labels.join('')}</div>`),
    form(`<h2>Toppings</h2>${labels.join('')}`),
    form(`<p>Your order is made while you wait, and we bring it to your table.</p>${labels.join('')}`),
    form(`<p>Toppings</p>${labels.slice(0, 2).join('')}`),
    form(`<p>Toppings</p>${labels.map((each) => each.replace('<input', '<input aria-labelledby="q x"')).join('')}`),
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
})

test('red words behind a field that is said to be wrong are its error', async () => {
  const page = (color: string, tie = '') =>
    `<main><h1>Sign up</h1><form action="/o"><label for="m">Mail</label><input id="m" aria-invalid="true" ${tie} value="ann@"><p id="x" style="color:${color}">There is a dot in every mail address.</p><button>Send</button></form></main>`

  expect(
    await lab.seeEach('error-not-tied-to-field', [
      page('#b00020'),
      page('#b00020', 'aria-describedby="x"'),
      page('#333'),
    ]),
  ).toEqual([['practice #x'], [], []])
})

test('addresses that are asked for under two headings are one that is asked for again', async () => {
  const form = (between: string, second = 'Delivery address') =>
    `<main><h1>Order</h1><form action="/x"><h2>Billing address</h2><label>Street <input name="a" autocomplete="billing street-address"></label><label>Town <input name="b" autocomplete="billing address-level2"></label><label>Postcode <input name="c" autocomplete="billing postal-code"></label><h2 id="x">${second}</h2>${between}<label>Street <input name="d" autocomplete="shipping street-address"></label><label>Town <input name="e" autocomplete="shipping address-level2"></label><label>Postcode <input name="f" autocomplete="shipping postal-code"></label><button>Send</button></form></main>`

  expect(
    await lab.seeEach('entry-asked-twice', [
      form(''),
      form('<label><input type="checkbox" name="s"> Same as billing address</label>'),
      form('', 'Address of the recipient'),
    ]),
  ).toEqual([['practice #x'], [], []])
})

test('links of the same words alone in their cards tell nothing of each other', async () => {
  const card = (link: string, more = '') =>
    `<div class="card"><img alt="" src="data:," width="40" height="40">${more}${link}</div>`
  const page = (first: string, second: string) => `<main><h1>Chairs</h1>${first}${second}</main>`
  const told = async (html: string) =>
    (await lab.check(html)).findings
      .filter(({ rule, criteria }) => rule === 'link-text-generic' && criteria.includes('2.4.4'))
      .map(({ rule }) => rule)

  expect(await told(page(card('<a href="/a">Read more</a>'), card('<a href="/b">Read more</a>')))).toHaveLength(2)
  expect(
    await told(page(card('<a href="/a">Read more</a>'), card('<a href="/b">Read more</a>', '<h2>Ash</h2>'))),
  ).toEqual([])
  expect(
    await told(page(card('<a href="/a">Read more</a>'), card('<a href="/b">Read more</a>', '<p>Elm</p>'))),
  ).toEqual([])
})

test('that something is under way is a status message, in any language', async () => {
  const page = (words: string, role = '') =>
    `<main><h1>Branches</h1><button type="button" id="b">Branches</button><div id="x" ${role}></div></main><script>b.onclick = () => { x.textContent = '${words}' }</script>`

  const said = await lab.checkEach('status-not-announced', [
    ...[
      'Loading…',
      'Saving...',
      'Wird geladen …',
      'Chargement en cours…',
      'Cargando',
      '読み込み中…',
      'Please wait',
    ].map((each) => page(each)),
  ])
  expect(said).toEqual(all(said, 'practice #x'))
  expect(await lab.checkEach('status-not-announced', [page('Loading…', 'role="status"')])).toEqual([[]])
})

test('what is dragged is found where a program names it by its id alone', async () => {
  const page = (more: string) =>
    `<main><h1>Weight</h1><div style="width:300px;height:44px;background:#ccc;position:relative"><div id="grip" style="width:44px;height:44px;background:#226;position:absolute;touch-action:none"></div></div><p id="o">0 kg</p>${more}</main>
<script>grip.addEventListener('pointerdown', (event) => { grip.setPointerCapture(event.pointerId) })
grip.addEventListener('pointermove', (event) => { if (event.buttons) { grip.style.left = event.clientX + 'px'; o.textContent = event.clientX + ' kg' } })</script>`

  expect((await lab.seeEach('dragged-by-script', [page('')])).flat()).toHaveLength(1)
})

test('the stroke of an icon is what is seen of it where a line has nothing to fill', async () => {
  const icon = (stroke: string) =>
    `<button id="x" aria-label="Search" style="background:#fff;border:0"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><circle cx="10" cy="10" r="7" fill="none" stroke="${stroke}" stroke-width="2"/><path d="M15 15l6 6" stroke="${stroke}" stroke-width="2"/></svg></button>`

  expect(await lab.seeEach('graphic-faint', [icon('#ddd'), icon('#333')])).toEqual([['practice #x'], []])
})

test('what is set otherwise for a moment comes back at once, however slowly the page lets it glide', async () => {
  const gliding: string[] = []
  await lab.check(
    `<style>*{transition:all 60s}.c{height:40px;overflow:hidden;width:220px;line-height:20px}p,input{font-size:1rem}</style><main><h1>Cards</h1><div class="c"><p>The council has published its plan for the whole valley.</p></div><form action="/x"><label>Town <input></label></form></main>
     <script>const begun = []; addEventListener('transitionrun', ({ propertyName }) => begun.push(propertyName))</script>`,
    {
      async after(page) {
        gliding.push(...(await page.evaluate<[], () => string[]>('begun' as never)))
      },
    },
  )

  expect(gliding.filter((each) => /font|letter|word/.test(each))).toEqual([])
})
