/** What audits meet most often, written in many ways and languages, each with what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

/** What a rule that judges by looking says of each page of one kind. */
async function seen(rule: string, pages: readonly string[]): Promise<string[][]> {
  const said: string[][] = []
  for (const html of pages) said.push(await lab.see(rule, `<body>${html}`))
  return said
}

/** The same of a rule that must press, type or wait for it. */
async function found(rule: string, pages: readonly string[]): Promise<string[][]> {
  const said: string[][] = []
  for (const html of pages) said.push((await lab.check(`<body>${html}`)).of(rule))
  return said
}

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
  const right = await seen('entry-asked-twice', [
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
  const broken = await seen('entry-asked-twice', [
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
  const right = await seen('error-message-vague', [
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
  const broken = await seen('error-message-vague', [
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
  const right = await found('status-not-announced', [
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
  const broken = await found('status-not-announced', [
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
  const right = await seen('format-not-told', [
    form('<p>Aceitamos ficheiros PDF até dez megabytes.</p>', 'application/pdf'),
    form('<div class="alert">Hyväksymme vain PDF-tiedostoja.</div><hr>', '.pdf'),
    form('', '.doc,.docx', '<ul><li>Word</li><li>5 MB</li></ul>'),
    form('', '.xlsx', '', 'Lista w programie Excel'),
    form('<h2>Bilaga (pdf)</h2><div><label>Namn <input></label></div>', '.pdf', '', 'Välj fil'),
    `<section><p>Du kan sende CSV.</p><div><div><label for="f">Vælg fil</label><input id="f" type="file" accept=".csv"></div></div></section>`,
  ])
  const broken = await seen('format-not-told', [
    form('', 'application/pdf'),
    form('<p>Tell us about your certificate.</p>', '.pdf,.docx'),
    form('<p><label>List (CSV) <input type="file" accept=".csv"></label></p>', '.pdf'),
  ])

  expect(right.flat()).toEqual([])
  expect(broken).toEqual([['review #x'], ['review #x'], ['review #x']])
})
