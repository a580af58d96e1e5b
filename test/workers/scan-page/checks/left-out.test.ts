/** Failures that lie in what is left out: a picture that does not come, a message that is not said, a head that stands apart, words that press nothing. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const found = async (rule: string, html: string, page?: Parameters<Lab['check']>[1]) =>
  (await lab.check(`<body>${html}`, page)).of(rule)

test('a picture whose address leads to no picture is told of; one of another site, or that is there, is not', async () => {
  const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

  expect(await found('image-broken', '<img id="x" src="/not-there.png" alt="A rake" width="90" height="90">')).toEqual([
    'practice #x',
  ])
  expect(
    await found('image-broken', `<img src="${dot}" alt="A rake"><img src="http://127.0.0.1:9/rake.png" alt="A rake">`),
  ).toEqual([])
})

test('a part that links lead to comes to stand under a bar, unless room is left for that', async () => {
  const page = (style: string, bar = 'sticky') =>
    `<style>body{margin:0}nav{position:${bar};top:0;left:0;right:0;background:#fff}nav a{display:inline-block;padding:20px}section{height:90vh}h2{margin:0;${style}}</style><nav><a href="#x">Rakes</a></nav><main><section>All tools</section><section><h2 id="x">Rakes</h2></section><section>More</section></main>`

  expect(await lab.see('target-under-bar', `<body>${page('')}`)).toEqual(['practice #x'])
  expect(await lab.see('target-under-bar', `<body>${page('', 'fixed')}`)).toEqual(['practice #x'])
  expect(await lab.see('target-under-bar', `<body>${page('scroll-margin-top:80px')}`)).toEqual([])
  expect(await lab.see('target-under-bar', `<body>${page('padding-top:90px')}`)).toEqual([])
  expect(await lab.see('target-under-bar', `<body>${page('', 'static')}`)).toEqual([])
})

test('the head of a table in a table of its own is told of; a head that is hidden to the eye alone is enough', async () => {
  const head = '<tr><th>Tool</th><th>Price</th></tr>'
  const rows = '<tr><td>Spade</td><td>12 €</td></tr><tr><td>Rake</td><td>9 €</td></tr>'
  const page = (body: string, apart = true) =>
    `<div>${apart ? `<div><table>${head}</table></div>` : ''}<div><table id="x">${body}</table></div></div>`

  expect(await lab.see('table-head-apart', `<body>${page(rows)}`)).toEqual(['practice #x'])
  expect(await lab.see('table-head-apart', `<body>${page(`<thead>${head}</thead>${rows}`)}`)).toEqual([])
  expect(await lab.see('table-head-apart', `<body>${page(rows, false)}`)).toEqual([])
  expect(
    await lab.see('table-head-apart', `<body><table>${head}${rows}</table><p>And more:</p><table>${rows}</table>`),
  ).toEqual([])
})

test('words beside a box that are no label are told of, unless a script hears a press on them', async () => {
  const box = (after = '') =>
    `<p><input type="checkbox" id="x" aria-labelledby="w"><span id="w">Rakes</span></p>${after}`
  const hears = (whom: string) =>
    `<script>${whom}.addEventListener('click', () => { document.title = 'pressed' })</script>`

  expect(await found('label-not-clickable', box())).toEqual(['practice #x'])
  expect(await found('label-not-clickable', box(hears("document.getElementById('w')")))).toEqual([])
  expect(await found('label-not-clickable', box(hears('document')))).toEqual([])
  expect(
    await found('label-not-clickable', '<p><input type="checkbox" id="x"><label for="x">Rakes</label></p>'),
  ).toEqual([])
})

test('a file that is chosen may not send the form by itself', async () => {
  const page = (script: string, words = '') =>
    `<form action="/proof" method="post"><label for="x">A letter with your address ${words}</label> <input type="file" id="x" name="proof"><button>Send it</button></form><script>document.getElementById('x').addEventListener('change', (event) => { ${script} })</script>`

  expect(await found('change-of-context-on-input', page('event.target.form.submit()'))).toEqual(['violation #x'])
  expect(
    await found('change-of-context-on-input', page('event.target.form.submit()', '(is sent automatically)')),
  ).toEqual([])
  expect(await found('change-of-context-on-input', page('document.title = event.target.files.length'))).toEqual([])
})

test('a form that is kept from going out and says nothing is told of; one that says something, asks for something or goes out is not', async () => {
  const page = (script: string, how = 'novalidate') =>
    `<form action="/offer" method="post" ${how}><label>Name <input id="x" required></label><p id="m"></p><button>Ask for it</button></form><script>document.forms[0].addEventListener('submit', (event) => { if (document.getElementById('x').value !== '') return; event.preventDefault(); ${script} })</script>`
  const of = (script: string, how?: string) => found('form-refuses-silently', page(script, how))

  expect(await of('')).toEqual(['practice #x'])
  expect(await of("document.getElementById('m').textContent = 'Your name is missing'")).toEqual([])
  expect(await of("document.getElementById('x').focus()")).toEqual([])
  expect(await of("alert('Your name is missing')")).toEqual([])
  expect(await of("fetch('/offer?name=')")).toEqual([])
  expect(await of("setTimeout(() => { document.title = 'Wrong' }, 50)")).toEqual([])
  // The browser itself says it.
  expect(await of('', '')).toEqual([])
  expect(await found('form-refuses-silently', page('').replace('event.preventDefault()', ''))).toEqual([])
})

test('what a dialog holds that does not scroll lies outside of a small window', async () => {
  const page = (style: string) =>
    `<main><button id="b">Rules</button></main><div id="d" role="dialog" aria-modal="true" aria-label="Rules" hidden style="position:fixed;top:50%;left:50%;transform:translate(-50%,-50%);background:#fff;${style}"><p style="height:500px;margin:0">Here are all the rules of the house.</p><button id="c">Close</button></div><script>
    b.addEventListener('click', () => { d.hidden = false; c.focus() }); const close = () => { d.hidden = true; b.focus() }
    c.addEventListener('click', close); d.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); if (event.key === 'Tab') event.preventDefault() })</script>`

  expect(await found('dialog-cut-when-narrow', page(''))).toEqual(['practice #d'])
  expect(await found('dialog-cut-when-narrow', page('max-height:100%;overflow:auto'))).toEqual([])
  expect(await found('dialog-cut-when-narrow', page('').replace('height:500px', 'height:100px'))).toEqual([])
})

test('texts that are placed by themselves run into one another when they are spaced out', async () => {
  const story = (top: number) =>
    `<div style="position:relative;height:300px;width:300px;line-height:1.2"><p id="x" style="position:absolute;top:0;margin:0">The brothers buy the yard and build two barges there in their first winter.</p><p style="position:absolute;top:${top}px;margin:0">A fire takes the great shed.</p></div>`

  expect(await found('text-spacing-overlaps', story(50))).toEqual(['violation #x'])
  expect(await found('text-spacing-overlaps', story(160))).toEqual([])
  // They lie in one another anyway.
  expect(await found('text-spacing-overlaps', story(4))).toEqual([])
})
