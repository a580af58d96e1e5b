/** Fields for an address that are left with something else in them, as forms judge them that do not wait to be sent. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { allElements, isSeen, nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { errorByColourAlone } from '#workers/scan-page/checks/in-page/rules/error-by-colour-alone'
import { answerMs, isError, isRemark, type Sendable, shapeOf } from '#workers/scan-page/checks/in-page/sending'
import { finishAnimations, pause } from '#workers/scan-page/checks/in-page/states'
import { isRedBordered } from '#workers/scan-page/checks/in-page/wrong-look'

export const entryTakenAway: CheckMeta = {
  rule: 'entry-taken-away',
  criteria: ['3.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Leave in the field what was entered, and say in text beside it what is wrong.',
}

const fieldsLeft = 2
const wipedAtMost = 2
const noAddress = 'garden'
const address = 'kim@example.org'

/** Those of forms that are sent show what they answer then. */
export const leavable = (sent: readonly Sendable[], isHeard: (field: Element) => boolean): HTMLInputElement[] =>
  allElements()
    .filter(
      (field): field is HTMLInputElement =>
        field instanceof HTMLInputElement &&
        (field.type === 'email' || /(?:^|\s)email$/.test(field.autocomplete)) &&
        field.value === '' &&
        !field.matches(':disabled, [readonly]') &&
        isSeen(field) &&
        isHeard(field) &&
        sent.every(({ form }) => form !== field.form),
    )
    .slice(0, fieldsLeft)

/** Whatever is asked for in them; what is written into them is looked for when they are left. */
export const wipeable = (left: readonly HTMLInputElement[], isHeard: (field: Element) => boolean): HTMLInputElement[] =>
  allElements()
    .filter(
      (field): field is HTMLInputElement =>
        field instanceof HTMLInputElement &&
        /^(?:text|tel)$/.test(field.type) &&
        !field.matches(':disabled, [readonly], [role="combobox"], [list], [aria-autocomplete], [aria-expanded]') &&
        !left.includes(field) &&
        isSeen(field) &&
        isHeard(field),
    )
    .slice(0, wipedAtMost)

/** Whether a script takes away what is not right as the field is left, and nothing on the page says so. */
export async function leaveWiped(field: HTMLInputElement): Promise<Found[]> {
  // It looks otherwise with the focus.
  field.blur()
  const before = new Set(allElements().filter((element) => isTold(element, field)))
  const [shape, written] = [shapeOf(field), field.value]
  field.focus()
  put(field, noAddress, false)
  // What cannot be typed there at all is none that is taken away afterwards.
  const isTaken = field.value !== noAddress
  field.dispatchEvent(new Event('change', { bubbles: true }))
  field.blur()
  await pause(answerMs)
  const isWiped = !isTaken && field.value === '' && field.isConnected && isSeen(field)
  const hasSpoken = shapeOf(field) !== shape || allElements().some((each) => isTold(each, field) && !before.has(each))
  put(field, written)
  if (!isWiped || hasSpoken || field.getAttribute('aria-invalid') === 'true') return []
  return [
    foundOf(entryTakenAway, {
      element: field,
      confidence: 'high',
      message: `When ${quote(nameOf(field) || 'this field')} is left with ${quote(noAddress)} in it, a script takes that out again, and nothing says why.`,
    }),
  ]
}

const isTold = (element: Element, field: HTMLInputElement): boolean =>
  isError(element) || (field.form !== null && isRemark(element, field.form))

type Look = { messages: ReadonlySet<Element>; isRed: boolean; shape: string }

const lookOf = (field: HTMLInputElement): Look => {
  const { form } = field
  const messages = allElements().filter((element) => isError(element) || (form !== null && isRemark(element, form)))
  return { messages: new Set(messages), isRed: isRedBordered(field), shape: shapeOf(field) }
}

/** With an address in it first: what was said of it when it was empty is taken back by then. */
export async function leaveRight(field: HTMLInputElement): Promise<Look> {
  await leaveWith(field, address)
  return lookOf(field)
}

/** `hasSpoken`: a text has come up, whatever it says. */
export async function leaveWrong(
  field: HTMLInputElement,
  right: Look,
): Promise<{ hasSpoken: boolean; found: Found[] }> {
  await leaveWith(field, noAddress)
  const { messages, isRed, shape } = lookOf(field)
  const hasSpoken = [...messages].some((each) => !right.messages.has(each))
  if (right.isRed || !isRed || shape !== right.shape || hasSpoken) return { hasSpoken, found: [] }
  const told = foundOf(errorByColourAlone, {
    element: field,
    confidence: 'high',
    message: `When ${quote(nameOf(field) || 'this field')} is left with ${quote(noAddress)} in it, its border turns red, and nothing else tells of it.`,
  })
  return { hasSpoken, found: [told] }
}

export function empty(field: HTMLInputElement): void {
  field.focus()
  put(field, '')
  field.blur()
}

async function leaveWith(field: HTMLInputElement, value: string): Promise<void> {
  field.focus()
  put(field, value)
  field.blur()
  await pause(answerMs)
  finishAnimations()
}

function put(field: HTMLInputElement, value: string, isChanged = true): void {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  if (isChanged) field.dispatchEvent(new Event('change', { bubbles: true }))
}
