/** Tables whose rows are not equally long. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'
import { cellsOf } from '#workers/scan-page/checks/in-page/table-cells'

export const tableRagged: StaticCheck = {
  rule: 'table-ragged',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Let the cells of each row, with what they span, come to the same number.',
  find: (elements) =>
    readTables(elements).flatMap((table) => {
      if (table.querySelector('table')) return []
      const widths = new Map<number, number>()
      for (const { row, rows, columns } of cellsOf(table))
        for (let at = row; at < row + rows; at += 1) widths.set(at, (widths.get(at) ?? 0) + columns)
      const lines = [...table.rows]
      const all = [...widths.values()]
      const widest = Math.max(0, ...all)
      const short = [...widths].filter(([row, width]) => width < widest && (lines[row]?.cells.length ?? 0) > 0)
      const [first] = short
      const line = first && lines[first[0]]
      if (!line || widest < 2) return []
      const [, width] = first
      return [
        {
          element: line,
          message: `This row has ${width} ${width === 1 ? 'cell' : 'cells'} where others have ${widest}${short.length > 1 ? `; so have ${short.length - 1} more` : ''}.`,
        },
      ]
    }),
}
