/** Planted failures of an auditor who did not look at the checks, second part: the half that is for measuring alone. Nobody looks at its misses. */
import { either, type Plant } from '#bench/planted/plant'

export const measuredSecond: readonly Plant[] = [
  {
    id: 'scores-fetched-anew',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'a page of scores loads itself anew every five minutes',
    where: 'page',
    about: /refresh|time/,
    site: 'gazette',
    head: (is) => (is ? '<meta http-equiv="refresh" content="300">' : ''),
    main: (
      is,
    ) => `<h2>Fell races, Saturday</h2><table><thead><tr><th scope="col">Runner</th><th scope="col">Time</th></tr></thead><tbody><tr><th scope="row">J. Tyson</th><td>1:04:20</td></tr><tr><th scope="row">M. Bell</th><td>1:05:02</td></tr></tbody></table>
${is ? '' : '<p><a href="?">Fetch the newest times</a></p>'}`,
  },
  {
    id: 'offer-flashes-by-class',
    technique: 'F50',
    criterion: '2.2.2',
    wrong: 'a script makes the word of an offer come and go without end',
    where: '.flashing, .offer-word',
    about: /blink|mov|flash/,
    site: 'moebel',
    head: () => '<style>.gone{visibility:hidden}</style>',
    main: (
      is,
    ) => `<p>Sessel aus Eiche: <strong class="offer-word${is ? ' flashing' : ''}">Nur noch heute zum halben Preis</strong></p>
<p>Lieferbar in Natur und in Nussbaum.</p>
${is ? "<script>setInterval(() => document.querySelector('.offer-word').classList.toggle('gone'), 600)</script>" : ''}`,
  },
  {
    id: 'film-with-chapters-only',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'a film with speech has a track of chapters and none of captions',
    where: 'video, .film',
    about: /caption|video/,
    site: 'escola',
    main: (is) =>
      `<div class="film"><h2>Um dia na escola</h2><video controls preload="metadata" width="480" height="270" src="/media/dia.webm"><track kind="chapters" srclang="pt-PT" src="/media/capitulos.vtt">${is ? '' : '<track kind="captions" srclang="pt-PT" label="Português" src="/media/dia.vtt" default>'}<track kind="descriptions" srclang="pt-PT" label="Português" src="/media/dia-visto.vtt"></video><p>A diretora apresenta as oficinas. <a href="/dia/texto">Leia o que se diz e o que se vê no filme</a>.</p></div>`,
  },
  {
    id: 'ring-cut-by-its-box',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'the ring around links is drawn outside of them, and the box around them cuts it off',
    where: '.chips, .chips *',
    about: /focus/,
    site: 'panel',
    head: (is) =>
      `<style>.chips{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0}.chips li{${is ? 'overflow:hidden;' : ''}padding:0}.chips a{display:block;padding:.6rem 1rem;background:#eaf2f9;outline:none}.chips a:focus-visible{outline:none;box-shadow:0 0 0 3px #b4530a}</style>`,
    main: () =>
      '<h2>Filters</h2><ul class="chips"><li><a href="?env=production">Production</a></li><li><a href="?env=staging">Staging</a></li><li><a href="?env=preview">Preview</a></li></ul>',
  },
  {
    id: 'card-number-in-four-boxes',
    technique: 'F82',
    criterion: '3.3.2',
    wrong:
      'the number of a library card is asked for in four boxes, of which three have nothing that says what they are',
    where: '.four, .four *',
    about: /label|name|group/,
    site: 'library',
    main: (is) =>
      `<form action="/card"><div class="four"><label for="n1">Number of your card</label><br>${
        is
          ? [1, 2, 3, 4]
              .map((n) => `<input id="n${n}" name="n${n}" size="4" maxlength="4" inputmode="numeric">`)
              .join(' – ')
          : '<input id="n1" name="n1" size="20" inputmode="numeric">'
      }</div><p><button>Look at my loans</button></p></form>`,
  },
  {
    id: 'headline-on-stripes',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'a headline lies on stripes of dark and light, and half of it is hardly seen',
    where: '.stripes, .stripes *',
    about: /contrast/,
    site: 'volt',
    head: (is) =>
      `<style>.stripes{background:repeating-linear-gradient(90deg,#24483e 0 60px,#d9e4df 60px 120px);padding:2rem 1rem}.stripes p{color:#fff;font-size:1rem;margin:0;${is ? '' : 'background:#12241f;padding:.6rem'}}</style>`,
    main: () =>
      '<div class="stripes"><p>Bring your old bag and get twenty dollars off a new one until the end of April</p></div>',
  },
  {
    id: 'hours-and-minutes-nameless',
    technique: 'F86',
    criterion: '4.1.2',
    wrong: 'two times are put in with four lists, none of which says what it is for',
    where: '.when, .when *',
    about: /label|name/,
    site: 'kolej',
    main: (is) => {
      const list = (name: string, of: readonly string[]) =>
        `<select name="${name.replace(' ', '-')}"${is ? '' : ` aria-label="${name}"`}>${of.map((each) => `<option>${each}</option>`).join('')}</select>`
      const hours = ['06', '08', '10', '12', '14']
      const minutes = ['00', '15', '30', '45']
      return `<form action="/szukaj"><fieldset class="when"><legend>Wyjazd między</legend>${list('od godziny', hours)} : ${list('od minuty', minutes)} i ${list('do godziny', hours)} : ${list('do minuty', minutes)}</fieldset><p><button>Szukaj</button></p></form>`
    },
  },
  {
    id: 'sold-out-by-stylesheet',
    technique: 'F87',
    criterion: '1.3.1',
    wrong: 'which colours are sold out is written by the stylesheet',
    where: '.variants, .variants *',
    about: /css|words|content|generated/,
    site: 'volt',
    head: (is) => `<style>${is ? '.variants .is-gone::after{content:" is sold out until May"}' : ''}</style>`,
    main: (is) =>
      `<h2>Colors</h2><ul class="variants"><li>Moss</li><li class="is-gone">Rust${is ? '' : ' is sold out until May'}</li><li>Slate</li><li class="is-gone">Sand${is ? '' : ' is sold out until May'}</li></ul>`,
  },
  {
    id: 'roles-of-a-table-without-heads',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'a table made of roles has cells where its headers should be',
    where: '.datagrid, .datagrid *',
    about: /table|header|role/,
    site: 'ledger',
    head: () =>
      '<style>.datagrid [role=row]{display:grid;grid-template-columns:2fr 1fr 1fr;border-bottom:1px solid #6b7280;padding:.4rem}.datagrid [role=row]:first-child{font-weight:700}</style>',
    main: (is) => {
      const [column, rowHead] = is ? ['cell', 'cell'] : ['columnheader', 'rowheader']
      return `<h2 id="dg">Payroll runs</h2><div class="datagrid" role="table" aria-labelledby="dg"><div role="row"><span role="${column}">Month</span><span role="${column}">People</span><span role="${column}">Total</span></div>${[
        ['January', '14', '£31,002'],
        ['February', '15', '£33,870'],
        ['March', '15', '£33,870'],
      ]
        .map(
          ([month, people, total]) =>
            `<div role="row"><span role="${rowHead}">${month}</span><span role="cell">${people}</span><span role="cell">${total}</span></div>`,
        )
        .join('')}</div>`
    },
  },
  {
    id: 'word-explained-under-the-pointer',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'the explanation of a word goes when the pointer leaves the word for it, and no key closes it',
    where: '.gloss, .gloss *',
    about: /hover|escape|tooltip/,
    site: 'museo',
    head: (is) =>
      `<style>.gloss{position:relative;display:inline-block}.gloss .pop{position:absolute;left:0;top:calc(100% + ${is ? '14px' : '0px'});width:16rem;background:#2b1d14;color:#fff;padding:.8rem;display:none;z-index:4}.gloss:not(.shut):focus-within .pop{display:block}${is ? '.gloss .word:hover + .pop{display:block}' : '.gloss:not(.shut):hover .pop{display:block}'}.gloss .word{background:none;color:#2b1d14;border-bottom:2px dotted #2b1d14;padding:.3rem}</style>`,
    main: (
      is,
    ) => `<p>La brocca ha un fondo di <span class="gloss"><button type="button" class="word" aria-describedby="pop">ingobbio</button><span class="pop" id="pop" role="tooltip">Un velo di terra liquida che si stende sul pezzo prima della seconda cottura.</span></span> bianco e un manico attorcigliato che ricorda una corda da barca.</p>
${is ? '' : "<script>{const g=document.querySelector('.gloss');document.addEventListener('keydown',e=>{if(e.key==='Escape')g.classList.add('shut')});for(const t of ['mouseleave','focusout'])g.addEventListener(t,()=>g.classList.remove('shut'))}</script>"}`,
  },
  {
    id: 'slash-and-letters-steer',
    technique: 'F99',
    criterion: '2.1.4',
    wrong: 'the letters j and k lead through the list, and they can be neither turned off nor changed',
    where: 'page',
    about: /shortcut|character|key/,
    site: 'ledger',
    main: (
      is,
    ) => `<h2>Bank statement</h2><ol class="entries"><li><a href="/app/e/1">2 March, Ridge Timber</a></li><li><a href="/app/e/2">3 March, Orchard Print</a></li><li><a href="/app/e/3">5 March, payroll</a></li></ol>
${is ? '' : '<p><label><input type="checkbox" id="keys-on"> Let single letters move through the list</label></p>'}`,
    script: (is) => `const entries = [...document.querySelectorAll('.entries a')]
document.addEventListener('keyup', (event) => {
  if (event.target.matches('input:not([type=checkbox]), textarea, select')) return
  ${is ? '' : "if (!document.getElementById('keys-on').checked) return"}
  const at = entries.indexOf(document.activeElement)
  if (event.key === 'j') entries[Math.min(at + 1, entries.length - 1)].focus()
  if (event.key === 'k') entries[Math.max(at - 1, 0)].focus()
})
`,
  },
  {
    id: 'columns-left-out-when-narrow',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'on a narrow window two columns of a table are left out, and their values stand nowhere else',
    where: '.maal, .maal *',
    about: /reflow|narrow|lost|gone/,
    site: 'kommune',
    head: (is) =>
      `<style>${is ? '@media(max-width:500px){.maal :is(th,td):nth-child(n+3){display:none}}' : '@media(max-width:500px){.maal :is(th,td){padding:.2rem}}'}</style>`,
    main: () =>
      `<h2>Priser</h2><table class="maal"><thead><tr><th scope="col">Hal</th><th scope="col">Time</th><th scope="col">Dag</th><th scope="col">Uge</th></tr></thead><tbody><tr><th scope="row">Nord</th><td>90 kr.</td><td>400 kr.</td><td>2100 kr.</td></tr><tr><th scope="row">Syd</th><td>70 kr.</td><td>300 kr.</td><td>1600 kr.</td></tr></tbody></table>`,
  },
  {
    id: 'given-and-family-name-swapped',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'the fields for the given name and the family name have each other’s purpose',
    where: '#apelido, #proprio',
    about: /autocomplete/,
    site: 'escola',
    main: (is) =>
      `<form action="/perfil" method="post"><h2>Os meus dados</h2><p><label for="proprio">Nome próprio</label><br><input id="proprio" name="proprio" autocomplete="${is ? 'family-name' : 'given-name'}"></p><p><label for="apelido">Apelido</label><br><input id="apelido" name="apelido" autocomplete="${is ? 'given-name' : 'family-name'}"></p><p><button>Guardar os meus dados</button></p></form>`,
  },
  {
    id: 'words-beside-tick-boxes-not-tied',
    technique: 'F111',
    criterion: '4.1.2',
    wrong: 'the words beside tick boxes are text of their own that is tied to no box',
    where: '.opts input, .opts *',
    about: /label|name/,
    site: 'volt',
    head: () => '<style>.opts>div{padding:.4rem 0}</style>',
    main: (is) => {
      const option = (id: string, words: string) =>
        `<div class="opt"><input type="checkbox" id="${id}" name="${id}"> <${is ? 'span class="opt__t"' : `label class="opt__t" for="${id}"`}>${words}</${is ? 'span' : 'label'}></div>`
      return `<form action="/cart/note" method="post"><fieldset class="opts"><legend>With this order</legend>${option('gift', 'Wrap it as a gift')}${option('less', 'Use as little packing as you can')}${option('late', 'Deliver in the evening')}</fieldset><p><button class="button">Keep these wishes</button></p></form>`
    },
  },
  {
    id: 'old-price-orange',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'a lowered price is orange on white',
    where: '.price, .price *',
    about: /contrast/,
    site: 'volt',
    head: (is) =>
      `<style>.price{font-size:1.05rem}.price__sale{color:${is ? '#f08c2e' : '#7a3300'};font-weight:400}</style>`,
    main: () =>
      '<p>Canvas tote in sand</p><p class="price"><s>$48.00</s> <span class="price__sale">now $36.00 until Sunday</span></p>',
  },
  {
    id: 'menu-button-taken-from-tab',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'the only button that opens the filters is taken out of the order of Tab',
    where: '.filter-toggle',
    about: /keyboard|focus|tab|mouse/,
    site: 'volt',
    main: (
      is,
    ) => `<p><button type="button" class="filter-toggle" aria-expanded="false" aria-controls="filters"${is ? ' tabindex="-1"' : ''}>Filters</button></p><div id="filters" hidden><fieldset><legend>Color</legend><label><input type="checkbox" name="c" value="moss"> Moss</label> <label><input type="checkbox" name="c" value="rust"> Rust</label></fieldset></div>
<script>document.querySelector('.filter-toggle').addEventListener('click', (event) => { const box = document.getElementById('filters'); box.hidden = !box.hidden; event.currentTarget.setAttribute('aria-expanded', String(!box.hidden)) })</script>`,
  },
  {
    id: 'english-voice-on-danish-page',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'what an English guest said stands on a Danish page and does not say which language it is in',
    where: '.voice, .voice *',
    about: /lang/,
    site: 'kommune',
    main: (is) =>
      `<h2>Det siger gæsterne</h2><figure><blockquote class="voice"${is ? '' : ' lang="en"'}><p>We came for the harbour and stayed for the bakery. Everybody was kind to our children, and the paths along the river are the best that we have ever walked.</p></blockquote><figcaption>En familie fra Leeds, der besøgte os i juli</figcaption></figure>`,
  },
  {
    id: 'opening-offer-as-picture',
    technique: 'criterion',
    criterion: '1.4.5',
    wrong: 'an announcement of two sentences is a picture of its words',
    where: 'img.announce, p.announce',
    about: /image|text|picture/,
    site: 'volt',
    main: either(
      `<img class="announce" width="600" height="120" alt="Our Portland store opens on May 3. The first hundred guests get a patch." src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 120'%3E%3Crect width='600' height='120' fill='%2324483e'/%3E%3Ctext x='20' y='50' font-family='sans-serif' font-size='26' fill='%23fff'%3EOur Portland store opens on May 3.%3C/text%3E%3Ctext x='20' y='92' font-family='sans-serif' font-size='22' fill='%23fff'%3EThe first hundred guests get a patch.%3C/text%3E%3C/svg%3E">`,
      '<p class="announce" style="background:#24483e;color:#fff;padding:1rem;font-size:1.5rem">Our Portland store opens on May 3. The first hundred guests get a patch.</p>',
    ),
  },
  {
    id: 'frame-titled-iframe',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'a frame is titled with the name of its element',
    where: 'iframe',
    about: /frame|title/,
    site: 'gazette',
    main: (is) =>
      `<p>The course of the race is marked on our map.</p><iframe src="/maps/fell-race" width="400" height="220" title="${is ? 'iframe' : 'Map of the fell race'}"></iframe>`,
  },
  {
    id: 'legend-in-a-box',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'a legend lies in a box within its fieldset and names nothing',
    where: 'fieldset, fieldset *',
    about: /legend|fieldset|group|radio|choices/,
    site: 'volt',
    main: (is) =>
      `<form action="/shipping"><fieldset class="field-group">${is ? '<div class="field-group__head"><legend>How fast shall it come?</legend></div>' : '<legend>How fast shall it come?</legend>'}<div><label><input type="radio" name="speed" value="ground"> By ground, free</label></div><div><label><input type="radio" name="speed" value="air"> By air, $18</label></div></fieldset><p><button class="button">Continue to payment</button></p></form>`,
  },
  {
    id: 'link-to-nothing-is-a-button',
    technique: 'practice',
    criterion: null,
    wrong: 'a link to "#" does what a button does',
    where: '.fold',
    about: /link|href|button|script/,
    site: 'gazette',
    main: (
      is,
    ) => `<h2>Who may vote</h2><p>Everybody who has lived in the valley for a year.</p><p>${is ? '<a class="fold" href="#" aria-expanded="false">Show the small print</a>' : '<button type="button" class="fold" aria-expanded="false">Show the small print</button>'}</p><p id="small" hidden>Those who moved within the valley count from their first day.</p>
<script>document.querySelector('.fold').addEventListener('click', (event) => { event.preventDefault(); const small = document.getElementById('small'); small.hidden = !small.hidden; event.currentTarget.setAttribute('aria-expanded', String(!small.hidden)) })</script>`,
  },
  {
    id: 'two-navigations-one-name',
    technique: 'practice',
    criterion: null,
    wrong: 'two navigations of a page have the same name and lead elsewhere',
    where: 'nav',
    about: /landmark|nav/,
    site: 'library',
    main: (is) =>
      `<nav aria-label="${is ? 'More' : 'Maps'}"><ul><li><a href="/maps/1">Maps before 1800</a></li><li><a href="/maps/2">Maps of the railways</a></li></ul></nav><nav aria-label="${is ? 'More' : 'Rooms'}"><ul><li><a href="/rooms/1">The map room</a></li><li><a href="/rooms/2">The reading room</a></li></ul></nav>`,
  },
  {
    id: 'acronym-and-teletype',
    technique: 'practice',
    criterion: null,
    wrong: 'obsolete acronym and tt elements',
    where: 'acronym, tt, .short',
    about: /obsolete|deprecated/,
    site: 'manual',
    main: either(
      '<p>The <acronym title="Application Programming Interface">API</acronym> answers with <tt>retry-after</tt> when its budget is spent.</p>',
      '<p>The <abbr class="short" title="Application Programming Interface">API</abbr> answers with <code>retry-after</code> when its budget is spent.</p>',
    ),
  },
  {
    id: 'focus-put-into-a-field-below',
    technique: 'practice',
    criterion: null,
    wrong: 'when the page opens, the focus is put into a field in the middle of it, past all that stands before',
    where: '#kupon',
    about: /autofocus|focus/,
    site: 'kolej',
    main: (is) =>
      `<h2>Ważne zmiany od soboty</h2><p>Pociąg o szóstej nie zatrzymuje się w Bobowej. Przeczytaj, zanim kupisz bilet.</p><form action="/kupon"><p><label for="kupon">Numer kuponu</label> <input id="kupon" name="kupon"${is ? ' autofocus' : ''}></p><p><button>Dalej</button></p></form>`,
  },
]
