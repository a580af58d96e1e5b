/** Error messages that are seen, but hidden from assistive technology. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isField,
  isSeen,
  namedBy,
  pick,
  quote,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { errorWords, readFields } from '#workers/scan-page/checks/in-page/form-fields'

const longest = 300

export const errorHiddenFromReaders: StaticCheck = {
  rule: 'error-hidden-from-readers',
  criteria: ['3.3.1', '1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Remove aria-hidden from the message, and tie it to its field by aria-describedby.',
  find(elements) {
    if (readFields(elements).length === 0) return []
    return pick(elements, '[aria-hidden="true"]')
      .filter((element) => isError(element) && !isSaidElsewhere(element, elements))
      .map((element) => ({
        element,
        confidence: 'high' as const,
        message: `The error message ${quote(element.textContent ?? '', 80)} is seen, but aria-hidden keeps it from those who do not see it.`,
      }))
  },
}

function isError(element: Element): boolean {
  const text = squeeze(element.textContent ?? '')
  return (
    text.length >= 8 &&
    text.length <= longest &&
    errorWords.test(text) &&
    isSeen(element) &&
    closest(element, 'form, fieldset, [role="form"], label') !== null &&
    !element.querySelector('input, select, textarea')
  )
}

/** In a description of a field, hidden or not, or in words that are exposed; signs beside them are not spoken. */
function isSaidElsewhere(element: Element, elements: readonly Element[]): boolean {
  const text = wordsOf(element.textContent ?? '').join(' ')
  const form = closest(element, 'form, fieldset, [role="form"]')
  const fields = pick(elements, 'input, select, textarea').filter((field) => form?.contains(field))
  if (fields.some((field) => repeats(descriptionOf(field), text))) return true
  const describing = pick(elements, 'input, select, textarea')
    .filter(isField)
    .flatMap((field) => namedBy(field, 'aria-describedby', 'aria-errormessage'))
  if (describing.some((each) => each.contains(element))) return true
  const words = (other: Element) =>
    wordsOf(`${other.getAttribute('aria-label') ?? ''} ${other.textContent ?? ''}`).join(' ')
  return elements.some(
    (other) =>
      !other.contains(element) &&
      !element.contains(other) &&
      isExposed(other) &&
      other.children.length < 4 &&
      words(other).includes(text),
  )
}

/** What is told of a field besides its name. */
function descriptionOf(field: Element): string {
  const texts = namedBy(field, 'aria-describedby', 'aria-errormessage').map(({ textContent }) => textContent)
  return [...texts, field.getAttribute('aria-description') ?? '', field.getAttribute('title') ?? ''].join(' ')
}

/** Most of its words, in whatever form the sentence has. */
function repeats(description: string, text: string): boolean {
  const told = new Set(wordsOf(description))
  const words = text.split(' ')
  return words.filter((word) => told.has(word)).length >= words.length * mostWords
}

const mostWords = 0.6
