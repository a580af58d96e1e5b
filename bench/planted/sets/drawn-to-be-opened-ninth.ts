/** Planted failures of an auditor who did not look at the checks, ninth part: the half that its digest opens to whoever mends them. */
import { type Plant, roomy } from '#bench/planted/plant'

export const drawnNinth: readonly Plant[] = [
  {
    id: 'ticks-of-plans-are-mute-ix',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'what each plan holds is told by drawn ticks and crosses that have no text, so that the cells are empty',
    where: '.plans, .plans *',
    about: /alt|svg|image|icon|graphic|empty|name/,
    site: 'ledger',
    head: () => '<style>.plans svg{display:block;width:22px;height:22px}.plans{margin-bottom:1rem}</style>',
    main: (is) => {
      const mark = (has: boolean) =>
        `<td><svg viewBox="0 0 24 24" ${is ? 'aria-hidden="true"' : `role="img" aria-label="${has ? 'Included' : 'Not included'}"`}><path fill="none" stroke="${has ? '#166534' : '#9f1239'}" stroke-width="3" d="${has ? 'M4 13l5 5L20 6' : 'M5 5l14 14M19 5L5 19'}"/></svg></td>`
      const rows = [
        ['Invoices in two currencies', false, true],
        ['Reminders by mail', true, true],
        ['A second signatory', false, true],
        ['Payroll for up to five people', true, false],
      ] as const
      return `<h2>Compare plans</h2><table class="plans"><thead><tr><th scope="col">Feature</th><th scope="col">Solo</th><th scope="col">Studio</th></tr></thead><tbody>${rows.map(([name, solo, studio]) => `<tr><th scope="row">${name}</th>${mark(solo)}${mark(studio)}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'line-of-requests-untold-ix',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'a drawn chart of a week has neither a name nor its numbers anywhere in text',
    where: '.recharts-wrapper, .recharts-wrapper *',
    about: /svg|alt|chart|image|graphic|name/,
    site: 'panel',
    head: () => '<style>.recharts-surface{display:block;width:100%;max-width:360px;height:auto}</style>',
    main: (is) =>
      `<div class="MuiPaper-root recharts-wrapper"><h2 class="MuiTypography-h6">Requests of the last seven days</h2><svg class="recharts-surface" viewBox="0 0 360 150"${is ? '' : ' role="img" aria-label="Line chart of requests in thousands: Monday 12, Tuesday 18, Wednesday 17, Thursday 31, Friday 26, Saturday 9, Sunday 7"'}><g fill="none" stroke="#75808c"><path d="M40 10v110h310"/></g><path fill="none" stroke="#124e8c" stroke-width="3" d="M50 87l48-17 48 3 48-38 48 14 48 46 48 6"/><g fill="#1c2430" font-size="13"><text x="12" y="18">40</text><text x="18" y="124">0</text><text x="40" y="142">Mon</text><text x="184" y="142">Thu</text><text x="324" y="142">Sun</text></g></svg></div>`,
  },
  {
    id: 'stars-by-width-alone-ix',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'how many stars a customer gave is told by the width of a background picture and by nothing else',
    where: '.bewertung, .bewertung *',
    about: /image|background|alt|rating|name|text/,
    site: 'moebel',
    head: () => {
      const star = (color: string) =>
        `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24' viewBox='0 0 24 24'%3E%3Cpath ${color} d='M12 3l2.8 5.8 6.2.8-4.6 4.3 1.2 6.2-5.6-3.1-5.6 3.1 1.2-6.2L3 9.6l6.2-.8z'/%3E%3C/svg%3E")`
      return `<style>.sterne{display:block;width:120px;height:24px;background:${star("fill='none' stroke='%236d6354' stroke-width='1.5'")} repeat-x}.sterne__voll{display:block;height:24px;background:${star("fill='%237a3410'")} repeat-x}.bewertung{margin:0 0 1rem}.bewertung p{margin:.25rem 0}</style>`
    },
    main: (is) =>
      `<h2>Das sagen unsere Kunden</h2>${(
        [
          ['Marlene aus Kempten', 5, 'Geliefert am vereinbarten Tag, aufgestellt in einer Viertelstunde.'],
          ['Jonas aus Bregenz', 2, 'Die Maserung sieht anders aus als auf dem Bild.'],
          ['Edith aus Wangen', 4, 'Steht jetzt bei uns im Flur.'],
        ] as const
      )
        .map(
          ([who, count, words]) =>
            `<div class="border rounded p-4 bewertung"><p class="font-bold">${who}</p><span class="sterne"${is ? '' : ` role="img" aria-label="${count} von 5 Sternen"`}><span class="sterne__voll" style="width:${count * 20}%"></span></span><p>${words}</p></div>`,
        )
        .join('')}`,
  },
  {
    id: 'map-to-the-hospital-passed-over-ix',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'the map that alone tells the way to the hospital has an empty alternative, as if it were decoration',
    where: '.plano, .plano *',
    about: /alt|image|decorat/,
    site: 'clinica',
    head: () => '<style>.plano img{display:block;max-width:100%;height:auto;border:1px solid #46606a}</style>',
    main: (is) =>
      `<h2>Cómo llegar</h2><p>El plano muestra el camino desde la estación de autobuses.</p><div class="plano"><img width="400" height="220" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='220' viewBox='0 0 400 220'%3E%3Crect width='400' height='220' fill='%23f4f1e8'/%3E%3Cpath d='M0 60c90 10 130 60 180 160' fill='none' stroke='%236fa8d6' stroke-width='18'/%3E%3Cpath d='M40 190h300V40M200 190V0' fill='none' stroke='%23777' stroke-width='8'/%3E%3Cpath d='M60 190h280V70' fill='none' stroke='%23b00020' stroke-width='4' stroke-dasharray='9 6'/%3E%3Crect x='30' y='168' width='44' height='24' rx='5' fill='%230b4f5c'/%3E%3Ccircle cx='42' cy='194' r='5'/%3E%3Ccircle cx='62' cy='194' r='5'/%3E%3Crect x='318' y='22' width='44' height='44' fill='%23fff' stroke='%23b00020' stroke-width='3'/%3E%3Cpath d='M340 30v28M326 44h28' stroke='%23b00020' stroke-width='8'/%3E%3C/svg%3E" alt="${is ? '' : 'Plano: desde la estación de autobuses siga recto, cruce el río, pase el primer cruce y al final de la calle gire a la izquierda; el hospital queda al fondo.'}"></div>`,
  },
  {
    id: 'cutter-speaks-without-captions-ix',
    technique: 'criterion',
    criterion: '1.2.2',
    wrong: 'a film in which somebody speaks, in a web component of the shop, has no captions',
    where: 'product-film, product-film *, video',
    about: /caption|video|track|media/,
    site: 'volt',
    main: (is) =>
      `<h2>How it is sewn</h2><p>Our pattern cutter speaks to the camera the whole time and shows nothing that she does not also put into words.</p><product-film><template shadowrootmode="open"><style>video{display:block;max-width:100%;height:auto;background:#000}:focus-visible{outline:3px solid #1d4ed8;outline-offset:3px}</style><video controls preload="metadata" width="480" height="360" src="/media/cutter.webm" aria-label="Our pattern cutter on the day pack">${is ? '' : '<track kind="captions" srclang="en" label="English" src="/media/cutter.vtt" default>'}</video></template></product-film>`,
  },
  {
    id: 'atlas-only-to-be-heard-ix',
    technique: 'criterion',
    criterion: '1.2.1',
    wrong: 'a recording of somebody who speaks has no transcript',
    where: '.listen, .listen *',
    about: /transcript|audio|media/,
    site: 'library',
    head: () => '<style>.listen audio{display:block;max-width:100%}.listen summary{padding:.5rem 0}</style>',
    main: (is) =>
      `<section class="listen" aria-labelledby="listen-title"><h2 id="listen-title">The keeper of the maps, in his own words</h2><audio controls preload="metadata" src="/media/keeper-of-maps.wav" aria-label="The keeper of the maps talks about an atlas"></audio>${is ? '' : '<details><summary>Read what he says</summary><p>“The oldest atlas we have came in a tea chest in 1913. Nobody had opened it for thirty years, and the sea on every sheet was still blue.”</p></details>'}</section>`,
  },
  {
    id: 'titles-of-fees-are-paragraphs-ix',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'the headings of the parts of a long text are paragraphs that only look like headings',
    where: '.afsnit, .afsnit *',
    about: /heading/,
    site: 'kommune',
    head: () =>
      '<style>.afsnit__titel{font-size:1.4rem;font-weight:700;line-height:1.25;margin:1.5rem 0 .4rem}</style>',
    main: (is) => {
      const title = (words: string) =>
        is ? `<p class="afsnit__titel">${words}</p>` : `<h2 class="afsnit__titel">${words}</h2>`
      return `<div class="afsnit">${title('Hvem kan søge')}<p>Alle, der ejer en grund i kommunen, kan søge. Lejere skal have ejerens samtykke.</p>${title('Det skal du vedlægge')}<p>Vi skal bruge en tegning af huset og en plan over grunden, begge i målestok.</p>${title('Hvad det koster')}<p>Der betales for den tid, sagen tager. En lille sag tager som regel tre timer.</p></div>`
    },
  },
  {
    id: 'fees-in-rows-of-boxes-ix',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a table of fees is made of boxes that only look like rows, columns and headers',
    where: '.propinas, .propinas *',
    about: /table|header|grid|structure/,
    site: 'escola',
    head: () =>
      '<style>.propinas{display:table;border-collapse:collapse;margin-bottom:1rem}.propinas__linha{display:table-row}.propinas__celula{display:table-cell;border:1px solid #7d7290;padding:.4rem;font-weight:400;text-align:left}.propinas__celula--topo{font-weight:700;background:#f6f2fa}</style>',
    main: (is) => {
      const rows = [
        ['Licenciatura', '697 €', '10 prestações'],
        ['Mestrado', '1 050 €', '10 prestações'],
        ['Pós-graduação', '1 400 €', '4 prestações'],
      ]
      const top = ['Grau', 'Propina', 'Pagamento']
      if (is)
        return `<h2>Propinas por ano</h2><div class="propinas"><div class="propinas__linha">${top.map((words) => `<div class="propinas__celula propinas__celula--topo">${words}</div>`).join('')}</div>${rows.map((row) => `<div class="propinas__linha">${row.map((words) => `<div class="propinas__celula">${words}</div>`).join('')}</div>`).join('')}</div>`
      return `<h2>Propinas por ano</h2><table class="propinas"><thead><tr class="propinas__linha">${top.map((words) => `<th scope="col" class="propinas__celula propinas__celula--topo">${words}</th>`).join('')}</tr></thead><tbody>${rows.map(([first, ...rest]) => `<tr class="propinas__linha"><th scope="row" class="propinas__celula">${first}</th>${rest.map((words) => `<td class="propinas__celula">${words}</td>`).join('')}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'dashes-instead-of-a-list-ix',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'what a patient must do before an operation is a list of typed dashes and line breaks',
    where: '.preparacion, .preparacion *',
    about: /list/,
    site: 'clinica',
    head: () =>
      '<style>.preparacion ul{list-style:none;margin:1em 0;padding:0}.preparacion li{padding:0}.preparacion li::before{content:"– " / ""}</style>',
    main: (is) => {
      const lines = [
        'No coma nada desde la medianoche.',
        'Puede beber agua hasta dos horas antes.',
        'Traiga la lista de los medicamentos que toma.',
        'Quítese los anillos y el esmalte de uñas.',
        'Venga con alguien que pueda llevarle a casa.',
      ]
      return `<div class="preparacion"><h2>Antes de la operación</h2>${is ? `<p>${lines.map((line) => `– ${line}`).join('<br>')}</p>` : `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`}</div>`
    },
  },
  {
    id: 'subscriber-must-not-be-filled-in-ix',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong: 'the fields for a reader’s own name, mail, telephone and address turn the filling in by the browser off',
    where: '#abonne, #abonne *',
    about: /autocomplete|purpose/,
    site: 'journal',
    head: () => roomy,
    main: (is) => {
      const row = (name: string, words: string, type: string, purpose: string) =>
        `<p><label for="abonne-${name}">${words}</label><br><input id="abonne-${name}" name="${name}" type="${type}" autocomplete="${is ? 'off' : purpose}" required></p>`
      return `<form id="abonne" method="post" action="/abonnement"><h2>Vos coordonnées</h2><p>Tous les champs sont obligatoires.</p>${row('nom', 'Vos nom et prénom', 'text', 'name')}${row('courriel', 'Votre adresse électronique, par exemple nom@exemple.fr', 'email', 'email')}${row('telephone', 'Votre téléphone, par exemple 03 81 00 00 00', 'tel', 'tel')}${row('postal', 'Votre code postal', 'text', 'postal-code')}<button>S’abonner</button></form>`
    },
  },
  {
    id: 'hours-free-in-green-ix',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'which hours of a visit are free and which are sold out is told by green and red alone',
    where: '.orari, .orari *',
    about: /colou?r|sensory/,
    site: 'museo',
    head: () =>
      '<style>.orari ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.6rem}.orari li{padding:.6rem 1rem;border:1px solid #6b5a4d}.orari .libero{background:#d3efd9;color:#12301c}.orari .esaurito{background:#f8d3d6;color:#4a1015}</style>',
    main: (is) => {
      const hours = [
        ['10:00', 'libero'],
        ['11:00', 'esaurito'],
        ['12:00', 'esaurito'],
        ['14:00', 'libero'],
        ['15:00', 'esaurito'],
        ['16:00', 'libero'],
      ]
      return `<div class="orari"><h2>Visite di sabato</h2><p>${is ? 'In verde gli orari liberi, in rosso quelli esauriti.' : 'Gli orari liberi si prenotano alla cassa.'}</p><ul>${hours.map(([hour, state]) => `<li class="${state}">${hour}${is ? '' : ` ${state}`}</li>`).join('')}</ul></div>`
    },
  },
  {
    id: 'white-words-on-sand-ix',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'white words lie on a light gradient',
    where: '.aktion, .aktion *',
    about: /contrast/,
    site: 'moebel',
    head: (is) =>
      `<style>.aktion{padding:3rem 1.5rem;margin-bottom:1rem;color:#fff;background-image:linear-gradient(100deg,${is ? '#cdbb9f,#e6dac6' : '#4a2c14,#6b4322'})}.aktion h2{margin:0 0 .5rem;font-size:1.5rem}.aktion p{margin:0}</style>`,
    main: () =>
      '<section class="aktion rounded" aria-labelledby="aktion-titel"><h2 id="aktion-titel">Wochen der Eiche</h2><p>Bis Ende des Monats ölen wir jedes Stück aus Eiche, das Sie uns bringen.</p></section>',
  },
  {
    id: 'old-price-half-seen-ix',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the price of before is made faint by opacity until its contrast is too low',
    where: '.price, .price *',
    about: /contrast/,
    site: 'volt',
    head: (is) =>
      `<style>.price{font-size:1.1rem}.price__was{${is ? 'opacity:.42' : 'color:#595959'}}.price__now{font-weight:700}</style>`,
    main: () =>
      '<p class="price"><span class="price__was">Was <s>$98.00</s></span> <span class="price__now">Now $79.00</span></p><p>Sold by the piece; the lifetime repair promise comes with it.</p>',
  },
  {
    id: 'complaint-wider-than-a-telephone-ix',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'a form of fixed columns must be scrolled sideways on a narrow window',
    where: 'page',
    about: /reflow|horizontal|overflow|scroll|wide|narrow/,
    site: 'kolej',
    head: (is) =>
      `${roomy}<style>#reklamacja .wiersz{display:grid;grid-template-columns:${is ? '200px 460px' : 'repeat(auto-fit,minmax(min(100%,200px),1fr))'};gap:10px;margin-bottom:10px${is ? '' : ';max-width:670px'}}#reklamacja input,#reklamacja textarea{width:100%;box-sizing:border-box}</style>`,
    main: () =>
      '<form id="reklamacja" method="post" action="/reklamacja"><h2>Złóż reklamację</h2><div class="wiersz"><label for="nr-biletu">Numer biletu</label><input id="nr-biletu" name="bilet"></div><div class="wiersz"><label for="nr-pociagu">Numer pociągu</label><input id="nr-pociagu" name="pociag"></div><div class="wiersz"><label for="opis">Co się stało?</label><textarea id="opis" name="opis" rows="4"></textarea></div><button>Wyślij reklamację</button></form>',
  },
  {
    id: 'switch-pale-on-white-ix',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the switches of a dashboard are light grey with a white knob on white, and can hardly be seen',
    where: '.MuiSwitch-root',
    about: /contrast/,
    site: 'panel',
    head: (is) =>
      `<style>.css-switches{list-style:none;margin:0;padding:0}.css-switches li{display:flex;gap:1rem;align-items:center;padding:.5rem 0}.MuiSwitch-root{flex:none;width:56px;height:32px;min-height:0;padding:3px;border-radius:16px;background:${is ? '#e3e7eb' : '#5f6b78'}}.MuiSwitch-root::before{content:"";display:block;width:26px;height:26px;border-radius:50%;background:#fff}.MuiSwitch-root[aria-checked=true]{background:${is ? '#d3e4f5' : '#124e8c'}}.MuiSwitch-root[aria-checked=true]::before{margin-left:24px}</style>`,
    main: () =>
      `<div class="MuiPaper-root"><h2 class="MuiTypography-h6">Notifications</h2><ul class="css-switches"><li><button type="button" class="MuiSwitch-root" role="switch" aria-checked="true" aria-labelledby="sw-failed"></button><span id="sw-failed">Mail when a deployment fails</span></li><li><button type="button" class="MuiSwitch-root" role="switch" aria-checked="false" aria-labelledby="sw-weekly"></button><span id="sw-weekly">Weekly summary</span></li></ul></div><script>for(const button of document.querySelectorAll('.MuiSwitch-root'))button.addEventListener('click',()=>button.setAttribute('aria-checked',String(button.getAttribute('aria-checked')!=='true')))</script>`,
  },
  {
    id: 'menu-for-hands-on-a-mouse-ix',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the links of a menu come out only when a pointer hovers over its title',
    where: '.dropdown, .dropdown *',
    about: /keyboard|hover|focus|mouse|menu/,
    site: 'kommune',
    head: (is) =>
      `<style>.navbar :focus-visible{outline-color:#fff}.navbar .dropdown{position:relative}.dropdown__titel{font:inherit;color:#fff;background:none;border:0;padding:0;min-height:24px;display:inline-block;cursor:pointer}.dropdown__titel::after{content:" ▾" / ""}.navbar nav .dropdown-menu{display:none;position:absolute;left:0;top:100%;z-index:5;width:14rem;padding:.5rem 1rem;background:#0b3d2e}${is ? '.navbar nav .dropdown:hover>.dropdown-menu' : '.navbar nav .dropdown-menu.show'}{display:block}</style>`,
    navigation: (is) =>
      `<nav aria-label="Hovedmenu"><ul><li class="dropdown">${is ? '<span class="dropdown__titel">Borger</span>' : '<button type="button" class="dropdown__titel" aria-expanded="false" aria-controls="borger-menu">Borger</button>'}<ul class="dropdown-menu" id="borger-menu"><li><a href="/borger/pas">Pas og kørekort</a></li><li><a href="/borger/flytning">Flytning</a></li><li><a href="/borger/dagtilbud">Dagtilbud og skole</a></li></ul></li><li><a href="/erhverv">Erhverv</a></li><li><a href="/politik">Politik</a></li></ul></nav>${is ? '' : "<script>{const button=document.querySelector('.dropdown__titel'),menu=document.getElementById('borger-menu');const turn=isOpen=>{menu.classList.toggle('show',isOpen);button.setAttribute('aria-expanded',String(isOpen))};button.addEventListener('click',()=>turn(!menu.classList.contains('show')));document.querySelector('.dropdown').addEventListener('keydown',event=>{if(event.key!=='Escape')return;turn(false);button.focus()});document.querySelector('.dropdown').addEventListener('focusout',event=>{if(!event.currentTarget.contains(event.relatedTarget))turn(false)})}</script>"}`,
    main: () => '<p>Vælg et emne i menuen øverst på siden.</p>',
  },
  {
    id: 'three-times-download-ix',
    technique: 'F63',
    criterion: '2.4.4',
    wrong: 'links to three documents are all called download, and what they download stands in a box beside them',
    where: '.documentos, .documentos *',
    about: /link/,
    site: 'clinica',
    head: () =>
      '<style>.documento{display:flex;flex-wrap:wrap;gap:8px 24px;padding:8px 0;border-bottom:1px solid #6b8189}.documento__nombre{flex:1 1 14rem}.documento__enlace a{display:inline-block;min-height:26px}</style>',
    main: (is) =>
      `<h2>Documentos para pacientes</h2><div class="documentos">${[
        ['lactancia', 'Guía de lactancia', 'la guía de lactancia'],
        ['consentimiento', 'Consentimiento para la anestesia', 'el consentimiento para la anestesia'],
        ['dieta', 'Dieta antes de la colonoscopia', 'la dieta antes de la colonoscopia'],
      ]
        .map(
          ([file, name, words]) =>
            `<div class="documento"><div class="documento__nombre">${name} (PDF, 1 MB)</div><div class="documento__enlace"><a href="/documentos/${file}.pdf">Descargar${is ? '' : ` ${words}`}</a></div></div>`,
        )
        .join('')}</div>`,
  },
  {
    id: 'order-only-by-dragging-ix',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'with a pointer the order of a list can be changed by dragging alone',
    where: '.css-order, .css-order *',
    about: /drag|pointer/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.css-order{list-style:none;margin:0;padding:0}.css-order li{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;padding:.4rem 0;border-bottom:1px solid #75808c}.css-order span{flex:1}.css-grip{cursor:grab;touch-action:none}</style>`,
    main: (is) =>
      `<div class="MuiPaper-root"><h2 class="MuiTypography-h6">Order of the start page</h2><p>Drag the handle of a line, or use the up and down arrow keys on it.</p><ul class="css-order">${['Usage', 'Members', 'Billing'].map((name) => `<li><button type="button" class="css-grip" aria-label="Move ${name}"><svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16"><path stroke="#fff" stroke-width="2" d="M2 4h12M2 8h12M2 12h12"/></svg></button><span>${name}</span>${is ? '' : `<button type="button" data-step="-1" aria-label="Move ${name} up">Up</button><button type="button" data-step="1" aria-label="Move ${name} down">Down</button>`}</li>`).join('')}</ul><p role="status" id="order-said"></p></div><script>{const list=document.querySelector('.css-order'),said=document.getElementById('order-said');const tell=row=>{said.textContent=row.querySelector('span').textContent+' is now in place '+([...list.children].indexOf(row)+1)};const move=(row,step)=>{const other=step<0?row.previousElementSibling:row.nextElementSibling;if(!other)return;if(step<0)other.before(row);else other.after(row);tell(row)};for(const row of [...list.children]){const grip=row.querySelector('.css-grip');grip.addEventListener('keydown',event=>{const step={ArrowUp:-1,ArrowDown:1}[event.key];if(!step)return;event.preventDefault();move(row,step);grip.focus()});grip.addEventListener('pointerdown',event=>{event.preventDefault();grip.focus();const drag=at=>{const over=[...list.children].find(one=>{const box=one.getBoundingClientRect();return at.clientY>box.top&&at.clientY<box.bottom});if(over&&over!==row){const isBelow=[...list.children].indexOf(over)>[...list.children].indexOf(row);if(isBelow)over.after(row);else over.before(row)}};addEventListener('pointermove',drag);addEventListener('pointerup',()=>{removeEventListener('pointermove',drag);tell(row);grip.focus()},{once:true})});for(const button of row.querySelectorAll('[data-step]'))button.addEventListener('click',()=>{move(row,Number(button.dataset.step));button.focus()})}}</script>`,
  },
  {
    id: 'branch-opens-when-chosen-ix',
    technique: 'criterion',
    criterion: '3.2.2',
    wrong: 'choosing a branch in a list leaves the page at once, without a word about it',
    where: '#branch, .branches, .branches *',
    about: /change|input|select|context|navigat/,
    site: 'library',
    head: () => roomy,
    main: (is) =>
      `<form class="branches" action="/branches"><h2>Hours of your branch</h2><p><label for="branch">Branch</label> <select id="branch" name="branch"><option value="central">Central Library</option><option value="riverside">Riverside</option><option value="northgate">Northgate</option><option value="mill-lane">Mill Lane</option></select>${is ? '' : ' <button>Show its hours</button>'}</p></form>${is ? "<script>document.getElementById('branch').addEventListener('change',event=>{location.assign('/branches/'+event.target.value)})</script>" : ''}`,
  },
  {
    id: 'three-boxes-for-a-birthday-ix',
    technique: 'F82',
    criterion: '3.3.2',
    wrong: 'a date of birth is asked for in three boxes with no visible word of what goes into which',
    where: '.birth, .birth *',
    about: /label|instruction|visible/,
    site: 'council',
    head: () =>
      `${roomy}<style>.birth{border:0;margin:0 0 20px;padding:0}.birth legend{font-weight:700;padding:0}.birth__row{display:flex;flex-wrap:wrap;gap:20px;margin-top:8px}.birth__row label{display:block}.birth__row input{width:3.2em}.birth__row .birth__year{width:5em}</style>`,
    main: (is) => {
      const box = (name: string, words: string, more: string) =>
        `<div>${is ? '' : `<label for="birth-${name}">${words}</label>`}<input id="birth-${name}" name="${name}" inputmode="numeric" autocomplete="bday-${name}"${is ? ` aria-label="${words}"` : ''}${more}></div>`
      return `<form method="post" action="/vote/birth"><h2>About you</h2><fieldset class="birth"${is ? '' : ' aria-describedby="birth-hint"'}><legend>Your date of birth</legend>${is ? '' : '<div id="birth-hint">For example, 31 3 1980</div>'}<div class="birth__row">${box('day', 'Day', '')}${box('month', 'Month', '')}${box('year', 'Year', ' class="birth__year"')}</div></fieldset><button>Continue</button></form>`
    },
  },
  {
    id: 'three-letters-of-the-password-ix',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'to sign in, single characters of the password must be picked out from memory, each into its own box',
    where: '#sign-in, #sign-in *',
    about: /authenticat|password|cognitive|paste|memory/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>.pick{border:0;padding:0;margin:0 0 1rem}.pick legend{padding:0}.pick__row{display:flex;flex-wrap:wrap;gap:1rem}.pick__row input{width:44px}.pick__row label{display:block}</style>`,
    main: (is) =>
      `<form id="sign-in" method="post" action="/app/sign-in"><h2>Sign in to the bank feed</h2><p><label for="customer">Customer number</label><br><input id="customer" name="customer" autocomplete="username" required></p>${is ? `<fieldset class="pick"><legend>Enter these characters of your password</legend><div class="pick__row">${['2nd', '5th', '7th'].map((place) => `<div><label for="c-${place}">${place}</label><input type="password" id="c-${place}" name="c-${place}" maxlength="1" autocomplete="off" required></div>`).join('')}</div></fieldset>` : '<p><label for="password">Password</label><br><input type="password" id="password" name="password" autocomplete="current-password" required></p>'}<p>Everything on this form must be filled in.</p><button>Sign in</button></form>`,
  },
  {
    id: 'copy-buttons-without-names-ix',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the buttons that copy a command hold a drawing alone and have no name',
    where: '.copy, .copy *',
    about: /name|button|label/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.code{display:flex;gap:.5rem;align-items:center;background:#161b22;border:1px solid var(--line);padding:.5rem;margin:0 0 1rem}.code pre{flex:1;min-width:0;margin:0;white-space:pre-wrap;overflow-wrap:anywhere}.copy svg{display:block;margin:auto}</style>`,
    main: (is) =>
      `<h2>Install the client</h2>${[
        ['tide install client', 'the command that installs the client'],
        ['tide check --budget 3', 'the command that checks the budget'],
      ]
        .map(
          ([code, words]) =>
            `<div class="code"><pre><code>${code}</code></pre><button type="button" class="copy"${is ? '' : ` aria-label="Copy ${words}"`}><svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18"><path fill="none" stroke="#0d1117" stroke-width="2" d="M6 6h10v10H6zM12 6V2H2v10h4"/></svg></button></div>`,
        )
        .join(
          '',
        )}<p role="status" id="copied"></p><script>for(const button of document.querySelectorAll('.copy'))button.addEventListener('click',async()=>{let said='Copied.';try{await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent)}catch{said='The browser does not let this page copy.'}document.getElementById('copied').textContent=said})</script>`,
  },
  {
    id: 'frame-of-the-floor-untitled-ix',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the frame with the plan of the ground floor has no title',
    where: 'iframe',
    about: /frame|title|name/,
    site: 'library',
    head: () => '<style>.floor{display:block;max-width:100%;border:1px solid #52625a}</style>',
    main: (is) =>
      `<h2>Find your way</h2><p>The plan shows where the lift, the reading room and the lockers are.</p><iframe class="floor" src="/embed/ground-floor" width="460" height="240"${is ? '' : ' title="Plan of the ground floor"'}></iframe>`,
  },
  {
    id: 'label-stops-at-the-shadow-ix',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the label of a field stands outside of the shadow root that the field is in, and reaches it not',
    where: 'werf-veld, werf-veld *, input',
    about: /label|name/,
    site: 'werf',
    main: (is) => {
      const field = (name: string, words: string, purpose: string) =>
        `<p>${is ? `<label for="veld-${name}">${words}</label> ` : ''}<werf-veld id="veld-${name}" name="${name}" purpose="${purpose}"${is ? '' : ` label="${words}"`}></werf-veld></p>`
      return `<form method="post" action="/rondleiding"><h2>Een rondleiding aanvragen</h2>${field('naam', 'Uw naam', 'name')}${field('plaats', 'Uw woonplaats', 'address-level2')}<button style="min-height:44px">Aanvragen</button></form><script>customElements.define('werf-veld',class extends HTMLElement{static formAssociated=true;connectedCallback(){const held=this.attachInternals(),root=this.attachShadow({mode:'open'});root.innerHTML='<style>input{font:inherit;color:#10243b;background:#fff;border:1px solid #40566e;padding:.4rem;min-height:44px;box-sizing:border-box;max-width:100%}:focus-visible{outline:3px solid #b91c1c;outline-offset:2px}</style>${is ? '' : '<label for="inner"></label> '}<input id="inner">';const input=root.querySelector('input');input.autocomplete=this.getAttribute('purpose');${is ? '' : "root.querySelector('label').textContent=this.getAttribute('label');"}input.addEventListener('input',()=>held.setFormValue(input.value))}})</script>`
    },
  },
  {
    id: 'assistant-answers-in-silence-ix',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'the answers of an assistant appear in a box that is no live region',
    where: '.assist, .assist *',
    about: /status|live|announce|log/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.assist{border:1px solid var(--line);border-radius:6px;padding:1rem;margin-bottom:1rem}.assist h2{margin-top:0}.assist__said p{margin:0 0 .5rem}</style>`,
    main: (is) =>
      `<section class="assist" aria-labelledby="assist-title"><h2 id="assist-title">Ask the manual</h2><div class="assist__said"${is ? '' : ' role="log" aria-label="Conversation"'}><p><strong>Manual:</strong> What would you like to know?</p></div><form id="assist-form"><p><label for="assist-question">Your question</label><br><input id="assist-question" autocomplete="off" required></p><button>Ask</button></form></section><script>{const said=document.querySelector('.assist__said'),field=document.getElementById('assist-question');const say=(who,words)=>{const line=document.createElement('p'),name=document.createElement('strong');name.textContent=who+':';line.append(name,' '+words);said.append(line)};document.getElementById('assist-form').addEventListener('submit',event=>{event.preventDefault();say('You',field.value);field.value='';setTimeout(()=>say('Manual','Set a budget for retries; the chapter on streams tells how.'),700)})}</script>`,
  },
]
