/** Failures of one class as different sites write them, by other elements, styles and languages, each beside what is right. */
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

/** Each of the first is told of as said, once, and none of the second is. */
async function tells(rule: string, as: string, broken: readonly string[], right: readonly string[]): Promise<void> {
  expect(await lab.seeEach(rule, broken)).toEqual(broken.map(() => [as]))
  expect(await lab.seeEach(rule, right)).toEqual(right.map(() => []))
}

test('a list is known by its signs, whatever draws them', async () => {
  await tells(
    'list-by-looks',
    'practice #x',
    [
      '<div id="x">– a rake<br>– a spade<br>– a pair of shears</div>',
      '<div><p id="x">— a rake</p><p>— a spade</p><p>— a pair of shears</p></div>',
      '<div><p id="x"><span aria-hidden="true">•</span> a rake</p><p><span>•</span> a spade</p><p><span>•</span> shears</p></div>',
      '<p id="x">a) a rake<br>b) a spade<br>c) a pair of shears</p>',
      '<div><div id="x">👉 a rake</div><div>👉 a spade</div><div>👉 a pair of shears</div></div>',
      '<p id="x"><img src="/dot.gif" alt="" width="8" height="8"> a rake<br><img src="/dot.gif" alt="" width="8" height="8"> a spade<br><img src="/dot.gif" alt="" width="8" height="8"> shears</p>',
      '<style>.i::before{content:"•"}</style><section><div class="i" id="x">a rake</div><div class="i">a spade</div><div class="i">shears</div></section>',
      '<style>.i{display:list-item;margin-left:2em}</style><section><div class="i" id="x">a rake</div><div class="i">a spade</div><div class="i">shears</div></section>',
    ],
    [
      '<ul><li>a rake</li><li>a spade</li><li>shears</li></ul>',
      '<div role="list"><div role="listitem">• a rake</div><div role="listitem">• a spade</div><div role="listitem">• shears</div></div>',
      '<div><p>– Where is the rake?</p><p>– In the shed.</p><p>– Bring it to me, please!</p></div>',
      '<p>1.5 kg<br>2.5 kg<br>3.5 kg</p>',
      '<div><p>© 2020 Garden Tools</p><p>© 2021 Garden Tools</p><p>© 2022 Garden Tools</p></div>',
      '<div><p><img src="/rake.jpg" alt="A rake" width="200" height="90"> a rake</p><p><img src="/spade.jpg" alt="A spade" width="200" height="90"> a spade</p><p><img src="/s.jpg" alt="Shears" width="200" height="90"> shears</p></div>',
      '<pre>- a rake\n- a spade\n- shears</pre>',
    ],
  )
})

test('a title over a text is known where nobody writes paragraphs, and over a picture', async () => {
  await tells(
    'heading-by-looks',
    'review #x',
    [
      `<div><div id="x" style="font-size:1.6rem">Sharp spades</div><div>${words}</div></div>`,
      `<p>${words}</p><div><p id="x" style="font-size:24px">Sharp spades</p><img src="/a.png" alt="A spade" width="90" height="60"><p>${words}</p></div>`,
      `<p>${words}</p><div id="x" style="text-transform:uppercase;font-weight:bold">Sharp spades</div><p>${words}</p>`,
    ],
    [
      `<div><h2 style="font-size:1.6rem">Sharp spades</h2><div>${words}</div></div>`,
      `<p>${words}</p><div role="heading" aria-level="2" style="font-size:1.6rem">Sharp spades</div><div>${words}</div>`,
      `<p>${words}</p><p style="text-transform:uppercase">News</p><p>${words}</p>`,
      `<p>${words}</p><p style="font-weight:bold">Please note: </p><p>${words}</p>`,
    ],
  )
  expect(
    await lab.seeEach('heading-by-looks', [
      `<p>${words}</p><p id="x" style="font-size:1.5rem"><b>Where are they kept?</b></p><p>${words}</p>`,
    ]),
  ).toEqual([['practice #x']])
})

test('columns are a table by where they stand, whatever style sets them there', async () => {
  const rows = (cell: string) =>
    `<div class="h"><${cell}>Tool</${cell}><${cell}>Day</${cell}></div><div><${cell}>Rake</${cell}><${cell}>Monday</${cell}></div><div><${cell}>Spade</${cell}><${cell}>Tuesday</${cell}></div>`
  const bold = '.h>*{font-weight:bold}'
  await tells(
    'table-by-looks',
    'practice #x',
    [
      `<style>${bold}#x>div{overflow:hidden}#x span{float:left;width:8rem}</style><div id="x">${rows('span')}</div>`,
      `<style>${bold}#x span{display:inline-block;width:8rem}</style><div id="x">${rows('span')}</div>`,
      `<style>${bold}#x>div{display:flex}#x p{width:8rem}</style><div role="main"><div id="x">${rows('p')}</div></div>`,
    ],
    [
      `<table><tr><th>Tool</th><th>Day</th></tr><tr><td>Rake</td><td>Monday</td></tr></table>`,
      `<div role="table" aria-label="Tools"><div>${rows('span')}</div></div>`,
      `<div>${rows('p')}</div>`,
      `<style>#x span{margin-right:1rem}</style><div id="x">${rows('span')}</div>`,
    ],
  )
})

