/** Header cells of tables and grids that head nothing: judged by geometry. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, pick, quote, spokenText, writtenRole } from '#workers/scan-page/checks/in-page/dom'
import {
  type Cell,
  cellsOf,
  gridCellsOf,
  isHeader,
  isPresentational,
} from '#workers/scan-page/checks/in-page/table-cells'

export const tableHeaderWithoutCells: StaticCheck = {
  rule: 'table-header-without-cells',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Add the cells that are missing, or merge or remove the header; check colspan, scope and headers attributes.',
  find: (elements) =>
    pick(elements, 'table, [role="table"], [role="grid"], [role="treegrid"]').flatMap((element) => {
      if (element instanceof HTMLTableElement) return isPresentational(element) ? [] : judge(cellsOf(element))
      return judge(gridCellsOf(element))
    }),
}

function judge(cells: readonly Cell[]): Hit[] {
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
    if (isRepeated(cell, cells)) return []
    const kind = headerKind(cell)
    return [
      { element, confidence: 'high' as const, message: `The header cell ${quote(name)} has no cell in its ${kind}.` },
    ]
  })
}

/** Long tables say at their foot once more what stands at their head: the cells between belong to both. */
const isRepeated = (cell: Cell, cells: readonly Cell[]): boolean =>
  cells.some(
    (other) =>
      other !== cell &&
      isHeader(other) &&
      other.column === cell.column &&
      other.row < cell.row &&
      spokenText(other.element, 200) === spokenText(cell.element, 200) &&
      cells.some((each) => each.row > other.row && each.row < cell.row && isHeadedBy(each, other)),
  )

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
  if (
    header.element.getAttribute('scope') === 'rowgroup' &&
    header.element.parentElement?.parentElement?.contains(cell.element)
  )
    return true
  const isBelow = sharesColumn && cell.row >= header.row + header.rows
  // A row's header may also stand behind its cells; neighbours that are headers themselves are not headed by it.
  const isBeside = sharesRow && !isHeader(cell)
  return (kind !== 'row' && isBelow) || (kind !== 'column' && isBeside) || (kind === 'column or row' && isBelow)
}
