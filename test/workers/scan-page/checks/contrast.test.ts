/** Contrast as it is painted: pages whose contrast is known, examined by the engines and measured where those are unsure. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { PNG } from 'pngjs'
import type { Browser } from 'puppeteer'
import { readStandard } from '#shared/accessibility/standards'
import { openChromium } from '#test/support/chromium'
import { type Pages, servePages } from '#test/support/pages'
import { runChecks } from '#workers/scan-page/checks/index'
import { runAccesslint } from '#workers/scan-page/engines/accesslint'
import { runAxe } from '#workers/scan-page/engines/axe'
import { within } from '#workers/scan-page/engines/budget'
import type { Engines } from '#workers/scan-page/engines/engines'
import { openEngines } from '#workers/scan-page/engines/index'
import type { Finding } from '#workers/scan-page/finding'
import { examine } from '#workers/scan-page/run-engines'

setDefaultTimeout(90_000)

let browser: Browser
let engines: Engines
let site: Pages
beforeAll(async () => {
  browser = await openChromium(['--force-color-profile=srgb', '--hide-scrollbars'])
  engines = await openEngines()
  site = servePages()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

type Options = { standard?: string; colorScheme?: 'dark' | 'light' }

/** A page of paragraphs without margins, in a plain face of 16 px. */
const page = (body: string, css = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8">
  <title>Opening hours</title><style>body { margin: 0; font: 16px/1.5 sans-serif; color: #111; background: #fff }
  p { margin: 0; padding: 10px } ${css}</style></head><body><main><h1>Opening hours</h1>${body}</main></body></html>`

const ground = (image: string, words: string, more = '') => `<div style="background: ${image}; ${more}">${words}</div>`

async function examined(html: string, { standard: name = 'WCAG 2.2 AA', colorScheme = 'light' }: Options = {}) {
  const standard = readStandard(name)
  if (!standard) throw new Error(`no standard ${name}`)
  site.pages.set('/', html)
  const tab = await browser.newPage()
  try {
    await tab.setViewport({ width: 1280, height: 900 })
    await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }])
    await tab.goto(`${site.url}/`)
    const { findings, engines: runs } = await examine({ page: tab, engines, standard })
    const left = await tab.evaluate(() => ({
      sheets: document.adoptedStyleSheets.length,
      y: Math.round(scrollY),
      inner: [...document.querySelectorAll('[data-scrolls]')].map((box) => box.scrollTop),
    }))
    return { left, runs, ...told(findings) }
  } finally {
    await tab.close()
  }
}

/** What is said of contrast, by element: "violation assay". */
function told(findings: readonly Finding[]) {
  // What AccessLint says by style sheets alone stands beside it.
  const about = findings.filter(({ rule, engine }) => /contrast/.test(rule) && engine !== 'accesslint')
  return {
    about,
    /** Whichever engine says so. */
    sure: findings
      .filter(({ rule, verdict }) => /contrast/.test(rule) && verdict === 'violation')
      .map(({ target }) => String(target.flat().at(-1))),
    all: findings.filter(({ rule }) => /contrast/.test(rule)).map(({ target }) => String(target.flat().at(-1))),
    of: (id: string, rule = /contrast$/) =>
      about
        .filter((each) => each.target.flat().at(-1) === `#${id}` && rule.test(each.rule))
        .map(({ engine, verdict }) => `${verdict} ${engine}`)
        .sort(),
    messageOf: (id: string) => about.find(({ target }) => target.flat().at(-1) === `#${id}`)?.message,
  }
}

test('on gradients far above the limit nothing is told, far below it is wrong, across it a person looks', async () => {
  const { of, messageOf } = await examined(
    page(`${ground('linear-gradient(#036, #048)', '<p id="far-above" style="color: #fff">Readings every Friday</p>')}
      ${ground('linear-gradient(#fff, #eee)', '<p id="far-below" style="color: #bbb">Readings every Friday</p>')}
      ${ground('linear-gradient(90deg, #000 50%, #fff 50%)', '<p id="across" style="color: #fff">White words over both of them</p>', 'width: 200px')}`),
  )

  expect(of('far-above')).toEqual([])
  expect(of('far-below')).toEqual(['review axe-core', 'violation assay'])
  expect(of('across')).toEqual(['review axe-core'])
  expect(messageOf('across')).toMatch(/from 1\.00:1 to 21\.00:1 .* 4\.5:1 is needed/)
})