test('bold words at the head of each row are its header cells', async () => {
  await tells(
    'table-headers-by-looks',
    'practice #x',
    [
      '<table id="x"><tr><td><strong>Opens</strong></td><td>at nine</td></tr><tr><td><strong>Closes</strong></td><td>at six</td></tr><tr><td><strong>Parking</strong></td><td>behind the shop</td></tr></table>',
      '<style>td:first-child{font-weight:700}</style><table id="x"><tr><td>Opens</td><td>at nine</td></tr><tr><td>Closes</td><td>at six</td></tr><tr><td>Parking</td><td>behind</td></tr></table>',
    ],
    [
      '<table><tr><th scope="row">Opens</th><td>at nine</td></tr><tr><th scope="row">Closes</th><td>at six</td></tr><tr><th scope="row">Parking</th><td>behind</td></tr></table>',
      '<table role="presentation"><tr><td><b>Opens</b></td><td>at nine</td></tr><tr><td><b>Closes</b></td><td>at six</td></tr><tr><td><b>Parking</b></td><td>behind</td></tr></table>',
      '<table><tr><td><b>1</b></td><td>at nine</td></tr><tr><td><b>2</b></td><td>at six</td></tr><tr><td><b>3</b></td><td>behind</td></tr></table>',
      '<form><table><tr><td><b>Name</b></td><td><input aria-label="Name"></td></tr><tr><td><b>Town</b></td><td><input aria-label="Town"></td></tr><tr><td><b>Mail</b></td><td><input aria-label="Mail"></td></tr></table></form>',
    ],
  )
})

test('words of a style sheet are told of by what is seen, under whatever condition they came', async () => {
  await tells(
    'words-by-css',
    'practice #x',
    [
      '<style>.w::before{content:"Caution: "}</style><p class="w" id="x">The floor is wet.</p>',
      '<style>@media screen{.w:after{content:"Sold out"}}</style><p class="w" id="x">The great rake</p>',
      '<style>.w::after{content:attr(data-price)}</style><p class="w" id="x" data-price="12 euros">The great rake: </p>',
      '<style>:root{--t:"New this week"}.w::before{content:var(--t)}</style><p class="w" id="x">The great rake</p>',
    ],
    [
      '<style>.w::before{content:"→ "}</style><p class="w">The floor is wet.</p>',
      '<style>@media print{a::after{content:" (" attr(href) ")"}}</style><p><a href="/r">The great rake</a></p>',
      '<style>.w::after{content:attr(data-text);visibility:hidden;height:0;display:block;font-weight:bold}</style><p class="w" data-text="The great rake">The great rake</p>',
      '<style>.w:hover::after{content:"Opens the list"}</style><p class="w">The great rake</p>',
      '<style>.w::before{content:"home";font-family:"Material Icons"}</style><p class="w">The great rake</p>',
      '<style>@media (max-width:300px){td::before{content:attr(data-label)}}</style><table><tr><td data-label="Price">12</td></tr></table>',
    ],
  )
})

test('letters that only look like letters come from many alphabets', async () => {
  const pages = [
    '<p id="x">Pay with Ραуpal or Ρaypal here</p>',
    '<p id="x">𝓦𝓮𝓵𝓬𝓸𝓶𝓮 to the garden</p>',
    '<p id="x">Ｇａｒｄｅｎ tools for everybody</p>',
    '<p id="x">ɢᴀʀᴅᴇɴ ᴛᴏᴏʟs for everybody</p>',
    '<p id="x">ʇxǝʇ uʍop ǝpᴉsdn sᴉ sᴉɥʇ</p>',
  ]
  await tells('lookalike-letters', 'violation #x', pages, [
    '<p>The angle α, the step Δx and 5 kΩ of NFκB</p>',
    '<p lang="el">Το ΝΑΤΟ και η ΕΡΤ είναι εδώ</p>',
    '<p lang="ja">ＮＨＫＷｏｒｌｄ の番組</p>',
    '<p>It is spoken /ˈɡɑːdən ˌtuːlz/ and [ɹʌn]</p>',
    '<p lang="ru">Садовые инструменты</p>',
  ])
})

