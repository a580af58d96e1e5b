/** What audits meet most often, written in many ways and languages, each with what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

test('a second address that may be taken over is not asked for twice, in whatever words that is offered', async () => {
  const fields = (kind: string) =>
    [
      ['Vej', 'street-address'],
      ['Postnummer', 'postal-code'],
      ['By', 'address-level2'],
    ]
      .map(([name, part]) => `<label>${name} <input autocomplete="${kind} ${part}"></label>`)
      .join('')
  const form = (offer: string, between = '', legend = 'Hvor skal regningen sendes hen?') =>
    `<form><fieldset><legend>Hvor skal den stå?</legend>${fields('shipping')}</fieldset>${between}<fieldset id="x"><legend>${legend}</legend>${offer}${fields('billing')}</fieldset><button>Bestil</button></form>`
  const box = (words: string) => `<label><input type="checkbox"> ${words}</label>`
  const right = await lab.seeEach('entry-asked-twice', [
    form(box('Samme adresse som ovenfor')),
    form('', box('Regningen sendes samme sted hen')),
    form(box('Laskutusosoite on sama')),
    form(box('Brug leveringsadressen')),
    form('<div role="switch" tabindex="0" aria-checked="false" aria-label="Nota naar het bezorgadres">Nota</div>'),
    form('', `${box('Fakturera dit varorna skickas')}`),
    form('<button type="button">Stejná jako doručovací</button>'),
    form(
      '',
      '<label><input type="radio" name="r">お届け先と同じ</label><label><input type="radio" name="r">別の住所</label>',
    ),
  ])
  const broken = await lab.seeEach('entry-asked-twice', [
    form(''),
    form('', box('Newsletter')),
    `${form('')}<label><input type="checkbox"> Remember me</label>`,
    form('<button type="button">Ryd</button>'),
  ])

  expect(right.flat()).toEqual([])
  expect(broken).toEqual(broken.map(() => ['practice #x']))
})

test('a message that says what to do, or what is wrong, is clear in whatever words', async () => {
  const form = (words: string, language = 'en', label = 'Branch it shows') =>
    `<form lang="${language}"><label>${label} <input></label><label>Domain <input></label><p id="x" class="error">${words}</p></form>`
  const right = await lab.seeEach('error-message-vague', [
    form('Error: enter the name of a branch, such as main.'),
    form('Enter a branch name'),
    form('Error: that domain is taken.'),
    form('Error: the card was declined by your bank.'),
    form('Invalid: tick the box to go on.'),
    form('Fehler: Geben Sie den Namen eines Zweigs an.', 'de', 'Zweig'),
    form('Fehler: Zweig unbekannt', 'de', 'Ast'),
    form('Erreur : indiquez une branche.', 'fr', 'Nom'),
    form('Error: escriba el nombre de la rama.', 'es', 'Nombre'),
    form('Virhe: kirjoita haaran nimi.', 'fi', 'Haara'),
    form('Fejl: skriv navnet på grenen.', 'da', 'Gren'),
    form('Błąd: wpisz nazwę gałęzi.', 'pl', 'Nazwa'),
    form('エラー：ブランチ名を入力してください', 'ja', '名前'),
  ])
  const broken = await lab.seeEach('error-message-vague', [
    form('Error: invalid input.'),
    form('Something went wrong, please try again.'),
    form('Please correct the errors below.'),
    form('Error: enter a valid value.'),
    form('Fehler: Ungültige Eingabe.', 'de'),
    form('Erreur : valeur incorrecte.', 'fr'),
    form('Error: dato no válido.', 'es'),
    form('Virheellinen arvo.', 'fi'),
    form('Fejl: ugyldig værdi.', 'da'),
    form('Błąd: nieprawidłowe dane.', 'pl'),
  ])

  expect(right.flat()).toEqual([])
  expect(broken.map((said) => said.length)).toEqual(broken.map(() => 1))
})

test('entries that come because more were asked for are content; a word on how it went is a status', async () => {
  const page = (list: string, more: string, rest = '') =>
    `<main>${list}<button type="button" id="b">Load older notices</button>${rest}</main><script>b.addEventListener('click', () => { ${more} })</script>`
  const add = (tag: string, name = '', times = 2) =>
    `for (let i = 0; i < ${times}; i++) { const e = document.createElement('${tag}'); e.className = '${name}'; e.textContent = 'A brown glove was found at the pier.'; document.querySelector('#l').append(e) }`
  const right = await lab.checkEach('status-not-announced', [
    page('<ul id="l"><li>Coffee in the school room.</li><li>The lane is closed.</li></ul>', add('li')),
    page('<ul id="l"><li>Coffee in the school room.</li></ul>', add('li', '', 1)),
    page(
      '<div id="l"><div class="css-1x">Coffee in the school room.</div><div class="css-1x">The lane is closed.</div></div>',
      add('div', 'css-1x'),
    ),
    page(
      '<section id="l"><article>Coffee.</article><article>The lane is closed.</article></section>',
      add('article', 'mt-4'),
    ),
    page(
      '<div id="l"><note-card>Coffee in the school room.</note-card><note-card>The lane is closed.</note-card></div>',
      add('note-card'),
    ),
    page(
      '<table><tbody id="l"><tr><td>Monday</td></tr></tbody></table>',
      "for (const d of ['The glove was found.', 'The bus now stops.']) { const r = l.insertRow(); r.insertCell().textContent = d }",
    ),
    page(
      '<div role="list" id="l"><div role="listitem">Coffee.</div></div>',
      add('div').replace('e.className', "e.role = 'listitem'; e.className"),
    ),
  ])
  const broken = await lab.checkEach('status-not-announced', [
    page('<ul><li>Coffee.</li></ul><p id="x"></p>', "x.textContent = 'All notices are loaded.'"),
    page('<ul id="x"></ul>', "x.innerHTML = '<li>Error: no notice was found.</li>'"),
    page(
      '<div id="l"><div>Coffee.</div></div><div id="x"></div>',
      `${add('div')}; x.textContent = 'Two more were loaded.'`,
    ),
    page(
      '<ul id="l"><li>Coffee.</li></ul><div id="x"></div>',
      `${add('li')}; x.innerHTML = '<p>Two more notices were loaded.</p>'`,
    ),
  ])

  expect(right.flat()).toEqual([])
  expect(broken.map((said) => said.length)).toEqual(broken.map(() => 1))
})

test('which files a field takes is told by its form as well, or by what people call them', async () => {
  const form = (before: string, accept: string, after = '', label = 'Carregar certificado') =>
    `<form>${before}<p><label for="x">${label}</label><input type="file" id="x" accept="${accept}"></p>${after}<button>Enviar</button></form>`
  const right = await lab.seeEach('format-not-told', [
    form('<p>Aceitamos ficheiros PDF até dez megabytes.</p>', 'application/pdf'),
    form('<div class="alert">Hyväksymme vain PDF-tiedostoja.</div><hr>', '.pdf'),
    form('', '.doc,.docx', '<ul><li>Word</li><li>5 MB</li></ul>'),
    form('', '.xlsx', '', 'Lista w programie Excel'),
    form('<h2>Bilaga (pdf)</h2><div><label>Namn <input></label></div>', '.pdf', '', 'Välj fil'),
    `<section><p>Du kan sende CSV.</p><div><div><label for="f">Vælg fil</label><input id="f" type="file" accept=".csv"></div></div></section>`,
  ])
  const broken = await lab.seeEach('format-not-told', [
    form('', 'application/pdf'),
    form('<p>Tell us about your certificate.</p>', '.pdf,.docx'),
    form('<p><label>List (CSV) <input type="file" accept=".csv"></label></p>', '.pdf'),
  ])

  expect(right.flat()).toEqual([])
  expect(broken).toEqual([['review #x'], ['review #x'], ['review #x']])
})

test('what is shut by being moved, folded or cut out of sight takes no focus there', async () => {
  const drawer = (style: string, more = '') =>
    `<style>.d{width:17rem;padding:1rem;background:#222}.d a{display:block;color:#fff}</style><main><p>Audio guides <a href="/g">are lent</a> at the desk.</p></main><nav class="d" aria-label="Shortcuts" style="${style}"><a id="x" href="/a">Opening hours</a><a href="/b">Groups</a></nav>${more}`
  const fixed = 'position:fixed;top:0;'
  const broken = await lab.checkEach('focus-not-visible', [
    drawer(
      `${fixed}right:0;height:100%;transform:translateX(100%)`,
      '<style>:focus-visible{outline:3px solid}</style>',
    ),
    drawer(`${fixed}left:-20rem`, '<style>a:focus{outline:3px solid red}</style>'),
    drawer(`${fixed}left:0;translate:-100% 0`),
    drawer('position:fixed;left:0;bottom:0;transform:translateY(100%)'),
    drawer('position:fixed;left:0;top:100vh'),
    drawer(`${fixed}left:0;opacity:0;pointer-events:none`),
    drawer('height:0;padding:0;overflow:hidden'),
    drawer('position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip-path:inset(50%)'),
    drawer('clip-path:inset(0 0 0 100%)'),
    drawer('transform:scaleY(0);transform-origin:top'),
    drawer('position:absolute;clip:rect(0 0 0 0)'),
  ])
  const right = await lab.checkEach('focus-not-visible', [
    drawer(`${fixed}right:0;transform:translateX(100%);visibility:hidden`),
    drawer(`${fixed}right:0;transform:translateX(100%)`).replace('<nav', '<nav inert'),
    drawer(`${fixed}right:0;transform:translateX(100%)`).replaceAll('<a ', '<a tabindex="-1" '),
    drawer('display:none'),
    drawer('', `<style>.d{${fixed}right:0;transform:translateX(100%)}.d:focus-within{transform:none}</style>`),
    drawer(
      '',
      `<style>.d{${fixed}left:-20rem}.d.open{left:0}</style><script>document.querySelector('.d').addEventListener('focusin', (e) => e.currentTarget.classList.add('open'))</script>`,
    ),
    '<style>.skip{position:fixed;top:0;transform:translateY(-100%)}.skip:focus{transform:none}</style><a class="skip" href="#m">Skip to content</a><main id="m"><p>Tools</p></main>',
    '<style>.sr:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}</style><a class="sr" href="#m">Skip to content</a><main id="m"><p>Tools</p></main>',
    '<div style="width:300px;overflow:hidden"><div style="display:flex;width:900px"><p style="width:300px"><a href="/1">One</a></p><p style="width:300px"><a href="/2">Two</a></p><p style="width:300px"><a href="/3">Three</a></p></div></div>',
    '<div style="width:300px;overflow-x:auto;scroll-snap-type:x mandatory;display:flex"><a style="flex:0 0 300px;scroll-snap-align:start" href="/1">One</a><a style="flex:0 0 300px;scroll-snap-align:start" href="/2">Two</a></div>',
    '<div style="position:relative;height:200px;overflow:hidden"><a href="/1" style="position:fixed;top:300px;left:10px">Help</a></div>',
  ])

  expect(broken.map((said) => said[0])).toEqual(broken.map(() => 'violation #x'))
  expect(right.flat()).toEqual([])
})

test('boxes that form a table are one however they are nested, named or set out', async () => {
  const people = [
    ['Amara Nwosu', 'Owner', 'Today'],
    ['Jonas Lindqvist', 'Developer', 'Yesterday'],
    ['Priya Raman', 'Developer', '3 March'],
  ]
  const rows = (row: (words: string) => string, cell = 'span') =>
    people.map((each) => row(each.map((words) => `<${cell}>${words}</${cell}>`).join(''))).join('')
  const head = (cell: string) =>
    ['Name', 'Role', 'Last seen'].map((words) => `<${cell}>${words}</${cell.split(' ')[0]}>`).join('')
  const grid =
    '<style>.r,li{display:grid;grid-template-columns:2fr 1fr 1fr}.h *{font-weight:500}ul{list-style:none;padding:0}</style>'
  const broken = await lab.seeEach('table-by-looks', [
    `${grid}<div id="x"><div class="thead"><div class="r">${head('div class="th"')}</div></div><div>${rows((row) => `<div class="r">${row}</div>`, 'div')}</div></div>`,
    `${grid}<div id="x"><div class="r h">${head('span')}</div>${rows((row) => `<div class="r">${row}</div>`)}</div>`,
    `${grid}<ul id="x"><li class="h">${head('span')}</li>${rows((row) => `<li>${row}</li>`)}</ul>`,
    `${grid}<div id="x"><div class="r h">${head('span')}</div><ul>${rows((row) => `<li>${row}</li>`)}</ul></div>`,
    `<style>.g{display:grid;grid-template-columns:2fr 1fr 1fr}.w{display:contents}.h b{font-weight:600}</style><div id="x" class="g"><div class="w h">${head('b')}</div>${rows((row) => `<div class="w">${row}</div>`)}</div>`,
    `<style>d-row{display:flex}d-cell{flex:0 0 33%}.h d-cell{font-weight:bold}d-grid{display:block}</style><d-grid id="x"><d-row class="h">${head('d-cell')}</d-row>${rows((row) => `<d-row>${row}</d-row>`, 'd-cell')}</d-grid>`,
    `${grid}<div id="x"><div class="r">${head('div class="MuiDataGrid-columnHeader"')}</div>${rows((row) => `<div class="r">${row}</div>`, 'div')}</div>`,
    `<div id="x" style="display:table"><div style="display:table-header-group"><div style="display:table-row;font-weight:bold">${head('div')}</div></div><div style="display:table-row-group">${rows((row) => `<div style="display:table-row">${row}</div>`, 'div')}</div></div>`,
  ])
  const right = await lab.seeEach('table-by-looks', [
    `<table><thead><tr>${head('th')}</tr></thead><tbody>${rows((row) => `<tr>${row}</tr>`, 'td')}</tbody></table>`,
    `${grid}<div role="table" aria-label="Members"><div role="rowgroup"><div role="row" class="r h">${head('span role="columnheader"')}</div></div><div role="rowgroup">${rows((row) => `<div role="row" class="r">${row}</div>`, 'span')}</div></div>`,
    `${grid}<ul>${rows((row) => `<li>${row}</li>`)}</ul>`,
    `${grid}<div>${rows((row) => `<div class="r">${row}</div>`)}</div>`,
    `<style>.g{display:grid;grid-template-columns:1fr 1fr 1fr}</style><div class="g"><b>Shop</b><b>Help</b><b>About</b>${'<a href="/a">All of them</a>'.repeat(6)}</div>`,
    `<style>.g{display:grid;grid-template-columns:1fr 1fr 1fr;gap:1rem}</style><div class="g">${'<div><b>Rake</b><span>To hand</span></div>'.repeat(6)}</div>`,
    '<style>dl{display:grid;grid-template-columns:1fr 2fr}dt{font-weight:bold}</style><dl><dt>Where</dt><dd>In the hall</dd><dt>When</dt><dd>On Monday</dd><dt>Price</dt><dd>Free</dd></dl>',
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
})

test('what a text means by a colour is told by more than the colour', async () => {
  const list = (text: string, [on, off]: readonly [string, string], more = '', style = 'color:#8f1414') =>
    `<style>.a{${style}}.b{color:#14532d}</style><p>${text}</p><ul><li class="b">Edge cache${off}</li><li class="a" id="x">Image resizer${on}</li><li class="b">Mail relay${off}</li><li class="a">Nightly export${on}</li></ul>${more}`
  const none = ['', ''] as const
  const broken = await lab.seeEach('meaning-by-color', [
    list('Services in red did not answer.', none),
    list('Die rot geschriebenen haben nicht geantwortet.', none),
    list('Ce qui est en rouge n’a pas répondu.', none),
    list('Los servicios en rojo no respondieron.', none),
    list('Tjenester med rødt svarede ikke.', none),
    list('Punaisella näkyvät eivät vastanneet.', none),
    list('赤字のサービスは応答していません。ご注意ください。', none),
    list('Red ones did not answer.', none, '', 'background:#fde2e2'),
    '<style>.a{color:#b00020}</style><p>Days in red are taken by others.</p><table><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td class="a" id="x">5</td><td>6</td></tr><tr><td>7</td><td>8</td><td class="a">9</td></tr></table>',
    '<style>.t{color:#b00020}</style><div class="legend"><span>Red: the room is taken</span></div><div class="flex"><div class="p-2">Oak room</div><div class="p-2"><span class="t" id="x">Elm room</span></div><div class="p-2"><span>Ash room</span></div></div>',
  ])
  const right = await lab.seeEach('meaning-by-color', [
    list('Services in red did not answer.', [': did not answer', ': answers']),
    list('Two services did not answer.', none),
    list('Services in red did not answer.', none, '', 'color:#8f1414;font-weight:bold'),
    list('Services in red did not answer.', [' ✗', ' ✓']),
    list('Services in red, marked with a cross, did not answer.', none),
    list('Services in red did not answer.', ['<svg width="9" height="9" role="img" aria-label="down"></svg>', '']),
    list('Red roses were asked for by most of you.', none, '', 'color:#14532d'),
    '<p>We like the red house at the lake.</p><ul><li><a style="color:#b00020" href="/a">Houses</a></li><li>Lakes</li><li>Boats</li></ul>',
    '<style>li.a::before{content:"! "}</style><style>.a{color:#8f1414}</style><p>Services in red did not answer.</p><ul><li>Edge cache</li><li class="a">Image resizer</li><li>Mail relay</li></ul>',
  ])

  expect(broken.map((said) => said.some((each) => each.startsWith('practice')))).toEqual(broken.map(() => true))
  expect(right.flat().filter((each) => each.startsWith('practice'))).toEqual([])
})

test('steps that a style turns over are known by their numbers and by the words that count them', async () => {
  const box = (parts: readonly string[], style = 'display:flex;flex-direction:column-reverse') =>
    `<div id="x" style="${style}">${parts.map((part) => `<div><p>${part}</p></div>`).join('')}</div>`
  const broken = await lab.seeEach('order-by-style', [
    box([
      'Tot slot: twee lagen verf.',
      'Vervolgens: breeuwen we.',
      'Daarna: schoonspuiten.',
      'Eerst: het schip op de helling.',
    ]),
    box(['4. Paint it twice.', '3. Close the seams.', '2. Wash it down.', '1. Pull it up.']),
    box(['Schritt 3: streichen Sie.', 'Schritt 2: waschen Sie.', 'Schritt 1: ziehen Sie es hoch.']),
    box(['Finally, paint the boat.', 'Then wash it down.', 'First, pull it up.']),
    box(['Étape 2 : lavez le bateau.', 'Étape 1 : tirez le bateau.']),
    '<div id="x" style="display:flex"><p style="order:2">Step 2: wash the boat down.</p><p style="order:3">Step 3: paint it twice.</p><p style="order:1">Step 1: pull it up.</p></div>',
  ])
  const right = await lab.seeEach('order-by-style', [
    box(['1. Pull it up.', '2. Wash it down.', '3. Paint it twice.'], 'display:flex;flex-direction:column'),
    box(['First, pull it up.', 'Then wash it down.', 'Finally, paint it.'], ''),
  ])
  // Where nothing counts them, they may be read in either order.
  const doubtful = await lab.seeEach('order-by-style', [
    box(['We paint the boat twice.', 'We wash the boat down.', 'We pull the boat up.']),
    box(['24 boats were painted.', '11 boats were washed.', '18 boats were pulled up.']),
    box(['1. Pull it up at high tide.', '2. Wash it down well.', '3. Paint it twice or so.']),
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
  expect(doubtful).toEqual(doubtful.map(() => ['review #x']))
})

test('an error beside its field is tied to it, also where it is said as it comes', async () => {
  const field = (name: string, more: string, message: string) =>
    `<div class="field"><label>${name} <input ${more}></label>${message}</div>`
  const page = (more: string, message: string) =>
    `<form novalidate><h2>Add a domain</h2>${field('Domain', more, message)}${field('Path', '', '')}<button>Add</button></form>`
  const broken = await lab.seeEach('error-not-tied-to-field', [
    page('', '<p id="x" role="alert" class="Mui-error">Error: enter a domain, such as shop.example.com.</p>'),
    page('', '<div><span id="x" class="error">Error: enter one such as shop.example.com.</span></div>'),
    page('class="is-invalid"', '<div id="x" class="invalid-feedback">Please enter a domain.</div>'),
    page('aria-describedby="none"', '<p id="x" class="text-red-700 error">Fehler: Geben Sie eine Domain an.</p>'),
    page('aria-invalid="false"', '<p id="x" aria-live="polite" class="error">Erreur : indiquez un domaine.</p>'),
  ])
  const right = await lab.seeEach('error-not-tied-to-field', [
    page('aria-describedby="e" aria-invalid="true"', '<p id="e" role="alert" class="error">Error: enter a domain.</p>'),
    page('aria-errormessage="e" aria-invalid="true"', '<p id="e" class="error">Error: enter a domain.</p>'),
    '<form><div role="alert" class="error">Error: enter a domain, and say where it leads.</div><label>Domain <input></label><label>Path <input></label></form>',
    '<form><div class="field"><label>Domain <input><span class="error">Error: enter a domain.</span></label></div></form>',
    page('', '<p class="hint">Such as shop.example.com</p>'),
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
})

test('a field that takes one way to write a date alone says which', async () => {
  const form = (label: string, pattern: string, more = '', attributes = '') =>
    `<form ${attributes}><h2>Book a seat</h2><p><label for="x">${label}</label> ${more}<input id="x" pattern="${pattern}"></p><button>Go</button></form>`
  const date = '[0-9]{2}[.][0-9]{2}[.][0-9]{4}'
  const broken = await lab.seeEach('format-not-told', [
    form('Data wyjazdu', date),
    form('Departure:', '\\d{2}/\\d{2}/\\d{4}'),
    form('Fecha *', '(0[1-9]|[12]\\d|3[01])-(0[1-9]|1[0-2])-\\d{4}'),
    form('Datum', '\\d{4}-\\d{2}-\\d{2}', '<em>Pflichtfeld</em>'),
    form('Uhrzeit', '[0-2]\\d:[0-5]\\d'),
    form('Telefon', '\\+?[0-9]{8,13}'),
    form('Phone', '\\d{3} \\d{4} \\d{4}'),
  ])
  const right = await lab.seeEach('format-not-told', [
    form('Data wyjazdu', date, '<span>na przykład 24.12.2026</span>'),
    form('Data wyjazdu (DD.MM.RRRR)', date),
    form('Datum', date, 'TT.MM.JJJJ '),
    `<form><p>Write dates as 24.12.2026.</p><div><p><label for="x">Date</label><input id="x" pattern="${date}"></p></div></form>`,
    form('Päivä', date, '<small>pp.kk.vvvv</small>'),
    form('Name', '.+'),
    form('Date', date).replace('<input', '<input title="Day.month.year, as 24.12.2026"'),
  ])
  const doubtful = await lab.seeEach('format-not-told', [
    form('Member', '[A-Z]{2}[0-9]{6}'),
    form('Account', '[0-9]{11}'),
    form('Data wyjazdu', date, '', 'novalidate'),
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
  expect(doubtful).toEqual(doubtful.map(() => ['review #x']))
})

test('a count that changes beside a message that is said aloud needs no telling of its own', async () => {
  const page = (region: string, said: string) =>
    `<button type="button" id="b">Add to basket</button> <span class="badge" id="x">0</span><p id="s" ${region}></p><script>b.onclick = () => { x.textContent = Number(x.textContent) + 1; s.textContent = '${said}' }</script>`
  const right = await lab.checkEach('status-not-announced', [
    page('role="status"', 'Added to your basket.'),
    page('aria-live="polite"', 'In den Korb gelegt: ein Rechen'),
    page('role="alert"', 'Lagt i kurven'),
  ])
  const broken = await lab.checkEach('status-not-announced', [
    page('role="status"', ''),
    page('role="status" aria-live="off"', 'Added to your basket.'),
    page('role="timer"', '12 seconds left'),
  ])

  expect(right.flat()).toEqual([])
  expect(broken.map((said) => said.length > 0)).toEqual([true, true, true])
})

test('a place with a dashed line that asks for files to be dragged there is one, whatever it is called', async () => {
  const place = (words: string, more = '') =>
    `<div id="x" style="border:2px dashed #333;padding:2rem">${words}</div>${more}`
  const broken = await lab.seeEach('drop-alone', [
    place('Drag your documents here'),
    place('Dateien hier ablegen'),
    place('Déposez vos fichiers ici'),
  ])
  const right = await lab.seeEach('drop-alone', [
    place('Drag your documents here', '<label>or choose them <input type="file"></label>'),
    place('Cut out along this line'),
    '<p>Drag your documents here and there as you like.</p>',
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('a switch that is drawn with an empty box and answers to the mouse alone is told of', async () => {
  const page = (box: string, style = '', script = "x.onclick = () => x.classList.toggle('on')") =>
    `<style>.s{display:inline-block;width:44px;height:24px;border-radius:12px;background:#777;${style}}.on{background:#063}</style><p>Paperless statements ${box}</p><script>{ const x = document.getElementById('x'); ${script} }</script>`
  const broken = await lab.checkEach('mouse-only-control', [
    page('<span class="s" id="x"></span>'),
    page('<span class="s" id="x"></span>', 'cursor:pointer'),
    page(
      '<div class="s" id="x"></div>',
      '',
      "x.addEventListener('click', () => { x.classList.toggle('on'); x.title = 'on' })",
    ),
  ])
  const right = await lab.checkEach('mouse-only-control', [
    page('<button type="button" class="s" id="x" role="switch" aria-checked="false" aria-label="Paperless"></button>'),
    page('<span class="s" id="x"></span>', '', ''),
    page('<label><input type="checkbox"><span class="s" id="x"></span> Paperless</label>'),
  ])

  expect(broken.map((said) => said.length)).toEqual([1, 1, 1])
  expect(right.flat()).toEqual([])
})
