/** Planted failures of an auditor who did not look at the checks, tenth part: the half that its digest opens to whoever mends them. */
import { either, type Plant, roomy, tall } from '#bench/planted/plant'

export const drawnTenth: readonly Plant[] = [
  {
    id: 'answers-after-all-the-questions-x',
    technique: 'F1',
    criterion: '1.3.2',
    wrong:
      'three questions and their answers stand in pairs only by the rows of a grid; in the page all answers come last',
    where: '.ask, .ask *',
    about: /order|sequence|position/,
    site: 'library',
    head: () =>
      '<style>.ask__grid{display:grid;row-gap:.25rem}.ask__grid :is(h3,p){margin:0}.ask__grid p{margin-bottom:.75rem}</style>',
    main: (is) => {
      const pairs = [
        ['May I borrow an atlas?', 'No, never.'],
        ['May I photograph the sheets?', 'Yes, without a flash.'],
        ['May I come with a school class?', 'Only on Fridays, and after ten.'],
      ]
      const lines = pairs.map(([question, answer], at) => [
        `<h3 style="grid-row:${at * 2 + 1}">${question}</h3>`,
        `<p style="grid-row:${at * 2 + 2}">${answer}</p>`,
      ])
      const inOrder = is ? [0, 1].flatMap((part) => lines.map((line) => line[part])) : lines.flat()
      return `<section class="ask" aria-labelledby="ask-title"><h2 id="ask-title">Asked at the desk of the map room</h2><div class="ask__grid">${inOrder.join('')}</div></section>`
    },
  },
  {
    id: 'two-menus-and-no-names-x',
    technique: 'practice',
    criterion: null,
    wrong: 'the page has two navigations and neither has a name, so that a list of landmarks tells them not apart',
    where: 'nav',
    about: /landmark|nav|region|unique|name/,
    site: 'library',
    head: () => tall,
    navigation: (is) =>
      `<nav${is ? '' : ' aria-label="Library sections"'}><ul><li><a href="/catalogue">Catalogue</a></li><li><a href="/hours">Opening hours</a></li><li><a href="/groups">Reading groups</a></li><li><a href="/join">Join the library</a></li></ul></nav>`,
    main: (is) =>
      `<nav${is ? '' : ' aria-label="On this page"'}><ul class="tall"><li><a href="#lending">Lending a map</a></li><li><a href="#copying">Copying a map</a></li></ul></nav><h2 id="lending">Lending a map</h2><p>Maps printed after 1950 are lent for two weeks, in a tube that you bring back with them.</p><h2 id="copying">Copying a map</h2><p>The desk copies sheets up to the size of a newspaper while you wait.</p>`,
  },
  {
    id: 'notice-cut-off-when-enlarged-x',
    technique: 'F69',
    criterion: '1.4.4',
    wrong: 'a notice stands in a box of fixed height, and its second line is cut off as soon as the page is enlarged',
    where: '.site-notice, .site-notice *',
    about: /clip|cut|overflow|resize|zoom|truncat/,
    site: 'council',
    head: (is) =>
      `<style>.site-notice{box-sizing:border-box;margin:0 0 20px;padding:10px 16px;${is ? 'height:45px;overflow:hidden' : 'min-height:45px'};background:#fff4d3;border-left:6px solid #7a4b00}.site-notice p{margin:0}</style>`,
    main: () =>
      '<div class="site-notice"><p>Bins are collected a day later this week; put them out on your new day.</p></div><p>The change lasts until Sunday; the week after, everything is as it was.</p>',
  },
  {
    id: 'browser-fills-the-wrong-fields-x',
    technique: 'F107',
    criterion: '1.3.5',
    wrong:
      'the purposes of the fields of a form are each that of another field, so that browsers fill in the wrong things',
    where: '#permit, #permit *',
    about: /autocomplete|purpose/,
    site: 'council',
    head: () => roomy,
    main: (is) => {
      const row = (name: string, words: string, type: string, wrong: string, right: string) =>
        `<p><label for="permit-${name}">${words}</label><br><input id="permit-${name}" name="${name}" type="${type}" autocomplete="${is ? wrong : right}" required></p>`
      return `<form id="permit" method="post" action="/parking/permit"><h2>Your details</h2><p>Fill in every field.</p>${row('first', 'Your first name', 'text', 'family-name', 'given-name')}${row('last', 'Your last name', 'text', 'given-name', 'family-name')}${row('phone', 'Your telephone number, for example 01632 960 001', 'tel', 'postal-code', 'tel')}${row('post', 'Your postcode, for example WM1 2AB', 'text', 'tel', 'postal-code')}<button>Continue</button></form>`
    },
  },
  {
    id: 'headings-for-their-size-x',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'prices, praise and small print are headings of four levels because of the size that headings have',
    where: '.stueck, .stueck *',
    about: /heading|semantic/,
    site: 'moebel',
    head: () =>
      '<style>.stueck{margin-bottom:1rem}.stueck h3{margin:0}.stueck .preis{font-size:1.6rem;font-weight:700;margin:.25rem 0}.stueck .lob{font-size:1.2rem;font-weight:400;margin:.25rem 0}.stueck .klein{font-size:.95rem;font-weight:400;margin:.25rem 0}</style>',
    main: (is) => {
      const as = (level: number, name: string, words: string) =>
        is ? `<h${level} class="${name}">${words}</h${level}>` : `<p class="${name}">${words}</p>`
      return `<h2>Stücke der Woche</h2>${[
        [
          'Sessel Gitzenweiler',
          '640 €',
          'Darin schläft der Großvater nach dem Essen und die Katze den Rest des Tages.',
        ],
        ['Bank Zech', '410 €', 'Steht seit zwölf Jahren in unserem Flur und hat noch keinen Kratzer.'],
      ]
        .map(
          ([name, price, praise]) =>
            `<div class="stueck border rounded p-4"><h3 class="text-lg">${name}</h3>${as(4, 'preis', price ?? '')}${as(5, 'lob', praise ?? '')}${as(6, 'klein', 'Mit Mehrwertsteuer, ohne Versand; Lieferung in zwei Wochen.')}</div>`,
        )
        .join('')}`
    },
  },
  {
    id: 'armchair-recoloured-words-stay-x',
    technique: 'F20',
    criterion: '1.1.1',
    wrong:
      'when another cover is chosen the picture of the armchair changes and its alternative still names the first one',
    where: '.ansicht, .ansicht *',
    about: /alt|image/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.ansicht img{display:block;max-width:100%;height:auto}.ansicht [aria-pressed=true]{text-decoration:underline;text-underline-offset:.2em}.ansicht [aria-pressed=true]::before{content:"✓ " / ""}</style>`,
    main: (is) => {
      const chair = (color: string) =>
        `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='240' height='180' viewBox='0 0 240 180'%3E%3Cpath d='M46 146v30M194 146v30' stroke='%235a3a1c' stroke-width='9'/%3E%3Cpath fill='%23${color}' d='M60 24q60-16 120 0v64q34-6 34 18v44H26v-44q0-24 34-18z'/%3E%3Cpath fill='none' stroke='%23fff' stroke-width='3' d='M60 88v40h120V88'/%3E%3C/svg%3E`
      const covers = [
        ['Moosgrün', '4d6b3a'],
        ['Rostrot', 'a3432a'],
        ['Nachtblau', '27375e'],
      ] as const
      return `<section class="ansicht" aria-labelledby="ansicht-titel"><h2 id="ansicht-titel">Welcher Bezug soll es sein?</h2><img id="ansicht-bild" width="240" height="180" src="${chair('4d6b3a')}" alt="Sessel mit Bezug in Moosgrün"><p>${covers.map(([name, color], at) => `<button type="button" aria-pressed="${at === 0}" data-bild="${chair(color)}">${name}</button>`).join(' ')}</p></section><script>{const bild=document.getElementById('ansicht-bild'),knoepfe=[...document.querySelectorAll('.ansicht button')];for(const knopf of knoepfe)knopf.addEventListener('click',()=>{for(const jeder of knoepfe)jeder.setAttribute('aria-pressed',String(jeder===knopf));bild.src=knopf.dataset.bild${is ? '' : ";bild.alt='Sessel mit Bezug in '+knopf.textContent"}})}</script>`
    },
  },
  {
    id: 'what-is-missing-turns-red-x',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'after sending, the fields that still lack something are known only by the red of their labels and borders',
    where: '#lettre, #lettre *',
    about: /colou?r|error|invalid|sensory/,
    site: 'journal',
    head: () =>
      `${roomy}<style>#lettre .manque{color:#8b0000}#lettre .manque input{border-color:#8b0000}#lettre input{color:#1a1a1a}</style>`,
    main: (is) =>
      `<form id="lettre" method="post" action="/contact/lettre" novalidate><h2>Écrire à la rédaction</h2><p>Tous les champs sont obligatoires.</p><p id="lettre-etat" role="alert"></p>${(
        [
          ['nom', 'Votre nom', 'name'],
          ['commune', 'Votre commune', 'address-level2'],
          ['sujet', 'Le sujet de votre lettre', ''],
        ] as const
      )
        .map(
          ([name, words, purpose]) =>
            `<p class="champ"><label for="lettre-${name}">${words}${is ? '' : '<strong class="a-remplir" hidden>, à remplir</strong>'}</label><br><input id="lettre-${name}" name="${name}"${purpose ? ` autocomplete="${purpose}"` : ''} aria-required="true"></p>`,
        )
        .join(
          '',
        )}<button>Envoyer</button></form><script>{const lettre=document.getElementById('lettre');lettre.addEventListener('submit',event=>{const vides=[];for(const champ of lettre.querySelectorAll('.champ')){const saisie=champ.querySelector('input'),estVide=!saisie.value.trim();champ.classList.toggle('manque',estVide);saisie.setAttribute('aria-invalid',String(estVide));${is ? '' : "champ.querySelector('.a-remplir').hidden=!estVide;"}if(estVide)vides.push(champ.querySelector('label').firstChild.textContent)}if(vides.length===0)return;event.preventDefault();document.getElementById('lettre-etat').textContent=${is ? "'Remplissez les champs en rouge.'" : "'Il manque encore : '+vides.join(', ')+'.'"}})}</script>`,
  },
  {
    id: 'explanation-flees-the-pointer-x',
    technique: 'F95',
    criterion: '1.4.13',
    wrong:
      'an explanation that comes on hovering goes as soon as the pointer moves towards it, and Escape does not close it',
    where: '.termino, .termino *',
    about: /hover|tooltip|dismiss|escape/,
    site: 'clinica',
    head: (is) =>
      `${roomy}<style>.termino{position:relative;display:inline-block}.termino__nota{position:absolute;left:0;top:100%;z-index:5;width:min(19rem,80vw);box-sizing:border-box;${is ? 'margin-top:16px;' : ''}padding:12px;background:#fff;color:#12303a;border:2px solid #0b4f5c}.termino__nota[hidden]{display:none}</style>`,
    main: (is) =>
      `<h2>Preparación de la prueba</h2><p><span class="termino"><button type="button" aria-describedby="ayuno-nota">Ayuno de seis horas</button><span class="termino__nota" role="tooltip" id="ayuno-nota" hidden>No coma nada sólido durante las seis horas anteriores. Puede beber agua hasta dos horas antes y tomar su medicación con un sorbo.</span></span></p><p>Venga diez minutos antes con la tarjeta sanitaria y con ropa cómoda.</p><p>El resultado se envía al centro de salud en una semana.</p><script>{const caja=document.querySelector('.termino'),boton=caja.querySelector('button'),nota=document.getElementById('ayuno-nota');const muestra=()=>{nota.hidden=false},oculta=()=>{nota.hidden=true};boton.addEventListener('click',muestra);boton.addEventListener('focus',muestra);${is ? "boton.addEventListener('blur',oculta);boton.addEventListener('mouseenter',muestra);boton.addEventListener('mouseleave',oculta)" : "boton.addEventListener('blur',()=>{if(!caja.matches(':hover'))oculta()});caja.addEventListener('mouseenter',muestra);caja.addEventListener('mouseleave',()=>{if(document.activeElement!==boton)oculta()});document.addEventListener('keydown',event=>{if(event.key==='Escape')oculta()})"}}</script>`,
  },
  {
    id: 'code-that-cannot-be-pasted-x',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'the code of a sign-in must be typed digit by digit into six boxes that take no pasted code',
    where: '#codigo, #codigo *',
    about: /authenticat|paste|cognitive|password|memory/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>#codigo fieldset{border:0;margin:0 0 16px;padding:0}#codigo legend{padding:0}#codigo .cifras{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}#codigo .cifras input{width:44px;box-sizing:border-box;text-align:center}</style>`,
    main: (is) =>
      `<form id="codigo" method="post" action="/acceso/codigo"><h2>Entrar en la carpeta de salud</h2>${is ? `<fieldset><legend>Código de seis cifras que le hemos enviado al móvil</legend><div class="cifras">${[1, 2, 3, 4, 5, 6].map((at) => `<input name="c${at}" inputmode="numeric" maxlength="1" autocomplete="off" required aria-label="Cifra ${at} de 6">`).join('')}</div></fieldset>` : '<p><label for="codigo-sms">Código de seis cifras que le hemos enviado al móvil</label><br><input id="codigo-sms" name="codigo" inputmode="numeric" autocomplete="one-time-code" required></p>'}<button>Entrar</button></form>${is ? "<script>for(const casilla of document.querySelectorAll('#codigo input'))casilla.addEventListener('paste',event=>event.preventDefault())</script>" : ''}`,
  },
  {
    id: 'switches-beside-their-words-x',
    technique: 'F111',
    criterion: '4.1.2',
    wrong: 'the words beside each switch are not tied to it, so that the switches have no name',
    where: '.ajuste, .ajuste *',
    about: /name|label/,
    site: 'clinica',
    head: () =>
      '<style>.ajuste{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;padding:8px 0;border-bottom:1px solid #6b8189}.ajuste span{flex:1 1 12rem}.ajuste button{flex:none;width:76px;height:44px;padding:4px;border:2px solid #12303a;border-radius:22px;background:#fff}.ajuste button::before{content:"";display:block;width:32px;height:32px;border-radius:50%;background:#12303a}.ajuste button[aria-checked=true]{background:#0b4f5c}.ajuste button[aria-checked=true]::before{margin-left:32px;background:#fff}</style>',
    main: (is) =>
      `<h2>Cómo quiere que le avisemos</h2>${[
        ['sms', 'Recordatorio por mensaje la víspera', true],
        ['correo', 'Resultados por correo electrónico', false],
        ['llamada', 'Llamada si la consulta se retrasa', false],
      ]
        .map(
          ([name, words, isOn]) =>
            `<div class="ajuste"><span id="ajuste-${name}">${words}</span><button type="button" role="switch" aria-checked="${isOn}"${is ? '' : ` aria-labelledby="ajuste-${name}"`}></button></div>`,
        )
        .join(
          '',
        )}<script>for(const boton of document.querySelectorAll('.ajuste button'))boton.addEventListener('click',()=>boton.setAttribute('aria-checked',String(boton.getAttribute('aria-checked')!=='true')))</script>`,
  },
  {
    id: 'turn-your-telephone-first-x',
    technique: 'F100',
    criterion: '1.3.4',
    wrong: 'in a window that is higher than wide the page is replaced by the demand to turn the device',
    where: 'page',
    about: /orientation|landscape|portrait/,
    site: 'museo',
    head: (is) =>
      is
        ? '<style>.gira{display:none}@media(orientation:portrait){body>*{display:none}body>.gira{display:grid;place-content:center;min-height:100vh;padding:2rem;text-align:center}}</style>'
        : '',
    top: either(
      '<div class="gira"><p>Ruotate il telefono: la visita virtuale si vede solo in orizzontale.</p></div>\n',
      '',
    ),
    main: () =>
      '<h2>La visita virtuale</h2><p>La prima sala raccoglie i piatti da parata; nella seconda ci sono i vasi della farmacia, ancora con i nomi delle erbe.</p>',
  },
  {
    id: 'read-more-about-which-x',
    technique: 'F63',
    criterion: '2.4.4',
    wrong: 'pressing a button shows three books whose links are all called read more, each in a box beside its title',
    where: '#found, #found *',
    about: /link/,
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.book{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:center;padding:.5rem 0;border-bottom:1px solid #6c7a69}.book__title{flex:1 1 12rem}.book__more a{display:inline-flex;align-items:center;min-width:44px;min-height:44px}</style>`,
    main: (is) => {
      const books = [
        ['desert', 'رسائل من الواحة'],
        ['sea', 'مرافئ بعيدة'],
        ['poems', 'قصائد الشتاء'],
      ]
        .map(
          ([path, title]) =>
            `<div class="book"><div class="book__title">${title}</div><div class="book__more"><a href="/book/${path}">اقرأ المزيد${is ? '' : ` عن ${title}`}</a></div></div>`,
        )
        .join('')
      return `<h2>كتب هذا الشهر</h2><p><button type="button" id="find">اعرض الكتب</button></p><p role="status" id="found-count"></p><div id="found"></div><script>document.getElementById('find').addEventListener('click',()=>{document.getElementById('found').innerHTML=${JSON.stringify(books)};document.getElementById('found-count').textContent='في القائمة ثلاثة كتب'})</script>`
    },
  },
  {
    id: 'departures-in-rows-of-blanks-x',
    technique: 'F34',
    criterion: '1.3.1',
    wrong: 'a table of departures is made of blanks in a box that keeps them, with no rows, columns or headers',
    where: '.odjazdy, .odjazdy *',
    about: /table|header|structure|whitespace|pre/,
    site: 'kolej',
    head: () =>
      '<style>div.odjazdy{white-space:pre;font:15px/1.6 "Liberation Mono","Courier New",monospace;margin-bottom:1rem}table.odjazdy{margin-bottom:1rem}</style>',
    main: (is) => {
      const rows = [
        ['06:12', 'Krynica', '2'],
        ['07:40', 'Stary Sącz', '1'],
        ['09:05', 'Muszyna', '2'],
        ['11:33', 'Chabówka', '3'],
      ]
      const blanks = ([hour = '', where = '', platform = '']: readonly string[]) =>
        `${hour.padEnd(8)}${where.padEnd(13)}${platform}`
      return `<h2>Odjazdy przed południem</h2>${
        is
          ? `<div class="odjazdy">${[['Godz.', 'Kierunek', 'Peron'], ...rows].map(blanks).join('\n')}</div>`
          : `<table class="odjazdy"><thead><tr><th scope="col">Godz.</th><th scope="col">Kierunek</th><th scope="col">Peron</th></tr></thead><tbody>${rows.map(([hour, where, platform]) => `<tr><th scope="row">${hour}</th><td>${where}</td><td>${platform}</td></tr>`).join('')}</tbody></table>`
      }`
    },
  },
  {
    id: 'sixth-digit-sends-the-form-x',
    technique: 'F36',
    criterion: '3.2.2',
    wrong:
      'typing the sixth digit of a code sends the form off and opens the next page, without a word about it before',
    where: '#confirm, #confirm *',
    about: /change|input|submit|context|auto/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<form id="confirm" method="post" action="/app/confirm"><h2>Confirm the payroll run</h2><p><label for="confirm-code">The six digits that your authenticator shows</label><br><input id="confirm-code" name="code" inputmode="numeric" autocomplete="one-time-code" required></p><button>Confirm</button></form>${is ? "<script>document.getElementById('confirm-code').addEventListener('input',event=>{if(event.target.value.length===6)event.target.form.requestSubmit()})</script>" : ''}`,
  },
  {
    id: 'added-lines-without-names-x',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the fields of a line that is added to an invoice have words above them that are tied to nothing',
    where: '#lines, #lines *',
    about: /label|name/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>#lines fieldset{border:1px solid #6b7280;border-radius:8px;margin:0 0 1rem;padding:.75rem}#lines .cells{display:flex;flex-wrap:wrap;gap:1rem}#lines :is(label,.label){display:block}#lines input{width:9rem;box-sizing:border-box}</style>`,
    main: (is) =>
      `<form method="post" action="/app/invoices/draft"><h2>Lines of the invoice</h2><div id="lines"></div><p><button type="button" id="line-add">Add a line</button> <button>Save the draft</button></p></form><script>{const box=document.getElementById('lines');const add=isTied=>{const at=box.children.length+1,line=document.createElement('fieldset'),cells=document.createElement('div'),legend=document.createElement('legend');legend.textContent='Line '+at;cells.className='cells';for(const [name,words] of [['what','Description'],['count','Quantity'],['price','Price in pounds']]){const cell=document.createElement('div'),label=document.createElement(isTied?'label':'span'),field=document.createElement('input');label.className='label';label.textContent=words;field.id=name+'-'+at;field.name=name+at;field.autocomplete='off';if(isTied)label.htmlFor=field.id;cell.append(label,field);cells.append(cell)}line.append(legend,cells);box.append(line);return line};add(true);document.getElementById('line-add').addEventListener('click',()=>{add(${!is}).querySelector('input').focus()})}</script>`,
  },
  {
    id: 'reminder-leaves-on-the-way-down-x',
    technique: 'F101',
    criterion: '2.5.2',
    wrong:
      'a reminder is sent as soon as the pointer goes down on its button, and cannot be called back by sliding off',
    where: '.debtors, .debtors *',
    about: /pointer|down|cancel|mouse|press/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.debtors{list-style:none;padding:0}.debtors li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.5rem 0}.debtors span{flex:1 1 10rem}</style>`,
    main: (is) =>
      `<h2>Overdue</h2><ul class="debtors">${[
        ['Hale Timber', '£ 410, nine days late'],
        ['Orchard Print', '£ 96, two days late'],
      ]
        .map(
          ([name, sum]) =>
            `<li><span>${name}: ${sum}</span><button type="button" data-name="${name}">Send ${name} a reminder</button></li>`,
        )
        .join(
          '',
        )}</ul><p role="status" id="debtors-said"></p><script>for(const button of document.querySelectorAll('.debtors button')){const send=()=>{document.getElementById('debtors-said').textContent='A reminder is on its way to '+button.dataset.name+'.'};${is ? "button.addEventListener('pointerdown',send);button.addEventListener('click',event=>{if(event.detail===0)send()})" : "button.addEventListener('click',send)"}}</script>`,
  },
  {
    id: 'bag-fills-in-silence-x',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'that something was put into the bag is said in a box that appears and that is no live region',
    where: '.product-form, .product-form *',
    about: /status|live|announce/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.cart-notification:not(:empty){margin-top:1rem;padding:.75rem 1rem;border:2px solid #24483e}</style>`,
    main: (is) =>
      `<div class="product-form"><h2>Packable rain shell</h2><p>Folds into its own pocket. $128, shipping included.</p><button type="button" class="button product-form__submit">Add to bag</button><div class="cart-notification"${is ? '' : ' role="status"'}></div></div><script>{let count=0;document.querySelector('.product-form__submit').addEventListener('click',()=>{count+=1;document.querySelector('.cart-notification').textContent='Added. Your bag now holds '+count+(count===1?' item.':' items.')})}</script>`,
  },
  {
    id: 'bold-letters-from-mathematics-x',
    technique: 'F71',
    criterion: '1.1.1',
    wrong: 'a line of the shop is written in bold letters of mathematics that only look like the letters of words',
    where: '.rich-text, .rich-text *',
    about: /unicode|glyph|character|look-?alike|alt|symbol/,
    site: 'volt',
    head: () =>
      '<style>.rich-text{padding:1rem;background:#f3f3f3;margin-bottom:1rem}.rich-text p{margin:.25rem 0}</style>',
    main: (is) => {
      const bold = (words: string) =>
        is
          ? words.replaceAll(/[A-Za-z]/g, (letter) => {
              const code = letter.charCodeAt(0)
              return String.fromCodePoint(code > 96 ? 0x1d5ee + code - 97 : 0x1d5d4 + code - 65)
            })
          : `<strong>${words}</strong>`
      return `<div class="rich-text"><p>${bold('Free repairs for life')}</p><p>Send it back when a seam gives way. ${bold('We pay the postage both ways')} and stitch it within a week.</p></div>`
    },
  },
  {
    id: 'banner-over-the-focus-x',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a banner about cookies is fixed over the lower half of the window and hides whatever gets the focus there',
    where: 'page',
    about: /obscur|sticky|fixed|focus/,
    site: 'volt',
    cards: 34,
    head: (is) =>
      `<style>.pc-banner{box-sizing:border-box;padding:1rem 1.5rem;background:#f3f3f3;border:2px solid #121212${is ? ';position:fixed;inset:auto 0 0 0;z-index:20;height:50vh;overflow:auto' : ''}}.pc-banner button{min-width:44px;min-height:44px}</style>`,
    top: () =>
      `<section class="pc-banner" aria-label="Cookies"><p>We count visits with one cookie of our own, and only when you allow it. The shop works the same way without it.</p><p><button type="button">Allow the cookie</button> <button type="button">Do without it</button></p></section><script>{const banner=document.querySelector('.pc-banner');for(const button of banner.querySelectorAll('button'))button.addEventListener('click',()=>{document.cookie='visits='+(button.textContent.startsWith('Allow')?'yes':'no')+';max-age=31536000';banner.remove();document.getElementById('content').focus()})}</script>\n`,
    main: () => '<p>Everything on this page is in stock and leaves the workshop within two business days.</p>',
  },
  {
    id: 'links-dark-red-in-black-words-x',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'links in the middle of sentences differ from the words around them by a dark red alone',
    where: '.parish, .parish *',
    about: /link|colou?r|underline/,
    site: 'gazette',
    head: (is) =>
      `<style>.parish a{text-decoration:${is ? 'none' : 'underline'}}.parish a:hover{text-decoration:underline}</style>`,
    main: () =>
      '<div class="parish"><p>The parish council met in the old school room on Tuesday and agreed to <a href="/2025/footbridge/">mend the footbridge above the mill</a> before the lambs are moved. It put off <a href="/2025/bus-shelter/">the new shelter at the bus stop</a> until the autumn.</p><p>Two members asked for more seats in the hall, and were told that <a href="/2025/hall-roof/">the roof of the hall</a> comes first.</p></div>',
  },
  {
    id: 'tiles-cut-when-letters-are-spaced-x',
    technique: 'F104',
    criterion: '1.4.12',
    wrong:
      'tiles are exactly two lines high and cut the rest off, which is a whole line once letters and lines are spaced out',
    where: '.tiles, .tiles *',
    about: /spacing|clip|cut|overflow|truncat/,
    site: 'kommune',
    head: (is) =>
      `<style>.tiles{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}.tiles li{padding:0}.tiles a{display:block;box-sizing:content-box;width:11rem;padding:.5rem;border:1px solid #0a5c43;border-radius:.375rem}.tiles span{display:block;line-height:1.2;${is ? 'height:2.4em;overflow:hidden' : 'min-height:2.4em'}}</style>`,
    main: () =>
      `<h2>Ofte brugt</h2><ul class="tiles">${[
        ['pasning', 'Pasning af børn og skolestart i byen'],
        ['affald', 'Affald, genbrug og storskrald på vejen'],
        ['byggeri', 'Byggeri, udhuse og nedrivning af huse'],
      ]
        .map(([path, words]) => `<li><a href="/borger/${path}"><span>${words}</span></a></li>`)
        .join('')}</ul>`,
  },
  {
    id: 'opened-and-still-called-closed-x',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the buttons of an accordion go on saying that their part is closed after they have opened it',
    where: '.accordion, .accordion *',
    about: /expanded|state|aria/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.accordion h2{margin:0 0 .5rem;font-size:1rem}.accordion-button{width:100%;text-align:left}.accordion-button::after{content:" +" / ""}.accordion-button.is-open::after{content:" −" / ""}.accordion-body[hidden]{display:none}.accordion-body{padding:0 1rem 1rem}</style>`,
    main: (is) =>
      `<div class="accordion">${[
        ['prazo', 'Até quando me posso candidatar?', 'Até ao último dia útil de julho, às cinco da tarde.'],
        ['bolsa', 'Posso pedir uma bolsa?', 'Sim. O pedido faz-se ao mesmo tempo que a matrícula, na secretaria.'],
        ['casa', 'Há residência para estudantes?', 'Há sessenta quartos junto ao rio, distribuídos por sorteio.'],
      ]
        .map(
          ([id, question, answer]) =>
            `<h2><button type="button" class="accordion-button" aria-expanded="false" aria-controls="r-${id}">${question}</button></h2><div class="accordion-body" id="r-${id}" hidden><p>${answer}</p></div>`,
        )
        .join(
          '',
        )}</div><script>for(const button of document.querySelectorAll('.accordion-button'))button.addEventListener('click',()=>{const body=document.getElementById(button.getAttribute('aria-controls'));body.hidden=!body.hidden;button.classList.toggle('is-open',!body.hidden)${is ? '' : ";button.setAttribute('aria-expanded',String(!body.hidden))"}})</script>`,
  },
  {
    id: 'deploy-is-called-otherwise-x',
    technique: 'F96',
    criterion: '2.5.3',
    wrong:
      'buttons have other names than the words that are written on them, so that saying the words does not press them',
    where: '.css-actions, .css-actions *',
    about: /label|name|mismatch/,
    site: 'panel',
    head: () => roomy,
    main: (is) => {
      const button = (words: string, name: string, value: string) =>
        `<button name="action" value="${value}"${is ? ` aria-label="${name}"` : ''}>${words}</button>`
      return `<form class="MuiPaper-root css-actions" method="post" action="/p/deployments"><h2 class="MuiTypography-h6">Build 418</h2><p>All checks have passed. The build waits for somebody to let it go or to take it back.</p><p>${button('Deploy now', 'Start the production pipeline', 'deploy')} ${button('Roll back', 'Revert to the previous release', 'revert')} ${button('Share logs', 'Copy link to output', 'share')}</p></form>`
    },
  },
  {
    id: 'view-changes-and-its-title-stays-x',
    technique: 'F25',
    criterion: '2.4.2',
    wrong:
      'links of a single-page application put up another view with another address and heading, and the title stays that of the first',
    where: 'page',
    about: /title/,
    site: 'panel',
    head: () => tall,
    title: () => 'Health – Northlight Console',
    main: (is) => {
      const views = {
        health: ['Health', 'Every check of the last hour has answered within its limits.'],
        usage: ['Usage', 'A third of this month’s plan has been used, most of it at night.'],
        members: ['Members', 'Five people may deploy; two more may look and change nothing.'],
      } as const
      return `<nav aria-label="Views of the project"><ul class="tall">${Object.entries(views)
        .map(
          ([key, [name]]) =>
            `<li><a href="?view=${key}" data-view="${key}"${key === 'health' ? ' aria-current="page"' : ''}>${name}</a></li>`,
        )
        .join(
          '',
        )}</ul></nav><p id="view-text"></p><script>{const views=${JSON.stringify(views)},links=[...document.querySelectorAll('[data-view]')],heading=document.querySelector('h1');const show=key=>{const [name,words]=views[key]??views.health;heading.textContent=name;document.getElementById('view-text').textContent=words;for(const link of links)if(link.dataset.view===key)link.setAttribute('aria-current','page');else link.removeAttribute('aria-current');${is ? '' : "document.title=name+' – Northlight Console'"}};const now=()=>new URLSearchParams(location.search).get('view')??'health';heading.tabIndex=-1;show(now());for(const link of links)link.addEventListener('click',event=>{event.preventDefault();history.pushState(null,'',link.href);show(link.dataset.view);heading.focus()});addEventListener('popstate',()=>show(now()))}</script>`
    },
  },
]
