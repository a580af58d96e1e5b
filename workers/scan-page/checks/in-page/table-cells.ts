/** The cells of tables and grids where they come to lie, as the HTML standard assigns them. */
import { writtenRole } from '#workers/scan-page/checks/in-page/dom'

const cellsLookedAt = 5000

export type Cell = { element: Element; row: number; column: number; rows: number; columns: number }

const known = new WeakMap<HTMLTableElement, readonly Cell[]>()

export const isPresentational = (table: Element): boolean => /^(?:none|presentation)$/.test(writtenRole(table))

/** None of a table with more cells than can be looked at. */
export function cellsOf(table: HTMLTableElement): readonly Cell[] {
  const cells = known.get(table) ?? laidOut(table)
  known.set(table, cells)
  return cells
}

/** Spans heeded. */
function laidOut(table: HTMLTableElement): Cell[] {
  const taken = new Set<string>()
  const cells: Cell[] = []
  const lines = [...table.rows]
  for (const [row, line] of lines.entries()) {
    let column = 0
    for (const element of line.cells) {
      if (cells.length > cellsLookedAt) return []
      while (taken.has(`${row},${column}`)) column += 1
      const columns = Math.min(element.colSpan, 1000)
      const rows = element.rowSpan === 0 ? lines.length - row : Math.min(element.rowSpan, lines.length - row)
      for (let y = row; y < row + rows; y += 1)
        for (let x = column; x < column + columns; x += 1) taken.add(`${y},${x}`)
      cells.push({ element, row, column, rows, columns })
      column += columns
    }
  }
  return cells
}

export function gridCellsOf(grid: Element): Cell[] {
  const lines = [...grid.querySelectorAll('[role="row"]')]
  return lines.flatMap((line, row) =>
    [...line.querySelectorAll('[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]')].map(
      (element, column) => ({ element, row, column, rows: 1, columns: 1 }),
    ),
  )
}

export const isHeader = ({ element }: Cell): boolean => {
  const role = writtenRole(element)
  return role === '' ? element.localName === 'th' : role === 'columnheader' || role === 'rowheader'
}
