/** A text whose contrast is measured: where its letters are now, how much contrast they need, what one picture of it can tell. */
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import {
  ancestorsOf,
  closest,
  isExposed,
  isIcon,
  ownText,
  quote,
  selectorOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Place } from '#workers/scan-page/checks/in-page/found'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { isOpaque, isPicture } from '#workers/scan-page/checks/in-page/texts-on-pictures'

/** In CSS pixels of the window. */
export type LetterBox = { x: number; y: number; width: number; height: number }

export type MeasuredText = {
  place: Place
  text: string
  /** What WCAG asks for: 3 or 4.5, and 4.5 or 7 at level AAA. */
  needed: { minimum: number; enhanced: number }
  boxes: LetterBox[]
  /** Of itself and what is around it. */
  opacity: number
  /** Its letters throw a shadow, which may carry them or drown them. */
  hasShadow: boolean
  /** What stands on which ground changes: over a video, under way, or when the page is scrolled. */
  changes: boolean
  /** Of what changes: its contrast at its full strength, which it never exceeds while it fades; null where styles do not tell. */
  unfaded: number | null
  /** Its strokes are mixed with the ground otherwise than by covering it. */
  isBlended: boolean
  /** It may be no text that anybody must read: a single sign, an icon, what is called disabled, hidden from assistive technology. */
  isDoubtful: boolean
}

const linesMeasured = 40

/** Where an element's own letters are; for a control, where its value is. */
export function letterBoxes(element: Element): LetterBox[] {
  if (element.matches('input, select, textarea')) return isFilled(element) ? [valueBox(element)] : []
  const range = document.createRange()
  const boxes: LetterBox[] = []
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim() === '') continue
    range.selectNodeContents(node)
    for (const { x, y, width, height } of range.getClientRects())
      if (width >= 2 && height >= 4 && boxes.length < linesMeasured) boxes.push({ x, y, width, height })
  }
  return boxes
}

function isFilled(element: Element): boolean {
  if (element instanceof HTMLSelectElement) return !element.multiple && element.size <= 1
  return (
    (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) && element.value.trim().length > 0
  )
}

function valueBox(element: Element): LetterBox {
  const { x, y, width, height } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const inset = (side: string) =>
    Number.parseFloat(style.getPropertyValue(`padding-${side}`)) +
    Number.parseFloat(style.getPropertyValue(`border-${side}-width`))
  const [left, right, top, bottom] = ['left', 'right', 'top', 'bottom'].map(inset)
  return {
    x: x + (left ?? 0),
    y: y + (top ?? 0),
    width: width - (left ?? 0) - (right ?? 0),
    height: height - (top ?? 0) - (bottom ?? 0),
  }
}

/** WCAG asks nothing of the text of what cannot be used. */
export function isDisabled(element: Element): boolean {
  if (closest(element, ':disabled, [aria-disabled="true"], [inert]')) return true
  const label = closest(element, 'label')
  return label instanceof HTMLLabelElement && (label.control?.matches(':disabled, [aria-disabled="true"]') ?? false)
}

/** @param moving what is animated without end. */
export function measuredText(element: Element, boxes: LetterBox[], moving: readonly Element[]): MeasuredText {
  const style = getComputedStyle(element)
  const around = [element, ...ancestorsOf(element)]
  const size = Number.parseFloat(style.fontSize)
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
  const changes = isOverMoving(boxes, moving) || slides(around)
  return {
    place: selectorOf(element),
    text: quote(ownText(element) || writtenIn(element)),
    needed: isLarge ? { minimum: 3, enhanced: 4.5 } : { minimum: 4.5, enhanced: 7 },
    boxes,
    opacity: around.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1),
    hasShadow: style.textShadow !== 'none',
    changes,
    unfaded: changes ? unfadedContrast(element, style) : null,
    isBlended: around.some((each) => getComputedStyle(each).mixBlendMode !== 'normal'),
    isDoubtful: isSign(element) || !isExposed(element) || looksDisabled(element, style),
  }
}

function unfadedContrast(element: Element, { color, textShadow }: CSSStyleDeclaration): number | null {
  const ground = groundColor(element, true)
  const paint = paintOf(color)
  return ground && paint && textShadow === 'none' ? contrastOf(over(paint.color, paint.alpha, ground), ground) : null
}

const writtenIn = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
    ? element.value
    : ''

/** A single character, and fonts that draw pictures: what looks like an icon need not be a text. */
const isSign = (element: Element) =>
  [...(ownText(element) || writtenIn(element))].length < 2 ||
  isIcon(element) ||
  /^[\p{Co}\p{S}\p{P}\s]*$/u.test(ownText(element) || writtenIn(element))

const looksDisabled = (element: Element, { pointerEvents }: CSSStyleDeclaration) =>
  pointerEvents === 'none' && closest(element, '.disabled, .is-disabled') !== null

const isOverMoving = (boxes: readonly LetterBox[], moving: readonly Element[]) =>
  moving.some((element) => {
    const under = element.getBoundingClientRect()
    return boxes.some(
      (box) =>
        box.x < under.right && box.x + box.width > under.x && box.y < under.bottom && box.y + box.height > under.y,
    )
  })

/** It stands on what is scrolled away under it: a picture fixed to the window, or the page beneath a header without a ground of its own. */
function slides(around: readonly Element[]): boolean {
  let isGrounded = false
  for (const each of around) {
    const { backgroundImage, backgroundColor, backgroundAttachment, position } = getComputedStyle(each)
    if (isGrounded) return false
    if (isPicture(backgroundImage) && backgroundAttachment.includes('fixed')) return true
    isGrounded = isOpaque(backgroundColor) || /url\(/.test(backgroundImage)
    if (!isGrounded && (position === 'fixed' || position === 'sticky')) return true
  }
  return false
}
