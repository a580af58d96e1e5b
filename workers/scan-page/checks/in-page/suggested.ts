/** Suggestions below a field, brought out by what words begin with: whether keys get to them, or the mouse alone does. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { live } from '#workers/scan-page/checks/in-page/announcing'
import { nothingNamed } from '#workers/scan-page/checks/in-page/arrowing'
import { beginnings } from '#workers/scan-page/checks/in-page/beginnings'
import { enter } from '#workers/scan-page/checks/in-page/choosing'
import {
  allElements,
  allMatching,
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  nameOf,
  quote,
  spokenText,
  squeeze,
  tagOf,
  withId,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { namesHarm, soundsHarmful } from '#workers/scan-page/checks/in-page/harm'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { countTimers, newIn, paintOn, pause, pressOnce, scene } from '#workers/scan-page/checks/in-page/states'
import { departures } from '#workers/scan-page/checks/in-page/stay'
import { listBelow, suggestionsNotTold } from '#workers/scan-page/checks/in-page/suggesting'
import { stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'

export const suggestionsForMouse: CheckMeta = {
  rule: 'suggestions-for-mouse',
  criteria: ['2.1.1', '2.1.3'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Let the arrow keys lead through the suggestions, with the focus or aria-activedescendant on one of them, and Enter take it.',
}

const fieldsTried = 2
const answerMs = 20
/** What is asked for elsewhere takes longer to come. */
const fetchedMs = 350
/** Of a field that hardly looks as if it completed anything, so much is tried. */
const triedOfOthers = 3

const completes =
  '[role="combobox"], [role="combobox"] *, [aria-autocomplete="list"], [aria-autocomplete="both"], [aria-controls], [aria-owns], [aria-haspopup], [aria-expanded]'
const boxes =
  'ul, ol, [role="listbox"], [class*="suggest" i], [class*="autocomplete" i], [class*="typeahead" i], [class*="dropdown" i], [class*="results" i], [class*="options" i], [class*="matches" i], [id*="suggest" i], [id*="results" i]'

/** @param isHeard whether a script listens for what is written into an element. */
export const suggestingFields = (isHeard: (element: Element) => boolean): HTMLInputElement[] =>
  allElements()
    .filter(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement &&
        /^(?:text|search)$/.test(element.type) &&
        !element.disabled &&
        !element.readOnly &&
        element.value === '' &&
        !element.hasAttribute('list') &&
        !(element.maxLength >= 0 && element.maxLength < 8) &&
        !/numeric|decimal/.test(element.inputMode) &&
        isSeen(element) &&
        isExposed(element),
    )
    .filter((element) => [element, ...ancestorsOf(element)].some(isHeard))
    .filter((element) => !soundsHarmful(nameOf(element)) && !namesHarm(`${element.id} ${element.name}`))
    .toSorted((one, other) => Number(isCompleted(other)) - Number(isCompleted(one)))
    .slice(0, fieldsTried)

const isCompleted = (field: HTMLInputElement): boolean =>
  field.matches(completes) || emptyBoxes(field).length > 0 || (field.autocomplete === 'off' && field.type === 'text')

/** What is there beside a field for suggestions that are yet to come. */
const emptyBoxes = (field: HTMLInputElement): Element[] =>
  ancestorsOf(field)
    .slice(0, 2)
    .flatMap((around) => [...around.querySelectorAll(boxes)])
    .filter((box) => !box.contains(field) && !isSeen(box))

type Suggested = {
  field: HTMLInputElement
  written: string
  list: Element
  option: HTMLElement
}

/** Suggestions of one field, out or brought out again. */
export class Suggesting {
  private readonly hiddenBefore: readonly (readonly [HTMLInputElement, string])[]
  private out: Suggested | null = null
  private look = ''
  private painted: readonly string[] = []
  private said: { hasAny: () => boolean; end: () => void } | null = null
  private readonly focusBefore = document.activeElement

  private readonly field: HTMLInputElement

  constructor(field: HTMLInputElement) {
    this.field = field
    this.hiddenBefore = hiddenFields().map((each) => [each, each.value] as const)
  }

  /** Writes what words begin with, until something comes out. @returns whether options to choose from have. */
  async bringOut(): Promise<boolean> {
    const isLikely = isCompleted(this.field)
    const tried = beginnings(this.field).slice(0, isLikely ? undefined : triedOfOthers)
    const fetchedBefore = fetched()
    for (const [at, written] of tried.entries()) {
      const waitMs = isLikely && at === 0 ? fetchedMs : fetched() > fetchedBefore ? fetchedMs / 2 : 0
      this.out = await this.write(written, waitMs)
      if (this.out) break
    }
    this.note()
    return this.out !== null && !isChosenAtOnce(this.out)
  }

