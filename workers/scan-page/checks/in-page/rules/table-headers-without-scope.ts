/** Tables with several levels of headers that do not say what each one heads. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { cellsOf, isHeader } from '#workers/scan-page/checks/in-page/table-cells'

export const tableHeadersWithoutScope: StaticCheck = {
  rule: 'table-headers-without-scope',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give each header cell a scope (col, row, colgroup, rowgroup), or each cell the headers that it goes with.',
  find: (elements) =>
    readTables(elements).flatMap((table) => {
      const cells = cellsOf(table)
      if (cells.some(({ element }) => element.hasAttribute('headers') || element.hasAttribute('scope'))) return []
      const rows = Map.groupBy(cells, ({ row }) => row)
      const headed = [...rows.values()].filter(
        (row) => row.length > 1 && row.every((cell) => isHeader(cell) || isBlank(cell)),
      )
      const columns = [...rows.values()].map(
        (row) => row.filter((cell) => isHeader(cell) && row.some((other) => !isHeader(other))).length,
      )
      const isSpanned = cells.some((cell) => isHeader(cell) && (cell.columns > 1 || cell.rows > 1))
      const isDeep = (headed.length > 1 || Math.max(0, ...columns) > 1) && isSpanned
      return isDeep && cells.some((cell) => !isHeader(cell))
        ? [{ element: table, message: 'This table has headers of several levels, and none has a scope.' }]
        : []
    }),
}

const isBlank = ({ element }: { element: Element }) => (element.textContent ?? '').trim() === ''
