/** Whether a control that was pressed says what has become of it: unfolded, chosen, on or off. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isSeen, namedBy, nameOf, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { finishAnimations, type Opened, paintOn, pause, pressOnce } from '#workers/scan-page/checks/in-page/states'

export const stateNotUpdated: CheckMeta = {
  rule: 'state-not-updated',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Set the attribute (aria-expanded, aria-selected, aria-checked, aria-pressed) anew whenever the state changes.',
}

export const stateNotTold: CheckMeta = {
  rule: 'state-not-told',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Give the button aria-expanded, "true" while what it shows is open and "false" while it is not, or use <details>.',
}

/** After it was pressed: attributes that say still what they said before. */
export function keptStates(opened: Opened): Found[] {
  const { opener, fresh, isMarked } = opened
  const told = (attribute: string, why: string) => [
    foundOf(stateNotUpdated, {
      element: opener,
      confidence: 'high',
      message: `${tagOf(opener)} ${quote(nameOf(opener) || 'without a name')} has ${attribute}="false" still after it was pressed: ${why}.`,
    }),
  ]
  if (!opener.isConnected || !isSeen(opener)) return []
  const [root] = opened.roots
  const isBeside =
    root !== undefined &&
    (isControlled(opener, fresh) ||
      root.previousElementSibling?.contains(opener) === true ||
      (opener.matches('[role="treeitem"]') && opener.contains(root) && root.matches('[role="group"], ul, ol')))
  // Of what has entries beneath it, pressing may do something else than unfold it: only those would be beneath it.
  const isUnfolded = !opener.matches(ofTree) || root?.matches(beneath) === true
  if (opener.matches('[aria-expanded="false"]') && isBeside && isUnfolded)
    return told('aria-expanded', `${quote(spokenText(root, 60))} has come out`)
  const isPanelShown =
    [...fresh].some((each) => each.matches('[role="tabpanel"]')) ||
    (root !== undefined && isInPlaceOfOther(root, opened) && closest(root, '[role="tablist"]') === null)
  if (opener.matches('[role="tab"][aria-selected="false"]') && isPanelShown)
    return told('aria-selected', 'its panel is shown')
  const state = ['aria-checked', 'aria-pressed'].find((name) => opener.getAttribute(name) === 'false')
  const isToggle = opener.matches(
    '[role="checkbox"], [role="switch"], [role="radio"], [role="menuitemcheckbox"], [aria-pressed]',
  )
  return state && isToggle && isMarked ? told(state, 'it looks otherwise than before') : []
}

const ofTree = '[role="row"], [role="treeitem"], tr'
const beneath = 'tr, tbody, li, ul, ol, [role="row"], [role="rowgroup"], [role="group"], [role="treeitem"]'

function isControlled(opener: Element, fresh: ReadonlySet<Element>): boolean {
  return namedBy(opener, 'aria-controls').some((each) => fresh.has(each))
}

const telling =
  '[aria-expanded], [aria-pressed], [aria-selected], [aria-checked], [aria-haspopup], [aria-current], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], summary, [popovertarget], [commandfor]'

/** One of several buttons that shows its part in the place of another’s, and is marked as chosen by its looks alone. */
export function chosenUntold(opened: Opened): Found[] {
  const { opener, nameBefore, roots, existed, isMarked } = opened
  const [root] = roots
  if (!root || !isMarked || nameBefore === '' || opener.matches(telling) || !opener.isConnected) return []
  const others = likeIt(opener)
  if (others.length === 0 || others.some((each) => each.matches(telling)) || !roots.every(existed)) return []
  if (
    !isInPlaceOfOther(root, opened) ||
    root.contains(opener) ||
    closest(opener, '[role="menu"], [role="listbox"], label')
  )
    return []
  return [
    foundOf(stateNotTold, {
      element: opener,
      message: `${tagOf(opener)} ${quote(nameBefore)} shows ${quote(spokenText(root, 60))} in the place of something else, and which of the ${others.length + 1} is chosen is only to be seen.`,
      remedy:
        'Make them tabs (role="tablist", role="tab", aria-selected), or set aria-pressed or aria-current on the one that is chosen.',
    }),
  ]
}

