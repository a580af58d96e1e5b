/** Pictures drawn with characters. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'

export const drawingByCharacters: StaticCheck = {
  rule: 'drawing-by-characters',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give it role="img" and an aria-label, or put a picture with an alternative in its place.',
  find: (elements) =>
    pick(elements, 'pre').flatMap((element) => {
      const text = element.textContent ?? ''
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      if (lines.length < 3 || element.querySelector('code, samp, span')) return []
      const signs = text.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0
      const words = text.match(/\p{L}{3,}/gu)?.length ?? 0
      if (signs < 12 || signs < 0.6 * text.replace(/\s/g, '').length || words > lines.length / 2) return []
      if (closest(element, '[role="img"], figure[aria-label], code') || !isExposed(element) || !isSeen(element))
        return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `These ${lines.length} lines of characters draw a picture; they are read sign by sign.`,
        },
      ]
    }),
}
