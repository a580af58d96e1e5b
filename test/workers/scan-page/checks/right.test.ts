/** Right markups that are easily taken for wrong ones, each beside the wrong one that it must be told from. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

/** What a rule that judges by looking says of each page of one kind. */
const seen = async (rule: string, pages: readonly string[]) => (await lab.seeEach(rule, pages)).flat()

/** What a rule says of each page that is acted on. */
const told = async (rule: string, pages: readonly string[]) => (await lab.checkEach(rule, pages)).flat()

test('a ring of focus is held to what the element lies on, in the scheme that the page has', async () => {
  const knob = (ring: string) =>
    `<style>.rail{background:#6a6a6a;height:6px;position:relative;margin:40px}.knob{position:absolute;top:-15px;width:36px;height:36px;background:#00539b}.knob:focus{outline:3px solid ${ring};outline-offset:2px}</style>
     <div class="rail"><div class="knob" id="x" role="slider" tabindex="0" aria-label="Rent" aria-valuenow="5"></div></div>`
  const scheme = (scheme: string) =>
    `<style>:root{color-scheme:${scheme};--ring:light-dark(#2b3fae,#a9b8ff)}body{background:light-dark(#fff,#0b0d17)}#x:focus{outline:3px solid var(--ring);outline-offset:2px}</style><p><a id="x" href="/sky">Night sky</a></p>`

  const broken = await seen('focus-faint', [
    knob('#f4f4f4'),
    scheme('light').replace('light-dark(#2b3fae,', 'light-dark(#eee,'),
    scheme('dark').replace('#a9b8ff', '#1a1d2b'),
  ])
  const right = await seen('focus-faint', [knob('#c2410c'), scheme('light'), scheme('dark')])

  expect(broken).toEqual(['practice #x', 'practice #x', 'practice #x'])
  expect(right).toEqual([])
})

test('that a field must be filled in may be said in any language', async () => {
  const form = (lang: string, required: string, other: string) =>
    `<form lang="${lang}"><label for="x">${required}</label><input id="x" required><label for="y">${other}</label><input id="y"><button>OK</button></form>`

  const broken = await seen('required-not-told', [
    form('ja', 'お名前', '電話番号'),
    form('ko', '이름', '전화번호'),
    form('el', 'Όνομα', 'Τηλέφωνο'),
  ])
  const right = await seen('required-not-told', [
    form('ja', 'お名前(必須)', '電話番号'),
    form('zh', '姓名', '电话(选填)'),
    form('ko', '이름 (필수)', '전화번호'),
    form('el', 'Όνομα (υποχρεωτικό)', 'Τηλέφωνο'),
    form('tr', 'Ad (zorunlu)', 'Telefon'),
    form('hu', 'Név (kötelező)', 'Telefon'),
    form('he', 'שם (חובה)', 'טלפון'),
  ])

  expect(broken).toEqual(['review #x', 'review #x', 'review #x'])
  expect(right).toEqual([])
})

test('what is moved with the pointer may be moved by buttons that stand in another box beside it', async () => {
  const map = (buttons: string) =>
    `<main><h1>Walks</h1><div class="map" style="position:relative"><svg id="x" role="img" aria-label="Map of the walks" width="400" height="300" viewBox="0 0 200 150"><circle r="20" cx="50" cy="50"></circle></svg><div class="tools">${buttons}</div></div></main>
     <script>
       const map = document.getElementById('x')
       let from = null, at = 0
       const draw = () => map.setAttribute('viewBox', at + ' 0 200 150')
       map.addEventListener('pointerdown', (event) => { from = event.clientX })
       map.addEventListener('pointermove', (event) => { if (from !== null) { at -= event.clientX - from; from = event.clientX; draw() } })
       addEventListener('pointerup', () => { from = null })
       for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => { at += 20; draw() })
     </script>`
  const broken = [
    map('<button>Print</button><button>Share</button>'),
    map('<button>Zoom in</button><button>Zoom out</button>'),
  ]
  const right = [
    map('<button>Move to the west</button><button>Move to the east</button>'),
    map('<button aria-label="Nach links">←</button><button aria-label="Nach rechts">→</button>'),
  ]

  expect(await seen('dragged-by-script', broken)).toEqual(['review #x', 'review #x'])
  expect(await seen('dragged-by-script', right)).toEqual([])
  expect(await told('gesture-alone', broken)).toEqual(['review #x', 'review #x'])
  expect(await told('gesture-alone', right)).toEqual([])
})