test('generic names of links are known in every language, in that language', async () => {
  const link = (lang: string, text: string) => `<div lang="${lang}"><div><a id="x" href="/a">${text}</a></div></div>`
  await tells(
    'link-text-generic',
    'violation #x',
    [
      link('sv', 'Klicka här'),
      link('pt', 'Saber mais'),
      link('cs', 'Klikněte zde'),
      link('ru', 'Подробнее'),
      link('ja', 'こちら'),
      link('tr', 'Devamını oku'),
      link('ar', 'اضغط هنا'),
      link('hu', 'Tovább'),
    ],
    [link('sv', 'Våra krattor'), link('en', 'Plus'), link('de', 'Mer')],
  )
  for (const named of [
    '<dl><dt>Riga</dt><dd><a href="/riga">Website</a></dd><dt>Porto</dt><dd><a href="/porto">Website</a></dd></dl>',
    '<table><tr><th scope="row">Rake</th><td><a href="/rake">Details</a></td></tr></table>',
  ])
    expect((await lab.check(`<body>${named}`, { standard: 'WCAG 2.2 AA' })).of('link-text-generic')).toEqual([])
})

test('that a window opens is said in every language', async () => {
  const link = (lang: string, text: string) => `<p lang="${lang}"><a href="/a" target="_blank" id="x">${text}</a></p>`
  await tells(
    'link-new-window',
    'practice #x',
    [link('en', 'Our rakes'), link('pl', 'Nasze grabie'), link('en', 'The news of the winter')],
    [
      link('pl', 'Nasze grabie (otwiera się w nowym oknie)'),
      link('sv', 'Våra krattor (öppnas i nytt fönster)'),
      link('fi', 'Haravat (avautuu uuteen ikkunaan)'),
      link('ru', 'Грабли (в новом окне)'),
      link('pt', 'Ancinhos (abre numa nova janela)'),
    ],
  )
  const atAa = await lab.check(`<body>${link('en', 'Our rakes')}`, { standard: 'WCAG 2.2 AA' })
  expect(atAa.of('link-new-window')).toEqual([])
})

test('an alternative that an author was to replace is known in many forms', async () => {
  const image = (alt: string) => `<p><img id="x" src="/a.jpg" width="200" height="120" alt="${alt}"></p>`
  const broken = [
    '1200x800',
    'insert alt text',
    'Your image description here',
    'Bildbeschreibung hier einfügen',
    'texte alternatif',
  ]
  const counted = ['Bild 3', 'IMG-4711', 'zdjęcie 12', 'Foto 4']
  const doubtful = ['Zierlinie', 'Trennlinie', 'Abbildung', 'Slide 3']

  expect(await lab.seeEach('alt-uninformative', broken.map(image))).toEqual(broken.map(() => ['violation #x']))
  expect(await lab.seeEach('alt-uninformative', counted.map(image))).toEqual(counted.map(() => ['practice #x']))
  expect(await lab.seeEach('alt-uninformative', doubtful.map(image))).toEqual(doubtful.map(() => ['review #x']))
  expect(
    await lab.seeEach(
      'alt-uninformative',
      [
        'A rake of 1200 grams',
        'Bild 3 zeigt den Rechen',
        'Your garden in May',
        'Terminal 3',
        'Apollo 11',
        'A line of trees',
      ].map(image),
    ),
  ).toEqual(Array.from({ length: 6 }, () => []))
})

test('a picture that names its link is no word for a picture', async () => {
  await tells(
    'alt-uninformative',
    'review #x',
    ['<a href="/a/b"><img id="x" src="/a.png" alt="Chart" width="90" height="60"></a>'],
    [
      '<ul><li><a href="/maps"><img src="/a.png" alt="Maps" width="90" height="60"></a></li></ul>',
      '<button><img src="/a.png" alt="Image" width="24" height="24"></button>',
    ],
  )
})

test('titles that programs and templates leave are known in many languages', async () => {
  const page = (title: string) =>
    `<html lang="en"><head><title>${title}</title></head><body><main><h1>Sharp spades</h1><p>${words}</p></main>`
  const said = async (title: string) => (await lab.check(page(title))).of('title-not-descriptive')
  for (const title of [
    'Neue Seite 1',
    'Namnlöst dokument',
    'Nouvelle page',
    '{{ page.title }} | Tools',
    'undefined – Tools',
    'Welcome to Adobe GoLive 5',
  ])
    expect(await said(title)).toEqual(['violation head > title'])
  for (const title of [
    'Sharp spades – Garden tools',
    'What undefined means for spades',
    'New pages of the spades’ history',
  ])
    expect(await said(title)).toEqual([])
})

