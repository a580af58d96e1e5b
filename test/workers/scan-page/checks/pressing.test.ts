/** What our checks find of controls that answer to something else than a click, and of what the focus sets off. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const button = (listening: string, attributes = '') =>
  `<body><p id="said">No roses.</p><button id="x" type="button" ${attributes}>Plant a rose</button>
   <script>{ const x = document.getElementById('x'); const act = () => { document.getElementById('said').textContent = 'A rose.' }; ${listening} }</script>`

test('a button that acts when the pointer goes down, and on nothing else, is an error', async () => {
  const of = async (html: string) => (await lab.check(html)).of('acts-on-press')

  expect(await of(button("x.addEventListener('pointerdown', act)"))).toEqual(['violation #x'])
  expect(await of(button("x.addEventListener('mousedown', act)"))).toEqual(['violation #x'])
  // Somebody hears the click after it, maybe only to count it.
  expect(await of(button("x.addEventListener('mousedown', act); document.addEventListener('click', act)"))).toEqual([
    'review #x',
  ])
  expect(await of(button("x.addEventListener('mousedown', act); x.addEventListener('click', act)"))).toEqual([])
  // The keyboard works it, and a press by mistake still cannot be taken back.
  expect(await of(button("x.addEventListener('mousedown', act); x.addEventListener('keydown', act)"))).toEqual([
    'practice #x',
  ])
  expect(await of(button("x.addEventListener('mousedown', (e) => { e.preventDefault() })"))).toEqual([])
  expect(await of(button("x.addEventListener('mousedown', () => { x.classList.add('down') })"))).toEqual([])
  expect(await of(button("x.addEventListener('mousedown', act)", 'disabled'))).toEqual([])
  expect(await of(button("x.addEventListener('mousedown', act)", 'hidden'))).toEqual([])
  expect(await of(button("x.addEventListener('click', act)"))).toEqual([])
})

test('a button that answers to touch alone is an error', async () => {
  const touch = await lab.check(button("x.addEventListener('touchstart', act)"))
  const both = await lab.check(button("x.addEventListener('touchstart', act); x.addEventListener('click', act)"))

  expect(touch.of('touch-alone')).toEqual(['violation #x'])
  expect(touch.of('acts-on-press')).toEqual([])
  expect(both.of('touch-alone')).toEqual([])
})

test('what follows the pointer wants a button beside it', async () => {
  const page = (inside: string, beside = '') =>
    `<body><div><div id="x" style="width:200px;height:100px">${inside}</div>${beside}</div><script>{ const x = document.getElementById('x'); let from
     x.addEventListener('pointerdown', (e) => { from = e.clientX }); x.addEventListener('pointermove', (e) => { if (from - e.clientX > 50) x.textContent = 'Next' }) }</script>`
  const of = async (html: string) => (await lab.check(html)).of('gesture-alone')

  expect(await of(page('Roses'))).toEqual(['review #x'])
  expect(await of(page('Roses', '<button>Next</button>'))).toEqual([])
  expect(await of(page('<button>Next</button>'))).toEqual([])
  expect(await of(page('<canvas></canvas>'))).toEqual([])
})

test('what takes the focus and answers to clicks has a role', async () => {
  const page = (attributes: string, hears = "document.getElementById('all')") =>
    `<body><div id="all"><span id="x" style="cursor:pointer" ${attributes}>Roses alone</span></div><p id="said"></p>
     <script>{ const act = () => { document.getElementById('said').textContent = 'Two.' }; ${hears}.addEventListener('click', act); ${hears}.addEventListener('keydown', act) }</script>`
  const of = async (html: string) => (await lab.check(html)).of('control-without-role')

  expect(await of(page('tabindex="0"'))).toEqual(['violation #x'])
  expect(await of(page('tabindex="0"', 'document'))).toEqual(['review #x'])
  expect(await of(page('tabindex="0" role="button"'))).toEqual([])
  expect(await of(page(''))).toEqual([])
  expect(await of(page('tabindex="0" hidden'))).toEqual([])
})

test('an element of the page’s own has the role that its script gives it, and without one is read as text', async () => {
  const page = (attributes: string, made: string) =>
    `<body><my-switch id="x" tabindex="0" ${attributes}>Sound of the harbour</my-switch><p id="said"></p><script>
     customElements.define('my-switch', class extends HTMLElement { constructor() { super(); this.inner = this.attachInternals(); this.attachShadow({ mode: 'open' }).innerHTML = '<span><slot></slot></span>' }
       connectedCallback() { const act = () => { document.getElementById('said').textContent = 'On.' }; this.addEventListener('click', act); this.addEventListener('keydown', act); ${made} } })</script>`
  const of = async (html: string) => (await lab.check(html)).of('control-without-role')

  expect(await of(page('', ''))).toEqual(['violation #x'])
  expect(await of(page('', "this.inner.role = 'switch'"))).toEqual([])
  expect(await of(page('role="switch"', ''))).toEqual([])
})

test('taking the focus and losing it lead nowhere', async () => {
  const page = (listening: string) =>
    `<body><label>Title <input id="x"></label><p id="hint"></p><script>{ const x = document.getElementById('x'); ${listening} }</script>`
  const focus = await lab.check(page("x.addEventListener('focus', () => { location.href = '/elsewhere' })"))
  const opened = await lab.check(page("x.addEventListener('focus', () => { window.open('/elsewhere') })"))
  const boxes = await lab.check(page("x.addEventListener('focus', () => { alert('Please write the whole title') })"))
  const boxLater = await lab.check(page("x.addEventListener('input', () => { confirm('Is that the title?') })"))
  const blur = await lab.check(page("x.addEventListener('blur', () => { location.href = '/elsewhere' })"))
  const hint = await lab.check(
    page("x.addEventListener('focus', () => { document.getElementById('hint').textContent = 'Any word of it' })"),
  )

  expect(focus.of('change-of-context-on-focus')).toEqual(['violation #x'])
  expect(focus.of('change-of-context-on-leaving')).toEqual([])
  expect(opened.of('change-of-context-on-focus')).toEqual(['violation #x'])
  expect(boxes.of('change-of-context-on-focus')).toEqual(['violation #x'])
  expect(boxLater.of('change-of-context-on-focus')).toEqual([])
  expect(blur.of('change-of-context-on-leaving')).toEqual(['violation #x'])
  expect(hint.findings.filter(({ rule }) => rule.startsWith('change-of-context'))).toEqual([])
})

test('a page gets back what opens its windows, and was opened none meanwhile', async () => {
  let open = ''
  await lab.check('<body><input aria-label="Title" onfocus="window.open(\'/elsewhere\')">', {
    after: async (page) => {
      open = await page.evaluate(() => String(window.open))
    },
  })

  expect(open).toContain('[native code]')
})

test('a menu that only the right button opens is told of, unless a key opens it where the focus is', async () => {
  const page = (row: string, act: string) =>
    `<body><ul><li id="x">${row}</li></ul><menu id="m" hidden><li>Rename</li></menu><script>{ const x = document.getElementById('x'), m = document.getElementById('m')
     x.addEventListener('contextmenu', (event) => { ${act} }) }</script>`
  const of = async (row: string, act = 'event.preventDefault(); m.hidden = false') =>
    (await lab.check(page(row, act))).of('menu-by-right-button')

  expect(await of('Roses.pdf')).toEqual(['practice #x'])
  expect(await of('<a href="/roses.pdf">Roses.pdf</a>')).toEqual([])
  expect(await of('<button type="button">More</button> Roses.pdf')).toEqual([])
  expect(await of('Roses.pdf', 'event.preventDefault()')).toEqual([])
  expect(await of('Roses.pdf', 'navigator.sendBeacon("/seen")')).toEqual([])
})

test('what a press lays over the whole page is told of as a dialog; a menu, and what is beside the text, need not be', async () => {
  const page = (attributes: string, inside: string, style = 'position:fixed;inset:0;background:#000a') =>
    `<body><button type="button" id="b">Tell me</button><div id="o" hidden style="${style}"><div id="x" ${attributes} style="background:#fff">${inside}</div></div>
     <script>{ const o = document.getElementById('o'); document.getElementById('b').addEventListener('click', () => { o.hidden = false; o.querySelector('button, a').focus() })
     o.addEventListener('click', () => { o.hidden = true }) }</script>`
  const asks = '<h2>Shall we remind you?</h2><button type="button">Yes</button> <button type="button">No</button>'
  const of = async (...of: Parameters<typeof page>) => (await lab.check(page(...of))).of('dialog-without-role')

  expect(await of('', asks)).toEqual(['practice #x'])
  expect(await of('role="dialog" aria-modal="true" aria-label="Reminder"', asks)).toEqual([])
  expect(await of('', '<nav><a href="/spades">Spades</a></nav>')).toEqual([])
  expect(await of('', asks, 'position:static;background:#eee')).toEqual([])
})

test('a wheel that turns after a press is told of where nothing says to wait', async () => {
  const page = (more: string, act = '') =>
    `<body><style>@keyframes turn{to{transform:rotate(1turn)}} .spinner{width:24px;height:24px;border:3px solid #333;border-top-color:#eee;border-radius:50%;animation:turn 1s linear infinite}</style>
     <button type="button" id="b">Look for roses</button><div id="x" class="spinner" hidden></div>${more}
     <script>{ const x = document.getElementById('x'), b = document.getElementById('b'); b.addEventListener('click', () => { x.hidden = !x.hidden; ${act} }) }</script>`
  const of = async (...of: Parameters<typeof page>) => (await lab.check(page(...of))).of('status-not-announced')

  expect(await of('')).toEqual(['review #x'])
  expect(
    await of('<p role="status" id="said"></p>', "document.getElementById('said').textContent = 'Looking.'"),
  ).toEqual([])
  expect(await of('', "b.setAttribute('aria-busy', String(!x.hidden))")).toEqual([])
  expect(await of('', "b.textContent = x.hidden ? 'Look for roses' : 'Looking for roses'")).toEqual([])
})

test('a control that goes away when it is pressed gives the focus on', async () => {
  const page = (act: string) =>
    `<body><div id="one"><h2>First</h2><button type="button" id="x">On to the second step</button></div><div id="two" hidden><h2 id="h" tabindex="-1">Second</h2><button type="button" id="back">Back to the first step</button></div>
     <script>{ const one = document.getElementById('one'), two = document.getElementById('two')
     const go = (isOn) => { one.hidden = isOn; two.hidden = !isOn; ${act} }
     document.getElementById('x').addEventListener('click', () => go(true)); document.getElementById('back').addEventListener('click', () => go(false)) }</script>`
  const of = async (act: string) => (await lab.check(page(act))).of('focus-lost')

  expect(await of('')).toContain('practice #x')
  expect(await of("document.querySelector(isOn ? '#h' : '#x').focus()")).toEqual([])
})

test('a dialog that shuts the page off for the eye alone is told of, and that Tab goes on behind it', async () => {
  const page = (attributes: string, backdrop = 'position:fixed;inset:0;background:#000a') =>
    `<body><main><h1>Tools</h1><button type="button" id="b">Tell me</button> <a href="/spades">Spades</a></main><div id="o" hidden style="${backdrop}"><div id="x" role="dialog" aria-label="Reminder" ${attributes} style="background:#fff"><button type="button" id="yes">Yes</button> <button type="button" id="close">Close</button></div></div>
     <script>{ const o = document.getElementById('o'), show = (is) => { o.hidden = !is; document.getElementById(is ? 'yes' : 'b').focus() }
     document.getElementById('b').addEventListener('click', () => show(true)); document.getElementById('close').addEventListener('click', () => show(false))
     o.addEventListener('keydown', (event) => { if (event.key === 'Escape') show(false) }) }</script>`
  const untold = await lab.check(page(''))
  const told = await lab.check(page('aria-modal="true"'))
  const beside = await lab.check(page('', 'border:1px solid'))

  expect(untold.of('dialog-not-told-modal')).toEqual(['practice #x'])
  expect(untold.of('dialog-tab-leaves')).toEqual(['practice #x'])
  expect(told.of('dialog-not-told-modal')).toEqual([])
  expect(told.of('dialog-tab-leaves')).toEqual(['violation #x'])
  expect([...beside.of('dialog-not-told-modal'), ...beside.of('dialog-tab-leaves')]).toEqual([])
})
