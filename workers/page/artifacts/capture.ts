/** Takes the artifact of a page at an address: loads it through the guarded browser, settles it, gathers what it looks like. */
import type { CDPSession } from 'puppeteer'
import type { ScanAccess, ScanLook } from '#shared/contracts/scans'
import { snapshotLimits } from '#shared/designs/snapshot'
import { ServiceError } from '#shared/kernel/errors'
import { pageUnreachable } from '#shared/kernel/errors/scans'
import { type GatheredPage, gatherPage, type WindowSize } from '#workers/page/artifacts/gather'
import { endMotion, seeAll, settleDocument } from '#workers/page/artifacts/settle'
import type { BrowserPool } from '#workers/page/browser-pool'
import { watchDocuments } from '#workers/page/documents'
import { worldOf } from '#workers/page/isolated-world'
import { isNavigation, type Loaded, loadPage } from '#workers/page/load'
import { type Visit, VisitFailed } from '#workers/page/visit'

export type CaptureAsked = {
  url: string
  look: ScanLook
  access: ScanAccess
  viewport: WindowSize
  signal: AbortSignal
  deadlineMs: number
}

export type CapturedPage = GatheredPage & Pick<Loaded, 'finalUrl' | 'source'>

/** @throws PAGE_UNREACHABLE, ADDRESS_REFUSED, BrowserUnavailable; whatever a visit is ended by. */
export async function capturePage(
  browser: Pick<BrowserPool, 'visit'>,
  { url, look, access, viewport, signal, deadlineMs }: CaptureAsked,
): Promise<CapturedPage> {
  const until = performance.now() + deadlineMs
  return browser.visit(
    {
      deadlineMs,
      signal,
      viewport,
      colorScheme: look.colorScheme ?? 'light',
      reducedMotion: look.reducedMotion ?? false,
    },
    async (visit) => {
      const documents = watchDocuments(visit.page)
      try {
        const loaded = await loadPage(visit, documents, {
          url,
          look,
          access,
          timeoutMs: until - performance.now(),
          meanwhile: async () => undefined,
        })
        const shown = documents.shown()
        const gathered = await gatherArtifact(visit, { url, viewport })
        if (documents.shown() !== shown) throw unstable(url)
        return { ...gathered, finalUrl: loaded.finalUrl, source: loaded.source }
      } catch (error) {
        throw isNavigation(error) && !visit.page.isClosed() && !visit.page.mainFrame().detached ? unstable(url) : error
      } finally {
        documents.stop()
      }
    },
  )
}

const unstable = (url: string) => pageUnreachable(url, 'unstable', 'it keeps navigating by itself')

/** A page that goes on for ever is not followed for ever. */
const [screensAtMost, screenMs, restMs] = [40, 40, 2000]
const settlingMs = 5000

/**
 * Gathers the page that is loaded in a visit. Afterwards it stands still: its scripts are off, what moved has ended.
 * @throws PAGE_UNREACHABLE where it is too large; whatever a visit is ended by.
 */
export async function gatherArtifact(
  visit: Visit,
  { url, viewport }: { url: string; viewport: WindowSize },
): Promise<GatheredPage> {
  const { page, within } = visit
  const session = await within(page.createCDPSession())
  await bounded(visit, worldOf(page.mainFrame()).evaluate(seeAll, screensAtMost, screenMs, restMs))
  // What a page does at the end of a motion may begin another one.
  for (let round = 0; round < 3 && (await endMotions(visit)) > 0; round += 1) await within(Bun.sleep(screenMs))
  const { nodes, depth } = snapshotLimits
  const settled = await bounded(visit, worldOf(page.mainFrame()).evaluate(settleDocument, nodes, depth, true, false))
  if (settled && (settled.nodes > nodes || settled.depth > depth)) throw tooLarge(url)
  await within(session.send('Emulation.setScriptExecutionDisabled', { value: true }))
  await endMotions(visit)
  return await within(gatherStill(session, url, viewport))
}

async function gatherStill(session: CDPSession, url: string, viewport: WindowSize): Promise<GatheredPage> {
  try {
    return await gatherPage(session, { viewport, picture: true })
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNSUPPORTED_SNAPSHOT') throw tooLarge(url)
    throw error
  }
}

const tooLarge = (url: string) =>
  pageUnreachable(
    url,
    'too_large',
    `it has more than ${snapshotLimits.nodes} nodes, or is nested deeper than ${snapshotLimits.depth}`,
  )

/** In the page and in its frames; how many there were. */
async function endMotions({ page, within }: Visit): Promise<number> {
  const counts = await Promise.all(
    page
      .frames()
      .filter((frame) => !frame.detached)
      .map((frame) => within(worldOf(frame).evaluate(endMotion)).catch(ignoreFrame)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A frame may have gone meanwhile. */
function ignoreFrame(error: unknown): number {
  if (error instanceof VisitFailed) throw error
  return 0
}

/** Waits for what may never end, and goes on without it. */
async function bounded<T>({ within }: Visit, work: Promise<T>): Promise<T | undefined> {
  try {
    return await within(work, settlingMs)
  } catch (error) {
    if (error instanceof VisitFailed && error.reason === 'deadline') return undefined
    throw error
  }
}
