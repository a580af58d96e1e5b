/** Planted failures of an auditor who did not look at the checks, fifth part: the half that is for measuring alone. Nobody looks at its misses. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const measuredFifth: readonly Plant[] = [
  {
    id: 'drop-zone-clicked-only',
    technique: 'F54',
    criterion: '2.1.1',
    wrong:
      'a box takes files that are dropped on it or opens the choice of files when clicked, and cannot be reached by key',
    where: '.dropzone, .dropzone *',
    about: /keyboard|mouse|focusable|click/,
    site: 'kommune',
    head: () =>
      '<style>.dropzone{border:2px dashed #0b3d2e;border-radius:.375rem;padding:1.5rem;text-align:center;cursor:pointer}.dropzone.over{background:#eef3f1}.dropzone button{min-height:44px}</style>',
    main: (is) =>
      `<h2>Billeder af hullet</h2><form action="/hul/billeder" method="post" enctype="multipart/form-data"><div class="dropzone" id="dropzone">${is ? '<p class="dropzone__text">Træk billederne hertil, eller klik for at vælge dem</p>' : '<p class="dropzone__text">Træk billederne hertil, eller vælg dem:</p><p><button type="button" class="btn">Vælg billeder</button></p>'}<input type="file" name="billeder" multiple hidden aria-label="Billeder"></div><p role="status" id="chosen"></p></form>`,
    script: (is) =>
      `const zone = document.getElementById('dropzone')
const input = zone.querySelector('input')
const tell = (count) => { document.getElementById('chosen').textContent = count + ' billeder er valgt.' }
${is ? 'zone' : "zone.querySelector('button')"}.addEventListener('click', (event) => {
  if (event.target !== input) input.click()
})
input.addEventListener('change', () => tell(input.files.length))
zone.addEventListener('dragover', (event) => {
  event.preventDefault()
  zone.classList.add('over')
})
zone.addEventListener('dragleave', () => zone.classList.remove('over'))
zone.addEventListener('drop', (event) => {
  event.preventDefault()
  zone.classList.remove('over')
  tell(event.dataTransfer.files.length)
})
`,
  },
  {
    id: 'zoom-taken-by-script',
    technique: 'criterion',
    criterion: '1.4.4',
    wrong: 'a script changes the settings of the viewport so that nobody can enlarge the page with two fingers',
    where: 'page',
    about: /zoom|viewport|scal/,
    site: 'werf',
    main: () =>
      '<h2>Zo vindt u ons</h2><p>De werf ligt aan het eind van de Noorderhaven, achter de sluis. Parkeren kan op de kade.</p>',
    script: (is) =>
      `const viewport = document.querySelector('meta[name=viewport]')
viewport.setAttribute('content', 'width=device-width, initial-scale=1, ${is ? 'maximum-scale=1, user-scalable=no' : 'viewport-fit=cover'}')
`,
  },
  {
    id: 'thanks-without-a-word',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'that a message was sent is shown below the form and told to nobody who does not see it',
    where: '.aviso-ok, form.dudas, form.dudas *',
    about: /status|live|announce/,
    site: 'clinica',
    head: () => `${roomy}<style>.aviso-ok:not(:empty){border-left:4px solid #0b4f5c;padding:.5rem 1rem}</style>`,
    main: (is) =>
      `<h2>Pregunte a enfermería</h2><form class="dudas" action="/dudas" method="post"><p><label for="duda">Su pregunta</label><br><textarea id="duda" name="duda" rows="4" cols="30" style="max-width:100%;box-sizing:border-box"></textarea></p><p><button>Enviar la pregunta</button></p></form><p class="aviso-ok"${is ? '' : ' role="status"'}></p>`,
    script: () =>
      `document.querySelector('.dudas').addEventListener('submit', (event) => {
  event.preventDefault()
  setTimeout(() => {
    document.querySelector('.aviso-ok').textContent = 'Gracias, hemos recibido su pregunta. Le contestaremos en dos días laborables.'
    event.target.reset()
  }, 300)
})
`,
  },
  {
    id: 'one-id-in-two-forms',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'fields of two forms have the same id, so that both labels belong to the first and the second has none',
    where: '.redaction input, .redaction label',
    about: /label|name|duplicate/,
    site: 'journal',
    head: () => roomy,
    main: (is) => {
      const second = is ? 'email' : 'email-redaction'
      return `<h2>La lettre du matin</h2><form class="lettre" action="/lettre" method="post"><p><label for="email">Votre adresse électronique, comme nom@exemple.fr</label><br><input type="email" id="email" name="email" autocomplete="email"></p><p><button>S’abonner à la lettre</button></p></form><h2>Proposer un sujet</h2><form class="redaction" action="/sujet" method="post"><p><label for="sujet">Votre sujet</label><br><textarea id="sujet" name="sujet" rows="3" cols="30" style="max-width:100%;box-sizing:border-box"></textarea></p><p><label for="${second}">Adresse pour vous répondre, comme nom@exemple.fr</label><br><input type="email" id="${second}" name="email" autocomplete="email"></p><p><button>Proposer ce sujet</button></p></form>`
    },
  },
  {
    id: 'panel-heeds-no-escape',
    technique: 'criterion',
    criterion: '1.4.13',
    wrong: 'a panel opens under the pointer over the page, and Escape does not close it',
    where: '.mega, .mega *',
    about: /hover|dismiss|escape/,
    site: 'escola',
    head: () =>
      '<style>.mega>li{position:relative}.mega a{display:inline-block;padding:.6rem 0;min-height:44px}.mega__panel{display:none;position:absolute;left:0;top:100%;z-index:9;width:15rem;background:#fff;border:2px solid #5b2a86;padding:.4rem 1rem}.mega__panel a{display:block}.mega>li:hover .mega__panel,.mega>li:focus-within .mega__panel{display:block}.mega>li.shut .mega__panel{display:none}</style>',
    navigation: () =>
      '<nav aria-label="Menu principal"><ul class="mega"><li><a href="/cursos">Cursos</a><div class="mega__panel"><a href="/cursos/licenciaturas">Licenciaturas</a><a href="/cursos/mestrados">Mestrados</a><a href="/cursos/oficinas">Oficinas</a><a href="/cursos/verao">Escola de verão</a></div></li><li><a href="/candidaturas">Candidaturas</a></li><li><a href="/biblioteca">Biblioteca</a></li></ul></nav>',
    main: () =>
      '<h2>Horário da biblioteca</h2><p>Durante os exames, a biblioteca fica aberta até à meia-noite, também ao sábado.</p>',
    script: (is) =>
      is
        ? '// the panel is opened and closed by the stylesheet\n'
        : `const item = document.querySelector('.mega > li')
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') item.classList.add('shut')
})
item.addEventListener('mouseleave', () => item.classList.remove('shut'))
item.addEventListener('focusout', (event) => {
  if (!item.contains(event.relatedTarget)) item.classList.remove('shut')
})
`,
  },
  {
    id: 'consent-left-in-english',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'the notice on cookies of a Danish page is in English and does not say so',
    where: '.cc-window, .cc-window *',
    about: /lang/,
    site: 'kommune',
    head: () =>
      '<style>.cc-window{padding:1rem 12px;border-bottom:2px solid #0b3d2e}.cc-window button{min-height:44px;margin-right:.6rem}</style>',
    top: (is) =>
      `<section class="cc-window"${is ? '' : ' lang="en"'} aria-label="Cookie consent"><p>We use cookies to find out how this website is used and to make it better for everybody. You can accept all of them or keep only those that are strictly necessary.</p><p><button type="button" class="btn">Accept all cookies</button><button type="button" class="btn">Only necessary cookies</button></p></section>\n`,
    main: () => '<h2>Nyt fra havnen</h2><p>Stien langs vandet er åben igen, og bænkene er malet.</p>',
    script: () =>
      `const consent = document.querySelector('.cc-window')
consent.addEventListener('click', (event) => {
  if (!event.target.closest('button')) return
  consent.remove()
  document.getElementById('content').focus()
})
`,
  },
  {
    id: 'stars-drawn-by-the-sheet',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'how products are rated is shown by stars that are the background of an empty box',
    where: '.rating, .rating *',
    about: /alt|background|image|rating/,
    site: 'volt',
    head: () =>
      `<style>.rating{display:inline-block;height:20px;vertical-align:middle;background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E%3Cpath d='M10 1l3 6 6 1-4 4 1 7-6-3-6 3 1-7-4-4 6-1z' fill='%238a4b00'/%3E%3C/svg%3E") repeat-x}</style>`,
    main: (is) =>
      `<h2>Most mended this year</h2><ul>${[
        ['Canvas tote', 4],
        ['Wool crew socks', 3],
        ['Packable rain shell', 5],
      ]
        .map(
          ([name, stars]) =>
            `<li>${name} <span class="rating" style="width:${Number(stars) * 20}px"${is ? '' : ` role="img" aria-label="Rated ${stars} out of 5 stars"`}></span></li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'file-of-captions-gone',
    technique: 'criterion',
    criterion: '1.2.2',
    wrong: 'a film with speech names a file of captions that is no longer there, so that it shows none',
    where: 'video, video track, .film',
    about: /caption|track|media/,
    site: 'gazette',
    main: (is) =>
      `<div class="film"><h2>The bell ringer, filmed</h2><video controls preload="auto" width="320" height="240" aria-label="The bell ringer says good morning" src="/media/ringer.webm"><track kind="captions" srclang="en" label="English" src="${is ? '/media/captions/ringer-2019' : '/media/ringer.vtt'}" default></video><p>The film shows a coloured wall only. All that is said in it: “Good morning, and welcome.” Then a bell rings.</p></div>`,
  },
  {
    id: 'days-are-bare-cells',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the days of a calendar are cells that are clicked and that no key reaches',
    where: 'table.giorni, table.giorni *',
    about: /keyboard|focusable|click|mouse|role/,
    site: 'museo',
    head: () =>
      '<style>table.giorni td{padding:2px;text-align:center}table.giorni td[data-day]{cursor:pointer;width:44px;height:44px}table.giorni button{width:44px;height:44px;padding:0}table.giorni .chosen{outline:2px solid #2b1d14}</style>',
    main: (is) => {
      const week = (from: number) =>
        `<tr>${[0, 1, 2, 3, 4].map((at) => `<td data-day="${from + at}">${is ? from + at : `<button type="button" aria-pressed="false">${from + at}</button>`}</td>`).join('')}</tr>`
      return `<h2>Scegliere il giorno della visita</h2><table class="giorni"><caption>Maggio, dal martedì al sabato</caption><thead><tr>${['Mar', 'Mer', 'Gio', 'Ven', 'Sab'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${week(3)}${week(10)}${week(17)}</tbody></table><p role="status" id="giorno"></p>`
    },
    script: (is) =>
      `document.querySelector('table.giorni').addEventListener('click', (event) => {
  const cell = event.target.closest('td[data-day]')
  if (!cell) return
  for (const other of document.querySelectorAll('table.giorni td')) {
    other.classList.toggle('chosen', other === cell)
${is ? '' : "    other.querySelector('button').setAttribute('aria-pressed', String(other === cell))\n"}  }
  document.getElementById('giorno').textContent = 'Giorno scelto: ' + cell.dataset.day + ' maggio.'
})
`,
  },
  {
    id: 'counter-in-shadow-nameless',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the two buttons of an own element that counts people have drawn signs and no names',
    where: 's-aantal, .minder, .meer',
    about: /name|label/,
    site: 'werf',
    main: () =>
      '<h2>Met hoevelen komt u?</h2><p>Personen: <s-aantal></s-aantal></p><p>Kinderen onder de vier jaar telt u niet mee.</p>',
    script: (is) =>
      `customElements.define('s-aantal', class extends HTMLElement {
  connectedCallback() {
    let count = 2
    const root = this.attachShadow({ mode: 'open' })
    const sign = (path) => '<svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18"><path d="' + path + '" stroke="#fff" stroke-width="3"/></svg>'
    root.innerHTML = '<style>button{width:44px;height:44px;border:0;background:#0b4a86}button:focus-visible{outline:3px solid #b91c1c;outline-offset:2px}output{display:inline-block;min-width:3rem;text-align:center}</style>'
      + '<button type="button" class="minder"${is ? '' : ' aria-label="Een persoon minder"'}>' + sign('M2 9h14') + '</button><output>2</output><button type="button" class="meer"${is ? '' : ' aria-label="Een persoon meer"'}>' + sign('M2 9h14M9 2v14') + '</button>'
    root.addEventListener('click', (event) => {
      const button = event.target.closest('button')
      if (!button) return
      count = Math.min(20, Math.max(1, count + (button.className === 'meer' ? 1 : -1)))
      root.querySelector('output').value = String(count)
    })
  }
})
`,
  },
  {
    id: 'summary-is-a-chevron',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'what opens the details of a station is a drawn arrow without a name',
    where: 'details.stacja, details.stacja summary, details.stacja svg',
    about: /name|summary|label/,
    site: 'kolej',
    head: () =>
      '<style>details.stacja summary{display:inline-flex;align-items:center;justify-content:center;width:44px;height:44px;border:1px solid #4a4a68;cursor:pointer}details.stacja[open] summary svg{transform:rotate(180deg)}</style>',
    main: (is) =>
      ['Krynica', 'Muszyna', 'Stary Sącz']
        .map(
          (name) =>
            `<h2>Stacja ${name}</h2><details class="stacja"><summary${is ? '' : ` aria-label="Szczegóły stacji ${name}"`}><svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20"><path d="M3 7l7 7 7-7" fill="none" stroke="#1b1b2f" stroke-width="2"/></svg></summary><p>Kasa jest otwarta od szóstej do osiemnastej, a poczekalnia przez całą dobę.</p></details>`,
        )
        .join('\n'),
  },
  {
    id: 'plans-never-say-chosen',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'tiles say that they are choices of which one is taken, and never which',
    where: '.regions, .regions *',
    about: /checked|state|radio|required/,
    site: 'panel',
    head: () =>
      '<style>.regions [role=radio]{border:2px solid #5f6b78;border-radius:4px;background:#fff;padding:.8rem 1rem;margin:.5rem 0;cursor:pointer;min-height:44px;box-sizing:border-box}.regions .Mui-selected{border:5px solid #124e8c;font-weight:700}</style>',
    main: (is) =>
      `<h2 id="regions-h">Region of the new service</h2><div class="regions" role="radiogroup" aria-labelledby="regions-h">${['eu-north', 'eu-south', 'us-east'].map((name, at) => `<div role="radio" tabindex="${at === 0 ? 0 : -1}"${is ? '' : ` aria-checked="${at === 0}"`}${at === 0 ? ' class="Mui-selected"' : ''}>${name}</div>`).join('')}</div>`,
    script: (is) =>
      `const tiles = [...document.querySelectorAll('.regions [role=radio]')]
const choose = (tile) => {
  for (const each of tiles) {
    each.classList.toggle('Mui-selected', each === tile)
    each.tabIndex = each === tile ? 0 : -1
${is ? '' : "    each.setAttribute('aria-checked', String(each === tile))\n"}  }
  tile.focus()
}
const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }
tiles.forEach((tile, at) => {
  tile.addEventListener('click', () => choose(tile))
  tile.addEventListener('keydown', (event) => {
    if (event.key !== ' ' && !steps[event.key]) return
    event.preventDefault()
    choose(event.key === ' ' ? tile : tiles[(at + steps[event.key] + tiles.length) % tiles.length])
  })
})
`,
  },
  {
    id: 'tools-of-thirty-pixels',
    technique: 'criterion',
    criterion: '2.5.5',
    wrong: 'the buttons that set the size of text are thirty pixels large',
    where: '.text-tools, .text-tools *',
    about: /target|size/,
    site: 'gazette',
    head: (is) =>
      `<style>.text-tools button{box-sizing:border-box;padding:0;margin-right:12px;${is ? 'width:30px;height:30px' : 'width:48px;height:48px'}}</style>`,
    main: () =>
      '<div class="text-tools" role="group" aria-label="Size of the text"><button type="button" data-size="16" aria-label="A− smaller text">A−</button><button type="button" data-size="18" aria-label="A usual text">A</button><button type="button" data-size="22" aria-label="A+ larger text">A+</button></div><h2>A letter from the fell</h2><p>The snow lay until the end of April this year, and the lambs were late.</p>',
    script: () =>
      `document.querySelector('.text-tools').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button) document.body.style.fontSize = button.dataset.size + 'px'
})
`,
  },
  {
    id: 'lines-as-wide-as-the-window',
    technique: 'criterion',
    criterion: '1.4.8',
    wrong: 'the lines of a long text are as wide as the window, far more than eighty letters',
    where: '.story, .story *',
    about: /line|width|measure|visual-presentation/,
    site: 'volt',
    head: (is) =>
      `<style>.story p{${is ? 'max-width:none' : 'max-width:32rem;line-height:1.6;margin:0 0 2.5rem'}}</style>`,
    main: () =>
      '<div class="story"><h2>How a bag is waxed</h2><p>The canvas comes in rolls of sixty yards and is washed twice before anybody cuts it, so that it does not shrink on the shoulders of whoever carries it. It then hangs for a week in the loft above the workshop, where the windows stand open in every season but the wettest.</p><p>The wax is melted in a copper pan that was made for jam, and is brushed on while it is warm. One person brushes and another follows with an iron, and when the cloth has cooled it is rolled and left for a month. Only then does it go to the tables, where the patterns are drawn with chalk.</p></div>',
  },
  {
    id: 'photos-drift-with-scrolling',
    technique: 'criterion',
    criterion: '2.3.3',
    wrong: 'photographs drift against the text while the page is scrolled, also for those who asked for less motion',
    where: '.drift, .drift *',
    about: /motion|animat|parallax/,
    site: 'journal',
    head: () =>
      '<style>.drift{height:260px;overflow:hidden}.drift img{display:block;width:100%;max-width:640px;height:460px;object-fit:cover;margin-top:-100px}</style>',
    main: () =>
      '<h2>La vallée en hiver</h2><div class="drift"><img src="/photos/neige.jpg" alt=""></div><p>La route du col a été ouverte hier, deux semaines plus tôt que l’an dernier.</p><div class="drift"><img src="/photos/col.jpg" alt=""></div><p>Les chasse-neige sont passés six fois pendant la nuit.</p>',
    script: (is) =>
      `const pictures = [...document.querySelectorAll('.drift img')]
${is ? '' : "const less = matchMedia('(prefers-reduced-motion: reduce)')\n"}addEventListener('scroll', () => {
${is ? '' : '  if (less.matches) return\n'}  for (const picture of pictures) {
    const shift = Math.max(-100, Math.min(100, scrollY * 0.35))
    picture.style.transform = 'translateY(' + shift + 'px)'
  }
})
`,
  },
  {
    id: 'sending-waits-in-grey',
    technique: 'practice',
    criterion: null,
    wrong: 'the button that sends is disabled until everything is filled in, and nothing says what is still missing',
    where: '.permit, .permit *',
    about: /disabled/,
    site: 'council',
    head: () => `${roomy}<style>.permit button:disabled{background:#c9ccce;color:#6b7276}</style>`,
    main: (is) =>
      `<h2>Apply for a parking permit</h2><form class="permit" action="/parking/check" method="post"><p>All fields are required.</p><p><label for="p-name">Your name</label><br><input id="p-name" name="name" autocomplete="name" required></p><p><label for="p-plate">Number of the vehicle, such as AB12 CDE</label><br><input id="p-plate" name="plate" autocomplete="off" required></p><p><label for="p-street">Street</label><br><input id="p-street" name="street" autocomplete="address-line1" required></p><p><button${is ? ' disabled' : ''}>Check your answers</button></p></form>`,
    script: (is) =>
      is
        ? `const permit = document.querySelector('.permit')
permit.addEventListener('input', () => {
  permit.querySelector('button').disabled = !permit.checkValidity()
})
`
        : '// the browser says what is missing\n',
  },
  {
    id: 'wheel-turns-whole-screens',
    technique: 'practice',
    criterion: null,
    wrong: 'a script takes the wheel of the mouse over and moves the page by whole screens',
    where: 'page',
    about: /scroll|wheel/,
    site: 'volt',
    cards: 12,
    main: () =>
      '<h2>The spring collection</h2><p>Twelve pieces, each in four colors, made from what was left of last year.</p>',
    script: (is) =>
      is
        ? `let isMoving = false
addEventListener('wheel', (event) => {
  event.preventDefault()
  if (isMoving) return
  isMoving = true
  scrollBy({ top: Math.sign(event.deltaY) * innerHeight, behavior: 'smooth' })
  setTimeout(() => { isMoving = false }, 900)
}, { passive: false })
`
        : '// the page scrolls as the browser has it\n',
  },
  {
    id: 'page-starts-at-its-newsletter',
    technique: 'practice',
    criterion: null,
    wrong: 'the field for the newsletter below the article takes the focus when the page has loaded',
    where: '.signup, .signup *',
    about: /autofocus|focus/,
    site: 'gazette',
    head: () => roomy,
    main: (is) =>
      `<h2>Footbridge reopened</h2><p>After four months the footbridge above the weir can be crossed again. The planks are of oak from the valley, and the rail is new.</p><p>The parish thanks the eleven people who carried the timber up by hand.</p><form class="signup" action="/newsletter" method="post"><h2>The paper by email</h2><p><label for="signup-mail">Your email address, such as name@example.org</label><br><input type="email" id="signup-mail" name="mail" autocomplete="email"${is ? ' autofocus' : ''}></p><p><button>Send me the paper</button></p></form>`,
  },
  {
    id: 'text-cannot-be-selected',
    technique: 'practice',
    criterion: null,
    wrong: 'the text of an article can be neither selected nor copied',
    where: '.protected, .protected *',
    about: /select|copy|context/,
    site: 'journal',
    head: either('<style>.protected{-webkit-user-select:none;user-select:none}</style>', ''),
    main: () =>
      '<div class="protected"><h2>La récolte des pommes</h2><p>Les vergers de la vallée ont donné un tiers de plus que l’an passé, et les pressoirs tournent jour et nuit depuis deux semaines.</p><p>Les producteurs vendent leur jus le samedi sur la place de la mairie, de huit heures à midi.</p></div>',
    script: (is) =>
      is
        ? `const text = document.querySelector('.protected')
for (const type of ['copy', 'contextmenu', 'selectstart']) text.addEventListener(type, (event) => event.preventDefault())
`
        : '// the text may be copied\n',
  },
  {
    id: 'counter-breaks-in-at-each-letter',
    technique: 'practice',
    criterion: null,
    wrong: 'how many letters are left is announced at once at each letter that is typed',
    where: '.hul, .hul *',
    about: /live|assertive|announce|status|alert/,
    site: 'kommune',
    head: () => `${roomy}<style>.hul textarea{display:block;width:100%;max-width:30rem}</style>`,
    main: (is) =>
      `<h2>Beskriv hullet</h2><form class="hul" action="/hul" method="post"><p><label for="hul-tekst">Hvor er hullet, og hvor stort er det? Højst 200 tegn</label><textarea id="hul-tekst" name="tekst" rows="4" maxlength="200"></textarea></p><p id="left"${is ? ' aria-live="assertive"' : ''}>200 tegn tilbage</p>${is ? '' : '<p role="status" class="visually-hidden" id="left-said"></p>'}<p><button class="btn">Send beskrivelsen</button></p></form>`,
    script: (is) =>
      `const left = document.getElementById('left')
${is ? '' : 'let later\n'}document.getElementById('hul-tekst').addEventListener('input', (event) => {
  left.textContent = 200 - event.target.value.length + ' tegn tilbage'
${is ? '' : "  clearTimeout(later)\n  later = setTimeout(() => { document.getElementById('left-said').textContent = left.textContent }, 1500)\n"}})
`,
  },
  {
    id: 'customer-number-can-be-spun',
    technique: 'practice',
    criterion: null,
    wrong: 'a customer’s number and a telephone number stand in fields for amounts, which the wheel and arrows change',
    where: '.rueckruf input',
    about: /number|inputmode|spin|input-type|numeric/,
    site: 'moebel',
    head: () => roomy,
    main: (is) =>
      `<h2>Um Rückruf bitten</h2><form class="rueckruf" action="/rueckruf" method="post"><p><label for="kunde">Kundennummer, acht Ziffern, zum Beispiel 00412377</label><br><input id="kunde" name="kunde" ${is ? 'type="number"' : 'type="text" inputmode="numeric"'} autocomplete="off"></p><p><label for="fon">Telefonnummer, zum Beispiel 08382 104470</label><br><input id="fon" name="fon" ${is ? 'type="number"' : 'type="tel"'} autocomplete="tel"></p><p><button>Um Rückruf bitten</button></p></form>`,
  },
]
