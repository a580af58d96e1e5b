/** Text so small that few can read it. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { readBlocks } from '#workers/scan-page/checks/in-page/running-text'

export const textTiny: StaticCheck = {
  rule: 'text-tiny',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Let text be 12 px at least, better 16.',
  find: (elements) =>
    readBlocks(elements).flatMap(({ element, text, style }) => {
      const size = Number.parseFloat(style.fontSize)
      if (size >= smallest || size === 0) return []
      return [{ element, message: `${quote(text)} is ${Math.round(10 * size) / 10} px in size.` }]
    }),
}

const smallest = 9.5
