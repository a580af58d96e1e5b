/** Whether something is to be seen when an element has the focus: by computed styles and by what the page's scripts change. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import {
  allElements,
  allMatching,
  ancestorsOf,
  extentOf,
  isSeen,
  isStop,
  labelsOf,
  nameOf,
  parentOf,
  quote,
  tagOf,
  withStyle,
} from '#workers/scan-page/checks/in-page/dom'
import {
  isInQuestion,
  isMeasurable,
  type Marked,
  neededArea,
  partsLook,
} from '#workers/scan-page/checks/in-page/focus-area'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { finishAnimations } from '#workers/scan-page/checks/in-page/states'

export const focusNotVisible: CheckMeta = {
  rule: 'focus-not-visible',
  criteria: ['2.4.7'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Do not take the outline away without putting another mark in its place: :focus-visible { outline: 3px solid; }.',
}

const stopsLookedAt = 25
const alikeLookedAt = 10

export type Suspect = {
  element: HTMLElement | SVGElement
  twins: (HTMLElement | SVGElement)[]
  /** A field, in which the caret blinks. */
  hasCaret?: boolean
}

const fieldsLookedAt = 12

// In these the caret or the browser's own marks show the focus.
const selfShowing =
  'textarea, [contenteditable]:not([contenteditable="false"]), iframe, area, audio, video, input:not([type]), input[type="text"], input[type="search"], input[type="email"], input[type="url"], input[type="tel"], input[type="password"], input[type="number"], input[type="date"], input[type="time"], input[type="month"], input[type="week"], input[type="datetime-local"]'

const stops = (elements: readonly Element[]) =>
  elements.filter(
    (element): element is HTMLElement | SVGElement =>
      (element instanceof HTMLElement || element instanceof SVGElement) && isStop(element),
  )

/** The stops of the Tab key at which no style of theirs or of what is around them changes: pictures must tell. */
export function unseenFocus(): Suspect[] {
  const groups = groupsOf(stops(allElements()).filter((stop) => !stop.matches(selfShowing)))
  return quietly(() => {
    const suspects: Suspect[] = []
    let looked = 0
    for (const group of groups.values()) {
      const [first, ...others] = group
      if (!first || looked >= stopsLookedAt) break
      looked += 1
      if (!isUnseen(first)) continue
      suspects.push({ element: first, twins: others.slice(0, alikeLookedAt).filter(isUnseen) })
    }
    return [...suspects, ...barelyMarked()]
  })
}

/** Those that most rules of styles would mean alike. */
const groupsOf = (all: readonly (HTMLElement | SVGElement)[]) =>
  Map.groupBy(
    all,
    (stop) =>
      `${stop.localName}|${stop.getAttribute('class')}|${parentOf(stop)?.localName}|${parentOf(stop)?.getAttribute('class')}|${isOutside(stop) || isTransparent(stop) || isFolded(stop) || isCutAway(stop)}`,
  )

/** The stops that a mark of the page's own shows while they have the focus, one of each kind, where styles do not tell that it is enough. */
export const markedByPage = (): Marked[] =>
  quietly(() => {
    const marked: Marked[] = []
    for (const [element, ...others] of [...groupsOf(stops(allElements())).values()].slice(0, kindsMarked)) {
      if (!element || !isMeasurable(element)) continue
      blur()
      const before = partsLook(element, around(element))
      const own = lookOf(element)
      const area = neededArea(element)
      focus(element)
      const isMarked = element.matches(':focus-visible') && lookOf(element) !== own
      // Where something else is marked as well, the mark is larger than what is around the element alone.
      if (isMarked && isInQuestion(element) && partsLook(element, around(element)) === before)
        marked.push({ element, alike: others.length, neededArea: area })
    }
    return marked
  })

const kindsMarked = 40

const ofOneLine =
  'input:not([type]), input[type="text"], input[type="search"], input[type="email"], input[type="tel"], input[type="password"], textarea'

/** Fields of which the outline is taken away and at which no other style changes: a thin line that blinks is all there is. */
const barelyMarked = (): Suspect[] =>
  stops(allElements())
    .filter((stop) => stop.matches(ofOneLine) && isSeen(stop))
    .slice(0, fieldsLookedAt)
    .filter(isUnseen)
    .map((element) => ({ element, twins: [], hasCaret: true }))

/** Without transitions, and with the focus given back at the end. */
function quietly<Result>(act: () => Result): Result {
  const before = document.activeElement
  try {
    return withStyle('', act)
  } finally {
    giveBack(before)
  }
}

