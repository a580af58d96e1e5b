/** Layout tables whose sentences go on downwards, while they are read row by row. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { cellsOf, isPresentational } from '#workers/scan-page/checks/in-page/table-cells'

const fewestLetters = 6
const columnsBroken = 2

export const tableReadAcross: StaticCheck = {
  rule: 'table-read-across',
  criteria: ['1.3.2'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Put what belongs together into one cell, or use columns made by CSS.',
  find: (elements) =>
    pick(elements, 'table').flatMap((table) => {
      if (!(table instanceof HTMLTableElement) || table.rows.length < 2 || !isExposed(table) || !isShown(table))
        return []
      if (!isPresentational(table) || table.querySelector('table')) return []
      const columns = Map.groupBy(cellsOf(table), ({ column }) => column)
      const broken = [...columns.values()].filter((cells) =>
        isOneSentence(cells.map(({ element }) => spokenText(element, 300))),
      )
      if (broken.length < columnsBroken) return []
      return [
        {
          element: table,
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
