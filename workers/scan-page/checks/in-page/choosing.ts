/** Whether choosing another option leads away by itself. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { altsKept, picturesShown } from '#workers/scan-page/checks/in-page/announcing'
import { watchCounts } from '#workers/scan-page/checks/in-page/counting'
import {
  allElements,
  allMatching,
  ancestorsOf,
  isExposed,
  isSeen,
  namedBy,
  nameOf,
  parentOf,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { focusLost } from '#workers/scan-page/checks/in-page/focus-lost'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { freshTexts, isFaint, type TextsSeen, textsSeen } from '#workers/scan-page/checks/in-page/fresh-texts'
import { namesHarm, soundsHarmful } from '#workers/scan-page/checks/in-page/harm'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { fieldsShown } from '#workers/scan-page/checks/in-page/revealed'
import { watchSlider } from '#workers/scan-page/checks/in-page/sliders'
import { finishAnimations, pause, wordOf } from '#workers/scan-page/checks/in-page/states'
import { departures, watchSending, windowsAsked } from '#workers/scan-page/checks/in-page/stay'
import { watchSuggestions } from '#workers/scan-page/checks/in-page/suggesting'
import { judgedByColor, textsAround } from '#workers/scan-page/checks/in-page/typed-colors'

export const changeOnInput: CheckMeta = {
  rule: 'change-of-context-on-input',
  criteria: ['3.2.2', '3.2.5'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let a button do it after the choice, or say before the control what choosing does.',
}

const choicesTaken = 3
const answerMs = 60

type Choice = HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement

/** @param isHeard whether a script listens for changes of an element. */
export function choices(isHeard: (element: Element) => boolean): Choice[] {
  return allElements()
    .filter((element): element is Choice => isChoice(element) && isSeen(element) && isExposed(element))
    .filter((element) => [element, ...ancestorsOf(element)].some((each) => isHeard(each)))
    .filter((element) => !soundsHarmful(nameOf(element)) && !namesHarm(`${element.id} ${element.name}`))
    .slice(0, choicesTaken)
}

function isChoice(element: Element): boolean {
  if (element instanceof HTMLSelectElement)
    return !element.multiple && !element.disabled && otherOption(element) !== null
  if (element instanceof HTMLTextAreaElement) return !element.disabled && !element.readOnly && element.value === ''
  return (
    element instanceof HTMLInputElement &&
    !element.disabled &&
    (element.type === 'file'
      ? element.files?.length === 0
      : /^(?:radio|checkbox)$/.test(element.type)
        ? !element.checked
        : isSlider(element) || isShortEntry(element) || isNewPassword(element) || isFilter(element))
  )
}

/** One that is made up: what scripts say of it is for nobody to keep. */
const isNewPassword = (input: HTMLInputElement) =>
  input.type === 'password' && !input.readOnly && input.value === '' && input.autocomplete === 'new-password'

/** What is written in one go; in a field of a search or a longer text, each letter may well change what is shown. */
const isShortEntry = (input: HTMLInputElement) =>
  /^(?:text|tel|number|date|time|month|week|datetime-local)$/.test(input.type) &&
  !input.readOnly &&
  input.value === '' &&
  !isSearch(input)

/** One of a browser, which says its number where nothing else is said for it. */
const isSlider = (choice: HTMLInputElement): boolean => choice.type === 'range'

/** What is looked for among the things of this page, or of the site: each letter may change what is shown. */
const isFilter = (input: HTMLInputElement) =>
  /^(?:text|search)$/.test(input.type) && !input.readOnly && input.value === '' && isSearch(input)

const isSearched = (choice: Choice) => choice instanceof HTMLInputElement && isSearch(choice) && isWritten(choice)

/** What comes of it is looked at in the page as it was before. */
const watchers = (choice: Choice) => ({
  texts: !(choice instanceof HTMLSelectElement) && isWritten(choice) ? textsAround(choice) : [],
  counts: choice.type === 'file' || choice.type === 'range' ? undefined : watchCounts(),
  slid: choice instanceof HTMLInputElement && isSlider(choice) ? watchSlider(choice) : undefined,
  shown: isWritten(choice) ? undefined : fieldsShown(),
})

const isSearch = (input: HTMLInputElement) =>
  input.type === 'search' ||
  /search|query|filter|suche|recherche|buscar|cerca|zoek|szukaj|filtr/i.test(
    `${input.name} ${input.id} ${nameOf(input)}`,
  )

const otherOption = (select: HTMLSelectElement) =>
  [...select.options].find((option) => !option.selected && !option.disabled && option.value !== '') ?? null

/** What is written there may be completed from a list. */
const isSuggested = (choice: Choice): choice is HTMLInputElement =>
  choice instanceof HTMLInputElement && /^(?:text|search)$/.test(choice.type) && choice.maxLength < 0

/** What a letter brings out, which many words have. What the focus alone brings out is not meant. */
async function suggestedFor(input: HTMLInputElement): Promise<Found[]> {
  const suggestions = watchSuggestions(input)
  enter(input, 'a', 'a')
  await pause(answerMs)
  return suggestions.untold()
}

