/** Each rule that judges by looking: the page that breaks it, the same repaired, and the pattern that resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { PNG } from 'pngjs'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

type Case = {
  broken: string
  /** What is found of it: "violation", of the element called #x. */
  as: 'violation' | 'practice' | 'review'
  right: readonly string[]
}

const words =
  'All about garden tools, how they are kept sharp, where they are stored over the winter and who repairs them. '
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
// Two frames of one pixel, for ever; and the same, once.
const frames = 'IfkEAAoAAAAsAAAAAAEAAQAAAgJEAQAh+QQACgAAACwAAAAAAQABAAACAkwBADs='
const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const gif = (...parts: readonly Uint8Array[]) => `data:image/gif;base64,${Buffer.concat(parts).toString('base64')}`
const gifHead = bytes('R0lGODlhAQABAIAAAAAAAP///w==')
const forEver = Uint8Array.from([0x21, 0xff, 0x0b, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0])
const square = (color: string) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><rect width='90' height='60' fill='${color}'/></svg>`
const table = (rows: string, more = '') => `<table id="x" ${more}>${rows}</table>`

const drawings = { lift: 'M4 3h16v18H4z', stove: 'M12 2c4 5 6 8 6 12a6 6 0 01-12 0z', tree: 'M12 2l8 14H4z' }
const sign = (kind: keyof typeof drawings, attributes = '') =>
  `<svg width="24" height="24" viewBox="0 0 24 24" ${attributes}><path d="${drawings[kind]}"/></svg>`
/** Four rooms, of which some have a lift and some a stove. */
const rooms = (lift: string, stove: string, words = { lift: '', stove: '' }) => {
  const byLift = `${sign('lift', `id="x" ${lift}`)}${words.lift}`
  const heated = `${sign('stove', stove)}${words.stove}`
  return `<ul><li>Reading room ${byLift}${heated}</li><li>Cellar</li><li>Attic ${heated}</li><li>Hall ${byLift.replace('id="x"', '')}</li></ul>`
}

const cases: Readonly<Record<string, Case>> = {
  'link-text-generic': {
    broken: '<div><a id="x" href="/1">Click here</a></div>',
    as: 'violation',
    right: [
      '<a href="/1">Garden plans</a>',
      '<a href="/1">PDF</a>',
      '<a href="/1">Continue</a>',
      // In other languages it is no more than a name.
      '<a href="/1">Plus</a>',
      '<nav><ul><li><a href="/1">Overview</a></li><li><a href="/2">Details</a></li><li><a href="/3">Reviews</a></li></ul></nav>',
    ],
  },
  'link-name-punctuation': {
    broken: '<div><a id="x" href="/1">...</a></div>',
    as: 'violation',
    right: [
      '<a href="/1">Next …</a>',
      '<h2>Roses <a href="#r">#</a></h2>',
      '<a href="/1" aria-label="Next page">»</a>',
    ],
  },
  'link-indistinct': {
    broken: `<p>${words}<a id="x" href="/1" style="color:inherit;text-decoration:none">the shed</a> ${words}</p>`,
    as: 'practice',
    right: [
      `<p>${words}<a href="/1">the shed</a> ${words}</p>`,
      `<p>${words}<a href="/1" style="color:inherit;text-decoration:none;font-weight:700">the shed</a> ${words}</p>`,
      '<ul style="color:#000"><li><a href="/1" style="color:inherit;text-decoration:none">The shed</a></li></ul>',
    ],
  },
  'link-title-redundant': {
    broken: '<a id="x" href="/1" title="Garden plans">Garden plans</a>',
    as: 'practice',
    right: [
      '<a href="/1" title="Opens in March">Garden plans</a>',
      '<a href="/1" title="Garden plans"><svg></svg></a>',
    ],
  },
  'link-script-address': {
    broken: '<a id="x" href="javascript:show()">Show all</a>',
    as: 'practice',
    right: ['<a href="#all">Show all</a>', '<a role="button" href="javascript:void(0)">Show all</a>'],
  },
  'links-adjacent': {
    broken: `<div><a href="/1"><img src="${square('teal')}" alt="Spade"></a> <a id="x" href="/1">Spade</a></div>`,
    as: 'practice',
    right: [
      `<a href="/1"><img src="${square('teal')}" alt=""> Spade</a>`,
      `<a href="/1" tabindex="-1" aria-hidden="true"><img src="${square('teal')}" alt=""></a> <a href="/1">Spade</a>`,
      '<a href="/1">Spade</a> or <a href="/1">shovel</a>',
    ],
  },
  'link-new-window': {
    broken: '<a id="x" href="/1" target="_blank">Garden plans</a>',
    as: 'practice',
    right: ['<a href="/1" target="_blank">Garden plans (opens in a new tab)</a>', '<a href="/1">Garden plans</a>'],
  },
  'link-file-format': {
    broken: '<p>See the <a id="x" href="/plan.pdf">garden plan</a>.</p>',
    as: 'review',
    right: ['<a href="/plan.pdf">Garden plan (PDF)</a>', '<p>Download: <a href="/plan.zip">garden plan</a>, 2 MB</p>'],
  },
  'link-recording': {
    broken: '<p><a id="x" href="/talk.mp3">Talk on roses</a></p>',
    as: 'review',
    right: ['<p><a href="/talk.mp3">Talk on roses</a> <a href="/talk.html">Transcript</a></p>'],
  },
  'links-not-separated': {
    broken: '<div><a href="/1">Spades</a><a id="x" href="/2">Rakes</a></div>',
    as: 'practice',
    right: [
      '<div><a href="/1">Spades</a> <a href="/2">Rakes</a></div>',
      '<div><a href="/1" style="padding:4px">Spades</a><a href="/2" style="padding:4px">Rakes</a></div>',
    ],
  },
  'choices-without-group': {
    broken:
      '<p>Size?</p><label><input id="x" type="radio" name="s"> Small</label><label><input type="radio" name="s"> Large</label>',
    as: 'practice',
    right: [
      '<fieldset><legend>Size?</legend><label><input type="radio" name="s"> Small</label><label><input type="radio" name="s"> Large</label></fieldset>',
      '<div role="radiogroup" aria-label="Size"><label><input type="radio" name="s"> Small</label><label><input type="radio" name="s"> Large</label></div>',
      '<label><input type="checkbox" name="news"> Send me news</label>',
    ],
  },
  'fieldset-without-legend': {
    broken: '<fieldset id="x"><label>Street <input></label><label>Town <input></label></fieldset>',
    as: 'practice',
    right: [
      '<fieldset><legend>Address</legend><label>Street <input></label><label>Town <input></label></fieldset>',
      '<fieldset aria-label="Address"><label>Street <input></label><label>Town <input></label></fieldset>',
      '<fieldset><label><input type="checkbox"> I agree</label></fieldset>',
    ],
  },
  'label-without-field': {
    broken: '<label id="x" for="none">Street</label> <input aria-label="Street">',
    as: 'practice',
    right: [
      '<label for="s">Street</label> <input id="s">',
      '<label for="c">Street</label> <my-field id="c"></my-field>',
    ],
  },
  'label-of-other-field': {
    broken: '<label for="a">Street</label><input id="a"><label id="x" for="a">Town</label><input id="b">',
    as: 'violation',
    right: [
      '<label for="a">Street</label><input id="a"><label for="b">Town</label><input id="b">',
      '<label for="a">Street</label><input id="a"><label for="a">(required)</label><p>Next</p>',
      '<label for="a">Colour</label><input type="color" aria-hidden="true" tabindex="-1"><input id="a"><label for="a">six signs</label>',
    ],
  },
  'autocomplete-mismatch': {
    broken: '<label for="x">First name</label><input id="x" autocomplete="family-name">',
    as: 'violation',
    right: [
      '<label for="x">First name *</label><input id="x" autocomplete="given-name">',
      '<label for="x">Email</label><input id="x" autocomplete="username">',
      '<label for="x">Phone number</label><input id="x" autocomplete="shipping tel-national">',
    ],
  },
  'autocomplete-missing': {
    broken: '<label for="x">Family name</label><input id="x">',
    as: 'review',
    right: [
      '<label for="x">Family name</label><input id="x" autocomplete="family-name">',
      '<label for="x">Name of the rose</label><input id="x">',
      '<fieldset><legend>In an emergency</legend><label for="x">Family name</label><input id="x"></fieldset>',
    ],
  },
  'paste-blocked': {
    broken: '<label for="x">Password</label><input id="x" type="password" onpaste="return false">',
    as: 'violation',
    right: [
      '<label for="x">Password</label><input id="x" type="password" onpaste="count()">',
      '<label for="x">Code</label><input id="x" autocomplete="one-time-code" onpaste="event.preventDefault(); spread(event.clipboardData.getData(&quot;text&quot;))">',
    ],
  },
  'focus-removed-by-script': {
    broken: '<a id="x" href="/1" onfocus="this.blur()">Plans</a>',
    as: 'violation',
    right: [
      '<a href="/1" onfocus="show(this)">Plans</a>',
      '<input onfocus="if (done) { this.blur() }">',
      '<input tabindex="-1" aria-hidden="true" onfocus="this.blur()">',
    ],
  },
  'change-acts': {
    broken: '<select id="x" aria-label="Page" onchange="location.href = this.value"><option>1</option></select>',
    as: 'review',
    right: ['<select aria-label="Page" onchange="show(this.value)"><option>1</option></select>'],
  },
  'table-headers-without-scope': {
    broken: table(
      '<tr><th rowspan="2">Name</th><th colspan="2">2024</th></tr><tr><th>Q1</th><th>Q2</th></tr><tr><td>A</td><td>1</td><td>2</td></tr>',
    ),
    as: 'practice',
    right: [
      table(
        '<tr><th rowspan="2" scope="col">Name</th><th colspan="2" scope="colgroup">2024</th></tr><tr><th scope="col">Q1</th><th scope="col">Q2</th></tr><tr><td>A</td><td>1</td><td>2</td></tr>',
      ),
      table('<tr><th>Name</th><th>Price</th></tr><tr><td>A</td><td>1</td></tr>'),
    ],
  },
  'table-ragged': {
    broken: '<table><tr><th>Name</th><th>Price</th></tr><tr id="x"><td>A</td></tr></table>',
    as: 'practice',
    right: [
      table('<tr><th>Name</th><th>Price</th></tr><tr><td colspan="2">A</td></tr>'),
      table('<tr><th rowspan="2">A</th><td>1</td></tr><tr><td>2</td></tr>'),
    ],
  },
  'table-in-header': {
    broken:
      '<table><tr><th><table id="x"><tr><td>A</td></tr></table></th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    as: 'practice',
    right: [table('<tr><th>A</th></tr><tr><td>1</td></tr>')],
  },
  'table-for-layout': {
    broken: table('<tr><td><h2>News</h2><ul><li>One</li></ul></td></tr>'),
    as: 'practice',
    right: [
      table('<tr><td><h2>News</h2></td></tr>', 'role="presentation"'),
      table('<tr><td>Spade</td><td>12</td></tr><tr><td>Rake</td><td>9</td></tr>'),
    ],
  },
  'table-caption-as-cell': {
    broken:
      '<table><tr><td id="x" colspan="2">Prices in 2024</td></tr><tr><th>Name</th><th>Price</th></tr><tr><td>A</td><td>1</td></tr></table>',
    as: 'practice',
    right: [
      table('<caption>Prices in 2024</caption><tr><th>Name</th><th>Price</th></tr><tr><td>A</td><td>1</td></tr>'),
    ],
  },
  'table-headers-by-looks': {
    broken: table(
      '<tr><td><b>Name</b></td><td><b>Price</b></td></tr><tr><td>Spade</td><td>1</td></tr><tr><td>Rake</td><td>2</td></tr>',
    ),
    as: 'practice',
    right: [
      table('<tr><th>Name</th><th>Price</th></tr><tr><td>Spade</td><td>1</td></tr><tr><td>Rake</td><td>2</td></tr>'),
      table('<tr><td>Spade</td><td>1</td></tr><tr><td>Rake</td><td>2</td></tr><tr><td>Hoe</td><td>2</td></tr>'),
    ],
  },
  'table-marked-presentational': {
    broken: table('<tr><th>Name</th><th>Price</th></tr><tr><td>A</td><td>1</td></tr>', 'role="presentation"'),
    as: 'violation',
    right: [
      table('<tr><td>Left</td><td>Right</td></tr><tr><td>A</td><td>1</td></tr>', 'role="presentation"'),
      table('<tr><td>Left</td><td>Right</td></tr>', 'role="presentation" summary=""'),
    ],
  },
  'table-preformatted': {
    broken: '<pre id="x">Name    Price   Stock\nSpade   12      4\nRake    9       11</pre>',
    as: 'practice',
    right: ['<pre><code>a  b\nc  d\ne  f</code></pre>', '<pre>Roses are red\nviolets are blue\nand so are you</pre>'],
  },
  'obsolete-element': {
    broken: '<center id="x">Sale</center>',
    as: 'practice',
    right: ['<p style="text-align:center">Sale</p>'],
  },
  'obsolete-attribute': {
    broken: '<p id="x" align="center">Sale</p>',
    as: 'practice',
    right: ['<p style="text-align:center">Sale</p>'],
  },
  'duplicate-id': {
    broken: '<p id="y">One</p><div><p id="y">Two</p></div>',
    as: 'practice',
    right: [
      '<p id="y">One</p><p id="z">Two</p>',
      '<svg><defs><g id="y"/></defs></svg><svg><defs><g id="y"/></defs></svg>',
    ],
  },
  'empty-paragraph': {
    broken: '<main id="m"><p>&nbsp;</p></main>',
    as: 'practice',
    right: ['<p>One</p>', '<p id="status"></p>', '<p class="error"></p>', '<p><img alt="" src="data:,"></p>'],
  },
  'spacer-image': {
    broken: `<img id="x" alt="" src="${pixel}" width="40" height="20">`,
    as: 'practice',
    right: [
      `<img alt="" src="${pixel}" width="1" height="1">`,
      `<img alt="" src="${pixel}" data-src="/a.jpg" width="40" height="20">`,
      `<img alt="" src="${square('teal')}" width="40" height="20">`,
    ],
  },
  'line-breaks-for-paragraphs': {
    broken: `<div id="x">${words}<br><br>${words}</div>`,
    as: 'practice',
    right: [
      `<div><p>${words}</p><p>${words}</p></div>`,
      '<div>12 High Street<br>London</div>',
      '<div>Short<br><br>lines</div>',
    ],
  },
  'heading-too-long': {
    broken: `<h2 id="x">${words.repeat(3)}</h2>`,
    as: 'practice',
    right: [`<h2>Tools</h2><p>${words.repeat(3)}</p>`],
  },
  'semantics-removed': {
    broken: '<h2 id="x" role="presentation">Tools</h2>',
    as: 'violation',
    right: [
      '<h2>Tools</h2>',
      '<button><h2 role="presentation">Tools</h2></button>',
      '<div role="tablist"><h2 role="presentation"><button role="tab" aria-selected="true">Tools</button></h2></div>',
      '<div role="heading" aria-level="2"><h2 role="none">Tools</h2></div>',
    ],
  },
  'letters-spaced-out': {
    broken: '<p id="x">W E L C O M E</p>',
    as: 'violation',
    right: [
      '<p style="letter-spacing:1em">WELCOME</p>',
      '<p>A B C D E F G</p>',
      '<p>x y z a b</p>',
      '<pre>W E L C O M E</pre>',
      '<p>S M L X L</p>',
      '<p>Q W E R T Y U I O P</p>',
      '<p>E F P T O Z</p>',
      '<p>Our name is spelled K O W A L E S K A</p>',
    ],
  },
  'lookalike-letters': {
    broken: '<p id="x">Welcome to our gаrdеn</p>',
    as: 'violation',
    right: [
      '<p>Welcome to our garden</p>',
      '<p lang="ru">Добро пожаловать в Garden</p>',
      '<p>5 µm and α-rays</p>',
      '<p lang="ru">Пришлите SMSку</p>',
      '<p>𝐀𝐁𝐂𝐃𝐄 and ⒶⒷⒸⒹ</p>',
    ],
  },
  'list-by-looks': {
    broken: '<p id="x">• Spade<br>• Rake<br>• Hoe</p>',
    as: 'practice',
    right: [
      '<ul><li>Spade</li><li>Rake</li><li>Hoe</li></ul>',
      '<p>12 High Street<br>London<br>England</p>',
      '<p>• One remark</p>',
    ],
  },
  'heading-by-looks': {
    broken: `<p>${words}</p><p id="x"><b>Keeping tools sharp</b></p><p>${words}</p>`,
    as: 'review',
    right: [
      `<p>${words}</p><h2>Keeping tools sharp</h2><p>${words}</p>`,
      `<p>${words}</p><p><b>Beware of blades!</b></p><p>${words}</p>`,
      `<p>${words}</p><p><b>Note</b> that blades are sharp</p><p>${words}</p>`,
    ],
  },
  'drawing-by-characters': {
    broken: '<pre id="x">  /\\_/\\\n ( =.= )\n  > ^ <\n (__|__)</pre>',
    as: 'practice',
    right: [
      '<pre role="img" aria-label="A cat">  /\\_/\\\n ( =.= )\n  > ^ <\n (__|__)</pre>',
      '<pre>one\ntwo, three\nfour!</pre>',
      `<pre>${'1 0 0 0 0\n'.repeat(5)}</pre>`,
      `<pre>${'a b c d e\n'.repeat(6)}</pre>`,
      `<pre>${'- - - - -\n'.repeat(6)}</pre>`,
      `<pre><code>${'. . # . .\n'.repeat(6)}</code></pre>`,
      `<pre role="img" aria-label="A board with a king">${'. . K . .\n'.repeat(6)}</pre>`,
    ],
  },
  'text-justified': {
    broken: `<p id="x" style="text-align:justify;width:300px">${words.repeat(3)}</p>`,
    as: 'violation',
    right: [`<p style="width:300px">${words.repeat(3)}</p>`, `<p style="text-align:justify">${words.slice(0, 70)}</p>`],
  },
  'text-all-capitals': {
    broken: `<p id="x">${words.toUpperCase()}</p>`,
    as: 'practice',
    right: [`<p>${words}</p>`, '<p>NASA, ESA AND JAXA</p>'],
  },
  'text-all-italics': {
    broken: `<p id="x" style="font-style:italic">${words.repeat(2)}</p>`,
    as: 'practice',
    right: [
      `<p>${words.repeat(2)}<i>one</i></p>`,
      `<blockquote style="font-style:italic"><p>${words.repeat(2)}</p></blockquote>`,
    ],
  },
  'text-tiny': {
    broken: `<p id="x" style="font-size:7px">${words}</p>`,
    as: 'practice',
    right: [`<p style="font-size:12px">${words}</p>`],
  },
  'words-by-css': {
    broken: '<style>.n::before{content:"Warning: "}</style><p id="x" class="n">Blades are sharp</p>',
    as: 'practice',
    right: [
      '<style>.n::before{content:"→ "}</style><p class="n">Blades are sharp</p>',
      '<style>.n::before{content:"home";font-family:"Material Icons"}</style><p class="n">Start</p>',
      '<style>@media print{.n::before{content:"Warning: "}}</style><p class="n">Blades are sharp</p>',
    ],
  },
  'font-size-by-viewport': {
    broken: '<style>p{font-size:3vw}</style><p id="x">Blades are sharp</p>',
    as: 'violation',
    right: [
      '<style>p{font-size:calc(1rem + 1vw)}</style><p>Blades are sharp</p>',
      '<style>p{font-size:3vw} p.small{font-size:1rem}</style><p class="small">Blades are sharp</p>',
      '<style>p{font-size:20vw}</style><p aria-hidden="true">Oops</p>',
      '<style>p{font-size:3vw}</style><button>Larger text</button><p>Blades are sharp</p>',
    ],
  },
  'text-on-canvas': {
    broken: `<canvas id="x" width="300" height="90"></canvas><script>const pen = x.getContext('2d'); pen.fillText('A third off every spade', 9, 20); pen.fillText('until Sunday night.', 9, 40)</script>`,
    as: 'practice',
    right: [
      // Labels of a chart.
      `<canvas width="300" height="90"></canvas><script>const pen = document.querySelector('canvas').getContext('2d'); for (const month of ['January', 'February']) pen.fillText(month, 9, 20); pen.fillText('Spades', 9, 60)</script>`,
      '<canvas width="300" height="90"></canvas>',
    ],
  },
  'submit-disabled': {
    broken:
      '<form action="/order"><label>Name <input></label><label>Town <input></label><button id="x" disabled>Send it</button></form>',
    as: 'practice',
    right: [
      '<form action="/order"><label>Name <input></label><label>Town <input></label><button>Send it</button></form>',
      '<form action="/order"><label>Name <input></label><label>Town <input></label><button disabled aria-describedby="why">Send it</button><p id="why">Write your name and town first.</p></form>',
      '<form action="/search"><label>Tool <input></label><button disabled>Search</button></form>',
      '<form action="/order"><label>Name <input></label><label>Town <input></label><button disabled>Back</button><button>On</button></form>',
    ],
  },
  'lost-in-print': {
    broken:
      '<style>@media print { td:last-child span { display: none } }</style><table><tr><th>Spade</th><td id="x"><span>12 €</span></td></tr><tr><th>Rake</th><td><span>9 €</span></td></tr></table>',
    as: 'practice',
    right: [
      '<style>@media print { table { display: none } }</style><table><tr><th>Spade</th><td>12 €</td></tr><tr><th>Rake</th><td>9 €</td></tr></table>',
      '<style>@media print { td:last-child { display: none } }</style><table><tr><th>Spade</th><td><button>Buy it</button></td></tr><tr><th>Rake</th><td><button>Buy it</button></td></tr></table>',
      '<style>@media screen { td span { display: none } }</style><table><tr><th>Spade</th><td>12 €</td></tr></table>',
      '<style>@media print { tr.more { display: none } }</style><table><tr><th>Spade</th><td>12 €</td></tr><tr class="more"><th>Rake</th><td>9 €</td></tr></table>',
    ],
  },
  'meaning-by-color': {
    broken: '<p id="x">Fields marked in red are required.</p>',
    as: 'practice',
    right: ['<p>Fields marked with an asterisk, in red, are required.</p>', '<p>The roses in red are old.</p>'],
  },
  'alt-empty-with-title': {
    broken: `<img id="x" alt="" title="A spade" src="${square('teal')}">`,
    as: 'practice',
    right: [
      `<img alt="" src="${square('teal')}">`,
      `<img alt="A spade" title="Bought in May" src="${square('teal')}">`,
    ],
  },
  'alt-title-redundant': {
    broken: `<img id="x" alt="A spade" title="A spade" src="${square('teal')}">`,
    as: 'practice',
    right: [`<img alt="A spade" title="Bought in May" src="${square('teal')}">`],
  },
  'caption-repeats-alternative': {
    broken: `<figure><img id="x" alt="A spade" src="${square('teal')}"><figcaption>A spade.</figcaption></figure>`,
    as: 'practice',
    right: [
      `<figure><img alt="A spade with a broken shaft" src="${square('teal')}"><figcaption>A spade</figcaption></figure>`,
      `<figure><img alt="" src="${square('teal')}"><figcaption>A spade</figcaption></figure>`,
      `<figure><a href="/spade"><img alt="A spade" src="${square('teal')}"></a><figcaption>A spade</figcaption></figure>`,
      `<figure><img alt="A spade" src="${square('teal')}"><img alt="A rake" src="${square('red')}"><figcaption>A spade</figcaption></figure>`,
      `<figure><img alt="A spade" src="${square('teal')}"><figcaption aria-hidden="true">A spade</figcaption></figure>`,
    ],
  },
  'role-said-in-name': {
    broken: '<a id="x" href="/tools">Link to the garden tools</a>',
    as: 'practice',
    right: [
      '<a href="/tools">The garden tools</a>',
      '<a href="/links">Links to other gardens</a>',
      '<h2 id="r">Roses <a href="#r" aria-label="Link to this section">#</a></h2>',
      '<a href="/link">Permanent link</a>',
      '<button>Copy link</button>',
      '<button>Radio button</button>',
      '<button aria-label="Add a button">+</button>',
    ],
  },
  'drawing-endless': {
    broken: `<p>${words}</p><svg id="x" width="120" height="120"><rect width="50" height="50"><animate attributeName="x" from="0" to="60" dur="2s" repeatCount="indefinite"/></rect></svg>`,
    as: 'practice',
    right: [
      `<p>${words}</p><svg width="120" height="120"><rect width="50" height="50"><animate attributeName="x" from="0" to="60" dur="2s" repeatCount="2"/></rect></svg>`,
      `<p>${words}</p><svg width="24" height="24"><rect width="9" height="9"><animate attributeName="x" from="0" to="9" dur="2s" repeatCount="indefinite"/></rect></svg>`,
      `<p>${words}</p><svg role="img" aria-label="Loading" width="120" height="120"><rect width="50" height="50"><animate attributeName="x" from="0" to="60" dur="2s" repeatCount="indefinite"/></rect></svg>`,
      `<p>${words}</p><button>Pause</button><svg width="120" height="120"><rect width="50" height="50"><animate attributeName="x" from="0" to="60" dur="2s" repeatCount="indefinite"/></rect></svg>`,
      `<p>${words}</p><svg width="120" height="120"><rect width="50" height="50"><animate attributeName="x" from="0" to="60" dur="2s" begin="click" repeatCount="indefinite"/></rect></svg>`,
    ],
  },
  'error-without-message': {
    broken:
      '<form><p><label for="x">E-mail</label> <input id="x" value="anna@" aria-invalid="true"> <span aria-hidden="true">✗</span></p><p><button>Send</button></p></form>',
    as: 'practice',
    right: [
      '<form><p><label for="x">E-mail</label> <input id="x" value="anna@"></p><p><button>Send</button></p></form>',
      '<form><p><label for="x">E-mail</label> <input id="x" aria-invalid="true" aria-describedby="why"> <span id="why">The part after @ is missing</span></p></form>',
      '<form><p><label for="x">E-mail</label> <input id="x" aria-invalid="true"></p><p>The part after @ is missing</p></form>',
      '<form><p><label for="x">E-mail</label> <input id="x" aria-invalid="true"><small>The part after @ is missing</small></p></form>',
      '<div role="alert">Your e-mail has no server</div><form><p><label for="x">E-mail</label> <input id="x" aria-invalid="true"></p></form>',
    ],
  },
  'alt-says-picture': {
    broken: `<img id="x" alt="Image of a spade" src="${square('teal')}">`,
    as: 'practice',
    right: [
      `<img alt="A spade" src="${square('teal')}">`,
      `<img alt="غلاف أصفر" src="${square('teal')}">`,
      `<img alt="Картины в саду" src="${square('teal')}">`,
      `<img alt="Obrazek z kodem do przepisania" src="${square('teal')}">`,
      `<img alt="Pictures of an exhibition, programme" src="${square('teal')}">`,
    ],
  },
  'alt-click-words': {
    broken: `<input id="x" type="image" alt="Click here" src="${square('teal')}">`,
    as: 'practice',
    right: [`<input type="image" alt="Search" src="${square('teal')}">`],
  },
  'alt-same-for-different': {
    broken: `<img alt="A garden tool" src="${square('teal')}"><img id="x" alt="A garden tool" src="${square('red')}">`,
    as: 'review',
    right: [`<img alt="A spade" src="${square('teal')}"><img alt="A rake" src="${square('red')}">`],
  },
  'gif-endless': {
    broken: `<img id="x" alt="A rose opens" width="40" height="40" src="${gif(gifHead, forEver, bytes(frames))}">`,
    as: 'violation',
    right: [
      `<img alt="A rose opens" width="40" height="40" src="${gif(gifHead, bytes(frames))}">`,
      `<img alt="A rose opens" width="40" height="40" src="${gif(gifHead, forEver, bytes(frames))}"><button>Pause</button>`,
      `<img alt="Loading" width="40" height="40" src="${gif(gifHead, forEver, bytes(frames))}">`,
      `<img alt="A rose" width="40" height="40" src="${pixel}">`,
    ],
  },
  'background-picture-alone': {
    broken: `<div id="x" class="logo" style="width:90px;height:60px;background-image:url(&quot;${square('teal')}&quot;)"></div>`,
    as: 'review',
    right: [
      `<div role="img" aria-label="Garden Ltd" class="logo" style="width:90px;height:60px;background-image:url(&quot;${square('teal')}&quot;)"></div>`,
      `<div class="hero" style="width:90px;height:60px;background-image:url(&quot;${square('teal')}&quot;)"></div>`,
      `<div style="position:relative"><div class="photo" style="position:absolute;width:300px;height:60px;background-image:url(&quot;${square('teal')}&quot;)"></div><p style="position:relative;width:290px;color:#fff">Our garden in May, as it was.</p></div>`,
    ],
  },
  'orientation-asked-for': {
    broken: '<p id="x">Please rotate your device.</p>',
    as: 'review',
    right: [
      '<p>Rotate the handle of your spade.</p>',
      '<p>For a better view, please turn your device, or continue.</p>',
      '<style>.turn{display:none}</style><p class="turn">Please rotate your device.</p>',
    ],
  },
  'drag-alone': {
    broken: '<ul><li id="x" draggable="true">Spade</li><li draggable="true">Rake</li></ul>',
    as: 'practice',
    right: [
      '<ul><li draggable="true">Spade <button>Move up</button></li><li draggable="true">Rake <button>Move up</button></li></ul>',
      `<img draggable="true" alt="A spade" src="${square('teal')}">`,
      '<ul><li draggable="false">Spade</li></ul>',
      '<ul hidden><li draggable="true">Spade</li></ul>',
    ],
  },
  'empty-list': {
    broken: '<h2>Tools lent out</h2><ul id="x"></ul>',
    as: 'practice',
    right: [
      '<ul><li>Spade</li></ul>',
      '<ol class="toasts"></ol>',
      '<div aria-live="polite"><ul></ul></div>',
      '<ul role="listbox"></ul>',
      '<ul hidden></ul>',
    ],
  },
  'entry-asked-twice': {
    broken:
      '<form><label>Email <input type="email"></label><label>Repeat your email <input id="x" type="email"></label></form>',
    as: 'review',
    right: [
      '<form><label>Email <input type="email"></label><label>Phone <input type="tel"></label></form>',
      '<form><label>Password <input type="password"></label><label>Repeat it <input type="password"></label></form>',
      '<form><label>E-Mail <input type="email"></label></form><form><label>E-Mail bestätigen <input type="email"></label></form>',
    ],
  },
  'field-boundary-faint': {
    broken: '<label>Street <input id="x" style="border:1px solid #ddd;background:#fff"></label>',
    as: 'practice',
    right: [
      '<label>Street <input></label>',
      '<label>Street <input style="border:1px solid #ddd;background:#ddd;box-shadow:0 0 0 1px #000"></label>',
      '<label>Street <input disabled style="border:1px solid #ddd;background:#fff"></label>',
      '<label>Street <input style="border:0;border-bottom:2px solid #333;background:#fff"></label>',
    ],
  },
  'form-without-submit': {
    broken: '<form id="x" action="/find"><label>Street <input></label></form>',
    as: 'practice',
    right: [
      '<form action="/find"><label>Street <input></label><button>Find</button></form>',
      '<form id="f" action="/find"><label>Street <input></label></form><button form="f">Find</button>',
      '<form action="/find"><input type="image" alt="Find" src="data:,"><label>Street <input></label></form>',
      '<form><label>Filter <input></label></form>',
      '<form action="/find" hidden><label>Street <input></label></form>',
    ],
  },
  'name-left-over': {
    broken: '<button id="x" aria-label="undefined"><svg width="20" height="20"></svg></button>',
    as: 'practice',
    right: [
      '<button aria-label="Close"><svg width="20" height="20"></svg></button>',
      '<button>Title</button>',
      '<iframe title="Map of the garden" src="about:blank"></iframe>',
      '<nav aria-label="Hauptmenü"><a href="/1">Pläne</a></nav>',
    ],
  },
  'navigation-reordered': {
    broken:
      '<nav><a href="/1">A</a> <a href="/2">B</a> <a href="/3">C</a> <a href="/4">D</a></nav><nav id="x"><a href="/2">B</a> <a href="/1">A</a> <a href="/3">C</a> <a href="/4">D</a></nav>',
    as: 'practice',
    right: [
      '<nav><a href="/1">A</a> <a href="/2">B</a> <a href="/3">C</a> <a href="/4">D</a></nav><nav><a href="/1">A</a> <a href="/2">B</a> <a href="/3">C</a> <a href="/4">D</a></nav>',
      '<nav><a href="/1">A</a> <a href="/2">B</a> <a href="/3">C</a> <a href="/4">D</a></nav><nav><a href="/4">D</a> <a href="/5">E</a> <a href="/6">F</a> <a href="/7">G</a></nav>',
    ],
  },
  'password-by-letters': {
    broken:
      '<form><input id="x" type="password" maxlength="1" aria-label="Letter 2"><input type="password" maxlength="1" aria-label="Letter 5"></form>',
    as: 'practice',
    right: [
      '<form><input type="password" aria-label="Password" autocomplete="current-password"></form>',
      '<form><input type="password" maxlength="1" autocomplete="one-time-code" aria-label="1"><input type="password" maxlength="1" autocomplete="one-time-code" aria-label="2"></form>',
      '<form><input maxlength="1" aria-label="1"><input maxlength="1" aria-label="2"></form>',
    ],
  },
  'placeholder-contrast': {
    broken: '<style>input::placeholder{color:#ccc}</style><input id="x" aria-label="Month" placeholder="March">',
    as: 'violation',
    right: [
      '<style>input::placeholder{color:#444}</style><input aria-label="Month" placeholder="March">',
      '<input aria-label="Month" placeholder="March">',
      '<style>input::placeholder{color:#ccc}</style><input aria-label="Month" placeholder="March" value="May">',
      '<style>input::placeholder{color:#ccc}</style><input disabled aria-label="Month" placeholder="March">',
      '<style>input::placeholder{color:transparent}</style><input aria-label="Month" placeholder=" ">',
      '<style>input{background:#fff}input::placeholder{color:#fff}</style><input aria-label="Month" placeholder="Month">',
      '<style>input::placeholder{color:#ccc;-webkit-text-fill-color:#444}</style><input aria-label="Month" placeholder="March">',
    ],
  },
  'table-read-across': {
    broken: table(
      '<tr><td>A family ticket</td><td>A day ticket</td></tr><tr><td>is for four people.</td><td>is for one alone.</td></tr>',
      'role="presentation"',
    ),
    as: 'practice',
    right: [
      table(
        '<tr><td>A family ticket is for four people.</td><td>A day ticket is for one alone.</td></tr>',
        'role="presentation"',
      ),
      table('<tr><td>small spade</td><td>large spade</td></tr><tr><td>costs ten.</td><td>costs twelve.</td></tr>'),
      table('<tr><td>Spade</td><td>Rake</td></tr><tr><td>Hoes</td><td>Forks</td></tr>', 'role="presentation"'),
    ],
  },
  'tabs-without-selected': {
    broken: '<div id="x" role="tablist"><button role="tab">Roses</button><button role="tab">Herbs</button></div>',
    as: 'violation',
    right: [
      '<div role="tablist"><button role="tab" aria-selected="true">Roses</button><button role="tab">Herbs</button></div>',
      '<div role="tablist"><button role="tab">Roses</button></div>',
      // What they tell of themselves through ElementInternals no attribute shows.
      '<div role="tablist"><my-tab role="tab">Roses</my-tab><my-tab role="tab">Herbs</my-tab></div>',
      '<div role="tablist" hidden><button role="tab">Roses</button><button role="tab">Herbs</button></div>',
    ],
  },
  'text-underlined': {
    broken: '<p>Please bring <u id="x">your own spade</u> and something to drink.</p>',
    as: 'practice',
    right: [
      '<p>Please bring <a href="/1"><u>your own spade</u></a> and something to drink.</p>',
      '<p>Please bring <u style="text-decoration-style:wavy">yuor own</u> spade and something to drink.</p>',
      '<p>Please bring <ins>your own spade</ins> and something to drink.</p>',
      '<p><u>Your own spade</u></p>',
    ],
  },
  'time-limit-by-script': {
    broken: "<script>setTimeout(function () { location.href = '/bye' }, 60 * 1000)</script><p>Words</p>",
    as: 'practice',
    right: [
      "<script>setTimeout(function () { show('bye', location) }, 60000)</script>",
      "<script>if (location.hash) setTimeout(function () { location.href = '/next' }, 0)</script>",
      '<p>setTimeout(() => location.reload(), 60000)</p>',
    ],
  },
  'letters-replaced': {
    broken: '<p id="x">W3lc0m3 t0 7h3 n3w y34r!</p>',
    as: 'review',
    right: [
      '<p>Welcome to the new year!</p>',
      '<p>CO2, H2O and MP3 are known to all; 3D is not, nor is A4.</p>',
      '<p><code>a3b4c5 d0e1f3 a7b3c0</code></p>',
      '<p hidden>W3lc0m3 t0 7h3 n3w y34r!</p>',
    ],
  },
  'control-in-link': {
    broken: '<a href="/cup">A cup of clay <button type="button" id="x">Into the basket</button></a>',
    as: 'practice',
    right: [
      '<a href="/cup">A cup of clay <span>from Delft</span></a> <button type="button">Into the basket</button>',
      '<a>A cup of clay <button type="button">Into the basket</button></a>',
      '<a href="/cup">A cup of clay <button type="button" tabindex="-1" hidden>Into the basket</button></a>',
      '<button type="button"><span>Into the basket</span></button>',
    ],
  },
  'quotation-for-indent': {
    broken: '<blockquote id="x">Garden Ltd<br>High Street 1<br>London</blockquote>',
    as: 'review',
    right: [
      '<blockquote>A rose is a rose is a rose.</blockquote>',
      '<blockquote>Roses are red<br>violets are blue</blockquote>',
      '<blockquote cite="/1">Garden Ltd<br>High Street 1</blockquote>',
      '<blockquote><p>It blooms in 2 weeks.</p><footer>A gardener</footer></blockquote>',
    ],
  },
  'refresh-by-itself': {
    broken: '<meta id="x" http-equiv="REFRESH" content=" 3600;url=/next">',
    as: 'violation',
    right: [
      '<meta http-equiv="refresh" content="72001">',
      '<meta http-equiv="refresh" content="soon">',
      '<meta http-equiv="refresh" content="300px">',
      '<meta http-equiv="expires" content="90"><meta name="refresh" content="90">',
      '<p>content="90"</p>',
    ],
  },
  'sign-tells-alone': {
    broken: rooms('', ''),
    as: 'practice',
    right: [
      rooms('role="img" aria-label="lift"', 'role="img" aria-label="stove"'),
      rooms('aria-hidden="true"', 'aria-hidden="true"', { lift: 'with a lift', stove: 'heated' }),
      // One for each is an ornament; so is one that all have, or that goes with where a link leads or what can be opened.
      `<ul><li>${sign('lift')}By lift</li><li>${sign('stove')}Warm</li><li>${sign('tree')}Garden</li></ul>`,
      `<ul><li>${sign('lift')}One</li><li>${sign('lift')}Two</li><li>${sign('lift')}Three</li></ul>`,
      `<ul><li><a href="/1">One</a></li><li><a href="https://other.test/a">Two ${sign('lift')}</a></li><li><a href="https://other.test/b">Three ${sign('lift')}</a></li><li><a href="/4">Four</a></li></ul>`,
      `<ul><li><a href="/1.pdf">One ${sign('lift')}</a></li><li><a href="/2.pdf">Two ${sign('lift')}</a></li><li><a href="/3">Three ${sign('stove')}</a></li><li><a href="/4">Four ${sign('stove')}</a></li></ul>`,
      `<ul><li>One${sign('lift')}<ul><li>Inner</li></ul></li><li>Two${sign('lift')}<ul><li>Inner</li></ul></li><li>Three${sign('stove')}</li><li>Four${sign('stove')}</li></ul>`,
    ],
  },
  'required-by-color': {
    broken: '<form><label style="color:#c00" id="x">Street <input></label><label>Town <input></label></form>',
    as: 'review',
    right: [
      '<form><label style="color:#c00">Street * <input></label><label>Town <input></label></form>',
      '<form><label style="color:#c00">Straße (Pflichtfeld) <input></label><label>Ort <input></label></form>',
      '<form><label style="color:#c00">Vej (skal udfyldes) <input></label><label>By <input></label></form>',
      '<form><label style="color:#c00">Street <input></label><label style="color:#c00">Town <input></label></form>',
      '<form><label style="color:#c00">Street <input disabled></label><label>Town <input></label></form>',
    ],
  },
  'format-not-told': {
    broken: '<form><p><label for="x">Member number</label> <input id="x" pattern="[A-Z]{2}[0-9]{4}"></p></form>',
    as: 'review',
    right: [
      '<form><p><label for="x">Member number (two letters, four digits)</label> <input id="x" pattern="[A-Z]{2}[0-9]{4}"></p></form>',
      '<form><p><label for="x">Member number</label> <input id="x" pattern="[A-Z]{2}[0-9]{4}" title="Two letters and four digits"></p></form>',
      '<form><p><label for="x">Name</label> <input id="x" pattern=".+"></p></form>',
      '<form><p><label for="x">Name</label> <input id="x"></p></form>',
    ],
  },
  flashing: {
    broken:
      '<style>@keyframes f { 50% { background: #000 } } #x { animation: f .2s infinite; width: 400px; height: 200px }</style><div id="x"></div>',
    as: 'practice',
    right: [
      '<style>@keyframes f { 50% { background: #000 } } #x { animation: f 2s infinite; width: 400px; height: 200px }</style><div id="x"></div>',
      '<style>@keyframes f { 50% { background: #000 } } #x { animation: f .2s 2; width: 400px; height: 200px }</style><div id="x"></div>',
      '<style>@keyframes f { to { transform: rotate(1turn) } } #x { animation: f .3s infinite; width: 40px; height: 20px }</style><div id="x"></div>',
    ],
  },
}

for (const [rule, { broken, as, right }] of Object.entries(cases)) {
  test(`${rule} is found where it is, and not where it is right`, async () => {
    const found = await lab.see(rule, `<body>${broken}`)

    expect(found.map((each) => each.split(' ')[0])).toEqual([as])
    if (broken.includes('id="x"')) expect(found).toEqual([`${as} #x`])
    for (const html of right) expect({ html, found: await lab.see(rule, `<body>${html}`) }).toEqual({ html, found: [] })
  })
}

