/** Planted failures of an auditor who did not look at the checks, sixth part: the half that is for measuring alone. Nobody looks at its misses. */
import { type Plant, roomy } from '#bench/planted/plant'

export const measuredSixth: readonly Plant[] = [
  {
    id: 'player-cannot-show-captions',
    technique: 'F8',
    criterion: '1.2.2',
    wrong: 'a player of one’s own has captions in its film, hides them, and has no button that shows them',
    where: '.player, .player *',
    about: /caption|subtitle/,
    site: 'gazette',
    head: () =>
      `${roomy}<style>.player{margin:1rem 0;max-width:30rem}.player video{display:block;width:100%;background:#000}.player__bar{display:flex;flex-wrap:wrap;gap:.5rem;padding:.5rem 0}</style>`,
    main: (is) =>
      `<h2>Film: the vicar rings the bell again</h2><figure class="player"><video id="film" src="/film/bell.webm" preload="metadata" playsinline><track kind="captions" src="/film/bell.vtt" srclang="en" label="English captions"><track kind="descriptions" src="/film/bell-described.vtt" srclang="en" label="What is seen"></video><div class="player__bar"><button type="button" data-do="play">Play</button><button type="button" data-do="mute" aria-pressed="false">Mute</button>${is ? '' : '<button type="button" data-do="captions" aria-pressed="false">Captions</button>'}</div><figcaption>The bell was mended in Kendal. <a href="/film/bell-in-words">All that is said and seen in the film of the bell, in words</a></figcaption></figure>`,
    script: () =>
      `const film = document.getElementById('film')
const [captions] = film.textTracks
captions.mode = 'hidden'
document.querySelector('.player__bar').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  if (button.dataset.do === 'play') {
    if (film.paused) film.play()
    else film.pause()
    button.textContent = film.paused ? 'Play' : 'Pause'
  }
  if (button.dataset.do === 'mute') {
    film.muted = !film.muted
    button.setAttribute('aria-pressed', String(film.muted))
  }
  if (button.dataset.do === 'captions') {
    captions.mode = captions.mode === 'showing' ? 'hidden' : 'showing'
    button.setAttribute('aria-pressed', String(captions.mode === 'showing'))
  }
})
film.addEventListener('ended', () => { document.querySelector('[data-do=play]').textContent = 'Play' })
`,
  },
  {
    id: 'street-filled-as-new-password',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'the fields of an address say that they take a new password, so that the browser keeps its list to itself',
    where: '#street, #zip, #street-line, #zip-line, #street-line *, #zip-line *',
    about: /autocomplete|purpose/,
    site: 'volt',
    head: () => roomy,
    main: (is) =>
      `<h2>Where shall we send your repair?</h2><form action="/checkout/address" method="post"><p><label for="who">Full name</label><br><input class="field__input" id="who" name="who" autocomplete="name"></p><p id="street-line"><label for="street">Street address</label><br><input class="field__input" id="street" name="street" autocomplete="${is ? 'new-password' : 'address-line1'}"></p><p id="zip-line"><label for="zip">ZIP code, such as 97209</label><br><input class="field__input" id="zip" name="zip" inputmode="numeric" autocomplete="${is ? 'new-password' : 'postal-code'}"></p><p><button class="button">Continue to shipping</button></p></form>`,
  },
  {
    id: 'chosen-chip-by-its-hue',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'which of several filters are chosen is seen only by their being green and not brown',
    where: '.chips, .chips *',
    about: /colou?r/,
    site: 'moebel',
    head: (is) =>
      `${roomy}<style>.chips{display:flex;flex-wrap:wrap;gap:.75rem}.chips button{border-radius:2rem;background:#7a3410;color:#fff}.chips button[aria-pressed=true]{background:#22543d}${is ? '' : '.chips button[aria-pressed=false] .tick{display:none}'}</style>`,
    main: (is) =>
      `<h2>Holz auswählen</h2><div class="chips" role="group" aria-label="Holz">${['Eiche', 'Esche', 'Nussbaum', 'Kirsche'].map((name, at) => `<button type="button" aria-pressed="${at % 2 === 0}">${is ? '' : '<span class="tick" aria-hidden="true">✓ </span>'}${name}</button>`).join('')}</div><p role="status" id="anzahl">24 Möbel</p>`,
    script: () =>
      `const counts = [14, 6, 10, 8]
const chips = [...document.querySelectorAll('.chips button')]
document.querySelector('.chips').addEventListener('click', (event) => {
  const chip = event.target.closest('button')
  if (!chip) return
  chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
  const sum = chips.reduce((all, each, at) => all + (each.getAttribute('aria-pressed') === 'true' ? counts[at] : 0), 0)
  document.getElementById('anzahl').textContent = sum + ' Möbel'
})
`,
  },
  {
    id: 'header-goes-clear-on-scrolling',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the header loses its ground as soon as the page is scrolled, and its white words stand on a white page',
    where: '.navbar, .navbar *',
    about: /contrast/,
    site: 'kommune',
    cards: 22,
    head: (is) =>
      `<style>@media(min-width:62rem) and (min-height:36rem){html{scroll-padding-top:9rem}.skip{z-index:20}.navbar{position:sticky;top:0;z-index:10}.rullet .navbar{${is ? 'background:transparent' : 'background:#0b3d2e;border-bottom:2px solid #fff'}}}</style>`,
    main: () =>
      '<h2>Åbningstider i ferien</h2><p>Borgerservice har åbent fra klokken 10 til 14 i uge 29 og 30. Telefonerne er åbne som de plejer.</p>',
    script: () =>
      `const mark = () => document.body.classList.toggle('rullet', window.scrollY > 60)
addEventListener('scroll', mark, { passive: true })
mark()
`,
  },
  {
    id: 'knob-of-pain-scale-pale',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the knob of a slider and the line that it runs on are nearly as white as the page',
    where: '.dolor, .dolor *',
    about: /contrast/,
    site: 'clinica',
    head: (is) =>
      `${roomy}<style>#content .dolor input{appearance:none;width:100%;max-width:24rem;min-height:44px;border:0;padding:0;background:transparent}.dolor input::-webkit-slider-runnable-track{height:8px;border-radius:4px;background:${is ? '#eef5f6' : '#5a727b'}}.dolor input::-webkit-slider-thumb{appearance:none;width:28px;height:28px;margin-top:-10px;border-radius:50%;border:0;background:${is ? '#d5e6e9' : '#0b4f5c'}}.dolor input::-moz-range-track{height:8px;background:${is ? '#eef5f6' : '#5a727b'}}.dolor input::-moz-range-thumb{width:28px;height:28px;border:0;background:${is ? '#d5e6e9' : '#0b4f5c'}}</style>`,
    main: () =>
      '<h2>Antes de la consulta</h2><form action="/cita/dolor" method="post"><p class="dolor"><label for="dolor">¿Cuánto le duele hoy, de 0 a 10?</label><br><input type="range" id="dolor" name="dolor" min="0" max="10" value="3"><br>Su respuesta: <output id="dolor-valor" for="dolor">3</output></p><p><button>Enviar la respuesta</button></p></form>',
    script: () =>
      `document.getElementById('dolor').addEventListener('input', (event) => {
  document.getElementById('dolor-valor').textContent = event.target.value
})
`,
  },
  {
    id: 'spaced-names-run-into-prices',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'when letters and words are spaced, the names in a list of prices run over the prices beside them',
    where: '.preise, .preise *',
    about: /spacing|overlap|clip|cut/,
    site: 'moebel',
    head: (is) =>
      `<style>.preise{list-style:none;padding:0;width:14rem}.preise li{border-bottom:1px solid #857a6a;padding:.5rem 0}${is ? '.preise div{position:relative;height:1.6rem}.preise span{position:absolute;left:0;top:0;white-space:nowrap}.preise b{position:absolute;right:0;top:0;white-space:nowrap}' : '.preise div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}'}</style>`,
    main: () =>
      `<h2>Aufarbeiten lassen</h2><p>Preise für ein Stück, ohne den Stoff:</p><ul class="preise">${[
        ['Sessel neu beziehen', '340 €'],
        ['Tischplatte neu ölen', '120 €'],
        ['Schublade einpassen', '45 €'],
        ['Stuhlbein anleimen', '60 €'],
      ]
        .map(([name, price]) => `<li><div><span>${name}</span> <b>${price}</b></div></li>`)
        .join('')}</ul>`,
  },
  {
    id: 'hint-goes-after-two-seconds',
    technique: 'criterion',
    criterion: '1.4.13',
    wrong: 'the explanation that opens under the pointer or the focus goes by itself after two seconds',
    where: '.hint, .hint *',
    about: /hover|tooltip|persist|tim(?:e|ing)|disappear/,
    site: 'library',
    head: () =>
      `${roomy}<style>.hint{position:relative;display:inline-block}.hint [role=tooltip]{position:absolute;left:0;top:100%;z-index:4;width:15rem;background:#1d2a24;color:#fff;padding:.6rem .8rem}.hint [role=tooltip][hidden]{display:none}</style>`,
    main: () =>
      '<h2>Join the library</h2><form action="/join" method="post"><p><label for="card">Number of your old card</label> <span class="hint"><button type="button" aria-label="Help on the number" aria-describedby="card-tip">?</button><span role="tooltip" id="card-tip" hidden>The number stands on the back of the card below the bars. It begins with HS, and has nine digits after that. Cards from before 1998 have none.</span></span><br><input id="card" name="card"></p><p><button>Join</button></p></form>',
    script: (is) =>
      `const hint = document.querySelector('.hint')
const tip = document.getElementById('card-tip')
${is ? 'let timer = 0\n' : ''}const show = () => {
  tip.hidden = false
${is ? '  clearTimeout(timer)\n  timer = setTimeout(hide, 2000)\n' : ''}}
function hide() { tip.hidden = true }
hint.addEventListener('mouseenter', show)
hint.addEventListener('mouseleave', hide)
hint.addEventListener('focusin', show)
hint.addEventListener('focusout', hide)
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hide()
})
`,
  },
  {
    id: 'branches-of-tree-open-by-mouse',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the chapters of a handbook lie in branches that open when their arrow is clicked and by no key',
    where: '.toc, .toc *',
    about: /keyboard|mouse|click|role|interactive/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.toc ul{list-style:none;padding-left:1.2rem}.toc .twisty{cursor:pointer;display:inline-block;padding:.5rem .8rem;font:inherit;color:var(--ink);background:none;border:0;text-align:left}</style>`,
    main: (is) => {
      const branch = (name: string, id: string, chapters: readonly string[]) =>
        `<li>${is ? `<span class="twisty" data-branch="${id}">▸ ${name}</span>` : `<button type="button" class="twisty" data-branch="${id}" aria-expanded="false" aria-controls="${id}"><span aria-hidden="true">▸</span> ${name}</button>`}<ul id="${id}" hidden>${chapters.map((chapter, at) => `<li><a href="/docs/${id}/${at}">${chapter}</a></li>`).join('')}</ul></li>`
      return `<h2>All chapters</h2><div class="toc"><ul>${branch('Connections', 'connections', ['Pools of connections', 'Timeouts in layers', 'Closing in order'])}${branch('Messages', 'messages', ['Framing', 'Compression', 'Checking a signature'])}</ul></div>`
    },
    script: () =>
      `document.querySelector('.toc').addEventListener('click', (event) => {
  const twisty = event.target.closest('[data-branch]')
  if (!twisty) return
  const branch = document.getElementById(twisty.dataset.branch)
  branch.hidden = !branch.hidden
  if (twisty.hasAttribute('aria-expanded')) twisty.setAttribute('aria-expanded', String(!branch.hidden))
})
`,
  },
  {
    id: 'title-stays-when-view-changes',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'a link changes the address and all that is in the view, and the title goes on naming the first view',
    where: 'page',
    about: /title/,
    site: 'ledger',
    title: () => 'Open invoices – Fernhill Books',
    head: () =>
      '<style>.views{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}.views a{display:inline-block;padding:.5rem 0}</style>',
    main: () =>
      '<ul class="views"><li><a href="/app/invoices/open" data-view="open">Open invoices</a></li><li><a href="/app/invoices/paid" data-view="paid">Paid invoices</a></li><li><a href="/app/invoices/refused" data-view="refused">Refused invoices</a></li></ul><div id="view"><h2 tabindex="-1">Open invoices</h2><p>Three invoices wait for a signature: the timber yard, the glass works and the night courier.</p></div>',
    script: (is) =>
      `const views = {
  open: ['Open invoices', 'Three invoices wait for a signature: the timber yard, the glass works and the night courier.'],
  paid: ['Paid invoices', 'Eleven invoices were paid in this quarter, the last of them on Monday.'],
  refused: ['Refused invoices', 'One invoice was sent back, because it named another company.'],
}
const show = (name) => {
  const [heading, text] = views[name]
  const view = document.getElementById('view')
  view.innerHTML = '<h2 tabindex="-1">' + heading + '</h2><p>' + text + '</p>'
${is ? '' : "  document.title = heading + ' – Fernhill Books'\n"}  view.querySelector('h2').focus()
}
document.querySelector('.views').addEventListener('click', (event) => {
  const link = event.target.closest('[data-view]')
  if (!link || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  history.pushState({ view: link.dataset.view }, '', link.href)
  show(link.dataset.view)
})
addEventListener('popstate', (event) => show(event.state?.view ?? 'open'))
`,
  },
  {
    id: 'ring-is-cut-by-its-tile',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'tiles cut off what goes over their edge, and with it the ring of the links that fill them',
    where: '.kachel, .kachel *',
    about: /focus/,
    site: 'moebel',
    head: (is) =>
      `<style>.kacheln{display:flex;flex-wrap:wrap;gap:1rem}.kachel{overflow:hidden;border-radius:.5rem;background:#f2ece2}.kachel a{display:block;padding:1.2rem 1.5rem;font-weight:700;color:#7a3410}${is ? '' : '.kachel a:focus-visible{outline-offset:-4px}'}</style>`,
    main: () =>
      '<h2>Nach Zimmer</h2><div class="kacheln"><div class="kachel"><a href="/flur">Alles für den Flur</a></div><div class="kachel"><a href="/arbeitszimmer">Alles für das Arbeitszimmer</a></div><div class="kachel"><a href="/garten">Alles für den Garten</a></div></div>',
  },
  {
    id: 'totals-lie-over-linked-rows',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'in a table that scrolls, the row of totals stays at the foot and covers the link that Tab reaches',
    where: '.booked, .booked *',
    about: /obscur|cover/,
    site: 'ledger',
    head: (is) =>
      `<style>.booked{max-height:17rem;overflow:auto;border:1px solid #6b7280}.booked table{border-collapse:separate;border-spacing:0;width:100%}.booked tfoot td,.booked tfoot th{background:#e5e7eb;${is ? 'position:sticky;bottom:0;' : ''}height:5rem}</style>`,
    main: () =>
      `<h2>Booked in this month</h2><div class="booked" role="region" aria-labelledby="booked-c" tabindex="0"><table><caption id="booked-c">Entries of June</caption><thead><tr><th scope="col">Entry</th><th scope="col">Dollars</th></tr></thead><tbody>${['Timber yard', 'Glass works', 'Night courier', 'Rent', 'Water', 'Power', 'Telephone', 'Insurance', 'Stamps', 'Paper', 'Coffee', 'Cleaning', 'Bank fees', 'Parking'].map((name, at) => `<tr><td><a href="/app/entries/${at}">${name}</a></td><td>${(at * 37) % 90}.50</td></tr>`).join('')}</tbody><tfoot><tr><th scope="row">All entries</th><td>602.00</td></tr></tfoot></table></div>`,
  },
  {
    id: 'phone-is-named-by-its-heading',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a field shows "Teléfono móvil" and is called by the heading of its part of the form',
    where: '#movil, .contacto, .contacto *',
    about: /label|name/,
    site: 'clinica',
    head: () => roomy,
    main: (is) =>
      `<form action="/cita/contacto" method="post"><h2 id="contacto-h">Cómo avisarle</h2><p class="contacto"><label for="movil" id="movil-l">Teléfono móvil</label><br><input id="movil" name="movil" type="tel" autocomplete="tel" aria-labelledby="${is ? 'contacto-h' : 'movil-l'}"></p><p><button>Guardar el número</button></p></form>`,
  },
  {
    id: 'days-of-a-month-are-tiny',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the days of a calendar are eighteen pixels large and touch each other',
    where: '.miesiac, .miesiac *',
    about: /target|size/,
    site: 'kolej',
    head: (is) =>
      `<style>.miesiac td{padding:0;border:0}.miesiac th{border:0;padding:2px;font-size:.8rem}.miesiac button{display:block;box-sizing:border-box;padding:0;border:0;border-radius:3px;font-size:.8rem;line-height:1;${is ? 'width:18px;height:18px' : 'width:36px;height:36px'}}#dzien-wybrany{min-height:1.5rem}</style>`,
    main: () => {
      const days = Array.from({ length: 5 }, (_, week) =>
        Array.from({ length: 7 }, (_empty, day) => week * 7 + day + 1).filter((day) => day <= 30),
      )
      return `<h2>Kiedy jedziesz?</h2><table class="miesiac"><caption>Czerwiec 2026</caption><thead><tr>${['pn', 'wt', 'śr', 'cz', 'pt', 'so', 'nd'].map((day) => `<th scope="col">${day}</th>`).join('')}</tr></thead><tbody>${days.map((week) => `<tr>${Array.from({ length: 7 }, (_, at) => (week[at] === undefined ? '<td></td>' : `<td><button type="button" data-day="${week[at]}">${week[at]}</button></td>`)).join('')}</tr>`).join('')}</tbody></table><p role="status" id="dzien-wybrany"></p>`
    },
    script: () =>
      `document.querySelector('.miesiac').addEventListener('click', (event) => {
  const day = event.target.closest('[data-day]')
  if (day) document.getElementById('dzien-wybrany').textContent = 'Wybrano: ' + day.dataset.day + ' czerwca 2026'
})
`,
  },
  {
    id: 'money-leaves-at-the-first-press',
    technique: 'criterion',
    criterion: '3.3.4',
    wrong: 'a payment is made by the first press, cannot be called back, and is shown to nobody before',
    where: '.pay, .pay *',
    about: /confirm|review|revers|legal|financ|prevent/,
    site: 'ledger',
    head: () => `${roomy}<style>.pay [hidden]{display:none}</style>`,
    main: (is) =>
      `<h2>Pay a supplier</h2><div class="pay"><form id="pay-form" action="/app/payments" method="post"><p><label for="payee">Supplier</label><br><select id="payee" name="payee"><option>Timber yard</option><option>Glass works</option><option>Night courier</option></select></p><p><label for="sum">Amount in dollars, such as 310.50</label><br><input id="sum" name="sum" inputmode="decimal" value="310.50"></p><p><button>${is ? 'Send the money' : 'Check the payment'}</button></p></form>${is ? '' : '<section id="check" aria-labelledby="check-h" hidden><h3 id="check-h" tabindex="-1">Check before you pay</h3><p id="check-text"></p><p><button type="button" id="confirm">Confirm and send the money</button> <button type="button" id="change">Change the payment</button></p></section>'}<p role="status" id="paid"></p></div>`,
    script: (is) =>
      `const form = document.getElementById('pay-form')
const paid = document.getElementById('paid')
const what = () => '$ ' + form.elements.sum.value + ' to ' + form.elements.payee.value
const send = () => { paid.textContent = 'You have paid ' + what() + '. A payment that was made cannot be called back.' }
${
  is
    ? `form.addEventListener('submit', (event) => {
  event.preventDefault()
  send()
})
`
    : `const check = document.getElementById('check')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  document.getElementById('check-text').textContent = 'You are about to pay ' + what() + '. Nothing has been paid yet, and a payment that was made cannot be called back.'
  form.hidden = true
  check.hidden = false
  paid.textContent = ''
  document.getElementById('check-h').focus()
})
const back = () => {
  check.hidden = true
  form.hidden = false
  form.elements.payee.focus()
}
document.getElementById('change').addEventListener('click', back)
document.getElementById('confirm').addEventListener('click', () => {
  send()
  back()
})
`
}`,
  },
  {
    id: 'full-hours-greyed-by-class',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong:
      'hours that are taken are grey and struck and do nothing, and their buttons do not say that they are out of use',
    where: '.horas, .horas *',
    about: /disabled|state/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.horas{display:flex;flex-wrap:wrap;gap:.6rem}.horas button{border:2px solid #0b4f5c}#content .horas .llena{background:#e8edee;color:#4a5a60;border-color:#4a5a60;text-decoration:line-through;cursor:not-allowed}</style>`,
    main: (is) =>
      `<h2>Elija una hora del jueves</h2><div class="horas" role="group" aria-label="Horas del jueves">${['9:00', '9:20', '9:40', '10:00', '10:20', '10:40'].map((hour, at) => `<button type="button" class="hora${[0, 2, 3].includes(at) ? ' llena' : ''}"${[0, 2, 3].includes(at) && !is ? ' disabled' : ''}>${hour}</button>`).join('')}</div><p role="status" id="elegida"></p>`,
    script: () =>
      `document.querySelector('.horas').addEventListener('click', (event) => {
  const hour = event.target.closest('.hora')
  if (!hour || hour.classList.contains('llena')) return
  document.getElementById('elegida').textContent = 'Ha elegido las ' + hour.textContent + ' del jueves.'
})
`,
  },
  {
    id: 'reading-bar-lies-over-half-the-focus',
    technique: 'criterion',
    criterion: '2.4.12',
    wrong:
      'a bar for how far one has read stays at the foot of the window and covers half of the link that Tab reaches',
    where: 'page',
    about: /obscur|cover/,
    site: 'library',
    cards: 5,
    head: (is) =>
      `<style>.read-bar{height:16px;background:#dfe8e2;border-top:1px solid #52625a;box-sizing:border-box${is ? ';position:fixed;left:0;right:0;bottom:0;z-index:9' : ''}}.read-bar div{height:100%;width:0;background:#0b5a3c}.a-to-z{list-style:none;padding:0}.a-to-z li{padding:2px 0}.a-to-z a{display:block;min-height:40px;padding:.3rem 0;box-sizing:border-box}</style>`,
    top: () => '<div class="read-bar" aria-hidden="true"><div></div></div>\n',
    main: () =>
      `<h2>All authors of the reading room</h2><p>The books of these authors are read on the spot.</p><ul class="a-to-z">${['Abbott', 'Barlow', 'Crane', 'Dunn', 'Ellery', 'Frost', 'Garland', 'Hale', 'Irvine', 'Jessop', 'Kemp', 'Lowe', 'Marsh', 'Nash', 'Orchard', 'Pike', 'Quill', 'Rowan', 'Stead', 'Thorne', 'Underhill', 'Vale', 'Wren', 'Yates'].flatMap((name) => ['Agnes', 'Bertram', 'Clara'].map((first) => `<li><a href="/catalogue/authors/${first}-${name}">${name}, ${first}</a></li>`)).join('')}</ul>`,
    script: () =>
      `const bar = document.querySelector('.read-bar div')
const measure = () => {
  const whole = document.documentElement.scrollHeight - innerHeight
  bar.style.width = (whole > 0 ? (scrollY / whole) * 100 : 100) + '%'
}
addEventListener('scroll', measure, { passive: true })
measure()
`,
  },
  {
    id: 'links-of-programme-lead-nowhere',
    technique: 'practice',
    criterion: null,
    wrong:
      'the links of a festival’s programme lead to the top of the page that they stand on, and no script does more',
    where: '.programme, .programme *',
    about: /link|href|anchor|hash|dead|target/,
    site: 'journal',
    main: (is) =>
      `<h2>Le festival jour par jour</h2><ul class="programme">${[
        ['Le plan des scènes', 'plan'],
        ['Le programme de vendredi', 'vendredi'],
        ['Le programme de samedi', 'samedi'],
        ['Les navettes depuis Pontarlier', 'navettes'],
      ]
        .map(([name, path]) => `<li><a href="${is ? '#' : `/festival/${path}`}">${name}</a></li>`)
        .join('')}</ul>`,
  },
  {
    id: 'wheel-no-longer-scrolls',
    technique: 'practice',
    criterion: null,
    wrong: 'a script keeps the wheel of the mouse for itself, so that the page cannot be scrolled with it',
    where: 'page',
    about: /scroll|wheel/,
    site: 'museo',
    cards: 22,
    main: () =>
      '<h2>Le maioliche blu</h2><p>Centoventi pezzi dal Quattrocento a oggi raccontano come il cobalto è arrivato fin qui.</p>',
    script: (is) =>
      is
        ? `addEventListener('wheel', (event) => {
  event.preventDefault()
  document.body.dataset.direction = event.deltaY > 0 ? 'down' : 'up'
}, { passive: false })
`
        : `addEventListener('wheel', (event) => {
  document.body.dataset.direction = event.deltaY > 0 ? 'down' : 'up'
}, { passive: true })
`,
  },
  {
    id: 'signs-vanish-in-forced-colours',
    technique: 'practice',
    criterion: null,
    wrong:
      'the signs of buttons are masks over a ground, and where the system sets the colours nothing of them is seen',
    where: '.tools, .tools *',
    about: /forced|high.?contrast/,
    site: 'panel',
    head: (is) =>
      `${roomy}<style>.tools{display:flex;flex-wrap:wrap;gap:.5rem}.tools button{display:flex;align-items:center;justify-content:center;padding:0}.tools i{display:block;width:22px;height:22px;background-color:#fff}${Object.entries(
        {
          rerun: 'M20 12a8 8 0 1 1-3-6.2M17 2v5h-5',
          stop: 'M6 6h12v12H6z',
          bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
        },
      )
        .map(([name, drawn]) => {
          const picture = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='${drawn}' fill='none' stroke='%23000' stroke-width='2'/%3E%3C/svg%3E")`
          return `.tools .${name}{-webkit-mask:${picture} center/contain no-repeat;mask:${picture} center/contain no-repeat}`
        })
        .join(
          '',
        )}${is ? '' : '@media(forced-colors:active){.tools i{forced-color-adjust:none;background-color:ButtonText}}'}</style>`,
    main: () =>
      '<h2>Nightly export</h2><p>The export of last night took eleven minutes.</p><div class="tools" role="group" aria-label="Nightly export"><button type="button" aria-label="Run again"><i class="rerun"></i></button><button type="button" aria-label="Stop"><i class="stop"></i></button><button type="button" aria-label="Delete"><i class="bin"></i></button></div><p role="status" id="told"></p>',
    script: () =>
      `document.querySelector('.tools').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button) document.getElementById('told').textContent = button.getAttribute('aria-label') + ': asked for, and waiting for the queue.'
})
`,
  },
]
