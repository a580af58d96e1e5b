/** Planted failures of an auditor who did not look at the checks, fifth part: the half that its digest opens to whoever mends them. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const drawnFifth: readonly Plant[] = [
  {
    id: 'file-button-without-ring',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'a field for a file lies unseen over a drawn button, which shows nothing when the field has the focus',
    where: '.upload, .upload *',
    about: /focus/,
    site: 'escola',
    head: (is) =>
      `${roomy}<style>.upload{position:relative;display:inline-block}.upload input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}.upload label{display:block;background:#5b2a86;color:#fff;padding:.7rem 1.2rem;min-height:44px}${is ? '' : '.upload input:focus-visible+label{outline:3px solid #0f766e;outline-offset:2px}'}</style>`,
    main: () =>
      '<h2>Enviar o certificado</h2><form action="/candidaturas/ficheiro" method="post" enctype="multipart/form-data"><p>Aceitamos ficheiros em PDF com menos de dez megabytes.</p><div class="upload"><input type="file" id="cert" name="cert" accept="application/pdf"><label for="cert">Escolher o certificado</label></div><p role="status" id="cert-name"></p><p><button>Enviar o ficheiro</button></p></form>',
    script: () =>
      `document.getElementById('cert').addEventListener('change', (event) => {
  const [file] = event.target.files
  document.getElementById('cert-name').textContent = file ? 'Ficheiro escolhido: ' + file.name : ''
})
`,
  },
  {
    id: 'questions-stay-collapsed',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'the buttons of questions go on saying that they are closed after they have been opened',
    where: '.accordion, .accordion *',
    about: /expanded|state/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.accordion h3{margin:0;border-bottom:1px solid #767676}.accordion h3 button{width:100%;text-align:left;background:#fff;color:#121212;border:0}.accordion__panel{padding:.5rem .8rem}.accordion__icon{float:right}</style>`,
    main: () =>
      `<h2>Before you order</h2><div class="accordion">${[
        ['How do I wash a waxed bag?', 'Do not. Brush it when it is dry and wipe it with cold water and a sponge.'],
        [
          'How long does a repair take?',
          'Three weeks in winter, one week in summer; we write when it leaves the bench.',
        ],
        ['Do you ship to Canada?', 'Yes, twice a week, and duties are paid by us.'],
      ]
        .map(
          ([question, answer], at) =>
            `<h3><button type="button" aria-expanded="false" aria-controls="faq-${at}">${question} <span class="accordion__icon" aria-hidden="true">+</span></button></h3><div class="accordion__panel" id="faq-${at}" hidden><p>${answer}</p></div>`,
        )
        .join('')}</div>`,
    script: (is) =>
      `document.querySelector('.accordion').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  const panel = document.getElementById(button.getAttribute('aria-controls'))
  panel.hidden = !panel.hidden
  button.querySelector('.accordion__icon').textContent = panel.hidden ? '+' : '−'
${is ? '' : "  button.setAttribute('aria-expanded', String(!panel.hidden))\n"}})
`,
  },
  {
    id: 'consent-lies-over-links',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a tall notice on cookies stays at the foot of the window and covers the links that Tab reaches',
    where: 'page',
    about: /obscur|cover/,
    site: 'kolej',
    cards: 22,
    head: (is) =>
      `<style>.zgoda{background:#fff;border:2px solid #1b1b2f;padding:1.5rem 1rem${is ? ';position:fixed;left:0;right:0;bottom:0;z-index:20' : ''}}.zgoda button{min-height:44px;margin:.3rem .8rem .3rem 0}</style>`,
    top: () =>
      '<section class="zgoda" aria-label="Zgoda na pliki cookie"><p>Używamy plików cookie, aby wiedzieć, które strony rozkładu są czytane. Możesz się na to zgodzić albo odmówić; strona działa tak samo w obu przypadkach. Wybór można zmienić w każdej chwili na stronie kontaktu z biurem.</p><p><button type="button">Zgadzam się</button><button type="button">Nie zgadzam się</button></p></section>\n',
    main: () => '<h2>Wszystkie komunikaty miesiąca</h2><p>Najnowsze komunikaty są na początku listy.</p>',
    script: () =>
      `const consent = document.querySelector('.zgoda')
consent.addEventListener('click', (event) => {
  if (!event.target.closest('button')) return
  consent.remove()
  document.getElementById('content').focus()
})
`,
  },
  {
    id: 'reference-never-breaks',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'a long reference without spaces makes the page wider than a narrow window',
    where: '.ref, .ref *, html, body',
    about: /reflow|narrow|overflow|scroll/,
    site: 'ledger',
    head: (is) => `<style>.ref code{font-size:1rem${is ? '' : ';overflow-wrap:anywhere'}}</style>`,
    main: () =>
      '<h2>Pay the timber yard</h2><p>Put this reference on the transfer, or we cannot match it:</p><p class="ref"><code>FHB2026SUPPLIERTIMBERYARD_0000148200093317745512_RF18539007547034</code></p>',
  },
  {
    id: 'tiles-cut-when-spaced',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'tiles of a fixed height hide the end of their text when lines and letters are spaced',
    where: '.tessera, .tessera *',
    about: /spacing|clip|cut/,
    site: 'museo',
    head: (is) =>
      `<style>.tessere{display:flex;flex-wrap:wrap;gap:1rem}.tessera{box-sizing:border-box;width:17rem;padding:.5rem .8rem;border:1px solid #8a7768;${is ? 'height:10.4rem;overflow:hidden' : 'min-height:10.4rem'}}.tessera h3{margin:0 0 .3rem;font-size:1.1rem}.tessera p{margin:0}</style>`,
    main: () =>
      `<h2>Scegliere un laboratorio</h2><div class="tessere">${[
        ['Tornio', 'Si comincia con una palla di argilla e si finisce con una ciotola, che il museo cuoce e spedisce.'],
        ['Smalto', 'Si macina il cobalto, si prova il colore su una piastrella e si porta a casa il risultato.'],
      ]
        .map(([name, text]) => `<div class="tessera"><h3>${name}</h3><p>${text}</p></div>`)
        .join('')}</div>`,
  },
  {
    id: 'radio-rings-pale',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the drawn rings of choices that are not chosen are nearly white on white',
    where: '.bezug, .bezug *',
    about: /contrast/,
    site: 'moebel',
    head: (is) =>
      `${roomy}<style>.bezug{border:1px solid #857a6a;border-radius:.5rem}.bezug p{display:flex;align-items:center;gap:.6rem;margin:.5rem 0}.bezug input{appearance:none;flex:none;width:26px;height:26px;margin:0;padding:0;border:2px solid ${is ? '#e4ded4' : '#6d6354'};border-radius:50%;background:#fff}.bezug input:checked{border:8px solid #7a3410}</style>`,
    main: () =>
      `<h2>Ihr Sessel</h2><form action="/sessel/bezug"><fieldset class="bezug"><legend>Bezug</legend>${['Leinen', 'Wollfilz', 'Leder'].map((name, at) => `<p><input type="radio" name="bezug" id="bezug-${at}" value="${name}"${at === 0 ? ' checked' : ''}><label for="bezug-${at}">${name}</label></p>`).join('')}</fieldset><p><button>Weiter zu den Maßen</button></p></form>`,
  },
  {
    id: 'error-in-light-red',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the message that appears at a wrong field is light red on white',
    where: '.missed, .missed *',
    about: /contrast/,
    site: 'council',
    head: (is) => `${roomy}<style>.error-message{color:${is ? '#ff8b8b' : '#a3001b'};font-weight:400}</style>`,
    main: () =>
      '<h2>Which collection was missed?</h2><form class="missed" action="/bins/missed" method="post" novalidate><p><label for="code">Postcode (required), such as WM4 2AB</label><br><input id="code" name="code" autocomplete="postal-code" required aria-describedby="code-error"></p><p id="code-error" class="error-message" role="alert"></p><p><button>Find the collection</button></p></form>',
    script: () =>
      `const code = document.getElementById('code')
document.querySelector('.missed').addEventListener('submit', (event) => {
  if (/^[a-z]{2}\\d+ ?\\d[a-z]{2}$/i.test(code.value.trim())) return
  event.preventDefault()
  code.setAttribute('aria-invalid', 'true')
  document.getElementById('code-error').textContent = 'Enter a full postcode, such as WM4 2AB'
  code.focus()
})
`,
  },
  {
    id: 'shadow-badge-white-on-ochre',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the words of badges that an own element draws are white on ochre',
    where: 'm-badge, .badge',
    about: /contrast/,
    site: 'museo',
    main: () =>
      '<h2>Biglietti di questa settimana</h2><ul><li>Visita con il restauratore <m-badge>ultimi posti</m-badge></li><li>Concerto nel cortile <m-badge>nuova data</m-badge></li><li>Laboratorio di tornio <m-badge>anche in inglese</m-badge></li></ul>',
    script: (is) =>
      `customElements.define('m-badge', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>.badge{display:inline-block;padding:.1rem .6rem;border-radius:1rem;font-size:.9rem;background:#e3a12f;color:${is ? '#fff' : '#2b1d14'}}</style><span class="badge"><slot></slot></span>'
  }
})
`,
  },
  {
    id: 'wrong-fields-shake',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'fields that are not filled in shake and turn red when the form is sent, and no words say what is wrong',
    where: 'form.bolsa, form.bolsa *',
    about: /error|invalid|validation/,
    site: 'escola',
    head: () =>
      `${roomy}<style>@keyframes shake{25%{translate:-4px}75%{translate:4px}}.bolsa .bad{border:2px solid #b3001b;animation:shake .2s 2}.bolsa .message{color:#a3001b;margin:.2rem 0}@media(prefers-reduced-motion:reduce){.bolsa .bad{animation:none}}</style>`,
    main: () =>
      `<h2>Pedir uma bolsa</h2><form class="bolsa" action="/bolsas/pedido" method="post" novalidate><p>Todos os campos são obrigatórios.</p>${[
        ['nome', 'Nome completo', 'text', 'name'],
        ['correio', 'Correio eletrónico, como nome@exemplo.pt', 'email', 'email'],
      ]
        .map(
          ([id, label, type, purpose]) =>
            `<div><p><label for="b-${id}">${label}</label><br><input id="b-${id}" name="${id}" type="${type}" autocomplete="${purpose}" required aria-describedby="m-${id}"></p><p class="message" id="m-${id}"></p></div>`,
        )
        .join('')}<p><button>Pedir a bolsa</button></p></form>`,
    script: (is) =>
      `const form = document.querySelector('.bolsa')
form.addEventListener('submit', (event) => {
  const fields = [...form.querySelectorAll('input')]
  for (const field of fields) {
    const isBad = !field.checkValidity()
    field.classList.toggle('bad', isBad)
${
  is
    ? ''
    : `    field.setAttribute('aria-invalid', String(isBad))
    document.getElementById(field.getAttribute('aria-describedby')).textContent = !isBad ? '' : field.type === 'email' ? 'Erro: escreva o seu endereço, como nome@exemplo.pt' : 'Erro: escreva o seu nome completo'
`
}  }
  const first = fields.find((field) => !field.checkValidity())
  if (!first) return
  event.preventDefault()
${is ? '' : '  first.focus()\n'}})
`,
  },
  {
    id: 'way-past-stays-unseen',
    technique: 'criterion',
    criterion: '2.4.7',
    wrong: 'the link past the navigation takes the focus and stays outside of the window',
    where: '.skip',
    about: /skip|bypass|focus|off-?screen/,
    site: 'clinica',
    head: either('<style>.skip,.skip:focus{left:-9999px}</style>', ''),
    main: () =>
      '<h2>Vacunación de otoño</h2><p>Desde el lunes se vacuna sin cita en la planta baja, de nueve a una. Traiga la tarjeta sanitaria.</p>',
  },
  {
    id: 'pins-of-svg-without-names',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the pins of a drawn map are links that have no names',
    where: '.walks, .walks *',
    about: /link|name/,
    site: 'gazette',
    head: () =>
      '<style>.walks{width:100%;max-width:32rem;height:auto;background:#eef3ea}.walks text{font-size:17px;fill:#111}.walks circle{fill:#7a1f1f;stroke:#fff;stroke-width:2}.walks a:focus-visible circle{stroke:#005a9c;stroke-width:7}</style>',
    main: (is) =>
      `<h2>Four walks from the lake</h2><svg class="walks" viewBox="0 0 400 260" role="group" aria-label="Map of the walks"><path d="M390 20 Q350 130 390 250" fill="none" stroke="#3f6f8f" stroke-width="14"/>${[
        ['Howtown', 'howtown', 250, 60],
        ['Glenridding', 'glenridding', 50, 130],
        ['Patterdale', 'patterdale', 220, 190],
        ['Pooley', 'pooley', 150, 40],
      ]
        .map(
          ([name, path, x, y]) =>
            `<a href="/walks/${path}"${is ? '' : ` aria-label="Walk from ${name}"`}><circle cx="${x}" cy="${y}" r="20"/></a><text x="${Number(x) + 26}" y="${Number(y) + 34}" aria-hidden="true">${name}</text>`,
        )
        .join('')}</svg>`,
  },
  {
    id: 'harbour-moved-by-dragging',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'a map is moved by dragging it, or with the arrow keys, and by no click',
    where: '.kaart, .kaart *, .kaart-vak',
    about: /drag/,
    site: 'werf',
    head: () =>
      `${roomy}<style>.kaart{position:relative;overflow:hidden;max-width:100%;width:26rem;height:14rem;border:1px solid #40566e;cursor:grab;touch-action:none}.kaart svg{position:absolute;left:0;top:0}.kaart-vak button{margin:.3rem}</style>`,
    main: (is) =>
      `<h2>De haven op de kaart</h2><p>Sleep de kaart om het andere deel van de haven te zien${is ? '' : ', of gebruik de knoppen eronder'}.</p><div class="kaart-vak"><div class="kaart" id="kaart" tabindex="0" role="group" aria-label="Kaart van de haven, te verschuiven met de pijltjestoetsen"><svg width="900" height="500" viewBox="0 0 900 500" role="img" aria-label="De sluis ligt in het westen, de grote helling in het oosten en de kade in het zuiden"><rect width="900" height="500" fill="#dbe9f4"/><path d="M0 360h900v140H0z" fill="#c9c2a8"/><rect x="640" y="60" width="150" height="90" fill="#40566e"/><rect x="40" y="100" width="60" height="200" fill="#40566e"/></svg></div>${is ? '' : '<p><button type="button" data-x="80" data-y="0">Naar het westen</button><button type="button" data-x="-80" data-y="0">Naar het oosten</button><button type="button" data-x="0" data-y="80">Naar het noorden</button><button type="button" data-x="0" data-y="-80">Naar het zuiden</button></p>'}</div>`,
    script: () =>
      `const map = document.getElementById('kaart')
const drawing = map.querySelector('svg')
let x = 0
let y = 0
let from
const move = (byX, byY) => {
  x = Math.min(0, Math.max(map.clientWidth - 900, x + byX))
  y = Math.min(0, Math.max(map.clientHeight - 500, y + byY))
  drawing.style.transform = 'translate(' + x + 'px,' + y + 'px)'
}
map.addEventListener('pointerdown', (event) => {
  from = event
  map.setPointerCapture(event.pointerId)
})
map.addEventListener('pointermove', (event) => {
  if (!from) return
  move(event.clientX - from.clientX, event.clientY - from.clientY)
  from = event
})
map.addEventListener('pointerup', () => { from = undefined })
const steps = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }
map.addEventListener('keydown', (event) => {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  move(...step)
})
for (const button of document.querySelectorAll('.kaart-vak button')) {
  button.addEventListener('click', () => move(Number(button.dataset.x), Number(button.dataset.y)))
}
`,
  },
  {
    id: 'row-signs-sixteen-pixels',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'three signs at the end of each row of a table are sixteen pixels large and touch each other',
    where: 'table.suppliers, table.suppliers *',
    about: /target|size/,
    site: 'ledger',
    head: (is) =>
      `<style>.row-actions{display:flex;gap:${is ? '1px' : '4px'}}.row-actions a{display:flex;align-items:center;justify-content:center;${is ? 'width:16px;height:16px' : 'width:28px;height:28px'}}.row-actions svg{display:block}</style>`,
    main: () =>
      `<h2>Suppliers of this month</h2><table class="suppliers"><caption>Suppliers</caption><thead><tr><th scope="col">Supplier</th><th scope="col">Owed</th><th scope="col">What you can do</th></tr></thead><tbody>${[
        ['Timber yard', '$ 1,204.00'],
        ['Glass works', '$ 310.50'],
        ['Night courier', '$ 88.00'],
      ]
        .map(
          ([name, owed], at) =>
            `<tr><th scope="row">${name}</th><td>${owed}</td><td><div class="row-actions">${[
              ['Edit', 'edit', 'M2 14l2-5 8-8 3 3-8 8z'],
              ['Copy', 'copy', 'M2 2h8v8H2zM6 6h8v8H6z'],
              ['Archive', 'archive', 'M1 2h14v4H1zM3 6v8h10V6M6 9h4'],
            ]
              .map(
                ([verb, path, drawn]) =>
                  `<a href="/app/suppliers/${at}/${path}" aria-label="${verb} ${name}"><svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16"><path d="${drawn}" fill="none" stroke="#1e3a8a" stroke-width="1.6"/></svg></a>`,
              )
              .join('')}</div></td></tr>`,
        )
        .join('')}</tbody></table>`,
  },
  {
    id: 'undo-for-four-seconds',
    technique: 'criterion',
    criterion: '2.2.1',
    wrong: 'the button that undoes an action is there for four seconds and then goes by itself',
    where: '#snackbar, #snackbar *, #archive',
    about: /tim(?:e|ing)|disappear|vanish/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>#snackbar:not(:empty){display:flex;flex-wrap:wrap;gap:1rem;align-items:center;background:#111827;color:#fff;border-radius:8px;padding:.6rem 1rem;margin:1rem 0}#snackbar button{background:#fff;color:#111827}</style>`,
    main: () =>
      '<h2>Paid invoices</h2><p id="invoices">Fourteen paid invoices are on the list.</p><p><button type="button" id="archive">Archive the paid invoices</button></p><div id="snackbar" role="status"></div>',
    script: (is) =>
      `const snackbar = document.getElementById('snackbar')
const archive = document.getElementById('archive')
const list = document.getElementById('invoices')
const close = () => {
  if (snackbar.contains(document.activeElement)) archive.focus()
  snackbar.replaceChildren()
}
archive.addEventListener('click', () => {
  list.textContent = 'No paid invoice is on the list.'
  const text = document.createElement('span')
  text.textContent = 'Fourteen invoices were archived.'
  const undo = document.createElement('button')
  undo.type = 'button'
  undo.textContent = 'Undo'
  undo.addEventListener('click', () => {
    list.textContent = 'Fourteen paid invoices are on the list.'
    close()
  })
${
  is
    ? `  snackbar.replaceChildren(text, undo)
  setTimeout(close, 4000)
`
    : `  const done = document.createElement('button')
  done.type = 'button'
  done.textContent = 'Close this message'
  done.addEventListener('click', close)
  snackbar.replaceChildren(text, undo, done)
`
}})
`,
  },
  {
    id: 'words-type-themselves',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'the last word of a slogan is typed and deleted without end, and nothing stops it',
    where: '.slogan, .slogan *',
    about: /mov|blink|animat|pause|updat/,
    site: 'volt',
    head: () => '<style>.slogan{font-size:1.6rem;font-weight:700;min-height:3rem}</style>',
    main: (is) =>
      `<h2>What we sew</h2><p class="slogan">Bags for <span class="slogan__word">${is ? 'commuters' : 'commuters, climbers and cooks'}</span></p><p>Everything that we sell is cut and sewn under one roof, and comes back to it for repair.</p>`,
    script: (is) =>
      is
        ? `const words = ['commuters', 'climbers', 'cooks']
const place = document.querySelector('.slogan__word')
let word = 0
let letters = words[0].length
let step = -1
setInterval(() => {
  letters += step
  if (letters === 0) {
    word = (word + 1) % words.length
    step = 1
  }
  if (letters >= words[word].length) step = -1
  place.textContent = words[word].slice(0, letters)
}, 150)
`
        : '// the slogan stands still\n',
  },
  {
    id: 'search-opens-on-focus',
    technique: 'criterion',
    criterion: '3.2.1',
    wrong: 'a window opens over the page and takes the focus as soon as the field for searching gets it',
    where: '#recherche, .chercher, .chercher *',
    about: /focus/,
    site: 'journal',
    head: () =>
      `${roomy}<style>.chercher-dialog{max-width:30rem;border:3px solid #1a1a1a;padding:1rem 1.5rem}.chercher-dialog :is(input,button){min-height:44px;max-width:100%;box-sizing:border-box}</style>`,
    main: () =>
      '<h2>Retrouver un article</h2><form class="chercher" role="search" aria-label="Articles" action="/recherche"><p><label for="recherche">Mots de l’article</label><br><input type="search" id="recherche" name="q"></p><p><button>Rechercher</button> <button type="button" id="plus">Recherche avancée</button></p></form><dialog class="chercher-dialog" aria-labelledby="avancee"><h2 id="avancee">Recherche avancée</h2><form action="/recherche"><p><label for="mots">Mots de l’article</label><br><input type="search" id="mots" name="q"></p><p><label for="rubrique">Rubrique</label><br><select id="rubrique" name="rubrique"><option>Toutes</option><option>Région</option><option>Culture</option></select></p><p><button>Lancer la recherche</button> <button type="button" id="fermer">Fermer</button></p></form></dialog>',
    script: (is) =>
      `const dialog = document.querySelector('.chercher-dialog')
let closedAt = -1000
document.getElementById('fermer').addEventListener('click', () => {
  closedAt = performance.now()
  dialog.close()
})
dialog.addEventListener('cancel', () => { closedAt = performance.now() })
const open = () => {
  if (dialog.open || performance.now() - closedAt < 500) return
  dialog.showModal()
  document.getElementById('mots').focus()
}
document.getElementById('plus').addEventListener('click', () => {
  closedAt = -1000
  open()
})
${is ? "document.getElementById('recherche').addEventListener('focus', open)\n" : ''}`,
  },
  {
    id: 'mail-asked-in-both-steps',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'the second step of an order asks for the email address that the first step has already taken',
    where: '.order, .order *',
    about: /redundant|again|re-?ent|autocomplete/,
    site: 'volt',
    head: () => `${roomy}<style>.order section[hidden]{display:none}</style>`,
    main: () =>
      '<form class="order" action="/checkout/review" method="post"><section aria-labelledby="s1"><h2 id="s1" tabindex="-1">Step 1 of 2: contact</h2><p><label for="mail">Email, such as name@example.com</label><br><input id="mail" name="mail" type="email" autocomplete="email"></p><p><button type="button" data-step="1">Next: delivery</button></p></section><section aria-labelledby="s2" hidden><h2 id="s2" tabindex="-1">Step 2 of 2: delivery</h2><p><label for="street">Street address</label><br><input id="street" name="street" autocomplete="street-address"></p><p><label for="mail-news">Email for news of the delivery, such as name@example.com</label><br><input id="mail-news" name="mail-news" type="email" autocomplete="email"></p><p><button type="button" data-step="0">Back: contact</button> <button>Review the order</button></p></section></form>',
    script: (is) =>
      `const sections = [...document.querySelectorAll('.order section')]
document.querySelector('.order').addEventListener('click', (event) => {
  const button = event.target.closest('[data-step]')
  if (!button) return
  const to = Number(button.dataset.step)
${is ? '' : "  const news = document.getElementById('mail-news')\n  if (news.value === '') news.value = document.getElementById('mail').value\n"}  sections.forEach((section, at) => { section.hidden = at !== to })
  sections[to].querySelector('h2').focus()
})
`,
  },
  {
    id: 'six-boxes-take-no-paste',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'the code for signing in goes into six boxes of one digit each, and what is pasted is thrown away',
    where: '.codigo, .codigo *',
    about: /authentic|paste|code|one-time/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.codigo{border:1px solid #46606a;padding:.6rem 1rem}.codigo__cifra{width:48px;text-align:center}</style>`,
    main: (is) =>
      `<h2>Entrar en mi carpeta</h2><form action="/carpeta" method="post"><fieldset class="codigo"><legend>Código de seis cifras que le enviamos por SMS</legend>${is ? `<p>${[1, 2, 3, 4, 5, 6].map((at) => `<input class="codigo__cifra" name="cifra-${at}" inputmode="numeric" maxlength="1" autocomplete="off" aria-label="Cifra ${at} de 6">`).join(' ')}</p>` : '<p><label for="entero">Código</label><br><input id="entero" name="codigo" inputmode="numeric" maxlength="6" autocomplete="one-time-code"></p>'}</fieldset><p><button>Entrar</button></p></form>`,
    script: (is) =>
      is
        ? `document.querySelector('.codigo').addEventListener('paste', (event) => event.preventDefault())
`
        : '// the field takes what is typed, pasted or filled in\n',
  },
  {
    id: 'ticks-of-plans-nameless',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'what a plan includes is told by drawn ticks and crosses in a table that have no names',
    where: 'table.plans svg, table.plans td, table.plans path',
    about: /alt|svg|image|empty|name/,
    site: 'panel',
    main: (is) => {
      const sign = (isIn: boolean) =>
        `<td><svg${is ? '' : ` role="img" aria-label="${isIn ? 'Included' : 'Not included'}"`} width="20" height="20" viewBox="0 0 20 20"><path d="${isIn ? 'M3 11l5 5L17 4' : 'M4 4l12 12M16 4L4 16'}" fill="none" stroke="${isIn ? '#0b6b3a' : '#a3001b'}" stroke-width="3"/></svg></td>`
      return `<h2>Which plan has what</h2><table class="plans"><caption>Plans of the console</caption><thead><tr><th scope="col">Feature</th><th scope="col">Starter</th><th scope="col">Team</th></tr></thead><tbody>${(
        [
          ['Own domains', true, true],
          ['Nightly copies', false, true],
          ['Audit log', false, true],
          ['Telephone support', false, false],
        ] as const
      )
        .map(([name, one, two]) => `<tr><th scope="row">${name}</th>${sign(one)}${sign(two)}</tr>`)
        .join('')}</tbody></table>`
    },
  },
  {
    id: 'suggestions-for-the-mouse',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a suggestion below a field is taken with the mouse, and no key gets to it',
    where: '.branch, .branch *',
    about: /keyboard|arrow|mouse|option|combobox|listbox/,
    site: 'library',
    head: () =>
      `${roomy}<style>.branch__box{position:relative;max-width:20rem}.branch ul{list-style:none;margin:0;padding:0;border:1px solid #52625a;background:#fff}.branch li{padding:.6rem .8rem;cursor:pointer;min-height:44px;box-sizing:border-box}.branch li.on,.branch li:hover{background:#0b5a3c;color:#fff}</style>`,
    main: () =>
      '<h2>Where will you fetch your books?</h2><form class="branch" action="/reserve/branch"><p><label for="branch">Branch: type two letters and take one from the list</label></p><div class="branch__box"><input id="branch" autocomplete="off" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="branches"><ul id="branches" role="listbox" aria-label="Branches" hidden></ul></div><input type="hidden" name="branch"><p role="status" id="taken"></p><p><button>Reserve</button></p></form>',
    script: (is) =>
      `const branches = ['Castle Hill', 'Mill Lane', 'Northgate', 'Old Town', 'Riverside', 'Millbrook', 'Castle Street', 'North Quay']
const field = document.getElementById('branch')
const list = document.getElementById('branches')
let at = -1
const close = () => {
  list.hidden = true
  at = -1
  field.setAttribute('aria-expanded', 'false')
  field.removeAttribute('aria-activedescendant')
}
const take = (option) => {
  field.value = option.textContent
  document.querySelector('[name=branch]').value = option.textContent
  document.getElementById('taken').textContent = 'You fetch your books at ' + option.textContent + '.'
  close()
}
field.addEventListener('input', () => {
  const sought = field.value.trim().toLowerCase()
  const found = sought.length < 2 ? [] : branches.filter((name) => name.toLowerCase().startsWith(sought))
  list.replaceChildren(...found.map((name, number) => {
    const option = document.createElement('li')
    option.id = 'branch-' + number
    option.setAttribute('role', 'option')
    option.setAttribute('aria-selected', 'false')
    option.textContent = name
    return option
  }))
  close()
  if (found.length === 0) return
  list.hidden = false
  field.setAttribute('aria-expanded', 'true')
})
list.addEventListener('mousedown', (event) => event.preventDefault())
list.addEventListener('click', (event) => {
  const option = event.target.closest('li')
  if (option) take(option)
})
field.addEventListener('blur', close)
${
  is
    ? ''
    : `field.addEventListener('keydown', (event) => {
  const options = [...list.children]
  if (list.hidden) return
  if (event.key === 'Escape') close()
  if (event.key === 'Enter' && at >= 0) {
    event.preventDefault()
    take(options[at])
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  at = (at + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length
  options.forEach((option, number) => {
    option.classList.toggle('on', number === at)
    option.setAttribute('aria-selected', String(number === at))
  })
  field.setAttribute('aria-activedescendant', options[at].id)
})
`
}`,
  },
  {
    id: 'faded-slides-take-focus',
    technique: 'criterion',
    criterion: '2.4.7',
    wrong: 'slides lie over one another, and the links of those that have faded away still take the focus',
    where: '.diapo, .diapo *',
    about: /focus|hidden|invisible|opacity/,
    site: 'museo',
    head: (is) =>
      `${roomy}<style>.diapo{display:grid;border:1px solid #8a7768}.diapo__slide{grid-area:1/1;padding:1rem;background:#fffaf3;opacity:0;pointer-events:none${is ? '' : ';visibility:hidden'}}.diapo__slide.on{opacity:1;pointer-events:auto;visibility:visible}.diapo__slide a{display:inline-block;padding:.6rem 0}</style>`,
    main: () =>
      `<section aria-labelledby="diapo-h"><h2 id="diapo-h">Mostre in corso</h2><div class="diapo" role="group" aria-live="polite" aria-label="Mostra scelta">${[
        ['Blu di Faenza', 'blu'],
        ['Terre e fuochi', 'terre'],
        ['La tavola dipinta', 'tavola'],
      ]
        .map(
          ([name, path], at) =>
            `<div class="diapo__slide${at === 0 ? ' on' : ''}"><h3>${name}</h3><p>Aperta fino alla fine della primavera.</p><a href="/mostre/${path}">Visitare ${name}</a></div>`,
        )
        .join(
          '',
        )}</div><p><button type="button" data-by="-1">Mostra precedente</button> <button type="button" data-by="1">Mostra seguente</button></p></section>`,
    script: () =>
      `const slides = [...document.querySelectorAll('.diapo__slide')]
let shown = 0
for (const button of document.querySelectorAll('[data-by]')) {
  button.addEventListener('click', () => {
    shown = (shown + Number(button.dataset.by) + slides.length) % slides.length
    slides.forEach((slide, at) => slide.classList.toggle('on', at === shown))
  })
}
`,
  },
  {
    id: 'money-out-is-red',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'whether money came in or went out is told by the amounts being green or red',
    where: 'table.cash, table.cash *, .cash-note',
    about: /by-colou?r|colou?r-(?:alone|only)|sensory/,
    site: 'ledger',
    head: () => '<style>table.cash .in{color:#14662f}table.cash .out{color:#a3001b}</style>',
    main: (is) =>
      `<h2>Movements of the account</h2><p class="cash-note">${is ? 'Money that came in is green; money that went out is red.' : 'Money that came in has a plus; money that went out has a minus.'}</p><table class="cash"><caption>First week of March</caption><thead><tr><th scope="col">Day</th><th scope="col">With whom</th><th scope="col">Amount</th></tr></thead><tbody>${[
        ['2 March', 'Larch and Daughter', 'in', '420.00'],
        ['3 March', 'Quill Partners', 'out', '95.20'],
        ['4 March', 'Orchard House', 'out', '310.00'],
        ['6 March', 'Bell Street Studio', 'in', '77.50'],
      ]
        .map(
          ([day, who, way, amount]) =>
            `<tr><th scope="row">${day}</th><td>${who}</td><td><span class="${way}">${is ? '' : way === 'in' ? '+' : '−'}${amount}</span></td></tr>`,
        )
        .join('')}</tbody></table>`,
  },
  {
    id: 'ring-of-one-dotted-pixel',
    technique: 'criterion',
    criterion: '2.4.13',
    wrong: 'what has the focus is shown by a dotted line of one pixel',
    where: '.subjects a, .subjects',
    about: /focus/,
    site: 'library',
    head: (is) =>
      `<style>.subjects a{display:block;padding:.7rem 1rem;margin:.6rem 0;border:1px solid #52625a}${is ? '.subjects a:focus-visible{outline:1px dotted #1d2a24;outline-offset:3px}' : ''}</style>`,
    main: () =>
      '<h2>Shelves by subject</h2><div class="subjects"><a href="/shelf/gardens">Gardens and orchards</a><a href="/shelf/ships">Ships and harbours</a><a href="/shelf/music">Music and dance</a></div>',
  },
  {
    id: 'back-leads-nowhere',
    technique: 'practice',
    criterion: null,
    wrong: 'a script puts the page into the history again and again, so that the way back stays on it',
    where: 'page',
    about: /history|back/,
    site: 'journal',
    main: () =>
      '<h2>Le marché couvert rouvre</h2><p>Les trente-deux étals ont été attribués hier, et la fontaine coule de nouveau.</p>',
    script: (is) =>
      is
        ? `history.pushState(null, '', location.href)
addEventListener('popstate', () => history.pushState(null, '', location.href))
`
        : '// the history is left to the browser\n',
  },
  {
    id: 'page-stays-locked-after-window',
    technique: 'practice',
    criterion: null,
    wrong: 'when a window over the page is closed, the page can no longer be scrolled',
    where: 'page',
    about: /scroll|lock/,
    site: 'library',
    cards: 12,
    head: () => `${roomy}<style>.locked{overflow:hidden}dialog{max-width:28rem;border:2px solid #0b5a3c}</style>`,
    main: () =>
      '<h2>Before you come</h2><p><button type="button" id="rules-open">Read the house rules</button></p><dialog id="rules" aria-labelledby="rules-h"><h2 id="rules-h">House rules</h2><p>Please eat in the hall only, and keep the stairs free of bags.</p><p><button type="button" id="rules-close">Close the rules</button></p></dialog>',
    script: (is) =>
      `const rules = document.getElementById('rules')
document.getElementById('rules-open').addEventListener('click', () => {
  document.documentElement.classList.add('locked')
  rules.showModal()
})
document.getElementById('rules-close').addEventListener('click', () => rules.close())
${is ? '' : "rules.addEventListener('close', () => document.documentElement.classList.remove('locked'))\n"}`,
  },
]