  /** @param waitMs for what does not come at once. */
  private async write(written: string, waitMs: number): Promise<Suggested | null> {
    const { field } = this
    field.focus({ preventScroll: true })
    if (field.value !== '') enter(field, '', 'Backspace')
    await pause(answerMs)
    const before = scene()
    const timersSet = countTimers()
    let changes = 0
    const observer = new MutationObserver((records) => {
      changes += records.length
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    window.dispatchEvent(new Event('assay-press'))
    for (let length = 1; length <= written.length; length += 1)
      enter(field, written.slice(0, length), written[length - 1] ?? '')
    await pause(answerMs)
    // Who waits until somebody has stopped to write is told that this is so.
    if (timersSet() > 0) {
      window.dispatchEvent(new Event('assay-hurry-all'))
      await pause(answerMs)
    }
    const look = () => (changes + observer.takeRecords().length > 0 ? suggestedBelow(field, written, before) : null)
    let out = look()
    for (let waited = 0; !out && waited < waitMs; waited += waitMs / 3) {
      await pause(waitMs / 3)
      out = look()
    }
    observer.disconnect()
    return out
  }

  /** Remembers how all looks, for what a key changes. */
  private note(): void {
    this.look = this.lookNow()
    this.painted = this.paintedNow()
    this.said?.end()
    this.said = watchLive()
  }

  private optionsNow(): Element[] {
    return this.out ? [...this.out.list.querySelectorAll(optionsOf)].filter(isSeen).slice(0, optionsTaken) : []
  }

  private paintedNow(): string[] {
    return this.optionsNow().map(paintOn)
  }

  private lookNow(): string {
    if (!this.out) return ''
    const { field, list } = this.out
    const around = closest(field, '[role="combobox"]') ?? field
    return [list.outerHTML, field.value, field.outerHTML.length, around.getAttribute('aria-activedescendant')].join('|')
  }

  /** Whether a key that was pressed has got to a suggestion, or done anything with them. */
  async isReached(): Promise<boolean> {
    await pause(answerMs * 3)
    return this.lookNow() !== this.look || this.isWithFocus()
  }

  /** Once the list is out: what says still that it is not. */
  foldedStill(): Found[] {
    if (!this.out) return []
    const { field, list } = this.out
    const box = closest(field, '[role="combobox"]')
    if (!box?.matches('[aria-expanded="false"]') || !isListOf(field, list) || !isSeen(list)) return []
    // One line alone may say that more is on its way, or that there is none.
    if ([...list.querySelectorAll(optionsOf)].filter(isSeen).length < 2) return []
    return [
      foundOf(stateNotUpdated, {
        element: box,
        confidence: 'high',
        message: `${tagOf(box)} ${quote(nameOf(field) || 'without a name')} has aria-expanded="false" still while its list is out: ${quote(spokenText(list, 60))}.`,
      }),
    ]
  }

  /** After an arrow key: what is named as the suggestion that is marked, and is nowhere. */
  activeMissing(): Found[] {
    const { field } = this
    const id = squeeze(field.getAttribute('aria-activedescendant') ?? '')
    return id === '' || withId(field, id) ? [] : [nothingNamed(field, id)]
  }

  /** After Tab: the focus is in the list, something was taken, or the list stays and holds what Tab gets to later. */
  async isTabbedTo(): Promise<boolean> {
    await pause(answerMs * 3)
    if (!this.out) return true
    const { field, written, list } = this.out
    const isOut = list.isConnected && isSeen(list)
    return this.isWithFocus() || field.value !== written || (isOut && list.querySelector(stops) !== null)
  }

  /** A key has marked one of them for the eye, and neither the focus nor the field nor a live region tells which. */
  markedUntold(): Found[] {
    if (!this.out) return []
    const { field, written, list } = this.out
    const now = this.paintedNow()
    const marked = now.flatMap((paint, at) => (paint === this.painted[at] ? [] : [at]))
    const [at = 0] = marked
    const option = this.optionsNow()[at]
    const isLikeBefore = now.length === this.painted.length && list.isConnected && isSeen(list)
    if (marked.length !== 1 || !option || !isLikeBefore || field.value !== written || this.isWithFocus()) return []
    const around = closest(field, '[role="combobox"]') ?? field
    if ([field, around].some((each) => (each.getAttribute('aria-activedescendant') ?? '') !== '')) return []
    if (this.said?.hasAny() !== false) return []
    return [
      foundOf(suggestionsNotTold, {
        element: field,
        tier: 'practice',
        confidence: 'high',
        message: `The arrow keys mark ${quote(spokenText(option))} below ${quote(nameOf(field) || 'a field')} for the eye alone: the field does not name it by aria-activedescendant.`,
        remedy: 'Give each suggestion an id, and name the one that is marked in aria-activedescendant of the field.',
      }),
    ]
  }

  private isWithFocus(): boolean {
    const { activeElement } = document
    return this.out !== null && activeElement !== null && this.out.list.contains(activeElement)
  }

  /** What a click on the first one comes to, where Enter comes to nothing. */
  async takenByMouse(): Promise<Found[]> {
    if (!this.out) return []
    const { written } = this.out
    const again = async () => {
      this.out = await this.write(written, fetchedMs)
      return this.out
    }
    const out = await again()
    if (!out) return []
    for (const type of ['keydown', 'keyup'])
      this.field.dispatchEvent(
        new KeyboardEvent(type, {
          key: 'Enter',
          code: 'Enter',
          keyCode: 13,
          bubbles: true,
          cancelable: true,
          composed: true,
        }),
      )
    await pause(answerMs * 2)
    if (this.field.value !== written || this.hiddenChanged().length > 0) return []
    const last = await again()
    if (!last) return []
    const { list, option } = last
    const words = quote(spokenText(option))
    const lefts = departures()
    pressOnce(option)
    await pause(answerMs * 3)
    const filled = this.hiddenChanged()
    const isTaken = this.field.value !== written || filled.length > 0 || departures() > lefts
    if (!isTaken) return []
    const isSure = filled.length > 0 && !(await this.fillsWhenWritten(squeeze(option.textContent ?? ''), filled))
    return [
      foundOf(suggestionsForMouse, {
        element: list.isConnected ? list : this.field,
        tier: isSure ? 'error' : 'practice',
        confidence: 'high',
        message: `The suggestion ${words} below ${quote(nameOf(this.field) || 'a field')} is taken by a click; neither the arrow keys nor Tab nor Enter get to it${isSure ? ', and writing it out does not choose it either' : ''}.`,
      }),
    ]
  }

  private hiddenChanged(): HTMLInputElement[] {
    const known = new Map(this.hiddenBefore)
    return hiddenFields().filter((each) => each.value !== (known.get(each) ?? ''))
  }

  /** Whether who writes all of it comes to the same as by the click. */
  private async fillsWhenWritten(words: string, filled: readonly HTMLInputElement[]): Promise<boolean> {
    const chosen = filled.map(({ value }) => value)
    for (const [input, value] of this.hiddenBefore) input.value = value
    await this.write(words, 0)
    this.field.dispatchEvent(new Event('change', { bubbles: true }))
    this.field.blur()
    await pause(answerMs * 2)
    return filled.every((input, at) => input.value === chosen[at])
  }

  /** Takes out what was written, and what was chosen by it. */
  end(): void {
    this.said?.end()
    for (const [input, value] of this.hiddenBefore) input.value = value
    enter(this.field, '', 'Backspace')
    this.field.blur()
    if (this.focusBefore instanceof HTMLElement && this.focusBefore !== document.body)
      this.focusBefore.focus({ preventScroll: true })
    this.out = null
  }
}

const optionsTaken = 20

/** Whether a live region says anything from now on, until it is ended. */
function watchLive() {
  let hasAny = false
  const note = (records: readonly MutationRecord[]) => {
    hasAny ||= records.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element !== null && closest(element, live) !== null
    })
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  return {
    hasAny() {
      note(observer.takeRecords())
      return hasAny
    },
    end: () => observer.disconnect(),
  }
}

const stops = 'a[href], button:not([tabindex="-1"]), [tabindex="0"]'
const optionsOf =
  '[role="option"], li, a, button, [tabindex], [data-value], [data-id], [class*="option" i], [class*="item" i], [class*="suggest" i], [class*="result" i], div + div'

/** It calls itself the list of choices, or the field calls it its own. */
const isListOf = (field: Element, element: Element): boolean =>
  element.matches('[role="listbox"]') ||
  element.querySelector('[role="listbox"]') !== null ||
  (element.id !== '' &&
    ['aria-controls', 'aria-owns'].some((name) => (field.getAttribute(name) ?? '').split(/\s+/).includes(element.id)))

/** How much has come from elsewhere so far. */
const fetched = (): number => performance.getEntriesByType('resource').length

const hiddenFields = (): HTMLInputElement[] => allMatching<HTMLInputElement>('input[type="hidden"]')

function suggestedBelow(field: HTMLInputElement, written: string, before: ReturnType<typeof scene>): Suggested | null {
  const list = listBelow(field, newIn(before), optionsOf, (element) => isListOf(field, element))
  if (!list) return null
  const inner = [...list.querySelectorAll<HTMLElement>(optionsOf)].filter(isSeen)
  const options = inner.length > 0 ? inner : [...list.children].filter((each) => each instanceof HTMLElement)
  const sought = plain(written)
  // What comes out may be a remark on what was written.
  const fitting = options.filter((each) => plain(each.textContent ?? '').includes(sought))
  const option = fitting.find((each) => !fitting.some((other) => other !== each && each.contains(other)))
  return option ? { field, written, list, option } : null
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** One is marked as the one that Enter takes, without any key. */
function isChosenAtOnce({ field, list, option }: Suggested): boolean {
  if ((field.getAttribute('aria-activedescendant') ?? '') !== '' || list.querySelector('[aria-selected="true"]'))
    return true
  const entry = closest(option, 'li, [role="option"]') ?? option
  const looks = [...(entry.parentElement?.children ?? [])].map((each) => each.getAttribute('class') ?? '')
  return looks.length > 1 && looks[0] !== looks[1]
}
