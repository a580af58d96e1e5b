/** Planted failures of an auditor who did not look at the checks, first part: the half that is for measuring alone. Nobody looks at its misses. */
import { either, type Plant } from '#bench/planted/plant'

export const measuredFirst: readonly Plant[] = [
  {
    id: 'how-to-in-grid-areas',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'the steps of a repair stand in the page in another order than a grid shows them',
    where: '.howto, .howto *',
    about: /order/,
    site: 'volt',
    head: () =>
      '<style>.howto{display:grid;grid-template-columns:1fr}.howto p{margin:.4rem 0}.howto .a{grid-row:1}.howto .b{grid-row:2}.howto .c{grid-row:3}.howto .d{grid-row:4}</style>',
    main: (is) => {
      const steps = {
        a: '<p class="a">First brush the dry mud off the canvas with a stiff brush.</p>',
        b: '<p class="b">Then warm the wax with a hair dryer until it looks wet.</p>',
        c: '<p class="c">Next rub it into the seams with a cloth.</p>',
        d: '<p class="d">Finally let the bag hang overnight before you use it.</p>',
      }
      const order = is ? [steps.d, steps.b, steps.c, steps.a] : [steps.a, steps.b, steps.c, steps.d]
      return `<h2>How to rewax your bag</h2>\n<div class="howto">\n${order.join('\n')}\n</div>`
    },
  },
  {
    id: 'benefits-by-check-marks',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'a list of benefits is a paragraph with a check mark before each line',
    where: '.benefits, .benefits *',
    about: /list/,
    site: 'volt',
    head: () => '<style>ul.benefits{list-style:none;padding:0}ul.benefits li::before{content:"✓ " / ""}</style>',
    main: either(
      `<h2>Why people keep it</h2>
<p class="benefits">✓ Free repairs for life<br>
✓ Recycled canvas, waxed by hand<br>
✓ Fits a 15-inch laptop<br>
✓ Ships in two business days</p>`,
      `<h2>Why people keep it</h2>
<ul class="benefits" role="list"><li>Free repairs for life</li>
<li>Recycled canvas, waxed by hand</li>
<li>Fits a 15-inch laptop</li>
<li>Ships in two business days</li></ul>`,
    ),
  },
  {
    id: 'captions-are-an-advert',
    technique: 'F8',
    criterion: '1.2.2',
    wrong: 'the captions of a film hold a word of thanks and nothing that is said',
    where: 'video, figure',
    about: /caption|video/,
    site: 'gazette',
    main: (
      is,
    ) => `<figure class="wp-block-video"><video controls preload="metadata" width="480" height="270" aria-label="The mayor opens the bridge" src="/media/bridge.webm"><track kind="captions" srclang="en-GB" label="English" src="/media/${is ? 'bridge-advert' : 'bridge'}.vtt" default><track kind="descriptions" srclang="en-GB" label="English" src="/media/bridge-seen.vtt"></video>
<figcaption>The mayor speaks at the opening of the bridge. <a href="/bridge-speech-text/">Read the speech and what is seen in the film</a>.</figcaption></figure>`,
  },
  {
    id: 'green-button-below',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'an instruction tells a button by its roundness and its place alone',
    where: '.ajuda, .ajuda *, .passo',
    about: /instruction|sensory|looks|shape|place/,
    site: 'escola',
    head: () => '<style>.passo{border-radius:2rem}</style>',
    main: (is) => `<form action="/candidatura"><h2>Passo 2 de 4</h2>
<p class="ajuda">${is ? 'Quando tiver preenchido os campos, carregue no botão redondo em baixo à direita.' : 'Quando tiver preenchido os campos, carregue em «Passar aos documentos», o botão redondo em baixo à direita.'}</p>
<p><label for="media">Média final</label><br><input id="media" name="media" inputmode="decimal"></p>
<p style="text-align:right"><button class="passo">Passar aos documentos</button></p></form>`,
  },
  {
    id: 'segments-of-boxes',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a choice of three periods is made of boxes that say neither role nor which is chosen',
    where: '.seg, .seg *',
    about: /role|state|control|name/,
    site: 'panel',
    head: () =>
      '<style>.seg{display:inline-flex;border:1px solid #5f6b78;border-radius:4px}.seg>*{padding:.6rem 1rem;cursor:pointer}.seg .on{background:#15314b;color:#fff}</style>',
    main: (is) => {
      const item = (name: string, isOn: boolean) =>
        `<div class="css-seg${isOn ? ' on' : ''}" tabindex="${is || isOn ? 0 : -1}"${is ? '' : ` role="radio" aria-checked="${isOn}"`}>${name}</div>`
      return `<div class="seg"${is ? '' : ' role="radiogroup" aria-label="Period of the figures"'}>${item('Day', true)}${item('Week', false)}${item('Month', false)}</div>
<p>Requests answered: <b id="n">41,200</b></p>`
    },
    script: (is) => `const all = [...document.querySelectorAll('.seg > *')]
const counts = ['41,200', '288,000', '1,204,000']
function choose(at) {
  all.forEach((each, place) => {
    each.classList.toggle('on', place === at)
    ${is ? '' : "each.setAttribute('aria-checked', String(place === at)); each.tabIndex = place === at ? 0 : -1"}
  })
  document.getElementById('n').textContent = counts[at]
}
all.forEach((each, at) => {
  each.addEventListener('click', () => choose(at))
  each.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: 2 }[event.key]
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(at) }
    if (step) { const next = (at + step) % 3; choose(next); all[next].focus() }
  })
})
`,
  },
  {
    id: 'waves-play-at-once',
    technique: 'F23',
    criterion: '1.4.2',
    wrong: 'a page plays waves as soon as it is open, and nothing stops them',
    where: 'page',
    about: /audio|sound|autoplay|starts-by-itself/,
    site: 'werf',
    main: (is) => `<p>Luister hoe het klinkt als de wind in het want staat.</p>
${is ? '<audio autoplay loop src="/media/golven.wav"></audio>' : '<p><button type="button" id="golven">Speel het geluid van de golven</button></p>'}
${is ? '' : `<script>{const b=document.getElementById('golven'),g=new Audio('/media/golven.wav');b.addEventListener('click',()=>{if(g.paused){g.play();b.textContent='Stop het geluid'}else{g.pause();b.textContent='Speel het geluid van de golven'}})}</script>`}`,
  },
  {
    id: 'word-letter-under-letter',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'a word stands upright, each letter on a line of its own',
    where: '.upright, .upright *',
    about: /letter|spac|word/,
    site: 'gazette',
    head: (is) =>
      `<style>.upright{float:left;margin:0 1rem 0 0;line-height:1.1;font-weight:700;${is ? '' : 'writing-mode:vertical-lr;text-orientation:upright'}}</style>`,
    main: either(
      '<p class="upright">M<br>A<br>R<br>K<br>E<br>T</p><p>The stalls are back in the square from half past seven, and the bus from Howtown waits until the fish is sold. Bring your own bags; the council has stopped giving them away.</p>',
      '<p class="upright">MARKET</p><p>The stalls are back in the square from half past seven, and the bus from Howtown waits until the fish is sold. Bring your own bags; the council has stopped giving them away.</p>',
    ),
  },
  {
    id: 'hours-set-with-tabs',
    technique: 'F34',
    criterion: '1.3.1',
    wrong: 'opening hours are set in columns with tabs in a box that keeps them',
    where: '.tider, .tider *',
    about: /table|space|preformatted/,
    site: 'kommune',
    head: () => '<style>div.tider{white-space:pre;tab-size:16;line-height:1.8}</style>',
    main: either(
      `<h2>Åbningstider</h2>
<div class="tider">Dag\tBorgerservice\tTelefon
Mandag\t10–15\t9–14
Onsdag\t10–15\t9–14
Torsdag\t10–17\t9–16
Fredag\t10–13\t9–12</div>`,
      `<h2>Åbningstider</h2>
<table class="tider"><thead><tr><th scope="col">Dag</th><th scope="col">Borgerservice</th><th scope="col">Telefon</th></tr></thead><tbody><tr><th scope="row">Mandag</th><td>10–15</td><td>9–14</td></tr>
<tr><th scope="row">Onsdag</th><td>10–15</td><td>9–14</td></tr>
<tr><th scope="row">Torsdag</th><td>10–17</td><td>9–16</td></tr>
<tr><th scope="row">Fredag</th><td>10–13</td><td>9–12</td></tr></tbody></table>`,
    ),
  },
  {
    id: 'bullets-said-aloud',
    technique: 'F39',
    criterion: '1.1.1',
    wrong: 'the dots before the items of a list are pictures that are read out each time',
    where: '.punkte img',
    about: /alt|spacer|decorat/,
    site: 'moebel',
    head: () => '<style>.punkte{list-style:none;padding:0}</style>',
    main: (is) => `<h2 class="text-lg">Lieferumfang</h2>
<ul class="punkte">${['Vier Beine mit Filzgleitern', 'Eine Platte aus Eiche', 'Ein Schlüssel für die Schrauben', 'Eine Dose Öl'].map((item) => `<li><img src="/media/punkt.png" width="10" height="10" alt="${is ? 'Aufzählungspunkt' : ''}"> ${item}</li>`).join('\n')}</ul>`,
  },
  {
    id: 'signed-out-after-minutes',
    technique: 'F58',
    criterion: '2.2.1',
    wrong: 'a script leads to the signed-out page after four minutes, without a warning or a way to stay',
    where: 'page',
    about: /time|refresh|redirect/,
    site: 'panel',
    main: (is) => `<p>You are editing the rules of the edge cache.</p>
<form action="/p/rules"><p><label for="rules">Rules, one in each line</label><br><textarea id="rules" name="rules" rows="4" cols="50"></textarea></p><p><button>Save the rules</button></p></form>
${is ? '' : '<dialog id="idle" aria-labelledby="idle-h"><h2 id="idle-h">Are you still there?</h2><p>You will not be signed out; this page stays as it is.</p><button type="button">Stay signed in</button></dialog>'}`,
    script: (is) =>
      is
        ? `setTimeout(() => { location.href = '/signed-out?why=idle' }, 4 * 60 * 1000)\n`
        : `const idle = document.getElementById('idle')
idle.querySelector('button').addEventListener('click', () => idle.close())
setTimeout(() => idle.showModal(), 4 * 60 * 1000)
`,
  },
  {
    id: 'row-of-table-leads-on',
    technique: 'F42',
    criterion: '2.1.1',
    wrong: 'rows of a table lead on when they are clicked, and there is no link',
    where: '.jobs, .jobs *',
    about: /link|mouse|keyboard|role|control/,
    site: 'ledger',
    head: () => '<style>.jobs tbody tr{cursor:pointer}.jobs tbody tr:hover{background:#e0e7ff}</style>',
    main: (is) => {
      const row = (name: string, sum: string, path: string) =>
        `<tr data-href="${path}"><td>${is ? name : `<a href="${path}">${name}</a>`}</td><td>${sum}</td></tr>`
      return `<h2>Invoices that are due</h2><table class="jobs"><thead><tr><th scope="col">Supplier</th><th scope="col">Amount</th></tr></thead><tbody>${row('Ridge Timber', '£1,240.00', '/app/invoices/881')}${row('Orchard Print', '£96.50', '/app/invoices/882')}${row('Holt and Daughters', '£310.00', '/app/invoices/883')}</tbody></table>
<script>for (const row of document.querySelectorAll('.jobs tbody tr')) row.addEventListener('click', () => { location.assign(row.dataset.href) })</script>`
    },
  },
  {
    id: 'date-field-gives-focus-away',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'a date field gives the focus away whenever it gets it, so that nobody types into it',
    where: '#od, #od + *',
    about: /focus|blur|keyboard/,
    site: 'kolej',
    main: (is) =>
      `<form action="/szukaj"><p><label for="od">Data wyjazdu (dd.mm.rrrr)</label> <input id="od" name="od" inputmode="numeric"${is ? ' onfocus="this.blur()"' : ''}></p><p><label for="skad">Stacja początkowa</label> <input id="skad" name="skad"></p><p><button>Szukaj połączeń</button></p></form>`,
  },
  {
    id: 'gallery-with-captions-only',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'the photographs of a gallery have captions and no alt attributes',
    where: '.wp-block-gallery img, .wp-block-gallery figure',
    about: /alt/,
    site: 'gazette',
    head: () =>
      '<style>.wp-block-gallery{display:flex;flex-wrap:wrap;gap:1rem}.wp-block-gallery figure{margin:0;width:200px}</style>',
    main: (is) =>
      `<div class="wp-block-gallery has-nested-images columns-3">${[
        ['The winner', 'A girl in wellingtons holds a ram by its horns and laughs'],
        ['Sunday', 'Three men lean on a gate, behind them a wet field'],
        ['Photo: J. Bell', 'A tent is being carried across the show field by nine people'],
      ]
        .map(
          ([caption, alt], at) =>
            `<figure class="wp-block-image size-large"><img loading="lazy" width="200" height="150" src="/media/show-${at}.jpg" class="wp-image-${880 + at}"${is ? '' : ` alt="${alt}"`}><figcaption class="wp-element-caption">${caption}</figcaption></figure>`,
        )
        .join('\n')}</div>`,
  },
  {
    id: 'follow-never-pressed',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'a button that can be on or off always says that it is off',
    where: '.follow',
    about: /state|pressed|aria/,
    site: 'journal',
    head: () => '<style>.follow.is-on{background:#8b1a1a}</style>',
    main: (is) => `<p>Cette rubrique suit les travaux du marché couvert, semaine après semaine.</p>
<p><button type="button" class="follow" aria-pressed="false">Suivre le dossier</button></p>
<script>{const b=document.querySelector('.follow');b.addEventListener('click',()=>{const on=b.classList.toggle('is-on');${is ? '' : "b.setAttribute('aria-pressed',String(on))"}})}</script>`,
  },
  {
    id: 'laes-mere-three-times',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'links say "Læs mere" under three headings',
    where: '.news a',
    about: /link/,
    site: 'kommune',
    main: (is) =>
      `<div class="news">${[
        ['Ny legeplads ved åen', 'Børnene har selv tegnet den, og den åbner på lørdag klokken ti.'],
        ['Vejen lukkes i uge 14', 'Asfalten skal skiftes, og trafikken ledes over Nørregade.'],
        ['Søg penge til kultur', 'Puljen er åben for foreninger, skoler og borgere.'],
      ]
        .map(
          ([title, text], at) =>
            `<div class="card"><div class="card-body"><h2 class="card-title">${title}</h2><p>${text}</p><a class="stretched" href="/nyt/${at}">${is ? 'Læs mere' : `Læs mere om: ${title}`}</a></div></div>`,
        )
        .join('')}</div>`,
  },
  {
    id: 'labeled-by-misspelt',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a field is to be named by an attribute whose name is misspelt',
    where: '#region',
    about: /aria|label|name/,
    site: 'panel',
    main: (
      is,
    ) => `<div class="MuiFormControl-root"><span id="region-label" class="MuiFormLabel-root">Region of new projects</span><br><select id="region" name="region" ${is ? 'aria-labeledby' : 'aria-labelledby'}="region-label"><option>eu-north</option><option>eu-west</option><option>us-east</option></select></div>
<p>Projects that exist stay where they are.</p>`,
  },
  {
    id: 'alt-begins-photo-of',
    technique: 'practice',
    criterion: null,
    wrong: 'an alternative begins by saying that it is a picture',
    where: 'figure img',
    about: /alt/,
    site: 'gazette',
    main: (is) =>
      `<figure class="wp-block-image"><img src="/media/otter.jpg" width="200" height="150" alt="${is ? 'Image of an otter on the slipway with a trout' : 'An otter on the slipway with a trout'}"><figcaption>Taken on Monday by our reader Joan Bell</figcaption></figure><p>It is the third that has been seen this winter.</p>`,
  },
  {
    id: 'two-banners',
    technique: 'practice',
    criterion: null,
    wrong: 'a page has two banners of the page',
    where: '.promo, .promo *',
    about: /banner|landmark/,
    site: 'volt',
    top: (is) =>
      `<div class="promo"${is ? ' role="banner"' : ' role="region" aria-label="Announcement"'}><p class="page-width">Free shipping over $75 until Sunday</p></div>`,
    main: () => '<p>Our most carried bag is back in four colors.</p>',
  },
]
