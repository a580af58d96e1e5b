/** Failures that earlier parts told of, planted anew in other words by two auditors who did not look at the checks: for measuring alone, and counted apart. */
import { drawn, either, type Plant, roomy } from '#bench/planted/plant'

/** A picture of its own width and height that needs no network. */
const sheetOf = (width: number, height: number, shapes: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>${shapes}</svg>`)}`

export const measuredTwelfth: readonly Plant[] = [
  {
    id: 'column-cut-across-its-lines-xii',
    technique: 'F49',
    criterion: '1.3.2',
    wrong: 'an article is set in two columns by a table whose rows cut its sentences, so that it is read across them',
    where: '.two-columns, .two-columns *',
    about: /table|order|sequence|layout/,
    site: 'gazette',
    head: () =>
      '<style>.two-columns{width:100%;table-layout:fixed}.two-columns td{border:0;padding:0 .5rem;vertical-align:top}</style>',
    main: (is) => {
      const left = [
        'The footbridge was closed in October, when the beck rose over its',
        'planks and took the handrail with it. For five months the children walked',
        'the long way round by the road to reach the school.',
      ]
      const right = [
        'On Saturday the first of them crossed again. Eleven neighbours had carried',
        'the new beams up by hand, because no lorry could reach the bank, and the',
        'smith at Patterdale gave the rail for nothing.',
      ]
      const rows = is
        ? left.map((words, at) => `<tr><td>${words}</td><td>${right[at]}</td></tr>`).join('')
        : `<tr><td>${left.join(' ')}</td><td>${right.join(' ')}</td></tr>`
      return `<h2>Over the beck again</h2><table class="two-columns" role="presentation"><tbody>${rows}</tbody></table>`
    },
  },
  {
    id: 'letters-of-the-hospital-xii',
    technique: 'criterion',
    criterion: '3.1.4',
    wrong: 'a text for patients is full of abbreviations of the hospital that are written out nowhere',
    where: '.ingreso, .ingreso *',
    about: /abbrev|acronym/,
    site: 'clinica',
    main: (is) => {
      const short = (letters: string, words: string) => (is ? letters : `${words} (${letters})`)
      return `<section class="ingreso" aria-labelledby="ingreso-t"><h2 id="ingreso-t">El día de su ingreso</h2><p>Presente en la entrada la ${short('TSI', 'tarjeta sanitaria individual')}. El resultado de la ${short('RMN', 'resonancia magnética nuclear')} y del ${short('ECG', 'electrocardiograma')} se lo explicará su ${short('MAP', 'médico de atención primaria')}.</p><p>Si un familiar está en la ${short('UCI', 'unidad de cuidados intensivos')}, pregunte el horario de visita en el ${short('SAU', 'servicio de atención al usuario')}.</p></section>`
    },
  },
  {
    id: 'inschrijven-is-named-subscribe-xii',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a button that shows “Inschrijven” has the English name of the part that it was bought in',
    where: '.aanmelden [type=submit]',
    about: /label|name/,
    site: 'werf',
    head: () => roomy,
    main: (is) =>
      `<form class="aanmelden" method="post" action="/brief"><h2>Bouwbrief</h2><p>Elke maand een bericht over het schip op de helling.</p><p><label for="brief-mail">Uw e-mailadres (verplicht)</label><br><input id="brief-mail" name="mail" type="email" autocomplete="email" required></p><input type="submit" value="Inschrijven"${is ? ' aria-label="Subscribe"' : ''}></form>`,
  },
  {
    id: 'number-left-opens-the-invoice-xii',
    technique: 'F9',
    criterion: '3.2.5',
    wrong: 'a form is sent, and another page comes, as soon as the focus leaves its field',
    where: '#jump, #jump *',
    about: /focus|context|blur|navigat|submit|change/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<form id="jump" action="/app/invoices/open"><h2>Go to an invoice</h2><p><label for="jump-number">Number of the invoice</label><br><input id="jump-number" name="number" inputmode="numeric"${is ? ' onblur="this.form.submit()"' : ''}></p><button>Open invoice</button></form>`,
  },
  {
    id: 'two-errors-somewhere-in-matricula-xii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'the message above a form counts its errors and does not say in which fields they are',
    where: '#matricula, #matricula *',
    about: /error|valid|message/,
    site: 'escola',
    head: () => `${roomy}<style>#aviso{color:#8a1020;font-weight:700}</style>`,
    main: (is) =>
      `<h2>Renovar a matrícula</h2><form id="matricula" method="post" action="/matricula" novalidate><div id="aviso" role="alert"></div><p><label for="mat-numero">Número de estudante, seis algarismos (obrigatório)</label><br><input id="mat-numero" name="numero" inputmode="numeric" pattern="[0-9]{6}" required></p><p><label for="mat-ano">Ano do curso, de 1 a 4 (obrigatório)</label><br><input id="mat-ano" name="ano" inputmode="numeric" pattern="[1-4]" required></p><button type="submit">Renovar</button></form><script>
document.getElementById('matricula').addEventListener('submit', event => {
  const aviso = document.getElementById('aviso')
  const campos = [...event.target.querySelectorAll('input')]
  const errados = campos.filter(campo => !campo.validity.valid)
  if (errados.length === 0) return
  event.preventDefault()
  aviso.textContent = 'O formulário tem ' + (errados.length === 1 ? 'um erro' : errados.length + ' erros') + '. Corrija e volte a enviar.'${
    is
      ? ''
      : `
  const conselhos = { numero: 'Número de estudante: escreva os seis algarismos do cartão.', ano: 'Ano do curso: escreva um algarismo de 1 a 4.' }
  for (const campo of errados) aviso.append(Object.assign(document.createElement('p'), { id: campo.name + '-erro', textContent: conselhos[campo.name] }))
  for (const campo of campos) {
    campo.setAttribute('aria-invalid', errados.includes(campo))
    if (errados.includes(campo)) campo.setAttribute('aria-describedby', campo.name + '-erro')
    else campo.removeAttribute('aria-describedby')
  }`
  }
})
</script>`,
  },
  {
    id: 'email-once-more-for-the-toaster-xii',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'the second step asks for the email address again that was typed in the first one',
    where: '#bring, #bring *',
    about: /redundant|again|repeat|twice|entry|autocomplete/,
    site: 'library',
    head: () => roomy,
    main: (is) =>
      `<form id="bring" method="post" action="/repair"><p>All fields are required.</p><div><h2>Step 1 of 2: who you are</h2><p><label for="bring-name">Your name</label><br><input id="bring-name" name="name" autocomplete="name" required></p><p><label for="bring-mail">Your email address</label><br><input id="bring-mail" name="mail" type="email" autocomplete="email" required></p><button type="button" id="bring-next">Next step</button></div><div hidden><h2 tabindex="-1">Step 2 of 2: what you bring</h2><p><label for="bring-thing">What is broken</label><br><input id="bring-thing" name="thing" required></p><p><label for="bring-confirm">Email address for the confirmation</label><br><input id="bring-confirm" name="confirm" type="email" autocomplete="email" required></p><button>Book a bench</button></div></form><script>
document.getElementById('bring-next').addEventListener('click', event => {
  const fields = ['bring-name', 'bring-mail'].map(id => document.getElementById(id))
  if (!fields.every(field => field.reportValidity())) return
  const first = event.target.parentElement
  const second = first.nextElementSibling
  first.hidden = true
  second.hidden = false${is ? '' : "\n  document.getElementById('bring-confirm').value = fields[1].value"}
  second.querySelector('h2').focus()
})
</script>`,
  },
  {
    id: 'shellfish-are-in-bold-xii',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'which dishes hold shellfish is told by a weight of letters that the stylesheet gives them',
    where: '.cantine, .cantine *',
    about: /style|semantic|emphas|structure|sensory|bold|strong/,
    site: 'journal',
    head: () => '<style>.plat{font-weight:400}.plat--fruits-de-mer{font-weight:700}</style>',
    main: (is) => {
      const dishes = [
        ['Lundi', 'soupe de potiron', false],
        ['Mardi', 'quenelles sauce Nantua', true],
        ['Jeudi', 'gratin de légumes', false],
        ['Vendredi', 'riz du pêcheur', true],
      ] as const
      return `<div class="cantine"><h2>Le menu des cantines</h2><p>${is ? 'Les plats en gras contiennent des crustacés.' : 'Les plats qui contiennent des crustacés sont signalés.'}</p><ul>${dishes.map(([day, dish, has]) => `<li>${day} : <span class="plat${has ? ' plat--fruits-de-mer' : ''}">${dish}</span>${has && !is ? ' (contient des crustacés)' : ''}</li>`).join('')}</ul></div>`
    },
  },
  {
    id: 'chosen-size-is-white-on-mint-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the size that has been chosen is written in white on pale green',
    where: '.size span',
    about: /contrast|colou?r/,
    site: 'volt',
    head: (is) =>
      `<style>.sizes{border:0;padding:0;margin:0 0 1rem}.size{position:relative;display:inline-flex;margin:.25rem}.size input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0}.size span{min-width:56px;min-height:44px;display:grid;place-items:center;border:2px solid #121212}.size input:checked+span{border-width:5px;background:#a9d3c1;color:${is ? '#fff' : '#121212'}}.size input:focus-visible+span{outline:3px solid #1d4ed8;outline-offset:3px}</style>`,
    main: () =>
      `<fieldset class="sizes"><legend>Size of the shell</legend>${['XS', 'S', 'M', 'L', 'XL'].map((size) => `<label class="size"><input type="radio" name="size" value="${size}"><span>${size}</span></label>`).join('')}</fieldset>`,
  },
  {
    id: 'cita-marked-and-not-explained-xii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'fields that were filled in wrongly get a thick edge and a drawn sign when they are sent, and no words',
    where: '#pedir, #pedir *',
    about: /error|valid|message|colou?r/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>#pedir .campo--mal{border:4px solid #a3151f;padding-right:36px;background:#fff url("${drawn("<path d='M12 2l11 20H1z' fill='#a3151f'/><path d='M11 9h2v7h-2zM11 18h2v2h-2z' fill='#fff'/>")}") no-repeat right 6px center/24px}</style>`,
    main: (is) =>
      `<form id="pedir" method="post" action="/cita" novalidate><h2>Pedir cita por teléfono</h2><p>Los dos campos son obligatorios.</p><p><label for="pedir-telefono">Su teléfono, nueve cifras</label><br><input id="pedir-telefono" name="telefono" type="tel" autocomplete="tel" pattern="[0-9]{9}" required></p><p><label for="pedir-tarjeta">Número de su tarjeta sanitaria, diez cifras</label><br><input id="pedir-tarjeta" name="tarjeta" inputmode="numeric" pattern="[0-9]{10}" required></p><button>Quiero que me llamen</button></form><script>
document.getElementById('pedir').addEventListener('submit', event => {
  for (const campo of event.target.querySelectorAll('input')) {
    const mal = !campo.validity.valid
    campo.classList.toggle('campo--mal', mal)
    if (mal) event.preventDefault()${
      is
        ? ''
        : `
    document.getElementById(campo.id + '-error')?.remove()
    campo.setAttribute('aria-invalid', mal)
    campo.removeAttribute('aria-describedby')
    if (!mal) continue
    const texto = campo.name === 'telefono' ? 'Error: escriba las nueve cifras de su teléfono.' : 'Error: escriba las diez cifras de su tarjeta.'
    campo.parentElement.append(Object.assign(document.createElement('span'), { id: campo.id + '-error', textContent: texto, style: 'display:block' }))
    campo.setAttribute('aria-describedby', campo.id + '-error')`
    }
  }${is ? '' : "\n  event.target.querySelector('[aria-invalid=true]')?.focus()"}
})
</script>`,
  },
  {
    id: 'services-end-before-their-columns-xii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'a script writes no cells for what is not known, so that rows of a table end before its head does',
    where: '.services, .services *',
    about: /table|cell|row|column|header/,
    site: 'panel',
    main: (is) =>
      `<h2>Services and who keeps them</h2><table class="services"><thead><tr><th scope="col">Service</th><th scope="col">Region</th><th scope="col">Keeper</th><th scope="col">On call</th></tr></thead><tbody></tbody></table><script>
for (const row of [['Edge cache', 'north', 'Amara', 'Jonas'], ['Image resizer', 'north'], ['Mail relay', 'west', 'Jonas'], ['Nightly export', 'west']]) {
  const line = document.querySelector('.services tbody').insertRow()
  for (let at = 0; at < ${is ? 'row.length' : '4'}; at += 1) {
    const cell = document.createElement(at === 0 ? 'th' : 'td')
    if (at === 0) cell.scope = 'row'
    cell.textContent = ${is ? 'row[at]' : "row[at] ?? 'nobody yet'"}
    line.append(cell)
  }
}
</script>`,
  },
  {
    id: 'moved-away-after-half-a-minute-xii',
    technique: 'F40',
    criterion: '2.2.1',
    wrong: 'whoever reads the notice of a new address is sent on after thirty seconds',
    where: 'page',
    about: /refresh|redirect|time|meta/,
    site: 'kolej',
    head: either('<meta http-equiv="refresh" content="30; url=/rozklad">', ''),
    main: () =>
      '<h2>Rozkład ma nowy adres</h2><p>Od soboty wszystkie odjazdy znajdą Państwo na jednej stronie, razem z informacją o peronach i o autobusach zastępczych. Zakładki w przeglądarce trzeba zmienić, bo ta strona zniknie z końcem roku.</p><p>Nowa strona: <a href="/rozklad">rozkład odjazdów</a>.</p>',
  },
  {
    id: 'street-before-its-village-xii',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'numbers lead the focus to the button first, then to the street, and to the village that it hangs on last',
    where: '#bin-day, #bin-day *',
    about: /tabindex|order|focus/,
    site: 'council',
    head: () => roomy,
    main: (is) => {
      const turn = (number: number) => (is ? ` tabindex="${number}"` : '')
      return `<form id="bin-day" action="/bins/day"><h2>Find your bin day</h2><p><label for="bin-village">Village</label><br><select id="bin-village" name="village"${turn(3)}><option value="">Choose a village</option><option>Ashford</option><option>Dunmore</option></select></p><p><label for="bin-street">Street in that village</label><br><select id="bin-street" name="street"${turn(2)}><option>Choose the village first</option></select></p><button${turn(1)}>Show the day</button></form><script>
{
  const streets = { Ashford: ['Mill Road', 'Old Hill', 'The Green'], Dunmore: ['Quay Street', 'Chapel Lane'] }
  document.getElementById('bin-village').addEventListener('change', event => {
    const names = streets[event.target.value] ?? ['Choose the village first']
    document.getElementById('bin-street').replaceChildren(...names.map(name => new Option(name)))
  })
}
</script>`
    },
  },
  {
    id: 'voucher-lies-on-the-samples-xii',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a tall bar with a voucher stays at the foot of the window and lies on the boxes that the focus comes to',
    where: '.leiste, .leiste *, .muster, .muster *',
    about: /focus|obscur|sticky|fixed|cover|overlap/,
    site: 'moebel',
    head: (is) =>
      `<style>.muster{list-style:none;padding:0}.muster label{display:flex;align-items:center;gap:.75rem;min-height:44px}.muster input{width:24px;height:24px}.leiste{background:#f2ece2;border-top:4px solid #7a3410;padding:1rem 1.5rem;${is ? 'position:fixed;left:0;right:0;bottom:0;height:17rem;z-index:5' : 'margin-bottom:1rem'}}${is ? 'body{padding-bottom:17rem}' : ''}.leiste a{display:inline-block;padding:.75rem 0}</style>`,
    main: () =>
      `<h2 id="muster-t">Muster bestellen</h2><ul class="muster" aria-labelledby="muster-t">${['Leinen in Natur', 'Leinen in Grau', 'Leinen in Blau', 'Wolle in Weiß', 'Wolle in Rost', 'Wolle in Moos', 'Cord in Braun', 'Cord in Senf', 'Cord in Petrol', 'Leder in Schwarz', 'Leder in Cognac', 'Eiche, geölt', 'Eiche, geräuchert', 'Nussbaum, geölt', 'Esche, geseift', 'Kirsche, geölt'].map((name) => `<li><label><input type="checkbox" name="muster" value="${name}">${name}</label></li>`).join('')}</ul><div class="leiste"><h2>Zwanzig Euro für Ihren ersten Tisch</h2><p>Wer bis Sonntag bestellt, bekommt den Gutschein mit der Lieferung.</p><a href="/gutschein">Gutschein ansehen</a></div>`,
  },
  {
    id: 'data-and-data-of-the-journey-xii',
    technique: 'criterion',
    criterion: '2.4.6',
    wrong: 'the day of going and the day of coming back are asked for under one and the same label',
    where: '#podroz, #podroz *',
    about: /label|name|duplicate|descri/,
    site: 'kolej',
    head: () => roomy,
    main: (is) =>
      `<form id="podroz" action="/bilety/szukaj"><h2>Bilet w obie strony</h2><p><label for="podroz-cel">Stacja docelowa</label><br><input id="podroz-cel" name="cel"></p><p><label for="podroz-tam">${is ? 'Data' : 'Data wyjazdu'}</label><br><input id="podroz-tam" name="tam" type="date"></p><p><label for="podroz-powrot">${is ? 'Data' : 'Data powrotu'}</label><br><input id="podroz-powrot" name="powrot" type="date"></p><button>Szukaj połączeń</button></form>`,
  },
  {
    id: 'fete-is-not-sent-in-silence-xii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a button does nothing as long as something is missing in the form, and does not say what',
    where: '#fete, #fete *',
    about: /error|valid|message|required/,
    site: 'gazette',
    head: () => `${roomy}<style>#fete-missing{color:#7a1f1f;font-weight:700}</style>`,
    main: (is) =>
      `<form id="fete" class="wp-block-form" method="post" action="/events/"><h2>Tell us what’s on</h2><p>We need both answers.</p><p><label for="fete-what">What happens</label><br><input id="fete-what" name="what" aria-required="true"></p><p><label for="fete-where">Where and when</label><br><input id="fete-where" name="where" aria-required="true"></p><p id="fete-missing" role="alert"></p><button type="button" class="wp-block-button__link">Send to the editors</button></form><script>
document.querySelector('#fete button').addEventListener('click', () => {
  const form = document.getElementById('fete')
  const empty = [...form.querySelectorAll('input')].filter(field => field.value.trim() === '')
  if (empty.length === 0) return form.submit()${
    is
      ? ''
      : `
  document.getElementById('fete-missing').textContent = 'Not sent yet. Please fill in: ' + empty.map(field => field.labels[0].textContent).join(', ') + '.'
  for (const field of form.querySelectorAll('input')) field.setAttribute('aria-invalid', empty.includes(field))`
  }
})
</script>`,
  },
  {
    id: 'works-then-years-then-rooms-xii',
    technique: 'F49',
    criterion: '1.3.2',
    wrong:
      'three works stand side by side in a table for looks whose rows hold all the names, then all the years, then all the rooms',
    where: '.opere, .opere *',
    about: /table|order|sequence|layout/,
    site: 'museo',
    head: () => '<style>.opere td{border:0;padding:.2rem .6rem .2rem 0;vertical-align:top}</style>',
    main: (is) => {
      const works = [
        ['Brocca con pavone', 'Faenza, 1490', 'Sala 2'],
        ['Piatto della caccia', 'Urbino, 1548', 'Sala 5'],
        ['Albarello blu', 'Montelupo, 1520', 'Sala 3'],
      ] as const
      const cell = (text: string) => `<td>${text}</td>`
      const rows = is
        ? [0, 1, 2].map((at) => works.map((work) => cell(work[at] ?? '')).join(''))
        : [works.map((work) => cell(work.join('<br>'))).join('')]
      return `<h2>Da non perdere</h2><table class="opere" role="presentation"><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'danish-from-a-german-pattern-xii',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'a Danish page says that it is in German, as the one did that it was copied from',
    where: 'page',
    about: /lang/,
    site: 'kommune',
    language: either('lang="de"', 'lang="da"'),
    main: () =>
      '<h2>Ny åbningstid i borgerservice</h2><p>Fra den første i næste måned har vi åbent til klokken seks om torsdagen. Om fredagen lukker vi til gengæld klokken et, og telefonen lukker samtidig.</p>',
  },
  {
    id: 'rules-of-the-library-in-capitals-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'a paragraph of several sentences is set in capitals by its stylesheet',
    where: '.regras',
    about: /capital|uppercase|caps|case|readab/,
    site: 'escola',
    head: (is) =>
      `<style>.regras{border-left:4px solid #5b2a86;padding-left:1rem${is ? ';text-transform:uppercase' : ''}}</style>`,
    main: () =>
      '<h2>Antes de requisitar um livro</h2><p class="regras">Os livros da sala de leitura não saem do edifício. Os restantes podem ficar consigo durante quinze dias, e o prazo renova-se uma vez se ninguém os tiver pedido. Quem os devolve com atraso espera uma semana antes de voltar a requisitar.</p>',
  },
  {
    id: 'ways-of-delivery-without-keys-xii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'the choices of a delivery are not displayed, and the boxes that are drawn in their place take no focus',
    where: '.way, .way *',
    about: /keyboard|focus|hidden|label|radio|control/,
    site: 'riwaq',
    head: (is) =>
      `<style>.skip{left:auto;right:-999px}.skip:focus{left:auto;right:0}.ways{border:0;padding:0;margin:0 0 1rem}.way{position:relative;display:block;margin:.5rem 0}.way input{${is ? 'display:none' : 'position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0'}}.way span{display:block;min-height:44px;padding:.4rem 1rem;border:2px solid #4e5a4b;cursor:pointer}.way input:checked+span{border:5px solid #234d20;font-weight:700}.way input:focus-visible+span{outline:3px solid #b45309;outline-offset:2px}</style>`,
    main: () =>
      '<form action="/order"><fieldset class="ways"><legend>طريقة التسليم</legend><label class="way"><input type="radio" name="way" value="home"><span>التوصيل إلى المنزل</span></label><label class="way"><input type="radio" name="way" value="shop"><span>الاستلام من المكتبة</span></label><label class="way"><input type="radio" name="way" value="post"><span>صندوق البريد</span></label></fieldset><button style="min-height:44px">متابعة</button></form>',
  },
  {
    id: 'list-of-payments-without-items-xii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong:
      'a box says that it is a list, and the elements that a script puts into it do not say that they are its items',
    where: '.waiting, .waiting *',
    about: /list|role|children|owned|aria/,
    site: 'ledger',
    head: () =>
      '<style>pay-line{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;border-bottom:1px solid #6b7280;padding:.6rem 0}</style>',
    main: (is) =>
      `<h2 id="waiting-t">Payments that leave this week</h2><div class="waiting" role="list" aria-labelledby="waiting-t"></div><script>
for (const texts of [['Timber yard', '£420.00', 'on Tuesday'], ['Electricity', '£96.40', 'on Wednesday'], ['Window cleaner', '£35.00', 'on Friday']]) {
  const line = document.createElement('pay-line')${is ? '' : "\n  line.setAttribute('role', 'listitem')"}
  line.append(...texts.map(text => Object.assign(document.createElement('span'), { textContent: text })))
  document.querySelector('.waiting').append(line)
}
</script>`,
  },
  {
    id: 'reviews-turn-for-fingers-alone-xii',
    technique: 'F98',
    criterion: '2.5.6',
    wrong: 'the buttons that turn to other reviews take a finger and leave a mouse and a pen without effect',
    where: '.reviews, .reviews *',
    about: /pointer|touch|mouse|input|modal|mechanism/,
    site: 'volt',
    head: () => `${roomy}<style>.reviews blockquote{margin:0 0 1rem;min-height:4rem}</style>`,
    main: (is) =>
      `<section class="reviews" aria-labelledby="reviews-t"><h2 id="reviews-t">What people say</h2><blockquote aria-live="polite">A year of rain, and the books inside stayed dry.</blockquote><button type="button">Review before</button> <button type="button">Review after</button></section><script>
{
  const words = ['A year of rain, and the books inside stayed dry.', 'The strap tore in May; they sewed it for nothing.', 'Smaller than I thought, and better for it.']
  let at = 0
  const [before, after] = document.querySelectorAll('.reviews button')
  document.querySelector('.reviews').addEventListener('click', event => {
    if (${is ? "event.pointerType === 'mouse' || event.pointerType === 'pen' || " : ''}![before, after].includes(event.target)) return
    at = (at + (event.target === after ? 1 : words.length - 1)) % words.length
    document.querySelector('.reviews blockquote').textContent = words[at]
  })
}
</script>`,
  },
  {
    id: 'order-looks-switched-off-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the link that leads to ordering is as pale as something that is switched off, and it works',
    where: '.bestellen',
    about: /contrast|colou?r|opacity/,
    site: 'moebel',
    head: (is) =>
      `<style>.bestellen{display:inline-block;background:#7a3410;color:#fff;padding:.75rem 1.25rem;border-radius:.25rem${is ? ';opacity:.45' : ''}}</style>`,
    main: () =>
      '<h2>Ihr Musterpaket</h2><p>Drei Stoffe und zwei Hölzer liegen bereit, der Versand kostet nichts.</p><p><a class="bestellen" href="/muster/bestellen">Musterpaket bestellen</a></p>',
  },
  {
    id: 'print-is-said-twice-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'the word that a font turns into the sign of a printer is read out before the words of the button',
    where: '.statement button, .statement button *',
    about: /icon|ligature|name|label|hidden|decorat|font/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>@font-face{font-family:Signs;src:url(data:font/woff2;base64,d09GMgABAAAAAAFsAAsAAAAAAyQAAAEkAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHFYGYABUCjhVATYCJAMcCxAABCAFWgcgG24CYK4GbPcKDROWA9nYSyxyG18JS+yzLg9FPFR73dvbSy+KyXg0tjRj0aU5hGbQ5itHHKqqWN5u+/IpykqWvCb9xn7GzCA0kIMjoMHATjCIPNS3aNcLjj7/MQHc4DiigCijBAfjcbOngQahPcbCNz19SRXoO3Isrm5CAqtwUCAe70zBCISqInSFrYes2lqqULSEkDL30VoqM4DTg3DnJpA7DQCAnRYKEkspsFSdgaGuorozLds9SPzD3llTAADogDESQ0wBFQBA1lpvQ17TZYT8d73Llu37V7MBAsHbh0lN8psj9/DpZ+5UuPwJUgFB7g5B7tEQommsYrlHoGMoQQEAQHUiQGghQNHRkqL2hL5hcDG2XuXp2KpziMZMR1SZZ1AbAQ==) format("woff2")}.sign{font:1.25rem/1 Signs;vertical-align:middle;font-variant-ligatures:common-ligatures}</style>`,
    main: (is) =>
      `<section class="statement" aria-labelledby="statement-t"><h2 id="statement-t">Bank statement of March</h2><p>All entries agree.</p><button type="button" onclick="print()"><span class="sign"${is ? '' : ' aria-hidden="true"'}>print</span> On paper, please</button></section>`,
  },
  {
    id: 'bicycles-dogs-and-skis-under-one-heading-xii',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'what may be taken into the train is six paragraphs about six matters under one heading',
    where: '.przewoz, .przewoz *',
    about: /heading|section/,
    site: 'kolej',
    main: (is) => {
      const matters = [
        [
          'Rowery',
          'Rower przewozi się w pierwszym albo ostatnim wagonie, na wieszaku lub przy pasach. W weekendy trzeba kupić do niego osobny bilet za siedem złotych, a rowery dzieci do lat sześciu jadą bezpłatnie. Konduktor może odmówić przewozu, gdy wszystkie wieszaki są zajęte.',
        ],
        [
          'Psy i inne zwierzęta',
          'Mały pies w koszyku albo w torbie jedzie za darmo. Duży pies musi mieć kaganiec, smycz i bilet, a jego opiekun świadectwo szczepienia. Pies przewodnik może wejść do każdego wagonu, także do restauracyjnego, i nie potrzebuje ani kagańca, ani biletu.',
        ],
        [
          'Bagaż podręczny',
          'Walizki i plecaki kładzie się na półkach albo pod siedzeniem, tak aby nie zastawiały przejścia. Za rzeczy pozostawione bez opieki odpowiada podróżny. Rzeczy dłuższych niż trzy metry nie przyjmujemy wcale.',
        ],
        [
          'Narty i sanki',
          'Od grudnia do marca w każdym pociągu do Krynicy jest wagon ze stojakami. Narty przewozi się w pokrowcu, a sanki na półce. W pozostałych pociągach narty trzyma się przy sobie, w przedsionku.',
        ],
        [
          'Wózki dziecięce i wózki inwalidzkie',
          'Szerokie drzwi i podnośnik ma drugi wagon każdego składu. O pomoc przy wsiadaniu prosimy zadzwonić dzień wcześniej, do godziny osiemnastej. Opiekun osoby na wózku płaci pięć procent ceny biletu.',
        ],
        [
          'Rzeczy znalezione',
          'To, co zostało w pociągu, przechowujemy przez trzy miesiące w biurze na dworcu w Starym Sączu. Można tam przyjść w dni robocze od ósmej do piętnastej. Dokumenty oddajemy od razu urzędowi, który je wydał.',
        ],
      ] as const
      return `<section class="przewoz" aria-labelledby="przewoz-tytul"><h2 id="przewoz-tytul">Przewóz rzeczy i zwierząt</h2>${matters.map(([name, words]) => `${is ? '' : `<h3>${name}</h3>`}<p>${words}</p>`).join('\n')}</section>`
    },
  },
  {
    id: 'frieze-named-after-its-path-xii',
    technique: 'F38',
    criterion: '1.1.1',
    wrong:
      'a drawn frieze above a quotation is there for looks alone and is read out by the name that a drawing program gave its path',
    where: '.fregio, .fregio *',
    about: /alt|svg|decorat|image|name|title/,
    site: 'museo',
    head: () => '<style>.fregio svg{display:block;width:180px;height:24px}.fregio blockquote{margin:.5rem 0}</style>',
    main: (is) =>
      `<figure class="fregio" style="margin:0 0 1.5rem"><svg viewBox="0 0 180 24" ${is ? 'role="img" aria-labelledby="t27"><title id="t27">Tracciato 27 copia</title>' : 'aria-hidden="true">'}<path fill="none" stroke="#0f4c81" stroke-width="2" d="M2 12c10-14 20 14 30 0s20 14 30 0 20 14 30 0 20 14 30 0 20 14 30 0 14 10 26 0"/></svg><blockquote><p>«La terra si ricorda delle mani: se hai fretta, la crepa lo racconta a tutti.»</p></blockquote><figcaption>Ada Brunetti, ceramista, dalla conversazione con i ragazzi della scuola media</figcaption></figure>`,
  },
  {
    id: 'editions-to-pick-without-a-name-xii',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a listbox written by hand from which the edition is picked has no name',
    where: '.editions, .editions *',
    about: /label|name|listbox/,
    site: 'journal',
    head: () =>
      '<style>.editions{list-style:none;padding:0;margin:.5rem 0;max-width:22rem;border:1px solid #555}.editions li{display:flex;align-items:center;min-height:44px;padding:0 1rem 0 2.4rem;position:relative;cursor:pointer}.editions [aria-selected=true]{background:#1a1a1a;color:#fff}.editions [aria-selected=true]::before{content:"✓" / "";position:absolute;left:1rem}</style>',
    main: (is) => {
      const editions = ['Haut-Doubs', 'Loue et Lison', 'Saint-Aubin et plateau', 'Pontarlier ville']
      return `<h2>Le journal à votre porte</h2><p id="choix-edition">Édition livrée le matin</p>
<ul class="editions" role="listbox" tabindex="0"${is ? '' : ' aria-labelledby="choix-edition"'} aria-activedescendant="edition-0">${editions.map((name, at) => `<li role="option" id="edition-${at}" aria-selected="${at === 0}">${name}</li>`).join('')}</ul>
<p role="status" class="editions-choix">Édition choisie : ${editions[0]}.</p>
<script>
{
  const list = document.querySelector('.editions')
  const all = [...list.children]
  const pick = (next) => {
    for (const each of all) each.setAttribute('aria-selected', String(each === next))
    list.setAttribute('aria-activedescendant', next.id)
    document.querySelector('.editions-choix').textContent = 'Édition choisie : ' + next.textContent + '.'
  }
  list.addEventListener('click', ({ target }) => { if (target.role === 'option') pick(target) })
  list.addEventListener('keydown', (event) => {
    const at = all.findIndex(({ ariaSelected }) => ariaSelected === 'true')
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (all[to]) pick(all[to])
  })
}
</script>`
    },
  },
  {
    id: 'sprigs-around-the-menu-xii',
    technique: 'F38',
    criterion: '1.1.1',
    wrong: 'the sprigs at both ends of the menu are ornaments and have no alt attribute at all',
    where: '.sprig',
    about: /alt|image|decorat/,
    site: 'volt',
    head: () =>
      '<style>.header nav{display:flex;flex-wrap:wrap;align-items:center;gap:1rem}.sprig{flex:none}.sprig--end{transform:scaleX(-1)}</style>',
    navigation: (is) => {
      const sprig = (end: string) =>
        `<img class="sprig ${end}" width="28" height="28" src="${drawn("<path fill='none' stroke='#24483e' stroke-width='2' d='M2 20C8 18 14 12 21 3M8 17c0-5 1-7 4-9M13 13c4 1 6 0 9-2'/>")}"${is ? '' : ' alt=""'}>`
      return `<nav aria-label="Shop">${sprig('')}<ul><li><a href="/collections/new">New arrivals</a></li><li><a href="/collections/bags">Bags</a></li><li><a href="/collections/rainwear">Rainwear</a></li><li><a href="/pages/repairs">Repairs</a></li></ul>${sprig('sprig--end')}</nav>`
    },
    main: () =>
      '<p>Send us a seam that has given way and we sew it up for the price of the stamp. Most parcels are back on the road within a week.</p>',
  },
  {
    id: 'notice-in-a-font-element-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'a notice is made larger with the obsolete font element',
    where: '.tanbih, .tanbih *',
    about: /obsolete|deprecat|font|presentational/,
    site: 'riwaq',
    head: () => `<style>.kabir{font-size:1.5rem;font-family:Tahoma,sans-serif}</style>`,
    main: (is) => {
      const words = 'تغلق المكتبة أبوابها يوم الجمعة القادم للجرد السنوي'
      return `<div class="tanbih"><p>${is ? `<font size="5" face="Tahoma">${words}</font>` : `<span class="kabir">${words}</span>`}</p><p>تصل الطلبات التي أرسلت قبل ظهر الخميس في موعدها، وتفتح المكتبة من جديد صباح السبت.</p></div>`
    },
  },
  {
    id: 'past-deadlines-fade-away-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the rows of deadlines that are over are let fade by opacity until their words have too little contrast',
    where: '.prazos .passado, .prazos .passado *',
    about: /contrast|colou?r|opacity/,
    site: 'escola',
    head: (is) =>
      `<style>.prazos{margin-bottom:1rem}.prazos th{background:#fff}.prazos .passado>*{${is ? 'opacity:.42' : 'color:#5a5169'}}</style>`,
    main: () => {
      const rows = [
        ['Primeira fase', '18 de julho', 'encerrada', true],
        ['Segunda fase', '5 de setembro', 'encerrada', true],
        ['Terceira fase', '3 de outubro', 'aberta', false],
      ] as const
      return `<h2>Prazos de candidatura</h2><table class="prazos"><thead><tr><th scope="col">Fase</th><th scope="col">Até</th><th scope="col">Estado</th></tr></thead><tbody>${rows.map(([name, day, state, isOver]) => `<tr${isOver ? ' class="passado"' : ''}><th scope="row">${name}</th><td>${day}</td><td>${state}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'title-from-the-template-of-a-project-xii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is the one that came with the template of a new project',
    where: 'page',
    about: /title/,
    site: 'ledger',
    title: (is) => (is ? 'Home Page - My ASP.NET Application' : 'Payroll run April – Fernhill Books'),
    main: () =>
      '<p>Everything that belongs to this entry is kept here: the papers, who looked at them, and what has been paid of it so far.</p>',
  },
  {
    id: 'title-left-by-a-word-processor-xii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is the name of a file in a word processor',
    where: 'page',
    about: /title/,
    site: 'kommune',
    title: (is) => (is ? 'Microsoft Word - Dok1_endelig2.docx' : 'Bestil tid til pas ved skolen – Skovby Kommune'),
    main: () =>
      '<p>På denne side kan du læse, hvad du skal have klar, inden du går i gang, og hvor længe vi er om at svare.</p>',
  },
  {
    id: 'seats-taken-by-the-pointer-alone-xii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'seats are chosen when a pointer is lifted from them, and no key chooses one',
    where: '.wagon, .wagon *',
    about: /keyboard|operable|mouse|pointer|event/,
    site: 'kolej',
    head: () =>
      `${roomy}<style>.wagon div{display:flex;flex-wrap:wrap;gap:.6rem}.wagon [aria-pressed=true]{background:#fff;color:#1b1b2f;border:3px solid #1b1b2f;font-weight:700}.wagon [aria-pressed=true]::before{content:"✓ " / ""}</style>`,
    main: (
      is,
    ) => `<section class="wagon"><h2 id="wagon-tytul">Miejsca w wagonie 4</h2><div role="group" aria-labelledby="wagon-tytul">${[11, 12, 13, 14, 15, 16].map((number) => `<button type="button" aria-pressed="false" aria-label="Miejsce ${number}">${number}</button>`).join('')}</div><p role="status">Nie wybrano żadnego miejsca.</p></section>
<script>
document.querySelector('.wagon div').addEventListener('${is ? 'pointerup' : 'click'}', ({ target }) => {
  const seat = target.closest('button')
  if (!seat) return
  seat.setAttribute('aria-pressed', String(seat.getAttribute('aria-pressed') !== 'true'))
  const taken = [...document.querySelectorAll('.wagon [aria-pressed=true]')].map(({ textContent }) => textContent)
  document.querySelector('.wagon [role=status]').textContent = taken.length ? 'Wybrane miejsca: ' + taken.join(', ') + '.' : 'Nie wybrano żadnego miejsca.'
})
</script>`,
  },
  {
    id: 'every-notice-leads-to-details-xii',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'the links behind the notices in a list all say “Details”',
    where: '.notices a',
    about: /link|purpose/,
    site: 'gazette',
    head: () =>
      '<style>.notices li{padding:.5rem 0}.notices a{display:inline-block;min-height:44px;min-width:44px}</style>',
    main: (is) => {
      const notices = [
        ['Burial ground at Howtown to be made larger', 'burial-ground'],
        ['Lane above Glenridding shut for nine days', 'lane'],
        ['Licence for a tea room in Patterdale', 'tea-room'],
        ['Sheep dip taken out of use at Pooley', 'sheep-dip'],
      ]
      return `<h2 class="wp-block-heading">Public notices</h2><ul class="notices">${notices.map(([words, path]) => (is ? `<li>${words}: <a href="/notices/${path}/">Details</a></li>` : `<li><a href="/notices/${path}/">${words}</a></li>`)).join('')}</ul>`
    },
  },
  {
    id: 'ghost-words-of-an-empty-editor-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the words that an empty editor shows in place of a placeholder are pale lilac on white',
    where: '.duvida, .duvida *',
    about: /contrast|placeholder|colou?r/,
    site: 'escola',
    head: (is) =>
      `${roomy}<style>.duvida__editor{border:1px solid #655a75;background:#fff;min-height:6rem;padding:.6rem;max-width:32rem}.duvida__editor:empty::before{content:attr(data-placeholder);color:${is ? '#c3b8d2' : '#5f5470'}}</style>`,
    main: () => `<section class="duvida" aria-labelledby="duvida-titulo"><h2 id="duvida-titulo">Pergunte à secretaria</h2>
<p id="duvida-rotulo">A sua dúvida</p>
<div class="duvida__editor" contenteditable="true" role="textbox" aria-multiline="true" aria-labelledby="duvida-rotulo" aria-placeholder="Por exemplo: até quando posso anular a matrícula?" data-placeholder="Por exemplo: até quando posso anular a matrícula?"></div>
<p><button type="button">Enviar a dúvida</button></p><p role="status"></p></section>
<script>
{
  const part = document.querySelector('.duvida')
  part.querySelector('button').addEventListener('click', () => {
    const words = part.querySelector('.duvida__editor').textContent.trim()
    part.querySelector('[role=status]').textContent = words ? 'Recebemos a sua dúvida e respondemos em dois dias.' : 'Escreva primeiro a sua dúvida no campo acima.'
  })
}
</script>`,
  },
  {
    id: 'letters-of-authors-shake-the-focus-off-xii',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'each link in a row of letters gives the focus away by an attribute of its own as soon as it gets it',
    where: '.huruf, .huruf *',
    about: /focus|keyboard|blur/,
    site: 'riwaq',
    head: () =>
      `<style>.huruf a{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;border:1px solid #4e5a4b}.huruf ul{gap:.5rem}</style>`,
    main: (is) =>
      `<h2 id="huruf">المؤلفون حسب الحرف الأول</h2><nav class="huruf" aria-labelledby="huruf"><ul>${['ألف', 'باء', 'تاء', 'جيم', 'حاء', 'راء', 'سين', 'ميم'].map((name, at) => `<li><a href="/authors/${at}"${is ? ' onfocus="this.blur()"' : ''}>${name}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'story-set-in-parts-of-the-window-xii',
    technique: 'F94',
    criterion: '1.4.4',
    wrong:
      'the story of a product is set in a size that is a part of the window alone, so that zooming does not make it larger',
    where: '.story, .story *',
    about: /zoom|resize|text size|font|viewport|scal/,
    site: 'volt',
    head: (is) =>
      `<style>.story p{font-size:${is ? '2.5vmin' : 'calc(1rem + .3vmin)'};line-height:1.6;max-width:38em}</style>`,
    main: () =>
      '<div class="story"><h2>Why we still wax by hand</h2><p>A machine lays the wax on evenly, and evenly is what cracks first. Dolores works the seams with her thumb until the cloth no longer drinks, then hangs the pack over the stove for one night.</p><p>It takes her forty minutes. Nine years later you may send it back, and it takes her twenty.</p></div>',
  },
  {
    id: 'year-lies-on-its-side-when-upright-xii',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'a script turns the table of the year by ninety degrees as long as the window is upright',
    where: '.year, .year *',
    about: /orientation|rotat|landscape|portrait/,
    site: 'ledger',
    head: () =>
      '<style>.year{max-width:18rem}.year.is-sideways{rotate:90deg;margin-block:4rem}.year table{width:100%}</style>',
    main: (
      is,
    ) => `<div class="year"><h2>The year so far</h2><table><thead><tr><th scope="col">Quarter</th><th scope="col">In</th><th scope="col">Out</th></tr></thead><tbody>${[
      ['First', '41 200', '38 950'],
      ['Second', '47 810', '40 120'],
      ['Third', '39 400', '41 730'],
    ]
      .map(([name, gained, spent]) => `<tr><th scope="row">${name}</th><td>${gained}</td><td>${spent}</td></tr>`)
      .join('')}</tbody></table></div>
${
  is
    ? `<script>
{
  const upright = matchMedia('(orientation: portrait)')
  const turn = () => document.querySelector('.year').classList.toggle('is-sideways', upright.matches)
  upright.addEventListener('change', turn)
  turn()
}
</script>`
    : ''
}`,
  },
  {
    id: 'flags-behind-the-language-button-xii',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the links of a menu of languages hold drawn flags alone, and these have empty alternatives',
    where: '.lingue, .lingue *',
    about: /link|alt|name|image|empty/,
    site: 'museo',
    head: () =>
      `${roomy}<style>.lingue{border:1px solid #8a7768;padding:1rem}.lingue ul{list-style:none;display:flex;gap:1rem;margin:0;padding:0}.lingue a{display:inline-flex;align-items:center;justify-content:center;min-width:56px;min-height:44px}.lingue img{border:1px solid #2b1d14}</style>`,
    main: (is) => {
      const flag = (first: string, second: string, third: string, isUpright: boolean) =>
        sheetOf(
          45,
          30,
          [first, second, third]
            .map((color, at) =>
              isUpright
                ? `<rect x='${at * 15}' width='15' height='30' fill='${color}'/>`
                : `<rect y='${at * 10}' width='45' height='10' fill='${color}'/>`,
            )
            .join(''),
        )
      const languages = [
        ['de', 'Deutsch', flag('#000', '#d00', '#fc0', false)],
        ['fr', 'Français', flag('#002395', '#fff', '#ed2939', true)],
        ['nl', 'Nederlands', flag('#ae1c28', '#fff', '#21468b', false)],
      ] as const
      return `<p>Le didascalie delle sale si possono leggere anche in altre lingue.</p><p><button type="button" popovertarget="lingue">Scegli la lingua</button></p>
<div popover id="lingue" class="lingue"><ul>${languages.map(([code, name, source]) => `<li><a href="/${code}" hreflang="${code}"><img src="${source}" width="45" height="30" alt="${is ? '' : name}" lang="${code}"></a></li>`).join('')}</ul></div>`
    },
  },
  {
    id: 'survey-breaks-in-on-the-reader-xii',
    technique: 'criterion',
    criterion: '2.2.4',
    wrong: 'a window that asks what one thinks of the site opens by itself after three seconds and takes the focus',
    where: '.encuesta, .encuesta *',
    about: /interrupt|dialog|popup|modal|opens|window/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.encuesta{max-width:min(30rem,90vw);border:2px solid #0b4f5c;border-radius:6px;padding:24px;color:#12303a}.encuesta form{display:flex;flex-wrap:wrap;gap:12px}</style>`,
    main: (
      is,
    ) => `<h2>Antes de su visita</h2><p>Lea con calma estas indicaciones. Si toma medicación para la tensión, tráigala en su caja y no la cambie por su cuenta antes de hablar con el médico.</p>
<p><button type="button" class="encuesta-abrir">Opinar sobre esta web</button></p>
<dialog class="encuesta" aria-labelledby="encuesta-titulo"><h2 id="encuesta-titulo">¿Le ha sido útil esta página?</h2><form method="dialog"><button value="si">Sí, mucho</button><button value="no">No del todo</button><button value="luego">Ahora no</button></form></dialog>
<script>
{
  const survey = document.querySelector('.encuesta')
  document.querySelector('.encuesta-abrir').addEventListener('click', () => survey.showModal())
  ${is ? 'setTimeout(() => survey.open || survey.showModal(), 3000)' : ''}
}
</script>`,
  },
  {
    id: 'pale-count-of-letters-left-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the count of the letters that are left below a field is light blue on almost white',
    where: '.note__left',
    about: /contrast|colou?r/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.note textarea{display:block;width:min(100%,30rem);box-sizing:border-box}.note__left{margin:.25rem 0 1rem;color:${is ? '#93b4e8' : '#374151'}}</style>`,
    main: () => `<form class="note" method="post" action="/app/notes"><h2>Note for the bookkeeper</h2>
<label for="note">What should be looked at?</label>
<textarea id="note" name="note" rows="4" maxlength="200" aria-describedby="note-left"></textarea>
<p class="note__left" id="note-left">200 letters left</p>
<button>Leave the note</button></form>
<script>
document.getElementById('note').addEventListener('input', ({ target }) => {
  document.getElementById('note-left').textContent = 200 - target.value.length + ' letters left'
})
</script>`,
  },
  {
    id: 'the-form-is-found-here-xii',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'the link to the form for complaints says only “her”, which is “here”',
    where: '.klage a',
    about: /link|purpose/,
    site: 'kommune',
    head: () =>
      '<style>.klage{border:1px solid #6c757d;border-radius:.375rem;padding:0 1rem;margin:0 0 1rem}.klage summary{padding:.7rem 0;font-weight:700}.klage a{display:inline-block;padding:.6rem 0}</style>',
    main: (is) =>
      `<details class="klage" open><summary>Er du uenig i afgørelsen?</summary><p>Du kan klage inden fire uger fra den dag, du fik brevet, og det koster ikke noget. Klagen behandles af et nævn uden for kommunen.</p><p>${is ? 'Du finder skemaet <a href="/klage/skema">her</a>.' : '<a href="/klage/skema">Udfyld skemaet til klagen</a>'}</p></details>`,
  },
  {
    id: 'something-is-not-right-with-the-chairs-xii',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong:
      'when too many chairs are asked for, the message says that something is not right with the number and not what would be',
    where: '.anfrage, .anfrage *',
    about: /error|message|suggest/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.anfrage input{width:8rem;display:block}.anfrage__fehler{color:#9b1c1c;font-weight:700;min-height:1.5em}</style>`,
    main: (is) => `<form class="anfrage" novalidate><h2 class="text-lg">Stühle zum Tisch anfragen</h2>
<label for="stuehle">Anzahl der Stühle</label>
<input id="stuehle" name="stuehle" type="text" inputmode="numeric" autocomplete="off" aria-describedby="stuehle-fehler">
<p class="anfrage__fehler" id="stuehle-fehler" role="alert"></p>
<button>Anfragen</button><p role="status"></p></form>
<script>
document.querySelector('.anfrage').addEventListener('submit', (event) => {
  event.preventDefault()
  const field = document.getElementById('stuehle')
  const isRight = /^\\d+$/.test(field.value.trim()) && Number(field.value) >= 1 && Number(field.value) <= 8
  field.setAttribute('aria-invalid', String(!isRight))
  document.getElementById('stuehle-fehler').textContent = isRight ? '' : '${is ? 'Mit der Anzahl der Stühle stimmt etwas nicht.' : 'Von diesem Stuhl sind noch acht am Lager. Bitte geben Sie eine Zahl von 1 bis 8 ein.'}'
  event.target.querySelector('[role=status]').textContent = isRight ? 'Danke, wir melden uns mit einem Angebot.' : ''
  if (!isRight) field.focus()
})
</script>`,
  },
  {
    id: 'address-in-large-headings-xii',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'the lines of an address and of the opening hours are headings so that they come out large and bold',
    where: '.sede, .sede *',
    about: /heading/,
    site: 'clinica',
    head: () => '<style>.sede__linea{font-size:1.2rem;font-weight:700;line-height:1.3;margin:.4rem 0}</style>',
    main: (is) => {
      const name = is ? 'h3' : 'p'
      return `<div class="sede"><h2>Dónde estamos</h2>${['Carretera de la Sierra, 14', '28740 Robledillo', 'De lunes a viernes, de 8 a 20 horas', 'Sábados, de 9 a 13 horas', 'Autobuses 3 y 17, parada Hospital'].map((line) => `<${name} class="sede__linea">${line}</${name}>`).join('')}<p>El aparcamiento está detrás del edificio nuevo y es gratuito durante las dos primeras horas.</p></div>`
    },
  },
  {
    id: 'weather-of-the-valley-in-a-nameless-frame-xii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the frame that a script puts in for the weather of the valley has no title',
    where: '.weather, .weather *, iframe',
    about: /frame|title|name/,
    site: 'gazette',
    head: () =>
      '<style>.weather iframe{display:block;width:100%;max-width:30rem;height:11rem;border:1px solid #767676}</style>',
    main: (is) => `<h2 class="wp-block-heading">Weather in the valley</h2>
<div class="weather"></div>
<script>
{
  const frame = document.createElement('iframe')
  ${is ? '' : "frame.title = 'Weather in the Tarn Valley for the next three days'"}
  frame.srcdoc = '<!doctype html><html lang="en-GB"><head><title>Forecast</title><meta name="viewport" content="width=device-width"></head><body style="font:16px/1.5 Georgia,serif;color:#111;background:#fff"><main><h1 style="font-size:1.2rem">Next three days</h1><ul><li>Friday: rain from the west, 9 °C</li><li>Saturday: dry, wind on the tops, 7 °C</li><li>Sunday: first frost, 2 °C</li></ul></main></body></html>'
  document.querySelector('.weather').append(frame)
}
</script>`,
  },
  {
    id: 'tiles-fade-when-pointed-at-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'under the pointer the words of the tiles fade until their contrast is too low',
    where: '.stoffe, .stoffe *',
    about: /contrast|colou?r|hover|opacity/,
    site: 'moebel',
    head: () =>
      '<style>.stoffe a{display:flex;align-items:center;min-height:56px;text-decoration:none}.hover\\:opacity-40:hover{opacity:.4}.hover\\:underline:hover{text-decoration:underline}</style>',
    main: (is) =>
      `<h2 class="text-lg">Stoffe zum Anfassen</h2><ul class="grid-3 list-none stoffe">${[
        ['leinen', 'Leinen aus dem Allgäu'],
        ['wolle', 'Gewalkte Schafwolle'],
        ['cord', 'Breiter Cord'],
        ['leder', 'Pflanzlich gegerbtes Leder'],
      ]
        .map(
          ([path, words]) =>
            `<li><a class="border rounded p-4 ${is ? 'hover:opacity-40' : 'hover:underline'}" href="/stoffe/${path}">${words}</a></li>`,
        )
        .join('')}</ul>`,
  },
]
