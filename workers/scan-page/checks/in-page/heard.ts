/** Controls that a keyboard cannot work, by the listeners that scripts have put on elements. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allMatching,
  ancestorsOf,
  closest,
  isExposed,
  isFocusable,
  isSeen,
  isStop,
  nameOf,
  parentOf,
  quote,
  spokenText,
  tagOf,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const mouseOnlyControl: CheckMeta = {
  rule: 'mouse-only-control',
  criteria: ['2.1.1', '2.1.3', '4.1.2', '1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Make it a <button> (or a link, if it leads somewhere); with other elements, add role, tabindex="0" and handling of Enter and Space.',
}

export const controlWithoutKeys: CheckMeta = {
  rule: 'control-without-keys',
  criteria: ['2.1.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Make it a <button>, which does both by itself, or handle keydown for Enter and Space.',
}

/**
 * What is listened for at an element, and what the handler of its clicks does: something; nothing, because one further up
 * does it (React puts such handlers where its own are); or only keep the click from others.
 */
export type EventsHeard = {
  types: string[]
  click: 'acts' | 'leaves it to others' | 'stops it'
  /** The handler of a press that begins changes what the page says, or leads on; others only show that it is held down. */
  actsOnPress?: boolean
  /** The handlers of its clicks heed those alone that a key has made. */
  clicksByKeys?: boolean
  /** A handler of the end of a press reckons how far the pointer has gone. */
  measuresWay?: boolean
  /** The handler of its clicks leads to another page. */
  leads?: boolean
  /** The handler of its clicks opens a window. */
  opensWindow?: boolean
  /** A handler waits for a second finger. */
  isOfTwoFingers?: boolean
  /** A handler of a press that begins does something only after a time. */
  isHeldLong?: boolean
  /** A handler gives up by the kind of pointer. */
  isOfOnePointer?: boolean
  /** A handler goes on for a finger or a pen alone. */
  isForTouch?: boolean
  /** A handler of the right button shows something, rather than only keeping the browser's menu away. */
  opensMenu?: boolean
  /** It keeps what is pasted from being put in. */
  refusesPaste?: boolean
  /** Selectors of the elements inside for which its handler of clicks is. */
  delegates?: string[]
}

const keys = ['keydown', 'keyup', 'keypress']
const foundTaken = 20

/**
 * @param atTop the types that are listened for at the window, the document or the body.
 * @param among which elements are judged; all when nothing is said.
 */
export function deafControls(
  heard: ReadonlyMap<Element, EventsHeard>,
  atTop: readonly string[],
  among: (element: Element) => boolean = () => true,
): Found[] {
  const isKeyHeardAbove = keys.some((type) => atTop.includes(type))
  const isClickHeardAbove = atTop.includes('click')
  const found: Found[] = []
  for (const [element, { types, click, leads = false, opensWindow = false, delegates = [] }] of heard) {
    if (found.length >= foundTaken) return found
    const isClicked = types.includes('click') || types.includes('dblclick')
    if (isPickedByMouse(element, types) && !isKeyHeardAbove) {
      if (!isHeard(heard, [element, ...ancestorsOf(element)], keys)) found.push(pickedByMouse(element))
      continue
    }
    if (click === 'stops it' || (!isClicked && !isHeldAlone(element, types))) continue
    if (!among(element) || !isFittingControl(element, heard)) continue
    const isKeyed = isKeyHeardAbove || isHeard(heard, [element, ...ancestorsOf(element)], keys)
    if (isStop(element)) {
      if (!isKeyed && click === 'acts') found.push(...unanswered(element))
    } else if (click === 'acts' || isClickHeardAbove || isHeard(heard, ancestorsOf(element), ['click'])) {
      if (!isReachedByArrows(element, heard, isKeyHeardAbove))
        found.push(
          ...mouseOnly(
            element,
            types,
            (leads || opensWindow) && delegates.length === 0,
            click === 'acts' && delegates.length === 0,
          ),
        )
    }
  }
  return found
}