test('just above and just below the limit it is decided, by size and weight', async () => {
  const on = (color: string, id: string, style: string) =>
    ground(
      `linear-gradient(${color}, ${color})`,
      `<p id="${id}" style="color: #fff; ${style}">Readings every Friday</p>`,
    )
  const { of } = await examined(
    page(`${on('#767676', 'above', '')} ${on('#777777', 'below', '')}
      ${on('#949494', 'large-above', 'font-size: 24px')} ${on('#969696', 'large-below', 'font-size: 24px')}
      ${on('#949494', 'bold-above', 'font: bold 18.7px sans-serif')} ${on('#949494', 'not-bold', 'font: 18.7px sans-serif')}`),
  )

  expect([of('above'), of('large-above'), of('bold-above')]).toEqual([[], [], []])
  expect(of('below')).toContain('violation assay')
  expect(of('large-below')).toContain('violation assay')
  expect(of('not-bold')).toContain('violation assay')
})

test('at level AAA 7:1 is asked for, and what is too little for both levels is one problem', async () => {
  const { of } = await examined(
    page(`${ground('linear-gradient(#555, #555)', '<p id="both" style="color: #fff">Readings every Friday</p>')}
      ${ground('linear-gradient(#666, #666)', '<p id="one" style="color: #fff">Readings every Friday</p>')}
      ${ground('linear-gradient(#999, #999)', '<p id="none" style="color: #fff">Readings every Friday</p>')}`),
    { standard: 'WCAG 2.2 AAA' },
  )

  expect([of('both'), of('both', /enhanced/)]).toEqual([[], []])
  expect([of('one'), of('one', /enhanced/)]).toEqual([[], ['violation assay']])
  expect([of('none'), of('none', /enhanced/)]).toEqual([['review axe-core', 'violation assay'], []])
})

test('text on a picture is measured where it stands on it, under an overlay too', async () => {
  const hero = (id: string, overlay: string) =>
    `<div style="position: relative; width: 600px; height: 120px"><img alt="" src="${picture()}" style="width: 600px; height: 120px">
      <div style="position: absolute; inset: 0; ${overlay}"></div><p id="${id}" style="position: absolute; top: 40px; left: 20px; color: #fff">Readings every Friday in the garden</p></div>`
  const { of } = await examined(
    page(`${hero('bare', '')} ${hero('dimmed', 'background: rgba(0, 0, 0, 0.75)')}
      <div style="background: url(${picture()}) 0 0 / 600px 120px; width: 600px"><p id="background" style="color: #fff">Readings every Friday in the garden</p></div>`),
  )

  expect(of('bare')).toContain('violation assay')
  expect(of('dimmed')).toEqual([])
  expect(of('background')).toContain('violation assay')
})

test('a halo carries letters, a pale shadow does not; a stroke leaves it to a person', async () => {
  const on = (words: string) => ground('linear-gradient(#fff, #fafafa)', words)
  const halo = 'text-shadow: 0 0 3px #000, 0 0 3px #000, 0 0 3px #000, 0 0 3px #000, 0 0 3px #000'
  const { of } = await examined(
    page(`${on(`<p id="halo" style="color: #fff; font-size: 24px; ${halo}">Readings every Friday</p>`)}
      ${on('<p id="pale" style="color: #ccc; text-shadow: 1px 1px 1px #eee">Readings every Friday</p>')}
      ${on('<p id="stroked" style="color: #fff; font-size: 48px; -webkit-text-stroke: 1px #000">Readings</p>')}`),
  )

  expect(of('halo')).toEqual([])
  expect(of('pale')).toContain('violation assay')
  expect(of('stroked').join()).not.toContain('violation')
})

