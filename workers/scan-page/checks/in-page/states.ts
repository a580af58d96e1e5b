/** What pressing a control brings out: the page before and after, what is new in it, and the way back. */
import type { Hit } from '#workers/scan-page/checks/check'
import { picturesShown, type ShownPicture } from '#workers/scan-page/checks/in-page/announcing'
import {
  allElements,
  allMatching,
  ancestorsOf,
  animationsOfPage,
  closest,
  isFocusable,
  isSeen,
  nameOf,
  parentOf,
  selectorOf,
} from '#workers/scan-page/checks/in-page/dom'
import { type Moving, movingFar } from '#workers/scan-page/checks/in-page/motion'
import { flashesNow } from '#workers/scan-page/checks/in-page/rules/flashing'

/** What of a page was there at a moment, to be seen. */
export type Scene = Set<Element>

export type Opened = {
  /** What flashed after the press. */
  flashes: readonly Hit[]
  opener: HTMLElement
  /** As it was called before it was pressed. */
  nameBefore: string
  /** What its aria-pressed said then. */
  pressedBefore: string | null
  /** "after pressing button#menu" */
  state: string
  before: Scene
  /** All that is to be seen now and was not before, */
  fresh: Set<Element>
  /** and of it what stands in nothing that is new. */
  roots: Element[]
  /** Where the page says something else than before. */
  reworded: ReadonlySet<Element>
  /** What has another class or style than before, or says another state of itself. */
  restyled: ReadonlySet<Element>
  /** Of those that say something else, where nothing was written before. */
  filled: ReadonlySet<Element>
  pictures: readonly ShownPicture[]
  /** It was part of the page before, seen or not. */
  existed: (element: Element) => boolean
  /** The control itself looks otherwise than before: its class or style, or that of something in it. */
  isMarked: boolean
  /** How the control was painted with the focus, before it was pressed and after that. */
  paintBefore: string
  paintAfter: string
  /** What was in the control before. */
  drawnBefore: string
  /** What was written where the page says something else now, as far as that is known. */
  said: ReadonlyMap<Element, string>
  /** What was on its way over the page a moment after the press. */
  far: readonly Moving[]
  /** What was chosen before, where the opener is a tab or a radio button. */
  chosenBefore: HTMLElement | null
  focusBefore: Element | null
  scroll: { x: number; y: number }
}

const firstLookMs = 30
const placesNoted = 50
const openingMs = 250

/** Presses it as a mouse would, and waits a moment for what comes out; null when nothing on the page changes. */
export async function press(opener: HTMLElement): Promise<Opened | null> {
  const present = new WeakSet<Element>(allElements())
  const before = scene()
  const pictures = picturesShown([...before])
  const list = closest(opener, '[role="tablist"], [role="radiogroup"]')
  const ofList = '[role="tab"][aria-selected="true"], [role="radio"][aria-checked="true"]'
  const chosenBefore = opener.matches('[role="tab"], [role="radio"]') ? list?.querySelector<HTMLElement>(ofList) : null
  const focusBefore = document.activeElement
  const scroll = { x: scrollX, y: scrollY }
  let changes = 0
  const reworded = new Set<Element>()
  const filled = new Set<Element>()
  const restyled = new Set<Element>()
  const said = new Map<Element, string>()
  const marksBefore = marksOf(opener)
  const nameBefore = nameOf(opener)
  const drawnBefore = opener.innerHTML
  const pressedBefore = opener.getAttribute('aria-pressed')
  const note = (records: readonly MutationRecord[]) => {
    changes += records.length
    for (const { type, target, addedNodes, removedNodes, oldValue } of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (type === 'attributes' && element && restyled.size < placesNoted) restyled.add(element)
      if (type === 'attributes' || !element || reworded.size >= placesNoted) continue
      const isFilled = type === 'childList' && !reworded.has(element) && removedNodes.length === 0
      if (isFilled && addedNodes.length === element.childNodes.length) filled.add(element)
      const words = oldValue ?? [...removedNodes].map((node) => node.textContent ?? '').join(' ')
      if (words !== '' && !said.has(element)) said.set(element, words)
      reworded.add(element)
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
    characterDataOldValue: true,
  })
  opener.focus({ preventScroll: true })
  const paintBefore = paintOn(opener)
  // Timers that are set from here on are this press’s.
  window.dispatchEvent(new Event('assay-press'))
  const timersSet = countTimers()
  pressOnce(opener)
  await pause(firstLookMs)
  const timers = timersSet()
  // What a timer is to bring shortly is waited for.
  if (changes + observer.takeRecords().length === 0 && timers > 0) await pause(openingMs)
  note(observer.takeRecords())
  observer.disconnect()
  let fresh = newIn(before)
  if (fresh.size === 0 && changes > 0) {
    await pause(openingMs - firstLookMs)
    fresh = newIn(before)
  }
  const far = movingFar()
  const flashes = flashesNow()
  finishAnimations()
  if (fresh.size === 0 && changes === 0) return null
  const roots = [...fresh].filter((element) => !fresh.has(parentOf(element) ?? element.ownerDocument.documentElement))
  return {
    opener,
    flashes,
    nameBefore,
    pressedBefore,
    state: `after pressing ${wordOf(opener)}`,
    before,
    fresh,
    roots,
    reworded,
    restyled,
    filled,
    pictures,
    existed: (element) => present.has(element),
    isMarked: marksOf(opener) !== marksBefore,
    paintBefore,
    paintAfter: paintOn(opener),
    drawnBefore,
    said,
    far,
    chosenBefore: chosenBefore ?? null,
    focusBefore,
    scroll,
  }
}

