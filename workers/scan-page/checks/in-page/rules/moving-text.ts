/** Words that move by themselves for longer than five seconds, with nothing in sight to stop them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { canPause } from '#workers/scan-page/checks/in-page/pause'

const longestMs = 5000
const moving =
  /^(?:transform|translate|rotate|scale|left|right|top|bottom|marginLeft|marginTop|insetInlineStart|offsetDistance|backgroundPositionX|textIndent|opacity|visibility|scrollLeft)$/

export const movingText: StaticCheck = {
  rule: 'moving-text',
  criteria: ['2.2.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'End the movement within five seconds, or give a button that pauses or hides it.',
  find(elements) {
    const hits = new Map<Element, Hit>()
    for (const animation of document.getAnimations()) {
      const { effect } = animation
      if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue
      const { target } = effect
      if (hits.has(target) || effect.pseudoElement) continue
      const { endTime = 0 } = effect.getComputedTiming()
      if (Number(endTime) <= longestMs) continue
      if (!effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => moving.test(name)))) continue
      // Only what carries words; spinners and ornaments carry none, or say that something is being waited for.
      const text = spokenText(target, 200)
      if (text.length < 3 || !isSeen(target) || (text.length < shortText && target.matches(waiting))) continue
      if (canPause(elements)) return []
      const name = animation instanceof CSSAnimation ? ` (${animation.animationName})` : ''
      const lasts = Number.isFinite(Number(endTime)) ? `${Math.round(Number(endTime) / 1000)} s` : 'ever'
      hits.set(target, {
        element: target,
        message: `${quote(text)} is animated${name} for ${lasts}, and no pause button is to be seen.`,
      })
    }
    return [...hits.values()]
  },
}

/** “Loading…” */
const shortText = 30
const waiting =
  '[role="progressbar"], [role="progressbar"] *, [role="status"], [role="status"] *, [aria-busy="true"] *, [aria-live] *'
