/** Paintings that a script makes anew again and again while nobody touches the page. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { canPause } from '#workers/scan-page/checks/in-page/pause'

export const paintingMoves: CheckMeta = {
  rule: 'painting-moves',
  criteria: ['2.2.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'End the movement within five seconds, or give a button that pauses or hides it.',
}

const smallestPx = 48
const paintingsTaken = 4
/** Across and down, in which a painting is compared with itself. */
const grain = 24
/** It changed each time between so many looks. */
const fewestChanges = 2
/** By then, what moves looks otherwise. */
const betweenMs = 500
const waiting = '[role="progressbar"], [aria-busy="true"], [class*="load" i], [class*="spin" i]'

export function watchPaintings() {
  const known = new Map<HTMLCanvasElement, { look: string; changes: number; looks: number }>()
  const look = (): number => {
    for (const [canvas, { look: before, changes, looks }] of known) {
      if (looks > fewestChanges) continue
      const now = lookOf(canvas)
      known.set(canvas, { look: now, changes: changes + (now === before ? 0 : 1), looks: looks + 1 })
    }
    const mayMove = [...known.values()].some(({ changes, looks }) => changes === looks - 1 && looks <= fewestChanges)
    return mayMove ? performance.now() + betweenMs : 0
  }
  return {
    /** @returns until when it is to be watched, by the page’s clock. */
    look,
    /** @returns whether there is any to be watched. */
    begin(elements: readonly Element[]): boolean {
      if (known.size > 0) return true
      for (const canvas of pick(elements, 'canvas').slice(0, paintingsTaken)) {
        const { width, height } = canvas.getBoundingClientRect()
        if (canvas instanceof HTMLCanvasElement && Math.min(width, height) >= smallestPx && isSeen(canvas))
          known.set(canvas, { look: '', changes: -1, looks: 0 })
      }
      return known.size > 0
    },
    moving(elements: readonly Element[]): Found[] {
      look()
      const moved = [...known].filter(
        ([canvas, { changes, looks }]) =>
          changes >= fewestChanges &&
          changes === looks - 1 &&
          canvas.isConnected &&
          !closest(canvas, waiting) &&
          !hasSwitchBeside(canvas),
      )
      if (moved.length === 0 || canPause(elements)) return []
      return moved.map(([element]) =>
        foundOf(paintingMoves, {
          element,
          confidence: 'medium',
          message: 'A script goes on painting here for as long as it was looked at, and no pause button is to be seen.',
        }),
      )
    },
  }
}

/** A button in the box that it stands in, whatever it is called, may hold it. */
function hasSwitchBeside(canvas: Element): boolean {
  const box = canvas.parentElement
  if (!box || box.matches('main, body')) return false
  return [...box.querySelectorAll('button, [role="button"], [role="switch"], input[type="checkbox"]')].some((each) =>
    isSeen(each),
  )
}

/** What is on it, as a text; nothing where it may not be read. */
function lookOf(canvas: HTMLCanvasElement): string {
  if (canvas.width === 0 || canvas.height === 0) return ''
  const small = new OffscreenCanvas(grain, grain)
  const context = small.getContext('2d')
  if (!context) return ''
  context.drawImage(canvas, 0, 0, grain, grain)
  try {
    return context.getImageData(0, 0, grain, grain).data.join()
  } catch {
    return ''
  }
}