test('opacity counts; letters cut out of a gradient have its colours', async () => {
  const on = (words: string, more = '') => ground('linear-gradient(#fff, #fefefe)', words, more)
  const cut = '-webkit-background-clip: text; background-clip: text; color: transparent'
  const { of } = await examined(
    page(`${on('<p id="third" style="opacity: 0.3; color: #000">Readings every Friday</p>')}
      ${on('<p id="most" style="opacity: 0.8; color: #000">Readings every Friday</p>')}
      ${on(`<p id="cut-pale" style="background: linear-gradient(90deg, #8bf, #f8b); ${cut}">Readings every Friday</p>`)}
      ${on(`<p id="cut-dark" style="background: linear-gradient(90deg, #005, #500); ${cut}">Readings every Friday</p>`)}`),
  )

  expect(of('third')).toContain('violation assay')
  expect(of('most')).toEqual([])
  expect(of('cut-pale')).toContain('violation assay')
  expect(of('cut-dark')).toEqual([])
})

test('nothing is said of blends, of videos and canvases, of what slides over its ground or moves without end', async () => {
  const { about } = await examined(
    page(
      `${ground('linear-gradient(#fff, #eee)', '<p id="blend" style="color: #ddd; mix-blend-mode: multiply">Readings every Friday</p>')}
      <div style="position: relative; height: 80px"><video style="width: 400px; height: 80px"></video><p id="video" style="position: absolute; top: 0; color: #eee">Readings every Friday</p></div>
      <div style="position: relative; height: 80px"><canvas width="400" height="80"></canvas><p id="canvas" style="position: absolute; top: 0; color: #eee">Readings every Friday</p></div>
      <div style="background: linear-gradient(#fff, #eee) fixed"><p id="fixed" style="color: #ddd">Readings every Friday</p></div>
      ${ground('linear-gradient(#fff, #eee)', '<p id="pulse" style="color: #ddd">Readings every Friday</p>', 'animation: pulse 1s infinite alternate')}`,
      '@keyframes pulse { from { opacity: 1 } to { opacity: 0.9 } }',
    ),
  )

  expect(about.filter(({ engine }) => engine === 'assay')).toEqual([])
})

test('what is covered, clipped, disabled or invisible is not judged', async () => {
  const { about } = await examined(
    page(`<div style="position: relative; background: linear-gradient(#fff, #eee)"><p id="covered" style="color: #ddd">Readings every Friday</p><div style="position: absolute; inset: 0; background: #fff"></div></div>
      <div style="background: linear-gradient(#fff, #eee); width: 300px; overflow: hidden"><p id="clipped" style="color: #ddd; position: relative; left: 400px">Readings</p></div>
      ${ground('linear-gradient(#fff, #eee)', '<button id="off" disabled style="color: #ddd; background: none">Send it off</button>')}
      ${ground('linear-gradient(#fff, #fff)', '<p id="none" style="color: #fff">Readings every Friday</p>')}`),
  )

  expect(about.filter(({ engine }) => engine === 'assay')).toEqual([])
})

test('text in a box that scrolls is measured there, under a fixed header not, and the page is left as it was', async () => {
  const words = 'Once the reading room is full, visitors are asked to wait in the hall. '.repeat(20)
  const { of, left } = await examined(
    page(`<div style="position: fixed; top: 0; left: 0; right: 0; height: 200px; background: #222; color: #fff">Library</div>
      <div data-scrolls style="height: 80px; margin-top: 240px; overflow: auto; background: linear-gradient(#036, #048); color: #fff" tabindex="0"><p id="inside">${words}</p></div>
      <div style="height: 3000px"></div>
      ${ground('linear-gradient(#fff, #eee)', '<p id="below" style="color: #bbb">Readings every Friday</p>')}
      ${ground('linear-gradient(#036, #048)', '<p id="fine" style="color: #fff">Readings every Friday</p>')}`),
  )

  expect(of('inside')).toEqual([])
  expect(of('below')).toContain('violation assay')
  expect(of('fine')).toEqual([])
  expect(left).toEqual({ sheets: 0, y: 0, inner: [0] })
})

test('dark and light schemes are measured as they are shown', async () => {
  const both = page(
    '<div id="band"><p id="text">Readings every Friday</p></div>',
    `#band { background: linear-gradient(#fff, #eee); color: #bbb }
     @media (prefers-color-scheme: dark) { #band { background: linear-gradient(#000, #111) } }`,
  )

  expect((await examined(both)).of('text')).toContain('violation assay')
  expect((await examined(both, { colorScheme: 'dark' })).of('text')).toEqual([])
})

