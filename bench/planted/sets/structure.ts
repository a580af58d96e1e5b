/** Planted failures of structure: what is seen and not said in markup (1.3.1), order (1.3.2), instructions (1.3.3), 1.3.4 and 1.3.5. */
import { either, type Plant } from '#bench/planted/plant'

const heading = /heading/
const list = /list|bullet/
const table = /table|header|cell|scope|caption|th-|td-|row|column/

const lines = (words: readonly string[]) => words.join('\n')

export const structure: readonly Plant[] = [
  {
    id: 'bold-as-heading',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'a heading is a bold paragraph in a larger size',
    where: '.as-title',
    about: heading,
    site: 'library',
    head: () => '<style>.as-title{font-size:1.5em;font-weight:700;margin:1em 0 .3em}</style>',
    main: (is) =>
      `${is ? '<p class="as-title">How to borrow a map</p>' : '<h2 class="as-title">How to borrow a map</h2>'}<p>Fill in the yellow slip at the desk and bring your card. The map is fetched from the basement, which takes a quarter of an hour.</p>`,
  },
  {
    id: 'strong-as-heading',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'headings are strong elements alone in their paragraphs',
    where: '.terms p strong, .terms h2',
    about: heading,
    site: 'moebel',
    main: (is) =>
      `<div class="terms">${[
        [
          'Lieferung frei Haus',
          'Unsere Fahrer tragen die Möbel bis in das Zimmer und nehmen die Verpackung wieder mit.',
        ],
        ['Rückgabe', 'Innerhalb von dreißig Tagen holen wir jedes Stück ab, ohne nach dem Grund zu fragen.'],
        ['Garantie', 'Auf alle Gestelle aus Holz geben wir zehn Jahre, auf Stoffe und Polster drei.'],
      ]
        .map(
          ([name, text]) =>
            `${is ? `<p style="font-size:22px"><strong>${name}</strong></p>` : `<h2 style="font-size:22px">${name}</h2>`}<p>${text}</p>`,
        )
        .join('')}</div>`,
  },
  {
    id: 'div-headings',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'headings of a whole page are styled divs',
    where: '.site-subtitle',
    about: heading,
    site: 'clinica',
    head: () => '<style>.site-subtitle{font-size:28px;font-weight:700;color:#0b4f5c;margin:24px 0 8px}</style>',
    main: (is) => {
      const tag = is ? 'div' : 'h2'
      return `<${tag} class="site-subtitle">Antes de la visita</${tag}><p>Traiga los informes de otros médicos y la lista de los medicamentos que toma cada día.</p><${tag} class="site-subtitle">Después de la visita</${tag}><p>El informe llega a su buzón en dos días y puede recogerlo también en el mostrador.</p>`
    },
  },
  {
    id: 'dashes-as-list',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'a list is written with dashes and line breaks',
    where: '.bring',
    about: list,
    site: 'council',
    main: either(
      '<h2>What you need</h2><p class="bring">- your reference number<br>- a photograph of the vehicle<br>- proof of your address<br>- a bank card</p>',
      '<h2>What you need</h2><ul class="bring"><li>your reference number</li><li>a photograph of the vehicle</li><li>proof of your address</li><li>a bank card</li></ul>',
    ),
  },
  {
    id: 'numbers-as-list',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'numbered steps are paragraphs that begin with numbers',
    where: '.steps',
    about: list,
    site: 'manual',
    main: either(
      '<h2>Install it</h2><div class="steps"><p>1. Download the archive for your system.</p><p>2. Check its signature.</p><p>3. Unpack it into a folder of its own.</p><p>4. Add the folder to the path.</p></div>',
      '<h2>Install it</h2><ol class="steps"><li>Download the archive for your system.</li><li>Check its signature.</li><li>Unpack it into a folder of its own.</li><li>Add the folder to the path.</li></ol>',
    ),
  },
  {
    id: 'columns-by-spaces',
    technique: 'F33',
    criterion: '1.3.1',
    wrong: 'two columns of text are made with spaces',
    where: '.two-columns',
    about: /pre|space|column|table|layout/,
    site: 'kolej',
    main: (is) =>
      is
        ? `<pre class="two-columns">${lines(['Pociągi w dni robocze          Pociągi w soboty i święta', 'odjeżdżają co pół godziny      odjeżdżają co dwie godziny', 'z toru pierwszego, zawsze      z toru trzeciego, tylko od', 'z dwoma wagonami.              maja do końca września.'])}</pre>`
        : '<div class="two-columns" style="columns:2"><p>Pociągi w dni robocze odjeżdżają co pół godziny z toru pierwszego, zawsze z dwoma wagonami.</p><p>Pociągi w soboty i święta odjeżdżają co dwie godziny z toru trzeciego, tylko od maja do końca września.</p></div>',
  },
  {
    id: 'table-by-spaces',
    technique: 'F34',
    criterion: '1.3.1',
    wrong: 'a table is made with spaces',
    where: '.prices',
    about: /pre|space|table|tabular/,
    site: 'museo',
    main: (is) =>
      is
        ? `<div class="prices" style="white-space:pre;font-family:monospace">${lines(['Biglietto         Feriali      Festivi', 'Intero            12,00        14,00', 'Ridotto            8,00         9,00', 'Scuole             4,00         5,00'])}</div>`
        : '<table class="prices"><thead><tr><th scope="col">Biglietto</th><th scope="col">Feriali</th><th scope="col">Festivi</th></tr></thead><tbody><tr><th scope="row">Intero</th><td>12,00</td><td>14,00</td></tr><tr><th scope="row">Ridotto</th><td>8,00</td><td>9,00</td></tr><tr><th scope="row">Scuole</th><td>4,00</td><td>5,00</td></tr></tbody></table>',
  },
  {
    id: 'table-in-pre',
    technique: 'F48',
    criterion: '1.3.1',
    wrong: 'tabular data in a pre element',
    where: '.figures',
    about: /pre|table|tabular/,
    site: 'ledger',
    main: (is) =>
      is
        ? `<pre class="figures">${lines(['Supplier        Invoices   Open', '-------------------------------', 'Timber yard           14      2', 'Stone works            3      0', 'Paint and glass       21      7', 'Transport              9      1'])}</pre>`
        : '<table class="figures"><tr><th scope="col">Supplier</th><th scope="col">Invoices</th><th scope="col">Open</th></tr><tr><th scope="row">Timber yard</th><td>14</td><td>2</td></tr><tr><th scope="row">Stone works</th><td>3</td><td>0</td></tr><tr><th scope="row">Paint and glass</th><td>21</td><td>7</td></tr></table>',
  },
  {
    id: 'heading-for-looks',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'a heading element makes a sentence large that heads nothing',
    where: '.claim',
    about: heading,
    site: 'journal',
    main: (is) => {
      const tag = is ? 'h4' : 'p'
      return `<p>Le marché rouvre samedi.</p><${tag} class="claim">Depuis ce matin, plus de deux cents marchands ont demandé une place sous la halle, et la mairie étudie leurs dossiers un par un avant de répondre à la fin du mois.</${tag}><p>Les réponses arriveront par courrier.</p>`
    },
  },
  {
    id: 'blockquote-for-indent',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'a quotation element indents what nobody said',
    where: '.indent',
    about: /quote|indent/,
    site: 'council',
    main: (is) =>
      is
        ? '<h2>Where to send it</h2><blockquote class="indent">Westmere District Council<br>Parking Services<br>High Street 1</blockquote>'
        : '<h2>Where to send it</h2><address class="indent" style="margin-left:40px">Westmere District Council<br>Parking Services<br>High Street 1</address>',
  },
  {
    id: 'list-for-indent',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'list items stand outside of any list',
    where: '.stray',
    about: list,
    site: 'werf',
    main: (is) =>
      `<h2>Wat wij doen</h2>${is ? '<div class="stray"><li>schepen bouwen</li><li>motoren herstellen</li><li>zeilen maken</li></div>' : '<ul class="stray"><li>schepen bouwen</li><li>motoren herstellen</li><li>zeilen maken</li></ul>'}`,
  },
  {
    id: 'fieldset-for-border',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'a list of definitions with other children',
    where: 'dl',
    about: /definition|dl|list/,
    site: 'manual',
    main: (is) =>
      `<h2>Exit codes</h2><dl>${is ? '<p>0</p><p>All went well</p><p>2</p><p>The command was wrong</p>' : '<dt>0</dt><dd>All went well</dd><dt>2</dt><dd>The command was wrong</dd>'}</dl>`,
  },
  {
    id: 'layout-table-with-headers',
    technique: 'F46',
    criterion: '1.3.1',
    wrong: 'a table for layout has header cells and a caption',
    where: '.frame-table',
    about: table,
    site: 'kolej',
    main: (is) =>
      `<table class="frame-table"${is ? '' : ' role="presentation"'}>${is ? '<caption>Układ strony</caption>' : ''}<tr>${is ? '<th>' : '<td>'}<a href="/mapa">Mapa połączeń</a><p>Wszystkie linie na jednym planie, z przesiadkami i czasem jazdy.</p>${is ? '</th>' : '</td>'}<td><form action="/szukaj"><label for="dokad">Dokąd jedziesz</label> <input id="dokad" name="dokad"> <button>Szukaj</button></form></td></tr></table>`,
  },
  {
    id: 'layout-table-with-summary',
    technique: 'F46',
    criterion: '1.3.1',
    wrong: 'a table of role presentation has a summary and header cells',
    where: '.grid-table',
    about: table,
    site: 'library',
    main: (is) =>
      `<table class="grid-table" role="presentation"${is ? ' summary="Two columns of pictures"' : ''}><tr><${is ? 'th' : 'td'}>Children come on Mondays and bring a blanket</${is ? 'th' : 'td'}><td>Grown-ups come on Fridays and bring a book</td></tr></table>`,
  },
  {
    id: 'generated-content',
    technique: 'F87',
    criterion: '1.3.1',
    wrong: 'words that matter are put in by a stylesheet',
    where: '.deadline',
    about: /generated|content|css|before|pseudo/,
    site: 'council',
    head: (is) => (is ? '<style>.deadline::before{content:"Closed since 1 March: "}</style>' : ''),
    main: (is) =>
      `<h2>Comments on the plan</h2><p class="deadline">${is ? '' : 'Closed since 1 March: '}comments are kept for ten years.</p>`,
  },
  {
    id: 'generated-prices',
    technique: 'F87',
    criterion: '1.3.1',
    wrong: 'prices are put in by a stylesheet',
    where: '.price',
    about: /generated|content|css|after|pseudo/,
    site: 'moebel',
    head: (is) => (is ? '<style>.price::after{content:"jetzt nur noch 349 Euro"}</style>' : ''),
    main: (is) =>
      `<h2>Sessel der Woche</h2><p class="price">Mit Bezug aus Wolle ${is ? '' : 'jetzt nur noch 349 Euro'}</p>`,
  },
  {
    id: 'headers-wrong-ids',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'cells name headers that are not there',
    where: '.exam',
    about: table,
    site: 'library',
    main: (is) =>
      `<table class="exam"><caption>Borrowed in March</caption><tr><td></td><th id="books" scope="col">Books</th><th id="maps" scope="col">Maps</th></tr><tr><th id="old" scope="row">Old Town</th><td headers="old ${is ? 'bookz' : 'books'}">412</td><td headers="old ${is ? 'mapz' : 'maps'}">18</td></tr><tr><th id="river" scope="row">Riverside</th><td headers="river books">390</td><td headers="river maps">22</td></tr></table>`,
  },
  {
    id: 'headers-on-cells',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'cells are tied to other data cells as if those were headers',
    where: '.tied',
    about: table,
    site: 'ledger',
    main: (is) =>
      `<table class="tied"><caption>Open amounts</caption><tr><th id="supplier" scope="col">Supplier</th><th id="sum" scope="col">Sum</th><th id="due" scope="col">Due</th></tr><tr><td id="row1" headers="supplier">Timber yard</td><td headers="${is ? 'row1 gone' : 'sum'}">1,200</td><td headers="due">June</td></tr><tr><td headers="supplier">Stone works</td><td headers="sum">310</td><td headers="due">July</td></tr></table>`,
  },
  {
    id: 'table-without-headers',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'a table of data has no header cells',
    where: '.sailings',
    about: table,
    site: 'werf',
    head: () => '<style>.sailings tr:first-child td{font-weight:700;background:#dce8f4}</style>',
    main: (is) => {
      const cell = is ? ['<td>', '</td>'] : ['<th scope="col">', '</th>']
      return `<h2>Vaartijden</h2><table class="sailings"><tr>${['Schip', 'Vertrek', 'Aankomst'].map((name) => cell.join(name)).join('')}</tr><tr><td>De Hoop</td><td>09:00</td><td>11:30</td></tr><tr><td>Vrouwe Jacoba</td><td>10:15</td><td>13:00</td></tr><tr><td>Zeemeeuw</td><td>12:00</td><td>14:45</td></tr></table>`
    },
  },
  {
    id: 'table-bold-headers',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'header cells are data cells with bold text',
    where: '.fees',
    about: table,
    site: 'council',
    main: (is) => {
      const [open, close] = is ? ['<td><b>', '</b></td>'] : ['<th scope="col">', '</th>']
      return `<h2>Fees</h2><table class="fees"><tr>${open}Permit${close}${open}Per month${close}${open}Per year${close}</tr><tr><td>Resident</td><td>6</td><td>60</td></tr><tr><td>Visitor</td><td>11</td><td>118</td></tr><tr><td>Trade</td><td>20</td><td>210</td></tr></table>`
    },
  },
  {
    id: 'table-two-levels-no-scope',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'headers on two levels say not what they head',
    where: '.two-levels',
    about: table,
    site: 'clinica',
    main: (is) => {
      const group = is ? '<th colspan="2">' : '<th colspan="2" scope="colgroup">'
      const col = is ? '<th>' : '<th scope="col">'
      const row = is ? '<th>' : '<th scope="row">'
      return `<table class="two-levels"><caption>Horas de consulta</caption>${is ? '' : '<col><colgroup span="2"></colgroup><colgroup span="2"></colgroup>'}<tr><td rowspan="2"></td>${group}Mañana</th>${group}Tarde</th></tr><tr>${col}Desde</th>${col}Hasta</th>${col}Desde</th>${col}Hasta</th></tr><tr>${row}Pediatría</th><td>9</td><td>13</td><td>16</td><td>19</td></tr><tr>${row}Oftalmología</th><td>8</td><td>12</td><td>15</td><td>18</td></tr></table>`
    },
  },
  {
    id: 'data-table-presentation',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'a table of data has the role presentation',
    where: '.rates',
    about: table,
    site: 'ledger',
    main: (is) =>
      `<table class="rates"${is ? ' role="presentation"' : ''}><caption>Rates of tax</caption><tr><th scope="col">Goods</th><th scope="col">Rate</th></tr><tr><td>Timber</td><td>20 %</td></tr><tr><td>Books</td><td>0 %</td></tr></table>`,
  },
  {
    id: 'heading-presentation',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'a heading has the role none',
    where: '.quiet',
    about: /heading|presentation|role|none/,
    site: 'library',
    main: (is) =>
      `<h2 class="quiet"${is ? ' role="none"' : ''}>Lost property</h2><p>What was found is kept for three months at the desk by the stairs.</p>`,
  },
  {
    id: 'list-presentation',
    technique: 'F92',
    criterion: '1.3.1',
    wrong: 'the items of a list have the role presentation',
    where: '.items',
    about: /list|presentation|role|none/,
    site: 'manual',
    main: (is) =>
      `<h2>What is in the box</h2><ul class="items">${['a client', 'a server', 'a command'].map((name) => `<li${is ? ' role="presentation"' : ''}>${name}</li>`).join('')}</ul>`,
  },
  {
    id: 'visible-label-not-tied',
    technique: 'F111',
    criterion: '4.1.2',
    wrong: 'a field has a label that is seen and not tied',
    where: '#phone-line',
    about: /label|name/,
    site: 'council',
    main: (is) =>
      `<form action="/report"><p><${is ? 'span' : 'label for="phone-line"'} class="caption">Where is the bin</${is ? 'span' : 'label'}><br><input id="phone-line" name="place"></p><button>Send the report</button></form>`,
  },
  {
    id: 'label-for-nothing',
    technique: 'F111',
    criterion: '4.1.2',
    wrong: 'a label names an id that no field has',
    where: 'select, label[for]',
    about: /label|name/,
    site: 'moebel',
    main: (is) =>
      `<form action="/stoff"><label for="${is ? 'stoffe' : 'stoff'}">Stoff des Bezugs</label> <select id="stoff" name="stoff"><option>Leinen</option><option>Wolle</option></select> <button>Übernehmen</button></form>`,
  },
  {
    id: 'radios-without-group',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'radio buttons of one question have no group with a name',
    where: '.choice, .choice input',
    about: /radio|group|fieldset|legend/,
    site: 'council',
    main: (is) => {
      const radios = ['House', 'Flat', 'Houseboat']
        .map(
          (name, at) =>
            `<p><input type="radio" name="home" id="home-${at}" value="${at}"> <label for="home-${at}">${name}</label></p>`,
        )
        .join('')
      return `<form action="/tax">${is ? `<p>What kind of home is it?</p><div class="choice">${radios}</div>` : `<fieldset class="choice"><legend>What kind of home is it?</legend>${radios}</fieldset>`}<button>Continue the application</button></form>`
    },
  },
  {
    id: 'checkboxes-without-group',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'check boxes of one question have no group with a name',
    where: '.days, .days input',
    about: /checkbox|group|fieldset|legend/,
    site: 'clinica',
    main: (is) => {
      const boxes = ['Lunes', 'Martes', 'Miércoles', 'Jueves']
        .map((name) => `<label><input type="checkbox" name="dia" value="${name}"> ${name}</label> `)
        .join('')
      return `<form action="/turno"><${is ? 'div class="days"' : 'div class="days" role="group" aria-labelledby="dias"'}><p id="dias">¿Qué días puede venir?</p>${boxes}</div><button>Buscar turno</button></form>`
    },
  },
  {
    id: 'fieldset-without-legend',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a group of fields has no legend',
    where: 'fieldset',
    about: /group|fieldset|legend/,
    site: 'library',
    main: (is) =>
      `<form action="/join"><fieldset>${is ? '' : '<legend>Person to call in an emergency</legend>'}<p><label for="em-name">Name</label> <input id="em-name" name="em-name"></p><p><label for="em-phone">Telephone</label> <input id="em-phone" name="em-phone" type="tel"></p></fieldset><button>Join now</button></form>`,
  },
  {
    id: 'order-by-position',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'the sense of the order is made by a stylesheet alone',
    where: '.dialogue, .dialogue p',
    about: /order|sequence|position/,
    site: 'journal',
    head: (is) =>
      is
        ? '<style>.dialogue{display:flex;flex-direction:column}.dialogue p:nth-child(1){order:3}.dialogue p:nth-child(2){order:4}.dialogue p:nth-child(3){order:1}.dialogue p:nth-child(4){order:2}</style>'
        : '',
    main: (is) => {
      const first = [
        '<p>Le journaliste : Pourquoi rouvrir maintenant ?</p>',
        '<p>Le maire : Parce que les travaux sont finis.</p>',
      ]
      const second = ['<p>Le journaliste : Et le parking ?</p>', '<p>Le maire : Il ouvrira au printemps.</p>']
      return `<div class="dialogue">${(is ? [...second, ...first] : [...first, ...second]).join('')}</div>`
    },
  },
  {
    id: 'spaced-word',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'the letters of a word are spaced with blanks',
    where: '.wide',
    about: /space|letter|spac/,
    site: 'library',
    main: either(
      '<p class="wide">W E L C O M E to the poetry reading of the year.</p>',
      '<p class="wide"><span style="letter-spacing:.3em">WELCOME</span> to the poetry reading of the year.</p>',
    ),
  },
  {
    id: 'spaced-heading',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'the letters of a heading are spaced with no-break spaces',
    where: 'h2.wide',
    about: /space|letter|spac|heading/,
    site: 'moebel',
    main: (is) =>
      `<h2 class="wide"${is ? '' : ' style="letter-spacing:.3em"'}>${is ? 'A&nbsp;N&nbsp;G&nbsp;E&nbsp;B&nbsp;O&nbsp;T&nbsp;E' : 'ANGEBOTE'}</h2><p>Bis Samstag sind alle Regale um ein Fünftel günstiger.</p>`,
  },
  {
    id: 'layout-table-order',
    technique: 'F49',
    criterion: '1.3.2',
    wrong: 'a layout table reads in another order than it is seen',
    where: '.bands',
    about: table,
    site: 'kolej',
    main: (is) =>
      is
        ? '<table class="bands" role="presentation"><tr><td>Bilet rodzinny</td><td>Bilet górski</td></tr><tr><td>kosztuje dwadzieścia złotych</td><td>kosztuje czterdzieści złotych</td></tr><tr><td>i obejmuje czworo dzieci.</td><td>i obejmuje kolejkę na szczyt.</td></tr></table>'
        : '<table class="bands" role="presentation"><tr><td>Bilet rodzinny<br>kosztuje dwadzieścia złotych<br>i obejmuje czworo dzieci.</td><td>Bilet górski<br>kosztuje czterdzieści złotych<br>i obejmuje kolejkę na szczyt.</td></tr></table>',
  },
  {
    id: 'direction-missing',
    technique: 'criterion',
    criterion: '1.3.2',
    wrong: 'a quotation from right to left stands in text from left to right without its direction',
    where: '.verse',
    about: /direction|dir|bidi|lang/,
    site: 'library',
    main: (is) =>
      `<p>The evening ends with a verse of Hafez:</p><blockquote class="verse" lang="fa"${is ? '' : ' dir="rtl"'}>درخت دوستی بنشان که کام دل به بار آرد، نهال دشمنی برکن که رنج بی‌شمار آرد!</blockquote>`,
  },
  {
    id: 'round-button',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'an instruction names the shape of a control alone',
    where: '.how',
    about: /instruction|looks|sensory|shape/,
    site: 'council',
    main: (is) =>
      `<p class="how">To start your claim, press the ${is ? 'round button on the right' : '“Start now” button'}.</p><p style="text-align:right"><button type="button" aria-label="Start now" style="border-radius:50%;width:60px;height:60px"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 2l12 8-12 8z" fill="#fff"/></svg></button></p>`,
  },
  {
    id: 'box-on-the-left',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'an instruction names the place on the screen alone',
    where: '.how',
    about: /instruction|looks|sensory|place/,
    site: 'clinica',
    main: (is) =>
      `<p class="how">Escriba su número ${is ? 'en el cuadro verde de la derecha' : 'en el campo «Número de tarjeta»'} y pulse el botón.</p><form action="/cita" style="float:right"><label for="tarjeta">Número de tarjeta</label> <input id="tarjeta" name="tarjeta" style="border:3px solid green"> <button>Enviar número</button></form>`,
  },
  {
    id: 'orientation-locked',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'the page turns itself back when the device is turned',
    where: 'page',
    about: /orientation/,
    site: 'museo',
    head: (is) =>
      is
        ? '<style>@media (orientation:portrait){html{transform:rotate(-90deg);transform-origin:left top;width:100vh;position:absolute;top:100%}}</style>'
        : '<style>@media (orientation:portrait){html{scroll-padding:1rem}}</style>',
    main: () => '<p>La mostra resta aperta fino alla fine di maggio e poi parte per Lione.</p>',
  },
  {
    id: 'turn-your-device',
    technique: 'F100',
    criterion: '1.3.4',
    wrong: 'a message asks to turn the device and covers the page',
    where: 'page',
    about: /orientation/,
    site: 'ledger',
    head: (is) =>
      is
        ? '<style>.turn{display:none}@media (orientation:portrait){.turn{display:block;position:fixed;inset:0;background:#111827;color:#fff;z-index:9;padding:3rem}main,header,aside,footer{display:none}}</style>'
        : '<style>.turn{display:none}</style>',
    main: () =>
      '<p class="turn">Please turn your device to landscape to use Fernhill.</p><p>All amounts are in euro.</p>',
  },
  {
    id: 'autocomplete-wrong-word',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'the autocomplete attribute has a value that does not exist',
    where: '#mail',
    about: /autocomplete/,
    site: 'moebel',
    main: (is) =>
      `<form action="/brief"><label for="mail">Ihre E-Mail-Adresse</label> <input id="mail" name="mail" type="email" autocomplete="${is ? 'e-mail-adresse' : 'email'}"> <button>Abonnieren</button></form>`,
  },
  {
    id: 'autocomplete-other-purpose',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'the autocomplete attribute names another purpose than the field has',
    where: '#postcode',
    about: /autocomplete/,
    site: 'council',
    main: (is) =>
      `<form action="/permit"><p><label for="full">Full name</label> <input id="full" name="full" autocomplete="name"></p><p><label for="postcode">Postcode</label> <input id="postcode" name="postcode" autocomplete="${is ? 'family-name' : 'postal-code'}"></p><button>Find the address</button></form>`,
  },
  {
    id: 'autocomplete-missing',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'a field for the person’s telephone has no autocomplete value that fits',
    where: '#tel',
    about: /autocomplete/,
    site: 'journal',
    main: (is) =>
      `<form action="/abonnement"><p><label for="nom">Votre nom</label> <input id="nom" name="nom" autocomplete="name"></p><p><label for="tel">Votre téléphone</label> <input id="tel" name="tel" type="tel" autocomplete="${is ? 'telephone' : 'tel'}"></p><button>S’abonner</button></form>`,
  },
]