test('a window that opens with the page is told of', async () => {
  expect(await lab.see('window-opened-on-load', `<body onload="window.open('/ad')">`)).toEqual(['violation body'])
  expect(await lab.see('window-opened-on-load', '<body onload="start()">')).toEqual([])
})

test('text that has a colour on a page whose ground has none is told of', async () => {
  const page = (style: string) => `<style>body{${style}}</style><body><p>Words</p>`

  expect(await lab.see('color-without-background', page('color:#333'))).toEqual(['practice body'])
  expect(await lab.see('color-without-background', page('color:#333;background:#fff'))).toEqual([])
  expect(await lab.see('color-without-background', page('margin:0'))).toEqual([])
})

test('a link text that says nothing stands in a sentence, an item or under a heading that does', async () => {
  const found = async (html: string) => await lab.see('link-text-generic', `<body>${html}`)

  // Words around it help under AAA no more: its own text must say it all.
  expect(await found('<p>To see our garden plans, <a id="x" href="/1">click here</a>.</p>')).toEqual(['violation #x'])
  const { findings } = await lab.check(
    '<body><p>To see our plans, <a href="/1">click here</a>.</p><div><a href="/2">Read more</a> about roses</div>',
    { standard: 'WCAG 2.2 AA' },
  )
  expect(findings.filter(({ rule }) => rule === 'link-text-generic')).toEqual([])
})

