/** What is told by colour, faded or cut, and things that have two names: failures as pages write them, each with what is right. */
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

test('rules of a password that turn green while it is written are told by colour alone, unless a word or a sign turns with them', async () => {
  const page = (
    style: string,
    more = '',
  ) => `<body><style>li { color: #9b1c1c } li.ok { color: #14532d } ${style}</style>
    <form><label for="p">New password</label> <input id="p" type="password" autocomplete="new-password">
    <ul><li id="x" data-rule=".{8,}">At least eight characters</li><li data-rule="[0-9]">A figure</li></ul></form>
    <script>
    p.addEventListener('input', () => {
      for (const rule of document.querySelectorAll('li')) {
        const isKept = new RegExp(rule.dataset.rule).test(p.value)
        rule.classList.toggle('ok', isKept)
        ${more}
      }
    })
    </script>`
  const of = async (html: string) => (await lab.check(html)).of('entry-judged-by-color')

  expect(await of(page(''))).toEqual(['practice #x'])
  expect(await of(page('li.ok::before { content: "✓ " }'))).toEqual([])
  expect(
    await of(
      page('', "rule.textContent = rule.textContent.replace(/ \\\\(kept\\\\)$/, '') + (isKept ? ' (kept)' : '')"),
    ),
  ).toEqual([])
  expect(await of(page('li { color: #555 } li.ok { color: #222 }'))).toEqual([])
})

test('what a filter fades is measured as it is seen', async () => {
  const broken = await lab.seeEach('contrast-by-css', [
    '<div style="filter:opacity(.4)"><p id="x">Open from nine to five</p></div>',
    '<style>.old{filter:opacity(35%)}</style><p class="old" id="x">Closed since March</p>',
  ])
  const right = await lab.seeEach('contrast-by-css', [
    '<div style="filter:opacity(.95)"><p>Open from nine to five</p></div>',
    '<div style="filter:opacity(.4)" aria-disabled="true"><p>Open from nine to five</p></div>',
    '<div style="filter:opacity(.4);transition:filter 1s"><p>Open from nine to five</p></div>',
    '<style>.s{filter:opacity(.4)}.s.now{filter:none}</style><p class="s now">First slide of all</p><p class="s">Second slide of all</p>',
  ])

  expect(broken).toEqual([['violation #x'], ['violation #x']])
  expect(right.flat()).toEqual([])
})

test('words in a line that is cut off are cut off the more when they are spaced', async () => {
  const line = (style: string, more = '') =>
    `<body><main><h1>Tools</h1><p id="x" style="overflow:hidden;white-space:nowrap;${style}">Back in stock: a spade of steel with a handle of ash</p>${more}<p>${words}</p><p>${words} <a href="/all">All tools</a></p></main>`
  const of = async (html: string) => (await lab.check(html)).of('text-spacing-clipped')

  expect(await of(line('width:300px;height:26px'))).toEqual(['review #x'])
  expect(await of(line('width:300px;height:26px', '<p><a href="/spade">All of it</a></p>'))).toEqual([])
  expect(await of(line('width:max-content;max-width:100%'))).toEqual([])
})

