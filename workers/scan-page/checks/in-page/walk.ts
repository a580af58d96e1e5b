/** Where the Tab key goes: notes the focus at each press and tells whether it goes round among a few elements. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  ancestorsOf,
  closest,
  isSeen,
  isStop,
  nameOf,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const keyboardTrap: CheckMeta = {
  rule: 'keyboard-trap',
  criteria: ['2.1.2'],
  tier: 'error',
  impact: 'critical',
  remedy: 'Let Tab and Shift+Tab leave the element; do not move the focus when it is lost.',
}

export type Walk = {
  visited: (Element | null)[]
  /** How many of them there were when it was seen to go round. */
  roundAt: number
  end: () => void
}

/** Puts the focus on the stop before an element (or nowhere) and notes from then on where each Tab starts. */
export function startWalk(from: Element): Walk {
  const visited: (Element | null)[] = []
  const end = new AbortController()
  window.addEventListener('keydown', (event) => event.key === 'Tab' && visited.push(document.activeElement), {
    capture: true,
    signal: end.signal,
  })
  const all = allElements().filter(isStop)
  const before = all[all.indexOf(from) - 1]
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
  return { visited, roundAt: 0, end: () => end.abort() }
}

/** After a few Tabs: the elements among which the focus goes round, while others wait; none when it goes on, or may stay. */
export function roundOf({ visited }: Walk): Element[] {
  const counts = countsOf(visited)
  const round = [...counts].filter(([, count]) => count >= 3).map(([element]) => element)
  return round.some(mayKeepFocus) || missedBy(counts).length === 0 ? [] : round
}

function countsOf(visited: Walk['visited']): Map<Element, number> {
  const counts = new Map<Element, number>()
  for (const each of [...visited, document.activeElement]) {
    if (each && each !== document.body) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return counts
}

const missedBy = (counts: ReadonlyMap<Element, number>) =>
  allElements().filter((each) => isStop(each) && isSeen(each) && !counts.has(each))

/** A dialog, or what lies over the page like one, keeps the focus by right; a frame takes its own Tabs. */
const mayKeepFocus = (element: Element) =>
  closest(
    element,
    'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], iframe, [role="application"]',
  ) !== null || [element, ...ancestorsOf(element)].some((each) => getComputedStyle(each).position === 'fixed')

/** After Shift+Tab, Escape and Tab again, which are the ways out that every user knows. */
export function trapIn(walk: Walk, round: readonly Element[]): Found[] {
  walk.end()
  const [first] = round
  if (!first) return []
  // Between a loss of the focus and its return, it is nowhere.
  const since = [...walk.visited.slice(walk.roundAt), document.activeElement].filter(
    (each) => each && each !== document.body,
  )
  const isShut = since.every((each) => each && round.includes(each))
  const way = wayOut()
  const among = round.map((each) => `${tagOf(each)} ${quote(nameOf(each) || 'without a name', 30)}`).join(', ')
  return [
    foundOf(keyboardTrap, {
      element: first,
      tier: way || !isShut ? 'warning' : 'error',
      confidence: way ? 'low' : isShut ? 'high' : 'medium',
      message: `${isShut ? 'Neither Tab nor Shift+Tab nor Escape gets' : 'The Tab key does not get'} past ${among}${way ? `; the page says ${quote(way, 80)}, which is for a person to try` : ''}.`,
    }),
  ]
}

/** The way out that the page tells of, if it does. */
function wayOut(): string | null {
  const text = document.body ? spokenText(document.body, 20_000) : ''
  return (
    /[^.!?]{0,40}\b(?:press|hit|use)\b[^.!?]{1,40}\b(?:exit|leave|escape|continue|move on|get out|return)\b[^.!?]{0,30}/i
      .exec(text)?.[0]
      ?.trim() ?? null
  )
}