test('drawings of characters are known outside of preformatted text, and faces within it', async () => {
  const cat = ' /\\_/\\ \n( o.o )\n &gt; ^ &lt; \n (___) '
  await tells(
    'drawing-by-characters',
    'practice #x',
    [
      `<pre id="x">${cat}</pre>`,
      `<div id="x" style="white-space:pre;font-family:monospace">${cat}</div>`,
      `<p id="x">${cat.trim().replaceAll('\n', '<br>')}</p>`,
      '<pre id="x"><code>+-----+   +------+\n|     |--&gt;|      |\n+-----+   +------+\n   |         |\n   +---------+</code></pre>',
    ],
    [
      `<div role="img" aria-label="A cat"><pre>${cat}</pre></div>`,
      `<figure><pre>${cat}</pre><figcaption>A cat</figcaption></figure>`,
      '<pre><code>if (a) {\n  b([1, 2]);\n  c({ d: "e" });\n}</code></pre>',
      '<p>12, Long Lane<br>Tel. (01) 234-56<br>Fax (01) 234-57</p>',
      '<p style="white-space:pre-line">Rake .... 12\nSpade ... 20\nShears .. 15</p>',
    ],
  )
  await tells(
    'drawing-by-characters',
    'review #x',
    [
      '<p id="x">We have won the cup! (╯°□°)╯</p>',
      '<p id="x">Nobody knows ¯\\_(ツ)_/¯ why.</p>',
      '<p id="x">Hello ʕ•ᴥ•ʔ</p>',
    ],
    [
      '<p>At 20 °C (68 °F) it is warm.</p>',
      '<p>We have won :-) the cup (again).</p>',
      '<p>Done (✓) and open (–).</p>',
      '<p>(ツ is a Japanese sign)</p>',
    ],
  )
})

test('a colour that comes back as a state needs a word', async () => {
  const dot = (color: string, id = '') =>
    `<span ${id} style="display:inline-block;width:12px;height:12px;border-radius:50%;background:${color}"></span>`
  const first = 'id="x"'
  await tells(
    'state-by-color-alone',
    'practice #x',
    [
      `<ul><li>${dot('#0a0', first)} North</li><li>${dot('#c00')} South</li><li>${dot('#0a0')} West</li></ul>`,
      `<table><tr><td id="x" style="background:#0a0">&nbsp;</td><td style="background:#c00"></td><td style="background:#0a0"></td></tr></table>`,
      `<div><p><i id="x" style="color:#0a0">●</i> Rake</p><p><i style="color:#c00">●</i> Spade</p><p><i style="color:#c00">●</i> Shears</p></div>`,
    ],
    [
      `<ul><li>${dot('#0a0')} North: runs</li><li>${dot('#c00')} South: down</li><li>${dot('#0a0')} West: runs</li></ul>`,
      `<ul><li>${dot('#0a0')} Rakes</li><li>${dot('#c00')} Spades</li><li>${dot('#00c')} Shears</li></ul>`,
      `<ul><li>${dot('#0a0', 'role="img" aria-label="runs"')} North</li><li>${dot('#c00', 'role="img" aria-label="down"')} South</li><li>${dot('#0a0', 'role="img" aria-label="runs"')} West</li></ul>`,
      `<ul><li>${dot('#888')} North</li><li>${dot('#333')} South</li><li>${dot('#888')} West</li></ul>`,
      `<fieldset><label>${dot('#0a0')} <input type="radio"> A</label><label>${dot('#c00')} <input type="radio"> B</label><label>${dot('#0a0')} <input type="radio"> C</label></fieldset>`,
      // Points on a scale: where each stands says it, and so does the number.
      `<ul>${[12, 55, 58].map((at) => `<li>${at} <svg width="100" height="12"><line x2="100" y1="6" y2="6" stroke="#777"/><circle cx="${at}" cy="6" r="5" fill="${at < 50 ? '#0a0' : '#c00'}"/></svg></li>`).join('')}</ul>`,
    ],
  )
})

test('two colours that are said to mean something are known in one sentence', async () => {
  await tells(
    'meaning-by-color',
    'review #x',
    [
      '<p id="x">In the plan, green seats are free and red seats are taken.</p>',
      '<p id="x">Amber means that there is little left, red means that there is none.</p>',
      '<p id="x">Im Plan sind die Tage so gezeigt: grüne Tage sind frei, rote Tage sind belegt.</p>',
      '<p id="x">Las filas verdes son libres y las filas rojas son ocupadas.</p>',
    ],
    [
      '<p>Green seats are marked with an asterisk * and red seats are not.</p>',
      '<p>The red rake is in the shed, and nobody has seen it.</p>',
      '<p>Our new rakes come in green and red handles.</p>',
    ],
  )
})

test('instructions by looks are known in northern and eastern languages', async () => {
  await tells(
    'instruction-by-looks',
    'practice #x',
    [
      '<p id="x">Tryck på den runda knappen för att fortsätta.</p>',
      '<p id="x">Нажмите на красную кнопку, чтобы продолжить.</p>',
      '<p id="x">To go on, press the small green buttons below.</p>',
    ],
    [
      '<p>Tryck på knappen Fortsätt för att gå vidare.</p>',
      '<p>The cows stand in the green fields of the valley, it is said.</p>',
      '<p>Um sich anzumelden, nutzen Sie das Formular „Anmeldung“ in der linken Spalte.</p>',
    ],
  )
})

