/** Quotations that quote nobody: the element is there for its indentation. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

const held = 'form, input, select, textarea, button, table, nav, dl'
const longest = 300

export const quotationForIndent: StaticCheck = {
  rule: 'quotation-for-indent',
  criteria: ['1.3.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Leave room with CSS (margin), and keep <blockquote> for what somebody said.',
  find: (elements) =>
    pick(elements, 'blockquote').flatMap((element) => {
      if (element.matches('[cite], [role]') || !isExposed(element) || !isSeen(element)) return []
      const text = spokenText(element, longest + 1)
      const holds = element.querySelector(held)
      // Lines that hold no sentence: an address, a list of figures.
      const isLines =
        text.length <= longest &&
        element.querySelectorAll('br').length >= 1 &&
        /\d/.test(text) &&
        !/[.!?…“”„«»"]/.test(text) &&
        !element.querySelector('cite, footer, q, p + p')
      if (!holds && !isLines) return []
      return [
        {
          element,
          confidence: holds ? ('medium' as const) : ('low' as const),
          message: holds
            ? `This quotation holds a <${holds.localName}>: it seems to be there for its indentation.`
            : 'This quotation holds lines without a sentence: it seems to be there for its indentation.',
        },
      ]
    }),
}
