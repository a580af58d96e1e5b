/** Links and forms that open a new window without saying so. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  isExposed,
  isSeen,
  namedBy,
  nameOf,
  pick,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

const says =
  /(?<!\p{L})(?:new|another|separate|external|opens?|neue[sn]?|extern\p{L}*|nouvel(?:le)?|externe|nueva|nuova?|nova|nieuwe?|nowe\p{L}*|now[ya]|nytt|nyt|ny|uude\p{L}+|nové\p{L}*|yeni)(?!\p{L})|(?<!\p{L})(?:windows?|tabs?|fenster|reiter|fenêtre|onglet|ventana|pestaña|finestra|scheda|janela|aba|separador|venster|tabblad|okn\p{L}+|kar(?:cie|ta|tě)|fönster|flik|vindue|vindu|fane|ikkuna\p{L}*|välileh\p{L}+|ablak\p{L}*|fereastr\p{L}+|pencere\p{L}*|sekme\p{L}*|окн\p{L}+|вікн\p{L}+|вкладк\p{L}+|παράθυρο)(?!\p{L})|ウィンドウ|タブ|窗口|視窗|标签页|새 ?창|نافذة|חלון/iu

/** Any name that is none of a frame of this page stands for another window. */
function opensAnother(target: string | null | undefined): boolean {
  if (!target || /^_(?:self|parent|top|unfencedtop)$/i.test(target)) return false
  return (
    /^_blank$/i.test(target) ||
    !document.querySelector(
      `iframe[name="${CSS.escape(target)}"], frame[name="${CSS.escape(target)}"], object[name="${CSS.escape(target)}"]`,
    )
  )
}

export const linkNewWindow: StaticCheck = {
  rule: 'link-new-window',
  criteria: ['3.2.5'],
  tier: 'practice',
  impact: 'minor',
  // Elsewhere, windows that open unsaid have become what people expect.
  isOnlyIfAsked: true,
  remedy: 'Let the link open in the same window, or say in its text that it opens a new one.',
  find: (elements) => [
    ...formsElsewhere(elements),
    ...readLinks(elements).flatMap(({ element, name }) => {
      if (
        !opensAnother(element.getAttribute('target') ?? document.querySelector('base[target]')?.getAttribute('target'))
      )
        return []
      if (tellsOfWindow(element, name)) return []
      return [
        {
          element,
          confidence: 'medium' as const,
          message: `The link ${quote(name)} opens a new window and does not say so.`,
        },
      ]
    }),
  ],
}

/** Forms whose answer comes in another window, by their button or by what they are called. */
const formsElsewhere = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'form[target]').flatMap((form) => {
    const button = form.querySelector(
      'button:not([type="button"], [type="reset"], [formtarget]), input[type="submit"]:not([formtarget]), input[type="image"]',
    )
    if (!button || !opensAnother(form.getAttribute('target')) || !isExposed(button) || !isSeen(button)) return []
    if (tellsOfWindow(button, nameOf(button)) || tellsOfWindow(form, nameOf(form))) return []
    return [
      {
        element: button,
        confidence: 'medium',
        message: `What the button ${quote(nameOf(button))} sends is answered in a new window, and nothing says so.`,
        remedy: 'Let the answer come in the same window, or say beside the button that a new one opens.',
      },
    ]
  })

/** In its name, title or description. */
export function tellsOfWindow(element: Element, name: string): boolean {
  const described = namedBy(element, 'aria-describedby').map(({ textContent }) => textContent)
  return says.test(squeeze([name, element.getAttribute('title') ?? '', spokenText(element), ...described].join(' ')))
}
