/** What forms leave unsaid, each beside what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body>${html}`)

test('a list whose groups are options, blanks or groups without a name', async () => {
  const list = (options: string) =>
    seen(
      'options-grouped-by-looks',
      `<label for="x">From</label><select id="x"><option>Choose</option>${options}</select>`,
    )
  const towns = (names: string) =>
    names
      .split(' ')
      .map((name) => `<option>${name}</option>`)
      .join('')

  expect(
    await list(
      `<option disabled>--- France ---</option>${towns('Calais Dieppe')}<option value="">== England</option>${towns('Dover Hull')}`,
    ),
  ).toEqual(['practice #x'])
  expect(await list('<option>Rathaus<option>&nbsp;&nbsp;Meldeamt<option>Bauhof<option>&nbsp;&nbsp;Straßen')).toEqual([
    'practice #x',
  ])
  expect(
    await list(`<optgroup>${towns('Calais Dieppe')}</optgroup><optgroup label=" ">${towns('Dover Hull')}</optgroup>`),
  ).toEqual(['practice #x'])
  expect(
    await list(
      `<optgroup label="France">${towns('Calais Dieppe')}</optgroup><optgroup label="England">${towns('Dover Hull')}</optgroup>`,
    ),
  ).toEqual([])
  // A line, a town that is sold out, what stands last, temperatures.
  expect(
    await list(
      `${towns('Dover Calais')}<option disabled>──────</option>${towns('Hull Deal')}<option disabled>Dieppe (full)</option>${towns('Rye')}<option value="">– none of them –</option>`,
    ),
  ).toEqual([])
  expect(await list('<option>−5 °C<option>−2 °C<option>+3 °C<option>(other)<option>#4 bus')).toEqual([])
  // What is asked for most stands first.
  expect(
    await list(
      `<optgroup>${towns('Dover Hull')}</optgroup><optgroup label="All towns">${towns('Calais Dieppe')}</optgroup>`,
    ),
  ).toEqual([])
})

test('the parts of a date are fields of their own, and nothing says of which date', async () => {
  const parts = (names: readonly string[]) =>
    names.map((name, at) => `<label for="f${at}">${name}</label><input id="f${at}">`).join('')
  const see = (html: string) => seen('choices-without-group', `<form>${html}</form>`)

  expect(await see(`<p>Date de naissance</p>${parts(['Jour *', 'Mois', 'Année (AAAA)'])}`)).toEqual(['practice #f0'])
  expect(await see(parts(['Stunde', 'Minute']).replace('Minute', 'Minuten'))).toEqual(['practice #f0'])
  expect(await see(`<fieldset><legend>Geburtsdatum</legend>${parts(['Tag', 'Monat', 'Jahr'])}</fieldset>`)).toEqual([])
  expect(await see(`<div role="group" aria-label="Date of birth">${parts(['Day', 'Month', 'Year'])}</div>`)).toEqual([])
  expect(await see(parts(['Day of birth', 'Month of birth', 'Year of birth']))).toEqual([])
  // One who looks for the papers of a month.
  expect(await see(parts(['Year', 'Month', 'Search']))).toEqual([])
})

test('a field takes so many letters, or files of some kinds, and does not say so', async () => {
  const see = (html: string) => seen('format-not-told', `<form>${html}<button>Send</button></form>`)
  const remark = (label: string, rest = '') =>
    see(`<label for="x">${label}</label><textarea id="x" maxlength="120"></textarea>${rest}`)
  const file = (label: string, kinds: string) =>
    see(`<label for="x">${label}</label><input type="file" id="x" accept="${kinds}">`)

  expect(await remark('What is broken?')).toEqual(['review #x'])
  expect(await remark('What is broken? (at most 120 characters)')).toEqual([])
  expect(await remark('What is broken?', '<p>120 left</p>')).toEqual([])
  expect(await remark('What is broken?', '<div class="count"><span>0</span>/<span>120</span></div>')).toEqual([])
  expect(await file('Proof of address', '.pdf,.jpg')).toEqual(['review #x'])
  expect(await file('Proof of address (PDF)', '.pdf')).toEqual([])
  expect(await file('Photo', '.jpg, .png')).toEqual([])
  expect(await file('Proof of address', 'image/*,.pdf')).toEqual([])
})
