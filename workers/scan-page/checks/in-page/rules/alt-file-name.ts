/** Text alternatives that are the name of a file. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

const fileName = /^[^\s/]+\.(?:apng|avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)$/i

export const altFileName: StaticCheck = {
  rule: 'alt-file-name',
  criteria: ['1.1.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Say in the alt text what the picture shows or does, or leave it empty if the picture is decoration.',
  find: (elements) =>
    picturesWithAlternative(elements).flatMap(({ element, alt }) => {
      if (!fileName.test(alt)) return []
      // Where files are listed, the file's name is what the picture stands for.
      const entry = closest(element, 'a, li, tr, dl, figure, [role="listitem"], [role="row"]')
      const around = entry?.textContent ?? ''
      const isListed = around.includes(alt) || /\b(?:download|files?|attachments?)\b/i.test(around)
      return [
        {
          element,
          tier: isListed ? ('warning' as const) : ('error' as const),
          confidence: isListed ? ('low' as const) : ('high' as const),
          message: `The text alternative of this ${tagOf(element)} is a file’s name: ${quote(alt)}.`,
        },
      ]
    }),
}
