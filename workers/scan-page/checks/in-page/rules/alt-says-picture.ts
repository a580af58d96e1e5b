/** Alternatives that begin by saying that there is a picture. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

export const altSaysPicture: StaticCheck = {
  rule: 'alt-says-picture',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Begin with what the picture shows: that it is one, screen readers say themselves.',
  find: (elements) =>
    picturesWithAlternative(elements)
      .filter(({ alt }) =>
        /^(?:an? |the )?(?:image|picture|pic|graphic|icon|bild|imagen?|afbeelding) (?:of|showing|von|de|del|van)\b/i.test(
          alt,
        ),
      )
      .map(({ element, alt }) => ({
        element,
        message: `The alternative ${quote(alt)} begins with what every reader is told.`,
      })),
}
