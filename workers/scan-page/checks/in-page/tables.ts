/** Header cells of tables and grids that head nothing: judged by geometry, as the HTML standard assigns cells. */
import { isExposed, isShown, quote, selectorOf, spokenText, writtenRole } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const cellsLookedAt = 5000

type Cell = { element: Element; row: number; column: number; rows: number; columns: number }

export function tables(elements: readonly Element[]): Found[] {
  return elements.flatMap((element) => {
    if (element instanceof HTMLTableElement)
      return /^(?:none|presentation)$/.test(writtenRole(element)) ? [] : emptyHeaders(tableCells(element))
    return /^(?:table|grid|treegrid)$/.test(writtenRole(element)) ? emptyHeaders(gridCells(element)) : []
  })
}

/** The cells of a table where they come to lie, spans heeded. */
function tableCells(table: HTMLTableElement): Cell[] {
  const taken = new Set<string>()
  const cells: Cell[] = []
  for (const [row, line] of [...table.rows].entries()) {
    let column = 0
    for (const element of line.cells) {
      if (cells.length > cellsLookedAt) return []
      while (taken.has(`${row},${column}`)) column += 1
      const columns = Math.min(element.colSpan, 1000)
      const rows = element.rowSpan === 0 ? table.rows.length - row : Math.min(element.rowSpan, table.rows.length - row)
      for (let y = row; y < row + rows; y += 1)
        for (let x = column; x < column + columns; x += 1) taken.add(`${y},${x}`)
      cells.push({ element, row, column, rows, columns })
      column += columns
    }
  }
  return cells
}

function gridCells(grid: Element): Cell[] {
  const lines = [...grid.querySelectorAll('[role="row"]')]
  return lines.flatMap((line, row) =>
    [...line.querySelectorAll('[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]')].map(
      (element, column) => ({ element, row, column, rows: 1, columns: 1 }),
    ),
  )
}

const isHeader = ({ element }: Cell) => {
  const role = writtenRole(element)
  return role === '' ? element.localName === 'th' : role === 'columnheader' || role === 'rowheader'
}

function emptyHeaders(cells: Cell[]): Found[] {
  const data = cells.filter((cell) => !isHeader(cell))
  // A table whose rows are yet to come, or were all filtered out, has headers for good reason.
  if (data.length === 0) return []
  if (cells.some(({ element }) => element.hasAttribute('aria-colindex') || element.hasAttribute('aria-rowindex')))
    return []
  return cells.flatMap((cell) => {
    const { element } = cell
    if (!isHeader(cell) || !isExposed(element) || !isShown(element)) return []
    const name = spokenText(element, 200)
    if (name === '' || cells.some((other) => other !== cell && isHeadedBy(other, cell))) return []
    const kind = headerKind(cell)
    return [
      {
        rule: 'table-header-without-cells',
        verdict: 'violation' as const,
        impact: 'moderate' as const,
        criteria: ['1.3.1'],
        place: selectorOf(element),
        confidence: 'high' as const,
        message: `The header cell ${quote(name)} has no cell in its ${kind}.`,
        recommendation:
          'Add the cells that are missing, or merge or remove the header; check colspan, scope and headers attributes.',
      },
    ]
  })
}

function headerKind({ element }: Cell): string {
  if (writtenRole(element) === 'rowheader' || /^row/.test(element.getAttribute('scope') ?? '')) return 'row'
  if (writtenRole(element) === 'columnheader' || /^col/.test(element.getAttribute('scope') ?? '')) return 'column'
  return 'column or row'
}

function isHeadedBy(cell: Cell, header: Cell): boolean {
  const explicit = (cell.element.getAttribute('headers') ?? '').split(/\s+/).filter(Boolean)
  if (explicit.length > 0) return header.element.id !== '' && explicit.includes(header.element.id)
  const sharesColumn = cell.column < header.column + header.columns && header.column < cell.column + cell.columns
  const sharesRow = cell.row < header.row + header.rows && header.row < cell.row + cell.rows
  const kind = headerKind(header)
  const isBelow = sharesColumn && cell.row >= header.row + header.rows
  // A row's header may also stand behind its cells; neighbours that are headers themselves are not headed by it.
  const isBeside = sharesRow && !isHeader(cell)
  return (kind !== 'row' && isBelow) || (kind !== 'column' && isBeside) || (kind === 'column or row' && isBelow)
}
