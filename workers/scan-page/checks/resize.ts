/** The page in smaller windows: at 200 % no text is cut off, at 320 px nothing needs scrolling sideways. */
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { CheckTools } from '#workers/scan-page/checks/tools'

/** What a window of 1280 × 1024 shows at 200 %, and at 400 %. */
const zoomedWindow = { width: 640, height: 512 }
const narrowWindow = { width: 320, height: 256 }

/** Leaves the window as it was. */
export async function resize({ page, ask, outlook }: CheckTools, names: readonly string[]): Promise<Found[]> {
  const before = page.viewport()
  // A phone's window is as narrow as it gets, and its pages choose their own width.
  if (!before || before.isMobile) return []
  const found: Found[] = []
  try {
    if (names.includes('zoom') && outlook.hasTightText) {
      await page.setViewport({ ...before, ...zoomedWindow })
      found.push(...(await ask('zoomed')).found)
    }
    if (names.includes('reflow')) {
      await page.setViewport({ ...before, ...narrowWindow })
      found.push(...(await ask('tooWide')).found)
    }
  } finally {
    await page.setViewport(before)
  }
  return found
}
