/** Fields that are said to be wrong on a page that says nowhere what is wrong. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  type Field,
  isSeen,
  nameOf,
  parentOf,
  pick,
  quote,
  spokenText,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'
import { errorWords, readFields } from '#workers/scan-page/checks/in-page/form-fields'

const fields = 'input:not([type="hidden"]), select, textarea'
const controls = `${fields}, button, label, script, style, a[href]`

export const errorWithoutMessage: StaticCheck = {
  rule: 'error-without-message',
  criteria: ['3.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say in words, beside the field and tied to it by aria-describedby, what is wrong with the entry.',
  find(elements) {
    const wrong = readFields(elements).filter(
      (field) => field.getAttribute('aria-invalid') === 'true' && isSeen(field) && !isDescribed(field),
    )
    if (wrong.length === 0 || readErrorMessages(elements).length > 0) return []
    if (pick(elements, '[role="alert"], [role="status"], [aria-live]').some((each) => spokenText(each, 20) !== ''))
      return []
    return wrong
      .filter((field) => !errorWords.test(nameOf(field)) && !isSpokenOfAround(field))
      .map((element) => ({
        element,
        confidence: 'high' as const,
        message: `The field ${quote(nameOf(element))} is said to be wrong (aria-invalid), and nothing says what is wrong with it.`,
      }))
  },
}

const isDescribed = (field: Field) =>
  ['aria-describedby', 'aria-errormessage', 'aria-description', 'title'].some((name) => field.hasAttribute(name))

/** Something is written beside the field, in its box or next to it, that is neither its label nor another control. */
function isSpokenOfAround(field: Field): boolean {
  let box: Element = field
  for (;;) {
    const up = parentOf(box)
    if (!up || up.matches('form, body, main') || up.querySelectorAll(fields).length > 1) break
    box = up
  }
  return [box, box.nextElementSibling, box.previousElementSibling].some((each) => each !== null && saysSomething(each))
}

function saysSomething(element: Element): boolean {
  if (element.matches(controls)) return false
  const copy = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (copy.nextNode()) {
    const holder = copy.currentNode.parentElement
    if (holder && !holder.closest(controls) && wordsOf(copy.currentNode.nodeValue ?? '').length > 0) return true
  }
  return false
}
