/** Roles of programs on parts of a page: menus of links, and what takes a reader's own keys away. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'

const arrows =
  /Arrow(?:Down|Right|Up|Left)|keyCode\s*={2,3}\s*(?:37|38|39|40)|case (?:37|38|39|40)\b|which\s*={2,3}\s*(?:37|38|39|40)/

export const rolesForPrograms: StaticCheck = {
  rule: 'roles-for-programs',
  criteria: ['4.1.2', '2.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Take the role away: links in a list within <nav> need none, and texts are read with a reader’s own keys.',
  find: (elements) => [...menusOfLinks(elements), ...applications(elements)],
}

/** Whoever hears “menu” uses the arrow keys, and nothing happens. */
function menusOfLinks(elements: readonly Element[]): Hit[] {
  const menus = pick(elements, '[role="menubar"], [role="menu"]').filter((menu) => {
    const items = [...menu.querySelectorAll('[role="menuitem"]')]
    return items.length > 0 && items.every((item) => isLink(item) || wrapsLink(item)) && isSeen(menu) && isExposed(menu)
  })
  const [first] = menus
  if (!first) return []
  // A script that is linked may hold them, and was not read.
  const programs = readPrograms(elements)
  if (programs.some(({ text }) => arrows.test(text)) || hasUnreadPrograms(elements)) return []
  if (first.querySelector('[tabindex="-1"]')) return []
  return [
    {
      element: first,
      // What is told as an entry takes no focus; what takes it stands inside.
      tier: [...first.querySelectorAll('[role="menuitem"]')].some(wrapsLink) ? 'practice' : 'warning',
      confidence: 'medium',
      message: `The links ${quote(spokenText(first, 80))} are told as a menu of a program, and no arrow key goes from one to the next.`,
    },
  ]
}

const isLink = (item: Element) => item.matches('a[href]:not([href="#"])')

const wrapsLink = (item: Element) =>
  !item.matches('a, button, [tabindex]') &&
  item.children.length === 1 &&
  item.querySelector(':scope > a[href]:not([href="#"], [role], [tabindex])') !== null

/** Around paragraphs that are there to be read. */
const applications = (elements: readonly Element[]): Hit[] =>
  pick(elements, '[role="application"]').flatMap((part): Hit[] => {
    const texts = [...part.querySelectorAll('p')].filter((each) => spokenText(each, 120).length >= longText)
    if (texts.length === 0 || part.querySelector('canvas, svg, [role="slider"], video') || !isSeen(part)) return []
    return [
      {
        element: part,
        confidence: 'medium',
        message: `${quote(nameOf(part) || spokenText(part, 60))} holds text to be read, and role="application" takes away the keys that readers read it with.`,
      },
    ]
  })

const longText = 50
