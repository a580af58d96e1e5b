/** What audits of real sites report most, each beside what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

test('a drawn curve whose heights no number tells has no alternative, whatever stands at its axes', async () => {
  const curve = (more: string, attributes = '', points = '40,90 80,60 120,70 160,30 200,50 240,20') =>
    `<main><h2>Visits</h2><svg id="x" width="300" height="120"${attributes}><polyline points="${points}" fill="none" stroke="#124e8c"/><text x="5" y="20">90</text><text x="40" y="115">Mon</text>${more}</svg></main>`
  const broken = await lab.seeEach('graphic-without-alternative', [
    curve(''),
    curve('<path d="M40 10v90" stroke="#333"/><text x="5" y="100">0</text>'),
    `<main><div><p>What our readers borrowed</p>${curve('').replace(/<\/?main>|<h2>.*?<\/h2>/g, '')}</div></main>`,
  ])
  const right = await lab.seeEach('graphic-without-alternative', [
    curve('', ' role="img" aria-label="From 3 on Monday to 9 on Saturday"'),
    curve('', ' aria-hidden="true"'),
    curve('<title>From 3 to 9</title>'),
    curve([3, 5, 4, 8, 6, 9].map((many, at) => `<text x="${at * 40}" y="10">${many}</text>`).join('')),
    `<main><section>${curve('').replace(/<\/?main>/g, '')}<table><tr><th>Mon<td>3<tr><th>Tue<td>5</table></section></main>`,
    `<main><section>${curve('').replace(/<\/?main>/g, '')}<p>Mon 3, Tue 5, Wed 4, Thu 8, Fri 6, Sat 9.</p></section></main>`,
    // A flourish with a word in it.
    curve('', '', '40,90 240,20'),
  ])

  const [path] = await lab.seeEach('graphic-without-alternative', [
    curve('').replace(
      /<polyline[^>]*>/,
      '<path d="M40 90l40-30 40 10 40-40 40 20 40-30" fill="none" stroke="#124e8c"/>',
    ),
  ])

  expect([...broken, path]).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['practice #x']])
  expect(right.flat()).toEqual([])
})

test('how many stars there are is not told by the width of a picture alone', async () => {
  const star = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E%3Cpath d='M1 1h9v9z'/%3E%3C/svg%3E")`
  const rows = (row: (full: string, many: number) => string, repeat = 'repeat-x', picture = star) =>
    `<style>.s{display:block;width:100px;height:20px}.f{display:block;height:20px;background:${picture} ${repeat}}</style>${[
      5, 3,
    ]
      .map(
        (many) =>
          `<div><p>${many === 5 ? 'Ann' : 'Bo'}</p>${row(`<span class="f" style="width:${many * 20}%"></span>`, many)}<p>Came on the day.</p></div>`,
      )
      .join('')}`
  const broken = await lab.seeEach('rating-by-stars', [
    rows((full) => `<span class="s">${full}</span>`),
    rows((full) => `<div class="s">${full.replaceAll('span', 'i')}</div>`, 'repeat'),
  ])
  const right = await lab.seeEach('rating-by-stars', [
    rows((full, many) => `<span class="s" role="img" aria-label="${many} of 5">${full}</span>`),
    rows((full, many) => `<span class="s">${full}</span><b>${many} of 5</b>`),
    rows((full, many) => `<span class="s">${full}</span><p>${many}.0</p>`),
    rows((full) => `<span class="s">${full}</span>`, 'no-repeat'),
    rows((full) => `<span class="s">${full}</span>`, 'repeat', 'linear-gradient(90deg,#222,#444)'),
    rows((full, many) => `<span class="s" role="meter" aria-valuenow="${many}">${full}</span>`),
  ])

  expect(broken.map((each) => each.length)).toEqual([2, 2])
  expect(right.flat()).toEqual([])
})

test('a map that the text speaks of is no decoration', async () => {
  const picture =
    'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%22400%22 height=%22220%22%3E%3Cpath d=%22M0 0h400%22 stroke=%22red%22/%3E%3C/svg%3E'
  const image = `<img id="x" width="400" height="220" alt="" src="${picture}">`
  const broken = await lab.seeEach('large-image-without-alternative', [
    `<main><p>The map shows the way from the station.</p><div>${image}</div></main>`,
    `<main><p>Der Lageplan zeigt, wo die Eingänge sind.</p>${image}</main>`,
    `<main><p>The diagram below tells who answers to whom.</p><div>${image}</div><p>Write to us if it has changed.</p></main>`,
  ])
  const right = await lab.seeEach('large-image-without-alternative', [
    `<main><p>The map shows the way from the station.</p><div>${image.replace('alt=""', 'alt="Straight on, then left"')}</div></main>`,
    `<main><p>We have moved to the old station.</p><div>${image}</div></main>`,
    `<main><p>The map shows the way.</p><figure>${image}<figcaption>Straight on, then left.</figcaption></figure></main>`,
    `<main><p>The map shows the way.</p><div>${image} Straight on past the church, then left at the bridge.</div></main>`,
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('a field most of which is beside a narrow window is told of; one that begins in it is not', async () => {
  const form = (style: string) =>
    `<body style="margin:0"><main><h1>Complain</h1><form><div style="display:grid;grid-template-columns:${style}"><label for="x">Train</label><input id="x" style="width:100%;box-sizing:border-box"></div><button>Send</button></form></main>`
  const wide = await lab.check(form('200px 460px'))
  const right = await lab.check(form('minmax(0,1fr) minmax(0,2fr)'))
  const begun = await lab.check(form('20px 460px'))
  // Its button is at its beginning; behind it stands the file's name.
  const file = await lab.check(form('200px 460px').replace('id="x" style', 'id="x" type="file" style'))

  expect(wide.of('reflow')).toEqual(['violation #x'])
  expect([...right.of('reflow'), ...begun.of('reflow'), ...file.of('reflow')]).toEqual([])
})

test('a switch that can hardly be seen is told of by its ground, its border and its knob', async () => {
  const one = (style: string, knob = 'background:#fff', more = '') =>
    `<style>#x{width:56px;height:32px;padding:3px;border:0;border-radius:16px;${style}}#x::before{content:"";display:block;width:26px;height:26px;border-radius:50%;${knob}}</style><button id="x" type="button" role="switch" aria-checked="true" aria-label="Mail me">${more}</button>`
  const broken = await lab.seeEach('field-boundary-faint', [
    one('background:#e3e7eb'),
    one('background:#fff;border:1px solid #ddd'),
    `<span id="x" role="checkbox" tabindex="0" aria-checked="false" aria-label="Mail me" style="display:inline-block;width:24px;height:24px;border:2px solid #e5e5e5"></span>`,
    one('background:#9a9a9a'),
  ])
  const right = await lab.seeEach('field-boundary-faint', [
    one('background:#5f6b78'),
    one('background:#e3e7eb', 'background:#5f6b78'),
    one('background:#fff;border:2px solid #5f6b78'),
    one('background:#e3e7eb;box-shadow:0 0 0 1px #555'),
    one('background:#e3e7eb', 'background:#fff', 'On'),
    one('background:#e3e7eb', 'background:#fff', '<svg width="8" height="8"><path d="M0 0h8v8z"/></svg>'),
    one('background:#e3e7eb').replace('role=', 'disabled role='),
    one('background:#fff').replace('content:""', 'content:"✓"'),
  ])

  expect(broken).toEqual([['practice #x'], ['practice #x'], ['practice #x'], ['review #x']])
  expect(right.flat()).toEqual([])
})

test('an order that a pointer changes by dragging alone needs presses that do the same', async () => {
  const list = (more: (name: string) => string, script = '') =>
    `<main><h1>Order</h1><a href="/help">Help</a><ul>${['Usage', 'Members', 'Billing'].map((name) => `<li><button type="button" class="grip" style="cursor:grab" aria-label="Move ${name}">⠿</button><span>${name}</span>${more(name)}</li>`).join('')}</ul></main><script>const list=document.querySelector('ul');for(const row of list.children){const grip=row.querySelector('.grip');grip.addEventListener('keydown',event=>{if(event.key==='ArrowUp')row.previousElementSibling?.before(row)});grip.addEventListener('pointerdown',()=>{addEventListener('pointermove',at=>{if(at.clientY>100)list.append(row)})});${script}}</script>`
  const broken = await lab.seeEach('dragged-by-script', [list(() => '')])
  const right = await lab.seeEach('dragged-by-script', [
    list(
      (name) =>
        `<button type="button" aria-label="Move ${name} up">Up</button><button type="button" aria-label="Move ${name} down">Down</button>`,
    ),
    list(() => '', "grip.addEventListener('click',()=>row.classList.toggle('held'))"),
    list(() => '<select aria-label="Place"><option>1<option>2<option>3</select>'),
  ])

  expect(broken.flat()).toEqual(['practice .grip'].map(() => expect.stringContaining('practice')))
  expect(right.flat()).toEqual([])
})

test('boxes of one question show what goes into which', async () => {
  const birth = (legend: string, box: (name: string, at: number) => string, names = ['Day', 'Month', 'Year']) =>
    `<form><fieldset><legend>${legend}</legend>${names.map((name, at) => box(name, at)).join(' ')}</fieldset><button>Next</button></form>`
  const mute = (name: string, at: number) => `<input id="x${at}" size="4" aria-label="${name}">`
  const broken = await lab.seeEach('label-not-seen', [
    birth('Your date of birth', mute),
    birth('Numer telefonu', mute, ['Kierunkowy', 'Numer abonenta', 'Wewnętrzny']),
    birth(
      'Your date of birth',
      (name, at) =>
        `<label for="x${at}" style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">${name}</label> <input id="x${at}" size="4">`,
    ),
    birth('Your date of birth', mute)
      .replaceAll('fieldset', 'div')
      .replace('<div>', '<div role="group" aria-label="Birth">')
      .replaceAll('legend', 'p'),
  ])
  const right = await lab.seeEach('label-not-seen', [
    birth('Your date of birth', (name, at) => `<label for="x${at}">${name}</label> <input id="x${at}" size="4">`),
    birth('Your date of birth (dd mm yyyy)', mute),
    birth('Your date of birth, for example 31 3 1980', mute),
    birth('Day, month and year of your birth', mute),
    birth('The code that we sent', (_, at) => `<input size="1" maxlength="1" aria-label="Figure no. ${at}">`),
  ])

  expect(broken).toEqual([['practice #x0'], ['practice #x0'], ['practice #x0'], ['practice #x0']])
  expect(right.flat()).toEqual([])
})

test('answers of a conversation come where a screen reader listens', async () => {
  const chat = (box: string, script = 'setTimeout(()=>say("Manual","Set a budget."),700)', called = 'chat') =>
    `<main><h1>Help</h1><section class="${called}"><div id="said"${box}><p>What would you like to know?</p></div><form><label>Your question <input id="q"></label><button>Ask</button></form></section></main><script>const said=document.getElementById('said'),field=document.querySelector('#q');const say=(who,what)=>{const line=document.createElement('p');line.textContent=who+': '+what;said.append(line)};document.querySelector('form').addEventListener('submit',event=>{event.preventDefault();say('You',field.value);field.value='';${script}})</script>`
  const broken = await lab.seeEach('conversation-not-announced', [
    chat(''),
    chat('', 'fetch("/answer").then(each=>each.text()).then(text=>say("Bot",text))', 'box assistant'),
    chat(' class="messages"', undefined, 'box'),
  ])
  const right = await lab.seeEach('conversation-not-announced', [
    chat(' role="log" aria-label="Conversation"'),
    chat(' aria-live="polite"'),
    chat('', ''),
    // Things to do are entries of a list.
    chat('', undefined, 'todo'),
  ])

  expect(broken).toEqual([['practice #said'], ['practice #said'], ['practice #said']])
  expect(right.flat()).toEqual([])
})

test('a form that asks for one’s own says so to the browser; one that asks for another’s need not', async () => {
  const form = (labels: readonly string[], more = 'autocomplete="off"') =>
    `<form>${labels.map((label, at) => `<p><label for="x${at}">${label}</label> <input id="x${at}" ${more}></p>`).join('')}<button>Next</button></form>`
  const broken = await lab.seeEach('autocomplete-missing', [
    form(['Your full name', 'Your email address, for example ann@mail.test']),
    form(['Votre nom de famille', 'Votre adresse électronique, par exemple ann@mail.test'], ''),
    form(['Full name', 'Email (we never pass it on)']),
  ])
  const right = await lab.seeEach('autocomplete-missing', [
    form(['Your full name', 'Your email address'], 'autocomplete="name"'),
    form(['Your favourite tree', 'Your question']),
    form(['Full name (of the recipient)', 'Email, where the gift is announced']),
  ])

  expect(broken).toEqual([
    ['practice #x0', 'practice #x1'],
    ['practice #x0', 'practice #x1'],
    ['review #x0', 'review #x1'],
  ])
  expect(right.flat()).toEqual([])
})

test('one vague word for links to several places tells of none of them', async () => {
  const rows = (row: (name: string, at: number) => string) =>
    `<main lang="en">${['Guide to spades', 'Guide to rakes', 'Guide to forks'].map(row).join('')}</main>`
  const broken = await lab.seeEach('link-text-generic', [
    rows(
      (name, at) => `<div class="row"><div>${name}</div><div><a id="x${at}" href="/${at}.pdf">Download</a></div></div>`,
    ),
  ])
  const right = await lab.seeEach('link-text-generic', [
    rows((name, at) => `<div class="row"><a href="/${at}.pdf">Download the ${name}</a></div>`),
  ])
  const [near] = await lab.seeEach('link-text-generic', [
    rows((name, at) => `<ul><li>${name} <a href="/${at}.pdf">Download</a></li></ul>`),
  ])

  expect(broken).toEqual([['practice #x0', 'practice #x1', 'practice #x2']])
  expect(right.flat()).toEqual([])
  expect(near?.every((each) => each.startsWith('review'))).toBe(true)
})

test('what is chosen is told from the others by a colour of the same lightness alone', async () => {
  const row = (css: string, chosen = 'aria-current="page"') =>
    lab.see(
      'chosen-by-color',
      `<body><style>a,button{color:#333;border:0;background:none;text-decoration:none;padding:4px}${css}</style><nav><a href="/w">Water</a> <a href="/p" id="x" ${chosen}>Power</a> <a href="/g">Gas</a></nav>`,
    )
  const switches = (css: string, words = ['', '']) =>
    lab.see(
      'chosen-by-color',
      `<body><style>button{width:48px;height:24px;border:0;padding:0;background:#8a8a8a}[aria-checked="true"]{background:#0a7a4a}${css}</style><p>Night <button id="x" role="switch" aria-checked="true" aria-label="Night">${words[0]}</button></p><p>Sound <button role="switch" aria-checked="false" aria-label="Sound">${words[1]}</button></p>`,
    )

  expect(await row('#x{color:#8a0000}')).toEqual(['practice #x'])
  expect(await row('#x{color:#8a0000;font-weight:700}')).toEqual([])
  expect(await row('#x{color:#8a0000;border-bottom:3px solid}')).toEqual([])
  expect(await row('#x{color:#8a0000}#x::after{content:"";display:block;height:2px;background:#8a0000}')).toEqual([])
  // Told apart by lightness, and by a mark that slides along the row.
  expect(await row('a{color:#111}#x{color:#999}')).toEqual([])
  expect(
    await row(
      '#x{color:#8a0000}nav{position:relative}nav::after{content:"";position:absolute;left:50px;width:40px;height:2px;background:red}',
    ),
  ).toEqual([])
  expect(await row('#x{color:#8a0000}', '')).toEqual([])
  expect(await switches('')).toEqual(['practice #x'])
  expect(await switches('', ['On', 'Off'])).toEqual([])
  expect(
    await switches('button{padding-left:2px;text-align:left}button[aria-checked="true"]{text-align:right}', [
      '<i style="display:inline-block;width:18px;height:18px;background:#fff"></i>',
      '<i style="display:inline-block;width:18px;height:18px;background:#fff"></i>',
    ]),
  ).toEqual([])
  // A knob that a style draws is moved by whatever moves it.
  for (const moved of ['margin-left:24px', 'translate:24px', 'position:relative;left:24px', 'float:right', 'order:1'])
    expect(
      await switches(
        `button::before{content:"";display:block;width:20px;height:20px;background:#fff}[aria-checked="true"]::before{${moved}}`,
      ),
    ).toEqual([])
})

const looked = (rule: string, html: string) => lab.see(rule, `<body>${html}`)

test('cells that hold signs of one shape and several colours, and no word', async () => {
  const table = (cells: readonly string[], rest: readonly string[] = []) =>
    looked(
      'state-by-color-alone',
      `<table>${cells.map((cell, at) => `<tr><td>Beach ${at}</td><td ${at === 0 ? 'id="x"' : ''}>${cell}</td>${rest[at] ? `<td>${rest[at]}</td>` : ''}</tr>`).join('')}</table>`,
    )

  expect(await table(['🟢', '🔴', '🔴'])).toEqual(['practice #x'])
  expect(await table(['🟢 good', '🔴 bad', '🔴 bad'])).toEqual([])
  expect(await table(['🟢', '🔴', '🔴', '🟢'], ['open', 'shut', 'shut', 'open'])).toEqual([])
  expect(await table(['✅', '❌', '❌'])).toEqual([])
  // Each has its own: the colour of a line of the tramway.
  expect(await table(['🟢', '🔴', '🔵'])).toEqual([])
})

test('a table’s title and the heads of its rows are told by looks alone', async () => {
  const lakes = (before: string, attribute = '') =>
    looked('table-caption-as-cell', `${before}<table ${attribute}><tr><th>Lake<th>Depth<tr><td>Aske<td>12</table>`)
  const rain = (corner: string, heads: (month: string) => string) =>
    looked(
      'table-headers-by-looks',
      `<table id="x"><tr>${corner}<th>2024<th>2025</tr>${['January', 'March', 'May'].map((month) => `<tr>${heads(month)}<td>12<td>14</tr>`).join('')}</table>`,
    )

  expect(await lakes('<p id="x"><strong>Table 2: Depth of the lakes</strong></p>')).toEqual(['practice #x'])
  expect(await lakes('<p id="x">Tabelle 4.1 – Tiefe der Seen</p>')).toEqual(['practice #x'])
  expect(await lakes('<p id="x">Table 2 shows how deep the lakes are.</p>')).toEqual([])
  expect(await lakes('<p id="x">Table 2: Depth of the lakes</p>', 'aria-labelledby="x"')).toEqual([])
  expect(await lakes('<p id="x">Step 2: Depth of the lakes</p>')).toEqual([])
  expect(await rain('<td></td>', (month) => `<td><b>${month}</b>`)).toEqual(['practice #x'])
  expect(await rain('<td></td>', (month) => `<th scope="row">${month}`)).toEqual([])
  expect(await rain('<td></td>', (month) => `<td>${month}`)).toEqual([])
  // Names of things, in bold, under a head of their own.
  expect(await rain('<th>Month</th>', (month) => `<td><b>${month}</b>`)).toEqual([])
})

test('a link of several sentences, and one that is a long title', async () => {
  const sentence =
    'the water of the valley was tested in forty places, and in all but one of them it was found to be good'
  const link = (text: string) => looked('link-text-long', `<div><a id="x" href="/r">${text}</a></div>`)

  expect(await link(`In spring ${sentence}. In autumn ${sentence}.`)).toEqual(['practice #x'])
  expect(await link(`In spring ${sentence}`)).toEqual([])
  expect(await link(`<h2>Water</h2><p>In spring ${sentence}. In autumn ${sentence}.</p>`)).toEqual([])
  expect(
    await link(
      'On the measurement of nitrate in the wells of mountain valleys and its relation to the use of manure on meadows above the line of springs in the years between nineteen hundred and eighty and two thousand and ten',
    ),
  ).toEqual([])
})

test('what programs left as the name of a drawing or a frame, and words read twice', async () => {
  const drawing = (title: string, attributes = '') =>
    looked(
      'alt-uninformative',
      `<svg id="x" role="img" width="40" height="40" ${attributes}><title>${title}</title><circle r="9" cx="9" cy="9"/></svg>`,
    )
  const frame = (title: string) =>
    looked('name-left-over', `<iframe id="x" title="${title}" srcdoc="Map" width="300" height="200"></iframe>`)
  const picture = (html: string) => looked('caption-repeats-alternative', `<article>${html}</article>`)
  const photo = (alt: string) =>
    `<img id="x" alt="${alt}" width="90" height="60" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`

  expect(await drawing('Layer 1')).toHaveLength(1)
  expect(await drawing('Created with Sketch.')).toEqual(['violation #x'])
  expect(await drawing('Plan of the hall')).toEqual([])
  expect(await drawing('Layer 1', 'aria-hidden="true"')).toEqual([])
  expect(await drawing('The Oval')).toEqual([])
  expect(await frame('Contenu intégré')).toEqual(['practice #x'])
  expect(await frame('frame_01.html')).toEqual(['practice #x'])
  expect(await frame('Plan d’accès')).toEqual([])
  expect(await picture(`${photo('Spring fair opens')}<h2>Spring fair opens</h2>`)).toEqual(['practice #x'])
  expect(await picture(`${photo('A tent in the rain')}<h2>Spring fair opens</h2>`)).toEqual([])
  expect(await picture(`${photo('')}<h2>Spring fair opens</h2>`)).toEqual([])
  expect(await picture(`<a href="/f">${photo('Spring fair opens')}</a><h2>Spring fair opens</h2>`)).toEqual([])
})
