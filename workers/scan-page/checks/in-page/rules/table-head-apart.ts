/** Tables of which the head stands in a table of its own, above the one with the data. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const fewestColumns = 2
const levelsBetween = 2

export const tableHeadApart: StaticCheck = {
  rule: 'table-head-apart',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Put the head into the table that holds the data; it stays at the top with position: sticky.',
  find(elements) {
    const tables = pick(elements, 'table').filter(
      (table): table is HTMLTableElement => table instanceof HTMLTableElement && isSeen(table) && isExposed(table),
    )
    return tables.flatMap((table, at) => {
      const head = tables[at - 1]
      if (!head || head.contains(table) || !areNear(head, table)) return []
      const columns = columnsOf(head)
      const isHead = columns >= fewestColumns && head.querySelector('th') !== null && !hasData(head)
      const isBody = columnsOf(table) === columns && hasData(table) && !namesColumns(table)
      if (!isHead || !isBody) return []
      return [
        {
          element: table,
          confidence: 'high' as const,
          message: `The head of this table, ${quote(spokenText(head, 80))}, is a table of its own before it: no cell here is told with its column.`,
        },
      ]
    })
  },
}

const columnsOf = (table: HTMLTableElement) => Math.max(0, ...[...table.rows].map(({ cells }) => cells.length))

const hasData = (table: HTMLTableElement) =>
  [...table.rows].some(({ cells }) =>
    [...cells].some((cell) => cell.localName === 'td' && (cell.textContent ?? '').trim() !== ''),
  )

/** Also by a head that is there for readers alone. */
const namesColumns = (table: HTMLTableElement) =>
  [...table.querySelectorAll('thead th, tr:first-child th, th[scope="col"]')].some(
    (cell) => (cell.textContent ?? '').trim() !== '' && isExposed(cell),
  ) || table.querySelector('td[headers]') !== null

const areNear = (one: Element, other: Element): boolean => {
  let around: Element | null = one
  for (let level = 0; level <= levelsBetween && around; level += 1, around = around.parentElement)
    if (around.parentElement?.contains(other)) return around.parentElement !== document.body
  return false
}
