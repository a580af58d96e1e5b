/** Failures as audit reports of whole pages name them, planted by an auditor who did not look at the checks: the half that nobody looks at. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

/** For the head: what is pressed is 44 pixels large, nothing is wider than the window. */
const styled = (css: string) =>
  `${roomy}<style>#content :is(input,select,textarea){max-width:100%;box-sizing:border-box}#content .hit{display:inline-flex;align-items:center;gap:.5rem;min-width:44px;min-height:44px}#content .hit :is([type=checkbox],[type=radio]){width:24px;height:24px}.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.wide{overflow-x:auto;position:relative}${css}</style>`

const field = (id: string, label: string, more = 'type="text"') =>
  `<p class="field"><label for="${id}">${label}</label><br><input id="${id}" name="${id}" ${more}></p>`

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

const stall: Words = {
  brand: 'שוק הגליל',
  skip: 'דלגו לתוכן',
  sections: 'מחלקות',
  navigation: [
    ['גבינות', '/cheese'],
    ['שמן זית', '/oil'],
    ['דבש', '/honey'],
    ['סלסילות', '/baskets'],
  ],
  foot: 'שוק הגליל מביא תוצרת של חוות קטנות עד הבית.',
  legal: [
    ['הצהרת נגישות', '/accessibility'],
    ['צרו קשר', '/contact'],
  ],
}

