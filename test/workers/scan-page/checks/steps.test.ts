/** Forms in steps, gone through: what a later step asks for once more, and what it takes over. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

type Made = {
  /** Of the first field and of the later one. */
  first?: string
  later?: string
  /** What else stands in the later step. */
  beside?: string
  title?: string
  /** Further fields of the first step. */
  more?: string
  next?: string
  back?: string
  /** Run with each step, as `to`. */
  script?: string
}

const email = 'type="email" autocomplete="email"'

const order = ({
  first = `<label for="a">Email</label> <input id="a" ${email}>`,
  later = `<label for="b">Email for news of the order</label> <input id="b" ${email}>`,
  beside = '',
  title = 'Delivery',
  more = '',
  next = 'Next: delivery',
  back = 'Back',
  script = '',
}: Made) => `<body><main><h1>Order</h1><form id="order" action="/review" method="post">
  <section><h2>Contact</h2><p>${first}</p>${more}<p><button type="button" data-to="1">${next}</button></p></section>
  <section hidden><h2>${title}</h2><p><label for="s">Street</label> <input id="s" autocomplete="street-address"></p><p>${later}</p>${beside}<p><button type="button" data-to="0">${back}</button> <button>Review</button></p></section></form></main>
  <script>
  const sections = [...document.querySelectorAll('section')]
  order.addEventListener('click', (event) => {
    const on = event.target.closest('[data-to]')
    if (!on) return
    const to = Number(on.dataset.to)
    if (to === 1 && [...sections[0].querySelectorAll('[required]')].some((each) => !each.checkValidity())) return
    ${script}
    sections.forEach((section, at) => { section.hidden = at !== to })
  })
  </script></body>`

const broken: Readonly<Record<string, [Made, string]>> = {
  'a mail address': [{}, 'practice'],
  'a telephone number': [
    {
      first: '<label for="a">Phone</label> <input id="a" type="tel" autocomplete="tel">',
      later: '<label for="b">Phone for the driver</label> <input id="b" type="tel" autocomplete="tel">',
    },
    'practice',
  ],
  'a name that only its words tell': [
    { first: '<label for="a">Name</label> <input id="a">', later: '<label for="b">Full name</label> <input id="b">' },
    'review',
  ],
  'a mail address behind what must be filled in first': [
    {
      more: '<p><label>Table <select required><option value="">Choose</option><option>Oak</option></select></label></p><p><label><input type="radio" name="r" required> Oiled</label></p><p><label>Post code <input required autocomplete="postal-code"></label></p>',
    },
    'practice',
  ],
  'a mail address in German': [
    {
      first: '<label for="a">E-Mail</label> <input id="a" type="email">',
      later: '<label for="b">E-Mail für Neuigkeiten</label> <input id="b" type="email">',
      next: 'Weiter',
      back: 'Zurück',
      title: 'Lieferung',
    },
    'practice',
  ],
}

test.each(Object.keys(broken))('asked for once more in a later step: %s', async (way) => {
  const [made, verdict] = broken[way] ?? [{}, '']
  let left = ''
  const { of, findings } = await lab.check(order(made), {
    after: async (page) => {
      left = await page.evaluate(() =>
        [...document.querySelectorAll('input')].map(({ value }) => (value === 'on' ? '' : value)).join(''),
      )
    },
  })

  expect(of('entry-asked-twice')).toEqual([`${verdict} #b`])
  expect(findings.find(({ rule }) => rule === 'entry-asked-twice')?.state).toBe(
    'after filling in the steps of form#order',
  )
  // What was filled in is taken out again.
  expect(left).toBe('')
})

test('a step that a script makes when it is come to is gone into as well', async () => {
  const { of } = await lab.check(
    `<body><main><h1>Order</h1><form id="f"><div id="step"><label for="a">Email</label> <input id="a" ${email}> <button type="button" id="n">Continue</button></div></form></main>
    <script>n.addEventListener('click', () => { step.innerHTML = '<label for="b">Email for the receipt</label> <input id="b" ${email}> <button>Order</button>' })</script>`,
  )

  expect(of('entry-asked-twice')).toEqual(['practice #b'])
})

const right: Readonly<Record<string, Made>> = {
  'it is filled in with the step': { script: 'if (b.value === "") b.value = a.value' },
  'it is filled in while the first is written': {
    script: '',
    more: '<script>document.addEventListener("input", (event) => { if (event.target.id === "a") b.value = a.value })</script>',
  },
  'it is filled in when it is reached': {
    later: `<label for="b">Email for news</label> <input id="b" ${email} onfocus="this.value = a.value">`,
  },
  'a box takes it over': { beside: '<p><label><input type="checkbox"> Same as in step 1</label></p>' },
  'a button takes it over': { beside: '<p><button type="button">Use my email from before</button></p>' },
  'what was entered is shown beside it': {
    beside: '<p id="said"></p>',
    script: 'said.textContent = "News goes to " + a.value + " unless you say otherwise."',
  },
  'it is to be confirmed': { later: `<label for="b">Confirm your email</label> <input id="b" ${email}>` },
  'it is left to choice': { later: `<label for="b">Email for news (optional)</label> <input id="b" ${email}>` },
  'it is of somebody else': {
    later: `<label for="b">Email</label> <input id="b" ${email}>`,
    title: 'Emergency contact',
  },
  'it is of the recipient': { later: `<label for="b">Recipient’s email</label> <input id="b" ${email}>` },
  'it is of another section': {
    later: '<label for="b">Email</label> <input id="b" type="email" autocomplete="section-two email">',
  },
  'it is of another place': {
    first: '<label for="a">Street</label> <input id="a" autocomplete="street-address">',
    later: '<label for="b">Street</label> <input id="b" autocomplete="shipping street-address">',
  },
  'it is of the work': { later: '<label for="b">Email</label> <input id="b" type="email" autocomplete="work email">' },
  'it is asked for once': { later: '<label for="b">Phone</label> <input id="b" type="tel" autocomplete="tel">' },
  'the button sends it': { next: 'Pay and continue' },
}

test.each(Object.keys(right))('nothing is told where %s', async (way) => {
  const { of } = await lab.check(order(right[way] ?? {}))

  expect(of('entry-asked-twice')).toEqual([])
})