test('shortcuts of one key that a control on the page turns off are none to be told of', async () => {
  const page = (control: string, condition: string) =>
    `<h1>Letters</h1><p>Press “j” for the next letter.</p>${control}<p id="out">First letter</p>
     <script>
       document.addEventListener('keydown', (event) => { if (event.key === 'j' && ${condition}) document.getElementById('out').textContent += '.' })
     </script>`
  const box = '<label><input type="checkbox" id="keys" checked> Use single keys as shortcuts</label>'
  const turning = `<button id="keys" aria-pressed="true" onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true')">Keyboard shortcuts</button>`

  const broken = await told('character-key-shortcut', [page(box, 'true'), page(turning, 'true')])
  const right = await told('character-key-shortcut', [
    page(box, "document.getElementById('keys').checked"),
    page(turning, "document.getElementById('keys').getAttribute('aria-pressed') === 'true'"),
    page(
      '<label>Shortcuts <select id="keys"><option value="on">On</option><option value="off">Off</option></select></label>',
      "document.getElementById('keys').value === 'on'",
    ),
  ])

  expect(broken).toEqual(['review body', 'review body'])
  expect(right).toEqual([])
})

test('what is set in an editor is no message of the page', async () => {
  const page = (editor: string) =>
    `<h1>Write</h1><button id="b">Tidy up</button><div ${editor}><p id="x">Dear singers.</p></div>
     <script>document.getElementById('b').onclick = () => { document.getElementById('x').textContent = 'All your notes were saved.' }</script>`

  expect(await told('status-not-announced', [page('class="out"')])).toEqual(['practice #x'])
  expect(await told('status-not-announced', [page('contenteditable="true" role="textbox" aria-label="Text"')])).toEqual(
    [],
  )
})

test('what a transcript is called is known in other languages', async () => {
  const page = (heading: string) =>
    `<div><audio id="x" controls src="/long.wav"></audio></div><h2>${heading}</h2><p><b>Karin:</b> …</p>`
  const link = (words: string) => `<div><p><a id="x" href="/a/4.mp3">MP3, 22 MB</a></p><p>${words}</p></div>`

  expect(await seen('audio-alternative', [page('Fler avsnitt')])).toEqual(['review #x'])
  expect(await seen('audio-alternative', ['Utskrift', 'Přepis', 'Расшифровка', '書き起こし'].map(page))).toEqual([])
  expect(await seen('link-recording', [link('24 min')])).toEqual(['review #x'])
  expect(await seen('link-recording', ['Avskrift', '대본'].map(link))).toEqual([])
})

test('sound that a button of the page silences, whatever it is called, is under control', async () => {
  const page = (button: string, script: string) =>
    `<button id="b">${button}</button><audio id="x" src="/long.wav" autoplay loop></audio><script>document.getElementById('b').onclick = () => { ${script} }</script>`
  const rules = ['audio-starts-by-itself', 'audio-alternative']
  const said = async (html: string) =>
    (await lab.check(`<body>${html}`)).findings.filter(({ rule }) => rules.includes(rule)).map(({ rule }) => rule)

  expect(await said(page('More', 'document.title = "More"'))).toEqual(['audio-starts-by-itself'])
  expect(await said(page('Stop the sound', 'document.title = "More"'))).toEqual(['audio-starts-by-itself'])
  expect(await said(page('Tyst, tack', "document.getElementById('x').pause()"))).toEqual([])
})

test('what is done is struck through beside a box that is ticked', async () => {
  const style = '<style>.done{text-decoration:line-through}</style>'

  expect(
    await seen('text-struck-by-style', [
      `${style}<ul><li><input type="checkbox" id="c"><label id="x" class="done" for="c">Flour</label></li></ul>`,
    ]),
  ).toEqual(['review #x'])
  expect(
    await seen('text-struck-by-style', [
      `${style}<ul><li><input type="checkbox" id="c" checked><label class="done" for="c">Flour</label></li></ul>`,
      `${style}<ul><li role="checkbox" aria-checked="true" tabindex="0"><span class="done">Flour</span></li></ul>`,
    ]),
  ).toEqual([])
})

test('a list that a script fills is empty for now', async () => {
  expect(await seen('empty-list', ['<ul id="x"></ul>'])).toEqual(['practice #x'])
  expect(
    await seen('empty-list', ['<ul id="x"></ul><script>const list = document.getElementById("x"); void list</script>']),
  ).toEqual([])
})

