/** Lists to choose from, trees, menus and rows of tabs of which nothing takes the focus. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  allMatching,
  isExposed,
  isFocusable,
  isSeen,
  pick,
  quote,
  spokenText,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'

/** What is chosen in each. */
const parts: Readonly<Record<string, string>> = {
  tablist: '[role="tab"]',
  tree: '[role="treeitem"]',
  listbox: '[role="option"]',
  menu: '[role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"]',
  menubar: '[role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"]',
  radiogroup: '[role="radio"]',
  grid: '[role="gridcell"], td',
  treegrid: '[role="gridcell"], td',
}
const widgets = Object.keys(parts)
  .map((role) => `[role="${role}"]`)
  .join(', ')
const fewestParts = 2

export const compositeWithoutFocus: StaticCheck = {
  rule: 'composite-without-focus',
  criteria: ['2.1.1', '4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Give one part of it tabindex="0" and the others tabindex="-1", and move the focus by the arrow keys; where nothing is to be chosen, take the role away.',
  find: (elements) =>
    pick(elements, widgets).flatMap((widget) => {
      const role = writtenRole(widget)
      if (!isExposed(widget) || !isSeen(widget)) return []
      const inside = [...widget.querySelectorAll('*')]
      const own = [...widget.querySelectorAll(parts[role] ?? role)].filter(isSeen)
      // Elements of the page's own may take the focus in a shadow, and a field may keep it for them.
      if (own.length < fewestParts || inside.some(({ localName, shadowRoot }) => localName.includes('-') || shadowRoot))
        return []
      if (
        [widget, ...inside].some(
          (each) => isFocusable(each) || each.matches('[tabindex], label, a, :disabled, [aria-disabled="true"]'),
        )
      )
        return []
      if (widget.closest('[tabindex], a, button, label, [aria-disabled="true"]') || isPointedAt(widget, own)) return []
      return [
        {
          element: widget,
          // A table that is called so is read well enough.
          tier: /grid$/.test(role) ? ('practice' as const) : ('error' as const),
          confidence: 'high' as const,
          message: `This is told as a ${role} of ${own.length}, from ${quote(spokenText(own[0] ?? widget, 60) || 'one without a name')} on, and nothing in it takes the focus: no key comes to it.`,
        },
      ]
    }),
}

/** A field elsewhere keeps the focus: a list that comes out under it. */
function isPointedAt(widget: Element, own: readonly Element[]): boolean {
  const ids = [widget, ...own].map(({ id }) => id).filter((id) => id !== '')
  const pointers = allMatching(
    '[aria-controls], [aria-owns], [aria-activedescendant], [role="combobox"], [aria-autocomplete]',
  )
  return pointers.some(
    (each) =>
      each.matches('[role="combobox"], [aria-autocomplete]') ||
      ['aria-controls', 'aria-owns', 'aria-activedescendant'].some((name) =>
        (each.getAttribute(name) ?? '').split(/\s+/).some((id) => ids.includes(id)),
      ),
  )
}
