/** Boxes to tick, choices and fields for files that are not displayed, with a label in their place that no key reaches. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  isExposed,
  isFocusable,
  isSeen,
  labelsOf,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'

const focusable = 'a[href], button, [tabindex], input:not([type="hidden"]), select, textarea, summary'

export const controlBehindLabel: StaticCheck = {
  rule: 'control-behind-label',
  criteria: ['2.1.1', '4.1.2'],
  tier: 'error',
  impact: 'critical',
  remedy:
    'Hide the field by opacity or clipping instead of display or visibility: it then keeps its place for the keyboard, and its label can show the focus.',
  find(elements) {
    const isKnown = !hasUnreadPrograms(elements) && !readPrograms(elements).some(({ text }) => operating.test(text))
    return pick(elements, 'input[type="checkbox"], input[type="radio"], input[type="file"]').flatMap((element) => {
      const field = element as HTMLInputElement
      if (field.disabled || field.checkVisibility({ visibilityProperty: true })) return []
      // Whatever holds it too is away: it is not the field alone that is hidden.
      const label = labelsOf(field).find((each) => isSeen(each) && isExposed(each))
      if (!label || closest(label, '[inert], [aria-hidden="true"]')) return []
      const name = spokenText(label, 100)
      const isReached =
        [label, ...ancestorsOf(label).slice(0, 2)].some((each) => each.matches(taking)) ||
        [...label.querySelectorAll(focusable)].some((each) => each !== field && isFocusable(each))
      if (isReached || isDoneOtherwise(field)) return []
      return [
        {
          element: field,
          // What a menu is opened by at another width, or a theme, may have another way; so may what a script presses.
          tier: name === '' ? ('warning' as const) : isKnown ? ('error' as const) : ('practice' as const),
          confidence: 'high' as const,
          message: `The ${field.type === 'file' ? 'field for a file' : field.type === 'radio' ? 'choice' : 'box to tick'} behind the label ${quote(name || 'without words')} is not displayed: it can be clicked, and no key reaches it.`,
        },
      ]
    })
  },
}

/** Parts of the page take the focus for links that lead to them, and hand it on to nothing. */
const taking = 'a[href], button, [tabindex]:not(main, [role="main"], body, section, article)'

/** What a script does to a field in somebody's place. */
const operating = /\.click\(\)|showPicker\(|\.checked\s*=|tabindex|key(?:down|up|press)/i

/** A button beside it may do the same. */
function isDoneOtherwise(field: HTMLInputElement): boolean {
  const around = field.closest('form, fieldset, section, li, div, p')
  if (!around) return false
  if (field.type === 'radio')
    return [...around.querySelectorAll('[role="radio"], [role="option"], [role="tab"]')].some(isFocusable)
  if (field.type === 'checkbox')
    return [...around.querySelectorAll('[role="checkbox"], [role="switch"], [aria-pressed], [aria-expanded]')].some(
      isFocusable,
    )
  return [...around.querySelectorAll('button, [role="button"]')].some(
    (each) => isFocusable(each) && !(each instanceof HTMLButtonElement && each.type !== 'button' && each.form),
  )
}