test('one place has one name: a bag at the top is no cart below', async () => {
  const broken = await lab.seeEach('function-named-twice', [
    '<a href="/cart">Your bag (2)</a><h2>Ready?</h2><a id="x" href="/cart">View cart</a>',
    '<a href="/konto">Anmelden</a><p>…</p><a id="x" href="/konto">Jetzt einloggen</a>',
    '<form action="/s"><input name="q"><button>Search</button></form><form action="/s"><input name="q"><button id="x">Find</button></form>',
  ])
  const right = await lab.seeEach('function-named-twice', [
    '<a href="/cart">Your bag (2)</a><a href="/cart">Go to your bag</a>',
    '<a href="/cart">Your cart</a><a href="/bags">Bags for tools</a>',
    '<a href="/in">Sign in</a><a href="/in">Sign in or log in</a>',
    '<a href="/in">Sign in</a><a href="/in">If you have been here before, log in and go on where you left</a>',
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
})

test('two colours that a sentence explains are told of surely where figures differ by nothing else', async () => {
  const page = (signs: readonly [string, string]) =>
    `<p id="x">Money that came in is green; money that went out is red.</p><table><tbody>${['420', '395', '310', '477']
      .map(
        (sum, at) =>
          `<tr><th>${at}.3.</th><td style="color:${at % 2 ? '#a3001b' : '#14662f'}">${signs[at % 2]}${sum}</td></tr>`,
      )
      .join('')}</tbody></table>`

  expect(await lab.see('meaning-by-color', `<body>${page(['', ''])}`)).toEqual(['practice #x'])
  expect(await lab.see('meaning-by-color', `<body>${page(['+', '−'])}`)).toEqual(['review #x'])
})

test('a caption that points to a colour wants the alternative to say what it shows; a note of the source describes nothing', async () => {
  const figure = (caption: string, alt: string) =>
    `<figure><img id="x" src="/map.png" alt="${alt}"><figcaption>${caption}</figcaption></figure>`
  const broken = await lab.seeEach('meaning-by-color', [
    figure('Until March, trains take the red line.', 'Map of the lines'),
    figure('Die Umleitung ist rot eingezeichnet, der rote Balken zählt.', 'Karte der Strecken'),
    figure('Pociągi jadą trasą zaznaczoną na czerwono.', 'Mapa linii'),
  ])
  const right = await lab.seeEach('meaning-by-color', [
    figure('Until March, trains take the red line.', 'Map: the red line leads past the lake'),
    figure('The red house at the lake, painted in 1890.', 'A house at a lake'),
  ])
  const described = (text: string) =>
    `<img id="x" src="/chart.png" alt="Chart of the visitors" aria-describedby="d"><p id="d">${text}</p>`

  expect(broken.map((said) => said.includes('practice #x'))).toEqual(broken.map(() => true))
  expect(right.flat()).toEqual([])
  expect(await lab.see('description-redundant', `<body>${described('Source: office of the town')}`)).toEqual([
    'practice #x',
  ])
  expect(
    await lab.see('description-redundant', `<body>${described('410 came in 2023. Source: office of the town')}`),
  ).toEqual([])
})

test('a calendar that takes each Tab for the next day is a trap, however many days it has', async () => {
  const calendar = (
    keys: string,
  ) => `<body><a href="/1">Before</a><div role="group" aria-label="Days">${Array.from({ length: 14 }, (_, at) => `<button type="button">${at + 1}</button>`).join('')}</div><button>Go on</button>
    <script>
    const days = [...document.querySelectorAll('[role="group"] button')]
    for (const [at, day] of days.entries()) day.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1${keys} }[event.key]
      if (!step) return
      event.preventDefault()
      days[(at + step + days.length) % days.length].focus()
    })
    </script>`

  expect(await lab.check(calendar(', Tab: event.shiftKey ? -1 : 1')).then(({ of }) => of('keyboard-trap'))).toEqual([
    'violation body > div > button:nth-of-type(1)',
  ])
  expect(await lab.check(calendar('')).then(({ of }) => of('keyboard-trap'))).toEqual([])
})

test('a show of pictures that turns each eight seconds is told of, one that can be paused is not', async () => {
  const show = (
    more = '',
  ) => `<body><div id="x" class="carousel"><p>First: the spade</p><p hidden>Second: the rake</p></div>${more}
    <script>
    let at = 0
    const slides = document.querySelectorAll('.carousel p')
    setInterval(() => {
      slides[at].hidden = true
      at = (at + 1) % slides.length
      slides[at].hidden = false
    }, 8000)
    </script>`
  const of = async (html: string) => (await lab.check(html)).of('text-changes-by-itself')

  // The program makes it likely, the time that passes shows it.
  expect(await of(show())).toEqual(['review #x', 'practice #x'])
  expect(await of(show('<button>Pause</button>'))).toEqual([])
  expect(await of(show().replace('8000', '120000'))).toEqual([])
})

test('what holds a heading is not set like one, nor is an address or the name under a quotation', async () => {
  const right = await lab.seeEach('heading-by-looks', [
    `<p>${words}</p><div style="font-size:2rem;font-weight:bold"><div><h2>Sharp spades</h2></div></div><p>${words}</p>`,
    `<p>${words}</p><p style="font-size:2rem;font-weight:bold">tools@garden.test</p><p>${words}</p>`,
    `<p>${words}</p><p>
      <strong>Ada Winter</strong><br>
      <em>Keeper of the tools</em>
    </p><p>${words}</p>`,
  ])

  expect(right.flat()).toEqual([])
})

test('a message that asks for what is missing is clear, and an end that is asked about first is no limit', async () => {
  const message = (text: string) => `<p class="error">${text}</p><form><p>Name <input></p><p>Town <input></p></form>`
  const right = await lab.seeEach('error-message-vague', [
    message('Please enter your name.'),
    message('Please select a town.'),
    message('Please enter a valid email address.'),
  ])
  const broken = await lab.seeEach('error-message-vague', [
    message('Please enter a value.'),
    message('Please enter valid data.'),
  ])
  const ends = (button: string) => `<dialog id="d"><h2>Still here?</h2><button>${button}</button></dialog>
    <script>let t; const wait = () => { clearTimeout(t); t = setTimeout(() => { d.showModal(); t = setTimeout(() => { location.assign('/out') }, 120000) }, 1200000) }; wait()</script>`

  expect(right.flat()).toEqual([])
  expect(broken.map((said) => said.length)).toEqual([1, 1])
  expect(await lab.seeEach('time-limit-by-script', [ends('Stay signed in'), ends('All right')])).toEqual([
    [],
    ['review body'],
  ])
})
