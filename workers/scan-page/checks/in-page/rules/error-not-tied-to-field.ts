/** Error messages that speak of one field which does not name them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
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
        if (owner || isVague || named.length !== 1) return false
        return !element.matches('[role="alert"], [role="alert"] *')
      })
      .map(({ element, text }) => ({
        element,
        tier: 'warning' as const,
        message: `The error message ${quote(text, 80)} is not tied to its field.`,
      }))
  },
}

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
      /error|invalid|fehler|erreur|fout|blad|fel\b/i.test(behind.className) || errorWords.test(behind.textContent ?? '')
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
