/** Failures committed in further ways, each by the technique that describes it, with what is alike and right. */
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

const picture = (alt: string) => `<img id="x" src="/a.png" alt="${alt}" width="160" height="120">`

test('an alternative that only says picture is known in other languages, and one that a telephone wrote', async () => {
  const broken = [
    'Bild',
    'Foto',
    'Leerraum',
    '画像',
    'Screenshot 2024-03-01 at 10.14.22',
    'WhatsApp Image 2023-11-02',
    'IMG_20230714_1830',
  ]
  const right = ['Foto: Anna Weber at her bench', 'Screenshot of the order form', 'Bildhauer bei der Arbeit']

  expect((await lab.seeEach('alt-uninformative', broken.map(picture))).flat()).toEqual(broken.map(() => 'violation #x'))
  expect((await lab.seeEach('alt-uninformative', right.map(picture))).flat()).toEqual([])
  expect(await lab.seeEach('alt-uninformative', [picture('banner2')])).toEqual([['practice #x']])
})

test('pictures in the ground that are the entries of a list or the values of a table are sure', async () => {
  const ground = (id: string, file: string) =>
    `<span id="${id}" style="display:block;width:90px;height:40px;background:url(/${file}.png)"></span>`
  const list = (first: string, second: string) =>
    `<ul><li>${ground('x', first)}</li><li>${ground('y', second)}</li></ul>`

  expect(await lab.seeEach('background-picture-alone', [list('logo-rake', 'logo-hoe')])).toEqual([
    ['practice #x', 'practice #y'],
  ])
  // One picture over and over adorns.
  expect((await lab.seeEach('background-picture-alone', [list('leaf', 'leaf')])).flat()).toEqual([])
})

test('signs for yes and no fill a table; a key tells what they mean', async () => {
  const table = (key = '') =>
    `<table><tr><th>Tool</th><th>Loan</th></tr><tr><th>Rake</th><td id="x">●</td></tr><tr><th>Hoe</th><td>○</td></tr><tr><th>Saw</th><td>●</td></tr></table>${key}`
  const rates = (up: string, down: string) => `<ul><li id="x">Rakes 12 ${up}</li><li>Hoes 9 ${down}</li></ul>`

  expect(await lab.seeEach('sign-for-word', [table()])).toEqual([['practice #x']])
  expect(await lab.seeEach('sign-for-word', [table('<p>● for loan, ○ for sale</p>')])).toEqual([[]])
  expect(await lab.seeEach('sign-for-word', [rates('▲', '▼')])).toEqual([['review #x']])
  expect(await lab.seeEach('sign-for-word', [rates('(+3) ▲', '(-2) ▼'), rates('▲', '▲'), rates('up', 'down')])).toEqual(
    [[], [], []],
  )
})

