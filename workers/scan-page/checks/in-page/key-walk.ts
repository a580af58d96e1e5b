/** A walk through the page by Tab: where it stops, whether it comes on, and whether its order is that of what is seen. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { dialogTabLeaves } from '#workers/scan-page/checks/in-page/dialogs'
import {
  allMatching,
  ancestorsOf,
  closest,
  isField,
  isSeen,
  isStop,
  nameOf,
  parentOf,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { dialogs } from '#workers/scan-page/checks/in-page/over-page'

export const focusOrder: CheckMeta = {
  rule: 'focus-order',
  criteria: ['2.4.3', '1.3.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy:
    'Write the elements in the order in which they are seen, without a tabindex above 0, and without turning it round by style.',
}

export const focusObscured: CheckMeta = {
  rule: 'focus-obscured',
  criteria: ['2.4.11', '2.4.12'],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Leave room for what stays in its place: scroll-padding on the page, or a bar that does not lie over what has the focus.',
}

export type KeyWalk = {
  stops: (Element | null)[]
  isOver: boolean
  stuckAt: Element | null
  covered: Covered[]
  /** Where it has turned and goes back, the stop that it began at. */
  backTo: Element | null
  /** A dialog that says of itself that nothing else can be reached, from before anything was pressed. */
  modal: HTMLElement | null
  end: () => void
}

const stopsLookedAt = 60
const levelsLookedAt = 3
const coversTaken = 3

/** Whether a tabindex above 0 or a style gives any reason to look at the order. */
export function mayTurnOrder(stops: readonly Element[]): boolean {
  if (stops.some((stop) => stop instanceof HTMLElement && stop.tabIndex > 0)) return true
  const around = new Set(
    stops.slice(0, stopsLookedAt).flatMap((stop) => [stop, ...ancestorsOf(stop).slice(0, levelsLookedAt)]),
  )
  return [...around].some((each) => {
    const { order, flexDirection, gridRowStart, gridColumnStart } = getComputedStyle(each)
    return order !== '0' || flexDirection.endsWith('reverse') || gridRowStart !== 'auto' || gridColumnStart !== 'auto'
  })
}

/** Notes where each Tab ends. */
export function startKeyWalk(): KeyWalk {
  const scroll = { left: scrollX, top: scrollY }
  const before = document.activeElement
  const modal = modalSeen()
  const end = new AbortController()
  const walk: KeyWalk = {
    stops: [],
    isOver: false,
    stuckAt: null,
    covered: [],
    backTo: null,
    modal,
    end: () => {
      end.abort()
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
      else blur()
      scrollTo({ ...scroll, behavior: 'instant' })
    },
  }
  window.addEventListener('keyup', (event) => event.key === 'Tab' && note(walk), { capture: true, signal: end.signal })
  const inside = [...(modal?.querySelectorAll('*') ?? [])].find(isStop)
  // A script may keep only what is in it already.
  if (inside instanceof HTMLElement) inside.focus({ preventScroll: true })
  else blur()
  return walk
}

export const modalSeen = (): HTMLElement | null => allMatching<HTMLElement>('[aria-modal="true"]').find(isSeen) ?? null

/** A stop of the walk that is not in the dialog, which was there all the while. */
export function leavesModal({ modal, stops }: KeyWalk): Found[] {
  if (!modal?.isConnected || !isSeen(modal)) return []
  const behind = stops.find(
    (stop) => stop !== null && !modal.contains(stop) && isSeen(stop) && !closest(stop, `${dialogs}, ${guards}`),
  )
  return behind
    ? [
        foundOf(dialogTabLeaves, {
          element: modal,
          tier: 'error',
          confidence: 'high',
          message: `This ${tagOf(modal)} says that it is modal; Tab goes on behind it, to ${tagOf(behind)} ${quote(nameOf(behind) || 'without a name')}.`,
        }),
      ]
    : []
}

const guards = '[data-focus-guard], [aria-hidden="true"]'

