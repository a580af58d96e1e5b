/** Dialogs: which controls surely open one and do nothing worse, and what happens to the focus when they do. */
import type { CheckMeta, Tier } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  isExposed,
  isFocusable,
  isSeen,
  nameOf,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { namesHarm, soundsHarmful } from '#workers/scan-page/checks/in-page/harm'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const dialogFocus: CheckMeta = {
  rule: 'dialog-focus',
  criteria: ['2.4.3'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Open it with showModal(), or move the focus into it when it opens and back to the button when it closes.',
}

export const dialogEscape: CheckMeta = {
  rule: 'dialog-escape',
  criteria: ['2.1.2'],
  tier: 'error',
  impact: 'critical',
  remedy: 'Close the dialog on Escape, and give it a <button> called Close.',
}

export const dialogFocusReturn: CheckMeta = {
  rule: 'dialog-focus-return',
  criteria: ['2.4.3'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Give the focus back to the button that opened the dialog.',
}

const openersTaken = 2
const openingMs = 250
const settlingMs = 120

const marked =
  '[aria-haspopup="dialog"], [data-bs-toggle="modal"], [data-toggle="modal"], [data-modal], [data-modal-target], [data-modal-open], [data-open-modal], [data-dialog], [data-dialog-target], [data-micromodal-trigger], [command="show-modal"]'
const dialogs = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]'
/** Buttons that say they open a dialog, of which none submits, leads away or sounds as if it did harm. */
export function openers(elements: readonly Element[]): HTMLElement[] {
  const hasHidden = elements.some((element) => element.matches(dialogs) && !isSeen(element))
  return elements
    .filter((element): element is HTMLElement => {
      if (
        !(element instanceof HTMLElement) ||
        !element.matches('button, [role="button"], input[type="button"], a[href^="#"]')
      )
        return false
      if (
        !element.matches(marked) &&
        !pointsAtDialog(element) &&
        !(hasHidden && /\b(?:open|show|öffnen|ouvrir|abrir)\b/i.test(nameOf(element)))
      )
        return false
      if (element instanceof HTMLButtonElement && element.form && element.type !== 'button') return false
      return (
        !element.matches(':disabled, [target], [download]') &&
        isFocusable(element) &&
        isSeen(element) &&
        !soundsHarmful(nameOf(element)) &&
        !namesHarm(`${element.id} ${element.className}`)
      )
    })
    .slice(0, openersTaken)
}

function pointsAtDialog(element: Element): boolean {
  const id = element.getAttribute('aria-controls') ?? element.getAttribute('commandfor') ?? ''
  return id !== '' && document.getElementById(id)?.matches(dialogs) === true
}

export type Opened = { opener: HTMLElement; dialog: HTMLElement; found: Found[] }

/** Opens it and looks where the focus goes; null when nothing opens. */
export async function open(opener: HTMLElement): Promise<Opened | null> {
  const before = new Set(overlays())
  opener.focus({ preventScroll: true })
  opener.click()
  const opened = () => overlays().find((each) => !before.has(each))
  await until(() => opened() !== undefined, openingMs)
  const dialog = opened()
  if (!dialog) return null
  await until(() => dialog.contains(focused()), settlingMs)
  const found = dialog.contains(focused()) ? [] : [left(opener, dialog)]
  return { opener, dialog, found }
}

function left(opener: Element, dialog: Element): Found {
  const isDialog = dialog.matches(dialogs)
  const where = focused()
  return foundOf(dialogFocus, {
    element: dialog,
    tier: isDialog ? 'error' : 'warning',
    confidence: isDialog ? 'high' : 'medium',
    message: `${quote(nameOf(opener))} opens this ${tagOf(dialog)}, but the focus stays outside, on ${where ? tagOf(where) : 'the page'}.`,
  })
}

function focused(): Element | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at
}

