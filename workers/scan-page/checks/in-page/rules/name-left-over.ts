/** Controls and frames whose name is what a program or a template left there. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { neverFilled } from '#workers/scan-page/checks/in-page/template-words'

const leftOver = new RegExp(`^(?:${neverFilled}|aria-?label|placeholder|untitled|title)$`, 'i')
/** What a screen reader says of it anyway. */
const kinds: Readonly<Record<string, RegExp>> = {
  a: /^(?:link|a|url|href|icon|button)$/i,
  button: /^(?:button|btn|icon|link)$/i,
  iframe:
    /^(?:iframe|frame|i-?frame title|frame title|embed(?:ded)?(?: content)?|content|widget|window|blank|about:blank|https?:\/\/.*|(?:i-?)?frame[\s_-]?\d+|[\w-]+\.(?:html?|php|aspx?|jsp)|(?:external|third[- ]party) content|contenu (?:intégré|incorporé|externe)|eingebettete[rs]? inhalt|externer inhalt|contenido (?:incrustado|insertado|externo)|contenuto (?:incorporato|esterno)|ingesloten inhoud|osadzona zawartość|conteúdo (?:incorporado|externo))$/i,
  nav: /^(?:nav|navigation landmark|aria-label)$/i,
}

export const nameLeftOver: StaticCheck = {
  rule: 'name-left-over',
  criteria: ['4.1.2', '2.4.6'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Write what it does or holds as its name.',
  find: (elements) =>
    pick(elements, 'a[href], button, [role="button"], iframe, nav[aria-label]').flatMap((element) => {
      const name =
        element.localName === 'iframe' || element.localName === 'nav'
          ? (element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '').trim()
          : nameOf(element)
      if (name === '' || name.length > 80) return []
      const isKind = kinds[element.localName === 'div' || element.localName === 'span' ? 'button' : element.localName]
      if (!leftOver.test(name) && !isKind?.test(name)) return []
      // Words that are seen may be meant, as in a page about programs.
      if (
        !element.matches('iframe, nav') &&
        !element.hasAttribute('aria-label') &&
        !/^(?:undefined|null$|\[object)|\{\{.*\}\}|<%.*%>/i.test(name)
      )
        return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `This ${tagOf(element)} is called ${quote(name)}, which says nothing of it.`,
        },
      ]
    }),
}
