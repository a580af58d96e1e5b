/** Links that open a new window without saying so. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

const says =
  /\b(?:new|another|separate|external|opens?|neue[sn]?|nouvel(?:le)?|nueva|nuova?|nieuw)\b|\b(?:window|tab|fenster|fenêtre|onglet|ventana|pestaña|finestra|venster)\b/i

export const linkNewWindow: StaticCheck = {
  rule: 'link-new-window',
  criteria: ['3.2.5'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Let the link open in the same window, or say in its text that it opens a new one.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name }) => {
      if (!/^_blank$/i.test(element.getAttribute('target') ?? '')) return []
      const described = (element.getAttribute('aria-describedby') ?? '')
        .split(/\s+/)
        .map((id) => (id ? (document.getElementById(id)?.textContent ?? '') : ''))
      const words = squeeze([name, element.getAttribute('title') ?? '', spokenText(element), ...described].join(' '))
      if (says.test(words)) return []
      return [
        {
          element,
          confidence: 'low' as const,
          message: `The link ${quote(name)} opens a new window and does not say so.`,
        },
      ]
    }),
}
