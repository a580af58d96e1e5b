/** Links in a text that look like the text around them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  blockOf,
  closest,
  headings,
  isSeen,
  ownText,
  parentOf,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

export const linkIndistinct: StaticCheck = {
  rule: 'link-indistinct',
  criteria: ['1.4.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Underline links within a text, or set them off by more than their colour.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name }) => {
      const parent = parentOf(element)
      if (element.localName !== 'a' || !parent || element.children.length > 0 || !isSeen(element)) return []
      if (closest(element, headings)) return []
      // Only where words run on around it: menus and lists of links are known by where they stand.
      const block = blockOf(element)
      const around = spokenText(block, 600).length - name.length
      if (around < 20 || ownText(parent).length < 20) return []
      return looksAlike(element, parent)
        ? [{ element, message: `Nothing in its looks tells the link ${quote(name)} from the words around it.` }]
        : []
    }),
}

const looks = [
  'color',
  'textDecorationLine',
  'fontWeight',
  'fontStyle',
  'fontSize',
  'fontFamily',
  'fontVariantCaps',
  'textTransform',
  'textShadow',
  'borderBottomStyle',
  'borderBottomWidth',
  'outlineStyle',
  'boxShadow',
  'paddingLeft',
] as const

function looksAlike(link: Element, parent: Element): boolean {
  const own = getComputedStyle(link)
  const other = getComputedStyle(parent)
  if (own.backgroundColor !== 'rgba(0, 0, 0, 0)' || own.backgroundImage !== 'none') return false
  if (!/^inline$/.test(own.display)) return false
  if (['::before', '::after'].some((part) => !/^(?:none|normal)$/.test(getComputedStyle(link, part).content)))
    return false
  return looks.every((name) => own[name] === other[name])
}
