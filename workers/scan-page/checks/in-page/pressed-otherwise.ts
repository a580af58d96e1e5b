/** Controls that answer to a press in another way than by a click, or that tell nobody that they answer, by the listeners of scripts. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  isExposed,
  isFocusable,
  isSeen,
  isStop,
  nameOf,
  parentOf,
  pick,
  quote,
  spokenText,
  tagOf,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { hasMovingButtons } from '#workers/scan-page/checks/in-page/moving-buttons'

export const actsOnPress: CheckMeta = {
  rule: 'acts-on-press',
  criteria: ['2.5.2', '2.1.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Act on click, which comes when the pointer is let go and when Enter or Space is pressed.',
}

export const touchAlone: CheckMeta = {
  rule: 'touch-alone',
  criteria: ['2.5.6', '2.1.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Act on click, which touch, mouse and keyboard all give.',
}

export const gestureAlone: CheckMeta = {
  rule: 'gesture-alone',
  criteria: ['2.5.1', '2.5.7', '2.1.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Offer buttons that do what the gesture does, e.g. “Previous” and “Next”.',
}

export const controlWithoutRole: CheckMeta = {
  rule: 'control-without-role',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Make it a <button>, or give it the role of what it is and tell its state.',
}

export const menuByRightButton: CheckMeta = {
  rule: 'menu-by-right-button',
  criteria: ['2.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Offer a button that opens the same menu, e.g. “More actions”.',
}

export const pressedOtherwise: readonly CheckMeta[] = [
  actsOnPress,
  touchAlone,
  gestureAlone,
  controlWithoutRole,
  menuByRightButton,
]

type Heard = ReadonlyMap<Element, EventsHeard>

const starts = /^(?:mousedown|pointerdown|touchstart)$/
const moves = /^(?:mousemove|pointermove|touchmove)$/
const others = /^(?:click|dblclick|mouseup|pointerup|touchend|key(?:down|up|press))$/
/** What comes when the pointer is let go. */
const ends = /^(?:click|dblclick|mouseup|pointerup|touchend)$/
const answers = ['click', 'mouseup', 'pointerup', 'keydown', 'keyup', 'keypress']
const foundTaken = 20

/**
 * @param atTop the types that are listened for at the window, the document or the body.
 * @param hostRoles what the browser tells of `focusableHosts`, in their order.
 */
export function pressesHeard(
  elements: readonly Element[],
  heard: Heard,
  atTop: readonly string[],
  hostRoles: readonly string[],
): Found[] {
  const found: Found[] = []
  for (const [element, about] of heard) {
    const { types, actsOnPress: acts = false, clicksByKeys = false, measuresWay = false } = about
    if (found.length >= foundTaken) return found
    if (!isExposed(element) || !isSeen(element)) continue
    found.push(
      ...byTwoFingers(element, about),
      ...byOnePointer(element, about),
      ...byHoldingLong(element, about, atTop),
      ...byRightButton(element, about),
    )
    if (acts && types.every((type) => type === 'touchend')) found.push(...byPressAlone(element, types, heard, atTop))
    if (!types.some((type) => starts.test(type))) continue
    const isOfTouch = types.includes('touchstart') && types.includes('touchend')
    const isSwiped = (isOfTouch || measuresWay) && !element.matches(pressable)
    if (element.matches('[role="slider"]') && types.some((type) => moves.test(type)))
      found.push(...byKnob(element, types, heard, atTop))
    else if (types.some((type) => moves.test(type)) || isSwiped) found.push(...byGesture(element, types, measuresWay))
    else if (acts && !types.some((type) => others.test(type))) found.push(...byPressAlone(element, types, heard, atTop))
    else if (acts && !types.some((type) => ends.test(type) && !(type === 'click' && clicksByKeys)))
      found.push(...byPressBeforeItsEnd(element))
  }
  const hosts = new Map(focusableHosts(elements).map((host, at) => [host, hostRoles[at]]))
  return [...found, ...withoutRole(elements, heard, atTop, hosts)]
}

const largerSmaller =
  /(?<!\p{L})(?:zoom|larger|smaller|bigger|enlarge|reduce|größer|kleiner|vergrößern|agrandir|réduire|ampliar|reducir|aumentar|ingrandi|riduci|groter|kleiner|powiększ|pomniejsz|större|mindre|større)|^[+−-]$/iu

