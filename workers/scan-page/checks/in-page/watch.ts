/** What changes on the page by itself, without anyone touching it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { canPause } from '#workers/scan-page/checks/in-page/pause'

export const textChanges: CheckMeta = {
  rule: 'text-changes-by-itself',
  criteria: ['2.2.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Give a button that pauses, stops or hides what updates by itself.',
}

export const textBlinks: CheckMeta = {
  rule: 'text-blinks',
  criteria: ['2.2.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the words stand still, or end the blinking within five seconds.',
}

export type PageWatch = {
  /** How long the page is to be watched still; nothing where no script gives cause. */
  leftMs: (elements: readonly Element[]) => number
  stop: (elements: readonly Element[]) => Found[]
}

/** What a script does in turns shows in so long. */
const watchedMs = 1800
const flipsNoted = 400
const fewestFlips = 3
/** Parts of a page that are made to change by themselves. */
const changing =
  '[class*="carousel" i], [class*="slideshow" i], [class*="ticker" i], [class*="countdown" i], [class*="rotator" i], [aria-roledescription*="carousel" i]'

type Turns = { isThere: boolean; flips: number }

export function watch(): PageWatch {
  const startedAt = performance.now()
  const changed = new Map<Element, string>()
  const turns = new Map<Element, Turns>()
  let noted = 0
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, oldValue } of records) {
      if (type === 'attributes') {
        noted += 1
        if (target instanceof Element && noted <= flipsNoted) turn(turns, target)
        continue
      }
      const element = target instanceof Element ? target : target.parentElement
      const before = oldValue ?? [...removedNodes].map((node) => node.textContent ?? '').join(' ')
      if (element && squeeze(before) !== '' && !changed.has(element)) changed.set(element, squeeze(before))
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributeFilter: ['style', 'class', 'hidden'],
  })
  return {
    leftMs: (elements) => {
      const hasCause =
        changed.size > 0 ||
        turns.size > 0 ||
        pick(elements, changing).length > 0 ||
        pick(elements, 'script:not([src])').some((script) => (script.textContent ?? '').includes('setInterval'))
      return hasCause ? Math.max(0, watchedMs - (performance.now() - startedAt)) : 0
    },
    stop: (elements) => {
      observer.disconnect()
      return [...changes(changed, elements), ...blinking(turns, elements)]
    },
  }
}

function changes(changed: ReadonlyMap<Element, string>, elements: readonly Element[]): Found[] {
  for (const [element, before] of changed) {
    const now = squeeze(element.textContent ?? '')
    if (
      !element.isConnected ||
      now === '' ||
      now === before ||
      now.length > 200 ||
      !isExposed(element) ||
      !isSeen(element)
    )
      continue
    // A number or a few words that are exchanged; what was longer was rebuilt.
    if (
      Math.abs(now.length - before.length) > 20 ||
      closest(element, '[role="timer"], [aria-busy="true"], script, style, title')
    )
      continue
    if (canPause(elements)) return []
    const message = `This text changed by itself from ${quote(before)} to ${quote(now)}, and no button to pause or hide it is to be seen.`
    return [foundOf(textChanges, { element, message })]
  }
  return []
}

function turn(turns: Map<Element, Turns>, element: Element): void {
  const isThere = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const known = turns.get(element)
  if (!known) turns.set(element, { isThere, flips: 1 })
  else if (known.isThere !== isThere) turns.set(element, { isThere, flips: known.flips + 1 })
}

/** Words that came and went, and came again. */
function blinking(turns: ReadonlyMap<Element, Turns>, elements: readonly Element[]): Found[] {
  for (const [element, { flips }] of turns) {
    const text = squeeze(element.textContent ?? '')
    if (flips < fewestFlips || text.length < 3 || text.length > 200 || !element.isConnected) continue
    if (closest(element, '[aria-hidden="true"], [aria-busy="true"], [role="progressbar"]') || canPause(elements))
      continue
    const message = `A script makes ${quote(text)} come and go: it did so ${flips} times while it was looked at.`
    return [foundOf(textBlinks, { element, confidence: 'high', message })]
  }
  return []
}
