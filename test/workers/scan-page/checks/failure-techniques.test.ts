/** Published failure techniques, each in many ways of writing, and beside each what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(90_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const said = (all: readonly string[][]) => all.map((each) => each[0]?.split(' ')[0] ?? 'nothing')

const drawing = (shape: string, size = 96) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${shape}</svg>`)}`
const sun = drawing('<circle cx="48" cy="48" r="30" fill="orange"/>')
const rain = drawing('<path d="M10 10l20 70M40 10l20 70" stroke="navy"/>')

test('headings that stand before all their texts are told of, wherever style puts each text under its own', async () => {
  const pair = (style: string, html: string) => `<style>${style}</style>${html}`
  const texts =
    '<p class="c">It takes two working days and is free.</p><p class="d">You may send it back within sixty days.</p>'
  const names = '<h2 class="a">Shipping</h2><h2 class="b">Returns</h2>'
  const broken = await lab.seeEach('order-by-style', [
    pair('.x{display:grid;grid-template-columns:1fr 1fr}', `<div class="x">${names}${texts}</div>`),
    pair(
      '.x{display:grid;grid-template-areas:"a b" "c d"}.a{grid-area:a}.b{grid-area:b}.c{grid-area:c}.d{grid-area:d}',
      `<section class="x">${names}${texts}</section>`,
    ),
    pair('.r{display:flex}.r>*{width:50%}', `<div class="r">${names}</div><div class="r">${texts}</div>`),
    pair(
      '.x{display:flex;flex-wrap:wrap}.x>*{width:50%}',
      `<div class="x">${names.replaceAll('h2', 'h3')}${texts.replaceAll('<p', '<div').replaceAll('</p', '</div')}</div>`,
    ),
    pair(
      '.x{position:relative;height:20rem}.x>*{position:absolute;width:40%}.b,.d{left:50%}.c,.d{top:6rem}',
      `<div class="x">${names}${texts}</div>`,
    ),
    pair('.x>*{float:left;width:48%}', `<div class="x">${names.replaceAll(/<(\/?)h2/g, '<$1h4')}${texts}</div>`),
    pair(
      '.x{display:grid;grid-template-columns:1fr 1fr 1fr}',
      `<div class="x"><h3>Lundi</h3><h3>Mardi</h3><h3>Mercredi</h3><p>On lit à voix haute le matin.</p><p>La salle est fermée toute la journée.</p><p>Les enfants viennent dès dix heures.</p></div>`,
    ),
  ])
  const right = await lab.seeEach('order-by-style', [
    pair(
      '.x{display:grid;grid-template-columns:1fr 1fr}',
      '<div class="x"><div><h2>Shipping</h2><p>It takes two working days and is free.</p></div><div><h2>Returns</h2><p>You may send it back within sixty days.</p></div></div>',
    ),
    '<h1>Garden</h1><h2>Tools for all</h2><p>It takes two working days and is free.</p><p>You may send it back within sixty days.</p>',
    pair(
      '.x{display:grid;grid-template-rows:auto auto;grid-auto-flow:column}',
      '<div class="x"><h2>Shipping</h2><p>It takes two working days and is free.</p><h2>Returns</h2><p>You may send it back within sixty days.</p></div>',
    ),
    pair(
      '.x{columns:2}',
      `<div class="x"><h2>Shipping</h2><p>It takes two working days.</p><h2>Returns</h2><p>You may send it back within sixty days.</p></div>`,
    ),
    pair(
      '.r{display:flex;justify-content:space-between}',
      '<div class="r"><h1>Orders</h1><h2>Today</h2></div><p>There are two orders that wait for you.</p>',
    ),
    pair(
      '.x{display:grid;grid-template-columns:1fr 1fr}',
      '<div class="x"><h3>Basic</h3><h3>Pro</h3><p>1 user</p><p>5 users</p></div>',
    ),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('words that are written without spaces are told of where each sign is set apart', async () => {
  const broken = await lab.seeEach('letters-spaced-out', [
    '<h2>手　荷　物</h2>',
    '<h3>座 席 指 定</h3>',
    '<p><strong>お　知　ら　せ</strong></p>',
    '<table><tr><th>氏　名</th><td>山田太郎</td></tr></table>',
    '<label for="a">住　所：</label><input id="a">',
    '<dl><dt>日　時</dt><dd>六月一日</dd></dl>',
    '<h2>通 知 公 告</h2>',
    '<h2>공 지 사 항</h2>',
    '<p>ご&nbsp;案&nbsp;内</p>',
  ])
  const right = await lab.seeEach('letters-spaced-out', [
    '<h2 style="letter-spacing:.3em">手荷物</h2>',
    '<p>月　火　水　木　金</p>',
    '<p>山田　太郎</p>',
    '<p>林　明</p>',
    '<p>大 中 小</p>',
    '<p>春 夏 秋 冬</p>',
    '<p>あ い う え お</p>',
    '<p>가 나 다 라</p>',
    '<ruby>手 荷 物<rt>て に もつ</rt></ruby>',
    '<p>上 下</p>',
  ])

  expect(said(broken)).toEqual(broken.map(() => 'violation'))
  expect(right.flat()).toEqual([])
})

test('sound that goes round from the start and is ended by nothing is told for sure', async () => {
  const page = (script: string, html = '') =>
    `<main><p>The sound of the kiln.</p>${html}</main><script>${script}</script>`
  const broken = await lab.seeEach('sound-by-script', [
    page("const a = new Audio('/k.mp3'); a.loop = true; a.play()"),
    page("const a = new Audio('/k.mp3'); a.loop = true; const go = () => a.play(); go()"),
    page(
      "const a = new Audio('/k.mp3')\na.loop = true\nconst go = () => a.play()\ngo().catch(() => { addEventListener('pointerdown', go, { once: true }) })",
    ),
    page("var a = new Audio('/k.mp3'); a.loop = true; function start() { a.play() }\nstart()"),
    page("window.addEventListener('load', () => { const a = new Audio('/k.mp3'); a.loop = true; a.play() })"),
    page('const c = new AudioContext(); const o = c.createOscillator(); o.connect(c.destination); o.start(0)'),
  ])
  const right = await lab.seeEach('sound-by-script', [
    page(
      "const a = new Audio('/k.mp3'); a.loop = true; b.addEventListener('click', () => { if (a.paused) a.play(); else a.pause() })",
      '<button id="b">Listen</button>',
    ),
    page(
      "const a = new Audio('/k.mp3'); const go = () => a.play(); b.addEventListener('click', go)",
      '<button id="b">Listen</button>',
    ),
    page(
      "const a = new Audio('/k.mp3'); a.loop = true; function start() { a.play() }\nb.onclick = start",
      '<button id="b">Listen</button>',
    ),
    page("const a = new Audio('/k.mp3'); a.muted = true; a.loop = true; a.play()"),
  ])
  const unsure = await lab.seeEach('sound-by-script', [
    page("const a = new Audio('/ding.mp3'); a.play()"),
    page(
      "const a = new Audio('/k.mp3'); a.loop = true; a.play(); b.onclick = () => a.pause()",
      '<button id="b">Quiet</button>',
    ),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
  expect(said(unsure)).toEqual(unsure.map(() => 'review'))
})

test('ticks and crosses that stand alone in cells are told of, and those with a word or a name are not', async () => {
  const table = (yes: string, no: string, more = '') =>
    `<table><tr><th scope="col">Check</th><th scope="col">Outcome</th></tr>${[
      ['Start', yes],
      ['Answer', no],
      ['Disk', yes],
    ]
      .map(([name, outcome]) => `<tr><th scope="row">${name}</th><td>${outcome}</td></tr>`)
      .join('')}</table>${more}`
  const broken = await lab.seeEach('sign-for-word', [
    table('✔', '✘'),
    table('✓', '✗'),
    table('✓', '✕'),
    table('<span class="ok">✔</span>', '<span class="no">✖</span>'),
    table('☑', '☒'),
    table('●', '○'),
  ])
  const right = await lab.seeEach('sign-for-word', [
    table('✔ Passed', '✘ Failed'),
    table('<span role="img" aria-label="passed">✔</span>', '<span role="img" aria-label="failed">✘</span>'),
    table(
      '<span aria-hidden="true">✔</span><span class="sr">Passed</span>',
      '<span aria-hidden="true">✘</span><span class="sr">Failed</span>',
    ),
    table('✔', '✘', '<p>✔ passed, ✘ failed</p>'),
    table('Yes', 'No'),
    table('✔', ''),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('what puts things into one basket is called by one word', async () => {
  const forms = (names: readonly string[], tag = (name: string) => `<button name="id" value="1">${name}</button>`) =>
    names.map((name) => `<h3>A thing</h3><form action="/cart/add" method="post">${tag(name)}</form>`).join('')
  const cards = (names: readonly string[]) =>
    names
      .map(
        (name, at) =>
          `<div class="card"><h3>Thing ${at}</h3><button class="buy" data-id="${at}">${name}</button></div>`,
      )
      .join('')
  const broken = await lab.seeEach('function-named-twice', [
    forms(['Add the sleeve to the bag', 'Put the blanket in the cart', 'Send the mug to your basket']),
    forms(['Add to cart', 'Add to basket']),
    forms(['In den Warenkorb', 'Den Becher in den Einkaufswagen']),
    forms(['Ajouter la tasse au panier', 'Mettre la couverture dans le caddie']),
    cards(['Add mug to cart', 'Add rug to basket', 'Add pot to cart']),
    cards(['Añadir al carrito', 'Añadir a la cesta']),
  ])
  const right = await lab.seeEach('function-named-twice', [
    forms(['Add the sleeve to the bag', 'Add the blanket to the bag', 'Add the mug to the bag']),
    cards(['Add mug to cart', 'Add rug to cart']),
    cards(['Add tote bag to cart', 'Add rug to cart']),
    cards(['Buy the tote bag now', 'Add rug to cart']),
    '<button class="btn">Sign in</button><button class="link">Log in with a code</button>',
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('a layout whose columns are sentences is read across, and tables that look like one are not', async () => {
  const table = (rows: readonly (readonly string[])[]) =>
    `<table role="presentation">${rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')}</table>`
  const broken = await lab.seeEach('table-read-across', [
    table([
      ['<strong>Først</strong>', '<strong>Bagefter</strong>'],
      ['udfylder du', 'venter du på'],
      ['skemaet her.', 'svar fra os.'],
    ]),
    table([
      ['We are open', 'The pool'],
      ['on Fridays', 'is closed'],
      ['until nine.', 'in winter.'],
    ]),
    table([
      ['Le musée ouvre', 'La visite'],
      ['dès neuf heures.', 'est gratuite.'],
    ]),
    table([
      ['The reading', 'Boys who', 'Tea is'],
      ['room is open.', 'sing are asked in.', 'served at four.'],
    ]),
    table([
      ['Unser Laden', 'Wir liefern'],
      ['hat sonntags', 'am selben Tag'],
      ['geschlossen.', 'ohne Aufpreis.'],
    ]),
    table([
      ['Puede pagar', 'La tienda'],
      ['con tarjeta.', 'abre a las nueve.'],
    ]),
  ])
  const right = await lab.seeEach('table-read-across', [
    table([['We are open on Fridays until nine.', 'The pool is closed in winter.']]),
    table([
      ['We are open on Fridays.', 'The pool is closed.'],
      ['It costs nothing.', 'It opens in May.'],
    ]),
    table([
      ['name', 'place'],
      ['anna', 'bonn'],
    ]),
    table([
      ['Name', 'Place'],
      ['Anna', 'Bonn'],
    ]),
    '<table><tr><th>Step</th><th>Who</th></tr><tr><td>first you fill</td><td>anna</td></tr><tr><td>then you send</td><td>ben</td></tr></table>',
    table([
      ['We are open', 'A picture'],
      ['on Fridays.', 'Another'],
    ]),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(said(right)).toEqual(right.map(() => 'nothing'))
})

test('a list of nothing but links of one name tells of none of them', async () => {
  const list = (name: string, tag = 'ul', around = (link: string) => `<li>${link}</li>`) =>
    `<ul><li>Enologia</li><li>Gestão</li><li>Mecânica</li></ul><${tag}>${[1, 2, 3].map((at) => around(`<a href="/c/${at}">${name}</a>`)).join('')}</${tag}>`
  const broken = await lab.seeEach('link-text-ambiguous', [
    list('Ver detalhes'),
    list('Ansehen'),
    list('Voir le produit', 'ol'),
    list('Order form', 'div', (link) => `<p>${link}</p>`),
    list('Se kurset'),
    list('Ver ficha'),
  ])
  const right = await lab.seeEach('link-text-ambiguous', [
    `<ul>${['Enologia', 'Gestão', 'Mecânica'].map((name) => `<li><a href="/c/${name}">Ver detalhes de ${name}</a></li>`).join('')}</ul>`,
    `<ul>${[1, 2, 3].map(() => '<li><a href="/c">Ver detalhes</a></li>').join('')}</ul>`,
  ])
  const unsure = await lab.seeEach('link-text-ambiguous', [
    `<ul>${['Enologia', 'Gestão', 'Mecânica'].map((name) => `<li>${name} <a href="/c/${name}">Ver detalhes</a></li>`).join('')}</ul>`,
    `<table>${['Enologia', 'Gestão', 'Mecânica'].map((name) => `<tr><th>${name}</th><td><a href="/c/${name}">Ver detalhes</a></td></tr>`).join('')}</table>`,
    `<ul>${['Enologia', 'Gestão', 'Mecânica'].map((name) => `<li><h3>${name}</h3><a href="/c/${name}">Ver detalhes</a></li>`).join('')}</ul>`,
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
  expect(unsure.flat().filter((each) => !each.startsWith('review'))).toEqual([])
})

test('a long description tells what is to be seen, not of the file', async () => {
  const chart = (description: string, alt = 'Chart of the share of waste that was recycled, in four years') =>
    `<img width="200" height="100" aria-describedby="d" alt="${alt}" src="${sun}"><p id="d">${description}</p>`
  const broken = await lab.seeEach('description-redundant', [
    chart(
      'Picture in the shape of a square, 24 by 24 units, made by the web team in March and kept in the folder of the waste department.',
    ),
    chart('Image file, PNG, 800 x 600 pixels, created with Excel.'),
    chart('This image was made by our designer and is stored on the media server.'),
    chart('Grafik im Querformat, 1200 x 800 Pixel, am 3. Mai vom Pressebüro erstellt.'),
    chart('Image au format paysage, 1200 x 800 pixels, créée par le service de presse.'),
    chart('Imagen PNG de 800 por 600, creada con Excel.'),
  ])
  const right = await lab.seeEach('description-redundant', [
    chart('The share was 27 per cent in the first year, 38 in the second, 50 in the third and 71 in the fourth.'),
    chart('The picture shows how the share rose from 27 to 71 per cent.'),
    chart(
      'A photograph of the harbour, taken by Jane Doe: three boats lie at the quay in the fog.',
      'The harbour in the morning',
    ),
    chart(
      'Screenshot: in the folder view, the button Export is at the top right; it is used to save 2 x 2 tiles.',
      'Folder view',
    ),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat().filter((each) => each.startsWith('practice'))).toEqual([])
})

test('drawings made of characters are told of with words in their boxes as well', async () => {
  const boxes = `
+--------+    +------+
| client |--&gt;&gt;| pool |
+--------+    +--+---+
            /    \\
        (host) (host)
`
  const broken = await lab.seeEach('drawing-by-characters', [
    `<pre>${boxes}</pre>`,
    '<pre>\n┌────────┐   ┌──────┐\n│ client │──>│ pool │\n└────────┘   └──────┘\n</pre>',
    '<pre>\n+-------+\n| start |\n+-------+\n    |\n    v\n+-------+\n|  end  |\n+-------+\n</pre>',
    `<div style="white-space:pre;font-family:monospace">${boxes}</div>`,
    `<pre><code>${boxes}</code></pre>`,
  ])
  const right = await lab.seeEach('drawing-by-characters', [
    `<pre role="img" aria-label="The client hands the call to the pool">${boxes}</pre>`,
    `<figure><pre>${boxes}</pre><figcaption>The client hands the call to the pool</figcaption></figure>`,
    '<pre><code>const a = b =&gt; c\nif (a || b) {\n  return a - b\n}\n</code></pre>',
    '<pre>\nsrc\n├── index.ts\n├── pool.ts\n└── host\n    └── a.ts\n</pre>',
    '<pre>\n$ ls -l\n-rw-r--r-- 1 me me 12 a\n-rw-r--r-- 1 me me 12 b\n</pre>',
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('answers that end with the session are told of in words and by script', async () => {
  const fields =
    '<label>Payee <input name="a"></label><label>Amount <input name="b"></label><label>Note <textarea name="c"></textarea></label>'
  const form = (words: string, script = '') =>
    `<p id="t">${words}</p><form action="/pay" method="post">${fields}<button>Send</button></form>${script && `<script>${script}</script>`}`
  const broken = await lab.seeEach('answers-lost-in-time', [
    form(
      'You are signed out after fifteen minutes without activity. We ask you a minute before. What you have not sent by then is lost.',
    ),
    form('Your session ends after 20 minutes and what you wrote will be lost.'),
    form('Sie werden nach zehn Minuten automatisch abgemeldet, Ihre Eingaben gehen verloren.'),
    form('', "setTimeout(() => { location.href = '/logout' }, 900000)"),
    form(
      '',
      "const leave = () => { document.forms[0].reset(); location.replace('/signed-out') }; let t; const arm = () => { clearTimeout(t); t = setTimeout(leave, 9e5) }; addEventListener('keydown', arm); arm()",
    ),
    form('', "setInterval(() => { if (--left === 0) window.location.assign('/session-expired') }, 1000)"),
  ])
  const right = await lab.seeEach('answers-lost-in-time', [
    form(
      'You are signed out after fifteen minutes. What you have not sent by then is kept, and is here again when you sign in.',
    ),
    form('', "setTimeout(() => { sessionStorage.setItem('a', 'b'); location.href = '/logout' }, 900000)"),
    form(
      '',
      "setTimeout(async () => { await fetch('/draft', { method: 'POST' }); location.href = '/logout' }, 900000)",
    ),
    form('', "b.onclick = () => { location.href = '/logout' }"),
    `<form action="/in"><label>Mail <input type="email"></label><label>Password <input type="password"></label></form><script>setTimeout(() => { location.href = '/timeout' }, 900000)</script>`,
    form('', "setTimeout(() => { location.href = '/news' }, 900000)"),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('pictures that a script exchanges say what they are now', async () => {
  const page = (script: string, html = `<img id="sky" width="96" height="96" alt="Sunny" src="${sun}">`) =>
    `<main>${html}<p id="c">Seen from the roof</p></main><script>${script}</script>`
  const broken = await lab.seeEach('alt-kept-by-script', [
    page(`setTimeout(() => { const sky = document.querySelector('#sky'); sky.src = "${rain}" }, 300)`),
    page(`setInterval(() => { document.getElementById('sky').src = '/rain.png' }, 5000)`),
    page(
      `const all = ['/sun.png', '/rain.png', '/snow.png']; let at = 0; const img = document.querySelector('#sky'); setInterval(() => { at = (at + 1) % 3; img.src = all[at] }, 4000)`,
    ),
    page(
      `document.querySelector('button').addEventListener('click', () => { document.querySelector('#sky').setAttribute('src', '/rain.png') })`,
      `<button>Tomorrow</button><img id="sky" width="96" height="96" alt="Sunny" src="${sun}">`,
    ),
    page(
      `setTimeout(() => { document.querySelector('#sky').style.backgroundImage = 'url("/rain.png")' }, 300)`,
      `<div id="sky" role="img" aria-label="Sunny" style="width:96px;height:96px;background:url('${sun}')"></div>`,
    ),
    page(
      `setInterval(() => { document.querySelector('#sky').textContent = '🌧' }, 5000)`,
      '<span id="sky" role="img" aria-label="Sunny">☀</span>',
    ),
    page(`$(function () { setInterval(function () { $('#sky').attr('src', '/rain.png') }, 5000) })`),
  ])
  const right = await lab.seeEach('alt-kept-by-script', [
    page(
      `setTimeout(() => { const sky = document.querySelector('#sky'); sky.src = "${rain}"; sky.alt = 'Rain' }, 300)`,
    ),
    page(`document.querySelectorAll('img').forEach((img) => { img.src = img.dataset.src })`),
    page(`setInterval(() => { document.querySelector('#sky').src = '/cam.jpg?t=' + Date.now() }, 5000)`),
    page(
      `b.onclick = () => { document.querySelector('#sky').src = '/logo-dark.svg' }`,
      `<button id="b">Dark</button><img id="sky" width="96" height="96" alt="Meadow bank" src="/logo-light.svg">`,
    ),
    page(`document.querySelector('#sky').onerror = () => { document.querySelector('#sky').src = '/placeholder.png' }`),
    page(
      `setTimeout(() => { document.querySelector('#sky').src = '/rain.png' }, 300)`,
      `<img id="sky" width="96" height="96" alt="" src="${sun}">`,
    ),
    page(`setTimeout(() => { document.querySelector('#c').textContent = 'Rain' }, 300)`),
    page(
      `setTimeout(() => { const i = document.querySelector('#sky'); i.src = '/rain.png'; i.setAttribute('alt', 'Rain') }, 300)`,
    ),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('text that is set twice as large is not cut off by its box, and grows in fields as well', async () => {
  const line = (style: string, html = '<p class="x">Your number is WM 4471</p>') =>
    `<style>body{font-size:1rem}.x{${style}}</style>${html}`
  const cut = await lab.seeEach('text-cut-when-larger', [
    line('height:28px;line-height:1.5;overflow:hidden'),
    line('max-height:18px;overflow:hidden'),
    line('height:16px;line-height:1;overflow:clip'),
    line('width:200px;white-space:nowrap;overflow:hidden'),
    line(
      'height:48px;overflow:hidden',
      '<div class="x">Keep this number well, for you need it when you call us.</div>',
    ).replace('.x{', '.x{width:300px;'),
    line('font-size:1.2rem;height:30px;overflow:hidden'),
  ])
  const whole = await lab.seeEach('text-cut-when-larger', [
    line('min-height:28px;overflow:hidden'),
    line('height:2em;overflow:hidden'),
    line('height:28px'),
    line('font-size:16px;height:28px;overflow:hidden'),
    line('height:28px;overflow:auto'),
    line(
      'white-space:nowrap;overflow:hidden;text-overflow:ellipsis;width:200px',
      '<a class="x" href="/a">Your number is WM 4471</a>',
    ),
    line('position:absolute;width:1px;height:1px;overflow:hidden'),
  ])
  const field = (style: string, html = '<label for="f">Your name</label><input id="f">') =>
    `<style>body{font-size:1rem}#f{${style}}</style><form>${html}</form>`
  const fixed = await lab.seeEach('field-text-fixed', [
    field('font-size:15px'),
    field('font:14px sans-serif'),
    field('font-size:12pt'),
    field('font-size:16px', '<label>Your name <textarea id="f"></textarea></label>'),
    field('font-size:16px', '<label>Your town <select id="f"><option>Bonn</option></select></label>'),
    field('', '<label for="f">Your name</label><input id="f">'),
  ])
  const growing = await lab.seeEach('field-text-fixed', [
    field('font-size:1rem'),
    field('font:inherit'),
    field('font-size:100%'),
    `<style>body{font-size:16px}#f{font-size:16px}</style><label>Your name <input id="f"></label>`,
    field('font-size:12px;display:none'),
    field('font-size:1.1em', '<label>Your name <textarea id="f"></textarea></label>'),
  ])

  expect(said(cut)).toEqual(cut.map(() => 'practice'))
  expect(whole.flat()).toEqual([])
  expect(said(fixed)).toEqual([...fixed.slice(1).map(() => 'practice'), 'nothing'])
  expect(growing.flat()).toEqual([])
})

test('what the device being moved does can be turned off', async () => {
  const page = (script: string, html = '') =>
    `<main><form id="r"><label>Where <input></label><button>Send</button><button type="reset">Empty</button></form>${html}</main><script>${script}</script>`
  const handler = (body: string, type = 'devicemotion') => `addEventListener('${type}', (event) => { ${body} })`
  const shaken = 'Math.abs(event.acceleration?.x ?? 0) > 18'
  const broken = await lab.checkEach('device-motion', [
    page(
      handler(`if (${shaken}) document.querySelector('#r').reset()`),
      '<p>Shake your telephone to empty the form.</p>',
    ),
    page(handler(`if (${shaken}) undoLast()`), '<p>Shake to undo.</p>'),
    page(handler('if (event.gamma > 30) nextPicture()', 'deviceorientation')),
    page(`window.ondevicemotion = (event) => { if (${shaken}) location.reload() }`),
    page(handler(`if (${shaken}) { document.querySelector('#r input').value = '' }`)),
    page(handler(`if (${shaken}) shuffleCards()`), '<button>Shuffle</button>'),
  ])
  const right = await lab.checkEach('device-motion', [
    page(
      handler(
        `if (!document.querySelector('#may').checked) return; if (${shaken}) document.querySelector('#r').reset()`,
      ),
      '<label><input type="checkbox" id="may"> Empty the form when I shake my telephone</label>',
    ),
  ])
  const unsure = await lab.checkEach('device-motion', [
    page(handler(`if (settings.shakes && ${shaken}) undoLast()`)),
    page(handler("document.body.style.setProperty('--tilt', event.beta)", 'deviceorientation')),
    page(handler(`if (${shaken}) undoLast()`), '<p>You can turn this off under <a href="/settings">Settings</a>.</p>'),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
  expect(said(unsure)).toEqual(unsure.map(() => 'review'))
})

test('a field in a frame that keeps the Tab key holds whoever works by keys', async () => {
  const frame = (html: string, around = '<p><a href="/before">Before</a></p>') =>
    `${around}<iframe title="Playground" width="400" height="200" srcdoc="${html.replaceAll('"', "'")}"></iframe><p><a href="/after">After</a></p>`
  const keep = (more: string) =>
    `<label for=c>Example</label><textarea id=c>a</textarea><script>const c = document.querySelector('#c'); ${more}</script>`
  const broken = await lab.checkEach('keyboard-trap', [
    frame(
      keep(
        "c.addEventListener('keydown', (e) => { if (e.key === 'Tab') { e.preventDefault(); c.setRangeText('  ') } })",
      ),
    ),
    frame(keep("c.onkeydown = (e) => { if (e.keyCode === 9) { c.value += '  '; return false } }")),
    frame(
      "<div contenteditable id=c aria-label=Text role=textbox>a</div><script>document.querySelector('#c').addEventListener('keydown', (e) => { if (e.key === 'Tab') e.preventDefault() })</script>",
    ),
  ])
  const right = await lab.checkEach('keyboard-trap', [
    frame(keep('')),
    frame(
      keep(
        "c.addEventListener('keydown', (e) => { if (e.key === 'Tab' && !e.shiftKey) { e.preventDefault(); c.setRangeText('  ') } })",
      ),
    ),
    frame(
      keep(
        "let free = false; c.addEventListener('keydown', (e) => { if (e.key === 'Escape') free = true; if (e.key === 'Tab' && !free) { e.preventDefault(); c.setRangeText('  ') } })",
      ),
    ),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'violation'))
  expect(right.flat().filter((each) => !each.startsWith('review'))).toEqual([])
})

test('a switch that draws itself and names no role is told of, whatever its width', async () => {
  const page = (style: string, more = '') =>
    `<style>nl-switch{display:inline-flex;box-sizing:border-box;border:2px solid;cursor:pointer;${style}}</style><p><span id="l">Mail me</span> <nl-switch tabindex="0" id="x"${more}></nl-switch></p><script>customElements.get('nl-switch') || customElements.define('nl-switch', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<i></i>'; this.addEventListener('click', () => this.toggleAttribute('on')); this.addEventListener('keydown', (e) => { if (e.key === ' ') this.click() }) } })</script>`
  const broken = await lab.checkEach('control-without-role', [
    page('width:72px;min-height:44px'),
    page('width:96px;min-height:48px'),
    page('width:44px;height:24px'),
  ])
  const right = await lab.checkEach('control-without-role', [
    page('width:72px;min-height:44px', ' role="switch" aria-checked="false" aria-labelledby="l"'),
    page('width:72px;min-height:44px', ' role="checkbox" aria-checked="true" aria-label="Mail me"'),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'violation'))
  expect(right.flat()).toEqual([])
})

test('a bar that lies over several stops is told of itself', async () => {
  const page = (style: string, more = '') =>
    `<style>.bar{${style};background:#7a1f1f;color:#fff}${more}</style><main>${Array.from({ length: 40 }, (_, at) => `<p><a href="/${at}">Story number ${at} of this week</a></p>`).join('')}</main><section class="bar" id="bar" aria-label="Offer"><a href="/s">Subscribe</a></section>`
  const broken = await lab.checkEach('focus-obscured', [
    page('position:fixed;inset:auto 0 0 0;height:150px'),
    page('position:sticky;bottom:0;height:150px'),
    page('position:fixed;bottom:0;left:0;width:100%;height:30vh'),
  ])
  const right = await lab.checkEach('focus-obscured', [
    page('position:fixed;inset:auto 0 0 0;height:150px', 'html{scroll-padding-bottom:190px}body{padding-bottom:190px}'),
    page('height:150px'),
  ])

  expect(broken.map((each) => each[0])).toEqual(broken.map(() => 'practice #bar'))
  expect(right.flat()).toEqual([])
})

test('a word that turns a sentence is marked, and not only set in other letters', async () => {
  const text = (word: string, style = 'font-weight:700', tag = 'span') =>
    `<p>Wir liefern <${tag} style="${style}">${word}</${tag}> an Packstationen aus.</p>`
  const broken = await lab.seeEach('emphasis-by-style', [
    text('nicht'),
    text('only'),
    text('jamais', 'font-style:italic'),
    text('nunca', 'font-weight:bold'),
    text('nie', 'font-weight:600'),
    '<style>.font-bold{font-weight:700}</style><ul><li>You may <span class="font-bold">not</span> bring glass.</li></ul>',
  ])
  const right = await lab.seeEach('emphasis-by-style', [
    text('nicht', '', 'strong'),
    text('nicht', 'font-weight:400'),
    text('Packung'),
    '<p><strong><span style="font-weight:700">nicht</span></strong> an Packstationen aus heute</p>',
    '<p style="font-weight:700">Wir liefern <span style="font-weight:700">nicht</span> an Packstationen.</p>',
    '<p><span style="font-weight:700">Nur</span></p>',
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('what somebody said is told of with the words that say who did, and of two prices the one that is struck', async () => {
  const ruled = 'border-left:4px solid #888;padding-left:1rem;font-style:italic'
  const quotation = (text: string, style = ruled) => `<p>Before.</p><p style="${style}">${text}</p><p>After.</p>`
  const broken = await lab.seeEach('quotation-by-looks', [
    quotation('“Nobody told us that the road would be shut for so long,” said the owner of the shop.'),
    quotation('„Niemand hat uns gesagt, dass die Straße so lange gesperrt sein wird“, sagte die Wirtin.'),
    quotation('« Personne ne nous a dit que la route serait fermée si longtemps », raconte le boulanger.'),
  ])
  const right = await lab.seeEach('quotation-by-looks', [
    `<blockquote style="${ruled}">“Nobody told us that the road would be shut for so long,” said the owner.</blockquote>`,
    quotation('“Nobody told us that the road would be shut for so long,” said the owner of the shop.', ''),
    quotation('Nobody told us that the road would be shut for so long, said the owner of the shop.'),
  ])
  const prices = await lab.seeEach('text-struck-by-style', [
    '<p><span style="text-decoration:line-through">$80</span> $60</p>',
    '<p><span style="text-decoration:line-through">80 €</span> <span>60 €</span></p>',
    '<p><span style="text-decoration:line-through">120 zł</span> 90 zł</p>',
    '<p><span style="text-decoration:line-through">Rakes</span> and spades</p>',
    '<p><s>$80</s> $60</p>',
    '<p>Was <span style="text-decoration:line-through">$80</span>, now $60</p>',
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
  expect(said(prices)).toEqual(['practice', 'practice', 'practice', 'review', 'nothing', 'nothing'])
})

test('a text that goes by a colour in a picture has the picture say it', async () => {
  const chart = (alt: string, text: string) =>
    `<h2>Requests</h2><img width="300" height="150" alt="${alt}" src="${sun}"><p>${text}</p>`
  const broken = await lab.seeEach('meaning-by-color', [
    chart('Bar chart of requests per month', 'Months in red were over the limit.'),
    chart('Pianta del museo con quattro sale', 'Le sale in rosso sono chiuse.'),
    chart('Karte des Gartens', 'Beete in Grün sind vergeben.'.replace('Grün', 'grün')),
    chart('Plan du musée', 'Les salles en rouge sont fermées.'),
    `<p>Rooms in blue are free.</p><svg role="img" aria-label="Plan of the first floor" width="90" height="90"><rect width="9" height="9"/></svg>`,
    chart('Mapa de la ciudad', 'Las líneas en azul están cerradas.'),
  ])
  const right = await lab.seeEach('meaning-by-color', [
    chart('Requests per month: January and March, in red, were over the limit', 'Months in red were over the limit.'),
    chart('Bar chart: January and March were over the limit', 'Months in red were over the limit.'),
    chart('A house in the garden', 'The house in red brick is old.'),
    chart('Bar chart of requests per month', 'January and March were over the limit.'),
  ])

  expect(broken.filter((each) => each.some((one) => one.startsWith('practice'))).length).toBe(broken.length)
  expect(right.flat().filter((each) => each.startsWith('practice'))).toEqual([])
})

test('a thing without a name is not looked for by its side of the page', async () => {
  const broken = await lab.seeEach('instruction-by-looks', [
    '<p>Press the button on the right to go on.</p><button>Next</button>',
    '<p>Klicken Sie auf das Symbol oben rechts, um zu beginnen.</p>',
    '<p>Cliquez sur le bouton à droite pour continuer.</p>',
  ])
  const unsure = await lab.seeEach('instruction-by-looks', [
    '<p>Die Öffnungszeiten finden Sie rechts.</p>',
    '<p>Los horarios se encuentran a la derecha.</p>',
  ])
  const right = await lab.seeEach('instruction-by-looks', [
    '<p>Die Öffnungszeiten finden Sie rechts.</p><h2>Öffnungszeiten</h2>',
    '<p>Press the button “Next” on the right to go on.</p><button>Next</button>',
    '<p>Die Praxis finden Sie rechts neben der Post am Markt.</p>'.replace('rechts neben', 'gleich bei'),
    '<p>Cliquez sur « Suivant », à droite.</p>',
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(said(unsure)).toEqual(unsure.map(() => 'review'))
  expect(right.flat()).toEqual([])
})

test('fields have the colour of their letters set with that of their ground', async () => {
  const field = (css: string, html = '<label>Name <input class="c"></label>') => `<style>${css}</style>${html}`
  const broken = await lab.seeEach('field-ground-alone', [
    field('.c{background-color:#fff3c4}'),
    field('input{background:#eef}'),
    '<label>Name <input style="background:#ffe"></label>',
    field('.c{background:lightyellow}', '<label>Note <textarea class="c"></textarea></label>'),
    field('.c{background:#ddd}', '<label>Town <select class="c"><option>Bonn</option></select></label>'),
    field(
      'form .c{background-color:rgb(240 240 255)}',
      '<form><label>Mail <input type="email" class="c"></label></form>',
    ),
  ])
  const right = await lab.seeEach('field-ground-alone', [
    field('.c{background-color:#fff3c4;color:#111}'),
    field('input{color:inherit}.c{background:#eef}'),
    field('.c{background:#fff}'),
    field(':is(input,textarea){color:#222}.c{background:#eef}'),
    '<label>Name <input></label>',
    field('.c{background:transparent}'),
    field('button{background:#eef}', '<button>Go</button>'),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
})

test('captions hold what is said, and the sounds that matter', async () => {
  const film = (cues: readonly string[], kind = 'captions') =>
    `<video controls src="/long.wav" aria-label="The kiln" width="300"><track kind="${kind}" srclang="en" label="English" src="data:text/vtt,${encodeURIComponent(`WEBVTT\n\n${cues.map((cue, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${cue}`).join('\n\n')}\n`)}"></video>`
  const broken = await lab.checkEach('captions-thin', [
    film(['[Music]']),
    film(['♪ ♪', '[Applause]', '(bell)']),
    film(['Captions made by the friends of the museum']),
  ])
  const unsure = await lab.checkEach('captions-thin', [film(['Good morning.', 'This is the kiln.', 'It is hot.'])])
  const right = await lab.checkEach('captions-thin', [
    film(['Good morning.', '[A bell rings]', 'This is the kiln.']),
    film(['Good morning.']),
    film(['[Music]'], 'descriptions'),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(said(unsure)).toEqual(['review'])
  expect(right.flat()).toEqual([])
})

test('a page works whichever way the device is held, however it is kept from that', async () => {
  const over = (style: string) =>
    `<div id="rot" hidden style="${style}">Please rotate your device to landscape.</div><p>Tents stand side by side.</p><script>{const m=matchMedia('(orientation: portrait)');const f=()=>{document.querySelector('#rot').hidden=!m.matches};m.addEventListener('change',f)}</script>`
  const broken = await lab.seeEach('orientation-asked-for', [
    "<p>Traffic</p><script>screen.orientation.lock('landscape').catch(() => {})</script>",
    "<p>Traffic</p><script>screen.lockOrientation('portrait')</script>",
    over('position:fixed;inset:0;background:#fff'),
    over('position:fixed;top:0;left:0;width:100vw;height:100vh;background:#fff').replace(
      'top:0;left:0;width:100vw;height:100vh',
      'top:0;right:0;bottom:0;left:0',
    ),
  ])
  const unsure = await lab.seeEach('orientation-asked-for', [
    "<button id=b>Film</button><script>b.onclick = () => { document.documentElement.requestFullscreen(); screen.orientation.lock('landscape') }</script>",
    over(''),
  ])

  expect(broken.map((each) => each.some((one) => !one.startsWith('review')))).toEqual(broken.map(() => true))
  expect(said(unsure)).toEqual(unsure.map(() => 'review'))
})

test('boxes that are ticked open no window', async () => {
  const boxes = await lab.seeEach('change-acts', [
    '<label><input type="checkbox" onclick="window.open(\'/terms\')"> I accept</label>',
    '<label><input type="radio" onclick="window.open(\'/terms\')"> By mail</label>',
    '<label><input type="checkbox" onclick="count()"> I accept</label>',
    '<label>Town <select onchange="this.form.submit()"><option>Bonn</option></select></label>',
  ])

  expect(said(boxes)).toEqual(['practice', 'practice', 'nothing', 'review'])
})

test('what a narrow window leaves out of the main part is lost', async () => {
  const page = (css: string, html: string) =>
    `<style>@media (max-width:600px){${css}}</style><header><p>Garden</p></header><main><h1>Tools</h1>${html}<p>All tools are lent for a week, and cost nothing at all.</p></main>`
  const sentence = '<p class="side">The lift is out of order until Friday; please ring at the back door.</p>'
  const search = '<form class="nv"><label>Find <input type="search"></label> <button>Go</button></form>'
  const broken = await lab.checkEach('content-gone-when-narrow', [
    page('.side{display:none}', sentence),
    page('.nv{display:none}', search),
    page('.side{visibility:hidden}', sentence),
  ])
  const right = await lab.checkEach('content-gone-when-narrow', [
    page('', sentence),
    page(
      '.side{display:none}',
      `${sentence}<p class="only">The lift is out of order until Friday; please ring at the back door.</p><style>@media (min-width:601px){.only{display:none}}</style>`,
    ),
  ])
  const unsure = await lab.checkEach('content-gone-when-narrow', [
    page(
      '.side{display:none}',
      '<p class="side">Drag the map with the mouse to move it, and press plus to zoom in.</p>',
    ),
  ])

  expect(said(broken)).toEqual(broken.map(() => 'practice'))
  expect(right.flat()).toEqual([])
  expect(unsure.flat().filter((each) => !each.startsWith('review'))).toEqual([])
})

test('new is what something may be, and no word for a picture', async () => {
  const alt = (text: string) => `<img width="60" height="30" alt="${text}" src="${sun}">`
  const broken = await lab.seeEach('alt-uninformative', [alt('New image'), alt('Neues Bild'), alt('Zierornament')])
  const right = await lab.seeEach('alt-uninformative', [alt('New'), alt('Neues'), alt('New tools for the garden')])

  expect(broken.map((each) => each.length)).toEqual([1, 1, 1])
  expect(right.flat()).toEqual([])
})

test('what only a finger works, or only two clicks, is told of on whatever it stands', async () => {
  const pad = (
    script: string,
    html = '<div id="x" style="width:200px;height:80px;background:#ddd">Touch to hear it</div>',
  ) =>
    `<main>${html}<p id="o"></p></main><script>{const x = document.querySelector('#x'), o = document.querySelector('#o'); ${script}}</script>`
  const touched = await lab.checkEach('touch-alone', [
    pad(
      "x.addEventListener('pointerdown', (e) => { if (e.pointerType !== 'touch') return; o.textContent = 'It sounds' })",
    ),
    pad("x.addEventListener('click', (e) => { if (e.pointerType !== 'pen') { return } o.textContent = 'It sounds' })"),
    pad("x.addEventListener('touchend', () => { o.textContent = 'It sounds' })", '<button id="x">Hear it</button>'),
  ])
  const heard = await lab.checkEach('touch-alone', [
    pad("x.addEventListener('click', () => { o.textContent = 'It sounds' })", '<button id="x">Hear it</button>'),
    pad(
      "x.addEventListener('touchend', () => { o.textContent = 'It sounds' }); x.addEventListener('click', () => { o.textContent = 'It sounds' })",
      '<button id="x">Hear it</button>',
    ),
    pad(
      "x.addEventListener('pointerdown', (e) => { if (e.pointerType !== 'touch') return; o.textContent = 'It sounds' }); x.addEventListener('click', () => { o.textContent = 'It sounds' })",
      '<button id="x">Hear it</button>',
    ),
  ])
  const twice = await lab.checkEach('mouse-only-control', [
    `<main><img width="120" height="120" alt="Make the plan larger" src="${sun}" ondblclick="this.width = 240"></main>`,
    `<main><button ondblclick="this.textContent = 'Large'" onclick="this.textContent = 'Large'">Make the plan larger</button></main>`,
  ])

  expect(said(touched)).toEqual(touched.map(() => 'practice').with(2, 'violation'))
  expect(heard.flat()).toEqual([])
  expect(said(twice)).toEqual(['practice', 'nothing'])
})

test('how many were found is told to all, when the answer takes its time as well', async () => {
  const page = (live: string, ms: number) =>
    `<main><form id="f"><label>Find a doctor <input type="search"></label> <button>Find</button></form><div id="out"${live}></div></main><script>document.querySelector('#f').onsubmit = (e) => { e.preventDefault(); setTimeout(() => { document.querySelector('#out').innerHTML = '<p>12 results found.</p>' }, ${ms}) }</script>`

  expect(said(await lab.checkEach('status-not-announced', [page('', 0), page('', 300), page('', 450)]))).toEqual([
    'practice',
    'practice',
    'practice',
  ])
  expect((await lab.checkEach('status-not-announced', [page(' aria-live="polite"', 300)])).flat()).toEqual([])
})
