/** Planted failures of kinds that were told of before, on other pages and in other words, twelfth part: the first half. */
import { drawn, either, type Plant, roomy } from '#bench/planted/plant'

export const aVariants: readonly Plant[] = [
  {
    id: 'answers-open-with-a-one-xii',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'buttons that fold answers out tell their state as 0 and 1, which the attribute does not know',
    where: '.accordion-button',
    about: /expanded|state|value|aria|attribute/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.accordion-header{font-size:1rem;margin:.5rem 0}.accordion-button{width:100%;text-align:left}</style>`,
    main: (is) => {
      const answers = [
        ['Hvor længe gælder et pas?', 'Et pas til en voksen gælder i ti år, og et pas til et barn gælder i fem.'],
        ['Skal mit barn med?', 'Ja, alle over to år skal møde op, så vi kan tage et billede.'],
        ['Hvornår er passet klar?', 'Passet kommer med posten efter otte hverdage.'],
      ]
      return `<h2>Spørgsmål om pas</h2><div id="pas-svar">${answers.map(([question, answer], at) => `<h3 class="accordion-header"><button type="button" class="btn accordion-button" aria-expanded="${is ? '0' : 'false'}" aria-controls="pas-${at}">${question}</button></h3><div id="pas-${at}" hidden><p>${answer}</p></div>`).join('')}</div><script>
document.getElementById('pas-svar').addEventListener('click', event => {
  const knap = event.target.closest('button')
  if (!knap) return
  const svar = document.getElementById(knap.getAttribute('aria-controls'))
  svar.hidden = !svar.hidden
  knap.setAttribute('aria-expanded', ${is ? 'Number(!svar.hidden)' : '!svar.hidden'})
})
</script>`
    },
  },
  {
    id: 'bag-slides-in-behind-the-focus-xii',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a drawer with the bag slides over the page as a dialog, and the focus stays on the button under it',
    where: '#open-bag, .cart-drawer, .cart-drawer *',
    about: /focus|dialog|modal/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.cart-drawer{position:fixed;inset:0;background:#000a;z-index:9;overflow:auto}.cart-drawer__inner{margin-left:auto;width:min(22rem,100%);min-height:100%;background:#fff;padding:1.5rem}.cart-drawer :is(a,button){display:inline-flex;align-items:center;min-height:44px}.cart-drawer a{color:#24483e;margin-right:1rem}</style>`,
    main: (is) =>
      `<h2>Your bag</h2><p>You have one thing in it.</p><button type="button" id="open-bag">Look into the bag</button><script>
{
  const opener = document.getElementById('open-bag')
  opener.addEventListener('click', () => {
    const drawer = document.createElement('div')
    drawer.className = 'cart-drawer'
    drawer.innerHTML = '<div class="cart-drawer__inner" role="dialog" aria-modal="true" aria-labelledby="bag-title" tabindex="-1"><h2 id="bag-title">One thing in your bag</h2><p>Packable rain shell in slate, $128.</p><a href="/checkout">Check out</a><button type="button">Close the bag</button></div>'
    document.body.append(drawer)
    const [first, last] = drawer.querySelectorAll('a, button')
    const leave = event => {
      if (event.type === 'keydown' && event.key !== 'Escape') return
      document.removeEventListener('keydown', leave)
      drawer.remove()
      opener.focus()
    }
    document.addEventListener('keydown', leave)
    last.addEventListener('click', leave)
    drawer.addEventListener('keydown', event => {
      if (event.key !== 'Tab') return
      event.preventDefault()
      ;(document.activeElement === first ? last : first).focus()
    })${is ? '' : '\n    drawer.firstElementChild.focus()'}
  })
}
</script>`,
  },
  {
    id: 'timetable-slides-for-mice-xii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'a wide timetable slides sideways in a box that has been taken out of the order of the keyboard',
    where: '.przewijane',
    about: /scroll|keyboard|tabindex|focus/,
    site: 'kolej',
    head: () =>
      '<style>.przewijane{overflow-x:auto;max-width:100%;border:1px solid #77779a}.przewijane table{min-width:1400px;white-space:nowrap}</style>',
    main: (is) => {
      const stations = [
        'Tarnów',
        'Tuchów',
        'Gromnik',
        'Bobowa',
        'Stróże',
        'Grybów',
        'Nowy Sącz',
        'Stary Sącz',
        'Krynica',
      ]
      const rows = [
        ['Pociąg 331', '5.02', '5.31', '5.44', '6.07', '6.20', '6.38', '7.15', '7.24', '8.31'],
        ['Pociąg 335', '9.10', '9.39', '9.52', '10.15', '10.28', '10.46', '11.23', '11.32', '12.39'],
        ['Pociąg 339', '15.40', '16.09', '16.22', '16.45', '16.58', '17.16', '17.53', '18.02', '19.09'],
      ]
      return `<h2 id="rozklad-sacz">Rozkład Tarnów – Krynica</h2>
<div class="przewijane" role="region" aria-labelledby="rozklad-sacz" tabindex="${is ? '-1' : '0'}"><table><thead><tr><th scope="col">Pociąg</th>${stations.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.map(([name, ...times]) => `<tr><th scope="row">${name}</th>${times.map((time) => `<td>${time}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
    },
  },
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
    id: 'only-typed-words-sign-in-xii',
    technique: 'criterion',
    criterion: '3.3.8',
    wrong:
      'the form to sign in turns away whatever comes into its password by pasting, dropping or filling in, so that it must be typed from memory',
    where: '#sign-in, #sign-in *',
    about: /password|paste|authent|autocomplete|cognitive/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<form id="sign-in" method="post" action="/app/sign-in"><h2>Sign in to see the books</h2><p><label for="sign-in-mail">Email address</label><br><input id="sign-in-mail" name="mail" type="email" autocomplete="username" required></p><p><label for="sign-in-word">Password</label><br><input id="sign-in-word" name="word" type="password" autocomplete="${is ? 'off' : 'current-password'}" required></p><p>Both are required.</p><button>Sign in</button></form>${
        is
          ? `<script>
document.getElementById('sign-in').addEventListener('beforeinput', event => {
  const isTyped = ['insertText', 'deleteContentBackward', 'deleteContentForward'].includes(event.inputType)
  if (event.target.type === 'password' && !isTyped) event.preventDefault()
})
</script>`
          : ''
      }`,
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
    id: 'parts-of-the-ship-drop-the-focus-xii',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'a script takes the focus from the buttons of a group as soon as one of them gets it',
    where: '.onderdelen, .onderdelen *',
    about: /focus|keyboard|blur/,
    site: 'werf',
    head: () => `${roomy}<style>.onderdelen{display:flex;flex-wrap:wrap;gap:.75rem}</style>`,
    main: (is) => {
      const parts = [
        ['Boeg', 'De boeg is van eik en werd in 1923 voor het eerst vervangen.'],
        ['Mast', 'De mast is een enkele stam uit het Zwarte Woud.'],
        ['Roer', 'Het roer hangt aan drie smeedijzeren vingerlingen.'],
      ]
      return `<h2>Het schip in delen</h2><div class="onderdelen">${parts.map(([name, words]) => `<button type="button" data-uitleg="${words}">${name}</button>`).join('')}</div><p id="uitleg" role="status">Kies een deel van het schip.</p><script>
{
  const delen = document.querySelector('.onderdelen')
  delen.addEventListener('click', event => {
    const knop = event.target.closest('button')
    if (knop) document.getElementById('uitleg').textContent = knop.dataset.uitleg
  })${is ? "\n  delen.addEventListener('focusin', event => event.target.blur())" : ''}
}
</script>`
    },
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
    id: 'seats-of-the-concert-are-spans-xii',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'seats that are chosen by mouse and keys are spans without a role, and whether one is chosen is only drawn',
    where: '.posto',
    about: /role|state|name|aria|semantic|checked|pressed/,
    site: 'museo',
    head: () =>
      '<style>.posti{display:flex;flex-wrap:wrap;gap:.6rem;max-width:18rem}.posto{box-sizing:border-box;display:grid;grid-auto-flow:column;place-content:center;width:60px;height:48px;border:2px solid #6b5a4d;cursor:pointer}.posto.preso{border:4px solid #0f4c81;font-weight:700}.posto.preso::after{content:"✓" / ""}</style>',
    main: (is) =>
      `<h2 id="posti-t">Scegliete i posti nel cortile</h2><div class="posti" role="group" aria-labelledby="posti-t">${['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'].map((seat) => `<span class="posto" tabindex="0"${is ? '' : ' role="checkbox" aria-checked="false"'}>${seat}</span>`).join('')}</div><p>I posti scelti si pagano alla cassa.</p><script>
for (const posto of document.querySelectorAll('.posto')) {
  const scegli = () => {
    posto.classList.toggle('preso')${is ? '' : "\n    posto.setAttribute('aria-checked', posto.classList.contains('preso'))"}
  }
  posto.addEventListener('click', scegli)
  posto.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    scegli()
  })
}
</script>`,
  },
  {
    id: 'chess-problem-drawn-in-letters-xii',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'the board of a chess problem is drawn with letters and dots, and nothing tells in words what stands on it',
    where: '.position',
    about: /alt|ascii|image|text|pre/,
    site: 'library',
    head: () => '<style>.position{font:1.1rem/1.3 monospace;padding:.5rem;border:1px solid #52625a}</style>',
    main: (is) =>
      `<section aria-labelledby="chess-t"><h2 id="chess-t">The problem of the week</h2><p>White moves and mates at once. Who finds the move gets a cup of tea on Saturday.</p><pre class="position"${is ? '' : ' role="img" aria-label="Chess board. White has the king on g1, a rook on d1 and pawns on f2, g2 and h2. Black has the king on g8 and pawns on f7, g7 and h7."'}>8 . . . . . . k .
7 . . . . . p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . P P P
1 . . . R . . K .
  a b c d e f g h</pre></section>`,
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
    id: 'vagas-under-candidatos-xii',
    technique: 'F90',
    criterion: '1.3.1',
    wrong:
      'the cells of two columns name each other’s headers: places are tied to applicants, and applicants to places',
    where: '.vagas, .vagas *',
    about: /header|table|cell/,
    site: 'escola',
    main: (is) => {
      const courses = [
        ['enologia', 'Enologia', '118', '40'],
        ['ensino', 'Ensino', '96', '25'],
        ['turismo', 'Turismo', '143', '60'],
      ]
      const [first, second] = is ? ['v-vagas', 'v-candidatos'] : ['v-candidatos', 'v-vagas']
      return `<h2>Concurso deste ano</h2><table class="vagas"><thead><tr><th id="v-curso">Curso</th><th id="v-candidatos">Candidatos</th><th id="v-vagas">Vagas</th></tr></thead><tbody>${courses.map(([id, name, applicants, places]) => `<tr><th id="v-${id}" headers="v-curso">${name}</th><td headers="v-${id} ${first}">${applicants}</td><td headers="v-${id} ${second}">${places}</td></tr>`).join('')}</tbody></table>`
    },
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
    id: 'since-when-in-grey-on-night-xii',
    technique: 'criterion',
    criterion: '1.4.6',
    wrong: 'notes on versions are grey on a dark ground, with less than the enhanced contrast',
    where: '.since',
    about: /contrast|colou?r/,
    site: 'manual',
    head: (is) => `<style>.since{color:${is ? '#848d97' : '#d0d7de'};margin:.25rem 0 1rem}</style>`,
    main: () =>
      '<h2>Options of the client</h2><h3>budget</h3><p>How long all tries together may take.</p><p class="since">Since version 2.3. Earlier versions tried four times, however long it took.</p><h3>clock</h3><p>What tells the time; tests put their own here.</p><p class="since">Since version 3.0. Replaces the option that was named timer.</p>',
  },
  {
    id: 'months-hang-on-the-month-before-xii',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'cells of a table name the figures of the month before as their headers',
    where: '.usage, .usage *',
    about: /header|table|cell/,
    site: 'panel',
    main: (is) => {
      const months = [
        ['April', '412 GB', '38 h'],
        ['May', '455 GB', '41 h'],
        ['June', '390 GB', '35 h'],
      ]
      const headers = (column: string, at: number) =>
        is && at > 0 ? `use-${column}-${at - 1}` : `use-${column} use-month-${at}`
      return `<h2>Usage by month</h2><table class="usage"><thead><tr><th id="use-month">Month</th><th id="use-traffic">Traffic</th><th id="use-build">Build time</th></tr></thead><tbody>${months.map(([month, traffic, build], at) => `<tr><th id="use-month-${at}" headers="use-month">${month}</th><td id="use-traffic-${at}" headers="${headers('traffic', at)}">${traffic}</td><td id="use-build-${at}" headers="${headers('build', at)}">${build}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'price-of-today-blinks-xii',
    technique: 'F112',
    criterion: '2.2.2',
    wrong: 'a script makes the offer of the day appear and vanish every second for as long as the page is open',
    where: '.offer, .offer *',
    about: /blink|anim|motion|moving|pause/,
    site: 'riwaq',
    head: () =>
      '<style>.skip{left:auto;right:-999px}.skip:focus{left:auto;right:0}.offer{border:2px solid #234d20;padding:.6rem 1rem}.offer b{display:inline-block;color:#7a1212}</style>',
    main: (is) =>
      `<div class="offer"><b>عرض اليوم</b><p>خصم ثلاثين في المئة على كتب الأطفال حتى المساء.</p></div>${
        is
          ? `<script>
document.querySelector('.offer b').animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { duration: 1000, iterations: Infinity })
</script>`
          : ''
      }`,
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
    id: 'language-is-called-italiano-xii',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'the language of the page is given as a word, “italiano”, where a code is expected',
    where: 'page',
    about: /lang/,
    site: 'museo',
    language: either('lang="italiano"', 'lang="it"'),
    main: () =>
      '<h2>Il cortile riapre</h2><p>Dopo i lavori alla fontana il cortile torna ai visitatori, con sedie all’ombra e un banco di libri usati. Nei giorni di pioggia si entra dal portone di via dei Vasai.</p>',
  },
  {
    id: 'film-of-the-card-is-just-a-film-xii',
    technique: 'F74',
    criterion: '1.2.2',
    wrong:
      'a film without captions says over again what the text above it says, and is not called an alternative to it',
    where: '.card-film, .card-film *',
    about: /caption|video|alternative|media|track|label/,
    site: 'library',
    head: () => '<style>.card-film video{display:block;max-width:100%;height:auto;background:#000}</style>',
    main: (is) =>
      `<h2>How to renew your card</h2><ol><li>Bring the old card and a letter that shows where you live.</li><li>The desk asks for your date of birth and prints a new card.</li><li>Choose four digits, and the card works at every shelf.</li></ol><div class="card-film"><p>${is ? 'See also our film.' : 'The film is an alternative to the text above for whoever would rather watch. It shows and says the same three steps and nothing else.'}</p><video controls preload="metadata" width="480" height="360" src="/media/renew-card.webm" aria-label="How to renew your card"></video></div>`,
  },
  {
    id: 'appendix-wider-than-the-window-xii',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'the name of a file stands on the page in one piece and pushes it wider than a narrow window',
    where: '.evidence, .evidence *',
    about: /reflow|overflow|scroll|width|wrap/,
    site: 'council',
    head: (is) =>
      `<style>.evidence a{display:inline-block;padding:10px 0;${is ? '' : 'max-width:100%;overflow-wrap:anywhere'}}</style>`,
    main: () =>
      '<section class="evidence" aria-labelledby="evidence-t"><h2 id="evidence-t">What the plan rests on</h2><p>The count of lorries and bicycles at all eleven crossings, as a document of forty pages:</p><p><a href="/planning/evidence">LocalPlanReview_AppendixC_TransportEvidenceBase_FinalVersion_July2025.pdf</a></p></section>',
  },
  {
    id: 'removal-is-asked-by-no-dialog-xii',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a window that asks before something is removed takes the focus, and has neither the role of one nor a name',
    where: '#remove-open, .modal-root, .modal-root *',
    about: /dialog|role|name|modal|aria/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.modal-root{position:fixed;inset:0;background:#000a;display:grid;place-items:center;z-index:9}.modal-root[hidden]{display:none}.modal-box{background:#fff;border-radius:4px;padding:1.2rem;width:min(24rem,90%)}.modal-box button{min-height:44px;margin:.25rem}</style>`,
    main: (is) =>
      `<h2>Remove the sandbox</h2><p>It has not been called for ninety days.</p><button type="button" id="remove-open">Remove…</button><div class="modal-root" hidden><div class="modal-box"${is ? '' : ' role="dialog" aria-modal="true" aria-labelledby="modal-title"'}><h2 id="modal-title">Remove the sandbox for good?</h2><p>Its logs are deleted too.</p><button type="button">Keep it</button><button type="button">Remove it</button></div></div><script>
{
  const opener = document.getElementById('remove-open')
  const modal = document.querySelector('.modal-root')
  document.body.append(modal)
  const [keep, remove] = modal.querySelectorAll('button')
  const close = () => {
    modal.hidden = true
    opener.focus()
  }
  opener.addEventListener('click', () => {
    modal.hidden = false
    keep.focus()
  })
  keep.addEventListener('click', close)
  remove.addEventListener('click', close)
  modal.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Tab') return
    event.preventDefault()
    ;(document.activeElement === keep ? remove : keep).focus()
  })
}
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
    id: 'terms-unfold-without-saying-so-xii',
    technique: 'F59',
    criterion: '4.1.2',
    wrong:
      'terms unfold what they mean when they are clicked or Enter is pressed, and say neither that they do nor whether they did',
    where: '.terms dt',
    about: /role|state|name|expanded|aria|semantic|button/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.terms dt{margin:.5rem 0}.term{display:block;font:inherit;text-align:left;width:100%;min-height:44px;box-sizing:border-box;padding:.6rem;border:1px solid var(--line);border-radius:6px;background:#161b22;color:var(--link);cursor:pointer}</style>`,
    main: (is) => {
      const terms = [
        ['Back pressure', 'What a reader does to a writer who is too fast for it.'],
        ['Budget', 'The time that all tries of a call have together.'],
        ['Span', 'One piece of work in a trace, with its beginning and its end.'],
      ]
      return `<h2>Words of this chapter</h2><dl class="terms">${terms.map(([term, meaning]) => `<dt>${is ? `<span class="term" tabindex="0">${term}</span>` : `<button type="button" class="term" aria-expanded="false">${term}</button>`}</dt><dd hidden>${meaning}</dd>`).join('')}</dl><script>
for (const term of document.querySelectorAll('.term')) {
  const meaning = term.parentElement.nextElementSibling
  const fold = () => {
    meaning.hidden = !meaning.hidden${is ? '' : "\n    term.setAttribute('aria-expanded', !meaning.hidden)"}
  }
  term.addEventListener('click', fold)${is ? "\n  term.addEventListener('keydown', event => event.key === 'Enter' && fold())" : ''}
}
</script>`
    },
  },
  {
    id: 'warning-cut-under-its-second-line-xii',
    technique: 'F69',
    criterion: '1.4.4',
    wrong: 'a warning has room for two lines and no more, and loses its end as soon as letters are made larger',
    where: '.alert-strip',
    about: /resize|zoom|clip|overflow|cut|text/,
    site: 'council',
    head: (is) =>
      `<style>.alert-strip{${is ? 'height:52px;overflow:hidden' : 'min-height:52px'};border-left:6px solid #a3151f;padding-left:12px;margin:0 0 20px}</style>`,
    main: () =>
      '<p class="alert-strip">Collections in Dunmore and Cotter Green are a day late this week because of ice on the hills. Put your bins out on Thursday, and take them in again before the gritting lorries come on Friday.</p>',
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
    id: 'mayor-of-freiburg-quoted-in-no-language-xii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a German quotation in a French article does not say that it is German',
    where: '.citation, .citation *',
    about: /lang/,
    site: 'journal',
    main: (is) =>
      `<h2>Deux villes, un seul billet</h2><p>À partir de septembre, le billet de bus sera valable des deux côtés du Rhin. Le bourgmestre de la ville allemande s’en est félicité devant les élus :</p><blockquote class="citation"${is ? '' : ' lang="de"'}><p>Wir haben zehn Jahre lang darüber gesprochen, und jetzt steigen die Leute einfach ein. So habe ich mir Europa immer vorgestellt.</p></blockquote><p>Le billet coûtera deux euros pour une heure.</p>`,
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
    id: 'day-month-year-round-and-round-xii',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'Tab goes from the day to the month to the year and to the day again, and never out of the three fields',
    where: '.born, .born *',
    about: /trap|keyboard|tab|focus/,
    site: 'council',
    head: () =>
      `${roomy}<style>.born{border:0;padding:0;margin:0 0 20px;display:flex;flex-wrap:wrap;gap:12px}.born input{width:5rem}</style>`,
    main: (is) =>
      `<form action="/elections/register"><h2>Are you old enough to vote?</h2><fieldset class="born"><legend>Your date of birth</legend><div><label for="born-day">Day</label><br><input id="born-day" name="day" inputmode="numeric" autocomplete="bday-day"></div><div><label for="born-month">Month</label><br><input id="born-month" name="month" inputmode="numeric" autocomplete="bday-month"></div><div><label for="born-year">Year</label><br><input id="born-year" name="year" inputmode="numeric" autocomplete="bday-year"></div></fieldset><button>Continue</button></form>${
        is
          ? `<script>
{
  const fields = [...document.querySelectorAll('.born input')]
  document.querySelector('.born').addEventListener('keydown', event => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    fields.at((fields.indexOf(event.target) + (event.shiftKey ? -1 : 1)) % fields.length).focus()
  })
}
</script>`
          : ''
      }`,
  },
  {
    id: 'bus-times-lined-up-by-spaces-xii',
    technique: 'F48',
    criterion: '1.3.1',
    wrong: 'a timetable of stops and hours is preformatted text whose columns are made of spaces',
    where: '.bus-times, .bus-times *',
    about: /table|pre|structure/,
    site: 'gazette',
    head: () =>
      '<style>.bus-times pre{font:15px/1.6 monospace;margin:0;padding:.5rem 0}.bus-times table{font:15px/1.6 monospace}</style>',
    main: (is) => {
      const rows = [
        ['Stop', 'Weekdays', 'Sat'],
        ['Pooley', '7.40', '9.10'],
        ['Howtown', '7.58', '9.28'],
        ['Patterdale', '8.21', '9.51'],
        ['Glenridding', '8.30', '10.00'],
      ] as const
      const [top, ...stops] = rows
      const times = is
        ? `<pre>${rows.map(([stop, week, saturday]) => stop.padEnd(13) + week.padEnd(10) + saturday).join('\n')}</pre>`
        : `<table><thead><tr>${top.map((words) => `<th scope="col">${words}</th>`).join('')}</tr></thead><tbody>${stops.map(([stop, week, saturday]) => `<tr><th scope="row">${stop}</th><td>${week}</td><td>${saturday}</td></tr>`).join('')}</tbody></table>`
      return `<section class="bus-times" aria-labelledby="bus-t"><h2 id="bus-t">The lake bus this summer</h2>${times}</section>`
    },
  },
  {
    id: 'chairs-described-as-an-object-xii',
    technique: 'F30',
    criterion: '1.1.1',
    wrong:
      'a script wrote “[object Object]” as the alternative of pictures, because it took all languages for one text',
    where: '.bilder img',
    about: /alt|image|name/,
    site: 'moebel',
    head: () =>
      '<style>.bilder{display:flex;flex-wrap:wrap;gap:1.5rem;margin-bottom:1rem}.bilder img{width:160px;height:160px}</style>',
    main: (is) => {
      const pictures = [
        {
          src: drawn("<path d='M7 2h2v10h8v10h-2v-6H9v6H7z' fill='#7a3410'/>"),
          alt: { de: 'Stuhl mit hoher Lehne aus Eiche', en: 'Oak chair with a high back' },
        },
        {
          src: drawn("<path d='M5 10h14v3h-1v9h-2v-9H8v9H6v-9H5z' fill='#7a3410'/>"),
          alt: { de: 'Hocker ohne Lehne aus Eiche', en: 'Oak stool without a back' },
        },
      ]
      return `<h2>Neu in der Werkstatt</h2><div class="bilder"></div><script>
for (const { src, alt } of ${JSON.stringify(pictures)}) {
  const bild = new Image()
  bild.src = src
  bild.alt = ${is ? 'alt' : 'alt.de'}
  document.querySelector('.bilder').append(bild)
}
</script>`
    },
  },
]
