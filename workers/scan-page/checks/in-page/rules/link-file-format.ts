/** Links to files that readers open elsewhere, with no word of what they are. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { blockOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

/** What a file is called, or how it is brought, in the languages that pages are mostly written in. */
const files =
  'documents?|downloads?|archives?|files?|dokument\\p{L}*|datei\\p{L}*|herunterladen|fichiers?|télécharge\\p{L}*|documentos?|archivos?|descarg\\p{L}*|ficheiros?|arquivos?|baixar|transferir|document[oi]|scarica\\p{L}*|bestand\\p{L}*|plik\\p{L}*|pobierz|fil(?:en|er)?|ladda ne[dr]|tiedosto\\p{L}*|soubor\\p{L}*|файл\\p{L}*|скачать|dosya\\p{L}*'
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
      const known = new RegExp(
        `(?<!\\p{L})(?:${format}|word|excel|powerpoint|${files}|[kmк-м][bб]|[km]o)(?!\\p{L})`,
        'iu',
      )
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
