/** Drawings that move by themselves without end beside a text, with nothing in sight to stop them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isSeen, nameOf, pick } from '#workers/scan-page/checks/in-page/dom'
import { canPause } from '#workers/scan-page/checks/in-page/pause'

/** Smaller ones are signs that something is being waited for. */
const smallestPx = 48
const waiting =
  '[role="progressbar"], [role="status"], [aria-busy="true"], [aria-live], button, [class*="spin" i], [class*="load" i]'
const waitingWords = /load|wait|busy|progress|lädt|lade|charg|cargan|caric|laden|wczyt/i

export const drawingEndless: StaticCheck = {
  rule: 'drawing-endless',
  criteria: ['2.2.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'End the movement within five seconds, or give a button that pauses or hides it.',
  find(elements) {
    const drawings = new Set(
      pick(elements, 'svg animate, svg animateTransform, svg animateMotion').flatMap((animation) =>
        isEndless(animation) && animation instanceof SVGElement ? (outermostOf(animation) ?? []) : [],
      ),
    )
    const blinking = new Set(
      pick(elements, 'svg text animate, svg tspan animate').flatMap((animation) =>
        isEndless(animation) && animation instanceof SVGElement && isOff(animation)
          ? (outermostOf(animation) ?? [])
          : [],
      ),
    )
    const moving = [...drawings].filter((drawing) => {
      const { width, height } = drawing.getBoundingClientRect()
      return (
        Math.min(width, height) >= (blinking.has(drawing) ? 1 : smallestPx) &&
        isSeen(drawing) &&
        !drawing.animationsPaused() &&
        !closest(drawing, waiting) &&
        !waitingWords.test(nameOf(drawing))
      )
    })
    if (moving.length === 0 || canPause(elements)) return []
    return moving.map((element) => ({
      element,
      tier: blinking.has(element) ? ('practice' as const) : ('warning' as const),
      message: blinking.has(element)
        ? 'The words in this drawing blink without end, and no pause button is to be seen.'
        : 'This drawing moves by itself without end, and no pause button is to be seen.',
    }))
  },
}

/** It takes the words away and back. */
const isOff = (animation: Element): boolean =>
  /^(?:opacity|fill-opacity|visibility|display)$/.test(animation.getAttribute('attributeName') ?? '') &&
  /(?:^|;)\s*(?:0(?:\.0\d*)?|hidden|none)\s*(?:;|$)/.test(
    `${animation.getAttribute('values') ?? ''};${animation.getAttribute('from') ?? ''};${animation.getAttribute('to') ?? ''}`,
  )

/** It begins by itself: at no press, and at no end of another. */
const isEndless = (animation: Element): boolean =>
  (animation.getAttribute('repeatCount') === 'indefinite' || animation.getAttribute('repeatDur') === 'indefinite') &&
  /^\s*(?:\+?[\d.:]+(?:ms|s|min|h)?\s*)?$/.test(animation.getAttribute('begin') ?? '') &&
  !/^0(?:ms|s)?$/.test(animation.getAttribute('dur') ?? '0')

function outermostOf(animation: SVGElement): SVGSVGElement | null {
  let drawing = animation.ownerSVGElement
  while (drawing?.ownerSVGElement) drawing = drawing.ownerSVGElement
  return drawing
}