/** What came of a choice, which is made still: `putBack` takes it back. */
export type Chosen = { state: string; found: Found[]; faint: readonly Element[]; putBack: () => void }

export async function choose(choice: Choice): Promise<Chosen> {
  const seen = textsSeen()
  const [before, windowsBefore] = [departures(), windowsAsked()]
  const pictures = picturesShown(allElements())
  const { texts, counts, slid, shown } = watchers(choice)
  const focused = focusFor(choice)
  const nameBefore = nameOf(choice)
  const suggested = isSuggested(choice) ? await suggestedFor(choice) : []
  const sending = watchSending()
  const undo = change(choice)
  await pause(answerMs)
  sending.end()
  const isLeaving = departures() > before || sending.isKept() === false
  const kept = [
    ...altsKept(pictures, choice),
    ...judgedByColor(texts),
    ...(counts?.uncounted(choice) ?? []),
    ...(slid?.() ?? []),
    ...(shown?.revealedBefore(choice) ?? []),
    ...suggested,
    ...(focused && isWritten(choice) ? movedOn(choice, focused) : []),
    ...(focused ? await lostWith(choice, nameBefore) : []),
  ]
  // What is found may come in place of the page, and not in another window at every letter.
  const hasOpened = windowsAsked() > windowsBefore
  const isSearching = isSearched(choice) && !hasOpened
  const isTold = isLeaving && !isForetold(choice) && !isSearching
  return {
    state: `after ${isWritten(choice) ? 'writing into' : 'choosing another value of'} ${wordOf(choice)}`,
    found: isTold ? [leadsAway(choice, hasOpened)] : kept,
    faint: isTold ? [] : faintSince(seen),
    putBack() {
      undo()
      if (focused && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
  }
}

function change(choice: Choice): () => void {
  if (choice instanceof HTMLSelectElement) return chooseOption(choice)
  if (choice instanceof HTMLTextAreaElement) return write(choice)
  if (choice.type === 'file') return chooseFile(choice)
  if (isSlider(choice)) return slide(choice)
  return isWritten(choice) ? write(choice) : check(choice)
}

const leadsAway = (choice: Choice, hasOpened: boolean): Found =>
  foundOf(changeOnInput, {
    element: choice,
    // Whether it is foretold in another language is for who reads that.
    tier:
      (hasOpened && isWritten(choice)) || languagesRead.test(document.documentElement.lang || 'en')
        ? 'error'
        : 'warning',
    confidence: 'high',
    message: `${isWritten(choice) ? 'Writing into' : 'Choosing another value of'} ${quote(nameOf(choice) || 'this field')} leads away from the page, and nothing says so before.`,
  })

/** What the choice has brought out, or painted otherwise, in too faint a colour. */
function faintSince(seen: TextsSeen): readonly Element[] {
  const fresh = freshTexts(seen)
  // What fades in is held to what it will look like.
  if (fresh.length > 0) finishAnimations()
  return fresh.filter(isFaint)
}

/** It has the focus. @returns it, where something else could take it from there. */
function focusFor(choice: Choice): Choice | null {
  choice.focus({ preventScroll: true })
  return focusIn(document) === choice ? choice : null
}

function focusIn(root: Document | ShadowRoot): Element | null {
  const { activeElement } = root
  return activeElement?.shadowRoot ? focusIn(activeElement.shadowRoot) : activeElement
}

/** The focus has gone on to another field by itself, and nothing said so before. */
function movedOn(choice: Choice, from: Choice): Found[] {
  const now = focusIn(document)
  if (now === from || !(now instanceof HTMLElement) || !now.matches('input, select, textarea, button')) return []
  if (isForetold(choice)) return []
  return [
    foundOf(changeOnInput, {
      element: choice,
      tier: 'warning',
      confidence: 'medium',
      message: `Writing into ${quote(nameOf(choice) || 'this field')} moves the focus on to ${quote(nameOf(now) || 'another field')}, and nothing says so before.`,
    }),
  ]
}

const restingMs = 400

/** A script has drawn it anew, and nothing has the focus since. */
async function lostWith(choice: Choice, name: string): Promise<Found[]> {
  const isLost = () => !choice.isConnected && (document.activeElement ?? document.body) === document.body
  if (!isLost()) return []
  // It may be given on to what has come in its place.
  await pause(restingMs)
  const [anew] = isLost() ? twinsOf(choice) : []
  if (!anew) return []
  return [
    foundOf(focusLost, {
      element: anew,
      confidence: 'high',
      message: `${isWritten(choice) ? 'Writing into' : 'Choosing another value of'} ${quote(name || 'this field')} draws it anew, and the focus is gone with the old one: it is back at the page’s start.`,
    }),
  ]
}

/** Those that are there in place of one that is not any more. */
const twinsOf = (choice: Choice): Choice[] =>
  allElements().filter(
    (each): each is Choice =>
      (each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement) &&
      each.type === choice.type &&
      (choice.id === '' ? each.name === choice.name && each.value === choice.value : each.id === choice.id),
  )

function chooseOption(select: HTMLSelectElement): () => void {
  const { selectedIndex } = select
  const option = otherOption(select)
  if (option) option.selected = true
  tell(select)
  return () => {
    select.selectedIndex = selectedIndex
    tell(select)
  }
}

/** An empty one, of a kind that is taken. */
function chooseFile(input: HTMLInputElement): () => void {
  const kind = input.accept
    .split(',')
    .find((each) => /^[\w-]+\/[\w.+-]+$/.test(each.trim()))
    ?.trim()
  const given = new DataTransfer()
  given.items.add(new File([], 'example', { type: kind ?? 'text/plain' }))
  input.files = given.files
  tell(input)
  return () => {
    input.value = ''
    tell(input)
  }
}

/** To its end, or to its beginning where it is there. */
function slide(input: HTMLInputElement): () => void {
  const { value, max } = input
  input.value = max === '' ? '100' : max
  if (input.value === value) input.value = input.min === '' ? '0' : input.min
  tell(input)
  return () => {
    input.value = value
    tell(input)
  }
}

function check(input: HTMLInputElement): () => void {
  const others = allMatching<HTMLInputElement>('input[type="radio"]').filter(
    (other) => other.name === input.name && other.checked,
  )
  // As a press does it: listeners of clicks hear of it, too, and of its being taken back.
  input.click()
  return () => {
    const [now = input] = input.isConnected ? [input] : twinsOf(input)
    if (!(now instanceof HTMLInputElement)) return
    const undo = now.type === 'checkbox' ? now : others[0]
    if (now.checked) undo?.click()
    if (now.isConnected) now.checked = false
    for (const other of others) other.checked = true
  }
}

const isWritten = (choice: Choice): boolean =>
  choice instanceof HTMLTextAreaElement ||
  (choice instanceof HTMLInputElement && !/^(?:radio|checkbox|file|range)$/.test(choice.type))

const longestEntry = 10
/** As many as a code has that is sent to a telephone; a script may count them without saying so. */
const figuresOfCode = 8
/** What stands in a field as a whole. */
const atOnce: Readonly<Record<string, string>> = {
  password: 'Garden-2024-spade',
  date: '2024-01-01',
  time: '10:00',
  month: '2024-01',
  week: '2024-W01',
  'datetime-local': '2024-01-01T10:00',
}

export function enter(input: HTMLInputElement | HTMLTextAreaElement, value: string, key: string): void {
  input.value = value
  input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  input.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, composed: true }))
}

