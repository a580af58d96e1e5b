/** Views that a script exchanges under addresses of their own: titles that stay behind, and those that rightly do. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

type View = { title?: string; link?: string; heading?: string; script: string }

/** A shop whose first view is its lamps. */
const page = ({
  title = 'Lamps – Garden shop',
  link = '<a id="to" href="/chairs">Chairs</a>',
  heading,
  script,
}: View) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav aria-label="Shop">${link}</nav>
<main id="view">${heading ?? '<h1>Lamps</h1>'}<p>Made by hand in the valley.</p></main>
<script>
const view = document.getElementById('view')
const show = (name) => { view.innerHTML = '<h1>' + name + '</h1><p>New this week, and made to last.</p>' }
${script}</script></body></html>`

const onClick = (act: string) =>
  `document.addEventListener('click', (event) => { const a = event.target.closest('a'); if (!a) return; event.preventDefault(); ${act} })`

const broken: Readonly<Record<string, [View, string]>> = {
  'while the old view is named': [
    { script: onClick("history.pushState(null, '', a.href); show('Chairs')") },
    'violation head > title',
  ],
  'after asking a server': [
    {
      script: onClick(
        "history.pushState(null, '', a.href); fetch('/0').then((answer) => answer.text()).then(() => setTimeout(() => show('Chairs'), 150))",
      ),
    },
    'violation head > title',
  ],
  'by the hash': [
    {
      link: '<a href="#/chairs">Chairs</a>',
      script: "addEventListener('hashchange', () => show('Chairs')); document.body.addEventListener('click', () => {})",
    },
    'violation head > title',
  ],
  'where a step is not of the first level': [
    {
      title: 'Step 1 of 2: Your garden – Garden shop',
      heading: '<h1>Order</h1><h2>Step 1 of 2: Your garden</h2>',
      script: onClick(
        "history.pushState(null, '', a.href); document.querySelector('h2').textContent = 'Step 2 of 2: Delivery day'",
      ),
    },
    'violation head > title',
  ],
  'while another heading that stays shares its words': [
    {
      title: 'Lamps of the oak workshop – Garden shop',
      heading: '<h1>The oak workshop</h1><h2>Lamps of the oak workshop</h2>',
      script: onClick(
        "history.pushState(null, '', a.href); document.querySelector('h2').textContent = 'Chairs of the oak workshop'",
      ),
    },
    'violation head > title',
  ],
  'while it names the site alone': [
    { title: 'Garden shop', script: onClick("history.pushState(null, '', a.href); show('Chairs')") },
    'practice head > title',
  ],
}

test.each(Object.keys(broken))('a title that stays %s', async (way) => {
  const [view, said] = broken[way] ?? [{ script: '' }, '']
  expect((await lab.check(page(view))).of('title-stays')).toEqual([said])
})

const right: Readonly<Record<string, View>> = {
  'goes along': {
    script: onClick("history.pushState(null, '', a.href); show('Chairs'); document.title = 'Chairs – Garden shop'"),
  },
  'goes along a moment later': {
    script: onClick(
      "history.pushState(null, '', a.href); show('Chairs'); setTimeout(() => { document.title = 'Chairs – Garden shop' }, 200)",
    ),
  },
  'names both': {
    title: 'Lamps and chairs – Garden shop',
    script: onClick("history.pushState(null, '', a.href); show('Chairs')"),
  },
  'is of a list that is only sorted otherwise': {
    link: '<a href="?by=price">By price</a>',
    heading: '<h1>Lamps</h1><h2>Oak lamp</h2><h2>Ash lamp</h2>',
    script: onClick("history.pushState(null, '', a.href); view.append(document.querySelector('h2'))"),
  },
  'is of a list of which the next part is shown': {
    link: '<a href="?page=2">Next</a>',
    heading: '<h1>Lamps</h1><h2>Oak lamp</h2>',
    script: onClick("history.pushState(null, '', a.href); document.querySelector('h2').textContent = 'Elm lamp'"),
  },
  'is of a heading that stays above the views': {
    title: 'Lamps in oak – Garden shop',
    heading: '<h1>Lamps in oak</h1><h2>Details</h2>',
    script: onClick("history.pushState(null, '', a.href); document.querySelector('h2').textContent = 'Reviews'"),
  },
  'is of a page that is left': { script: "document.addEventListener('click', () => {})" },
  'is of a page whose view stays': {
    script: onClick("history.pushState(null, '', a.href); document.querySelector('p').textContent = 'Sold out.'"),
  },
}

test.each(Object.keys(right))('a title that %s is not told of', async (way) => {
  const { of, runs } = await lab.check(page(right[way] ?? { script: '' }))
  expect(of('title-stays')).toEqual([])
  expect(runs.map(({ name }) => name)).toContain('routing')
})

test('a link that goes with its view takes the focus along, unless it is given on', async () => {
  const of = async (after: string) =>
    (
      await lab.check(
        page({
          link: '',
          heading: '<h1>Lamps</h1><p><a href="/chairs">On to the chairs</a></p>',
          script: onClick(`history.pushState(null, '', a.href); show('Chairs'); document.title = 'Chairs'; ${after}`),
        }),
      )
    ).of('focus-lost')
  expect(await of('')).toEqual(['practice #view > h1'])
  expect(await of("const h = document.querySelector('h1'); h.tabIndex = -1; h.focus()")).toEqual([])
})

test('what was found before is told of as it stood, though its view has gone', async () => {
  const { findings } = await lab.check(
    page({
      heading: '<h1>Lamps</h1><p><span id="go" tabindex="0" style="cursor:pointer">More lamps</span></p>',
      script: `document.getElementById('go').addEventListener('click', () => {}); ${onClick("history.pushState(null, '', a.href); show('Chairs')")}`,
    }),
  )
  const rules = findings.map(({ rule }) => rule)
  expect(rules).toContain('title-stays')
  expect(rules).toContain('control-without-role')
})