function giveBack(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
  else blur()
}

function blur(): void {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  if (at instanceof HTMLElement || at instanceof SVGElement) at.blur()
}

// Chromium is yet to support focusVisible; without a mouse press before, focus by script shows anyway.
const focus = (element: HTMLElement | SVGElement) => element.focus({ preventScroll: true })

function isUnseen(element: HTMLElement | SVGElement): boolean {
  if (!element.isConnected) return false
  blur()
  const before = lookOf(element)
  const observer = new MutationObserver(() => {})
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  focus(element)
  const isChanged = observer.takeRecords().length > 0
  observer.disconnect()
  if (isChanged || !element.matches(':focus') || !element.matches(':focus-visible')) return false
  // What nobody sees of it may change as it likes.
  const isHidden = isTransparent(element) || isOutside(element) || isFolded(element) || isCutAway(element)
  if (!shownBy(element) && !isHidden) return false
  // Of what lies where nobody sees it, nobody sees the ring either.
  if (isSeen(element) && !isHidden && lookOf(element) !== before) return false
  const related = around(element)
  const focused = related.map(lookOf)
  blur()
  return related.every((each, index) => lookOf(each) === focused[index])
}

/** What is seen of it: itself, or of a box to tick that is drawn otherwise, the label that it stands in or is named by. */
function shownBy(element: Element): Element | null {
  if (isSeen(element)) return element
  if (!element.matches('input[type="checkbox"], input[type="radio"], input[type="file"]')) return null
  return labelsOf(element as HTMLInputElement).find((label) => isSeen(label)) ?? null
}

/** Something else may be drawn in the place of a field; of what is hidden from readers others tell. */
const stoodFor = 'input, select, textarea, [aria-hidden="true"], [aria-hidden="true"] *'

/** It has its place on the page and is not painted there: not even while it has the focus, when that is asked. */
function isTransparent(element: Element): boolean {
  if (element.matches(stoodFor)) return false
  const box = element.getBoundingClientRect()
  const isPlaced =
    Math.min(box.width, box.height) >= smallestControl && extentOf(box).start >= 0 && box.top + scrollY >= 0
  return (
    isPlaced &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  )
}

/** It stands beside the window, and does not come in with the focus. */
function isOutside(element: Element): boolean {
  if (element.matches(stoodFor) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    return false
  const box = element.getBoundingClientRect()
  if (Math.min(box.width, box.height) < smallestControl) return false
  const isBesideWindow = box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight
  // What stands where the page does not scroll to, and what no scrolling moves.
  return (
    extentOf(box).end <= 0 ||
    (isBesideWindow && [element, ...ancestorsOf(element)].some((each) => getComputedStyle(each).position === 'fixed'))
  )
}

/** What holds it is folded to a line and cuts off whatever lies outside. */
function isFolded(element: Element): boolean {
  if (element.matches(stoodFor) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    return false
  const { width, height } = element.getBoundingClientRect()
  return Math.min(width, height) >= smallestControl && ancestorsOf(element).some(isLine)
}

/** Of no height or no width, and of an extent in the other direction that nothing hidden from sight alone has. */
function isLine(box: Element): boolean {
  const { width, height } = box.getBoundingClientRect()
  const isFlat = Math.min(width, height) < 1 && Math.max(width, height) >= smallestPanel
  const { overflowX, overflowY } = getComputedStyle(box)
  return isFlat && overflowX !== 'visible' && overflowY !== 'visible'
}

const pressed = 'a[href], button, summary, [role="button"], [role="link"], [role="menuitem"]'
/** So much of it is no more than a line, or the dot that a text for readers alone is made into. */
const leastSeen = 2

/** The boxes around it, or it itself, cut off all of it: also when they are scrolled to it, as the browser does for the focus. */
function isCutAway(element: Element): boolean {
  if (!element.matches(pressed) || element.matches(stoodFor)) return false
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || nameOf(element) === '')
    return false
  const { width, height } = element.getBoundingClientRect()
  const isScaledAway =
    (width === 0 || height === 0) && element instanceof HTMLElement && element.offsetWidth * element.offsetHeight > 0
  if (isScaledAway) return true
  if (width === 0 || height === 0 || !isLineOf(leftOf(element))) return false
  const scrolled = [...ancestorsOf(element), document.documentElement].map(
    (box) => [box, box.scrollLeft, box.scrollTop] as const,
  )
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const isCut = isLineOf(leftOf(element))
  for (const [box, left, top] of scrolled)
    if (box.scrollLeft !== left || box.scrollTop !== top) box.scrollTo({ left, top, behavior: 'instant' })
  return isCut
}

type Sides = { left: number; right: number; top: number; bottom: number }

const isLineOf = ({ left, right, top, bottom }: Sides) => right - left < leastSeen || bottom - top < leastSeen

/** What the boxes that it is laid out in leave of it. */
function leftOf(element: Element): Sides {
  let { left, right, top, bottom }: Sides = element.getBoundingClientRect()
  let { position } = getComputedStyle(element)
  for (const box of [element, ...ancestorsOf(element)]) {
    const style = getComputedStyle(box)
    const isHolder = style.position !== 'static' || style.transform !== 'none' || style.contain.includes('paint')
    const isPastIt =
      box !== element &&
      ((position === 'absolute' && !isHolder) ||
        (position === 'fixed' && style.transform === 'none' && style.filter === 'none'))
    if (isPastIt) continue
    if (box !== element) position = style.position
    if (
      /^inset\((?:50%|(?:[\d.]+(?:px|%) ){0,3}100%)/.test(style.clipPath) ||
      (style.position === 'absolute' && /^rect\((?:0px|1px)(?:,? (?:0px|1px)){3}\)$/.test(style.clip))
    )
      return { left: 0, right: 0, top: 0, bottom: 0 }
    const isRoot = box === document.body || box === document.documentElement
    if (isRoot || box === element) continue
    const inner = box.getBoundingClientRect()
    if (style.overflowX !== 'visible') [left, right] = [Math.max(left, inner.left), Math.min(right, inner.right)]
    if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, inner.top), Math.min(bottom, inner.bottom)]
  }
  return { left, right, top, bottom }
}

