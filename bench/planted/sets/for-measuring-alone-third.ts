/** Planted failures of an auditor who did not look at the checks, third part: the half that is for measuring alone. Nobody looks at its misses. */
import type { Plant } from '#bench/planted/plant'

export const measuredThird: readonly Plant[] = [
  {
    id: 'answers-stand-before-questions',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'an interview stands in the page with each answer before its question, and a stylesheet turns them round',
    where: '.interview, .interview *',
    about: /order|sequence/,
    site: 'journal',
    head: (is) => (is ? '<style>.interview > div{display:flex;flex-direction:column-reverse}</style>' : ''),
    main: (is) => {
      const pair = (asked: string, said: string) =>
        `<div>${(is ? [said, asked] : [asked, said]).map((line) => `<p>${line}</p>`).join('')}</div>`
      return `<section class="interview" aria-labelledby="itw"><h2 id="itw">Trois questions à la fromagère</h2>${pair('<strong>Pourquoi avoir choisi la montagne ?</strong>', 'Parce que l’herbe y pousse lentement et que le lait a le goût des fleurs.')}${pair('<strong>Combien de meules par an ?</strong>', 'Environ quatre cents, et pas une de plus, car la cave est pleine.')}${pair('<strong>Et après ?</strong>', 'Ma fille reprendra la cave au printemps.')}</section>`
    },
  },
  {
    id: 'stars-of-a-sprite',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'how many stars buyers gave is told by the background of an empty span',
    where: '.rating, .rating *',
    about: /background|alternative|image/,
    site: 'volt',
    head: () =>
      `<style>.rating__stars{display:inline-block;width:120px;height:24px;vertical-align:middle;background:url("data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M12 2l3 7 7 .6-5.300 4.700 1.600 7L12 17.500 5.700 21.300l1.600-7L2 9.600 9 9z" fill="#8a4b00"/></svg>')}") repeat-x}.rating__stars--3{width:72px}</style>`,
    main: (is) =>
      `<div class="product"><h2>Waxed day pack</h2><p class="rating"><span class="rating__stars rating__stars--3"></span>${is ? '' : ' Rated 3 out of 5'}</p><p>$148, ships in two days.</p></div>`,
  },
  {
    id: 'console-completes-with-tab',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'a console to try things in takes Tab, in both directions, for completing words',
    where: '#console',
    about: /trap|keyboard|focus/,
    site: 'manual',
    main: (is) =>
      `<h2>Try it here</h2><p><label for="console">Command</label> <input id="console" size="30" style="max-width:100%;box-sizing:border-box" spellcheck="false" autocapitalize="none" aria-describedby="console-hint"></p><p id="console-hint">${is ? 'Tab' : 'Control and Space'} completes the word that you have begun.</p><p><button type="button" id="run-it">Run the command</button></p>`,
    script: (is) =>
      `const words = ['stream open', 'stream close', 'retry budget', 'trace begin']
const field = document.getElementById('console')
field.addEventListener('keydown', (event) => {
  if (${is ? "event.key !== 'Tab'" : "!(event.ctrlKey && event.key === ' ')"}) return
  event.preventDefault()
  field.value = words.find((each) => each.startsWith(field.value)) ?? field.value
})
`,
  },
  {
    id: 'the-larger-of-two',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'an instruction tells two buttons apart by their size alone',
    where: '.subscribe, .subscribe *',
    about: /sensory|instruction|shape/,
    site: 'journal',
    main: (is) =>
      `<div class="subscribe"><h2>Renouveler l’abonnement</h2><p>${is ? 'Pour renouveler d’un an, appuyez sur le plus gros bouton ; pour un mois, sur le petit.' : 'Pour renouveler d’un an, appuyez sur « Continuer un an » ; pour un mois, sur « Continuer un mois ».'}</p><p><button type="button" style="font-size:1.6rem;padding:.8rem 1.6rem">${is ? 'Continuer' : 'Continuer un an'}</button> <button type="button">${is ? 'Poursuivre' : 'Continuer un mois'}</button></p></div>`,
  },
  {
    id: 'search-answers-in-a-window',
    technique: 'F22',
    criterion: '3.2.5',
    wrong: 'a form shows its answer in a new window and does not say so',
    where: 'form.find-book, form.find-book *',
    about: /window|new-tab|target-blank/,
    site: 'riwaq',
    main: (is) =>
      `<h2>ابحث في الكتب</h2><form class="find-book" action="/find"${is ? ' target="_blank"' : ''}><p><label for="book">عنوان الكتاب</label> <input id="book" name="book"> <button>ابحث</button></p></form>`,
  },
  {
    id: 'bells-from-a-script',
    technique: 'F23',
    criterion: '1.4.2',
    wrong: 'a script plays bells over and over as soon as the page is open, and nothing on it stops them',
    where: 'page',
    about: /audio|sound|autoplay/,
    site: 'museo',
    main: (is) =>
      `<h2>Le campane del cortile</h2><p>Le campane suonano ogni giorno a mezzogiorno, e chi le ascolta dal giardino le sente tre volte per l’eco.</p>${is ? '' : '<p><button type="button" id="bells">Ascolta le campane</button></p>'}`,
    script: (is) =>
      is
        ? `const bells = new Audio('/suoni/campane.wav')
bells.loop = true
bells.autoplay = true
document.body.append(bells)
bells.play().catch(() => document.addEventListener('pointerdown', () => bells.play(), { once: true }))
`
        : `const bells = new Audio('/suoni/campane.wav')
const button = document.getElementById('bells')
bells.addEventListener('ended', () => { button.textContent = 'Ascolta le campane' })
button.addEventListener('click', () => {
  if (bells.paused) bells.play()
  else bells.pause()
  button.textContent = bells.paused ? 'Ascolta le campane' : 'Ferma le campane'
})
`,
  },
  {
    id: 'title-goes-on-loading',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title says that the page is loading, long after it is there',
    where: 'page',
    about: /title/,
    site: 'ledger',
    main: () =>
      '<h2>Invoices of this quarter</h2><p>Eleven invoices are paid, two are waiting and one is late by four days.</p>',
    script: (is) => `document.${is ? "title = 'Loading…'" : "documentElement.dataset.ready = 'yes'"}\n`,
  },
  {
    id: 'alternatives-count-up',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'the alternatives of three photographs are their numbers',
    where: '.shots img',
    about: /alternative|alt|image/,
    site: 'werf',
    main: (is) =>
      `<h2>De sleepboot in beeld</h2><div class="shots">${['De sleepboot op de helling, de kiel zwart van het teer', 'Twee timmerlieden buigen een plank om het voorschip', 'De nieuwe mast hangt in de kraan boven het dek'].map((alt, at) => `<img src="/fotos/sleepboot-${at}.jpg" alt="${is ? at + 1 : alt}" width="160" height="120">`).join(' ')}</div>`,
  },
  {
    id: 'sale-with-thin-spaces',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'the letters of a word on a button are set apart with thin spaces',
    where: '.spread',
    about: /letter|spaces/,
    site: 'moebel',
    head: () => '<style>.spread{letter-spacing:.2em}.spread.typed{letter-spacing:0}</style>',
    main: (is) =>
      `<h2>Räumung im Lager</h2><p>Dreißig Ausstellungsstücke suchen ein Zuhause.</p><p><button type="button" class="spread${is ? ' typed' : ''}">${is ? [...'ANGEBOTE'].join('&thinsp;') : 'ANGEBOTE'}</button></p>`,
  },
  {
    id: 'notice-in-two-columns-of-blanks',
    technique: 'F33',
    criterion: '1.3.2',
    wrong: 'a notice is set in two columns by wide blanks in its lines',
    where: '.notice-columns',
    about: /column|sequence|spaces/,
    site: 'kommune',
    head: () => '<style>.notice-columns.two{columns:2 14rem}</style>',
    main: (is) => {
      const left = ['Svømmehallen er lukket', 'i uge 29, mens der', 'skiftes vand og fliser.']
      const right = ['Biblioteket har åbent', 'som det plejer, men', 'indgangen er fra gården.']
      return `<h2>Sommeren i kommunen</h2>${is ? `<p class="notice-columns" style="white-space:pre;overflow-x:auto" tabindex="0" role="group" aria-label="Sommeren i kommunen">${left.map((line, at) => `${line.padEnd(30, ' ')}${right[at]}`).join('\n')}</p>` : `<div class="notice-columns two"><p>${left.join(' ')}</p><p>${right.join(' ')}</p></div>`}`
    },
  },
  {
    id: 'corner-ornaments-read-out',
    technique: 'F38',
    criterion: '1.1.1',
    wrong: 'the ornaments at the corners of quotations have no alt attribute',
    where: '.quote img',
    about: /alternative|alt|image/,
    site: 'riwaq',
    main: (is) =>
      ['القراءة سفر لا ينتهي بانتهاء الطريق.', 'من فتح كتابا فتح نافذة على مدينة أخرى.']
        .map(
          (said, at) =>
            `<div class="quote"><img src="/ornaments/corner-${at}.png" width="32" height="24"${is ? '' : ' alt=""'}><blockquote><p>${said}</p></blockquote></div>`,
        )
        .join('\n'),
  },
  {
    id: 'film-starts-by-a-clicked-cover',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a cover over a silent film starts it when the mouse clicks it, and there are no other controls',
    where: '.film, .film *',
    about: /keyboard|mouse|focus/,
    site: 'gazette',
    head: () =>
      '<style>.film{position:relative;width:320px;max-width:100%}.film video{width:100%;display:block}.film .cover{position:absolute;inset:0;display:grid;place-items:center;background:#00000099;color:#fff;cursor:pointer;border:0;font-size:2.5rem;width:100%}</style>',
    main: (is) =>
      `<h2>The swimmers, in a minute</h2><p>The film has no sound. Twelve swimmers walk over the shingle at dawn, go in one after the other, and come out laughing.</p><div class="film"><video src="/films/swimmers.webm" muted playsinline preload="metadata" aria-label="Swimmers at dawn, without sound"></video>${is ? '<div class="cover"><span aria-hidden="true">▶</span></div>' : '<button type="button" class="cover" aria-label="Play the film of the swimmers"><span aria-hidden="true">▶</span></button>'}</div>`,
    script: () =>
      `const film = document.querySelector('.film video')
const cover = document.querySelector('.film .cover')
cover.addEventListener('click', () => {
  if (film.paused) film.play()
  else film.pause()
  cover.style.opacity = film.paused ? '1' : '.6'
  if (cover.localName === 'button') cover.setAttribute('aria-label', (film.paused ? 'Play' : 'Pause') + ' the film of the swimmers')
})
`,
  },
  {
    id: 'picture-put-in-without-alt',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'a script puts the photograph of a product in, without an alternative',
    where: '.media img',
    about: /alternative|alt|image/,
    site: 'volt',
    main: () =>
      '<h2>Packable rain shell</h2><div class="media" data-src="/cdn/rain-shell_600x.jpg"></div><p>Folds into its own pocket, and dries on a chair overnight.</p>',
    script: (is) =>
      `const media = document.querySelector('.media')
const photo = document.createElement('img')
photo.src = media.dataset.src
photo.width = 320
photo.height = 240
photo.loading = 'lazy'
${is ? '' : "photo.alt = 'Rain shell in moss green, hood up, on a hanger'\n"}media.append(photo)
`,
  },
  {
    id: 'script-takes-the-ring-away',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'a script takes the outline of buttons away whenever they get the focus',
    where: '.sizes, .sizes button',
    about: /focus/,
    site: 'panel',
    main: () =>
      '<h2>Size of the machine</h2><p class="sizes"><button type="button">Small</button> <button type="button">Medium</button> <button type="button">Large</button></p>',
    script: (is) =>
      `for (const each of document.querySelectorAll('.sizes button')) {
  each.addEventListener('focus', () => { ${is ? "each.style.setProperty('outline', 'none', 'important')" : "each.dataset.seen = 'yes'"} })
}
`,
  },
  {
    id: 'bay-chosen-by-a-class',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'which bay of a list is chosen is shown by a class and never said',
    where: '[role=listbox], [role=option]',
    about: /selected|state|aria|option/,
    site: 'werf',
    head: () =>
      '<style>[role=listbox]{border:1px solid #40566e;width:16rem}[role=option]{padding:.4rem .6rem;cursor:pointer}[role=option].on{background:#0b4a86;color:#fff}</style>',
    main: (is) =>
      `<h2 id="bay-h">Ligplaats</h2><div role="listbox" tabindex="0" aria-labelledby="bay-h" aria-activedescendant="bay-0">${['Noordkade', 'Zuidkade', 'Steiger 3'].map((bay, at) => `<div role="option" id="bay-${at}"${is ? '' : ` aria-selected="${at === 0}"`}${at === 0 ? ' class="on"' : ''}>${bay}</div>`).join('')}</div>`,
    script: (is) =>
      `const box = document.querySelector('[role=listbox]')
const bays = [...box.children]
let at = 0
const choose = (to) => {
  at = Math.max(0, Math.min(bays.length - 1, to))
  box.setAttribute('aria-activedescendant', bays[at].id)
  bays.forEach((each, index) => {
    each.classList.toggle('on', index === at)
${is ? '' : "    each.setAttribute('aria-selected', String(index === at))\n"}  })
}
bays.forEach((each, index) => each.addEventListener('click', () => choose(index)))
box.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') { event.preventDefault(); choose(at + 1) }
  if (event.key === 'ArrowUp') { event.preventDefault(); choose(at - 1) }
})
`,
  },
  {
    id: 'closed-said-by-the-stylesheet',
    technique: 'F87',
    criterion: '1.3.1',
    wrong: 'that the workshop is closed for its repair is written by the stylesheet after the hours',
    where: '.orari',
    about: /generated|content|pseudo|style/,
    site: 'museo',
    head: (is) =>
      is ? '<style>.orari--chiuso::after{content:" — chiuso per restauro fino a maggio";font-weight:700}</style>' : '',
    main: (is) =>
      `<h2>Orari della fornace</h2><p class="orari orari--chiuso">Dal martedì alla domenica, dalle 10 alle 18${is ? '' : ' <strong>— chiuso per restauro fino a maggio</strong>'}</p>`,
  },
  {
    id: 'telephone-link-whose-word-is-not-shown',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'a link with a drawn receiver has words that no window is wide enough to show',
    where: '.call',
    about: /link|name/,
    site: 'kommune',
    head: (is) =>
      `<style>.call{display:inline-flex;gap:.5rem;align-items:center;padding:.5rem}${is ? '.call__word{display:none}' : ''}</style>`,
    main: () =>
      '<h2>Borgerservice</h2><p><a class="call" href="tel:+4500000000"><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false"><path d="M6 3l4 6-3 3c2 4 5 7 9 9l3-3 6 4-3 4C11 27 1 16 2 6z" fill="#0a5c43"/></svg><span class="call__word">Ring til borgerservice</span></a></p>',
  },
  {
    id: 'head-in-a-table-of-its-own',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'the heads of columns stand in a table of their own above the table whose columns they head',
    where: '.split table, .split th, .split td',
    about: /table|header|cell/,
    site: 'panel',
    head: () =>
      '<style>.split table{width:100%;table-layout:fixed}.split__body{max-height:9rem;overflow-y:auto}.split thead th{position:sticky;top:0;background:#fff}</style>',
    main: (is) => {
      const head = '<tr><th scope="col">Service</th><th scope="col">Region</th><th scope="col">Requests</th></tr>'
      const rows = [
        ['Edge cache', 'eu-north', '41,200'],
        ['Mail relay', 'eu-south', '9,810'],
        ['Image resizer', 'us-east', '27,044'],
      ]
        .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')
      const region = 'class="split__body" tabindex="0" role="region" aria-labelledby="split-h"'
      return `<div class="split"><h2 id="split-h">Requests by service</h2>${is ? `<table>${head}</table><div ${region}><table>${rows}</table></div>` : `<div ${region}><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>`}</div>`
    },
  },
  {
    id: 'explanation-leaves-by-itself',
    technique: 'F95',
    criterion: '1.4.13',
    wrong:
      'the explanation of a price appears under the pointer and at the focus, and goes by itself after a second and a half',
    where: '.why, .why *',
    about: /hover|dismiss|persist|tooltip/,
    site: 'volt',
    head: () =>
      '<style>.why{position:relative;display:inline-block}.why__tip{position:absolute;left:0;top:100%;width:18rem;max-width:65vw;background:#121212;color:#fff;padding:.6rem;z-index:2}.why__tip[hidden]{display:none}</style>',
    main: () =>
      '<h2>Repair kit</h2><p>$12 <span class="why"><button type="button" aria-describedby="why-tip">Why so little?</button><span class="why__tip" id="why-tip" role="tooltip" hidden>We sell the kit for what thread, wax and needles cost us, because a mended bag is one that is not thrown away.</span></span></p>',
    script: (is) =>
      `const why = document.querySelector('.why')
const tip = document.getElementById('why-tip')
let leaving
const show = () => {
  clearTimeout(leaving)
  tip.hidden = false
${is ? '  leaving = setTimeout(() => { tip.hidden = true }, 1500)\n' : ''}}
const hide = () => { tip.hidden = true }
why.addEventListener('pointerenter', show)
why.addEventListener('pointerleave', hide)
why.addEventListener('focusin', show)
why.addEventListener('focusout', hide)
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide() })
`,
  },
  {
    id: 'copied-is-only-seen',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'that a line was copied is shown beside the button and announced to nobody',
    where: '.copy-line, .copy-line *',
    about: /status|live|announce|message/,
    site: 'manual',
    main: (is) =>
      `<h2>Install the client</h2><p class="copy-line"><code id="install">tidepool add client</code> <button type="button" id="copy">Copy the line</button> <span id="copied"${is ? '' : ' role="status"'}></span></p>`,
    script: () =>
      `document.getElementById('copy').addEventListener('click', async () => {
  await navigator.clipboard?.writeText(document.getElementById('install').textContent).catch(() => undefined)
  document.getElementById('copied').textContent = 'The line is on the clipboard.'
})
`,
  },
  {
    id: 'hours-left-out-when-narrow',
    technique: 'F102',
    criterion: '1.4.10',
    wrong:
      'on a narrow window the hours of the emergency room and its telephone are not shown, nor can they be had elsewhere',
    where: '.emergency, .emergency *',
    about: /reflow|narrow|hidden|viewport|content/,
    site: 'clinica',
    head: (is) => (is ? '<style>@media(max-width:640px){.emergency__more{display:none}}</style>' : ''),
    main: () =>
      '<section class="emergency" aria-labelledby="emergency-h"><h2 id="emergency-h">Urgencias</h2><p>La entrada está detrás del edificio, junto al aparcamiento.</p><p class="emergency__more">Abierto las veinticuatro horas; el teléfono directo es el 900 000 000.</p></section>',
  },
  {
    id: 'byline-made-faint-by-opacity',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'dates and names under comments are black text at a third of its opacity',
    where: '.comment__meta, .comment__meta *',
    about: /contrast/,
    site: 'gazette',
    head: (is) => `<style>.comment__meta{font-size:.85rem;opacity:${is ? '.38' : '.8'}}</style>`,
    main: () =>
      '<h2>Comments</h2><div class="comment"><p>My grandfather carried the stones for the first bridge on his back.</p><p class="comment__meta">Written by Edith Moss on the second of March</p></div>',
  },
  {
    id: 'crosses-on-chips-tiny',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the crosses that take filters away are twelve pixels large and stand close together',
    where: '.chips, .chips *',
    about: /target|size/,
    site: 'volt',
    head: (is) =>
      `<style>.chips{display:flex;flex-wrap:wrap;gap:${is ? '2px' : '.75rem'};list-style:none;padding:0;margin:0}.chips li{padding:0}.chips button{${is ? 'width:12px;height:12px;padding:0;font-size:10px;line-height:10px' : 'min-width:32px;min-height:32px;padding:0 .5rem'}}</style>`,
    main: () =>
      `<h2>Filters in use</h2><ul class="chips">${['Moss', 'Rust', 'S', 'M'].map((name) => `<li><span>${name}</span><button type="button" aria-label="Remove the filter ${name}">×</button></li>`).join('')}</ul>`,
  },
  {
    id: 'active-descendant-is-not-there',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a grid of days says that the one in use is an element that the page does not have',
    where: '[role=listbox]',
    about: /descendant|aria|id|valid|reference/,
    site: 'escola',
    main: (is) =>
      `<h2 id="slot-h">Hora da entrevista</h2><ul role="listbox" tabindex="0" aria-labelledby="slot-h" aria-activedescendant="${is ? 'slot-undefined' : 'slot-0'}" style="list-style:none;padding:0;border:1px solid #655a75;max-width:14rem">${['9h00', '9h30', '10h00'].map((time, at) => `<li role="option" id="slot-${at}" aria-selected="${at === 0}">${time}</li>`).join('')}</ul>`,
    script: (is) =>
      `const box = document.querySelector('[role=listbox]')
const slots = [...box.children]
let at = 0
const mark = (to) => {
  at = Math.max(0, Math.min(slots.length - 1, to))
  slots.forEach((each, index) => {
    each.setAttribute('aria-selected', String(index === at))
    each.style.fontWeight = index === at ? '700' : '400'
  })
  box.setAttribute('aria-activedescendant', ${is ? "'slot-' + slots[at].dataset.slot" : 'slots[at].id'})
}
mark(0)
slots.forEach((each, index) => each.addEventListener('click', () => mark(index)))
box.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') { event.preventDefault(); mark(at + 1) }
  if (event.key === 'ArrowUp') { event.preventDefault(); mark(at - 1) }
})
`,
  },
  {
    id: 'navigation-called-navigation',
    technique: 'practice',
    criterion: null,
    wrong: 'the name of a navigation says once more that it is a navigation',
    where: 'nav.chapters',
    about: /landmark|redundant|label|name|nav/,
    site: 'manual',
    main: (is) =>
      `<nav class="chapters" aria-label="${is ? 'Chapters navigation' : 'Chapters'}"><ul><li><a href="/docs/streams">Streams</a></li><li><a href="/docs/clocks">Clocks</a></li></ul></nav><p>Each chapter stands by itself, and its examples can be run as they are.</p>`,
  },
  {
    id: 'grabbed-as-in-old-drafts',
    technique: 'practice',
    criterion: null,
    wrong: 'cards say whether they are grabbed with attributes that are no longer in use',
    where: '.board, .board *',
    about: /deprecated|obsolete|grabbed|dropeffect|aria/,
    site: 'ledger',
    main: (is) =>
      `<h2>Order of the reports</h2><ul class="board"${is ? ' aria-dropeffect="move"' : ''}>${['Quarterly return', 'Payroll'].map((name) => `<li${is ? ' aria-grabbed="false"' : ''}>${name} <button type="button" aria-label="Move up: ${name}">Move up</button></li>`).join('')}</ul><p id="moved" role="status"></p><script>document.querySelector('.board').addEventListener('click',e=>{const b=e.target.closest('button');if(!b)return;const li=b.closest('li');if(li.previousElementSibling)li.previousElementSibling.before(li);b.focus();document.getElementById('moved').textContent=li.firstChild.textContent+'is now number '+([...li.parentElement.children].indexOf(li)+1)+'.'})</script>`,
  },
]
