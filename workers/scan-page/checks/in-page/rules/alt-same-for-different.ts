/** Different pictures side by side that are called the same. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, quote } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

export const altSameForDifferent: StaticCheck = {
  rule: 'alt-same-for-different',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Say of each picture what it shows.',
  find(elements) {
    const named = picturesWithAlternative(elements).filter(
      ({ element, alt }) =>
        element instanceof HTMLImageElement && alt.length >= 4 && !closest(element, 'a, button, nav, td, li'),
    )
    return [...Map.groupBy(named, ({ alt }) => alt.toLowerCase()).values()].flatMap((group) => {
      const sources = new Set(
        group.map(({ element }) => (element instanceof HTMLImageElement ? element.currentSrc : '')),
      )
      const [, second] = group
      if (!second || group.length < 2 || sources.size < group.length) return []
      return [
        {
          element: second.element,
          confidence: 'low' as const,
          message: `${group.length} different pictures are called ${quote(second.alt)}.`,
        },
      ]
    })
  },
}