test('a button is not called by how it is pressed', async () => {
  await tells(
    'button-text-generic',
    'practice #x',
    [
      '<button id="x">Click here</button>',
      '<input id="x" type="submit" value="Hier klicken">',
      '<div id="x" role="button" tabindex="0">Cliquez ici</div>',
    ],
    [
      '<button>Show the rakes</button>',
      '<button>More</button>',
      '<button>Image</button>',
      '<button title="Show the rakes">Here</button>',
    ],
  )
})

test('words that somebody said and that are set off are a quotation', async () => {
  const said = '“We had never seen such sharp spades, and we shall come again in the spring.”'
  await tells(
    'quotation-by-looks',
    'review #x',
    [
      `<p>${words}</p><p id="x" style="font-style:italic">${said}</p>`,
      `<p>${words}</p><p id="x" style="border-left:4px solid #888;padding-left:1rem">${said}</p>`,
    ],
    [
      `<p>${words}</p><blockquote><p style="font-style:italic">${said}</p></blockquote>`,
      `<p>${words}</p><p>${said}</p>`,
      `<p>${words}</p><figure><p style="margin-left:3em">${said}</p><figcaption>Ann Miller</figcaption></figure>`,
      `<p>${words}</p><p style="font-style:italic">“Yes”, she said, and “no”.</p>`,
    ],
  )
})

test('a long text without a heading is told of, a short or divided one is not', async () => {
  const paragraph = `<p>${words.repeat(5)}</p>`
  await tells(
    'text-without-headings',
    'review #x',
    [`<h1>Tools</h1><p id="x">${words.repeat(5)}</p>${paragraph.repeat(9)}`],
    [
      `<h1>Tools</h1>${paragraph.repeat(5)}`,
      `<h1>Tools</h1>${paragraph.repeat(5)}<h2>Spades</h2>${paragraph.repeat(5)}`,
      `<h1>Tools</h1>${'<p>A rake.</p>'.repeat(30)}`,
    ],
  )
})

test('a field may be drawn by a ring, which is held to the same limit', async () => {
  const field = (ring: string) =>
    `<form><label for="x">Name</label> <input id="x" style="border:0;box-shadow:${ring}"></form>`
  await tells(
    'field-boundary-faint',
    'practice #x',
    [field('0 0 0 1px #e3e3e3'), field('0 0 0 2px rgba(0,0,0,.1)')],
    [field('0 0 0 1px #555'), field('0 2px 8px #999'), field('0 0 0 1px #ddd, 0 0 4px #333')],
  )
})

test('words that take the colour of their ground blink', async () => {
  const page = (frames: string) =>
    `<style>@keyframes k{${frames}}#x{animation:k 1s infinite;background:#fff}</style><p id="x">Last places, sign up today</p>`
  await tells(
    'moving-text',
    'violation #x',
    [page('0%,49%{color:#fff}50%,100%{color:#b00}'), page('50%{color:transparent}')],
    [page('0%,49%{color:#a00}50%,100%{color:#800}'), page('50%{background-color:#fee}')],
  )
})

test('a time limit is known in a program of any form', async () => {
  await tells(
    'time-limit-by-script',
    'practice body',
    [
      '<p>A rake</p><script>setTimeout(function () { var a = 1; show(a); window.location = "/next" }, 20 * 1000)</script>',
      '<p>A rake</p><script>const WAIT = 90000; window.setTimeout(() => { location.replace("/next") }, WAIT)</script>',
      '<form action="/a"></form><script>setTimeout(() => { if (x()) y(1); document.forms[0].submit() }, 120000)</script>',
      '<p>A rake</p><script>setInterval(() => location.reload(), 60_000)</script>',
      '<p>A rake</p><script>let s = 300; setInterval(() => { s -= 1; if (s === 0) location.href = "/out" }, 1000)</script>',
    ],
    [
      '<p>A rake</p><script>setTimeout(() => { document.title = location.hash }, 20000)</script>',
      '<p>A rake</p><script>b.onclick = () => { location.href = "/next" }; setTimeout(() => load(), 5000)</script>',
    ],
  )
})

test('what a role takes from a group of fields or from terms is told of', async () => {
  const radios =
    '<legend>Which day?</legend><label><input type="radio" name="d"> Monday</label><label><input type="radio" name="d"> Friday</label>'
  await tells(
    'semantics-removed',
    'violation #x',
    [`<fieldset id="x" role="presentation">${radios}</fieldset>`, `<fieldset id="x" role="None">${radios}</fieldset>`],
    [
      `<fieldset>${radios}</fieldset>`,
      `<fieldset role="radiogroup">${radios}</fieldset>`,
      '<fieldset role="presentation"><input aria-label="Name"><input aria-label="Town"></fieldset>',
    ],
  )
  await tells(
    'semantics-removed',
    'practice #x',
    ['<dl id="x" role="none"><dt>Rake</dt><dd>For leaves</dd></dl>'],
    ['<dl><dt>Rake</dt><dd>For leaves</dd></dl>'],
  )
})