/** Another part of the same make has gone where this one has come out. */
const isInPlaceOfOther = (root: Element, { before }: Opened): boolean =>
  [...(root.parentElement?.children ?? [])].some(
    (each) => each !== root && before.has(each) && each.localName === root.localName && !isSeen(each),
  )

/** Those beside it, each in an entry of its own or not. */
function likeIt(opener: Element): Element[] {
  const entry =
    opener.parentElement?.matches('li') && opener.parentElement.children.length === 1 ? opener.parentElement : null
  const row = entry?.parentElement ?? opener.parentElement
  return [...(row?.children ?? [])]
    .flatMap((each) => (entry ? [...each.children] : [each]))
    .filter((each) => each !== opener && each.localName === opener.localName)
}

/** A button that is pressed and pressed again, and shows by its colours alone which it is. */
export async function toggledUntold(opened: Opened): Promise<Found[]> {
  const { opener, nameBefore, fresh, reworded, isMarked, paintBefore, paintAfter, drawnBefore } = opened
  const isPlain = opener.matches('button, [role="button"], input[type="button"]') && !opener.matches(telling)
  // Another sign in it, which its name does not tell of, is but another look.
  const isRedrawn = !isMarked && opener.matches('[aria-label], [title]') && opener.innerHTML !== drawnBefore
  const isElsewhere = [...fresh, ...reworded].some((each) => !isRedrawn || !opener.contains(each))
  if (!isPlain || isElsewhere || !(isRedrawn || (isMarked && paintAfter !== paintBefore))) return []
  if (nameBefore === '' || nameOf(opener) !== nameBefore || !opener.isConnected) return []
  pressOnce(opener)
  await pause(settlesMs)
  finishAnimations()
  if (isRedrawn ? opener.innerHTML !== drawnBefore : paintOn(opener) !== paintBefore) return []
  return [
    foundOf(stateNotTold, {
      element: opener,
      message: `${tagOf(opener)} ${quote(nameBefore)} is switched on by a press and off by the next, and which it is, ${isRedrawn ? 'the sign in it alone says' : 'its colours alone say'}.`,
      remedy: 'Set aria-pressed="true" on the button while it is on, and "false" while it is off.',
    }),
  ]
}

const settlesMs = 60

/** A button that shows a password and hides it again, and says neither by its name nor by a state which it does next. */
export async function shownUntold({ opener, nameBefore, restyled }: Opened): Promise<Found[]> {
  const shown = [...restyled].find(
    (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.type === 'text',
  )
  if (!shown || opener.matches(telling) || nameBefore === '' || nameOf(opener) !== nameBefore) return []
  pressOnce(opener)
  await pause(settlesMs)
  if (shown.type !== 'password' || nameOf(opener) !== nameBefore) return []
  // Left as the press before left it.
  pressOnce(opener)
  await pause(settlesMs)
  return [
    foundOf(stateNotTold, {
      element: opener,
      confidence: 'high',
      message: `${tagOf(opener)} ${quote(nameBefore)} shows the password and hides it again, and which of both it did is only to be seen.`,
      remedy: 'Set aria-pressed="true" on the button while the password is shown, and "false" while it is not.',
    }),
  ]
}

export type Unfolded = { name: string; text: string }

/** What unfolds beside its button, in the page itself; null where it is another thing: a dialog, a menu, something new. */
export function unfoldedBy({ opener, nameBefore, roots, existed }: Opened): Unfolded | null {
  const [root] = roots
  if (!root || opener.matches(telling) || closest(opener, 'summary, label, [role="menu"], [role="listbox"]'))
    return null
  if (!roots.every(existed) || root.matches('dialog, [role="dialog"], [role="alert"], [role="status"], [aria-live]'))
    return null
  if (/fixed/.test(getComputedStyle(root).position) || root.contains(document.activeElement)) return null
  const text = spokenText(root, 120)
  return text.length < 3 ? null : { name: nameBefore, text }
}

/** @param isBack pressing it once more has taken it away. */
export function untold(opener: HTMLElement, { name, text }: Unfolded, nameWhileOpen: string, isBack: boolean): Found[] {
  // A button that is called otherwise while it is open says so.
  if (!isBack || name !== nameWhileOpen || name === '') return []
  return [
    foundOf(stateNotTold, {
      element: opener,
      message: `${tagOf(opener)} ${quote(name)} shows and hides ${quote(text)}, and tells nobody whether it is open.`,
    }),
  ]
}
