/** Planted failures of an auditor who did not look at the checks, sixth part: the half that its digest opens to whoever mends them. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const drawnSixth: readonly Plant[] = [
  {
    id: 'stars-of-reviews-unnamed',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'how many stars a customer gave is drawn by an own element, and no words say it',
    where: 'v-stars, v-stars *, .stars, .stars *',
    about: /alt|svg|image|name/,
    site: 'volt',
    head: () =>
      '<style>.reviews{list-style:none;padding:0}.reviews li{border-bottom:1px solid #767676;padding:.8rem 0}</style>',
    main: () =>
      '<h2>What customers say of the day pack</h2><ul class="reviews"><li><p><strong>Mara from Boise</strong> <v-stars value="5"></v-stars></p><p>The straps held a winter of wet rope and two moves.</p></li><li><p><strong>Owen from Salem</strong> <v-stars value="2"></v-stars></p><p>The zip gave up in March, and the mending took five weeks.</p></li><li><p><strong>Ines from Tacoma</strong> <v-stars value="4"></v-stars></p><p>I would like one more pocket on the outside.</p></li></ul>',
    script: (is) =>
      `customElements.define('v-stars', class extends HTMLElement {
  connectedCallback() {
    const given = Number(this.getAttribute('value'))
    const star = (isFull) => '<svg width="20" height="20" viewBox="0 0 20 20"><path d="M10 1l2.8 6 6.2.8-4.6 4.4 1.2 6.4L10 15.4 4.4 18.6l1.2-6.4L1 7.8l6.2-.8z" stroke="#5c4a00" stroke-width="1.4" fill="' + (isFull ? '#8a5a00' : '#fff') + '"/></svg>'
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>.stars{display:inline-flex;gap:2px;vertical-align:middle}</style><span class="stars"${is ? '' : ` role="img" aria-label="' + given + ' out of 5 stars"`}>' + [1, 2, 3, 4, 5].map((at) => star(at <= given)).join('') + '</span>'
  }
})
`,
  },
  {
    id: 'rows-of-divs-hold-no-cells',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'boxes say that they are a table and its rows, and what stands in the rows does not say that it is cells',
    where: '.MuiDataGrid, .MuiDataGrid *',
    about: /children|required|cell|table|role|row/,
    site: 'panel',
    head: () =>
      '<style>.MuiDataGrid{background:#fff;border:1px solid #75808c;border-radius:4px}.MuiDataGrid-row{display:grid;grid-template-columns:2fr 1fr 1fr;border-bottom:1px solid #75808c}.MuiDataGrid-row>div{padding:.5rem .8rem;overflow-wrap:anywhere}.MuiDataGrid-head{font-weight:700}</style>',
    main: (is) => {
      const row = (role: string, cells: readonly string[], more = '') =>
        `<div role="row" class="MuiDataGrid-row${more}">${cells.map((cell) => `<div${is ? '' : ` role="${role}"`} class="MuiDataGrid-cell">${cell}</div>`).join('')}</div>`
      return `<h2>Requests of the last hour</h2><div role="table" aria-label="Requests of the last hour" class="MuiDataGrid">${row('columnheader', ['Service', 'Requests', 'Errors'], ' MuiDataGrid-head')}${row('cell', ['Edge cache', '48,120', '3'])}${row('cell', ['Image resizer', '2,904', '41'])}${row('cell', ['Mail relay', '310', '0'])}</div>`
    },
  },
  {
    id: 'current-step-is-only-drawn',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'which step of an application one is at is shown by a filled circle and bold type, and by nothing else',
    where: '.trin, .trin *',
    about: /current|step|state/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.trin{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;list-style:none;padding:0}.trin__punkt{display:flex;align-items:center;gap:.5rem}.trin__tal{display:inline-flex;align-items:center;justify-content:center;width:2rem;height:2rem;border:2px solid #0b3d2e;border-radius:50%;color:#0b3d2e}.trin__punkt--her{font-weight:700}.trin__punkt--her .trin__tal{background:#0b3d2e;color:#fff}</style>`,
    main: (is) =>
      `<h2>Ansøgning om carport</h2><ol class="trin">${['Hvem du er', 'Grunden', 'Bygningen', 'Tegninger', 'Send'].map((name, at) => `<li class="trin__punkt${at === 2 ? ' trin__punkt--her' : ''}"${at === 2 && !is ? ' aria-current="step"' : ''}><span class="trin__tal">${at + 1}</span> ${name}</li>`).join('')}</ol><form action="/borger/carport" method="post"><p><label for="areal">Areal i kvadratmeter, for eksempel 24</label><br><input id="areal" name="areal" class="form-control" inputmode="numeric"></p><p><label for="hoejde">Højde i meter, for eksempel 2,5</label><br><input id="hoejde" name="hoejde" class="form-control" inputmode="decimal"></p><p><button class="btn">Gem og gå videre</button></p></form>`,
  },
  {
    id: 'chat-stands-backwards',
    technique: 'F1',
    criterion: '1.3.2',
    wrong:
      'the messages of a conversation stand in the page from the last to the first and are turned round by the stylesheet',
    where: '.conversacion, .conversacion *',
    about: /order|sequence|revers/,
    site: 'clinica',
    head: (is) =>
      `<style>.conversacion{display:flex;flex-direction:${is ? 'column-reverse' : 'column'};gap:.6rem;list-style:none;padding:0;max-width:36rem}.conversacion li{border:1px solid #46606a;border-radius:8px;padding:.5rem .8rem}.conversacion p{margin:0}.conversacion .mia{align-self:flex-end;background:#e3f2f3}</style>`,
    main: (is) => {
      const said = [
        ['Usted', 'Buenos días. ¿Puedo tomar el desayuno antes del análisis?', ' class="mia"'],
        ['Enfermería', 'No. Venga en ayunas desde las diez de la noche.', ''],
        ['Usted', '¿Y agua?', ' class="mia"'],
        ['Enfermería', 'Agua sí, toda la que quiera, hasta el momento de la prueba.', ''],
        ['Usted', 'Gracias. ¿En qué planta es?', ' class="mia"'],
        ['Enfermería', 'En la primera planta, junto a los ascensores.', ''],
      ] as const
      return `<h2>Su conversación con enfermería</h2><ol class="conversacion">${(is ? said.toReversed() : said).map(([who, text, more]) => `<li${more}><p><strong>${who}</strong></p><p>${text}</p></li>`).join('')}</ol>`
    },
  },
  {
    id: 'dark-mode-leaves-ink-dark',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'a box turns dark for those whose system is dark, and its text stays dark',
    where: '.aviso, .aviso *',
    about: /contrast/,
    site: 'escola',
    head: (is) =>
      `<style>.aviso{background:#f6f2fa;border:1px solid #655a75;padding:.2rem 1.2rem;margin:1rem 0}.aviso h2,.aviso p{color:#3a3150}@media(prefers-color-scheme:dark){.aviso{background:#1b1430}${is ? '' : '.aviso h2,.aviso p{color:#f1eafb}'}}</style>`,
    main: () =>
      '<div class="aviso"><h2>Secretaria fechada na sexta-feira</h2><p>No dia 24 a secretaria está fechada para inventário. Os pedidos feitos por correio eletrónico têm resposta na segunda-feira seguinte.</p><p>Os certificados pedidos até quinta-feira podem ser levantados na portaria.</p></div>',
  },
  {
    id: 'button-faded-and-yet-at-work',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the button that sends a form is faded as if it were out of use, and it works',
    where: '.claim button, .claim',
    about: /contrast/,
    site: 'ledger',
    head: (is) => `${roomy}<style>.claim .btn-primary{${is ? 'opacity:.42' : 'opacity:1'}}</style>`,
    main: () =>
      '<h2>New expense claim</h2><form class="claim" action="/app/claims" method="post"><p><label for="what">What was it for?</label><br><input id="what" name="what"></p><p><label for="cost">Amount in dollars, such as 18.50</label><br><input id="cost" name="cost" inputmode="decimal"></p><p><button class="btn-primary">Hand in the claim</button></p></form>',
  },
  {
    id: 'option-under-the-cursor-pale',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the option that the arrow keys have reached in a drawn list is white on light blue',
    where: '.wybor, .wybor *',
    about: /contrast/,
    site: 'kolej',
    head: (is) =>
      `${roomy}<style>.wybor{position:relative;max-width:20rem}.wybor__pole{border:1px solid #4a4a68;padding:.6rem .8rem;min-height:44px;box-sizing:border-box;background:#fff;cursor:pointer}.wybor__lista{list-style:none;margin:0;padding:0;border:1px solid #4a4a68;background:#fff}.wybor__lista li{padding:.6rem .8rem;min-height:44px;box-sizing:border-box;cursor:pointer}.wybor__lista li.tu{color:#fff;background:${is ? '#9cc3f5' : '#0a3d91'}}</style>`,
    main: () =>
      '<h2>Skąd jedziesz?</h2><form action="/rozklad"><p id="stacja-nazwa">Stacja początkowa</p><div class="wybor"><div class="wybor__pole" id="stacja" role="combobox" tabindex="0" aria-labelledby="stacja-nazwa" aria-haspopup="listbox" aria-expanded="false" aria-controls="stacje">Nowy Sącz</div><ul class="wybor__lista" id="stacje" role="listbox" aria-labelledby="stacja-nazwa" hidden><li role="option" id="st-0" aria-selected="true">Nowy Sącz</li><li role="option" id="st-1" aria-selected="false">Stary Sącz</li><li role="option" id="st-2" aria-selected="false">Krynica</li><li role="option" id="st-3" aria-selected="false">Tarnów</li></ul></div><input type="hidden" name="stacja" value="Nowy Sącz"><p><button>Pokaż odjazdy</button></p></form>',
    script: () =>
      `const box = document.getElementById('stacja')
const list = document.getElementById('stacje')
const options = [...list.children]
let at = 0
const reach = (to) => {
  at = Math.min(options.length - 1, Math.max(0, to))
  options.forEach((option, number) => option.classList.toggle('tu', number === at))
  box.setAttribute('aria-activedescendant', options[at].id)
}
const open = () => {
  list.hidden = false
  box.setAttribute('aria-expanded', 'true')
  reach(options.findIndex((option) => option.getAttribute('aria-selected') === 'true'))
}
const close = () => {
  list.hidden = true
  box.setAttribute('aria-expanded', 'false')
  box.removeAttribute('aria-activedescendant')
}
const take = () => {
  options.forEach((option, number) => option.setAttribute('aria-selected', String(number === at)))
  box.textContent = options[at].textContent
  document.querySelector('[name=stacja]').value = box.textContent
  close()
}
box.addEventListener('click', () => (list.hidden ? open() : close()))
box.addEventListener('blur', close)
box.addEventListener('keydown', (event) => {
  if (event.key === 'Tab') return
  if (list.hidden) {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
    event.preventDefault()
    open()
    return
  }
  const known = { ArrowDown: () => reach(at + 1), ArrowUp: () => reach(at - 1), Home: () => reach(0), End: () => reach(options.length - 1), Enter: take, ' ': take, Escape: close }
  if (!known[event.key]) return
  event.preventDefault()
  known[event.key]()
})
list.addEventListener('mousedown', (event) => event.preventDefault())
list.addEventListener('mousemove', (event) => {
  const option = event.target.closest('li')
  if (option) reach(options.indexOf(option))
})
list.addEventListener('click', (event) => {
  if (event.target.closest('li')) take()
})
`,
  },
  {
    id: 'offer-is-written-on-a-canvas',
    technique: 'criterion',
    criterion: '1.4.5',
    wrong: 'the sentences of an offer are drawn as pixels, though they are nothing but text',
    where: '.offer, .offer *',
    about: /image|canvas|text/,
    site: 'volt',
    head: () =>
      '<style>.offer{display:block;max-width:100%;box-sizing:border-box;background:#24483e;color:#fff;margin:1rem 0}p.offer{padding:1.5rem;font-size:1.5rem;line-height:1.5}canvas.offer{height:auto}</style>',
    main: either(
      '<h2>This week in the workshop</h2><canvas class="offer" width="640" height="170" role="img" aria-label="Mending week: a third off every repair until Sunday night. Bring your bag or send it to us by post."></canvas><p>The workshop is open from ten to six.</p>',
      '<h2>This week in the workshop</h2><p class="offer">Mending week: a third off every repair until Sunday night. Bring your bag or send it to us by post.</p><p>The workshop is open from ten to six.</p>',
    ),
    script: (is) =>
      is
        ? `const context = document.querySelector('.offer').getContext('2d')
context.fillStyle = '#24483e'
context.fillRect(0, 0, 640, 170)
context.fillStyle = '#ffffff'
context.font = '700 25px "Helvetica Neue", Arial, sans-serif'
context.fillText('Mending week: a third off every', 24, 48)
context.fillText('repair until Sunday night.', 24, 84)
context.font = '22px "Helvetica Neue", Arial, sans-serif'
context.fillText('Bring your bag or send it to us by post.', 24, 138)
`
        : '// the offer is text\n',
  },
  {
    id: 'file-field-is-not-displayed',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'the field for a file is not displayed, and the label that is drawn as a button takes no focus',
    where: '.bilag, .bilag *',
    about: /keyboard|mouse|click|focus|label|interactive/,
    site: 'kommune',
    head: (is) =>
      `${roomy}<style>.bilag{position:relative;display:inline-block}.bilag label{display:inline-block;padding:.7rem 1.2rem;min-height:44px;cursor:pointer}${is ? '.bilag input{display:none}' : '.bilag input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}.bilag input:focus-visible+label{outline:3px solid #b45309;outline-offset:2px}'}</style>`,
    main: () =>
      '<h2>Send billede af hullet</h2><form action="/borger/hul" method="post" enctype="multipart/form-data"><p>Et billede hjælper os med at finde stedet. Vi tager imod JPG under fem megabyte.</p><div class="bilag"><input type="file" id="bilag" name="bilag" accept="image/jpeg"><label class="btn" for="bilag">Vælg et billede</label></div><p role="status" id="bilag-navn"></p><p><button class="btn">Send billedet</button></p></form>',
    script: () =>
      `document.getElementById('bilag').addEventListener('change', (event) => {
  const [file] = event.target.files
  document.getElementById('bilag-navn').textContent = file ? 'Valgt: ' + file.name : ''
})
`,
  },
  {
    id: 'tabs-wait-for-arrow-keys',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'tabs that are not chosen are taken out of the order of Tab, and no arrow key gets to them',
    where: '[role=tablist], [role=tab]',
    about: /keyboard|arrow|tab|focus/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.MuiTabs-root{display:flex;flex-wrap:wrap;gap:.25rem;border-bottom:1px solid #75808c}.MuiTab-root[aria-selected=false]{background:#fff;color:#124e8c}.MuiTab-root[aria-selected=true]{box-shadow:inset 0 -4px #fff}</style>`,
    main: () =>
      `<h2>Edge cache</h2><div class="MuiTabs-root" role="tablist" aria-label="Edge cache">${['Traffic', 'Rules', 'Purges'].map((name, at) => `<button type="button" class="MuiTab-root" role="tab" id="tab-${at}" aria-controls="panel-${at}" aria-selected="${at === 0}"${at === 0 ? '' : ' tabindex="-1"'}>${name}</button>`).join('')}</div>${['Seven requests of ten were answered from the cache.', 'Two rules keep what is below /static for a day.', 'Nobody has purged anything since the first of the month.'].map((text, at) => `<div role="tabpanel" id="panel-${at}" aria-labelledby="tab-${at}"${at === 0 ? '' : ' hidden'}><p>${text}</p></div>`).join('')}`,
    script: (is) =>
      `const tabs = [...document.querySelectorAll('[role=tab]')]
const choose = (chosen) => {
  for (const tab of tabs) {
    tab.setAttribute('aria-selected', String(tab === chosen))
    if (tab === chosen) tab.removeAttribute('tabindex')
    else tab.setAttribute('tabindex', '-1')
    document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen
  }
}
const list = document.querySelector('[role=tablist]')
list.addEventListener('click', (event) => {
  const tab = event.target.closest('[role=tab]')
  if (tab) choose(tab)
})
${
  is
    ? ''
    : `list.addEventListener('keydown', (event) => {
  const at = tabs.indexOf(document.activeElement)
  const last = tabs.length - 1
  const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
  if (to === undefined) return
  event.preventDefault()
  choose(tabs[to])
  tabs[to].focus()
})
`
}`,
  },
  {
    id: 'amount-swallows-the-tab-key',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'a field for an amount throws every key away that is no digit, and Tab with them',
    where: '#amount, .transfer, .transfer *',
    about: /trap|tab|focus|keyboard/,
    site: 'ledger',
    head: () => roomy,
    main: () =>
      '<h2>Petty cash</h2><form class="transfer" action="/app/cash" method="post"><p><label for="amount">Amount taken out in dollars, such as 40.00</label><br><input id="amount" name="amount" inputmode="decimal"></p><p><label for="note">What for?</label><br><input id="note" name="note"></p><p><button>Save the entry</button></p></form>',
    script: (is) =>
      `const amount = document.getElementById('amount')
amount.addEventListener('keydown', (event) => {
${
  is
    ? "  const allowed = ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', '.']\n  if (allowed.includes(event.key) || /^\\d$/.test(event.key)) return\n"
    : '  if (event.key.length > 1 || event.ctrlKey || event.metaKey || /^[\\d.]$/.test(event.key)) return\n'
}  event.preventDefault()
})
`,
  },
  {
    id: 'breaking-news-flashes',
    technique: 'criterion',
    criterion: '2.3.1',
    wrong: 'a large notice changes between red and white five times in every second',
    where: '.breaking, .breaking *',
    about: /flash|blink|seizure|mov|animat/,
    site: 'gazette',
    head: (is) =>
      `<style>.breaking{padding:2.5rem 1.5rem;margin:1rem 0;color:#000;background:#ffe08a;border:3px solid #111}.breaking p{margin:0;font-size:1.6rem;font-weight:700}${is ? '@keyframes alarm{0%{background:#ff1f1f}50%{background:#fff}}.breaking{animation:alarm .2s step-end infinite}' : ''}</style>`,
    main: () =>
      '<div class="breaking"><p>The lane to Howtown is closed after a landslip. Drivers are asked to turn at the chapel.</p></div><h2>What we know</h2><p>Nobody was hurt. The county has sent an engineer, who will look at the slope in the morning.</p>',
  },
  {
    id: 'filters-are-drawn-anew-and-lose-focus',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'ticking a box of a filter draws the whole filter anew, and the focus falls back to the start of the page',
    where: '.filter, .filter *',
    about: /focus/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.filter fieldset{border:1px solid #857a6a}.filter input{width:24px;height:24px;margin:0 .6rem 0 0;vertical-align:middle}.filter label{display:inline-block;padding:.4rem 0}</style>`,
    main: () =>
      '<h2>Bänke für den Flur</h2><div class="filter" id="filter"></div><p role="status" id="treffer"></p><ul id="baenke"></ul>',
    script: (is) =>
      `const benches = [['Bank Aeschach', 'Eiche', 'mit Lehne'], ['Bank Hoyren', 'Esche', 'mit Lehne'], ['Bank Zech', 'Eiche', 'ohne Lehne'], ['Bank Reutin', 'Kirsche', 'ohne Lehne']]
const features = ['Eiche', 'Esche', 'Kirsche', 'mit Lehne', 'ohne Lehne']
const chosen = new Set()
const filter = document.getElementById('filter')
const renderFilter = () => {
  filter.innerHTML = '<fieldset><legend>Eigenschaften</legend>' + features.map((feature, at) => '<p><input type="checkbox" id="f-' + at + '" value="' + feature + '"' + (chosen.has(feature) ? ' checked' : '') + '><label for="f-' + at + '">' + feature + '</label></p>').join('') + '</fieldset>'
}
const renderBenches = () => {
  const found = benches.filter((bench) => [...chosen].every((feature) => bench.includes(feature)))
  document.getElementById('baenke').innerHTML = found.map((bench) => '<li>' + bench.join(', ') + '</li>').join('')
  document.getElementById('baenke').hidden = found.length === 0
  document.getElementById('treffer').textContent = 'Gefundene Bänke: ' + found.length
}
filter.addEventListener('change', (event) => {
  if (event.target.checked) chosen.add(event.target.value)
  else chosen.delete(event.target.value)
${is ? '  renderFilter()\n' : ''}  renderBenches()
})
renderFilter()
renderBenches()
`,
  },
  {
    id: 'links-called-object-object',
    technique: 'criterion',
    criterion: '2.4.4',
    wrong: 'a program wrote the name of an object of its own over the names of all links of a list',
    where: '.dossier, .dossier *',
    about: /link|name|label/,
    site: 'journal',
    main: (is) =>
      `<h2>Dossier : l’eau de la vallée</h2><ul class="dossier">${[
        ['Pourquoi la Loue verdit chaque été', 'loue'],
        ['Le château d’eau de Montreuil sera démoli', 'chateau-d-eau'],
        ['Ce que paient les communes voisines', 'prix'],
      ]
        .map(
          ([name, path]) =>
            `<li><a href="/dossier/${path}"${is ? ' aria-label="[object Object]"' : ''}>${name}</a></li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'order-is-sent-by-sliding',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'an order is sent by dragging a knob from left to right, or with the arrow keys, and by no click',
    where: '.slide, .slide *, .slide-box, .slide-box *',
    about: /drag/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.slide{position:relative;width:100%;max-width:20rem;height:60px;border:2px solid #24483e;border-radius:30px;background:#eef4f1;touch-action:none}.slide__text{position:absolute;inset:0;display:flex;align-items:center;justify-content:center;padding-left:60px;color:#121212}.slide__knob{position:absolute;left:4px;top:4px;z-index:1;width:48px;height:48px;border-radius:50%;background:#24483e;color:#fff;display:flex;align-items:center;justify-content:center;cursor:grab}</style>`,
    main: (is) =>
      `<h2>Your order</h2><p>One waxed day pack in moss, $148.00 with shipping. You can call it off free of charge until it ships.</p><div class="slide-box"><div class="slide"><span class="slide__text" aria-hidden="true">Slide to order</span><span class="slide__knob" role="slider" tabindex="0" aria-label="Slide to order" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"><span aria-hidden="true">→</span></span></div>${is ? '' : '<p><button type="button" class="button" id="order">Order with a press instead</button></p>'}<p role="status" id="ordered"></p></div>`,
    script: () =>
      `const knob = document.querySelector('.slide__knob')
const track = document.querySelector('.slide')
let start
let reached = 0
const order = () => { document.getElementById('ordered').textContent = 'Thank you. Your order has been taken; you can still call it off.' }
const set = (percent) => {
  reached = Math.min(100, Math.max(0, percent))
  knob.style.left = 4 + (reached / 100) * (track.clientWidth - 56) + 'px'
  knob.setAttribute('aria-valuenow', String(Math.round(reached)))
}
knob.addEventListener('pointerdown', (event) => {
  start = event.clientX
  knob.setPointerCapture(event.pointerId)
})
knob.addEventListener('pointermove', (event) => {
  if (start !== undefined) set(((event.clientX - start) / (track.clientWidth - 56)) * 100)
})
knob.addEventListener('pointerup', () => {
  start = undefined
  if (reached > 95) order()
  else set(0)
})
knob.addEventListener('keydown', (event) => {
  const to = { ArrowRight: reached + 10, ArrowUp: reached + 10, ArrowLeft: reached - 10, ArrowDown: reached - 10, Home: 0, End: 100 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  set(to)
  if (reached === 100) order()
})
document.getElementById('order')?.addEventListener('click', () => {
  set(100)
  order()
})
`,
  },
  {
    id: 'login-fields-marked-by-icons',
    technique: 'criterion',
    criterion: '3.3.2',
    wrong: 'the two fields for logging in show a head and a lock and no word that says what goes into them',
    where: '.login, .login *',
    about: /label|instruction/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.login p{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem}.login label{flex:0 0 100%}.login svg{flex:none}</style>`,
    main: (is) =>
      `<h2>Log in to your project</h2><form class="login" action="/login" method="post">${[
        ['Email', 'email', 'email', 'username', 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21c0-5 4-7 8-7s8 2 8 7'],
        ['Password', 'password', 'password', 'current-password', 'M6 11h12v10H6zM8 11V7a4 4 0 0 1 8 0v4'],
      ]
        .map(
          ([name, id, type, purpose, drawn]) =>
            `<p>${is ? '' : `<label for="${id}">${name}</label>`}<svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24"><path d="${drawn}" fill="none" stroke="#1c2430" stroke-width="2"/></svg><input type="${type}" id="${id}" name="${id}" autocomplete="${purpose}"${is ? ` aria-label="${name}"` : ''}></p>`,
        )
        .join('')}<p><button>Log in</button></p></form>`,
  },
  {
    id: 'page-stays-hidden-after-window',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong:
      'when a window over the page has been closed, the page behind goes on being hidden from assistive technology',
    where: '#content, #content *, body > header, body > footer',
    about: /hidden/,
    site: 'kolej',
    cards: 5,
    head: () =>
      `${roomy}<style>.okno{position:fixed;inset:0;z-index:30;display:flex;align-items:center;justify-content:center;background:rgba(0,0,0,.7)}.okno[hidden]{display:none}.okno__tresc{box-sizing:border-box;background:#fff;max-width:min(30rem,100%);max-height:100%;overflow:auto;padding:1rem 1.5rem}.okno button{min-height:44px}</style>`,
    top: () =>
      '<div class="okno" id="okno" role="dialog" aria-modal="true" aria-labelledby="okno-h" hidden><div class="okno__tresc"><h2 id="okno-h">Warunki zwrotu biletu</h2><p>Bilet można zwrócić najpóźniej na godzinę przed odjazdem pociągu. Zwracamy całą cenę.</p><p><button type="button" id="zamknij">Zamknij</button></p></div></div>\n',
    main: () =>
      '<h2>Zwrot biletu</h2><p>Bilety zwracamy w kasie i przez internet.</p><p><button type="button" id="warunki">Pokaż warunki zwrotu</button></p>',
    script: (is) =>
      `const dialog = document.getElementById('okno')
const opener = document.getElementById('warunki')
const closer = document.getElementById('zamknij')
const behind = [...document.body.children].filter((element) => element !== dialog && element.localName !== 'script')
opener.addEventListener('click', () => {
  dialog.hidden = false
  closer.focus()
  for (const element of behind) element.setAttribute('aria-hidden', 'true')
})
const close = () => {
  dialog.hidden = true
${is ? '' : "  for (const element of behind) element.removeAttribute('aria-hidden')\n"}  opener.focus()
}
closer.addEventListener('click', close)
dialog.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close()
  if (event.key === 'Tab') event.preventDefault()
})
`,
  },
  {
    id: 'button-out-of-use-without-a-word',
    technique: 'practice',
    criterion: null,
    wrong: 'the button of a form is out of use until all is filled in well, and nothing says what is missing',
    where: '.permit, .permit *',
    about: /disabled|submit/,
    site: 'council',
    head: () =>
      `${roomy}<style>.problem{color:#a3001b;font-weight:700;margin:4px 0}.problem:empty{display:none}.permit button:disabled{background:#d0d3d5;color:#6b7276}</style>`,
    main: (is) =>
      `<h2>Parking permit</h2><form class="permit" action="/parking/permit" method="post" novalidate><p><label for="plate">Number plate, such as AB12 CDE (required)</label><br><input id="plate" name="plate" autocomplete="off" required aria-describedby="plate-problem"></p><p class="problem" id="plate-problem"></p><p><label for="mail">Email, such as name@example.com (required)</label><br><input id="mail" name="mail" type="email" autocomplete="email" required aria-describedby="mail-problem"></p><p class="problem" id="mail-problem"></p><p><button${is ? ' disabled' : ''}>Apply for the permit</button></p></form>`,
    script: (is) =>
      `const form = document.querySelector('.permit')
const rules = [
  ['plate', (text) => /^[a-z]{2}\\d{2} ?[a-z]{3}$/i.test(text), 'Enter the number plate as two letters, two digits and three letters, such as AB12 CDE'],
  ['mail', (text) => /^\\S+@\\S+\\.\\S+$/.test(text), 'Enter an email address such as name@example.com'],
]
const wrong = () => rules.filter(([id, isRight]) => !isRight(document.getElementById(id).value.trim()))
${
  is
    ? `form.addEventListener('input', () => { form.querySelector('button').disabled = wrong().length > 0 })
`
    : `form.addEventListener('submit', (event) => {
  const found = wrong()
  for (const [id, , text] of rules) {
    const isWrong = found.some(([other]) => other === id)
    document.getElementById(id).setAttribute('aria-invalid', String(isWrong))
    document.getElementById(id + '-problem').textContent = isWrong ? text : ''
  }
  if (found.length === 0) return
  event.preventDefault()
  document.getElementById(found[0][0]).focus()
})
`
}`,
  },
  {
    id: 'escape-does-not-close-the-window',
    technique: 'practice',
    criterion: null,
    wrong: 'a window over the page has a button that closes it and does not close with Escape',
    where: '.venster, .venster *, #aanmelden',
    about: /escape|dialog|modal|close/,
    site: 'werf',
    head: () =>
      `${roomy}<style>.venster{position:fixed;inset:0;z-index:30;display:flex;align-items:center;justify-content:center;background:rgba(0,0,0,.7)}.venster[hidden]{display:none}.venster__vak{box-sizing:border-box;background:#fff;max-width:min(28rem,100%);max-height:100%;overflow:auto;padding:1rem 1.5rem}</style>`,
    main: () =>
      '<h2>Open dag</h2><p>Op de open dag varen we met groepen van tien de haven uit.</p><p><button type="button" id="aanmelden">Aanmelden voor de vaart</button></p><div class="venster" id="venster" role="dialog" aria-modal="true" aria-labelledby="venster-h" hidden><div class="venster__vak"><h3 id="venster-h">Aanmelden voor de vaart</h3><form action="/open-dag" method="post"><p><label for="naam">Uw naam</label><br><input id="naam" name="naam" autocomplete="name"></p><p><button>Aanmelden</button> <button type="button" id="sluiten">Sluiten</button></p></form></div></div>',
    script: (is) =>
      `const venster = document.getElementById('venster')
const opener = document.getElementById('aanmelden')
const inside = [...venster.querySelectorAll('input,button')]
const close = () => {
  venster.hidden = true
  opener.focus()
}
opener.addEventListener('click', () => {
  venster.hidden = false
  inside[0].focus()
})
document.getElementById('sluiten').addEventListener('click', close)
venster.addEventListener('keydown', (event) => {
${is ? '' : "  if (event.key === 'Escape') close()\n"}  if (event.key !== 'Tab') return
  const last = inside.length - 1
  const at = inside.indexOf(document.activeElement)
  if (event.shiftKey ? at > 0 : at < last) return
  event.preventDefault()
  inside[event.shiftKey ? last : 0].focus()
})
`,
  },
  {
    id: 'prices-are-not-printed',
    technique: 'practice',
    criterion: null,
    wrong: 'the stylesheet for printing takes the prices out of a list of prices',
    where: '.preisliste, .preisliste *',
    about: /print/,
    site: 'moebel',
    head: (is) =>
      `<style>@media print{header nav,footer{display:none}${is ? '.preisliste td:last-child span{display:none}' : ''}}</style>`,
    main: () =>
      `<h2>Preisliste zum Ausdrucken</h2><table class="preisliste"><caption>Preise ab Werk</caption><thead><tr><th scope="col">Stück</th><th scope="col">Maße</th><th scope="col">Preis</th></tr></thead><tbody>${[
        ['Tisch für acht Gäste', '220 × 95 cm', '1.480 €'],
        ['Sessel aus Eiche', '68 × 72 cm', '890 €'],
        ['Bank für den Flur', '120 × 38 cm', '410 €'],
      ]
        .map(
          ([name, size, price]) =>
            `<tr><th scope="row">${name}</th><td>${size}</td><td><span>${price}</span></td></tr>`,
        )
        .join('')}</tbody></table>`,
  },
]
