/** Markup is rendered as a browser shows it, and reaches nothing: with a real browser and a real server that counts. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { type RenderedTree, type StyleName, styleNames } from '#db/documents/rendered-tree'
import { ServiceError } from '#shared/kernel/errors'
import { browserSource } from '#test/support/chromium'
import { openPageBrowser } from '#test/support/page-browser'
import { type Canary, startCanary } from '#test/workers/page/canary'
import type { SnapshotMarkup } from '#workers/page/artifacts/markup'
import { type RenderingAsked, renderMarkup } from '#workers/page/artifacts/render'
import type { BrowserPool } from '#workers/page/browser-pool'

let canary: Canary
let browser: BrowserPool

beforeAll(async () => {
  canary = await startCanary(['127.0.0.1'])
  // The server may be visited: what keeps markup from it is not that it is inside.
  browser = await openPageBrowser(`127.0.0.1/32:${canary.tcpPort}`)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await canary?.close()
})

const markup = (html: string, more: Partial<SnapshotMarkup> = {}): SnapshotMarkup => ({
  html,
  url: null,
  parts: new Map(),
  viewport: null,
  notes: [],
  ...more,
})

const render = (from: string | SnapshotMarkup, more: Partial<RenderingAsked> = {}) =>
  renderMarkup(browser, typeof from === 'string' ? markup(from) : from, {
    viewport: { width: 800, height: 600, scale: 1 },
    picture: false,
    orgId: 'org_test',
    signal: new AbortController().signal,
    deadlineMs: 20_000,
    ...more,
  })

const nodeOf = ({ nodes }: RenderedTree, id: string) =>
  nodes.find(({ attributes }) => attributes?.some(([name, value]) => name === 'id' && value === id))
const styleOf = (tree: RenderedTree, id: string, name: StyleName) =>
  tree.styles[nodeOf(tree, id)?.style ?? -1]?.[styleNames.indexOf(name)]
const textsOf = ({ nodes }: RenderedTree) => nodes.flatMap(({ text }) => text ?? [])

const pixelsOf = (bytes: Uint8Array) => {
  const png = PNG.sync.read(Buffer.from(bytes))
  return {
    width: png.width,
    height: png.height,
    at: (x: number, y: number) => [...png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 3)],
  }
}

const plain = '<!doctype html><style>body{margin:0}</style>'

test('what was rendered before, at whatever scale, does not show in the next tree of a page', async () => {
  const page = `${plain}<body style="font: 13px sans-serif"><span id="words">Terms, prices, and what else is written small</span>`
  const widthAt = async (scale: number, orgId: string) => {
    const { tree } = await render(page, { viewport: { width: 800, height: 600, scale }, orgId })
    return nodeOf(tree, 'words')?.box?.[2]
  }
  const alone = { one: await widthAt(1, 'org_one'), other: await widthAt(1.25, 'org_other') }

  const inTurns = [await widthAt(1, 'org_turns'), await widthAt(1.25, 'org_turns'), await widthAt(1, 'org_turns')]

  // A system's browser may widen all words alike: then nothing of another scale could show.
  if ((await browserSource()) === 'unpacked') expect(alone.one).not.toBe(alone.other)
  expect(inTurns).toEqual([alone.one, alone.other, alone.one])
})

describe('an evil page', () => {
  const evil = (at: string) => `<!doctype html><html><head>
    <meta http-equiv="refresh" content="0;url=${at}/refresh"><meta http-equiv="refresh" content="0;url=about:blank">
    <link rel="stylesheet" href="${at}/css"><style>@import "${at}/import"; body { margin: 0; background: url(${at}/bg) }
      @font-face { font-family: F; src: url(${at}/font) } h1 { font-family: F, serif; color: rgb(1, 2, 3) }</style>
    <link rel="prefetch" href="${at}/prefetch"><link rel="preload" as="image" href="${at}/preload">
    <link rel="preconnect" href="${at}"><link rel="dns-prefetch" href="${at}"><link rel="modulepreload" href="${at}/module">
    <link rel="icon" href="${at}/icon"><link rel="manifest" href="${at}/manifest"><base href="${at}/base/">
    <script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at}/speculation"]}]}</script>
    <script src="${at}/script"></script><script>document.write('written'); fetch('${at}/fetch'); location = '${at}/location'</script>
    </head><body onload="new Image().src='${at}/onload'">
    <h1 id="h">right</h1><noscript><p>no scripts here</p></noscript>
    <img src="${at}/img" alt="" onerror="document.body.textContent='broken'"><img srcset="${at}/srcset 2x"><img loading="lazy" src="${at}/lazy">
    <img src="relative.png"><picture><source srcset="${at}/source"><img src="${at}/fallback"></picture>
    <svg><image href="${at}/svg-image"/><use href="${at}/use#x"/><script>fetch('${at}/svg-script')</script></svg>
    <iframe src="${at}/iframe"></iframe><iframe src="file:///etc/passwd"></iframe><iframe src="javascript:parent.document.body.textContent='js'"></iframe>
    <iframe srcdoc="<b id=inner>inner</b><script>parent.document.body.textContent='out'; fetch('${at}/srcdoc')</script><img src=${at}/srcdoc-img><meta http-equiv=refresh content='0;url=${at}/srcdoc-refresh'>"></iframe>
    <object data="${at}/object"></object><embed src="${at}/embed"><video src="${at}/video" poster="${at}/poster" autoplay></video><audio src="${at}/audio" autoplay></audio>
    <form action="${at}/form" id="f" target="_top"><input autofocus onfocus="this.form.submit()"><button id="b">go</button></form><script>document.forms[0].submit()</script>
    <a ping="${at}/ping" href="${at}/a" id="a">link</a><div style="background-image: url('${at}/inline')">x</div>
    <script>navigator.serviceWorker?.register('${at}/sw.js'); new WebSocket('${at.replace('http', 'ws')}/ws'); new Worker('${at}/worker'); open('${at}/open')</script>
    <link rel="stylesheet" href="file:///etc/passwd"><img src="file:///etc/hostname">
    </body></html>`

  test('asks nobody, runs nothing, goes nowhere, and is right otherwise; what it lacks is told', async () => {
    const at = `http://127.0.0.1:${canary.tcpPort}`

    const { tree, notes, picture } = await render(evil(at), { picture: true })

    expect(canary.hits).toEqual([])
    expect(styleOf(tree, 'h', 'color')).toBe('rgb(1, 2, 3)')
    expect(textsOf(tree).map((text) => text.trim())).toContain('right')
    expect(textsOf(tree)).toContain('inner')
    for (const word of ['written', 'broken', 'js', 'out', 'no scripts here']) expect(textsOf(tree)).not.toContain(word)
    expect(JSON.stringify(tree)).not.toContain('root:')
    expect(picture?.width).toBe(800)
    const told = notes.filter(({ code }) => code === 'missing-resource').map(({ message }) => message)
    for (const path of [
      'css',
      'import',
      'bg',
      'img',
      'srcset',
      'lazy',
      'base/relative.png',
      'svg-image',
      'iframe',
      'object',
      'inline',
    ])
      expect(told.join('\n')).toContain(`${at}/${path} is not part of the snapshot.`)
    expect(told).toEqual(
      [...told].sort((one, other) => ((one.split(' ')[1] ?? '') < (other.split(' ')[1] ?? '') ? -1 : 1)),
    )
  }, 30_000)

  test('leaves nothing for what follows it in its tab, also while it goes on for a while', async () => {
    await Bun.sleep(300)
    const after = await render(`${plain}<p id="p">after</p>`)
    const other = await render(`${plain}<p id="p">after</p>`, { orgId: 'org_other' })

    expect(after.notes).toEqual([])
    expect(JSON.stringify(after)).toBe(JSON.stringify(other))
    expect(canary.hits).toEqual([])
  })
})

describe('what is right', () => {
  test('the same markup gives the same bytes, whatever was shown before, and a page is in the mode it asks for', async () => {
    const page = `${plain}<style>.a { padding: 3px }</style><table><tr><td class="a" id="t">x</table><img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">`
    const one = await render(page, { picture: true })
    const quirky = await render(
      '<style>.a { padding: 30px }</style><p id="p" style="width:10">x</p><meta http-equiv="default-style" content="x">',
    )
    const other = await render(page, { picture: true })

    expect(JSON.stringify(one.tree)).toBe(JSON.stringify(other.tree))
    expect(Buffer.from(one.picture?.bytes ?? []).equals(Buffer.from(other.picture?.bytes ?? []))).toBe(true)
    // Without a unit a width counts in quirks mode alone.
    expect(nodeOf(quirky.tree, 'p')?.box?.[2]).toBe(10)
  })

  test('a border that uses var() before a longhand is there: its sheet is not written anew', async () => {
    const { tree } = await render(
      `${plain}<style>:root { --line: 2px solid rgb(9, 8, 7) } p { border: var(--line); border-left-width: 5px }</style><p id="p">x</p>`,
    )

    expect(styleOf(tree, 'p', 'border-top-width')).toBe('2px')
    expect(styleOf(tree, 'p', 'border-left-width')).toBe('5px')
    expect(styleOf(tree, 'p', 'border-top-color')).toBe('rgb(9, 8, 7)')
  })

  test('shadow trees, slots, pseudo-elements and frames are in the tree, frames where they stand', async () => {
    const { tree } = await render(
      `${plain}<style>p::before { content: 'B' }</style><my-card><template shadowrootmode="open"><b>in</b><slot></slot></template><i>slotted</i></my-card>
       <p style="margin:0">x</p><iframe style="border:2px solid;padding:5px;position:absolute;left:10px;top:100px" srcdoc="<style>body{margin:0}</style><u>framed</u>"></iframe>`,
    )
    const chain = (name: string) => {
      const names: string[] = []
      for (let at = tree.nodes.findIndex((node) => node.name === name); at >= 0; at = tree.nodes[at]?.parent ?? -1)
        names.unshift(tree.nodes[at]?.name ?? '')
      return names.join(' ')
    }

    expect(chain('b')).toBe('html body my-card #shadow-root b')
    expect(chain('i')).toBe('html body my-card #shadow-root slot i')
    expect(chain('::before')).toBe('html body p ::before')
    expect(chain('u')).toBe('html body iframe #document html body u')
    expect(tree.nodes.find(({ name }) => name === 'u')?.box?.slice(0, 2)).toEqual([17, 107])
  })

  test('what moves has ended, what would never end is not begun', async () => {
    const { tree } = await render(`${plain}<style>
      @keyframes in { from { opacity: 0 } to { opacity: 0.5 } } @keyframes round { to { rotate: 1turn } }
      #a { animation: in 300s forwards } #b { animation: in 300s 10s both } #c { animation: round 1s infinite }
      #d { animation: in 300s } #e { animation: in 1s paused both }</style>
      ${['a', 'b', 'c', 'd', 'e'].map((id) => `<p id="${id}">x</p>`).join('')}
      <my-box><template shadowrootmode="open"><style>@keyframes in { from { opacity: 0 } to { opacity: 0.25 } } p { animation: in 9s both }</style><p id="f">x</p></template></my-box>`)

    expect(['a', 'b', 'c', 'd', 'f'].map((id) => styleOf(tree, id, 'opacity'))).toEqual([
      '0.5',
      '0.5',
      '1',
      '1',
      '0.25',
    ])
    expect(styleOf(tree, 'c', 'rotate')).toBe('none')
  })

  test('a picture is of the whole page, at its scale, without the caret; its tree is in CSS pixels all the same', async () => {
    const page = `${plain}<div style="height:100vh;background:rgb(255,0,0)"></div><div id="d" style="height:900px;background:rgb(0,0,255)"></div>`

    const { tree, picture, fonts } = await render(`${page}<p style="margin:0;font-family:monospace">text</p>`, {
      picture: true,
      viewport: { width: 300, height: 200, scale: 2 },
    })

    const pixels = pixelsOf(picture?.bytes ?? new Uint8Array())
    expect([pixels.width, pixels.height]).toEqual([picture?.width ?? 0, picture?.height ?? 0])
    expect([pixels.width, Math.floor(pixels.height / 10)]).toEqual([600, Math.floor((tree.size.height * 2) / 10)])
    expect([pixels.at(10, 399), pixels.at(10, 401), pixels.at(599, 2199)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
      [0, 0, 255],
    ])
    expect(nodeOf(tree, 'd')?.box).toEqual([0, 200, 300, 900])
    expect(tree.viewport).toEqual({ width: 300, height: 200, scale: 2 })
    expect(fonts.length).toBe(1)
  })

  test('a page too large for a picture has none, and says so; its tree is whole', async () => {
    const { tree, picture, notes } = await render(
      `${plain}<div style="width:8000px;height:6000px"></div><p id="p">x</p>`,
      {
        picture: true,
      },
    )

    expect(picture).toBe(null)
    expect(notes).toMatchObject([{ code: 'picture-too-large', message: expect.stringContaining('8000 × 60') }])
    expect(nodeOf(tree, 'p')?.box?.[1]).toBeGreaterThan(5999)
  })

  test('a policy of the page’s own forbids none of its styles', async () => {
    const { tree } = await render(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-x'"><style>p { color: rgb(4, 5, 6) }</style><p id="p" style="top: 3px">x</p>`,
    )

    expect(styleOf(tree, 'p', 'color')).toBe('rgb(4, 5, 6)')
  })

  test('parts that came along are loaded, by their address or relative to where the page was; others are missing', async () => {
    const css = (text: string) => ({ type: 'text/css; charset=utf-8', bytes: Buffer.from(text) })
    const { tree, notes } = await render(
      markup(
        `<!doctype html><link rel="stylesheet" href="https://cdn.example/a.css"><link rel="stylesheet" href="css/b.css"><link rel="stylesheet" href="c.css"><p id="p">x</p>`,
        {
          url: 'https://shop.example/page/',
          parts: new Map([
            ['https://cdn.example/a.css', css('@import url("d.css"); p { color: rgb(1, 1, 1) }')],
            ['https://cdn.example/d.css', css('p { opacity: 0.5 }')],
            ['https://shop.example/css/b.css', css('p { padding-left: 7px }')],
          ]),
        },
      ),
    )

    expect(['color', 'opacity', 'padding-left'].map((name) => styleOf(tree, 'p', name as StyleName))).toEqual([
      'rgb(1, 1, 1)',
      '0.5',
      '7px',
    ])
    expect(notes.map(({ message }) => message)).toEqual(['Stylesheet /c.css is not part of the snapshot.'])
  })

  test('texts of all kinds come through as they are', async () => {
    const naughty = [
      'Ω≈ç√∫˜µ≤≥÷',
      '田中さんにあげて下さい',
      '👩‍👩‍👧‍👦 🇺🇸',
      'الكل في المجمو عة',
      'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L',
      '\u202etest\u202e',
      '\u{1F600}',
      '&lt;b&gt;',
      '{{7*7}} %s',
    ]
    const { tree } = await render(`${plain}${naughty.map((text, at) => `<p id="n${at}">${text}</p>`).join('')}`)

    expect(textsOf(tree)).toEqual(naughty.map((text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')))
  })
})

describe('what is too much', () => {
  async function refusal(work: Promise<unknown>): Promise<string> {
    try {
      await work
      return 'taken'
    } catch (error) {
      return error instanceof ServiceError ? `${error.code} ${error.message}` : String(error)
    }
  }

  test('too many nodes and too deep a nesting are refused with the limit', async () => {
    expect(await refusal(render(`${plain}${'<b></b>'.repeat(50_001)}`))).toBe(
      'UNSUPPORTED_SNAPSHOT /snapshot has more than 50000 nodes',
    )
    expect(await refusal(render(`${plain}${'<div>'.repeat(600)}`))).toBe(
      'UNSUPPORTED_SNAPSHOT /snapshot is nested more than 512 deep',
    )
  }, 30_000)

  test('markup that keeps a browser busy for too long is refused, and the next is served', async () => {
    const amplified = `${plain}${Array.from({ length: 5000 }, (_, at) => `<b id=${at}>`).join('')}${'<p>x'.repeat(40_000)}`

    expect(await refusal(render(amplified, { deadlineMs: 400 }))).toMatch(
      /^UNSUPPORTED_SNAPSHOT \/snapshot (cannot be rendered|is nested)/,
    )
    expect(textsOf((await render(`${plain}<p>after</p>`)).tree)).toEqual(['after'])
  }, 30_000)
})