test('tiny thin letters are wrong only where their own colour is', async () => {
  const { of } = await examined(
    page(
      ground(
        'linear-gradient(#222, #333)',
        `<p id="white" style="color: #fff; font: 100 9px sans-serif">Readings every Friday in the garden behind the house</p>
         <p id="grey" style="color: #666; font: 100 9px sans-serif">Readings every Friday in the garden behind the house</p>`,
      ),
    ),
  )

  expect(of('white').join()).not.toContain('violation')
  expect(of('grey')).toContain('violation assay')
})

test('three hundred texts over one picture are measured in time, and twice alike', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, index) =>
      `<p id="t${index}" style="padding: 2px; color: ${index % 3 === 0 ? '#fff' : '#001'}">Reading number ${index}</p>`,
  ).join('')
  const html = page(ground('linear-gradient(#eee, #ddd)', rows, 'columns: 3'))
  const standard = readStandard('WCAG 2.2 AA')
  if (!standard) throw new Error('no standard')
  const [one, other] = [await examined(html), await examined(html)]

  expect(one.about.filter(({ verdict, engine }) => engine === 'assay' && verdict === 'violation')).toHaveLength(100)
  expect(one.about.filter(({ verdict, engine }) => engine === 'axe-core' && verdict === 'review')).toHaveLength(100)
  expect(one.about).toEqual(other.about)
  expect(one.runs.find(({ name }) => name === 'assay')?.reason).toBeNull()
})

test('a page without undecided texts is not pictured', async () => {
  site.pages.set('/', page('<p>Readings every Friday</p>'.repeat(50)))
  const standard = readStandard('WCAG 2.2 AA')
  if (!standard) throw new Error('no standard')
  const tab = await browser.newPage()
  await tab.goto(`${site.url}/`)
  const { runs } = await runChecks({ page: tab, standard, within })
  await tab.close()

  expect(runs.map(({ name }) => name)).not.toContain('contrast')
})

test('what axe has decided is not pictured, whoever else says it too', async () => {
  const { heard, runs } = await checkedWithEngines(page('<p id="pale" style="color: #999">Readings every Friday</p>'))

  expect(heard).toEqual(['accesslint violation', 'axe-core violation'])
  expect(runs).not.toContain('contrast')
})

test('what axe leaves open is pictured, whoever else says it too', async () => {
  const pale = '<p style="color: #999">Readings every Friday</p>'
  const { runs } = await checkedWithEngines(page(`${pale} ${ground('linear-gradient(#fff, #eee)', pale)}`))

  expect(runs).toContain('contrast')
})

/** What engines say of contrast, and the checks that were run for it. */
async function checkedWithEngines(html: string): Promise<{ heard: string[]; runs: string[] }> {
  const standard = readStandard('WCAG 2.2 AA')
  if (!standard) throw new Error('no standard')
  site.pages.set('/', html)
  const tab = await browser.newPage()
  try {
    await tab.goto(`${site.url}/`)
    const work = { engines, standard, isWanted: (rule: string) => /contrast/.test(rule), budgetMs: 20_000 }
    const axe = await runAxe({ ...work, page: tab })
    const accesslint = await runAccesslint({ ...work, frames: axe.frames })
    const engineFindings = [...axe.findings, ...accesslint.findings]
    const { runs } = await runChecks({ page: tab, standard, within, engineFindings })
    const heard = engineFindings.map(({ engine, verdict }) => `${engine} ${verdict}`).sort()
    return { heard, runs: runs.map(({ name }) => name) }
  } finally {
    await tab.close()
  }
}

