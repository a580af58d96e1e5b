/** Areas of a picture that lead somewhere, and are called by a number or by the file that they lead to. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

const pageFile = /^\S+\.(?:html?|xhtml|php|aspx?|jsp|cgi|pdf)$/i
const fewestNumbered = 2

export const areaNotNamed: StaticCheck = {
  rule: 'area-not-named',
  criteria: ['1.1.1', '2.4.4'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Name in the alt of each area what it leads to.',
  find: (elements) => {
    const areas = pick(elements, 'area[href]')
    const files = areas.filter((area) => pageFile.test(nameOf(area)))
    return [
      ...files.map((element) => ({
        element,
        confidence: 'high' as const,
        message: `This area is called by the file that it leads to: ${quote(nameOf(element))}.`,
      })),
      ...[...Map.groupBy(areas, (area) => area.closest('map'))].flatMap(([map, inMap]) => {
        const numbered = inMap.filter((area) => /^\d+$/.test(nameOf(area)))
        const [element] = numbered
        if (!map || !element || numbered.length < fewestNumbered || isExplained(map, numbered.length)) return []
        return [
          {
            element,
            tier: 'practice' as const,
            confidence: 'medium' as const,
            message: `${numbered.length} areas of this picture are called by numbers alone, such as ${quote(nameOf(element))}.`,
          },
        ]
      }),
    ]
  },
}

/** As many entries stand near it: the numbers are theirs. */
const isExplained = (map: Element, count: number): boolean =>
  [map.parentElement, map.parentElement?.parentElement].some(
    (around) => (around?.querySelectorAll('li, dt, tr, option').length ?? 0) >= count && !around?.matches('body'),
  )
