/** Kinds of failure that auditors name, each in many markups and languages, with what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const verdicts = (said: readonly (readonly string[])[]) => said.map(([first]) => first?.split(' ')[0])

test('headings that count the parts of a text and say nothing else are told of once a row', async () => {
  const texts = [
    'Eat and drink nothing from midnight on, and leave your rings at home.',
    'Come to the second floor an hour before, and bring your card with you.',
    'Somebody has to take you home, and you may not drive for two days.',
    'Call us when the wound is red or hot, and do not wait for the morning.',
  ]
  const parts = (names: readonly string[], tag = 'h2', more = '', h1 = 'Before and after your operation') =>
    `<main><h1>${h1}</h1>${names.map((name, at) => `<div><${tag}${more}${at === 0 ? ' id="x"' : ''}>${name}</${tag}><p>${texts[at]}</p></div>`).join('')}</main>`
  const broken = await lab.seeEach('heading-not-descriptive', [
    parts(['Section 1', 'Section 2', 'Section 3']),
    parts(['Apartado 1', 'Apartado 2', 'Apartado 3']),
    parts(['1', '2', '3']),
    parts(['1.', '2.', '3.', '4.'], 'h3'),
    parts(['Abschnitt I', 'Abschnitt II', 'Abschnitt III']),
    parts(['Partie A', 'Partie B', 'Partie C']),
    parts(['Section one', 'Section two', 'Section three']),
    parts(['1. Teil', '2. Teil', '3. Teil']),
    parts(['Część 1', 'Część 2', 'Część 3'], 'div', ' role="heading" aria-level="2"'),
    parts(['Punkt 1', 'Punkt 2', 'Punkt 3'], 'h3', ' class="card-title"'),
    parts(['第一部分', '第二部分', '第三部分']),
    parts(['Раздел 1', 'Раздел 2', 'Раздел 3']),
    parts(['الجزء ١', 'الجزء ٢', 'الجزء ٣']),
    parts(['Uno', 'Dos', 'Tres']),
    `<main><h1>Moving in</h1>${texts.map((text, at) => `<section class="MuiBox-root"><h2 class="MuiTypography-h5"${at === 0 ? ' id="x"' : ''}><span>Topic</span> <span>${at + 1}</span></h2><div class="MuiTypography-body1">${text}</div></section>`).join('')}</main>`,
  ])
  const unsure = await lab.seeEach('heading-not-descriptive', [
    parts(['Step 1', 'Step 2', 'Step 3']),
    parts(['Section 1', 'Section 2', 'Section 3'], 'h2', '', 'Act on the keeping of bees'),
    parts(['A', 'B', 'C']),
  ])
  const long = `<p>${'She went down to the water once more and looked for the boat that was not there. '.repeat(12)}</p>`
  const right = await lab.seeEach('heading-not-descriptive', [
    parts(['2024', '2025', '2026']),
    parts(['Chapter 1', 'Chapter 2', 'Chapter 3']),
    parts(['Kapitel I', 'Kapitel II', 'Kapitel III']),
    parts(['Day 1', 'Day 2', 'Day 3']),
    parts(['Section 1: Before', 'Section 2: The day', 'Section 3: At home']),
    parts(['1. May I eat?', '2. When do I come?', '3. May I drive?']),
    parts(['Question 1', 'Question 2', 'Question 3']),
    parts(['Artikel 1', 'Artikel 2', 'Artikel 3']),
    `<main><h1>The boat</h1><h2>1</h2>${long}<h2>2</h2>${long}<h2>3</h2>${long}</main>`,
    `<main><h1>May</h1><ul>${[1, 2, 3, 4, 5].map((day) => `<li><h2>${day}</h2><p>Choir at seven in the old hall by the river</p></li>`).join('')}</ul></main>`,
    `<main><h1>How it works</h1>${['Sign up', 'Choose', 'Wait'].map((name, at) => `<div><h2>${at + 1}</h2><h3>${name}</h3><p>${texts[at]}</p></div>`).join('')}</main>`,
    `<main><h1>Winners</h1>${['Ada', 'Ben', 'Cem'].map((name, at) => `<div><h2>${at + 1}</h2><p>${name}</p></div>`).join('')}</main>`,
    '<main><h1>Words</h1><h2>A</h2><p>Adze: a tool that shapes timber along the grain of it.</p><h2>B</h2><p>Burr: what is left at an edge that was filed or cut.</p><h2>C</h2><p>Chuck: what holds the bit of a drill while it turns.</p></main>',
    `<main><h1>Figures</h1>${['214', '36', '7'].map((number) => `<div><h2>${number}</h2><p>people have borrowed a book from us in the last year alone</p></div>`).join('')}</main>`,
    `<main><h1>Exam</h1>${['Part 1', 'Part 2', 'Part 3'].map((name) => `<h2>${name}</h2><p>Choose what fits best into the sentence.</p><label>Answer <input></label>`).join('')}</main>`,
    parts(['Step 1', 'Fill in', 'Send it']),
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(verdicts(unsure)).toEqual(['review', 'review', 'review'])
  expect(right.flat()).toEqual([])
})

test('a text of several subjects that lines or bold words part, and no headings, is told of', async () => {
  const subjects = [
    [
      'Members may keep twelve books at a time for three weeks, and may renew them twice unless somebody waits.',
      'Bring your card to the desk on the ground floor or use the machine next to the stairs.',
    ],
    [
      'A book that is out can be reserved at the desk or by telephone, and we write to you when it comes back.',
      'It is kept behind the desk for eight days under your surname.',
    ],
    [
      'Eight computers stand on the first floor, and each can be used for an hour at a time.',
      'Printing costs ten pence a page, which is paid at the desk in coins.',
    ],
    [
      'Two rooms can be hired by groups in the evening, with chairs for twenty and for forty.',
      'Ask for the keys at least a week before, and leave the chairs as you found them.',
    ],
  ] as const
  const page = (guide: string) => `<main><h1>The library</h1><div class="guide">${guide}</div></main>`
  const written = (tag: string) => subjects.map((texts) => texts.map((text) => `<${tag}>${text}</${tag}>`).join(''))
  const parted = (line: string, tag = 'p') => page(written(tag).join(line))
  const boxed = (style: string, tag = 'div') =>
    `<style>.part{${style}}</style>${page(
      written('p')
        .map((html) => `<${tag} class="part">${html}</${tag}>`)
        .join(''),
    )}`
  const names = ['Borrowing', 'Reserving', 'Computers', 'Rooms']
  const opened = (bold: (name: string) => string, taken = 2) =>
    page(
      subjects
        .map(([first, second], at) => `<p>${bold(names[at] ?? '')} ${first}${taken > 1 ? '</p><p>' : ' '}${second}</p>`)
        .join(''),
    )
  const broken = await lab.seeEach('text-without-headings', [
    parted('<hr>'),
    page(subjects.map((texts) => `<hr>${texts.map((text) => `<p>${text}</p>`).join('')}`).join('')),
    parted('<hr class="MuiDivider-root MuiDivider-fullWidth">'),
    parted('<div role="separator" style="border-top:1px solid;height:0"></div>'),
    parted('<p>———————</p>'),
    parted('<hr>', 'div'),
    boxed('border-top:1px solid #999;padding:1rem 0'),
    boxed('border-bottom:2px dashed #999', 'section'),
    opened((name) => `<strong>${name}.</strong>`),
    opened((name) => `<b>${name}</b> –`),
    opened((name) => `<span style="font-weight:700">${name}:</span>`),
  ])
  const unsure = await lab.seeEach('text-without-headings', [
    parted('<p style="text-align:center">* * *</p>'),
    opened((name) => `<strong>${name}.</strong>`, 1),
    page(`${written('p').slice(0, 3).join('<hr>')}<p>${subjects[3].join(' ')}</p>`),
  ])
  const right = await lab.seeEach('text-without-headings', [
    page(
      written('p')
        .map((html, at) => `<h2>${names[at]}</h2>${html}`)
        .join('<hr>'),
    ),
    page(written('p').join('')),
    page(
      written('p')
        .map((html) => `<article>${html}</article>`)
        .join('<hr>'),
    ),
    page(
      written('p')
        .map((html, at) => `<p><time>${at + 1} May</time></p>${html}`)
        .join('<hr>'),
    ),
    page(
      written('p')
        .map((html) => `<img alt="The hall" src="data:," width="9" height="9">${html}`)
        .join('<hr>'),
    ),
    page(
      written('p')
        .map((html) => `${html}<p><a href="/more">More on this</a></p>`)
        .join('<hr>'),
    ),
    page(
      written('p')
        .map((html) => `<blockquote>${html}</blockquote>`)
        .join('<hr>'),
    ),
    parted('<hr>').replaceAll('<p>', '<p>“'),
    page('<p>Open daily.</p><hr><p>Closed on feasts.</p><hr><p>Ring the bell.</p><hr><p>Mind the step.</p>'),
    page(
      `<p>The wind comes up,<br>the boats go out,<br>and nobody is left at home,<br>nobody at all</p><hr>`.repeat(6),
    ),
    page(
      subjects
        .flat()
        .map((text, at) => `<p><strong>${at % 2 === 0 ? 'Gazette' : 'Ann'}:</strong> ${text}</p>`)
        .join(''),
    ),
    page(`<dl>${subjects.map(([first], at) => `<dt>${names[at]}</dt><dd>${first}</dd>`).join('<hr>')}</dl>`),
    page(`<p>${subjects[0].join(' ')}</p><hr><p>${subjects[1].join(' ')}</p>`),
  ])

  expect(verdicts(broken)).toEqual(broken.map(() => 'practice'))
  expect(verdicts(unsure)).toEqual(['review', 'review', 'review'])
  expect(right.flat()).toEqual([])
})

test('what shaking or tilting changes is named where nothing turns the movement off', async () => {
  const letters = "['Let the bench face the water.', 'Thank you for the dog.', 'We want the bus on Sundays.']"
  const shaken = 'acceleration && Math.abs(acceleration.x) > 14'
  const page = (
    html: string,
    script: string,
    shown = '<blockquote id="x">Let the bench face the water.</blockquote>',
  ) =>
    `<main><h1>Letters</h1>${shown}${html}</main><script>const letters = ${letters}; let at = 0; const next = () => { at = (at + 1) % 3; document.getElementById('x').textContent = letters[at] }; ${script}</script>`
  const byShaking = (body: string) => `addEventListener('devicemotion', ({ acceleration }) => { ${body} })`
  const broken = await lab.checkEach('device-motion', [
    page('<p>Shake your telephone for another letter.</p>', byShaking(`if (${shaken}) next()`)),
    page(
      '',
      'window.ondevicemotion = (e) => { const { x, y, z } = e.accelerationIncludingGravity; if (Math.hypot(x, y, z) > 25) next() }',
    ),
    page('<button type="button">Another letter</button>', byShaking(`if (${shaken}) next()`)),
    page(
      '<p>Inclina el teléfono.</p>',
      "addEventListener('deviceorientation', (e) => { if (Math.abs(e.gamma) > 30) next() })",
    ),
    page('', `${byShaking(`if (${shaken}) document.getElementById('x').hidden = true`)}`),
    page(
      '',
      `let last = null, jolts = 0; ${byShaking('if (last !== null && Math.abs(acceleration.y - last) > 20 && ++jolts > 3) document.getElementById("x").classList.add("open"); last = acceleration.y')}`,
      '<style>#x ul{display:none}#x.open ul{display:block}</style><div id="x"><p>Menu</p><ul><li><a href="/a">Letters of May</a></li></ul></div>',
    ),
    page(
      '',
      byShaking(`if (${shaken}) document.getElementById('x').value = ''`),
      '<label>Letter <input id="x" value="Dear"></label>',
    ),
    page(
      '',
      byShaking(
        `if (${shaken}) { const li = document.createElement('li'); li.textContent = 'Another'; document.getElementById('x').append(li) }`,
      ),
      '<ul id="x"><li>One</li></ul>',
    ),
    page(
      '<p>Schütteln mischt neu.</p>',
      `const isStrong = (a) => Math.max(Math.abs(a.x), Math.abs(a.y)) > 20; ${byShaking('if (isStrong(acceleration)) next()')}`,
    ),
  ])
  const elsewhere = await lab.checkEach('device-motion', [
    page(
      '',
      "addEventListener('deviceorientation', (e) => { document.getElementById('x').textContent = 'Slope: ' + Math.round(e.beta) + '°' })",
      '<p id="x">Slope: 0°</p>',
    ),
    page(
      '',
      "addEventListener('deviceorientation', (e) => { document.getElementById('x').style.transform = 'translateX(' + e.gamma / 10 + 'px)' })",
    ),
    page('<p>Turn shaking off under <a href="/settings">Settings</a>.</p>', byShaking(`if (${shaken}) next()`)),
    page('', byShaking('if (acceleration.x > 1000) next()')),
    page(
      '',
      `${byShaking('')}; let n = 0; setInterval(() => { document.getElementById('x').textContent = letters[n++ % 3] }, 50)`,
    ),
  ])
  const right = await lab.checkEach('device-motion', [
    page(
      '<button type="button" onclick="next()">Another letter</button><label><input type="checkbox" id="on" checked> Answer to shaking</label>',
      byShaking(`if (!document.getElementById('on').checked) return; if (${shaken}) next()`),
    ),
    page('<button type="button" onclick="next()">Another letter</button>', ''),
    page(
      '<button type="button" onclick="next()">Otra carta</button><button role="switch" aria-checked="true" id="on">Agitar el teléfono</button>',
      byShaking(`if (document.getElementById('on').getAttribute('aria-checked') === 'true' && ${shaken}) next()`),
    ),
  ])

  expect(broken).toEqual(broken.map(() => ['violation #x']))
  expect(elsewhere.map(([first]) => first?.split(' ').at(-1))).toEqual(elsewhere.map(() => 'html'))
  expect(right.flat()).toEqual([])
})

test('a box that says after sending that there is a problem says with which field', async () => {
  const form = (
    box: string,
    answer: string,
    { language = 'en', more = '', labels = ['Street', 'Number on the lamp post'] } = {},
  ) =>
    `<main lang="${language}"><h1>Light</h1>${box}<form id="f" action="/l" novalidate><p><label for="s">${labels[0]}</label><input id="s" required>${more}</p><p><label for="l">${labels[1]}</label><input id="l" required></p><button>Go on</button></form></main><script>f.addEventListener('submit', (event) => { if (s.value && l.value) return; event.preventDefault(); const x = document.getElementById('x'); ${answer} })</script>`
  const say = (html: string) => `x.hidden = false; x.innerHTML = '${html}'; x.focus()`
  const alert = '<div id="x" role="alert" tabindex="-1" hidden></div>'
  const broken = await lab.checkEach('error-message-vague', [
    form(alert, say('<p>There is a problem with the form.</p>')),
    form(
      '<div id="x" class="govuk-error-summary" tabindex="-1" hidden></div>',
      say('<h2 class="govuk-error-summary__title">There is a problem</h2>'),
    ),
    form('<div id="x" class="alert alert-danger" role="alert" hidden></div>', say('Oops! Something is not right.')),
    form(alert, say('Hay un problema con el formulario.'), { language: 'es', labels: ['Calle', 'Farola'] }),
    form(alert, say('Es gibt ein Problem mit Ihren Angaben.'), { language: 'de', labels: ['Straße', 'Mast'] }),
    form(alert, say('Il y a un problème.'), { language: 'fr', labels: ['Rue', 'Lampadaire'] }),
    form(
      '',
      'document.body.insertAdjacentHTML(\'beforeend\', \'<div class="MuiAlert-root" role="alert" id="x">There was a problem with your entry</div>\')',
    ),
    form(alert, say('Wystąpił problem.'), { language: 'pl', labels: ['Ulica', 'Latarnia'] }),
  ])
  const links =
    '<ul><li><a href="#s">Enter the street</a></li><li><a href="#l">Enter the number on the lamp post</a></li></ul>'
  const many = `<ul><li><a href="#s">Enter the street in which it stands</a></li>${'<li>Give more</li>'.repeat(30)}</ul>`
  const right = await lab.checkEach('error-message-vague', [
    form(alert, say(`<p>There is a problem with the form.</p>${links}`)),
    form(
      '<div id="x" class="govuk-error-summary" role="alert" hidden></div>',
      say(`<h2 class="govuk-error-summary__title">There is a problem</h2>${many}`),
    ),
    form(
      alert,
      `${say('There is a problem with the form.')}; m.textContent = 'Enter the street'; s.setAttribute('aria-describedby', 'm')`,
      { more: '<em id="m"></em>' },
    ),
    form(alert, `${say('There is a problem with the form.')}; m.textContent = 'Enter the street'`, {
      more: '<span class="invalid-feedback" id="m"></span>',
    }),
    form(alert, say('There is a problem with the street lamp register. We mend it by noon.')),
    '<main><div role="alert">There is a problem with trains to Oxenholme.</div><form role="search"><label>Search <input name="q"></label><button>Go</button></form></main>',
  ])

  expect(broken).toEqual(broken.map(() => ['practice #x']))
  expect(right.flat()).toEqual([])
})

test('what only the mouse brings out, and neither the focus nor a key, is an error where it is said nowhere else', async () => {
  const words = 'Small: chest 38 inches. Medium: chest 41 inches.'
  const page = (html: string, script: string) => `<main><h1>Shell</h1>${html}</main><script>${script}</script>`
  const box = (more = '', inside = '') =>
    `<section><div id="x"><span>Measurements</span>${inside}<div id="p" hidden>${words}</div></div></section>${more}`
  const over = (come = 'mouseenter', go = 'mouseleave') =>
    `x.addEventListener('${come}', () => { p.hidden = false }); x.addEventListener('${go}', () => { p.hidden = true })`
  const broken = await lab.checkEach('hover-only-content', [
    page(box(), over()),
    page(box(), over('pointerenter', 'pointerleave')),
    page(box(), over('mouseover', 'mouseout')),
    page(box(), 'x.onmouseover = () => { p.hidden = false }; x.onmouseout = () => { p.hidden = true }'),
    page(
      '<p>The <span id="x" style="text-decoration:underline dotted">shell</span> keeps rain out.</p>',
      `let tip; x.addEventListener('mouseenter', () => { tip = document.createElement('div'); tip.textContent = '${words}'; tip.style.cssText = 'position:absolute;background:#fff'; document.body.append(tip) }); x.addEventListener('mouseleave', () => tip.remove())`,
    ),
    page(
      `<div class="card" id="x" style="width:200px"><img alt="A shell" width="90" height="90" src="data:,"><div id="p" style="display:none">${words}</div></div>`,
      "x.addEventListener('mouseenter', () => { p.style.display = 'block' }); x.addEventListener('mouseleave', () => { p.style.display = 'none' })",
    ),
    page(box('', '<b tabindex="0">Sizes</b>'), over()),
  ])
  const unsure = await lab.checkEach('hover-only-content', [
    page(box(`<p>${words}</p>`), over()),
    page(
      box().replace('</section>', '<button type="button" id="b">Show sizes</button></section>'),
      `${over()}; b.onclick = () => { p.hidden = !p.hidden }`,
    ),
    page('<p>Sent <time id="x">yesterday</time><i id="p" hidden>Monday, 1 June 2026, 10.20</i></p>', over()),
  ])
  const right = await lab.checkEach('hover-only-content', [
    page(
      box('', '<b tabindex="0">Sizes</b>'),
      `${over()}; document.addEventListener('focusin', (e) => { p.hidden = !x.contains(e.target) }); document.addEventListener('focusout', () => { p.hidden = true })`,
    ),
    page(
      box('', '<b tabindex="0" role="button">Sizes</b>'),
      `${over()}; document.addEventListener('keydown', (e) => { if (e.key === 'Enter' && x.contains(e.target)) p.hidden = false }); document.addEventListener('focusout', () => { p.hidden = true })`,
    ),
    page(
      box('', '<button type="button" id="b">Sizes</button>'),
      `${over()}; b.onclick = () => { p.hidden = !p.hidden }`,
    ),
  ])

  expect(broken).toEqual(broken.map(() => ['violation #x']))
  expect(unsure).toEqual(unsure.map(() => ['review #x']))
  expect(right.flat()).toEqual([])
})

test('what is sent for good at one press is left to a person to judge, wherever nothing asks once more', async () => {
  const form = (fields: string, button: string, more = '') =>
    `<main><h1>Accounts</h1><form action="/p" method="post">${fields}${more}<button id="x">${button}</button></form></main>`
  const money = '<label>Account number <input required></label><label>Amount in pounds <input required></label>'
  const answers =
    '<fieldset><legend>What is 2 + 2?</legend><label><input type="radio" name="a"> 3</label><label><input type="radio" name="a"> 4</label></fieldset>'
  const broken = await lab.seeEach('act-without-check', [
    form(money, 'Send the payment', '<p>Payments leave the account at once and cannot be taken back.</p>'),
    `${form(money, 'Send the payment')}<script>const rest = 'Press submit. Nobody has to do anything; the entry is booked when the supplier confirms the delivery.'</script>`,
    form('<label>IBAN <input></label><label>Importe <input></label>', 'Enviar el pago'),
    form('<label>IBAN <input></label><label>Montant <input></label>', 'Effectuer le virement'),
    form(answers, 'Submit the exam'),
    form('<label>Antwort <textarea></textarea></label>', 'Prüfung abgeben'),
    form('<label>Your full name as signature <input></label>', 'Sign the contract'),
    form(
      '<label>Seat <select><option>4A</option></select></label>',
      'Book the flight',
      '<p>Tickets cannot be changed later or refunded, and bookings cannot be undone.</p>',
    ),
    form('<label>Nummer <input></label>', 'Absenden', '<p>Kündigungen können nicht rückgängig gemacht werden.</p>'),
  ])
  const right = await lab.seeEach('act-without-check', [
    form(money, 'Send the payment', '<label><input type="checkbox" required> I have checked the amount</label>'),
    form(money, 'Continue', '<p>Payments cannot be taken back. You check them on the next page.</p>'),
    form('<dl><dt>Account number</dt><dd>20 11 04</dd><dt>Amount</dt><dd>£20</dd></dl>', 'Send the payment'),
    form(money, 'Send the payment', '<p>You can cancel it, and undo it, for an hour.</p>'),
    `${form(money, 'Send the payment')}<script>document.forms[0].addEventListener('submit', (event) => { if (!confirm('Send it?')) event.preventDefault() })</script>`,
    `${form(money, 'Send the payment')}<script>const at = 'submit'; document.forms[0].addEventListener(at, (event) => { event.preventDefault(); document.querySelector('#review').hidden = false })</script>`,
    form('<label>Search <input></label>', 'Submit'),
    form('<label>Answer to the letter <textarea></textarea></label>', 'Send'),
  ])
  const places = await lab.seeEach('autocomplete-missing', [
    '<form><label>Street <input id="x"></label><label>Number on the lamp post <input></label><button>Report</button></form>',
    '<form><label>Post code <input id="x"></label><button>Find a branch</button></form>',
    '<form><label>Street <input id="x" autocomplete="off"></label><label>Email <input autocomplete="on"></label></form>',
  ])

  expect(broken).toEqual(broken.map(() => ['review #x']))
  expect(right.flat()).toEqual([])
  expect(places.map(({ length }) => length)).toEqual([0, 0, 2])
})

test('buttons right behind what is swiped do the same, in the content itself as in a box of their own', async () => {
  const page = (buttons: string) =>
    `<main><h1>Works</h1><div id="x" role="group" tabindex="0" aria-label="Works" style="padding:40px;touch-action:pan-y"><p>A plate of 1540</p></div>${buttons}</main><script>{let from = 0; x.addEventListener('pointerdown', (event) => { from = event.clientX }); x.addEventListener('pointerup', (event) => { if (Math.abs(event.clientX - from) > 40) x.textContent = 'A jug' }); x.addEventListener('keydown', () => {})}</script>`
  const said = await lab.checkEach('gesture-alone', [
    page(''),
    page('<p><button type="button">Opera precedente</button> <button type="button">Opera successiva</button></p>'),
    page('<p><button type="button">Buy a ticket</button></p>'),
  ])

  expect(said.map(([first]) => first?.split(' ').at(-1))).toEqual(['#x', undefined, '#x'])
})
