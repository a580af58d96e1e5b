/** Things that move by themselves for longer than five seconds, with nothing in sight to stop them. */
import { isSeen, nameOf, quote, selectorOf, spokenText } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const longestMs = 5000
const moving =
  /^(?:transform|translate|rotate|scale|left|right|top|bottom|marginLeft|marginTop|insetInlineStart|offsetDistance|backgroundPositionX|textIndent|opacity|visibility|scrollLeft)$/

export function motion(elements: readonly Element[]): Found[] {
  const found: Found[] = []
  const seen = new Set<Element>()
  for (const animation of document.getAnimations()) {
    if (found.length >= 3) return found
    const { effect } = animation
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue
    const { target } = effect
    if (seen.has(target) || effect.pseudoElement) continue
    seen.add(target)
    const { endTime = 0 } = effect.getComputedTiming()
    if (Number(endTime) <= longestMs) continue
    if (!effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => moving.test(name)))) continue
    // Only what carries words; spinners and ornaments carry none.
    const text = spokenText(target, 200)
    if (text.length < 3 || !isSeen(target) || target.matches('[role="progressbar"], [aria-busy="true"] *')) continue
    if (canPause(elements)) return found
    const name = animation instanceof CSSAnimation ? ` (${animation.animationName})` : ''
    found.push({
      rule: 'moving-text',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['2.2.2'],
      place: selectorOf(target),
      confidence: 'medium',
      message: `${quote(text)} is animated${name} for ${Number.isFinite(Number(endTime)) ? `${Math.round(Number(endTime) / 1000)} s` : 'ever'}, and no pause button is to be seen.`,
      recommendation: 'End the movement within five seconds, or give a button that pauses or hides it.',
    })
  }
  return found
}

export const canPause = (elements: readonly Element[]): boolean =>
  elements.some(
    (element) =>
      element.matches('button, [role="button"], input[type="button"], [role="switch"], input[type="checkbox"]') &&
      /\b(?:pause|stop|halt|freeze|hide|animation|motion|anhalten|pausieren|arrêter|detener|ferma)/i.test(
        nameOf(element),
      ) &&
      isSeen(element),
  )
