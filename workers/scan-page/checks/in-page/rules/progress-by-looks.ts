/** Bars that show how far something has come by their length alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

const bars = '[class*="progress" i], [class*="meter" i], [class*="rating-bar" i], [class*="skill" i]'
const told =
  'progress, meter, [role="progressbar"], [role="meter"], [role="slider"], [role="img"], [aria-hidden="true"], [aria-label]'
const saidInNumbers = /\d|(?<!\p{L})(?:half|halb|moitié|mitad)(?!\p{L})/iu
const longestAround = 300
const levelsAround = 2

export const progressByLooks: StaticCheck = {
  rule: 'progress-by-looks',
  criteria: ['1.1.1', '4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a <progress> or <meter> with a label, or say the share in words beside it.',
  find: (elements) =>
    pick(elements, bars).flatMap((bar) => {
      const filled = bar.parentElement
      const share = /(?:^|;)\s*(?:width|inline-size)\s*:\s*([\d.]+)%/.exec(bar.getAttribute('style') ?? '')?.[1]
      if (!filled || share === undefined || Number(share) <= 0 || Number(share) >= 100) return []
      if (closest(bar, told) || bar.querySelector('*') || spokenText(bar, 5) !== '' || filled.children.length > 1)
        return []
      if (!isExposed(bar) || !isSeen(bar) || !isDrawn(bar)) return []
      let around: Element = filled
      for (
        let level = 0;
        level < levelsAround && around.parentElement && !around.parentElement.matches('main, body, form');
        level += 1
      )
        around = around.parentElement
      if (around.querySelector(told) || saidInNumbers.test(spokenText(around, longestAround))) return []
      return [
        {
          element: bar,
          confidence: 'high' as const,
          message: `That this has come to ${share} % is told by the length of a bar alone.`,
        },
      ]
    }),
}

const isDrawn = (bar: Element): boolean => {
  const { backgroundColor, backgroundImage } = getComputedStyle(bar)
  return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor)
}
