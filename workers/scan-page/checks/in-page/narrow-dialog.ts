/** Dialogs in a small window: whether what is pressed in them can be brought into sight. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isFocusable, nameOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const dialogCutWhenNarrow: CheckMeta = {
  rule: 'dialog-cut-when-narrow',
  criteria: ['1.4.10'],
  // The criterion is about the width alone; who zooms in to 400 % has such a height as well.
  tier: 'practice',
  impact: 'serious',
  remedy: 'Give the dialog max-height: 100dvh and overflow: auto, so that it scrolls where the window is small.',
}

const pressed = 'a[href], button, input, select, textarea, summary, [role="button"]'
const spared = 4

/** To be called in a window of 320 × 256 px, while the dialog is open. */
export function cutInNarrow(dialog: HTMLElement): Found[] {
  const controls = [...dialog.querySelectorAll<HTMLElement>(pressed)].filter(
    (each) => isFocusable(each) && each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  )
  const places = controls.map((control) => {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    return { control, box: control.getBoundingClientRect() }
  })
  const cut = places.find(
    ({ box }) => box.height > 0 && (box.bottom <= spared || box.top >= innerHeight - spared) && box.width > 0,
  )
  if (!cut) return []
  return [
    foundOf(dialogCutWhenNarrow, {
      element: dialog,
      confidence: 'high',
      message: `In a window of 320 × 256 px (1280 × 1024 px at 400 %), ${quote(nameOf(cut.control) || tagOf(cut.control))} of this ${tagOf(dialog)} lies outside of the window, and nothing scrolls it in.`,
    }),
  ]
}

export const openedBeyondNarrow: CheckMeta = {
  rule: 'opened-beyond-when-narrow',
  criteria: ['1.4.10'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Keep what opens within the window: max-width: 100vw, and placed by the edge at which there is room.',
}

const beyondPx = 24

/** What lies over the page where it was opened; so wide that it may not fit elsewhere. */
export const mayLieBeyond = (roots: readonly Element[]): boolean =>
  roots.some((root) => isLaidOver(root) && root.getBoundingClientRect().width > widthAtEase)
const widthAtEase = 200

const isLaidOver = (root: Element) => /absolute|fixed/.test(getComputedStyle(root).position)

/** To be called in a window of 320 × 256 px, while it is open: what of it lies before the window begins is not to be had by scrolling. */
export function beyondInNarrow(roots: readonly Element[], opener: string): Found[] {
  const parts = roots
    .filter((root) => isLaidOver(root) && root.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(pressed)].map((control) => ({ root, control })))
  const lost = parts.filter(({ control }) => {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, right, width, height } = control.getBoundingClientRect()
    if (width === 0 || height === 0 || !isFocusable(control)) return false
    return right <= beyondPx / 3 || left >= innerWidth - beyondPx / 3
  })
  const [first] = lost
  if (!first) return []
  return [
    foundOf(openedBeyondNarrow, {
      element: first.root,
      confidence: 'high',
      message: `In a window of 320 px (1280 px at 400 %), ${lost.length} of the ${parts.length} controls in what ${quote(opener)} opens lie beyond its edge, ${quote(nameOf(first.control) || tagOf(first.control))} first, and nothing scrolls them in.`,
    }),
  ]
}
