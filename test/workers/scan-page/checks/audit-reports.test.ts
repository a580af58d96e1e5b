/** What reports on whole pages name, written in many ways and languages, each with what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const all = (said: readonly (readonly string[])[], what: string) => said.map(() => [what])

test('a second heading of the first level is told of, wherever the two stand', async () => {
  const broken = await lab.seeEach('heading-of-page-twice', [
    '<header><h1 id="x">Valley news</h1></header><main><h1>The ash on the market place</h1><p>It stands again.</p></main>',
    '<header><h1 id="x"><a href="/"><img alt="Valley news" src="data:,"></a></h1></header><main><article><h1>The ash</h1><p>It stands again.</p></article></main>',
    '<main><h1>Prices</h1><p>From May on.</p><h1 id="x">Questions</h1><p>Many.</p></main>',
    '<div role="banner"><div role="heading" aria-level="1" id="x">Koskelan kunta</div></div><main><h1>Loma-ajat</h1></main>',
    '<main><h1>Preise</h1><p>Ab Mai.</p></main><aside><h1 id="x">Werbung</h1></aside>',
    '<main><section><h1>Tarifs</h1></section><section><h1 id="x">Horaires</h1></section></main>',
    '<main><h1>Shop</h1></main><footer><h1 id="x">Stay in touch</h1></footer>',
  ])
  const right = await lab.seeEach('heading-of-page-twice', [
    '<header><p>Valley news</p></header><main><h1>The ash</h1><h2>Who waters it</h2></main>',
    '<header><h1>Valley news</h1></header><main><h2>The ash</h2></main>',
    '<header><h1>Valley news</h1></header><main><article><h1>One</h1></article><article><h1>Two</h1></article></main>',
    '<main><article><h1>One</h1></article><article><h1>Two</h1></article></main>',
    '<main><h1>Shop</h1></main><dialog><h1>Settings</h1></dialog>',
    '<main><h1>Shop</h1></main><div role="dialog" aria-label="Cookies"><h1>Cookies</h1></div>',
    '<header><h1 style="display:none">Valley news</h1></header><main><h1>The ash</h1></main>',
    '<main><h1>Shop</h1><h1></h1><h1 role="presentation">Sale</h1></main>',
    '<main><h1>Letters</h1><blockquote><h1>To the editor</h1></blockquote></main>',
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
})

test('what is pressed and smaller than 44 pixels is told of once a row', async () => {
  const style =
    '<style>.b{padding:0;width:28px;height:28px;border:1px solid}.w{padding:4px 12px;border:1px solid}.l{display:inline-flex;align-items:center;justify-content:center;width:32px;height:32px}.g{padding:0;width:44px;height:44px}</style>'
  const broken = await lab.seeEach('target-below-finger', [
    `${style}<div role="group" aria-label="Marks"><button class="b" id="x">§</button><button class="b">£</button></div>`,
    `${style}<ul><li><button class="b" id="x" aria-label="Like"><svg width="16" height="16"></svg></button></li><li><button class="b" aria-label="Share"><svg width="16" height="16"></svg></button></li></ul>`,
    `${style}<button class="w" id="x">Save the note</button>`,
    `${style}<nav aria-label="Pages"><ul><li><a class="l" id="x" href="?p=1">1</a></li><li><a class="l" href="?p=2">2</a></li></ul></nav>`,
    `${style}<a class="l" id="x" href="/f" aria-label="Follow us"><svg width="20" height="20"></svg></a>`,
    `${style}<div role="button" tabindex="0" class="l" id="x">×</div>`,
    `${style}<form><input type="submit" class="w" value="Go" id="x"></form>`,
    `${style}<div role="tablist"><button role="tab" class="w" aria-selected="true" id="x">Day</button><button role="tab" class="w" tabindex="-1" aria-selected="false">Week</button></div>`,
  ])
  const right = await lab.seeEach('target-below-finger', [
    `${style}<button class="g" aria-label="Like">♥</button>`,
    `${style}<button style="min-height:44px;min-width:44px;padding:0 1rem;border:0">Save</button>`,
    '<button>As the browser has it</button><input type="submit" value="Go">',
    '<button style="padding:0 1rem;height:42.7px;border:0">Save</button>',
    `${style}<p>Read <a href="/a">the plan</a>, or <button class="w">copy it</button>.</p>`,
    '<ul><li><a href="/a">Opening hours</a></li><li><a href="/b">Groups</a></li></ul>',
    '<ul lang="ja"><li><a href="/a">温泉</a></li><li><a href="/b">宿</a></li></ul>',
    '<style>.o{position:relative;padding:0;width:24px;height:24px;border:0}.o::after{content:"";position:absolute;inset:-10px}</style><button class="o" aria-label="Close">×</button>',
    `${style}<button class="b" disabled>§</button>`,
    `${style}<button class="b" aria-label="Save">✓</button><button style="min-height:44px;padding:0 2rem;border:0">Save</button>`,
    '<details><summary>More</summary><p>Much more.</p></details>',
    '<label><input type="checkbox"> I agree</label>',
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
})

test('the page that is shown is marked among numbers in whatever words, and among links to itself', async () => {
  const pages = (word: string, name = '', more = '', style = '.c{background:#0a3d91;color:#fff}') =>
    `<style>${style}</style><nav aria-label="Pages"><ul>${[1, 2, 3, 4].map((page) => `<li><a href="?page=${page}"${page === 2 ? ` id="x" class="${name || 'c'}"${more}` : ''}>${word.replace('#', String(page))}</a></li>`).join('')}</ul></nav>`
  const hidden = '<span style="position:absolute;width:1px;height:1px;overflow:hidden">'
  const broken = await lab.seeEach('current-not-told', [
    pages(`${hidden}Strona </span>#`),
    pages('Page #'),
    pages(`#${hidden} of 9</span>`.replace(' of 9', '. sivu')),
    pages('Seite #', 'aktuell', '', '.aktuell{font-weight:bold}'),
    pages('#', 'is-actif', '', '.is-actif{background:#333;color:#fff}'),
    pages('第 # 頁'),
  ])
  const right = await lab.seeEach('current-not-told', [
    pages('Page #', '', ' aria-current="page"'),
    pages('Page #', '', '', ''),
    pages('Page #', '', ' aria-current="true"'),
    '<nav aria-label="Years"><a href="/1999">Before 1999</a><a href="/2000" style="color:red">2000 to 2010</a><a href="/2011">Since 2011</a></nav>',
  ])
  const menu = (more: string) =>
    `<style>.on{border-bottom:3px solid;font-weight:bold}</style><nav aria-label="Shop"><a href="/tools">Tools</a> <a id="x" class="on" ${more}>Garden</a> <a href="/seeds">Seeds</a></nav><script>x.href = location.pathname</script>`
  const itself = await lab.checkEach('current-not-told', [
    menu('href="/"'),
    menu('href="/" aria-current="page"'),
    menu('href="/"').replace('class="on"', ''),
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
  expect(itself).toEqual([['practice #x'], [], []])
})

test('what has to be written in a certain way is refused with a word on which', async () => {
  const form = (label: string, message: string, more = '', hint = '', language = 'en') =>
    `<form lang="${language}" novalidate><h2>About you</h2><p><label for="n">Name</label><input id="n"></p><p><label for="f">${label}</label>${hint}<span class="error" id="x">${message}</span><input id="f" aria-invalid="true" aria-describedby="x" ${more}></p><button>Go on</button></form>`
  const broken = await lab.seeEach('error-message-vague', [
    form('Date of birth', 'Date of birth is invalid'),
    form('Phone number', 'Error: the phone number is not valid.', 'type="tel"'),
    form('Email', 'Invalid email', 'type="email"'),
    form('Geburtsdatum', 'Geburtsdatum ungültig', '', '', 'de'),
    form('Code postal', 'Erreur : code postal incorrect', '', '', 'fr'),
    form('Teléfono', 'Error: teléfono no válido', 'type="tel"', '', 'es'),
    form('Data urodzenia', 'Nieprawidłowa data urodzenia', '', '', 'pl'),
    form(
      'Codice postale (CAP)'.replace(' (CAP)', ''),
      'Errore: codice postale non valido',
      'autocomplete="postal-code"',
      '',
      'it',
    ),
  ])
  const right = await lab.seeEach('error-message-vague', [
    form('Date of birth', 'Enter your date of birth as day, month and year, for example 27 3 1984'),
    form('Phone number', 'The phone number must have 11 digits'),
    form('Email', 'Enter an email address like name@example.com', 'type="email"'),
    form('Geburtsdatum', 'Geben Sie das Geburtsdatum als TT.MM.JJJJ an', '', '', 'de'),
    form('Date of birth', 'Date of birth must be in the past'),
    form('Date', 'Choose a date that is not a Sunday'),
  ])
  const hinted = await lab.seeEach('error-message-vague', [
    form('Date of birth', 'Date of birth is invalid', '', '<small>For example, 27 3 1984</small>'),
    form('Date of birth (DD/MM/YYYY)', 'Date of birth is invalid'),
    form('Email', 'Invalid email', 'type="email" placeholder="name@example.com"'),
    form('Password', 'Password is incorrect', 'type="password"'),
    form('Voucher', 'Voucher is invalid'),
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
  expect(hinted.flat().filter((each) => !each.startsWith('review'))).toEqual([])
})

test('an address that the page shows is not asked for anew without an offer to take it over', async () => {
  const page = (
    title: string,
    given: string,
    names: readonly string[],
    { offer = '', value = '', tokens = true, text = '' } = {},
  ) =>
    `<main><section><h2>${title}</h2>${given}</section><form id="x" action="/review"><h2>Invoice</h2>${text}${offer}${names.map((name, at) => `<p><label>${name} <input value="${value}" ${tokens ? `autocomplete="billing ${['name', 'address-line1', 'address-level2', 'postal-code'][at]}"` : ''}></label></p>`).join('')}<button>Next</button></form></main>`
  const rosa = '<p>Rosa Whitfield<br>14 Alder Court<br>Portland, Oregon 97209</p>'
  const fields = ['Full name', 'Street and number', 'City', 'Postal code']
  const broken = await lab.seeEach('entry-asked-twice', [
    page('Shipping to', rosa, fields),
    page('Deliver to', '<address>Rosa Whitfield, 14 Alder Court, Portland 97209</address>', fields, { tokens: false }),
    page('Lieferadresse', '<p>Rosa Weiß<br>Erlenweg 14<br>88131 Lindau</p>', ['Name', 'Straße', 'Ort', 'PLZ'], {
      tokens: false,
    }),
    page('Livraison', '<p>Rosa Blanc<br>14 rue des Aulnes<br>39100 Dole</p>', ['Nom', 'Rue', 'Ville', 'Code postal'], {
      tokens: false,
    }),
    page(
      'Dirección de envío',
      '<ul><li>Rosa Blanco</li><li>Calle Mayor 14</li><li>28013 Madrid</li></ul>',
      ['Nombre', 'Calle', 'Ciudad', 'Código postal'],
      { tokens: false },
    ),
    page(
      'Adres dostawy',
      '<p>Róża Biała<br>Olchowa 14<br>33-350 Piwniczna</p>',
      ['Imię', 'Ulica', 'Miejscowość', 'Kod pocztowy'],
      { tokens: false },
    ),
    page('Your order', '<p>Two rakes</p>', fields, { text: '<p>Please enter your address again.</p>' }),
    page('Your order', '<p>Two rakes</p>', ['Booking number'], {
      tokens: false,
      text: '<p>Type in the number as on the first page.</p>',
    }),
    page('Bestellung', '<p>Zwei Rechen</p>', ['Kundennummer'], {
      tokens: false,
      text: '<p>Bitte die Nummer noch einmal angeben.</p>',
    }),
    page('Commande', '<p>Deux râteaux</p>', ['Adresse'], {
      tokens: false,
      text: '<p>Saisissez votre adresse à nouveau.</p>',
    }),
  ])
  const right = await lab.seeEach('entry-asked-twice', [
    page('Shipping to', rosa, fields, {
      offer: '<label><input type="checkbox" checked> The same as the shipping address</label>',
    }),
    page('Shipping to', rosa, fields, { value: 'Rosa' }),
    page('Shipping to', rosa, fields, { offer: '<button type="button">Use the shipping address</button>' }),
    page('Lieferadresse', '<p>Rosa Weiß<br>Erlenweg 14<br>88131 Lindau</p>', ['Name', 'Straße', 'Ort', 'PLZ'], {
      tokens: false,
      offer: '<label><input type="radio" name="r"> Wie Lieferadresse</label>',
    }),
    page('Delivery', '<p>Within three days, 4 dollars, by post</p>', ['Email'], { tokens: false }),
    page('Visit us', rosa, fields),
    page('Sign in', '<p>Hello</p>', ['Name'], { tokens: false, text: '<p>If the code is wrong, enter it again.</p>' }),
    page('Sign in', '<p>Hello</p>', ['Name'], { tokens: false, text: '<p>You will not have to enter it again.</p>' }),
    page('Sign up', '<p>Hello</p>', ['Confirm your email'], { tokens: false, text: '<p>Enter it again.</p>' }),
    page('Sign in', '<p>Hello</p>', ['Name'], {
      tokens: false,
      text: '<p>Something went wrong, please try again.</p>',
    }),
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right).toEqual(right.map(() => []))
})

test('colours whose meaning a line explains are told by more than the colour', async () => {
  const table = (key: string, [free, taken]: readonly [string, string] = ['', '']) =>
    `<style>.f{background:#14532d;color:#fff}.t{background:#7f1d1d;color:#fff}</style><p>${key}</p><table><thead><tr><th scope="col">Day</th><th scope="col">Morning</th><th scope="col">Evening</th></tr></thead><tbody>${[
      ['Monday', 't', 'f'],
      ['Wednesday', 'f', 't'],
      ['Friday', 'f', 'f'],
    ]
      .map(
        ([day, ...slots]) =>
          `<tr><th scope="row">${day}</th>${slots.map((slot, at) => `<td class="${slot}">${at ? '1 to 5' : '8 to 12'}${slot === 'f' ? free : taken}</td>`).join('')}</tr>`,
      )
      .join('')}</tbody></table>`
  const broken = await lab.seeEach('meaning-by-color', [
    table('Grün: frei. Rot: belegt.'),
    table('Green = free, red = taken'),
    table('Vert : libre. Rouge : occupé.'),
    table('Verde: libre; rojo: ocupado.'),
    table('Zielony – wolne, czerwony – zajęte.'),
    table('Green slots are free, red slots are taken.'),
    table('緑：空き　赤：予約済み、お電話ください'),
  ])
  const right = await lab.seeEach('meaning-by-color', [
    table('Grün: frei. Rot: belegt.', [', frei', ', belegt']),
    table('Green = free, red = taken', [' ✓', ' ✗']),
    table('All slots are free.'),
    table('Free slots are green, taken ones red; each says so as well.', [', free', ', taken']),
  ])

  expect(broken.map((said) => said.some((each) => each.startsWith('practice')))).toEqual(broken.map(() => true))
  expect(right.flat().filter((each) => each.startsWith('practice'))).toEqual([])
})

test('cells that answer to the mouse alone are told of in a part that takes the focus to be scrolled, too', async () => {
  const days = (cell: (day: number) => string) =>
    `<table><caption>May</caption><tr>${[1, 2, 3].map(cell).join('')}</tr></table>`
  const plain = (day: number) => `<td class="d">${day}</td>`
  const script =
    "<style>.d{cursor:pointer}</style><script>for (const d of document.querySelectorAll('.d')) d.addEventListener('click', () => { s.textContent = 'Chosen: ' + d.textContent })</script><p role=\"status\" id=\"s\"></p>"
  const region = (inside: string, more = '') =>
    `<div role="region" aria-label="Days" tabindex="0" style="overflow:auto" ${more}>${inside}</div>${script}`
  const broken = await lab.checkEach('mouse-only-control', [
    region(days(plain)),
    `<div tabindex="0" style="overflow:auto">${days(plain)}</div>${script}`,
    `<div role="group" aria-label="Days" tabindex="0">${days(plain)}</div>${script}`,
    region('<div class="d">1 May</div><div class="d">2 May</div>'),
    region('<ul><li class="d">1 May</li><li class="d">2 May</li></ul>'),
    `<section tabindex="0" aria-label="Days" style="overflow:auto">${days(plain)}</section>${script}`,
  ])
  const right = await lab.checkEach('mouse-only-control', [
    region(days((day) => `<td class="d"><button type="button">${day}</button></td>`)),
    `<div role="grid" aria-label="Days" tabindex="0" onkeydown="s.textContent = event.key">${days(plain)}</div>${script}`,
    region(days(plain), 'onkeydown="s.textContent = event.key"'),
    `<div role="button" tabindex="0" onclick="s.textContent = 1" onkeydown="s.textContent = 2"><span class="d">1</span></div>${script}`,
    `<div role="listbox" aria-label="Days" tabindex="0" onkeydown="s.textContent = event.key"><div role="option" class="d">1</div></div>${script}`,
  ])

  expect(broken.map((said) => said.length > 0)).toEqual(broken.map(() => true))
  expect(right.flat()).toEqual([])
})

test('a tip that the box around its button brings out for the keyboard is held to what tips owe the mouse', async () => {
  const page = (area: string, more = '') =>
    `<style>.w{display:inline-block;position:relative}.t{position:absolute;left:0;top:100%;background:#222;color:#fff;padding:12px;width:240px;margin:0}.t[hidden]{display:none}</style><main><div class="w"><button type="button" aria-describedby="t">What is this?</button><p class="t" role="tooltip" id="t" hidden>The time until the first byte comes.</p></div><p>212 milliseconds are what the slowest of all requests took.</p></main><script>{
    const wrap = document.querySelector('.w'), tip = wrap.querySelector('.t'), area = ${area}
    const show = () => { tip.hidden = false }, hide = () => { tip.hidden = true }
    area.addEventListener('mouseenter', show); area.addEventListener('mouseleave', hide)
    wrap.addEventListener('focusin', show); wrap.addEventListener('focusout', hide); ${more} }</script>`
  const escaping = "document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') hide() })"
  const pages = [page("wrap.querySelector('button')"), page('wrap', escaping)]

  expect(await lab.checkEach('hover-content-lost', pages)).toEqual([['practice #t'], []])
  expect(await lab.checkEach('hover-content-stays', pages)).toEqual([['review #t'], []])
  expect((await lab.checkEach('hover-only-content', pages)).flat()).toEqual([])
})

test('what is dragged or moved by keys, and by no press, needs a way for who has a pointer alone', async () => {
  const board = (item: string, script: string, more = '') =>
    `<main><h1>Tasks</h1><div class="board"><ul id="a">${['Rotate the keys', 'Write the notes'].map((name) => item.replaceAll('NAME', name)).join('')}</ul><ul id="b"></ul>${more}</div></main><script>{ let held
    for (const t of document.querySelectorAll('.t')) { t.addEventListener('dragstart', () => { held = t }); ${script} }
    b.addEventListener('dragover', (e) => e.preventDefault()); b.addEventListener('drop', () => b.append(held)) }</script>`
  const keyed = "t.addEventListener('keydown', ({ key }) => { if (key === 'ArrowRight') b.append(t) })"
  const broken = await lab.checkEach('drag-alone', [
    board('<li class="t" draggable="true">NAME <button type="button">Move with the arrow keys</button></li>', keyed),
    board('<li class="t" draggable="true" tabindex="0">NAME</li>', keyed),
    board(
      '<li class="t" draggable="true"><p>NAME</p><button type="button" aria-label="Move NAME">≡</button></li>',
      keyed.replace('t.add', "t.querySelector('button').add"),
    ),
    board(
      '<li class="t" draggable="true" tabindex="0" role="listitem"><div>NAME</div></li>',
      "t.onkeydown = (e) => { if (e.code === 'Space') b.append(t) }",
    ),
    board('<li class="t" draggable="true" tabindex="0">NAME</li>', '', '').replace(
      '{ let held',
      "{ let held; a.addEventListener('keydown', (e) => { if (e.key === 'ArrowRight') b.append(e.target) })",
    ),
    board('<li class="t" draggable="true"><span tabindex="0">NAME</span></li>', keyed),
  ])
  const right = await lab.checkEach('drag-alone', [
    board(
      '<li class="t" draggable="true">NAME <button type="button">Next column</button></li>',
      "t.querySelector('button').addEventListener('click', () => b.append(t))",
    ),
    board(
      '<li class="t" draggable="true">NAME <button type="button" class="k">Keys</button><button type="button" class="n">Next</button></li>',
      `${keyed}; t.querySelector('.n').addEventListener('click', () => b.append(t))`,
    ),
    board(
      '<li class="t" draggable="true">NAME <select aria-label="Column of NAME"><option>To do</option><option>Done</option></select></li>',
      keyed,
    ),
    board('<li class="t" draggable="true">NAME <button type="button">Next</button></li>', keyed).replace(
      '{ let held',
      "{ let held; document.addEventListener('click', (e) => { if (e.target.matches('button')) b.append(e.target.closest('.t')) })",
    ),
    board('<li class="t" draggable="true">NAME <button type="button">Next</button></li>', keyed).replace(
      '{ let held',
      "{ let held; document.querySelector('.board').addEventListener('click', (e) => { if (e.target.matches('button')) b.append(e.target.closest('.t')) })",
    ),
  ])

  expect(broken.map((said) => said.some((each) => each.startsWith('practice')))).toEqual(broken.map(() => true))
  expect(right.flat()).toEqual([])
})

test('what turns over or flies for long at a press is practice, what slides in shortly is for a person', async () => {
  const page = (style: string, more = '') =>
    `<style>.s{overflow:hidden}.c{width:400px;padding:16px;border:2px solid;${style}}.c.on{transform:none;visibility:visible;translate:none}${more}</style><main><button type="button" id="x" aria-expanded="false">What to bring</button><div class="s"><div class="c" id="c"><p>Bring what is broken, and the part that fell off.</p></div></div></main><script>x.addEventListener('click', () => x.setAttribute('aria-expanded', String(c.classList.toggle('on'))))</script>`
  const said = await lab.checkEach('motion-on-interaction', [
    page('transform:translateX(-120%) rotate(-360deg);visibility:hidden;transition:transform 1.4s'),
    page('transform:translateY(400px);visibility:hidden;transition:transform 900ms'),
    page('translate:-500px 0;visibility:hidden;transition:translate 1s'),
    page('transform:translateX(-300px);visibility:hidden;transition:transform 300ms'),
    page('transform:translateY(-8px);visibility:hidden;transition:transform 1s'),
    page('visibility:hidden;opacity:0;transition:opacity 1s', '.c.on{opacity:1}'),
    page(
      'transform:translateX(-120%);visibility:hidden;transition:transform 1.4s',
      '@media(prefers-reduced-motion:reduce){.c{transition:none}}',
    ),
  ])

  expect(said).toEqual([['practice #c'], ['practice #c'], ['practice #c'], ['review #x'], [], [], []])
})

test('text is spaced out with the lines that it has where these are higher than they have to be', async () => {
  const box = (lines: string, height: number) =>
    `<body style="margin:0"><div id="x" style="width:200px;font:16px/1.8 monospace;line-height:${lines};height:${height}px;overflow:hidden">The bridge at the station is closed for three weeks; go by the quay.</div>`
  const height = 3 * 16 * 1.8 + 4

  expect((await lab.check(box('1.8', height))).of('text-spacing-clipped')).toEqual(['violation #x'])
  expect((await lab.check(box('1.8', height * 2))).of('text-spacing-clipped')).toEqual([])
})

test('long texts without headings and letters that nobody explains are practice from some measure on', async () => {
  const part = `<p>${'The dam above the village is older than anybody who lives below it and holds back what nobody has measured since. '.repeat(2)}</p>`
  const text = await lab.seeEach('text-without-headings', [
    `<main><h1>Dam</h1>${`${part.repeat(3)}<hr>`.repeat(3)}</main>`,
    `<main><h1>Dam</h1>${part.repeat(40)}</main>`,
    `<main><h1>Dam</h1>${part.repeat(9)}</main>`,
    `<main><h1>Dam</h1>${part.repeat(4)}</main>`,
    `<main><h1>Dam</h1>${`<h2>Farms</h2>${part.repeat(4)}`.repeat(4)}</main>`,
  ])
  const letters = await lab.seeEach('abbreviation-unexplained', [
    '<p id="x">Ask at the SAIP for the report; the UHAD calls you, the EAPS renews it and the UFPE hands it out.</p>',
    '<p>Ask at the service for patients (SAIP); the UHAD (home care) calls you, the team of the EAPS and UFPE follows.</p>',
    '<p>Trains of the SNCF and RATP; VAT and TVA are included, DHL and UPS deliver.</p>',
    '<p>Ask at the SAIP; the UHAD calls you, the EAPS and the UFPE follow. <a href="/glosario">Glosario de siglas</a></p>',
    '<p>Ask at the <abbr id="x">SAIP</abbr> for the report.</p>',
    '<p>Ask at the <abbr title="service for patients">SAIP</abbr> for the report.</p>',
  ])

  expect(text.map((said) => said[0]?.split(' ')[0])).toEqual(['practice', 'practice', 'review', undefined, undefined])
  expect(letters.map((said) => said[0]?.split(' ')[0])).toEqual([
    'practice',
    undefined,
    undefined,
    'review',
    'practice',
    undefined,
  ])
})

test('a part of the page that takes the focus for links to it brings no key to a field that is not displayed', async () => {
  const field = (type: string, style = 'display:none', more = '') =>
    `<label><span>Choose a picture</span><input type="${type}" id="x" style="${style}"${more}></label>`
  const broken = await lab.seeEach('control-behind-label', [
    `<main tabindex="-1"><form>${field('file')}<button>Send</button></form></main>`,
    `<main tabindex="-1">${field('checkbox')}</main>`,
    `<div role="main" tabindex="-1">${field('radio', 'visibility:hidden')}</div>`,
    `<section tabindex="-1" aria-label="Pictures">${field('file')}</section>`,
    `<main tabindex="-1"><p>${field('file', '', ' hidden')}</p></main>`,
    `<article tabindex="-1"><div>${field('checkbox')}</div></article>`,
  ])
  const right = await lab.seeEach('control-behind-label', [
    `<main tabindex="-1">${field('file', 'opacity:0;position:absolute')}</main>`,
    `<main tabindex="-1">${field('file').replace('<label>', '<label tabindex="0">')}</main>`,
    `<main tabindex="-1"><div role="button" tabindex="0">${field('file')}</div></main>`,
    `<main tabindex="-1">${field('checkbox', 'display:none', ' disabled')}</main>`,
    `<main tabindex="-1"><form>${field('file')}<button type="button">Choose a picture</button></form></main>`,
    `<main tabindex="-1">${field('file', 'clip-path:inset(50%);position:absolute')}</main>`,
  ])

  expect(broken).toEqual(all(broken, 'violation #x'))
  expect(right.flat()).toEqual([])
})

test('how many things are left after a choice is said aloud', async () => {
  const page = (choice: string, region: string, words = (count: number) => `${count} tools`, more = '') =>
    `${choice}<p id="x" ${region}>${words(3)}</p><ul id="l"><li>Rake</li><li>Hoe</li><li>Fork</li></ul><script>{ const c = document.querySelector('#c'); c.addEventListener('change', () => { l.lastElementChild.hidden = true; x.textContent = '${words(2)}'; ${more} }) }</script>`
  const box = '<label><input type="checkbox" id="c"> Wood alone</label>'
  const list =
    '<label>Kind <select id="c"><option value="">All</option><option value="w">Wood</option></select></label>'
  const broken = await lab.checkEach('status-not-announced', [
    page(box, ''),
    page(list.replace('value=""', 'value="a"'), ''),
    page('<label><input type="radio" name="k" id="c"> Wood</label>', ''),
    page(box, '', (count) => `${count} Ergebnisse`),
    page(box, '', (count) => `Résultats : ${count}`),
    page(box, 'class="count"', (count) => `Showing ${count} of 3 tools`),
  ])
  const right = await lab.checkEach('status-not-announced', [
    page(box, 'role="status"'),
    page(box, 'aria-live="polite"'),
    page(
      box,
      '',
      (count) => `${count} tools`,
      "document.querySelector('[role=status]').textContent = 'Two tools are left'",
    ).replace('<ul', '<p role="status"></p><ul'),
    page(box, '', () => '3 tools'),
    '<label><input type="checkbox" id="c"> <span id="n">Wood (3 tools)</span></label><script>c.onchange = () => { n.textContent = "Wood (2 tools)" }</script>',
    page(box, '', () => 'All tools'),
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
})

test('states told by red and green alone are practice, other colours are for a person', async () => {
  const dots = (colors: readonly string[], word = '') =>
    `<style>.d{display:inline-block;width:12px;height:12px;border-radius:50%}</style><ul>${['Mill', 'Weir', 'Barn', 'Yard'].map((name, at) => `<li><span class="d" ${at ? '' : 'id="x"'} style="background:${colors[at % colors.length]}"></span> ${name}${word && (at % 2 ? `, ${word}` : ', open')}</li>`).join('')}</ul>`
  const figures = (sign: (at: number) => string) =>
    `<table><tr><th scope="col">Tool</th><th scope="col">Change</th></tr>${['4 %', '2 %', '7 %', '5 %'].map((change, at) => `<tr><th scope="row">Tool ${at}</th><td ${at ? '' : 'id="x"'} style="color:${at % 2 ? '#8f1414' : '#14532d'}">${sign(at)}${change}</td></tr>`).join('')}</table>`
  const said = await lab.seeEach('state-by-color-alone', [
    dots(['#14532d', '#b00020']),
    dots(['#14532d', '#b00020', '#14532d', '#b26a00']),
    figures(() => ''),
    dots(['#1d4ed8', '#7e22ce']),
    dots(['#14532d', '#b00020'], 'closed'),
    figures((at) => (at % 2 ? '−' : '+')),
  ])
  const chart = (one: string, other: string, dash = '') =>
    `<figure><svg id="x" width="300" height="120"><polyline points="0,100 100,60 200,40" fill="none" stroke="${one}" stroke-width="3"/><polyline points="0,80 100,90 200,20" fill="none" stroke="${other}" stroke-width="3" ${dash}/></svg><ul><li><span style="display:inline-block;width:12px;height:12px;background:${one}"></span> Rakes</li><li><span style="display:inline-block;width:12px;height:12px;background:${other}"></span> Hoes</li></ul></figure>`
  const keys = await lab.seeEach('key-by-color', [
    chart('#b00020', '#14532d'),
    chart('#1d4ed8', '#7e22ce'),
    chart('#111111', '#e0b000'),
    chart('#b00020', '#14532d', 'stroke-dasharray="4"'),
  ])

  expect(said).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['review #x'], [], []])
  expect(keys).toEqual([['practice #x'], ['practice #x'], ['review #x'], []])
})

test('what a password must have and lacks is told by more than the colour of the words', async () => {
  const form = (demands: string, style = '.ok{color:#14532d}.no{color:#8f1414}', more = '') =>
    `<style>${style}</style><form><label>New password <input type="password"></label>${demands}${more}<button>Save</button></form>`
  const list = (met = '', lacks = '', tag = 'ul', open = '', close = '') =>
    `<${tag}><li class="ok">${open}Eight letters or more${met}${close}</li><li class="no" id="x">${open}A figure${lacks}${close}</li><li class="no">${open}A sign${lacks}${close}</li></${tag}>`
  const broken = await lab.seeEach('strength-by-color', [
    form(list()),
    form(list('', '', 'ol')),
    form(list().replaceAll('class="ok"', 'style="color:green"').replaceAll('class="no"', 'style="color:red"')),
    form(list('', '', 'ul', '<span>', '</span>'), '.ok span{color:#14532d}.no span{color:#b00020}'),
    form(list().replace('Eight letters or more', 'Mindestens acht Zeichen').replace('A figure', 'Eine Ziffer')),
    form(`<fieldset><legend>Rules</legend>${list()}</fieldset>`),
  ])
  const right = await lab.seeEach('strength-by-color', [
    form(list(': met', ': missing')),
    form(list(' ✓', ' ✗')),
    form(list('', ''), ''),
    form(list(), '.ok{color:#14532d}.no{color:#8f1414}.ok::before{content:"✓ "}.no::before{content:"✗ "}'),
    form(list('<svg role="img" aria-label="met" width="9" height="9"></svg>')),
    form(list(), '.ok{color:#14532d}.no{color:#14532d}'),
    `<style>.ok{color:#14532d}.no{color:#8f1414}</style><form><label>Name <input></label>${list()}</form>`,
  ])

  expect(broken).toEqual(all(broken, 'practice #x'))
  expect(right.flat()).toEqual([])
})

test('of two prices more than a line through one tells which holds, and flags name no language', async () => {
  const line = 'style="text-decoration:line-through"'
  const prices = await lab.seeEach('text-struck-by-style', [
    `<p><span id="x" ${line}>$48.00</span> <span>$36.00</span></p>`,
    `<div><b>36,00 €</b> <span id="x" ${line}>48,00 €</span></div>`,
    `<p><span id="x" ${line}>48 zł</span> 36 zł</p>`,
    `<p>Was <span ${line}>$48.00</span>, now <span>$36.00</span></p>`,
    '<p><del>$48.00</del> <ins>$36.00</ins></p>',
    `<p><span id="x" ${line}>Medium</span> Large</p>`,
  ])
  const flags = await lab.seeEach('link-name-punctuation', [
    '<a id="x" href="/de">🇩🇪</a>',
    '<ul><li><a id="x" href="/fr">🇫🇷 </a></li></ul>',
    '<a href="/de" lang="de">🇩🇪 Deutsch</a>',
    '<a href="/de" aria-label="Deutsch">🇩🇪</a>',
  ])

  expect(prices).toEqual([['practice #x'], ['practice #x'], ['practice #x'], [], [], ['review #x']])
  expect(flags).toEqual([['practice #x'], ['practice #x'], [], []])
})

test('suggestions that the mouse alone takes, and ways to a page that are no navigation, are told of', async () => {
  const field = (more = '', option = '', script = '') =>
    `<label for="x">Town</label><input id="x" role="combobox" aria-expanded="false" aria-controls="l" ${more}><ul id="l" role="listbox" aria-label="Towns" hidden><li role="option" ${option}>Alder</li><li role="option" ${option}>Ash</li></ul><script>x.addEventListener('input', () => { l.hidden = false; x.setAttribute('aria-expanded', 'true') }); for (const o of l.children) o.addEventListener('click', () => { x.value = o.textContent; l.hidden = true }); ${script}</script>`
  const fields = await lab.checkEach('parts-without-arrows', [
    field(),
    field('aria-autocomplete="list"'),
    field('', '', '').replaceAll("'click'", "'mousedown'"),
    field(
      '',
      '',
      "x.addEventListener('keydown', (e) => { if (e.key === 'ArrowDown') x.setAttribute('aria-activedescendant', 'l') })",
    ),
    field(
      '',
      '',
      "document.addEventListener('keydown', (e) => { if (e.key === 'ArrowDown') l.firstElementChild.click() })",
    ),
    field('', 'tabindex="0"'),
    '<label>Town <input list="d"></label><datalist id="d"><option>Alder</option></datalist>',
  ])
  const crumbs = await lab.seeEach('navigation-by-looks', [
    '<nav aria-label="Shop"><a href="/a">A</a></nav><div class="breadcrumb" id="x"><a href="/">Home</a> &gt; <a href="/tools">Tools</a> &gt; Rakes</div>',
    '<nav aria-label="Shop"><a href="/a">A</a></nav><ol class="breadcrumbs__list" id="x"><li><a href="/">Start</a></li><li><a href="/tools">Werkzeug</a></li></ol>',
    '<nav aria-label="Shop"><a href="/a">A</a></nav><nav class="breadcrumb" aria-label="Way"><a href="/">Home</a> <a href="/tools">Tools</a></nav>',
    '<nav aria-label="Shop"><a href="/a">A</a></nav><div class="breadcrumb-wrap"><nav aria-label="Way"><a href="/">Home</a> <a href="/tools">Tools</a></nav></div>',
    '<nav aria-label="Shop"><a href="/a">A</a></nav><div role="navigation" aria-label="Way"><ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/tools">Tools</a></li></ol></div>',
  ])

  expect(fields).toEqual([['practice #x'], ['practice #x'], ['practice #x'], [], [], [], []])
  expect(crumbs).toEqual([['practice #x'], ['practice #x'], [], [], []])
})

test('a form that people fill in for themselves says what its fields are for', async () => {
  const form = (title: string, button: string, names: readonly string[], more = '') =>
    `<h1>${title}</h1><form>${names.map((name) => `<p><label>${name} <input ${more}></label></p>`).join('')}<button>${button}</button></form>`
  const own = await lab.seeEach('autocomplete-missing', [
    form('Contact us', 'Send', ['Full name', 'E-mail', 'Telephone']),
    form('Kasse', 'Zahlungspflichtig bestellen', ['Vorname', 'Nachname', 'Postleitzahl']),
    form('Inscription', 'Créer mon compte', ['Prénom', 'Courriel']),
  ])
  const others = await lab.seeEach('autocomplete-missing', [
    form('Customers', 'Add a customer', ['Full name', 'E-mail', 'Telephone']),
    form('Your team', 'Invite', ['Full name', 'E-mail']),
    form('Search', 'Find', ['Full name', 'E-mail']),
  ])

  expect(own.flat().every((each) => each.startsWith('practice'))).toBe(true)
  expect(own.map((said) => said.length)).toEqual([3, 3, 2])
  expect(others.flat().every((each) => each.startsWith('review'))).toBe(true)
})
