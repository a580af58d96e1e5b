/** Tables drawn with spaces in preformatted text. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'

export const tablePreformatted: StaticCheck = {
  rule: 'table-preformatted',
  criteria: ['1.3.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Make it a <table> with header cells.',
  find: (elements) =>
    pick(elements, 'pre').flatMap((element) => {
      // Of what a program wrote, the columns are the program's.
      if (
        element.querySelector('code, samp, kbd') ||
        closest(element, 'code, figure, [class*="highlight" i], [class*="code" i], [class*="language-"]')
      )
        return []
      const lines = (element.textContent ?? '').split('\n').filter((line) => line.trim() !== '')
      if (lines.length < 3 || /[{};=<>$()]|^\s*[-*]\s/m.test(lines.join('\n'))) return []
      const gaps = lines.map((line) =>
        [...line.trimEnd().matchAll(/(?<=\S)(?: {2,}|\t+)(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length),
      )
      const [first = []] = gaps
      const shared = first.filter((at) => gaps.every((starts) => starts.includes(at)))
      const isTabbed = lines.every((line) => line.includes('\t'))
      if (
        (shared.length === 0 &&
          !(isTabbed && gaps.every((starts) => starts.length === first.length && first.length > 0))) ||
        !isExposed(element) ||
        !isSeen(element)
      )
        return []
      return [
        {
          element,
          message: `These ${lines.length} lines form ${(isTabbed ? first : shared).length + 1} columns, which only who sees them can tell.`,
        },
      ]
    }),
}