/** What two fingers do, and no button near it. */
function byTwoFingers(element: Element, { types, isOfTwoFingers = false }: EventsHeard): Found[] {
  if (!isOfTwoFingers) return []
  const around = [element, ...ancestorsOf(element)].slice(0, levelsAround)
  const hasButton = around.some((each) =>
    [...each.querySelectorAll('button, [role="button"], a[href], input[type="range"], select')].some(
      (control) => largerSmaller.test(nameOf(control)) && isFocusable(control),
    ),
  )
  if (hasButton) return []
  return [
    foundOf(gestureAlone, {
      element,
      criteria: ['2.5.1'],
      tier: types.some((type) => /^(?:click|dblclick|wheel|key.*)$/.test(type)) ? 'warning' : 'practice',
      confidence: 'medium',
      message: `${tagOf(element)} answers to two fingers, and no control near it does the same for one.`,
    }),
  ]
}

const levelsAround = 4

/** A press that is heeded by the kind of what presses. */
function byOnePointer(element: Element, about: EventsHeard): Found[] {
  const { types, isOfOnePointer = false, isForTouch = false } = about
  // Another listener of it may heed what this one does not.
  const isAlone = types.length === 1
  if (!(isOfOnePointer && element.matches(pressable)) && !(isForTouch && isAlone)) return []
  return [
    foundOf(touchAlone, {
      element,
      criteria: ['2.5.6'],
      tier: isAlone ? 'practice' : 'warning',
      confidence: 'medium',
      message: `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} answers or not by whether a mouse, a finger or a pen has pressed it.`,
    }),
  ]
}

/** What comes of holding on, where no click, key or right button brings the same and no control is in it. */
function byHoldingLong(
  element: Element,
  { types, isHeldLong = false }: EventsHeard,
  atTop: readonly string[],
): Found[] {
  if (!isHeldLong || element.matches(drawn) || types.some((type) => besides.test(type))) return []
  if (atTop.includes('contextmenu') || [...element.querySelectorAll(controls)].some(isFocusable)) return []
  if (!types.some((type) => letGo.test(type))) return []
  return [
    foundOf(gestureAlone, {
      element,
      criteria: ['2.1.1', '2.5.1'],
      tier: element.matches(pressable) ? 'warning' : 'practice',
      confidence: 'medium',
      message: `${tagOf(element)} ${quote(nameOf(element) || spokenText(element) || 'without a name')} answers to being held down for a while, and nothing near it does the same by a click or a key.`,
      remedy: 'Offer a button beside it that does what holding it down does.',
    }),
  ]
}

const besides = /^(?:click|dblclick|contextmenu|key(?:down|up|press)|mousemove|pointermove)$/
const letGo = /^(?:mouseup|pointerup|touchend|touchcancel|pointercancel|mouseleave|pointerleave)$/

/** The key for menus opens one where the focus is: nowhere, if nothing in it takes it. */
const byRightButton = (element: Element, { opensMenu = false }: EventsHeard): Found[] =>
  opensMenu && !element.matches('html, body, main, canvas') && ![element, ...element.querySelectorAll('*')].some(isStop)
    ? [
        foundOf(menuByRightButton, {
          element,
          confidence: 'medium',
          message: `${tagOf(element)} ${quote(spokenText(element) || 'without words')} opens a menu by the right button of a mouse, and nothing in it takes the focus, so no key opens it.`,
        }),
      ]
    : []

/** Only the beginning of a press is listened for: it cannot be taken back, and the keyboard gives none. */
function byPressAlone(element: Element, types: readonly string[], heard: Heard, atTop: readonly string[]): Found[] {
  if (!isPlainButton(element)) return []
  const above = ancestorsOf(element)
  const isAnswered =
    answers.some((type) => atTop.includes(type)) ||
    above.some((each) => heard.get(each)?.types.some((type) => answers.includes(type)))
  const isTouch = types.filter((type) => starts.test(type)).every((type) => type === 'touchstart')
  const name = quote(nameOf(element) || 'without a name')
  return [
    foundOf(isTouch ? touchAlone : actsOnPress, {
      element,
      // Somebody listens for clicks further up, be it to count them.
      tier: isAnswered ? 'warning' : 'error',
      confidence: isAnswered ? 'low' : 'high',
      message: isTouch
        ? `${tagOf(element)} ${name} answers to touch, and nothing answers to a click or a key.`
        : `${tagOf(element)} ${name} acts as soon as the pointer goes down, and nothing answers to a click or a key.`,
    }),
  ]
}

