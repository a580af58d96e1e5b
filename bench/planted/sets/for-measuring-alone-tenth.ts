/** Planted failures of an auditor who did not look at the checks, tenth part: the half that is for measuring alone. Nobody looks at its misses. */
import { type Plant, roomy, tall } from '#bench/planted/plant'

export const measuredTenth: readonly Plant[] = [
  {
    id: 'hours-without-rows-and-columns-x',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'a table of opening hours is said to be presentation, so that its headers belong to nothing',
    where: '.hours, .hours *',
    about: /presentation|role|table/,
    site: 'library',
    head: () => '<style>.hours{margin-bottom:1rem;font-size:.9rem}</style>',
    main: (is) =>
      `<h2>When the branches are open</h2><table class="hours"${is ? ' role="none"' : ''}><thead><tr><th scope="col">Branch</th><th scope="col">Mon to Fri</th><th scope="col">Saturday</th></tr></thead><tbody><tr><th scope="row">Central</th><td>9 to 8</td><td>10 to 5</td></tr><tr><th scope="row">Riverside</th><td>10 to 6</td><td>10 to 1</td></tr><tr><th scope="row">Mill Lane</th><td>12 to 7</td><td>closed</td></tr></tbody></table>`,
  },
  {
    id: 'closed-drawer-takes-the-focus-x',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'a drawer that is pushed out of the window while closed keeps its links in the order of the Tab key',
    where: '.shelf, .shelf *',
    about: /focus|off-?screen|hidden|visible/,
    site: 'library',
    head: (is) =>
      `${roomy}${tall}<style>.shelf{position:fixed;inset:0 auto 0 0;z-index:9;width:min(18rem,100%);box-sizing:border-box;overflow:auto;padding:1rem;background:#fffdf7;border-right:2px solid #0b5a3c;transform:translateX(-105%)${is ? '' : ';visibility:hidden'}}.shelf.is-open{transform:none;visibility:visible}</style>`,
    main: () =>
      `<p><button type="button" id="shelf-open" aria-expanded="false" aria-controls="shelf">Choose a shelf</button></p><section class="shelf" id="shelf" aria-labelledby="shelf-title"><h2 id="shelf-title">Shelves</h2><ul class="tall">${['Travel', 'Poetry', 'Gardening', 'Local history'].map((name, at) => `<li><a href="/shelf/${at}">${name}</a></li>`).join('')}</ul><p><button type="button" id="shelf-close">Close the shelves</button></p></section><script>{const drawer=document.getElementById('shelf'),opener=document.getElementById('shelf-open');const turn=isOpen=>{drawer.classList.toggle('is-open',isOpen);opener.setAttribute('aria-expanded',String(isOpen))};const leave=()=>{turn(false);opener.focus()};opener.addEventListener('click',()=>{turn(true);drawer.querySelector('a').focus()});document.getElementById('shelf-close').addEventListener('click',leave);drawer.addEventListener('keydown',event=>{if(event.key==='Escape')leave()});drawer.addEventListener('focusout',event=>{if(event.relatedTarget&&!drawer.contains(event.relatedTarget))turn(false)})}</script>`,
  },
  {
    id: 'wards-told-without-their-days-x',
    technique: 'F13',
    criterion: '1.1.1',
    wrong:
      'a map shows by colour which ward has which day, and its alternative tells where the wards lie but not their days',
    where: '.wards, .wards *',
    about: /alt|image|colou?r/,
    site: 'council',
    head: () => '<style>.wards{margin:0 0 20px}.wards img{display:block;max-width:100%;height:auto}</style>',
    main: (is) =>
      `<h2>Your collection day</h2><figure class="wards"><img width="400" height="240" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='240' viewBox='0 0 400 240'%3E%3Cdefs%3E%3Cpattern id='s' width='12' height='12' patternUnits='userSpaceOnUse'%3E%3Crect width='12' height='12' fill='%23b9d7f2'/%3E%3Cpath d='M0 12L12 0' stroke='%23164a80' stroke-width='2'/%3E%3C/pattern%3E%3Cpattern id='d' width='14' height='14' patternUnits='userSpaceOnUse'%3E%3Crect width='14' height='14' fill='%23f6cfe0'/%3E%3Ccircle cx='7' cy='7' r='2.5' fill='%237a1f4b'/%3E%3C/pattern%3E%3C/defs%3E%3Cg stroke='%230b0c0c' stroke-width='2'%3E%3Cpath fill='url(%23s)' d='M20 20h180v100H20z'/%3E%3Cpath fill='%23ffe58a' d='M200 20h180v100H200z'/%3E%3Cpath fill='url(%23d)' d='M20 120h180v100H20z'/%3E%3Cpath fill='url(%23s)' d='M200 120h180v100H200z'/%3E%3C/g%3E%3Cg font-family='Arial' font-size='18' font-weight='700' fill='%230b0c0c' stroke='%23fff' stroke-width='5' paint-order='stroke' text-anchor='middle'%3E%3Ctext x='110' y='76'%3EAshford%3C/text%3E%3Ctext x='290' y='76'%3EBellingham%3C/text%3E%3Ctext x='110' y='176'%3ECotter Green%3C/text%3E%3Ctext x='290' y='176'%3EDunmore%3C/text%3E%3C/g%3E%3C/svg%3E" alt="${is ? 'Map of the district: Ashford in the north-west, Bellingham in the north-east, Cotter Green in the south-west and Dunmore in the south-east.' : 'Map of the district. Ashford in the north-west and Dunmore in the south-east are blue with stripes, Monday. Bellingham in the north-east is yellow, Wednesday. Cotter Green in the south-west is pink with dots, Friday.'}"><figcaption>Blue with stripes: Monday. Yellow: Wednesday. Pink with dots: Friday.</figcaption></figure>`,
  },
  {
    id: 'problem-that-names-no-field-x',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a form that is sent with empty fields says that there is a problem and not which field has it',
    where: '#missed, #missed *',
    about: /error|invalid/,
    site: 'council',
    head: () =>
      `${roomy}<style>#missed .problem:not(:empty){border:4px solid #8a1c0c;padding:10px}#missed .hint-wrong{color:#8a1c0c;font-weight:700;margin:0}</style>`,
    main: (is) => {
      const row = (name: string, words: string, wrong: string, more = '') =>
        `<p><label for="missed-${name}">${words}</label></p>${is ? '' : `<p class="hint-wrong" id="missed-${name}-wrong" hidden>${wrong}</p>`}<p><input id="missed-${name}" name="${name}"${more} required></p>`
      return `<form id="missed" method="post" action="/bins/missed" novalidate><h2>Report a missed collection</h2><p>Fill in every field.</p><div class="problem" role="alert"></div>${row('reference', 'Reference number on your bin, six digits', 'Enter the reference number on your bin.')}${row('street', 'Your house number and street', 'Enter your house number and street.', ' autocomplete="address-line1"')}${row('day', 'Day it was missed, for example Monday 3 March', 'Enter the day it was missed.')}<button>Send the report</button></form><script>{const form=document.getElementById('missed'),box=form.querySelector('.problem');form.addEventListener('submit',event=>{const fields=[...form.querySelectorAll('input')],empty=fields.filter(field=>!field.value.trim());${is ? '' : "for(const field of fields){const hint=document.getElementById(field.id+'-wrong');hint.hidden=!empty.includes(field);field.setAttribute('aria-invalid',String(!hint.hidden));if(hint.hidden)field.removeAttribute('aria-describedby');else field.setAttribute('aria-describedby',hint.id)}"}if(empty.length===0)return;event.preventDefault();box.textContent=${is ? "'There is a problem. Check your answers and send the report again.'" : "'There is a problem. '+empty.map(field=>document.getElementById(field.id+'-wrong').textContent).join(' ');empty[0].focus()"}})}</script>`
    },
  },
  {
    id: 'utility-takes-the-ring-away-x',
    technique: 'F78',
    criterion: '2.4.7',
    wrong:
      'a utility class makes the outline of the focused buttons and fields transparent and puts nothing in its place',
    where: '#bestellung, #bestellung *',
    about: /focus|outline/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.focus\\:outline-none:focus{outline:2px solid transparent;outline-offset:2px}#bestellung .gap-6{align-items:end;margin:0 0 1rem}</style>`,
    main: (is) => {
      const more = is ? ' class="focus:outline-none"' : ''
      return `<form id="bestellung" method="post" action="/korb"><h2 class="text-lg">Tisch für acht Gäste</h2><p>Der Tisch kommt zerlegt und lässt sich mit einer Hand aufbauen.</p><div class="flex gap-6"><div><label for="menge">Menge</label><br><input${more} id="menge" name="menge" type="number" min="1" value="1"></div><div><label for="holz">Holz</label><br><select${more} id="holz" name="holz"><option>Eiche</option><option>Nussbaum</option></select></div></div><p><button${more}>In den Warenkorb</button> <button${more} formaction="/merkzettel">Auf den Merkzettel</button></p></form>`
    },
  },
  {
    id: 'rooms-only-swiped-through-x',
    technique: 'F105',
    criterion: '2.5.1',
    wrong: 'with a pointer the next example of a row is reached only by a swipe in a straight line to the side',
    where: '.schau, .schau *',
    about: /gesture|swipe|pointer|drag/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.schau{touch-action:pan-y;margin-bottom:1rem}.schau__bild{min-height:9rem}.schau__bild h3{margin-top:0}</style>`,
    main: (is) =>
      `<h2>So richten andere ein</h2><div class="schau border rounded p-4 bg-sand" role="group" aria-label="Einrichtungsbeispiele"${is ? ' tabindex="0"' : ''}>${[
        [
          'Flur in Lindau',
          'Eine Bank für den Flur, darunter zwei Kisten für Schuhe, darüber eine Leuchte aus Messing.',
        ],
        ['Küche in Bregenz', 'Der Tisch für acht Gäste steht am Fenster, das Regal mit Rückwand trennt ihn vom Herd.'],
        ['Zimmer in Wangen', 'Zwei Sessel aus Eiche stehen einander gegenüber, dazwischen passt gerade ein Hocker.'],
      ]
        .map(
          ([name, words], at) =>
            `<div class="schau__bild"${at === 0 ? '' : ' hidden'}><h3 class="text-lg">${name}</h3><p>${words}</p></div>`,
        )
        .join(
          '',
        )}<p id="schau-stand" role="status">Beispiel 1 von 3</p>${is ? '' : '<p><button type="button" data-schritt="-1">Voriges Beispiel</button> <button type="button" data-schritt="1">Nächstes Beispiel</button></p>'}</div><p>Wischen Sie zur Seite${is ? ', oder nehmen Sie die Pfeiltasten' : ', oder drücken Sie auf Voriges oder Nächstes Beispiel'}.</p><script>{const schau=document.querySelector('.schau'),bilder=[...schau.querySelectorAll('.schau__bild')],stand=document.getElementById('schau-stand');let nummer=0,start=null;const gehe=schritt=>{nummer=(nummer+schritt+bilder.length)%bilder.length;bilder.forEach((bild,at)=>{bild.hidden=at!==nummer});stand.textContent='Beispiel '+(nummer+1)+' von '+bilder.length};schau.addEventListener('pointerdown',({clientX,clientY})=>{start={x:clientX,y:clientY}});schau.addEventListener('pointermove',({clientX,clientY})=>{if(!start)return;if(Math.abs(clientY-start.y)>40){start=null;return}const weg=clientX-start.x;if(Math.abs(weg)<60)return;start=null;gehe(weg<0?1:-1)});for(const ende of ['pointerup','pointercancel'])addEventListener(ende,()=>{start=null});${is ? "schau.addEventListener('keydown',({key})=>{const schritt={ArrowLeft:-1,ArrowRight:1}[key];if(schritt)gehe(schritt)})" : "for(const knopf of schau.querySelectorAll('[data-schritt]'))knopf.addEventListener('click',()=>gehe(Number(knopf.dataset.schritt)))"}}</script>`,
  },
  {
    id: 'four-times-the-rest-of-it-x',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'links to four articles are all called by the same words, so that only their sentences tell where they lead',
    where: '.breves, .breves *',
    about: /link/,
    site: 'journal',
    head: () => tall,
    main: (is) =>
      `<h2>En bref</h2><ul class="breves tall">${[
        ['Le pont de Montreuil ferme deux semaines', 'pont', 'Les voitures passeront par la route du moulin.'],
        ['La piscine rouvre samedi', 'piscine', 'L’entrée sera gratuite toute la journée.'],
        ['Un médecin s’installe à Saint-Aubin', 'medecin', 'Le village attendait depuis quatre ans.'],
        ['Les vendanges commencent tôt', 'vendanges', 'La pluie de mai a fait du bien à la vigne.'],
      ]
        .map(([title, path, words]) =>
          is
            ? `<li>${title}. ${words} <a href="/breves/${path}">Lire la suite</a></li>`
            : `<li><a href="/breves/${path}">${title}</a>. ${words}</li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'next-article-comes-unasked-x',
    technique: 'F61',
    criterion: '3.2.5',
    wrong:
      'every fifteen seconds the article that is being read is replaced by the next one, and nobody can prevent it',
    where: 'page',
    about: /refresh|auto|context|timing|update|replac|moving/,
    site: 'journal',
    cards: 0,
    head: () => roomy,
    main: (is) => {
      const articles = [
        [
          'Le marché couvert retrouve son toit',
          'Les charpentiers ont posé la dernière poutre jeudi matin, sous les applaudissements des maraîchers.',
        ],
        [
          'Le bus ira jusqu’au plateau',
          'La ligne sera prolongée de trois arrêts à la rentrée, avec un départ toutes les heures.',
        ],
        [
          'Les pommes sont en avance',
          'Dans les vergers de la vallée, la récolte a commencé dix jours plus tôt que l’an passé.',
        ],
      ]
      const [first] = articles
      return `<article class="une" aria-labelledby="une-titre"><h2 id="une-titre" tabindex="-1">${first?.[0]}</h2><p id="une-texte">${first?.[1]}</p></article>${is ? '' : '<p><button type="button" id="une-suivant">Article suivant</button></p>'}<script>{const articles=${JSON.stringify(articles)},titre=document.getElementById('une-titre'),texte=document.getElementById('une-texte');let rang=0;const avance=()=>{rang=(rang+1)%articles.length;titre.textContent=articles[rang][0];texte.textContent=articles[rang][1]};${is ? 'setInterval(avance,15000)' : "document.getElementById('une-suivant').addEventListener('click',()=>{avance();titre.focus()})"}}</script>`
    },
  },
  {
    id: 'chronicle-set-flush-on-both-sides-x',
    technique: 'F88',
    criterion: '1.4.8',
    wrong: 'a long text is justified, with uneven gaps between its words, and the page offers no other setting',
    where: '.chronique, .chronique *',
    about: /justif|align/,
    site: 'journal',
    head: (is) =>
      `<style>.chronique{max-width:30rem}.chronique p{text-align:${is ? 'justify' : 'start'};margin:0 0 2.5em}</style>`,
    main: () =>
      '<div class="chronique"><h2>Chronique de la rivière</h2><p>On croit connaître une rivière parce qu’on la traverse chaque matin. Pourtant, personne ne saurait dire à quelle heure exactement l’eau change de couleur, ni pourquoi les truites quittent, certains soirs, l’ombre du vieux lavoir.</p><p>Le garde-pêche tient un carnet depuis trente-cinq ans. Il y note imperturbablement la température, le niveau et le nombre de promeneurs, puis il referme le tout dans une boîte en fer-blanc.</p><p>Cet été, pour la première fois, il a laissé une page blanche. La rivière était basse, dit-il, et il n’y avait vraiment rien à ajouter.</p></div>',
  },
  {
    id: 'playground-keeps-the-tab-key-x',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'an editor on the page keeps the Tab key for indenting, and no key leads out of it again',
    where: '.playground, .playground *',
    about: /trap|keyboard|focus/,
    site: 'manual',
    head: () =>
      '<style>.playground textarea{display:block;width:100%;box-sizing:border-box;font:15px/1.5 ui-monospace,monospace}</style>',
    main: (is) =>
      `<section class="playground" aria-labelledby="play-title"><h2 id="play-title">Try a retry budget</h2><p><label for="play">Your configuration</label></p><p id="play-hint">The Tab key indents${is ? '' : '; to leave the editor with the keyboard, press Escape and then Tab'}.</p><textarea id="play" rows="6" spellcheck="false" aria-describedby="play-hint">retry:
  budget: 3
  wait: 200ms</textarea></section><script>{const field=document.getElementById('play');let isLeaving=false;field.addEventListener('focus',()=>{isLeaving=false});field.addEventListener('keydown',event=>{if(event.key==='Shift')return;if(event.key!=='Tab'){isLeaving=${is ? 'false' : "event.key==='Escape'"};return}if(isLeaving)return;event.preventDefault();const at=field.selectionStart;if(event.shiftKey){const start=field.value.lastIndexOf('\\n',at-1)+1;if(field.value.startsWith('  ',start))field.setRangeText('',start,start+2,'end')}else field.setRangeText('  ',at,field.selectionEnd,'end')})}</script>`,
  },
  {
    id: 'boxes-drawn-with-dashes-x',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'how a request travels is drawn with dashes, bars and plus signs, and nothing says it in words',
    where: '.drawn, .drawn *',
    about: /ascii|alt|image|text-art|pre/,
    site: 'manual',
    head: () =>
      '<style>.drawn{display:inline-block;margin:0 0 1rem;padding:.75rem;font-size:14px;line-height:1.3}</style>',
    main: (is) =>
      `<h2>Which way a request takes</h2><p>This is how it looks from the outside:</p><pre class="drawn"${is ? '' : ' role="img" aria-label="Drawing: the client sends the request to the proxy; the proxy hands it to the store and copies it to the tracer."'}>+--------+    +-------+
| client |---&gt;| proxy |
+--------+    +---+---+
                  |
         +--------+
         v        v
    +-------+ +--------+
    | store | | tracer |
    +-------+ +--------+</pre>`,
  },
  {
    id: 'chips-that-are-boxes-x',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'the filters of a list are boxes with a script, which have neither a role nor a state',
    where: '.chips, .chips *',
    about: /role|name|button|interactive|state|click/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.chips{display:flex;flex-wrap:wrap;gap:.75rem;margin-bottom:1rem}#content .chip{box-sizing:border-box;min-width:44px;min-height:44px;padding:.5rem 1rem;border:2px solid #8b949e;border-radius:22px;font:inherit;line-height:24px;color:var(--ink);background:var(--ground);cursor:pointer}#content .chip.is-on{background:#79c0ff;color:#0d1117}.chip.is-on::before{content:"✓ " / ""}</style>`,
    main: (is) => {
      const chip = (name: string) =>
        is
          ? `<div class="chip" tabindex="0" data-tag="${name}">${name}</div>`
          : `<button type="button" class="chip" aria-pressed="false" data-tag="${name}">${name}</button>`
      return `<h2>Recipes</h2><div class="chips">${['Linux', 'Containers', 'Proxy'].map(chip).join('')}</div><p role="status" id="recipes-count">4 recipes</p><ul id="recipes"><li data-tags="Linux Proxy">Start behind a firewall</li><li data-tags="Containers">Hand secrets to a container</li><li data-tags="Linux Containers">Stop without losing a call</li><li data-tags="Proxy">Trust a company’s certificate</li></ul><script>{const chips=[...document.querySelectorAll('.chip')],rows=[...document.querySelectorAll('#recipes li')];const press=chip=>{const isOn=chip.classList.toggle('is-on');${is ? '' : "chip.setAttribute('aria-pressed',String(isOn));"}const tags=chips.filter(one=>one.classList.contains('is-on')).map(one=>one.dataset.tag);for(const row of rows)row.hidden=!tags.every(tag=>row.dataset.tags.split(' ').includes(tag));const count=rows.filter(row=>!row.hidden).length;document.getElementById('recipes-count').textContent=count===1?'1 recipe':count+' recipes'};for(const chip of chips){chip.addEventListener('click',()=>press(chip));${is ? "chip.addEventListener('keydown',event=>{if(event.key!=='Enter'&&event.key!==' ')return;event.preventDefault();press(chip)})" : ''}}}</script>`
    },
  },
  {
    id: 'writers-shown-by-faces-alone-x',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'pressing a button shows who wrote a chapter as portraits that have no alternative at all',
    where: '#writers, #writers *',
    about: /alt|image/,
    site: 'manual',
    head: () =>
      `${roomy}<style>#writers{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0;margin:1rem 0}#writers[hidden]{display:none}#writers img{display:block;width:64px;height:64px;border-radius:50%}</style>`,
    main: (is) =>
      `<h2>Who wrote this chapter</h2><p><button type="button" id="writers-show" aria-expanded="false" aria-controls="writers">Show the writers</button></p><ul id="writers" hidden></ul><script>{const list=document.getElementById('writers'),button=document.getElementById('writers-show');const people=[['amara','Amara Okafor'],['jonas','Jonas Lindqvist'],['mei','Mei Tanaka']];button.addEventListener('click',()=>{if(list.children.length===0)for(const [file,name] of people){const row=document.createElement('li'),face=new Image(64,64);face.src='/faces/'+file+'.webp';face.dataset.login=file;${is ? '' : 'face.alt=name;'}row.append(face);list.append(row)}list.hidden=!list.hidden;button.setAttribute('aria-expanded',String(!list.hidden))})}</script>`,
  },
  {
    id: 'tab-jumps-about-the-request-x',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'numbers in tabindex lead the keyboard through a form from its end to its middle to its start',
    where: '#solicitud, #solicitud *',
    about: /tabindex|focus|order/,
    site: 'clinica',
    head: () => roomy,
    main: (is) => {
      const turn = (place: number) => (is ? ` tabindex="${place}"` : '')
      return `<form id="solicitud" method="post" action="/cita/solicitud"><h2>Solicitar una cita</h2><p>Rellene todos los campos.</p><p><label for="sol-nombre">Su nombre y apellidos</label><br><input id="sol-nombre" name="nombre" autocomplete="name" required${turn(4)}></p><p><label for="sol-consulta">Consulta a la que quiere acudir</label><br><select id="sol-consulta" name="consulta"${turn(2)}><option>Pediatría</option><option>Revisión de la vista</option><option>Medicina general</option></select></p><p><label for="sol-movil">Su teléfono móvil, por ejemplo 600 100 200</label><br><input id="sol-movil" name="movil" type="tel" autocomplete="tel" required${turn(5)}></p><p><label for="sol-motivo">Motivo de la visita</label><br><input id="sol-motivo" name="motivo" required${turn(1)}></p><button${turn(3)}>Enviar la solicitud</button></form>`
    },
  },
  {
    id: 'plate-compared-by-dragging-x',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'with a pointer, two pictures of a plate can be compared only by dragging a handle',
    where: 'confronta-piatti, confronta-piatti *, .tela, .tela *',
    about: /drag|pointer/,
    site: 'museo',
    main: (is) => {
      const plate = (rim: string, more: string) =>
        `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='320' height='240' viewBox='0 0 320 240'%3E%3Crect width='320' height='240' fill='%23e9dcc6'/%3E%3Ccircle cx='160' cy='120' r='96' fill='%23fff' stroke='%23${rim}' stroke-width='18'/%3E%3Ccircle cx='160' cy='120' r='48' fill='none' stroke='%23${rim}' stroke-width='6'/%3E${more}%3C/svg%3E`
      const cracks =
        "%3Cpath d='M60 60l70 50 20 70 40 50M260 70l-60 40-50 0' fill='none' stroke='%232b1d14' stroke-width='5'/%3E%3Cpath d='M230 180l50 60h-90z' fill='%23e9dcc6'/%3E"
      return `<h2>Prima e dopo il restauro</h2><p>Trascinate il cerchio${is ? ' o spostatelo con le frecce' : ', spostatelo con le frecce, toccate un punto del piatto oppure premete uno dei tre pulsanti'}.</p><confronta-piatti><template shadowrootmode="open"><style>.tela{--x:.5;position:relative;width:320px;max-width:100%;height:240px;margin-bottom:1rem}img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}.dopo{clip-path:inset(0 0 0 calc(22px + var(--x)*(100% - 44px)))}.maniglia{position:absolute;top:98px;left:calc(var(--x)*(100% - 44px));box-sizing:border-box;width:44px;height:44px;border:4px solid #fff;border-radius:50%;background:#0f4c81;cursor:ew-resize;touch-action:none}button{font:inherit;background:#0f4c81;color:#fff;border:0;padding:.5rem 1rem;min-width:44px;min-height:44px}:focus-visible{outline:3px solid #b3261e;outline-offset:2px}</style><div class="tela"><img class="prima" src="${plate('6f7f92', cracks)}" alt="Il piatto prima del restauro: due crepe, un pezzo mancante e il bordo ingrigito" draggable="false"><img class="dopo" src="${plate('1c4fa0', '')}" alt="Il piatto dopo il restauro: intero, con il bordo blu" draggable="false"><div class="maniglia" role="slider" tabindex="0" aria-label="Confine tra prima e dopo" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50"></div></div>${is ? '' : '<p><button type="button" data-a="100">Solo prima</button> <button type="button" data-a="50">A metà</button> <button type="button" data-a="0">Solo dopo</button></p>'}</template></confronta-piatti><script>{const radice=document.querySelector('confronta-piatti').shadowRoot,tela=radice.querySelector('.tela'),maniglia=radice.querySelector('.maniglia');const metti=valore=>{const a=Math.min(100,Math.max(0,Math.round(valore)));tela.style.setProperty('--x',String(a/100));maniglia.setAttribute('aria-valuenow',String(a))};maniglia.addEventListener('pointerdown',event=>{maniglia.setPointerCapture(event.pointerId)});maniglia.addEventListener('pointermove',event=>{if(!maniglia.hasPointerCapture(event.pointerId))return;const {left,width}=tela.getBoundingClientRect();metti((event.clientX-left-22)/(width-44)*100)});maniglia.addEventListener('keydown',event=>{const ora=Number(maniglia.getAttribute('aria-valuenow'));const nuovo={ArrowLeft:ora-5,ArrowDown:ora-5,ArrowRight:ora+5,ArrowUp:ora+5,Home:0,End:100}[event.key];if(nuovo===undefined)return;event.preventDefault();metti(nuovo)});${is ? '' : "tela.addEventListener('click',event=>{const {left,width}=tela.getBoundingClientRect();metti((event.clientX-left-22)/(width-44)*100)});for(const pulsante of radice.querySelectorAll('[data-a]'))pulsante.addEventListener('click',()=>metti(Number(pulsante.dataset.a)))"}}</script>`
    },
  },
  {
    id: 'kiln-hums-by-itself-x',
    technique: 'F93',
    criterion: '1.4.2',
    wrong: 'the sound of a kiln begins with the page and goes round without end, and there is nothing to stop it with',
    where: 'suono-forno, suono-forno *, audio',
    about: /audio|autoplay|media|sound/,
    site: 'museo',
    main: (is) =>
      `<h2>La fornace di notte</h2><p>Si sente il forno che ronza piano, sempre sulla stessa nota; nessuno parla.</p><suono-forno><template shadowrootmode="open"><style>audio{display:block;max-width:100%}:focus-visible{outline:3px solid #b3261e;outline-offset:2px}</style><audio src="/media/forno.wav" ${is ? 'autoplay loop' : 'controls preload="metadata" aria-label="La fornace di notte"'}></audio></template></suono-forno>`,
  },
  {
    id: 'words-sized-by-the-window-x',
    technique: 'F94',
    criterion: '1.4.4',
    wrong:
      'the size of a text hangs on the width of the window alone, so that it stays as it is when the page is enlarged',
    where: '.didascalia, .didascalia *',
    about: /zoom|resize|viewport|font|text-size/,
    site: 'museo',
    head: (is) => `<style>.didascalia p{font-size:${is ? '1.35vw' : '1.08rem'}}</style>`,
    main: () =>
      '<section class="didascalia" aria-labelledby="didascalia-titolo"><h2 id="didascalia-titolo">Il vaso delle due anse</h2><p>Il vaso fu cotto tre volte: la prima per la terra, la seconda per lo smalto, la terza per il lustro d’oro.</p><p>Sul fondo si legge ancora il segno della bottega, una piccola stella a cinque punte.</p></section>',
  },
  {
    id: 'covers-that-lead-without-words-x',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the covers of books are links that hold a picture with an empty alternative and nothing else',
    where: '.covers, .covers *',
    about: /link|name|alt/,
    site: 'riwaq',
    head: () =>
      '<style>.covers{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}.covers img{display:block;width:120px;height:90px;border:1px solid #4e5a4b}</style>',
    main: (is) =>
      `<h2>وصل حديثا</h2><ul class="covers">${[
        ['desert', 'رحلات في الصحراء', 'أربعون ريالا'],
        ['sea', 'حكايات من البحر', 'ثلاثون ريالا'],
        ['city', 'تاريخ المدينة القديمة', 'ستون ريالا'],
      ]
        .map(
          ([file, name, price]) =>
            `<li><a href="/book/${file}"><img src="/covers/${file}.webp" width="120" height="90" alt="${is ? '' : name}"></a><span>${price}</span></li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'pages-too-small-to-hit-x',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the numbers of the pages of results are links of eighteen pixels that touch each other',
    where: '.pages, .pages *',
    about: /target/,
    site: 'riwaq',
    head: (is) =>
      `<style>#content .pages ul{gap:0;margin:0 0 1rem}#content .pages li{padding:0}.pages a{display:block;width:${is ? 18 : 46}px;height:${is ? 18 : 46}px;line-height:${is ? 18 : 46}px;font-size:15px;text-align:center}.pages [aria-current]{background:#234d20;color:#fff}</style>`,
    main: () =>
      `<p>في القائمة ستون كتابا.</p><nav class="pages" aria-label="صفحات النتائج"><ul>${['١', '٢', '٣', '٤', '٥', '٦'].map((number, at) => `<li><a href="/new?page=${at + 1}" aria-label="الصفحة ${number}"${at === 0 ? ' aria-current="page"' : ''}>${number}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'offer-flickers-without-end-x',
    technique: 'F4',
    criterion: '2.2.2',
    wrong: 'the mark of an offer blinks once a second without end, and nothing stops it',
    where: '.offer, .offer *',
    about: /blink|anim|motion|moving/,
    site: 'riwaq',
    head: (is) =>
      `<style>.offer{padding:1rem;border:2px solid #234d20;margin-bottom:1rem}.offer h2{margin:0}.offer strong{display:inline-block;padding:0 .6rem;background:#7a1414;color:#fff${is ? ';animation:glint 1s steps(1) infinite' : ''}}@keyframes glint{50%{visibility:hidden}}</style>`,
    main: () =>
      '<section class="offer" aria-labelledby="offer-title"><h2 id="offer-title">عرض الأسبوع</h2><p><strong>خصم الربع</strong> على كل كتب الشعر حتى يوم الخميس.</p></section>',
  },
  {
    id: 'fares-gone-in-a-narrow-window-x',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'in a narrow window the columns with the fares are left out of the table, and no other place has them',
    where: '.cennik, .cennik *',
    about: /reflow|hidden|disappear|narrow|lost|content/,
    site: 'kolej',
    head: (is) =>
      `<style>.cennik{margin-bottom:1rem}.cennik :is(th,td){padding:.3rem;font-size:.9rem}${is ? '@media(max-width:30rem){.cennik .cena{display:none}}' : ''}</style>`,
    main: () =>
      `<h2>Ile kosztuje bilet</h2><table class="cennik"><thead><tr><th scope="col">Do stacji</th><th scope="col" class="cena">Normalny</th><th scope="col" class="cena">Ulgowy</th></tr></thead><tbody>${[
        ['Krynica', '18 zł', '9 zł'],
        ['Muszyna', '15 zł', '7 zł'],
        ['Stary Sącz', '6 zł', '3 zł'],
      ]
        .map(
          ([where, full, half]) =>
            `<tr><th scope="row">${where}</th><td class="cena">${full}</td><td class="cena">${half}</td></tr>`,
        )
        .join('')}</tbody></table>`,
  },
  {
    id: 'board-reloads-by-itself-x',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'the page of a station loads itself anew every four minutes, whatever somebody is reading or doing on it',
    where: 'page',
    about: /refresh|reload/,
    site: 'kolej',
    head: (is) => (is ? '<meta http-equiv="refresh" content="240">' : ''),
    main: () =>
      '<h2>Utrudnienia na linii do Krynicy</h2><ul><li>Pociąg z 09:05 odjedzie z peronu trzeciego.</li><li>Do piątku między Muszyną a Krynicą jeździ autobus.</li><li>Winda na peron drugi jest w naprawie.</li></ul><p><a href="/utrudnienia/krynica">Sprawdź, czy coś się zmieniło</a></p>',
  },
  {
    id: 'signs-of-stations-are-backgrounds-x',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'what each station has is told by signs that are background pictures, and by no text',
    where: '.stacje, .stacje *',
    about: /background|image|alt|icon|name|empty/,
    site: 'kolej',
    head: () => {
      const sign = (shape: string) =>
        `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='32' height='32' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' fill='%230a3d91'/%3E%3Cpath fill='none' stroke='%23fff' stroke-width='3' d='${shape}'/%3E%3C/svg%3E")`
      return `<style>.stacje summary{padding:.75rem 0}.stacje .znak{display:inline-block;width:32px;height:32px;margin-right:8px}.znak--winda{background:${sign('M10 24V8M6 12l4-4 4 4M22 8v16M18 20l4 4 4-4')}}.znak--parking{background:${sign('M11 27V6h6a6 6 0 0 1 0 12h-6')}}.znak--rower{background:${sign('M3 21a6 6 0 1 0 12 0 6 6 0 1 0-12 0M17 21a6 6 0 1 0 12 0 6 6 0 1 0-12 0M9 21l5-11h6l3 11')}}</style>`
    },
    main: (is) => {
      const signs = { winda: 'Winda na peron', parking: 'Parking', rower: 'Stojaki na rowery' } as const
      const stations: readonly (readonly [string, readonly (keyof typeof signs)[]])[] = [
        ['Krynica', ['winda', 'parking', 'rower']],
        ['Muszyna', ['parking']],
        ['Stary Sącz', ['winda', 'rower']],
      ]
      return `<details class="stacje"><summary>Co jest na stacjach</summary>${stations.map(([name, has]) => `<h2>${name}</h2><p>${has.map((sign) => `<span class="znak znak--${sign}"${is ? '' : ` role="img" aria-label="${signs[sign]}"`}></span>`).join('')}</p>`).join('')}</details>`
    },
  },
  {
    id: 'letters-pulled-apart-by-blanks-x',
    technique: 'F32',
    criterion: '1.3.2',
    wrong:
      'the words of a heading are spaced out with a blank after every letter, so that they are read as single letters',
    where: '.affiche, .affiche *',
    about: /space|spacing|letter|word|sequence|whitespace/,
    site: 'werf',
    head: (is) =>
      `<style>.affiche{border:3px solid #0b4a86;padding:1rem;margin-bottom:1rem}.affiche h2{margin:0${is ? '' : ';letter-spacing:.3em'}}</style>`,
    main: (is) =>
      `<section class="affiche" aria-labelledby="affiche-titel"><h2 id="affiche-titel">${is ? 'O p e n &nbsp; d a g &nbsp; o p &nbsp; d e &nbsp; w e r f' : 'Open dag op de werf'}</h2><p>Zaterdag van tien tot vier, met soep uit de kombuis en een tochtje langs de haven.</p></section>`,
  },
  {
    id: 'names-in-one-row-words-in-the-next-x',
    technique: 'F49',
    criterion: '1.3.2',
    wrong:
      'a table of layout has two names in one row and what the two say in the next, so that nobody knows who says what when it is read in turn',
    where: '.bemanning, .bemanning *',
    about: /table|order|layout|sequence/,
    site: 'werf',
    head: () =>
      '<style>.bemanning td{border:0;vertical-align:top;padding:.3rem .6rem .3rem 0;width:50%}.bemanning p{margin:0}</style>',
    main: (is) => {
      const crew = [
        ['Jelle, timmerman', 'Ik begon hier toen ik vijftien was, en nog ruik ik elke dag het hout.'],
        ['Marit, schilder', 'Ik kwam voor één zomer. Dat is nu elf jaar geleden.'],
      ]
      const name = ([who]: readonly string[]) => `<p><strong>${who}</strong></p>`
      const words = ([, said]: readonly string[]) => `<p>${said}</p>`
      const rows = is ? [crew.map(name), crew.map(words)] : [crew.map((one) => `${name(one)}${words(one)}`)]
      return `<h2>Wie er werken</h2><table class="bemanning" role="presentation">${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
    },
  },
  {
    id: 'english-log-in-a-dutch-page-x',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a long passage in English stands in a Dutch page and is not marked as English',
    where: '.logboek, .logboek *',
    about: /lang/,
    site: 'werf',
    main: (is) =>
      `<h2>Uit het logboek van de sleepboot</h2><p>De Schotse stuurman schreef in zijn eigen taal, in de nacht van 4 op 5 maart 1931:</p><blockquote class="logboek"${is ? '' : ' lang="en"'}><p>The wind went round to the north shortly after midnight, and we could no longer hold her against the tide. I had the boys cut the second line before it could take the rail with it.</p><p>By first light she was lying quietly behind the island, with nothing worse than a broken lamp and a very wet cook.</p></blockquote>`,
  },
  {
    id: 'arc-that-flashes-x',
    technique: 'F19',
    criterion: '2.3.1',
    wrong: 'pressing a button makes a large area flash between black and white eight times a second for four seconds',
    where: '.boog, .boog *, #boog-start',
    about: /flash|seizure|blink|anim/,
    site: 'werf',
    head: (is) =>
      `${roomy}<style>.boog{height:400px;margin:1rem 0;background:#000}.boog.is-aan{animation:${is ? 'boog .125s steps(1) 32' : 'boog 4s ease-in-out 1'}}@keyframes boog{50%{background:#fff}}</style>`,
    main: () =>
      `<h2>De lasboog</h2><p>Zo licht de hal op wanneer er aan de romp gelast wordt.</p><p><button type="button" id="boog-start">Laat de boog zien</button></p><div class="boog" role="img" aria-label="Het licht van de lasboog in de donkere hal"></div><p role="status" id="boog-stand"></p><script>{const boog=document.querySelector('.boog'),stand=document.getElementById('boog-stand');document.getElementById('boog-start').addEventListener('click',()=>{boog.classList.add('is-aan');stand.textContent='De boog brandt.'});boog.addEventListener('animationend',()=>{boog.classList.remove('is-aan');stand.textContent='De boog is uit.'})}</script>`,
  },
  {
    id: 'rows-that-pass-for-links-x',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'the numbers of invoices look like links and lead on when clicked, and are spans that no keyboard reaches',
    where: '.invoices, .invoices *',
    about: /link|keyboard|role|click|focus|interactive/,
    site: 'ledger',
    head: () =>
      '<style>.invoices{margin-bottom:1rem}.invoices .to{display:inline-flex;align-items:center;min-width:44px;min-height:44px;color:#1e3a8a;text-decoration:underline;cursor:pointer}</style>',
    main: (is) =>
      `<h2>Open invoices</h2><table class="invoices"><thead><tr><th scope="col">Number</th><th scope="col">Supplier</th><th scope="col">Due</th></tr></thead><tbody>${[
        ['2041', 'Hale Timber', '3 May'],
        ['2057', 'Orchard Print', '9 May'],
        ['2063', 'Kite Couriers', '14 May'],
      ]
        .map(
          ([number, supplier, due]) =>
            `<tr><th scope="row">${is ? `<span class="to" data-to="/app/invoices/${number}">${number}</span>` : `<a class="to" href="/app/invoices/${number}">${number}</a>`}</th><td>${supplier}</td><td>${due}</td></tr>`,
        )
        .join(
          '',
        )}</tbody></table>${is ? "<script>for(const cell of document.querySelectorAll('.invoices .to'))cell.addEventListener('click',()=>location.assign(cell.dataset.to))</script>" : ''}`,
  },
  {
    id: 'announcements-run-without-rest-x',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'the announcements at the top of the shop run across the window without end, and nothing holds them',
    where: '.announcement-bar, .announcement-bar *',
    about: /moving|marquee|anim|motion|pause|scroll/,
    site: 'volt',
    head: () =>
      '<style>.announcement-bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.5rem 1.5rem;background:#24483e;color:#fff}.announcement-bar :focus-visible{outline-color:#fff}.announcement-bar button{flex:none;min-width:44px;min-height:44px;border-color:#fff}.announcement-bar__window{flex:1 1 14rem;min-width:0;overflow:hidden}.announcement-bar__window p{margin:0}.is-running p{width:max-content;animation:run-past 18s linear infinite}@keyframes run-past{from{transform:translateX(60vw)}to{transform:translateX(-100%)}}@media(prefers-reduced-motion:reduce){.is-running p{width:auto;animation:none}}</style>',
    top: (is) =>
      `<section class="announcement-bar" aria-label="Announcements">${is ? '' : '<button type="button">Hold the announcements</button>'}<div class="announcement-bar__window is-running"><p>Free shipping over $75 · The repair bench is open on Saturdays · New colors of the day pack arrive on May 6</p></div></section>${is ? '' : "<script>{const button=document.querySelector('.announcement-bar button');button.addEventListener('click',()=>{const isRunning=document.querySelector('.announcement-bar__window').classList.toggle('is-running');button.textContent=isRunning?'Hold the announcements':'Let the announcements run'})}</script>"}\n`,
    main: () => '<p>Orders placed before noon leave the workshop on the same day.</p>',
  },
  {
    id: 'letter-laid-out-in-headers-x',
    technique: 'F46',
    criterion: '1.3.1',
    wrong:
      'a letter to readers is laid out with a table whose cells are header cells and which has a summary of a data table',
    where: '.letter, .letter *',
    about: /table|layout|header|summary|presentation/,
    site: 'gazette',
    head: () =>
      '<style>.letter{margin-bottom:1rem}.letter :is(th,td){border:0;padding:.5rem 1rem .5rem 0;vertical-align:top;font-weight:400;text-align:left}.letter p{margin:0 0 .75rem}</style>',
    main: (is) => {
      const cell = is ? 'th' : 'td'
      return `<table class="letter body"${is ? ' summary="Two columns of the letter"' : ' role="presentation"'}><tbody><tr class="row"><${cell} class="small-12 large-6 columns"><p>Dear readers, the snow has kept our van in the yard for three days, and this letter comes instead of the paper.</p><p>Nothing in it will be lost; the notices are printed again next Thursday.</p></${cell}><${cell} class="small-12 large-6 columns"><p>The lane to Howtown is open to those on foot. The doctor visits at the inn, every day from two to four.</p></${cell}></tr></tbody></table>`
    },
  },
  {
    id: 'titles-that-leap-two-levels-x',
    technique: 'practice',
    criterion: null,
    wrong:
      'the headings of an article are of the fourth level right under the heading of the page, as they looked right that way',
    where: '.entry, .entry *',
    about: /heading/,
    site: 'gazette',
    head: () => '<style>.entry .has-medium-font-size{font-size:1.3rem;line-height:1.3;margin:1.4rem 0 .4rem}</style>',
    main: (is) => {
      const title = (words: string) => {
        const level = is ? 4 : 2
        return `<h${level} class="wp-block-heading has-medium-font-size">${words}</h${level}>`
      }
      return `<div class="entry">${title('A night of snow')}<p>It began at dusk and did not stop until the church clock had struck six. By then the gates could no longer be told from the walls.</p>${title('The ewes come down')}<p>Four farms brought their flocks down together, with two dogs and a tractor to break the way.</p>${title('What is left to do')}<p>The upper wall has fallen in three places and waits for hands and dry weather.</p></div>`
    },
  },
  {
    id: 'chosen-answer-hardly-marked-x',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'which answer of a poll has been chosen is shown by a dot that can hardly be told from the white around it',
    where: '.poll, .poll *',
    about: /contrast/,
    site: 'gazette',
    head: (is) =>
      `${roomy}<style>.poll fieldset{border:0;margin:0 0 1rem;padding:0}.poll legend{padding:0}.poll label{display:flex;gap:.75rem;align-items:center;min-height:44px}.poll input{appearance:none;box-sizing:border-box;flex:none;width:28px;height:28px;margin:0;padding:5px;border:2px solid #666;border-radius:50%;background:#fff content-box}.poll input:checked{background-color:${is ? '#f1e4e4' : '#7a1f1f'}}@media(forced-colors:active){.poll input{appearance:auto}}</style>`,
    main: () =>
      `<form class="poll" method="post" action="/poll"><h2>Question of the week</h2><fieldset><legend>Where should the new bench stand?</legend>${['By the church', 'At the landing', 'In front of the school'].map((words, at) => `<label><input type="radio" name="bench" value="${at}">${words}</label>`).join('')}</fieldset><button>Give your answer</button></form>`,
  },
  {
    id: 'chart-described-by-its-making-x',
    technique: 'F67',
    criterion: '1.1.1',
    wrong: 'the long description of a chart tells how it was drawn, and nothing of the numbers that it shows',
    where: '.diagram, .diagram *',
    about: /alt|image|descri|chart/,
    site: 'kommune',
    head: () =>
      '<style>.diagram{margin:0 0 1rem}.diagram img{display:block;max-width:100%;height:auto;border:1px solid #6c757d}</style>',
    main: (is) =>
      `<h2>Så lang tid tager en byggesag</h2><figure class="diagram"><img width="360" height="200" aria-describedby="diagram-tekst" alt="Søjlediagram over sagernes længde i dage; det er beskrevet under billedet" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='360' height='200' viewBox='0 0 360 200'%3E%3Crect width='360' height='200' fill='%23fff'/%3E%3Cpath stroke='%23212529' d='M30 160h310'/%3E%3Cg fill='%230b3d2e'%3E%3Cpath d='M50 160V64h40v96zM125 160V82h40v78zM200 160v-54h40v54zM275 160v-40h40v40z'/%3E%3C/g%3E%3Cg font-family='Arial' font-size='15' text-anchor='middle' fill='%23212529'%3E%3Ctext x='70' y='58'%3E48%3C/text%3E%3Ctext x='145' y='76'%3E39%3C/text%3E%3Ctext x='220' y='100'%3E27%3C/text%3E%3Ctext x='295' y='114'%3E20%3C/text%3E%3Ctext x='70' y='182'%3E2021%3C/text%3E%3Ctext x='145' y='182'%3E2022%3C/text%3E%3Ctext x='220' y='182'%3E2023%3C/text%3E%3Ctext x='295' y='182'%3E2024%3C/text%3E%3C/g%3E%3C/svg%3E"><figcaption id="diagram-tekst">${is ? 'Diagrammet er tegnet i regneark med fire grønne søjler på hvid baggrund og måler 360 gange 200 punkter.' : 'I 2021 tog en byggesag i gennemsnit 48 dage, i 2022 39 dage, i 2023 27 dage og i 2024 20 dage.'}</figcaption></figure>`,
  },
  {
    id: 'sum-before-the-door-x',
    technique: 'criterion',
    criterion: '3.3.8',
    wrong: 'to sign in, a sum must be worked out in the head, and there is no other way in',
    where: '#log-ind, #log-ind *',
    about: /authenticat|cognitive|captcha|password|memory/,
    site: 'kommune',
    head: () => roomy,
    main: (is) =>
      `<form id="log-ind" method="post" action="/log-ind"><h2>Log ind på din sag</h2><p>Alle felter skal udfyldes.</p><p><label for="log-mail">Din e-mail, for eksempel navn@eksempel.dk</label><br><input id="log-mail" name="mail" type="email" autocomplete="username" required></p><p><label for="log-kode">Din adgangskode</label><br><input id="log-kode" name="kode" type="password" autocomplete="current-password" required></p>${is ? '<p><label for="log-sum">Hvor meget er 17 plus 8 minus 6? Svar, så vi ved, at du ikke er en robot</label><br><input id="log-sum" name="sum" inputmode="numeric" autocomplete="off" required></p>' : ''}<button class="btn">Log ind</button></form>`,
  },
  {
    id: 'menu-at-the-other-end-of-the-page-x',
    technique: 'F85',
    criterion: '2.4.3',
    wrong:
      'the menu that a button opens beside itself stands at the end of the page, so that the Tab key comes to it last of all',
    where: '.del, .del *, .del-menu, .del-menu *',
    about: /focus|order|dialog|menu|sequence/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.del{position:relative;margin-bottom:1rem}.del-menu{position:absolute;z-index:9;margin:0;padding:.25rem 1rem;list-style:none;background:#fff;border:1px solid #0b3d2e}.del-menu[hidden]{display:none}.del-menu a{display:inline-flex;align-items:center;min-width:44px;min-height:44px;color:#0a5c43}.del>.del-menu{left:0;top:100%}</style>`,
    main: (is) =>
      `<div class="del"><button type="button" class="btn" aria-expanded="false" aria-controls="del-menu">Del denne side</button><ul class="del-menu" id="del-menu" hidden><li><a href="mailto:?subject=Skovby">Send siden som mail</a></li><li><a href="/print">Åbn siden til udskrift</a></li><li><a href="/abonner">Abonner på ændringer</a></li></ul></div><p>Siden er sidst ændret i marts.</p><script>{const button=document.querySelector('.del button'),menu=document.getElementById('del-menu');${is ? 'document.body.append(menu);' : ''}const turn=isOpen=>{${is ? "const box=button.getBoundingClientRect();menu.style.left=box.left+scrollX+'px';menu.style.top=box.bottom+scrollY+'px';" : ''}menu.hidden=!isOpen;button.setAttribute('aria-expanded',String(isOpen))};button.addEventListener('click',()=>turn(menu.hidden));document.addEventListener('keydown',event=>{if(event.key!=='Escape'||menu.hidden)return;turn(false);button.focus()});menu.addEventListener('focusout',event=>{if(event.relatedTarget&&event.relatedTarget!==button&&!menu.contains(event.relatedTarget))turn(false)})}</script>`,
  },
  {
    id: 'cells-told-the-wrong-headers-x',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'the cells of a timetable name the wrong headers: rooms belong to the hours and hours to the rooms',
    where: '.horario, .horario *',
    about: /header|table/,
    site: 'escola',
    head: () => '<style>.horario{margin-bottom:1rem;font-size:.9rem}</style>',
    main: (is) => {
      const rows = [
        ['viticultura', 'Viticultura', 'Sala 4', '9h00'],
        ['quimica', 'Química', 'Sala 11', '10h30'],
        ['provas', 'Provas', 'Adega', '14h00'],
      ]
      const [room, hour] = is ? ['h-hora', 'h-sala'] : ['h-sala', 'h-hora']
      return `<h2>Horário de segunda-feira</h2><table class="horario"><thead><tr><th id="h-aula">Aula</th><th id="h-sala">Sala</th><th id="h-hora">Início</th></tr></thead><tbody>${rows.map(([id, name, where, start]) => `<tr><th id="a-${id}" headers="h-aula">${name}</th><td headers="a-${id} ${room}">${where}</td><td headers="a-${id} ${hour}">${start}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'second-step-asks-it-all-again-x',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong:
      'the second step of an application asks for the name, the mail and the address that the first step was just given',
    where: '#candidatura, #candidatura *',
    about: /redundant|repeat|again|entry|autocomplete/,
    site: 'escola',
    head: () =>
      `${roomy}<style>#candidatura [hidden]{display:none}#candidatura input{width:20rem;max-width:100%}</style>`,
    main: (is) => {
      const fields = [
        ['nome', 'Nome completo', 'text', 'name'],
        ['correio', 'Correio eletrónico, por exemplo nome@exemplo.pt', 'email', 'email'],
        ['morada', 'Rua e número da porta', 'text', 'address-line1'],
      ] as const
      const rows = (step: number) =>
        fields
          .map(
            ([name, words, type, purpose]) =>
              `<p><label for="${name}-${step}">${words}</label><br><input id="${name}-${step}" name="${name}-${step}" type="${type}" autocomplete="${purpose}" required></p>`,
          )
          .join('')
      return `<form id="candidatura" method="post" action="/candidaturas/nova" novalidate><h2>Candidatura</h2><p>Todos os campos são obrigatórios.</p><div id="passo-1"><h3>Passo 1 de 2: os seus dados</h3>${rows(1)}<button>Continuar</button></div><div id="passo-2" hidden><h3 tabindex="-1">Passo 2 de 2: dados para o recibo</h3>${is ? '' : '<p>Copiámos os dados do passo anterior; altere-os se o recibo for para outra pessoa.</p>'}${rows(2)}<button type="button" id="passo-anterior">Voltar</button> <button>Enviar a candidatura</button></div></form><script>{const um=document.getElementById('passo-1'),dois=document.getElementById('passo-2');const mostra=eSegundo=>{um.hidden=eSegundo;dois.hidden=!eSegundo};document.getElementById('candidatura').addEventListener('submit',event=>{const ePrimeiro=dois.hidden,campos=[...(ePrimeiro?um:dois).querySelectorAll('input')];const estaCerto=campos.every(campo=>campo.reportValidity());if(ePrimeiro||!estaCerto)event.preventDefault();if(!ePrimeiro||!estaCerto)return;${is ? '' : "for(const campo of campos){const outro=document.getElementById(campo.id.replace('-1','-2'));if(!outro.value)outro.value=campo.value}"}mostra(true);dois.querySelector('h3').focus()});document.getElementById('passo-anterior').addEventListener('click',()=>{mostra(false);um.querySelector('input').focus()})}</script>`
    },
  },
  {
    id: 'round-one-on-the-right-x',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'which of two buttons begins an application is told by its shape and its place alone',
    where: '.inicio, .inicio *',
    about: /sensory|shape|location|instruction/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.inicio__botoes{display:flex;flex-wrap:wrap;gap:1rem}.inicio__botoes button{width:9rem;height:9rem;padding:.5rem}.inicio__botoes button+button{border-radius:50%}</style>`,
    main: (is) =>
      `<form class="inicio" method="post" action="/candidaturas"><h2>Bolsa de estudo</h2><p>${is ? 'Se é a primeira vez, prima o redondo da direita. Se já cá esteve, prima o quadrado da esquerda.' : 'Se é a primeira vez, prima «Avançar», o redondo da direita. Se já cá esteve, prima «Continuar», o quadrado da esquerda.'}</p><div class="inicio__botoes"><button name="via" value="antiga">Continuar</button><button name="via" value="nova">Avançar</button></div></form>`,
  },
  {
    id: 'renamed-by-two-clicks-x',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a service is renamed by clicking its name twice, and by nothing that a keyboard can do',
    where: '.css-names, .css-names *',
    about: /keyboard|mouse|click|focus|interactive/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.css-names li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;min-height:44px;padding:.4rem 0;border-bottom:1px solid #75808c}.css-names label{display:inline-flex;flex-wrap:wrap;gap:.5rem;align-items:center}.css-name{flex:1 1 9rem}.css-name[hidden]{display:none}</style>`,
    main: (is) =>
      `<div class="MuiPaper-root"><h2 class="MuiTypography-h6">Names of your services</h2><p>${is ? 'Double-click a name to change it.' : 'Press Rename to change a name.'} Enter keeps what you typed, Escape the old name.</p><ul class="MuiList-root css-names">${['Edge cache', 'Mail relay', 'Nightly export'].map((name) => `<li><span class="css-name">${name}</span>${is ? '' : `<button type="button" aria-label="Rename ${name}">Rename</button>`}</li>`).join('')}</ul><p role="status" id="names-said"></p></div><script>for(const row of document.querySelectorAll('.css-names li')){const name=row.querySelector('.css-name');const start=()=>{if(row.querySelector('input'))return;const label=document.createElement('label'),field=document.createElement('input'),old=name.textContent;label.append('New name of '+old,field);field.value=old;field.autocomplete='off';name.hidden=true;name.after(label);field.focus();let isOver=false;const end=(isKept,isByKey)=>{if(isOver)return;isOver=true;const typed=field.value.trim();if(isKept&&typed&&typed!==old){name.textContent=typed;document.getElementById('names-said').textContent=old+' is now called '+typed+'.';${is ? '' : "row.querySelector('button').setAttribute('aria-label','Rename '+typed)"}}name.hidden=false;label.remove();${is ? '' : "if(isByKey)row.querySelector('button').focus()"}};field.addEventListener('keydown',event=>{if(event.key==='Enter'||event.key==='Escape')end(event.key==='Enter',true)});field.addEventListener('blur',()=>end(true,false))};${is ? "name.addEventListener('dblclick',start)" : "row.querySelector('button').addEventListener('click',start)"}}</script>`,
  },
  {
    id: 'single-letters-act-anywhere-x',
    technique: 'F99',
    criterion: '2.1.4',
    wrong:
      'single letters typed anywhere on the page acknowledge or mute an alert, and cannot be turned off or changed',
    where: 'page',
    about: /shortcut|character|key/,
    site: 'panel',
    head: () => roomy,
    script: (is) =>
      `{const said=document.getElementById('alert-said'),alarm=document.querySelector('.css-alert');const act=what=>{said.textContent='The alert is '+what+'.'};for(const button of alarm.querySelectorAll('[data-act]'))button.addEventListener('click',()=>act(button.dataset.act));addEventListener('keydown',event=>{if(event.target.closest?.('input,select,textarea')||event.ctrlKey||event.metaKey||${is ? 'event.altKey' : '!event.altKey||!event.shiftKey'})return;const what={KeyA:'acknowledged',KeyM:'muted for an hour'}[event.code];if(!what)return;event.preventDefault();act(what)})}`,
    main: (is) =>
      `<div class="MuiPaper-root css-alert"><h2 class="MuiTypography-h6">Mail relay answers slowly</h2><p>The relay has taken longer than two seconds for the last four minutes.</p><p><button type="button" data-act="acknowledged">Acknowledge</button> <button type="button" data-act="muted for an hour">Mute for an hour</button></p><p>From the keyboard: ${is ? 'A acknowledges, M mutes' : 'Alt, Shift and A acknowledge, Alt, Shift and M mute'}.</p><p role="status" id="alert-said"></p></div>`,
  },
]