/** A field that nothing can be written into opens something when it is pressed, and not when it takes the focus. */
const isPickedByMouse = (element: Element, types: readonly string[]): boolean =>
  element instanceof HTMLInputElement &&
  /^(?:text|search)$/.test(element.type) &&
  element.readOnly &&
  !element.disabled &&
  types.some((type) => /^(?:click|mousedown|pointerdown|mouseup)$/.test(type)) &&
  !types.some((type) => /^(?:focus|focusin|key)/.test(type)) &&
  element.value === '' &&
  isSeen(element) &&
  isExposed(element) &&
  !(parentOf(parentOf(element) ?? element)?.querySelector('button, [role="button"], a[href]') ?? null)

const pickedByMouse = (element: Element): Found =>
  foundOf(controlWithoutKeys, {
    element,
    tier: 'practice',
    confidence: 'high',
    message: `Nothing can be written into the field ${quote(nameOf(element) || 'without a name')}; it answers to a press of the mouse, and nothing listens for keys.`,
    remedy:
      'Let what is asked for be written in as well, or put a button beside the field that opens what is to be picked from.',
  })

/** It answers to a press in parts of it alone, is not dragged by them, and shows by the pointer or its role that it can be pressed. */
const isHeldAlone = (element: Element, types: readonly string[]) =>
  types.some((type) => /^(?:mouse|pointer)(?:down|up)$/.test(type)) &&
  !types.some((type) => /move$|^key|^touch/.test(type)) &&
  (isInviting(element) || controlRoles.test(writtenRole(element)) || element.matches(handled))

const drawn = 'img, svg, canvas'

/** Its markup says that something is done with it. */
const handled = '[onclick], [ondblclick], [onmousedown], [onmouseup], [onpointerdown], [onpointerup]'

const composites =
  '[role="toolbar"], [role="tablist"], [role="menu"], [role="menubar"], [role="tree"], [role="treegrid"], [role="grid"], [role="listbox"], [role="radiogroup"], [role="combobox"]'

/**
 * Part of a widget that is one stop of the Tab key and moves the focus inside by other keys: one that says so by its role, or
 * whose parts take the focus by script alone.
 */
function isReachedByArrows(
  element: Element,
  heard: ReadonlyMap<Element, EventsHeard>,
  isKeyHeardAbove: boolean,
): boolean {
  const own = closest(element, '[tabindex="-1"]')
  const widget =
    closest(element, composites) ??
    (own ? ancestorsOf(own).find((each) => each !== document.body && isHeard(heard, [each], keys)) : undefined)
  if (!widget) return false
  const inside = [widget, ...widget.querySelectorAll('*')]
  return (
    (isKeyHeardAbove || isHeard(heard, [...inside, ...ancestorsOf(widget)], keys)) &&
    (inside.some(isStop) || pointsAtActive(widget))
  )
}

/** A field elsewhere keeps the focus and says which part is meant. */
const pointsAtActive = (widget: Element) =>
  widget.id !== '' &&
  allMatching('[aria-controls], [aria-owns]').some(
    (each) =>
      isFocusable(each) &&
      `${each.getAttribute('aria-controls')} ${each.getAttribute('aria-owns')}`.split(' ').includes(widget.id),
  )

const isHeard = (heard: ReadonlyMap<Element, EventsHeard>, elements: readonly Element[], types: readonly string[]) =>
  elements.some((each) => heard.get(each)?.types.some((type) => types.includes(type)))

const natively =
  'a[href], area[href], button, input, select, textarea, summary, details, label, option, iframe, audio, video, form, fieldset, dialog, html, body, main, [contenteditable]'

