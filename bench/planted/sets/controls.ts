/** Planted failures of forms and of names, roles, values and messages (2.5.3, 3.3, 4.1.2, 4.1.3). */
import { either, type Plant } from '#bench/planted/plant'

const name = /name|label/
const error = /error|invalid|message/
const role = /role|aria|keyboard|mouse|focus|name/

export const controls: readonly Plant[] = [
  {
    id: 'button-other-name',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'what a button is called has nothing of what it shows',
    where: '.go',
    about: /label.*name|name.*label|mismatch/,
    site: 'council',
    main: (is) =>
      `<p><button type="button" class="go" aria-label="${is ? 'Submit form' : 'Start now, apply for a permit'}">Start now</button></p>`,
  },
  {
    id: 'link-other-name',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'what a link is called has nothing of what it shows',
    where: '.tickets',
    about: /label.*name|name.*label|mismatch/,
    site: 'museo',
    main: (is) =>
      `<p><a class="tickets" href="/biglietti" aria-label="${is ? 'Vai alla cassa' : 'Compra i biglietti della mostra'}">Compra i biglietti</a></p>`,
  },
  {
    id: 'custom-checkbox-silent',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a drawn check box says neither what it is nor how it stands',
    where: '.check',
    about: role,
    site: 'ledger',
    head: () =>
      '<style>.check{cursor:pointer;display:inline-flex;gap:.5rem}.check::before{content:"";width:16px;height:16px;border:2px solid #111827}.check.on::before{background:#111827}</style>',
    main: (is) =>
      `<div class="check" tabindex="0"${is ? '' : ' role="checkbox" aria-checked="false"'}>Show paid invoices</div><script>{const c=document.querySelector('.check');const turn=()=>{c.classList.toggle('on');${is ? '' : "c.setAttribute('aria-checked',c.classList.contains('on'))"}};c.addEventListener('click',turn);c.addEventListener('keydown',e=>{if(e.key===' '){e.preventDefault();turn()}})}</script>`,
  },
  {
    id: 'custom-element-silent',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a custom element is a button and says nothing of it',
    where: 'toggle-button',
    about: role,
    site: 'werf',
    main: (is) =>
      `<toggle-button tabindex="0"${is ? '' : ' role="button" aria-pressed="false"'}><template shadowrootmode="open"><style>:host{display:inline-block;background:#0b4a86;color:#fff;padding:.5rem 1rem;cursor:pointer}</style><slot></slot></template>Geluid van de haven</toggle-button><script>{const t=document.querySelector('toggle-button');const turn=()=>{t.classList.toggle('on');${is ? '' : "t.setAttribute('aria-pressed',t.classList.contains('on'))"}};t.addEventListener('click',turn);t.addEventListener('keydown',e=>{if(e.key===' '||e.key==='Enter'){e.preventDefault();turn()}})}</script>`,
  },
  {
    id: 'div-button',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'a div is a button and has no role',
    where: '.push',
    about: role,
    site: 'moebel',
    main: (is) =>
      `${is ? '<div class="push rounded border p-4" tabindex="0" style="cursor:pointer">In den Warenkorb legen</div>' : '<button type="button" class="push">In den Warenkorb legen</button>'}<p id="basket">Der Warenkorb ist leer.</p><script>{const p=document.querySelector('.push');const put=()=>{document.getElementById('basket').textContent='Im Warenkorb: ein Sessel.'};p.addEventListener('click',put);${is ? "p.addEventListener('keydown',e=>{if(e.key==='Enter'||e.key===' ')put()})" : ''}}</script>`,
  },
  {
    id: 'span-button-framework',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'a span listens through its root as frameworks do, and has no role',
    where: '.react-chip',
    about: role,
    site: 'manual',
    main: (is) =>
      `<div id="chips">${is ? '<span class="react-chip" tabindex="0" style="cursor:pointer;border:1px solid #6e7681;padding:.2rem .6rem">Show only errors</span>' : '<button type="button" class="react-chip" aria-pressed="false">Show only errors</button>'}</div><p id="shown">Nine messages.</p><script>document.getElementById('chips').addEventListener('click',e=>{const c=e.target.closest('.react-chip');if(!c)return;${is ? '' : "c.setAttribute('aria-pressed','true');"}document.getElementById('shown').textContent='Two errors.'})</script>`,
  },
  {
    id: 'link-without-href',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'a span acts as a link by script',
    where: '.fake-link',
    about: /keyboard|mouse|role|link/,
    site: 'journal',
    head: () => '<style>.fake-link{color:#8b1a1a;text-decoration:underline;cursor:pointer}</style>',
    main: (is) =>
      `<p>Le dossier se trouve ${is ? `<span class="fake-link" onclick="location.href='/dossier'">dans nos archives</span>` : '<a class="fake-link" href="/dossier">dans nos archives</a>'}.</p>`,
  },
  {
    id: 'anchor-without-href',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'an a element without href acts as a link by script',
    where: 'a.jump',
    about: /keyboard|mouse|role|link/,
    site: 'kolej',
    main: (is) =>
      `<p><a class="jump"${is ? '' : ' href="/rozklad/lato"'} style="cursor:pointer;text-decoration:underline">Letni rozkład jazdy</a></p>${is ? "<script>document.querySelector('a.jump').addEventListener('click',()=>{location.href='/rozklad/lato'})</script>" : ''}`,
  },
  {
    id: 'field-without-name',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a field has no name',
    where: '#q2',
    about: name,
    site: 'library',
    main: (is) =>
      `<form action="/catalogue"><input id="q2" name="q2"${is ? '' : ' aria-label="Words of the title"'}> <button>Search the catalogue</button></form>`,
  },
  {
    id: 'field-with-placeholder-only',
    technique: 'F68',
    criterion: '3.3.2',
    wrong: 'a field has a placeholder alone for a label',
    where: '#mail2',
    about: /placeholder|label/,
    site: 'journal',
    main: (is) =>
      `<form action="/lettre"><input id="mail2" name="mail" type="email" autocomplete="email" placeholder="Votre adresse"${is ? '>' : ' aria-label="Votre adresse électronique"> <label for="mail2">Votre adresse électronique</label>'} <button>Recevoir la lettre</button></form>`,
  },
  {
    id: 'icon-button-without-name',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a button with an icon has no name',
    where: '.burger',
    about: name,
    site: 'ledger',
    main: (is) =>
      `<button type="button" class="burger"${is ? '' : ' aria-label="Open the filters"'}><svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true"><path d="M0 1h20M0 7h20M0 13h20" stroke="#fff" stroke-width="2"/></svg></button>`,
  },
  {
    id: 'select-without-name',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a list to choose from has no name',
    where: '#sort',
    about: name,
    site: 'moebel',
    main: (is) =>
      `<form action="/sort">${is ? 'Sortierung' : '<label for="sort">Sortierung</label>'} <select id="sort" name="sort"><option>Preis</option><option>Name</option></select> <button>Sortieren</button></form>`,
  },
  {
    id: 'custom-select-without-name',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a combobox of one’s own has no name',
    where: '[role=combobox]',
    about: name,
    site: 'council',
    main: (is) =>
      `<p id="wl">Ward</p><div role="combobox" tabindex="0" aria-expanded="false" aria-controls="wards" aria-haspopup="listbox"${is ? '' : ' aria-labelledby="wl"'}></div><ul id="wards" role="listbox" aria-label="Wards" hidden><li role="option" aria-selected="false">Ashford</li></ul><script>{const c=document.querySelector('[role=combobox]'),w=document.getElementById('wards');const turn=()=>{const o=c.getAttribute('aria-expanded')!=='true';c.setAttribute('aria-expanded',o);w.hidden=!o};c.addEventListener('click',turn);c.addEventListener('keydown',e=>{if(e.key==='Enter'||e.key===' '||e.key==='ArrowDown'){e.preventDefault();turn()}})}</script><style>[role=combobox]{border:2px solid #0b0c0c;width:12rem;height:2.2rem}</style>`,
  },
  {
    id: 'focus-state-hidden',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'which tab is chosen is shown by a class alone',
    where: '[role=tablist], [role=tab]',
    about: /tab|selected|state|aria/,
    site: 'manual',
    head: () => '<style>[role=tab].current{border-bottom:4px solid #f0b429}</style>',
    main: (is) =>
      `<div role="tablist" aria-label="Systems"><button type="button" role="tab" class="current" id="t-a"${is ? '' : ' aria-selected="true"'} aria-controls="p-a">Linux</button><button type="button" role="tab" id="t-b"${is ? '' : ' aria-selected="false"'} aria-controls="p-b">Windows</button></div><div role="tabpanel" id="p-a" aria-labelledby="t-a" tabindex="0"><p>Unpack the archive.</p></div><div role="tabpanel" id="p-b" aria-labelledby="t-b" tabindex="0" hidden><p>Run the installer.</p></div><script>{const tabs=[...document.querySelectorAll('[role=tab]')];const show=t=>{for(const each of tabs){each.classList.toggle('current',each===t);${is ? '' : "each.setAttribute('aria-selected',each===t);"}document.getElementById(each.getAttribute('aria-controls')).hidden=each!==t}};for(const t of tabs){t.addEventListener('click',()=>show(t));t.addEventListener('keydown',e=>{if(e.key==='ArrowRight'||e.key==='ArrowLeft'){const o=tabs[1-tabs.indexOf(t)];o.focus();show(o)}})}}</script>`,
  },
  {
    id: 'expanded-not-said',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'an accordion does not say whether it is open',
    where: '.acc',
    about: /expanded|state|disclos/,
    site: 'council',
    main: (is) =>
      `<h2><button type="button" class="acc"${is ? '' : ' aria-expanded="false"'}>What goes into the brown bin</button></h2><div id="brown" hidden><p>Leaves, grass and kitchen waste without meat.</p></div><script>document.querySelector('.acc').addEventListener('click',e=>{const b=document.getElementById('brown');b.hidden=!b.hidden;${is ? '' : "e.currentTarget.setAttribute('aria-expanded',!b.hidden)"}})</script>`,
  },
  {
    id: 'phone-in-three-parts',
    technique: 'F82',
    criterion: '3.3.2',
    wrong: 'a telephone number in three fields has one label',
    where: '.phone, .phone input',
    about: /label|name|group/,
    site: 'council',
    main: (is) =>
      `<form action="/call"><p class="phone"><label for="p1">Telephone${is ? '' : ', area code'}</label> (<input id="p1" name="p1" size="3">) <input id="p2" name="p2" size="3"${is ? '' : ' aria-label="Telephone, first part"'}> - <input id="p3" name="p3" size="4"${is ? '' : ' aria-label="Telephone, last part"'}></p><button>Call me back</button></form>`,
  },
  {
    id: 'date-in-three-parts',
    technique: 'F86',
    criterion: '4.1.2',
    wrong: 'a date in three fields names none of its parts',
    where: '.date, .date input',
    about: /label|name|group/,
    site: 'kolej',
    main: (is) =>
      `<form action="/podroz"><fieldset class="date"><legend>Data podróży</legend><input name="d" size="2" maxlength="2"${is ? '' : ' aria-label="Dzień"'}> <input name="m" size="2" maxlength="2"${is ? '' : ' aria-label="Miesiąc"'}> <input name="r" size="4" maxlength="4"${is ? '' : ' aria-label="Rok"'}></fieldset><button>Szukaj pociągu</button></form>`,
  },
  {
    id: 'error-not-tied',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'the message of a wrong field is tied to nothing',
    where: '#email3, .field-error',
    about: error,
    site: 'clinica',
    main: (is) =>
      `<form action="/cita" novalidate><p><label for="email3">Correo electrónico</label> <input id="email3" name="email" type="email" autocomplete="email" value="ana@" aria-invalid="true"${is ? '' : ' aria-describedby="e3"'}></p><p class="field-error" id="e3" style="color:#a4001d">El correo debe tener un nombre después de la arroba.</p><button>Pedir cita nueva</button></form>`,
  },
  {
    id: 'error-vague',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong: 'a message says that something is wrong and not what',
    where: '#zip, #zip-e',
    about: error,
    site: 'moebel',
    main: (is) =>
      `<form action="/liefern"><p><label for="zip">Postleitzahl</label> <input id="zip" name="zip" autocomplete="postal-code" value="8813" aria-invalid="true" aria-describedby="zip-e"> <span id="zip-e" style="color:#8c0016">${is ? 'Fehler' : 'Die Postleitzahl hat fünf Ziffern, diese hat vier.'}</span></p><button>Lieferzeit berechnen</button></form>`,
  },
  {
    id: 'error-hidden-from-tree',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'the message of a wrong field is hidden from assistive technology',
    where: '#ref, #ref-e',
    about: error,
    site: 'council',
    main: (is) =>
      `<form action="/track"><p><label for="ref">Reference number</label> <input id="ref" name="ref" value="12" aria-invalid="true" aria-describedby="ref-e"></p><p id="ref-e" style="color:#a4001d"${is ? ' aria-hidden="true" role="presentation"' : ''}>Error: a reference number has eight digits, and this one has two.</p><button>Track the report</button></form>`,
  },
  {
    id: 'error-summary-silent',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a summary says that fields are wrong and names none',
    where: '.summary, #birth',
    about: error,
    site: 'library',
    main: (is) =>
      `<div class="summary" role="alert" style="border:3px solid #8c1d18;padding:1rem"><p>${is ? 'Some fields are wrong. Please correct them.' : 'The year of birth is wrong: it has four digits.'}</p></div><form action="/join"><p><label for="birth">Year of birth</label> <input id="birth" name="birth" value="85"${is ? ' class="error" style="border:2px solid #8c1d18"' : ' aria-invalid="true" aria-describedby="birth-e"'}>${is ? '' : ' <span id="birth-e">Write the year with four digits.</span>'}</p><button>Join the library today</button></form>`,
  },
  {
    id: 'password-no-paste',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'a password cannot be pasted',
    where: '#pw',
    about: /paste|password|authentic|autocomplete/,
    site: 'ledger',
    main: (is) =>
      `<form action="/login"><p><label for="who">User name</label> <input id="who" name="who" autocomplete="username"></p><p><label for="pw">Password</label> <input id="pw" name="pw" type="password" autocomplete="current-password"${is ? ' onpaste="return false"' : ''}></p><button>Log in to the books</button></form>`,
  },
  {
    id: 'code-by-letters',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'single letters of a password are asked for',
    where: '.letters, .letters input',
    about: /password|authentic|paste/,
    site: 'clinica',
    main: (is) =>
      `<form action="/entrar"><div class="letters" role="group" aria-labelledby="lt"><p id="lt">${is ? 'Escriba las letras 2, 5 y 7 de su contraseña' : 'Escriba su contraseña'}</p>${is ? [2, 5, 7].map((n) => `<input name="l${n}" type="password" maxlength="1" size="1" aria-label="Letra ${n}" autocomplete="off">`).join(' ') : '<input name="pw" type="password" aria-label="Contraseña" autocomplete="current-password">'}</div><button>Entrar en mi carpeta</button></form>`,
  },
  {
    id: 'status-not-announced',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'a message after a press is not announced',
    where: '#said2, #add',
    about: /status|live|announce|message/,
    site: 'moebel',
    main: (is) =>
      `<button type="button" id="add">Auf den Merkzettel</button><div id="said2"${is ? '' : ' role="status"'}></div><script>document.getElementById('add').addEventListener('click',()=>{document.getElementById('said2').textContent='Der Sessel steht auf dem Merkzettel.'})</script>`,
  },
  {
    id: 'results-not-announced',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'the count of results changes and is not announced',
    where: '#count, #filter',
    about: /status|live|announce|message/,
    site: 'library',
    main: (is) =>
      `<form onsubmit="return false"><label for="filter">Find in the list</label> <input id="filter"> <button type="button" id="run">Find books</button></form><p id="count"${is ? '' : ' aria-live="polite"'}>412 books</p><script>document.getElementById('run').addEventListener('click',()=>{document.getElementById('count').textContent='3 books found'})</script>`,
  },
  {
    id: 'role-that-is-none',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a role that does not exist',
    where: '.teaser-box',
    about: /role/,
    site: 'journal',
    main: (is) =>
      `<div class="teaser-box" role="${is ? 'infobox' : 'note'}"><p>Le marché ouvre chaque samedi de sept heures à midi.</p></div>`,
  },
  {
    id: 'slider-without-value',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a slider has no value',
    where: '[role=slider]',
    about: /required|value|aria/,
    site: 'museo',
    main: (is) =>
      `<div role="slider" tabindex="0" aria-label="Luce della sala"${is ? '' : ' aria-valuenow="40" aria-valuemin="0" aria-valuemax="100"'} style="width:200px;height:24px;background:#0f4c81"></div><script>{const s=document.querySelector('[role=slider]');let v=40;s.addEventListener('keydown',e=>{if(e.key==='ArrowRight')v+=5;if(e.key==='ArrowLeft')v-=5;${is ? '' : "s.setAttribute('aria-valuenow',v)"}})}</script>`,
  },
  {
    id: 'hidden-with-focus',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'what is hidden from assistive technology can be focused',
    where: '.off-menu, .off-menu a',
    about: /hidden/,
    site: 'clinica',
    head: () => '<style>.off-menu{border:1px solid #46606a;padding:8px}</style>',
    main: (is) =>
      `<div class="off-menu"${is ? ' aria-hidden="true"' : ''}><a href="/parking">Aparcamiento del hospital</a> <a href="/autobus">Parada del autobús</a></div>`,
  },
  {
    id: 'button-in-link',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a button stands in a link',
    where: '.nest, .nest button',
    about: /nested|interactive|descendant|content model/,
    site: 'werf',
    main: (is) =>
      is
        ? '<p><a class="nest" href="/schepen/hoop">De Hoop <button type="button">Bewaren</button></a></p>'
        : '<p class="nest"><a href="/schepen/hoop">De Hoop</a> <button type="button">Bewaren</button></p>',
  },
  {
    id: 'menu-without-items',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a menu has no menu items',
    where: 'ul[aria-label="More for the invoice"]',
    about: /required|children|menu|owned/,
    site: 'ledger',
    main: (is) =>
      is
        ? '<ul role="menu" aria-label="More for the invoice"><li><a href="/print">Print the invoice</a></li><li><a href="/copy">Copy the invoice</a></li></ul>'
        : '<ul aria-label="More for the invoice"><li><a href="/print">Print the invoice</a></li><li><a href="/copy">Copy the invoice</a></li></ul>',
  },
  {
    id: 'described-by-nothing',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a button takes its name from an id that is not there',
    where: '.named',
    about: /aria|name|valid/,
    site: 'library',
    main: either(
      '<button type="button" class="named" aria-labelledby="nowhere"><svg width="18" height="18" aria-hidden="true"><circle cx="9" cy="9" r="8"/></svg></button>',
      '<button type="button" class="named" aria-labelledby="print-word"><svg width="18" height="18" aria-hidden="true"><circle cx="9" cy="9" r="8"/></svg></button> <span id="print-word">Print the list</span>',
    ),
  },
  {
    id: 'frame-without-title',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a frame has no title',
    where: 'iframe',
    about: /frame/,
    site: 'kolej',
    main: (is) => `<iframe src="/ramka" width="300" height="120"${is ? '' : ' title="Mapa linii kolejowej"'}></iframe>`,
  },
  {
    id: 'frames-one-title',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'two frames with other contents have one title',
    where: 'iframe',
    about: /frame/,
    site: 'manual',
    main: (is) =>
      `<iframe src="/demo/streams" width="200" height="100" title="Example${is ? '' : ' of a stream'}"></iframe><iframe src="/demo/clocks" width="200" height="100" title="Example${is ? '' : ' of a clock'}"></iframe>`,
  },
]