test('short texts that a class lets float to the right are seen in another order', async () => {
  const style = '<style>.f{width:30%}.r{float:right;width:45%}</style>'
  await tells(
    'order-by-style',
    'review #x',
    [
      `${style}<div id="x"><div class="r">and so nobody could get in before noon.</div><div class="r">The key had been left at the baker’s,</div></div>`,
    ],
    [
      `${style}<div><div class="f">The key had been left at the baker’s,</div><div class="r">and so nobody could get in.</div></div>`,
      `${style}<div><div class="r"><h2>Spades</h2><p>${words}</p></div><div class="r"><ul><li><a href="/a">Rakes of wood</a></li></ul></div></div>`,
    ],
  )
})

test('what a field asks for is known in many languages', async () => {
  const field = (label: string, token: string) =>
    `<form><label for="x">${label}</label> <input id="x"${token === '' ? '' : ` autocomplete="${token}"`}></form>`
  await tells(
    'autocomplete-mismatch',
    'violation #x',
    [field('Straße und Hausnummer', 'email'), field('Nom de famille', 'given-name'), field('Användarnamn', 'bday')],
    [
      field('Rue', 'street-address'),
      field('Benutzername', 'email'),
      field('Nazwisko', 'family-name'),
      field('Rake', 'off'),
    ],
  )
  await tells(
    'autocomplete-missing',
    'review #x',
    [field('Nachname', ''), field('Code postal', ''), field('Fecha de nacimiento', '')],
    [field('Nachname', 'family-name'), field('Stadt', ''), field('Rechen', '')],
  )
})

test('an icon that a font draws is held to its contrast, words beside it are not', async () => {
  const icon = (color: string, text = '', label = 'aria-label="Print it"') =>
    `<style>.material-icons{color:${color}}button{background:#fff}</style><button id="x" ${label}><span class="material-icons" aria-hidden="true">print</span>${text}</button>`
  await tells(
    'graphic-faint',
    'practice #x',
    [icon('#d0d0d0'), icon('rgba(0,0,0,.2)')],
    [icon('#444'), icon('#d0d0d0', ' Print it', '')],
  )
})

test('what a press on a thing of no role does, the keyboard must do as well, whichever half of the press is listened for', async () => {
  const on = (type: string, element: string) =>
    `<body>${element}<p id="p">-</p><script>x.addEventListener('${type}',()=>{p.textContent='done'})</script>`
  const tile = '<div id="x" style="cursor:pointer;width:9rem">Show the rakes</div>'
  const of = async (html: string) => (await lab.check(html)).of('mouse-only-control')

  expect(await of(on('mousedown', tile))).toEqual(['violation #x'])
  expect(await of(on('pointerup', tile))).toEqual(['violation #x'])
  expect(await of(on('mousedown', '<div id="x" style="width:9rem">Show the rakes</div>'))).toEqual([])
  expect(await of(on('mousedown', '<div id="x" style="cursor:pointer"><button>Show the rakes</button></div>'))).toEqual(
    [],
  )
})

test('two fields under headings of their own are told apart by them', async () => {
  const part = (title: string, id: string) =>
    `<h2><button type="button" aria-expanded="true">${title}</button></h2><div><label for="${id}">Words for the driver</label> <input id="${id}"></div>`
  expect(
    await lab.seeEach('label-ambiguous', [
      `<form>${part('Where the bill goes', 'a')}${part('Where the parcel goes', 'b')}</form>`,
    ]),
  ).toEqual([[]])
  expect(
    await lab.seeEach('label-ambiguous', [
      '<form><label for="a">Words</label> <input id="a"><label for="b">Words</label> <input id="b"></form>',
    ]),
  ).toEqual([['violation #b']])
})

test('which of several buttons has brought its part out is told by more than a class', async () => {
  const parts = (buttons: string, mark: string) =>
    `<body><div id="b">${buttons}</div><div id="pa">All about rakes of wood</div><div id="pb" hidden>All about spades of steel</div>
    <script>const all=[...document.querySelectorAll('#b button')];all.forEach((each,at)=>each.addEventListener('click',()=>{all.forEach((one)=>{${mark}});pa.hidden=at!==0;pb.hidden=at!==1}))</script>`
  const byClass = `one.className=one===each?'on':''`
  const of = async (html: string) => (await lab.check(html)).of('state-not-told')

  expect(await of(parts('<button class="on">Rakes</button><button id="x">Spades</button>', byClass))).toEqual([
    'practice #x',
  ])
  expect(
    await of(
      parts(
        '<button class="on" aria-pressed="true">Rakes</button><button aria-pressed="false">Spades</button>',
        `${byClass};one.setAttribute('aria-pressed',one===each)`,
      ),
    ),
  ).toEqual([])
  expect(await of(parts('<button>Back</button><button>Next</button>', ''))).toEqual([])
})

