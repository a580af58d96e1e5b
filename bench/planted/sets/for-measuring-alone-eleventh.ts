/** Planted failures of an auditor who did not look at the checks, eleventh part: the half that is for measuring alone. Nobody looks at its misses. */
import { drawn, type Plant, roomy } from '#bench/planted/plant'

export const measuredEleventh: readonly Plant[] = [
  {
    id: 'struck-out-departures-xi',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'which trains do not run is told by a line through their times alone, which the sheet draws',
    where: '.odjazdy, .odjazdy *',
    about: /strike|line-through|presentation|visual|semantic/,
    site: 'kolej',
    head: () =>
      '<style>.odjazdy{margin-bottom:1rem}.odjazdy th[scope=row]{font-weight:400}.odjazdy__skreslony span{text-decoration:line-through}</style>',
    main: (is) => {
      const rows = [
        ['14:05', 'Krynica', '1', true],
        ['14:40', 'Stary Sącz', '2', false],
        ['15:05', 'Krynica', '1', true],
        ['15:40', 'Muszyna', '2', false],
      ] as const
      return `<h2>Najbliższe odjazdy</h2><table class="odjazdy"><thead><tr><th scope="col">Godzina</th><th scope="col">Kierunek</th><th scope="col">Peron</th></tr></thead><tbody>${rows.map(([time, to, track, runs]) => `<tr${runs ? '' : ' class="odjazdy__skreslony"'}><th scope="row"><span>${time}</span></th><td><span>${to}</span>${runs || is ? '' : ' (odwołany)'}</td><td><span>${track}</span></td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'round-one-on-the-right-xi',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'an instruction names a button by its shape and its place alone',
    where: '.rever, .rever *',
    about: /sensory|shape|location|instruction/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.rever__botoes{display:flex;gap:1.5rem;align-items:center}.rever__redondo{width:7rem;height:7rem;border-radius:50%}</style>`,
    main: (is) =>
      `<div class="rever"><h2>A sua candidatura</h2><p>${is ? 'Para ler mais uma vez o que escreveu, carregue no botão redondo à direita.' : 'Para ler mais uma vez o que escreveu, carregue em «Avançar».'}</p><div class="rever__botoes"><button type="button" data-dito="O rascunho ficou guardado.">Guardar</button><button type="button" class="rever__redondo" data-dito="Escreveu: Oficina de escrita, em horário noturno.">Avançar</button></div><p role="status" id="rever-dito"></p></div><script>document.querySelector('.rever__botoes').addEventListener('click',event=>{const button=event.target.closest('[data-dito]');if(button)document.getElementById('rever-dito').textContent=button.dataset.dito})</script>`,
  },
  {
    id: 'roads-marked-without-a-word-xi',
    technique: 'F26',
    criterion: '1.3.3',
    wrong: 'whether a road is open is told by a tick or a cross alone, which an icon class of the sheet draws',
    where: '.roads, .roads *',
    about: /sensory|icon|alt|symbol|glyph|non-?text|pseudo/,
    site: 'gazette',
    head: () =>
      '<style>.roads{list-style:none;padding:0}.dashicons{display:inline-block;width:1.6em;font-family:"Segoe UI Symbol","DejaVu Sans",sans-serif;font-weight:700}.dashicons-yes::before{content:"✔" / ""}.dashicons-no::before{content:"✘" / ""}</style>',
    main: (is) =>
      `<h2 class="wp-block-heading">The roads this morning</h2><p>The council’s gritters were out from four o’clock.</p><ul class="roads">${(
        [
          ['Kirkstone Pass', false],
          ['The lane to Howtown', true],
          ['Matterdale', true],
          ['The track above Hartsop', false],
        ] as const
      )
        .map(
          ([name, isOpen]) =>
            `<li><span class="dashicons dashicons-${isOpen ? 'yes' : 'no'}" aria-hidden="true"></span>${name}${is ? '' : isOpen ? ': open' : ': closed'}</li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'hours-lined-up-by-hand-xi',
    technique: 'F34',
    criterion: '1.3.1',
    wrong: 'hours of a clinic stand in rows and columns that are made of hard spaces and line breaks',
    where: '.horario, .horario *',
    about: /table|whitespace|space|structure/,
    site: 'clinica',
    head: () => '<style>p.horario{font:15px/1.6 monospace;margin:0 0 16px}table.horario{margin:0 0 16px}</style>',
    main: (is) => {
      const rows = [
        ['Lunes', '8–14', '16–19'],
        ['Martes', '8–14', 'cerrado'],
        ['Jueves', '9–14', '16–18'],
        ['Viernes', '8–13', 'cerrado'],
      ]
      const top = ['Día', 'Mañana', 'Tarde']
      const padded = (words: string) => words + '&nbsp;'.repeat(10 - words.length)
      if (is)
        return `<h2>Extracciones de sangre</h2><p class="horario">${[top, ...rows].map((row) => row.map(padded).join('')).join('<br>')}</p>`
      return `<h2>Extracciones de sangre</h2><table class="horario"><thead><tr>${top.map((words) => `<th scope="col">${words}</th>`).join('')}</tr></thead><tbody>${rows.map(([day, ...hours]) => `<tr><th scope="row">${day}</th>${hours.map((words) => `<td>${words}</td>`).join('')}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'figures-of-the-vote-unsaid-xi',
    technique: 'F67',
    criterion: '1.1.1',
    wrong: 'the description of a chart says what the chart is about and none of what it shows',
    where: '.resultats, .resultats *',
    about: /alt|svg|chart|image|graphic|descri/,
    site: 'journal',
    head: () => '<style>.resultats{margin:0 0 1.2rem}.resultats svg{display:block;width:100%;max-width:400px}</style>',
    main: (is) => {
      const rows = [
        ['Saint-Aubin', 61],
        ['Montreuil', 47],
        ['Pontarlier', 55],
      ] as const
      return `<h2>La passerelle, commune par commune</h2><div class="resultats"><svg viewBox="0 0 400 130" role="img" aria-label="Graphique des résultats du référendum" aria-describedby="resultats-texte">${rows.map(([name, share], at) => `<text x="0" y="${28 + at * 42}" font-size="16" fill="#1a1a1a">${name}</text><rect x="110" y="${10 + at * 42}" width="${share * 3.6}" height="26" fill="#8b1a1a"/><text x="${120 + share * 3.6}" y="${28 + at * 42}" font-size="16" fill="#1a1a1a">${share} %</text>`).join('')}</svg><p id="resultats-texte">${is ? 'Le graphique montre comment les habitants des trois communes ont voté le 12 mai sur la passerelle.' : 'Le 12 mai, 61 % des votants de Saint-Aubin, 47 % de ceux de Montreuil et 55 % de ceux de Pontarlier ont dit oui à la passerelle.'}</p></div>`
    },
  },
  {
    id: 'boxes-of-dashes-xi',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'a drawing made of typed signs has no alternative',
    where: '.flow',
    about: /ascii|alt|image|text/,
    site: 'manual',
    head: () => '<style>.flow{font-size:.85rem;line-height:1.3;padding:1rem .5rem;margin:0 0 1rem}</style>',
    main: (is) =>
      `<h2>Where a call goes</h2><pre class="flow"${is ? '' : ' role="img" aria-label="Diagram of four boxes in a ring: the client calls the proxy, the proxy calls the edge, the edge fills the cache, and the cache answers the client."'}>+--------+     +-------+
| client | --&gt; | proxy |
+--------+     +-------+
    ^              |
    |              v
+--------+     +-------+
| cache  | &lt;-- | edge  |
+--------+     +-------+</pre>`,
  },
  {
    id: 'not-is-in-the-sheet-xi',
    technique: 'F87',
    criterion: '1.3.1',
    wrong: 'the word that turns advice into a warning stands in the style sheet and not in the page',
    where: '.pflege, .pflege *',
    about: /pseudo|content|before|generated|css/,
    site: 'moebel',
    head: (is) =>
      `<style>.pflege li{padding:.4rem 0}${is ? '.pflege__verbot::before{content:"Bitte nicht "}' : ''}</style>`,
    main: (is) => {
      const not = is ? '' : 'Bitte nicht '
      return `<h2>So bleibt das Holz schön</h2><ul class="pflege"><li>Einmal im Jahr mit dem Öl aus der Werkstatt einreiben</li><li class="pflege__verbot">${not}an die Heizung stellen</li><li class="pflege__verbot">${not}mit Spülmittel abwaschen</li><li>Kratzer mit feinem Papier ausschleifen</li></ul>`
    },
  },
  {
    id: 'join-form-in-made-up-words-xi',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'fields for a reader’s own data name purposes that no browser knows, or that are another field’s',
    where: '#join, #join *',
    about: /autocomplete|purpose/,
    site: 'library',
    head: () => roomy,
    main: (is) => {
      const row = (name: string, words: string, type: string, wrong: string, right: string) =>
        `<p><label for="join-${name}">${words}</label><br><input id="join-${name}" name="${name}" type="${type}" autocomplete="${is ? wrong : right}" required></p>`
      return `<form id="join" method="post" action="/join"><h2>Join the library</h2><p>We need all of this to print your card.</p>${row('given', 'Your first name', 'text', 'firstname', 'given-name')}${row('family', 'Your last name', 'text', 'surname', 'family-name')}${row('street', 'Your street and number', 'text', 'postal-code', 'address-line1')}${row('phone', 'Your telephone number, for example 020 7946 0000', 'tel', 'phone', 'tel')}<button>Join</button></form>`
    },
  },
  {
    id: 'headlines-run-on-xi',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'a line of news runs across the page for ever and cannot be stopped',
    where: '.fil, .fil *',
    about: /moving|animation|scroll|pause|marquee/,
    site: 'journal',
    head: (is) =>
      `${roomy}<style>.fil{margin-bottom:1.2rem}.fil__fenetre{overflow:hidden;border-top:1px solid #1a1a1a;border-bottom:1px solid #1a1a1a;padding:.5rem 0}.fil__texte{display:inline-block;margin:0;white-space:nowrap;animation:defile 26s linear infinite}@keyframes defile{from{transform:translateX(25%)}to{transform:translateX(-100%)}}${is ? '' : '.fil--arret .fil__texte{animation:none;white-space:normal}.fil button{margin-top:.6rem}'}</style>`,
    main: (is) =>
      `<section class="fil" aria-labelledby="fil-titre"><h2 id="fil-titre">En direct</h2><div class="fil__fenetre"><p class="fil__texte">Le pont de la Loue fermé jusqu’à lundi · La foire aux bestiaux avancée d’une semaine · Deux classes sauvées à Pontarlier · Orages attendus dans la soirée</p></div>${is ? '' : "<button type=\"button\" id=\"fil-arret\">Arrêter le défilement</button><script>{const fil=document.querySelector('.fil'),button=document.getElementById('fil-arret');const turn=isStopped=>{fil.classList.toggle('fil--arret',isStopped);button.textContent=isStopped?'Reprendre le défilement':'Arrêter le défilement'};button.addEventListener('click',()=>turn(!fil.classList.contains('fil--arret')));if(matchMedia('(prefers-reduced-motion:reduce)').matches)turn(true)}</script>"}</section>`,
  },
  {
    id: 'big-picture-keeps-its-name-xi',
    technique: 'F20',
    criterion: '1.1.1',
    wrong: 'a press on a view of a gallery changes its big picture and leaves the alternative of the first one',
    where: '.product-media, .product-media *',
    about: /alt|image|picture/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.product-media{margin-bottom:1.2rem}.product-media img{display:block;width:240px;height:240px;border:1px solid #767676}.product-media__views{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}.product-media__views [aria-pressed=true]{background:#fff;color:#121212;border-width:3px}</style>`,
    main: (is) => {
      const views = [
        [
          'Front',
          'The day pack from the front, with one buckle below its flap',
          "<path fill='#24483e' d='M5 4h14v17H5z'/><path fill='#c9b48a' d='M11 10h2v5h-2z'/>",
        ],
        [
          'Inside',
          'The day pack opened, with two sleeves for bottles',
          "<path fill='#8a6d3b' d='M4 4h16v17H4z'/><path fill='#fff' d='M7 9h3v10H7zM14 9h3v10h-3z'/>",
        ],
        [
          'Back',
          'The back of the day pack, with two padded straps',
          "<path fill='#24483e' d='M5 4h14v17H5z'/><path fill='none' stroke='#c9b48a' stroke-width='2' d='M8 5v15M16 5v15'/>",
        ],
      ] as const
      return `<h2>Waxed day pack</h2><div class="product-media"><img width="240" height="240" src="${drawn(views[0][2])}" alt="${views[0][1]}"><div class="product-media__views" role="group" aria-label="Views of the day pack">${views.map(([name, words, shapes], at) => `<button type="button" aria-pressed="${at === 0}" data-src="${drawn(shapes)}" data-alt="${words}">${name}</button>`).join('')}</div></div><script>{const media=document.querySelector('.product-media'),picture=media.querySelector('img');media.addEventListener('click',event=>{const view=event.target.closest('[data-src]');if(!view)return;picture.src=view.dataset.src;${is ? '' : 'picture.alt=view.dataset.alt;'}for(const each of media.querySelectorAll('[data-src]'))each.setAttribute('aria-pressed',String(each===view))})}</script>`
    },
  },
  {
    id: 'white-ink-by-night-xi',
    technique: 'F24',
    criterion: '1.4.3',
    wrong:
      'a form takes part in the dark scheme and paints its field white without saying the colour of its text, which is white there too',
    where: '#offerte, #offerte *',
    about: /contrast|colou?r|scheme|dark/,
    site: 'werf',
    head: (is) =>
      `${roomy}<style>#offerte{color-scheme:light dark}#offerte textarea{display:block;width:100%;max-width:30rem;min-height:7rem;box-sizing:border-box;background:#fff${is ? '' : ';color:#10243b'}}</style>`,
    main: () =>
      '<form id="offerte" method="post" action="/offerte"><h2>Een offerte vragen</h2><p><label for="offerte-schip">Wat moet er aan uw schip gebeuren?</label><textarea id="offerte-schip" name="schip">Graag de romp nakijken en de mast schilderen.</textarea></p><button>Versturen</button></form>',
  },
  {
    id: 'share-row-without-ring-xi',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'the ring around the buttons under an article is taken away and nothing stands for it',
    where: '.share-row, .share-row *',
    about: /focus|outline/,
    site: 'gazette',
    head: (is) =>
      `${roomy}<style>.share-row{display:flex;flex-wrap:wrap;gap:1rem;margin:0 0 1rem}.story--large{font-size:1.35em}${is ? '.share-row .wp-block-button__link:is(:focus,:focus-visible){outline:0}' : ''}</style>`,
    main: () =>
      '<p class="story">The swimmers went in at seven, as they do on every first of March, and the kettle was on the wall before the last of them was out.</p><div class="share-row"><button type="button" class="wp-block-button__link" data-do="large" aria-pressed="false">Larger text</button><button type="button" class="wp-block-button__link" data-do="copy">Copy the address</button></div><p role="status" id="shared"></p><script>document.querySelector(".share-row").addEventListener("click",async event=>{const button=event.target.closest("[data-do]");if(!button)return;if(button.dataset.do==="large"){const isLarge=document.querySelector(".story").classList.toggle("story--large");button.setAttribute("aria-pressed",String(isLarge));return}let said="Copied.";try{await navigator.clipboard.writeText(location.href)}catch{said="The browser does not let this page copy."}document.getElementById("shared").textContent=said})</script>',
  },
  {
    id: 'hint-flees-the-pointer-xi',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'a hint that comes when the pointer is over a button goes as soon as the pointer moves onto the hint',
    where: '.tip, .tip *',
    about: /hover|tooltip|pointer/,
    site: 'library',
    head: (is) =>
      `${roomy}<style>.tip{position:relative;display:inline-block;margin-bottom:1rem}.tip__box{display:none;position:absolute;left:0;top:100%;z-index:4;box-sizing:border-box;width:17rem;max-width:80vw;padding:.7rem;background:#1d2a24;color:#fff${is ? ';pointer-events:none' : ''}}.tip--open .tip__box{display:block}</style>`,
    main: () =>
      '<p>Every book may be kept for four weeks.</p><div class="tip"><button type="button" aria-describedby="tip-late">When it is late</button><div class="tip__box" role="tooltip" id="tip-late">Twenty pence a day after a week of grace. Children never pay, and a word at the desk is always enough to stop the counting.</div></div><script>{const tip=document.querySelector(".tip");const turn=isOpen=>tip.classList.toggle("tip--open",isOpen);tip.addEventListener("mouseenter",()=>turn(true));tip.addEventListener("mouseleave",()=>turn(tip.contains(document.activeElement)));tip.addEventListener("focusin",()=>turn(true));tip.addEventListener("focusout",()=>turn(tip.matches(":hover")));tip.addEventListener("click",()=>turn(true));document.addEventListener("keydown",event=>{if(event.key==="Escape")turn(false)})}</script>',
  },
  {
    id: 'letters-that-book-xi',
    technique: 'F99',
    criterion: '2.1.4',
    wrong:
      'a single letter approves or rejects an invoice anywhere on the page, and this can be neither turned off nor changed',
    where: '.desk, .desk *',
    about: /shortcut|character|key/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.desk label{display:inline-flex;gap:.6rem;align-items:center;min-height:44px}.desk input{width:24px;height:24px;margin:0}</style>`,
    main: (is) =>
      `<div class="card desk"><h2>Invoice 2041</h2><p>Timber yard, $1,240, due on 3 March. ${is ? 'Press A to approve it or R to reject it.' : 'With shortcuts turned on, A approves it and R rejects it.'}</p>${is ? '' : '<p><label><input type="checkbox" id="desk-keys"> Shortcuts of a single key</label></p>'}<p><button type="button" data-mark="approved">Approve</button> <button type="button" data-mark="rejected">Reject</button></p><p role="status" id="desk-said">Nobody has decided yet.</p></div><script>{const decide=mark=>{document.getElementById('desk-said').textContent='You have '+mark+' it; you can still change that today.'};document.querySelector('.desk').addEventListener('click',event=>{const button=event.target.closest('[data-mark]');if(button)decide(button.dataset.mark)});document.addEventListener('keydown',event=>{if(event.ctrlKey||event.metaKey||event.altKey||event.target.matches('textarea,select,input:not([type=checkbox])')${is ? '' : "||!document.getElementById('desk-keys').checked"})return;const mark={a:'approved',r:'rejected'}[event.key.toLowerCase()];if(mark)decide(mark)})}</script>`,
  },
  {
    id: 'gone-at-the-first-touch-xi',
    technique: 'F101',
    criterion: '2.5.2',
    wrong: 'a book is taken off the list as soon as the pointer goes down on its button, with no way back',
    where: '.qaima, .qaima *',
    about: /pointer|down|cancel|touch|mousedown/,
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.qaima ul{list-style:none;padding:0}.qaima li{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:.4rem 0}</style>`,
    main: (is) =>
      `<section class="qaima" aria-labelledby="qaima-title"><h2 id="qaima-title" tabindex="-1">قائمة القراءة</h2><ul>${['رحلات في الصحراء', 'حكايات من البحر', 'تاريخ المدينة القديمة'].map((title) => `<li><span>${title}</span><button type="button" data-kitab="${title}">احذف «${title}»</button></li>`).join('')}</ul><p role="status" id="qaima-said"></p></section><script>{const list=document.querySelector('.qaima');const remove=event=>{const button=event.target.closest('[data-kitab]');if(!button)return;button.closest('li').remove();document.getElementById('qaima-said').textContent='حذف من القائمة: '+button.dataset.kitab;document.getElementById('qaima-title').focus()};${is ? "list.addEventListener('pointerdown',event=>{if(event.target.closest('[data-kitab]'))event.preventDefault();remove(event)});list.addEventListener('click',event=>{if(event.detail===0)remove(event)})" : "list.addEventListener('click',remove)"}}</script>`,
  },
  {
    id: 'price-lost-on-telephones-xi',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'on a narrow window the columns with the price and the time of a permit are gone, and stand nowhere else',
    where: '.gebyr, .gebyr *',
    about: /reflow|hidden|narrow|disappear|column|content/,
    site: 'kommune',
    head: (is) =>
      `<style>.gebyr{margin-bottom:1rem}.gebyr :is(td,th){padding:.35rem}${is ? '@media(max-width:640px){.gebyr :is(td,th):nth-child(n+2){display:none}}' : ''}</style>`,
    main: () =>
      '<h2>Hvad koster det?</h2><table class="gebyr"><thead><tr><th scope="col">Tilladelse</th><th scope="col">Pris</th><th scope="col">Svar</th></tr></thead><tbody><tr><th scope="row">Carport</th><td>1.200 kr.</td><td>2 uger</td></tr><tr><th scope="row">Tilbygning</th><td>3.400 kr.</td><td>5 uger</td></tr><tr><th scope="row">Nyt hus</th><td>9.800 kr.</td><td>8 uger</td></tr></tbody></table>',
  },
  {
    id: 'notice-cut-by-spacing-xi',
    technique: 'F104',
    criterion: '1.4.12',
    wrong:
      'a notice is just as high as its lines, and loses the last of them when a reader sets more room between words and paragraphs',
    where: '.slip, .slip *',
    about: /spacing|clip|cut|overflow/,
    site: 'library',
    head: (is) =>
      `<style>.slip{box-sizing:content-box;width:16rem;max-width:100%;${is ? 'height' : 'min-height'}:5em;overflow:hidden;margin:0 0 1rem;border-left:4px solid #0b5a3c;padding-left:.6rem}.slip p{margin:0}</style>`,
    main: () =>
      '<div class="slip"><p>The lift is out of order.</p><p>Please use the door in Mill Lane; it has a ramp.</p></div>',
  },
  {
    id: 'circles-hardly-there-xi',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the circles that choose a class and their dots are so light on white that they can hardly be seen',
    where: '.klasa, .klasa *',
    about: /contrast/,
    site: 'kolej',
    head: (is) =>
      `${roomy}<style>.klasa{border:0;margin:0 0 1rem;padding:0}.klasa legend{padding:0;font-weight:700}.klasa label{display:flex;gap:.75rem;align-items:center;min-height:44px}.klasa input{appearance:none;flex:none;width:24px;height:24px;margin:0;padding:0;border:2px solid ${is ? '#e0e0ea' : '#4a4a68'};border-radius:50%;background:#fff}.klasa input:checked{background:radial-gradient(${is ? '#c9d8f2' : '#0a3d91'} 0 6px,#fff 7px)}</style>`,
    main: () =>
      '<form method="post" action="/bilety"><h2>Kup bilet do Krynicy</h2><fieldset class="klasa"><legend>Klasa wagonu</legend><label><input type="radio" name="klasa" value="1"> Pierwsza, 48 złotych</label><label><input type="radio" name="klasa" value="2" checked> Druga, 32 złote</label></fieldset><button>Dalej</button></form>',
  },
]