test('fallback content of a player is not examined as links', async () => {
  expect(await lab.see('link-text-generic', '<body><video><a href="/v.mp4">Download</a></video>')).toEqual([])
})

test('a link that is called as the part of the page that it leads to tells where it leads', async () => {
  const to = (heading: string) =>
    lab.see(
      'link-text-generic',
      `<body><ul><li><a href="#more">More info</a></ul><div id="more"><h2>${heading}</h2></div>`,
    )

  expect(await to('More info!')).toEqual([])
  expect(await to('Prices')).toEqual([expect.stringContaining('a')])
})

test('words that tell that something is being waited for may move', async () => {
  const style = '<style>@keyframes run { to { opacity: 0 } } .run { animation: run 3s infinite }</style>'

  expect(await lab.see('moving-text', `<body>${style}<div class="run" role="status">Loading…</div>`)).toEqual([])
  expect(await lab.see('moving-text', `<body>${style}<div id="x" class="run">Sale ends today</div>`)).toEqual([
    'violation #x',
  ])
})

test('every rule says what it is, what it stands on and what to do, under one name', () => {
  const rules = staticChecks.map(({ rule }) => rule)

  expect(new Set(rules).size).toBe(rules.length)
  expect(rules.toSorted()).toEqual(rules)
  expect(staticChecks.filter(({ tier, criteria }) => tier !== 'practice' && criteria.length === 0)).toEqual([])
  expect(staticChecks.filter(({ remedy }) => !/^[A-Z].+[^.]\.$/.test(remedy)).map(({ rule }) => rule)).toEqual([])
})

