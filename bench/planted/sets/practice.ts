/** Planted faults of common practice: surely broken or careless, though no criterion asks for it, or only for a part of it. */
import { either, type Plant } from '#bench/planted/plant'

const practice = { technique: 'practice', criterion: null } as const

export const practices: readonly Plant[] = [
  {
    ...practice,
    id: 'font-element',
    wrong: 'an obsolete font element',
    where: 'font, .red-words',
    about: /obsolete|deprecated|font/,
    site: 'kolej',
    main: either(
      '<p>Uwaga: <font color="#8b0000">tor drugi jest zamknięty</font> do odwołania.</p>',
      '<p>Uwaga: <span class="red-words" style="color:#8b0000">tor drugi jest zamknięty</span> do odwołania.</p>',
    ),
  },
  {
    ...practice,
    id: 'center-element',
    wrong: 'an obsolete center element',
    where: 'center, .middle',
    about: /obsolete|deprecated|center/,
    site: 'library',
    main: either(
      '<center><p>The library is closed on public holidays.</p></center>',
      '<div class="middle" style="text-align:center"><p>The library is closed on public holidays.</p></div>',
    ),
  },
  {
    ...practice,
    id: 'strike-and-big',
    wrong: 'obsolete strike and big elements',
    where: 'strike, big, .old-price',
    about: /obsolete|deprecated|strike|big/,
    site: 'moebel',
    main: either(
      '<p>Sessel: <strike>499 Euro</strike> <big>jetzt 399 Euro</big></p>',
      '<p>Sessel: <s class="old-price">499 Euro</s> <strong>jetzt 399 Euro</strong></p>',
    ),
  },
  {
    ...practice,
    id: 'old-attributes',
    wrong: 'a table with obsolete attributes for its looks',
    where: 'table.oldies, table.oldies td',
    about: /obsolete|deprecated|attribute/,
    site: 'werf',
    main: (is) =>
      `<table class="oldies"${is ? ' bgcolor="#dddddd" align="center" cellspacing="4"' : ' style="background:#ddd"'}><caption>Prijzen</caption><tr><th scope="col">Dienst</th><th scope="col">Prijs</th></tr><tr><td>Mast verven</td><td>400 euro</td></tr></table>`,
  },
  {
    ...practice,
    id: 'adjacent-links',
    criterion: '2.4.4',
    wrong: 'picture and text are two links to one place beside each other',
    where: '.double a, .double',
    about: /adjacent|link|redundant|duplicate/,
    site: 'journal',
    main: either(
      '<p class="double"><a href="/pont-neuf"><img src="/media/pont.jpg" width="120" height="80" alt="Le pont de bois"></a> <a href="/pont-neuf">Le pont de bois est ouvert</a></p>',
      '<p class="double"><a href="/pont-neuf"><img src="/media/pont.jpg" width="120" height="80" alt=""> Le pont de bois est ouvert</a></p>',
    ),
  },
  {
    ...practice,
    id: 'heading-skips',
    criterion: '1.3.1',
    wrong: 'a heading of level four follows one of level two',
    where: 'h4.deep, h3.deep',
    about: /heading/,
    site: 'manual',
    main: (is) =>
      `<h2>Budgets</h2><p>Each client has one.</p><${is ? 'h4' : 'h3'} class="deep">Where a budget is kept</${is ? 'h4' : 'h3'}><p>In the client’s own memory.</p>`,
  },
  {
    ...practice,
    id: 'heading-empty',
    criterion: '1.3.1',
    wrong: 'a heading has no words',
    where: 'h2.blank',
    about: /heading/,
    site: 'clinica',
    main: (is) =>
      `<h2 class="blank">${is ? '' : 'Cómo pedir cita'}</h2><p>Llame por teléfono o venga al mostrador.</p>`,
  },
  {
    ...practice,
    id: 'no-h1',
    wrong: 'two headings of the first level besides the page’s own',
    where: 'h1, .second',
    about: /heading|h1/,
    site: 'journal',
    main: (is) =>
      `<${is ? 'h1' : 'h2'} class="second">Ce week-end</${is ? 'h1' : 'h2'}><p>Le marché ouvre à sept heures.</p><${is ? 'h1' : 'h2'} class="second">La semaine prochaine</${is ? 'h1' : 'h2'}><p>La récolte des pommes commence.</p>`,
  },
  {
    ...practice,
    id: 'ragged-table',
    criterion: '1.3.1',
    wrong: 'rows of a table have fewer cells than its head',
    where: '.ragged, .ragged tr, .ragged td',
    about: /table|row|cell|ragged/,
    site: 'ledger',
    main: (is) =>
      `<table class="ragged"><caption>Open amounts by month</caption><tr><th scope="col">Month</th><th scope="col">Count</th><th scope="col">Sum</th></tr><tr><td>January</td><td>4</td><td>1,200</td></tr><tr><td>February</td>${is ? '<td>900</td>' : '<td>3</td><td>900</td>'}</tr><tr><td>March</td>${is ? '' : '<td>0</td><td>0</td>'}</tr></table>`,
  },
  {
    ...practice,
    id: 'duplicate-ids',
    wrong: 'two elements have one id, and a label means the second',
    where: '#same-id, label[for=same-id]',
    about: /duplicate|id/,
    site: 'council',
    main: (is) =>
      `<form action="/dup"><p><label for="same-id">House number</label> <input id="same-id" name="h" autocomplete="off"></p><p><label for="${is ? 'same-id' : 'other-id'}">Street name</label> <input id="${is ? 'same-id' : 'other-id'}" name="s" autocomplete="off"></p><button>Find the house</button></form>`,
  },
  {
    ...practice,
    id: 'title-repeats',
    wrong: 'the title attribute repeats the words of the link',
    where: 'a.again',
    about: /title|redundant|repeat/,
    site: 'museo',
    main: (is) =>
      `<p><a class="again" href="/laboratorio"${is ? ' title="Laboratorio di tornio per bambini"' : ''}>Laboratorio di tornio per bambini</a></p>`,
  },
  {
    ...practice,
    id: 'empty-paragraphs',
    wrong: 'empty paragraphs make room',
    where: 'p.room, .room-after',
    about: /empty|paragraph|spac/,
    site: 'riwaq',
    main: (is) =>
      `<p class="room-after"${is ? '' : ' style="margin-bottom:4rem"'}>تغلق المكتبة أيام العطل الرسمية.</p>${is ? '<p class="room"></p><p class="room">&nbsp;</p><p class="room"></p>' : ''}<p>وتفتح في بقية الأيام من التاسعة حتى السادسة.</p>`,
  },
  {
    ...practice,
    id: 'breaks-as-paragraphs',
    wrong: 'paragraphs are made with double line breaks',
    where: '.broken-text',
    about: /br|break|paragraph/,
    site: 'werf',
    main: (is) =>
      is
        ? '<div class="broken-text">De werf is open op zaterdag.<br><br>Op zondag rusten wij.<br><br>In de winter werken wij binnen.<br><br>Koffie is er altijd.</div>'
        : '<div class="broken-text"><p>De werf is open op zaterdag.</p><p>Op zondag rusten wij.</p><p>In de winter werken wij binnen.</p><p>Koffie is er altijd.</p></div>',
  },
  {
    ...practice,
    id: 'javascript-link',
    wrong: 'a link leads to a script',
    where: '.script-link',
    about: /javascript|href|link/,
    site: 'clinica',
    main: either(
      '<p><a class="script-link" href="javascript:window.print()">Imprimir esta hoja</a></p>',
      '<p><button type="button" class="script-link" onclick="window.print()">Imprimir esta hoja</button></p>',
    ),
  },
  {
    ...practice,
    id: 'new-window-silent',
    criterion: '3.2.5',
    wrong: 'a link opens a new window and does not say so',
    where: 'a.leaves',
    about: /window|target|blank/,
    site: 'library',
    main: (is) =>
      `<p>The maps can be seen <a class="leaves" href="/archive-maps" target="_blank" rel="noopener">at the city archive${is ? '' : ' (opens in a new window)'}</a>.</p>`,
  },
  {
    ...practice,
    id: 'file-not-named',
    wrong: 'a link leads to a file and does not say of which kind',
    where: 'a.sheet',
    about: /file|format|document|pdf|download/,
    site: 'council',
    main: (is) =>
      `<p><a class="sheet" href="/files/plan-of-the-ward.pdf">Plan of the ward${is ? '' : ' (PDF, 2 MB)'}</a></p>`,
  },
  {
    ...practice,
    id: 'punctuation-link',
    criterion: '2.4.4',
    wrong: 'a link is called by two arrows',
    where: 'a.onward',
    about: /link/,
    site: 'journal',
    main: (is) => `<p>Page 1 sur 3 <a class="onward" href="/page/2">${is ? '»' : 'Page suivante »'}</a></p>`,
  },
  {
    ...practice,
    id: 'underlined-text',
    wrong: 'text that is no link is underlined',
    where: '.lined',
    about: /underline/,
    site: 'moebel',
    main: (is) =>
      `<p>Bitte bringen Sie <u class="lined"${is ? '' : ' style="text-decoration:none;font-weight:700"'}>ein Foto des Zimmers</u> mit, dann beraten wir Sie besser.</p>`,
  },
  {
    ...practice,
    id: 'tiny-text',
    wrong: 'text of seven pixels',
    where: '.tiny',
    about: /tiny|small|font-size|size/,
    site: 'ledger',
    main: (is) =>
      `<p class="tiny" style="font-size:${is ? '7px' : '15px'}">All amounts are rounded to whole cents, and rounding errors are booked at the end of the quarter.</p>`,
  },
  {
    ...practice,
    id: 'long-capitals',
    wrong: 'a whole paragraph in capitals',
    where: '.shout',
    about: /capital|uppercase|caps/,
    site: 'council',
    main: (is) =>
      `<p class="shout">${is ? 'PLEASE DO NOT PUT ANY PLASTIC INTO THE BROWN BIN BECAUSE IT CANNOT BE COMPOSTED AND THE WHOLE LOAD MUST THEN BE BURNT AT THE COST OF THE DISTRICT' : 'Please do not put any plastic into the brown bin because it cannot be composted and the whole load must then be burnt at the cost of the district'}.</p>`,
  },
  {
    ...practice,
    id: 'long-italics',
    wrong: 'a long paragraph in italics',
    where: '.slanted',
    about: /italic/,
    site: 'library',
    main: (is) =>
      `<p class="slanted"${is ? ' style="font-style:italic"' : ''}>The librarians bring out boxes that are not on the shelves, and answer questions for as long as anybody stays; tea is served in the hall afterwards, and the lift to the second floor runs until nine, so that nobody has to leave before the last map is back in its drawer and the lamps are put out one after the other by the keeper of the house. Whoever comes for the first time is shown around by somebody who has been here for years, and is given a card that opens the reading room on every day of the week.</p>`,
  },
  {
    ...practice,
    id: 'same-accesskey',
    wrong: 'two links have one access key',
    where: '[accesskey]',
    about: /accesskey/,
    site: 'kolej',
    main: (is) =>
      `<p><a href="/bilety/nowe" accesskey="b">Kup bilet</a> <a href="/bilety/moje" accesskey="${is ? 'b' : 'm'}">Moje bilety</a></p>`,
  },
  {
    ...practice,
    id: 'empty-header-cell',
    criterion: '1.3.1',
    wrong: 'a header cell has no words',
    where: 'th.void',
    about: /header|th|empty|table/,
    site: 'museo',
    main: (is) =>
      `<table><caption>Orari di apertura</caption><tr><th scope="col">Giorno</th><th scope="col" class="void">${is ? '' : 'Orario'}</th></tr><tr><td>Martedì</td><td>9–18</td></tr><tr><td>Sabato</td><td>10–20</td></tr></table>`,
  },
  {
    ...practice,
    id: 'bad-scope',
    criterion: '1.3.1',
    wrong: 'a scope that does not exist',
    where: '.mis-scope',
    about: /scope|table|header/,
    site: 'ledger',
    main: (is) =>
      `<table><caption>Payroll of the spring</caption><tr><th scope="col">Month</th><th class="mis-scope" scope="${is ? 'column-left' : 'col'}">Sum</th></tr><tr><td>April</td><td>12,400</td></tr><tr><td>May</td><td>12,900</td></tr></table>`,
  },
  {
    ...practice,
    id: 'two-mains',
    wrong: 'a page has two main parts',
    where: 'main, .extra',
    about: /main|landmark/,
    site: 'journal',
    main: (is) =>
      `${is ? '<main class="extra">' : '<div class="extra">'}<p>La météo de demain : soleil et vent du nord.</p>${is ? '</main>' : '</div>'}`,
  },
  {
    ...practice,
    id: 'navs-without-names',
    wrong: 'two further navigations have no names',
    where: 'nav.side',
    about: /landmark|nav|unique|label/,
    site: 'library',
    main: (is) =>
      `<nav class="side"${is ? '' : ' aria-label="Chapters"'}><ul><li><a href="/c/1">Before the library</a></li></ul></nav><nav class="side"${is ? '' : ' aria-label="Pages"'}><ul><li><a href="/p/2">Following page of the history</a></li></ul></nav>`,
  },
  {
    ...practice,
    id: 'nested-layout-tables',
    wrong: 'tables for layout stand in one another',
    where: 'table table, table.outer, div.outer',
    about: /table|layout|nested/,
    site: 'kolej',
    main: either(
      '<table class="outer"><tr><td><table><tr><td>Bilet rodzinny</td><td>obejmuje czworo dzieci</td></tr></table></td><td><table><tr><td>Bilet górski</td><td>obejmuje kolejkę</td></tr></table></td></tr></table>',
      '<div class="outer"><p>Bilet rodzinny obejmuje czworo dzieci</p><p>Bilet górski obejmuje kolejkę</p></div>',
    ),
  },
  {
    ...practice,
    id: 'fake-caption',
    criterion: '1.3.1',
    wrong: 'the caption of a table is a cell over all columns',
    where: '.capped, .capped td, .capped tr',
    about: /caption|table/,
    site: 'clinica',
    main: (is) =>
      `<table class="capped">${is ? '<tr><td colspan="2"><strong>Horario de visitas</strong></td></tr>' : '<caption>Horario de visitas</caption>'}<tr><th scope="col">Planta</th><th scope="col">Horas</th></tr><tr><td>Primera</td><td>16–18</td></tr><tr><td>Segunda</td><td>17–19</td></tr></table>`,
  },
  {
    ...practice,
    id: 'label-twice',
    criterion: '3.3.2',
    wrong: 'two labels stand on one field beside a field without any',
    where: '#first-n, #last-n, label[for=first-n]',
    about: /label|name/,
    site: 'werf',
    main: (is) =>
      `<form action="/cursus"><p><label for="first-n">Voornaam</label> <input id="first-n" name="v" autocomplete="given-name"></p><p><label for="${is ? 'first-n' : 'last-n'}">Achternaam</label> <input id="last-n" name="a" autocomplete="family-name"></p><button>Inschrijven voor de cursus</button></form>`,
  },
  {
    ...practice,
    id: 'list-of-nothing',
    criterion: '1.3.1',
    wrong: 'a list has no items',
    where: 'ul.none',
    about: /list|empty/,
    site: 'ledger',
    main: (is) =>
      `<h2>Waiting for a signature</h2><ul class="none">${is ? '' : '<li>Invoice of the timber yard</li>'}</ul>`,
  },
  {
    ...practice,
    id: 'alt-too-long',
    wrong: 'an alternative of three hundred letters',
    where: 'img.wordy',
    about: /alt|long/,
    site: 'museo',
    main: (is) =>
      `<img class="wordy" src="/media/sala.jpg" width="200" height="150" alt="${is ? `La sala grande con le finestre ad arco, i sei tavoli di legno scuro, le vetrine lungo le pareti, i piatti blu e bianchi, i vasi con il coperchio, le piastrelle del pavimento rifatte nel 1890, la porta verso il cortile, il lampadario di vetro, la scala per la fornace, il banco del custode e la targa con i nomi di tutti i fondatori` : 'La sala grande con le vetrine lungo le pareti'}">`,
  },
  {
    ...practice,
    id: 'select-without-submit',
    wrong: 'a form has fields and no button to send it',
    where: 'form.mute',
    about: /submit|button|form/,
    criterion: '3.2.2',
    site: 'council',
    main: (is) =>
      `<form class="mute" action="/alerts"><label for="al">Mobile number for flood alerts</label> <input id="al" name="al" type="tel" autocomplete="tel">${is ? '' : ' <button>Send me alerts</button>'}</form>`,
  },
  {
    ...practice,
    id: 'autoplay-muted-no-control',
    criterion: '2.2.2',
    wrong: 'a moving picture without sound goes round without end and has no control',
    where: 'video',
    about: /video|mov|autoplay|loop/,
    site: 'library',
    main: (is) =>
      `<video width="240" src="/media/dome.webm" ${is ? 'autoplay loop muted' : 'controls muted'} aria-label="The dome at night"><track kind="captions" srclang="en" label="English" src="/media/dome.vtt">${is ? '' : '<track kind="descriptions" srclang="en" label="What is shown" src="/media/dome-shown.vtt">'}</video>`,
  },
  {
    ...practice,
    id: 'unbalanced-tags',
    wrong: 'elements are closed in another order than they were opened',
    where: '.mixed, .mixed *',
    about: /tag|markup|nest|parse|unbalanced|close|unclosed|source/,
    site: 'library',
    main: (is) =>
      `<div class="mixed">${is ? '<p><b>Bring your card <i>and a pencil</b></i> when you come.</p></span>' : '<p><b>Bring your card <i>and a pencil</i></b> when you come.</p>'}</div>`,
  },
]
