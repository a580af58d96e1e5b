/** Where the Tab key goes: notes the focus at each press and tells whether it goes round among a few elements. */
import {
  allElements,
  closest,
  isSeen,
  isStop,
  nameOf,
  quote,
  selectorOf,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

export type Walk = { visited: (Element | null)[]; end: () => void }

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
  return { visited, end: () => end.abort() }
}

export function trapIn(walk: Walk): Found[] {
  walk.end()
  const visits = [...walk.visited, document.activeElement].filter(
    (each): each is Element => each !== null && each !== document.body,
  )
  const counts = new Map<Element, number>()
  for (const each of visits) counts.set(each, (counts.get(each) ?? 0) + 1)
  const round = [...counts].filter(([, count]) => count >= 3).map(([element]) => element)
  const [first] = round
  if (!first) return []
  const missed = allElements().filter((each) => isStop(each) && isSeen(each) && !counts.has(each))
  // A dialog keeps the focus by right; a frame takes its own Tabs.
  const isRightful = round.some(
    (each) =>
      closest(
        each,
        'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], iframe, [role="application"]',
      ) !== null,
  )
  if (missed.length === 0 || isRightful) return []
  const way = wayOut()
  const among = round.map((each) => `${tagOf(each)} ${quote(nameOf(each) || 'without a name', 30)}`).join(', ')
  return [
    {
      rule: 'keyboard-trap',
      verdict: 'review',
      impact: 'critical',
      criteria: ['2.1.2'],
      place: selectorOf(first),
      confidence: way ? 'low' : 'high',
      message: `The Tab key does not get past ${among}${way ? `; the page says ${quote(way, 80)}, which is for a person to try` : ''}.`,
      recommendation: 'Let Tab and Shift+Tab leave the element; do not move the focus when it is lost.',
    },
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
