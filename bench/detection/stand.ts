/** What the detection set is rendered, photographed and looked up with: the product's own browsers, and a plain one beside. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import pino from 'pino'
import type { Found } from '#bench/detection/judge'
import { type SourcePlace, uncounted } from '#bench/detection/publish'
import { openChromium } from '#test/support/chromium'
import type { GatheredPage } from '#workers/page/artifacts/gather'
import { renderMarkup } from '#workers/page/artifacts/render'
import { openBrowser } from '#workers/page/browser'
import type { BrowserPool } from '#workers/page/browser-pool'

export type WindowSide = { width: number; height: number; scale: number }
/** Flags of a browser as another machine may have it. */
export type OtherText = 'plain' | 'hinted'

export type DetectionStand = {
  render: (
    html: string,
    size: WindowSide,
    asked: { picture: boolean; text?: OtherText | undefined },
  ) => Promise<GatheredPage>
  /** Where selectors lead in a page, as a browser finds them. */
  locate: (html: string, selectors: readonly string[]) => Promise<(SourcePlace | null)[]>
  /** As a browser encodes it. @param size of the picture. */
  encode: (png: Uint8Array, size: Omit<WindowSide, 'scale'>, as: Encoding) => Promise<Uint8Array>
  close: () => Promise<void>
}

export type Encoding = { type: 'jpeg' | 'webp'; quality: number }

const otherText: Record<OtherText, readonly string[]> = {
  plain: ['--font-render-hinting=none', '--disable-lcd-text', '--disable-font-subpixel-positioning'],
  hinted: ['--font-render-hinting=full', '--disable-font-subpixel-positioning'],
}

/** @param kept a directory that keeps what was rendered and encoded, for the next time. */
export async function openDetectionStand(kept: string | undefined): Promise<DetectionStand> {
  const keep = keeper(kept)
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
  const others = new Map<OtherText, Promise<BrowserPool>>()
  const poolOf = async (text: OtherText | undefined) => {
    if (text === undefined) return pool
    const opened = others.get(text) ?? open(otherText[text])
    others.set(text, opened)
    return opened
  }
  const plain = await openChromium()
  const page = await plain.newPage()
  const version = await plain.version()
  return {
    render: (html, size, { picture, text }) =>
      keep(['render', version, html, size, picture, text ? otherText[text] : []], async () =>
        renderMarkup(
          await poolOf(text),
          { html, url: null, parts: new Map(), viewport: null, notes: [] },
          {
            viewport: size,
            picture,
            orgId: 'detection',
            signal: AbortSignal.timeout(60_000),
            deadlineMs: 60_000,
          },
        ),
      ),
    locate: (html, selectors) =>
      selectors.length === 0 ? Promise.resolve([]) : page.evaluate(locateAll, html, [...selectors], [...uncounted]),
    encode: (png, { width, height }, as) =>
      keep(['encode', version, Bun.hash(png).toString(), as], async () => {
        await page.setViewport({ width, height: Math.min(height, 4000) })
        const address = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
        await page.setContent(`<body style="margin:0"><img src="${address}" style="display:block"></body>`)
        return page.screenshot({ ...as, clip: { x: 0, y: 0, width, height } })
      }),
    async close() {
      const opened = await Promise.all(others.values())
      await Promise.all([pool, plain, ...opened].map((each) => each.close()))
    },
  }
}

type Keep = <Made>(of: unknown, make: () => Promise<Made>) => Promise<Made>

/** Keeps what was made under the digest of what it was made of. */
function keeper(dir: string | undefined): Keep {
  if (dir === undefined) return (_, make) => make()
  mkdirSync(dir, { recursive: true })
  return async (of, make) => {
    const path = join(dir, createHash('sha256').update(JSON.stringify(of)).digest('hex'))
    // Written by this function under a digest of what it was made of.
    if (existsSync(path)) return deserialize(Bun.zstdDecompressSync(readFileSync(path)))
    const made = await make()
    writeFileSync(`${path}.part`, Bun.zstdCompressSync(serialize(made), { level: 1 }))
    renameSync(`${path}.part`, path)
    return made
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
