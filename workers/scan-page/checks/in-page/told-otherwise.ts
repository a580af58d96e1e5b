/** A state that a press changes, told twice over or of another part than the one that it is of. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { live } from '#workers/scan-page/checks/in-page/announcing'
import { closest, isSeen, nameOf, quote, tagOf, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { sortNotTold } from '#workers/scan-page/checks/in-page/rules/sort-not-told'
import type { Opened } from '#workers/scan-page/checks/in-page/states'
import { stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'

export const stateToldTwice: CheckMeta = {
  rule: 'state-told-twice',
  criteria: ['4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Keep the name as it is and let aria-pressed tell the state, or change the name and leave aria-pressed out.',
}

/** A button of two states whose name changes with them: “Unmute, pressed” says that it is not muted. */
export function toldTwice({ opener, nameBefore, pressedBefore }: Opened): Found[] {
  const pressed = opener.getAttribute('aria-pressed')
  const states = [pressedBefore, pressed]
  if (!opener.isConnected || !isSeen(opener) || !(states.includes('true') && states.includes('false'))) return []
  const name = nameOf(opener)
  // A figure in it may count those who have pressed.
  const letters = (text: string) => wordsOf(text.replace(/\p{N}+/gu, ' ')).join(' ')
  if (nameBefore === '' || name === '' || letters(name) === letters(nameBefore)) return []
  return [
    foundOf(stateToldTwice, {
      element: opener,
      confidence: 'high',
      message: `${tagOf(opener)} was ${quote(nameBefore)} with aria-pressed="${pressedBefore}" and is ${quote(name)} with aria-pressed="${pressed}": both turn round, and say the contrary of one another.`,
    }),
  ]
}

export const popupOfOtherKind: CheckMeta = {
  rule: 'popup-of-other-kind',
  criteria: ['4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Leave aria-haspopup out where no menu, list box or dialog opens, and say with aria-expanded whether the part is open.',
}

const kinds: Readonly<Record<string, string>> = {
  true: '[role="menu"]',
  menu: '[role="menu"]',
  listbox: '[role="listbox"]',
  tree: '[role="tree"]',
  grid: '[role="grid"], [role="treegrid"]',
  dialog: 'dialog, [role="dialog"], [role="alertdialog"]',
}
/** What opens in their place and works as the other. */
const worked =
  '[role="menu"], [role="menubar"], [role="listbox"], [role="tree"], [role="grid"], [role="treegrid"], dialog, [role="dialog"], [role="alertdialog"], table, input[type="search"]'
const entries = 'a[href], button, li'
const fewestEntries = 2

/** A menu is promised, and what comes out is none: a list of links, or a dialog. */
export function otherPopup({ opener, roots, fresh }: Opened): Found[] {
  const promised = opener.getAttribute('aria-haspopup') ?? ''
  const kind = kinds[promised]
  const [root] = roots
  if (!kind || !root || !opener.isConnected || opener.matches('input, [role="combobox"]')) return []
  const all = [...fresh]
  if (all.some((each) => each.matches(kind)) || roots.some((each) => closest(each, kind))) return []
  if (all.some((each) => each.shadowRoot || each.localName.includes('-'))) return []
  const other = all.find((each) => each.matches(worked))
  const isList = !other && all.filter((each) => each.matches(entries)).length >= fewestEntries
  const isDialog = other?.matches('dialog, [role="dialog"], [role="alertdialog"]') === true
  if (!isList && !isDialog) return []
  return [
    foundOf(popupOfOtherKind, {
      element: opener,
      confidence: 'high',
      message: `${tagOf(opener)} ${quote(nameOf(opener) || 'without a name')} says with aria-haspopup="${promised}" that ${promised === 'true' ? 'a menu' : `a ${promised}`} opens, and what opens is ${isDialog ? 'a dialog' : `a ${root.localName === 'ul' || root.localName === 'ol' ? 'list' : 'part of the page'}`}.`,
    }),
  ]
}

const sorted = '[aria-sort="ascending"], [aria-sort="descending"]'
const headCells = 'th, [role="columnheader"]'

/** The rows have been put in order of a column, and another one is still said to be the one. */
export function sortedOtherwise({ opener, nameBefore, before, reworded, restyled }: Opened): Found[] {
  const head = opener.isConnected ? closest(opener, headCells) : null
  const table = head && closest(head, 'table, [role="table"], [role="grid"]')
  if (!head || !table || head.matches(sorted)) return []
  const heads = [...table.querySelectorAll(headCells)]
  const told = heads.find((each) => each.matches(sorted))
  if (heads.some((each) => restyled.has(each) && each.hasAttribute('aria-sort'))) return []
  const rows = [...table.querySelectorAll('tr, [role="row"]')].filter((row) => !row.contains(head))
  const isMoved = [...reworded].some((each) => table.contains(each) && rows.some((row) => each.contains(row)))
  // As many as before, and the same ones: none was sought out.
  if (rows.length < 2 || !isMoved || !rows.every((row) => before.has(row) && isSeen(row))) return []
  if ([...before].some((each) => !each.isConnected && each.matches('tr, [role="row"]'))) return []
  if (!told) {
    const isSaid = nameOf(opener) !== nameBefore || [...reworded].some((each) => closest(each, live) !== null)
    const isOfColumn =
      !head.matches('[scope="row"], [role="rowheader"]') &&
      heads.length > 1 &&
      closest(head, 'tr, [role="row"]') === closest(heads[0] ?? head, 'tr, [role="row"]')
    if (isSaid || !isOfColumn || heads.some((each) => each.hasAttribute('aria-sort'))) return []
    return [
      foundOf(sortNotTold, {
        element: head,
        confidence: 'high',
        message: `${quote(nameOf(opener))} was pressed and has put the rows in another order; that they are in order of it, nothing says.`,
      }),
    ]
  }
  return [
    foundOf(stateNotUpdated, {
      element: told,
      tier: 'practice',
      confidence: 'high',
      message: `${quote(nameOf(opener))} was pressed and has put the rows in another order, and aria-sort="${told.getAttribute('aria-sort')}" is still on ${quote(told.textContent ?? '')}.`,
      remedy: 'Move aria-sort to the head of the column that the rows are in order of, whenever that changes.',
    }),
  ]
}
