/** Layout tables whose sentences go on downwards, while they are read row by row. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isShown, pick, spokenText, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { type Cell, cellsOf, isPresentational } from '#workers/scan-page/checks/in-page/table-cells'

const fewestLetters = 3
const columnsBroken = 2

export const tableReadAcross: StaticCheck = {
  rule: 'table-read-across',
  criteria: ['1.3.2'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Put what belongs together into one cell, or use columns made by CSS.',
  find: (elements) =>
    pick(elements, 'table').flatMap((table): Hit[] => {
      if (!(table instanceof HTMLTableElement) || table.rows.length < 2 || !isExposed(table) || !isShown(table))
        return []
      if (!isPresentational(table) || table.querySelector('table')) return []
      const columns = Map.groupBy(cellsOf(table), ({ column }) => column)
      const broken = [...columns.values()].filter((cells) =>
        isOneSentence(cells.map(({ element }) => spokenText(element, 300))),
      )
      const isOfFields = hasLabelsOverFields(cellsOf(table))
      if (isOfFields)
        return [
          {
            element: table,
            tier: 'warning' as const,
            confidence: 'medium' as const,
            message:
              'A row holds labels and the one below it their fields; read row by row, all labels come before any field.',
          },
        ]
      if (hasNamesOverTexts(cellsOf(table)))
        return [
          {
            element: table,
            tier: 'practice' as const,
            confidence: 'medium' as const,
            message:
              'A row holds names or pictures and the one below it what is said of each; read row by row, all of these come before any of those.',
          },
        ]
      if (isReadInPieces(cellsOf(table)))
        return [
          {
            element: table,
            tier: 'practice' as const,
            confidence: 'medium' as const,
            message:
              'Each row holds one kind of thing of all columns, as the names, then the figures; read row by row, what belongs together comes apart.',
          },
        ]
      if (broken.length < columnsBroken) return []
      return [
        {
          element: table,
          // Where every column is one sentence, no row is.
          tier: broken.length === columns.size ? ('practice' as const) : ('warning' as const),
          confidence: 'medium' as const,
          message: `In ${broken.length} columns a sentence goes on in the cell below; read row by row, the sentences are mixed.`,
        },
      ]
    }),
}

/** Each but the last breaks off, and each but the first goes on in the middle. */
const isOneSentence = (texts: readonly string[]): boolean =>
  texts.length >= 2 &&
  texts.every((text) => text.length >= fewestLetters) &&
  texts.slice(0, -1).every((text) => !/[.!?:;…»”"]$/.test(text)) &&
  texts.slice(1).every((text) => /^\p{Ll}/u.test(text)) &&
  /[.!?…]$/.test(texts.at(-1) ?? '')

const fewestPieces = 3
const longestPiece = 60

/** All of a row are of one kind by their figures or their first word, and those of a column are not: each column is a thing of its own. */
function isReadInPieces(cells: readonly Cell[]): boolean {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()].map((row) =>
    row.map(({ element }) => spokenText(element, longestPiece + 1)),
  )
  const [first = []] = rows
  if (rows.length < fewestPieces || first.length < columnsBroken) return false
  if (rows.some((row) => row.length !== first.length || row.some((text) => text === '' || text.length > longestPiece)))
    return false
  if (
    cells.some(({ element }) => element.localName === 'th' || element.querySelector('input, select, textarea, button'))
  )
    return false
  const kinds = rows.map((row) => kindOf(row))
  const distinct = new Set(kinds)
  // Where rows are all of one kind, or columns are as well, it is a list like any.
  const columns = first.map((_, at) => rows.map((row) => row[at] ?? ''))
  return !kinds.includes(null) && distinct.size >= 2 && columns.every((column) => kindOf(column) === null)
}

/** What all of them have in common: a first word, figures, or none; null where some have figures and some none. */
function kindOf(texts: readonly string[]): string | null {
  const withFigures = texts.filter((text) => /\d/.test(text)).length
  if (withFigures > 0 && withFigures < texts.length) return null
  const words = new Set(texts.map((text) => wordsOf(text)[0] ?? ''))
  return words.size === 1 ? `begins with ${[...words][0]}` : withFigures === 0 ? 'words' : 'figures'
}

const longestName = 60
const fewestWords = 4

/** A row of headings, bold words or pictures over a row of texts, in two columns at least. */
function hasNamesOverTexts(cells: readonly Cell[]): boolean {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()]
  return rows.some((row, at) => {
    const below = rows[at + 1]
    return (
      row.length >= columnsBroken &&
      below?.length === row.length &&
      row.every(({ element, columns }) => columns === 1 && isName(element)) &&
      below.every(({ element }) => !isName(element) && wordsOf(spokenText(element, 300)).length >= fewestWords)
    )
  })
}

/** A heading, a picture or bold words, and nothing else. */
function isName(cell: Element): boolean {
  const text = spokenText(cell, 200)
  if (text === '' || text.length > longestName) return false
  const only = cell.querySelector(`${headings}, b, strong, img, svg`)
  if (!only || cell.querySelector('p:has(> :nth-child(2)), ul, ol, input, select, table')) return false
  return spokenText(only, 200) === text || (only.matches('img, svg') && squeeze(cell.textContent ?? '') === '')
}

/** A row of nothing but labels over a row of nothing but fields, in two columns at least. */
function hasLabelsOverFields(cells: readonly Cell[]): boolean {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()]
  const field = 'input:not([type="hidden"]), select, textarea'
  return rows.some((row, at) => {
    const below = rows[at + 1]
    return (
      row.length >= columnsBroken &&
      below?.length === row.length &&
      row.every(({ element }) => !element.querySelector(field) && spokenText(element, 40) !== '') &&
      below.every(({ element }) => element.querySelectorAll(field).length === 1)
    )
  })
}