test('what is drawn or counted in other ways is known as well', async () => {
  await tells(
    'letters-spaced-out',
    'violation #x',
    ['<h2 id="x">N E W S</h2>', '<h2 id="x">G&nbsp;A&nbsp;R&nbsp;D&nbsp;E&nbsp;N</h2>'],
    ['<h2>N E S W</h2>', '<h2>A B C D</h2>', '<p>N E W S</p>', '<h2>1 2 3 4</h2>'],
  )
  await tells(
    'table-preformatted',
    'practice #x',
    [
      '<div id="x" style="white-space:pre">Day\tTime\tPlace\nMo\t18:00\tShed\nTu\t19:00\tBarn</div>',
      '<div id="x" style="white-space:pre">Ticket         Weekday     Feast\nWhole            12,00     14,00\nReduced           8,00      9,00\nSchool            4,00      5,00</div>',
    ],
    [
      '<div style="white-space:pre-wrap">Day by day\nand night by night\nthe rake is used</div>',
      '<div style="white-space:pre">The rake        is\nused by day     and\nnight      by night</div>',
    ],
  )
  await tells(
    'table-preformatted',
    'review #x',
    [
      '<p id="x" style="white-space:pre-line">Rake ............ 4.50\nSpade ........... 2.00\nShears .......... 1.50</p>',
    ],
    ['<p style="white-space:pre-line">A rake …\na spade …\nand shears.</p>'],
  )
  await tells(
    'graphic-without-alternative',
    'practice #x',
    [
      '<embed id="x" src="/plan.png" type="image/png" width="200" height="120">',
      '<svg id="x" width="200" height="120"><image href="/plan.png" width="200" height="120"/></svg>',
    ],
    [
      '<embed src="/plan.png" type="image/png" width="200" height="120" title="Plan of the garden">',
      '<svg width="200" height="120" aria-hidden="true"><image href="/plan.png" width="200" height="120"/></svg>',
    ],
  )
  await tells(
    'button-named-by-sign',
    'review #x',
    ['<input id="x" type="button" value="🔍">', '<a id="x" href="/c">🛒</a>', '<button id="x">»</button>'],
    [
      '<input type="button" value="Find 🔍">',
      '<a href="/c" aria-label="Basket">🛒</a>',
      '<a href="/2">»</a>',
      '<button>+</button>',
    ],
  )
  await tells(
    'order-by-style',
    'practice #x',
    [
      '<div id="x" style="display:flex;flex-direction:column-reverse"><p>Third, sign the form.</p><p>Second, print the form.</p><p>First, fill in the form.</p></div>',
    ],
    [
      '<div style="display:flex;flex-direction:column"><p>First, fill it in.</p><p>Second, print it.</p><p>Third, sign it.</p></div>',
    ],
  )
})

test('labels that stand each at the other’s field are told of once', async () => {
  await tells(
    'label-of-other-field',
    'violation #x',
    [
      '<form><label id="x" for="m">Name</label><input id="n"><label for="n">Mail</label><input id="m"></form>',
      '<form><label for="t">Town</label><select id="t"></select><label id="x" for="b">Rake</label><input id="a"><label for="a">Spade</label><textarea id="b"></textarea></form>',
    ],
    [
      '<form><label for="n">Name</label><input id="n"><label for="m">Mail</label><input id="m"></form>',
      '<form><input type="radio" id="a"><label for="a">Rake</label><input type="radio" id="b"><label for="b">Spade</label></form>',
      '<form><label for="m">Mail</label><label for="n">Name</label><input id="n"><input id="m"></form>',
    ],
  )
})

test('words of a style sheet are held to the contrast of words', async () => {
  const page = (style: string) =>
    `<style>body{background:#fff}#x::after{content:" (only members)";${style}}</style><p id="x">The shed</p>`
  await tells(
    'contrast-by-css',
    'violation #x',
    [page('color:#c8c8c8'), page('color:#333;background:#444'), page('color:#000;opacity:.3')],
    [
      page('color:#444'),
      page('color:#999;font-size:30px;color:#888'),
      page('color:#fff'),
      page('color:#c8c8c8;display:none'),
    ],
  )
})

test('two rows that say yes and no by one sign each need a word', async () => {
  const table = (a: string, b: string) =>
    `<table><tr><th>Street</th><th>Collected</th></tr><tr><th>Mill Road</th><td id="x">${a}</td></tr><tr><th>Hill</th><td>${b}</td></tr></table>`
  await tells(
    'sign-for-word',
    'practice #x',
    [table('●', '○')],
    [table('Yes', 'No'), table('●', 'No'), table('●', '◆')],
  )
})