test('texts that begin with first, then and at last have an order in any language', async () => {
  const grid = (first: string, second: string, third: string) =>
    `<div id="x" style="display:grid"><p style="grid-row:3">${third}</p><p style="grid-row:1">${first}</p><p style="grid-row:2">${second}</p></div>`
  const broken = await lab.seeEach('order-by-style', [
    grid('Zuerst das Holz abwischen.', 'Danach schleifen.', 'Zum Schluss ölen.'),
    grid('Tout d’abord, lavez-le.', 'Ensuite, séchez-le.', 'Pour finir, huilez-le.'),
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x']])
})

test('a quotation with who said it behind it is one', async () => {
  const said = (text: string) => `<p>${words}</p><p id="x" style="font-style:italic;margin-left:3rem">${text}</p>`
  const text = '“A spade that is dried after each use outlives the one who bought it.”'

  expect(await lab.seeEach('quotation-by-looks', [said(`${text} — Jane Hill, smith`), said(text)])).toEqual([
    ['practice #x'],
    ['review #x'],
  ])
})

test('bold capitals of one make are titles of parts', async () => {
  const part = (id: string, name: string) =>
    `<p class="kicker" id="${id}" style="text-transform:uppercase;font-weight:700">${name}</p><p>${words}</p>`

  expect(
    await lab.seeEach('heading-by-looks', [`<p>${words}</p>${part('x', 'Sharp spades')}${part('y', 'Clean rakes')}`]),
  ).toEqual([['practice #x', 'practice #y']])
})

test('a button or a form that opens a window without a word is told of', async () => {
  const page = (name: string) =>
    `<body><button id="x" type="button" onclick="window.open('/catalogue')">${name}</button>`
  const form = (target: string, name = 'Look for it') =>
    `<form action="/find" target="${target}"><label>Tool <input name="q"></label><button id="x">${name}</button></form>`

  expect((await lab.check(page('Our catalogue'))).of('link-new-window')).toEqual(['review #x'])
  expect((await lab.check(page('Our catalogue (new window)'))).of('link-new-window')).toEqual([])
  expect(
    await lab.seeEach('link-new-window', [form('_blank'), form('_self'), form('_blank', 'Look for it in a new tab')]),
  ).toEqual([['practice #x'], [], []])
})

test('parts of a row that a script puts first in turn change by themselves; one that is sorted once does not', async () => {
  const page = (script: string) =>
    `<body><div style="height:1.5em;overflow:hidden"><div id="x"><p>Rakes are cheap today</p><p>We close at noon</p><p>New saws have come</p></div></div><script>${script}</script>`

  expect(
    (await lab.check(page('setInterval(() => x.append(x.firstElementChild), 700)'))).of('text-changes-by-itself'),
  ).toEqual(['practice #x'])
  expect(
    (await lab.check(page('setTimeout(() => x.append(x.firstElementChild), 700)'))).of('text-changes-by-itself'),
  ).toEqual([])
})

test('a picture that a style moves for ever is told of; a sign of waiting and one that comes to rest are not', async () => {
  const page = (animation: string, more = '', box = '<div class="m" id="x"></div>') =>
    `<body><style>@keyframes pan{to{background-position:600px 0}}@keyframes turn{to{transform:rotate(1turn)}}.m{width:300px;height:120px;background:url(/hills.png);animation:${animation}}</style>${box}${more}<p>${words}</p>`

  expect((await lab.check(page('pan 8s linear infinite'))).of('drawing-endless')).toEqual(['practice #x'])
  expect(
    (await lab.check(page('turn 4s linear infinite', '', '<img class="m" id="x" src="/a.png" alt="">'))).of(
      'drawing-endless',
    ),
  ).toEqual(['review #x'])
  expect((await lab.check(page('pan 3s linear 1'))).of('drawing-endless')).toEqual([])
  expect((await lab.check(page('pan 8s linear infinite', '<button>Pause</button>'))).of('drawing-endless')).toEqual([])
  expect(
    (await lab.check(page('turn 1s linear infinite', '', '<div role="status"><div class="m"></div>Loading</div>'))).of(
      'drawing-endless',
    ),
  ).toEqual([])
})

test('a field that hands the focus on when it is full is told of, unless the page says so before', async () => {
  const page = (before: string) =>
    `<body><form>${before}<label>First part <input id="x" maxlength="2"></label><label>Second part <input id="y" maxlength="2"></label></form><script>x.addEventListener('input', () => { if (x.value.length === 2) y.focus() })</script>`

  expect((await lab.check(page(''))).of('change-of-context-on-input')).toEqual(['review #x'])
  expect(
    (await lab.check(page('<p>You will be taken to the next field automatically.</p>'))).of(
      'change-of-context-on-input',
    ),
  ).toEqual([])
})

test('a link that says to read more here says no more than one that says to read more', async () => {
  const broken = ['Read more here', 'Learn more here']

  for (const name of broken)
    expect(await lab.seeEach('link-text-generic', [`<div><a id="x" href="/saws">${name}</a></div>`])).toEqual([
      ['violation #x'],
    ])
  expect(
    (await lab.seeEach('link-text-generic', ['<div><a href="/saws">Saws are kept here</a></div>'])).flat(),
  ).toEqual([])
})

test('the focus may not be taken away shortly after, either', async () => {
  const page = (script: string) => `<body><a id="x" href="/saws">Saws</a><script>${script}</script>`

  expect(
    (await lab.check(page(`x.addEventListener('focus', () => setTimeout(() => x.blur(), 400))`))).of(
      'focus-removed-by-script',
    ),
  ).toEqual(['violation #x'])
  expect(
    (await lab.check(page(`x.addEventListener('focus', () => setTimeout(() => x.classList.add('seen'), 400))`))).of(
      'focus-removed-by-script',
    ),
  ).toEqual([])
})

test('a ring of focus in the colour of the ground is none', async () => {
  const page = (color: string) =>
    `<body style="background:#fff"><style>#x:focus{outline:none;box-shadow:0 0 0 3px ${color}}</style><button id="x">Saws</button>`

  expect((await lab.check(page('#fff'))).of('focus-not-visible')).toEqual(['violation #x'])
  expect((await lab.check(page('#b45309'))).of('focus-not-visible')).toEqual([])
})

test('a description that says which picture it is, or is a picture, describes nothing', async () => {
  const chart = (text: string) =>
    `<img id="x" src="/sales.png" alt="Graph of what was sold" aria-describedby="d"><p id="d">${text}</p>`
  const long = (address: string) => `<img id="x" src="/sales.png" alt="Graph of what was sold" longdesc="${address}">`

  expect(
    await lab.seeEach('description-redundant', [chart('Figure 3'), chart('Rys. 2'), long('/sales.png'), long('#')]),
  ).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['practice #x']])
  expect(
    (await lab.seeEach('description-redundant', [chart('From 12 rakes to 30'), long('/sales.html')])).flat(),
  ).toEqual([])
})