test('a page of 20,000 elements is looked at by all rules, in time that grows with them', async () => {
  const row =
    '<tr><td><a href="/1">Spade</a></td><td><span>12 euro</span></td><td><p>In stock, and sold by the piece or by the dozen.</p></td></tr>'
  const list = '<div><p>Spades</p><label><input name="n" type="checkbox"> Mine</label></div>'
  const looked = async (times: number) => {
    const body = `<body><main><table>${row.repeat(12 * times)}</table>${list.repeat(26 * times)}</main>`
    const { runs } = await lab.check(body, { standard: 'WCAG 2.2 A' })
    const ours = runs.filter(({ name }) => staticChecks.some(({ rule }) => rule === name))
    return { ms: ours.reduce((sum, run) => sum + run.ms, 0), short: ours.filter(({ state }) => state !== 'ran') }
  }

  const quarters = [await looked(25), await looked(25)].map(({ ms }) => ms)
  const { ms, short } = await looked(100)

  expect(short).toEqual([])
  // A square would take sixteen times as long.
  expect(ms / Math.min(...quarters)).toBeLessThan(10)
})

test('numbered paragraphs are a list, those of a contract are text', async () => {
  const steps = '<p id="x">1. Clean it</p><p>2. Grind it</p><p>3. Oil it</p>'

  expect(await lab.see('list-by-looks', `<body><main>${steps}</main>`)).toEqual(['practice #x'])
  expect(
    await lab.see('list-by-looks', `<body><main>${steps.replaceAll('it<', `it. ${words.repeat(2)}<`)}</main>`),
  ).toEqual([])
})

