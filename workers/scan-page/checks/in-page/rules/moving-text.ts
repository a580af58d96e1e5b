/** Words that move by themselves for longer than five seconds, with nothing in sight to stop them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { animationsOfPage, isSeen, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { canPause, isOwnSwitch, mayPause } from '#workers/scan-page/checks/in-page/pause'
import { readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

const longestMs = 5000
const moving =
  /^(?:transform|translate|rotate|scale|left|right|top|bottom|marginLeft|marginTop|insetInlineStart|offsetDistance|backgroundPositionX|textIndent|opacity|visibility|scrollLeft)$/

export const movingText: StaticCheck = {
  rule: 'moving-text',
  criteria: ['2.2.2'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'End the movement within five seconds, or give a button that pauses or hides it.',
  find(elements) {
    const hits = new Map<Element, Hit>()
    for (const animation of animationsOfPage()) {
      const { effect } = animation
      if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue
      const { target } = effect
      if (hits.has(target) || effect.pseudoElement) continue
      const { endTime = 0 } = effect.getComputedTiming()
      if (Number(endTime) <= longestMs) continue
      if (
        !effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => moving.test(name))) &&
        !fadesToGround(effect)
      )
        continue
      // Only what carries words; spinners and ornaments carry none, or say that something is being waited for.
      const isBlinking = blinks(effect) || fadesToGround(effect)
      // What blinks may be away at this very moment.
      const text = isBlinking ? squeeze(target.textContent ?? '').slice(0, 200) : spokenText(target, 200)
      if (
        text.length < 3 ||
        !(isBlinking ? target.checkVisibility() : isSeen(target)) ||
        (text.length < shortText && target.matches(waiting))
      )
        continue
      if (canPause(elements)) return []
      if (isOwnSwitch(target)) continue
      const name = animation instanceof CSSAnimation ? ` (${animation.animationName})` : ''
      const lasts = Number.isFinite(Number(endTime)) ? `${Math.round(Number(endTime) / 1000)} s` : 'ever'
      const isSure = !Number.isFinite(Number(endTime)) && (wanders(effect) || isBlinking)
      hits.set(target, {
        element: target,
        tier: isSure && !isPausedByHover(elements, target) && !mayPause(elements, target) ? 'error' : 'warning',
        confidence: isSure ? 'high' : 'medium',
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

const farPx = 80

/** It goes further than words that only hint at something do. */
function wanders(effect: KeyframeEffect): boolean {
  const { target } = effect
  const { width = 0 } = target?.getBoundingClientRect() ?? {}
  const steps = effect.getKeyframes().flatMap((frame) =>
    ['transform', 'translate', 'left', 'right', 'marginLeft', 'textIndent'].flatMap((name) => {
      const written = frame[name]
      return typeof written === 'string' && !/scale|rotate/.test(written) ? [firstLength(written, width)] : []
    }),
  )
  return steps.length >= 2 && Math.max(...steps) - Math.min(...steps) >= farPx
}

/** Of a percentage, as of the element's own width. */
function firstLength(written: string, width: number): number {
  const [, amount = '0', unit = 'px'] = /(-?[\d.]+)(px|%|vw|r?em)/.exec(written) ?? []
  const units: Readonly<Record<string, number>> = { px: 1, '%': width / 100, vw: innerWidth / 100, em: 16, rem: 16 }
  return Number(amount) * (units[unit] ?? 1)
}

/** It goes and comes back; what only fades in once has an end. */
const blinks = (effect: KeyframeEffect): boolean =>
  effect
    .getKeyframes()
    .some(
      (frame) => frame['visibility'] === 'hidden' || (frame['opacity'] !== undefined && Number(frame['opacity']) < 0.1),
    )

/** Its letters take the colour of what is behind them. */
function fadesToGround(effect: KeyframeEffect): boolean {
  const { target } = effect
  const colors = effect.getKeyframes().flatMap(({ color }) => (typeof color === 'string' ? (paintOf(color) ?? []) : []))
  const ground = target && colors.length > 0 ? groundColor(target) : null
  return ground !== null && colors.some(({ color, alpha }) => contrastOf(over(color, alpha, ground), ground) < unseen)
}

const unseen = 1.2

/** It can be held by the mouse alone: that is for a person to judge. */
const isPausedByHover = (elements: readonly Element[], target: Element): boolean =>
  readStyleRules(elements).some(
    ({ selector, style }) =>
      style.animationPlayState === 'paused' && selector.includes(':hover') && isUnder(target, selector),
  )

function isUnder(target: Element, selector: string): boolean {
  try {
    return target.closest(selector.replaceAll(':hover', '')) !== null
  } catch {
    return false
  }
}
