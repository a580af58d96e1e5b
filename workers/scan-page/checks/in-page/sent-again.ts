/** Forms sent once more, with all but one field filled in: what was written is kept, and what was mended is no error any more. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  type Field,
  isSeen,
  namedBy,
  nameOf,
  quote,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import {
  answerMs,
  fieldsOf,
  isError,
  isMissing,
  isRemark,
  type Sendable,
} from '#workers/scan-page/checks/in-page/sending'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { departures, keptByPage } from '#workers/scan-page/checks/in-page/stay'
import { fill } from '#workers/scan-page/checks/in-page/steps'

export const entriesWiped: CheckMeta = {
  rule: 'entries-wiped',
  criteria: ['3.3.7', '3.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Keep what was entered when the form is turned down, and ask for nothing but what is wrong.',
}

export const errorLeftBehind: CheckMeta = {
  rule: 'error-left-behind',
  criteria: ['3.3.1', '4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Take the message and aria-invalid away when what is entered is right, at the latest when the form is sent anew.',
}

const fewestFields = 2
const written = /^(?:text|email|tel|url|textarea)$/

const isWritten = (field: Field): boolean => written.test(field.type) && !field.matches(':disabled, [readonly]')

type Known = { key: string; name: string; value: string; error: string }

/** A page that writes its form anew has other fields of the same names. */
const keyOf = (field: Field): string => field.id || field.name || nameOf(field)

/** @param before what stood there before the form was sent at first. */
export async function sendAgain({ form, button }: Sendable, before: ReadonlySet<Element>): Promise<Found[]> {
  const place = form.isConnected ? form : formLike(form)
  const press = button.isConnected ? button : place && submitOf(place)
  if (!place || !press) return []
  const fields = fieldsOf(place).filter(isWritten)
  const left = fields.findLast((field) => isMissing(field) && isAsked(field))
  const others = fields.filter((field) => field !== left && field.value === '')
  if (!left || fields.length < fewestFields || others.length === 0) return []
  const leftKey = keyOf(left)
  const errors = new Map(others.map((field) => [keyOf(field), errorOf(field)]))
  for (const field of others) {
    fill(field)
    field.dispatchEvent(new FocusEvent('blur'))
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
  const entered = others.flatMap((field): Known[] =>
    field.value === ''
      ? []
      : [{ key: keyOf(field), name: nameOf(field), value: field.value, error: errors.get(keyOf(field)) ?? '' }],
  )
  const gone = departures()
  const validity = place.noValidate
  place.noValidate = true
  const isKept = keptByPage(() => press.click())
  await pause(answerMs)
  place.noValidate = validity
  const now = place.isConnected ? place : formLike(place)
  if (!now || isKept !== true || departures() !== gone || !isSeen(now)) return []
  const after = new Map(fieldsOf(now).map((field) => [keyOf(field), field]))
  const missing = after.get(leftKey)
  // What was taken is emptied by right.
  if (missing?.value !== '' || !isRefused(missing, now, before)) return []
  const wiped = entered.find(({ key }) => after.get(key)?.value === '')
  const emptied = wiped && after.get(wiped.key)
  if (wiped && emptied)
    return [
      foundOf(entriesWiped, {
        element: emptied,
        confidence: 'high',
        message: `When the form is turned down for ${quote(nameOf(missing) || 'another field')}, what was entered for ${quote(wiped.name || 'this field')} is gone.`,
      }),
    ]
  return entered.flatMap(({ key, name, value, error }) => {
    const field = after.get(key)
    if (!field || error === '' || field.value !== value || !isSurelyRight(field)) return []
    if (errorOf(field) !== error) return []
    return [
      foundOf(errorLeftBehind, {
        element: field,
        confidence: 'high',
        message: `${quote(name || 'A field')} is filled in by now and the form sent anew; it is still said to be wrong: ${quote(error)}.`,
      }),
    ]
  })
}

const isAsked = (field: Field): boolean =>
  field.required || field.getAttribute('aria-required') === 'true' || field.getAttribute('aria-invalid') === 'true'

/** What is told of a field that is said to be wrong. */
function errorOf(field: Field): string {
  if (field.getAttribute('aria-invalid') !== 'true') return ''
  const texts = namedBy(field, 'aria-errormessage', 'aria-describedby').filter(isSeen)
  return squeeze(texts.map(({ textContent }) => textContent ?? '').join(' '))
}

/** It is marked as wrong, or words have come up that are an error's or speak of it. */
function isRefused(missing: Field, form: HTMLFormElement, before: ReadonlySet<Element>): boolean {
  if (missing.getAttribute('aria-invalid') === 'true') return true
  const called = wordsOf(nameOf(missing)).filter((word) => word.length >= 4)
  return allElements().some(
    (element) =>
      !before.has(element) &&
      isSeen(element) &&
      (isError(element) ||
        (isRemark(element, form) && wordsOf(element.textContent ?? '').some((word) => called.includes(word)))),
  )
}

/** What a page may ask of other fields nobody knows; a name is any, and an address for mails of one form. */
const isSurelyRight = (field: Field): boolean =>
  field.checkValidity() &&
  (field.type === 'email' || /(?:^|\s)(?:name|given-name|family-name|nickname|organization)$/.test(field.autocomplete))

const submitOf = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.elements].find(
    (each): each is HTMLElement =>
      each instanceof HTMLElement &&
      each.matches('button:not([type="button"], [type="reset"]), [type="submit"]') &&
      isSeen(each),
  )

function formLike(form: HTMLFormElement): HTMLFormElement | undefined {
  const keys = keysOf(form)
  return allElements().find(
    (other): other is HTMLFormElement => other instanceof HTMLFormElement && keysOf(other) === keys,
  )
}

const keysOf = (form: HTMLFormElement): string =>
  [...form.elements]
    .map((each) => each.id || each.getAttribute('name') || '')
    .filter((key) => key !== '')
    .join()
