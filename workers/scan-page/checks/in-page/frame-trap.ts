/** Fields within frames of the same site, tried for whether Tab, Shift+Tab and Escape lead out of them. */
import { wayOut } from '#workers/scan-page/checks/in-page/advised-key'
import { allMatching, isSeen, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { keyboardTrap } from '#workers/scan-page/checks/in-page/walk'

type Framed = { frame: HTMLIFrameElement; field: HTMLElement }

const framesTaken = 2
const candidates =
  'textarea, [contenteditable="true"], [contenteditable=""], input:not([type="hidden"]), [tabindex="0"]'

/** Elements of another document are of none of the classes of this one. */
export function frameTraps() {
  let framed: Framed[] = []
  let at: { walk: Framed; taken: number; missed: number; end: () => void } | undefined
  return {
    framedFields(): number {
      framed = allMatching<HTMLIFrameElement>('iframe')
        .filter(isSeen)
        .flatMap((frame) => {
          const inside = frame.contentDocument
          const field = inside?.querySelector<HTMLElement>(candidates)
          return field ? [{ frame, field }] : []
        })
        .slice(0, framesTaken)
      return framed.length
    },
    enterFramed(index: number): void {
      const walk = framed[index]
      const inside = walk?.frame.contentWindow
      if (!walk || !inside) return
      const end = new AbortController()
      const trying = { walk, taken: 0, missed: 0, end: () => end.abort() }
      inside.addEventListener(
        'keydown',
        (event: KeyboardEvent) => {
          if (event.key !== 'Tab') return
          setTimeout(() => {
            trying.taken += event.defaultPrevented ? 1 : 0
            trying.missed += event.defaultPrevented ? 0 : 1
          })
        },
        { capture: true, signal: end.signal },
      )
      walk.frame.focus({ preventScroll: true })
      walk.field.focus({ preventScroll: true })
      at = trying
    },
    /** @param pressed how often Tab was pressed. */
    endFramed(pressed: number): Found[] {
      if (!at) return []
      const { walk, taken, missed, end } = at
      end()
      at = undefined
      const { frame, field } = walk
      const isShut = taken >= pressed && missed === 0 && document.activeElement === frame
      const isStill = frame.contentDocument?.activeElement === field
      field.blur()
      frame.blur()
      if (!isShut || !isStill) return []
      const inside = squeeze(frame.contentDocument?.body?.textContent ?? '')
      // A way out that is written somewhere is for a person to try.
      const isTold = wayOut() !== null || /(?<!\p{L})(?:esc(?:ape)?|strg|ctrl|alt)(?!\p{L})/iu.test(inside)
      return [
        foundOf(keyboardTrap, {
          element: frame,
          tier: isTold ? 'warning' : 'error',
          confidence: isTold ? 'low' : 'high',
          message: `Neither Tab nor Shift+Tab nor Escape gets out of <${field.localName}> ${quote(field.getAttribute('aria-label') ?? field.id, 30)} in this frame.`,
        }),
      ]
    },
  }
}