/** From the last stop back to the first, where bars hide other things than on the way there. */
export function turnBack(walk: KeyWalk): boolean {
  // The walk may have begun in the middle: the last in the page is meant, not the last that it came to.
  const isBefore = (one: Element, other: Element) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  const [first, ...others] = walk.stops.filter((stop) => stop !== null).toSorted(isBefore)
  const last = others.at(-1)
  if (!first || !(last instanceof HTMLElement) || walk.stuckAt) return false
  last.focus()
  walk.backTo = first
  walk.isOver = false
  return true
}

function noteBack(walk: KeyWalk, at: Element | null): void {
  const isKnown = walk.covered.some((each) => each.at === at)
  const cover = at && !isKnown && coverOf(at)
  if (at && cover) walk.covered.push({ at, cover })
  if (at === null || at === walk.backTo || walk.covered.length >= coversTaken) walk.isOver = true
}

function note(walk: KeyWalk): void {
  if (walk.isOver) return
  const at = focused()
  if (walk.backTo) {
    noteBack(walk, at)
    return
  }
  // The walk begins wherever the focus was last; past the last stop it is nowhere, and goes on at the first.
  if (at === null) {
    if (walk.stops.at(-1) !== null) walk.stops.push(null)
    return
  }
  if (walk.stops.at(-1) === at) {
    if (!mayTakeTabs(at)) walk.stuckAt = at
    walk.isOver = true
  } else if (walk.stops.includes(at)) walk.isOver = true
  else {
    walk.stops.push(at)
    const cover = coverOf(at)
    if (cover) walk.covered.push({ at, cover })
  }
}

/** A stop that nothing is seen of, and what stays in its place over it. */
type Covered = { at: Element; cover: Element }

const inset = 2

/** What lies over all of it and does not move when the page is scrolled. */
function coverOf(element: Element): Element | null {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (right - left < 4 || bottom - top < 4 || bottom <= 0 || top >= innerHeight) return null
  const clamp = (at: number, most: number) => Math.min(Math.max(at, 1), most - 1)
  const points = [
    [left + inset, top + inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
    [(left + right) / 2, (top + bottom) / 2],
  ]
  const covers = points.map(([x = 0, y = 0]) => fixedAt(element, clamp(x, innerWidth), clamp(y, innerHeight)))
  const [first] = covers
  return first && covers.every((each) => each === first) ? first : null
}

function fixedAt(element: Element, x: number, y: number): Element | null {
  const hit = document.elementFromPoint(x, y)
  if (!hit || hit.contains(element) || element.contains(hit)) return null
  const chain = [hit, ...ancestorsOf(hit)]
  const fixed = chain.find((each) => /fixed|sticky/.test(getComputedStyle(each).position))
  return fixed && !fixed.contains(element) ? fixed : null
}

/** Stops that are wholly under what stays in its place, fields before links: who writes there does so unseen. */
export function obscured({ covered }: KeyWalk): Found[] {
  const inOrder = covered.toSorted((one, other) => Number(isField(other.at)) - Number(isField(one.at)))
  const [first] = inOrder
  const under = first ? covered.filter(({ cover }) => isOneCover(cover, first.cover)) : []
  const stops = inOrder.slice(0, coversTaken).map(({ at, cover }) =>
    foundOf(focusObscured, {
      element: at,
      // One stop may be met on its way; of several, who walks on by Tab sees none.
      tier: covered.filter((other) => isOneCover(other.cover, cover)).length >= 2 ? 'practice' : 'warning',
      confidence: 'high',
      message: `When ${tagOf(at)} ${quote(nameOf(at), 40)} has the focus, ${tagOf(cover)} lies over all of it.`,
    }),
  )
  if (!first || under.length < fewestUnder) return stops
  // Of so many, the bar itself is what is to be mended.
  return [
    foundOf(focusObscured, {
      element: first.cover,
      tier: 'practice',
      confidence: 'high',
      message: `This ${tagOf(first.cover)} stays in its place and lies over ${under.length} stops of the Tab key while they have the focus, ${quote(nameOf(first.at), 40)} among them.`,
    }),
    ...stops.slice(0, coversTaken - 1),
  ]
}

const fewestUnder = 3

/** The cells of a column stay in their place as one. */
const isOneCover = (one: Element, other: Element): boolean =>
  one === other ||
  (one instanceof HTMLTableCellElement &&
    other instanceof HTMLTableCellElement &&
    one.cellIndex === other.cellIndex &&
    closest(one, 'table') === closest(other, 'table'))

/** With several stops of its own, or pages of its own. */
const mayTakeTabs = (element: Element) =>
  element.matches(
    'iframe, frame, object, embed, audio, video, input[type="date"], input[type="time"], input[type="month"], input[type="week"], input[type="datetime-local"], textarea, [contenteditable], [role="textbox"], [role="application"], [role="application"] *',
  )

function focused(): Element | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at === document.body || at === document.documentElement ? null : at
}

