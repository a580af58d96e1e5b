/** Error messages that speak of one field which does not name them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  isExposed,
  isField,
  isSeen,
  namedBy,
  parentOf,
  pick,
  quote,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'
import { errorWords } from '#workers/scan-page/checks/in-page/form-fields'
import { isRedText } from '#workers/scan-page/checks/in-page/wrong-look'

export const errorNotTiedToField: StaticCheck = {
  rule: 'error-not-tied-to-field',
  criteria: ['3.3.1', '1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Tie the message to the field by aria-describedby, and set aria-invalid on the field.',
  find(elements) {
    const messages = readErrorMessages(elements)
    const invalid = pick(elements, '[aria-invalid="true"]')
    if (invalid.length > 0) return invalid.flatMap(untoldOf)
    return messages
      .filter(({ element, named, owner, isVague }) => {
        if (owner || isVague) return false
        return isBeside(element) || (named.length === 1 && !element.matches('[role="alert"], [role="alert"] *'))
      })
      .map(({ element, text }) => ({
        element,
        // It is said when it comes; who comes to the field later is told nothing.
        tier: isBeside(element) ? ('practice' as const) : ('warning' as const),
        message: `The error message ${quote(text, 80)} is not tied to its field.`,
      }))
  },
}

const levelsUp = 2

/** It stands with one field in a box that holds no other, and the field is said to be neither wrong nor described. */
function isBeside(message: Element): boolean {
  for (const box of ancestorsOf(message).slice(0, levelsUp)) {
    if (box.matches('form, fieldset, body, main, label, section, [role="group"]')) return false
    const fields = [...box.querySelectorAll(writtenIn)]
    const [field] = fields
    if (!field) continue
    return fields.length === 1 && !field.matches('[aria-invalid="true"], [aria-description]') && !isDescribed(field)
  }
  return false
}

const writtenIn = 'input:not([type="hidden"], [type="submit"], [type="button"]), select, textarea'

/** By something that is there: an id that no element has describes nothing. */
const isDescribed = (field: Element): boolean => namedBy(field, 'aria-describedby', 'aria-errormessage').length > 0

/** What holds of a form: “All fields are required.” */
const ofAllFields =
  /^(?:[*＊]|(?:all|alle[sr]?|tous|toutes|todos|todas|tutti|tutte|wszystkie|alla|kaikki|všechn\p{L}*|minden|toate|tüm|bütün|все|усі|всі|όλα)(?!\p{L})|(?:the )?fields? (?:marked|with)|felder mit|les champs|los campos|i campi|os campos|velden met|pola oznaczone)/iu

/** A field that is said to be wrong and is described by nothing, right before words that are called its error. */
function untoldOf(field: Element) {
  if (!isField(field) || field.hasAttribute('aria-description') || isDescribed(field)) return []
  const behind = field.nextElementSibling ?? parentOf(field)?.nextElementSibling
  if (
    !behind ||
    !(
      /error|invalid|fehler|erreur|fout|blad|fel\b/i.test(behind.className) ||
      errorWords.test(behind.textContent ?? '') ||
      isRedText(behind)
    ) ||
    behind.querySelector('input, select, textarea, button')
  )
    return []
  const text = squeeze(behind.textContent ?? '')
  if (ofAllFields.test(text) && !/error|invalid|fehler|erreur|fout|blad|fel\b/i.test(behind.className)) return []
  if (text.length < 8 || behind.closest('label, [role="alert"], [aria-live]') || !isSeen(behind) || !isExposed(behind))
    return []
  return [{ element: behind, message: `The error message ${quote(text, 80)} is not tied to its field.` }]
}