test('an element whose inside is closed hands the focus on to its button', async () => {
  const page = (options: string, inside: string) =>
    `<tune-button id="x">Play the tune</tune-button><p role="status" id="r"></p>
     <script>
       customElements.define('tune-button', class extends HTMLElement {
         constructor() { super(); this.attachShadow({ mode: 'closed'${options} }).innerHTML = '<style>:host{cursor:pointer;display:inline-block}</style>${inside}' }
       })
       document.getElementById('x').addEventListener('click', () => { document.getElementById('r').textContent = 'It plays.' })
     </script>`

  expect(await told('mouse-only-control', [page('', '<span><slot></slot></span>')])).toEqual(['review #x'])
  expect(await told('mouse-only-control', [page(', delegatesFocus: true', '<button><slot></slot></button>')])).toEqual(
    [],
  )
})

test('a form whose button is an element of the page’s own has one', async () => {
  const form = (button: string) =>
    `<form id="x" action="/join"><label for="e">Email</label><input id="e" type="email">${button}</form>`

  expect(await seen('form-without-submit', [form(''), form('<price-tag>3</price-tag>')])).toEqual([
    'practice #x',
    'practice #x',
  ])
  expect(await seen('form-without-submit', [form('<fancy-button>Join</fancy-button>')])).toEqual([])
})

test('what an asterisk means is said in a sentence that holds it', async () => {
  const form = (before: string) =>
    `${before}<form id="f"><p><label for="x">Name *</label><input id="x" required></p><p><label for="y">Verein</label><input id="y"></p><button>OK</button></form>`

  expect(await seen('required-not-told', [form(''), form('<p>Wir freuen uns auf Sie.</p>')])).toEqual([
    'review #x',
    'review #x',
  ])
  expect(
    await seen('required-not-told', [
      form('<p>Angaben mit <span aria-hidden="true">*</span> brauchen wir.</p>'),
      form('<p>Príomhréimsí a bhfuil * leo: líon isteach iad.</p>'),
    ]),
  ).toEqual([])
})

test('the name of somebody is drawn as a mark in a link to them', async () => {
  const mark = (href: string, alt: string, drawn: string) =>
    `<p>Read more: <a href="${href}"><img id="x" alt="${alt}" width="90" height="40" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='90' height='40'%3E%3Ctext y='28'%3E${drawn}%3C/text%3E%3C/svg%3E"></a></p>`

  expect(
    await told('image-of-text', [
      mark('/sale', 'Sale', 'Sale'),
      mark('https://shop.test/offers', 'Buy two and get one free', 'Buy two and get one free'),
    ]),
  ).toEqual(['review #x', 'violation #x'])
  expect(
    await told('image-of-text', [
      mark('https://fsc.test/about', 'Forest Stewardship Council', 'FSC'),
      mark('https://bioland.test/about', 'Bioland', 'Bioland'),
      // Signs to be copied.
      mark('/other', 'Picture with a code of four signs', 'K 7 P 4'),
    ]),
  ).toEqual([])
})

test('a film with what is shown told in words may be offered in any language', async () => {
  const page = (words: string) =>
    `<div><video id="x" controls width="300" src="/long.wav"></video><p><a href="/v/2">${words}</a></p></div>`

  expect(await seen('video-description', [page('Більше відео')])).toEqual(['review #x'])
  expect(
    await seen('video-description', ['Відео з аудіоописом', 'Synstolket utgave', '화면해설 영상'].map(page)),
  ).toEqual([])
})

test('what moves may be held in a language whose words are not known', async () => {
  const page = (lang: string, button: string, script: string) =>
    `<html lang="${lang}"><head><title>Ilm</title><style>#x{animation:s 6s linear infinite;width:90px;height:90px}@keyframes s{to{transform:translateX(200px)}}</style></head>
     <body><h1>Ilm</h1>${button}<svg id="x" role="img" aria-label="Pilved" viewBox="0 0 60 60"><circle cx="30" cy="30" r="20"></circle></svg><script>${script}</script></body></html>`
  const button = '<button id="b">Gwasgwch</button>'
  const holds = `b.onclick = () => { document.getElementById('x').style.animationPlayState = 'paused' }`
  const said = async (html: string) => (await lab.check(html)).of('drawing-endless')

  expect(await said(page('cy', '', holds))).toEqual(['practice #x'])
  expect(await said(page('cy', button, 'b.onclick = () => { document.title = "Tywydd" }'))).toEqual(['practice #x'])
  expect(await said(page('en', '<button id="b">Weather</button>', holds))).toEqual(['practice #x'])
  expect(await said(page('cy', button, holds))).toEqual([])
  expect(await said(page('et', '<button id="b">Peata liikumine</button>', holds))).toEqual([])
})

