/** Takes of a page that stands still what is kept of it: the tree it was rendered as, its picture, the fonts it was set in. */
import type { CDPSession, Protocol } from 'puppeteer'
import type { ArtifactNote } from '#db/documents/page-artifact'
import { type RenderedTree, styleNames } from '#db/documents/rendered-tree'
import { snapshotLimits } from '#shared/designs/snapshot'
import { readDomSnapshot } from '#workers/page/artifacts/dom-snapshot'

export type WindowSize = RenderedTree['viewport']

export type PagePicture = {
  bytes: Uint8Array<ArrayBuffer>
  type: 'image/png'
  /** Device pixels. */
  width: number
  height: number
}

export type GatheredPage = {
  tree: RenderedTree
  /** Null where none was asked for, or it would be too large. */
  picture: PagePicture | null
  /** Families that were used, sorted; told with a picture alone, being slow to come by. */
  fonts: string[]
  notes: ArtifactNote[]
}

/** @throws UNSUPPORTED_SNAPSHOT where it has more nodes, or is nested deeper, than is taken. */
export async function gatherPage(
  session: CDPSession,
  { viewport, picture: isPictured }: { viewport: WindowSize; picture: boolean },
): Promise<GatheredPage> {
  const snapshot = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [...styleNames],
    includePaintOrder: true,
  })
  const { tree, notes } = readDomSnapshot(snapshot, { viewport, computedStyles: styleNames })
  if (!isPictured) return { tree, picture: null, fonts: [], notes }
  const fonts = await fontsOf(session, snapshot)
  const { picture, notes: ofPicture } = await pictureOf(session, viewport)
  return { tree, picture, fonts, notes: [...notes, ...ofPicture] }
}

/** The whole page at the scale of its window. */
async function pictureOf(
  session: CDPSession,
  { scale }: WindowSize,
): Promise<{ picture: PagePicture | null; notes: ArtifactNote[] }> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const width = Math.max(1, Math.ceil(cssContentSize.width))
  const height = Math.max(1, Math.ceil(cssContentSize.height))
  const [pixelsWide, pixelsHigh] = [Math.ceil(width * scale), Math.ceil(height * scale)]
  const { pixels, side } = snapshotLimits
  if (pixelsWide * pixelsHigh > pixels || pixelsWide > side || pixelsHigh > side) {
    const message = `The page is ${pixelsWide} × ${pixelsHigh} pixels: no picture is taken of more than ${pixels}, or ${side} on a side.`
    return { picture: null, notes: [{ code: 'picture-too-large', message }] }
  }
  const clip = { x: 0, y: 0, width, height }
  // Builds differ in whether the scale of an emulated window counts in pictures.
  const first = await screenshot(session, { ...clip, scale })
  const taken = first.width > pixelsWide ? await screenshot(session, { ...clip, scale: 1 }) : first
  return { picture: taken, notes: [] }
}

async function screenshot(session: CDPSession, clip: Protocol.Page.Viewport): Promise<PagePicture> {
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip,
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  })
  const bytes = Uint8Array.fromBase64(data)
  // PNG, 11.2.1: the first chunk begins with both.
  const head = new DataView(bytes.buffer, bytes.byteOffset)
  return { bytes, type: 'image/png', width: head.getUint32(16), height: head.getUint32(20) }
}

/** One element is asked of each look of text, and no more than so many. */
const looksAsked = 32

async function fontsOf(session: CDPSession, snapshot: Protocol.DOMSnapshot.CaptureSnapshotResponse): Promise<string[]> {
  const backendNodeIds = textBearers(snapshot).slice(0, looksAsked)
  if (backendNodeIds.length === 0) return []
  await Promise.all([
    session.send('DOM.enable'),
    session.send('CSS.enable'),
    session.send('DOM.getDocument', { depth: 0 }),
  ])
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds })
  const answers = await Promise.all(
    nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId }).catch(() => ({ fonts: [] }))),
  )
  const families = answers.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName))
  return [...new Set(families)].sort()
}

const fontNames = ['font-family', 'font-weight', 'font-style'] as const
const fontPlaces = fontNames.map((name) => styleNames.indexOf(name))

/** The first element with text of its own of each family, weight and style. */
function textBearers({ documents }: Protocol.DOMSnapshot.CaptureSnapshotResponse): number[] {
  const found = new Map<string, number>()
  for (const { nodes, layout } of documents) {
    const styleOf = new Map<number, readonly number[]>()
    layout.nodeIndex.forEach((node, at) => {
      const styles = layout.styles[at] ?? []
      if (nodes.nodeType?.[node] === 1) styleOf.set(node, styles)
      if (nodes.nodeType?.[node] !== 3) return
      const parent = nodes.parentIndex?.[node] ?? -1
      const backendNodeId = nodes.backendNodeId?.[parent]
      const look = fontPlaces.map((place) => styleOf.get(parent)?.[place]).join()
      if (backendNodeId !== undefined && !found.has(look)) found.set(look, backendNodeId)
    })
  }
  return [...found.values()]
}