/** A picture of pale, uneven colours. */
function picture(): string {
  const png = new PNG({ width: 60, height: 12 })
  for (let at = 0; at < png.data.length; at += 4) {
    const step = (at * 7919) % 40
    png.data.set([200 + step, 190 + step, 180 + step, 255], at)
  }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`
}

test('words in a drawing are measured like those of the page', async () => {
  const words = (fill: string) =>
    `<svg width="240" height="60"><rect width="240" height="60" fill="#1c3a5e"/><text id="x" x="10" y="35" font-size="16" fill="${fill}">Open from nine to five</text></svg>`

  expect((await examined(page(words('#fff')))).of('x')).toEqual([])
  expect((await examined(page(words('#3d5f86')))).of('x')).toEqual(['review axe-core', 'violation assay'])
})

/** Words on their way while the page is looked at, in a colour of their own. */
const underWay: Readonly<Record<string, (color: string) => string>> = {
  'slides that take turns by a transition': (color) =>
    page(
      `<div style="position: relative; height: 60px"><p class="slide now" id="words" style="color: ${color}">Readings every Friday</p><p class="slide" style="color: ${color}">Songs on Sunday</p></div>
      <script>setInterval(() => { for (const each of document.querySelectorAll('.slide')) each.classList.toggle('now') }, 900)</script>`,
      '.slide { position: absolute; top: 0; opacity: 0; transition: opacity 0.8s linear } .slide.now { opacity: 1 }',
    ),
  'a box that an animation fades in': (color) =>
    page(
      `<div class="in"><p id="words" style="color: ${color}">Readings every Friday</p></div>`,
      '@keyframes in { from { opacity: 0.1 } to { opacity: 1 } } .in { animation: in 5s linear }',
    ),
  'a box that a script fades in': (color) =>
    page(
      `<div id="box" style="opacity: 0.1"><p id="words" style="color: ${color}">Readings every Friday</p></div>
      <script>let strength = 0.1
        const fading = setInterval(() => { box.style.opacity = String(strength = Math.min(1, strength + 0.015)); if (strength === 1) clearInterval(fading) }, 30)</script>`,
    ),
  'a line that slides over another ground': (color) =>
    page(
      `<div style="position: relative; height: 60px"><div style="position: absolute; inset: 0 auto 0 0; width: 500px; background: #222"></div><p class="sliding" id="words" style="color: ${color}">Readings every Friday</p></div>`,
      '@keyframes slide { from { translate: 20px } to { translate: 600px } } .sliding { position: absolute; top: 0; animation: slide 6s linear both }',
    ),
  'words that pulse without an end': (color) =>
    page(
      `<p id="words" class="pulse" style="color: ${color}">Readings every Friday</p>`,
      '@keyframes pulse { from { opacity: 0.3 } to { opacity: 1 } } .pulse { animation: pulse 1s linear infinite alternate }',
    ),
}

test.each(Object.keys(underWay))('%s: nothing is told of dark words, pale ones are wrong', async (way) => {
  const make = underWay[way] ?? page
  const [dark, pale] = [await examined(make('#222')), await examined(make('#bbb'))]

  expect(dark.all).toEqual([])
  // Of slides, whichever has its turn.
  expect(pale.sure).not.toEqual([])
})

test('what stands still is told of beside what moves, faded by a script or not', async () => {
  const { sure } = await examined(
    page(
      `<div class="in"><p id="moving">Readings every Friday</p></div>
      <p id="still" style="color: #bbb">Songs on Sunday</p><div style="opacity: 0.3"><p id="faded">Talks on Monday</p></div>`,
      '@keyframes in { from { opacity: 0.1 } to { opacity: 1 } } .in { animation: in 5s linear }',
    ),
  )

  expect([...new Set(sure)].sort()).toEqual(['#faded', '#still'])
})

const joinForm = (inside: string, script: string, css = '') =>
  page(
    `<form action="/join" method="post" novalidate><p><label for="town" id="of">Town</label> <input id="town" name="town" required></p>${inside}<p><button>Join</button></p></form>
    <script>const form = document.forms[0]; form.addEventListener('submit', (event) => { event.preventDefault(); ${script} })</script>`,
    css,
  )

/** Texts that come up, or turn to another colour, when something is done: in this colour. */
const comingUp: Readonly<Record<string, (color: string) => string>> = {
  'a message that is written into an empty place': (color) =>
    joinForm(
      `<p id="words" role="alert" style="color: ${color}"></p>`,
      `document.getElementById('words').textContent = 'Enter the town that you live in'`,
    ),
  'a message that is put behind the field': (color) =>
    joinForm(
      '',
      `town.insertAdjacentHTML('afterend', ' <span id="words" class="e">Enter the town that you live in</span>')`,
      `.e { color: ${color} }`,
    ),
  'a message that was hidden': (color) =>
    joinForm(
      `<p id="words" hidden style="color: ${color}">Enter the town that you live in</p>`,
      `document.getElementById('words').hidden = false`,
    ),
  'a message on a ground of its own that fades in': (color) =>
    joinForm(
      `<div id="box"><p id="words">There is a problem: the town is missing</p></div>`,
      `box.className = 'on'`,
      `#box { display: none; background: #fdf3f3; color: ${color} } #box.on { display: block; animation: in 2s } @keyframes in { from { opacity: 0 } }`,
    ),
  'a label that turns to the colour of what is wrong': (color) =>
    joinForm('', `form.className = 'wrong'`, `.wrong label { color: ${color} }`).replace('id="of"', 'id="words"'),
  'a hint that comes up while a field is written into': (color) =>
    page(
      `<p><label for="code">Number of the card</label> <input id="code" name="card"> <span id="words" style="color: ${color}"></span></p>
      <script>code.addEventListener('input', () => { document.getElementById('words').textContent = code.value === '' ? '' : 'A card has twelve figures' })</script>`,
    ),
  'a line that says something else after a press': (color) =>
    page(
      `<p><button type="button" id="next">Show next week</button></p><p id="words" aria-live="polite" style="color: #222">Open until six</p>
      <script>let on = false; next.addEventListener('click', () => { on = !on; words.textContent = on ? 'Closed all week' : 'Open until six'; words.style.color = on ? '${color}' : '#222' })</script>`,
    ),
}

