/** Planted failures of every kind, held back until their names were read: their misses were not looked at before. */
import { either, type Plant } from '#bench/planted/plant'

export const fresh: readonly Plant[] = [
  {
    id: 'dialog-without-name',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a dialog that is open has no name',
    where: '[role="dialog"]',
    about: /dialog|name/,
    site: 'journal',
    main: (is) =>
      `<div role="dialog"${is ? '' : ' aria-labelledby="ask"'} style="border:1px solid #333;padding:1rem"><p id="ask">Recevoir la lettre du dimanche</p><p><button type="button">Plus tard</button></p></div>`,
  },
  {
    id: 'switch-without-state',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a switch never says how it stands',
    where: '.switch',
    about: /checked|state|aria/,
    site: 'manual',
    head: () => '<style>.switch.on{background:#14532d;color:#fff}</style>',
    main: (is) =>
      `<p><button type="button" role="switch" class="switch"${is ? '' : ' aria-checked="false"'}>Retry requests</button></p><script>{const s=document.querySelector('.switch');s.addEventListener('click',()=>{s.classList.toggle('on');${is ? '' : "s.setAttribute('aria-checked',String(s.classList.contains('on')))"}})}</script>`,
  },
  {
    id: 'icon-word-is-read',
    technique: 'practice',
    criterion: null,
    wrong: 'the word that an icon font draws a sign from is read with the name of a button',
    where: '.basket, .basket *',
    about: /icon|ligature|name/,
    site: 'ledger',
    head: () =>
      '<style>.material-icons{font-family:"Material Icons";display:inline-block;width:1.2em;height:1.2em;overflow:hidden;font-feature-settings:"liga"}</style>',
    main: (is) =>
      `<p><button type="button" class="basket"><i class="material-icons"${is ? '' : ' aria-hidden="true"'}>shopping_cart</i> Basket</button></p>`,
  },
  {
    id: 'jump-to-nothing',
    technique: 'practice',
    criterion: null,
    wrong: 'a list of what is on the page leads to a place that is not there',
    where: '.contents a',
    about: /link|target|fragment|anchor|skip/,
    site: 'council',
    main: (is) =>
      `<h2>On this page</h2><ul class="contents"><li><a href="#${is ? 'apeal' : 'appeal'}">How to appeal</a></li></ul><h2 id="appeal">How to appeal</h2><p>Write to the valuation officer within four weeks.</p>`,
  },
  {
    id: 'right-click-only',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'what can be done with a row opens under the right button of the mouse alone',
    where: '.file, .file *',
    about: /keyboard|mouse|focus|role/,
    site: 'moebel',
    main: (is) =>
      `<ul><li class="file">Aufbauanleitung ${is ? '' : '<button type="button" class="acts" aria-expanded="false">Was tun mit der Aufbauanleitung</button>'}<span class="choices" hidden>Sie liegt in drei Sprachen vor.</span></li></ul><script>{const f=document.querySelector('.file'),c=f.querySelector('.choices');f.addEventListener('contextmenu',e=>{e.preventDefault();c.hidden=!c.hidden});${is ? '' : "f.querySelector('.acts').addEventListener('click',e=>{c.hidden=!c.hidden;e.currentTarget.setAttribute('aria-expanded',String(!c.hidden))})"}}</script>`,
  },
  {
    id: 'values-renew',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'values beside a text renew themselves every second and cannot be held',
    where: '.rates, .rates *',
    about: /mov|updat|renew|pause|blink/,
    site: 'journal',
    main: (is) =>
      `<h2>Les cours</h2><p class="rates">Lait : <span id="milk">41,20</span> euros ${is ? '' : '<button type="button" id="hold">Arrêter la mise à jour</button>'}</p><p>Les prix varient avec la saison et avec le marché.</p><script>{let n=0;const t=setInterval(()=>{n+=7;document.getElementById('milk').textContent='41,'+(20+n%70)},1000);${is ? '' : "document.getElementById('hold').addEventListener('click',()=>clearInterval(t))"}}</script>`,
  },
  {
    id: 'chart-by-colour',
    technique: 'F13',
    criterion: '1.4.1',
    wrong: 'what the bars of a chart stand for is told by their colours alone',
    where: '.chart, .chart *',
    about: /colou?r/,
    site: 'clinica',
    head: () => '<style>.key{display:inline-block;width:1em;height:1em}</style>',
    main: (is) =>
      `<div class="chart"><svg role="img" aria-label="Visitas: adultos 120, niños 80" width="220" height="120"><rect x="10" y="10" width="60" height="110" fill="#b91c1c"/><rect x="120" y="45" width="60" height="75" fill="#15803d"/>${is ? '' : '<g font-size="16" fill="#fff"><text x="15" y="40">Adultos</text><text x="128" y="70">Niños</text></g>'}</svg><p><span class="key" style="background:#b91c1c"></span> Adultos <span class="key" style="background:#15803d"></span> Niños</p></div>`,
  },
  {
    id: 'sentence-in-other-script',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a Russian sentence on an English page does not say so',
    where: '.saying',
    about: /lang/,
    site: 'library',
    main: (is) =>
      `<p>The reading group begins with a sentence that everybody in Petersburg knew.</p><p class="saying"${is ? '' : ' lang="ru"'}>Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.</p>`,
  },
  {
    id: 'article-hidden-from-tree',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'an article that is seen is hidden from assistive technology',
    where: '.story, .story *',
    about: /hidden/,
    site: 'museo',
    main: (is) =>
      `<div class="story"${is ? ' aria-hidden="true"' : ''}><h2>La fornace</h2><p>La fornace fu accesa nel mille seicento e bruciò quasi senza sosta per due secoli, con la legna delle colline.</p><p>Oggi la si visita il sabato, e chi vuole può provare il tornio.</p></div>`,
  },
  {
    id: 'heading-without-level',
    technique: 'practice',
    criterion: null,
    wrong: 'what is said to be a heading does not say of which level',
    where: '.title',
    about: /heading|level|aria/,
    site: 'kolej',
    main: (is) =>
      `<div class="title" role="heading"${is ? '' : ' aria-level="2"'}>Zmiany w rozkładzie</div><p>Pociąg do Zakopanego odjeżdża od poniedziałku o dziesięć minut wcześniej.</p>`,
  },
  {
    id: 'words-of-a-drawing-faint',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'words that are drawn are hardly seen on their ground',
    where: '.plan, .plan *',
    about: /contrast/,
    site: 'werf',
    main: (is) =>
      `<svg class="plan" role="img" aria-label="Plattegrond van de werf" width="360" height="120"><rect width="360" height="120" fill="#ffffff"/><text x="20" y="50" font-size="16" fill="${is ? '#c4c4c4' : '#333333'}">Ingang van de werf en de kassa</text></svg>`,
  },
  {
    id: 'card-choice-without-focus',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'cards hide the choices in them, and do not show which has the focus',
    where: '.card-choice, .card-choice *',
    about: /focus/,
    site: 'council',
    head: (is) =>
      `<style>.card-choice{display:inline-block;border:2px solid #444;padding:1rem;position:relative}.card-choice input{position:absolute;opacity:0}.card-choice:has(:checked){background:#dbeafe}${is ? '' : '.card-choice:has(:focus-visible){outline:4px solid #1d4ed8}'}</style>`,
    main: () =>
      '<form action="/bins"><fieldset><legend>Which bin do you want?</legend><label class="card-choice"><input type="radio" name="bin" value="small"> Small bin</label> <label class="card-choice"><input type="radio" name="bin" value="large"> Large bin</label></fieldset><p><button>Order the bin</button></p></form>',
  },
  {
    id: 'dialog-closes-to-nowhere',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'a dialog is closed and the focus is nowhere',
    where: '.opens, .asks, .asks *',
    about: /focus/,
    site: 'clinica',
    head: () =>
      '<style>.asks{position:fixed;inset:20% 20%;background:#fff;border:2px solid #111;padding:1rem;z-index:9}.asks[hidden]{display:none}</style>',
    main: (is) =>
      `<p><button type="button" class="opens">Ver los horarios</button></p><div class="asks" role="dialog" aria-modal="true" aria-label="Horarios" hidden><p>De lunes a viernes, de ocho a tres.</p><button type="button" class="shuts">Cerrar los horarios</button></div><script>{const o=document.querySelector('.opens'),d=document.querySelector('.asks'),s=d.querySelector('.shuts');const shut=()=>{d.hidden=true;${is ? '' : 'o.focus()'}};o.addEventListener('click',()=>{d.hidden=false;s.focus()});s.addEventListener('click',shut);d.addEventListener('keydown',e=>{if(e.key==='Escape')shut();if(e.key==='Tab')e.preventDefault()})}</script>`,
  },
  {
    id: 'tick-box-faint',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the box that is to be ticked is hardly seen',
    where: '.tick, .tick *',
    about: /contrast/,
    site: 'moebel',
    head: (is) =>
      `<style>.tick input{appearance:none;width:24px;height:24px;border:2px solid ${is ? '#ececec' : '#333'};background:#fff;vertical-align:middle;padding:0}.tick input:checked{background:#111}</style>`,
    main: () =>
      '<form action="/news"><p><label class="tick"><input type="checkbox" name="news"> Ich möchte den Katalog bekommen</label></p><p><button>Bestellen</button></p></form>',
  },
  {
    id: 'list-straight-in-a-list',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a list stands straight in a list, in none of its items',
    where: '.outer, .outer *',
    about: /list/,
    site: 'library',
    main: either(
      '<ul class="outer"><li>Rooms on the first floor</li><ul><li>The map room</li><li>The reading room</li></ul></ul>',
      '<ul class="outer"><li>Rooms on the first floor<ul><li>The map room</li><li>The reading room</li></ul></li></ul>',
    ),
  },
  {
    id: 'invalid-without-message',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a field is said to be wrong and nothing says what is wrong with it',
    where: '#reader',
    about: /error|invalid/,
    site: 'ledger',
    main: (is) =>
      `<form action="/reader"><p><label for="reader">Number of your reader’s card</label> <input id="reader" name="reader" value="12" aria-invalid="true"${is ? '' : ' aria-describedby="why"'}>${is ? '' : ' <span id="why">The number has eight figures; yours has two.</span>'}</p><p><button>Go on</button></p></form>`,
  },
]
