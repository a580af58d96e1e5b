/** What becomes of what is pasted into the fields that one logs in by: whoever hears of it, whether it is put in or thrown away. */
import { allElements, closest, isExposed, isSeen, nameOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { groupTitle } from '#workers/scan-page/checks/in-page/form-fields'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { isLogin, namesSecret, pasteBlocked } from '#workers/scan-page/checks/in-page/rules/paste-blocked'
import { pause } from '#workers/scan-page/checks/in-page/states'

const fieldsTried = 3
const answerMs = 60
const code = '123456'
const fewestBoxes = 4

/** Fields of a password or a code, and the first of the boxes that a code goes into sign by sign. */
export function pastable(): HTMLInputElement[] {
  const inputs = allElements().filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement &&
      /^(?:text|tel|number|password)$/.test(element.type) &&
      !element.matches(':disabled, [readonly], [onpaste]') &&
      element.value === '' &&
      isSeen(element) &&
      isExposed(element),
  )
  const boxes = Map.groupBy(
    inputs.filter(({ maxLength }) => maxLength === 1),
    (input) => closest(input, 'fieldset, [role="group"], form') ?? document.body,
  )
  const firstBoxes = [...boxes.values()].flatMap(([first, ...others]) =>
    first && others.length >= fewestBoxes - 1 && (isLogin(first) || namesSecret(titleOf(first))) ? [first] : [],
  )
  return [...firstBoxes, ...inputs.filter((input) => input.maxLength !== 1 && isLogin(input))].slice(0, fieldsTried)
}

/** The name of the group, or the words right before the boxes. */
function titleOf(box: HTMLInputElement): string {
  const group = closest(box, '[role="group"], fieldset')
  const before = box.parentElement?.previousElementSibling
  return [groupTitle(box), group ? nameOf(group) : '', before && isSeen(before) ? before.textContent : ''].join(' ')
}

/** As a browser puts in what is pasted. @returns false where a script keeps it from that, or takes it out at once. */
function putIn(field: HTMLInputElement): boolean {
  const change = { inputType: 'insertFromPaste', data: code, bubbles: true, composed: true }
  const before = field.value
  if (!field.dispatchEvent(new InputEvent('beforeinput', { ...change, cancelable: true }))) return false
  field.value = code
  field.dispatchEvent(new InputEvent('input', change))
  return field.value !== before
}

export async function paste(field: HTMLInputElement): Promise<Found[]> {
  const around = closest(field, 'form') ?? document.body
  const fields = [...around.querySelectorAll('input')]
  const before = fields.map(({ value }) => value)
  const focusBefore = document.activeElement
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', code)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true })
  field.focus({ preventScroll: true })
  field.dispatchEvent(event)
  const isRefused = event.defaultPrevented || !putIn(field)
  await pause(answerMs)
  const isPut = fields.some(({ value }, at) => value !== before[at]) || !field.isConnected
  for (const [at, each] of fields.entries()) if (each.value !== before[at]) each.value = before[at] ?? ''
  // Whoever heard of it hears that it is gone.
  if (!event.defaultPrevented)
    field.dispatchEvent(new InputEvent('input', { inputType: 'deleteContent', bubbles: true, composed: true }))
  if (focusBefore instanceof HTMLElement && focusBefore !== document.body) focusBefore.focus({ preventScroll: true })
  else field.blur()
  // Whoever keeps the browser from putting it in puts it in otherwise, or throws it away.
  if (!isRefused || isPut) return []
  return [
    foundOf(pasteBlocked, {
      element: field,
      confidence: 'high',
      message: `What is pasted into the ${tagOf(field)} ${quote(nameOf(field) || titleOf(field).trim() || 'without a name')} is thrown away by a script.`,
    }),
  ]
}