const smallestControl = 8
const smallestPanel = 40

/** What a rule with :focus, :focus-within or a sibling of it would mostly change. */
function around(element: Element): Element[] {
  const all: Element[] = [...element.querySelectorAll('*')].slice(0, 12)
  let next = element.nextElementSibling
  for (let count = 0; next && count < 3; count += 1) {
    all.push(next, ...[...next.querySelectorAll('*')].slice(0, 4))
    next = next.nextElementSibling
  }
  if (element.previousElementSibling) all.push(element.previousElementSibling)
  let up = parentOf(element)
  for (let count = 0; up && count < 4; count += 1) {
    all.push(up)
    up = parentOf(up)
  }
  if (element.id) all.push(...allMatching(`label[for="${CSS.escape(element.id)}"]`))
  return all
}

function lookOf(element: Element): string {
  const box = element.getBoundingClientRect()
  const parts = [box.x, box.y, box.width, box.height].map(Math.round)
  const style = getComputedStyle(element)
  return `${parts.join()}|${styleLook(style, hasUnseenOutline(element, style), hasUnseenShadow(element, style))}|${pseudoLook(element, '::before')}|${pseudoLook(element, '::after')}`
}

function pseudoLook(element: Element, name: string): string {
  const style = getComputedStyle(element, name)
  return style.content === 'none' || style.content === 'normal'
    ? ''
    : `${style.content}|${style.width}|${style.height}|${style.left}|${style.top}|${styleLook(style)}`
}

const isClear = (color: string) => paintOf(color)?.alpha === 0 || /\/ 0\)$/.test(color)

const leastContrast = 1.1

const levelsCutting = 3

/** It fills a box that cuts off whatever lies outside of it. */
function isCutOff(element: Element): boolean {
  const own = element.getBoundingClientRect()
  return ancestorsOf(element)
    .slice(0, levelsCutting)
    .some((box) => {
      const { overflowX, overflowY } = getComputedStyle(box)
      if (!/hidden|clip/.test(overflowX) || !/hidden|clip/.test(overflowY)) return false
      const { left, top, right, bottom } = box.getBoundingClientRect()
      return own.left - left < 1 && own.top - top < 1 && right - own.right < 1 && bottom - own.bottom < 1
    })
}

/** Drawn outside of the element in the colour that is there anyway, or where a box around it shows nothing. */
function hasUnseenOutline(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineOffset) >= 0 && isCutOff(element)) return true
  if (style.outlineStyle === 'none' || style.outlineStyle === 'auto' || Number.parseFloat(style.outlineOffset) < 0)
    return false
  const paint = paintOf(style.outlineColor)
  const parent = parentOf(element)
  const ground = paint && parent && groundColor(parent)
  return ground !== null && paint !== null && contrastOf(over(paint.color, paint.alpha, ground), ground) < leastContrast
}

