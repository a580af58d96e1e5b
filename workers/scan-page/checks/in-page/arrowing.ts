/** Widgets that are worked by the arrow keys: whether these do anything, and whether what they do is told of. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  isExposed,
  isSeen,
  isStop,
  namedBy,
  nameOf,
  pick,
  quote,
  spokenText,
  squeeze,
  tagOf,
  withId,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { partsOf, partsWithoutArrows, valued } from '#workers/scan-page/checks/in-page/parts-without-arrows'
import { finishAnimations, paintOn, pause } from '#workers/scan-page/checks/in-page/states'
import { stateNotTold, stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'

export const activeDescendantMissing: CheckMeta = {
  rule: 'active-descendant-missing',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Point aria-activedescendant at the id of the part that is marked, and take it away while none is.',
}

export const nothingNamed = (holder: Element, id: string): Found =>
  foundOf(activeDescendantMissing, {
    element: holder,
    confidence: 'high',
    message: `After an arrow key, aria-activedescendant="${id.slice(0, 40)}" of ${tagOf(holder)} ${quote(nameOf(holder) || 'without a name')} names nothing on the page.`,
  })

const widgetsTaken = 5
const partsTaken = 30
const answerMs = 50
const restMs = 600
const composites =
  '[role="tablist"], [role="radiogroup"], [role="toolbar"], [role="menubar"], [role="menu"], [role="tree"], [role="listbox"], [role="grid"], [role="treegrid"]'

/** Those of the elements that are worked by arrow keys, one of each role before a second of any. */
export function arrowed(elements: readonly Element[]): HTMLElement[] {
  const all = [...pick(elements, valued), ...pick(elements, composites)].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      isSeen(element) &&
      isExposed(element) &&
      !element.matches('[aria-disabled="true"], [aria-readonly="true"]:not([role="grid"], [role="treegrid"])') &&
      // Elements of the page's own keep to themselves what they do.
      ![element, ...element.querySelectorAll('*')].some((each) => each.shadowRoot || each.localName.includes('-')),
  )
  const turns = [...Map.groupBy(all, writtenRole).values()].flatMap((alike) =>
    alike.map((element, turn) => ({ element, turn })),
  )
  return turns
    .sort((one, other) => one.turn - other.turn)
    .slice(0, widgetsTaken)
    .map(({ element }) => element)
}

/** What is to be known of a widget between one key and the next. */
type Sight = { focus: Element | null; active: string; states: string; value: string; drawn: string; paint: string }

const isValued = (widget: Element) => widget.matches(valued)

/** One widget, worked by real keys. */
export class Arrowing {
  readonly widget: HTMLElement
  private readonly focusBefore = document.activeElement
  private readonly observer: MutationObserver
  private changes = 0
  private first: Sight | null = null
  private last: Sight | null = null
  private answered = 0
  /** Presses that changed what is seen and nothing that is told. */
  private silent = 0
  private isMoved = false
  private readonly found: Found[] = []
  private readonly scroll = { left: scrollX, top: scrollY }

  constructor(widget: HTMLElement) {
    this.widget = widget
    this.observer = new MutationObserver((records) => {
      this.changes += records.length
    })
  }

  /** @param opener what it has just come out by, if by anything. @returns whether it can be worked. */
  async enter(opener: Element | null): Promise<boolean> {
    const { widget } = this
    if (!isLedTo(widget, opener)) {
      const parts = partsOf(widget).filter(isStop)
      const stop = isStop(widget) ? widget : (parts.find((part) => part.matches(chosen)) ?? parts[0])
      if (!(stop instanceof HTMLElement)) return false
      stop.focus({ preventScroll: true })
      await pause(0)
      const at = document.activeElement
      if (!at || !widget.contains(at) || at.matches(ownKeys)) return false
    }
    finishAnimations()
    this.observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    this.first = this.last = this.look()
    return true
  }

  /** After a key. @returns whether enough is known. */
  async pressed(): Promise<boolean> {
    const { last: before, widget } = this
    await pause(answerMs)
    if (!before || !widget.isConnected || !isSeen(widget)) return true
    finishAnimations()
    const now = this.look()
    this.last = now
    const isTold =
      now.focus !== before.focus ||
      now.active !== before.active ||
      now.states !== before.states ||
      now.value !== before.value
    if (isTold) this.isMoved = true
    const isSeenToChange = isValued(widget) ? now.drawn !== before.drawn : now.paint !== before.paint
    if (isTold || isSeenToChange) this.answered += 1
    if (isSeenToChange && !isTold) this.silent += 1
    const named = activeOf(now.focus)
    if (named && !withId(named.holder, named.id)) {
      this.found.push(nothingNamed(named.holder, named.id))
      return true
    }
    return this.answered >= pressesJudged
  }

  /** What has come of all keys. */
  async end(hasKeys: boolean, isOpened: boolean): Promise<Found[]> {
    // What is put off until the keys are left alone is waited for.
    if (this.answered === 0 && this.changes + this.observer.takeRecords().length === 0) await this.rest()
    this.changes += this.observer.takeRecords().length
    this.observer.disconnect()
    const found = this.judge(hasKeys, isOpened)
    if (!isOpened) {
      if (this.focusBefore instanceof HTMLElement && this.focusBefore !== document.body)
        this.focusBefore.focus({ preventScroll: true })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      scrollTo({ ...this.scroll, behavior: 'instant' })
    }
    return found
  }

