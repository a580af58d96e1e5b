/** Text alternatives that name who made a picture and not what it shows. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

const credit =
  /^(?:(?:photo(?:graph)?|image|picture|illustration|foto|bild|crédits?|credits?|courtesy|source|quelle|fuente|fonte|bron|źródło|fot|zdjęcie|kilde|källa)(?: credit| courtesy| credits)?\s*(?:[:/©]|\bby\b|\bof\b(?= the author)|\bcourtesy of\b|\bvon\b|\bpar\b|\bdi\b|\bdoor\b)\s*\S[^;]{1,60}|(?:©|\(c\)|copyright)\s*\S[^;]{1,60}|[^.;,]{3,40}\s*\/\s*(?:getty(?: images)?|reuters|afp|ap(?: photo)?|epa|dpa|shutterstock|alamy|unsplash|istock)[^.;]*)\.?$/i

export const altCreditAlone: StaticCheck = {
  rule: 'alt-credit-alone',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say what the picture shows, and write who made it beside it.',
  find: (elements) =>
    picturesWithAlternative(elements)
      .filter(({ alt }) => credit.test(alt))
      .map(({ element, alt }) => ({
        element,
        confidence: 'high' as const,
        message: `The alternative ${quote(alt)} names who made the picture, and not what it shows.`,
      })),
}