test('one header cell is enough for a table to be no layout', async () => {
  const rows = '<tr><th>Name</th><td>Price</td></tr><tr><td>A</td><td>1</td></tr>'

  expect(await lab.see('table-marked-presentational', `<body>${table(rows, 'role="none"')}`)).toEqual(['violation #x'])
})

test('a message that covers the page when it is held upright is an error', async () => {
  const style = '.turn{display:none}@media (orientation:portrait){.turn{display:block;position:fixed;inset:0}}'
  const page = `<style>${style}</style><body><p id="x" class="turn">Please turn your device.</p>`

  expect(await lab.see('orientation-asked-for', page)).toEqual(['violation #x'])
})

test('a head of a table that has no header cells is an error, a bold row is not sure to be one', async () => {
  const rows = '<tbody><tr><td>Spade</td><td>1</td></tr><tr><td>Rake</td><td>2</td></tr></tbody>'
  const head = '<thead><tr><td>Name</td><td>Price</td></tr></thead>'

  expect(await lab.see('table-headers-by-looks', `<body>${table(head + rows)}`)).toEqual(['violation #x'])
})

test('words that run across the page for ever are an error; words that the mouse can hold ask for a look', async () => {
  const style =
    '@keyframes run { from { transform: translateX(300px) } to { transform: translateX(-300px) } } .run { animation: run 9s linear infinite }'
  const page = (more: string) => `<style>${style}${more}</style><body><p id="x" class="run">Sale ends today</p>`

  expect(await lab.see('moving-text', page(''))).toEqual(['violation #x'])
  expect(await lab.see('moving-text', page('.run:hover { animation-play-state: paused }'))).toEqual(['review #x'])
  expect(await lab.see('moving-text', `${page('')}<button>Pausar</button>`)).toEqual([])
  expect(
    await lab.see(
      'moving-text',
      '<style>@keyframes b { 50% { visibility: hidden } } #x { animation: b 1s steps(2) infinite }</style><body><strong id="x">Sale ends today</strong>',
    ),
  ).toEqual(['violation #x'])
})

