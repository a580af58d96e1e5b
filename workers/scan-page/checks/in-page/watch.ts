/** What changes on the page by itself, without anyone touching it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
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

export type PageWatch = { stop: (elements: readonly Element[]) => Found[] }

export function watch(): PageWatch {
  const changed = new Map<Element, string>()
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, oldValue } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const before = oldValue ?? [...removedNodes].map((node) => node.textContent ?? '').join(' ')
      if (element && squeeze(before) !== '' && !changed.has(element)) changed.set(element, squeeze(before))
    }
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true, characterDataOldValue: true })
  return {
    stop: (elements) => {
      observer.disconnect()
      return changes(changed, elements)
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
