/** Pages that keep two fingers from enlarging them, by a script or a style. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const gesture =
  /(?:addEventListener\(\s*['"]gesture(?:start|change)['"]\s*,|\.ongesture(?:start|change)\s*=)[^;]{0,120}?preventDefault|addEventListener\(\s*['"]touch(?:start|move)['"]\s*,[^;]{0,80}?(?:touches\.length\s*(?:>\s*1|>=\s*2|={2,3}\s*2)|\.scale\s*!==?\s*1)[^;]{0,60}?preventDefault/
const keysForZoom =
  /(?:ctrlKey|metaKey)[^;]{0,200}?(?:['"][+=-]['"]|18[79]|61|107|109|17[13])[^;]{0,160}?preventDefault/

export const zoomRefusedByScript: StaticCheck = {
  rule: 'zoom-refused-by-script',
  criteria: ['1.4.4'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let the page be enlarged: take the handler away, or have it act on the one element that has its own zoom.',
  find: (elements, isTop) => {
    if (!isTop) return []
    const bodies = [document.documentElement, document.body].filter((each) => each !== null)
    const held = bodies.find((each) => getComputedStyle(each).touchAction === 'none')
    const byStyle = held
      ? [
          {
            element: held,
            confidence: 'medium' as const,
            tier: 'warning' as const,
            message: 'touch-action: none on the whole page keeps two fingers from enlarging it.',
          },
        ]
      : []
    const byScript = readPrograms(elements)
      .filter(
        ({ isLinked, text }) => !isLinked && wholePage.test(text) && (gesture.test(text) || keysForZoom.test(text)),
      )
      .slice(0, 1)
      .map(({ element, text }) => ({
        element,
        confidence: 'high' as const,
        message: `A script keeps ${gesture.test(text) ? 'two fingers' : 'the keys for zoom'} from enlarging the page.`,
      }))
    return [...byStyle, ...byScript]
  },
}

const wholePage =
  /(?:document|window|body|documentElement)\s*\.\s*(?:addEventListener|on(?:gesture|touch|key))|(?:^|[\s;])addEventListener/
