/** What opens on a page: it is pressed, looked at, left and closed again, and the report says in which state a finding stands. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'puppeteer'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'
import { worldOf } from '#workers/page/isolated-world'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const panel = (inside: string, script = 'panel.hidden = !panel.hidden') => `<body><h1>Garden</h1>
  <button id="menu" type="button" aria-expanded="false" aria-controls="panel">Tools</button>
  <div id="panel" hidden>${inside}</div>
  <script>const panel = document.getElementById('panel'), menu = document.getElementById('menu')
  menu.addEventListener('click', () => { ${script}; menu.setAttribute('aria-expanded', String(!panel.hidden)) })</script>`

test('what a button opens is examined, and the state in which it was found is told', async () => {
  const { findings, runs } = await lab.check(
    panel('<div id="bad" style="cursor: pointer">Rake</div><marquee id="old">Sale</marquee><p id="good">Spades</p>') +
      `<script>document.getElementById('bad').addEventListener('click', () => { document.title += '!' })</script>`,
  )

  const inState = findings.filter(({ state }) => state !== undefined)
  expect(inState.map(({ rule, target, state }) => [rule, target.flat().join(), state])).toContainEqual([
    'mouse-only-control',
    '#bad',
    'after pressing button#menu',
  ])
  expect(inState.every(({ state }) => state === 'after pressing button#menu')).toBe(true)
  expect(runs.find(({ name }) => name === 'states')?.state).toBe('ran')
})

test('rules that there is no time to look for in what was opened are named', async () => {
  const names = ['obsolete-element', 'moving-text']
  const looks = async (page: Page, budgetMs: number) => {
    const opened = '(assayChecks.findControls(), await assayChecks.pressControl(0))'
    const look = `assayChecks.lookAtFresh(${JSON.stringify(names)}, ${budgetMs})`
    const told = await worldOf(page.mainFrame()).evaluate(
      `(async () => { ${opened}; const told = await ${look}; await assayChecks.putBack(); return JSON.stringify(told) })()`,
    )
    const { found, late } = JSON.parse(String(told)) as { found: { rule: string }[]; late: string[] }
    return { found: found.map(({ rule }) => rule), late }
  }
  const told: Awaited<ReturnType<typeof looks>>[] = []
  await lab.check(panel('<marquee>Sale</marquee>'), {
    after: async (page) => {
      told.push(await looks(page, 60_000), await looks(page, -1))
    },
  })

  const [inTime, late] = told
  expect(inTime?.found).toContain('obsolete-element')
  expect(inTime?.late).toEqual([])
  expect(late?.found).toEqual([])
  expect(late?.late.toSorted()).toEqual(names.toSorted())
})

test('the page is as it was afterwards', async () => {
  let after = ''
  await lab.check(panel('<a href="/x">Rakes</a>'), {
    after: async (page) => {
      after = await page.$eval('#menu', (menu) => `${menu.getAttribute('aria-expanded')} ${document.activeElement?.id}`)
    },
  })

  expect(after).toBe('false ')
})

test('accepted patterns of what opens yield nothing', async () => {
  const disclosure = await lab.check(panel('<p>Rakes and spades</p>'))
  const details = await lab.check('<body><details><summary>More</summary><p>Words</p></details>')
  const modal = await lab.check(`<body><button id="o" type="button">Show the map</button>
    <dialog id="d" aria-label="Map"><button id="x" type="button">Close</button></dialog>
    <script>o.onclick = () => d.showModal(); x.onclick = () => d.close()</script>`)
  const tabs = await lab.check(`<body><div role="tablist" aria-label="Plants" id="l">
    <button role="tab" id="t1" aria-selected="true" aria-controls="p1">Roses</button>
    <button role="tab" id="t2" aria-selected="false" aria-controls="p2" tabindex="-1">Lilies</button></div>
    <div role="tabpanel" id="p1" aria-labelledby="t1" tabindex="0">On roses</div>
    <div role="tabpanel" id="p2" aria-labelledby="t2" tabindex="0" hidden>On lilies</div>
    <script>const show = (n) => { for (const i of [1, 2]) { const t = document.getElementById('t' + i)
      t.setAttribute('aria-selected', String(i === n)); t.tabIndex = i === n ? 0 : -1
      document.getElementById('p' + i).hidden = i !== n } }
    t1.onclick = () => show(1); t2.onclick = () => show(2)
    l.onkeydown = (event) => { if (event.key.startsWith('Arrow')) { const n = t1.tabIndex === 0 ? 2 : 1; show(n); document.getElementById('t' + n).focus() } }</script>`)
  const menu =
    await lab.check(`<body><button id="b" type="button" aria-haspopup="true" aria-expanded="false" aria-controls="m">Actions</button>
    <ul role="menu" id="m" aria-labelledby="b" hidden><li role="menuitem" tabindex="-1">Copy</li><li role="menuitem" tabindex="-1">Move</li></ul>
    <script>const items = [...m.children]
    b.onclick = () => { m.hidden = !m.hidden; b.setAttribute('aria-expanded', String(!m.hidden)); if (!m.hidden) items[0].focus() }
    m.onkeydown = (event) => { const at = items.indexOf(document.activeElement)
      if (event.key === 'ArrowDown') items[(at + 1) % 2].focus()
      if (event.key === 'Escape') { m.hidden = true; b.setAttribute('aria-expanded', 'false'); b.focus() } }
    for (const item of items) item.onclick = () => { m.hidden = true }</script>`)

  for (const { findings } of [disclosure, details, modal, tabs, menu])
    expect(findings.filter(({ state, rule }) => state !== undefined || rule.startsWith('dialog'))).toEqual([])
})

test('a modal dialog that lets Tab go behind it is told of; one that keeps it is not', async () => {
  const page = (script: string) => `<body><button id="o" type="button" aria-haspopup="dialog">Show the map</button>
    <a id="behind" href="/behind">Behind</a>
    <div id="d" role="dialog" aria-modal="true" aria-label="Map" hidden><button id="x" type="button">Close</button></div>
    <a href="/later">Later</a>
    <script>const close = () => { d.hidden = true; o.focus() }
    o.onclick = () => { d.hidden = false; x.focus() }; x.onclick = close
    d.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); ${script} })</script>`
  const leaving = await lab.check(page(''))
  const kept = await lab.check(page(`if (event.key === 'Tab') { event.preventDefault(); x.focus() }`))

  expect(leaving.of('dialog-tab-leaves')).toEqual(['violation #d'])
  expect(kept.of('dialog-tab-leaves')).toEqual([])
})

test('a message without anything to focus is no dialog whose focus is missed', async () => {
  const { of } = await lab.check(`<body><button id="o" type="button" aria-haspopup="dialog">Show the note</button>
    <div id="d" role="dialog" aria-label="Note" hidden>Saved.</div><script>o.onclick = () => { d.hidden = !d.hidden }</script>`)

  expect(of('dialog-focus')).toEqual([])
})

test('what could do harm is not pressed, in whatever language', async () => {
  const presses = async (html: string) => {
    let count = ''
    await lab.check(
      `<body data-pressed="0">${html}<script>for (const each of document.querySelectorAll('button, a, [role]')) each.addEventListener('click', () => { document.body.dataset.pressed = '1' })</script>`,
      {
        after: async (page) => {
          count = await page.$eval('body', (body) => body.dataset['pressed'] ?? '')
        },
      },
    )
    return count
  }
  const button = (words: string, attributes = '') => `<button type="button" ${attributes}>${words}</button>`
  const names = [
    'Delete my account',
    'Pay now',
    'Log out',
    'Konto löschen',
    'Jetzt kaufen',
    'Abmelden',
    'Supprimer',
    'Payer',
    'Se déconnecter',
    'Eliminar cuenta',
    'Pagar',
    'Cerrar sesión',
    'Elimina',
    'Verwijderen',
    'Usuń konto',
    'Удалить',
    '削除する',
    '删除',
    'حذف',
  ]
  for (const name of names) expect([name, await presses(button(name))]).toEqual([name, '0'])
  expect(await presses(button('×', 'id="deleteItem"'))).toBe('0')
  expect(await presses(button('Bin', 'data-action="cart.remove"'))).toBe('0')
  expect(await presses('<form><button>Next</button></form>')).toBe('0')
  for (const link of [
    '<a href="/out">Log out</a>',
    '<a href="/cart/remove/4">Lamp</a>',
    '<a href="/mail?unsubscribe=1">News</a>',
    '<a href="/plan.pdf" download>Plan</a>',
    '<a href="/elsewhere" target="_blank">Elsewhere</a>',
    '<a href="https://elsewhere.example/">Elsewhere</a>',
  ])
    expect([link, await presses(link)]).toEqual([link, '0'])
  expect(await presses('<a href="/elsewhere">Elsewhere</a>')).toBe('1')
  expect(await presses(button('Filters'))).toBe('1')
})

test('what a press would send, write elsewhere or lead to is held back', async () => {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return new Response('', { headers: { 'access-control-allow-origin': '*' } })
    },
  })
  const seen: string[] = []
  try {
    await lab.check(
      `<body><button type="button" id="b" aria-expanded="false">More</button><form id="f" method="post" action="/sent"></form>
      <script>b.onclick = () => { const at = '${server.url.origin}'
        fetch(at + '/read'); fetch(at + '/write', { method: 'POST', body: 'x' }); fetch(at + '/logout')
        navigator.sendBeacon(at + '/beacon', 'x'); f.submit(); window.open(at + '/window'); history.back()
        alert('!'); document.write('gone'); location.href = at + '/away' }</script>`,
      {
        after: async (page) => {
          seen.push(new URL(page.url()).origin, (await page.$('#b')) ? 'there' : 'gone')
          seen.push(
            String((await page.browserContext().pages()).filter((each) => each.url().includes('/window')).length),
          )
          // What was taken from the page's scripts meanwhile is given back.
          seen.push(await page.evaluate(() => String(window.open)))
        },
      },
    )
  } finally {
    await server.stop(true)
  }

  expect(asked).toEqual(['GET /read'])
  expect(seen[0]).not.toBe(server.url.origin)
  expect(seen[1]).toBe('there')
  expect(seen[2]).toBe('0')
  expect(seen[3]).toContain('native code')
})

test('hostile buttons neither hold the scan nor take it away from the page', async () => {
  const hostile: Record<string, string> = {
    loops: 'for (;;);',
    alerts: 'for (let n = 0; n < 1000; n += 1) alert(n)',
    leaves: 'location.assign("/elsewhere"); location.reload()',
    vanishes: 'this.remove()',
    grows: 'for (let n = 0; n < 10_000; n += 1) document.body.append(document.createElement("p"))',
    clears: 'document.body.innerHTML = ""',
    throws: 'throw new Error("no")',
    ticks: 'setInterval(() => document.body.append("x"), 1)',
    clicks: 'setTimeout(() => this.click(), 0)',
  }
  for (const [name, script] of Object.entries(hostile)) {
    const startedAt = performance.now()
    let path = ''
    const { findings } = await lab.check(
      `<body><img id="i" src="data:," alt="image" width="200" height="200"><button type="button" onclick='${script}'>More</button><button type="button" aria-expanded="false">Filters</button>`,
      {
        isBraked: true,
        after: async (page) => {
          path = new URL(page.url()).pathname
        },
      },
    )
    expect([name, path.startsWith('/elsewhere'), performance.now() - startedAt < 20_000]).toEqual([name, false, true])
    // What had ended by then is not lost.
    expect(findings.length).toBeGreaterThan(0)
  }
})

test('nothing is pressed where that was asked for', async () => {
  let state = ''
  const { runs } = await lab.check(
    panel('<p>Rakes</p>', `document.body.dataset.pressed = 'yes'; panel.hidden = false`),
    {
      explore: false,
      after: async (page) => {
        state = await page.$eval('body', (body) => body.dataset['pressed'] ?? 'no')
      },
    },
  )

  expect(state).toBe('no')
  expect(runs.map(({ name }) => name)).not.toContain('states')
  expect(runs.map(({ name }) => name)).not.toContain('focus')
})

test('a picture that a button exchanges takes its alternative with it', async () => {
  const draw = (color: string) => `/${color}.png`
  const page = (act: string) =>
    `<body><img id="x" width="90" height="60" alt="The rose" src="${draw('rose')}"><button type="button" id="next">Show the other one</button>
     <script>document.getElementById('next').onclick = () => { const x = document.getElementById('x'); ${act} }</script>`
  const of = async (act: string) => (await lab.check(page(act))).of('alt-not-updated')

  expect(await of(`x.src = '${draw('herb')}'`)).toEqual(['review #x'])
  expect(await of(`x.src = '${draw('herb')}'; x.alt = 'The herb'`)).toEqual([])
  expect(await of(`x.src = '${draw('rose-large')}'`)).toEqual([])
  expect(await of(`x.title = 'A rose'`)).toEqual([])
})

test('a drawing that says its figures stand in a table keeps its name when others are drawn', async () => {
  const page = (name: string) =>
    `<body><svg id="x" role="img" width="200" height="120" aria-label="${name}"><rect id="r" x="5" y="5" width="20" height="90"/></svg><table><tr><th>Jan</th><td id="c">90</td></tr></table><button type="button" id="next">South wing</button>
     <script>document.getElementById('next').onclick = () => { document.getElementById('r').setAttribute('height', '40'); document.getElementById('c').textContent = '40' }</script>`
  const of = async (name: string) => (await lab.check(page(name))).of('alt-not-updated')

  expect(await of('Bars of the water that was used in the north wing')).toEqual(['review #x'])
  expect(await of('Bars of the water that was used. The numbers are in the table below.')).toEqual([])
  expect(await of('Säulen des Verbrauchs, die Zahlen stehen in der Tabelle')).toEqual([])
})

test('what a press makes the page say is said in a live region', async () => {
  const page = (attributes: string, button = '') =>
    `<body><button type="button" id="act" ${button}>Put it into the basket</button><p id="x" ${attributes}></p>
     <script>document.getElementById('act').onclick = () => { document.getElementById('x').textContent = '1 item added' }</script>`
  const of = async (html: string) => (await lab.check(html)).of('status-not-announced')

  expect(await of(page(''))).toEqual(['review #x'])
  expect(await of(page('role="status"'))).toEqual([])
  expect(await of(page('aria-live="polite"'))).toEqual([])
  expect(await of(page('', 'aria-expanded="false"'))).toEqual([])
  expect(await of(page('hidden'))).toEqual([])
})

test('what a press says of a field is read where the field is given the focus', async () => {
  const page = (more: string) =>
    `<body><label for="n">Name</label> <input id="n" aria-describedby="x"><p id="x"></p><button type="button" id="act">On to the day</button>
     <script>act.onclick = () => { x.textContent = 'Error in the name: write your first and your last name.'; ${more} }</script>`
  const of = async (more: string) => (await lab.check(page(more))).of('status-not-announced')

  expect(await of('')).toEqual(['practice #x'])
  expect(await of('n.focus()')).toEqual([])
})
