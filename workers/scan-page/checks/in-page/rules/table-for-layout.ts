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
      const marked = element.hasAttribute('role') ? null : markedAsData(element)
      if (marked !== null && holdsSentences(element))
        return [
          {
            element,
            message: `This table only arranges texts or parts of the page, and its ${marked} says that it holds data.`,
          },
        ]
      if (marked !== null && (holdsPictures(element) || holdsFields(element)))
        return [
          {
            element,
            message: `This table only arranges ${holdsFields(element) ? 'fields' : 'pictures'}, and its ${marked} says that it holds data.`,
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

/** What a table that arranges is to do without: F46 of WCAG. */
function markedAsData(table: HTMLTableElement): string | null {
  if ((table.caption?.textContent ?? '').trim() !== '') return 'caption'
  if ((table.getAttribute('summary') ?? '').trim() !== '') return 'summary'
  return table.querySelector('th') ? 'header cells' : null
}

const sentenceWords = 6

/** What is marked as a header says whole sentences, or holds parts of the page: it is over nothing. */
function holdsSentences(table: HTMLTableElement): boolean {
  const cells = cellsOf(table).filter(({ element }) => (element.textContent ?? '').trim() !== '')
  const heads = cells.filter(({ element }) => element.localName === 'th')
  return (
    cells.length >= 2 &&
    heads.length > 0 &&
    heads.every(({ element }) => isSentence(element)) &&
    cells.every(({ element }) => isSentence(element) || element.querySelector('form, nav, ul, h2, h3, h4') !== null)
  )
}

function isSentence({ textContent }: Element): boolean {
  const text = (textContent ?? '').trim()
  return text.split(/\s+/).length >= sentenceWords && /[.!?…]$/.test(text)
}

const fewestPictures = 2
const smallestPicture = 48

/** Each cell, headers too, holds one picture of some size, with no more than a line under it. */
function holdsPictures(table: HTMLTableElement): boolean {
  const cells = cellsOf(table).filter(
    ({ element }) => element.firstElementChild !== null || element.textContent?.trim(),
  )
  return (
    cells.length >= fewestPictures &&
    cells.every(({ element }) => {
      const pictures = element.querySelectorAll('img, picture > img, svg, video')
      const { width = 0, height = 0 } = pictures[0]?.getBoundingClientRect() ?? {}
      const text = (element.textContent ?? '').trim()
      return pictures.length === 1 && Math.min(width, height) >= smallestPicture && text.length <= longestLine
    })
  )
}

const longestLine = 120

/** Each row is a label and its field, or a button; nothing in it is data. */
function holdsFields(table: HTMLTableElement): boolean {
  const rows = [...Map.groupBy(cellsOf(table), ({ row }) => row).values()]
  const field = 'input:not([type="hidden"]), select, textarea'
  const paired = rows.filter(
    (cells) =>
      cells.length === 2 &&
      cells[0]?.element.querySelector('label') &&
      !cells[0].element.querySelector(field) &&
      cells[1]?.element.querySelectorAll(field).length === 1,
  )
  const others = rows.filter((cells) => !paired.includes(cells))
  return (
    paired.length >= 2 && others.every((cells) => cells.some(({ element }) => element.querySelector('button, input')))
  )
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