  private async rest(): Promise<void> {
    await pause(restMs)
    const now = this.look()
    if (this.last && now.focus !== this.last.focus) this.answered += 1
    this.last = now
  }

  private judge(hasKeys: boolean, isOpened: boolean): Found[] {
    const { widget, first, last } = this
    if (this.found.length > 0 || !first || !last || !widget.isConnected || !isSeen(widget)) return this.found
    const what = `this ${writtenRole(widget)}, ${quote(nameOf(widget) || 'without a name')}`
    if (this.silent >= pressesJudged && !this.isMoved) return [this.untold(what)]
    if (this.answered > 0 || this.changes > 0 || (!hasKeys && !isOpened)) return []
    const missed = isValued(widget) ? widget : missedPart(widget, last.focus)
    if (!missed) return []
    return [
      foundOf(partsWithoutArrows, {
        element: missed,
        confidence: 'high',
        message: isValued(widget)
          ? `The arrow keys were pressed on ${what}, and nothing came of any.`
          : `Tab passes over ${quote(nameOf(missed) || 'this part')} of ${what}; the arrow keys were pressed, and nothing came of any.`,
      }),
    ]
  }

  private untold(what: string): Found {
    const { widget } = this
    if (isValued(widget))
      return foundOf(stateNotUpdated, {
        element: widget,
        confidence: 'high',
        message: `The arrow keys change what is seen of ${what}, and aria-valuenow="${widget.getAttribute('aria-valuenow') ?? ''}" stays as it was.`,
        remedy: 'Set aria-valuenow, and aria-valuetext where there is one, anew whenever the value changes.',
      })
    return foundOf(stateNotTold, {
      element: widget,
      confidence: 'high',
      message: `The arrow keys mark one part of ${what} after the other by its looks; neither the focus nor aria-activedescendant nor a state goes with it.`,
      remedy:
        'Move the focus to the part that is marked, or point aria-activedescendant at it, and set aria-selected on what is chosen.',
    })
  }

  private look(): Sight {
    const { widget } = this
    const focus = document.activeElement
    const parts = partsOf(widget).slice(0, partsTaken)
    return {
      focus,
      active: activeOf(focus)?.id ?? '',
      states: parts.map((part) => stating.map((name) => part.getAttribute(name)).join()).join('|'),
      value: ['aria-valuenow', 'aria-valuetext'].map((name) => widget.getAttribute(name)).join('|'),
      drawn: isValued(widget) ? drawnOf(widget) : '',
      paint: isValued(widget) ? '' : parts.map(paintOn).join('|'),
    }
  }
}

/** The focus is in it, or on what has brought it out and is to lead there. */
function isLedTo(widget: Element, opener: Element | null): boolean {
  if (!opener) return false
  const at = document.activeElement
  if (at && widget.contains(at)) return true
  const isItsOwn =
    opener.matches('[aria-haspopup]:not([aria-haspopup="dialog"]), [role="combobox"]') ||
    namedBy(opener, 'aria-controls', 'aria-owns').some((each) => each.contains(widget))
  return at === opener && isItsOwn && !isStop(widget) && !partsOf(widget).some(isStop)
}

const pressesJudged = 2
const chosen = '[aria-selected="true"], [aria-checked="true"], [aria-current]:not([aria-current="false"])'
const stating = ['aria-selected', 'aria-checked', 'aria-current', 'aria-expanded', 'aria-pressed']
/** They have a use of their own for the arrow keys. */
const ownKeys = 'input, select, textarea, iframe, video, audio, [contenteditable]'

/** What the element with the focus says is active, itself or for what holds it. */
function activeOf(focus: Element | null): { holder: Element; id: string } | null {
  const id = squeeze(focus?.getAttribute('aria-activedescendant') ?? '')
  return focus && id !== '' ? { holder: focus, id } : null
}

/** Where it stands in what holds it, where its parts do, and what is written on all of it. */
function drawnOf(widget: Element): string {
  const around = widget.parentElement ?? widget
  const ground = around.getBoundingClientRect()
  const places = [widget, ...[...widget.querySelectorAll('*')].slice(0, partsTaken)].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return [left - ground.left, top - ground.top, width, height].map(Math.round).join()
  })
  return `${places.join('|')}|${spokenText(widget, 60)}`
}

/** A part that Tab passes over and the focus is not in. */
function missedPart(widget: Element, focus: Element | null): Element | undefined {
  const parts = partsOf(widget).filter((part) => isSeen(part) && isExposed(part))
  if (parts.length < 2) return undefined
  const isCell = widget.matches('[role="grid"], [role="treegrid"]')
  return parts.find(
    (part) =>
      !isStop(part) &&
      !part.matches(':disabled, [aria-disabled="true"]') &&
      (!isCell || part.matches('[tabindex="-1"]')) &&
      !part.contains(focus) &&
      ![...part.querySelectorAll('*')].some(isStop),
  )
}
