/** Planted failures of an auditor who did not look at the checks, second part: the half that its digest opens to whoever mends them. */
import { either, type Plant } from '#bench/planted/plant'

export const drawnSecond: readonly Plant[] = [
  {
    id: 'leaving-the-last-box-sends',
    technique: 'F9',
    criterion: '3.2.5',
    wrong: 'a survey is sent as soon as its last field is left',
    where: '#tip, form.survey',
    about: /change|context|leaving|blur|submit/,
    site: 'gazette',
    main: (is) =>
      `<form class="survey" action="/survey" method="post"><h2>One question</h2><p><label for="tip">What should we write about next?</label><br><input id="tip" name="tip" size="40"></p>${is ? '' : '<p><button>Send the answer</button></p>'}</form>`,
    script: (is) =>
      `document.getElementById('tip').addEventListener('input', (event) => event.target.classList.add('touched'))
${is ? "document.getElementById('tip').addEventListener('focusout', (event) => { location.assign('/survey/thanks?tip=' + encodeURIComponent(event.target.value)) })\n" : ''}`,
  },
  {
    id: 'price-list-in-new-window',
    technique: 'F22',
    criterion: '3.2.5',
    wrong: 'a link opens a window of its own by script and says nothing of it',
    where: 'a.prisliste',
    about: /window|target|link/,
    site: 'kommune',
    main: (is) =>
      `<p>Se <a class="prisliste" href="/havn/priser"${is ? ` onclick="window.open(this.href, 'priser', 'width=500,height=600'); return false"` : ''}>priserne for at ligge i havnen</a>, før du bestiller en plads.</p>`,
  },
  {
    id: 'chart-described-by-its-source',
    technique: 'F67',
    criterion: '1.1.1',
    wrong: 'what is tied to a chart as its description names the source and nothing of what the chart shows',
    where: '.graf img, .graf',
    about: /alt|descri/,
    site: 'escola',
    main: (
      is,
    ) => `<figure class="graf"><img src="/media/candidatos.png" width="320" height="160" alt="Gráfico dos candidatos por ano" aria-describedby="graf-d">
<figcaption id="graf-d">${is ? 'Fonte: secretaria da escola, dados provisórios.' : 'Candidatos por ano: 410 em 2023, 520 em 2024, 480 em 2025 e 660 em 2026. Fonte: secretaria da escola.'}</figcaption></figure><p>A subida deve-se sobretudo aos cursos novos.</p>`,
  },
  {
    id: 'tabs-cut-when-large',
    technique: 'F69',
    criterion: '1.4.4',
    wrong: 'a box of a fixed height in pixels cuts the text off when it is enlarged',
    where: '.teaser, .teaser *',
    about: /zoom|resize|clip|cut|text/,
    site: 'journal',
    head: (is) =>
      `<style>.teaser{width:340px;max-width:100%;font-size:1rem;line-height:1.5;${is ? 'height:124px;overflow:hidden' : 'min-height:124px'}}.teaser p{margin:0}</style>`,
    main: () =>
      '<div class="teaser"><p>Le marché couvert rouvre samedi après deux ans de travaux. Les halles gardent leur charpente de fonte, mais le sol, les étals et l’éclairage sont neufs, et un ascenseur mène à la galerie.</p></div>',
  },
  {
    id: 'heading-in-mathematical-script',
    technique: 'F71',
    criterion: '1.1.1',
    wrong: 'a heading is set in mathematical letters that look like handwriting',
    where: '.script-h',
    about: /letter|lookalike|glyph/,
    site: 'volt',
    head: () => '<style>.script-h{font-family:"Snell Roundhand","Segoe Script",cursive}</style>',
    main: (is) =>
      `<h2 class="script-h">${is ? '𝓜𝓪𝓭𝓮 𝓽𝓸 𝓫𝓮 𝓶𝓮𝓷𝓭𝓮𝓭' : 'Made to be mended'}</h2><p>Bring anything back, whatever happened to it, and we will sew it.</p>`,
  },
  {
    id: 'menu-opens-at-the-end',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a menu opens at the end of the page, the focus stays, and all of the page lies between them',
    where: '.more-btn, .popmenu, .popmenu *',
    about: /focus|dialog|order|opened/,
    site: 'ledger',
    head: () =>
      '<style>.popmenu{position:absolute;background:#fff;border:1px solid #6b7280;padding:.5rem;z-index:5;list-style:none;margin:0}</style>',
    main: () =>
      '<div>Invoice 881, Ridge Timber, £1,240.00 <button type="button" class="more-btn" aria-expanded="false">More for invoice 881</button></div><p>It is due on Friday and has been looked at by one person.</p>',
    script: (is) => `const button = document.querySelector('.more-btn')
const list = document.createElement('ul')
list.className = 'popmenu'
list.innerHTML = '<li><a href="/app/invoices/881/pdf">Print invoice 881</a></li><li><a href="/app/invoices/881/hold">Hold invoice 881</a></li>'
function shut() { list.remove(); button.setAttribute('aria-expanded', 'false') }
button.addEventListener('click', () => {
  if (list.isConnected) { shut(); return }
  ${is ? 'document.body.append(list)' : 'button.after(list)'}
  const { left, bottom } = button.getBoundingClientRect()
  list.style.left = left + scrollX + 'px'
  list.style.top = bottom + scrollY + 'px'
  button.setAttribute('aria-expanded', 'true')
})
addEventListener('keydown', (event) => { if (event.key === 'Escape' && list.isConnected) { shut(); button.focus() } })
`,
  },
  {
    id: 'cells-tied-to-the-next-column',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'cells of a table are tied to the headers of each other’s columns',
    where: '.usage, .usage *',
    about: /header|table/,
    site: 'panel',
    main: (is) => {
      const [first, second] = is ? ['c2', 'c1'] : ['c1', 'c2']
      return `<h2>Usage in March</h2><table class="usage"><thead><tr><th id="c0">Service</th><th id="c1">Requests</th><th id="c2">Cost</th></tr></thead><tbody>${[
        ['Edge cache', '1.2 million', '€40'],
        ['Mail relay', '18,000', '€9'],
      ]
        .map(
          ([name, count, cost], at) =>
            `<tr><th id="r${at}" headers="c0">${name}</th><td headers="r${at} ${first}">${count}</td><td headers="r${at} ${second}">${cost}</td></tr>`,
        )
        .join('')}</tbody></table>`
    },
  },
  {
    id: 'group-of-choices-taken-away',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'the role presentation takes from a group of choices that it is one',
    where: 'fieldset, fieldset *',
    about: /presentation|semantic|group|fieldset|radio/,
    site: 'escola',
    main: (is) =>
      `<form action="/horario"><fieldset${is ? ' role="presentation"' : ''}><legend>Em que horário quer estudar?</legend><p><label><input type="radio" name="h" value="d"> Diurno</label></p><p><label><input type="radio" name="h" value="n"> Noturno</label></p></fieldset><p><button>Guardar</button></p></form>`,
  },
  {
    id: 'screen-locked-by-script',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'upright, the map of seats turns itself to lie on its side and stays so',
    where: '.seats, .seats *',
    about: /orientation/,
    site: 'kolej',
    head: (is) =>
      `<style>.seats{max-width:30rem}${is ? '@media (orientation:portrait){.seats{transform:rotate(90deg);transform-origin:50% 50%;width:90vh}}@media (orientation:landscape){.seats{transform:none}}' : ''}</style>`,
    main: () =>
      `<section class="seats" aria-labelledby="seats-h"><h2 id="seats-h">Wybierz miejsce</h2><fieldset><legend>Wagon drugi</legend>${[11, 12, 13, 14].map((n) => `<label><input type="radio" name="seat" value="${n}"> Miejsce ${n}</label>`).join(' ')}</fieldset><p><button type="button">Zarezerwuj miejsce</button></p></section>`,
  },
  {
    id: 'row-goes-on-pointer-down',
    technique: 'F101',
    criterion: '2.5.2',
    wrong: 'a row is taken out of the basket while the pointer is still down',
    where: '.line, .line *',
    about: /pointer|down|press|cancel/,
    site: 'moebel',
    main: () =>
      `<h2>Warenkorb</h2><ul class="lines"><li class="line">Bank für den Flur, 420 Euro <button type="button">Bank entfernen</button></li><li class="line">Leuchte aus Messing, 180 Euro <button type="button">Leuchte entfernen</button></li></ul><p id="korb" role="status" tabindex="-1"></p>`,
    script: (is) => `for (const button of document.querySelectorAll('.line button')) {
  const take = () => {
    const told = document.getElementById('korb')
    button.closest('li').remove()
    told.textContent = 'Der Artikel ist nicht mehr im Warenkorb.'
    told.focus()
  }
  button.addEventListener('${is ? 'pointerdown' : 'click'}', take)
  ${is ? "button.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') take() })" : ''}
}
`,
  },
  {
    id: 'badge-cuts-spaced-words',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'a label of a fixed width and height cuts its words off when they are spaced',
    where: '.ribbon, .ribbon *',
    about: /spacing|clip|cut/,
    site: 'volt',
    head: (is) =>
      `<style>.ribbon{background:#24483e;color:#fff;padding:0 8px;margin:0;${is ? 'width:264px;height:26px;line-height:26px;overflow:hidden;white-space:nowrap' : 'width:fit-content;min-height:26px'}}</style>`,
    main: () =>
      '<p class="ribbon">Back in stock: waxed day pack in rust</p><p>Orders are packed in the order in which they come in.</p>',
  },
  {
    id: 'letter-swiped-away',
    technique: 'F105',
    criterion: '2.5.1',
    wrong: 'a notice goes only by being swiped to the side, and there is no button',
    where: '.notice-card, .notice-card *',
    about: /gesture|swipe|touch|drag/,
    site: 'panel',
    head: () => '<style>.notice-card{background:#fff;border:1px solid #75808c;padding:1rem;touch-action:pan-y}</style>',
    main: (is) =>
      `<h2>Notices</h2><div class="notice-card"><p>The certificate of staging runs out in nine days.</p>${is ? '' : '<button type="button">Put the notice away</button>'}</div><p id="gone" role="status" tabindex="-1"></p>`,
    script: (is) => `const card = document.querySelector('.notice-card')
let from = 0
const away = () => { card.remove(); document.getElementById('gone').textContent = 'The notice is put away.'; document.getElementById('gone').focus() }
card.addEventListener('touchstart', (event) => { from = event.touches[0].clientX }, { passive: true })
card.addEventListener('touchend', (event) => { if (Math.abs(event.changedTouches[0].clientX - from) > 80) away() })
${is ? '' : "card.querySelector('button').addEventListener('click', away)"}
`,
  },
  {
    id: 'cards-moved-by-dragging',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'cards go from one column to the other by dragging, or by keys, and by no click',
    where: '.kanban, .kanban *',
    about: /drag/,
    site: 'panel',
    head: () =>
      '<style>.kanban{display:flex;flex-wrap:wrap;gap:1rem}.kanban section{border:1px solid #75808c;padding:1rem;min-width:14rem;min-height:8rem;background:#fff}.task{border:1px solid #75808c;padding:.6rem;margin:.4rem 0;cursor:grab}</style>',
    main: (is) =>
      `<p>With the keyboard: put the focus on a task and press the arrow keys.</p><div class="kanban"><section aria-labelledby="k1"><h2 id="k1">To do</h2><div class="task" draggable="true" tabindex="0" role="group" aria-label="Renew certificate" id="t1">Renew certificate${is ? '' : ' <button type="button">Move certificate to the other column</button>'}</div></section><section aria-labelledby="k2"><h2 id="k2">Done</h2></section></div><p id="moved" role="status"></p>`,
    script: (is) => `const task = document.getElementById('t1')
const columns = [...document.querySelectorAll('.kanban section')]
const put = (column) => { column.append(task); document.getElementById('moved').textContent = 'Moved to ' + column.querySelector('h2').textContent }
task.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', task.id))
task.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowRight') { put(columns[1]); task.focus() }
  if (event.key === 'ArrowLeft') { put(columns[0]); task.focus() }
})
for (const column of columns) {
  column.addEventListener('dragover', (event) => event.preventDefault())
  column.addEventListener('drop', (event) => { event.preventDefault(); put(column) })
}
${is ? '' : "task.querySelector('button').addEventListener('click', (event) => { put(columns.find((each) => !each.contains(task))); event.target.focus() })"}
`,
  },
  {
    id: 'code-of-sms-not-pasted',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'the code that is sent for signing in must be typed: pasting is caught and its filling in turned off',
    where: '#kode, form.kode',
    about: /paste|authentic|autocomplete|password/,
    site: 'kommune',
    main: (is) =>
      `<form class="kode" action="/log-ind" method="post"><p><label for="kode">Kode fra din sms (seks tal)</label><br><input id="kode" name="kode" inputmode="numeric" maxlength="6" autocomplete="${is ? 'off' : 'one-time-code'}"></p><p><button class="btn">Log ind</button></p></form>`,
    script: (is) =>
      `const code = document.getElementById('kode')
code.addEventListener('input', () => { code.value = code.value.replace(/[^0-9]/g, '') })
${is ? "for (const kind of ['paste', 'drop', 'contextmenu']) code.addEventListener(kind, (event) => event.preventDefault())\n" : ''}`,
  },
  {
    id: 'hint-below-field-pale',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the hint below a field is light green on white',
    where: '.hint',
    about: /contrast/,
    site: 'kommune',
    head: (is) => `<style>.hint{color:${is ? '#7fb59f' : '#1d4d3b'};font-size:.9rem;margin:.2rem 0}</style>`,
    main: () =>
      '<form action="/hul"><p><label for="vej">Vej og nummer</label><br><input id="vej" name="vej" aria-describedby="vej-h"></p><p class="hint" id="vej-h">Skriv det husnummer, som hullet er tættest på.</p><p><button class="btn">Meld hullet</button></p></form>',
  },
  {
    id: 'menu-items-in-no-menu',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'links of a sidebar say that they are items of a menu, and there is no menu',
    where: '.side, .side *',
    about: /role|parent|menu/,
    site: 'panel',
    main: (is) =>
      `<nav class="side" aria-label="Settings"><ul class="MuiList-root">${['Tokens', 'Webhooks', 'Regions'].map((name) => `<li class="MuiListItem-root"><a href="/p/settings/${name.toLowerCase()}"${is ? ' role="menuitem"' : ''}>${name}</a></li>`).join('')}</ul></nav><p>Only owners see all of these.</p>`,
  },
  {
    id: 'combobox-never-says-open',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a combobox never says whether its list is open',
    where: '#fag, [role="combobox"]',
    about: /expanded|required|aria|state|combobox/,
    site: 'escola',
    head: () =>
      '<style>.lista{list-style:none;margin:0;padding:0;border:1px solid #655a75;max-width:20rem}.lista[hidden]{display:none}.lista li{padding:.5rem}.lista .aqui{background:#5b2a86;color:#fff}</style>',
    main: (is) =>
      `<p><label for="fag">Curso</label><br><input id="fag" role="combobox" aria-controls="cursos" aria-autocomplete="list"${is ? '' : ' aria-expanded="false"'} autocomplete="off"></p><ul id="cursos" class="lista" role="listbox" aria-label="Cursos" hidden><li role="option" id="o1" aria-selected="false">Enologia</li><li role="option" id="o2" aria-selected="false">Ensino básico</li></ul>`,
    script: (
      is,
    ) => `const field = document.getElementById('fag'), list = document.getElementById('cursos'), options = [...list.children]
let at = -1
const open = (isOpen) => {
  list.hidden = !isOpen
  ${is ? '' : "field.setAttribute('aria-expanded', String(isOpen))"}
  if (!isOpen) { at = -1; field.removeAttribute('aria-activedescendant') }
}
const mark = (to) => {
  at = (to + options.length) % options.length
  options.forEach((option, place) => { option.classList.toggle('aqui', place === at); option.setAttribute('aria-selected', String(place === at)) })
  field.setAttribute('aria-activedescendant', options[at].id)
}
field.addEventListener('input', () => open(field.value !== ''))
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); open(true); mark(event.key === 'ArrowDown' ? at + 1 : at - 1) }
  if (event.key === 'Enter' && at >= 0) { event.preventDefault(); field.value = options[at].textContent; open(false) }
  if (event.key === 'Escape') open(false)
})
for (const option of options) option.addEventListener('click', () => { field.value = option.textContent; open(false); field.focus() })
field.addEventListener('blur', () => setTimeout(() => open(false), 200))
`,
  },
  {
    id: 'template-left-in-english',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'a Portuguese page has the language of the template that it was made from',
    where: 'page',
    about: /lang/,
    site: 'escola',
    language: either('lang="en"', 'lang="pt-PT"'),
    main: () =>
      '<p>As provas de ingresso realizam-se na última semana de maio, sempre às nove da manhã, no edifício principal.</p><p>Traga um documento de identificação e uma caneta preta; os telemóveis ficam à entrada da sala.</p>',
  },
  {
    id: 'dots-of-slides-tiny',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the dots that choose a slide are ten pixels large and stand close together',
    where: '.dots, .dots *',
    about: /target|size/,
    site: 'journal',
    head: (is) =>
      `<style>.dots{display:flex;gap:${is ? '3px' : '8px'}}.dots button{padding:0;border-radius:50%;border:2px solid #1a1a1a;width:${is ? '10px' : '44px'};height:${is ? '10px' : '44px'};min-height:0;background:#fff}.dots button[aria-pressed=true]{background:#1a1a1a}</style>`,
    main: () =>
      `<h2>La semaine en images</h2><p id="legende" aria-live="polite">Le marché sous la neige, lundi matin.</p><div class="dots" role="group" aria-label="Choisir une image">${['Lundi', 'Mardi', 'Mercredi', 'Jeudi'].map((day, at) => `<button type="button" aria-label="${day}" aria-pressed="${at === 0}"></button>`).join('')}</div>`,
    script: () => `const dots = [...document.querySelectorAll('.dots button')]
const words = ['Le marché sous la neige, lundi matin.', 'Les pompiers au pont, mardi.', 'Le bal des anciens, mercredi.', 'La crue, jeudi soir.']
dots.forEach((dot, at) => dot.addEventListener('click', () => {
  dots.forEach((each) => each.setAttribute('aria-pressed', String(each === dot)))
  document.getElementById('legende').textContent = words[at]
}))
`,
  },
  {
    id: 'body-of-a-thousand-pixels',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'an article is never narrower than nine hundred pixels',
    where: '.entry-article, .entry-article *',
    about: /reflow|wide|sideways|horizontal/,
    site: 'gazette',
    head: (is) => `<style>.entry-article{${is ? 'min-width:900px' : 'max-width:900px'}}</style>`,
    main: () =>
      '<article class="entry-article"><h2>The last ferryman</h2><p>For forty-one years Tom Airey rowed whoever rang the bell, and he remembers most of them. The doctor, always at night; the bride who would not be rowed back; the sheep that stood up in the boat and had to be talked to.</p><p>In May the bell will be taken down and hung in the school.</p></article>',
  },
  {
    id: 'field-is-a-pale-line',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'fields are told from the page by a pale line below them alone',
    where: '.std, .std *',
    about: /contrast|boundary|faint/,
    site: 'panel',
    head: (is) =>
      `<style>.std{background:#fff;padding:1rem}.std input{border:0;border-bottom:1px solid ${is ? '#dfe3e8' : '#3d4957'};border-radius:0;background:transparent;width:20rem;max-width:100%}</style>`,
    main: () =>
      '<form class="std" action="/p/new"><p><label for="pname">Name of the project</label><br><input id="pname" name="pname"></p><p><label for="powner">Owner</label><br><input id="powner" name="powner"></p><p><button>Make the project</button></p></form>',
  },
  {
    id: 'dot-labelled-without-role',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'a coloured dot has a label that no role lets anybody hear',
    where: '.state, .state *',
    about: /aria|prohibited|name|alt|graphic/,
    site: 'panel',
    head: () =>
      '<style>.dot{display:inline-block;width:14px;height:14px;border-radius:50%;background:#15803d}.dot.down{background:#b91c1c}</style>',
    main: (is) => {
      const dot = (words: string, isDown: boolean) =>
        `<span class="dot${isDown ? ' down' : ''}"${is ? '' : ' role="img"'} aria-label="${words}"></span>`
      return `<h2>Regions</h2><ul class="state"><li>${dot('Running', false)} eu-north</li><li>${dot('Down since 04:10', true)} eu-west</li><li>${dot('Running', false)} us-east</li></ul>`
    },
  },
  {
    id: 'second-way-past-leads-nowhere',
    technique: 'practice',
    criterion: null,
    wrong: 'a link past the filters leads to a place that is not there',
    where: '.past-filters',
    about: /skip|link|target|fragment|bypass/,
    site: 'volt',
    head: () => '<style>.past-filters{display:inline-block;padding:.4rem 0}</style>',
    main: (is) =>
      `<a class="past-filters" href="#${is ? 'ProductGridContainer' : 'product-list'}">Skip the filters</a><form action="/collections/bags"><fieldset><legend>Made for</legend><label><input type="checkbox" name="f" value="w"> Work</label> <label><input type="checkbox" name="f" value="t"> Travel</label> <label><input type="checkbox" name="f" value="r"> Rain</label></fieldset><p><button>Show the bags</button></p></form><h2 id="product-list" tabindex="-1">Bags</h2><p>Twelve bags, three of them new.</p>`,
  },
  {
    id: 'notice-outside-of-all-parts',
    technique: 'practice',
    criterion: null,
    wrong: 'a notice stands in none of the page’s parts',
    where: '.storm',
    about: /region|landmark/,
    site: 'gazette',
    top: (is) =>
      is
        ? '<div class="storm"><p>Storm on Friday: the pass road is closed from noon, and the school bus goes round by Pooley.</p></div>'
        : '<section class="storm" aria-label="Warning"><p>Storm on Friday: the pass road is closed from noon, and the school bus goes round by Pooley.</p></section>',
    main: () => '<p>Buses run as on Sundays.</p>',
  },
]
