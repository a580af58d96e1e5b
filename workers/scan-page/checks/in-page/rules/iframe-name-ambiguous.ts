/** Frames of one name that show different things. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

export const iframeNameAmbiguous: StaticCheck = {
  rule: 'iframe-name-ambiguous',
  criteria: ['4.1.2'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'If they show different things, give each a title of its own.',
  find(elements, isTop) {
    const named = pick(elements, 'iframe[src]').filter(
      (element): element is HTMLIFrameElement =>
        element instanceof HTMLIFrameElement && isExposed(element) && isShown(element) && element.src !== '',
    )
    if (!isTop) return []
    return [...Map.groupBy(named, (frame) => nameOf(frame).toLowerCase())].flatMap(([name, group]) => {
      const [first] = group
      if (name === '' || !first || /^(?:ads?|advert.*|3rd party ad content)$/.test(name)) return []
      const other = group.find((frame) => withoutTail(frame.src) !== withoutTail(first.src))
      if (!other) return []
      return [
        {
          element: other,
          confidence: 'low' as const,
          message: `Two frames are called ${quote(name)} and show different addresses: ${quote(first.src, 80)} and ${quote(other.src, 80)}.`,
        },
      ]
    })
  },
}

const withoutTail = (address: string) => address.replace(/[?#].*$/, '').replace(/\/$/, '')
