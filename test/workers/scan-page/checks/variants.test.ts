/** Failures written in other ways than a rule's first page of them, each with what resembles it and is right. */
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

test('a title is known by its looks in any element, before any text', async () => {
  const broken = await lab.seeEach('heading-by-looks', [
    `<p>${words}</p><span id="x" style="display:block;font-size:1.6rem;font-weight:bold">Sharp spades</span><div>${words}</div>`,
    `<p>${words}</p><p id="x"><strong>Sharp spades</strong><br>${words}</p>`,
  ])
  const right = await lab.seeEach('heading-by-looks', [
    `<p>${words}</p><p><strong>Note</strong> ${words}<br>${words}</p>`,
    `<p>${words}</p><address><p><b>Garden Tools Ltd</b><br>12 Long Lane, Little Village upon the River, and so on and so on</p></address>`,
    `<p>${words}</p><div><b>Rake</b><div><button>Put into the basket</button> ${words}</div></div>`,
    `<p>${words}</p><p><b>Goodbye until next spring</b></p><div><script>/* ${words} */</script></div>`,
    `<p>${words}</p><p><b>Goodbye until next spring</b></p><div hidden>${words}</div>`,
  ])

  expect(broken).toEqual([['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('texts that a style sets before one another are told of; ornaments, badges and lines over headings are not', async () => {
  const three = '<p>Third, press the green key.</p><p>Second, put in the tray.</p><p>First, open the lid.</p>'
  const broken = await lab.seeEach('order-by-style', [
    `<div id="x" style="display:flex;flex-direction:column-reverse">${three}</div>`,
    `<style>.s{display:grid}.s>:nth-child(1){order:3}.s>:nth-child(2){order:2}</style><div class="s" id="x">${three}</div>`,
    `<style>.p{position:relative;height:9rem}.p p{position:absolute;margin:0}.a{top:6rem}.b{top:0}</style><div class="p" id="x"><p class="a">Therefore we close at six.</p><p class="b">In winter few people come.</p></div>`,
    `<ol id="x" style="display:flex;flex-direction:column-reverse"><li>Thank you for that.</li><li>It is on the first floor.</li><li>On which floor is it?</li></ol>`,
    `<ul id="x" style="display:flex;flex-direction:column-reverse"><li>Thank you for that.</li><li>It is on the first floor.</li><li>On which floor is it?</li></ul>`,
  ])
  const right = await lab.seeEach('order-by-style', [
    `<div style="display:flex;flex-direction:row-reverse"><p>${words}</p><img src="/a.png" alt="A rake" width="40" height="40"></div>`,
    `<div style="display:flex;flex-direction:column"><h2 style="order:2">Sharp spades</h2><p style="order:1">Only this week</p></div>`,
    `<div style="position:relative"><p>${words}</p><p>${words}</p><span style="position:absolute;top:0;right:0">Only today</span></div>`,
    `<div style="display:flex;flex-direction:row-reverse"><button>Send it</button><button>Go back</button></div>`,
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['review #x'], ['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('a picture in the ground of a heading, link or cell that holds nothing else says something', async () => {
  const ground = 'style="display:inline-block;width:40px;height:40px;background:url(/tools.png)"'
  const broken = await lab.seeEach('background-picture-alone', [
    `<h2 id="x" ${ground}></h2>`,
    `<a id="x" href="/tools" ${ground}></a>`,
    `<table><tr><th>Rake</th><td><span id="x" ${ground}></span></td></tr></table>`,
  ])
  const right = await lab.seeEach('background-picture-alone', [
    `<h2 ${ground}>Tools</h2>`,
    `<a href="/tools" aria-label="Tools" ${ground}></a>`,
    `<table><tr><th>Rake</th><td><span ${ground}></span> sharp</td></tr></table>`,
    '<div style="width:900px;height:300px;background:url(/hero-bg.jpg)"></div>',
    '<h2>Tools</h2><div class="divider" style="width:300px;height:100px;background:url(/line.png)"></div>',
  ])

  expect(broken).toEqual([['violation #x'], ['violation #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('instructions by shape, place or a sign are known in other languages', async () => {
  const broken = await lab.seeEach('instruction-by-looks', [
    '<p id="x">Drücken Sie den runden Knopf, um fortzufahren.</p>',
    '<p id="x">Cliquez sur le bouton vert pour continuer la visite.</p>',
    '<p id="x">Para seguir, pulse el botón redondo de la página.</p>',
    '<p id="x">Klik op de ronde knop om verder te gaan.</p>',
    '<p id="x">To open the help, use the square below.</p>',
  ])
  const right = await lab.seeEach('instruction-by-looks', [
    '<p>Drücken Sie auf „Weiter“, den grünen Knopf, um fortzufahren.</p>',
    '<p>Die grünen Felder des Gartens sind im Juni am schönsten, sagt man.</p>',
    '<p>Use the square root of the number of the plants in it.</p>',
    '<p>Choose the diamond button in the form.</p><button>The diamond button</button>',
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
})

test('columns made of spaces are found wherever spaces are kept', async () => {
  const rows = 'Rake        12\nSpade       20\nShears      15'
  const broken = await lab.seeEach('table-preformatted', [
    `<div id="x" style="white-space:pre;font-family:monospace">${rows}</div>`,
    `<p id="x" style="font-family:monospace">${rows.replaceAll(' ', '&nbsp;').replaceAll('\n', '<br>')}</p>`,
    '<pre id="x">| Tool  | Price |\n|-------|-------|\n| Rake  | 12    |\n| Spade | 20    |</pre>',
    `<pre id="x">${rows}\nHose        31</pre>`,
  ])
  const right = await lab.seeEach('table-preformatted', [
    `<div style="white-space:pre-wrap">${words}\n${words}\n${words}</div>`,
    `<pre><code>${rows}</code></pre>`,
    '<p>12&nbsp;kg<br>20&nbsp;kg<br>15&nbsp;kg</p>',
  ])

  // Of two columns in three lines a person decides, where no stroke parts them.
  expect(broken).toEqual([['review #x'], ['review #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('a word in pieces is read letter by letter', async () => {
  const broken = await lab.seeEach('letters-spaced-out', [
    `<p id="x">${[...'GARDEN'].map((letter) => `<span>${letter}</span>`).join(' ')}</p>`,
    `<p id="x">${[...'GARDEN'].join('<br>')}</p>`,
  ])
  const right = await lab.seeEach('letters-spaced-out', [
    `<p>${[...'GARDEN'].map((letter) => `<span>${letter}</span>`).join('')}</p>`,
    `<p>${[...'ABCDEF'].map((letter) => `<a href="#${letter}">${letter}</a>`).join(' ')}</p>`,
    `<p>${['North', 'South', 'East', 'West', 'Here'].join('<br>')}</p>`,
  ])

  expect(broken).toEqual([['violation #x'], ['violation #x']])
  expect(right.flat()).toEqual([])
})

test('pictures that are called by their file or by nothing', async () => {
  const image = (alt: string, file = 'a.png') => `<img id="x" src="/${file}" alt="${alt}" width="90" height="60">`

  expect(
    await lab.seeEach('alt-file-name', [image('/pictures/rake.jpg'), image('rake-front_v2', 'rake-front_v2.jpg')]),
  ).toEqual([['violation #x'], ['violation #x']])
  expect(
    (await lab.seeEach('alt-file-name', [image('Rake', 'rake.jpg'), image('Spades 2024', 'spades-2024.jpg')])).flat(),
  ).toEqual([])
  expect(
    await lab.seeEach('alt-uninformative', [image('Image sans titre'), image('click here'), image('chart')]),
  ).toEqual([['violation #x'], ['violation #x'], ['review #x']])
  expect(
    (await lab.seeEach('alt-uninformative', [image('Chart of the sales of rakes'), image('Map of the garden')])).flat(),
  ).toEqual([])
})

test('titles that a template left are known in other languages, and those of signs alone', async () => {
  const page = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>Garden tools</h1><p>${words}</p>`
  const of = async (title: string) => (await lab.check(page(title))).of('title-not-descriptive')

  for (const title of ['Insert title here', 'Unbenanntes Dokument', 'Page 1', '|', 'Free Bootstrap Starter Template'])
    expect([title, await of(title)]).toEqual([title, ['violation head > title']])
  expect(await of('Tendril Corporate HTML5 Website Template')).toEqual(['review head > title'])
  const sold = page('Restaurant Website Template').replace('Garden tools', 'Restaurant Website Template')
  expect((await lab.check(sold)).of('title-not-descriptive')).toEqual([])
  expect(await of('Page 1 of the garden tools')).toEqual([])
})

test('windows: any name that is no frame’s, the page’s own target, a script', async () => {
  const broken = await lab.seeEach('link-new-window', ['<a id="x" href="/1" target="plans">Garden plans</a>'])
  const right = await lab.seeEach('link-new-window', [
    '<iframe name="plans" title="Plans"></iframe><a href="/1" target="plans">Garden plans</a>',
    '<a href="/1" target="_top">Garden plans</a>',
  ])
  const scripted = (text: string) =>
    lab.check(
      `<body><a id="x" href="/1">${text}</a><script>document.getElementById('x').addEventListener('click', (e) => { e.preventDefault(); window.open(e.currentTarget.href) })</script>`,
    )

  expect(broken).toEqual([['practice #x']])
  expect(right.flat()).toEqual([])
  expect((await scripted('Garden plans')).of('link-new-window')).toEqual(['review #x'])
  expect((await scripted('Garden plans (opens a new window)')).of('link-new-window')).toEqual([])
})

test('a window that a script opens when the page has loaded is told of; one behind a press is not', async () => {
  const script = (code: string) => `<p>Welcome</p><script>${code}</script>`

  expect(
    await lab.seeEach('window-opened-on-load', [script(`addEventListener('load', () => { window.open('/ad') })`)]),
  ).toEqual([['practice body']])
  expect(
    (
      await lab.seeEach('window-opened-on-load', [
        script(`function show() { window.open('/ad') }`),
        script(`addEventListener('load', () => { db.open('garden') })`),
      ])
    ).flat(),
  ).toEqual([])
})

test('a time limit in a function of its own, or counted down', async () => {
  const script = (code: string) => `<p>Welcome</p><script>${code}</script>`

  expect(
    await lab.seeEach('time-limit-by-script', [
      script(`const go = () => { document.location = '/next' }; setTimeout(go, 15000)`),
      script(`let left = 300; setInterval(() => { if (--left <= 0) location.replace('/out') }, 1000)`),
    ]),
  ).toEqual([['practice body'], ['practice body']])
  expect(
    (
      await lab.seeEach('time-limit-by-script', [
        script(`const go = () => { location.hash = 'a' }; const stay = () => {}; setTimeout(stay, 15000)`),
        script(
          `let left = 3; setInterval(() => { if (--left <= 0) document.title = 'x' }, 1000); function f() { location.reload() }`,
        ),
      ])
    ).flat(),
  ).toEqual([])
})

test('what gives its focus away is found by focusing it', async () => {
  const page = (script: string) =>
    `<body><div id="box"><a id="x" href="/1">Plans</a> <a href="/2">Tools</a></div><script>${script}</script>`
  const own = await lab.check(page(`document.getElementById('x').addEventListener('focus', (e) => e.target.blur())`))
  const above = await lab.check(
    page(`document.getElementById('box').addEventListener('focusin', (e) => setTimeout(() => e.target.blur()))`),
  )
  const handed = await lab.check(
    page(`document.getElementById('x').addEventListener('focus', () => document.querySelectorAll('a')[1].focus())`),
  )

  expect(own.of('focus-removed-by-script')).toEqual(['violation #x'])
  expect(above.of('focus-removed-by-script')).toContain('violation #x')
  expect(handed.of('focus-removed-by-script')).toEqual([])
})

test('a script that refuses what is pasted is found where it listens', async () => {
  const page = (label: string, act: string) =>
    `<body><label>${label} <input id="x"></label><script>document.getElementById('x').addEventListener('paste', (e) => { ${act} })</script>`

  expect((await lab.check(page('Passcode', 'e.preventDefault()'))).of('paste-blocked')).toEqual(['violation #x'])
  expect((await lab.check(page('Garden', 'e.preventDefault()'))).of('paste-blocked')).toEqual(['practice #x'])
  expect((await lab.check(page('Kode fra din sms', 'e.preventDefault()'))).of('paste-blocked')).toEqual([
    'violation #x',
  ])
  expect((await lab.check(page('Postal code', 'e.preventDefault()'))).of('paste-blocked')).toEqual(['practice #x'])
  expect((await lab.check(page('Passcode', 'document.title = "x"'))).of('paste-blocked')).toEqual([])
})

test('a script that moves words, or changes their colours to and fro, is watched', async () => {
  const page = (script: string, beside = '') =>
    `<body><div style="overflow:hidden;width:300px;white-space:nowrap" id="box"><p id="x" style="position:relative">The shears are cheaper this week than they were last week.</p></div>${beside}<script>const x = document.getElementById('x');${script}</script>`
  const left = `let p = 300; setInterval(() => { p -= 2; x.style.left = p + 'px' }, 40)`

  expect((await lab.check(page(left))).of('text-moves-by-script')).toEqual(['violation #x'])
  const once = `let p = 90; const go = setInterval(() => { p -= 2; x.style.left = p + 'px'; if (p <= 0) clearInterval(go) }, 40)`
  expect((await lab.check(page(once))).of('text-moves-by-script')).toEqual([])
  expect((await lab.check(page(left, '<button>Pause</button>'))).of('text-moves-by-script')).toEqual([])
  expect(
    (
      await lab.check(
        page(`(function go() { box.scrollLeft = (box.scrollLeft + 1) % 90; requestAnimationFrame(go) })()`),
      )
    ).of('text-moves-by-script'),
  ).toEqual(['violation #box'])
  expect(
    (
      await lab.check(page(`let on = 0; setInterval(() => { on = !on; x.style.color = on ? 'red' : 'black' }, 300)`))
    ).of('text-blinks'),
  ).toEqual(['violation #x'])
  expect(
    (await lab.check(page(`let n = 0; setInterval(() => { x.style.color = 'rgb(0, 0, ' + (n += 9) + ')' }, 300)`))).of(
      'text-blinks',
    ),
  ).toEqual([])
})

test('a control that is pressed says what has become of it', async () => {
  const page = (
    button: string,
    act: string,
  ) => `<body><h2>${button}</h2><div id="p" hidden><p>From nine to six, on Saturdays to two.</p></div>
    <script>const b = document.getElementById('b'), p = document.getElementById('p'); b.addEventListener('click', () => { ${act} })</script>`
  const toggle = 'p.hidden = !p.hidden'
  const stale = await lab.check(
    page('<button type="button" id="b" aria-expanded="false" aria-controls="p">Hours</button>', toggle),
  )
  const none = await lab.check(page('<button type="button" id="b">Hours</button>', toggle))
  const named = await lab.check(
    page(
      '<button type="button" id="b">Show hours</button>',
      `${toggle}; b.textContent = p.hidden ? 'Show hours' : 'Hide hours'`,
    ),
  )
  const told = await lab.check(
    page(
      '<button type="button" id="b" aria-expanded="false">Hours</button>',
      `${toggle}; b.setAttribute('aria-expanded', String(!p.hidden))`,
    ),
  )
  const once = await lab.check(page('<button type="button" id="b">Show all hours</button>', 'p.hidden = false'))

  expect(stale.of('state-not-updated')).toEqual(['violation #b'])
  expect(none.of('state-not-told')).toEqual(['practice #b'])
  for (const { of } of [named, told, once]) expect([...of('state-not-updated'), ...of('state-not-told')]).toEqual([])
})

test('a box to tick that only looks otherwise when it is pressed is on or off for who sees it alone', async () => {
  const page = (
    act: string,
  ) => `<body><div id="x" role="checkbox" tabindex="0" aria-checked="false">The weekly letter</div>
    <script>const x = document.getElementById('x'); const act = () => { x.classList.toggle('on'); ${act} }; x.addEventListener('click', act); x.addEventListener('keydown', (e) => { if (e.key === ' ') act() })</script>`

  expect((await lab.check(page(''))).of('state-not-updated')).toEqual(['violation #x'])
  expect(
    (await lab.check(page(`x.setAttribute('aria-checked', x.className === 'on')`))).of('state-not-updated'),
  ).toEqual([])
})

test('one listener for many is heard at those it is for', async () => {
  const page = (inside: string, act: string) =>
    `<body><ul id="list">${inside}</ul><script>document.getElementById('list').addEventListener('click', (e) => { ${act} })</script>`
  const go = `const t = e.target.closest('.tile'); if (t) location.href = t.dataset.to`

  expect(
    (await lab.check(page('<li class="tile" id="x" data-to="/1" style="cursor:pointer">Rakes</li>', go))).of(
      'mouse-only-control',
    ),
  ).toEqual(['violation #x'])
  expect(
    (await lab.check(page('<li class="tile" data-to="/1" style="cursor:pointer"><a href="/1">Rakes</a></li>', go))).of(
      'mouse-only-control',
    ),
  ).toEqual([])
  expect(
    (
      await lab.check(
        page(
          '<li class="tile" style="cursor:pointer">Rakes</li>',
          `if (!e.target.closest('.tile')) document.title = 'x'`,
        ),
      )
    ).of('mouse-only-control'),
  ).toEqual([])
})

const grid = (head: string, rows: readonly string[]) => `<table id="x">${head}${rows.join('')}</table>`
const cells = (...texts: readonly string[]) => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`

test('first rows that head figures, or have a ground of their own, are header cells by looks', async () => {
  const rows = [cells('Rake', '12'), cells('Spade', '20')]
  const broken = await lab.seeEach('table-headers-by-looks', [
    grid(cells('Tool', 'Price'), rows),
    `<style>.h td{background:#123;color:#fff}</style>${grid('<tr class="h"><td>Tool</td><td>Maker</td></tr>', [cells('Rake', 'Hill'), cells('Spade', 'Dale')])}`,
  ])
  const right = await lab.seeEach('table-headers-by-looks', [
    grid('<tr><th>Tool</th><th>Price</th></tr>', rows),
    grid(cells('Rake', '12'), rows),
    grid(cells('Rake', 'Hill'), [cells('Spade', 'Dale'), cells('Shears', 'Brook')]),
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('headers are those of the cell’s own row or column', async () => {
  const table = (a: string, b: string) =>
    grid('<tr><th id="t">Tool</th><th id="p">Price</th></tr>', [
      `<tr><td headers="${a}" id="c">Rake</td><td headers="${b}">12</td></tr>`,
    ])
  const scoped = (scope: string) =>
    grid(`<tr><th id="h" scope="${scope}">Tool</th><th scope="${scope}">Price</th></tr>`, [cells('Rake', '12')])

  expect(await lab.seeEach('table-headers-wrong', [table('p', 't'), scoped('row')])).toEqual([
    ['violation #c'],
    ['violation #h'],
  ])
  expect(
    (await lab.seeEach('table-headers-wrong', [table('t', 'p'), table('t p', 'p'), scoped('col')])).flat(),
  ).toEqual([])
})

test('boxes that form a table are one for who sees them alone', async () => {
  const boxes = (style: string, more = '') =>
    `<div id="x" style="${style}" ${more}><b>Tool</b><b>Price</b><span>Rake</span><span>12</span><span>Spade</span><span>20</span></div>`

  expect(await lab.seeEach('table-by-looks', [boxes('display:grid;grid-template-columns:1fr 1fr')])).toEqual([
    ['practice #x'],
  ])
  expect(
    (
      await lab.seeEach('table-by-looks', [
        boxes('display:grid;grid-template-columns:1fr 1fr', 'role="table"'),
        boxes(''),
        '<div style="display:grid;grid-template-columns:1fr 1fr"><p>Rakes</p><p>Spades</p><p>Shears</p><p>Hoes</p><p>Saws</p><p>Nets</p></div>',
      ])
    ).flat(),
  ).toEqual([])
})

test('elements that are there for their looks, or tell nothing of themselves', async () => {
  expect(
    await lab.seeEach('fieldset-without-fields', [`<fieldset id="x"><legend>News</legend><p>${words}</p></fieldset>`]),
  ).toEqual([['practice #x']])
  expect(
    (
      await lab.seeEach('fieldset-without-fields', [
        '<fieldset><legend>Size</legend><label><input type="radio"> Small</label></fieldset>',
        '<fieldset><legend>Size</legend><my-field></my-field></fieldset>',
      ])
    ).flat(),
  ).toEqual([])
  expect(
    await lab.seeEach('editable-without-name', ['<div id="x" contenteditable style="height:40px">Letter</div>']),
  ).toEqual([['violation #x']])
  expect(
    (
      await lab.seeEach('editable-without-name', [
        '<div contenteditable role="textbox" aria-label="Letter" style="height:40px">Letter</div>',
        '<div role="textbox" aria-label="Letter"><div contenteditable style="height:40px">Letter</div></div>',
      ])
    ).flat(),
  ).toEqual([])
  expect(
    await lab.seeEach('link-text-address', [
      '<p>At <a id="x" href="https://garden.test/a/b?c=1">https://garden.test/a/b/c.html?id=4711</a></p>',
    ]),
  ).toEqual([['practice #x']])
  expect(
    (
      await lab.seeEach('link-text-address', ['<p>At <a href="https://garden.test/">https://garden.test</a></p>'])
    ).flat(),
  ).toEqual([])
  expect(await lab.seeEach('semantics-removed', ['<ul id="x" role="none"><li>Rake</li><li>Spade</li></ul>'])).toEqual([
    ['practice #x'],
  ])
  expect(
    (
      await lab.seeEach('semantics-removed', [
        '<ul role="none"><li role="menuitem">Rake</li><li role="menuitem">Spade</li></ul>',
        '<div role="menubar"><ul role="none"><li>Rake</li><li>Spade</li></ul></div>',
      ])
    ).flat(),
  ).toEqual([])
})

test('a description says more than the name', async () => {
  const image = (text: string, alt = 'Sales by month') =>
    `<img id="x" src="/chart.png" alt="${alt}" aria-describedby="d"><p id="d">${text}</p>`

  expect(
    await lab.seeEach('description-redundant', [image('Sales by month'), image('It was made with our own program.')]),
  ).toEqual([['practice #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('description-redundant', [
        image('Rakes 20, spades 40.'),
        image('Sales rise in every month but May.'),
      ])
    ).flat(),
  ).toEqual([])
})

test('sizes that go by the window alone, on the root and by a property', async () => {
  const page = (style: string) => `<style>${style}</style><p id="x">Garden tools for every day</p>`

  expect(
    await lab.seeEach('font-size-by-viewport', [
      page('html{font-size:1.5vw}'),
      page(':root{--f:2vw}p{font-size:var(--f)}'),
    ]),
  ).toEqual([['violation html'], ['violation #x']])
  expect(
    (
      await lab.seeEach('font-size-by-viewport', [
        page('html{font-size:calc(1rem + .5vw)}'),
        page(':root{--f:2rem}p{font-size:var(--f)}'),
      ])
    ).flat(),
  ).toEqual([])
})

const made = (script: string, role = 'button') =>
  `<body><div id="x" role="${role}" tabindex="0">Details</div><p id="p" hidden>Here they are.</p><script>{ const x = document.getElementById('x'), p = document.getElementById('p'); const act = () => { p.hidden = !p.hidden }; x.addEventListener('click', act); ${script} }</script>`

test('Enter and Space are pressed for real on made-up buttons', async () => {
  // Keys are heard on the page, but for something else.
  const deaf = await lab.check(
    made(`document.addEventListener('keydown', (e) => { if (e.key === 'F9') document.title = 'x' })`),
  )
  const enter = await lab.check(made(`x.addEventListener('keydown', (e) => { if (e.key === 'Enter') act() })`))
  const both = await lab.check(
    made(`x.addEventListener('keydown', (e) => { if (e.key === 'Enter' || e.key === ' ') act() })`),
  )
  const up = await lab.check(
    made(
      `x.addEventListener('keydown', (e) => { if (e.key === 'Enter') act() }); x.addEventListener('keyup', (e) => { if (e.key === ' ') act() })`,
    ),
  )
  const link = await lab.check(made(`x.addEventListener('keydown', (e) => { if (e.key === 'Enter') act() })`, 'link'))

  expect(deaf.of('control-without-keys')).toEqual(['violation #x'])
  expect(enter.of('button-without-space')).toEqual(['practice #x'])
  for (const { of } of [enter, both, up, link]) expect(of('control-without-keys')).toEqual([])
  for (const { of } of [both, up, link]) expect(of('button-without-space')).toEqual([])
})

test('a message that a timer takes away is told of; one that stays is not', async () => {
  const page = (after: string) =>
    `<body><button type="button" id="b">Show the address</button><p id="m" role="status"></p><script>document.getElementById('b').addEventListener('click', () => { const m = document.getElementById('m'); m.textContent = 'It stands in the middle of Long Lane'; ${after} })</script>`

  expect((await lab.check(page(`setTimeout(() => { m.textContent = '' }, 4000)`))).of('message-leaves')).toEqual([
    'review #m',
  ])
  expect((await lab.check(page(''))).of('message-leaves')).toEqual([])
  expect((await lab.check(page(`setTimeout(() => { document.title = 'x' }, 4000)`))).of('message-leaves')).toEqual([])
})

test('a button that a timer takes away is told of; one that waits for whoever has come to it, or only closes, is not', async () => {
  const page = (button: string, after: string) =>
    `<body><button type="button" id="b">Archive the list</button><div id="m" role="status"></div><script>document.getElementById('b').addEventListener('click', () => { const m = document.getElementById('m'); m.innerHTML = '<span>Fourteen letters were archived.</span> <button type="button">${button}</button>'; ${after} })</script>`
  const leaves = 'setTimeout(() => { m.innerHTML = "" }, 5000)'
  const said = async (button: string, after: string) => (await lab.check(page(button, after))).of('control-leaves')

  expect(await said('Undo', leaves)).toEqual(['practice #b'])
  expect(await said('Undo', 'setTimeout(() => { m.hidden = true }, 5000)')).toEqual(['practice #m > button'])
  expect(await said('Undo', '')).toEqual([])
  expect(await said('Close', leaves)).toEqual([])
  expect((await lab.check(page('Close', leaves))).of('message-leaves')).toEqual([])
  expect(await said('Archive the list', leaves)).toEqual([])
  expect(
    await said('Undo', 'setTimeout(() => { if (!m.contains(document.activeElement)) m.innerHTML = "" }, 5000)'),
  ).toEqual([])
})

test('a page that cannot be scrolled once what stood over it is closed is told of', async () => {
  const long = '<p style="margin:0 0 200px">Rakes and spades</p>'.repeat(10)
  const page = (onClose: string, unlock: string) =>
    `<style>.still{overflow:hidden}</style><body><button type="button" id="b">Read the rules</button><dialog id="d" aria-label="Rules"><p>Keep them dry.</p><button type="button" id="c">Close</button></dialog>${long}<script>const d = document.getElementById('d'), still = document.${unlock}.classList; document.getElementById('b').addEventListener('click', () => { still.add('still'); d.showModal() }); document.getElementById('c').addEventListener('click', () => { d.close() }); ${onClose}</script>`
  const said = async (onClose: string, unlock: string) =>
    (await lab.check(page(onClose, unlock))).of('page-stays-locked')

  expect(await said('', 'documentElement')).toEqual(['practice #b'])
  expect(await said('', 'body')).toEqual(['practice #b'])
  // Escape closes it as well.
  expect(
    await said(`document.getElementById('c').addEventListener('click', () => { still.remove('still') })`, 'body'),
  ).toEqual(['practice #b'])
  expect(await said(`d.addEventListener('close', () => { still.remove('still') })`, 'body')).toEqual([])
  expect(
    await said(`d.addEventListener('close', () => { setTimeout(() => { still.remove('still') }, 600) })`, 'body'),
  ).toEqual([])
})

test('what a script shows under the pointer alone is out of the keyboard’s reach', async () => {
  const page = (more: string, attributes = '') =>
    `<body><div id="x" ${attributes} style="width:200px">Tools<ul id="m" hidden><li><a href="/1">Rakes</a></li></ul></div><script>{ const x = document.getElementById('x'), m = document.getElementById('m'); x.addEventListener('mouseenter', () => { m.hidden = false }); x.addEventListener('mouseleave', () => { m.hidden = true }); ${more} }</script>`

  expect((await lab.check(page(''))).of('hover-only-content')).toEqual(['violation #x'])
  expect(
    (await lab.check(page(`x.addEventListener('focus', () => { m.hidden = false })`, 'tabindex="0"'))).of(
      'hover-only-content',
    ),
  ).toEqual([])
  expect(
    (await lab.check(page(`x.addEventListener('click', () => { m.hidden = false })`, 'tabindex="0" role="button"'))).of(
      'hover-only-content',
    ),
  ).toEqual([])
})

test('what leads away when it is written into or ticked is told of', async () => {
  const page = (field: string, script: string) =>
    `<body><form id="f" action="/go"><label>Code ${field}</label></form><script>{ const x = document.getElementById('x'), f = document.getElementById('f'); ${script} }</script>`
  const code = '<input id="x" maxlength="4">'
  const of = async (html: string) => (await lab.check(html)).of('change-of-context-on-input')

  expect(await of(page(code, `x.addEventListener('input', () => { if (x.value.length === 4) f.submit() })`))).toEqual([
    'violation #x',
  ])
  expect(await of(page(code, `x.addEventListener('input', () => { f.title = x.value })`))).toEqual([])
  expect(await of(page('<input type="checkbox" id="x" onclick="this.form.submit()">', ''))).toEqual(['violation #x'])
  expect(
    await of(
      page(
        '<select id="x"><option>A</option><option>B</option></select>',
        `document.addEventListener('change', (e) => { location.assign('/' + e.target.value) })`,
      ),
    ),
  ).toEqual(['violation #x'])
})

test('colours that carry the meaning are known by their words in other languages, and as a legend', async () => {
  const broken = await lab.seeEach('meaning-by-color', [
    '<p id="x">Rot markierte Felder müssen ausgefüllt werden.</p>',
    '<p id="x">Les champs en rouge sont obligatoires.</p>',
    '<p id="x">Los campos en rojo son obligatorios.</p>',
    '<p id="x">The blue line shows the rakes and the orange line the spades.</p>',
  ])
  const right = await lab.seeEach('meaning-by-color', [
    '<p>Felder mit Stern müssen ausgefüllt werden, rote Rosen nicht.</p>',
    '<p>Les roses en rouge fleurissent avant les autres, en juin déjà.</p>',
    '<p>The line of the rakes is dashed, that of the spades is dotted.</p>',
  ])

  expect(broken).toEqual([['review #x'], ['practice #x'], ['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('links to places that are not on the page', async () => {
  expect(
    await lab.seeEach('link-target-missing', [
      '<p>More of roses stands in <a id="x" href="#nine">chapter nine</a>.</p>',
      '<a id="x" href="#content">Skip to the content</a>',
    ]),
  ).toEqual([['practice #x'], ['practice #x']])
  expect(
    (
      await lab.seeEach('link-target-missing', [
        '<a href="#nine">To chapter nine</a><h2 id="nine">Nine</h2>',
        '<a href="#nine">To chapter nine</a><a name="nine"></a>',
        '<nav><a href="#home">Home</a></nav>',
        '<a href="#/view/9">Nine</a><a href="#top">Up</a><a href="#">Menu</a><a href="#tab" data-toggle="tab">Tab</a>',
      ])
    ).flat(),
  ).toEqual([])
})

test('headings of one section are told apart', async () => {
  const section = (...titles: readonly string[]) => titles.map((title) => `<h2>${title}</h2><p>${words}</p>`).join('')

  expect(
    await lab.seeEach('heading-ambiguous', [
      `<main>${section('More', 'More').replace(/<h2>(?=More<\/h2><p>[^<]*<\/p>$)/, '<h2 id="x">')}</main>`,
    ]),
  ).toEqual([['review #x']])
  expect(
    (
      await lab.seeEach('heading-ambiguous', [
        `<main>${section('Rakes', 'Spades')}</main>`,
        '<main><h2>Rakes</h2><h3>Price</h3><h2>Spades</h2><h3>Price</h3></main>',
        '<article><h3>Sale</h3></article><article><h3>Sale</h3></article>',
      ])
    ).flat(),
  ).toEqual([])
})

test('a puzzle before a log-in is told of; one elsewhere is not', async () => {
  const form = (label: string, password = '<label>Password <input type="password"></label>') =>
    `<form>${password}<label>${label} <input id="x" name="c"></label></form>`

  expect(
    await lab.seeEach('test-to-log-in', [form('What is 7 + 5?'), form('Type the letters of the picture')]),
  ).toEqual([['practice #x'], ['review #x']])
  expect(
    (await lab.seeEach('test-to-log-in', [form('What is 7 + 5?', ''), form('Name of the garden')])).flat(),
  ).toEqual([])
  expect(
    await lab.seeEach('test-to-log-in', [
      form('How much is seven times eight, less twelve?'),
      form('To show that you are human, name a colour'),
    ]),
  ).toEqual([['practice #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('test-to-log-in', [
        form('How much is your monthly fee?'),
        form('What is the name of your garden?'),
        form('Which human rights group sent you?'),
      ])
    ).flat(),
  ).toEqual([])
})

test('a sentence that comes up where nothing stood is told in a live region', async () => {
  const page = (attributes: string) =>
    `<body><button type="button" id="b">Put on the list</button><p id="m" ${attributes}></p><script>document.getElementById('b').addEventListener('click', () => { document.getElementById('m').textContent = 'The rake is on your list.' })</script>`

  expect((await lab.check(page(''))).of('status-not-announced')).toEqual(['practice #m'])
  expect((await lab.check(page('role="status"'))).of('status-not-announced')).toEqual([])
})

test('what is moved by gripping it, or by a swipe, wants a button', async () => {
  const page = (style: string, script: string) =>
    `<body><div><div id="x" style="${style}">Rakes</div></div><script>{ const x = document.getElementById('x'); ${script} }</script>`
  const swipe = `let s; x.addEventListener('touchstart', (e) => { s = e.touches[0].clientX }); x.addEventListener('touchend', (e) => { if (s - e.changedTouches[0].clientX > 50) x.textContent = 'Spades' })`
  const drag = `x.addEventListener('pointerdown', () => {}); x.addEventListener('pointermove', () => { x.style.top = '9px' })`

  expect((await lab.check(page('width:200px;height:100px', swipe))).of('gesture-alone')).toEqual(['practice #x'])
  expect((await lab.check(page('width:200px;height:20px;cursor:grab', drag))).of('gesture-alone')).toEqual([
    'review #x',
  ])
  expect((await lab.check(page('width:200px;height:20px', drag))).of('gesture-alone')).toEqual([])
})

test('a field whose label nobody sees is asked about; one with words beside it is not', async () => {
  const icon = (more: string) => `<svg width="24" height="24" ${more}><rect width="24" height="24"/></svg>`
  expect(
    await lab.seeEach('label-not-seen', [
      `<p>${words}</p><div><input id="x" aria-label="Street"></div>`,
      `<p>${words}</p><p>${icon('aria-hidden="true"')}<input id="x" aria-label="Street"></p>`,
    ]),
  ).toEqual([['review #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('label-not-seen', [
        '<label>Street <input></label>',
        '<div><span>Street</span> <input aria-label="Street"></div>',
        '<div><input aria-label="Street" placeholder="Long Lane"></div>',
        `<p>${icon('role="img" aria-label="Street"')}<input aria-label="Street"></p>`,
        '<div><input aria-label="Search the garden"><button>Go</button></div>',
        '<table><tr><th>Street</th></tr><tr><td><input aria-label="Street"></td></tr></table>',
      ])
    ).flat(),
  ).toEqual([])
})

test('buttons that are called by a sign', async () => {
  expect(
    await lab.seeEach('button-named-by-sign', ['<button id="x">✕</button>', '<button id="x">☰</button>']),
  ).toEqual([['review #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('button-named-by-sign', [
        '<button aria-label="Close">✕</button>',
        '<button>+</button><button>−</button><button>?</button>',
        '<button>✕ Close</button>',
      ])
    ).flat(),
  ).toEqual([])
})

test('a picture that alone names a control is to be seen', async () => {
  const button = (color: string, text = '') =>
    `<button id="x" aria-label="Menu" style="background:#fff;border:0"><svg width="24" height="24"><path d="M2 5h20M2 12h20" fill="none" stroke="${color}" stroke-width="3"/></svg>${text}</button>`

  expect(await lab.seeEach('graphic-faint', [button('#ccc'), button('#aaa')])).toEqual([['practice #x'], ['review #x']])
  expect((await lab.seeEach('graphic-faint', [button('#333'), button('#ccc', 'Menu')])).flat()).toEqual([])
})

test('what does the same is called the same', async () => {
  const form = (word: string, id = '', action = '/find') =>
    `<form action="${action}"><label>Title <input name="q"></label><button ${id}>${word}</button></form>`

  expect(await lab.seeEach('function-named-twice', [`${form('Search')}${form('Find', 'id="x"')}`])).toEqual([
    ['practice #x'],
  ])
  expect(
    (
      await lab.seeEach('function-named-twice', [
        `${form('Search')}${form('Search')}`,
        `${form('Search')}${form('Join', '', '/join')}`,
      ])
    ).flat(),
  ).toEqual([])
})

test('a page that is turned, or locked, one way is told of', async () => {
  expect(
    await lab.seeEach('orientation-asked-for', [
      '<style>@media (orientation: portrait) { body { transform: rotate(90deg) } }</style><p>Roses</p>',
      `<p>Roses</p><script>screen.orientation?.lock?.call; if (0) screen.orientation.lock('landscape')</script>`,
    ]),
  ).toEqual([['review body'], ['practice body']])
  expect(
    (
      await lab.seeEach('orientation-asked-for', [
        '<style>.icon { transform: rotate(90deg) }</style><p class="icon">Roses</p>',
      ])
    ).flat(),
  ).toEqual([])
})

test('labels in one row and their fields in the next are read in the wrong order', async () => {
  const table = (rows: string) => `<table id="x" role="presentation">${rows}</table>`

  expect(
    await lab.seeEach('table-read-across', [
      table(
        '<tr><td>Street</td><td>Town</td></tr><tr><td><input aria-label="Street"></td><td><input aria-label="Town"></td></tr>',
      ),
    ]),
  ).toEqual([['review #x']])
  expect(
    (
      await lab.seeEach('table-read-across', [
        table('<tr><td>Street</td><td><input></td></tr><tr><td>Town</td><td><input></td></tr>'),
      ])
    ).flat(),
  ).toEqual([])
})

test('a bar that lies over what has the focus is told of; one beside it is not', async () => {
  const page = (bar: string) =>
    `<body style="margin:0"><div style="position:fixed;left:0;right:0;bottom:0;height:${bar};background:#222;color:#fff">We bake cookies.</div>${Array.from({ length: 30 }, (_, at) => `<p style="margin:0;height:60px"><a href="/${at}">Rake ${at}</a></p>`).join('')}`

  expect((await lab.check(page('300px'))).of('focus-obscured').length).toBeGreaterThan(0)
  expect((await lab.check(page('0px'))).of('focus-obscured')).toEqual([])
})

test('what is opened over the page is the next stop', async () => {
  const page = (order: 'near' | 'far') => {
    const menu = '<div id="m" hidden style="position:absolute;top:40px;background:#fff"><a href="/n">North</a></div>'
    const links = [1, 2, 3, 4].map((at) => `<a href="/${at}">Rake ${at}</a>`).join(' ')
    return `<body><button type="button" id="b" aria-expanded="false">Branches</button>${order === 'near' ? menu + links : links + menu}
      <script>{ const b = document.getElementById('b'), m = document.getElementById('m'); b.addEventListener('click', () => { m.hidden = !m.hidden; b.setAttribute('aria-expanded', String(!m.hidden)) }) }</script>`
  }

  expect((await lab.check(page('far'))).of('opened-far')).toEqual(['practice #b'])
  expect((await lab.check(page('near'))).of('opened-far')).toEqual([])
})

test('sentences that are seen and hidden from readers are told of; ornaments, repetitions and what lies behind a dialog are not', async () => {
  const hidden = (text: string, more = '') => `<div id="x" aria-hidden="true" ${more}><p>${text}</p></div>`
  const told = 'In August the yard is closed; whoever needs a spade then asks the neighbour at number nine.'

  expect(
    await lab.seeEach('text-hidden-from-readers', [
      hidden(told),
      `<main><article id="x" aria-hidden="true"><h2>August</h2><p>${told}</p></article></main>`,
    ]),
  ).toEqual([['review #x'], ['review #x']])
  expect(
    (
      await lab.seeEach('text-hidden-from-readers', [
        `${hidden(told)}<p>${told}</p>`,
        `${hidden(told)}<p role="img" aria-label="${told}"></p>`,
        hidden('Spades and rakes'),
        hidden(told, 'hidden'),
        hidden(told, 'class="carousel-item"'),
        `${hidden(told)}<div role="dialog" aria-label="Cookies"><button>Take them</button></div>`,
        `<pre aria-hidden="true">${told}</pre>`,
      ])
    ).flat(),
  ).toEqual([])
})

test('an entry of a list of contents leads to its heading; one that names a view need not', async () => {
  const page = (name: string, title: string) =>
    `<ul><li><a id="x" href="#apeal">${name}</a></li></ul><h2 id="appeal">${title}</h2><p>${words}</p>`

  expect(await lab.seeEach('link-target-missing', [page('How to appeal', 'How to appeal')])).toEqual([['practice #x']])
  expect((await lab.seeEach('link-target-missing', [page('Map', 'How to appeal')])).flat()).toEqual([])
})

test('the page that is shown is told of in a row of numbers; a row that looks alike says nothing of it', async () => {
  const row = (three: string, next = '') =>
    `<nav aria-label="Pages">${[1, 2].map((at) => `<a href="?p=${at}">${at}</a>`).join(' ')} <a href="?p=3" id="x">${three}</a> <a href="?p=4">4</a>${next}</nav>`

  expect(await lab.seeEach('current-not-told', [row('<b>3</b>', ' <a href="?p=5"><i>Next</i></a>')])).toEqual([
    ['practice #x'],
  ])
  expect(
    (
      await lab.seeEach('current-not-told', [row('3'), row('<b>3</b>').replace('id="x"', 'aria-current="page"')])
    ).flat(),
  ).toEqual([])
})

test('a small button that is called x is told of; the keys of a row are not', async () => {
  expect(await lab.seeEach('button-named-by-sign', ['<p>Rake <button id="x" type="button">x</button></p>'])).toEqual([
    ['review #x'],
  ])
  expect(
    (
      await lab.seeEach('button-named-by-sign', [
        '<p><button type="button">x</button><button type="button">y</button></p>',
        '<p>Rake <button type="button" aria-label="Take the rake away">x</button></p>',
        '<p><a href="https://example.com">X</a></p>',
      ])
    ).flat(),
  ).toEqual([])
})

test('a control that stays transparent while it has the focus is told of', async () => {
  const page = (style: string) =>
    `<body><style>#x{opacity:0}${style}</style><p>Roses <a id="x" href="/roses">Take them</a></p><p><label>Title <input></label></p>`

  expect((await lab.check(page('p:hover #x{opacity:1}'))).of('focus-not-visible')).toEqual(['violation #x'])
  expect((await lab.check(page('#x:focus{opacity:1}'))).of('focus-not-visible')).toEqual([])
  expect((await lab.check(page('p:focus-within{background:#ff0}'))).of('focus-not-visible')).toEqual([])
})

test('a list that comes out below a field while one writes is told of, unless field, list or a live region tells of it', async () => {
  const page = (field: string, list: string, more = '', after = '0') =>
    `<body><div style="position:relative"><label>Tool <input id="f" autocomplete="off" ${field}></label><ul id="x" hidden style="position:absolute;background:#fff" ${list}></ul></div>${more}
     <script>{ const f = document.getElementById('f'), x = document.getElementById('x')
     f.addEventListener('input', () => setTimeout(() => { x.innerHTML = f.value ? '<li>Rake</li><li>Spade</li>' : ''; x.hidden = !f.value; const said = document.getElementById('said'); if (said) said.textContent = '2 tools' }, ${after})) }</script>`
  const of = async (...of: Parameters<typeof page>) => (await lab.check(page(...of))).of('suggestions-not-told')

  expect(await of('', '')).toEqual(['review #x'])
  expect(await of('type="search"', '', '', '200')).toEqual(['review #x'])
  expect(await of('role="combobox" aria-expanded="false" aria-controls="x"', '')).toEqual([])
  expect(await of('', 'role="listbox"')).toEqual([])
  expect(await of('', '', '<p role="status" id="said"></p>')).toEqual([])
})

test('the word that a font makes a picture of is told of where it is read beside others', async () => {
  const page = (inside: string, attributes = '') =>
    `<style>.i{font-family:"Material Icons"}</style><p><button type="button" ${attributes}>${inside}</button></p>`

  expect(await lab.seeEach('icon-word-read', [page('<i class="i" id="x">shopping_cart</i> Basket')])).toEqual([
    ['practice #x'],
  ])
  expect(
    (
      await lab.seeEach('icon-word-read', [
        page('<i class="i" aria-hidden="true">shopping_cart</i> Basket'),
        page('<i class="i">close</i>'),
        page('<i class="i">shopping_cart</i>', 'aria-label="Basket"'),
        page('<i>shopping_cart</i> Basket'),
      ])
    ).flat(),
  ).toEqual([])
})

test('the step that one is at, and the column that rows are in order of, are told of', async () => {
  const way = (marked: string, more = '') =>
    `<div>${more}<ol class="steps"><li>Basket</li><li id="x" ${marked}>Address</li><li>Payment</li></ol></div>`
  const table = (attributes: string, name = 'Price ▲') =>
    `<table><tr><th><button type="button">Tool</button></th><th id="x" ${attributes}><button type="button">${name}</button></th></tr><tr><td>Rake</td><td>9</td></tr></table>`

  expect(await lab.seeEach('current-not-told', [way('class="active"')])).toEqual([['practice #x']])
  expect(
    (
      await lab.seeEach('current-not-told', [
        way(''),
        way('class="active" aria-current="step"'),
        way('class="active"', '<p>Step 2 of 3</p>'),
      ])
    ).flat(),
  ).toEqual([])
  expect(await lab.seeEach('sort-not-told', [table(''), table('class="sorted-asc"', 'Price')])).toEqual([
    ['practice #x'],
    ['practice #x'],
  ])
  expect(
    (
      await lab.seeEach('sort-not-told', [
        table('aria-sort="ascending"'),
        table('', 'Price ▲▼'),
        table('', 'Price'),
        table('', 'Price ▲ <span>ascending</span>'),
      ])
    ).flat(),
  ).toEqual([])
})

test('what takes the focus beside the window is told of; what comes in with the focus is not', async () => {
  const page = (style: string) =>
    `<body><style>#m{position:fixed;left:0;top:0;width:200px;transform:translateX(-110%)}${style}</style><div id="m"><a id="x" href="/roses">Roses</a></div><p>${words}</p>`

  expect((await lab.check(page(''))).of('focus-not-visible')).toHaveLength(1)
  expect((await lab.check(page('#m:focus-within{transform:none}'))).of('focus-not-visible')).toEqual([])
  expect((await lab.check(page('#m{visibility:hidden}'))).of('focus-not-visible')).toEqual([])
})

test('a row that a narrow window cuts off is told of, unless it scrolls, is turned by buttons or wraps', async () => {
  const links = ['Spades', 'Rakes', 'Hoes', 'Shears', 'Ladders']
    .map((name) => `<a href="/${name}" style="flex:none;width:110px">${name}</a>`)
    .join('')
  const of = async (style: string, beside = '') =>
    (
      await lab.check(
        `<body><main><div><div style="display:flex;${style}">${links}</div>${beside}</div><p>${words}</p></main>`,
      )
    ).of('content-cut-when-narrow')

  expect(await of('overflow:hidden')).toHaveLength(1)
  expect(await of('overflow-x:auto')).toEqual([])
  expect(await of('overflow:hidden;flex-wrap:wrap')).toEqual([])
  expect(await of('overflow:hidden', '<button type="button">Next tools</button>')).toEqual([])
  expect(await of('overflow:hidden;width:250px')).toEqual([])
})

test('sentences that are cut in a narrow window are told of; those that end in dots, or wait beside the window, are not', async () => {
  const of = async (style: string) =>
    (await lab.check(`<body><main><div style="overflow:hidden"><p style="${style}">${words}</p></div></main>`)).of(
      'content-cut-when-narrow',
    )

  expect(await of('width:700px')).toHaveLength(1)
  expect(await of('max-width:700px')).toEqual([])
  expect(await of('white-space:nowrap;overflow:hidden;text-overflow:ellipsis')).toEqual([])
  expect(await of('width:700px;transform:translateX(-90%)')).toEqual([])
})

test('what a narrow window shows no more is told of, unless it is written otherwise there or a button brings it out', async () => {
  const of = async (more: string, style = '') =>
    (
      await lab.check(
        `<body><style>#small{display:none}@media (max-width:480px){#x{display:none}${style}}</style><main><div id="x"><p>${words}</p></div>${more}</main>`,
      )
    ).of('content-gone-when-narrow')

  expect(await of('')).toEqual(['practice #x'])
  expect(await of(`<div id="small"><p>${words}</p></div>`, '#small{display:block}')).toEqual([])
  expect(await of('<button type="button" id="small">More</button>', '#small{display:inline}')).toEqual([])
  expect(await of('', '#x{display:block}')).toEqual([])
  // It says how something is worked that is not there either.
  const bar = (id: string) => `<button type="button" id="${id}" aria-describedby="x">Width</button>`
  expect(await of(bar('bar'), '#bar{display:none}')).toEqual([])
  expect(await of(bar('bar'))).toEqual(['practice #x'])
})

test('a button that is there only under the pointer is told of; one that comes with the focus is not', async () => {
  const page = (style: string, tip = 'button type="button"') =>
    `<body><style>#x{display:none}.c:hover #x{display:inline}${style}</style><div class="c"><code>rake --all</code> <${tip} id="x">Copy it</${tip.split(' ')[0]}></div>`

  expect((await lab.check(page(''))).of('hover-only-content')).toEqual(['violation #x'])
  expect((await lab.check(page('.c:focus-within #x{display:inline}'))).of('hover-only-content')).toEqual([])
  expect((await lab.check(page('#x{display:inline}'))).of('hover-only-content')).toEqual([])
})

test('a bar that lies over the focus on the way back is told of, unless room is left for it', async () => {
  const page = (room: string) =>
    `<body><style>body{margin:0}html{scroll-padding-top:${room}}header{position:sticky;top:0;height:150px;background:#fff}</style><header><a href="/">Tools</a></header><main>${Array.from({ length: 40 }, (_, at) => `<p><a href="/tool/${at}">The tool of number ${at}</a></p>`).join('')}</main>`

  expect((await lab.check(page('0'))).of('focus-obscured').length).toBeGreaterThan(0)
  expect((await lab.check(page('160px'))).of('focus-obscured')).toEqual([])
})

test('a name that a library left in English is told of on a page of another language', async () => {
  const of = (inside: string, lang = 'fr') =>
    lab.see('name-in-other-language', `<body><div lang="${lang}">${inside}</div>`)
  const arrow = (name: string) => `<button id="x" type="button" aria-label="${name}">→</button>`

  expect(await of(arrow('Next slide'))).toEqual(['practice #x'])
  expect(await of(arrow('Close menu'), 'ar')).toEqual(['practice #x'])
  expect(await of('<button id="x" type="button">Read more</button>')).toEqual(['practice #x'])
  expect(await of(arrow('Next slide'), 'en-GB')).toEqual([])
  expect(await of(arrow('Diapositive suivante'))).toEqual([])
  for (const name of ['Menu', 'Cookies', 'Home', 'Password']) expect(await of(arrow(name))).toEqual([])
  expect(await of(arrow('Open menu'), 'nl')).toEqual([])
  expect(await of('<button lang="en" type="button" aria-label="Next slide">→</button>')).toEqual([])
})

test('a link around a whole card is told of; one with a heading and a line, or with a name of its own, is not', async () => {
  const card = (text: string, more = '') => `<a id="x" href="/spades" ${more}><h3>Spades</h3><p>${text}</p></a>`

  expect(await lab.see('link-holds-card', `<body>${card(`${words} ${words}`)}`)).toEqual(['practice #x'])
  expect(await lab.see('link-holds-card', `<body>${card('For every garden.')}`)).toEqual([])
  expect(await lab.see('link-holds-card', `<body>${card(`${words} ${words}`, 'aria-label="Spades"')}`)).toEqual([])
})

test('a picture of letters that is called captcha is told of; one that says what is to be done is not', async () => {
  const of = async (alt: string) =>
    (
      await lab.seeEach('captcha-without-other-way', [
        `<form><p><img id="x" src="/captcha.png" width="100" height="40" alt="${alt}"></p><p><label>Letters <input></label></p><p>Or call us on 0123.</p></form>`,
      ])
    ).flat()

  expect(await of('captcha')).toEqual(['practice #x'])
  expect(await of('Image captcha')).toEqual(['practice #x'])
  expect(await of('Security code')).toEqual([])
  expect(await of('Six letters to be typed off, to show that you are a person')).toEqual([])
})

test('header cells with whole sentences are of a table that only arranges', async () => {
  const table = (one: string, two: string, more = '') =>
    `<table id="x" ${more}><tr><th scope="col">${one}</th><th scope="col">${two}</th></tr><tr><td>Rakes are kept dry over the whole winter.</td><td>Spades are cleaned before they are put away.</td></tr></table>`
  const sentence = 'The yard is open on every Saturday morning.'

  expect(await lab.see('table-for-layout', `<body>${table(sentence, sentence)}`)).toEqual(['practice #x'])
  expect(await lab.see('table-for-layout', `<body>${table('Rakes', 'Spades')}`)).toEqual([])
  expect(await lab.see('table-for-layout', `<body>${table(sentence, sentence, 'role="presentation"')}`)).toEqual([])
})

test('stars that are drawn one by one say a rating to nobody who does not see them, unless words do', async () => {
  const star = (fill: string, more = '') =>
    `<svg width="20" height="20" viewBox="0 0 20 20" ${more}><path d="M10 1l2.8 6 6.2.8-4.6 4.4 1.2 6.4L10 15.4 4.4 18.6l1.2-6.4L1 7.8l6.2-.8z" fill="${fill}" stroke="#850"/></svg>`
  const row = star('#850') + star('#850') + star('#fff')
  const signs = `${'<i class="fa fa-star" style="color:#850"></i>'.repeat(3)}<i class="fa fa-star" style="color:#ccc"></i>`
  const boxed = '<style>.fa{display:inline-block;width:16px;height:16px;background:currentColor}</style>'
  const broken = await lab.seeEach('rating-by-stars', [
    `<p>Mara: <span id="x">${row}</span></p>`,
    `<p>Mara: <span id="x">${row.replaceAll('<svg', '<svg aria-hidden="true"')}</span></p>`,
    `${boxed}<p>Mara: <span id="x">${signs}</span></p>`,
  ])
  const right = await lab.seeEach('rating-by-stars', [
    `<p>Mara: <span role="img" aria-label="2 of 3 stars">${row}</span></p>`,
    `<p>Mara: <span>${row}</span> 2.0</p>`,
    `<p>Mara: <span>${row}</span> <span>2 of 3</span></p>`,
    // All alike: an ornament.
    `<p><span>${star('#850').repeat(3)}</span></p>`,
    `<p><a href="/rate"><span>${row}</span></a></p>`,
    `<p><span>${['#850', '#fff', '#fff'].map((fill) => `<svg width="9" height="9" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="${fill}"/></svg>`).join('')}</span></p>`,
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('of steps with numbers over a form, the one that looks otherwise is the current one', async () => {
  const page = (mark: (at: number) => string, form = '<form><label>Area <input></label></form>') =>
    `<div><ol style="list-style:none">${['Who you are', 'The ground', 'The house', 'Send'].map((name, at) => `<li ${mark(at)}><span>${at + 1}</span> ${name}</li>`).join('')}</ol>${form}</div>`
  const bold = (at: number) => (at === 2 ? 'id="x" style="font-weight:700"' : '')
  const broken = await lab.seeEach('current-not-told', [page(bold)])
  const right = await lab.seeEach('current-not-told', [
    page((at) => (at === 2 ? 'aria-current="step" style="font-weight:700"' : '')),
    page(bold, '<p>Step 3 of 4</p><form><label>Area <input></label></form>'),
    page(bold, ''),
    page((at) => (at > 1 ? 'style="font-weight:700"' : '')),
    page(() => ''),
  ])

  expect(broken).toEqual([['practice #x']])
  expect(right.flat()).toEqual([])
})

test('parts that Tab passes over want somebody to hear the arrow keys', async () => {
  const tabs = (script: string, index = ' tabindex="-1"') =>
    `<body><div role="tablist" id="l" aria-label="Tools"><button role="tab" aria-selected="true">Spades</button><button role="tab" aria-selected="false" id="x"${index}>Rakes</button></div><script>l.addEventListener('click', () => { document.title = 'chosen' }); ${script}</script>`
  const of = async (html: string) => (await lab.check(html)).of('parts-without-arrows')

  expect(await of(tabs(''))).toEqual(['violation #x'])
  // What is heard is tried: a script that does nothing with the keys is as good as none.
  expect(await of(tabs("l.addEventListener('keydown', () => {})"))).toEqual(['violation #x'])
  expect(await of(tabs("l.addEventListener('keydown', () => x.focus())"))).toEqual([])
  expect(await of(tabs("document.addEventListener('keydown', () => x.focus())"))).toEqual([])
  expect(await of(tabs("l.addEventListener('keyup', () => x.focus())"))).toEqual([])
  expect(await of(tabs("l.addEventListener('keydown', () => setTimeout(() => x.focus(), 500))"))).toEqual([])
  expect(await of(tabs('', ''))).toEqual([])
  expect(await of(tabs('', ' tabindex="-1" aria-disabled="true"'))).toEqual([])
})

test('what a value is set with wants somebody to hear its keys', async () => {
  const knob = (attributes: string, script = '') =>
    `<body><div id="r" style="width:300px;height:30px"><div id="x" role="slider" tabindex="0" aria-label="Height" aria-valuemin="0" aria-valuemax="9" aria-valuenow="3" style="width:28px;height:28px" ${attributes}></div></div><script>r.addEventListener('click', () => { x.setAttribute('aria-valuenow', '5') }); ${script}</script>`
  const of = async (html: string) => (await lab.check(html)).of('parts-without-arrows')

  expect(await of(knob(''))).toEqual(['violation #x'])
  const up = "x.setAttribute('aria-valuenow', Number(x.getAttribute('aria-valuenow')) + 1)"
  expect(await of(knob('', `x.addEventListener('keydown', () => ${up})`))).toEqual([])
  expect(await of(knob('', `r.addEventListener('keydown', () => ${up})`))).toEqual([])
  expect(await of(knob('aria-disabled="true"'))).toEqual([])
  expect(await of(knob('aria-readonly="true"'))).toEqual([])
  expect(await of('<body><label>Height <input type="range" id="x"></label>')).toEqual([])
})

test('what answers to a double click alone is kept from the keyboard', async () => {
  const row = (inside: string, type: string) =>
    `<body><p id="x">${inside}</p><p id="n" hidden>Four stops</p><script>x.addEventListener('${type}', () => { n.hidden = false })</script>`
  const of = async (html: string) => (await lab.check(html)).of('mouse-only-control')

  expect(await of(row('The train at nine', 'dblclick'))).toEqual(['practice #x'])
  expect(await of(row('The train at nine <button>Show its stops</button>', 'dblclick'))).toEqual([])
  expect(await of(row('<img src="/short.wav" alt="A map">', 'mouseover'))).toEqual([])
})

test('a page that stays hidden from who hears it when its dialog is closed is told of', async () => {
  const page = (onClose: string) =>
    `<body><main id="m"><p>Here are all the tools of the garden.</p><button id="b">Rules</button></main><div id="d" role="dialog" aria-modal="true" aria-label="Rules" hidden style="position:fixed;inset:0;background:#fff"><button id="c">Close</button></div><script>
    b.addEventListener('click', () => { d.hidden = false; m.setAttribute('aria-hidden', 'true'); c.focus() })
    const close = () => { d.hidden = true; ${onClose}; b.focus() }
    c.addEventListener('click', close); d.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); if (event.key === 'Tab') event.preventDefault() })</script>`
  const of = async (onClose: string) => (await lab.check(page(onClose))).of('page-stays-hidden')

  expect(await of('')).toEqual(['violation #m'])
  expect(await of("m.removeAttribute('aria-hidden')")).toEqual([])
  expect(await of("setTimeout(() => { m.removeAttribute('aria-hidden') }, 300)")).toEqual([])
  // What is put out of use by a button, and looks as before, was not covered by anything.
  expect(
    (
      await lab.check(
        `<body><main><button id="b">Lock the list</button><ul id="x"><li>Spades, rakes and shears</li></ul></main><script>b.addEventListener('click', () => { x.inert = true; b.textContent = 'Locked' })</script>`,
      )
    ).of('page-stays-hidden'),
  ).toEqual([])
})

test('a choice that is drawn anew when it is made loses the focus, unless that is given on', async () => {
  const page = (after: string) =>
    `<body><div id="f"></div><p id="n" role="status"></p><script>const f = document.getElementById('f'), on = new Set(); const draw = () => { f.innerHTML = ['Oak', 'Ash'].map((wood, at) => '<label><input type="checkbox" id="w' + at + '" value="' + wood + '"' + (on.has(wood) ? ' checked' : '') + '> ' + wood + '</label>').join('') }; f.addEventListener('change', ({ target }) => { if (target.checked) on.add(target.value); else on.delete(target.value); ${after}; document.getElementById('n').textContent = on.size + ' kinds of wood' }); draw()</script>`
  const of = async (after: string) => (await lab.check(page(after))).of('focus-lost')

  expect(await of('draw()')).toEqual(['practice #w0'])
  expect(await of('draw(); document.getElementById(target.id).focus()')).toEqual([])
  expect(await of('')).toEqual([])
})

test('a column that stays in its place lies over the fields that have the focus, unless room is left for it', async () => {
  const page = (style: string) =>
    `<body><style>div{overflow-x:auto;width:900px}table{width:1400px;table-layout:fixed}input{width:120px}th{width:110px}td:last-child{width:340px;background:#eee;${style}}</style><div role="region" aria-label="Budget" tabindex="0"><table>${['Rent', 'Paper', 'Post'].map((item) => `<tr><th>${item}</th>${[1, 2, 3, 4, 5, 6].map((month) => `<td><input aria-label="${item}, month ${month}"></td>`).join('')}<td>720</td></tr>`).join('')}</table></div>`
  const verdicts = async (style: string) =>
    (await lab.check(page(style))).of('focus-obscured').map((each) => each.split(' ')[0])

  expect(await verdicts('position:sticky;right:0')).toEqual(['practice', 'practice', 'practice'])
  expect(await verdicts('')).toEqual([])
})

test('what fields ask for may not stand in their placeholders alone', async () => {
  const form = (fields: readonly string[], more = '') =>
    `<form><h2>Book for your class</h2>${fields.map((field, at) => `<p>${more}<input id="${at === 0 ? 'x' : `x${at}`}" aria-label="${field}" placeholder="${field}"></p>`).join('')}<button>Send</button></form>`
  const three = ['Name of the school', 'Number of pupils', 'E-mail']

  expect(await lab.seeEach('label-not-seen', [form(three), form(three.slice(0, 2))])).toEqual([
    ['practice #x'],
    ['review #x'],
  ])
  expect(
    (
      await lab.seeEach('label-not-seen', [
        form(three.slice(0, 1)),
        form(three, '<span>Yours:</span> '),
        form(['Search the garden', 'Filter by month', 'Search by name']),
        '<form><label>Name <input placeholder="Name"></label><label>Town <input placeholder="Town"></label></form>',
      ])
    ).flat(),
  ).toEqual([])
})

test('a picture that is chosen by a small one of itself takes its alternative over', async () => {
  const page = (alt: string, more: string) =>
    `<body><img id="x" src="/front.png" alt="${alt}" width="300" height="200"><div><button type="button"><img src="/front.png" alt="Pack from the front" width="60" height="40"></button><button type="button"><img src="/back.png" alt="Back with two straps" width="60" height="40"></button></div><script>for (const b of document.querySelectorAll('button')) b.addEventListener('click', () => { const small = b.querySelector('img'); x.src = small.src; ${more} })</script>`

  expect((await lab.check(page('Pack from the front', ''))).of('alt-not-updated')).toEqual(['practice #x'])
  expect((await lab.check(page('Pack from the front', 'x.alt = small.alt'))).of('alt-not-updated')).toEqual([])
})
