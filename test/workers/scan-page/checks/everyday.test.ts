/** What everyday pages get wrong in markup, styles and small scripts, each beside what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const words = 'All about garden tools, how they are kept sharp, and where they are stored over the winter. '

test('a field that is not displayed behind its label is reached by no key; one that is only transparent is', async () => {
  const broken = await lab.seeEach('control-behind-label', [
    '<label><input id="x" type="checkbox" style="display:none"><i>■</i> Send me the list of seeds</label>',
    '<label for="x">Choose a photo</label><input id="x" type="file" hidden>',
    '<style>.c input{visibility:hidden}</style><div class="c"><label><input id="x" type="radio" name="a"> By post</label></div>',
    // A script may do it in another way, for who has only keys.
    '<label for="x">Choose a photo</label><input id="x" type="file" hidden><script>{const open=()=>document.querySelector("#x").click()}</script>',
    '<label for="x">Choose a photo</label><input id="x" type="file" hidden><script src="https://tools.test/all.js"></script>',
    '<label for="x"></label><input id="x" type="checkbox" hidden><script>document.querySelector("label").style="display:block;width:20px;height:20px;background:#333"</script>',
  ])
  const right = await lab.seeEach('control-behind-label', [
    '<label><input type="checkbox" style="opacity:0;position:absolute"><i>■</i> Send me the list</label>',
    '<label><input type="checkbox" style="position:absolute;clip-path:inset(50%)"> Send me the list</label>',
    '<label for="f" tabindex="0">Choose a photo</label><input id="f" type="file" hidden>',
    '<div><label for="f">Photo</label><input id="f" type="file" hidden><button type="button">Choose a photo</button></div>',
    '<div><label for="f">Photo</label><input id="f" type="file" hidden><button>Choose a photo</button></div>',
    '<div hidden><label><input type="checkbox"> Send me the list</label></div>',
    '<label><input type="checkbox" disabled style="display:none"> Send me the list</label>',
  ])

  expect(broken.flat()).toEqual([
    ...['violation #x', 'violation #x', 'violation #x'],
    ...['practice #x', 'practice #x', 'review #x'],
  ])
  expect(right.flat()).toEqual([])
})

test('a link that Tab leaves out is told of, but not one of a row of arrow keys, nor one that is there twice', async () => {
  const broken = await lab.seeEach('link-skipped-by-tab', [
    '<p><a id="x" href="/guide" tabindex="-1">Guide to spades</a></p>',
  ])
  const right = await lab.seeEach('link-skipped-by-tab', [
    '<ul role="menu"><li role="none"><a role="menuitem" tabindex="-1" href="/a">Spades</a></li></ul>',
    '<article><a href="/a" tabindex="-1">Photo of a rake</a><h2><a href="/a">Rakes of ash</a></h2></article>',
    '<div><button tabindex="0">Bold</button><button tabindex="-1">Italic</button></div>',
    '<div><input aria-label="How many"><button tabindex="-1">More</button></div>',
    '<a href="/guide" tabindex="-1" hidden>Guide to spades</a>',
  ])

  expect(broken).toEqual([['review #x']])
  expect(right.flat()).toEqual([])
})

test('what is dragged by a script alone is told of, but not what a field or buttons beside it do as well', async () => {
  const drag =
    'k.addEventListener("mousedown",()=>{on=true});document.addEventListener("mousemove",e=>{if(on)k.style.left=e.clientX+"px"})'
  const bar = (rest: string, script = '') =>
    `<div><div id="x" class="knob" style="width:20px;height:20px;background:#333"></div>${rest}</div><script>{const k=document.querySelector(".knob");let on=false;${drag};${script}}</script>`
  const drop =
    'z.addEventListener("dragover",e=>e.preventDefault());z.addEventListener("drop",e=>{e.preventDefault();z.textContent=e.dataTransfer.files.length})'
  const zone = (rest: string) =>
    `<div id="x">Drop your plans here</div>${rest}<script>{const z=document.getElementById("x");${drop}}</script>`
  const byKey = 'k.addEventListener("keydown",e=>{if(e.key==="ArrowRight")k.style.left="9px"})'
  const grabbed = '<style>.knob{cursor:grab}</style>'
  const broken = await lab.seeEach('dragged-by-script', [
    bar(''),
    zone(''),
    bar(grabbed, byKey),
    // What is elsewhere on the page moves nothing here.
    `<main><p><button>Print</button></p><section>${bar(grabbed, byKey)}</section></main>`,
  ])
  const right = await lab.seeEach('dragged-by-script', [
    bar('<input type="range" aria-label="Price">'),
    '<canvas id="k" width="90" height="90"></canvas><script>{const k=document.getElementById("k"),pen=k.getContext("2d");k.addEventListener("mousedown",()=>pen.beginPath());k.addEventListener("mousemove",e=>{pen.lineTo(e.offsetX,e.offsetY);pen.stroke()})}</script>',
    bar('<button type="button">Dearer</button>'),
    bar('', byKey),
    bar(`${grabbed}<button type="button">Iets naar boven</button><button type="button">Iets omlaag</button>`, byKey),
    `<div role="slider" aria-valuenow="2" aria-label="Price">${bar(grabbed, byKey)}</div>`,
    zone('<label>Plans <input type="file"></label>'),
    '<div id="k" style="width:90px;overflow-x:scroll"><p style="width:900px">Spades</p></div><script>{const k=document.getElementById("k");let on=false;k.addEventListener("mousedown",()=>{on=true});k.addEventListener("mousemove",e=>{if(on)k.scrollLeft=e.pageX})}</script>',
  ])

  expect(broken).toEqual([['review #x'], ['practice #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('what can be dragged and takes the focus is for a person, and a star names no field', async () => {
  const rows = '<li id="x" draggable="true" tabindex="0">Spade</li><li draggable="true" tabindex="0">Rake</li>'
  const star = (name: string) => `<label><input type="radio" name="s" ID>${name}</label>`

  expect(await lab.seeEach('drag-alone', [`<ul>${rows}</ul>`])).toEqual([['review #x']])
  expect(
    await lab.seeEach('label-not-descriptive', [
      star('★').replace('ID', 'id="x"'),
      star('★ one star').replace('ID', 'id="x"'),
    ]),
  ).toEqual([['practice #x'], []])
})

test('links that are told as a menu without arrow keys, and texts in a program, are told of', async () => {
  const menu =
    '<ul id="x" role="menubar"><li role="none"><a role="menuitem" href="/a">Spades</a></li><li role="none"><a role="menuitem" href="/b">Rakes</a></li></ul>'
  const broken = await lab.seeEach('roles-for-programs', [
    menu,
    `<div id="x" role="application" aria-label="Guide"><p>${words}</p></div>`,
  ])
  const right = await lab.seeEach('roles-for-programs', [
    `${menu}<script>addEventListener('keydown',e=>{if(e.key==='ArrowRight')next()});function next(){}</script>`,
    '<ul role="menu"><li role="menuitem" tabindex="0">Copy</li></ul>',
    '<div role="application" aria-label="Map"><canvas></canvas><p>Tip</p></div>',
  ])

  expect(broken).toEqual([['review #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('required fields that nothing marks, and asterisks that nothing says or explains, are told of', async () => {
  const form = (before: string, one: string, two = '<label>Remarks <input name="r"></label>') =>
    `<form action="/x">${before}${one}${two}<button>Send the order</button></form>`
  const broken = await lab.seeEach('required-not-told', [
    form('', '<label>Reason <input id="x" name="a" required></label>'),
    form('<p>Fields with * are required.</p>', '<label>Reason * <input id="x" name="a"></label>'),
    form('', '<label>Reason * <input id="x" name="a" required></label>'),
  ])
  const right = await lab.seeEach('required-not-told', [
    form('', '<label>Reason (required) <input name="a" required></label>'),
    form('', '<label>Reason <input name="a" required></label>', '<label>Remarks (optional) <input name="r"></label>'),
    form('', '<label>Reason <input name="a" required></label>', ''),
    form('<p>Fields with * are required.</p>', '<label>Reason * <input name="a" required></label>'),
    form('<style>.r::after{content:" ●"}</style>', '<label class="r">Reason <input name="a" required></label>'),
    '<p>* must be filled in</p><form action="/x"><label>Reason * <input name="a" aria-required="true"></label></form>',
  ])

  expect(broken).toEqual([['review #x'], ['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('words that fade under the mouse are told of where the rule that fades them holds, and of words in their own colour', async () => {
  const broken = await lab.seeEach('contrast-on-hover', [
    '<style>.go:hover{color:#ddd}</style><a id="x" class="go" href="/a">Order seeds</a>',
    '<style>.go{color:#000}.go:focus{background-color:#333;color:#444}</style><button id="x" class="go">Order seeds</button>',
    '<style>.go:hover{color:#888}</style><a id="x" class="go" href="/a">Order seeds</a>',
    '<style>.nav .go{color:#036}.nav li:hover .go{color:#ccc}</style><ul class="nav"><li><a id="x" class="go" href="/a">Order seeds</a></li></ul>',
    '<style>.go:hover{color:#ddd}.go:focus{color:#111}</style><a id="x" class="go" href="/a"><b>Order seeds</b></a>',
  ])
  const right = await lab.seeEach('contrast-on-hover', [
    // What another rule says weighs more.
    '<style>.go:hover{color:#ddd}#go{color:#036}</style><a id="go" class="go" href="/a">Order seeds</a>',
    '<style>.go:focus{color:#ddd}.side .menu .go{color:#036}</style><div class="side"><p class="menu"><a class="go" href="/a">Order seeds</a></p></div>',
    '<style>.go:hover{color:#ddd}</style><a class="go" href="/a" style="color:#036">Order seeds</a>',
    '<style>a:hover{color:#ddd}@media (min-width:1px){.go:hover{color:#111}}</style><a class="go" href="/a">Order seeds</a>',
    '<style>.go:hover{color:#eee}li:hover{background:#123}</style><ul><li><a class="go" href="/a">Order seeds</a></li></ul>',
    // Words that keep a colour of their own, large ones, and signs.
    '<style>.go:hover{color:#ddd}.go b{color:#036}</style><a class="go" href="/a"><b>Order seeds</b></a>',
    '<style>.go:hover{color:#888}h2{font-size:30px}</style><a class="go" href="/a"><h2>Order seeds</h2></a>',
    '<style>.go:hover{color:#ddd}i{font-family:"Material Icons"}</style><button class="go" aria-label="Close"><i>clear</i></button>',
    '<style>.go:hover{color:#333}</style><a class="go" href="/a">Order seeds</a>',
    '<style>.go:hover{color:#fff;background-color:#234}</style><a class="go" href="/a">Order seeds</a>',
    '<style>.go:hover{color:#fff}.nav .go:hover{color:#000}</style><p class="nav"><a class="go" href="/a">Order seeds</a></p>',
    '<style>.go:hover{color:#fff;background:linear-gradient(#000,#222)}</style><a class="go" href="/a">Order seeds</a>',
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['review #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('a ring for the focus in nearly the colour of the ground is told of, where nothing else shows the focus', async () => {
  const base = ':focus-visible{outline:3px solid #036}'
  const button = '<p><button id="x" class="go" style="background:#fff;border:0">Order seeds</button></p>'
  const broken = await lab.seeEach('focus-faint', [
    `<style>${base}.go:focus-visible{outline:2px solid #f2f2f2;outline-offset:2px}</style>${button}`,
    `<style>:root{--ring:#eee}.go:focus{outline:2px solid var(--ring)}</style>${button}`,
  ])
  const right = await lab.seeEach('focus-faint', [
    `<style>${base}</style>${button}`,
    `<style>.go:focus{outline:2px solid #f2f2f2;background-color:#036;color:#fff}</style>${button}`,
    `<style>.go:focus{outline:2px solid #f2f2f2;box-shadow:0 0 0 4px #036}</style>${button}`,
    '<style>.go:focus{outline:2px solid #fff}</style><p><button class="go" style="background:#036;color:#fff">Go</button></p>',
    `<style>.go:focus{outline:none}</style>${button}`,
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('what is struck through by style alone is told of, but not what an element or words say', async () => {
  const line = 'style="text-decoration:line-through"'
  const broken = await lab.seeEach('text-struck-by-style', [`<p><span id="x" ${line}>80.00</span> 56.00</p>`])
  const right = await lab.seeEach('text-struck-by-style', [
    `<p><del>80.00</del> 56.00</p>`,
    `<p>Was <span ${line}>80.00</span>, now 56.00</p>`,
    `<p><button ${line}>Strike</button></p>`,
  ])

  expect(broken).toEqual([['review #x']])
  expect(right.flat()).toEqual([])
})

test('signs that a style draws into cells, and stars in a row, say nothing to who hears them', async () => {
  const style = '<style>.y::before{content:"✓"}.n::before{content:"✕"}.d::before{content:"•"}</style>'
  const table = (yes: string, no: string) =>
    `${style}<table><tr><th scope="row">Shed</th><td>${yes}</td><td>${no}</td></tr><tr><th scope="row">Saw</th><td>${no}</td><td>${yes}</td></tr></table>`
  const broken = await lab.seeEach('sign-by-style', [
    table('<i class="y"></i>', '<i class="n"></i>').replace('<i', '<i id="x"'),
    '<p>Spade <span id="x">★★★☆☆</span></p>',
    `${style}<ul><li><i id="x" class="y"></i> Shed</li><li><i class="n"></i> Saw</li></ul>`,
  ])
  const icons = '<style>.p::before{content:"\\f095"}.m::before{content:"\\f0e0"}</style>'
  const right = await lab.seeEach('sign-by-style', [
    table('<i class="y" aria-hidden="true"></i>yes', '<i class="n" aria-hidden="true"></i>no'),
    table('<i class="y" role="img" aria-label="yes"></i>', '<i class="n" role="img" aria-label="no"></i>'),
    `${style}<ul><li><i class="d"></i> Spade</li><li><i class="d"></i> Rake</li></ul>`,
    `${icons}<ul><li><i class="p"></i> 555 1234</li><li><i class="m"></i> tools@garden.test</li></ul>`,
    `${icons}<ul><li><i class="p"></i> 555 1234</li><li><i class="p"></i> 555 9876</li><li><i class="m"></i> Write to us</li></ul>`,
    '<p>Spade <span>★★★☆☆</span> 3 of 5 stars</p>',
    '<p>Spade <span role="img" aria-label="3 of 5 stars">★★★☆☆</span></p>',
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('alternatives that only name the maker, or go on for ever, are told of', async () => {
  const broken = [
    ...(await lab.seeEach('alt-credit-alone', [
      '<img id="x" src="/a.jpg" width="200" height="90" alt="Photo: J. Marlow / Getty Images">',
      '<img id="x" src="/a.jpg" width="200" height="90" alt="© Anna Berg">',
    ])),
    ...(await lab.seeEach('alt-too-long', [
      `<img id="x" src="/a.jpg" width="200" height="90" alt="${words.repeat(5)}">`,
    ])),
  ]
  const right = [
    ...(await lab.seeEach('alt-credit-alone', [
      '<img src="/a.jpg" width="200" height="90" alt="Photo of a rake by a wall">',
      '<img src="/a.jpg" width="200" height="90" alt="Two people carry a boat">',
    ])),
    ...(await lab.seeEach('alt-too-long', [`<img src="/a.jpg" width="200" height="90" alt="${words}">`])),
  ]

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('a picture whose letters must be typed off needs another way', async () => {
  const form = (rest: string) =>
    `<form><p><img id="x" src="/captcha.png" width="90" height="30" alt="Security code"><label>Code <input name="c"></label>${rest}</p></form>`

  expect(await lab.seeEach('captcha-without-other-way', [form('')])).toEqual([['review #x']])
  expect(await lab.seeEach('captcha-without-other-way', [form('<a href="/listen">Listen to the code</a>')])).toEqual([
    [],
  ])
})

test('help in the title of a sign that no key reaches is told of', async () => {
  const broken = await lab.seeEach('help-in-title-alone', [
    '<p>Number <span id="x" title="It stands on your letter, at the top">?</span></p>',
    '<p>Number <i id="x" class="icon info" style="display:inline-block;width:9px;height:9px" title="It stands on your letter"></i></p>',
  ])
  const right = await lab.seeEach('help-in-title-alone', [
    '<p>Number <button title="It stands on your letter, at the top">?</button></p>',
    '<p><span title="It stands on your letter, at the top">Number</span></p>',
    '<p>Number <span title="Help">?</span></p>',
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('sound and questions that come by themselves are told of, but not those that a press asks for', async () => {
  const press = (act: string) => `<button id="b">Go</button><script>b.addEventListener("click",()=>{${act}})</script>`
  const tone = 'const c=new AudioContext();const o=c.createOscillator();o.connect(c.destination);o.start()'
  const ask = 'Notification.requestPermission()'
  const broken = [
    ...(await lab.seeEach('sound-by-script', [
      '<script>{const a=new Audio("/s.wav");a.play().catch(()=>0)}</script>',
      `<script>addEventListener("load",()=>{${tone}})</script>`,
      '<iframe id="x" title="Film" src="about:blank?autoplay=1" width="90" height="90"></iframe>',
    ])),
    ...(await lab.seeEach('asked-on-load', [`<script>addEventListener("load",()=>{${ask}})</script>`])),
  ]
  const right = [
    ...(await lab.seeEach('sound-by-script', [
      press('const a=new Audio("/s.wav");a.play()'),
      press(tone),
      '<script>{const away=new OfflineAudioContext(1,44100,44100),note=away.createOscillator();note.connect(away.destination);note.start()}</script>',
      '<script>{const a=new Audio("/s.wav");function ring(){a.play()}}</script>',
      '<iframe title="Film" src="about:blank?autoplay=0" width="90" height="90"></iframe>',
    ])),
    ...(await lab.seeEach('asked-on-load', [press(ask), `<script>function ask(){${ask}}</script>`])),
  ]

  // A tone that nothing ends is told for sure.
  expect(broken).toEqual([['review body'], ['practice body'], ['review #x'], ['practice body']])
  expect(right.flat()).toEqual([])
})

test('a title that a script changes back and forth, and a page that forbids copying, are told of', async () => {
  const broken = [
    ...(await lab.seeEach('title-blinks', [
      '<script>{let on=false;const t=document.title;setInterval(()=>{on=!on;document.title=on?"Come back":t},1000)}</script>',
      '<script>{let on=false;function turn(){on=!on;document.title=on?"Come back":"Tools"}setInterval(turn,1000)}</script>',
    ])),
    ...(await lab.seeEach('copying-blocked', [
      '<script>document.addEventListener("copy",e=>e.preventDefault())</script>',
      '<style>body{user-select:none}</style><p>All about spades</p>',
    ])),
  ]
  const right = [
    ...(await lab.seeEach('title-blinks', [
      '<script>setTimeout(()=>{document.title="Tools"},9000)</script>',
      '<script>{let n=0;setInterval(()=>{n++;document.title=n%2?"One more day":"Tools"},60000)}</script>',
      '<script>setInterval(()=>{document.body.dataset.at="1"},99999);document.title="Garden tools"</script>',
    ])),
    ...(await lab.seeEach('copying-blocked', [
      '<script>document.addEventListener("contextmenu",e=>{e.preventDefault();openMenu()});function openMenu(){}</script>',
      '<canvas id="c"></canvas><script>c.addEventListener("contextmenu",e=>e.preventDefault())</script>',
    ])),
  ]

  expect(broken).toEqual([['practice head > title'], ['practice head > title'], ['practice body'], ['practice body']])
  expect(right.flat()).toEqual([])
})

test('buttons that lead away or throw away, and headings in buttons, are told of', async () => {
  const broken = [
    ...(await lab.seeEach('button-leads-away', [
      '<button id="x" onclick="location.href=\'/prices\'">See the prices</button>',
      '<a id="x" href="#" onclick="show();return false">Show the calendar</a>',
    ])),
    ...(await lab.seeEach('button-resets', [
      '<form action="/report"><label>What <input name="w"></label><button>Send</button><input id="x" type="reset"></form>',
    ])),
    ...(await lab.seeEach('heading-in-control', ['<button><h3 id="x">Size and weight</h3></button>'])),
    ...(await lab.seeEach('buttons-numbered', [
      '<div><button id="x">1</button><button>2</button><button>3</button></div>',
    ])),
  ]
  const right = [
    ...(await lab.seeEach('button-leads-away', [
      '<button onclick="show()">Show the calendar</button>',
      '<a href="#" role="button" onclick="show()">Show the calendar</a>',
      '<a href="#" onclick="scrollTo(0,0)">To the top</a>',
    ])),
    ...(await lab.seeEach('button-resets', [
      '<form action="/search"><label>What <input name="w"></label><button>Find</button><input type="reset"></form>',
      '<form action="/x"><label><input type="checkbox"> New</label><button type="reset">Clear</button></form>',
    ])),
    ...(await lab.seeEach('heading-in-control', ['<h3><button>Size and weight</button></h3>'])),
    ...(await lab.seeEach('buttons-numbered', [
      '<nav><button>1</button><button>2</button><button>3</button></nav>',
      '<div><button>7</button><button>8</button><button>9</button></div>',
    ])),
  ]

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('names of languages, abbreviations, addresses, left-over and tight texts are told of', async () => {
  const latin = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.'
  const broken = [
    ...(await lab.seeEach('language-name-unmarked', ['<a id="x" href="/fr">Français</a> <a href="/de">Deutsch</a>'])),
    ...(await lab.seeEach('abbreviation-unexplained', ['<p>Set the <abbr id="x">TTL</abbr> of an answer.</p>'])),
    ...(await lab.seeEach('address-for-other', [
      '<address id="x">A garden is a hospital for the mind, as the old saying has it.</address>',
    ])),
    ...(await lab.seeEach('text-left-over', [`<p id="x">${latin}</p>`])),
    ...(await lab.seeEach('text-lines-tight', [`<p id="x" style="line-height:1;width:300px">${words.repeat(4)}</p>`])),
  ]
  const right = [
    ...(await lab.seeEach('language-name-unmarked', [
      '<a href="/fr" lang="fr">Français</a> <a href="/de"><span lang="de">Deutsch</span></a> <a href="/">English</a>',
      '<a href="/fr">Français</a>',
    ])),
    ...(await lab.seeEach('abbreviation-unexplained', [
      '<p>Set the <abbr title="time to live">TTL</abbr>. The <abbr>TTL</abbr> counts.</p>',
      '<p>The time to live (TTL) counts; set the <abbr>TTL</abbr>.</p>',
    ])),
    ...(await lab.seeEach('address-for-other', [
      '<address>Write to us at 12 Long Lane, Little Village upon the River, and so on.</address>',
    ])),
    ...(await lab.seeEach('text-left-over', [`<pre><code>${latin}</code></pre>`, `<p>${words}</p>`])),
    ...(await lab.seeEach('text-lines-tight', [`<p style="line-height:1.5;width:300px">${words.repeat(4)}</p>`])),
  ]

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('a field for one’s own address is known when it says “your” in its language', async () => {
  const own = await lab.seeEach('autocomplete-missing', [
    '<form><label>Uw e-mailadres <input id="x" type="email" name="e"></label></form>',
    '<form><label>Twój numer telefonu <input id="x" type="tel" name="t"></label></form>',
  ])

  expect(own).toEqual([['review #x'], ['review #x']])
})

test('a header cell among values, and a chosen button that only looks so, are told of', async () => {
  const table = (cell: string) =>
    `<table><tr><th>Day</th><th>Opens</th><th>Closes</th></tr><tr><td>Monday</td><td>8</td>${cell}</tr><tr><td>Friday</td><td>8</td><td>18</td></tr></table>`
  const row = (second: string) =>
    `<style>.on{background:#cfe8ff}</style><div><button>S</button>${second}<button>L</button></div>`
  const broken = [
    ...(await lab.seeEach('table-header-among-data', [table('<th id="x">15</th>')])),
    ...(await lab.seeEach('chosen-not-told', [row('<button id="x" class="on is-selected">M</button>')])),
  ]
  const right = [
    ...(await lab.seeEach('table-header-among-data', [
      table('<td><strong>15</strong></td>'),
      '<table><tr><th>Day</th><th>Opens</th></tr><tr><th>Monday</th><td>8</td></tr><tr><th>Friday</th><td>9</td></tr></table>',
    ])),
    ...(await lab.seeEach('chosen-not-told', [
      row('<button class="on is-selected" aria-pressed="true">M</button>'),
      row('<button class="is-selected">M</button>'),
    ])),
  ]

  expect(broken).toEqual([['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('codes typed sign by sign, memories and pictures that are asked for at the door are told of', async () => {
  const box = '<input aria-label="Digit" maxlength="1">'
  const login = (rest: string) =>
    `<form action="/login"><label>Name <input name="u" autocomplete="username"></label>${rest}<button>Log in</button></form>`
  const pictures = (say: string) =>
    `<fieldset id="x"><legend>${say}</legend><label><input type="checkbox"><img src="/a.jpg" width="80" height="60" alt="One"></label><label><input type="checkbox"><img src="/b.jpg" width="80" height="60" alt="Two"></label></fieldset>`
  const broken = [
    ...(await lab.seeEach('code-in-single-boxes', [
      `<form><input id="x" aria-label="Digit" maxlength="1">${box.repeat(5)}</form>`,
    ])),
    ...(await lab.seeEach('test-to-log-in', [
      login('<label>What was the name of your first pet? <input id="x" name="a"></label>'),
      login(pictures('Choose all pictures with boats')),
    ])),
  ]
  const right = [
    ...(await lab.seeEach('code-in-single-boxes', [
      `<form>${box.repeat(6)}</form><script>addEventListener('paste',()=>{})</script>`,
      `<form><input aria-label="Code" maxlength="6" autocomplete="one-time-code"></form>`,
    ])),
    ...(await lab.seeEach('test-to-log-in', [
      `<form><label>What was the name of your first pet? <input name="a"></label><button>Tell us</button></form>`,
      login(pictures('Choose your picture')),
    ])),
  ]

  expect(broken).toEqual([['review #x'], ['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('what is done for good at one press, and a dialog that comes up by itself, are told of', async () => {
  const form = (rest: string) =>
    `<form action="/x" method="post">${rest}<button id="x">Delete my account</button></form>`
  const dialog = (script: string) =>
    `<div id="x" class="popup" role="dialog" aria-label="Offer" hidden>Ten percent</div><button id="b">Go</button><script>{const popup=document.getElementById('x');${script}}</script>`
  const broken = [
    ...(await lab.seeEach('act-without-check', [form('<p>All of it is gone then.</p>')])),
    ...(await lab.seeEach('dialog-after-time', [dialog('setTimeout(()=>{popup.hidden=false},6000)')])),
  ]
  const right = [
    ...(await lab.seeEach('act-without-check', [
      form('<label><input type="checkbox" required> Yes</label>'),
      form('<p>You can undo this for a week.</p>'),
      `<form action="/x"><button>Delete the filter</button></form>`,
    ])),
    ...(await lab.seeEach('dialog-after-time', [
      dialog("document.getElementById('b').addEventListener('click',()=>{setTimeout(()=>{popup.hidden=false},2000)})"),
      dialog('setTimeout(()=>{popup.hidden=true},6000)'),
    ])),
  ]

  expect(broken).toEqual([['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('long sentences of long words, and a picture that stands still behind what is scrolled, are told of', async () => {
  const hard = `${'Notwithstanding aforementioned discretionary provisions, applicants requiring supplementary documentation '.repeat(7)}shall comply. `
  const ground = 'height:300px;background:url(/hall.jpg) fixed'
  const broken = [
    ...(await lab.seeEach('sentences-long', [`<p id="x">${hard.repeat(2)}</p>`])),
    ...(await lab.seeEach('motion-on-scroll', [
      `<style>.p{${ground}}</style><div id="x" class="p"><p>Halls</p></div>`,
    ])),
  ]
  const right = [
    ...(await lab.seeEach('sentences-long', [`<p>${words.repeat(6)}</p>`, `<p>${hard}</p>`])),
    ...(await lab.seeEach('motion-on-scroll', [
      `<style>@media (prefers-reduced-motion:no-preference){.p{${ground}}}</style><div class="p"><p>Halls</p></div>`,
      `<style>body{${ground}}</style><p>Halls</p>`,
    ])),
  ]

  expect(broken).toEqual([['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})
