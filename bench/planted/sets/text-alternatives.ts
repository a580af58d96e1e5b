/** Planted failures of text alternatives: criterion 1.1.1, and pictures elsewhere. */
import { either, type Plant } from '#bench/planted/plant'

const about = /(?:alt|image|img|picture|graphic|svg|object|canvas)/

const shared = { criterion: '1.1.1', about } as const

export const textAlternatives: readonly Plant[] = [
  {
    ...shared,
    id: 'alt-missing-photo',
    technique: 'F65',
    wrong: 'a photograph without an alt attribute',
    where: '.lead-photo',
    site: 'library',
    cards: 18,
    main: (is) =>
      `<figure><img class="lead-photo" src="/media/reading-room.jpg" width="320" height="240"${is ? '' : ' alt="Readers at the long table under the dome"'}><figcaption>The reading room was restored in 2019.</figcaption></figure>`,
  },
  {
    ...shared,
    id: 'alt-missing-map-area',
    technique: 'F65',
    wrong: 'an area of an image map without an alternative',
    where: 'area[href="/bellingham"]',
    site: 'council',
    main: (is) =>
      `<p>Choose your ward on the map.</p><img src="/media/wards.png" width="300" height="200" alt="Map of the two wards" usemap="#wards"><map name="wards"><area shape="rect" coords="0,0,150,200" href="/ashford" alt="Ashford ward"><area shape="rect" coords="150,0,300,200" href="/bellingham"${is ? '' : ' alt="Bellingham ward"'}></map>`,
  },
  {
    ...shared,
    id: 'alt-missing-image-button',
    technique: 'F65',
    wrong: 'an image button without an alternative',
    where: 'input[type=image]',
    site: 'moebel',
    main: (is) =>
      `<form action="/suche" role="search"><label for="suche">Suchbegriff</label> <input id="suche" name="q" type="search"> <input type="image" src="/media/lupe.png" width="32" height="32"${is ? '' : ' alt="Suchen"'}></form>`,
  },
  {
    ...shared,
    id: 'alt-missing-inline-svg',
    technique: 'F65',
    wrong: 'a chart as an inline SVG with role img and no name',
    where: 'svg.chart',
    site: 'ledger',
    main: (is) =>
      `<h2>Turnover</h2><svg class="chart" role="img" width="300" height="120" viewBox="0 0 300 120"${is ? '' : ' aria-label="Turnover rose from 20,000 in January to 90,000 in June"'}><rect x="10" y="80" width="30" height="40" fill="#1d4ed8"/><rect x="60" y="60" width="30" height="60" fill="#1d4ed8"/><rect x="110" y="20" width="30" height="100" fill="#1d4ed8"/></svg>`,
  },
  {
    ...shared,
    id: 'alt-missing-canvas',
    technique: 'F65',
    wrong: 'a drawing on a canvas with nothing inside',
    where: 'canvas',
    site: 'manual',
    main: (is) =>
      `<h2>Latency of the last hour</h2><canvas id="latency" width="400" height="120"${is ? '' : ' role="img" aria-label="Latency stayed between 20 and 35 milliseconds, with one peak of 80"'}></canvas><script>{const c=document.getElementById('latency').getContext('2d');c.strokeStyle='#79c0ff';c.beginPath();for(let x=0;x<400;x+=8)c.lineTo(x,60+30*Math.sin(x/20)+x%13);c.stroke()}</script>`,
  },
  {
    ...shared,
    id: 'alt-missing-object',
    technique: 'F65',
    wrong: 'an object element that shows a picture, without an alternative',
    where: 'object',
    site: 'clinica',
    main: (is) =>
      `<h2>Plano de la planta</h2><object data="/media/plano.png" type="image/png" width="320" height="200"${is ? '' : ' aria-label="Plano de la primera planta: la consulta está a la derecha del ascensor"'}></object>`,
  },
  {
    ...shared,
    id: 'alt-file-name',
    technique: 'F30',
    wrong: 'the alternative is a file name',
    where: 'img.product',
    site: 'moebel',
    main: (is) =>
      `<div class="flex gap-6"><img class="product rounded" src="/media/DSC_4471.jpg" width="240" height="180" alt="${is ? 'DSC_4471.jpg' : 'Sessel aus heller Eiche mit grauem Polster'}"><p>Der Sessel wird in acht Wochen gebaut und mit einem Kissen geliefert.</p></div>`,
  },
  {
    ...shared,
    id: 'alt-placeholder-word',
    technique: 'F30',
    wrong: 'the alternative is the word "image"',
    where: '.story img',
    site: 'journal',
    main: (is) =>
      `<div class="story"><p>La halle, fermée depuis l’incendie, a retrouvé ses marchands samedi matin.</p><img src="/media/halle.jpg" width="320" height="220" alt="${is ? 'image' : 'Des marchands installent leurs étals sous la charpente neuve'}"></div>`,
  },
  {
    ...shared,
    id: 'alt-untitled',
    technique: 'F30',
    wrong: 'the alternative is what an editor puts in by itself',
    where: 'figure img',
    site: 'museo',
    main: (is) =>
      `<figure><img src="/media/piatto.jpg" width="280" height="210" alt="${is ? 'Untitled-1 copy' : 'Piatto con un gallo dipinto in blu'}"><figcaption>Piatto da parata, Faenza, 1530 circa.</figcaption></figure>`,
  },
  {
    ...shared,
    id: 'alt-dots',
    technique: 'F30',
    wrong: 'the alternative is punctuation',
    where: 'a.tile img',
    site: 'council',
    main: (is) =>
      `<p><a class="tile" href="/recycling-calendar"><img src="/media/calendar.png" width="200" height="120" alt="${is ? '...' : 'Recycling calendar for this year'}"></a></p>`,
  },
  {
    ...shared,
    id: 'alt-spacer-text',
    technique: 'F39',
    wrong: 'a spacer picture is announced',
    where: 'img.gap',
    site: 'kolej',
    main: (is) =>
      `<p>Odjazdy z toru pierwszego<img class="gap" src="/media/spacer.png" width="24" height="1" alt="${is ? 'spacer' : ''}">co trzydzieści minut.</p>`,
  },
  {
    ...shared,
    id: 'alt-decorative-line',
    technique: 'F39',
    wrong: 'a decorative line has a text that says so',
    where: '.divider img',
    site: 'library',
    main: (is) =>
      `<p>The hall opens at nine.</p><div class="divider"><img src="/media/line.png" width="400" height="6" alt="${is ? 'decorative line' : ''}"></div><p>Tea is served at four.</p>`,
  },
  {
    ...shared,
    id: 'decorative-not-ignorable',
    technique: 'F38',
    wrong: 'a decorative picture without an alt attribute, which is read by its address',
    where: 'img.ornament',
    site: 'riwaq',
    main: (is) =>
      `<p>تفتح المكتبة أبوابها كل يوم في التاسعة.</p><p><img class="ornament" src="/media/zakhrafa.png" width="200" height="20"${is ? '' : ' alt=""'}></p>`,
  },
  {
    ...shared,
    id: 'decorative-svg-titled',
    technique: 'F38',
    wrong: 'an ornament beside a text has a title that says nothing',
    where: '.note svg',
    site: 'werf',
    main: (is) =>
      `<p class="note"><svg width="16" height="16" viewBox="0 0 16 16" ${is ? 'role="img" aria-label="icon"' : 'aria-hidden="true"'}><circle cx="8" cy="8" r="7" fill="#0b4a86"/></svg> De werf is op feestdagen gesloten.</p>`,
  },
  {
    ...shared,
    id: 'background-picture-says-it',
    technique: 'F3',
    wrong: 'information is in a background picture alone',
    where: '.seal',
    site: 'council',
    head: () =>
      '<style>.seal{width:160px;height:120px;background:url(/media/award-winner.png) center/contain no-repeat}</style>',
    main: (is) =>
      `<h2>Our award</h2><div class="seal"${is ? '' : ' role="img" aria-label="Winner of the best district website award"'}></div>`,
  },
  {
    ...shared,
    id: 'background-button',
    technique: 'F3',
    wrong: 'what a link says is in a background picture alone',
    where: 'a.shop-logo',
    site: 'moebel',
    about: /(?:alt|image|link|name)/,
    head: () =>
      '<style>a.shop-logo{display:block;width:160px;height:60px;background:url(/media/warenkorb.png) center/cover}.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}</style>',
    main: (is) => `<a class="shop-logo" href="/warenkorb">${is ? '' : '<span class="vh">Zum Warenkorb</span>'}</a>`,
  },
  {
    ...shared,
    id: 'alt-not-updated',
    technique: 'F20',
    wrong: 'the picture changes by a press and its alternative does not',
    where: '#photo',
    site: 'library',
    main: (is) =>
      `<h2>Two rooms</h2><img id="photo" src="/media/room-1.jpg" width="240" height="180" alt="The map room with its globe"><p><button type="button" id="next">Show the other room</button></p><script>document.getElementById('next').addEventListener('click',()=>{const p=document.getElementById('photo');p.src='/media/room-2.jpg';${is ? '' : "p.alt='The poetry room with its stove'"}})</script>`,
  },
  {
    ...shared,
    id: 'long-description-elsewhere',
    technique: 'F67',
    wrong: 'the description of a chart does not say what the chart says',
    where: 'img.flow',
    site: 'ledger',
    main: (is) =>
      `<img class="flow" src="/media/turnover-chart.png" width="320" height="200" alt="Turnover by month" aria-describedby="flow-text"><p id="flow-text">${is ? 'This chart was made with the newest version of our software and can be exported to all common formats.' : 'January 20,000, February 35,000, March 41,000, April 40,000, May 62,000 and June 90,000.'}</p>`,
  },
  {
    ...shared,
    id: 'look-alike-letters',
    technique: 'F71',
    wrong: 'letters of other scripts stand for look-alikes',
    where: '.offer',
    about: /(?:look-?alike|homoglyph|letter|script|text|glyph|confus)/,
    site: 'moebel',
    main: (is) =>
      `<p class="offer"><strong>${is ? 'Вig ЅАLЕ' : 'Big SALE'}</strong> – nur noch bis Samstag in der Ausstellung in Lindau.</p>`,
  },
  {
    ...shared,
    id: 'ascii-art',
    technique: 'F72',
    wrong: 'a picture of characters without an alternative',
    where: 'pre.art',
    about: /(?:ascii|art|pre|alt|picture|emoticon)/,
    site: 'manual',
    main: (is) => {
      const art = `  .----.\n / o  o \\\n|   /\\   |\n \\  ==  /\n  '----'\n __|  |__\n/________\\`
      return `<p>The command says hello with a picture of our mascot:</p><pre class="art"${is ? '' : ' role="img" aria-label="The round face of the mascot, smiling"'}>${art}</pre>`
    },
  },
  {
    ...shared,
    id: 'ascii-arrow-map',
    technique: 'F72',
    wrong: 'a diagram of characters without an alternative',
    where: '.diagram',
    about: /(?:ascii|art|pre|alt|picture|diagram)/,
    site: 'library',
    main: (is) => {
      const art = `+---------+      +---------+\n|  Hall   |=====>|  Stairs |\n+---------+      +---------+\n     ||               ||\n     \\/               \\/\n+---------+      +---------+\n|  Desk   |      |  Maps   |\n+---------+      +---------+`
      return `<h2>How to find the map room</h2><pre class="diagram"${is ? '' : ' role="img" aria-label="From the hall go up the stairs; the map room is at the top. The desk is in the hall."'}>${art}</pre>`
    },
  },
  {
    ...shared,
    id: 'smiley-letters',
    technique: 'F72',
    wrong: 'leetspeak in place of words',
    where: '.banner-text',
    about: /(?:ascii|leet|text|letter|word|plain)/,
    site: 'ledger',
    main: either(
      '<p class="banner-text">W3lc0m3 t0 7h3 n3w y34r, 4cc0un74n75!</p>',
      '<p class="banner-text">Welcome to the new year, accountants!</p>',
    ),
  },
  {
    ...shared,
    id: 'colour-in-picture-not-in-alt',
    technique: 'F13',
    criterion: '1.4.1',
    wrong: 'a chart tells by colour what its alternative does not',
    where: 'img.status-chart',
    site: 'kolej',
    main: (is) =>
      `<img class="status-chart" src="/media/mapa.png" width="320" height="200" alt="${is ? 'Mapa linii: linie czerwone są zamknięte, zielone otwarte' : 'Mapa linii: zamknięta jest linia do Krynicy, otwarte są linie do Nowego Sącza i do Muszyny'}">`,
  },
  {
    ...shared,
    id: 'emoji-button',
    technique: 'F26',
    criterion: '1.3.3',
    wrong: 'a symbol alone tells what something is',
    where: '.legend td.mark',
    about: /(?:symbol|glyph|graphic|icon|cell|sensory|instruction|looks)/,
    site: 'council',
    main: (is) =>
      `<table class="legend"><caption>Collections this week</caption><tr><th scope="col">Street</th><th scope="col">Collected</th></tr><tr><th scope="row">Mill Road</th><td class="mark">${is ? '●' : 'Yes'}</td></tr><tr><th scope="row">Castle Street</th><td class="mark">${is ? '○' : 'No'}</td></tr></table>`,
  },
  {
    ...shared,
    id: 'image-of-text-quote',
    technique: 'criterion',
    criterion: '1.4.5',
    wrong: 'a sentence stands as a picture of text',
    where: 'svg.quote, img.quote, p.quote',
    about: /image-of-text|alt/,
    site: 'journal',
    main: either(
      '<img class="quote" src="/media/citation-texte.png" width="400" height="60" alt="« Nous ne fermerons plus jamais cette halle », promet le maire.">',
      '<p class="quote">« Nous ne fermerons plus jamais cette halle », promet le maire.</p>',
    ),
  },
  {
    ...shared,
    id: 'alt-repeats-link',
    technique: 'practice',
    criterion: null,
    wrong: 'the alternative repeats the text beside it',
    where: 'a.same img',
    about: /(?:alt|redundant|repeat)/,
    site: 'library',
    main: (is) =>
      `<p><a class="same" href="/join"><img src="/media/card.png" width="80" height="60" alt="${is ? 'Join the library' : ''}"> Join the library</a></p>`,
  },
  {
    ...shared,
    id: 'empty-alt-with-title',
    technique: 'F39',
    wrong: 'a picture is marked as decoration and has a title that speaks',
    where: 'img.face',
    site: 'clinica',
    about: /(?:alt|title|image|img|hidden)/,
    main: (is) =>
      `<p><img class="face" src="/media/doctora.jpg" width="160" height="160" alt="${is ? '' : 'La doctora Ruiz, jefa de pediatría'}"${is ? ' title="La doctora Ruiz, jefa de pediatría"' : ''}> La consulta cambia de planta en mayo.</p>`,
  },
]