/** Counts the short timers that scripts of the page set from now on, until it is asked. */
export function countTimers(): () => number {
  let timers = 0
  const count = () => {
    timers += 1
  }
  window.addEventListener('assay-timer', count)
  return () => {
    window.removeEventListener('assay-timer', count)
    return timers
  }
}

/** Its colours and those of what is drawn in it. */
export const paintOn = (element: Element): string =>
  [element, ...[...element.querySelectorAll('*')].slice(0, partsPainted)]
    .map((each) => {
      const { color, backgroundColor, backgroundImage, borderColor, fill, stroke, boxShadow } = getComputedStyle(each)
      return [color, backgroundColor, backgroundImage, borderColor, fill, stroke, boxShadow].join()
    })
    .join('|')

const partsPainted = 10

/** Of what is in it, and of the entry of a list that holds nothing else. */
const marksOf = (element: Element): string =>
  [
    element,
    ...element.querySelectorAll('*'),
    ...(element.parentElement?.matches('li:has(> :only-child)') ? [element.parentElement] : []),
  ]
    .map((each) => `${each.getAttribute('class')} ${each.getAttribute('style')} ${each.getAttribute('data-state')}`)
    .join()

type Back = {
  /** The page looks as it did. */
  isBack: boolean
  /** What has closed it: `escape`, or itself, before anything was tried here. */
  by: 'escape' | 'opener' | 'closer' | 'script' | null
}

/** Tries what takes back what was opened, the most likely first. */
export async function putBack(opened: Opened, closer: HTMLElement | null): Promise<Back> {
  const { opener, chosenBefore } = opened
  const ways: [by: Back['by'], act: () => void][] = [
    [
      'opener',
      () => {
        const details = opener.matches('summary') ? opener.closest('details') : null
        if (details) details.open = false
        else if (chosenBefore) pressOnce(chosenBefore)
        else if (opener.isConnected) pressOnce(opener)
      },
    ],
    ['closer', () => closer?.isConnected && pressOnce(closer)],
    [
      'script',
      () => {
        for (const popover of allMatching<HTMLElement>(':popover-open')) popover.hidePopover()
        for (const dialog of allMatching<HTMLDialogElement>('dialog[open]'))
          if (opened.fresh.has(dialog)) dialog.close()
      },
    ],
  ]
  const tried: Back['by'][] = ['escape']
  for (const [by, way] of ways) {
    if (await looksAsBefore(opened)) break
    way()
    tried.push(by)
    await pause(firstLookMs)
  }
  const isBack = await looksAsBefore(opened)
  giveBack(opened)
  return { isBack, by: isBack ? (tried.at(-1) ?? null) : null }
}

/** Live regions may have said something meanwhile. */
async function looksAsBefore({ before }: Opened): Promise<boolean> {
  finishAnimations()
  const isSame = () => {
    const now = scene()
    const differs = [...now].filter((each) => !before.has(each)).concat([...before].filter((each) => !now.has(each)))
    return differs.every((each) => closest(each, '[aria-live], [role="status"], [role="alert"], output') !== null)
  }
  if (isSame()) return true
  await pause(openingMs / 2)
  finishAnimations()
  return isSame()
}

function giveBack({ focusBefore, scroll }: Opened): void {
  if (focusBefore instanceof HTMLElement && focusBefore !== document.body) focusBefore.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo({ left: scroll.x, top: scroll.y, behavior: 'instant' })
}

export function pressOnce(element: HTMLElement): void {
  const box = element.getBoundingClientRect()
  const about = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    clientX: box.x + box.width / 2,
    clientY: box.y + box.height / 2,
  }
  element.dispatchEvent(new PointerEvent('pointerdown', { ...about, pointerType: 'mouse', isPrimary: true }))
  element.dispatchEvent(new MouseEvent('mousedown', about))
  element.dispatchEvent(new PointerEvent('pointerup', { ...about, pointerType: 'mouse', isPrimary: true }))
  element.dispatchEvent(new MouseEvent('mouseup', about))
  element.click()
}

export function scene(): Scene {
  return new Set(allElements().filter(isThere))
}

export const newIn = (before: Scene) =>
  new Set(allElements().filter((element) => !before.has(element) && isThere(element)))

/** Seen, and not waiting beside the window to be slid in. */
function isThere(element: Element): boolean {
  if (!isSeen(element)) return false
  const { left, top } = element.getBoundingClientRect()
  if (left < innerWidth && top < innerHeight) return true
  return ![element, ...ancestorsOf(element)].some((each) => getComputedStyle(each).position === 'fixed')
}

/** What fades or slides in is looked at as it will be. */
export function finishAnimations(): void {
  for (const animation of animationsOfPage()) {
    const { endTime } = animation.effect?.getComputedTiming() ?? {}
    if (animation.playState === 'running' && typeof endTime === 'number' && Number.isFinite(endTime)) animation.finish()
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How a control is called in the report's state: button#menu. */
export function wordOf(element: Element): string {
  const place = [selectorOf(element)].flat().join(' >>> ')
  return place.startsWith('#') ? `${element.localName}${place}` : place
}

/** Something in it takes the focus. */
export const holdsFocusable = (element: Element): boolean =>
  [element, ...element.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].some(
    isFocusable,
  )
