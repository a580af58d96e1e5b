/** Header cells in the middle of a table's data, where they head nothing. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { allMatching, isSeen, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { cellsOf, isHeader } from '#workers/scan-page/checks/in-page/table-cells'

const fewestRows = 3

export const tableHeaderAmongData: StaticCheck = {
  rule: 'table-header-among-data',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use <td> for what is a value, and <strong> or a style to make it bold.',
  find: (elements) =>
    readTables(elements).flatMap((table) => {
      const cells = cellsOf(table)
      const rows = Map.groupBy(cells, ({ row }) => row)
      const columns = Map.groupBy(cells, ({ column }) => column)
      const top = rows.get(0) ?? []
      if (rows.size < fewestRows || top.length < 2 || !top.every(isHeader)) return []
      const strays = cells.filter((cell) => {
        if (!isHeader(cell) || cell.row === 0 || cell.column === 0 || cell.columns > 1 || cell.rows > 1) return false
        if (cell.element.matches('[scope]') || isNamed(cell.element) || cell.element.closest('thead, tfoot'))
          return false
        const row = (rows.get(cell.row) ?? []).filter((each) => each !== cell)
        const column = (columns.get(cell.column) ?? []).filter((each) => each !== cell && each.row > 0)
        return (
          column.length > 0 &&
          !column.some(isHeader) &&
          row.filter((each) => each.column > 0).every((each) => !isHeader(each))
        )
      })
      const [first] = strays
      if (!first || strays.length > 2 || !isSeen(first.element)) return []
      return [
        {
          element: first.element,
          confidence: 'high' as const,
          message: `${quote(spokenText(first.element, 60))} is marked as a header and stands among the values of its row and column: it heads nothing.`,
        },
      ]
    }),
}

/** Cells name it as their header. */
const isNamed = ({ id }: Element): boolean => id !== '' && allMatching(`[headers~="${CSS.escape(id)}"]`).length > 0