test('content that is inert behind an open drawer is a way past it', async () => {
  const page = (content: string) =>
    `<nav id="x" aria-label="Main"><button>Close the menu</button><ul><li><a href="/today">Today</a></li><li><a href="/all">All notes</a></li></ul></nav>${content}`

  expect(
    await seen('bypass-blocks', [page('<div inert><p>Seen today: two herons, a vole, ice on the pond.</p></div>')]),
  ).toEqual(['review #x'])
  expect(
    await seen('bypass-blocks', [
      page('<main inert><h1>Notes</h1><p>Seen today: two herons, a vole, ice on the pond.</p></main>'),
    ]),
  ).toEqual([])
})

test('a row that has rows beneath it may do something else when it is pressed than unfold them', async () => {
  const grid = (more: string, press: string) =>
    `<main><h1>Files</h1><table role="treegrid" aria-label="Files"><tbody><tr role="row" id="x" tabindex="0" aria-level="1" aria-expanded="false"><td role="gridcell">North beds</td></tr>${more}</tbody></table><p id="p" hidden>North beds, changed on the first of May, shared with four people.</p></main>
     <script>x.addEventListener('click', () => { ${press} })</script>`
  const child = '<tr role="row" id="c" aria-level="2" hidden><td role="gridcell">Plan of the beds</td></tr>'

  expect(await told('state-not-updated', [grid(child, 'c.hidden = false')])).toEqual(['violation #x'])
  expect(await told('state-not-updated', [grid(child, 'p.hidden = false')])).toEqual([])
})

test('a dialog that fades out for as long as libraries have it is closed by Escape', async () => {
  const page = (key: string) =>
    `<style>.d{position:fixed;inset:20%;background:#fff;visibility:hidden;opacity:0;transition:opacity .3s,visibility .3s}.d.open{visibility:visible;opacity:1;transition:none}</style>
     <main><h1>News</h1><button id="b" aria-haspopup="dialog">Parts</button></main><div class="d" id="x" role="dialog" aria-modal="true" aria-label="Parts"><p>Two parts of the paper.</p><button id="k">Local</button></div>
     <script>b.onclick = () => { x.classList.add('open'); k.focus() }
     addEventListener('keydown', ({ key }) => { if (key === '${key}') { x.classList.remove('open'); b.focus() } })</script>`

  expect(await told('dialog-escape', [page('F4')])).toEqual(['review #x'])
  expect(await told('dialog-escape', [page('Escape')])).toEqual([])
})

test('days of a month on which nothing is may be left out of its narrow list', async () => {
  const page = (cell: (day: number) => string) =>
    `<style>@media (max-width:400px){tr{display:block}td{display:block}.none{display:none}}td{width:150px}</style><main><h1>May</h1><table id="x">${[0, 1, 2].map((week) => `<tr>${[1, 2, 3, 4, 5, 6, 7].map((day) => (day === 3 ? `<td>${week * 7 + day} <a href="/e${week}">Concert in hall number ${week}</a></td>` : `<td class="none">${cell(week * 7 + day)}</td>`)).join('')}</tr>`).join('')}</table></main>`

  expect(await told('content-gone-when-narrow', [page((day) => `day ${day}, closed from ${day + 40} on`)])).toEqual([
    'practice #x',
  ])
  expect(await told('content-gone-when-narrow', [page((day) => `day ${day}`)])).toEqual([])
})

test('roads of a map are no lines of a chart', async () => {
  const drawing = (lines: string) =>
    `<main><h1>Where we are</h1><svg id="x" role="img" aria-label="The town" width="400" height="300" viewBox="0 0 400 300">${lines}</svg></main>`

  expect(
    await seen('graphic-faint', [
      drawing('<path d="M0 120L90 100L180 160L270 40L400 90" fill="none" stroke="#b7b09f" stroke-width="3"/>'),
      drawing('<path d="M0 120h400M0 230h400M90 0v300M310 0v300" fill="none" stroke="#b7b09f" stroke-width="6"/>'),
      drawing('<path d="M190 0c-20 80 50 120 20 180s-10 90 0 120" fill="none" stroke="#6ba3c7" stroke-width="22"/>'),
    ]),
  ).toEqual(['review #x'])
})
