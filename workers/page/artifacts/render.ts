/** Renders markup in a tab that reaches nothing, and gathers what it looks like. */
import type { CDPSession } from 'puppeteer'
import { overLimit, snapshotLimits } from '#shared/designs/snapshot'
import { type GatheredPage, gatherPage, type WindowSize } from '#workers/page/artifacts/gather'
import type { SnapshotMarkup } from '#workers/page/artifacts/markup'
import { endMotion, type Settled, settleDocument } from '#workers/page/artifacts/settle'
import { cannotBeRendered, inert, markupAddress, showMarkup } from '#workers/page/artifacts/show'
import type { BrowserPool } from '#workers/page/browser-pool'
import { worldOf } from '#workers/page/isolated-world'
import { type Visit, VisitFailed } from '#workers/page/visit'

export type RenderingAsked = {
  viewport: WindowSize
  colorScheme?: 'light' | 'dark'
  /** Whether a picture is wanted too. */
  picture: boolean
  /** Whose markup it is: theirs may follow one another in one tab, nobody else's. */
  orgId: string
  signal: AbortSignal
  deadlineMs: number
}

/**
 * The same markup gives the same tree, byte for byte. Nothing that it names is asked for: it is told as missing.
 * @throws UNSUPPORTED_SNAPSHOT, BrowserUnavailable; VisitFailed where the browser went away or it was called off.
 */
export async function renderMarkup(
  browser: Pick<BrowserPool, 'visit'>,
  markup: SnapshotMarkup,
  { viewport, colorScheme = 'light', picture, orgId, signal, deadlineMs }: RenderingAsked,
): Promise<GatheredPage> {
  try {
    return await browser.visit(
      {
        deadlineMs,
        signal,
        viewport,
        colorScheme,
        reducedMotion: false,
        ...inert,
        series: `markup ${orgId}`,
      },
      (visit) => renderIn(visit, markup, { viewport, picture }),
    )
  } catch (error) {
    if (!(error instanceof VisitFailed)) throw error
    if (error.reason === 'deadline') throw cannotBeRendered(`it is not done after ${deadlineMs} ms`)
    if (error.reason === 'crashed') throw cannotBeRendered('it ends the process that renders it')
    throw error
  }
}

async function renderIn(
  visit: Visit,
  markup: SnapshotMarkup,
  asked: { viewport: WindowSize; picture: boolean },
): Promise<GatheredPage> {
  const { page, within } = visit
  const session = await within(page.createCDPSession())
  try {
    const missing = await showMarkup(visit, session, markup)
    const settled = await settleFrames(visit, asked.picture)
    const nodes = settled.reduce((sum, each) => sum + each.nodes, 0)
    const depth = Math.max(...settled.map((each) => each.depth))
    if (nodes > snapshotLimits.nodes)
      throw overLimit('has more than', snapshotLimits.nodes, snapshotLimits.nodes, 'nodes')
    if (depth > snapshotLimits.depth)
      throw overLimit('is nested more than', snapshotLimits.depth, snapshotLimits.depth, 'deep')
    const gathered = await within(gatherPage(session, asked))
    if (page.url() !== markupAddress) throw cannotBeRendered('it leads elsewhere by itself')
    return { ...gathered, notes: [...markup.notes, ...missing(), ...gathered.notes] }
  } finally {
    leave(session)
  }
}

/** The document and those of its frames. Both are asked for at once: what moves waits for no font. */
async function settleFrames({ page, within }: Visit, isPictured: boolean): Promise<Settled[]> {
  const isShown = (url: string) => url === 'about:srcdoc' || url.startsWith(markupAddress)
  return Promise.all(
    page
      .frames()
      .filter((frame) => isShown(frame.url()))
      .map(async (frame) => {
        const world = worldOf(frame)
        const { nodes, depth } = snapshotLimits
        const settling = world.evaluate(settleDocument, nodes, depth, isPictured, true)
        const [settled] = await within(Promise.all([settling, world.evaluate(endMotion)]))
        return settled
      }),
  )
}

/** Nobody waits for it: a page that is gone has let it go. */
function leave(session: CDPSession): void {
  session.detach().catch(() => undefined)
}
