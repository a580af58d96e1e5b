/** Whole paragraphs that are marked as headings. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const headingTooLong: StaticCheck = {
  rule: 'heading-too-long',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Let the heading name what follows in a few words, and put the rest into a paragraph.',
  find: (elements) =>
    pick(elements, headings).flatMap((element) => {
      const text = spokenText(element, 400)
      // Signatures of functions are long and have no sentences.
      if (text.length <= longest || !/[.!?]\s+\p{Lu}/u.test(text) || !isExposed(element)) return []
      return [
        { element, message: `This heading has ${text.length >= 400 ? 'more than 400' : text.length} characters.` },
      ]
    }),
}

const longest = 200