test('a table that only arranges pictures or fields has no caption, summary or header cells', async () => {
  const shot = (name: string) => `<svg role="img" aria-label="${name}" width="120" height="90"></svg>`
  const pictures = (cell: string, more = '') =>
    `<table id="x">${more}<tr><${cell}>${shot('Rake')}</${cell}><${cell}>${shot('Hoe')}</${cell}></tr><tr><${cell}>${shot('Saw')}</${cell}><${cell}>${shot('Axe')}</${cell}></tr></table>`
  const fields = (attribute: string) =>
    `<table id="x" ${attribute}><tr><td><label for="a">Name</label></td><td><input id="a"></td></tr><tr><td><label for="b">Town</label></td><td><input id="b"></td></tr></table>`
  const right = [
    `<table><caption>Tools for loan</caption><tr><th>Tool</th><th>Picture</th></tr><tr><td>Rake</td><td>${shot('Rake')}</td></tr></table>`,
    `<table><tr><th>Tool</th><th>How many</th></tr><tr><td><label for="a">Rakes</label></td><td><input id="a"></td></tr><tr><td><label for="b">Hoes</label></td><td><input id="b"></td></tr></table>`,
  ]

  expect(
    await lab.seeEach('table-for-layout', [
      pictures('th'),
      pictures('td', '<caption>Our tools</caption>'),
      fields('summary="Form"'),
    ]),
  ).toEqual([['practice #x'], ['practice #x'], ['practice #x']])
  expect((await lab.seeEach('table-for-layout', right)).flat()).toEqual([])
})

test('names in one row of a layout table and what is said of them in the next are read apart', async () => {
  const table = (first: string, second: string) =>
    `<table id="x" role="presentation"><tr><td>${first}</td><td>${second}</td></tr><tr><td>It gathers the leaves of autumn.</td><td>It loosens the ground in spring.</td></tr></table>`

  expect(
    await lab.seeEach('table-read-across', [
      table('<b>Rake</b>', '<b>Hoe</b>'),
      table('<h3>Rake</h3>', '<h3>Hoe</h3>'),
      table('<img src="/a.png" alt="A rake">', '<img src="/b.png" alt="A hoe">'),
    ]),
  ).toEqual([['practice #x'], ['practice #x'], ['practice #x']])
  expect(
    (
      await lab.seeEach('table-read-across', [table('Read about the rake in autumn.', 'Read about the hoe in spring.')])
    ).flat(),
  ).toEqual([])
})

test('what a script makes the page say under the mouse alone is told of', async () => {
  const page = (types: string) =>
    `<body><p><span id="x">Front of the rake</span></p><p id="y">Point at a view.</p><script>for (const type of [${types}]) x.addEventListener(type, () => { y.textContent = 'Twelve teeth of steel, riveted.' })</script>`

  expect((await lab.check(page("'pointerenter'"))).of('hover-only-content')).toEqual(['review #x'])
  expect((await lab.check(page("'pointerenter', 'click', 'keydown'"))).of('hover-only-content')).toEqual([])
})