function isFittingControl(element: Element, heard: ReadonlyMap<Element, EventsHeard>): boolean {
  if (element.matches(natively) || !isExposed(element) || !isSeen(element)) return false
  const { width, height } = element.getBoundingClientRect()
  // A surface that listens is a backdrop, a board or a closing of menus.
  if (width * height > innerWidth * innerHeight * 0.4) return false
  if (
    closest(element, 'label, summary, [role="option"], [role="dialog"], dialog:not([open])')?.matches(
      'label, summary, [role="option"]',
    )
  )
    return false
  if (
    flatAncestorsOf(element).some(
      (ancestor) =>
        ancestor !== document.body &&
        isFocusable(ancestor) &&
        !ancestor.matches('[tabindex="-1"]') &&
        !isToScroll(ancestor, heard),
    )
  )
    return false
  // The keyboard reaches what is inside: the mouse is only given a larger target.
  return ![
    ...insideOf(element),
    ...element.querySelectorAll(
      'a[href], button, input, select, textarea, summary, label, iframe, [tabindex], [contenteditable]',
    ),
  ].some((inner) => isFocusable(inner) || inner.localName === 'label')
}

/** A part of the page that takes the focus for keys to scroll it, and answers to nothing. */
const isToScroll = (element: Element, heard: ReadonlyMap<Element, EventsHeard>): boolean =>
  !element.matches(natively) &&
  /^(?:region|group|table)?$/.test(writtenRole(element)) &&
  !isHeard(heard, [element], [...keys, 'click', 'mousedown', 'pointerdown'])

/** Those in whose boxes it lies: out of a slot, what the slot stands in. */
function flatAncestorsOf(element: Element): Element[] {
  const all: Element[] = []
  for (let at = element.assignedSlot ?? parentOf(element); at; at = at.assignedSlot ?? parentOf(at)) all.push(at)
  return all
}

/** What an element of the page's own is made of, as far as that is open. */
const insideOf = (element: Element): Element[] => [...(element.shadowRoot?.querySelectorAll('*') ?? [])]

/** An element of the page's own whose inside nobody may see: what it takes the focus by may be in there. */
const isClosed = (element: Element) =>
  element.localName.includes('-') && element.shadowRoot === null && element.matches(':defined')

/** Looks as if it could be clicked. */
const isInviting = (element: Element) => getComputedStyle(element).cursor === 'pointer'

const controlRoles =
  /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|combobox|slider|spinbutton)$/

/** @param leads whether its handler leads to another page or opens a window: then it is a link, whatever it looks like. */
/** What no script sees into may hand the focus on to a control within: it shows when it is given the focus. */
function handsFocusOn(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false
  const before = document.activeElement
  element.focus({ preventScroll: true })
  const root = element.getRootNode()
  const isTaken = (root instanceof ShadowRoot ? root : document).activeElement === element
  if (isTaken) element.blur()
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  return isTaken
}

function mouseOnly(element: Element, types: readonly string[], leads: boolean, isItsOwn: boolean): Found[] {
  const name = nameOf(element) || spokenText(element, 100)
  if (
    name === '' &&
    !element.matches('svg, img, canvas') &&
    !element.querySelector('svg, img, i, [class*="icon" i]') &&
    !((isInviting(element) || isItsOwn) && isSmallBox(element))
  )
    return []
  const isControl = controlRoles.test(writtenRole(element))
  const looksLinked = getComputedStyle(element).textDecorationLine.includes('underline')
  const isTwice = isTwiceAlone(element, types)
  if (
    !isInviting(element) &&
    !isControl &&
    !leads &&
    !looksLinked &&
    !element.matches(handled) &&
    !(isItsOwn && (isShort(element, name) || (name === '' && isSmallBox(element)))) &&
    !(isPaintedAlone(element) && !types.includes('mousemove')) &&
    !isTwice
  )
    return []
  if (
    element.hasAttribute('tabindex') &&
    /^(?:tab|menuitem|menuitemradio|menuitemcheckbox|radio|option|treeitem|gridcell|row)$/.test(writtenRole(element))
  )
    return []
  if (hasTwin(element, name) || (isClosed(element) && handsFocusOn(element))) return []
  // Code that is copied by a click, beside a button that does the same.
  if (element.matches('code, pre, kbd, samp') && element.parentElement?.querySelector(':scope > button')) return []
  // A heading that scrolls the page up when it is clicked keeps nothing from the keyboard.
  const isSure =
    !isClosed(element) && ((isInviting(element) && !element.matches('h1, h2, h3, h4, h5, h6')) || isControl || leads)
  return [
    foundOf(mouseOnlyControl, {
      element,
      // What has no role is not told of as a control either.
      criteria: isControl
        ? ['2.1.1', '2.1.3']
        : leads
          ? ['2.1.1', '2.1.3', '4.1.2', '1.3.1']
          : ['2.1.1', '2.1.3', '4.1.2'],
      tier: isSure
        ? 'error'
        : isPaintedAlone(element) || isTwice || (element.matches(handled) && element.matches(drawn))
          ? 'practice'
          : 'warning',
      confidence: isSure ? 'high' : 'medium',
      message: `${tagOf(element)} ${quote(name || 'without a name')} answers to ${isTwice ? 'double clicks' : 'clicks'}, but the keyboard cannot reach it.`,
    }),
  ]
}

