/** Pages made of design tokens, with and without what departs from them, as a browser renders them. */
import type { Browser, Page } from 'puppeteer'
import { type RenderedTree, styleNames } from '#db/documents/rendered-tree'
import type { TokenSet } from '#shared/design-system/token-set'
import { px, rem, srgb, tokensOf } from '#test/shared/design-system/makers'
import { readDomSnapshot } from '#workers/page/artifacts/dom-snapshot'

const of = (type: string, values: Record<string, unknown>) => ({
  $type: type,
  ...Object.fromEntries(Object.entries(values).map(([name, $value]) => [name, { $value }])),
})
const shadow = (offsetY: number, blur: number, alpha: number) => ({
  color: srgb('#0f172a', alpha),
  offsetX: px(0),
  offsetY: px(offsetY),
  blur: px(blur),
  spread: px(0),
})

export const designSystem = {
  color: {
    ...of('color', {
      white: srgb('#ffffff'),
      surface: srgb('#f8fafc'),
      line: srgb('#e2e8f0'),
      text: srgb('#0f172a'),
      muted: srgb('#475569'),
      veil: srgb('#0f172a', 0.5),
    }),
    action: of('color', { primary: srgb('#2563eb'), strong: srgb('#1d4ed8') }),
    danger: { $type: 'color', $value: srgb('#dc2626') },
    old: { $type: 'color', $value: srgb('#0d9488'), $deprecated: 'use color.action.primary' },
  },
  space: of('dimension', { 1: px(4), 2: px(8), 3: px(12), 4: rem(1), 6: rem(1.5), 8: rem(2), 16: rem(4) }),
  radius: of('dimension', { sm: px(4), md: px(8), full: px(9999) }),
  font: {
    sans: { $type: 'fontFamily', $value: ['Arial', 'sans-serif'] },
    mono: { $type: 'fontFamily', $value: ['Courier New', 'monospace'] },
    size: of('dimension', { sm: rem(0.875), md: rem(1), lg: rem(1.25), xl: rem(2) }),
    weight: of('fontWeight', { regular: 400, bold: 700 }),
    tracking: of('dimension', { wide: px(0.5) }),
  },
  leading: of('number', { tight: 1.25, normal: 1.5 }),
  shadow: of('shadow', { low: shadow(1, 2, 0.1), high: [shadow(4, 8, 0.1), shadow(8, 24, 0.15)] }),
  border: { width: of('dimension', { thin: px(1), thick: px(2) }) },
}

export const designTokens: TokenSet = tokensOf(designSystem)

/** What every page of the design system has: nothing is left to the browser. */
const base = `
*, *::before, *::after { box-sizing: border-box }
:root { --primary: #2563eb; --text: #0f172a; --muted: #475569; --line: #e2e8f0 }
html { color: var(--text); font: 400 1rem/1.5 Arial, sans-serif; background: #ffffff }
body, h1, h2, h3, p, ul, ol, dl, dd, figure, blockquote, fieldset, pre { margin: 0; padding: 0 }
h1 { font-size: 2rem; line-height: 1.25; font-weight: 700 }
h2, h3 { font-size: 1.25rem; line-height: 1.25; font-weight: 700 }
strong, b, th { font-weight: 700 }
a { color: var(--primary) }
button, input, select, textarea { font: inherit; color: inherit; background: #ffffff; border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; margin: 0 }
ul, ol { list-style: none }
code, pre { font-family: 'Courier New', monospace; font-size: 1rem }
hr { border: 0; border-top: 1px solid var(--line); margin: 1rem 0; color: inherit }
fieldset { border: 0 }
td, th { padding: 8px 12px; text-align: left }
`