test('bars, lines and meters that are hardly seen are told of, unless their figures stand beside them', async () => {
  const bars = (color: string, more = '') =>
    `<svg id="x" role="img" aria-label="Rakes sold by year" width="260" height="160">${[80, 100, 120]
      .map(
        (height, at) => `<rect x="${20 + at * 80}" y="${150 - height}" width="50" height="${height}" fill="${color}"/>`,
      )
      .join('')}${more}</svg>`
  const line = (color: string) =>
    `<svg id="x" role="img" aria-label="Rakes sold by year" width="260" height="160"><polyline points="10,100 60,80 110,85 160,50" fill="none" stroke="${color}"/></svg>`
  const meter = (color: string) =>
    `<div id="x" role="progressbar" aria-label="Sold" style="width:300px;height:12px;background:#eee"><div style="width:60%;height:12px;background:${color}"></div></div>`
  const figures = [12, 15, 18].map((sold) => `<text x="30" y="20">${sold}</text>`).join('')

  expect(
    await lab.seeEach('graphic-faint', [bars('#efe4f6'), line('#dbe4f0'), meter('#dde5ee'), bars('#a58db8')]),
  ).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('graphic-faint', [bars('#5b2a86'), bars('#efe4f6', figures), line('#1e3a8a'), meter('#15314b')])
    ).flat(),
  ).toEqual([])
})

test('what flies over the page at a press is told of where nobody is asked whether they want less movement', async () => {
  const page = (media: string, way: string) =>
    `<body><style>@keyframes fly{from{transform:${way}}to{transform:none}}${media}{#p.on{animation:fly 1.4s}}#p:not(.on){display:none}</style>
    <button id="x" type="button" aria-expanded="false">Tools</button><div id="p"><p>Rakes, hoes and saws are lent on Saturdays.</p></div>
    <script>x.addEventListener('click', () => x.setAttribute('aria-expanded', String(p.classList.toggle('on'))))</script>`

  expect((await lab.check(page('@media all', 'translateX(-100vw)'))).of('motion-on-interaction')).toEqual([
    'practice #p',
  ])
  expect((await lab.check(page('@media all', 'translateY(-8px)'))).of('motion-on-interaction')).toEqual([])
  expect(
    (await lab.check(page('@media (prefers-reduced-motion: no-preference)', 'translateX(-100vw)'))).of(
      'motion-on-interaction',
    ),
  ).toEqual([])
})

test('what moves in when the page is scrolled heeds who asked for less movement', async () => {
  const page = (
    more: string,
    act = 'new IntersectionObserver((all) => all.forEach((each) => each.target.classList.add("in"))).observe(x)',
  ) =>
    `<style>.fly{transform:translateX(-300px);transition:transform .8s}.fly.in{transform:none}${more}</style><div id="x" class="fly"><h2>Rakes</h2><p>${words}</p></div><script>${act}</script>`

  expect(await lab.seeEach('motion-on-scroll', [page('')])).toEqual([['practice #x']])
  expect(
    (
      await lab.seeEach('motion-on-scroll', [
        page('@media (prefers-reduced-motion: reduce){.fly{transition:none}}'),
        page('', 'let n = 1'),
      ])
    ).flat(),
  ).toEqual([])
})

test('a table by roles needs header cells, and the corner over a first column may be empty', async () => {
  const roles = (head: string) =>
    `<div id="x" role="table" aria-label="Tools"><div role="row"><span role="${head}">Tool</span><span role="${head}">Sold</span></div>${'<div role="row"><span role="cell">Rake</span><span role="cell">12</span></div>'.repeat(2)}</div>`
  const corner =
    '<table id="x"><tr><td></td><td><b>Low</b></td><td><b>High</b></td></tr><tr><td><b>Rake</b></td><td>few</td><td>many</td></tr><tr><td><b>Hoe</b></td><td>some</td><td>most</td></tr></table>'

  expect(await lab.seeEach('table-headers-by-looks', [roles('cell'), roles('columnheader'), corner])).toEqual([
    ['practice #x'],
    [],
    ['practice #x'],
  ])
})

test('letters of another script are in another language; the name of a language, and what says its own, are left alone', async () => {
  expect(
    await lab.seeEach('part-in-other-script', [
      '<a id="x" href="/ur">اردو میں پڑھیں</a>',
      '<p id="x">Читайте об инструментах</p>',
    ]),
  ).toEqual([['practice #x'], ['practice #x']])
  expect(
    (
      await lab.seeEach('part-in-other-script', [
        '<a href="/ru">Русский</a>',
        '<a lang="ur" href="/ur">اردو میں پڑھیں</a>',
        '<p>The knife of Kyōto (京都) is sharp, as Ωmega and дом are.</p>',
      ])
    ).flat(),
  ).toEqual([])
})

