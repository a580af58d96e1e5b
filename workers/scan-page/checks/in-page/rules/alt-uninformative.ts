/** Text alternatives that say that there is a picture, not what it shows. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

const cameraName =
  /^(?:dsc[nf]?|img|pict?|photo|image|screenshot|screen shot|unnamed|untitled|download)[\s_-]*\(?\d{1,}\)?$/i
const uninformative =
  /^(?:an? |the )?(?:image|images|img|picture|pic|photo|photograph|graphic|graphics|icon|banner|placeholder|spacer|thumbnail|thumb|untitled|unbenannt|ohne titel|sans titre|sin t[ií]tulo|senza titolo|sem t[ií]tulo|zonder titel|bez tytułu|decorative (?:image|line)|divider|separator|alt|alt text|alternative text|logo|bild|foto|imagen|immagine|afbeelding|imagem|obraz|kuva|billede|bilde)s?(?: here| goes here)?[.:]?$/i

export const altUninformative: StaticCheck = {
  rule: 'alt-uninformative',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Say what the picture shows or does, or leave the alt text empty if the picture is decoration.',
  find: (elements) =>
    picturesWithAlternative(elements)
      .filter(({ alt }) => !/\.\w{3,4}$/.test(alt) && (cameraName.test(alt) || uninformative.test(alt)))
      .map(({ element, alt }) => ({
        element,
        confidence: 'high',
        message: `The text alternative ${quote(alt)} says that there is a picture, not what it shows.`,
      })),
}
