/** Planted failures of operation, forms and messages that were for measuring alone until they were looked at. */
import { either, type Plant } from '#bench/planted/plant'

const keyboard = /keyboard|mouse|focus|key|role/

export const heldBackOperation: readonly Plant[] = [
  {
    id: 'hint-covers-and-stays',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'a hint under the pointer covers text and Escape does not close it',
    where: '.term, .term *',
    about: /hover|tooltip|dismiss/,
    site: 'manual',
    head: () =>
      '<style>.term{position:relative;display:inline-block}.term button{font:inherit}.hint{position:absolute;top:100%;left:0;width:22rem;background:#111;color:#fff;padding:1rem;z-index:5}.hint[hidden]{display:none}</style>',
    main: (is) =>
      `<p><span class="term"><button type="button" aria-describedby="hint">Backoff</button><span class="hint" id="hint" role="tooltip" hidden>The time that a client waits before it tries once more; it grows with each try.</span></span> grows with each try.</p><p>A client that never waits makes an outage worse, and a client that waits too long makes it longer.</p><script>{const t=document.querySelector('.term'),h=document.getElementById('hint');const on=()=>{h.hidden=false},off=()=>{h.hidden=true};t.addEventListener('mouseenter',on);t.addEventListener('mouseleave',off);t.addEventListener('focusin',on);t.addEventListener('focusout',off);${is ? '' : "document.addEventListener('keydown',e=>{if(e.key==='Escape')off()})"}}</script>`,
  },
  {
    id: 'slider-by-mouse',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a slider can be focused and no key moves it',
    where: '[role="slider"]',
    about: keyboard,
    site: 'ledger',
    main: (is) =>
      `<p id="amount">Amount that needs a second signature</p><div class="rail" style="width:300px;height:32px;background:#e5e7eb;border:1px solid #111827;position:relative"><div role="slider" tabindex="0" aria-labelledby="amount" aria-valuemin="0" aria-valuemax="100" aria-valuenow="30" style="position:absolute;left:90px;width:28px;height:30px;background:#1e3a8a;cursor:pointer"></div></div><script>{const r=document.querySelector('.rail'),s=r.firstElementChild;const put=v=>{v=Math.max(0,Math.min(100,v));s.setAttribute('aria-valuenow',v);s.style.left=v*2.7+'px'};r.addEventListener('click',e=>put(Math.round((e.clientX-r.getBoundingClientRect().left)/3)));${is ? '' : "s.addEventListener('keydown',e=>{const by={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1}[e.key];if(by){e.preventDefault();put(+s.getAttribute('aria-valuenow')+by)}})"}}</script>`,
  },
  {
    id: 'button-role-by-click',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'what says it is a button answers neither to Enter nor to Space',
    where: '.open',
    about: keyboard,
    site: 'council',
    main: (is) =>
      `<p><span class="open" role="button" tabindex="0" aria-expanded="false" aria-controls="hours" style="display:inline-block;padding:8px;cursor:pointer;border:1px solid #333">Opening hours</span></p><p id="hours" hidden>Monday to Friday from nine to five.</p><script>{const o=document.querySelector('.open'),h=document.getElementById('hours');const turn=()=>{h.hidden=!h.hidden;o.setAttribute('aria-expanded',String(!h.hidden))};o.addEventListener('click',turn);${is ? '' : "o.addEventListener('keydown',e=>{if(e.key==='Enter'||e.key===' '){e.preventDefault();turn()}})"}}</script>`,
  },
  {
    id: 'field-keeps-focus',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'an empty field takes the focus back',
    where: '#postcode',
    about: /trap|focus/,
    site: 'council',
    main: (is) =>
      `<form action="/find"><p><label for="postcode">Postcode</label> <input id="postcode" autocomplete="postal-code"></p><p><button>Find my ward</button></p></form><script>{const f=document.getElementById('postcode');f.addEventListener('blur',()=>{if(f.value===''){${is ? 'setTimeout(()=>f.focus(),0)' : "f.setAttribute('aria-required','true')"}}})}</script>`,
  },
  {
    id: 'drawing-turns-on',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'a drawing moves without end beside the text and cannot be stopped',
    where: 'svg, svg *',
    about: /mov|animat|blink/,
    site: 'journal',
    main: (is) =>
      `<p>Our mill has turned since seventeen ninety.</p><svg role="img" aria-label="A mill" width="160" height="160" viewBox="0 0 160 160"><path d="M60 150h40l-8-80h-24z" fill="#5b2a12"/><g stroke="#1a1a1a" stroke-width="8"><path d="M80 70V10M80 70h60M80 70v60M80 70H20"/><animateTransform attributeName="transform" type="rotate" from="0 80 70" to="360 80 70" dur="6s" repeatCount="${is ? 'indefinite' : '0.5'}"/></g></svg>`,
  },
  {
    id: 'focus-lost-with-its-row',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'a pressed button goes with its row, and focus is nowhere',
    where: '.cart, .cart *',
    about: /focus/,
    site: 'moebel',
    main: (is) =>
      `<h2 id="basket" tabindex="-1">Warenkorb</h2><ul class="cart"><li>Stehlampe <button type="button" class="drop">Stehlampe ausblenden</button></li><li>Hocker <button type="button" class="drop">Hocker ausblenden</button></li></ul><script>for(const b of document.querySelectorAll('.drop'))b.addEventListener('click',()=>{b.closest('li').remove();${is ? '' : "document.getElementById('basket').focus()"}})</script>`,
  },
  {
    id: 'outline-gone-in-shadow',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'links in a shadow root show nothing when focused',
    where: 'side-links, side-links *',
    about: /focus/,
    site: 'werf',
    main: (is) =>
      `<side-links><template shadowrootmode="open"><style>a{color:#0b4a86}a:focus,a:focus-visible{outline:${is ? 'none' : '3px solid #b91c1c'}}p{margin:.6rem 0}</style><p>Lees meer over <a href="/masten">de masten van vroeger</a>.</p><p>Of ga kijken bij <a href="/zeilen">het maken van zeilen</a>.</p></template></side-links>`,
  },
  {
    id: 'field-other-name',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a field’s name has nothing of its visible label',
    where: '#family',
    about: /label|name/,
    site: 'clinica',
    main: (is) =>
      `<p><label for="family">Apellidos del paciente</label> <input id="family" autocomplete="family-name"${is ? ' aria-label="Segundo campo del formulario"' : ''}></p>`,
  },
  {
    id: 'checkbox-sends',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'ticking a box loads another page',
    where: '#even',
    about: /change|navigat|submit|input/,
    site: 'library',
    main: (is) =>
      `<form action="/catalogue"><p><label><input type="checkbox" id="even" name="lent"> Show lent books as well</label></p><p><button>Show</button></p></form><script>document.getElementById('even').addEventListener('change',e=>{${is ? "location.href='/catalogue?lent='+e.target.checked" : "e.target.form.dataset.changed='yes'"}})</script>`,
  },
  {
    id: 'error-as-sign',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a wrong entry is told by a cross alone',
    where: '.row, .row *',
    about: /error|invalid/,
    site: 'kolej',
    main: (is) =>
      `<form action="/bilet"><p class="row"><label for="mail">Adres e-mail</label> <input id="mail" type="email" autocomplete="email" value="anna@" aria-invalid="true"${is ? '' : ' aria-describedby="why"'} style="border:2px solid #b00020"> ${is ? '<span aria-hidden="true" style="color:#b00020">✗</span>' : '<span id="why">Błąd: w adresie brakuje nazwy serwera, na przykład poczta.pl.</span>'}</p><p><button>Wyślij</button></p></form>`,
  },
  {
    id: 'pattern-not-told',
    technique: 'criterion',
    criterion: '3.3.2',
    wrong: 'a field takes one form of entry and does not say which',
    where: '#permit',
    about: /format|pattern|hint|instruction/,
    site: 'council',
    main: (is) =>
      `<form action="/permit"><p><label for="permit">Number of the permit${is ? '' : ' (two letters, a dash and six digits, for example WD-204816)'}</label> <input id="permit" required pattern="[A-Z]{2}-[0-9]{6}"></p><p><button>Renew</button></p></form>`,
  },
  {
    id: 'address-asked-again',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'the address that was entered is asked for a second time',
    where: '#bill, #bill *',
    about: /twice|again|redundant|entry/,
    site: 'moebel',
    main: (is) => {
      const fields = (of: string, autocomplete: string) =>
        `<p><label for="${of}-street">Straße und Hausnummer</label> <input id="${of}-street" autocomplete="${autocomplete} street-address"></p><p><label for="${of}-code">Postleitzahl</label> <input id="${of}-code" autocomplete="${autocomplete} postal-code"></p><p><label for="${of}-town">Ort</label> <input id="${of}-town" autocomplete="${autocomplete} address-level2"></p>`
      return `<form action="/kasse"><fieldset><legend>Lieferung</legend>${fields('ship', 'shipping')}</fieldset><fieldset id="bill"><legend>Rechnung</legend>${is ? '' : '<p><label><input type="checkbox" checked> Wie die Lieferadresse</label></p>'}${fields('bill', 'billing')}</fieldset><p><button>Weiter</button></p></form>`
    },
  },
  {
    id: 'puzzle-to-log-in',
    technique: 'criterion',
    criterion: '3.3.8',
    wrong: 'who logs in has to do a sum, and there is no other way',
    where: '#sum',
    about: /log-in|test|captcha|cognitive|puzzle/,
    site: 'ledger',
    main: (is) =>
      `<form action="/log-in"><p><label for="user">User name</label> <input id="user" autocomplete="username"></p><p><label for="pass">Password</label> <input id="pass" type="password" autocomplete="current-password"></p>${is ? '<p><label for="sum">To show that you are human: how much is seven times eight, less twelve?</label> <input id="sum" inputmode="numeric"></p>' : '<p id="sum">We send you a link by mail if you have no password at hand.</p>'}<p><button>Log in</button></p></form>`,
  },
  {
    id: 'state-with-no-such-value',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a switch’s state has a value that there is not',
    where: '[role="switch"]',
    about: /aria/,
    site: 'ledger',
    main: (is) =>
      `<p><button type="button" role="switch" aria-checked="${is ? 'on' : 'true'}">Mails about overdue invoices</button></p><script>{const s=document.querySelector('[role=switch]');s.addEventListener('click',()=>s.setAttribute('aria-checked',${is ? "s.getAttribute('aria-checked')==='on'?'off':'on'" : "String(s.getAttribute('aria-checked')!=='true')"}))}</script>`,
  },
  {
    id: 'tabs-told-by-class',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'which tab is open is told by a class alone',
    where: '[role="tablist"], [role="tab"]',
    about: /tab|selected|state/,
    site: 'journal',
    head: () =>
      '<style>[role=tab]{border:0;background:none;color:#1a1a1a;padding:.5rem 1rem}[role=tab].active{border-bottom:4px solid #5b2a12;font-weight:700}</style>',
    main: (is) =>
      `<div role="tablist" aria-label="The essay">${['Text', 'Sources'].map((name, at) => `<button type="button" role="tab" id="tab-${at}" aria-controls="panel-${at}"${is ? '' : ` aria-selected="${at === 0}"`} tabindex="${at === 0 ? 0 : -1}" class="${at === 0 ? 'active' : ''}">${name}</button>`).join('')}</div><div role="tabpanel" id="panel-0" aria-labelledby="tab-0" tabindex="0"><p>It begins with a letter.</p></div><div role="tabpanel" id="panel-1" aria-labelledby="tab-1" tabindex="0" hidden><p>Three archives were asked.</p></div><script>{const tabs=[...document.querySelectorAll('[role=tab]')];const show=t=>{tabs.forEach((e,at)=>{const on=e===t;e.classList.toggle('active',on);e.tabIndex=on?0:-1;${is ? '' : "e.setAttribute('aria-selected',String(on));"}document.getElementById('panel-'+at).hidden=!on});t.focus()};for(const t of tabs){t.addEventListener('click',()=>show(t));t.addEventListener('keydown',e=>{if(e.key==='ArrowRight'||e.key==='ArrowLeft')show(tabs[1-tabs.indexOf(t)])})}}</script>`,
  },
  {
    id: 'frame-taken-from-keys',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'a frame with links in it is taken out of the order of keys',
    where: 'iframe, iframe *',
    about: /frame|focus/,
    site: 'library',
    main: (is) =>
      `<iframe title="Opening hours of the branches"${is ? ' tabindex="-1"' : ''} width="320" height="160" srcdoc="&lt;!doctype html&gt;&lt;html lang=&quot;en&quot;&gt;&lt;title&gt;Opening hours&lt;/title&gt;&lt;body&gt;&lt;main&gt;&lt;h1&gt;Opening hours&lt;/h1&gt;&lt;p&gt;&lt;a href=&quot;/north&quot;&gt;The branch in the north&lt;/a&gt;&lt;/p&gt;&lt;/main&gt;"></iframe>`,
  },
  {
    id: 'waiting-not-announced',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'that something is saved is shown and not announced',
    where: '.save, .told',
    about: /status|announc|live|message/,
    site: 'ledger',
    main: (is) =>
      `<p><label for="note">Note to the entry</label> <input id="note"></p><p><button type="button" class="save">Keep the note</button></p><p class="told"${is ? '' : ' role="status"'}></p><script>document.querySelector('.save').addEventListener('click',()=>{document.querySelector('.told').textContent='Your note was kept at half past nine.'})</script>`,
  },
  {
    id: 'paragraphs-take-focus',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'paragraphs stand among what Tab reaches, before all else',
    where: '.read p',
    about: /tabindex|focus/,
    site: 'riwaq',
    main: either(
      '<div class="read"><p tabindex="3">وصلت الرسائل في الربيع.</p><p tabindex="2">ثم جاء الرد من المدينة.</p><p tabindex="1">وبقي الكتاب في المكتبة.</p></div>',
      '<div class="read"><p>وصلت الرسائل في الربيع.</p><p>ثم جاء الرد من المدينة.</p><p>وبقي الكتاب في المكتبة.</p></div>',
    ),
  },
]
