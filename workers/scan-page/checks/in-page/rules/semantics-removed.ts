/** Headings whose role hides that they are headings. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const controls = 'button, [role="tab"], [role="button"], summary, [role="option"], [role^="menuitem"]'
const owned = '[role="tab"], [role="option"], [role^="menuitem"], [role="treeitem"]'
const wrappers =
  '[role="heading"], [role="tablist"], [role="menu"], [role="menubar"], [role="listbox"], [role="tree"], [role="img"]'

export const semanticsRemoved: StaticCheck = {
  rule: 'semantics-removed',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Remove the role; what only looks like a heading is not to be marked up as one.',
  find: (elements) =>
    pick(
      elements,
      ['none', 'presentation'].flatMap((role) => [1, 2, 3, 4, 5, 6].map((level) => `h${level}[role="${role}"]`)).join(),
    )
      .filter((element) => isExposed(element) && isSeen(element) && spokenText(element, 80) !== '')
      // Within a button or tab, or around one, nothing else could be told of it.
      .filter((element) => !element.closest(controls) && !element.querySelector(owned))
      // What wraps it may say that it is a heading, or a part of something that holds none.
      .filter((element) => !element.parentElement?.closest(wrappers))
      .map((element) => ({
        element,
        confidence: 'high',
        message: `The heading ${quote(spokenText(element, 80))} has role="${element.getAttribute('role')}", which hides that it is one.`,
      })),
}
