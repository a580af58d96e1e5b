/** Which controls of a page may be pressed to see what opens: buttons and links to nowhere, none that submits or sounds as if it did harm. */
import {
  allMatching,
  ancestorsOf,
  closest,
  isFocusable,
  isSeen,
  namedBy,
  nameOf,
  parentOf,
  squeeze,
  withId,
} from '#workers/scan-page/checks/in-page/dom'
import { namesHarm, soundsHarmful } from '#workers/scan-page/checks/in-page/harm'

/** What scripts listen for, of an element; whether clicks are heard further up. */
export type Hears = { isPressed: (element: Element) => boolean; isPressedAbove: boolean }

const pressedAtMost = 6
const namedLong = 80

const opensDialog =
  '[aria-haspopup="dialog"], [data-bs-toggle="modal"], [data-toggle="modal"], [data-modal], [data-modal-target], [data-modal-open], [data-open-modal], [data-dialog], [data-dialog-target], [data-micromodal-trigger], [command="show-modal"]'
export const opensSomething =
  'summary, [data-modal], [data-modal-target], [data-modal-open], [data-open-modal], [data-dialog], [data-dialog-target], [data-micromodal-trigger], [aria-expanded="false"], [aria-haspopup]:not([aria-haspopup="false"]), [aria-controls], [popovertarget], [commandfor], [role="tab"], [data-toggle], [data-bs-toggle]'
const buttons =
  'button, [role="button"], [role="tab"], [role="checkbox"]:not(input), [role="switch"]:not(input), [role="radio"]:not(input), [role="combobox"]:not(input, select), summary, input[type="button"], a:not([href]), a[href=""], a[href^="#"], a[href^="javascript:"], [role="treeitem"][aria-expanded="false"], [role="row"][aria-expanded="false"]'
const unfit =
  ':disabled, [aria-disabled="true"], [target], [download], [formaction], [formmethod], [href*="//"], [type="submit"], [type="reset"], [type="image"], [type="file"], [aria-expanded="true"], [aria-selected="true"], [role="radio"]:is([aria-checked="true"], :not([aria-checked])), [aria-current], [contenteditable] *, [inert] *, [aria-hidden="true"] *, [data-method], [data-confirm], [hx-post], [hx-delete], [hx-put], [hx-patch]'

/** In the order they are pressed: what says it opens something first, and one of each kind before a second of any. */
export function pressables(elements: readonly Element[], hears: Hears): HTMLElement[] {
  const ranked = elements.flatMap((element) => {
    const rank = element instanceof HTMLElement ? rankOf(element, hears) : null
    return rank === null || !(element instanceof HTMLElement) ? [] : [{ element, rank }]
  })
  const kinds = new Map<string, number>()
  const inTurn = ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map((each) => {
      const kind = kindOf(each.element)
      const turn = kinds.get(kind) ?? 0
      kinds.set(kind, turn + 1)
      return { ...each, turn }
    })
  return inTurn
    .sort((a, b) => a.turn - b.turn || a.rank - b.rank)
    .slice(0, pressedAtMost)
    .map(({ element }) => element)
}

/** Null for what is not pressed. */
function rankOf(element: HTMLElement, hears: Hears): number | null {
  if (!element.matches(buttons) || element.matches(unfit)) return null
  const rank = causeOf(element, hears)
  return rank === null || submits(element) || leads(element) || !isSafe(element) || !isSeen(element) ? null : rank
}

function causeOf(element: HTMLElement, { isPressed, isPressedAbove }: Hears): number | null {
  if (element.matches(opensDialog) || controlsOf(element)?.matches('dialog, [role="dialog"], [role="alertdialog"]'))
    return 0
  // A press may choose them, and only another key unfold them.
  if (element.matches('[role="treeitem"], [role="row"]')) return isPressed(element) ? 4 : null
  if (element.matches(opensSomething)) return 1
  if (isPressed(element)) return 2
  // Frameworks listen at the top of the page for all.
  const isHeardAbove = isPressedAbove || ancestorsOf(element).some(isPressed)
  return isHeardAbove && element.matches('button, [role="button"]') && isFocusable(element) ? 3 : null
}

