/** What is told to be open and is hidden, or told to be closed and is there, from the start. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  isExposed,
  isSeen,
  namedBy,
  nameOf,
  pick,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'

const expandable = '[aria-expanded][aria-controls]'
const fewestLetters = 8

export const stateToldWrong: StaticCheck = {
  rule: 'state-told-wrong',
  criteria: ['4.1.2'],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Let the attribute say from the start what is to be seen: aria-expanded="true" where the part is open, aria-selected="true" on the tab whose panel is shown.',
  find: (elements) => [...unfolded(elements), ...tabs(elements)],
}

const isGone = (part: Element) => !part.checkVisibility({ visibilityProperty: true, opacityProperty: true })

const unfolded = (elements: readonly Element[]): Hit[] =>
  pick(elements, expandable).flatMap((control) => {
    const state = control.getAttribute('aria-expanded')
    const parts = namedBy(control, 'aria-controls')
    const [part] = parts
    if (!part || parts.length > 1 || !isExposed(control) || !isSeen(control)) return []
    // A list to choose from may be there and empty, and what is beside the window is neither here nor there.
    if (control.matches('input, textarea, [role="combobox"]') || part.contains(control)) return []
    // Behind a list, a button brings more of it: what is there is its beginning.
    const isBehind = (part.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    if (state === 'false' && isBehind && part.matches('ul, ol, dl, table, tbody, [role="list"]')) return []
    const isWrong = state === 'true' ? isGone(part) && hasWords(part) : state === 'false' && isOpen(part)
    if (!isWrong) return []
    return [
      {
        element: control,
        confidence: 'high' as const,
        message: `${tagOf(control)} ${quote(nameOf(control) || 'without a name')} has aria-expanded="${state}", and what it controls is ${state === 'true' ? 'hidden' : `shown: ${quote(spokenText(part, 60))}`}.`,
      },
    ]
  })

const hasWords = (part: Element) => (part.textContent ?? '').trim().length > 0

/** All of it is to be seen: nothing is folded in it, or cut off. */
function isOpen(part: Element): boolean {
  if (!isSeen(part) || spokenText(part, 60).length < fewestLetters) return false
  const { left, right, top } = part.getBoundingClientRect()
  if (right <= 0 || left >= innerWidth || top + scrollY < 0) return false
  return [part, ...part.querySelectorAll('*')].every((each) => {
    const { scrollHeight, clientHeight } = each
    const { overflowY, webkitLineClamp } = getComputedStyle(each)
    return !isGone(each) && webkitLineClamp === 'none' && !(overflowY !== 'visible' && scrollHeight > clientHeight + 2)
  })
}

/** The chosen one's panel is hidden, and another's is shown. */
const tabs = (elements: readonly Element[]): Hit[] =>
  pick(elements, '[role="tablist"]').flatMap((list) => {
    const all = [...list.querySelectorAll('[role="tab"][aria-controls]')].filter((tab) => isSeen(tab) && isExposed(tab))
    const panelOf = (tab: Element | undefined) => (tab ? namedBy(tab, 'aria-controls')[0] : undefined)
    const [chosen, more] = all.filter((tab) => tab.matches('[aria-selected="true"]'))
    const panel = panelOf(chosen)
    if (!chosen || more || !panel || !isGone(panel)) return []
    const shown = all
      .filter((tab) => tab !== chosen)
      .find((tab) => {
        const other = panelOf(tab)
        return other !== undefined && other !== panel && isSeen(other)
      })
    if (!shown) return []
    return [
      {
        element: chosen,
        confidence: 'high' as const,
        message: `${quote(nameOf(chosen))} has aria-selected="true", and the panel of ${quote(nameOf(shown))} is shown.`,
      },
    ]
  })
