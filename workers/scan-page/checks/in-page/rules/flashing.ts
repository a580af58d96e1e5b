/** What flashes more than three times a second, by an animation without end. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { animationsOfPage, isExposed } from '#workers/scan-page/checks/in-page/dom'

const shortestMs = 1000 / 3
/** A quarter of ten degrees of sight, as WCAG reckons it for a usual screen. */
const largePx = (341 * 256) / 4
const changing = /^(?:opacity|visibility|backgroundColor|color|filter|backgroundImage)$/

export const flashing: StaticCheck = {
  rule: 'flashing',
  criteria: ['2.3.1', '2.3.2'],
  tier: 'practice',
  impact: 'critical',
  remedy: 'Let nothing flash more than three times in a second: make the animation slower, or leave it out.',
  find: flashesNow,
}

/** Of whatever is animated at this moment. */
export function flashesNow(): Hit[] {
  const hits = new Map<Element, Hit>()
  for (const animation of animationsOfPage()) {
    const { effect } = animation
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue
    const { duration, iterations = 1, direction } = effect.getComputedTiming()
    const ms = Number(duration) * (direction?.startsWith('alternate') ? 2 : 1)
    if (hits.has(effect.target) || !(ms > 0 && ms < shortestMs) || iterations < 4) continue
    if (!effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => changing.test(name)))) continue
    const { width, height } = effect.target.getBoundingClientRect()
    if (width * height === 0 || !isExposed(effect.target)) continue
    const isLarge = width * height >= largePx
    hits.set(effect.target, {
      element: effect.target,
      tier: isLarge && !isFaint(effect) ? 'practice' : 'warning',
      criteria: isLarge ? ['2.3.1', '2.3.2'] : ['2.3.2'],
      confidence: isLarge ? 'high' : 'medium',
      message: `This flashes ${(1000 / ms).toFixed(1)} times a second.`,
    })
  }
  return [...hits.values()]
}

const leastOfSwing = 0.4

/** It goes by its opacity alone, and little of that: a shimmer. */
function isFaint(effect: KeyframeEffect): boolean {
  const frames = effect.getKeyframes()
  const changed = new Set(frames.flatMap((frame) => Object.keys(frame).filter((name) => changing.test(name))))
  const values = frames.map((frame) => Number(frame['opacity'] ?? 1))
  return changed.size === 1 && changed.has('opacity') && Math.max(...values) - Math.min(...values) < leastOfSwing
}
