/** First rows of tables that look like headers and are not. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { isExposed, isSeen, ownText, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { type Cell, cellsOf, gridCellsOf, isHeader } from '#workers/scan-page/checks/in-page/table-cells'

export const tableHeadersByLooks: StaticCheck = {
  rule: 'table-headers-by-looks',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Make the cells <th scope="col">.',
  find: (elements) => [
    ...withoutHeaders(elements),
    ...readTables(elements).flatMap(withoutRowHeaders),
    ...readTables(elements).flatMap((table): Hit[] => {
      if (table.querySelector('th, [role="columnheader"], [role="rowheader"], [headers], table')) return []
      const cells = cellsOf(table)
      const top = cells.filter(({ row }) => row === 0)
      const rest = cells.filter(({ row }) => row > 0)
      const isInHead = table.tHead?.rows[0] !== undefined && table.tHead.rows[0] === table.rows[0]
      if (top.length < 2 || table.rows.length < (isInHead ? 2 : 3) || top.some(({ columns }) => columns > 1)) return []
      const side = table.querySelector('input, select, textarea') ? null : firstColumnSetOff(cells)
      if (side) return [{ element: table, tier: 'practice' as const, confidence: 'high' as const, message: side }]
      // The corner over a first column may be empty.
      const names = top.filter(({ element, column }) => column > 0 || spokenText(element, 10) !== '')
      if (names.some(({ element }) => !/^.{1,40}$/.test(spokenText(element, 60)))) return []
      const isSetOff =
        names.every(({ element }) => isBold(element)) &&
        rest.some(({ element }) => !isBold(element)) &&
        !isFirstColumn(rest)
      const isGrounded = !isSetOff && isOnOtherGround(top, rest)
      const isOverFigures = !isSetOff && !isGrounded && areOverFigures(top, rest)
      if (!isInHead && !isSetOff && !isGrounded && !isOverFigures) return []
      return [
        {
          element: table,
          // Who writes <thead> says that it is the head; what is bold may be so for another reason.
          tier: isInHead ? ('error' as const) : ('practice' as const),
          confidence: 'high' as const,
          message: `The first row (${names
            .map(({ element }) => quote(spokenText(element, 30)))
            .slice(0, 3)
            .join(
              ', ',
            )} …) ${isInHead ? 'stands in <thead>' : isSetOff ? 'is set in bold' : isGrounded ? 'has a ground of its own' : 'names what the figures under it are'}, and its cells are no header cells.`,
        },
      ]
    }),
  ],
}

/** Headers over its columns alone, an empty corner, and words in bold at the beginning of each row. */
function withoutRowHeaders(table: HTMLTableElement): Hit[] {
  const cells = cellsOf(table)
  const [corner] = cells
  if (!corner || isHeader(corner) || spokenText(corner.element, 10) !== '' || table.querySelector('[headers], table'))
    return []
  const top = cells.filter(({ row }) => row === 0).slice(1)
  const rest = cells.filter(({ row }) => row > 0)
  if (top.length === 0 || !top.every(isHeader) || rest.some(isHeader)) return []
  const side = firstColumnSetOff(rest)
  return side
    ? [
        {
          element: table,
          tier: 'practice',
          confidence: 'high',
          message: side,
          remedy: 'Make the first cell of each row <th scope="row">.',
        },
      ]
    : []
}

const fewestRows = 3

/** Tables by their roles alone, of which no cell is a header. */
const withoutHeaders = (elements: readonly Element[]): Hit[] =>
  pick(elements, '[role="table"]').flatMap((table) => {
    const cells = gridCellsOf(table)
    const rows = Map.groupBy(cells, ({ row }) => row)
    const [first = []] = rows.values()
    const isWide = [...rows.values()].every((row) => row.length === first.length) && first.length >= 2
    if (cells.some(isHeader) || rows.size < fewestRows || !isWide || !isExposed(table) || !isSeen(table)) return []
    return [
      {
        element: table,
        tier: 'practice',
        confidence: 'medium',
        message: `This table has ${rows.size} rows of ${first.length} cells (${quote(spokenText(table, 60))}), and no cell of it is a header.`,
        remedy:
          'Give the cells at the head of columns role="columnheader", and those that begin rows role="rowheader".',
      },
    ]
  })

/** Words in bold that begin each row, and nothing bold behind them. */
function firstColumnSetOff(cells: readonly Cell[]): string | null {
  const first = cells.filter(({ column }) => column === 0)
  const rest = cells.filter(({ column, element }) => column > 0 && spokenText(element, 10) !== '')
  const isSetOff =
    first.length >= 3 &&
    first.every(({ element, rows, columns }) => rows === 1 && columns === 1 && isBold(element)) &&
    first.every(({ element }) => /^(?=.*\p{L}{2}).{1,40}$/u.test(spokenText(element, 60))) &&
    rest.length >= first.length &&
    !rest.some(({ element }) => isBold(element))
  const [top] = first
  return isSetOff && top
    ? `The first cell of each row (${quote(spokenText(top.element, 30))} …) is set in bold, and is no header cell.`
    : null
}

/** The first row is coloured otherwise than each row below it. */
function isOnOtherGround(top: readonly Cell[], rest: readonly Cell[]): boolean {
  const ground = ({ element }: Cell) => {
    const own = getComputedStyle(element).backgroundColor
    return own === 'rgba(0, 0, 0, 0)' && element.parentElement
      ? getComputedStyle(element.parentElement).backgroundColor
      : own
  }
  const above = new Set(top.map(ground))
  const [first = ''] = above
  return above.size === 1 && first !== 'rgba(0, 0, 0, 0)' && rest.every((cell) => ground(cell) !== first)
}

const figure = /^[\s\d.,:%€$£+–-]*\d[\s\d.,:%€$£+–-]*$/

/** Words alone in the first row, and at least one column of nothing but figures under them. */
function areOverFigures(top: readonly Cell[], rest: readonly Cell[]): boolean {
  if (top.some(({ element }) => /\d|[.!?:]$/.test(spokenText(element, 60)))) return false
  return top.some(({ column }) => {
    const below = rest.filter((cell) => cell.column === column)
    return below.length >= 2 && below.every(({ element }) => figure.test(spokenText(element, 40)))
  })
}

/** All that is written in the cell is bold. */
function isBold(cell: Element): boolean {
  const inner = ownText(cell) === '' ? (cell.querySelector('b, strong, span, p') ?? cell) : cell
  return Number(getComputedStyle(inner).fontWeight) >= 600
}

/** Every further cell outside of the first column is bold, too: then bold tells nothing. */
const isFirstColumn = (cells: readonly Cell[]) =>
  cells.filter(({ column }) => column > 0).every(({ element }) => isBold(element))