export const measuredFifteenth: readonly Plant[] = [
  {
    id: 'checkout-fields-without-tokens-xv',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong: 'The fields of the checkout for name, address, mail and telephone turn autocomplete off',
    where: '#shipping-form input',
    about: /autocomplete|purpose|autofill/i,
    site: 'volt',
    head: () =>
      styled(
        '.checkout{display:flex;flex-wrap:wrap;gap:2rem}.checkout>*{flex:1 1 16rem;min-width:0}.field input{width:100%}',
      ),
    main: (isBroken) => {
      const token = (name: string) => `autocomplete="${isBroken ? 'off' : name}" required`
      return `<p>Step 2 of 3: shipping. You can check everything again before you pay.</p>
<div class="checkout"><form id="shipping-form" action="/checkout/review" method="post"><h2>Contact</h2>
<p>Every field is needed unless it is marked as optional.</p>
${field('email', 'Email', `type="email" ${token('email')}`)}
<h2>Shipping address</h2>
${field('given', 'First name', `type="text" ${token('given-name')}`)}
${field('family', 'Last name', `type="text" ${token('family-name')}`)}
${field('street', 'Street and number', `type="text" ${token('address-line1')}`)}
${field('city', 'City', `type="text" ${token('address-level2')}`)}
${field('zip', 'Five digit postal code', `type="text" inputmode="numeric" ${token('postal-code')}`)}
${field('tel', 'Phone number for the courier', `type="tel" ${token('tel')}`)}
<p><button type="submit" class="button">Continue to review your order</button></p></form>
<section aria-labelledby="sum"><h2 id="sum">Order summary</h2><ul><li>Waxed day pack in moss, 1 piece, $148.00</li><li>Wool crew socks in slate, 2 pairs, $36.00</li></ul><p>Shipping: free</p><p><strong>Total: $184.00</strong></p></section></div>`
    },
  },
  {
    id: 'members-listbox-without-options-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'The list of a combobox is a listbox whose entries are not options',
    where: '#member-list li',
    about: /role|listbox|option|child|combobox|list/i,
    site: 'panel',
    head: () =>
      styled(
        '.MuiAutocomplete-root{position:relative;max-width:22rem}#member-list{list-style:none;margin:0;padding:0;border:1px solid #5f6b78;background:#fff}#member-list li{min-height:44px;padding:.6rem;box-sizing:border-box;cursor:pointer}#member-list li.Mui-focused{outline:3px solid #b4530a;outline-offset:-3px}#member{width:100%}',
      ),
    main: (isBroken) => `<h2>Add a member</h2>
<p>Choose somebody of your organisation; they can read the project at once, and you can take them out again.</p>
<form action="/p/members/review" method="get"><div class="MuiAutocomplete-root"><label for="member" id="member-label">Member</label>
<input id="member" name="member" type="text" role="combobox" autocomplete="off" aria-autocomplete="none" aria-expanded="true" aria-controls="member-list">
<ul id="member-list" role="listbox" aria-labelledby="member-label">${['Amara Diallo', 'Bela Novak', 'Chidi Eze', 'Dana Levi'].map((name, at) => `<li id="member-${at}" class="MuiAutocomplete-option"${isBroken ? '' : ' role="option" aria-selected="false"'}>${name}</li>`).join('')}</ul></div>
<p><button type="submit">Check the invitation</button></p></form>
<h2>Members so far</h2><ul><li>Eero Salmi, owner</li><li>Fatima Haddad, reader</li></ul>
<script>{
const box = document.getElementById('member'), list = document.getElementById('member-list'), all = [...list.children]
let at = -1
const open = (on) => { list.hidden = !on; box.setAttribute('aria-expanded', String(on)) }
const mark = (to) => { at = (to + all.length) % all.length
for (const each of all) { each.classList.toggle('Mui-focused', each === all[at])${isBroken ? '' : ";each.setAttribute('aria-selected', String(each === all[at]))"} }
box.setAttribute('aria-activedescendant', all[at].id) }
const take = (each) => { box.value = each.textContent; box.removeAttribute('aria-activedescendant'); open(false) }
for (const each of all) each.addEventListener('click', () => take(each))
box.addEventListener('keydown', (event) => {
if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); open(true); mark(at + (event.key === 'ArrowDown' ? 1 : -1)) }
if (event.key === 'Enter' && at >= 0 && !list.hidden) { event.preventDefault(); take(all[at]) }
if (event.key === 'Escape') { box.removeAttribute('aria-activedescendant'); open(false) } })
}</script>`,
  },
  {
    id: 'menu-button-always-collapsed-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'The menu button says that it is collapsed while its menu is open',
    where: '.menu-toggle',
    about: /expanded|state|collaps|disclosure/i,
    site: 'gazette',
    head: () =>
      '<style>.menu-toggle{min-width:44px;min-height:44px}.site-menu[hidden]{display:none}.site-menu a{display:inline-flex;align-items:center;min-height:44px}</style>',
    navigation: (
      isBroken,
    ) => `<nav aria-label="Primary menu"><button type="button" class="menu-toggle" aria-controls="primary-menu" aria-expanded="false">Menu</button>
<ul class="site-menu" id="primary-menu" hidden><li><a href="/category/news/">News</a></li><li><a href="/category/farming/">Farming</a></li><li><a href="/events/">What’s on</a></li><li><a href="/category/letters/">Letters</a></li></ul></nav>
<script>document.querySelector('.menu-toggle').addEventListener('click', ({ currentTarget }) => { const menu = document.getElementById('primary-menu')
menu.hidden = !menu.hidden
${isBroken ? "currentTarget.classList.toggle('is-active')" : "currentTarget.setAttribute('aria-expanded', String(!menu.hidden))"} })</script>`,
    main: () => `<p>The lane above the church is open again after eleven days. Walkers are asked to keep to the upper path while the wall is built up.</p>
<h2>What has been done</h2><p>Four neighbours and a mason from the next valley carried the stones back by hand, because no lorry could turn there.</p>
<h2>What comes next</h2><p>The parish council looks at the drains in autumn and will write to every house beforehand.</p>`,
  },
  {
    id: 'invoice-sort-only-an-arrow-xv',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'By which column the table is sorted is said by an arrow drawn beside its heading and nothing else',
    where: 'th.is-sorted',
    about: /sort|state|table|relationship/i,
    site: 'ledger',
    head: () =>
      styled(
        'th button{background:none;color:inherit;padding:0 .3rem;font-weight:700}th.is-sorted button::after{content:"";display:inline-block;margin-left:.4rem;border:6px solid transparent;border-top-color:#111827;transform:translateY(3px)}th.is-up button::after{border-top-color:transparent;border-bottom-color:#111827;transform:translateY(-3px)}',
      ),
    main: (isBroken) => `<h2 id="open-invoices">Open invoices</h2><p>Choose the heading of a column to sort by it.</p>
<div class="wide" role="region" aria-labelledby="open-invoices" tabindex="0"><table id="invoices"><thead><tr><th scope="col"><button type="button">Supplier</button></th><th scope="col" class="is-sorted"${isBroken ? '' : ' aria-sort="descending"'}><button type="button">Amount in pounds</button></th><th scope="col"><button type="button">Days open</button></th></tr></thead>
<tbody><tr><th scope="row">Timber yard</th><td>940</td><td>12</td></tr><tr><th scope="row">Glazier</th><td>615</td><td>30</td></tr><tr><th scope="row">Print shop</th><td>208</td><td>4</td></tr><tr><th scope="row">Cleaners</th><td>120</td><td>9</td></tr></tbody></table></div>
<script>{
const table = document.getElementById('invoices'), heads = [...table.tHead.rows[0].cells]
heads.forEach((head, at) => head.querySelector('button').addEventListener('click', () => {
const up = head.classList.contains('is-sorted') && !head.classList.contains('is-up')
for (const each of heads) { each.classList.remove('is-sorted', 'is-up')${isBroken ? '' : ";each.removeAttribute('aria-sort')"} }
head.classList.add('is-sorted'); head.classList.toggle('is-up', up)
${isBroken ? '' : "head.setAttribute('aria-sort', up ? 'ascending' : 'descending')"}
const rows = [...table.tBodies[0].rows].sort((a, b) => (up ? 1 : -1) * a.cells[at].textContent.localeCompare(b.cells[at].textContent, 'en', { numeric: true }))
table.tBodies[0].append(...rows) })) }</script>`,
  },
  {
    id: 'cookie-bar-over-focus-xv',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'The bar about cookies lies over the lower part of the window and hides links that have focus',
    where: '.cookie-bar',
    about: /obscur|focus|sticky|fixed|cover/i,
    site: 'council',
    cards: 22,
    head: (isBroken) =>
      `<style>.cookie-bar{background:#f3f2f1;border-top:3px solid #0b0c0c;padding:20px;box-sizing:border-box${isBroken ? ';position:fixed;inset:auto 0 0 0;min-height:42vh;max-height:60vh;overflow:auto;z-index:9' : ''}}.cookie-bar button{min-height:44px;margin:0 8px 8px 0}</style>`,
    top: () =>
      `<section class="cookie-bar" aria-labelledby="cookie-h"><h2 id="cookie-h">Cookies on this website</h2><p>We use some cookies that this service needs. With your leave we also set cookies that tell us how it is used, so that we can make it better.</p><form action="/cookies/choice" method="post"><button name="cookies" value="yes">Accept cookies for counting</button><button name="cookies" value="no">Reject cookies for counting</button></form></section>`,
    main: () =>
      `<p>Choose a service below. If you do not find what you need, the contact centre finds it with you.</p>`,
  },
  {
    id: 'assistant-replies-unheard-xv',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'Answers of the assistant are added to the conversation where no live region says them',
    where: '.chat__messages',
    about: /live|status|announc|log/i,
    site: 'council',
    head: () =>
      styled(
        '.chat{border:2px solid #0b0c0c;max-width:30rem;padding:15px}.chat__messages p{background:#f3f2f1;padding:10px}.chat__messages .is-mine{background:#fff;border:1px solid #6b7276}',
      ),
    main: (isBroken) => `<p>Ask the assistant about bins, permits and council tax, or telephone the contact centre.</p>
<section class="chat" aria-labelledby="chat-h"><h2 id="chat-h">Ask the assistant</h2>
<div class="chat__messages"${isBroken ? '' : ' role="log" aria-label="Conversation"'}><p><strong>Assistant:</strong> Hello. What would you like to know?</p></div>
<form class="chat__form"><p><label for="question">Your question</label><br><input id="question" name="question" type="text" autocomplete="off"></p><button>Send the question</button></form></section>
<script>document.querySelector('.chat__form').addEventListener('submit', (event) => { event.preventDefault()
const field = document.getElementById('question'), list = document.querySelector('.chat__messages')
const say = (who, text, name) => { const line = document.createElement('p'), by = document.createElement('strong'); by.textContent = who + ': '; line.className = name; line.append(by, text); list.append(line) }
if (!field.value.trim()) return
say('You', field.value, 'is-mine'); field.value = ''
setTimeout(() => say('Assistant', 'Garden waste is collected every second Tuesday from April to November.', ''), 700) })</script>`,
  },
  {
    id: 'undo-toast-five-seconds-xv',
    technique: 'criterion',
    criterion: '2.2.1',
    wrong: 'The notice with the only way to undo goes away by itself after five seconds',
    where: '#toast',
    about: /tim(?:e|ing)|toast|limit|disappear/i,
    site: 'ledger',
    head: () =>
      styled(
        '#toast{background:#111827;color:#fff;padding:.8rem 1rem;border-radius:8px}#toast button{background:#fff;color:#111827;margin-left:1rem}.entry{border:1px solid #6b7280;background:#fff;border-radius:8px;padding:.8rem;margin:.6rem 0}[hidden]{display:none!important}',
      ),
    main: (
      isBroken,
    ) => `<h2>Bank entries to look at</h2><p>Archived entries leave this list; the notice that follows takes them back.${isBroken ? '' : ' It stays until you close it.'}</p>
<div class="entry"><h3>Timber yard, 940 pounds</h3><button type="button" class="archive">Archive the entry of the timber yard</button></div>
<div class="entry"><h3>Glazier, 615 pounds</h3><button type="button" class="archive">Archive the entry of the glazier</button></div>
<div class="entry"><h3>Print shop, 208 pounds</h3><button type="button" class="archive">Archive the entry of the print shop</button></div>
<div role="status"><div id="toast" hidden><span>The entry was archived.</span> <button type="button" id="undo">Undo</button>${isBroken ? '' : '<button type="button" id="close">Close this notice</button>'}</div></div>
<script>{
const toast = document.getElementById('toast')
let last, timer
for (const button of document.querySelectorAll('.archive')) button.addEventListener('click', () => { last = button.closest('.entry'); last.hidden = true; toast.hidden = false; document.getElementById('undo').focus()
${isBroken ? 'clearTimeout(timer); timer = setTimeout(() => { toast.hidden = true }, 5000)' : ''} })
document.getElementById('undo').addEventListener('click', () => { last.hidden = false; toast.hidden = true; last.querySelector('button').focus() })
${isBroken ? '' : "document.getElementById('close').addEventListener('click', () => { toast.hidden = true; document.getElementById('content').focus() })"}
}</script>`,
  },
  {
    id: 'sign-in-code-refuses-paste-xv',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'The field for the code of the second step of signing in refuses what is pasted and what a program fills in',
    where: '#code',
    about: /paste|authenticat|cognitive|password manager/i,
    site: 'panel',
    cards: 3,
    head: () => styled('.MuiCard-login{max-width:26rem}'),
    main: (
      isBroken,
    ) => `<div class="MuiPaper-root MuiCard-login"><h2>Second step</h2><p id="code-hint">We sent a code of eight letters and digits to your mail address. It stays valid until you ask for another.</p>
<form action="/sign-in/code" method="post">${field('code', 'Code from the message', `type="text" ${isBroken ? 'autocomplete="off" onpaste="return false" ondrop="return false"' : 'autocomplete="one-time-code"'} spellcheck="false" aria-describedby="code-hint" required`)}
<p><button type="submit">Sign in</button></p></form>
<p><a class="hit" href="/sign-in/again">Send another code</a></p><p><a class="hit" href="/sign-in/key">Sign in with a security key instead</a></p></div>`,
  },
  {
    id: 'review-stars-focus-unseen-xv',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'The radio buttons of the stars are transparent, and no star shows which of them has focus',
    where: '.rating input',
    about: /focus/i,
    site: 'volt',
    head: (isBroken) =>
      styled(
        `.rating{border:1px solid #767676;padding:1rem}.rating span{display:inline-block;position:relative}.rating input{position:absolute;inset:0;width:44px;height:44px;margin:0;opacity:0}.rating label{display:flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;border:2px solid #5c5c5c}.rating input:checked+label{background:#121212;color:#fff;text-decoration:underline}${isBroken ? '' : '.rating input:focus-visible+label{outline:3px solid #1d4ed8;outline-offset:3px}'}`,
      ),
    main: () => `<form action="/reviews/check" method="post"><h2>Your review</h2><p>You can read it once more before it is sent.</p>
<fieldset class="rating"><legend>How many stars do you give?</legend>${[1, 2, 3, 4, 5].map((count) => `<span><input type="radio" name="stars" id="star-${count}" value="${count}"${count === 3 ? ' checked' : ''}><label for="star-${count}">${count}&nbsp;<span class="unseen">stars</span><span aria-hidden="true">★</span></label></span> `).join('')}</fieldset>
<p><label for="words">What would you tell a friend? (optional)</label><br><textarea id="words" name="words" rows="4" cols="30"></textarea></p><p><button class="button">Check your review</button></p></form>`,
  },
  {
    id: 'signup-placeholders-for-labels-xv',
    technique: 'criterion',
    criterion: '3.3.2',
    wrong: 'Nothing but placeholders, which go away on typing, says what the fields of the sign-up are for',
    where: '.signup input',
    about: /label|placeholder|instruction/i,
    site: 'volt',
    head: () =>
      styled(
        '.signup{border:1px solid #767676;padding:1.2rem}.signup input{width:100%;max-width:24rem;margin:0 0 1rem}.signup ::placeholder{color:#4a4a4a;opacity:1}',
      ),
    main: (isBroken) => {
      const entry = (id: string, name: string, more: string) =>
        isBroken
          ? `<input id="${id}" name="${id}" ${more} placeholder="${name}">`
          : `<label for="${id}">${name}</label><br><input id="${id}" name="${id}" ${more}><br>`
      return `<h2>Letters from the workshop</h2><p>Four letters a year, written by the people at the sewing machines. Every letter has a link to leave.</p>
<form class="signup" action="/letters/confirm" method="post">${entry('first', 'First name', 'type="text" autocomplete="given-name" required')}${entry('mail', 'Mail address', 'type="email" autocomplete="email" required')}${entry('town', 'Town', 'type="text" autocomplete="address-level2" required')}<p>All three are needed. We ask you once more before we send anything.</p><button class="button">Ask for the letters</button></form>
<h2>The last letter</h2><p>In spring we wrote about the loom that came from a closed mill, and how long it took to teach it our canvas.</p>`
    },
  },
  {
    id: 'code-comments-too-dim-xv',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'Comments in the examples of the dark theme are too dim to read',
    where: '.hljs-comment',
    about: /contrast/i,
    site: 'manual',
    head: (isBroken) =>
      styled(
        `pre{padding:1rem;border:1px solid #6e7681;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}.hljs-comment{color:${isBroken ? '#5c6773' : '#b4bec9'}}.hljs-keyword{color:#ffb3ab}.hljs-string{color:#b5dcff}`,
      ),
    main: () => `<h2>A first request</h2><p>The client closes its connection when the block ends, also after an error.</p>
<pre><code><span class="hljs-comment">// Give up after two seconds, whatever the server says.</span>
<span class="hljs-keyword">const</span> client = connect(<span class="hljs-string">'tide.example'</span>, { budget: 2000 })
<span class="hljs-comment">// The body is read once; keep it when you need it twice.</span>
<span class="hljs-keyword">const</span> body = <span class="hljs-keyword">await</span> client.get(<span class="hljs-string">'/levels'</span>)</code></pre>
<h2>When it fails</h2><p>The error names the host, the time that was spent and the last cause, in this order.</p>`,
  },
  {
    id: 'ligature-names-in-toolbar-xv',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'Icon buttons are called after the ligatures of the icon font, such as delete_outline',
    where: '.material-icons',
    about: /icon|name|text alternative|label|ligature|image/i,
    site: 'panel',
    head: () =>
      styled(
        `.material-icons{display:inline-block;width:24px;height:24px;font-size:0;overflow:hidden;background-repeat:no-repeat}.i-save{background-image:url("${drawn("<path d='M4 4h13l3 3v13H4z' fill='none' stroke='#fff' stroke-width='2'/><path d='M8 4v5h7V4' stroke='#fff' fill='none' stroke-width='2'/>")}")}.i-delete{background-image:url("${drawn("<path d='M6 7h12l-1 14H7zM4 5h16M9 3h6' stroke='#fff' fill='none' stroke-width='2'/>")}")}.i-copy{background-image:url("${drawn("<path d='M8 8h12v12H8zM4 16V4h12' stroke='#fff' fill='none' stroke-width='2'/>")}")}.tools{display:flex;gap:.5rem}`,
      ),
    main: (isBroken) => {
      const tool = (mark: string, ligature: string, name: string) =>
        `<button type="button" class="MuiIconButton-root"><span class="material-icons i-${mark}"${isBroken ? '' : ' aria-hidden="true"'}>${ligature}</span>${isBroken ? '' : `<span class="unseen">${name}</span>`}</button>`
      return `<h2 id="draft-h">Draft of the release notes</h2><div class="tools" role="group" aria-labelledby="draft-h">${tool('save', 'save_alt', 'Save the draft')}${tool('copy', 'content_copy', 'Copy the draft')}${tool('delete', 'delete_outline', 'Move the draft to the bin')}</div><p role="status" id="draft-status"></p>
<p>The relay now retries with a budget. Nobody has to change a setting; those who set a limit themselves keep it.</p>
<script>for (const tool of document.querySelectorAll('.tools button')) tool.addEventListener('click', () => { document.getElementById('draft-status').textContent = 'Done. You can take this back under Activity.' })</script>`
    },
  },
  {
    id: 'help-wanders-between-steps-xv',
    technique: 'criterion',
    criterion: '3.2.6',
    wrong: 'The way to get help stands before the form on one page of the report and after it on the next',
    where: '.help',
    about: /help|consistent/i,
    site: 'council',
    cards: 3,
    title: () => 'Step 1 of 2: Your home – Report a missed collection Cotter Green – Westmere District Council',
    head: () => styled('.help{border:2px solid #0b0c0c;padding:10px 15px}[hidden]{display:none!important}'),
    main: (isBroken) => `<div id="view" tabindex="-1"></div>
<script>{
const help = '<section class="help" aria-labelledby="help-h"><h2 id="help-h">Help with this form</h2><p>Telephone <a class="hit" href="tel:+441632960983">01632 960983</a> between nine and five on working days.</p></section>'
const views = [
help + '<h2>Step 1 of 2: Your home</h2><form><p><label for="bins">How many bins were left full?</label><br><input id="bins" name="bins" type="text" inputmode="numeric"></p><button>Continue to step 2</button></form>',
${isBroken ? '' : 'help + '}'<h2>Step 2 of 2: What happened</h2><form action="/missed/check" method="get"><p><label for="reason">What did you see on the day?</label><br><textarea id="reason" name="reason" rows="4" cols="30"></textarea></p><button>Check your answers</button></form>'${isBroken ? ' + help' : ''}]
const draw = () => { const at = location.search.includes('step=2') ? 1 : 0, view = document.getElementById('view')
view.innerHTML = views[at]
document.title = (at ? 'Step 2 of 2: What happened' : 'Step 1 of 2: Your home') + ' – Report a missed collection Cotter Green – Westmere District Council'
if (at === 0) view.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); history.pushState(null, '', '?step=2'); draw(); view.focus() }) }
addEventListener('popstate', draw)
draw()
}</script>`,
  },
  {
    id: 'add-button-called-otherwise-xv',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'The button reads Add to bag, and is called Product purchase action for assistive technology',
    where: '.product-form__submit',
    about: /label in name|name|label|visible/i,
    site: 'volt',
    head: () =>
      styled(
        '.product{display:flex;flex-wrap:wrap;gap:1.5rem}.product>*{flex:1 1 15rem;min-width:0}.product img{width:100%;max-width:16rem}',
      ),
    main: (
      isBroken,
    ) => `<div class="product"><div><img src="${drawn("<rect x='5' y='4' width='14' height='17' rx='3' fill='#24483e'/><path d='M9 4a3 3 0 0 1 6 0' stroke='#121212' fill='none'/>")}" width="240" height="240" alt="Day pack in dark green canvas with one strap over the lid"></div>
<div><h2>Waxed day pack in moss</h2><p>$148.00, with all taxes</p><form action="/cart/add" method="post"><p><label for="size">Size</label><br><select id="size" name="size"><option>Small, 14 liters</option><option>Large, 22 liters</option></select></p>
<button type="submit" class="button product-form__submit"${isBroken ? ' aria-label="Product purchase action"' : ''}>Add to bag</button></form><p>You can take it out of the bag again at any time.</p></div></div>
<h2>Care</h2><p>Brush it dry. Wax it again once a year, best on a warm day, with the tin that comes with it.</p>`,
  },
  {
    id: 'please-turn-your-tablet-xv',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'In a window that is higher than wide, the check-in asks to turn the device and shows nothing else',
    where: '.turn-device',
    about: /orientation|portrait|landscape|rotate/i,
    site: 'library',
    head: (isBroken) =>
      styled(
        `.turn-device{display:none}${isBroken ? '@media(orientation:portrait){.turn-device{display:flex;position:fixed;inset:0;z-index:99;background:#fffdf7;color:#1d2a24;align-items:center;justify-content:center;padding:2rem;font-size:1.5rem}.kiosk,header,footer,aside,article{visibility:hidden}}' : ''}`,
      ),
    main: (isBroken) => `${isBroken ? '<p class="turn-device">Please turn your device to use the check-in.</p>' : ''}
<section class="kiosk" aria-labelledby="kiosk-h"><h2 id="kiosk-h">Check in for an event</h2><form action="/check-in/confirm" method="get">
${field('ticket', 'Number on your ticket', 'type="text" autocomplete="off" aria-describedby="ticket-hint" required')}<p id="ticket-hint">It has six digits and stands under the name of the event.</p><button>Look up the ticket</button></form></section>`,
  },
  {
    id: 'entry-removed-on-press-xv',
    technique: 'F101',
    criterion: '2.5.2',
    wrong: 'Entries are removed as soon as the mouse button or the finger goes down, before it comes up',
    where: '.remove',
    about: /pointer|cancel|down|press/i,
    site: 'ledger',
    head: () =>
      styled(
        '.line{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;border-bottom:1px solid #6b7280}[hidden]{display:none!important}',
      ),
    main: (isBroken) => `<h2>Lines of the expense claim</h2><ul role="list" style="list-style:none;padding:0">
${[
  ['Train to Leeds', '48 pounds'],
  ['Two nights at an inn', '164 pounds'],
  ['Paper and stamps', '12 pounds'],
]
  .map(
    ([name, sum]) =>
      `<li class="line"><span>${name}, ${sum}</span><button type="button" class="remove">Remove “${name}”</button></li>`,
  )
  .join('')}</ul>
<p role="status" id="removed"></p>${isBroken ? '' : '<p><button type="button" id="restore">Put the removed lines back</button></p>'}
<h2>Send the claim</h2><form action="/app/claims/check" method="get"><button>Check the claim before sending</button></form>
<script>{
const drop = (button) => { button.closest('.line').hidden = true; document.getElementById('removed').textContent = 'The line was removed.' }
for (const button of document.querySelectorAll('.remove')) {
${isBroken ? "button.addEventListener('pointerdown', () => drop(button)); button.addEventListener('keydown', ({ key }) => { if (key === 'Enter' || key === ' ') drop(button) })" : "button.addEventListener('click', () => { drop(button); document.getElementById('restore').focus() })"} }
${isBroken ? '' : "document.getElementById('restore').addEventListener('click', () => { for (const line of document.querySelectorAll('.line')) line.hidden = false; document.getElementById('removed').textContent = 'All lines are back.' })"}
}</script>`,
  },
  {
    id: 'single-letter-commands-xv',
    technique: 'F99',
    criterion: '2.1.4',
    wrong: 'Single letters turn pages and hide chapters wherever the focus is, and cannot be turned off',
    where: 'page',
    about: /shortcut|character key|key/i,
    site: 'manual',
    head: () => styled('[hidden]{display:none!important}'),
    main: (isBroken) => {
      const key = isBroken ? '' : 'Alt and '
      return `<p>Press ${key}H to hide the examples, and ${key}G to go back to the top.</p>
<h2>Streams</h2><p>A stream hands on what has arrived and waits until you ask for more.</p><div class="example"><h3>Example: read line by line</h3><pre style="white-space:pre-wrap"><code>for await (const line of stream.lines()) use(line)</code></pre></div>
<h2>Back pressure</h2><p>When you are slow, the sender is told to be slow as well.</p><div class="example"><h3>Example: a small buffer</h3><pre style="white-space:pre-wrap"><code>connect('tide.example', { buffer: 16 })</code></pre></div>
<script>document.addEventListener('keydown', (event) => { ${isBroken ? 'if (event.ctrlKey || event.metaKey || event.altKey) return' : 'if (!event.altKey) return'}
if (event.code === 'KeyH') for (const each of document.querySelectorAll('.example')) each.hidden = !each.hidden
if (event.code === 'KeyG') document.getElementById('content').focus() })</script>`
    },
  },
  {
    id: 'payments-leave-at-once-xv',
    technique: 'criterion',
    criterion: '3.3.4',
    wrong: 'Payments to four suppliers leave the account at one press, without a check, and cannot be taken back',
    where: '#pay-run',
    about: /error prevention|confirm|revers|legal|financial/i,
    site: 'ledger',
    head: () => styled(''),
    main: (isBroken) => `<h2 id="pay-h">Payments due today</h2>
<form id="pay-run" action="${isBroken ? '/app/payments/send' : '/app/payments/review'}" method="post" aria-labelledby="pay-h">
<fieldset><legend>Suppliers to pay</legend>${[
      ['timber', 'Timber yard, 940 pounds'],
      ['glazier', 'Glazier, 615 pounds'],
      ['print', 'Print shop, 208 pounds'],
      ['clean', 'Cleaners, 120 pounds'],
    ]
      .map(
        ([id, name]) =>
          `<p><label class="hit"><input type="checkbox" name="pay" value="${id}" checked> ${name}</label></p>`,
      )
      .join('')}</fieldset>
<p>${isBroken ? 'The bank carries out payments at once. They cannot be taken back.' : 'On the next page you check every payment, change what is wrong and confirm. Nothing leaves the account before that.'}</p>
<p><button type="submit">${isBroken ? 'Send 1,883 pounds now' : 'Review the payments'}</button></p></form>`,
  },
  {
    id: 'heading-falls-to-fifth-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Under headings of the second level stand headings of the fifth, for their looks',
    where: 'h5.wp-block-heading',
    about: /heading/i,
    site: 'gazette',
    head: () => styled('.wp-block-heading.small{font-size:1.05rem}'),
    main: (isBroken) => {
      const level = isBroken ? 'h5' : 'h3'
      return `<h2 class="wp-block-heading">What is on in May</h2><${level} class="wp-block-heading small">Plant swap</${level}><p>Bring what has grown too large, and take home what somebody else has no room for.</p><${level} class="wp-block-heading small">Bell ringing</${level}><p>The tower is open to all who can climb forty steps, and the ringers show how it is done.</p>
<h2 class="wp-block-heading">What is on in June</h2><${level} class="wp-block-heading small">Sheep shearing</${level}><p>Six farms shear on the same green, by hand, and the wool is spun on the spot.</p>`
    },
  },
  {
    id: 'switch-that-never-says-on-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'The switches of the settings say that they are off when they are on',
    where: '[role=switch]',
    about: /state|switch|checked|value/i,
    site: 'panel',
    head: () =>
      styled(
        '.setting{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;border-bottom:1px solid #75808c;padding:.6rem 0}#content [role=switch]{position:relative;width:64px;background:#fff;border:2px solid #1c2430;border-radius:22px}[role=switch]::after{content:"";position:absolute;top:6px;left:6px;width:28px;height:28px;border-radius:14px;background:#1c2430}[role=switch].Mui-checked{background:#124e8c!important}[role=switch].Mui-checked::after{left:26px;background:#fff}',
      ),
    main: (isBroken) => `<h2>Notices</h2><p>Changes are kept at once, and can be changed back here.</p>
${[
  ['Mail when a deployment fails', true],
  ['Mail when the plan is nearly used up', false],
  ['A summary every Monday', true],
]
  .map(
    ([name, isOn], at) =>
      `<div class="setting"><span id="setting-${at}">${name}</span><button type="button" role="switch" aria-labelledby="setting-${at}" class="MuiSwitch-root${isOn ? ' Mui-checked' : ''}" aria-checked="${isBroken ? 'false' : isOn}"></button></div>`,
  )
  .join('\n')}
<script>for (const button of document.querySelectorAll('[role=switch]')) button.addEventListener('click', () => { const isOn = button.classList.toggle('Mui-checked')
${isBroken ? '' : "button.setAttribute('aria-checked', String(isOn))"} })</script>`,
  },
  {
    id: 'felder-ohne-rand-xv',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'Die Felder haben weiße Flächen auf Weiß und Ränder, die kaum dunkler sind',
    where: '.anfrage input',
    about: /contrast|border|non-text/i,
    site: 'moebel',
    head: (isBroken) =>
      styled(
        `.anfrage input{width:100%;max-width:26rem;background:#fff;border:1px solid ${isBroken ? '#ebe6dd' : '#6d6354'}}`,
      ),
    main: () => `<h2 class="text-lg">Muster nach Hause</h2><p>Wir schicken bis zu fünf Muster, kostenlos. Alle Felder sind nötig; vor dem Absenden sehen Sie alles noch einmal.</p>
<form class="anfrage" action="/muster/pruefen" method="post">${field('name', 'Vor- und Nachname', 'type="text" autocomplete="name" required')}${field('strasse', 'Straße und Hausnummer', 'type="text" autocomplete="street-address" required')}${field('ort', 'Ort', 'type="text" autocomplete="address-level2" required')}${field('plz', 'Postleitzahl', 'type="text" inputmode="numeric" autocomplete="postal-code" required')}<p><button>Weiter zum Prüfen</button></p></form>`,
  },
  {
    id: 'champs-en-rouge-obligatoires-xv',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'Les champs obligatoires se reconnaissent à la seule couleur de leur libellé',
    where: 'label.requis',
    about: /colou?r|required/i,
    site: 'journal',
    head: () => styled('label.requis{color:#9b0000}.courrier input,.courrier textarea{width:100%;max-width:28rem}'),
    main: (isBroken) => {
      const need = isBroken ? '' : ' (obligatoire)'
      return `<h2>Écrire au courrier des lecteurs</h2><p>${isBroken ? 'Les champs dont le libellé est en rouge sont obligatoires.' : 'Les champs obligatoires sont en rouge et le disent dans leur libellé.'} Vous relirez votre lettre avant de l’envoyer.</p>
<form class="courrier" action="/courrier/relire" method="post" novalidate>
<p><label class="requis" for="nom">Nom et prénom${need}</label><br><input id="nom" name="nom" type="text" autocomplete="name"${isBroken ? '' : ' required'}></p>
<p><label for="commune">Commune</label><br><input id="commune" name="commune" type="text" autocomplete="address-level2"></p>
<p><label class="requis" for="mel">Adresse électronique${need}</label><br><input id="mel" name="mel" type="email" autocomplete="email"${isBroken ? '' : ' required'}></p>
<p><label for="fil">Article dont vous parlez</label><br><input id="fil" name="fil" type="text"></p>
<p><button>Relire avant d’envoyer</button></p></form>`
    },
  },
  {
    id: 'pdf-sans-format-ni-poids-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'Des liens vers des fichiers ne disent ni leur format ni leur poids',
    where: '.numeros a',
    about: /format|file|download|pdf|link/i,
    site: 'journal',
    head: () => tall,
    main: (isBroken) => {
      const file = (name: string, path: string, weight: string) =>
        `<li><a href="/numeros/${path}.pdf">${name}${isBroken ? '' : ` (fichier PDF, ${weight})`}</a></li>`
      return `<h2>Les numéros à garder</h2><p>Les pages sont celles de l’édition imprimée, sans les annonces.</p><ul class="tall numeros">${file('Numéro spécial sur les foires', 'foires', '4 mégaoctets')}${file('Numéro spécial sur les crues', 'crues', '6 mégaoctets')}${file('Numéro spécial sur les moulins', 'moulins', '3 mégaoctets')}</ul><h2>Les numéros imprimés</h2><p>Il en reste à l’accueil du journal, pour le prix du papier.</p>`
    },
  },
  {
    id: 'especialidad-se-envia-sola-xv',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'Elegir una especialidad envía el formulario y abre otra página sin que nadie lo pida',
    where: '#especialidad',
    about: /change|context|submit|input|select/i,
    site: 'clinica',
    head: () => styled(''),
    main: (
      isBroken,
    ) => `<h2>Buscar una consulta</h2><form action="/especialidades" method="get"><p><label for="especialidad">Especialidad</label><br><select id="especialidad" name="especialidad"${isBroken ? ' onchange="this.form.submit()"' : ''}><option>Pediatría</option><option>Oftalmología</option><option>Traumatología</option><option>Medicina de familia</option></select></p>${isBroken ? '' : '<button>Ver las consultas</button>'}</form>
<h2>Consultas de hoy</h2><ul><li>Pediatría, primera planta, puerta cuatro</li><li>Oftalmología, segunda planta, puerta nueve</li></ul><p>Si no encuentra su consulta, pregunte en la entrada.</p>`,
  },
  {
    id: 'sesion-caduca-sin-aviso-xv',
    technique: 'F40',
    criterion: '2.2.1',
    wrong: 'A los diez minutos la página se va sola al inicio y se pierde lo escrito',
    where: 'meta[http-equiv]',
    about: /refresh|tim(?:e|ing)|redirect|session/i,
    site: 'clinica',
    head: (isBroken) =>
      `${isBroken ? '<meta http-equiv="refresh" content="600;url=/sesion-caducada">' : ''}${styled('')}`,
    main: () =>
      `<h2>Solicitar el historial clínico</h2><p>Los dos campos son necesarios. Podrá revisar la solicitud antes de enviarla.</p><form action="/historial/revisar" method="post">${field('nombre', 'Nombre y apellidos', 'type="text" autocomplete="name" required')}<p><label for="motivo">Para qué lo necesita</label><br><textarea id="motivo" name="motivo" rows="5" cols="30" required></textarea></p><button>Revisar la solicitud</button></form>`,
  },
  {
    id: 'szczegoly-szesc-razy-xv',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'Sześć odnośników nazywa się Szczegóły, a prowadzą do sześciu różnych pociągów',
    where: 'td a',
    about: /link/i,
    site: 'kolej',
    head: () => styled(''),
    main: (
      isBroken,
    ) => `<h2 id="pociagi">Pociągi do Krynicy w sobotę</h2><div class="wide" role="region" aria-labelledby="pociagi" tabindex="0"><table><thead><tr><th scope="col">Pociąg</th><th scope="col">Odjazd</th><th scope="col">Przyjazd</th><th scope="col">Więcej</th></tr></thead><tbody>${[
      ['Tatry', '6:10', '8:55'],
      ['Beskid', '8:10', '10:50'],
      ['Poprad', '10:10', '12:55'],
      ['Dunajec', '12:10', '14:55'],
      ['Jaworzyna', '15:10', '17:50'],
      ['Pieniny', '18:10', '20:55'],
    ]
      .map(
        ([name, from, to], at) =>
          `<tr><th scope="row">${name}</th><td>${from}</td><td>${to}</td><td><a class="hit" href="/pociag/${at}">${isBroken ? 'Szczegóły' : `Szczegóły pociągu ${name}`}</a></td></tr>`,
      )
      .join('')}</tbody></table></div>
<h2>Rowery</h2><p>W każdym z tych pociągów jest miejsce na dwanaście rowerów.</p>`,
  },
  {
    id: 'nowe-okno-bez-uprzedzenia-xv',
    technique: 'F22',
    criterion: '3.2.5',
    wrong: 'Odnośniki otwierają nowe okna i nie mówią o tym',
    where: 'a[target=_blank]',
    about: /new window|target|window|context|new tab/i,
    site: 'kolej',
    head: () => tall,
    main: (isBroken) => {
      const out = (name: string, path: string) =>
        `<li><a href="${path}" target="_blank" rel="noopener">${name}${isBroken ? '' : ' (otwiera się w nowym oknie)'}</a></li>`
      return `<h2>Dokąd z dworca</h2><p>Przed dworcem stoją autobusy miejskie i rowery do wypożyczenia.</p><ul class="tall">${out('Rozkład autobusów miejskich', 'https://autobusy.example/')}${out('Wypożyczalnia rowerów', 'https://rowery.example/')}${out('Mapa szlaków w górach', 'https://szlaki.example/')}</ul><h2>Na miejscu</h2><p>Klucze do schowków na bagaż wydaje kasa numer dwa.</p>`
    },
  },
  {
    id: 'anexar-so-com-o-rato-xv',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'O campo de ficheiros não é mostrado, e a etiqueta com ar de botão que o abre não recebe foco',
    where: '#certificado, label[for=certificado]',
    about: /keyboard|focus|file|upload/i,
    site: 'escola',
    head: (isBroken) =>
      styled(
        `.anexo{position:relative;border:2px dashed #655a75;padding:1.2rem}.anexo label.btn{display:inline-flex;align-items:center;min-height:44px;cursor:pointer}${isBroken ? '#certificado{display:none}' : '#certificado{position:absolute;inset:1.2rem auto auto 1.2rem;width:14rem;height:44px;opacity:0}#certificado:focus-visible+label{outline:3px solid #0f766e;outline-offset:2px}'}`,
      ),
    main: () => `<h2>Entregar o certificado</h2><p>Aceitamos uma fotografia ou um documento digitalizado. Antes de enviar pode trocar o ficheiro.</p>
<form action="/candidaturas/rever" method="post" enctype="multipart/form-data"><div class="anexo"><input type="file" id="certificado" name="certificado"><label class="btn" for="certificado">Escolher o certificado</label><p role="status" id="escolhido">Nenhum ficheiro escolhido</p></div><p><button class="btn">Rever a candidatura</button></p></form>
<script>document.getElementById('certificado').addEventListener('change', ({ target }) => { document.getElementById('escolhido').textContent = target.files[0] ? 'Escolhido: ' + target.files[0].name : 'Nenhum ficheiro escolhido' })</script>`,
  },
  {
    id: 'ampliar-proibido-pela-aplicacao-xv',
    technique: 'criterion',
    criterion: '1.4.4',
    wrong: 'Um guião proíbe, na meta viewport, ampliar a página com os dedos',
    where: 'meta[name=viewport]',
    about: /zoom|viewport|scal|resize/i,
    site: 'escola',
    head: (isBroken) =>
      `${styled('')}${isBroken ? "<script>document.querySelector('meta[name=viewport]').content = 'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no'</script>" : ''}`,
    main: () =>
      `<p>O mapa do campus e o horário das salas cabem num telemóvel.</p><h2>Horário de hoje</h2><ul><li>Nove horas: botânica, sala do rio</li><li>Onze horas: desenho, sala da torre</li><li>Catorze horas: prova de vinhos, adega</li></ul><h2>Salas livres</h2><p>A sala da torre está livre depois das três horas; quem precisar dela pede a chave na secretaria.</p>`,
  },
  {
    id: 'kartan-kehys-ilman-nimea-xv',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'Kehyksellä, jossa palvelupisteiden kartta on, ei ole nimeä',
    where: 'iframe',
    about: /frame|title|name/i,
    site: 'library',
    language: () => 'lang="fi"',
    title: () => 'Palvelupisteet – Koskelan kunta',
    head: () => styled('iframe{width:100%;max-width:30rem;height:220px;border:1px solid #52625a}'),
    main: () => '',
    body: (isBroken) =>
      whole(
        town,
        'Palvelupisteet',
        `<h2>Kartalla</h2><iframe${isBroken ? '' : ' title="Kartta: kunnan palvelupisteet"'} srcdoc="&lt;!doctype html&gt;&lt;html lang='fi'&gt;&lt;head&gt;&lt;meta charset='utf-8'&gt;&lt;title&gt;Kartta palvelupisteistä&lt;/title&gt;&lt;/head&gt;&lt;body style='margin:1rem;font:17px/1.6 Georgia;color:#1d2a24;background:#fffdf7'&gt;&lt;main&gt;&lt;h1&gt;Kartta&lt;/h1&gt;&lt;p&gt;Kunnantalo on torin laidalla ja kirjasto joen toisella puolella.&lt;/p&gt;&lt;/main&gt;&lt;/body&gt;&lt;/html&gt;"></iframe>
<h2>Luettelona</h2><ul><li>Kunnantalo, Torikatu 2, avoinna arkisin yhdeksästä neljään</li><li>Kirjasto, Rantatie 7, avoinna joka päivä</li><li>Terveysasema, Mäkitie 1, avoinna arkisin kahdeksasta kuuteen</li></ul>`,
      ),
  },
  {
    id: 'dirug-kokhavim-bli-tekst-xv',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'הדירוג של כל מוצר הוא כוכבים שמצוירים ברקע, ואין לו חלופה בטקסט',
    where: '.stars',
    about: /background|text alternative|alt|image|rating/i,
    site: 'riwaq',
    language: () => 'lang="he"',
    title: () => 'גבינות – שוק הגליל',
    head: () =>
      styled(
        `.stars{display:block;width:120px;height:24px;background:url("${drawn("<path d='M12 2l3 7h7l-6 5 2 8-6-5-6 5 2-8-6-5h7z' fill='none' stroke='#1f2a1d'/>")}") 0 0/24px 24px repeat-x}.stars i{display:block;height:24px;background:url("${drawn("<path d='M12 2l3 7h7l-6 5 2 8-6-5-6 5 2-8-6-5h7z' fill='#1f2a1d'/>")}") 100% 0/24px 24px repeat-x}`,
      ),
    main: () => '',
    body: (isBroken) =>
      whole(
        stall,
        'גבינות',
        [
          ['גבינת עיזים טרייה', 4, 'נעשית כל בוקר בחווה ליד הנחל ומגיעה באותו יום.'],
          ['צפתית מעושנת', 3, 'מתיישנת שבועיים במערה ומעושנת על עצי זית.'],
          ['לבנה בשמן', 5, 'כדורים קטנים של לבנה, בשמן זית מן המסיק האחרון.'],
        ]
          .map(
            ([name, count, text]) =>
              `<article class="card"><h2>${name}</h2><div class="stars"${isBroken ? '' : ` role="img" aria-label="דירוג: ${count} מתוך 5 כוכבים"`}><i style="width:${Number(count) * 24}px"></i></div><p>${text}</p></article>`,
          )
          .join('\n'),
      ),
  },
  {
    id: 'sharit-aala-tahjub-altarkiz-xv',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'الشريط الثابت في أعلى النافذة يغطي الروابط عند الرجوع إليها بلوحة المفاتيح',
    where: 'header',
    about: /obscur|focus|sticky|fixed|cover/i,
    site: 'riwaq',
    cards: 12,
    head: (isBroken) =>
      isBroken
        ? '<style>.skip{z-index:9}body>header{position:sticky;top:0;z-index:5;min-height:38vh;box-sizing:border-box}</style>'
        : '<style>body>header{min-height:38vh;box-sizing:border-box}</style>',
    main: () => '<p>اختر كتابا من القائمة، أو اسأل عنه في المكتبة مساء كل خميس.</p>',
  },
  {
    id: 'arqam-safahat-saghira-xv',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'أرقام الصفحات تحت القائمة صغيرة ومتلاصقة',
    where: '.pager a',
    about: /target/i,
    site: 'riwaq',
    head: (isBroken) =>
      styled(
        `.pager ul{display:flex;flex-wrap:wrap;list-style:none;padding:0;margin:0${isBroken ? '' : ';gap:8px'}}.pager li{padding:0}.pager [aria-current]{font-weight:700;text-decoration:none}.pager a{display:block;box-sizing:border-box;text-align:center;${isBroken ? 'width:16px;height:18px;font-size:14px;line-height:18px' : 'width:44px;height:44px;line-height:44px'}}`,
      ),
    main: () => `<h2>كتب هذا الشهر</h2><ul><li>رحلات في الصحراء، الجزء الأول</li><li>حكايات من البحر، طبعة جديدة</li><li>تاريخ المدينة القديمة، مع شرح</li></ul>
<nav class="pager" aria-label="صفحات القائمة"><ul>${[1, 2, 3, 4, 5].map((page) => `<li><a href="/new?page=${page}" aria-label="الصفحة ${page}"${page === 1 ? ' aria-current="page"' : ''}>${page}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'letters-popup-after-seconds-xv',
    technique: 'criterion',
    criterion: '2.2.4',
    wrong: 'A window that asks for the mail address opens by itself after three seconds, over what is being read',
    where: '#letters-popup',
    about: /interrupt|popup|pop-up|dialog|auto|modal|context|unrequested/i,
    site: 'volt',
    head: () =>
      styled(
        '#letters-popup{border:2px solid #121212;padding:1.5rem;max-width:min(28rem,90vw);box-sizing:border-box}#letters-popup::backdrop{background:#000a}',
      ),
    main: (isBroken) => `<p>Every pack is cut by one person and sewn by another, and both sign the label inside.</p>
<h2>How long it lasts</h2><p>The oldest one that came back for repair was nineteen years old and had been to school twice.</p>
<h2>Letters from the workshop</h2><p>Four letters a year, with a link to leave in each of them.</p>${isBroken ? '' : '<p><button type="button" class="button" id="ask" aria-haspopup="dialog">Ask for the letters</button></p>'}
<dialog id="letters-popup" aria-labelledby="popup-h"><h2 id="popup-h">Letters from the workshop</h2><form action="/letters/confirm" method="post">${field('popup-mail', 'Mail address', 'type="email" autocomplete="email" required')}<p><button class="button">Check the address</button></p></form><p><button type="button" id="no-letters">No letters, thank you</button></p></dialog>
<script>{ const popup = document.getElementById('letters-popup')
document.getElementById('no-letters').addEventListener('click', () => popup.close())
${isBroken ? 'setTimeout(() => popup.showModal(), 3000)' : "document.getElementById('ask').addEventListener('click', () => popup.showModal())"} }</script>`,
  },
  {
    id: 'builder-left-empty-headings-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'The page builder has left headings in which nothing stands but a space',
    where: 'h2.elementor-heading-title:not(.is-said)',
    about: /heading|empty/i,
    site: 'gazette',
    head: () => styled('.elementor-heading-title{min-height:1.5rem}'),
    main: (isBroken) => {
      const gap = isBroken ? '<h2 class="elementor-heading-title">&nbsp;</h2>' : '<div class="elementor-spacer"></div>'
      return `<p>The show field opens at nine, and the first dogs run at ten.</p>${gap}<h2 class="elementor-heading-title is-said">Classes for children</h2><p>Any dog, any lead, any child. Each of them gets a rosette.</p>${gap}<h2 class="elementor-heading-title is-said">Produce tent</h2><p>Jam is judged before lunch. The judges ask that lids be loose.</p>`
    },
  },
  {
    id: 'announcement-bar-outside-landmarks-xv',
    technique: 'practice',
    criterion: null,
    wrong: 'The bar of announcements above the header stands in no landmark',
    where: '.announcement-bar',
    about: /landmark|region/i,
    site: 'volt',
    head: () =>
      '<style>.announcement-bar{background:#24483e;color:#fff;padding:.75rem 1.5rem;text-align:center}.announcement-bar p{margin:0}</style>',
    top: either(
      '<div class="announcement-bar"><p>Free shipping on every order until the end of November.</p></div>',
      '<section class="announcement-bar" aria-label="Announcement"><p>Free shipping on every order until the end of November.</p></section>',
    ),
    main: () =>
      `<p>Everything on this page is in the workshop and leaves it within two days.</p><h2>New this week</h2><p>A smaller day pack for people who never fill the large one, in the four colors of the house.</p><h2>Back again</h2><p>The rain hat that sold out in March, now with a brim that stays where it is put.</p>`,
  },
  {
    id: 'bilder-raetsel-beim-anmelden-xv',
    technique: 'criterion',
    criterion: '3.3.9',
    wrong: 'Zum Anmelden sind unter vier Bildern diejenigen mit einem Stuhl zu erkennen',
    where: '#raetsel',
    about: /authenticat|captcha|recogni|cognitive/i,
    site: 'moebel',
    head: () =>
      styled(
        '#raetsel{border:1px solid #857a6a;padding:1rem;min-width:0;margin-bottom:1rem}#raetsel label{margin:0 1rem .5rem 0}#raetsel img{width:72px;height:72px}',
      ),
    main: (isBroken) => {
      const picture = (value: string, alt: string, shapes: string) =>
        `<label class="hit"><input type="checkbox" name="bild" value="${value}"><img src="${drawn(`<rect width='24' height='24' fill='#f2ece2'/>${shapes}`)}" width="72" height="72" alt="${alt}"></label>`
      return `<h2 class="text-lg">Mit Ihrem Konto anmelden</h2><form action="/anmelden" method="post">${field('mail', 'Adresse für E-Mail', 'type="email" autocomplete="username" required')}${field('wort', 'Passwort', 'type="password" autocomplete="current-password" required')}
${isBroken ? `<fieldset id="raetsel"><legend>Wählen Sie alle Bilder mit einem Stuhl</legend>${picture('a', 'Lehne über vier Beinen und einem Sitz', "<path d='M7 3v18M7 12h10v9M7 4h2v8' fill='none' stroke='#22201d' stroke-width='2'/>")}${picture('b', 'Breite Platte auf zwei Beinen', "<path d='M3 9h18M5 9v12M19 9v12' fill='none' stroke='#22201d' stroke-width='2'/>")}${picture('c', 'Schirm auf einem Stab', "<path d='M8 4h8l3 7H5zM12 11v10M8 21h8' fill='none' stroke='#22201d' stroke-width='2'/>")}${picture('d', 'Hohe Lehne mit zwei Armen und einem Sitz', "<path d='M6 3h12v10H6zM4 11v10M20 11v10M4 16h16' fill='none' stroke='#22201d' stroke-width='2'/>")}</fieldset>` : ''}
<p><button>Anmelden</button></p></form><p><a class="hit" href="/hilfe/anmelden">Hilfe beim Anmelden</a></p>`
    },
  },
]
