/** Where the Tab key goes: notes the focus at each press and tells whether it goes round among a few elements. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { type AdvisedKey, keyIn, wayOut } from '#workers/scan-page/checks/in-page/advised-key'
import {
  allElements,
  ancestorsOf,
  closest,
  isSeen,
  isStop,
  nameOf,
  quote,
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
  /** Whether each Tab was taken by the page for itself, told once it has run its course. */
  taken: boolean[]
  /** How many of them there were when it was seen to go round. */
  roundAt: number
  /** How many there were when the key was pressed that the page names as the way out, if it names one. */
  advisedAt: number | null
  end: () => void
}

/** Puts the focus on the stop before an element (or nowhere) and notes from then on where each Tab starts. */
export function startWalk(from: Element): Walk {
  const visited: (Element | null)[] = []
  const taken: boolean[] = []
  const end = new AbortController()
  const note = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    visited.push(document.activeElement)
    setTimeout(() => taken.push(event.defaultPrevented))
  }
  window.addEventListener('keydown', note, { capture: true, signal: end.signal })
  const all = allElements().filter(isStop)
  const before = all[all.indexOf(from) - 1]
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
  return { visited, taken, roundAt: 0, advisedAt: null, end: () => end.abort() }
}

const latelyTaken = 5

/** Whether the page takes each Tab for itself, and has not come round to where it was: then it may be a long ring. */
export const goesOnByItself = (walk: Walk): boolean =>
  walk.taken.length >= latelyTaken && walk.taken.slice(-latelyTaken).every(Boolean) && ringOf(walk).length === 0

/** The elements from a place that the focus has come back to, every Tab since then taken by the page. */
function ringOf({ visited, taken }: Walk): Element[] {
  const now = document.activeElement
  const since = visited.lastIndexOf(now)
  if (!now || now === document.body || since < 0 || !taken.slice(since).every(Boolean)) return []
  const ring = visited.slice(since).flatMap((each) => each ?? [])
  return ring.length >= latelyTaken ? ring : []
}

/** After a few Tabs: the elements among which the focus goes round, while others wait; none when it goes on, or may stay. */
export function roundOf(walk: Walk): Element[] {
  const counts = countsOf(walk.visited)
  const often = [...counts].filter(([, count]) => count >= 3).map(([element]) => element)
  const round = often.length > 0 ? often : ringOf(walk)
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

/** The key that the page names as the way out, to be pressed next. */
export function advisedIn(walk: Walk): AdvisedKey | null {
  const key = keyIn(wayOut() ?? '')
  if (!key) return null
  walk.visited.push(document.activeElement)
  walk.advisedAt = walk.visited.length
  return key
}

/** After Shift+Tab, Escape and Tab again, which are the ways out that every user knows, and after the one that the page names. */
export function trapIn(walk: Walk, round: readonly Element[]): Found[] {
  walk.end()
  const [first] = round
  if (!first) return []
  const { visited, roundAt, advisedAt } = walk
  // Between a loss of the focus and its return, it is nowhere.
  const isWithin = (each: Element | null) => !each || each === document.body || round.includes(each)
  const isShut = [
    ...visited.slice(roundAt, advisedAt ?? undefined),
    advisedAt === null ? document.activeElement : null,
  ].every(isWithin)
  const isFreed = advisedAt !== null && ![...visited.slice(advisedAt), document.activeElement].every(isWithin)
  // Who is told of a key that works may leave.
  if (isShut && isFreed) return []
  const way = wayOut()
  const isTold = way !== null && advisedAt === null
  const among = round.map((each) => `${tagOf(each)} ${quote(nameOf(each) || 'without a name', 30)}`).join(', ')
  const said =
    way === null
      ? ''
      : `; the page says ${quote(way, 80)}, ${isTold ? 'which is for a person to try' : isFreed ? 'which works' : 'which does not work'}`
  return [
    foundOf(keyboardTrap, {
      element: first,
      tier: isTold || !isShut ? 'warning' : 'error',
      confidence: isTold ? 'low' : isShut ? 'high' : 'medium',
      message: `${isShut ? 'Neither Tab nor Shift+Tab nor Escape gets' : 'The Tab key does not get'} past ${among}${said}.`,
    }),
  ]
}
