/** What our checks find by acting on a page: focus, keys, dialogs. They leave the page where it was. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

test('a focus that is not to be seen is told of by pictures; where a caret is all there is, it is no good practice', async () => {
  const { of } = await lab.check(`<body><style>
    .none:focus { outline: none } .ring:focus { outline: none; box-shadow: 0 0 0 3px blue }
    .beside:focus { outline: none } .beside:focus ~ .far .mark { background: red }
    .wrap:has(:focus) { background: gold } .wrap a { outline: none }
    .mark { display: inline-block; width: 20px; height: 20px }</style>
    <p><a id="none" class="none" href="/1">No mark</a></p>
    <p><a id="ring" class="ring" href="/2">With a ring</a></p>
    <p><a id="plain" href="/3">As the browser does</a></p>
    <p><a id="beside" class="beside" href="/4">Marked beside</a> <b></b><i></i><u></u><em></em><span class="far"><span class="mark"></span></span></p>
    <p class="wrap"><a id="wrapped" href="/5">Marked around</a></p>
    <p><input id="field" style="outline: none" aria-label="Name"></p>
    <p><a id="script" class="none" href="/6" onfocus="this.parentElement.style.background = 'gold'">Marked by a script</a></p>`)

  expect(of('focus-not-visible')).toEqual(['violation #none', 'practice #field'])
})

test('an outline in the colour of the ground shows no focus', async () => {
  const { of } =
    await lab.check(`<body style="background: #fff"><style>a:focus { outline: 2px solid } #x:focus { outline-color: #fff } #in:focus { outline-color: #fff; outline-offset: -3px; background: navy } #seen:focus { outline-color: #b00 }</style>
    <p><a id="x" class="a" href="/1">Roses</a></p><p><a id="seen" class="b" href="/2">Herbs</a></p><p><a id="in" class="c" href="/3">Trees</a></p>`)

  expect(of('focus-not-visible')).toEqual(['violation #x'])
})

test('an outline without blue is seen on every one of many stops', async () => {
  const links = ['Roses', 'Herbs', 'Trees', 'Seeds', 'Tools'].map(
    (name, at) => `<h2><a class="s${at}" href="/${at}">${name}</a></h2>`,
  )
  const page = (color: string) =>
    lab.check(
      `<body><style>:focus-visible { outline: 3px solid ${color}; outline-offset: 2px }</style>${links.join('')}`,
    )

  expect((await page('rgb(211, 84, 0)')).of('focus-not-visible')).toEqual([])
  expect((await page('rgba(211, 84, 0, 0)')).of('focus-not-visible')).toHaveLength(5)
})

test('alike elements without a visible focus are told of each', async () => {
  const { of } = await lab.check(`<body><style>nav a:focus { outline: 0 }</style>
    <nav>${['Seeds', 'Tools', 'Books'].map((name) => `<a id="${name}" class="n" href="/${name}">${name}</a>`).join(' ')}</nav>`)

  expect(of('focus-not-visible').sort()).toEqual(['violation #Books', 'violation #Seeds', 'violation #Tools'])
})

test('an element that takes the focus back is a trap; a dialog that keeps it is none', async () => {
  const trap = await lab.check(`<body><a href="/1">Before</a>
    <input id="trap" aria-label="Code" onblur="setTimeout(() => this.focus(), 5)"><a href="/2">After</a> <a href="/3">Later</a>`)
  const advised = (advice: string, held: string) =>
    lab.check(`<body><p>${advice}</p><a href="/1">Before</a>
    <input id="trap" aria-label="Code" onblur="setTimeout(() => window.free || this.focus(), 5)"><a href="/2">After</a> <a href="/3">Later</a>
    <script>document.addEventListener('keydown', (event) => { if (event.code === 'KeyM' && event.${held}) window.free = true })</script>`)
  const untrue = await advised('Press Ctrl+M to leave the editor.', 'altKey')
  const working = await advised('Press Ctrl+M to leave the editor.', 'ctrlKey')
  const german = await advised('Mit Strg+M verlassen Sie das Feld.', 'ctrlKey')
  const vague = await advised('Use the menu of the editor to leave it.', 'ctrlKey')
  const dialog = await lab.check(`<body><a href="/1">Before</a><div role="dialog" aria-label="Cookies">
    <button onblur="setTimeout(() => this.focus(), 5)">OK</button></div><a href="/2">After</a>`)
  const free = await lab.check(`<body><a href="/1">Before</a>
    <input aria-label="Code" onblur="this.dataset.focus = 'gone'"><a href="/2">After</a>`)

  expect(trap.of('keyboard-trap')).toEqual(['violation #trap'])
  expect(untrue.of('keyboard-trap')).toEqual(['violation #trap'])
  expect(untrue.findings.find((each) => each.rule === 'keyboard-trap')?.message).toMatch(/Ctrl\+M.+does not work/)
  expect(working.of('keyboard-trap')).toEqual([])
  expect(german.of('keyboard-trap')).toEqual([])
  expect(vague.of('keyboard-trap')).toEqual(['review #trap'])
  expect(dialog.of('keyboard-trap')).toEqual([])
  expect(free.of('keyboard-trap')).toEqual([])
})

test('a single character that sets something off is told of, with Ctrl it is not', async () => {
  const listening = (condition: string, more = '') =>
    `<body><p id="p">Hello</p>${more}<script>document.addEventListener('keydown', (event) => { if (${condition}) document.getElementById('p').textContent += '!' })</script>`
  const plain = await lab.check(listening(`event.key === 'j'`))
  const combined = await lab.check(listening(`event.ctrlKey && event.key === 'j'`))
  const withEscape = await lab.check(listening(`event.key === 'Escape'`))
  const j = `event.key === 'j'`
  const settings = [
    '<label><input type="checkbox" checked> Turn shortcuts off</label>',
    '<button hidden>Tastenkürzel</button>',
    '<div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<button>Settings</button>"</script>',
    '<script>setInterval(() => document.body.toggleAttribute("data-tick"), 1)</script>',
    '<script>document.documentElement.lang = "ja"</script>',
  ]
  const doubtful = []
  for (const setting of settings) doubtful.push((await lab.check(listening(j, setting))).of('character-key-shortcut'))

  expect(plain.of('character-key-shortcut')).toEqual(['violation body'])
  expect(doubtful).toEqual(settings.map(() => ['review body']))
  expect(plain.findings.find((each) => each.rule === 'character-key-shortcut')?.message).toContain('“j”')
  expect(combined.of('character-key-shortcut')).toEqual([])
  expect(withEscape.of('character-key-shortcut')).toEqual([])
})

const dialog = (script: string, inside = '<button id="close">Close</button>', between = '') => `<body>
  <button id="open" aria-haspopup="dialog">Open the map</button>${between}
  <div id="map" role="dialog" aria-label="Map" hidden><a href="/m">Map</a>${inside}</div>
  <script>const map = document.getElementById('map'), open = document.getElementById('open')
  const close = () => { map.hidden = true; open.focus() }
  document.getElementById('close')?.addEventListener('click', close)
  ${script}</script>`

test('a dialog that leaves the focus behind is told of, and one that Escape does not close', async () => {
  const shows = `open.onclick = () => { map.hidden = false }`
  const left = await lab.check(dialog(shows, undefined, '<a href="/between">Gardens</a>'))
  const next = await lab.check(dialog(shows))
  const slow = await lab.check(
    dialog(
      `map.style.transition = 'translate .4s'
      open.onclick = () => { map.hidden = false; map.getBoundingClientRect(); map.style.translate = '0 9px'
        map.ontransitionend = () => map.querySelector('a').focus() }
      document.addEventListener('keydown', (event) => { if (event.key === 'Escape') close() })`,
      undefined,
      '<a href="/between">Gardens</a>',
    ),
  )
  const stuck = await lab.check(
    dialog(
      `open.onclick = () => { map.hidden = false; map.querySelector('a').focus() }`,
      '<div class="close" onclick="close()">×</div>',
    ),
  )
  const good = await lab.check(
    dialog(`open.onclick = () => { map.hidden = false; map.querySelector('a').focus() }
      document.addEventListener('keydown', (event) => { if (event.key === 'Escape') close() })`),
  )

  expect(left.of('dialog-focus')).toEqual(['violation #map'])
  expect(next.of('dialog-focus')).toEqual(['review #map'])
  expect(slow.of('dialog-focus')).toEqual([])
  expect(left.of('dialog-escape')).toEqual(['review #map'])
  expect(stuck.of('dialog-escape')).toEqual(['violation #map'])
  expect(good.findings.filter((each) => each.rule.startsWith('dialog'))).toEqual([])
})

test('what the checks do to a page neither leaves it nor stays on it', async () => {
  const seen: Record<string, unknown> = {}
  await lab.check(
    `<body style="height: 3000px"><button id="go" aria-haspopup="dialog" onclick="location.href = '/elsewhere'" onfocus="location.hash = 'x'">Open</button>
     <p style="background: linear-gradient(#fff, #eee)">Words on a gradient</p>`,
    {
      after: async (page) => {
        Object.assign(
          seen,
          await page.$eval('html', () => ({
            path: location.pathname.startsWith('/elsewhere'),
            width: innerWidth,
            scroll: scrollY,
            sheets: document.adoptedStyleSheets.length,
            ours: 'assayChecks' in window,
          })),
        )
      },
    },
  )

  expect(seen).toEqual({ path: false, width: 1280, scroll: 0, sheets: 0, ours: false })
})

test('a page that hangs in a handler costs the checks their time, not the scan its end', async () => {
  const startedAt = performance.now()
  const { runs } = await lab.check(
    `<body><a href="/1" onfocus="const end = Date.now() + 4500; while (Date.now() < end);">Slow</a>`,
  )

  expect(runs.find((run) => run.name === 'focus')?.state).toBe('out of time')
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})
