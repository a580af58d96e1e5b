/** Captions of tables that are written into a cell, or into a paragraph before the table. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { isSeen, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { cellsOf, isHeader } from '#workers/scan-page/checks/in-page/table-cells'

export const tableCaptionAsCell: StaticCheck = {
  rule: 'table-caption-as-cell',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Put the words into a <caption>.',
  find: (elements) =>
    readTables(elements).flatMap((table) => {
      if (table.caption) return []
      const title = titleBefore(table)
      if (title)
        return [
          {
            element: title,
            message: `${quote(spokenText(title, 120))} is the title of the table behind it, and nothing ties it to the table.`,
          },
        ]
      const cells = cellsOf(table)
      const columns = Math.max(0, ...cells.map((cell) => cell.column + cell.columns))
      const [first, second] = cells
      if (!first || !second || columns < 2 || first.row !== 0 || first.columns < columns || second.row === 0) return []
      const words = spokenText(first.element, 120)
      const isData = cells.some(isHeader) || table.rows.length > 2
      if (!isData || words === '' || words.length > 100 || first.element.querySelector('input, a, button, img, table'))
        return []
      const heads = cells.filter(({ row }) => row === 1)
      // A header of the first level over headers of the second is no caption.
      if (isHeader(first) && heads.length > 0 && heads.every(isHeader) === false) return []
      return [{ element: first.element, message: `The first row, ${quote(words)}, is a title over the whole table.` }]
    }),
}

/** “Table 2: …”, in many languages. */
const numbered = /^(?:tab|taul|таб|πίν|جدول|táb|表|표)[\p{L}\p{M}]*\.?\s*\d+(?:[.-]\d+)?\s*[:.–—|-]\s*\S/iu
const longestTitle = 120

/** A paragraph right before it that says of itself that it is the table’s. */
function titleBefore(table: HTMLTableElement): Element | null {
  if (table.matches('[aria-label], [aria-labelledby], [aria-describedby]') || table.closest('figure')) return null
  const alone = table.parentElement?.matches('div:has(> table:only-child)') ? table.parentElement : table
  const before = alone.previousElementSibling
  if (!before?.matches('p, div, span, strong, b') || before.querySelector('table, img, input')) return null
  const text = spokenText(before, longestTitle + 1)
  return text.length <= longestTitle && numbered.test(text) && isSeen(before) ? before : null
}
