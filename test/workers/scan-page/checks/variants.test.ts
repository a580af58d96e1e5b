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

/** What a rule that judges by looking says of each page of one kind. */
async function seen(rule: string, pages: readonly string[]): Promise<string[][]> {
  const said: string[][] = []
  for (const html of pages) said.push(await lab.see(rule, `<body>${html}`))
  return said
}

test('a title is known by its looks in any element, before any text', async () => {
  const broken = await seen('heading-by-looks', [
    `<p>${words}</p><span id="x" style="display:block;font-size:1.6rem;font-weight:bold">Sharp spades</span><div>${words}</div>`,
    `<p>${words}</p><p id="x"><strong>Sharp spades</strong><br>${words}</p>`,
  ])
  const right = await seen('heading-by-looks', [
    `<p>${words}</p><p><strong>Note</strong> ${words}<br>${words}</p>`,
    `<p>${words}</p><address><p><b>Garden Tools Ltd</b><br>12 Long Lane, Little Village upon the River, and so on and so on</p></address>`,
    `<p>${words}</p><div><b>Rake</b><div><button>Put into the basket</button> ${words}</div></div>`,
  ])

  expect(broken).toEqual([['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('texts that a style sets before one another are told of; ornaments, badges and lines over headings are not', async () => {
  const three = '<p>Third, press the green key.</p><p>Second, put in the tray.</p><p>First, open the lid.</p>'
  const broken = await seen('order-by-style', [
    `<div id="x" style="display:flex;flex-direction:column-reverse">${three}</div>`,
    `<style>.s{display:grid}.s>:nth-child(1){order:3}.s>:nth-child(2){order:2}</style><div class="s" id="x">${three}</div>`,
    `<style>.p{position:relative;height:9rem}.p p{position:absolute;margin:0}.a{top:6rem}.b{top:0}</style><div class="p" id="x"><p class="a">Therefore we close at six.</p><p class="b">In winter few people come.</p></div>`,
  ])
  const right = await seen('order-by-style', [
    `<div style="display:flex;flex-direction:row-reverse"><p>${words}</p><img src="/a.png" alt="A rake" width="40" height="40"></div>`,
    `<div style="display:flex;flex-direction:column"><h2 style="order:2">Sharp spades</h2><p style="order:1">Only this week</p></div>`,
    `<div style="position:relative"><p>${words}</p><p>${words}</p><span style="position:absolute;top:0;right:0">Only today</span></div>`,
    `<div style="display:flex;flex-direction:row-reverse"><button>Send it</button><button>Go back</button></div>`,
  ])

  expect(broken).toEqual([['review #x'], ['review #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('a picture in the ground of a heading, link or cell that holds nothing else says something', async () => {
  const ground = 'style="display:inline-block;width:40px;height:40px;background:url(/tools.png)"'
  const broken = await seen('background-picture-alone', [
    `<h2 id="x" ${ground}></h2>`,
    `<a id="x" href="/tools" ${ground}></a>`,
    `<table><tr><th>Rake</th><td><span id="x" ${ground}></span></td></tr></table>`,
  ])
  const right = await seen('background-picture-alone', [
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
  const broken = await seen('instruction-by-looks', [
    '<p id="x">Drücken Sie den runden Knopf, um fortzufahren.</p>',
    '<p id="x">Cliquez sur le bouton vert pour continuer la visite.</p>',
    '<p id="x">Para seguir, pulse el botón redondo de la página.</p>',
    '<p id="x">Klik op de ronde knop om verder te gaan.</p>',
    '<p id="x">To open the help, use the square below.</p>',
  ])
  const right = await seen('instruction-by-looks', [
    '<p>Drücken Sie auf „Weiter“, den grünen Knopf, um fortzufahren.</p>',
    '<p>Die grünen Felder des Gartens sind im Juni am schönsten, sagt man.</p>',
    '<p>Use the square root of the number of the plants in it.</p>',
    '<p>Choose the diamond button in the form.</p><button>The diamond button</button>',
  ])

  expect(broken).toEqual(broken.map(() => ['review #x']))
  expect(right.flat()).toEqual([])
})

test('columns made of spaces are found wherever spaces are kept', async () => {
  const rows = 'Rake        12\nSpade       20\nShears      15'
  const broken = await seen('table-preformatted', [
    `<div id="x" style="white-space:pre;font-family:monospace">${rows}</div>`,
    `<p id="x" style="font-family:monospace">${rows.replaceAll(' ', '&nbsp;').replaceAll('\n', '<br>')}</p>`,
    '<pre id="x">| Tool  | Price |\n|-------|-------|\n| Rake  | 12    |\n| Spade | 20    |</pre>',
  ])
  const right = await seen('table-preformatted', [
    `<div style="white-space:pre-wrap">${words}\n${words}\n${words}</div>`,
    `<pre><code>${rows}</code></pre>`,
    '<p>12&nbsp;kg<br>20&nbsp;kg<br>15&nbsp;kg</p>',
  ])

  expect(broken).toEqual(broken.map(() => ['review #x']))
  expect(right.flat()).toEqual([])
})

test('a word in pieces is read letter by letter', async () => {
  const broken = await seen('letters-spaced-out', [
    `<p id="x">${[...'GARDEN'].map((letter) => `<span>${letter}</span>`).join(' ')}</p>`,
    `<p id="x">${[...'GARDEN'].join('<br>')}</p>`,
  ])
  const right = await seen('letters-spaced-out', [
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
    await seen('alt-file-name', [image('/pictures/rake.jpg'), image('rake-front_v2', 'rake-front_v2.jpg')]),
  ).toEqual([['violation #x'], ['violation #x']])
  expect(
    (await seen('alt-file-name', [image('Rake', 'rake.jpg'), image('Spades 2024', 'spades-2024.jpg')])).flat(),
  ).toEqual([])
  expect(await seen('alt-uninformative', [image('Image sans titre'), image('click here'), image('chart')])).toEqual([
    ['violation #x'],
    ['violation #x'],
    ['review #x'],
  ])
  expect(
    (await seen('alt-uninformative', [image('Chart of the sales of rakes'), image('Map of the garden')])).flat(),
  ).toEqual([])
})

test('titles that a template left are known in other languages, and those of signs alone', async () => {
  const page = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>Garden tools</h1><p>${words}</p>`
  const of = async (title: string) => (await lab.check(page(title))).of('title-not-descriptive')

  for (const title of ['Insert title here', 'Unbenanntes Dokument', 'Page 1', '|'])
    expect([title, await of(title)]).toEqual([title, ['violation head > title']])
  expect(await of('Page 1 of the garden tools')).toEqual([])
})

test('windows: any name that is no frame’s, the page’s own target, a script', async () => {
  const broken = await seen('link-new-window', ['<a id="x" href="/1" target="plans">Garden plans</a>'])
  const right = await seen('link-new-window', [
    '<iframe name="plans" title="Plans"></iframe><a href="/1" target="plans">Garden plans</a>',
    '<a href="/1" target="_top">Garden plans</a>',
  ])
  const scripted = (text: string) =>
    lab.check(
      `<body><a id="x" href="/1">${text}</a><script>document.getElementById('x').addEventListener('click', (e) => { e.preventDefault(); window.open(e.currentTarget.href) })</script>`,
    )

  expect(broken).toEqual([['review #x']])
  expect(right.flat()).toEqual([])
  expect((await scripted('Garden plans')).of('link-new-window')).toEqual(['review #x'])
  expect((await scripted('Garden plans (opens a new window)')).of('link-new-window')).toEqual([])
})

test('a window that a script opens when the page has loaded is told of; one behind a press is not', async () => {
  const script = (code: string) => `<p>Welcome</p><script>${code}</script>`

  expect(
    await seen('window-opened-on-load', [script(`addEventListener('load', () => { window.open('/ad') })`)]),
  ).toEqual([['practice body']])
  expect(
    (
      await seen('window-opened-on-load', [
        script(`function show() { window.open('/ad') }`),
        script(`addEventListener('load', () => { db.open('garden') })`),
      ])
    ).flat(),
  ).toEqual([])
})

test('a time limit in a function of its own, or counted down', async () => {
  const script = (code: string) => `<p>Welcome</p><script>${code}</script>`

  expect(
    await seen('time-limit-by-script', [
      script(`const go = () => { document.location = '/next' }; setTimeout(go, 15000)`),
      script(`let left = 300; setInterval(() => { if (--left <= 0) location.replace('/out') }, 1000)`),
    ]),
  ).toEqual([['review body'], ['review body']])
  expect(
    (
      await seen('time-limit-by-script', [
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
  expect((await lab.check(page('Garden', 'e.preventDefault()'))).of('paste-blocked')).toEqual(['review #x'])
  expect((await lab.check(page('Passcode', 'document.title = "x"'))).of('paste-blocked')).toEqual([])
})

test('a script that moves words, or changes their colours to and fro, is watched', async () => {
  const page = (script: string, beside = '') =>
    `<body><div style="overflow:hidden;width:300px;white-space:nowrap" id="box"><p id="x" style="position:relative">The shears are cheaper this week than they were last week.</p></div>${beside}<script>const x = document.getElementById('x');${script}</script>`
  const left = `let p = 300; setInterval(() => { p -= 2; x.style.left = p + 'px' }, 40)`

  expect((await lab.check(page(left))).of('text-moves-by-script')).toEqual(['review #x'])
  expect((await lab.check(page(left, '<button>Pause</button>'))).of('text-moves-by-script')).toEqual([])
  expect(
    (await lab.check(page(`(function go() { box.scrollLeft += 1; requestAnimationFrame(go) })()`))).of(
      'text-moves-by-script',
    ),
  ).toEqual(['review #box'])
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