test('which link of a navigation is the current one is told by more than its looks', async () => {
  const pages = (more: string, look = 'background:#135;color:#fff') =>
    `<style>.active{${look}}</style><nav aria-label="Pages"><a href="?1">1</a> <a id="x" class="active" href="?2"${more}>2</a> <a href="?3">3</a> <a href="?4">4</a></nav>`

  expect(await lab.seeEach('current-not-told', [pages('')])).toEqual([['practice #x']])
  expect((await lab.seeEach('current-not-told', [pages(' aria-current="page"'), pages('', '')])).flat()).toEqual([])
})

test('a button that is on or off by its colour alone says so to nobody else', async () => {
  const page = (act: string) =>
    `<body><style>.on,[aria-pressed=true]{background:#135;color:#fff}</style><button type="button" id="x" ${act.includes('aria') ? 'aria-pressed="false"' : ''}>Remember the rake</button><script>x.addEventListener('click', () => { ${act} })</script>`

  expect((await lab.check(page("x.classList.toggle('on')"))).of('state-not-told')).toEqual(['practice #x'])
  expect(
    (await lab.check(page("x.setAttribute('aria-pressed', String(x.getAttribute('aria-pressed') === 'false'))"))).of(
      'state-not-told',
    ),
  ).toEqual([])
  // What stays so has been done, and is not switched on and off.
  expect((await lab.check(page("x.classList.add('on')"))).of('state-not-told')).toEqual([])
})

test('what a press counts anew, and says shortly after, is announced', async () => {
  const page = (more: string, act: string) =>
    `<body><p ${more}>Basket: <span id="x">0 tools</span></p><button type="button" id="b">Put the rake into the basket</button><script>let n = 0; b.addEventListener('click', () => { ${act} })</script>`
  const count = "x.textContent = ++n + ' tools'"

  expect((await lab.check(page('', count))).of('status-not-announced')).toEqual(['practice #x'])
  expect((await lab.check(page('', `setTimeout(() => { ${count} }, 120)`))).of('status-not-announced')).toEqual([
    'practice #x',
  ])
  expect((await lab.check(page('role="status"', count))).of('status-not-announced')).toEqual([])
})

test('shortcuts that stand in a table of the program are tried', async () => {
  const page = (where: string) =>
    `<body><p id="x">Tools</p><input aria-label="Tool" id="y"><script>const keys = { s: () => { x.textContent = 'Saved' }, n: () => { x.textContent = 'New' } }; ${where}.addEventListener('keyup', (event) => { const act = keys[event.key]; if (act) act() })</script>`

  expect((await lab.check(page('window'))).of('character-key-shortcut')).toHaveLength(1)
  expect((await lab.check(page('y'))).of('character-key-shortcut')).toEqual([])
})

test('fields in a row that does not wrap are past the edge of a narrow window', async () => {
  const page = (wrap: string) =>
    `<body><form style="display:flex;flex-wrap:${wrap};gap:1rem"><input aria-label="Tool" style="min-width:330px"><input id="x" aria-label="Town" style="min-width:330px"></form><p>${words}</p>`

  expect((await lab.check(page('nowrap'))).of('reflow')).toEqual(['violation #x'])
  expect((await lab.check(page('wrap'))).of('reflow')).toEqual([])
})

test('a field that tells its purpose by “off” tells none', async () => {
  const page = (value: string) =>
    `<form><label>Telephone <input id="x" type="tel" autocomplete="${value}"></label></form>`

  expect(await lab.seeEach('autocomplete-missing', [page('off'), page('tel')])).toEqual([['review #x'], []])
})

test('a field is called by the words of the label that stands at it', async () => {
  const page = (name: string) => `<label for="x">Your e-mail</label> <input id="x" type="email" aria-label="${name}">`

  expect(
    await lab.seeEach('label-not-in-name', [
      page('Contact of the subscriber'),
      page('Your e-mail, for the newsletter'),
    ]),
  ).toEqual([['practice #x'], []])
})

test('signs that tell cards apart are told of as those of a list are, one that comes alone as a warning', async () => {
  const mark = (shape: string, id = '') =>
    `<svg ${id} width="20" height="20" aria-hidden="true"><path d="${shape}"/></svg>`
  const card = (name: string, signs: string) =>
    `<div class="card"><h3>${name}</h3><div class="signs">${signs}</div></div>`
  const [hot, green] = ['M2 2h16v16z', 'M9 1l8 8-8 8z']
  const menu = (first: string) =>
    card('Curry', mark(hot, first) + mark(green)) +
    card('Soup', '') +
    card('Stew', mark(hot)) +
    card('Salad', mark(green))
  const one = card('Curry', mark(hot, 'id="x"')) + card('Soup', '') + card('Stew', mark(hot)) + card('Salad', '')
  const said = menu('')
    .replaceAll(mark(hot), `${mark(hot)}hot`)
    .replaceAll(mark(green), `${mark(green)}vegan`)

  expect(
    await lab.seeEach('sign-tells-alone', [`<div>${menu('id="x"')}</div>`, `<div>${one}</div>`, `<div>${said}</div>`]),
  ).toEqual([['practice #x'], ['review #x'], []])
})