/** As many figures as it takes, one after the other. */
function write(input: HTMLInputElement | HTMLTextAreaElement): () => void {
  const isOfSearch = input instanceof HTMLInputElement && isSearch(input)
  const longest = input.maxLength > 0 ? input.maxLength : isOfSearch ? 1 : figuresOfCode
  const length = atOnce[input.type] === undefined ? Math.min(longest, longestEntry) : 1
  for (let count = 1; count <= length; count += 1) {
    enter(input, atOnce[input.type] ?? '1'.repeat(count), '1')
  }
  // A moment that is picked is told of at once, without leaving the field.
  if (atOnce[input.type] !== undefined) input.dispatchEvent(new Event('change', { bubbles: true }))
  return () => {
    input.value = ''
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  }
}

function tell(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

const foretelling =
  /(?<!\p{L})(?:will|automatic\w*|immediate\w*|instant\w*|reload\w*|as soon as|takes? you|go(?:es)? to|jump|opens?|refresh\w*|switch(?:es)? to|leads?|page changes|wird|automatisch|sofort|wechselt|lädt|neu geladen|öffnet|automatiquement|aller à|(?:se )?recharg\w*|actualis\w*|dès que|ouvre|automáticamente|ir a|recarga\w*|abre|automaticamente|ricaric\w*|atualiz\w*|automatisch|herlaadt|opent|otw(?:orzy|iera)\p{L}*|automatycznie|od razu|prze(?:niesie|jdzie|ładuje|chodzi)\p{L}*|odśwież\p{L}*|öppna[rs]|automatiskt?|direkt|åbne[rs]|åpne[rs]|straks|med det samme|indlæses|automaticky|ihned|otev(?:ře|írá)|načte)(?!\p{L})|自動|開き|移動し|すぐに|تلقائي|يفتح|تفتح|ينقل|فور/iu
const languagesRead = /^(?:en|de|fr|es|it|pt|nl|pl|sv|da|nb|no|cs|ja|ar)\b/i

/** In its name, its description, or the words before it. */
function isForetold(choice: Choice): boolean {
  const described = namedBy(choice, 'aria-describedby').map(({ textContent }) => textContent)
  const holder = choice.form ?? parentOf(parentOf(choice) ?? choice)
  const around = holder && holder !== document.body ? spokenText(holder, 600) : ''
  const before = parentOf(choice)?.previousElementSibling?.textContent ?? ''
  return foretelling.test(squeeze([nameOf(choice), ...described, around, before.slice(-300)].join(' ')))
}
