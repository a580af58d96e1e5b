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
