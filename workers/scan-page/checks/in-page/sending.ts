/** Forms sent with what is required left out, to see what their error messages come to. Nothing of it leaves the page. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  closest,
  type Field,
  isExposed,
  isField,
  isSeen,
  nameOf,
  quote,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { errorWords, isTied } from '#workers/scan-page/checks/in-page/form-fields'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { freshTexts, textsSeen } from '#workers/scan-page/checks/in-page/fresh-texts'
import { namesHarm } from '#workers/scan-page/checks/in-page/harm'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { errorByColourAlone } from '#workers/scan-page/checks/in-page/rules/error-by-colour-alone'
import { countTimers, finishAnimations, pause, wordOf } from '#workers/scan-page/checks/in-page/states'
import { boxesAsked, departures, keptByPage } from '#workers/scan-page/checks/in-page/stay'
import { isRedBordered } from '#workers/scan-page/checks/in-page/wrong-look'

export const errorNotAnnounced: CheckMeta = {
  rule: 'error-not-announced',
  criteria: ['4.1.3', '3.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the message into an element with role="alert", or move the focus to it or to the field.',
}

export const refusedSilently: CheckMeta = {
  rule: 'form-refuses-silently',
  criteria: ['3.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say in text which field is wrong and why, beside it, and move the focus there.',
}

const formsSent = 2
export const answerMs = 150
const longest = 300

export type Sendable = { form: HTMLFormElement; button: HTMLElement }

/** Those that scripts check, with something required in them that is empty. */
export function sendables(isHeard: (element: Element) => boolean, isHeardAbove: boolean): Sendable[] {
  return allElements()
    .flatMap((form) => {
      if (!(form instanceof HTMLFormElement) || !isSeen(form) || closest(form, '[role="search"]')) return []
      const fields = [...form.elements].filter(isField)
      const button = [...form.elements].find(isSubmitting) ?? sentByScript(form, isHeard)
      const words = `${button ? nameOf(button) : ''} ${button?.id} ${form.id} ${form.getAttribute('action') ?? ''}`
      const isChecked =
        isHeardAbove || isHeard(form) || (button !== undefined && isHeard(button)) || form.hasAttribute('onsubmit')
      return button &&
        isChecked &&
        !namesHarm(words) &&
        fields.some(isMissing) &&
        fields.every((field) => field.type !== 'password')
        ? [{ form, button }]
        : []
    })
    .slice(0, formsSent)
}

const isSubmitting = (each: Element): each is HTMLElement =>
  each instanceof HTMLElement &&
  each.matches('button:not([type="button"], [type="reset"]), [type="submit"]') &&
  isSeen(each)

const plain = 'button[type="button"], input[type="button"]'

/** Where no button of a form sends it, the one behind all its fields may do so by a script. */
function sentByScript(form: HTMLFormElement, isHeard: (element: Element) => boolean): HTMLElement | undefined {
  const parts = [...form.elements].filter((each): each is HTMLElement => each instanceof HTMLElement && isSeen(each))
  const last = parts.at(-1)
  const others = parts.slice(0, -1)
  // What is not to be seen yet comes in a later step.
  const hasSteps = [...form.elements].some((each) => isField(each) && each.type !== 'hidden' && !isSeen(each))
  if (!last || hasSteps) return undefined
  const isAlone = last.matches(plain) && !others.some((each) => each.matches('button')) && others.some(isField)
  return isAlone && isHeard(last) && !last.matches('[aria-expanded], [aria-haspopup], [aria-controls]')
    ? last
    : undefined
}

export function isMissing(field: Element): boolean {
  if (!isField(field) || field.value !== '' || !isSeen(field)) return false
  return (
    field.required ||
    field.getAttribute('aria-required') === 'true' ||
    /\*|\brequired\b/i.test(nameOf(field)) ||
    isAllAsked(field) ||
    isJudgedByScript(field)
  )
}

/** The browser is not to judge what is entered into this form: a script of the page does. */
const isJudgedByScript = (field: Field): boolean =>
  field.form?.hasAttribute('novalidate') === true && /^(?:text|email|tel|url|number|textarea)$/.test(field.type)

/** An address for mails that is all that a form asks for: without it nothing can come of it. */
const isAllAsked = (field: Field): boolean =>
  field.type === 'email' &&
  [...(field.form?.elements ?? [])].filter((each) => isField(each) && isSeen(each)).length === 1

