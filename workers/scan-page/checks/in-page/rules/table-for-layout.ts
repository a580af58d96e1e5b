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
      if (!element.hasAttribute('role') && holdsCards(element))
        return [
          {
            element,
            tier: 'warning' as const,
            message:
              'Each cell of this table holds a part of the page, with a heading or a picture and more; screen readers tell of it as data.',
          },
        ]
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

const fewestCards = 2

/** Every cell but the headers holds several things, of which one is a heading or a picture of some size, and no figures. */
function holdsCards(table: HTMLTableElement): boolean {
  const cells = cellsOf(table).filter((cell) => cell.element.localName === 'td')
  return (
    cells.length >= fewestCards &&
    cells.every(({ element }) => {
      const text = (element.textContent ?? '').trim()
      const parts = element.querySelectorAll('p, h1, h2, h3, h4, h5, h6, img, a[href], button, ul').length
      return parts >= 2 && element.querySelector('h1, h2, h3, h4, h5, h6, img, p') !== null && /\p{L} \p{L}/u.test(text)
    })
  )
}