/** What lies over the page now. */
function overlays(): HTMLElement[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      `${dialogs}, [class*="modal" i], [class*="dialog" i], [class*="overlay" i], [class*="popup" i], [class*="drawer" i]`,
    ),
  ].filter((element) => {
    if (!isSeen(element)) return false
    if (element.matches(dialogs)) return true
    const { position } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    if (element.querySelector(dialogs) || ancestorsOf(element).some((each) => each.matches(dialogs))) return false
    return (
      (position === 'fixed' || position === 'absolute') &&
      width * height > innerWidth * innerHeight * 0.04 &&
      isFocusableInside(element)
    )
  })
}

const isFocusableInside = (element: Element) =>
  [...element.querySelectorAll('a[href], button, input, select, textarea')].some(isFocusable)

/** After Escape was pressed: whether it is still there, and whether the keyboard has another way out. Then closes it. */
export async function escaped({ opener, dialog, found }: Opened): Promise<Found[]> {
  await until(() => !isSeen(dialog), settlingMs)
  const isOpen = isSeen(dialog)
  if (!isOpen) return [...found, ...lost(opener, dialog)]
  const closer = closeButton(dialog)
  const isTrap = closer === null && dialog.matches(dialogs)
  const isReachable = closer !== null && isFocusable(closer)
  closer?.click()
  if (isReachable)
    return [...found, stays(dialog, 'warning', `Escape does not close it; its button ${quote(nameOf(closer))} does.`)]
  if (closer)
    return [
      ...found,
      stays(
        dialog,
        'error',
        `Escape does not close it, and the keyboard cannot reach its ${quote(nameOf(closer) || closer.textContent || '×')}.`,
      ),
    ]
  return isTrap
    ? [...found, stays(dialog, 'warning', 'Escape does not close it, and no button in it is called Close or Cancel.')]
    : found
}

function lost(opener: Element, dialog: Element): Found[] {
  const where = focused()
  if (!opener.isConnected || !isSeen(opener) || (where && where !== document.body && !dialog.contains(where))) return []
  return [
    foundOf(dialogFocusReturn, {
      element: opener,
      message: `After Escape closed the dialog of ${quote(nameOf(opener))}, the focus is back at the page’s start.`,
    }),
  ]
}

function stays(dialog: Element, tier: Tier, why: string): Found {
  const found = foundOf(dialogEscape, {
    element: dialog,
    tier,
    confidence: tier === 'error' ? 'high' : 'medium',
    message: `This ${tagOf(dialog)} ${quote(nameOf(dialog) || 'without a name')} is open: ${why}`,
  })
  return tier === 'error' ? found : { ...found, impact: 'moderate' }
}

function closeButton(dialog: Element): HTMLElement | null {
  const all = [...dialog.querySelectorAll<HTMLElement>('button, [role="button"], a, span, div, input[type="button"]')]
  return (
    all.find((each) => {
      if (each.children.length > 3 || !isSeen(each) || !isExposed(each)) return false
      const name = nameOf(each)
      return (
        /^(?:x|×|✕|✖|close.*|cancel|ok|okay|done|dismiss|got it|no,? thanks|schließen|abbrechen|fermer|annuler|cerrar|cancelar|chiudi|sluiten)$/i.test(
          name,
        ) ||
        (/close|dismiss/i.test(each.className) && closest(each, 'button, a, [onclick]') === each)
      )
    }) ?? null
  )
}

function until(isTrue: () => boolean, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = performance.now() + longestMs
  const look = () => (isTrue() || performance.now() > end ? resolve() : setTimeout(look, 16))
  look()
  return promise
}

/** While checks act on the page, nothing they do may lead away from it or send a form. @returns what ends that. */
export function stayHere(): () => void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const prevent = (event: Event) => {
    if (event.cancelable) event.preventDefault()
  }
  if ('navigation' in window) (window.navigation as EventTarget).addEventListener('navigate', prevent, options)
  window.addEventListener('submit', prevent, options)
  return () => end.abort()
}