/** The keyboard works it as well; who has pressed by mistake cannot take it back by letting go elsewhere. */
const byPressBeforeItsEnd = (element: Element): Found[] =>
  isPlainButton(element)
    ? [
        foundOf(actsOnPress, {
          element,
          criteria: ['2.5.2'],
          tier: 'practice',
          confidence: 'medium',
          message: `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} acts as soon as the pointer goes down, before it is let go.`,
        }),
      ]
    : []

/** A button that does nothing by itself. */
function isPlainButton(element: Element): boolean {
  if (element.matches(':disabled, [popovertarget], [commandfor], [aria-disabled="true"]')) return false
  if (element instanceof HTMLButtonElement) return element.type === 'button' || element.form === null
  return element.matches('input[type="button"], [role="button"]:not(a[href])')
}

const drawn =
  'canvas, input, select, textarea, html, body, main, iframe, video, audio, [role="slider"], [role="application"], [role="scrollbar"], [role="separator"], [contenteditable]'
const pressable = 'a[href], button, input, summary, label, [role="button"], [role="link"]'
const smallestPx = 60
/** What shows a hand that grips is made to be moved, however small. */
const gripped = /^(?:grab|grabbing|move|all-scroll|.*-resize)$/

/** A knob that is set by being drawn along, or by keys; the rail that it runs on hears no press, and no button sets it. */
function byKnob(element: Element, types: readonly string[], heard: Heard, atTop: readonly string[]): Found[] {
  const around = ancestorsOf(element).slice(0, levelsAround)
  const isPressedAround = around.some((each) =>
    heard.get(each)?.types.some((type) => starts.test(type) || ends.test(type)),
  )
  if (types.includes('click') || isPressedAround || element.matches('input')) return []
  const holder = around.find((each) => each.matches('section, form, fieldset, [role="group"], main')) ?? around.at(-1)
  const others = [...(holder?.querySelectorAll('button, [role="button"], input, select') ?? [])]
  if (
    holder?.matches('main')
      ? others.some((each) => !ancestorsOf(each).some((up) => up.matches('form')))
      : others.length > 0
  )
    return []
  return [
    foundOf(gestureAlone, {
      element,
      criteria: ['2.5.7'],
      // Where the whole page listens for presses, the rail may be heard there.
      tier: atTop.some((type) => starts.test(type) || type === 'click') ? 'warning' : 'practice',
      confidence: 'medium',
      message: `${tagOf(element)} ${quote(nameOf(element) || 'without a name')} is set by dragging or by keys: neither its rail nor a button takes a single press.`,
    }),
  ]
}

function byGesture(element: Element, types: readonly string[], isSwipe: boolean): Found[] {
  if (types.includes('click') || element.matches(drawn) || element.querySelector(`${drawn}, ${controls}`)) return []
  const { width, height } = element.getBoundingClientRect()
  const isGripped = gripped.test(getComputedStyle(element).cursor)
  if (!isGripped && (width < smallestPx || height < smallestPx)) return []
  if (width * height > innerWidth * innerHeight * 0.6) return []
  const parent = element.parentNode instanceof ShadowRoot ? element.parentNode : parentOf(element)
  // What the gesture does, a button beside it may do as well.
  if (
    parent &&
    [...parent.querySelectorAll(controls)].some(
      (each) => each !== element && parent === each.parentNode && isFocusable(each),
    )
  )
    return []
  // Keys do not help who has a pointer alone.
  if ((isStop(element) && !isSwipe) || hasMovingButtons(element)) return []
  return [
    foundOf(gestureAlone, {
      element,
      criteria: isGripped ? ['2.5.7', '2.5.1', '2.1.1'] : isStop(element) ? ['2.5.1'] : ['2.5.1', '2.1.1'],
      // It reckons which way the pointer has gone, and there is nothing else near that could be pressed.
      tier: isSwipe && !isGripped && !hasControlsNear(element) ? 'practice' : 'warning',
      confidence: 'medium',
      message: `${tagOf(element)} follows the pointer while it is held down, and neither it nor what stands beside it has a control that does the same.`,
    }),
  ]
}