export type Sent = {
  state: string
  before: ReadonlySet<Element>
  focus: Element | null
  /** Fields that are bordered in red whatever is in them. */
  red: ReadonlySet<Element>
  /** What else than its colours told of a field how it stands. */
  shapes: ReadonlyMap<Element, string>
  /** Texts that came up, or look otherwise now. */
  texts: readonly Element[]
  /** It was kept from going out, and nothing whatever happened on the page, nor was anything asked of the network. */
  isSilent: boolean
}

export async function send({ form, button }: Sendable): Promise<Sent> {
  const before = new Set(allElements().filter((element) => isError(element) || isRemark(element, form)))
  // Whoever presses it is there, and not in the field that the focus may be led to.
  if (button.matches(plain)) button.focus({ preventScroll: true })
  const focus = document.activeElement
  const red = new Set(fieldsOf(form).filter(isRedBordered))
  const shapes = new Map(fieldsOf(form).map((field) => [field, shapeOf(field)]))
  const seen = textsSeen()
  const [left, asked] = [departures(), requests()]
  const timersSet = countTimers()
  let changes = 0
  // Nobody looks for an answer in the title of the window alone.
  const countIn = (records: readonly MutationRecord[]) => {
    changes += records.filter(({ target }) => !document.head.contains(target)).length
  }
  const observer = new MutationObserver(countIn)
  const validity = form.noValidate
  // The browser's own messages would keep the page's from coming.
  form.noValidate = true
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  const [boxes, focusAsSent] = [boxesAsked(), document.activeElement]
  const isKept = keptByPage(() => button.click())
  await pause(answerMs)
  countIn(observer.takeRecords())
  observer.disconnect()
  const hasStayed = departures() === left && requests() === asked && timersSet() === 0
  // Where a plain button does not send it, nobody heard that it was to be sent.
  const isRefused = isKept ?? button.matches(plain)
  const isSilent =
    isRefused && hasStayed && changes === 0 && document.activeElement === focusAsSent && boxesAsked() === boxes
  form.noValidate = validity
  // What fades in is held to what it will look like.
  finishAnimations()
  return {
    state: `after sending ${wordOf(form)} with nothing filled in`,
    before,
    focus,
    red,
    shapes,
    texts: freshTexts(seen),
    isSilent,
  }
}

export const isError = (element: Element): boolean => {
  if (
    element.children.length > 3 ||
    isField(element) ||
    element.matches('form, fieldset, body, main, label, script, style')
  )
    return false
  const text = squeeze(element.textContent ?? '')
  return text.length >= 8 && text.length <= longest && errorWords.test(text) && isSeen(element) && isExposed(element)
}

/** A sentence in a form, or right behind it, which may be what the form answers. */
export const isRemark = (element: Element, form: Element): boolean => {
  if (!form.contains(element) && form.nextElementSibling !== element) return false
  if (
    element.children.length > 1 ||
    isField(element) ||
    element.matches(`form, fieldset, :is(${parts}), :is(${parts}) *`)
  )
    return false
  const text = squeeze(element.textContent ?? '')
  return (
    text.length >= 12 && text.length <= longest && /\p{L} \p{L}/u.test(text) && isSeen(element) && isExposed(element)
  )
}

const parts = 'legend, label, button, a, script, style, select, li, table'

/** New messages that nothing tells of to who does not see them. */
export function unannounced({ form }: Sendable, { before, focus }: Sent): Found[] {
  const fresh = allElements().filter((element) => (isError(element) || isRemark(element, form)) && !before.has(element))
  const innermost = fresh.filter((element) => !fresh.some((other) => other !== element && element.contains(other)))
  const [first] = innermost
  if (!first || document.activeElement !== focus) return []
  const isTold = innermost.some(
    (element) =>
      closest(
        element,
        '[role="alert"], [role="status"], [role="log"], output, [aria-live="polite"], [aria-live="assertive"]',
      ) !== null,
  )
  if (
    isTold ||
    [...form.elements].some((field) => field === document.activeElement && isField(field) && isTied(first, field))
  )
    return []
  return [
    foundOf(errorNotAnnounced, {
      element: first,
      // Where the browser would have judged first, the message may come for nobody.
      tier: form.hasAttribute('novalidate') && isError(first) ? 'practice' : 'warning',
      message: `The error message ${quote(spokenText(first, longest), 80)} comes up when the form is sent, in no live region, and the focus is not moved.`,
    }),
  ]
}

