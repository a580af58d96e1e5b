/** Fields that look wrong, by a class and a red border, where no word and no attribute says so. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { namedBy, nameOf, parentOf, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { errorWords, readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { looksWrong } from '#workers/scan-page/checks/in-page/wrong-look'

export const errorByColourAlone: StaticCheck = {
  rule: 'error-by-colour-alone',
  criteria: ['1.4.1', '3.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say beside the field what is wrong with it, and set aria-invalid="true".',
  find: (elements) =>
    readFields(elements)
      .filter((field) => looksWrong(field) && !isSaid(field))
      .map((element) => ({
        element,
        confidence: 'high' as const,
        message: `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} is marked as wrong by its colour alone: no text says what is wrong, and no attribute that anything is.`,
      })),
}

/** Among so many words, some may say it in a way that is not known here. */
const wordyFrom = 200

/** By an attribute, by what it is described by, or by words near it. */
function isSaid(field: Element): boolean {
  if (field.getAttribute('aria-invalid') === 'true') return true
  const described = namedBy(field, 'aria-describedby', 'aria-errormessage').some(({ textContent }) =>
    errorWords.test(textContent ?? ''),
  )
  const around = spokenText(holderOf(field), 1000)
  return described || errorWords.test(around) || around.length > wordyFrom
}

/** What holds this field and no other. */
function holderOf(field: Element): Element {
  let at = field
  for (
    let above = parentOf(at);
    above &&
    !at.matches('form') &&
    !above.matches('main, body') &&
    above.querySelectorAll('input, select, textarea').length === 1;
    above = parentOf(at)
  )
    at = above
  return at
}
