/** Tables as data: which of a page's tables are seen and not marked as layout. */
import { isExposed, isShown, pick } from '#workers/scan-page/checks/in-page/dom'
import { isPresentational } from '#workers/scan-page/checks/in-page/table-cells'

export const readTables = (elements: readonly Element[]): HTMLTableElement[] =>
  pick(elements, 'table').filter(
    (table): table is HTMLTableElement =>
      table instanceof HTMLTableElement && !isPresentational(table) && isExposed(table) && isShown(table),
  )