function blur(): void {
  const at = focused()
  if (at instanceof HTMLElement || at instanceof SVGElement) at.blur()
}

type Step = { from: Element; to: Element; box: Element }

/** Where the walk goes back more than once within one box, or once by a tabindex above 0. */
export function orderOf({ stops }: KeyWalk): Found[] {
  const back = stops.flatMap((to, index) => {
    const from = stops[index - 1]
    const box = from && to && boxOf(from, to)
    return box && goesBack(from, to) ? [{ from, to, box }] : []
  })
  const found: Found[] = []
  for (const [box, steps] of Map.groupBy(back, (step) => step.box)) {
    const [first] = steps
    if (!first || (steps.length < 2 && !steps.some(isForced))) continue
    const style = getComputedStyle(box)
    if (!steps.some(isForced) && !/grid|flex/.test(style.display) && steps.length < 3) continue
    found.push(orderFound(first))
    if (found.length >= 3) break
  }
  return found
}

const orderFound = ({ from, to }: Step): Found =>
  foundOf(focusOrder, {
    element: to,
    message: `Tab goes from ${tagOf(from)} ${quote(nameOf(from), 40)} back to ${tagOf(to)} ${quote(nameOf(to), 40)}, which stands before it.`,
  })

/** By a tabindex, or a style that turns the order round. */
function isForced({ from, to, box }: Step): boolean {
  const { flexDirection, display } = getComputedStyle(box)
  const isTurned = /flex/.test(display) && flexDirection.endsWith('reverse')
  const isMoved = [from, to].some((each) =>
    [each, ...ancestorsOf(each)].some((at) => parentOf(at) === box && isPlaced(getComputedStyle(at))),
  )
  return isTurned || isMoved || [from, to].some((each) => each instanceof HTMLElement && each.tabIndex > 0)
}

/** By itself, out of the order of the source. */
const isPlaced = ({ order, gridRowStart, gridColumnStart }: CSSStyleDeclaration) =>
  order !== '0' || gridRowStart !== 'auto' || gridColumnStart !== 'auto'

/** The nearest that holds both; none for what is laid over the page or stands in lines of its own. */
function boxOf(from: Element, to: Element): Element | null {
  const above = new Set(ancestorsOf(from))
  const box = ancestorsOf(to).find((each) => above.has(each)) ?? null
  if (!box) return null
  for (const end of [from, to])
    for (let at: Element | null = end; at && at !== box; at = parentOf(at))
      if (/absolute|fixed|sticky/.test(getComputedStyle(at).position) || getComputedStyle(at).float !== 'none')
        return null
  return box
}

function goesBack(from: Element, to: Element): boolean {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  if (a.width < 2 || b.width < 2 || a.height < 2 || b.height < 2) return false
  const isInColumn = b.left < a.right && a.left < b.right
  if (b.bottom <= a.top + 1) return isInColumn
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (shared < Math.min(a.height, b.height) / 2) return false
  return getComputedStyle(from).direction === 'rtl' ? b.left >= a.right - 1 : b.right <= a.left + 1
}