/** How many requests the page has made. */
const requests = () => performance.getEntriesByType('resource').length

/** A script kept the form, in which something is missing that it asks for, and did nothing else. */
export function refused({ form, button }: Sendable, { isSilent }: Sent): Found[] {
  const asked = fieldsOf(form).find(
    (field) => field.value === '' && (field.required || field.getAttribute('aria-required') === 'true'),
  )
  // Where the browser judges, it says itself what is wrong.
  if (!isSilent || !asked || !(form.hasAttribute('novalidate') || button.matches(plain))) return []
  return [
    foundOf(refusedSilently, {
      element: asked,
      confidence: 'high',
      message: `With ${quote(nameOf(asked) || 'a field without a name')} empty, pressing ${quote(nameOf(button) || 'the button')} sends nothing and says nothing.`,
    }),
  ]
}

export const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField).filter(isSeen)

/** The line around a field, what is drawn in it, and what is to be seen beside it. */
export function shapeOf(field: Field): string {
  const { borderBottomWidth, borderLeftWidth, borderBottomStyle, outlineStyle, outlineWidth, backgroundImage } =
    getComputedStyle(field)
  const own = [borderBottomWidth, borderLeftWidth, borderBottomStyle, outlineStyle, outlineWidth, backgroundImage]
  const beside = [...(field.parentElement?.querySelectorAll('*') ?? [])]
  const marks = [field.parentElement, ...beside].flatMap((each) =>
    each ? ['::before', '::after'].map((part) => getComputedStyle(each, part).content) : [],
  )
  return [...own, ...marks, beside.filter(isSeen).length, spokenText(field.parentElement ?? field, longest)].join()
}

/**
 * Fields that turned red when the form was sent, where nothing else tells which they are: no message, or one that names none of
 * several. An attribute tells only who does not see them, so that nothing else may have changed then.
 */
export function turnedRed({ form }: Sendable, { before, focus, red, shapes }: Sent): Found[] {
  // Where the browser judges, it says itself what is wrong.
  if (!form.hasAttribute('novalidate')) return []
  const fields = fieldsOf(form)
  const turned = fields.filter((field) => !red.has(field) && isRedBordered(field))
  const [first] = turned
  const isToldOfByAttribute = fields.some((field) => field.getAttribute('aria-invalid') === 'true')
  if (!first || (isToldOfByAttribute && turned.some((field) => shapes.get(field) !== shapeOf(field)))) return []
  const messages = allElements().filter(
    (element) => (isError(element) || isRemark(element, form)) && !before.has(element),
  )
  const isTold = messages.length > 0 || document.activeElement !== focus
  if (isTold && (turned.length < 2 || turned.some((field) => messages.some((message) => tellsOf(message, field)))))
    return []
  return [
    foundOf(errorByColourAlone, {
      element: first,
      // Which are empty may be known by what is said to be required.
      tier:
        messages.length === 0 || messages.some(({ textContent }) => inRed.test(textContent ?? ''))
          ? 'practice'
          : 'warning',
      confidence: isTold ? 'medium' : 'high',
      message: `When the form is sent with ${quote(nameOf(first) || 'a field without a name')} empty, its border turns red, and nothing else ${isToldOfByAttribute ? 'that can be seen ' : ''}tells ${isTold ? 'that it is this field' : 'of it'}.`,
    }),
  ]
}

const inRed =
  /(?<!\p{L})(?:red|rot\p{L}{0,2}|rouges?|roj[oa]s?|ross[oaie]|rood|rode|czerwon\p{L}+|vermelh\p{L}+|röd\p{L}*|rød\p{L}*|červen\p{L}+|красн\p{L}+|червон\p{L}+|punais\p{L}+)(?!\p{L})/iu

/** It is tied to the field, stands at it, or has a word of what it is called. */
function tellsOf(message: Element, field: Field): boolean {
  const said = new Set(wordsOf(message.textContent ?? ''))
  const isAt = field.parentElement?.contains(message) === true && !field.parentElement.matches('form, fieldset')
  return isTied(message, field) || isAt || wordsOf(nameOf(field)).some((word) => word.length >= 4 && said.has(word))
}
