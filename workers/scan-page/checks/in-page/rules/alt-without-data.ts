/** Pictures of charts and plans whose alternative says what kind of picture it is, and of what, and nothing of what it shows. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isSeen, parentOf, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

/** “Chart of …”, “sales diagram”: by the word that it begins or ends with. */
const kind =
  'chart|(?:bar|line|pie|flow) ?chart|graph|diagram|infographic|histogram|diagramm|schaubild|infografik|balkendiagramm|diagramme|graphique|infographie|gráfico|infográfico|infografía|diagrama|grafico|diagramma|infografica|grafiek|infographic|wykres|diagram|infografika|kaavio'
const calledKind = new RegExp(
  `^(?:an? |the |ein |une? |un[ao]? |um |een |en |ett |et )?(?:${kind}) (?:of|for|on|about|showing|with|how|von|zu[rm]?|über|mit|wie|de|du|des|d[’']|sur|del?|sobre|d[aoi]|della|van|over|met|av|af|över|om|med|for|comment|come|como|jak) |(?<!\\p{L})(?:${kind})[.]?$`,
  'iu',
)
const fewWords = 10
const smallest = 150
const saidBeside = 'figcaption, table, ul, ol, dl, details'

export const altWithoutData: StaticCheck = {
  rule: 'alt-without-data',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Say in the alternative, or in a text beside the picture, what is to be read from it.',
  find: (elements) =>
    picturesWithAlternative(elements).flatMap(({ element, alt }) => {
      if (!calledKind.test(alt) || wordsOf(alt).length > fewWords || /\d/.test(alt)) return []
      const { width, height } = element.getBoundingClientRect()
      if (width < smallest || height < smallest / 2 || !isSeen(element)) return []
      if (element.matches('[aria-describedby], [aria-details], [longdesc]') || closest(element, 'a[href], button'))
        return []
      const box = closest(element, 'figure, section, article') ?? parentOf(element)
      const beside = [box, box?.nextElementSibling, box?.previousElementSibling, element.nextElementSibling]
      // Figures or the like beside it say what it shows, and so may a text that goes into it.
      if (beside.some((each) => each?.matches(saidBeside) || each?.querySelector(saidBeside))) return []
      if (beside.some((each) => each && mayTell(each, element))) return []
      return [
        {
          element,
          confidence: 'low' as const,
          message: `The alternative ${quote(alt)} says what kind of picture it is and of what, not what is to be read from it.`,
        },
      ]
    }),
}

/** It gives figures, or runs on for a while. */
function mayTell(element: Element, picture: Element): boolean {
  const text = element === picture ? '' : (element.textContent ?? '')
  return (text.match(/\d[\d.,]*\s*%?/g)?.length ?? 0) >= 2 || text.length > longestAside
}

const longestAside = 250