/** A ring around the element, in the colour that is there anyway. */
function hasUnseenShadow(element: Element, { boxShadow }: CSSStyleDeclaration): boolean {
  const [, written = ''] = /^(rgba?\([^)]*\)|color\([^)]*\)) 0px 0px 0px [\d.]+px$/.exec(boxShadow) ?? []
  const paint = paintOf(written)
  const parent = parentOf(element)
  const ground = paint && parent && groundColor(parent)
  return ground !== null && paint !== null && contrastOf(over(paint.color, paint.alpha, ground), ground) < leastContrast
}

/** What can be seen of a style: a colour of a border that is not drawn is left out. */
function styleLook(style: CSSStyleDeclaration, isOutlineUnseen = false, isShadowUnseen = false): string {
  const outline =
    isOutlineUnseen || style.outlineStyle === 'none' || style.outlineWidth === '0px' || isClear(style.outlineColor)
      ? ''
      : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`
  const border = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) =>
    style[`border${side}Style`] === 'none' || style[`border${side}Width`] === '0px'
      ? ''
      : `${style[`border${side}Style`]} ${style[`border${side}Width`]} ${style[`border${side}Color`]}`,
  )
  const line = style.textDecorationLine === 'none' ? '' : style.textDecoration
  return [
    outline,
    ...border,
    isShadowUnseen ? 'none' : style.boxShadow,
    style.backgroundColor,
    style.backgroundImage,
    style.backgroundPosition,
    style.color,
    line,
    style.opacity,
    style.transform,
    style.translate,
    style.scale,
    style.filter,
    style.fontWeight,
    style.fontSize,
    style.visibility,
    style.display,
    style.clipPath,
    style.fill,
    style.stroke,
    style.textShadow,
  ].join('|')
}

/** Brings an element before the camera; the clip is in the page's coordinates. */
export function stage({ element: focused, hasCaret }: Pick<Suspect, 'element' | 'hasCaret'>, widest = widestClip) {
  if (hasCaret) return { x: 0, y: 0, width: 0, height: 0 }
  // Wherever it may be shown, it would be in the window.
  if (isOutside(focused) || isCutAway(focused))
    return { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight }
  const element = shownBy(focused) ?? focused
  const first = element.getBoundingClientRect()
  if (first.top < 0 || first.bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const margin = 24
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  return {
    x: Math.floor(x + scrollX),
    y: Math.floor(y + scrollY),
    width: Math.ceil(Math.min(innerWidth - x, box.width + 2 * margin, widest)),
    height: Math.ceil(Math.min(innerHeight - y, box.height + 2 * margin, 300)),
  }
}

const widestClip = 700

export function hold({ element }: Pick<Suspect, 'element'>, isFocused: boolean): void {
  if (isFocused) focus(element)
  else blur()
  // A mark that comes slowly is pictured as it will be.
  finishAnimations()
}

export function unseen(suspect: Suspect, isPictured: boolean): Found[] {
  return [suspect.element, ...suspect.twins].map((element) =>
    foundOf(focusNotVisible, {
      element,
      // Where it lies is measured as well; that nothing of it is painted elsewhere, pictures tell.
      tier: suspect.hasCaret
        ? 'practice'
        : isPictured
          ? 'error'
          : isOutside(element) || isFolded(element) || isCutAway(element)
            ? 'practice'
            : 'warning',
      confidence: 'high',
      message: isTransparent(element)
        ? `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} takes the keyboard’s focus and stays wholly transparent.`
        : isOutside(element)
          ? `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} takes the keyboard’s focus outside of the window, where nobody sees it.`
          : isFolded(element)
            ? `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} takes the keyboard’s focus in a part that is folded away, where nobody sees it.`
            : isCutAway(element)
              ? `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} takes the keyboard’s focus where it is cut off, and nobody sees it.`
              : suspect.hasCaret
                ? `Nothing but the caret is to be seen when ${tagOf(element)} ${quote(nameOf(element) || 'without a name')} has the keyboard’s focus${outlineNote(element)}.`
                : `Nothing is to be seen when ${tagOf(element)} ${quote(nameOf(element) || 'without a name')} has the keyboard’s focus${outlineNote(element)}.`,
    }),
  )
}

/** What became of the outline that browsers draw, as it is while the element has the focus. */
function outlineNote(element: HTMLElement | SVGElement): string {
  const style = quietly(() => {
    focus(element)
    return element.matches(':focus') ? getComputedStyle(element).outlineStyle : undefined
  })
  if (style === 'none') return ': its outline is taken away and no other style changes'
  return style === undefined ? '' : ': its outline cannot be told from what is behind it'
}
