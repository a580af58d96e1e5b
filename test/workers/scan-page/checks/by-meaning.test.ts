/** Failures that are known by what they mean on the page, in whatever way they are written: each with what is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const words =
  'All about garden tools, how they are kept sharp, where they are stored over the winter and who repairs them. '

test('cells and figures whose colour alone says how it stands need a word, a sign or a scale', async () => {
  const grid = (cells: readonly string[]) =>
    `<table><tr><th>Day</th><th>9</th><th>10</th></tr>${[0, 2, 4].map((at) => `<tr><th>${at}</th>${cells.slice(at, at + 2).join('')}</tr>`).join('')}</table>`
  const cell = (isFree: boolean, text = '', id = '') =>
    `<td ${id} style="background:${isFree ? '#d4edda' : '#f8d7da'}">${text}</td>`
  const figure = (isIn: boolean, text: string, id = '') =>
    `<tr><td>Spade</td><td ${id} style="color:${isIn ? '#14602c' : '#a01818'}">${text}</td></tr>`
  const x = 'id="x"'
  const broken = await lab.seeEach('state-by-color-alone', [
    grid([cell(true, '', x), cell(false), cell(false), cell(true), cell(true), cell(false)]),
    grid([cell(true, '4', x), cell(false, '5'), cell(false, '3'), cell(true, '9'), cell(true, '1'), cell(false, '7')]),
    `<table>${figure(true, '€12', x)}${figure(false, '€40')}${figure(false, '€3')}${figure(true, '€25')}</table>`,
  ])
  const right = await lab.seeEach('state-by-color-alone', [
    grid([
      cell(true, 'free'),
      cell(false, 'taken'),
      cell(false, 'taken'),
      cell(true, 'free'),
      cell(true, 'free'),
      cell(false, 'taken'),
    ]),
    // A scale, and stripes of columns.
    grid([cell(true, '1'), cell(false, '8'), cell(false, '9'), cell(true, '2'), cell(true, '3'), cell(false, '7')]),
    grid([cell(true, '4'), cell(false, '5'), cell(true, '3'), cell(false, '9'), cell(true, '7'), cell(false, '1')]),
    `<table>${figure(true, '+€12')}${figure(false, '−€40')}${figure(false, '−€3')}${figure(true, '+€25')}</table>`,
  ])

  expect(broken).toEqual([['review #x'], ['review #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('a key that goes by colour needs names, dashes or figures beside the drawing', async () => {
  const swatch = (color: string) =>
    `<span style="display:inline-block;width:12px;height:12px;background:${color}"></span>`
  const key = `<ul><li>${swatch('#c01818')} Rakes</li><li>${swatch('#18801c')} Spades</li></ul>`
  const svg = (second: string, more = '') =>
    `<svg id="x" role="img" aria-label="Sales" width="300" height="120"><polyline fill="none" stroke="#c01818" points="0,110 300,20"/><polyline fill="none" stroke="#18801c" ${second} points="0,30 300,100"/>${more}</svg>`
  const broken = await lab.seeEach('key-by-color', [
    `<div>${svg('')}${key}</div>`,
    `<div><canvas id="x" width="300" height="120"></canvas>${key}</div>`,
    `<div><div id="x" style="width:120px;height:120px;background:conic-gradient(#c01818 0 40%,#18801c 0)"></div>${key}</div>`,
  ])
  const right = await lab.seeEach('key-by-color', [
    `<div>${svg('stroke-dasharray="6 4"')}${key}</div>`,
    `<div>${svg('', '<text x="250" y="18">Rakes</text><text x="240" y="115">Spades</text>')}${key}</div>`,
    `<div>${svg('')}${key}<table><tr><th>Rakes</th><td>4</td></tr></table></div>`,
    `<div>${svg('')}</div><ul><li>${swatch('#123456')} Blue</li><li>${swatch('#654321')} Brown</li></ul>`,
    key,
  ])

  expect(broken).toEqual([['practice #x'], ['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('drawings without a name that fill cells say by themselves what they say', async () => {
  const yes = '<svg width="14" height="14"><path d="M1 7l4 5 8-10"/></svg>'
  const no = '<svg width="14" height="14"><path d="M1 1l12 12M13 1L1 13"/></svg>'
  const rows = (cells: readonly string[]) =>
    `<table>${cells.map((each, at) => `<tr><th>Tool ${at}</th><td${at === 0 ? ' id="x"' : ''}>${each}</td></tr>`).join('')}</table>`

  expect(await lab.seeEach('sign-for-word', [rows([yes, no, yes])])).toEqual([['practice #x']])
  expect(
    (
      await lab.seeEach('sign-for-word', [
        rows([`${yes} Yes`, `${no} No`, `${yes} Yes`]),
        rows([yes, yes, yes]),
        rows(
          [yes.replace('<svg', '<svg role="img" aria-label="Yes"'), no, yes].map((each) => `${each}<span>ok</span>`),
        ),
      ])
    ).flat(),
  ).toEqual([])
})

test('lines that begin with the same small drawing are a list; drawings of their own are not', async () => {
  const line = (drawing: string, text: string, id = '') =>
    `<div ${id}><svg aria-hidden="true" width="12" height="12">${drawing}</svg> <span>${text}</span></div>`
  const dot = '<circle cx="6" cy="6" r="5"/>'
  const box = (lines: string) => `<div>${lines}</div>`

  expect(
    await lab.seeEach('list-by-looks', [
      box(line(dot, 'Ground by hand', 'id="x"') + line(dot, 'Mended for life') + line(dot, 'Sent by bicycle')),
    ]),
  ).toEqual([['practice #x']])
  expect(
    (
      await lab.seeEach('list-by-looks', [
        box(
          line(dot, 'Ground by hand') +
            line('<path d="M1 1h9"/>', 'Mended for life') +
            line('<path d="M1 9h9"/>', 'Sent'),
        ),
        `<ul>${['One tool', 'Two tools', 'Three tools'].map((each) => `<li>${line(dot, each)}</li>`).join('')}</ul>`,
      ])
    ).flat(),
  ).toEqual([])
})

test('bold words that open paragraphs again and again are titles', async () => {
  const part = (title: string) => `<p><b>${title}</b><br>${words}</p>`

  expect(await lab.seeEach('heading-by-looks', [`<p>${words}</p>${part('Spades')}`])).toMatchObject([
    ['review body > p:nth-of-type(2)'],
  ])
  expect((await lab.seeEach('heading-by-looks', [`<p>${words}</p>${part('Spades')}${part('Rakes')}`])).flat()).toEqual([
    'practice body > p:nth-of-type(2)',
    'practice body > p:nth-of-type(3)',
  ])
})

test('what is to be done when something sounds goes by the ear alone, and what is written into a green box by the eye', async () => {
  const broken = await lab.seeEach('instruction-by-looks', [
    '<p id="x">When you hear the beep, enter the amount.</p>',
    '<p id="x">Sprechen Sie nach dem Signalton Ihren Namen.</p>',
    '<p id="x">Escriba su número en el cuadro verde de la derecha.</p>',
  ])
  const right = await lab.seeEach('instruction-by-looks', [
    '<p>When “Ready” is shown, enter the amount.</p>',
    '<p>After the bell the children went home to their parents.</p>',
    '<p>Escriba su número en el campo «Número de tarjeta».</p>',
  ])

  expect(broken).toEqual([['review #x'], ['review #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('alternatives that say that they adorn, or stand for a line, are none', async () => {
  const image = (alt: string, width: number, height: number) =>
    `<img id="x" alt="${alt}" width="${width}" height="${height}" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`

  expect(
    await lab.seeEach('alt-uninformative', [
      image('Decorative wave between two parts', 400, 90),
      image('Vague bleue', 400, 8),
      image('Dekorative Linie', 200, 90),
    ]),
  ).toEqual([['practice #x'], ['review #x'], ['practice #x']])
  expect(
    (
      await lab.seeEach('alt-uninformative', [
        image('A decorated tree in the market square', 200, 150),
        `<a href="/next">${image('Next part', 400, 8)}</a>`,
      ])
    ).flat(),
  ).toEqual([])
})

test('a small picture that is called an icon adds nothing to words beside it', async () => {
  const link = (alt: string, more: string) =>
    `<p><a href="/call"><img id="x" alt="${alt}" width="24" height="24" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">${more}</a></p>`

  expect(await lab.seeEach('alt-uninformative', [link('Phone icon', ' Call us')])).toEqual([['practice #x']])
  expect((await lab.seeEach('alt-uninformative', [link('', ' Call us'), link('Phone', '')])).flat()).toEqual([])
})

test('the alternative of a chart says what is to be read from it, or a text beside it does', async () => {
  const chart = (alt: string, beside = '') =>
    `<figure><img id="x" alt="${alt}" width="300" height="160" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">${beside}</figure>`

  expect(
    await lab.seeEach('alt-without-data', [chart('Diagram of how the money flows'), chart('Graphique des ventes')]),
  ).toEqual([['review #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('alt-without-data', [
        chart('Diagram: two thirds of the money come from the parish, one third from visitors'),
        chart('Chart of sales', '<figcaption>From 12 in March to 40 in May.</figcaption>'),
        chart('The Graph and the Chart, an inn in Leeds'),
      ])
    ).flat(),
  ).toEqual([])
})

test('an alternative of the words and figures of its file is the name of a file', async () => {
  const image = (alt: string, file: string) => `<img id="x" alt="${alt}" src="/${file}" width="90" height="60">`

  expect(await lab.seeEach('alt-file-name', [image('garden-rake-1200x800', 'garden-rake.jpg')])).toEqual([
    ['violation #x'],
  ])
  expect(
    (
      await lab.seeEach('alt-file-name', [image('T-shirt', 't-shirt.jpg'), image('Garden rake', 'garden-rake-2.jpg')])
    ).flat(),
  ).toEqual([])
})

test('a title is held to what the page speaks of, without the name of the site', async () => {
  const page = (title: string) =>
    `<html lang="en"><head><title>${title}</title></head><body><header><a href="/">Garden Tools Ltd</a></header><main><h1>How to sharpen a spade</h1><p>${words.repeat(2)}</p></main>`
  const of = async (title: string) => (await lab.check(page(title))).of('title-not-descriptive')

  expect(await of('Log in | Garden Tools Ltd')).toEqual(['review head > title'])
  expect(await of('page_tools_v2')).toEqual(['violation head > title'])
  expect(await of('Sharpening spades – Garden Tools Ltd')).toEqual([])
  expect(await of('Tools for the garden')).toEqual([])
})

test('a title that the address of its page repeats is about the page', async () => {
  const of = async (address: string) =>
    (
      await lab.check(
        `<html lang="en"><head><title>Register - Shears</title></head><body><main><h1>Create an account</h1><p>We ask for your name, for where you live and for nothing else.</p></main><script>history.replaceState(null, '', '${address}')</script>`,
      )
    ).of('title-not-descriptive')

  expect(await of('/login.html')).toEqual(['review head > title'])
  expect(await of('/users/register.html')).toEqual([])
})

test('a line in another language is told of by its small words, a name is not', async () => {
  const of = async (html: string) =>
    (
      await lab.check(
        `<html lang="da"><head><title>Haven</title></head><body><main><h1>Haven er åben hele året</h1><p>Vi har åbent hver dag, og du er altid velkommen til at kigge ind hos os, når du går forbi.</p>${html}</main>`,
      )
    ).of('part-without-language')

  expect(
    await of('<ul><li><a id="x" href="/de">Informationen für alle, die neu sind und Hilfe suchen</a></li></ul>'),
  ).toEqual(['practice #x'])
  expect(
    await of('<ul><li><a lang="de" href="/de">Informationen für alle, die neu sind und Hilfe suchen</a></li></ul>'),
  ).toEqual([])
  expect(await of('<ul><li><a href="/m">Museo Nacional de las Artes de los Andes</a></li></ul>')).toEqual([])
  expect(await of('<ul><li>Universitätsbibliothek der Humboldt-Universität zu Berlin</li></ul>')).toEqual([])
})

test('a script that the page links is read like one that stands in it', async () => {
  const page = (script: string) =>
    `<body><main><h1>Tools</h1><p>${words}</p></main><script src="${lab.serve(script)}"></script>`
  const of = async (script: string, rule: string) => (await lab.check(page(script))).of(rule)

  expect(await of('setInterval(() => window.location.reload(), 60000)', 'time-limit-by-script')).toEqual([
    'practice body',
  ])
  expect(
    await of(
      "let t; function wait() { clearTimeout(t); t = setTimeout(() => { location.href = '/out' }, 180000) } addEventListener('keydown', wait); wait()",
      'time-limit-by-script',
    ),
  ).toEqual(['review body'])
  expect(
    await of(
      "addEventListener('submit', () => { setTimeout(() => { location.href = '/thanks' }, 3000) })",
      'time-limit-by-script',
    ),
  ).toEqual([])
  expect(
    await of(
      "function done() { setTimeout(() => { location.href = '/thanks' }, 3000) } addEventListener('submit', done)",
      'time-limit-by-script',
    ),
  ).toEqual([])
})

test('a box to tick that is drawn otherwise shows its focus on what is drawn', async () => {
  const page = (style: string) =>
    `<body><style>input{position:absolute;opacity:0;width:1px;height:1px}.k{display:inline-block;width:36px;height:18px;background:#567}${style}</style><label><input id="x" type="checkbox"><span class="k"></span> Mails</label>`

  expect((await lab.check(page(''))).of('focus-not-visible')).toEqual(['violation #x'])
  expect((await lab.check(page('input:focus-visible + .k{outline:3px solid #b45}'))).of('focus-not-visible')).toEqual(
    [],
  )
})

test('what one way of holding the device takes away is told of', async () => {
  const page = (style: string) =>
    `<style>${style}</style><main id="x"><p>${words}</p><p>${words}</p></main><p class="small">Turn it.</p>`

  expect(
    (await lab.seeEach('orientation-asked-for', [page('@media (orientation:portrait){main{display:none}}')])).flat(),
  ).toEqual(['review body'])
  expect(
    (await lab.seeEach('orientation-asked-for', [page('@media (orientation:portrait){.small{display:none}}')])).flat(),
  ).toEqual([])
})

test('a painting that never rests is told of, one that is done is not', async () => {
  const page = (again: string) =>
    `<body><p>${words}</p><canvas id="x" width="200" height="100"></canvas><script>
    const c = x.getContext('2d'); let t = 0
    function go() { c.clearRect(0, 0, 200, 100); c.fillRect((t += 3) % 200, 20, 40, 40); ${again} } go()</script>`

  expect((await lab.check(page('requestAnimationFrame(go)'))).of('painting-moves')).toEqual(['review #x'])
  expect((await lab.check(page(''))).of('painting-moves')).toEqual([])
})

test('parts that take turns by themselves are told of, unless they can be held', async () => {
  const page = (beside = '', timer = 'setInterval') =>
    `<body><section id="s"><div>The shears are cheaper now.</div><div hidden>The spade is new.</div></section>${beside}<script>
    let at = 0; ${timer}(() => { s.children[at].hidden = true; at = 1 - at; s.children[at].hidden = false }, 1300)</script>`
  const tiersOf = async (html: string) =>
    (await lab.check(html)).of('text-changes-by-itself').map((each) => each.split(' ')[0])

  expect(await tiersOf(page())).toEqual(['practice'])
  expect(await tiersOf(page('', 'setTimeout'))).toEqual([])
  expect((await lab.check(page('<button>Pause</button>'))).of('text-changes-by-itself')).toEqual([])
})

test('words that type and delete themselves, or take turns, are told of; what is typed once or has come is not', async () => {
  const of = async (script: string) =>
    (await lab.check(`<body><h2>Tools for <span id="x">gardens</span></h2><script>${script}</script>`)).of(
      'text-changes-by-itself',
    )
  const typing = (end: string) =>
    `const words = ['gardens', 'orchards']; let at = 0, letters = 7, step = -1; const timer = setInterval(() => { letters += step; if (letters === 0) { at = (at + 1) % 2; step = 1 } if (letters >= words[at].length) { step = -1; ${end} } x.textContent = words[at].slice(0, letters) }, 60)`

  expect(await of(typing(''))).toEqual(['practice #x'])
  expect(
    await of(
      `const words = ['orchards', 'meadows', 'gardens']; let at = 0; setInterval(() => { x.textContent = words[at++ % 3] }, 1100)`,
    ),
  ).toEqual(['practice #x'])
  expect(
    await of(
      `let at = 0; const timer = setInterval(() => { x.textContent = 'for all gardens'.slice(0, ++at); if (at > 14) clearInterval(timer) }, 60)`,
    ),
  ).toEqual([])
  expect(await of(`setTimeout(() => { x.textContent = 'orchards' }, 900)`)).toEqual([])
})

test('slides that turn slowly are known by the program that turns them, unless a press began it', async () => {
  const slides = ['The shears are cheaper now.', 'The spade is new.', 'Rakes are back again.']
    .map((text, at) => `<div class="slide"${at > 0 ? ' hidden' : ''}>${text}</div>`)
    .join('')
  const of = async (script: string) =>
    (
      await lab.check(
        `<body><section id="s">${slides}</section><button id="b">Show them all in turn</button><script>
        let at = 0; const next = () => { s.children[at].hidden = true; at = (at + 1) % 3; s.children[at].hidden = false }
        ${script}</script>`,
      )
    ).of('text-changes-by-itself')

  // The program makes it likely, the time that passes shows it.
  expect(await of('setInterval(next, 9000)')).toEqual(['review #s', 'practice #s'])
  expect(await of("b.addEventListener('click', () => { setInterval(next, 9000) })")).toEqual([])
})

test('what is counted while somebody writes is announced', async () => {
  const page = (role: string) =>
    `<body><label>Filter the tools <input id="f"></label><p id="x" ${role}>2 tools</p><ul><li>Spade</li><li>Rake</li></ul><script>
    f.addEventListener('input', () => { let n = 0; for (const li of document.querySelectorAll('li')) { li.hidden = !li.textContent.includes(f.value); n += li.hidden ? 0 : 1 } x.textContent = n + ' tools' })</script>`

  expect((await lab.check(page(''))).of('status-not-announced')).toEqual(['review #x'])
  expect((await lab.check(page('role="status"'))).of('status-not-announced')).toEqual([])
})

test('words in a drawing that blink without end are told of, however small it is', async () => {
  const sign = (animation: string) =>
    `<svg id="x" role="img" aria-label="On air" width="90" height="30"><text y="20">ON AIR${animation}</text></svg>`
  const blink = '<animate attributeName="opacity" values="1;0;1" dur="1s" repeatCount="indefinite"/>'

  expect(
    await lab.seeEach('drawing-endless', [
      sign(blink),
      sign(''),
      `${sign(blink)}<button>Pause</button>`,
      sign(blink.replace('indefinite', '3')),
    ]),
  ).toEqual([['practice #x'], [], [], []])
})

test('a drawing that a press changes is called by what it shows then', async () => {
  const page = (more: string) =>
    `<body><svg id="x" role="img" aria-label="Rakes in 2023: 120 sold" width="240" height="120"><rect id="bar" x="9" y="9" width="60" height="90"/></svg><button>Show 2024</button><script>
    document.querySelector('button').onclick = () => { bar.setAttribute('height', '40'); ${more} }</script>`

  expect((await lab.check(page(''))).of('alt-not-updated')).toEqual(['practice #x'])
  // A name that tells of years alone may hold of both.
  expect((await lab.check(page('').replace('120 sold', '2024 beside'))).of('alt-not-updated')).toEqual(['review #x'])
  expect(
    (await lab.check(page("x.setAttribute('aria-label', 'Rakes in 2024: 40 sold')"))).of('alt-not-updated'),
  ).toEqual([])
})

test('paragraphs of one make that are as large as titles are titles', async () => {
  const part = (title: string) => `<p style="font-size:1.6rem" class="large">${title}</p><p>${words}</p>`

  expect((await lab.seeEach('heading-by-looks', [`<p>${words}</p>${part('Spades')}`])).flat()).toHaveLength(1)
  expect(
    (await lab.seeEach('heading-by-looks', [`<p>${words}</p>${part('Spades')}${part('Rakes')}`]))
      .flat()
      .every((each) => each.startsWith('practice')),
  ).toBe(true)
})

test('signs beside figures are explained', async () => {
  const times = (signs: readonly string[]) =>
    `<table>${['6:12', '8:40', '12:05'].map((time, at) => `<tr><td${at === 0 ? ' id="x"' : ''}>${time}${signs[at]}</td></tr>`).join('')}</table>`

  expect(await lab.seeEach('sign-for-word', [times(['⚒', '◆', ''])])).toEqual([['review #x']])
  expect(
    (
      await lab.seeEach('sign-for-word', [
        `${times(['⚒', '◆', ''])}<p>⚒ on working days, ◆ on Saturdays</p>`,
        times([', on Saturdays', ', daily', '']),
        times(['★', '', '']),
      ])
    ).flat(),
  ).toEqual([])
})

test('a message that a field names by an id that is not there is not tied to it', async () => {
  const page = (id: string) =>
    `<form><label for="n">Number</label><input id="n" aria-invalid="true" aria-describedby="${id}"><p class="error" id="x">Enter a number of nine figures.</p></form>`

  expect(await lab.seeEach('error-not-tied-to-field', [page('n-error'), page('x')])).toEqual([['practice #x'], []])
})

test('what is pressed says what it is, in a table too, and is reached by keys, on a painting too', async () => {
  const head = (inside: string, more: string) =>
    `<body><table><tr><th scope="col" ${more}>${inside}</th></tr><tr><td>Rake</td></tr></table><script>
    const x = document.getElementById('x'); x.addEventListener('click', () => { document.title = 'sorted' }); x.addEventListener('keydown', (e) => { if (e.key === 'Enter') x.click() })</script>`
  const painting = (beside: string) =>
    `<body><div><canvas id="x" width="200" height="90"></canvas>${beside}</div><script>
    x.getContext('2d').fillRect(9, 9, 40, 40); x.addEventListener('click', () => { document.title = 'taken' })</script>`

  expect((await lab.check(head('Tool', 'id="x" tabindex="0"'))).of('control-without-role')).toEqual(['violation #x'])
  expect((await lab.check(head('<button id="x">Tool</button>', ''))).of('control-without-role')).toEqual([])
  expect(
    (await lab.check(head('1', 'id="x" tabindex="0"').replace('<table', '<table role="grid"'))).of(
      'control-without-role',
    ),
  ).toEqual([])
  expect((await lab.check(painting(''))).of('mouse-only-control')).toEqual(['practice #x'])
  expect((await lab.check(painting('<button>Seat 1</button>'))).of('mouse-only-control')).toEqual([])
})

test('two fingers, a knob that is dragged, and one kind of pointer are not the only way', async () => {
  const pinched = (beside: string) =>
    `<body><div><img id="x" alt="A plan of the garden" src="/a.png" width="200" height="100">${beside}</div><script>
    x.addEventListener('touchmove', (e) => { if (e.touches.length !== 2) return; x.style.width = '400px' })</script>`
  const knob = (beside: string, script = '') =>
    `<body><div id="rail"><div id="x" role="slider" tabindex="0" aria-label="Share" aria-valuenow="5" style="width:40px;height:40px;background:#333"></div></div>${beside}<script>
    x.addEventListener('pointerdown', () => {}); x.addEventListener('pointermove', () => { x.ariaValueNow = '9' }); x.addEventListener('keydown', () => { x.ariaValueNow = '6' });${script}</script>`
  const counter = (guard: string) =>
    `<body><button id="x">One more</button><script>x.addEventListener('click', (e) => { ${guard} document.title += '1' })</script>`

  expect((await lab.check(pinched(''))).of('gesture-alone')).toEqual(['practice #x'])
  expect((await lab.check(pinched('<button>Larger plan</button>'))).of('gesture-alone')).toEqual([])
  expect((await lab.check(knob(''))).of('gesture-alone')).toEqual(['practice #x'])
  expect((await lab.check(knob('', "rail.addEventListener('pointerdown', () => {})"))).of('gesture-alone')).toEqual([])
  expect((await lab.check(counter("if (e.pointerType === 'touch') return;"))).of('touch-alone')).toEqual([
    'practice #x',
  ])
  expect((await lab.check(counter(''))).of('touch-alone')).toEqual([])
})

test('a table whose every cell is a card arranges the page, whatever its headers say', async () => {
  const card = (name: string) => `<td><h3>${name}</h3><p>${words}</p><a href="/${name}">Read about it</a></td>`

  expect(
    await lab.seeEach('table-for-layout', [
      `<table id="x"><caption>Our tools</caption><tr><th scope="col">Left</th><th scope="col">Right</th></tr><tr>${card('Rakes')}${card('Spades')}</tr></table>`,
      `<table><caption>Our tools</caption><tr><th scope="col">Tool</th><th scope="col">Price</th></tr><tr>${card('Rakes')}<td>12</td></tr></table>`,
    ]),
  ).toEqual([['review #x'], []])
})