test('a board set with letters is a drawing, the same in lines of a program is not', async () => {
  const board = (rows: string) => `<div id="x" style="white-space:pre">${rows}</div>`
  const seats = board('1 x . . x .\n2 . . . . .\n3 . x x . .\n4 . . . . .\n5 . x . . .\n6 x x . . .')

  expect(
    await lab.seeEach('drawing-by-characters', [
      `<pre id="x">${'. . k . r\n'.repeat(5)}  a b c d e</pre>`,
      seats,
      `<pre><code>${'. . k . r\n'.repeat(5)}</code></pre>`,
    ]),
  ).toEqual([['practice #x'], ['practice #x'], []])
})

test('a form that says what red stands for goes by colour alone', async () => {
  const page = (note: string) =>
    `<form><p>${note}</p><label for="x" id="l" style="color:#b00020">Name</label><input id="x"><label for="y">Town</label><input id="y"></form>`

  expect(
    await lab.seeEach('required-by-color', [page('What is red must be filled in.'), page('Tell us about you.')]),
  ).toEqual([['practice #l'], ['review #l']])
})

test('a field alone in its form that only looks wrong is told of, however long the page is', async () => {
  const page = (more: string) =>
    `<p>${words.repeat(3)}</p><form><label for="x">E-mail</label> <input id="x" class="is-invalid" style="border:2px solid #b00020" value="ann@">${more}<button>Send</button></form>`

  expect(
    await lab.seeEach('error-by-colour-alone', [page(''), page('<p>Please enter the whole address.</p>')]),
  ).toEqual([['practice #x'], []])
})

test('a short text that is clearly in another language is told of as sure', async () => {
  const page = (text: string) => `<body><p>${words}</p><p id="x">${text}</p>`

  expect(
    (await lab.check(page('Wir freuen uns auf Sie und auf die Kinder, die mit uns kommen.'))).of(
      'part-without-language',
    ),
  ).toEqual(['practice #x'])
  expect((await lab.check(page('We look forward to you and to the children.'))).of('part-without-language')).toEqual([])
})

test('a hint goes at Escape, and stays while the mouse goes onto it', async () => {
  const page = (script: string) =>
    `<body><p><button type="button" id="b" aria-describedby="x">Reference</button></p><div id="x" role="tooltip" hidden style="position:absolute;background:#111;color:#fff;padding:1rem">The eight letters on your card.</div><p>${words.repeat(4)}</p>
    <script>let over = 0; const show = () => { clearTimeout(over); x.hidden = false }, hide = () => { x.hidden = true }; for (const type of ['mouseenter', 'focus']) b.addEventListener(type, show); b.addEventListener('blur', hide); ${script}</script>`
  const bad = await lab.check(page(`b.addEventListener('mouseleave', hide)`))
  const good = await lab.check(
    page(
      `const later = () => { over = setTimeout(hide, 200) }; b.addEventListener('mouseleave', later); x.addEventListener('mouseenter', show); x.addEventListener('mouseleave', later); document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide() })`,
    ),
  )

  expect([bad.of('hover-content-lost'), bad.of('hover-content-stays')]).toEqual([['practice #x'], ['review #x']])
  expect([good.of('hover-content-lost'), good.of('hover-content-stays')]).toEqual([[], []])
})

test('buttons that ask the browser for the same are called the same', async () => {
  const page = (second: string) =>
    `<button type="button" onclick="window.print()">Print</button> <button type="button" id="x" onclick="print();return false">${second}</button>`

  expect(await lab.seeEach('function-named-twice', [page('Make a paper copy'), page('Print this list')])).toEqual([
    ['practice #x'],
    [],
  ])
})

test('what must be filled in is told by a colour, and by no word of a label', async () => {
  const page = (label: string) =>
    `<form><p id="x">Fields in red are required.</p><label>${label} <input></label></form>`

  expect(await lab.seeEach('meaning-by-color', [page('Name'), page('Name (required)')])).toEqual([
    ['practice #x'],
    ['review #x'],
  ])
})
