/** Fields that a choice brings out before itself, where who has come to the choice by keyboard has passed already. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { allElements, closest, isExposed, isField, isSeen, nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const revealedBefore: CheckMeta = {
  rule: 'field-revealed-before',
  criteria: ['2.4.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the field that depends on a choice right behind it, so that it comes next when one goes on.',
}

const fields = () => allElements().filter((element) => isField(element) && isSeen(element) && isExposed(element))

/** What a script draws anew is called as it was. */
const called = (field: Element) =>
  `${field.localName} ${field.getAttribute('name') ?? ''} ${field.id} ${nameOf(field).replaceAll(/\d+/g, '')}`

/** Notes which fields are to be seen now. */
export function fieldsShown() {
  const before = new Set(fields().map(called))
  return {
    revealedBefore(choice: Element): Found[] {
      const { activeElement } = document
      const around = closest(choice, 'form') ?? closest(choice, 'section, article, main, dialog, [role="dialog"]')
      if (!choice.isConnected || !around) return []
      const now = fields()
      // What comes in the place of something else is another matter.
      if (
        before.size > new Set(now.map(called)).size ||
        [...before].some((each) => !now.some((field) => called(field) === each))
      )
        return []
      const passed = now.filter(
        (field) =>
          around.contains(field) &&
          (field.compareDocumentPosition(choice) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
          !before.has(called(field)),
      )
      const [first] = passed
      if (!first || passed.includes(activeElement ?? choice)) return []
      // It is told of.
      if (closest(first, live)) return []
      return [
        foundOf(revealedBefore, {
          element: first,
          confidence: 'high',
          message: `Choosing ${quote(nameOf(choice) || 'another value')} brings out the field ${quote(nameOf(first) || 'without a name')} before it: who goes on from the choice does not come to it.`,
        }),
      ]
    },
  }
}

const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]'
