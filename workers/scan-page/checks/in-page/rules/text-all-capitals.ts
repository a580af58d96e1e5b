/** Running text in capitals. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, quote } from '#workers/scan-page/checks/in-page/dom'
import { readBlocks } from '#workers/scan-page/checks/in-page/running-text'

export const textAllCapitals: StaticCheck = {
  rule: 'text-all-capitals',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Write it in small letters; set off what matters by weight.',
  find: (elements) =>
    readBlocks(elements).flatMap(({ element, text, style }) => {
      const words = text.match(/\p{L}{2,}/gu) ?? []
      const isWritten = words.length >= 10 && text === text.toUpperCase() && text !== text.toLowerCase()
      const isSet = style.textTransform === 'uppercase' && words.length >= 10 && element.children.length === 0
      if ((!isWritten && !isSet) || closest(element, 'pre, code')) return []
      return [
        {
          element,
          message: `${quote(text)} is all in capitals, which are harder to read; some screen readers spell them.`,
        },
      ]
    }),
}
