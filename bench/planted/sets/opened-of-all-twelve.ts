/** A third of what was for measuring alone, drawn by digest over all twelve sets, and looked at since. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

const aside = '<style>.skip{left:auto;right:-999px}.skip:focus{left:auto;right:0}</style>'

export const openedThird: readonly Plant[] = [
  {
    id: 'stock-by-background-sign',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'whether a size is to be had is told by the background picture of an empty cell',
    where: '.sizes, .sizes *',
    about: /background|image|alt/,
    site: 'volt',
    head: () =>
      '<style>.stock{display:inline-block;width:20px;height:20px;background:url(/media/stock-yes.png) center/contain no-repeat}.stock--no{background-image:url(/media/stock-no.png)}.vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}</style>',
    main: (is) => {
      const cell = (isThere: boolean) =>
        `<td><span class="stock${isThere ? '' : ' stock--no'}"></span>${is ? '' : `<span class="vh">${isThere ? 'In stock' : 'Sold out'}</span>`}</td>`
      return `<h2>Sizes</h2>
<table class="sizes"><caption>What our two stores have today</caption><thead><tr><th scope="col">Size</th><th scope="col">Pearl Street</th><th scope="col">Hawthorne</th></tr></thead>
<tbody><tr><th scope="row">Small</th>${cell(true)}${cell(false)}</tr><tr><th scope="row">Medium</th>${cell(true)}${cell(true)}</tr><tr><th scope="row">Large</th>${cell(false)}${cell(true)}</tr></tbody></table>`
    },
  },
  {
    id: 'form-laid-out-with-headers',
    technique: 'F46',
    criterion: '1.3.1',
    wrong: 'the rows of a form are laid out by a table with header cells and a summary',
    where: '.form-table, .form-table *',
    about: /table|layout/,
    site: 'escola',
    head: () =>
      '<style>.form-table td,.form-table th{border:0;font-weight:400;padding:.3rem}.form-table input{width:9rem}</style>',
    main: (is) => {
      const cell = is ? 'th scope="row"' : 'td'
      const end = is ? 'th' : 'td'
      return `<form action="/inscricao" method="post"><table class="form-table"${is ? ' summary="Formulário de inscrição"' : ' role="presentation"'}>
<tr><${cell}><label for="nome">Nome completo</label></${end}><td><input id="nome" name="nome" autocomplete="name"></td></tr>
<tr><${cell}><label for="correio">Correio eletrónico</label></${end}><td><input id="correio" type="email" name="correio" autocomplete="email"></td></tr>
<tr><td></td><td><button>Enviar a inscrição</button></td></tr>
</table></form>`
    },
  },
  {
    id: 'details-of-which',
    technique: 'F63',
    criterion: '2.4.4',
    wrong: 'links say "Details" in boxes beside the box that says of what',
    where: '.tile a',
    about: /link/,
    site: 'panel',
    head: () =>
      '<style>.tiles{display:flex;flex-wrap:wrap;gap:1rem}.tile{border:1px solid #75808c;padding:1rem}.tile__t{font-weight:500}</style>',
    main: (is) =>
      `<div class="tiles">${['Edge cache', 'Image resizer', 'Mail relay']
        .map(
          (name, at) =>
            `<div class="tile"><div class="tile__t">${name}</div><div class="tile__n">${[12, 7, 0][at]} incidents this year</div><div class="tile__f"><a href="/p/incidents/${at}">${is ? 'Details' : `Incidents of the ${name.toLowerCase()}`}</a></div></div>`,
        )
        .join('')}</div>`,
  },
  {
    id: 'reset-takes-outlines',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'a reset in the theme takes the outlines of all fields and buttons away',
    where: '.cart-form, .cart-form *',
    about: /focus/,
    site: 'volt',
    head: (is) =>
      `<style>${is ? '.cart-form *,.cart-form *::before{outline:none!important;box-shadow:none}' : '.cart-form *::before{box-shadow:none}'}</style>`,
    main: () =>
      `<form class="cart-form" action="/cart/add" method="post"><p><label for="qty">Quantity</label> <input id="qty" type="number" name="quantity" value="1" min="1"></p><p><label for="size">Size</label> <select id="size" name="size"><option>Small</option><option>Medium</option><option>Large</option></select></p><p><button type="submit" class="button">Add to bag</button> <a class="button" href="/pages/size-chart">Size chart</a></p></form>`,
  },
  {
    id: 'networks-by-signs',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'links to networks hold a sign from a sheet of signs and no words',
    where: '.social a',
    about: /link|name/,
    site: 'escola',
    head: () =>
      '<style>.social{display:flex;gap:1rem;list-style:none;padding:0}.social svg{width:32px;height:32px;display:block}.social a{display:block;padding:6px}.vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}</style>',
    main: (
      is,
    ) => `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><symbol id="s-f" viewBox="0 0 24 24"><path d="M14 8h3V4h-3c-3 0-5 2-5 5v2H6v4h3v9h4v-9h3l1-4h-4V9z" fill="#5b2a86"/></symbol><symbol id="s-y" viewBox="0 0 24 24"><path d="M2 6h20v12H2zM10 9v6l5-3z" fill="#5b2a86" fill-rule="evenodd"/></symbol></svg>
<h2>Siga a escola</h2><ul class="social"><li><a href="https://social.example/escola">${is ? '' : '<span class="vh">A escola na rede Mural</span>'}<svg aria-hidden="true" focusable="false"><use href="#s-f"/></svg></a></li><li><a href="https://video.example/escola">${is ? '' : '<span class="vh">Os filmes da escola no Ecrã</span>'}<svg aria-hidden="true" focusable="false"><use href="#s-y"/></svg></a></li></ul>`,
  },
  {
    id: 'third-level-to-sixth',
    technique: 'practice',
    criterion: null,
    wrong: 'a heading of level five follows one of level two',
    where: '.faq h5, .faq h3',
    about: /heading/,
    site: 'escola',
    main: (is) => {
      const h = is ? 'h5' : 'h3'
      return `<div class="faq"><h2>Perguntas frequentes</h2><${h}>Posso mudar de curso?</${h}><p>Pode, até ao fim do primeiro mês de aulas.</p><${h}>Há residência?</${h}><p>Há cem quartos, a cinco minutos a pé.</p></div>`
    },
  },
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
    id: 'prices-with-leading-dots',
    technique: 'F34',
    criterion: '1.3.1',
    wrong: 'a list of prices is set in two columns with full stops and blanks',
    where: '.tariffs',
    about: /table|tabular|spaces|column/,
    site: 'museo',
    main: (is) => {
      const rows = [
        ['Intero', '12 €', '14 €'],
        ['Ridotto', '8 €', '9 €'],
        ['Famiglia', '28 €', '32 €'],
      ] as const
      return is
        ? `<h2>Quanto costa</h2><p class="tariffs">${rows.map((cells) => cells.join(' . . . . . . . . ')).join('<br>')}</p><p>La prima colonna vale nei giorni feriali, la seconda nei festivi.</p>`
        : `<h2>Quanto costa</h2><table class="tariffs"><caption>Biglietti</caption><thead><tr><th scope="col">Biglietto</th><th scope="col">Feriali</th><th scope="col">Festivi</th></tr></thead><tbody>${rows.map(([name, ...rest]) => `<tr><th scope="row">${name}</th>${rest.map((price) => `<td>${price}</td>`).join('')}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'divider-has-a-name',
    technique: 'F39',
    criterion: '1.1.1',
    wrong: 'a line drawn between two parts is announced as a picture that is called "divider graphic"',
    where: 'svg.divider',
    about: /decorat|alternative|image/,
    site: 'panel',
    main: (is) =>
      `<h2>Usage this month</h2><p>A third of the plan is used.</p><svg class="divider" width="400" height="12" viewBox="0 0 400 12"${is ? ' role="img" aria-label="divider graphic"' : ' aria-hidden="true"'} style="max-width:100%"><path d="M0 6 H180 L190 0 L200 12 L210 0 L220 6 H400" fill="none" stroke="#75808c" stroke-width="2"/></svg><p>At this pace the plan lasts until the end of the quarter.</p>`,
  },
  {
    id: 'board-loads-itself-by-script',
    technique: 'F61',
    criterion: '3.2.5',
    wrong: 'a board of deployments loads the whole page anew every minute and a half, and cannot be held',
    where: 'page',
    about: /refresh|reload|time/,
    site: 'panel',
    main: (is) =>
      `<h2>Deployments now</h2><p>Three are running and none is waiting.</p>${is ? '' : '<p><button type="button" id="again">Load the newest state</button></p>'}`,
    script: (is) =>
      is
        ? 'window.setInterval(() => window.location.reload(), 90_000)\n'
        : "document.getElementById('again').addEventListener('click', () => window.location.reload())\n",
  },
  {
    id: 'list-of-wards-is-too-low',
    technique: 'F80',
    criterion: '1.4.4',
    wrong: 'a field and a list keep their height in pixels, and cut their words when text is enlarged',
    where: '.low input, .low select',
    about: /resize|clip|zoom|cut|enlarge/,
    site: 'council',
    head: (is) =>
      `<style>.low input,.low select{width:16rem;max-width:100%;box-sizing:border-box;${is ? 'height:24px;padding:0 5px;line-height:22px;overflow:hidden' : 'min-height:2.4rem'}}</style>`,
    main: () =>
      '<h2>Find your councillor</h2><form class="low" action="/councillor"><p><label for="street">Street</label> <input id="street" name="street"></p><p><label for="ward-of">Ward</label> <select id="ward-of" name="ward"><option>Ashford ward</option><option>Cotter Green</option></select></p><button>Find the councillor</button></form>',
  },
  {
    id: 'account-number-in-four-boxes',
    technique: 'F82',
    criterion: '3.3.2',
    wrong: 'the number of an account is put in in four boxes, and only the first of them is labelled',
    where: '.iban, .iban *',
    about: /label|name|group/,
    site: 'werf',
    main: (is) =>
      `<h2>Rekening voor de terugbetaling</h2><form action="/terug"><${is ? 'p' : 'fieldset'} class="iban">${is ? '<label for="ib1">IBAN</label>' : '<legend>IBAN</legend>'} ${[1, 2, 3, 4].map((part) => `<input id="ib${part}" name="ib${part}" size="5" maxlength="4" inputmode="text"${is ? '' : ` aria-label="IBAN, deel ${part} van 4"`}>`).join(' ')}</${is ? 'p' : 'fieldset'}><p><button>Opslaan</button></p></form>`,
  },
  {
    id: 'slash-and-e-in-the-console',
    technique: 'F99',
    criterion: '2.1.4',
    wrong:
      'the letter e hides a deployment and the stroke goes to the search, wherever the focus is, and neither can be turned off',
    where: 'page',
    about: /shortcut|single-(?:key|letter|character)/,
    site: 'panel',
    main: (is) =>
      `<h2>Newest deployment</h2><p>Mail relay to staging, four minutes ago.</p><p><label for="find-d">Find a deployment</label> <input id="find-d" type="search"></p><p><button type="button" id="hide-d">Hide this deployment</button></p><p>${is ? 'Press e to hide it, / to search.' : 'Press Control, Alt and E to hide it.'}</p><p id="hid" role="status"></p>`,
    script: (is) =>
      `const hide = () => { document.getElementById('hid').textContent = 'The deployment is hidden.' }
document.getElementById('hide-d').addEventListener('click', hide)
document.addEventListener('keydown', (event) => {
  if (event.target.closest('input')) return
${is ? "  if (event.key === 'e') hide()\n  if (event.key === '/') { event.preventDefault(); document.getElementById('find-d').focus() }\n" : "  if (event.ctrlKey && event.altKey && event.code === 'KeyE') { event.preventDefault(); hide() }\n"}})
`,
  },
  {
    id: 'four-columns-never-stack',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'four columns of text keep their width, so that a narrow window has to be scrolled sideways',
    where: '.offers, .offers *',
    about: /reflow|scroll|width|viewport/,
    site: 'escola',
    head: (is) =>
      `<style>.offers{display:grid;gap:1rem;grid-template-columns:${is ? 'repeat(4,230px)' : 'repeat(auto-fit,minmax(12rem,1fr))'}}</style>`,
    main: () =>
      `<h2>Quatro maneiras de estudar</h2><div class="offers">${['De dia, com aulas de segunda a sexta no campus do rio.', 'À noite, para quem trabalha, três vezes por semana.', 'À distância, com um encontro por mês na biblioteca.', 'Por módulos, um de cada vez, ao longo de vários anos.'].map((text) => `<p>${text}</p>`).join('')}</div>`,
  },
  {
    id: 'skip-link-never-comes-to-sight',
    technique: 'criterion',
    criterion: '2.4.7',
    wrong: 'the link past the navigation stays outside of the window when it has the focus',
    where: '.skip',
    about: /focus|skip|off-?screen/,
    site: 'council',
    head: (is) => (is ? '<style>.skip:focus{left:-999px}</style>' : ''),
    main: () =>
      '<h2>Before you apply</h2><p>A permit is for one car and one street. You need the registration number of the car and a bill that shows where you live.</p>',
  },
  {
    id: 'title-stays-with-the-first-route',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'links of an application show another chapter, and the title goes on naming the one that was opened first',
    where: 'page',
    about: /title/,
    site: 'manual',
    main: () =>
      '<nav aria-label="Chapters of this guide"><ul class="chapters"><li><a href="/docs/guides/installing" data-chapter="installing">Installing</a></li><li><a href="/docs/guides/upgrading" data-chapter="upgrading">Upgrading</a></li><li><a href="/docs/guides/uninstalling" data-chapter="uninstalling">Uninstalling</a></li></ul></nav><p id="chapter">Choose a chapter, or read on with the examples below.</p>',
    script: (is) =>
      `const chapters = {
  installing: ['Installing', 'Unpack the archive into a folder of its own and run the setup script once.'],
  upgrading: ['Upgrading', 'Stop the client, replace the folder and start it again; the settings are kept.'],
  uninstalling: ['Uninstalling', 'Remove the folder and the line that the setup script wrote into your profile.'],
}
const heading = document.querySelector('#content h1')
heading.tabIndex = -1
for (const link of document.querySelectorAll('[data-chapter]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const [name, text] = chapters[link.dataset.chapter]
    history.pushState(null, '', link.href)
    heading.textContent = name
    document.getElementById('chapter').textContent = text
${is ? '' : "    document.title = name + ' – Tidepool SDK'\n"}    heading.focus()
  })
}
addEventListener('popstate', () => location.reload())
`,
  },
  {
    id: 'chosen-hour-hardly-differs',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the hour that is chosen is told from the others by a ground that is a shade darker',
    where: '.slots, .slots *',
    about: /contrast|state/,
    site: 'museo',
    head: (is) =>
      `${roomy}<style>.slots{display:flex;flex-wrap:wrap;gap:.6rem}.slots button{background:#fffaf3;color:#2b1d14;border:1px solid #6b5a4d}.slots button[aria-pressed=true]{${is ? 'background:#f8eedf' : 'background:#2b1d14;color:#fff;border-color:#2b1d14'}}</style>`,
    main: () =>
      `<h2 id="slots-h">A che ora entra?</h2><div class="slots" role="group" aria-labelledby="slots-h">${['Ore 10', 'Ore 11', 'Ore 12', 'Ore 15', 'Ore 16'].map((hour, at) => `<button type="button" aria-pressed="${at === 1}">${hour}</button>`).join('')}</div><p>Si entra in gruppi di venti persone.</p>`,
    script: () =>
      `const hours = [...document.querySelectorAll('.slots button')]
for (const hour of hours) {
  hour.addEventListener('click', () => {
    for (const each of hours) each.setAttribute('aria-pressed', String(each === hour))
  })
}
`,
  },
  {
    id: 'stations-chosen-by-mouse-alone',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a station has to be chosen from the suggestions below a field, and no key reaches them',
    where: '#skad, .stations, .stations *',
    about: /keyboard|mouse/,
    site: 'kolej',
    head: () =>
      `${roomy}<style>.stations{list-style:none;margin:0;padding:0;border:1px solid #4a4a68;max-width:20rem}.stations[hidden]{display:none}.stations li{padding:.6rem;min-height:44px;box-sizing:border-box;cursor:pointer}.stations [aria-selected=true]{background:#0a3d91;color:#fff}.skad-blad{color:#7d0a18}</style>`,
    main: () =>
      '<h2>Kup bilet</h2><form action="/bilety/kiedy" novalidate class="skad-form"><p><label for="skad">Stacja początkowa, do wyboru z podpowiedzi</label><br><input id="skad" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="stations" aria-describedby="skad-blad" autocomplete="off"><input type="hidden" name="stacja" id="stacja"></p><ul class="stations" id="stations" role="listbox" aria-label="Stacje" hidden></ul><p class="skad-blad" id="skad-blad" role="alert"></p><p><button>Dalej: dzień podróży</button></p></form>',
    script: (is) =>
      `const names = ['Krynica-Zdrój', 'Kraków Główny', 'Muszyna', 'Nowy Sącz', 'Stary Sącz', 'Tarnów']
const field = document.getElementById('skad')
const list = document.getElementById('stations')
const chosen = document.getElementById('stacja')
let at = -1
function hide() {
  list.hidden = true
  at = -1
  field.setAttribute('aria-expanded', 'false')
  field.removeAttribute('aria-activedescendant')
}
function choose(name) {
  field.value = name
  chosen.value = name
  hide()
}
function show() {
  chosen.value = ''
  const typed = field.value.trim().toLowerCase()
  const found = typed === '' ? [] : names.filter((name) => name.toLowerCase().includes(typed))
  list.replaceChildren(...found.map((name, index) => {
    const item = document.createElement('li')
    item.id = 'station-' + index
    item.setAttribute('role', 'option')
    item.setAttribute('aria-selected', 'false')
    item.textContent = name
    item.addEventListener('click', () => choose(name))
    return item
  }))
  hide()
  if (found.length === 0) return
  list.hidden = false
  field.setAttribute('aria-expanded', 'true')
}
field.addEventListener('input', show)
${
  is
    ? ''
    : `field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hide()
  if (list.hidden) return
  const items = [...list.children]
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    at = event.key === 'ArrowDown' ? (at + 1) % items.length : (at <= 0 ? items.length : at) - 1
    items.forEach((item, index) => item.setAttribute('aria-selected', String(index === at)))
    field.setAttribute('aria-activedescendant', items[at].id)
  }
  if (event.key === 'Enter' && at >= 0) {
    event.preventDefault()
    choose(items[at].textContent)
  }
})
`
}document.querySelector('.skad-form').addEventListener('submit', (event) => {
  if (chosen.value !== '') return
  event.preventDefault()
  field.setAttribute('aria-invalid', 'true')
  document.getElementById('skad-blad').textContent = 'Wybierz stację z podpowiedzi, na przykład Tarnów.'
})
`,
  },
  {
    id: 'paid-at-one-press',
    technique: 'criterion',
    criterion: '3.3.4',
    wrong: 'one press sends money to an account, and what was typed is neither shown again nor can it be called back',
    where: 'form.pay, form.pay *',
    about: /legal|financ|confirm|review|prevent/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<h2>Pay a supplier</h2><form class="pay" action="${is ? '/app/pay/now' : '/app/pay/review'}" method="post"><p><label for="payee">Name on the account of the supplier</label><br><input id="payee" name="payee" autocomplete="off"></p><p><label for="account">Account number of the supplier, eight digits</label><br><input id="account" name="account" inputmode="numeric" autocomplete="off"></p><p><label for="amount">Amount in pounds, such as 120.50</label><br><input id="amount" name="amount" inputmode="decimal" autocomplete="off"></p><p>${is ? 'The money leaves your account at once. A payment cannot be changed or called back.' : 'You see the payment on the next page, and can correct it there before the money leaves your account.'}</p><p><button>${is ? 'Pay now' : 'Review the payment'}</button></p></form>`,
  },
  {
    id: 'player-of-icons',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the buttons of a player that the site draws itself hold icons and have no names',
    where: '.player, .player *',
    about: /name/,
    site: 'escola',
    head: () =>
      `${roomy}<style>.player video{display:block;max-width:100%}.player__bar{display:flex;gap:.5rem;padding:.5rem;background:#f6f2fa;max-width:320px;box-sizing:border-box}.player__bar svg{vertical-align:middle}</style>`,
    main: (is) => {
      const icons = [
        ['play', 'Reproduzir ou parar', 'M4 2l14 8-14 8z'],
        ['mute', 'Sem som', 'M2 7h4l5-5v16l-5-5H2zM14 6l4 8M18 6l-4 8'],
        ['captions', 'Legendas', 'M1 3h18v14H1zM4 8h5M4 12h5M11 8h5M11 12h5'],
      ] as const
      return `<h2>Aula aberta: a primeira lição</h2><div class="player"><video width="320" preload="metadata" aria-label="Aula aberta"><source src="/filmes/aula.webm" type="video/webm"><track kind="captions" src="/filmes/aula.vtt" srclang="pt" label="Português" default><track kind="descriptions" src="/filmes/aula-descricao.vtt" srclang="pt" label="Descrição"></video><div class="player__bar">${icons.map(([id, name, path], at) => `<button type="button" class="btn" id="player-${id}"${is ? '' : ` aria-label="${name}"`}${at === 0 ? '' : ` aria-pressed="${at === 2}"`}><svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20"><path d="${path}" fill="${at === 2 ? 'none' : '#fff'}" stroke="#fff" stroke-width="2"/></svg></button>`).join('')}</div></div><p>Transcrição: a professora está junto ao quadro e diz «Bom dia e sejam bem-vindos»; depois toca um sino.</p>`
    },
    script: () =>
      `const film = document.querySelector('.player video')
const mute = document.getElementById('player-mute')
const captions = document.getElementById('player-captions')
document.getElementById('player-play').addEventListener('click', () => {
  if (film.paused) film.play()
  else film.pause()
})
mute.addEventListener('click', () => {
  film.muted = !film.muted
  mute.setAttribute('aria-pressed', String(film.muted))
})
captions.addEventListener('click', () => {
  const [track] = film.textTracks
  track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
  captions.setAttribute('aria-pressed', String(track.mode === 'showing'))
})
`,
  },
  {
    id: 'heads-in-another-table',
    technique: 'F91',
    criterion: '1.3.1',
    wrong: 'the heads of columns are a table of their own above the table whose rows scroll under it',
    where: '.rozklad, .rozklad *',
    about: /header|table/,
    site: 'kolej',
    head: () =>
      '<style>.rozklad table{width:100%;table-layout:fixed}.rozklad__rows{max-height:9rem;overflow:auto}.rozklad thead th{background:#e9e9f5;position:sticky;top:0}</style>',
    main: (is) => {
      const head = `<tr>${['Stacja', 'Przyjazd', 'Odjazd'].map((name) => `<th${is ? '' : ' scope="col"'}>${name}</th>`).join('')}</tr>`
      const rows = [
        ['Tarnów', '7:02', '7:06'],
        ['Bobowa', '7:51', '7:52'],
        ['Stróże', '8:10', '8:14'],
        ['Stary Sącz', '8:55', '8:56'],
        ['Muszyna', '9:48', '9:52'],
      ]
        .map(
          ([station, to, from]) =>
            `<tr>${is ? `<td>${station}</td>` : `<th scope="row">${station}</th>`}<td>${to}</td><td>${from}</td></tr>`,
        )
        .join('')
      return `<h2>Pociąg w góry</h2><div class="rozklad">${is ? `<table><thead>${head}</thead></table><div class="rozklad__rows" tabindex="0" role="region" aria-label="Godziny pociągu"><table><tbody>${rows}</tbody></table></div>` : `<div class="rozklad__rows" tabindex="0" role="region" aria-label="Godziny pociągu"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>`}</div>`
    },
  },
  {
    id: 'views-under-one-title',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'views come and go with addresses of their own, and the title of the page remains that of the first',
    where: 'page',
    about: /title/,
    site: 'panel',
    title: () => 'Overview of the mail relay – Northlight Console',
    head: () =>
      '<style>.views a{display:inline-block;padding:.7rem .4rem;min-height:44px;box-sizing:border-box}</style>',
    main: () =>
      '<nav class="views" aria-label="Views of the mail relay"><ul class="MuiList-root"><li><a href="?view=overview" data-view="overview">Overview</a></li><li><a href="?view=logs" data-view="logs">Logs</a></li><li><a href="?view=alarms" data-view="alarms">Alarms</a></li></ul></nav><section id="outlet"></section>',
    script: (is) =>
      `const views = {
  overview: ['Overview of the mail relay', 'All three instances are up; the queue holds twelve letters.'],
  logs: ['Logs of the mail relay', 'The last line was written a minute ago: delivered to the second exchange.'],
  alarms: ['Alarms of the mail relay', 'Nobody is woken at night unless the queue grows beyond a thousand.'],
}
const show = (isAsked) => {
  const view = views[new URLSearchParams(location.search).get('view')] ?? views.overview
  const heading = document.createElement('h2')
  heading.tabIndex = -1
  heading.textContent = view[0]
  const text = document.createElement('p')
  text.textContent = view[1]
  document.getElementById('outlet').replaceChildren(heading, text)
${is ? '' : "  document.title = view[0] + ' – Northlight Console'\n"}  if (isAsked) heading.focus()
}
document.querySelector('.views').addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link) return
  event.preventDefault()
  history.pushState(null, '', link.href)
  show(true)
})
addEventListener('popstate', () => show(true))
show(false)
`,
  },
  {
    id: 'slash-goes-to-search',
    technique: 'F99',
    criterion: '2.1.4',
    wrong: 'a slash typed anywhere on the page jumps to the search, and nobody can turn that off',
    where: 'page',
    about: /shortcut|character|single/,
    site: 'manual',
    head: () => roomy,
    main: (is) =>
      `<h2>Search the documentation</h2><form role="search" aria-label="Documentation" action="/docs/search"><p><label for="q">Words to look for</label><br><input type="search" id="q" name="q"> <button>Search</button></p><p>Press <kbd>${is ? '/' : 'Ctrl'}</kbd>${is ? '' : ' and <kbd>K</kbd>'} on any page to come here.</p></form>`,
    script: (is) =>
      `document.addEventListener('keydown', (event) => {
  if (${is ? "event.key !== '/'" : "!event.ctrlKey || event.key.toLowerCase() !== 'k'"} || event.target.closest('input, textarea, select')) return
  event.preventDefault()
  document.getElementById('q').focus()
})
`,
  },
  {
    id: 'filters-are-made-anew',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'each press of a filter writes all filters into the page anew, and the focus is nowhere',
    where: '#filters, #filters *',
    about: /focus/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>#filters button{margin:.3rem;background:#fff;color:#111827;border:1px solid #6b7280}#filters [aria-pressed=true]{background:#1e3a8a;color:#fff}#filters [aria-pressed=true]::before{content:"✓ " / ""}</style>`,
    main: () =>
      '<h2>Entries by kind</h2><div id="filters" role="group" aria-label="Kinds of entries"></div><p id="found" role="status"></p>',
    script: (is) =>
      `const counts = { Invoices: 14, Expenses: 6, Payroll: 2, Transfers: 9 }
const state = new Set()
const render = () => {
  document.getElementById('filters').innerHTML = Object.keys(counts)
    .map((kind) => '<button type="button" data-kind="' + kind + '" aria-pressed="' + state.has(kind) + '">' + kind + '</button>')
    .join('')
}
document.getElementById('filters').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  const { kind } = button.dataset
  if (!state.delete(kind)) state.add(kind)
  render()
${is ? '' : "  document.querySelector('[data-kind=' + kind + ']').focus()\n"}  const sum = [...state].reduce((all, each) => all + counts[each], 0)
  document.getElementById('found').textContent = sum + ' entries of the chosen kinds.'
})
render()
`,
  },
  {
    id: 'more-photos-come-without-alt',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'the photographs that a button puts into the gallery have no alt attribute',
    where: '#fotos, #fotos li, #fotos img',
    about: /alt|image/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>#fotos{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:1rem}#fotos img{display:block;width:160px;height:120px}</style>`,
    main: () =>
      '<h2>So sieht es bei anderen aus</h2><ul id="fotos"><li><img src="/bilder/kunde-a.jpg" width="160" height="120" alt="Der Sessel vor einem Bücherregal"></li><li><img src="/bilder/kunde-b.jpg" width="160" height="120" alt="Der Sessel neben einem Kachelofen"></li></ul><p><button type="button" id="mehr" aria-expanded="false" aria-controls="fotos">Weitere Fotos</button></p>',
    script: (is) =>
      `const more = [
  { url: '/bilder/kunde-c.jpg', text: 'Zwei Sessel auf einem Balkon über dem See' },
  { url: '/bilder/kunde-d.jpg', text: 'Ein Hund schläft auf dem Sessel' },
  { url: '/bilder/kunde-e.jpg', text: 'Der Sessel in einem Wartezimmer' },
]
const button = document.getElementById('mehr')
const list = document.getElementById('fotos')
button.addEventListener('click', () => {
  const isOpen = button.getAttribute('aria-expanded') === 'true'
  button.setAttribute('aria-expanded', String(!isOpen))
  if (isOpen) {
    for (const item of list.querySelectorAll('[data-more]')) item.remove()
    return
  }
  for (const { url, text } of more) {
    const item = document.createElement('li')
    item.dataset.more = ''
    const picture = document.createElement('img')
    picture.src = url
    picture.width = 160
    picture.height = 120
${is ? '' : '    picture.alt = text\n'}    item.append(picture)
    list.append(item)
  }
})
`,
  },
  {
    id: 'window-of-cookies-cannot-be-scrolled',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong:
      'the window for choosing cookies is higher than a small window, its buttons lie below the edge, and it does not scroll',
    where: '.reglages, .reglages *, #regler',
    about: /reflow|zoom|narrow|scroll|cut|clip|off-?screen|small/,
    site: 'journal',
    head: (is) =>
      `${roomy}<style>.reglages{box-sizing:border-box;width:min(34rem,calc(100vw - 1.5rem));border:3px solid #1a1a1a;padding:.5rem 1.2rem;margin:.75rem auto;${is ? 'max-height:none;overflow:hidden' : 'max-height:calc(100vh - 1.5rem);overflow:auto'}}.reglages p{margin:.6rem 0}.reglages input{width:24px;height:24px;vertical-align:middle;margin:0 .6rem 0 0}.reglages label{display:inline-block;padding:.3rem 0}</style>`,
    main: () =>
      '<h2>Vos choix</h2><p>Vous pouvez lire le journal sans rien accepter.</p><p><button type="button" id="regler">Régler les cookies</button></p><dialog class="reglages" aria-labelledby="reglages-titre"><form method="dialog"><h2 id="reglages-titre">Régler les cookies</h2><p>Le journal compte ses lecteurs pour savoir quels articles sont lus. Les journaux voisins font de même, et rien de ce que nous comptons ne quitte la vallée.</p><p><input type="checkbox" id="ck-mesure" name="mesure"><label for="ck-mesure">Compter mes visites</label></p><p><input type="checkbox" id="ck-video" name="video"><label for="ck-video">Afficher les films des autres sites</label></p><p><input type="checkbox" id="ck-carte" name="carte"><label for="ck-carte">Afficher les cartes des autres sites</label></p><p>Vous pouvez changer d’avis à tout moment avec le bouton de cette page.</p><p><button value="garder">Enregistrer mes choix</button> <button value="refuser">Tout refuser</button></p></form></dialog>',
    script: () =>
      `document.getElementById('regler').addEventListener('click', () => document.querySelector('.reglages').showModal())
`,
  },
  {
    id: 'calendar-opens-past-the-left-edge',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'on a narrow window the calendar of a field opens beyond the left edge, where nobody can scroll to',
    where: '.when, .when *',
    about: /reflow|narrow|overflow|scroll|cut|clip|off-?screen/,
    site: 'library',
    head: (is) =>
      `${roomy}<style>.when{display:flex;flex-wrap:wrap;gap:1rem;align-items:end}.when p{margin:0}.when__room{width:16rem}.when__day{position:relative;width:15rem}.when input{width:9rem;box-sizing:border-box}.when__room input{width:15rem}.when__pop{position:absolute;top:100%;right:0;z-index:5;width:26rem;box-sizing:border-box;background:#fff;border:2px solid #0b5a3c;padding:.5rem}${is ? '' : '@media(max-width:50rem){.when__pop{left:0;right:auto;width:min(26rem,calc(100vw - 2.5rem))}}'}.when__grid{display:grid;grid-template-columns:repeat(7,1fr);gap:2px}#content .when__grid button{min-width:0;min-height:40px;padding:0;background:#fff;color:#1d2a24;border:1px solid #52625a}</style>`,
    main: () =>
      `<h2>Reserve the map room</h2><form action="/groups/room" method="post"><div class="when"><p class="when__room"><label for="group">Name of your group</label><br><input id="group" name="group" autocomplete="organization"></p><div class="when__day"><p><label for="day">Day in June, such as 12</label><br><input id="day" name="day" inputmode="numeric"> <button type="button" id="pick" aria-expanded="false" aria-controls="june">Calendar</button></p><div class="when__pop" id="june" role="group" aria-label="Days of June" hidden><div class="when__grid">${Array.from({ length: 30 }, (_, at) => `<button type="button">${at + 1}</button>`).join('')}</div></div></div></div><p><button>Reserve the room</button></p></form>`,
    script: () =>
      `const pick = document.getElementById('pick')
const june = document.getElementById('june')
const show = (isOpen) => {
  june.hidden = !isOpen
  pick.setAttribute('aria-expanded', String(isOpen))
}
pick.addEventListener('click', () => show(june.hidden))
june.addEventListener('click', (event) => {
  const day = event.target.closest('button')
  if (!day) return
  document.getElementById('day').value = day.textContent
  show(false)
  pick.focus()
})
document.querySelector('.when__day').addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || june.hidden) return
  show(false)
  pick.focus()
})
`,
  },
  {
    id: 'seats-held-for-twenty-seconds',
    technique: 'criterion',
    criterion: '2.2.1',
    wrong: 'seats are kept for twenty seconds, then the form goes away, and nobody can ask for more time',
    where: '#prenota, #prenota *',
    about: /tim(?:e|ing)|expire|disappear|vanish/,
    site: 'museo',
    head: () => `${roomy}<style>#prenota{border:1px solid #8a7768;padding:.2rem 1rem}</style>`,
    main: (is) =>
      `<h2>Concerto nel cortile</h2><div id="prenota"><p id="avviso" role="status">${is ? 'Teniamo per lei due posti per venti secondi.' : 'Teniamo per lei due posti finché non finisce o lascia la pagina.'}</p><form action="/biglietti/concerto" method="post"><p><label for="nome">Nome e cognome</label><br><input id="nome" name="nome" autocomplete="name"></p><p><label for="posta">Posta elettronica, per esempio nome@esempio.it</label><br><input id="posta" name="posta" type="email" autocomplete="email"></p><p><button>Vedi il riepilogo</button></p></form></div>`,
    script: (is) =>
      is
        ? `setTimeout(() => {
  document.querySelector('#prenota form').remove()
  document.getElementById('avviso').textContent = 'Il tempo è scaduto e i posti sono di nuovo liberi. Ricominci dalla pagina dei biglietti.'
}, 20000)
`
        : '// nothing runs out\n',
  },
  {
    id: 'bar-of-announcements-rotates',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'the bar at the top shows another announcement every three seconds without end, and nothing holds it',
    where: '.announcement-bar, .announcement-bar *',
    about: /mov|blink|animat|pause|updat|rotat|carousel/,
    site: 'volt',
    head: () =>
      '<style>.announcement-bar{background:#121212;color:#fff;text-align:center;padding:.5rem 1rem;min-height:3.2rem}.announcement-bar p{margin:0}</style>',
    top: () =>
      '<section class="announcement-bar" aria-label="Announcements"><p id="announced">Free returns within sixty days</p></section>\n',
    main: () => '<h2>New in moss</h2><p>The first pieces of the new cloth have left the workshop.</p>',
    script: (is) =>
      is
        ? `const announcements = ['Free returns within sixty days', 'Repairs take one week this month', 'Our Portland store is open on Sunday', 'Gift cards arrive by mail within a day']
let at = 0
setInterval(() => {
  at = (at + 1) % announcements.length
  document.getElementById('announced').textContent = announcements[at]
}, 3000)
`
        : '// the bar keeps its sentence\n',
  },
  {
    id: 'language-with-an-underscore',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'the page names its language as its server does, with an underscore, which is no tag of a language',
    where: 'html',
    about: /lang/,
    site: 'escola',
    language: either('lang="pt_PT"', 'lang="pt-PT"'),
    main: () =>
      '<h2>Calendário do segundo semestre</h2><p>As aulas do segundo semestre começam a 16 de fevereiro e terminam a 5 de junho. A época de exames dura três semanas.</p>',
  },
  {
    id: 'wrong-number-is-wiped-away',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a number of an account that is not right is wiped out of its field when it is left, without a word',
    where: '#iban, .prelevement, .prelevement *',
    about: /error|invalid/,
    site: 'journal',
    head: () =>
      `${roomy}<style>.prelevement input{width:min(24rem,100%);box-sizing:border-box}.erreur{color:#8b1a1a;font-weight:700}</style>`,
    main: () =>
      '<h2>Payer l’abonnement</h2><form class="prelevement" action="/abonnement/iban" method="post" novalidate><p><label for="iban">IBAN, 27 caractères, par exemple FR76 3000 6000 0112 3456 7890 189 (obligatoire)</label><br><input id="iban" name="iban" autocomplete="off" required aria-describedby="iban-erreur"></p><p class="erreur" id="iban-erreur" role="alert"></p><p><button>Continuer vers le récapitulatif</button></p></form>',
    script: (is) =>
      `const iban = document.getElementById('iban')
const say = (text) => {
  document.getElementById('iban-erreur').textContent = text
  if (text === '') iban.removeAttribute('aria-invalid')
  else iban.setAttribute('aria-invalid', 'true')
}
const isRight = () => /^FR\\d{12}[A-Z0-9]{11}\\d{2}$/.test(iban.value.replaceAll(' ', '').toUpperCase())
iban.addEventListener('change', () => {
${is ? "  if (!isRight()) iban.value = ''\n  say('')\n" : "  say(isRight() ? '' : 'Cet IBAN n’est pas complet : il faut FR suivi de 25 chiffres ou lettres.')\n"}})
document.querySelector('.prelevement').addEventListener('submit', (event) => {
  if (isRight()) return
  event.preventDefault()
${is ? '' : "  say(iban.value === '' ? 'Indiquez votre IBAN.' : 'Cet IBAN n’est pas complet : il faut FR suivi de 25 chiffres ou lettres.')\n"}  iban.focus()
})
`,
  },
  {
    id: 'answer-of-chat-comes-in-silence',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'the answer to a question in a conversation appears in the page and is announced to nobody',
    where: '.helper, .helper *',
    about: /status|live|announc/,
    site: 'council',
    head: () =>
      `${roomy}<style>.helper{border:2px solid #0b0c0c;padding:10px 15px;max-width:30rem}.helper__said p{margin:6px 0}</style>`,
    main: (is) =>
      `<section class="helper" aria-labelledby="helper-h"><h2 id="helper-h">Ask the contact centre</h2><div class="helper__said" id="said"${is ? '' : ' role="log" aria-label="Conversation"'}><p><strong>Centre:</strong> Hello. What would you like to know?</p></div><form id="ask"><p><label for="question">Your question</label><br><input id="question" name="question" autocomplete="off"></p><p><button>Send</button></p></form></section>`,
    script: () =>
      `const said = document.getElementById('said')
const field = document.getElementById('question')
const add = (who, text) => {
  const line = document.createElement('p')
  const name = document.createElement('strong')
  name.textContent = who + ':'
  line.append(name, ' ' + text)
  said.append(line)
}
document.getElementById('ask').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = field.value.trim()
  if (text === '') {
    add('Centre', 'Please write your question into the field first.')
    return
  }
  add('You', text)
  field.value = ''
  setTimeout(() => add('Centre', 'Thank you. Garden waste is fetched every second Thursday from March to November.'), 900)
})
`,
  },
  {
    id: 'counting-buttons-of-thirty-pixels',
    technique: 'criterion',
    criterion: '2.5.5',
    wrong: 'the buttons for fewer and more tickets are thirty pixels large',
    where: '.quanti, .quanti *',
    about: /target|size/,
    site: 'museo',
    head: (is) =>
      `<style>.quanti{display:flex;align-items:center;gap:1rem}.quanti button{box-sizing:border-box;padding:0;font-size:1.2rem;line-height:1;${is ? 'width:30px;height:30px' : 'width:48px;height:48px'}}.quanti output{min-width:2rem;text-align:center}</style>`,
    main: () =>
      '<h2>Quanti biglietti?</h2><div class="quanti" role="group" aria-label="Biglietti interi"><button type="button" data-by="-1" aria-label="Un biglietto in meno">−</button><output id="quanti">2</output><button type="button" data-by="1" aria-label="Un biglietto in più">+</button></div><p>Un biglietto intero costa otto euro.</p>',
    script: () =>
      `document.querySelector('.quanti').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  const output = document.getElementById('quanti')
  output.textContent = Math.max(0, Number(output.textContent) + Number(button.dataset.by))
})
`,
  },
  {
    id: 'lines-stand-pressed-together',
    technique: 'criterion',
    criterion: '1.4.8',
    wrong: 'the lines of a long article stand as close as their letters are high',
    where: '.leader, .leader *',
    about: /line|spac/,
    site: 'gazette',
    head: (is) => `<style>.leader{max-width:33rem}.leader p{line-height:${is ? '1' : '1.7'};margin:0 0 2.6em}</style>`,
    main: () =>
      '<h2>The bridge and who should pay for it</h2><div class="leader"><p>When the footbridge at Howtown went into the beck in November, nobody was surprised, for the parish had written to the county about its piers four times in six years. What did surprise us was the answer that came in February: that the bridge belonged to nobody, that nobody had built it, and that nobody could therefore be asked to build it again.</p><p>It was built in the summer of 1953 by eleven men of this valley with timber from a barn, and three of them are still alive to say so. They have never asked for thanks. They ask now that the forty families who cross the beck to school, to church and to the bus should not have to walk three miles round by the road for another winter.</p><p>The county has found money this year for a new sign at the head of the lake. We should like to suggest that a bridge is a better welcome than a sign, and that those who come to admire the water would rather be on the right side of it.</p></div>',
  },
  {
    id: 'counter-shouts-at-each-letter',
    technique: 'practice',
    criterion: null,
    wrong: 'how many letters are left is shouted at every letter that is typed',
    where: '#uwagi, #zostalo, .uwagi, .uwagi *',
    about: /live|assertive|announc/,
    site: 'kolej',
    head: () => `${roomy}<style>.uwagi textarea{width:100%;max-width:32rem;box-sizing:border-box}</style>`,
    main: (is) =>
      `<h2>Napisz do nas o podróży</h2><form class="uwagi" action="/kontakt/uwagi" method="post"><p><label for="uwagi">Uwagi, najwyżej 300 znaków</label><br><textarea id="uwagi" name="uwagi" rows="5" maxlength="300"></textarea></p><p id="zostalo"${is ? ' aria-live="assertive" aria-atomic="true"' : ''}>Pozostało znaków: 300</p>${is ? '' : '<p role="status" id="koniec"></p>'}<p><button>Wyślij uwagi</button></p></form>`,
    script: (is) =>
      `const field = document.getElementById('uwagi')
field.addEventListener('input', () => {
  const left = 300 - field.value.length
  document.getElementById('zostalo').textContent = 'Pozostało znaków: ' + left
${is ? '' : "  if (left === 20) document.getElementById('koniec').textContent = 'Pole pomieści jeszcze 20 znaków.'\n"}})
`,
  },
  {
    id: 'part-one-is-in-is-blue-vii',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'which part of a file of articles one is in is shown by its link being blue and the others red',
    where: '.onglets, .onglets *',
    about: /colou?r/,
    site: 'journal',
    head: (is) =>
      `<style>.onglets ul{justify-content:flex-start;gap:1.5rem}.onglets a{display:inline-block;padding:.6rem .4rem;color:#8b1a1a;text-decoration:none}.onglets [aria-current]{color:#1a4a8b${is ? '' : ';font-weight:700;border-bottom:4px solid #1a4a8b'}}</style>`,
    main: () =>
      '<h2>Dossier : les ponts de la vallée</h2><nav class="onglets" aria-label="Parties du dossier"><ul><li><a href="/ponts/histoire">Histoire</a></li><li><a href="/ponts/etat" aria-current="page">État des ponts</a></li><li><a href="/ponts/travaux">Travaux prévus</a></li><li><a href="/ponts/temoins">Témoignages</a></li></ul></nav><p>Des quarante ponts que compte la vallée, neuf sont interdits aux poids lourds depuis l’automne.</p>',
  },
  {
    id: 'start-button-white-on-yellow-with-focus-vii',
    technique: 'F24',
    criterion: '1.4.3',
    wrong: 'the button that starts an application turns yellow when it has the focus, and its words stay white',
    where: '.start-button, .start-button *',
    about: /contrast/,
    site: 'council',
    head: (is) =>
      `<style>.site-main a.start-button{display:inline-block;background:#00532c;color:#fff;font-weight:700;padding:14px 20px;text-decoration:none}.site-main a.start-button:focus{background:#fd0${is ? '' : ';color:#0b0c0c'}}</style>`,
    main: () =>
      '<h2>Before you start</h2><p>You will need the number of your council tax account and a recent bill. It takes about ten minutes.</p><p><a class="start-button" href="/reduction/start">Apply for a reduction</a></p>',
  },
  {
    id: 'knob-of-a-slider-pale-vii',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the knob and the rail of a slider for the excess of an insurance are pale grey on white',
    where: '#excess, .quote, .quote *',
    about: /contrast/,
    site: 'ledger',
    cards: 6,
    head: (is) =>
      `${roomy}<style>.quote{background:#fff;border:1px solid #6b7280;border-radius:8px;padding:.9rem}.quote input[type=range]{appearance:none;width:100%;max-width:24rem;border:0;padding:0;background:transparent}.quote input::-webkit-slider-runnable-track{height:8px;border-radius:4px;background:${is ? '#eceff3' : '#4b5563'}}.quote input::-webkit-slider-thumb{appearance:none;width:28px;height:28px;margin-top:-10px;border-radius:50%;background:${is ? '#dfe4ea' : '#1e3a8a'}}</style>`,
    main: () =>
      '<h2>Insure the office</h2><form class="quote" action="/app/insure" method="post"><p><label for="excess">Excess in dollars</label> <output id="excess-is" for="excess">400</output></p><p><input type="range" id="excess" name="excess" min="100" max="1000" step="100" value="400"></p><p><button>Show the premium</button></p></form>',
    script: () =>
      `const excess = document.getElementById('excess')
excess.addEventListener('input', () => { document.getElementById('excess-is').textContent = excess.value })
`,
  },
  {
    id: 'form-throws-enter-away-vii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong:
      'a form throws every Enter away so that nobody sends it too soon, and the links in it cannot be followed with the keyboard',
    where: '.reduction, .reduction *',
    about: /keyboard|enter|link|key/,
    site: 'council',
    head: () => roomy,
    main: () =>
      '<h2>Who lives with you</h2><form class="reduction" action="/reduction/household" method="post"><p><label for="adults">How many adults, such as 2</label><br><input id="adults" name="adults" inputmode="numeric"></p><p><a href="/reduction/who-counts" style="display:inline-block;padding:10px 0">Who counts as an adult</a></p><p><label for="children">How many children, such as 1</label><br><input id="children" name="children" inputmode="numeric"></p><p><a href="/reduction/shared-care" style="display:inline-block;padding:10px 0">Children who live with you some of the week</a></p><p><button>Save and continue</button></p></form>',
    script: either(
      `document.querySelector('.reduction').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') event.preventDefault()
})
`,
      '// nothing is done to the keys of the form\n',
    ),
  },
  {
    id: 'chat-that-keeps-the-focus-vii',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'in a window for chatting Tab goes round between the field and the button for sending, and no key closes it',
    where: '.chat, .chat *, #open-chat',
    about: /trap|tab|focus|keyboard|dialog|escape/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.chat{position:fixed;right:1rem;bottom:1rem;z-index:20;width:20rem;max-width:calc(100% - 2rem);background:#fff;border:2px solid #24483e;padding:1rem}.chat[hidden]{display:none}.chat h2{margin:0;font-size:1.1rem}</style>`,
    main: (is) =>
      `<h2>Questions about a repair?</h2><p>Write to the workshop between nine and five.</p><p><button type="button" class="button" id="open-chat">Chat with the workshop</button></p><div class="chat" role="dialog" aria-modal="true" aria-labelledby="chat-h" hidden><h2 id="chat-h">The workshop</h2><p>Hello! What can we mend for you?</p><form id="chat-form"><p><label for="said">Your message</label><br><input id="said" name="said" autocomplete="off"></p><p><button id="send">Send</button> <button type="button" id="shut"${is ? ' tabindex="-1"' : ''}>Close</button></p></form><p role="status" id="answer"></p></div>`,
    script: (is) =>
      `const chat = document.querySelector('.chat')
const opener = document.getElementById('open-chat')
const stops = [...chat.querySelectorAll('${is ? '#said,#send' : '#said,#send,#shut'}')]
const close = () => {
  chat.hidden = true
  opener.focus()
}
opener.addEventListener('click', () => {
  chat.hidden = false
  stops[0].focus()
})
document.getElementById('shut').addEventListener('click', close)
document.getElementById('chat-form').addEventListener('submit', (event) => {
  event.preventDefault()
  document.getElementById('answer').textContent = 'Thank you. We will answer here in a few minutes.'
})
chat.addEventListener('keydown', (event) => {
${is ? '' : "  if (event.key === 'Escape') close()\n"}  if (event.key !== 'Tab') return
  event.preventDefault()
  const at = stops.indexOf(document.activeElement)
  stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length].focus()
})
`,
  },
  {
    id: 'voices-stop-for-the-mouse-alone-vii',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'what visitors said changes every three seconds without end, and stops only while the mouse is over it',
    where: '.voci, .voci *',
    about: /mov|auto|carousel|pause|updat/,
    site: 'museo',
    head: () =>
      `${roomy}<style>.voci{border:1px solid #8a7768;padding:1rem;margin:1rem 0;min-height:12rem;box-sizing:border-box}.voci blockquote{margin:0}.voci [hidden]{display:none}</style>`,
    main: (is) =>
      `<section class="voci" aria-labelledby="voci-h"><h2 id="voci-h">Dicono di noi</h2>${[
        ['Non avevo mai visto tanta maiolica azzurra in una stanza sola.', 'Una visitatrice da Faenza'],
        ['I bambini hanno modellato la creta per due ore senza alzare gli occhi.', 'Un maestro da Imola'],
        ['Il forno del cortile, acceso di sera, vale da solo il viaggio.', 'Una coppia da Bologna'],
      ]
        .map(
          ([text, who], at) =>
            `<div class="voce"${at === 0 ? '' : ' hidden'}><blockquote><p>${text}</p></blockquote><p>${who}</p></div>`,
        )
        .join('')}${is ? '' : '<p><button type="button" id="ferma">Ferma le voci</button></p>'}</section>`,
    script: () =>
      `const part = document.querySelector('.voci')
const voices = [...part.querySelectorAll('.voce')]
let at = 0
let isOver = false
let isStopped = false
setInterval(() => {
  if (isOver || isStopped) return
  at = (at + 1) % voices.length
  voices.forEach((voice, number) => { voice.hidden = number !== at })
}, 3000)
part.addEventListener('mouseenter', () => { isOver = true })
part.addEventListener('mouseleave', () => { isOver = false })
document.getElementById('ferma')?.addEventListener('click', (event) => {
  isStopped = !isStopped
  event.currentTarget.textContent = isStopped ? 'Riprendi le voci' : 'Ferma le voci'
})
`,
  },
  {
    id: 'folded-answers-take-the-focus-vii',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong:
      'answers that are folded away have no height and are still there, so that Tab goes through their links unseen',
    where: '.preguntas, .preguntas *',
    about: /focus|hidden|visible|offscreen/,
    site: 'clinica',
    head: (is) =>
      `<style>.preguntas h3{margin:0}.preguntas button{width:100%;min-height:48px;text-align:left}.respuesta{max-height:0;overflow:hidden${is ? '' : ';visibility:hidden'}}.respuesta.abierta{max-height:none;visibility:visible}.respuesta a{display:inline-block;padding:10px 0}</style>`,
    main: () =>
      `<h2>Preguntas sobre el ingreso</h2><div class="preguntas">${[
        [
          '¿Qué tengo que traer?',
          'Traiga la tarjeta sanitaria y su medicación.',
          '/ingreso/lista',
          'Lista de lo que debe traer',
        ],
        [
          '¿Puede quedarse alguien conmigo?',
          'Una persona puede dormir en la habitación.',
          '/ingreso/acompanante',
          'Normas para acompañantes',
        ],
        [
          '¿Cómo llego al hospital?',
          'El autobús para delante de la puerta principal.',
          '/ingreso/autobus',
          'Horario del autobús',
        ],
      ]
        .map(
          ([ask, answer, path, link], at) =>
            `<h3><button type="button" aria-expanded="false" aria-controls="r-${at}">${ask}</button></h3><div class="respuesta" id="r-${at}"><p>${answer}</p><p><a href="${path}">${link}</a></p></div>`,
        )
        .join('')}</div>`,
    script: () =>
      `document.querySelector('.preguntas').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  const isOpen = button.getAttribute('aria-expanded') !== 'true'
  button.setAttribute('aria-expanded', String(isOpen))
  document.getElementById(button.getAttribute('aria-controls')).classList.toggle('abierta', isOpen)
})
`,
  },
  {
    id: 'chips-never-say-that-they-are-pressed-vii',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'buttons that narrow a list down turn blue when they are pressed and go on saying that they are not pressed',
    where: '.chips, .chips *',
    about: /pressed|state|toggle/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.chips{display:flex;flex-wrap:wrap;gap:12px;margin:1rem 0}.chips button{background:#161b22;color:#e6edf3;border:1px solid #8b949e;border-radius:22px;padding:.4rem 1.1rem}.chips button.is-on{background:#79c0ff;color:#0d1117;border-color:#79c0ff}.chips button.is-on::before{content:"✓ " / ""}</style>`,
    main: () =>
      '<h2>Find an example</h2><div class="chips" role="group" aria-label="Kinds of examples"><button type="button" aria-pressed="false">Storage</button><button type="button" aria-pressed="false">Queues</button><button type="button" aria-pressed="false">Webhooks</button></div><p role="status" id="found">4 examples</p><ul class="found"><li data-kind="Storage">Put a file into a bucket</li><li data-kind="Storage">Sign an address for a day</li><li data-kind="Queues">Read messages in order</li><li data-kind="Webhooks">Check who has called</li></ul>',
    script: (is) =>
      `const chips = document.querySelector('.chips')
chips.addEventListener('click', (event) => {
  const chip = event.target.closest('button')
  if (!chip) return
  const isOn = chip.classList.toggle('is-on')
${is ? '' : "  chip.setAttribute('aria-pressed', String(isOn))\n"}  const kinds = [...chips.querySelectorAll('.is-on')].map((each) => each.textContent)
  let found = 0
  for (const item of document.querySelectorAll('.found li')) {
    item.hidden = kinds.length > 0 && !kinds.includes(item.dataset.kind)
    if (!item.hidden) found += 1
  }
  document.getElementById('found').textContent = found + (found === 1 ? ' example' : ' examples')
})
`,
  },
  {
    id: 'order-number-cannot-be-selected-vii',
    technique: 'practice',
    criterion: null,
    wrong: 'the number of an order, which one needs elsewhere, cannot be selected and so not copied',
    where: '.order-number, .order-number *',
    about: /select|copy/,
    site: 'volt',
    head: (is) =>
      `<style>.order-number{border:1px solid #5c5c5c;padding:1rem;font-size:1.2rem${is ? ';user-select:none;-webkit-user-select:none' : ''}}.order-number code{font-family:monospace;font-weight:700}</style>`,
    main: () =>
      '<h2>Thank you for your order</h2><p>Keep the number. You need it to send the bag in for mending.</p><p class="order-number">Your order number is <code>VV-7K29-QX41-88D</code></p>',
  },
  {
    id: 'bold-lines-for-headings-viii',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'lines that are the headings of the text are paragraphs in large bold letters',
    where: '.rte-title, .rte-title *, .rte',
    about: /heading|bold|structure|semantic/,
    site: 'council',
    head: () => '<style>.rte-title{font-size:27px;line-height:1.25;font-weight:700;margin:30px 0 10px}</style>',
    main: (is) => {
      const title = (words: string) =>
        is
          ? `<p class="rte-title"><strong>${words}</strong></p>`
          : `<h2 class="rte-title"><strong>${words}</strong></h2>`
      return `<div class="rte">${title('Who can apply')}<p>Everybody who lives in the ward and owns a car may have one permit for it.</p>${title('What you need')}<p>Have your licence and a bill with your address ready before you begin.</p>${title('What it costs')}<p>A permit costs forty pounds a year, and nothing for carers.</p></div>`
    },
  },
  {
    id: 'white-words-on-sand-viii',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'white words lie straight on a bright picture',
    where: '.banner, .banner *',
    about: /contrast|background/,
    site: 'museo',
    head: (is) => {
      const picture =
        "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='800' height='260'%3E%3Crect width='800' height='260' fill='%23efe3cd'/%3E%3Cellipse cx='620' cy='150' rx='120' ry='90' fill='%23dcc9a6'/%3E%3Cpath d='M0 200Q200 150 400 210T800 190V260H0z' fill='%23e6d5b8'/%3E%3C/svg%3E\")"
      return `<style>.banner{background:${is ? picture : `linear-gradient(rgba(20,12,6,.88),rgba(20,12,6,.88)),${picture}`} center/cover;padding:3rem 1.5rem;color:#fff}.banner p{margin:0;max-width:26rem}.banner__date{font-weight:700}</style>`
    },
    main: () =>
      '<div class="banner"><p class="banner__date">Dal 4 maggio al 30 settembre</p><p>La terra e il fuoco: duecento vasi che non erano mai usciti dai depositi.</p></div>',
  },
  {
    id: 'lead-sized-by-window-viii',
    technique: 'F94',
    criterion: '1.4.4',
    wrong: 'the letters of the lead are as large as the window is wide and do not grow when the page is zoomed',
    where: '.lead, .lead *',
    about: /viewport|vw|zoom|resize|font|text-size/,
    site: 'werf',
    head: (is) => `<style>.lead{font-size:${is ? '1.55vw' : '1.25rem'};line-height:1.6}</style>`,
    main: () =>
      '<p class="lead">Op onze werf liggen schepen die honderd jaar oud zijn, en elk voorjaar varen er twee weer uit.</p><p>Wie wil helpen, hoeft niets te kunnen; het vak leert u van de timmerlieden.</p>',
  },
  {
    id: 'rings-hardly-seen-viii',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the drawn rings of the choices are a very light grey on a light ground',
    where: '.choices, .choices *',
    about: /contrast|border|boundary|non-text/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.choices label{display:flex;align-items:center;gap:.75rem;min-height:44px;margin:.5rem 0}.choices input{appearance:none;flex:none;width:44px;height:44px;margin:0;border-radius:50%;background:#fff;border:2px solid ${is ? '#e5e7eb' : '#374151'}}.choices input:checked{border:14px solid #1e3a8a}</style>`,
    main: () =>
      '<form class="choices" action="/app/run"><fieldset><legend>When is the supplier paid?</legend><label><input type="radio" name="when" value="now"> At once</label><label><input type="radio" name="when" value="friday"> With the run of Friday</label><label><input type="radio" name="when" value="due"> On the day it is due</label></fieldset><p><button>Book the payment</button></p></form>',
  },
  {
    id: 'tooltip-runs-away-viii',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'the tooltip of a button vanishes as soon as the pointer is moved towards it',
    where: '.css-tip, .css-tip *',
    about: /hover|tooltip|pointer/,
    site: 'panel',
    head: (is) =>
      `${roomy}<style>.css-tip{position:relative;display:inline-block}.css-tip [role=tooltip]{position:absolute;z-index:2;left:0;top:calc(100% + ${is ? '16px' : '0px'});width:15rem;background:#15314b;color:#fff;padding:.75rem;border-radius:4px}</style>`,
    main: (is) =>
      `<p>Builds of this month: 412 of 1000.</p><span class="css-tip"><button type="button" aria-describedby="quota-tip">How builds are counted</button><span role="tooltip" id="quota-tip" hidden>A build counts when it runs for more than ten seconds; builds that are stopped before are free.</span></span><script>{const wrap=document.querySelector('.css-tip'),button=wrap.querySelector('button'),tip=document.getElementById('quota-tip');const show=()=>{tip.hidden=false};const hide=()=>{tip.hidden=true};const over=${is ? 'button' : 'wrap'};over.addEventListener('mouseenter',show);over.addEventListener('mouseleave',()=>{if(document.activeElement!==button)hide()});button.addEventListener('focus',show);button.addEventListener('blur',()=>{if(!over.matches(':hover'))hide()});document.addEventListener('keydown',event=>{if(event.key==='Escape')hide()})}</script>`,
  },
  {
    id: 'slides-never-rest-viii',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'slides change by themselves every three seconds, and nothing on the page stops them',
    where: '.hero-slider, .hero-slider *',
    about: /mov|carousel|chang|auto|animat|pause|slide|scroll/,
    site: 'library',
    head: () =>
      `${roomy}<style>.hero-slider{border:2px solid #0b5a3c;padding:1rem}.hero-slider .slide{min-height:9rem}</style>`,
    main: (is) =>
      `<section class="hero-slider" aria-label="News of the library"><div class="slide"><h2>The dome is open again</h2><p>Painters have worked for a year; come and look up.</p></div><div class="slide" hidden><h2>Maps of the coast</h2><p>Sixty sheets are shown in the hall until the end of May.</p></div><div class="slide" hidden><h2>Borrow a sewing machine</h2><p>Members take it home for two weeks and pay nothing.</p></div><button type="button" id="slide-back">Previous news</button> <button type="button" id="slide-on">Next news</button>${is ? '' : ' <button type="button" id="slide-rest">Stop the slides</button>'}</section><script>{const slides=[...document.querySelectorAll('.hero-slider .slide')];let at=0;const show=to=>{at=(to+slides.length)%slides.length;slides.forEach((slide,place)=>{slide.hidden=place!==at})};let timer=setInterval(()=>show(at+1),3000);document.getElementById('slide-back').addEventListener('click',()=>show(at-1));document.getElementById('slide-on').addEventListener('click',()=>show(at+1));${is ? '' : "const rest=document.getElementById('slide-rest');rest.addEventListener('click',()=>{if(timer){clearInterval(timer);timer=0;rest.textContent='Start the slides'}else{timer=setInterval(()=>show(at+1),3000);rest.textContent='Stop the slides'}})"}}</script>`,
  },
  {
    id: 'picture-shown-in-motion-viii',
    technique: 'criterion',
    criterion: '2.3.3',
    wrong: 'layers of a picture glide and grow while the page is scrolled, also for those who asked for less motion',
    where: '.scena, .scena *',
    about: /motion|animat|parallax|scroll/,
    site: 'museo',
    cards: 12,
    head: () =>
      '<style>.scena{position:relative;height:360px;overflow:hidden;background:#efe3cd}.scena div{position:absolute;left:0;right:0;will-change:transform}.scena__colline{top:180px;height:420px;background:#8a6a45;border-radius:50% 50% 0 0}.scena__forno{top:90px;height:120px;width:120px;margin:auto;background:#6b2f16;border-radius:60px 60px 0 0}</style>',
    main: (is) =>
      `<div class="scena" aria-hidden="true"><div class="scena__forno"></div><div class="scena__colline"></div></div><p>La fornace sta sulla collina dal 1604, e si accende ancora due volte l’anno.</p><script>{const hills=document.querySelector('.scena__colline'),kiln=document.querySelector('.scena__forno');const glide=()=>{${is ? '' : "if(matchMedia('(prefers-reduced-motion: reduce)').matches)return;"}const down=window.scrollY;hills.style.transform='translateY('+down*-0.45+'px)';kiln.style.transform='translateY('+down*0.6+'px) scale('+(1+down/400)+')'};window.addEventListener('scroll',glide,{passive:true})}</script>`,
  },
  {
    id: 'window-over-page-without-focus-viii',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a modal window opens at the end of the page and the focus stays behind on what it covers',
    where: '#muster-dialog, #muster-dialog *, #muster-open',
    about: /dialog|modal|focus/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>#muster-dialog{position:fixed;inset:0;background:rgba(34,32,29,.8);padding:8vh 1rem;z-index:5;overflow:auto}#muster-dialog>div{background:#fff;max-width:30rem;margin:auto;padding:1.5rem}#muster-dialog :is(button,input){min-height:44px;min-width:44px;max-width:100%}</style>`,
    main: (is) =>
      `<p>Stoffe fühlt man am besten in der Hand.</p><button type="button" id="muster-open">Muster bestellen</button><div id="muster-dialog" role="dialog" aria-modal="true" aria-labelledby="muster-title" hidden><div><h2 id="muster-title">Muster bestellen</h2><form action="/muster"><p><label for="muster-mail">Ihre E-Mail-Adresse</label><br><input id="muster-mail" name="mail" type="email" autocomplete="email"></p><button>Bestellen</button> <button type="button" id="muster-close">Schließen</button></form></div></div><script>{const dialog=document.getElementById('muster-dialog'),opener=document.getElementById('muster-open');document.body.append(dialog);const close=()=>{dialog.hidden=true;${is ? '' : 'for(const other of document.body.children)other.inert=false;opener.focus()'}};opener.addEventListener('click',()=>{dialog.hidden=false;${is ? '' : "for(const other of document.body.children)other.inert=other!==dialog;document.getElementById('muster-mail').focus()"}});document.getElementById('muster-close').addEventListener('click',close);document.addEventListener('keydown',event=>{if(event.key==='Escape'&&!dialog.hidden)close()})}</script>`,
  },
  {
    id: 'buy-button-called-otherwise-viii',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'the name of a button for assistive technology has none of the words that are seen on it',
    where: '.kup, .oferta',
    about: /label|name|mismatch/,
    site: 'kolej',
    head: () => roomy,
    main: (is) =>
      `<form class="oferta" action="/bilety/rodzinny"><p>Bilet rodzinny jest ważny przez cały weekend dla dwojga dorosłych i trojga dzieci.</p><button class="kup"${is ? ' aria-label="Przejdź do następnego kroku"' : ''}>Kup bilet rodzinny</button></form>`,
  },
  {
    id: 'price-by-dragging-viii',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'with a pointer, the highest price can be set by dragging alone',
    where: '.price-range, .price-range *',
    about: /drag|pointer|gesture|slider/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.price-range__track{position:relative;height:44px;max-width:20rem;margin:0 22px}.price-range__track::before{content:"";position:absolute;left:0;right:0;top:20px;height:4px;background:#5c5c5c}.price-range__thumb{position:absolute;top:0;left:calc(60% - 22px);width:44px;height:44px;border-radius:50%;background:#24483e;touch-action:none;cursor:grab}</style>`,
    main: (is) =>
      `<div class="price-range"><p id="price-label">Highest price</p><div class="price-range__track"><div class="price-range__thumb" role="slider" tabindex="0" aria-labelledby="price-label" aria-valuemin="0" aria-valuemax="200" aria-valuenow="120" aria-valuetext="120 dollars"></div></div><p id="price-value">Up to 120 dollars</p>${is ? '' : '<button type="button" id="price-less">Ten dollars less</button> <button type="button" id="price-more">Ten dollars more</button>'}</div><script>{const track=document.querySelector('.price-range__track'),thumb=document.querySelector('.price-range__thumb');const now=()=>Number(thumb.getAttribute('aria-valuenow'));const set=price=>{const value=Math.min(200,Math.max(0,Math.round(price/10)*10));thumb.style.left='calc('+value/2+'% - 22px)';thumb.setAttribute('aria-valuenow',String(value));thumb.setAttribute('aria-valuetext',value+' dollars');document.getElementById('price-value').textContent='Up to '+value+' dollars'};let isHeld=false;thumb.addEventListener('pointerdown',event=>{isHeld=true;thumb.setPointerCapture(event.pointerId)});thumb.addEventListener('pointermove',event=>{if(!isHeld)return;const box=track.getBoundingClientRect();set((event.clientX-box.left)/box.width*200)});thumb.addEventListener('lostpointercapture',()=>{isHeld=false});thumb.addEventListener('keydown',event=>{const step={ArrowLeft:-10,ArrowDown:-10,ArrowRight:10,ArrowUp:10}[event.key];if(!step)return;event.preventDefault();set(now()+step)});${is ? '' : "document.getElementById('price-less').addEventListener('click',()=>set(now()-10));document.getElementById('price-more').addEventListener('click',()=>set(now()+10))"}}</script>`,
  },
  {
    id: 'row-icons-too-small-viii',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the icons at the end of each row are buttons of 16 pixels that touch one another',
    where: '.row-icon, .row-icons',
    about: /target|size|touch/,
    site: 'ledger',
    head: (is) =>
      `<style>.row-icons{white-space:nowrap}.row-icon{padding:0;width:${is ? '16px;height:16px' : '44px;height:44px'};border-radius:0;vertical-align:middle}.row-icon+.row-icon{margin-left:${is ? '0' : '8px'}}.row-icon svg{display:block;margin:auto}</style>`,
    main: () => {
      const buttons = (name: string) =>
        `<td class="row-icons"><button type="button" class="row-icon" aria-label="Approve ${name}" data-said="${name} is approved."><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M1 6l4 4 6-8" fill="none" stroke="#fff" stroke-width="2"/></svg></button><button type="button" class="row-icon" aria-label="Refuse ${name}" data-said="${name} is refused."><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="#fff" stroke-width="2"/></svg></button></td>`
      return `<table><caption>Claims of the week</caption><tr><th scope="col">Claim</th><th scope="col">Decide</th></tr><tr><th scope="row">Train to Leeds</th>${buttons('Train to Leeds')}</tr><tr><th scope="row">Printer paper</th>${buttons('Printer paper')}</tr><tr><th scope="row">Team lunch</th>${buttons('Team lunch')}</tr></table><p role="status" id="decided"></p><script>for(const icon of document.querySelectorAll('.row-icon'))icon.addEventListener('click',()=>{document.getElementById('decided').textContent=icon.dataset.said})</script>`
    },
  },
  {
    id: 'text-in-tab-order-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'paragraphs that do nothing have been put into the tab order so that "screen readers can read them"',
    where: '.info, .info *',
    about: /tabindex|focus|interactive|tab-order/,
    site: 'kolej',
    main: (is) => {
      const stop = is ? ' tabindex="0"' : ''
      return `<div class="info"><h2${stop}>Remont w Nowym Sączu</h2><p${stop}>Od poniedziałku peron pierwszy jest zamknięty.</p><p${stop}>Przejście podziemne jest czynne przez całą dobę, a winda od piątej do północy.</p></div>`
    },
  },
  {
    id: 'stations-beside-their-fields-ix',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'the labels of a timetable search stand beside their fields and are tied to none',
    where: '#polaczenie, #polaczenie *',
    about: /label|name/,
    site: 'kolej',
    head: () => roomy,
    main: (is) => {
      const row = (name: string, words: string, type: string) =>
        `<p><label${is ? '' : ` for="${name}"`}>${words}</label><br><input${is ? '' : ` id="${name}"`} name="${name}" type="${type}"></p>`
      return `<form id="polaczenie" action="/rozklad/szukaj"><h2>Znajdź połączenie</h2>${row('stad', 'Ze stacji', 'text')}${row('dokad', 'Do stacji', 'text')}${row('dzien', 'Dzień podróży', 'date')}<button>Szukaj połączenia</button></form>`
    },
  },
  {
    id: 'books-turn-by-themselves-ix',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'a carousel of books goes on by itself every four seconds and cannot be stopped',
    where: '.shelf, .shelf *',
    about: /moving|pause|carousel|animation|auto|rotat/,
    site: 'riwaq',
    head: () =>
      `${roomy}${aside}<style>.shelf{border:1px solid #4e5a4b;padding:1rem;margin:1rem 0}.shelf__slide{min-height:7rem}.shelf__slide h3{margin:0}</style>`,
    main: (is) =>
      `<section class="shelf" aria-labelledby="shelf-title"><h2 id="shelf-title">كتب هذا الأسبوع</h2><div class="shelf__controls">${is ? '' : '<button type="button" data-do="pause">أوقف الحركة</button> '}<button type="button" data-do="back">الكتاب السابق</button> <button type="button" data-do="on">الكتاب التالي</button></div><div class="shelf__slide"><h3><a href="/books/1">رسائل من الواحة</a></h3><p>رحلة عام كامل بين القرى البعيدة.</p></div><div class="shelf__slide" hidden><h3><a href="/books/2">صيادو الشمال</a></h3><p>حكايات سمعها المؤلف في الموانئ القديمة.</p></div><div class="shelf__slide" hidden><h3><a href="/books/3">أبواب المدينة</a></h3><p>تاريخ الأسوار منذ بنائها حتى اليوم.</p></div></section><script>{const shelf=document.querySelector('.shelf'),slides=[...shelf.querySelectorAll('.shelf__slide')];let at=0;const go=step=>{slides[at].hidden=true;at=(at+step+slides.length)%slides.length;slides[at].hidden=false};${is ? 'setInterval(()=>go(1),4000);' : "const pause=shelf.querySelector('[data-do=pause]');let timer;const stop=()=>{clearInterval(timer);timer=undefined;pause.textContent='شغّل الحركة'},start=()=>{timer=setInterval(()=>go(1),4000);pause.textContent='أوقف الحركة'};if(matchMedia('(prefers-reduced-motion: reduce)').matches)stop();else start();pause.addEventListener('click',()=>timer===undefined?start():stop());for(const slide of slides)slide.addEventListener('focusin',stop);"}shelf.querySelector('[data-do=back]').addEventListener('click',()=>{${is ? '' : 'stop();'}go(-1)});shelf.querySelector('[data-do=on]').addEventListener('click',()=>{${is ? '' : 'stop();'}go(1)})}</script>`,
  },
  {
    id: 'sizes-without-a-ring-ix',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'radio buttons are hidden behind pills, and the pill does not show that its button has the focus',
    where: '.variant, .variant *',
    about: /focus|outline/,
    site: 'volt',
    head: (is) =>
      `${roomy}<style>.variant{border:0;padding:0;margin:0 0 1rem}.variant__row{display:flex;flex-wrap:wrap;gap:.75rem;padding:.4rem}.variant__item{position:relative}.variant__item input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0}.variant__item label{display:block;min-width:3.5rem;padding:.6rem 1rem;border:1px solid #5c5c5c;border-radius:2rem;text-align:center}.variant__item input:checked+label{background:#121212;color:#fff}${is ? '' : '.variant__item input:focus-visible+label{outline:3px solid #1d4ed8;outline-offset:3px}'}</style>`,
    main: () =>
      `<form action="/cart/add"><fieldset class="variant"><legend>Size</legend><div class="variant__row">${['S', 'M', 'L', 'XL'].map((size) => `<div class="variant__item"><input type="radio" name="size" id="size-${size}" value="${size}"${size === 'M' ? ' checked' : ''}><label for="size-${size}">${size}</label></div>`).join('')}</div></fieldset><button>Add to cart</button></form>`,
  },
  {
    id: 'basket-is-called-purchase-ix',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'the name of a button holds none of the words that stand on it',
    where: '.buy, .buy *',
    about: /label|name|mismatch/,
    site: 'riwaq',
    head: () => `${roomy}${aside}`,
    main: (is) =>
      `<form class="buy" method="post" action="/basket"><p>الطبعة الورقية، ثلاثمئة صفحة.</p><button name="book" value="17"${is ? ' aria-label="شراء الآن"' : ''}>أضف إلى السلة</button></form>`,
  },
  {
    id: 'school-speaks-american-ix',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'a page in Portuguese says that it is in English, as the template did',
    where: 'page',
    about: /lang/,
    site: 'escola',
    language: either('lang="en-US"', 'lang="pt-PT"'),
    main: () =>
      '<p>As inscrições fazem-se na secretaria ou pelo correio, e o horário das aulas sai na primeira semana de setembro.</p>',
  },
  {
    id: 'answers-open-unannounced-ix',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong:
      'the buttons of questions and answers do not say whether their answer is open, which a sign beside them shows',
    where: '.accordion__button',
    about: /expanded|state/,
    site: 'council',
    head: () =>
      `${roomy}<style>.accordion__heading{margin:0;font-size:1em}.site-main .accordion__button{width:100%;text-align:left;background:#f3f2f1;color:#0b0c0c;border-bottom:1px solid #6b7276;display:flex;justify-content:space-between;gap:10px}.accordion__button::after{content:"+" / ""}.accordion__button.is-open::after{content:"–" / ""}.accordion__panel{padding:10px 12px}</style>`,
    main: (is) =>
      `<h2>Questions people ask</h2><div class="accordion">${[
        ['When is my bin emptied?', 'Every second week on the same day, also on most public holidays.'],
        ['What if the lorry did not come?', 'Leave the bin at the kerb until the next evening, then report it.'],
        ['Where do I get a larger bin?', 'Families of six or more can ask for one; it is brought within ten days.'],
      ]
        .map(
          ([question, answer], at) =>
            `<h3 class="accordion__heading"><button type="button" class="accordion__button"${is ? '' : ' aria-expanded="false"'} aria-controls="answer-${at}">${question}</button></h3><div class="accordion__panel" id="answer-${at}" hidden>${answer}</div>`,
        )
        .join(
          '',
        )}</div><script>for(const button of document.querySelectorAll('.accordion__button'))button.addEventListener('click',()=>{const panel=document.getElementById(button.getAttribute('aria-controls'));panel.hidden=!panel.hidden;button.classList.toggle('is-open',!panel.hidden);${is ? '' : "button.setAttribute('aria-expanded',String(!panel.hidden))"}})</script>`,
  },
  {
    id: 'headings-miss-a-step-ix',
    technique: 'practice',
    criterion: null,
    wrong: 'under a heading of the second level come headings of the fourth',
    where: '.about-book h4, .about-book, .about-book *',
    about: /heading/,
    site: 'riwaq',
    head: () => `${aside}<style>.about-book__part{font-size:1.05rem;font-weight:700;margin:1rem 0 .3rem}</style>`,
    main: (is) => {
      const part = (words: string) =>
        is ? `<h4 class="about-book__part">${words}</h4>` : `<h3 class="about-book__part">${words}</h3>`
      return `<div class="about-book"><h2>عن هذا الكتاب</h2>${part('المؤلف')}<p>ولد في مدينة ساحلية وعمل معلما قبل أن يكتب.</p>${part('الترجمة')}<p>راجعت الترجمة لجنة من ثلاثة أساتذة.</p></div>`
    },
  },
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
    id: 'keel-comes-last-xi',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'how a ship is built stands in another order in the document than on the screen, where the sheet sorts it',
    where: '.werfgang, .werfgang *',
    about: /order|sequence/,
    site: 'werf',
    head: (is) =>
      `<style>.werfgang{display:flex;flex-direction:column;gap:.6rem;margin-bottom:1.5rem}.werfgang p{margin:0;padding:.5rem 1rem;border-left:4px solid #0b4a86}${is ? '.werfgang__kiel{order:1}.werfgang__spanten{order:2}.werfgang__huid{order:3}.werfgang__water{order:4}' : ''}</style>`,
    main: (is) => {
      const keel =
        '<p class="werfgang__kiel">Eerst leggen wij de kiel: één balk van eikenhout, zo lang als het hele schip.</p>'
      const frames = '<p class="werfgang__spanten">Op die balk zetten wij daarna de spanten.</p>'
      const skin =
        '<p class="werfgang__huid">Staan die recht, dan buigen wij de huid eromheen en maken wij haar dicht.</p>'
      const water =
        '<p class="werfgang__water">Pas als zij een nacht lang nat is gehouden, gaat het schip te water.</p>'
      return `<h2>Van balk tot schip</h2><div class="werfgang">${(is ? [water, skin, keel, frames] : [keel, frames, skin, water]).join('')}</div>`
    },
  },
  {
    id: 'red-words-are-required-xi',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'which fields must be filled in is told by red labels alone',
    where: '#hul, #hul *',
    about: /colou?r|required|sensory/,
    site: 'kommune',
    head: () => `${roomy}<style>#hul .text-danger{color:#9b0010}#hul .form-control{max-width:24rem;width:100%}</style>`,
    main: (is) => {
      const field = (name: string, words: string, more: string, isNeeded: boolean) =>
        `<p><label for="hul-${name}"${isNeeded ? ' class="text-danger"' : ''}>${words}${isNeeded && !is ? ' (skal udfyldes)' : ''}</label><br><input class="form-control" id="hul-${name}" name="${name}"${more}${isNeeded ? ' required' : ''}></p>`
      return `<form id="hul" method="post" action="/hul"><h2>Meld et hul i vejen</h2>${is ? '<p>Felter med rød tekst skal udfyldes.</p>' : ''}${field('sted', 'Hvor er hullet?', '', true)}${field('navn', 'Dit navn', ' autocomplete="name"', false)}${field('mail', 'Din mail, for eksempel navn@eksempel.dk', ' type="email" autocomplete="email"', true)}<button class="btn">Send</button></form>`
    },
  },
  {
    id: 'card-number-in-four-boxes-xi',
    technique: 'F86',
    criterion: '4.1.2',
    wrong: 'of the four boxes for one number the first alone has a name; the words over the others belong to nothing',
    where: '.tarjeta, .tarjeta *',
    about: /label|name/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.tarjeta{border:0;margin:0 0 16px;padding:0}.tarjeta legend{padding:0;font-weight:700}.tarjeta__fila{display:flex;flex-wrap:wrap;gap:16px;margin-top:8px}.tarjeta__fila :is(label,span){display:block}.tarjeta__fila input{width:5em}</style>`,
    main: (is) =>
      `<form method="post" action="/cita/tarjeta"><h2>Su cita</h2><fieldset class="tarjeta"><legend>Número de la tarjeta sanitaria</legend><div class="tarjeta__fila">${['Cifras 1 a 4', 'Cifras 5 a 8', 'Cifras 9 a 12', 'Cifras 13 a 16'].map((words, at) => `<div>${is && at > 0 ? `<span>${words}</span>` : `<label for="tarjeta-${at}">${words}</label>`}<input id="tarjeta-${at}" name="tarjeta-${at}" inputmode="numeric" maxlength="4" autocomplete="off"></div>`).join('')}</div></fieldset><button>Buscar mi cita</button></form>`,
  },
  {
    id: 'sizes-point-elsewhere-xi',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'the cells of a table of sizes name each other’s headers: chest is read for sleeve, small for large',
    where: '.size-chart, .size-chart *',
    about: /table|header/,
    site: 'volt',
    head: () => '<style>.size-chart{margin-bottom:1.2rem}</style>',
    main: (is) => {
      const rows = [
        ['s', 'Small', '36 in', '32 in'],
        ['m', 'Medium', '40 in', '33 in'],
        ['l', 'Large', '44 in', '34 in'],
      ] as const
      return `<h2>Size chart</h2><table class="size-chart"><thead><tr><th id="size" scope="col">Size</th><th id="chest" scope="col">Chest</th><th id="sleeve" scope="col">Sleeve</th></tr></thead><tbody>${rows.map(([size, name, chest, sleeve]) => `<tr><th id="size-${size}" scope="row">${name}</th><td headers="${is ? 'size-l sleeve' : `size-${size} chest`}">${chest}</td><td headers="${is ? 'size-s chest' : `size-${size} sleeve`}">${sleeve}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'sixth-digit-sends-it-xi',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'a form sends itself as soon as the sixth digit of a code is typed, without a word about it',
    where: '#confirm, #confirm *',
    about: /input|submit|change|context|navigat/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<form id="confirm" method="post" action="/app/confirm"><h2>Confirm the payment run</h2><p><label for="confirm-code">The six digits that we sent to your telephone</label><br><input id="confirm-code" name="code" inputmode="numeric" maxlength="6" autocomplete="one-time-code"></p>${is ? '' : '<button>Confirm</button>'}</form>${is ? "<script>document.getElementById('confirm-code').addEventListener('input',event=>{if(/^[0-9]{6}$/.test(event.target.value))event.target.form.submit()})</script>" : ''}`,
  },
  {
    id: 'board-turns-by-itself-xi',
    technique: 'F61',
    criterion: '3.2.5',
    wrong: 'a board goes on to its next view every eight seconds, in place of the one that is read, and cannot be held',
    where: '.css-board, .css-board *',
    about: /auto|moving|update|pause|carousel|timing|context/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.css-board__keys{display:flex;flex-wrap:wrap;gap:.75rem}.css-board__keys [aria-pressed=true]{background:#fff;color:#124e8c;box-shadow:inset 0 0 0 2px #124e8c}</style>`,
    main: (is) => {
      const views = [
        [
          'Requests',
          'Eleven thousand requests in the last hour, most of them from the north; the slowest took two seconds.',
        ],
        ['Errors', 'Fourteen errors in the last hour, all of them from the mail relay, which is being looked at.'],
        ['Cost', 'The month has cost a third of what was planned for it, and the forecast ends below the plan.'],
      ] as const
      return `<div class="MuiPaper-root css-board"><h2 class="MuiTypography-h6">State of the project</h2><div class="css-board__keys" role="group" aria-label="View">${views.map(([name], at) => `<button type="button" aria-pressed="${at === 0}">${name}</button>`).join('')}</div>${views.map(([name, words], at) => `<div class="css-view"${at === 0 ? '' : ' hidden'}><h3 class="MuiTypography-h6">${name}</h3><p>${words}</p></div>`).join('')}</div><script>{const board=document.querySelector('.css-board'),keys=[...board.querySelectorAll('button')],views=[...board.querySelectorAll('.css-view')];const show=at=>{views.forEach((view,each)=>{view.hidden=each!==at});keys.forEach((key,each)=>key.setAttribute('aria-pressed',String(each===at)))};board.addEventListener('click',event=>{const at=keys.indexOf(event.target.closest('button'));if(at>=0)show(at)});${is ? 'setInterval(()=>show((views.findIndex(view=>!view.hidden)+1)%views.length),8000)' : ''}}</script>`
    },
  },
  {
    id: 'notice-cut-when-enlarged-xi',
    technique: 'F69',
    criterion: '1.4.4',
    wrong:
      'a notice has a fixed height that its two lines fit in, and loses the rest of its text when the page is enlarged',
    where: '.hinweis, .hinweis *',
    about: /clip|cut|overflow|zoom|resize|reflow|truncat/,
    site: 'moebel',
    head: (is) =>
      `<style>.hinweis{${is ? 'height:3.4rem;overflow:hidden' : 'min-height:3.4rem'};margin-bottom:1rem}.hinweis p{margin:0}</style>`,
    main: () =>
      '<div class="hinweis"><p>Wegen der Inventur liefern wir zwischen dem zehnten und dem fünfzehnten März nicht aus. Wer in dieser Woche umzieht, ruft bitte vorher in der Werkstatt an: Wir lagern die bestellten Möbel kostenlos ein und bringen sie Ihnen am ersten Werktag danach.</p></div>',
  },
  {
    id: 'marked-street-nobody-hears-xi',
    technique: 'F79',
    criterion: '4.1.2',
    wrong:
      'the arrow keys mark a street in a list of proposals with a class alone; neither the field nor the list says which',
    where: '.adresse, .adresse *',
    about: /combobox|activedescendant|selected|option|state|focus|listbox/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.adresse{max-width:22rem;margin-bottom:1rem}.adresse label{display:block}.adresse input{width:100%}.adresse [role=listbox]{list-style:none;margin:0;padding:0;border:1px solid #5c636a}.adresse [role=option]{display:flex;align-items:center;min-height:44px;padding:0 .75rem;cursor:pointer}.adresse .active{background:#0b3d2e;color:#fff}</style>`,
    main: (is) =>
      `<div class="adresse"><label for="vej">Vejen, som hullet er i</label><input id="vej" class="form-control" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="vej-liste" autocomplete="off"><ul id="vej-liste" role="listbox" aria-label="Veje" hidden></ul><p id="vej-sagt" role="status"></p></div><script>{const roads=['Agervej','Birkevej','Havnegade','Havnevej','Kirkestræde','Skolegade'],field=document.getElementById('vej'),list=document.getElementById('vej-liste'),said=document.getElementById('vej-sagt');let at=-1;const mark=()=>{[...list.children].forEach((one,each)=>{one.classList.toggle('active',each===at);${is ? '' : "one.setAttribute('aria-selected',String(each===at))"}});${is ? '' : "if(at<0)field.removeAttribute('aria-activedescendant');else field.setAttribute('aria-activedescendant','vej-'+at)"}};const close=()=>{list.hidden=true;at=-1;field.setAttribute('aria-expanded','false');mark()};const open=()=>{const sought=field.value.trim().toLowerCase(),found=roads.filter(road=>road.toLowerCase().startsWith(sought));list.replaceChildren(...found.map((road,each)=>{const one=document.createElement('li');one.id='vej-'+each;one.setAttribute('role','option');one.setAttribute('aria-selected','false');one.textContent=road;return one}));at=-1;list.hidden=found.length===0;field.setAttribute('aria-expanded',String(found.length>0));mark();said.textContent=found.length===1?'1 vej':found.length+' veje'};const choose=one=>{field.value=one.textContent;close();said.textContent='Du har valgt '+field.value};field.addEventListener('input',open);field.addEventListener('blur',close);field.addEventListener('keydown',event=>{if(event.key==='Escape')close();const step={ArrowDown:1,ArrowUp:-1}[event.key];if(step){event.preventDefault();if(list.hidden)open();const count=list.children.length;if(count>0)at=at<0?(step>0?0:count-1):(at+step+count)%count;mark()}if(event.key==='Enter'&&at>=0){event.preventDefault();choose(list.children[at])}});list.addEventListener('pointerdown',event=>event.preventDefault());list.addEventListener('click',event=>{const one=event.target.closest('[role=option]');if(one)choose(one)})}</script>`,
  },
  {
    id: 'sofa-only-follows-the-drag-xi',
    technique: 'criterion',
    criterion: '2.5.7',
    wrong: 'with a pointer a sofa can be put elsewhere in the plan of a room by dragging alone',
    where: '.planer, .planer *',
    about: /drag|pointer/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.planer{margin-bottom:1rem}.planer__raum{position:relative;width:270px;max-width:100%;height:180px;border:2px solid #6d6354;background:#fff;margin-bottom:.75rem}.planer__sofa{position:absolute;left:20px;top:20px;width:96px;cursor:grab;touch-action:none}.planer__tasten{display:flex;flex-wrap:wrap;gap:.75rem}</style>`,
    main: (is) =>
      `<section class="planer" aria-labelledby="planer-titel"><h2 id="planer-titel">Passt das Sofa?</h2><p>Ziehen Sie das Sofa an seinen Platz, oder nehmen Sie die Pfeiltasten, solange es den Fokus hat.</p><div class="planer__raum" role="group" aria-label="Zimmer"><button type="button" class="planer__sofa">Sofa</button></div>${is ? '' : '<div class="planer__tasten"><button type="button" data-x="-10" data-y="0">Nach links</button><button type="button" data-x="10" data-y="0">Nach rechts</button><button type="button" data-x="0" data-y="-10">Nach oben</button><button type="button" data-x="0" data-y="10">Nach unten</button></div>'}<p role="status" id="planer-stand"></p></section><script>{const room=document.querySelector('.planer__raum'),sofa=document.querySelector('.planer__sofa');let x=20,y=20;const put=(left,top)=>{x=Math.max(0,Math.min(room.clientWidth-sofa.offsetWidth,left));y=Math.max(0,Math.min(room.clientHeight-sofa.offsetHeight,top));sofa.style.left=x+'px';sofa.style.top=y+'px'};const tell=()=>{document.getElementById('planer-stand').textContent='Das Sofa steht '+Math.round(x)+' Zentimeter von links und '+Math.round(y)+' von oben.'};sofa.addEventListener('keydown',event=>{const step={ArrowLeft:[-10,0],ArrowRight:[10,0],ArrowUp:[0,-10],ArrowDown:[0,10]}[event.key];if(!step)return;event.preventDefault();put(x+step[0],y+step[1]);tell()});let held=null;sofa.addEventListener('pointerdown',event=>{held=[event.clientX-x,event.clientY-y];sofa.setPointerCapture(event.pointerId)});sofa.addEventListener('pointermove',event=>{if(held)put(event.clientX-held[0],event.clientY-held[1])});sofa.addEventListener('pointerup',()=>{held=null;tell()});${is ? '' : "document.querySelector('.planer__tasten').addEventListener('click',event=>{const key=event.target.closest('[data-x]');if(!key)return;put(x+Number(key.dataset.x),y+Number(key.dataset.y));tell()})"}}</script>`,
  },
  {
    id: 'hits-counted-in-silence-xi',
    technique: 'criterion',
    criterion: '4.1.3',
    wrong: 'how many reading groups are left while one types is written above the list and is announced to nobody',
    where: '.finder, .finder *',
    about: /status|live|announce/,
    site: 'library',
    head: () => roomy,
    main: (is) =>
      `<section class="finder" aria-labelledby="finder-title"><h2 id="finder-title">Find a reading group</h2><p><label for="finder-words">Part of its name</label><br><input id="finder-words" type="search" autocomplete="off"></p><p id="finder-count"${is ? '' : ' role="status"'}>5 groups</p><ul>${['Crime on Tuesdays', 'Poetry at noon', 'New voices', 'Crime in translation', 'History of the harbour'].map((name) => `<li>${name}</li>`).join('')}</ul></section><script>{const finder=document.querySelector('.finder'),field=document.getElementById('finder-words');field.addEventListener('input',()=>{let count=0;for(const group of finder.querySelectorAll('li')){group.hidden=!group.textContent.toLowerCase().includes(field.value.trim().toLowerCase());if(!group.hidden)count++}document.getElementById('finder-count').textContent=count===1?'1 group':count+' groups'})}</script>`,
  },
  {
    id: 'letters-of-the-hospital-xii',
    technique: 'criterion',
    criterion: '3.1.4',
    wrong: 'a text for patients is full of abbreviations of the hospital that are written out nowhere',
    where: '.ingreso, .ingreso *',
    about: /abbrev|acronym/,
    site: 'clinica',
    main: (is) => {
      const short = (letters: string, words: string) => (is ? letters : `${words} (${letters})`)
      return `<section class="ingreso" aria-labelledby="ingreso-t"><h2 id="ingreso-t">El día de su ingreso</h2><p>Presente en la entrada la ${short('TSI', 'tarjeta sanitaria individual')}. El resultado de la ${short('RMN', 'resonancia magnética nuclear')} y del ${short('ECG', 'electrocardiograma')} se lo explicará su ${short('MAP', 'médico de atención primaria')}.</p><p>Si un familiar está en la ${short('UCI', 'unidad de cuidados intensivos')}, pregunte el horario de visita en el ${short('SAU', 'servicio de atención al usuario')}.</p></section>`
    },
  },
  {
    id: 'inschrijven-is-named-subscribe-xii',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a button that shows “Inschrijven” has the English name of the part that it was bought in',
    where: '.aanmelden [type=submit]',
    about: /label|name/,
    site: 'werf',
    head: () => roomy,
    main: (is) =>
      `<form class="aanmelden" method="post" action="/brief"><h2>Bouwbrief</h2><p>Elke maand een bericht over het schip op de helling.</p><p><label for="brief-mail">Uw e-mailadres (verplicht)</label><br><input id="brief-mail" name="mail" type="email" autocomplete="email" required></p><input type="submit" value="Inschrijven"${is ? ' aria-label="Subscribe"' : ''}></form>`,
  },
  {
    id: 'shellfish-are-in-bold-xii',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'which dishes hold shellfish is told by a weight of letters that the stylesheet gives them',
    where: '.cantine, .cantine *',
    about: /style|semantic|emphas|structure|sensory|bold|strong/,
    site: 'journal',
    head: () => '<style>.plat{font-weight:400}.plat--fruits-de-mer{font-weight:700}</style>',
    main: (is) => {
      const dishes = [
        ['Lundi', 'soupe de potiron', false],
        ['Mardi', 'quenelles sauce Nantua', true],
        ['Jeudi', 'gratin de légumes', false],
        ['Vendredi', 'riz du pêcheur', true],
      ] as const
      return `<div class="cantine"><h2>Le menu des cantines</h2><p>${is ? 'Les plats en gras contiennent des crustacés.' : 'Les plats qui contiennent des crustacés sont signalés.'}</p><ul>${dishes.map(([day, dish, has]) => `<li>${day} : <span class="plat${has ? ' plat--fruits-de-mer' : ''}">${dish}</span>${has && !is ? ' (contient des crustacés)' : ''}</li>`).join('')}</ul></div>`
    },
  },
  {
    id: 'cita-marked-and-not-explained-xii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'fields that were filled in wrongly get a thick edge and a drawn sign when they are sent, and no words',
    where: '#pedir, #pedir *',
    about: /error|valid|message|colou?r/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>#pedir .campo--mal{border:4px solid #a3151f;padding-right:36px;background:#fff url("${drawn("<path d='M12 2l11 20H1z' fill='#a3151f'/><path d='M11 9h2v7h-2zM11 18h2v2h-2z' fill='#fff'/>")}") no-repeat right 6px center/24px}</style>`,
    main: (is) =>
      `<form id="pedir" method="post" action="/cita" novalidate><h2>Pedir cita por teléfono</h2><p>Los dos campos son obligatorios.</p><p><label for="pedir-telefono">Su teléfono, nueve cifras</label><br><input id="pedir-telefono" name="telefono" type="tel" autocomplete="tel" pattern="[0-9]{9}" required></p><p><label for="pedir-tarjeta">Número de su tarjeta sanitaria, diez cifras</label><br><input id="pedir-tarjeta" name="tarjeta" inputmode="numeric" pattern="[0-9]{10}" required></p><button>Quiero que me llamen</button></form><script>
document.getElementById('pedir').addEventListener('submit', event => {
  for (const campo of event.target.querySelectorAll('input')) {
    const mal = !campo.validity.valid
    campo.classList.toggle('campo--mal', mal)
    if (mal) event.preventDefault()${
      is
        ? ''
        : `
    document.getElementById(campo.id + '-error')?.remove()
    campo.setAttribute('aria-invalid', mal)
    campo.removeAttribute('aria-describedby')
    if (!mal) continue
    const texto = campo.name === 'telefono' ? 'Error: escriba las nueve cifras de su teléfono.' : 'Error: escriba las diez cifras de su tarjeta.'
    campo.parentElement.append(Object.assign(document.createElement('span'), { id: campo.id + '-error', textContent: texto, style: 'display:block' }))
    campo.setAttribute('aria-describedby', campo.id + '-error')`
    }
  }${is ? '' : "\n  event.target.querySelector('[aria-invalid=true]')?.focus()"}
})
</script>`,
  },
  {
    id: 'services-end-before-their-columns-xii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'a script writes no cells for what is not known, so that rows of a table end before its head does',
    where: '.services, .services *',
    about: /table|cell|row|column|header/,
    site: 'panel',
    main: (is) =>
      `<h2>Services and who keeps them</h2><table class="services"><thead><tr><th scope="col">Service</th><th scope="col">Region</th><th scope="col">Keeper</th><th scope="col">On call</th></tr></thead><tbody></tbody></table><script>
for (const row of [['Edge cache', 'north', 'Amara', 'Jonas'], ['Image resizer', 'north'], ['Mail relay', 'west', 'Jonas'], ['Nightly export', 'west']]) {
  const line = document.querySelector('.services tbody').insertRow()
  for (let at = 0; at < ${is ? 'row.length' : '4'}; at += 1) {
    const cell = document.createElement(at === 0 ? 'th' : 'td')
    if (at === 0) cell.scope = 'row'
    cell.textContent = ${is ? 'row[at]' : "row[at] ?? 'nobody yet'"}
    line.append(cell)
  }
}
</script>`,
  },
  {
    id: 'street-before-its-village-xii',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'numbers lead the focus to the button first, then to the street, and to the village that it hangs on last',
    where: '#bin-day, #bin-day *',
    about: /tabindex|order|focus/,
    site: 'council',
    head: () => roomy,
    main: (is) => {
      const turn = (number: number) => (is ? ` tabindex="${number}"` : '')
      return `<form id="bin-day" action="/bins/day"><h2>Find your bin day</h2><p><label for="bin-village">Village</label><br><select id="bin-village" name="village"${turn(3)}><option value="">Choose a village</option><option>Ashford</option><option>Dunmore</option></select></p><p><label for="bin-street">Street in that village</label><br><select id="bin-street" name="street"${turn(2)}><option>Choose the village first</option></select></p><button${turn(1)}>Show the day</button></form><script>
{
  const streets = { Ashford: ['Mill Road', 'Old Hill', 'The Green'], Dunmore: ['Quay Street', 'Chapel Lane'] }
  document.getElementById('bin-village').addEventListener('change', event => {
    const names = streets[event.target.value] ?? ['Choose the village first']
    document.getElementById('bin-street').replaceChildren(...names.map(name => new Option(name)))
  })
}
</script>`
    },
  },
  {
    id: 'voucher-lies-on-the-samples-xii',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a tall bar with a voucher stays at the foot of the window and lies on the boxes that the focus comes to',
    where: '.leiste, .leiste *, .muster, .muster *',
    about: /focus|obscur|sticky|fixed|cover|overlap/,
    site: 'moebel',
    head: (is) =>
      `<style>.muster{list-style:none;padding:0}.muster label{display:flex;align-items:center;gap:.75rem;min-height:44px}.muster input{width:24px;height:24px}.leiste{background:#f2ece2;border-top:4px solid #7a3410;padding:1rem 1.5rem;${is ? 'position:fixed;left:0;right:0;bottom:0;height:17rem;z-index:5' : 'margin-bottom:1rem'}}${is ? 'body{padding-bottom:17rem}' : ''}.leiste a{display:inline-block;padding:.75rem 0}</style>`,
    main: () =>
      `<h2 id="muster-t">Muster bestellen</h2><ul class="muster" aria-labelledby="muster-t">${['Leinen in Natur', 'Leinen in Grau', 'Leinen in Blau', 'Wolle in Weiß', 'Wolle in Rost', 'Wolle in Moos', 'Cord in Braun', 'Cord in Senf', 'Cord in Petrol', 'Leder in Schwarz', 'Leder in Cognac', 'Eiche, geölt', 'Eiche, geräuchert', 'Nussbaum, geölt', 'Esche, geseift', 'Kirsche, geölt'].map((name) => `<li><label><input type="checkbox" name="muster" value="${name}">${name}</label></li>`).join('')}</ul><div class="leiste"><h2>Zwanzig Euro für Ihren ersten Tisch</h2><p>Wer bis Sonntag bestellt, bekommt den Gutschein mit der Lieferung.</p><a href="/gutschein">Gutschein ansehen</a></div>`,
  },
  {
    id: 'fete-is-not-sent-in-silence-xii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'a button does nothing as long as something is missing in the form, and does not say what',
    where: '#fete, #fete *',
    about: /error|valid|message|required/,
    site: 'gazette',
    head: () => `${roomy}<style>#fete-missing{color:#7a1f1f;font-weight:700}</style>`,
    main: (is) =>
      `<form id="fete" class="wp-block-form" method="post" action="/events/"><h2>Tell us what’s on</h2><p>We need both answers.</p><p><label for="fete-what">What happens</label><br><input id="fete-what" name="what" aria-required="true"></p><p><label for="fete-where">Where and when</label><br><input id="fete-where" name="where" aria-required="true"></p><p id="fete-missing" role="alert"></p><button type="button" class="wp-block-button__link">Send to the editors</button></form><script>
document.querySelector('#fete button').addEventListener('click', () => {
  const form = document.getElementById('fete')
  const empty = [...form.querySelectorAll('input')].filter(field => field.value.trim() === '')
  if (empty.length === 0) return form.submit()${
    is
      ? ''
      : `
  document.getElementById('fete-missing').textContent = 'Not sent yet. Please fill in: ' + empty.map(field => field.labels[0].textContent).join(', ') + '.'
  for (const field of form.querySelectorAll('input')) field.setAttribute('aria-invalid', empty.includes(field))`
  }
})
</script>`,
  },
  {
    id: 'works-then-years-then-rooms-xii',
    technique: 'F49',
    criterion: '1.3.2',
    wrong:
      'three works stand side by side in a table for looks whose rows hold all the names, then all the years, then all the rooms',
    where: '.opere, .opere *',
    about: /table|order|sequence|layout/,
    site: 'museo',
    head: () => '<style>.opere td{border:0;padding:.2rem .6rem .2rem 0;vertical-align:top}</style>',
    main: (is) => {
      const works = [
        ['Brocca con pavone', 'Faenza, 1490', 'Sala 2'],
        ['Piatto della caccia', 'Urbino, 1548', 'Sala 5'],
        ['Albarello blu', 'Montelupo, 1520', 'Sala 3'],
      ] as const
      const cell = (text: string) => `<td>${text}</td>`
      const rows = is
        ? [0, 1, 2].map((at) => works.map((work) => cell(work[at] ?? '')).join(''))
        : [works.map((work) => cell(work.join('<br>'))).join('')]
      return `<h2>Da non perdere</h2><table class="opere" role="presentation"><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'rules-of-the-library-in-capitals-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'a paragraph of several sentences is set in capitals by its stylesheet',
    where: '.regras',
    about: /capital|uppercase|caps|case|readab/,
    site: 'escola',
    head: (is) =>
      `<style>.regras{border-left:4px solid #5b2a86;padding-left:1rem${is ? ';text-transform:uppercase' : ''}}</style>`,
    main: () =>
      '<h2>Antes de requisitar um livro</h2><p class="regras">Os livros da sala de leitura não saem do edifício. Os restantes podem ficar consigo durante quinze dias, e o prazo renova-se uma vez se ninguém os tiver pedido. Quem os devolve com atraso espera uma semana antes de voltar a requisitar.</p>',
  },
  {
    id: 'ways-of-delivery-without-keys-xii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'the choices of a delivery are not displayed, and the boxes that are drawn in their place take no focus',
    where: '.way, .way *',
    about: /keyboard|focus|hidden|label|radio|control/,
    site: 'riwaq',
    head: (is) =>
      `<style>.skip{left:auto;right:-999px}.skip:focus{left:auto;right:0}.ways{border:0;padding:0;margin:0 0 1rem}.way{position:relative;display:block;margin:.5rem 0}.way input{${is ? 'display:none' : 'position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0'}}.way span{display:block;min-height:44px;padding:.4rem 1rem;border:2px solid #4e5a4b;cursor:pointer}.way input:checked+span{border:5px solid #234d20;font-weight:700}.way input:focus-visible+span{outline:3px solid #b45309;outline-offset:2px}</style>`,
    main: () =>
      '<form action="/order"><fieldset class="ways"><legend>طريقة التسليم</legend><label class="way"><input type="radio" name="way" value="home"><span>التوصيل إلى المنزل</span></label><label class="way"><input type="radio" name="way" value="shop"><span>الاستلام من المكتبة</span></label><label class="way"><input type="radio" name="way" value="post"><span>صندوق البريد</span></label></fieldset><button style="min-height:44px">متابعة</button></form>',
  },
  {
    id: 'reviews-turn-for-fingers-alone-xii',
    technique: 'F98',
    criterion: '2.5.6',
    wrong: 'the buttons that turn to other reviews take a finger and leave a mouse and a pen without effect',
    where: '.reviews, .reviews *',
    about: /pointer|touch|mouse|input|modal|mechanism/,
    site: 'volt',
    head: () => `${roomy}<style>.reviews blockquote{margin:0 0 1rem;min-height:4rem}</style>`,
    main: (is) =>
      `<section class="reviews" aria-labelledby="reviews-t"><h2 id="reviews-t">What people say</h2><blockquote aria-live="polite">A year of rain, and the books inside stayed dry.</blockquote><button type="button">Review before</button> <button type="button">Review after</button></section><script>
{
  const words = ['A year of rain, and the books inside stayed dry.', 'The strap tore in May; they sewed it for nothing.', 'Smaller than I thought, and better for it.']
  let at = 0
  const [before, after] = document.querySelectorAll('.reviews button')
  document.querySelector('.reviews').addEventListener('click', event => {
    if (${is ? "event.pointerType === 'mouse' || event.pointerType === 'pen' || " : ''}![before, after].includes(event.target)) return
    at = (at + (event.target === after ? 1 : words.length - 1)) % words.length
    document.querySelector('.reviews blockquote').textContent = words[at]
  })
}
</script>`,
  },
  {
    id: 'print-is-said-twice-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'the word that a font turns into the sign of a printer is read out before the words of the button',
    where: '.statement button, .statement button *',
    about: /icon|ligature|name|label|hidden|decorat|font/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>@font-face{font-family:Signs;src:url(data:font/woff2;base64,d09GMgABAAAAAAFsAAsAAAAAAyQAAAEkAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHFYGYABUCjhVATYCJAMcCxAABCAFWgcgG24CYK4GbPcKDROWA9nYSyxyG18JS+yzLg9FPFR73dvbSy+KyXg0tjRj0aU5hGbQ5itHHKqqWN5u+/IpykqWvCb9xn7GzCA0kIMjoMHATjCIPNS3aNcLjj7/MQHc4DiigCijBAfjcbOngQahPcbCNz19SRXoO3Isrm5CAqtwUCAe70zBCISqInSFrYes2lqqULSEkDL30VoqM4DTg3DnJpA7DQCAnRYKEkspsFSdgaGuorozLds9SPzD3llTAADogDESQ0wBFQBA1lpvQ17TZYT8d73Llu37V7MBAsHbh0lN8psj9/DpZ+5UuPwJUgFB7g5B7tEQommsYrlHoGMoQQEAQHUiQGghQNHRkqL2hL5hcDG2XuXp2KpziMZMR1SZZ1AbAQ==) format("woff2")}.sign{font:1.25rem/1 Signs;vertical-align:middle;font-variant-ligatures:common-ligatures}</style>`,
    main: (is) =>
      `<section class="statement" aria-labelledby="statement-t"><h2 id="statement-t">Bank statement of March</h2><p>All entries agree.</p><button type="button" onclick="print()"><span class="sign"${is ? '' : ' aria-hidden="true"'}>print</span> On paper, please</button></section>`,
  },
  {
    id: 'bicycles-dogs-and-skis-under-one-heading-xii',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'what may be taken into the train is six paragraphs about six matters under one heading',
    where: '.przewoz, .przewoz *',
    about: /heading|section/,
    site: 'kolej',
    main: (is) => {
      const matters = [
        [
          'Rowery',
          'Rower przewozi się w pierwszym albo ostatnim wagonie, na wieszaku lub przy pasach. W weekendy trzeba kupić do niego osobny bilet za siedem złotych, a rowery dzieci do lat sześciu jadą bezpłatnie. Konduktor może odmówić przewozu, gdy wszystkie wieszaki są zajęte.',
        ],
        [
          'Psy i inne zwierzęta',
          'Mały pies w koszyku albo w torbie jedzie za darmo. Duży pies musi mieć kaganiec, smycz i bilet, a jego opiekun świadectwo szczepienia. Pies przewodnik może wejść do każdego wagonu, także do restauracyjnego, i nie potrzebuje ani kagańca, ani biletu.',
        ],
        [
          'Bagaż podręczny',
          'Walizki i plecaki kładzie się na półkach albo pod siedzeniem, tak aby nie zastawiały przejścia. Za rzeczy pozostawione bez opieki odpowiada podróżny. Rzeczy dłuższych niż trzy metry nie przyjmujemy wcale.',
        ],
        [
          'Narty i sanki',
          'Od grudnia do marca w każdym pociągu do Krynicy jest wagon ze stojakami. Narty przewozi się w pokrowcu, a sanki na półce. W pozostałych pociągach narty trzyma się przy sobie, w przedsionku.',
        ],
        [
          'Wózki dziecięce i wózki inwalidzkie',
          'Szerokie drzwi i podnośnik ma drugi wagon każdego składu. O pomoc przy wsiadaniu prosimy zadzwonić dzień wcześniej, do godziny osiemnastej. Opiekun osoby na wózku płaci pięć procent ceny biletu.',
        ],
        [
          'Rzeczy znalezione',
          'To, co zostało w pociągu, przechowujemy przez trzy miesiące w biurze na dworcu w Starym Sączu. Można tam przyjść w dni robocze od ósmej do piętnastej. Dokumenty oddajemy od razu urzędowi, który je wydał.',
        ],
      ] as const
      return `<section class="przewoz" aria-labelledby="przewoz-tytul"><h2 id="przewoz-tytul">Przewóz rzeczy i zwierząt</h2>${matters.map(([name, words]) => `${is ? '' : `<h3>${name}</h3>`}<p>${words}</p>`).join('\n')}</section>`
    },
  },
  {
    id: 'editions-to-pick-without-a-name-xii',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a listbox written by hand from which the edition is picked has no name',
    where: '.editions, .editions *',
    about: /label|name|listbox/,
    site: 'journal',
    head: () =>
      '<style>.editions{list-style:none;padding:0;margin:.5rem 0;max-width:22rem;border:1px solid #555}.editions li{display:flex;align-items:center;min-height:44px;padding:0 1rem 0 2.4rem;position:relative;cursor:pointer}.editions [aria-selected=true]{background:#1a1a1a;color:#fff}.editions [aria-selected=true]::before{content:"✓" / "";position:absolute;left:1rem}</style>',
    main: (is) => {
      const editions = ['Haut-Doubs', 'Loue et Lison', 'Saint-Aubin et plateau', 'Pontarlier ville']
      return `<h2>Le journal à votre porte</h2><p id="choix-edition">Édition livrée le matin</p>
<ul class="editions" role="listbox" tabindex="0"${is ? '' : ' aria-labelledby="choix-edition"'} aria-activedescendant="edition-0">${editions.map((name, at) => `<li role="option" id="edition-${at}" aria-selected="${at === 0}">${name}</li>`).join('')}</ul>
<p role="status" class="editions-choix">Édition choisie : ${editions[0]}.</p>
<script>
{
  const list = document.querySelector('.editions')
  const all = [...list.children]
  const pick = (next) => {
    for (const each of all) each.setAttribute('aria-selected', String(each === next))
    list.setAttribute('aria-activedescendant', next.id)
    document.querySelector('.editions-choix').textContent = 'Édition choisie : ' + next.textContent + '.'
  }
  list.addEventListener('click', ({ target }) => { if (target.role === 'option') pick(target) })
  list.addEventListener('keydown', (event) => {
    const at = all.findIndex(({ ariaSelected }) => ariaSelected === 'true')
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (all[to]) pick(all[to])
  })
}
</script>`
    },
  },
  {
    id: 'notice-in-a-font-element-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'a notice is made larger with the obsolete font element',
    where: '.tanbih, .tanbih *',
    about: /obsolete|deprecat|font|presentational/,
    site: 'riwaq',
    head: () => `<style>.kabir{font-size:1.5rem;font-family:Tahoma,sans-serif}</style>`,
    main: (is) => {
      const words = 'تغلق المكتبة أبوابها يوم الجمعة القادم للجرد السنوي'
      return `<div class="tanbih"><p>${is ? `<font size="5" face="Tahoma">${words}</font>` : `<span class="kabir">${words}</span>`}</p><p>تصل الطلبات التي أرسلت قبل ظهر الخميس في موعدها، وتفتح المكتبة من جديد صباح السبت.</p></div>`
    },
  },
  {
    id: 'past-deadlines-fade-away-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the rows of deadlines that are over are let fade by opacity until their words have too little contrast',
    where: '.prazos .passado, .prazos .passado *',
    about: /contrast|colou?r|opacity/,
    site: 'escola',
    head: (is) =>
      `<style>.prazos{margin-bottom:1rem}.prazos th{background:#fff}.prazos .passado>*{${is ? 'opacity:.42' : 'color:#5a5169'}}</style>`,
    main: () => {
      const rows = [
        ['Primeira fase', '18 de julho', 'encerrada', true],
        ['Segunda fase', '5 de setembro', 'encerrada', true],
        ['Terceira fase', '3 de outubro', 'aberta', false],
      ] as const
      return `<h2>Prazos de candidatura</h2><table class="prazos"><thead><tr><th scope="col">Fase</th><th scope="col">Até</th><th scope="col">Estado</th></tr></thead><tbody>${rows.map(([name, day, state, isOver]) => `<tr${isOver ? ' class="passado"' : ''}><th scope="row">${name}</th><td>${day}</td><td>${state}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'title-from-the-template-of-a-project-xii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is the one that came with the template of a new project',
    where: 'page',
    about: /title/,
    site: 'ledger',
    title: (is) => (is ? 'Home Page - My ASP.NET Application' : 'Payroll run April – Fernhill Books'),
    main: () =>
      '<p>Everything that belongs to this entry is kept here: the papers, who looked at them, and what has been paid of it so far.</p>',
  },
  {
    id: 'letters-of-authors-shake-the-focus-off-xii',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'each link in a row of letters gives the focus away by an attribute of its own as soon as it gets it',
    where: '.huruf, .huruf *',
    about: /focus|keyboard|blur/,
    site: 'riwaq',
    head: () =>
      `<style>.huruf a{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;border:1px solid #4e5a4b}.huruf ul{gap:.5rem}</style>`,
    main: (is) =>
      `<h2 id="huruf">المؤلفون حسب الحرف الأول</h2><nav class="huruf" aria-labelledby="huruf"><ul>${['ألف', 'باء', 'تاء', 'جيم', 'حاء', 'راء', 'سين', 'ميم'].map((name, at) => `<li><a href="/authors/${at}"${is ? ' onfocus="this.blur()"' : ''}>${name}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'story-set-in-parts-of-the-window-xii',
    technique: 'F94',
    criterion: '1.4.4',
    wrong:
      'the story of a product is set in a size that is a part of the window alone, so that zooming does not make it larger',
    where: '.story, .story *',
    about: /zoom|resize|text size|font|viewport|scal/,
    site: 'volt',
    head: (is) =>
      `<style>.story p{font-size:${is ? '2.5vmin' : 'calc(1rem + .3vmin)'};line-height:1.6;max-width:38em}</style>`,
    main: () =>
      '<div class="story"><h2>Why we still wax by hand</h2><p>A machine lays the wax on evenly, and evenly is what cracks first. Dolores works the seams with her thumb until the cloth no longer drinks, then hangs the pack over the stove for one night.</p><p>It takes her forty minutes. Nine years later you may send it back, and it takes her twenty.</p></div>',
  },
  {
    id: 'year-lies-on-its-side-when-upright-xii',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'a script turns the table of the year by ninety degrees as long as the window is upright',
    where: '.year, .year *',
    about: /orientation|rotat|landscape|portrait/,
    site: 'ledger',
    head: () =>
      '<style>.year{max-width:18rem}.year.is-sideways{rotate:90deg;margin-block:4rem}.year table{width:100%}</style>',
    main: (
      is,
    ) => `<div class="year"><h2>The year so far</h2><table><thead><tr><th scope="col">Quarter</th><th scope="col">In</th><th scope="col">Out</th></tr></thead><tbody>${[
      ['First', '41 200', '38 950'],
      ['Second', '47 810', '40 120'],
      ['Third', '39 400', '41 730'],
    ]
      .map(([name, gained, spent]) => `<tr><th scope="row">${name}</th><td>${gained}</td><td>${spent}</td></tr>`)
      .join('')}</tbody></table></div>
${
  is
    ? `<script>
{
  const upright = matchMedia('(orientation: portrait)')
  const turn = () => document.querySelector('.year').classList.toggle('is-sideways', upright.matches)
  upright.addEventListener('change', turn)
  turn()
}
</script>`
    : ''
}`,
  },
  {
    id: 'survey-breaks-in-on-the-reader-xii',
    technique: 'criterion',
    criterion: '2.2.4',
    wrong: 'a window that asks what one thinks of the site opens by itself after three seconds and takes the focus',
    where: '.encuesta, .encuesta *',
    about: /interrupt|dialog|popup|modal|opens|window/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.encuesta{max-width:min(30rem,90vw);border:2px solid #0b4f5c;border-radius:6px;padding:24px;color:#12303a}.encuesta form{display:flex;flex-wrap:wrap;gap:12px}</style>`,
    main: (
      is,
    ) => `<h2>Antes de su visita</h2><p>Lea con calma estas indicaciones. Si toma medicación para la tensión, tráigala en su caja y no la cambie por su cuenta antes de hablar con el médico.</p>
<p><button type="button" class="encuesta-abrir">Opinar sobre esta web</button></p>
<dialog class="encuesta" aria-labelledby="encuesta-titulo"><h2 id="encuesta-titulo">¿Le ha sido útil esta página?</h2><form method="dialog"><button value="si">Sí, mucho</button><button value="no">No del todo</button><button value="luego">Ahora no</button></form></dialog>
<script>
{
  const survey = document.querySelector('.encuesta')
  document.querySelector('.encuesta-abrir').addEventListener('click', () => survey.showModal())
  ${is ? 'setTimeout(() => survey.open || survey.showModal(), 3000)' : ''}
}
</script>`,
  },
]