export const pageOf = (body: string, css = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>${base}${css}</style></head><body>${body}</body></html>`

export const rightPages: Record<string, string> = {
  landing: pageOf(
    `<header class="bar"><a class="logo" href="/"><svg width="96" height="32"><text x="2" y="20" fill="#ff00aa" style="font-size:17px">Acme</text><path d="M0 0h9v9z" fill="#123456"/></svg></a>
     <nav><ul><li><a href="/a">Products</a></li><li><a href="/b">Prices</a></li><li><a href="/c">About</a></li></ul></nav><button class="cta">Start now</button></header>
     <main><section class="hero"><h1>Build it once</h1><p class="lead">Short words about what it does, <a href="/d">with a link</a> among them.</p>
     <div class="row"><button class="cta">Start</button><button>Read more</button></div></section>
     <section class="cards">${['One', 'Two', 'Three'].map((name) => `<article><img class="avatar" alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><h3>${name}</h3><p class="muted">What this part is good for.</p><span class="tag">new</span></article>`).join('')}</section></main>
     <footer><p class="muted">© Acme</p></footer>`,
    `.bar { display: flex; align-items: center; gap: 1.5rem; padding: 1rem 2rem; border-bottom: 1px solid var(--line) }
     .bar ul { display: flex; gap: 1rem } .bar li a { display: block; padding: 8px } .bar .cta { margin-left: auto }
     .cta { background: var(--primary); color: #ffffff; border-color: transparent }
     main { max-width: 61.3rem; margin: 0 auto; padding: 2rem 5% } .hero { padding: 4rem 0 }
     .lead { margin: 1rem 0 1.5rem; max-width: 40rem } .row { display: flex; gap: 8px }
     .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5rem }
     article { border: 1px solid var(--line); border-radius: 8px; padding: 1.5rem; box-shadow: 0 1px 2px rgb(15 23 42 / 0.1); background: #f8fafc }
     .avatar { width: 40px; height: 40px; border-radius: 50%; background: var(--line) } .muted { color: var(--muted) }
     .tag { display: inline-block; border-radius: 999px; padding: 4px 8px; background: var(--line); font-size: 0.875rem; letter-spacing: 0.5px }
     footer { margin-top: 4rem; padding: 2rem; color: currentColor }`,
  ),
  form: pageOf(
    `<main><h1>Your details</h1><form><input type="hidden" name="token" value="x">
     <label class="field"><span>Name</span><input value="Ann Other"></label>
     <label class="field"><span>Country</span><select><option>Norway</option><option>Peru</option></select></label>
     <label class="field"><span>Words</span><textarea>Hello there</textarea></label>
     <label class="check"><input type="checkbox" checked> Send me news</label>
     <p class="error">This field is needed.</p><input disabled value="Not now"><button disabled class="off">Not yet</button>
     <div class="row"><button class="cta">Save</button><button type="reset">Undo</button></div></form>
     <div hidden style="padding:13px;color:red">gone</div><div style="display:none"><p style="font-size:37px">gone too</p></div>
     <div style="visibility:hidden;padding:13px">there but not seen</div><div class="sr">For screen readers</div></main>`,
    `main { max-width: 30rem; margin: 2rem auto } form { display: flex; flex-direction: column; gap: 1rem; margin-top: 1.5rem }
     .field { display: flex; flex-direction: column; gap: 4px } .check { display: flex; align-items: center; gap: 8px } .check input { padding: 0 }
     input[type=checkbox] { margin: 0; width: 24px; height: 24px } .error { color: #dc2626; font-size: 0.875rem } .cta { background: #2563eb; color: #ffffff }
     .off { color: #94a3b8 } .off, .off:disabled { color: #475569 } .row { display: flex; gap: 8px } input:disabled { color: #475569; background: #f8fafc }
     .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; padding: 0; margin: -1px; color: #123 }`,
  ),
  article: pageOf(
    `<main><h1>On tokens</h1><p>A first paragraph with <strong>bold</strong>, <code>code</code> and a <a href="#x">link to a thing</a> that goes on for some more words so that it wraps at the end of a line and has several of them.</p>
     <blockquote><p>Said by somebody.</p></blockquote><pre>let it = be</pre><ul class="list"><li>First</li><li>Second</li></ul><hr>
     <table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody><tr><td>One</td><td>1</td></tr><tr><td>Two</td><td>2</td></tr></tbody></table>
     <p class="cut">A long line that is cut with an ellipsis because it does not fit where it is to stand</p>
     <p class="clamp">Several lines of which two are shown, and of the rest only a hint is given, because this is what was asked for, and it goes on and on.</p>
     <div class="media"><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>On a picture</p></div><div class="pull">pulled</div></main>`,
    `main { width: 640px; margin: 0 auto; padding: 1rem } p, pre, .list, table, blockquote { margin-top: 1rem }
     blockquote { border-left: 2px solid var(--line); padding-left: 1rem } table { border-collapse: collapse; width: 100% } tr { border-bottom: 1px solid var(--line) }
     .list { list-style: disc; padding-left: 1.5rem } .cut { width: 200px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
     .clamp { width: 300px; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }
     .media { position: relative; margin-top: 1rem } .media img { width: 100%; height: 64px } .media p { position: absolute; left: 0; top: 0; color: #ffffff; margin: 0 }
     .pull { margin-left: -1rem; margin-top: -4px; background: rgb(15 23 42 / 0.5); padding: 0 1rem }`,
  ),
  dialog: pageOf(
    `<main><h1>Behind</h1><p>Words that lie under what is shown over them, and which nobody can read right now.</p><p>More of them.</p></main>
     <div class="veil"></div><div class="box"><h2>Are you sure?</h2><p>It cannot be undone.</p><div class="row"><button>No</button><button class="cta">Yes</button></div></div>
     <div class="menu"><a href="#1">One</a><a href="#2">Two</a></div><div class="drawer"><p>Closed drawer</p></div>`,
    `main { padding: 1rem } .veil { position: fixed; inset: 0; background: rgb(15 23 42 / 0.5) }
     .box { position: fixed; left: 16px; top: 16px; width: 320px; background: #ffffff; border-radius: 8px; padding: 1.5rem; box-shadow: 0 4px 8px rgb(15 23 42 / 0.1), 0 8px 24px rgb(15 23 42 / 0.15) }
     .row { display: flex; gap: 8px; justify-content: flex-end; margin-top: 1rem } .cta { background: #dc2626; color: #ffffff; border-color: currentColor }
     .menu { position: absolute; left: 400px; top: 8px; background: #ffffff; padding: 8px } .menu a { display: block; padding: 4px 8px }
     .drawer { height: 0; overflow: hidden }`,
  ),
}

const size = { width: 1280, height: 800, scale: 1 }

/** Renders pages one after another in a tab of its own. */
export async function openRenderer(browser: Browser): Promise<(html: string) => Promise<RenderedTree>> {
  const page: Page = await browser.newPage()
  await page.setViewport(size)
  const client = await page.createCDPSession()
  return async (html) => {
    await page.setContent(html)
    const snapshot = await client.send('DOMSnapshot.captureSnapshot', {
      computedStyles: [...styleNames],
      includePaintOrder: true,
    })
    return readDomSnapshot(snapshot, { viewport: size, computedStyles: styleNames }).tree
  }
}
