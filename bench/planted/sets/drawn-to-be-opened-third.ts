/** Planted failures of an auditor who did not look at the checks, third part: the half that its digest opens to whoever mends them. */
import { either, type Plant } from '#bench/planted/plant'

export const drawnThird: readonly Plant[] = [
  {
    id: 'letters-a-to-d-with-breaks',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'what is to be brought along is one paragraph with letters and line breaks',
    where: '.papers',
    about: /list/,
    site: 'clinica',
    main: either(
      '<h2>Qué debe traer</h2><p class="papers">a) La tarjeta sanitaria<br>b) El informe de su médico<br>c) Las radiografías anteriores<br>d) La lista de sus medicinas</p>',
      '<h2>Qué debe traer</h2><ol class="papers" type="a"><li>La tarjeta sanitaria</li><li>El informe de su médico</li><li>Las radiografías anteriores</li><li>La lista de sus medicinas</li></ol>',
    ),
  },
  {
    id: 'large-paragraphs-of-the-editor',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'the headings of a report are paragraphs that the editor made large',
    where: '.has-x-large-font-size, h2.part',
    about: /heading/,
    site: 'gazette',
    head: () =>
      '<style>.has-x-large-font-size,h2.part{font-size:1.7rem;line-height:1.25;margin:1.6rem 0 .4rem;font-weight:400}</style>',
    main: (is) =>
      [
        ['Before the flood', 'The beck had been low since Easter, and nobody cleared the grating under the road.'],
        ['The night itself', 'At eleven the water reached the step of the bakery, and an hour later it was inside.'],
        ['What comes now', 'The bakery opens again on Monday, in the old chapel, with one oven instead of three.'],
      ]
        .map(
          ([name, text]) =>
            `${is ? `<p class="has-x-large-font-size">${name}</p>` : `<h2 class="part">${name}</h2>`}<p>${text}</p>`,
        )
        .join('\n'),
  },
  {
    id: 'on-air-sign-blinks',
    technique: 'F4',
    criterion: '2.2.2',
    wrong: 'the words "on air" in a drawing blink without end',
    where: 'svg.onair, svg.onair *',
    about: /blink|moving|animat|flash/,
    site: 'gazette',
    main: (is) =>
      `<h2>Tarn Radio</h2><p><svg class="onair" role="img" aria-label="On air" width="120" height="40" viewBox="0 0 120 40"><rect width="120" height="40" rx="6" fill="#7a1f1f"/><text x="60" y="27" font-size="20" text-anchor="middle" fill="#fff">ON AIR${is ? '<animate attributeName="opacity" values="1;0;1" dur="1.2s" repeatCount="indefinite"/>' : ''}</text></svg></p><p>The market report follows at noon.</p>`,
  },
  {
    id: 'beaches-in-red',
    technique: 'F13',
    criterion: '1.4.1',
    wrong:
      'which beaches are closed is told by the colour of their dots in a map, and its alternative does not tell it',
    where: 'svg.bays, svg.bays *, .bays-text',
    about: /alternative|image|by-colou?r|colou?r-(?:alone|only)/,
    site: 'council',
    main: (is) => {
      const bays = [
        ['Ash Cove', true],
        ['Long Sand', false],
        ['Priory Bay', true],
      ] as const
      return `<h2>Bathing water this week</h2><p class="bays-text">${is ? 'Beaches that are shown in red are closed for bathing.' : 'Ash Cove and Priory Bay are closed for bathing; Long Sand is open.'}</p><svg class="bays" role="img" aria-label="Map of the beaches of the district${is ? '' : ': Ash Cove closed, Long Sand open, Priory Bay closed'}" width="420" height="130" viewBox="0 0 420 130" style="max-width:100%;height:auto"><path d="M0 100 Q100 60 200 95 T420 80 V130 H0z" fill="#e8e2d0"/>${bays.map(([name, isClosed], at) => `<circle cx="${60 + at * 140}" cy="70" r="12" fill="${isClosed ? '#b3001b' : '#006435'}"/><text x="${60 + at * 140}" y="40" font-size="15" text-anchor="middle" fill="#0b0c0c">${name}${is ? '' : isClosed ? ' (closed)' : ' (open)'}</text>`).join('')}</svg>`
    },
  },
  {
    id: 'region-chosen-from-divs',
    technique: 'F15',
    criterion: '4.1.2',
    wrong:
      'a list to choose a region from is made of boxes that open and close, and says neither what it is nor what is chosen',
    where: '.pick, .pick *',
    about: /role|name|state|aria/,
    site: 'panel',
    head: () =>
      '<style>.pick{position:relative;width:14rem}.pick__value{border:1px solid #5f6b78;border-radius:4px;background:#fff;padding:.5rem;cursor:pointer}.pick__list{list-style:none;margin:0;padding:0;border:1px solid #5f6b78;background:#fff}.pick__list>*{padding:.4rem .5rem;cursor:pointer}.pick__list>.at{background:#15314b;color:#fff}</style>',
    main: (is) =>
      `<h2>Region</h2><p id="region-l">Region of new deployments</p><div class="pick"><div class="pick__value" id="region-v" tabindex="0"${is ? '' : ' role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="region-list" aria-labelledby="region-l"'}>eu-north</div><div class="pick__list" id="region-list"${is ? '' : ' role="listbox" aria-labelledby="region-l"'} hidden>${['eu-north', 'eu-south', 'us-east'].map((each, at) => `<div id="region-${at}"${is ? '' : ` role="option" aria-selected="${at === 0}"`}${at === 0 ? ' class="at"' : ''}>${each}</div>`).join('')}</div></div>`,
    script: (is) =>
      `const value = document.getElementById('region-v')
const list = document.getElementById('region-list')
const items = [...list.children]
let at = 0
const show = (isOpen) => {
  list.hidden = !isOpen
${is ? '' : "  value.setAttribute('aria-expanded', String(isOpen))\n  if (isOpen) value.setAttribute('aria-activedescendant', items[at].id)\n  else value.removeAttribute('aria-activedescendant')\n"}}
const go = (to) => {
  at = (to + items.length) % items.length
  items.forEach((each, index) => {
    each.classList.toggle('at', index === at)
${is ? '' : "    each.setAttribute('aria-selected', String(index === at))\n"}  })
  value.textContent = items[at].textContent
  show(!list.hidden)
}
value.addEventListener('click', () => show(list.hidden))
items.forEach((each, index) => each.addEventListener('click', () => { go(index); show(false) }))
value.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); show(list.hidden) }
  if (event.key === 'Escape') show(false)
  if (event.key === 'ArrowDown') { event.preventDefault(); go(at + 1) }
  if (event.key === 'ArrowUp') { event.preventDefault(); go(at - 1) }
})
`,
  },
  {
    id: 'waves-on-a-canvas',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'waves are drawn on a canvas beside the text without end, and nothing stops them',
    where: 'canvas.waves, .waves-box',
    about: /moving|animat|pause/,
    site: 'werf',
    main: (is) =>
      `<div class="waves-box"><canvas class="waves" width="600" height="90" aria-hidden="true" style="max-width:100%"></canvas>${is ? '' : '<p><button type="button" id="still" aria-pressed="false">Golven stilzetten</button></p>'}<p>Wie aan de kade staat, hoort het water tegen de palen slaan.</p></div>`,
    script: (is) =>
      `const canvas = document.querySelector('canvas.waves')
const pen = canvas.getContext('2d')
let isStill = ${is ? 'false' : "matchMedia('(prefers-reduced-motion: reduce)').matches"}
function draw(now) {
  pen.clearRect(0, 0, 600, 90)
  pen.beginPath()
  for (let x = 0; x <= 600; x += 4) pen.lineTo(x, 45 + 24 * Math.sin(x / 40 + now / 300))
  pen.strokeStyle = '#0b4a86'
  pen.lineWidth = 5
  pen.stroke()
  if (!isStill) requestAnimationFrame(draw)
}
requestAnimationFrame(draw)
${is ? '' : "const still = document.getElementById('still')\nstill.setAttribute('aria-pressed', String(isStill))\nstill.addEventListener('click', () => {\n  isStill = !isStill\n  still.setAttribute('aria-pressed', String(isStill))\n  if (!isStill) requestAnimationFrame(draw)\n})\n"}`,
  },
  {
    id: 'bars-of-another-year',
    technique: 'F20',
    criterion: '1.1.1',
    wrong: 'a press shows the bars of another year, and the name of the drawing goes on telling those of the first',
    where: 'svg.visits, #other-year',
    about: /alternative|image/,
    site: 'escola',
    main: () =>
      `<h2>Candidatos por ano</h2><svg class="visits" role="img" aria-label="Em 2023: 120 candidatos no diurno e 60 no noturno" width="240" height="170" viewBox="0 0 240 170"><rect x="30" y="20" width="60" height="120" fill="#5b2a86"/><rect x="140" y="80" width="60" height="60" fill="#5b2a86"/><text x="60" y="162" font-size="16" text-anchor="middle" fill="#1f1a2e">diurno</text><text x="170" y="162" font-size="16" text-anchor="middle" fill="#1f1a2e">noturno</text></svg><p><button type="button" id="other-year">Mostrar 2024</button></p>`,
    script: (is) =>
      `const drawing = document.querySelector('svg.visits')
document.getElementById('other-year').addEventListener('click', () => {
  const [day, evening] = drawing.querySelectorAll('rect')
  day.setAttribute('y', '60')
  day.setAttribute('height', '80')
  evening.setAttribute('y', '40')
  evening.setAttribute('height', '100')
${is ? '' : "  drawing.setAttribute('aria-label', 'Em 2024: 80 candidatos no diurno e 100 no noturno')\n"}})
`,
  },
  {
    id: 'diamonds-in-the-timetable',
    technique: 'F26',
    criterion: '1.3.3',
    wrong: 'diamonds and hammers beside the times of trains tell when they run, and no words say what they mean',
    where: 'table.times, table.times td',
    about: /symbol|sensory|glyph/,
    site: 'kolej',
    main: (is) => {
      const signs = is ? ['⚒', '◆', ''] : [', w dni robocze', ', w soboty', ', codziennie']
      return `<h2>Odjazdy z Krynicy</h2><table class="times"><caption>Pociągi do Tarnowa</caption><thead><tr><th scope="col">Odjazd</th><th scope="col">Peron</th></tr></thead><tbody>${['6:12', '8:40', '12:05'].map((time, at) => `<tr><td>${time}${signs[at]}</td><td>${at + 1}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'radio-of-country-leads-off',
    technique: 'F37',
    criterion: '3.2.2',
    wrong: 'choosing a country loads the shop of that country at once, without a word that it will',
    where: 'fieldset.land, fieldset.land input',
    about: /change|context|submit|input/,
    site: 'moebel',
    main: (is) =>
      `<h2>Lieferland</h2><form action="/land"><fieldset class="land"><legend>Wohin liefern wir?</legend>${['Deutschland', 'Österreich', 'Schweiz'].map((land, at) => `<p><input type="radio" name="land" id="land-${at}" value="${at}"${at === 0 ? ' checked' : ''}> <label for="land-${at}">${land}</label></p>`).join('')}</fieldset>${is ? '' : '<p><button>Zum Laden dieses Landes</button></p>'}</form>`,
    script: (is) =>
      is
        ? `for (const each of document.querySelectorAll('input[name=land]')) {
  each.addEventListener('change', () => { location.href = '/laden/' + each.value })
}
`
        : "document.querySelector('fieldset.land').addEventListener('change', (event) => event.currentTarget.classList.add('chosen'))\n",
  },
  {
    id: 'tile-says-link-takes-no-focus',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'a tile says that it is a link, leads on when it is clicked, and cannot be reached with the keyboard',
    where: '.tile',
    about: /keyboard|focus|mouse|link|role/,
    site: 'kommune',
    head: () =>
      '<style>.tile{display:block;border:1px solid #0b3d2e;border-radius:.375rem;padding:1rem;cursor:pointer;max-width:22rem;color:#0a5c43;text-decoration:underline}</style>',
    main: (is) =>
      `<h2>Selvbetjening</h2>${is ? '<div class="tile" role="link" data-to="/pas">Bestil tid til nyt pas</div>' : '<a class="tile" href="/pas">Bestil tid til nyt pas</a>'}${is ? "<script>document.querySelector('.tile').addEventListener('click',e=>{location.href=e.currentTarget.dataset.to})</script>" : ''}`,
  },
  {
    id: 'fieldset-frames-an-anecdote',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'a group of fields with a legend draws a frame around a story that has no fields',
    where: '.aside-frame',
    about: /fieldset|legend|semantic/,
    site: 'library',
    head: () => '<style>.aside-frame{border:2px solid #0b5a3c;padding:1rem;margin:1rem 0}</style>',
    main: either(
      '<fieldset class="aside-frame"><legend>The cat of the reading room</legend><p>She came with a box of atlases in the winter of 1978 and slept on Scotland until she was nineteen.</p></fieldset>',
      '<div class="aside-frame"><h2>The cat of the reading room</h2><p>She came with a box of atlases in the winter of 1978 and slept on Scotland until she was nineteen.</p></div>',
    ),
  },
  {
    id: 'gallery-in-a-captioned-table',
    technique: 'F46',
    criterion: '1.3.1',
    wrong: 'a table that only sets cards side by side has a caption, header cells and scopes',
    where: 'table.layout, table.layout *, .laid',
    about: /layout|table/,
    site: 'journal',
    head: () =>
      '<style>table.layout td,table.layout th{border:0;width:50%;vertical-align:top;font-weight:400}.laid{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem}</style>',
    main: (is) => {
      const cards = [
        'Le marché du samedi se tient sous la halle, de sept heures à midi.',
        'La piscine rouvre lundi avec un bassin pour les petits.',
        'Le car de Pontarlier passe désormais par la gare.',
        'La chorale cherche deux ténors pour le concert de Noël.',
      ]
      return is
        ? `<table class="layout" summary="Mise en page des brèves"><caption>Brèves</caption><tr><th scope="col">${cards[0]}</th><th scope="col">${cards[1]}</th></tr><tr><td>${cards[2]}</td><td>${cards[3]}</td></tr></table>`
        : `<h2>Brèves</h2><div class="laid">${cards.map((text) => `<p>${text}</p>`).join('')}</div>`
    },
  },
  {
    id: 'names-in-one-row-texts-in-the-next',
    technique: 'F49',
    criterion: '1.3.2',
    wrong:
      'a table for layout has the names of three courses in one row, their teachers in the next and their days in the third',
    where: 'table.courses, table.courses *, .courses',
    about: /order|sequence|layout|table/,
    site: 'kolej',
    head: () =>
      '<style>table.courses td{border:0;width:33%}div.courses{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem}</style>',
    main: (is) => {
      const courses = [
        ['Wycieczka parowozem', 'prowadzi Anna Kos', 'w każdą sobotę'],
        ['Spacer po dworcu', 'prowadzi Jan Wrona', 'w niedziele'],
        ['Nocny pociąg', 'prowadzi Ewa Szpak', 'w pierwszy piątek'],
      ] as const
      return is
        ? `<table class="courses" role="presentation">${[0, 1, 2].map((row) => `<tr>${courses.map((each) => `<td>${each[row]}</td>`).join('')}</tr>`).join('')}</table>`
        : `<div class="courses">${courses.map(([name, who, when]) => `<div><p>${name}</p><p>${who}</p><p>${when}</p></div>`).join('')}</div>`
    },
  },
  {
    id: 'last-pieces-come-and-go',
    technique: 'F50',
    criterion: '2.2.2',
    wrong: 'a script hides and shows the words "only two left" every half second without end',
    where: '.scarce',
    about: /blink|flash|moving|animat/,
    site: 'volt',
    main: () =>
      '<h2>Canvas tote</h2><p>$64, in moss or rust.</p><p style="min-height:1.6em"><strong class="scarce">Only two left</strong></p>',
    script: (is) =>
      is
        ? `const scarce = document.querySelector('.scarce')
window.setInterval(() => {
  scarce.style.visibility = scarce.style.visibility === 'hidden' ? 'visible' : 'hidden'
}, 500)
`
        : "document.querySelector('.scarce').dataset.seen = 'yes'\n",
  },
  {
    id: 'survey-window-after-loading',
    technique: 'F52',
    criterion: '3.2.5',
    wrong: 'a survey opens in a window of its own soon after the page has loaded',
    where: 'page',
    about: /window|popup|pop-up/,
    site: 'kommune',
    main: (is) =>
      `<h2>Hvad synes du?</h2><p>Vi vil gerne vide, om du fandt det, du ledte efter.</p>${is ? '' : '<p><a href="/undersoegelse">Svar på tre spørgsmål</a></p>'}`,
    script: (is) =>
      is
        ? `window.addEventListener('load', () => {
  setTimeout(() => window.open('/undersoegelse', 'survey', 'width=420,height=520'), 1500)
})
`
        : "document.documentElement.dataset.ready = 'yes'\n",
  },
  {
    id: 'seats-on-a-canvas',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a seat is taken by clicking into a drawing, and in no other way',
    where: '#hall, .hall-box',
    about: /keyboard|mouse|canvas|focus/,
    site: 'museo',
    main: (is) =>
      `<div class="hall-box"><h2>Scegli il posto per il concerto</h2><canvas id="hall" width="260" height="100" role="img" aria-label="Pianta della sala: cinque posti, tutti liberi"></canvas>${is ? '' : `<p>${[1, 2, 3, 4, 5].map((seat) => `<button type="button" data-seat="${seat}">Posto ${seat}</button>`).join(' ')}</p>`}<p id="taken" role="status">Nessun posto scelto.</p></div>`,
    script: (is) =>
      `const hall = document.getElementById('hall')
const pen = hall.getContext('2d')
for (let seat = 0; seat < 5; seat += 1) {
  pen.fillStyle = '#0f4c81'
  pen.fillRect(6 + seat * 52, 30, 40, 40)
}
const take = (seat) => { document.getElementById('taken').textContent = 'Hai scelto il posto ' + seat + '.' }
hall.addEventListener('click', (event) => take(Math.min(5, 1 + Math.floor(event.offsetX / 52))))
${is ? '' : "for (const each of document.querySelectorAll('[data-seat]')) each.addEventListener('click', () => take(each.dataset.seat))\n"}`,
  },
  {
    id: 'months-give-focus-up-shortly-after',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'the links to the months lose the focus by script a moment after they got it',
    where: '.months, .months a',
    about: /focus|blur|keyboard/,
    site: 'escola',
    head: () => '<style>.months{display:flex;flex-wrap:wrap;gap:1.2rem;list-style:none;padding:0}</style>',
    main: () =>
      `<h2>Prazos por mês</h2><ul class="months">${['Maio', 'Junho', 'Julho', 'Agosto'].map((month) => `<li><a href="/prazos/${month.toLowerCase()}">${month}</a></li>`).join('')}</ul>`,
    script: (is) =>
      `for (const each of document.querySelectorAll('.months a')) {
  each.addEventListener('focus', () => {
    ${is ? 'setTimeout(() => each.blur(), 150)' : "each.dataset.seen = 'yes'"}
  })
}
`,
  },
  {
    id: 'seats-given-back-in-silence',
    technique: 'F58',
    criterion: '2.2.1',
    wrong:
      'two minutes after the seats are shown a script leads away from them, without a warning or a way to ask for more time',
    where: 'page',
    about: /time|redirect|refresh/,
    site: 'kolej',
    main: () =>
      '<h2>Wybrane miejsca</h2><p>Wagon 12, miejsca 41 i 42, przy oknie.</p><form action="/zaplac" method="post"><p><button>Przejdź do płatności</button></p></form>',
    script: (is) =>
      is
        ? `const hold = 2 * 60 * 1000
setTimeout(() => location.replace('/miejsca/zwolnione'), hold)
`
        : "document.querySelector('form').dataset.held = 'yes'\n",
  },
  {
    id: 'column-head-sorts-when-pressed',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'the heads of columns sort the table when they are pressed, and do not say that they do anything',
    where: 'table.bills th, table.bills th *',
    about: /role|button|aria|mouse|keyboard/,
    site: 'ledger',
    main: (is) =>
      `<h2>Bills to pay</h2><table class="bills"><caption>Bills of suppliers</caption><thead><tr>${['Supplier', 'Amount'].map((name) => (is ? `<th scope="col" tabindex="0" style="cursor:pointer">${name} <span aria-hidden="true">⇅</span></th>` : `<th scope="col" aria-sort="none"><button type="button">${name} <span aria-hidden="true">⇅</span></button></th>`)).join('')}</tr></thead><tbody><tr><td>Timber yard</td><td>410</td></tr><tr><td>Glazier</td><td>95</td></tr><tr><td>Electrician</td><td>230</td></tr></tbody></table>`,
    script: (is) =>
      `const table = document.querySelector('table.bills')
const sortBy = (at) => {
  const rows = [...table.tBodies[0].rows]
  rows.sort((a, b) => a.cells[at].textContent.localeCompare(b.cells[at].textContent, 'en', { numeric: true }))
  table.tBodies[0].append(...rows)
${is ? '' : "  ;[...table.tHead.rows[0].cells].forEach((cell, index) => cell.setAttribute('aria-sort', index === at ? 'ascending' : 'none'))\n"}}
${is ? "[...table.tHead.rows[0].cells].forEach((cell, at) => {\n  cell.addEventListener('click', () => sortBy(at))\n  cell.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); sortBy(at) } })\n})\n" : "table.querySelectorAll('th button').forEach((button, at) => button.addEventListener('click', () => sortBy(at)))\n"}`,
  },
  {
    id: 'picture-of-a-bin-deletes',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'a picture that can be focused takes a file away when it is pressed, and says only that it is a picture',
    where: '.bin',
    about: /role|button|image|mouse|keyboard/,
    site: 'clinica',
    main: (is) =>
      `<h2>Documentos enviados</h2><p id="doc">Informe de alta, dos páginas ${is ? '<img class="bin" src="/iconos/papelera.png" alt="Borrar el informe de alta" width="32" height="32" tabindex="0" style="cursor:pointer">' : '<button type="button" class="bin"><img src="/iconos/papelera.png" alt="Borrar el informe de alta" width="32" height="32"></button>'}</p><p id="doc-said" role="status"></p>`,
    script: () =>
      `const bin = document.querySelector('.bin')
const remove = () => { document.getElementById('doc-said').textContent = 'El informe se borrará al cerrar la sesión.' }
bin.addEventListener('click', remove)
if (bin.localName !== 'button') bin.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); remove() } })
`,
  },
  {
    id: 'letter-typed-into-a-nameless-box',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the box of an editor in which a letter is typed has a role and no name',
    where: '.editor [contenteditable]',
    about: /name|label/,
    site: 'gazette',
    head: () =>
      '<style>.editor [contenteditable]{border:1px solid #666;min-height:6rem;padding:.5rem;background:#fff}</style>',
    main: (is) =>
      `<div class="editor"><h2 id="letter-h">Your letter to the editor</h2><div contenteditable="true" role="textbox" aria-multiline="true"${is ? '' : ' aria-labelledby="letter-h"'}></div><p><button type="button">Send the letter</button></p></div>`,
  },
  {
    id: 'price-slider-has-no-label',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a slider for the price stands beside the amount that it sets, and has no name',
    where: '#price-up-to',
    about: /name|label/,
    site: 'moebel',
    main: (is) =>
      `<h2>Filter</h2><p>${is ? 'Höchstpreis' : '<label for="price-up-to">Höchstpreis</label>'} <input type="range" id="price-up-to" min="100" max="2000" step="100" value="800" style="min-height:24px"> <output id="price-now">800 €</output></p><script>document.getElementById('price-up-to').addEventListener('input',e=>{document.getElementById('price-now').textContent=e.target.value+' €'})</script>`,
  },
  {
    id: 'offer-in-circled-letters',
    technique: 'F71',
    criterion: '1.1.1',
    wrong: 'a heading is set in circled letters',
    where: 'h2.fancy',
    about: /character|letter|unicode/,
    site: 'volt',
    main: (is) =>
      `<h2 class="fancy">${is ? 'Ⓢⓟⓡⓘⓝⓖ Ⓢⓐⓛⓔ' : 'Spring Sale'}</h2><p>Last year’s colors are a third off until Sunday.</p>`,
  },
  {
    id: 'progress-of-block-characters',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'how far a build is stands as a bar of block characters without words',
    where: '.blocks-bar',
    about: /ascii|character|alternative/,
    site: 'manual',
    main: (is) =>
      `<h2>The build of the examples</h2><pre class="blocks-bar"${is ? '' : ' role="img" aria-label="Seven of twelve examples are built"'}>▕███████░░░░░▏
 ╰─┬───╯
   ▼</pre>`,
  },
  {
    id: 'links-of-arabic-text-in-its-own-colour',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'links in paragraphs are dark green in nearly black text and have neither line nor weight of their own',
    where: '.tale, .tale a',
    about: /link.*(?:colou?r|text|distinct|underline)|colou?r.*link/,
    site: 'riwaq',
    head: (is) => (is ? '<style>main .tale a{text-decoration:none;color:#14421a}</style>' : ''),
    main: () =>
      '<h2>من رسائل الرحالة</h2><p class="tale">كتب الرحالة عن <a href="/oasis">واحة النخيل البعيدة</a> ثلاث رسائل، ووصف في الأخيرة منها <a href="/market">سوق المدينة القديمة</a> قبل أن يعود إلى بلاده.</p>',
  },
  {
    id: 'track-of-metadata-for-captions',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'a film with speech has a track for its player’s previews and none of captions',
    where: 'video',
    about: /caption|video|media|track/,
    site: 'escola',
    main: (is) =>
      `<h2>A escola em quatro segundos</h2><video controls width="320" preload="metadata" aria-label="Boas-vindas da diretora"><source src="/filmes/escola.webm" type="video/webm">${is ? '<track kind="metadata" src="/filmes/previews.vtt" srclang="pt">' : '<track kind="captions" src="/filmes/escola.vtt" srclang="pt" label="Português" default><track kind="descriptions" src="/filmes/escola-descricao.vtt" srclang="pt" label="Descrição">'}</video>${is ? '' : '<p>Transcrição: a diretora, de pé no jardim, diz «Bom dia e sejam bem-vindos», e depois toca um sino.</p>'}`,
  },
  {
    id: 'questions-show-no-ring',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'questions that open and close show nothing when they have the focus',
    where: '.faq summary',
    about: /focus/,
    site: 'clinica',
    head: (is) =>
      `<style>.faq summary{cursor:pointer;padding:8px 0}${is ? '.faq summary:focus,.faq summary:focus-visible{outline:0 none}' : ''}</style>`,
    main: () =>
      '<h2>Preguntas frecuentes</h2><div class="faq"><details><summary>¿Debo venir en ayunas?</summary><p>Solo para los análisis de sangre, desde la medianoche.</p></details><details><summary>¿Puede acompañarme alguien?</summary><p>Sí, una persona, también dentro de la consulta.</p></details></div>',
  },
  {
    id: 'stay-logged-in-called-otherwise',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a tick box that shows "Zostań zalogowany" is called by other words',
    where: '#stay, label[for=stay]',
    about: /label.*name|name.*label|mismatch/,
    site: 'kolej',
    main: (is) =>
      `<h2>Konto podróżnego</h2><form action="/konto" method="post"><p><label for="login">Adres e-mail</label> <input id="login" name="login" type="email" autocomplete="username"></p><p><label for="haslo">Hasło</label> <input id="haslo" name="haslo" type="password" autocomplete="current-password"></p><p><input type="checkbox" id="stay" name="stay"${is ? ' aria-label="Pamiętaj to urządzenie przez miesiąc"' : ''}> <label for="stay">Zostań zalogowany</label></p><button>Zaloguj się</button></form>`,
  },
  {
    id: 'counter-heeds-the-mouse-alone',
    technique: 'F98',
    criterion: '2.5.6',
    wrong: 'the buttons for how many take no notice of a finger or a pen',
    where: '.how-many, .how-many *',
    about: /touch|pointer|input-mechan/,
    site: 'museo',
    main: () =>
      '<h2 id="how-many-h">Quanti biglietti?</h2><div class="how-many" role="group" aria-labelledby="how-many-h"><button type="button" data-step="-1">Uno di meno</button> <span id="how-many-now" role="status">2 biglietti</span> <button type="button" data-step="1">Uno di più</button></div>',
    script: (is) =>
      `let count = 2
for (const each of document.querySelectorAll('[data-step]')) {
  each.addEventListener('click', (event) => {
${is ? "    if (event.pointerType === 'touch' || event.pointerType === 'pen') return\n" : ''}    count = Math.max(1, count + Number(each.dataset.step))
    document.getElementById('how-many-now').textContent = count === 1 ? '1 biglietto' : count + ' biglietti'
  })
}
`,
  },
  {
    id: 'before-and-after-by-dragging',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'how much of two photographs is seen is set by dragging, or with keys, and by no click',
    where: '.compare, .compare *',
    about: /drag/,
    site: 'gazette',
    head: () =>
      '<style>.compare{position:relative;width:320px;height:180px;max-width:100%;touch-action:none}.compare img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}.compare img+img{clip-path:inset(0 0 0 var(--at,50%))}.compare__bar{position:absolute;top:0;bottom:0;left:calc(var(--at,50%) - 15px);width:30px;background:#111;border:2px solid #fff;cursor:ew-resize}</style>',
    main: (is) =>
      `<h2>The footbridge before and after</h2><div class="compare"><img src="/photos/bridge-before.jpg" alt="Before: two planks over the beck"><img src="/photos/bridge-after.jpg" alt="After: a stone bridge with a rail"><div class="compare__bar" role="slider" tabindex="0" aria-label="How much of the old bridge is seen, in per cent" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50"></div></div>${is ? '' : '<p><button type="button" data-at="100">Old bridge alone</button> <button type="button" data-at="50">Half of each</button> <button type="button" data-at="0">New bridge alone</button></p>'}`,
    script: (is) =>
      `const box = document.querySelector('.compare')
const bar = box.querySelector('[role=slider]')
let at = 50
const set = (to) => {
  at = Math.max(0, Math.min(100, Math.round(to)))
  box.style.setProperty('--at', at + '%')
  bar.setAttribute('aria-valuenow', String(at))
}
bar.addEventListener('pointerdown', (event) => bar.setPointerCapture(event.pointerId))
bar.addEventListener('pointermove', (event) => {
  if (!bar.hasPointerCapture(event.pointerId)) return
  const { left, width } = box.getBoundingClientRect()
  set((100 * (event.clientX - left)) / width)
})
bar.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') { event.preventDefault(); set(at - 5) }
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') { event.preventDefault(); set(at + 5) }
})
${is ? '' : "for (const each of document.querySelectorAll('[data-at]')) each.addEventListener('click', () => set(Number(each.dataset.at)))\n"}`,
  },
  {
    id: 'chat-stays-over-the-form',
    technique: 'F110',
    criterion: '2.4.11',
    wrong:
      'a window of a chat that cannot be closed stays over the fields of a form and covers them when they have the focus',
    where: '.chat-window, .under-chat *',
    about: /focus|obscur|cover/,
    site: 'moebel',
    head: (is) =>
      `<style>.under-chat p{margin:0 0 1rem}.chat-window{border:2px solid #7a3410;background:#f2ece2;padding:1rem;${is ? 'position:fixed;left:0;right:0;top:90px;bottom:0;z-index:5' : 'max-width:30rem'}}</style>`,
    main: () =>
      '<h2>Wunschmaß anfragen</h2><form class="under-chat" action="/mass" method="post"><p><label for="breite">Breite in Zentimetern</label><br><input id="breite" name="breite" inputmode="numeric"></p><p><label for="tiefe">Tiefe in Zentimetern</label><br><input id="tiefe" name="tiefe" inputmode="numeric"></p><p><button>Preis anfragen</button></p></form><section class="chat-window" aria-labelledby="chat-h"><h2 id="chat-h">Beratung</h2><p>Guten Tag! Schreiben Sie uns werktags zwischen neun und siebzehn Uhr.</p></section>',
  },
  {
    id: 'label-outside-of-the-shadow',
    technique: 'F111',
    criterion: '4.1.2',
    wrong:
      'the label of a field stands in the page, and the field in the shadow root of an element that passes nothing on',
    where: 'text-box, text-box input, input.inner',
    about: /label|name/,
    site: 'werf',
    main: (is) =>
      `<h2>Aanmelden voor de cursus</h2><form action="/cursus"><p>${is ? '<label for="boat">Naam van uw boot</label> ' : ''}<text-box id="boat"><template shadowrootmode="open"><style>input{font:inherit;border:1px solid #40566e;padding:.4rem}:focus-visible{outline:3px solid #b91c1c;outline-offset:2px}</style>${is ? '' : '<label for="inner">Naam van uw boot</label> '}<input class="inner" id="inner"></template></text-box></p><p><button>Aanmelden</button></p></form>`,
  },
  {
    id: 'bars-pale-on-white',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the bars of usage are pale yellow on white and have no outline',
    where: 'svg.usage, svg.usage *',
    about: /contrast/,
    site: 'panel',
    main: (is) =>
      `<h2>Usage by day</h2><div class="MuiPaper-root"><svg class="usage" role="img" aria-label="Requests by day, in thousands: Monday 40, Tuesday 70, Wednesday 55" width="300" height="140" viewBox="0 0 300 140" style="max-width:100%;height:auto">${[40, 70, 55].map((value, at) => `<rect x="${30 + at * 90}" y="${110 - value}" width="50" height="${value}" fill="${is ? '#fff3c4' : '#124e8c'}"/><text x="${55 + at * 90}" y="132" font-size="14" text-anchor="middle" fill="#1c2430">${['Mon', 'Tue', 'Wed'][at]}</text>`).join('')}</svg></div>`,
  },
  {
    id: 'map-grows-by-two-fingers',
    technique: 'criterion',
    criterion: '2.5.1',
    wrong: 'a plan grows when two fingers are spread on it, and there is no button for it',
    where: '.plan, .plan-box',
    about: /gesture|pointer|pinch|touch/,
    site: 'library',
    head: () =>
      '<style>.plan-frame{overflow:hidden;border:1px solid #52625a;max-width:320px}.plan{display:block;width:100%;touch-action:none;transform-origin:center}</style>',
    main: (is) =>
      `<div class="plan-box"><h2>Plan of the map room</h2><div class="plan-frame"><img class="plan" src="/plans/map-room.png" alt="Plan of the map room: the atlases stand left of the door, the globes at the window"></div>${is ? '' : '<p><button type="button" data-by="1.25">Larger plan</button> <button type="button" data-by="0.8">Smaller plan</button></p>'}</div>`,
    script: (is) =>
      `const plan = document.querySelector('.plan')
let scale = 1
let spread = 0
const grow = (by) => {
  scale = Math.max(1, Math.min(4, scale * by))
  plan.style.transform = 'scale(' + scale + ')'
}
plan.addEventListener('touchmove', (event) => {
  if (event.touches.length !== 2) return
  const [a, b] = event.touches
  const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
  if (spread > 0) grow(now / spread)
  spread = now
})
plan.addEventListener('touchend', () => { spread = 0 })
${is ? '' : "for (const each of document.querySelectorAll('[data-by]')) each.addEventListener('click', () => grow(Number(each.dataset.by)))\n"}`,
  },
  {
    id: 'cards-fly-in-for-everybody',
    technique: 'criterion',
    criterion: '2.3.3',
    wrong: 'a press lets panels fly over the page, also for those who asked their system for less motion',
    where: '.flight, .flight *, #more-ships',
    about: /motion|animat/,
    site: 'werf',
    head: (is) =>
      `<style>@keyframes fly{from{transform:translateX(-100vw) rotate(-40deg) scale(.2)}to{transform:none}}.flight{overflow:hidden}${is ? '' : '@media(prefers-reduced-motion:no-preference){'}.flight.open p{animation:fly 1.4s ease-out}${is ? '' : '}'}.flight:not(.open) p{display:none}</style>`,
    main: () =>
      '<h2>Schepen van vroeger</h2><p><button type="button" id="more-ships" aria-expanded="false" aria-controls="ships">Toon de schepen</button></p><div class="flight" id="ships"><p>De Vrouwe Sijtje voer veertig jaar met turf over de Zuiderzee.</p><p>De Jonge Pier bracht haring van Harlingen naar Amsterdam.</p></div>',
    script: () =>
      `const more = document.getElementById('more-ships')
more.addEventListener('click', () => {
  const isOpen = document.getElementById('ships').classList.toggle('open')
  more.setAttribute('aria-expanded', String(isOpen))
})
`,
  },
  {
    id: 'script-makes-french-english',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'a script of a widget sets the language of a French page to English',
    where: 'page',
    about: /lang/,
    site: 'journal',
    main: () =>
      '<h2>La météo de la semaine</h2><p id="weather">Le brouillard se lève vers dix heures dans la vallée, puis le soleil reste jusqu’au soir.</p>',
    script: (is) =>
      `const settings = { locale: '${is ? 'en' : 'fr'}', unit: 'C' }
document.documentElement.lang = settings.locale
document.getElementById('weather').dataset.unit = settings.unit
`,
  },
  {
    id: 'letter-from-cadiz-in-spanish',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a letter of a customer stands in Spanish on a Dutch page and does not say so',
    where: '.carta, .carta *',
    about: /lang/,
    site: 'werf',
    main: (is) =>
      `<h2>Een brief uit Cádiz</h2><blockquote class="carta"${is ? '' : ' lang="es"'}><p>Queridos amigos, el barco llegó anoche al puerto después de nueve días de mar. Las velas nuevas aguantaron el viento del norte y los niños no quieren volver a dormir en casa.</p></blockquote><p>Wij hebben de brief boven de werkbank gehangen.</p>`,
  },
  {
    id: 'message-tied-to-an-id-that-is-not',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a wrong field names a message that is not in the page, and the message that is shown is tied to nothing',
    where: '#nif, .nif-error',
    about: /error|invalid|message|describedby|reference|valid/,
    site: 'escola',
    main: (is) =>
      `<h2>Dados do candidato</h2><form action="/candidatura" method="post" novalidate><p><label for="nif">Número de contribuinte</label> <input id="nif" name="nif" inputmode="numeric" value="12345" aria-invalid="true" ${is ? 'aria-errormessage="nif-msg"' : 'aria-describedby="nif-error"'}></p><p class="nif-error" id="nif-error" style="color:#a4001d">O número de contribuinte tem nove algarismos; este tem cinco.</p><button>Continuar a candidatura</button></form>`,
  },
  {
    id: 'page-of-divs-without-a-main-part',
    technique: 'practice',
    criterion: null,
    wrong: 'nothing of a page says which is its main part',
    where: 'page',
    about: /landmark|main|region/,
    site: 'council',
    main: () => '',
    body: (is) =>
      `<a class="skip" href="#content">Skip to main content</a>
<header class="site-header"><a class="site-header__brand" href="/">Westmere District Council</a></header>
<nav class="site-nav" aria-label="Services"><ul class="site-nav__list"><li><a href="/bins">Bins and recycling</a></li><li><a href="/housing">Housing</a></li></ul></nav>
<${is ? 'div' : 'main'} class="site-main" id="content" tabindex="-1"><h1>When the bins are emptied</h1>
<h2>Brown bins</h2><p>Every second Monday from March to November, and never on a public holiday.</p>
<h2>Glass</h2><p>Glass goes to the banks beside the market hall, in daylight, please.</p></${is ? 'div' : 'main'}>
<footer class="site-footer"><p>All content is available under the open licence of the district, except where otherwise stated.</p></footer>`,
  },
]
