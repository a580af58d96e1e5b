/** Cells that name headers of another row and column than their own, and headers that are told to head what lies elsewhere. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { type Cell, cellsOf, isHeader } from '#workers/scan-page/checks/in-page/table-cells'

export const tableHeadersWrong: StaticCheck = {
  rule: 'table-headers-wrong',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Let headers name the header cells of the cell’s own column and row, and let scope say which way a header points.',
  find: (elements) =>
    readTables(elements).flatMap((table) => {
      const cells = cellsOf(table)
      return [...strangers(cells).slice(0, 1), ...misdirected(cells).slice(0, 1)]
    }),
}

/** Cells all of whose headers stand in neither their column nor their row. */
function strangers(cells: readonly Cell[]): Hit[] {
  const byId = new Map(cells.filter(({ element }) => element.id !== '').map((cell) => [cell.element.id, cell]))
  const headed = new Set(
    [...Map.groupBy(cells, ({ row }) => row)]
      .filter(([, row]) => row.length > 1 && row.every(isHeader))
      .map(([row]) => row),
  )
  const wrong = cells.filter((cell) => {
    const named = (cell.element.getAttribute('headers') ?? '').split(/\s+/).flatMap((id) => byId.get(id) ?? [])
    if (named.length === 0) return false
    if (named.every((head) => head !== cell && !sharesColumn(cell, head) && !sharesRow(cell, head))) return true
    // Of several, those in a row of nothing but headers are to head its column.
    const above = named.filter((head) => head !== cell && !sharesRow(cell, head) && headed.has(head.row))
    return above.length > 0 && above.length < named.length && above.every((head) => !sharesColumn(cell, head))
  })
  const [first] = wrong
  if (!first) return []
  return [
    {
      element: first.element,
      confidence: 'high',
      message: `The cell ${quote(spokenText(first.element, 60))} names headers that stand in another column and row than its own${wrong.length > 1 ? `; so do ${wrong.length - 1} more` : ''}.`,
    },
  ]
}

/** A whole first row that is told to head rows, over columns of data. */
function misdirected(cells: readonly Cell[]): Hit[] {
  const top = cells.filter(({ row }) => row === 0)
  const [first] = top
  const isAcross =
    top.length >= 2 && top.every((cell) => isHeader(cell) && /^row/.test(cell.element.getAttribute('scope') ?? ''))
  const hasData = cells.some((cell) => cell.row > 0 && !isHeader(cell))
  if (!first || !isAcross || !hasData || cells.some(({ element }) => element.hasAttribute('headers'))) return []
  return [
    {
      element: first.element,
      confidence: 'high',
      message: `The ${top.length} header cells of the first row have scope="row", and head columns.`,
    },
  ]
}

const sharesColumn = (a: Cell, b: Cell) => a.column < b.column + b.columns && b.column < a.column + a.columns
const sharesRow = (a: Cell, b: Cell) => a.row < b.row + b.rows && b.row < a.row + a.rows
