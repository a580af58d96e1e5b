/** The frame that is acted in: the page's own, or one of its own site that is all there is on the page. */
import type { CDPSession, Frame, Protocol } from 'puppeteer'
import { worldOf } from '#workers/page/isolated-world'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'

export type ActingFrame = EnteredFrame & {
  /** From CSS pixels of its document to those of the picture of the page. */
  onPage: <Box extends Place>(box: Box) => Promise<Box>
}

type Place = { x: number; y: number }

const framesDeep = 3

/** Frames of other origins have a process of their own, and what surrounds a frame would be left out. */
export async function actingFrame(frames: readonly [EnteredFrame, ...EnteredFrame[]]): Promise<ActingFrame> {
  const [top] = frames
  let at = top
  const offset: Place = { x: 0, y: 0 }
  for (let depth = 0; depth < framesDeep; depth += 1) {
    const inside = frames.filter(({ frame }) => frame.parentFrame() === at.frame)
    const [only] = inside
    const place = inside.length === 1 && only?.path.at(-1)
    const filled = place
      ? await worldOf(at.frame)
          .evaluate(filledBy, [place].flat())
          .catch(() => null)
      : null
    if (!only || !filled) break
    offset.x += filled.x
    offset.y += filled.y
    at = only
  }
  if (at === top) return { ...top, onPage: async (box) => box }
  const { frame } = at
  return {
    ...at,
    async onPage(box) {
      const scrolled = await worldOf(frame).evaluate(() => ({ x: scrollX, y: scrollY }))
      return { ...box, x: box.x + offset.x - scrolled.x, y: box.y + offset.y - scrolled.y }
    },
  }
}

/** Runs in the page: where the frame stands, if it fills the window, its document can be read and nothing else can be. */
function filledBy(path: string[]): Place | null {
  let found: Element | null = null
  let root: Document | ShadowRoot | null = document
  for (const selector of path) {
    found = root?.querySelector(selector) ?? null
    root = found?.shadowRoot ?? null
  }
  if (!(found instanceof HTMLIFrameElement) || found.contentDocument === null) return null
  const { left, top, width, height } = found.getBoundingClientRect()
  const { clientLeft, clientTop } = found
  const isWhole = width >= innerWidth * 0.95 && height >= innerHeight * 0.9
  const isStill = document.documentElement.scrollHeight <= innerHeight * 1.1
  const own = [...(document.body?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  const isShown = (element: Element) => {
    const box = element.getBoundingClientRect()
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const isAlone =
    own.every(({ nodeValue }) => nodeValue?.trim() === '') &&
    [...document.body.querySelectorAll('*')].every((element) => element.contains(found) || !isShown(element))
  return isWhole && isStill && isAlone ? { x: left + clientLeft, y: top + clientTop } : null
}

/** The document of a frame in a session of the protocol, to a depth of two. */
export async function documentOf(client: CDPSession, frame: Frame): Promise<Protocol.DOM.Node> {
  const { root } = await client.send('DOM.getDocument', { depth: 2 })
  if (frame.parentFrame() === null) return root
  const { backendNodeId } = await client.send('DOM.getFrameOwner', { frameId: idOf(frame) })
  const { node } = await client.send('DOM.describeNode', { backendNodeId, depth: 3, pierce: true })
  if (!node.contentDocument) throw new Error('the frame holds no document')
  return node.contentDocument
}

export const idOf = (frame: Frame): string =>
  // Left out of its published types; its version is pinned.
  (frame as unknown as { _id: string })._id
