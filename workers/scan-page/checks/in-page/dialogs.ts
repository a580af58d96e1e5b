/** Dialogs: what happens to the focus when one opens, whether Tab stays in it, Escape closes it and the keyboard has a way out. */
import type { CheckMeta, CheckTier } from '#workers/scan-page/checks/check'
import {
  allElements,
  allMatching,
  ancestorsOf,
  closest,
  isExposed,
  isFocusable,
  isSeen,
  isStop,
  nameOf,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { coversAll, dialogs } from '#workers/scan-page/checks/in-page/over-page'
import { holdsFocusable, type Opened, pause } from '#workers/scan-page/checks/in-page/states'

export const dialogFocus: CheckMeta = {
  rule: 'dialog-focus',
  criteria: ['2.4.3'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Open it with showModal(), or move the focus into it when it opens and back to the button when it closes.',
}

export const dialogTabLeaves: CheckMeta = {
  rule: 'dialog-tab-leaves',
  criteria: ['2.4.3'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Open it with showModal(), or make what lies behind it inert while it is open.',
}

export const dialogEscape: CheckMeta = {
  rule: 'dialog-escape',
  criteria: ['2.1.2'],
  tier: 'error',
  impact: 'critical',
  remedy: 'Close the dialog on Escape, and give it a <button> called Close.',
}

export const dialogNotModal: CheckMeta = {
  rule: 'dialog-not-told-modal',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Open it with showModal(), or give it aria-modal="true" and make what lies behind it inert.',
}

export const dialogFocusReturn: CheckMeta = {
  rule: 'dialog-focus-return',
  criteria: ['2.4.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give the focus back to the button that opened the dialog.',
}

const settlingMs = 120
/** Longer than libraries have dialogs fade. */
const fadingMs = 600
/** A dialog may take the focus when it has come to rest. */
const longestMoveMs = 700
const tabsTaken = 12

/** The dialog, or what lies over the page like one, among what has come out; null where there is none. */
export function dialogIn({ fresh }: Opened): HTMLElement | null {
  const all = [...fresh].filter((element): element is HTMLElement => element instanceof HTMLElement)
  return all.find((each) => each.matches(dialogs) && holdsFocusable(each)) ?? all.find(liesOver) ?? null
}

function liesOver(element: HTMLElement): boolean {
  if (!/modal|dialog|overlay|popup|drawer|lightbox/i.test(element.className)) return false
  const { position } = getComputedStyle(element)
  const { width, height } = element.getBoundingClientRect()
  return (
    (position === 'fixed' || position === 'absolute') &&
    width * height > innerWidth * innerHeight * 0.04 &&
    !element.querySelector(dialogs) &&
    !ancestorsOf(element).some((each) => each.matches(dialogs)) &&
    !element.matches('[role="menu"], [role="listbox"], [role="tooltip"]') &&
    [...element.querySelectorAll('a[href], button, input, select, textarea')].some(isFocusable)
  )
}

/** Whether the focus goes into it as it opens. */
export async function focusGoes(opener: Element, dialog: HTMLElement): Promise<Found[]> {
  const isIn = () => dialog.contains(focused())
  await until(isIn, settlingMs)
  if (!isIn()) await until(isIn, Math.min(movesFor(dialog), longestMoveMs))
  if (isIn() || !isSeen(dialog)) return []
  const isNext = isNextStop(opener, dialog)
  // What opens beside the page and is reached by the next Tab is no dialog that one has to be in.
  if (isNext && opener.hasAttribute('aria-expanded') && dialog.getAttribute('aria-modal') !== 'true') return []
  const isSure = dialog.matches(dialogs) && !isNext
  const where = focused()
  return [
    foundOf(dialogFocus, {
      element: dialog,
      tier: isSure ? 'error' : 'warning',
      confidence: isSure ? 'high' : 'medium',
      message: `${quote(nameOf(opener))} opens this ${tagOf(dialog)}, but the focus stays outside, on ${where ? tagOf(where) : 'the page'}.`,
    }),
  ]
}

/** How long it, or something in it, still moves; and as long again, for what a script does then. */
function movesFor(dialog: HTMLElement): number {
  const ends = dialog.getAnimations({ subtree: true }).map(({ effect, currentTime }) => {
    const end = Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0)
    return Number.isFinite(end) ? end : 0
  })
  return Math.max(0, ...ends) + (ends.length > 0 ? settlingMs : 0)
}

/** It is no modal dialog, and the next press of Tab leads into it: the order of the focus is kept (F85). */
function isNextStop(opener: Element, dialog: HTMLElement): boolean {
  if (dialog.matches('[aria-modal="true"], dialog:modal') || liesOver(dialog)) return false
  const stops = allElements().filter(isStop)
  const next = stops[stops.indexOf(opener) + 1]
  return stops.includes(opener) && next !== undefined && dialog.contains(next)
}

/** How many presses of Tab go once around in it; 0 where Tab may leave it, or starts outside of it. */
export function tabsAround(dialog: HTMLElement): number {
  if (!(dialog.matches(toldModal) || isBackedOff(dialog)) || !dialog.contains(focused())) return 0
  const stops = [...dialog.querySelectorAll('*')].filter(isStop).length
  return stops > tabsTaken || dialog.querySelector('iframe') ? 0 : stops + 1
}

const toldModal = '[aria-modal="true"], dialog:modal'

/** Between it and the page lies something over all of the window: nobody with a mouse gets at what is behind. */
function isBackedOff(dialog: HTMLElement): boolean {
  const corners = [
    [2, 2],
    [innerWidth - 3, innerHeight - 3],
  ]
  return corners.every(([x = 0, y = 0]) => {
    const hit = document.elementFromPoint(x, y)
    const over = hit && [hit, ...ancestorsOf(hit)].find((each) => each instanceof HTMLElement && coversAll(each))
    return over !== null && over !== undefined && (over.contains(dialog) || !dialog.contains(over))
  })
}

/** What lies behind it cannot be had by the mouse, and those who do not see it are told nothing of that. */
export function untoldModal(dialog: HTMLElement): Found[] {
  if (!dialog.matches('[role="dialog"], [role="alertdialog"], dialog') || dialog.matches(toldModal)) return []
  if (!dialog.contains(focused()) || dialog.querySelector(toldModal) || closest(dialog, toldModal)) return []
  if (!isBackedOff(dialog)) return []
  const behind = allMatching('main, h1, a[href], button, p').filter((each) => !dialog.contains(each) && isSeen(each))
  if (behind.length === 0 || !behind.some(isExposed)) return []
  return [
    foundOf(dialogNotModal, {
      element: dialog,
      confidence: 'high',
      message: `This ${tagOf(dialog)} ${quote(nameOf(dialog) || 'without a name')} shuts the page off for who sees it: neither aria-modal nor inert says so to who does not.`,
    }),
  ]
}

/** To be asked after each Tab. */
export function tabLeft(dialog: HTMLElement): Found[] {
  const where = focused()
  if (!where || where === document.body || dialog.contains(where) || !isSeen(dialog)) return []
  // Another dialog may have come over it, and guards of the focus give it back at once.
  if (closest(where, dialogs) || where.matches('[data-focus-guard], [aria-hidden="true"]') || !isSeen(where)) return []
  return [
    foundOf(dialogTabLeaves, {
      element: dialog,
      tier: dialog.matches(toldModal) ? 'error' : 'practice',
      confidence: 'high',
      message: `While this ${tagOf(dialog)} is open, Tab goes on behind it, to ${tagOf(where)} ${quote(nameOf(where) || 'without a name')}.`,
    }),
  ]
}

function focused(): Element | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at
}

/** After Escape was pressed: whether it is still there, and whether the keyboard has another way out. */
export async function escaped(opener: Element, dialog: HTMLElement): Promise<Found[]> {
  await until(() => !isSeen(dialog), settlingMs)
  // It may be fading out, or about to be taken away when it has.
  if (isSeen(dialog) && dialog.getAnimations({ subtree: true }).length > 0) await until(() => !isSeen(dialog), fadingMs)
  if (!isSeen(dialog)) return lost(opener, dialog)
  const closer = closeButton(dialog)
  // A sign within a text, beside buttons that may well close it, is no button.
  const isMere =
    closer !== null &&
    !closer.matches('[onclick], [role="button"], [class*="close" i], [class*="dismiss" i]') &&
    getComputedStyle(closer).cursor !== 'pointer' &&
    holdsFocusable(dialog)
  const isKept = closer === null && dialog.matches(dialogs)
  if (closer && isFocusable(closer))
    return [
      stays(
        dialog,
        // What has to be answered first may keep Escape from closing it.
        dialog.matches('[role="dialog"][aria-modal="true"]') ? 'practice' : 'warning',
        `Escape does not close it; its button ${quote(nameOf(closer))} does.`,
      ),
    ]
  if (closer)
    return [
      stays(
        dialog,
        isMere ? 'warning' : 'error',
        `Escape does not close it, and the keyboard cannot reach its ${quote(nameOf(closer) || closer.textContent || '×')}.`,
      ),
    ]
  return isKept
    ? [stays(dialog, 'warning', 'Escape does not close it, and no button in it is called Close or Cancel.')]
    : []
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

function stays(dialog: Element, tier: CheckTier, why: string): Found {
  const found = foundOf(dialogEscape, {
    element: dialog,
    tier,
    ...(tier === 'practice' ? { criteria: [] } : {}),
    confidence: tier === 'error' ? 'high' : 'medium',
    message: `This ${tagOf(dialog)} ${quote(nameOf(dialog) || 'without a name')} is open: ${why}`,
  })
  return tier === 'error' ? found : { ...found, impact: 'moderate' }
}

export function closeButton(dialog: Element): HTMLElement | null {
  const all = [...dialog.querySelectorAll<HTMLElement>('button, [role="button"], a, span, div, input[type="button"]')]
  return all.find((each) => each.children.length <= 3 && isSeen(each) && isExposed(each) && isCloser(each)) ?? null
}

/** By what it is called. */
export const isCloser = (element: HTMLElement): boolean =>
  /^(?:x|×|✕|✖|close.*|cancel|ok|okay|done|dismiss|got it|no,? thanks|schließen|abbrechen|fermer|annuler|cerrar|cancelar|chiudi|annulla|sluit(?:en)?|annuleren|zamknij|anuluj|stäng|avbryt|luk|lukk|annuller|sulje|peruuta|zavřít|zrušit|fechar|kapat|iptal|bezárás|mégse|închide|закрыть|отмена|закрити|скасувати|κλείσιμο|ακύρωση|閉じる|キャンセル|关闭|關閉|取消|닫기|취소|إغلاق|إلغاء|סגירה|סגור)$/iu.test(
    nameOf(element),
  ) ||
  (/close|dismiss/i.test(element.className) && closest(element, 'button, a, [onclick]') === element)

async function until(isTrue: () => boolean, longestMs: number): Promise<void> {
  const end = performance.now() + longestMs
  while (!isTrue() && performance.now() < end) await pause(16)
}