test('an alternative that a program left there is an error, one that is short for something is not', async () => {
  const image = (alt: string) => `<body><img id="x" width="90" height="60" alt="${alt}" src="${square('teal')}">`

  for (const alt of ['Untitled-1 copy', 'image', 'Picture', 'undefined', 'shutterstock_1234567'])
    expect(await lab.see('alt-uninformative', image(alt))).toEqual(['violation #x'])
  for (const alt of ['logo', 'banner']) expect(await lab.see('alt-uninformative', image(alt))).toEqual(['review #x'])
  expect(await lab.see('alt-uninformative', image('IMG_2041'))).toEqual(['practice #x'])
  for (const alt of ['A spade', 'Imagine a rose', ''])
    expect(await lab.see('alt-uninformative', image(alt))).toEqual([])
})

test('an alternative that names what a button does, or the part of the site, is no word for a picture', async () => {
  const image = (alt: string) => `<img width="90" height="60" alt="${alt}" src="${square('teal')}">`
  const of = (html: string) => lab.see('alt-uninformative', `<body>${html}`)

  expect(await of(`<button>${image('Image')}</button><button>${image('Divider')}</button>`)).toEqual([])
  expect(await of(`<a href="/photos">${image('Photos')}</a>`)).toEqual([])
  expect(await of(`<a id="a" href="/rose">${image('Photos')}</a>`)).toEqual(['violation #a > img'])
  expect(await of(`<button id="a">${image('Image')}</button><button id="b">${image('Image')}</button>`)).toEqual([
    'violation #a > img',
    'violation #b > img',
  ])
})

