/** Planted failures of an auditor who did not look at the checks, eleventh part: the half that its digest opens to whoever mends them. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

export const drawnEleventh: readonly Plant[] = [
  {
    id: 'what-halls-offer-is-painted-xi',
    technique: 'F3',
    criterion: '1.1.1',
    wrong:
      'whether a hall is reached by lift or by stairs is told by background pictures in a web component, without text',
    where: 'museo-servizi, .Sale_elenco__q8Zk1, .Sale_elenco__q8Zk1 *',
    about: /image|background|alt|icon|name|text/,
    site: 'museo',
    main: (is) => {
      const lift = drawn(
        "<path fill='none' stroke='#2b1d14' stroke-width='2' d='M4 2h16v20H4zM8 10l4-5 4 5M8 14l4 5 4-5'/>",
      )
      const stairs = drawn("<path fill='none' stroke='#2b1d14' stroke-width='2.5' d='M2 21h5v-5h5v-5h5V6h5'/>")
      const rows = [
        ['Sala grande', 'ascensore', 'Si raggiunge con l’ascensore'],
        ['Sala delle maioliche', 'scale', 'Si raggiunge solo per le scale'],
        ['Fornace', 'scale', 'Si raggiunge solo per le scale'],
        ['Biblioteca', 'ascensore', 'Si raggiunge con l’ascensore'],
      ] as const
      return `<h2>Come si raggiungono le sale</h2><museo-servizi><template shadowrootmode="open"><style>ul{list-style:none;margin:0 0 1rem;padding:0}li{display:flex;gap:.75rem;align-items:center;padding:.3rem 0}.Sale_icona__m0Tz2{flex:none;width:28px;height:28px;background:center/contain no-repeat}.Sale_ascensore__b7{background-image:url("${lift}")}.Sale_scale__c1{background-image:url("${stairs}")}</style><ul class="Sale_elenco__q8Zk1">${rows.map(([name, way, words]) => `<li><span class="Sale_icona__m0Tz2 ${way === 'scale' ? 'Sale_scale__c1' : 'Sale_ascensore__b7'}"${is ? '' : ` role="img" aria-label="${words}"`}></span><span>${name}</span></li>`).join('')}</ul></template></museo-servizi>`
    },
  },
  {
    id: 'months-over-budget-xi',
    technique: 'F13',
    criterion: '1.1.1',
    wrong:
      'the alternative of a chart gives the sums and leaves out what its red bars tell: which months went over budget',
    where: '.spend, .spend *',
    about: /alt|svg|chart|image|graphic|colou?r|name/,
    site: 'ledger',
    head: () => '<style>.spend svg{display:block;width:100%;max-width:360px;height:auto;background:#fff}</style>',
    main: (is) => {
      const months = [
        ['Jan', 4100, false],
        ['Feb', 5300, true],
        ['Mar', 3900, false],
        ['Apr', 6200, true],
      ] as const
      return `<div class="card spend"><h2>Spending by month</h2><svg viewBox="0 0 360 200" role="img" aria-label="Bar chart of spending by month in dollars: January 4,100, February 5,300, March 3,900, April 6,200.${is ? '' : ' February and April are drawn in red: they went over budget.'}"><defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" fill="#9f1239"/><path stroke="#fff" stroke-width="2" d="M0 0v8"/></pattern></defs><path stroke="#6b7280" d="M10 150h340"/>${months.map(([name, sum, isOver], at) => `<rect x="${30 + at * 84}" y="${150 - sum / 50}" width="48" height="${sum / 50}" fill="${isOver ? 'url(#hatch)' : '#1e3a8a'}" stroke="${isOver ? '#9f1239' : '#1e3a8a'}" stroke-width="2"/><text x="${40 + at * 84}" y="${143 - sum / 50}" font-size="14" fill="#111827">${sum}</text><text x="${40 + at * 84}" y="168" font-size="14" fill="#111827">${name}</text>`).join('')}<rect x="30" y="180" width="16" height="14" fill="url(#hatch)"/><text x="54" y="192" font-size="14" fill="#111827">over budget</text></svg></div>`
    },
  },
  {
    id: 'tab-named-by-its-tools-xi',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is the one that came with the template of the project',
    where: 'page',
    about: /title/,
    site: 'panel',
    title: either('Vite + React + TS', 'Mail relay preview – Northlight Console'),
    main: () => '<p>The newest deployments stand first; open one to read what it changed.</p>',
  },
  {
    id: 'tiles-that-go-by-mouse-xi',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'what looks like links are spans that a delegated listener of clicks makes go somewhere',
    where: '.tiles, .tiles *',
    about: /link|role|keyboard|click|focus|name/,
    site: 'council',
    head: () =>
      '<style>.tiles{list-style:none;padding:0}.tiles__go{display:inline-flex;align-items:center;min-height:44px;color:#164a80;text-decoration:underline;cursor:pointer}</style>',
    main: (is) => {
      const go = (path: string, words: string) =>
        is
          ? `<li><span class="tiles__go" data-href="${path}">${words}</span></li>`
          : `<li><a class="tiles__go" href="${path}">${words}</a></li>`
      return `<h2>Most wanted this week</h2><ul class="tiles">${go('/bins/calendar', 'Print your bin calendar')}${go('/council-tax/bands', 'Find the band of your home')}${go('/planning/map', 'See planning notices on a map')}</ul>${is ? "<script>document.querySelector('.tiles').addEventListener('click',event=>{const tile=event.target.closest('[data-href]');if(tile)location.assign(tile.dataset.href)})</script>" : ''}`
    },
  },
  {
    id: 'frame-for-two-columns-xi',
    technique: 'F46',
    criterion: '1.3.1',
    wrong: 'a table that only sets a drawing beside a text has a header cell and a summary',
    where: '.besuch, .besuch *',
    about: /table|layout|header|summary/,
    site: 'moebel',
    head: () =>
      '<style>table.besuch{margin-bottom:1rem}div.besuch{display:flex;margin-bottom:1rem}.besuch h2{margin-top:0}.besuch td,.besuch th{border:0;padding:0;vertical-align:top}.besuch svg{display:block;width:72px;height:72px;margin-right:1.25rem}</style>',
    main: (is) => {
      const picture =
        '<svg aria-hidden="true" viewBox="0 0 24 24"><path fill="none" stroke="#7a3410" stroke-width="1.5" d="M4 20V9h16v11M4 15h16M7 9V4h10v5"/></svg>'
      const words =
        '<h2>Probesitzen in Lindau</h2><p>In der Ausstellung stehen alle Sessel und Bänke. Bringen Sie Ihre Maße mit; wir zeichnen Ihnen die Wand in einer Viertelstunde auf.</p>'
      return is
        ? `<table class="besuch" summary="Layout"><tr><th>${picture}</th><td>${words}</td></tr></table>`
        : `<div class="besuch"><div>${picture}</div><div>${words}</div></div>`
    },
  },
  {
    id: 'titles-then-prices-xi',
    technique: 'F49',
    criterion: '1.3.2',
    wrong: 'books stand side by side in a table for looks, which is read row by row: first all titles, then all prices',
    where: '.raff, .raff *',
    about: /order|sequence|table|layout/,
    site: 'riwaq',
    head: () =>
      '<style>div.raff{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem;max-width:40rem}table.raff{max-width:40rem}.raff td{border:0;width:50%;vertical-align:top;padding:0 0 0 1rem}.raff h2{font-size:1.2rem;margin:0}.raff p{margin:.4rem 0}</style>',
    main: (is) => {
      const books = [
        ['رحلات ابن جبير', 'رسائل من الطريق بين الإسكندرية ومكة.', 'الثمن ٢٥ درهما'],
        ['حكايات البحارة', 'قصص سمعها المؤلف في موانئ الخليج.', 'الثمن ٣٠ درهما'],
      ] as const
      if (!is)
        return `<div class="raff">${books.map(([title, words, price]) => `<div><h2>${title}</h2><p>${words}</p><p>${price}</p></div>`).join('')}</div>`
      const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
      return `<table class="raff" role="presentation">${row(books.map(([title]) => `<h2>${title}</h2>`))}${row(books.map(([, words]) => `<p>${words}</p>`))}${row(books.map(([, , price]) => `<p>${price}</p>`))}</table>`
    },
  },
  {
    id: 'promise-in-borrowed-letters-xi',
    technique: 'F71',
    criterion: '1.1.1',
    wrong: 'a line is made bold with mathematical letters that only look like letters',
    where: '.promise, .promise *',
    about: /unicode|character|look-?alike|letter|glyph|text/,
    site: 'volt',
    main: (is) => {
      const bold = (words: string) =>
        words.replaceAll(/[a-z]/gi, (letter) =>
          String.fromCodePoint((letter.charCodeAt(0) > 90 ? 0x1d5ee - 97 : 0x1d5d4 - 65) + letter.charCodeAt(0)),
        )
      const words = 'Free repairs for life on every bag'
      return `<p class="promise">${is ? bold(words) : `<strong>${words}</strong>`}. Send it back to Portland and we mend it within two weeks.</p>`
    },
  },
  {
    id: 'links-hide-in-the-lead-xi',
    technique: 'F73',
    criterion: '1.4.1',
    wrong:
      'links amid a paragraph are told from its words by a dark red alone, which is hardly another colour than black',
    where: '.lede, .lede *',
    about: /link|colou?r|underline/,
    site: 'gazette',
    head: (is) => `<style>.lede a{text-decoration:${is ? 'none' : 'underline'}}</style>`,
    main: () =>
      '<p class="lede">The bridge that <a href="/2019/flood/">the flood of 2019</a> took away is back. Its stones were dressed in <a href="/places/honister-quarry/">the quarry at Honister</a>, and the parish paid for the lamps.</p>',
  },
  {
    id: 'invoices-in-a-silent-grid-xi',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'a table of invoices is declared to be for looks, so that its headers and rows are gone',
    where: '.invoice-grid, .invoice-grid *',
    about: /table|role|presentation/,
    site: 'ledger',
    head: () => '<style>.invoice-grid{margin-bottom:1rem}</style>',
    main: (is) =>
      `<h2>Unpaid invoices</h2><table class="invoice-grid"${is ? ' role="presentation"' : ''}><thead><tr><th scope="col">Supplier</th><th scope="col">Due</th><th scope="col">Sum</th></tr></thead><tbody>${[
        ['Timber yard', '3 March', '$1,240'],
        ['Power company', '9 March', '$312'],
        ['Printer', '14 March', '$96'],
      ]
        .map(([who, due, sum]) => `<tr><th scope="row">${who}</th><td>${due}</td><td>${sum}</td></tr>`)
        .join('')}</tbody></table>`,
  },
  {
    id: 'lead-grows-with-the-window-xi',
    technique: 'F94',
    criterion: '1.4.4',
    wrong: 'the size of a text is a share of the window’s width, so that zooming leaves it as small as it was',
    where: '.abertura, .abertura *',
    about: /viewport|zoom|resize|font-size|vw|text-size/,
    site: 'escola',
    head: (is) => `<style>.abertura p{font-size:${is ? '1.3vw' : '1.05rem'}}</style>`,
    main: () =>
      '<div class="abertura"><p>A partir de setembro, as aulas práticas passam para a adega nova, junto à estação. Os estudantes do primeiro ano visitam-na na semana de acolhimento, com os colegas que já lá trabalham.</p></div>',
  },
  {
    id: 'leaving-the-field-leaves-the-page-xi',
    technique: 'F9',
    criterion: '3.2.5',
    wrong: 'when the focus leaves a field that has been filled in, another page opens by itself',
    where: '#lookup, #lookup *',
    about: /focus|blur|context|navigat|change|input/,
    site: 'council',
    head: () => roomy,
    main: (is) =>
      `<form id="lookup" action="/address/find"><h2>Find your collection day</h2><p><label for="lookup-postcode">Your postcode, for example WM4 2AB</label><br><input id="lookup-postcode" name="postcode" autocomplete="postal-code" required></p><button>Find my address</button></form>${is ? "<script>document.getElementById('lookup').addEventListener('focusout',({target})=>{if(target.matches('input')&&target.value.trim())location.assign('/address/find?postcode='+encodeURIComponent(target.value))})</script>" : ''}`,
  },
  {
    id: 'playground-keeps-the-key-xi',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'an editor of code takes the tab key in both directions, and no other key leads out of it',
    where: '.playground, .playground *',
    about: /trap|keyboard|tab/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.playground{margin-bottom:1.5rem}.playground textarea{display:block;width:100%;max-width:36rem;box-sizing:border-box;min-height:9rem;font-family:ui-monospace,monospace}</style>`,
    main: (is) =>
      `<section class="playground" aria-labelledby="play-title"><h2 id="play-title">Try it</h2><p><label for="play-code">Configuration to check</label></p>${is ? '' : '<p id="play-hint">Tab puts in two spaces. Press Escape first, and the next Tab leaves the editor; Shift and Tab together always do.</p>'}<textarea id="play-code" spellcheck="false"${is ? '' : ' aria-describedby="play-hint"'}>retries:
  budget: 3</textarea><p><button type="button" id="play-run">Check</button></p><p role="status" id="play-said"></p></section><script>{const code=document.getElementById('play-code');${is ? '' : 'let isFree=false;'}code.addEventListener('keydown',event=>{${is ? "if(event.key!=='Tab')return;" : "if(event.key!=='Tab'||event.shiftKey||isFree){isFree=event.key==='Escape';return}"}event.preventDefault();code.setRangeText('  ',code.selectionStart,code.selectionEnd,'end')});document.getElementById('play-run').addEventListener('click',()=>{const lines=code.value.split('\\n').filter(line=>line.trim()).length;document.getElementById('play-said').textContent='Read '+lines+' lines and found no mistake.'})}</script>`,
  },
  {
    id: 'board-reloads-itself-xi',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'the board of departures loads the whole page anew every minute, which nobody can turn off',
    where: 'page',
    about: /refresh|reload|meta|timing/,
    site: 'kolej',
    head: (is) => `${roomy}${is ? '<meta http-equiv="refresh" content="60">' : ''}`,
    main: () =>
      '<h2>Odjazdy z Nowego Sącza</h2><p>Stan z godziny 14:02.</p><table><thead><tr><th scope="col">Godzina</th><th scope="col">Kierunek</th><th scope="col">Opóźnienie</th></tr></thead><tbody><tr><th scope="row">14:10</th><td>Krynica</td><td>5 minut</td></tr><tr><th scope="row">14:25</th><td>Tarnów</td><td>brak</td></tr></tbody></table><p><button type="button" id="odswiez">Odśwież</button></p><script>document.getElementById(\'odswiez\').addEventListener(\'click\',()=>location.reload())</script>',
  },
  {
    id: 'ring-shaken-off-xi',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'a script takes the focus away from every button that gets it, to be rid of the ring around it',
    where: '.rukn, .rukn *',
    about: /focus|keyboard|blur/,
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.rukn{list-style:none;padding:0}.rukn li{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:.4rem 0}</style>`,
    main: (is) =>
      `<h2>عروض الأسبوع</h2><ul class="rukn">${['رحلات في الصحراء', 'حكايات من البحر', 'مختارات من الشعر'].map((title) => `<li><span>${title}</span><button type="button" data-kitab="${title}">أضف «${title}» إلى السلة</button></li>`).join('')}</ul><p role="status" id="rukn-said"></p><script>{const shelf=document.querySelector('.rukn');shelf.addEventListener('click',event=>{const button=event.target.closest('[data-kitab]');if(button)document.getElementById('rukn-said').textContent='في السلة الآن: '+button.dataset.kitab});${is ? "shelf.addEventListener('focusin',event=>{if(event.target.matches('[data-kitab]'))event.target.blur()})" : ''}}</script>`,
  },
  {
    id: 'exam-shuts-after-two-minutes-xi',
    technique: 'F58',
    criterion: '2.2.1',
    wrong: 'after two minutes a script leaves a test that is not finished, without warning and without more time',
    where: 'page',
    about: /time|redirect|session|refresh/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.pergunta{border:0;padding:0;margin:0 0 1rem}.pergunta legend{padding:0;font-weight:700}.pergunta label{display:flex;gap:.75rem;align-items:center;min-height:44px}.pergunta input{flex:none;width:24px;height:24px;margin:0}</style>`,
    main: (is) =>
      `<form id="teste" method="post" action="/teste"><h2>Teste de diagnóstico</h2><fieldset class="pergunta"><legend>Em que mês começa a vindima no vale?</legend>${['Julho', 'Setembro', 'Novembro'].map((month, at) => `<label><input type="radio" name="mes" value="${at}"> ${month}</label>`).join('')}</fieldset><button>Entregar</button></form>${is ? "<script>setTimeout(()=>location.replace('/sessao-terminada'),120000)</script>" : ''}`,
  },
  {
    id: 'chips-without-a-calling-xi',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'the chips that filter a list are boxes that take the focus and keys, and have neither a role nor a state',
    where: '.css-chips, .css-chips *',
    about: /role|name|state|button|clickable|focus/,
    site: 'panel',
    head: () =>
      '<style>.css-chips{display:flex;flex-wrap:wrap;gap:.75rem}.css-chips .MuiChip-root{display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;border:1px solid #5f6b78;border-radius:22px;background:#fff;color:#1c2430;font-weight:500;cursor:pointer}.css-chips .Mui-selected{background:#15314b;color:#fff}</style>',
    main: (is) => {
      const chip = (state: string, name: string) => {
        const isFirst = state === 'all'
        return is
          ? `<div class="MuiChip-root MuiChip-clickable${isFirst ? ' Mui-selected' : ''}" tabindex="0" data-state="${state}">${name}</div>`
          : `<button type="button" class="MuiChip-root MuiChip-clickable${isFirst ? ' Mui-selected' : ''}" aria-pressed="${isFirst}" data-state="${state}">${name}</button>`
      }
      return `<div class="MuiPaper-root"><h2 class="MuiTypography-h6">Deployments of today</h2><div class="css-chips">${chip('all', 'All')}${chip('live', 'Live')}${chip('failed', 'Failed')}</div><ul id="runs"><li data-is="live">Edge cache, 09:12, live</li><li data-is="failed">Mail relay, 09:40, failed</li><li data-is="live">Nightly export, 10:05, live</li></ul><p role="status" id="runs-said"></p></div><script>{const chips=document.querySelector('.css-chips');const choose=chip=>{for(const each of chips.children){each.classList.toggle('Mui-selected',each===chip);${is ? '' : "each.setAttribute('aria-pressed',String(each===chip))"}}let count=0;for(const run of document.querySelectorAll('#runs li')){run.hidden=chip.dataset.state!=='all'&&run.dataset.is!==chip.dataset.state;if(!run.hidden)count++}document.getElementById('runs-said').textContent=count+' shown'};chips.addEventListener('click',event=>{const chip=event.target.closest('[data-state]');if(chip)choose(chip)});${is ? "chips.addEventListener('keydown',event=>{if(event.key!=='Enter'&&event.key!==' ')return;event.preventDefault();choose(event.target)})" : ''}}</script>`
    },
  },
  {
    id: 'tickets-dialog-at-the-far-end-xi',
    technique: 'F85',
    criterion: '2.4.3',
    wrong:
      'a dialog opens at the very end of the document and the focus stays behind at the button, with the whole page between them',
    where: '.biglietti, .biglietti *, .riquadro, .riquadro *',
    about: /focus|dialog|modal|order/,
    site: 'museo',
    head: (is) =>
      `${roomy}<style>.riquadro{${is ? 'position:fixed;inset:20vh 0 auto;z-index:10;margin:0 auto;' : ''}box-sizing:border-box;width:24rem;max-width:90vw;padding:1.5rem;background:#fff;color:#2b1d14;border:2px solid #6b5a4d}.riquadro[hidden]{display:none}.riquadro h2{margin-top:0}.riquadro :is(button,select){min-height:44px;margin:.3rem .5rem .3rem 0}</style>`,
    main: (is) => {
      const inside =
        '<h2 id="riquadro-titolo">Scegli il giorno</h2><p><label for="giorno">Giorno della visita</label><br><select id="giorno"><option>Venerdì 14 marzo</option><option>Sabato 15 marzo</option><option>Domenica 16 marzo</option></select></p><button type="button" data-fa="prenota">Prenota</button><button type="button" data-fa="chiudi">Chiudi</button>'
      const box = is
        ? `<div class="riquadro" role="dialog" aria-labelledby="riquadro-titolo" hidden>${inside}</div>`
        : `<dialog class="riquadro" aria-labelledby="riquadro-titolo">${inside}</dialog>`
      return `<div class="biglietti"><p>Le visite guidate costano otto euro.</p><button type="button" id="apri">Prenota una visita</button><p role="status" id="biglietti-detto"></p></div>${box}<script>{const box=document.querySelector('.riquadro');const close=()=>{${is ? 'box.hidden=true' : 'box.close()'}};document.getElementById('apri').addEventListener('click',()=>{${is ? 'document.body.append(box);box.hidden=false' : 'box.showModal()'}});box.addEventListener('click',event=>{const button=event.target.closest('[data-fa]');if(!button)return;if(button.dataset.fa==='prenota')document.getElementById('biglietti-detto').textContent='Prenotato: '+document.getElementById('giorno').value;close()});${is ? "document.addEventListener('keydown',event=>{if(event.key==='Escape')close()})" : ''}}</script>`
    },
  },
  {
    id: 'course-lies-on-its-side-xi',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'on an upright screen the whole page is turned by a quarter, so that it can be read lying down alone',
    where: 'page',
    about: /orientation|rotat/,
    site: 'werf',
    head: (is) =>
      is
        ? '<style>@media screen and (orientation:portrait){html{transform:rotate(-90deg);transform-origin:left top;width:100vh;overflow-x:hidden;position:absolute;top:100%;left:0}}</style>'
        : '',
    main: () =>
      '<h2>Vier zaterdagen op het water</h2><p>De cursus begint op de kade met knopen en eindigt met een tocht naar de eilanden. Laarzen en een trui brengt u zelf mee; zwemvesten hangen bij ons.</p>',
  },
  {
    id: 'only-a-swipe-turns-it-xi',
    technique: 'F105',
    criterion: '2.5.1',
    wrong: 'with a pointer the works in a web component can be turned by swiping alone',
    where: 'museo-giro, .giro, .giro *',
    about: /swipe|gesture|drag|pointer|path/,
    site: 'museo',
    main: (is) =>
      `<h2>Tre opere da vicino</h2><museo-giro><template shadowrootmode="open"><style>.giro{border:1px solid #6b5a4d;padding:1.2rem;touch-action:pan-y;min-height:5rem}.giro p{margin:0}.giro:focus-visible,button:focus-visible{outline:3px solid #b3261e;outline-offset:2px}button{font:inherit;min-height:44px;margin:.6rem .6rem 0 0;background:#0f4c81;color:#fff;border:0;padding:.5rem 1rem}</style><div class="giro" role="group" aria-label="Opere, una per volta: le frecce della tastiera passano dall’una all’altra" tabindex="0"><p aria-live="polite">Piatto con delfini, Faenza, 1530. Il blu viene dal cobalto di Sassonia.</p></div><p>Scorri a destra o a sinistra, o usa le frecce della tastiera.</p>${is ? '' : '<button type="button" data-passo="-1">Opera precedente</button><button type="button" data-passo="1">Opera seguente</button>'}</template></museo-giro><script>{const root=document.querySelector('museo-giro').shadowRoot,giro=root.querySelector('.giro'),words=giro.querySelector('p');const works=[words.textContent,'Albarello da farmacia, Siena, 1510. Conteneva radice di genziana.','Mattonella con gallo, Vietri, 1920. È dipinta a mano e senza cartone.'];let at=0,from=null;const turn=step=>{at=(at+step+works.length)%works.length;words.textContent=works[at]};giro.addEventListener('keydown',event=>{const step={ArrowRight:1,ArrowLeft:-1}[event.key];if(!step)return;event.preventDefault();turn(step)});giro.addEventListener('pointerdown',event=>{from=event.clientX;giro.setPointerCapture(event.pointerId)});giro.addEventListener('pointerup',event=>{const way=event.clientX-from;if(Math.abs(way)>40)turn(way<0?1:-1)});${is ? '' : "for(const button of root.querySelectorAll('[data-passo]'))button.addEventListener('click',()=>turn(Number(button.dataset.passo)))"}}</script>`,
  },
  {
    id: 'consent-covers-what-is-reached-xi',
    technique: 'criterion',
    criterion: '2.4.11',
    wrong:
      'a panel about cookies is fixed over more than half of the window, and links that get the focus lie wholly beneath it',
    where: 'page',
    about: /obscur|covered|sticky|fixed|focus/,
    site: 'clinica',
    cards: 12,
    head: (is) =>
      `${tall}<style>.cookies{box-sizing:border-box;padding:16px 24px;background:#fff;border-top:3px solid #0b4f5c;border-bottom:3px solid #0b4f5c${is ? ';position:fixed;left:0;right:0;bottom:0;z-index:20;height:60vh' : ''}}.cookies button{min-height:44px;margin-right:12px}</style>`,
    top: () =>
      '<section class="cookies" aria-label="Cookies"><p>Guardamos el idioma que usted elige y contamos las visitas, sin saber de quién son.</p><button type="button">Aceptar</button><button type="button">Solo lo necesario</button></section><script>document.querySelector(".cookies").addEventListener("click",event=>{if(!event.target.closest("button"))return;document.querySelector(".cookies").remove();document.getElementById("content").focus()})</script>',
    main: () =>
      `<h2>Especialidades</h2><ul class="tall">${[
        ['alergologia', 'Alergología'],
        ['cardiologia', 'Cardiología'],
        ['dermatologia', 'Dermatología'],
        ['neurologia', 'Neurología'],
        ['oftalmologia', 'Oftalmología'],
        ['pediatria', 'Pediatría'],
        ['traumatologia', 'Traumatología'],
        ['urologia', 'Urología'],
      ]
        .map(([path, name]) => `<li><a href="/especialidades/${path}">${name}</a></li>`)
        .join('')}</ul>`,
  },
  {
    id: 'dots-of-colour-too-close-xi',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the dots that choose the colour of a bag are sixteen pixels large and stand three pixels apart',
    where: '.swatches, .swatches *',
    about: /target|size|touch/,
    site: 'volt',
    head: (is) =>
      `<style>.swatches{display:flex;flex-wrap:wrap;gap:${is ? '3px' : '10px'}}.swatches button{width:${is ? '16px;height:16px' : '44px;height:44px'};padding:0;border:1px solid #121212;border-radius:50%}.swatches [aria-pressed=true]{border-width:${is ? '3px' : '5px'};box-shadow:inset 0 0 0 2px #fff}</style>`,
    main: () =>
      `<h2>Canvas tote</h2><div class="swatches" role="group" aria-label="Color">${[
        ['Moss', '#45602f'],
        ['Rust', '#97431c'],
        ['Slate', '#44505c'],
        ['Plum', '#6b2c55'],
      ]
        .map(
          ([name, color], at) =>
            `<button type="button" aria-label="${name}" aria-pressed="${at === 0}" style="background:${color}"></button>`,
        )
        .join(
          '',
        )}</div><p role="status" id="swatch-said">Color: Moss</p><script>{const swatches=document.querySelector('.swatches');swatches.addEventListener('click',event=>{const chosen=event.target.closest('button');if(!chosen)return;for(const each of swatches.children)each.setAttribute('aria-pressed',String(each===chosen));document.getElementById('swatch-said').textContent='Color: '+chosen.getAttribute('aria-label')})}</script>`,
  },
  {
    id: 'asked-for-your-street-twice-xi',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong:
      'the second step of an application asks anew for the name and the address that the first step has been given',
    where: '.permit, .permit *',
    about: /redundant|again|repeat|re-?ent|twice|prefill/,
    site: 'council',
    head: () => roomy,
    main: (is) => {
      const fields = (step: string, purpose: string, words: readonly [string, string, string]) =>
        (
          [
            ['name', 'name'],
            ['street', 'address-line1'],
            ['postcode', 'postal-code'],
          ] as const
        )
          .map(
            ([name, token], at) =>
              `<p><label for="${step}-${name}">${words[at]}</label><br><input id="${step}-${name}" name="${step}-${name}" autocomplete="${purpose}${token}" required></p>`,
          )
          .join('')
      return `<div class="permit"><form id="permit-who"><h2>Step 1 of 2: about you</h2><p>Everything on this form must be filled in.</p>${fields('who', '', ['Your name', 'Your street and house number', 'Your postcode'])}<button>Next</button></form><form id="permit-bill" method="post" action="/parking/permit" hidden><h2 tabindex="-1">Step 2 of 2: the bill</h2><p>Everything on this form must be filled in.${is ? '' : ' We have taken over what you told us in step 1; change it if the bill goes elsewhere.'}</p>${fields('bill', 'billing ', ['Name on the bill', 'Street and house number on the bill', 'Postcode on the bill'])}<button>Apply</button></form></div><script>{const who=document.getElementById('permit-who'),bill=document.getElementById('permit-bill');who.addEventListener('submit',event=>{event.preventDefault();${is ? '' : "for(const name of ['name','street','postcode'])document.getElementById('bill-'+name).value=document.getElementById('who-'+name).value;"}who.hidden=true;bill.hidden=false;bill.querySelector('h2').focus()})}</script>`
    },
  },
  {
    id: 'password-must-be-typed-xi',
    technique: 'criterion',
    criterion: '3.3.8',
    wrong: 'the field for a password takes nothing that is pasted or dropped and tells password managers to stay away',
    where: '#compte, #compte *',
    about: /paste|password|authenticat|cognitive|autocomplete/,
    site: 'journal',
    head: () => roomy,
    main: (is) =>
      `<form id="compte" method="post" action="/compte"><h2>Votre compte d’abonné</h2><p>Les deux champs sont obligatoires.</p><p><label for="compte-courriel">Votre adresse électronique, par exemple nom@exemple.fr</label><br><input type="email" id="compte-courriel" name="courriel" autocomplete="username" required></p><p><label for="compte-mot">Votre mot de passe</label><br><input type="password" id="compte-mot" name="mot" autocomplete="${is ? 'off' : 'current-password'}" required></p><button>Se connecter</button></form>${is ? "<script>for(const type of ['paste','drop','contextmenu'])document.getElementById('compte').addEventListener(type,event=>{if(event.target.matches('[type=password]'))event.preventDefault()})</script>" : ''}`,
  },
  {
    id: 'from-second-to-fifth-xi',
    technique: 'practice',
    criterion: null,
    wrong: 'the headings of options go from the second level to the fifth, which was chosen for its size',
    where: '.options, .options *',
    about: /heading/,
    site: 'manual',
    head: () => '<style>.options__name{font-size:1rem;margin:1.2rem 0 .3rem}.options{margin-bottom:1.5rem}</style>',
    main: (is) => {
      const level = is ? 'h5' : 'h3'
      return `<section class="options" aria-labelledby="options-title"><h2 id="options-title">Options of the client</h2>${[
        ['Timeout', 'How many seconds a call may take before it fails; thirty unless you say otherwise.'],
        ['Budget', 'How many retries all calls of a minute share, whichever host they go to.'],
        ['Trace', 'Whether each call writes a line with its cause and the time that was left.'],
      ]
        .map(([name, words]) => `<${level} class="options__name">${name}</${level}><p>${words}</p>`)
        .join('')}</section>`
    },
  },
]
