/** The page in smaller windows: at 200 % no text is cut off, at 320 px nothing needs scrolling sideways. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { barsWhenNarrow } from '#workers/scan-page/checks/in-page/bars-when-narrow'
import { cutWhenNarrow, goneWhenNarrow } from '#workers/scan-page/checks/in-page/narrow'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

/** What a window of 1280 × 1024 shows at 200 %, and at 400 %. */
const zoomedWindow = { width: 640, height: 512 }
export const narrowWindow = { width: 320, height: 256 }

const zoomClipped: CheckMeta = {
  rule: 'zoom-clipped',
  criteria: ['1.4.4'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the box grow with its text: min-height in place of height, no overflow: hidden.',
}

const reflow: CheckMeta = {
  rule: 'reflow',
  criteria: ['1.4.10'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the content wrap: max-width: 100%, flexible columns, no fixed widths beyond 320 CSS pixels.',
}

export const zoomAndReflow: LiveCheck = {
  name: 'zoom and reflow',
  metas: [zoomClipped, reflow, cutWhenNarrow, goneWhenNarrow, barsWhenNarrow],
  budgetMs: 3000,
  acts: false,
  isDue: ({ asksFor, outlook }) => asksFor('1.4.10') || (asksFor('1.4.4') && outlook.hasTightText),
  run: resize,
}

/** Leaves the window as it was. */
async function resize({ page, ask, asksFor, outlook }: CheckTools, tell: Tell): Promise<void> {
  const before = page.viewport()
  // A phone's window is as narrow as it gets, and its pages choose their own width.
  if (!before || before.isMobile) return
  let lost = 0
  try {
    if (asksFor('1.4.4') && outlook.hasTightText) {
      await page.setViewport({ ...before, ...zoomedWindow })
      tell((await ask('zoomed')).found)
    }
    if (asksFor('1.4.10')) {
      await page.setViewport({ ...before, ...narrowWindow })
      const narrow = await ask('tooWide')
      tell(narrow.found)
      lost = narrow.lost
    }
  } finally {
    await page.setViewport(before)
  }
  // Only what is to be had in the window as it was can be lost in a narrow one.
  if (lost > 0) tell(await ask('lostWhenNarrow'))
}
