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
