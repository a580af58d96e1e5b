/** What our checks find by looking: it fires on the right element, and not on what only resembles it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const square =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/></svg>'
const picture = (attributes: string) => `<img width="300" height="200" src='${square}' ${attributes}>`

test('an alternative that is a file’s name or says only that there is a picture is told of', async () => {
  const { of } = await lab.check(`<body>
    ${picture('id="file" alt="hero-image.jpg"')}
    ${picture('id="word" alt="image"')}
    ${picture('id="camera" alt="DSC_0042"')}
    ${picture('id="good" alt="A red kite over a field"')}
    ${picture('id="empty" alt=""')}
    <ul><li><a href="/f">${picture('id="listed" alt="plan.png"')} plan.png</a> Download</li></ul>`)

  expect(of('alt-file-name')).toEqual(['violation #file'])
  expect(of('alt-uninformative')).toEqual(['violation #word', 'practice #camera'])
})

test('a picture that is hidden but has an alternative, and a graphic without one, are for a person', async () => {
  const shapes = '<path d="M0 0h9v9z"/>'.repeat(6)
  const { of } = await lab.check(`<body>
    ${picture('id="hidden" alt="Map of the garden" aria-hidden="true"')}
    ${picture('id="shown" alt="Map of the garden"')}
    <svg id="chart" width="200" height="100">${shapes}</svg>
    <svg id="named" width="200" height="100" role="img" aria-label="Sales">${shapes}</svg>
    <button aria-label="Search"><svg id="icon" width="60" height="60">${shapes}</svg></button>`)

  expect(of('image-hidden-with-alt')).toEqual(['review #hidden'])
  expect(of('graphic-without-alternative')).toEqual(['review #chart'])
})

test('a drawing of the very words of its alternative is an image of text, a logo is not', async () => {
  const words = (text: string) =>
    `data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text y="20">${text}</text></svg>`
  const { of } = await lab.check(`<body>
    <img id="words" src='${words('Spring sale today')}' alt="Spring sale today" width="200" height="40">
    <img id="logo" class="logo" src='${words('Garden Ltd')}' alt="Garden Ltd" width="200" height="40">`)

  expect(of('image-of-text')).toEqual(['violation #words'])
})

test('a link called “read more” is told of where nothing near it says what about', async () => {
  const { of, findings } = await lab.check(`<body>
    <div><a id="bare" href="/1">Read more</a></div>
    <article><h2>Pruning roses</h2><p>How to prune.</p><div><a id="card" href="/2">Read more</a></div></article>
    <p>Our guide to pruning roses: <a id="sentence" href="/3">read more</a></p>
    <a id="named" href="/4">Read more about pruning</a>`)

  const strict = findings.filter((each) => each.rule === 'link-text-generic' && each.criteria.includes('2.4.4'))
  expect(strict.map((each) => each.target)).toEqual([['#bare']])
  expect(of('link-text-generic')).not.toContain('review #named')
})

test('links of one name in one context that lead apart are told of, the same target written twice is not', async () => {
  const { findings } = await lab.check(`<body>
    <p>You can <a href="/chat">contact us</a> by chat or <a id="phone" href="/phone">contact us</a> by phone.</p>
    <p><a href="/about/">About</a> and again <a id="same" href="/about/index.html?utm_source=x">About</a></p>
    <ul><li>Roses <a href="/r">Care</a></li><li>Lilies <a id="lily" href="/l">Care</a></li></ul>`)

  const strict = findings.filter((each) => each.rule === 'link-text-ambiguous' && each.criteria.includes('2.4.4'))
  expect(strict.map((each) => each.target)).toEqual([['#phone']])
})

test('a block before the content needs a way past it', async () => {
  const nav = '<nav id="nav"><a href="/a">Seeds</a> <a href="/b">Tools</a></nav>'
  const text = '<p>All about garden tools and how they are kept sharp.</p>'
  const bare = await lab.check(`<body>${nav}<div>${text}</div>`)
  const withMain = await lab.check(`<body>${nav}<main>${text}</main>`)
  const withSkip = await lab.check(`<body><a href="#c">Skip to content</a>${nav}<div id="c">${text}</div>`)
  const byAddress = await lab.check(
    `<body><a id="skip" href="#">Skip to content</a>${nav}<a name="c"></a><div>${text}</div><script>skip.href = location.href + '#c'</script>`,
  )
  const single = await lab.check(`<body><nav><a href="/a">Seeds</a></nav><div>${text}</div>`)
  const withItself = await lab.check(
    `<body><nav id="nav"><ol><li>Tools</li><li><a href="/a">Seeds</a></li></ol></nav><div>${text}</div>`,
  )

  const heading = '<h1>Tools</h1>'
  const alone = '<nav id="nav"><a href="#sharp">Sharpening</a> <a href="https://elsewhere.test/">Elsewhere</a></nav>'
  const fold = '<button onclick="nav.hidden = !nav.hidden">Contents</button>'
  const doubtful = []
  for (const body of [
    `${nav}<div>${heading}${text}</div>`,
    `${alone}<div>${text}</div>`,
    `${fold}${nav}<div>${text}</div>`,
    `<details open><summary>Contents</summary>${nav}</details><div>${text}</div>`,
    `${nav}<section aria-label="Tools">${text}</section>`,
    `${nav}<div><p>Sharp tools.</p></div>`,
  ])
    doubtful.push((await lab.check(`<body>${body}`)).of('bypass-blocks'))
  const hidden = await lab.check(`<body><div hidden>${nav}</div><div>${text}</div>`)
  const after = await lab.check(`<body><div>${text}</div>${nav}`)

  expect(bare.of('bypass-blocks')).toEqual(['violation #nav'])
  expect(doubtful).toEqual(doubtful.map(() => ['review #nav']))
  expect(hidden.of('bypass-blocks')).toEqual([])
  expect(after.of('bypass-blocks')).toEqual([])
  expect(withMain.of('bypass-blocks')).toEqual([])
  expect(withSkip.of('bypass-blocks')).toEqual([])
  expect(byAddress.of('bypass-blocks')).toEqual([])
  expect(single.of('bypass-blocks')).toEqual([])
  expect(withItself.of('bypass-blocks')).toEqual(['violation #nav'])
})

test('a title left over from a tool is wrong, one strange to the page is for a person', async () => {
  const page = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>Opening hours</h1><p>The library is open from ten to six on every working day.</p>`
  const leftOver = await lab.check(page('React App'))
  const strange = await lab.check(page('Apple harvest'))
  const fitting = await lab.check(page('Opening hours – City Library'))
  const answer = (title: string) =>
    lab.check(
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>Search results for “roses” at the City Library</h1><p>None of our books is about that.</p>`,
    )
  const siteAlone = await answer('City Library')
  const other = await answer('City Books')
  const named = await answer('Search results – City Library')

  const word = (title: string) =>
    lab.check(
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>A paper that proves something.</p>`,
    )

  expect(leftOver.of('title-not-descriptive')).toEqual(['violation head > title'])
  expect((await word('Document')).of('title-not-descriptive')).toEqual([])
  expect((await word('React App')).of('title-not-descriptive')).toEqual(['violation head > title'])
  expect(strange.of('title-not-descriptive')).toEqual(['review head > title'])
  expect(fitting.of('title-not-descriptive')).toEqual([])
  expect(siteAlone.of('title-not-descriptive')).toEqual(['violation head > title'])
  expect(other.of('title-not-descriptive')).toEqual(['review head > title'])
  expect(named.of('title-not-descriptive')).toEqual([])
})

test('a name on an element that takes none is told of, on one with a role it is not', async () => {
  const { of } = await lab.check(`<body>
    <div id="div" aria-label="Prices">Ten euro</div>
    <div id="group" role="group" aria-label="Prices">Ten euro</div>
    <section id="section" aria-label="Prices">Ten euro</section>
    <my-price id="custom" aria-label="Prices">Ten euro</my-price>
    <div id="edit" contenteditable="true" aria-label="Note">Ten</div>`)

  expect(of('aria-name-prohibited')).toEqual(['violation #div'])
})

test('an instruction by place or looks alone is told of, one that names the thing is not', async () => {
  const { of } = await lab.check(`<body>
    <p id="place">To go on, press the arrow on the right of this text.</p>
    <p id="looks">Click the green button to send your order.</p>
    <p id="named">Click the green button labelled “Send” to order.</p>
    <p id="politics">Parties on the right gained seats in the election.</p>
    <button>Send</button>`)

  expect(of('instruction-by-looks').sort()).toEqual(['practice #looks', 'practice #place'])
})

test('a header cell without cells is told of by geometry; an empty table and a corner cell are not', async () => {
  const { of } = await lab.check(`<body>
    <table><tr><th>Rate</th><th id="lonely">Value</th></tr><tr><td>15 %</td></tr></table>
    <table><tr><td></td><th>Mon</th><th>Tue</th></tr><tr><th>Early</th><td>1</td><td>2</td></tr></table>
    <table><tr><th>Name</th><th>Price</th></tr></table>
    <table><tr><th>A</th><th>B</th></tr><tr><td colspan="2">both</td></tr></table>
    <table role="presentation"><tr><th>x</th><th>y</th></tr><tr><td>1</td></tr></table>`)

  expect(of('table-header-without-cells')).toEqual(['violation #lonely'])
})

test('a header that a table’s foot says once more is no header without cells, another one in the foot is', async () => {
  const { of } = await lab.check(`<body>
    <table><thead><tr><th>Name</th><th>Age</th></tr></thead><tfoot><tr><th>Name</th><th id="other">Sum</th></tr></tfoot>
    <tbody><tr><th scope="row">Ann</th><td>41</td></tr><tr><th scope="row">Bo</th><td>12</td></tr></tbody></table>`)

  expect(of('table-header-without-cells')).toEqual(['violation #other'])
})

test('labels that say nothing and labels that say the same are told of', async () => {
  const { of } = await lab.check(`<body><form>
    <label>Info <input id="info"></label>
    <label>First name <input id="first"></label>
    <fieldset><legend>Home</legend><label>Street <input id="street1"></label></fieldset>
    <fieldset><legend>Work</legend><label>Street <input id="street2"></label></fieldset>
    <label>Name <input id="name1"></label> <label>Name <input id="name2"></label>
    <label>Search <input id="search" type="search"></label></form>`)

  expect(of('label-not-descriptive')).toEqual(['review #info'])
  expect(of('label-ambiguous')).toEqual(['violation #name2'])
})

test('fields of one name are wrong where nothing that is seen may tell them apart', async () => {
  const pair = (between = '', first = '', second = '') =>
    `<label>Name <input id="a" ${first}></label>${between}<label>Name <input id="b" ${second}></label>`
  const other = '<label>Street <input></label>'
  const hidden = '<h2 style="position: absolute; left: -9999px">Billing</h2>'
  const right = [`<form>${pair()}</form>`, `<form>${pair(hidden + other)}</form>`, `<fieldset>${pair()}</fieldset>`]
  const doubtful = [
    pair(),
    `<form>${pair('<p>Billing</p>')}</form>`,
    `<form>${pair(`<img src='${square}' alt="" width="30" height="30">`)}</form>`,
    `<form>${pair('', 'placeholder="Yours"', 'placeholder="Theirs"')}</form>`,
    `<form>${pair('', 'type="number"', 'type="text"')}</form>`,
    `<form>${pair('<i></i>'.repeat(250))}</form>`,
  ]
  const found = []
  for (const body of [...right, ...doubtful]) found.push((await lab.check(`<body>${body}`)).of('label-ambiguous'))

  expect(found).toEqual([...right.map(() => ['violation #b']), ...doubtful.map(() => ['review #b'])])
})

test('an error message that means one of several fields and does not say which is wrong', async () => {
  const fields = (more = '') => `<label>Age <input ${more}></label><label>City <input></label>`
  const message = (text: string) => `<p id="m" class="error">${text}</p>`
  const cases: readonly [string, readonly string[]][] = [
    [`<form>${message('Please fill the field correctly.')}${fields()}</form>`, ['violation #m']],
    [`<form>${message('Das Feld ist ungültig.')}${fields()}</form>`, ['violation #m']],
    [`<form>${message('Please fill the field correctly.')}${fields('aria-invalid="true"')}</form>`, ['review #m']],
    [`<form>${message('Please fill the field correctly.')}<label>Age <input></label></form>`, ['practice #m']],
    [
      `<form><div>${message('This value is invalid.')}<label>Age <input></label></div>${fields()}</form>`,
      ['practice #m'],
    ],
    [`<form>${message('Something went wrong: server error.')}${fields()}</form>`, ['practice #m']],
    [`<form>${message('Please fill the field Age with a number.')}${fields()}</form>`, []],
    [`<form><div hidden>${message('Please fill the field correctly.')}</div>${fields()}</form>`, []],
  ]
  for (const [body, expected] of cases)
    expect([body, (await lab.check(`<body>${body}`)).of('error-message-vague')]).toEqual([body, [...expected]])
})

test('frames of one name are wrong when they show pages of different titles', async () => {
  const shown = (title: string, text: string) =>
    lab.serve(`<!doctype html><html lang="en"><head><title>${title}</title></head><body><p>${text}</p>`)
  const [roses, lilies] = [shown('Roses', 'How to prune roses.'), shown('Lilies', 'How to plant lilies.')]
  const [copy, next] = [shown('Roses', 'How to prune roses.'), shown('Roses', 'More of roses.')]
  const frame = (src: string, more = '') => `<iframe title="Guide" src="${src}" ${more}></iframe>`
  const of = async (body: string) => (await lab.check(`<body>${body}`)).of('iframe-name-ambiguous')

  expect(await of(`${frame(roses)}${frame(lilies, 'id="x"')}`)).toEqual(['violation #x'])
  expect(await of(`${frame(roses, 'id="x"')}<iframe srcdoc='${frame(lilies)}'></iframe>`)).toEqual(['violation #x'])
  expect(await of(`${frame(roses)}${frame(next, 'id="x"')}`)).toEqual(['review #x'])
  expect(await of(`${frame(roses)}${frame(lilies, 'id="x" sandbox')}`)).toEqual(['review #x'])
  expect(await of(`${frame(roses)}${frame(copy)}`)).toEqual([])
  expect(await of(`${frame(roses)}${frame(lilies, 'hidden')}`)).toEqual([])
  expect(await of(`${frame(roses)}${frame(lilies, 'aria-hidden="true"')}`)).toEqual([])
  expect(
    await of(`${frame(roses).replace('Guide', 'Advertising')}${frame(lilies).replace('Guide', 'Advertising')}`),
  ).toEqual([])
})

test('links of one name to two sites are wrong; within a site, or by way of one that forwards, they may be one page', async () => {
  const pair = (one: string, other: string) =>
    `<p><a href="${one}">Garden club</a></p><p><a id="x" href="${other}">Garden club</a></p>`
  const of = async (body: string) => (await lab.check(`<body>${body}`)).of('link-text-ambiguous')

  expect(await of(pair('https://garden.test/club', 'https://flowers.example/'))).toEqual(['violation #x'])
  expect(await of(pair('https://garden.test/club', 'https://www.garden.test/'))).toEqual(['review #x'])
  expect(await of(pair('https://garden.test/club', 'https://garden.example/club/'))).toEqual(['review #x'])
  expect(await of(pair('https://garden.test/club', 'https://bit.ly/3abc'))).toEqual(['review #x'])
  expect(await of(pair('https://garden.test/club', 'mailto:club@flowers.example'))).toEqual(['review #x'])
})

test('a link that only points at what was named before it says nothing by itself', async () => {
  const { findings } = await lab.check('<body><p>The spade is new: see <a href="/1">this product</a>.</p>')
  const ordinary = await lab.check('<body><p>The spade is new: see <a href="/1">this spade</a>.</p>')
  const { of } = await lab.check('<body><p>The spade is new: see <a href="/1">this product</a>.</p>', {
    standard: 'WCAG 2.2 AA',
  })

  const [found] = findings.filter(({ rule }) => rule === 'link-text-generic')
  expect([found?.verdict, found?.criteria]).toEqual(['violation', ['2.4.9']])
  expect(ordinary.of('link-text-generic')).toEqual([])
  expect(of('link-text-generic')).toEqual([])
})

test('hints and errors that are seen but not tied to their field are told of', async () => {
  const { of } = await lab.check(`<body><form>
    <div><label for="a">Password</label><input id="a" type="password"><small>At least 8 characters</small></div>
    <div><label for="b">Postcode</label><input id="b" aria-describedby="bh"><small id="bh">Format: 12345</small></div>
    <p id="vague" class="error">Please fill in correctly, there was an error.</p>
    <p id="clear" class="error" role="alert">Postcode must have 5 digits.</p></form>`)

  expect(of('hint-not-tied-to-field')).toEqual(['review #a'])
  expect(of('error-message-vague')).toEqual(['review #vague'])
})

const dutch =
  'De kat zat op de mat en keek naar de vogels in de tuin. Het was een mooie dag en de zon scheen de hele middag, zodat iedereen buiten wilde blijven om te werken of te spelen met de kinderen.'
const english =
  'The cat sat on the mat and watched the birds in the garden. It was a beautiful day and the sun shone all afternoon, so everyone wanted to stay outside to work or to play with the children.'

test('a page in another language than it says is wrong, a part and a block without a mark too', async () => {
  const page = (lang: string, body: string) =>
    `<!doctype html><html lang="${lang}"><head><title>Tuin</title></head><body>${body}`
  const wrong = await lab.check(page('en', `<p>${dutch}</p><p>${dutch}</p>`))
  const right = await lab.check(page('nl', `<p>${dutch}</p><p lang="en">${english}</p>`))
  const part = await lab.check(page('nl', `<p>${dutch}</p><p id="part" lang="fr">${english}</p>`))
  const block = await lab.check(page('en', `<p>${english}</p><p>${english}</p><p id="block">${dutch}</p>`))
  const filled = await lab.check(
    page(
      'en',
      `<p>${english}</p><p>Maecenas eget tincidunt augue. Suspendisse potenti. Proin ornare ultrices molestie. Nunc pretium lacus sit amet dolor porta, vel posuere nisi cursus.</p>`,
    ),
  )
  const near = await lab.check(
    page(
      'no',
      '<p>Dette er en lang tekst om hagen og fuglene som synger hele dagen, og om alt arbeidet som må gjøres før vinteren kommer med snø og frost.</p>',
    ),
  )

  expect(wrong.of('page-language')).toEqual(['violation html'])
  expect(right.findings.filter((each) => each.rule.includes('language'))).toEqual([])
  expect(part.of('part-language')).toEqual(['violation #part'])
  expect(block.of('part-without-language')).toEqual(['violation #block'])
  expect(filled.findings.filter((each) => each.rule.includes('language'))).toEqual([])
  expect(near.of('page-language')).toEqual([])
})

test('a short text shows its language by its small words, a name shows none', async () => {
  const page = (lang: string, title: string, body: string) =>
    `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>${body}`
  const sentence = await lab.check(
    page('nl', 'Gezellig', '<p>This word has no translation that all of us are happy with.</p>'),
  )
  const name = await lab.check(page('en', 'Müller', '<p>Bäckerei Müller Friedrichstraße Gartenwerkzeuge</p>'))
  const part = await lab.check(
    page('en', 'Proverbs', `<p>${english}</p><p id="x" lang="de">An apple a day keeps the doctor away from you.</p>`),
  )

  expect(sentence.of('page-language')).toEqual(['violation html'])
  expect(name.of('page-language').filter((each) => each.startsWith('violation'))).toEqual([])
  expect(part.of('part-language')).toEqual(['violation #x'])
})

test('Hebrew and Arabic text that is set from left to right is told of', async () => {
  const hebrew = 'ירושלים היא עיר עתיקה מאוד ויש בה הרבה אנשים.'
  const { of } = await lab.check(`<body>
    <p id="wrong">${hebrew}</p>
    <p id="right" dir="rtl">${hebrew}</p>
    <p id="auto" dir="auto">${hebrew}</p>
    <p id="mixed">The city (${hebrew.slice(0, 24)}) is very old, as everybody who has been there can tell you.</p>`)

  expect(of('text-direction')).toEqual(['violation #wrong'])
})

test('sound that starts by itself is told of when it is long, loud and cannot be stopped', async () => {
  const long = await lab.check('<body><audio id="a" autoplay src="/long.wav"></audio>')
  const short = await lab.check('<body><audio autoplay src="/short.wav"></audio>')
  const muted = await lab.check('<body><audio autoplay muted src="/long.wav"></audio>')
  const controlled = await lab.check(
    '<body><audio id="a" autoplay src="/long.wav"></audio><button>Pause the music</button>',
  )
  const piece = await lab.check('<body><audio autoplay src="/long.wav#t=4"></audio>')

  expect(long.of('audio-starts-by-itself')).toEqual(['violation #a'])
  expect(short.of('audio-starts-by-itself')).toEqual([])
  expect(muted.of('audio-starts-by-itself')).toEqual([])
  expect(controlled.of('audio-starts-by-itself')).toEqual(['review #a'])
  expect(piece.of('audio-starts-by-itself')).toEqual([])
})

test('recordings are for a person, a silent moving background is not', async () => {
  const { of } = await lab.check(`<body>
    <video id="talk" controls src="/none.mp4"></video>
    <video id="captioned" controls src="/none.mp4"><track kind="captions" src="/c.vtt"></video>
    <video id="background" autoplay muted loop src="/none.mp4"></video>
    <audio id="radio" controls src="/long.wav"></audio>`)

  expect(of('video-captions')).toEqual(['review #talk'])
  expect(of('video-description')).toEqual(['review #talk', 'review #captioned'])
  expect(of('audio-alternative')).toEqual(['review #radio'])
})

test('a recording that comes with what replaces it is asked about no more', async () => {
  const { of } = await lab.check(`<body>
    <section><h2>Talk</h2><video id="described" controls src="/none.mp4"><track kind="descriptions" src="/d.vtt"></video></section>
    <section><h2>Text</h2><p>The film shows the same as this text and says nothing more.</p><video id="text" controls src="/none.mp4"></video></section>
    <section><h2>Radio</h2><audio id="written" controls src="/long.wav"></audio><details><summary>Trascrizione</summary>Words.</details></section>`)

  expect(of('video-description')).toEqual([])
  expect(of('audio-alternative')).toEqual([])
})

test('words that move for ever are told of unless they can be paused', async () => {
  const style =
    '<style>@keyframes run { to { transform: translateX(200px) } } .run { animation: run 3s infinite; width: 200px }</style>'
  const running = await lab.check(`<body>${style}<p id="news" class="run">Latest news of the day</p>`)
  const pausable = await lab.check(`<body>${style}<p class="run">Latest news of the day</p><button>Pause</button>`)
  const spinner = await lab.check(`<body>${style}<div class="run" style="height:20px"></div>`)

  expect(running.of('moving-text')).toEqual(['violation #news'])
  expect(pausable.of('moving-text')).toEqual([])
  expect(spinner.of('moving-text')).toEqual([])
})

test('an element in a shadow root is named by the way to it', async () => {
  const { of } = await lab.check(`<body><div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<p><img alt="photo" width="40" height="40" src="data:,"></p>'
  </script>`)

  expect(of('alt-uninformative')).toEqual(['violation #host >>> p > img'])
})

test('checks that were brought ahead find the same', async () => {
  const { of } = await lab.check(`<body>${picture('id="word" alt="image"')}`, { isWarm: true })

  expect(of('alt-uninformative')).toEqual(['violation #word'])
})

test('only what the standard asks for is looked for and told of', async () => {
  const html = '<body><p><a href="/1">Read more</a></p><button style="outline:0">Go</button>'
  const a = await lab.check(html, { standard: 'WCAG 2.0 A' })

  expect(a.criteria).toContain('2.4.4')
  expect(a.criteria).not.toContain('2.4.7')
  expect(a.runs.map((run) => run.name)).not.toContain('focus')
  expect(a.findings.every((each) => each.criteria.every((id) => a.criteria.includes(id)))).toBe(true)
  expect(a.findings[0]?.helpUrl).toStartWith('https://www.w3.org/WAI/WCAG22/Understanding/')
})

test('a plain page that is well made gives no findings', async () => {
  const { findings } = await lab.check(`<body><a href="#main">Skip to content</a>
    <header><nav aria-label="Main"><a href="/seeds">Seeds</a> <a href="/tools">Tools</a></nav></header>
    <main id="main"><h1>Garden tools</h1><p>How garden tools are kept sharp, and where to buy them.</p>
    <form><label for="q">Search the shop</label> <input id="q" type="search"> <button>Search</button></form>
    <p><a href="/sharp">How to sharpen a spade</a></p></main>
    <footer><p>Garden Ltd, London</p></footer>`)

  expect(findings).toEqual([])
})
