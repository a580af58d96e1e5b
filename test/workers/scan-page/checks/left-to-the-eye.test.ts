/** What only the eye is told: by letters, dots, shades and signs; what a narrow window or a key loses; and the same done rightly. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)
const seen = (rule: string, html: string) => lab.see(rule, `<body><main>${html}</main>`)

test('what letters look like means something, in several languages', async () => {
  const menu = (says: string, style: string, tag = 'span', more = '') =>
    `<section><p>${says}</p><ul><li>Monday: <span>soup</span></li><li>Tuesday: <${tag} id="x" style="${style}">walnut cake</${tag}>${more}</li></ul></section>`
  const rule = 'meaning-by-letters'

  expect(await seen(rule, menu('Dishes in bold contain nuts.', 'font-weight:700'))).toEqual(['practice #x'])
  expect(await seen(rule, menu('Fett gedruckte Gerichte enthalten Nüsse.', 'font-weight:800'))).toEqual(['practice #x'])
  expect(await seen(rule, menu('I piatti in corsivo contengono noci.', 'font-style:italic'))).toEqual(['practice #x'])
  expect(await seen(rule, menu('Onderstreepte gerechten bevatten noten.', 'text-decoration:underline'))).toEqual([
    'practice #x',
  ])
  expect(await seen(rule, menu('Dishes in bold contain nuts.', '', 'strong'))).toEqual([])
  expect(await seen(rule, menu('Dishes with nuts are marked.', 'font-weight:700'))).toEqual([])
  expect(await seen(rule, menu('Be bold and try all of them.', ''))).toEqual([])
})

test('columns that dots lead to', async () => {
  const rule = 'table-preformatted'

  expect(
    await seen(
      rule,
      '<p id="x">Adult ····· 12 € ····· 14 €<br>Child ····· 6 € ····· 7 €<br>Dog ····· 1 € ····· 2 €</p>',
    ),
  ).toEqual(['practice #x'])
  expect(
    await seen(
      rule,
      '<div id="x">Nord ____ 90 kr. ____ 400 kr.<br>Syd ____ 70 kr. ____ 300 kr.<br>Vest ____ 60 kr. ____ 200 kr.</div>',
    ),
  ).toEqual(['practice #x'])
  expect(await seen(rule, '<p>And then … nothing.<br>He waited … and waited.<br>At last … a light.</p>')).toEqual([])
  expect(await seen(rule, '<p>Open 9–12<br>Closed 12–13<br>Open 13–17</p>')).toEqual([])
})

test('a layout table whose columns are things and whose rows are their names, years and rooms', async () => {
  const table = (rows: readonly string[][]) =>
    `<table id="x" role="presentation">${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
  const rule = 'table-read-across'
  const things = [
    ['Heron', 'Nests in March', 'Hall 2'],
    ['Stork', 'Nests in May', 'Hall 5'],
  ]

  expect(await seen(rule, table([0, 1, 2].map((at) => things.map((thing) => thing[at] ?? ''))))).toEqual([
    'practice #x',
  ])
  expect(await seen(rule, table(things))).toEqual([])
  expect(
    await seen(
      rule,
      table([
        ['Heron', 'Stork'],
        ['Swan', 'Crane'],
        ['Goose', 'Duck'],
      ]),
    ),
  ).toEqual([])
})

test('rows of signs that are pictures in the background', async () => {
  const sign = (color: string) =>
    `background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24'%3E%3Crect fill='${color}' width='24' height='24'/%3E%3C/svg%3E")`
  const box = (color: string, more = '') =>
    `<b style="display:inline-block;width:24px;height:24px;${sign(color).replaceAll('"', '&quot;')}" ${more}></b>`
  const rule = 'background-picture-alone'

  expect(
    await seen(
      rule,
      `<dl><dt>Hut one</dt><dd>${box('red')}${box('blue')}</dd><dt>Hut two</dt><dd>${box('blue')}</dd></dl>`,
    ),
  ).toHaveLength(1)
  expect(
    await seen(rule, `<div><h2>Hut one</h2><p>${box('red')}</p><h2>Hut two</h2><p>${box('blue')}</p></div>`),
  ).toHaveLength(1)
  // All alike: an ornament.
  expect(
    await seen(rule, `<div><h2>Hut one</h2><p>${box('red')}</p><h2>Hut two</h2><p>${box('red')}</p></div>`),
  ).toEqual([])
  expect(
    await seen(
      rule,
      `<div><h2>Hut one</h2><p>${box('red', 'role="img" aria-label="Stove"')}</p><h2>Hut two</h2><p>${box('blue', 'role="img" aria-label="Well"')}</p></div>`,
    ),
  ).toEqual([])
})

test('the chosen one of a row is a shade darker', async () => {
  const row = (chosen: string, state = 'aria-pressed') =>
    `<style>button{background:#fff;color:#111;border:1px solid #444}button[${state}=true]{${chosen}}</style><div>${['Ten', 'Eleven', 'Noon', 'One'].map((hour, at) => `<button type="button" ${state}="${at === 1}" ${at === 1 ? 'id="x"' : ''}>${hour}</button>`).join('')}</div>`
  const rule = 'chosen-by-color'

  expect(await seen(rule, row('background:#f0f4ff'))).toEqual(['practice #x'])
  expect(await seen(rule, row('background:#123;color:#fff'))).toEqual([])
  expect(await seen(rule, row('background:#f0f4ff;border:3px solid #111'))).toEqual([])
  expect(await seen(rule, row('background:#f0f4ff;font-weight:700'))).toEqual([])
})

test('the ground of a button changes with the focus, and its words do not', async () => {
  const button = (state: string, style: string) =>
    `<style>#x{background:#00532c;color:#fff}#x:${state}{${style}}</style><button id="x" type="button">Apply now</button>`
  const rule = 'contrast-on-hover'

  expect(await seen(rule, button('focus-visible', 'background-color:#ffe14d'))).toEqual(['practice #x'])
  expect(await seen(rule, button('hover', 'background:#ddd'))).toEqual(['practice #x'])
  expect(await seen(rule, button('hover', 'background:#ddd;color:#111'))).toEqual([])
  expect(await seen(rule, button('focus', 'background:#003b1f'))).toEqual([])
})

test('texts are stops of the Tab key', async () => {
  const rule = 'text-in-tab-order'

  expect(await seen(rule, '<h2 tabindex="0">Herons</h2><p tabindex="0">They fish at dawn.</p>')).toHaveLength(2)
  expect(await seen(rule, '<ul><li tabindex="0">Herons</li><li tabindex="0">Storks</li></ul>')).toHaveLength(2)
  expect(await seen(rule, '<h2 tabindex="-1">Herons</h2><p tabindex="-1">They fish at dawn.</p>')).toEqual([])
  expect(
    await seen(
      rule,
      '<p tabindex="0" role="button">Herons</p><p tabindex="0" aria-describedby="t">Storks</p><p id="t">Big.</p>',
    ),
  ).toEqual([])
})

test('a button shows words of which its name has none, whatever they are written in', async () => {
  const rule = 'label-not-in-name'

  expect(await seen(rule, '<button id="x" aria-label="Оплатить">В корзину</button>')).toEqual(['practice #x'])
  expect(await seen(rule, '<a id="x" href="/a" aria-label="Subscribe">Inschrijven</a>')).toEqual(['practice #x'])
  expect(await seen(rule, '<button aria-label="В корзину: лампа">В корзину</button>')).toEqual([])
  expect(await seen(rule, '<button aria-label="Close">×</button>')).toEqual([])
  expect(await seen(rule, '<button aria-label="Next page">→</button>')).toEqual([])
  expect(await seen(rule, '<button aria-label="Bold">B</button>')).toEqual([])
})

test('a narrow window leaves out columns of a table', async () => {
  const table = (style: string, more = '') =>
    `<style>@media(max-width:500px){${style}}</style><table id="x"><thead><tr><th>Boat</th><th class="p">Price</th></tr></thead><tbody><tr><td>Canoe</td><td class="p">12 €</td></tr><tr><td>Dinghy</td><td class="p">19 €</td></tr></tbody></table>${more}`
  const rule = 'content-gone-when-narrow'

  expect(await found(rule, table('.p{display:none}'))).toEqual(['practice #x'])
  expect(await found(rule, table('.p{visibility:hidden}'))).toEqual(['practice #x'])
  expect(await found(rule, table('.p{padding:1px}'))).toEqual([])
  expect(
    await found(
      rule,
      table(
        '.p{display:none}.s{display:block!important}',
        '<ul class="s" style="display:none"><li>Canoe 12 €</li><li>Dinghy 19 €</li></ul>',
      ),
    ),
  ).toEqual([])
})

test('what opens lies beyond the edge of a narrow window', async () => {
  const page = (style: string) =>
    `<div style="position:relative;width:15rem"><button id="b" type="button" aria-expanded="false" aria-controls="x">Colours</button><div id="x" hidden style="position:absolute;top:100%;background:#fff;${style}">${['Red', 'Green', 'Blue', 'Grey', 'White', 'Black'].map((name) => `<button type="button" style="width:4rem">${name}</button>`).join('')}</div></div><script>
b.onclick = () => { x.hidden = !x.hidden; b.setAttribute('aria-expanded', String(!x.hidden)) }</script>`
  const rule = 'opened-beyond-when-narrow'

  expect(await found(rule, page('right:0;width:26rem'))).toEqual(['practice #x'])
  expect(await found(rule, page('left:-14rem;width:25rem'))).toEqual(['practice #x'])
  expect(await found(rule, page('left:0;width:min(26rem,90vw)'))).toEqual([])
})

test('Enter is thrown away at a link', async () => {
  const page = (act: string) =>
    `<form><p><label>Rooms <input name="r"></label></p><p><a id="x" href="/rooms">What counts as a room</a></p><button>Go on</button></form><script>
document.querySelector('form').addEventListener('keydown', (event) => { ${act} })</script>`
  const rule = 'enter-thrown-away'

  expect(await found(rule, page("if (event.key === 'Enter') event.preventDefault()"))).toEqual(['violation #x'])
  expect(
    await found(rule, page('if (event.keyCode === 13) { event.stopPropagation(); event.preventDefault() }')),
  ).toEqual(['violation #x'])
  expect(
    await found(rule, page("if (event.key === 'Enter' && event.target.matches('input')) event.preventDefault()")),
  ).toEqual([])
  expect(
    await found(
      rule,
      page("if (event.key === 'Enter') { event.preventDefault(); document.title = 'Rooms'; location.href = '/rooms' }"),
    ),
  ).toEqual([])
})

test('what was entered is taken away without a word', async () => {
  const field = (act: string) =>
    `<form novalidate><p><label for="x">Postcode, such as 1234 AB</label> <input id="x"></p><p id="said" role="alert"></p></form><script>
const isRight = () => /^\\d{4} ?[A-Z]{2}$/.test(x.value)
${act}</script>`
  const rule = 'entry-taken-away'

  expect(await found(rule, field("x.onblur = () => { if (!isRight()) x.value = '' }"))).toEqual(['practice #x'])
  expect(
    await found(
      rule,
      field(
        "x.addEventListener('change', () => { if (isRight()) return\nx.value = ''\nsaid.textContent = 'That is no postcode: it is four figures and two letters.' })",
      ),
    ),
  ).toEqual([])
  expect(await found(rule, field("x.addEventListener('change', () => { x.value = x.value.toUpperCase() })"))).toEqual(
    [],
  )
})

test('a button that is no submit button does nothing while something is missing', async () => {
  const form = (act: string) =>
    `<form id="f"><p><label>Name <input id="x" required></label></p><p id="said"></p><button type="button" id="b">Hand it in</button></form><script>
b.addEventListener('click', () => { if (x.value !== '') return f.submit()
${act} })</script>`
  const rule = 'form-refuses-silently'

  expect(await found(rule, form(''))).toEqual(['practice #x'])
  expect(await found(rule, form("said.textContent = 'Please enter your name.'"))).toEqual([])
  expect(await found(rule, form('x.focus()'))).toEqual([])
  expect(await found(rule, form('f.reportValidity()'))).toEqual([])
})

test('a press sets off flashing', async () => {
  const page = (animation: string) =>
    `<style>#x{height:400px;background:#000}#x.on{animation:${animation}}@keyframes f{50%{background:#fff}}</style><button id="b" type="button">Show it</button><div id="x"></div><script>
b.onclick = () => x.classList.toggle('on')</script>`
  const rule = 'flashing'

  expect(await found(rule, page('f .2s steps(1) 20'))).toEqual(['practice #x'])
  expect(await found(rule, page('f 2s ease-in-out 3'))).toEqual([])
})

test('a button that opens something is taken from the order of Tab', async () => {
  const page = (more: string, beside = '') =>
    `<p>${beside}<button id="x" type="button" aria-expanded="false" aria-controls="m" ${more}>Filters</button></p><div id="m" hidden><label><input type="checkbox"> Red</label></div>`
  const rule = 'link-skipped-by-tab'

  expect(await seen(rule, page('tabindex="-1"'))).toEqual(['practice #x'])
  expect(await seen(rule, page(''))).toEqual([])
  // Beside a field whose keys do the same.
  expect(await seen(rule, page('tabindex="-1"', '<label>Town <input></label> '))).toEqual([])
})

test('an instruction says the round one on the right', async () => {
  const rule = 'instruction-by-looks'

  expect(await seen(rule, '<p id="x">Klicken Sie auf den runden rechts, wenn Sie neu hier sind.</p>')).toEqual([
    'practice #x',
  ])
  expect(await seen(rule, '<p id="x">If you are new here, press the round one.</p>')).toEqual(['practice #x'])
  expect(await seen(rule, '<p>Klicken Sie auf „Weiter“, den runden rechts.</p>')).toEqual([])
})

test('a title that came with a tool', async () => {
  const title = async (text: string) =>
    (
      await lab.check(
        `<!doctype html><html lang="en"><head><title>${text}</title></head><body><main><h1>Herons</h1></main></body></html>`,
      )
    ).of('title-not-descriptive')

  expect(await title('Index - WebApplication1')).toEqual(['violation head > title'])
  expect(await title('Flutter Demo')).toEqual(['violation head > title'])
  expect(await title('Herons – Bird house')).toEqual([])
})

test('the answer to a line that was sent comes in silence', async () => {
  const page = (role: string, answer: string, empties = 'q.value = ""') =>
    `<section><h2>Ask the keeper</h2><ol id="x" ${role}><li>Hello, what would you like to know?</li></ol><form id="f"><label>Question <textarea id="q"></textarea></label><button>Ask</button></form></section><script>
const say = (text) => { const li = document.createElement('li'); li.textContent = text; x.append(li) }
f.addEventListener('submit', (event) => { event.preventDefault()
if (q.value === '') return
say(q.value)
${empties}
${answer} })</script>`
  const rule = 'conversation-not-announced'

  expect(await found(rule, page('', "setTimeout(() => say('Herons fish at dawn.'), 1200)"))).toEqual(['practice #x'])
  expect(await found(rule, page('', "Promise.resolve().then(() => setTimeout(() => say('At dawn.'), 900))"))).toEqual([
    'practice #x',
  ])
  expect(await found(rule, page('role="log"', "setTimeout(() => say('Herons fish at dawn.'), 1200)"))).toEqual([])
  // A list of things to do answers nothing.
  expect(await found(rule, page('', ''))).toEqual([])
})

test('a number that is needed elsewhere cannot be chosen', async () => {
  const rule = 'copying-blocked'

  expect(await seen(rule, '<p id="x" style="user-select:none">Your ticket: HB-2291-77K</p>')).toEqual(['practice #x'])
  expect(
    await seen(rule, '<div style="user-select:none"><p>Write to <span id="x">herons@example.org</span></p></div>'),
  ).toEqual(['practice #x'])
  expect(await seen(rule, '<p>Your ticket: HB-2291-77K</p>')).toEqual([])
  expect(await seen(rule, '<button style="user-select:none">Room 1204-1206</button>')).toEqual([])
  expect(await seen(rule, '<p style="user-select:none">In 2024 there were 12 herons.</p>')).toEqual([])
})

test('the knob of a slider is hardly seen', async () => {
  const slider = (knob: string, track = '#eee') =>
    `<style>input{appearance:none;background:transparent}input::-webkit-slider-runnable-track{height:8px;background:${track}}input::-webkit-slider-thumb{appearance:none;width:24px;height:24px;${knob}}</style><label>Excess <input type="range" id="x"></label>`
  const rule = 'field-boundary-faint'

  expect(await seen(rule, slider('background:#e2e2e2'))).toEqual(['practice #x'])
  expect(await seen(rule, slider('background-color:rgb(255 255 255);border-radius:50%'))).toEqual(['practice #x'])
  expect(await seen(rule, slider('background:#246'))).toEqual([])
  expect(await seen(rule, slider('background:#fff;border:2px solid #333'))).toEqual([])
  expect(await seen(rule, slider('background:#fff', '#345'))).toEqual([])
  expect(await seen(rule, '<label>Excess <input type="range"></label>')).toEqual([])
})

test('what is right is left alone: a counter beside a region that waits, a button behind a list that brings more', async () => {
  const counter = (more: string) =>
    `<form><label>Note <textarea id="t" maxlength="80"></textarea></label><p id="x">80 left</p>${more}</form><script>
t.addEventListener('input', () => { x.textContent = (80 - t.value.length) + ' left' })</script>`
  const list = (tag: string) =>
    `<${tag} id="l"><li>Canoe with three seats</li><li>Dinghy with a red sail</li></${tag}><button id="x" aria-expanded="false" aria-controls="l">More boats</button>`

  expect(await found('status-not-announced', counter(''))).toEqual(['practice #x'])
  expect(await found('status-not-announced', counter('<p role="status"></p>'))).toEqual([])
  expect(await seen('state-told-wrong', list('ul'))).toEqual([])
  expect(await seen('state-told-wrong', list('section'))).toEqual(['practice #x'])
})
