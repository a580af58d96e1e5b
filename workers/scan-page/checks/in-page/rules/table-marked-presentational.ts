/** Tables with header cells or a caption that are marked as layout. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { type Cell, cellsOf } from '#workers/scan-page/checks/in-page/table-cells'

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
      if (!isSummed && heads.length === 0 && !isCaptioned) return looksLikeData(table)
      if (!isSummed && !isCaptioned && table.rows.length < 2) return []
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

/** A first row in bold over rows of short words and figures. */
function looksLikeData(table: HTMLTableElement): Hit[] {
  const cells = cellsOf(table)
  const [top, rest] = [cells.filter(({ row }) => row === 0), cells.filter(({ row }) => row > 0)]
  if (top.length < 2 || table.rows.length < 3 || table.querySelector('table, form, input, img, ul, h1, h2, h3'))
    return []
  const isBold = ({ element }: Cell) =>
    Number(getComputedStyle(element.querySelector('b, strong') ?? element).fontWeight) >= 600
  const isShort = cells.every(({ element }) => /^.{1,40}$/.test(spokenText(element, 60)))
  if (!isShort || !top.every(isBold) || rest.some(isBold)) return []
  return [
    {
      element: table,
      tier: 'warning',
      confidence: 'medium',
      message: 'This table has a first row in bold over rows of short words, and its role hides that it is a table.',
    },
  ]
}