const longestWords = 40

/** A word or two and nothing else: a script that hears clicks there does so for nothing further in. */
const isShort = (element: Element, name: string): boolean =>
  element.childElementCount === 0 &&
  !element.matches('h1, h2, h3, h4, h5, h6, p, code, pre, kbd, samp, td, img, canvas') &&
  name.length <= longestWords

/** Words that answer to two clicks in a row and to one not at all. What is drawn may be zoomed so, and by other ways. */
const isTwiceAlone = (element: Element, types: readonly string[]): boolean =>
  types.includes('dblclick') &&
  !types.includes('click') &&
  element instanceof HTMLElement &&
  !element.matches('img, canvas')

/** A painting that is pressed, and does not follow the pointer as charts do, with nothing beside it that the keyboard could be used on instead. */
const isPaintedAlone = (element: Element): boolean => {
  if (element.localName !== 'canvas' || element.firstElementChild) return false
  const around = element.parentElement?.matches('main, body') ? element : element.parentElement
  return around !== null && ![...around.querySelectorAll('*')].some((each) => isFocusable(each))
}

/** A control beside it that is called the same, or by this and what it does with it, does for the keyboard what this does for the mouse. */
function hasTwin(element: Element, name: string): boolean {
  const around = element.parentElement?.parentElement ?? element.parentElement
  if (!around || name === '' || around === document.body) return false
  return [...around.querySelectorAll('a[href], button, input, [role="button"][tabindex]')].some(
    (each) =>
      each !== element && isFocusable(each) && ` ${nameOf(each)} `.toLowerCase().includes(` ${name.toLowerCase()} `),
  )
}

/** It takes the focus and then does nothing when Enter or Space is pressed: no listener anywhere hears a key. */
function unanswered(element: Element): Found[] {
  const isSure = controlRoles.test(writtenRole(element)) || isInviting(element)
  const name = nameOf(element) || spokenText(element, 100)
  // What scrolls takes the focus for that, and texts may hear clicks for many ends.
  if (!isSure && (writtenRole(element) !== '' || name.length > longestName || scrolls(element))) return []
  return [
    foundOf(controlWithoutKeys, {
      element,
      tier: isSure ? 'error' : 'practice',
      confidence: 'high',
      message: `${tagOf(element)} ${quote(name || 'without a name')} takes the focus and answers to clicks, but nothing listens for Enter or Space.`,
    }),
  ]
}

const longestName = 80
const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflow)

const largestBoxPx = 64
const smallestBoxPx = 6

/** Drawn by its border or its ground: a box to tick, a dot, a field of colour. */
function isSmallBox(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const { borderTopWidth, borderTopStyle, backgroundColor } = getComputedStyle(element)
  const isDrawn = (borderTopStyle !== 'none' && borderTopWidth !== '0px') || !/^rgba\(.*, 0\)$/.test(backgroundColor)
  return isDrawn && Math.min(width, height) >= smallestBoxPx && Math.max(width, height) <= largestBoxPx
}
