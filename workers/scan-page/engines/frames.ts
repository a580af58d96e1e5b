/** A page's frames as the engines enter them: each with the way that leads to it. */
import type { ElementHandle, Frame } from 'puppeteer'
import { worldOf } from '#workers/page/isolated-world'
import type { Target } from '#workers/scan-page/finding'

export type EnteredFrame = { frame: Frame; path: Target }

/** The frame that an element of this one holds; undefined where no element, or none that holds a frame, is there. */
export async function childFrame(frame: Frame, target: string | string[]): Promise<Frame | undefined> {
  const handle = await worldOf(frame).evaluateHandle((path: string[]) => {
    let found: Element | null = null
    let root: Document | ShadowRoot | null = document
    for (const selector of path) {
      found = root?.querySelector(selector) ?? null
      root = found?.shadowRoot ?? null
    }
    return found
  }, [target].flat())
  try {
    const element: ElementHandle<Node> | null = handle.asElement()
    return (await element?.contentFrame()) ?? undefined
  } finally {
    handle.dispose().catch(() => undefined)
  }
}

/** What the element that holds a frame says is to be in it, without what may be secret in an address. */
export function addressOf(frame: Frame, target: string | string[]): Promise<string> {
  return worldOf(frame).evaluate((path: string[]) => {
    let found: Element | null = null
    let root: Document | ShadowRoot | null = document
    for (const selector of path) {
      found = root?.querySelector(selector) ?? null
      root = found?.shadowRoot ?? null
    }
    const address = URL.parse(found?.getAttribute('src') ?? found?.getAttribute('data') ?? '', document.baseURI)
    return address ? `${address.origin}${address.pathname}` : 'its document'
  }, [target].flat())
}

/** Nothing is sent where they are already: it is most of a megabyte. */
export async function bringEngines(frame: Frame, source: string): Promise<void> {
  const world = worldOf(frame)
  // Of the world's own: an element with such an id is a global, too.
  const isThere = await world.evaluate(() => ['axe', 'AccessLint'].every((name) => Object.hasOwn(globalThis, name)))
  if (!isThere) await world.evaluate(source)
}
