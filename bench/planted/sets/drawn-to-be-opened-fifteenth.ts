/** Failures as audit reports of whole pages name them, planted by an auditor who did not look at the checks: the half that its digest opens to whoever mends them. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

/** For the head: what is pressed is 44 pixels large, nothing is wider than the window. */
const styled = (css: string) =>
  `${roomy}<style>#content :is(input,select,textarea){max-width:100%;box-sizing:border-box}#content .hit{display:inline-flex;align-items:center;gap:.5rem;min-width:44px;min-height:44px}#content .hit :is([type=checkbox],[type=radio]){width:24px;height:24px}.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.wide{overflow-x:auto;position:relative}${css}</style>`

const field = (id: string, label: string, more = 'type="text"') =>
  `<p class="field"><label for="${id}">${label}</label><br><input id="${id}" name="${id}" ${more}></p>`

/** For tabs that arrows move between, or do not. */
const tabScript = (hasArrows: boolean, isSaid: boolean) => `<script>{
const tabs = [...document.querySelectorAll('[role=tab]')]
const pick = (tab) => { for (const each of tabs) { const on = each === tab
${isSaid ? "each.setAttribute('aria-selected', String(on))" : ''}
each.classList.toggle('active', on); each.tabIndex = on ? 0 : -1
document.getElementById(each.getAttribute('aria-controls')).hidden = !on } }
for (const tab of tabs) { tab.addEventListener('click', () => pick(tab))
${hasArrows ? "tab.addEventListener('keydown', (event) => { const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (!step) return; const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]; pick(next); next.focus() })" : ''}
} }</script>`

type Words = {
  brand: string
  skip: string
  sections: string
  navigation: readonly (readonly [name: string, path: string])[]
  foot: string
  legal: readonly (readonly [name: string, path: string])[]
}

const linked = (links: readonly (readonly [name: string, path: string])[]) =>
  links.map(([name, path]) => `<li><a href="${path}">${name}</a></li>`).join('')

/** A page in a language that none of the sites has. */
const whole = (words: Words, heading: string, main: string, part = 'main') =>
  `<a class="skip" href="#content">${words.skip}</a>
<header><p><a href="/">${words.brand}</a></p><nav aria-label="${words.sections}"><ul>${linked(words.navigation)}</ul></nav></header>
<${part} id="content" tabindex="-1"><h1>${heading}</h1>
${main}
</${part}>
<footer><p>${words.foot}</p><ul>${linked(words.legal)}</ul></footer>`

const town: Words = {
  brand: 'Koskelan kunta',
  skip: 'Siirry sisältöön',
  sections: 'Palvelut',
  navigation: [
    ['Asuminen', '/asuminen'],
    ['Koulut', '/koulut'],
    ['Liikenne', '/liikenne'],
    ['Terveys', '/terveys'],
  ],
  foot: 'Koskelan kunta palvelee arkisin kello yhdeksästä neljään.',
  legal: [
    ['Saavutettavuusseloste', '/saavutettavuus'],
    ['Tietosuoja', '/tietosuoja'],
  ],
}

const inn: Words = {
  brand: '山の湯旅館',
  skip: '本文へ移動',
  sections: 'メインメニュー',
  navigation: [
    ['お部屋', '/rooms'],
    ['お料理', '/meals'],
    ['温泉', '/baths'],
    ['アクセス', '/access'],
  ],
  foot: '山の湯旅館は百年前から続く小さな宿です。',
  legal: [
    ['プライバシーについて', '/privacy'],
    ['お問い合わせ', '/contact'],
  ],
}

