/** What is opened over the whole page and takes it over as a dialog does, without being told of as one. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { ancestorsOf, nameOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { coversAll, dialogs } from '#workers/scan-page/checks/in-page/over-page'
import { holdsFocusable, type Opened } from '#workers/scan-page/checks/in-page/states'

export const dialogWithoutRole: CheckMeta = {
  rule: 'dialog-without-role',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Use <dialog> with showModal(), or give it role="dialog", aria-modal="true" and a name.',
}

/** Menus, searches and pictures that fill the window are what they say. */
const otherwise =
  'nav, menu, [role="navigation"], [role="menu"], [role="listbox"], [role="search"], input[type="search"], search'

export function untoldDialog({ opener, fresh }: Opened): Found[] {
  const all = [...fresh].filter((element): element is HTMLElement => element instanceof HTMLElement)
  const backdrop = all.find(coversAll)
  const panel = backdrop && (holdsFocusable(backdrop) ? innermost(backdrop) : all.find(isPanel))
  if (!panel || panel.matches(otherwise) || panel.querySelector(otherwise) || panel.closest(otherwise)) return []
  if ([panel, ...ancestorsOf(panel)].some((each) => each.matches(dialogs)) || panel.querySelector(dialogs)) return []
  return [
    foundOf(dialogWithoutRole, {
      element: panel,
      confidence: 'medium',
      message: `${quote(nameOf(opener) || 'A control')} lays this ${tagOf(panel)} over the whole page, and nothing says that it is a dialog.`,
    }),
  ]
}

const isPanel = (element: HTMLElement): boolean =>
  /fixed|absolute/.test(getComputedStyle(element).position) && !coversAll(element) && holdsFocusable(element)

/** The innermost that holds all of its controls and texts. */
function innermost(element: HTMLElement): HTMLElement {
  const [only, ...others] = [...element.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && holdsFocusable(child),
  )
  const hasWords = [...element.children].some((child) => child !== only && (child.textContent ?? '').trim() !== '')
  return only && others.length === 0 && !hasWords && only.children.length > 0 ? innermost(only) : element
}