const controlsOf = (element: Element) =>
  withId(element, element.getAttribute('aria-controls') ?? element.getAttribute('commandfor') ?? '')

const submits = (element: Element) =>
  element instanceof HTMLButtonElement && element.form !== null && element.type !== 'button'

/** A link within the page leads somewhere when what it names is there. */
function leads(element: HTMLElement): boolean {
  const href = element.getAttribute('href')
  if (href === null || href === '' || href === '#') return false
  if (/^javascript:/i.test(href)) return !/^javascript:\s*(?:void\s*\(?\s*0\s*\)?|\/\/)?;?\s*$/i.test(href)
  return !element.matches(opensSomething) && !element.matches(opensDialog) && !showsHidden(element)
}

/** A link to a part of the page that is hidden: what is pressed of it is a script. */
function showsHidden(element: HTMLElement): boolean {
  const target = /^#[\w-]+$/.test(element.getAttribute('href') ?? '') && element.getAttribute('href')?.slice(1)
  const part = target ? withId(element, target) : null
  return part !== null && !part.checkVisibility()
}

/** By its words, and by what programs call it and what holds it. */
export function isSafe(element: Element): boolean {
  const words = [nameOf(element), element.getAttribute('title') ?? '', element.getAttribute('value') ?? '']
  const names = ['id', 'class', 'name', 'data-action', 'data-target', 'onclick', 'href', 'aria-controls', 'data-testid']
  const form = closest(element, 'form')
  // What asks first is said to.
  if (opensAlone(element)) return true
  // What is turned on by a press is turned off by the next: what it is called says what it is about, and seldom what the press does.
  const harms = isTurned(element) ? namesHarm : soundsHarmful
  return (
    !harms(words.join(' ').slice(0, namedLong * 3)) &&
    !names.some((name) => namesHarm((element.getAttribute(name) ?? '').slice(0, 400))) &&
    !(form && namesHarm(form.getAttribute('action') ?? ''))
  )
}

/** By its own word, a press of it brings out a dialog, and does nothing else. */
const opensAlone = (element: Element): boolean =>
  element.matches(
    '[aria-haspopup="dialog"], [popovertarget]:not([popovertargetaction="hide"]), [commandfor][command="show-modal"], [data-bs-toggle="modal"], [data-toggle="modal"]',
  ) ||
  controlsOf(element)?.matches('dialog:not([open]), [role="alertdialog"]') === true ||
  isCalledLikeHidden(element)

/** A dialog that is there and not to be seen has its name: what is asked for in it is done by the button that it has itself. */
const isCalledLikeHidden = (element: Element): boolean => {
  const name = nameOf(element)
  return (
    name !== '' &&
    !submits(element) &&
    allMatching('dialog:not([open]), [role="dialog"], [role="alertdialog"]').some(
      (dialog) => !dialog.checkVisibility() && titleOf(dialog) === name,
    )
  )
}

const titleOf = (dialog: Element): string => {
  const [label] = namedBy(dialog, 'aria-labelledby')
  return squeeze((label ?? dialog.querySelector('h1, h2, h3, h4'))?.textContent ?? '')
}

const isTurned = (element: Element) =>
  element.hasAttribute('aria-pressed') ||
  /^(?:switch|checkbox|menuitemcheckbox)$/.test(element.getAttribute('role') ?? '') ||
  /(?:^|[\s_-])(?:toggle|switch)(?![a-z])/i.test(element.getAttribute('class') ?? '')

const kindOf = (element: Element) =>
  [
    element.localName,
    element.getAttribute('class'),
    element.getAttribute('role'),
    parentOf(element)?.localName,
    parentOf(element)?.getAttribute('class'),
  ].join('|')