const hasControlsNear = (element: Element): boolean => {
  const root = element.getRootNode()
  const above = ancestorsOf(element)
  const end = above.findIndex((each) => each.matches('main, [role="main"], body'))
  const around = above.slice(0, Math.min(levelsAround, end < 0 ? levelsAround : end))
  const near = root instanceof ShadowRoot ? [root, ...around] : around
  return near.some((each) => [...each.querySelectorAll(controls)].some((one) => one !== element && isFocusable(one)))
}

const controls = 'a[href], button, input, select, [role="button"], [tabindex="0"]'
const generic =
  'div[tabindex="0"], span[tabindex="0"], :is(h2, h3, h4, h5, h6)[tabindex="0"], p[tabindex="0"], i[tabindex="0"], svg[tabindex="0"], img[tabindex="0"], th[tabindex="0"], td[tabindex="0"], li[tabindex="0"], label[tabindex="0"], a:not([href])[tabindex="0"]'
const longestName = 80
const widestBox = 120
const highestBox = 60

/** Cells of a grid and items of a composite have the role of what they are in. */
const isPartByRole = (element: Element): boolean =>
  element.matches('td, th, li') &&
  closest(
    element,
    '[role="grid"], [role="treegrid"], [role="listbox"], [role="menu"], [role="tree"], [role="tablist"]',
  ) !== null

const hostsTaken = 20
const isHost = (element: Element) => element.localName.includes('-')

function isSmall(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width <= widestBox && height <= highestBox
}

/** Elements of the page's own that take the focus and name no role: a script may have given them one that no attribute shows. */
export const focusableHosts = (elements: readonly Element[]): Element[] =>
  pick(elements, '[tabindex="0"]:not([role])').filter(isHost).slice(0, hostsTaken)

/**
 * It takes the focus and answers to a press, and is told of as text.
 * @param hosts the page's own elements, with what the browser tells of them as far as it was asked.
 */
function withoutRole(
  elements: readonly Element[],
  heard: Heard,
  atTop: readonly string[],
  hosts: ReadonlyMap<Element, string | undefined>,
): Found[] {
  const unknown = [...hosts].flatMap(([host, role]) => {
    if (role === undefined) return host.shadowRoot === null ? [host] : []
    return /^(?:generic|none)?$/i.test(role) ? [host] : []
  })
  return [...pick(elements, generic), ...unknown]
    .flatMap((element) => {
      const name = nameOf(element) || spokenText(element, longestName + 1)
      if (writtenRole(element) !== '' || name.length > longestName || isPartByRole(element)) return []
      const own = heard.get(element)?.types ?? []
      const isKeyed = own.includes('click') && own.some((type) => type.startsWith('key'))
      // A box to tick holds nothing.
      if (name === '' && !(isKeyed && isSmall(element))) return []
      const isInviting = getComputedStyle(element).cursor === 'pointer'
      const actsItself = own.includes('click') && heard.get(element)?.click === 'acts'
      if (!isKeyed && !isInviting && !actsItself) return []
      if (!isExposed(element) || !isSeen(element)) return []
      if (element.matches('[aria-haspopup]') || [...element.querySelectorAll(controls)].some(isFocusable)) return []
      const inside = isHost(element) ? [...(element.shadowRoot?.querySelectorAll('*') ?? [])] : []
      const isPressed = [element, ...inside, ...ancestorsOf(element)].some((each) => {
        const { types = [], click } = heard.get(each) ?? {}
        return types.includes('click') && click === 'acts'
      })
      if (!isPressed && !atTop.includes('click')) return []
      return [
        foundOf(controlWithoutRole, {
          element,
          tier:
            !isPressed || (isHost(element) && hosts.get(element) === undefined)
              ? 'warning'
              : isKeyed || isInviting
                ? 'error'
                : 'practice',
          confidence: isPressed ? 'high' : 'medium',
          message: `${tagOf(element)} ${quote(name || 'without a name')} takes the focus and answers to clicks, but has no role: it is read as text.`,
        }),
      ]
    })
    .slice(0, foundTaken)
}
