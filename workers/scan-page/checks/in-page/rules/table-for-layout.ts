/** Tables that only arrange what stands in them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { cellsOf } from '#workers/scan-page/checks/in-page/table-cells'

export const tableForLayout: StaticCheck = {
  rule: 'table-for-layout',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use CSS (grid, flex) to arrange, or give the table role="presentation".',
  find: (elements) =>
    readTables(elements).flatMap((element) => {
      const heads = [...element.querySelectorAll('th')]
      // A header cell that says nothing is there for its looks.
      const isHeaded = heads.some((head) => (head.textContent ?? '').trim() !== '')
      if (element.hasAttribute('role') || isHeaded || element.querySelector('caption, [scope], [headers]')) return []
      const cells = cellsOf(element)
      const columns = Math.max(0, ...cells.map((cell) => cell.column + cell.columns))
      const isOne = columns === 1 || element.rows.length === 1
      const blocks = 'h1, h2, h3, h4, h5, h6, nav, form, ul, article, section, main, header, footer, table'
      const isFilled = element.querySelector(blocks) !== null
      if (cells.length === 0 || !isFilled || !(isOne || element.querySelector('table, nav, main, form'))) return []
      return [{ element, message: 'This table arranges parts of the page; screen readers tell of it as data.' }]
    }),
}