test('a link that explains a term, or stands in an item, a column or a row of its own, is told by that', async () => {
  const at = async (html: string) => {
    const { findings } = await lab.check(`<body><main>${html}</main>`, { standard: 'WCAG 2.2 AA' })
    return findings.filter(({ rule, criteria }) => rule.startsWith('link-text') && criteria.includes('2.4.4')).length
  }
  const portrait = (of: string) => `<a href="https://${of}.example/${of}">Portrait</a>`

  expect(await at('<dl><dt>Parking at the castle</dt><dd><a href="/p">More</a></dd></dl>')).toBe(0)
  expect(await at('<table><tr><th>Report of 2023</th></tr><tr><td><a href="/p">More</a></td></tr></table>')).toBe(0)
  expect(
    await at(
      '<div role="list"><div role="listitem"><div>Lending of books</div><div><a href="/p">More</a></div></div></div>',
    ),
  ).toBe(0)
  expect(await at('<div><a href="/p" title="More about parking">More</a></div>')).toBe(0)
  expect(await at(`<div>Ann Lee, ${portrait('ann')}</div><div>Bo Ek, ${portrait('bo')}</div>`)).toBe(0)
  expect(await at(`<p>Written by Ann (${portrait('ann')}) and drawn by Bo (${portrait('bo')})</p>`)).toBe(0)
  expect(await at('<div><a href="/p">More</a></div>')).toBe(1)
  expect(await at(`<p>${portrait('ann')} or ${portrait('bo')}</p>`)).toBe(1)
})

test('what moves may be stopped by a switch for it, by itself, or by a button in a language that is not read', async () => {
  const ticker = (before: string, open = '<div id="x" class="run">', close = '</div>') =>
    `<style>@keyframes run { to { transform: translateX(-500px) } } .run { animation: run 9s linear infinite }</style>${before}${open}The bridge opens on Sunday${close}`
  const of = (html: string) => lab.see('moving-text', `<body>${html}`)

  expect(await of(ticker('<button>Watch the film</button>'))).toEqual(['violation #x'])
  expect(await of(ticker('<button aria-pressed="true">Ticker</button>'))).toEqual([])
  expect(await of(ticker('<button>Reduce movement</button>'))).toEqual([])
  expect(await of(ticker('', '<button aria-pressed="false"><span class="run">', '</span></button>'))).toEqual([])
  expect(await of(ticker('', '<button><span id="x" class="run">', '</span></button>'))).toEqual(['review #x'])
})

