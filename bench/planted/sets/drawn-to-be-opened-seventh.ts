/** Planted failures of an auditor who did not look at the checks, seventh part: the half that its digest opens to whoever mends them. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const drawnSeventh: readonly Plant[] = [
  {
    id: 'head-of-table-in-a-table-of-its-own-vii',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'a plugin has put the head of a table into a table of its own, so that the one with the data has no headers',
    where: '.dataTables_wrapper, .dataTables_wrapper *',
    about: /table|header|th/,
    site: 'ledger',
    head: () =>
      '<style>.dataTables_wrapper table{width:100%;table-layout:fixed}.dataTables_wrapper :is(th,td){overflow-wrap:anywhere}.dataTables_scrollBody{max-height:9rem;overflow-y:scroll}.dataTables_scrollHead{overflow-y:scroll;scrollbar-gutter:stable}.dataTables_wrapper thead th{background:#e5e7eb;position:sticky;top:0}</style>',
    main: (is) => {
      const head =
        '<thead><tr><th scope="col">Supplier</th><th scope="col">Due</th><th scope="col">Amount</th></tr></thead>'
      const body = `<tbody>${[
        ['Alder Paper', '3 June', '$212.40'],
        ['Brightwater Rent', '5 June', '$1,900.00'],
        ['Cove Couriers', '9 June', '$48.15'],
        ['Dunmore Power', '14 June', '$133.02'],
        ['Elm Cleaning', '18 June', '$260.00'],
        ['Fell Water', '21 June', '$71.80'],
      ]
        .map(([name, due, sum]) => `<tr><td>${name}</td><td>${due}</td><td>${sum}</td></tr>`)
        .join('')}</tbody>`
      return `<h2>Bills to pay</h2><div class="dataTables_wrapper">${is ? `<div class="dataTables_scrollHead"><table class="dataTable">${head}</table></div>` : ''}<div class="dataTables_scrollBody" role="region" aria-label="Bills to pay, scrolls" tabindex="0"><table class="dataTable">${is ? '' : head}${body}</table></div></div>`
    },
  },
  {
    id: 'purpose-stays-outside-of-the-shadow-vii',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong:
      'what the fields of a patient are for is said at elements of the maker’s own, and never handed to the fields in them',
    where: 'h-field, h-field *, h-field input, input, label',
    about: /autocomplete|purpose/,
    site: 'clinica',
    main: () =>
      '<h2>Sus datos de contacto</h2><form action="/paciente/datos" method="post"><h-field name="nombre" label="Su nombre y apellidos" autocomplete="name"></h-field><h-field name="correo" type="email" label="Su correo electrónico, como nombre@ejemplo.es" autocomplete="email"></h-field><h-field name="telefono" type="tel" label="Su teléfono, como 600 123 456" autocomplete="tel"></h-field><p><button style="min-height:44px">Guardar los datos</button></p></form>',
    script: (is) =>
      `customElements.define('h-field', class extends HTMLElement {
  static formAssociated = true
  constructor() {
    super()
    this.internals = this.attachInternals()
  }
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.innerHTML = '<style>:host{display:block;margin:0 0 16px}label{display:block}input{font:inherit;box-sizing:border-box;width:100%;max-width:24rem;min-height:44px;padding:6px;border:1px solid #46606a;color:#12303a;background:#fff}:focus-visible{outline:3px solid #c2410c;outline-offset:2px}</style><label for="f">' + this.getAttribute('label') + '</label><input id="f">'
    const input = root.querySelector('input')
    input.type = this.getAttribute('type') ?? 'text'
    input.name = this.getAttribute('name')
${is ? '' : "    input.autocomplete = this.getAttribute('autocomplete')\n"}    input.addEventListener('input', () => this.internals.setFormValue(input.value))
  }
})
`,
  },
  {
    id: 'dark-log-keeps-its-hours-grey-vii',
    technique: 'F24',
    criterion: '1.4.3',
    wrong: 'a switch turns a log dark, and the hours in it stay the dark grey that they had on white',
    where: '.log, .log *',
    about: /contrast/,
    site: 'panel',
    head: (is) =>
      `${roomy}<style>.log{background:#fff;border:1px solid #75808c;border-radius:4px;padding:.6rem 1rem;margin:.6rem 0}.log ol{list-style:none;margin:0;padding:0;font-family:monospace}.log time{color:#4b5563}.log[data-theme=dark]{background:#0f1720;color:#e6edf3}${is ? '' : '.log[data-theme=dark] time{color:#b6c2cf}'}</style>`,
    main: () =>
      '<h2>Log of the nightly export</h2><p><button type="button" id="theme" aria-pressed="false">Dark log</button></p><div class="log" id="log"><ol><li><time datetime="02:00">02:00:04</time> Export began with 48 tables.</li><li><time datetime="02:07">02:07:31</time> Table of invoices took four minutes.</li><li><time datetime="02:11">02:11:09</time> Archive was written to the bucket.</li><li><time datetime="02:12">02:12:00</time> Export ended without errors.</li></ol></div>',
    script: () =>
      `document.getElementById('theme').addEventListener('click', (event) => {
  const isDark = event.currentTarget.getAttribute('aria-pressed') !== 'true'
  event.currentTarget.setAttribute('aria-pressed', String(isDark))
  document.getElementById('log').dataset.theme = isDark ? 'dark' : 'light'
})
`,
  },
  {
    id: 'terms-taller-than-a-small-window-vii',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong:
      'a dialog with conditions stands in the middle of the window and does not scroll, so that a small window cuts off its start and its buttons',
    where: '#condicoes, #condicoes *',
    about: /reflow|cut|clip|overflow|viewport|scroll|dialog/,
    site: 'escola',
    head: (is) =>
      `${roomy}<style>#condicoes{box-sizing:border-box;width:min(44rem,calc(100% - 1rem));padding:1rem 1.5rem;border:2px solid #5b2a86;background:#fff;color:#1f1a2e}#condicoes::backdrop{background:rgba(0,0,0,.7)}${is ? '#condicoes{position:fixed;top:50%;left:50%;margin:0;transform:translate(-50%,-50%);max-height:none;max-width:none;overflow:visible}' : ''}</style>`,
    main: () =>
      '<h2>Residência de estudantes</h2><p>Há ainda doze quartos livres para o próximo ano.</p><p><button type="button" id="ver">Ver as condições</button></p><dialog id="condicoes" aria-labelledby="condicoes-h"><h3 id="condicoes-h">Condições da residência</h3><p>O quarto é atribuído por um ano letivo e a renda é paga até ao dia oito de cada mês, por transferência ou na secretaria.</p><p>Quem desiste antes de dezembro recebe a caução de volta, descontado o que for preciso para reparar o quarto. Depois de dezembro, a caução só é devolvida no fim do ano letivo.</p><p>As visitas saem até às onze da noite, e o silêncio é pedido a partir dessa hora em todos os corredores, nas salas de estudo e no pátio.</p><p>A cozinha de cada piso é limpa por quem a usa, segundo a escala afixada junto à porta.</p><p><button type="button" id="aceitar">Aceitar</button> <button type="button" id="fechar">Fechar</button></p></dialog>',
    script: () =>
      `const dialog = document.getElementById('condicoes')
document.getElementById('ver').addEventListener('click', () => dialog.showModal())
for (const id of ['aceitar', 'fechar']) document.getElementById(id).addEventListener('click', () => dialog.close())
`,
  },
  {
    id: 'years-run-into-each-other-when-spaced-vii',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'the years of a history are set at fixed places, and run into each other when letters and lines are spaced',
    where: '.tijdlijn, .tijdlijn *',
    about: /spacing|overlap|clip/,
    site: 'werf',
    head: (is) =>
      `<style>.tijdlijn{list-style:none;margin:1rem 0;padding:0;max-width:36rem}.tijdlijn li{padding:0;border-left:4px solid #0b4a86;padding-left:1rem;box-sizing:border-box}.tijdlijn p{margin:0}${is ? '@media(min-width:40rem){.tijdlijn{position:relative;height:340px}.tijdlijn li{position:absolute;left:0;width:100%;top:calc(var(--n)*86px)}}.tijdlijn li{margin-bottom:8px}' : '.tijdlijn li{margin-bottom:8px}'}</style>`,
    main: () =>
      `<h2>Honderd jaar werf</h2><ol class="tijdlijn">${[
        [
          '1921',
          'De broers Wiersma kopen de helling en bouwen er in hun eerste winter twee tjalken voor de vaart op Sneek.',
        ],
        [
          '1938',
          'Een brand legt de grote loods in de as, waarna het dorp in zes weken met ons een nieuwe loods neerzet.',
        ],
        ['1974', 'De laatste vrachtboot loopt van stapel en voortaan herstellen wij jachten, sloepen en oude botters.'],
        ['2019', 'De kraan op de kade wordt elektrisch, en wie wil mag op zaterdag met de kraanmeester meekijken.'],
      ]
        .map(([year, text], at) => `<li style="--n:${at}"><p><strong>${year}</strong></p><p>${text}</p></li>`)
        .join('')}</ol>`,
  },
  {
    id: 'days-are-cells-to-click-vii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the day of a journey is chosen by clicking a cell of a calendar, and by no key',
    where: '.kalendarz, .kalendarz *',
    about: /keyboard|mouse|click|focus|interactive/,
    site: 'kolej',
    head: () =>
      `${roomy}<style>.kalendarz{width:100%;max-width:24rem;table-layout:fixed}.kalendarz th{padding:.3rem 0;text-align:center;font-size:12px}.kalendarz td{padding:0;text-align:center;height:48px;cursor:pointer}#content .kalendarz td button{width:100%;min-width:0;padding:0;min-height:48px;border:0;background:#fff;color:#1b1b2f}.kalendarz td.wybrany,#content .kalendarz td.wybrany button{background:#0a3d91;color:#fff;font-weight:700}</style>`,
    main: (is) => {
      const day = (number: number) =>
        is
          ? `<td class="dzien${number === 7 ? ' wybrany' : ''}" data-day="${number}">${number}</td>`
          : `<td class="dzien${number === 7 ? ' wybrany' : ''}" data-day="${number}"><button type="button" aria-label="${number} czerwca" aria-pressed="${number === 7}">${number}</button></td>`
      const days = Array.from({ length: 28 }, (_, at) => at + 1)
      return `<h2>Kiedy jedziesz?</h2><table class="kalendarz"><caption>Czerwiec</caption><thead><tr>${['pon.', 'wt.', 'śr.', 'czw.', 'pt.', 'sob.', 'niedz.'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${[
        0, 7, 14, 21,
      ]
        .map(
          (from) =>
            `<tr>${days
              .slice(from, from + 7)
              .map(day)
              .join('')}</tr>`,
        )
        .join('')}</tbody></table><p role="status" id="dzien">Wybrany dzień: 7 czerwca</p>`
    },
    script: () =>
      `const table = document.querySelector('.kalendarz')
table.addEventListener('click', (event) => {
  const cell = event.target.closest('td.dzien')
  if (!cell) return
  for (const other of table.querySelectorAll('td')) {
    other.classList.toggle('wybrany', other === cell)
    other.querySelector('button')?.setAttribute('aria-pressed', String(other === cell))
  }
  document.getElementById('dzien').textContent = 'Wybrany dzień: ' + cell.dataset.day + ' czerwca'
})
`,
  },
  {
    id: 'certificates-are-only-dropped-vii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'a file is handed in by dragging it onto a box, and there is no field or button for it',
    where: '.largar, .largar *, .entrega, .entrega *',
    about: /drag|drop|keyboard|mouse|upload|file/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.largar{border:2px dashed #5b2a86;padding:2rem 1rem;text-align:center;background:#f6f2fa}.largar.sobre{background:#e6daf2}.entrega input[type=file]{width:100%;max-width:24rem}</style>`,
    main: (is) =>
      `<h2>Entregar o certificado</h2><form class="entrega" action="/candidaturas/certificado" method="post" enctype="multipart/form-data"><div class="largar" id="largar"><p>Arraste o certificado em PDF para esta caixa.</p></div>${is ? '' : '<p><label for="ficheiro">Ou escolha o certificado em PDF</label><br><input type="file" id="ficheiro" name="ficheiro" accept="application/pdf"></p>'}<p role="status" id="recebido"></p><p><button>Entregar</button></p></form>`,
    script: () =>
      `const box = document.getElementById('largar')
const told = document.getElementById('recebido')
const take = (files) => { if (files.length > 0) told.textContent = 'Ficheiro escolhido: ' + files[0].name }
box.addEventListener('dragover', (event) => {
  event.preventDefault()
  box.classList.add('sobre')
})
box.addEventListener('dragleave', () => box.classList.remove('sobre'))
box.addEventListener('drop', (event) => {
  event.preventDefault()
  box.classList.remove('sobre')
  take(event.dataTransfer.files)
})
document.getElementById('ficheiro')?.addEventListener('change', (event) => take(event.target.files))
`,
  },
  {
    id: 'title-stays-at-the-first-step-vii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the address and the content change from step to step, and the title goes on naming the first',
    where: 'page',
    site: 'kommune',
    title: () => 'Trin 1 af 3: Hvem du er – Skovby Kommune',
    head: () => `${roomy}<style>.flyt a{display:inline-block;padding:.7rem 1.2rem}.flyt .btn{color:#fff}</style>`,
    main: () =>
      '<div class="flyt" id="flyt"><h2 tabindex="-1">Trin 1 af 3: Hvem du er</h2><p>Vi har dit navn og din adresse fra folkeregisteret.</p><p><a class="btn" href="/flytning/trin-2" data-step="2">Gå til trin 2: Hvor du flytter hen</a></p></div>',
    script: (is) =>
      `const steps = {
  1: ['Trin 1 af 3: Hvem du er', 'Vi har dit navn og din adresse fra folkeregisteret.', 2, 'Gå til trin 2: Hvor du flytter hen'],
  2: ['Trin 2 af 3: Hvor du flytter hen', 'Find den nye adresse på din lejekontrakt eller dit skøde.', 3, 'Gå til trin 3: Hvornår du flytter'],
  3: ['Trin 3 af 3: Hvornår du flytter', 'Du kan melde flytning fra fire uger før til fem dage efter.', 1, 'Gå tilbage til trin 1: Hvem du er'],
}
const part = document.getElementById('flyt')
const show = (number) => {
  const [name, text, next, label] = steps[number]
  part.querySelector('h2').textContent = name
  part.querySelector('p').textContent = text
  const link = part.querySelector('a')
  link.href = '/flytning/trin-' + next
  link.dataset.step = next
  link.textContent = label
${is ? '' : "  document.title = name + ' – Skovby Kommune'\n"}  part.querySelector('h2').focus()
}
part.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link) return
  event.preventDefault()
  const number = Number(link.dataset.step)
  history.pushState({ number }, '', link.href)
  show(number)
})
addEventListener('popstate', (event) => show(event.state?.number ?? 1))
`,
  },
  {
    id: 'ring-cut-off-by-its-row-vii',
    technique: 'F78',
    criterion: '2.4.7',
    wrong:
      'the ring of the link that has the focus lies outside of it, and the row that it fills cuts everything off that lies outside',
    where: '.raeume, .raeume *',
    about: /focus|outline/,
    site: 'moebel',
    head: (is) =>
      `<style>.raeume{list-style:none;padding:0;max-width:24rem}.raeume li{padding:0;margin:0 0 8px;border-radius:.5rem;overflow:hidden}.raeume a{display:block;padding:.8rem 1rem;background:#f2ece2;color:#22201d}${is ? '' : '.raeume a:focus-visible{outline-offset:-5px}'}</style>`,
    main: () =>
      '<h2>Nach Räumen</h2><ul class="raeume"><li><a href="/raum/flur">Flur und Garderobe</a></li><li><a href="/raum/kueche">Küche und Essplatz</a></li><li><a href="/raum/schlafen">Schlafzimmer</a></li><li><a href="/raum/arbeiten">Arbeitszimmer</a></li></ul>',
  },
  {
    id: 'last-column-lies-over-the-fields-vii',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'the column of totals stays at the end of a wide table and covers the field that has the focus',
    where: '.budget, .budget *',
    about: /obscur|cover|focus|sticky/,
    site: 'ledger',
    head: (is) =>
      `<style>.budget{overflow-x:auto;max-width:100%}.budget table{width:1400px;table-layout:fixed}.budget th:first-child{width:110px}.budget input{width:120px;min-height:44px;box-sizing:border-box}.budget :is(td,th):last-child{width:340px;background:#e5e7eb${is ? ';position:sticky;right:0;z-index:2' : ''}}</style>`,
    main: () =>
      `<h2>Budget by month</h2><form action="/app/budget" method="post"><div class="budget" role="region" aria-label="Budget by month, scrolls sideways" tabindex="0"><table><caption>Budget in dollars</caption><thead><tr><th scope="col">Item</th>${['January', 'February', 'March', 'April', 'May', 'June'].map((name) => `<th scope="col">${name}</th>`).join('')}<th scope="col">Total</th></tr></thead><tbody>${[
        'Rent',
        'Paper',
        'Post',
      ]
        .map(
          (item) =>
            `<tr><th scope="row">${item}</th>${['January', 'February', 'March', 'April', 'May', 'June'].map((name) => `<td><input name="${item}-${name}" aria-label="${item}, ${name}" inputmode="decimal" value="120"></td>`).join('')}<td>720</td></tr>`,
        )
        .join('')}</tbody></table></div><p><button style="min-height:44px">Save the budget</button></p></form>`,
  },
  {
    id: 'menu-is-called-toggle-navigation-vii',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a button that shows "Menü" has kept the English name that its template came with',
    where: '.navbar-toggler, .navbar-toggler *',
    about: /label|name/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.navbar-toggler svg{vertical-align:middle}#sortiment[hidden]{display:none}#sortiment a{display:inline-block;padding:.6rem 0}</style>`,
    main: (is) =>
      `<h2>Unser Sortiment</h2><nav aria-label="Sortiment"><button type="button" class="navbar-toggler"${is ? ' aria-label="Toggle navigation"' : ''} aria-expanded="false" aria-controls="sortiment"><svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24"><path d="M3 6h18M3 12h18M3 18h18" stroke="#fff" stroke-width="2"/></svg> Menü</button><ul id="sortiment" class="list-none" hidden><li><a href="/sortiment/tische">Tische</a></li><li><a href="/sortiment/betten">Betten</a></li><li><a href="/sortiment/regale">Regale</a></li></ul></nav>`,
    script: () =>
      `const toggler = document.querySelector('.navbar-toggler')
toggler.addEventListener('click', () => {
  const isOpen = toggler.getAttribute('aria-expanded') !== 'true'
  toggler.setAttribute('aria-expanded', String(isOpen))
  document.getElementById('sortiment').hidden = !isOpen
})
`,
  },
  {
    id: 'days-of-twenty-pixels-vii',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the days of a month by which events are chosen are twenty pixels large and touch each other',
    where: '.month, .month *',
    about: /target|size/,
    site: 'library',
    head: (is) =>
      `<style>.month td,.month th{padding:0;border:0;text-align:center;font-size:12px}.month table{table-layout:fixed;width:${is ? 140 : 280}px}.month button{box-sizing:border-box;display:block;width:${is ? 20 : 40}px;height:${is ? 20 : 40}px;padding:0;border:0;font-size:13px;line-height:1;background:#fff;color:#1d2a24}.month button[aria-pressed=true]{background:#0b5a3c;color:#fff}.month td{line-height:1}</style>`,
    main: () =>
      `<h2>Events by day</h2><div class="month"><table><caption>March</caption><thead><tr>${['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${[0, 1, 2, 3].map((week) => `<tr>${[1, 2, 3, 4, 5, 6, 7].map((day) => `<td><button type="button" aria-pressed="false" aria-label="${week * 7 + day} March">${week * 7 + day}</button></td>`).join('')}</tr>`).join('')}</tbody></table></div><p role="status" id="shown">All events of March are shown.</p>`,
    script: () =>
      `const month = document.querySelector('.month')
month.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  for (const other of month.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button))
  document.getElementById('shown').textContent = 'Events of ' + button.getAttribute('aria-label') + ' are shown.'
})
`,
  },
  {
    id: 'language-with-an-underscore-vii',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong:
      'the language of the page is written as a server writes its locale, with an underscore, and is no language so',
    where: 'html',
    about: /lang/,
    site: 'clinica',
    language: either('lang="es_ES"', 'lang="es-ES"'),
    main: () =>
      '<h2>Donar sangre</h2><p>Puede donar sangre si tiene entre dieciocho y sesenta y cinco años y pesa más de cincuenta kilos. No venga en ayunas.</p><p>La sala de donación está en la planta baja, frente a la cafetería.</p>',
  },
  {
    id: 'consent-stays-in-english-vii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a notice about cookies stands in English on a Polish page and does not say so',
    where: '.cookies, .cookies *',
    about: /lang/,
    site: 'kolej',
    head: () =>
      '<style>.cookies{border:2px solid #4a4a68;padding:0 1rem;margin:1rem 0}.cookies button{min-height:44px;margin:0 .6rem .6rem 0}</style>',
    main: (is) =>
      `<section class="cookies" aria-labelledby="cookies-h"${is ? '' : ' lang="en"'}><h2 id="cookies-h">We value your privacy</h2><p>We and our partners store and read information on your device, such as cookies, to count our visitors and to show you offers that suit you. You can change your mind at any time in the settings at the bottom of each page.</p><p><button type="button">Accept all cookies</button><button type="button">Reject all cookies</button></p></section><h2>Komunikaty</h2><p>Od poniedziałku pociągi do Krynicy odjeżdżają z peronu drugiego.</p>`,
    script: () =>
      `document.querySelector('.cookies').addEventListener('click', (event) => {
  if (!event.target.closest('button')) return
  document.querySelector('.cookies').remove()
  const main = document.getElementById('content')
  main.focus()
})
`,
  },
  {
    id: 'proof-is-sent-once-chosen-vii',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'a form is sent and the page left as soon as a file has been chosen',
    where: '#proof, .proof, .proof *',
    about: /change|submit|input|context/,
    site: 'library',
    head: () => `${roomy}<style>.proof input[type=file]{width:100%;max-width:26rem;box-sizing:border-box}</style>`,
    main: () =>
      '<h2>Proof of address</h2><form class="proof" action="/card/proof" method="post" enctype="multipart/form-data"><p><label for="proof">A letter or bill with your address, as a PDF</label><br><input type="file" id="proof" name="proof" accept="application/pdf"></p><p><label for="note">A note for the staff, if you like</label><br><input id="note" name="note"></p><p><button>Send the letter</button></p></form>',
    script: either(
      `document.getElementById('proof').addEventListener('change', (event) => event.target.form.submit())
`,
      '// the form is sent by its button\n',
    ),
  },
  {
    id: 'form-refuses-without-a-word-vii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a form that lacks something is not sent, and nothing says so or says what it lacks',
    where: '.offerte, .offerte *',
    about: /error|invalid|message/,
    site: 'werf',
    head: () => `${roomy}<style>.fout{color:#a3001b;font-weight:700;margin:4px 0}.fout:empty{display:none}</style>`,
    main: () =>
      '<h2>Offerte aanvragen</h2><form class="offerte" action="/offerte" method="post" novalidate><p><label for="schip">Naam van het schip (verplicht)</label><br><input id="schip" name="schip" required aria-describedby="schip-fout"></p><p class="fout" id="schip-fout"></p><p><label for="lengte">Lengte in meter, zoals 12,5 (verplicht)</label><br><input id="lengte" name="lengte" inputmode="decimal" required aria-describedby="lengte-fout"></p><p class="fout" id="lengte-fout"></p><p><button>Offerte aanvragen</button></p></form>',
    script: (is) =>
      `document.querySelector('.offerte').addEventListener('submit', (event) => {
  const rules = [
    ['schip', (text) => text !== '', 'Vul de naam van het schip in.'],
    ['lengte', (text) => /^\\d+([.,]\\d+)?$/.test(text), 'Vul de lengte in meter in, zoals 12,5.'],
  ]
  const wrong = rules.filter(([id, isRight]) => !isRight(document.getElementById(id).value.trim()))
  if (wrong.length > 0) event.preventDefault()
${
  is
    ? ''
    : `  for (const [id, , text] of rules) {
    const isWrong = wrong.some(([other]) => other === id)
    document.getElementById(id).setAttribute('aria-invalid', String(isWrong))
    document.getElementById(id + '-fout').textContent = isWrong ? text : ''
  }
  if (wrong.length > 0) document.getElementById(wrong[0][0]).focus()
`
}})
`,
  },
  {
    id: 'count-is-only-called-invalid-vii',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong: 'a number that a form does not take is called invalid, and the message does not say which it takes',
    where: '.abholung, .abholung *',
    about: /error|suggest|message|format/,
    site: 'moebel',
    head: () => `${roomy}<style>.fehler{color:#a3001b;font-weight:700}.fehler:empty{display:none}</style>`,
    main: () =>
      '<h2>Stühle zum Aufarbeiten abholen lassen</h2><form class="abholung" action="/abholung" method="post" novalidate><p><label for="anzahl">Anzahl der Stühle (Pflichtfeld)</label><br><input id="anzahl" name="anzahl" required inputmode="numeric" autocomplete="off" aria-describedby="anzahl-fehler"></p><p class="fehler" id="anzahl-fehler"></p><p><button>Abholung anfragen</button></p></form>',
    script: (is) =>
      `document.querySelector('.abholung').addEventListener('submit', (event) => {
  const count = document.getElementById('anzahl')
  const isRight = /^(?:[1-9]|1[0-2])$/.test(count.value.trim())
  count.setAttribute('aria-invalid', String(!isRight))
  document.getElementById('anzahl-fehler').textContent = isRight ? '' : '${is ? 'Anzahl der Stühle: Die Eingabe ist ungültig.' : 'Anzahl der Stühle: Schreiben Sie eine Zahl von 1 bis 12, zum Beispiel 4.'}'
  if (isRight) return
  event.preventDefault()
  count.focus()
})
`,
  },
  {
    id: 'project-gone-with-one-press-vii',
    technique: 'criterion',
    criterion: '3.3.4',
    wrong: 'one press deletes a project with all its data, which is neither asked about before nor can be undone',
    where: '.danger, .danger *, #gone',
    about: /confirm|delete|revers|undo|legal|prevent/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.danger{background:#fff;border:2px solid #a3001b;border-radius:4px;padding:1rem}#content .danger button.delete{background:#a3001b}dialog{border:2px solid #15314b;padding:1rem 1.5rem;max-width:26rem}</style>`,
    main: (is) =>
      `<h2>Settings of the image resizer</h2><section class="danger" aria-labelledby="danger-h"><h3 id="danger-h">Delete this project</h3><p>All deployments, 48 backups and the invoices of three years go with it and cannot be brought back.</p><p><button type="button" class="delete" id="delete">Delete the project</button></p>${is ? '' : '<dialog id="sure" aria-labelledby="sure-h"><h4 id="sure-h">Delete the image resizer for good?</h4><p>Its 48 backups are deleted as well.</p><p><button type="button" id="no">No, keep it</button> <button type="button" id="yes" class="delete">Yes, delete it</button></p></dialog>'}</section><p role="status" id="gone" tabindex="-1"></p>`,
    script: (is) =>
      `const remove = () => {
  document.querySelector('.danger').remove()
  const told = document.getElementById('gone')
  told.textContent = 'The project and all of its data have been deleted.'
  told.focus()
}
${
  is
    ? "document.getElementById('delete').addEventListener('click', remove)\n"
    : `const sure = document.getElementById('sure')
document.getElementById('delete').addEventListener('click', () => sure.showModal())
document.getElementById('no').addEventListener('click', () => sure.close())
document.getElementById('yes').addEventListener('click', () => {
  sure.close()
  remove()
})
`
}`,
  },
  {
    id: 'photograph-that-never-arrives-vii',
    technique: 'practice',
    criterion: null,
    wrong: 'the address of a photograph leads to a page and not to a picture, so that a broken sign is seen',
    where: '.produktbild, .produktbild *',
    about: /image|broken|load|picture/,
    site: 'moebel',
    main: either(
      '<h2>Bank für den Flur</h2><p class="produktbild"><img src="/bilder/bank-flur" alt="Eine Bank aus heller Esche unter drei Haken für Mäntel" width="240" height="180"></p><p>Die Bank trägt zwei Erwachsene und hat darunter Platz für vier Paar Stiefel.</p>',
      '<h2>Bank für den Flur</h2><p class="produktbild"><img src="/bilder/bank-flur.jpg" alt="Eine Bank aus heller Esche unter drei Haken für Mäntel" width="240" height="180"></p><p>Die Bank trägt zwei Erwachsene und hat darunter Platz für vier Paar Stiefel.</p>',
    ),
  },
  {
    id: 'headings-land-under-the-bar-vii',
    technique: 'practice',
    criterion: null,
    wrong: 'who follows a link to a part of the page lands with its heading under the bar that stays at the top',
    where: '.bar, .bar *, .part, .part *, [id^=part-]',
    about: /anchor|cover|obscur|sticky|scroll|target/,
    site: 'gazette',
    head: (is) =>
      `<style>.bar{position:sticky;top:0;z-index:5;background:#fff;border-bottom:2px solid #767676}.bar ul{display:flex;flex-wrap:wrap;gap:1.2rem;list-style:none;margin:0;padding:0}.bar a{display:inline-block;padding:1rem 0}.part{padding-bottom:55vh}.part h2{margin:0;${is ? '' : 'scroll-margin-top:120px'}}</style>`,
    main: () =>
      `<nav class="bar" aria-label="On this page"><ul><li><a href="#part-parking">Parking</a></li><li><a href="#part-food">Food</a></li><li><a href="#part-prizes">Prizes</a></li></ul></nav>${[
        ['parking', 'Parking', 'Cars stand in the field behind the school. Bring boots if it has rained.'],
        ['food', 'Food', 'The tea tent opens at ten and the oven for pies at noon.'],
        ['prizes', 'Prizes', 'The prizes for sheep, jam and sticks are given at four by the pump.'],
      ]
        .map(
          ([id, name, text]) => `<div class="part"><h2 id="part-${id}" tabindex="-1">${name}</h2><p>${text}</p></div>`,
        )
        .join('')}`,
  },
  {
    id: 'words-beside-a-box-do-not-tick-it-vii',
    technique: 'practice',
    criterion: null,
    wrong: 'boxes take their names from words that are no labels, so that pressing the words does not tick them',
    where: '.ikhtiyar, .ikhtiyar *',
    about: /label|click/,
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.ikhtiyar fieldset{border:1px solid #6c7a69}.ikhtiyar input{width:24px;height:24px;vertical-align:middle;margin-inline-end:.6rem}.ikhtiyar p{margin:.4rem 0}.ikhtiyar :is(label,.nass){display:inline-block;padding:.3rem 0}</style>`,
    main: (is) =>
      `<h2>الرسالة الأسبوعية</h2><form class="ikhtiyar" action="/risala" method="post"><fieldset><legend>ما الذي تود أن تقرأ عنه؟</legend>${[
        'الروايات الجديدة',
        'كتب الأطفال',
        'لقاءات الكتّاب',
      ]
        .map(
          (name, at) =>
            `<p><input type="checkbox" id="b-${at}" name="b" value="${at}"${is ? ` aria-labelledby="n-${at}"><span class="nass" id="n-${at}">${name}</span>` : `><label for="b-${at}" id="n-${at}">${name}</label>`}</p>`,
        )
        .join('')}</fieldset><p><button>احفظ الاختيار</button></p></form>`,
  },
]
