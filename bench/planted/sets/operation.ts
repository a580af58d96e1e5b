/** Planted failures of operation: keyboard, focus, time, pointer (2.1, 2.2, 2.4.3, 2.4.7, 2.4.11, 2.5). */
import type { Plant } from '#bench/planted/plant'

const keyboard = /keyboard|mouse|listener|focus|role|click|operable|tab/
const trap = /trap|focus|keyboard/
const refresh = /refresh|redirect|time/
const pointer = /pointer|drag|gesture|touch|mouse|motion|target/

export const operation: readonly Plant[] = [
  {
    id: 'mouse-only-menu',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a control answers to the mouse alone',
    where: '.more',
    about: keyboard,
    site: 'council',
    main: (is) =>
      `<p>Bins are emptied on Mondays.</p>${is ? '<div class="more" style="cursor:pointer;color:#1d5a9a">Show the calendar</div>' : '<button type="button" class="more">Show the calendar</button>'}<p id="cal" hidden>Green bins on even weeks, brown bins on odd weeks.</p><script>document.querySelector('.more').addEventListener('click',()=>{document.getElementById('cal').hidden=false})</script>`,
  },
  {
    id: 'mousedown-tab',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a control that can be focused answers to mouse events alone',
    where: '.switch',
    about: keyboard,
    site: 'ledger',
    main: (is) =>
      `<div class="switch" role="switch" aria-checked="false" tabindex="0" aria-label="Show paid invoices" style="width:48px;height:26px;background:#1d4ed8;border-radius:13px"></div><script>{const s=document.querySelector('.switch');const turn=()=>s.setAttribute('aria-checked',s.getAttribute('aria-checked')!=='true');s.addEventListener('mousedown',turn);${is ? '' : "s.addEventListener('keydown',e=>{if(e.key===' '||e.key==='Enter'){e.preventDefault();turn()}})"}}</script>`,
  },
  {
    id: 'hover-menu',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a menu opens under the mouse alone',
    where: '.drop, .drop *',
    about: /hover|keyboard|mouse|focus/,
    site: 'moebel',
    head: (is) =>
      `<style>.drop ul{display:none}.drop:hover ul${is ? '' : ',.drop:focus-within ul'}{display:block}</style>`,
    main: () =>
      '<div class="drop"><a href="/stoffe">Stoffe</a><ul><li><a href="/leinen">Leinen aus Flandern</a></li><li><a href="/wolle">Wolle vom Schaf</a></li></ul></div>',
  },
  {
    id: 'double-click-only',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a row opens by double click alone',
    where: '.row-open',
    about: keyboard,
    site: 'kolej',
    main: (is) =>
      `<p class="row-open">07:15 Krynica, tor 1${is ? '' : ' <button type="button" class="open-it">Pokaż stacje</button>'}</p><p id="stations" hidden>Nowy Sącz, Stary Sącz, Muszyna, Krynica</p><script>{const show=()=>{document.getElementById('stations').hidden=false};${is ? "document.querySelector('.row-open').addEventListener('dblclick',show)" : "document.querySelector('.open-it').addEventListener('click',show)"}}</script>`,
  },
  {
    id: 'focus-thrown-away',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'a script takes the focus away when a link receives it',
    where: '.shy',
    about: /blur|focus|keyboard/,
    site: 'library',
    main: (is) =>
      `<p><a class="shy" href="/rules"${is ? ' onfocus="this.blur()"' : ''}>Rules of the reading room</a> hold in the map room, too.</p>`,
  },
  {
    id: 'focus-thrown-away-button',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'buttons lose the focus by script as soon as they have it',
    where: '.tool',
    about: /blur|focus|keyboard/,
    site: 'ledger',
    main: (is) =>
      `<p><button type="button" class="tool">Export the list</button></p>${is ? "<script>document.querySelector('.tool').addEventListener('focus',e=>e.target.blur())</script>" : ''}`,
  },
  {
    id: 'tab-trap-editor',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'a field takes Tab for itself and lets nobody out',
    where: '#code',
    about: trap,
    site: 'manual',
    main: (is) =>
      `<p><label for="code">Try it</label><br><textarea id="code" rows="4" cols="40">let client = open()</textarea></p>${is ? "<script>document.getElementById('code').addEventListener('keydown',e=>{if(e.key==='Tab'||e.key==='Escape'){e.preventDefault();e.target.value+='  '}})</script>" : ''}`,
  },
  {
    id: 'dialog-trap',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'the focus goes round between two fields and never leaves',
    where: '.loop, .loop *',
    about: trap,
    site: 'clinica',
    main: (is) =>
      `<form class="loop" action="/buscar"><label for="n1">Nombre</label> <input id="n1" name="n1"> <label for="n2">Apellido</label> <input id="n2" name="n2"> <button>Buscar paciente</button></form>${is ? "<script>document.querySelector('.loop').addEventListener('focusout',e=>{const f=e.currentTarget;setTimeout(()=>{if(!f.contains(document.activeElement))f.querySelector('input').focus()})})</script>" : ''}`,
  },
  {
    id: 'letter-shortcut',
    technique: 'F99',
    criterion: '2.1.4',
    wrong: 'a single letter does something and cannot be turned off',
    where: 'page',
    about: /shortcut|character-key/,
    site: 'ledger',
    main: (is) =>
      `<p id="done">Nothing is archived.</p><script>document.addEventListener('keydown',e=>{if(${is ? "e.key==='a'" : "e.key==='a'&&e.ctrlKey&&e.altKey"})document.getElementById('done').textContent='The invoice is archived.'})</script>`,
  },
  {
    id: 'redirect-after-time',
    technique: 'F40',
    criterion: '2.2.1',
    wrong: 'the page sends its reader elsewhere after 40 seconds',
    where: 'page',
    about: refresh,
    site: 'council',
    head: (is) =>
      is ? '<meta http-equiv="refresh" content="40;url=/new-address">' : '<link rel="alternate" href="/new-address">',
    main: () => '<p>This service has moved. Continue at <a href="/new-address">the new address of the service</a>.</p>',
  },
  {
    id: 'refresh-page',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'the page loads itself anew every minute',
    where: 'page',
    about: refresh,
    site: 'kolej',
    head: (is) =>
      is ? '<meta http-equiv="refresh" content="60">' : '<meta name="author" content="Koleje Podgórskie">',
    main: () => '<p>Opóźnienia są podawane co minutę; odśwież stronę, kiedy chcesz.</p>',
  },
  {
    id: 'script-redirect',
    technique: 'F58',
    criterion: '2.2.1',
    wrong: 'a script leads elsewhere after half a minute',
    where: 'page',
    about: refresh,
    site: 'clinica',
    main: (is) =>
      `<p>Su cita está guardada.</p>${is ? "<script>setTimeout(()=>{location.href='/inicio'},30000)</script>" : '<p><a href="/inicio">Volver a la página de inicio</a></p>'}`,
  },
  {
    id: 'session-lost',
    technique: 'F12',
    criterion: '2.2.5',
    wrong: 'what was written is lost when the session ends',
    where: 'form.long, .limit',
    about: /time|session|expire/,
    site: 'council',
    main: (is) =>
      `<p class="limit">${is ? 'Your session ends after 15 minutes and what you entered will be deleted.' : 'What you enter is kept for thirty days, and you can go on with it.'}</p><form class="long" action="/objection"><label for="why">Why do you object?</label><br><textarea id="why" name="why" rows="6" cols="50"></textarea><br><button>Send the objection</button></form>`,
  },
  {
    id: 'tabindex-order',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'tabindex leads the focus through the form in another order',
    where: 'form.odd input, form.odd button',
    about: /tabindex|focus-order/,
    site: 'moebel',
    main: (is) => {
      const at = (place: number) => (is ? ` tabindex="${place}"` : '')
      return `<form class="odd" action="/termin"><p><label for="v">Vorname</label> <input id="v" name="v"${at(3)}></p><p><label for="n">Nachname</label> <input id="n" name="n"${at(1)}></p><p><label for="o">Ort</label> <input id="o" name="o"${at(2)}></p><button${at(4)}>Termin anfragen</button></form>`
    },
  },
  {
    id: 'dialog-far-away',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a dialog opens and the focus stays behind it',
    where: '#help-dialog, #open-help',
    about: /dialog|modal|focus/,
    site: 'library',
    head: () =>
      '<style>.veil{position:fixed;inset:0;background:#000c;display:none}.veil.open{display:block}.veil .box{background:#fff;max-width:30rem;margin:10vh auto;padding:2rem}</style>',
    main: (is) =>
      `<button type="button" id="open-help">Ask a librarian</button><div class="veil" id="help-dialog" role="dialog" aria-modal="true" aria-labelledby="hd"><div class="box"><h2 id="hd">Ask a librarian</h2><p><label for="q">Your question</label> <input id="q" name="q"></p><button type="button" id="close-help">Close the window</button></div></div><script>{const d=document.getElementById('help-dialog'),o=document.getElementById('open-help');const shut=()=>{d.classList.remove('open');o.focus()};o.addEventListener('click',()=>{d.classList.add('open');${is ? '' : "document.getElementById('q').focus()"}});document.getElementById('close-help').addEventListener('click',shut);d.addEventListener('keydown',e=>{if(e.key==='Escape')shut();if(e.key==='Tab'){const s=[...d.querySelectorAll('input,button')];const i=s.indexOf(document.activeElement);e.preventDefault();s[(i+(e.shiftKey?s.length-1:1))%s.length].focus()}})}</script>`,
  },
  {
    id: 'dialog-leaks',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'the focus leaves a modal dialog into the page behind it',
    where: '#terms-dialog, #open-terms, #terms-dialog *',
    about: /dialog|modal|focus/,
    site: 'ledger',
    head: () =>
      '<style>#terms-dialog{position:fixed;inset:0;background:#111827f2;display:none;padding:10vh 20vw}#terms-dialog.open{display:block}#terms-dialog div{background:#fff;padding:2rem}</style>',
    main: (is) =>
      `<button type="button" id="open-terms">Close the quarter</button><div id="terms-dialog" role="dialog" aria-modal="true" aria-labelledby="td"><div><h2 id="td">Close the quarter?</h2><p>No entry of the quarter can be changed afterwards.</p><button type="button" id="yes">Close it</button> <button type="button" id="no">Keep it open</button></div></div><script>{const d=document.getElementById('terms-dialog'),o=document.getElementById('open-terms');const shut=()=>{d.classList.remove('open');o.focus()};o.addEventListener('click',()=>{d.classList.add('open');document.getElementById('no').focus()});for(const b of d.querySelectorAll('button'))b.addEventListener('click',shut);d.addEventListener('keydown',e=>{if(e.key==='Escape')shut();${is ? '' : "if(e.key==='Tab'){e.preventDefault();const s=[...d.querySelectorAll('button')];s[(s.indexOf(document.activeElement)+1)%2].focus()}"}})}</script>`,
  },
  {
    id: 'outline-gone',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'the focus is not seen at all',
    where: '.nofocus',
    about: /focus/,
    site: 'council',
    head: (is) => (is ? '<style>.nofocus:focus,.nofocus:focus-visible{outline:none;box-shadow:none}</style>' : ''),
    main: () => '<p><a class="nofocus" href="/wards">Find your ward</a> before you report a bin.</p>',
  },
  {
    id: 'outline-gone-buttons',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'buttons show no focus',
    where: '.flat',
    about: /focus/,
    site: 'moebel',
    head: (is) => (is ? '<style>button.flat{outline:0 !important}</style>' : ''),
    main: () =>
      '<p><button type="button" class="flat">Muster bestellen</button> <button type="button" class="flat">Filiale finden</button></p>',
  },
  {
    id: 'outline-same-colour',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'the border that shows the focus has the colour of the ground',
    where: '.faint',
    about: /focus/,
    site: 'werf',
    head: (is) => `<style>.faint:focus,.faint:focus-visible{outline:2px solid ${is ? '#ffffff' : '#b91c1c'}}</style>`,
    main: () => '<p><a class="faint" href="/open-dag">Aanmelden voor de open dag</a> kan tot vrijdag.</p>',
  },
  {
    id: 'covered-focus',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a bar at the bottom covers what has the focus',
    where: 'page',
    about: /obscur|cover|sticky|focus/,
    site: 'journal',
    cards: 16,
    head: (is) =>
      `<style>.consent{position:${is ? 'fixed' : 'static'};left:0;right:0;bottom:0;height:${is ? '45vh' : 'auto'};background:#1a1a1a;color:#fff;padding:1rem}</style>`,
    main: () =>
      '<div class="consent" role="region" aria-label="Cookies"><p>Ce site mesure ses visites sans cookies et sans transmettre vos données.</p></div>',
  },
  {
    id: 'swipe-only',
    technique: 'F105',
    criterion: '2.5.1',
    wrong: 'pictures change by a swipe alone',
    where: '.swipe, .swipe *',
    about: pointer,
    site: 'museo',
    main: (is) =>
      `<div class="swipe" style="touch-action:none"><img src="/media/vaso-1.jpg" width="240" height="180" alt="Vaso con manici"></div>${is ? '' : '<button type="button" id="avanti">Immagine seguente</button>'}<script>{const s=document.querySelector('.swipe'),i=s.querySelector('img');const next=()=>{i.src='/media/vaso-2.jpg';i.alt='Vaso con coperchio'};let x;s.addEventListener('pointerdown',e=>{x=e.clientX});s.addEventListener('pointermove',e=>{if(x&&x-e.clientX>50){x=undefined;next()}});${is ? '' : "document.getElementById('avanti').addEventListener('click',next)"}}</script>`,
  },
  {
    id: 'down-event',
    technique: 'F101',
    criterion: '2.5.2',
    wrong: 'a button acts as soon as the pointer goes down',
    where: '#delete',
    about: /pointer|down|mouse|cancel/,
    site: 'ledger',
    main: (is) =>
      `<p id="said">One draft.</p><button type="button" id="delete">Delete the draft</button><script>document.getElementById('delete').addEventListener('${is ? 'pointerdown' : 'click'}',()=>{document.getElementById('said').textContent='No draft.'})</script>`,
  },
  {
    id: 'motion-only',
    technique: 'F106',
    criterion: '2.5.4',
    wrong: 'shaking the device does something that cannot be turned off',
    where: 'page',
    about: /motion|shake/,
    site: 'manual',
    main: (is) =>
      `<p id="undo">Shake the phone to undo the last step.</p>${is ? '' : '<button type="button" id="undo-it">Undo the last step</button> <label><input type="checkbox" id="no-shake"> Do not undo by shaking</label>'}<script>{const undo=()=>{document.getElementById('undo').textContent='Undone.'};window.addEventListener('devicemotion',e=>{if(${is ? '' : "!document.getElementById('no-shake').checked&&"}e.acceleration&&e.acceleration.x>15)undo()});${is ? '' : "document.getElementById('undo-it').addEventListener('click',undo)"}}</script>`,
  },
  {
    id: 'touch-only',
    technique: 'F98',
    criterion: '2.5.6',
    wrong: 'a control answers to touch alone',
    where: '#like',
    about: pointer,
    site: 'journal',
    main: (is) =>
      `<button type="button" id="like">Recommander cet article</button> <span id="n">12 recommandations</span><script>document.getElementById('like').addEventListener('${is ? 'touchstart' : 'click'}',()=>{document.getElementById('n').textContent='13 recommandations'})</script>`,
  },
  {
    id: 'drag-only',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'the order is changed by dragging alone',
    where: '.sortable, .sortable *',
    about: /drag/,
    site: 'ledger',
    main: (is) =>
      `<h2>Order of payment</h2><ul class="sortable">${['Timber yard', 'Stone works', 'Transport'].map((name) => `<li draggable="true">${name}${is ? '' : ` <button type="button" class="up">Move ${name} up</button>`}</li>`).join('')}</ul><script>{let held;const l=document.querySelector('.sortable');l.addEventListener('dragstart',e=>{held=e.target});l.addEventListener('dragover',e=>{e.preventDefault();const li=e.target.closest('li');if(li&&li!==held)li.before(held)});l.addEventListener('click',e=>{const li=e.target.closest('.up')&&e.target.closest('li');if(li&&li.previousElementSibling)li.previousElementSibling.before(li)})}</script>`,
  },
  {
    id: 'small-targets',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'buttons of 14 pixels stand close together',
    where: '.stars button',
    about: /target/,
    site: 'moebel',
    head: (is) =>
      `<style>.stars button{padding:0;width:${is ? '14px;height:14px;font-size:9px' : '44px;height:44px'};line-height:1;margin:0}</style>`,
    main: () =>
      `<div class="stars" role="group" aria-label="Wie gefällt Ihnen der Sessel?">${[1, 2, 3, 4, 5].map((n) => `<button type="button" aria-label="${n} von 5 Sternen"><svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true"><path d="M5 0l2 3 3 1-2 2 0 4-3-2-3 2 0-4-2-2 3-1z" fill="#fff"/></svg></button>`).join('')}</div>`,
  },
  {
    id: 'no-way-past',
    technique: 'criterion',
    criterion: '2.4.1',
    wrong: 'nothing leads past thirty links at the top: no heading, no main part, no link to the content',
    where: 'page',
    title: () => 'Rozkład na niedzielę – Koleje Podgórskie',
    about: /bypass|skip/,
    site: 'kolej',
    body: (is) =>
      `${is ? '' : '<a href="#tresc">Przejdź do treści</a>'}<${is ? 'div' : 'nav'}>${Array.from({ length: 30 }, (_, at) => `<a href="/stacja/${at}">Stacja numer ${at + 1}</a>`).join(' ')}</${is ? 'div' : 'nav'}><${is ? 'div' : 'main'} id="tresc">${is ? '<p><b>Rozkład na niedzielę</b></p>' : '<h1>Rozkład na niedzielę</h1>'}<p>W niedzielę pociągi odjeżdżają co dwie godziny z toru trzeciego.</p></${is ? 'div' : 'main'}>`,
    main: () => '',
  },
  {
    id: 'scroll-box-not-reached',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'a box that scrolls cannot be reached with the keyboard',
    where: '.scroll',
    about: /scroll/,
    site: 'werf',
    main: (is) =>
      `<div class="scroll" style="height:90px;overflow:auto;border:1px solid #40566e"${is ? ' tabindex="-1"' : ' tabindex="0" role="region" aria-label="Voorwaarden"'}>${['De werf is niet aansprakelijk voor vertraging door storm of ijs op het water.', 'Wie een schip laat herstellen, betaalt de helft bij het begin van het werk.', 'De andere helft wordt betaald wanneer het schip weer in het water ligt.', 'Klachten worden binnen vier weken schriftelijk aan de werf gemeld.'].map((text) => `<p>${text}</p>`).join('')}</div>`,
  },
]
