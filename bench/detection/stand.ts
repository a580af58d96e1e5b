/** What the detection set is rendered, photographed and looked up with: the product's own browsers, and a plain one beside. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Found } from '#bench/detection/judge'
import { type SourcePlace, uncounted } from '#bench/detection/publish'
import { openChromium } from '#test/support/chromium'
import type { GatheredPage } from '#workers/page/artifacts/gather'
import { renderMarkup } from '#workers/page/artifacts/render'
import { openBrowser } from '#workers/page/browser'
import type { BrowserPool } from '#workers/page/browser-pool'

export type WindowSide = { width: number; height: number }

export type DetectionStand = {
  render: (html: string, size: WindowSide, asked: { picture: boolean; hasOtherText?: boolean }) => Promise<GatheredPage>
  /** Where selectors lead in a page, as a browser finds them. */
  locate: (html: string, selectors: readonly string[]) => Promise<(SourcePlace | null)[]>
  asJpeg: (png: Uint8Array, size: WindowSide) => Promise<Uint8Array>
  close: () => Promise<void>
}

/** As another machine may be set up. */
const otherText = ['--font-render-hinting=none', '--disable-lcd-text', '--disable-font-subpixel-positioning']

export async function openDetectionStand(): Promise<DetectionStand> {
  const open = (extraFlags: readonly string[]) =>
    openBrowser({
      settings: {
        dataDir: join(tmpdir(), `assay-test-${process.geteuid?.() ?? 'user'}`),
        sandbox: 'auto',
        egress: { allow: [] },
        exchange: { visits: 1_000_000, afterMs: 3_600_000 },
        extraFlags,
      },
      log: pino({ level: 'silent' }),
    })
  const pool = await open([])
  let other: BrowserPool | undefined
  const plain = await openChromium()
  const page = await plain.newPage()
  return {
    async render(html, size, { picture, hasOtherText = false }) {
      if (hasOtherText) other ??= await open(otherText)
      return renderMarkup(
        hasOtherText && other ? other : pool,
        { html, url: null, parts: new Map(), viewport: null, notes: [] },
        {
          viewport: { ...size, scale: 1 },
          picture,
          orgId: 'detection',
          signal: AbortSignal.timeout(60_000),
          deadlineMs: 60_000,
        },
      )
    },
    locate: (html, selectors) =>
      selectors.length === 0 ? Promise.resolve([]) : page.evaluate(locateAll, html, [...selectors], [...uncounted]),
    async asJpeg(png, { width, height }) {
      await page.setViewport({ width, height: Math.min(height, 4000) })
      const address = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
      await page.setContent(`<body style="margin:0"><img src="${address}" style="display:block"></body>`)
      return page.screenshot({ type: 'jpeg', quality: 90, clip: { x: 0, y: 0, width, height } })
    },
    async close() {
      await Promise.all([pool.close(), other?.close(), plain.close()])
    },
  }
}

/** Runs in a page. Nothing is shown: the markup is parsed, shadow trees too, and its selectors are asked. */
function locateAll(html: string, selectors: string[], uncountedNames: string[]): (string | null)[] {
  const parsed = Document.parseHTMLUnsafe(html)
  const placeOf = (element: Element): string | null => {
    const steps: string[] = []
    let at: Element = element
    while (at !== parsed.body) {
      const parent: ParentNode | null = at.parentNode as ParentNode | null
      if (!parent || parent === parsed) return null
      const siblings = [...parent.children].filter(({ localName }) => !uncountedNames.includes(localName))
      steps.unshift(String(siblings.indexOf(at)))
      if (parent instanceof ShadowRoot) {
        steps.unshift('s')
        at = parent.host
      } else if (parent instanceof Element) at = parent
      else return null
    }
    return steps.join('.')
  }
  return selectors.map((selector) => {
    if (selector === ':root' || selector === 'html') return ''
    try {
      let scope: ParentNode = parsed
      let found: Element | null = null
      for (const part of selector.replace(/::[\w-]+$/, '').split(' >>> ')) {
        found = scope.querySelector(part.trim())
        if (!found) return null
        scope = found.shadowRoot ?? found
      }
      return found && placeOf(found)
    } catch {
      return null
    }
  })
}

/** Where the elements that findings name stand in both pages. */
export async function whereFound(
  { locate }: Pick<DetectionStand, 'locate'>,
  pages: { before: string; after: string },
  names: readonly string[],
): Promise<Map<string, Found>> {
  const distinct = [...new Set(names)]
  const [before, after] = await Promise.all([locate(pages.before, distinct), locate(pages.after, distinct)])
  return new Map(distinct.map((name, at) => [name, { before: before[at] ?? null, after: after[at] ?? null }]))
}
