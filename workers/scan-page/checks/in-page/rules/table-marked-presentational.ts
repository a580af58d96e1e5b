/** Tables with header cells or a caption that are marked as layout. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const tableMarkedPresentational: StaticCheck = {
  rule: 'table-marked-presentational',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'If it holds data, remove its role; if it only arranges, use <td> in place of <th> and no caption.',
  find: (elements) =>
    pick(elements, 'table[role="presentation"], table[role="none"]').flatMap((table) => {
      if (!(table instanceof HTMLTableElement) || !isExposed(table) || !isShown(table)) return []
      const heads = [...table.querySelectorAll('th')].filter(
        (head) => head.closest('table') === table && head.getAttribute('role') === null && spokenText(head, 60) !== '',
      )
      const isCaptioned = table.caption !== null && spokenText(table.caption, 60) !== ''
      const isSummed = (table.getAttribute('summary') ?? '').trim() !== ''
      if (!isSummed && ((heads.length === 0 && !isCaptioned) || table.rows.length < 2)) return []
      const has = isCaptioned
        ? 'a caption'
        : isSummed
          ? 'a summary'
          : heads.length === 1
            ? 'a header cell'
            : `${heads.length} header cells`
      return [
        {
          element: table,
          confidence: 'high' as const,
          message: `This table has ${has}, and its role hides that it is a table.`,
        },
      ]
    }),
}
