/** First rows of tables that look like headers and are not. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { ownText, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { type Cell, cellsOf } from '#workers/scan-page/checks/in-page/table-cells'

export const tableHeadersByLooks: StaticCheck = {
  rule: 'table-headers-by-looks',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Make the cells <th scope="col">.',
  find: (elements) =>
    readTables(elements).flatMap((table) => {
      if (table.querySelector('th, [role="columnheader"], [role="rowheader"], [headers], table')) return []
      const cells = cellsOf(table)
      const top = cells.filter(({ row }) => row === 0)
      const rest = cells.filter(({ row }) => row > 0)
      if (top.length < 2 || table.rows.length < 3 || top.some(({ columns }) => columns > 1)) return []
      if (top.some(({ element }) => !/^.{1,40}$/.test(spokenText(element, 60)))) return []
      const isInHead = table.tHead?.rows[0] !== undefined && table.tHead.rows[0] === table.rows[0]
      const isSetOff =
        top.every(({ element }) => isBold(element)) &&
        rest.some(({ element }) => !isBold(element)) &&
        !isFirstColumn(rest)
      if (!isInHead && !isSetOff) return []
      return [
        {
          element: table,
          // Who writes <thead> says that it is the head; what is bold may be so for another reason.
          tier: isInHead ? ('error' as const) : ('practice' as const),
          confidence: 'high' as const,
          message: `The first row (${top
            .map(({ element }) => quote(spokenText(element, 30)))
            .slice(0, 3)
            .join(', ')} …) ${isInHead ? 'stands in <thead>' : 'is set in bold'}, and its cells are no header cells.`,
        },
      ]
    }),
}

/** All that is written in the cell is bold. */
function isBold(cell: Element): boolean {
  const inner = ownText(cell) === '' ? (cell.querySelector('b, strong, span, p') ?? cell) : cell
  return Number(getComputedStyle(inner).fontWeight) >= 600
}

/** Every further cell outside of the first column is bold, too: then bold tells nothing. */
const isFirstColumn = (cells: readonly Cell[]) =>
  cells.filter(({ column }) => column > 0).every(({ element }) => isBold(element))