test('signs that stand for yes and no need a word or a key', async () => {
  const table = (a: string, b: string) =>
    `<table><tr><th scope="col">Tool</th><th scope="col">May</th><th scope="col">June</th></tr><tr><th scope="row">Rake</th><td id="x">${a}</td><td>${b}</td></tr><tr><th scope="row">Spade</th><td>${b}</td><td>${a}</td></tr></table>`
  await tells(
    'sign-for-word',
    'review #x',
    [table('●', '◆'), '<dl><dt>Rake</dt><dd id="x">▲</dd><dt>Spade</dt><dd>▼</dd><dt>Shears</dt><dd>▲</dd></dl>'],
    [
      table('● yes', '○ no'),
      `<p>● in the shed, ○ lent out</p>${table('●', '○')}`,
      table('<span role="img" aria-label="yes">●</span>', '<span role="img" aria-label="no">○</span>'),
      table('●', '●'),
      '<ul><li><span>●</span> Rake</li><li><span>○</span> Spade</li><li><span>●</span> Shears</li></ul>',
    ],
  )
})

test('a table between bars, cells of another column and a pale switch are known as well', async () => {
  const bars = '| Tool  | Price |\n|-------|-------|\n| Rake  | 12 €  |\n| Spade | 20 €  |\n| Saw   | 9 €   |'
  await tells(
    'table-preformatted',
    'review #x',
    [`<pre id="x"><code>${bars}</code></pre>`],
    [
      `<pre><code class="language-markdown">${bars}</code></pre>`,
      '<pre><code>a = b | c\nd = e | f\ng = h | i</code></pre>',
    ],
  )
  const table = (first: string, second: string) =>
    `<table><tr><th id="c0">Tool</th><th id="c1">Price</th><th id="c2">Day</th></tr><tr><th id="r">Rake</th><td id="x" headers="r ${first}">12</td><td headers="r ${second}">Monday</td></tr></table>`
  await tells('table-headers-wrong', 'violation #x', [table('c2', 'c1')], [table('c1', 'c2'), table('', '')])
  expect(
    await lab.seeEach('table-headers-wrong', [
      '<table><tr><th id="c0">Tool</th><th id="c1">Price</th></tr><tr><th id="g" colspan="2">For leaves</th></tr><tr><th id="r">Rake</th><td headers="g r c1">12</td></tr></table>',
    ]),
  ).toEqual([[]])
  const knob = (track: string, color: string) =>
    `<style>#x{appearance:none;border:0;width:46px;height:26px;background:${track}}#x::after{content:"";display:block;width:18px;height:18px;background:${color}}</style><form><label><input id="x" type="checkbox" role="switch"> Mail</label></form>`
  await tells(
    'field-boundary-faint',
    'practice #x',
    [knob('#eceff2', '#fff')],
    [knob('#eceff2', '#333'), knob('#333', '#fff')],
  )
})

test('a moment that is picked, a picture that a choice exchanges and a press that is not let go', async () => {
  const date = `<form action="/a"><label for="x">Day</label> <input id="x" type="date"><button>Show</button></form>`
  const on = (script: string) => `<body>${date}<script>x.addEventListener('change', (event) => { ${script} })</script>`
  expect((await lab.check(on('event.target.form.submit()'))).of('change-of-context-on-input')).toEqual(['violation #x'])
  expect((await lab.check(on('document.title = event.target.value'))).of('change-of-context-on-input')).toEqual([])

  const colours = (more: string) =>
    `<body><img id="i" src="/rake-green.png" alt="A green rake" width="90" height="60"><fieldset><legend>Colour</legend><label><input type="radio" name="c" value="green" checked> Green</label><label><input type="radio" name="c" value="red"> Red</label></fieldset><script>for(const each of document.querySelectorAll('input'))each.addEventListener('change',()=>{i.src='/rake-'+each.value+'.png';${more}})</script>`
  expect((await lab.check(colours(''))).of('alt-not-updated')).toEqual(['practice #i'])
  expect((await lab.check(colours('').replace('A green rake', 'A rake'))).of('alt-not-updated')).toEqual(['review #i'])
  expect((await lab.check(colours(`i.alt='A '+each.value+' rake'`))).of('alt-not-updated')).toEqual([])

  const press = (type: string) =>
    `<body><ul><li>Rake <button type="button" id="x">Put it away</button></li></ul><p role="status" id="p"></p><script>const take=()=>{p.textContent='Done.'};x.addEventListener('${type}',take);x.addEventListener('keydown',(event)=>{if(event.key==='Enter'||event.key===' ')take()})</script>`
  expect((await lab.check(press('pointerdown'))).of('acts-on-press')).toEqual(['practice #x'])
  expect((await lab.check(press('click'))).of('acts-on-press')).toEqual([])
})
