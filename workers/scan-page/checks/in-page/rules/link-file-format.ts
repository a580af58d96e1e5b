/** Links to files that readers open elsewhere, with no word of what they are. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { blockOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

const file = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|zip|epub)(?:[?#]|$)/i

export const linkFileFormat: StaticCheck = {
  rule: 'link-file-format',
  criteria: ['2.4.9'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Name the format beside the link’s words, and its size: “Annual report (PDF, 2 MB)”.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name, target }) => {
      const [, format = ''] = file.exec(target) ?? []
      if (format === '') return []
      const around = `${name} ${element.getAttribute('title') ?? ''} ${spokenText(blockOf(element), 300)}`
      const known = new RegExp(`\\b(?:${format}|word|excel|powerpoint|document|download|archive|file|[km]b)\\b`, 'i')
      if (known.test(around)) return []
      return [
        {
          element,
          confidence: 'low' as const,
          message: `The link ${quote(name)} leads to a file (${format.toLowerCase()}) and does not say so.`,
        },
      ]
    }),
}
