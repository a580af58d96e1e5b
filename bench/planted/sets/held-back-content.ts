/** Planted failures of content, looks and names that were for measuring alone until they were looked at. */
import { either, type Plant } from '#bench/planted/plant'

export const heldBackContent: readonly Plant[] = [
  {
    id: 'icon-box-without-name',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'a box that is said to be a picture has no name',
    where: '.weather',
    about: /img|alt|name/,
    site: 'council',
    head: () =>
      '<style>.weather{width:64px;height:64px;display:inline-block;background:url(/media/storm.png) center/cover}</style>',
    main: (is) =>
      `<h2>Today at the harbour</h2><p><span class="weather" role="img"${is ? '' : ' aria-label="Thunderstorm"'}></span> The ferry does not run.</p>`,
  },
  {
    id: 'alternatives-alike',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'four different photographs have one alternative',
    where: '.finds img',
    about: /alt/,
    site: 'museo',
    main: (is) =>
      `<h2>I ritrovamenti</h2><div class="finds">${['Una brocca blu con due anse', 'Un piatto con un gallo dipinto', 'Una piastrella con un limone', 'Una ciotola rotta in tre pezzi'].map((alt, at) => `<img src="/media/find-${at}.jpg" width="160" height="120" alt="${is ? 'Ritrovamento del museo' : alt}">`).join('')}</div>`,
  },
  {
    id: 'progress-without-name',
    technique: 'F68',
    criterion: '1.1.1',
    wrong: 'a progress bar has no name',
    where: '[role="progressbar"]',
    about: /progress|name|label/,
    site: 'ledger',
    main: (is) =>
      `<p id="what">Upload of the receipts</p><div role="progressbar" aria-valuemin="0" aria-valuemax="100" aria-valuenow="40"${is ? '' : ' aria-labelledby="what"'} style="width:20rem;border:1px solid #111827"><div style="width:40%;height:12px;background:#1e3a8a"></div></div>`,
  },
  {
    id: 'table-of-boxes',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'a table is drawn with boxes and is none',
    where: '.fares, .fares *, .prices',
    about: /table/,
    site: 'kolej',
    head: () =>
      '<style>.fares{display:table;border-collapse:collapse}.fares>div{display:table-row}.fares>div>*{display:table-cell;border:1px solid #77779a;padding:.3rem .6rem}.fares>div:first-child>*{font-weight:700}</style>',
    main: (is) => {
      const rows = [
        ['Trasa', 'Normalny', 'Ulgowy'],
        ['Kraków – Nowy Sącz', '34 zł', '17 zł'],
        ['Nowy Sącz – Krynica', '12 zł', '6 zł'],
        ['Kraków – Krynica', '44 zł', '22 zł'],
      ]
      return is
        ? `<h2>Ceny</h2><div class="fares">${rows.map((row) => `<div>${row.map((cell) => `<div>${cell}</div>`).join('')}</div>`).join('')}</div>`
        : `<h2>Ceny</h2><table class="prices">${rows.map((row, at) => `<tr>${row.map((cell, place) => (at === 0 ? `<th scope="col">${cell}</th>` : place === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`
    },
  },
  {
    id: 'tab-outside-of-a-list',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'tabs stand in no list of tabs',
    where: '.tabs, [role="tab"]',
    about: /tab|parent|role/,
    site: 'moebel',
    main: (is) =>
      `<div class="tabs"${is ? '' : ' role="tablist" aria-label="Zum Sessel"'}><button type="button" role="tab" id="t1" aria-selected="true" aria-controls="p1">Maße</button> <button type="button" role="tab" id="t2" aria-selected="false" aria-controls="p2" tabindex="-1">Pflege</button></div><div role="tabpanel" id="p1" aria-labelledby="t1" tabindex="0"><p>Breite 71 cm, Höhe 92 cm.</p></div><div role="tabpanel" id="p2" aria-labelledby="t2" hidden><p>Mit einem weichen Tuch abreiben.</p></div><script>{const tabs=[...document.querySelectorAll('[role=tab]')];const show=t=>{for(const e of tabs){const on=e===t;e.setAttribute('aria-selected',on);e.tabIndex=on?0:-1;document.getElementById(e.getAttribute('aria-controls')).hidden=!on}t.focus()};for(const t of tabs){t.addEventListener('click',()=>show(t));t.addEventListener('keydown',e=>{if(e.key==='ArrowRight'||e.key==='ArrowLeft')show(tabs[1-tabs.indexOf(t)])})}}</script>`,
  },
  {
    id: 'terms-with-paragraphs',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a list of terms has paragraphs for its parts',
    where: 'dl, dl *',
    about: /dl|definition|list/,
    site: 'journal',
    main: either(
      '<h2>Words</h2><dl><p><b>Kerning</b></p><p>The space between two letters.</p><p><b>Leading</b></p><p>The space between two lines.</p></dl>',
      '<h2>Words</h2><dl><dt>Kerning</dt><dd>The space between two letters.</dd><dt>Leading</dt><dd>The space between two lines.</dd></dl>',
    ),
  },
  {
    id: 'steps-in-reverse',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'steps are shown in the reverse of their order in the page',
    where: '.steps, .steps *',
    about: /order/,
    site: 'clinica',
    head: (is) =>
      `<style>.steps{display:flex;flex-direction:${is ? 'column-reverse' : 'column'}}.steps p{margin:.3rem 0}</style>`,
    main: (is) => {
      const steps = [
        'Primero lave la herida con agua limpia.',
        'Después séquela con una gasa.',
        'Luego ponga la pomada.',
        'Al final cúbrala con una venda.',
      ]
      return `<h2>Cómo curar una herida</h2><div class="steps">${(is ? steps.toReversed() : steps).map((step) => `<p>${step}</p>`).join('')}</div>`
    },
  },
  {
    id: 'faint-when-hovered',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'a button’s words are faint under the pointer',
    where: '.reserve',
    about: /contrast/,
    site: 'library',
    head: (is) =>
      `<style>.reserve,.reserve:visited{background:#14213d;color:#fff;padding:.6rem 1rem;display:inline-block}.reserve:hover{background:${is ? '#e8eaf0' : '#000'};color:${is ? '#b9bfcc' : '#fff'}}</style>`,
    main: () => '<p><a class="reserve" href="/reserve">Reserve a reading room</a></p>',
  },
  {
    id: 'faint-by-its-section',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'a whole section is faint, and stays so',
    where: '.notes, .notes *',
    about: /contrast/,
    site: 'journal',
    head: (is) => `<style>.notes{opacity:${is ? '.4' : '1'}}</style>`,
    main: () =>
      '<section class="notes" aria-label="Notes of the editor"><p>The letters were found in a trunk in nineteen twelve.</p><p>Two of them have never been printed before.</p></section>',
  },
  {
    id: 'faint-for-enhanced',
    technique: 'criterion',
    criterion: '1.4.6',
    wrong: 'text has less than the enhanced contrast',
    where: '.small-print',
    about: /contrast/,
    site: 'council',
    head: (is) => `<style>.small-print{color:${is ? '#707070' : '#333'};background:#fff}</style>`,
    main: () => '<p class="small-print">The rates were last changed by the council on the first of April.</p>',
  },
  {
    id: 'focus-ring-faint',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'the ring of what is focused can hardly be seen',
    where: '.quiet a',
    about: /focus|contrast/,
    site: 'werf',
    head: (is) =>
      `<style>.quiet a:focus-visible{outline:2px solid ${is ? '#f3f5f8' : '#b91c1c'};outline-offset:2px}</style>`,
    main: () =>
      '<p class="quiet">Lees <a href="/geschiedenis">de geschiedenis van de werf</a>.</p><p class="quiet">Bekijk <a href="/foto">de foto’s van vroeger</a>.</p>',
  },
  {
    id: 'link-is-its-address',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'a link is called by its address',
    where: '.source',
    about: /link/,
    site: 'manual',
    main: either(
      '<p>The format is described here: <a class="source" href="https://spec.example/v2/retry-after?view=full&amp;rev=881">https://spec.example/v2/retry-after?view=full&amp;rev=881</a></p>',
      '<p>The format is described in <a class="source" href="https://spec.example/v2/retry-after?view=full&amp;rev=881">the second edition of the retry document</a>.</p>',
    ),
  },
  {
    id: 'headings-alike',
    technique: 'criterion',
    criterion: '2.4.6',
    wrong: 'three parts of one page have the same heading',
    where: '.plans h2',
    about: /heading/,
    site: 'ledger',
    main: (is) =>
      `<div class="plans">${['Monthly plan', 'Yearly plan', 'Plan for schools'].map((plan, at) => `<h2>${is ? 'Details' : `Details of the ${plan.toLowerCase()}`}</h2><p>${['Costs nine pounds and ends when you like.', 'Costs ninety pounds and ends after a year.', 'Costs nothing for teachers and their classes.'][at]}</p>`).join('')}</div>`,
  },
  {
    id: 'link-said-to-be-a-link',
    technique: 'practice',
    criterion: null,
    wrong: 'a link says that it is a link',
    where: '.catalogue',
    about: /link|twice|redundant|role-said/,
    site: 'library',
    main: either(
      '<p><a class="catalogue" href="/maps">Link to the catalogue of maps</a></p>',
      '<p><a class="catalogue" href="/maps">The catalogue of maps</a></p>',
    ),
  },
  {
    id: 'caption-repeats-alternative',
    technique: 'practice',
    criterion: null,
    wrong: 'a picture’s caption says word for word what its alternative says',
    where: 'figure, figure *',
    about: /alt|redundant|twice|caption/,
    site: 'moebel',
    main: (is) =>
      `<figure><img src="/media/stuhl.jpg" width="160" height="120" alt="${is ? 'Ein Stuhl aus gebogener Buche vor einem hohen Fenster' : 'Die Lehne ist aus einem Stück gebogen, der Sitz aus Rohr geflochten'}"><figcaption>Ein Stuhl aus gebogener Buche vor einem hohen Fenster</figcaption></figure>`,
  },
]
