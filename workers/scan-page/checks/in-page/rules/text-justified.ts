/** Texts that are justified on both sides. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { readBlocks } from '#workers/scan-page/checks/in-page/running-text'

export const textJustified: StaticCheck = {
  rule: 'text-justified',
  criteria: ['1.4.8'],
  tier: 'error',
  impact: 'minor',
  remedy: 'Set text-align: start, so that the gaps between words are even.',
  find: (elements) =>
    readBlocks(elements).flatMap(({ element, text, style }) => {
      if (!/^justify/.test(style.textAlign) || /^inline$|flex|grid/.test(style.display)) return []
      // A single line is not stretched.
      const lines =
        element.getBoundingClientRect().height /
        (Number.parseFloat(style.lineHeight) || 1.2 * Number.parseFloat(style.fontSize))
      if (lines < 2.5 || /^(?:zh|ja|ko)/.test(element.closest('[lang]')?.getAttribute('lang') ?? '')) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(text)} is justified: uneven gaps between words run through its lines.`,
        },
      ]
    }),
}
