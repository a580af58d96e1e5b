/** What the standards name as failures, as several developers would write each, beside the right page. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

test('a place to drop files on is told of where no field takes them', async () => {
  const broken = await lab.seeEach('drop-alone', [
    '<div id="x" class="dropzone">Drop your photos here</div>',
    '<section><div class="area"><p id="x" ondrop="take(event)">Drag and drop files here to send them</p></div></section>',
    '<div class="upload-box" id="x"><b>Dateien hierher ziehen</b></div>',
    '<form><div id="x" class="drop">Drop files here</div><button type="button">Choose files</button></form>',
  ])
  const right = await lab.seeEach('drop-alone', [
    '<label class="dropzone">Drop your photos here or choose them <input type="file"></label>',
    '<div class="dropzone">Drop your photos here</div><input type="file" hidden>',
    '<div class="dropdown">Drop in at any of our shops</div>',
    '<photo-upload class="drop">Drop your photos here</photo-upload>',
    '<button class="drop">Drop your photos here</button>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x', 'practice #x', 'review #x'])
  expect(right.flat()).toEqual([])
})

test('a skip link that is not displayed is told of, but not one that is only out of sight, nor one for other windows', async () => {
  const rest = '<nav><a href="/a">Seeds</a></nav><main id="main"><h1>Seeds</h1></main>'
  const broken = await lab.seeEach('skip-link-unreachable', [
    `<style>.skip{display:none}.skip:focus{display:block}</style><a id="x" class="skip" href="#main">Skip to content</a>${rest}`,
    `<a id="x" style="visibility:hidden" href="#main">Zum Inhalt springen</a>${rest}`,
  ])
  const right = await lab.seeEach('skip-link-unreachable', [
    `<style>.skip{position:absolute;left:-999px}.skip:focus{left:0}</style><a class="skip" href="#main">Skip to content</a>${rest}`,
    `<a href="#main">Skip to content</a><a style="display:none" href="#menu">Skip to navigation</a>${rest}`,
    `<div style="display:none"><a href="#main">Skip to content</a></div>${rest}`,
    `<a style="display:none" href="#top">Back to the top</a>${rest}`,
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('a rating in stars alone is told of, but not one that is said in words or numbers as well', async () => {
  const broken = await lab.seeEach('rating-by-stars', [
    '<p id="x">Rating: ★★★☆☆</p>',
    '<div><span>Spade of ash</span> <span id="x">★★★★☆</span> <span>(12 reviews)</span></div>',
  ])
  const right = await lab.seeEach('rating-by-stars', [
    '<p><span role="img" aria-label="3 of 5 stars">★★★☆☆</span></p>',
    '<p><span aria-hidden="true">★★★☆☆</span> 3 of 5</p>',
    '<p>★★★☆☆ 3.2</p>',
    '<p>★★★ The best of our garden ★★★</p>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('a tree, a list to choose from or tabs of which nothing takes the focus are told of', async () => {
  const broken = await lab.seeEach('composite-without-focus', [
    '<ul id="x" role="tree" aria-label="Plants"><li role="treeitem">Roses</li><li role="treeitem">Rue</li></ul>',
    '<div id="x" role="listbox" aria-label="Size"><div role="option">Small</div><div role="option">Large</div></div>',
    '<div id="x" role="tablist"><span role="tab" aria-selected="true">Facts</span><span role="tab">Care</span></div>',
    '<div id="x" role="radiogroup" aria-label="Colour"><i role="radio" aria-checked="true">Red</i><i role="radio">Blue</i></div>',
  ])
  const right = await lab.seeEach('composite-without-focus', [
    '<ul role="tree" tabindex="0" aria-label="Plants"><li role="treeitem">Roses</li><li role="treeitem">Rue</li></ul>',
    '<div role="tablist"><button role="tab">Facts</button><button role="tab">Care</button></div>',
    '<input role="combobox" aria-expanded="true" aria-controls="l"><ul id="l" role="listbox"><li role="option">Rose</li><li role="option">Rue</li></ul>',
    '<ul role="menu"><li role="none"><a role="menuitem" href="/a">A</a></li><li role="none"><a role="menuitem" href="/b">B</a></li></ul>',
    '<div role="radiogroup"><label role="radio"><input type="radio"> Red</label><label role="radio"><input type="radio"> Blue</label></div>',
    '<x-list role="listbox"><x-option role="option">A</x-option><x-option role="option">B</x-option></x-list>',
    '<ul hidden role="menu"><li role="menuitem">A</li><li role="menuitem">B</li></ul>',
  ])

  expect(broken.flat()).toEqual(['violation #x', 'violation #x', 'violation #x', 'violation #x'])
  expect(right.flat()).toEqual([])
})

test('a page whose script keeps it from being enlarged is told of, but not a map with a zoom of its own', async () => {
  const broken = await lab.seeEach('zoom-refused-by-script', [
    '<script>document.addEventListener("gesturestart", (event) => event.preventDefault())</script>',
    '<script>document.addEventListener("touchmove", function (e) { if (e.touches.length > 1) { e.preventDefault() } }, { passive: false })</script>',
    '<script>window.addEventListener("keydown", (e) => { if (e.ctrlKey && (e.key === "+" || e.key === "-")) e.preventDefault() })</script>',
  ])
  const right = await lab.seeEach('zoom-refused-by-script', [
    '<div id="map"></div><script>map.addEventListener("gesturestart", (event) => event.preventDefault())</script>',
    '<script>document.addEventListener("touchmove", (e) => { if (e.touches.length === 1) { draw(e) } })</script>',
    '<script>window.addEventListener("keydown", (e) => { if (e.ctrlKey && e.key === "s") e.preventDefault() })</script>',
  ])

  expect(broken.map((said) => said.length)).toEqual([1, 1, 1])
  expect(broken.flat().every((said) => said.startsWith('practice'))).toBe(true)
  expect(right.flat()).toEqual([])
})

test('a password of which single letters are asked for is told of in open fields as well, but not a code or letters of a puzzle', async () => {
  const letters = (of: string) =>
    `<form><p>Enter the 2nd and the 5th character of your ${of}.</p><input id="x" maxlength="1" aria-label="2nd character"><input maxlength="1" aria-label="5th character"></form>`

  expect(await lab.seeEach('password-by-letters', [letters('password'), letters('memorable word')])).toEqual([
    ['practice #x'],
    ['practice #x'],
  ])
  expect(await lab.seeEach('password-by-letters', [letters('plant')])).toEqual([[]])
})

test('two addresses of two fields each are told of as asked for twice, but not two guests', async () => {
  const groups = (first: string, second: string, more = '') =>
    `<form>${[first, second].map((legend, at) => `<fieldset id="f${at}"><legend>${legend}</legend><label>Street <input></label><label>Town <input></label></fieldset>`).join('')}${more}</form>`

  expect(await lab.seeEach('entry-asked-twice', [groups('Billing address', 'Delivery address')])).toEqual([
    ['review #f1'],
  ])
  const told = (kind: string, token: string) =>
    `<fieldset id="${token}"><legend>${kind} address</legend>${['address-line1', 'postal-code', 'address-level2'].map((part) => `<label>${part} of ${kind} <input autocomplete="${token} ${part}"></label>`).join('')}</fieldset>`
  expect(
    await lab.seeEach('entry-asked-twice', [
      `<form>${told('Delivery', 'shipping')}${told('Invoice', 'billing')}</form>`,
    ]),
  ).toEqual([['practice #billing']])
  expect(
    await lab.seeEach('entry-asked-twice', [
      groups('First guest', 'Second guest'),
      groups('Sender’s address', 'Recipient’s address'),
      groups(
        'Billing address',
        'Delivery address',
        '<label><input type="checkbox"> Same as the billing address</label>',
      ),
    ]),
  ).toEqual([[], [], []])
})

test('money that is sent and lists that are emptied at one press are told of, but not what is asked once more', async () => {
  const broken = await lab.seeEach('act-without-check', [
    '<form action="/pay"><label>IBAN <input></label><label>Amount <input></label><button id="x">Transfer now</button></form>',
    '<button type="button" id="x">Delete all orders</button>',
  ])
  const right = await lab.seeEach('act-without-check', [
    '<form action="/pay"><label>IBAN <input></label><label>Amount <input></label><button>Review transfer</button></form>',
    '<button type="button" aria-haspopup="dialog">Delete all orders</button>',
    '<button type="button" onclick="if (confirm(`Really?`)) empty()">Delete all orders</button>',
    '<form action="/photo"><label>Photo <input type="file"></label><button>Transfer now</button></form>',
  ])

  expect(broken.flat()).toEqual(['review #x', 'review #x'])
  expect(right.flat()).toEqual([])
})

test('text that is too wide by what it is or by the row that it stands in is told of in a narrow window', async () => {
  const long = 'We deliver on Monday and on Thursday all over the county, in a van that runs on electricity alone.'
  const number = 'FHB2026TIMBERYARD000014820009331774551218539007547034'
  const broken = await lab.checkEach('reflow', [
    `<p>Your number is <code id="x">${number}</code>.</p>`,
    `<p id="x" style="white-space:nowrap">${long}</p>`,
    `<div style="display:grid;grid-template-columns:repeat(3,320px)"><p>${long}</p><p id="x">${long}</p><p>${long}</p></div>`,
  ])
  const right = await lab.checkEach('reflow', [
    `<p>${long}</p>`,
    `<div style="overflow-x:auto"><p style="white-space:nowrap">${long}</p></div>`,
    `<p style="white-space:nowrap;overflow:hidden;text-overflow:ellipsis">${long}</p>`,
    `<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(min(280px,100%),1fr))"><p>${long}</p><p>${long}</p></div>`,
    `<pre><code>${number} ${number}</code></pre>`,
    `<code style="display:block;white-space:pre">${number} ${number}</code>`,
    `<p>Your number is <code style="overflow-wrap:anywhere">${number}</code>.</p>`,
  ])

  expect(broken).toEqual([['violation #x'], ['violation #x'], ['violation #x']])
  expect(right.flat()).toEqual([])
})

test('what takes the focus and answers to a click, and shows no hand, is told of as without a role and without keys', async () => {
  const broken =
    '<h3 id="x" tabindex="0">Delivery</h3><p id="p" hidden>On Monday.</p><script>x.onclick=()=>{p.hidden=!p.hidden}</script>'
  const right =
    '<div tabindex="0" style="overflow:auto;height:60px"><p style="height:200px">A long list of plants</p></div><p tabindex="0">Read me</p><script>document.querySelector("div").onclick=()=>{document.title="Plants"}</script>'
  const [said, twin] = [await lab.check(`<body>${broken}`), await lab.check(`<body>${right}`)]

  expect([said.of('control-without-role'), said.of('control-without-keys')]).toEqual([['practice #x'], ['practice #x']])
  expect(twin.of('control-without-keys')).toEqual([])
})

test('links that stand beside the page are told of though others of their kind are seen', async () => {
  const nav = (style: string) =>
    `<style>a:focus{outline:3px solid #00c}</style><nav><a href="/a">Seeds</a> <a href="/b">Tools</a></nav><nav style="${style}"><a id="x" href="/1">Orders</a> <a href="/2">Returns</a></nav>`

  expect(
    (await lab.checkEach('focus-not-visible', [nav('position:absolute;left:-400px;width:300px')])).flat(),
  ).toContain('violation #x')
  expect(await lab.checkEach('focus-not-visible', [nav('')])).toEqual([[]])
})

test('fields that only turn red when a form is sent are told of, but not where a message comes', async () => {
  const form = (script: string) =>
    `<form id="f" novalidate action="/o"><div><label>E-mail <input id="x" type="email" style="border:1px solid #333"></label> <b id="m"></b></div><label>Town <input></label><button>Send</button></form><script>f.addEventListener("submit", (event) => { event.preventDefault(); ${script} })</script>`
  const red = 'x.style.borderColor = "rgb(200, 0, 0)"'

  expect(await lab.checkEach('error-by-colour-alone', [form(red)])).toEqual([['practice #x']])
  expect(
    await lab.checkEach('error-by-colour-alone', [
      form(`${red}; m.textContent = "The e-mail address is missing"`),
      form(`${red}; x.setAttribute("aria-invalid", "true"); x.focus()`),
      form('return'),
    ]),
  ).toEqual([[], [], []])
  expect(
    await lab.checkEach('error-by-colour-alone', [form(`${red}; m.textContent = "Check the fields in red"`)]),
  ).toEqual([['practice #x']])
  const two = (words: string, more = '') =>
    `<form id="f" novalidate action="/o"><div id="m" role="alert"></div>${['Name', 'Telephone'].map((name, at) => `<p><label for="${at === 0 ? 'x' : 'y'}">${name} (required)</label><input id="${at === 0 ? 'x' : 'y'}" required style="border:1px solid #333"></p>`).join('')}<button>Send</button></form><script>f.addEventListener("submit", (event) => { event.preventDefault(); m.textContent = "${words}"; for (const each of [x, y]) each.style.borderColor = "rgb(200, 0, 0)"; x.focus(); ${more} })</script>`
  expect(
    await lab.checkEach('error-by-colour-alone', [
      two('Error: check the fields in red.'),
      two('Error: something is missing.'),
      two('Error: the telephone number is missing.'),
      two('Error: something is missing.', 'y.setAttribute("aria-invalid", "true")'),
    ]),
  ).toEqual([['practice #x'], ['review #x'], [], []])
})

test('tabs are told of whose chosen one is said wrongly or not at all, in rows and in lists', async () => {
  const panels = '<div id="p1"><p>Of ash wood.</p></div><div id="p2" hidden><p>Oil it in winter.</p></div>'
  const turn = 'p1.hidden = true; p2.hidden = false'
  const roles = (more: string) =>
    `<div role="tablist"><button id="a" role="tab" type="button" aria-selected="true">Facts</button><button id="x" role="tab" type="button" aria-selected="false">Care</button></div>${panels}<script>x.onclick = () => { ${turn}; ${more} }; a.onclick = () => { p1.hidden = false; p2.hidden = true }</script>`
  const list = (more: string) =>
    `<ul class="tabs"><li class="on"><a id="a" href="#p1">Facts</a></li><li><a id="x" href="#p2">Care</a></li></ul>${panels}<script>x.onclick = (event) => { event.preventDefault(); ${turn}; a.parentNode.className = ""; x.parentNode.className = "on"; ${more} }; a.onclick = (event) => { event.preventDefault(); p1.hidden = false; p2.hidden = true; a.parentNode.className = "on"; x.parentNode.className = "" }</script>`

  expect(await lab.checkEach('state-not-updated', [roles('')])).toEqual([['violation #x']])
  expect(await lab.checkEach('state-not-updated', [roles('x.setAttribute("aria-selected", "true")')])).toEqual([[]])
  expect(await lab.checkEach('state-not-told', [list('')])).toEqual([['practice #x']])
  expect(await lab.checkEach('state-not-told', [list('x.setAttribute("aria-current", "true")')])).toEqual([[]])
})

test('a button whose sign alone says whether it is on is told of, but not one whose name or state says it', async () => {
  const button = (script: string, attributes = '') =>
    `<button id="x" type="button" aria-label="Favourite" ${attributes}>♡</button><script>x.onclick = () => { x.textContent = x.textContent === "♡" ? "♥" : "♡"; ${script} }</script>`

  expect(await lab.checkEach('state-not-told', [button('')])).toEqual([['practice #x']])
  expect(
    await lab.checkEach('state-not-told', [
      button('x.setAttribute("aria-pressed", String(x.textContent === "♥"))', 'aria-pressed="false"'),
      button('x.setAttribute("aria-label", x.textContent === "♥" ? "No favourite any more" : "Favourite")'),
    ]),
  ).toEqual([[], []])
})

test('a tip that only the mouse brings out is told of, be it nothing but text', async () => {
  const tip = (rule: string, more = '') =>
    `<style>.tip .t{display:none;position:absolute}${rule}{display:block}</style><p>Net weight <span class="tip" ${more}>(?)<span id="x" class="t">Without the box it comes in.</span></span></p>`

  expect(await lab.checkEach('hover-only-content', [tip('.tip:hover .t')])).toEqual([['review #x']])
  expect(
    await lab.checkEach('hover-only-content', [tip('.tip:hover .t, .tip:focus-within .t', 'tabindex="0"')]),
  ).toEqual([[]])
})

test('slides that a timer turns are told of, but not those that can be paused', async () => {
  const slides = (more = '', attributes = '') =>
    `<div id="x" class="hero-slider" ${attributes}><div class="slide on">Spades of ash</div><div class="slide">Rakes</div></div>${more}`
  const script = (more = '') =>
    `<script>const slides = document.querySelectorAll(".slide"); let at = 0; const timer = setInterval(() => { slides[at].classList.remove("on"); at = (at + 1) % slides.length; slides[at].classList.add("on") }, 5000); ${more}</script>`
  const broken = await lab.seeEach('slides-by-script', [slides(script()), slides('', 'data-bs-ride="carousel"')])
  const right = await lab.seeEach('slides-by-script', [
    slides(),
    slides(`<button type="button">Pause</button>${script()}`),
    slides(script('document.onkeydown = () => clearInterval(timer)')),
    '<div class="hero-slider"><div class="slide">Spades of ash</div></div><script>setInterval(() => { clock.textContent = new Date() }, 1000)</script>',
  ])

  expect(broken).toEqual([['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('a control that is called by the look of its picture is told of, but not by what it does', async () => {
  const broken = await lab.seeEach('control-named-by-picture', [
    '<a id="x" href="/search"><img src="/m.png" alt="magnifying glass" width="30" height="30"></a>',
    '<button id="x" type="button" aria-label="hamburger"><svg width="20" height="20"><path d="M0 0h9"/></svg></button>',
    '<button id="x" type="button"><img src="/x.svg" alt="x-icon" width="20" height="20"></button>',
  ])
  const right = await lab.seeEach('control-named-by-picture', [
    '<a href="/search"><img src="/m.png" alt="Search" width="30" height="30"></a>',
    '<a href="/gear">Gear</a>',
    '<a href="https://x.com/us" aria-label="X"><svg width="20" height="20"><path d="M0 0h9"/></svg></a>',
    '<a href="/gear"><img src="/tent.jpg" alt="Gear" width="300" height="200"></a>',
    '<button type="button" aria-label="Menu"><svg width="20" height="20"><path d="M0 0h9"/></svg></button>',
    '<img src="/m.png" alt="magnifying glass" width="300" height="300">',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('a bar whose length alone says how far it is is told of, but not beside numbers or with a role', async () => {
  const bar = (outer = '', around = '') =>
    `<section><p>Your order ${around}</p><div class="progress" style="width:300px;background:#ddd" ${outer}><div id="x" class="progress-bar" style="width:60%;height:20px;background:#060"></div></div></section>`

  expect(await lab.seeEach('progress-by-looks', [bar()])).toEqual([['practice #x']])
  expect(
    await lab.seeEach('progress-by-looks', [
      bar('', 'is 60 % packed'),
      bar('role="progressbar" aria-valuenow="60" aria-label="Packed"'),
      bar('aria-hidden="true"'),
    ]),
  ).toEqual([[], [], []])
})

test('a grid that takes no focus and entries of menus that wrap links are told of as practice', async () => {
  const grid = (cell: string) =>
    `<table id="x" role="grid" aria-label="May"><tr><td role="gridcell"${cell}>1</td><td role="gridcell">2</td></tr></table>`
  const menu =
    '<ul id="x" role="menu"><li role="menuitem"><a href="/a">Orders</a></li><li role="menuitem"><a href="/b">Returns</a></li></ul>'

  expect(await lab.seeEach('composite-without-focus', [grid(''), grid(' tabindex="0"')])).toEqual([['practice #x'], []])
  expect(await lab.seeEach('roles-for-programs', [menu])).toEqual([['practice #x']])
})

test('a combobox that says that its list is not out while it is is told of', async () => {
  const box = (more: string) =>
    `<label for="x">Plant</label><input id="x" role="combobox" aria-expanded="false" aria-controls="l" autocomplete="off"><ul id="l" role="listbox" style="position:absolute;margin:0" hidden><li role="option">Aster</li><li role="option">Anemone</li></ul><script>x.oninput = () => { l.hidden = x.value === ""; ${more} }</script>`

  expect(await lab.checkEach('state-not-updated', [box('')])).toEqual([['violation #x']])
  expect(await lab.checkEach('state-not-updated', [box('x.setAttribute("aria-expanded", String(!l.hidden))')])).toEqual(
    [[]],
  )
})

test('a box without words that is pressed is told of as one for the mouse alone', async () => {
  const box = (more: string) =>
    `<style>.c{display:inline-block;width:20px;height:20px;border:2px solid #333}.on{background:#060}</style><span id="x" class="c" ${more}></span> I agree<script>x.onclick = () => x.classList.toggle("on")</script>`

  expect(await lab.checkEach('mouse-only-control', [box('style="cursor:pointer"')])).toEqual([['violation #x']])
  expect(await lab.checkEach('mouse-only-control', [box('')])).toEqual([['review #x']])
})

test('what is turned is turned whatever it is called, unless that cannot be taken back', async () => {
  const named = (name: string, act: string) =>
    `<button id="x" role="switch" aria-checked="false" class="off">${name}</button>
      <script>x.onclick = () => { x.classList.toggle('on'); ${act} }</script><style>.on{background:#060;color:#fff}</style>`
  const turned = 'x.setAttribute("aria-checked", String(x.classList.contains("on")))'

  expect(await lab.checkEach('state-not-updated', [named('Send me letters', '')])).toEqual([['violation #x']])
  expect(await lab.checkEach('state-not-updated', [named('Send me letters', turned)])).toEqual([[]])
  expect(await lab.checkEach('state-not-updated', [named('Delete my account', '')])).toEqual([[]])
})

test('messages that a script writes where nobody listens are told of, but not those in a live region or with the focus', async () => {
  const form = (place: string, script: string) =>
    `<form id="f"><label>Name <input id="n"></label><button>Save</button></form>${place}<script>f.addEventListener('submit', (event) => { event.preventDefault(); ${script} })</script>`
  const broken = await lab.seeEach('message-not-announced', [
    form('<div id="x"></div>', "document.getElementById('x').textContent = 'Your changes have been saved.'"),
    form(
      '<p id="x" hidden>…</p>',
      "const box = document.querySelector('#x'); box.hidden = false; box.innerText = 'Thank you!'",
    ),
    '<label for="t">Message</label><textarea id="t"></textarea><p><span id="x">200</span> characters left</p><script>t.addEventListener("input", () => { x.textContent = 200 - t.value.length })</script>',
  ])
  const right = await lab.seeEach('message-not-announced', [
    form(
      '<div id="x" role="status"></div>',
      "document.getElementById('x').textContent = 'Your changes have been saved.'",
    ),
    form('<div id="x"></div>', "x.textContent = 'Your changes have been saved.'; x.focus()"),
    form('<div id="x"></div><output></output>', "x.textContent = 'Your changes have been saved.'"),
    form('<div id="x"></div>', "x.textContent = 'Chapter two begins'"),
    '<label for="t">Message</label><textarea id="t"></textarea><p aria-live="polite"><span id="x">200</span> characters left</p><script>t.addEventListener("input", () => { x.textContent = 200 - t.value.length })</script>',
    '<p><span id="x">3</span> plants</p><script>onload = () => { x.textContent = document.links.length }</script>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x', 'review #x'])
  expect(right.flat()).toEqual([])
})

test('how strong a password is, in colours alone, is told of, but not where a word says so', async () => {
  const form = (bar: string, more: string) =>
    `<form><p><label for="p">New password</label><input id="p" type="password">${bar}</p></form><script>p.addEventListener('input', () => { document.querySelector('#x').className = 'meter ' + (p.value.length > 11 ? 'strong' : 'weak'); ${more} })</script>`
  const broken = await lab.seeEach('strength-by-color', [
    form('<div id="x" class="meter"><i></i><i></i></div>', ''),
    form('<span id="x" class="password-strength"></span>', 'x.style.width = p.value.length * 8 + "%"'),
  ])
  const right = await lab.seeEach('strength-by-color', [
    form(
      '<div id="x" class="meter"><i></i><i></i></div><span id="w" role="status"></span>',
      'w.textContent = "strong"',
    ),
    form('<div id="x" class="meter" role="meter" aria-label="Strength"></div>', ''),
    '<form><p><label for="p">Password</label><input id="p" type="password"><div class="meter"></div></p></form>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('fields that are said to be required by the look of their labels are told of, but not where they say it themselves', async () => {
  const form = (words: string, more = '') =>
    `<p id="x">${words}</p><form><label>Name <input ${more}></label><label>Town <input></label></form>`
  const broken = await lab.seeEach('required-by-looks', [
    form('Fields in bold must be filled in.'),
    form('Required fields are underlined.'),
    form('Fett gedruckte Felder sind Pflichtfelder.'),
  ])
  const right = await lab.seeEach('required-by-looks', [
    form('Fields in bold must be filled in.', 'required'),
    form('All fields are required.'),
    form('Write the name in bold letters on the form.'),
    '<p>Fields in bold must be filled in.</p>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('rows that go with the button that has the focus are told of, but not where a script moves the focus on', async () => {
  const list = (script: string) =>
    `<ul id="l"><li>Roses <button id="x">Remove</button></li><li>Rue <button>Remove</button></li></ul><script>${script}</script>`
  const broken = await lab.seeEach('focus-deleted', [
    list("l.addEventListener('click', (e) => { if (e.target.closest('button')) e.target.closest('li').remove() })"),
    list("l.onclick = function (e) { const row = e.target.closest('li'); row.remove(); count() }"),
  ])
  const right = await lab.seeEach('focus-deleted', [
    list(
      "l.onclick = (e) => { const row = e.target.closest('li'); const next = row.nextElementSibling; row.remove(); next.querySelector('button').focus() }",
    ),
    list("l.onclick = (e) => { e.target.closest('li').classList.add('gone') }"),
    `<script src="https://garden.test/app.js"></script>${list("l.onclick = (e) => { e.target.closest('li').remove() }")}`,
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('answers that are lost in time by the page’s own words are told of, but not those that are kept', async () => {
  const form = (words: string) => `<p id="x">${words}</p><form><label>Work <input></label></form>`
  const broken = await lab.seeEach('answers-lost-in-time', [
    form('You will be signed out after 10 minutes and your answers will not be saved.'),
    form('Your session expires after 20 minutes; what you have entered will be lost.'),
  ])
  const right = await lab.seeEach('answers-lost-in-time', [
    form('You will be signed out after 10 minutes. We save your answers as you go: nothing will be lost.'),
    form('It takes about 10 minutes. Files that are too large will not be saved.'),
    '<p>You will be signed out after 10 minutes and your answers will not be saved.</p>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('how a date is to be written is told of where a placeholder alone says it', async () => {
  const broken = await lab.seeEach('format-not-told', [
    '<form><label for="x">Start date</label><input id="x" placeholder="DD/MM/YYYY"></form>',
    '<form><label for="x">Telephone</label><input id="x" placeholder="(xxx) xxx-xxxx"></form>',
  ])
  const right = await lab.seeEach('format-not-told', [
    '<form><label for="x">Start date (DD/MM/YYYY)</label><input id="x" placeholder="DD/MM/YYYY"></form>',
    '<form><label for="x">Start date</label><input id="x" placeholder="DD/MM/YYYY" aria-describedby="h"><p id="h">Day, month, year</p></form>',
    '<form><label for="x">Town</label><input id="x" placeholder="Leeds"></form>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('a message that calls an entry invalid, and says nothing else in its language, is told of', async () => {
  const form = (message: string, hint = '') =>
    `<form lang="de"><label for="n">Anzahl der Stühle</label><input id="n" aria-describedby="h x">${hint}<p class="fehler" id="x">${message}</p></form>`

  expect(await lab.seeEach('error-message-vague', [form('Anzahl der Stühle: Die Eingabe ist ungültig.')])).toEqual([
    ['review #x'],
  ])
  expect(
    (
      await lab.seeEach('error-message-vague', [
        form('Anzahl der Stühle: Schreiben Sie eine Zahl von 1 bis 12.'),
        form('Anzahl der Stühle: Die Eingabe ist ungültig, sie muss eine Zahl sein.'),
        form('Anzahl der Stühle: Die Eingabe ist ungültig.', '<p id="h">Eine Zahl von 1 bis 12</p>'),
      ])
    ).flat(),
  ).toEqual([])
})

test('a box of the browser that says “Error!” and nothing else is told of', async () => {
  const form = (words: string, more = '') =>
    `<form id="x"><label>Name <input id="n"></label><label>Guests <input></label><button>Book</button></form><script>x.addEventListener('submit', (e) => { if (!n.value) { e.preventDefault(); ${more}; alert('${words}') } })</script>`
  const broken = await lab.seeEach('error-message-vague', [form('Error!'), form('Please fill in all required fields.')])
  const right = await lab.seeEach('error-message-vague', [
    form('Enter your name.'),
    form('Error!', "n.setAttribute('aria-invalid', 'true')"),
    '<form><input aria-label="Plant"><button>Find</button></form><script>document.forms[0].onsubmit = () => alert("Error!")</script>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('texts that a timer writes one after the other are told of, but not those that are turned by hand or can be paused', async () => {
  const story = '<div class="story"><h3 id="x">Spring</h3></div>'
  const texts = "const s = ['Spring', 'Summer']; let k = 0;"
  const broken = await lab.seeEach('slides-by-script', [
    `${story}<script>${texts} function tick() { k = (k + 1) % s.length; document.getElementById('x').textContent = s[k]; setTimeout(tick, 2500) } setTimeout(tick, 2500)</script>`,
    `${story}<script>${texts} setInterval(() => { k = (k + 1) % s.length; x.innerHTML = s[k] }, 4000)</script>`,
  ])
  const right = await lab.seeEach('slides-by-script', [
    `${story}<button id="b">Next</button><script>${texts} b.onclick = () => { k = (k + 1) % s.length; x.textContent = s[k] }</script>`,
    `${story}<button>Pause</button><script>${texts} setInterval(() => { k = (k + 1) % s.length; x.textContent = s[k] }, 4000)</script>`,
    `${story}<script>setInterval(() => { x.textContent = new Date().toLocaleTimeString() }, 1000)</script>`,
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('a piece to be slid into its place, and a sum, before a password are told of', async () => {
  const login = (more: string) =>
    `<form><label>Email <input autocomplete="username"></label><label>Password <input type="password"></label>${more}<button>Sign in</button></form>`
  const broken = await lab.seeEach('test-to-log-in', [
    login(
      '<div class="captcha"><p id="x">Slide the piece into the gap</p><div class="knob"></div></div>'.replace(
        'Slide',
        'Verify: slide',
      ),
    ),
    login('<label for="x">What is 17 + 8?</label><input id="x">'),
  ])
  const right = await lab.seeEach('test-to-log-in', [
    login(''),
    '<form><p>Slide the piece into the gap to verify it</p><label>Name <input></label></form>',
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('abbreviations in running text are told of where several are explained nowhere', async () => {
  const broken = await lab.seeEach('abbreviation-unexplained', [
    '<p id="x">If the NHSBSA finds that you hold an MPC, the ICB must pay you back within a month.</p>',
  ])
  const right = await lab.seeEach('abbreviation-unexplained', [
    '<p>If the Business Services Authority (BSA) finds that you hold a medical pass certificate (MPC), the integrated care board (ICB) pays.</p>',
    '<p>Send it as a PDF or XML by VAT number to the BBC.</p>',
    '<p>ALL PLANTS FREE TODAY WHILE STOCKS LAST</p>',
  ])

  expect(broken.flat()).toEqual(['review #x'])
  expect(right.flat()).toEqual([])
})

test('links before the content of a page of which no part is marked are told of', async () => {
  const links = '<a href="/a">Seeds</a> <a href="/b">Tools</a> <a href="/c">Soil</a>'
  const text =
    'The path follows the old canal for two miles, past the mill and the lock keeper’s house, before it climbs through beech woods to the ridge.'
  const many = Array.from({ length: 14 }, (_, at) => `<a href="/stop/${at}">Stop ${at}</a>`).join(' ')
  const short = 'On Sundays the trains leave every second hour.'
  const broken = await lab.checkEach('bypass-blocks', [
    `<div id="x" class="top">${links}</div><div><p>${text}</p></div>`,
    `<div id="x">${many}</div><div><p>${short}</p></div>`,
  ])
  const right = await lab.checkEach('bypass-blocks', [
    `<div>${links}</div><main><p>${text}</p></main>`,
    `<div>${links}</div><h1>Walks</h1><p>${text}</p>`,
    `<p>${text}</p><div>${links}</div>`,
    `<div>${links}</div><div><p>${short}</p></div>`,
    `<p>${text} See <a href="/a">seeds</a>, <a href="/b">tools</a> and <a href="/c">soil</a>.</p><p>${text}</p>`,
  ])

  expect(broken.flat()).toEqual(['practice #x', 'practice #x'])
  expect(right.flat()).toEqual([])
})

test('areas of a picture that are called “area1” are told of', async () => {
  const map = (alt: string) =>
    `<img usemap="#m" alt="Our shops" width="300" height="200" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><map name="m"><area id="x" shape="rect" coords="0,0,100,100" href="/north" alt="${alt}"></map>`

  expect(await lab.see('alt-uninformative', `<body>${map('area1')}`)).toEqual(['violation #x'])
  expect(await lab.see('alt-uninformative', `<body>${map('Northern region')}`)).toEqual([])
})

test('words that ask to turn the device are told of in a box that a style brings out', async () => {
  const page = (box: string) =>
    `<style>#rot{display:none}@media (orientation:portrait){#rot{display:${box}}}</style><main><h1>Chess</h1><p>White to move, black to wait, and nobody to lose before the evening comes and the lamps are lit.</p></main><div id="rot"><p id="x">Please turn your device to landscape.</p></div>`

  expect(await lab.see('orientation-asked-for', `<body>${page('block')}`)).toEqual(['review #x'])
  expect(await lab.see('orientation-asked-for', `<body>${page('none')}`)).toEqual([])
})

test('single keys are told of by their numbers in a switch and by names of functions in a table', async () => {
  const mails = '<main><h1>Mail</h1><p id="state">Nothing</p></main>'
  const broken = await lab.checkEach('character-key-shortcut', [
    `${mails}<script>document.addEventListener('keydown', function (e) { switch (e.keyCode) { case 65: state.textContent = 'Archived'; break } })</script>`,
    `${mails}<script>const keys = { n: next, f: full }; function next() { state.textContent += '!' } function full() {} addEventListener('keyup', (e) => { const run = keys[e.key.toLowerCase()]; if (run) run() })</script>`,
  ])
  const right = await lab.checkEach('character-key-shortcut', [
    `${mails}<script>document.addEventListener('keydown', function (e) { if (!e.ctrlKey) return; switch (e.keyCode) { case 65: state.textContent = 'Archived'; break } })</script>`,
  ])

  expect(broken.map((said) => said.length)).toEqual([1, 1])
  expect(right.flat()).toEqual([])
})

test('what one handler tells apart by data, class or tag of the target is told of without keys, as by closest', async () => {
  const list = (script: string, tag = 'div') =>
    `<style>.opt{cursor:pointer;padding:9px}</style><main><h1>Slots</h1><div id="slots"><${tag} id="x" class="opt" data-slot="am">Morning</${tag}></div><p id="o"></p></main><script>slots.addEventListener('click', (e) => { ${script} })</script>`
  const broken = await lab.checkEach('mouse-only-control', [
    list('const { slot } = e.target.dataset; if (slot) o.textContent = slot'),
    list('if (e.target.dataset.slot) o.textContent = 1'),
    list("if (e.target.classList.contains('opt')) o.textContent = 1"),
  ])
  const right = await lab.checkEach('mouse-only-control', [
    list('const { slot } = e.target.dataset; if (slot) o.textContent = slot', 'button'),
  ])

  expect(broken.flat()).toEqual(['violation #x', 'violation #x', 'violation #x'])
  expect(right.flat()).toEqual([])
})

test('what only comes of holding on is told of, but not what a click or a menu key brings as well', async () => {
  const message = (script: string, more = '') =>
    `<main><h1>Mail</h1><div id="x">Are you coming tonight?${more}</div><p id="menu" hidden>Deleted</p></main><script>let t; ${script}; x.addEventListener('pointerup', () => clearTimeout(t))</script>`
  const hold = "x.addEventListener('pointerdown', () => { t = setTimeout(() => { menu.hidden = false }, 600) })"
  const broken = await lab.checkEach('gesture-alone', [message(hold)])
  const right = await lab.checkEach('gesture-alone', [
    message(`${hold}; x.addEventListener('click', () => { menu.hidden = false })`),
    message(hold, ' <button>Delete</button>'),
  ])

  expect(broken.flat()).toEqual(['practice #x'])
  expect(right.flat()).toEqual([])
})

test('a field of which the outline is taken away and nothing put in its place is told of, but not one whose frame changes', async () => {
  const search = (style: string) =>
    `<style>.pill{border:1px solid #767676;padding:4px}.pill input{border:0;outline:0}${style}</style><main><h1>Soups</h1><form class="pill"><input id="x" type="search" aria-label="Search"><button>Go</button></form></main>`
  const broken = await lab.checkEach('focus-not-visible', [search('')])
  const right = await lab.checkEach('focus-not-visible', [
    search('.pill:focus-within{outline:3px solid #003c9e}'),
    search('.pill input:focus{background:#ffc}'),
    '<main><input aria-label="Search"></main>',
  ])

  expect(broken.flat()).toEqual(['practice #x'])
  expect(right.flat()).toEqual([])
})

test('a dialog that comes when a field takes the focus, and takes it away, is told of', async () => {
  const form = (script: string) =>
    `<main><h1>Survey</h1><form><label>Town <input id="x"></label></form><div id="d" role="dialog" aria-label="Help" hidden><p>Why we ask</p><button>Close</button></div></main><script>x.onfocus = () => { ${script} }</script>`
  const broken = await lab.checkEach('change-of-context-on-focus', [
    form("d.hidden = false; d.querySelector('button').focus()"),
  ])
  const right = await lab.checkEach('change-of-context-on-focus', [form('d.hidden = false')])

  expect(broken.flat()).toEqual(['practice #x'])
  expect(right.flat()).toEqual([])
})

test('a tip that hangs on a link by the mouse alone is told of, but not one that the focus brings out', async () => {
  const tip = (script: string) =>
    `<main><h1>Fees</h1><p><a id="x" href="/fees">Fee</a> 3.00</p><div id="tip" hidden>The fee pays for packing.</div></main><script>${script}; x.addEventListener('mouseleave', () => { tip.hidden = true })</script>`
  const shows = "x.addEventListener('mouseenter', () => { tip.hidden = false })"
  const broken = await lab.checkEach('hover-only-content', [tip(shows)])
  const right = await lab.checkEach('hover-only-content', [
    tip(`${shows}; x.addEventListener('focus', () => { tip.hidden = false })`),
  ])

  expect(broken.flat()).toEqual(['review #x'])
  expect(right.flat()).toEqual([])
})

test('a count in words of a basket that changes silently is told of', async () => {
  const basket = (role: string) =>
    `<main><h1>Teas</h1><p${role}>Basket: <span id="x">0</span> items</p><button id="b" type="button">Add green tea</button></main><script>let n = 0; b.addEventListener('click', () => { n += 1; document.getElementById('x').textContent = n })</script>`

  expect((await lab.checkEach('status-not-announced', [basket('')])).flat()).toEqual(['practice #x'])
  expect((await lab.checkEach('status-not-announced', [basket(' role="status"')])).flat()).toEqual([])
})

test('what a slider is set to by a button beside it is told by its role', async () => {
  const slider = (role: string) =>
    `<main><h1>Heating</h1><p><strong id="x">20,0 degrees saved.</strong></p><div tabindex="0" ${role} id="s"></div><button id="b" type="button">Warmer</button></main><script>let n = 20; b.addEventListener('click', () => { n += 1; x.textContent = n + ',0 degrees saved.'; s.setAttribute('aria-valuetext', x.textContent) })</script>`

  expect(
    (
      await lab.checkEach('status-not-announced', [slider('role="slider" aria-label="Room" aria-valuenow="20"')])
    ).flat(),
  ).toEqual([])
  expect(
    (
      await lab.checkEach('status-not-announced', [
        slider('').replace("s.setAttribute('aria-valuetext', x.textContent)", ''),
      ])
    ).flat(),
  ).toEqual(['practice #x'])
})

test('a page that can be shaken and has nothing to turn that off is told of as sure', async () => {
  const page = (more: string) =>
    `<main><h1>Sketch</h1><p>Shake your phone to undo.</p><canvas id="c" role="img" aria-label="Sketch"></canvas>${more}</main><script>addEventListener('devicemotion', (e) => { if (e.acceleration) c.hidden = true })</script>`

  expect((await lab.checkEach('device-motion', [page(''), page('<button>Undo</button>')])).flat()).toEqual([
    'practice html',
    'practice html',
  ])
})