test.each(Object.keys(comingUp))('%s: nothing is told of a dark colour, a pale one is wrong', async (way) => {
  const make = comingUp[way] ?? page
  const [dark, pale] = [await examined(make('#a3001b')), await examined(make('#ff8b8b'))]

  expect(dark.all).toEqual([])
  expect(pale.sure).toEqual(['#words'])
  expect(pale.about[0]?.state).toMatch(/^after (?:sending|writing|pressing) /)
})

test('a light page is held to its colours for a dark system too, and is left in its own', async () => {
  const box = (dark: string) =>
    page(
      '<p id="words">Closed on Friday for stocktaking</p>',
      `@media (prefers-color-scheme: dark) { #words { ${dark} } }`,
    )
  const faint = await examined(box('background: #1b1430'))
  const right = await examined(box('background: #1b1430; color: #f1eafb'))
  const asked = await examined(box('background: #1b1430'), { colorScheme: 'dark' })

  expect(faint.sure).toEqual(['#words'])
  expect(faint.about[0]?.state).toBe('in the colours for a dark system')
  expect(right.all).toEqual([])
  expect(asked.about[0]?.state).toBeUndefined()
})

test('the option that a drawn list has reached is held to contrast when the list is open', async () => {
  const list = (ground: string) =>
    page(
      `<div id="box" role="combobox" tabindex="0" aria-label="From" aria-haspopup="listbox" aria-expanded="false" aria-controls="list">Oldtown</div><ul id="list" role="listbox" aria-label="Stations" hidden><li role="option" id="words" aria-selected="true">Oldtown</li><li role="option" aria-selected="false">Newtown</li></ul>
      <script>const set = (on) => { list.hidden = !on; box.setAttribute('aria-expanded', on); words.className = on ? 'here' : '' }; box.addEventListener('click', () => set(list.hidden)); box.addEventListener('keydown', (event) => { if (event.key === 'ArrowDown') set(true); if (event.key === 'Escape') set(false) })</script>`,
      `#words.here { color: #fff; background: ${ground} }`,
    )

  expect((await examined(list('#9cc3f5'))).sure).toEqual(['#words'])
  expect((await examined(list('#0a3d91'))).sure).toEqual([])
})

test('what comes up is held to what its size asks for, and nothing is asked of what cannot be used', async () => {
  const large = await examined(comingUp['a message that was hidden']?.('#d05050; font-size: 24px') ?? '')
  const small = await examined(comingUp['a message that was hidden']?.('#d05050') ?? '')
  const disabled = await examined(
    joinForm(
      '<p><button type="button" id="words">Add a second town</button></p>',
      `document.getElementById('words').disabled = true`,
      '#words { border: 0; background: #fff; color: #222 } #words:disabled { color: #bbb }',
    ),
  )

  expect([large.all, disabled.all]).toEqual([[], []])
  expect(small.sure).toEqual(['#words'])
})