export const drawnFifteenth: readonly Plant[] = [
  {
    id: 'cart-stepper-icons-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'The buttons for more and fewer pieces in the cart are icons without a name',
    where: '.quantity__button',
    about: /name|icon|button|text alternative/i,
    site: 'volt',
    head: () =>
      styled(
        '.cart-item{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;border-bottom:1px solid #767676;padding:1rem 0}.quantity{display:inline-flex;align-items:center;gap:.5rem}.quantity__value{min-width:2rem;text-align:center}',
      ),
    main: (isBroken) => {
      const line = (name: string, price: string) => {
        const button = (sign: string, word: string, path: string) =>
          `<button class="quantity__button" type="button" data-step="${sign}"><svg aria-hidden="true" focusable="false" width="16" height="16" viewBox="0 0 10 10"><path fill="currentColor" d="${path}"/></svg>${isBroken ? '' : `<span class="unseen">${word} of ${name}</span>`}</button>`
        return `<li class="cart-item"><h3>${name}</h3><p>${price}</p><div class="quantity">${button('-1', 'One fewer', 'M0 4h10v2H0z')}<span class="quantity__value">1</span>${button('1', 'One more', 'M4 0h2v4h4v2H6v4H4V6H0V4h4z')}</div></li>`
      }
      return `<h2>Items</h2><ul role="list" style="list-style:none;padding:0">${line('Waxed day pack in moss', '$148.00')}${line('Packable rain shell in slate', '$129.00')}${line('Canvas tote in sand', '$42.00')}</ul>
<p role="status" id="cart-status"></p>
<h2>Before you pay</h2><p>Taxes are included; shipping is worked out at the next step.</p>
<form action="/checkout" method="get"><button class="button">Go on to shipping</button></form>
<script>for (const button of document.querySelectorAll('.quantity__button')) button.addEventListener('click', () => {
const value = button.parentElement.querySelector('.quantity__value'); value.textContent = Math.max(1, +value.textContent + +button.dataset.step)
document.getElementById('cart-status').textContent = button.closest('li').querySelector('h3').textContent + ': ' + value.textContent })</script>`
    },
  },
  {
    id: 'package-tabs-without-arrows-xv',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'Tabs that are not chosen are out of the order of focus, and arrow keys do not reach them',
    where: '[role=tab][tabindex="-1"]',
    about: /keyboard|tab|arrow|reach|focus/i,
    site: 'manual',
    head: () =>
      styled(
        '[role=tablist]{display:flex;flex-wrap:wrap;gap:.5rem}[role=tab]{background:#161b22;color:#e6edf3;border-bottom:4px solid #161b22;border-radius:0}[role=tab].active{border-bottom-color:#f0b429;font-weight:700;text-decoration:underline}[role=tabpanel]{border:1px solid #6e7681;padding:1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}',
      ),
    main: (isBroken) => {
      const tools = ['cargo', 'gradle', 'poetry'] as const
      return `<h2 id="install">Install</h2><p>Choose the tool that builds your project.</p>
<div role="tablist" aria-labelledby="install">${tools.map((tool, at) => `<button type="button" role="tab" id="tab-${tool}" aria-controls="panel-${tool}" aria-selected="${at === 0}"${at === 0 ? ' class="active"' : ' tabindex="-1"'}>${tool}</button>`).join('')}</div>
${tools.map((tool, at) => `<div role="tabpanel" id="panel-${tool}" aria-labelledby="tab-${tool}" tabindex="0"${at === 0 ? '' : ' hidden'}><p>Run this in the folder of your project:</p><pre><code>${tool} add tidepool</code></pre></div>`).join('\n')}
<h2>Configure</h2><p>Write the address of your server into the file of settings and start the client once.</p>${tabScript(!isBroken, true)}`
    },
  },
  {
    id: 'mega-menu-by-mouse-xv',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'The large menu under a section opens when the mouse is over it and in no other way',
    where: '.mega-menu',
    about: /keyboard|hover|menu|mouse/i,
    site: 'volt',
    head: () =>
      '<style>.mega-menu{border:1px solid #767676;background:#fff;padding:1rem}.mega-menu[hidden]{display:none}.mega-menu ul{display:block!important}.header nav a,.header nav button{display:inline-flex;align-items:center;min-width:44px;min-height:44px}</style>',
    navigation: (isBroken) => `<nav aria-label="Shop"><ul><li><a href="/collections/new">New arrivals</a></li>
<li class="has-mega">${isBroken ? '<a href="/collections/bags">Bags</a>' : '<button type="button" aria-expanded="false" aria-controls="mega-bags">Bags</button>'}<div class="mega-menu" id="mega-bags" hidden><ul><li><a href="/collections/day-packs">Day packs</a></li><li><a href="/collections/totes">Totes</a></li><li><a href="/collections/panniers">Panniers for bicycles</a></li><li><a href="/collections/hip-bags">Hip bags</a></li></ul></div></li>
<li><a href="/collections/rainwear">Rainwear</a></li><li><a href="/pages/repairs">Repairs</a></li></ul></nav>
<script>{
const item = document.querySelector('.has-mega'), menu = document.querySelector('.mega-menu')
${
  isBroken
    ? "item.addEventListener('mouseenter', () => { menu.hidden = false }); item.addEventListener('mouseleave', () => { menu.hidden = true })"
    : "const button = item.querySelector('button'); const open = (on) => { menu.hidden = !on; button.setAttribute('aria-expanded', String(on)) }; button.addEventListener('click', () => open(menu.hidden))"
}
document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') ${isBroken ? 'menu.hidden = true' : 'open(false)'} })
}</script>`,
    main: () => `<p>Everything that we sew is cut, waxed and mended in one workshop by the river.</p>
<h2>How we mend</h2><p>Send your pack back in any box. We write to you before the needle moves, and tell you what it costs when it is more than a seam.</p>
<h2>What we cannot mend</h2><p>Zippers of other makers, and canvas that has rotted through. We say so plainly and send it home at our expense.</p>`,
  },
  {
    id: 'figure-tooltip-stays-xv',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'The explanation over a figure cannot be hovered nor closed with Escape, and hides the figure under it',
    where: '.tip',
    about: /hover|tooltip|dismiss|escape/i,
    site: 'panel',
    head: (isBroken) =>
      styled(
        `.kpi{position:relative;background:#fff;border:1px solid #75808c;border-radius:4px;padding:1rem;margin:0 0 1rem;max-width:24rem}.kpi__value{font-size:2rem;margin:0}.tip-wrap{display:inline-block;position:relative}.tip{position:absolute;left:0;top:100%;z-index:2;background:#1c2430;color:#fff;padding:.75rem;width:15rem;max-width:65vw;box-sizing:border-box;margin:0${isBroken ? ';pointer-events:none' : ''}}.tip[hidden]{display:none}`,
      ),
    main: (isBroken) => {
      const kpi = (name: string, value: string, text: string, at: number) =>
        `<div class="kpi"><h3 id="kpi-${at}">${name}</h3><div class="tip-wrap"><button type="button" aria-describedby="tip-${at}">What does “${name}” mean?</button><p class="tip" role="tooltip" id="tip-${at}" hidden>${text}</p></div><p class="kpi__value">${value}</p></div>`
      return `<h2>Last seven days</h2>${kpi('Waiting time', '212 milliseconds', 'The time until the first byte, for the slowest twentieth of all requests of the week.', 1)}${kpi('Requests', '1.4 million', 'All requests that reached an edge of the network, also those that were turned away.', 2)}
<script>for (const wrap of document.querySelectorAll('.tip-wrap')) { const tip = wrap.querySelector('.tip')
const show = () => { tip.hidden = false }, hide = () => { tip.hidden = true }
${isBroken ? "const area = wrap.querySelector('button')" : 'const area = wrap'}
area.addEventListener('mouseenter', show); area.addEventListener('mouseleave', () => { if (!wrap.contains(document.activeElement)) hide() })
wrap.addEventListener('focusin', show); wrap.addEventListener('focusout', () => { if (!area.matches(':hover')) hide() })
${isBroken ? '' : "document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') hide() })"} }</script>`
    },
  },
  {
    id: 'front-page-slider-runs-on-xv',
    technique: 'criterion',
    criterion: '2.2.2',
    wrong: 'Headlines take turns every four seconds without end, and nothing stops them',
    where: '.headline-slider',
    about: /pause|stop|moving|auto|carousel|blink/i,
    site: 'gazette',
    head: () =>
      styled(
        '.headline-slider{border:1px solid #767676;padding:1rem;min-height:13rem}.headline-slider [hidden]{display:none}',
      ),
    main: (isBroken) => `<section class="headline-slider" aria-label="Headlines" aria-roledescription="carousel">
${isBroken ? '' : '<p><button type="button" class="slider-pause" aria-pressed="false">Pause the headlines</button></p>'}
<div class="slide" role="group" aria-label="1 of 3"><h2><a class="hit" href="/news/bridge">The bridge carries carts again</a></h2><p>After two winters the last plank was laid by the oldest carpenter of the village.</p></div>
<div class="slide" role="group" aria-label="2 of 3" hidden><h2><a class="hit" href="/news/wool">Wool fetches more than last year</a></h2><p>Farmers at the market spoke of the best prices since the mill was closed.</p></div>
<div class="slide" role="group" aria-label="3 of 3" hidden><h2><a class="hit" href="/news/choir">Choir looks for low voices</a></h2><p>Nobody needs to read music, says the organist, who teaches every line by ear.</p></div></section>
<script>{
const slides = [...document.querySelectorAll('.slide')]
let at = 0, isPaused = false
setInterval(() => { if (isPaused || document.querySelector('.headline-slider').contains(document.activeElement)) return
slides[at].hidden = true; at = (at + 1) % slides.length; slides[at].hidden = false }, 4000)
${isBroken ? '' : "document.querySelector('.slider-pause').addEventListener('click', ({ currentTarget }) => { isPaused = !isPaused; currentTarget.setAttribute('aria-pressed', String(isPaused)) })"}
}</script>`,
  },
  {
    id: 'billing-address-typed-again-xv',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'Billing asks for the whole address that was given for shipping, and offers no way to take it over',
    where: '#billing-form',
    about: /redundant|re-?ent|again|duplicate entry/i,
    site: 'volt',
    head: () => styled('.given{border:1px solid #767676;padding:1rem}.field input{width:100%;max-width:26rem}'),
    main: (isBroken) => `<p>Step 3 of 4: billing. You can check everything once more before you pay.</p>
<section class="given" aria-labelledby="ship-h"><h2 id="ship-h">Shipping to</h2><p>Rosa Whitfield<br>14 Alder Court<br>Portland, Oregon 97209</p><p><a class="hit" href="/checkout/shipping">Change the shipping address</a></p></section>
<form id="billing-form" action="/checkout/review" method="post"><h2>Billing address</h2>
${isBroken ? '<p>Please enter the address that the invoice goes to, also when it is the one above. Every field is needed.</p>' : '<p><label class="hit"><input type="checkbox" id="same" name="same" value="yes" checked> The same as the shipping address</label></p><p>Every field is needed; they hold what you gave for shipping.</p>'}
${field('bill-name', 'Full name', `type="text" autocomplete="billing name" required${isBroken ? '' : ' value="Rosa Whitfield"'}`)}
${field('bill-street', 'Street and number', `type="text" autocomplete="billing address-line1" required${isBroken ? '' : ' value="14 Alder Court"'}`)}
${field('bill-city', 'City', `type="text" autocomplete="billing address-level2" required${isBroken ? '' : ' value="Portland"'}`)}
${field('bill-zip', 'Five digit postal code', `type="text" inputmode="numeric" autocomplete="billing postal-code" required${isBroken ? '' : ' value="97209"'}`)}
<p><button class="button">Continue to review your order</button></p></form>`,
  },
  {
    id: 'memorable-word-letters-xv',
    technique: 'criterion',
    criterion: '3.3.8',
    wrong: 'Signing in asks for the second, fifth and eighth letter of a word that one has to remember',
    where: '#letters',
    about: /authenticat|cognitive|remember|memor/i,
    site: 'ledger',
    cards: 3,
    head: () =>
      styled(
        '#letters{border:1px solid #6b7280;padding:1rem}.letter{display:inline-block;margin:0 .6rem .6rem 0}.letter input{width:3.5rem}',
      ),
    main: (isBroken) => `<h2>Sign in to your books</h2><form action="/sign-in" method="post">
${field('user', 'User name', 'type="text" autocomplete="username" required')}
${
  isBroken
    ? `<fieldset id="letters"><legend>Letters of your memorable word</legend><p>Enter three letters of the word that you chose when you joined.</p>${['Second', 'Fifth', 'Eighth'].map((name, at) => `<p class="letter"><label for="letter-${at}">${name} letter</label><br><input id="letter-${at}" name="letter-${at}" type="password" maxlength="1" autocomplete="off" required></p>`).join('')}</fieldset>`
    : `<fieldset id="letters"><legend>Your password</legend><p>Your browser or your password manager may fill it in.</p>${field('password', 'Password', 'type="password" autocomplete="current-password" required')}</fieldset>`
}
<p><button type="submit">Sign in</button></p></form><p><a class="hit" href="/sign-in/help">Get help with signing in</a></p>`,
  },
  {
    id: 'usage-chart-on-canvas-xv',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'The chart of usage is a canvas, and nothing says in words what it shows',
    where: '#usage-chart',
    about: /canvas|text alternative|alt|chart|graphic|image/i,
    site: 'panel',
    head: () => styled('canvas{max-width:100%;background:#fff;border:1px solid #75808c}'),
    main: (isBroken) => `<h2 id="usage-h">Usage of the week</h2>
<div class="MuiPaper-root"><canvas id="usage-chart" width="440" height="180"${isBroken ? '' : ' role="img" aria-label="Bar chart of requests of the week, highest on Thursday; all figures are in the table below"'}></canvas></div>
${
  isBroken
    ? ''
    : `<table><caption>Requests by day, in thousands</caption><thead><tr><th scope="col">Day</th><th scope="col">Requests</th></tr></thead><tbody>${[
        ['Monday', 120],
        ['Tuesday', 135],
        ['Wednesday', 128],
        ['Thursday', 160],
        ['Friday', 90],
      ]
        .map(([day, count]) => `<tr><th scope="row">${day}</th><td>${count}</td></tr>`)
        .join('')}</tbody></table>`
}
<h2>Plan</h2><p>The plan of this project has room for one million requests a week; nothing is switched off when it is used up.</p>
<script>{
const pen = document.getElementById('usage-chart').getContext('2d')
pen.fillStyle = '#124e8c'
;[120, 135, 128, 160, 90].forEach((count, at) => pen.fillRect(20 + at * 84, 170 - count, 56, count))
}</script>`,
  },
  {
    id: 'permit-errors-red-border-xv',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'Fields that were filled in wrongly get a red border, and no words say what is wrong with which',
    where: '.is-invalid',
    about: /error|colou?r|invalid/i,
    site: 'council',
    title: (isBroken) =>
      `${isBroken ? '' : 'Error: '}Apply for a parking permit Cotter Green – Westmere District Council`,
    head: () =>
      styled(
        '.is-invalid{border:4px solid #b00020}.problem{border:5px solid #b00020;padding:15px;margin-bottom:20px}.problem a{color:#8f0018!important}.wrong{display:block;color:#8f0018;font-weight:700}',
      ),
    main: (isBroken) => {
      const permit = (id: string, label: string, value: string, more: string, problem: string) =>
        `<p class="field"><label for="${id}">${label}</label>${problem && !isBroken ? `<span class="wrong" id="${id}-wrong">Error: ${problem}</span>` : '<br>'}<input id="${id}" name="${id}" type="text" value="${value}" ${more}${problem ? ' class="is-invalid"' : ''}${problem && !isBroken ? ` aria-invalid="true" aria-describedby="${id}-wrong"` : ''}></p>`
      return `${isBroken ? '' : '<div class="problem" role="alert"><h2>There is a problem</h2><ul><li><a class="hit" href="#plate">Enter a number plate of seven letters and digits, for example AB12 CDE</a></li><li><a class="hit" href="#post">Enter a postcode of the district, for example WM4 2AA</a></li></ul></div>'}
<form action="/permit/check" method="post" novalidate><h2>Your vehicle and address</h2><p>All fields are needed. You can check your answers before you pay.</p>
${permit('owner', 'Full name', 'Jo Ashby', 'autocomplete="name"', '')}
${permit('plate', 'Number plate', 'AB1', 'autocomplete="off"', 'Enter a number plate of seven letters and digits, for example AB12 CDE')}
${permit('post', 'Postcode', '99', 'autocomplete="postal-code"', 'Enter a postcode of the district, for example WM4 2AA')}
<p><button>Continue to check your answers</button></p></form>`
    },
  },
  {
    id: 'task-board-needs-dragging-xv',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'With a mouse or a finger, tasks get from one column to another by dragging and in no other way',
    where: '.task',
    about: /drag|pointer/i,
    site: 'panel',
    cards: 3,
    head: () =>
      styled(
        '.board{display:flex;flex-wrap:wrap;gap:1rem}.column{flex:1 1 10rem;background:#fff;border:1px solid #75808c;padding:.8rem;min-height:10rem}.task{border:1px solid #75808c;padding:.6rem;margin:0 0 .6rem;background:#f4f6f8;cursor:grab}.column ul{list-style:none;padding:0;margin:0;min-height:6rem}.task button{display:block;margin:.4rem 0 0;width:100%}',
      ),
    main: (isBroken) => {
      const task = (name: string) =>
        `<li class="task" draggable="true"><p>${name}</p><button type="button" class="by-keys">Move “${name}” with the arrow keys</button>${isBroken ? '' : `<button type="button" class="next">Move “${name}” to the next column</button>`}</li>`
      return `<h2>Tasks of the release</h2><p>Drag tasks between columns${isBroken ? '' : ', press their buttons'}, or use the arrow keys left and right on a task.</p><p role="status" id="board-status"></p>
<div class="board">${[
        ['To do', ['Rotate the keys', 'Write the notes']],
        ['Doing', ['Warm the cache']],
        ['Done', ['Freeze the branch']],
      ]
        .map(
          ([name, tasks], at) =>
            `<section class="column" aria-labelledby="column-${at}"><h3 id="column-${at}">${name}</h3><ul>${(tasks as string[]).map(task).join('')}</ul></section>`,
        )
        .join('')}</div>
<script>{
const columns = [...document.querySelectorAll('.column')]
let held
const put = (task, column) => { column.querySelector('ul').append(task); document.getElementById('board-status').textContent = task.querySelector('p').textContent + ' is now in ' + column.querySelector('h3').textContent }
const shift = (button, step) => { const task = button.closest('.task'), to = columns[columns.indexOf(task.closest('.column')) + step]; if (to) { put(task, to); button.focus() } }
for (const task of document.querySelectorAll('.task')) { task.addEventListener('dragstart', () => { held = task })
task.querySelector('.by-keys').addEventListener('keydown', (event) => { const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (step) { event.preventDefault(); shift(event.currentTarget, step) } })
${isBroken ? '' : "task.querySelector('.next').addEventListener('click', ({ currentTarget }) => { const at = columns.indexOf(currentTarget.closest('.column')); shift(currentTarget, at === columns.length - 1 ? -at : 1) })"} }
for (const column of columns) { column.addEventListener('dragover', (event) => event.preventDefault()); column.addEventListener('drop', (event) => { event.preventDefault(); put(held, column) }) }
}</script>`
    },
  },
  {
    id: 'filter-bar-wider-than-phone-xv',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'The row of filters keeps its width of 780 pixels, and small windows scroll sideways to reach its end',
    where: '.filter-bar',
    about: /reflow|scroll|overflow|width|zoom/i,
    site: 'ledger',
    head: (isBroken) =>
      styled(
        `.filter-bar{display:flex;gap:1rem;align-items:end;${isBroken ? 'min-width:780px' : 'flex-wrap:wrap'}}.filter-bar p{margin:0}`,
      ),
    main: () => `<h2>Find an invoice</h2><form action="/app/invoices" method="get" class="filter-bar">
${field('number', 'Number')}${field('supplier', 'Supplier')}<p><label for="state">State</label><br><select id="state" name="state"><option>All</option><option>Open</option><option>Paid</option></select></p><button>Show invoices</button></form>
<h2>Invoices</h2><ul><li>Timber yard, 940 pounds, open</li><li>Glazier, 615 pounds, open</li><li>Print shop, 208 pounds, paid</li></ul>`,
  },
  {
    id: 'title-of-the-scaffold-xv',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'The title of the page is the one that the scaffold of the framework came with',
    where: 'title',
    about: /title/i,
    site: 'manual',
    title: either('React App', 'Typed configuration at the edge – Tidepool SDK'),
    main: () => `<p>A typed configuration fails when the program starts, and not in the night when a value is read for the first time.</p>
<h2>Write the types</h2><p>Every setting has a name, a type and a sentence that says what it is for. Settings without a sentence are refused.</p>
<h2>Read the values</h2><p>Values come from the file first and from the environment second; the later one wins.</p>`,
  },
  {
    id: 'plan-ticks-without-words-xv',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'What a plan includes is said by ticks and crosses that are pictures without an alternative',
    where: 'td svg',
    about: /svg|image|text alternative|alt|icon|cell/i,
    site: 'panel',
    head: () => styled('td svg{width:24px;height:24px;vertical-align:middle}'),
    main: (isBroken) => {
      const mark = (has: boolean) =>
        `<td><svg viewBox="0 0 24 24"${isBroken ? '' : ` role="img" aria-label="${has ? 'Included' : 'Not included'}"`}><path d="${has ? 'M4 13l5 5L20 6' : 'M6 6l12 12M18 6L6 18'}" fill="none" stroke="${has ? '#14532d' : '#7f1d1d'}" stroke-width="3"/></svg></td>`
      const row = (name: string, ...has: boolean[]) => `<tr><th scope="row">${name}</th>${has.map(mark).join('')}</tr>`
      return `<h2 id="plans-h">Compare plans</h2><p>You can change the plan every month; the change shows on the next invoice.</p>
<div class="wide" role="region" aria-labelledby="plans-h" tabindex="0"><table><thead><tr><th scope="col">What you get</th><th scope="col">Starter</th><th scope="col">Team</th><th scope="col">Company</th></tr></thead><tbody>${row('Preview for every branch', true, true, true)}${row('Nightly export', false, true, true)}${row('Two regions', false, true, true)}${row('Answers at night', false, false, true)}</tbody></table></div>
<p><a class="hit" href="/p/billing/plan">Change the plan of this project</a></p>`
    },
  },
  {
    id: 'date-refused-without-a-hint-xv',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong: 'A date is refused as invalid, and nothing says in what order or form it is expected',
    where: '.govuk-error-message',
    about: /error|suggest|format|hint/i,
    site: 'council',
    title: () => 'Error: Register to vote Ashford ward – Westmere District Council',
    head: () =>
      styled(
        '.govuk-error-message{display:block;color:#8f0018;font-weight:700}.problem{border:5px solid #b00020;padding:15px;margin-bottom:20px}.problem a{color:#8f0018!important}#born{border:4px solid #b00020}',
      ),
    main: (isBroken) => {
      const said = isBroken
        ? 'Date of birth is invalid'
        : 'Enter your date of birth as day, month and year, for example 27 3 1984'
      return `<div class="problem" role="alert"><h2>There is a problem</h2><ul class="tall" style="list-style:none;padding:0"><li><a class="hit" href="#born">${said}</a></li></ul></div>
<form action="/vote/check" method="post" novalidate><h2>About you</h2><p>Both fields are needed. You can check your answers before you send them.</p>${field('full', 'Full name', 'type="text" autocomplete="name" value="Jo Ashby" required')}
<p class="field"><label for="born">Date of birth</label><span class="govuk-error-message" id="born-wrong">Error: ${said}</span><input id="born" name="born" type="text" autocomplete="bday" value="1984-27-03" aria-invalid="true" aria-describedby="born-wrong" required></p>
<p><button>Continue to check your answers</button></p></form>`
    },
  },
  {
    id: 'post-dates-pale-xv',
    technique: 'criterion',
    criterion: '1.4.6',
    wrong: 'Dates and authors of posts are of a grey that suffices for AA, not for AAA',
    where: '.entry-meta',
    about: /contrast/i,
    site: 'gazette',
    head: (isBroken) => styled(`.entry-meta{color:${isBroken ? '#6f6f6f' : '#4a4a4a'};font-size:.95rem}`),
    main: () => `<article><h2>Snow gates closed early</h2><p class="entry-meta">By Ellen Airey on 4 November 2030</p><p>The road over the pass was shut at noon, four weeks earlier than in any year since the gates were built.</p></article>
<article><h2>A plough comes home</h2><p class="entry-meta">By Tom Braithwaite on 2 November 2030</p><p>It stood in a museum in the south for sixty years, and now it stands in the barn where it was made.</p></article>
<article><h2>School wins the quiz</h2><p class="entry-meta">By Ellen Airey on 1 November 2030</p><p>The last question was about sheep, and nobody in the hall was surprised that they knew.</p></article>`,
  },
  {
    id: 'cards-tumble-in-xv',
    technique: 'criterion',
    criterion: '2.3.3',
    wrong: 'Details fly across the window and turn when they are opened, also for those who asked for less motion',
    where: '.details-card',
    about: /motion|animation|reduced/i,
    site: 'library',
    head: (isBroken) =>
      styled(
        `.stage{overflow:hidden}.details-card{border:2px solid #0b5a3c;padding:1rem;transform:translateX(-120%) rotate(-360deg) scale(.2);visibility:hidden;transition:transform 1.4s,visibility 0s}.details-card.is-open{transform:none;visibility:visible}${isBroken ? '' : '@media(prefers-reduced-motion:reduce){.details-card{transition:none}}'}`,
      ),
    main: () => `<h2>Repair evening</h2><p>Every first Thursday at seven, in the hall behind the lending desk.</p><p><button type="button" id="more" aria-expanded="false" aria-controls="details">What to bring</button></p>
<div class="stage"><div class="details-card" id="details"><p>Bring what is broken, the part that fell off, and the cable if it has one. Screws and glue are there.</p></div></div>
<h2>Who helps</h2><p>Two joiners, a watchmaker and somebody who knows sewing machines by their sound.</p>
<script>document.getElementById('more').addEventListener('click', ({ currentTarget }) => { const isOpen = document.getElementById('details').classList.toggle('is-open'); currentTarget.setAttribute('aria-expanded', String(isOpen)) })</script>`,
  },
  {
    id: 'hairline-focus-xv',
    technique: 'criterion',
    criterion: '2.4.13',
    wrong: 'Focus on the links and fields of the account shows as a dotted line one pixel thin',
    where: '.account :is(a, input, button)',
    about: /focus/i,
    site: 'volt',
    head: (isBroken) =>
      styled(
        `.account{border:1px solid #767676;padding:1.2rem}${isBroken ? '.account :is(a,input,button):focus-visible{outline:1px dotted #121212;outline-offset:3px}' : ''}`,
      ),
    main: () => `<section class="account" aria-labelledby="account-h"><h2 id="account-h">Your account</h2><ul role="list" style="list-style:none;padding:0"><li><a class="hit" href="/account/orders">Your orders</a></li><li><a class="hit" href="/account/repairs">Your repairs</a></li><li><a class="hit" href="/account/addresses">Your addresses</a></li></ul>
<h3>Your mail address</h3><form action="/account/mail/check" method="post">${field('mail', 'Mail address', 'type="email" autocomplete="email" value="rosa@volt.example" required')}<p><button class="button">Check the new address</button></p></form></section>`,
  },
  {
    id: 'note-toolbar-narrow-targets-xv',
    technique: 'criterion',
    criterion: '2.5.5',
    wrong: 'Buttons over the note are 28 pixels large',
    where: '.note-tools button',
    about: /target/i,
    site: 'ledger',
    head: (isBroken) =>
      `<style>.note-tools{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:.5rem}.note-tools button{padding:0;width:${isBroken ? 28 : 44}px;height:${isBroken ? 28 : 44}px}#content textarea{max-width:100%;box-sizing:border-box}#content .save{min-height:44px}</style>`,
    main: () => `<h2 id="note-h">Note for the accountant</h2><form action="/app/notes/check" method="post"><div class="note-tools" role="group" aria-label="Marks to put in">${[
      ['§', 'section mark'],
      ['£', 'pound sign'],
      ['€', 'euro sign'],
      ['½', 'one half'],
      ['→', 'arrow'],
    ]
      .map(([sign, name]) => `<button type="button" data-sign="${sign}" aria-label="${sign} ${name}">${sign}</button>`)
      .join('')}</div>
<p><label for="note">Note</label><br><textarea id="note" name="note" rows="5" cols="40"></textarea></p><button class="save">Check the note</button></form>
<script>for (const button of document.querySelectorAll('.note-tools button')) button.addEventListener('click', () => { const note = document.getElementById('note'); note.setRangeText(button.dataset.sign, note.selectionStart, note.selectionEnd, 'end'); note.focus() })</script>`,
  },
  {
    id: 'picture-and-name-linked-twice-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Picture and name of a product are two links beside each other that say the same and lead to the same',
    where: '.card__media a, .card__name a',
    about: /redundant|adjacent|duplicate|same|link/i,
    site: 'volt',
    head: () =>
      styled(
        '.picks{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}.picks li{flex:0 1 14rem}.picks a{display:block;min-height:44px}.picks img{display:block;width:100%;max-width:12rem;height:auto}',
      ),
    main: (isBroken) => {
      const pick = (name: string, path: string, price: string, colour: string) => {
        const picture = (alt: string) =>
          `<img src="${drawn(`<rect x='4' y='5' width='16' height='16' rx='3' fill='${colour}'/>`)}" width="192" height="192" alt="${alt}">`
        return `<li>${isBroken ? `<div class="card__media"><a href="${path}">${picture(name)}</a></div><p class="card__name"><a href="${path}">${name}</a></p>` : `<p class="card__name"><a href="${path}">${picture('')}${name}</a></p>`}<p>${price}</p></li>`
      }
      return `<h2>Picked by the people who sew them</h2><ul role="list" class="picks">${pick('Handlebar roll in rust', '/products/roll', '$64.00', '#9a4b22')}${pick('Tool wrap in sand', '/products/wrap', '$38.00', '#c9b183')}${pick('Market tote in moss', '/products/market', '$52.00', '#24483e')}</ul>
<h2>Returns</h2><p>Send it back within sixty days, used or not; we only ask you to tell us why.</p>`
    },
  },
  {
    id: 'termin-kalender-farben-xv',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'Welche Lieferzeiten frei sind, sagen allein grüne und rote Felder',
    where: '.termine td',
    about: /colou?r/i,
    site: 'moebel',
    head: () =>
      styled('.termine td.frei{background:#14532d;color:#fff}.termine td.belegt{background:#7f1d1d;color:#fff}'),
    main: (isBroken) => {
      const slot = (time: string, isFree: boolean) =>
        `<td class="${isFree ? 'frei' : 'belegt'}">${time}${isBroken ? '' : isFree ? ', frei' : ', belegt'}</td>`
      return `<h2 id="termine-h">Lieferzeiten in dieser Woche</h2><p>${isBroken ? 'Grün: frei. Rot: belegt.' : 'Freie Zeiten sind grün, belegte rot; bei jeder Zeit steht es auch dabei.'} Eine freie Zeit halten wir für Sie, sobald Sie uns anrufen.</p>
<div class="wide" role="region" aria-labelledby="termine-h" tabindex="0"><table class="termine"><thead><tr><th scope="col">Tag</th><th scope="col">Vormittag</th><th scope="col">Nachmittag</th></tr></thead><tbody>
<tr><th scope="row">Montag</th>${slot('8 bis 12 Uhr', false)}${slot('13 bis 17 Uhr', true)}</tr><tr><th scope="row">Mittwoch</th>${slot('8 bis 12 Uhr', true)}${slot('13 bis 17 Uhr', false)}</tr><tr><th scope="row">Freitag</th>${slot('8 bis 12 Uhr', true)}${slot('13 bis 17 Uhr', true)}</tr></tbody></table></div>
<p><a class="hit" href="tel:+4983825550101">Lieferung anrufen: 08382 5550101</a></p>`
    },
  },
  {
    id: 'ablehnen-kaum-zu-sehen-xv',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'Im Hinweis auf Cookies ist der Knopf zum Ablehnen blasse Schrift auf Weiß',
    where: '.consent__reject',
    about: /contrast/i,
    site: 'moebel',
    head: (isBroken) =>
      styled(
        `.consent{border:1px solid #857a6a;border-radius:.5rem;padding:1.25rem;margin-bottom:1.5rem}.consent form{display:flex;flex-wrap:wrap;gap:.75rem}.consent__reject{background:#fff!important;border:1px solid #7a3410!important;color:${isBroken ? '#b3aca3' : '#7a3410'}!important}`,
      ),
    main: () => `<section class="consent" aria-labelledby="consent-h"><h2 id="consent-h" class="text-lg font-bold">Ihre Wahl zu Cookies</h2><p>Ein paar Cookies braucht der Warenkorb. Mit weiteren zählen wir, welche Seiten gelesen werden, sofern Sie es erlauben.</p><form action="/cookies" method="post"><button name="wahl" value="alle">Alle erlauben</button><button class="consent__reject" name="wahl" value="notwendig">Nur notwendige erlauben</button></form><p>Sie können Ihre Wahl unter Datenschutz jederzeit ändern.</p></section>
<h2 class="text-lg">Neu aus der Werkstatt</h2><p>Im Herbst kommen zwei Stühle hinzu, die sich stapeln lassen und doch nicht so aussehen.</p>`,
  },
  {
    id: 'unterlagen-herunterladen-xv',
    technique: 'F63',
    criterion: '2.4.4',
    wrong: 'Fünf Links heißen Herunterladen, und was sie laden, steht in einem anderen Kasten daneben',
    where: '.doc__link',
    about: /link/i,
    site: 'moebel',
    head: () =>
      styled(
        '.doc{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;border-bottom:1px solid #857a6a;padding:.6rem 0}.doc__name{flex:1 1 14rem}',
      ),
    main: (isBroken) => {
      const doc = (name: string, path: string, size: string) =>
        `<div class="doc"><div class="doc__name">${name}</div><div class="doc__size">PDF-Datei, ${size}</div><div><a class="doc__link hit" href="/unterlagen/${path}.pdf">${isBroken ? 'Herunterladen' : `${name} herunterladen (PDF-Datei, ${size})`}</a></div></div>`
      return `<h2 class="text-lg">Unterlagen zu Ihrem Regal</h2><p>Gedruckt liegen sie auch in der Kiste mit den Schrauben.</p>${doc('Anleitung zum Aufbau', 'aufbau', '2 Megabyte')}${doc('Liste der Ersatzteile', 'teile', '1 Megabyte')}${doc('Pflege von geöltem Holz', 'pflege', '1 Megabyte')}${doc('Maße aller Böden', 'masse', '3 Megabyte')}${doc('Garantie', 'garantie', '1 Megabyte')}
<h2 class="text-lg">Noch eine Frage?</h2><p>Die Werkstatt antwortet an jedem Werktag bis vier Uhr.</p>`
    },
  },
  {
    id: 'boutons-diapos-cachees-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'Les diapositives hors de la vue sont cachées aux aides techniques, mais leurs liens prennent le focus',
    where: '.slick-slide[aria-hidden] a',
    about: /aria-hidden|hidden|focus/i,
    site: 'journal',
    head: () =>
      styled(
        '.slick-list{overflow:hidden;border:1px solid #1a1a1a}.slick-track{display:flex;width:100%}.slick-slide{flex:0 0 100%;padding:1rem;box-sizing:border-box}',
      ),
    main: (
      isBroken,
    ) => `<section aria-labelledby="photos-h"><h2 id="photos-h">La semaine en trois récits</h2><div class="slick-list"><div class="slick-track">
${[
  [
    'Le four du village se rallume',
    '/recits/four',
    'Trois familles y cuisent leur pain chaque samedi depuis le printemps.',
  ],
  ['La halle aux grains', '/recits/halle', 'La charpente a été refaite par des élèves du lycée voisin.'],
  ['Une école sans cloche', '/recits/ecole', 'Les enfants décident ensemble quand finit la récréation.'],
]
  .map(
    ([name, path, text], at) =>
      `<div class="slick-slide"${at === 0 ? '' : ` aria-hidden="true"${isBroken ? '' : ' inert'}`}><h3><a class="hit" href="${path}">${name}</a></h3><p>${text}</p></div>`,
  )
  .join('')}</div></div>
<p><button type="button" id="suivant">Récit suivant</button></p><p role="status" id="rang"></p></section>
<script>{
const slides = [...document.querySelectorAll('.slick-slide')]
let at = 0
document.getElementById('suivant').addEventListener('click', () => { at = (at + 1) % slides.length
slides.forEach((slide, each) => { slide.style.marginInlineStart = each === 0 ? -100 * at + '%' : ''; if (each === at) slide.removeAttribute('aria-hidden'); else slide.setAttribute('aria-hidden', 'true')
${isBroken ? '' : 'slide.inert = each !== at'} })
document.getElementById('rang').textContent = 'Récit ' + (at + 1) + ' sur ' + slides.length }) }</script>`,
  },
  {
    id: 'fenetre-cookies-sans-focus-xv',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'La fenêtre des réglages s’ouvre sans recevoir le focus, qui continue derrière elle',
    where: '#reglages',
    about: /focus|dialog|modal/i,
    site: 'journal',
    head: () =>
      styled(
        '#reglages{border:2px solid #1a1a1a;background:#fff;padding:1.5rem;max-width:min(30rem,90vw);box-sizing:border-box}div#reglages{position:fixed;inset:10vh 0 auto 0;margin:auto;z-index:9;box-shadow:0 0 0 100vmax #000a}div#reglages[hidden]{display:none}#reglages button,.page-cookies button{margin:0 .5rem .5rem 0;min-height:44px}',
      ),
    top: (isBroken) => {
      const inside =
        '<h2 id="reglages-h">Réglages des cookies</h2><p>Choisissez ce que le journal peut compter. Vous pouvez revenir sur ce choix à tout moment.</p><p><label style="display:inline-flex;align-items:center;gap:.5rem;min-height:44px"><input type="checkbox" style="width:24px;height:24px"> Compter les pages lues</label></p><p><button type="button" class="fermer">Garder ces réglages</button></p>'
      return isBroken
        ? `<div id="reglages" role="dialog" aria-modal="true" aria-labelledby="reglages-h" hidden>${inside}</div>`
        : `<dialog id="reglages" aria-labelledby="reglages-h">${inside}</dialog>`
    },
    main: (
      isBroken,
    ) => `<div class="page-cookies"><h2>Cookies</h2><p>Le journal n’en pose aucun sans votre accord, sauf celui qui se souvient de ce choix.</p><button type="button" id="ouvrir" aria-haspopup="dialog">Régler les cookies</button></div>
<h2>Ce que nous comptons</h2><p>Seulement le nombre de lectures par article, jamais qui les lit.</p>
<script>{ const reglages = document.getElementById('reglages')
document.getElementById('ouvrir').addEventListener('click', () => { ${isBroken ? 'reglages.hidden = false' : 'reglages.showModal()'} })
reglages.querySelector('.fermer').addEventListener('click', () => { ${isBroken ? 'reglages.hidden = true' : 'reglages.close()'} }) }</script>`,
  },
  {
    id: 'afficher-plus-perd-le-focus-xv',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'Le bouton pour afficher la suite est détruit avec la liste, et le focus retombe au début de la page',
    where: '#plus, #liste',
    about: /focus/i,
    site: 'journal',
    head: () => styled(''),
    main: (
      isBroken,
    ) => `<h2>Toutes les brèves</h2><p>Chaque pression ajoute trois brèves à la liste.</p><div id="liste"></div>
<script>{
const all = ['Le bac reprend son service', 'Un puits retrouvé sous la place', 'La fanfare cherche un tuba', 'Les cerises sont en avance', 'Un nouveau facteur à vélo', 'La piscine ouvre le soir', 'Le moulin tourne à nouveau', 'Une classe part en rivière', 'Le cinéma change d’horaires']
const box = document.getElementById('liste')
let count = 0
const item = (name) => '<li tabindex="-1">' + name + '</li>'
${
  isBroken
    ? "const draw = () => { count += 3; box.innerHTML = '<ul>' + all.slice(0, count).map(item).join('') + '</ul>' + (count < all.length ? '<button type=\"button\" id=\"plus\">Afficher trois brèves de plus</button>' : ''); box.querySelector('#plus')?.addEventListener('click', draw) }\ndraw()"
    : "box.innerHTML = '<ul></ul><button type=\"button\" id=\"plus\">Afficher trois brèves de plus</button>'\nconst more = (isFirst) => { const list = box.querySelector('ul'); list.insertAdjacentHTML('beforeend', all.slice(count, count + 3).map(item).join('')); if (!isFirst) list.children[count].focus(); count += 3; if (count >= all.length) box.querySelector('#plus').remove() }\nbox.querySelector('#plus').addEventListener('click', () => more(false))\nmore(true)"
}
}</script>`,
  },
  {
    id: 'encadres-coupent-le-texte-xv',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'Les encadrés ont une hauteur fixe, et coupent leur texte dès qu’on espace les lettres et les lignes',
    where: '.encadre',
    about: /spacing|clip|overflow|cut|truncat/i,
    site: 'journal',
    head: (isBroken) =>
      styled(
        `.encadres{display:flex;flex-wrap:wrap;gap:1rem}.encadre{width:15rem;box-sizing:border-box;border:1px solid #1a1a1a;padding:.5rem 1rem;${isBroken ? 'height:182px;overflow:hidden' : 'min-height:182px'}}.encadre p{margin:0}`,
      ),
    main: () => `<h2>À retenir cette semaine</h2><div class="encadres"><div class="encadre"><p>Le pont de la gare ferme lundi pour trois semaines ; les piétons passent par le quai.</p></div><div class="encadre"><p>La bibliothèque ouvre le dimanche et garde ses boîtes à livres dans les hameaux.</p></div><div class="encadre"><p>Les inscriptions au cours de natation commencent mardi, à la mairie ou par lettre.</p></div></div>
<h2>Ensuite</h2><p>La semaine prochaine, nous suivons les bergers qui montent aux alpages avec huit cents bêtes.</p>`,
  },
  {
    id: 'texte-aligne-des-deux-cotes-xv',
    technique: 'F88',
    criterion: '1.4.8',
    wrong: 'Le récit est justifié, et des blancs inégaux s’ouvrent entre ses mots',
    where: '.recit p',
    about: /justif|align|visual presentation/i,
    site: 'journal',
    head: (isBroken) =>
      styled(`.recit{max-width:34rem}.recit p{text-align:${isBroken ? 'justify' : 'start'};margin:0 0 2.6em}`),
    main: () =>
      `<div class="recit"><h2>La dernière passeuse</h2><p>Elle a traversé la rivière quarante fois par jour pendant quarante ans, avec des enfants, des vaches, des mariés et une fois un piano. La barque était celle de son père, qui l’avait reçue du sien.</p><p>Quand le pont a été construit, on lui a proposé d’en tenir le péage. Elle a répondu que l’eau, elle, n’avait jamais demandé d’argent, et elle a continué jusqu’à l’automne.</p><p>La barque est maintenant dans la cour de l’école. Les enfants y lisent quand il fait beau, et personne n’a encore osé la repeindre.</p></div>`,
  },
  {
    id: 'calendario-celdas-sin-teclado-xv',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'Los días del calendario son celdas que solo responden al ratón',
    where: 'td.dia',
    about: /keyboard|click|focus|role|mouse/i,
    site: 'clinica',
    head: () =>
      styled(
        '.ui-datepicker td{padding:0}.dia{width:48px;height:48px;text-align:center;cursor:pointer}.ui-datepicker button{width:48px;height:48px;padding:0;border-radius:0;background:#fff;color:#12303a}.ui-datepicker .is-elegido,.ui-datepicker .is-elegido button{background:#0b4f5c;color:#fff;font-weight:700;text-decoration:underline}',
      ),
    main: (isBroken) => {
      const weeks = Array.from({ length: 3 }, (_, week) => Array.from({ length: 5 }, (_, day) => 5 + week * 7 + day))
      return `<h2 id="cal-h">Elija el día de su cita</h2><p>Todos los días de la tabla tienen horas libres. Después elige la hora y revisa la cita antes de confirmarla.</p>
<div class="wide" role="region" aria-labelledby="cal-h" tabindex="0"><table class="ui-datepicker"><caption>Mayo de 2031</caption><thead><tr>${['lunes', 'martes', 'miércoles', 'jueves', 'viernes'].map((day) => `<th scope="col">${day}</th>`).join('')}</tr></thead><tbody>${weeks.map((days) => `<tr>${days.map((day) => `<td class="dia">${isBroken ? day : `<button type="button" aria-pressed="false">${day}<span class="unseen"> de mayo</span></button>`}</td>`).join('')}</tr>`).join('')}</tbody></table></div>
<p role="status" id="elegido">Todavía no ha elegido ningún día.</p><p><a class="hit" href="tel:+34915550123">Pedir la cita por teléfono: 915 550 123</a></p>
<script>for (const cell of document.querySelectorAll('.dia')) cell.addEventListener('click', () => {
for (const each of document.querySelectorAll('.dia')) { each.classList.toggle('is-elegido', each === cell); each.querySelector('button')?.setAttribute('aria-pressed', String(each === cell)) }
document.getElementById('elegido').textContent = 'Ha elegido el día ' + parseInt(cell.textContent) + ' de mayo.' })</script>`
    },
  },
  {
    id: 'kod-w-szesciu-polach-xv',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'Sześć pól na cyfry kodu nie ma nazw',
    where: '.kod input',
    about: /label|name|input|field/i,
    site: 'kolej',
    head: () =>
      styled(
        '.kod{display:flex;gap:4px;border:0;padding:0;margin:0}#content .kod input{width:44px;padding:0;text-align:center}',
      ),
    main: (
      isBroken,
    ) => `<h2 id="kod-h">Kod z wiadomości</h2><p>Wysłaliśmy na telefon kod z sześciu cyfr. Można go wkleić w całości, jest ważny do końca dnia.</p>
<form action="/logowanie/kod" method="post"><div class="kod"${isBroken ? '' : ' role="group" aria-labelledby="kod-h"'}>${[1, 2, 3, 4, 5, 6].map((place) => `<input type="text" inputmode="numeric" name="cyfra-${place}" maxlength="1"${place === 1 ? ' autocomplete="one-time-code"' : ' autocomplete="off"'}${isBroken ? '' : ` aria-label="Cyfra ${place} z 6"`}>`).join('')}</div><p><button>Zaloguj się</button></p></form>
<p><a class="hit" href="/logowanie/nowy-kod">Wyślij nowy kod</a></p>
<script>{ const fields = [...document.querySelectorAll('.kod input')]
const fill = (text) => [...text.trim()].slice(0, 6).forEach((digit, at) => { fields[at].value = digit })
fields[0].parentElement.addEventListener('paste', (event) => { event.preventDefault(); fill(event.clipboardData.getData('text')) }) }</script>`,
  },
  {
    id: 'separadores-sem-estado-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'Qual dos separadores está escolhido diz-se só por uma classe, não por aria-selected',
    where: '[role=tab]',
    about: /selected|state|tab/i,
    site: 'escola',
    head: () =>
      styled(
        '.nav-tabs{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin:0}.nav-tabs .nav-link{background:#fff;color:#1f1a2e;border:1px solid #655a75}.nav-tabs .nav-link.active{background:#5b2a86;color:#fff;text-decoration:underline;font-weight:700}.tab-pane{border:1px solid #655a75;padding:1rem}',
      ),
    main: (isBroken) => {
      const tabs = [
        [
          'plano',
          'Plano de estudos',
          'No primeiro ano aprende-se química, botânica e desenho; no segundo começa o trabalho na adega.',
        ],
        [
          'acesso',
          'Condições de acesso',
          'Podem candidatar-se todos os que terminaram o ensino secundário, em qualquer área.',
        ],
        [
          'saidas',
          'Saídas profissionais',
          'Quem termina o curso trabalha em adegas, laboratórios e cooperativas da região.',
        ],
      ]
      return `<h2 id="curso">Licenciatura em Enologia</h2><ul class="nav nav-tabs" role="tablist" aria-labelledby="curso">${tabs.map(([id, name], at) => `<li class="nav-item" role="presentation"><button type="button" class="nav-link${at === 0 ? ' active' : ''}" role="tab" id="${id}-tab" data-bs-toggle="tab" aria-controls="${id}"${isBroken ? '' : ` aria-selected="${at === 0}"`}${at === 0 ? '' : ' tabindex="-1"'}>${name}</button></li>`).join('')}</ul>
${tabs.map(([id, , text], at) => `<div class="tab-pane" role="tabpanel" id="${id}" aria-labelledby="${id}-tab" tabindex="0"${at === 0 ? '' : ' hidden'}><p>${text}</p></div>`).join('\n')}${tabScript(true, !isBroken)}`
    },
  },
  {
    id: 'sivulta-puuttuu-paaosa-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Sivun sisältö on div-elementissä, eikä sivulla ole pääsisällön maamerkkiä',
    where: '#content',
    about: /main|landmark|region/i,
    site: 'library',
    language: () => 'lang="fi"',
    title: () => 'Koulujen loma-ajat – Koskelan kunta',
    head: () => styled('#content{max-width:62rem;margin:auto;padding:1rem}'),
    main: () => '',
    body: (isBroken) =>
      whole(
        town,
        'Koulujen loma-ajat',
        '<p>Loma-ajat ovat samat kaikissa kunnan kouluissa.</p><h2>Syksy</h2><p>Syysloma alkaa lokakuun kolmantena maanantaina ja kestää viikon. Kirjasto järjestää silloin lukupiirejä.</p><h2>Kevät</h2><p>Talviloma on helmikuun viimeisellä viikolla. Hiihtoladut ajetaan joka aamu ennen seitsemää.</p>',
        isBroken ? 'div' : 'main',
      ),
  },
  {
    id: 'kensaku-kotoba-mausu-dake-xv',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: '検索の候補は span で、マウスで押すほかに選ぶ方法がない',
    where: '.suggest-item',
    about: /keyboard|click|focus|role|mouse/i,
    site: 'library',
    language: () => 'lang="ja"',
    title: () => 'お部屋を探す – 山の湯旅館',
    head: () =>
      styled(
        '.suggest{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1rem}.suggest-item{display:inline-flex;align-items:center;min-height:44px;min-width:44px;box-sizing:border-box;border:1px solid #52625a;background:#fff;color:#1d2a24;padding:.35rem .7rem;cursor:pointer}',
      ),
    main: () => '',
    body: (isBroken) =>
      whole(
        inn,
        'お部屋を探す',
        `<form role="search" action="/rooms" method="get"><p><label for="kotoba">探したい言葉</label><br><input id="kotoba" name="q" type="search"></p><button>部屋を探す</button></form>
<h2>よく使われる言葉</h2><p>選ぶと、上の欄に入ります。</p><div class="suggest">${['川が見える部屋', '露天風呂つき', '和室', '犬と泊まれる部屋'].map((word) => (isBroken ? `<span class="suggest-item">${word}</span>` : `<button type="button" class="suggest-item">${word}</button>`)).join('')}</div><p role="status" id="irareta"></p>
<h2>今月のお部屋</h2><p>紅葉の間は二階にあり、朝は川の音で目が覚めます。お食事はお部屋にお持ちします。</p>
<script>for (const item of document.querySelectorAll('.suggest-item')) item.addEventListener('click', () => { document.getElementById('kotoba').value = item.textContent; document.getElementById('irareta').textContent = '「' + item.textContent + '」を入れました。' })</script>`,
      ),
  },
  {
    id: 'naqd-injilizi-bila-lugha-xv',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'رأي طويل بالإنجليزية في صفحة عربية لا يقول إنه بالإنجليزية',
    where: 'blockquote',
    about: /lang/i,
    site: 'riwaq',
    head: () =>
      styled('blockquote{border-inline-start:4px solid #234d20;margin:1rem 0;padding:0 1rem;text-align:left}'),
    main: (isBroken) =>
      `<h2>رسائل الرحالة</h2><p>صدر الكتاب في طبعة جديدة مع خرائط رسمتها ابنة المؤلف.</p><h2>ماذا كتب عنه القراء</h2><blockquote dir="ltr"${isBroken ? '' : ' lang="en"'}><p>I have read these letters twice, once for the roads and once for the people who kept them open. Nobody who has walked through a desert at night will doubt a word of it.</p></blockquote><p>كتبت هذا الرأي قارئة من مدينة بعيدة بعد أن وصلها الكتاب هدية.</p>`,
  },
  {
    id: 'long-read-without-sections-xv',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'A report of four subjects runs through eight paragraphs without a heading',
    where: 'page',
    about: /heading|section/i,
    site: 'gazette',
    head: () => styled('.longread{max-width:36rem}'),
    main: (isBroken) => {
      const section = (name: string, ...paragraphs: string[]) =>
        `${isBroken ? '' : `<h2>${name}</h2>`}${paragraphs.map((text) => `<p>${text}</p>`).join('')}`
      return `<div class="longread">${section('The dam', 'The dam above the village is older than anybody who lives below it. It was built of turf and stone for a mill that burned down before the first war, and nobody has asked since what it holds back.', 'This spring an engineer walked along it for three days with a hammer and a notebook. She found two springs where there should be none, and a badger who had been busy for years.')}
${section('The farms', 'Four farms lie in the meadows under the dam. Their deeds say that they keep the sluice in order, and they have done so in turn, each for a year, with a can of grease and a good deal of swearing.', 'Now they are told that grease is not enough. A new sluice costs more than the four of them earn in a summer, and the insurance asks for it before the winter.')}
${section('The fish', 'In the pond live trout that are found in two other places in the county. When the water is let out for the repair they have to be carried, and the only road is the one that the lorries need.', 'The angling club has offered buckets, forty members and a Sunday. The county wants a plan on paper first.')}
${section('The money', 'Half of the sum may come from a fund for old mills, though the mill is gone. The clerk who decides has asked for a photograph of the wheel.', 'The other half is collected in the pub, in a jar that used to hold pickled eggs. On Friday it stood at four hundred pounds.')}</div>`
    },
  },
  {
    id: 'siglas-sin-desarrollar-xv',
    technique: 'criterion',
    criterion: '3.1.4',
    wrong: 'Siglas de servicios del hospital que nadie de fuera conoce, sin desarrollar ni enlazar en ninguna parte',
    where: '.circuito p',
    about: /abbreviation|acronym|abbr/i,
    site: 'clinica',
    head: () => styled(''),
    main: (isBroken) => {
      const short = (letters: string, words: string) => (isBroken ? letters : `${words} (${letters})`)
      return `<div class="circuito"><h2>Después del alta</h2><p>Antes de irse pase por el ${short('SAIP', 'servicio de atención e información al paciente')} para recoger el informe. Si necesita curas en casa, la ${short('UHAD', 'unidad de hospitalización a domicilio')} le llama al día siguiente.</p>
<h2>Medicinas</h2><p>Las recetas las renueva el ${short('EAPS', 'equipo de atención primaria de la sierra')} de su pueblo. Las que solo da el hospital se recogen en la ${short('UFPE', 'unidad de farmacia para pacientes externos')}.</p></div>`
    },
  },
  {
    id: 'strona-biezaca-tylko-kolorem-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Przy numerach stron bieżąca ma inne tło, ale nie aria-current',
    where: '.strony .biezaca',
    about: /current|state/i,
    site: 'kolej',
    head: () =>
      styled(
        '.strony ul{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0}#content .strony a{justify-content:center;border:1px solid #4a4a68}.strony .biezaca{background:#0a3d91;color:#fff;font-weight:700;text-decoration:none}',
      ),
    main: (
      isBroken,
    ) => `<h2>Komunikaty</h2><ul><li>Pociąg do Rytra jedzie dziś z innego peronu.</li><li>Kasa w Piwnicznej jest zamknięta do wtorku.</li><li>W sobotę jeździ dodatkowy pociąg w góry.</li></ul>
<nav class="strony" aria-label="Strony komunikatów"><ul>${[1, 2, 3, 4].map((page) => `<li><a class="hit${page === 2 ? ' biezaca' : ''}" href="/utrudnienia?strona=${page}"${page === 2 && !isBroken ? ' aria-current="page"' : ''}><span class="unseen">Strona </span>${page}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'titulos-que-recebem-foco-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Títulos e parágrafos sem nada para fazer estão na ordem do foco',
    where: '.acessivel [tabindex="0"]',
    about: /tabindex|focus|interactive/i,
    site: 'escola',
    head: () => styled(''),
    main: (isBroken) => {
      const stop = isBroken ? ' tabindex="0"' : ''
      return `<div class="acessivel"><h2${stop}>Bolsas para o próximo ano</h2><p${stop}>As bolsas pagam as propinas e o quarto na residência durante um ano letivo.</p><h2${stop}>Quem pode pedir</h2><p${stop}>Todos os estudantes inscritos, em qualquer curso e em qualquer ano.</p><h2${stop}>Como se pede</h2><p${stop}>Com uma carta e o comprovativo da inscrição, na secretaria ou pelo correio.</p><p><a class="hit" href="/candidaturas/bolsa">Pedir uma bolsa</a></p></div>`
    },
  },
  {
    id: 'logo-and-article-both-first-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'The name of the site in the header is a heading of the first level, as is the name of the page',
    where: 'header h1',
    about: /heading|h1/i,
    site: 'gazette',
    head: () => styled('.custom-logo{font-size:1rem;font-weight:400;margin:.5rem 0}'),
    navigation: (isBroken) =>
      `${isBroken ? '<h1 class="custom-logo">Valley news since 1884</h1>' : '<p class="custom-logo">Valley news since 1884</p>'}<nav aria-label="Primary menu"><ul><li><a href="/category/news/">News</a></li><li><a href="/category/farming/">Farming</a></li><li><a href="/events/">What’s on</a></li><li><a href="/category/letters/">Letters</a></li></ul></nav>`,
    main: () =>
      `<p>For the first time in a century, the market place has a tree again.</p><h2>Why an ash</h2><p>Because the last one was an ash, and because a forester has found seed that stands up to the disease.</p><h2>Who waters it</h2><p>The shops around the square, each for a week, with a list on the door of the baker.</p>`,
  },
  {
    id: 'titres-qui-repetent-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Chaque lien a un attribut title qui répète son intitulé mot pour mot',
    where: '.dossiers a[title]',
    about: /title|redundant|duplicate|repeat/i,
    site: 'journal',
    head: () => tall,
    main: (isBroken) => {
      const file = (name: string, path: string) =>
        `<li><a href="${path}"${isBroken ? ` title="${name}"` : ''}>${name}</a></li>`
      return `<h2>Nos dossiers</h2><p>Chaque dossier réunit ce que le journal a écrit sur un sujet depuis dix ans.</p><ul class="tall dossiers">${file('Les ponts de la vallée', '/dossiers/ponts')}${file('Les écoles à une classe', '/dossiers/ecoles')}${file('Le retour des castors', '/dossiers/castors')}${file('Les fours à pain', '/dossiers/fours')}</ul><h2>Proposer un sujet</h2><p>Une lettre suffit, avec une adresse où vous joindre.</p>`
    },
  },
]