test('the heading of a panel that is folded parts fields of one name, and so does a box that is ticked', async () => {
  const field = (id: string) => `<label for="${id}">Remarks</label><input id="${id}">`
  const of = (html: string) => lab.see('label-ambiguous', `<body><form>${html}</form>`)

  expect(await of(`${field('a')}<button>Send</button>${field('x')}`)).toEqual(['violation #x'])
  expect(await of(`${field('a')}<h2><button>Delivery</button></h2>${field('x')}`)).toEqual([])
  expect(await of(`${field('a')}<label><input type="checkbox"> Poppy</label>${field('x')}`)).toEqual(['review #x'])
})

test('an error that is said to readers in other words is not hidden from them', async () => {
  const of = (more: string) =>
    lab.see(
      'error-hidden-from-readers',
      `<body><form><label>Postcode <input ${more}></label><span id="x" aria-hidden="true">✖ Please enter a postcode such as LS1</span><span id="e" hidden>Error: enter a postcode such as LS1.</span></form>`,
    )

  expect(await of('')).toEqual(['violation #x'])
  expect(await of('aria-describedby="e"')).toEqual([])
  expect(await of('aria-description="Enter a postcode such as LS1"')).toEqual([])
})

test('a name that is drawn is a mark where it leads home or stands among others, and an arrow is no word', async () => {
  const drawn = (text: string) =>
    `<img width="200" height="40" alt="${text}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='40'><text y='30'>${text}</text></svg>">`
  const of = (html: string) => lab.see('image-of-text', `<body>${html}`)
  const button = (bars: number) => {
    const picture = new PNG({ width: 96, height: 40 })
    for (let at = 0; at < 96 * 40; at += 1) {
      const isInk = at % 96 < bars * 8 && at % 8 < 4
      picture.data.set(isInk ? [255, 255, 255, 255] : [0, 0, 90, 255], at * 4)
    }
    const source = PNG.sync.write(picture).toString('base64')
    return `<input id="x" type="image" alt="Next" width="96" height="40" src="data:image/png;base64,${source}">`
  }

  expect(await of(drawn('Blue Harbour'))).toHaveLength(1)
  expect(await of(`<a href="/">${drawn('Blue Harbour')}</a>`)).toEqual([])
  expect(await of(`<ul><li>${drawn('Blue Harbour')}</li><li>${drawn('North Mill')}</li></ul>`)).toEqual([])
  expect(await of(button(4))).toEqual(['violation #x'])
  expect(await of(button(1))).toEqual(['review #x'])
})

test('two fields called the same are an error, unless a hint tells them apart', async () => {
  const form = (more: string) =>
    `<body><form><label for="a">Station</label><input id="a"><label for="x">Station</label><input id="x" ${more}></form>`

  expect(await lab.see('label-ambiguous', form(''))).toEqual(['violation #x'])
  expect(await lab.see('label-ambiguous', form('placeholder="to"'))).toEqual(['review #x'])
})

test('a message that names no field is no good practice where nothing else does', async () => {
  const form = (more: string) =>
    `<body><div id="x" role="alert">Some fields are wrong. Please check them.</div><form><label>Year <input ${more}></label><label>Name <input></label></form>`

  expect(await lab.see('error-message-vague', form(''))).toEqual(['practice #x'])
  expect(await lab.see('error-message-vague', form('aria-invalid="true"'))).toEqual(['review #x'])
})

test('a painting in the text has something inside that says what it shows; one behind the page may be decoration', async () => {
  const page = (style: string, inside = '') =>
    `<body><canvas id="x" width="200" height="100" style="${style}">${inside}</canvas><script>document.getElementById('x').getContext('2d').fillRect(0, 0, 90, 90)</script>`
  const of = async (html: string) => (await lab.check(html)).of('graphic-without-alternative')

  expect(await of(page(''))).toEqual(['practice #x'])
  expect(await of(page('position:fixed;top:0'))).toEqual(['review #x'])
  expect(await of(page('', 'Sales rose from 10 to 20'))).toEqual([])
})

test('a group that asks for the same as another offers to take it over', async () => {
  const group = (name: string) =>
    `<fieldset id="${name}"><legend>${name}</legend>${['Street', 'Town', 'Country'].map((field) => `<label>${field} <input></label>`).join('')}</fieldset>`
  const both = `${group('ship')}${group('bill')}`

  expect(await lab.see('entry-asked-twice', `<body><form>${both}</form>`)).toEqual(['review #bill'])
  expect(
    await lab.see('entry-asked-twice', `<body><form><label><input type="checkbox"> Same address</label>${both}</form>`),
  ).toEqual([])
  const choice = (words: string) =>
    lab.see('entry-asked-twice', `<body><form><label><input type="checkbox"> ${words}</label>${both}</form>`)
  expect(await choice('Wie die Lieferadresse')).toEqual([])
  expect(await choice('Comme l’adresse de livraison')).toEqual([])
  expect(await choice('Ich möchte wissen, wie es geht')).toEqual(['review #bill'])
})

test('what is looked at in a page is looked at in its shadow roots, too', async () => {
  const host = (html: string) => `<body><my-part><template shadowrootmode="open">${html}</template></my-part>`

  const { of } = await lab.check(
    host('<form id="x" action="/find"><label>Street <input></label></form><ul id="y"></ul>'),
  )

  expect(of('form-without-submit')).toEqual(['practice body > my-part >>> #x'])
  expect(of('empty-list')).toEqual(['practice body > my-part >>> #y'])
})

test('a video that plays by itself without end needs a way to stop it', async () => {
  const page = (attributes: string, beside = '') =>
    `<body><div><video id="x" muted width="200" height="100" ${attributes}></video>${beside}</div><canvas id="c" aria-hidden="true" width="200" height="100"></canvas>
     <script>{ const c = document.getElementById('c'); c.getContext('2d').fillRect(0, 0, 9, 9); const v = document.getElementById('x'); v.srcObject = c.captureStream(); if (v.autoplay) v.play() }</script>`
  const of = async (html: string) => (await lab.check(html)).of('video-endless')

  expect(await of(page('autoplay loop'))).toEqual(['violation #x'])
  expect(await of(page('autoplay loop', '<button aria-label="Film"></button>'))).toEqual(['review #x'])
  expect(await of(page('autoplay loop', '<button>Pause</button>'))).toEqual([])
  expect(await of(page('autoplay loop controls'))).toEqual([])
  expect(await of(page('loop'))).toEqual([])
})

test('a layout table with a summary is marked as data after all', async () => {
  const row = '<tr><td>Left</td><td>Right</td></tr>'

  expect(
    await lab.see('table-marked-presentational', `<body>${table(row, 'role="presentation" summary="Two columns"')}`),
  ).toEqual(['violation #x'])
})

test('alternatives say in many languages that they are pictures', async () => {
  const says = (alt: string) => lab.see('alt-says-picture', `<body><img id="x" alt="${alt}" src="${square('teal')}">`)
  for (const alt of [
    'صورة غلاف أصفر',
    'תמונה של ספינה',
    'Фото корабля в порту',
    'Zdjęcie statku',
    '庭の写真',
    '배의 사진',
  ])
    expect([alt, await says(alt)]).toEqual([alt, ['practice #x']])
})
